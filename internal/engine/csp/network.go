// Package csp finds and counts the ways to give every cell of a network one of its values
// so that every constraint holds. It knows no Sudoku: a board's kinds of rules are compiled
// into a Network by whoever asks.
//
// Reading path: [Network] and its constraints (this file), [Count] (count.go), what each
// constraint takes away (narrow.go, occur.go, linear.go, automaton.go, connected.go, regions.go, names.go), how a
// network becomes flat arrays (program.go) and what follows from several constraints at
// once (derive.go, pairwise.go), the search (search.go).
//
//	values of a cell   one Set, bit i for the number first+i
//
//	         bit 63            8 7 6 5 4 3 2 1 0
//	             0 …           1 0 0 0 0 1 0 0 1     first = 1: the cell is 1, 4 or 9
//
//	domains            one Set a cell; a frame of the search is a copy of all of them
//
//	             cell 0   cell 1   cell 2   …   cell n-1   hidden cells
//
//	program            propagators sorted by cost, each a kind and an index into the flat
//	                   array of that kind; wake[cell] and dirty are bit sets over them
//
//	             0 … distinct …  relations …  sets …  counts …  sums …  automata …
//
// It imports nothing of this module and nothing beyond the standard library.
package csp

import (
	"math/bits"
	"sync"
)

// Set is a set of up to 64 values: bit i is the network's i-th value.
type Set uint64

// Len is how many values the set has.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Min is the index of the least value, 64 of an empty set.
func (s Set) Min() int { return bits.TrailingZeros64(uint64(s)) }

// Max is the index of the greatest value, -1 of an empty set.
func (s Set) Max() int { return bits.Len64(uint64(s)) - 1 }

// Single tells whether the set has one value.
func (s Set) Single() bool { return s != 0 && s&(s-1) == 0 }

// Cell is the index of a cell of a network.
type Cell uint16

// Network is cells, each with the values it may take, and constraints between them.
// A network is built once and then only read, so searches may share it.
type Network struct {
	Constraints
	first   int
	domain  []Set
	hidden  int // cells from here on do not count
	values  int
	board   *Board // or nil: the first of its groups
	places  []placesOf
	ordered bool // Numbered is kept to the letter
}

type placesOf struct {
	cells []Cell
	set   Set
}

// Bound has all that is stated of the network from now on, and its compilation, draw on a
// budget: within [Budget.Within], where it may end.
func (n *Network) Bound(b *Budget) {
	n.budget, n.each = b, 128+len(n.domain)/8
}

// Alternative is an empty list of constraints for Either, which draws on the same budget.
func (n *Network) Alternative() *Constraints { return &Constraints{budget: n.budget, each: n.each} }

// Spend draws on the network's budget, for what a caller does to state constraints.
func (n *Network) Spend(steps int) { n.budget.Spend(steps) }

// New returns a network of so many cells, each of which may be any of the numbers
// first … first+values-1; values is at most 64.
func New(first, values, cells int) *Network {
	n := &Network{first: first, values: values, hidden: cells, domain: make([]Set, cells)}
	for i := range n.domain {
		n.domain[i] = n.All()
	}
	return n
}

// First is the number that bit 0 of a Set stands for.
func (n *Network) First() int { return n.first }

// Values is how many numbers there are.
func (n *Network) Values() int { return n.values }

// Cells is how many cells there are, hidden ones included.
func (n *Network) Cells() int { return len(n.domain) }

// All is the set of all numbers.
func (n *Network) All() Set { return ^Set(0) >> (64 - n.values) }

// SetOf is the set of these numbers; numbers that the network does not have are left out.
func (n *Network) SetOf(numbers ...int) (s Set) {
	for _, v := range numbers {
		if i := v - n.first; i >= 0 && i < n.values {
			s |= 1 << i
		}
	}
	return s
}

// Hidden adds a cell that only helps to state constraints: solutions that differ in
// nothing but hidden cells count as one. It comes after every cell of New. What stands in
// an alternative of Either may restrict it, too.
func (n *Network) Hidden(allowed Set) Cell {
	n.domain = append(n.domain, allowed&n.All())
	return Cell(len(n.domain) - 1)
}

// Same returns the first of the cells that are equal to a cell by what was stated so far.
func (n *Network) Same(cell Cell) Cell {
	for again := true; again; {
		again = false
		for _, e := range n.equal {
			if low, high := min(e[0], e[1]), max(e[0], e[1]); high == cell && low < cell {
				cell, again = low, true
			}
		}
	}
	return cell
}

// Branch has the search consider, wherever it decides, in which of the cells a value of the set
// stands. It says nothing of the solutions.
func (n *Network) Branch(cells []Cell, set Set) {
	n.budget.Spend(16)
	n.places = append(n.places, placesOf{cells, set})
}

// Constraints is a list of constraints that all hold: those of a network, or one
// alternative of Either. The slices handed to its methods are kept, and not changed.
type Constraints struct {
	allowed    []allowed
	distinct   [][]Cell
	sets       []setsOf
	relations  []relationOf
	notBoth    []notBothOf
	equal      [][2]Cell
	sums       []sumOf
	counts     []countOf
	required   []requiredOf
	automata   []automatonOf
	connected  []connectedOf
	apart      []apartOf
	occurs     []occurOf
	numbered   [][]Cell
	same       []sameOf
	either     [][]*Constraints
	propagator []Propagator

	budget *Budget
	each   int // steps for a propagator: it is woken by cells, a bit each
}

type allowed struct {
	cell Cell
	set  Set
}

type setsOf struct {
	cells []Cell
	sets  []Set
}

type relationOf struct {
	a, b     Cell
	relation *Relation
}

type notBothOf struct {
	a, b Cell
	set  Set
}

type sumOf struct {
	terms  []Term
	lo, hi int
}

type countOf struct {
	cells  []Cell
	set    Set
	lo, hi int
}

type requiredOf struct {
	cells  []Cell
	values []int
}

type automatonOf struct {
	cells     []Cell
	automaton *Automaton
}

type connectedOf struct {
	cells      []Cell
	neighbours [][]int
	set        Set
	size       int
}

type occurOf struct {
	cells []Cell
	times []Set
}

type sameOf struct{ a, b []Cell }

type apartOf struct {
	cells, groups []Cell
	size          int
}

// Allow leaves the cell only the values of the set.
func (c *Constraints) Allow(cell Cell, set Set) {
	c.budget.Spend(16)
	c.allowed = append(c.allowed, allowed{cell, set})
}

// Distinct keeps the values of the cells different from each other. As many cells as
// values form a house, in which each value has its place.
func (c *Constraints) Distinct(cells ...Cell) {
	c.budget.Spend(c.each + 2*len(cells)*len(cells))
	c.distinct = append(c.distinct, cells)
}

// Sets gives the cells different values that together are one of the sets, each of which
// has as many values as there are cells: a cage's sum, a renban.
func (c *Constraints) Sets(cells []Cell, sets []Set) {
	c.budget.Spend(c.each + 2*len(cells)*len(cells))
	c.sets = append(c.sets, setsOf{cells, sets})
}

// Relation keeps the pair of values of a and b within a relation.
func (c *Constraints) Relation(a, b Cell, r *Relation) {
	c.budget.Spend(c.each)
	c.relations = append(c.relations, relationOf{a, b, r})
}

// NotBoth keeps a and b from having one value of the set both. It costs a network less than a
// relation, as nothing runs before one of the two has its value.
func (c *Constraints) NotBoth(a, b Cell, set Set) {
	c.budget.Spend(40 + 24*set.Len())
	c.notBoth = append(c.notBoth, notBothOf{a, b, set})
}

// Equal gives both cells the same value.
func (c *Constraints) Equal(a, b Cell) {
	c.budget.Spend(c.each)
	c.equal = append(c.equal, [2]Cell{a, b})
}

// Term is a coefficient times the number in a cell.
type Term struct {
	Cell        Cell
	Coefficient int
}

// Sum keeps the sum of the terms, of numbers and not of indices, from lo to hi. Terms of
// one cell are added up.
func (c *Constraints) Sum(terms []Term, lo, hi int) {
	c.budget.Spend(c.each + len(terms)*(64+len(terms)))
	c.sums = append(c.sums, sumOf{terms, lo, hi})
}

// Count puts values of the set into at least lo and at most hi of the cells.
func (c *Constraints) Count(cells []Cell, set Set, lo, hi int) {
	c.budget.Spend(c.each + 16*len(cells))
	c.counts = append(c.counts, countOf{cells, set, lo, hi})
}

// Required puts each of the numbers into one of the cells, a number that is given twice
// into two.
func (c *Constraints) Required(cells []Cell, numbers ...int) {
	c.budget.Spend(c.each + 16*len(cells))
	c.required = append(c.required, requiredOf{cells, numbers})
}

// Automaton has the automaton accept the values of the cells in their order.
func (c *Constraints) Automaton(cells []Cell, a *Automaton) {
	c.budget.Spend(c.each + 16*len(cells))
	a.unrolled(len(cells), c.budget)
	c.automata = append(c.automata, automatonOf{cells, a})
}

// Connected joins the cells with a value of the set: from each of them each other is
// reached over neighbours with a value of the set. neighbours[i] lists, by their index in
// cells, the neighbours of cells[i]. size is how many cells have a value of the set, and 0
// leaves their number open; then none at all is also connected.
func (c *Constraints) Connected(cells []Cell, neighbours [][]int, set Set, size int) {
	c.budget.Spend(c.each + 64*len(cells))
	c.connected = append(c.connected, connectedOf{cells, neighbours, set, size})
}

// Occur has each value occur in the cells as often as is allowed: times[i] has bit k where
// the i-th value may occur k times. Beyond the end of times, a value may occur any number
// of times.
func (c *Constraints) Occur(cells []Cell, times []Set) {
	c.budget.Spend(c.each + 64*len(cells))
	c.occurs = append(c.occurs, occurOf{cells, times})
}

// SameValues gives two lists of cells the same values, each as often.
func (c *Constraints) SameValues(a, b []Cell) {
	c.budget.Spend(64 * (c.each + 16*(len(a)+len(b))))
	c.same = append(c.same, sameOf{a, b})
}

// Apart gives cells that are in the same group different values; the group of cells[i] is
// the value of groups[i]. size is how many cells each group has that one of them can be in
// at first, and 0 leaves it open: a group of as many cells as there are values has every
// value.
func (c *Constraints) Apart(cells, groups []Cell, size int) {
	c.budget.Spend(c.each + 64*len(cells))
	c.apart = append(c.apart, apartOf{cells, groups, size})
}

// Either keeps at least one of the alternatives. None at all is a contradiction.
func (c *Constraints) Either(alternatives ...*Constraints) {
	c.budget.Spend(c.each)
	c.either = append(c.either, alternatives)
}

// Add adds a constraint of a kind that this package lacks.
func (c *Constraints) Add(p Propagator) {
	c.budget.Spend(c.each)
	c.propagator = append(c.propagator, p)
}

// Propagator is a constraint that says by itself what it excludes.
type Propagator interface {
	// Cells lists the cells that Narrow reads or narrows.
	Cells() []Cell
	// Narrow takes away values that no assignment within the domains can have, and
	// returns false if there is none; it never takes away a value that one has. Where
	// each of its cells has a single value it tells whether they keep the constraint.
	// It is called again after each change of one of its cells, its own included, on
	// one branch of a search after the other: it keeps nothing between calls.
	Narrow(d *Domains) bool
}

// Blaming is a Propagator of many cells, some of which a contradiction is due to more than to the
// others: the search branches on these.
type Blaming interface {
	Propagator
	Blamed() []Cell
}

// Domains is what each cell can still be, at one node of a search.
type Domains struct {
	sets    []Set
	changed []Cell // those narrowed since the search last looked
	fixed   []Cell // those of them that were left one value
}

// Of returns the values that the cell can still take; it is never empty.
func (d *Domains) Of(c Cell) Set { return d.sets[c] }

// Keep takes all values but those of the set from the cell, and tells whether any is left.
func (d *Domains) Keep(c Cell, s Set) bool {
	was := d.sets[c]
	now := was & s
	return now == was || d.change(c, now)
}

func (d *Domains) change(c Cell, now Set) bool {
	d.sets[c] = now
	d.changed = append(d.changed, c)
	if now&(now-1) == 0 {
		if now == 0 {
			return false
		}
		d.fixed = append(d.fixed, c)
	}
	return true
}

func (d *Domains) clear() { d.changed, d.fixed = d.changed[:0], d.fixed[:0] }

// Relation is a set of pairs of values. Networks may share it.
type Relation struct {
	to, from []Set // to[i]: what b can be where a is i; from[j]: what a can be where b is j

	once             sync.Once
	halfTo, halfFrom [2][256]uint16

	apart     *Relation // by differing
	apartOnce sync.Once
}

// NewRelation returns the pairs of the numbers first … first+values-1 for which holds
// returns true.
func NewRelation(first, values int, holds func(a, b int) bool) *Relation {
	r := &Relation{to: make([]Set, values), from: make([]Set, values)}
	for i := range values {
		for j := range values {
			if holds(first+i, first+j) {
				r.to[i] |= 1 << j
				r.from[j] |= 1 << i
			}
		}
	}
	return r
}

// Automaton reads values in their order from a state to others, and accepts them if it can
// then be in a state that is Accepting. Networks may share it.
type Automaton struct {
	Start     []int
	Accepting []bool   // by state
	Edges     [][]Edge // by state

	lock   sync.Mutex
	layers map[int]*layers // by length
}

// Edge leads to a state on each value of a set.
type Edge struct {
	To int
	On Set
}

// NewAutomaton returns the automaton over the numbers first … first+values-1 whose states
// are what step makes of start; step returns false where no sequence that goes on like
// this is accepted. What has more than most states is not built: nil.
func NewAutomaton[S comparable](first, values, most int, start S, step func(s S, number int) (S, bool), accepting func(S) bool) *Automaton {
	a := &Automaton{Start: []int{0}}
	index := map[S]int{start: 0}
	states := []S{start}
	for i := 0; i < len(states); i++ {
		if len(states) > most {
			return nil
		}
		var edges []Edge
		for v := range values {
			s, ok := step(states[i], first+v)
			if !ok {
				continue
			}
			to, known := index[s]
			if !known {
				to = len(states)
				index[s] = to
				states = append(states, s)
			}
			edges = addEdge(edges, to, 1<<v)
		}
		a.Edges = append(a.Edges, edges)
		a.Accepting = append(a.Accepting, accepting(states[i]))
	}
	return a
}

// addEdge adds values to the edge that leads to a state.
func addEdge(edges []Edge, to int, on Set) []Edge {
	for i := range edges {
		if edges[i].To == to {
			edges[i].On |= on
			return edges
		}
	}
	return append(edges, Edge{to, on})
}
