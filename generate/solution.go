package generate

import "math/bits"

// fill fills the grid with a random solution. It calls no engine, so that the
// grid depends on chance alone.
//
//	1 . .   boxes 1, 5 and 9 share no house: each is a random order of the digits;
//	. 5 .   the rest is a search that takes the first cell with the fewest
//	. . 9   candidates and tries them in random order
//
// Every solution can come; not all are exactly as likely, for a search that goes
// astray begins where its last choice was, not afresh.
func fill(g *grid, r *random) {
	var s filler
	digits := [9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for box := 0; box < 9; box += 4 {
		r.shuffle(digits[:])
		for i, d := range digits {
			s.put(box/3*27+box%3*3+i/3*9+i%3, d)
		}
	}
	for box := range 9 {
		if box%4 == 0 {
			continue
		}
		for i := range 9 {
			s.free[s.left] = uint8(box/3*27 + box%3*3 + i/3*9 + i%3)
			s.left++
		}
	}
	s.complete(r)
	*g = s.grid
}

// filler is a grid on its way to a solution.
type filler struct {
	grid grid
	used [32]uint16 // by house, rows, columns, boxes: bit d−1: digit d is used
	free [54]uint8  // the empty cells are the first left ones
	left int
}

func (s *filler) put(c int, d uint8) {
	s.grid[c] = d
	s.flip(c, 1<<(d-1))
}

func (s *filler) flip(c int, bit uint16) {
	for _, h := range housesOf[uint8(c)] {
		s.used[h&31] ^= bit
	}
}

// complete fills the free cells, and answers whether that could be done.
func (s *filler) complete(r *random) bool {
	if s.left == 0 {
		return true
	}
	best, few := 0, 10
	var candidates uint16
	for i, c := range s.free[:s.left] {
		h := &housesOf[c]
		set := 511 &^ (s.used[h[0]&31] | s.used[h[1]&31] | s.used[h[2]&31])
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
	for ; few > 0; few-- {
		bit := candidates
		for k := r.below(few); few > 1 && k > 0; k-- {
			bit &= bit - 1
		}
		bit &= -bit
		candidates &^= bit
		s.flip(int(c), bit)
		s.grid[c] = uint8(bits.TrailingZeros16(bit) + 1)
		if s.complete(r) {
			return true
		}
		s.flip(int(c), bit)
	}
	s.free[s.left] = s.free[best]
	s.free[best] = c
	s.left++
	return false
}

// grid is 81 digits row by row, 0 for empty.
type grid = [cells]uint8

const cells = 81

// place is where a cell stands, counted from 0.
type place struct{ row, column, box uint8 }

var placeOf = func() (all [cells]place) {
	for c := range all {
		all[c] = place{uint8(c / 9), uint8(c % 9), uint8(c/27*3 + c%9/3)}
	}
	return all
}()

// housesOf has each cell's row, column and box, numbered 0–26.
var housesOf = func() (all [256][3]uint8) {
	for c, p := range placeOf {
		all[c] = [3]uint8{p.row, 9 + p.column, 18 + p.box}
	}
	return all
}()
