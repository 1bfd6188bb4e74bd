package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// findForwardChain finds the chain of almost locked sets that HoDoKu's solver finds. In such a chain, each set comes
// later in the list than the set before it. If several chains connect two ends, it reports the chain with the most
// eliminations.
func (c *alsChainSearch) findForwardChain() {
	f := c.f
	c.fillReach(1, 1, true)  // c.reach[1]: the entries reached by one or more links; the rows of later sets are filled first
	c.fillReach(2, 1, false) // the entries reached by two or more links
	most, least := 0, 0
	c.best = c.best[:0]
	c.eachStart(func(start int32, x Digit) {
		c.reached = clearWords(c.reached, c.words)
		c.eachFirstEntry(start, x, func(e int32) { addBitsOf(c.reached, c.reachOf(2, e)) })
		for i, b := range c.reached {
			for b &= c.ends[i]; b != 0; b &= b - 1 {
				s := span{start, x, int32(64*i + bits.TrailingZeros64(b))}
				c.beginChainStep(s)
				f.finishStep()
				n, sum := len(f.step.Eliminations), f.step.RowWeight()
				order := cmp.Or(cmp.Compare(n, most), cmp.Compare(least, sum))
				if n == 0 || order < 0 {
					continue
				}
				if order > 0 {
					most, least, c.best = n, sum, c.best[:0]
				}
				c.best = append(c.best, s)
			}
		}
	})
	if f.stopped {
		return
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

// RowWeight returns the sum of the weights of the step's eliminations. Among steps with the same number of
// eliminations, [FirstByRow] takes the step with the least sum. The formula is HoDoKu's.
func (s *Step) RowWeight() (sum int) {
	for i, e := range s.Eliminations {
		sum += int(e.Cell)*(1+80*i) + int(e.Digit)
	}
	return sum
}

// shortestPaths computes, for each entry, the path from the set `start` whose sets together have the fewest cells. The
// path leaves `start` by the digit x. For entry e, path 3e has one link, path 3e+1 has two links, and path 3e+2 has
// three or more links.
func (c *alsChainSearch) shortestPaths(start int32, x Digit) {
	n := int32(3 * len(c.entries))
	c.before = slices.Grow(c.before[:0], int(n))[:n]
	c.cost = append(c.cost[:0], make([]int32, n)...)
	size := func(set int32) int32 { return int32(c.f.sets.list[set].cells.Len()) }
	c.eachFirstEntry(start, x, func(e int32) { c.cost[3*e] = size(start) + size(c.entries[e].set) })
	for i := 3 * c.firstOf[start]; i < n; i++ {
		if c.cost[i] == 0 {
			continue
		}
		for _, next := range c.exitsOf(i / 3) {
			to := 3*next + min(i%3+1, 2)
			if was, now := c.cost[to], c.cost[i]+size(c.entries[next].set); was == 0 || now < was {
				c.cost[to], c.before[to] = now, i
			}
		}
	}
}

// pathTo returns the sets on the shortest path between the ends in s.
func (c *alsChainSearch) pathTo(s span) []int32 {
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
