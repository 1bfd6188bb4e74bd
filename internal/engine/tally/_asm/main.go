// Command asm writes ../avx512_amd64.s. ../tally.go describes the routines.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const (
	cells    = 81
	rowBytes = 12 * 8
)

func main() {
	ConstraintExpr("!purego")
	writeFill()
	writeTranspose()
	writeCount()
	Generate()
}

func loadPointer(name string) reg.Register { return Load(Param(name), GP64()) }

func writeFill() {
	TEXT("fillAVX512", NOSPLIT, "func(rows *byte, solutions *byte, n int, cells *byte, bits *byte, kept *byte)")
	Doc("fillAVX512 writes rows of n solutions, 1 at least. Byte j of word k of cells is where cell 7k+j stands, bits what\n// is added to its digit to have the number of a bit, and kept the bits that words can have.")
	rows, solutions, n := loadPointer("rows"), loadPointer("solutions"), loadPointer("n")
	place, kept := [2]reg.VecVirtual{ZMM(), ZMM()}, [2]reg.VecVirtual{ZMM(), ZMM()}
	p := loadPointer("cells")
	VMOVDQU64(Mem{Base: p}, place[0])
	VMOVDQU64(Mem{Base: p, Disp: 64}, place[1])
	p = loadPointer("bits")
	bits := ZMM()
	VMOVDQU64(Mem{Base: p}, bits)
	p = loadPointer("kept")
	VMOVDQU64(Mem{Base: p}, kept[0])
	VMOVDQU64(Mem{Base: p, Disp: 64}, kept[1])
	one, low := ZMM(), ZMM()
	r := GP64()
	MOVQ(U32(1), r)
	VPBROADCASTQ(r, one)
	MOVQ(U32(255), r)
	VPBROADCASTQ(r, low)
	tail := K()
	MOVQ(U32(1<<(cells-64)-1), r)
	KMOVQ(r, tail)

	Label("solution")
	lo, hi := ZMM(), ZMM()
	VMOVDQU64(Mem{Base: solutions}, lo)
	VMOVDQU8_Z(Mem{Base: solutions, Disp: 64}, tail, hi)
	for half := range 2 {
		x, row := ZMM(), ZMM()
		VMOVDQA64(place[half], x)
		VPERMI2B(hi, lo, x)
		VPADDB(bits, x, x)
		for j := range 7 {
			bit := ZMM()
			if j == 0 {
				VPANDQ(low, x, bit)
				VPSLLVQ(bit, one, row)
				continue
			}
			VPSRLQ(U8(8*j), x, bit)
			VPANDQ(low, bit, bit)
			VPSLLVQ(bit, one, bit)
			VPORQ(bit, row, row)
		}
		VPANDQ(kept[half], row, row)
		if half == 0 {
			VMOVDQU64(row, Mem{Base: rows})
		} else {
			VMOVDQU64(row.AsY(), Mem{Base: rows, Disp: 64})
		}
	}
	ADDQ(U8(cells), solutions)
	ADDQ(U8(rowBytes), rows)
	DECQ(n)
	JNE(LabelRef("solution"))
	VZEROUPPER()
	RET()
}

func writeTranspose() {
	TEXT("transposedAVX512", NOSPLIT, "func(block *byte, words *byte, places *byte)")
	Doc("transposedAVX512 makes bit j of word i of block bit i of the word that comes j rows after the first of words.\n// places are 0, 96, 192 …, how far apart rows are.")
	block, words := loadPointer("block"), loadPointer("words")
	places := ZMM()
	VMOVDQU64(Mem{Base: loadPointer("places")}, places)
	var z [8]reg.VecVirtual
	mask, r := ZMM(), GP64()
	MOVQ(U32(255), r)
	for i := range z {
		z[i] = ZMM()
		k := K()
		KMOVB(r.As32(), k)
		VPXORQ(z[i], z[i], z[i])
		VPGATHERQQ(Mem{Base: words, Disp: 8 * i * rowBytes, Index: places, Scale: 1}, k, z[i])
	}
	for _, w := range []int{4, 2, 1} { // exchange bits between vectors that are 8w words apart
		width := 8 * w
		m := ^uint64(0) / (1<<width + 1)
		MOVQ(U64(m), r)
		VPBROADCASTQ(r, mask)
		for i := range z {
			if i&w != 0 {
				continue
			}
			a, b, t := z[i], z[i+w], ZMM()
			VPSRLQ(U8(width), a, t)
			VPXORQ(b, t, t)
			VPANDQ(mask, t, t)
			VPXORQ(t, b, b)
			VPSLLQ(U8(width), t, t)
			VPXORQ(t, a, a)
		}
	}
	for _, width := range []int{4, 2, 1} { // exchange within vectors
		m := ^uint64(0) / (1<<width + 1)
		turn, upper := ZMM(), K()
		var lanes uint64
		for i := range 8 {
			if i&width != 0 {
				lanes |= 1 << i
			}
		}
		MOVQ(U64(lanes), r)
		KMOVB(r.As32(), upper)
		MOVQ(U64(m<<width), r)
		VPBROADCASTQ(r, mask)
		MOVQ(U64(m), r)
		VPBROADCASTQ(r, upper, mask)
		MOVQ(U64(uint64(width)), r)
		VPBROADCASTQ(r, turn)
		MOVQ(U64(uint64(64-width)), r)
		VPBROADCASTQ(r, upper, turn)
		for i := range z {
			other := ZMM()
			switch width {
			case 4:
				VSHUFI64X2(U8(0x4E), z[i], z[i], other)
			case 2:
				VPERMQ(U8(0x4E), z[i], other)
			case 1:
				VPSHUFD(U8(0x4E), z[i], other)
			}
			VPROLVQ(turn, other, other)
			// Where mask has a bit, take the bit of other; elsewhere keep the own bit.
			VPXORQ(z[i], other, other)
			VPANDQ(mask, other, other)
			VPXORQ(other, z[i], z[i])
		}
	}
	for i := range z {
		VMOVDQU64(z[i], Mem{Base: block, Disp: 64 * i})
	}
	VZEROUPPER()
	RET()
}

func writeCount() {
	TEXT("countAVX512", NOSPLIT, "func(c *byte, rows *byte, in *byte, words int, n int) (left int)")
	Doc("countAVX512 goes on with the rows that in names, up to n of them. It returns how many of n are left; some only at\n// the end.")
	c, rows, in, words := loadPointer("c"), loadPointer("rows"), loadPointer("in"), loadPointer("words")
	n := loadPointer("n")
	at := GP64()
	MOVQ(Mem{Base: c, Disp: 2 * rowBytes}, at) // the index of the current word
	x := GP64()
	MOVQ(Mem{Base: c, Disp: 2*rowBytes + 8}, x) // the bits of the word that have not been counted
	once, twice := [2]reg.VecVirtual{ZMM(), ZMM()}, [2]reg.VecVirtual{ZMM(), ZMM()}
	VMOVDQU64(Mem{Base: c}, once[0])
	VMOVDQU64(Mem{Base: c, Disp: 64}, once[1].AsY())
	VMOVDQU64(Mem{Base: c, Disp: rowBytes}, twice[0])
	VMOVDQU64(Mem{Base: c, Disp: rowBytes + 64}, twice[1].AsY())
	row, base := GP64(), GP64()
	where := func() {
		MOVQ(at, base)
		SHLQ(U8(6), base)
		LEAQ(Mem{Base: base, Index: base, Scale: 2}, base) // base becomes 3·64·at
		SHLQ(U8(5), base)
		ADDQ(rows, base)
	}
	where()
	JMP(LabelRef("more"))

	Label("row")
	i := GP64()
	TZCNTQ(x, i)
	BLSRQ(x, x)
	LEAQ(Mem{Base: i, Index: i, Scale: 2}, i)
	SHLQ(U8(5), i)
	MOVQ(base, row)
	ADDQ(i, row)
	r0, r1 := ZMM(), ZMM()
	VMOVDQU64(Mem{Base: row}, r0)
	VMOVDQU64(Mem{Base: row, Disp: 64}, r1.AsY())
	VPTERNLOGQ(U8(0xF8), r0, once[0], twice[0])
	VPTERNLOGQ(U8(0xF8), r1.AsY(), once[1].AsY(), twice[1].AsY())
	VPORQ(r0, once[0], once[0])
	VPORQ(r1.AsY(), once[1].AsY(), once[1].AsY())
	DECQ(n)
	JEQ(LabelRef("end"))
	Label("more")
	TESTQ(x, x)
	JNE(LabelRef("row"))
	INCQ(at)
	CMPQ(at, words)
	JGE(LabelRef("end"))
	MOVQ(Mem{Base: in, Index: at, Scale: 8}, x)
	where()
	JMP(LabelRef("more"))

	Label("end")
	MOVQ(at, Mem{Base: c, Disp: 2 * rowBytes})
	MOVQ(x, Mem{Base: c, Disp: 2*rowBytes + 8})
	VMOVDQU64(once[0], Mem{Base: c})
	VMOVDQU64(once[1].AsY(), Mem{Base: c, Disp: 64})
	VMOVDQU64(twice[0], Mem{Base: c, Disp: rowBytes})
	VMOVDQU64(twice[1].AsY(), Mem{Base: c, Disp: rowBytes + 64})
	VZEROUPPER()
	Store(n, ReturnIndex(0))
	RET()
}
