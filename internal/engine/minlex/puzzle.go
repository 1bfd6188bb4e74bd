package minlex

import (
	"context"
	"encoding/binary"
	"math/bits"
	"sync"
)

// The form of a puzzle is found row by row. A node is a beginning of the form: the lines so far, and the columns and
// labels that they determine. At each row, only the extensions with the least row are kept. Thus the final nodes are
// all maps to the form.
//
// The key of a row has four bits for each of its nine places, the first place in the highest bits. The four bits are 0
// for an empty cell, and the label for a digit that has one. For a digit without a label they are 15; the digit then
// gets the next label. At each row, all nodes have the same number of labels, so the smaller key means the smaller row.
//
// A column without givens so far is free: it may still move within its stack. Because the rows are least, free columns
// come first in their stack, and stacks with only free columns come first. All nodes have the same rows so far, and
// therefore the same free columns. Thus all nodes have the same choice after the next row: the order of those free
// columns in which this row has digits without labels.

type node struct {
	at      uint64 // 6 bits for each column: by how much to shift a key to the right so that this column's place is lowest
	columns uint64 // 4 bits for each place, the first in the highest: the column at this place
	labels  uint64 // 4 bits for each digit: its label, or 15 if it has none; 0 for an empty cell
	rows    uint64 // 4 bits for each row so far: its number in the puzzle; the last row is lowest
	used    uint16 // the set of rows so far
	line    uint8  // the number of the node's first line: 0, or 9 if the node transposes the puzzle
}

// line is a row or a column of the puzzle, as a list of givens and as sets.
type line struct {
	given  [9]given // the n givens of the line; the other elements are empty cells
	n      uint8
	cells  uint16 // the set of columns with a given
	digits uint16 // the set of digits of the givens
}

// given holds the column and the digit of a given, multiplied so that they are shift counts for packed words.
type given struct {
	column uint8 // 6 times the column
	digit  uint8 // 4 times the digit
}

// If there are more than manyNodes nodes, ctx is checked before each row. A row with manyNodes nodes takes some tens of
// microseconds. Most puzzles have only a few nodes.
const manyNodes = 1000

type hit struct {
	node int32
	line uint8
}

type puzzle struct {
	lines       [18]line
	nodes, next []node
	hits        []hit
	// The following fields are equal for all nodes.
	labeled uint8
	free    uint8    // two bits for each stack: how many of its columns are free; the free columns come first
	row     uint64   // the key of the last row, with labels
	orders  []uint64 // the permutations of places that leave row unchanged, or empty if only the identity does; 4 bits for each place, the first in the highest
	pattern bool     // set if only the pattern matters, so that every digit has label 1
}

const (
	inOrder   = 0x012345678
	unlabeled = 0xFFFFFFFFF0
	allOnes   = 0x1111111110
	allFree   = 0b111111
	movable   = 0b101010 // the bits of free that mark stacks with two or more free columns
)

type tables struct {
	// order[n] gives the order that sorts the first n of three numbers of four bits. Its index is the three numbers,
	// joined to 12 bits.
	order [4][4096]uint16
	// first holds the key and the columns of a line that becomes row 1. Its index is the set of the line's filled
	// cells.
	first [512]struct{ key, columns, at uint64 }
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
		f := &t.first[m]
		for c := range 9 {
			if m>>c&1 == 1 {
				f.key |= 15 << (32 - 4*c)
			}
		}
		f.columns = sortColumnsByContents(inOrder, f.key, allFree)
		f.key = t.sortFreeColumns(f.key, allFree)
		f.at = columnShifts(f.columns)
	}
	return t
})

// sortFreeColumns sorts the free columns and free stacks of key.
func (t *tables) sortFreeColumns(key uint64, free uint8) uint64 {
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

// sortColumnsByContents reorders columns so that their contents, which key holds, are sorted. Columns with equal
// contents stay in ascending order.
func sortColumnsByContents(columns, key uint64, free uint8) uint64 {
	var stack [3]uint32 // for each stack, its three places in the key, then its three columns
	for s := range stack {
		shift := 24 - 12*s
		v, c := uint32(key>>shift), uint32(columns>>shift)
		x, y, z := v>>4&0xF0|c>>8&15, v&0xF0|c>>4&15, v<<4&0xF0|c&15
		if f := free >> (2 * s) & 3; f > 1 {
			x, y = min(x, y), max(x, y)
			if f > 2 {
				y, z = min(y, z), max(y, z)
				x, y = min(x, y), max(x, y)
			}
		}
		stack[s] = x>>4<<20 | y>>4<<16 | z>>4<<12 | x&15<<8 | y&15<<4 | z&15
	}
	a, b, c := stack[0], stack[1], stack[2]
	if free&15 == 15 {
		a, b = min(a, b), max(a, b)
		if free == allFree {
			b, c = min(b, c), max(b, c)
			a, b = min(a, b), max(a, b)
		}
	}
	return uint64(a&4095)<<24 | uint64(b&4095)<<12 | uint64(c&4095)
}

// columnShifts computes node.at from node.columns.
func columnShifts(columns uint64) (at uint64) {
	for q := range 9 {
		at |= uint64(32-4*q) << (6 * (columns >> (32 - 4*q) & 15) & 63)
	}
	return at
}

// contentsKey returns the contents of l at the node's places, with the free columns still unsorted.
func (n *node) contentsKey(l *line) uint64 {
	at, labels := n.at, n.labels
	label := func(i int) uint64 {
		g := l.given[i]
		return labels >> (g.digit & 63) & 15 << (at >> (g.column & 63) & 63)
	}
	key := label(0) | label(1) | label(2) | label(3)
	for i := 4; i < int(l.n); i++ {
		key |= label(i)
	}
	return key
}

// loadGrid reads g, and reports whether g has no contradictions. A value above 9 makes it panic.
func (p *puzzle) loadGrid(g *[81]uint8) bool {
	clear(p.lines[:])
	var boxes [9]uint16
	var cells [2]uint64 // the set of filled cells
	values := uint64(g[80])
	for i := range 10 {
		x := binary.LittleEndian.Uint64(g[8*i : 8*i+8])
		values |= x
		cells[i/8] |= (x + 0x7F7F7F7F7F7F7F7F) >> 7 & 0x0101010101010101 * 0x0102040810204080 >> 56 << (8 * i & 63)
	}
	cells[1] |= uint64(g[80]+0x7F) >> 7 << 16
	twice, digits := uint16(0), uint16(0)
	for i, m := range cells {
		for ; m != 0; m &= m - 1 {
			x := uint(64*i + bits.TrailingZeros64(m))
			r := x * 57 >> 9
			c := x - 9*r
			d := g[x%81] & 15
			b := uint16(1) << d
			row, column, box := &p.lines[r%9], &p.lines[9+c%9], &boxes[(r/3*3+c/3)%9]
			twice |= b & (row.digits | column.digits | *box)
			*box |= b
			digits |= b
			row.addGiven(uint8(c), d, b)
			column.addGiven(uint8(r), d, b)
		}
	}
	if values&0xF0F0F0F0F0F0F0F0 != 0 || digits>>10 != 0 {
		panic(tooHigh)
	}
	return twice == 0
}

func (l *line) addGiven(c, d uint8, b uint16) {
	l.given[l.n%9] = given{6 * c, 4 * d}
	l.n++
	l.cells |= 1 << c
	l.digits |= b
}

// search writes the form of the loaded puzzle. labels are the initial labels of digits: unlabeled for a puzzle without
// contradictions, allOnes for a pattern. It returns the final nodes, which are valid until the next call. If there are
// more than manyNodes nodes, it checks ctx before each row. The error is ctx.Err().
func (p *puzzle) search(ctx context.Context, form *[81]uint8, labels uint64) ([]node, error) {
	t := keyTables()
	p.labeled, p.free, p.pattern = 0, allFree, labels == allOnes
	p.hits = p.hits[:0]
	best := ^uint64(0)
	for i := range p.lines {
		key := t.first[p.lines[i].cells&511].key & (labels >> 4)
		if key > best || key == 0 && p.hasEarlierEmptyLine(uint8(i), 0) {
			continue
		}
		if key < best {
			best = key
			p.hits = p.hits[:0]
		}
		p.hits = append(p.hits, hit{line: uint8(i)})
	}
	p.updateSharedFields(best)
	writeRow(form, 0, p.row)
	p.nodes = p.nodes[:0]
	for _, h := range p.hits {
		r := h.line % 9
		l := &p.lines[h.line]
		f := &t.first[l.cells&511]
		p.nodes = p.appendNode(p.nodes, l, node{f.at, f.columns, labels, uint64(r), 1 << r, h.line - r})
	}
	for n := 1; n < 9; n++ {
		if n >= 3 && p.labeled >= 8 && p.free&movable == 0 {
			return p.finishSearch(form, n), nil
		}
		if len(p.nodes) > manyNodes {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		p.hits = p.hits[:0]
		best = ^uint64(0)
		for i := range p.nodes {
			x := &p.nodes[i]
			left := ^x.used & 511
			if n%3 != 0 {
				left &= 7 << (uint8(x.rows&15) / 3 * 3)
			}
			for ; left != 0; left &= left - 1 {
				r := uint8(bits.TrailingZeros16(left))
				key := x.contentsKey(&p.lines[(x.line+r)%18])
				if p.free&movable != 0 {
					key = t.sortFreeColumns(key, p.free)
				}
				if key > best || key == 0 && p.hasEarlierEmptyLine(x.line+r, x.used) {
					continue
				}
				if key < best {
					best = key
					p.hits = p.hits[:0]
				}
				p.hits = append(p.hits, hit{int32(i), r})
			}
		}
		free := p.free
		p.updateSharedFields(best)
		writeRow(form, n, p.row)
		p.next = p.next[:0]
		for _, h := range p.hits {
			x := p.nodes[h.node]
			l := &p.lines[(x.line+h.line)%18]
			if free&movable != 0 && best != 0 {
				x.columns = sortColumnsByContents(x.columns, x.contentsKey(l), free)
				x.at = columnShifts(x.columns)
			}
			x.used |= 1 << h.line
			x.rows = x.rows<<4 | uint64(h.line)
			p.next = p.appendNode(p.next, l, x)
		}
		p.nodes, p.next = p.next, p.nodes
	}
	return p.nodes, nil
}

// updateSharedFields updates the fields that all nodes share, after a row with this key.
func (p *puzzle) updateSharedFields(key uint64) {
	p.row, p.orders = key, p.orders[:0]
	// fresh has the lowest bit of each place with a new label.
	fresh := key & (key >> 1) & (key >> 2) & (key >> 3) & 0x111111111
	for m := fresh; m != 0; {
		i := bits.Len64(m) - 1
		m ^= 1 << i
		p.labeled++
		p.row ^= uint64(15^p.labeled) << i
	}
	if p.free == 0 {
		return
	}
	if p.pattern {
		fresh = key & 0x111111111
	}
	var free uint8
	var equal [3]uint16 // for each stack, its columns with equal contents, the first column in the highest bits
	open := false
	for s := range 3 {
		f := p.free >> (2 * s) & 3
		empty := uint8(bits.LeadingZeros16(uint16(key>>(24-12*s)&4095))-4) / 4
		free |= min(f, empty) << (2 * s)
		e := uint16(fresh>>(24-12*s)) & 0x111 >> (12 - 4*f) << (12 - 4*f)
		open = open || e&(e-1) != 0
		equal[s] = e
	}
	a, b, c := key>>24, key>>12&4095, key&4095
	var stacks uint16
	if p.free&15 == 15 && a == b && a != 0 {
		stacks = 0x110
	}
	if p.free == allFree && b == c && b != 0 {
		stacks |= 0x011
	}
	p.free = free
	if !open && stacks == 0 {
		return
	}
	p.orders = append(p.orders, inOrder)
	for s, e := range equal {
		p.addColumnOrders(s, e)
	}
	p.addColumnOrders(3, stacks)
}

// addColumnOrders multiplies p.orders by the permutations of equal columns. If `stack` is 0 to 2, `equal` lists equal
// columns of this stack. If `stack` is 3, `equal` lists equal stacks instead.
func (p *puzzle) addColumnOrders(stack int, equal uint16) {
	if equal&(equal-1) == 0 {
		return
	}
	had := p.orders
	for _, o := range orders[1:] {
		by, in := uint64(0), true
		for i, from := range o {
			in = in && (int(from) == i || equal>>(8-4*i)&1 == 1)
		}
		if !in {
			continue
		}
		for q := range 9 {
			from := q
			if stack == 3 {
				from = 3*int(o[q/3]) + q%3
			} else if stack == q/3 {
				from = 3*stack + int(o[q%3])
			}
			by = by<<4 | uint64(from)
		}
		for _, x := range had {
			p.orders = append(p.orders, permuteColumns(x, by))
		}
	}
}

// permuteColumns applies the permutation order to columns, or to the places of a key.
func permuteColumns(columns, order uint64) (to uint64) {
	for q := range 9 {
		to = to<<4 | columns>>(32-4*(order>>(32-4*q)&15)&63)&15
	}
	return to
}

// hasEarlierEmptyLine reports whether an earlier line of l's chute is empty and not in the set `used`.
func (p *puzzle) hasEarlierEmptyLine(l uint8, used uint16) bool {
	for x := l / 3 * 3; x < l; x++ {
		if p.lines[x].n == 0 && used>>(x%9)&1 == 0 {
			return true
		}
	}
	return false
}

// appendNode appends x, whose last line is l, once for each order of p.orders, or once if there are no orders.
func (p *puzzle) appendNode(nodes []node, l *line, x node) []node {
	if len(p.orders) == 0 {
		nodes = append(nodes, x)
		nodes[len(nodes)-1].labelDigits(l, p.row)
		return nodes
	}
	columns := x.columns
	for _, o := range p.orders {
		x.columns = permuteColumns(columns, o)
		x.at = columnShifts(x.columns)
		nodes = append(nodes, x)
		nodes[len(nodes)-1].labelDigits(l, p.row)
	}
	return nodes
}

// labelDigits gives the digits of l the labels that they have in row.
func (n *node) labelDigits(l *line, row uint64) {
	for _, g := range l.given[:l.n] {
		label := row >> (n.at >> (g.column & 63) & 63) & 15
		n.labels = n.labels&^(15<<(g.digit&63)) | label<<(g.digit&63)
	}
}

func writeRow(form *[81]uint8, n int, row uint64) {
	to := (*[9]uint8)(form[9*n:])
	for c := range to {
		to[c] = uint8(row >> (32 - 4*c) & 15)
	}
}

// finishSearch sorts the remaining rows of each node after n rows. No order may be open, and at most one digit may lack
// a label.
func (p *puzzle) finishSearch(form *[81]uint8, n int) []node {
	var least [6]uint64 // rows 4 to 9: the key of each, with the row's number in the last four bits
	p.next = p.next[:0]
	for i := range p.nodes {
		x := &p.nodes[i]
		var rows [6]uint64
		first := uint8(x.rows>>(4*(n-1)&63)&15) / 3 // the number of the first band
		second := (first + 1) % 3
		if n > 3 {
			second = uint8(x.rows>>(4*(n-4)&63)&15) / 3
		}
		for j, band := range [2]uint8{second, 3 - first - second} {
			r := (*[3]uint64)(rows[3*j:])
			for k := range r {
				l := 3*band + uint8(k)
				r[k] = x.contentsKey(&p.lines[(x.line+l)%18])<<4 | uint64(l)
			}
			r[0], r[1] = min(r[0], r[1]), max(r[0], r[1])
			r[1], r[2] = min(r[1], r[2]), max(r[1], r[2])
			r[0], r[1] = min(r[0], r[1]), max(r[0], r[1])
		}
		if n == 3 && (rows[0]>>4 > rows[3]>>4 || rows[0]>>4 == rows[3]>>4 && (rows[1]>>4 > rows[4]>>4 || rows[1]>>4 == rows[4]>>4 && rows[2] > rows[5])) {
			rows[0], rows[1], rows[2], rows[3], rows[4], rows[5] = rows[3], rows[4], rows[5], rows[0], rows[1], rows[2]
		}
		less := len(p.next) == 0
		if !less {
			more := false
			for j := range rows {
				if a, b := rows[j]>>4, least[j]>>4; a != b {
					less, more = a < b, a > b
					break
				}
			}
			if more {
				continue
			}
		}
		if less {
			least = rows
			p.next = p.next[:0]
		}
		y := *x
		y.rows >>= 4 * (n - 3)
		for _, r := range rows {
			y.rows = y.rows<<4 | r&15
		}
		p.next = append(p.next, y)
	}
	for j, r := range least {
		to := (*[9]uint8)(form[27+9*j:])
		for c := range to {
			to[c] = uint8(min(r>>(36-4*c)&15, 9))
		}
	}
	return p.next
}

func (p *puzzle) mapsOf(nodes []node) []Map {
	maps := make([]Map, len(nodes))
	for i := range nodes {
		maps[i] = nodes[i].toMap()
		m := &maps[i].Digits
		for d := 1; d < 10; d++ {
			if m[d] = uint8(nodes[i].labels >> (4 * d) & 15); m[d] == 15 {
				m[d] = 0
			}
		}
		assignRemainingLabels(m)
	}
	return maps
}

// toMap returns the map of a final node. Its Digits are the identity, and not the node's labels.
func (n *node) toMap() Map {
	m := Map{Transposed: n.line != 0}
	for q := range 9 {
		m.Columns[q] = uint8(n.columns >> (32 - 4*q) & 15)
		m.Rows[q] = uint8(n.rows >> (4 * (8 - q)) & 15)
		m.Digits[q+1] = uint8(q + 1)
	}
	return m
}
