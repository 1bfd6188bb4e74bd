package lanes

import (
	"math/bits"

	"nonet/internal/engine/csp"
)

// If a propagator has at most fitSets sets, the routine `sets` also ignores each set that shares no value with some
// cell. For more sets, this would take too long.
const fitSets = 130

func (p *program) rowsPerTable() int {
	if p.values > 10 && !p.half {
		return 4
	}
	return 2
}

// appendRows appends a table that maps sets of values to numbers. The values are split into pieces of four or five, and
// a piece has an entry for each set of its values. of(first, set) returns the entry of `set`; bit 0 of `set` stands for
// the value `first`. appendRows calls it in ascending order of `set`.
//
//	row of five values   set 0 … set 31, a number each
//	half a row of four   the low bytes of the 16 sets' numbers, then the high bytes
func (p *program) appendRows(to []row, of func(first, set int) uint16) []row {
	n := len(to)
	for range p.rowsPerTable() {
		to = append(to, row{})
	}
	t := to[n:]
	if !p.half {
		for piece := range t {
			for set := 1; set < lanes; set++ {
				t[piece][set] = of(piece*5, set)
			}
		}
		return to
	}
	for piece := range 4 {
		for set := 1; set < 16; set++ {
			v := of(piece*4, set)
			at := &t[piece/2]
			low, high, shift := piece%2*16+set/2, piece%2*16+8+set/2, set%2*8
			at[low] |= v & 255 << shift
			at[high] |= v >> 8 << shift
		}
	}
	return to
}

// appendTable appends the table that maps a set to the union of allowed[v] over the values v of the set.
func (p *program) appendTable(allowed []csp.Set) {
	var join [lanes]uint16
	p.tables = p.appendRows(p.tables, func(first, set int) uint16 {
		v := first + bits.TrailingZeros(uint(set))
		join[set] = join[set&(set-1)]
		if v < len(allowed) {
			join[set] |= uint16(allowed[v])
		}
		return join[set]
	})
}

func (p *program) nextTableOffset() uint32 { return uint32(len(p.tables)) * 64 }

func (b *builder) relationTableOf(r *csp.Relation) uint32 {
	at, ok := b.relations[r]
	if !ok {
		at = b.nextTableOffset()
		b.appendTable(r.SecondByFirst())
		b.appendTable(r.FirstBySecond())
		if b.relations == nil {
			b.relations = make(map[*csp.Relation]uint32)
		}
		b.relations[r] = at
	}
	return at
}
