package kernel

import "math/bits"

// The wide form of lanes, 64 of them: digits 1 to 8 are a byte of each lane, digit 9 is
// a bit of a word a cell, so that a row of 64 bytes serves twice as many searches. A sweep
// comes to rest where that of the other forms does; on the way to a contradiction it may
// see another first, so that in searches without a solution guesses may differ by a few.
//
// A column of 64 lanes:
//
//	rows 0–80     81 cells      lane 0 │ lane 1 │ … │ lane 63      a byte each: digits 1–8
//	rows 81–107   27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l cannot have 9
//	              27 × 4 words  band 1 │ band 2 │ band 3 │ unused  bit l: lane l has only 9
//
// The 27 are a band's cells, row by row: a vector of four words has the cells at one
// place of the three bands.

// nineRows are the rows that the two arrays take.
const (
	nineRows  = 2 * nineWords / 8
	nineWords = 4 * 27
)

// nine is cell c's word of an array, and only its word of the other.
func (cells *column) nine(c int) *uint64 { return &cells[81+uint(nineOf[c&127])/8][nineOf[c&127]%8] }
func (cells *column) only(c int) *uint64 {
	i := uint(nineOf[c&127]) + nineWords
	return &cells[81+i/8][i%8]
}

var nineOf = func() (at [128]uint8) {
	for c := range 81 {
		at[c] = uint8(4*(c/9%3*9+c%9) + c/27)
	}
	return
}()

// at is the candidates of cell c in lane l.
func (k *lanes) at(cells *column, c, l int) uint16 {
	if k.count == laneCount {
		return cells[c].at(l)
	}
	x := uint16(uint8(cells[c][uint(l)/8&7] >> (uint(l) % 8 * 8)))
	return x | uint16(^*cells.nine(c)>>(uint(l)&63)&1)<<8
}

// set makes x the candidates of cell c in lane l.
func (k *lanes) set(cells *column, c, l int, x uint16) {
	if k.count == laneCount {
		cells[c].set(l, x)
		return
	}
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

// solved are the lanes that the sweep has solved: of those that are still, where the
// cells have the sum of a solved grid. The wide form sees them before they are still:
// where after the bands' locked candidates, which see to rows and boxes, each digit had
// one place in each row, and the stacks', which see to columns, left no cell empty.
func (k *lanes) solved(b *block, still uint64) uint64 {
	if k.count == laneCount {
		return still & b.full
	}
	return b.full &^ b.dead
}

// fewest is the first cell of lane l with the fewest candidates above one, which are three or
// more; there is such a cell.
func (k *lanes) fewest(cells *column, l int) int {
	if k.count == laneCount {
		return int(cells.fewest(l))
	}
	return cells.fewestWide(l)
}

func (cells *column) fewestWide(l int) int {
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

// chooseFewest makes the cell of lane l with the fewest candidates the one that choose has found.
func (b *block) chooseFewest(l int) {
	best, shift := b.cell.fewestWide(l), uint(l)%8*8
	key, score := &b.key[uint(l)/8&7], &b.score[uint(l)/8&7]
	*key = *key&^(0xFF<<shift) | uint64(best)<<shift
	*score |= 1 << shift
}

// picks is what guess says of lane l.
func (k *lanes) picks(b *block, l int) step {
	p := &b.picked
	if k.count == laneCount {
		x, y, z := uint32(p[0].at(l)), uint32(p[1].at(l)), uint32(p[2].at(l))
		// No branch: it would be guessed wrong too often.
		bit := func(x uint32) uint32 { return -x >> 31 }
		return step(x | y<<8 | z<<16 | bit(x)<<24 | bit(y)<<25 | bit(z)<<26 | (bit(x)+bit(y)+bit(z))<<27)
	}
	// As bytes are interleaved, within 16 each.
	return step(p[l>>2&3][l>>3&6|l>>1&1] >> (uint(l) & 1 * 32))
}

// mark writes some lanes to a row, as guess and restore want them.
func (k *lanes) mark(r *row, some uint64) {
	if k.count == maxLanes {
		r[0] = some
		return
	}
	for i := range r {
		r[i] = (some&1 | some&2<<15 | some&4<<30 | some&8<<45) * 0xFFFF
		some >>= 4
	}
}

// reopen gives cell c of lane l all candidates; or, where others is ^0 and not 0, all but those of 1
// to 8 that it has.
func (k *lanes) reopen(cells *column, c, l int, others uint64) {
	if k.count == laneCount {
		cells[c].set(l, 511&^(cells[c].at(l)&uint16(others)))
		return
	}
	shift := uint(l) % 8 * 8
	w := &cells[c][uint(l)/8&7]
	all := uint64(0xFF) << shift
	*w = *w&^all | all&^(*w&others)
	*cells.nine(c) &^= 1 << (uint(l) & 63)
}
