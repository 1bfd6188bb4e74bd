// Package tally says which candidates the solutions of a puzzle hold, for many solutions: as rows,
// a solution each; as columns, a candidate each; and which candidates one of some solutions alone holds.
// With AVX-512 it takes some ten nanoseconds a solution, of which there are millions.
//
// It must not import anything of this module.
package tally

import "math/bits"

// Words are those of a row: seven cells each, nine bits a cell, for digits 1 to 9 in this order.
const Words = (81 + 6) / 7

// Row is what a solution holds of some cells.
type Row [Words]uint64

// Bit is where the digit, 0 to 8, of the cell that is so manieth is in a row.
func Bit(cell, digit int) int { return 64*(cell/7) + 9*(cell%7) + digit }

// Layout is which cells rows are about.
type Layout struct {
	cells []uint8
	place [2][64]uint8 // for each byte of eight words, the cell
	kept  [16]uint64   // the bits that words can have
}

// Lay makes a layout of some cells, 0 to 80, in that order, which it keeps.
func (l *Layout) Lay(cells []uint8) {
	*l = Layout{cells: cells}
	for i, c := range cells {
		k, j := i/7, i%7
		l.place[k/8][k%8*8+j] = c
		l.kept[k] |= 511 << (9 * j)
	}
}

// Fill writes the rows of solutions (digits 1 to 9).
func (l *Layout) Fill(rows []Row, solutions [][81]uint8) {
	if rows = rows[:len(solutions)]; len(rows) == 0 {
		return
	}
	if vectors.fill != nil {
		vectors.fill(l, rows, solutions)
		return
	}
	for i := range rows {
		l.fill(&rows[i], &solutions[i])
	}
}

func (l *Layout) fill(r *Row, s *[81]uint8) {
	*r = Row{}
	for k := range (len(l.cells) + 6) / 7 {
		x := uint64(0)
		for j, c := range l.cells[7*k : min(7*k+7, len(l.cells))] {
			x |= 1 << ((9*j + int(s[c]) - 1) & 63)
		}
		r[k] = x
	}
}

// Transpose writes a column of 64 rows for each bit of word k to block.
func Transpose(block *[64]uint64, rows *[64]Row, k int) {
	if vectors.transposed != nil {
		vectors.transposed(block, rows, k)
		return
	}
	for j := range block {
		block[j] = rows[j][k]
	}
	transpose(block)
}

// transpose makes bit j of word i bit i of word j (Warren, Hacker's Delight, 7-3).
func transpose(x *[64]uint64) {
	for width, mask := 32, uint64(1<<32-1); width > 0; width, mask = width/2, mask^mask<<(width/2) {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			a, b := &x[i&63], &x[(i+width)&63]
			t := (*a>>width ^ *b) & mask
			*b ^= t
			*a ^= t << width
		}
	}
}

// Counter goes through rows: which bits at least one of them has, and which two at least.
type Counter struct {
	Once, Twice Row
	word        int // of the set
	left        uint64
}

// Begin begins with a set of rows, 64 of them a word, which is not empty.
func (c *Counter) Begin(in []uint64) { *c = Counter{left: in[0]} }

// Count goes on for up to n rows of the set that it began with. False says that all have been counted.
func (c *Counter) Count(rows []Row, in []uint64, n int) (more bool) {
	if rows = rows[:64*len(in)]; vectors.count != nil {
		return vectors.count(c, rows, in, n)
	}
	for {
		for c.left == 0 {
			if c.word++; c.word >= len(in) {
				return false
			}
			c.left = in[c.word]
		}
		if n == 0 {
			return true
		}
		r := &rows[64*c.word+bits.TrailingZeros64(c.left)]
		for k, x := range r {
			c.Twice[k] |= c.Once[k] & x
			c.Once[k] |= x
		}
		c.left &= c.left - 1
		n--
	}
}

// routines are those of a processor; those that it lacks are nil.
type routines struct {
	fill       func(l *Layout, rows []Row, solutions [][81]uint8)
	transposed func(block *[64]uint64, rows *[64]Row, k int)
	count      func(c *Counter, rows []Row, in []uint64, n int) bool
}
