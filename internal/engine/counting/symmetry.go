package counting

import "bytes"

// Two symmetries leave the count unchanged: permutations of the free digits, and permutations of a stack's columns
// without givens. Therefore the sum takes only the least element of each orbit, times the orbit's size.

var permutations = [...][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// boxRelabelings returns the permutations of a box's lines that move only empty lines; the identity is one of them.
func boxRelabelings(empty [3]bool) (all [][3]uint8) {
	for _, p := range permutations {
		moves := false
		for line, to := range p {
			moves = moves || int(to) != line && !empty[line]
		}
		if !moves {
			all = append(all, p)
		}
	}
	return all
}

// orbitSize returns the size of the orbit of value(0), a list with a number for each digit. It returns 0 if value(0) is
// not the least list of the orbit. Permutations of free digits of the same kind, and relabelings, generate the orbit;
// value(i) is the list after relabeling i. Free digits of one kind must be adjacent in `free`.
func orbitSize(free []int, kinds *[9]uint8, relabelings int, value func(i int) [9]uint8) uint64 {
	least := value(0)
	size := countOrderings(free, kinds, &least)
	if size == 0 {
		return 0
	}
	var forms [6][9]uint8
	forms[0] = least
	distinct := 1
next:
	for i := 1; i < relabelings; i++ {
		v := value(i)
		sortFreeDigitValues(free, kinds, &v)
		if bytes.Compare(v[:], least[:]) < 0 {
			return 0
		}
		for _, f := range forms[:distinct] {
			if f == v {
				continue next
			}
		}
		forms[distinct] = v
		distinct++
	}
	return size * uint64(distinct)
}

// countOrderings returns the number of different lists that result from permutations of free digits within their kinds.
// It returns 0 if the values within a kind do not ascend.
func countOrderings(free []int, kinds, values *[9]uint8) uint64 {
	ways := uint64(1)
	var alike, equal uint64 // the number of digits so far that have this kind, and of those that also have this value
	for i, d := range free {
		switch {
		case i == 0 || kinds[d] != kinds[free[i-1]]:
			alike, equal = 0, 0
		case values[d] < values[free[i-1]]:
			return 0
		case values[d] > values[free[i-1]]:
			equal = 0
		}
		alike++
		equal++
		ways = ways * alike / equal
	}
	return ways
}

func sortFreeDigitValues(free []int, kinds, values *[9]uint8) {
	for i := range free {
		for ; i > 0; i-- {
			d, e := free[i-1], free[i]
			if kinds[d] != kinds[e] || values[d] <= values[e] {
				break
			}
			values[d], values[e] = values[e], values[d]
		}
	}
}
