package generate

import "math/bits"

// An unavoidable set of a solution is a set of cells whose digits can be
// exchanged among them to give another solution; a puzzle is unique when it has a
// given in every one of them. Two solutions differ in an unavoidable set, so that
// each puzzle found to have a second solution teaches one.

// swapsOfDigits hands the sets within which two digits can change places: for
// each pair of digits the least groups of rows such that the columns and the
// boxes that hold one digit of the group hold the other one too.
func swapsOfDigits(s *grid, yield func(cells []uint8)) {
	var columnAt [10][9]uint8 // by digit and row
	var rowAt, rowIn [10][9]uint8
	for c, d := range s {
		p := &placeOf[c]
		columnAt[d%10][p.row] = p.column
		rowAt[d%10][p.column] = p.row
		rowIn[d%10][p.box] = p.row
	}
	var group [18]uint8
	for a := 1; a <= 9; a++ {
		// What leads from a row with digit a to those that hold the other digit.
		var column, box [9]uint8
		for r := range column {
			column[r] = columnAt[a][r]
			box[r] = uint8(r)/3*3 + column[r]/3
		}
		for b := a + 1; b <= 9; b++ {
			for left := uint16(511); left != 0; {
				n := 0
				for open := left & -left; open != 0; {
					r := bits.TrailingZeros16(open)
					open &= open - 1
					left &^= 1 << r
					group[n] = uint8(r)*9 + column[r]
					group[n+1] = uint8(r)*9 + columnAt[b][r]
					n += 2
					open |= (1<<rowAt[b][column[r]] | 1<<rowIn[b][box[r]]) & left
				}
				yield(group[:n])
			}
		}
	}
}

// swapsOfLines hands the sets of three columns and more within which two rows of a
// band can change places, and the same of columns; two columns are
// swapsOfDigits's.
func swapsOfLines(s *grid, yield func(cells []uint8)) {
	var group [18]uint8
	for step := 1; step <= 9; step += 8 { // 9: rows, the steps along a row being 1
		along := 10 - step
		for chute := range 3 {
			for pair := range 3 {
				one := (chute*3 + pair/2) * step
				two := (chute*3 + 1 + (pair+1)/2) * step
				var at [10]uint8 // where line one has the digit
				for i := range 9 {
					at[s[one+i*along]%10] = uint8(i)
				}
				for left := uint16(511); left != 0; {
					n := 0
					for i := bits.TrailingZeros16(left); left>>i&1 != 0; i = int(at[s[two+i*along]%10]) {
						left &^= 1 << i
						group[n] = uint8(one + i*along)
						group[n+1] = uint8(two + i*along)
						n += 2
					}
					if n > 4 {
						yield(group[:n])
					}
				}
			}
		}
	}
}
