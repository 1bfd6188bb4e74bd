//go:build !purego

package kernel

import "math/bits"

//go:generate go run -C _asm . -kernel neon -out ../lanes_neon_arm64.s -pkg kernel

//go:noescape
func sweepNEON(w *workspace)

//go:noescape
func chooseNEON(w *workspace)

//go:noescape
func guessNEON(w *workspace)

//go:noescape
func restoreNEON(w *workspace)

//go:noescape
func permuteNEON(to, from *plane, order *[laneCount]uint8)

//go:noescape
func loadNEON(to *plane, puzzles *[laneCount][81]uint8) uint32

// vectorLanes is neon: every processor of arm64 has its instructions.
func vectorLanes() []Kernel {
	return []Kernel{newLanes(lanes{
		name: "neon", layout: layoutBytes{}, sweep: sweepNEON, choose: chooseNEON, guess: guessNEON, restore: restoreNEON,
		first: firstBytes, second: secondBytes, move: moveNEON, read: readBytes,
		load:     func(to *plane, _ int, puzzles *[laneCount][81]uint8) uint32 { return loadNEON(to, puzzles) },
		prefetch: func(*[81]uint8, *Result, *search) {},
	})}
}

// moveNEON is move for layoutBytes.
func moveNEON(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
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

// readBytes reads the digits of solved lane l.
func readBytes(cells *plane, l int, grid *[81]uint8) {
	word, shift := uint(l)/8&7, uint(l)%8*8
	for c := range grid {
		grid[c] = uint8(bits.TrailingZeros16(uint16(uint8(cells[c][word]>>shift))|1<<8) + 1)
	}
}
