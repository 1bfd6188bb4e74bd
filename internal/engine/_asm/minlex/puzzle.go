package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// forms writes the function that finds the forms of puzzles. The nodes of its search are those of minlex/puzzle.go. All
// nodes have the same rows so far. Therefore all nodes have the same free columns, the same places with new labels, and
// the same orders of columns and stacks that leave the row unchanged. What all nodes share is computed once for each
// row. A line is 12 bytes: four for each stack, of which the last is empty. Three lines are processed together.
//
// The methods are in the order of the code that they write: beginPuzzle and appendRow1Nodes; for each further row
// swapNodeLists, doubleNodes, storeNextKeysAVX512 or storeNextKeysAVX2, and appendBestFollowers; if the rest can be
// sorted, writeLeastFormAVX512 or writeLeastFormAVX2; writeForm.
type forms struct {
	t, w reg.Register // the tables and the workspace

	cur, next reg.GPVirtual // the address of the nodes of the last row, and of the nodes of the current row
	nextEnd   reg.GPVirtual // the address for the next node
	i         reg.GPVirtual // the current node, as 64 times its index in cur
	unnamed   reg.VecVirtual
	best      reg.VecVirtual // in each word, the least key of all nodes

	// The following registers depend on the row, and are equal for all nodes.
	orders          reg.GPVirtual     // 16 times the number of orders that leave the row unchanged
	coming          reg.VecVirtual    // the labels that come next
	at3, label3     [3]reg.VecVirtual // the places of the first three new labels, each in a whole vector, and these labels
	atAll, labelAll reg.VecVirtual    // the places of all new labels, and these labels, one byte each

	// These registers hold constants, for AVX-512 only.
	iota16, pairs, triples, pack, swap01, swap12, labelsOnly, base, never, places reg.VecVirtual
}

func move(from, to Op)   { Either(VMOVDQU64, VMOVDQU)(from, to) }
func copyOf(from, to Op) { Either(VMOVDQA64, VMOVDQA)(from, to) }
func bitOr(a, b, to Op)  { Either(VPORQ, VPOR)(a, b, to) }

func addressAt(base reg.Register, off int) Mem { return Mem{Base: base, Disp: off} }

func (p *forms) tableAt(off int) Mem     { return addressAt(p.t, off) }
func (p *forms) workspaceAt(off int) Mem { return addressAt(p.w, off) }

func (p *forms) tableIndexed(index reg.Register, scale uint8, off int) Mem {
	return Mem{Base: p.t, Index: index, Scale: scale, Disp: off}
}

func (p *forms) workspaceIndexed(index reg.Register, scale uint8, off int) Mem {
	return Mem{Base: p.w, Index: index, Scale: scale, Disp: off}
}

func (p *forms) constantAt(i int) Mem      { return p.tableAt(offConstants + 16*i) }
func (p *forms) doubledConstant(i int) Mem { return p.tableAt(offTwice + 32*i) }
func (p *forms) rowDataAt(i int) Mem       { return p.workspaceAt(offSettled + 16*i) }

// nodeAt returns the address of byte `off` of the current node. scratchAt returns an address in the part of the
// workspace that belongs to this node.
func (p *forms) nodeAt(off int) Mem    { return Mem{Base: p.cur, Index: p.i, Scale: 1, Disp: off} }
func (p *forms) scratchAt(off int) Mem { return p.workspaceIndexed(p.i, 1, off) }

// writePuzzle writes leastPuzzleAVX512 or leastPuzzleAVX2.
func writePuzzle() {
	Begin("leastPuzzle"+Pick("AVX512", "AVX2"),
		"(t *puzzleVectors, w *puzzleWorkspace, forms, grids *[81]uint8, n int) (left int)",
		"writes the form of each of n puzzles, until one is full, has contradictions or too many\n"+
			"// symmetries. It returns how many are left.")
	p := &forms{t: Parameter("t"), w: Parameter("w")}
	if AVX512 {
		p.loadConstants()
	}

	Label("puzzle")
	starts := GP32()
	Pick(p.readGridAVX512, p.readGridAVX2)(starts)
	p.beginPuzzle()
	p.appendRow1Nodes(starts)

	Label("row")
	p.swapNodeLists()
	p.doubleNodes()
	Label("single")
	p.i = GP64()
	Pick(p.storeNextKeysAVX512, p.storeNextKeysAVX2)()
	p.appendBestFollowers()
	CMPQ(p.workspaceAt(offRow), I8(8))
	JNE(LabelRef("row"))
	JMP(LabelRef("write"))

	// If no order is open and at most one digit has no label, rows 4 to 9 of each node are sorted, and the least result
	// is the form.
	Label("complete")
	Pick(p.writeLeastFormAVX512, p.writeLeastFormAVX2)()

	Label("write")
	left := p.writeForm()
	Label("refused")
	MOVQ(NewParamAddr("n", 32), left)
	Store(left, Return("left"))
	End()
}

// metaWithAllRowsLeft returns the bits that mark all three rows of a node's chute as remaining.
func metaWithAllRowsLeft() Op { return U32(Pick(0b10101, 0b111) << 8) }

func (p *forms) beginPuzzle() {
	p.cur, p.next, p.nextEnd = GP64(), GP64(), GP64()
	LEAQ(p.workspaceAt(offNodesB), p.next)
	LEAQ(p.workspaceAt(offNodesA), p.cur)
	{
		zero := GP64()
		XORL(zero.As32(), zero.As32())
		MOVQ(zero, p.workspaceAt(offRow))
		MOVL(zero.As32(), p.workspaceAt(offLabeled))
	}
	MOVL(U32(0x777), p.workspaceAt(offFree))
	p.coming = XMM()
	if AVX512 {
		one := To32(MOVL, U32(1))
		VPBROADCASTB(one, p.coming)
		VPADDB(p.iota16, p.coming, p.coming)
	} else {
		VMOVDQU(p.constantAt(cIota), p.coming)
		VPADDB(p.doubledConstant(tOne), p.coming, p.coming)
		VMOVDQU(p.coming, p.rowDataAt(sComing))
	}
	p.orders = GP64()
	p.at3, p.label3 = [3]reg.VecVirtual{XMM(), XMM(), XMM()}, [3]reg.VecVirtual{XMM(), XMM(), XMM()}
	p.atAll, p.labelAll = XMM(), XMM()
}

// appendRow1Nodes writes code that appends the nodes of row 1. There is a node for each line in `starts` and each order
// of columns that leaves this line unchanged.
func (p *forms) appendRow1Nodes(starts reg.GPVirtual) {
	p.unnamed = XMM()
	move(p.constantAt(cUnnamed), p.unnamed)
	MOVQ(p.next, p.nextEnd)
	Label("start")
	l := ToLow(TZCNTL, starts)
	start := Pick(offStart, offStarts)
	off := ToLow(MOVL, p.tableIndexed(l, 8, start))
	meta := To32(MOVL, p.tableIndexed(l, 8, start+4))
	row, columns, k, set := ToX(move, p.workspaceIndexed(off, 1, offChutes)), XMM(), K(), GP64()
	if AVX512 {
		VPTESTMB(row, row, k)
		KMOVW(k, set.As32())
		cells := To32(MOVL, U32(0x777))
		PEXTL(cells, set.As32(), set.As32())
	} else {
		empty := XMM()
		VPXOR(empty, empty, empty)
		VPCMPEQB(empty, row, empty)
		VPSHUFB(p.constantAt(cCompact), empty, empty)
		VPMOVMSKB(empty, set.As32())
		XORL(U32(511), set.As32())
	}
	SHLL(U8(4), set.As32())
	move(p.tableIndexed(set, 1, offComesFirst), columns)
	CMPL(p.workspaceAt(offLabeled), U8(0))
	JNE(LabelRef("started"))
	v := ToX(VPSHUFB, columns, row)
	VPSHUFB(v, p.unnamed, v)
	x, y, z, ties := To32(VPEXTRD, U8(0), v), To32(VPEXTRD, U8(1), v), To32(VPEXTRD, U8(2), v), GP32()
	setTieBits("first", x, y, z, ties)
	p.placeRow("First", v, ties)
	Label("started")
	p.appendFollowers("First", columns, p.unnamed, row, meta)
	BLSRL(starts, starts)
	JNE(LabelRef("start"))
}

// placeRow writes the row with these values, and gives the next labels to the row's digits without a label. It also
// calls findRowOrders. id makes the jump labels of this call unique.
func (p *forms) placeRow(id string, values reg.VecVirtual, ties reg.GPVirtual) {
	MOVL(ties, p.workspaceAt(offTies))
	set, m, full := GP32(), GP32(), GP32()
	Pick(p.writeRowAVX512, p.writeRowAVX2)(values, set, m, full)
	ADDL(m, p.workspaceAt(offLabeled))
	SHLL(U8(4), m)
	MOVQ(m.As64(), p.workspaceAt(offNamed))
	p.findRowOrders(id, set, full, ties)
}

// findRowOrders finds the orders of columns and stacks that leave a row unchanged. `set` holds the places with new
// labels, `full` the filled places, and `ties` the stacks that have equal contents in the row.
func (p *forms) findRowOrders(id string, set, full, ties reg.GPVirtual) {
	// The free columns of a stack in which the row gives new labels are interchangeable.
	free := To32(MOVL, p.workspaceAt(offFree))
	ANDL(free, set)
	ANDNL(free, full, free)
	MOVL(free, p.workspaceAt(offFree))
	two := To32(MOVL, set)
	SHRL(U8(1), two)
	ANDL(set, two)
	ANDL(U32(0x333), two)
	ORL(ties, two)
	MOVQ(I32(16), p.orders)
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
	ADDQ(p.t, e)
	count := To32(MOVL, addressAt(e, offGroups))
	had := To64(MOVQ, p.orders)
	Label("factor" + id)
	DECL(count)
	JEQ(LabelRef("multiplied" + id))
	from, by, y := GP64(), XMM(), XMM()
	move(addressAt(e, offGroups+16), by)
	ADDQ(U8(16), e)
	XORL(from.As32(), from.As32())
	Label("one" + id)
	move(p.workspaceIndexed(from, 1, offOrders), y)
	VPSHUFB(by, y, y)
	move(y, p.workspaceIndexed(p.orders, 1, offOrders))
	ADDQ(U8(16), p.orders)
	JumpToNext("one"+id, from, U8(16), had)
	JMP(LabelRef("factor" + id))
	Label("multiplied" + id)
	SHRL(U8(4), set)
	ADDL(U8(8), stack)
	CMPL(stack, U8(24))
	JLT(LabelRef("group" + id))
	MOVL(p.workspaceAt(offTies), e.As32())
	ADDL(U8(24), e.As32())
	CMPL(stack, U8(24))
	JEQ(LabelRef(multiply))
	Label("settled" + id)
}

// appendFollowers appends the nodes that follow a node: one for each order.
func (p *forms) appendFollowers(id string, columns, labels, row reg.VecVirtual, meta reg.GPVirtual) {
	i := GP64()
	XORL(i.As32(), i.As32())
	Label("order" + id)
	{
		full := To64(LEAQ, addressAt(p.next, nodes*64))
		CMPQ(p.nextEnd, full)
		JEQ(LabelRef("refused"))
	}
	c, l, digits, k := ToX(VPSHUFB, p.workspaceIndexed(i, 1, offOrders), columns), XMM(), XMM(), K()
	VPSHUFB(c, row, digits)
	copyOf(labels, l)
	d := XMM()
	for j := range 3 {
		if AVX512 {
			VPSHUFB(p.at3[j], digits, d)
			VPCMPEQB(p.iota16, d, k)
			VMOVDQU8(p.label3[j], k, l)
		} else {
			VPSHUFB(p.rowDataAt(sAt+j), digits, d)
			VPCMPEQB(p.constantAt(cIota), d, d)
			VPAND(p.rowDataAt(sLabel+j), d, d)
			VPXOR(d, l, l)
		}
	}
	CMPQ(p.workspaceAt(offNamed), I8(3*16))
	JLE(LabelRef("named" + id))
	j, x := ToLow(MOVL, U32(3*16)), XMM()
	Label("name" + id)
	one := p.tableIndexed(j, 1, offConstants+16*cBroadcast)
	move(one, x)
	if AVX512 {
		VPSHUFB(x, p.atAll, d)
		VPSHUFB(d, digits, d)
		VPCMPEQB(p.iota16, d, k)
		VPSHUFB(x, p.labelAll, k, l)
	} else {
		VMOVDQU(p.rowDataAt(sAtAll), d)
		VPSHUFB(x, d, d)
		VPSHUFB(d, digits, d)
		VPCMPEQB(p.constantAt(cIota), d, d)
		label := ToX(VMOVDQU, p.rowDataAt(sLabelAll))
		VPSHUFB(x, label, x)
		VPAND(x, d, d)
		VPXOR(d, l, l)
	}
	JumpToNext("name"+id, j, U8(16), p.workspaceAt(offNamed))
	Label("named" + id)
	move(c, addressAt(p.nextEnd, 0))
	move(l, addressAt(p.nextEnd, offNodeLabels))
	MOVL(meta, addressAt(p.nextEnd, offNodeMeta))
	ADDQ(U8(64), p.nextEnd)
	JumpToNext("order"+id, i, U8(16), p.orders)
}

// swapNodeLists swaps cur and next. If no order of rows or columns is open, it jumps to the label complete.
func (p *forms) swapNodeLists() {
	n, free := To64(MOVQ, p.workspaceAt(offRow)), GP32()
	INCQ(n)
	MOVQ(n, p.workspaceAt(offRow))
	XCHGQ(p.cur, p.next)
	SUBQ(p.cur, p.nextEnd)
	MOVQ(p.nextEnd, p.workspaceAt(offEnd))
	MOVL(p.workspaceAt(offFree), free)
	MOVL(free, p.workspaceAt(offFreeBefore))
	CMPQ(n, I8(3))
	JL(LabelRef("single"))
	TESTL(U32(0x222), free)
	JNE(LabelRef("search"))
	CMPL(p.workspaceAt(offLabeled), U8(8))
	JGE(LabelRef("complete"))
	Label("search")
	CMPQ(n, I8(3))
	JNE(LabelRef("single"))
}

// doubleNodes replaces each node by two, one for each of the two unused chutes.
func (p *forms) doubleNodes() {
	i, to, end := GP64(), GP64(), GP64()
	MOVQ(p.workspaceAt(offEnd), end)
	CMPL(end.As32(), U32(nodes*32))
	JG(LabelRef("refused"))
	XORL(i.As32(), i.As32())
	MOVQ(p.next, to)
	Label("double")
	x := ToY(move, Mem{Base: p.cur, Index: i, Scale: 1})
	meta := To32(MOVL, Mem{Base: p.cur, Index: i, Scale: 1, Disp: offNodeMeta})
	chute := GP32()
	for j := range 2 {
		move(x, addressAt(to, 64*j))
		MOVL(meta, chute)
		SHRL(U8(16+8*j), chute)
		ANDL(U32(0xFF), chute)
		ORL(metaWithAllRowsLeft(), chute)
		m := To32(MOVL, meta)
		ANDL(U32(0xFFFF0000), m)
		ORL(chute, m)
		MOVL(m, addressAt(to, 64*j+offNodeMeta))
	}
	ADDQ(I32(128), to)
	JumpToNext("double", i, U8(64), end)
	SHLQ(U8(1), end)
	MOVQ(end, p.workspaceAt(offEnd))
	XCHGQ(p.cur, p.next)
}

// appendBestFollowers finds each node and line that together have the key best, and appends the nodes that follow from
// them. The first such node and line determine the row, which placeRow writes.
func (p *forms) appendBestFollowers() {
	MOVQ(p.next, p.nextEnd)
	XORL(p.i.As32(), p.i.As32())
	XORL(p.orders.As32(), p.orders.As32())
	Label("hits")
	hits := GP32()
	if AVX512 {
		k := ToK(VPCMPEQQ, p.scratchAt(offKeys), p.best)
		KMOVW(k, hits)
	} else {
		k := ToY(VPCMPEQQ, p.scratchAt(offKeys), p.best)
		VMOVMSKPD(k, hits)
	}
	TESTL(hits, hits)
	JEQ(LabelRef("missed"))
	Label("hit")
	bit, line, meta := ToLow(TZCNTL, hits), To64(MOVBQZX, p.nodeAt(offNodeMeta)), GP32()
	ofLine := bit
	if !AVX512 { // bits 0, 1 and 2 stand for lines 1, 3 and 2 of the chute
		ofLine = To64(LEAQ, Mem{Base: bit, Index: bit, Scale: 4})
		ANDL(U8(6), ofLine.As32())
	}
	ADDQ(ofLine, line)
	row, columns, labels, v := XMM(), XMM(), XMM(), XMM()
	move(p.workspaceIndexed(line, 8, offChutes), row)
	move(p.nodeAt(0), columns)
	move(p.nodeAt(offNodeLabels), labels)
	ties := p.orderLine(bit, ofLine, row, columns, labels, v)
	TESTQ(p.orders, p.orders)
	JNE(LabelRef("known"))
	p.placeRow("Other", v, ties)
	Label("known")
	p.removePlacedRow(hits, bit, meta)
	p.appendFollowers("Other", columns, labels, row, meta)
	BLSRL(hits, hits)
	JNE(LabelRef("hit"))
	Label("missed")
	p.nextNode("hits")
}

// nextNode moves to the next node and jumps to `label`, unless there is none left.
func (p *forms) nextNode(label string) {
	JumpToNext(label, p.i, U8(64), p.workspaceAt(offEnd))
}

// removePlacedRow removes the row that has been placed from the remaining rows in meta. After the sixth row, meta gets
// the remaining chute.
func (p *forms) removePlacedRow(hits, bit, meta reg.GPVirtual) {
	MOVL(p.nodeAt(offNodeMeta), meta)
	TZCNTL(hits, bit.As32())
	ADDL(U8(8), bit.As32())
	BTRL(bit.As32(), meta)
	CMPQ(p.workspaceAt(offRow), I8(5))
	JNE(LabelRef("sameChute"))
	x1, x2 := To32(MOVL, meta), GP32()
	SHRL(U8(16), x1)
	MOVL(meta, x2)
	SHRL(U8(24), x2)
	XORL(meta, x1)
	XORL(x1, x2)
	ANDL(U32(0xFF), x2)
	ORL(metaWithAllRowsLeft(), x2)
	ANDL(U32(0xFFFF0000), meta)
	ORL(x2, meta)
	Label("sameChute")
}

// orderLine sets columns to the order of columns that gives a line of the puzzle its least key, and v to the line's
// values in this order. It returns the stacks with equal values. bit is the line's bit in hits. ofLine is twice the
// line's number.
func (p *forms) orderLine(bit, ofLine reg.GPVirtual, row, columns, labels, v reg.VecVirtual) (ties reg.GPVirtual) {
	ties = GP32()
	XORL(ties, ties)
	TESTL(U32(0x222), p.workspaceAt(offFreeBefore))
	JEQ(LabelRef("noOrder"))
	lane := To64(LEAQ, Mem{Base: p.i, Index: ofLine, Scale: 8})
	move(p.workspaceIndexed(lane, 1, offSorted), v)
	stacks := To32(MOVL, p.workspaceAt(offFreeBefore))
	ANDL(U32(0x77), stacks)
	CMPL(stacks, U8(0x77))
	JNE(LabelRef("oneStack"))
	s, x := XMM(), XMM()
	if !AVX512 {
		LEAQ(Mem{Base: p.i, Index: bit, Scale: 8}, lane)
		VMOVQ(p.workspaceIndexed(lane, 1, offSortedBy), s)
	} else {
		move(p.workspaceIndexed(lane, 1, offSortedBy), s)
	}
	VPSHUFB(p.constantAt(cSpread), s, x)
	if AVX512 {
		VPANDQ(repeatedBytes(0x0C0C0C0C0C0C0C0C).AsX(), x, x)
	} else {
		VPAND(p.doubledConstant(tInStack), x, x)
	}
	bitOr(p.constantAt(cWithin), x, x)
	VPSHUFB(x, v, v)
	a, b, c := GP32(), GP32(), GP32()
	for j, r := range []reg.GPVirtual{a, b, c} {
		VPEXTRW(U8(2-j), s, r)
		ANDL(U32(0xFFF0), r)
	}
	CMPL(p.workspaceAt(offFreeBefore), U32(0x777)) // unless all columns are free, the second and third stacks differ
	CMOVLNE(ties, c)
	setTieBits("other", a, b, c, ties)
	Label("oneStack")
	if AVX512 {
		VPANDNQ(v, p.labelsOnly.AsX(), x)
	} else {
		VMOVDQU(p.doubledConstant(tLabels), x)
		VPANDN(v, x, x)
	}
	VPSHUFB(x, columns, columns)
	JMP(LabelRef("ordered"))
	Label("noOrder")
	VPSHUFB(columns, row, v)
	VPSHUFB(v, labels, v)
	Label("ordered")
	return ties
}

// writeForm copies the form from the workspace to forms. It jumps back to the label puzzle unless `left`, the number of
// remaining puzzles, is 0.
func (p *forms) writeForm() (left reg.GPVirtual) {
	forms, grids := GP64(), GP64()
	MOVQ(NewParamAddr("forms", 16), forms)
	if AVX512 {
		x, y, tail := ZMM(), ZMM(), MaskOf(0x1FFFF)
		VMOVDQU64(p.workspaceAt(offForm), x)
		VMOVDQU8_Z(p.workspaceAt(offForm+64), tail, y)
		VMOVDQU64(x, addressAt(forms, 0))
		VMOVDQU8(y, tail, addressAt(forms, 64))
	} else {
		for k := range 2 {
			x := ToY(VMOVDQU, p.workspaceAt(offForm+32*k))
			VMOVDQU(x, addressAt(forms, 32*k))
		}
		x, last := ToX(VMOVDQU, p.workspaceAt(offForm+64)), GP32()
		VMOVDQU(x, addressAt(forms, 64))
		MOVB(p.workspaceAt(offForm+80), last.As8())
		MOVB(last.As8(), addressAt(forms, 80))
	}
	ADDQ(U8(81), forms)
	MOVQ(forms, NewParamAddr("forms", 16))
	MOVQ(NewParamAddr("grids", 24), grids)
	ADDQ(U8(81), grids)
	MOVQ(grids, NewParamAddr("grids", 24))
	left = To64(MOVQ, NewParamAddr("n", 32))
	DECQ(left)
	MOVQ(left, NewParamAddr("n", 32))
	JNE(LabelRef("puzzle"))
	return left
}

// setTieBits sets two bits of the register `to`. Bit 0 is set if stacks a and b are equal and not empty. Bit 1 is set
// if stacks b and c are equal and not empty.
func setTieBits(id string, a, b, c, to reg.GPVirtual) {
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

// orderKeys sorts the three keys in the lower halves of r, and the three keys in the upper halves. If the upper keys
// are then less, it exchanges the halves. move copies a register.
func orderKeys(r [3]reg.Register, move func(fromTo ...Op)) {
	for _, j := range []int{0, 1, 0} {
		x := ToX(VMINPD, r[j], r[j+1])
		VMAXPD(r[j], r[j+1], r[j+1])
		move(x, r[j])
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
}
