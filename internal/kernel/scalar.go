package kernel

import (
	"context"
	"math/bits"
)

// scalar is the pure-Go engine.
type scalar struct{}

func (scalar) Name() string { return "scalar" }

func (scalar) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	for i := range puzzles {
		results[i] = search(ctx, &puzzles[i], Any, limits, nil)
		if results[i].Outcome == Stopped && ctx.Err() != nil {
			return i
		}
	}
	return len(puzzles)
}

func (scalar) Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result {
	return search(ctx, puzzle, order, limits, yield)
}

type searcher struct {
	grid          [81]uint8
	row, col, box [9]uint16
	ctx           context.Context
	limits        Limits
	order         Order
	yield         func(*[81]uint8) bool
	result        Result
	ticks         int
}

func search(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result {
	limits.Solutions = max(limits.Solutions, 1)
	s := searcher{ctx: ctx, limits: limits, order: order, yield: yield}
	for i, d := range puzzle {
		if d == 0 {
			continue
		}
		b := uint16(1) << (d & 15)
		r, c := i/9, i%9
		x := r/3*3 + c/3
		if d > 9 || (s.row[r]|s.col[c]|s.box[x])&b != 0 {
			return Result{Outcome: Complete}
		}
		s.row[r] |= b
		s.col[c] |= b
		s.box[x] |= b
		s.grid[i] = d
	}
	if s.descend() {
		s.result.Outcome = Complete
	}
	return s.result
}

// descend reports whether the search goes on.
func (s *searcher) descend() bool {
	if s.ticks++; s.ticks&255 == 1 && s.ctx.Err() != nil {
		return false
	}
	best, few, left := -1, 10, uint16(0)
	for i, d := range s.grid {
		if d != 0 {
			continue
		}
		free := 0x3fe &^ (s.row[i/9] | s.col[i%9] | s.box[i/27*3+i%9/3])
		if n := bits.OnesCount16(free); n < few {
			best, few, left = i, n, free
			if n < 2 || s.order == Lexicographic {
				break
			}
		}
	}
	if best < 0 {
		if s.result.Solutions == 0 {
			s.result.First = s.grid
		}
		s.result.Solutions++
		grid := s.grid
		if s.yield != nil && !s.yield(&grid) {
			return false
		}
		if s.result.Solutions == s.limits.Solutions {
			s.result.Outcome = LimitReached
			return false
		}
		return true
	}
	r, c, x := best/9, best%9, best/27*3+best%9/3
	for ; left != 0; left &= left - 1 {
		if few > 1 {
			if s.limits.Nodes != 0 && s.result.Nodes >= s.limits.Nodes {
				return false
			}
			s.result.Nodes++
		}
		b := left & -left
		s.row[r] |= b
		s.col[c] |= b
		s.box[x] |= b
		s.grid[best] = uint8(bits.TrailingZeros16(b))
		if !s.descend() {
			return false
		}
		s.row[r] &^= b
		s.col[c] &^= b
		s.box[x] &^= b
		s.grid[best] = 0
	}
	return true
}
