package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// looped writes sweep and choose as loops over bands and stacks. Loops keep the code of a search so short that it fits
// into the cache of decoded operations.
type looped struct {
	b, scratch, end reg.GPVirtual
	kept            int // the number of vecs in scratch that hold no spilled values
	registers       []reg.Register
	newLogic        func(*program) logic
	pace            pace
}

// writeProgram emits the program that describe builds. base is the address of the cells.
func (l *looped) writeProgram(base reg.Register, describe func(*program)) {
	p := newProgram(base, l.newLogic)
	p.scratch, p.slots = l.keptVec(0), l.kept
	describe(p)
	p.reorderOps(l.pace)
	p.emitCode(l.registers)
}

func vecAt(at reg.Register, i int) Mem { return Mem{Base: at, Disp: i * vecBytes} }

func (l *looped) keptVec(i int) Mem { return vecAt(l.scratch, i) }

// clearKeptVecs sets the kept vecs to 0, except vec number ones, which it sets to all ones.
func (l *looped) clearKeptVecs(p *program, ones int) {
	for i := range l.kept {
		v := uint16(0)
		if i == ones {
			v = 0xFFFF
		}
		p.store(p.constant(v), l.keptVec(i))
	}
}

// cursor is a register that advances by step bytes with each iteration of a loop.
type cursor struct {
	reg.GPVirtual
	from Mem
	step int
}

// writeLoop runs body three times, once for each position of the cursors. Offsets in body count from the first
// position.
func (l *looped) writeLoop(label string, cursors []cursor, body func(*program)) {
	l.writeLoopStart(cursors)
	l.writeBodyAndJump(label, cursors, body)
}

// writeLoopStart writes the first part of a loop, which sets the cursors to their first positions.
func (l *looped) writeLoopStart(cursors []cursor) {
	for _, c := range cursors {
		onto.loadAddress(c.from, c.GPVirtual)
	}
	c := cursors[0]
	onto.loadAddress(c.from.Offset(3*c.step), l.end)
}

func (l *looped) writeBodyAndJump(label string, cursors []cursor, body func(*program)) {
	c := cursors[0]
	onto.writeLabel(label)
	l.writeProgram(c.GPVirtual, body)
	for _, c := range cursors {
		onto.advanceRegister(c.GPVirtual, c.step)
	}
	onto.jumpUnlessEqual(c.GPVirtual, l.end, label)
}

func newLooped(b reg.GPVirtual, registers []reg.Register, newLogic func(*program) logic, m pace) *looped {
	l := &looped{b: b, scratch: GP64(), end: GP64(), registers: registers, newLogic: newLogic, pace: m}
	onto.loadAddress(Mem{Base: b, Disp: offScratch}, l.scratch)
	return l
}

// middle is the index of a vec in the middle of a stack's vecs, and middleOfBand is the index of a vec in the middle of
// a band's vecs. Offsets relative to such a vec are small, which makes amd64's instructions short. On arm64, which has
// no negative offsets, both are 0.
var middle, middleOfBand = 36, 13

func stackAt(at reg.Register, i int) Mem { return vecAt(at, i/3*9+i%3-middle) }

func (l *looped) writeSweep() {
	at := GP64()
	const sum, alive = 9, 10 // the vecs after the nine vecs of the columns
	l.kept = 11
	l.writeProgram(l.b, func(p *program) { l.clearKeptVecs(p, alive) })
	l.writeLoop("bands", []cursor{{at, Mem{Base: l.b}, 27 * vecBytes}}, func(p *program) {
		cell := func(i int) Mem { return vecAt(at, i) }
		propagateBand(p, cell, cell, l.keptVec, nil)
	})
	l.writeLoop("stacks", []cursor{{at, Mem{Base: l.b, Disp: middle * vecBytes}, 3 * vecBytes}}, func(p *program) {
		a, s := p.load(l.keptVec(alive)), p.load(l.keptVec(sum))
		cell := func(i int) Mem { return stackAt(at, i) }
		propagateStack(p, cell, cell, &a, &s)
		p.store(a, l.keptVec(alive))
		p.store(s, l.keptVec(sum))
	})
	l.writeProgram(l.b, func(p *program) { storeStatus(p, p.load(l.keptVec(alive)), p.load(l.keptVec(sum))) })
}

// choice writes the parts of a looped choose that all kernels share. The kept vecs begin with those of the constants.
type choice struct {
	*looped
	at, perBand, perStack reg.GPVirtual
	bands                 []cursor // the cursors of the loops over bands
}

const (
	keptInColumn    = iota * 9 // 9 vecs, one for each column
	keptBoundColumn            // 3 vecs for each stack, one for each column
	keptOfBand                 // 9 vecs for each band: inRow, inBox, boundRow
	_
	_
	keptRest
)

func newChoice(l *looped) *choice {
	o := &choice{looped: l, at: GP64(), perBand: GP64(), perStack: GP64()}
	o.bands = []cursor{{o.at, Mem{Base: l.b}, 27 * vecBytes}, {o.perBand, o.keptVec(keptOfBand), 9 * vecBytes}}
	return o
}

func (o *choice) resultAddress(i int) Mem { return vecAt(o.perBand, i) }

// countBand counts the bivalue cells of the houses of a band; see countBivalueCells. For each row, it stores what bound
// returns for the digits of the row's three minirows: the digits in at most one minirow, or the digits in several.
func (o *choice) countBand(p *program, unit func(x value, i int) value, add func(a, b value) value, bound func(a, b, c value) value, first func(r int) value) {
	var column [9]value
	for c := range column {
		column[c] = p.load(o.keptVec(keptInColumn + c))
	}
	inBox := [3]value{none, none, none}
	cell := func(i int) value { return p.load(vecAt(o.at, i)) }
	countBivalueCells(p.logic, cell, unit, add, column[:], &inBox, first, func(r int, inRow value, u [3]value) {
		p.store(inRow, o.resultAddress(r))
		p.store(bound(u[0], u[1], u[2]), o.resultAddress(6+r))
	})
	for b := range 3 {
		p.store(inBox[b], o.resultAddress(3+b))
	}
	for c := range column {
		p.store(column[c], o.keptVec(keptInColumn+c))
	}
}

// writeColumns writes a loop over all columns. For each column, the loop stores what bound returns for the digits of
// the column's three minicolumns.
func (o *choice) writeColumns(bound func(p *program) func(a, b, c value) value) {
	stacks := []cursor{{o.at, Mem{Base: o.b, Disp: middle * vecBytes}, 3 * vecBytes}, {o.perStack, o.keptVec(keptBoundColumn), 3 * vecBytes}}
	o.writeLoop("columns", stacks, func(p *program) {
		for k := range 3 {
			cell := func(r int) value { return p.load(stackAt(o.at, 3*r+k)) }
			p.store(boundInColumn(p.logic, bound(p), cell), vecAt(o.perStack, k))
		}
	})
}

// writeChoose writes the function choose as loops. It writes each lane's best bivalue cell to bits 0–6 of key, and sets
// bit 13; without a bivalue cell, bit 13 is 0. Three criteria decide, in this order: both digits of the cell have places
// in several minirows of its row and several minicolumns of its column (bit 12); its houses have many bivalue cells
// (bits 7–11); the cell comes early in the grid. Until the end, bits 0–6 hold 127 minus the cell. masks points to the
// masks that unitWhereBivalue saves.
func (l *looped) writeChoose(masks cursor) {
	const (
		start = keptRest // first the initial value of the rows' sums, later the best key
		best  = start + 1
	)
	o := newChoice(l)
	o.bands = append(o.bands, masks)
	l.kept = best + 1
	l.writeProgram(l.b, func(p *program) {
		for c := range 9 {
			p.store(p.constant(uint16(8192+127-72-c)), l.keptVec(keptInColumn+c)) // in row r, 9·(8-r) is added
		}
		p.store(p.constant(72), l.keptVec(start))
		p.store(p.constant(0), l.keptVec(best))
	})
	l.writeLoop("counts", o.bands, func(p *program) {
		unit := p.isa.constant(128)
		first := p.load(l.keptVec(start))
		o.countBand(p, func(x value, i int) value { return p.isa.unitWhereBivalue(x, unit, i) }, p.addWords, p.isa.atMostOne, func(r int) value {
			if r == 0 {
				return first
			}
			return p.addWords(first, p.constant(uint16(1<<16-9*r)))
		})
		p.store(p.addWords(first, p.constant(1<<16-27)), l.keptVec(start))
	})
	o.writeColumns(func(p *program) func(a, b, c value) value { return p.isa.atMostOne })
	l.writeLoop("keys", o.bands, func(p *program) {
		m := p.isa
		so := p.load(l.keptVec(best))
		for r := range 3 {
			inRow, boundRow := p.load(o.resultAddress(r)), p.load(o.resultAddress(6+r))
			for b := range 3 {
				here := m.constant(0)
				for k := range 3 {
					i, c := r*9+b*3+k, b*3+k
					bound := m.or(boundRow, p.load(l.keptVec(keptBoundColumn+c)))
					key := m.addWhereUnbound(p.load(l.keptVec(keptInColumn+c)), m.constant(4096), bound, p.load(vecAt(o.at, i)))
					here = m.betterKey(here, key, i)
				}
				here = p.addWords(p.addWords(here, inRow), p.load(o.resultAddress(3+b)))
				so = p.appendTwoSource(VPMAXUW, so, here)
			}
		}
		p.store(so, l.keptVec(best))
	})
	l.writeProgram(l.b, func(p *program) {
		// Bits 0–6 become the cell.
		p.store(p.isa.exactlyOne(p.load(l.keptVec(best)), p.constant(127), p.constant(0)), p.vecAddress(offKey, 0))
	})
}
