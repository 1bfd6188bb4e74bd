package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// hiddenSingles returns the values that only one of the n cells can have, in lanes where exactly n values are left for
// the n cells. It fails the lanes with fewer values, and those where two cells have the same single value.
func hiddenSingles(r *routine, one, two, fixed, twice reg.VecVirtual) reg.VecVirtual {
	n := r.broadcastRecordField(recN)
	r.failLanes(whereCommon(twice, twice))
	count := countSetBits(one)
	r.failLanes(whereGreater(n, count))
	h := toVec(or, two, fixed)
	andNot(one, h, h)
	return keepLanes(whereEqual(n, count), h)
}

// pruneDistinctCell prunes cell y. If y can have a value of `hid`, the cell keeps only this value. Cell y also loses
// the values that other cells have as single values.
func pruneDistinctCell(y, s, fixed, hid, multi reg.VecVirtual) reg.VecVirtual {
	t := toVec(and, y, hid)
	w := toVec(VPADDW, full, t)
	applyTruthTable(orAnd, multi, t, w)
	selectByMask(whereDisjoint(t, t), y, t, w)
	applyTruthTable(keepElse, w, fixed, s)
	return w
}

// readCellValues reads n cells. `one` has the values that at least one cell has, and `two` the values that at least two
// cells have. `fixed` has the single values of cells, and `twice` the single values of at least two cells.
func readCellValues(r *routine, n reg.GPVirtual) (one, two, fixed, twice reg.VecVirtual) {
	one, two, fixed, twice = zeroVec(), zeroVec(), zeroVec(), zeroVec()
	left := To64(MOVQ, n)
	emitLoop(left, func() {
		y := loadVec(r.cellRowAt(r.nextListNumber()))
		applyTruthTable(orAnd, two, one, y)
		or(y, one, one)
		s := r.keepSingles(y)
		applyTruthTable(orAnd, twice, fixed, s)
		or(s, fixed, fixed)
	})
	return
}

func (r *routine) moveBack(n reg.GPVirtual) {
	t := To64(MOVQ, n)
	SHLQ(U8(2), t)
	SUBQ(t, r.at)
}

// writeDistinct writes the routine for cells that must differ. The routine's list is n cells.
func writeDistinct(r *routine) {
	n := r.loadRecordField(recN)
	one, two, fixed, twice := readCellValues(r, n)
	hid := hiddenSingles(r, one, two, fixed, twice)
	multi := zeroVec()
	r.moveBack(n)
	r.pruneCells(n, func(y reg.VecVirtual) reg.VecVirtual {
		return pruneDistinctCell(y, r.keepSingles(y), fixed, hid, multi)
	})
	r.failLanes(whereCommon(multi, multi))
}

// writeUnequal writes the routine for pairs of cells that must differ. The routine's list is n cells, then A entries.
// An entry is a cell, a set, and a list of other cells with its length. If one of the other cells has a single value
// that is in the set, the cell loses this value.
func writeUnequal(r *routine) {
	scratch := To64(MOVQ, r.machineField(offScratch))
	ADDQ(I32(singleRows*row), scratch)
	emitLoop(r.loadRecordField(recN), func() {
		off := r.nextListNumber()
		s := r.keepSingles(loadVec(r.cellRowAt(off)))
		storeVec(s, Mem{Base: scratch, Index: off, Scale: 1})
	})
	emitLoop(r.loadRecordField(recA), func() {
		off, values, gone := r.nextListNumber(), newVec(), zeroVec()
		VPBROADCASTW(Mem{Base: r.at}, values)
		ADDQ(I8(4), r.at)
		emitLoop(r.nextListNumber(), func() {
			or(Mem{Base: scratch, Index: r.nextListNumber(), Scale: 1}, gone, gone)
		})
		y := loadVec(r.cellRowAt(off))
		and(values, gone, gone)
		andNot(y, gone, gone)
		r.storeCell(r.cellRowAt(off), y, gone)
	})
}

// tableAt addresses the rows of the table at base, from row first on.
func tableAt(base reg.GPVirtual, first int) func(i int) Mem {
	return func(i int) Mem { return Mem{Base: base, Disp: (first + i) * row} }
}

// writeRelation writes the routine for a relation of two cells. The routine's list is the two cells. The routine's
// table maps a set of values of the first cell to the values that the second cell may have. The table for the other
// direction follows.
func writeRelation(r *routine) {
	t := r.loadRecordField(recTable)
	ADDQ(r.machineField(offTables), t)
	offA, offB := r.nextListNumber(), r.nextListNumber()
	a, b := loadVec(r.cellRowAt(offA)), loadVec(r.cellRowAt(offB))
	nb := r.lookUp(tableAt(t, 0), a)
	and(b, nb, nb)
	na := r.lookUp(tableAt(t, r.tableRows()), nb)
	and(a, na, na)
	r.storeCell(r.cellRowAt(offA), a, na)
	r.storeCell(r.cellRowAt(offB), b, nb)
}

// pruneOutsideCells uses that each value of the set `must` occurs in one of the given cells. Another cell that sees all
// places of such a value in the given cells loses the value. The routine's list has the number of groups, then the
// groups. Other cells that see the same given cells form a group. A group lists the given cells that its cells do not
// see, filled to a multiple of four by repetition, and then its cells.
func pruneOutsideCells(r *routine, must reg.VecVirtual) {
	emitLoop(r.nextListNumber(), func() {
		gone := toVec(copyVec, must)
		emitLoop(r.nextListNumber(), func() {
			u, v := loadVec(r.rowOfNextCell(0)), loadVec(r.rowOfNextCell(1))
			or(r.rowOfNextCell(2), u, u)
			or(r.rowOfNextCell(3), v, v)
			or(u, v, v)
			andNot(gone, v, gone)
			ADDQ(I8(16), r.at)
		})
		others := r.nextListNumber()
		skip, end := newLabel("skip"), newLabel("end")
		r.testLiveBits(gone)
		JZ(LabelRef(skip))
		emitLoop(others, func() {
			off, w := r.nextListNumber(), newVec()
			y := loadVec(r.cellRowAt(off))
			andNot(y, gone, w)
			r.storeCell(r.cellRowAt(off), y, w)
		})
		JMP(LabelRef(end))
		Label(skip)
		LEAQ(Mem{Base: r.at, Index: others, Scale: 4}, r.at)
		Label(end)
	})
}

// writePlaces writes the routine for values that need a place. The routine's list is n cells, B sets, then groups. The
// values of A need a place among the n cells. A set needs a cell with one of its values. So if only one value of the
// set is left in the n cells, this value needs a place, too.
func writePlaces(r *routine) {
	one, must := zeroVec(), newVec()
	emitLoop(r.loadRecordField(recN), func() { or(r.cellRowAt(r.nextListNumber()), one, one) })
	copyVec(r.broadcastRecordField(recA), must)
	emitLoop(r.loadRecordField(recB), func() {
		t := toVec(VPBROADCASTW, Mem{Base: r.at})
		ADDQ(I8(4), r.at)
		and(one, t, t)
		or(r.keepSingles(t), must, must)
	})
	pruneOutsideCells(r, must)
}

// writeSets writes the routine for cells whose values must form one of several sets. The routine's list is n cells, A
// sets, then groups. If B is not 0, the routine also ignores sets that share no value with some cell.
func writeSets(r *routine) {
	n := r.loadRecordField(recN)
	one, two, fixed, twice := readCellValues(r, n)
	r.failLanes(whereCommon(twice, twice))
	any, every := zeroVec(), newVec()
	copyVec(full, every)
	sets := r.loadRecordField(recA)
	emitLoop(sets, func() {
		s := toVec(VPBROADCASTW, Mem{Base: r.at})
		ADDQ(I8(4), r.at)
		// t is 0 if set s is possible: it has all fixed values, and each of its values is a candidate of some cell.
		t := combine(apartFrom, s, one, fixed)
		k := whereDisjoint(t, t)
		over, cells := newLabel("over"), GP64()
		r.testLiveLanes(k)
		JZ(LabelRef(over))
		MOVL(Mem{Base: r.record, Disp: recCode}, cells.As32())
		ADDQ(r.machineField(offCode), cells)
		emitLoop(r.loadRecordField(recB), func() {
			off := ToLow(MOVL, Mem{Base: cells})
			ADDQ(I8(4), cells)
			keepWhereCommon(k, r.cellRowAt(off), s)
		})
		orWhere(any, s, k)
		andWhere(every, s, k)
		Label(over)
	})
	r.failLanes(whereDisjoint(any, any))
	must := toVec(andNot, every, fixed)
	hid := toVec(andNot, must, two)
	start := r.listStart()
	emitLoop(n, func() {
		off := ToLow(MOVL, Mem{Base: start})
		ADDQ(I8(4), start)
		y := loadVec(r.cellRowAt(off))
		s := r.keepSingles(y)
		w, t := combine(keepElse, any, fixed, s), newVec()
		and(y, w, w)
		and(hid, w, t)
		selectByMask(whereDisjoint(t, t), w, t, w)
		r.storeCell(r.cellRowAt(off), y, w)
	})
	end := newLabel("end")
	r.testLiveBits(must)
	JZ(LabelRef(end))
	pruneOutsideCells(r, must)
	Label(end)
}

// orWhere adds s to v in the lanes of k.
func orWhere(v, s reg.VecVirtual, k mask) { or(keepLanes(k, s), v, v) }

// andWhere restricts v to s in the lanes of k.
func andWhere(v, s reg.VecVirtual, k mask) {
	t := toVec(and, s, v)
	replaceByMask(k, t, v)
}

// writeRequired writes the routine for required values. The routine's list is n cells, then groups. A is the set of
// required values, and B the set of those that are required exactly once. At most C of the cells may have a value that
// is not required.
func writeRequired(r *routine) {
	n := r.loadRecordField(recN)
	left := To64(MOVQ, n)
	one, two, out, all, ones := zeroVec(), zeroVec(), zeroVec(), r.broadcastRecordField(recA), r.rowOfOnes()
	emitLoop(left, func() {
		t := toVec(and, r.cellRowAt(r.nextListNumber()), all)
		applyTruthTable(orAnd, two, one, t)
		or(t, one, one)
		increment(whereDisjoint(t, t), out, ones)
	})
	spare := r.broadcastRecordField(recC)
	r.failLanes(whereDifferent(all, one))
	r.failLanes(whereGreater(out, spare))
	none := whereEqual(spare, out) // lanes in which no further cell may be without a required value
	hid, once := newVec(), r.broadcastRecordField(recB)
	andNot(one, two, hid)
	and(once, hid, hid)
	r.moveBack(n)
	r.pruneCells(n, func(y reg.VecVirtual) reg.VecVirtual {
		t, h, w := toVec(and, all, y), newVec(), newVec()
		selectByMask(whereCommonIn(none, t, t), t, y, w)
		and(hid, y, h)
		selectByMask(whereDisjoint(h, h), w, h, w)
		return w
	})
	pruneOutsideCells(r, once)
}

// writeCount writes the routine for a count of cells. The routine's list is n cells. lo and hi limit the number of
// cells with a value of A.
func writeCount(r *routine) {
	n := r.loadRecordField(recN)
	left := To64(MOVQ, n)
	values, may, must, one := r.broadcastRecordField(recA), zeroVec(), zeroVec(), r.rowOfOnes()
	emitLoop(left, func() {
		y, t := loadVec(r.cellRowAt(r.nextListNumber())), newVec()
		k := whereCommon(values, y)
		increment(k, may, one)
		andNot(y, values, t)
		increment(whereDisjointIn(k, t, t), must, one)
	})
	lo, hi := r.broadcastRecordField(recLo), r.broadcastRecordField(recHi)
	r.failLanes(whereGreater(lo, may))
	r.failLanes(whereGreater(must, hi))
	least, most := whereEqual(lo, may), whereEqual(hi, must)
	r.moveBack(n)
	r.pruneCells(n, func(y reg.VecVirtual) reg.VecVirtual {
		in, out, w := toVec(and, values, y), toVec(andNot, y, values), newVec()
		copyVec(y, w)
		replaceByMask(whereCommonIn(most, out, out), out, w)
		// A cell whose values are all in the set keeps all its values, even in lanes where the values outside the set
		// go.
		has := whereCommon(in, in)
		replaceByMask(whereDisjointIn(has, out, out), in, w)
		replaceByMask(whereCommonIn(least, in, in), in, w)
		return w
	})
}

// countBits is the number of bits of balance's counters. Each bit of a counter is in its own row of scratch.
const countBits = 6

// writeBalance writes the routine for values that occur equally often in two lists of n cells. The record's A is the
// set of these values. All values are counted at once: bit v of row i, in each lane, is bit i of the counter for value
// v.
func writeBalance(r *routine) {
	scratch := To64(MOVQ, r.machineField(offScratch))
	at := func(i int) Mem { return Mem{Base: scratch, Disp: i * row} }
	// full returns the values for which list i has as many fixed cells as the other list has cells that can have the
	// value. No more cells of list i can have such a value.
	full := func(i int) reg.VecVirtual {
		for k, c := range countCellsByValue(r, i, true) {
			storeVec(c, at(k))
		}
		above, apart := zeroVec(), zeroVec()
		for k, c := range countCellsByValue(r, 1-i, false) {
			f := loadVec(at(k))
			applyTruthTable(carry, above, c, f)
			applyTruthTable(orXor, apart, c, f)
		}
		values := r.broadcastRecordField(recA)
		r.failLanes(whereCommon(values, above))
		andNot(values, apart, values)
		return values
	}
	storeVec(full(0), at(countBits))
	second := full(1)
	first := loadVec(at(countBits))
	multi := zeroVec()
	for i, gone := range []reg.VecVirtual{first, second} {
		r.moveToList(i)
		hid := []reg.VecVirtual{second, first}[i]
		r.pruneCells(r.loadRecordField(recN), func(y reg.VecVirtual) reg.VecVirtual {
			return pruneDistinctCell(y, r.keepSingles(y), gone, hid, multi)
		})
	}
	r.failLanes(whereCommon(multi, multi))
}

func (r *routine) moveToList(i int) {
	r.findList()
	n := r.loadRecordField(recN)
	if i > 0 {
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
	}
}

// countCellsByValue counts, for each value, the cells of list i that can have the value or, if `fixed` is set, that
// have no other value.
func countCellsByValue(r *routine, i int, fixed bool) (counter [countBits]reg.VecVirtual) {
	for k := range counter {
		counter[k] = zeroVec()
	}
	r.moveToList(i)
	emitLoop(r.loadRecordField(recN), func() {
		y := loadVec(r.cellRowAt(r.nextListNumber()))
		if fixed {
			y = r.keepSingles(y)
		}
		for _, c := range counter {
			t := toVec(and, y, c)
			xor(y, c, c)
			y = t
		}
	})
	return counter
}

// writeEnter begins an alternative. The routine's list is n entries: a cell, the row of its copy, and the values that
// the alternative allows.
func writeEnter(r *routine) {
	emitLoop(r.loadRecordField(recN), func() {
		from, to, v := r.nextListNumber(), r.nextListNumber(), newVec()
		VPBROADCASTW(Mem{Base: r.at}, v)
		ADDQ(I8(4), r.at)
		and(r.cellRowAt(from), v, v)
		r.storeCell(r.cellRowAt(to), v, v)
	})
}

// writeLeave ends an alternative. The routine's list is n entries: a cell, its copy, and a result row. In lanes without
// a contradiction, the result row gains the values of the copy. A lane counts as changed if its result row then differs
// from the cell.
func writeLeave(r *routine) {
	alive := r.liveMask()
	emitLoop(r.loadRecordField(recN), func() {
		off, from, to := r.nextListNumber(), r.nextListNumber(), r.nextListNumber()
		y, w := loadVec(r.cellRowAt(off)), keepLanes(alive, loadVec(r.cellRowAt(from)))
		or(r.cellRowAt(to), w, w)
		r.storeCell(r.cellRowAt(to), y, w)
	})
	r.forgetWrittenDomains()
}

// writeEither ends a choice of alternatives. The routine's list is n entries: a cell, and a row with the cell's values
// that at least one alternative permits.
func writeEither(r *routine) {
	emitLoop(r.loadRecordField(recN), func() {
		off, left, w := r.nextListNumber(), r.nextListNumber(), newVec()
		y := loadVec(r.cellRowAt(off))
		and(r.cellRowAt(left), y, w)
		r.storeCell(r.cellRowAt(off), y, w)
	})
}
