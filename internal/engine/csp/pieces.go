package csp

import "slices"

// Form says what a piece is.
type Form uint8

const (
	// FormOther is any constraint but the following.
	FormOther Form = iota
	// FormDistinct: its cells have different values.
	FormDistinct
	// FormRelation: its two cells keep Relation.
	FormRelation
	// FormEqual: its two cells have the same value.
	FormEqual
	// FormAllow: its cell has a value of Allowed.
	FormAllow
)

// Piece is one constraint of a list, by itself: what a person looks at.
type Piece struct {
	Form     Form
	Cells    []Cell // each once, in ascending order; of a relation in its own
	Relation *Relation
	Allowed  Set
	Terms    []Term // Sum is what they add up to, where that is fixed
	Sum      int

	state func(into *Constraints)
}

// Pieces are the constraints of a list of the network, one by one.
func (n *Network) Pieces(c *Constraints) (all []Piece) {
	add := func(p Piece, state func(into *Constraints)) {
		if p.Form != FormRelation {
			p.Cells = slices.Clone(p.Cells)
			slices.Sort(p.Cells)
			p.Cells = slices.Compact(p.Cells)
		}
		p.state = state
		all = append(all, p)
	}
	for _, x := range c.allowed {
		add(Piece{Form: FormAllow, Cells: []Cell{x.cell}, Allowed: x.set}, func(into *Constraints) { into.Allow(x.cell, x.set) })
	}
	for _, x := range c.distinct {
		add(Piece{Form: FormDistinct, Cells: x}, func(into *Constraints) { into.Distinct(x...) })
	}
	for _, x := range c.relations {
		add(Piece{Form: FormRelation, Cells: []Cell{x.a, x.b}, Relation: x.relation}, func(into *Constraints) { into.Relation(x.a, x.b, x.relation) })
	}
	for _, x := range c.notBoth {
		r := &Relation{to: make([]Set, n.values), from: make([]Set, n.values)}
		for v := range r.to {
			r.to[v] = n.All() &^ (x.set & (1 << v))
			r.from[v] = r.to[v]
		}
		add(Piece{Form: FormRelation, Cells: []Cell{x.a, x.b}, Relation: r}, func(into *Constraints) { into.NotBoth(x.a, x.b, x.set) })
	}
	for _, x := range c.equal {
		add(Piece{Form: FormEqual, Cells: x[:]}, func(into *Constraints) { into.Equal(x[0], x[1]) })
	}
	for _, x := range c.sets {
		p := Piece{Cells: x.cells}
		if sum, same := x.sum(); same {
			p.Sum = sum + n.first*len(x.cells)
			for _, cell := range x.cells {
				p.Terms = append(p.Terms, Term{cell, 1})
			}
		}
		add(p, func(into *Constraints) { into.Sets(x.cells, x.sets) })
	}
	for _, x := range c.sums {
		p := Piece{}
		for _, t := range x.terms {
			p.Cells = append(p.Cells, t.Cell)
		}
		if x.lo == x.hi {
			p.Terms, p.Sum = x.terms, x.lo
		}
		add(p, func(into *Constraints) { into.Sum(x.terms, x.lo, x.hi) })
	}
	for _, x := range c.counts {
		add(Piece{Cells: x.cells}, func(into *Constraints) { into.Count(x.cells, x.set, x.lo, x.hi) })
	}
	for _, x := range c.required {
		add(Piece{Cells: x.cells}, func(into *Constraints) { into.Required(x.cells, x.values...) })
	}
	for _, x := range c.automata {
		add(Piece{Cells: x.cells}, func(into *Constraints) { into.Automaton(x.cells, x.automaton) })
	}
	for _, x := range c.connected {
		add(Piece{Cells: x.cells}, func(into *Constraints) { into.Connected(x.cells, x.neighbours, x.set, x.size) })
	}
	for _, x := range c.apart {
		add(Piece{Cells: slices.Concat(x.cells, x.groups)}, func(into *Constraints) { into.Apart(x.cells, x.groups, x.size) })
	}
	for _, x := range c.numbered {
		add(Piece{Cells: x}, func(into *Constraints) { into.Numbered(x) })
	}
	for _, x := range c.occurs {
		add(Piece{Cells: x.cells}, func(into *Constraints) { into.Occur(x.cells, x.times) })
	}
	for _, x := range c.same {
		add(Piece{Cells: slices.Concat(x.a, x.b)}, func(into *Constraints) { into.SameValues(x.a, x.b) })
	}
	for _, x := range c.either {
		p := Piece{}
		for _, way := range x {
			for _, part := range n.Pieces(way) {
				p.Cells = append(p.Cells, part.Cells...)
			}
		}
		add(p, func(into *Constraints) { into.Either(x...) })
	}
	for _, x := range c.propagator {
		add(Piece{Cells: x.Cells()}, func(into *Constraints) { into.Add(x) })
	}
	return all
}

// Only is a network of the same cells, with these domains and of its constraints the pieces
// alone. Hidden cells keep what they may be where domains ends before them.
func (n *Network) Only(domains []Set, pieces ...Piece) *Network {
	only := &Network{first: n.first, values: n.values, hidden: n.hidden}
	only.domain = append(slices.Clone(domains), n.domain[len(domains):]...)
	for _, p := range pieces {
		p.state(&only.Constraints)
	}
	return only
}

// sum is what the indices of the values of each of the sets add up to, where that is the same.
func (x setsOf) sum() (sum int, same bool) {
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

// Rows are, for each value of the first cell, those that the second may then have.
func (r *Relation) Rows() []Set { return r.to }
