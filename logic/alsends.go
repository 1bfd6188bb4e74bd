package logic

import (
	"slices"
)

// The eliminations of a chain of almost locked sets depend only on its ends. So this file computes the pairs of ends
// that have eliminations, for all chains together. Sets of entries are stored as bits.

// entry is an almost locked set together with the digits by which a chain may enter the set.
type entry struct {
	set int32
	by  Digits
}

// span is a pair of ends that a chain of four or more sets connects.
type span struct {
	start int32
	x     Digit
	end   int32 // the index of the entry by which the chain enters the last set
}

// entrySet is a set of entries: one bit for each, 64 in a word.
type entrySet = []uint64

// alsChainEnds holds the buffers of the search for pairs of sets that a chain can connect.
type alsChainEnds struct {
	f       *Finder
	first   []int32  // links[first[a]:first[a+1]] lead from set a to later sets
	entries []entry  // all entries, sorted by set
	by      []Digits // for each set, the digits of its single-digit entries
	pairs   []uint64 // entries with several digits; the upper half is the set, the lower half the digits
	of      []int32  // entries[of[a]:of[a+1]] belong to set a
	words   int      // the number of words of an entrySet
	near    []uint64 // for each entry, the entries reached by one or more links
	far     []uint64 // for each entry, the entries reached by two or more links
	gone    []Digits // for each set after the start, the digits that this set and the start together eliminate somewhere
	takes   entrySet // the entries at which a chain from the start can end with eliminations
	reached entrySet // the entries reached by chains from the start
	best    []span
	cost    []int32 // for each path of shortestPaths, its number of cells, or 0 for none
	before  []int32 // for each path of at least two links, the path before its last link
}

// indexLinksAndEntries numbers the links and the entries by set. A link leads from a set to a set with a greater
// number. If bothWays is set, another link leads back.
func (c *alsChainEnds) indexLinksAndEntries(f *Finder, bothWays bool) {
	c.f = f
	sets, links := f.almostLockedSets(1), f.linksBetweenSets()
	n := len(sets)
	c.first = slices.Grow(c.first[:0], n+1)[:n+1]
	i := 0
	for a := range n {
		c.first[a] = int32(i)
		for i < len(links) && int(links[i].a) == a {
			i++
		}
	}
	c.first[n] = int32(i)

	// Most entries have a single digit.
	c.by = append(c.by[:0], make([]Digits, n)...)
	c.pairs = c.pairs[:0]
	enter := func(set int32, common Digits) {
		c.by[set] |= common
		if common.Len() > 1 {
			c.pairs = append(c.pairs, uint64(set)<<32|uint64(common))
		}
		// Two sets share three digits only in positions without a solution. Then a chain may leave out one of
		// the digits.
		if common.Len() > 2 {
			for d := range common.Digits() {
				c.pairs = append(c.pairs, uint64(set)<<32|uint64(common&^digitBit(d)))
			}
		}
	}
	for _, l := range links {
		enter(l.b, l.common)
		if bothWays {
			enter(l.a, l.common)
		}
	}
	slices.Sort(c.pairs)
	pairs := slices.Compact(c.pairs)
	c.entries = c.entries[:0]
	c.of = slices.Grow(c.of[:0], n+1)[:n+1]
	for a := range n {
		c.of[a] = int32(len(c.entries))
		for d := range c.by[a].Digits() {
			c.entries = append(c.entries, entry{int32(a), digitBit(d)})
		}
		for ; len(pairs) > 0 && int(pairs[0]>>32) == a; pairs = pairs[1:] {
			c.entries = append(c.entries, entry{int32(a), Digits(pairs[0])})
		}
	}
	c.of[n] = int32(len(c.entries))
	c.words = (len(c.entries) + 63) / 64
}

func (c *alsChainEnds) entryIndexOf(set int32, by Digits) int32 {
	for i := c.of[set]; i < c.of[set+1]; i++ {
		if c.entries[i].by == by {
			return i
		}
	}
	return -1
}

// computeEliminatedDigits fills c.gone for chains that begin with the set `start`.
func (c *alsChainEnds) computeEliminatedDigits(start int) {
	sets := c.f.sets.list
	c.gone = append(c.gone[:0], make([]Digits, len(sets))...)
	for i := start + 1; i < len(sets); i++ {
		c.gone[i] = digitsEliminatedBetween(&sets[start], &sets[i])
	}
}

// eliminatingEntries returns the entries at which a chain can end if it leaves the set `start` by the digit x. The set
// of such an entry comes later in the list than `start`. The two sets have eliminations as the ends of a chain.
func (c *alsChainEnds) eliminatingEntries(start int, x Digit) entrySet {
	c.takes = clearWords(c.takes, c.words)
	for i := c.of[start+1]; i < int32(len(c.entries)); i++ {
		if e := &c.entries[i]; c.gone[e.set]&^(digitBit(x)|e.by) != 0 {
			c.takes[i/64] |= 1 << (i % 64)
		}
	}
	return c.takes
}

func clearWords(s []uint64, n int) []uint64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

func addBitsOf(s, t entrySet) {
	for i, w := range t {
		s[i] |= w
	}
}

func haveCommon(s, t entrySet) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}
