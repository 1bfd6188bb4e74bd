package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// This file has the methods of forms that are only for AVX-512. The lines of a chute are one vector of 64 bytes, and so
// are their keys. The constants and the data about a row are in registers.

// loadWide loads constant number i into each quarter of a vector. loadNarrow loads it into a vector of 16 bytes.
func (p *forms) loadWide(i int) reg.VecVirtual {
	z := ToZ(VBROADCASTI32X4, p.constantAt(i))
	return z
}

func (p *forms) loadNarrow(i int) reg.VecVirtual {
	x := ToX(VMOVDQU64, p.constantAt(i))
	return x
}

// repeatedBytes returns a vector that repeats the 8 bytes of v.
func repeatedBytes(v uint64) reg.VecVirtual {
	r := To64(MOVQ, U64(v))
	z := ToZ(VPBROADCASTQ, r)
	return z
}

func (p *forms) loadConstants() {
	p.iota16, p.pairs, p.triples, p.pack = p.loadNarrow(cIota), p.loadWide(cPairs), p.loadWide(cTriples), p.loadWide(cPack)
	p.swap01, p.swap12 = p.loadWide(cSwap01), p.loadWide(cSwap12)
	p.labelsOnly = repeatedBytes(0xF0F0F0F0F0F0F0F0)
	p.base, p.never = repeatedBytes(0x3FF0<<48), repeatedBytes(0x4FF0<<48)
	p.places = p.loadWide(cIota)
}

// readGridAVX512 copies the lines of the next grid to the workspace, and sets starts to the lines that may be row
// 1.
func (p *forms) readGridAVX512(starts reg.GPVirtual) {
	grids := Load(Param("grids"), GP64())
	lo := ToZ(VMOVDQU64, addressAt(grids, 0))
	hi := ToZ(VMOVDQU8_Z, addressAt(grids, 64), MaskOf(0x1FFFF))
	p.refuseContradictions(lo, hi)
	for c := range 6 {
		x := gather(p.tableAt(offLines+64*c), lo, hi)
		VMOVDQU64(x, p.workspaceAt(offChutes+64*c))
	}
	p.findLightestLines(lo, hi, starts)
}

// refuseContradictions jumps to the label refused if the grid in lo and hi contradicts itself.
func (p *forms) refuseContradictions(lo, hi reg.VecVirtual) {
	bits, nine, one := p.loadWide(cBits), repeatedBytes(0x0909090909090909), repeatedBytes(0x0101010101010101)
	seen, twice, nines := ZMM(), ZMM(), ZMM()
	VPXORD(twice, twice, twice)
	VPXORD(nines, nines, nines)
	for i := range 5 {
		x, k := gather(p.tableAt(offHouses+64*i), lo, hi), K()
		VPCMPEQB(nine, x, k)
		VPSHUFB(x, bits, x)
		VPADDB(one, nines, k, nines)
		if i == 0 {
			VMOVDQA64(x, seen)
			continue
		}
		VPTERNLOGD(U8(0xF8), x, seen, twice) // twice becomes twice | seen & x
		VPORQ(x, seen, seen)
	}
	x, y, k := ToZ(VSHUFI64X2, U8(0x4E), seen, seen), ZMM(), K()
	VPTERNLOGD(U8(0xF8), x, seen, twice)
	VSHUFI64X2(U8(0x4E), nines, nines, y)
	VPADDB(y, nines, nines)
	VPANDNQ(nines, one, nines)
	VPORQ(nines, twice, twice)
	VPSUBUSB(nine, lo, x)
	VPSUBUSB(nine, hi, y)
	VPTERNLOGD(U8(0xFE), x, y, twice)
	VPTESTMB(twice, twice, k)
	KORTESTQ(k, k)
	JNE(LabelRef("refused"))
}

// findLightestLines sets starts to the lines with the least weight, which may become row 1. The rows come first, then
// the columns.
func (p *forms) findLightestLines(lo, hi reg.VecVirtual, starts reg.GPVirtual) {
	one := repeatedBytes(0x0101010101010101)
	VPMINUB(one, lo, lo)
	VPMINUB(one, hi, hi)
	counts := ZMM()
	for i := range 3 {
		x := gather(p.tableAt(offMinirows+64*i), lo, hi)
		if i == 0 {
			VMOVDQA64(x, counts)
		} else {
			VPADDB(x, counts, counts)
		}
	}
	VPSHUFB(counts, p.loadWide(cWeights), counts)
	y, z, all, lines := ZMM(), ZMM(), ZMM(), MaskOf(1<<18-1)
	VMOVDQU64(p.tableAt(offStacks), y)
	VPERMB(counts, y, y)
	VMOVDQU64(p.tableAt(offStacks+64), z)
	VPERMB(counts, z, z)
	VPADDB(y, z, z)
	VPTERNLOGD(U8(0xFF), all, all, all)
	VPADDB(counts, z, lines, all)
	least := reg.X0
	VEXTRACTI32X4(U8(1), all.AsY(), least)
	VPMINUB(all.AsX(), least, least)
	x := ToX(VPSRLW, U8(8), least)
	VPMINUB(x, least, least)
	VPHMINPOSUW(least, least)
	weight, k := To32(VMOVD, least), K()
	CMPL(weight, U8(42)) // the weight of a full line
	JEQ(LabelRef("refused"))
	VPBROADCASTB(weight, z)
	VPCMPEQB(z, all, lines, k)
	KMOVD(k, starts)
}

// writeRowAVX512 writes the row with these values and stores its new labels. It sets m to the number of new labels,
// `set` to their places, and `filled` to the places of all digits.
func (p *forms) writeRowAVX512(values reg.VecVirtual, set, m, filled reg.GPVirtual) {
	v, row, has, fresh, k := ToX(VPANDQ, p.labelsOnly.AsX(), values), XMM(), K(), K(), K()
	VPTESTMB(v, v, has)
	VPCMPEQB(p.labelsOnly.AsX(), v, fresh)
	VPSRLW(U8(4), v, row)
	x := ToX(VPEXPANDB_Z, p.coming, fresh)
	VMOVDQU8(x, fresh, row)
	VPSHUFB(p.constantAt(cCompact), row, row)
	to := To64(MOVQ, p.workspaceAt(offRow))
	LEAQ(Mem{Base: to, Index: to, Scale: 8}, to)
	VMOVDQU64(row, p.workspaceIndexed(to, 1, offForm))
	VMOVDQU64(p.constantAt(cNone), p.atAll)
	VPCOMPRESSB(p.iota16, fresh, p.atAll)
	KMOVW(fresh, set)
	POPCNTL(set, m)
	ones := To32(MOVL, I32(-1))
	BZHIL(m, ones, ones)
	KMOVW(ones, k)
	VPSLLW(U8(4), p.coming, p.labelAll)
	VMOVDQU8_Z(p.labelAll, k, p.labelAll)
	for i := range 3 {
		c := p.constantAt(cBroadcast + i)
		VPSHUFB(c, p.atAll, p.at3[i])
		VPSHUFB(c, p.labelAll, p.label3[i])
	}
	KMOVW(has, filled)
	VPBROADCASTB(m, x)
	VPADDB(x, p.coming, p.coming)
}

func (p *forms) loadNodeAVX512() (columns, labels reg.VecVirtual) {
	columns = ToZ(VBROADCASTI32X4, p.nodeAt(0))
	labels = ToZ(VBROADCASTI32X4, p.nodeAt(offNodeLabels))
	return columns, labels
}

// lineContentsAVX512 returns the contents of the lines of a node's chute. The content of a cell is in the high four
// bits of its byte.
func (p *forms) lineContentsAVX512(columns, labels reg.VecVirtual, chute Mem) reg.VecVirtual {
	off := To64(MOVBQZX, chute)
	v := ToZ(VMOVDQU64, p.workspaceIndexed(off, 8, offChutes))
	VPSHUFB(columns, v, v)
	VPSHUFB(v, labels, v)
	return v
}

// toKeysAVX512 converts the contents of lines to keys.
func (p *forms) toKeysAVX512(v, pack reg.VecVirtual) {
	VPMADDUBSW(p.pairs, v, v)
	VPMADDWD(p.triples, v, v)
	VPSHUFB(pack, v, v)
}

// storeKeys stores the keys of the current node's remaining rows. Then it jumps to `label` for the next node.
func (p *forms) storeKeys(v reg.VecVirtual, label string) {
	left, key, k := To32(MOVBLZX, p.nodeAt(offNodeMeta+1)), ZMM(), K()
	KMOVW(left, k)
	VMOVDQA64(p.never, key)
	VPORQ(p.base, v, k, key)
	VMOVDQU64(key, p.scratchAt(offKeys))
	VMINPD(key, p.best, p.best)
	p.nextNode(label)
}

// storeNextKeysAVX512 computes the keys of the possible next rows of each node. It sets all words of best to the least
// key.
func (p *forms) storeNextKeysAVX512() {
	p.best = ToZ(VMOVDQA64, p.never)
	XORL(p.i.As32(), p.i.As32())
	TESTL(U32(0x222), p.workspaceAt(offFreeBefore))
	JNE(LabelRef("sort"))
	Label("plain")
	columns, labels := p.loadNodeAVX512()
	v := p.lineContentsAVX512(columns, labels, p.nodeAt(offNodeMeta))
	p.toKeysAVX512(v, p.pack)
	p.storeKeys(v, "plain")
	JMP(LabelRef("least"))
	Label("sort")
	p.sortFreeColumns()
	Label("least")
	y, x, z := ToY(VEXTRACTF64X4, U8(1), p.best), XMM(), XMM()
	VMINPD(p.best.AsY(), y, y)
	VEXTRACTF64X2(U8(1), y, x)
	VMINPD(y.AsX(), x, x)
	VPERMILPD(U8(1), x, z)
	VMINPD(x, z, x)
	VPBROADCASTQ(x, p.best)
}

// sortFreeColumns is the part of storeNextKeysAVX512 for rows with free columns. It sorts the free columns of each
// stack by their values, and then the free stacks.
func (p *forms) sortFreeColumns() {
	f, first, second, firstLow, secondLow := GP64(), K(), K(), K(), K()
	// Columns 1 and 2 of a stack are exchanged if both are free and in the wrong order; then 2 and 3, and again 1 and
	// 2.
	by := To64(MOVQ, U64(0x0001000100010001))
	MOVL(p.workspaceAt(offFreeBefore), f.As32())
	IMULQ(by, f)
	MOVQ(U64(0x0222022202220222), by)
	ANDQ(f, by)
	KMOVQ(by, first)
	SHRQ(U8(1), by)
	KMOVQ(by, firstLow)
	MOVQ(U64(0x0444044404440444), by)
	ANDQ(f, by)
	KMOVQ(by, second)
	SHRQ(U8(1), by)
	KMOVQ(by, secondLow)
	allStacks := To32(MOVL, p.workspaceAt(offFreeBefore))
	ANDL(U32(0x77), allStacks)
	Label("sorting")
	columns, labels := p.loadNodeAVX512()
	v := p.lineContentsAVX512(columns, labels, p.nodeAt(offNodeMeta))
	x := ZMM()
	VPORQ(p.places, v, v)
	for _, s := range []struct {
		swap      reg.VecVirtual
		low, high reg.OpmaskVirtual
	}{{p.swap01, firstLow, first}, {p.swap12, secondLow, second}, {p.swap01, firstLow, first}} {
		VPSHUFB(s.swap, v, x)
		VPMINUB(x, v, s.low, v)
		VPMAXUB(x, v, s.high, v)
	}
	VMOVDQU64(v, p.scratchAt(offSorted))
	VPANDQ(p.labelsOnly, v, v)
	p.toKeysAVX512(v, p.pack)
	CMPL(allStacks, U8(0x77))
	JNE(LabelRef("sorted"))
	p.sortStacks(v, x)
	Label("sorted")
	p.storeKeys(v, "sorting")
}

// sortStacks sorts the free stacks of each row. x is scratch.
func (p *forms) sortStacks(v, x reg.VecVirtual) {
	VPORQ(p.loadWide(cStack), v, v)
	swap := func(by int, low, high uint64) {
		VPSHUFB(p.loadWide(by), v, x)
		r := To32(MOVL, U32(low))
		k := ToK(KMOVD, r)
		VPMINUW(x, v, k, v)
		MOVL(U32(high), r)
		KMOVD(r, k)
		VPMAXUW(x, v, k, v)
	}
	swap(cSwapS01, 0x44444444, 0x22222222)
	CMPL(p.workspaceAt(offFreeBefore), U32(0x777))
	JNE(LabelRef("stacks"))
	swap(cSwapS12, 0x22222222, 0x11111111)
	swap(cSwapS01, 0x44444444, 0x22222222)
	Label("stacks")
	VMOVDQU64(v, p.scratchAt(offSortedBy))
	VPANDQ(repeatedBytes(0xFFF0FFF0FFF0FFF0), v, v)
}

// writeLeastFormAVX512 sorts rows 4 to 9 of each node, and writes the least result of all nodes.
func (p *forms) writeLeastFormAVX512() {
	XORL(p.i.As32(), p.i.As32())
	rows := ZMM()
	VPTERNLOGD(U8(0xFF), rows, rows, rows)
	Label("whole")
	columns, labels := p.loadNodeAVX512()
	u := p.lineContentsAVX512(columns, labels, p.nodeAt(offNodeMeta+2))
	v := p.lineContentsAVX512(columns, labels, p.nodeAt(offNodeMeta+3))
	p.toKeysAVX512(u, p.pack)
	p.toKeysAVX512(v, p.loadWide(cPackHigh))
	VPTERNLOGD(U8(0xFE), p.base, u, v)
	r := [3]reg.Register{v.AsX(), XMM(), XMM()}
	VEXTRACTI32X4(U8(1), v, r[1])
	VEXTRACTI32X4(U8(2), v, r[2])
	orderKeys(r, VMOVDQA64)
	z, pair := ZMM(), XMM()
	VUNPCKLPD(r[1], r[0], z.AsX())
	VSHUFPD(U8(2), r[0], r[2], pair)
	VINSERTI32X4(U8(1), pair, z, z)
	VUNPCKHPD(r[2], r[1], pair)
	VINSERTI32X4(U8(2), pair, z, z)
	kn := ToK(VPCMPUQ, U8(4), rows, z)
	kl := ToK(VPCMPUQ, U8(1), rows, z)
	ne := To32(KMOVW, kn)
	lt := To32(KMOVW, kl)
	ANDL(U8(63), ne)
	BLSIL(ne, ne)
	TESTL(ne, lt)
	JEQ(LabelRef("notLess"))
	VMOVDQA64(z, rows)
	Label("notLess")
	p.nextNode("whole")
	nibbles, fifteen, nine := p.loadWide(cNibbles), repeatedBytes(0x0F0F0F0F0F0F0F0F), repeatedBytes(0x0909090909090909)
	a, b := ZMM(), ZMM()
	for half, z := range []reg.VecVirtual{a, b} {
		VPMOVZXBQ(p.constantAt(cRows+half), z)
		VPERMQ(rows, z, z)
		VPMULTISHIFTQB(z, nibbles, z)
		VPANDQ(fifteen, z, z)
		VPMINUB(nine, z, z)
		for j := range 4 - 2*half {
			to := p.workspaceAt(offForm + 27 + 9*(4*half+j))
			if j == 0 {
				VMOVDQU64(z.AsX(), to)
			} else {
				VEXTRACTI32X4(U8(j), z, to)
			}
		}
	}
}
