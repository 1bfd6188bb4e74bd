// Package search finds the solutions of a grid on any board, exactly: singles and
// locked candidates to a fixed point, then a guess where the fewest candidates are.
//
// It stands in for boards other than the classic one, for which the kernels are a
// thousand times faster, until there is an engine for all kinds of constraints. It
// speaks their language: [81]uint8 in, a kernel.Result out, the same limits.
package search

import (
	"context"
	"math/bits"

	"nonet/board"
	"nonet/internal/engine/kernel"
)

// Enumerate calls yield with each solution of a puzzle on a board until yield returns false,
// the limits are reached or ctx ends; a nil yield only counts, and the array is reused.
// Givens that contradict each other, or are above 9, have no solution. A node is a value
// tried at a branch. A puzzle with one solution mostly takes less than 0.1 ms.
func Enumerate(ctx context.Context, b *board.Board, puzzle *[81]uint8, order kernel.Order, limits kernel.Limits, yield func(*[81]uint8) bool) kernel.Result {
	s := searcher{ctx: ctx, board: b, order: order, limits: limits, yield: yield}
	s.limits.Solutions = max(limits.Solutions, 1)
	var p position
	p.open = board.AllCells()
	for c := range p.candidates {
		p.candidates[c] = 1<<9 - 1
	}
	for d := range p.places {
		p.places[d] = p.open
	}
	if ctx.Err() != nil {
		return s.result
	}
	for c, d := range puzzle {
		if d > 9 || d > 0 && !p.place(b, board.Cell(c), int(d)-1) {
			s.result.Outcome = kernel.Complete
			return s.result
		}
	}
	if s.run(&p) {
		s.result.Outcome = kernel.Complete
	}
	return s.result
}

type searcher struct {
	ctx    context.Context
	board  *board.Board
	order  kernel.Order
	limits kernel.Limits
	yield  func(*[81]uint8) bool
	result kernel.Result
}

// position is a grid on its way: digits count from 0 here.
type position struct {
	candidates [board.Cells]uint16
	places     [9]board.CellSet // where a digit stands or may stand
	open       board.CellSet    // the cells without a digit
}

// place puts a digit into a cell, and reports whether every cell still has a candidate.
func (p *position) place(b *board.Board, c board.Cell, d int) bool {
	if p.candidates[c]>>d&1 == 0 {
		return false
	}
	for others := p.candidates[c] &^ (1 << d); others != 0; others &= others - 1 {
		p.places[bits.TrailingZeros16(others)].Remove(c)
	}
	p.candidates[c] = 1 << d
	p.open.Remove(c)
	gone := p.places[d].And(b.Peers(c))
	for !gone.Empty() {
		if !p.remove(gone.Pop(), d) {
			return false
		}
	}
	return true
}

// remove takes a digit out of a cell, and reports whether that leaves a candidate.
func (p *position) remove(c board.Cell, d int) bool {
	p.places[d].Remove(c)
	p.candidates[c] &^= 1 << d
	return p.candidates[c] != 0
}

// propagate places what is left alone in a cell or a house, and takes locked candidates
// away, until nothing changes; false: a contradiction.
func (p *position) propagate(b *board.Board) bool {
	for again := true; again; {
		again = false
		for left := p.open; !left.Empty(); {
			c := left.Pop()
			if set := p.candidates[c]; set&(set-1) == 0 {
				if !p.place(b, c, bits.TrailingZeros16(set)) {
					return false
				}
				again = true
			}
		}
		for d := range p.places {
			for left := b.Houses(); left != 0; {
				at := p.places[d].And(b.Cells(left.Pop()))
				if at.Empty() {
					return false
				}
				if !at.Meets(p.open) {
					continue
				}
				if at.Single() {
					if !p.place(b, at.First(), d) {
						return false
					}
					again = true
				} else if at.Len() <= 3 {
					for gone := b.CommonPeers(at).And(p.places[d]); !gone.Empty(); again = true {
						if !p.remove(gone.Pop(), d) {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

// run searches all that a position leaves, and reports whether it came to the end.
func (s *searcher) run(p *position) bool {
	if !p.propagate(s.board) {
		return true
	}
	if p.open.Empty() {
		return s.found(p)
	}
	for _, choice := range p.branch(s.board, s.order) {
		if n := s.result.Nodes; s.limits.Nodes > 0 && n >= s.limits.Nodes || n%64 == 0 && s.ctx.Err() != nil {
			return false
		}
		s.result.Nodes++
		next := *p
		if next.place(s.board, choice.cell, choice.digit) && !s.run(&next) {
			return false
		}
	}
	return true
}

type candidate struct {
	cell  board.Cell
	digit int
}

// branch is the candidates of a cell, or the places of a digit in a house, whichever are the
// fewest; in lexicographic order, those of the first cell.
func (p *position) branch(b *board.Board, order kernel.Order) []candidate {
	c, fewest := p.open.First(), 10
	for left := p.open; !left.Empty() && order != kernel.Lexicographic && fewest > 2; {
		q := left.Pop()
		if n := bits.OnesCount16(p.candidates[q]); n < fewest {
			c, fewest = q, n
		}
	}
	var list []candidate
	for d := range p.places {
		for left := b.Houses(); left != 0 && order != kernel.Lexicographic && fewest > 2; {
			at := p.places[d].And(b.Cells(left.Pop()))
			if n := at.Len(); n > 1 && n < fewest {
				fewest, list = n, list[:0]
				for at := range at.All() {
					list = append(list, candidate{at, d})
				}
			}
		}
	}
	if list != nil {
		return list
	}
	for set := p.candidates[c]; set != 0; set &= set - 1 {
		list = append(list, candidate{c, bits.TrailingZeros16(set)})
	}
	return list
}

// found reports whether the search goes on after a solution.
func (s *searcher) found(p *position) bool {
	var solution [board.Cells]uint8
	for c, set := range p.candidates {
		solution[c] = uint8(bits.TrailingZeros16(set)) + 1
	}
	if s.result.Solutions++; s.result.Solutions == 1 {
		s.result.First = solution
	}
	if s.yield != nil && !s.yield(&solution) {
		return false
	}
	if s.result.Solutions == s.limits.Solutions {
		s.result.Outcome = kernel.LimitReached
		return false
	}
	return true
}
