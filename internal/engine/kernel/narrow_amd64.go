//go:build !purego

package kernel

//go:generate go run -C _asm . -kernel narrow -out ../narrow_avx512_amd64.s -pkg kernel

//go:noescape
func narrowSweepAVX512(b *block)

//go:noescape
func narrowChooseAVX512(b *block)

//go:noescape
func narrowMoveAVX512(lanes, stage *column, from *[narrowLanes]uint16)

//go:noescape
func narrowSplitAVX512(cells *column, splits *split, n int)

func narrowAVX512() *narrow {
	return &narrow{
		sweep: narrowSweepAVX512, choose: narrowChooseAVX512, move: narrowMoveAVX512, read: readLane,
		split: func(cells *column, splits []split) {
			if len(splits) > 0 {
				narrowSplitAVX512(cells, &splits[0], len(splits))
			}
		},
	}
}

func narrowAVX2() *narrow {
	return &narrow{
		sweep:  func(b *block) { sweepAVX2(b, 0) },
		choose: func(b *block) { chooseAVX2(b, 0) },
		move: func(cells, stage *column, from *[narrowLanes]uint16) {
			set := uint32(0)
			for l, f := range from {
				if int(f) != l {
					set |= 1 << l
				}
			}
			if set != 0 {
				moveLanes(cells, stage, &from[0], narrowLanes, set)
			}
		},
		split: splitColumns, read: readLane,
	}
}
