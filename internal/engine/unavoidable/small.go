package unavoidable

import (
	"cmp"
	"math/bits"
	"sort"
)

// Set is a set of cells. Bit i of the first word stands for cell i, and bit i of the second word for cell 64+i.
type Set [2]uint64

func (s Set) has(c uint8) bool { return s[c>>6]>>(c&63)&1 != 0 }

func (s *Set) addCell(c uint8) { s[c>>6] |= 1 << (c & 63) }

func (s Set) size() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// SmallSets returns all minimal unavoidable sets of a solution that have at most the given number of cells, sorted by
// size and then by their cells. It calls stop from time to time; if `stop` returns true, SmallSets returns false and
// undefined sets. Up to 12 cells take some milliseconds. Each further cell takes about two and a half times as long.
func SmallSets(solution *[81]uint8, limit int, stop func() bool) ([]Set, bool) {
	s := small{old: *solution, limit: limit, stop: stop, found: map[Set]struct{}{}}
	for c, d := range solution {
		w := &where[c]
		s.cellAt[0][w[0]][d], s.cellAt[1][w[1]][d], s.cellAt[2][w[2]][d] = uint8(c), uint8(c), uint8(c)
	}
	for c := range uint8(81) {
		s.first = c
		s.in = Set{}
		s.addCell(c)
		s.fillCell(c)
		s.removeCell(c)
	}
	all := make([]Set, 0, len(s.found))
	for x := range s.found {
		all = append(all, x)
	}
	sort.Slice(all, func(i, j int) bool {
		a, b := all[i], all[j]
		return cmp.Or(cmp.Compare(a.size(), b.size()), cmp.Compare(bits.Reverse64(b[0]), bits.Reverse64(a[0])), cmp.Compare(bits.Reverse64(b[1]), bits.Reverse64(a[1]))) < 0
	})
	return minimalSets(all), !s.stopped
}

// small searches for solutions that differ from a given solution in few cells. It builds the set of these cells. Each
// cell of the set has a new digit, or is open: it still needs a new digit. A new digit in a cell adds to the set the
// cells in the same row, column and box that have this digit in the given solution. When no cell is open, the new
// digits give another solution.
type small struct {
	old     [81]uint8
	cellAt  [3][9][10]uint8 // for each row, column and box, the cell of each digit
	first   uint8           // the least cell of the set
	in      Set
	open    []uint8 // the cells of the set that have no new digit
	new     [3][9]uint16
	size    [4][10]uint8 // size[0] by row, size[1] by column, size[2] by box, size[3] by digit: how many cells of the set each of these has
	least   [4]int       // for rows, columns, boxes and digits, a lower bound of the final size of the set: the sum of size, with 2 for each 1, because no cell changes alone
	limit   int
	found   map[Set]struct{}
	stop    func() bool
	queries int
	stopped bool
}

func (s *small) addCell(c uint8) {
	s.in.addCell(c)
	s.open = append(s.open, c)
	w := &where[c]
	for i, h := range [4]uint8{w[0], w[1], w[2], s.old[c]} {
		n := &s.size[i][h]
		if *n++; *n != 2 {
			s.least[i]++
		}
		if *n == 1 {
			s.least[i]++
		}
	}
}

// removeCell undoes addCell. The cell must be the last of open.
func (s *small) removeCell(c uint8) {
	s.in[c>>6] &^= 1 << (c & 63)
	s.open = s.open[:len(s.open)-1]
	w := &where[c]
	for i, h := range [4]uint8{w[0], w[1], w[2], s.old[c]} {
		n := &s.size[i][h]
		if *n--; *n != 1 {
			s.least[i]--
		}
		if *n == 0 {
			s.least[i]--
		}
	}
}

// possibleDigits returns the digits that a cell may change to, as bits.
func (s *small) possibleDigits(c uint8) uint16 {
	w := &where[c]
	left := 0x3FE &^ (s.new[0][w[0]] | s.new[1][w[1]] | s.new[2][w[2]] | 1<<s.old[c])
	for x := left; x != 0; x &= x - 1 {
		d := bits.TrailingZeros16(x)
		for i := range 3 {
			if s.cellAt[i][w[i]][d] < s.first {
				left &^= 1 << d
			}
		}
	}
	return left
}

// fillCell tries each new digit in cell c, which must be the last of open.
func (s *small) fillCell(c uint8) {
	if s.queries++; s.queries&1023 == 0 && s.stop() {
		s.stopped = true
	}
	if s.stopped {
		return
	}
	w := &where[c]
	s.open = s.open[:len(s.open)-1]
	for left := s.possibleDigits(c); left != 0; left &= left - 1 {
		d := uint8(bits.TrailingZeros16(left))
		for i := range 3 {
			s.new[i][w[i]] |= 1 << d
		}
		var used [3]uint8
		n := 0
		for i := range 3 {
			if second := s.cellAt[i][w[i]][d]; !s.in.has(second) {
				s.addCell(second)
				used[n] = second
				n++
			}
		}
		if max(s.least[0], s.least[1], s.least[2], s.least[3]) <= s.limit {
			s.fillNextCell()
		}
		for n--; n >= 0; n-- {
			s.removeCell(used[n])
		}
		for i := range 3 {
			s.new[i][w[i]] &^= 1 << d
		}
	}
	s.open = append(s.open, c)
}

// fillNextCell fills the open cell with the fewest possible digits. If no cell is open, it records the set.
func (s *small) fillNextCell() {
	if len(s.open) == 0 {
		s.found[s.in] = struct{}{}
		return
	}
	best, fewest := 0, 10
	for i, c := range s.open {
		if n := bits.OnesCount16(s.possibleDigits(c)); n < fewest {
			if best, fewest = i, n; n == 0 {
				return
			}
		}
	}
	last := len(s.open) - 1
	s.open[best], s.open[last] = s.open[last], s.open[best]
	s.fillCell(s.open[last])
	s.open[best], s.open[last] = s.open[last], s.open[best]
}

// minimalSets returns the sets that contain no other set. `all` must be sorted by size.
func minimalSets(all []Set) []Set {
	var least []Set
	var byCell [81][]Set // for each cell, the sets in least that begin with this cell
	for _, x := range all {
		holds := false
		for i, w := range x {
			for ; w != 0 && !holds; w &= w - 1 {
				for _, y := range byCell[64*i+bits.TrailingZeros64(w)] {
					if y[0]&^x[0]|y[1]&^x[1] == 0 {
						holds = true
						break
					}
				}
			}
		}
		if !holds {
			least = append(least, x)
			first := bits.TrailingZeros64(x[0])
			if x[0] == 0 {
				first = 64 + bits.TrailingZeros64(x[1])
			}
			byCell[first] = append(byCell[first], x)
		}
	}
	return least
}
