package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

var narrowPace = pace{width: 4, window: 64, load: 8, one: 1, several: 6}

// writeNarrow writes what AVX-512 does to lanes 0 to 15 alone, in the lower halves
// of the same rows. It needs VL beside the rest. Operations on 32 bytes take half
// the time of those on 64, so that waiting for arguments counts: the ops are
// put in a better order.
func writeNarrow() {
	var ymm []reg.Register
	for _, r := range zmmRegisters {
		ymm = append(ymm, r.(reg.VecPhysical).AsY())
	}
	TEXT("narrowSweepAVX512", NOSPLIT, "func(b *byte)")
	Doc("narrowSweepAVX512 propagates lanes 0 to 15 once.")
	newLooped(Load(Param("b"), GP64()).(reg.GPVirtual), ymm, func(p *program) isa { return &zmm{program: p} }, narrowPace).sweep()
	VZEROUPPER()
	RET()

	TEXT("narrowChooseAVX512", NOSPLIT, "func(b *byte)")
	Doc("narrowChooseAVX512 finds the branching cells of lanes 0 to 15.")
	b, masks := Load(Param("b"), GP64()).(reg.GPVirtual), GP64()
	newLooped(b, ymm, func(p *program) isa { return &zmm{program: p, kept: masks} }, narrowPace).choose(masks)
	VZEROUPPER()
	RET()

	narrowMove(ymm)
	narrowSplit()
}

func narrowMove(y []reg.Register) {
	TEXT("narrowMoveAVX512", NOSPLIT, "func(lanes, stage, from *byte)")
	Doc("narrowMoveAVX512 fills lane l from lane from[l], or from stage's lane from[l]-16.")
	lanes, stage, from := Load(Param("lanes"), GP64()), Load(Param("stage"), GP64()), Load(Param("from"), GP64())
	VMOVDQU64(Mem{Base: from}, y[0])
	n := GP64()
	MOVQ(I32(9), n)
	Label("rows")
	for i := range 9 {
		x := y[1+i]
		VMOVDQU64(Mem{Base: lanes, Disp: i * row}, x)
		VPERMT2W(Mem{Base: stage, Disp: i * row}, y[0], x)
		VMOVDQU64(x, Mem{Base: lanes, Disp: i * row})
	}
	ADDQ(I32(9*row), lanes)
	ADDQ(I32(9*row), stage)
	DECQ(n)
	JNZ(LabelRef("rows"))
	VZEROUPPER()
	RET()
}

// narrowSplit works in vectors, because a load that spans a store of one lane a
// moment ago would wait for it.
func narrowSplit() {
	TEXT("narrowSplitAVX512", NOSPLIT, "func(cells, splits *byte, n int)")
	Doc("narrowSplitAVX512 leaves, for each of n > 0 splits, the lowest digit of its cell to its lanes first, and the others to its lanes second.")
	cells, splits, n := Load(Param("cells"), GP64()), Load(Param("splits"), GP64()), Load(Param("n"), GP64())
	c := GP64()
	VPTERNLOGD(U8(0xFF), reg.Y3, reg.Y3, reg.Y3)
	Label("next")
	MOVL(Mem{Base: splits}, c.As32())
	KMOVD(Mem{Base: splits, Disp: 4}, reg.K1)
	KMOVD(Mem{Base: splits, Disp: 8}, reg.K2)
	SHLQ(U8(6), c) // rows
	at := Mem{Base: cells, Index: c, Scale: 1}
	VMOVDQU64(at, reg.Y0)
	VPADDW(reg.Y3, reg.Y0, reg.Y1)
	VPANDND(reg.Y0, reg.Y1, reg.Y2)
	VPANDD(reg.Y0, reg.Y1, reg.Y1)
	VMOVDQU16(reg.Y2, reg.K1, reg.Y0)
	VMOVDQU16(reg.Y1, reg.K2, reg.Y0)
	VMOVDQU64(reg.Y0, at)
	ADDQ(U8(12), splits)
	DECQ(n)
	JNZ(LabelRef("next"))
	VZEROUPPER()
	RET()
}
