//go:build (!amd64 && !arm64) || purego

package kernel

// vectorLanes returns nil, because this package has no assembly for the machine.
func vectorLanes() []Kernel { return nil }
