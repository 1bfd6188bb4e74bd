package generate

import "math/bits"

// An unavoidable set of a solution is a set of cells whose digits can be
// exchanged among them to give another solution; a puzzle is unique when it has a
// given in every one of them.

// groups are some of the unavoidable sets of a solution, which are numbered.
type groups [2]uint64

// mostGroups is how many are numbered; more would be left out, of which no harm
// comes. Solutions have 60 on average.
const mostGroups = 128

func (g groups) or(h groups) groups      { return groups{g[0] | h[0], g[1] | h[1]} }
func (g groups) without(h groups) groups { return groups{g[0] &^ h[0], g[1] &^ h[1]} }
func (g groups) meets(h groups) bool     { return g[0]&h[0]|g[1]&h[1] != 0 }

// unavoidable finds the sets in which two digits, two rows of a band or two
// columns of a stack can change places, but not all of them: these 18 cells hardly
// ever matter. It tells of each cell which sets hold it.
func unavoidable(s *grid, sets *[cells]groups) {
	*sets = [cells]groups{}
	n := swapsOfDigits(s, sets, 0)
	swapsOfLines(s, sets, n)
}

// swapsOfDigits finds for each pair of digits the least groups of rows such that
// the columns and the boxes that hold one digit of the group hold the other one too.
func swapsOfDigits(s *grid, sets *[cells]groups, n int) int {
	var at [9][9]uint8             // by digit and row: the cell
	var rowAt, rowIn [9][16]uint64 // by digit and column or box: the row's bit
	for c, d := range s {
		p, d := &placeOf[c], (d-1)%9
		at[d][p.row] = uint8(c)
		rowAt[d][p.column] = 1 << p.row
		rowIn[d][p.box] = 1 << p.row
	}
	for a := range at {
		var columns, boxes [9]uint8 // by row
		for r, c := range at[a] {
			columns[r], boxes[r] = placeOf[c%cells].column&15, placeOf[c%cells].box&15
		}
		for b := a + 1; b < 9; b++ {
			// Rows 1–4, 5–8 and 9, 16 bits each: what they lead to.
			var upper, lower, last uint64
			toColumn, toBox := &rowAt[b], &rowIn[b]
			for r := 3; r >= 0; r-- {
				upper = upper<<16 | toColumn[columns[r]&15] | toBox[boxes[r]&15] | 1<<r
				lower = lower<<16 | toColumn[columns[r+4]&15] | toBox[boxes[r+4]&15] | 16<<r
			}
			last = toColumn[columns[8]&15] | toBox[boxes[8]&15] | 1<<8
			// By way of each row (Warshall 1962).
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
			if last == 511 || n > mostGroups-4 {
				continue
			}
			reached := [9]uint16{uint16(upper), uint16(upper >> 16), uint16(upper >> 32), uint16(upper >> 48),
				uint16(lower), uint16(lower >> 16), uint16(lower >> 32), uint16(lower >> 48), uint16(last)}
			// A group is numbered by its first row.
			var firsts uint16
			for _, group := range reached {
				firsts |= group & -group
			}
			for r, group := range reached {
				i := n + bits.OnesCount16(firsts&(group&-group-1))
				bit := uint64(1) << (i & 63)
				x, y := &sets[at[a][r]%cells][i>>6&1], &sets[at[b][r]%cells][i>>6&1]
				*x |= bit
				*y |= bit
			}
			n += bits.OnesCount16(firsts)
		}
	}
	return n
}

// swapsOfLines finds the sets of three columns and more within which two rows of a
// band can change places, and the same of columns; two columns are swapsOfDigits's.
func swapsOfLines(s *grid, sets *[cells]groups, n int) {
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
					cycle := uint16(0)
					for i := bits.TrailingZeros16(left); cycle>>i&1 == 0; i = int(at[s[two+i*along]%10]) {
						cycle |= 1 << i
					}
					left &^= cycle
					if size := bits.OnesCount16(cycle); size < 3 || size == 9 || n == mostGroups {
						continue
					}
					word, bit := n/64%2, uint64(1)<<(n%64)
					n++
					for ; cycle != 0; cycle &= cycle - 1 {
						i := bits.TrailingZeros16(cycle)
						sets[one+i*along][word] |= bit
						sets[two+i*along][word] |= bit
					}
				}
			}
		}
	}
}
