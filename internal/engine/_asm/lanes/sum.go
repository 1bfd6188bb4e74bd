package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// writeSum writes the routine for bounds of a weighted sum. The routine's list is n cliques, each with its number of
// cells, its coefficient and its cells. A is the number of values plus one. lo and hi bound the sum, for values counted
// from 1.
func writeSum(r *routine) {
	x := &summed{routine: r, term: GP64(), clique: GP64()}
	x.moveToFirstTerm()
	x.lo, x.hi = zeroVec(), zeroVec()
	emitLoop(r.loadRecordField(recN), x.storeCliqueBounds)
	x.from, x.to = r.broadcastRecordField(recLo), r.broadcastRecordField(recHi)
	r.failLanes(whereGreater(x.lo, x.to), whereGreater(x.from, x.hi))
	// open has the lanes in which the sum can still leave its bounds, so that something may be pruned.
	open := whereGreater(x.from, x.lo)
	addMask(whereGreater(x.hi, x.to), open)
	end := newLabel("end")
	TESTL(lanesOf(r.withoutFailedLanes(open)).As32(), r.liveLanesAddress())
	JZ(LabelRef(end))

	x.moveToFirstTerm()
	r.findList()
	x.none, x.unit = zeroVec(), r.rowOfOnes()
	emitLoop(r.loadRecordField(recN), x.restrictClique)
	Label(end)
}

// summed is the state of a sum's routine. term and clique address the current rows in scratch. lo and hi are the least
// and the greatest sum of the cliques so far; `from` and `to` are the bounds of the constraint.
type summed struct {
	*routine
	term, clique             reg.GPVirtual
	lo, hi, from, to         reg.VecVirtual
	none, unit               reg.VecVirtual
	cells, coefficient, left reg.GPVirtual // the current clique's cells and coefficient, and how many of its cells are left
	qa, qb                   reg.VecVirtual
}

// These are the numbers of a clique's rows of scratch. low and high bound the clique's sum. sumLow and sumHigh are the
// sums of the bounds of its cells. lessLow and lessHigh bound the sum of all its cells except one.
const low, high, sumLow, sumHigh, lessLow, lessHigh = 0, 1, 2, 3, 4, 5

func (x *summed) moveToFirstTerm() {
	MOVQ(x.machineField(offScratch), x.term)
	LEAQ(Mem{Base: x.term, Disp: cliqueRows * row}, x.clique)
}

func (x *summed) termLeast() Mem { return Mem{Base: x.term} }

func (x *summed) termMost() Mem { return Mem{Base: x.term, Disp: (sumMost - sumLeast) * row} }

func (x *summed) rowAt(i int) Mem { return Mem{Base: x.clique, Disp: i * row} }

// storeCliqueBounds stores the bounds of the next clique and of its terms. It adds the clique's bounds to lo and hi.
func (x *summed) storeCliqueBounds() {
	n, k := x.nextListNumber(), x.nextListNumber()
	a, b, u := zeroVec(), zeroVec(), zeroVec()
	left := To64(MOVQ, n)
	emitLoop(left, func() {
		y := loadVec(x.cellRowAt(x.nextListNumber()))
		l, m := x.leastValue(y), x.greatestValue(y)
		storeVec(l, x.termLeast())
		storeVec(m, x.termMost())
		ADDQ(I8(row), x.term)
		VPADDW(l, a, a)
		VPADDW(m, b, b)
		or(y, u, u)
	})
	storeVec(a, x.rowAt(sumLow))
	storeVec(b, x.rowAt(sumHigh))
	alone := newLabel("alone")
	CMPQ(n, U8(1))
	JE(LabelRef(alone))
	x.tightenByUnion(n, left, a, b, u)
	Label(alone)
	storeVec(a, x.rowAt(low))
	storeVec(b, x.rowAt(high))
	ADDQ(I32(6*row), x.clique)
	kk := broadcast(k)
	VPMULLW(kk, a, a)
	VPMULLW(kk, b, b)
	l := toVec(VPMINSW, a, b)
	m := toVec(VPMAXSW, a, b)
	VPADDW(l, x.lo, x.lo)
	VPADDW(m, x.hi, x.hi)
}

// tightenByUnion tightens the bounds a and b of the sum of n distinct cells by u, the union of their values. Then a is
// at least the sum of the n least values of u, and b is at most the sum of the n greatest values.
func (x *summed) tightenByUnion(n, left reg.GPVirtual, a, b, u reg.VecVirtual) {
	s, f := zeroVec(), zeroVec()
	v := x.lookUp(x.scratchTable(reverseRows), u)
	MOVQ(n, left)
	DECQ(left)
	emitLoop(left, func() {
		for _, y := range []struct{ set, sum reg.VecVirtual }{{u, s}, {v, f}} {
			less := toVec(VPADDW, full, y.set)
			t := toVec(xor, y.set, less)
			VPADDW(countSetBits(t), y.sum, y.sum)
			and(less, y.set, y.set)
		}
	})
	storeVec(s, x.rowAt(lessLow))
	values := x.loadRecordField(recA)
	IMULQ(n, values)
	whole, t := broadcast(values), newVec()
	VPSUBW(x.broadcastRecordField(recA), whole, t)
	VPSUBW(f, t, t)
	storeVec(t, x.rowAt(lessHigh))
	VPADDW(x.leastValue(u), s, s)
	VPMAXSW(s, a, a)
	VPADDW(x.leastValue(v), f, f)
	VPSUBW(f, whole, whole)
	VPMINSW(whole, b, b)
	x.failLanes(whereGreater(a, b))
}

// restrictClique restricts the cells of the next clique to the values that the bounds of the other cliques permit.
func (x *summed) restrictClique() {
	x.cells, x.coefficient = x.nextListNumber(), x.nextListNumber()
	k := x.coefficient
	minus, other, next, cells := newLabel("minus"), newLabel("other"), newLabel("next"), newLabel("cells")
	x.qa, x.qb = loadVec(x.rowAt(low)), loadVec(x.rowAt(high))
	cl, ch := newVec(), newVec() // the bounds that the other cliques leave: cl is the lower bound minus 1, ch is 16 minus the upper bound
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
	x.restrictUnitTerms(cl, ch)
	JMP(LabelRef(next))
	Label(other)
	x.restrictScaledTerms()
	Label(next)
	ADDQ(I32(6*row), x.clique)
}

// boundsOfOtherTerms returns the lower and the upper bound of the clique's sum without the current term.
func (x *summed) boundsOfOtherTerms() (ol, oh reg.VecVirtual) {
	ol, oh = loadVec(x.rowAt(sumLow)), loadVec(x.rowAt(sumHigh))
	VPSUBW(x.termLeast(), ol, ol)
	VPSUBW(x.termMost(), oh, oh)
	alone := newLabel("alone")
	CMPQ(x.cells, U8(1))
	JE(LabelRef(alone))
	VPMAXSW(x.rowAt(lessLow), ol, ol)
	VPMINSW(x.rowAt(lessHigh), oh, oh)
	Label(alone)
	return ol, oh
}

// restrictUnitTerms restricts the cells of a clique with coefficient 1 or -1.
func (x *summed) restrictUnitTerms(cl, ch reg.VecVirtual) {
	VPADDW(full, cl, cl)
	t := toVec(VPSLLW, U8(4), x.unit)
	VPSUBW(ch, t, ch)
	x.left = To64(MOVQ, x.cells)
	emitLoop(x.left, func() {
		ol, oh := x.boundsOfOtherTerms()
		VPSUBW(oh, cl, oh)
		VPMAXSW(x.none, oh, oh)
		VPADDW(ch, ol, ol)
		VPMAXSW(x.none, ol, ol)
		up, w := onesShiftedLeft(oh), onesShiftedRight(ol)
		off := x.nextListNumber()
		y := loadVec(x.cellRowAt(off))
		applyTruthTable(and3, w, up, y)
		x.storeCell(x.cellRowAt(off), y, w)
		ADDQ(I8(row), x.term)
	})
}

// restrictScaledTerms restricts the cells of a clique with any other coefficient, value by value.
func (x *summed) restrictScaledTerms() {
	kk, rl, rh := broadcast(x.coefficient), newVec(), newVec()
	VPMULLW(kk, x.qa, x.qa)
	VPMULLW(kk, x.qb, x.qb)
	a, z := toVec(VPMINSW, x.qa, x.qb), newVec()
	VPSUBW(a, x.lo, rl)
	VPMAXSW(x.qa, x.qb, z)
	VPSUBW(z, x.hi, rh)
	MOVQ(x.cells, x.left)
	emitLoop(x.left, func() {
		ol, oh := x.boundsOfOtherTerms()
		VPMULLW(kk, ol, ol)
		VPMULLW(kk, oh, oh)
		l, h := toVec(VPMINSW, ol, oh), newVec()
		VPADDW(rl, l, l)
		VPMAXSW(ol, oh, h)
		VPADDW(rh, h, h)
		keep, bit := zeroVec(), x.rowOfOnes()
		values := x.loadRecordField(recA)
		DECQ(values)
		emitLoop(values, func() {
			VPADDW(kk, l, l)
			VPADDW(kk, h, h)
			orWhere(keep, bit, whereAtMostIn(whereAtMostIn(nil, l, x.to), x.from, h))
			VPADDW(bit, bit, bit)
		})
		off := x.nextListNumber()
		y := loadVec(x.cellRowAt(off))
		and(y, keep, keep)
		x.storeCell(x.cellRowAt(off), y, keep)
		ADDQ(I8(row), x.term)
	})
}
