package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// distinct: n cells in the list.
func distinct(r *routine) {
	other, end := label("other"), label("end")
	n := r.number(recN)
	CMPQ(n, U8(9))
	JNE(LabelRef(other))
	nine(r)
	JMP(LabelRef(end))
	Label(other)
	several(r, n)
	Label(end)
}

// hidden is what stands in one cell only, in lanes that have as many values as cells. It adds
// lanes that have fewer, or one value fixed twice, to bad.
func hidden(r *routine, one, two, fixed, twice reg.VecVirtual) reg.VecVirtual {
	count, n, k := ZMM(), r.word(recN), K()
	VPTESTMW(twice, twice, k)
	r.fail(k)
	VPOPCNTW(one, count)
	VPCMPUW(U8(1), n, count, k)
	r.fail(k)
	VPCMPEQW(n, count, k)
	h := ZMM()
	VPORD(two, fixed, h)
	VPANDND(one, h, h)
	VMOVDQU16_Z(h, k, h)
	return h
}

func nine(r *routine) {
	one, two, fixed, twice := zero(), zero(), zero(), zero()
	var y, s [9]reg.VecVirtual
	for i := range y {
		off := GP64()
		MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
		y[i] = load(r.cell(off))
		logic(orAnd, two, one, y[i])
		VPORD(y[i], one, one)
		s[i] = r.single(y[i])
		logic(orAnd, twice, fixed, s[i])
		VPORD(s[i], fixed, fixed)
	}
	hid := hidden(r, one, two, fixed, twice)
	multi := zero()
	for i := range y {
		off := GP64()
		MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
		narrowHidden(r, r.cell(off), y[i], s[i], fixed, hid, multi)
	}
	k := K()
	VPTESTMW(multi, multi, k)
	r.fail(k)
}

// narrowHidden keeps of y what is hidden there, and takes the values fixed elsewhere.
func narrowHidden(r *routine, to Mem, y, s, fixed, hid, multi reg.VecVirtual) {
	t, w, k := ZMM(), ZMM(), K()
	VPANDD(y, hid, t)
	VPADDW(r.ones, t, w)
	logic(orAnd, multi, t, w)
	VPTESTMW(t, t, k)
	VPBLENDMW(t, y, k, w)
	logic(keepElse, w, fixed, s)
	r.put(to, y, w)
}

// gathered is the first pass over n cells: what they have, in two of them, and fixed.
func gathered(r *routine, n reg.GPVirtual) (one, two, fixed, twice reg.VecVirtual) {
	one, two, fixed, twice = zero(), zero(), zero(), zero()
	left := GP64()
	MOVQ(n, left)
	loop(left, func() {
		y := load(r.cell(r.next()))
		logic(orAnd, two, one, y)
		VPORD(y, one, one)
		s := r.single(y)
		logic(orAnd, twice, fixed, s)
		VPORD(s, fixed, fixed)
	})
	return
}

// back goes back to the beginning of n numbers.
func (r *routine) back(n reg.GPVirtual) {
	t := GP64()
	MOVQ(n, t)
	SHLQ(U8(2), t)
	SUBQ(t, r.at)
}

func several(r *routine, n reg.GPVirtual) {
	one, two, fixed, twice := gathered(r, n)
	hid := hidden(r, one, two, fixed, twice)
	multi := zero()
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		narrowHidden(r, r.cell(off), y, r.single(y), fixed, hid, multi)
	})
	k := K()
	VPTESTMW(multi, multi, k)
	r.fail(k)
}

// unequal: n cells; then A entries: a cell, a set, how many others there are, and these. The
// cell loses what they have, of the set.
func unequal(r *routine) {
	scratch := GP64()
	MOVQ(r.machine(offScratch), scratch)
	ADDQ(I32(singleRows*row), scratch)
	loop(r.number(recN), func() {
		off := r.next()
		s := r.single(load(r.cell(off)))
		VMOVDQU64(s, Mem{Base: scratch, Index: off, Scale: 1})
	})
	loop(r.number(recA), func() {
		off, set, gone := r.next(), ZMM(), zero()
		VPBROADCASTW(Mem{Base: r.at}, set)
		ADDQ(I8(4), r.at)
		loop(r.next(), func() {
			VPORD(Mem{Base: scratch, Index: r.next(), Scale: 1}, gone, gone)
		})
		y := load(r.cell(off))
		VPANDD(set, gone, gone)
		VPANDND(y, gone, gone)
		r.put(r.cell(off), y, gone)
	})
}

// tableAt is the rows of a table from a register on.
func tableAt(base reg.GPVirtual, first int) func(i int) Mem {
	return func(i int) Mem { return Mem{Base: base, Disp: (first + i) * row} }
}

func (r *routine) pieces() int {
	if r.wide {
		return 4
	}
	return 2
}

// relation: two cells; a table each way.
func relation(r *routine) {
	t := r.number(recTable)
	ADDQ(r.machine(offTables), t)
	offA, offB := r.next(), r.next()
	a, b := load(r.cell(offA)), load(r.cell(offB))
	nb := r.look(tableAt(t, 0), a)
	VPANDD(b, nb, nb)
	na := r.look(tableAt(t, r.pieces()), nb)
	VPANDD(a, na, na)
	r.put(r.cell(offA), a, na)
	r.put(r.cell(offB), b, nb)
}

// groups: how many; each the cells that its others do not see, and the others. A value of
// must has its place among the cells; without one that they do not see it leaves them.
func groups(r *routine, must reg.VecVirtual) {
	n := r.next()
	loop(n, func() {
		gone := ZMM()
		VMOVDQA64(must, gone)
		unseen := r.next()
		loop(unseen, func() {
			VPANDND(gone, load(r.cell(r.next())), gone)
		})
		others := r.next()
		skip, end := label("skip"), label("end")
		r.any(gone)
		JZ(LabelRef(skip))
		loop(others, func() {
			off, w := r.next(), ZMM()
			y := load(r.cell(off))
			VPANDND(y, gone, w)
			r.put(r.cell(off), y, w)
		})
		JMP(LabelRef(end))
		Label(skip)
		LEAQ(Mem{Base: r.at, Index: others, Scale: 4}, r.at)
		Label(end)
	})
}

// places: groups, of which A is what the house needs.
func places(r *routine) { groups(r, r.word(recA)) }

// sets: n cells, A sets, then groups.
func sets(r *routine) {
	n := r.number(recN)
	one, two, fixed, twice := gathered(r, n)
	k := K()
	VPTESTMW(twice, twice, k)
	r.fail(k)
	any, every := zero(), ZMM()
	VMOVDQA64(r.ones, every)
	sets := r.number(recA)
	loop(sets, func() {
		s, t, k := ZMM(), ZMM(), K()
		VPBROADCASTW(Mem{Base: r.at}, s)
		ADDQ(I8(4), r.at)
		// a set that lacks what is fixed, or has more than there is
		VMOVDQA64(s, t)
		logic(0x3a, t, one, fixed)
		VPTESTNMW(t, t, k)
		orWhere(any, s, k)
		andWhere(every, s, k)
	})
	VPTESTNMW(any, any, k)
	r.fail(k)
	must, hid := ZMM(), ZMM()
	VPANDND(every, fixed, must)
	VPANDND(must, two, hid)
	start := GP64()
	MOVL(Mem{Base: r.record, Disp: recCode}, start.As32())
	ADDQ(r.machine(offCode), start)
	loop(n, func() {
		off := GP64()
		MOVL(Mem{Base: start}, off.As32())
		ADDQ(I8(4), start)
		y := load(r.cell(off))
		s := r.single(y)
		w, t, k := ZMM(), ZMM(), K()
		VMOVDQA64(any, w)
		logic(keepElse, w, fixed, s)
		VPANDD(y, w, w)
		VPANDD(hid, w, t)
		VPTESTMW(t, t, k)
		VPBLENDMW(t, w, k, w)
		r.put(r.cell(off), y, w)
	})
	end := label("end")
	r.any(must)
	JZ(LabelRef(end))
	groups(r, must)
	Label(end)
}

// orWhere adds s to v in the lanes of k.
func orWhere(v, s reg.VecVirtual, k reg.OpmaskVirtual) {
	t := ZMM()
	VMOVDQU16_Z(s, k, t)
	VPORD(t, v, v)
}

// andWhere keeps of v what s has in the lanes of k.
func andWhere(v, s reg.VecVirtual, k reg.OpmaskVirtual) {
	t := ZMM()
	VPANDD(s, v, t)
	VMOVDQU16(t, k, v)
}

// required: n cells, then groups; A all the values, B those of them that are wanted once, C
// how many cells need none.
func required(r *routine) {
	n := r.number(recN)
	left := GP64()
	MOVQ(n, left)
	one, two, out, all, ones := zero(), zero(), zero(), r.word(recA), r.one()
	loop(left, func() {
		t, k := ZMM(), K()
		VPANDD(r.cell(r.next()), all, t)
		logic(orAnd, two, one, t)
		VPORD(t, one, one)
		VPTESTNMW(t, t, k)
		VPADDW(ones, out, k, out)
	})
	k, spare := K(), r.word(recC)
	VPCMPUW(U8(4), all, one, k)
	r.fail(k)
	VPCMPW(U8(6), spare, out, k) // more
	r.fail(k)
	full := K()
	VPCMPEQW(spare, out, full)
	hid, once := ZMM(), r.word(recB)
	VPANDND(one, two, hid)
	VPANDD(once, hid, hid)
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		t, h, w, k := ZMM(), ZMM(), ZMM(), K()
		VPANDD(all, y, t)
		VPTESTMW(t, t, full, k)
		VPBLENDMW(t, y, k, w)
		VPANDD(hid, y, h)
		VPTESTMW(h, h, k)
		VMOVDQU16(h, k, w)
		r.put(r.cell(off), y, w)
	})
	groups(r, once)
}

// count: n cells; A the set, lo and hi.
func count(r *routine) {
	n := r.number(recN)
	left := GP64()
	MOVQ(n, left)
	set, may, must, one := r.word(recA), zero(), zero(), r.one()
	loop(left, func() {
		y, t, k := load(r.cell(r.next())), ZMM(), K()
		VPTESTMW(set, y, k)
		VPADDW(one, may, k, may)
		VPANDND(y, set, t)
		VPTESTNMW(t, t, k, k)
		VPADDW(one, must, k, must)
	})
	lo, hi, k, least, most := r.word(recLo), r.word(recHi), K(), K(), K()
	VPCMPW(U8(1), lo, may, k)
	r.fail(k)
	VPCMPW(U8(6), hi, must, k)
	r.fail(k)
	VPCMPEQW(lo, may, least)
	VPCMPEQW(hi, must, most)
	r.back(n)
	loop(n, func() {
		off := r.next()
		y := load(r.cell(off))
		in, out, w, k := ZMM(), ZMM(), ZMM(), K()
		VPANDD(set, y, in)
		VPANDND(y, set, out)
		VMOVDQA64(y, w)
		VPTESTMW(out, out, most, k)
		VMOVDQU16(out, k, w)
		// a cell that must have one keeps it
		VPTESTMW(in, in, k)
		inOnly := K()
		VPTESTNMW(out, out, k, inOnly)
		VMOVDQU16(in, inOnly, w)
		VPTESTMW(in, in, least, k)
		VMOVDQU16(in, k, w)
		r.put(r.cell(off), y, w)
	})
}
