package logic

import (
	"cmp"
	"slices"
)

// Nice loops and alternating inference chains. A graph of implications has two
// vertices a node, "it is true" (on) and "it is false" (off):
//
//	on  → off   weak: the other candidates of the cell, the digit's other places
//	            in the houses
//	off → on    strong: the other candidate of a cell with two, the other place
//	            of a house with two
//
// Group nodes stand for a digit in two or three cells of a minirow or minicolumn.
// A set node stands for an almost locked set that loses the digit by which it is
// entered; it is then locked, and switches off what sees its other digits.
//
// From every candidate taken as true or false, the shortest ways to all vertices are
// computed. A way is a chain when it does not come back to a cell it has left.
//
//	start false → end true       one of the two is true (AIC)
//	start → start                the loop decides about its start (discontinuous),
//	                             or every weak link in it is strong (continuous)
//
// Of the ways between two ends those are looked at that have groups last (choice):
// one of them is told, if it is a chain; of loops that take one candidate only if
// all are chains; of continuous loops, which differ in what they take, all that take
// most. None of this depends on the board's orientation.

type vertex = int32 // 2·node + 1 if on

const singles = cells * 9 // nodes 0 … singles−1 are candidates, 9·cell + digit − 1

type edge struct {
	to     vertex
	length uint8
	class  linkClass
}

// linkClass orders links by how easy they are to see. Of ways that are as good, that
// is told whose links sum up to the least.
type linkClass uint8

const (
	inCell linkClass = iota
	inLine
	inBox
	toGroup
	toSet
)

// graphNode is what a node stands for.
type graphNode struct {
	cells CellSet // all it covers
	entry CellSet // cells by which it is entered
	head  Cell    // the first of cells; of a set, the first of those by which it is entered
	digit Digit
	kind  NodeKind
	set   int32 // into Finder.sets, for set nodes
}

// graph is the implications of a position, and the scratch of the search.
type graph struct {
	built, grouped, withSets bool
	nodes                    []graphNode
	from                     []int32 // edges[from[v]:from[v+1]] leave v
	live                     []int32 // those up to live[v] lead on, of a table's graph
	edges                    []edge
	raw                      []rawEdge
	direct                   int  // so many of raw are of single candidates
	inRows                   bool // the order asked for when it was built
	spare                    []edge

	dist    []uint8 // of the shortest ways
	ways    []uint8 // how many there are, up to tooMany
	pred    []int32 // head of the list of predecessors
	preds   []predecessor
	buckets [farthest + 1][]vertex

	tabling tabling
	ends    ends
	f       *Finder
	path    []vertex // the chain under inspection
	choice  choice
	held    []heldLoop // of one cell
}

type predecessor struct {
	v     vertex
	next  int32
	class linkClass
}

type rawEdge struct {
	from vertex
	edge
}

const (
	link1    = 2   // the length of a link; one out of a set is longer
	farthest = 200 // the longest chain
	tooMany  = 101 // shortest ways between two ends: of so many none is told
)

func single(c Cell, d Digit) int32 { return int32(c)*9 + int32(d) - 1 }

// inOneLine reports whether a row or a column holds all of s.
func inOneLine(s CellSet) bool {
	h, ok := inOneHouse(s) // rows and columns come before boxes
	return ok && h < 18
}

func (g *graph) add(from, to vertex, length int) {
	class := inBox
	if g.inRows {
		// A table takes links in the order of the graph.
		g.raw = append(g.raw, rawEdge{from, edge{to, uint8(length), class}})
		return
	}
	switch a, b := &g.nodes[from/2], &g.nodes[to/2]; {
	case b.kind == GroupNode:
		class = toGroup
	case b.kind == SetNode:
		class = toSet
	case a.kind == SingleNode && a.cells == b.cells:
		class = inCell
	case inOneLine(a.cells.Or(b.cells)):
		class = inLine
	}
	g.raw = append(g.raw, rawEdge{from, edge{to, uint8(length), class}})
}

// build sets up the graph, with group nodes and with sets if wanted.
func (f *Finder) buildGraph(grouped, withSets bool) *graph {
	g := &f.graph
	again := g.built && g.inRows == f.Options.RowOrder
	if again && g.grouped == grouped && g.withSets == withSets {
		return g
	}
	g.f, g.built, g.grouped, g.withSets, g.inRows = f, true, grouped, withSets, f.Options.RowOrder
	if again {
		g.nodes, g.raw = g.nodes[:singles], g.raw[:g.direct]
	} else {
		f.addSingles(g)
		g.direct = len(g.raw)
	}
	if grouped {
		f.addGroups(g)
	}
	if withSets {
		f.addSets(g)
	}
	g.pack()
	g.divide()
	return g
}

// addSingles: the candidates, and what they do to each other.
func (f *Finder) addSingles(g *graph) {
	s := &f.State
	if len(g.nodes) < singles {
		for c := range Cell(cells) {
			for d := Digit(1); d <= 9; d++ {
				at := CellsOf(c)
				g.nodes = append(g.nodes, graphNode{at, at, c, d, SingleNode, 0})
			}
		}
	}
	g.nodes, g.raw = g.nodes[:singles], g.raw[:0]
	for left := s.digits[0]; !left.Empty(); {
		c := left.pop()
		for d := range s.cands[c].Digits() {
			n := single(c, d)
			for e := range s.cands[c].Without(d).Digits() {
				g.add(2*n+1, 2*single(c, e), link1)
				if s.cands[c].Len() == 2 {
					g.add(2*n, 2*single(c, e)+1, link1)
				}
			}
			// In the order of houses, as HoDoKu's tables have them.
			behind := CellsOf(c)
			for _, h := range c.Houses() {
				at := f.places(h, d)
				rest := at.Less(behind)
				behind = behind.Or(rest)
				for left := rest; !left.Empty(); {
					g.add(2*n+1, 2*single(left.pop(), d), link1)
				}
				if at.Len() == 2 && !rest.Empty() {
					g.add(2*n, 2*single(rest.First(), d)+1, link1)
				}
			}
		}
	}
}

// divide puts first, of the edges of each vertex, those to vertices that have edges
// themselves, if it is a table's graph and no table would be full.
func (g *graph) divide() {
	n := 2 * len(g.nodes)
	g.live = append(g.live[:0], g.from[1:n+1]...)
	if !g.inRows || g.withSets {
		return
	}
	reached := 0
	for v := 1; v < n; v += 2 {
		if g.from[v+1] > g.from[v] {
			reached++ // the others stand for no candidate
		}
	}
	if 2*reached > tableLength {
		return
	}
	for v := range n {
		edges := g.edges[g.from[v]:g.from[v+1]]
		g.spare = g.spare[:0]
		k := 0
		for _, e := range edges {
			if g.from[e.to+1] > g.from[e.to] {
				edges[k] = e
				k++
			} else {
				g.spare = append(g.spare, e)
			}
		}
		copy(edges[k:], g.spare)
		g.live[v] = g.from[v] + int32(k)
	}
}

// pack sorts the edges by their tail.
func (g *graph) pack() {
	n := 2 * len(g.nodes)
	g.from = slices.Grow(g.from[:0], n+2)[:n+2]
	clear(g.from)
	for _, e := range g.raw {
		g.from[e.from+2]++
	}
	for v := range n {
		g.from[v+2] += g.from[v+1]
	}
	g.edges = slices.Grow(g.edges[:0], len(g.raw))[:len(g.raw)]
	// from[v+1] is where the next edge of v goes; in the end, where those of v+1 begin.
	for _, e := range g.raw {
		g.edges[g.from[e.from+1]] = e.edge
		g.from[e.from+1]++
	}
}

// addGroups: the node of a digit in two or three cells where a line and a box cross.
func (f *Finder) addGroups(g *graph) {
	s := &f.State
	first := len(g.nodes)
	var line, box []House
	for h := range House(18) {
		for d := Digit(1); d <= 9; d++ {
			for b := House(18); b < houses; b++ {
				if at := f.places(h, d).And(houseSet[b]); at.Len() >= 2 {
					g.nodes = append(g.nodes, graphNode{at, at, at.First(), d, GroupNode, 0})
					line, box = append(line, h), append(box, b)
				}
			}
		}
	}
	for i := first; i < len(g.nodes); i++ {
		n, d := g.nodes[i], g.nodes[i].digit
		v := int32(i)
		h := [2]House{line[i-first], box[i-first]}
		seen := commonPeers(n.cells).And(s.digits[d])
		for left := seen; !left.Empty(); {
			c := single(left.pop(), d)
			g.add(2*v+1, 2*c, link1)
			g.add(2*c+1, 2*v, link1)
		}
		for _, h := range [2]House{h[1], h[0]} {
			if rest := seen.And(houseSet[h]); rest.Len() == 1 {
				c := single(rest.First(), d)
				g.add(2*v, 2*c+1, link1)
				g.add(2*c, 2*v+1, link1)
			}
		}
		var other [2]int32
		var count [2]int
		for j := first; j < len(g.nodes); j++ {
			m := &g.nodes[j]
			if j == i || m.digit != d || m.cells.Meets(n.cells) {
				continue
			}
			for k, h := range h {
				if m.cells.Within(houseSet[h]) {
					g.add(2*v+1, 2*int32(j), link1)
					count[k]++
					other[k] = int32(j)
				}
			}
		}
		for k, h := range h {
			if count[k] == 1 && f.places(h, d) == n.cells.Or(g.nodes[other[k]].cells) {
				g.add(2*v, 2*other[k]+1, link1)
			}
		}
	}
}

// setCost is what a set adds to a chain's length, a link counting link1: a chain of
// simple links is preferred to a shorter one through a large set.
func setCost(digits Digits) int {
	if n := digits.Len(); n > 2 {
		return 2 * (n - 1)
	}
	return 1
}

// addSets: one node for each set and each digit by which it can be entered.
func (f *Finder) addSets(g *graph) {
	s := &f.State
	groups := g.nodes[singles:]
	sets := f.collectSets(2)
	first := int32(len(g.nodes))
	index := make([][10]int32, len(sets))
	for i := range sets {
		a := &sets[i]
		for d := range a.digits.Digits() {
			exits := false
			for e := range a.digits.Without(d).Digits() {
				exits = exits || !a.sees[e].Empty()
			}
			if exits {
				index[i][d] = int32(len(g.nodes))
				g.nodes = append(g.nodes, graphNode{a.cells, a.at[d], a.at[d].First(), d, SetNode, int32(i)})
			}
		}
	}
	for v := first; v < int32(len(g.nodes)); v++ {
		n := g.nodes[v]
		a, d := &sets[n.set], n.digit
		for left := a.sees[d]; !left.Empty(); {
			g.add(2*single(left.pop(), d)+1, 2*v, link1)
		}
		cost := link1 + setCost(a.digits)
		var seen CellSet
		for i := range groups {
			m, k := &groups[i], int32(singles+i)
			if m.digit == d && !m.cells.Meets(a.cells) && a.at[d].Within(commonPeers(m.cells)) {
				g.add(2*k+1, 2*v, link1)
			}
		}
		for e := range a.digits.Without(d).Digits() {
			seen = seen.Or(a.sees[e])
			for left := a.sees[e]; !left.Empty(); {
				g.add(2*v, 2*single(left.pop(), e), cost)
			}
			for i := range groups {
				if m := &groups[i]; m.digit == e && m.cells.Within(a.sees[e]) {
					g.add(2*v, 2*int32(singles+i), cost)
				}
			}
		}
		for j := range sets {
			if f.over() {
				return
			}
			b := &sets[j]
			if a.cells.Meets(b.cells) {
				continue
			}
			for e := range (a.digits & b.digits).Without(d).Digits() {
				if index[j][e] != 0 && b.at[e].Within(a.sees[e]) {
					g.add(2*v, 2*index[j][e], cost)
				}
			}
		}
		// A cell that loses all candidates but one to the set takes that one.
		for !seen.Empty() {
			c := seen.pop()
			if s.cands[c].Len() == 2 {
				continue
			}
			rest := s.cands[c]
			for e := range (a.digits & rest).Without(d).Digits() {
				if a.sees[e].Has(c) {
					rest = rest.Without(e)
				}
			}
			if e, ok := only(rest); ok {
				g.add(2*v, 2*single(c, e)+1, cost+1)
			}
		}
	}
}

// shortest computes the lengths of the shortest ways from start, how many there are,
// and the predecessors on them.
func (g *graph) shortest(start vertex) {
	n := 2 * len(g.nodes)
	if len(g.dist) < n {
		g.dist, g.ways, g.pred = make([]uint8, n), make([]uint8, n), make([]int32, n)
	}
	clear(g.dist[:n])
	g.preds = append(g.preds[:0], predecessor{})
	for i := range g.buckets {
		g.buckets[i] = g.buckets[i][:0]
	}
	g.buckets[0] = append(g.buckets[0], start)
	g.ways[start], g.pred[start] = 1, 0
	for d := range farthest {
		for _, v := range g.buckets[d] {
			if int(g.dist[v]) != d {
				continue // reached on a shorter way since
			}
			if g.f.over() {
				return
			}
			for _, e := range g.edges[g.from[v]:g.from[v+1]] {
				to, nd := e.to, d+int(e.length)
				if to == start || nd > farthest {
					continue
				}
				switch old := int(g.dist[to]); {
				case old == 0 || nd < old:
					g.buckets[nd] = append(g.buckets[nd], to)
					g.dist[to], g.ways[to], g.pred[to] = uint8(nd), 0, 0
				case nd > old:
					continue
				}
				g.ways[to] = min(g.ways[to]+g.ways[v], tooMany)
				g.preds = append(g.preds, predecessor{v, g.pred[to], e.class})
				g.pred[to] = int32(len(g.preds) - 1)
			}
		}
	}
}

// choice is which of the shortest ways between two ends are told.
//
// First come those without groups, then those whose groups, read from the one end or
// from the other, begin as late as may be: only these are looked at further. Some of
// them may come back to a cell; the others are chains. Of the chains those that are
// worth most are told; of these, those that are easiest to see.
type choice struct {
	start   vertex
	loop    bool
	worth   func() int // of the chain in g.path; nil if all are worth the same
	groups  uint64     // where the groups are, the first bit for the start
	crossed bool       // one of those comes back
	value   int
	effort  int
	told    [][]vertex // the last vertex first
}

// taken is the cells by which the later part of a way is entered, by kind of node.
type taken [SetNode + 1]CellSet

// chains computes in g.choice which ways from start to end are told. A loop leaves
// its start cell and enters it at last, and may pass through it; a chain does not
// come back to it.
func (g *graph) chains(start, end vertex, loop bool, worth func() int) {
	c := &g.choice
	*c = choice{start: start, loop: loop, worth: worth, groups: ^uint64(0), told: c.told[:0]}
	if g.ways[end] == tooMany {
		return
	}
	g.path = append(g.path[:0], end)
	g.back(end, taken{}, false, 0)
}

// back goes on from v towards the start.
func (g *graph) back(v vertex, later taken, crossed bool, effort int) {
	c := &g.choice
	if g.f.over() {
		return
	}
	n := &g.nodes[v/2]
	if k := len(g.path); k > 1 {
		// What the vertex after the successor takes counts for what comes before v.
		m := &g.nodes[g.path[k-2]/2]
		later[m.kind] = later[m.kind].Or(m.entry)
	}
	for p := g.pred[v]; p != 0; p = g.preds[p].next {
		u := g.preds[p].v
		m := &g.nodes[u/2]
		over := crossed || g.crosses(m, &later)
		// The first link of a loop leaves the start cell and the last one enters it.
		if c.loop && (u == c.start || len(g.path) == 1) && m.kind == SingleNode && n.kind == SingleNode && m.cells == n.cells {
			over = true
		}
		sum := effort + int(g.preds[p].class)
		if m.kind == GroupNode && m.cells.Meets(g.nodes[c.start/2].cells) {
			sum += 2 // "r1c1 is not 5, so …, so neither r1c1 nor …" is odd
		}
		g.path = append(g.path, u)
		if u == c.start {
			g.weigh(over, sum)
		} else {
			g.back(u, later, over, sum)
		}
		g.path = g.path[:len(g.path)-1]
	}
}

// crosses reports whether a way comes back to the cells of node m. A group may lie
// in the cells of another, or of a set; in a chain that is no loop in any.
func (g *graph) crosses(m *graphNode, later *taken) bool {
	c := &g.choice
	cells, barred := m.cells, later[SingleNode]
	if m.kind != GroupNode {
		barred = barred.Or(later[SetNode])
	}
	if c.loop {
		cells = cells.Less(g.nodes[c.start/2].cells)
		if m.kind == SingleNode {
			barred = barred.Or(later[GroupNode])
		}
	}
	return cells.Meets(barred)
}

// weigh compares the complete way in g.path with those before.
func (g *graph) weigh(crossed bool, effort int) {
	c := &g.choice
	var forth, back uint64
	last := len(g.path) - 1
	for i, v := range g.path {
		if g.nodes[v/2].kind == GroupNode {
			back |= 1 << 63 >> i
			forth |= 1 << 63 >> (last - i)
		}
	}
	if groups := min(forth, back); groups > c.groups {
		return
	} else if groups < c.groups {
		c.groups, c.crossed, c.told = groups, false, c.told[:0]
	}
	if crossed {
		c.crossed = true
		return
	}
	value := 0
	if c.worth != nil {
		value = c.worth()
	}
	if len(c.told) > 0 {
		switch order := cmp.Or(cmp.Compare(c.value, value), cmp.Compare(effort, c.effort)); {
		case order > 0 || order == 0 && c.worth == nil:
			return
		case order < 0:
			c.told = c.told[:0]
		}
	}
	c.value, c.effort = value, effort
	// The lists told before lend their memory.
	k := len(c.told)
	if k == cap(c.told) {
		c.told = append(c.told, nil)
	}
	c.told = c.told[:k+1]
	c.told[k] = append(c.told[k][:0], g.path...)
}

func niceLoops(f *Finder) { f.loops(false) }

func groupedNiceLoops(f *Finder) { f.loops(true) }

func (f *Finder) loops(grouped bool) {
	if f.Options.RowOrder {
		f.tableLoops(grouped)
		return
	}
	g := f.buildGraph(grouped, grouped && f.Options.SetsInChains)
	s := &f.State
	for left := s.digits[0]; !left.Empty(); {
		c := left.pop()
		for d := range s.cands[c].Digits() {
			for on := range vertex(2) {
				if f.stopped {
					g.held = g.held[:0]
					return
				}
				start := 2*single(c, d) + on
				g.shortest(start)
				if f.want != AIC && f.want != GroupedAIC {
					for e := range s.cands[c].Digits() {
						f.loop(g, grouped, start, 2*single(c, e))
						f.loop(g, grouped, start, 2*single(c, e)+1)
					}
				}
				if on == 0 && (f.want == AIC || f.want == GroupedAIC) {
					f.chainsFrom(g, grouped, c, d)
				}
			}
		}
		f.release(g)
	}
}

func (f *Finder) chainsFrom(g *graph, grouped bool, c Cell, d Digit) {
	s := &f.State
	start := 2 * single(c, d)
	technique := AIC
	if grouped {
		technique = GroupedAIC
	}
	chain := func(end Cell, e Digit, gone func()) {
		v := 2*single(end, e) + 1
		if g.dist[v] <= link1 || f.stopped {
			return
		}
		g.chains(start, v, false, nil)
		if g.choose(grouped) {
			f.begin(technique, bit(d)|bit(e))
			gone()
			f.chainReason(g)
			f.emit()
		}
	}
	// Type 1: the same digit at both ends, where the chain takes more than the one
	// candidate that a loop would.
	for left := s.digits[d]; !left.Empty(); {
		end := left.pop()
		if both := peers[c].And(peers[end]); end != c && both.And(s.digits[d]).Len() >= 2 {
			chain(end, d, func() { f.gone(d, both) })
		}
	}
	// Type 2: ends that see each other, each with the other's digit.
	for left := peers[c].And(s.digits[d]); !left.Empty(); {
		end := left.pop()
		for e := range (s.cands[end] & s.cands[c]).Without(d).Digits() {
			chain(end, e, func() {
				f.gone(e, CellsOf(c))
				f.gone(d, CellsOf(end))
			})
		}
	}
}

// choose leaves in g.path the first of the chains to be told, and reports whether
// there is one, grouped or not as asked.
func (g *graph) choose(grouped bool) bool {
	if len(g.choice.told) == 0 {
		return false
	}
	g.path = append(g.path[:0], g.choice.told[0]...)
	return g.plain() != grouped
}

// loop looks at the ways from start to end, both in the same cell.
func (f *Finder) loop(g *graph, grouped bool, start, end vertex) {
	if g.dist[end] <= link1 || f.stopped {
		return
	}
	s := &f.State
	a, b := &g.nodes[start/2], &g.nodes[end/2]
	c := a.cells.First()
	x, y := a.digit, b.digit
	first, last := start&1 == 0, end&1 == 1 // whether the first and the last link are strong
	continuous := x != y && first == last && (first || s.cands[c].Len() == 2) || first != last && x == y
	technique := DiscontinuousNiceLoop
	switch {
	case continuous && grouped:
		technique = GroupedContinuousNiceLoop
	case continuous:
		technique = ContinuousNiceLoop
	case grouped:
		technique = GroupedDiscontinuousNiceLoop
	}
	if !continuous && x != y && first == last || !f.wants(technique) {
		return
	}
	if continuous {
		f.continuousLoops(g, technique, grouped, start, end)
		return
	}
	placing := x == y && first
	if placing && s.cands[c].Len() == 1 {
		return // not worth a search
	}
	g.chains(start, end, true, nil)
	// What takes one candidate is told only if no way comes back to a cell: it would
	// contain a shorter loop.
	if !placing && g.choice.crossed || !g.choose(grouped) {
		return
	}
	f.begin(technique, bit(x)|bit(y))
	f.step.Loop = true
	switch {
	case placing:
		f.goneAll(c, s.cands[c].Without(x))
	case x != y && first:
		f.gone(y, CellsOf(c))
	default:
		f.gone(x, CellsOf(c))
	}
	f.chainReason(g)
	f.emit()
}

// heldLoop is a continuous loop that is told unless the same ends, from here or read
// from the other, have one that takes more.
type heldLoop struct {
	ends [2]vertex
	step Step
}

// continuousLoops holds the loops that take most, each set of eliminations once.
func (f *Finder) continuousLoops(g *graph, technique Technique, grouped bool, start, end vertex) {
	a, b := &g.nodes[start/2], &g.nodes[end/2]
	take := func() int {
		f.begin(technique, bit(a.digit)|bit(b.digit))
		f.step.Loop = true
		f.continuous(g, a.cells.First())
		f.finish()
		return len(f.step.Eliminations)
	}
	g.chains(start, end, true, take)
	ends := [2]vertex{start, end}
	if back := [2]vertex{end ^ 1, start ^ 1}; back[0] < start {
		ends = back
	}
	for _, path := range g.choice.told {
		g.path = append(g.path[:0], path...)
		if g.plain() == grouped || take() == 0 {
			continue
		}
		more := func(h heldLoop) bool {
			return h.ends == ends && (len(h.step.Eliminations) > len(f.step.Eliminations) || slices.Equal(h.step.Eliminations, f.step.Eliminations))
		}
		if slices.ContainsFunc(g.held, more) {
			continue
		}
		g.held = slices.DeleteFunc(g.held, func(h heldLoop) bool {
			return h.ends == ends && len(h.step.Eliminations) < len(f.step.Eliminations)
		})
		f.chainReason(g)
		g.held = append(g.held, heldLoop{ends, f.step.Clone()})
	}
}

// release tells the loops held.
func (f *Finder) release(g *graph) {
	for i := range g.held {
		if !f.stopped {
			f.stopped = !f.yield(&g.held[i].step)
		}
	}
	g.held = g.held[:0]
}

// continuous notes what a continuous loop takes: every weak link holds one truth,
// so that what sees both its ends goes; a cell with two strong links holds one of
// the two digits; a set that is entered and left keeps its other digits.
func (f *Finder) continuous(g *graph, start Cell) {
	s := &f.State
	path := g.path // last vertex first
	at := func(i int) (vertex, *graphNode) { v := path[len(path)-1-i]; return v, &g.nodes[v/2] }
	last := len(path) - 1
	var body CellSet // the cells of the chain, but for its last vertex
	for i := range last {
		_, n := at(i)
		body = body.Or(n.cells)
	}
	if v0, n0 := at(0); v0&1 == 0 {
		if vl, nl := at(last); vl&1 == 1 {
			f.goneAll(start, s.cands[start]&^(bit(n0.digit)|bit(nl.digit)))
		}
	}
	for i := 1; i <= last; i++ {
		v, n := at(i)
		_, before := at(i - 1)
		sameCell := n.kind == SingleNode && before.kind == SingleNode && n.cells == before.cells
		if v&1 == 1 && i+2 <= last && !sameCell && n.kind == SingleNode {
			w, next := at(i + 1)
			u, after := at(i + 2)
			if w&1 == 0 && next.kind == SingleNode && next.cells == n.cells && u&1 == 1 && after.cells != n.cells {
				f.goneAll(n.cells.First(), s.cands[n.cells.First()]&^(bit(n.digit)|bit(after.digit)))
			}
		}
		if v&1 == 1 || sameCell {
			continue
		}
		d := n.digit
		gone := f.seesNode(before, d).And(f.seesNode(n, d)).Less(body)
		gone.Remove(start)
		f.gone(d, gone)
		if n.kind != SetNode || i == last {
			continue
		}
		a := &f.sets[n.set]
		u, next := at(i + 1)
		exits := bit(next.digit)
		forced := u&1 == 1
		if forced {
			exits = s.cands[next.cells.First()].Without(next.digit)
		}
		for e := range (a.digits.Without(d) &^ exits).Digits() {
			f.gone(e, a.sees[e])
		}
		if forced {
			for e := range (exits & a.digits).Digits() {
				f.gone(e, a.sees[e].And(peers[next.cells.First()]))
			}
		}
	}
}

// seesNode are the cells that see all places of d in the node.
func (f *Finder) seesNode(n *graphNode, d Digit) CellSet {
	if n.kind == SetNode {
		return f.sets[n.set].sees[d]
	}
	return commonPeers(n.cells)
}

// chainReason writes the chain of g.path and the truths its strong links rest on.
func (f *Finder) chainReason(g *graph) {
	step, s := &f.step, &f.State
	for i := len(g.path) - 1; i >= 0; i-- {
		v := g.path[i]
		n := &g.nodes[v/2]
		node := Node{Cells: n.cells, Digit: n.digit, On: v&1 == 1, Kind: n.kind}
		if n.kind == SetNode {
			a := &f.sets[n.set]
			node.Cells, node.Set = n.entry, uint8(len(step.Sets))
			f.addSet(a)
		} else {
			step.mark(Pattern, n.digit, n.cells)
		}
		if k := len(step.Nodes); k > 0 && node.On {
			before := step.Nodes[k-1]
			switch {
			case before.Kind == SetNode:
				step.cellTruth(n.cells.First())
			case before.Digit != node.Digit:
				step.cellTruth(n.cells.First())
			default:
				both := before.Cells.Or(node.Cells)
				for h := range House(houses) {
					if s.digits[node.Digit].And(houseSet[h]) == both {
						step.houseTruth(h, node.Digit)
						break
					}
				}
			}
		}
		step.Nodes = append(step.Nodes, node)
		step.Digits |= bit(n.digit)
	}
}
