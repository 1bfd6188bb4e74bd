package csp

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// holds reports whether an assignment satisfies the constraints. at[cell] is the number that the assignment
// gives to a cell. It shares no code with the propagators. It checks each constraint according to the comment
// of the constraint's method.
func (c *Constraints) holds(n *Network, at []int) bool {
	in := func(cell Cell, s Set) bool { return s>>(at[cell]-n.first)&1 != 0 }
	differ := func(cells []Cell) bool {
		seen := make(map[int]bool)
		for _, x := range cells {
			if seen[at[x]] {
				return false
			}
			seen[at[x]] = true
		}
		return true
	}
	for _, a := range c.allowed {
		if !in(a.Cell, a.Set) {
			return false
		}
	}
	for _, d := range c.distinct {
		if !differ(d) {
			return false
		}
	}
	for _, s := range c.sets {
		var u Set
		for _, x := range s.cells {
			u |= 1 << (at[x] - n.first)
		}
		one := false
		for _, t := range s.sets {
			one = one || t == u
		}
		if !one || !differ(s.cells) {
			return false
		}
	}
	for _, r := range c.relations {
		if r.relation.to[at[r.a]-n.first]>>(at[r.b]-n.first)&1 == 0 {
			return false
		}
	}
	for _, e := range c.equal {
		if at[e[0]] != at[e[1]] {
			return false
		}
	}
	for _, s := range c.sums {
		sum := 0
		for _, t := range s.terms {
			sum += t.Coefficient * at[t.Cell]
		}
		if sum < s.lo || sum > s.hi {
			return false
		}
	}
	for _, x := range c.counts {
		k := 0
		for _, cell := range x.cells {
			if in(cell, x.set) {
				k++
			}
		}
		if k < x.lo || k > x.hi {
			return false
		}
	}
	for _, x := range c.notBoth {
		if at[x.a] == at[x.b] && in(x.a, x.set) {
			return false
		}
	}
	for _, x := range c.required {
		left := make(map[int]int)
		for _, cell := range x.cells {
			left[at[cell]]++
		}
		for _, v := range x.values {
			if left[v]--; left[v] < 0 {
				return false
			}
		}
	}
	for _, x := range c.automata {
		now := make(map[int]bool)
		for _, s := range x.automaton.Start {
			now[s] = true
		}
		for _, cell := range x.cells {
			next := make(map[int]bool)
			for s := range now {
				for _, e := range x.automaton.Edges[s] {
					if in(cell, e.Values) {
						next[e.To] = true
					}
				}
			}
			now = next
		}
		accepted := false
		for s := range now {
			accepted = accepted || x.automaton.Accepting[s]
		}
		if !accepted {
			return false
		}
	}
	for _, x := range c.connected {
		inside, first := 0, -1
		for i, cell := range x.cells {
			if in(cell, x.set) {
				inside++
				first = i
			}
		}
		if x.size > 0 && inside != x.size {
			return false
		}
		if first < 0 {
			continue
		}
		met := map[int]bool{first: true}
		for todo := []int{first}; len(todo) > 0; todo = todo[1:] {
			for _, j := range x.neighbours[todo[0]] {
				if !met[j] && in(x.cells[j], x.set) {
					met[j] = true
					todo = append(todo, j)
				}
			}
		}
		if len(met) != inside {
			return false
		}
	}
	for _, x := range c.differing {
		seen := make(map[[2]int]bool)
		size := make(map[int]int)
		for i, cell := range x.cells {
			g := at[x.groups[i]]
			if seen[[2]int{g, at[cell]}] {
				return false
			}
			seen[[2]int{g, at[cell]}] = true
			size[g]++
		}
		for g := range n.values {
			if x.size > 0 && size[n.first+g] != x.size && n.atFirst(x.groups)>>g&1 != 0 {
				return false
			}
		}
	}
	for _, x := range c.occurs {
		for i, times := range x.times {
			k := 0
			for _, cell := range x.cells {
				if at[cell]-n.first == i {
					k++
				}
			}
			if times>>k&1 == 0 {
				return false
			}
		}
	}
	for _, x := range c.same {
		k := make(map[int]int)
		for i, cell := range x.a {
			k[at[cell]]++
			k[at[x.b[i]]]--
		}
		for _, n := range k {
			if n != 0 {
				return false
			}
		}
	}
	for _, e := range c.either {
		one := false
		for _, a := range e {
			one = one || a.holds(n, at)
		}
		if !one {
			return false
		}
	}
	for _, x := range c.numbered {
		next := n.first
		for _, cell := range x {
			if at[cell] > next {
				return false
			}
			next = max(next, at[cell]+1)
		}
	}
	for _, p := range c.propagator {
		if !p.(interface{ holds(at []int) bool }).holds(at) {
			return false
		}
	}
	return true
}

// atFirst returns the union of the initial domains of some cells.
func (n *Network) atFirst(cells []Cell) (union Set) {
	for _, c := range cells {
		set := n.domain[c]
		for _, a := range n.allowed {
			if a.Cell == c {
				set &= a.Set
			}
		}
		union |= set
	}
	return union
}

// bruteForce returns every assignment that satisfies the network, hidden cells included.
func bruteForce(n *Network) (all [][]int) {
	at := make([]int, n.Cells())
	var try func(i int)
	try = func(i int) {
		if i == len(at) {
			if n.holds(n, at) {
				all = append(all, append([]int(nil), at...))
			}
			return
		}
		for m := n.domain[i]; m != 0; m &= m - 1 {
			at[i] = n.first + m.Min()
			try(i + 1)
		}
	}
	try(0)
	return all
}

// parity is a constraint that package csp does not have: the sum of two cells is even.
type parity struct{ cells []Cell }

func (p *parity) Cells() []Cell       { return p.cells }
func (p *parity) holds(at []int) bool { return (at[p.cells[0]]+at[p.cells[1]])%2 == 0 }
func (p *parity) Narrow(d *Domains) bool {
	const even = 0x5555555555555555
	for i, c := range p.cells {
		switch m := d.DomainOf(c); {
		case m&even == 0:
			if !d.Keep(p.cells[1-i], ^Set(even)) {
				return false
			}
		case m&^even == 0:
			if !d.Keep(p.cells[1-i], even) {
				return false
			}
		}
	}
	return true
}

// kinds lists the kinds of constraint. draw adds one of its kind over the given cells.
var kinds = []struct {
	name string
	draw func(t *rapid.T, n *Network, c *Constraints, cells []Cell)
}{
	{"allow", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) { c.Allow(cells[0], drawSet(t, n)) }},
	{"distinct", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) { c.Distinct(cells...) }},
	{"sets", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		var sets []Set
		for s := Set(0); s <= n.AllNumbers(); s++ {
			if s.Len() == len(cells) && rapid.Bool().Draw(t, "in") {
				sets = append(sets, s)
			}
		}
		c.OneOfSets(cells, sets)
	}},
	{"relation", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		r := NewRelation(n.first, n.values, func(a, b int) bool { return rapid.IntRange(0, 2).Draw(t, "pair") > 0 })
		c.Relation(cells[0], cells[len(cells)-1], r)
	}},
	{"not both", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		for i := range cells {
			c.NotBoth(cells[i], cells[0], drawSet(t, n))
		}
	}},
	{"cover", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		left := n.AllNumbers()
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			set := drawSet(t, n) & left
			left &^= set
			c.Count(cells, set, 1, rapid.IntRange(1, 4).Draw(t, "most"))
		}
	}},
	{"equal", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) { c.Equal(cells[0], cells[len(cells)-1]) }},
	{"sum", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		var terms []Term
		same := rapid.Bool().Draw(t, "same coefficient")
		k := rapid.IntRange(-2, 2).Draw(t, "coefficient")
		for _, x := range cells {
			if !same {
				k = rapid.IntRange(-3, 3).Draw(t, "coefficient")
			}
			terms = append(terms, Term{x, k})
		}
		lo := rapid.IntRange(-9, 14).Draw(t, "least")
		c.Sum(terms, lo, lo+rapid.IntRange(0, 2).Draw(t, "more"))
	}},
	{"count", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		lo := rapid.IntRange(0, 2).Draw(t, "least")
		c.Count(cells, drawSet(t, n), lo, rapid.IntRange(lo, 4).Draw(t, "most"))
	}},
	{"required", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		c.RequiredNumbers(cells, rapid.SliceOfN(rapid.IntRange(n.first, n.first+n.values-1), 1, 3).Draw(t, "required")...)
	}},
	{"automaton", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		states := rapid.IntRange(1, 4).Draw(t, "states")
		a := &Automaton{Start: []int{0}}
		for range states {
			var e []Edge
			for range rapid.IntRange(0, 3).Draw(t, "edges") {
				e = append(e, Edge{rapid.IntRange(0, states-1).Draw(t, "to"), drawSet(t, n)})
			}
			a.Edges = append(a.Edges, e)
			a.Accepting = append(a.Accepting, rapid.Bool().Draw(t, "accepting"))
		}
		c.Automaton(cells, a)
	}},
	{"connected", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		next := make([][]int, len(cells))
		for i := range next {
			for j := range i {
				if rapid.Bool().Draw(t, "neighbours") {
					next[i], next[j] = append(next[i], j), append(next[j], i)
				}
			}
		}
		c.Connected(cells, next, drawSet(t, n), rapid.IntRange(0, 4).Draw(t, "size"))
	}},
	{"apart", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		half := len(cells) / 2
		c.DistinctInGroups(cells[:half], cells[half:2*half], 0)
	}},
	{"groups", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		half := len(cells) / 2
		// Make groups of as many cells as the number of groups allows.
		if c == &n.Constraints && len(n.allowed) == 0 && half > 0 && half%n.values == 0 {
			c.DistinctInGroups(cells[:half], cells[half:2*half], half/n.values)
		}
	}},
	{"occur", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		times := make([]Set, n.values)
		for i := range times {
			times[i] = Set(rapid.IntRange(1, 31).Draw(t, "times"))
		}
		c.OccurrenceCounts(cells, times)
	}},
	{"numbered", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) { c.FirstOccurrencesAscend(cells) }},
	{"same", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		if half := len(cells) / 2; half > 0 {
			c.SameValues(cells[:half], rapid.Permutation(cells).Draw(t, "other")[:half])
		}
	}},
	{"pairs", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		least := rapid.IntRange(1, 2).Draw(t, "least")
		r := NewRelation(n.first, n.values, func(a, b int) bool { return a-b >= least || b-a >= least })
		for i := range cells {
			for j := range i {
				c.Relation(cells[j], cells[i], r)
			}
		}
	}},
	{"parity", func(t *rapid.T, n *Network, c *Constraints, cells []Cell) {
		if len(cells) > 1 {
			c.Add(&parity{cells[:2]})
		}
	}},
	{"either", nil}, // draw makes alternatives of other kinds
}

func drawSet(t *rapid.T, n *Network) Set {
	return Set(rapid.Uint64Range(0, uint64(n.AllNumbers())).Draw(t, "set"))
}

func drawCells(t *rapid.T, n *Network) []Cell {
	all := make([]Cell, n.Cells())
	for i := range all {
		all[i] = Cell(i)
	}
	all = rapid.Permutation(all).Draw(t, "order")
	return all[:rapid.IntRange(1, len(all)).Draw(t, "cells")]
}

func draw(t *rapid.T, n *Network, c *Constraints, kind int) {
	if kinds[kind].draw != nil {
		kinds[kind].draw(t, n, c, drawCells(t, n))
		return
	}
	var alternatives []*Constraints
	for range rapid.IntRange(0, 3).Draw(t, "alternatives") {
		a := new(Constraints)
		for range rapid.IntRange(0, 2).Draw(t, "in it") {
			draw(t, n, a, rapid.IntRange(0, len(kinds)-2).Draw(t, "kind"))
		}
		alternatives = append(alternatives, a)
	}
	c.Either(alternatives...)
}

// check compares a network's count, solutions and root domains with brute force.
func check(t interface{ Fatalf(string, ...any) }, n *Network) {
	all := bruteForce(n)
	distinct := make(map[string]bool)
	for _, s := range all {
		distinct[fmt.Sprint(s[:n.hidden])] = true
	}
	r := Count(context.Background(), n, Limits{Solutions: 1 << 20, Keep: 1 << 20})
	if r.Outcome != Complete || r.Count != len(distinct) || len(r.Solutions) != r.Count {
		t.Fatalf("outcome %d, %d solutions, %d kept; brute force finds %d", r.Outcome, r.Count, len(r.Solutions), len(distinct))
	}
	for _, s := range r.Solutions {
		if !distinct[fmt.Sprint(s)] {
			t.Fatalf("%v is no solution, or is there twice", s)
		}
		delete(distinct, fmt.Sprint(s))
	}
	s := newSearch(context.Background(), n, Limits{})
	s.markAllDirty()
	if s.named != nil {
		return // the search may number the groups in another way
	}
	if !s.never && s.propagate() {
		for _, at := range all {
			for c, v := range at {
				if s.d.sets[c]>>(v-n.first)&1 == 0 {
					t.Fatalf("the root has lost %d of cell %d of the solution %v", v, c, at)
				}
			}
		}
	} else if len(all) > 0 {
		t.Fatalf("the root fails, and %v is a solution", all[0])
	}
}

// TestKinds compares each kind of constraint, alone and together with others, with brute force.
func TestKinds(t *testing.T) {
	for k := range kinds {
		t.Run(kinds[k].name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := New(rapid.IntRange(-1, 1).Draw(t, "first"), rapid.IntRange(1, 5).Draw(t, "values"), rapid.IntRange(1, 5).Draw(t, "of cells"))
				if rapid.IntRange(0, 3).Draw(t, "hidden") == 0 {
					n.AddHiddenCell(drawSet(t, n))
				}
				draw(t, n, &n.Constraints, k)
				for range rapid.IntRange(0, 3).Draw(t, "others") {
					draw(t, n, &n.Constraints, rapid.IntRange(0, len(kinds)-1).Draw(t, "kind"))
				}
				check(t, n)
			})
		})
	}
}

// boardOf returns the network of a board of side × side cells whose rows, columns and boxes are
// distinct.
func boardOf(first, side, rows, columns int) *Network {
	n := New(first, side, side*side)
	for i := range side {
		var row, column, box []Cell
		for j := range side {
			row = append(row, Cell(i*side+j))
			column = append(column, Cell(j*side+i))
			y, x := i/(side/columns)*rows+j/columns, i%(side/columns)*columns+j%columns
			box = append(box, Cell(y*side+x))
		}
		n.Distinct(row...)
		n.Distinct(column...)
		n.Distinct(box...)
	}
	return n
}

// TestBoard compares counts of constraints on a 4×4 board with a check of all 288 grids. In these networks
// houses cross, sums have cliques, and cages have innies and outies.
func TestBoard(t *testing.T) {
	empty := boardOf(0, 4, 2, 2)
	all := Count(context.Background(), empty, Limits{Solutions: 1000, Keep: 1000})
	if all.Count != 288 || all.Outcome != Complete {
		t.Fatalf("%d grids of 4×4, want 288", all.Count)
	}
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(0, 1).Draw(t, "first")
		n := boardOf(first, 4, 2, 2)
		grid := all.Solutions[rapid.IntRange(0, len(all.Solutions)-1).Draw(t, "grid")]
		for range rapid.IntRange(0, 4).Draw(t, "cages") {
			at := rapid.IntRange(0, 15).Draw(t, "cell")
			length := rapid.IntRange(1, 6).Draw(t, "cells")
			var terms []Term
			sum := 0
			for c := at; c < min(at+length, 16); c++ {
				terms = append(terms, Term{Cell(c), 1})
				sum += grid[c] + first
			}
			n.Sum(terms, sum, sum)
		}
		for range rapid.IntRange(0, 3).Draw(t, "others") {
			k := rapid.IntRange(0, len(kinds)-1).Draw(t, "kind")
			draw(t, n, &n.Constraints, k)
		}
		want := 0
		for _, g := range all.Solutions {
			at := append([]int(nil), g...)
			for c := range at {
				at[c] += first
			}
			if n.holds(n, at) {
				want++
			}
		}
		if r := Count(context.Background(), n, Limits{Solutions: 1000}); r.Count != want || r.Outcome != Complete {
			t.Fatalf("%d solutions, outcome %d; %d of the grids keep the constraints", r.Count, r.Outcome, want)
		}
	})
}
