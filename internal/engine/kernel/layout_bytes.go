package kernel

import "math/bits"

// layoutBytes has 32 lanes: lane l has byte l of each vec. An AVX2 vector is half a vec, an arm64 vector a quarter.
// Digit 9 is stored separately, by minirows:
//
//	vecs 0–80     81 cells      digits 1–8
//	vecs 81–107   27 minirows   bits 0–2: where 9 is possible; bits 4–6: where only 9 is possible
//
// key and score are as in layout64, and sweeps end in the same state. A lane is full if it has no digit with two places
// in a row, and no two places for 9 in a box.
type layoutBytes struct{}

func (v *vec) byteAt(l int) uint8 { return uint8(v[uint(l)/8&7] >> (uint(l) % 8 * 8)) }

func (v *vec) setByte(l int, x uint8) {
	shift := uint(l) % 8 * 8
	w := &v[uint(l)/8&7]
	*w = *w&^(0xFF<<shift) | uint64(x)<<shift
}

// minirowOf returns the vec that has digit 9 of cell c, and the index of the cell in its minirow.
func (cells *plane) minirowOf(c int) (v *vec, k uint) {
	m := uint(c) / 3
	return &cells[81+m%27], uint(c) - 3*m
}

func (layoutBytes) lanes() int { return laneCount }

func (layoutBytes) candidatesAt(cells *plane, c, l int) uint16 {
	nine, k := cells.minirowOf(c)
	return uint16(cells[c].byteAt(l)) | uint16(nine.byteAt(l)>>k&1)<<8
}

func (layoutBytes) setCandidates(cells *plane, c, l int, x uint16) {
	cells[c].setByte(l, uint8(x))
	// The code has no branch, because the processor could not predict whether 9 is possible.
	has := x >> 8
	only := (uint16(uint8(x)) - 1) >> 15 & has
	nine, k := cells.minirowOf(c)
	nine.setByte(l, nine.byteAt(l)&^(0x11<<k)|uint8(has|only<<4)<<k)
}

func (layoutBytes) resetEmptyCells(cells *plane, l int, puzzle *[81]uint8) {
	i, shift := uint(l)/8&7, uint(l)%8*8
	for r := range 27 {
		nine := &cells[81+r][i]
		for k := range 3 {
			// The code has no branch, because the processor could not predict whether a cell is given.
			open := uint64(int64(puzzle[3*r+k])-1) >> 63 << shift
			cells[3*r+k][i] |= open * 0xFF
			*nine = *nine&^(open<<(4+k)) | open<<k
		}
	}
}

func (y layoutBytes) cellWithFewest(cells *plane, l int) int {
	best, few := 0, 10
	for c := 0; c < 81 && few > 3; c++ {
		if n := bits.OnesCount16(y.candidatesAt(cells, c, l)); n > 1 && n < few {
			best, few = c, n
		}
	}
	return best
}

func (layoutBytes) writeLaneSet(v *vec, some uint64) {
	const each = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42 | 1<<49
	for i := range laneCount / 8 {
		// moves bit k of each eight bits to bit 8k of a word
		v[i] = (some&0x7F*each&0x0101010101010101 | some&0x80<<49) * 0xFF
		some >>= 8
	}
}

// resetCandidates also restores the candidate 9 of cell c. No guess is ever 9, so this candidate was not refuted.
func (layoutBytes) resetCandidates(cells *plane, c, l int, others uint64) {
	cells[c].setByte(l, ^(cells[c].byteAt(l) & uint8(others)))
	nine, k := cells.minirowOf(c)
	nine.setByte(l, nine.byteAt(l)|1<<k)
}
