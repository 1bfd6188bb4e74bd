package csp

import "slices"

// Form classifies a Piece for explanations.
type Form uint8

const (
	// FormOther is any constraint that has none of the forms below.
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

// Piece is one constraint of a list, with the properties that explanations use.
type Piece struct {
	Form     Form
	Cells    []Cell // the constraint's cells, ascending, without duplicates; for a relation: its first cell, then its second
	Relation *Relation
	Allowed  Set
	Terms    []Term // for an equation: the terms on its left side; Sum is its right side
	Sum      int
	Sets     []Set // the sets of values that the cells can have, if their values must differ

	state func(into *Constraints)
	walks []automatonOf // the automata of the piece, at least one of which must accept its cells
}

// PropagateAutomaton propagates the states of the piece's automaton along its cells, forwards and backwards. `domainOf`
// returns the values of a cell. `left` has the values that remain in each of `cells`. If the piece has several automata
// as alternatives, `left` has the values that at least one automaton leaves. For a piece without automata both results
// are nil.
func (p *Piece) PropagateAutomaton(domainOf func(Cell) Set) (cells []Cell, left []Set) {
	var s search
	for _, walk := range p.walks {
		n := len(walk.cells)
		if cells == nil {
			cells, left = walk.cells, make([]Set, n)
		}
		x, d := layeredAutomaton{a: walk.automaton.layersFor(n, nil)}, Domains{}
		for i, c := range cells {
			x.cells, d.sets = append(x.cells, Cell(i)), append(d.sets, domainOf(c))
		}
		if s.narrowLargeAutomaton(&x, &d) {
			for i, set := range d.sets {
				left[i] |= set
			}
		}
	}
	return cells, left
}

// eachConstraint calls yield for each constraint of the list except Allow, with the constraint's cells. x is a pointer
// to the constraint, or one of the constants FormDistinct and FormEqual. yield must not keep `cells`.
func (c *Constraints) eachConstraint(yield func(x any, cells []Cell)) {
	for _, x := range c.distinct {
		yield(FormDistinct, x)
	}
	yieldEach(c.relations, yield, func(x *relationOf) []Cell { return []Cell{x.a, x.b} })
	yieldEach(c.notBoth, yield, func(x *notBothOf) []Cell { return []Cell{x.a, x.b} })
	for i := range c.equal {
		yield(FormEqual, c.equal[i][:])
	}
	yieldEach(c.sets, yield, func(x *setsOf) []Cell { return x.cells })
	yieldEach(c.sums, yield, func(x *sumOf) (cells []Cell) {
		for _, t := range x.terms {
			cells = append(cells, t.Cell)
		}
		return cells
	})
	yieldEach(c.counts, yield, func(x *countOf) []Cell { return x.cells })
	yieldEach(c.required, yield, func(x *requiredOf) []Cell { return x.cells })
	yieldEach(c.automata, yield, func(x *automatonOf) []Cell { return x.cells })
	yieldEach(c.connected, yield, func(x *connectedOf) []Cell { return x.cells })
	yieldEach(c.differing, yield, func(x *apartOf) []Cell { return slices.Concat(x.cells, x.groups) })
	yieldEach(c.numbered, yield, func(x *[]Cell) []Cell { return *x })
	yieldEach(c.occurs, yield, func(x *occurOf) []Cell { return x.cells })
	yieldEach(c.same, yield, func(x *sameOf) []Cell { return slices.Concat(x.a, x.b) })
	yieldEach(c.either, yield, func(x *[]*Constraints) (inside []Cell) {
		for _, way := range *x {
			for _, a := range way.allowed {
				inside = append(inside, a.Cell)
			}
			way.eachConstraint(func(_ any, cells []Cell) { inside = append(inside, cells...) })
		}
		return inside
	})
	for _, x := range c.propagator {
		yield(x, x.Cells())
	}
}

func yieldEach[T any](list []T, yield func(x any, cells []Cell), cells func(x *T) []Cell) {
	for i := range list {
		yield(&list[i], cells(&list[i]))
	}
}

// Pieces splits a list of constraints of the network into one piece for each constraint.
func (n *Network) Pieces(c *Constraints) (all []Piece) {
	for _, x := range c.allowed {
		all = append(all, Piece{Form: FormAllow, Cells: []Cell{x.Cell}, Allowed: x.Set, state: func(into *Constraints) { into.Allow(x.Cell, x.Set) }})
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
			if sum, same := sumOfEachSet(*x); same {
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

// CopyWithPieces returns a network with the same cells, but only the constraints in `pieces`. `domains` replaces the
// domains of the first cells.
func (n *Network) CopyWithPieces(domains []Set, pieces ...Piece) *Network {
	reduced := &Network{first: n.first, values: n.values, hidden: n.hidden}
	reduced.domain = append(slices.Clone(domains), n.domain[len(domains):]...)
	for _, p := range pieces {
		p.state(&reduced.Constraints)
	}
	return reduced
}
