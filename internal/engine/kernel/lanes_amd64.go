//go:build !purego

package kernel

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C _asm . -kernel avx512 -out ../lanes_avx512_amd64.s -pkg kernel
//go:generate go run -C _asm . -kernel avx2 -out ../lanes_avx2_amd64.s -pkg kernel

//go:noescape
func sweepAVX512(w *workspace)

//go:noescape
func chooseAVX512(w *workspace)

//go:noescape
func guessAVX512(w *workspace)

//go:noescape
func guessAVX2(w *workspace, half int)

//go:noescape
func beginAVX512(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64)

//go:noescape
func restoreAVX512(w *workspace)

//go:noescape
func restoreAVX2(w *workspace, half int)

//go:noescape
func moveAVX512(cells, frames *plane, from *[maxLanes]uint16, set uint64)

//go:noescape
func loadAVX512(to *plane, puzzles *[laneCount][81]uint8, half int) uint32

//go:noescape
func readAVX512(cells *plane, l int, grid *[81]uint8)

//go:noescape
func readManyAVX512(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)

//go:noescape
func firstAVX512(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) uint64

//go:noescape
func secondAVX512(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)

//go:noescape
func sweepAVX2(w *workspace, half int)

//go:noescape
func chooseAVX2(w *workspace, half int)

//go:noescape
func loadAVX2(to *plane, puzzles *[laneCount][81]uint8) uint32

//go:noescape
func moveLanes(cells, frames *plane, from *uint16, count int, set uint32)

//go:noescape
func prefetch(puzzles *[81]uint8, results *Result, searches *search)

//go:noescape
func readLane(cells *plane, l int, grid *[81]uint8)

// moveWide is moveAVX512 for any set.
func moveWide(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
	if set != 0 {
		moveAVX512(cells, frames, from, set)
	}
}

// firstWide is firstAVX512 for any lanes.
func firstWide(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	without := firstAVX512(w, set, at, rest)
	if without == 0 {
		return
	}
	for e := without; e != 0; e &= e - 1 {
		w.chooseFewest(bits.TrailingZeros64(e))
	}
	firstAVX512(w, without, at, rest)
}

// secondWide is secondAVX512 for any set.
func secondWide(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	if set != 0 {
		secondAVX512(cells, set, from, at, rest)
	}
}

// moveFew is move lane by lane.
func moveFew(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
	if set != 0 {
		moveLanes(cells, frames, &from[0], laneCount, uint32(set))
	}
}

// vectorLanes are the lane kernels of this machine, best first.
func vectorLanes() []Kernel {
	var all []Kernel
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512BW && x.HasAVX512BITALG && x.HasAVX512VBMI && x.HasAVX512GFNI && x.HasAVX512VL && x.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx512", layout: layout64{}, sweep: sweepAVX512, choose: chooseAVX512, guess: guessAVX512, restore: restoreAVX512, begin: beginAVX512,
			first: firstWide, second: secondWide, move: moveWide,
			load: func(to *plane, first int, puzzles *[laneCount][81]uint8) uint32 {
				return loadAVX512(to, puzzles, first/laneCount)
			},
			read: readAVX512, readMany: readManyAVX512, prefetch: prefetch, single: singleAVX512(),
		}))
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx2", layout: layout32{}, first: firstLanes, second: secondLanes,
			sweep:   func(w *workspace) { sweepAVX2(w, 0); sweepAVX2(w, 1) },
			choose:  func(w *workspace) { chooseAVX2(w, 0); chooseAVX2(w, 1) },
			guess:   func(w *workspace) { guessAVX2(w, 0); guessAVX2(w, 1) },
			restore: func(w *workspace) { restoreAVX2(w, 0); restoreAVX2(w, 1) },
			load:    func(to *plane, _ int, puzzles *[laneCount][81]uint8) uint32 { return loadAVX2(to, puzzles) },
			move:    moveFew, read: readLane, prefetch: prefetch, single: singleAVX2(),
		}))
	}
	return all
}
