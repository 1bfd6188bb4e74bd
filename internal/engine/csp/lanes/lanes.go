// Package lanes searches networks of package csp 32 nodes at a time: each has a lane of 16 bits
// in every vector, and a routine for each kind of propagator works on all of them at once.
//
// Reading path: [Count] (this file and, by processor, lanes_amd64.go or lanes_noasm.go), what the routines work on (machine.go), how a network
// becomes that (program.go), the search (search.go). The routines themselves are written by
// _asm, and by hand, in plain loops, in the tests.
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

// alone is how many nodes a search has to itself before lanes are worth what they cost, with
// fewer than open branches left open: of those with more, one in twenty ends within 12 nodes.
const (
	alone = 10
	open  = 3
)

// alternativesANode is how many alternatives are stated to lanes in the time of a node.
const alternativesANode = 16

// count is Count with a kernel, after so many nodes, at least one.
func count(ctx context.Context, n *csp.Network, limits csp.Limits, k *kernel, after int64) csp.Result {
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	so, err := csp.Begin(ctx, n, limits)
	if err != nil {
		return csp.Result{Err: err}
	}
	defer so.Done()
	if !so.Tellable() {
		return so.Run(0, 0)
	}
	after += int64(so.Alternatives()) / alternativesANode
	r := so.Run(after, open)
	if r.Outcome != csp.Stopped || ctx.Err() != nil || limits.Nodes > 0 && r.Nodes >= limits.Nodes {
		return r
	}
	p := newProgram(so.Flat(), k)
	if p == nil {
		return so.Run(0, 0)
	}
	defer p.release()
	s := newSearch(ctx, p, k, so, limits)
	defer s.release()
	root, frames := so.Open()
	s.begin(root, frames, so.Weights(), r)
	s.run()
	return s.result
}
