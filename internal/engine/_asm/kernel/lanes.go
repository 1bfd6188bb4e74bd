// Command asm writes the vector sweeps of package kernel. `go generate` in package kernel runs it. docs/LANES.md
// explains the algorithm.
//
// sweep.go has the algorithm for lanes of 16 bits. avx512.go and avx2.go implement its operations. wide.go is for
// AVX-512 with 64 lanes, and single.go for AVX-512 with a single puzzle. bytes.go is for 32 lanes of a byte; target.go
// implements its operations for AVX2, and neon.go for arm64. children.go is for both of amd64's layouts with a byte.
//
// All functions work on a workspace, in vecs of 64 bytes. The type workspace in kernel/layout.go defines its fields; a
// test there compares the fields with the offsets below.
package main

import (
	"flag"
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

const (
	vecBytes   = 64
	offCell    = 0
	offNine    = offCell + 81*vecBytes // in the wide layout: the words of digit 9
	offOnly    = offNine + nineBytes   // in the wide layout: the cells where only 9 is possible
	offPrev    = offOnly + nineBytes
	offKey     = offPrev + vecBytes
	offScore   = offKey + vecBytes
	offServed  = offScore + vecBytes
	offPicked  = offServed + vecBytes
	offDead    = offPicked + 4*vecBytes
	offStill   = offDead + 8
	offFull    = offStill + 8
	offPairs   = offFull + 8
	offMask    = offDead + vecBytes
	offScratch = offMask + 11*vecBytes
	// scratchVecs is the number of vecs of scratch in the workspace. If emit needs more, it panics.
	scratchVecs = 128
	offBetween  = offScratch + scratchVecs*vecBytes // in the wide layout: the cells after the bands of a sweep and before the stacks
	offNines    = offBetween + 81*vecBytes          // in the wide layout: digit 9 between the parts of a sweep; see wide.go
	offPath     = offNines + wideVecs*vecBytes
	offPathNine = offPath + 81*vecBytes
	offDigit    = offPathNine + 2*nineBytes

	// otherHalf is the distance between the halves of a vec. With 32 lanes of a byte, the second half has no lanes.
	// Sweeps and choose keep temporary values of a cell there, in a cache line that they need anyway.
	otherHalf = vecBytes / 2

	nineBytes = 27 * 32
	wideVecs  = 69
)

// solvedSum is the sum of the 81 cells of a solved grid: nine rows of 511.
const solvedSum = 9 * 511

var constants = map[uint16]Mem{}

// constantVec returns the address of a vec in which each 16-bit lane is v.
func constantVec(v uint16) Mem {
	m, ok := constants[v]
	if !ok {
		m = GLOBL(fmt.Sprintf("lanes%04x", v), RODATA|NOPTR)
		for i := 0; i < vecBytes; i += 8 {
			DATA(i, U64(uint64(v)*0x0001000100010001))
		}
		constants[v] = m
	}
	return m
}

// beginMove begins the function that moves lanes or, if `begin` is set, the function that begins dives. It returns the
// address of the plane or of the workspace.
func beginMove(kernel string, lanes int, begin bool) reg.GPVirtual {
	const others = ", frames *plane, from *[maxLanes]uint16, set uint64)"
	if begin {
		Begin("begin"+kernel, "(w *workspace"+others, fmt.Sprintf(
			"fills each lane l of the path in the set from frames' slot from[l]-%d, and some lanes from the path.", lanes))
		return Parameter("w")
	}
	Begin("move"+kernel, "(cells"+others, fmt.Sprintf(
		"fills each lane l of the set from lane from[l], or from frames' slot from[l]-%d.", lanes))
	return Parameter("cells")
}

var tables = map[string]Mem{}

// addDataTable returns the address of n bytes; byte i is the low byte of entry(i).
func addDataTable(name string, n int, entry func(i int) int) Mem {
	if m, ok := tables[name]; ok {
		return m
	}
	m := GLOBL(name, RODATA|NOPTR)
	tables[name] = m
	for i := range n {
		DATA(i, U8(uint8(entry(i))))
	}
	return m
}

func main() {
	kind := flag.String("kernel", "avx512", "which file to write: avx512, single, avx2 or neon")
	flag.Parse() // avo also defines flags
	ConstraintExpr("!purego")
	write, ok := map[string]func(){
		"avx512": writeAVX512, "single": writeSingle, "avx2": writeAVX2, "neon": writeNEON,
	}[*kind]
	if !ok {
		panic("no such kernel: " + *kind)
	}
	write()
	WriteDeclarations()
	if *kind != "neon" { // avo does not know arm64, so writeNEON has written the file
		Generate()
	}
}
