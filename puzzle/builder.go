package puzzle

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// builder states a puzzle to the engine. The cells of the network are those of the puzzle.
type builder struct {
	*Puzzle
	net  *csp.Network
	into *csp.Constraints // the network's, or those of an alternative
	at   *place

	alone bool // each constraint says all by itself, houses not needed: for who looks at one
	or    bool // a part of an Or, which need not be possible

	housesOf *[][]int // by cell, its houses among houses(); made when first asked for

	// what was shared lately: constraints of one kind often stand together
	last   *keyed
	lately *[64]*keyed // those of its alternatives, too
}

type keyed struct {
	sharedKey
	relation *csp.Relation
}

// place is the constraint that is being stated.
type place struct {
	index int // in Constraints
	*Constraint
}

// mostSteps is what it may take to state a puzzle to the engine and to compile it, in steps of
// about a nanosecond or as many bytes: half a second, 200 MB.
const mostSteps = 200_000_000

// network is the puzzle as the engine takes it; compiling it draws on the budget that it has.
// The error is the context's, or an [*Error] where the rules are too much. more are constraints
// beside those of the puzzle.
func (p *Puzzle) network(ctx context.Context, more ...csp.Propagator) (net *csp.Network, err error) {
	err = p.withinBudget(ctx, func(budget *csp.Budget, at *place) {
		net = p.freeNetwork(budget)
		b := &builder{Puzzle: p, net: net, into: &net.Constraints, at: at, housesOf: new([][]int)}
		for first := 0; first < p.Cells(); {
			l := p.layerOf(first)
			if l.high < net.First()+net.Values()-1 {
				b.allow(l.cells(), func(v int) bool { return v <= l.high })
			}
			first += l.count
		}
		houses := p.houses()
		if s := p.shape(); s.board != nil {
			net.Board(s.board)
			houses = houses[len(s.houses):]
		}
		for _, h := range houses {
			b.house(h)
		}
		for _, hole := range p.Holes { // any one value
			net.Allow(netCell(hole), net.SetOf(p.Low))
		}
		for _, given := range p.Givens {
			net.Allow(netCell(given.Cell), net.SetOf(given.Values...))
		}
		p.eachConstraint(at, b.constraint)
		for _, x := range more {
			net.Add(x)
		}
	})
	return net, err
}

// withinBudget calls state, which states the puzzle to the engine, with a budget. The error is that of network.
func (p *Puzzle) withinBudget(ctx context.Context, state func(budget *csp.Budget, at *place)) error {
	budget := csp.NewBudget(ctx, mostSteps)
	at := &place{index: -1}
	err := budget.Within(func() { state(budget, at) })
	if errors.Is(err, csp.ErrLarge) {
		err = p.tooLarge(at)
	}
	return err
}

// freeNetwork is a network of the puzzle's cells and values, without constraints.
func (p *Puzzle) freeNetwork(budget *csp.Budget) *csp.Network {
	n := csp.New(p.Low, p.allValues(), p.Cells())
	n.Bound(budget)
	return n
}

// eachConstraint calls state with each constraint, at being its place, one without arguments once.
func (p *Puzzle) eachConstraint(at *place, state func(c *Constraint)) {
	var stated []string // of the kinds without arguments
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if KindNamed(c.Kind).Form == FormNone {
			if slices.Contains(stated, c.Kind) {
				continue
			}
			stated = append(stated, c.Kind)
		}
		at.index, at.Constraint = i, c
		state(c)
	}
	at.index, at.Constraint = -1, nil
}

// tooLarge says that the rules are too much for the engine, and with which it was too much.
func (p *Puzzle) tooLarge(at *place) *Error {
	e := &Error{Constraint: at.index, What: message.New("rules.large", "most", mostSteps)}
	if at.Constraint != nil {
		const named = 12
		e.Kind, e.Cells = at.Kind, p.CellNames(at.allCells()[:min(named, len(at.allCells()))])
	}
	return e
}

// constraint states one constraint.
func (b *builder) constraint(c *Constraint) {
	b.net.Spend(64)
	k := KindNamed(c.Kind)
	if k.Form != FormParts {
		b.at.Constraint = c
	}
	if b.or && k.possible != nil && k.possible(b.Puzzle, c) != nil { // elsewhere Contradiction has said so
		b.addAlternatives(nil)
		return
	}
	k.compile(b, c)
}

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

func (b *builder) house(h house) {
	if len(h.net) > 1 {
		b.into.Distinct(h.net...)
	}
}

func (b *builder) distinct(cells []int) {
	if len(cells) > 1 && !b.isHouse(cells) {
		b.into.Distinct(netCells(cells)...)
	}
}

// isHouse tells whether cells are a house of the board, which differ without being told. Parts of
// a house are told: to know them as a set of their own helps the search.
func (b *builder) isHouse(cells []int) bool {
	if b.alone || b.housesOf == nil || slices.Max(cells) >= b.Cells() { // a cell that the puzzle does not have
		return false
	}
	houses := b.houses()
	if *b.housesOf == nil {
		*b.housesOf = make([][]int, b.Cells())
		for i, h := range houses {
			for _, cell := range h.cells {
				(*b.housesOf)[cell] = append((*b.housesOf)[cell], i)
			}
		}
	}
	return slices.ContainsFunc((*b.housesOf)[cells[0]], func(house int) bool {
		return len(houses[house].cells) == len(cells) && len(distinctCells(cells)) == len(cells) &&
			!slices.ContainsFunc(cells[1:], func(cell int) bool { return !slices.Contains((*b.housesOf)[cell], house) })
	})
}

// isFull tells whether cells are a house that has every value.
func (b *builder) isFull(cells []int) bool { return len(cells) == b.Values() && b.isHouse(cells) }

// terms are cells times coefficients.
type terms []csp.Term

func (t *terms) add(cell, coefficient int) {
	*t = append(*t, csp.Term{Cell: netCell(cell), Coefficient: coefficient})
}

// terms keeps a sum at a total, unless a house says so.
func (b *builder) terms(t terms, total int) {
	if n := b.Values(); len(t) == n && total == t[0].Coefficient*n*(b.Low+b.High)/2 {
		cells := make([]int, 0, n)
		for _, x := range t {
			if x.Coefficient == t[0].Coefficient {
				cells = append(cells, int(x.Cell))
			}
		}
		if b.isFull(cells) {
			return
		}
	}
	b.into.Sum(t, total, total)
}

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

// shared keeps what is built of a key and a network's values, for the process. Keys come from
// what people send: beyond mostShared bytes all is forgotten.
var shared struct {
	sync.RWMutex
	of   map[sharedKey]any
	size int
}

// mostShared is how many bytes are kept, mostSharedOne how many of one key.
const (
	mostShared    = 32 << 20
	mostSharedOne = 4 << 20
)

type sharedKey struct {
	key
	text          string
	first, values int
	length        int
}

// sharedBy is what was made for the key before, or else what is made now; size tells its bytes.
func sharedBy[T any](k sharedKey, made func() (new T, size int)) T {
	shared.RLock()
	kept, ok := shared.of[k]
	shared.RUnlock()
	if ok {
		return kept.(T)
	}
	new, size := made() // two may make it at once, neither waits for the other
	if size += len(k.text) + 100; size <= mostSharedOne {
		shared.Lock()
		if shared.size += size; shared.of == nil || shared.size > mostShared {
			shared.of, shared.size = map[sharedKey]any{}, size
		}
		shared.of[k] = new
		shared.Unlock()
	}
	return new
}

// relation is the relation of a key.
func (b *builder) relation(k sharedKey, holds func(x, y int) bool) *csp.Relation {
	k.first, k.values = b.net.First(), b.net.Values()
	if b.last != nil && b.last.sharedKey == k {
		return b.last.relation
	}
	at := &b.known()[(len(k.name)+len(k.text)+k.a*3+k.b*11+k.c*17)&63]
	if *at == nil || (*at).sharedKey != k {
		*at = &keyed{k, b.sharedRelation(k, holds)}
	}
	b.last = *at
	return b.last.relation
}

func (b *builder) known() *[64]*keyed {
	if b.lately == nil {
		b.lately = new([64]*keyed)
	}
	return b.lately
}

func (b *builder) sharedRelation(k sharedKey, holds func(x, y int) bool) *csp.Relation {
	return sharedBy(k, func() (*csp.Relation, int) {
		b.net.Spend(4 * k.values * k.values)
		return csp.NewRelation(k.first, k.values, holds), 2048 + 16*k.values
	})
}

// sharedAutomaton is the automaton of a key; made returns nil where it has too many states.
func (b *builder) sharedAutomaton(k sharedKey, made func() *csp.Automaton) *csp.Automaton {
	k.first, k.values = b.net.First(), b.net.Values()
	return sharedBy(k, func() (*csp.Automaton, int) {
		a := made()
		if a == nil {
			b.net.Spend(mostSteps + 1)
		}
		size := 64 * len(a.Edges)
		for _, edges := range a.Edges {
			size += 48 * len(edges) // itself, and unrolled for a length or two
		}
		return a, size
	})
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
	b.into.Relation(netCell(one), netCell(two), b.relation(sharedKey{key: k, length: 2}, holds))
}

// stepper is the state that follows on a value; not ok where nothing may follow.
type stepper func(state any, v int) (any, bool)

// mostStates bounds an automaton; the largest that a clue of a board of 36×36 needs has a
// quarter of it.
const mostStates = 1 << 16

// perStep is what a step of an automaton costs that is being made.
const perStep = 150

// automaton has the cells read by an automaton, which is made where none of the key is
// known.
func (b *builder) automaton(k key, cells []int, made func() (start any, step stepper, accepts func(any) bool)) {
	b.into.Automaton(netCells(cells), b.sharedAutomaton(sharedKey{key: k, length: -1}, func() *csp.Automaton {
		start, step, accepts := made()
		return csp.NewAutomaton(b.net.First(), b.net.Values(), mostStates, start, func(s any, v int) (any, bool) {
			b.net.Spend(perStep)
			return step(s, v)
		}, accepts)
	}))
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

// addAlternatives keeps at least one of the ways.
func (b *builder) addAlternatives(ways []way) {
	if len(ways) == 1 {
		ways[0](b)
		return
	}
	alternatives := make([]*csp.Constraints, len(ways))
	inner := *b
	inner.lately = b.known()
	for i, state := range ways {
		alternatives[i] = b.net.Alternative()
		inner.into = alternatives[i]
		state(&inner)
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
	sets := sharedBy(sharedKey{key: k, first: b.net.First(), values: b.Values(), length: n}, func() ([]csp.Set, int) {
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
			b.net.Spend(16)
			for v := from; v <= high; v++ {
				values = append(values, v)
				next(v + 1)
				values = values[:len(values)-1]
			}
		}
		next(low)
		return all, 8 * len(all)
	})
	b.into.Sets(netCells(cells), sets)
}

func sumOf(values []int) (sum int) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func sortedKeys[T any](m map[int]T) []int { return slices.Sorted(maps.Keys(m)) }
