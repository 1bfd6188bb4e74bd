package minlex

import (
	"math/bits"
	"sync"
)

// A puzzle's form is found row by row. A node is a beginning of it: which lines came in which
// order, and what that settles. Of all nodes and all rows that may come next, those stay whose
// row is least; so at the end every way to the form is there.
//
// A row's key holds its nine places, four bits each, the first highest: 0 for an empty cell, the
// label of a digit that has one, 15 for a digit that has none yet and gets the next. Of two keys of
// nodes at the same row, which have as many labels, the smaller is the smaller row.
//
// A column is free to move within its stack as long as it is empty; as the rows are least, the
// free columns are the first of each stack, and stacks that are wholly free are the first.

type node struct {
	at      uint64 // 6 bits for each column: by how much a label is shifted to stand in its place
	columns uint64 // 4 bits for each place, the first lowest: its column
	labels  uint64 // 4 bits for each digit: its label, 15 without, 0 for an empty cell
	rows    uint64 // 4 bits for each row so far, the last lowest
	used    uint16 // rows so far
	labeled uint8
	free    uint8 // 2 bits for each stack: how many of its first columns are free
	line    uint8 // where the node's lines begin: 0, or 9 if the puzzle is transposed
}

// line is a row or a column of the puzzle.
type line struct {
	given  [9]given // those there are, then empty cells
	n      uint8
	mask   uint16 // the cells that have one
	digits uint64 // 4 bits for each cell
}

// given is a digit in a line, ready to shift by.
type given struct {
	column uint8 // 6 times its column
	digit  uint8 // 4 times it
}

type hit struct {
	node int32
	line uint8
	key  uint64
}

// puzzle is the work on one puzzle after the other.
type puzzle struct {
	tables      *tables
	lines       [18]line
	nodes, next []node
	hits        []hit
}

const (
	columnsInOrder = 0x876543210
	unlabeled      = 0xFFFFFFFFF0
	allOnes        = 0x1111111110
	allFree        = 0b111111
)

// tables are for keys.
type tables struct {
	// order has four-bit numbers three at a time, of which the first so many are put in order.
	order [4][4096]uint16
	// first is the key of a line that comes first, by its mask.
	first [512]uint64
}

var keyTables = sync.OnceValue(func() *tables {
	t := &tables{}
	for x := range uint16(4096) {
		a, b, c := x>>8, x>>4&15, x&15
		t.order[0][x], t.order[1][x] = x, x
		a, b = min(a, b), max(a, b)
		t.order[2][x] = a<<8 | b<<4 | c
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
		t.order[3][x] = a<<8 | b<<4 | c
	}
	for m := range t.first {
		var key uint64
		for c := range 9 {
			if m>>c&1 == 1 {
				key |= 15 << (32 - 4*c)
			}
		}
		t.first[m] = t.sorted(key, allFree)
	}
	return t
})

// sorted is a key whose free columns and stacks are put in order.
func (t *tables) sorted(key uint64, free uint8) uint64 {
	a := t.order[free&3][key>>24&4095]
	b := t.order[free>>2&3][key>>12&4095]
	c := t.order[free>>4&3][key&4095]
	if free&15 == 15 {
		a, b = min(a, b), max(a, b)
		if free == allFree {
			b, c = min(b, c), max(b, c)
			a, b = min(a, b), max(a, b)
		}
	}
	return uint64(a)<<24 | uint64(b)<<12 | uint64(c)
}

// key is the least row that l can be for n.
func (n *node) key(t *tables, l *line) uint64 {
	at, labels := n.at, n.labels
	label := func(i int) uint64 {
		g := l.given[i]
		return labels >> (g.digit & 63) & 15 << (at >> (g.column & 63) & 63)
	}
	key := label(0) | label(1) | label(2) | label(3)
	for i := 4; i < int(l.n); i++ {
		key |= label(i)
	}
	if n.free&0b101010 != 0 {
		key = t.sorted(key, n.free)
	}
	return key
}

func newPuzzle() *puzzle { return &puzzle{tables: keyTables()} }

func (p *puzzle) read(g *[81]uint8) {
	clear(p.lines[:])
	for r := range uint8(9) {
		row := &p.lines[r]
		for c := range uint8(9) {
			d := g[9*r+c]
			if d == 0 {
				continue
			}
			row.given[row.n] = given{6 * c, 4 * d}
			row.n++
			row.mask |= 1 << c
			row.digits |= uint64(d) << (4 * c)
			column := &p.lines[9+c]
			column.given[column.n] = given{6 * r, 4 * d}
			column.n++
			column.mask |= 1 << r
			column.digits |= uint64(d) << (4 * r)
		}
	}
}

// least writes the form of g, which has no contradictions, and returns the nodes at its end.
// They are valid until the next call.
func (p *puzzle) least(g, form *[81]uint8) []node { return p.search(g, form, unlabeled) }

// search is least for digits with these labels.
func (p *puzzle) search(g, form *[81]uint8, labels uint64) []node {
	p.read(g)
	start := [2]node{}
	for t := range start {
		start[t] = node{columns: columnsInOrder, labels: labels, free: allFree, line: uint8(9 * t)}
		start[t].place()
	}
	p.hits = p.hits[:0]
	best := ^uint64(0)
	for i := range p.lines {
		key := p.tables.first[p.lines[i].mask&511] & (labels >> 4)
		if key > best || key == 0 && p.twin(uint8(i), 0) {
			continue
		}
		if key < best {
			best = key
			p.hits = p.hits[:0]
		}
		p.hits = append(p.hits, hit{int32(i / 9), uint8(i % 9), key})
	}
	p.nodes = append(p.nodes[:0], start[:]...)
	for n := 0; ; n++ {
		labels := p.nodes[0].labeled
		for c := 8; c >= 0; c-- {
			form[9*n+c] = uint8(best & 15)
			best >>= 4
		}
		for c := range 9 {
			if v := &form[9*n+c]; *v == 15 {
				labels++
				*v = labels
			}
		}
		p.next = p.next[:0]
		for _, h := range p.hits {
			p.expand(&p.nodes[h.node], h.line, h.key)
		}
		p.nodes, p.next = p.next, p.nodes
		if n == 8 {
			return p.nodes
		}
		p.hits = p.hits[:0]
		best = ^uint64(0)
		for i := range p.nodes {
			x := &p.nodes[i]
			from, to := uint8(0), uint8(9)
			if n%3 != 2 {
				from = uint8(x.rows&15) / 3 * 3
				to = from + 3
			}
			for r := from; r < to; r++ {
				if x.used>>r&1 == 1 {
					continue
				}
				l := &p.lines[x.line+r]
				key := x.key(p.tables, l)
				if key > best || key == 0 && p.twin(x.line+r, x.used) {
					continue
				}
				if key < best {
					best = key
					p.hits = p.hits[:0]
				}
				p.hits = append(p.hits, hit{int32(i), r, key})
			}
		}
	}
}

// twin reports whether an empty line has an unused empty one before it in its chute.
func (p *puzzle) twin(l uint8, used uint16) bool {
	for x := l / 3 * 3; x < l; x++ {
		if p.lines[x].n == 0 && used>>(x%9)&1 == 0 {
			return true
		}
	}
	return false
}

// place sets at by columns.
func (n *node) place() {
	n.at = 0
	for q := range 9 {
		n.at |= uint64(32-4*q) << (6 * (n.columns >> (4 * q) & 15) & 63)
	}
}

// expand appends to p.next every node that x with row r next, of that key, can be.
func (p *puzzle) expand(x *node, r uint8, key uint64) {
	l := &p.lines[x.line+r]
	y := *x
	y.used |= 1 << r
	y.rows = x.rows<<4 | uint64(r)
	if key == 0 {
		p.next = append(p.next, y)
		return
	}
	if x.free&0b101010 == 0 {
		p.finish(&y, l, key)
		return
	}
	// What stands in the places, before anything moves.
	var value [9]uint8
	for q := range value {
		value[q] = uint8(x.labels >> (4 * (l.digits >> (4 * (x.columns >> (4 * q) & 15)) & 15)) & 15)
	}
	var ways [3][6]uint16 // the orders of each stack's columns
	var count [3]int
	var triple [3]uint16
	for s := range 3 {
		c := uint16(x.columns >> (12 * s) & 4095)
		count[s] = columnOrders((*[3]uint8)(value[3*s:]), x.free>>(2*s)&3, c, &ways[s])
		triple[s] = uint16(value[3*s])<<8 | uint16(value[3*s+1])<<4 | uint16(value[3*s+2])
		if x.free>>(2*s)&3 == 3 {
			triple[s] = p.tables.order[3][triple[s]&4095]
		}
	}
	stacks := 0 // that are free
	for stacks < 3 && x.free>>(2*stacks)&3 == 3 {
		stacks++
	}
	for _, o := range orders {
		if stacks < 3 && o[2] != 2 || stacks < 2 && o[1] != 1 {
			continue
		}
		in := true
		for s := 0; s+1 < stacks; s++ {
			a, b := triple[o[s]], triple[o[s+1]]
			in = in && (a < b || a == b && (a != 0 || o[s] < o[s+1]))
		}
		if !in {
			continue
		}
		y.free = x.free>>(2*o[0])&3 | x.free>>(2*o[1])&3<<2 | x.free>>(2*o[2])&3<<4
		for i := range count[o[0]] {
			for j := range count[o[1]] {
				for k := range count[o[2]] {
					z := y
					z.columns = uint64(ways[o[0]][i]) | uint64(ways[o[1]][j])<<12 | uint64(ways[o[2]][k])<<24
					z.place()
					z.settle(key)
					p.finish(&z, l, key)
				}
			}
		}
	}
}

// settle takes from the free columns those that key fills.
func (n *node) settle(key uint64) {
	var free uint8
	for s := range 3 {
		f := n.free >> (2 * s) & 3
		t := uint16(key >> (24 - 12*s) & 4095)
		// Empty are those before the first digit.
		f = min(f, uint8(bits.LeadingZeros16(t)-4)/4)
		free |= f << (2 * s)
	}
	n.free = free
}

// finish gives the digits that key says have none yet their labels.
func (p *puzzle) finish(y *node, l *line, key uint64) {
	for q := range 9 {
		if key>>(32-4*q)&15 == 15 {
			d := l.digits >> (4 * (y.columns >> (4 * q) & 15)) & 15
			y.labeled++
			y.labels ^= uint64(15^y.labeled) << (4 * d)
		}
	}
	p.next = append(p.next, *y)
}

// columnOrders writes the orders of three columns, four bits each, whose first free ones may
// move: such that what stands in them, value, is in order. Empty ones keep theirs.
func columnOrders(value *[3]uint8, free uint8, columns uint16, to *[6]uint16) (n int) {
	if free < 2 {
		to[0] = columns
		return 1
	}
	for _, o := range orders {
		if free == 2 && o[2] != 2 {
			continue
		}
		in := true
		for i := range free - 1 {
			a, b := value[o[i]], value[o[i+1]]
			in = in && (a < b || a == b && (a != 0 || o[i] < o[i+1]))
		}
		if in {
			to[n] = columns>>(4*o[0])&15 | columns>>(4*o[1])&15<<4 | columns>>(4*o[2])&15<<8
			n++
		}
	}
	return n
}

// maps are those of nodes at the end.
func (p *puzzle) maps(nodes []node) []Map {
	maps := make([]Map, len(nodes))
	for i := range nodes {
		maps[i] = nodes[i].toMap()
		m := &maps[i].Digits
		for d := 1; d < 10; d++ {
			if m[d] = uint8(nodes[i].labels >> (4 * d) & 15); m[d] == 15 {
				m[d] = 0
			}
		}
		completeDigits(m)
	}
	return maps
}

// toMap is what the node at the end does to cells; digits stay.
func (n *node) toMap() Map {
	m := Map{Transposed: n.line != 0}
	for q := range 9 {
		m.Columns[q] = uint8(n.columns >> (4 * q) & 15)
		m.Rows[q] = uint8(n.rows >> (4 * (8 - q)) & 15)
		m.Digits[q+1] = uint8(q + 1)
	}
	return m
}
