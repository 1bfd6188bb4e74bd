package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// octetChoice keeps these vecs in memory; the constants are their indices.
const (
	keptInColumn    = iota * 9 // 9 vecs, one for each column
	keptBoundColumn            // 3 vecs for each stack, one for each column
	keptOfBand                 // 9 vecs for each band: inRow, inBox, boundRow
	_
	_
	keptBest // 9 vecs for each band: the best key of each minirow
	_
	_
	keptColumn9                   // 3 vecs, one for each stack: the columns in which 9 has places in more than one box
	keptBase    = keptColumn9 + 3 // the number of the band's first minirow, in the order of keptPlace
	keptTop     = keptBase + 1    // the best key so far
	keptPlace   = keptTop + 1
	keptOpen    = keptPlace + 1 // the lanes in which no skew pair has been found
	keptCell    = keptOpen + 1  // the cell of the skew pair, in the lanes where a skew pair has been found
	keptDigit   = keptCell + 1
	keptCorner  = keptDigit + 1 // the first cell of the band
)

// octetChoice holds the state of chooseOctets: a cursor for each array of a band or a stack.
type octetChoice struct {
	*looped
	m                                         *octets
	at, perBand, perStack, nines, keys, pairs reg.GPVirtual
}

// chooseOctets generates the choice of wideChoose for lanes of 8 bits. The generated code loops over bands and stacks.
// A key has bit 7 set if both digits of the cell are free. Bits 2 to 6 count the bivalue cells of the cell's houses.
// Bits 0 and 1 are the cell's index in the minirow, counted from the last cell. A skew pair is better than any key.
func chooseOctets() {
	b := onto.begin("choose", "finds each lane's branching cell.")
	o := &octetChoice{}
	o.looped = newLooped(b, byteRegisters, func(p *program) logic { o.m = newOctets(p); return o.m }, pace{})
	o.kept = keptCorner + 1
	o.at, o.perBand, o.perStack, o.nines, o.keys, o.pairs = GP64(), GP64(), GP64(), GP64(), GP64(), GP64()
	bands := []cursor{{o.at, Mem{Base: b}, 27 * vecBytes}, {o.nines, Mem{Base: b, Disp: offNine}, 9 * vecBytes}, {o.perBand, o.vec(keptOfBand), 9 * vecBytes},
		{o.keys, o.vec(keptBest), 9 * vecBytes}, {o.pairs, Mem{Base: b, Disp: otherHalf}, 27 * vecBytes}}
	o.write(b, o.begin)
	o.loop("counts", bands, o.countPairs)
	o.loop("columns", []cursor{{o.at, Mem{Base: b, Disp: middle * vecBytes}, 3 * vecBytes}, {o.perStack, o.vec(keptBoundColumn), 3 * vecBytes}}, o.boundColumns)
	o.loop("keys", bands, o.scoreCells)
	o.loop("places", []cursor{{o.keys, o.vec(keptBest), 9 * vecBytes}}, o.placeBest)
	o.loop("skew", bands, o.findSkewPairs)
	o.write(b, o.writeChoice)
	onto.end()
}

// result returns the address of the band's vec i.
func (o *octetChoice) result(i int) Mem { return vecAt(o.perBand, i) }

// begin initialises the kept vecs.
func (o *octetChoice) begin(p *program) {
	for c := range 9 {
		p.store(o.m.byteConstant(2-c%3), o.vec(keptInColumn+c))
	}
	p.store(o.m.byteConstant(4*27), o.vec(keptBase))
	p.store(o.m.constant(0), o.vec(keptTop))
	p.store(o.m.constant(0), o.vec(keptPlace))
	p.store(o.m.constant(0xFFFF), o.vec(keptOpen))
	for _, i := range []int{keptCell, keptDigit, keptCorner} {
		p.store(o.m.constant(0), o.vec(i))
	}
	nine := func(r, b int) value { return p.load(p.vec(offNine, 3*r+b)) }
	for b := range 3 {
		var u [3]value
		for i := range u {
			u[i] = o.m.or3(nine(3*i, b), nine(3*i+1, b), nine(3*i+2, b))
		}
		p.store(o.m.several(u[0], u[1], u[2]), o.vec(keptColumn9+b))
	}
}

func (o *octetChoice) countPairs(p *program) {
	unit := o.m.byteConstant(4)
	var column [9]value
	for c := range column {
		column[c] = p.load(o.vec(keptInColumn + c))
	}
	inBox := [3]value{none, none, none}
	for r := range 3 {
		inRow := none
		var u [3]value
		for b := range 3 {
			nine := o.m.index(p.load(vecAt(o.nines, 3*r+b)))
			var x [3]value
			count := none
			for k := range 3 {
				i := r*9 + b*3 + k
				x[k] = p.load(vecAt(o.at, i))
				pair := o.m.equal(o.m.popCount(x[k]), o.m.selectByBit("Pair", k, 1, 2, nine))
				p.store(pair, vecAt(o.pairs, i))
				v := o.m.and(pair, unit)
				accumulate(&column[b*3+k], v, o.m.add8)
				accumulate(&count, v, o.m.add8)
			}
			u[b] = o.m.or3(x[0], x[1], x[2])
			accumulate(&inRow, count, o.m.add8)
			accumulate(&inBox[b], count, o.m.add8)
		}
		p.store(inRow, o.result(r))
		p.store(o.m.several(u[0], u[1], u[2]), o.result(6+r))
	}
	for b := range 3 {
		p.store(inBox[b], o.result(3+b))
	}
	for c := range column {
		p.store(column[c], o.vec(keptInColumn+c))
	}
}

// boundColumns finds, for each column of a stack, the digits that have places in several minicolumns.
func (o *octetChoice) boundColumns(p *program) {
	for k := range 3 {
		var u [3]value
		for b := range 3 {
			i := 9*b + k
			u[b] = o.m.or3(p.load(stackAt(o.at, i)), p.load(stackAt(o.at, i+3)), p.load(stackAt(o.at, i+6)))
		}
		p.store(o.m.several(u[0], u[1], u[2]), vecAt(o.perStack, k))
	}
}

// scoreCells finds the best key of each minirow of a band, and updates the best key of all bands so far.
func (o *octetChoice) scoreCells(p *program) {
	so := p.load(o.vec(keptTop))
	for r := range 3 {
		nine := func(b int) value { return p.load(vecAt(o.nines, 3*r+b)) }
		row9 := o.m.several(o.m.any(nine(0)), o.m.any(nine(1)), o.m.any(nine(2)))
		inRow, row := p.load(o.result(r)), p.load(o.result(6+r))
		for b := range 3 {
			free9 := o.m.index(o.m.or(o.m.and(row9, p.load(o.vec(keptColumn9+b))), o.m.xor(nine(b), o.m.byteConstant(7))))
			h := none
			for k := range 3 {
				i, c := r*9+b*3+k, b*3+k
				// bound holds digits with all their places in one minirow of the row, or in one minicolumn of the
				// column.
				bound := o.m.removeFrom(o.m.and(row, p.load(o.vec(keptBoundColumn+c))), p.load(vecAt(o.at, i)))
				free := o.m.equal(bound, o.m.selectByBit("Bound", k, 0, 0xFF, free9))
				key := o.m.add8(p.load(o.vec(keptInColumn+c)), o.m.and(free, o.m.byteConstant(0x80)))
				accumulate(&h, o.m.and(key, p.load(vecAt(o.pairs, i))), o.m.larger)
			}
			houses := o.m.add8(inRow, p.load(o.result(3+b)))
			h = o.m.add8(h, o.m.removeFrom(o.m.empty(h), houses))
			p.store(h, vecAt(o.keys, 3*r+b))
			so = o.m.larger(so, h)
		}
	}
	p.store(so, o.vec(keptTop))
}

func (o *octetChoice) placeBest(p *program) {
	three, first, so := o.m.byteConstant(3), p.load(o.vec(keptBase)), p.load(o.vec(keptPlace))
	top := o.m.or(p.load(o.vec(keptTop)), three)
	for i := range 9 {
		h := p.load(vecAt(o.keys, i))
		v := o.m.or(o.m.and(h, three), first)
		so = o.m.larger(so, o.m.and(v, o.m.equal(o.m.or(h, three), top)))
		first = o.m.add8(first, o.m.byteConstant(-4))
	}
	p.store(first, o.vec(keptBase))
	p.store(so, o.vec(keptPlace))
}

// findSkewPairs finds the first skew pair of a band, in lanes that have found none in earlier bands.
func (o *octetChoice) findSkewPairs(p *program) {
	first := p.load(o.vec(keptCorner))
	left, at9, which := p.load(o.vec(keptOpen)), p.load(o.vec(keptCell)), p.load(o.vec(keptDigit))
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
			accumulate(&twice, o.m.several(x(0, k), x(1, k), x(2, k)), o.m.or)
		}
		d := o.m.and(o.m.removeFrom(o.m.or(twice, o.m.and3(u[0], u[1], u[2])), o.m.several(u[0], u[1], u[2])), left)
		low := o.m.and(d, o.m.subtract8(o.m.constant(0), d))
		// In the lanes of the vector below, the cell is in the second row of the box; in all other lanes it is in the
		// first row.
		below := o.m.empty(o.m.and(low, u[0]))
		not := func(k int) value {
			return o.m.empty(o.m.and(low, o.m.or(o.m.and(below, x(1, k)), o.m.removeFrom(below, x(0, k)))))
		}
		not0 := not(0)
		column := o.m.add8(not0, o.m.and(not0, not(1))) // negative numbers, because not0 is all ones
		place := o.m.subtract8(o.m.add8(o.m.and(below, o.m.byteConstant(9)), o.m.add8(first, o.m.byteConstant(3*b))), column)
		here := o.m.empty(d)
		at9 = o.m.or(at9, o.m.removeFrom(here, place))
		which = o.m.or(which, low)
		left = o.m.and(left, here)
	}
	p.store(left, o.vec(keptOpen))
	p.store(at9, o.vec(keptCell))
	p.store(which, o.vec(keptDigit))
	p.store(o.m.add8(first, o.m.byteConstant(27)), o.vec(keptCorner))
}

// writeChoice writes each lane's cell, its score and its digit.
func (o *octetChoice) writeChoice(p *program) {
	which := p.load(o.vec(keptDigit))
	p.store(which, p.vec(offDigit, 0))
	p.store(o.m.or(which, o.m.removeFrom(o.m.byteConstant(3), p.load(o.vec(keptTop)))), p.vec(offScore, 0))
	// The cell is 83 - v + v/4.
	v := p.load(o.vec(keptPlace))
	quarter := o.m.and(o.m.shifted(v, 2), o.m.byteConstant(63))
	p.store(o.m.or(p.load(o.vec(keptCell)), o.m.and(p.load(o.vec(keptOpen)), o.m.add8(o.m.byteConstant(83), o.m.subtract8(quarter, v)))), p.vec(offKey, 0))
}
