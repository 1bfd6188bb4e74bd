package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sum writes the routine for a sum. The routine's list is n cliques, each with its number of cells, its coefficient and
// its cells. A is the number of values plus one. lo and hi bound the sum, for values counted from 1.
func sum(r *routine) {
	x := &summed{routine: r, term: GP64(), clique: GP64()}
	x.rewind()
	x.lo, x.hi = zero(), zero()
	loop(r.number(recN), x.measure)
	x.from, x.to = r.word(recLo), r.word(recHi)
	r.fail(more(x.lo, x.to), more(x.from, x.hi))
	// open has the lanes in which the sum can still leave its bounds, so that something may be pruned.
	open := more(x.from, x.lo)
	eitherMask(more(x.hi, x.to), open)
	end := label("end")
	TESTL(lanesOf(r.notBad(open)).As32(), r.live())
	JZ(LabelRef(end))

	x.rewind()
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machine(offCode), r.at)
	x.none, x.unit = zero(), r.one()
	loop(r.number(recN), x.bound)
	Label(end)
}

// summed is the state of a sum's routine. term and clique address the current rows in scratch. lo and hi are the least
// and the greatest sum of the cliques so far; from and to are the bounds of the constraint.
type summed struct {
	*routine
	term, clique             reg.GPVirtual
	lo, hi, from, to         reg.VecVirtual
	none, unit               reg.VecVirtual
	cells, coefficient, left reg.GPVirtual // the current clique's cells and coefficient, and how many of its cells are left
	qa, qb                   reg.VecVirtual
}

// These are the numbers of a clique's rows, two rows for each pair: the bounds of its sum, the sums of its cells'
// bounds, and the bounds of its sum without one cell.
const low, high, sumLow, sumHigh, lessLow, lessHigh = 0, 1, 2, 3, 4, 5

func (x *summed) rewind() {
	MOVQ(x.machine(offScratch), x.term)
	LEAQ(Mem{Base: x.term, Disp: cliqueRows * row}, x.clique)
}

func (x *summed) termLeast() Mem { return Mem{Base: x.term} }

func (x *summed) termMost() Mem { return Mem{Base: x.term, Disp: (sumMost - sumLeast) * row} }

func (x *summed) rowAt(i int) Mem { return Mem{Base: x.clique, Disp: i * row} }

// measure stores the bounds of the next clique and of its terms. It adds the clique's bounds to lo and hi.
func (x *summed) measure() {
	n, k := x.next(), x.next()
	a, b, u := zero(), zero(), zero()
	left := GP64()
	MOVQ(n, left)
	loop(left, func() {
		y := load(x.cell(x.next()))
		l, m := x.least(y), x.most(y)
		store(l, x.termLeast())
		store(m, x.termMost())
		ADDQ(I8(row), x.term)
		VPADDW(l, a, a)
		VPADDW(m, b, b)
		or(y, u, u)
	})
	store(a, x.rowAt(sumLow))
	store(b, x.rowAt(sumHigh))
	alone := label("alone")
	CMPQ(n, U8(1))
	JE(LabelRef(alone))
	x.measureUnion(n, left, a, b, u)
	Label(alone)
	store(a, x.rowAt(low))
	store(b, x.rowAt(high))
	ADDQ(I32(6*row), x.clique)
	kk := broadcast(k)
	VPMULLW(kk, a, a)
	VPMULLW(kk, b, b)
	l, m := vec(), vec()
	VPMINSW(a, b, l)
	VPMAXSW(a, b, m)
	VPADDW(l, x.lo, x.lo)
	VPADDW(m, x.hi, x.hi)
}

// measureUnion tightens the bounds a and b of the sum of n distinct cells by u, the union of their values. Then a is at
// least the sum of the n least values of u, and b is at most the sum of the n greatest values.
func (x *summed) measureUnion(n, left reg.GPVirtual, a, b, u reg.VecVirtual) {
	s, f := zero(), zero()
	v := x.look(x.scratchTable(reverseRows), u)
	MOVQ(n, left)
	DECQ(left)
	loop(left, func() {
		for _, y := range []struct{ set, sum reg.VecVirtual }{{u, s}, {v, f}} {
			less, t := vec(), vec()
			VPADDW(full, y.set, less)
			xor(y.set, less, t)
			VPADDW(lengths(t), y.sum, y.sum)
			and(less, y.set, y.set)
		}
	})
	store(s, x.rowAt(lessLow))
	values := x.number(recA)
	IMULQ(n, values)
	whole, t := broadcast(values), vec()
	VPSUBW(x.word(recA), whole, t)
	VPSUBW(f, t, t)
	store(t, x.rowAt(lessHigh))
	VPADDW(x.least(u), s, s)
	VPMAXSW(s, a, a)
	VPADDW(x.least(v), f, f)
	VPSUBW(f, whole, whole)
	VPMINSW(whole, b, b)
	x.fail(more(a, b))
}

// bound restricts the cells of the next clique to the values that the bounds of the other cliques permit.
func (x *summed) bound() {
	x.cells, x.coefficient = x.next(), x.next()
	k := x.coefficient
	minus, other, next, cells := label("minus"), label("other"), label("next"), label("cells")
	x.qa, x.qb = load(x.rowAt(low)), load(x.rowAt(high))
	cl, ch := vec(), vec() // the bounds that the other cliques leave: cl is the lower bound minus 1, ch is 16 minus the upper bound
	CMPL(k.As32(), I8(1))
	JNE(LabelRef(minus))
	VPSUBW(x.hi, x.from, cl)
	VPADDW(x.qb, cl, cl)
	VPSUBW(x.lo, x.to, ch)
	VPADDW(x.qa, ch, ch)
	JMP(LabelRef(cells))
	Label(minus)
	CMPL(k.As32(), I8(-1))
	JNE(LabelRef(other))
	VPADDW(x.qb, x.lo, cl)
	VPSUBW(x.to, cl, cl)
	VPADDW(x.qa, x.hi, ch)
	VPSUBW(x.from, ch, ch)
	Label(cells)
	x.boundPlain(cl, ch)
	JMP(LabelRef(next))
	Label(other)
	x.boundTimes()
	Label(next)
	ADDQ(I32(6*row), x.clique)
}

// boundsOfOtherTerms returns the lower and the upper bound of the clique's sum without the current term.
func (x *summed) boundsOfOtherTerms() (ol, oh reg.VecVirtual) {
	ol, oh = load(x.rowAt(sumLow)), load(x.rowAt(sumHigh))
	VPSUBW(x.termLeast(), ol, ol)
	VPSUBW(x.termMost(), oh, oh)
	alone := label("alone")
	CMPQ(x.cells, U8(1))
	JE(LabelRef(alone))
	VPMAXSW(x.rowAt(lessLow), ol, ol)
	VPMINSW(x.rowAt(lessHigh), oh, oh)
	Label(alone)
	return ol, oh
}

// boundPlain restricts the cells of a clique with coefficient 1 or -1.
func (x *summed) boundPlain(cl, ch reg.VecVirtual) {
	VPADDW(full, cl, cl)
	t := vec()
	VPSLLW(U8(4), x.unit, t)
	VPSUBW(ch, t, ch)
	x.left = GP64()
	MOVQ(x.cells, x.left)
	loop(x.left, func() {
		ol, oh := x.boundsOfOtherTerms()
		VPSUBW(oh, cl, oh)
		VPMAXSW(x.none, oh, oh)
		VPADDW(ch, ol, ol)
		VPMAXSW(x.none, ol, ol)
		up, w := upFrom(oh), upTo(ol)
		off := x.next()
		y := load(x.cell(off))
		logic(and3, w, up, y)
		x.put(x.cell(off), y, w)
		ADDQ(I8(row), x.term)
	})
}

// boundTimes restricts the cells of a clique with any other coefficient, value by value.
func (x *summed) boundTimes() {
	kk, rl, rh := broadcast(x.coefficient), vec(), vec()
	VPMULLW(kk, x.qa, x.qa)
	VPMULLW(kk, x.qb, x.qb)
	a, z := vec(), vec()
	VPMINSW(x.qa, x.qb, a)
	VPSUBW(a, x.lo, rl)
	VPMAXSW(x.qa, x.qb, z)
	VPSUBW(z, x.hi, rh)
	MOVQ(x.cells, x.left)
	loop(x.left, func() {
		ol, oh := x.boundsOfOtherTerms()
		VPMULLW(kk, ol, ol)
		VPMULLW(kk, oh, oh)
		l, h := vec(), vec()
		VPMINSW(ol, oh, l)
		VPADDW(rl, l, l)
		VPMAXSW(ol, oh, h)
		VPADDW(rh, h, h)
		keep, bit := zero(), x.one()
		values := x.number(recA)
		DECQ(values)
		loop(values, func() {
			VPADDW(kk, l, l)
			VPADDW(kk, h, h)
			orWhere(keep, bit, atMostIn(atMostIn(nil, l, x.to), x.from, h))
			VPADDW(bit, bit, bit)
		})
		off := x.next()
		y := load(x.cell(off))
		and(y, keep, keep)
		x.put(x.cell(off), y, keep)
		ADDQ(I8(row), x.term)
	})
}
