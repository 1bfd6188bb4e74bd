package main

import (
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// octets is a program for 32 lanes of a byte, in the first half of a vec. A cell has one byte for each lane, with
// digits 1 to 8. Digit 9 has one byte for each lane and minirow: bits 0 to 2 mark the cells where 9 is possible, and
// bits 4 to 6 those where it is the only digit. Tables of 16 bytes, indexed by bits 0 to 2, compute how an operation
// changes digit 9.
type octets struct {
	*program
	byteLogic
	luts map[string]value
}

// byteLogic lists the operations that octets needs. ymmBytes and neon implement them.
type byteLogic interface {
	cellLogic
	xor(a, b value) value
	// removeFrom returns b &^ a.
	removeFrom(a, b value) value
	// inSeveral returns the bits that are in at least two of a, b and c.
	inSeveral(a, b, c value) value
	// unite returns the bits that are in any of a, b and c, and the bits that are in at least two of them.
	unite(a, b, c value) (any, several value)
	// selectByMask selects bytes by the mask all: bytes of a where the mask is 0xFF, and bytes of b where it is 0.
	selectByMask(all, a, b value) value
	add8(a, b value) value
	subtract8(a, b value) value
	larger(a, b value) value
	// whereEqual returns all ones in the bytes where a equals b. whereZero returns all ones in the bytes where x is 0.
	whereEqual(a, b value) value
	whereZero(x value) value
	// shiftRight returns each byte of x shifted right by n bits; the upper n bits are undefined.
	shiftRight(x value, n int) value
	// lookupIndex converts bits 0 to 2 of each byte of x to an index for lookup. Other bits may stay if lookup ignores
	// them.
	lookupIndex(x value) value
	// lookup replaces each byte of x by the byte of table with this index. Each byte of x must be below 16, or x must
	// be a result of lookupIndex.
	lookup(table, x value) value
	// whereAnyLowBit returns all ones in the bytes where x has one of the bits 0 to 2. popCount returns how many of
	// these bits x has.
	whereAnyLowBit(m *octets, x value) value
	popCount(m *octets, x value) value
	// interleave alternates the bytes of a and b or, if words is set, their pairs of bytes. low comes from the lower
	// half of each 16 bytes, high from the upper half.
	interleave(a, b value, words bool) (low, high value)
	// storeLaneBits stores one bit for each lane in the workspace at offset. If `not` is false, the bit is set where x
	// is 0. If `not` is true, the bit is set where x is not 0.
	storeLaneBits(x value, offset int, not bool)
}

// newByteLogic returns the operations for the instruction set. These operations may use the registers in byteRegisters.
var (
	newByteLogic  func(p *program) byteLogic
	byteRegisters []reg.Register
)

func newOctets(p *program) *octets { return &octets{p, newByteLogic(p), map[string]value{}} }

// constant calls program.constant, because byteLogic has a method of this name, too.
func (m *octets) constant(v uint16) value { return m.program.constant(v) }

func (m *octets) byteConstant(b int) value { return m.constant(uint16(b&0xFF) * 0x0101) }

// lookUpBytes replaces each byte i of x by entry(i). `name` is the table's name in the assembly.
func (m *octets) lookUpBytes(name string, entry func(i int) int, x value) value {
	t, ok := m.luts[name]
	if !ok {
		t = m.load(onto.tableAddress("bytes"+name, entry))
		m.luts[name] = t
	}
	return m.lookup(t, x)
}

var digitName = [3]string{"0", "1", "2"}

// selectByBit replaces each byte of x: by v if bit k of the byte is set, and otherwise by `other`. `name` is the
// table's name in the assembly.
func (m *octets) selectByBit(name string, k, v, other int, x value) value {
	return m.lookUpBytes(name+digitName[k], func(i int) int {
		if i>>k&1 != 0 {
			return v
		}
		return other
	}, x)
}

func (m *octets) whereAnyLowBit(x value) value { return m.byteLogic.whereAnyLowBit(m, x) }
func (m *octets) popCount(x value) value       { return m.byteLogic.popCount(m, x) }

func (m *octets) withoutLowestDigit(x value) value { return m.and(m.add8(x, m.constant(0xFFFF)), x) }

// narrowCell returns y & keep &^ notHidden in the bytes where this is not 0. In the other bytes, it returns y & keep.
func (m *octets) narrowCell(y, keep, notHidden value) value {
	left := m.and(keep, y)
	found := m.removeFrom(notHidden, left)
	return m.selectByMask(m.whereZero(found), left, found)
}

// propagateOctetBand applies naked singles, hidden singles and locked candidates in a band. It reads cell i at the
// address from(i), and writes the cell at to(i). It reads minirow b of row r, for digit 9, at the address nine(r, b),
// and writes it at nineTo(r, b). `several` collects digits that have several places in a row.
func propagateOctetBand(m *octets, from, to, placed func(i int) Mem, nine, nineTo func(r, b int) Mem, several *value) {
	p := m.program
	var n, unions9 [3][3]value // for each minirow, by row and box: n: its places of 9; unions9: whether n has any
	x, unions, column := removeSingles(p, m, from, placed, func(v value, i int) value {
		// The result is v if the only candidate of the cell is a digit from 1 to 8, because both arguments of
		// whereEqual are then 0. In all other cells it is 0: the first argument is never 1, and the second is 1 where 9
		// is possible.
		return m.and(m.whereEqual(m.withoutLowestDigit(v), m.selectByBit("Has", i%3, 1, 0, n[i/9][i%9/3])), v)
	}, func(b int) {
		var m9 [3]value
		for r := range m9 {
			m9[r] = p.load(nine(r, b))
		}
		// If a cell of the box can only be 9, the other cells of the box lose 9.
		open := m.whereZero(m.and(m.or3(m9[0], m9[1], m9[2]), m.byteConstant(0x70)))
		for r := range m9 {
			n[r][b] = m.lookupIndex(m.and(m9[r], m.or(open, m.shiftRight(m9[r], 4))))
			unions9[r][b] = m.whereAnyLowBit(n[r][b])
		}
	})
	a9 := applyLockedCandidates(m, &unions9)
	for r := range 3 {
		for b := range 3 {
			p.store(m.and(n[r][b], a9[r][b]), nineTo(r, b))
		}
	}
	a := applyLockedCandidates(m, &unions)
	for r := range 3 {
		one := m.inSeveral(a[r][0], a[r][1], a[r][2])
		for b := range 3 {
			i := r*9 + b*3
			notHidden := m.or(m.inSeveral(x[i], x[i+1], x[i+2]), one)
			accumulate(several, notHidden, m.or)
			for k := range 3 {
				p.store(m.narrowCell(x[i+k], a[r][b], notHidden), to(i+k))
			}
		}
	}
	for c := range column {
		p.store(column[c], placed(c))
	}
}

// propagateOctetStack is like propagateOctetBand, for a stack. It reads cell i at the address from(i), and writes the
// cell at to(i). `dead` collects the lanes with an empty cell, and changed the bits that have changed.
func propagateOctetStack(m *octets, from, to func(i int) Mem, nine, nineTo func(row int) Mem, several, dead, changed *value) {
	p := m.program
	// n holds the places of digit 9; bit k of a byte stands for column k.
	var n [9]value
	var u [3][3]value // u[box][t]: the columns of the box, rotated by t
	for i := range n {
		n[i] = p.load(nine(i))
	}
	for b := range 3 {
		u[b][0] = m.or3(n[3*b], n[3*b+1], n[3*b+2])
		for t := 1; t < 3; t++ {
			u[b][t] = m.lookUpBytes("Turn"+digitName[t], func(i int) int {
				i &= 7
				return (i>>t | i<<(3-t)) & 7
			}, u[b][0])
		}
	}
	var keep9 [3]value
	for b := range 3 {
		v, w := u[(b+1)%3], u[(b+2)%3]
		keep9[b] = m.and(u[b][0], m.or(m.and(v[1], w[2]), m.and(v[2], w[1])))
	}
	column9 := m.inSeveral(keep9[0], keep9[1], keep9[2])

	var y [27]value
	var minicolumns, severalRows [3][3]value // values of each minicolumn, by column and box
	var severalMinirows [3]value
	for b := range 3 {
		for i := 9 * b; i < 9*b+9; i++ {
			y[i] = p.load(from(i))
		}
		for k := range 3 {
			i := 9*b + k
			minicolumns[k][b], severalRows[k][b] = m.unite(y[i], y[i+3], y[i+6])
		}
		var inRow [3]value
		for r := range 3 {
			i := 9*b + 3*r
			inRow[r] = m.or3(y[i], y[i+1], y[i+2])
		}
		severalMinirows[b] = m.inSeveral(inRow[0], inRow[1], inRow[2])
	}
	a := applyLockedCandidates(m, &minicolumns)
	var one [3]value
	for k := range 3 {
		one[k] = m.inSeveral(a[k][0], a[k][1], a[k][2])
	}
	for b := range 3 {
		r9 := n[3*b : 3*b+3]
		box9 := m.or(m.inSeveral(m.whereAnyLowBit(r9[0]), m.whereAnyLowBit(r9[1]), m.whereAnyLowBit(r9[2])), m.lookUpBytes("Several", func(i int) int {
			if i &= 7; i&(i-1) != 0 {
				return 0xFF
			}
			return 0
		}, keep9[b]))
		accumulate(several, box9, m.or)
		notHidden9 := m.and(box9, m.or(m.inSeveral(r9[0], r9[1], r9[2]), column9))
		inBox := m.or(m.inSeveral(a[0][b], a[1][b], a[2][b]), severalMinirows[b])
		var notHidden [3]value
		for k := range 3 {
			notHidden[k] = m.and(inBox, m.or(severalRows[k][b], one[k]))
		}
		for r := range 3 {
			left9 := m.and(r9[r], keep9[b])
			hidden9 := m.removeFrom(notHidden9, left9)
			nothing, bare := none, none // nothing: the cells in which no digit is hidden; bare: the cells that have none of digits 1 to 8 left
			for k := range 3 {
				i := 9*b + 3*r + k
				left := m.and(y[i], a[k][b])
				found := m.removeFrom(notHidden[k], left)
				// Where 9 and another digit are hidden in the same cell, the lane is dead.
				e := m.whereEqual(found, m.and(hidden9, m.byteConstant(1<<k)))
				z := m.selectByMask(e, left, found)
				accumulate(changed, m.xor(z, p.load(to(i))), m.or)
				p.store(z, to(i))
				accumulate(&nothing, m.and(e, m.byteConstant(1<<k)), m.or)
				accumulate(&bare, m.and(m.whereZero(z), m.byteConstant(0x11<<k)), m.or)
			}
			// twice holds the remaining places of 9 in both halves of the byte.
			twice := m.lookUpBytes("Twice", func(i int) int { return i & 7 * 0x11 }, m.and(left9, m.or(nothing, hidden9)))
			accumulate(dead, m.removeFrom(twice, bare), m.or)
			now := m.and(twice, m.or(bare, m.byteConstant(7)))
			accumulate(changed, m.xor(now, p.load(nineTo(3*b+r))), m.or)
			p.store(now, nineTo(3*b+r))
		}
	}
}

func writeOctetSweep() {
	b := onto.beginFunction("sweep", "propagates all lanes once.")
	var m *octets
	l := newLooped(b, byteRegisters, func(p *program) logic { m = newOctets(p); return m }, pace{})
	const several, dead, changed = 9, 10, 11 // the vecs after the nine vecs of the columns
	l.kept = 12
	l.writeProgram(b, func(p *program) {
		for i := range l.kept {
			p.store(p.constant(0), l.keptVec(i))
		}
	})
	at, nines := GP64(), GP64()
	cursors := []cursor{{at, Mem{Base: b, Disp: middleOfBand * vecBytes}, 27 * vecBytes}, {nines, Mem{Base: b, Disp: offNine}, 9 * vecBytes}}
	l.writeLoop("bands", cursors, func(p *program) {
		f := p.load(l.keptVec(several))
		cell := func(i int) Mem { return vecAt(at, i-middleOfBand) }
		to := func(i int) Mem { return vecAt(at, i-middleOfBand).Offset(otherHalf) }
		nine := func(r, b int) Mem { return vecAt(nines, 3*r+b) }
		nineTo := func(r, b int) Mem { return vecAt(nines, 3*r+b).Offset(otherHalf) }
		propagateOctetBand(m, cell, to, l.keptVec, nine, nineTo, &f)
		p.store(f, l.keptVec(several))
	})
	cursors = []cursor{{at, Mem{Base: b, Disp: middle * vecBytes}, 3 * vecBytes}, {nines, Mem{Base: b, Disp: offNine}, vecBytes}}
	l.writeLoop("stacks", cursors, func(p *program) {
		f, d, c := p.load(l.keptVec(several)), p.load(l.keptVec(dead)), p.load(l.keptVec(changed))
		cell := func(i int) Mem { return stackAt(at, i) }
		from := func(i int) Mem { return stackAt(at, i).Offset(otherHalf) }
		nine := func(r int) Mem { return vecAt(nines, 3*r) }
		nineFrom := func(r int) Mem { return vecAt(nines, 3*r).Offset(otherHalf) }
		propagateOctetStack(m, from, cell, nineFrom, nine, &f, &d, &c)
		p.store(f, l.keptVec(several))
		p.store(d, l.keptVec(dead))
		p.store(c, l.keptVec(changed))
	})
	l.writeProgram(b, func(p *program) {
		m.storeLaneBits(p.load(l.keptVec(dead)), offDead, true)
		m.storeLaneBits(p.load(l.keptVec(changed)), offStill, false)
		m.storeLaneBits(p.load(l.keptVec(several)), offFull, false)
	})
	onto.endFunction()
}

// writeOctetGuess writes a function that guesses in some lanes. In each band, it takes one bivalue cell and guesses the
// cell's lower digit. The cell is the band's first bivalue cell, box by box, in a stack that no earlier band has used.
// The lanes are then copied to the path. The function writes the levels to `picked`. To `pairs` it writes
// the set of lanes in which it visited no cell with three digits.
func writeOctetGuess() {
	w := onto.beginFunction("guess", "guesses cells of some lanes.")
	var m *octets
	l := newLooped(w, byteRegisters, func(p *program) logic { m = newOctets(p); return m }, pace{})
	const free, most, other = 0, 3, 4 // free: for each stack, the lanes that have not guessed a cell in it
	l.kept = 5
	l.writeProgram(w, func(p *program) {
		p.store(m.whereZero(p.load(p.vecAddress(offServed, 0))), l.keptVec(other))
		for s := range 3 {
			p.store(p.load(p.vecAddress(offServed, 0)), l.keptVec(free+s))
		}
		p.store(m.byteConstant(2), l.keptVec(most))
	})
	at, nines, picked, served := GP64(), GP64(), GP64(), GP64()
	onto.loadAddress(Mem{Base: w, Disp: offServed}, served)
	bands := []cursor{{at, Mem{Base: w}, 27 * vecBytes}, {nines, Mem{Base: w, Disp: offNine}, 9 * vecBytes}, {picked, Mem{Base: w, Disp: offPicked}, vecBytes}}
	l.writeLoop("bands", bands, func(p *program) {
		key, left, so, others := none, p.load(Mem{Base: served}), p.load(l.keptVec(most)), p.load(l.keptVec(other))
		for s := range 3 {
			begin := m.and(left, p.load(l.keptVec(free+s)))
			here := begin
			for r := range 3 {
				gone9 := none
				nine := vecAt(nines, 3*r+s)
				had := p.load(nine)
				for k := range 3 {
					place := 3*s + 9*r + k
					cell := vecAt(at, place)
					onPath := cell.Offset(offPath - offCell)
					x := p.load(cell)
					n := m.add8(m.popCount(x), m.selectByBit("Has", k, 1, 0, m.lookupIndex(had)))
					so = m.larger(so, n)
					guessed := m.and(m.whereEqual(n, m.byteConstant(2)), here)
					here = m.removeFrom(guessed, here)
					accumulate(&key, m.and(guessed, m.byteConstant(place+1)), m.or)
					lower := m.removeFrom(m.and(m.withoutLowestDigit(x), guessed), x)
					p.store(lower, cell)
					p.store(m.selectByMask(others, p.load(onPath), lower), onPath)
					accumulate(&gone9, m.and(guessed, m.byteConstant(0x11<<k)), m.or)
				}
				left9 := m.removeFrom(gone9, had)
				p.store(left9, nine)
				onPath := nine.Offset(offPathNine - offNine)
				p.store(m.selectByMask(others, p.load(onPath), left9), onPath)
			}
			taken := m.removeFrom(here, begin)
			left = m.removeFrom(taken, left)
			p.store(m.removeFrom(taken, p.load(l.keptVec(free+s))), l.keptVec(free+s))
		}
		p.store(key, vecAt(picked, 0))
		p.store(so, l.keptVec(most))
	})
	l.writeProgram(w, func(p *program) {
		// The bytes of three keys and the fourth byte of a level are interleaved; see guessLevel.
		var keys [3]value
		what := none
		for b := range keys {
			keys[b] = p.load(p.vecAddress(offPicked, b))
			accumulate(&what, m.removeFrom(m.whereZero(keys[b]), m.byteConstant(8|1<<b)), m.add8)
		}
		low, high := m.interleave(keys[0], keys[1], false)
		low2, high2 := m.interleave(keys[2], what, false)
		for i, x := range [2][2]value{{low, low2}, {high, high2}} {
			first, second := m.interleave(x[0], x[1], true)
			p.store(first, p.vecAddress(offPicked, 2*i))
			p.store(second, p.vecAddress(offPicked, 2*i+1))
		}
		m.storeLaneBits(m.xor(p.load(l.keptVec(most)), m.byteConstant(2)), offPairs, false)
	})
	onto.endFunction()
}

func writeOctetFunctions() {
	newByteLogic = func(p *program) byteLogic {
		p.folds = true
		return &ymmBytes{&ymm{program: p}}
	}
	byteRegisters = ymmRegisters[:16]
	writeOctetSweep()
	writeOctetChoose()
	writeOctetGuess()
	writeOctetMove(false)
	writeOctetMove(true)
	writeOctetChildren()
	writeOctetRead()
	writeOctetReadMany()
	BeginWithFrame("loadBytes", "(to *plane, puzzles *[laneCount][81]uint8) uint32",
		"fills the lanes of a plane with 32 puzzles. It answers which of them have a given twice in a box.")
	writeLoad32("bytes", nil)
}

// writeOctetMove writes a function that moves bytes by two lookups, one for each half of the source lanes. If `begin`
// is set, this function also fills the path, and takes the cells from the path.
func writeOctetMove(begin bool) {
	cells := beginMove("Bytes", 32, begin)
	frames, from, set := Parameter("frames"), Parameter("from"), Parameter("set")
	y := ymmRegisters
	f, some, framed, low, high, stay, others := y[0], y[1], y[2], y[3], y[4], y[5], y[14]
	// The numbers in `from`, 16 bits each, become bytes in the order of lanes.
	VMOVDQU(Mem{Base: from}, f)
	VPACKUSWB(Mem{Base: from, Disp: 32}, f, f)
	VPERMQ(U8(0b11011000), f, f)
	// Each lane of the set gets a byte of ones.
	VMOVQ(set, some.(reg.VecPhysical).AsX())
	VPBROADCASTD(some.(reg.VecPhysical).AsX(), some)
	VPSHUFB(addDataTable("bytesEighth", 32, func(i int) int { return i / 8 }), some, some)
	VMOVDQU(addDataTable("bytesUnit", 32, func(i int) int { return 1 << (i % 8) }), framed)
	VPAND(framed, some, some)
	VPCMPEQB(framed, some, some)
	fill := func(name string, source, to, lanes reg.Register) {
		VPCMPEQB(stay, stay, stay)
		VPXOR(stay, lanes, stay)
		halvesOf(f, low, high)
		Repeat(name, 12, func() {
			for i := range 9 {
				a, b := y[6+i%4*2], y[7+i%4*2]
				VBROADCASTI128(Mem{Base: source, Disp: i * vecBytes}, a)
				VBROADCASTI128(Mem{Base: source, Disp: i*vecBytes + 16}, b)
				VPSHUFB(low, a, a)
				VPSHUFB(high, b, b)
				VPOR(a, b, a)
				cell := vecAt(to, i)
				if begin {
					onPath := cell.Offset(offPath)
					VPBLENDVB(stay, onPath, a, a)
					VMOVDQU(a, onPath)
					VPBLENDVB(others, cell, a, a)
				} else {
					VPBLENDVB(stay, cell, a, a)
				}
				VMOVDQU(a, cell)
			}
			ADDQ(I32(9*vecBytes), to)
			ADDQ(I32(9*vecBytes), source)
		})
	}
	if begin {
		VPCMPEQB(others, others, others)
		VPXOR(Mem{Base: cells, Disp: offServed}, others, others)
		fill("vecs", frames, cells, some)
		End()
		return
	}
	VMOVDQU(constantVec(0x2020), framed)
	VPAND(framed, f, low)
	VPCMPEQB(framed, low, framed)
	VPAND(framed, some, framed)
	VPANDN(some, framed, some)
	for _, part := range []struct {
		name          string
		source, lanes reg.Register
	}{{"lanes", cells, some}, {"frames", frames, framed}} {
		VPTEST(part.lanes, part.lanes)
		JZ(LabelRef(part.name + "Done"))
		source := To64(MOVQ, part.source)
		to := To64(MOVQ, cells)
		fill(part.name, source, to, part.lanes)
		Label(part.name + "Done")
	}
	End()
}

// halvesOf converts lane numbers, in which bit 5 may be set, to indexes for lookups in the lower and in the upper 16
// lanes. An index above 127, for a lane in the other half, makes the lookup return 0.
func halvesOf(lanes, low, high reg.Register) {
	VPSLLW(U8(3), lanes, high)
	VPAND(constantVec(0x8080), high, high)
	VPAND(constantVec(0x0F0F), lanes, low)
	VPOR(high, low, low)
	VPXOR(constantVec(0x8080), low, high)
}

// writeOctetReadMany writes a function that selects the bytes of 16 lanes in 16 cells by lookups, and transposes them.
func writeOctetReadMany() {
	Begin("readManyBytes", "(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)",
		"reads the digits of 16 solved lanes, a grid each in pieces of 16 cells and the last one.")
	cells, lanes, grids := Parameter("cells"), Parameter("lanes"), Parameter("grids")
	y := ymmRegisters
	low, high, fifteen, first, second, a, b := y[0], y[1], y[2], y[3], y[4], y[5], y[6]
	VBROADCASTI128(Mem{Base: lanes}, a)
	halvesOf(a, low, high)
	VMOVDQU(constantVec(0x0F0F), fifteen)
	// The digit is the lesser result of two lookups, by the lower and by the upper four bits of the candidates.
	for i, t := range []reg.Register{first, second} {
		VMOVDQU(addDataTable("bytesDigit"+digitName[i], 32, func(x int) int {
			if x %= 16; x == 0 {
				return 9
			}
			return bits.TrailingZeros(uint(x)) + 4*i + 1
		}), t)
	}
	// digits converts a and b to the digits of the selected lanes. a has bytes of the lower 16 lanes, and b of the
	// upper 16 lanes.
	digits := func(to reg.Register) {
		VPSHUFB(low, a, a)
		VPSHUFB(high, b, b)
		VPOR(a, b, b)
		VPAND(fifteen, b, a)
		VPSRLW(U8(4), b, b)
		VPAND(fifteen, b, b)
		VPSHUFB(a, first, a)
		VPSHUFB(b, second, b)
		VPMINUB(a, b, to)
	}
	Repeat("cells", 5, func() {
		rows := [8]reg.Register(y[8:]) // two cells in each register
		for k, to := range rows {
			for i, half := range []reg.Register{a, b} {
				VMOVDQU(Mem{Base: cells, Disp: k*vecBytes + 16*i}, half.(reg.VecPhysical).AsX())
				VINSERTI128(U8(1), Mem{Base: cells, Disp: (k+8)*vecBytes + 16*i}, half, half)
			}
			digits(to)
		}
		spare := y[7]
		for step, unpack := range [][2]func(...Op){
			{VPUNPCKLBW, VPUNPCKHBW}, {VPUNPCKLWD, VPUNPCKHWD}, {VPUNPCKLDQ, VPUNPCKHDQ},
		} {
			next := rows
			for i := range 4 {
				// Rows i and j hold adjacent cells of the same lanes.
				i := i&(1<<step-1) | i>>step<<(step+1)
				j := i | 1<<step
				unpack[0](rows[j], rows[i], spare)
				unpack[1](rows[j], rows[i], rows[j])
				next[i], next[j], spare = spare, rows[j], rows[i]
			}
			rows = next
		}
		for i := range 8 {
			// Step k has sorted by bit k of the number of a pair of lanes, so the bits of this number are now reversed.
			r := rows[i&1<<2|i&2|i>>2]
			VPERMQ(U8(0b11011000), r, r)
			VMOVDQU(r, Mem{Base: grids, Disp: 32 * i})
		}
		ADDQ(I32(16*vecBytes), cells)
		ADDQ(I32(256), grids)
	})
	VBROADCASTI128(Mem{Base: cells}, a)
	VBROADCASTI128(Mem{Base: cells, Disp: 16}, b)
	digits(a)
	VMOVDQU(a.(reg.VecPhysical).AsX(), Mem{Base: grids})
	End()
}

func writeOctetRead() {
	Begin("readBytes", "(cells *plane, l int, grid *[81]uint8)", "reads the digits of solved lane l.")
	cells, l, grid := Parameter("cells"), Parameter("l"), Parameter("grid")
	ADDQ(l, cells)
	digits := To64(LEAQ, addDataTable("bytesDigit", 256, func(x int) int { return bits.TrailingZeros(uint(x)|1<<8) + 1 }))
	words := []reg.GPVirtual{GP64(), GP64(), GP64(), GP64()}
	for i := range 81 {
		w := words[i%len(words)]
		MOVBLZX(Mem{Base: cells, Disp: i * vecBytes}, w.As32())
		MOVBLZX(Mem{Base: digits, Index: w, Scale: 1}, w.As32())
		MOVB(w.As8(), Mem{Base: grid, Disp: i})
	}
	RET()
}
