package lanes

import "math/bits"

// lanes is how many nodes of a search advance together.
const lanes = 32

// row is one number for each lane; of a cell, its values.
type row [lanes]uint16

// machine is what the routines of a kernel work on. The assembly addresses it, a record and
// scratch by offsets that stand in _asm/main.go.
type machine struct {
	cells   *row    // by cell
	dirty   *uint64 // a bit for each propagator: a cell of it has changed since it ran
	records *record // by propagator
	near    *uint64 // by propagator, words of them: what reads a cell that it writes
	code    *uint32 // the lists that records point into
	tables  *row    // of relations and triples
	scratch *row
	states  *uint32 // of automata
	weights *uint16 // by cell
	words   uint64  // of dirty
	live    uint32  // the lanes that search, and have met no contradiction
	fails   uint32  // how many of failed are in use
	houses  *uint32 // each house: how many cells, and these
	nhouses uint64
	ncells  uint64 // that are branched on: the first
	word    uint64
	todo    uint64
	failed  [lanes]failure
	changed row // what has changed, in any cell
	best    row // what choose finds: a score, 0 where no cell is open; the cell, the value
	at      row
	bit     row
	base    row     // the score of a cell by how many values it has
	bounds  *uint16 // by house: the greatest weight of a cell
	asked   uint32  // the lanes that choose is for; of others it may find what it likes
	// of the half of a row that the assembly is in, where vectors are halves
	halfLive uint32
	half     uint64
	dead     uint32
	moved    uint32
	halves   [3][lanes / 2]uint16 // what has changed, the least that was written, where registers lack; who failed
	may      uint64               // which of a word of propagators may run
}

// failure is the lanes in which a propagator met a contradiction.
type failure struct{ propagator, lanes uint32 }

// record is a propagator: where its list begins in code, in bytes; how many cells or other
// things are there, and numbers that its routine knows to read. table is a place in tables,
// in bytes.
type record struct {
	code  uint32
	n     uint32
	a, b  uint32
	table uint32
	lo    uint32
	hi    uint32
	c     uint32
}

// Rows of scratch.
const (
	maxTerms    = 128 // of a sum
	maxCliques  = 64
	maxSegments = 256 // of a crossing, and lines and boxes
	maxLines    = 32
	highRows    = 640 // four rows each: tables of the greatest value of five bits each, counted from 1
	reverseRows = 644 // and of the values in reverse
	singleRows  = 648 // then one for each cell
)

// kind is which routine runs a propagator. They are in the order in which they run.
type kind uint8

const (
	kindDistinct kind = iota
	kindUnequal
	kindRelation
	kindRequired
	kindCount
	kindBand
	kindCrossing
	kindPlaces
	kindSets
	kindTriple
	kindSum
	kindAutomaton
	kindEither // run by search.eithers; the routine keeps what the alternatives left
	kindEnter  // an alternative begins: its cells are copied, and what is allowed there
	kindLeave  // and ends: what it left is added to what others did
	kinds
)

// kernel is the routines for one kind of processor.
type kernel struct {
	name string
	// half: a vector is half a row, in which the lanes are looked at together, and tables are
	// of four bits a piece.
	half bool
	// narrow and wide run the dirty propagators among those with bits in the words from … to;
	// narrow does for up to ten values.
	narrow, wide [kinds]func(m *machine, from, to int)
	choose       func(m *machine)
	// move fills the lanes of a set, in so many rows of to, from lanes index of from.
	move func(to, from []row, index *row, set uint32, rows int)
}

// moveFew is move lane by lane.
func moveFew(to, from []row, index *row, set uint32, rows int) {
	to, from = to[:rows], from[:rows]
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set) & (lanes - 1)
		f := index[l] & (lanes - 1)
		for i := range to {
			to[i][l] = from[i][f]
		}
	}
}
