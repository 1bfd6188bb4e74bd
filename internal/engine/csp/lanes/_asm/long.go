package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// band writes the routine for a band. The routine's list is three lines of nine cells, in order; every three cells
// share a box.
func band(r *routine) {
	cellAt := func(i int) Mem {
		off := GP64()
		MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
		return r.cell(off)
	}
	const unions, byLine, byBox, lost = 0, 9, 18, 27
	s := GP64()
	MOVQ(r.machine(offScratch), s)
	at := func(first, l, b int) Mem { return Mem{Base: s, Disp: (first + l%3*3 + b%3) * row} }
	for i := range 9 {
		u := load(cellAt(3 * i))
		or(cellAt(3*i+1), u, u)
		or(cellAt(3*i+2), u, u)
		store(u, at(unions, i/3, i%3))
	}
	all := zero()
	for l := range 3 {
		for b := range 3 {
			line, box := load(at(unions, l, b+1)), load(at(unions, l+1, b))
			or(at(unions, l, b+2), line, line)
			or(at(unions, l+2, b), box, box)
			k1 := load(at(unions, l, b))
			k2 := vec()
			set(k1, k2)
			logic(firstThird, k1, line, box)
			logic(firstTwo, k2, line, box)
			store(k1, at(byLine, l, b))
			store(k2, at(byBox, l, b))
			logic(or3, all, k1, k2)
		}
	}
	three := r.three()
	for l := range 3 {
		for b := range 3 {
			gone := load(at(byLine, l+1, b))
			or(at(byLine, l+2, b), gone, gone)
			or(at(byBox, l, b+1), gone, gone)
			or(at(byBox, l, b+2), gone, gone)
			line, box := load(at(unions, l, b+1)), load(at(unions, l+1, b))
			or(at(unions, l, b+2), line, line)
			or(at(unions, l+2, b), box, box)
			has, own := load(at(unions, l, b)), vec()
			set(has, own)
			logic(notBoth, own, line, box)
			own = r.full(own, has, gone, three)
			or(own, all, all)
			or(own, gone, gone)
			store(gone, at(lost, l, b))
		}
	}
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	for i := range 9 {
		gone := load(at(lost, i/3, i%3))
		for k := range 3 {
			m, w := cellAt(3*i+k), vec()
			y := load(m)
			andNot(y, gone, w)
			r.put(m, y, w)
		}
	}
	Label(end)
}

// three returns a row with the number 3 in each lane.
func (r *routine) three() reg.VecVirtual {
	one, v := r.one(), vec()
	VPADDW(one, one, v)
	VPADDW(one, v, v)
	return v
}

// full returns the values that a segment of n cells loses because n other values need all its cells. The values of
// `alone` that are not in `gone` can be only in this segment. If there are n such values, the segment loses the other
// values of `has`; if there are more, the lane fails.
func (r *routine) full(alone, has, gone, n reg.VecVirtual) reg.VecVirtual {
	rest := vec()
	andNot(alone, gone, alone)
	count := lengths(alone)
	r.fail(more(count, n))
	andNot(has, alone, rest)
	return within(equal(count, n), rest)
}

// crossing writes the routine for a crossing. The routine's list is the lines and boxes that prune nothing, then n
// segments. A segment consists of its number of cells; the offsets of the rows for its union, its line and its box; and
// its cells. A and B are the numbers of lines and of boxes.
func crossing(r *routine) {
	x := &crossed{routine: r, s: GP64()}
	MOVQ(r.machine(offScratch), x.s)
	x.wipe(r.number(recA), lineOne, lineTwo, fromLine)
	x.wipe(r.number(recB), boxOne, boxTwo, fromBox)
	start := GP64()
	x.union, x.line, x.box = GP64(), GP64(), GP64()
	MOVQ(r.at, start)
	x.free(0, false)
	x.free(0, false)
	x.unite()
	MOVQ(start, r.at)
	x.free(lineTwo, true)
	x.free(boxTwo, true)
	first := GP64()
	MOVQ(r.at, first)
	all := x.claim()
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	none := zero()
	for _, y := range [][2]int{{recA, fromLine}, {recB, fromBox}} {
		last := r.number(y[0])
		DECQ(last)
		SHLQ(U8(6), last)
		store(none, x.rowAt(y[1], last))
	}
	MOVQ(first, r.at)
	x.prune()
	Label(end)
}

// crossed is the state of crossing's code. s is the address of the scratch. union, line and box are the offsets, from s,
// of the rows for the current segment, for its line and for its box.
type crossed struct {
	*routine
	s, union, line, box reg.GPVirtual
}

func (x *crossed) rowAt(first int, off reg.GPVirtual) Mem {
	return Mem{Base: x.s, Index: off, Scale: 1, Disp: first * row}
}

// wipe clears blocks of consecutive rows of scratch. firsts lists the first row of each block, and rows is the number
// of rows in a block.
func (x *crossed) wipe(rows reg.GPVirtual, firsts ...int) {
	at, none := GP64(), zero()
	XORQ(at, at)
	loop(rows, func() {
		for _, f := range firsts {
			store(none, x.rowAt(f, at))
		}
		ADDQ(I8(row), at)
	})
}

// free reads the lines or boxes that prune nothing. If `write` is set, it records for each of them that every value is
// in two segments. `two` is the index of the first row of these records.
func (x *crossed) free(two int, write bool) {
	loop(x.next(), func() {
		off := x.next()
		if write {
			store(full, x.rowAt(two, off))
		}
	})
}

// segments runs body for each segment. The segment's cells are next in the list.
func (x *crossed) segments(body func(cells reg.GPVirtual)) {
	n := x.number(recN)
	loop(n, func() {
		cells := x.next()
		MOVL(Mem{Base: x.at}, x.union.As32())
		MOVL(Mem{Base: x.at, Disp: 4}, x.line.As32())
		MOVL(Mem{Base: x.at, Disp: 8}, x.box.As32())
		ADDQ(I8(12), x.at)
		body(cells)
	})
}

func (x *crossed) skip(cells reg.GPVirtual) {
	LEAQ(Mem{Base: x.at, Index: cells, Scale: 4}, x.at)
}

// unite stores the union of each segment. For each line and box it stores which values are in at least one
// segment, and which in at least two.
func (x *crossed) unite() {
	x.segments(func(cells reg.GPVirtual) {
		u := zero()
		loop(cells, func() { or(x.cell(x.next()), u, u) })
		store(u, x.rowAt(unions, x.union))
		for _, y := range []struct {
			one, two int
			off      reg.GPVirtual
		}{{lineOne, lineTwo, x.line}, {boxOne, boxTwo, x.box}} {
			one, two := load(x.rowAt(y.one, y.off)), load(x.rowAt(y.two, y.off))
			logic(orAnd, two, one, u)
			or(u, one, one)
			store(one, x.rowAt(y.one, y.off))
			store(two, x.rowAt(y.two, y.off))
		}
	})
}

// claim finds the values that a line needs in one of its segments, and that the segment's box therefore loses
// elsewhere. It does the same with lines and boxes exchanged. `all` is not 0 in lanes where `prune` may remove
// something.
func (x *crossed) claim() (all reg.VecVirtual) {
	all = zero()
	x.segments(func(cells reg.GPVirtual) {
		x.skip(cells)
		u := load(x.rowAt(unions, x.union))
		l, b := load(x.rowAt(lineTwo, x.line)), load(x.rowAt(boxTwo, x.box))
		t := vec()
		set(u, t)
		logic(notBoth, t, l, b)
		DECQ(cells)
		or(within(more(lengths(t), broadcast(cells)), u), all, all) // if u is not empty, the segment may be the only place for as many values as it has cells
		set(u, t)
		logic(firstThird, t, l, b)
		or(t, all, all)
		or(x.rowAt(fromBox, x.box), t, t)
		store(t, x.rowAt(fromBox, x.box))
		logic(firstTwo, u, l, b)
		or(u, all, all)
		or(x.rowAt(fromLine, x.line), u, u)
		store(u, x.rowAt(fromLine, x.line))
	})
	return all
}

// prune removes from each segment the values that the segment's line or box needs in other segments.
func (x *crossed) prune() {
	x.segments(func(cells reg.GPVirtual) {
		l, b, u := load(x.rowAt(lineTwo, x.line)), load(x.rowAt(boxTwo, x.box)), load(x.rowAt(unions, x.union))
		gone, own := vec(), vec()
		set(u, own)
		logic(notBoth, own, l, b)
		and(x.rowAt(fromBox, x.box), l, l)
		and(x.rowAt(fromLine, x.line), b, b)
		or(l, b, gone)
		pass, done := label("pass"), label("done")
		and(u, gone, gone)
		or(x.full(own, u, gone, broadcast(cells)), gone, gone)
		x.any(gone)
		JZ(LabelRef(pass))
		loop(cells, func() {
			off, w := x.next(), vec()
			y := load(x.cell(off))
			andNot(y, gone, w)
			x.put(x.cell(off), y, w)
		})
		JMP(LabelRef(done))
		Label(pass)
		x.skip(cells)
		Label(done)
	})
}

// triple writes the routine for a constraint on three cells. The routine's list is the three cells. Each of the first
// cell's n values has two tables: one maps the second cell's set to the third's, the other maps back.
func triple(r *routine) {
	t := r.number(recTable)
	ADDQ(r.machine(offTables), t)
	offA, offB, offC := r.next(), r.next(), r.next()
	a, b, c := load(r.cell(offA)), load(r.cell(offB)), load(r.cell(offC))
	na, nb, nc, bit := zero(), zero(), zero(), r.one()
	n := r.number(recN)
	loop(n, func() {
		f := r.look(tableAt(t, 0), b)
		and(c, f, f)
		k := testIn(test(bit, a), f, f)
		g := r.look(tableAt(t, r.pieces()), f)
		orWhere(na, bit, k)
		orWhere(nb, g, k)
		orWhere(nc, f, k)
		VPADDW(bit, bit, bit)
		ADDQ(I32(2*r.pieces()*row), t)
	})
	and(b, nb, nb)
	r.put(r.cell(offA), a, na)
	r.put(r.cell(offB), b, nb)
	r.put(r.cell(offC), c, nc)
}
