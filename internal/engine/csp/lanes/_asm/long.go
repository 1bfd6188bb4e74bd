package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// band: the list is three lines of nine cells, three cells in each box.
func band(r *routine) {
	cellAt := func(i int) Mem {
		off := GP64()
		MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
		return r.cell(off)
	}
	if !avx512 {
		bandInMemory(r, cellAt)
		return
	}
	var s, gone [3][3]reg.VecVirtual
	for i := range 9 {
		u := load(cellAt(3 * i))
		or(cellAt(3*i+1), u, u)
		or(cellAt(3*i+2), u, u)
		s[i/3][i%3], gone[i/3][i%3] = u, zero()
	}
	all := zero()
	for l := range 3 {
		for b := range 3 {
			l1, l2, b1, b2 := (l+1)%3, (l+2)%3, (b+1)%3, (b+2)%3
			line, box, k1, k2 := vec(), vec(), vec(), vec()
			or(s[l][b1], s[l][b2], line)
			or(s[l1][b], s[l2][b], box)
			set(s[l][b], k1)
			set(s[l][b], k2)
			logic(firstThird, k1, line, box)
			logic(firstTwo, k2, line, box)
			or(k1, gone[l1][b], gone[l1][b])
			or(k1, gone[l2][b], gone[l2][b])
			or(k2, gone[l][b1], gone[l][b1])
			or(k2, gone[l][b2], gone[l][b2])
			logic(or3, all, k1, k2)
		}
	}
	three := r.three()
	for l := range 3 {
		for b := range 3 {
			line, box, own := vec(), vec(), vec()
			or(s[l][(b+1)%3], s[l][(b+2)%3], line)
			or(s[(l+1)%3][b], s[(l+2)%3][b], box)
			set(s[l][b], own)
			logic(notBoth, own, line, box)
			own = r.full(own, s[l][b], gone[l][b], three)
			or(own, gone[l][b], gone[l][b])
			or(own, all, all)
		}
	}
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	for i := range 27 {
		m, y := cellAt(i), vec()
		set(gone[i/9][i/3%3], y)
		andNot(m, y, y)
		store(y, m)
		VPMINUW(y, r.z, r.z)
	}
	set(all, r.d)
	Label(end)
}

// three returns a row with the number 3 in each lane.
func (r *routine) three() reg.VecVirtual {
	one, v := r.one(), vec()
	VPADDW(one, one, v)
	VPADDW(one, v, v)
	return v
}

// full returns the further values that a segment of n cells loses. If exactly n values can only be
// in this segment, it loses all others. alone, minus gone, is these values; has is all values of
// the segment. Lanes with more than n such values fail.
func (r *routine) full(alone, has, gone, n reg.VecVirtual) reg.VecVirtual {
	rest := vec()
	andNot(alone, gone, alone)
	count := lengths(alone)
	r.fail(more(count, n))
	andNot(has, alone, rest)
	return within(equal(count, n), rest)
}

// bandInMemory is like band, for instruction sets with too few registers.
func bandInMemory(r *routine, cellAt func(i int) Mem) {
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

// crossing: the list is the lines and the boxes that prune nothing, then n segments: the number
// of cells, the rows of its union, its line and its box, the cells. A and B are the numbers of
// lines and boxes.
func crossing(r *routine) {
	s := GP64()
	MOVQ(r.machine(offScratch), s)
	rowAt := func(first int, off reg.GPVirtual) Mem {
		return Mem{Base: s, Index: off, Scale: 1, Disp: first * row}
	}
	wipe := func(rows reg.GPVirtual, firsts ...int) {
		at, none := GP64(), zero()
		XORQ(at, at)
		loop(rows, func() {
			for _, f := range firsts {
				store(none, rowAt(f, at))
			}
			ADDQ(I8(row), at)
		})
	}
	wipe(r.number(recA), lineOne, lineTwo, fromLine)
	wipe(r.number(recB), boxOne, boxTwo, fromBox)
	start, union, line, box := GP64(), GP64(), GP64(), GP64()
	MOVQ(r.at, start)
	skipFree := func(two int, write bool) {
		loop(r.next(), func() {
			off := r.next()
			if write {
				store(full, rowAt(two, off))
			}
		})
	}
	skipFree(0, false)
	skipFree(0, false)
	segments := func(body func(cells reg.GPVirtual)) {
		n := r.number(recN)
		loop(n, func() {
			cells := r.next()
			MOVL(Mem{Base: r.at}, union.As32())
			MOVL(Mem{Base: r.at, Disp: 4}, line.As32())
			MOVL(Mem{Base: r.at, Disp: 8}, box.As32())
			ADDQ(I8(12), r.at)
			body(cells)
		})
	}
	skip := func(cells reg.GPVirtual) { LEAQ(Mem{Base: r.at, Index: cells, Scale: 4}, r.at) }
	segments(func(cells reg.GPVirtual) {
		u := zero()
		loop(cells, func() { or(r.cell(r.next()), u, u) })
		store(u, rowAt(unions, union))
		for _, x := range []struct {
			one, two int
			off      reg.GPVirtual
		}{{lineOne, lineTwo, line}, {boxOne, boxTwo, box}} {
			one, two := load(rowAt(x.one, x.off)), load(rowAt(x.two, x.off))
			logic(orAnd, two, one, u)
			or(u, one, one)
			store(one, rowAt(x.one, x.off))
			store(two, rowAt(x.two, x.off))
		}
	})
	MOVQ(start, r.at)
	skipFree(lineTwo, true)
	skipFree(boxTwo, true)
	first := GP64()
	MOVQ(r.at, first)
	all := zero()
	segments(func(cells reg.GPVirtual) {
		skip(cells)
		u := load(rowAt(unions, union))
		l, b := load(rowAt(lineTwo, line)), load(rowAt(boxTwo, box))
		t := vec()
		set(u, t)
		logic(notBoth, t, l, b)
		DECQ(cells)
		or(within(more(lengths(t), broadcast(cells)), u), all, all) // perhaps the number of values that stand only here equals that of the cells
		set(u, t)
		logic(firstThird, t, l, b)
		or(t, all, all)
		or(rowAt(fromBox, box), t, t)
		store(t, rowAt(fromBox, box))
		logic(firstTwo, u, l, b)
		or(u, all, all)
		or(rowAt(fromLine, line), u, u)
		store(u, rowAt(fromLine, line))
	})
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	none := zero()
	for _, x := range [][2]int{{recA, fromLine}, {recB, fromBox}} {
		last := r.number(x[0])
		DECQ(last)
		SHLQ(U8(6), last)
		store(none, rowAt(x[1], last))
	}
	MOVQ(first, r.at)
	segments(func(cells reg.GPVirtual) {
		l, b, u := load(rowAt(lineTwo, line)), load(rowAt(boxTwo, box)), load(rowAt(unions, union))
		gone, own := vec(), vec()
		set(u, own)
		logic(notBoth, own, l, b)
		and(rowAt(fromBox, box), l, l)
		and(rowAt(fromLine, line), b, b)
		or(l, b, gone)
		pass, done := label("pass"), label("done")
		and(u, gone, gone)
		or(r.full(own, u, gone, broadcast(cells)), gone, gone)
		r.any(gone)
		JZ(LabelRef(pass))
		loop(cells, func() {
			off, w := r.next(), vec()
			y := load(r.cell(off))
			andNot(y, gone, w)
			r.put(r.cell(off), y, w)
		})
		JMP(LabelRef(done))
		Label(pass)
		skip(cells)
		Label(done)
	})
	Label(end)
}

// triple: the list is three cells. For each of the first cell's n values, table has a table from
// the second cell to the third, and one back.
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

// sum: the list is n cliques: the number of cells, the coefficient, the cells. A is the number of
// values plus one. lo and hi are for values counted from 1.
func sum(r *routine) {
	term, clique := GP64(), GP64()
	rewind := func() {
		MOVQ(r.machine(offScratch), term)
		LEAQ(Mem{Base: term, Disp: cliqueRows * row}, clique)
	}
	least, most := func() Mem { return Mem{Base: term} }, func() Mem { return Mem{Base: term, Disp: (sumMost - sumLeast) * row} }
	at := func(i int) Mem { return Mem{Base: clique, Disp: i * row} }
	const low, high, sumLow, sumHigh, lessLow, lessHigh = 0, 1, 2, 3, 4, 5
	rewind()
	lo, hi := zero(), zero()
	loop(r.number(recN), func() {
		n, k := r.next(), r.next()
		a, b, u := zero(), zero(), zero()
		left := GP64()
		MOVQ(n, left)
		loop(left, func() {
			y := load(r.cell(r.next()))
			x, z := r.least(y), r.most(y)
			store(x, least())
			store(z, most())
			ADDQ(I8(row), term)
			VPADDW(x, a, a)
			VPADDW(z, b, b)
			or(y, u, u)
		})
		store(a, at(sumLow))
		store(b, at(sumHigh))
		alone := label("alone")
		CMPQ(n, U8(1))
		JE(LabelRef(alone))
		s, f := zero(), zero()
		v := r.look(r.scratchTable(reverseRows), u)
		MOVQ(n, left)
		DECQ(left)
		loop(left, func() {
			for _, x := range []struct{ set, sum reg.VecVirtual }{{u, s}, {v, f}} {
				less, t := vec(), vec()
				VPADDW(full, x.set, less)
				xor(x.set, less, t)
				VPADDW(lengths(t), x.sum, x.sum)
				and(less, x.set, x.set)
			}
		})
		store(s, at(lessLow))
		values := r.number(recA)
		IMULQ(n, values)
		whole, t := broadcast(values), vec()
		VPSUBW(r.word(recA), whole, t)
		VPSUBW(f, t, t)
		store(t, at(lessHigh))
		VPADDW(r.least(u), s, s)
		VPMAXSW(s, a, a)
		VPADDW(r.least(v), f, f)
		VPSUBW(f, whole, whole)
		VPMINSW(whole, b, b)
		r.fail(more(a, b))
		Label(alone)
		store(a, at(low))
		store(b, at(high))
		ADDQ(I32(6*row), clique)
		kk := broadcast(k)
		VPMULLW(kk, a, a)
		VPMULLW(kk, b, b)
		x, y := vec(), vec()
		VPMINSW(a, b, x)
		VPMAXSW(a, b, y)
		VPADDW(x, lo, lo)
		VPADDW(y, hi, hi)
	})
	from, to := r.word(recLo), r.word(recHi)
	r.fail(more(lo, to))
	r.fail(more(from, hi))
	// open: the lanes whose bounds are not satisfied by all remaining values.
	open := more(from, lo)
	eitherMask(more(hi, to), open)
	end := label("end")
	TESTL(lanesOf(r.notBad(open)).As32(), r.live())
	JZ(LabelRef(end))

	rewind()
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machine(offCode), r.at)
	none, one := zero(), r.one()
	loop(r.number(recN), func() {
		n, k := r.next(), r.next()
		minus, other, next, cells := label("minus"), label("other"), label("next"), label("cells")
		qa, qb := load(at(low)), load(at(high))
		cl, ch := vec(), vec() // bounds that the others leave: least − 1, and 16 − greatest
		CMPL(k.As32(), I8(1))
		JNE(LabelRef(minus))
		VPSUBW(hi, from, cl)
		VPADDW(qb, cl, cl)
		VPSUBW(lo, to, ch)
		VPADDW(qa, ch, ch)
		JMP(LabelRef(cells))
		Label(minus)
		CMPL(k.As32(), I8(-1))
		JNE(LabelRef(other))
		VPADDW(qb, lo, cl)
		VPSUBW(to, cl, cl)
		VPADDW(qa, hi, ch)
		VPSUBW(from, ch, ch)
		Label(cells)
		VPADDW(full, cl, cl)
		t := vec()
		VPSLLW(U8(4), one, t)
		VPSUBW(ch, t, ch)
		rest := func() (ol, oh reg.VecVirtual) {
			ol, oh = load(at(sumLow)), load(at(sumHigh))
			VPSUBW(least(), ol, ol)
			VPSUBW(most(), oh, oh)
			alone := label("alone")
			CMPQ(n, U8(1))
			JE(LabelRef(alone))
			VPMAXSW(at(lessLow), ol, ol)
			VPMINSW(at(lessHigh), oh, oh)
			Label(alone)
			return ol, oh
		}
		left := GP64()
		MOVQ(n, left)
		loop(left, func() {
			ol, oh := rest()
			VPSUBW(oh, cl, oh)
			VPMAXSW(none, oh, oh)
			VPADDW(ch, ol, ol)
			VPMAXSW(none, ol, ol)
			x, w := upFrom(oh), upTo(ol)
			off := r.next()
			y := load(r.cell(off))
			logic(and3, w, x, y)
			r.put(r.cell(off), y, w)
			ADDQ(I8(row), term)
		})
		JMP(LabelRef(next))

		Label(other)
		kk, rl, rh := broadcast(k), vec(), vec()
		VPMULLW(kk, qa, qa)
		VPMULLW(kk, qb, qb)
		x, z := vec(), vec()
		VPMINSW(qa, qb, x)
		VPSUBW(x, lo, rl)
		VPMAXSW(qa, qb, z)
		VPSUBW(z, hi, rh)
		MOVQ(n, left)
		loop(left, func() {
			ol, oh := rest()
			VPMULLW(kk, ol, ol)
			VPMULLW(kk, oh, oh)
			l, h := vec(), vec()
			VPMINSW(ol, oh, l)
			VPADDW(rl, l, l)
			VPMAXSW(ol, oh, h)
			VPADDW(rh, h, h)
			keep, bit := zero(), r.one()
			values := r.number(recA)
			DECQ(values)
			loop(values, func() {
				VPADDW(kk, l, l)
				VPADDW(kk, h, h)
				orWhere(keep, bit, atMostIn(atMostIn(nil, l, to), from, h))
				VPADDW(bit, bit, bit)
			})
			off := r.next()
			y := load(r.cell(off))
			and(y, keep, keep)
			r.put(r.cell(off), y, keep)
			ADDQ(I8(row), term)
		})
		Label(next)
		ADDQ(I32(6*row), clique)
	})
	Label(end)
}

// automaton: the list is a header, the offset of each of n layers, and the layers.
//
// The header: the number of 64-byte blocks of states to clear; where the states reached from the
// end begin, and where the lanes of a layer's sets begin; the number of states at the start; the
// place of the states after the last cell, and their number. A layer: the cell, the number of
// sets, the number of states, where the lanes of its sets are stored; the sets; the states, each
// with its number of edges and these: the next state, and the set.
//
// A state is four bytes, a bit for each lane. The edges of a state without lanes are skipped. An
// edge refers to its set by the place of the set's lanes.
func automaton(r *routine) {
	const wipe, ends, keeps, starts, last, lasts, header = 0, 4, 8, 12, 16, 20, 24
	f := GP64()
	MOVQ(r.machine(offStates), f)
	head := func() reg.GPVirtual {
		h := r.number(recCode)
		ADDQ(r.machine(offCode), h)
		return h
	}
	field := func(off int) reg.GPVirtual {
		v := head()
		MOVL(Mem{Base: v, Disp: off}, v.As32())
		return v
	}
	at, none := GP64(), zero()
	MOVQ(f, at)
	loop(field(wipe), func() {
		store(none, Mem{Base: at})
		if !avx512 {
			store(none, Mem{Base: at, Disp: row / 2})
		}
		ADDQ(I8(row), at)
	})
	live := GP64()
	MOVL(r.live(), live.As32())
	MOVQ(f, at)
	loop(field(starts), func() {
		MOVL(live.As32(), Mem{Base: at})
		ADDQ(I8(4), at)
	})
	b := field(ends)
	ADDQ(f, b)
	// each runs body for each state with a lane in it: from is its offset, in its lanes, edges the
	// number of edges that follow in the list.
	each := func(states reg.GPVirtual, body func(from, in, edges reg.GPVirtual)) {
		loop(states, func() {
			from, in, edges := GP64(), GP64(), GP64()
			MOVL(Mem{Base: r.at}, from.As32())
			MOVL(Mem{Base: r.at, Disp: 4}, edges.As32())
			ADDQ(I8(8), r.at)
			MOVL(Mem{Base: f, Index: from, Scale: 1}, in.As32())
			some, end := label("in"), label("out")
			TESTL(in.As32(), in.As32())
			JNZ(LabelRef(some))
			LEAQ(Mem{Base: r.at, Index: edges, Scale: 8}, r.at)
			JMP(LabelRef(end))
			Label(some)
			body(from, in, edges)
			Label(end)
		})
	}
	n := r.number(recN)
	LEAQ(Mem{Base: head(), Index: n, Scale: 4, Disp: header}, r.at)
	loop(n, func() {
		off := r.next()
		var y []reg.VecVirtual
		for _, x := range r.parts {
			y = append(y, load(r.cell(off).Offset(x.disp)))
		}
		sets, states, h := r.next(), r.next(), r.next()
		ADDQ(f, h)
		loop(sets, func() {
			s := vec()
			VPBROADCASTW(Mem{Base: r.at}, s)
			var has reg.GPVirtual
			if avx512 {
				has = lanesOf(test(s, y[0]))
			} else {
				has = lanesOfBoth(apart(s, y[0]), apart(s, y[1]))
				NOTL(has.As32())
			}
			MOVL(has.As32(), Mem{Base: h})
			ADDQ(I8(4), r.at)
			ADDQ(I8(4), h)
		})
		each(states, func(from, in, edges reg.GPVirtual) {
			loop(edges, func() {
				to, set := GP64(), GP64()
				MOVL(Mem{Base: r.at}, to.As32())
				MOVL(Mem{Base: r.at, Disp: 4}, set.As32())
				ADDQ(I8(8), r.at)
				MOVL(Mem{Base: f, Index: set, Scale: 1}, set.As32())
				ANDL(in.As32(), set.As32())
				ORL(set.As32(), Mem{Base: f, Index: to, Scale: 1})
			})
		})
	})
	// Go backwards from the end.
	left, i := field(lasts), field(last)
	loop(left, func() {
		v := GP64()
		MOVL(Mem{Base: f, Index: i, Scale: 1}, v.As32())
		MOVL(v.As32(), Mem{Base: b, Index: i, Scale: 1})
		ADDQ(I8(4), i)
	})
	n = r.number(recN)
	loop(n, func() {
		toLayer := func(at reg.GPVirtual) {
			MOVL(Mem{Base: head(), Index: n, Scale: 4, Disp: header - 4}, at.As32())
			ADDQ(r.machine(offCode), at)
		}
		toLayer(r.at)
		ADDQ(I8(4), r.at)
		sets, states, has := r.next(), r.next(), r.next()
		keeps := field(keeps)
		ADDQ(f, keeps)
		k, left := GP64(), GP64()
		MOVQ(keeps, k)
		MOVQ(sets, left)
		loop(left, func() {
			MOVL(I32(0), Mem{Base: k})
			ADDQ(I8(4), k)
		})
		LEAQ(Mem{Base: r.at, Index: sets, Scale: 4}, r.at)
		SUBQ(has, keeps) // edges refer to sets by the offset of their lanes
		each(states, func(from, _, edges reg.GPVirtual) {
			alive := GP64()
			XORL(alive.As32(), alive.As32())
			loop(edges, func() {
				to, set := GP64(), GP64()
				MOVL(Mem{Base: r.at}, to.As32())
				MOVL(Mem{Base: r.at, Disp: 4}, set.As32())
				ADDQ(I8(8), r.at)
				MOVL(Mem{Base: b, Index: to, Scale: 1}, to.As32())
				ANDL(Mem{Base: f, Index: from, Scale: 1}, to.As32())
				ANDL(Mem{Base: f, Index: set, Scale: 1}, to.As32())
				ORL(to.As32(), alive.As32())
				ORL(to.As32(), Mem{Base: keeps, Index: set, Scale: 1})
			})
			ORL(alive.As32(), Mem{Base: b, Index: from, Scale: 1})
		})
		var keep []reg.VecVirtual
		for range r.parts {
			keep = append(keep, zero())
		}
		off, first := GP64(), GP64()
		toLayer(first)
		MOVL(Mem{Base: first}, off.As32())
		count := GP64()
		MOVL(Mem{Base: first, Disp: 4}, count.As32())
		MOVL(Mem{Base: first, Disp: 12}, k.As32())
		ADDQ(k, keeps)
		ADDQ(I8(16), first)
		loop(count, func() {
			s := vec()
			VPBROADCASTW(Mem{Base: first}, s)
			for i, x := range r.parts {
				orWhere(keep[i], s, maskAt(Mem{Base: keeps, Disp: x.disp / 16}))
			}
			ADDQ(I8(4), keeps)
			ADDQ(I8(4), first)
		})
		for i, x := range r.parts {
			r.d, r.z = x.d, x.z
			cell := r.cell(off).Offset(x.disp)
			y := load(cell)
			and(y, keep[i], keep[i])
			r.put(cell, y, keep[i])
		}
	})
}
