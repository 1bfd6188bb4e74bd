package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// writeBand writes the routine for locked values in a band. The routine's list is three lines of nine cells, in order;
// every three cells share a box.
func writeBand(r *routine) {
	cellAt := func(i int) Mem {
		off := ToLow(MOVL, Mem{Base: r.at, Disp: 4 * i})
		return r.cellRowAt(off)
	}
	const unions, byLine, byBox, lost = 0, 9, 18, 27
	s := To64(MOVQ, r.machineField(offScratch))
	at := func(first, l, b int) Mem { return Mem{Base: s, Disp: (first + l%3*3 + b%3) * row} }
	for i := range 9 {
		u := loadVec(cellAt(3 * i))
		or(cellAt(3*i+1), u, u)
		or(cellAt(3*i+2), u, u)
		storeVec(u, at(unions, i/3, i%3))
	}
	all := zeroVec()
	for l := range 3 {
		for b := range 3 {
			line, box := loadVec(at(unions, l, b+1)), loadVec(at(unions, l+1, b))
			or(at(unions, l, b+2), line, line)
			or(at(unions, l+2, b), box, box)
			k1 := loadVec(at(unions, l, b))
			k2 := toVec(copyVec, k1)
			applyTruthTable(firstThird, k1, line, box)
			applyTruthTable(firstTwo, k2, line, box)
			storeVec(k1, at(byLine, l, b))
			storeVec(k2, at(byBox, l, b))
			applyTruthTable(or3, all, k1, k2)
		}
	}
	three := r.rowOfThrees()
	for l := range 3 {
		for b := range 3 {
			gone := loadVec(at(byLine, l+1, b))
			or(at(byLine, l+2, b), gone, gone)
			or(at(byBox, l, b+1), gone, gone)
			or(at(byBox, l, b+2), gone, gone)
			line, box := loadVec(at(unions, l, b+1)), loadVec(at(unions, l+1, b))
			or(at(unions, l, b+2), line, line)
			or(at(unions, l+2, b), box, box)
			has := loadVec(at(unions, l, b))
			own := combine(notBoth, has, line, box)
			own = r.excludedByFullSegment(own, has, gone, three)
			or(own, all, all)
			or(own, gone, gone)
			storeVec(gone, at(lost, l, b))
		}
	}
	end := newLabel("end")
	r.testLiveBits(all)
	JZ(LabelRef(end))
	for i := range 9 {
		gone := loadVec(at(lost, i/3, i%3))
		for k := range 3 {
			m, w := cellAt(3*i+k), newVec()
			y := loadVec(m)
			andNot(y, gone, w)
			r.storeCell(m, y, w)
		}
	}
	Label(end)
}

// rowOfThrees returns a row with the number 3 in each lane.
func (r *routine) rowOfThrees() reg.VecVirtual {
	one, v := r.rowOfOnes(), newVec()
	VPADDW(one, one, v)
	VPADDW(one, v, v)
	return v
}

// excludedByFullSegment returns the values that a segment of n cells loses because n other values need all its cells.
// The values of `alone` that are not in `gone` can be only in this segment. If there are n such values, the segment
// loses the other values of `has`; if there are more, the lane fails.
func (r *routine) excludedByFullSegment(alone, has, gone, n reg.VecVirtual) reg.VecVirtual {
	andNot(alone, gone, alone)
	count := countSetBits(alone)
	r.failLanes(whereGreater(count, n))
	rest := toVec(andNot, has, alone)
	return keepLanes(whereEqual(count, n), rest)
}

// writeCrossing writes the routine for a crossing. The routine's list is the lines and boxes that prune nothing, then n
// segments. A segment consists of its number of cells; the offsets of the rows for its union, its line and its box; and
// its cells. A and B are the numbers of lines and of boxes.
func writeCrossing(r *routine) {
	x := &crossed{routine: r, s: GP64()}
	MOVQ(r.machineField(offScratch), x.s)
	x.clearRows(r.loadRecordField(recA), lineOne, lineTwo, fromLine)
	x.clearRows(r.loadRecordField(recB), boxOne, boxTwo, fromBox)
	start := GP64()
	x.union, x.line, x.box = GP64(), GP64(), GP64()
	MOVQ(r.at, start)
	x.readFreeGroups(0, false)
	x.readFreeGroups(0, false)
	x.storeUnions()
	MOVQ(start, r.at)
	x.readFreeGroups(lineTwo, true)
	x.readFreeGroups(boxTwo, true)
	first := To64(MOVQ, r.at)
	all := x.claimValues()
	end := newLabel("end")
	r.testLiveBits(all)
	JZ(LabelRef(end))
	none := zeroVec()
	for _, y := range [][2]int{{recA, fromLine}, {recB, fromBox}} {
		last := r.loadRecordField(y[0])
		DECQ(last)
		SHLQ(U8(6), last)
		storeVec(none, x.rowAt(y[1], last))
	}
	MOVQ(first, r.at)
	x.pruneSegments()
	Label(end)
}

// crossed is the state of the routine for a crossing. s is the address of the scratch. For the current segment, union
// is the byte offset of the segment's row in a block of rows for segments. line is the offset of its line's row in a
// block of rows for lines, and box that of its box's row in a block of rows for boxes.
type crossed struct {
	*routine
	s, union, line, box reg.GPVirtual
}

func (x *crossed) rowAt(first int, off reg.GPVirtual) Mem {
	return Mem{Base: x.s, Index: off, Scale: 1, Disp: first * row}
}

// clearRows clears blocks of consecutive rows of scratch. `firsts` lists the first row of each block, and `rows` is the
// number of rows in a block.
func (x *crossed) clearRows(rows reg.GPVirtual, firsts ...int) {
	at, none := GP64(), zeroVec()
	XORQ(at, at)
	emitLoop(rows, func() {
		for _, f := range firsts {
			storeVec(none, x.rowAt(f, at))
		}
		ADDQ(I8(row), at)
	})
}

// readFreeGroups reads the lines or boxes that prune nothing. If `write` is set, it records for each of them that every
// value is in two segments. `two` is the index of the first row of these records.
func (x *crossed) readFreeGroups(two int, write bool) {
	emitLoop(x.nextListNumber(), func() {
		off := x.nextListNumber()
		if write {
			storeVec(full, x.rowAt(two, off))
		}
	})
}

// eachSegment runs body for each segment. The segment's cells are next in the list.
func (x *crossed) eachSegment(body func(cells reg.GPVirtual)) {
	n := x.loadRecordField(recN)
	emitLoop(n, func() {
		cells := x.nextListNumber()
		MOVL(Mem{Base: x.at}, x.union.As32())
		MOVL(Mem{Base: x.at, Disp: 4}, x.line.As32())
		MOVL(Mem{Base: x.at, Disp: 8}, x.box.As32())
		ADDQ(I8(12), x.at)
		body(cells)
	})
}

func (x *crossed) skipCells(cells reg.GPVirtual) {
	LEAQ(Mem{Base: x.at, Index: cells, Scale: 4}, x.at)
}

// storeUnions stores the union of each segment. For each line and box it stores which values are in at least one
// segment, and which in at least two.
func (x *crossed) storeUnions() {
	x.eachSegment(func(cells reg.GPVirtual) {
		u := zeroVec()
		emitLoop(cells, func() { or(x.cellRowAt(x.nextListNumber()), u, u) })
		storeVec(u, x.rowAt(unions, x.union))
		for _, y := range []struct {
			one, two int
			off      reg.GPVirtual
		}{{lineOne, lineTwo, x.line}, {boxOne, boxTwo, x.box}} {
			one, two := loadVec(x.rowAt(y.one, y.off)), loadVec(x.rowAt(y.two, y.off))
			applyTruthTable(orAnd, two, one, u)
			or(u, one, one)
			storeVec(one, x.rowAt(y.one, y.off))
			storeVec(two, x.rowAt(y.two, y.off))
		}
	})
}

// claimValues finds the values that a line needs in one of its segments, and that the segment's box therefore loses
// elsewhere. It does the same with lines and boxes exchanged. `all` is not 0 in lanes where `prune` may remove
// something.
func (x *crossed) claimValues() (all reg.VecVirtual) {
	all = zeroVec()
	x.eachSegment(func(cells reg.GPVirtual) {
		x.skipCells(cells)
		u := loadVec(x.rowAt(unions, x.union))
		l, b := loadVec(x.rowAt(lineTwo, x.line)), loadVec(x.rowAt(boxTwo, x.box))
		t := combine(notBoth, u, l, b)
		DECQ(cells)
		or(keepLanes(whereGreater(countSetBits(t), broadcast(cells)), u), all, all) // if u is not empty, the segment may be the only place for as many values as it has cells
		copyVec(u, t)
		applyTruthTable(firstThird, t, l, b)
		or(t, all, all)
		or(x.rowAt(fromBox, x.box), t, t)
		storeVec(t, x.rowAt(fromBox, x.box))
		applyTruthTable(firstTwo, u, l, b)
		or(u, all, all)
		or(x.rowAt(fromLine, x.line), u, u)
		storeVec(u, x.rowAt(fromLine, x.line))
	})
	return all
}

// pruneSegments removes from each segment the values that the segment's line or box needs in other segments.
func (x *crossed) pruneSegments() {
	x.eachSegment(func(cells reg.GPVirtual) {
		l, b, u := loadVec(x.rowAt(lineTwo, x.line)), loadVec(x.rowAt(boxTwo, x.box)), loadVec(x.rowAt(unions, x.union))
		gone, own := newVec(), combine(notBoth, u, l, b)
		and(x.rowAt(fromBox, x.box), l, l)
		and(x.rowAt(fromLine, x.line), b, b)
		or(l, b, gone)
		pass, done := newLabel("pass"), newLabel("done")
		and(u, gone, gone)
		or(x.excludedByFullSegment(own, u, gone, broadcast(cells)), gone, gone)
		x.testLiveBits(gone)
		JZ(LabelRef(pass))
		emitLoop(cells, func() {
			off, w := x.nextListNumber(), newVec()
			y := loadVec(x.cellRowAt(off))
			andNot(y, gone, w)
			x.storeCell(x.cellRowAt(off), y, w)
		})
		JMP(LabelRef(done))
		Label(pass)
		x.skipCells(cells)
		Label(done)
	})
}

// writeTriple writes the routine for a constraint on three cells. The routine's list is the three cells. Each of the
// first cell's n values has two tables: one maps the second cell's set to the third's, the other maps back.
func writeTriple(r *routine) {
	t := r.loadRecordField(recTable)
	ADDQ(r.machineField(offTables), t)
	offA, offB, offC := r.nextListNumber(), r.nextListNumber(), r.nextListNumber()
	a, b, c := loadVec(r.cellRowAt(offA)), loadVec(r.cellRowAt(offB)), loadVec(r.cellRowAt(offC))
	na, nb, nc, bit := zeroVec(), zeroVec(), zeroVec(), r.rowOfOnes()
	n := r.loadRecordField(recN)
	emitLoop(n, func() {
		f := r.lookUp(tableAt(t, 0), b)
		and(c, f, f)
		k := whereCommonIn(whereCommon(bit, a), f, f)
		g := r.lookUp(tableAt(t, r.tableRows()), f)
		orWhere(na, bit, k)
		orWhere(nb, g, k)
		orWhere(nc, f, k)
		VPADDW(bit, bit, bit)
		ADDQ(I32(2*r.tableRows()*row), t)
	})
	and(b, nb, nb)
	r.storeCell(r.cellRowAt(offA), a, na)
	r.storeCell(r.cellRowAt(offB), b, nb)
	r.storeCell(r.cellRowAt(offC), c, nc)
}
