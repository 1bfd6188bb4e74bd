package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// countBits is the number of bits of balance's counters. Each bit of a counter is in its own row of scratch.
const countBits = 6

// writeBalance writes the routine for values that occur equally often in two lists of n cells. The record's A is the
// set of these values. All values are counted at once: bit v of row i, in each lane, is bit i of the counter for value
// v.
func writeBalance(r *routine) {
	scratch := To64(MOVQ, r.machineField(offScratch))
	at := func(i int) Mem { return Mem{Base: scratch, Disp: i * row} }
	// full returns the values for which list i has as many fixed cells as the other list has cells that can have the
	// value. No more cells of list i can have such a value.
	full := func(i int) reg.VecVirtual {
		for k, c := range countCellsByValue(r, i, true) {
			storeVec(c, at(k))
		}
		above, apart := zeroVec(), zeroVec()
		for k, c := range countCellsByValue(r, 1-i, false) {
			f := loadVec(at(k))
			applyTruthTable(carry, above, c, f)
			applyTruthTable(orXor, apart, c, f)
		}
		values := r.broadcastRecordField(recA)
		r.failLanes(whereCommon(values, above))
		andNot(values, apart, values)
		return values
	}
	storeVec(full(0), at(countBits))
	second := full(1)
	first := loadVec(at(countBits))
	multi := zeroVec()
	for i, gone := range []reg.VecVirtual{first, second} {
		r.moveToList(i)
		hid := []reg.VecVirtual{second, first}[i]
		r.pruneCells(r.loadRecordField(recN), func(y reg.VecVirtual) reg.VecVirtual {
			return pruneDistinctCell(y, r.keepSingles(y), gone, hid, multi)
		})
	}
	r.failLanes(whereCommon(multi, multi))
}

func (r *routine) moveToList(i int) {
	r.findList()
	n := r.loadRecordField(recN)
	if i > 0 {
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
	}
}

// countCellsByValue counts, for each value, the cells of list i that can have the value or, if `fixed` is set, that
// have no other value.
func countCellsByValue(r *routine, i int, fixed bool) (counter [countBits]reg.VecVirtual) {
	for k := range counter {
		counter[k] = zeroVec()
	}
	r.moveToList(i)
	emitLoop(r.loadRecordField(recN), func() {
		y := loadVec(r.cellRowAt(r.nextListNumber()))
		if fixed {
			y = r.keepSingles(y)
		}
		for _, c := range counter {
			t := toVec(and, y, c)
			xor(y, c, c)
			y = t
		}
	})
	return counter
}
