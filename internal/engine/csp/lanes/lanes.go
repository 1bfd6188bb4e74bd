// Package lanes searches networks of package csp 32 nodes at a time. A lane is 16 bits of every vector, and
// holds one node. Each kind of propagator has a routine that works on all lanes at once.
//
// Reading path: [Count] (this file and lanes_amd64.go or lanes_noasm.go), the memory that the routines work on
// (machine.go), how a network is compiled for it (program.go), the search (search.go). _asm generates the
// routines; the tests contain the same routines as plain loops.
//
//	cells   a row of 64 bytes each       lane 31 … lane 1  lane 0
//	                             cell 0    0x1ff     0x004   0x104
//	                             cell 1    …
//	frames  blocks of 32 such grids: the branches not taken
//
// It imports csp's networks and golang.org/x/sys/cpu.
package lanes

import (
	"context"

	"nonet/internal/engine/csp"
)

// alone is the number of nodes that a search makes before it switches to lanes, because short searches would
// not regain the cost of the switch. A search with many open branches (at least the constant open) switches
// earlier. Of the searches that switch, one in twenty ends within 12 more nodes.
const (
	alone = 10
	open  = 3
)

// alternativesANode is the number of alternatives whose compilation for lanes takes as long as the search of
// one node.
const alternativesANode = 16

// countWith is Count with kernel k. It searches without lanes until the number of nodes is after, or more if
// the network has alternatives.
func countWith(ctx context.Context, n *csp.Network, limits csp.Limits, k *kernel, after int64) csp.Result {
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	so, err := csp.Begin(ctx, n, limits)
	if err != nil {
		return csp.Result{Err: err}
	}
	defer so.Release()
	if !so.CanFlatten() {
		return so.Run(0, 0)
	}
	after += int64(so.Alternatives()) / alternativesANode
	r := so.Run(after, open)
	if r.Outcome != csp.Stopped || ctx.Err() != nil || limits.Nodes > 0 && r.Nodes >= limits.Nodes {
		return r
	}
	p := newProgram(so.Flatten(), k)
	if p == nil {
		return so.Run(0, 0)
	}
	defer p.release()
	s := newSearch(ctx, p, k, so, limits)
	defer s.release()
	root, frames := so.OpenBranches()
	s.takeOver(root, frames, so.Weights(), r)
	s.run()
	return s.result
}
