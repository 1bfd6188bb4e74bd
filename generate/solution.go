package generate

import (
	"context"
	"math"
	"math/bits"

	"nonet/internal/random"
	"nonet/sudoku"
)

// fillRandomly fills the grid with a random solution. Box 1 gets its digits in random order. Boxes 2 and 3 get one of
// their possible continuations, all equally likely; so do boxes 4 and 7. A search fills the rest: it takes the first
// cell with the fewest candidates, and tries the candidates in random order. Every solution is possible, but not all
// are equally likely.
func fillRandomly(g *grid, r *random.Source) {
	for {
		s := filler{nodes: math.MaxInt}
		s.fillFirstBoxes(r)
		if s.fillEmptyCells(r) {
			*g = s.grid
			return
		}
	}
}

// fillFrom fills the empty cells of a grid with a random solution. `open` has, for each cell, the values that some
// solution has there. A search with a bad first choice could take hours. So each search has a node limit, and the next
// search has twice the limit. fillFrom uses no engine, so the result does not depend on one. It returns false if ctx
// ends first.
func fillFrom(ctx context.Context, g *grid, open *[cells]sudoku.Candidates, r *random.Source) bool {
	start := filler{open: open}
	for c, d := range g {
		if d > 0 {
			start.placeDigit(c, d)
			continue
		}
		start.free[start.left] = uint8(c)
		start.left++
	}
	for nodes := 512; ctx.Err() == nil; nodes *= 2 {
		s := start
		s.nodes = nodes
		if s.fillEmptyCells(r) {
			*g = s.grid
			return true
		}
	}
	return false
}

func (s *filler) fillFirstBoxes(r *random.Source) {
	b := [9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	random.Shuffle(r, b[:])
	rows := extendLinesRandomly([3][3]uint8{{b[0], b[1], b[2]}, {b[3], b[4], b[5]}, {b[6], b[7], b[8]}}, random.Fraction(r.Uint64()))
	columns := extendLinesRandomly([3][3]uint8{{b[0], b[3], b[6]}, {b[1], b[4], b[7]}, {b[2], b[5], b[8]}}, random.Fraction(r.Uint64()))
	for i := range 3 {
		for j := range 3 {
			s.placeDigit(i*9+j, b[i*3+j])
		}
		for j := range 6 {
			s.placeDigit(i*9+3+j, rows[i][j])
			s.placeDigit((3+j)*9+i, columns[i][j])
		}
	}
	for i := 3; i < 9; i++ {
		for j := 3; j < 9; j++ {
			s.free[s.left] = uint8(i*9 + j)
			s.left++
		}
	}
}

// extendLinesRandomly returns a random continuation of a box's three lines through the next two boxes. A, B and C are
// the sets of digits in the box's three lines. In each row of this table, the first letter is a line of the box. After
// it come the line's digits in the second box and in the third box. k is random:
//
//	A  k of B, 3−k of C | the others of B, of C
//	B  k of C, 3−k of A | the others of C, of A
//	C  k of A, 3−k of B | the others of A, of B
func extendLinesRandomly(box [3][3]uint8, x random.Fraction) (lines [3][6]uint8) {
	k := (x.TakeBelow(1+27+27+1) + 26) / 27 // of the 56 choices, k is 0 in one, 1 in 27, 2 in 27, and 3 in one
	for i := range box {
		box[i] = permutationOf(box[i], x.TakeBelow(6))
	}
	for i := range lines {
		after, before := box[(i+1)%3], box[(i+2)%3]
		second, third := after, before
		copy(second[k:], before[k:])
		copy(third[k:], after[k:])
		second, third = permutationOf(second, x.TakeBelow(6)), permutationOf(third, x.TakeBelow(6))
		copy(lines[i][:3], second[:])
		copy(lines[i][3:], third[:])
	}
	return lines
}

func permutationOf(d [3]uint8, i int) [3]uint8 {
	if i >= 3 {
		d[0], d[1] = d[1], d[0]
	}
	switch i % 3 {
	case 1:
		return [3]uint8{d[1], d[2], d[0]}
	case 2:
		return [3]uint8{d[2], d[0], d[1]}
	}
	return d
}

type filler struct {
	grid grid
	used [32]uint16   // for each house (rows, columns, boxes), its digits: bit d−1 stands for digit d
	free [cells]uint8 // the empty cells are free[:left]
	left int
	// open, if not nil, restricts the candidates of each cell.
	open  *[cells]sudoku.Candidates
	nodes int // the number of nodes that the search may still visit
}

func (s *filler) placeDigit(c int, d uint8) {
	s.grid[c] = d
	s.toggleCandidate(c, 1<<(d-1))
}

func (s *filler) toggleCandidate(c int, bit uint16) {
	for _, h := range housesOf[uint8(c)] {
		s.used[h&31] ^= bit
	}
}

// fillEmptyCells fills the empty cells with a random solution. It returns false if the node limit ends the search, or
// if there is no solution.
func (s *filler) fillEmptyCells(r *random.Source) bool {
	if s.left == 0 {
		return true
	}
	s.nodes--
	best, few := 0, 10
	var candidates uint16
	for i, c := range s.free[:s.left] {
		h := &housesOf[c]
		set := 511 &^ (s.used[h[0]&31] | s.used[h[1]&31] | s.used[h[2]&31])
		if s.open != nil {
			set &= uint16(s.open[c])
		}
		if n := bits.OnesCount16(set); n < few {
			best, few, candidates = i, n, set
			if n < 2 {
				break
			}
		}
	}
	c := s.free[best]
	s.left--
	s.free[best] = s.free[s.left]
	for ; few > 0 && s.nodes > 0; few-- {
		bit := candidates
		if few > 1 {
			for k := r.Below(few); k > 0; k-- {
				bit &= bit - 1
			}
		}
		bit &= -bit
		candidates &^= bit
		s.toggleCandidate(int(c), bit)
		s.grid[c] = uint8(bits.TrailingZeros16(bit) + 1)
		if s.fillEmptyCells(r) {
			return true
		}
		s.toggleCandidate(int(c), bit)
	}
	s.free[s.left] = s.free[best]
	s.free[best] = c
	s.left++
	return false
}

// grid holds 81 digits, row by row; 0 means empty.
type grid = [cells]uint8

const cells = 81

// housesOf holds the row, the column and the box of each cell, as house numbers 0–26.
var housesOf = func() (all [256][3]uint8) {
	for c := range uint8(cells) {
		all[c] = [3]uint8{c / 9, 9 + c%9, 18 + c/27*3 + c%9/3}
	}
	return all
}()
