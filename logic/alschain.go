package logic

import "nonet/board"

// longestSetChain is the maximum number of links in a chain of sets.
const longestSetChain = 6

// findALSChains finds chains of four to seven sets. Each set in the chain has a link to the previous set and a link to
// the next set, with different digits. Among chains between the same ends, it reports a shortest one. It reports each
// set of eliminations once. For HoDoKu's order, alschainrows.go finds the chains instead; they are fewer and longer.
func findALSChains(f *Finder) {
	c := &f.als.chain
	c.indexEntries(f, f.Options.Chains != FirstByRow)
	if f.Options.Chains == FirstByRow {
		c.findForwardChain()
		return
	}
	c.in = append(c.in[:0], make([]bool, len(c.next))...)
	if clear(c.reported); c.reported == nil {
		c.reported = map[[board.MostValues + 1]CellSet]bool{}
	}
	for k := 1; k < longestSetChain; k++ {
		c.fillReach(k, k-1, true) // the entries reached by at most k links
	}
	c.eachStart(func(start int32, x Digit) {
		c.x, c.path, c.in[start] = x, append(c.path[:0], start), true
		for c.links = 3; c.links <= longestSetChain; c.links++ {
			c.eachFirstEntry(start, x, func(e int32) {
				c.left = 1 << 16
				c.extendChain(e)
			})
		}
		c.in[start] = false
	})
}

// extendChain extends the chain by entry e, and then by further sets. It follows e only if the chain can still end at
// a set with an elimination.
func (c *alsChainSearch) extendChain(e int32) {
	set := c.entries[e].set
	if c.in[set] {
		return
	}
	c.path, c.in[set] = append(c.path, set), true
	if rest := c.links + 1 - len(c.path); rest == 0 {
		c.emitFinishedChain(e)
	} else if haveCommon(c.ends, c.reachOf(rest, e)) {
		for _, to := range c.exitsOf(e) {
			if c.left--; c.f.countNode() || c.left < 0 {
				break
			}
			c.extendChain(to)
		}
	}
	c.path, c.in[set] = c.path[:len(c.path)-1], false
}

// emitFinishedChain reports the chain in path, unless eliminations at its last set are already reported.
func (c *alsChainSearch) emitFinishedChain(end int32) {
	f := c.f
	if c.ends[end/64]>>(end%64)&1 == 0 {
		return
	}
	c.ends[end/64] &^= 1 << (end % 64)
	c.beginChainStep(span{c.path[0], c.x, end})
	for d := range f.del {
		f.del[d] = f.del[d].And(f.state.digits[d])
	}
	if c.reported[f.del] {
		return
	}
	c.reported[f.del] = true
	f.addSetsToStep(c.path)
	f.emitStep()
}

// span is a pair of ends that a chain of four or more sets connects.
type span struct {
	start int32
	x     Digit
	end   int32 // the index of the entry by which the chain enters the last set; see alsChainSearch.entries
}

func (c *alsChainSearch) beginChainStep(s span) {
	f := c.f
	e := &c.entries[s.end]
	f.beginStep(ALSChain, 0)
	f.eliminateBetween(&f.sets.list[s.start], &f.sets.list[e.set], ^(digitBit(s.x) | e.digits))
}
