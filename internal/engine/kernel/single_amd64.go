//go:build !purego

package kernel

//go:generate go run -C _asm . -kernel single -out ../single_avx512_amd64.s -pkg kernel

//go:noescape
func singleSweepAVX512(w *workspace)

//go:noescape
func singleChooseAVX512(w *workspace)

//go:noescape
func singleMoveAVX512(lanes, frames *plane, from *[singleLanes]uint16)

//go:noescape
func singleForkAVX512(cells *plane, forks *fork, n int)

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
