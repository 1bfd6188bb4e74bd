//go:build !amd64 || purego

package lanes

import (
	"context"

	"nonet/internal/engine/csp"
)

// Count is csp.Count: there is no assembly for this machine.
func Count(ctx context.Context, n *csp.Network, limits csp.Limits) csp.Result {
	return csp.Count(ctx, n, limits)
}

// Run is false: no lanes run here.
func Run(*csp.Network) bool { return false }

// Use does nothing: there is nothing to choose.
func Use(name string) {}

// native are the kernels of this machine.
var native []*kernel
