package lanes

import "math/bits"

// lanes is the number of nodes of a search that advance together.
const lanes = 32

// row has a number for each lane. The row of a cell has the cell's set of values in each lane.
type row [lanes]uint16

// machine is the memory that the routines of a kernel work on. The assembly uses the offsets in _asm/main.go
// for scratch and for the fields of machine and record.
type machine struct {
	cells   *row    // by cell
	dirty   *uint64 // one bit for each propagator: set if one of its cells has changed since it ran
	records *record // by propagator
	near    *uint64 // by propagator, words each: the propagators that read a cell that it writes
	code    *uint32 // lists that records refer to
	tables  *row    // the tables of relations and triples
	scratch *row
	states  *uint32 // scratch of automata
	weights *uint16 // by cell
	words   uint64  // words of dirty
	live    uint32  // the lanes with a search and without a contradiction
	fails   uint32  // the number of entries of failed that are used
	houses  *uint32 // for each house: its number of cells, and its cells
	nhouses uint64
	ncells  uint64 // the number of cells to branch on, which come first
	word    uint64
	todo    uint64
	failed  [lanes]failure
	changed row // not 0 in lanes where a cell has changed
	best    row // results of choose: best has a score, 0 if no cell is open; at has the cell; bit has the value, or 0
	at      row
	bit     row
	base    row     // the score of a cell, by its number of values
	bounds  *uint16 // by house: the greatest weight of its cells
	asked   uint32  // the lanes for which to choose; the results for other lanes are undefined
	// The following are for AVX2, whose vectors are half a row.
	halfLive uint32
	half     uint64
	dead     uint32
	moved    uint32
	halves   [3][lanes / 2]uint16 // of the current half: the cells that have changed; the minimum written; the lanes that failed
	may      uint64               // the bits of a word of dirty that may run
	alive    [lanes / 2]uint16    // of the current half: all bits of the live lanes
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

// These constants are rows of scratch, and the limits that these rows set.
const (
	maxTerms    = 128 // the most terms of a sum
	maxCliques  = 64
	maxSegments = 256 // the most segments of a crossing, which also bounds its lines and its boxes
	maxLines    = 32
	highRows    = 640 // four rows: a table of the greatest value of a set, counted from 1
	reverseRows = 644 // four rows: a table of sets with their values in reverse
	singleRows  = 648 // from here on a row for each cell
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
	kindEither // run by runDirtyAlternatives; its routine restricts the cells to the values that the alternatives left
	kindEnter  // begins an alternative: copies its cells, and restricts the copies to its allowed sets
	kindLeave  // ends an alternative: adds the values that it left to those of the others
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
	// move copies lanes: it sets each lane of set in to from the lane of from that index names, in the given
	// number of rows.
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
