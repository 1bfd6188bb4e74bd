//go:build !purego

package kernel

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C _asm . -kernel avx512 -out ../lanes_avx512_amd64.s -pkg kernel
//go:generate go run -C _asm . -kernel avx2 -out ../lanes_avx2_amd64.s -pkg kernel

//go:noescape
func sweepAVX512(b *block)

//go:noescape
func chooseAVX512(b *block)

//go:noescape
func guessAVX512(b *block)

//go:noescape
func guessAVX2(b *block, half int)

//go:noescape
func beginAVX512(b *block, stage *column, from *[maxLanes]uint16, set uint64)

//go:noescape
func restoreAVX512(b *block)

//go:noescape
func restoreAVX2(b *block, half int)

//go:noescape
func moveAVX512(cells, stage *column, from *[maxLanes]uint16, set uint64)

//go:noescape
func loadAVX512(stage *column, puzzles *[laneCount][81]uint8, half int) uint32

//go:noescape
func readAVX512(cells *column, l int, grid *[81]uint8)

//go:noescape
func readManyAVX512(cells *column, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)

//go:noescape
func splitAVX512(b *block, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) uint64

//go:noescape
func secondAVX512(cells *column, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)

//go:noescape
func sweepAVX2(b *block, half int)

//go:noescape
func chooseAVX2(b *block, half int)

//go:noescape
func loadAVX2(stage *column, puzzles *[laneCount][81]uint8) uint32

//go:noescape
func moveLanes(cells, stage *column, from *uint16, frames int, set uint32)

//go:noescape
func prefetch(puzzles *[81]uint8, results *Result, searches *search)

//go:noescape
func readLane(cells *column, l int, grid *[81]uint8)

func loadPuzzles(stage *column, _ int, puzzles *[laneCount][81]uint8) uint32 {
	return loadAVX2(stage, puzzles)
}

func loadWide(stage *column, first int, puzzles *[laneCount][81]uint8) uint32 {
	return loadAVX512(stage, puzzles, first/laneCount)
}

// moveWide is moveAVX512 for any set.
func moveWide(cells, stage *column, from *[maxLanes]uint16, set uint64) {
	if set != 0 {
		moveAVX512(cells, stage, from, set)
	}
}

// splitWide is splitAVX512 for any lanes.
func splitWide(b *block, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	without := splitAVX512(b, set, at, rest)
	if without == 0 {
		return
	}
	for e := without; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e)
		b.chooseFewest(l)
	}
	splitAVX512(b, without, at, rest)
}

// secondWide is secondAVX512 for any set.
func secondWide(cells *column, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	if set != 0 {
		secondAVX512(cells, set, from, at, rest)
	}
}

// moveFew is move lane by lane.
func moveFew(cells, stage *column, from *[maxLanes]uint16, set uint64) {
	if set != 0 {
		moveLanes(cells, stage, &from[0], laneCount, uint32(set))
	}
}

// vectorLanes are the lane kernels of this machine, best first.
func vectorLanes() []Kernel {
	var all []Kernel
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512BW && x.HasAVX512BITALG && x.HasAVX512VBMI && x.HasAVX512GFNI && x.HasAVX512VL && x.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx512", count: maxLanes, sweep: sweepAVX512, choose: chooseAVX512, guess: guessAVX512, restore: restoreAVX512, begin: beginAVX512,
			split: splitWide, second: secondWide,
			move: moveWide, load: loadWide, read: readAVX512, readMany: readManyAVX512, prefetch: prefetch, narrow: narrowAVX512(),
		}))
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx2", count: laneCount, split: splitLanes, second: secondLanes,
			sweep:   func(b *block) { sweepAVX2(b, 0); sweepAVX2(b, 1) },
			choose:  func(b *block) { chooseAVX2(b, 0); chooseAVX2(b, 1) },
			guess:   func(b *block) { guessAVX2(b, 0); guessAVX2(b, 1) },
			restore: func(b *block) { restoreAVX2(b, 0); restoreAVX2(b, 1) },
			load:    loadPuzzles, read: readLane, prefetch: prefetch, narrow: narrowAVX2(),
			move: moveFew,
		}))
	}
	return all
}
