package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// wide implements the operations with AVX-512 and 64 lanes. Digits 1 to 8 are a byte for each lane; digit 9 is a bit of
// a word. It needs F, BW, VL, BITALG, VBMI, GFNI and BMI1.
//
// The words of the three bands are adjacent, in the order of a band's cells, so digit 9 of three cells takes half a
// register. A sweep propagates digit 9 first. At the end, 9 also loses the places that digits 1 to 8 take.
// docs/LANES.md explains both parts.
type wide struct {
	*zmm
	nines reg.Register // the address of the first cell's word
}

func newWide(p *program, nines reg.Register) *wide { return &wide{&zmm{program: p}, nines} }

// These are offsets of arrays for results on digit 9. One part of a sweep writes the results, and later parts read
// them. Each array has nineBytes bytes of words.
const (
	offNineX  = offNines             // the cells that can be 9 after the bands have been propagated
	offKeep   = offNineX + nineBytes // the cells that locked candidates in the columns keep for 9
	offNot    = offKeep + nineBytes  // the cells in which 9 is not hidden
	offNone   = offNot + nineBytes   // the cells in which no digit of 1 to 8 is hidden
	offSome   = offNone + nineBytes  // the cells that have one of digits 1 to 8
	offStatus = offSome + nineBytes  // 3 entries; the last has the lanes in which 9 has one place in each row
)

// fullWidth is the pace for vectors of 64 bytes. Of 270 paces tried with 32 lanes, this was the best: choose took 0.91
// times as long as in program order. writeWideSweep is faster with wideWidth, whose window is smaller.
var (
	fullWidth = pace{width: 4, window: 20, load: 4, one: 3, several: 8}
	wideWidth = pace{width: 4, window: 12, load: 4, one: 2, several: 8}
)

// nineWordAddress returns the address of cell c's word. If c < 27, the three words from there on belong to cell c and
// to the cells with the same index in the other two bands.
func (m *wide) nineWordAddress(offset, c int) Mem {
	return Mem{Base: m.nines, Disp: offset + nineOffset(c)}
}

func nineOffset(c int) int { return (c/9%3*9+c%9)*32 + c/27*8 }

func (m *wide) keepSingles(x value, i int) value {
	return m.appendOp(op{args: []value{x, m.constant(0xFFFF)}, separate: true, write: func(dst reg.Register, args []Op) {
		k, k2 := m.nextMaskRegister(), m.nextMaskRegister()
		KMOVQ(m.nineWordAddress(offNine, i), k)
		VPADDB(args[1], args[0], dst)
		VPTESTNMB(args[0], dst, k, k2)
		VMOVDQU8_Z(args[0], k2, dst)
	}}, true)
}

func (m *wide) narrowCell(y, keep, forced value) value {
	return m.narrowCellBy(VPTESTMB, VPBLENDMB, y, keep, forced)
}

func storeMask(k reg.Register, to Mem) {
	r := To64(KMOVQ, k)
	MOVQ(r, to)
}

func (m *wide) storeNarrowed(y, keep, forced value, i int, to Mem, alive, changed *value) {
	c := i/3*9 + i%3
	z := m.appendOp(op{args: []value{y, keep, forced}, separate: true, write: func(dst reg.Register, args []Op) {
		k, k2, k3 := m.nextMaskRegister(), m.nextMaskRegister(), m.nextMaskRegister()
		KMOVQ(m.nineWordAddress(offNot, c), k)
		VPTESTNMB(args[2], args[0], k, k2)
		VPBLENDMB(args[1], args[2], k2, dst)
		VPANDD(args[0], dst, dst)
		storeMask(k2, m.nineWordAddress(offNone, c))
		VPTESTMB(dst, dst, k3)
		storeMask(k3, m.nineWordAddress(offSome, c))
	}}, true)
	*changed = m.applyTruthTable(0xF6, *changed, m.load(to), z)
	m.store(z, to)
}

// applyBitFunction applies f to the bits of a, b and c. Each bit of the result is f of the three bits in its place.
func (m *wide) applyBitFunction(f func(a, b, c bool) bool, a, b, c value) value {
	t := uint8(0)
	for i := range 8 {
		if f(i&4 != 0, i&2 != 0, i&1 != 0) {
			t |= 1 << i
		}
	}
	return m.applyTruthTable(t, a, b, c)
}

// rotateBands rotates the words of a, so that each band gets the word of the band n places later.
func (m *wide) rotateBands(n int, a value) value {
	order := [3]uint8{0, 1 | 2<<2 | 0<<4, 2 | 0<<2 | 1<<4}[n] | 3<<6
	return m.appendOp(op{args: []value{a}, lastMem: true, write: func(dst reg.Register, x []Op) { VPERMQ(U8(order), x[0], dst) }}, true)
}

func nand(a, b, _ bool) bool { return !(a && b) }

// propagateNineInBands is like propagateBand, for digit 9 in all three bands at once.
func propagateNineInBands(p *program) {
	m := p.isa.(*wide)
	m.lower = true
	var x [27]value
	var unions [3][3]value // the places of 9 in each minirow, by row and box
	for b := range 3 {
		cell := func(i int) int { return i/3*9 + b*3 + i%3 }
		var s [9]value
		for i := range s {
			s[i] = m.load(m.nineWordAddress(offOnly, cell(i)))
		}
		placed := m.or3(m.or3(s[0], s[1], s[2]), m.or3(s[3], s[4], s[5]), m.or3(s[6], s[7], s[8]))
		for i := range s {
			without := func(not, gone, here bool) bool { return !not && !gone || here }
			x[cell(i)] = m.applyBitFunction(without, m.load(m.nineWordAddress(offNine, cell(i))), placed, s[i])
		}
		for r := range 3 {
			i := r*9 + b*3
			unions[r][b] = m.or3(x[i], x[i+1], x[i+2])
		}
	}
	full := none
	eachCellOfBand(m, &x, &unions, &full, func(i int, keep, _ value) {
		m.store(m.and(x[i], keep), m.nineWordAddress(offNineX, i))
	})
	m.store(full, m.nineWordAddress(offStatus, 2))
}

// propagateNineInStack is like propagateStack, for digit 9. The three boxes of a stack are in the words of the three
// bands, which rotateBands rotates.
func propagateNineInStack(p *program) {
	m := p.isa.(*wide)
	m.lower = true
	var y [9]value
	var u [3][3]value // u[k][n] is minicolumn k of the box n bands later
	for i := range y {
		y[i] = m.load(m.nineWordAddress(offNineX, i/3*9+i%3))
	}
	for k := range 3 {
		u[k][0] = m.or3(y[k], y[k+3], y[k+6])
		u[k][1], u[k][2] = m.rotateBands(1, u[k][0]), m.rotateBands(2, u[k][0])
	}
	var a [3]value
	for k := range 3 {
		v, w := u[(k+1)%3], u[(k+2)%3]
		a[k] = m.and(u[k][0], m.orAnd(m.and(v[1], w[2]), v[2], w[1]))
	}
	var inRow [3]value
	for r := range 3 {
		inRow[r] = m.or3(y[3*r], y[3*r+1], y[3*r+2])
	}
	inBox := m.and(m.exactlyOne(a[0], a[1], a[2]), m.exactlyOne(inRow[0], inRow[1], inRow[2]))
	for k := range 3 {
		m.store(a[k], m.nineWordAddress(offKeep, k))
		one := m.exactlyOne(a[k], m.rotateBands(1, a[k]), m.rotateBands(2, a[k]))
		e := m.exactlyOne(y[k], y[k+3], y[k+6])
		hidden := m.and(m.orAnd(inBox, e, one), a[k])
		for r := range 3 {
			m.store(m.applyBitFunction(nand, y[3*r+k], hidden, hidden), m.nineWordAddress(offNot, r*9+k))
		}
	}
}

func writeWideSweep(b reg.GPVirtual) {
	scratch, at, between, end, nines := GP64(), GP64(), GP64(), GP64(), GP64()
	newLogic := func(p *program) logic { return newWide(p, nines) }
	l := &looped{b: b, scratch: scratch, end: end, kept: 11, registers: zmmRegisters, newLogic: newLogic}
	LEAQ(Mem{Base: b, Disp: offScratch}, scratch)
	const full, changed = 9, 10 // the vecs after the nine vecs of the columns
	MOVQ(b, nines)
	l.writeProgram(at, func(p *program) {
		l.clearKeptVecs(p, full)
		propagateNineInBands(p)
	})
	MOVQ(b, nines)
	Label("nines")
	l.writeProgram(at, propagateNineInStack)
	ADDQ(I32(96), nines)
	LEAQ(Mem{Base: b, Disp: 288}, l.end)
	CMPQ(nines, l.end)
	JNE(LabelRef("nines"))

	l.pace = wideWidth
	loop := func(label string, first, step, words int, body func(*program)) {
		cursors := []cursor{
			{at, Mem{Base: b, Disp: offCell + first*vecBytes}, step * vecBytes},
			{between, Mem{Base: b, Disp: offBetween + first*vecBytes}, step * vecBytes},
		}
		l.writeLoopStart(cursors)
		MOVQ(b, nines)
		l.writeBodyAndJump(label, append(cursors, cursor{nines, Mem{}, words}), body)
	}
	const middleOfBand = 13
	loop("bands", middleOfBand, 27, 8, func(p *program) {
		f := p.load(l.keptVec(full))
		propagateBand(p, func(i int) Mem { return vecAt(at, i-middleOfBand) }, func(i int) Mem { return vecAt(between, i-middleOfBand) }, l.keptVec, &f)
		p.store(f, l.keptVec(full))
	})
	loop("stacks", middle, 3, 96, func(p *program) {
		c, alive := p.load(l.keptVec(changed)), none
		propagateStack(p, func(i int) Mem { return stackAt(between, i) }, func(i int) Mem { return stackAt(at, i) }, &alive, &c)
		p.store(c, l.keptVec(changed))
	})
	l.pace = pace{}
	MOVQ(b, nines)
	l.writeProgram(at, func(p *program) {
		m := p.isa.(*wide)
		m.lower = true
		alive, changed9 := none, none
		for i := range 27 {
			taken := func(a, n, not bool) bool { return a && n || !not }
			t := m.applyBitFunction(taken, m.load(m.nineWordAddress(offKeep, i%9)), m.load(m.nineWordAddress(offNone, i)), m.load(m.nineWordAddress(offNot, i)))
			not := m.applyBitFunction(nand, m.load(m.nineWordAddress(offNineX, i)), t, t)
			some, old := m.load(m.nineWordAddress(offSome, i)), m.load(m.nineWordAddress(offNine, i))
			only := m.applyBitFunction(func(not, some, _ bool) bool { return !not && !some }, not, some, some)
			if i == 0 {
				alive = m.applyBitFunction(func(not, some, _ bool) bool { return !not || some }, not, some, some)
				changed9 = m.applyBitFunction(func(a, b, _ bool) bool { return a != b }, not, old, old)
			} else {
				alive = m.applyBitFunction(func(a, not, some bool) bool { return a && (!not || some) }, alive, not, some)
				changed9 = m.applyBitFunction(func(c, a, b bool) bool { return c || a != b }, changed9, not, old)
			}
			m.store(not, m.nineWordAddress(offNine, i))
			m.store(only, m.nineWordAddress(offOnly, i))
		}
		// So far, each word is about one band. Whether a lane is full, dead or unchanged depends on its three bands
		// together.
		f := m.load(m.nineWordAddress(offStatus, 2))
		f = m.and3(f, m.rotateBands(1, f), m.rotateBands(2, f))
		dead := m.applyBitFunction(func(a, b, c bool) bool { return !(a && b && c) }, alive, m.rotateBands(1, alive), m.rotateBands(2, alive))
		still := m.applyBitFunction(func(a, b, c bool) bool { return !(a || b || c) }, changed9, m.rotateBands(1, changed9), m.rotateBands(2, changed9))
		word := func(v value, at Mem) {
			m.appendOp(op{args: []value{v}, write: func(_ reg.Register, x []Op) { VMOVQ(x[0].(reg.VecPhysical).AsX(), at) }}, false)
		}
		word(dead, Mem{Base: b, Disp: offDead})
		word(still, Mem{Base: b, Disp: offStill})
		word(f, Mem{Base: b, Disp: offFull})
		// status clears, in the word at address at, the bits of the lanes in which x differs from c.
		status := func(x, c value, at Mem) {
			m.appendOp(op{args: []value{x, c}, lastMem: true, write: func(_ reg.Register, x []Op) {
				k, r := m.nextMaskRegister(), GP64()
				VPCMPEQB(x[1], x[0], k)
				KMOVQ(k, r)
				ANDQ(r, at)
			}}, false)
		}
		m.lower = false
		status(m.load(l.keptVec(changed)), m.constant(0), Mem{Base: b, Disp: offStill})
		status(m.load(l.keptVec(full)), m.constant(0xFFFF), Mem{Base: b, Disp: offFull})
	})
}

// unitWhereBivalue returns `unit` in the lanes where cell p has two digits, and 0 in the other lanes. x holds the
// digits 1 to 8 of the cell. unitWhereBivalue also saves the set of lanes with two digits, as a mask that betterKey
// reads.
func (m *wide) unitWhereBivalue(x, unit value, p int) value {
	args := []value{x, unit, m.constant(0x0202), m.constant(0x0101)}
	return m.appendOp(op{args: args, separate: true, write: func(dst reg.Register, args []Op) {
		k, k2 := m.nextMaskRegister(), m.nextMaskRegister()
		KMOVQ(m.nineWordAddress(offNine, p), k)
		VPBLENDMB(args[2], args[3], k, dst)
		// Z31 is reserved for this count.
		VPOPCNTB(args[0], reg.Z31)
		VPCMPEQB(reg.Z31, dst, k2)
		KMOVQ(k2, m.savedMaskAt(p))
		VMOVDQU8_Z(args[1], k2, dst)
	}}, true)
}

func (m *wide) savedMaskAt(p int) Mem { return Mem{Base: m.base, Disp: offMask + 8*p} }

// addWhereUnboundWithNine returns a + `more` in the lanes where no digit of cell p, including 9, is bound. It returns a
// in the other lanes. x holds the digits 1 to 8 of the cell.
func (m *wide) addWhereUnboundWithNine(a, more, bound, x value, p int) value {
	args := []value{a, more, bound, x}
	return m.appendOp(op{args: args, lastMem: true, separate: true, write: func(dst reg.Register, args []Op) {
		k, k2 := m.nextMaskRegister(), m.nextMaskRegister()
		KMOVQ(m.nineWordAddress(offNot, p), k)
		VPTESTNMB(args[3], args[2], k, k2)
		VMOVDQA64(args[0], dst)
		VPADDB(args[1], dst, k2, dst)
	}}, true)
}

func (m *wide) betterKey(best, key value, p int) value {
	return m.betterKeyBy(KMOVQ, VPMAXUB, best, key, m.savedMaskAt(p))
}

func (m *wide) add8(a, b value) value { return m.appendTwoSource(VPADDB, a, b) }

// writeNineBound writes the cells in which 9 is not bound: 9 is not possible, or it has places in several minirows of
// the row and several minicolumns of the column.
func writeNineBound(p *program) {
	m := p.isa.(*wide)
	m.lower = true
	x := func(i int) value { return m.load(m.nineWordAddress(offNine, i)) }
	nand3 := func(a, b, c bool) bool { return !(a && b && c) }
	var rows [3]value
	for r := range 3 {
		var u [3]value
		for b := range 3 {
			i := r*9 + b*3
			u[b] = m.applyBitFunction(nand3, x(i), x(i+1), x(i+2))
		}
		rows[r] = m.atMostOne(u[0], u[1], u[2])
	}
	for c := range 9 {
		u := m.applyBitFunction(nand3, x(c), x(c+9), x(c+18))
		column := m.atMostOne(u, m.rotateBands(1, u), m.rotateBands(2, u))
		for r := range 3 {
			free := func(not, row, column bool) bool { return not || !row && !column }
			m.store(m.applyBitFunction(free, x(r*9+c), rows[r], column), m.nineWordAddress(offNot, r*9+c))
		}
	}
}

// writeWideChoose is like looped.writeChoose, with keys of a byte, each for the best of three cells. Bit 7 means that both
// digits have places in several minirows of the row and several minicolumns of the column. Bits 2–6 are the number of
// bivalue cells in the houses. Bits 0–1 are the index among the three cells, counted from the last. It writes the cell
// and its key, or the key 0 in lanes without bivalue cells.
func writeWideChoose(p *program) {
	m := p.isa.(*wide)
	cell := func(i int) value { return p.load(p.vecAddress(offCell, i)) }
	unit := m.constant(0x0404)
	var inColumn, inRow, boundRow, boundColumn [9]value
	for c := range inColumn {
		if inColumn[c] = none; c%3 < 2 {
			inColumn[c] = m.constant(uint16(2-c%3) * 0x0101)
		}
	}
	inBox := [3][3]value{{none, none, none}, {none, none, none}, {none, none, none}}
	for b := range 3 {
		countBivalueCells(m, func(i int) value { return cell(27*b + i) }, func(x value, i int) value { return m.unitWhereBivalue(x, unit, 27*b+i) }, m.add8,
			inColumn[:], &inBox[b], func(int) value { return none }, func(r int, n value, u [3]value) {
				inRow[3*b+r], boundRow[3*b+r] = n, m.atMostOne(u[0], u[1], u[2])
			})
	}
	for c := range 9 {
		boundColumn[c] = boundInColumn(m, m.atMostOne, func(r int) value { return cell(9*r + c) })
	}
	best, place := m.constant(0), m.constant(0)
	for r := 8; r >= 0; r-- {
		for b := 2; b >= 0; b-- {
			here := m.constant(0)
			for k := range 3 {
				i, c := r*9+b*3+k, b*3+k
				bound := m.or(boundRow[r], boundColumn[c])
				here = m.betterKey(here, m.addWhereUnboundWithNine(inColumn[c], m.constant(0x8080), bound, cell(i), i), i)
			}
			// In lanes where the key `here` is not 0, the counts of the row and of the box are added to this key.
			houses := m.add8(inRow[r], inBox[r/3][b])
			here = p.appendOp(op{args: []value{here, houses}, clobbers: true, write: func(dst reg.Register, x []Op) {
				k := m.nextMaskRegister()
				VPTESTMB(x[0], x[0], k)
				VPADDB(x[1], x[0], k, dst)
			}}, true)
			any := m.or(here, m.constant(0x0303))
			// where returns b in the lanes where the key `here` is at least as good as the key `best`, and a in the
			// other lanes. Of equally good cells, the one visited last wins; it is the first in the grid.
			where := func(a, b value) value {
				return p.appendOp(op{args: []value{a, any, best, b}, lastMem: true, clobbers: true, write: func(dst reg.Register, x []Op) {
					k := m.nextMaskRegister()
					VPCMPUB(U8(2), x[1], x[2], k)
					VMOVDQU8(x[3], k, dst)
				}}, true)
			}
			place, best = where(place, m.constant(uint16(r*9+b*3+2)*0x0101)), where(best, here)
		}
	}
	p.store(best, p.vecAddress(offScore, 0))
	p.store(m.appendTwoSource(VPSUBB, place, m.and(best, m.constant(0x0303))), p.vecAddress(offKey, 0))
}

// writeWideSkew replaces the choice of writeWideChoose by the first skew pair, if there is one. The pair is in the
// first box that has such a pair, and its digit is the lowest of 1 to 8 whose two places in the box share no row or
// column. The chosen cell is the first of these places.
func writeWideSkew(p *program) {
	m := p.isa.(*wide)
	digit, score, key := m.constant(0), p.load(p.vecAddress(offScore, 0)), p.load(p.vecAddress(offKey, 0))
	two := func(a, b, c bool) bool { return !(a && b && c) && (a && b || a && c || b && c) }
	several := func(a, b, c bool) bool { return a && b || a && c || b && c }
	for box := 8; box >= 0; box-- {
		corner := box/3*27 + box%3*3
		x := func(r, k int) value { return p.load(p.vecAddress(offCell, corner+9*r+k)) }
		var u [3]value
		twice := none
		for i := range 3 {
			u[i] = m.or3(x(i, 0), x(i, 1), x(i, 2))
			s := m.applyBitFunction(several, x(i, 0), x(i, 1), x(i, 2))
			t := m.applyBitFunction(several, x(0, i), x(1, i), x(2, i))
			if twice == none {
				twice = m.or(s, t)
			} else {
				twice = m.or3(twice, s, t)
			}
		}
		d := m.appendTwoSource(VPANDND, twice, m.applyBitFunction(two, u[0], u[1], u[2]))
		low := m.and(d, m.appendTwoSource(VPSUBB, m.constant(0), d))
		args := []value{low, u[0], x(0, 0), x(1, 0), x(0, 1), x(1, 1)}
		for _, v := range []int{corner + 2, corner + 11, 0xFF, 0xFE} {
			args = append(args, m.constant(uint16(v)*0x0101))
		}
		place := p.appendOp(op{args: args, separate: true, write: func(dst reg.Register, a []Op) {
			above, here := m.nextMaskRegister(), [2]reg.Register{m.nextMaskRegister(), m.nextMaskRegister()}
			VPTESTMB(a[1], a[0], above)
			for k := range here {
				VPBLENDMB(a[2+2*k], a[3+2*k], above, dst)
				VPTESTMB(a[0], dst, here[k])
			}
			VPBLENDMB(a[6], a[7], above, dst)
			VPADDB(a[9], dst, here[0], dst)
			VPADDB(a[8], dst, here[1], dst)
		}}, true)
		// where returns a in lanes in which d is 0, and b in the other lanes.
		where := func(a, b value) value {
			return p.appendOp(op{args: []value{a, d, b}, lastMem: true, clobbers: true, write: func(dst reg.Register, x []Op) {
				k := m.nextMaskRegister()
				VPTESTMB(x[1], x[1], k)
				VMOVDQU8(x[2], k, dst)
			}}, true)
		}
		digit, key = where(digit, low), where(key, place)
	}
	p.store(digit, p.vecAddress(offDigit, 0))
	p.store(m.or(score, digit), p.vecAddress(offScore, 0))
	p.store(key, p.vecAddress(offKey, 0))
}

// writeWideGuess is like writeOctetGuess, for 64 lanes. Sets of lanes are masks.
func writeWideGuess() {
	Begin("guessAVX512", "(w *workspace)", "guesses cells of some lanes.")
	w := Parameter("w")
	at := To64(MOVQ, w)
	nines := To64(MOVQ, w)
	end := To64(LEAQ, Mem{Base: w, Disp: 81 * vecBytes})
	minus, one, most, key := reg.Z0, reg.Z1, reg.Z2, reg.Z3
	before, last := reg.Z29, reg.Z30 // the keys of the two earlier bands
	VMOVDQU64(constantVec(0xFFFF), minus)
	VMOVDQU64(constantVec(0x0101), one)
	VPXORQ(most, most, most)
	left, here := reg.K0, reg.K1
	nine, two := reg.K2, reg.K3
	served := reg.K7
	KMOVQ(Mem{Base: w, Disp: offServed}, served)
	free := [3]reg.Register{reg.K4, reg.K5, reg.K6}
	for _, k := range free {
		KMOVQ(served, k)
	}
	Label("bands")
	VMOVDQA64(last, before)
	VMOVDQA64(key, last)
	VPXORQ(key, key, key)
	KMOVQ(served, left)
	for s := range 3 {
		KANDQ(left, free[s], here)
		for i := range 9 {
			place := 3*s + i/3*9 + i%3
			t := zmmRegisters[4+5*(i%5):]
			x, count, lower, path, number := t[0], t[1], t[2], t[3], t[4]
			cell, onPath := Mem{Base: at, Disp: place * vecBytes}, Mem{Base: at, Disp: offPath + place*vecBytes}
			VMOVDQU64(cell, x)
			KMOVQ(Mem{Base: nines, Disp: offNine + 32*place}, nine) // the lanes in which the cell cannot be 9
			VPOPCNTB(x, count)                                      // the number of candidates from 1 to 9, minus 1
			VPADDB(minus, count, nine, count)
			VPMAXSB(count, most, most)
			VPADDB(minus, x, lower)
			VPANDND(x, lower, lower)
			VPCMPEQB(one, count, two)
			KANDQ(two, here, nine)
			KANDNQ(here, two, here)
			VMOVDQU64(constantVec(uint16(place+1)*0x0101), number) // a whole vector is loaded, because a masked load would be slow
			VMOVDQU8(number, nine, key)
			VMOVDQU8(lower, nine, x)
			VMOVDQU64(x, cell)
			VMOVDQU64(onPath, path)
			VMOVDQU8(x, served, path)
			VMOVDQU64(path, onPath)
			storeMask(nine, Mem{Base: nines, Disp: offNineX + 32*place})
		}
		KANDQ(left, free[s], two)
		KANDNQ(two, here, two) // the lanes that guess a cell now
		KANDNQ(left, two, left)
		KANDNQ(free[s], two, free[s])
	}
	ADDQ(I32(27*vecBytes), at)
	ADDQ(I32(8), nines)
	CMPQ(at, end)
	JNE(LabelRef("bands"))
	// A guessed cell keeps a digit below 9, so it loses 9. In the lanes that offServed lists, the words are copied to
	// the path.
	some := reg.Y28
	VPBROADCASTQ(Mem{Base: w, Disp: offServed}, some)
	for i := range 54 {
		words, at := zmmRegisters[4+i%8].(reg.VecPhysical).AsY(), Mem{Base: w, Disp: offNine + 32*i}
		VMOVDQU(at, words)
		if i < 27 {
			VPOR(Mem{Base: w, Disp: offNineX + 32*i}, words, words)
			VMOVDQU(words, at)
		}
		VPTERNLOGQ(U8(0xE2), at.Offset(offPath), some, words)
		VMOVDQU(words, at.Offset(offPath))
	}
	// The bytes of three keys and the fourth byte of a level are interleaved; see guessLevel.
	what := reg.Z4
	VPXORQ(what, what, what)
	for b, k := range []reg.Register{before, last, key} {
		VPTESTMB(k, k, two)
		VPADDB(constantVec(uint16(8|1<<b)*0x0101), what, two, what)
	}
	for i, unpack := range []func(...Op){VPUNPCKLBW, VPUNPCKHBW} { // for the low and the high half of each 16 bytes
		half := zmmRegisters[5+i]
		unpack(last, before, half)
		unpack(what, key, reg.Z7)
		for j, f := range []func(...Op){VPUNPCKLWD, VPUNPCKHWD} {
			f(reg.Z7, half, reg.Z8)
			VMOVDQU64(reg.Z8, Mem{Base: w, Disp: offPicked + (2*i+j)*vecBytes})
		}
	}
	VPCMPB(U8(2), one, most, two)
	KMOVQ(two, Mem{Base: w, Disp: offPairs})
	End()
}

func writeWideRestore() {
	Begin("restoreAVX512", "(w *workspace)", "fills some lanes from the path.")
	b := Parameter("w")
	some := Mem{Base: b, Disp: offServed}
	KMOVQ(some, reg.K1)
	VPBROADCASTQ(some, reg.Z0)
	at := To64(MOVQ, b)
	Repeat("vecs", 9, func() {
		for i := range 9 {
			x := zmmRegisters[1+i]
			VMOVDQU64(Mem{Base: at, Disp: i * vecBytes}, x)
			// Whole vectors are loaded, because masked loads would be slow.
			VMOVDQU64(Mem{Base: at, Disp: offPath + i*vecBytes}, zmmRegisters[16+i])
			VMOVDQU8(zmmRegisters[16+i], reg.K1, x)
			VMOVDQU64(x, Mem{Base: at, Disp: i * vecBytes})
		}
		for i := range 3 { // for the 27 vecs of words
			x, words := zmmRegisters[10+i], Mem{Base: b, Disp: offNine + i*vecBytes}
			VMOVDQU64(words, x)
			VPXORQ(Mem{Base: b, Disp: offPathNine + i*vecBytes}, x, zmmRegisters[13+i])
			// x becomes x in lanes that are not served, and the value of the path in others.
			VPTERNLOGQ(U8(0x78), zmmRegisters[13+i], reg.Z0, x)
			VMOVDQU64(x, words)
		}
		ADDQ(I32(9*vecBytes), at)
		ADDQ(I32(3*vecBytes), b)
	})
	End()
}

// writeWideMove writes a function that moves lanes by one permutation of bytes for each vec. The words of digit 9 move
// in the same way: transposing 8×8 bits turns eight words into a vec with a byte for each lane, and back. If begin is
// set, the function fills the path of a workspace and restores the cells from the path.
func writeWideMove(begin bool) {
	cells := beginMove("AVX512", 64, begin)
	if begin {
		ADDQ(I32(offPath), cells)
	}
	frames, from, set := Parameter("frames"), Parameter("from"), Parameter("set")
	order, reversed, moved := reg.Z0, reg.Z26, reg.Z27
	units, apart, together := reg.Z28, reg.Z29, reg.Z30
	for i := range 2 { // words become bytes
		VMOVDQU64(Mem{Base: from, Disp: 64 * i}, reg.Z1)
		VPMOVWB(reg.Z1, reg.Y2)
		VINSERTI64X4(U8(i), reg.Y2, order, order)
	}
	KMOVQ(set, reg.K1)
	VPBROADCASTQ(set, moved)
	served := reg.Z25
	if begin {
		some := Mem{Base: cells, Disp: offServed - offPath}
		KMOVQ(some, reg.K2)
		VPBROADCASTQ(some, served)
	}
	VMOVDQU64(addDataTable("wideReverse", 64, func(i int) int { return i ^ 7 }), reg.Z1)
	VPERMB(order, reg.Z1, reversed)
	VMOVDQU64(addDataTable("wideUnits", 64, func(i int) int { return 1 << (i % 8) }), units)
	VMOVDQU64(addDataTable("wideApart", 64, func(i int) int { return (7-i%8)*8 + i/8 }), apart)
	VMOVDQU64(addDataTable("wideTogether", 64, func(i int) int { return i%8*8 + i/8 }), together)
	words, source := To64(LEAQ, Mem{Base: cells, Disp: offNine}), To64(LEAQ, Mem{Base: frames, Disp: offNine})
	Repeat("vecs", 9, func() {
		for i := range 9 {
			x := zmmRegisters[1+i]
			VMOVDQU64(Mem{Base: cells, Disp: i * vecBytes}, x)
			VPERMT2B(Mem{Base: frames, Disp: i * vecBytes}, order, reg.K1, x)
			VMOVDQU64(x, Mem{Base: cells, Disp: i * vecBytes})
			if begin {
				y, at := zmmRegisters[10+i], Mem{Base: cells, Disp: i*vecBytes - offPath}
				VMOVDQU64(at, y)
				VMOVDQU8(x, reg.K2, y)
				VMOVDQU64(y, at)
			}
		}
		for i := range 3 { // for the 27 vecs of words
			x, y, old := zmmRegisters[10+i], zmmRegisters[13+i], zmmRegisters[16+i]
			at := Mem{Base: words, Disp: i * vecBytes}
			VMOVDQU64(at, old)
			VPERMB(old, apart, x)
			VGF2P8AFFINEQB(U8(0), x, units, x)
			VPERMB(Mem{Base: source, Disp: i * vecBytes}, apart, y)
			VGF2P8AFFINEQB(U8(0), y, units, y)
			VPERMT2B(y, reversed, x)
			VGF2P8AFFINEQB(U8(0), x, units, x)
			VPERMB(x, together, x)
			VPTERNLOGQ(U8(0xE2), old, moved, x) // x in lanes that are moved, the old value in others
			VMOVDQU64(x, at)
			if begin {
				at := Mem{Base: words, Disp: i*vecBytes - offPath}
				VPTERNLOGQ(U8(0xE2), at, served, x)
				VMOVDQU64(x, at)
			}
		}
		ADDQ(I32(9*vecBytes), cells)
		ADDQ(I32(9*vecBytes), frames)
		ADDQ(I32(3*vecBytes), words)
		ADDQ(I32(3*vecBytes), source)
	})
	End()
}

func writeWideRead() {
	Begin("readAVX512", "(cells *plane, l int, grid *[81]uint8)", "reads the digits of solved lane l.")
	cells, l, grid := Parameter("cells"), Parameter("l"), Parameter("grid")
	ADDQ(l, cells)
	minusOne := XMM()
	VPCMPEQB(minusOne, minusOne, minusOne)
	for i := 0; i < 80; i += 16 {
		x := XMM()
		VPXOR(x, x, x)
		for k := range 16 {
			VPINSRB(U8(k), Mem{Base: cells, Disp: (i + k) * vecBytes}, x, x)
		}
		toDigits(x, minusOne)
		VMOVDQU(x, Mem{Base: grid, Disp: i})
	}
	last := To32(MOVBLZX, Mem{Base: cells, Disp: 80 * vecBytes})
	ORL(I32(1<<8), last)
	TZCNTL(last, last)
	INCL(last)
	MOVB(last.As8(), Mem{Base: grid, Disp: 80})
	RET()
}

// toDigits replaces each byte of x, the candidate of a solved cell, by the digit: 1 plus the number of bits below the
// candidate, or 9 if the byte is 0.
func toDigits(x, minusOne Op) {
	VPADDB(minusOne, x, x)
	VPOPCNTB(x, x)
	VPSUBB(minusOne, x, x)
}

// writeWideReadMany writes a function that transposes bytes. Four masked permutations fill a register with one double
// word for each of 16 lanes: the bytes of four cells. Unpacking four such registers puts 16 cells of a lane together.
func writeWideReadMany() {
	Begin("readManyAVX512", "(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)",
		"reads the digits of 16 solved lanes, a grid each in pieces of 16 cells and the last one.")
	cells, lanes, grids := Parameter("cells"), Parameter("lanes"), Parameter("grids")
	which, minusOne, spread := reg.Z31, reg.Z30, reg.Z29
	VBROADCASTI32X4(Mem{Base: lanes}, which)
	VMOVDQU64(addDataTable("wideSpread", 64, func(i int) int { return i/4%4*4 + i/16 }), spread)
	VPERMB(which, spread, spread)
	VPTERNLOGD(U8(0xFF), minusOne, minusOne, minusOne)
	ks := []reg.Register{nil, reg.K1, reg.K2, reg.K3}
	for k := 1; k < 4; k++ {
		r := To64(MOVQ, U64(0x1111111111111111<<k))
		KMOVQ(r, ks[k])
	}
	z := zmmRegisters
	Repeat("cells", 5, func() {
		for i := range 4 {
			VPERMB(Mem{Base: cells, Disp: 4 * i * vecBytes}, spread, z[i])
		}
		for k := 1; k < 4; k++ {
			for i := range 4 {
				VPERMB(Mem{Base: cells, Disp: (4*i + k) * vecBytes}, spread, ks[k], z[i])
			}
		}
		VPUNPCKLDQ(z[1], z[0], z[4])
		VPUNPCKHDQ(z[1], z[0], z[5])
		VPUNPCKLDQ(z[3], z[2], z[6])
		VPUNPCKHDQ(z[3], z[2], z[7])
		VPUNPCKLQDQ(z[6], z[4], z[0])
		VPUNPCKHQDQ(z[6], z[4], z[1])
		VPUNPCKLQDQ(z[7], z[5], z[2])
		VPUNPCKHQDQ(z[7], z[5], z[3])
		for i := range 4 {
			toDigits(z[i], minusOne)
			VMOVDQU64(z[i], Mem{Base: grids, Disp: 64 * i})
		}
		ADDQ(I32(16*vecBytes), cells)
		ADDQ(I32(256), grids)
	})
	VPERMB(Mem{Base: cells}, which, z[0])
	toDigits(z[0], minusOne)
	VMOVDQU(reg.X0, Mem{Base: grids})
	End()
}

func writeWideLoad() {
	BeginWithFrame("loadAVX512", "(to *plane, puzzles *[laneCount][81]uint8, half int) uint32",
		"is loadBytes for lanes 32·half to 32·half+31.")
	to, half := Parameter("to"), Parameter("half")
	words, bytes := To64(LEAQ, Mem{Base: to, Index: half, Scale: 4}), GP64()
	SHLQ(U8(5), half)
	LEAQ(Mem{Base: to, Index: half, Scale: 1}, bytes)
	writeLoad32("wide", func(c int) (Mem, Mem, Mem) {
		return Mem{Base: bytes, Disp: c * vecBytes}, Mem{Base: words, Disp: offNine + nineOffset(c)}, Mem{Base: words, Disp: offOnly + nineOffset(c)}
	})
}

func writeAVX512() {
	Begin("sweepAVX512", "(w *workspace)", "propagates all lanes once.")
	writeWideSweep(Parameter("w"))
	End()

	Begin("chooseAVX512", "(w *workspace)", "finds each lane's branching cell.")
	b := Parameter("w")
	for _, describe := range []func(*program){writeNineBound, writeWideChoose, writeWideSkew} {
		p := newProgram(b, func(p *program) logic { return newWide(p, b) })
		describe(p)
		p.reorderOps(fullWidth)
		p.emitCode(zmmRegisters[:31]) // Z31 is reserved for unitWhereBivalue
	}
	End()

	writeWideGuess()
	writeWideRestore()
	writeWideMove(false)
	writeWideMove(true)
	writeWideRead()
	writeWideReadMany()
	writeWideChildren()
	writeWideLoad()
}
