package lanes

import (
	"math"
	"slices"

	"nonet/internal/engine/csp"
)

// These are parameters of attempts; see docs/VARIANTS-ENGINE.md.
const (
	restartAfter = 1000    // how many nodes are searched before the first attempt
	slice        = 1500    // how many nodes an attempt searches before it is first compared with others
	mostAttempts = 10      // the maximum number of attempts
	attemptShare = 0.15    // the part of the nodes still needed that the first slices of all attempts may take
	fewerNodes   = 0.5     // a suspended attempt continues if it needs fewer nodes than this part of those that the current attempt needs
	mostHeld     = 1 << 17 // no attempt begins if frames take this number of rows
)

// attempt is a search of the whole space from the root. The weights of the cells at the beginning of an attempt decide
// how many nodes it needs; this number varies by a factor of up to ten. So several attempts search in turn, and the one
// that seems to need the fewest nodes continues.
//
// The estimate uses shares of the space. The root has the share 1. At a cell with n values, the branch with one value
// gets 1/n of the node's share, and the branch with the other values gets the rest.
type attempt struct {
	stack     []block
	ended     float64 // the sum of the shares of all branches that have ended
	nodes     int64
	count     int // the number of solutions found, stored here while another attempt searches
	solutions [][]int
}

func (a *attempt) estimateNodesLeft() float64 {
	if a.ended <= 0 {
		return math.Inf(1)
	}
	return float64(a.nodes) * max(0, 1/a.ended-1) // rounding may make ended greater than 1
}

// nextSlice decides which attempt searches next, and for how many nodes.
func (s *search) nextSlice() {
	if !s.restarted {
		s.restarted = true
		s.spare = append(s.spare, s.stack...)
		s.before = attempt{count: s.result.Count, solutions: s.result.Solutions}
		s.beginAttempt()
		return
	}
	if s.result.Count > 1 { // another attempt would find the same solutions again
		for _, a := range s.others {
			s.spare = append(s.spare, a.stack...)
		}
		s.others, s.sliceEnd = nil, math.MaxInt64
		return
	}
	left := s.estimateNodesLeft()
	least, at := left, -1
	held := len(s.stack)
	for i := range s.others {
		if n := s.others[i].estimateNodesLeft(); n < least {
			least, at = n, i
		}
		held += len(s.others[i].stack)
	}
	next := len(s.others) + 2 // the number of attempts if another begins
	if next <= mostAttempts && float64(next*slice) < attemptShare*least && held*(s.cellCount()+1) < mostHeld {
		s.suspendAttempt()
		s.beginAttempt()
		return
	}
	if least < fewerNodes*left {
		s.suspendAttempt()
		s.resumeAttempt(at)
	}
	s.sliceEnd = s.result.Nodes + max(slice, s.nodes)
}

// beginAttempt begins an attempt at the root. It keeps the weights, but counts solutions anew, because the attempt
// finds them again.
func (s *search) beginAttempt() {
	s.attempt = attempt{}
	s.live = 0
	s.result.Count, s.result.Solutions = 0, nil
	b := s.blockForNextFrame()
	setLaneDomains(b.rows, 0, s.root)
	b.rows[s.cellCount()][0] = 0 // the root has no decided cell, so any cell will do
	b.share[0] = 1
	b.n = 1
	s.markAllDirty()
	s.sliceEnd = s.result.Nodes + slice
}

// suspendAttempt stores the current attempt. All its lanes become frames.
func (s *search) suspendAttempt() {
	s.pushFrames(s.live, false)
	s.live = 0
	s.count, s.solutions = s.result.Count, s.result.Solutions
	s.others = append(s.others, s.attempt)
}

func (s *search) resumeAttempt(i int) {
	s.attempt = s.others[i]
	s.others = slices.Delete(s.others, i, i+1)
	s.result.Count, s.result.Solutions = s.count, s.solutions
	s.markAllDirty()
}

// keepMostSolutions is called when the search ends. If the search was stopped, it replaces the result by the solutions
// of the attempt that found the most. The search before the first attempt counts as an attempt.
func (s *search) keepMostSolutions() {
	for _, a := range append(s.others, s.before) {
		if r := &s.result; r.Outcome == csp.Stopped && a.count > r.Count {
			r.Count, r.Solutions = a.count, a.solutions
		}
	}
}
