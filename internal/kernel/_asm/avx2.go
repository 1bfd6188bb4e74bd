package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// ymm is AVX2: 16 lanes, so that a block is worked on in two halves; two-input
// logic and masks that are vectors.
type ymm struct {
	*program
	bits reg.Register // two bytes a half: the block, plus 2 for the second half
	kept map[int]value
}

var ymmRegisters = []reg.Register{
	reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
	reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
}

func (m *ymm) move(from, to Op)     { VMOVDQU(from, to) }
func (m *ymm) and(a, b value) value { return m.two(vex(VPAND), a, b) }
func (m *ymm) or(a, b value) value  { return m.two(vex(VPOR), a, b) }
func (m *ymm) add(a, b value) value { return m.two(VPADDW, a, b) }

// vex is an instruction of exactly two sources as one of any number.
func vex(f func(a, b, dst Op)) func(ops ...Op) {
	return func(ops ...Op) { f(ops[0], ops[1], ops[2]) }
}

// sans is b &^ a.
func (m *ymm) sans(a, b value) value { return m.two(vex(VPANDN), a, b) }

// empty is all ones in the lanes where x is 0.
func (m *ymm) empty(x value) value { return m.two(VPCMPEQW, x, m.constant(0)) }

// rest is x without its lowest digit.
func (m *ymm) rest(x value) value { return m.and(m.add(x, m.constant(0xFFFF)), x) }

func (m *ymm) or3(a, b, c value) value  { return m.or(m.or(a, b), c) }
func (m *ymm) and3(a, b, c value) value { return m.and(m.and(a, b), c) }
func (m *ymm) exactlyOne(a, b, c value) value {
	odd := m.two(vex(VPXOR), m.two(vex(VPXOR), a, b), c)
	return m.sans(m.and3(a, b, c), odd)
}
func (m *ymm) atMostOne(a, b, c value) value {
	return m.two(vex(VPXOR), m.or(m.and(a, b), m.and(m.or(a, b), c)), m.constant(0xFFFF))
}
func (m *ymm) without(a, b, c value) value { return m.or(m.sans(b, a), c) }
func (m *ymm) also(a, b, c value) value    { return m.or(m.and(b, c), a) }
func (m *ymm) single(x value) value        { return m.and(m.empty(m.rest(x)), x) }

func (m *ymm) narrowed(y, keep, forced value) value {
	found := m.and(forced, y)
	return m.or(m.and(m.and(keep, y), m.empty(found)), found)
}

func (m *ymm) bivalue(x, unit value, p int) value {
	one := m.rest(x)
	m.kept[p] = m.sans(m.empty(one), m.empty(m.rest(one)))
	return m.and(m.kept[p], unit)
}

func (m *ymm) plusWhere(a, more, bound, x value) value {
	return m.add(a, m.and(m.empty(m.and(bound, x)), more))
}

func (m *ymm) greater(a, b value) value { return m.two(VPMAXUW, a, b) }

func (m *ymm) better(best, key value, p int) value {
	return m.two(VPMAXUW, m.and(key, m.kept[p]), best)
}

// living is the least of all cells.
func (m *ymm) living(alive, x value) value {
	if alive == none {
		return x
	}
	return m.two(VPMINUW, alive, x)
}

func (m *ymm) dead(alive value) { m.status(alive, m.constant(0), offDead) }
func (m *ymm) still(a, b value) { m.status(a, b, offStill) }
func (m *ymm) full(a, b value)  { m.status(a, b, offFull) }

// status writes one bit a lane to the memory at offset: where a is b.
func (m *ymm) status(a, b value, offset int) {
	same := m.two(VPCMPEQW, a, b)
	write := func(_ reg.Register, args []Op) {
		// 16 words to 16 bytes to 16 bits; the pack works in halves of 128 bits.
		y := args[0].(reg.VecPhysical)
		r := GP32()
		VPACKSSWB(y, y, y)
		VPERMQ(U8(0b1000), y, y)
		VPMOVMSKB(y.AsX(), r)
		MOVW(r.As16(), Mem{Base: m.bits, Disp: offset})
	}
	m.program.add(op{args: []value{same}, write: write}, false)
}

func avx2() {
	for _, f := range []struct {
		name, doc string
		write     func(*program)
	}{
		{"sweepAVX2", "propagates lanes 16·half to 16·half+15 once.", sweep},
		{"chooseAVX2", "finds the branching cells of lanes 16·half to 16·half+15.", choose},
	} {
		TEXT(f.name, NOSPLIT, "func(b *byte, half int)")
		Doc(f.name + " " + f.doc)
		base, half := Load(Param("b"), GP64()), Load(Param("half"), GP64())
		bits := GP64()
		LEAQ(Mem{Base: base, Index: half, Scale: 2}, bits)
		SHLQ(U8(5), half)
		ADDQ(half, base)
		p := newProgram(base)
		p.isa = &ymm{program: p, bits: bits, kept: map[int]value{}}
		f.write(p)
		p.emit(ymmRegisters)
		VZEROUPPER()
		RET()
	}
	laneMove()
	laneRead()
}

// laneMove writes a function that copies lane l of from to lane k of to.
func laneMove() {
	TEXT("moveLane", NOSPLIT, "func(to *byte, k int, from *byte, l int)")
	Doc("moveLane copies lane l of from to lane k of to.")
	to, k := Load(Param("to"), GP64()), Load(Param("k"), GP64())
	from, l := Load(Param("from"), GP64()), Load(Param("l"), GP64())
	LEAQ(Mem{Base: to, Index: k, Scale: 2}, to)
	LEAQ(Mem{Base: from, Index: l, Scale: 2}, from)
	words := []reg.Register{GP32(), GP32(), GP32(), GP32()}
	for i := range 81 {
		w := words[i%len(words)].(reg.GPVirtual)
		MOVWLZX(Mem{Base: from, Disp: i * row}, w)
		MOVW(w.As16(), Mem{Base: to, Disp: i * row})
	}
	RET()
}

// laneRead writes a function that reads a solved lane. It needs BMI1.
func laneRead() {
	TEXT("readLane", NOSPLIT, "func(cells *byte, l int, grid *byte)")
	Doc("readLane reads the digits of solved lane l.")
	cells, l, grid := Load(Param("cells"), GP64()), Load(Param("l"), GP64()), Load(Param("grid"), GP64())
	LEAQ(Mem{Base: cells, Index: l, Scale: 2}, cells)
	words := []reg.GPVirtual{GP32(), GP32(), GP32(), GP32()}
	for i := range 81 {
		w := words[i%len(words)]
		MOVWLZX(Mem{Base: cells, Disp: i * row}, w)
		TZCNTL(w, w)
		INCL(w)
		MOVB(w.As8(), Mem{Base: grid, Disp: i})
	}
	RET()
}
