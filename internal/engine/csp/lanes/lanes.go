// Package lanes searches networks of package csp 32 nodes at a time. A lane is 16 bits of every vector, and searches
// one node. There is a routine for each kind of propagator; it works on all lanes at once.
//
// Reading path: [Count] is in this file and in lanes_amd64.go or lanes_noasm.go. machine.go has the memory on which the
// routines work, and program.go compiles a network for them. search.go and attempt.go have the search. _asm generates
// the routines; the tests have the same routines in plain loops.
//
//	cells   a row of 64 bytes each       lane 31 … lane 1  lane 0
//	                             cell 0    0x1ff     0x004   0x104
//	                             cell 1    …
//	frames  blocks of 32 such grids: the branches not taken
//
// The package imports csp's networks and golang.org/x/sys/cpu.
package lanes

import (
	"context"

	"nonet/internal/engine/csp"
)

// A search switches to lanes after `alone` nodes, or when it has `open` open branches. Switching would cost short
// searches more time than it saves. Of the searches that switch, one in twenty ends within 12 more nodes.
const (
	alone = 10
	open  = 3
)

// The compilation of alternativesANode alternatives for lanes takes as long as the search of one node.
const alternativesANode = 16

// countWithKernel begins without lanes, and switches to the lanes of kernel k after the given number of nodes. It does
// not switch before the first node, and it switches later if the network has alternatives.
func countWithKernel(ctx context.Context, n *csp.Network, limits csp.Limits, k *kernel, after int64) csp.Result {
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	so, err := csp.Begin(ctx, n, limits)
	if err != nil {
		return csp.Result{Err: err}
	}
	defer so.Release()
	if !so.CanFlatten() {
		return so.Run(0, 0)
	}
	after += int64(so.CountAlternatives()) / alternativesANode
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
	s.keepMostSolutions()
	return s.result
}
