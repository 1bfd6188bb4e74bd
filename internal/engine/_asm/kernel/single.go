package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

var singlePace = pace{width: 4, window: 64, load: 8, one: 1, several: 6}

// writeSingle writes the functions for lanes 0 to 15 alone, which are the lower halves of the first vecs. These
// functions also need AVX-512VL. Operations on 32 bytes take half the time of operations on 64, so waiting for
// arguments matters more, and reorderOps sorts the ops.
func writeSingle() {
	writeSingleSearch("singleSweepAVX512", "singleChooseAVX512", ymmRegisters, singlePace, func(p *program, masks reg.Register) logic {
		return &zmm{program: p, kept: masks}
	}, cursor{from: Mem{Disp: offMask}, step: 27 * 4})
	writeSingleMove()
	writeSingleFork()
}

// writeSingleSearch writes the functions `sweep` and `choose` for lanes 0 to 15. `masks` has the offset and the step of
// the masks that unitWhereBivalue saves; writeSingleSearch sets the registers of `masks`.
func writeSingleSearch(sweep, choose string, registers []reg.Register, m pace, newLogic func(p *program, masks reg.Register) logic, masks cursor) {
	Begin(sweep, "(w *workspace)", "propagates lanes 0 to 15 once.")
	newLooped(Parameter("w"), registers, func(p *program) logic { return newLogic(p, nil) }, m).writeSweep()
	End()

	Begin(choose, "(w *workspace)", "finds the branching cells of lanes 0 to 15.")
	masks.from.Base, masks.GPVirtual = Parameter("w"), GP64()
	newLooped(masks.from.Base.(reg.GPVirtual), registers, func(p *program) logic { return newLogic(p, masks.GPVirtual) }, m).writeChoose(masks)
	End()
}

func writeSingleMove() {
	Begin("singleMoveAVX512", "(lanes, frames *plane, from *[singleLanes]uint16)",
		"fills lane l from lane from[l], or from frames' slot from[l]-16.")
	lanes, frames, from := Parameter("lanes"), Parameter("frames"), Parameter("from")
	y := ymmRegisters
	VMOVDQU64(Mem{Base: from}, y[0])
	Repeat("vecs", 9, func() {
		for i := range 9 {
			x := y[1+i]
			VMOVDQU64(Mem{Base: lanes, Disp: i * vecBytes}, x)
			VPERMT2W(Mem{Base: frames, Disp: i * vecBytes}, y[0], x)
			VMOVDQU64(x, Mem{Base: lanes, Disp: i * vecBytes})
		}
		ADDQ(I32(9*vecBytes), lanes)
		ADDQ(I32(9*vecBytes), frames)
	})
	End()
}

// writeSingleFork writes the function fork. It moves whole vectors, because a vector load would have to wait for an
// earlier store to one of its lanes.
func writeSingleFork() {
	Begin("singleForkAVX512", "(cells *plane, forks *fork, n int)",
		"leaves, for each of n > 0 forks, the lowest digit of its cell to its lanes first, and the others to its lanes second.")
	cells, forks, n := Parameter("cells"), Parameter("forks"), Parameter("n")
	VPTERNLOGD(U8(0xFF), reg.Y3, reg.Y3, reg.Y3)
	Label("next")
	c := ToLow(MOVL, Mem{Base: forks})
	KMOVD(Mem{Base: forks, Disp: 4}, reg.K1)
	KMOVD(Mem{Base: forks, Disp: 8}, reg.K2)
	SHLQ(U8(6), c)
	at := Mem{Base: cells, Index: c, Scale: 1}
	VMOVDQU64(at, reg.Y0)
	VPADDW(reg.Y3, reg.Y0, reg.Y1)
	VPANDND(reg.Y0, reg.Y1, reg.Y2)
	VPANDD(reg.Y0, reg.Y1, reg.Y1)
	VMOVDQU16(reg.Y2, reg.K1, reg.Y0)
	VMOVDQU16(reg.Y1, reg.K2, reg.Y0)
	VMOVDQU64(reg.Y0, at)
	ADDQ(U8(12), forks)
	DECQ(n)
	JNZ(LabelRef("next"))
	End()
}
