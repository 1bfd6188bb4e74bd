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

// vecAt returns the address of vec i of the vecs that begin at the given address.
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

// writeChoose writes the function choose as loops. It writes each lane's best bivalue cell to bits 0–6 of key, and sets
// bit 13; without a bivalue cell, bit 13 is 0. Three criteria decide, in this order: both digits of the cell have places
// in several minirows of its row and several minicolumns of its column (bit 12); its houses have many bivalue cells
// (bits 7–11); the cell comes early in the grid. Until the end, bits 0–6 hold 127 minus the cell. masks points to the
// masks that unitWhereBivalue saves.
func (l *looped) writeChoose(masks cursor) {
	at, perBand, perStack := GP64(), GP64(), GP64()
	const (
		inColumn    = iota * 9 // 9 vecs, one for each column
		boundColumn            // 3 vecs for each stack, one for each column
		ofBand                 // 9 vecs for each band: inRow, inBox, boundRow
		_
		_
		start // first the initial value of the rows' sums, later the best key
		best  = start + 1
	)
	l.kept = best + 1
	bands := []cursor{{at, Mem{Base: l.b}, 27 * vecBytes}, {perBand, l.keptVec(ofBand), 9 * vecBytes}, masks}
	result := func(i int) Mem { return vecAt(perBand, i) }
	l.writeProgram(l.b, func(p *program) {
		for c := range 9 {
			p.store(p.constant(uint16(8192+127-72-c)), l.keptVec(inColumn+c)) // in row r, 9·(8-r) is added
		}
		p.store(p.constant(72), l.keptVec(start))
		p.store(p.constant(0), l.keptVec(best))
	})
	l.writeLoop("counts", bands, func(p *program) {
		m := p.isa
		unit := m.constant(128)
		first := p.load(l.keptVec(start))
		var column [9]value
		for c := range column {
			column[c] = p.load(l.keptVec(inColumn + c))
		}
		inBox := [3]value{none, none, none}
		for r := range 3 {
			inRow := first
			if r > 0 {
				inRow = p.addWords(first, m.constant(uint16(1<<16-9*r)))
			}
			var u [3]value
			for b := range 3 {
				var x [3]value
				count := none
				for k := range 3 {
					i := r*9 + b*3 + k
					x[k] = p.load(vecAt(at, i))
					v := m.unitWhereBivalue(x[k], unit, i)
					accumulate(&column[b*3+k], v, p.addWords)
					accumulate(&count, v, p.addWords)
				}
				u[b] = m.or3(x[0], x[1], x[2])
				accumulate(&inRow, count, p.addWords)
				accumulate(&inBox[b], count, p.addWords)
			}
			p.store(inRow, result(r))
			p.store(m.atMostOne(u[0], u[1], u[2]), result(6+r))
		}
		for b := range 3 {
			p.store(inBox[b], result(3+b))
		}
		for c := range column {
			p.store(column[c], l.keptVec(inColumn+c))
		}
		p.store(p.addWords(first, m.constant(1<<16-27)), l.keptVec(start))
	})
	l.writeLoop("columns", []cursor{{at, Mem{Base: l.b, Disp: middle * vecBytes}, 3 * vecBytes}, {perStack, l.keptVec(boundColumn), 3 * vecBytes}}, func(p *program) {
		for k := range 3 {
			var u [3]value
			for b := range 3 {
				i := 9*b + k
				u[b] = p.isa.or3(p.load(stackAt(at, i)), p.load(stackAt(at, i+3)), p.load(stackAt(at, i+6)))
			}
			p.store(p.isa.atMostOne(u[0], u[1], u[2]), vecAt(perStack, k))
		}
	})
	l.writeLoop("keys", bands, func(p *program) {
		m := p.isa
		so := p.load(l.keptVec(best))
		for r := range 3 {
			inRow, boundRow := p.load(result(r)), p.load(result(6+r))
			for b := range 3 {
				here := m.constant(0)
				for k := range 3 {
					i, c := r*9+b*3+k, b*3+k
					bound := m.or(boundRow, p.load(l.keptVec(boundColumn+c)))
					key := m.addWhereUnbound(p.load(l.keptVec(inColumn+c)), m.constant(4096), bound, p.load(vecAt(at, i)))
					here = m.betterKey(here, key, i)
				}
				here = p.addWords(p.addWords(here, inRow), p.load(result(3+b)))
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
