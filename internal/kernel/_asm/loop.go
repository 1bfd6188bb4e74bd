package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// loopSweep is sweep in a third of the code: a loop over the bands and one over the
// stacks, which keep in memory what goes from one to the next. With a width it is put in
// order for a machine that begins so many ops a cycle.
//
// What a search runs in turn, sweep, choose and the rest, has to stay in the
// processor's cache of decoded operations: that decides at 32 bytes a vector.
func loopSweep(b reg.Register, registers []reg.Register, newISA func(*program) isa, m pace) {
	scratch, at, end := GP64(), GP64(), GP64()
	kept := func(i int) Mem { return Mem{Base: scratch, Disp: i * row} }
	const columns, sum, alive, keptRows = 0, 9, 10, 11
	write := func(base reg.Register, describe func(*program)) {
		p := newProgram(base)
		p.isa = newISA(p)
		p.scratch, p.offset, p.slots = scratch, 0, keptRows
		describe(p)
		p.schedule(m)
		p.emit(registers)
	}
	// loop repeats body with at, the place of row first, moved on by step rows,
	// three times.
	loop := func(label string, first, step int, body func(*program)) {
		LEAQ(Mem{Base: b, Disp: first * row}, at)
		LEAQ(Mem{Base: b, Disp: (first + 3*step) * row}, end)
		Label(label)
		write(at, body)
		ADDQ(I32(step*row), at)
		CMPQ(at, end)
		JNE(LabelRef(label))
	}

	LEAQ(Mem{Base: b, Disp: offScratch}, scratch)
	write(b, func(p *program) {
		for i := range keptRows {
			if i == alive {
				p.store(p.constant(0xFFFF), kept(i))
			} else {
				p.store(p.constant(0), kept(i))
			}
		}
	})
	loop("bands", 0, 27, func(p *program) {
		var placed [9]value
		for c := range placed {
			placed[c] = p.load(kept(columns + c))
		}
		band(p, func(i int) Mem { return p.row(offCell, i) }, &placed, true)
		for c := range placed {
			p.store(placed[c], kept(columns+c))
		}
	})
	const middle = 36 // all cells lie less than 64 rows from it, where instructions are short
	loop("stacks", middle, 3, func(p *program) {
		a, s := p.load(kept(alive)), p.load(kept(sum))
		stack(p, func(i int) Mem { return p.row(offCell, i/3*9+i%3-middle) }, &a, &s)
		p.store(a, kept(alive))
		p.store(s, kept(sum))
	})
	write(b, func(p *program) { status(p, p.load(kept(alive)), p.load(kept(sum))) })
}
