package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// ymm implements the operations with AVX2 for 16 lanes of 16 bits, half of a workspace. Logic instructions have two
// inputs, and masks are vectors.
type ymm struct {
	*program
	kept reg.Register // the base address of the masks that unitWhereBivalue stores, in the other half of the cells
}

func (m *ymm) move(from, to Op)     { VMOVDQU(from, to) }
func (m *ymm) and(a, b value) value { return m.appendCommutative(variadicVEX(VPAND), a, b) }
func (m *ymm) or(a, b value) value  { return m.appendCommutative(variadicVEX(VPOR), a, b) }

// variadicVEX converts the instruction f, with two sources, to a function with any number of operands.
func variadicVEX(f func(a, b, dst Op)) func(ops ...Op) {
	return func(ops ...Op) { f(ops[0], ops[1], ops[2]) }
}

// removeFrom returns b &^ a.
func (m *ymm) removeFrom(a, b value) value { return m.appendTwoSource(variadicVEX(VPANDN), a, b) }

func (m *ymm) whereZero(x value) value { return m.appendTwoSource(VPCMPEQW, x, m.constant(0)) }

func (m *ymm) withoutLowestDigit(x value) value { return m.and(m.addWords(x, m.constant(0xFFFF)), x) }

func (m *ymm) or3(a, b, c value) value  { return m.or(m.or(a, b), c) }
func (m *ymm) and3(a, b, c value) value { return m.and(m.and(a, b), c) }
func (m *ymm) exactlyOne(a, b, c value) value {
	odd := m.appendTwoSource(variadicVEX(VPXOR), m.appendTwoSource(variadicVEX(VPXOR), a, b), c)
	return m.removeFrom(m.and3(a, b, c), odd)
}
func (m *ymm) atMostOne(a, b, c value) value {
	return m.appendTwoSource(variadicVEX(VPXOR), m.loneDigits(a, b, c), m.constant(0xFFFF))
}

// loneDigits returns the digits that are in at least two of a, b and c. isa.loneDigits permits this result instead of
// the lone digits, and it takes one operation less.
func (m *ymm) loneDigits(a, b, c value) value { return m.or(m.and(a, b), m.and(m.or(a, b), c)) }
func (m *ymm) loneInBoth(a, b value) value    { return m.or(a, b) }

// hiddenDigits returns the digits that are not hidden singles. It ignores its last argument, `keep`, which narrowCell
// applies.
func (m *ymm) hiddenDigits(box, inLine, amongLines, _ value) value {
	h := m.or(inLine, amongLines)
	if box != none {
		h = m.and(box, h)
	}
	return h
}

func (m *ymm) andNotOr(a, b, c value) value { return m.or(m.removeFrom(b, a), c) }
func (m *ymm) orAnd(a, b, c value) value    { return m.or(m.and(b, c), a) }
func (m *ymm) keepSingles(x value, _ int) value {
	return m.and(m.whereZero(m.withoutLowestDigit(x)), x)
}

func (m *ymm) narrowCell(y, keep, notHidden value) value {
	left := m.and(keep, y)
	found := m.removeFrom(notHidden, left)
	return m.selectByMask(m.whereZero(found), left, found)
}

// selectByMask selects words by the mask all: words of a where the mask is 0xFFFF, and words of b where it is 0.
func (m *ymm) selectByMask(all, a, b value) value {
	write := func(dst reg.Register, x []Op) { VPBLENDVB(x[1], x[2], x[0], dst) }
	return m.appendOp(op{args: []value{b, all, a}, write: write, lastMem: true}, true)
}

func (m *ymm) unitWhereBivalue(x, unit value, p int) value {
	one := m.withoutLowestDigit(x)
	two := m.removeFrom(m.whereZero(one), m.whereZero(m.withoutLowestDigit(one)))
	m.store(two, vecAt(m.kept, p))
	return m.and(two, unit)
}

func (m *ymm) addWhereUnbound(a, more, bound, x value) value {
	return m.addWords(a, m.and(m.whereZero(m.and(bound, x)), more))
}

func (m *ymm) betterKey(best, key value, p int) value {
	return m.appendTwoSource(VPMAXUW, m.and(key, m.load(vecAt(m.kept, p))), best)
}

func (m *ymm) storeEqualLanes(a, b value, offset int) {
	same := m.appendTwoSource(VPCMPEQW, a, b)
	m.appendOp(op{args: []value{same}, write: func(_ reg.Register, args []Op) {
		// These instructions pack 16 words to bytes, and the bytes to bits. VPACKSSWB packs each half of 128 bits
		// separately.
		y := args[0].(reg.VecPhysical)
		VPACKSSWB(y, y, y)
		VPERMQ(U8(0b1000), y, y)
		r := To32(VPMOVMSKB, y.AsX())
		MOVW(r.As16(), Mem{Base: m.base, Disp: offset})
	}}, false)
}

func writeAVX2() {
	writeSingleSearch("sweepAVX2", "chooseAVX2", ymmRegisters[:16], pace{}, func(p *program, masks reg.Register) logic {
		p.folds = true
		return &ymm{program: p, kept: masks}
	}, cursor{from: Mem{Disp: otherHalf}, step: 27 * vecBytes})
	writeLaneMove()
	writeLaneRead()
	writePrefetch()
	writeOctetFunctions()
}

func writeLaneMove() {
	Begin("moveLanes", "(cells, frames *plane, from *uint16, count int, set uint32)",
		"fills each lane l of the set from lane from[l], or from frames' slot from[l]-count.")
	cells, frames, from := Parameter("cells"), Parameter("frames"), Parameter("from")
	count, set := Parameter("count"), Load(Param("set"), GP32())
	to, source, l, framed := GP64(), GP64(), GP64(), GP64()
	words := []reg.GPVirtual{GP32(), GP32(), GP32(), GP32()}
	Label("lane")
	TZCNTL(set, l.As32())
	MOVWLZX(Mem{Base: from, Index: l, Scale: 2}, source.As32())
	MOVQ(source, framed)
	SUBQ(count, framed)
	CMOVQCC(framed, source)
	MOVQ(cells, to)
	CMOVQCC(frames, to)
	LEAQ(Mem{Base: to, Index: source, Scale: 2}, source)
	LEAQ(Mem{Base: cells, Index: l, Scale: 2}, to)
	for i := range 81 {
		w := words[i%len(words)]
		MOVWLZX(Mem{Base: source, Disp: i * vecBytes}, w)
		MOVW(w.As16(), Mem{Base: to, Disp: i * vecBytes})
	}
	BLSRL(set, set)
	JNZ(LabelRef("lane"))
	RET()
}

func writePrefetch() {
	Begin("prefetch", "(puzzles *[81]uint8, results *Result, searches *search)",
		"brings four puzzles, results and searches into the first cache, but for the last line, which is the next four's first.")
	for _, x := range []struct {
		at    string
		bytes int
	}{{"puzzles", 4 * 81}, {"results", 4 * 112}, {"searches", 4 * 32}} {
		at := Load(Param(x.at), GP64())
		for i := 0; i < x.bytes; i += 64 {
			PREFETCHT0(Mem{Base: at, Disp: i})
		}
	}
	RET()
}

func writeLaneRead() {
	Begin("readLane", "(cells *plane, l int, grid *[81]uint8)", "reads the digits of solved lane l.")
	cells, l, grid := Parameter("cells"), Parameter("l"), Parameter("grid")
	LEAQ(Mem{Base: cells, Index: l, Scale: 2}, cells)
	words := []reg.GPVirtual{GP32(), GP32(), GP32(), GP32()}
	for i := range 81 {
		w := words[i%len(words)]
		MOVWLZX(Mem{Base: cells, Disp: i * vecBytes}, w)
		TZCNTL(w, w)
		INCL(w)
		MOVB(w.As8(), Mem{Base: grid, Disp: i})
	}
	RET()
}

// writeLoad32 writes the loader of 32 puzzles. For layout64, wide(c) returns three addresses in the plane that has
// these lanes: of the bytes of cell c, and of its two words for digit 9. If wide is nil, the layout is layoutBytes.
func writeLoad32(prefix string, wide func(c int) (bytes, nine, only Mem)) {
	const pieceCells = 16
	half := AllocLocal(pieceCells * 32) // room for the values after two of the four rounds
	y := ymmRegisters
	f := &loader{prefix: prefix, wide: wide, low: y[0], high: y[1], given: y[2], invalid: y[3], nine: y[4], clash: y[5]}
	if wide == nil {
		f.placed, f.nines = AllocLocal(9*32), AllocLocal(9*32)
	}
	f.to = Parameter("to")
	puzzles := Parameter("puzzles")
	f.beginLoad()
	finish := f.storeOctetCell
	if wide != nil {
		finish = f.storeWideCell
	}
	digits := func(l, c int) Mem { return Mem{Base: puzzles, Disp: 81*l + c} }
	four := [4]reg.Register{y[6], y[7], y[8], y[9]}
	for piece := range 5 {
		c := piece * pieceCells
		for i := range 4 {
			for k, r := range four {
				l := i + 4*k
				VMOVDQU(digits(l, c), xmmOf(r))
				VINSERTI128(U8(1), digits(l+16, c), r, r)
			}
			for k, r := range interleave(four, y[10]) {
				VMOVDQU(r, half.Offset((4*i+k)*32))
			}
		}
		for i := range 4 {
			for k, r := range four {
				VMOVDQU(half.Offset((i+4*k)*32), r)
			}
			for k, r := range interleave(four, y[10]) {
				finish(r, c+4*i+k)
			}
		}
	}
	for l := range 16 {
		VPINSRB(U8(l), digits(l, 80), xmmOf(y[6]), xmmOf(y[6]))
		VPINSRB(U8(l), digits(l+16, 80), xmmOf(y[7]), xmmOf(y[7]))
	}
	VINSERTI128(U8(1), xmmOf(y[7]), y[6], y[6])
	finish(y[6], 80)
	f.clashingLanes()
}

func xmmOf(y reg.Register) reg.Register { return y.(reg.VecPhysical).AsX() }

// interleave does two rounds. Round 1 interleaves in[0] with in[2], and in[1] with in[3]. Round 2 interleaves the two
// low results, and then the two high results.
func interleave(in [4]reg.Register, t reg.Register) [4]reg.Register {
	pair := func(a, b, lo reg.Register) { // pair interleaves a and b: the low halves go to lo, the high halves to b
		VPUNPCKLBW(b, a, lo)
		VPUNPCKHBW(b, a, b)
	}
	pair(in[0], in[2], t)     // the results are in t and in[2]
	pair(in[1], in[3], in[0]) // the results are in in[0] and in[3]
	pair(t, in[0], in[1])     // the results are in in[1] and in[0]
	pair(in[2], in[3], t)     // the results are in t and in[3]
	return [4]reg.Register{in[1], in[0], t, in[3]}
}

// loader holds the registers and addresses of the code that writeLoad32 writes. In the vector `clash`, it collects the
// digits that a box has twice.
type loader struct {
	prefix                                 string
	wide                                   func(c int) (bytes, nine, only Mem)
	to                                     reg.Register
	low, high, given, invalid, nine, clash reg.Register
	placed, nines                          Mem // placed: for each box, the set of its givens from 1 to 8; nines: for each box, minus the number of its nines
}

// addTable returns a table of 16 bytes, written twice, in which entry gives the byte for each digit.
func (f *loader) addTable(name string, entry func(digit int) int) Mem {
	return addDataTable(f.prefix+name, 32, func(i int) int { return entry(i % 16) })
}

// beginLoad loads the tables, and clears clash and the boxes' givens.
func (f *loader) beginLoad() {
	mask := func(d int) int {
		switch {
		case d == 0:
			return 511
		case d <= 9:
			return 1 << (d - 1)
		}
		return 0
	}
	VMOVDQU(f.addTable("Low", mask), f.low)
	VMOVDQU(f.addTable("High", func(d int) int {
		if f.wide != nil { // bit 7 of the byte is set if 9 is not possible in the cell
			return (mask(d)>>8 ^ 1) << 7
		}
		return mask(d) >> 8
	}), f.high)
	VMOVDQU(f.addTable("Givens", func(d int) int { return mask(d) * min(d, 1) }), f.given)
	VMOVDQU(f.addTable("Invalid", func(int) int { return 10 }), f.invalid)
	VMOVDQU(f.addTable("Nine", func(int) int { return 9 }), f.nine)
	VPXOR(f.clash, f.clash, f.clash)
	if f.wide == nil {
		for box := range 9 {
			VMOVDQU(f.clash, f.placed.Offset(box*32))
			VMOVDQU(f.clash, f.nines.Offset(box*32))
		}
	}
}

// storeWideCell stores the vec of cell c for 64 lanes; d has the digits.
func (f *loader) storeWideCell(d reg.Register, c int) {
	a, b := ymmRegisters[14], ymmRegisters[15]
	VPMINUB(f.invalid, d, d)
	VPSHUFB(d, f.given, a)
	bytes, not, only := f.wide(c)
	// Each box of the band has a register, which the first cell of the box initialises.
	seen := func(x, before reg.Register) {
		if c%27/9 == 0 && c%3 == 0 {
			VMOVDQA64(x, before)
			return
		}
		VPTERNLOGD(U8(0xF8), before, x, f.clash) // clash, plus the digits in both before and x
		VPORD(x, before, before)
	}
	seen(a, []reg.Register{reg.Y16, reg.Y17, reg.Y18}[c%9/3])
	VPCMPEQB(f.nine, d, a)
	r := To32(VPMOVMSKB, a)
	MOVL(r, only)
	seen(a, []reg.Register{reg.Y19, reg.Y20, reg.Y21}[c%9/3])
	VPSHUFB(d, f.low, b)
	VMOVDQU(b, bytes)
	VPSHUFB(d, f.high, b)
	VPMOVMSKB(b, r)
	MOVL(r, not)
}

// countGivens adds the givens in d, of cell c, to the givens of its box.
func (f *loader) countGivens(d reg.Register, c int) {
	a, b, t := ymmRegisters[14], ymmRegisters[15], ymmRegisters[13]
	box := c/27*3 + c%9/3
	VPMINUB(f.invalid, d, d)
	VPSHUFB(d, f.given, a)
	VMOVDQU(f.placed.Offset(box*32), b)
	VPAND(a, b, t)
	VPOR(t, f.clash, f.clash)
	VPOR(a, b, b)
	VMOVDQU(b, f.placed.Offset(box*32))
	VPCMPEQB(f.nine, d, a)
	VPADDB(f.nines.Offset(box*32), a, a)
	VMOVDQU(a, f.nines.Offset(box*32))
}

// storeOctetCell stores the vec of cell c for 32 lanes of a byte; d has the digits.
func (f *loader) storeOctetCell(d reg.Register, c int) {
	f.countGivens(d, c)
	a, t := ymmRegisters[14], ymmRegisters[13]
	VPSHUFB(d, f.low, a)
	VMOVDQU(a, Mem{Base: f.to, Disp: c * vecBytes})
	VMOVDQU(f.addTable("Nine"+digitName[c%3], func(d int) int {
		switch d {
		case 0:
			return 1 << (c % 3)
		case 9:
			return 0x11 << (c % 3)
		}
		return 0
	}), t)
	nines := ymmRegisters[11] // the cells of the minirow that can be 9
	if c%3 == 0 {
		VPSHUFB(d, t, nines)
	} else {
		VPSHUFB(d, t, t)
		VPOR(t, nines, nines)
	}
	if c%3 == 2 {
		VMOVDQU(nines, Mem{Base: f.to, Disp: offNine + c/3*vecBytes})
	}
}

// clashingLanes returns the lanes in which a box has a digit twice.
func (f *loader) clashingLanes() {
	y := ymmRegisters
	if f.wide == nil { // a box has at most one nine if its count is -1 or 0
		VPCMPEQB(y[7], y[7], y[7])
		for box := range 9 {
			VPCMPGTB(f.nines.Offset(box*32), y[7], y[8])
			VPOR(y[8], f.clash, f.clash)
		}
	}
	VPXOR(y[8], y[8], y[8])
	VPCMPEQB(y[8], f.clash, f.clash)
	answer := To32(VPMOVMSKB, f.clash)
	NOTL(answer)
	Store(answer, ReturnIndex(0))
	End()
}
