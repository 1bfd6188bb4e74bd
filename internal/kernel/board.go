package kernel

import (
	"encoding/binary"
	"math/bits"
)

// A set of cells is two words, called lo and hi throughout. A band is 27 bits,
// row by row, so that lo holds the upper two bands and hi the third:
//
//	         bit of lo                 bit of lo                 bit of hi
//	r1  0  1  2 | 3 …  8      r4 32 33 34 |35 … 40      r7  0  1  2 | 3 …  8
//	r2  9 10 11 |12 … 17      r5 41 42 43 |44 … 49      r8  9 10 11 |12 … 17
//	r3 18 19 20 |21 … 26      r6 50 51 52 |53 … 58      r9 18 19 20 |21 … 26
//	        band 1                    band 2                    band 3
//
// One operation on lo works on two bands; the 5 bits that separate them and
// the upper half of hi are always 0.
const (
	band  = 1<<27 - 1
	bands = band | band<<32 // the cells of lo

	rowBits  = 0o777 // the first row of a band, and a set of columns
	rowsBits = rowBits | rowBits<<32

	spread    = 0o001001001 // times a set of columns: those columns' cells in a band
	minirows  = 0o111111111 // the first cell of each minirow of a band
	minirows2 = minirows | minirows<<32
	fill      = 7 // times a set of first cells: their whole minirows
)

// digitBoard is what is known of one digit.
type digitBoard struct {
	lo, hi             uint64 // the cells that may hold it
	placedLo, placedHi uint64 // of these, the cells that do

	// closed is lo+hi as it was when propagation last found nothing to do here.
	// Candidates only ever go, so the sum falls exactly when one went.
	closed uint64
}

// board is one position of a search.
//
// A cell that is placed for one digit stays in the other eight digits' sets
// until each of these is next looked at: masking nine boards by free as they are
// read costs less than removing a cell from eight boards as it is placed.
type board struct {
	digits         [9]digitBoard
	freeLo, freeHi uint64 // the cells that no digit is placed in
}

// cellSets has, for each cell, the cell alone and the cells that may still hold
// a digit placed in it: itself and all that are no peers of it.
var cellSets [81]struct{ lo, hi, keepLo, keepHi uint64 }

// peersAt has a cell's peers, by the cell's bit in lo, or 64 more than its bit in hi.
var peersAt [128]struct{ lo, hi uint64 }

// emptyBoard is a board without a given.
var emptyBoard board

func init() {
	for cell := range cellSets {
		s := &cellSets[cell]
		if cell < 54 {
			s.lo = 1 << (cell%27 + cell/27*32)
		} else {
			s.hi = 1 << (cell - 54)
		}
	}
	for cell := range cellSets {
		s := &cellSets[cell]
		for other, o := range cellSets {
			sameRow := other/9 == cell/9
			sameColumn := other%9 == cell%9
			sameBox := other/27 == cell/27 && other%9/3 == cell%9/3
			if other == cell || !sameRow && !sameColumn && !sameBox {
				s.keepLo |= o.lo
				s.keepHi |= o.hi
			}
		}
		at := bits.TrailingZeros64(s.lo)
		if s.lo == 0 {
			at = 64 + bits.TrailingZeros64(s.hi)
		}
		peersAt[at].lo = bands &^ s.keepLo
		peersAt[at].hi = band &^ s.keepHi
	}
	for d := range emptyBoard.digits {
		emptyBoard.digits[d].lo = bands
		emptyBoard.digits[d].hi = band
	}
	emptyBoard.freeLo, emptyBoard.freeHi = bands, band
}

// load sets b to puzzle and reports whether its values are digits that do not
// contradict each other.
func (b *board) load(puzzle *[81]uint8) bool {
	*b = emptyBoard
	consistent := true
	for at := 0; at < 80; at += 8 {
		for v := binary.LittleEndian.Uint64(puzzle[at : at+8]); v != 0; {
			shift := bits.TrailingZeros64(v) &^ 7
			d := v >> shift & 0xff
			v &^= 0xff << shift
			consistent = b.place(at+shift/8, d) && consistent
		}
	}
	if d := puzzle[80]; d != 0 {
		consistent = b.place(80, uint64(d)) && consistent
	}
	return consistent
}

// place puts digit d, 1 to 9, in a cell, and reports whether it was a candidate there.
func (b *board) place(cell int, d uint64) bool {
	if d > 9 {
		return false
	}
	g, s := &b.digits[d-1], &cellSets[cell]
	was := s.lo&g.lo | s.hi&g.hi
	g.lo &= s.keepLo
	g.hi &= s.keepHi
	g.placedLo |= s.lo
	g.placedHi |= s.hi
	b.freeLo &^= s.lo
	b.freeHi &^= s.hi
	return was != 0
}

// firstCell is the first cell of a set that is not empty, in row-major order.
func firstCell(lo, hi uint64) int {
	if lo != 0 {
		at := bits.TrailingZeros64(lo)
		return at - at/32*5
	}
	return 54 + bits.TrailingZeros64(hi)
}

// candidates has bit d-1 set for each digit d that the cell may hold, on a board
// that propagate has left.
func (b *board) candidates(cell int) (set uint16) {
	s := &cellSets[cell]
	for d := range b.digits {
		g := &b.digits[d]
		if g.lo&s.lo|g.hi&s.hi != 0 {
			set |= 1 << d
		}
	}
	return set
}

// solution writes a board without a free cell to grid.
func (b *board) solution(grid *[81]uint8) {
	upper, lower := grid[:54], grid[54:]
	for d := range b.digits {
		for lo := b.digits[d].lo; lo != 0; lo &= lo - 1 {
			at := bits.TrailingZeros64(lo)
			upper[at-at/32*5] = uint8(d + 1)
		}
		for hi := b.digits[d].hi; hi != 0; hi &= hi - 1 {
			lower[bits.TrailingZeros64(hi)] = uint8(d + 1)
		}
	}
}
