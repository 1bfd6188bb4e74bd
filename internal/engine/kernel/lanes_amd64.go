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
func beginAVX512(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64)

//go:noescape
func restoreAVX512(w *workspace)

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
func sweepAVX2(w *workspace)

//go:noescape
func chooseAVX2(w *workspace)

//go:noescape
func sweepBytes(w *workspace)

//go:noescape
func chooseBytes(w *workspace)

//go:noescape
func guessBytes(w *workspace)

//go:noescape
func beginBytes(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64)

//go:noescape
func moveBytes(cells, frames *plane, from *[maxLanes]uint16, set uint64)

//go:noescape
func firstBytes(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) uint64

//go:noescape
func secondBytes(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)

//go:noescape
func loadBytes(to *plane, puzzles *[laneCount][81]uint8) uint32

//go:noescape
func readBytes(cells *plane, l int, grid *[81]uint8)

//go:noescape
func readManyBytes(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)

//go:noescape
func moveLanes(cells, frames *plane, from *uint16, count int, set uint32)

//go:noescape
func prefetch(puzzles *[81]uint8, results *Result, searches *search)

//go:noescape
func readLane(cells *plane, l int, grid *[81]uint8)

func moveLanesIfAny(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
	if set != 0 {
		moveAVX512(cells, frames, from, set)
	}
}

// newFirstChildrenMaker returns lanes.makeFirstChildren for layout y. makeChosen makes the first children in the lanes
// of `set` where choose found a cell. It returns the lanes of `set` where choose found none.
func newFirstChildrenMaker(y layout, makeChosen func(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) uint64) func(*workspace, uint64, *[maxLanes]uint8, *[maxLanes]uint16) {
	return func(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
		without := makeChosen(w, set, at, rest)
		if without == 0 {
			return
		}
		for e := without; e != 0; e &= e - 1 {
			l := bits.TrailingZeros64(e)
			w.key.setByte(l, uint8(y.cellWithFewest(&w.cell, l)))
			w.score.setByte(l, 1)
		}
		makeChosen(w, without, at, rest)
	}
}

func makeSecondChildrenIfAny(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	if set != 0 {
		secondAVX512(cells, set, from, at, rest)
	}
}

// vectorKernels returns the lane kernels that this machine can run, the best first.
func vectorKernels() []Kernel {
	var all []Kernel
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512BW && x.HasAVX512BITALG && x.HasAVX512VBMI && x.HasAVX512GFNI && x.HasAVX512VL && x.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx512", layout: layout64{}, sweep: sweepAVX512, choose: chooseAVX512, guess: guessAVX512, restore: restoreAVX512, begin: beginAVX512,
			makeFirstChildren: newFirstChildrenMaker(layout64{}, firstAVX512), makeSecondChildren: makeSecondChildrenIfAny, move: moveLanesIfAny,
			load: func(to *plane, first int, puzzles *[laneCount][81]uint8) uint32 {
				return loadAVX512(to, puzzles, first/laneCount)
			},
			read: readAVX512, readMany: readManyAVX512, prefetch: prefetch, single: singleKernelAVX512(),
		}))
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx2", layout: layoutBytes{}, sweep: sweepBytes, choose: chooseBytes, guess: guessBytes, begin: beginBytes,
			restore:           func(w *workspace) { beginBytes(w, &w.path, new([maxLanes]uint16), 0) },
			makeFirstChildren: newFirstChildrenMaker(layoutBytes{}, firstBytes), makeSecondChildren: secondBytes, move: moveBytes,
			load: func(to *plane, _ int, puzzles *[laneCount][81]uint8) uint32 { return loadBytes(to, puzzles) },
			read: readBytes, readMany: readManyBytes, prefetch: prefetch, single: singleKernelAVX2(),
		}))
	}
	return all
}
