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

// builder translates a puzzle into a network of the engine. The network's first cells are the cells of the puzzle.
type builder struct {
	*Puzzle
	net   *csp.Network
	into  *csp.Constraints // receives the constraints: the network's own list, or the list of an alternative
	place *place

	alone bool // constraints may not rely on the houses, because each piece is examined separately
	inOr  bool // the constraint is a part of an Or; such a part may be impossible

	known *knownHouses // the houses of the board; nil until they are needed

	around   [][]int // the result of neighboursIn for the layer that begins at cell aroundOf
	aroundOf int
}

// neighboursIn returns the orthogonal neighbours of each of a layer's cells, as indices in these cells.
func (b *builder) neighboursIn(l layer, cells []int) [][]int {
	if b.around == nil || b.aroundOf != l.first {
		b.around, b.aroundOf = make([][]int, len(cells)), l.first
		for i, cell := range cells {
			all := l.orthogonalNeighboursOf(cell)
			for k := range all {
				all[k], _ = slices.BinarySearch(cells, all[k])
			}
			b.around[i] = all
		}
	}
	return b.around
}

// place identifies the constraint that is being translated, so that errors can name it.
type place struct {
	index int // the constraint's index in Constraints
	*Constraint
}

// mostSteps limits the work of translating and compiling a puzzle: to at most half a second and 200 MB. A step stands
// for about 1 ns or 1 byte.
const mostSteps = 200_000_000

// buildNetwork returns the puzzle, with the further constraints in `extra`, as a network of the engine. The network is
// not compiled yet; the remaining budget is for the compilation. The error is the context's, or an
// [*Error] if the rules exceed the budget.
func (p *Puzzle) buildNetwork(ctx context.Context, extra ...csp.Propagator) (net *csp.Network, err error) {
	p = p.withExplicitValues()
	err = p.buildWithinBudget(ctx, func(budget *csp.Budget, place *place) {
		net = p.newUnconstrainedNetwork(budget)
		b := &builder{Puzzle: p, net: net, into: &net.Constraints, place: place, known: new(knownHouses)}
		for first := 0; first < p.Cells(); {
			l := p.layerOf(first)
			if l.high < net.FirstNumber()+net.Values()-1 {
				b.restrictValues(l.cells(), func(v int) bool { return v <= l.high })
			}
			first += l.count
		}
		houses := p.houses()
		if s := p.cachedShape(); s.board != nil {
			net.AddBoard(s.board)
			houses = houses[len(s.houses):]
		}
		for _, h := range houses {
			b.requireHouse(h)
		}
		for _, hole := range p.Holes { // a hole gets a fixed value, which has no meaning
			net.Allow(cspCell(hole), net.SetOf(p.Low))
		}
		for _, given := range p.Givens {
			net.Allow(cspCell(given.Cell), net.SetOf(given.Values...))
		}
		p.eachConstraint(place, b.addConstraint)
		for _, x := range extra {
			net.Add(x)
		}
	})
	return net, err
}

// buildWithinBudget calls `build` with a new budget. Errors are the same as for
// [Puzzle.buildNetwork].
func (p *Puzzle) buildWithinBudget(ctx context.Context, build func(budget *csp.Budget, place *place)) error {
	budget := csp.NewBudget(ctx, mostSteps)
	place := &place{index: -1}
	err := budget.Run(func() { build(budget, place) })
	if errors.Is(err, csp.ErrLarge) {
		err = p.tooLargeError(place)
	}
	return err
}

func (p *Puzzle) newUnconstrainedNetwork(budget *csp.Budget) *csp.Network {
	n := csp.New(p.Low, p.totalValueCount(), p.Cells())
	n.SetBudget(budget)
	return n
}

// eachConstraint calls `translate` with each constraint, but only once for equal constraints without arguments. Before
// each call it stores the constraint and its index in *at.
func (p *Puzzle) eachConstraint(place *place, translate func(c *Constraint)) {
	var stated []string // the kinds of the constraints without arguments that were passed so far
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if KindNamed(c.Kind).Form == FormNone {
			if slices.Contains(stated, c.Kind) {
				continue
			}
			stated = append(stated, c.Kind)
		}
		place.index, place.Constraint = i, c
		translate(c)
	}
	place.index, place.Constraint = -1, nil
}

// tooLargeError returns an error that names the constraint at which the budget ended.
func (p *Puzzle) tooLargeError(place *place) *Error {
	e := &Error{Constraint: place.index, What: message.New("rules.large", "most", mostSteps)}
	if place.Constraint != nil {
		const named = 12
		e.Kind, e.Cells = place.Kind, p.CellNames(place.allCells()[:min(named, len(place.allCells()))])
	}
	return e
}

func (b *builder) addConstraint(c *Constraint) {
	b.net.Spend(64)
	k := KindNamed(c.Kind)
	if k.Form != FormParts {
		b.place.Constraint = c
	}
	if b.inOr && k.possible != nil && k.possible(b.Puzzle, c) != nil { // an impossible part of an Or; outside an Or, Contradiction has already reported the fault
		b.addAlternatives(nil)
		return
	}
	if k.marks != nil { // the rule's pairs depend on all marks of the board
		b.net.Spend(64*len(b.Constraints) + 256*b.BoardCells())
	}
	switch {
	case k.pair != nil:
		k.pair.addTo(b, c)
	case k.groups != nil:
		b.requireDistinct(k.groups(b.Puzzle, c)...)
	case k.set != nil:
		b.requireValueSet(key{name: k.Name + numbersText(c.Numbers)}, c.Cells, func(values []int) bool { return k.set(b.Puzzle, c, values) })
	case k.distinct:
		b.requireDistinctSum(k.sum(b.Puzzle, c))
	case k.sum != nil:
		b.requireSum(k.sum(b.Puzzle, c))
	case k.equal != nil:
		b.requireEqualSums(k.equal(b.Puzzle, c))
	default:
		k.compile(b, c)
	}
}

func cspCell(cell int) csp.Cell { return csp.Cell(cell) }

func cspCells(cells []int) []csp.Cell {
	all := make([]csp.Cell, len(cells))
	for i, cell := range cells {
		all[i] = csp.Cell(cell)
	}
	return all
}

func (b *builder) valuesWhere(isWanted func(v int) bool) (set csp.Set) {
	for i := range b.net.Values() {
		if isWanted(b.net.FirstNumber() + i) {
			set |= 1 << i
		}
	}
	return set
}

func (b *builder) restrictValues(cells []int, isWanted func(v int) bool) {
	set := b.valuesWhere(isWanted)
	for _, cell := range cells {
		b.into.Allow(cspCell(cell), set)
	}
}

func (b *builder) requireHouse(h house) {
	if len(h.net) > 1 {
		b.into.Distinct(h.net...)
	}
}

func (b *builder) requireDistinct(groups ...[]int) {
	left := cspCells(slices.Concat(groups...))
	for _, cells := range groups {
		n := len(cells)
		if n > 1 && !b.isHouse(cells) {
			b.into.Distinct(left[:n:n]...)
		}
		left = left[n:]
	}
}

// isHouse reports whether the cells are a house of the board, whose values differ anyway. For a part of a house it
// returns false, because a constraint on the part helps the search.
func (b *builder) isHouse(cells []int) bool {
	k := b.known
	if b.alone || k == nil || slices.Max(cells) >= b.Cells() { // cells from Cells() on exist only in the network
		return false
	}
	if k.houses == nil {
		k.houses = b.houses()
	}
	if !slices.ContainsFunc(k.houses, func(h house) bool { return len(h.cells) == len(cells) }) {
		return false // no house has so many cells, so the list of houses by cell is not needed
	}
	if k.members == nil {
		k.members = make([][]int, b.Cells())
		const few = 4 // most cells have at most four houses: a row, a column, a box and one more
		room := make([]int, few*len(k.members))
		for cell := range k.members {
			k.members[cell], room = room[:0:few], room[few:]
		}
		for i, h := range k.houses {
			for _, cell := range h.cells {
				k.members[cell] = append(k.members[cell], i)
			}
		}
	}
	return slices.ContainsFunc(k.members[cells[0]], func(house int) bool {
		return len(k.houses[house].cells) == len(cells) && len(distinctCells(cells)) == len(cells) &&
			!slices.ContainsFunc(cells[1:], func(cell int) bool { return !slices.Contains(k.members[cell], house) })
	})
}

// knownHouses holds the houses of the board, and for each cell the indices of its houses. Both lists are computed when
// they are first needed.
type knownHouses struct {
	houses  []house
	members [][]int
}

func (b *builder) isFullHouse(cells []int) bool { return len(cells) == b.Values() && b.isHouse(cells) }

// key identifies an object that several networks share: a relation, an automaton or sets.
type key struct {
	name    string
	a, b, c int
}

// shared is a cache for the whole process. An entry depends on its key and on the values of a network. Keys come from
// user input, so the cache is emptied when it exceeds mostShared.
var shared struct {
	sync.RWMutex
	entries map[sharedKey]any
	size    int
}

// mostShared limits the size of the whole cache in bytes; mostSharedOne limits the size of one entry.
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

// cachedValue calls build if the cache lacks the key, and caches the result. build returns a value and its size in
// bytes.
func cachedValue[T any](k sharedKey, build func() (value T, size int)) T {
	shared.RLock()
	stored, ok := shared.entries[k]
	shared.RUnlock()
	if ok {
		return stored.(T)
	}
	value, size := build() // two goroutines may build the same value, because neither waits for the other
	if size += len(k.name) + len(k.text) + 100; size <= mostSharedOne {
		shared.Lock()
		if shared.size += size; shared.entries == nil || shared.size > mostShared {
			shared.entries, shared.size = map[sharedKey]any{}, size
		}
		shared.entries[k] = value
		shared.Unlock()
	}
	return value
}

// relationFor returns the relation of the values x and y for which `holds` returns true. The cache keeps it under the
// key k.
func (b *builder) relationFor(k sharedKey, holds func(x, y int) bool) *csp.Relation {
	k.first, k.values = b.net.FirstNumber(), b.net.Values()
	return cachedValue(k, func() (*csp.Relation, int) {
		b.net.Spend(4 * k.values * k.values)
		return csp.NewRelation(k.first, k.values, holds), 2048 + 16*k.values
	})
}

// cachedAutomaton calls build if the cache lacks the key. build returns nil if the automaton has too many states.
func (b *builder) cachedAutomaton(k sharedKey, build func() *csp.Automaton) *csp.Automaton {
	k.first, k.values = b.net.FirstNumber(), b.net.Values()
	return cachedValue(k, func() (*csp.Automaton, int) {
		a := build()
		if a == nil {
			b.net.Spend(mostSteps + 1)
		}
		size := 64 * len(a.Edges)
		for _, edges := range a.Edges {
			size += 48 * len(edges) // count the automaton twice, because the engine unrolls it once or twice
		}
		return a, size
	})
}

// addPairRelation requires the values of two cells to be a pair for which holds returns true. name and number identify
// the relation in the cache.
func (b *builder) addPairRelation(name string, number, one, two int, holds func(x, y int) bool) {
	b.addKeyedPair(key{name, number, 0, 0}, one, two, holds)
}

func (b *builder) addKeyedPair(k key, one, two int, holds func(x, y int) bool) {
	b.addRelation(one, two, b.relationFor(sharedKey{key: k, length: 2}, holds))
}

func (b *builder) addRelation(one, two int, r *csp.Relation) {
	if one != two {
		b.into.Relation(cspCell(one), cspCell(two), r)
		return
	}
	var set csp.Set
	for i, to := range r.SecondByFirst() {
		set |= to & (1 << i)
	}
	b.into.Allow(cspCell(one), set)
}

// stepper returns the state after an automaton reads value v. The second result is false if the state does not permit
// v.
type stepper func(state any, v int) (any, bool)

// mostStates is the maximum number of states of an automaton. The largest automaton for a clue on a 36×36
// board has a quarter of this number of states.
const mostStates = 1 << 16

// perStep is the cost of one step of building an automaton, in units of the budget.
const perStep = 150

// addAutomaton requires the values of the cells to be accepted by the automaton that `build` describes. k identifies
// the automaton in the cache.
func (b *builder) addAutomaton(k key, cells []int, build func() (start any, step stepper, accepts func(any) bool)) {
	b.into.Automaton(cspCells(cells), b.cachedAutomaton(sharedKey{key: k, length: -1}, func() *csp.Automaton {
		return b.newAutomaton(build())
	}))
}

// newAutomaton returns the automaton of all states that step reaches from `start`. It returns nil if the states would
// exceed mostStates.
func (b *builder) newAutomaton(start any, step stepper, accepts func(any) bool) *csp.Automaton {
	return csp.NewAutomaton(b.net.FirstNumber(), b.net.Values(), mostStates, start, func(s any, v int) (any, bool) {
		b.net.Spend(perStep)
		return step(s, v)
	}, accepts)
}

// alternativeRule adds one alternative of a constraint to the network. The constraint holds if at least one alternative
// holds.
type alternativeRule func(b *builder)

// addAlternatives adds a constraint: at least one of the alternatives in `ways` holds.
func (b *builder) addAlternatives(ways []alternativeRule) {
	if len(ways) == 1 {
		ways[0](b)
		return
	}
	alternatives := make([]*csp.Constraints, len(ways))
	inner := *b
	for i, state := range ways {
		alternatives[i] = b.net.NewAlternative()
		inner.into = alternatives[i]
		state(&inner)
	}
	b.into.Either(alternatives...)
}

// mostSubsets is the maximum number of sets of values to enumerate for a cage.
const mostSubsets = 20_000

// countSubsets returns the number of sets of n values. If there are more than mostSubsets sets, the result is some
// number above mostSubsets.
func (b *builder) countSubsets(n int) int {
	all := 1
	for i := range n {
		if all = all * (b.Values() - i) / (i + 1); all > mostSubsets {
			break
		}
	}
	return all
}

// requireValueSet requires the cells to hold distinct values for which `isWanted` returns true. `isWanted` receives the
// values in ascending order.
func (b *builder) requireValueSet(k key, cells []int, isWanted func(values []int) bool) {
	n := len(cells)
	if b.countSubsets(n) > mostSubsets {
		b.requireDistinct(cells)
		b.into.Add(&completedSetCheck{cspCells(cells), b.net.FirstNumber(), isWanted})
		return
	}
	low, high := b.Low, b.High
	sets := cachedValue(sharedKey{key: k, first: b.net.FirstNumber(), values: b.Values(), length: n}, func() ([]csp.Set, int) {
		var all []csp.Set
		values := make([]int, 0, n)
		var next func(from int)
		next = func(from int) {
			if len(values) == n {
				if isWanted(values) {
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
	b.into.OneOfSets(cspCells(cells), sets)
}

func sumOf(values []int) (sum int) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func sortedKeys[T any](m map[int]T) []int { return slices.Sorted(maps.Keys(m)) }
