package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// choose writes the routine that chooses the branch. It scores each cell, and each value with only two places
// in a house.
func choose() {
	name := "choose" + suffix()
	beginRoutine(name, "(m *machine)", "machine")
	Doc(name + " finds the cell that each lane branches on, and the value that it tries first.")
	r := &routine{m: GP64(), x: GP64(), at: GP64()}
	Load(Param("m"), r.m)
	full = ones()
	halves(r, func(at func(off int) Mem, lanes func(off int) reg.GPVirtual) {
		if avx512 {
			chooseIn(r, at, lanes)
			return
		}
		none, asked := label("none"), lanes(offAsked)
		TESTL(asked.As32(), asked.As32())
		JZ(LabelRef(none))
		chooseIn(r, at, lanes)
		Label(none)
	})
	VZEROUPPER()
	RET()
}

func chooseIn(r *routine, rowOf func(off int) Mem, lanes func(off int) reg.GPVirtual) {
	weights, cell := GP64(), GP64()
	MOVQ(r.machine(offWeights), weights)
	one := r.one()
	best, at, by := zero(), zero(), zero()
	XORQ(cell, cell)
	next, rest := GP64(), GP64()
	MOVQ(r.x, next)
	MOVQ(r.machine(offNCells), rest)
	loop(rest, func() {
		y, t, w := load(Mem{Base: next}), vec(), vec()
		VPADDW(full, y, t)
		open := test(t, y)
		s := r.scores(lengths(y))
		VPBROADCASTW(Mem{Base: weights, Index: cell, Scale: 2}, w)
		VPMULHUW(w, s, s)
		VPMAXUW(one, s, s)
		k := aboveIn(open, s, best)
		replace(k, s, best)
		replace(k, y, by)
		replace(k, broadcast(cell), at)
		ADDQ(I8(row), next)
		INCQ(cell)
	})
	bit, t := vec(), vec()
	VPADDW(full, by, t)
	andNot(by, t, bit)
	VPADDW(one, one, t)
	g := lanesOf(more(lengths(by), t))
	half := r.scores(t)
	VPSRLW(U8(1), half, half)
	end := label("end")
	ANDL(lanes(offAsked).As32(), g.As32())
	JZ(LabelRef(end))
	many := maskOf(g)
	MOVQ(r.machine(offHouses), r.at)
	chooseInHouses(r, weights, many, half, best, at, bit)
	Label(end)
	store(best, rowOf(offBest))
	store(at, rowOf(offAt))
	store(bit, rowOf(offBit))
}

// chooseInHouses compares the scores in `best` with each value that has only two places in a house. many holds the
// lanes to compare. The vector `half` holds the score of such a value at weight 1. Lanes that choose such a value store
// its cell in the vector `at`, and the value in the vector `bit`.
func chooseInHouses(r *routine, weights reg.GPVirtual, many mask, half, best, at, bit reg.VecVirtual) {
	houses, bounds := GP64(), GP64()
	MOVQ(r.machine(offNHouses), houses)
	MOVQ(r.machine(offBounds), bounds)
	loop(houses, func() {
		n, left := r.next(), GP64()
		// Skip the house if none of its cells can score more than the best cell so far.
		bound, scan, over := vec(), label("scan"), label("over")
		VPBROADCASTW(Mem{Base: bounds}, bound)
		ADDQ(I8(2), bounds)
		VPMULHUW(bound, half, bound)
		can := aboveIn(many, bound, best)
		holds(can)
		JNZ(LabelRef(scan))
		LEAQ(Mem{Base: r.at, Index: n, Scale: 4}, r.at)
		JMP(LabelRef(over))
		Label(scan)
		one, two, three := zero(), zero(), zero()
		MOVQ(n, left)
		loop(left, func() {
			y := load(r.cell(r.next()))
			logic(orAnd, three, two, y)
			logic(orAnd, two, one, y)
			or(y, one, one)
		})
		twice := vec()
		andNot(two, three, twice)
		k := testIn(can, twice, twice)
		holds(k)
		JZ(LabelRef(over))
		VPADDW(full, twice, two)
		andNot(twice, two, twice)
		score, where := zero(), zero()
		r.back(n)
		loop(n, func() {
			off := r.next()
			s := vec()
			has := testIn(k, r.cell(off), twice)
			SHRQ(U8(5), off)
			VPBROADCASTW(Mem{Base: weights, Index: off, Scale: 1}, s)
			VPMULHUW(s, half, s)
			q := aboveIn(has, s, score)
			replace(q, s, score)
			SHRQ(U8(1), off)
			replace(q, broadcast(off), where)
		})
		wins := aboveIn(k, score, best)
		replace(wins, score, best)
		replace(wins, where, at)
		replace(wins, twice, bit)
		Label(over)
	})
}

// move writes moveAVX512. AVX2 uses moveLanesOneByOne.
func move() {
	beginRoutine("moveAVX512", "(to, from, index *row, set uint32, rows int)", "row")
	Doc("moveAVX512 fills the lanes of a set, in each row of to, from lanes index of from.")
	to, from, index := GP64(), GP64(), GP64()
	Load(Param("to"), to)
	Load(Param("from"), from)
	Load(Param("index"), index)
	set, rows := GP32(), GP64()
	Load(Param("set"), set)
	Load(Param("rows"), rows)
	k := K()
	KMOVD(set, k)
	i := load(Mem{Base: index})
	loop(rows, func() {
		v := load(Mem{Base: to})
		VPERMW(Mem{Base: from}, i, k, v)
		store(v, Mem{Base: to})
		ADDQ(I8(row), to)
		ADDQ(I8(row), from)
	})
	VZEROUPPER()
	RET()
}
