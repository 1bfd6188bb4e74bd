package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// findForwardALSChains finds the chains of almost locked sets that HoDoKu's solver finds. In such a chain, each set
// comes later in the list than the set before it. If several chains connect two ends, it reports the chain with the
// most eliminations. The pairs of ends (alsends.go) are computed from the last set to the first.
func (f *Finder) findForwardALSChains() {
	c := &f.als.ends
	c.indexLinksAndEntries(f, false)
	c.computeReachableEntries()
	most, least := 0, 0
	c.best = c.best[:0]
	for start := range f.sets.list {
		if f.countNode() {
			return
		}
		c.eachSpan(start, func(s span) {
			c.beginChainStep(s)
			n, sum := f.eliminationCountAndWeight()
			order := cmp.Or(cmp.Compare(n, most), cmp.Compare(least, sum))
			if n == 0 || order < 0 {
				return
			}
			if order > 0 {
				most, least, c.best = n, sum, c.best[:0]
			}
			c.best = append(c.best, s)
		})
	}
	var path []int32
	var chosen span
	size := int32(0)
	for i, s := range c.best {
		if i == 0 || s.start != c.best[i-1].start || s.x != c.best[i-1].x {
			c.shortestPaths(s.start, s.x)
		}
		if n := c.cost[3*s.end+2]; path == nil || n < size {
			path, chosen, size = c.pathTo(s), s, n
		}
	}
	if path != nil {
		c.beginChainStep(chosen)
		f.addSetsToStep(path)
		f.emitStep()
	}
}

// beginChainStep begins a step with the eliminations of a chain between the ends in s.
func (c *alsChainEnds) beginChainStep(s span) {
	f := c.f
	e := &c.entries[s.end]
	f.beginStep(ALSChain, 0)
	f.eliminateBetween(&f.sets.list[s.start], &f.sets.list[e.set], ^(digitBit(s.x) | e.by))
}

// EliminationWeight returns the weight of elimination number i of a step; i begins at 0. Among steps with the same
// number of eliminations, [FirstByRow] takes the step with the least sum of weights. The formula is HoDoKu's: cell × (1
// + 80·i) + digit.
func EliminationWeight(i int, e Candidate) int { return int(e.Cell)*(1+80*i) + int(e.Digit) }

// eliminationCountAndWeight returns the number of the step's eliminations and the sum of their weights.
func (f *Finder) eliminationCountAndWeight() (n, sum int) {
	for d := Digit(1); d <= 9; d++ {
		for left := f.del[d].And(f.state.digits[d]); !left.Empty(); n++ {
			sum += EliminationWeight(n, Candidate{left.Pop(), d})
		}
	}
	return n, sum
}

// entryIndexAfterLink follows the link l from the chain's last set to another set. It returns the index of the entry by
// which l enters that set. `by` has the digits by which the chain may have entered its last set. The link must not use
// the least of these digits. The result is -1 if l has no other digit.
func (c *alsChainEnds) entryIndexAfterLink(l *link, by Digits) int32 {
	out := l.common &^ (by & -by)
	if out == 0 {
		return -1
	}
	return c.entryIndexOf(l.b, out)
}

// computeReachableEntries computes, for each entry, the entries that chains from it reach: the fields near and far. It
// begins with the last set.
func (c *alsChainEnds) computeReachableEntries() {
	f, n, w := c.f, len(c.entries), c.words
	c.near, c.far = clearWords(c.near, n*w), clearWords(c.far, n*w)
	for i := n - 1; i >= 0; i-- {
		e := &c.entries[i]
		near, far := c.near[i*w:(i+1)*w], c.far[i*w:(i+1)*w]
		for k := c.first[e.set]; k < c.first[e.set+1]; k++ {
			if next := int(c.entryIndexAfterLink(&f.sets.links[k], e.by)); next >= 0 {
				addBitsOf(far, c.near[next*w:(next+1)*w])
				near[next/64] |= 1 << (next % 64)
			}
		}
		addBitsOf(near, far)
	}
}

// eachSpan yields every pair of ends that begins with the set `start` and has eliminations.
func (c *alsChainEnds) eachSpan(start int, yield func(span)) {
	f, w := c.f, c.words
	var leaves Digits
	for k := c.first[start]; k < c.first[start+1]; k++ {
		leaves |= f.sets.links[k].common
	}
	if leaves == 0 {
		return
	}
	c.computeEliminatedDigits(start)
	for x := range leaves.Digits() {
		c.reached = clearWords(c.reached, w)
		for k := c.first[start]; k < c.first[start+1]; k++ {
			if l := &f.sets.links[k]; l.common.Has(x) {
				e := int(c.entryIndexOf(l.b, digitBit(x)))
				addBitsOf(c.reached, c.far[e*w:(e+1)*w])
			}
		}
		takes := c.eliminatingEntries(start, x)
		for i, b := range c.reached {
			for b &= takes[i]; b != 0; b &= b - 1 {
				yield(span{int32(start), x, int32(64*i + bits.TrailingZeros64(b))})
			}
		}
	}
}

// shortestPaths computes, for each entry, the path from the set `start` with the fewest cells. The chain leaves this
// set by the digit x. Each entry has three paths, with the numbers 3·entry to 3·entry + 2: of one link, of two links,
// and of three or more links.
func (c *alsChainEnds) shortestPaths(start int32, x Digit) {
	f, n := c.f, 3*len(c.entries)
	c.before = slices.Grow(c.before[:0], n)[:n]
	c.cost = slices.Grow(c.cost[:0], n)[:n]
	clear(c.cost)
	for k := c.first[start]; k < c.first[start+1]; k++ {
		if l := &f.sets.links[k]; l.common.Has(x) {
			c.cost[3*c.entryIndexOf(l.b, digitBit(x))] = int32(f.sets.list[start].cells.Len() + f.sets.list[l.b].cells.Len())
		}
	}
	for i := 3 * c.of[start]; i < int32(n); i++ {
		if c.cost[i] == 0 {
			continue
		}
		e := &c.entries[i/3]
		for k := c.first[e.set]; k < c.first[e.set+1]; k++ {
			l := &f.sets.links[k]
			next := c.entryIndexAfterLink(l, e.by)
			if next < 0 {
				continue
			}
			to := 3*next + min(i%3+1, 2)
			if was, now := c.cost[to], c.cost[i]+int32(f.sets.list[l.b].cells.Len()); was == 0 || now < was {
				c.cost[to], c.before[to] = now, i
			}
		}
	}
}

// pathTo returns the sets on the shortest path between the ends in s.
func (c *alsChainEnds) pathTo(s span) []int32 {
	at := 3*s.end + 2
	path := []int32{c.entries[at/3].set}
	for at%3 > 0 {
		at = c.before[at]
		path = append(path, c.entries[at/3].set)
	}
	path = append(path, s.start)
	slices.Reverse(path)
	return path
}
