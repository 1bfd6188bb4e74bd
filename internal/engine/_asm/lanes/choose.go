package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// writeChoose writes the routine that chooses the branch. It scores each cell, and each value with only two places
// in a house.
func writeChoose() {
	name := "choose" + Pick("AVX512", "AVX2")
	Begin(name, "(m *machine)", "finds the cell that each lane branches on, and the value that it tries first.")
	r := &routine{m: GP64(), x: GP64(), at: GP64()}
	Load(Param("m"), r.m)
	full = allOnesVec()
	eachHalf(r, func(at func(off int) Mem, lanes func(off int) reg.GPVirtual) {
		if AVX512 {
			writeChooseBody(r, at, lanes)
			return
		}
		none, asked := newLabel("none"), lanes(offAsked)
		TESTL(asked.As32(), asked.As32())
		JZ(LabelRef(none))
		writeChooseBody(r, at, lanes)
		Label(none)
	})
	End()
}

func writeChooseBody(r *routine, rowOf func(off int) Mem, lanes func(off int) reg.GPVirtual) {
	weights, cell := To64(MOVQ, r.machineField(offWeights)), GP64()
	one := r.rowOfOnes()
	best, at, by := zeroVec(), zeroVec(), zeroVec()
	XORQ(cell, cell)
	next := To64(MOVQ, r.x)
	rest := To64(MOVQ, r.machineField(offNCells))
	emitLoop(rest, func() {
		y, t, w := loadVec(Mem{Base: next}), newVec(), newVec()
		VPADDW(full, y, t)
		open := whereCommon(t, y)
		s := r.scoresOfLengths(countSetBits(y))
		VPBROADCASTW(Mem{Base: weights, Index: cell, Scale: 2}, w)
		VPMULHUW(w, s, s)
		VPMAXUW(one, s, s)
		k := whereAboveIn(open, s, best)
		replaceByMask(k, s, best)
		replaceByMask(k, y, by)
		replaceByMask(k, broadcast(cell), at)
		ADDQ(I8(row), next)
		INCQ(cell)
	})
	bit, t := newVec(), newVec()
	VPADDW(full, by, t)
	andNot(by, t, bit)
	VPADDW(one, one, t)
	g := lanesOf(whereGreater(countSetBits(by), t))
	half := r.scoresOfLengths(t)
	VPSRLW(U8(1), half, half)
	end := newLabel("end")
	ANDL(lanes(offAsked).As32(), g.As32())
	JZ(LabelRef(end))
	many := maskOf(g)
	MOVQ(r.machineField(offHouses), r.at)
	compareHousePlaces(r, weights, many, half, best, at, bit)
	Label(end)
	storeVec(best, rowOf(offBest))
	storeVec(at, rowOf(offAt))
	storeVec(bit, rowOf(offBit))
}

// compareHousePlaces compares the scores in `best` with each value that has only two places in a house. `many` holds
// the lanes to compare. The vector `half` holds the score of such a value at weight 1. Lanes that choose such a value
// store its cell in the vector `at`, and the value in the vector `bit`.
func compareHousePlaces(r *routine, weights reg.GPVirtual, many mask, half, best, at, bit reg.VecVirtual) {
	houses := To64(MOVQ, r.machineField(offNHouses))
	bounds := To64(MOVQ, r.machineField(offBounds))
	emitLoop(houses, func() {
		n, left := r.nextListNumber(), GP64()
		// Skip the house if none of its cells can score more than the best cell so far.
		bound, scan, over := newVec(), newLabel("scan"), newLabel("over")
		VPBROADCASTW(Mem{Base: bounds}, bound)
		ADDQ(I8(2), bounds)
		VPMULHUW(bound, half, bound)
		can := whereAboveIn(many, bound, best)
		testIfEmpty(can)
		JNZ(LabelRef(scan))
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
		JMP(LabelRef(over))
		Label(scan)
		one, two, three := zeroVec(), zeroVec(), zeroVec()
		MOVQ(n, left)
		emitLoop(left, func() {
			y := loadVec(r.cellRowAt(r.nextListNumber()))
			applyTruthTable(orAnd, three, two, y)
			applyTruthTable(orAnd, two, one, y)
			or(y, one, one)
		})
		twice := toVec(andNot, two, three)
		k := whereCommonIn(can, twice, twice)
		testIfEmpty(k)
		JZ(LabelRef(over))
		VPADDW(full, twice, two)
		andNot(twice, two, twice)
		score, where := zeroVec(), zeroVec()
		r.moveBack(n)
		emitLoop(n, func() {
			off := r.nextListNumber()
			s := newVec()
			has := whereCommonIn(k, r.cellRowAt(off), twice)
			SHRQ(U8(5), off)
			VPBROADCASTW(Mem{Base: weights, Index: off, Scale: 1}, s)
			VPMULHUW(s, half, s)
			q := whereAboveIn(has, s, score)
			replaceByMask(q, s, score)
			SHRQ(U8(1), off)
			replaceByMask(q, broadcast(off), where)
		})
		wins := whereAboveIn(k, score, best)
		replaceByMask(wins, score, best)
		replaceByMask(wins, where, at)
		replaceByMask(wins, twice, bit)
		Label(over)
	})
}

// writeMove writes moveAVX512. AVX2 uses moveLanesOneByOne.
func writeMove() {
	Begin("moveAVX512", "(to, from, index *row, set uint32, rows int)",
		"fills the lanes of a set, in each row of to, from lanes index of from.")
	to, from, index := Parameter("to"), Parameter("from"), Parameter("index")
	set, rows := GP32(), GP64()
	Load(Param("set"), set)
	Load(Param("rows"), rows)
	k := ToK(KMOVD, set)
	i := loadVec(Mem{Base: index})
	emitLoop(rows, func() {
		v := loadVec(Mem{Base: to})
		VPERMW(Mem{Base: from}, i, k, v)
		storeVec(v, Mem{Base: to})
		ADDQ(I8(row), to)
		ADDQ(I8(row), from)
	})
	End()
}
