package kernel

import "math/bits"

// vec is what one vector operation works on, 64 bytes: 16 bits for each of 32 lanes (lane l
// is bits 16(l%4) and up of element l/4, which on amd64 is word l), or a byte for each of 64.
type vec [laneCount / 4]uint64

func (v *vec) at(l int) uint16 { return uint16(v[uint(l)/4&7] >> (uint(l) % 4 * 16)) }

func (v *vec) set(l int, x uint16) {
	shift := uint(l) % 4 * 16
	w := &v[uint(l)/4&7]
	*w = *w&^(0xFFFF<<shift) | uint64(x)<<shift
}

// plane is a grid for each lane: vec c holds cell c; those after are for digit 9.
type plane [81 + nineVecs]vec

// workspace is what a sweep works on. The assembly knows its offsets.
//
// A sweep writes to wide what it reads from cell, a multiple of 4,096 bytes away: a load would
// wait for a store that only looks like its own.
//
// Vecs must not straddle cache lines, or loads take twice as long. Go gives an object of
// this size, and a plane, a place at a multiple of 64; a test sees to it.
type workspace struct {
	cell    plane
	prev    vec    // each lane's sum of cells after the previous sweep; 0 forgets it
	key     vec    // choose: the cell to fork in; see layout32 and layout64
	score   vec    // choose, lanes of a byte: how good it is
	served  vec    // guess, restore: which lanes; see mark
	picked  [4]vec // guess: its answer; see level
	dead    uint64 // sweep: lanes with an empty cell
	still   uint64 // sweep: lanes that did not change
	full    uint64 // sweep: lanes that look solved; see solved
	pairs   uint64 // guess: lanes where no cell had three candidates
	_       [32]byte
	mask    [11]vec      // choose: where a cell is bivalue
	scratch [128]vec     // values that found no register
	wide    [81 + 69]vec // of 64 lanes' sweep, choose and guess
	path    plane        // of dive.go
	digit   vec          // choose, lanes of a byte: the first child's digit, or 0 for the lowest
}

// layout is how lanes lie in a plane.
type layout interface {
	lanes() int
	// at is the candidates of cell c in lane l: bit d-1 is set when digit d is possible.
	at(cells *plane, c, l int) uint16
	set(cells *plane, c, l int, x uint16)
	// solved is the lanes that the last sweep has solved.
	solved(w *workspace, still uint64) uint64
	// fewest is the first cell of lane l with the fewest candidates above one. There is
	// none with two.
	fewest(cells *plane, l int) int
	// level is what guess has guessed in lane l.
	level(w *workspace, l int) level
	// mark writes some lanes to a vec, as guess and restore want them.
	mark(v *vec, some uint64)
	// reopen gives cell c of lane l all candidates; or, where others is ^0 and not 0, all
	// but those that it has.
	reopen(cells *plane, c, l int, others uint64)
}

// layout32 is 32 lanes of 16 bits, of which candidates take nine. In key, bits 0 to 6 are
// the cell, and bivalue is set where it has two candidates; else no cell has.
type layout32 struct{}

const bivalue = 1 << 13

func (layout32) lanes() int                           { return laneCount }
func (layout32) at(cells *plane, c, l int) uint16     { return cells[c].at(l) }
func (layout32) set(cells *plane, c, l int, x uint16) { cells[c].set(l, x) }

// solved: at rest a lane is solved when its cells have the sum of a solved grid.
func (layout32) solved(w *workspace, still uint64) uint64 { return still & w.full }

func (layout32) fewest(cells *plane, l int) int {
	best, few := 0, 10
	for c := range 81 {
		switch n := bits.OnesCount16(cells[c].at(l)); {
		case n == 3:
			return c
		case n > 3 && n < few:
			best, few = c, n
		}
	}
	return best
}

// level: a vec for each band has the place in the band and 1, or 0.
func (layout32) level(w *workspace, l int) level {
	return levelOf(uint32(w.picked[0].at(l)), uint32(w.picked[1].at(l)), uint32(w.picked[2].at(l)))
}

// levelOf is the level with each band's place and 1, or 0.
func levelOf(x, y, z uint32) level {
	// No branch: it would be guessed wrong too often.
	bit := func(x uint32) uint32 { return -x >> 31 }
	return level(x | y<<8 | z<<16 | bit(x)<<24 | bit(y)<<25 | bit(z)<<26 | (bit(x)+bit(y)+bit(z))<<27)
}

// mark: all bits of a lane.
func (layout32) mark(v *vec, some uint64) {
	for i := range v {
		v[i] = (some&1 | some&2<<15 | some&4<<30 | some&8<<45) * 0xFFFF
		some >>= 4
	}
}

func (layout32) reopen(cells *plane, c, l int, others uint64) {
	cells[c].set(l, 511&^(cells[c].at(l)&uint16(others)))
}

// layout64 is 64 lanes: digits 1 to 8 are a byte of each lane, digit 9 is a bit of a word a
// cell, so that a vec serves twice as many searches. A sweep comes to rest where that of 32
// lanes does; on the way to a contradiction it may see another first, so that in searches
// without a solution guesses may differ by a few.
//
//	vecs 0–80     81 cells      lane 0 │ lane 1 │ … │ lane 63      a byte each: digits 1–8
//	vecs 81–107   27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l cannot have 9
//	              27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l has only 9
//
// The 27 are a band's cells, row by row: four words have the cells at one place of the
// three bands. In key a lane's byte is the cell; in score it is 0 where choose has none.
type layout64 struct{}

// nineVecs are the vecs that the two arrays of words take.
const (
	nineVecs  = 2 * nineWords / 8
	nineWords = 4 * 27
)

// nine is cell c's word of the first array, only its word of the second.
func (cells *plane) nine(c int) *uint64 { return &cells[81+uint(nineOf[c&127])/8][nineOf[c&127]%8] }

func (cells *plane) only(c int) *uint64 {
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

func (layout64) at(cells *plane, c, l int) uint16 {
	x := uint16(uint8(cells[c][uint(l)/8&7] >> (uint(l) % 8 * 8)))
	return x | uint16(^*cells.nine(c)>>(uint(l)&63)&1)<<8
}

func (layout64) set(cells *plane, c, l int, x uint16) {
	shift, bit := uint(l)%8*8, uint64(1)<<(uint(l)&63)
	w := &cells[c][uint(l)/8&7]
	*w = *w&^(0xFF<<shift) | uint64(x&0xFF)<<shift
	not, only := cells.nine(c), cells.only(c)
	*not |= bit
	*only &^= bit
	if x > 0xFF {
		*not &^= bit
		if x == 1<<8 {
			*only |= bit
		}
	}
}

// solved: where each digit had one place in each row after the bands' locked candidates, and
// no cell was left empty, which is seen before the lanes are still.
func (layout64) solved(w *workspace, _ uint64) uint64 { return w.full &^ w.dead }

func (layout64) fewest(cells *plane, l int) int {
	best, few := 0, 10
	for c := 0; c < 81 && few > 3; c++ {
		w := cells[c][uint(l)/8&7] >> (uint(l) % 8 * 8)
		n := bits.OnesCount8(uint8(w)) + int(^*cells.nine(c)>>(uint(l)&63)&1)
		if n > 1 && n < few {
			best, few = c, n
		}
	}
	return best
}

// level: half a word for each lane, in the order that interleaving bytes within 16 makes.
func (layout64) level(w *workspace, l int) level {
	return level(w.picked[l>>2&3][l>>3&6|l>>1&1] >> (uint(l) & 1 * 32))
}

// mark: one bit a lane.
func (layout64) mark(v *vec, some uint64) { v[0] = some }

func (layout64) reopen(cells *plane, c, l int, others uint64) {
	shift := uint(l) % 8 * 8
	w := &cells[c][uint(l)/8&7]
	all := uint64(0xFF) << shift
	*w = *w&^all | all&^(*w&others)
	*cells.nine(c) &^= 1 << (uint(l) & 63)
}
