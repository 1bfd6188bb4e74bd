package puzzle

import (
	"context"
	"math/bits"
	"slices"
)

// lister enumerates the ways to fill a few cells under simple rules: sets of values, sums, relations of two cells, and
// cells that differ. It needs no network; building one would cost more than most enumerations. The engine handles all
// other rules.
type lister struct {
	ctx       context.Context
	low       int
	differing []uint64 // for each cell, the cells that must differ from it
	sets      []listedSets
	sums      []listedSum
	pairs     []listedPair
	limit     int // the maximum number of ways to find
	nodes     int // the number of nodes that the search may still visit
	found     [][]int
	room      []int
	layers    [][]uint64 // for each depth of the search, the possible values of the cells
	known     []uint64   // for each cell, the values to try last; nil if any order will do

	wake    []uint64 // for each cell, the rules that contain it; rule i has bit i modulo 64. Pairs come first, then sets, then sums
	pending uint64   // the rules whose cells have lost values
}

type listedSets struct {
	cells []int
	sets  []uint64
}

type listedSum struct {
	cells, times []int
	sum          int
}

type listedPair struct {
	a, b     int
	to, from []uint64
}

// mostInList limits the cells of a lister. mostTried limits the values that the lister tries.
const mostInList, mostTried = 40, 20_000

// IsListed reports whether the ways to fill the pieces can be enumerated without the engine.
func (q *Pieces) IsListed(pieces []int) bool {
	for _, i := range pieces {
		if p := &q.All[i]; p.sets == nil && p.Terms == nil && len(p.columns) == 0 && !p.Distinct {
			return false
		}
	}
	return true
}

// newLister returns a lister for the pieces, or nil if there are more than mostInList cells or some piece is no simple
// rule.
func (q *Pieces) newLister(ctx context.Context, pieces, cells []int) *lister {
	if len(cells) > mostInList {
		return nil
	}
	l := &lister{ctx: ctx, low: q.Puzzle.Low, differing: make([]uint64, len(cells))}
	indexOf := func(cell int) int {
		i, _ := slices.BinarySearch(cells, cell)
		return i
	}
	all := func(of []int) []int {
		list := make([]int, len(of))
		for i, c := range of {
			list[i] = indexOf(c)
		}
		return list
	}
	for _, i := range pieces {
		p := &q.All[i]
		switch {
		case p.sets != nil:
			l.sets = append(l.sets, listedSets{all(p.Cells), p.sets})
		case p.Terms != nil:
			l.sums = append(l.sums, listedSum{all(p.Cells), p.Terms, p.Sum})
		case p.Rows != nil && len(p.Cells) == 2:
			l.pairs = append(l.pairs, listedPair{indexOf(p.Cells[0]), indexOf(p.Cells[1]), p.Rows, p.columns})
		case !p.Distinct:
			return nil
		}
	}
	l.wake = make([]uint64, len(cells))
	for i := range l.countRules() {
		for _, c := range l.cellsOfRule(i) {
			l.wake[c] |= 1 << (i % 64)
		}
	}
	for i, a := range cells {
		for j, b := range cells {
			if i != j && q.MustDiffer(a, b) {
				l.differing[i] |= 1 << j
			}
		}
	}
	return l
}

func (l *lister) countRules() int { return len(l.pairs) + len(l.sets) + len(l.sums) }

func (l *lister) cellsOfRule(i int) []int {
	if i < len(l.pairs) {
		return []int{l.pairs[i].a, l.pairs[i].b}
	}
	if i -= len(l.pairs); i < len(l.sets) {
		return l.sets[i].cells
	}
	return l.sums[i-len(l.sets)].cells
}

// listWays returns ways to fill each cell with a value of its set in `candidates`, at most `limit` of them. `all` is true if no
// other ways exist. ok is false if the search reached its limit before it found `limit` ways.
func (l *lister) listWays(candidates []uint64, limit int) (ways [][]int, all, ok bool) {
	l.limit, l.nodes, l.found = limit, mostTried, nil
	top := l.domainsAt(0)
	copy(top, candidates)
	for i, set := range top { // begin with the cells that are already filled
		if set&(set-1) == 0 && (set == 0 || !l.pruneDiffering(top, i)) {
			return nil, true, true
		}
	}
	l.pending = ^uint64(0)
	more := l.pruneDomains(top) && l.enumerateFillings(0)
	if l.nodes < 0 && len(l.found) < limit {
		return nil, false, false
	}
	return l.found, !more, true
}

func (l *lister) domainsAt(depth int) []uint64 {
	for len(l.layers) <= depth {
		l.layers = append(l.layers, make([]uint64, len(l.differing)))
	}
	return l.layers[depth]
}

// pruneDiffering removes the value of a filled cell from the cells that must differ from this cell. It returns false if
// a cell has no value left.
func (l *lister) pruneDiffering(dom []uint64, cell int) bool {
	for others := l.differing[cell]; others != 0; others &= others - 1 {
		o := bits.TrailingZeros64(others)
		if was := dom[o]; was&dom[cell] != 0 {
			l.pending |= l.wake[o]
			if dom[o] &^= dom[cell]; dom[o] == 0 || dom[o]&(dom[o]-1) == 0 && !l.pruneDiffering(dom, o) {
				return false
			}
		}
	}
	return true
}

// restrictCell removes from a cell all values outside a set. If one value is left, it removes this value from the cells
// that must differ. It returns false if a cell has no value left.
func (l *lister) restrictCell(dom []uint64, cell int, to uint64) bool {
	left := dom[cell] & to
	if left == dom[cell] {
		return true
	}
	dom[cell] = left
	l.pending |= l.wake[cell]
	return left != 0 && (left&(left-1) != 0 || l.pruneDiffering(dom, cell))
}

// pruneDomains applies pending rules, which remove values from cells, until no rule is pending. It returns false if a
// cell has no value left.
func (l *lister) pruneDomains(dom []uint64) bool {
	for n := l.countRules(); l.pending != 0; {
		first := bits.TrailingZeros64(l.pending)
		l.pending &= l.pending - 1
		for i := first; i < n; i += 64 {
			if !l.pruneByRule(dom, i) {
				l.pending = 0
				return false
			}
		}
	}
	return true
}

func (l *lister) pruneByRule(dom []uint64, i int) bool {
	if i < len(l.pairs) {
		x := &l.pairs[i]
		return l.restrictCell(dom, x.b, relatedValues(x.to, dom[x.a])) && l.restrictCell(dom, x.a, relatedValues(x.from, dom[x.b]))
	}
	if i -= len(l.pairs); i < len(l.sets) {
		return l.pruneListedSets(dom, &l.sets[i])
	}
	return l.pruneListedSum(dom, &l.sums[i-len(l.sets)])
}

// relatedValues returns the values that the table `rows` relates to at least one value of `set`. Each row is the set of
// values related to one value.
func relatedValues(rows []uint64, set uint64) (all uint64) {
	for ; set != 0; set &= set - 1 {
		if bit := bits.TrailingZeros64(set); bit < len(rows) {
			all |= rows[bit]
		}
	}
	return all
}

func (l *lister) pruneListedSets(dom []uint64, x *listedSets) bool {
	used, united := uint64(0), uint64(0)
	for _, c := range x.cells {
		if set := dom[c]; set&(set-1) == 0 {
			if used&set != 0 {
				return false
			}
			used |= set
		}
		united |= dom[c]
	}
	union, found := uint64(0), false
	for _, set := range x.sets {
		if used&^set == 0 && set&^united == 0 {
			union |= set
			found = true
		}
	}
	if !found {
		return false
	}
	for _, c := range x.cells {
		if dom[c]&(dom[c]-1) != 0 && !l.restrictCell(dom, c, union&^used) {
			return false
		}
	}
	return true
}

func (l *lister) pruneListedSum(dom []uint64, x *listedSum) bool {
	least, most := 0, 0
	for i, c := range x.cells {
		low, high := l.termBounds(dom[c], x.times[i])
		least, most = least+low, most+high
	}
	if least > x.sum || most < x.sum {
		return false
	}
	for i, c := range x.cells {
		set, times := dom[c], x.times[i]
		if set&(set-1) == 0 || times == 0 {
			continue
		}
		low, high := l.termBounds(set, times)
		// The sum of the other cells is between least−low and most−high.
		from, to := x.sum-(most-high), x.sum-(least-low)
		if low >= from && high <= to {
			continue
		}
		keep := uint64(0)
		if times == 1 {
			keep = ^uint64(0) << max(from-l.low, 0) & (2<<max(to-l.low, 0) - 1)
		} else {
			for rest := set; rest != 0; rest &= rest - 1 {
				bit := bits.TrailingZeros64(rest)
				if n := times * (l.low + bit); n >= from && n <= to {
					keep |= 1 << bit
				}
			}
		}
		if !l.restrictCell(dom, c, keep) {
			return false
		}
		newLow, newHigh := l.termBounds(dom[c], times)
		least, most = least+newLow-low, most+newHigh-high
	}
	return true
}

// termBounds returns the least and the greatest product of `times` and a value of `set`.
func (l *lister) termBounds(set uint64, times int) (low, high int) {
	low, high = times*(l.low+bits.TrailingZeros64(set)), times*(l.low+63-bits.LeadingZeros64(set))
	return min(low, high), max(low, high)
}

// enumerateFillings fills the open cells from depth on, in every possible way. It returns true if the search was cut
// short.
func (l *lister) enumerateFillings(depth int) bool {
	dom := l.layers[depth]
	best, few, open, other := -1, 65, 0, -1
	for c, set := range dom {
		if n := bits.OnesCount64(set); n > 1 {
			open++
			if n < few {
				best, few, other = c, n, best
			} else {
				other = c
			}
		}
	}
	if best < 0 {
		return l.recordFilling(dom)
	}
	all, first := dom[best], dom[best]
	if l.known != nil {
		first &^= l.known[best]
	}
	for _, set := range [...]uint64{first, all &^ first} {
		for ; set != 0; set &= set - 1 {
			if l.nodes--; l.nodes < 0 || l.nodes%1024 == 0 && l.ctx.Err() != nil {
				l.nodes = -1
				return true
			}
			next := l.domainsAt(depth + 1)
			copy(next, dom)
			next[best] = set & -set
			l.pending = l.wake[best]
			if open == 2 {
				for last := l.lastCellValues(next, best, other); last != 0; last &= last - 1 {
					if next[other] = last & -last; l.recordFilling(next) {
						return true
					}
				}
			} else if l.pruneDiffering(next, best) && l.pruneDomains(next) && l.enumerateFillings(depth+1) {
				return true
			}
		}
	}
	return false
}

// recordFilling adds the filled cells to the list of ways and returns false. If the list is full, it adds nothing and
// returns true.
func (l *lister) recordFilling(dom []uint64) bool {
	if len(l.found) == l.limit {
		return true
	}
	n := len(dom)
	if len(l.room) < n {
		l.room = make([]int, n*min(l.limit, 128))
	}
	way := l.room[:n:n]
	l.room = l.room[n:]
	for c, set := range dom {
		way[c] = l.low + bits.TrailingZeros64(set)
	}
	l.found = append(l.found, way)
	return false
}

// lastCellValues returns the values that the last open cell can have once all other cells are filled. Rules that do not
// contain this cell have already been checked.
func (l *lister) lastCellValues(dom []uint64, before, last int) uint64 {
	left := dom[last]
	if l.differing[before]>>last&1 != 0 {
		left &^= dom[before]
	}
	for i := range l.pairs {
		switch x := &l.pairs[i]; last {
		case x.a:
			left &= relatedValues(x.from, dom[x.b])
		case x.b:
			left &= relatedValues(x.to, dom[x.a])
		}
	}
	for i := range l.sets {
		if x := &l.sets[i]; slices.Contains(x.cells, last) {
			used, united := uint64(0), uint64(0)
			for _, c := range x.cells {
				if c != last {
					used |= dom[c]
				}
			}
			for _, set := range x.sets {
				if used&^set == 0 {
					united |= set &^ used
				}
			}
			left &= united
		}
	}
	for i := range l.sums {
		x := &l.sums[i]
		if !slices.Contains(x.cells, last) {
			continue
		}
		rest, times := x.sum, 0
		for index, c := range x.cells {
			if c == last {
				times = x.times[index]
			} else {
				rest -= x.times[index] * (l.low + bits.TrailingZeros64(dom[c]))
			}
		}
		switch {
		case times == 0 && rest == 0:
		case times == 0 || rest%times != 0 || rest/times < l.low:
			return 0
		default:
			left &= 1 << (rest/times - l.low) // a shift by 64 or more gives 0, so that no value is left
		}
	}
	return left
}
