package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// countBits is the number of bits of balance's counters. Each bit of a counter is in its own row of scratch.
const countBits = 6

// balance writes the routine for values that occur equally often in two lists of n cells. A is the set of these values.
// All values are counted at once: row i has bit i of the counters, one lane bit for each value.
func balance(r *routine) {
	scratch := GP64()
	MOVQ(r.machine(offScratch), scratch)
	at := func(i int) Mem { return Mem{Base: scratch, Disp: i * row} }
	// full returns the values that occur in list i as often as they can occur in the other list.
	full := func(i int) reg.VecVirtual {
		for k, c := range counted(r, i, true) {
			store(c, at(k))
		}
		above, apart := zero(), zero()
		for k, c := range counted(r, 1-i, false) {
			f := load(at(k))
			logic(carry, above, c, f)
			logic(orXor, apart, c, f)
		}
		values := r.word(recA)
		r.fail(test(values, above))
		andNot(values, apart, values)
		return values
	}
	store(full(0), at(countBits))
	second := full(1)
	first := load(at(countBits))
	multi := zero()
	for i, gone := range []reg.VecVirtual{first, second} {
		r.toList(i)
		hid := []reg.VecVirtual{second, first}[i]
		loop(r.number(recN), func() {
			off := r.next()
			y := load(r.cell(off))
			narrowHidden(r, r.cell(off), y, r.single(y), gone, hid, multi)
		})
	}
	r.fail(test(multi, multi))
}

// toList moves the list pointer to the i-th list of n cells.
func (r *routine) toList(i int) {
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machine(offCode), r.at)
	n := r.number(recN)
	if i > 0 {
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
	}
}

// counted counts, for each value, the cells of list i that can have the value or, if `fixed` is set, that have no other
// value.
func counted(r *routine, i int, fixed bool) (counter [countBits]reg.VecVirtual) {
	for k := range counter {
		counter[k] = zero()
	}
	r.toList(i)
	loop(r.number(recN), func() {
		y := load(r.cell(r.next()))
		if fixed {
			y = r.single(y)
		}
		for _, c := range counter {
			t := vec()
			and(y, c, t)
			xor(y, c, c)
			y = t
		}
	})
	return counter
}
