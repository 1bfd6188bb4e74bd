package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// hidden returns the hidden singles: the values that only one of the cells can have, in lanes where exactly n values
// are left for the n cells. Lanes with fewer values, and lanes where two cells have the same single value, are
// contradictory.
func hidden(r *routine, one, two, fixed, twice reg.VecVirtual) reg.VecVirtual {
	n := r.word(recN)
	r.fail(test(twice, twice))
	count := lengths(one)
	r.fail(more(n, count))
	h := vec()
	or(two, fixed, h)
	andNot(one, h, h)
	return within(equal(n, count), h)
}

// narrowHidden prunes cell y. If y has a hidden value, one of hid, the cell keeps only this value. Cell y also loses
// the values fixed in other cells.
func narrowHidden(r *routine, to Mem, y, s, fixed, hid, multi reg.VecVirtual) {
	t, w := vec(), vec()
	and(y, hid, t)
	VPADDW(full, t, w)
	logic(orAnd, multi, t, w)
	blend(apart(t, t), y, t, w)
	logic(keepElse, w, fixed, s)
	r.put(to, y, w)
}

// gathered reads n cells. `one` has the values that at least one cell has, and `two` the values that at least two cells
// have. `fixed` has the single values of cells, and `twice` the single values of at least two cells.
func gathered(r *routine, n reg.GPVirtual) (one, two, fixed, twice reg.VecVirtual) {
	one, two, fixed, twice = zero(), zero(), zero(), zero()
	left := GP64()
	MOVQ(n, left)
	loop(left, func() {
		y := load(r.cell(r.next()))
		logic(orAnd, two, one, y)
		or(y, one, one)
		s := r.single(y)
		logic(orAnd, twice, fixed, s)
		or(s, fixed, fixed)
	})
	return
}

// back moves the list pointer back by n list elements.
func (r *routine) back(n reg.GPVirtual) {
	t := GP64()
	MOVQ(n, t)
	SHLQ(U8(2), t)
	SUBQ(t, r.at)
}

// distinct writes the routine for cells that must differ. The routine's list is n cells.
func distinct(r *routine) {
	n := r.number(recN)
	one, two, fixed, twice := gathered(r, n)
	hid := hidden(r, one, two, fixed, twice)
	multi := zero()
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		narrowHidden(r, r.cell(off), y, r.single(y), fixed, hid, multi)
	})
	r.fail(test(multi, multi))
}

// unequal writes the routine for pairs of cells that must differ. The routine's list is n cells, then A entries. An
// entry is a cell, a set, and a list of other cells with its length. The cell loses the values of the set that are
// fixed in one of the other cells.
func unequal(r *routine) {
	scratch := GP64()
	MOVQ(r.machine(offScratch), scratch)
	ADDQ(I32(singleRows*row), scratch)
	loop(r.number(recN), func() {
		off := r.next()
		s := r.single(load(r.cell(off)))
		store(s, Mem{Base: scratch, Index: off, Scale: 1})
	})
	loop(r.number(recA), func() {
		off, values, gone := r.next(), vec(), zero()
		VPBROADCASTW(Mem{Base: r.at}, values)
		ADDQ(I8(4), r.at)
		loop(r.next(), func() {
			or(Mem{Base: scratch, Index: r.next(), Scale: 1}, gone, gone)
		})
		y := load(r.cell(off))
		and(values, gone, gone)
		andNot(y, gone, gone)
		r.put(r.cell(off), y, gone)
	})
}

// tableAt addresses the rows of the table at base, from row first on.
func tableAt(base reg.GPVirtual, first int) func(i int) Mem {
	return func(i int) Mem { return Mem{Base: base, Disp: (first + i) * row} }
}

// relation writes the routine for a relation of two cells. The routine's list is the two cells. The routine's table
// maps a set of values of the first cell to the values that the second cell may have. The table for the other direction
// follows.
func relation(r *routine) {
	t := r.number(recTable)
	ADDQ(r.machine(offTables), t)
	offA, offB := r.next(), r.next()
	a, b := load(r.cell(offA)), load(r.cell(offB))
	nb := r.look(tableAt(t, 0), a)
	and(b, nb, nb)
	na := r.look(tableAt(t, r.pieces()), nb)
	and(a, na, na)
	r.put(r.cell(offA), a, na)
	r.put(r.cell(offB), b, nb)
}

// pruneGroups prunes cells outside the given cells. Each value in the set `must` occurs in a given cell. So an outside
// cell that sees all places of such a value loses the value. The list is the number of groups, then the groups. Outside
// cells that see the same given cells form a group. A group lists the given cells that its cells do not see, repeated
// to a multiple of four, and then its cells.
func pruneGroups(r *routine, must reg.VecVirtual) {
	loop(r.next(), func() {
		gone := vec()
		set(must, gone)
		loop(r.next(), func() {
			u, v := load(r.four(0)), load(r.four(1))
			or(r.four(2), u, u)
			or(r.four(3), v, v)
			or(u, v, v)
			andNot(gone, v, gone)
			ADDQ(I8(16), r.at)
		})
		others := r.next()
		skip, end := label("skip"), label("end")
		r.any(gone)
		JZ(LabelRef(skip))
		loop(others, func() {
			off, w := r.next(), vec()
			y := load(r.cell(off))
			andNot(y, gone, w)
			r.put(r.cell(off), y, w)
		})
		JMP(LabelRef(end))
		Label(skip)
		LEAQ(Mem{Base: r.at, Index: others, Scale: 4}, r.at)
		Label(end)
	})
}

// places writes the routine for values that need a place. The routine's list is n cells, B sets, then groups. The
// values of A need a place among the n cells. A set needs a cell with one of its values. So if only one value of the
// set is left in the n cells, this value needs a place, too.
func places(r *routine) {
	one, must := zero(), vec()
	loop(r.number(recN), func() { or(r.cell(r.next()), one, one) })
	set(r.word(recA), must)
	loop(r.number(recB), func() {
		t := vec()
		VPBROADCASTW(Mem{Base: r.at}, t)
		ADDQ(I8(4), r.at)
		and(one, t, t)
		or(r.single(t), must, must)
	})
	pruneGroups(r, must)
}

// sets writes the routine for cells whose values must form one of several sets. The routine's list is n cells, A sets,
// then groups. If B is not 0, the routine also ignores sets that share no value with some cell.
func sets(r *routine) {
	n := r.number(recN)
	one, two, fixed, twice := gathered(r, n)
	r.fail(test(twice, twice))
	any, every := zero(), vec()
	set(full, every)
	sets := r.number(recA)
	loop(sets, func() {
		s, t := vec(), vec()
		VPBROADCASTW(Mem{Base: r.at}, s)
		ADDQ(I8(4), r.at)
		// t is 0 if set s is possible: it has all fixed values, and each of its values is a candidate of some cell.
		set(s, t)
		logic(apartFrom, t, one, fixed)
		k := apart(t, t)
		over, cells := label("over"), GP64()
		r.holds(k)
		JZ(LabelRef(over))
		MOVL(Mem{Base: r.record, Disp: recCode}, cells.As32())
		ADDQ(r.machine(offCode), cells)
		loop(r.number(recB), func() {
			off := GP64()
			MOVL(Mem{Base: cells}, off.As32())
			ADDQ(I8(4), cells)
			restrict(k, r.cell(off), s)
		})
		orWhere(any, s, k)
		andWhere(every, s, k)
		Label(over)
	})
	r.fail(apart(any, any))
	must, hid := vec(), vec()
	andNot(every, fixed, must)
	andNot(must, two, hid)
	start := GP64()
	MOVL(Mem{Base: r.record, Disp: recCode}, start.As32())
	ADDQ(r.machine(offCode), start)
	loop(n, func() {
		off := GP64()
		MOVL(Mem{Base: start}, off.As32())
		ADDQ(I8(4), start)
		y := load(r.cell(off))
		s := r.single(y)
		w, t := vec(), vec()
		set(any, w)
		logic(keepElse, w, fixed, s)
		and(y, w, w)
		and(hid, w, t)
		blend(apart(t, t), w, t, w)
		r.put(r.cell(off), y, w)
	})
	end := label("end")
	r.any(must)
	JZ(LabelRef(end))
	pruneGroups(r, must)
	Label(end)
}

// orWhere adds s to v in the lanes of k.
func orWhere(v, s reg.VecVirtual, k mask) { or(within(k, s), v, v) }

// andWhere restricts v to s in the lanes of k.
func andWhere(v, s reg.VecVirtual, k mask) {
	t := vec()
	and(s, v, t)
	replace(k, t, v)
}

// required writes the routine for required values. The routine's list is n cells, then groups. A is the set of required
// values, and B the set of those that are required exactly once. At most C of the cells may have a value that is not
// required.
func required(r *routine) {
	n := r.number(recN)
	left := GP64()
	MOVQ(n, left)
	one, two, out, all, ones := zero(), zero(), zero(), r.word(recA), r.one()
	loop(left, func() {
		t := vec()
		and(r.cell(r.next()), all, t)
		logic(orAnd, two, one, t)
		or(t, one, one)
		increment(apart(t, t), out, ones)
	})
	spare := r.word(recC)
	r.fail(differ(all, one))
	r.fail(more(out, spare))
	none := equal(spare, out) // lanes in which no further cell may be without a required value
	hid, once := vec(), r.word(recB)
	andNot(one, two, hid)
	and(once, hid, hid)
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		t, h, w := vec(), vec(), vec()
		and(all, y, t)
		blend(testIn(none, t, t), t, y, w)
		and(hid, y, h)
		blend(apart(h, h), w, h, w)
		r.put(r.cell(off), y, w)
	})
	pruneGroups(r, once)
}

// count writes the routine for a count of cells. The routine's list is n cells. lo and hi limit the number of cells
// with a value of A.
func count(r *routine) {
	n := r.number(recN)
	left := GP64()
	MOVQ(n, left)
	values, may, must, one := r.word(recA), zero(), zero(), r.one()
	loop(left, func() {
		y, t := load(r.cell(r.next())), vec()
		k := test(values, y)
		increment(k, may, one)
		andNot(y, values, t)
		increment(apartIn(k, t, t), must, one)
	})
	lo, hi := r.word(recLo), r.word(recHi)
	r.fail(more(lo, may))
	r.fail(more(must, hi))
	least, most := equal(lo, may), equal(hi, must)
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		in, out, w := vec(), vec(), vec()
		and(values, y, in)
		andNot(y, values, out)
		set(y, w)
		replace(testIn(most, out, out), out, w)
		// A cell whose values are all in the set keeps them, even if all values outside the set are removed.
		has := test(in, in)
		replace(apartIn(has, out, out), in, w)
		replace(testIn(least, in, in), in, w)
		r.put(r.cell(off), y, w)
	})
}

// enter begins an alternative. The routine's list is n entries: a cell, the row of its copy, and the values that the
// alternative allows.
func enter(r *routine) {
	loop(r.number(recN), func() {
		from, to, v := r.next(), r.next(), vec()
		VPBROADCASTW(Mem{Base: r.at}, v)
		ADDQ(I8(4), r.at)
		and(r.cell(from), v, v)
		r.put(r.cell(to), v, v)
	})
}

// leave ends an alternative. The routine's list is n entries: a cell, its copy, and a result row. In lanes without a
// contradiction, the result row gains the values of the copy. A lane counts as changed if its result row then differs
// from the cell.
func leave(r *routine) {
	alive := r.alive()
	loop(r.number(recN), func() {
		off, from, to := r.next(), r.next(), r.next()
		y, w := load(r.cell(off)), within(alive, load(r.cell(from)))
		or(r.cell(to), w, w)
		r.put(r.cell(to), y, w)
	})
	r.pardon()
}

// either ends a choice of alternatives. The routine's list is n entries: a cell, and a row with the cell's values that
// at least one alternative permits.
func either(r *routine) {
	loop(r.number(recN), func() {
		off, left, w := r.next(), r.next(), vec()
		y := load(r.cell(off))
		and(r.cell(left), y, w)
		r.put(r.cell(off), y, w)
	})
}
