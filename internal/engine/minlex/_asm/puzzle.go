package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Places in puzzleVectors, the tables.
const (
	offLines      = 0                      // for each chute, where its lines' cells stand: 16 bytes a line, 4 a stack
	offHouses     = offLines + 6*64        // for 27 houses twice, where its cells stand: first four of them with the last four, then the fifth
	offMinirows   = offHouses + 5*64       // for 54 minirows and minicolumns, where the first, second and third cell stands
	offStacks     = offMinirows + 3*64     // for 18 lines, where the second and the third stack's count stands
	offComesFirst = offStacks + 2*64       // by the cells a line fills, the order of columns if it comes first
	offStart      = offComesFirst + 512*16 // for each line, its place in the workspace and its node's meta
	offConstants  = offStart + 18*8 + 48   // see below, 16 bytes each
	offGroups     = offConstants + 32*16   // for each stack and each set of equal columns, their orders; then of equal stacks
	groupBytes    = 96                     // how many orders, 16 bytes; then all but the first, which changes nothing
	offFresh      = offGroups + 28*96      // from here on for AVX2: by the columns with new labels, these in order, and the number of each
	offFew        = offFresh + 512*32      // by how many, so many bytes of all bits
	offKept       = offFew + 10*16         // by the rows that are left, what keys are joined with
	offSwaps      = offKept + 8*32         // by the stacks that do it, columns 1 and 2 exchanged, and 2 and 3
	offStarts     = offSwaps + 2*8*16      // as offStart, by place in starts
	offTwice      = offStarts + 28*8       // see below, 32 bytes each
	offChutes     = 0                      // in the workspace: each chute's lines
	offForm       = offChutes + 6*64       // the form
	offRow        = offForm + 128          // which row is sought, from 0
	offEnd        = offRow + 8             // 64 times how many nodes there are
	offNamed      = offEnd + 8             // 16 times how many labels the row has that are new
	offLabeled    = offNamed + 8           // how many digits have labels
	offFree       = offLabeled + 4         // the places of free columns, 4 bits a stack, of which the last is 0
	offFreeBefore = offFree + 4            // this row
	offTies       = offFreeBefore + 4      // which free stacks the row makes equal
	offOrders     = offForm + 128 + 64     // the orders that make the same row, 16 bytes each
	offNodesA     = offOrders + 1296*16    // nodes
	offNodesB     = offNodesA + nodes*64   //
	offKeys       = offNodesB + nodes*64   // for each node, its rows' keys;
	offSorted     = offKeys + nodes*64     // what stands in its places, in order: high the label, low the column
	offSortedBy   = offSorted + nodes*64   // the stacks in order, as the key, and in the lowest four bits which it was
	offSettled    = offSortedBy + nodes*64 // AVX2: see below, 16 bytes each
	nodes         = 1024                   //
	offNodeLabels = 16                     // in a node: columns, then labels
	offNodeMeta   = 32                     // bytes: 8 times its chute, which of its rows are left, 8 times each other chute
)

// The constants.
const (
	cBits      = iota // of each digit up to 8
	cWeights          // of minirows with none, one, two and three digits
	cUnnamed          // the labels of no digit
	cIota             //
	cCompact          // nine places without the gaps between stacks
	cNone             // 0x80
	cPairs            // weights: two digits of a stack in a word,
	cTriples          // and three
	cPack             // to a key in the low half
	cPackHigh         // and in the high half
	cSwap01           // columns of each stack
	cSwap12           //
	cStack            // which stack it is, in a key
	cSwapS01          // stacks in a key
	cSwapS12          //
	cSpread           // to columns, from stacks in a key
	cWithin           // columns in a stack
	cNibbles          // of a key, for the bytes of its row
	cBroadcast        // 9 of them: of each byte
	_
	_
	_
	_
	_
	_
	_
	_
	cRows // each half of rows 4 to 7, then of 8 and 9
)

// What AVX2 has in vectors of 32 bytes: constants.
const (
	tBits = iota // as cBits
	tWeights
	tPairs
	tTriples
	tStack
	tSwapS01
	tSwapS12
	tPlaces
	tNine     // 9 in each byte
	tOne      // 1
	tOnes     // 1 in each word
	tLabels   // 0xF0 in each byte
	tStacks   // 0xFFF0 in each word
	tSecond   // the second and the third column of each stack, all bits
	tThird    //
	tBase     // of a key
	tUnknown  // more than any row
	tPack     // to a key in the low half
	tPackHigh // and in the high half
	tTurn     // the next column of each stack
	tLine     // a line's cells, 4 bytes for each stack
	tLast     // of row 9, seven bytes later
	tHigh     // of the bytes of a row by cBytes, which have a column in the high half
	tLow      // and in the low half
	tBytes    // of a key, for each column
	tInStack  // 0x0C in each byte
)

// And what it keeps of a row in memory.
const (
	sAt        = iota // where the first three new labels come from, in all bytes
	sLabel     = 3    // and they, without the label of none
	sAtAll     = 6    // all, a byte each
	sLabelAll  = 7
	sComing    = 8 // the labels that come next
	sComplete  = 9 // keys of rows 4 to 9
	settledEnd = 12
)

// puzzle makes the forms of puzzles. A node is a beginning of the form, as in ../puzzle.go. All nodes have the same rows so
// far, so the same columns are free in all, the same places get new labels, and the same orders of columns and stacks make
// the row again: so these are found once a row. A line is 12 bytes, four to a stack, the last of them empty; three are looked at together.
func puzzle(avx512 bool) {
	name := "leastPuzzleAVX2"
	if avx512 {
		name = "leastPuzzleAVX512"
	}
	TEXT(name, NOSPLIT, "func(t *byte, w *byte, forms *byte, grids *byte, n int) (left int)")
	Doc(name + " writes the form of each of n puzzles, until one is full, has contradictions or too many\n// symmetries. It returns how many are left.")
	t, w := Load(Param("t"), GP64()), Load(Param("w"), GP64())
	at := func(base reg.Register, off int) Mem { return Mem{Base: base, Disp: off} }
	constant := func(i int) Mem { return at(t, offConstants+16*i) }
	wide := func(i int) reg.VecVirtual {
		z := ZMM()
		VBROADCASTI32X4(constant(i), z)
		return z
	}
	narrow := func(i int) reg.VecVirtual {
		x := XMM()
		VMOVDQU64(constant(i), x)
		return x
	}
	wideQ := func(v uint64) reg.VecVirtual {
		r, z := GP64(), ZMM()
		MOVQ(U64(v), r)
		VPBROADCASTQ(r, z)
		return z
	}
	maskOf := func(v uint64) reg.OpmaskVirtual {
		r, k := GP64(), K()
		MOVQ(U64(v), r)
		KMOVQ(r, k)
		return k
	}
	half := tables{t, w}
	twice, settled := half.twice, half.settled
	move, copyOf, bitOr := func(from, to Op) { VMOVDQU(from, to) }, func(from, to Op) { VMOVDQA(from, to) }, VPOR
	var iota16, pairs, triples, pack, swap01, swap12, labelsOnly, base, never, places reg.VecVirtual
	if avx512 {
		move, copyOf = func(from, to Op) { VMOVDQU64(from, to) }, func(from, to Op) { VMOVDQA64(from, to) }
		bitOr = func(a, b, to Op) { VPORQ(a, b, to) }
		iota16, pairs, triples, pack = narrow(cIota), wide(cPairs), wide(cTriples), wide(cPack)
		swap01, swap12 = wide(cSwap01), wide(cSwap12)
		labelsOnly = wideQ(0xF0F0F0F0F0F0F0F0)
		base, never = wideQ(0x3FF0<<48), wideQ(0x4FF0<<48)
		places = wide(cIota)
	}

	Label("puzzle")
	starts := GP32()
	if avx512 {
		lo, hi := ZMM(), ZMM()
		{
			grids := Load(Param("grids"), GP64())
			VMOVDQU64(at(grids, 0), lo)
			VMOVDQU8_Z(at(grids, 64), maskOf(0x1FFFF), hi)
		}
		{ // contradictions
			bits, nine, one := wide(cBits), wideQ(0x0909090909090909), wideQ(0x0101010101010101)
			seen, twice, nines := ZMM(), ZMM(), ZMM()
			VPXORD(twice, twice, twice)
			VPXORD(nines, nines, nines)
			for i := range 5 {
				x, k := ZMM(), K()
				VMOVDQU64(at(t, offHouses+64*i), x)
				VPERMI2B(hi, lo, x)
				VPCMPEQB(nine, x, k)
				VPSHUFB(x, bits, x)
				VPADDB(one, nines, k, nines)
				if i == 0 {
					VMOVDQA64(x, seen)
					continue
				}
				VPTERNLOGD(U8(0xF8), x, seen, twice) // twice | seen&x
				VPORQ(x, seen, seen)
			}
			x, y, k := ZMM(), ZMM(), K()
			VSHUFI64X2(U8(0x4E), seen, seen, x)
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
		for c := range 6 {
			x := ZMM()
			VMOVDQU64(at(t, offLines+64*c), x)
			VPERMI2B(hi, lo, x)
			VMOVDQU64(x, at(w, offChutes+64*c))
		}

		// Row 1: the least of weights, which are in the same order as the rows.
		{
			one := wideQ(0x0101010101010101)
			VPMINUB(one, lo, lo)
			VPMINUB(one, hi, hi)
			counts := ZMM()
			for i := range 3 {
				x := ZMM()
				VMOVDQU64(at(t, offMinirows+64*i), x)
				VPERMI2B(hi, lo, x)
				if i == 0 {
					VMOVDQA64(x, counts)
				} else {
					VPADDB(x, counts, counts)
				}
			}
			VPSHUFB(counts, wide(cWeights), counts)
			y, z, all, lines := ZMM(), ZMM(), ZMM(), maskOf(1<<18-1)
			VMOVDQU64(at(t, offStacks), y)
			VPERMB(counts, y, y)
			VMOVDQU64(at(t, offStacks+64), z)
			VPERMB(counts, z, z)
			VPADDB(y, z, z)
			VPTERNLOGD(U8(0xFF), all, all, all)
			VPADDB(counts, z, lines, all)
			least := reg.X0
			VEXTRACTI32X4(U8(1), all.AsY(), least)
			VPMINUB(all.AsX(), least, least)
			x := XMM()
			VPSRLW(U8(8), least, x)
			VPMINUB(x, least, least)
			VPHMINPOSUW(least, least)
			best, k := GP32(), K()
			VMOVD(least, best)
			CMPL(best, U8(42)) // the weight of a full line
			JEQ(LabelRef("refused"))
			VPBROADCASTB(best, z)
			VPCMPEQB(z, all, lines, k)
			KMOVD(k, starts)
		}
	} else {
		half.read(starts)
	}

	allLeft := uint32(0b111 << 8) // of a chute's rows, in a node's meta
	if avx512 {
		allLeft = 0b10101 << 8
	}
	cur, next, nextEnd := GP64(), GP64(), GP64()
	LEAQ(at(w, offNodesB), next)
	LEAQ(at(w, offNodesA), cur)
	{
		zero := GP64()
		XORL(zero.As32(), zero.As32())
		MOVQ(zero, at(w, offRow))
		MOVL(zero.As32(), at(w, offLabeled))
	}
	MOVL(U32(0x777), at(w, offFree))
	coming := XMM() // labels
	if avx512 {
		one := GP32()
		MOVL(U32(1), one)
		VPBROADCASTB(one, coming)
		VPADDB(iota16, coming, coming)
	} else {
		VMOVDQU(constant(cIota), coming)
		VPADDB(twice(tOne), coming, coming)
		VMOVDQU(coming, settled(sComing))
	}
	// What a row settles for all nodes:
	orders := GP64()                                                                              // 16 times how many orders make it again
	at3, label3 := [3]reg.VecVirtual{XMM(), XMM(), XMM()}, [3]reg.VecVirtual{XMM(), XMM(), XMM()} // where the first three come from, in all bytes, and they
	atAll, labelAll := XMM(), XMM()                                                               // all, a byte each
	settle := func(id string, values reg.VecVirtual, ties reg.GPVirtual) {
		MOVL(ties, at(w, offTies))
		set, m, full := GP32(), GP32(), GP32()
		if avx512 {
			v, row, filled, fresh, k := XMM(), XMM(), K(), K(), K()
			VPANDQ(labelsOnly.AsX(), values, v)
			VPTESTMB(v, v, filled)
			VPCMPEQB(labelsOnly.AsX(), v, fresh)
			VPSRLW(U8(4), v, row)
			x := XMM()
			VPEXPANDB_Z(coming, fresh, x)
			VMOVDQU8(x, fresh, row)
			VPSHUFB(constant(cCompact), row, row)
			to := GP64()
			MOVQ(at(w, offRow), to)
			LEAQ(Mem{Base: to, Index: to, Scale: 8}, to)
			VMOVDQU64(row, Mem{Base: w, Index: to, Scale: 1, Disp: offForm})
			VMOVDQU64(constant(cNone), atAll)
			VPCOMPRESSB(iota16, fresh, atAll)
			ones := GP32()
			KMOVW(fresh, set)
			POPCNTL(set, m)
			MOVL(I32(-1), ones)
			BZHIL(m, ones, ones)
			KMOVW(ones, k)
			VPSLLW(U8(4), coming, labelAll)
			VMOVDQU8_Z(labelAll, k, labelAll)
			for i := range 3 {
				c := constant(cBroadcast + i)
				VPSHUFB(c, atAll, at3[i])
				VPSHUFB(c, labelAll, label3[i])
			}
			KMOVW(filled, full)
			VPBROADCASTB(m, x)
			VPADDB(x, coming, coming)
		} else {
			half.settle(values, set, m, full)
		}
		ADDL(m, at(w, offLabeled))
		SHLL(U8(4), m)
		MOVQ(m.As64(), at(w, offNamed))
		// The free columns that it fills with digits without labels are equal.
		free := GP32()
		MOVL(at(w, offFree), free)
		ANDL(free, set)
		ANDNL(free, full, free)
		MOVL(free, at(w, offFree))
		two := GP32()
		MOVL(set, two)
		SHRL(U8(1), two)
		ANDL(set, two)
		ANDL(U32(0x333), two)
		ORL(ties, two)
		MOVQ(I32(16), orders)
		JEQ(LabelRef("settled" + id))
		e, stack := GP64(), GP32()
		XORL(stack, stack)
		Label("group" + id)
		MOVL(set, e.As32())
		ANDL(U8(7), e.As32())
		ADDL(stack, e.As32())
		multiply := "multiply" + id
		Label(multiply)
		IMUL3Q(U8(groupBytes), e, e)
		ADDQ(t, e)
		count, had := GP32(), GP64()
		MOVL(at(e, offGroups), count)
		MOVQ(orders, had)
		Label("factor" + id)
		DECL(count)
		JEQ(LabelRef("multiplied" + id))
		from, by, y := GP64(), XMM(), XMM()
		move(at(e, offGroups+16), by)
		ADDQ(U8(16), e)
		XORL(from.As32(), from.As32())
		Label("one" + id)
		move(Mem{Base: w, Index: from, Scale: 1, Disp: offOrders}, y)
		VPSHUFB(by, y, y)
		move(y, Mem{Base: w, Index: orders, Scale: 1, Disp: offOrders})
		ADDQ(U8(16), orders)
		ADDQ(U8(16), from)
		CMPQ(from, had)
		JNE(LabelRef("one" + id))
		JMP(LabelRef("factor" + id))
		Label("multiplied" + id)
		SHRL(U8(4), set)
		ADDL(U8(8), stack)
		CMPL(stack, U8(24))
		JLT(LabelRef("group" + id))
		MOVL(at(w, offTies), e.As32())
		ADDL(U8(24), e.As32())
		CMPL(stack, U8(24))
		JEQ(LabelRef(multiply))
		Label("settled" + id)
	}
	// expand makes the nodes that follow, of all these orders.
	expand := func(id string, columns, labels, row reg.VecVirtual, meta reg.GPVirtual) {
		i := GP64()
		XORL(i.As32(), i.As32())
		Label("order" + id)
		{
			full := GP64()
			LEAQ(at(next, nodes*64), full)
			CMPQ(nextEnd, full)
			JEQ(LabelRef("refused"))
		}
		c, l, digits, k := XMM(), XMM(), XMM(), K()
		VPSHUFB(Mem{Base: w, Index: i, Scale: 1, Disp: offOrders}, columns, c)
		VPSHUFB(c, row, digits)
		copyOf(labels, l)
		d := XMM()
		for j := range 3 {
			if avx512 {
				VPSHUFB(at3[j], digits, d)
				VPCMPEQB(iota16, d, k)
				VMOVDQU8(label3[j], k, l)
			} else {
				VPSHUFB(settled(sAt+j), digits, d)
				VPCMPEQB(constant(cIota), d, d)
				VPAND(settled(sLabel+j), d, d)
				VPXOR(d, l, l)
			}
		}
		CMPQ(at(w, offNamed), I8(3*16))
		JLE(LabelRef("named" + id))
		j, x := GP64(), XMM()
		MOVL(U32(3*16), j.As32())
		Label("name" + id)
		one := Mem{Base: t, Index: j, Scale: 1, Disp: offConstants + 16*cBroadcast}
		move(one, x)
		if avx512 {
			VPSHUFB(x, atAll, d)
			VPSHUFB(d, digits, d)
			VPCMPEQB(iota16, d, k)
			VPSHUFB(x, labelAll, k, l)
		} else {
			VMOVDQU(settled(sAtAll), d)
			VPSHUFB(x, d, d)
			VPSHUFB(d, digits, d)
			VPCMPEQB(constant(cIota), d, d)
			label := XMM()
			VMOVDQU(settled(sLabelAll), label)
			VPSHUFB(x, label, x)
			VPAND(x, d, d)
			VPXOR(d, l, l)
		}
		ADDQ(U8(16), j)
		CMPQ(j, at(w, offNamed))
		JNE(LabelRef("name" + id))
		Label("named" + id)
		move(c, at(nextEnd, 0))
		move(l, at(nextEnd, offNodeLabels))
		MOVL(meta, at(nextEnd, offNodeMeta))
		ADDQ(U8(64), nextEnd)
		ADDQ(U8(16), i)
		CMPQ(i, orders)
		JNE(LabelRef("order" + id))
	}

	unnamed := XMM()
	move(constant(cUnnamed), unnamed)
	MOVQ(next, nextEnd)
	Label("start")
	{
		l := GP64()
		TZCNTL(starts, l.As32())
		off, meta := GP64(), GP32()
		start := offStarts
		if avx512 {
			start = offStart
		}
		MOVL(Mem{Base: t, Index: l, Scale: 8, Disp: start}, off.As32())
		MOVL(Mem{Base: t, Index: l, Scale: 8, Disp: start + 4}, meta)
		row, columns, k, set := XMM(), XMM(), K(), GP64()
		move(Mem{Base: w, Index: off, Scale: 1, Disp: offChutes}, row)
		if avx512 {
			VPTESTMB(row, row, k)
			KMOVW(k, set.As32())
			cells := GP32()
			MOVL(U32(0x777), cells)
			PEXTL(cells, set.As32(), set.As32())
		} else {
			empty := XMM()
			VPXOR(empty, empty, empty)
			VPCMPEQB(empty, row, empty)
			VPSHUFB(constant(cCompact), empty, empty)
			VPMOVMSKB(empty, set.As32())
			XORL(U32(511), set.As32())
		}
		SHLL(U8(4), set.As32())
		move(Mem{Base: t, Index: set, Scale: 1, Disp: offComesFirst}, columns)
		CMPL(at(w, offLabeled), U8(0))
		JNE(LabelRef("started"))
		v := XMM()
		VPSHUFB(columns, row, v)
		VPSHUFB(v, unnamed, v)
		x, y, z, ties := GP32(), GP32(), GP32(), GP32()
		VPEXTRD(U8(0), v, x)
		VPEXTRD(U8(1), v, y)
		VPEXTRD(U8(2), v, z)
		tiesOf("first", x, y, z, ties)
		settle("First", v, ties)
		Label("started")
		expand("First", columns, unnamed, row, meta)
		BLSRL(starts, starts)
		JNE(LabelRef("start"))
	}

	Label("row")
	{
		n, free := GP64(), GP32()
		MOVQ(at(w, offRow), n)
		INCQ(n)
		MOVQ(n, at(w, offRow))
		XCHGQ(cur, next)
		SUBQ(cur, nextEnd)
		MOVQ(nextEnd, at(w, offEnd))
		MOVL(at(w, offFree), free)
		MOVL(free, at(w, offFreeBefore))
		CMPQ(n, I8(3))
		JL(LabelRef("single"))
		TESTL(U32(0x222), free)
		JNE(LabelRef("search"))
		CMPL(at(w, offLabeled), U8(8))
		JGE(LabelRef("complete"))
		Label("search")
		CMPQ(n, I8(3))
		JNE(LabelRef("single"))
	}
	{ // Each node twice, once for each of the other two chutes.
		i, to, end := GP64(), GP64(), GP64()
		MOVQ(at(w, offEnd), end)
		CMPL(end.As32(), U32(nodes*32))
		JG(LabelRef("refused"))
		XORL(i.As32(), i.As32())
		MOVQ(next, to)
		Label("double")
		x := YMM()
		move(Mem{Base: cur, Index: i, Scale: 1}, x)
		meta := GP32()
		MOVL(Mem{Base: cur, Index: i, Scale: 1, Disp: offNodeMeta}, meta)
		chute := GP32()
		for j := range 2 {
			move(x, at(to, 64*j))
			MOVL(meta, chute)
			SHRL(U8(16+8*j), chute)
			ANDL(U32(0xFF), chute)
			ORL(U32(allLeft), chute)
			m := GP32()
			MOVL(meta, m)
			ANDL(U32(0xFFFF0000), m)
			ORL(chute, m)
			MOVL(m, at(to, 64*j+offNodeMeta))
		}
		ADDQ(I32(128), to)
		ADDQ(U8(64), i)
		CMPQ(i, end)
		JNE(LabelRef("double"))
		SHLQ(U8(1), end)
		MOVQ(end, at(w, offEnd))
		XCHGQ(cur, next)
	}
	Label("single")
	// Each node's rows that may come next get keys; best is the least of them.
	i := GP64()
	node := func(off int) Mem { return Mem{Base: cur, Index: i, Scale: 1, Disp: off} }
	scratch := func(off int) Mem { return Mem{Base: w, Index: i, Scale: 1, Disp: off} }
	var best reg.VecVirtual
	var valuesOf func(columns, labels reg.VecVirtual, chute Mem) reg.VecVirtual
	var keysOf func(v, pack reg.VecVirtual)
	var load func() (columns, labels reg.VecVirtual)
	if avx512 {
		best = ZMM()
		VMOVDQA64(never, best)
		// values are what stands in the places of a node's chute's lines, high in each byte.
		valuesOf = func(columns, labels reg.VecVirtual, chute Mem) reg.VecVirtual {
			v, off := ZMM(), GP64()
			MOVBQZX(chute, off)
			VMOVDQU64(Mem{Base: w, Index: off, Scale: 8, Disp: offChutes}, v)
			VPSHUFB(columns, v, v)
			VPSHUFB(v, labels, v)
			return v
		}
		keysOf = func(v, pack reg.VecVirtual) {
			VPMADDUBSW(pairs, v, v)
			VPMADDWD(triples, v, v)
			VPSHUFB(pack, v, v)
		}
		XORL(i.As32(), i.As32())
		load = func() (columns, labels reg.VecVirtual) {
			columns, labels = ZMM(), ZMM()
			VBROADCASTI32X4(node(0), columns)
			VBROADCASTI32X4(node(offNodeLabels), labels)
			return columns, labels
		}
		keep := func(v reg.VecVirtual) {
			left, key, k := GP32(), ZMM(), K()
			MOVBLZX(node(offNodeMeta+1), left)
			KMOVW(left, k)
			VMOVDQA64(never, key)
			VPORQ(base, v, k, key)
			VMOVDQU64(key, scratch(offKeys))
			VMINPD(key, best, best)
			ADDQ(U8(64), i)
			CMPQ(i, at(w, offEnd))
		}
		TESTL(U32(0x222), at(w, offFreeBefore))
		JNE(LabelRef("sort"))
		Label("plain")
		{
			columns, labels := load()
			v := valuesOf(columns, labels, node(offNodeMeta))
			keysOf(v, pack)
			keep(v)
			JNE(LabelRef("plain"))
			JMP(LabelRef("least"))
		}
		Label("sort")
		f, first, second, firstLow, secondLow := GP64(), K(), K(), K(), K()
		{ // Swap columns 1 and 2 of a stack if column 2 is free, then 2 and 3, then 1 and 2 again.
			by := GP64()
			MOVQ(U64(0x0001000100010001), by)
			MOVL(at(w, offFreeBefore), f.As32())
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
		}
		allStacks := GP32()
		MOVL(at(w, offFreeBefore), allStacks)
		ANDL(U32(0x77), allStacks)
		Label("sorting")
		{
			columns, labels := load()
			v := valuesOf(columns, labels, node(offNodeMeta))
			x := ZMM()
			VPORQ(places, v, v)
			for _, s := range []struct {
				swap      reg.VecVirtual
				low, high reg.OpmaskVirtual
			}{{swap01, firstLow, first}, {swap12, secondLow, second}, {swap01, firstLow, first}} {
				VPSHUFB(s.swap, v, x)
				VPMINUB(x, v, s.low, v)
				VPMAXUB(x, v, s.high, v)
			}
			VMOVDQU64(v, scratch(offSorted))
			VPANDQ(labelsOnly, v, v)
			keysOf(v, pack)
			CMPL(allStacks, U8(0x77))
			JNE(LabelRef("sorted"))
			VPORQ(wide(cStack), v, v)
			swap := func(by int, low, high uint64) {
				k := K()
				VPSHUFB(wide(by), v, x)
				r := GP32()
				MOVL(U32(low), r)
				KMOVD(r, k)
				VPMINUW(x, v, k, v)
				MOVL(U32(high), r)
				KMOVD(r, k)
				VPMAXUW(x, v, k, v)
			}
			swap(cSwapS01, 0x44444444, 0x22222222)
			CMPL(at(w, offFreeBefore), U32(0x777))
			JNE(LabelRef("stacks"))
			swap(cSwapS12, 0x22222222, 0x11111111)
			swap(cSwapS01, 0x44444444, 0x22222222)
			Label("stacks")
			VMOVDQU64(v, scratch(offSortedBy))
			VPANDQ(wideQ(0xFFF0FFF0FFF0FFF0), v, v)
			Label("sorted")
			keep(v)
			JNE(LabelRef("sorting"))
		}
		Label("least")
		{
			y, x, z := YMM(), XMM(), XMM()
			VEXTRACTF64X4(U8(1), best, y)
			VMINPD(best.AsY(), y, y)
			VEXTRACTF64X2(U8(1), y, x)
			VMINPD(y.AsX(), x, x)
			VPERMILPD(U8(1), x, z)
			VMINPD(x, z, x)
			VPBROADCASTQ(x, best)
		}
	} else {
		best = half.search(i, node)
	}
	MOVQ(next, nextEnd)
	XORL(i.As32(), i.As32())
	// The first hit settles the row.
	XORL(orders.As32(), orders.As32())
	Label("hits")
	hits := GP32()
	{
		if avx512 {
			k := K()
			VPCMPEQQ(scratch(offKeys), best, k)
			KMOVW(k, hits)
		} else {
			k := YMM()
			VPCMPEQQ(scratch(offKeys), best, k)
			VMOVMSKPD(k, hits)
		}
		TESTL(hits, hits)
		JEQ(LabelRef("missed"))
	}
	Label("hit")
	{
		bit, line, meta := GP64(), GP64(), GP32()
		TZCNTL(hits, bit.As32())
		MOVBQZX(node(offNodeMeta), line)
		ofLine := bit // twice its number
		if !avx512 {  // the hits are lines 1, 3 and 2
			ofLine = GP64()
			LEAQ(Mem{Base: bit, Index: bit, Scale: 4}, ofLine)
			ANDL(U8(6), ofLine.As32())
		}
		ADDQ(ofLine, line)
		row, columns, labels, v := XMM(), XMM(), XMM(), XMM()
		move(Mem{Base: w, Index: line, Scale: 8, Disp: offChutes}, row)
		move(node(0), columns)
		move(node(offNodeLabels), labels)
		ties := GP32()
		XORL(ties, ties)
		TESTL(U32(0x222), at(w, offFreeBefore))
		JEQ(LabelRef("noOrder"))
		lane := GP64()
		LEAQ(Mem{Base: i, Index: ofLine, Scale: 8}, lane)
		move(Mem{Base: w, Index: lane, Scale: 1, Disp: offSorted}, v)
		stacks := GP32()
		MOVL(at(w, offFreeBefore), stacks)
		ANDL(U32(0x77), stacks)
		CMPL(stacks, U8(0x77))
		JNE(LabelRef("oneStack"))
		s, x := XMM(), XMM()
		if !avx512 {
			LEAQ(Mem{Base: i, Index: bit, Scale: 8}, lane)
			VMOVQ(Mem{Base: w, Index: lane, Scale: 1, Disp: offSortedBy}, s)
		} else {
			move(Mem{Base: w, Index: lane, Scale: 1, Disp: offSortedBy}, s)
		}
		VPSHUFB(constant(cSpread), s, x)
		if avx512 {
			VPANDQ(wideQ(0x0C0C0C0C0C0C0C0C).AsX(), x, x)
		} else {
			VPAND(twice(tInStack), x, x)
		}
		bitOr(constant(cWithin), x, x)
		VPSHUFB(x, v, v)
		a, b, c := GP32(), GP32(), GP32()
		for j, r := range []reg.GPVirtual{a, b, c} {
			VPEXTRW(U8(2-j), s, r)
			ANDL(U32(0xFFF0), r)
		}
		CMPL(at(w, offFreeBefore), U32(0x777)) // else the third is not like the second
		CMOVLNE(ties, c)
		tiesOf("other", a, b, c, ties)
		Label("oneStack")
		if avx512 {
			VPANDNQ(v, labelsOnly.AsX(), x)
		} else {
			VMOVDQU(twice(tLabels), x)
			VPANDN(v, x, x)
		}
		VPSHUFB(x, columns, columns)
		JMP(LabelRef("ordered"))
		Label("noOrder")
		VPSHUFB(columns, row, v)
		VPSHUFB(v, labels, v)
		Label("ordered")
		TESTQ(orders, orders)
		JNE(LabelRef("known"))
		settle("Other", v, ties)
		Label("known")
		MOVL(node(offNodeMeta), meta)
		TZCNTL(hits, bit.As32())
		ADDL(U8(8), bit.As32())
		BTRL(bit.As32(), meta)
		CMPQ(at(w, offRow), I8(5))
		JNE(LabelRef("sameChute"))
		// The chute that is left.
		x1, x2 := GP32(), GP32()
		MOVL(meta, x1)
		SHRL(U8(16), x1)
		MOVL(meta, x2)
		SHRL(U8(24), x2)
		XORL(meta, x1)
		XORL(x1, x2)
		ANDL(U32(0xFF), x2)
		ORL(U32(allLeft), x2)
		ANDL(U32(0xFFFF0000), meta)
		ORL(x2, meta)
		Label("sameChute")
		expand("Other", columns, labels, row, meta)
		BLSRL(hits, hits)
		JNE(LabelRef("hit"))
	}
	Label("missed")
	ADDQ(U8(64), i)
	CMPQ(i, at(w, offEnd))
	JNE(LabelRef("hits"))
	CMPQ(at(w, offRow), I8(8))
	JNE(LabelRef("row"))
	JMP(LabelRef("write"))

	// No order is open, and at most one digit has no label: rows 4 to 9 of each node are sorted, and the least kept.
	Label("complete")
	if avx512 {
		XORL(i.As32(), i.As32())
		rows := ZMM()
		VPTERNLOGD(U8(0xFF), rows, rows, rows)
		Label("whole")
		{
			columns, labels := load()
			u := valuesOf(columns, labels, node(offNodeMeta+2))
			v := valuesOf(columns, labels, node(offNodeMeta+3))
			keysOf(u, pack)
			keysOf(v, wide(cPackHigh))
			VPTERNLOGD(U8(0xFE), base, u, v)
			r := [3]reg.Register{v.AsX(), XMM(), XMM()}
			VEXTRACTI32X4(U8(1), v, r[1])
			VEXTRACTI32X4(U8(2), v, r[2])
			for _, j := range []int{0, 1, 0} {
				x := XMM()
				VMINPD(r[j], r[j+1], x)
				VMAXPD(r[j], r[j+1], r[j+1])
				VMOVDQA64(x, r[j])
			}
			x, y := GP64(), GP64()
			for j := range 3 {
				VMOVQ(r[j], x)
				VPEXTRQ(U8(1), r[j], y)
				CMPQ(x, y)
				if j < 2 {
					JNE(LabelRef("decided"))
				}
			}
			Label("decided")
			JLE(LabelRef("inOrder"))
			for j := range 3 {
				VPERMILPD(U8(1), r[j], r[j])
			}
			Label("inOrder")
			z, p := ZMM(), XMM()
			VUNPCKLPD(r[1], r[0], z.AsX())
			VSHUFPD(U8(2), r[0], r[2], p)
			VINSERTI32X4(U8(1), p, z, z)
			VUNPCKHPD(r[2], r[1], p)
			VINSERTI32X4(U8(2), p, z, z)
			kn, kl, ne, lt := K(), K(), GP32(), GP32()
			VPCMPUQ(U8(4), rows, z, kn)
			VPCMPUQ(U8(1), rows, z, kl)
			KMOVW(kn, ne)
			KMOVW(kl, lt)
			ANDL(U8(63), ne)
			BLSIL(ne, ne)
			TESTL(ne, lt)
			JEQ(LabelRef("notLess"))
			VMOVDQA64(z, rows)
			Label("notLess")
			ADDQ(U8(64), i)
			CMPQ(i, at(w, offEnd))
			JNE(LabelRef("whole"))
		}
		{
			nibbles, fifteen, nine := wide(cNibbles), wideQ(0x0F0F0F0F0F0F0F0F), wideQ(0x0909090909090909)
			a, b := ZMM(), ZMM()
			for half, z := range []reg.VecVirtual{a, b} {
				VPMOVZXBQ(constant(cRows+half), z)
				VPERMQ(rows, z, z)
				VPMULTISHIFTQB(z, nibbles, z)
				VPANDQ(fifteen, z, z)
				VPMINUB(nine, z, z)
				for j := range 4 - 2*half {
					to := at(w, offForm+27+9*(4*half+j))
					if j == 0 {
						VMOVDQU64(z.AsX(), to)
					} else {
						VEXTRACTI32X4(U8(j), z, to)
					}
				}
			}
		}

	} else {
		half.complete(i, node)
	}

	Label("write")
	forms, grids, left := GP64(), GP64(), GP64()
	MOVQ(NewParamAddr("forms", 16), forms)
	if avx512 {
		x, y, tail := ZMM(), ZMM(), maskOf(0x1FFFF)
		VMOVDQU64(at(w, offForm), x)
		VMOVDQU8_Z(at(w, offForm+64), tail, y)
		VMOVDQU64(x, at(forms, 0))
		VMOVDQU8(y, tail, at(forms, 64))
	} else {
		for k := range 2 {
			x := YMM()
			VMOVDQU(at(w, offForm+32*k), x)
			VMOVDQU(x, at(forms, 32*k))
		}
		x, last := XMM(), GP32()
		VMOVDQU(at(w, offForm+64), x)
		VMOVDQU(x, at(forms, 64))
		MOVB(at(w, offForm+80), last.As8())
		MOVB(last.As8(), at(forms, 80))
	}
	ADDQ(U8(81), forms)
	MOVQ(forms, NewParamAddr("forms", 16))
	MOVQ(NewParamAddr("grids", 24), grids)
	ADDQ(U8(81), grids)
	MOVQ(grids, NewParamAddr("grids", 24))
	MOVQ(NewParamAddr("n", 32), left)
	DECQ(left)
	MOVQ(left, NewParamAddr("n", 32))
	JNE(LabelRef("puzzle"))
	Label("refused")
	MOVQ(NewParamAddr("n", 32), left)
	Store(left, Return("left"))
	VZEROUPPER()
	RET()
}

// tiesOf sets to to 1 if the stacks a and b are equal and not empty, plus 2 if b and c are.
func tiesOf(id string, a, b, c, to reg.GPVirtual) {
	XORL(to, to)
	TESTL(b, b)
	JEQ(LabelRef("noTies" + id))
	CMPL(a, b)
	SETEQ(to.As8())
	second := GP32()
	XORL(second, second)
	CMPL(b, c)
	SETEQ(second.As8())
	LEAL(Mem{Base: to.As64(), Index: second.As64(), Scale: 2}, to)
	Label("noTies" + id)
}
