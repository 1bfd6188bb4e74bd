package target

import (
	"math"
	"math/bits"
	"sync"

	"nonet/sudoku"
)

// A completion is an exact cover: it takes exactly one of the nine candidates of each of 324
// constraints. There are 729 candidates (digit d in cell c).
//
//	candidate    9c + d−1
//	constraint     0– 80  cell c holds one digit
//	              81–161  row r holds digit d once:     81 + 9r + d−1
//	             162–242  column k holds digit d once: 162 + 9k + d−1
//	             243–323  box b holds digit d once:    243 + 9b + d−1
//
// r, k and b are counted from 0.
const (
	candidates  = 729
	constraints = 324
)

// place is one of a candidate's four constraints, with the candidate's position in it.
type place struct {
	constraint uint16
	bit        uint16
}

var (
	membersOf [constraints][9]uint16
	placesOf  [candidates][4]place // for each candidate, its places in its cell, row, column and box constraints
)

// ready fills membersOf and placesOf at the first search, and not when the program starts.
var ready = sync.OnceFunc(func() {
	var filled [constraints]int
	for v := range candidates {
		c, d := v/9, v%9
		row, column := c/9, c%9
		box := row/3*3 + column/3
		for j, k := range [4]int{c, 81 + 9*row + d, 162 + 9*column + d, 243 + 9*box + d} {
			membersOf[k][filled[k]] = uint16(v)
			placesOf[v][j] = place{uint16(k), 1 << filled[k]}
			filled[k]++
		}
	}
})

// Weights, duals and bounds are scaled by 2^shift, so that duals can have fractions of a point.
const shift = 16

// node is an open part of the search space, with a dual solution that bounds it. A candidate's regret is the sum of its
// four duals minus its weight. A completion meets every constraint once. So a completion of open candidates has the
// score
//
//	bound − Σ regret of its candidates,   both scaled by 2^shift
//
// As long as no regret is negative, bound is an upper bound.
type node struct {
	open   [constraints]uint16 // for each constraint, its open candidates, as bits by position
	regret [candidates]int64   // the regrets of open candidates; the regrets of closed candidates are out of date
	dual   [constraints]int64
	bound  int64               // the sum of all duals
	cell   [sudoku.Cells]int64 // the duals of cells for the bound by templates
}

// excludeCandidate closes candidate v, and queues constraints of v for propagateNode. If v's regret was 0, it queues
// all four constraints. Otherwise it queues those that have at most one open candidate left.
func (s *search) excludeCandidate(n *node, v uint16) {
	for _, p := range &placesOf[v] {
		m := n.open[p.constraint] &^ p.bit
		n.open[p.constraint] = m
		if n.regret[v] == 0 || m&(m-1) == 0 {
			s.queueConstraint(p.constraint)
		}
	}
}

func (s *search) queueConstraint(k uint16) { s.dirty[k>>6] |= 1 << (k & 63) }

func (s *search) queueAllConstraints() {
	for k := range uint16(constraints) {
		s.queueConstraint(k)
	}
}

// propagateNode applies three rules to the node until nothing changes. It returns false if no completion of open
// candidates can score s.cut or more.
//   - A constraint with one open candidate takes it. This closes the candidate's rivals.
//   - If all candidates of a constraint have a positive regret, the least regret is subtracted from the
//     constraint's dual. This tightens the bound.
//   - A candidate whose regret alone takes the bound below the cut is closed.
func (s *search) propagateNode(n *node) bool {
	defer clear(s.dirty[:]) // after a failure, some constraints may still be queued
	swept := int64(math.MaxInt64)
	for {
		for w := 0; w < len(s.dirty); {
			word := s.dirty[w]
			if word == 0 {
				w++
				continue
			}
			k := uint16(w<<6 + bits.TrailingZeros64(word))
			s.dirty[w] = word & (word - 1)
			m := n.open[k]
			if m == 0 {
				s.blame[k]++
				return false
			}
			members := &membersOf[k]
			if m&(m-1) == 0 {
				v := members[bits.TrailingZeros16(m)&15%9]
				n.bound -= n.regret[v]
				n.dual[k] -= n.regret[v]
				n.regret[v] = 0
				for _, p := range &placesOf[v] {
					for rivals := n.open[p.constraint] &^ p.bit; rivals != 0; rivals &= rivals - 1 {
						s.excludeCandidate(n, membersOf[p.constraint][bits.TrailingZeros16(rivals)])
					}
				}
			} else if _, least, _ := n.twoLeastRegrets(k); least > 0 {
				n.subtractDual(k, least)
			}
			if n.bound < s.cut {
				s.blame[k]++
				if s.proof != nil {
					s.proof.writeDuals(n)
				}
				return false
			}
			w = 0
		}
		room := n.bound - s.cut
		if room >= swept {
			return true
		}
		swept = room
		isWritten := s.proof == nil
		for c := range sudoku.Cells {
			m := n.open[c]
			if m&(m-1) == 0 {
				continue
			}
			for ; m != 0; m &= m - 1 {
				if v := uint16(c*9 + bits.TrailingZeros16(m)); n.regret[v] > room {
					if !isWritten {
						s.proof.writeDuals(n)
						isWritten = true
					}
					s.excludeCandidate(n, v)
				}
			}
		}
	}
}

// twoLeastRegrets returns the candidate of constraint k with the least regret, and the two least regrets. k must have
// an open candidate. If it has only one, `second` is a number greater than any regret.
func (n *node) twoLeastRegrets(k uint16) (v uint16, first, second int64) {
	first, second = math.MaxInt64/2, math.MaxInt64/2
	members := &membersOf[k]
	for m := n.open[k]; m != 0; m &= m - 1 {
		u := members[bits.TrailingZeros16(m)]
		r := n.regret[u]
		second = min(second, max(first, r))
		if r < first {
			v, first = u, r
		}
	}
	return v, first, second
}

func (n *node) subtractDual(k uint16, delta int64) {
	n.dual[k] -= delta
	n.bound -= delta
	members := &membersOf[k]
	for m := n.open[k]; m != 0; m &= m - 1 {
		n.regret[members[bits.TrailingZeros16(m)]] -= delta
	}
}

// excludeCellRivals closes all candidates of v's cell except v. It queues the constraints of the closed candidates for
// propagateNode.
func (s *search) excludeCellRivals(n *node, v uint16) {
	cell := placesOf[v][0]
	for m := n.open[cell.constraint] &^ cell.bit; m != 0; m &= m - 1 {
		s.excludeCandidate(n, membersOf[cell.constraint][bits.TrailingZeros16(m)])
	}
	s.queueConstraint(cell.constraint)
}

// completion returns the completion of a node. ok is false unless every cell has exactly one candidate.
func (n *node) completion() (cells [sudoku.Cells]uint8, ok bool) {
	for c := range cells {
		m := n.open[c]
		if m&(m-1) != 0 {
			return cells, false
		}
		cells[c] = uint8(bits.TrailingZeros16(m)) + 1
	}
	return cells, true
}
