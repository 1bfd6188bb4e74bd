package generate

import (
	"math/bits"
	"slices"

	"nonet/internal/random"
	"nonet/puzzle"
	"nonet/sudoku"
)

// The chooser is for puzzles with few givens or none. It chooses among many pieces. A piece is a constraint that the
// wanted solution satisfies. Together, the chosen pieces exclude all other solutions. The chooser alternates between
// two steps. First, a search finds other solutions that satisfy the chosen pieces. Then the chooser adds pieces until
// each of these other solutions violates a chosen piece. If a new piece is incompatible with some chosen pieces, the
// chooser removes those chosen pieces.
const (
	manyPieces = 3000 // the maximum number of pieces to choose from
	manyOthers = 900  // the maximum number of other solutions to consider
	manyMoves  = 400  // the maximum number of moves in one call of excludeOtherSolutions; each move chooses one piece
	atRest     = 12   // the number of moves during which a removed piece may not return
	someNodes  = 3000 // the node limit of a search for other solutions
	windows    = 12   // the number of searches with part of the board filled, if a search of the whole board finds no answer
	atOnce     = 6    // the maximum number of solutions that one search finds
)

// solutionSet is a set of the other solutions found so far. Bit i stands for other solution i.
type solutionSet [(manyOthers + atOnce + 63) / 64]uint64

func (s *solutionSet) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s *solutionSet) addAll(t *solutionSet) {
	for w := range s {
		s[w] |= t[w]
	}
}

// countOutside returns how many solutions of s are not in t.
func (s *solutionSet) countOutside(t *solutionSet) (n int) {
	for w := range s {
		n += bits.OnesCount64(s[w] &^ t[w])
	}
	return n
}

// piece is a constraint that the chooser may add to the puzzle.
type piece struct {
	puzzle.Constraint
	used   usedCells   // the cells and corners that no other line or area may use
	breaks solutionSet // the other solutions that violate the piece
	laid   bool
	rests  int // the number of the first move in which the piece may return
}

// chooser chooses the constraints for one attempt, so that the puzzle has only one solution.
type chooser struct {
	*attempt
	base   *puzzle.Puzzle // the puzzle with the givens and the constraints that always stay
	rules  int            // the number of constraints in base that are about the whole board
	pieces []piece
	others int
	moves  int
}

// chooseConstraints chooses constraints until the solution is unique. It begins with the constraints of the puzzle
// `laid`, without those of the kinds in a.free.
func (a *attempt) chooseConstraints(board, laid *puzzle.Puzzle) Rejection {
	base := *laid
	base.Constraints = slices.DeleteFunc(slices.Clone(laid.Constraints), func(x puzzle.Constraint) bool {
		return slices.ContainsFunc(a.free, func(k *puzzle.Kind) bool { return k.Name == x.Kind })
	})
	base.Givens = a.chooseDistinguishingGivens()
	sortGivens(base.Givens)
	c := chooser{attempt: a, base: &base, rules: len(board.Constraints)}
	c.collectPieces()
	for c.others < manyOthers {
		p := c.puzzleWithChosenConstraints()
		found, none := c.findOtherSolutions(p, someNodes)
		for range windows {
			if found || none {
				break
			}
			found, _ = c.findOtherSolutions(c.partlyFilledPuzzle(p), someNodes)
		}
		if !found && !none {
			isAlone, shown := a.searchOtherSolution(p, forChoice)
			none, found = isAlone == sudoku.Yes, c.addOtherSolutions(shown)
		}
		switch {
		case a.ctx.Err() != nil:
			return NotDecided
		case found:
			if !c.excludeOtherSolutions() {
				return SeveralSolutions
			}
		case none:
			a.puzzle = p
			if !a.removeRedundantParts() {
				a.puzzle = p // undo the removal, because the puzzle must have a constraint of each kind
			}
			return accepted
		case !c.addStrongestPiece():
			return NotDecided
		}
	}
	return SeveralSolutions
}

// chooseDistinguishingGivens returns random givens, at most as many as the Spec permits. If possible, each exchange in
// a.exchange changes at least one of these givens. The field a.spare receives the orbits without givens.
func (a *attempt) chooseDistinguishingGivens() (given []puzzle.Given) {
	a.spare = slices.Clone(a.orbits)
	random.Shuffle(&a.chance, a.spare)
	alike := slices.Clone(a.exchange)
	tells := func(orbit, to []int) bool {
		return slices.ContainsFunc(orbit, func(cell int) bool { v := a.solution[cell]; return to[v-a.board.Low] != v })
	}
	for {
		best, most := -1, -1
		for i, orbit := range a.spare {
			if len(given)+len(orbit) > a.mostGivens() {
				continue
			}
			n := 0
			for _, to := range alike {
				if tells(orbit, to) {
					n++
				}
			}
			if n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			return given
		}
		orbit := a.spare[best]
		given = append(given, a.givensOf([][]int{orbit})...)
		alike = slices.DeleteFunc(alike, func(to []int) bool { return tells(orbit, to) })
		a.spare = slices.Delete(a.spare, best, best+1)
	}
}

// findOtherSolutions searches for solutions of p other than the attempt's own, and calls addOtherSolutions with them.
// `found` is true if addOtherSolutions adds a solution. `none` is true if the search proves that p has no other
// solution.
func (c *chooser) findOtherSolutions(p *puzzle.Puzzle, nodes uint64) (found, none bool) {
	r, err := p.RandomSolution(c.ctx, puzzle.Limits{Seed: c.chance.Uint64() | 1, Nodes: nodes, Solutions: atOnce})
	found = c.addOtherSolutions(r.Solutions)
	return found, !found && err == nil && r.Exact
}

// addOtherSolutions adds the solutions that differ from the attempt's own, and reports whether it added one.
func (c *chooser) addOtherSolutions(solutions [][]int) (found bool) {
	for _, other := range solutions {
		if slices.Equal(other, c.solution) {
			continue
		}
		for i := range c.pieces {
			if x := &c.pieces[i]; !c.base.Satisfies(&x.Constraint, other) {
				x.breaks.add(c.others)
			}
		}
		c.others++
		found = true
	}
	return found
}

// partlyFilledPuzzle returns a copy of p with some cells filled from the solution. It chooses values, rows or columns
// at random, and leaves the cells of about half to five sixths of them open. A search for other solutions of the copy
// is easier than one for the whole puzzle.
func (c *chooser) partlyFilledPuzzle(p *puzzle.Puzzle) *puzzle.Puzzle {
	names := make([]int, c.Size)
	for i := range names {
		names[i] = i
	}
	random.Shuffle(&c.chance, names)
	choice, axis := names[:c.Size/2+c.chance.Below(c.Size/3+1)], c.chance.Below(3)
	next := *p
	next.Givens = nil
	for cell := range c.Size * c.Size {
		if coordinate := [...]int{c.solution[cell] - p.Low, cell / c.Size, cell % c.Size}[axis]; !slices.Contains(choice, coordinate) {
			next.Givens = append(next.Givens, puzzle.Given{Cell: cell, Values: c.solution[cell : cell+1]})
		}
	}
	next.Givens = append(next.Givens, p.Givens...)
	return &next
}

// collectPieces fills c.pieces with all constraints of the kinds in c.free that the solution satisfies.
func (c *chooser) collectPieces() {
	l := constraintLayer{attempt: c.attempt, p: c.base}
	for _, k := range c.free {
		known := map[string]bool{}
		add := func(cells []int) bool {
			x, ok := c.base.LayConstraint(k, slices.Clone(cells), c.solution)
			if ok {
				next := piece{Constraint: x}
				if way := k.Way(); way == puzzle.WayLine || way == puzzle.WayCells {
					next.used = l.usedBy(k, cells)
				}
				c.pieces = append(c.pieces, next)
			}
			return ok
		}
		if way := k.Way(); way != puzzle.WayLine && way != puzzle.WayCells {
			for _, cells := range l.placesFor(k) {
				if !add(cells) && way == puzzle.WaySide {
					add([]int{cells[1], cells[0]})
				}
			}
			continue
		}
		most := len(c.pieces) + manyPieces/len(c.free)
		for draws := 12 * manyPieces / len(c.free); draws > 0 && len(c.pieces) < most; draws-- {
			cells := l.growShape(k, len(c.solution))
			n := max(k.Lay.Least, 1)
			if k.Way() != puzzle.WayLine { // the first n cells of a line are also a line
				n = max(n, len(cells))
			}
			for ; n <= len(cells); n++ {
				var name []byte
				for _, cell := range cells[:n] {
					name = append(name, byte(cell))
				}
				if !known[string(name)] {
					known[string(name)] = true
					add(cells[:n])
				}
			}
		}
	}
}

func (c *chooser) puzzleWithChosenConstraints() *puzzle.Puzzle {
	p := *c.base
	p.Constraints = nil
	for x := range c.chosen {
		p.Constraints = append(p.Constraints, x.Constraint)
	}
	stay := c.base.Constraints
	c.sortByKindAndPlace(p.Constraints)
	p.Constraints = slices.Concat(stay[:c.rules], p.Constraints, stay[c.rules:])
	return &p
}

func (c *chooser) chosen(yield func(*piece) bool) {
	for i := range c.pieces {
		if y := &c.pieces[i]; y.laid && !yield(y) {
			return
		}
	}
}

// excludedWith returns the other solutions that violate x or a chosen piece that is compatible with x. `incompatible`
// is the number of chosen pieces that are not compatible with x. These must be removed before x is chosen.
func (c *chooser) excludedWith(x *piece) (excluded solutionSet, incompatible int) {
	excluded = x.breaks
	for y := range c.chosen {
		if y.used.meets(&x.used) {
			incompatible++
		} else {
			excluded.addAll(&y.breaks)
		}
	}
	return excluded, incompatible
}

// excludeOtherSolutions chooses pieces until every other solution found so far violates one of them. It returns false
// if it reaches the limit of moves, or if no other piece helps.
func (c *chooser) excludeOtherSolutions() bool {
	for range manyMoves {
		excluded, _ := c.excludedWith(&piece{})
		had := excluded.countOutside(&solutionSet{})
		if had == c.others {
			return true
		}
		c.moves++
		var best *piece
		most := 0
		for i := range c.pieces {
			x := &c.pieces[i]
			if x.laid || x.rests > c.moves {
				continue
			}
			if gain := x.breaks.countOutside(&excluded); gain == 0 || best != nil && 64*gain <= most {
				continue
			}
			then, incompatible := c.excludedWith(x)
			// A random number decides between equal scores.
			score := 64*(then.countOutside(&solutionSet{})-had) - 8*incompatible + c.chance.Below(8)
			if best == nil || score > most {
				best, most = x, score
			}
		}
		if best == nil {
			return false
		}
		for y := range c.chosen {
			if y.used.meets(&best.used) {
				y.laid, y.rests = false, c.moves+atRest
			}
		}
		best.laid = true
	}
	return false
}

// addStrongestPiece chooses the piece that excludes the most other solutions. It considers only pieces that are
// compatible with all chosen pieces. It returns false if no such piece exists.
func (c *chooser) addStrongestPiece() bool {
	var best *piece
	most := -1
	for i := range c.pieces {
		x := &c.pieces[i]
		if n := x.breaks.countOutside(&solutionSet{}); !x.laid && n > most {
			if _, incompatible := c.excludedWith(x); incompatible == 0 {
				best, most = x, n
			}
		}
	}
	if best == nil {
		return false
	}
	best.laid = true
	return true
}
