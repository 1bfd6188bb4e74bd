// Command asm writes ../avx512_amd64.s, which finds the forms of full grids and of puzzles
// (puzzle.go), and ../avx2_amd64.s, which finds those of puzzles. ../full.go and ../puzzle.go
// explain the method. ../vector_amd64.go and ../vector_puzzle_amd64.go define the tables, and the
// processor features needed.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Offsets in vectors, the tables, and in the workspace.
const (
	offFirst    = 0                      // by pair of chutes: the cells whose digits are compared, the first of each pair,
	offSecond   = offFirst + 3*64        // and the second
	offOthers   = offSecond + 3*64       // by chute: the cells of its other rows, four rows and two, 16 bytes apart
	offPlace    = offOthers + 6*128      // the bit of each digit in an index of deal
	offLeft     = offPlace + 64          // of the rows' first digits, the first of each pair compared
	offRight    = offLeft + 64           // and the second
	offOrder    = offRight + 64          // by the comparisons: the cells of rows 4 to 9 in order
	offColumns  = offOrder + 128*64      // by the comparisons of boxes 2 and 3: the columns in order
	offOrdered2 = offColumns + 64*16     // by the comparisons of a box: 36 times its order
	offOrdered3 = offOrdered2 + 512*2    // the same, times 1
	offDeal     = offOrdered3 + 512*2    // a copy of deal
	offBand     = offDeal + 4096*4       // pointers: class, from, ways, least
	offLeast    = offBand + 3*8          //
	offNext     = offLeast + 8           // by kind of house and distance: the cell at this distance after each cell
	leastBytes  = 32                     // by class: its least band; the last byte is 1 + the least digit that column 1 lacks
	offNames    = 0                      // workspace: of each chute
	offSums     = offNames + 6*16        //
	offBands    = offSums + 64           // by chute, 4 bytes
	offCompared = offBands + 6*4         // the same
	offClass    = offCompared + 6*4 + 16 // the same
)

func cell(chute, r, c int) int {
	if chute < 3 {
		return (3*chute+r)*9 + c
	}
	return 9*c + 3*(chute-3) + r
}

func main() {
	avx2 := flag.Bool("avx2", false, "for AVX2, not AVX-512")
	flag.Parse()
	ConstraintExpr("!purego")
	if !*avx2 {
		full()
	}
	puzzle(!*avx2)
	Generate()
}

func full() {
	TEXT("leastFullAVX512", NOSPLIT, "func(t *byte, w *byte, forms *byte, grids *byte, found *byte, n int) (left int)")
	Doc("leastFullAVX512 writes the form of each of n grids, and how it came about, until one is not full or has\n// contradictions. It returns how many are left.")
	t, w, forms, grids, found, n := Load(Param("t"), GP64()), Load(Param("w"), GP64()), Load(Param("forms"), GP64()), Load(Param("grids"), GP64()), Load(Param("found"), GP64()), Load(Param("n"), GP64())
	at := func(base reg.Register, off int) Mem { return Mem{Base: base, Disp: off} }
	zero, ones := ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	VPTERNLOGD(U8(0xFF), ones, ones, ones)
	tail, rest, deals, few := K(), K(), K(), K()
	mask := func(k reg.Register, v uint64) {
		r := GP64()
		MOVQ(U64(v), r)
		KMOVQ(r, k)
	}
	mask(tail, 0x1FFFF)
	mask(rest, 1<<54-1)
	mask(deals, 0x071C0000071C0000)
	mask(few, 7<<6)
	place := ZMM()
	VMOVDQU64(at(t, offPlace), place)

	at9 := ZMM()
	{
		r := GP64()
		MOVQ(U64(0x0909090909090909), r)
		VPBROADCASTQ(r, at9)
	}

	Label("grid")
	lo, hi := ZMM(), ZMM()
	VMOVDQU64(at(grids, 0), lo)
	VMOVDQU8_Z(at(grids, 64), tail, hi)
	// A cell that is empty, above 9, or like another of a house ends it.
	bad, k := K(), K()
	VPTESTNMB(lo, lo, bad)
	VPTESTNMB(hi, hi, tail, k)
	KORQ(k, bad, bad)
	{
		nine, high := ZMM(), ZMM()
		VPMAXUB(lo, hi, high)
		VPSUBUSB(at9, high, nine)
		VPTESTMB(nine, nine, k)
		KORQ(k, bad, bad)
	}
	for i := range 12 {
		for half, own := range []reg.VecVirtual{lo, hi} {
			next, k := ZMM(), K()
			VMOVDQU64(at(t, offNext+64*(2*i+half)), next)
			VPERMI2B(hi, lo, next)
			if half == 0 {
				VPCMPEQB(own, next, k)
			} else {
				VPCMPEQB(own, next, tail, k)
			}
			KORQ(k, bad, bad)
		}
	}
	KORTESTQ(bad, bad)
	JNE(LabelRef("end"))
	VMOVDQU64(zero, at(w, offNames))
	VMOVDQU64(zero.AsY(), at(w, offNames+64))
	for i := range 9 {
		for h := range 6 {
			r := GP64()
			MOVBQZX(at(grids, cell(h, i/3, i%3)), r)
			MOVB(U8(i+1), Mem{Base: w, Disp: offNames + 16*h, Index: r, Scale: 1})
		}
	}
	best := GP64()
	MOVQ(I32(0xFFFF), best)
	class, from, ways := GP64(), GP64(), GP64()
	MOVQ(at(t, offBand), class)
	for p := range 3 {
		a, b, names := ZMM(), ZMM(), ZMM()
		VMOVDQU64(at(t, offFirst+64*p), a)
		VPERMI2B(hi, lo, a)
		VMOVDQU64(at(t, offSecond+64*p), b)
		VPERMI2B(hi, lo, b)
		VMOVDQU64(at(w, offNames+32*p), names.AsY())
		VSHUFI64X2(U8(0x50), names, names, names)
		VPSHUFB(a, names, a)
		VPSHUFB(b, names, b)
		k := K()
		VPCMPUB(U8(6), b, a, k)
		compared := GP64()
		KMOVQ(k, compared)
		sums := ZMM()
		VPSHUFB_Z(a, place, deals, sums)
		VPSADBW(zero, sums, sums)
		VMOVDQU64(sums, at(w, offSums))
		for half := range 2 {
			h := 2*p + half
			s, x := GP64(), GP64()
			MOVQ(at(w, offSums+32*half+16), s)
			SHLQ(U8(6), s)
			ADDQ(at(w, offSums+32*half+24), s)
			band := GP64()
			MOVL(Mem{Base: t, Disp: offDeal, Index: s, Scale: 4}, band.As32())
			MOVL(compared.As32(), x.As32())
			MOVL(x.As32(), at(w, offCompared+4*h))
			ANDL(U32(511), x.As32())
			MOVWQZX(Mem{Base: t, Disp: offOrdered2, Index: x, Scale: 2}, x)
			ADDQ(x, band)
			y := GP64()
			MOVL(compared.As32(), y.As32())
			SHRL(U8(9), y.As32())
			ANDL(U32(511), y.As32())
			MOVWQZX(Mem{Base: t, Disp: offOrdered3, Index: y, Scale: 2}, y)
			ADDQ(y, band)
			MOVL(band.As32(), at(w, offBands+4*h))
			c := GP64()
			MOVWQZX(Mem{Base: class, Index: band, Scale: 2}, c)
			MOVL(c.As32(), at(w, offClass+4*h))
			CMPQ(c, best)
			CMOVQLT(c, best)
			if half == 0 {
				SHRQ(U8(32), compared)
			}
		}
	}
	MOVQ(at(t, offBand+8), from)
	MOVQ(at(t, offBand+16), ways)
	least := GP64()
	MOVQ(best, least)
	SHLQ(U8(5), least)
	ADDQ(at(t, offLeast), least)
	bound := ZMM()
	VPBROADCASTB(at(least, 31), bound)
	form := ZMM()
	VMOVDQU8_Z(ones, rest, form)
	ties := GP64()
	XORL(ties.As32(), ties.As32())
	left, right := ZMM(), ZMM()
	VMOVDQU64(at(t, offLeft), left)
	VMOVDQU64(at(t, offRight), right)

	for h := range 6 {
		skip := "skip" + string(rune('0'+h))
		CMPL(best.As32(), at(w, offClass+4*h))
		JNE(LabelRef(skip))
		x, y := ZMM(), ZMM()
		VMOVDQU64(at(t, offOthers+128*h), x)
		VPERMI2B(hi, lo, x)
		VMOVDQU64(at(t, offOthers+128*h+64), y)
		VPERMI2B(hi, lo, y)
		k2, k3 := GP64(), GP64()
		MOVL(at(w, offCompared+4*h), k2.As32())
		MOVL(k2.As32(), k3.As32())
		ANDL(U8(7), k2.As32())
		SHRL(U8(6), k3.As32())
		ANDL(U8(0x38), k3.As32())
		ORL(k3.As32(), k2.As32())
		SHLL(U8(4), k2.As32())
		columns, names := XMM(), XMM()
		VMOVDQU64(Mem{Base: t, Disp: offColumns, Index: k2, Scale: 1}, columns)
		VMOVDQU64(at(w, offNames+16*h), names)
		band, i, end := GP64(), GP64(), GP64()
		MOVL(at(w, offBands+4*h), band.As32())
		MOVL(Mem{Base: from, Index: band, Scale: 4}, i.As32())
		MOVL(Mem{Base: from, Index: band, Scale: 4, Disp: 4}, end.As32())
		SHLQ(U8(5), i)
		SHLQ(U8(5), end)
		loop, next, same := "way"+string(rune('0'+h)), "next"+string(rune('0'+h)), "same"+string(rune('0'+h))
		Label(loop)
		column, digit := ZMM(), ZMM()
		VMOVDQU64(Mem{Base: ways, Index: i, Scale: 1}, column.AsX())
		VPSHUFB(column.AsX(), columns, column.AsX())
		VMOVDQU64(Mem{Base: ways, Index: i, Scale: 1, Disp: 16}, digit.AsX())
		VPSHUFB(names, digit.AsX(), digit.AsX())
		VSHUFI64X2(U8(0), column, column, column)
		VSHUFI64X2(U8(0), digit, digit, digit)
		u, v := ZMM(), ZMM()
		VPSHUFB(column, x, u)
		VPSHUFB(u, digit, u)
		VPSHUFB(column, y, v)
		VPSHUFB(v, digit, v)
		a, b := ZMM(), ZMM()
		VMOVDQA64(left, a)
		VPERMI2B(v, u, a)
		VMOVDQU8(bound, few, a)
		VMOVDQA64(right, b)
		VPERMI2B(v, u, b)
		k := K()
		VPCMPUB(U8(6), b, a, k)
		key, second := GP64(), GP64()
		KMOVQ(k, key)
		MOVL(key.As32(), second.As32())
		ANDL(U8(63), key.As32())
		SHRL(U8(6), second.As32())
		ANDL(U8(7), second.As32())
		ADDL(U8(7), second.As32())
		ANDL(U8(8), second.As32())
		SHLL(U8(3), second.As32())
		ORL(second.As32(), key.As32())
		SHLL(U8(6), key.As32())
		z := ZMM()
		VMOVDQU64(Mem{Base: t, Disp: offOrder, Index: key, Scale: 1}, z)
		VPERMI2B_Z(v, u, rest, z)
		ne, lt := GP64(), GP64()
		kn, kl := K(), K()
		VPCMPUB(U8(4), form, z, kn)
		KMOVQ(kn, ne)
		TESTQ(ne, ne)
		JEQ(LabelRef(same))
		VPCMPUB(U8(1), form, z, kl)
		KMOVQ(kl, lt)
		BLSIQ(ne, ne)
		TESTQ(ne, lt)
		JEQ(LabelRef(next))
		VMOVDQA64(z, form)
		MOVL(U32(1), ties.As32())
		MOVL(U32(h), at(found, 0))
		MOVL(i.As32(), at(found, 4))
		JMP(LabelRef(next))
		Label(same)
		INCL(ties.As32())
		Label(next)
		ADDQ(U8(32), i)
		CMPQ(i, end)
		JNE(LabelRef(loop))
		Label(skip)
	}
	MOVL(ties.As32(), at(found, 8))
	y := YMM()
	VMOVDQU64(at(least, 0), y)
	VMOVDQU64(y, at(forms, 0))
	VMOVDQU8(form, rest, at(forms, 27))
	ADDQ(U8(81), forms)
	ADDQ(U8(81), grids)
	ADDQ(U8(12), found)
	DECQ(n)
	JNZ(LabelRef("grid"))
	Label("end")
	Store(n, Return("left"))
	VZEROUPPER()
	RET()
}
