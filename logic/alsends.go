package logic

import (
	"slices"

	"nonet/board"
)

// The eliminations of a chain of almost locked sets depend only on its ends. So this file numbers the ways to enter a
// set, and computes which of them a chain can reach. Sets of entries are stored as bits.

// entry is an almost locked set together with the digits by which a chain may enter the set.
type entry struct {
	set    int32
	digits Digits
}

// entrySet is a set of entries: one bit for each, 64 in a word.
type entrySet = []uint64

// alsChainSearch holds the buffers of both searches for chains of sets.
type alsChainSearch struct {
	f        *Finder
	next     [][]neighbour // for each set, its links to other sets; in HoDoKu's order, only those to later sets
	entries  []entry       // all entries, sorted by set
	firstOf  []int32       // entries[of[a]:of[a+1]] belong to set a
	exits    []int32       // exits[first[e]:first[e+1]] are the entries that a chain can reach from entry e by one link
	first    []int32
	digitsOf []Digits                  // for each set, the digits of its single-digit entries
	pairs    []uint64                  // entries with several digits; the upper half is the set, the lower half the digits
	words    int                       // the number of words of an entrySet
	reach    [longestSetChain][]uint64 // for each entry, the entries that fillReach found
	gone     []Digits                  // for each set after the start, the digits that this set and the start together eliminate somewhere
	ends     entrySet                  // the entries at which a chain from the start can end with eliminations
	reached  entrySet                  // the entries reached by chains from the start

	// These fields belong to the search for the shortest chains.
	in       []bool // for each set, whether it is in the chain
	path     []int32
	x        Digit
	links    int // the number of links in the chain
	reported map[[board.MostValues + 1]CellSet]bool
	left     int

	// These fields belong to HoDoKu's order.
	best   []span
	cost   []int32 // for each path of shortestPaths, its number of cells, or 0 for none
	before []int32 // for each path of at least two links, the path before its last link
}

// indexEntries numbers the entries in the order of their sets, and lists the exits of each entry. If bothWays is set, a
// chain may follow a link in both directions, and otherwise only to the set with the greater number. The next link of a
// chain must not use the digit by which the chain entered the set. If the chain may have entered by several digits, the
// next link may use any of them; in HoDoKu's order, any but the least.
func (c *alsChainSearch) indexEntries(f *Finder, bothWays bool) {
	f.almostLockedSets(1)
	c.f, c.next = f, f.linksBySet(bothWays)
	n := len(c.next)
	// Most entries have a single digit.
	c.digitsOf = append(c.digitsOf[:0], make([]Digits, n)...)
	c.pairs = c.pairs[:0]
	for _, near := range c.next {
		for _, l := range near {
			c.digitsOf[l.to] |= l.common
			if l.common.Len() > 1 {
				c.pairs = append(c.pairs, uint64(l.to)<<32|uint64(l.common))
			}
			// Two sets share three digits only in positions without a solution. Then a chain may leave out one of the
			// digits.
			if l.common.Len() > 2 {
				for d := range l.common.Digits() {
					c.pairs = append(c.pairs, uint64(l.to)<<32|uint64(l.common.Without(d)))
				}
			}
		}
	}
	slices.Sort(c.pairs)
	pairs := slices.Compact(c.pairs)
	c.entries = c.entries[:0]
	c.firstOf = append(c.firstOf[:0], 0)
	for a := range n {
		for d := range c.digitsOf[a].Digits() {
			c.entries = append(c.entries, entry{int32(a), digitBit(d)})
		}
		for ; len(pairs) > 0 && int(pairs[0]>>32) == a; pairs = pairs[1:] {
			c.entries = append(c.entries, entry{int32(a), Digits(pairs[0])})
		}
		c.firstOf = append(c.firstOf, int32(len(c.entries)))
	}
	c.words = (len(c.entries) + 63) / 64
	c.exits, c.first = c.exits[:0], append(c.first[:0], 0)
	for _, e := range c.entries {
		used := e.digits & -e.digits
		if bothWays && used != e.digits {
			used = 0
		}
		for _, l := range c.next[e.set] {
			if out := l.common &^ used; out != 0 {
				c.exits = append(c.exits, c.entryIndexOf(l.to, out))
			}
		}
		c.first = append(c.first, int32(len(c.exits)))
	}
}

func (c *alsChainSearch) entryIndexOf(set int32, digit Digits) int32 {
	i := c.firstOf[set]
	for c.entries[i].digits != digit {
		i++
	}
	return i
}

func (c *alsChainSearch) exitsOf(e int32) []int32 { return c.exits[c.first[e]:c.first[e+1]] }

func (c *alsChainSearch) reachOf(k int, e int32) entrySet { return rowOfBits(c.reach[k], e, c.words) }

// fillReach fills c.reach[k], from the last entry to the first. For each exit x of an entry, the entry's row gets all
// bits of x's row in c.reach[before]. If direct is set, the row also gets the bit of x.
func (c *alsChainSearch) fillReach(k, before int, direct bool) {
	n := int32(len(c.entries))
	c.reach[k] = clearWords(c.reach[k], int(n)*c.words)
	for e := n - 1; e >= 0; e-- {
		row := c.reachOf(k, e)
		for _, to := range c.exitsOf(e) {
			if direct {
				row[to/64] |= 1 << (to % 64)
			}
			if before > 0 {
				addBitsOf(row, c.reachOf(before, to))
			}
		}
	}
}

// eachStart calls yield for each set and each digit x by which a chain can leave the set. Before each call it stores in
// c.ends the entries of later sets at which such a chain has eliminations.
func (c *alsChainSearch) eachStart(yield func(start int32, x Digit)) {
	sets := c.f.sets.list
	for start := range c.next {
		if c.f.countNode() {
			return
		}
		var leaves Digits
		for _, l := range c.next[start] {
			leaves |= l.common
		}
		if leaves == 0 {
			continue
		}
		c.gone = append(c.gone[:0], make([]Digits, len(sets))...)
		for i := start + 1; i < len(sets); i++ {
			c.gone[i] = digitsEliminatedBetween(&sets[start], &sets[i])
		}
		for x := range leaves.Digits() {
			c.ends = clearWords(c.ends, c.words)
			for i := c.firstOf[start+1]; i < int32(len(c.entries)); i++ {
				if e := &c.entries[i]; c.gone[e.set]&^(digitBit(x)|e.digits) != 0 {
					c.ends[i/64] |= 1 << (i % 64)
				}
			}
			yield(int32(start), x)
		}
	}
}

// eachFirstEntry yields the entries that a chain reaches if it leaves the set `start` by the digit x.
func (c *alsChainSearch) eachFirstEntry(start int32, x Digit, yield func(int32)) {
	for _, l := range c.next[start] {
		if l.common.Has(x) {
			yield(c.entryIndexOf(l.to, digitBit(x)))
		}
	}
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
