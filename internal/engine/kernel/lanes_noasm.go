//go:build (!amd64 && !arm64) || purego

package kernel

// vectorLanes returns nil: there is no assembly for this machine.
func vectorLanes() []Kernel { return nil }
