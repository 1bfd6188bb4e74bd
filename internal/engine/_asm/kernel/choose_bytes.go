package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// octetChoice keeps these vecs in memory, too; the constants are their indices.
const (
	keptBest    = keptRest        // 9 vecs for each band: the best key of each minirow
	keptColumn9 = keptBest + 27   // 3 vecs, one for each stack: the columns in which 9 has places in more than one box
	keptBase    = keptColumn9 + 3 // the number of the band's first minirow, in the order of keptPlace
	keptTop     = keptBase + 1    // the best key so far
	keptPlace   = keptTop + 1
	keptOpen    = keptPlace + 1 // the lanes in which no skew pair has been found
	keptCell    = keptOpen + 1  // the cell of the skew pair, in the lanes where a skew pair has been found
	keptDigit   = keptCell + 1
	keptCorner  = keptDigit + 1 // the first cell of the band
)

// octetChoice holds the state of writeOctetChoose.
type octetChoice struct {
	*choice
	m                  *octets
	nines, keys, pairs reg.GPVirtual
}

// writeOctetChoose generates the choice of writeWideChoose for lanes of 8 bits. The generated code loops over bands and
// stacks. A key has bit 7 set if both digits of the cell are free. Bits 2 to 6 count the bivalue cells of the cell's
// houses. Bits 0 and 1 are the cell's index in the minirow, counted from the last cell. A skew pair is better than any
// key.
func writeOctetChoose() {
	b := onto.beginFunction("choose", "finds each lane's branching cell.")
	o := &octetChoice{}
	o.choice = newChoice(newLooped(b, byteRegisters, func(p *program) logic { o.m = newOctets(p); return o.m }, pace{}))
	o.kept = keptCorner + 1
	o.nines, o.keys, o.pairs = GP64(), GP64(), GP64()
	o.bands = []cursor{o.bands[0], {o.nines, Mem{Base: b, Disp: offNine}, 9 * vecBytes}, o.bands[1],
		{o.keys, o.keptVec(keptBest), 9 * vecBytes}, {o.pairs, Mem{Base: b, Disp: otherHalf}, 27 * vecBytes}}
	o.writeProgram(b, o.initialiseKeptVecs)
	o.writeLoop("counts", o.bands, o.countBivalueCells)
	o.writeColumns(func(*program) func(a, b, c value) value { return o.m.inSeveral })
	o.writeLoop("keys", o.bands, o.scoreCells)
	o.writeLoop("places", []cursor{{o.keys, o.keptVec(keptBest), 9 * vecBytes}}, o.addPlaceToBest)
	o.writeLoop("skew", o.bands, o.findSkewPairs)
	o.writeProgram(b, o.writeChoice)
	onto.endFunction()
}

func (o *octetChoice) initialiseKeptVecs(p *program) {
	for c := range 9 {
		p.store(o.m.byteConstant(2-c%3), o.keptVec(keptInColumn+c))
	}
	p.store(o.m.byteConstant(4*27), o.keptVec(keptBase))
	p.store(o.m.constant(0), o.keptVec(keptTop))
	p.store(o.m.constant(0), o.keptVec(keptPlace))
	p.store(o.m.constant(0xFFFF), o.keptVec(keptOpen))
	for _, i := range []int{keptCell, keptDigit, keptCorner} {
		p.store(o.m.constant(0), o.keptVec(i))
	}
	nine := func(r, b int) value { return p.load(p.vecAddress(offNine, 3*r+b)) }
	for b := range 3 {
		p.store(boundInColumn(o.m, o.m.inSeveral, func(r int) value { return nine(r, b) }), o.keptVec(keptColumn9+b))
	}
}

func (o *octetChoice) countBivalueCells(p *program) {
	unit := o.m.byteConstant(4)
	var nine value // digit 9 of the minirow
	o.countBand(p, func(x value, i int) value {
		if i%3 == 0 {
			nine = o.m.lookupIndex(p.load(vecAt(o.nines, i/3)))
		}
		pair := o.m.whereEqual(o.m.popCount(x), o.m.selectByBit("Pair", i%3, 1, 2, nine))
		p.store(pair, vecAt(o.pairs, i))
		return o.m.and(pair, unit)
	}, o.m.add8, o.m.inSeveral, func(int) value { return none })
}

// scoreCells finds the best key of each minirow of a band, and updates the best key of all bands so far.
func (o *octetChoice) scoreCells(p *program) {
	so := p.load(o.keptVec(keptTop))
	for r := range 3 {
		nine := func(b int) value { return p.load(vecAt(o.nines, 3*r+b)) }
		row9 := o.m.inSeveral(o.m.whereAnyLowBit(nine(0)), o.m.whereAnyLowBit(nine(1)), o.m.whereAnyLowBit(nine(2)))
		inRow, row := p.load(o.resultAddress(r)), p.load(o.resultAddress(6+r))
		for b := range 3 {
			free9 := o.m.lookupIndex(o.m.or(o.m.and(row9, p.load(o.keptVec(keptColumn9+b))), o.m.xor(nine(b), o.m.byteConstant(7))))
			h := none
			for k := range 3 {
				i, c := r*9+b*3+k, b*3+k
				// bound holds digits with all their places in one minirow of the row, or in one minicolumn of the
				// column.
				bound := o.m.removeFrom(o.m.and(row, p.load(o.keptVec(keptBoundColumn+c))), p.load(vecAt(o.at, i)))
				free := o.m.whereEqual(bound, o.m.selectByBit("Bound", k, 0, 0xFF, free9))
				key := o.m.add8(p.load(o.keptVec(keptInColumn+c)), o.m.and(free, o.m.byteConstant(0x80)))
				accumulate(&h, o.m.and(key, p.load(vecAt(o.pairs, i))), o.m.larger)
			}
			houses := o.m.add8(inRow, p.load(o.resultAddress(3+b)))
			h = o.m.add8(h, o.m.removeFrom(o.m.whereZero(h), houses))
			p.store(h, vecAt(o.keys, 3*r+b))
			so = o.m.larger(so, h)
		}
	}
	p.store(so, o.keptVec(keptTop))
}

func (o *octetChoice) addPlaceToBest(p *program) {
	three, first, so := o.m.byteConstant(3), p.load(o.keptVec(keptBase)), p.load(o.keptVec(keptPlace))
	top := o.m.or(p.load(o.keptVec(keptTop)), three)
	for i := range 9 {
		h := p.load(vecAt(o.keys, i))
		v := o.m.or(o.m.and(h, three), first)
		so = o.m.larger(so, o.m.and(v, o.m.whereEqual(o.m.or(h, three), top)))
		first = o.m.add8(first, o.m.byteConstant(-4))
	}
	p.store(first, o.keptVec(keptBase))
	p.store(so, o.keptVec(keptPlace))
}

// findSkewPairs finds the first skew pair of a band, in lanes that have found none in earlier bands.
func (o *octetChoice) findSkewPairs(p *program) {
	first := p.load(o.keptVec(keptCorner))
	left, at9, which := p.load(o.keptVec(keptOpen)), p.load(o.keptVec(keptCell)), p.load(o.keptVec(keptDigit))
	for b := range 3 {
		x := func(r, k int) value { return p.load(vecAt(o.at, 9*r+3*b+k)) }
		var u [3]value
		twice := none
		for r := range u {
			var several value
			u[r], several = o.m.unite(x(r, 0), x(r, 1), x(r, 2))
			accumulate(&twice, several, o.m.or)
		}
		for k := range 3 {
			accumulate(&twice, o.m.inSeveral(x(0, k), x(1, k), x(2, k)), o.m.or)
		}
		d := o.m.and(o.m.removeFrom(o.m.or(twice, o.m.and3(u[0], u[1], u[2])), o.m.inSeveral(u[0], u[1], u[2])), left)
		low := o.m.and(d, o.m.subtract8(o.m.constant(0), d))
		// `below` is all ones in the lanes where the cell is in the second row of the box. In all other lanes the cell
		// is in the first row.
		below := o.m.whereZero(o.m.and(low, u[0]))
		not := func(k int) value {
			return o.m.whereZero(o.m.and(low, o.m.or(o.m.and(below, x(1, k)), o.m.removeFrom(below, x(0, k)))))
		}
		not0 := not(0)
		column := o.m.add8(not0, o.m.and(not0, not(1))) // negative numbers, because not0 is all ones
		place := o.m.subtract8(o.m.add8(o.m.and(below, o.m.byteConstant(9)), o.m.add8(first, o.m.byteConstant(3*b))), column)
		here := o.m.whereZero(d)
		at9 = o.m.or(at9, o.m.removeFrom(here, place))
		which = o.m.or(which, low)
		left = o.m.and(left, here)
	}
	p.store(left, o.keptVec(keptOpen))
	p.store(at9, o.keptVec(keptCell))
	p.store(which, o.keptVec(keptDigit))
	p.store(o.m.add8(first, o.m.byteConstant(27)), o.keptVec(keptCorner))
}

// writeChoice writes each lane's cell, its score and its digit.
func (o *octetChoice) writeChoice(p *program) {
	which := p.load(o.keptVec(keptDigit))
	p.store(which, p.vecAddress(offDigit, 0))
	p.store(o.m.or(which, o.m.removeFrom(o.m.byteConstant(3), p.load(o.keptVec(keptTop)))), p.vecAddress(offScore, 0))
	// The cell is 83 - v + v/4.
	v := p.load(o.keptVec(keptPlace))
	quarter := o.m.and(o.m.shiftRight(v, 2), o.m.byteConstant(63))
	p.store(o.m.or(p.load(o.keptVec(keptCell)), o.m.and(p.load(o.keptVec(keptOpen)), o.m.add8(o.m.byteConstant(83), o.m.subtract8(quarter, v)))), p.vecAddress(offKey, 0))
}
