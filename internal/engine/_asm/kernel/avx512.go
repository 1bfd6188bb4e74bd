package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// zmm implements the operations with AVX-512. One instruction computes any function of three inputs, and masks have
// registers of their own. Lanes have 16 bits; single.go uses half a vec.
type zmm struct {
	*program
	masks int
	kept  reg.Register // the base address of the masks that unitWhereBivalue stores
}

// zmmRegisters holds all vector registers, and ymmRegisters their lower halves. AVX2 has only the first 16.
var zmmRegisters, ymmRegisters = func() (z, y []reg.Register) {
	for i := range reg.Index(32) {
		r := reg.Vector.Lookup(i, reg.S512).(reg.VecPhysical)
		z, y = append(z, r), append(y, r.AsY())
	}
	return
}()

func (m *zmm) move(from, to Op) { VMOVDQU64(from, to) }

// nextMaskRegister returns the mask registers in turn, so that successive operations need not wait for each other.
func (m *zmm) nextMaskRegister() reg.Register {
	m.masks++
	return [...]reg.Register{reg.K1, reg.K2, reg.K3, reg.K4, reg.K5, reg.K6, reg.K7}[m.masks%7]
}

func (m *zmm) and(a, b value) value { return m.appendTwoSource(VPANDD, a, b) }
func (m *zmm) or(a, b value) value  { return m.appendTwoSource(VPORD, a, b) }

// applyTruthTable applies a truth table to a, b and c: each bit of the result is bit 4a+2b+c of table.
func (m *zmm) applyTruthTable(table uint8, a, b, c value) value {
	permute := func(order []int) func(reg.Register, []Op) {
		var t uint8
		for i := range 8 {
			original := 0
			for k, j := range order {
				original |= i >> (2 - k) & 1 << (2 - j)
			}
			t |= table >> original & 1 << i
		}
		return func(dst reg.Register, x []Op) { VPTERNLOGD(U8(t), x[2], x[1], dst) }
	}
	return m.appendOp(op{args: []value{a, b, c}, lastMem: true, clobbers: true, permute: permute}, true)
}

func (m *zmm) or3(a, b, c value) value        { return m.applyTruthTable(0xFE, a, b, c) }
func (m *zmm) and3(a, b, c value) value       { return m.applyTruthTable(0x80, a, b, c) }
func (m *zmm) exactlyOne(a, b, c value) value { return m.applyTruthTable(0x16, a, b, c) }
func (m *zmm) atMostOne(a, b, c value) value  { return m.applyTruthTable(0x17, a, b, c) }
func (m *zmm) andNotOr(a, b, c value) value   { return m.applyTruthTable(0xBA, a, b, c) }
func (m *zmm) orAnd(a, b, c value) value      { return m.applyTruthTable(0xF8, a, b, c) }

func (m *zmm) loneDigits(a, b, c value) value { return m.exactlyOne(a, b, c) }
func (m *zmm) loneInBoth(a, b value) value    { return m.and(a, b) }

func (m *zmm) hiddenDigits(box, inLine, amongLines, keep value) value {
	if box == none {
		return m.and3(inLine, keep, amongLines)
	}
	return m.and(m.orAnd(box, inLine, amongLines), keep)
}

func (m *zmm) keepSingles(x value, _ int) value {
	return m.appendOp(op{args: []value{x, m.constant(0xFFFF)}, separate: true, write: func(dst reg.Register, args []Op) {
		k := m.nextMaskRegister()
		VPADDW(args[1], args[0], dst)
		VPTESTNMW(args[0], dst, k)
		VMOVDQU16_Z(args[0], k, dst)
	}}, true)
}

func (m *zmm) narrowCell(y, keep, forced value) value {
	return m.narrowCellBy(VPTESTMW, VPBLENDMW, y, keep, forced)
}

// narrowCellBy implements narrowCell by the instructions `test` and `blend`, which depend on the width of the lanes.
func (m *zmm) narrowCellBy(test, blend func(...Op), y, keep, forced value) value {
	return m.appendOp(op{args: []value{y, keep, forced}, separate: true, write: func(dst reg.Register, args []Op) {
		k := m.nextMaskRegister()
		test(args[2], args[0], k)
		blend(args[2], args[1], k, dst)
		VPANDD(args[0], dst, dst)
	}}, true)
}

// savedMaskAt returns the address of the mask that unitWhereBivalue saves for cell p. betterKey reads this mask.
func (m *zmm) savedMaskAt(p int) Mem { return Mem{Base: m.kept, Disp: 4 * p} }

func (m *zmm) unitWhereBivalue(x, unit value, p int) value {
	return m.appendOp(op{args: []value{x, unit, m.constant(2)}, separate: true, write: func(dst reg.Register, args []Op) {
		k := m.nextMaskRegister()
		VPOPCNTW(args[0], dst)
		VPCMPEQW(args[2], dst, k)
		KMOVD(k, m.savedMaskAt(p))
		VMOVDQU16_Z(args[1], k, dst)
	}}, true)
}

func (m *zmm) addWhereUnbound(a, more, bound, x value) value {
	args := []value{a, more, bound, x}
	return m.appendOp(op{args: args, lastMem: true, separate: true, write: func(dst reg.Register, args []Op) {
		k := m.nextMaskRegister()
		VPTESTNMW(args[3], args[2], k)
		VMOVDQA64(args[0], dst)
		VPADDW(args[1], dst, k, dst)
	}}, true)
}

func (m *zmm) betterKey(best, key value, p int) value {
	return m.betterKeyBy(KMOVD, VPMAXUW, best, key, m.savedMaskAt(p))
}

// betterKeyBy implements betterKey by the instructions `move` and `larger`, which depend on the width of the lanes.
// `kept` is the address of the mask.
func (m *zmm) betterKeyBy(move func(from, to Op), larger func(...Op), best, key value, kept Mem) value {
	// The masked maximum leaves best unchanged in the other lanes.
	return m.appendOp(op{args: []value{best, key}, clobbers: true, write: func(dst reg.Register, args []Op) {
		k := m.nextMaskRegister()
		move(kept, k)
		larger(args[1], args[0], k, dst)
	}}, true)
}

func (m *zmm) storeEqualLanes(a, b value, offset int) {
	m.appendOp(op{args: []value{a, b}, lastMem: true, write: func(_ reg.Register, args []Op) {
		k := m.nextMaskRegister()
		VPCMPEQW(args[1], args[0], k)
		KMOVD(k, Mem{Base: m.base, Disp: offset})
	}}, false)
}
