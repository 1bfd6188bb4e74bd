package kernel

import (
	"encoding/binary"
	"math/bits"
)

// A set of cells is two words, called lo and hi throughout. A band is 27 bits, row by row; lo holds the upper
// two bands and hi the third:
//
//	         bit of lo                 bit of lo                 bit of hi
//	r1  0  1  2 | 3 …  8      r4 32 33 34 |35 … 40      r7  0  1  2 | 3 …  8
//	r2  9 10 11 |12 … 17      r5 41 42 43 |44 … 49      r8  9 10 11 |12 … 17
//	r3 18 19 20 |21 … 26      r6 50 51 52 |53 … 58      r9 18 19 20 |21 … 26
//	        band 1                    band 2                    band 3
//
// One operation on lo works on two bands. The 5 bits between these bands, and the upper half of hi, are always
// 0.
const (
	band  = 1<<27 - 1
	bands = band | band<<32 // the cells of lo

	rowBits  = 0o777 // the cells of a band's first row; also the set of all nine columns
	rowsBits = rowBits | rowBits<<32

	spread    = 0o001001001 // the first cell of each row; spread times a set of columns is the set of a band's cells in these columns
	firsts2   = spread | spread<<32
	boxes     = 0o111 // the first cell of each box of a band
	boxes2    = boxes | boxes<<32
	minirows  = 0o111111111 // the first cell of each minirow of a band
	minirows2 = minirows | minirows<<32
	fill      = 7 // fill times a set of minirows' first cells is the set of all cells of these minirows
)

type digitBoard struct {
	lo, hi             uint64 // the cells that may hold the digit
	placedLo, placedHi uint64 // the cells that do hold the digit, a subset of lo, hi

	// closed is lo+hi when propagation last found nothing to do for this digit. Removing a candidate makes the sum
	// smaller, so an equal sum shows that nothing has changed since then.
	closed uint64
}

// board is one node of a search: the places of each digit, and the cells without a digit.
//
// When a cell gets its digit, the other eight digitBoards keep this cell until propagation next visits them. Therefore
// readers mask a digitBoard by free, which costs less than removing each placed cell from eight boards.
type board struct {
	digits         [9]digitBoard
	freeLo, freeHi uint64 // the cells without a placed digit
}

// cellSets holds two sets for each cell: only this cell (lo, hi), and the cells that can still hold a digit after this
// cell gets it (keepLo, keepHi), which are all except its peers.
var cellSets [81]struct{ lo, hi, keepLo, keepHi uint64 }

// peersAt holds the peers of each cell. The index is the cell's bit in lo, or 64 plus its bit in hi.
var peersAt [128]struct{ lo, hi uint64 }

// init runs at every start of the program, so it visits houses, which is faster than visiting pairs of cells.
func init() {
	var houses [27]struct{ lo, hi uint64 } // the cells of each row, column and box
	housesOf := func(cell int) [3]int {
		return [3]int{cell / 9, 9 + cell%9, 18 + cell/27*3 + cell%9/3}
	}
	for cell := range cellSets {
		s := &cellSets[cell]
		if cell < 54 {
			s.lo = 1 << (cell%27 + cell/27*32)
		} else {
			s.hi = 1 << (cell - 54)
		}
		for _, h := range housesOf(cell) {
			houses[h].lo |= s.lo
			houses[h].hi |= s.hi
		}
	}
	for cell := range cellSets {
		s, peers := &cellSets[cell], &peersAt[cell%27+cell/27*32]
		for _, h := range housesOf(cell) {
			peers.lo |= houses[h].lo &^ s.lo
			peers.hi |= houses[h].hi &^ s.hi
		}
		s.keepLo, s.keepHi = bands&^peers.lo, band&^peers.hi
	}
}

// load sets b to a puzzle and reports whether all values are at most 9. It does not compare the givens, because
// propagate finds contradictions between them without a guess.
func (b *board) load(puzzle *[81]uint8) bool {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)
	var givens [2]uint64 // bit c%64 of word c/64 is set if cell c is a given
	var wrong uint64
	for at := 0; at < 80; at += 8 {
		v := binary.LittleEndian.Uint64(puzzle[at : at+8])
		low := v &^ highs // adding to low carries into no other byte
		wrong |= v | (low + (0x7f-9)*ones)
		filled := (v | (low + 0x7f*ones)) & highs
		// The product gathers the eight high bits in the highest byte.
		givens[at/64] |= filled * 0x0002040810204081 >> 56 << (at % 64)
	}
	if puzzle[80] != 0 {
		givens[1] |= 1 << (80 - 64)
	}
	if wrong&highs != 0 || puzzle[80] > 9 {
		return false
	}

	var placed [16]struct{ lo, hi uint64 }
	for i, cells := range givens {
		for ; cells != 0; cells &= cells - 1 {
			cell := 64*i + bits.TrailingZeros64(cells)
			s, p := &cellSets[cell], &placed[puzzle[cell]&15]
			p.lo |= s.lo
			p.hi |= s.hi
		}
	}
	b.freeLo, b.freeHi = bands, band
	for d := range b.digits {
		g := &b.digits[d]
		lo, hi := placed[d+1].lo, placed[d+1].hi
		g.placedLo, g.placedHi = lo, hi
		b.freeLo &^= lo
		b.freeHi &^= hi

		columns := (lo | lo>>32 | hi) & band
		columns = (columns | columns>>9 | columns>>18) & rowBits * spread
		seenLo, seenHi := columns|columns<<32, columns
		minisLo := (lo | lo>>1 | lo>>2) & minirows2
		minisHi := (hi | hi>>1 | hi>>2) & minirows
		seenLo |= (minisLo | minisLo>>3 | minisLo>>6) & firsts2 * rowBits
		seenHi |= (minisHi | minisHi>>3 | minisHi>>6) & spread * rowBits
		seenLo |= (minisLo | minisLo>>9 | minisLo>>18) & boxes2 * (fill * spread)
		seenHi |= (minisHi | minisHi>>9 | minisHi>>18) & boxes * (fill * spread)
		g.lo = bands&^seenLo | lo
		g.hi = band&^seenHi | hi
		g.closed = 0
	}
	return true
}

// place puts a digit, 1 to 9, in a cell, which must have it as a candidate.
func (b *board) place(cell, digit int) {
	g, s := &b.digits[digit-1], &cellSets[cell]
	g.lo &= s.keepLo
	g.hi &= s.keepHi
	g.placedLo |= s.lo
	g.placedHi |= s.hi
	b.freeLo &^= s.lo
	b.freeHi &^= s.hi
}

// removeCandidate removes x from a board that has just been loaded. It returns false if x is a given.
func (b *board) removeCandidate(x Candidate) bool {
	if x.Digit == 0 {
		return true
	}
	g, s := &b.digits[x.Digit-1], &cellSets[x.Cell]
	g.lo &^= s.lo
	g.hi &^= s.hi
	return g.placedLo&s.lo|g.placedHi&s.hi == 0
}

// firstCell returns the first cell, row by row, of a nonempty set.
func firstCell(lo, hi uint64) int {
	if lo != 0 {
		at := bits.TrailingZeros64(lo)
		return at - at/32*5
	}
	return 54 + bits.TrailingZeros64(hi)
}

// candidates returns the candidates of a cell, on a board that propagate has finished. Bit d-1 stands for digit d.
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

func (b *board) writeSolution(grid *[81]uint8) {
	upper, lower := grid[:54], grid[54:]
	for d := range b.digits {
		// On a solved board, a digit has three cells in each band.
		lo, hi := b.digits[d].lo, b.digits[d].hi
		for range 6 {
			at := bits.TrailingZeros64(lo)
			lo &= lo - 1
			upper[at-at/32*5] = uint8(d + 1)
		}
		for range 3 {
			lower[bits.TrailingZeros64(hi)] = uint8(d + 1)
			hi &= hi - 1
		}
	}
}
