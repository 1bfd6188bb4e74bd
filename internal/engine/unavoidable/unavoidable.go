// Package unavoidable finds unavoidable sets of a solution: cells whose digits can be rearranged to give another
// solution. A unique puzzle has a given in every unavoidable set. If some set has only one given, this given is not
// redundant.
//
//	FindExchangeSets  the simplest sets, all at once           unavoidable.go
//	SmallSets         all minimal sets that have few cells     small.go
//
// Grids are [81]uint8. The package must not import anything of this module.
package unavoidable

import "math/bits"

// Sets is a set of unavoidable sets of one solution: bit n stands for set number n.
type Sets uint64

// Most is the number of sets that FindExchangeSets can represent, with one bit for each set. Three solutions in four
// have more sets. FindExchangeSets omits the sets that it finds last, which exchange lines. Each given in an omitted
// set costs a search later.
const Most = 64

// where[c] is the row, the column and the box of cell c.
var where = func() (all [81][3]uint8) {
	for c := range all {
		all[c] = [3]uint8{uint8(c / 9), uint8(c % 9), uint8(c/27*3 + c%9/3)}
	}
	return all
}()

// FindExchangeSets finds the sets that come from exchanging two digits, two rows of a band, or two columns of a stack.
// It adds each set to sets[c] for every cell c of the set.
func FindExchangeSets(s *[81]uint8, sets *[81]Sets) {
	var columnOf, boxOf [9]numbers       // for each digit and each row, the column and the box of the digit's cell in the row
	var rowAt, rowIn [9]ways             // for each digit and each column (rowAt) or box (rowIn), the bit of the digit's row
	var inRow, inColumn [9]numbers       // the digits of the solution: inRow[row][column] and inColumn[column][row]
	var columnWith, rowWith [9]ways      // columnWith: for each row and digit, the bit of the digit's column; rowWith: for each column and digit, the bit of the digit's row
	var digits, rows, columns [9][9]Sets // the sets found: digits[digit][row], rows[row][column], columns[column][row]
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
			// Digit a in row r has a column and a box. Row r leads to two rows: the row of digit b in this column, and
			// the row of digit b in this box.
			n = findExchanges(n, &columnOf[a], &rowAt[b], &boxOf[a], &rowIn[b], &digits[a], &digits[b])
		}
	}
	for chute := 0; chute < 9; chute += 3 {
		for i := range 3 {
			a, b := chute+i, chute+(i+1)%3
			n = findExchanges(n, &inRow[a], &columnWith[b], &inRow[a], &columnWith[b], &rows[a], &rows[b])
			n = findExchanges(n, &inColumn[a], &rowWith[b], &inColumn[a], &rowWith[b], &columns[a], &columns[b])
		}
	}
	for c, d := range s {
		row, column := where[c][0]%9, where[c][1]%9
		sets[c] = digits[(d-1)%9][row] | rows[row][column] | columns[column][row]
	}
}

// numbers holds a number from 0 to 8 for each row or column.
type numbers [9]uint8

// ways maps numbers to sets of rows or columns, whose bits are 0 to 8.
type ways [16]uint16

// findExchanges divides the nine rows into minimal groups, such that each row leads only to rows of its own group. Row
// r leads to the rows in the sets `to[on[r]]` and `into[in[r]]`. Columns can take the place of rows. findExchanges
// numbers the groups from n on, adds each row's group to the row's sets in x and y, and returns the next number. It
// adds nothing if all nine rows are one group, or if few of the Most numbers are left.
func findExchanges(n int, on *numbers, to *ways, in *numbers, into *ways, x, y *[9]Sets) int {
	if n > Most-4 {
		return n
	}
	// upper and lower hold the rows to which each row leads, 16 bits for each row: upper has rows 0–3, lower 4–7,
	// last row 8.
	var upper, lower uint64
	for r := 3; r >= 0; r-- {
		upper = upper<<16 | uint64(to[on[r]&15]|into[in[r]&15]|1<<r)
		lower = lower<<16 | uint64(to[on[r+4]&15]|into[in[r+4]&15]|16<<r)
	}
	last := uint64(to[on[8]&15] | into[in[8]&15] | 1<<8)
	// The loop adds the rows to which other rows lead (transitive closure, Warshall 1962).
	const ones = 0x0001_0001_0001_0001
	for r := range 4 {
		via := upper >> (r * 16) & 511
		upper |= upper >> r & ones * via
		lower |= lower >> r & ones * via
		last |= last >> r & 1 * via
	}
	for r := range 4 {
		via := lower >> (r * 16) & 511
		upper |= upper >> (r + 4) & ones * via
		lower |= lower >> (r + 4) & ones * via
		last |= last >> (r + 4) & 1 * via
	}
	upper |= upper >> 8 & ones * last
	lower |= lower >> 8 & ones * last
	if last == 511 {
		return n
	}
	// reach holds, for each row, the group of the row. The groups are numbered in the order of their first rows.
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
