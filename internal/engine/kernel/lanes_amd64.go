//go:build !purego

package kernel

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C ../_asm ./kernel -kernel avx512 -out ../kernel/lanes_avx512_amd64.s -pkg kernel
//go:generate go run -C ../_asm ./kernel -kernel avx2 -out ../kernel/lanes_avx2_amd64.s -pkg kernel
//go:generate go run -C ../_asm ./kernel -kernel single -out ../kernel/single_avx512_amd64.s -pkg kernel
//go:generate go run -C ../_asm ./kernel -kernel neon -out ../kernel/lanes_neon_arm64.s -pkg kernel

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

// vectorKernels returns the lane kernels that this machine can run, the best first.
func vectorKernels() []Kernel {
	var all []Kernel
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512BW && x.HasAVX512BITALG && x.HasAVX512VBMI && x.HasAVX512GFNI && x.HasAVX512VL && x.HasBMI1 {
		all = append(all, newLanes(lanes{
			name: "avx512", layout: layout64{}, sweep: sweepAVX512, choose: chooseAVX512, guess: guessAVX512, restore: restoreAVX512, begin: beginAVX512,
			makeFirstChildren:  newFirstChildrenMaker(layout64{}, firstAVX512),
			makeSecondChildren: secondAVX512, move: moveLanesIfAny,
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

func singleKernelAVX512() *single {
	return &single{
		sweep: singleSweepAVX512, choose: singleChooseAVX512, move: singleMoveAVX512, read: readLane,
		fork: func(cells *plane, forks []fork) {
			if len(forks) > 0 {
				singleForkAVX512(cells, &forks[0], len(forks))
			}
		},
	}
}

func singleKernelAVX2() *single {
	return &single{
		sweep:  sweepAVX2,
		choose: chooseAVX2,
		move: func(cells, frames *plane, from *[singleLanes]uint16) {
			set := uint32(0)
			for l, f := range from {
				if int(f) != l {
					set |= 1 << l
				}
			}
			if set != 0 {
				moveLanes(cells, frames, &from[0], singleLanes, set)
			}
		},
		fork: forkLanesPlain, read: readLane,
	}
}
