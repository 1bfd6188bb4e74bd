package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// band: three lines of nine cells, three in each box.
func band(r *routine) {
	cellAt := func(i int) Mem {
		off := GP64()
		MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
		return r.cell(off)
	}
	var s, gone [3][3]reg.VecVirtual
	for i := range 9 {
		u, v := load(cellAt(3*i)), ZMM()
		VMOVDQU64(cellAt(3*i+1), v)
		VPORD(v, u, u)
		VPORD(cellAt(3*i+2), u, u)
		s[i/3][i%3], gone[i/3][i%3] = u, zero()
	}
	all := zero()
	for l := range 3 {
		for b := range 3 {
			l1, l2, b1, b2 := (l+1)%3, (l+2)%3, (b+1)%3, (b+2)%3
			line, box, k1, k2 := ZMM(), ZMM(), ZMM(), ZMM()
			VPORD(s[l][b1], s[l][b2], line)
			VPORD(s[l1][b], s[l2][b], box)
			VMOVDQA64(s[l][b], k1)
			VMOVDQA64(s[l][b], k2)
			logic(0x20, k1, line, box)
			logic(0x40, k2, line, box)
			VPORD(k1, gone[l1][b], gone[l1][b])
			VPORD(k1, gone[l2][b], gone[l2][b])
			VPORD(k2, gone[l][b1], gone[l][b1])
			VPORD(k2, gone[l][b2], gone[l][b2])
			logic(or3, all, k1, k2)
		}
	}
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	for i := range 27 {
		m, y := cellAt(i), ZMM()
		VMOVDQA64(gone[i/9][i/3%3], y)
		VPANDND(m, y, y)
		VMOVDQU64(y, m)
		VPMINUW(y, r.z, r.z)
	}
	VMOVDQA64(all, r.d)
	Label(end)
}

// crossing: the lines that have no say, and the boxes; then N segments: how many cells, its
// union, its line, its box, the cells. A and B are how many lines and boxes there are.
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
				VMOVDQU64(none, rowAt(f, at))
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
				VMOVDQU64(r.ones, rowAt(two, off))
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
		loop(cells, func() { VPORD(r.cell(r.next()), u, u) })
		VMOVDQU64(u, rowAt(unions, union))
		for _, x := range []struct {
			one, two int
			off      reg.GPVirtual
		}{{lineOne, lineTwo, line}, {boxOne, boxTwo, box}} {
			one, two := load(rowAt(x.one, x.off)), load(rowAt(x.two, x.off))
			logic(orAnd, two, one, u)
			VPORD(u, one, one)
			VMOVDQU64(one, rowAt(x.one, x.off))
			VMOVDQU64(two, rowAt(x.two, x.off))
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
		t := ZMM()
		VMOVDQA64(u, t)
		logic(0x20, t, l, b) // u &^ l & b
		VPORD(t, all, all)
		VPORD(rowAt(fromBox, box), t, t)
		VMOVDQU64(t, rowAt(fromBox, box))
		logic(0x40, u, l, b) // u & l &^ b
		VPORD(u, all, all)
		VPORD(rowAt(fromLine, line), u, u)
		VMOVDQU64(u, rowAt(fromLine, line))
	})
	end := label("end")
	r.any(all)
	JZ(LabelRef(end))
	none := zero()
	for _, x := range [][2]int{{recA, fromLine}, {recB, fromBox}} {
		last := r.number(x[0])
		DECQ(last)
		SHLQ(U8(6), last)
		VMOVDQU64(none, rowAt(x[1], last))
	}
	MOVQ(first, r.at)
	segments(func(cells reg.GPVirtual) {
		gone, t := load(rowAt(lineTwo, line)), load(rowAt(boxTwo, box))
		VPANDD(rowAt(fromBox, box), gone, gone)
		VPANDD(rowAt(fromLine, line), t, t)
		VPORD(t, gone, gone)
		pass, done := label("pass"), label("done")
		VPANDD(rowAt(unions, union), gone, gone)
		r.any(gone)
		JZ(LabelRef(pass))
		loop(cells, func() {
			off, w := r.next(), ZMM()
			y := load(r.cell(off))
			VPANDND(y, gone, w)
			r.put(r.cell(off), y, w)
		})
		JMP(LabelRef(done))
		Label(pass)
		skip(cells)
		Label(done)
	})
	Label(end)
}

// triple: three cells; for each of the first's N values a table of what the third can be by
// the second, and the other way round.
func triple(r *routine) {
	t := r.number(recTable)
	ADDQ(r.machine(offTables), t)
	offA, offB, offC := r.next(), r.next(), r.next()
	a, b, c := load(r.cell(offA)), load(r.cell(offB)), load(r.cell(offC))
	na, nb, nc, bit := zero(), zero(), zero(), r.one()
	n := r.number(recN)
	loop(n, func() {
		k := K()
		VPTESTMW(bit, a, k)
		f := r.look(tableAt(t, 0), b)
		VPANDD(c, f, f)
		VPTESTMW(f, f, k, k)
		g := r.look(tableAt(t, r.pieces()), f)
		orWhere(na, bit, k)
		orWhere(nb, g, k)
		orWhere(nc, f, k)
		VPADDW(bit, bit, bit)
		ADDQ(I32(2*r.pieces()*row), t)
	})
	VPANDD(b, nb, nb)
	r.put(r.cell(offA), a, na)
	r.put(r.cell(offB), b, nb)
	r.put(r.cell(offC), c, nc)
}

func broadcast(g reg.GPVirtual) reg.VecVirtual {
	v := ZMM()
	VPBROADCASTW(g.As32(), v)
	return v
}

// sum: N cliques, each how many cells, the coefficient, the cells. A is how many values
// there are, and one more; lo and hi count values from 1.
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
			VMOVDQU64(x, least())
			VMOVDQU64(z, most())
			ADDQ(I8(row), term)
			VPADDW(x, a, a)
			VPADDW(z, b, b)
			VPORD(y, u, u)
		})
		VMOVDQU64(a, at(sumLow))
		VMOVDQU64(b, at(sumHigh))
		alone := label("alone")
		CMPQ(n, U8(1))
		JE(LabelRef(alone))
		s, f := zero(), zero()
		v := r.look(r.scratchTable(reverseRows), u)
		MOVQ(n, left)
		DECQ(left)
		loop(left, func() {
			for _, x := range []struct{ set, sum reg.VecVirtual }{{u, s}, {v, f}} {
				less, t := ZMM(), ZMM()
				VPADDW(r.ones, x.set, less)
				VPXORD(x.set, less, t)
				VPOPCNTW(t, t)
				VPADDW(t, x.sum, x.sum)
				VPANDD(less, x.set, x.set)
			}
		})
		VMOVDQU64(s, at(lessLow))
		values := r.number(recA)
		IMULQ(n, values)
		whole, t := broadcast(values), ZMM()
		VPSUBW(r.word(recA), whole, t)
		VPSUBW(f, t, t)
		VMOVDQU64(t, at(lessHigh))
		VPADDW(r.least(u), s, s)
		VPMAXSW(s, a, a)
		VPADDW(r.least(v), f, f)
		VPSUBW(f, whole, whole)
		VPMINSW(whole, b, b)
		k1 := K()
		VPCMPW(U8(6), b, a, k1)
		r.fail(k1)
		Label(alone)
		VMOVDQU64(a, at(low))
		VMOVDQU64(b, at(high))
		ADDQ(I32(6*row), clique)
		kk := broadcast(k)
		VPMULLW(kk, a, a)
		VPMULLW(kk, b, b)
		x, y := ZMM(), ZMM()
		VPMINSW(a, b, x)
		VPMAXSW(a, b, y)
		VPADDW(x, lo, lo)
		VPADDW(y, hi, hi)
	})
	from, to := r.word(recLo), r.word(recHi)
	k, open := K(), K()
	VPCMPW(U8(6), to, lo, k)
	r.fail(k)
	VPCMPW(U8(1), from, hi, k)
	r.fail(k)
	// what is not yet kept whatever the cells become
	VPCMPW(U8(1), from, lo, open)
	VPCMPW(U8(6), to, hi, k)
	KORD(k, open, open)
	KANDND(open, r.bad, open)
	g, end := GP64(), label("end")
	KMOVD(open, g.As32())
	TESTL(g.As32(), r.machine(offLive))
	JZ(LabelRef(end))

	rewind()
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machine(offCode), r.at)
	none, one := zero(), r.one()
	loop(r.number(recN), func() {
		n, k := r.next(), r.next()
		minus, other, next, cells := label("minus"), label("other"), label("next"), label("cells")
		qa, qb := load(at(low)), load(at(high))
		cl, ch := ZMM(), ZMM() // the least value but one that the others leave the clique, 16 less the greatest
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
		VPADDW(r.ones, cl, cl)
		t := ZMM()
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
			x, w := ZMM(), ZMM()
			VPSLLVW(oh, r.ones, x)
			VPSRLVW(ol, r.ones, w)
			off := r.next()
			y := load(r.cell(off))
			logic(0x80, w, x, y)
			r.put(r.cell(off), y, w)
			ADDQ(I8(row), term)
		})
		JMP(LabelRef(next))

		Label(other)
		kk, rl, rh := broadcast(k), ZMM(), ZMM()
		VPMULLW(kk, qa, qa)
		VPMULLW(kk, qb, qb)
		x, z := ZMM(), ZMM()
		VPMINSW(qa, qb, x)
		VPSUBW(x, lo, rl)
		VPMAXSW(qa, qb, z)
		VPSUBW(z, hi, rh)
		MOVQ(n, left)
		loop(left, func() {
			ol, oh := rest()
			VPMULLW(kk, ol, ol)
			VPMULLW(kk, oh, oh)
			l, h := ZMM(), ZMM()
			VPMINSW(ol, oh, l)
			VPADDW(rl, l, l)
			VPMAXSW(ol, oh, h)
			VPADDW(rh, h, h)
			keep, bit := zero(), r.one()
			values := r.number(recA)
			DECQ(values)
			loop(values, func() {
				k := K()
				VPADDW(kk, l, l)
				VPADDW(kk, h, h)
				VPCMPW(U8(2), to, l, k)
				VPCMPW(U8(5), from, h, k, k)
				orWhere(keep, bit, k)
				VPADDW(bit, bit, bit)
			})
			off := r.next()
			y := load(r.cell(off))
			VPANDD(y, keep, keep)
			r.put(r.cell(off), y, keep)
			ADDQ(I8(row), term)
		})
		Label(next)
		ADDQ(I32(6*row), clique)
	})
	Label(end)
}

// automaton: a header of how many 64 bytes of states to wipe, where the states seen from
// the end, the sets of a layer's values begin, how many states there are at the start,
// where those after the last cell lie and how many they are; then where each of N layers
// begins, and these: the cell, how many sets, how many edges, where the lanes of each set
// are kept; the sets; the edges, from, to, and which set. States are four bytes, a bit a lane.
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
		VMOVDQU64(none, Mem{Base: at})
		ADDQ(I8(row), at)
	})
	live := GP64()
	MOVL(r.machine(offLive), live.As32())
	MOVQ(f, at)
	loop(field(starts), func() {
		MOVL(live.As32(), Mem{Base: at})
		ADDQ(I8(4), at)
	})
	b := field(ends)
	ADDQ(f, b)
	n := r.number(recN)
	LEAQ(Mem{Base: head(), Index: n, Scale: 4, Disp: header}, r.at)
	loop(n, func() {
		y := load(r.cell(r.next()))
		sets, edges, has := r.next(), r.next(), r.next()
		ADDQ(f, has)
		h := GP64()
		MOVQ(has, h)
		loop(sets, func() {
			s, k := ZMM(), K()
			VPBROADCASTW(Mem{Base: r.at}, s)
			VPTESTMW(s, y, k)
			KMOVD(k, Mem{Base: h})
			ADDQ(I8(4), r.at)
			ADDQ(I8(4), h)
		})
		loop(edges, func() {
			from, to, set := GP64(), GP64(), GP64()
			MOVL(Mem{Base: r.at}, from.As32())
			MOVL(Mem{Base: r.at, Disp: 4}, to.As32())
			MOVL(Mem{Base: r.at, Disp: 8}, set.As32())
			ADDQ(I8(12), r.at)
			MOVL(Mem{Base: f, Index: from, Scale: 1}, from.As32())
			ANDL(Mem{Base: has, Index: set, Scale: 1}, from.As32())
			ORL(from.As32(), Mem{Base: f, Index: to, Scale: 1})
		})
	})
	// back from the end
	left, i := field(lasts), field(last)
	loop(left, func() {
		v := GP64()
		MOVL(Mem{Base: f, Index: i, Scale: 1}, v.As32())
		MOVL(v.As32(), Mem{Base: b, Index: i, Scale: 1})
		ADDQ(I8(4), i)
	})
	n = r.number(recN)
	loop(n, func() {
		MOVL(Mem{Base: head(), Index: n, Scale: 4, Disp: header - 4}, r.at.As32())
		ADDQ(r.machine(offCode), r.at)
		first := GP64()
		MOVQ(r.at, first)
		ADDQ(I8(4), r.at)
		sets, edges, has := r.next(), r.next(), r.next()
		ADDQ(f, has)
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
		loop(edges, func() {
			from, to, set := GP64(), GP64(), GP64()
			MOVL(Mem{Base: r.at}, from.As32())
			MOVL(Mem{Base: r.at, Disp: 4}, to.As32())
			MOVL(Mem{Base: r.at, Disp: 8}, set.As32())
			ADDQ(I8(12), r.at)
			MOVL(Mem{Base: b, Index: to, Scale: 1}, to.As32())
			ANDL(Mem{Base: f, Index: from, Scale: 1}, to.As32())
			ANDL(Mem{Base: has, Index: set, Scale: 1}, to.As32())
			ORL(to.As32(), Mem{Base: b, Index: from, Scale: 1})
			ORL(to.As32(), Mem{Base: keeps, Index: set, Scale: 1})
		})
		keep := zero()
		off, count := GP64(), GP64()
		MOVL(Mem{Base: first}, off.As32())
		MOVL(Mem{Base: first, Disp: 4}, count.As32())
		ADDQ(I8(16), first)
		loop(count, func() {
			s, k := ZMM(), K()
			KMOVD(Mem{Base: keeps}, k)
			VPBROADCASTW(Mem{Base: first}, s)
			orWhere(keep, s, k)
			ADDQ(I8(4), keeps)
			ADDQ(I8(4), first)
		})
		y := load(r.cell(off))
		VPANDD(y, keep, keep)
		r.put(r.cell(off), y, keep)
	})
}

// choose scores the cells, and values with two places in a house.
func choose() {
	TEXT("chooseAVX512", NOSPLIT, "func(m *byte)")
	Doc("chooseAVX512 finds the cell that each lane branches on, and the value that it tries first.")
	r := &routine{m: GP64(), x: GP64(), at: GP64()}
	Load(Param("m"), r.m)
	MOVQ(r.machine(offCells), r.x)
	r.ones = ones()
	weights, cell := GP64(), GP64()
	MOVQ(r.machine(offWeights), weights)
	base, one := load(r.machine(offBase)), r.one()
	best, at, by := zero(), zero(), zero()
	XORQ(cell, cell)
	next, rest := GP64(), GP64()
	MOVQ(r.x, next)
	MOVQ(r.machine(offNCells), rest)
	loop(rest, func() {
		y, t, s, w, k := load(Mem{Base: next}), ZMM(), ZMM(), ZMM(), K()
		VPADDW(r.ones, y, t)
		VPTESTMW(t, y, k)
		VPOPCNTW(y, t)
		VPERMW(base, t, s)
		VPBROADCASTW(Mem{Base: weights, Index: cell, Scale: 2}, w)
		VPMULHUW(w, s, s)
		VPMAXUW(one, s, s)
		VPCMPUW(U8(6), best, s, k, k)
		VMOVDQU16(s, k, best)
		VMOVDQU16(y, k, by)
		VPBROADCASTW(cell.As32(), t)
		VMOVDQU16(t, k, at)
		ADDQ(I8(row), next)
		INCQ(cell)
	})
	bit, t, more := ZMM(), ZMM(), K()
	VPADDW(r.ones, by, t)
	VPANDND(by, t, bit)
	VPOPCNTW(by, by)
	VPADDW(one, one, t)
	VPCMPUW(U8(6), t, by, more)
	half := ZMM()
	VPERMW(base, t, half)
	VPSRLW(U8(1), half, half)
	g, end := GP64(), label("end")
	KMOVD(more, g.As32())
	ANDL(r.machine(offAsked), g.As32())
	JZ(LabelRef(end))
	KMOVD(g.As32(), more)
	MOVQ(r.machine(offHouses), r.at)
	houses, bounds := GP64(), GP64()
	MOVQ(r.machine(offNHouses), houses)
	MOVQ(r.machine(offBounds), bounds)
	loop(houses, func() {
		n, left := r.next(), GP64()
		// no cell of it may score more than what there is
		bound, can, scan, over := ZMM(), K(), label("scan"), label("over")
		VPBROADCASTW(Mem{Base: bounds}, bound)
		ADDQ(I8(2), bounds)
		VPMULHUW(bound, half, bound)
		VPCMPUW(U8(6), best, bound, more, can)
		KORTESTD(can, can)
		JNZ(LabelRef(scan))
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
		JMP(LabelRef(over))
		Label(scan)
		one, two, three := zero(), zero(), zero()
		MOVQ(n, left)
		loop(left, func() {
			y := load(r.cell(r.next()))
			logic(orAnd, three, two, y)
			logic(orAnd, two, one, y)
			VPORD(y, one, one)
		})
		twice, k, none := ZMM(), K(), label("none")
		VPANDND(two, three, twice)
		VPTESTMW(twice, twice, can, k)
		KORTESTD(k, k)
		JZ(LabelRef(none))
		VPADDW(r.ones, twice, two)
		VPANDND(twice, two, twice)
		score, where := zero(), zero()
		r.back(n)
		loop(n, func() {
			off := r.next()
			q, s, w := K(), ZMM(), ZMM()
			VPTESTMW(r.cell(off), twice, k, q)
			SHRQ(U8(5), off)
			VPBROADCASTW(Mem{Base: weights, Index: off, Scale: 1}, s)
			VPMULHUW(s, half, s)
			VPCMPUW(U8(6), score, s, q, q)
			VMOVDQU16(s, q, score)
			SHRQ(U8(1), off)
			VPBROADCASTW(off.As32(), w)
			VMOVDQU16(w, q, where)
		})
		VPCMPUW(U8(6), best, score, k, k)
		VMOVDQU16(score, k, best)
		VMOVDQU16(where, k, at)
		VMOVDQU16(twice, k, bit)
		Label(none)
		Label(over)
	})
	Label(end)
	VMOVDQU64(best, r.machine(offBest))
	VMOVDQU64(at, r.machine(offAt))
	VMOVDQU64(bit, r.machine(offBit))
	VZEROUPPER()
	RET()
}

func move() {
	TEXT("moveAVX512", NOSPLIT, "func(to, from, index *byte, set uint32, rows int)")
	Doc("moveAVX512 fills the lanes of a set, in each row of to, from lanes index of from.")
	to, from, index := GP64(), GP64(), GP64()
	Load(Param("to"), to)
	Load(Param("from"), from)
	Load(Param("index"), index)
	set, rows := GP32(), GP64()
	Load(Param("set"), set)
	Load(Param("rows"), rows)
	k := K()
	KMOVD(set, k)
	i := load(Mem{Base: index})
	loop(rows, func() {
		v := load(Mem{Base: to})
		VPERMW(Mem{Base: from}, i, k, v)
		VMOVDQU64(v, Mem{Base: to})
		ADDQ(I8(row), to)
		ADDQ(I8(row), from)
	})
	VZEROUPPER()
	RET()
}
