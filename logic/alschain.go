package logic

import (
	"cmp"
	"math/bits"
	"slices"
)

// Chains of almost locked sets as HoDoKu's solver takes them on its way: each set
// comes later in the list than the one before, there may be any number of them, and
// of all such chains the one that takes most is told. They are too many to go
// through one by one. But what a chain takes depends only on its ends: on the first
// set and the digit by which it is left, and on the last set and the digits by which
// it is entered. So which ends go together is computed for all at once, from the
// last set to the first, with a bit for each way of entering a set.

// entry is a set entered by one of some digits.
type entry struct {
	set int32
	by  Digits
}

// span is two ends that some chain of four or more sets joins.
type span struct {
	start int32
	x     Digit
	end   int32 // an entry
}

// entrySet is a set of entries, 64 a word.
type entrySet = []uint64

// setChains is the scratch of the search.
type setChains struct {
	f       *Finder
	first   []int32  // links[first[a]:first[a+1]] lead from set a to later ones
	entries []entry  // by set
	by      []Digits // by which each set is entered alone
	pairs   []entry
	of      []int32    // entries[of[a]:of[a+1]] are those of set a
	words   int        // of an entrySet
	near    []uint64   // for each entry those a link or more away
	far     []uint64   // for each entry those two links or more away
	seenBy  []uint64   // of the entries whose set sees a candidate
	seen    [729]int32 // where in seenBy, counted from 1
	without [10]entrySet
	work    [11]entrySet
	best    []span
	cost    [4][]int32 // of the shortest way of one, two, or three and more links
	before  [4][]int32
}

func (f *Finder) forwardChains() {
	c := &f.setChains
	c.arrange(f, false)
	c.close()
	most, least := 0, 0
	c.best = c.best[:0]
	for start := range f.sets {
		if f.over() {
			return
		}
		c.spans(int32(start), func(s span) {
			c.ends(s)
			n, sum := f.weight()
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
	var told span
	size := int32(0)
	for i, s := range c.best {
		if i == 0 || s.start != c.best[i-1].start || s.x != c.best[i-1].x {
			c.shortest(s.start, s.x)
		}
		if n := c.cost[3][s.end]; path == nil || n < size {
			path, told, size = c.path(s), s, n
		}
	}
	if path != nil {
		c.ends(told)
		for _, i := range path {
			f.addSet(&f.sets[i])
			f.step.Digits |= f.sets[i].digits
		}
		f.emit()
	}
}

// ends begins a step with what a chain between two ends takes.
func (c *setChains) ends(s span) {
	f := c.f
	e := &c.entries[s.end]
	f.begin(ALSChain, 0)
	f.goneBetween(&f.sets[s.start], &f.sets[e.set], ^(bit(s.x) | e.by))
}

// weight is how many candidates the step under construction takes, and their
// indexSum.
func (f *Finder) weight() (n, sum int) {
	for d := Digit(1); d <= 9; d++ {
		for left := f.del[d].And(f.State.digits[d]); !left.Empty(); n++ {
			sum += indexPart(n, Candidate{left.pop(), d})
		}
	}
	return n, sum
}

// arrange numbers the links and the entries by set, and notes which entries see
// what. Links lead to the later set, or both ways.
func (c *setChains) arrange(f *Finder, bothWays bool) {
	c.f = f
	sets, links := f.collectSets(1), f.collectLinks()
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

	// Most sets are entered by one digit at a time.
	c.by = append(c.by[:0], make([]Digits, n)...)
	c.pairs = c.pairs[:0]
	enter := func(set int32, common Digits) {
		c.by[set] |= common
		if common.Len() > 1 {
			c.pairs = append(c.pairs, entry{set, common})
		}
	}
	for _, l := range links {
		enter(l.b, l.common)
		if bothWays {
			enter(l.a, l.common)
		}
	}
	slices.SortFunc(c.pairs, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.set, b.set), cmp.Compare(a.by, b.by))
	})
	pairs := slices.Compact(c.pairs)
	c.entries = c.entries[:0]
	c.of = slices.Grow(c.of[:0], n+1)[:n+1]
	for a := range n {
		c.of[a] = int32(len(c.entries))
		for d := range c.by[a].Digits() {
			c.entries = append(c.entries, entry{int32(a), bit(d)})
		}
		for ; len(pairs) > 0 && int(pairs[0].set) == a; pairs = pairs[1:] {
			c.entries = append(c.entries, pairs[0])
		}
	}
	c.of[n] = int32(len(c.entries))
	c.look()
}

func (c *setChains) entry(set int32, by Digits) int32 {
	for i := c.of[set]; i < c.of[set+1]; i++ {
		if c.entries[i].by == by {
			return i
		}
	}
	return -1
}

// onward is the entry by which a link is taken from a set that was entered by some
// digits, the least of which cannot leave it; −1 if no digit is left.
func (c *setChains) onward(l *link, by Digits) int32 {
	out := l.common &^ (by & -by)
	if out == 0 {
		return -1
	}
	return c.entry(l.b, out)
}

func cleared(s []uint64, n int) []uint64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

func join(s, t entrySet) {
	for i, w := range t {
		s[i] |= w
	}
}

// close computes near and far.
func (c *setChains) close() {
	f, n, w := c.f, len(c.entries), c.words
	c.near, c.far = cleared(c.near, n*w), cleared(c.far, n*w)
	for i := n - 1; i >= 0; i-- {
		e := &c.entries[i]
		near, far := c.near[i*w:(i+1)*w], c.far[i*w:(i+1)*w]
		for k := c.first[e.set]; k < c.first[e.set+1]; k++ {
			if next := int(c.onward(&f.links[k], e.by)); next >= 0 {
				join(far, c.near[next*w:(next+1)*w])
				near[next/64] |= 1 << (next % 64)
			}
		}
		join(near, far)
	}
}

// look notes which entries see what.
func (c *setChains) look() {
	f := c.f
	w := (len(c.entries) + 63) / 64
	c.words = w
	c.seen = [729]int32{}
	c.seenBy = c.seenBy[:0]
	for d := range c.without {
		c.without[d] = cleared(c.without[d], w)
	}
	for i := range c.work {
		c.work[i] = cleared(c.work[i], w)
	}
	for i := range c.entries {
		e := &c.entries[i]
		a := &f.sets[e.set]
		for d := range (a.digits &^ e.by).Digits() {
			c.without[d][i/64] |= 1 << (i % 64)
			for left := a.sees[d]; !left.Empty(); {
				k := &c.seen[single(left.pop(), d)]
				if *k == 0 {
					at := len(c.seenBy)
					c.seenBy = slices.Grow(c.seenBy, w)[:at+w]
					clear(c.seenBy[at:])
					*k = int32(at/max(w, 1)) + 1
				}
				c.seenBy[int(*k-1)*w+i/64] |= 1 << (i % 64)
			}
		}
	}
}

// spans yields the ends that go with a start and take something.
func (c *setChains) spans(start int32, yield func(span)) {
	f, w := c.f, c.words
	var leaves Digits
	for k := c.first[start]; k < c.first[start+1]; k++ {
		leaves |= f.links[k].common
	}
	if leaves == 0 {
		return
	}
	c.aim(start)
	for x := range leaves.Digits() {
		ends := c.work[10]
		clear(ends)
		for k := c.first[start]; k < c.first[start+1]; k++ {
			if l := &f.links[k]; l.common.Has(x) {
				e := int(c.entry(l.b, bit(x)))
				join(ends, c.far[e*w:(e+1)*w])
			}
		}
		takes := c.takes(start, x)
		for i, b := range ends {
			for b &= takes[i]; b != 0; b &= b - 1 {
				yield(span{start, x, int32(64*i + bits.TrailingZeros64(b))})
			}
		}
	}
}

// aim computes for each digit of a set the entries that see something with it.
func (c *setChains) aim(start int32) {
	a, w := &c.f.sets[start], c.words
	for z := range a.digits.Digits() {
		clear(c.work[z])
		for left := a.sees[z]; !left.Empty(); {
			if k := int(c.seen[single(left.pop(), z)]); k > 0 {
				join(c.work[z], c.seenBy[(k-1)*w:k*w])
			}
		}
		for i, with := range c.without[z] {
			c.work[z][i] &= with
		}
	}
}

// takes are the entries with which the set aimed for, left by x, takes something.
func (c *setChains) takes(start int32, x Digit) entrySet {
	takes := c.work[0]
	clear(takes)
	for z := range c.f.sets[start].digits.Without(x).Digits() {
		join(takes, c.work[z])
	}
	return takes
}

// meet reports whether the sets have an entry in common.
func meet(s, t entrySet) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

// shortest finds the ways of the fewest cells from a start to all entries.
func (c *setChains) shortest(start int32, x Digit) {
	f, n := c.f, len(c.entries)
	for i := 1; i <= 3; i++ {
		c.cost[i] = slices.Grow(c.cost[i][:0], n)[:n]
		c.before[i] = slices.Grow(c.before[i][:0], n)[:n]
		clear(c.cost[i])
	}
	for k := c.first[start]; k < c.first[start+1]; k++ {
		if l := &f.links[k]; l.common.Has(x) {
			c.cost[1][c.entry(l.b, bit(x))] = int32(f.sets[start].cells.Len() + f.sets[l.b].cells.Len())
		}
	}
	for i := c.of[start]; i < int32(n); i++ {
		e := &c.entries[i]
		for way := 1; way <= 3; way++ {
			so := c.cost[way][i]
			if so == 0 {
				continue
			}
			to := min(way+1, 3)
			for k := c.first[e.set]; k < c.first[e.set+1]; k++ {
				l := &f.links[k]
				next := c.onward(l, e.by)
				if next < 0 {
					continue
				}
				if was, is := c.cost[to][next], so+int32(f.sets[l.b].cells.Len()); was == 0 || is < was {
					c.cost[to][next] = is
					c.before[to][next] = 4*i + int32(way)
				}
			}
		}
	}
}

// path is the sets of the shortest way to the end of a span.
func (c *setChains) path(s span) []int32 {
	path := []int32{c.entries[s.end].set}
	for at, way := s.end, int32(3); way > 1; {
		at, way = c.before[way][at]/4, c.before[way][at]%4
		path = append(path, c.entries[at].set)
	}
	path = append(path, s.start)
	slices.Reverse(path)
	return path
}
