package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// target writes what surrounds the vector code: functions, addresses, loops and constants.
type target interface {
	// begin begins a function of the workspace and returns the register with the workspace's address. end ends the
	// function. A target may run the code between them several times, once for each vector of lanes.
	begin(name, does string) reg.GPVirtual
	end()
	address(m Mem, to reg.GPVirtual)
	advance(r reg.GPVirtual, bytes int)
	label(name string)
	// until jumps to label unless a and b are equal.
	until(a, b reg.GPVirtual, label string)
	// constant returns the address of a vec in which each word is v.
	constant(v uint16) Mem
	// table returns the address of a table of 16 bytes, repeated for each 16 bytes of a vector.
	table(name string, entry func(i int) int) Mem
}

var onto target = amd64{}

// amd64 writes code with avo.
type amd64 struct{}

func (amd64) begin(name, does string) reg.GPVirtual {
	text(name+"Bytes", "func(w *byte)", does)
	return param("w")
}
func (amd64) end()                               { ret() }
func (amd64) address(m Mem, to reg.GPVirtual)    { LEAQ(m, to) }
func (amd64) advance(r reg.GPVirtual, bytes int) { ADDQ(I32(bytes), r) }
func (amd64) label(name string)                  { Label(name) }
func (amd64) until(a, b reg.GPVirtual, label string) {
	CMPQ(a, b)
	JNE(LabelRef(label))
}
func (amd64) constant(v uint16) Mem { return constantVec(v) }
func (amd64) table(name string, entry func(i int) int) Mem {
	return table(name, 32, func(i int) int { return entry(i % 16) })
}

type ymmBytes struct{ *ymm }

func (m *ymmBytes) xor(a, b value) value        { return m.either(vex(VPXOR), a, b) }
func (m *ymmBytes) several(a, b, c value) value { return m.lone(a, b, c) }
func (m *ymmBytes) unite(a, b, c value) (any, several value) {
	two := m.or(a, b)
	return m.or(two, c), m.or(m.and(a, b), m.and(two, c))
}
func (m *ymmBytes) add8(a, b value) value      { return m.either(VPADDB, a, b) }
func (m *ymmBytes) subtract8(a, b value) value { return m.two(VPSUBB, a, b) }
func (m *ymmBytes) larger(a, b value) value    { return m.either(VPMAXUB, a, b) }
func (m *ymmBytes) equal(a, b value) value     { return m.either(VPCMPEQB, a, b) }
func (m *ymmBytes) empty(x value) value        { return m.equal(x, m.constant(0)) }
func (m *ymmBytes) shifted(x value, n int) value {
	return m.put(op{args: []value{x}, write: func(dst reg.Register, x []Op) { VPSRLW(U8(n), x[0], dst) }}, true)
}

// index returns x, because VPSHUFB ignores bits 4 to 6, and bit 7 is 0.
func (m *ymmBytes) index(x value) value         { return x }
func (m *ymmBytes) lookup(table, x value) value { return m.two(VPSHUFB, table, x) }

func (m *ymmBytes) any(o *octets, x value) value {
	return o.look("Any", func(i int) int {
		if i&7 != 0 {
			return 0xFF
		}
		return 0
	}, x)
}

func (m *ymmBytes) popCount(o *octets, x value) value {
	ones := func(i int) int { return bits.OnesCount(uint(i)) }
	low := o.byteConstant(15)
	return m.add8(o.look("Count", ones, m.and(x, low)), o.look("Count", ones, m.and(m.shifted(x, 4), low)))
}

func (m *ymmBytes) interleave(a, b value, words bool) (low, high value) {
	if words {
		return m.two(VPUNPCKLWD, a, b), m.two(VPUNPCKHWD, a, b)
	}
	return m.two(VPUNPCKLBW, a, b), m.two(VPUNPCKHBW, a, b)
}

func (m *ymmBytes) bits(x value, offset int, not bool) {
	write := func(_ reg.Register, args []Op) {
		r := GP32()
		VPMOVMSKB(args[0], r)
		if not {
			NOTL(r)
		}
		MOVQ(r.As64(), Mem{Base: m.base, Disp: offset})
	}
	m.put(op{args: []value{m.empty(x)}, write: write}, false)
}
