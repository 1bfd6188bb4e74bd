package minlex

import "bytes"

// leastPlain tries all columns' orders, and of each keeps the least rows in turn: a
// millisecond or a few, for grids that no puzzle is.
func leastPlain(g, form *[81]uint8, maps *[]Map) {
	type state struct {
		rows   [9]uint8
		digits [10]uint8
		labels uint8
	}
	first := true
	for _, transposed := range []bool{false, true} {
		m := Map{Transposed: transposed}
		copyIdentity(&m)
		source := m.Apply(g)
		var void [9]bool
		for c := range 9 {
			void[c] = true
			for r := range 9 {
				void[c] = void[c] && source[9*r+c] == 0
			}
		}
		for columns := range lineOrders() {
			if exchanged(&columns, &void) {
				continue
			}
			states, next := []state{{}}, []state(nil)
			var least [81]uint8
			for n := range 9 {
				row := least[9*n : 9*n+9]
				next = next[:0]
				for i := range states {
					s := &states[i]
					empty := [3]bool{}
					for r := range uint8(9) {
						if bytes.IndexByte(s.rows[:n], r) >= 0 || (n%3 != 0 && r/3 != s.rows[n-1]/3) || (n%3 == 0 && n > 0 && bandTaken(s.rows[:n], r/3)) {
							continue
						}
						t := *s
						var out [9]uint8
						any := uint8(0)
						for c, from := range columns {
							d := source[9*r+from]
							any |= d
							if d != 0 && t.digits[d] == 0 {
								t.labels++
								t.digits[d] = t.labels
							}
							out[c] = t.digits[d]
						}
						if any == 0 { // empty rows of a band are alike
							if empty[r/3] {
								continue
							}
							empty[r/3] = true
						}
						t.rows[n] = r
						cmp := -1
						if len(next) > 0 {
							cmp = bytes.Compare(out[:], row)
						}
						if cmp < 0 {
							next = next[:0]
							copy(row, out[:])
						}
						if cmp <= 0 {
							next = append(next, t)
						}
					}
				}
				states, next = next, states
			}
			cmp := -1
			if !first {
				cmp = bytes.Compare(least[:], form[:])
			}
			first = false
			if cmp < 0 {
				*form = least
				if maps != nil {
					*maps = (*maps)[:0]
				}
			}
			if cmp <= 0 && maps != nil {
				for _, s := range states {
					digits := s.digits
					completeDigits(&digits)
					*maps = append(*maps, Map{transposed, s.rows, columns, digits})
				}
			}
		}
	}
}

// exchanged reports whether empty columns of a stack, or empty stacks, are out of order.
func exchanged(columns *[9]uint8, void *[9]bool) bool {
	stack := uint8(0)
	for s := range 3 {
		c := columns[3*s : 3*s+3]
		last, n := uint8(0), 0
		for _, x := range c {
			if !void[x] {
				continue
			}
			if n++; x < last {
				return true
			}
			last = x
		}
		if n == 3 {
			if c[0] < stack {
				return true
			}
			stack = c[0]
		}
	}
	return false
}

func bandTaken(rows []uint8, band uint8) bool {
	for _, r := range rows {
		if r/3 == band {
			return true
		}
	}
	return false
}

func copyIdentity(m *Map) {
	for i := range uint8(9) {
		m.Rows[i], m.Columns[i], m.Digits[i+1] = i, i, i+1
	}
}

// completeDigits gives digits that have no label those that are left, in order.
func completeDigits(digits *[10]uint8) {
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

// lineOrders ranges over the 1,296 orders of nine lines that keep chutes together.
func lineOrders() func(func([9]uint8) bool) {
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
