package csp

import "slices"

// kind selects a propagator's array in the program and the routine that runs it. Kinds run in this order: cheap
// ones first.
type kind uint8

const (
	kindUnequal kind = iota // used only in alternatives; elsewhere the search itself removes values from peers
	kindRelation
	kindDistinct
	kindRequired
	kindCount
	kindBalance
	kindCover
	kindSets
	kindCrossing
	kindPlaces
	kindApart
	kindOccur
	kindNumbered
	kindSum
	kindAutomaton
	kindAdded
	kindConnected
	kindRegions
	kindEither
)

// isIdempotent reports whether a second run, directly after the first, prunes nothing. An automaton in which a cell
// occurs twice is not idempotent; the search itself checks for this.
func (k kind) isIdempotent() bool {
	return k == kindRelation || k == kindCount || k == kindAutomaton
}

// prop is a propagator: its kind, and its index in the array of this kind.
type prop struct {
	kind  kind
	index int32
}

// program is a network compiled to flat arrays.
type program struct {
	all     Set
	first   int
	counted int   // the number of cells of a solution
	start   []Set // the domains at the root
	never   bool  // the constraints contradict each other
	peers   [][]Cell
	sees    []uint64 // for each cell, its peers as a bit set of seeWords words
	words   int      // the number of words of a bit set of props
	wake    []uint64 // for each cell: the propagators that read it, as a bit set
	props   []prop   // the propagators outside alternatives
	scope   [][]Cell // for each of props: its cells

	seeWords int
	alike    [][]Cell   // for each cell and value, the other cells that lose the value when the cell takes it; may be nil
	seesBy   [][]uint64 // for each value, the union of sees and alike; may be nil

	distinct  []distinctCells
	relations []relation
	sets      []setsOf
	counts    []countOf
	required  []requiredValues
	crossings []crossing
	differing []groupDistinct
	sums      []sum
	automata  []layeredAutomaton
	added     []Propagator
	connected []connectedCells
	regions   []regions
	either    []either
	unequal   [][]Cell
	covers    []cover
	places    [][]Cell
	houses    []int32 // the indices in distinct of the groups in which each possible value has a place
	occurs    []occurrenceCounts
	numbered  []numberedGroups
	named     *numberedGroups // the numberedGroups whose values are free, or nil
	balance   []balance
}

// block is one alternative of a constraint Either: propagators, and restrictions of cells.
type block struct {
	allowed []Allowed
	props   []prop
}

// either is a constraint of which at least one block must hold. scope holds the cells that the blocks prune.
type either struct {
	blocks []block
	scope  []Cell
}

// compiler turns a network into a program. It compiles distinct cells first, because the compilation of sums uses which
// cells differ.
type compiler struct {
	*program
	same   []Cell // for each cell: the first cell that must equal it
	equal  int    // the number of Equal constraints in the network
	totals []sumOf
	budget *Budget
	rooms  *rooms // the memory of the program

	coefficient []int // for each cell: its coefficient in the sum being added, or 0
	met         []bool
	board       *Board   // the board whose groups are the first elements of distinct, or nil
	dealt       []family // the cached result of distinctFamilies
	mask        []uint64 // scratch memory for a set of cells
	left        []int    // scratch memory of groupCliques: a number for each cell; 0 between calls
	groupsOf    []int32  // groupsOf[groupsFrom[cell]:groupsFrom[cell+1]] are the indices of the cell's distinct groups
	groupsFrom  []int32
	open        []int32  // scratch memory of groupCliques: for each distinct group, the number of its cells in no clique; 0 between calls
	index       []int32  // scratch memory of addCrossing: a number for each cell
	spare       []Cell   // memory for allocateCells
	spareOf     []Clique // memory for applyCliqueMerge
	*scratch
}

// scratch is memory of a compiler. The comment of each field names the function that uses it.
type scratch struct {
	near      []int  // memory for housesSharingCells
	few       []Cell // memory for addInnieOutieSums
	metGroups []int32
	packed    []Clique // memory for groupCliques, which also uses metGroups and single
	single    []Clique
	joins     [2]cliqueMerge
}

func newCompiler(n *Network, r *rooms) *compiler {
	cells := len(n.domain)
	p := &program{all: n.AllNumbers(), first: n.first, counted: n.hidden, start: r.domains.Allocate(cells), seeWords: (cells + 63) / 64}
	copy(p.start, n.domain)
	p.sums, p.sets, p.relations, p.crossings = r.sums.OpenList(), r.sets.OpenList(), r.relations.OpenList(), r.crossings.OpenList()
	c := &compiler{program: p, same: r.cells.Allocate(cells), equal: len(n.equal), budget: n.budget, rooms: r, scratch: &r.scratch}
	c.budget.Spend(16 * cells * (8 + p.seeWords))
	c.coefficient, c.left, c.met = r.ints.Allocate(cells), r.ints.Allocate(cells), make([]bool, cells)
	c.mask = r.words.Allocate(p.seeWords)
	for i := range c.same {
		c.same[i] = Cell(i)
	}
	return c
}

// compile compiles a network, in memory that it takes from r.
func compile(n *Network, r *rooms) *program {
	c := newCompiler(n, r)
	p := c.program
	for _, a := range n.allowed {
		p.start[a.Cell] &= a.Set
	}
	for _, e := range n.equal {
		a, b := c.same[e[0]], c.same[e[1]]
		if a == b {
			continue
		}
		n.budget.Spend(len(c.same))
		for i, s := range c.same {
			if s == max(a, b) {
				c.same[i] = min(a, b)
			}
		}
	}
	known := c.reuseBoardGroups(n)
	c.computePeers(n, known)
	c.listPeers()
	c.recordValuePeers(n.notBoth)
	p.props = r.props.Allocate(2*len(n.distinct) + len(n.sets) + len(n.relations) + len(n.sums) + len(n.counts) + len(n.automata) + 16)[:0]
	if c.board != nil {
		p.props = append(p.props, c.board.props...)
	} else {
		p.distinct = make([]distinctCells, 0, len(n.distinct))
	}
	for _, d := range n.distinct[known:] {
		c.addDistinct(d)
	}
	p.props, _ = c.compileList(&n.Constraints, p.props, true)
	c.addNumbered(n)
	c.findPairwiseGroups(n.relations)
	c.addInnieOutieSums(n.sets)
	c.addGroupCrossings()
	c.addCommonPeerProps()
	c.arrangePropagators()
	return p
}

// computePeers computes which cells see each other. It skips the groups with an index below `known`, for which this is
// already computed.
func (c *compiler) computePeers(n *Network, known int) {
	if known == 0 {
		c.sees = c.rooms.words.Allocate(len(c.start) * c.seeWords)
	}
	for _, d := range n.distinct[known:] {
		c.recordPeers(d)
	}
	for _, s := range n.sets {
		c.recordPeers(s.cells)
	}
	c.recordDifferingPeers(n.relations)
	for _, x := range n.differing {
		n.budget.Spend(len(x.groups) * len(x.groups) / 2)
		for i, g := range x.groups {
			for j, h := range x.groups[:i] {
				if c.same[g] == c.same[h] {
					c.recordPeerPair(x.cells[i], x.cells[j])
				}
			}
		}
	}
	c.mergeEqualPeers(n.equal)
}

func (c *compiler) recordPeers(cells []Cell) {
	w := c.seeWords
	if len(cells) == 2 { // this shortcut saves time, because a network may have thousands of pairs
		c.never = c.never || c.same[cells[0]] == c.same[cells[1]]
		c.recordPeerPair(cells[0], cells[1])
		return
	}
	clear(c.mask)
	for _, a := range cells {
		c.mask[a>>6] |= 1 << (a & 63)
	}
	n := 0
	for _, m := range c.mask {
		n += Set(m).Len()
	}
	if n < len(cells) {
		c.never = true // a cell that is listed twice cannot differ from itself
	}
	for _, a := range cells {
		row := c.sees[int(a)*w:][:w]
		for k, m := range c.mask {
			row[k] |= m
		}
		row[a>>6] &^= 1 << (a & 63)
	}
	if c.equal > 0 {
		c.failIfEqual(cells)
	}
}

func (c *compiler) failIfEqual(cells []Cell) {
	for i, a := range cells {
		for _, b := range cells[:i] {
			c.never = c.never || c.same[a] == c.same[b]
		}
	}
}

func (c *compiler) listPeers() {
	p := c.program
	if c.board != nil && slices.Equal(p.sees, c.board.sees) {
		p.peers = c.board.peers
		return
	}
	p.peers = c.rooms.lists.Allocate(len(p.start))
	n := 0
	for _, m := range p.sees {
		n += Set(m).Len()
	}
	all := c.rooms.cells.Allocate(n)[:0]
	for i := range p.peers {
		from := len(all)
		for w, m := range p.sees[i*p.seeWords : (i+1)*p.seeWords] {
			for ; m != 0; m &= m - 1 {
				all = append(all, Cell(w<<6+Set(m).Min()))
			}
		}
		p.peers[i] = all[from:len(all):len(all)]
	}
}

func (p *program) recordPeerPair(a, b Cell) {
	p.sees[int(a)*p.seeWords+int(b>>6)] |= 1 << (b & 63)
	p.sees[int(b)*p.seeWords+int(a>>6)] |= 1 << (a & 63)
}

// mustDiffer reports whether the two cells have different values in every solution.
func (p *program) mustDiffer(a, b Cell) bool {
	return p.sees[int(a)*p.seeWords+int(b>>6)]>>(b&63)&1 != 0
}

// mergeEqualPeers gives equal cells the union of their peers.
func (c *compiler) mergeEqualPeers(equal [][2]Cell) {
	if len(equal) == 0 {
		return
	}
	w := c.seeWords
	for again := true; again; {
		again = false
		for a, s := range c.same {
			if int(s) == a {
				continue
			}
			c.budget.Spend(len(c.start))
			for x := range c.start {
				if c.mustDiffer(Cell(a), Cell(x)) != c.mustDiffer(s, Cell(x)) {
					c.recordPeerPair(Cell(a), Cell(x))
					c.recordPeerPair(s, Cell(x))
					again = true
				}
			}
			if c.sees[a*w+a>>6]>>(a&63)&1 != 0 {
				c.never = true
				return
			}
		}
	}
}

// addDistinct adds a propagator for cells whose values must differ. It adds none for fewer than three cells. It also adds
// none if the cells can have at least twice as many values as there are cells, because the propagator then rarely prunes.
func (c *compiler) addDistinct(cells []Cell) {
	var union Set
	for _, x := range cells {
		union |= c.start[x]
	}
	switch n := len(cells); {
	case n > union.Len():
		c.never = true
	case n < 3:
		return
	}
	index := int32(len(c.distinct))
	if len(cells) == union.Len() {
		c.houses = append(c.houses, index)
	} else if 2*len(cells) <= union.Len() {
		return
	}
	c.distinct = append(c.distinct, distinctCells{cells})
	c.props = append(c.props, prop{kindDistinct, index})
}

// compiledList is a list of constraints that is being compiled to propagators.
type compiledList struct {
	*compiler
	top     bool // the list is the network's own, not an alternative
	props   []prop
	allowed []Allowed // for an alternative: its restrictions of cells
}

// addPropagator adds a propagator to the list: the last of the n propagators in the array of kind k.
func (x *compiledList) addPropagator(k kind, n int) { x.props = append(x.props, prop{k, int32(n - 1)}) }

// compileList adds the propagators of a list of constraints to `props`, and returns `props`. If `top` is not set, the
// list is an alternative. Then cells that must differ get propagators, and the second result has the restrictions of
// single cells.
func (c *compiler) compileList(list *Constraints, props []prop, top bool) ([]prop, []Allowed) {
	x := &compiledList{compiler: c, top: top, props: props}
	if !top {
		x.allowed = append(x.allowed, list.allowed...)
		for _, d := range list.distinct {
			x.addUnequal(d)
		}
	}
	c.sets = slices.Grow(c.sets, len(list.sets))
	for _, s := range list.sets {
		x.addUnequal(s.cells)
		c.sets = append(c.sets, s)
		x.addPropagator(kindSets, len(c.sets))
	}
	x.addRelations(list)
	for _, s := range list.sums {
		if top && s.lo == s.hi {
			c.totals = append(c.totals, s)
		}
		x.props, x.allowed = c.compileSum(s, x.props, x.allowed, top)
	}
	x.addCounts(list)
	for _, s := range list.same {
		for _, y := range c.buildValueBalances(s) {
			c.balance = append(c.balance, y)
			x.addPropagator(kindBalance, len(c.balance))
		}
	}
	for _, a := range list.automata {
		c.automata = append(c.automata, layeredAutomaton{cells: a.cells, a: a.automaton.layersFor(len(a.cells), c.budget), twice: !areDistinct(a.cells)})
		x.addPropagator(kindAutomaton, len(c.automata))
	}
	x.addRegions(list)
	for _, a := range list.propagator {
		c.added = append(c.added, a)
		x.addPropagator(kindAdded, len(c.added))
	}
	for _, e := range list.either {
		c.either = append(c.either, c.compileEither(e))
		x.addPropagator(kindEither, len(c.either))
	}
	return x.props, x.allowed
}

// addUnequal adds to an alternative the constraint that the cells differ. In the network's own list this is not needed,
// because the search itself removes values from peers.
func (x *compiledList) addUnequal(cells []Cell) {
	if !x.top {
		x.unequal = append(x.unequal, cells)
		x.addPropagator(kindUnequal, len(x.unequal))
	}
}

func (x *compiledList) addRelation(a, b Cell, r *Relation) {
	x.relations = append(x.relations, newRelation(a, b, r))
	x.addPropagator(kindRelation, len(x.relations))
}

func (x *compiledList) addRelations(list *Constraints) {
	x.relations = slices.Grow(x.relations, len(list.equal)+len(list.relations))
	for _, e := range list.equal {
		x.addRelation(e[0], e[1], pairSumRelation(pairKey{a: 1, b: -1, values: x.all.Len()}))
	}
	for _, r := range list.relations {
		if r.a == r.b {
			var both Set
			for v, to := range r.relation.to {
				both |= to & (1 << v)
			}
			x.allowed = x.restrictCell(x.allowed, r.a, both, x.top)
			continue
		}
		relation := r.relation
		if x.top && x.mustDiffer(r.a, r.b) {
			relation = relation.withoutEquals()
		}
		x.addRelation(r.a, r.b, relation)
	}
	if x.top {
		return // the search itself removes these values from peers
	}
	for _, n := range list.notBoth {
		x.addRelation(n.a, n.b, NewRelation(0, x.all.Len(), func(a, b int) bool { return a != b || n.set>>a&1 == 0 }))
	}
}

// addCounts adds the propagators that count cells with certain values: covers, counts, required
// values, numbers of groups, and occurrences.
func (x *compiledList) addCounts(list *Constraints) {
	var covers []cover
	if x.top {
		covers = combineCoverCounts(list.counts)
		for _, y := range covers {
			x.covers = append(x.covers, y)
			x.addPropagator(kindCover, len(x.covers))
		}
	}
	occurs, counts := x.combineOccurrenceCounts(list.counts)
	for _, y := range counts {
		if !isCoveredBy(covers, y) {
			x.counts = append(x.counts, y)
			x.addPropagator(kindCount, len(x.counts))
		}
	}
	for _, y := range list.required {
		x.required = append(x.required, x.newRequiredValues(y))
		x.addPropagator(kindRequired, len(x.required))
	}
	if !x.top {
		for _, y := range list.numbered {
			x.numbered = append(x.numbered, numberedGroups{cells: y})
			x.addPropagator(kindNumbered, len(x.numbered))
		}
	}
	for _, y := range append(occurs, list.occurs...) {
		x.occurs = append(x.occurs, x.newOccurrenceCounts(y))
		x.addPropagator(kindOccur, len(x.occurs))
	}
}

// addRegions adds the constraints of DistinctInGroups and Connected. If together they describe regions, it adds one
// regions constraint; otherwise it adds each of them separately.
func (x *compiledList) addRegions(list *Constraints) {
	regional := false
	var joined []int
	if x.top && len(list.differing) > 0 {
		var r regions
		if r, joined, regional = x.newRegions(list); regional {
			x.regions = append(x.regions, r)
			x.addPropagator(kindRegions, len(x.regions))
		}
	}
	for _, a := range list.differing {
		if !regional {
			x.differing = append(x.differing, x.newGroupDistinct(a))
			x.addPropagator(kindApart, len(x.differing))
		}
	}
	for i, y := range list.connected {
		if regional && slices.Contains(joined, i) {
			continue
		}
		x.connected = append(x.connected, connectedCells{y, len(x.connected)})
		x.addPropagator(kindConnected, len(x.connected))
	}
}

// combineOccurrenceCounts merges counts of single values over the same cells into occurs. `left` has the counts that
// are not merged.
func (c *compiler) combineOccurrenceCounts(counts []countOf) (occurs []occurOf, left []countOf) {
	for _, x := range counts {
		if x.set.Single() && len(x.cells) > 1 && len(x.cells) < 63 && x.hi >= x.lo && x.hi >= 0 && areDistinct(x.cells) {
			times := indicesBetween(max(x.lo, 0), min(x.hi, 62))
			i := slices.IndexFunc(occurs, func(o occurOf) bool { return slices.Equal(o.cells, x.cells) })
			if i < 0 {
				i = len(occurs)
				o := occurOf{cells: x.cells, times: make([]Set, c.all.Len())}
				for v := range o.times {
					o.times[v] = ^Set(0)
				}
				occurs = append(occurs, o)
			}
			if v := x.set.Min(); v < len(occurs[i].times) {
				occurs[i].times[v] &= times
				continue
			}
		}
		left = append(left, x)
	}
	return occurs, left
}

func (c *compiler) compileEither(alternatives []*Constraints) (e either) {
	seen := make(map[Cell]bool)
	for _, a := range alternatives {
		var b block
		c.budget.Spend(256)
		b.props, b.allowed = c.compileList(a, nil, false)
		b.props, _ = sortByKind(b.props, make([]prop, len(b.props)))
		for _, l := range b.allowed {
			seen[l.Cell] = true
		}
		for _, q := range b.props {
			for _, cell := range c.cellsOf(q) {
				seen[cell] = true
			}
		}
		e.blocks = append(e.blocks, b)
	}
	for cell := range seen {
		e.scope = append(e.scope, cell)
	}
	slices.Sort(e.scope)
	return e
}

func areDistinct(cells []Cell) bool {
	sorted := slices.Clone(cells)
	slices.Sort(sorted)
	return len(slices.Compact(sorted)) == len(cells)
}

// restrictCell restricts a cell: in the program if `top` is set, and otherwise by an entry appended to `allowed`, the
// restrictions of an alternative.
func (c *compiler) restrictCell(allowed []Allowed, cell Cell, s Set, top bool) []Allowed {
	if top {
		c.start[cell] &= s
		return allowed
	}
	return append(allowed, Allowed{cell, s})
}

// cellsOf returns the cells that a propagator reads.
func (p *program) cellsOf(q prop) []Cell {
	switch q.kind {
	case kindUnequal:
		return p.unequal[q.index]
	case kindRelation:
		return p.relations[q.index].cells[:]
	case kindDistinct:
		return p.distinct[q.index].cells
	case kindRequired:
		return p.required[q.index].cells
	case kindCount:
		return p.counts[q.index].cells
	case kindCover:
		return p.covers[q.index].cells
	case kindBalance:
		return p.balance[q.index].cells
	case kindPlaces:
		return p.places[q.index]
	case kindSets:
		return p.sets[q.index].cells
	case kindCrossing:
		return p.crossings[q.index].cells
	case kindOccur:
		return p.occurs[q.index].cells
	case kindNumbered:
		return p.numbered[q.index].cells
	case kindApart:
		return p.differing[q.index].scope
	case kindSum:
		return p.sums[q.index].cells
	case kindAutomaton:
		return p.automata[q.index].cells
	case kindAdded:
		return p.added[q.index].Cells()
	case kindConnected:
		return p.connected[q.index].cells
	case kindRegions:
		return p.regions[q.index].scope
	default:
		return p.either[q.index].scope
	}
}

// sortByKind copies props to sorted, in the order of kinds, and keeps the order within a kind. from[k] is the index of
// the first prop of kind k.
func sortByKind(props, sorted []prop) (_ []prop, from [kindEither + 2]int) {
	for _, q := range props {
		from[q.kind+1]++
	}
	for k := range kindEither {
		from[k+1] += from[k]
	}
	next := from
	for _, q := range props {
		sorted[next[q.kind]] = q
		next[q.kind]++
	}
	return sorted, from
}

// arrangePropagators sorts the propagators by kind, cheap kinds first. It also records, for each cell, the propagators
// that must run after a change of the cell.
func (c *compiler) arrangePropagators() {
	p := c.program
	sorted, from := sortByKind(p.props, c.rooms.props.Allocate(len(p.props)))
	p.props = sorted
	for _, k := range []kind{kindSum, kindAutomaton} {
		same := sorted[from[k]:from[k+1]]
		indices := make([]int32, len(same))
		for i, q := range same {
			indices[i] = q.index
		}
		slices.SortStableFunc(indices, func(a, b int32) int { return len(p.cellsOf(prop{k, a})) - len(p.cellsOf(prop{k, b})) })
		for i := range same {
			same[i].index = indices[i]
		}
	}
	p.words = max((len(p.props)+63)/64, 1)
	c.budget.Spend(8 * len(p.start) * p.words)
	p.wake = c.rooms.words.Allocate(len(p.start) * p.words)
	p.scope = c.rooms.lists.Allocate(len(p.props))[:0]
	for i, q := range p.props {
		cells := p.cellsOf(q)
		p.scope = append(p.scope, cells)
		for _, c := range cells {
			p.wake[int(c)*p.words+i>>6] |= 1 << (i & 63)
		}
	}
}
