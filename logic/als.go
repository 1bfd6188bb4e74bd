package logic

import (
	"math/bits"
	"slices"
)

// Almost locked sets: n cells of a house with n+1 candidates. Take one digit
// away, and the others are all in. Two such sets are linked by a digit (their
// restricted common) that cannot be in both, since all its places in the one see
// all its places in the other.
//
//	A ─x─ B          z, in both, is in A or in B: what sees all its places goes
//	A ─x─ C ─y─ B    the same with a hinge (XY-wing), or more of them (chain)

type als struct {
	cells  CellSet
	digits Digits
	at     [10]CellSet // its cells with the digit
	sees   [10]CellSet // other cells with the digit that see all of these
}

// link is a restricted common, or two, between sets a and b.
type link struct {
	a, b   int32
	common Digits
}

// collectSets fills f.sets with the almost locked sets of at least the given size.
func (f *Finder) collectSets(least int) []als {
	if f.setsLeast != least {
		f.sets = f.sets[:0]
		for h := range House(houses) {
			f.growSet(h, f.State.digits[0].And(houseSet[h]), CellSet{}, 0, least)
		}
		f.setsLeast = least
		f.links = f.links[:0]
		f.linksOf = -1
	}
	return f.sets
}

func (f *Finder) growSet(h House, from, in CellSet, digits Digits, least int) {
	for !from.Empty() && !f.over() {
		c := from.pop()
		with, all := in, digits|f.State.cands[c]
		with.Add(c)
		n := with.Len()
		if n > 8 {
			return
		}
		if all.Len() == n+1 && n >= least {
			if first, _ := inOneHouse(with); first == h {
				a := als{cells: with, digits: all}
				for d := range all.Digits() {
					a.at[d] = with.And(f.State.digits[d])
					a.sees[d] = commonPeers(a.at[d]).And(f.State.digits[d])
				}
				f.sets = append(f.sets, a)
			}
		}
		f.growSet(h, from, with, all, least)
	}
}

// collectLinks fills f.links with the links between sets, a < b.
func (f *Finder) collectLinks() []link {
	overlap := 0
	if f.Options.OverlappingSets {
		overlap = 1
	}
	if f.linksOf == overlap {
		return f.links
	}
	f.links, f.linksOf = f.links[:0], overlap
	if overlap == 0 {
		f.linksApart()
		return f.links
	}
	for i := range f.sets {
		a := &f.sets[i]
		for j := i + 1; j < len(f.sets) && !f.over(); j++ {
			b := &f.sets[j]
			both := a.cells.And(b.cells)
			var common Digits
			for d := range (a.digits & b.digits).Digits() {
				if b.at[d].Within(a.sees[d]) && !a.at[d].Or(b.at[d]).Meets(both) {
					common |= bit(d)
				}
			}
			if common != 0 {
				f.links = append(f.links, link{int32(i), int32(j), common})
			}
		}
	}
	return f.links
}

// linksApart are the links of sets that share no cell, for each set with all others
// at once: those that have a digit, but for those that have it where the set does
// not see it.
func (f *Finder) linksApart() {
	n := len(f.sets)
	w := (n + 63) / 64
	// Rows of bits, one a set: those with a candidate, with a cell, with a digit.
	const ofCell, ofDigit, rows = 9 * cells, 10 * cells, 10*cells + 10
	f.linkBits = cleared(f.linkBits, (rows+10)*w)
	row := func(i int) []uint64 { return f.linkBits[i*w : (i+1)*w] }
	for i := range f.sets {
		a := &f.sets[i]
		k, b := i/64, uint64(1)<<(i%64)
		for d := range a.digits.Digits() {
			row(ofDigit + int(d))[k] |= b
			for left := a.at[d]; !left.Empty(); {
				row(int(single(left.pop(), d)))[k] |= b
			}
		}
		for left := a.cells; !left.Empty(); {
			row(ofCell + int(left.pop()))[k] |= b
		}
	}
	apart := row(rows)
	for i := range f.sets {
		if f.over() {
			return
		}
		a := &f.sets[i]
		first := i / 64
		clear(apart)
		for left := a.cells; !left.Empty(); {
			join(apart, row(ofCell+int(left.pop())))
		}
		var digits [9]Digit
		m := 0
		for d := range a.digits.Digits() {
			if a.sees[d].Empty() {
				continue
			}
			linked := row(rows + 1 + m)
			copy(linked, row(ofDigit+int(d)))
			for left := f.State.digits[d].Less(a.sees[d]); !left.Empty(); {
				for k, b := range row(int(single(left.pop(), d)))[first:] {
					linked[first+k] &^= b
				}
			}
			digits[m] = d
			m++
		}
		for k := first; k < w; k++ {
			any := uint64(0)
			for j := range m {
				any |= row(rows + 1 + j)[k]
			}
			any &^= apart[k]
			if k == first {
				any &^= 2<<(i%64) - 1 // later sets only
			}
			for ; any != 0; any &= any - 1 {
				j := bits.TrailingZeros64(any)
				l := link{int32(i), int32(64*k + j), 0}
				for x := range m {
					if row(rows + 1 + x)[k]>>j&1 != 0 {
						l.common |= bit(digits[x])
					}
				}
				f.links = append(f.links, l)
			}
		}
	}
}

// goneBetween adds what sees all places of a digit in two sets, one of which has it.
func (f *Finder) goneBetween(a, b *als, digits Digits) {
	for d := range (a.digits & b.digits & digits).Digits() {
		f.gone(d, a.sees[d].And(b.sees[d]))
	}
}

// between reports whether goneBetween would add anything.
func between(a, b *als, digits Digits) bool {
	for d := range (a.digits & b.digits & digits).Digits() {
		if a.sees[d].Meets(b.sees[d]) {
			return true
		}
	}
	return false
}

func (f *Finder) addSet(a *als) {
	s := &f.step
	s.Sets = append(s.Sets, Set{a.cells, a.digits})
	s.cellTruths(a.cells)
}

// setsStep is a step over sets, the first and the last of which share what goes.
func (f *Finder) setsStep(t Technique, sets ...*als) *Step {
	var digits Digits
	for _, a := range sets {
		digits |= a.digits
	}
	step := f.begin(t, digits)
	for _, a := range sets {
		f.addSet(a)
		for d := range a.digits.Digits() {
			step.mark(Pattern, d, a.at[d])
		}
	}
	return step
}

// alsXZ: two linked sets. With two links, each set is locked on its own too.
func alsXZ(f *Finder) {
	f.collectSets(1)
	for _, l := range f.collectLinks() {
		if f.stopped {
			return
		}
		a, b := &f.sets[l.a], &f.sets[l.b]
		if l.common.Len() == 1 && !between(a, b, ^l.common) {
			continue
		}
		f.setsStep(ALSXZ, a, b)
		for x := range l.common.Digits() {
			f.goneBetween(a, b, ^bit(x))
		}
		if l.common.Len() > 1 {
			for d := range (a.digits &^ l.common).Digits() {
				f.gone(d, a.sees[d].Less(b.cells))
			}
			for d := range (b.digits &^ l.common).Digits() {
				f.gone(d, b.sees[d].Less(a.cells))
			}
		}
		f.emit()
	}
}

// alsXYWings: two sets linked to a third by different digits.
func alsXYWings(f *Finder) {
	f.collectSets(1)
	next := f.neighbours()
	f.pairSets()
	w := (len(f.sets) + 63) / 64
	f.linked = cleared(f.linked, w)
	for c := range f.sets {
		if f.over() {
			return
		}
		near := next[c]
		for _, l := range near {
			f.linked[l.to/64] |= 1 << (l.to % 64)
		}
		for i, l := range near {
			// Those of the later ones with which something goes; neighbours come in order.
			j, paired := i+1, f.paired[int(l.to)*w:(int(l.to)+1)*w]
			f.linked[l.to/64] &^= 1 << (l.to % 64)
			for k := int(l.to) / 64; k < w; k++ {
				for both := f.linked[k] & paired[k]; both != 0; both &= both - 1 {
					to := int32(64*k + bits.TrailingZeros64(both))
					for near[j].to != to {
						j++
					}
					m := near[j]
					if f.over() {
						return
					}
					a, b := &f.sets[l.to], &f.sets[to]
					if l.common == m.common && l.common.Len() == 1 || !between(a, b, ^(l.common|m.common)) {
						continue
					}
					if !f.Options.OverlappingSets && a.cells.Meets(b.cells) || a.cells.Within(b.cells) || b.cells.Within(a.cells) {
						continue
					}
					f.setsStep(ALSXYWing, a, &f.sets[c], b)
					f.goneBetween(a, b, ^(l.common | m.common))
					f.emit()
				}
			}
		}
	}
}

// pairSets fills f.paired with a row of bits for each set: those later sets that see
// with it, in all their places of some digit, a candidate of that digit.
func (f *Finder) pairSets() {
	n := len(f.sets)
	w := (n + 63) / 64
	f.paired = cleared(f.paired, n*w)
	f.seers = cleared(f.seers, 9*cells*w)
	for i := n - 1; i >= 0; i-- {
		a := &f.sets[i]
		row := f.paired[i*w : (i+1)*w]
		for d := range a.digits.Digits() {
			for left := a.sees[d]; !left.Empty(); {
				k := int(single(left.pop(), d)) * w
				seers := f.seers[k : k+w]
				join(row[i/64:], seers[i/64:])
				seers[i/64] |= 1 << (i % 64)
			}
		}
	}
}

type neighbour struct {
	to     int32
	common Digits
}

// neighbours are each set's links, by set. They stay until the next call.
func (f *Finder) neighbours() [][]neighbour {
	links, n := f.collectLinks(), len(f.sets)
	f.degree = append(f.degree[:0], make([]int32, n)...)
	for _, l := range links {
		f.degree[l.a]++
		f.degree[l.b]++
	}
	f.nearAll = slices.Grow(f.nearAll[:0], 2*len(links))[:2*len(links)]
	f.near = slices.Grow(f.near[:0], n)[:n]
	at := int32(0)
	for i, k := range f.degree {
		f.near[i] = f.nearAll[at : at : at+k]
		at += k
	}
	for _, l := range links {
		f.near[l.a] = append(f.near[l.a], neighbour{l.b, l.common})
		f.near[l.b] = append(f.near[l.b], neighbour{l.a, l.common})
	}
	return f.near
}

// longestSetChain is how many links a chain of sets may have.
const longestSetChain = 6

// alsChains: four to seven sets in a row, each linked to the next by another
// digit than to the one before. What a chain takes depends on its ends only: each
// set of eliminations is told once, between two ends by one of their shortest chains.
// In HoDoKu's order there are fewer and longer ones (alschain.go).
func alsChains(f *Finder) {
	if f.Options.RowOrder {
		f.forwardChains()
		return
	}
	f.collectSets(1)
	next := f.neighbours()
	c := setChain{f: f, screen: &f.setChains, next: next, in: make([]bool, len(f.sets)), told: map[[10]CellSet]bool{}}
	c.screen.arrange(f, true)
	c.reachAll()
	for start := range f.sets {
		if f.over() {
			return
		}
		var leaves Digits
		for _, l := range next[start] {
			leaves |= l.common
		}
		if leaves == 0 {
			continue
		}
		c.screen.aim(int32(start))
		later := int(c.screen.of[start+1])
		for x := range leaves.Digits() {
			c.ends = c.screen.takes(int32(start), x)
			// The last set comes later in the list than the first.
			clear(c.ends[:later/64])
			if later%64 > 0 {
				c.ends[later/64] &^= 1<<(later%64) - 1
			}
			for c.links = 3; c.links <= longestSetChain; c.links++ {
				for _, l := range next[start] {
					if l.common.Has(x) {
						c.from(int32(start), l.to, x)
					}
				}
			}
		}
	}
}

type setChain struct {
	f      *Finder
	screen *setChains
	next   [][]neighbour
	in     []bool
	path   []int32
	x      Digit
	links  int // how many there are to be
	told   map[[10]CellSet]bool
	left   int
	within [longestSetChain][]uint64 // for each entry those so many links away or less
	ends   entrySet                  // with which the first set takes something not told yet
}

// reachAll computes within.
func (c *setChain) reachAll() {
	s := c.screen
	n, w := len(s.entries), s.words
	for k := 1; k < len(c.within); k++ {
		c.within[k] = make([]uint64, n*w)
		for i := range s.entries {
			e, row := &s.entries[i], c.within[k][i*w:(i+1)*w]
			for _, l := range c.next[e.set] {
				if out := l.without(e.by); out != 0 {
					to := int(s.entry(l.to, out))
					row[to/64] |= 1 << (to % 64)
					if k > 1 {
						join(row, c.within[k-1][to*w:(to+1)*w])
					}
				}
			}
		}
	}
}

// without are the digits by which a link is taken after the digits in by.
func (l *neighbour) without(by Digits) Digits {
	if by.Len() == 1 {
		return l.common &^ by
	}
	return l.common
}

// mayEnd reports whether some end is within reach of a set entered by out.
func (c *setChain) mayEnd(at int32, out Digits, links int) bool {
	e, w := int(c.screen.entry(at, out)), c.screen.words
	return meet(c.ends, c.within[links][e*w:(e+1)*w])
}

func (c *setChain) from(start, second int32, x Digit) {
	if !c.mayEnd(second, bit(x), c.links-1) {
		return
	}
	c.x, c.left = x, 1<<16
	c.path = append(c.path[:0], start, second)
	c.in[start], c.in[second] = true, true
	c.walk(second, bit(x))
	c.in[start], c.in[second] = false, false
}

// walk goes on from the set at, entered by one of the digits in by.
func (c *setChain) walk(at int32, by Digits) {
	f := c.f
	for i := range c.next[at] {
		l := &c.next[at][i]
		c.left--
		if f.over() || c.in[l.to] || c.left < 0 {
			continue
		}
		out := l.without(by)
		if out == 0 {
			continue
		}
		c.path = append(c.path, l.to)
		if rest := c.links + 1 - len(c.path); rest == 0 {
			c.end(int(c.screen.entry(l.to, out)), out)
		} else if c.mayEnd(l.to, out, rest) {
			c.in[l.to] = true
			c.walk(l.to, out)
			c.in[l.to] = false
		}
		c.path = c.path[:len(c.path)-1]
	}
}

// end tells the chain in path if its end, an entry, is one to be told.
func (c *setChain) end(entry int, out Digits) {
	f := c.f
	if c.ends[entry/64]>>(entry%64)&1 == 0 {
		return
	}
	c.ends[entry/64] &^= 1 << (entry % 64)
	f.setsStep(ALSChain)
	f.goneBetween(&f.sets[c.path[0]], &f.sets[c.path[len(c.path)-1]], ^(bit(c.x) | out))
	for d := range f.del {
		f.del[d] = f.del[d].And(f.State.digits[d])
	}
	if c.told[f.del] {
		return
	}
	c.told[f.del] = true
	for _, i := range c.path {
		f.addSet(&f.sets[i])
		f.step.Digits |= f.sets[i].digits
	}
	f.emit()
}

// deathBlossoms: for each candidate of a stem cell a set (petal) all of whose
// places for it see the stem. Whichever the stem is, one petal loses it and is
// locked, so that a digit which all petals share is in one of them.
func deathBlossoms(f *Finder) {
	f.collectSets(1)
	var petals [10][]int32
	for stems := f.State.digits[0]; !stems.Empty() && !f.stopped; {
		stem := stems.pop()
		ok := true
		for d := range f.State.cands[stem].Digits() {
			petals[d] = petals[d][:0]
			for i := range f.sets {
				if a := &f.sets[i]; a.digits.Has(d) && a.sees[d].Has(stem) {
					petals[d] = append(petals[d], int32(i))
				}
			}
			ok = ok && len(petals[d]) > 0
		}
		if ok && f.State.cands[stem].Len() >= 2 {
			b := blossom{f: f, stem: stem, petals: &petals}
			b.grow(f.State.cands[stem], 511&^f.State.cands[stem], CellSet{}, nil)
		}
	}
}

type blossom struct {
	f      *Finder
	stem   Cell
	petals *[10][]int32
}

// grow adds a petal for the least digit of left; shared are the digits all petals
// so far have that the stem has not.
func (b *blossom) grow(left, shared Digits, taken CellSet, chosen []int32) {
	f := b.f
	if f.over() || shared == 0 {
		return
	}
	if left == 0 {
		f.setsStep(DeathBlossom)
		for e := range shared.Digits() {
			seen := f.State.digits[e]
			for _, i := range chosen {
				seen = seen.And(f.sets[i].sees[e])
			}
			f.gone(e, seen.Less(taken).Less(CellsOf(b.stem)))
		}
		if f.effective() {
			f.step.markCell(Pivot, b.stem, f.State.cands[b.stem])
			f.step.cellTruth(b.stem)
			for _, i := range chosen {
				f.addSet(&f.sets[i])
				f.step.Digits |= f.sets[i].digits
			}
			f.emit()
		}
		return
	}
	d := Digit(1)
	for !left.Has(d) {
		d++
	}
	for _, i := range b.petals[d] {
		a := &f.sets[i]
		if !f.Options.OverlappingSets && a.cells.Meets(taken) {
			continue
		}
		still := Digits(0)
		for e := range (shared & a.digits).Digits() {
			seen := a.sees[e]
			for _, j := range chosen {
				seen = seen.And(f.sets[j].sees[e])
			}
			if !seen.Empty() {
				still |= bit(e)
			}
		}
		b.grow(left.Without(d), still, taken.Or(a.cells), append(chosen, i))
	}
}

// sueDeCoqs: two or three cells where a line and a box cross have two or more
// candidates too many. A set in the rest of the line and one in the rest of the
// box, which share none of these candidates, take what is too many: all of it is
// locked in.
func sueDeCoqs(f *Finder) {
	for line := range House(18) {
		for box := House(18); box < houses; box++ {
			cross := f.State.digits[0].And(houseSet[line]).And(houseSet[box])
			if cross.Len() < 2 {
				continue
			}
			all := cross
			f.crossing(line, box, all)
			if cross.Len() == 3 {
				for left := all; !left.Empty(); {
					c := left.pop()
					f.crossing(line, box, all.Less(CellsOf(c)))
				}
			}
		}
	}
}

func (f *Finder) crossing(line, box House, cross CellSet) {
	s := &f.State
	digits := s.digitsIn(cross)
	spare := digits.Len() - cross.Len()
	if spare < 2 {
		return
	}
	if f.over() {
		return
	}
	empty := s.digits[0].Less(cross)
	inLine := f.takers(&f.inLine, empty.And(houseSet[line]), digits, spare)
	if len(inLine) == 0 {
		return
	}
	inBox := f.takers(&f.inBox, empty.And(houseSet[box]), digits, spare)
	for _, a := range inLine {
		for _, b := range inBox {
			if a.takes+b.takes != spare || b.digits&a.digits&digits != 0 || b.cells.Meets(a.cells) || f.stopped {
				continue
			}
			da, db := a.digits, b.digits
			f.begin(SueDeCoq, digits)
			for d := range (((digits | db) &^ da) | da&db).Digits() {
				f.gone(d, houseSet[box].Less(b.cells).Less(cross))
			}
			for d := range (((digits | da) &^ db) | da&db).Digits() {
				f.gone(d, houseSet[line].Less(a.cells).Less(cross))
			}
			if f.effective() {
				step := &f.step
				step.Base = append(step.Base, line, box)
				step.Sets = append(step.Sets, Set{cross, digits}, Set{a.cells, da}, Set{b.cells, db})
				for d := range (digits | da | db).Digits() {
					step.mark(Pattern, d, s.digits[d].And(cross.Or(a.cells).Or(b.cells)))
				}
				step.cellTruths(cross.Or(a.cells).Or(b.cells))
				f.emit()
			}
		}
	}
}

// taker is a set of cells that needs some of a crossing's digits.
type taker struct {
	cells  CellSet
	digits Digits
	takes  int // how many of the crossing's digits
}

// takers are the sets of cells of from that take some, but not all, of the spare
// digits.
func (f *Finder) takers(list *[]taker, from CellSet, digits Digits, spare int) []taker {
	var at [9]Cell
	n := 0
	for left := from; !left.Empty(); n++ {
		at[n] = left.pop()
	}
	var all [1 << 9]Digits
	*list = (*list)[:0]
	for i := range n {
		have := f.State.cands[at[i]]
		for m := range 1 << i {
			all[1<<i|m] = all[m] | have
		}
	}
	for _, m := range subsets[n] {
		d := all[m]
		takes := bits.OnesCount16(m) - (d &^ digits).Len()
		if takes < 1 || takes >= spare || d&digits == 0 {
			continue
		}
		t := taker{digits: d, takes: takes}
		for left := m; left != 0; left &= left - 1 {
			t.cells.Add(at[bits.TrailingZeros16(left)])
		}
		*list = append(*list, t)
	}
	return *list
}

// subsets[n] are the sets of one or more of n things, as bits; each before those
// that have it and later things.
var subsets = func() (all [10][]uint16) {
	for n := range all {
		var grow func(in uint16, from int)
		grow = func(in uint16, from int) {
			for i := from; i < n; i++ {
				with := in | 1<<i
				all[n] = append(all[n], with)
				grow(with, i+1)
			}
		}
		grow(0, 0)
	}
	return all
}()

func (s *State) digitsIn(set CellSet) (all Digits) {
	for !set.Empty() {
		all |= s.cands[set.pop()]
	}
	return all
}
