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

type mask = reg.Register

func newVec() reg.VecVirtual { return Pick(ZMM, YMM)() }

func newMask() mask {
	if AVX512 {
		return K()
	}
	return YMM()
}

// toVec writes the instruction f, whose destination is a new vector, and returns this vector. toMask does the same with
// a new mask.

func toVec[F Mnemonic](f F, sources ...Op) reg.VecVirtual { return To(newVec(), f, sources...) }

func toMask[F Mnemonic](f F, sources ...Op) mask { return To(newMask(), f, sources...) }

// or computes b | a. Operands are in the order of Go's assembly, destination last. Only b may be in memory.

func or(b, a, to Op) { Either(VPORD, VPOR)(b, a, to) }

func and(b, a, to Op) { Either(VPANDD, VPAND)(b, a, to) }

// andNot computes b &^ a.
func andNot(b, a, to Op) { Either(VPANDND, VPANDN)(b, a, to) }

func xor(b, a, to Op) { Either(VPXORD, VPXOR)(b, a, to) }

func copyVec(from, to Op) { Either(VMOVDQA64, VMOVDQA)(from, to) }

func loadVec(m Mem) reg.VecVirtual { return toVec(Either(VMOVDQU64, VMOVDQU), m) }

func storeVec(v reg.VecVirtual, m Mem) { Either(VMOVDQU64, VMOVDQU)(v, m) }

// full is a vector of ones, set at the start of each routine. zeroVec computes zeros from it, because avo assumes that
// a register xored with itself is read first.
var full reg.VecVirtual

func zeroVec() reg.VecVirtual { return toVec(xor, full, full) }

func allOnesVec() reg.VecVirtual {
	full = newVec()
	if AVX512 {
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
	if AVX512 {
		VPTERNLOGD(U8(table), c, b, a)
		return
	}
	switch steps, ok := twoSteps[table]; {
	case ok:
		steps[1](ToY(steps[0], c, b), a, a)
	case table == apartFrom:
		t := ToY(VPANDN, c, a)
		VPANDN(a, b, a)
		VPOR(t, a, a)
	case table == carry:
		t, u := YMM(), ToY(VPOR, c, a)
		VPANDN(u, b, u)
		VPAND(c, a, t)
		VPOR(t, u, a)
	default:
		panic("no such function")
	}
}

// combine is like applyTruthTable, but keeps a and returns the result.
func combine(table uint8, a, b, c Op) reg.VecVirtual {
	v := toVec(copyVec, a)
	applyTruthTable(table, v, b, c)
	return v
}

// twoSteps has the truth tables that AVX2 needs two instructions for: the first combines b and c, and the second
// combines the result and a.
var twoSteps = map[uint8][2]func(b, a, to Op){
	orXor: {VPXOR, VPOR}, orAnd: {VPAND, VPOR}, keepElse: {without, without}, or3: {VPOR, VPOR}, and3: {VPAND, VPAND},
	firstThird: {VPANDN, VPAND}, firstTwo: {without, VPAND}, notBoth: {VPAND, without},
}

// without computes a &^ b.
func without(b, a, to Op) { VPANDN(a, b, to) }

// whereCommon returns the lanes where a & b is not 0, and whereDisjoint returns the lanes where it is 0.
func whereCommon(a, b Op) mask { return whereCommonIn(nil, a, b) }

func whereDisjoint(a, b Op) mask { return whereDisjointIn(nil, a, b) }

// whereCommonIn is like whereCommon, and whereDisjointIn is like whereDisjoint, but they consider only the lanes of
// `in`. If `in` is nil, they consider all lanes.
func whereCommonIn(in mask, a, b Op) mask {
	if AVX512 {
		return maskIn(VPTESTMW, in, a, b)
	}
	k := newMask()
	complementIn(in, whereDisjoint(a, b), k)
	return k
}

func whereDisjointIn(in mask, a, b Op) mask {
	if AVX512 {
		return maskIn(VPTESTNMW, in, a, b)
	}
	k := newMask()
	if a != b {
		b = ToY(VPAND, a, b)
	}
	VPCMPEQW(zeroVec(), b, k)
	if in != nil {
		VPAND(in, k, k)
	}
	return k
}

// keepWhereCommon removes from k the lanes where a & b is 0.
func keepWhereCommon(k mask, a, b Op) {
	if AVX512 {
		VPTESTMW(a, b, k, k)
	} else {
		VPANDN(k, whereDisjoint(a, b), k)
	}
}

// complementIn stores in the mask `to` the lanes that k lacks, of those in `in`, or of all lanes if `in` is nil.
func complementIn(in, k, to mask) {
	if in == nil {
		VPXOR(full, k, to)
	} else {
		VPANDN(in, k, to)
	}
}

// maskIn writes an instruction of AVX-512 whose result is a mask. Unless `in` is nil, the mask gets only lanes of `in`.
func maskIn(f func(...Op), in mask, operands ...Op) mask {
	if in != nil {
		operands = append(operands, in)
	}
	return ToK(f, operands...)
}

// whereGreater returns the lanes where a > b, as signed numbers.
func whereGreater(a, b Op) mask {
	if AVX512 {
		return ToK(VPCMPW, U8(6), b, a)
	}
	return ToY(VPCMPGTW, b, a)
}

// whereAtMostIn returns the lanes of `in` where a ≤ b, as signed numbers.
func whereAtMostIn(in mask, a, b Op) mask {
	if AVX512 {
		return maskIn(VPCMPW, in, U8(2), b, a)
	}
	k := whereGreater(a, b)
	complementIn(in, k, k)
	return k
}

// whereAboveIn returns the lanes of `in` where a > b, as unsigned numbers.
func whereAboveIn(in mask, a, b Op) mask {
	if AVX512 {
		return maskIn(VPCMPUW, in, U8(6), b, a)
	}
	k := ToY(VPMAXUW, b, a)
	VPCMPEQW(b, k, k)
	VPANDN(in, k, k)
	return k
}

func whereEqual(a, b Op) mask { return toMask(VPCMPEQW, a, b) }

func whereDifferent(a, b Op) mask {
	if AVX512 {
		return ToK(VPCMPUW, U8(4), a, b)
	}
	k := whereEqual(a, b)
	VPXOR(full, k, k)
	return k
}

func addMask(k, to mask) { Either(KORD, VPOR)(k, to, to) }

// selectByMask stores a in the lanes of k of the register `to`, and b in its other lanes.
func selectByMask(k mask, a, b, to Op) {
	if AVX512 {
		VPBLENDMW(a, b, k, to)
	} else {
		VPBLENDVB(k, a, b, to)
	}
}

// replaceByMask stores a in the lanes of k of the register `to`, and keeps its other lanes.
func replaceByMask(k mask, a, to Op) {
	if AVX512 {
		VMOVDQU16(a, k, to)
	} else {
		VPBLENDVB(k, a, to, to)
	}
}

func keepLanes(k mask, a Op) reg.VecVirtual { return toVec(Either(VMOVDQU16_Z, VPAND), a, k) }

// increment adds 1 to the lanes of k of the vector `to`. `one` is a vector with a 1 in each lane.
func increment(k mask, to reg.VecVirtual, one reg.VecVirtual) {
	if AVX512 {
		VPADDW(one, to, k, to)
	} else {
		VPSUBW(k, to, to)
	}
}

// lanesOf returns the lanes of k, one bit each, in a general register.
func lanesOf(k mask) reg.GPVirtual {
	g := GP64()
	if AVX512 {
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
	if AVX512 {
		return ToK(KMOVD, m)
	}
	return lanesWithBit(ToY(VPBROADCASTW, m))
}

// lanesWithBit returns the lanes l in which bit l of k is set. It changes k to the result.
func lanesWithBit(k mask) mask {
	VPAND(constants["lanes"], k, k)
	VPCMPEQW(constants["lanes"], k, k)
	return k
}

// maskOf returns the mask whose lanes are the bits of g.
func maskOf(g reg.GPVirtual) mask {
	if AVX512 {
		return ToK(KMOVD, g.As32())
	}
	k := ToY(copyVec, broadcast(g))
	return lanesWithBit(k)
}

func broadcast(g reg.GPVirtual) reg.VecVirtual {
	if AVX512 {
		return ToZ(VPBROADCASTW, g.As32())
	}
	v := ToY(VPBROADCASTW, ToX(VMOVD, g.As32()))
	return v
}

func countSetBits(x reg.VecVirtual) reg.VecVirtual {
	if AVX512 {
		return ToZ(VPOPCNTW, x)
	}
	v, t, table := YMM(), YMM(), YMM()
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
	if AVX512 {
		return ToZ(VPSLLVW, n, full)
	}
	return lookUpByShuffle("shifted", n)
}

func onesShiftedRight(n reg.VecVirtual) reg.VecVirtual {
	if AVX512 {
		return ToZ(VPSRLVW, n, full)
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
	if AVX512 {
		v := loadVec(r.machineField(offBase))
		VPERMW(v, n, v)
		return v
	}
	return lookUpByShuffle("scores", ToY(VPADDW, full, n))
}

// testIfEmpty sets the processor's zero flag if mask k has no lane.
func testIfEmpty(k mask) { Either(KORTESTD, VPTEST)(k, k) }

// eachHalf runs body for each vector of a row: once with AVX-512, twice with AVX2. at(off) is the address of that
// vector in the machine's row at offset off. lanes(off) returns the vector's lanes from the machine's lane set at
// offset off.
func eachHalf(r *routine, body func(at func(off int) Mem, lanes func(off int) reg.GPVirtual)) {
	if AVX512 {
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
	if AVX512 {
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
	if AVX512 {
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
	if AVX512 && r.wide {
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
