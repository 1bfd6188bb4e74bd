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
func moveAVX512(cells, stage *column, from *[laneCount]uint16, set uint32)

//go:noescape
func sweepAVX2(b *block, half int)

//go:noescape
func chooseAVX2(b *block, half int)

//go:noescape
func loadAVX2(stage *column, puzzles *[81]uint8, at *[laneCount]uint32) uint32

//go:noescape
func moveLanes(cells, stage *column, from *uint16, frames int, set uint32)

//go:noescape
func readLane(cells *column, l int, grid *[81]uint8)

// everyPuzzle is where 32 puzzles in a row begin.
var everyPuzzle = func() (at [laneCount]uint32) {
	for l := range at {
		at[l] = uint32(l) * 81
	}
	return
}()

// loadPuzzles is loadAVX2; with fewer than 32 puzzles the other lanes repeat the last.
func loadPuzzles(stage *column, puzzles [][81]uint8) uint32 {
	if len(puzzles) == laneCount {
		return loadAVX2(stage, &puzzles[0], &everyPuzzle)
	}
	at := everyPuzzle
	for l := len(puzzles); l < laneCount; l++ {
		at[l] = at[len(puzzles)-1]
	}
	return loadAVX2(stage, &puzzles[0], &at)
}

// moveFew is move lane by lane.
func moveFew(cells, stage *column, from *[laneCount]uint16, set uint32) {
	if set != 0 {
		moveLanes(cells, stage, &from[0], laneCount, set)
	}
}

// moveMany moves all lanes at once, or as many as take less time one by one.
func moveMany(cells, stage *column, from *[laneCount]uint16, set uint32) {
	if bits.OnesCount32(set) <= 2 {
		moveFew(cells, stage, from, set)
	} else {
		moveAVX512(cells, stage, from, set)
	}
}

// vectorLanes are the lane kernels of this machine, best first.
func vectorLanes() []Kernel {
	var all []Kernel
	if cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512BITALG && cpu.X86.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx512", sweep: sweepAVX512, choose: chooseAVX512, move: moveMany, load: loadPuzzles, read: readLane, narrow: narrowAVX512(),
		}))
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		all = append(all, newLanes(lanes{
			name:   "avx2",
			sweep:  func(b *block) { sweepAVX2(b, 0); sweepAVX2(b, 1) },
			choose: func(b *block) { chooseAVX2(b, 0); chooseAVX2(b, 1) },
			load:   loadPuzzles, read: readLane, narrow: narrowAVX2(),
			move: moveFew,
		}))
	}
	return all
}
