package logic

import "nonet/board"

// longestSetChain is the maximum number of links in a chain of sets.
const longestSetChain = 6

// findALSChains finds chains of four to seven sets. Each set in the chain has a link to the previous set and a link to
// the next set, with different digits. Among chains between the same ends, it reports a shortest one. It reports each
// set of eliminations once. For HoDoKu's order, alschainrows.go finds other chains: fewer, but longer.
func findALSChains(f *Finder) {
	if f.Options.Chains == FirstByRow {
		f.findForwardALSChains()
		return
	}
	f.almostLockedSets(1)
	next := f.linksBySet()
	c := &f.als.chain
	c.f, c.screen, c.next = f, &f.als.ends, next
	c.in = append(c.in[:0], make([]bool, len(next))...)
	if clear(c.told); c.told == nil {
		c.told = map[[board.MostValues + 1]CellSet]bool{}
	}
	c.screen.indexLinksAndEntries(f, true)
	c.computeReachByLength()
	for start := range f.sets.list {
		if f.countNode() {
			return
		}
		var leaves Digits
		for _, l := range next[start] {
			leaves |= l.common
		}
		if leaves == 0 {
			continue
		}
		c.screen.computeEliminatedDigits(start)
		for x := range leaves.Digits() {
			c.ends = c.screen.eliminatingEntries(start, x)
			for c.links = 3; c.links <= longestSetChain; c.links++ {
				for _, l := range next[start] {
					if l.common.Has(x) && c.mayEnd(l.to, digitBit(x), c.links-1) {
						c.x, c.left = x, 1<<16
						c.path = append(c.path[:0], int32(start), l.to)
						c.in[start], c.in[l.to] = true, true
						c.extendChain(l.to, digitBit(x))
						c.in[start], c.in[l.to] = false, false
					}
				}
			}
		}
	}
}

type alsChainSearch struct {
	f      *Finder
	screen *alsChainEnds
	next   [][]neighbour
	in     []bool
	path   []int32
	x      Digit
	links  int // the number of links in the chain
	told   map[[board.MostValues + 1]CellSet]bool
	left   int
	within [longestSetChain][]uint64 // for each number of links and each entry, the entries reached by at most this number of links
	ends   entrySet                  // the entries whose set has unreported eliminations together with the chain's first set
}

// computeReachByLength fills c.within for each number of links from 1 to longestSetChain−1.
func (c *alsChainSearch) computeReachByLength() {
	s := c.screen
	n, w := len(s.entries), s.words
	for k := 1; k < len(c.within); k++ {
		c.within[k] = clearWords(c.within[k], n*w)
		for i := range s.entries {
			e, row := &s.entries[i], c.within[k][i*w:(i+1)*w]
			for _, l := range c.next[e.set] {
				if out := l.exitDigitsAfter(e.by); out != 0 {
					to := int(s.entryIndexOf(l.to, out))
					row[to/64] |= 1 << (to % 64)
					if k > 1 {
						addBitsOf(row, c.within[k-1][to*w:(to+1)*w])
					}
				}
			}
		}
	}
}

// exitDigitsAfter returns the possible digits of the link l. `by` has the possible digits of the link before l. If `by`
// has only one digit, l must have another digit.
func (l *neighbour) exitDigitsAfter(by Digits) Digits {
	if by.Len() == 1 {
		return l.common &^ by
	}
	return l.common
}

// mayEnd reports whether the chain can reach a set with an elimination by at most `links` further links. `at` is the
// chain's last set. `out` has the digits by which the chain may have entered this set.
func (c *alsChainSearch) mayEnd(at int32, out Digits, links int) bool {
	e, w := int(c.screen.entryIndexOf(at, out)), c.screen.words
	return haveCommon(c.ends, c.within[links][e*w:(e+1)*w])
}

// extendChain extends the chain beyond its last set, `at`. `by` has the digits by which the chain may have entered this
// set.
func (c *alsChainSearch) extendChain(at int32, by Digits) {
	f := c.f
	for i := range c.next[at] {
		l := &c.next[at][i]
		c.left--
		if f.countNode() || c.in[l.to] || c.left < 0 {
			continue
		}
		out := l.exitDigitsAfter(by)
		if out == 0 {
			continue
		}
		c.path = append(c.path, l.to)
		if rest := c.links + 1 - len(c.path); rest == 0 {
			c.emitFinishedChain(int(c.screen.entryIndexOf(l.to, out)), out)
		} else if c.mayEnd(l.to, out, rest) {
			c.in[l.to] = true
			c.extendChain(l.to, out)
			c.in[l.to] = false
		}
		c.path = c.path[:len(c.path)-1]
	}
}

// emitFinishedChain reports the chain in path, unless eliminations at its last set are already reported.
func (c *alsChainSearch) emitFinishedChain(entry int, out Digits) {
	f := c.f
	if c.ends[entry/64]>>(entry%64)&1 == 0 {
		return
	}
	c.ends[entry/64] &^= 1 << (entry % 64)
	f.beginAlmostLockedStep(ALSChain)
	f.eliminateBetween(&f.sets.list[c.path[0]], &f.sets.list[c.path[len(c.path)-1]], ^(digitBit(c.x) | out))
	for d := range f.del {
		f.del[d] = f.del[d].And(f.state.digits[d])
	}
	if c.told[f.del] {
		return
	}
	c.told[f.del] = true
	f.addSetsToStep(c.path)
	f.emitStep()
}
