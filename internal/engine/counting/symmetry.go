package counting

import "bytes"

// Two symmetries leave a count as it is: free digits can be permuted, and so can a stack's
// columns without a given. Of each orbit the sum takes the least, as often as it is large.

var permutations = [...][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// relabelings returns the permutations of a box's lines that move only empty ones, or none.
func relabelings(empty [3]bool) (all [][3]uint8) {
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

// orbit returns how many values by digit come of value(0) by permuting free digits of
// a kind and by relabelings, of which value(i) applies number i; 0 if value(0)
// is not the least of them. Free digits of a kind must be next to each other.
func orbit(free []int, kinds *[9]uint8, relabelings int, value func(i int) [9]uint8) uint64 {
	least := value(0)
	size := orderings(free, kinds, &least)
	if size == 0 {
		return 0
	}
	var forms [6][9]uint8
	forms[0] = least
	distinct := 1
next:
	for i := 1; i < relabelings; i++ {
		v := value(i)
		ascend(free, kinds, &v)
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

// orderings returns how many values come of permuting free digits of a kind; 0: not ascending.
func orderings(free []int, kinds, values *[9]uint8) uint64 {
	ways := uint64(1)
	var alike, equal uint64 // digits so far of this kind, and with this value
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

// ascend sorts the values of free digits within each kind.
func ascend(free []int, kinds, values *[9]uint8) {
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
