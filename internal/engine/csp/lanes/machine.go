package lanes

import "math/bits"

// lanes is the number of nodes of a search that advance together.
const lanes = 32

// row holds a number for each lane. The row of a cell holds, for each lane, the set of values that the cell can
// still have.
type row [lanes]uint16

// machine is the memory that the routines of a kernel work on. The assembly uses the offsets in _asm/main.go
// for scratch and for the fields of machine and record.
type machine struct {
	cells   *row    // one row for each cell
	dirty   *uint64 // one bit for each propagator: set if one of its cells has changed since it ran
	records *record // one for each propagator
	near    *uint64 // for each propagator p: the propagators that read a cell that p writes, as a set of as many numbers as words says
	code    *uint32 // lists that records refer to
	tables  *row    // the tables of relations and triples
	scratch *row
	states  *uint32 // scratch of automata
	weights *uint16 // one for each cell
	words   uint64  // words of dirty
	live    uint32  // the lanes with a search and without a contradiction
	fails   uint32  // the number of entries of failed that are used
	houses  *uint32 // for each house: its number of cells, and its cells
	nhouses uint64
	ncells  uint64 // the number of cells that may be branched on; they come first in cells
	word    uint64
	todo    uint64
	failed  [lanes]failure
	changed row // not 0 in lanes where a cell has changed
	best    row // results of choose: best is the score, or 0 if no cell is open; at is the cell; bit is the value, or 0
	at      row
	bit     row
	base    row     // the score of a cell, by its number of values
	bounds  *uint16 // for each house: the greatest weight of its cells
	asked   uint32  // the lanes for which to choose; the results for other lanes are undefined
	// The following are for AVX2, whose vectors are half a row.
	halfLive uint32
	half     uint64
	dead     uint32
	moved    uint32
	halves   [3][lanes / 2]uint16 // of the current half: the cells that have changed; the least value written; the lanes that failed
	may      uint64               // the bits of a word of dirty that may run
	alive    [lanes / 2]uint16    // of the current half: a number with all bits set in each live lane
}

// failure is a propagator and the lanes in which it met a contradiction.
type failure struct{ propagator, lanes uint32 }

// record is a propagator. code is the byte offset of its list in machine.code, and n the length of
// the list. table is a byte offset in machine.tables. The meaning of the other numbers depends on
// the kind.
type record struct {
	code  uint32
	n     uint32
	a, b  uint32
	table uint32
	lo    uint32
	hi    uint32
	c     uint32
}

// These constants are indexes of rows in scratch, and the limits that follow from them.
const (
	maxTerms    = 128 // the most terms of a sum
	maxCliques  = 64
	maxSegments = 256 // the most segments of a crossing; so it also has at most this number of lines, and of boxes
	maxLines    = 32
	highRows    = 640 // four rows: a table that maps a set to its greatest value, counted from 1
	reverseRows = 644 // four rows: a table that maps a set to the set with its values in reverse
	singleRows  = 648 // from here on, one row for each cell
)

// kind selects the routine that runs a propagator. Kinds run in this order.
type kind uint8

const (
	kindDistinct kind = iota
	kindUnequal
	kindRelation
	kindRequired
	kindCount
	kindBalance
	kindBand
	kindCrossing
	kindPlaces
	kindSets
	kindTriple
	kindSum
	kindAutomaton
	kindEither // run by runDirtyAlternatives, whose routine restricts the cells to the values that the alternatives left
	kindEnter  // begins an alternative: copies its cells, and restricts the copies to the sets that the alternative allows
	kindLeave  // ends an alternative: adds the values that it left to the values that the others left
	kinds
)

// kernel holds the routines for one instruction set.
type kernel struct {
	name string
	// half is set if a vector is half a row of lanes. Tables are then looked up four bits at a time.
	half bool
	// narrow and wide run the dirty propagators whose bits are in words from to to-1 of dirty. narrow is for up
	// to ten values.
	narrow, wide [kinds]func(m *machine, from, to int)
	choose       func(m *machine)
	// move copies lanes between rows. For each lane l of set, it copies lane index[l] of from to lane l of to,
	// in the given number of rows.
	move func(to, from []row, index *row, set uint32, rows int)
}

// moveLanesOneByOne is kernel.move in plain Go, one lane at a time.
func moveLanesOneByOne(to, from []row, index *row, set uint32, rows int) {
	to, from = to[:rows], from[:rows]
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) & (lanes - 1)
		f := index[l] & (lanes - 1)
		for i := range to {
			to[i][l] = from[i][f]
		}
	}
}
