// Package unavoidable finds unavoidable sets of a solution: cells whose digits can be exchanged
// among them to give another solution. A puzzle is unique only if it has a given in every one, and
// needs a given that is the only one in one.
//
//	Of     the simplest ones, at once         unavoidable.go
//	Small  all that have few cells, and no other inside  small.go
//
// It speaks [81]uint8 and must not import anything of this module.
package unavoidable

import "math/bits"

// Sets are some of the unavoidable sets of a solution, which are numbered.
type Sets uint64

// Most is how many have a number at most. In three solutions of four there is
// no room for all: the last ones, of lines, are left out, and cost a search each.
const Most = 64

// where has each cell's row, column and box.
var where = func() (all [81][3]uint8) {
	for c := range all {
		all[c] = [3]uint8{uint8(c / 9), uint8(c % 9), uint8(c/27*3 + c%9/3)}
	}
	return all
}()

// FindPairs finds the sets in which two digits, two rows of a band or two
// columns of a stack can change places, and tells of each cell which sets hold it.
func FindPairs(s *[81]uint8, sets *[81]Sets) {
	var columnOf, boxOf [9]numbers       // by digit: by row, where it is
	var rowAt, rowIn [9]ways             // by digit: by column, by box, the bit of its row
	var inRow, inColumn [9]numbers       // the digits, by column, by row
	var columnWith, rowWith [9]ways      // by row, by column: by digit, the bit of its column, row
	var digits, rows, columns [9][9]Sets // found, by row, by column, by row
	for c, d := range s {
		in, d := &where[c], (d-1)%9
		row, column, box := in[0]%9, in[1]%9, in[2]%9
		columnOf[d][row], boxOf[d][row] = column, box
		rowAt[d][column], rowIn[d][box] = 1<<row, 1<<row
		inRow[row][column], inColumn[column][row] = d, d
		columnWith[row][d], rowWith[column][d] = 1<<column, 1<<row
	}
	n := 0
	for a := range 9 {
		for b := a + 1; b < 9; b++ {
			// A row leads to those with the other digit in the column and the box
			// of the first.
			n = exchanges(n, &columnOf[a], &rowAt[b], &boxOf[a], &rowIn[b], &digits[a], &digits[b])
		}
	}
	for chute := 0; chute < 9; chute += 3 {
		for i := range 3 {
			a, b := chute+i, chute+(i+1)%3
			n = exchanges(n, &inRow[a], &columnWith[b], &inRow[a], &columnWith[b], &rows[a], &rows[b])
			n = exchanges(n, &inColumn[a], &rowWith[b], &inColumn[a], &rowWith[b], &columns[a], &columns[b])
		}
	}
	for c, d := range s {
		row, column := where[c][0]%9, where[c][1]%9
		sets[c] = digits[(d-1)%9][row] | rows[row][column] | columns[column][row]
	}
}

// numbers are 0–8, by the number of a row or column.
type numbers [9]uint8

// ways are bits 0–8 of rows or columns, by the number of what leads there.
type ways [16]uint16

// exchanges finds the least groups of nine rows, or columns, from which nothing leads out,
// unless that is all nine. Row r leads to to[on[r]] and into[in[r]]. The groups get numbers
// from n on, in both lists; it answers the next number.
func exchanges(n int, on *numbers, to *ways, in *numbers, into *ways, x, y *[9]Sets) int {
	if n > Most-4 {
		return n
	}
	// Rows 0–3, 4–7 and 8, 16 bits each: where they lead.
	var upper, lower uint64
	for r := 3; r >= 0; r-- {
		upper = upper<<16 | uint64(to[on[r]&15]|into[in[r]&15]|1<<r)
		lower = lower<<16 | uint64(to[on[r+4]&15]|into[in[r+4]&15]|16<<r)
	}
	last := uint64(to[on[8]&15] | into[in[8]&15] | 1<<8)
	// And by way of each other (Warshall 1962).
	const each = 0x0001_0001_0001_0001
	for r := range 4 {
		via := upper >> (r * 16) & 511
		upper |= upper >> r & each * via
		lower |= lower >> r & each * via
		last |= last >> r & 1 * via
	}
	for r := range 4 {
		via := lower >> (r * 16) & 511
		upper |= upper >> (r + 4) & each * via
		lower |= lower >> (r + 4) & each * via
		last |= last >> (r + 4) & 1 * via
	}
	upper |= upper >> 8 & each * last
	lower |= lower >> 8 & each * last
	if last == 511 {
		return n
	}
	// A group is numbered by its first row.
	reach := [9]uint16{uint16(upper), uint16(upper >> 16), uint16(upper >> 32), uint16(upper >> 48),
		uint16(lower), uint16(lower >> 16), uint16(lower >> 32), uint16(lower >> 48), uint16(last)}
	var firsts uint16
	for _, group := range reach {
		firsts |= group & -group
	}
	for r, group := range reach {
		number := n + bits.OnesCount16(firsts&(group&-group-1))
		x[r] |= 1 << (number & 63)
		y[r] |= 1 << (number & 63)
	}
	return n + bits.OnesCount16(firsts)
}
