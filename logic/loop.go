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
// From every candidate taken as true or false, shortest paths to all vertices are
// computed. A path is a chain when it does not come back to a cell it has left.
//
//	start false → end true       one of the two is true (AIC)
//	start → start                the loop decides about its start (discontinuous),
//	                             or every weak link in it is strong (continuous)

type vertex = int32 // 2·node + 1 if on

const singles = cells * 9 // nodes 0 … singles−1 are candidates, 9·cell + digit − 1

type edge struct {
	to     vertex
	length uint8
	class  linkClass
}

// linkClass orders links by how easy they are to see. Of paths of equal length
// those are looked at whose first different link comes first here, lines and
// boxes counting alike; of these first the one with lines before boxes.
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
	entry CellSet // cells that must not have been left before; a group may be entered through cells of the chain
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

	dist    []uint8  // of the shortest path
	key     []uint32 // its place among those of equal length: rank of the predecessor, class of the link
	fine    []uint32 // the same with lines before boxes
	rank    []uint32 // the key's rank
	finely  []uint32 // the fine key's rank
	pred    []int32  // head of the list of predecessors, the finest first
	preds   []predecessor
	buckets [farthest + 1][]vertex

	tabling tabling
	ends    ends
	f       *Finder
	path    []vertex // the chain under inspection
	left    int
	isLoop  bool
	worth   func() int
	best    []vertex
	most    int
}

type predecessor struct {
	v    vertex
	fine uint32
	next int32
}

type rawEdge struct {
	from vertex
	edge
}

const (
	link1      = 2   // the length of a link; one out of a set is longer
	farthest   = 200 // the longest chain
	pathsTried = 500 // shortest paths looked at for one that is a chain
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
					g.nodes = append(g.nodes, graphNode{at, CellSet{}, at.First(), d, GroupNode, 0})
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

// shortest computes the lengths of the shortest paths from start, and the
// predecessors on the first of these by link class.
func (g *graph) shortest(start vertex) {
	n := 2 * len(g.nodes)
	if len(g.dist) < n {
		g.dist, g.pred = make([]uint8, n), make([]int32, n)
		g.key, g.fine, g.rank, g.finely = make([]uint32, n), make([]uint32, n), make([]uint32, n), make([]uint32, n)
	}
	clear(g.dist[:n])
	g.preds = append(g.preds[:0], predecessor{})
	for i := range g.buckets {
		g.buckets[i] = g.buckets[i][:0]
	}
	g.buckets[0] = append(g.buckets[0], start)
	g.key[start], g.fine[start], g.pred[start] = 0, 0, 0
	var rank, finely uint32
	for d := range farthest {
		bucket := g.buckets[d]
		if len(bucket) == 0 {
			continue
		}
		slices.SortFunc(bucket, func(a, b vertex) int {
			return cmp.Or(cmp.Compare(g.key[a], g.key[b]), cmp.Compare(g.fine[a], g.fine[b]))
		})
		for i, v := range bucket {
			if i > 0 && g.key[v] != g.key[bucket[i-1]] {
				rank++
			}
			if i > 0 && (g.key[v] != g.key[bucket[i-1]] || g.fine[v] != g.fine[bucket[i-1]]) {
				finely++
			}
			if int(g.dist[v]) != d {
				continue // reached on a shorter path since
			}
			g.rank[v], g.finely[v] = rank, finely
			if g.f.over() {
				return
			}
			for _, e := range g.edges[g.from[v]:g.from[v+1]] {
				to, nd := e.to, d+int(e.length)
				if to == start || nd > farthest {
					continue
				}
				key, fine := rank<<3|uint32(coarse(e.class)), finely<<3|uint32(e.class)
				switch old := int(g.dist[to]); {
				case old == 0 || nd < old:
					g.buckets[nd] = append(g.buckets[nd], to)
					g.dist[to], g.key[to], g.fine[to], g.pred[to] = uint8(nd), key, fine, 0
				case nd > old || key > g.key[to]:
					continue
				case key < g.key[to]:
					g.key[to], g.fine[to], g.pred[to] = key, fine, 0
				}
				g.addPredecessor(to, v, fine)
			}
		}
		rank++
		finely++
	}
}

// coarse is the class with lines and boxes alike.
func coarse(c linkClass) linkClass {
	if c == inBox {
		return inLine
	}
	return c
}

func (g *graph) addPredecessor(to, v vertex, fine uint32) {
	g.fine[to] = min(g.fine[to], fine)
	at := &g.pred[to]
	for *at != 0 && g.preds[*at].fine <= fine {
		at = &g.preds[*at].next
	}
	next := *at
	*at = int32(len(g.preds))
	g.preds = append(g.preds, predecessor{v, fine, next})
}

// chain leaves in g.path a shortest path from start to end that is a chain, last
// vertex first, and reports whether there is one, grouped or not as asked. A loop
// leaves and enters its start cell, which the path may pass through; a chain does
// not come back to it. Of several chains it takes the first, or, where worth is
// not nil, the one worth most.
func (g *graph) chain(start, end vertex, loop, grouped bool, worth func() int) bool {
	g.left, g.isLoop, g.worth = pathsTried, loop, worth
	g.path, g.best, g.most = append(g.path[:0], end), g.best[:0], 0
	if !g.back(start, end, CellSet{}) && len(g.best) == 0 {
		return false
	}
	if len(g.best) > 0 {
		g.path = append(g.path[:0], g.best...)
	}
	for _, v := range g.path {
		if g.nodes[v/2].kind != SingleNode {
			return grouped
		}
	}
	return !grouped
}

// take weighs the complete chain in g.path and reports whether to stop at it.
func (g *graph) take() bool {
	if g.worth == nil {
		return true
	}
	if n := g.worth(); n > g.most {
		g.most, g.best = n, append(g.best[:0], g.path...)
	}
	return false
}

// back goes on from v towards start; later is where the vertices after v's
// successor are entered.
func (g *graph) back(start, v vertex, later CellSet) bool {
	if g.left--; g.left < 0 || g.f.over() {
		return false
	}
	n := &g.nodes[v/2]
	if len(g.path) > 1 {
		later = later.Or(g.nodes[g.path[len(g.path)-2]/2].entry)
	}
	for p := g.pred[v]; p != 0; p = g.preds[p].next {
		u := g.preds[p].v
		m := &g.nodes[u/2]
		if g.isLoop {
			// The first link leaves the start cell and the last one enters it.
			if (u == start || len(g.path) == 1) && m.kind == SingleNode && n.kind == SingleNode && m.cells == n.cells {
				continue
			}
			if m.cells.Less(g.nodes[start/2].cells).Meets(later) {
				continue
			}
		} else if m.cells.Meets(later) {
			continue
		}
		g.path = append(g.path, u)
		if u == start && g.take() || u != start && g.back(start, u, later) {
			return true
		}
		g.path = g.path[:len(g.path)-1]
	}
	return false
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
					return
				}
				start := 2*single(c, d) + on
				g.shortest(start)
				if f.kin || f.want != AIC && f.want != GroupedAIC {
					for e := range s.cands[c].Digits() {
						f.loop(g, grouped, start, 2*single(c, e))
						f.loop(g, grouped, start, 2*single(c, e)+1)
					}
				}
				if on == 0 && (f.kin || f.want == AIC || f.want == GroupedAIC) {
					f.chainsFrom(g, grouped, c, d)
				}
			}
		}
	}
}

func (f *Finder) chainsFrom(g *graph, grouped bool, c Cell, d Digit) {
	s := &f.State
	start := 2 * single(c, d)
	technique := AIC
	if grouped {
		technique = GroupedAIC
	}
	// Type 1: the same digit at both ends, where the chain takes more than the one
	// candidate that a loop would.
	for left := s.digits[d]; !left.Empty() && !f.stopped; {
		end := left.pop()
		v := 2*single(end, d) + 1
		if end == c || g.dist[v] <= link1 || peers[c].And(peers[end]).And(s.digits[d]).Len() < 2 {
			continue
		}
		if g.chain(start, v, false, grouped, nil) {
			f.begin(technique, bit(d))
			f.gone(d, peers[c].And(peers[end]))
			f.chainReason(g)
			f.emit()
		}
	}
	// Type 2: ends that see each other, each with the other's digit.
	for left := peers[c].And(s.digits[d]); !left.Empty(); {
		end := left.pop()
		for e := range (s.cands[end] & s.cands[c]).Without(d).Digits() {
			v := 2*single(end, e) + 1
			if g.dist[v] <= link1 || f.stopped || !g.chain(start, v, false, grouped, nil) {
				continue
			}
			f.begin(technique, bit(d)|bit(e))
			f.gone(e, CellsOf(c))
			f.gone(d, CellsOf(end))
			f.chainReason(g)
			f.emit()
		}
	}
}

// loop looks at the chain from start to end, both in the same cell.
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
	if !continuous {
		// Not worth a search unless something would go.
		if first && x == y && s.cands[c].Len() == 1 {
			return
		}
	}
	var worth func() int
	if continuous {
		worth = func() int {
			f.begin(technique, 0)
			f.continuous(g, c)
			n := 0
			for d := 1; d <= 9; d++ {
				n += f.del[d].And(s.digits[d]).Len()
			}
			return n
		}
	}
	if !g.chain(start, end, true, grouped, worth) {
		return
	}
	f.begin(technique, bit(x)|bit(y))
	f.step.Loop = true
	switch {
	case continuous:
		f.continuous(g, c)
	case x == y && first:
		f.goneAll(c, s.cands[c].Without(x))
	case x == y:
		f.gone(x, CellsOf(c))
	case first:
		f.gone(y, CellsOf(c))
	default:
		f.gone(x, CellsOf(c))
	}
	if f.effective() {
		f.chainReason(g)
		f.emit()
	}
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
