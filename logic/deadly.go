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
// that lacks it. The empty cells could be filled in two or more ways, or not at all. Extra candidates are those beyond
// the pattern.
//
//	type 1  one cell has extra candidates
//	type 2  all extra candidates are of the same digit
//	type 3  the extra candidates form a naked subset with other cells
//	type 4  a digit of the pattern has places only in two cells with extra candidates

const longestRing = 18

// loopFinder finds unique loops with the same two digits.
type loopFinder struct {
	f       *Finder
	found   deadly
	path    [longestRing]Cell
	visited [2]board.HouseSet // the houses of the ring's cells at even places, and those at odd places
	seen    []CellSet         // loops already reported
}

func findUniqueLoops(f *Finder) {
	r := loopFinder{f: f, found: deadly{uniqueness: DeadlyLoop}}
	for a := Digit(1); a <= 9; a++ {
		for b := a + 1; b <= 9; b++ {
			r.found.pair = [2]Digit{a, b}
			r.seen = r.seen[:0]
			for left := f.state.digits[a].And(f.state.digits[b]); !left.Empty() && !f.stopped; {
				c := left.Pop()
				r.extendLoop(c, 0, CellSet{}, left, CellSet{}, 0)
			}
		}
	}
}

// extendLoop adds cell c at place n to the ring, and continues the search. `rich` has the ring's cells with extra
// candidates, and `extra` has the extra digits.
func (r *loopFinder) extendLoop(c Cell, n int, in, from, rich CellSet, extra Digits) {
	if more := r.f.state.cands[c] &^ r.found.digitsOf(c); more != 0 {
		rich.Add(c)
		extra |= more
	}
	housesHere := r.f.board.HousesOf(c)
	side := &r.visited[n&1]
	if extra.Len() > 1 && rich.Len() > 2 || *side&housesHere != 0 || r.f.countNode() {
		return
	}
	*side |= housesHere
	r.path[n] = c
	in.Add(c)
	n++
	if n >= 6 && n%2 == 0 && r.f.board.Peers(c).Has(r.path[0]) && r.visited[0] == r.visited[1] && !rich.Empty() && !slices.Contains(r.seen, in) {
		r.seen = append(r.seen, in)
		r.found.ring, r.found.cells, r.found.rich, r.found.extra = r.path[:n], in, rich, extra
		r.f.emitDeadlySteps(&r.found, [4]Technique{UniqueLoop1, UniqueLoop2, UniqueLoop3, UniqueLoop4})
	}
	if n < longestRing {
		for to := r.f.board.Peers(c).And(from).Without(in); !to.Empty(); {
			r.extendLoop(to.Pop(), n, in, from, rich, extra)
		}
	}
	*side &^= housesHere
}

// deadly is a pattern that would be deadly without the extra candidates of some cells.
type deadly struct {
	uniqueness Uniqueness
	corners    [4]Cell
	ring       []Cell
	pair       [2]Digit      // the digits of a rectangle or of a loop
	kept       [cells]Digits // for a grave, the candidates of each rich cell that belong to the grave
	cells      CellSet       // the cells of a rectangle or of a loop
	rich       CellSet       // the cells of the pattern with extra candidates
	extra      Digits        // the digits of the extra candidates
}

// digitsOf returns the digits of c that belong to the pattern.
func (p *deadly) digitsOf(c Cell) Digits {
	if p.uniqueness == Grave {
		return p.kept[c]
	}
	return digitBit(p.pair[0]) | digitBit(p.pair[1])
}

// beginDeadlyStep begins a step that relies on a deadly pattern. If `fins` is set, it marks the extra candidates as
// fins.
func (f *Finder) beginDeadlyStep(t Technique, p *deadly, fins bool) *Step {
	s := &f.state
	step := f.beginStep(t, p.extra)
	if p.uniqueness != Grave {
		step.Digits = p.digitsOf(0)
	}
	step.Uniqueness, step.Corners, step.Ring, step.Pair = p.uniqueness, p.corners, slices.Clone(p.ring), p.pair
	for c := range p.cells.All() {
		step.markCell(Corner, c, s.cands[c]&step.Digits)
		if s.values[c] == 0 {
			step.addCellTruth(c)
		}
	}
	for c := range p.rich.All() {
		if fins {
			step.markCell(Fin, c, s.cands[c]&^p.digitsOf(c))
		}
		if p.uniqueness == Grave {
			step.addCellTruth(c)
		}
	}
	return step
}

// emitDeadlySteps emits the steps of types 1 to 4 for a pattern. `types` has the techniques of these types.
func (f *Finder) emitDeadlySteps(p *deadly, types [4]Technique) {
	if p.rich.Single() {
		if f.technique == types[0] {
			step := f.beginDeadlyStep(types[0], p, false)
			if p.uniqueness == Grave {
				step.markCell(Pattern, p.rich.First(), p.extra)
			}
			f.eliminateAll(p.rich.First(), p.digitsOf(p.rich.First()))
			f.emitStep()
		}
		return
	}
	if z, ok := onlyDigit(p.extra); ok && f.technique == types[1] {
		f.beginDeadlyStep(types[1], p, true)
		f.eliminate(z, f.board.CommonPeers(p.rich))
		f.emitStep()
	}
	for h := range f.board.HousesWith(p.rich).All() {
		if f.technique == types[2] && (p.extra.Len() > 1 || p.uniqueness == Rectangle && p.extra != 0) {
			f.emitDeadlyType3Steps(h, p)
		}
		if f.technique == types[3] && p.rich.Len() == 2 {
			f.emitDeadlyType4Steps(h, p)
		}
	}
}

// emitDeadlyType3Steps emits steps with a naked subset: k cells of h outside the pattern, and one of the rich cells,
// which holds an extra digit. The candidates of the k cells and the extra digits are k+1 digits. In a rectangle's
// subset, the k cells lack the digits of the rectangle. If such a subset is in a line and in a box, it counts as a
// subset of the line, and the box loses the subset's digits, too.
func (f *Finder) emitDeadlyType3Steps(h House, p *deadly) {
	s := &f.state
	from := s.digits[0].And(f.board.Cells(h)).Without(p.cells).Without(p.rich)
	if p.uniqueness == Rectangle {
		from = from.Without(s.digits[p.pair[0]]).Without(s.digits[p.pair[1]])
	}
	f.extendSets(from, CellSet{}, p.extra, func(in CellSet, digits Digits) bool {
		subset := in.Or(p.rich)
		rest := f.board.Cells(h).Without(subset)
		if n := digits.Len(); n > 7 || n != in.Len()+1 || s.digitsIn(rest)&digits == 0 {
			return n <= 7
		}
		if p.uniqueness == Rectangle {
			if !f.isLine(h) && f.isInOneLine(subset) {
				return true
			}
			if box := f.board.Cells(f.board.Block(subset.First())); f.isLine(h) && subset.Within(box) {
				rest = rest.Or(box.Without(subset))
			}
		}
		step := f.beginDeadlyStep(f.technique, p, true)
		step.Base = append(step.Base, h)
		for c := range in.All() {
			f.addCell(Pattern, c)
		}
		for d := range digits.Digits() {
			f.eliminate(d, rest)
		}
		f.emitStep()
		// Extend this set of cells, too, because a larger set may exclude a further digit. Otherwise the result would
		// depend on the order of the cells.
		return true
	})
}

// emitDeadlyType4Steps emits steps of type 4: the two rich cells are the only places of a digit of the pattern in h.
func (f *Finder) emitDeadlyType4Steps(h House, p *deadly) {
	a, b := p.rich.First(), p.rich.Without(CellsOf(p.rich.First())).First()
	for d := range (p.digitsOf(a) & p.digitsOf(b)).Digits() {
		if f.placesIn(h, d) != p.rich {
			continue
		}
		step := f.beginDeadlyStep(f.technique, p, p.uniqueness == Grave)
		step.addBase(h, d)
		if p.uniqueness == Grave {
			step.Digits = digitBit(d)
			step.markDigit(Pattern, d, p.rich)
		}
		f.eliminateAll(a, p.digitsOf(a).Without(d))
		f.eliminateAll(b, p.digitsOf(b).Without(d))
		f.emitStep()
	}
}

// bugFinder finds the bivalue universal graves that would remain if some cells lost their extra candidates.
type bugFinder struct {
	f     *Finder
	found deadly
	count [64][10]uint8 // for each house and digit, the number of places
}

const mostRich = 9 // the maximum number of cells with extra candidates

// findBUGs finds the BUGs of one type. A BUG of type 1 has one cell with three candidates (BUG+1).
func findBUGs(f *Finder) {
	s := &f.state
	b := bugFinder{f: f, found: deadly{uniqueness: Grave}}
	for c := range s.digits[0].All() {
		switch n := s.cands[c].Len(); {
		case n < 2 || b.found.rich.Len() == mostRich:
			return
		case n == 2:
			b.countPair(c, s.cands[c], 1)
		default:
			b.found.rich.Add(c)
		}
	}
	rich := b.found.rich
	if rich.Len() > 1 && f.technique != BUGPlus1 || rich.Single() && f.technique == BUGPlus1 && s.cands[rich.First()].Len() == 3 {
		b.choosePairs(rich, 0)
	}
}

func (b *bugFinder) countPair(c Cell, pair Digits, n uint8) {
	for d := range pair.Digits() {
		for in := b.f.board.HousesOf(c); in != 0; {
			b.count[in.Pop()][d] += n
		}
	}
}

// choosePairs chooses two candidates for each cell of `left`, which are the rich cells without a choice. `extra` has
// the digits that were not chosen in the rich cells before.
func (b *bugFinder) choosePairs(left CellSet, extra Digits) {
	if b.f.countNode() {
		return
	}
	if left.Empty() {
		for h := range b.f.board.Houses().All() {
			for _, n := range b.count[h] {
				if n != 0 && n != 2 {
					return
				}
			}
		}
		b.found.extra = extra
		b.f.emitDeadlySteps(&b.found, [4]Technique{BUGPlus1, BUG2, BUG3, BUG4})
		return
	}
	c := left.Pop()
	for x := b.f.state.cands[c]; x != 0; {
		d, rest := lowestDigit(x)
		x = rest
		for e := range rest.Digits() {
			pair := digitBit(d) | digitBit(e)
			b.found.kept[c] = pair
			b.countPair(c, pair, 1)
			fits := true
			for h := range b.f.board.HousesOf(c).All() {
				fits = fits && b.count[h][d] <= 2 && b.count[h][e] <= 2
			}
			if fits {
				b.choosePairs(left, extra|b.f.state.cands[c]&^pair)
			}
			b.countPair(c, pair, ^uint8(0))
		}
	}
}
