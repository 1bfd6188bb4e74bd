package minlex

import (
	"bytes"
	"math/bits"
	"sort"
	"sync"
)

// Walk enumerates, in ascending order, the full grids of one class that are canonical. These grids begin with the
// class's least band. The walk takes one row 4 after the other.
//
// It tries rows 4 to 6 in order. Then each column lacks three digits, which rows 7 to 9 take in some order. The class
// of a stack depends on its first two boxes, and on which of 36 orders its third box has. For each stack, the walk
// keeps the orders that do not give the stack a class below the first band's class, as a word of 36 bits. After stack
// 1 is filled, each digit has two possible rows left, so stack 2 has eight orders. After stack 2, each digit has one
// row, which determines stack 3. Most grids that pass these tests are canonical. The third band's class is checked
// last. If another chute has the first band's class, or the first band has symmetries, the grid is also compared with
// its images.
type Walk struct {
	// Visit, if not nil, is called with each grid, in ascending order. When it returns false, the walk ends. It must
	// not retain the pointer.
	Visit func(*[81]uint8) bool
	// Stop, if not nil, is called from time to time. When it returns true, the walk ends.
	Stop func() bool

	t     *bands
	rows  *rowTables
	class uint16

	below, same [deals * 36]uint64 // by boxes 1 and 2 of a stack: the orders of box 3 that make the stack's class lower than, or equal to, the first band's
	symmetries  []symmetry         // the symmetries of the first band, except the identity
	label       [3][16]uint8       // for each stack: the labels that its first box gives to digits
	columns     [9]uint16          // for each column: the set of its digits in the first band

	grid  [81]uint8
	alive []int       // the indices of symmetries that rows 4 to 6 leave undecided
	tied  bool        // set if the second band has the class of the first band
	found [][81]uint8 // the grids found with these rows 4 to 6
	keep  bool        // set if grids are added to found
	skip  uint64      // how many grids to omit at the beginning of a segment
	until *[81]uint8  // if not nil, the grid at which the segment ends

	// The following slices hold the number of grids in the segment for each beginning of row 5 (three digits), in
	// ascending order. starts, if not nil, holds known numbers, with which the walk skips grids. counted, if not nil,
	// receives the numbers.
	starts  []uint64
	start   int
	counted *[]uint64

	count uint64
	asked int
	ended bool
}

// symmetry is an automorphism of the first band, with its effect on the columns and digits of the rows below.
type symmetry struct {
	column [9]uint8
	digit  [16]uint8
	first  uint8 // the digit that the symmetry maps to the digit of row 4 in column 1
}

// rowTables holds tables about the three digits that a column has in three rows. Order number q puts digit orders[q][r]
// into row r. A code is the inverse of an order, as two bits for each digit: the digit's row from 1 to 3.
type rowTables struct {
	orders   [8][4]uint8  // a copy of the variable orders
	relative [8][8]uint8  // relative[q][p]: the order that p becomes if the rows are sorted by q, which is the order of another column
	order    [64]uint8    // for each code: its order; 8 if two digits share a row
	others   [64][2]uint8 // for each code: the two orders that give every digit a row different from the row in the code; 8 if there are none
	// left holds, for each digit of a column of stack 2, the row that remains for stack 3. Its index is the column (0
	// to 2) and the code that the column's digits have in stack 1. An entry has eight bits for each row, one for each
	// choice; bit k of a choice selects one of the two orders of column k.
	left [3][64][3]uint32
}

var rowTable = sync.OnceValue(func() *rowTables {
	bandTable()
	t := &rowTables{}
	for i := range t.order {
		t.order[i], t.others[i] = 8, [2]uint8{8, 8}
	}
	codes := [6]int{}
	for q, o := range orders {
		copy(t.orders[q][:], o[:])
		for r, digit := range o {
			codes[q] |= (r + 1) << (2 * digit)
		}
		t.order[codes[q]] = uint8(q)
		s := &sorted[comparisonBits(o[0], o[1], o[2])]
		for p, x := range orders {
			k := comparisonBits(x[s[0]], x[s[1]], x[s[2]])
			for n, y := range orders {
				if comparisonBits(y[0], y[1], y[2]) == k {
					t.relative[q][p] = uint8(n)
				}
			}
		}
	}
	for code := range t.others {
		n := 0
		for q, c := range codes {
			x := c ^ code
			if x&3 == 0 || x>>2&3 == 0 || x>>4 == 0 || n == 2 {
				continue
			}
			t.others[code][n] = uint8(q)
			for column := range 3 {
				for choice := range 8 {
					if choice>>column&1 == n {
						for digit := range 3 {
							t.left[column][code][digit] |= 1 << (choice + 8*(x>>(2*digit)&3-1))
						}
					}
				}
			}
			n++
		}
	}
	return t
})

// NewWalk returns a Walk through the grids of a class, a number below classes.
func NewWalk(class int) *Walk {
	t := bandTable()
	w := &Walk{t: t, rows: rowTable(), class: uint16(class)}
	copy(w.grid[:], t.least[class][:])
	for i := range w.below {
		for o := range 36 {
			switch c := t.class[36*i+o]; {
			case c < w.class:
				w.below[i] |= 1 << o
			case c == w.class:
				w.same[i] |= 1 << o
			}
		}
	}
	for c := range 27 {
		w.columns[c%9] |= 1 << w.grid[c]
	}
	for s := range 3 {
		for i := range 9 { // a stack is read as a band, so its row is a column of the grid
			w.label[s][w.grid[9*(i%3)+3*s+i/3]] = uint8(i + 1)
		}
	}
	// The first band's automorphisms are collected.
	band, names, columns := w.readBand(0)
	for i := t.from[band]; i < t.from[band+1]; i++ {
		y := &t.ways[i]
		var s symmetry
		plain := true
		for c := range 9 {
			s.column[c] = columns[y.column[c]]
			s.digit[c+1] = y.digit[names[c+1]]
			plain = plain && s.column[c] == uint8(c) && s.digit[c+1] == uint8(c+1)
		}
		least := bits.TrailingZeros16(0x3FE &^ w.columns[0])
		for d, to := range s.digit {
			if int(to) == least {
				s.first = uint8(d)
			}
		}
		if !plain {
			w.symmetries = append(w.symmetries, s)
		}
	}
	return w
}

// readBand reads three rows of the grid, beginning with the given row. It returns the number of the band that they
// form, the labels of digits in this band, and its columns in order.
func (w *Walk) readBand(row int) (band uint32, names, columns [16]uint8) {
	band, k2, k3 := readBand((*[27]uint8)(w.grid[9*row:]), &names)
	return band, names, sortedColumns(k2, k3)
}

// FourthRows returns the rows 4 to try, in ascending order. There are some two thousand such rows, and most of these
// rows occur in a grid.
func (w *Walk) FourthRows() (all [][9]uint8) {
	var row [9]uint8
	var fill func(c int, used uint16)
	fill = func(c int, used uint16) {
		if c == 9 {
			all = append(all, row)
			return
		}
		left := 0x3FE &^ (used | w.columns[c])
		if c == 0 { // in the rows below the first band, column 1 has its least digit in row 4
			left &= -left
		}
		for ; left != 0; left &= left - 1 {
			d := bits.TrailingZeros16(left)
			row[c] = uint8(d)
			fill(c+1, used|1<<d)
		}
	}
	fill(0, 0)
	return all
}

// VisitSegment visits the grids with this row 4 and returns their number. If Visit or Stop ends the walk, the number is
// too small.
func (w *Walk) VisitSegment(row4 *[9]uint8) uint64 {
	copy(w.grid[27:], row4[:])
	w.count, w.ended, w.start = 0, false, 0
	var boxes [3]uint16
	for c, d := range row4 {
		boxes[c/3] |= 1 << d
	}
	w.fillRow5(0, 0, &boxes)
	return w.count
}

// countBefore returns the number of grids before form in its segment. It returns false if Stop ended the walk.
func (w *Walk) countBefore(form *[81]uint8) (uint64, bool) {
	w.until = form
	defer func() { w.until = nil }()
	n := w.VisitSegment((*[9]uint8)(form[27:]))
	return n, bytes.Equal(w.grid[27:54], form[27:54])
}

// fillRow5 fills row 5 from column c on in all ways. boxes holds the digits of row 4 in each box.
func (w *Walk) fillRow5(c int, used uint16, boxes *[3]uint16) {
	switch {
	case c == 9:
		w.fillRow6(boxes)
		return
	case c == 3 && w.starts != nil:
		n := uint64(0) // the number of grids with this beginning; 0 after the last beginning that a grid has
		if w.start < len(w.starts) {
			n = w.starts[w.start]
		}
		w.start++
		if w.until != nil && bytes.Compare(w.grid[36:39], w.until[36:39]) < 0 || w.until == nil && w.count+n <= w.skip {
			w.count += n
			return
		}
	case c == 3 && w.counted != nil:
		before := w.count
		defer func() { *w.counted = append(*w.counted, w.count-before) }()
	}
	left := 0x3FE &^ (used | w.columns[c] | boxes[c/3])
	if c == 0 {
		left &^= 2<<w.grid[27] - 1
	}
	for ; left != 0 && !w.ended; left &= left - 1 {
		d := bits.TrailingZeros16(left)
		w.grid[36+c] = uint8(d)
		w.fillRow5(c+1, used|1<<d, boxes)
	}
}

// fillRow6 fills row 6 in all ways. The digits that each box lacks are known, so that the boxes are independent.
func (w *Walk) fillRow6(row4 *[3]uint16) {
	if w.asked++; w.Stop != nil && w.asked&15 == 0 && w.Stop() {
		w.ended = true
		return
	}
	var ways [3][6][3]uint8
	var count [3]int
	for s := range 3 {
		left := uint16(0x3FE) &^ row4[s]
		for i := range 3 {
			left &^= 1 << w.grid[36+3*s+i]
		}
		var d [3]uint8
		for i := range d {
			d[i] = uint8(bits.TrailingZeros16(left))
			left &= left - 1
		}
		for _, o := range orders {
			t := [3]uint8{d[o[0]], d[o[1]], d[o[2]]}
			if (w.columns[3*s]>>t[0]|w.columns[3*s+1]>>t[1]|w.columns[3*s+2]>>t[2])&1 == 1 || s == 0 && t[0] < w.grid[36] {
				continue
			}
			ways[s][count[s]] = t
			count[s]++
		}
		if count[s] == 0 {
			return
		}
	}
	for i := range count[0] {
		copy(w.grid[45:], ways[0][i][:])
		for j := range count[1] {
			copy(w.grid[48:], ways[1][j][:])
			for k := range count[2] {
				copy(w.grid[51:], ways[2][k][:])
				if w.extendSixRows(); w.ended {
					return
				}
			}
		}
	}
}

// extendSixRows checks the second band of a grid of six rows, and continues with rows 7 to 9.
func (w *Walk) extendSixRows() {
	last := false
	if w.until != nil {
		c := bytes.Compare(w.grid[36:54], w.until[36:54])
		if w.ended = c >= 0; c > 0 {
			return
		}
		last = c == 0
	}
	band, _, _ := w.readBand(3)
	if w.t.class[band] < w.class {
		return
	}
	w.tied = w.t.class[band] == w.class
	// `below` and `same` hold a set of orders for each stack. An order in `below` gives the stack a lower class than
	// the first band's. An order in `same` gives it the first band's class.
	var below, same [3]uint64
	for s := range 3 {
		l := &w.label[s]
		var x [9]uint8
		for i := range x {
			x[i] = l[w.grid[27+9*(i%3)+3*s+i/3]&15]
		}
		k := boxComparisonBits(&x)
		i := bandNumberOf(&x, k, 0) / 36
		if below[s], same[s] = w.below[i], w.same[i]; below[s] == 1<<36-1 {
			return
		}
	}
	if !w.checkSecondBand() {
		return
	}
	w.found, w.keep = w.found[:0], w.Visit != nil || last
	w.fillLastBand(&below, &same)
	switch {
	case last:
		for i := range w.found {
			if bytes.Compare(w.found[i][54:], w.until[54:]) >= 0 {
				w.count--
			}
		}
	case w.Visit != nil && w.count > w.skip:
		sort.Slice(w.found, func(i, j int) bool { return bytes.Compare(w.found[i][54:], w.found[j][54:]) < 0 })
		number := w.count - uint64(len(w.found))
		for i := range w.found {
			if number++; number > w.skip && !w.Visit(&w.found[i]) {
				w.ended = true
				return
			}
		}
	}
}

// checkSecondBand reports whether no symmetry maps the second band to rows that are smaller than rows 4 to 6. It sets
// `alive` to the symmetries that later checks need: those that map the second band to itself, and those that may map
// the third band to smaller rows.
func (w *Walk) checkSecondBand() bool {
	w.alive = w.alive[:0]
	for i := range w.symmetries {
		s := &w.symmetries[i]
		switch w.compareImage(s, 27) {
		case less:
			// This symmetry is tried earlier next time, because it often finds a smaller image again.
			w.symmetries[i], w.symmetries[i/2] = w.symmetries[i/2], w.symmetries[i]
			return false
		case equal, unknown:
			w.alive = append(w.alive, i)
		}
	}
	return true
}

type comparison int

const (
	less comparison = iota
	equal
	greater
	unknown
)

// compareImage maps three rows by s, sorts the images, and compares them with rows 4 to 6. `from` is the first cell of
// the three rows. It returns unknown if, in the image of the grid, these rows would be rows 7 to 9.
func (w *Walk) compareImage(s *symmetry, from int) comparison {
	var at [3]int
	n := 0
	for r := range 3 {
		first := s.digit[w.grid[from+9*r+int(s.column[0])]]
		i := n
		for ; i > 0 && first < s.digit[w.grid[at[i-1]+int(s.column[0])]]; i-- {
			at[i] = at[i-1]
		}
		at[i] = from + 9*r
		n++
	}
	for n, row := range at {
		for c := range 9 {
			d, own := s.digit[w.grid[row+int(s.column[c])]&15], w.grid[27+9*n+c]
			if d != own {
				switch {
				case n == 0 && c == 0:
					return unknown // the band whose image has the least digit in column 1 becomes rows 4 to 6
				case d < own:
					return less
				}
				return greater
			}
		}
	}
	return equal
}

// fillLastBand fills rows 7 to 9 in every way that may give a least grid.
func (w *Walk) fillLastBand(below, same *[3]uint64) {
	t := w.rows
	// digit holds, for each column, the three digits that the column lacks, sorted by their labels in the stack.
	// `place` holds, for each digit of stack 3, the offset of the digit's two bits in a word. The digits follow column
	// by column.
	var digit [9][3]uint8
	var place [16]uint8
	for c := 8; c >= 0; c-- {
		left := 0x3FE &^ w.columns[c]
		for r := range 3 {
			left &^= 1 << w.grid[27+9*r+c]
		}
		l := &w.label[c/3]
		x := uint8(bits.TrailingZeros16(left))
		left &= left - 1
		y := uint8(bits.TrailingZeros16(left))
		z := uint8(bits.TrailingZeros16(left & (left - 1)))
		k := &sorted[comparisonBits(l[x&15], l[y&15], l[z&15])&7]
		d := [3]uint8{x, y, z}
		digit[c] = [3]uint8{d[k[0]], d[k[1]], d[k[2]]}
		if c >= 6 {
			for i, d := range digit[c] {
				place[d&15] = uint8(6*(c-6) + 2*i)
			}
		}
	}
	// word[c][q] holds each digit's row, from 1, in the digit's two bits, if column c has order q.
	var word [6][8]uint32
	for c := range 6 {
		p := [3]uint8{place[digit[c][0]&15], place[digit[c][1]&15], place[digit[c][2]&15]}
		for q, o := range orders {
			word[c][q] = 1<<(p[o[0]]&31) | 2<<(p[o[1]]&31) | 3<<(p[o[2]]&31)
		}
	}
	// first is the order of column 1 with which the first digits of rows 7 to 9 ascend.
	d := &digit[0]
	first := uint8(0)
	for q, o := range orders {
		if d[o[0]] < d[o[1]] && d[o[1]] < d[o[2]] {
			first = uint8(q)
		}
	}
	for q1 := range uint8(6) {
		n1 := 6 * t.relative[first][q1]
		for q2 := range uint8(6) {
			order1 := n1 + t.relative[first][q2]
			if below[0]>>order1&1 == 1 {
				continue
			}
			stack1 := word[0][first] | word[1][q1] | word[2][q2]
			if t.others[stack1&63][0] > 6 || t.others[stack1>>6&63][0] > 6 || t.others[stack1>>12&63][0] > 6 {
				continue
			}
			var left [16]uint32 // for each digit, the row that remains for it in each choice; see rowTables
			var code [3]uint32
			for c := range code {
				p := &digit[3+c]
				k := stack1>>(place[p[0]&15]&31)&3 | stack1>>(place[p[1]&15]&31)&3<<2 | stack1>>(place[p[2]&15]&31)&3<<4
				l := &t.left[c][k&63]
				left[p[0]&15], left[p[1]&15], left[p[2]&15] = l[0], l[1], l[2]
				code[c] = k
			}
			// This keeps only the choices in which the digits of each column of stack 3 are in three different rows.
			p, q, r := &digit[6], &digit[7], &digit[8]
			choices := (left[p[0]&15] | left[p[1]&15] | left[p[2]&15]) &
				(left[q[0]&15] | left[q[1]&15] | left[q[2]&15]) &
				(left[r[0]&15] | left[r[1]&15] | left[r[2]&15])
			choices &= choices >> 8 & (choices >> 16)
			for choices &= 255; choices != 0; choices &= choices - 1 {
				choice := bits.TrailingZeros32(choices)
				q3, q4, q5 := t.others[code[0]&63][choice&1], t.others[code[1]&63][choice>>1&1], t.others[code[2]&63][choice>>2&1]
				rest := stack1 ^ word[3][q3&7] ^ word[4][q4&7] ^ word[5][q5&7]
				q6, q7, q8 := t.order[rest&63], t.order[rest>>6&63], t.order[rest>>12&63]
				order3 := 6*t.relative[q6&7][q7&7] + t.relative[q6&7][q8&7]
				order2 := 6*t.relative[q3&7][q4&7] + t.relative[q3&7][q5&7]
				if (below[1]>>(order2&63)|below[2]>>(order3&63))&1 == 1 {
					continue
				}
				tied := same[0]>>order1&1 | same[1]>>(order2&63)&1 | same[2]>>(order3&63)&1
				w.visitFullGrid(&digit, &[9]uint8{first, q1, q2, q3, q4, q5, q6, q7, q8}, tied == 1)
			}
		}
	}
}

// visitFullGrid checks a full grid and, if it is canonical, visits it. The caller has checked that no chute, except
// perhaps the third band, has a class below the first band's class. tied is set if some stack has this class.
func (w *Walk) visitFullGrid(digit *[9][3]uint8, order *[9]uint8, tied bool) {
	t := w.rows
	// name holds the labels that box 1 of the third band gives to digits. column holds three bytes for each column,
	// from the top.
	var name [16]uint8
	var column [9]uint32
	for c := range 3 {
		o, d := &t.orders[order[c]&7], &digit[c]
		name[d[o[0]&3]&15], name[d[o[1]&3]&15], name[d[o[2]&3]&15] = uint8(c+1), uint8(c+4), uint8(c+7)
	}
	for c := 3; c < 9; c++ {
		o, d := &t.orders[order[c]&7], &digit[c]
		column[c] = uint32(name[d[o[0]&3]&15]) | uint32(name[d[o[1]&3]&15])<<8 | uint32(name[d[o[2]&3]&15])<<16
	}
	x := column[3:6]
	box := [9]uint8{uint8(x[0]), uint8(x[1]), uint8(x[2]), uint8(x[0] >> 8), uint8(x[1] >> 8), uint8(x[2] >> 8)}
	band := bandNumberOf(&box, comparisonBitsOfColumns(x[0], x[1], x[2]), comparisonBitsOfColumns(column[6], column[7], column[8]))
	class := w.t.class[band]
	if class < w.class {
		return
	}
	tied = tied || w.tied || class == w.class
	if tied || w.keep || len(w.alive) > 0 {
		for c, q := range order {
			o, d := &orders[q], &digit[c]
			w.grid[54+c], w.grid[63+c], w.grid[72+c] = d[o[0]], d[o[1]], d[o[2]]
		}
	}
	for i, k := range w.alive {
		s := &w.symmetries[k]
		c := w.compareRow4(s)
		if c == equal && !w.isLeastUnder(s) {
			c = less
		}
		if c == less {
			w.alive[i], w.alive[i/2] = w.alive[i/2], k
			return
		}
	}
	if tied {
		var form [81]uint8
		if writeLeastFullForm(&w.grid, &form, nil); form != w.grid {
			return
		}
	}
	w.count++
	if w.keep {
		w.found = append(w.found, w.grid)
	}
}

// comparisonBitsOfColumns returns the boxComparisonBits of a box. a, b and c are the columns of the box, three bytes
// each.
func comparisonBitsOfColumns(a, b, c uint32) uint32 {
	const ones, high = 0x010101, 0x808080
	z := (b|high-a)>>7&ones ^ ones | ((c|high-a)>>7&ones^ones)<<1 | ((c|high-b)>>7&ones^ones)<<2
	return z&7 | z>>5&0x38 | z>>10&0x1C0
}

// compareRow4 compares row 4 with the row that s moves to the place of row 4.
func (w *Walk) compareRow4(s *symmetry) comparison {
	first := int(s.column[0])
	row := 27
	for row < 72 && w.grid[row+first] != s.first {
		row += 9
	}
	for c := 1; c < 9; c++ {
		if d, own := s.digit[w.grid[row+int(s.column[c])]&15], w.grid[27+c]; d != own {
			if d < own {
				return less
			}
			return greater
		}
	}
	return equal
}

// isLeastUnder reports whether the grid is not greater than its image under s.
func (w *Walk) isLeastUnder(s *symmetry) bool {
	from := 27
	c := w.compareImage(s, from)
	if c == unknown {
		from = 54
		c = w.compareImage(s, from)
	}
	if c != equal {
		return c == greater
	}
	// Rows 4 to 6 are equal in the grid and its image, so rows 7 to 9 are compared.
	var rows [3][9]uint8
	for r := range rows {
		for i := range 9 {
			rows[r][i] = s.digit[w.grid[81-from+9*r+int(s.column[i])]]
		}
	}
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 1}} { // sorts the three rows by exchanging neighbours
		if a, b := &rows[pair[0]], &rows[pair[1]]; bytes.Compare(a[:], b[:]) > 0 {
			*a, *b = *b, *a
		}
	}
	for r := range rows {
		if c := bytes.Compare(rows[r][:], w.grid[54+9*r:63+9*r]); c != 0 {
			return c > 0
		}
	}
	return true
}
