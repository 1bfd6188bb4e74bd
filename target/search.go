package target

import (
	"context"
	"math"
	"math/bits"
	"time"

	"nonet/sudoku"
)

// search is one branch and bound. Inside, higher is always better: for Minimum
// the weights are negated (sign).
type search struct {
	ctx     context.Context
	opt     *Options
	weights *Weights
	sign    int64
	start   time.Time

	grid          [sudoku.Cells]uint8
	row, col, box [9]uint16 // digits used, bit d

	best    int64 // the incumbent's score
	found   bool
	incumb  sudoku.Grid
	bound   int64 // no completion is better
	rest    [sudoku.Cells + 1]int64
	nodes   uint64
	ticks   uint
	stopped error
}

const nothing = math.MinInt64

func boxOf(c int) int { return c/27*3 + c%9/3 }

func (s *search) put(c int, d uint8) {
	b := uint16(1) << d
	s.grid[c] = d
	s.row[c/9] ^= b
	s.col[c%9] ^= b
	s.box[boxOf(c)] ^= b
}

func (s *search) run(g sudoku.Grid) (Result, error) {
	for c, d := range g.Values() {
		if d != 0 {
			s.put(c, d)
		}
	}
	bound, _, _ := s.scan()
	if s.bound = bound; bound != nothing {
		s.report()
		s.descend(0, bound)
	}
	r := Result{Score: s.sign * s.best, HasGrid: s.found, Grid: s.incumb, Bound: s.sign * s.bound, Nodes: s.nodes}
	switch {
	case s.stopped != nil:
		return r, s.stopped
	case s.found:
		if s.bound > s.best {
			s.bound = s.best
			s.report()
		}
		r.Outcome, r.Bound = sudoku.Found, r.Score
	default:
		r.Outcome, r.Bound = sudoku.None, 0
	}
	return r, nil
}

func (s *search) report() {
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{Score: s.sign * s.best, HasScore: s.found, Grid: s.incumb,
			Bound: s.sign * s.bound, Nodes: s.nodes, Elapsed: time.Since(s.start)})
	}
}

// scan is the sum of each cell's best candidate, and the empty cell with fewest
// candidates; cell is −1 on a full grid, the sum nothing where a cell has none.
func (s *search) scan() (sum int64, cell int, candidates uint16) {
	cell = -1
	few := 10
	for c, d := range s.grid {
		if d != 0 {
			sum += s.sign * s.weights[c][d]
			continue
		}
		free := 0x3fe &^ (s.row[c/9] | s.col[c%9] | s.box[boxOf(c)])
		n := bits.OnesCount16(free)
		if n < few {
			few, cell, candidates = n, c, free
			if n == 0 {
				return nothing, c, 0
			}
		}
		top := int64(nothing)
		for ; free != 0; free &= free - 1 {
			top = max(top, s.sign*s.weights[c][bits.TrailingZeros16(free)])
		}
		sum += top
	}
	return sum, cell, candidates
}

// descend searches below the grid as it stands, depth branches deep, whose
// completions score limit at most; it reports whether the search goes on.
func (s *search) descend(depth int, limit int64) bool {
	if s.ticks++; s.ticks&255 == 1 && s.ctx.Err() != nil {
		s.stopped = context.Cause(s.ctx)
		s.tighten(depth, limit)
		return false
	}
	bound, cell, candidates := s.scan()
	if bound == nothing || s.found && bound <= s.best {
		return true
	}
	if cell < 0 {
		s.best, s.found = bound, true
		s.incumb, _ = sudoku.FromCells(s.grid)
		s.tighten(depth, bound)
		s.report()
		return true
	}
	// Heaviest first; the bounds of what is left to try lie below the parent's.
	single := candidates&(candidates-1) == 0
	for candidates != 0 {
		var pick uint8
		for left := candidates; left != 0; left &= left - 1 {
			d := uint8(bits.TrailingZeros16(left))
			if pick == 0 || s.sign*s.weights[cell][d] > s.sign*s.weights[cell][pick] {
				pick = d
			}
		}
		candidates &^= 1 << pick
		s.rest[depth] = nothing
		if candidates != 0 {
			s.rest[depth] = bound
		}
		if !single {
			if n := s.opt.Limits.Nodes; n != 0 && s.nodes >= n {
				s.stopped = &sudoku.NodeLimitError{Nodes: s.nodes}
				s.tighten(depth, bound)
				return false
			}
			s.nodes++
		}
		s.put(cell, pick)
		going := s.descend(depth+1, bound)
		s.put(cell, pick)
		s.grid[cell] = 0
		if !going {
			return false
		}
		if depth < 8 && candidates != 0 && s.tighten(depth, bound) {
			s.report()
		}
	}
	return true
}

// tighten lowers the proven bound to the best that any open branch can reach,
// and reports whether that changed it.
func (s *search) tighten(depth int, here int64) bool {
	for _, r := range s.rest[:depth] {
		here = max(here, r)
	}
	if s.found {
		here = max(here, s.best)
	}
	if here >= s.bound {
		return false
	}
	s.bound = here
	return true
}
