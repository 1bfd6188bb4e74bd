package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// This file writes the functions that make the children of forks. They move single bytes and words, because each lane
// forks in another cell. Layouts differ only in how they store digit 9.

// writeFirstChildren writes a function that makes first children. unscored returns the lanes in which choose has found
// no cell. removeNine removes candidate 9 from cell c of lane l, and ifRemoved, SETCS or SETCC, then tells whether the
// cell had it.
func writeFirstChildren(kernel, does string, unscored func(w reg.GPVirtual) reg.GPVirtual,
	removeNine func(w, c, l reg.GPVirtual), ifRemoved func(Op)) {
	Begin("first"+kernel, "(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) uint64", does)
	w, set := Parameter("w"), Parameter("set")
	at, rest := Parameter("at"), Parameter("rest")
	without := unscored(w)
	VZEROUPPER()
	ANDQ(set, without)
	Store(without, ReturnIndex(0))
	XORQ(without, set)
	l := GP64()
	eachLane(set, l, func() {
		c := ToLow(MOVBLZX, Mem{Base: w, Index: l, Scale: 1, Disp: offKey})
		MOVB(c.As8(), Mem{Base: at, Index: l, Scale: 1})
		cell := cellAddress(w, c)
		x := To32(MOVBLZX, Mem{Base: cell, Index: l, Scale: 1})
		low := To32(BLSIL, x)
		digit := To32(MOVBLZX, Mem{Base: w, Index: l, Scale: 1, Disp: offDigit})
		TESTL(digit, digit)
		CMOVLEQ(low, digit)
		XORL(digit, x)
		removeNine(w, c, l)
		nine := GP32()
		ifRemoved(nine.As8())
		MOVBLZX(nine.As8(), nine)
		SHLL(U8(8), nine)
		ORL(nine, x)
		CMOVLEQ(x, digit) // without another candidate, the cell becomes empty
		MOVB(digit.As8(), Mem{Base: cell, Index: l, Scale: 1})
		MOVW(x.As16(), Mem{Base: rest, Index: l, Scale: 2})
	})
}

// writeSecondChildren writes a function that makes second children. setNine sets whether 9 is a candidate of cell c of
// lane l: bit 8 of rest tells, and `only` is 1 if 9 is the only candidate, and otherwise 0.
func writeSecondChildren(kernel, does string, lanes int, l reg.Register,
	setNine func(cells, c, rest, only reg.GPVirtual)) {
	Begin("second"+kernel,
		"(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)", does)
	cells, set, from := Parameter("cells"), Parameter("set"), Parameter("from")
	at, rest := Parameter("at"), Parameter("rest")
	TESTQ(set, set)
	eachLane(set, l, func() {
		parent := ToLow(MOVBLZX, Mem{Base: from, Index: l, Scale: 2})
		ANDL(U8(lanes-1), parent.As32())
		c := ToLow(MOVBLZX, Mem{Base: at, Index: parent, Scale: 1})
		x := ToLow(MOVWLZX, Mem{Base: rest, Index: parent, Scale: 2})
		MOVB(x.As8(), Mem{Base: cellAddress(cells, c), Index: l, Scale: 1})
		only := GP64()
		XORL(only.As32(), only.As32())
		CMPL(x.As32(), I32(1<<8))
		SETEQ(only.As8())
		SHRL(U8(8), x.As32())
		setNine(cells, c, x, only)
	})
}

// eachLane writes the rest of a function: a loop that runs body for each lane l of a set, unless the zero flag shows
// that the set is empty.
func eachLane(set, l reg.Register, body func()) {
	JZ(LabelRef("done"))
	Label("lane")
	TZCNTQ(set, l)
	body()
	BLSRQ(set, set)
	JNZ(LabelRef("lane"))
	Label("done")
	RET()
}

// cellAddress returns the address of cell c of a plane.
func cellAddress(plane, c reg.GPVirtual) reg.GPVirtual {
	cell := To64(MOVQ, c)
	SHLQ(U8(6), cell)
	ADDQ(plane, cell)
	return cell
}

func writeWideChildren() {
	nineInEights := addDataTable("wideNineOf", 81, func(c int) int { return nineOffset(c) / 8 })
	word := func(plane, c reg.GPVirtual, offset int) Mem {
		return Mem{Base: plane, Index: c, Scale: 8, Disp: offset}
	}
	var tables reg.GPVirtual
	writeFirstChildren("AVX512",
		"leaves in the lanes of the set one candidate of the cell that choose has found, and writes the cell and the "+
			"other candidates; it answers the lanes without a cell.",
		func(w reg.GPVirtual) reg.GPVirtual {
			tables = To64(LEAQ, nineInEights)
			VMOVDQU64(Mem{Base: w, Disp: offScore}, reg.Z0)
			VPTESTNMB(reg.Z0, reg.Z0, reg.K1)
			return To64(KMOVQ, reg.K1)
		}, func(w, c, l reg.GPVirtual) {
			MOVBLZX(Mem{Base: tables, Index: c, Scale: 1}, c.As32())
			not := To64(MOVQ, word(w, c, offNine))
			BTSQ(l, not)
			MOVQ(not, word(w, c, offNine))
		}, SETCC)
	writeSecondChildren("AVX512",
		"makes each lane l of the set, a copy of lane from[l] (of 64), the second child by what firstAVX512 has written.",
		64, reg.RCX, func(cells, c, nine, only reg.GPVirtual) {
			MOVBLZX(Mem{Base: To64(LEAQ, nineInEights), Index: c, Scale: 1}, c.As32())
			SHLQ(reg.CL, only)
			ORQ(only, word(cells, c, offOnly))
			SHLQ(reg.CL, nine)
			not := To64(MOVQ, word(cells, c, offNine))
			ANDNQ(not, nine, not)
			MOVQ(not, word(cells, c, offNine))
		})
}

func writeOctetChildren() {
	// findPlace sets `place` to the index of cell c in its minirow. It returns the address of the minirow. The minirow's
	// number is c/3, computed as 171·c >> 9.
	findPlace := func(plane, c, l, place reg.Register) Mem {
		third := ToLow(IMUL3L, I32(171), c.(reg.GPVirtual).As32())
		SHRL(U8(9), third.As32())
		LEAQ(Mem{Base: third, Index: third, Scale: 2}, place)
		NEGQ(place)
		ADDQ(c, place)
		SHLQ(U8(6), third)
		ADDQ(plane, third)
		return Mem{Base: third, Index: l, Scale: 1, Disp: offNine}
	}
	writeFirstChildren("Bytes", "is firstAVX512 for lanes of layoutBytes.",
		func(w reg.GPVirtual) reg.GPVirtual {
			VPXOR(reg.Y0, reg.Y0, reg.Y0)
			VPCMPEQB(Mem{Base: w, Disp: offScore}, reg.Y0, reg.Y0)
			return ToLow(VPMOVMSKB, reg.Y0)
		}, func(w, c, l reg.GPVirtual) {
			place := GP64()
			minirow := findPlace(w, c, l, place)
			bits := To32(MOVBLZX, minirow)
			BTRL(place.As32(), bits)
			MOVB(bits.As8(), minirow)
		}, SETCS)
	l := GP64()
	writeSecondChildren("Bytes", "is secondAVX512 for lanes of layoutBytes, where from[l] is of 32.",
		32, l, func(cells, c, nine, only reg.GPVirtual) {
			minirow := findPlace(cells, c, l, reg.RCX)
			// At the cell's place, bit 0 means that 9 is possible, and bit 4 that only 9 is possible.
			SHLL(U8(4), only.As32())
			ORL(only.As32(), nine.As32())
			SHLL(reg.CL, nine.As32())
			gone := To32(MOVL, U32(0x11))
			SHLL(reg.CL, gone)
			bits := To32(MOVBLZX, minirow)
			ANDNL(bits, gone, bits)
			ORL(nine.As32(), bits)
			MOVB(bits.As8(), minirow)
		})
}
