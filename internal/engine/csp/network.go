// Package csp finds and counts the solutions of a network: assignments of a value to each cell that satisfy all
// constraints. It knows nothing of Sudoku: callers translate the rules of a board into a Network.
//
// Reading path: [Network] and its constraints are in this file, and [Count] is in count.go. narrow.go, occur.go,
// linear.go, automaton.go, connected.go, regions.go and names.go prune by the constraints. program.go turns a network
// into flat arrays, derive.go and pairwise.go add constraints that follow from several others, and search.go has the
// search.
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
//	program propagators sorted by cost, each with a kind and an index into the flat
//	                   array of that kind; wake[cell] and dirty are bit sets over them
//
//	             0 … distinct …  relations …  sets …  counts …  sums …  automata …
//
// The package imports only the standard library.
package csp

import (
	"math/bits"
	"sync"
)

// Set is a set of up to 64 values: bit i stands for the i-th value of the network.
type Set uint64

// Len returns the number of values in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Min returns the index of the least value, or 64 if the set is empty.
func (s Set) Min() int { return bits.TrailingZeros64(uint64(s)) }

// Max returns the index of the greatest value, or -1 if the set is empty.
func (s Set) Max() int { return bits.Len64(uint64(s)) - 1 }

// Single reports whether the set has exactly one value.
func (s Set) Single() bool { return s != 0 && s&(s-1) == 0 }

// Cell is the index of a cell of a network.
type Cell uint16

// Network holds cells, each with its possible values, and constraints on the cells. Several searches may share a
// network, because they only read it.
type Network struct {
	Constraints
	first   int
	domain  []Set
	hidden  int // the index of the first hidden cell
	values  int
	board   *Board // the argument of AddBoard, or nil; its groups are the first elements of distinct
	places  []placesOf
	ordered bool // the search must obey FirstOccurrencesAscend at every step, and may not number groups itself
}

type placesOf struct {
	cells []Cell
	set   Set
}

// SetBudget charges b for all constraints added later, and for compiling the network. The caller must add the
// constraints inside [Budget.Run].
func (n *Network) SetBudget(b *Budget) {
	n.budget, n.cost = b, 128+len(n.domain)/8
}

// NewAlternative returns an empty list of constraints that can be an alternative of Either. Its constraints use the
// network's budget.
func (n *Network) NewAlternative() *Constraints { return &Constraints{budget: n.budget, cost: n.cost} }

// Spend subtracts steps from the network's budget, for work that the caller has done itself.
func (n *Network) Spend(steps int) { n.budget.Spend(steps) }

// New returns a network of cells that can have the numbers first to first+values-1. `values` is at most 64. The network
// has no constraints.
func New(first, values, cells int) *Network {
	n := &Network{first: first, values: values, hidden: cells, domain: make([]Set, cells)}
	n.allowed = make([]Allowed, 0, cells/2) // a capacity that suffices for the givens of most boards
	for i := range n.domain {
		n.domain[i] = n.AllNumbers()
	}
	return n
}

// FirstNumber returns the number for which bit 0 of a Set stands.
func (n *Network) FirstNumber() int { return n.first }

// Values returns the number of values that a cell can have.
func (n *Network) Values() int { return n.values }

// Cells returns the number of cells, including hidden ones.
func (n *Network) Cells() int { return len(n.domain) }

// AllNumbers returns the set of every number that a cell of the network can have.
func (n *Network) AllNumbers() Set { return ^Set(0) >> (64 - n.values) }

// SetOf converts numbers to a Set. It ignores numbers that are no values of the network.
func (n *Network) SetOf(numbers ...int) (s Set) {
	for _, v := range numbers {
		if i := v - n.first; i >= 0 && i < n.values {
			s |= 1 << i
		}
	}
	return s
}

// AddHiddenCell adds a cell that only helps to express constraints, and returns it. Hidden cells come after the cells
// that New makes. Solutions that differ only in hidden cells count as one. Alternatives of Either may restrict hidden
// cells, too.
func (n *Network) AddHiddenCell(allowed Set) Cell {
	n.domain = append(n.domain, allowed&n.AllNumbers())
	return Cell(len(n.domain) - 1)
}

// FirstEqual returns the cell with the least index that must equal cell because of the constraints added so far.
func (n *Network) FirstEqual(cell Cell) Cell {
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

// AddBranchQuestion lets the search also branch on this question: which of the cells has a value of `set`? The
// solutions do not change.
func (n *Network) AddBranchQuestion(cells []Cell, set Set) {
	n.budget.Spend(16)
	n.places = append(n.places, placesOf{cells, set})
}

// Constraints is a list of constraints that must all hold. A network has one list, and each alternative of Either has
// one. Its methods keep the slices passed to them, but do not change them.
type Constraints struct {
	allowed    []Allowed
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
	differing  []apartOf
	occurs     []occurOf
	numbered   [][]Cell
	same       []sameOf
	either     [][]*Constraints
	propagator []Propagator

	budget *Budget
	cost   int // the cost of each propagator in steps of the budget; it grows with the number of cells
}

// Allowed restricts a cell to a set of values.
type Allowed struct {
	Cell Cell
	Set  Set
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

// Allow restricts cell to the values of `set`.
func (c *Constraints) Allow(cell Cell, set Set) {
	c.budget.Spend(16)
	c.allowed = append(c.allowed, Allowed{cell, set})
}

// Distinct requires the cells to have different values. If the number of cells equals the number of values, the cells
// form a house, in which each value has a place.
func (c *Constraints) Distinct(cells ...Cell) {
	c.budget.Spend(c.cost + 2*len(cells)*len(cells))
	c.distinct = append(c.distinct, cells)
}

// OneOfSets requires the cells to have different values that together form one of the sets. Each set has as many values
// as there are cells. Examples: a cage's sum, a renban line.
func (c *Constraints) OneOfSets(cells []Cell, sets []Set) {
	c.budget.Spend(c.cost + 2*len(cells)*len(cells))
	c.sets = append(c.sets, setsOf{cells, sets})
}

// Relation requires the pair of values of a and b to be in r.
func (c *Constraints) Relation(a, b Cell, r *Relation) {
	c.budget.Spend(c.cost)
	c.relations = append(c.relations, relationOf{a, b, r})
}

// NotBoth forbids a and b to have the same value of `set`. It is cheaper than a relation, because it waits until a or b
// has a single value.
func (c *Constraints) NotBoth(a, b Cell, set Set) {
	c.budget.Spend(40 + 24*set.Len())
	c.notBoth = append(c.notBoth, notBothOf{a, b, set})
}

// Equal requires both cells to have the same value.
func (c *Constraints) Equal(a, b Cell) {
	c.budget.Spend(c.cost)
	c.equal = append(c.equal, [2]Cell{a, b})
}

// Term is a cell with a coefficient in a sum.
type Term struct {
	Cell        Cell
	Coefficient int
}

// Sum requires lo ≤ Σ coefficient × number ≤ hi. Terms of the same cell are added up.
func (c *Constraints) Sum(terms []Term, lo, hi int) {
	c.budget.Spend(c.cost + len(terms)*(64+len(terms)))
	c.sums = append(c.sums, sumOf{terms, lo, hi})
}

// Count requires at least lo and at most hi of the cells to have a value of `set`.
func (c *Constraints) Count(cells []Cell, set Set, lo, hi int) {
	c.budget.Spend(c.cost + 16*len(cells))
	c.counts = append(c.counts, countOf{cells, set, lo, hi})
}

// RequiredNumbers requires each of the numbers to occur in one of the cells. A number that is listed twice
// must occur in two cells.
func (c *Constraints) RequiredNumbers(cells []Cell, numbers ...int) {
	c.budget.Spend(c.cost + 16*len(cells))
	c.required = append(c.required, requiredOf{cells, numbers})
}

// Automaton requires a to accept the values of the cells in the order of the list.
func (c *Constraints) Automaton(cells []Cell, a *Automaton) {
	c.budget.Spend(c.cost + 16*len(cells))
	a.layersFor(len(cells), c.budget)
	c.automata = append(c.automata, automatonOf{cells, a})
}

// Connected requires the cells with a value of `set` to be connected: every two are joined by a path of such cells.
// neighbours[i] lists the indices of the cells adjacent to cells[i]. size is the number of cells with a value of `set`;
// 0 means any number, including none.
func (c *Constraints) Connected(cells []Cell, neighbours [][]int, set Set, size int) {
	c.budget.Spend(c.cost + 64*len(cells))
	c.connected = append(c.connected, connectedOf{cells, neighbours, set, size})
}

// MostOccurring is the greatest number of cells that OccurrenceCounts accepts.
const MostOccurring = 63

// OccurrenceCounts restricts how often each value occurs in at most MostOccurring cells: the i-th value may occur k
// times if bit k of times[i] is set. Values beyond the end of `times` may occur any number of times.
func (c *Constraints) OccurrenceCounts(cells []Cell, times []Set) {
	c.budget.Spend(c.cost + 64*len(cells))
	c.occurs = append(c.occurs, occurOf{cells, times})
}

// SameValues requires each value to occur equally often in two lists of cells.
func (c *Constraints) SameValues(a, b []Cell) {
	c.budget.Spend(64 * (c.cost + 16*(len(a)+len(b))))
	c.same = append(c.same, sameOf{a, b})
}

// DistinctInGroups requires cells of one group to have different values. The value of groups[i] is the group of
// cells[i]. size is the number of cells of each group; 0 means any number. A group with as many cells as values has
// every value.
func (c *Constraints) DistinctInGroups(cells, groups []Cell, size int) {
	c.budget.Spend(c.cost + 64*len(cells))
	c.differing = append(c.differing, apartOf{cells, groups, size})
}

// Either requires at least one of the alternatives to hold. Without alternatives it is a contradiction.
func (c *Constraints) Either(alternatives ...*Constraints) {
	c.budget.Spend(c.cost)
	c.either = append(c.either, alternatives)
}

// Add adds a constraint implemented outside this package.
func (c *Constraints) Add(p Propagator) {
	c.budget.Spend(c.cost)
	c.propagator = append(c.propagator, p)
}

// Propagator is a constraint implemented outside this package.
type Propagator interface {
	// Cells lists the cells that Narrow reads or prunes.
	Cells() []Cell
	// Narrow removes only values that occur in no assignment that satisfies the constraint. It returns false if there
	// is no such assignment. If each cell has a single value, Narrow must decide whether these values satisfy the
	// constraint. The search calls Narrow again after each change of the constraint's cells, even if Narrow itself made
	// the change. Calls may belong to different branches of the search, so Narrow must not store anything between
	// calls.
	Narrow(d *Domains) bool
}

// Domains holds the set of possible values of each cell at one node of a search.
type Domains struct {
	sets    []Set
	changed []Cell // the cells that lost values since the search last checked
	fixed   []Cell // the cells in changed that have one value left
}

// DomainOf returns the possible values of c, at least one.
func (d *Domains) DomainOf(c Cell) Set { return d.sets[c] }

// Keep restricts c to the values of s. It returns false if no value remains.
func (d *Domains) Keep(c Cell, s Set) bool {
	was := d.sets[c]
	now := was & s
	return now == was || d.changeCell(c, now)
}

// keepAll restricts those cells that may have a value of `values` to the values of `keep`. It returns false if a cell has
// no value left.
func (d *Domains) keepAll(cells []Cell, values, keep Set) bool {
	for _, c := range cells {
		if d.sets[c]&values != 0 && !d.Keep(c, keep) {
			return false
		}
	}
	return true
}

func (d *Domains) changeCell(c Cell, now Set) bool {
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

func (d *Domains) clearChanges() { d.changed, d.fixed = d.changed[:0], d.fixed[:0] }

// Relation is a set of pairs of values. Several networks may use the same Relation.
type Relation struct {
	to, from []Set // to[i] has the values of the second cell if the first is i; from[j] has those of the first if the second is j

	once             sync.Once
	halfTo, halfFrom [2][256]uint16

	differing *Relation // the cached result of withoutEquals
	apartOnce sync.Once
}

// NewRelation returns the relation of all pairs of numbers, from first to first+values-1, for which holds
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

// Automaton is a nondeterministic finite automaton. It accepts a sequence of values if some path with these values
// leads from a Start state to an Accepting one. Several networks may use the same Automaton.
type Automaton struct {
	Start     []int
	Accepting []bool   // for each state, whether it accepts
	Edges     [][]Edge // for each state, its outgoing edges

	layers Cache[int, *layers] // the cached layers, by the number of cells
}

// Edge leads to the state To for each value in Values.
type Edge struct {
	To     int
	Values Set
}

// NewAutomaton returns the automaton over the numbers first to first+values-1 with the states that step reaches from
// `start`. step returns false if no continuation can be accepted. The result is nil if the number of states exceeds
// `limit`.
func NewAutomaton[S comparable](first, values, limit int, start S, step func(s S, number int) (S, bool), accepting func(S) bool) *Automaton {
	a := &Automaton{Start: []int{0}}
	index := map[S]int{start: 0}
	states := []S{start}
	for i := 0; i < len(states); i++ {
		if len(states) > limit {
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

// addEdge adds the values in `values` to the edge with the given target state. If the list has no such edge, addEdge
// appends one.
func addEdge(edges []Edge, to int, values Set) []Edge {
	for i := range edges {
		if edges[i].To == to {
			edges[i].Values |= values
			return edges
		}
	}
	return append(edges, Edge{to, values})
}
