//go:build !purego

package kernel

import "math/bits"

// vectorKernels returns the neon kernel, which every arm64 processor can run.
func vectorKernels() []Kernel {
	return []Kernel{newLanes(lanes{
		name: "neon", layout: layoutBytes{}, sweep: sweepNEON, choose: chooseNEON, guess: guessNEON, restore: restoreNEON,
		makeFirstChildren: makeFirstChildrenNEON, makeSecondChildren: makeSecondChildrenNEON, move: moveLanesNEON, read: readBytes,
		load:     func(to *plane, _ int, puzzles *[laneCount][81]uint8) uint32 { return loadNEON(to, puzzles) },
		prefetch: func(*[81]uint8, *Result, *search) {},
	})}
}

// moveLanesNEON is lanes.move for layoutBytes.
func moveLanesNEON(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
	var here, framed [laneCount]uint8
	for l := range here {
		here[l], framed[l] = 0xFF, 0xFF
	}
	moved, taken := false, false
	for e := set; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & (laneCount - 1)
		if f := from[l]; f < laneCount {
			here[l], moved = uint8(f), true
		} else {
			framed[l], taken = uint8(f-laneCount), true
		}
	}
	if moved {
		permuteNEON(cells, cells, &here)
	}
	if taken {
		permuteNEON(cells, frames, &framed)
	}
}

func readBytes(cells *plane, l int, grid *[81]uint8) {
	word, shift := uint(l)/8&7, uint(l)%8*8
	for c := range grid {
		grid[c] = uint8(bits.TrailingZeros16(uint16(uint8(cells[c][word]>>shift))|1<<8) + 1)
	}
}

// makeFirstChildrenNEON is lanes.makeFirstChildren for layoutBytes.
func makeFirstChildrenNEON(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set) & (laneCount - 1)
		c := int(w.key.byteAt(l)) % 81
		if w.score.byteAt(l) == 0 {
			c = layoutBytes{}.cellWithFewest(&w.cell, l)
		}
		// digit has no bit for 9: the lowest of two or more digits is at most 8.
		x, digit := w.cell[c].byteAt(l), w.digit.byteAt(l)
		if digit == 0 {
			digit = x & -x
		}
		nine, k := w.cell.minirowOf(c)
		b := nine.byteAt(l)
		left := uint16(x&^digit) | uint16(b>>k&1)<<8
		if left == 0 {
			digit = 0
		}
		w.cell[c].setByte(l, digit)
		nine.setByte(l, b&^(1<<k))
		at[l&63], rest[l&63] = uint8(c), left
	}
}

// makeSecondChildrenNEON is lanes.makeSecondChildren for layoutBytes.
func makeSecondChildrenNEON(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set) & (laneCount - 1)
		p := from[l] % laneCount
		layoutBytes{}.setCandidates(cells, int(at[p])%81, l, rest[p])
	}
}
