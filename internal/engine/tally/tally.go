// Package tally records which candidates occur in the solutions of a puzzle, for millions of solutions. It makes a row
// of bits for each solution, with a bit for each candidate, and finds the candidates that occur in exactly one of
// several solutions. This takes some ninety nanoseconds for each solution.
//
// The package must not import anything of this module.
package tally

import "math/bits"

// Words is the number of words in a Row. Each word describes seven cells, with nine bits for each cell, one for each
// digit.
const Words = (81 + 6) / 7

// Row holds a bit for each cell of a layout and each digit, set if the solution has the digit in the cell. Function Bit
// returns the index of the bit for a cell and a digit.
type Row [Words]uint64

// Bit returns the index in a Row for a digit, 0 to 8, in a cell. The cell is given by its index in the layout.
func Bit(cell, digit int) int { return 64*(cell/7) + 9*(cell%7) + digit }

// Layout lists the cells, 0 to 80, that a Row describes, in the order of the row.
type Layout []uint8

// Fill sets rows[i] to the row of solutions[i], whose digits are 1 to 9. rows must be at least as long as
// solutions.
func (l Layout) Fill(rows []Row, solutions [][81]uint8) {
	rows = rows[:len(solutions)]
	for i := range rows {
		r, s := &rows[i], &solutions[i]
		*r = Row{}
		for k := range (len(l) + 6) / 7 {
			x := uint64(0)
			for j, c := range l[7*k : min(7*k+7, len(l))] {
				x |= 1 << ((9*j + int(s[c]) - 1) & 63)
			}
			r[k] = x
		}
	}
}

// Transpose transposes a matrix of 64×64 bits, which consists of word k of each of 64 rows. Bit j of block[i] becomes
// bit i of rows[j][k].
func Transpose(block *[64]uint64, rows *[64]Row, k int) {
	for j := range block {
		block[j] = rows[j][k]
	}
	for width, mask := 32, uint64(1<<32-1); width > 0; width, mask = width/2, mask^mask<<(width/2) {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			a, b := &block[i&63], &block[(i+width)&63]
			t := (*a>>width ^ *b) & mask
			*b ^= t
			*a ^= t << width
		}
	}
}

// Counter finds bits that are set in several rows. Once holds the bits that are set in at least one row, and Twice
// those that are set in at least two.
type Counter struct {
	Once, Twice Row
	word        int // the index of the current word of the set
	left        uint64
}

// Begin starts a count. The set `in` has a bit for each row to count. It must not be empty.
func (c *Counter) Begin(in []uint64) { *c = Counter{left: in[0]} }

// Count counts up to n more rows. The argument `in` must be the same as for Begin. Count returns false when it has
// counted all rows.
func (c *Counter) Count(rows []Row, in []uint64, n int) (more bool) {
	rows = rows[:64*len(in)]
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
