package explainer

import (
	"math/bits"
	"sync"
)

const (
	cells      = 81
	houses     = 27
	candidates = 9 * cells
	nodes      = 2 * candidates

	firstRow    = 9
	firstColumn = 18
)

// houseOrder is the order in which most techniques visit the houses: boxes, then columns, then rows.
var houseOrder = [houses]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 18, 19, 20, 21, 22, 23, 24, 25, 26, 9, 10, 11, 12, 13, 14, 15, 16, 17}

var (
	houseCell [houses][9]uint8 // the cells of each house, by place in the house
	cellHouse [cells][3]uint8  // the box, row and column of each cell
	cellPlace [cells][3]uint8  // the place of each cell in its box, row and column
	peers     [cells][20]uint8 // the peers of each cell, ascending
	sees      [cells]cellSet   // the peers of each cell, as a set
	houseSet  [houses]cellSet
	masks     [10][10][]uint16 // masks[n][k] has the masks of n bits of which k are set, ascending
	digitsOf  [1 << 9][]uint8  // digitsOf[m] has the numbers of the bits that are set in mask m, ascending
	ones      [1 << 9]uint8    // the number of bits of each mask
)

// cellSet is a set of cells: bit c%64 of word c/64.
type cellSet [2]uint64

func (s *cellSet) add(c uint8)          { s[c>>6] |= 1 << (c & 63) }
func (s *cellSet) remove(c uint8)       { s[c>>6] &^= 1 << (c & 63) }
func (s *cellSet) has(c uint8) bool     { return s[c>>6]>>(c&63)&1 != 0 }
func (s *cellSet) empty() bool          { return s[0]|s[1] == 0 }
func (s *cellSet) intersect(o *cellSet) { s[0], s[1] = s[0]&o[0], s[1]&o[1] }
func (s *cellSet) addSet(o *cellSet)    { s[0], s[1] = s[0]|o[0], s[1]|o[1] }

func (s *cellSet) removeSet(o *cellSet) { s[0], s[1] = s[0]&^o[0], s[1]&^o[1] }

func intersection(a, b *cellSet) cellSet { return cellSet{a[0] & b[0], a[1] & b[1]} }

func (s cellSet) appendTo(list []uint8) []uint8 {
	for w, b := range s {
		for ; b != 0; b &= b - 1 {
			list = append(list, uint8(w<<6+bits.TrailingZeros64(b)))
		}
	}
	return list
}

// prepared computes the tables of cells and houses. The first rating calls it, so other commands do not wait.
var prepared = sync.OnceFunc(func() {
	for c := range uint8(cells) {
		row, column := c/9, c%9
		box := row/3*3 + column/3
		cellHouse[c] = [3]uint8{box, firstRow + row, firstColumn + column}
		cellPlace[c] = [3]uint8{row%3*3 + column%3, column, row}
		for k, h := range cellHouse[c] {
			houseCell[h][cellPlace[c][k]] = c
			houseSet[h].add(c)
		}
	}
	for c := range uint8(cells) {
		for _, h := range cellHouse[c] {
			sees[c].addSet(&houseSet[h])
		}
		sees[c].remove(c)
		copy(peers[c][:], sees[c].appendTo(nil))
	}
	all := make([]uint8, 0, 9<<8) // enough room, because the 512 masks together contain each digit 256 times
	for m := range uint16(1 << 9) {
		ones[m] = uint8(bits.OnesCount16(m))
		from := len(all)
		for d := range uint8(9) {
			if m>>d&1 != 0 {
				all = append(all, d)
			}
		}
		digitsOf[m] = all[from:len(all):len(all)]
		for n := 9; n >= 0 && m>>n == 0; n-- {
			masks[n][ones[m]] = append(masks[n][ones[m]], m)
		}
	}
})

// marks has the candidates in two forms, by cell and by house.
type marks struct {
	cand   [cells]uint16     // for each cell, its candidates
	places [9][houses]uint16 // for each digit and house, the digit's places
}

func (m *marks) has(c, d uint8) bool { return m.cand[c]>>d&1 != 0 }

func (m *marks) remove(c, d uint8) {
	m.cand[c] &^= 1 << d
	h, p, placesOf := &cellHouse[c], &cellPlace[c], &m.places[d]
	placesOf[h[0]] &^= 1 << p[0]
	placesOf[h[1]] &^= 1 << p[1]
	placesOf[h[2]] &^= 1 << p[2]
}

func (m *marks) placesIn(h uint8) (places [9]uint16) {
	for d := range places {
		places[d] = m.places[d][h]
	}
	return places
}

func (m *marks) digitsIn(h uint8) (digits [9]uint16) {
	for p, c := range houseCell[h] {
		digits[p] = m.cand[c]
	}
	return digits
}

// board is a position: the placed digits and the remaining candidates.
type board struct {
	marks
	digit [cells]uint8  // for each cell, its digit from 1 to 9, or 0 if it is empty
	free  [houses]uint8 // for each house, the number of its empty cells
	left  int           // the number of empty cells of the board
}

// newBoard returns the position of a puzzle. The candidates of an empty cell are the digits that no peer has.
func newBoard(puzzle *[cells]uint8) *board {
	b := &board{left: cells}
	for c := range uint8(cells) {
		b.cand[c] = 1<<9 - 1
	}
	for d := range b.places {
		for h := range b.places[d] {
			b.places[d][h] = 1<<9 - 1
		}
	}
	for h := range b.free {
		b.free[h] = 9
	}
	for c, v := range puzzle {
		if v != 0 {
			b.place(uint8(c), v-1)
		}
	}
	return b
}

func (b *board) place(c, d uint8) {
	b.digit[c] = d + 1
	b.left--
	for _, h := range cellHouse[c] {
		b.free[h]--
	}
	for _, e := range digitsOf[b.cand[c]] {
		b.remove(c, e)
	}
	for _, p := range peers[c] {
		if b.has(p, d) {
			b.remove(p, d)
		}
	}
}

// countPlaced returns the number of cells that have digit d+1; d counts from 0.
func (b *board) countPlaced(d uint8) int {
	n := 0
	for _, v := range b.digit {
		if v == d+1 {
			n++
		}
	}
	return n
}

// elimination is the digits that a step removes from one cell.
type elimination struct {
	cell   uint8
	digits uint16
}
