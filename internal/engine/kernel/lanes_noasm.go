//go:build (!amd64 && !arm64) || purego

package kernel

// vectorKernels returns nil, because this package has no assembly for the machine.
func vectorKernels() []Kernel { return nil }
