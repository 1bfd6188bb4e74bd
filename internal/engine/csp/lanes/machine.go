package lanes

import "math/bits"

// lanes is how many nodes of a search are propagated together.
const lanes = 32

// row holds a number for each lane. The row of a cell holds the set of values that the cell can still have in each
// lane.
type row [lanes]uint16

// machine is the memory that the routines of a kernel work on. The assembly uses the offsets in _asm/lanes/main.go
// for scratch and for the fields of machine and record.
type machine struct {
	cells   *row    // the grid: a row for each cell
	dirty   *uint64 // a bit for each propagator, set if one of its cells has changed since it ran
	records *record // a record for each propagator
	near    *uint64 // for each propagator, a bit set of `words` words: the propagators that must run after it has changed cells
	code    *uint32 // the lists to which records refer
	tables  *row    // the tables of relations and triples
	scratch *row
	states  *uint32 // scratch memory of automata
	weights *uint16 // the weight of each cell
	words   uint64  // the number of words of dirty
	live    uint32  // the lanes that hold a node without a contradiction
	fails   uint32  // how many entries of failed are used
	houses  *uint32 // for each house: the number of its cells, followed by the cells
	nhouses uint64
	ncells  uint64 // the number of cells on which to branch; they come first in cells
	word    uint64
	todo    uint64
	failed  [lanes]failure
	changed row // not 0 in lanes where a cell has changed
	best    row // for each lane, the score of the branch that choose has chosen, or 0 if no cell is open; at is its cell, bit its value, or 0 for all values
	at      row
	bit     row
	base    row     // base[n] is the base score of a cell with n values
	bounds  *uint16 // for each house: the greatest weight of its cells
	asked   uint32  // the lanes for which choose chooses; its results for other lanes are undefined
	// The following fields are for AVX2, whose vectors are half a row.
	halfLive uint32
	half     uint64
	dead     uint32
	moved    uint32
	halves   [3][lanes / 2]uint16 // for the current half of a row: the bits that changed; the least value written; the lanes that failed
	may      uint64               // the bits of the current word of dirty that belong to the current kind
	alive    [lanes / 2]uint16    // for the current half: all ones in live lanes, otherwise 0
}

// failure is a propagator with the lanes in which it found a contradiction.
type failure struct{ propagator, lanes uint32 }

// record is a propagator. `code` is the byte offset of its list in machine.code, and n is the length of the list.
// `table` is a byte offset in machine.tables. The meaning of the other numbers depends on the kind.
type record struct {
	code  uint32
	n     uint32
	a, b  uint32
	table uint32
	lo    uint32
	hi    uint32
	c     uint32
}

// These are indices of rows in scratch, and the limits that follow from these indices.
const (
	maxTerms    = 128 // the maximum number of terms of a sum
	maxCliques  = 64
	maxSegments = 256 // the maximum number of segments of a crossing, and so of its lines and boxes
	maxLines    = 32
	highRows    = 640 // first of four rows: a table that maps a set to its greatest value, counted from 1
	reverseRows = 644 // first of four rows: a table that maps a set to the set with its values in reverse
	singleRows  = 648 // from here to the end of scratch: a row for each cell
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
	kindEither // ends the constraint Either: each cell keeps the values that at least one alternative left
	kindEnter  // begins an alternative: copies its cells, and restricts the copies to the sets that the alternative allows
	kindLeave  // ends an alternative: adds its values to those that the earlier alternatives left
	kinds
)

// kernel holds the routines for one instruction set.
type kernel struct {
	name string
	// half is set if a vector is half a row of lanes. Lookups then take four bits at a time.
	half bool
	// narrow and wide run the dirty propagators whose bits are in the words `from` to `to`−1 of dirty. narrow is for
	// up to ten values, wide for more.
	narrow, wide [kinds]func(m *machine, from, to int)
	choose       func(m *machine)
	// move copies lanes from one list of rows to another. Lane l of set, in each copied row, becomes a copy of lane
	// index[l]. The argument rows is the number of rows to copy, from the first on.
	move func(to, from []row, index *row, set uint32, rows int)
}

// moveLanesOneByOne does the work of kernel.move in plain Go, one lane at a time.
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
