package puzzle

import "math/bits"

// MostJoined is the maximum number of values for [KeepDisjointSets].
const MostJoined = 10

// family is a set of sets of values: bit s is set if it contains the set s.
type family [1 << MostJoined / 64]uint64

// disjoint[s] is the family of sets that share no value with s, among the sets of the six lowest values.
var disjoint = func() (all [64]uint64) {
	for set := range all {
		for other := range all {
			if set&other == 0 {
				all[set] |= 1 << other
			}
		}
	}
	return all
}()

// KeepDisjointSets chooses one set from each list, in all ways that meet two conditions. No two chosen sets share a
// value. The union of the chosen sets is one of the wanted sets. It removes from the lists, in place, every set that is
// in no such choice. It reports whether there is a choice. Each set contains numbers from 0 to values−1; `values` is
// at most [MostJoined].
func KeepDisjointSets(lists [][]uint64, isWanted []uint64, values int) bool {
	words := max(1, uint64(1)<<values/64)
	layers := make([]family, len(lists)+1)
	layers[0][0] = 1
	for k, list := range lists {
		from, to := &layers[k], &layers[k+1]
		for _, set := range list {
			low, high := set%64, set/64
			for w := range words {
				if w&high == 0 {
					to[w|high] |= from[w] & disjoint[low] << low
				}
			}
		}
	}
	var back family
	for _, set := range isWanted {
		back[set/64] |= 1 << (set % 64)
	}
	for k := len(lists) - 1; k >= 0; k-- {
		var before family
		fitting := lists[k][:0]
		for _, set := range lists[k] {
			low, high, fits := set%64, set/64, uint64(0)
			for w := range words {
				if w&high == 0 {
					x := back[w|high] >> low & disjoint[low] & layers[k][w]
					before[w] |= x
					fits |= x
				}
			}
			if fits != 0 {
				fitting = append(fitting, set)
			}
		}
		lists[k], back = fitting, before
	}
	return back[0]&1 != 0
}

// reachableValues is for a single piece whose values must form one of a few sets. It returns, for each cell, the values
// that the cell has in at least one way to fill the piece. ok is false for several pieces, for a piece of another form,
// and for a piece with too many values.
func (q *Pieces) reachableValues(pieces []int, candidates []uint64) (reach []uint64, ok bool) {
	sets, all := q.All[pieces[0]].sets, uint64(0)
	for _, set := range sets {
		all |= set
	}
	for _, set := range candidates {
		all |= set
	}
	if sets == nil || len(pieces) > 1 || len(candidates) > MostJoined || all>>MostJoined != 0 {
		return nil, false
	}
	var room [MostJoined * MostJoined]uint64
	lists := make([][]uint64, len(candidates))
	for i, set := range candidates {
		lists[i] = room[i*MostJoined : i*MostJoined]
		for ; set != 0; set &= set - 1 {
			lists[i] = append(lists[i], set&-set)
		}
	}
	reach = make([]uint64, len(candidates))
	if KeepDisjointSets(lists, sets, bits.Len64(all)) {
		for i, list := range lists {
			for _, value := range list {
				reach[i] |= value
			}
		}
	}
	return reach, true
}
