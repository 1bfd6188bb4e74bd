package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// target writes what surrounds the vector code: functions, addresses, loops and constants.
type target interface {
	// beginFunction begins a function that works on the workspace, and returns the register with the workspace's
	// address. endFunction ends the function. A target may run the code between begin and end several times, once for
	// each vector of lanes.
	beginFunction(name, does string) reg.GPVirtual
	endFunction()
	loadAddress(m Mem, to reg.GPVirtual)
	advanceRegister(r reg.GPVirtual, bytes int)
	writeLabel(name string)
	// jumpUnlessEqual jumps to `label` unless a and b are equal.
	jumpUnlessEqual(a, b reg.GPVirtual, label string)
	// constantAddress returns the address of a vec in which each word is v.
	constantAddress(v uint16) Mem
	// tableAddress returns the address of a table of 16 bytes, repeated for each 16 bytes of a vector.
	tableAddress(name string, entry func(i int) int) Mem
}

var onto target = amd64{}

// amd64 writes code with avo.
type amd64 struct{}

func (amd64) beginFunction(name, does string) reg.GPVirtual {
	Begin(name+"Bytes", "(w *workspace)", does)
	return Parameter("w")
}
func (amd64) endFunction()                               { End() }
func (amd64) loadAddress(m Mem, to reg.GPVirtual)        { LEAQ(m, to) }
func (amd64) advanceRegister(r reg.GPVirtual, bytes int) { ADDQ(I32(bytes), r) }
func (amd64) writeLabel(name string)                     { Label(name) }
func (amd64) jumpUnlessEqual(a, b reg.GPVirtual, label string) {
	CMPQ(a, b)
	JNE(LabelRef(label))
}
func (amd64) constantAddress(v uint16) Mem { return constantVec(v) }
func (amd64) tableAddress(name string, entry func(i int) int) Mem {
	return addDataTable(name, 32, func(i int) int { return entry(i % 16) })
}

type ymmBytes struct{ *ymm }

func (m *ymmBytes) xor(a, b value) value          { return m.appendCommutative(variadicVEX(VPXOR), a, b) }
func (m *ymmBytes) inSeveral(a, b, c value) value { return m.loneDigits(a, b, c) }
func (m *ymmBytes) unite(a, b, c value) (any, several value) {
	two := m.or(a, b)
	return m.or(two, c), m.or(m.and(a, b), m.and(two, c))
}
func (m *ymmBytes) add8(a, b value) value       { return m.appendCommutative(VPADDB, a, b) }
func (m *ymmBytes) subtract8(a, b value) value  { return m.appendTwoSource(VPSUBB, a, b) }
func (m *ymmBytes) larger(a, b value) value     { return m.appendCommutative(VPMAXUB, a, b) }
func (m *ymmBytes) whereEqual(a, b value) value { return m.appendCommutative(VPCMPEQB, a, b) }
func (m *ymmBytes) whereZero(x value) value     { return m.whereEqual(x, m.constant(0)) }
func (m *ymmBytes) shiftRight(x value, n int) value {
	return m.appendOp(op{args: []value{x}, write: func(dst reg.Register, x []Op) { VPSRLW(U8(n), x[0], dst) }}, true)
}

// lookupIndex returns x, because VPSHUFB ignores bits 4 to 6, and bit 7 is 0.
func (m *ymmBytes) lookupIndex(x value) value   { return x }
func (m *ymmBytes) lookup(table, x value) value { return m.appendTwoSource(VPSHUFB, table, x) }

func (m *ymmBytes) whereAnyLowBit(o *octets, x value) value {
	return o.lookUpBytes("Any", func(i int) int {
		if i&7 != 0 {
			return 0xFF
		}
		return 0
	}, x)
}

func (m *ymmBytes) popCount(o *octets, x value) value {
	ones := func(i int) int { return bits.OnesCount(uint(i)) }
	low := o.byteConstant(15)
	return m.add8(o.lookUpBytes("Count", ones, m.and(x, low)), o.lookUpBytes("Count", ones, m.and(m.shiftRight(x, 4), low)))
}

func (m *ymmBytes) interleave(a, b value, words bool) (low, high value) {
	if words {
		return m.appendTwoSource(VPUNPCKLWD, a, b), m.appendTwoSource(VPUNPCKHWD, a, b)
	}
	return m.appendTwoSource(VPUNPCKLBW, a, b), m.appendTwoSource(VPUNPCKHBW, a, b)
}

func (m *ymmBytes) storeLaneBits(x value, offset int, not bool) {
	m.appendOp(op{args: []value{m.whereZero(x)}, write: func(_ reg.Register, args []Op) {
		r := To32(VPMOVMSKB, args[0])
		if not {
			NOTL(r)
		}
		MOVQ(r.As64(), Mem{Base: m.base, Disp: offset})
	}}, false)
}
