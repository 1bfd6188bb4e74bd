package logic

import "slices"

// This file builds the graph of implications of a position, the basis of loops and chains. Each node has two vertices,
// "it is true" (on) and "it is false" (off):
//
//	on  → off   weak: to the other candidates of the cell, and to the digit's
//	            other places in the houses
//	off → on    strong: to the other candidate of a cell that has two, and to
//	            the other place of a digit that has two in a house
//
// A group node is a digit in several cells where two houses cross. A set node is an almost locked set. A path enters
// the set by a digit that the set then loses. So the set is locked: each of its other digits is false in the cells that
// see all places of this digit in the set.

type vertex = int32 // 2·node, plus 1 for on

const singles = cells * 9 // candidates are the nodes 0 … singles−1, numbered 9·cell + digit − 1

type edge struct {
	to     vertex
	length uint8
	extra  bool // the edge is a strong link that only X-chains use
}

// graphNode is a candidate, a group or an almost locked set, as a node of the graph.
type graphNode struct {
	cells CellSet // all cells of the node
	entry CellSet // for a set, the cells with the digit by which a path enters it
	head  Cell    // the first of cells; for a set, the first of entry
	digit Digit
	kind  NodeKind
	set   int32 // for a set, its index in Finder.sets
}

// graph holds the implications of a position, and the buffers of searches.
type graph struct {
	position          uint64 // the number of the position for which the graph was built
	grouped, withSets bool
	nodes             []graphNode
	from              []int32 // edges[from[v]:from[v+1]] are the edges that leave v
	edges             []edge
	raw               []rawEdge
	direct            int // the number of edges in raw that connect two single candidates

	dist    []uint8 // for each vertex, the length of the shortest paths to it
	ways    []uint8 // for each vertex, the number of shortest paths, at most tooMany
	pred    []int32 // for each vertex, the head of its list of predecessors
	preds   []predecessor
	buckets [farthest + 1][]vertex

	tabling tabling
	ends    ends
	f       *Finder
	path    []vertex // the chain being examined
	choice  choice
	waiting []heldLoop // the loops through one cell that wait for a comparison
}

type rawEdge struct {
	from vertex
	edge
}

const (
	link1    = 2   // the length of a link that does not leave a set
	farthest = 200 // the maximum length of a chain
	tooMany  = 101 // a pair of ends with this number of shortest paths, or more, is not reported
)

func nodeOf(c Cell, d Digit) int32 { return int32(c)*9 + int32(d) - 1 }

// addEdge adds an edge to g.raw. The tables of tabling.go follow edges in the order in which they were added.
func (g *graph) addEdge(from, to vertex, length int) {
	g.raw = append(g.raw, rawEdge{from, edge{to, uint8(length), false}})
}

// buildGraph builds the graph, with group nodes if grouped is set, and with set nodes if withSets is set.
func (f *Finder) buildGraph(grouped, withSets bool) *graph {
	g := &f.graph
	again := g.position == f.position
	if again && g.grouped == grouped && g.withSets == withSets {
		return g
	}
	g.f, g.position, g.grouped, g.withSets = f, f.position, grouped, withSets
	if again {
		g.nodes, g.raw = g.nodes[:singles], g.raw[:g.direct]
	} else {
		f.addSingleNodes(g)
		g.direct = len(g.raw)
	}
	if grouped {
		f.addGroupNodes(g)
	}
	if withSets {
		f.addSetNodes(g)
	}
	g.sortEdges()
	return g
}

// addSingleNodes adds a node for each candidate, and the links between candidates.
func (f *Finder) addSingleNodes(g *graph) {
	s := &f.state
	if len(g.nodes) < singles {
		for c := range Cell(cells) {
			for d := Digit(1); d <= 9; d++ {
				cells := CellsOf(c)
				g.nodes = append(g.nodes, graphNode{cells, cells, c, d, SingleNode, 0})
			}
		}
	}
	g.nodes, g.raw = g.nodes[:singles], g.raw[:0]
	for left := s.digits[0]; !left.Empty(); {
		c := left.Pop()
		for d := range s.cands[c].Digits() {
			n := nodeOf(c, d)
			for e := range s.cands[c].Without(d).Digits() {
				g.addEdge(2*n+1, 2*nodeOf(c, e), link1)
				if s.cands[c].Len() == 2 {
					g.addEdge(2*n, 2*nodeOf(c, e)+1, link1)
				}
			}
			// Examine the houses in the order of HoDoKu's tables. These tables omit a strong link if an earlier house
			// has both cells and further places of the digit. Here such a link is marked as extra.
			behind, linked := CellsOf(c), CellsOf(c)
			for in := f.board.HousesOf(c); in != 0; {
				places := f.placesIn(in.Pop(), d)
				rest := places.Without(behind)
				behind = behind.Or(rest)
				for left := rest; !left.Empty(); {
					g.addEdge(2*n+1, 2*nodeOf(left.Pop(), d), link1)
				}
				if other := places.Without(linked); places.Len() == 2 && !other.Empty() {
					g.raw = append(g.raw, rawEdge{2 * n, edge{2*nodeOf(other.First(), d) + 1, link1, rest.Empty()}})
					linked = linked.Or(other)
				}
			}
		}
	}
}

// addGroupNodes adds a node for each digit that has several places where two houses cross.
func (f *Finder) addGroupNodes(g *graph) {
	s := &f.state
	first := len(g.nodes)
	var houses [][2]House
	for left := f.board.Houses(); left != 0; {
		h := left.Pop()
		for d := Digit(1); d <= 9; d++ {
			for b := range (f.board.Crossing(h) & left).All() {
				if places := f.placesIn(h, d).And(f.board.Cells(b)); places.Len() >= 2 {
					g.nodes = append(g.nodes, graphNode{places, places, places.First(), d, GroupNode, 0})
					houses = append(houses, [2]House{h, b})
				}
			}
		}
	}
	for i := first; i < len(g.nodes); i++ {
		n, d := g.nodes[i], g.nodes[i].digit
		v, h := int32(i), houses[i-first]
		seen := f.board.CommonPeers(n.cells).And(s.digits[d])
		for left := seen; !left.Empty(); {
			c := nodeOf(left.Pop(), d)
			g.addEdge(2*v+1, 2*c, link1)
			g.addEdge(2*c+1, 2*v, link1)
		}
		for _, h := range [2]House{h[1], h[0]} {
			if rest := seen.And(f.board.Cells(h)); rest.Len() == 1 {
				c := nodeOf(rest.First(), d)
				g.addEdge(2*v, 2*c+1, link1)
				g.addEdge(2*c, 2*v+1, link1)
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
				if m.cells.Within(f.board.Cells(h)) {
					g.addEdge(2*v+1, 2*int32(j), link1)
					count[k]++
					other[k] = int32(j)
				}
			}
		}
		for k, h := range h {
			if count[k] == 1 && f.placesIn(h, d) == n.cells.Or(g.nodes[other[k]].cells) {
				g.addEdge(2*v, 2*other[k]+1, link1)
			}
		}
	}
}

// addSetNodes adds a node for each set and each digit by which a path can enter the set.
func (f *Finder) addSetNodes(g *graph) {
	s := &f.state
	groups := g.nodes[singles:]
	sets := f.almostLockedSets(2)
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
				g.nodes = append(g.nodes, graphNode{a.cells, a.cellsOf[d], a.cellsOf[d].First(), d, SetNode, int32(i)})
			}
		}
	}
	for v := first; v < int32(len(g.nodes)); v++ {
		n := g.nodes[v]
		a, d := &sets[n.set], n.digit
		for left := a.sees[d]; !left.Empty(); {
			g.addEdge(2*nodeOf(left.Pop(), d)+1, 2*v, link1)
		}
		// A link from a set counts more, so that the search prefers simple links, and then links from small sets.
		cost := link1 + 1
		if n := a.digits.Len(); n > 2 {
			cost = link1 + 2*(n-1)
		}
		var seen CellSet
		for i := range groups {
			m, k := &groups[i], int32(singles+i)
			if m.digit == d && !m.cells.Meets(a.cells) && a.cellsOf[d].Within(f.board.CommonPeers(m.cells)) {
				g.addEdge(2*k+1, 2*v, link1)
			}
		}
		for e := range a.digits.Without(d).Digits() {
			seen = seen.Or(a.sees[e])
			for left := a.sees[e]; !left.Empty(); {
				g.addEdge(2*v, 2*nodeOf(left.Pop(), e), cost)
			}
			for i := range groups {
				if m := &groups[i]; m.digit == e && m.cells.Within(a.sees[e]) {
					g.addEdge(2*v, 2*int32(singles+i), cost)
				}
			}
		}
		for j := range sets {
			if f.countNode() {
				return
			}
			b := &sets[j]
			if a.cells.Meets(b.cells) {
				continue
			}
			for e := range (a.digits & b.digits).Without(d).Digits() {
				if index[j][e] != 0 && b.cellsOf[e].Within(a.sees[e]) {
					g.addEdge(2*v, 2*index[j][e], cost)
				}
			}
		}
		// A cell that loses all but one of its candidates to the set holds the remaining candidate.
		for !seen.Empty() {
			c := seen.Pop()
			if s.cands[c].Len() == 2 {
				continue
			}
			rest := s.cands[c]
			for e := range (a.digits & rest).Without(d).Digits() {
				if a.sees[e].Has(c) {
					rest = rest.Without(e)
				}
			}
			if e, ok := onlyDigit(rest); ok {
				g.addEdge(2*v, 2*nodeOf(c, e)+1, cost+1)
			}
		}
	}
}

// sortEdges sorts the edges by the vertex that they leave.
func (g *graph) sortEdges() {
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
	// Before this loop, from[v+1] is where the edges of v begin; after it, from[v+1] is where the edges of v+1 begin.
	for _, e := range g.raw {
		g.edges[g.from[e.from+1]] = e.edge
		g.from[e.from+1]++
	}
}

func (g *graph) hasOnlySingleNodes() bool {
	return !slices.ContainsFunc(g.path, func(v vertex) bool { return g.nodes[v/2].kind != SingleNode })
}
