// Command asm writes the vector routines of package lanes, one for each kind of propagator.
// `go generate` in package lanes runs it; docs/VARIANTS-ENGINE.md explains what they do.
//
// A routine runs those of its kind's propagators that are dirty, each on 32 lanes. What is
// where in memory is said in machine.go there, and a test checks that these offsets agree.
package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const row = 64 // bytes: 32 lanes of 16 bits

// Offsets in a machine.
const (
	offCells   = 0
	offDirty   = 8
	offRecords = 16
	offNear    = 24
	offCode    = 32
	offTables  = 40
	offScratch = 48
	offStates  = 56
	offWeights = 64
	offWords   = 72
	offLive    = 80
	offFails   = 84
	offHouses  = 88
	offNHouses = 96
	offNCells  = 104
	offBase    = offBit + row
	offWord    = 112 // where the routine is
	offTodo    = 120
	offFailed  = 128
	offChanged = offFailed + 32*8
	offBest    = offChanged + row
	offAt      = offBest + row
	offBit     = offAt + row
	offBounds  = offBase + row
	offAsked   = offBounds + 8
)

// Offsets in a record.
const (
	recordBytes = 32
	recCode     = 0
	recN        = 4
	recA        = 8
	recB        = 12
	recTable    = 16
	recLo       = 20
	recHi       = 24
	recC        = 28
)

// Rows of scratch.
const (
	maxTerms   = 128
	maxCliques = 64
	sumLeast   = 0
	sumMost    = sumLeast + maxTerms
	cliqueRows = sumMost + maxTerms // six rows a clique

	unions      = 0
	lineOne     = 256
	lineTwo     = lineOne + 32
	boxOne      = lineTwo + 32
	boxTwo      = boxOne + 32
	fromBox     = boxTwo + 32
	fromLine    = fromBox + 32
	highRows    = 640 // tables of the greatest value of five bits each, counted from 1
	reverseRows = 644 // and of the values in reverse
	singleRows  = 648 // and one for each cell
)

var labels int

func label(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}

// loop runs body n times, n being a register that it counts down; not at all for 0.
func loop(n reg.GPVirtual, body func()) {
	again, end := label("again"), label("end")
	TESTQ(n, n)
	JZ(LabelRef(end))
	Label(again)
	body()
	DECQ(n)
	JNZ(LabelRef(again))
	Label(end)
}

// A routine is what all of them keep in registers.
type routine struct {
	m, x, record, at reg.GPVirtual
	d, z, ones       reg.VecVirtual // what has changed; the least that was written; all bits
	bad              reg.OpmaskVirtual
	wide             bool // more than ten values
}

func (r *routine) machine(off int) Mem { return Mem{Base: r.m, Disp: off} }

// next reads the next number of the list.
func (r *routine) next() reg.GPVirtual {
	v := GP64()
	MOVL(Mem{Base: r.at}, v.As32())
	ADDQ(I8(4), r.at)
	return v
}

// cell is the row of a cell, by its offset.
func (r *routine) cell(off reg.GPVirtual) Mem { return Mem{Base: r.x, Index: off, Scale: 1} }

func load(m Mem) reg.VecVirtual {
	v := ZMM()
	VMOVDQU64(m, v)
	return v
}

// full is the row of all bits of the function that is being written. What is cleared is made
// from it: avo takes a register's difference from itself for a use of what was there.
var full reg.VecVirtual

func zero() reg.VecVirtual {
	v := ZMM()
	VPXORD(full, full, v)
	return v
}

func ones() reg.VecVirtual {
	full = ZMM()
	VPTERNLOGD(U8(0xff), full, full, full)
	return full
}

// word is a row of one number of the record.
func (r *routine) word(off int) reg.VecVirtual {
	v := ZMM()
	VPBROADCASTW(Mem{Base: r.record, Disp: off}, v)
	return v
}

func (r *routine) number(off int) reg.GPVirtual {
	v := GP64()
	MOVL(Mem{Base: r.record, Disp: off}, v.As32())
	return v
}

// one is a row of ones, as numbers.
func (r *routine) one() reg.VecVirtual {
	v := ZMM()
	VPSRLW(U8(15), r.ones, v)
	return v
}

// logic puts into a the function whose value for the bits a, b, c is bit 4a+2b+c of table.
func logic(table uint8, a, b, c Op) { VPTERNLOGD(U8(table), c, b, a) }

const (
	orXor    = 0xf6 // a | b ^ c
	orAnd    = 0xf8 // a | b & c
	keepElse = 0xb0 // a & (^b | c)
	or3      = 0xfe
)

// put writes a cell.
func (r *routine) put(to Mem, was, now reg.VecVirtual) {
	VMOVDQU64(now, to)
	logic(orXor, r.d, was, now)
	VPMINUW(now, r.z, r.z)
}

// single is y where that is one value, else none.
func (r *routine) single(y reg.VecVirtual) reg.VecVirtual {
	s, k := ZMM(), K()
	VPADDW(r.ones, y, s)
	VPTESTNMW(s, y, k)
	VMOVDQU16_Z(y, k, s)
	return s
}

// any tells into the flags whether some live lane has a bit of v.
func (r *routine) any(v reg.VecVirtual) {
	k, g := K(), GP64()
	VPTESTMW(v, v, k)
	KMOVD(k, g.As32())
	TESTL(g.As32(), r.machine(offLive))
}

// fail adds the lanes where k holds to bad.
func (r *routine) fail(k reg.OpmaskVirtual) { KORD(k, r.bad, r.bad) }

// look is what a table says of x: the values that go with those of x.
func (r *routine) look(t func(i int) Mem, x reg.VecVirtual) reg.VecVirtual {
	return r.lookBy(t, x, VPORD)
}

func (r *routine) lookBy(t func(i int) Mem, x reg.VecVirtual, join func(...Op)) reg.VecVirtual {
	v, s := ZMM(), ZMM()
	VPERMW(t(0), x, v)
	pieces := 2
	if r.wide {
		pieces = 4
	}
	for i := 1; i < pieces; i++ {
		VPSRLW(U8(5*i), x, s)
		VPERMW(t(i), s, s)
		join(s, v, v)
	}
	return v
}

// scratchTable is a table that begins at a row of scratch.
func (r *routine) scratchTable(first int) func(i int) Mem {
	s := GP64()
	MOVQ(r.machine(offScratch), s)
	return tableAt(s, first)
}

// least is the least value of x counted from 1, 17 of none.
func (r *routine) least(x reg.VecVirtual) reg.VecVirtual {
	v := ZMM()
	VPADDW(r.ones, x, v)
	VPXORD(x, v, v)
	VPOPCNTW(v, v)
	return v
}

// most is the greatest value of x counted from 1, 0 of none.
func (r *routine) most(x reg.VecVirtual) reg.VecVirtual {
	return r.lookBy(r.scratchTable(highRows), x, func(o ...Op) { VPMAXUW(o...) })
}

// write writes a routine round its body.
func write(name, does string, wide bool, body func(r *routine)) {
	if wide {
		name += "Wide"
	}
	TEXT(name, NOSPLIT, "func(m *byte, from, to int)")
	Doc(name + " " + does)
	r := &routine{m: GP64(), x: GP64(), record: GP64(), at: GP64(), wide: wide}
	Load(Param("m"), r.m)
	w := GP64()
	Load(Param("from"), w)
	MOVQ(w, r.machine(offWord))
	MOVQ(r.machine(offCells), r.x)
	r.ones = ones()
	r.d, r.z, r.bad = ZMM(), ZMM(), K()
	word, next, advance, alive, end := label("word"), label("next"), label("advance"), label("alive"), label("done")
	Label(word)
	to := GP64()
	Load(Param("to"), to)
	w = GP64()
	MOVQ(r.machine(offWord), w)
	CMPQ(w, to)
	JGE(LabelRef(end))
	MOVQ(I32(-1), r.machine(offTodo))
	Label(next)
	w = GP64()
	MOVQ(r.machine(offWord), w)
	dirty, bits, i := GP64(), GP64(), GP64()
	MOVQ(r.machine(offDirty), dirty)
	MOVQ(Mem{Base: dirty, Index: w, Scale: 8}, bits)
	MOVQ(bits, i)
	ANDQ(r.machine(offTodo), bits)
	JZ(LabelRef(advance))
	low := GP64()
	BLSIQ(bits, low)
	XORQ(low, i)
	MOVQ(i, Mem{Base: dirty, Index: w, Scale: 8})
	XORQ(low, r.machine(offTodo))
	TZCNTQ(bits, i)
	MOVQ(w, low)
	SHLQ(U8(6), low)
	ADDQ(low, i)
	SHLQ(U8(5), i)
	MOVQ(r.machine(offRecords), r.record)
	ADDQ(i, r.record)
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machine(offCode), r.at)
	VPXORD(full, full, r.d)
	VMOVDQA64(r.ones, r.z)
	KXORD(r.bad, r.bad, r.bad)
	body(r)
	// who died
	k, dead := K(), GP64()
	VPTESTNMW(r.z, r.z, k)
	r.fail(k)
	KMOVD(r.bad, dead.As32())
	ANDL(r.machine(offLive), dead.As32())
	JZ(LabelRef(alive))
	live := GP64()
	MOVL(r.machine(offLive), live.As32())
	XORL(dead.As32(), live.As32())
	MOVL(live.As32(), r.machine(offLive))
	n := GP64()
	MOVL(r.machine(offFails), n.As32())
	number := GP64()
	MOVQ(r.record, number)
	SUBQ(r.machine(offRecords), number)
	SHRQ(U8(5), number)
	MOVL(number.As32(), Mem{Base: r.m, Index: n, Scale: 8, Disp: offFailed})
	MOVL(dead.As32(), Mem{Base: r.m, Index: n, Scale: 8, Disp: offFailed + 4})
	INCL(n.As32())
	MOVL(n.As32(), r.machine(offFails))
	TESTL(live.As32(), live.As32())
	JZ(LabelRef(end))
	Label(alive)
	r.any(r.d)
	JZ(LabelRef(next))
	VPORD(r.machine(offChanged), r.d, r.d)
	VMOVDQU64(r.d, r.machine(offChanged))
	// what reads cells of this one runs again
	near, words := GP64(), GP64()
	MOVQ(r.record, near)
	SUBQ(r.machine(offRecords), near)
	SHRQ(U8(5), near)
	MOVQ(r.machine(offWords), words)
	IMULQ(words, near)
	SHLQ(U8(3), near)
	ADDQ(r.machine(offNear), near)
	d2 := GP64()
	MOVQ(r.machine(offDirty), d2)
	loop(words, func() {
		v := GP64()
		MOVQ(Mem{Base: near}, v)
		ORQ(v, Mem{Base: d2})
		ADDQ(I8(8), near)
		ADDQ(I8(8), d2)
	})
	JMP(LabelRef(next))
	Label(advance)
	INCQ(r.machine(offWord))
	JMP(LabelRef(word))
	Label(end)
	VZEROUPPER()
	RET()
}

func main() {
	ConstraintExpr("!purego")
	write("distinctAVX512", "takes the values of fixed cells from the others, and keeps values that have one place where there are as many values as cells.", false, distinct)
	write("unequalAVX512", "takes the values of fixed cells from the cells that see them.", false, unequal)
	for _, wide := range []bool{false, true} {
		write("relationAVX512", "keeps the values of two cells that have a partner.", wide, relation)
	}
	write("placesAVX512", "takes what a house needs from the cells that see all its places.", false, places)
	write("setsAVX512", "keeps what some set has, and what every set has gets its place.", false, sets)
	write("requiredAVX512", "gives the required values their places.", false, required)
	write("countAVX512", "bounds how many cells have a value of a set.", false, count)
	write("bandAVX512", "does what crossing does for three lines and boxes of nine.", false, band)
	write("crossingAVX512", "takes from a box what a line has there alone, and the other way round.", false, crossing)
	for _, wide := range []bool{false, true} {
		write("tripleAVX512", "keeps what three cells can have together.", wide, triple)
		write("sumAVX512", "bounds the cells of a sum by what the others leave.", wide, sum)
	}
	write("automatonAVX512", "keeps the values on accepted paths.", false, automaton)
	choose()
	move()
	Generate()
}
