package csp

import "slices"

// Form states what a Piece requires, as far as explanations can use it.
type Form uint8

const (
	// FormOther is any constraint without a form below.
	FormOther Form = iota
	// FormDistinct requires the cells to have different values.
	FormDistinct
	// FormRelation requires the two cells to satisfy Relation.
	FormRelation
	// FormEqual requires the two cells to have the same value.
	FormEqual
	// FormAllow requires the cell to have a value of Allowed.
	FormAllow
)

// Piece is one constraint of a list, with what explanations need to know about it.
type Piece struct {
	Form     Form
	Cells    []Cell // ascending, without duplicates; for a relation, its first cell and its second cell
	Relation *Relation
	Allowed  Set
	Terms    []Term // for an equation: the terms on its left side; Sum is its right side
	Sum      int
	Sets     []Set // the sets of values that the distinct cells can have

	state func(into *Constraints)
	walks []automatonOf // automata of which at least one must accept its cells
}

// PropagateAutomaton propagates the states of the piece's automaton along its cells, forwards and backwards. may
// returns the values of a cell. left has the values that remain in each of cells. If the piece has several automata as
// alternatives, these are the values that at least one leaves. For a piece without automata both results are nil.
func (p *Piece) PropagateAutomaton(may func(Cell) Set) (cells []Cell, left []Set) {
	for _, walk := range p.walks {
		a, n, states := walk.automaton, len(walk.cells), len(walk.automaton.Edges)
		if cells == nil {
			cells, left = walk.cells, make([]Set, n)
		}
		able := make([]bool, (n+1)*states) // able[cell*states+state]: the state is possible before the cell
		for _, s := range a.Start {
			able[s] = true
		}
		for i, c := range cells {
			set := may(c)
			now, next := able[i*states:(i+1)*states], able[(i+1)*states:]
			for s, can := range now {
				if !can {
					continue
				}
				for _, e := range a.Edges[s] {
					if e.On&set != 0 {
						next[e.To] = true
					}
				}
			}
		}
		for s, accepts := range a.Accepting {
			able[n*states+s] = able[n*states+s] && accepts
		}
		for i := n - 1; i >= 0; i-- {
			set := may(cells[i])
			for s := range states {
				if !able[i*states+s] {
					continue
				}
				goes := Set(0)
				for _, e := range a.Edges[s] {
					if able[(i+1)*states+e.To] {
						goes |= e.On & set
					}
				}
				able[i*states+s] = goes != 0
				left[i] |= goes
			}
		}
	}
	return cells, left
}

// eachConstraint calls yield for each constraint of the list except Allow, with the constraint's cells. x is a pointer
// to the constraint, or FormDistinct or FormEqual. yield must not keep cells.
func (c *Constraints) eachConstraint(yield func(x any, cells []Cell)) {
	for _, x := range c.distinct {
		yield(FormDistinct, x)
	}
	for i := range c.relations {
		yield(&c.relations[i], []Cell{c.relations[i].a, c.relations[i].b})
	}
	for i := range c.notBoth {
		yield(&c.notBoth[i], []Cell{c.notBoth[i].a, c.notBoth[i].b})
	}
	for i := range c.equal {
		yield(FormEqual, c.equal[i][:])
	}
	for i := range c.sets {
		yield(&c.sets[i], c.sets[i].cells)
	}
	var cells []Cell
	for i := range c.sums {
		cells = cells[:0]
		for _, t := range c.sums[i].terms {
			cells = append(cells, t.Cell)
		}
		yield(&c.sums[i], cells)
	}
	for i := range c.counts {
		yield(&c.counts[i], c.counts[i].cells)
	}
	for i := range c.required {
		yield(&c.required[i], c.required[i].cells)
	}
	for i := range c.automata {
		yield(&c.automata[i], c.automata[i].cells)
	}
	for i := range c.connected {
		yield(&c.connected[i], c.connected[i].cells)
	}
	for i := range c.apart {
		cells = append(append(cells[:0], c.apart[i].cells...), c.apart[i].groups...)
		yield(&c.apart[i], cells)
	}
	for i := range c.numbered {
		yield(&c.numbered[i], c.numbered[i])
	}
	for i := range c.occurs {
		yield(&c.occurs[i], c.occurs[i].cells)
	}
	for i := range c.same {
		cells = append(append(cells[:0], c.same[i].a...), c.same[i].b...)
		yield(&c.same[i], cells)
	}
	for i := range c.either {
		var within []Cell
		for _, way := range c.either[i] {
			for _, x := range way.allowed {
				within = append(within, x.cell)
			}
			way.eachConstraint(func(_ any, cells []Cell) { within = append(within, cells...) })
		}
		yield(&c.either[i], within)
	}
	for _, x := range c.propagator {
		yield(x, x.Cells())
	}
}

// Pieces returns the constraints of c as pieces.
func (n *Network) Pieces(c *Constraints) (all []Piece) {
	for _, x := range c.allowed {
		all = append(all, Piece{Form: FormAllow, Cells: []Cell{x.cell}, Allowed: x.set, state: func(into *Constraints) { into.Allow(x.cell, x.set) }})
	}
	c.eachConstraint(func(x any, cells []Cell) {
		cells = slices.Clone(cells)
		p := Piece{Cells: cells}
		switch x := x.(type) {
		case Form:
			if p.Form = x; x == FormEqual {
				p.state = func(into *Constraints) { into.Equal(cells[0], cells[1]) }
			} else {
				p.state = func(into *Constraints) { into.Distinct(cells...) }
			}
		case *relationOf:
			p.Form, p.Relation = FormRelation, x.relation
			p.state = func(into *Constraints) { into.Relation(x.a, x.b, x.relation) }
		case *notBothOf:
			r := &Relation{to: make([]Set, n.values), from: make([]Set, n.values)}
			for v := range r.to {
				r.to[v] = n.AllNumbers() &^ (x.set & (1 << v))
				r.from[v] = r.to[v]
			}
			p.Form, p.Relation = FormRelation, r
			p.state = func(into *Constraints) { into.NotBoth(x.a, x.b, x.set) }
		case *setsOf:
			p.Sets = x.sets
			if sum, same := x.commonSum(); same {
				p.Sum = sum + n.first*len(x.cells)
				for _, cell := range x.cells {
					p.Terms = append(p.Terms, Term{cell, 1})
				}
			}
			p.state = func(into *Constraints) { into.OneOfSets(x.cells, x.sets) }
		case *sumOf:
			if x.lo == x.hi {
				p.Terms, p.Sum = x.terms, x.lo
			}
			p.state = func(into *Constraints) { into.Sum(x.terms, x.lo, x.hi) }
		case *countOf:
			p.state = func(into *Constraints) { into.Count(x.cells, x.set, x.lo, x.hi) }
		case *requiredOf:
			p.state = func(into *Constraints) { into.RequiredNumbers(x.cells, x.values...) }
		case *automatonOf:
			p.walks = []automatonOf{*x}
			p.state = func(into *Constraints) { into.Automaton(x.cells, x.automaton) }
		case *connectedOf:
			p.state = func(into *Constraints) { into.Connected(x.cells, x.neighbours, x.set, x.size) }
		case *apartOf:
			p.state = func(into *Constraints) { into.DistinctInGroups(x.cells, x.groups, x.size) }
		case *[]Cell:
			p.state = func(into *Constraints) { into.FirstOccurrencesAscend(*x) }
		case *occurOf:
			p.state = func(into *Constraints) { into.OccurrenceCounts(x.cells, x.times) }
		case *sameOf:
			p.state = func(into *Constraints) { into.SameValues(x.a, x.b) }
		case *[]*Constraints: // the alternatives of Either
			for _, way := range *x {
				if len(way.automata) == 0 || !slices.Equal(way.automata[0].cells, (*x)[0].automata[0].cells) {
					p.walks = nil
					break
				}
				p.walks = append(p.walks, way.automata[0])
			}
			p.state = func(into *Constraints) { into.Either(*x...) }
		case Propagator:
			p.state = func(into *Constraints) { into.Add(x) }
		}
		if p.Form != FormRelation {
			p.Cells = slices.Clone(cells)
			slices.Sort(p.Cells)
			p.Cells = slices.Compact(p.Cells)
		}
		all = append(all, p)
	})
	return all
}

// CopyWithPieces returns a network with the same cells, but only the constraints in pieces. domains replaces the
// domains of the first cells.
func (n *Network) CopyWithPieces(domains []Set, pieces ...Piece) *Network {
	only := &Network{first: n.first, values: n.values, hidden: n.hidden}
	only.domain = append(slices.Clone(domains), n.domain[len(domains):]...)
	for _, p := range pieces {
		p.state(&only.Constraints)
	}
	return only
}

// commonSum returns the sum of the indices in each set. same is false if the sets have different sums.
func (x setsOf) commonSum() (sum int, same bool) {
	for i, set := range x.sets {
		of := 0
		for bit := range 64 {
			if set>>bit&1 != 0 {
				of += bit
			}
		}
		if i > 0 && of != sum {
			return 0, false
		}
		sum = of
	}
	return sum, len(x.sets) > 0
}

// Rows returns, for each value of the first cell, the values that the second may have.
func (r *Relation) Rows() []Set { return r.to }
