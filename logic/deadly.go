package logic

import (
	"slices"

	"nonet/board"
)

// This file finds deadly patterns larger than a rectangle.
//
// A unique loop is a ring of at least six cells with two digits in common. Each cell sees the next. Each house has
// either none of the ring's cells, or two: one at an even place and one at an odd place. If the cells had only these
// digits, they could be filled in two ways.
//
// In a bivalue universal grave (BUG), every empty cell has two candidates. Every digit has two places in each house
// that lacks it. The empty cells could be filled in two ways or not at all.
//
// 	type 1  one cell has more
// 	type 2  the cells that have more have one digit more, the same
// 	type 3  what the cells have more forms a naked subset with others
// 	type 4  a digit of the pattern is confined to two cells that have more

const longestRing = 18

// loopFinder finds unique loops for one pair of digits.
type loopFinder struct {
	f       *Finder
	digits  [2]Digit
	pair    Digits  // the two digits of the loop
	cells   CellSet // the cells that have both digits as candidates
	path    [longestRing]Cell
	visited [2]board.HouseSet // the houses visited at even places, and those visited at odd places
	seen    []CellSet         // loops already reported
}

func findUniqueLoops(f *Finder) {
	r := loopFinder{f: f}
	for a := Digit(1); a <= 9; a++ {
		for b := a + 1; b <= 9; b++ {
			r.digits, r.pair = [2]Digit{a, b}, digitBit(a)|digitBit(b)
			r.cells = f.state.digits[a].And(f.state.digits[b])
			r.seen = r.seen[:0]
			for left := r.cells; !left.Empty() && !f.stopped; {
				c := left.Pop()
				r.extendLoop(c, 0, CellSet{}, left, 0, 0)
			}
		}
	}
}

// extendLoop adds cell c at place n to the ring, and continues the search. rich counts the ring's cells with more
// candidates, and extra has these candidates.
func (r *loopFinder) extendLoop(c Cell, n int, in, from CellSet, rich int, extra Digits) {
	more := r.f.state.cands[c] &^ r.pair
	if more != 0 {
		rich++
		extra |= more
	}
	here := r.f.board.HousesOf(c)
	side := &r.visited[n&1]
	if rich > 2 && extra.Len() > 1 || *side&here != 0 || r.f.countNode() {
		return
	}
	*side |= here
	r.path[n] = c
	in.Add(c)
	n++
	if n >= 6 && n%2 == 0 && r.f.board.Peers(c).Has(r.path[0]) && r.visited[0] == r.visited[1] && rich > 0 && !slices.Contains(r.seen, in) {
		r.seen = append(r.seen, in)
		r.emitLoopSteps(n, in, extra)
	}
	if n < longestRing {
		for to := r.f.board.Peers(c).And(from).Less(in); !to.Empty(); {
			r.extendLoop(to.Pop(), n, in, from, rich, extra)
		}
	}
	*side &^= here
}

func (r *loopFinder) beginLoopStep(t Technique, n int, in CellSet) *Step {
	f := r.f
	step := f.beginStep(t, r.pair)
	step.Uniqueness, step.Ring, step.Pair = DeadlyLoop, slices.Clone(r.path[:n]), r.digits
	for left := in; !left.Empty(); {
		step.markCell(Corner, left.Pop(), r.pair)
	}
	step.addCellTruths(in)
	return step
}

func (r *loopFinder) emitLoopSteps(n int, in CellSet, extra Digits) {
	f := r.f
	s := &f.state
	var rich CellSet
	for left := in; !left.Empty(); {
		if c := left.Pop(); s.cands[c] != r.pair {
			rich.Add(c)
		}
	}
	if rich.Single() && f.want == UniqueLoop1 {
		r.beginLoopStep(UniqueLoop1, n, in)
		f.eliminateAll(rich.First(), r.pair)
		f.emitStep()
		return
	}
	if z, ok := onlyDigit(extra); ok && !rich.Single() && f.want == UniqueLoop2 {
		r.beginLoopStep(UniqueLoop2, n, in).markDigit(Fin, z, rich)
		f.eliminate(z, f.board.CommonPeers(rich))
		f.emitStep()
	}
	if rich.Len() != 2 {
		return
	}
	for h := range f.board.HousesWith(rich).All() {
		if f.want == UniqueLoop3 && extra.Len() > 1 {
			f.emitDeadlyType3Steps(h, rich, extra, in, func() {
				step := r.beginLoopStep(UniqueLoop3, n, in)
				for d := range extra.Digits() {
					step.markDigit(Fin, d, rich.And(s.digits[d]))
				}
			})
		}
		if f.want == UniqueLoop4 {
			for i, d := range r.digits {
				if f.placesIn(h, d) == rich {
					r.beginLoopStep(UniqueLoop4, n, in).addHouseTruth(h, d)
					f.step.Base = append(f.step.Base, h)
					f.eliminate(r.digits[1-i], rich)
					f.emitStep()
				}
			}
		}
	}
}

// emitDeadlyType3Steps emits steps of type 3. Such a step adds k cells of h outside the pattern, whose candidates
// together with extra are k+1 digits. One of the cells in rich holds a digit of extra.
func (f *Finder) emitDeadlyType3Steps(h House, rich CellSet, extra Digits, pattern CellSet, begin func()) {
	from := f.state.digits[0].And(f.board.Cells(h)).Less(pattern).Less(rich)
	f.extendSets(from, CellSet{}, extra, func(in CellSet, digits Digits) bool {
		if n := digits.Len(); n > 7 || n != in.Len()+1 {
			return n <= 7
		}
		rest := f.board.Cells(h).Less(in).Less(rich)
		if f.state.digitsIn(rest)&digits != 0 {
			begin()
			f.addSubset(h, in, digits, rest)
			f.emitStep()
		}
		// Extend this set, too, because a larger set may exclude another digit. So the result does not depend on the
		// order of the cells.
		return true
	})
}

// extendSets yields the non-empty sets of cells in from. With each set, it yields the union of digits and the
// candidates of the set's cells. It extends a set only if yield returns true.
func (f *Finder) extendSets(from, in CellSet, digits Digits, yield func(CellSet, Digits) bool) {
	for !from.Empty() && !f.countNode() {
		c := from.Pop()
		with, all := in, digits|f.state.cands[c]
		with.Add(c)
		if yield(with, all) {
			f.extendSets(from, with, all, yield)
		}
	}
}

// addSubset adds a locked subset to the step: within house h, the cells of in must hold the digits. The rest of the
// house loses these digits.
func (f *Finder) addSubset(h House, in CellSet, digits Digits, rest CellSet) {
	f.step.Base = append(f.step.Base, h)
	for c := range in.All() {
		f.addCell(Pattern, c)
	}
	for d := range digits.Digits() {
		f.eliminate(d, rest)
	}
}

// bugFinder finds the bivalue graves that would remain if some cells lost their additional candidates.
type bugFinder struct {
	f     *Finder
	rich  []Cell
	keep  [mostRich]Digits
	count [64][10]uint8 // for each house and digit, the number of places
}

const mostRich = 9 // the maximum number of cells with more than two candidates

func findBUGs(f *Finder) {
	s := &f.state
	b := bugFinder{f: f}
	for c := range s.digits[0].All() {
		switch n := s.cands[c].Len(); {
		case n < 2 || len(b.rich) == mostRich:
			return
		case n == 2:
			b.countPair(c, s.cands[c], 1)
		default:
			b.rich = append(b.rich, c)
		}
	}
	if len(b.rich) >= 2 {
		b.choosePairs(0)
	}
}

func (b *bugFinder) countPair(c Cell, pair Digits, n uint8) {
	for d := range pair.Digits() {
		for in := b.f.board.HousesOf(c); in != 0; {
			b.count[in.Pop()][d] += n
		}
	}
}

// choosePairs chooses two candidates for each cell in b.rich from index i on. These cells have more than two
// candidates.
func (b *bugFinder) choosePairs(i int) {
	if b.f.countNode() {
		return
	}
	if i == len(b.rich) {
		for left := b.f.board.Houses(); left != 0; {
			for _, n := range b.count[left.Pop()] {
				if n != 0 && n != 2 {
					return
				}
			}
		}
		b.emitBUGSteps()
		return
	}
	c := b.rich[i]
	for x := b.f.state.cands[c]; x != 0; {
		d, rest := lowestDigit(x)
		x = rest
		for e := range rest.Digits() {
			b.keep[i] = digitBit(d) | digitBit(e)
			b.countPair(c, b.keep[i], 1)
			fits := true
			for h := range b.f.board.HousesOf(c).All() {
				fits = fits && b.count[h][d] <= 2 && b.count[h][e] <= 2
			}
			if fits {
				b.choosePairs(i + 1)
			}
			b.countPair(c, b.keep[i], ^uint8(0))
		}
	}
}

func (b *bugFinder) beginBUGStep(t Technique, extra Digits) *Step {
	step := b.f.beginStep(t, extra)
	step.Uniqueness = Grave
	for i, c := range b.rich {
		step.markCell(Fin, c, b.f.state.cands[c]&^b.keep[i])
		step.addCellTruth(c)
	}
	return step
}

func (b *bugFinder) emitBUGSteps() {
	f := b.f
	s := &f.state
	rich := CellsOf(b.rich...)
	var extra Digits
	for i, c := range b.rich {
		extra |= s.cands[c] &^ b.keep[i]
	}
	if z, ok := onlyDigit(extra); ok && f.want == BUG2 {
		b.beginBUGStep(BUG2, extra)
		f.eliminate(z, f.board.CommonPeers(rich))
		f.emitStep()
	}
	for h := range f.board.HousesWith(rich).All() {
		if f.want == BUG3 && extra.Len() > 1 {
			f.emitDeadlyType3Steps(h, rich, extra, rich, func() { b.beginBUGStep(BUG3, extra) })
		}
		if f.want == BUG4 && len(b.rich) == 2 {
			for d := range (b.keep[0] & b.keep[1]).Digits() {
				if f.placesIn(h, d) == rich {
					step := b.beginBUGStep(BUG4, digitBit(d))
					step.Base = append(step.Base, h)
					step.addHouseTruth(h, d)
					step.markDigit(Pattern, d, rich)
					f.eliminateAll(b.rich[0], b.keep[0].Without(d))
					f.eliminateAll(b.rich[1], b.keep[1].Without(d))
					f.emitStep()
				}
			}
		}
	}
}
