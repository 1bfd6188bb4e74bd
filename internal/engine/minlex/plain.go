package minlex

import (
	"bytes"
	"context"
	"slices"
)

// plainOrder is a beginning of a form: the rows so far, and the labels that these rows give to digits.
type plainOrder struct {
	rows   [9]uint8
	digits [10]uint8
	labels uint8
}

// findLeastByTrial finds the form of a grid with contradictions, in milliseconds. For each order of the columns, it
// takes the least row, then the least next row, and so on. Of orders that differ only in equal lines or stacks it tries
// one: for 81 equal digits, 12 of 6,718,464. The error is ctx.Err().
func findLeastByTrial(ctx context.Context, g, form *[81]uint8, maps *[]Map) error {
	first := true
	var states, next []plainOrder
	for _, transposed := range []bool{false, true} {
		m := Map{Transposed: transposed}
		setIdentity(&m)
		source := m.Apply(g)
		rowClass, columnClass := FirstEqualLines(&source, 9, 1), FirstEqualLines(&source, 1, 9)
		tried := map[[9]uint8]bool{}
		for columns := range lineOrdersKeepingChutes() {
			if err := ctx.Err(); err != nil {
				return err
			}
			var classes [9]uint8
			for c, from := range columns {
				classes[c] = columnClass[from]
			}
			if tried[classes] {
				continue
			}
			tried[classes] = true
			states = append(states[:0], plainOrder{})
			var least [81]uint8
			cmp := 0 // the result of comparing the rows of least so far with those of form; −1 while there is no form
			for n := 0; n < 9 && cmp <= 0; n++ {
				row := (*[9]uint8)(least[9*n:])
				next = next[:0]
				for i := range states {
					next = states[i].appendExtensions(next, n, row, &source, &columns, &rowClass)
				}
				states, next = next, states
				if cmp = -1; !first {
					cmp = bytes.Compare(least[:9*n+9], form[:9*n+9])
				}
			}
			if cmp > 0 {
				continue
			}
			if first = false; cmp < 0 {
				*form = least
				if maps != nil {
					*maps = (*maps)[:0]
				}
			}
			if maps == nil {
				continue
			}
			for _, s := range states {
				assignRemainingLabels(&s.digits)
				*maps = append(*maps, Map{transposed, s.rows, columns, s.digits})
			}
		}
	}
	return nil
}

// appendExtensions extends s by row n in all ways. It appends to `next` the extensions whose row n is least, and stores
// this least row in `row`. If an extension of s has a smaller row n than `row`, appendExtensions first empties `next`.
func (s *plainOrder) appendExtensions(next []plainOrder, n int, row *[9]uint8, source *[81]uint8, columns, rowClass *[9]uint8) []plainOrder {
	for r := range uint8(9) {
		if bytes.IndexByte(s.rows[:n], r) >= 0 || (n%3 != 0 && r/3 != s.rows[n-1]/3) || (n%3 == 0 && slices.ContainsFunc(s.rows[:n], func(x uint8) bool { return x/3 == r/3 })) {
			continue
		}
		twin := false // set if an earlier row of the band is unused and equal to this row
		for x := r / 3 * 3; x < r; x++ {
			twin = twin || rowClass[x] == rowClass[r] && bytes.IndexByte(s.rows[:n], x) < 0
		}
		if twin {
			continue
		}
		t := *s
		var out [9]uint8
		for c, from := range columns {
			d := source[9*r+from]
			if d != 0 && t.digits[d] == 0 {
				t.labels++
				t.digits[d] = t.labels
			}
			out[c] = t.digits[d]
		}
		t.rows[n] = r
		cmp := -1
		if len(next) > 0 {
			cmp = bytes.Compare(out[:], row[:])
		}
		if cmp < 0 {
			next, *row = next[:0], out
		}
		if cmp <= 0 {
			next = append(next, t)
		}
	}
	return next
}

// FirstEqualLines returns, for each line, the number of the first line that is equal to it. `down` is the distance, in
// cells, between successive lines, and `along` between successive cells of a line.
func FirstEqualLines(g *[81]uint8, down, along int) (class [9]uint8) {
	for i := range 9 {
		class[i] = uint8(i)
		for j := range i {
			equal := true
			for c := range 9 {
				equal = equal && g[down*i+along*c] == g[down*j+along*c]
			}
			if equal {
				class[i] = uint8(j)
				break
			}
		}
	}
	return class
}

func setIdentity(m *Map) {
	for i := range uint8(9) {
		m.Rows[i], m.Columns[i], m.Digits[i+1] = i, i, i+1
	}
}

// assignRemainingLabels gives the unused labels, in ascending order, to the digits without a label.
func assignRemainingLabels(digits *[10]uint8) {
	taken := uint16(1)
	for _, d := range digits[1:] {
		taken |= 1 << d
	}
	taken |= 1
	next := uint8(1)
	for d := 1; d < 10; d++ {
		if digits[d] != 0 {
			continue
		}
		for taken>>next&1 == 1 {
			next++
		}
		digits[d] = next
		next++
	}
}

// lineOrdersKeepingChutes returns an iterator over the 1,296 orders of nine lines in which the lines of each chute stay
// together.
func lineOrdersKeepingChutes() func(func([9]uint8) bool) {
	return func(yield func([9]uint8) bool) {
		for _, chutes := range orders {
			for n := range 216 {
				var lines [9]uint8
				for i, k := range [3]int{n / 36, n / 6 % 6, n % 6} {
					for j, x := range orders[k] {
						lines[3*i+j] = 3*chutes[i] + x
					}
				}
				if !yield(lines) {
					return
				}
			}
		}
	}
}
