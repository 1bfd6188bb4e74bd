//go:build !amd64 || purego

package lanes

import (
	"context"

	"nonet/internal/engine/csp"
)

// Count calls csp.Count, because there is no assembly for this machine.
func Count(ctx context.Context, n *csp.Network, limits csp.Limits) csp.Result {
	return csp.Count(ctx, n, limits)
}

// Supports returns false, because this machine has no lanes.
func Supports(*csp.Network) bool { return false }

// SelectKernel does nothing, because this machine has no kernels.
func SelectKernel(name string) {}

// native lists the kernels of this machine: none.
var native []*kernel
