package generate

import (
	"math/bits"
	"slices"

	"nonet/internal/random"
	"nonet/puzzle"
	"nonet/sudoku"
)

// The chooser is for puzzles with few givens or none. A piece is a constraint that the solution satisfies; there are
// many. The chooser selects pieces that together exclude all other solutions. It alternates between two steps. A search
// finds solutions that satisfy the selected pieces and differ from the wanted solution. Then the chooser adds pieces
// until every solution found so far violates one of the pieces. If a new piece is incompatible with selected pieces,
// the chooser removes the selected pieces.
const (
	manyPieces = 3000 // the maximum number of pieces to choose from
	manyOthers = 900  // the maximum number of other solutions to consider
	manyMoves  = 400  // the maximum number of moves that exclude the other solutions found so far
	atRest     = 12   // the number of moves during which a removed piece may not return
	someNodes  = 3000 // the node limit of a search for other solutions
	windows    = 12   // the number of parts of the board to search if the whole board is too hard
	atOnce     = 6    // the maximum number of solutions that one search finds
)

// piece is a constraint that the chooser may add to the puzzle.
type piece struct {
	puzzle.Constraint
	used   []uint64 // the cells, and then the corners, that no other line or area may use, one bit each
	breaks []uint64 // the other solutions that violate the piece, one bit each
	laid   bool
	rests  int // the number of the first move in which the piece may return
}

// chooser selects constraints for one attempt so that they leave one solution.
type chooser struct {
	*attempt
	base   *puzzle.Puzzle // the puzzle with the givens and the constraints that always stay
	rules  int            // the number of constraints in base that are about the whole board
	pieces []piece
	others int
	broken []int    // for each other solution, the number of chosen pieces that it violates
	whole  []uint64 // the other solutions that violate no chosen piece, one bit each
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

// chooseDistinguishingGivens returns random givens, at most as many as the Spec permits. They distinguish values that
// the constraints treat alike. The field `spare` receives the orbits of the other cells.
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

// findOtherSolutions searches for other solutions of a puzzle, and adds them. `found` is true if it adds a solution.
// `none` is true if a search proves that the puzzle has no other solution.
func (c *chooser) findOtherSolutions(p *puzzle.Puzzle, nodes uint64) (found, none bool) {
	r, err := p.RandomSolution(c.ctx, puzzle.Limits{Seed: c.chance.Uint64() | 1, Nodes: nodes, Solutions: atOnce})
	found = c.addOtherSolutions(r.Solutions)
	return found, !found && err == nil && r.Exact
}

// addOtherSolutions adds the solutions that differ from the attempt's own, and reports whether it added one.
func (c *chooser) addOtherSolutions(solutions [][]int) (found bool) {
	for _, other := range solutions {
		if !slices.Equal(other, c.solution) {
			c.addOtherSolution(other)
			found = true
		}
	}
	return found
}

// partlyFilledPuzzle returns a copy of p in which only random values, rows or columns are open: half to five sixths of
// them. A search for other solutions of the copy is easier than one for the whole puzzle.
func (c *chooser) partlyFilledPuzzle(p *puzzle.Puzzle) *puzzle.Puzzle {
	names := make([]int, c.Size)
	for i := range names {
		names[i] = i
	}
	random.Shuffle(&c.chance, names)
	some, by := names[:c.Size/2+c.chance.Below(c.Size/3+1)], c.chance.Below(3)
	next := *p
	next.Givens = nil
	for cell := range c.Size * c.Size {
		if at := [...]int{c.solution[cell] - p.Low, cell / c.Size, cell % c.Size}[by]; !slices.Contains(some, at) {
			next.Givens = append(next.Givens, puzzle.Given{Cell: cell, Values: c.solution[cell : cell+1]})
		}
	}
	next.Givens = append(next.Givens, p.Givens...)
	return &next
}

// collectPieces fills c.pieces with all constraints of the kinds in c.free that the solution satisfies.
func (c *chooser) collectPieces() {
	n := len(c.solution)
	l := constraintLayer{c.plan, c.base, 0, c.solution, &c.chance, make([]bool, n), make([]bool, n), map[int]bool{}}
	for _, k := range c.free {
		known := map[string]bool{}
		add := func(cells []int) {
			x, ok := c.base.LayConstraint(k, slices.Clone(cells), c.solution)
			if !ok {
				return
			}
			next := piece{Constraint: x, used: make([]uint64, (2*n+63)/64)}
			if way := k.Way(); way == puzzle.WayLine || way == puzzle.WayCells {
				mark := l
				mark.taken, mark.across = make([]bool, n), map[int]bool{}
				mark.markUsed(k, cells)
				for i := range 2 * n {
					if i < n && mark.taken[i] || i >= n && mark.across[i-n] {
						next.used[i/64] |= 1 << (i % 64)
					}
				}
			}
			c.pieces = append(c.pieces, next)
		}
		switch k.Way() {
		case puzzle.WayLine, puzzle.WayCells:
			before := len(c.pieces)
			for draws := 12 * manyPieces / len(c.free); draws > 0 && len(c.pieces)-before < manyPieces/len(c.free); draws-- {
				cells := l.growShape(k, n)
				for n := max(k.Lay.Least, 1); n <= len(cells); n++ { // the first n cells of a line are also a line
					if n < len(cells) && k.Way() != puzzle.WayLine {
						continue
					}
					name := make([]byte, n)
					for i, cell := range cells[:n] {
						name[i] = byte(cell)
					}
					if !known[string(name)] {
						known[string(name)] = true
						add(cells[:n])
					}
				}
			}
		default:
			for _, cells := range l.placesFor(k) {
				before := len(c.pieces)
				if add(cells); len(c.pieces) == before && k.Way() == puzzle.WaySide {
					add([]int{cells[1], cells[0]})
				}
			}
		}
	}
}

func (c *chooser) puzzleWithChosenConstraints() *puzzle.Puzzle {
	p := *c.base
	p.Constraints = nil
	for i := range c.pieces {
		if c.pieces[i].laid {
			p.Constraints = append(p.Constraints, c.pieces[i].Constraint)
		}
	}
	stay := c.base.Constraints
	c.sortByKindAndPlace(p.Constraints)
	p.Constraints = slices.Concat(stay[:c.rules], p.Constraints, stay[c.rules:])
	return &p
}

func (c *chooser) addOtherSolution(other []int) {
	i := c.others
	bit := uint64(1) << (i % 64)
	if c.others++; i%64 == 0 {
		c.whole = append(c.whole, 0)
	}
	c.broken = append(c.broken, 0)
	for at := range c.pieces {
		x := &c.pieces[at]
		if i%64 == 0 {
			x.breaks = append(x.breaks, 0)
		}
		if !c.base.Satisfies(&x.Constraint, other) {
			x.breaks[i/64] |= bit
			if x.laid {
				c.broken[i]++
			}
		}
	}
	if c.broken[i] == 0 {
		c.whole[i/64] |= bit
	}
}

func areIncompatible(x, y *piece) bool { return countCommonBits(x.used, y.used) > 0 }

// countCommonBits returns the number of bits that are set in both x and y. If one is longer, its further bits are
// ignored.
func countCommonBits(x, y []uint64) (n int) {
	for i := range min(len(x), len(y)) {
		n += bits.OnesCount64(x[i] & y[i])
	}
	return n
}

// incompatibleChosenPieces returns the chosen pieces that are incompatible with x, so that they must be removed before
// x is chosen.
func (c *chooser) incompatibleChosenPieces(x *piece) (way []*piece) {
	for i := range c.pieces {
		if y := &c.pieces[i]; y.laid && areIncompatible(x, y) {
			way = append(way, y)
		}
	}
	return way
}

// excludeOtherSolutions chooses pieces until every other solution found so far violates one of them. It returns false
// if it reaches the limit of moves, or if no other piece helps.
func (c *chooser) excludeOtherSolutions() bool {
	for range manyMoves {
		if !slices.ContainsFunc(c.whole, func(w uint64) bool { return w != 0 }) {
			return true
		}
		c.moves++
		var best *piece
		var making []*piece
		most := 0
		for i := range c.pieces {
			x := &c.pieces[i]
			if x.laid || x.rests > c.moves {
				continue
			}
			gain := countCommonBits(x.breaks, c.whole)
			if gain == 0 || best != nil && 64*gain <= most {
				continue
			}
			way := c.incompatibleChosenPieces(x)
			lost := 0
			for w := range c.whole {
				of := uint64(0)
				for _, y := range way {
					of |= y.breaks[w]
				}
				for of &^= x.breaks[w]; of != 0; of &= of - 1 {
					bit := bits.TrailingZeros64(of)
					left := c.broken[64*w+bit]
					for _, y := range way {
						left -= int(y.breaks[w] >> bit & 1)
					}
					if left == 0 {
						lost++
					}
				}
			}
			// A piece with fewer cells costs less. A random number decides between equal scores.
			if score := 64*(gain-lost) - 8*len(way) + c.chance.Below(8); best == nil || score > most {
				best, making, most = x, way, score
			}
		}
		if best == nil {
			return false
		}
		for _, y := range making {
			c.togglePiece(y, false)
			y.rests = c.moves + atRest
		}
		c.togglePiece(best, true)
	}
	return false
}

// togglePiece chooses a piece if laid is true, and removes it if laid is false.
func (c *chooser) togglePiece(x *piece, laid bool) {
	x.laid = laid
	step := 1
	if !laid {
		step = -1
	}
	for w, set := range x.breaks {
		for ; set != 0; set &= set - 1 {
			i := 64*w + bits.TrailingZeros64(set)
			if c.broken[i] += step; c.broken[i] == 0 {
				c.whole[w] |= 1 << (i % 64)
			} else {
				c.whole[w] &^= 1 << (i % 64)
			}
		}
	}
}

// addStrongestPiece chooses the piece that excludes the most other solutions. It considers only pieces that are
// compatible with all chosen pieces. It returns false if no such piece exists.
func (c *chooser) addStrongestPiece() bool {
	var best *piece
	most := -1
	for i := range c.pieces {
		x := &c.pieces[i]
		n := 0
		for _, set := range x.breaks {
			n += bits.OnesCount64(set)
		}
		if !x.laid && n > most && len(c.incompatibleChosenPieces(x)) == 0 {
			best, most = x, n
		}
	}
	if best == nil {
		return false
	}
	c.togglePiece(best, true)
	return true
}
