package kernel

import "math/bits"

// vec is the operand of one vector operation, 64 bytes: 16 bits for each of 32 lanes, or a byte for each of 64. With 16
// bits, lane l begins at bit 16(l%4) of element l/4; on amd64, this is word l.
type vec [laneCount / 4]uint64

func (v *vec) laneAt(l int) uint16 { return uint16(v[uint(l)/4&7] >> (uint(l) % 4 * 16)) }

func (v *vec) setLane(l int, x uint16) {
	shift := uint(l) % 4 * 16
	w := &v[uint(l)/4&7]
	*w = *w&^(0xFFFF<<shift) | uint64(x)<<shift
}

// plane is a grid for each lane: vec c holds cell c, and the last nineVecs hold digit 9.
type plane [81 + nineVecs]vec

// workspace is the memory that a sweep works on. The assembly relies on its offsets.
//
// A sweep loads from cell and stores to wide, which begins a multiple of 4,096 bytes after cell. A load must wait for
// an earlier store to an address with the same low bits. With this distance, no load of a cell follows such a store. A
// vec must lie in one cache line, because otherwise loads would take twice as long. Go aligns objects of this size, and
// planes, to 64 bytes; a test checks this.
type workspace struct {
	cell    plane
	prev    vec    // the sum of each lane's cells after the previous sweep, or 0 if unknown
	key     vec    // set by choose: the cell in which each lane forks; see layout64 and single
	score   vec    // set by choose, in layout64 and layoutBytes: the score of the cell in key
	served  vec    // the set of lanes that guess and restore work on; see writeLaneSet
	picked  [4]vec // set by guess: the cells that it has guessed; see guessLevel
	dead    uint64 // set by sweep: the lanes with an empty cell
	still   uint64 // set by sweep: the lanes that have not changed
	full    uint64 // set by sweep: the lanes that are solved, unless they are dead
	pairs   uint64 // set by guess: the lanes in which no cell has three candidates
	_       [32]byte
	mask    [11]vec      // set by choose: for each cell, the lanes in which it is bivalue
	scratch [128]vec     // values that do not fit into registers
	wide    [81 + 69]vec // temporaries of sweep, choose and guess in kernels of 64 lanes
	path    plane        // the paths of dives; see dive.go
	digit   vec          // set by choose, in layout64 and layoutBytes: the digit of the first child, or 0 for the cell's lowest digit
}

// guessedCells returns the cells that guess has guessed in lane l. In w.picked, each lane has half a word; the order of
// the lanes results from interleaving bytes.
func (w *workspace) guessedCells(l int) guessLevel {
	return guessLevel(w.picked[l>>2&3][l>>3&6|l>>1&1] >> (uint(l) & 1 * 32))
}

// layout says how a plane stores the candidates of its lanes.
type layout interface {
	lanes() int
	// candidatesAt returns the candidates of cell c in lane l: bit d-1 is set if digit d is possible.
	candidatesAt(cells *plane, c, l int) uint16
	setCandidates(cells *plane, c, l int, x uint16)
	// resetEmptyCells gives all candidates to the cells of lane l that are not givens of the puzzle.
	resetEmptyCells(cells *plane, l int, puzzle *[81]uint8)
	// cellWithFewest returns the first cell of lane l with the fewest candidates, but at least two. No cell may be
	// bivalue.
	cellWithFewest(cells *plane, l int) int
	// writeLaneSet writes the set some to v in the form that guess and restore read.
	writeLaneSet(v *vec, some uint64)
	// resetCandidates changes cell c of lane l. If `others` is 0, the cell gets all candidates. If `others` is ^0, the
	// cell gets the candidates that it did not have.
	resetCandidates(cells *plane, c, l int, others uint64)
}

// layout64 has 64 lanes, so that a vec serves twice as many searches as with 16 bits a lane. Digits 1 to 8 are a byte for
// each lane, and digit 9 is a bit for each lane, in a word for each cell. Sweeps end in the same state as with 16 bits.
// They may find another contradiction first, so the number of guesses may differ a little in searches without a
// solution. A lane is full if each digit had one place in each row when the bands had been propagated, so it may be
// solved before it is still.
//
//	vecs 0–80     81 cells      lane 0 │ lane 1 │ … │ lane 63      a byte each: digits 1–8
//	vecs 81–107   27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l cannot have 9
//	              27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l has only 9
//
// The 27 groups of words are the cells of a band, row by row. Each group has the cells with the same index in the three
// bands. Each lane has a byte in key and a byte in score. key is the cell in which to fork. score is 0 if choose found
// no cell.
type layout64 struct{}

// nineVecs is the number of vecs for digit 9. layout64 needs all of them: two arrays of nineWords words.
const (
	nineVecs  = 2 * nineWords / 8
	nineWords = 4 * 27
)

// firstWord returns the word for cell c and digit 9 in which bit l means that lane l cannot have 9. In the result of
// secondWord, bit l means that lane l has only 9.
func (cells *plane) firstWord(c int) *uint64 {
	return &cells[81+uint(nineOf[c&127])/8][nineOf[c&127]%8]
}

func (cells *plane) secondWord(c int) *uint64 {
	i := uint(nineOf[c&127]) + nineWords
	return &cells[81+i/8][i%8]
}

var nineOf = func() (at [128]uint8) {
	for c := range 81 {
		at[c] = uint8(4*(c/9%3*9+c%9) + c/27)
	}
	return
}()

func (layout64) lanes() int { return maxLanes }

func (layout64) candidatesAt(cells *plane, c, l int) uint16 {
	x := uint16(uint8(cells[c][uint(l)/8&7] >> (uint(l) % 8 * 8)))
	return x | uint16(^*cells.firstWord(c)>>(uint(l)&63)&1)<<8
}

func (layout64) setCandidates(cells *plane, c, l int, x uint16) {
	shift, bit := uint(l)%8*8, uint64(1)<<(uint(l)&63)
	w := &cells[c][uint(l)/8&7]
	*w = *w&^(0xFF<<shift) | uint64(x&0xFF)<<shift
	not, only := cells.firstWord(c), cells.secondWord(c)
	*not |= bit
	*only &^= bit
	if x > 0xFF {
		*not &^= bit
		if x == 1<<8 {
			*only |= bit
		}
	}
}

func (layout64) resetEmptyCells(cells *plane, l int, puzzle *[81]uint8) {
	i, all, bit := uint(l)/8&7, uint64(0xFF)<<(uint(l)%8*8), uint64(1)<<(uint(l)&63)
	for c, digit := range puzzle {
		// The code has no branch, because the processor could not predict whether a cell is given.
		open := uint64(int64(digit)-1) >> 63 * ^uint64(0)
		cells[c][i] |= all & open
		*cells.firstWord(c) &^= bit & open
		*cells.secondWord(c) &^= bit & open
	}
}

func (layout64) cellWithFewest(cells *plane, l int) int {
	best, few := 0, 10
	for c := 0; c < 81 && few > 3; c++ {
		w := cells[c][uint(l)/8&7] >> (uint(l) % 8 * 8)
		n := bits.OnesCount8(uint8(w)) + int(^*cells.firstWord(c)>>(uint(l)&63)&1)
		if n > 1 && n < few {
			best, few = c, n
		}
	}
	return best
}

func (layout64) writeLaneSet(v *vec, some uint64) { v[0] = some }

func (layout64) resetCandidates(cells *plane, c, l int, others uint64) {
	shift := uint(l) % 8 * 8
	w := &cells[c][uint(l)/8&7]
	all := uint64(0xFF) << shift
	*w = *w&^all | all&^(*w&others)
	*cells.firstWord(c) &^= 1 << (uint(l) & 63)
}
