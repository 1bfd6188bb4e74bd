package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// This file has the methods of forms that are only for AVX2. The lines of a chute are in two vectors: the first two
// lines, and the third with 16 zero bytes. The keys of the three lines are words 0, 2 and 1, of 8 bytes each. There are
// only 16 registers, so the data about a row are in memory.

// readGridAVX2 copies the lines of the next grid to the workspace, and sets starts to the lines that may be row 1.
func (p *forms) readGridAVX2(starts reg.GPVirtual) {
	grids := Load(Param("grids"), GP64())
	cells := func(off int) Mem { return Mem{Base: grids, Disp: off} }
	p.writeRows(cells)
	p.writeColumns(cells)
	p.findLightestLinesAVX2(p.refuseContradictionsAVX2(), starts)
}

// lineAt returns the address of a line in the workspace. The rows come first, then the columns.
func (p *forms) lineAt(l int) Mem { return p.workspaceAt(offChutes + 64*(l/3) + 16*(l%3)) }

func (p *forms) writeRows(cells func(off int) Mem) {
	spread := ToX(VMOVDQU, p.doubledConstant(tLine))
	for r := range 9 {
		x := XMM()
		if r < 8 {
			VMOVDQU(cells(9*r), x)
			VPSHUFB(spread, x, x)
		} else {
			VMOVDQU(cells(9*8-7), x)
			VPSHUFB(p.doubledConstant(tLast), x, x)
		}
		VMOVDQU(x, p.lineAt(r))
	}
}

// writeColumns interleaves the bytes of three rows and of zeros into words of 4 bytes, and these words into lines.
func (p *forms) writeColumns(cells func(off int) Mem) {
	none := XMM()
	VPXOR(none, none, none)
	var stacks [3][2]reg.VecVirtual
	for s := range stacks {
		a, b, c, lo, hi := XMM(), XMM(), XMM(), XMM(), XMM()
		for k, x := range []reg.VecVirtual{a, b, c} {
			VMOVQ(cells(9*(3*s+k)), x)
		}
		VPUNPCKLBW(b, a, a)
		VPUNPCKLBW(none, c, c)
		VPUNPCKLWD(c, a, lo)
		VPUNPCKHWD(c, a, hi)
		stacks[s] = [2]reg.VecVirtual{lo, hi}
	}
	for half := range 2 {
		for k, unpack := range []func(...Op){VPUNPCKLDQ, VPUNPCKHDQ} {
			a, b, x := XMM(), XMM(), XMM()
			unpack(stacks[1][half], stacks[0][half], a)
			unpack(none, stacks[2][half], b)
			c := 9 + 4*half + 2*k
			VPUNPCKLQDQ(b, a, x)
			VMOVDQU(x, p.lineAt(c))
			VPUNPCKHQDQ(b, a, x)
			VMOVDQU(x, p.lineAt(c+1))
		}
	}
	last := XMM()
	VPXOR(last, last, last)
	for r := range 9 {
		VPINSRB(U8(r/3*4+r%3), cells(9*r+8), last, last)
	}
	VMOVDQU(last, p.lineAt(17))
}

// refuseContradictionsAVX2 refuses the grid if a house has a digit twice, or a value is above 9. It returns the number
// of filled cells in each minirow and minicolumn: counts[0] for the first four rows and columns, counts[4] for the next
// four, and counts[8] for the last row and column.
//
// It visits row i and column i together, in the halves of a vector. For the rows, byte c shows whether two rows have
// the same digit in column c. The rows of a band, joined by "or", show whether two columns of a box have the same
// digit. The same holds with rows and columns exchanged.
func (p *forms) refuseContradictionsAVX2() (counts [9]reg.VecVirtual) {
	seen, seen9, wrong, most := YMM(), YMM(), YMM(), YMM()
	band, band9 := YMM(), YMM()
	both := func(a, b reg.VecVirtual) {
		x := ToY(VPAND, a, b)
		VPOR(x, wrong, wrong)
	}
	for i := range 9 {
		v, x, x9 := ToY(VBROADCASTI128, p.lineAt(i)), YMM(), YMM()
		VINSERTI128(U8(1), p.lineAt(9+i), v, v)
		bits := ToY(VMOVDQU, p.doubledConstant(tBits))
		VPSHUFB(v, bits, x)
		VPCMPEQB(p.doubledConstant(tNine), v, x9)
		if i == 0 {
			VMOVDQA(v, most)
			VPXOR(wrong, wrong, wrong)
		} else {
			VPMAXUB(v, most, most)
		}
		if i%3 == 0 {
			VMOVDQA(x, band)
			VMOVDQA(x9, band9)
		} else {
			both(x, band)
			both(x9, band9)
			VPOR(x, band, band)
			VPOR(x9, band9, band9)
		}
		if i%3 == 2 {
			y := ToY(VPSHUFB, p.doubledConstant(tTurn), band)
			both(y, band)
			VPSHUFB(p.doubledConstant(tTurn), band9, y)
			both(y, band9)
			if i == 2 {
				VMOVDQA(band, seen)
				VMOVDQA(band9, seen9)
			} else {
				both(band, seen)
				both(band9, seen9)
				VPOR(band, seen, seen)
				VPOR(band9, seen9, seen9)
			}
		}
		VPMINUB(p.doubledConstant(tOne), v, v)
		VPMADDUBSW(p.doubledConstant(tOne), v, v)
		VPMADDWD(p.doubledConstant(tOnes), v, v)
		counts[i] = v
		if i%2 == 1 || i == 8 {
			VPACKSSDW(counts[i], counts[i&^1], counts[i&^1])
		}
		if i%4 == 3 {
			VPACKUSWB(counts[i-1], counts[i-3], counts[i-3])
		}
	}
	VPACKUSWB(counts[8], counts[8], counts[8])
	VPSUBUSB(p.doubledConstant(tNine), most, most)
	VPOR(most, wrong, wrong)
	VPTEST(wrong, wrong)
	JNE(LabelRef("refused"))
	return counts
}

// findLightestLinesAVX2 sets starts to the lines with the least weight. It refuses a grid without an empty cell.
func (p *forms) findLightestLinesAVX2(counts [9]reg.VecVirtual, starts reg.GPVirtual) {
	weights := ToY(VMOVDQU, p.doubledConstant(tWeights))
	for _, v := range []reg.VecVirtual{counts[0], counts[4], counts[8]} {
		VPSHUFB(v, weights, v)
		VPMADDUBSW(p.doubledConstant(tOne), v, v)
		VPMADDWD(p.doubledConstant(tOnes), v, v)
	}
	eight, ninth, least, y, best := counts[0], counts[8], YMM(), XMM(), GP32()
	VPACKUSDW(counts[4], eight, eight)
	VPACKUSDW(ninth, ninth, ninth)
	VPMINUW(eight, ninth, least)
	VEXTRACTI128(U8(1), least, y)
	VPMINUW(y, least.AsX(), y)
	VPHMINPOSUW(y, y)
	VMOVD(y, best)
	CMPW(best.As16(), U8(42)) // the weight of a full line
	JEQ(LabelRef("refused"))
	VPBROADCASTW(y, least)
	VPCMPEQW(least, eight, eight)
	VPCMPEQW(least, ninth, ninth)
	VPACKSSWB(ninth, eight, eight)
	VPMOVMSKB(eight, starts)
	ANDL(U32(0x01FF01FF), starts)
}

// writeRowAVX2 writes the row with these values and stores its new labels. It sets m to the number of new labels, `set`
// to their places, and `filled` to the places of all digits.
func (p *forms) writeRowAVX2(values reg.VecVirtual, set, m, filled reg.GPVirtual) {
	v, row, fresh, empty, i := ToX(VPAND, p.doubledConstant(tLabels), values), XMM(), XMM(), XMM(), GP64()
	VPXOR(empty, empty, empty)
	VPCMPEQB(empty, v, empty)
	VPMOVMSKB(empty, filled)
	XORL(U32(0xFFFF), filled)
	VPCMPEQB(p.doubledConstant(tLabels), v, fresh)
	VPMOVMSKB(fresh, set)
	VPSRLW(U8(4), v, row)
	VPSHUFB(p.constantAt(cCompact), row, row)
	VPSHUFB(p.constantAt(cCompact), fresh, fresh)
	VPMOVMSKB(fresh, i.As32())
	POPCNTL(i.As32(), m)
	SHLL(U8(5), i.As32())
	coming := ToX(VMOVDQU, p.rowDataAt(sComing))
	x := ToX(VPSHUFB, p.tableIndexed(i, 1, offFresh+16), coming)
	VPANDN(row, fresh, row)
	VPOR(x, row, row)
	to := To64(MOVQ, p.workspaceAt(offRow))
	LEAQ(Mem{Base: to, Index: to, Scale: 8}, to)
	VMOVDQU(row, p.workspaceIndexed(to, 1, offForm))
	at, label := ToX(VMOVDQU, p.tableIndexed(i, 1, offFresh)), XMM()
	VMOVDQU(at, p.rowDataAt(sAtAll))
	few := ToLow(MOVL, m)
	SHLL(U8(4), few.As32())
	VPSLLW(U8(4), coming, label)
	VPXOR(p.doubledConstant(tLabels), label, label)
	VPAND(p.tableIndexed(few, 1, offFew), label, label)
	VMOVDQU(label, p.rowDataAt(sLabelAll))
	for k := range 3 {
		VPSHUFB(p.constantAt(cBroadcast+k), at, x)
		VMOVDQU(x, p.rowDataAt(sAt+k))
		VPSHUFB(p.constantAt(cBroadcast+k), label, x)
		VMOVDQU(x, p.rowDataAt(sLabel+k))
	}
	VMOVD(m, x)
	VPBROADCASTB(x, x)
	VPADDB(x, coming, coming)
	VMOVDQU(coming, p.rowDataAt(sComing))
}

// lineContentsAVX2 returns the contents of the three lines of a node's chute: two lines in a, the third in b. The
// content of a cell is in the high four bits of its byte.
func (p *forms) lineContentsAVX2(chute int) (a, b reg.VecVirtual) {
	columns := ToY(VBROADCASTI128, p.nodeAt(0))
	labels := ToY(VBROADCASTI128, p.nodeAt(offNodeLabels))
	off := To64(MOVBQZX, p.nodeAt(offNodeMeta+chute))
	a = ToY(VMOVDQU, p.workspaceIndexed(off, 8, offChutes))
	b = ToY(VMOVDQU, p.workspaceIndexed(off, 8, offChutes+32))
	for _, v := range []reg.VecVirtual{a, b} {
		VPSHUFB(columns, v, v)
		VPSHUFB(v, labels, v)
	}
	return a, b
}

// toKeysAVX2 converts the contents of lines to keys.
func (p *forms) toKeysAVX2(v reg.VecVirtual, pack int) {
	VPMADDUBSW(p.doubledConstant(tPairs), v, v)
	VPMADDWD(p.doubledConstant(tTriples), v, v)
	VPSHUFB(p.doubledConstant(pack), v, v)
}

// storeNextKeysAVX2 computes the keys of the possible next rows of each node. It sets all words of best to the least
// key.
func (p *forms) storeNextKeysAVX2() {
	p.best = ToY(VMOVDQU, p.tableAt(offKept))
	XORL(p.i.As32(), p.i.As32())
	keep := func(v reg.VecVirtual, label string) {
		left := ToLow(MOVBLZX, p.nodeAt(offNodeMeta+1))
		SHLL(U8(5), left.As32())
		VPOR(p.tableIndexed(left, 1, offKept), v, v)
		VMOVDQU(v, p.scratchAt(offKeys))
		VMINPD(v, p.best, p.best)
		p.nextNode(label)
	}
	free := To32(MOVL, p.workspaceAt(offFreeBefore))
	TESTL(U32(0x222), free)
	JNE(LabelRef("sort"))
	Label("plain")
	{
		a, b := p.lineContentsAVX2(0)
		p.toKeysAVX2(a, tPack)
		p.toKeysAVX2(b, tPackHigh)
		VPOR(b, a, a)
		keep(a, "plain")
		JMP(LabelRef("least"))
	}
	Label("sort")
	swaps, blends := [2]reg.VecVirtual{YMM(), YMM()}, [2]reg.VecVirtual{YMM(), YMM()}
	for k := range swaps {
		x, y, z := ToLow(MOVL, free), GP32(), GP32()
		ANDL(U32(0x222<<k), x.As32())
		SHRL(U8(1+k), x.As32())
		MOVL(x.As32(), y)
		SHRL(U8(3), y)
		MOVL(x.As32(), z)
		SHRL(U8(6), z)
		ORL(y, x.As32())
		ORL(z, x.As32())
		ANDL(U8(7), x.As32())
		SHLL(U8(4), x.As32())
		VBROADCASTI128(p.tableIndexed(x, 1, offSwaps+128*k), swaps[k])
		VMOVDQU(p.doubledConstant(tSecond+k), blends[k])
	}
	ANDL(U8(0x77), free)
	Label("sorting")
	{
		a, b := p.lineContentsAVX2(0)
		x, lo := YMM(), YMM()
		for half, v := range []reg.VecVirtual{a, b} {
			VPOR(p.doubledConstant(tPlaces), v, v)
			for _, k := range []int{0, 1, 0} {
				VPSHUFB(swaps[k], v, x)
				VPMINUB(x, v, lo)
				VPMAXUB(x, v, v)
				VPBLENDVB(blends[k], v, lo, v)
			}
			VMOVDQU(v, p.scratchAt(offSorted+32*half))
			VPAND(p.doubledConstant(tLabels), v, v)
			p.toKeysAVX2(v, tPack+half)
		}
		VPOR(b, a, a)
		CMPL(free, U8(0x77))
		JNE(LabelRef("sorted"))
		VPOR(p.doubledConstant(tStack), a, a)
		swap := func(by int, high uint8) {
			VPSHUFB(p.doubledConstant(by), a, x)
			VPMINUW(x, a, lo)
			VPMAXUW(x, a, a)
			VPBLENDW(U8(high), a, lo, a)
		}
		swap(tSwapS01, 0x22)
		CMPL(p.workspaceAt(offFreeBefore), U32(0x777))
		JNE(LabelRef("stacks"))
		swap(tSwapS12, 0x11)
		swap(tSwapS01, 0x22)
		Label("stacks")
		VMOVDQU(a, p.scratchAt(offSortedBy))
		VPAND(p.doubledConstant(tStacks), a, a)
		Label("sorted")
		keep(a, "sorting")
	}
	Label("least")
	x, z := ToX(VEXTRACTF128, U8(1), p.best), XMM()
	VMINPD(p.best.AsX(), x, x)
	VPERMILPD(U8(1), x, z)
	VMINPD(x, z, x)
	VPBROADCASTQ(x, p.best)
}

// writeLeastFormAVX2 sorts rows 4 to 9 of each node, and writes the least result of all nodes.
func (p *forms) writeLeastFormAVX2() {
	rows := func(off int) Mem { return p.workspaceAt(offSettled + 16*sComplete + off) }
	{
		y := ToY(VMOVDQU, p.doubledConstant(tUnknown))
		VMOVDQU(y, rows(0))
		VMOVDQU(y.AsX(), rows(32))
	}
	XORL(p.i.As32(), p.i.As32())
	Label("whole")
	a, b := p.lineContentsAVX2(2)
	c, d := p.lineContentsAVX2(3)
	p.toKeysAVX2(a, tPack)
	p.toKeysAVX2(b, tPack)
	p.toKeysAVX2(c, tPackHigh)
	p.toKeysAVX2(d, tPackHigh)
	VPOR(c, a, a)
	VPOR(d, b, b)
	VPOR(p.doubledConstant(tBase), a, a)
	VPOR(p.doubledConstant(tBase), b, b)
	r := [3]reg.Register{a.AsX(), XMM(), b.AsX()}
	VEXTRACTI128(U8(1), a, r[1])
	orderKeys(r, func(fromTo ...Op) { VMOVDQA(fromTo[0], fromTo[1]) })
	first := ToX(VUNPCKLPD, r[1], r[0])
	q := ToX(VSHUFPD, U8(2), r[0], r[2])
	z := ToY(VINSERTI128, U8(0), first, a)
	VINSERTI128(U8(1), q, z, z)
	last := ToX(VUNPCKHPD, r[2], r[1])
	// bits has one bit for each of rows 4 to 9. The first row that differs decides which result is less.
	bits := func(compare func(...Op)) reg.GPVirtual {
		y, x, low, high := YMM(), XMM(), GP32(), GP32()
		compare(rows(0), z, y)
		compare(rows(32), last, x)
		VMOVMSKPD(y, low)
		VMOVMSKPD(x, high)
		SHLL(U8(4), high)
		ORL(high, low)
		return low
	}
	ne := bits(func(o ...Op) { VPCMPEQQ(o...) })
	XORL(U8(63), ne)
	JEQ(LabelRef("notLess"))
	BLSIL(ne, ne)
	more := bits(func(o ...Op) { VPCMPGTQ(o[0], o[1], o[2]) })
	TESTL(ne, more)
	JNE(LabelRef("notLess"))
	VMOVDQU(z, rows(0))
	VMOVDQU(last, rows(32))
	Label("notLess")
	p.nextNode("whole")
	for j := range 6 {
		x, low := ToX(VPBROADCASTQ, rows(8*j)), XMM()
		VPSHUFB(p.doubledConstant(tBytes), x, x)
		VPAND(p.doubledConstant(tLow), x, low)
		VPSRLW(U8(4), x, x)
		VPAND(p.doubledConstant(tHigh), x, x)
		VPOR(low, x, x)
		VPMINUB(p.doubledConstant(tNine), x, x)
		VMOVDQU(x, p.workspaceAt(offForm+27+9*j))
	}
}
