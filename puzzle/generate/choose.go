package generate

import (
	"math/bits"
	"slices"

	classic "nonet/generate"
	"nonet/internal/random"
	"nonet/puzzle"
)

// How constraints are chosen if few givens or none must do. Many constraints hold on the solution;
// some are chosen so that every other solution breaks one of them. Each search finds other
// solutions. Pieces are laid, and others make room for them, until each known solution breaks one.
const (
	manyPieces = 3000 // to choose from
	manyOthers = 900  // solutions to break
	manyMoves  = 400  // to break all that are known
	atRest     = 12   // moves in which a piece that made room does not come back
	someNodes  = 3000 // to find other solutions
	windows    = 12   // parts of the board to look at where that is not enough
	atOnce     = 6    // of them
)

// piece is a constraint that can be laid.
type piece struct {
	puzzle.Constraint
	cells, corners []uint64 // in and over which no other line or area may lie, as bits
	breaks         []uint64 // the other solutions that break it
	laid           bool
	rests          int // before this move it does not come back
}

// chooser chooses pieces.
type chooser struct {
	*attempt
	base   *puzzle.Puzzle // with the givens and what stays
	rules  int            // how many of its constraints are of the whole board
	pieces []piece
	others int
	broken []int    // by other solution: how many of the pieces laid it breaks
	whole  []uint64 // the other solutions that break none
	moves  int
}

// chosen has constraints chosen over a board; what stays of the others is as laid.
func (a *attempt) chosen(board, laid *puzzle.Puzzle) classic.Rejection {
	base := *laid
	base.Constraints = slices.DeleteFunc(slices.Clone(laid.Constraints), func(x puzzle.Constraint) bool {
		return slices.ContainsFunc(a.free, func(k *puzzle.Kind) bool { return k.Name == x.Kind })
	})
	base.Givens = a.telling()
	sortGivens(base.Givens)
	c := chooser{attempt: a, base: &base, rules: len(board.Constraints)}
	c.collect()
	for c.others < manyOthers {
		p := c.puzzle()
		found, none := c.search(p, someNodes)
		for range windows {
			if found || none || a.err != nil {
				break
			}
			found, _ = c.search(c.window(p), someNodes)
		}
		if !found && !none && a.err == nil {
			none = a.ask(question{p, forChoice}) == alone
			found = c.learn(a.shown)
		}
		switch {
		case a.err != nil:
			return classic.NotDecided
		case found:
			if !c.cover() {
				return classic.SeveralSolutions
			}
		case none:
			a.puzzle = p
			if !a.withoutSpare() {
				a.puzzle = p // with a piece of each kind
			}
			return accepted
		case !c.tighten():
			return classic.NotDecided
		}
	}
	return classic.SeveralSolutions
}

// telling are as many givens as there may be, by chance, but so that they tell the values apart; the
// other orbits are spare.
func (a *attempt) telling() (given []puzzle.Given) {
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
		given = append(given, a.givens([][]int{orbit})...)
		alike = slices.DeleteFunc(alike, func(to []int) bool { return tells(orbit, to) })
		a.spare = slices.Delete(a.spare, best, best+1)
	}
}

// search takes in some other solutions of a puzzle; found if there are any, none if there are not.
func (c *chooser) search(p *puzzle.Puzzle, nodes uint64) (found, none bool) {
	r, err := p.Random(c.ctx, puzzle.Limits{Seed: c.chance.Uint64() | 1, Nodes: nodes, Solutions: atOnce})
	if c.err = c.ctx.Err(); c.err != nil {
		return false, false
	}
	found = c.learn(r.Solutions)
	return found, !found && err == nil && r.Exact
}

// learn takes in what is another solution; found if there are any.
func (c *chooser) learn(solutions [][]int) (found bool) {
	for _, other := range solutions {
		if !slices.Equal(other, c.solution) {
			c.add(other)
			found = true
		}
	}
	return found
}

// window is a puzzle of which only some values, or some rows or columns, are open: there other
// solutions are found where a search of the whole comes to no end.
func (c *chooser) window(p *puzzle.Puzzle) *puzzle.Puzzle {
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

// collect draws the pieces.
func (c *chooser) collect() {
	n := len(c.solution)
	l := layer{c.plan, c.base, 0, c.solution, &c.chance, make([]bool, n), make([]bool, n), map[int]bool{}}
	for _, k := range c.free {
		known := map[string]bool{}
		add := func(cells []int) {
			x, ok := c.base.Laid(k, slices.Clone(cells), c.solution)
			if !ok {
				return
			}
			next := piece{Constraint: x, cells: make([]uint64, (n+63)/64), corners: make([]uint64, (n+63)/64)}
			if way := k.Way(); way == puzzle.WayLine || way == puzzle.WayCells {
				mark := l
				mark.taken, mark.across = make([]bool, n), map[int]bool{}
				mark.take(k, cells)
				for cell := range n {
					if mark.taken[cell] {
						next.cells[cell/64] |= 1 << (cell % 64)
					}
					if mark.across[cell] {
						next.corners[cell/64] |= 1 << (cell % 64)
					}
				}
			}
			c.pieces = append(c.pieces, next)
		}
		switch k.Way() {
		case puzzle.WayLine, puzzle.WayCells:
			before := len(c.pieces)
			for draws := 12 * manyPieces / len(c.free); draws > 0 && len(c.pieces)-before < manyPieces/len(c.free); draws-- {
				cells := l.grown(k, n)
				for n := max(k.Lay.Least, 1); n <= len(cells); n++ { // beginnings of a line are lines
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
			for _, cells := range l.places(k) {
				before := len(c.pieces)
				if add(cells); len(c.pieces) == before && k.Way() == puzzle.WaySide {
					add([]int{cells[1], cells[0]})
				}
			}
		}
	}
}

// puzzle is the board with what is laid.
func (c *chooser) puzzle() *puzzle.Puzzle {
	p := *c.base
	p.Constraints = nil
	for i := range c.pieces {
		if c.pieces[i].laid {
			p.Constraints = append(p.Constraints, c.pieces[i].Constraint)
		}
	}
	stay := c.base.Constraints
	c.sort(p.Constraints)
	p.Constraints = slices.Concat(stay[:c.rules], p.Constraints, stay[c.rules:])
	return &p
}

// add takes in another solution.
func (c *chooser) add(other []int) {
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
		if !c.base.Keeps(&x.Constraint, other) {
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

// overlap tells whether two pieces cannot both be laid.
func overlap(x, y *piece) bool {
	for i := range x.cells {
		if x.cells[i]&y.cells[i]|x.corners[i]&y.corners[i] != 0 {
			return true
		}
	}
	return false
}

// blockers returns the pieces that are in the way of a piece.
func (c *chooser) blockers(x *piece) (way []*piece) {
	for i := range c.pieces {
		if y := &c.pieces[i]; y.laid && overlap(x, y) {
			way = append(way, y)
		}
	}
	return way
}

// cover lays pieces until each other known solution breaks one. It returns false if it gave up.
func (c *chooser) cover() bool {
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
			gain := 0
			for w, set := range c.whole {
				gain += bits.OnesCount64(x.breaks[w] & set)
			}
			if gain == 0 || best != nil && 64*gain <= most {
				continue
			}
			way := c.blockers(x)
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
			// Chance decides between those that are as good, fewer cells cost less.
			if score := 64*(gain-lost) - 8*len(way) + c.chance.Below(8); best == nil || score > most {
				best, making, most = x, way, score
			}
		}
		if best == nil {
			return false
		}
		for _, y := range making {
			c.take(y, false)
			y.rests = c.moves + atRest
		}
		c.take(best, true)
	}
	return false
}

// take lays a piece, or takes it away.
func (c *chooser) take(x *piece, laid bool) {
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

// tighten lays, of the pieces for which there is room, one that the most of the other solutions
// break; false: there is none.
func (c *chooser) tighten() bool {
	var best *piece
	most := -1
	for i := range c.pieces {
		x := &c.pieces[i]
		n := 0
		for _, set := range x.breaks {
			n += bits.OnesCount64(set)
		}
		if !x.laid && n > most && len(c.blockers(x)) == 0 {
			best, most = x, n
		}
	}
	if best == nil {
		return false
	}
	c.take(best, true)
	return true
}
