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

	. "nonet/internal/engine/asm/emit"
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
	recCode  = 0
	recN     = 4
	recA     = 8
	recB     = 12
	recTable = 16
	recLo    = 20
	recHi    = 24
	recC     = 28
)

// Indices of rows in the machine's scratch; see lanes/machine.go.
const (
	maxTerms   = 128
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

func newLabel(name string) string {
	labels++
	return fmt.Sprintf("%s%d", name, labels)
}

func emitLoop(n reg.GPVirtual, body func()) {
	again, end := newLabel("again"), newLabel("end")
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

func (r *routine) machineField(off int) Mem { return Mem{Base: r.m, Disp: off} }

func (r *routine) nextListNumber() reg.GPVirtual {
	v := ToLow(MOVL, Mem{Base: r.at})
	ADDQ(I8(4), r.at)
	return v
}

// rowOfNextCell returns the row of the i-th of the next four cells in the list.
func (r *routine) rowOfNextCell(i int) Mem {
	off := ToLow(MOVL, Mem{Base: r.at, Disp: 4 * i})
	return r.cellRowAt(off)
}

func (r *routine) cellRowAt(off reg.GPVirtual) Mem { return Mem{Base: r.x, Index: off, Scale: 1} }

// broadcastRecordField loads a number of the record into all lanes.
func (r *routine) broadcastRecordField(off int) reg.VecVirtual {
	v := toVec(VPBROADCASTW, Mem{Base: r.record, Disp: off})
	return v
}

func (r *routine) loadRecordField(off int) reg.GPVirtual {
	v := ToLow(MOVL, Mem{Base: r.record, Disp: off})
	return v
}

func (r *routine) rowOfOnes() reg.VecVirtual {
	v := toVec(VPSRLW, U8(15), full)
	return v
}

// storeCell stores a cell's new value, now, and records the bits in which it differs from the old value, was, as
// changed.
func (r *routine) storeCell(to Mem, was, now reg.VecVirtual) {
	storeVec(now, to)
	if r.held {
		applyTruthTable(orXor, r.d, was, now)
		VPMINUW(now, r.z, r.z)
		return
	}
	t, z := ToY(VPXOR, was, now), YMM()
	VPOR(r.machineField(offD), t, t)
	VMOVDQU(t, r.machineField(offD))
	VPMINUW(r.machineField(offZ), now, z)
	VMOVDQU(z, r.machineField(offZ))
}

// keepSingles returns y in the lanes where it has one value, and 0 in the others.
func (r *routine) keepSingles(y reg.VecVirtual) reg.VecVirtual {
	s := toVec(VPADDW, full, y)
	return keepLanes(whereDisjoint(s, y), y)
}

// liveLanesAddress addresses the set of live lanes of the current vector, or of the whole row.
func (r *routine) liveLanesAddress() Mem {
	if AVX512 || r.parts != nil {
		return r.machineField(offLive)
	}
	return r.machineField(offHalfLive)
}

// testLiveBits sets the zero flag if v is 0 in all live lanes.
func (r *routine) testLiveBits(v reg.VecVirtual) {
	if AVX512 {
		TESTL(lanesOf(whereCommon(v, v)).As32(), r.liveLanesAddress())
		return
	}
	VPTEST(r.machineField(offAlive), v)
}

// testLiveLanes sets the zero flag if k has no live lane. With AVX-512, lanes that are not live count, too.
func (r *routine) testLiveLanes(k mask) {
	if AVX512 {
		testIfEmpty(k)
		return
	}
	VPTEST(r.machineField(offAlive), k)
}

func (r *routine) liveMask() mask {
	if AVX512 {
		return loadMask(r.liveLanesAddress())
	}
	return loadVec(r.machineField(offAlive))
}

func (r *routine) failLanes(all ...mask) {
	if !r.stored {
		for _, k := range all {
			addMask(k, r.bad)
		}
		return
	}
	t := loadVec(r.machineField(offBad))
	for _, k := range all {
		VPOR(k, t, t)
	}
	VMOVDQU(t, r.machineField(offBad))
}

// forgetWrittenDomains forgets the domains that the routine has written so far, so that empty ones among them fail no
// lane.
func (r *routine) forgetWrittenDomains() {
	if r.held {
		copyVec(full, r.z)
	} else {
		storeVec(full, r.machineField(offZ))
	}
}

func (r *routine) withoutFailedLanes(k mask) mask {
	to := newMask()
	if AVX512 {
		KANDND(k, r.bad, to)
	} else {
		VPANDN(k, loadVec(r.machineField(offBad)), to)
	}
	return to
}

// scratchTable returns the table that begins at row first of scratch.
func (r *routine) scratchTable(first int) func(i int) Mem {
	s := To64(MOVQ, r.machineField(offScratch))
	return tableAt(s, first)
}

// leastValue returns the least value of x, counted from 1, or 16 if x is empty.
func (r *routine) leastValue(x reg.VecVirtual) reg.VecVirtual {
	v := toVec(VPADDW, full, x)
	xor(x, v, v)
	return countSetBits(v)
}

// writeRoutine writes a whole routine: the loop over the dirty propagators, with the code of body inside it.
func writeRoutine(name, does string, wide bool, body func(r *routine)) {
	name += Pick("AVX512", "AVX2")
	if wide {
		name += "Wide"
	}
	Begin(name, "(m *machine, from, to int)", does)
	r := &routine{m: GP64(), x: GP64(), record: GP64(), at: GP64(), wide: wide}
	r.held = AVX512 || !strings.HasPrefix(name, "sum")                 // AVX2 has too few registers for sums
	r.stored = !r.held || !AVX512 && strings.HasPrefix(name, "triple") // the triple routine also needs nearly all registers of AVX2
	if strings.HasPrefix(name, "automaton") {                          // this routine mostly uses general registers
		r.parts = make([]part, 1)
		if !AVX512 {
			r.parts = []part{{}, {disp: row / 2}}
		}
	}
	Load(Param("m"), r.m)
	w := GP64()
	Load(Param("from"), w)
	MOVQ(w, r.machineField(offWord))
	full = allOnesVec()
	word, next, advance, alive, end := newLabel("word"), newLabel("next"), newLabel("advance"), newLabel("alive"), newLabel("done")
	Label(word)
	to := GP64()
	Load(Param("to"), to)
	w = To64(MOVQ, r.machineField(offWord))
	CMPQ(w, to)
	JGE(LabelRef(end))
	may := To64(MOVQ, r.machineField(offMay))
	MOVQ(may, r.machineField(offTodo))
	Label(next)
	writeTakeDirty(r, advance)
	dead := writeRun(r, body)
	JZ(LabelRef(alive))
	live := writeRecordFailure(r, dead)
	TESTL(live.As32(), live.As32())
	JZ(LabelRef(end))
	Label(alive)
	if AVX512 {
		r.testLiveBits(r.d)
		JZ(LabelRef(next))
		or(r.machineField(offChanged), r.d, r.d)
		storeVec(r.d, r.machineField(offChanged))
	} else {
		CMPL(r.machineField(offMoved), I8(0))
		JE(LabelRef(next))
	}
	writeWakeReaders(r)
	JMP(LabelRef(next))
	Label(advance)
	INCQ(r.machineField(offWord))
	JMP(LabelRef(word))
	Label(end)
	End()
}

// writeTakeDirty writes the code that takes a dirty propagator of the current word, and finds its record. It jumps to
// none if there is none left.
func writeTakeDirty(r *routine, none string) {
	w := To64(MOVQ, r.machineField(offWord))
	dirty := To64(MOVQ, r.machineField(offDirty))
	bits := To64(MOVQ, Mem{Base: dirty, Index: w, Scale: 8})
	i := To64(MOVQ, bits)
	ANDQ(r.machineField(offTodo), bits)
	JZ(LabelRef(none))
	low := To64(BLSIQ, bits)
	XORQ(low, i)
	MOVQ(i, Mem{Base: dirty, Index: w, Scale: 8})
	XORQ(low, r.machineField(offTodo))
	TZCNTQ(bits, i)
	MOVQ(w, low)
	SHLQ(U8(6), low)
	ADDQ(low, i)
	SHLQ(U8(5), i)
	MOVQ(r.machineField(offRecords), r.record)
	ADDQ(i, r.record)
}

// writeRecordFailure writes the code that takes the failed lanes from the live ones, and notes the propagator. It
// returns the live lanes.
func writeRecordFailure(r *routine, dead reg.GPVirtual) (live reg.GPVirtual) {
	live = ToLow(MOVL, r.machineField(offLive))
	XORL(dead.As32(), live.As32())
	MOVL(live.As32(), r.machineField(offLive))
	n := ToLow(MOVL, r.machineField(offFails))
	number := To64(MOVQ, r.record)
	SUBQ(r.machineField(offRecords), number)
	SHRQ(U8(5), number)
	MOVL(number.As32(), Mem{Base: r.m, Index: n, Scale: 8, Disp: offFailed})
	MOVL(dead.As32(), Mem{Base: r.m, Index: n, Scale: 8, Disp: offFailed + 4})
	INCL(n.As32())
	MOVL(n.As32(), r.machineField(offFails))
	return live
}

// writeWakeReaders writes the code that marks as dirty the propagators that read cells of this one.
func writeWakeReaders(r *routine) {
	near, words := To64(MOVQ, r.record), GP64()
	SUBQ(r.machineField(offRecords), near)
	SHRQ(U8(5), near)
	MOVQ(r.machineField(offWords), words)
	IMULQ(words, near)
	SHLQ(U8(3), near)
	ADDQ(r.machineField(offNear), near)
	d2 := To64(MOVQ, r.machineField(offDirty))
	emitLoop(words, func() {
		v := To64(MOVQ, Mem{Base: near})
		ORQ(v, Mem{Base: d2})
		ADDQ(I8(8), near)
		ADDQ(I8(8), d2)
	})
}

// writeRun writes the code that runs one propagator on all lanes. `dead` has the failed lanes. The zero flag is set if
// no lane failed.
func writeRun(r *routine, body func(r *routine)) (dead reg.GPVirtual) {
	if AVX512 {
		return writeRunWhole(r, body)
	}
	MOVL(U32(0), r.machineField(offDead))
	MOVL(U32(0), r.machineField(offMoved))
	if r.parts != nil {
		return writeRunBothHalves(r, body)
	}
	eachHalf(r, func(at func(off int) Mem, lanes func(off int) reg.GPVirtual) {
		none := newLabel("none")
		live := lanes(offLive)
		MOVL(live.As32(), r.machineField(offHalfLive))
		TESTL(live.As32(), live.As32())
		JZ(LabelRef(none))
		writeRunHalf(r, body, live, at)
		Label(none)
	})
	dead = ToLow(MOVL, r.machineField(offDead))
	TESTL(dead.As32(), dead.As32())
	return dead
}

// findList moves the position to the start of the record's list. listStart returns the address of this start.
func (r *routine) findList() {
	MOVL(Mem{Base: r.record, Disp: recCode}, r.at.As32())
	ADDQ(r.machineField(offCode), r.at)
}

func (r *routine) listStart() reg.GPVirtual {
	start := r.loadRecordField(recCode)
	ADDQ(r.machineField(offCode), start)
	return start
}

// pruneCells replaces the next n cells of the list, each y by now(y).
func (r *routine) pruneCells(n reg.GPVirtual, now func(y reg.VecVirtual) reg.VecVirtual) {
	emitLoop(n, func() {
		off := r.nextListNumber()
		y := loadVec(r.cellRowAt(off))
		r.storeCell(r.cellRowAt(off), y, now(y))
	})
}

// writeRunWhole does the work of writeRun for AVX-512.
func writeRunWhole(r *routine, body func(r *routine)) (dead reg.GPVirtual) {
	r.d, r.z, r.bad = ZMM(), ZMM(), K()
	MOVQ(r.machineField(offCells), r.x)
	r.findList()
	VPXORD(full, full, r.d)
	VMOVDQA64(full, r.z)
	KXORD(r.bad, r.bad, r.bad)
	if r.parts != nil {
		r.parts[0] = part{d: r.d, z: r.z}
	}
	body(r)
	r.failLanes(whereDisjoint(r.z, r.z))
	dead = lanesOf(r.bad)
	ANDL(r.machineField(offLive), dead.As32())
	return dead
}

// writeRunBothHalves does the work of writeRun for AVX2 if `body` writes the code for both halves of a row.
func writeRunBothHalves(r *routine, body func(r *routine)) (dead reg.GPVirtual) {
	MOVQ(r.machineField(offCells), r.x)
	r.findList()
	for i := range r.parts {
		r.parts[i].d, r.parts[i].z = zeroVec(), YMM()
		copyVec(full, r.parts[i].z)
	}
	body(r)
	low, high := r.parts[0], r.parts[1]
	dead = lanesOfBoth(whereDisjoint(low.z, low.z), whereDisjoint(high.z, high.z))
	ANDL(r.machineField(offLive), dead.As32())
	same := lanesOfBoth(whereDisjoint(low.d, low.d), whereDisjoint(high.d, high.d))
	ORL(dead.As32(), same.As32())
	NOTL(same.As32())
	none := newLabel("none")
	TESTL(same.As32(), r.machineField(offLive))
	JZ(LabelRef(none))
	MOVL(U32(1), r.machineField(offMoved))
	for _, x := range r.parts {
		VPOR(r.machineField(offChanged+x.disp), x.d, x.d)
		storeVec(x.d, r.machineField(offChanged+x.disp))
	}
	Label(none)
	TESTL(dead.As32(), dead.As32())
	return dead
}

// writeRunHalf writes the code that runs one propagator on the current half of a row. `live` has the live lanes of the
// half.
func writeRunHalf(r *routine, body func(r *routine), live reg.GPVirtual, at func(off int) Mem) {
	storeVec(maskOf(live).(reg.VecVirtual), r.machineField(offAlive))
	r.findList()
	if !r.stored {
		r.bad = zeroVec()
	} else {
		storeVec(zeroVec(), r.machineField(offBad))
	}
	if r.held {
		r.d, r.z = zeroVec(), YMM()
		copyVec(full, r.z)
	} else {
		storeVec(zeroVec(), r.machineField(offD))
		storeVec(full, r.machineField(offZ))
	}
	body(r)
	z := r.z
	if !r.held {
		z = loadVec(r.machineField(offZ))
	}
	bad := whereDisjoint(z, z)
	if !r.stored {
		VPOR(r.bad, bad, bad)
	} else {
		VPOR(r.machineField(offBad), bad, bad)
	}
	dead := lanesOf(bad)
	ANDL(r.machineField(offHalfLive), dead.As32())
	h := To64(MOVQ, r.machineField(offHalf))
	SHRQ(U8(4), h)
	MOVW(dead.As16(), Mem{Base: r.m, Index: h, Scale: 1, Disp: offDead})
	d := r.d
	if !r.held {
		d = loadVec(r.machineField(offD))
	}
	VPANDN(d, bad, d) // in lanes that failed, no bit counts as changed
	// There is no branch here, because the processor could not predict whether a bit has changed.
	moved := GP64()
	XORL(moved.As32(), moved.As32())
	r.testLiveBits(d)
	SETNE(moved.As8())
	ORL(moved.As32(), r.machineField(offMoved))
	VPOR(at(offChanged), d, d)
	storeVec(d, at(offChanged))
}

func main() {
	avx2 := flag.Bool("avx2", false, "for AVX2, not AVX-512")
	flag.Parse()
	AVX512 = !*avx2
	ConstraintExpr("!purego")
	if !AVX512 {
		defineConstants()
	}
	writeRoutine("distinct", "takes the values of fixed cells from the others, and keeps values that have one place where there are as many values as cells.", false, writeDistinct)
	writeRoutine("unequal", "takes the values of fixed cells from the cells that see them.", false, writeUnequal)
	for _, wide := range []bool{false, true} {
		writeRoutine("relation", "keeps the values of two cells that have a partner.", wide, writeRelation)
	}
	writeRoutine("places", "takes what a house or a cover needs from the cells that see all its places.", false, writePlaces)
	writeRoutine("sets", "keeps what some set has, and what every set has gets its place.", false, writeSets)
	writeRoutine("required", "gives the required values their places.", false, writeRequired)
	writeRoutine("count", "bounds how many cells have a value of a set.", false, writeCount)
	writeRoutine("balance", "lets values occur equally often in two lists of cells.", false, writeBalance)
	writeRoutine("band", "does what crossing does for three lines and boxes of nine.", false, writeBand)
	writeRoutine("crossing", "takes from a box what a line has there alone, and the other way round.", false, writeCrossing)
	for _, wide := range []bool{false, true} {
		writeRoutine("triple", "keeps what three cells can have together.", wide, writeTriple)
		writeRoutine("sum", "bounds the cells of a sum by what the others leave.", wide, writeSum)
	}
	writeRoutine("automaton", "keeps the values on accepted paths.", false, writeAutomaton)
	writeRoutine("either", "keeps what the alternatives have left.", false, writeEither)
	writeRoutine("enter", "copies cells for an alternative.", false, writeEnter)
	writeRoutine("leave", "adds what an alternative has left.", false, writeLeave)
	writeChoose()
	if AVX512 {
		writeMove()
	}
	WriteDeclarations()
	Generate()
}
