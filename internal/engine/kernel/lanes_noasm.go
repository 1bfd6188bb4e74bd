//go:build (!amd64 && !arm64) || purego

package kernel

// vectorLanes returns nil, because this machine has no assembly.
func vectorLanes() []Kernel { return nil }
