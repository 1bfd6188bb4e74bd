package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// This file defines operations and implements each of them in two instruction sets. With AVX-512 a vector is a row.
// With AVX2 a vector is half a row, and routines run twice.
//
// 	               AVX-512                        AVX2
// 	mask           an opmask                      a vector, all bits of a lane set or none
// 	table          five bits of a set select a    four bits select the low byte of a number
// 	               number in a row                in 16 bytes, and the high byte in the next 16

// avx512 is true while AVX-512 routines are written, and false while AVX2 routines are written.
var avx512 bool

func routineSuffix() string {
	if avx512 {
		return "AVX512"
	}
	return "AVX2"
}

type mask = reg.Register

func newVec() reg.VecVirtual {
	if avx512 {
		return ZMM()
	}
	return YMM()
}

func newMask() mask {
	if avx512 {
		return K()
	}
	return YMM()
}

// or computes b | a. Operands are in the order of Go's assembly, destination last. Only b may be in memory.

func or(b, a, to Op) { emitByWidth(VPORD, VPOR, b, a, to) }

func and(b, a, to Op) { emitByWidth(VPANDD, VPAND, b, a, to) }

// andNot computes b &^ a.
func andNot(b, a, to Op) { emitByWidth(VPANDND, VPANDN, b, a, to) }

func xor(b, a, to Op) { emitByWidth(VPXORD, VPXOR, b, a, to) }

func emitByWidth(wide func(...Op), half func(Op, Op, Op), b, a, to Op) {
	if avx512 {
		wide(b, a, to)
	} else {
		half(b, a, to)
	}
}

func copyVec(from, to reg.VecVirtual) {
	if avx512 {
		VMOVDQA64(from, to)
	} else {
		VMOVDQA(from, to)
	}
}

func loadVec(m Mem) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VMOVDQU64(m, v)
	} else {
		VMOVDQU(m, v)
	}
	return v
}

func storeVec(v reg.VecVirtual, m Mem) {
	if avx512 {
		VMOVDQU64(v, m)
	} else {
		VMOVDQU(v, m)
	}
}

// full is a vector of ones, set at the start of each routine. zeroVec computes zeros from it, because avo assumes that
// a register xored with itself is read first.
var full reg.VecVirtual

func zeroVec() reg.VecVirtual {
	v := toVec(xor, full, full)
	return v
}

func allOnesVec() reg.VecVirtual {
	full = newVec()
	if avx512 {
		VPTERNLOGD(U8(0xff), full, full, full)
	} else {
		VMOVDQU(constants["ones"], full)
	}
	return full
}

// These are the truth tables of functions of three bits a, b and c.
const (
	orXor      = 0xf6 // a | (b ^ c)
	orAnd      = 0xf8 // a | (b & c)
	keepElse   = 0xb0 // a & (^b | c)
	or3        = 0xfe
	and3       = 0x80
	firstThird = 0x20 // a & ^b & c
	firstTwo   = 0x40 // a & b & ^c
	apartFrom  = 0x3a // (a & ^b) | (^a & c)
	notBoth    = 0x70 // a & ^(b & c)
	carry      = 0xb2 // the majority of a, ^b and c
)

// applyTruthTable combines a, b and c bit by bit, and stores the result in a. Each bit of the result is bit 4a+2b+c of
// `table`, where a, b and c stand for the operands' bits. Example: for the bits 1, 0, 1 it is bit 5.
func applyTruthTable(table uint8, a, b, c Op) {
	if avx512 {
		VPTERNLOGD(U8(table), c, b, a)
		return
	}
	t := YMM()
	switch table {
	case orXor:
		VPXOR(c, b, t)
		VPOR(t, a, a)
	case orAnd:
		VPAND(c, b, t)
		VPOR(t, a, a)
	case keepElse:
		VPANDN(b, c, t)
		VPANDN(a, t, a)
	case or3:
		VPOR(c, b, t)
		VPOR(t, a, a)
	case and3:
		VPAND(c, b, t)
		VPAND(t, a, a)
	case firstThird:
		VPANDN(c, b, t)
		VPAND(t, a, a)
	case firstTwo:
		VPANDN(b, c, t)
		VPAND(t, a, a)
	case apartFrom:
		VPANDN(c, a, t)
		VPANDN(a, b, a)
		VPOR(t, a, a)
	case notBoth:
		VPAND(c, b, t)
		VPANDN(a, t, a)
	case carry:
		u := ToY(VPOR, c, a)
		VPANDN(u, b, u)
		VPAND(c, a, t)
		VPOR(t, u, a)
	default:
		panic("no such function")
	}
}

// whereCommon returns the lanes where a & b is not 0, and whereDisjoint returns the lanes where it is 0.
func whereCommon(a, b Op) mask { return whereCommonIn(nil, a, b) }

func whereDisjoint(a, b Op) mask { return whereDisjointIn(nil, a, b) }

// whereCommonIn is like whereCommon, and whereDisjointIn is like whereDisjoint, but they consider only the lanes of
// `in`. If `in` is nil, they consider all lanes.
func whereCommonIn(in mask, a, b Op) mask {
	k := newMask()
	if avx512 {
		emitMasked(VPTESTMW, in, k, a, b)
		return k
	}
	none := whereDisjoint(a, b)
	if in == nil {
		VPXOR(full, none, k)
	} else {
		VPANDN(in, none, k)
	}
	return k
}

func whereDisjointIn(in mask, a, b Op) mask {
	k := newMask()
	if avx512 {
		emitMasked(VPTESTNMW, in, k, a, b)
		return k
	}
	v := b
	if a != b {
		t := ToY(VPAND, a, b)
		v = t
	}
	VPCMPEQW(zeroVec(), v, k)
	return limitMask(k, in)
}

// keepWhereCommon removes from k the lanes where a & b is 0.
func keepWhereCommon(k mask, a, b Op) {
	if avx512 {
		VPTESTMW(a, b, k, k)
	} else {
		VPANDN(k, whereDisjoint(a, b), k)
	}
}

// emitMasked emits an instruction whose result is the mask k. Unless `in` is nil, k gets only lanes of `in`.
func emitMasked(op func(...Op), in, k mask, operands ...Op) {
	if in != nil {
		operands = append(operands, in)
	}
	op(append(operands, k)...)
}

func limitMask(k, in mask) mask {
	if in != nil {
		VPAND(in, k, k)
	}
	return k
}

// whereGreater returns the lanes where a > b, as signed numbers.
func whereGreater(a, b Op) mask {
	k := newMask()
	if avx512 {
		VPCMPW(U8(6), b, a, k)
	} else {
		VPCMPGTW(b, a, k)
	}
	return k
}

// whereAtMostIn returns the lanes of `in` where a ≤ b, as signed numbers.
func whereAtMostIn(in mask, a, b Op) mask {
	k := newMask()
	if avx512 {
		emitMasked(VPCMPW, in, k, U8(2), b, a)
		return k
	}
	VPCMPGTW(b, a, k)
	if in == nil {
		VPXOR(full, k, k)
	} else {
		VPANDN(in, k, k)
	}
	return k
}

// whereAboveIn returns the lanes of `in` where a > b, as unsigned numbers.
func whereAboveIn(in mask, a, b Op) mask {
	k := newMask()
	if avx512 {
		emitMasked(VPCMPUW, in, k, U8(6), b, a)
		return k
	}
	VPMAXUW(b, a, k)
	VPCMPEQW(b, k, k)
	VPANDN(in, k, k)
	return k
}

func whereEqual(a, b Op) mask {
	k := newMask()
	VPCMPEQW(a, b, k)
	return k
}

func whereDifferent(a, b Op) mask {
	if avx512 {
		k := ToK(VPCMPUW, U8(4), a, b)
		return k
	}
	k := whereEqual(a, b)
	VPXOR(full, k, k)
	return k
}

func addMask(k, to mask) {
	if avx512 {
		KORD(k, to, to)
	} else {
		VPOR(k, to, to)
	}
}

// selectByMask stores a in the lanes of k of the register `to`, and b in its other lanes.
func selectByMask(k mask, a, b, to Op) {
	if avx512 {
		VPBLENDMW(a, b, k, to)
	} else {
		VPBLENDVB(k, a, b, to)
	}
}

// replaceByMask stores a in the lanes of k of the register `to`, and keeps its other lanes.
func replaceByMask(k mask, a, to Op) {
	if avx512 {
		VMOVDQU16(a, k, to)
	} else {
		VPBLENDVB(k, a, to, to)
	}
}

func keepLanes(k mask, a Op) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VMOVDQU16_Z(a, k, v)
	} else {
		VPAND(a, k, v)
	}
	return v
}

// increment adds 1 to the lanes of k of the vector `to`. `one` is a vector with a 1 in each lane.
func increment(k mask, to reg.VecVirtual, one reg.VecVirtual) {
	if avx512 {
		VPADDW(one, to, k, to)
	} else {
		VPSUBW(k, to, to)
	}
}

// lanesOf returns the lanes of k, one bit each, in a general register.
func lanesOf(k mask) reg.GPVirtual {
	g := GP64()
	if avx512 {
		KMOVD(k, g.As32())
		return g
	}
	v := k.(reg.VecVirtual)
	high := ToX(VEXTRACTI128, U8(1), v)
	VPACKSSWB(high, v.AsX(), high)
	VPMOVMSKB(high, g.As32())
	return g
}

// lanesOfBoth returns one bit per lane from the masks of the two halves of a row.
func lanesOfBoth(low, high mask) reg.GPVirtual {
	v := ToY(VPACKSSWB, high, low)
	VPERMQ(U8(0b11011000), v, v)
	g := ToLow(VPMOVMSKB, v)
	return g
}

func loadMask(m Mem) mask {
	k := newMask()
	if avx512 {
		KMOVD(m, k)
		return k
	}
	VPBROADCASTW(m, k)
	VPAND(constants["lanes"], k, k)
	VPCMPEQW(constants["lanes"], k, k)
	return k
}

// maskOf returns the mask whose lanes are the bits of g.
func maskOf(g reg.GPVirtual) mask {
	k := newMask()
	if avx512 {
		KMOVD(g.As32(), k)
		return k
	}
	copyVec(broadcast(g), k.(reg.VecVirtual))
	VPAND(constants["lanes"], k, k)
	VPCMPEQW(constants["lanes"], k, k)
	return k
}

func broadcast(g reg.GPVirtual) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VPBROADCASTW(g.As32(), v)
	} else {
		x := ToX(VMOVD, g.As32())
		VPBROADCASTW(x, v)
	}
	return v
}

func countSetBits(x reg.VecVirtual) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VPOPCNTW(x, v)
		return v
	}
	t, table := YMM(), YMM()
	VBROADCASTI128(constants["lengths"], table)
	VPAND(constants["nibbles"], x, v)
	VPSRLW(U8(4), x, t)
	VPAND(constants["nibbles"], t, t)
	VPSHUFB(v, table, v)
	VPSHUFB(t, table, t)
	VPADDB(t, v, v)
	VPSRLW(U8(8), v, t)
	VPADDB(t, v, v)
	VPAND(constants["bytes"], v, v)
	return v
}

// onesShiftedLeft returns, in each lane, the number 0xffff shifted left by n. onesShiftedRight returns 0xffff shifted
// right by n. If n is 16 or more, the result is 0.
func onesShiftedLeft(n reg.VecVirtual) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VPSLLVW(n, full, v)
		return v
	}
	return lookUpByShuffle("shifted", n)
}

func onesShiftedRight(n reg.VecVirtual) reg.VecVirtual {
	v := newVec()
	if avx512 {
		VPSRLVW(n, full, v)
		return v
	}
	return lookUpByShuffle("shiftedBack", n)
}

// lookUpByShuffle returns entry n of the table called `name`, or 0 if n is above 15. A shuffle finds single bytes, so
// the low and the high byte take one shuffle each.
func lookUpByShuffle(name string, n reg.VecVirtual) reg.VecVirtual {
	v, i, t := YMM(), YMM(), YMM()
	VPMINSW(constants["clamp"], n, i)
	VPADDW(constants["ahead"], i, i)
	VBROADCASTI128(constants[name], t)
	VPSHUFB(i, t, v)
	VBROADCASTI128(constants[name].Offset(16), t)
	VPSHUFB(i, t, t)
	VPSLLW(U8(8), t, t)
	VPOR(t, v, v)
	return v
}

// scoresOfLengths returns, in each lane, the score of a cell with n values left.
func (r *routine) scoresOfLengths(n reg.VecVirtual) reg.VecVirtual {
	if avx512 {
		v := loadVec(r.machineField(offBase))
		VPERMW(v, n, v)
		return v
	}
	i := ToY(VPADDW, full, n)
	return lookUpByShuffle("scores", i)
}

// testIfEmpty sets the processor's zero flag if mask k has no lane.
func testIfEmpty(k mask) {
	if avx512 {
		KORTESTD(k, k)
	} else {
		VPTEST(k, k)
	}
}

// eachHalf runs body for each vector of a row: once with AVX-512, twice with AVX2. at(off) is the address of that
// vector in the machine's row at offset off. lanes(off) returns the vector's lanes from the machine's lane set at
// offset off.
func eachHalf(r *routine, body func(at func(off int) Mem, lanes func(off int) reg.GPVirtual)) {
	if avx512 {
		MOVQ(r.machineField(offCells), r.x)
		body(r.machineField, func(off int) reg.GPVirtual {
			g := ToLow(MOVL, r.machineField(off))
			return g
		})
		return
	}
	again := newLabel("half")
	MOVQ(I32(0), r.machineField(offHalf))
	Label(again)
	half := func() reg.GPVirtual {
		h := To64(MOVQ, r.machineField(offHalf))
		return h
	}
	MOVQ(r.machineField(offCells), r.x)
	ADDQ(half(), r.x)
	body(func(off int) Mem { return Mem{Base: r.m, Index: half(), Scale: 1, Disp: off} },
		func(off int) reg.GPVirtual {
			g, h := GP64(), half()
			SHRQ(U8(4), h) // h is now 0 or 2, the byte offset of the half's lanes
			MOVWLZX(Mem{Base: r.m, Index: h, Scale: 1, Disp: off}, g.As32())
			return g
		})
	h := half()
	ADDQ(I8(row/2), h)
	MOVQ(h, r.machineField(offHalf))
	CMPQ(h, I8(row))
	JNE(LabelRef(again))
}

// lookUp looks up x, lane by lane, in table t, which maps sets to sets.
func (r *routine) lookUp(t func(i int) Mem, x reg.VecVirtual) reg.VecVirtual {
	if avx512 {
		return r.lookUpPieces512(t, x, VPORD)
	}
	low, high := YMM(), YMM()
	r.eachNibble(x, func(k int, i reg.VecVirtual) {
		t := t(0).Offset(32 * k)
		if k == 0 {
			VBROADCASTI128(t, low)
			VPSHUFB(i, low, low)
			VBROADCASTI128(t.Offset(16), high)
			VPSHUFB(i, high, high)
			return
		}
		v := ToY(VBROADCASTI128, t)
		VPSHUFB(i, v, v)
		VPOR(v, low, low)
		VBROADCASTI128(t.Offset(16), v)
		VPSHUFB(i, v, v)
		VPOR(v, high, high)
	})
	VPSLLW(U8(8), high, high)
	VPOR(high, low, low)
	return low
}

func (r *routine) lookUpPieces512(t func(i int) Mem, x reg.VecVirtual, join func(...Op)) reg.VecVirtual {
	v, s := ToZ(VPERMW, t(0), x), ZMM()
	for i := 1; i < r.tableRows(); i++ {
		VPSRLW(U8(5*i), x, s)
		VPERMW(t(i), s, s)
		join(s, v, v)
	}
	return v
}

// eachNibble runs body for each group of four bits of x, the lowest first. k is the number of the group, and i is a
// vector of the groups' bits.
func (r *routine) eachNibble(x reg.VecVirtual, body func(k int, i reg.VecVirtual)) {
	n := 3
	if r.wide {
		n = 4
	}
	for k := range n {
		i := YMM()
		if k == 0 {
			VPAND(constants["nibble"], x, i)
		} else {
			VPSRLW(U8(4*k), x, i)
			if k < 3 {
				VPAND(constants["nibble"], i, i)
			}
		}
		body(k, i)
	}
}

// greatestValue returns the greatest value of x, counted from 1, or 0 if x is empty.
func (r *routine) greatestValue(x reg.VecVirtual) reg.VecVirtual {
	t := r.scratchTable(highRows)
	if avx512 {
		return r.lookUpPieces512(t, x, func(o ...Op) { VPMAXUW(o...) })
	}
	v := YMM()
	r.eachNibble(x, func(k int, i reg.VecVirtual) {
		to := v
		if k > 0 {
			to = YMM()
		}
		VBROADCASTI128(t(0).Offset(32*k), to)
		VPSHUFB(i, to, to)
		if k > 0 {
			VPMAXUW(to, v, v)
		}
	})
	return v
}

// tableRows returns the number of 64-byte rows of a lookup table.
func (r *routine) tableRows() int {
	if avx512 && r.wide {
		return 4
	}
	return 2
}

// constants holds, by name, the addresses of the constants that AVX2 routines read from memory.
var constants = make(map[string]Mem)

func defineConstant(name string, bytes func(i int) uint8, n int) {
	m := GLOBL("lanes"+name, RODATA|NOPTR)
	for i := 0; i < n; i += 8 {
		var v uint64
		for k := range 8 {
			v |= uint64(bytes(i+k)) << (8 * k)
		}
		DATA(i, U64(v))
	}
	constants[name] = m
}

func defineConstants() {
	word := func(of func(lane int) uint16) func(int) uint8 {
		return func(i int) uint8 { return uint8(of(i/2) >> (8 * (i & 1))) }
	}
	same := func(v uint16) func(int) uint8 { return word(func(int) uint16 { return v }) }
	// halves returns the bytes of a table of 16 numbers: first all low bytes, then all high bytes.
	halves := func(of func(n int) uint16) func(int) uint8 {
		return func(i int) uint8 { return uint8(of(i&15) >> (i &^ 15 / 2)) }
	}
	defineConstant("ones", same(0xffff), 32)
	defineConstant("nibble", same(0x000f), 32)
	defineConstant("nibbles", same(0x0f0f), 32)
	defineConstant("bytes", same(0x00ff), 32)
	defineConstant("clamp", same(31), 32)
	defineConstant("ahead", same(0x8070), 32) // a lookup by a byte of 0x80 or more returns 0
	defineConstant("lanes", word(func(l int) uint16 { return 1 << (l & 15) }), 32)
	defineConstant("lengths", func(i int) uint8 { return uint8(i&1 + i>>1&1 + i>>2&1 + i>>3&1) }, 16)
	defineConstant("shifted", halves(func(n int) uint16 { return 0xffff << n }), 32)
	defineConstant("shiftedBack", halves(func(n int) uint16 { return 0xffff >> n }), 32)
	defineConstant("scores", halves(func(n int) uint16 {
		if n == 0 {
			return 0
		}
		return uint16(131070 / (n * (n + 1)))
	}), 32)
}

// toVec writes the instruction f, whose destination is a new vector, and returns this vector.
func toVec[F Mnemonic](f F, sources ...Op) reg.VecVirtual { return To(newVec(), f, sources...) }
