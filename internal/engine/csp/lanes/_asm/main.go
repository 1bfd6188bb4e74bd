// Command asm writes the vector routines of package lanes, one for each kind of propagator. `go generate` in package
// lanes runs it. docs/VARIANTS-ENGINE.md explains the routines.
//
// A routine runs the dirty propagators of its kind, each on 32 lanes. The types in lanes/machine.go define the memory
// of the routines; a test compares the offsets below with these types.
package main

import (
	"flag"
	"fmt"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const row = 64 // the number of bytes of a row: 32 lanes of 16 bits

// These are the offsets of the fields of type machine in package lanes.
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
	offWord    = 112 // the current word of dirty
	offTodo    = 120
	offFailed  = 128
	offChanged = offFailed + 32*8
	offBest    = offChanged + row
	offAt      = offBest + row
	offBit     = offAt + row
	offBounds  = offBase + row
	offAsked   = offBounds + 8
	// The following fields are for AVX2.
	offHalfLive = offAsked + 4
	offHalf     = offHalfLive + 4 // the offset of the current half of a row: 0, then 32
	offDead     = offHalf + 8
	offMoved    = offDead + 4
	offD        = offMoved + 4
	offZ        = offD + row/2
	offBad      = offZ + row/2
	offMay      = offBad + row/2
	offAlive    = offMay + 8 // a mask of the live lanes in the current half
)

// These are the offsets of the fields of type record in package lanes.
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

// Indices of rows in the machine's scratch; see lanes/machine.go.
const (
	maxTerms   = 128
	maxCliques = 64
	sumLeast   = 0
	sumMost    = sumLeast + maxTerms
	cliqueRows = sumMost + maxTerms // from here on: six rows for each clique

	unions      = 0
	lineOne     = 256
	lineTwo     = lineOne + 32
	boxOne      = lineTwo + 32
	boxTwo      = boxOne + 32
	fromBox     = boxTwo + 32
	fromLine    = fromBox + 32
	highRows    = 640 // a table that maps a set to its greatest value, counted from 1
	reverseRows = 644 // a table that maps a set to the set with its values in reverse
	singleRows  = 648 // from here to the end of scratch: a row for each cell
)

var labels int

func label(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}

// loop runs body n times, while register n counts down to 0.
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

// routine is the state of the generator while it writes one routine. Its first four fields are registers: the machine,
// the first cell, the current record, and the position in the record's list.
type routine struct {
	m, x, record, at reg.GPVirtual
	// d collects the bits that changed. z is the least value written, so that an empty cell is found. Both are
	// registers if held is set, and otherwise in memory.
	d, z   reg.VecVirtual
	held   bool
	bad    mask // the lanes that failed; in memory if stored is set
	stored bool
	wide   bool // the network has more than ten values
	// parts has the vectors of a row, if one body writes the code for all of them.
	parts []part
}

// part is one vector of a row, with the registers d and z for its lanes.
type part struct {
	disp int
	d, z reg.VecVirtual
}

func (r *routine) machine(off int) Mem { return Mem{Base: r.m, Disp: off} }

func (r *routine) next() reg.GPVirtual {
	v := GP64()
	MOVL(Mem{Base: r.at}, v.As32())
	ADDQ(I8(4), r.at)
	return v
}

// four returns the row of the i-th of the next four cells in the list.
func (r *routine) four(i int) Mem {
	off := GP64()
	MOVL(Mem{Base: r.at, Disp: 4 * i}, off.As32())
	return r.cell(off)
}

func (r *routine) cell(off reg.GPVirtual) Mem { return Mem{Base: r.x, Index: off, Scale: 1} }

// word loads a number of the record into all lanes.
func (r *routine) word(off int) reg.VecVirtual {
	v := vec()
	VPBROADCASTW(Mem{Base: r.record, Disp: off}, v)
	return v
}

func (r *routine) number(off int) reg.GPVirtual {
	v := GP64()
	MOVL(Mem{Base: r.record, Disp: off}, v.As32())
	return v
}

// one returns a row with 1 in each lane.
func (r *routine) one() reg.VecVirtual {
	v := vec()
	VPSRLW(U8(15), full, v)
	return v
}

// put stores a cell's new value, now, and records the bits in which it differs from the old value, was, as changed.
func (r *routine) put(to Mem, was, now reg.VecVirtual) {
	store(now, to)
	if r.held {
		logic(orXor, r.d, was, now)
		VPMINUW(now, r.z, r.z)
		return
	}
	t, z := YMM(), YMM()
	VPXOR(was, now, t)
	VPOR(r.machine(offD), t, t)
	VMOVDQU(t, r.machine(offD))
	VPMINUW(r.machine(offZ), now, z)
	VMOVDQU(z, r.machine(offZ))
}

// single returns y in the lanes where it has one value, and 0 in the others.
func (r *routine) single(y reg.VecVirtual) reg.VecVirtual {
	s := vec()
	VPADDW(full, y, s)
	return within(apart(s, y), y)
}

// live addresses the set of live lanes of the current vector, or of the whole row.
func (r *routine) live() Mem {
	if avx512 || r.parts != nil {
		return r.machine(offLive)
	}
	return r.machine(offHalfLive)
}

// any sets the zero flag if v is 0 in all live lanes.
func (r *routine) any(v reg.VecVirtual) {
	if avx512 {
		TESTL(lanesOf(test(v, v)).As32(), r.live())
		return
	}
	VPTEST(r.machine(offAlive), v)
}

// holds sets the zero flag if k has no live lane. With AVX-512, lanes that are not live count, too.
func (r *routine) holds(k mask) {
	if avx512 {
		holds(k)
		return
	}
	VPTEST(r.machine(offAlive), k)
}

// alive returns the live lanes of the current vector.
func (r *routine) alive() mask {
	if avx512 {
		return maskAt(r.live())
	}
	return load(r.machine(offAlive))
}

// fail marks the lanes of the masks as failed.
func (r *routine) fail(all ...mask) {
	if !r.stored {
		for _, k := range all {
			eitherMask(k, r.bad)
		}
		return
	}
	t := load(r.machine(offBad))
	for _, k := range all {
		VPOR(k, t, t)
	}
	VMOVDQU(t, r.machine(offBad))
}

// pardon forgets the domains that the routine has written so far, so that empty ones among them fail no lane.
func (r *routine) pardon() {
	if r.held {
		set(full, r.z)
	} else {
		store(full, r.machine(offZ))
	}
}

// notBad returns k without the lanes that failed.
func (r *routine) notBad(k mask) mask {
	to := newMask()
	if avx512 {
		KANDND(k, r.bad, to)
	} else {
		VPANDN(k, load(r.machine(offBad)), to)
	}
	return to
}

// scratchTable returns the table that begins at row first of scratch.
func (r *routine) scratchTable(first int) func(i int) Mem {
	s := GP64()
	MOVQ(r.machine(offScratch), s)
	return tableAt(s, first)
}

// least returns the least value of x, counted from 1. If x is empty, the result is 16, or 0 if r.isNumbered.
func (r *routine) least(x reg.VecVirtual) reg.VecVirtual {
	v := vec()
	VPADDW(full, x, v)
	return r.leastAbove(x, v, v)
}

// leastAbove is like least, and stores x-1 in the register less. t is scratch, and may be the same register.
func (r *routine) leastAbove(x, less, t reg.VecVirtual) reg.VecVirtual {
	if r.isNumbered() {
		andNot(x, less, t)
		return numbered(t)
	}
	xor(x, less, t)
	return lengths(t)
}

func (r *routine) isNumbered() bool { return !avx512 && !r.wide }

// write writes a whole routine: the loop over the dirty propagators, with the code of body inside it.
func write(name, does string, wide bool, body func(r *routine)) {
	name += suffix()
	if wide {
		name += "Wide"
	}
	TEXT(name, NOSPLIT, "func(m *byte, from, to int)")
	Doc(name + " " + does)
	r := &routine{m: GP64(), x: GP64(), record: GP64(), at: GP64(), wide: wide}
	r.held = avx512 || !strings.HasPrefix(name, "sum")                 // AVX2 has too few registers for sums
	r.stored = !r.held || !avx512 && strings.HasPrefix(name, "triple") // the triple routine also needs nearly all registers of AVX2
	if strings.HasPrefix(name, "automaton") {                          // this routine mostly uses general registers
		r.parts = make([]part, 1)
		if !avx512 {
			r.parts = []part{{}, {disp: row / 2}}
		}
	}
	Load(Param("m"), r.m)
	w := GP64()
	Load(Param("from"), w)
	MOVQ(w, r.machine(offWord))
	full = ones()
	word, next, advance, alive, end := label("word"), label("next"), label("advance"), label("alive"), label("done")
	Label(word)
	to := GP64()
	Load(Param("to"), to)
	w = GP64()
	MOVQ(r.machine(offWord), w)
	CMPQ(w, to)
	JGE(LabelRef(end))
	may := GP64()
	MOVQ(r.machine(offMay), may)
	MOVQ(may, r.machine(offTodo))
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
	dead := run(r, body)
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
	if avx512 {
		r.any(r.d)
		JZ(LabelRef(next))
		or(r.machine(offChanged), r.d, r.d)
		store(r.d, r.machine(offChanged))
	} else {
		CMPL(r.machine(offMoved), I8(0))
		JE(LabelRef(next))
	}
	// Mark as dirty the propagators that read cells of this one.
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

// run writes the code that runs one propagator on all lanes. dead has the failed lanes. The zero flag is set if no lane
// failed.
func run(r *routine, body func(r *routine)) (dead reg.GPVirtual) {
	begin := func() {
		MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
		ADDQ(r.machine(offCode), r.at)
	}
	if avx512 {
		r.d, r.z, r.bad = ZMM(), ZMM(), K()
		MOVQ(r.machine(offCells), r.x)
		begin()
		VPXORD(full, full, r.d)
		VMOVDQA64(full, r.z)
		KXORD(r.bad, r.bad, r.bad)
		if r.parts != nil {
			r.parts[0] = part{d: r.d, z: r.z}
		}
		body(r)
		r.fail(apart(r.z, r.z))
		dead = lanesOf(r.bad)
		ANDL(r.machine(offLive), dead.As32())
		return dead
	}
	MOVL(U32(0), r.machine(offDead))
	MOVL(U32(0), r.machine(offMoved))
	if r.parts != nil {
		MOVQ(r.machine(offCells), r.x)
		begin()
		for i := range r.parts {
			r.parts[i].d, r.parts[i].z = zero(), YMM()
			set(full, r.parts[i].z)
		}
		body(r)
		low, high := r.parts[0], r.parts[1]
		dead = lanesOfBoth(apart(low.z, low.z), apart(high.z, high.z))
		ANDL(r.machine(offLive), dead.As32())
		same := lanesOfBoth(apart(low.d, low.d), apart(high.d, high.d))
		ORL(dead.As32(), same.As32())
		NOTL(same.As32())
		none := label("none")
		TESTL(same.As32(), r.machine(offLive))
		JZ(LabelRef(none))
		MOVL(U32(1), r.machine(offMoved))
		for _, x := range r.parts {
			VPOR(r.machine(offChanged+x.disp), x.d, x.d)
			store(x.d, r.machine(offChanged+x.disp))
		}
		Label(none)
		TESTL(dead.As32(), dead.As32())
		return dead
	}
	halves(r, func(at func(off int) Mem, lanes func(off int) reg.GPVirtual) {
		none := label("none")
		live := lanes(offLive)
		MOVL(live.As32(), r.machine(offHalfLive))
		TESTL(live.As32(), live.As32())
		JZ(LabelRef(none))
		store(maskOf(live).(reg.VecVirtual), r.machine(offAlive))
		begin()
		if !r.stored {
			r.bad = zero()
		} else {
			store(zero(), r.machine(offBad))
		}
		if r.held {
			r.d, r.z = zero(), YMM()
			set(full, r.z)
		} else {
			store(zero(), r.machine(offD))
			store(full, r.machine(offZ))
		}
		body(r)
		z := r.z
		if !r.held {
			z = load(r.machine(offZ))
		}
		bad := apart(z, z)
		if !r.stored {
			VPOR(r.bad, bad, bad)
		} else {
			VPOR(r.machine(offBad), bad, bad)
		}
		dead := lanesOf(bad)
		ANDL(r.machine(offHalfLive), dead.As32())
		h := GP64()
		MOVQ(r.machine(offHalf), h)
		SHRQ(U8(4), h)
		MOVW(dead.As16(), Mem{Base: r.m, Index: h, Scale: 1, Disp: offDead})
		d := r.d
		if !r.held {
			d = load(r.machine(offD))
		}
		VPANDN(d, bad, d) // in lanes that failed, no bit counts as changed
		// There is no branch here, because the processor could not predict whether a bit has changed.
		moved := GP64()
		XORL(moved.As32(), moved.As32())
		r.any(d)
		SETNE(moved.As8())
		ORL(moved.As32(), r.machine(offMoved))
		VPOR(at(offChanged), d, d)
		store(d, at(offChanged))
		Label(none)
	})
	dead = GP64()
	MOVL(r.machine(offDead), dead.As32())
	TESTL(dead.As32(), dead.As32())
	return dead
}

func main() {
	avx2 := flag.Bool("avx2", false, "for AVX2, not AVX-512")
	flag.Parse()
	avx512 = !*avx2
	ConstraintExpr("!purego")
	if !avx512 {
		defineConstants()
	}
	write("distinct", "takes the values of fixed cells from the others, and keeps values that have one place where there are as many values as cells.", false, distinct)
	write("unequal", "takes the values of fixed cells from the cells that see them.", false, unequal)
	for _, wide := range []bool{false, true} {
		write("relation", "keeps the values of two cells that have a partner.", wide, relation)
	}
	write("places", "takes what a house or a cover needs from the cells that see all its places.", false, places)
	write("sets", "keeps what some set has, and what every set has gets its place.", false, sets)
	write("required", "gives the required values their places.", false, required)
	write("count", "bounds how many cells have a value of a set.", false, count)
	write("balance", "lets values occur equally often in two lists of cells.", false, balance)
	write("band", "does what crossing does for three lines and boxes of nine.", false, band)
	write("crossing", "takes from a box what a line has there alone, and the other way round.", false, crossing)
	for _, wide := range []bool{false, true} {
		write("triple", "keeps what three cells can have together.", wide, triple)
		write("sum", "bounds the cells of a sum by what the others leave.", wide, sum)
	}
	write("automaton", "keeps the values on accepted paths.", false, automaton)
	write("either", "keeps what the alternatives have left.", false, either)
	write("enter", "copies cells for an alternative.", false, enter)
	write("leave", "adds what an alternative has left.", false, leave)
	choose()
	if avx512 {
		move()
	}
	Generate()
}
