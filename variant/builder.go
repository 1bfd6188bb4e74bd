package variant

import (
	"maps"
	"slices"
	"sync"

	"nonet/internal/engine/csp"
)

// builder states a puzzle to the engine. The cells of the network are those of the puzzle.
type builder struct {
	*Puzzle
	net  *csp.Network
	into *csp.Constraints // the network's, or those of an alternative
}

// network is the puzzle as the engine takes it.
func (p *Puzzle) network() *csp.Network {
	high := p.High
	for _, g := range p.Groups {
		high = max(high, g.High)
	}
	n := csp.New(p.Low, high-p.Low+1, p.Cells())
	b := &builder{p, n, &n.Constraints}
	first := 0
	for first < p.Cells() {
		l := p.layerOf(first)
		if l.high < high {
			b.allow(l.cells(), func(v int) bool { return v <= l.high })
		}
		first += l.count
	}
	for _, h := range p.houses() {
		b.distinct(h.cells)
	}
	for _, given := range p.Givens {
		n.Allow(netCell(given.Cell), n.SetOf(given.Values...))
	}
	for i := range p.Constraints {
		b.constraint(&p.Constraints[i])
	}
	return n
}

// constraint states one constraint.
func (b *builder) constraint(c *Constraint) { KindNamed(c.Kind).compile(b, c) }

func netCell(cell int) csp.Cell { return csp.Cell(cell) }

func netCells(cells []int) []csp.Cell {
	all := make([]csp.Cell, len(cells))
	for i, cell := range cells {
		all[i] = csp.Cell(cell)
	}
	return all
}

// setWhere is the set of the values that are wanted.
func (b *builder) setWhere(wanted func(v int) bool) (set csp.Set) {
	for i := range b.net.Values() {
		if wanted(b.net.First() + i) {
			set |= 1 << i
		}
	}
	return set
}

// allow leaves cells only the values that are wanted.
func (b *builder) allow(cells []int, wanted func(v int) bool) {
	set := b.setWhere(wanted)
	for _, cell := range cells {
		b.into.Allow(netCell(cell), set)
	}
}

func (b *builder) distinct(cells []int) {
	if len(cells) > 1 {
		b.into.Distinct(netCells(cells)...)
	}
}

// terms are cells times coefficients.
type terms []csp.Term

func (t *terms) add(cell, coefficient int) {
	*t = append(*t, csp.Term{Cell: netCell(cell), Coefficient: coefficient})
}

func (b *builder) terms(t terms, total int) { b.into.Sum(t, total, total) }

// sum keeps one coefficient times the sum of some cells, plus another times that of
// others, at a total.
func (b *builder) sum(cells []int, coefficient int, others []int, otherwise, total int) {
	t := make(terms, 0, len(cells)+len(others))
	for _, cell := range cells {
		t.add(cell, coefficient)
	}
	for _, cell := range others {
		t.add(cell, otherwise)
	}
	b.terms(t, total)
}

// key tells what the engine shares between networks apart: relations, automata, sets.
type key struct {
	name    string
	a, b, c int
}

// shared keeps what is built of a key and a network's values, for the process. What is
// over a thousand of them is forgotten, as keys come from what people send.
var shared struct {
	sync.Mutex
	of map[sharedKey]any
}

type sharedKey struct {
	key
	text          string
	first, values int
	length        int
}

// sharedBy is what was made for the key before, or else what is made now.
func sharedBy[T any](k sharedKey, made func() T) T {
	shared.Lock()
	defer shared.Unlock()
	if kept, ok := shared.of[k]; ok {
		return kept.(T)
	}
	if shared.of == nil || len(shared.of) > 1000 {
		shared.of = map[sharedKey]any{}
	}
	new := made()
	shared.of[k] = new
	return new
}

// pair keeps the values of two cells within a relation; name and number tell it apart.
func (b *builder) pair(name string, number, one, two int, holds func(x, y int) bool) {
	b.pair2(key{name, number, 0, 0}, one, two, holds)
}

func (b *builder) pair2(k key, one, two int, holds func(x, y int) bool) {
	if one == two {
		b.allow([]int{one}, func(v int) bool { return holds(v, v) })
		return
	}
	first, values := b.net.First(), b.net.Values()
	r := sharedBy(sharedKey{key: k, first: first, values: values, length: 2}, func() *csp.Relation {
		return csp.NewRelation(first, values, holds)
	})
	b.into.Relation(netCell(one), netCell(two), r)
}

// stepper is the state that follows on a value; not ok where nothing may follow.
type stepper func(state any, v int) (any, bool)

// mostStates bounds an automaton; the largest that a clue of a board of 36×36 needs has a
// quarter of it.
const mostStates = 1 << 16

// automaton has the cells read by an automaton, which is made where none of the key is
// known.
func (b *builder) automaton(k key, cells []int, made func() (start any, step stepper, accepts func(any) bool)) {
	first, values := b.net.First(), b.net.Values()
	a := sharedBy(sharedKey{key: k, first: first, values: values, length: -1}, func() *csp.Automaton {
		start, step, accepts := made()
		return csp.NewAutomaton(first, values, mostStates, start, step, accepts)
	})
	b.into.Automaton(netCells(cells), a)
}

// triple keeps the values of three cells within a relation.
func (b *builder) triple(k key, cells [3]int, holds func(x, y, z int) bool) {
	type state struct{ n, x, y int }
	b.automaton(k, cells[:], func() (any, stepper, func(any) bool) {
		step := func(at any, v int) (any, bool) {
			switch s := at.(state); s.n {
			case 0:
				return state{1, v, 0}, true
			case 1:
				return state{2, s.x, v}, true
			case 2:
				return state{n: 3}, holds(s.x, s.y, v)
			}
			return at, false
		}
		return state{}, step, func(at any) bool { return at.(state).n == 3 }
	})
}

// way is one way to keep a constraint.
type way func(b *builder)

// either keeps at least one of the ways.
func (b *builder) either(ways []way) {
	if len(ways) == 1 {
		ways[0](b)
		return
	}
	alternatives := make([]*csp.Constraints, len(ways))
	for i, state := range ways {
		alternatives[i] = &csp.Constraints{}
		state(&builder{b.Puzzle, b.net, alternatives[i]})
	}
	b.into.Either(alternatives...)
}

// mostSubsets is how many sets of values are tried for what a cage may hold.
const mostSubsets = 20_000

// subsets is how many sets of so many values there are, or more than mostSubsets.
func (b *builder) subsets(n int) int {
	all := 1
	for i := range n {
		if all = all * (b.Values() - i) / (i + 1); all > mostSubsets {
			break
		}
	}
	return all
}

// sets gives the cells different values that together are wanted. They come to wanted in
// ascending order.
func (b *builder) sets(k key, cells []int, wanted func(values []int) bool) {
	n := len(cells)
	if b.subsets(n) > mostSubsets {
		b.distinct(cells)
		b.into.Add(&lateSet{netCells(cells), b.net.First(), wanted})
		return
	}
	low, high := b.Low, b.High
	sets := sharedBy(sharedKey{key: k, first: b.net.First(), values: b.Values(), length: n}, func() []csp.Set {
		var all []csp.Set
		values := make([]int, 0, n)
		var next func(from int)
		next = func(from int) {
			if len(values) == n {
				if wanted(values) {
					all = append(all, b.net.SetOf(values...))
				}
				return
			}
			for v := from; v <= high; v++ {
				values = append(values, v)
				next(v + 1)
				values = values[:len(values)-1]
			}
		}
		next(low)
		return all
	})
	b.into.Sets(netCells(cells), sets)
}

func sumOf(values []int) (sum int) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func sortedKeys(m map[int]int) []int { return slices.Sorted(maps.Keys(m)) }
