package logic

import "cmp"

// This file finds the shortest paths through the graph from a candidate taken as true or false, and chooses which of
// these paths to report. A path is a chain if it does not return to a cell that it has left.

type predecessor struct {
	v    vertex
	next int32
}

// links selects the links that a search follows.
type links uint8

const (
	allLinks   links = iota
	digitLinks       // links between places of the same digit
	pairLinks        // strong links in cells, and weak links between places of the same digit
)

// allowsEdge reports whether a search follows the edge e that leaves the vertex `from`.
func (l links) allowsEdge(from vertex, e edge) bool {
	if l == allLinks {
		return !e.extra
	}
	return (from/18 == e.to/18) == (l == pairLinks && from&1 == 0)
}

// shortestPaths computes the shortest paths from `start`: for each vertex, their length, their number, and the
// predecessors. No path is longer than `limit`.
func (g *graph) shortestPaths(start vertex, follow links, limit int) {
	n := 2 * len(g.nodes)
	if len(g.dist) < n {
		g.dist, g.ways, g.pred = make([]uint8, n), make([]uint8, n), make([]int32, n)
	}
	clear(g.dist[:n])
	g.preds = append(g.preds[:0], predecessor{})
	for i := range limit + 1 {
		g.buckets[i] = g.buckets[i][:0]
	}
	g.buckets[0] = append(g.buckets[0], start)
	g.ways[start], g.pred[start] = 1, 0
	for d := range limit {
		for _, v := range g.buckets[d] {
			if int(g.dist[v]) != d {
				continue // a shorter path reached this vertex in the meantime
			}
			if g.f.countNode() {
				return
			}
			for _, e := range g.edges[g.from[v]:g.from[v+1]] {
				to, nd := e.to, d+int(e.length)
				if to == start || nd > limit || !follow.allowsEdge(v, e) {
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
				g.preds = append(g.preds, predecessor{v, g.pred[to]})
				g.pred[to] = int32(len(g.preds) - 1)
			}
		}
	}
}

// choice selects among the shortest paths between two ends. First it keeps the paths whose groups come as late as
// possible, read from either end. Of these, it keeps those that do not return to a cell. Of these, it keeps those with
// the greatest worth, and then those that are easiest to see.
type choice struct {
	start   vertex
	loop    bool
	worth   func() int // returns the worth of the chain in g.path; nil if all chains have the same worth
	groups  uint64     // the groups of the best paths: a bit for each vertex that is a group, the highest bit for the end from which they are read
	crossed bool       // a path with the best groups returns to a cell that it has left
	value   int
	effort  int
	paths   [][]vertex // the chosen paths, each with the last vertex first
}

// taken holds, for each kind of node, the cells that the later part of a path uses.
type taken [SetNode + 1]CellSet

// chooseChains stores the paths to report in g.choice. The first link of a loop leaves its start cell, and the last
// link enters it. In between, the loop may pass through this cell. A chain does not return to a cell.
func (g *graph) chooseChains(start, end vertex, loop bool, worth func() int) {
	c := &g.choice
	*c = choice{start: start, loop: loop, worth: worth, groups: ^uint64(0), paths: c.paths[:0]}
	if g.ways[end] == tooMany {
		return
	}
	g.path = append(g.path[:0], end)
	g.extendPathBack(end, taken{}, false, 0)
}

// extendPathBack extends the path at its start. The path has been built from its end to v.
func (g *graph) extendPathBack(v vertex, later taken, crossed bool, effort int) {
	c := &g.choice
	if g.f.countNode() {
		return
	}
	n := &g.nodes[v/2]
	if k := len(g.path); k > 1 {
		// Earlier parts of the path must not use the cells by which the path enters this vertex.
		m := &g.nodes[g.path[k-2]/2]
		later[m.kind] = later[m.kind].Or(m.entry)
	}
	for p := g.pred[v]; p != 0; p = g.preds[p].next {
		u := g.preds[p].v
		m := &g.nodes[u/2]
		over := crossed || g.crossesNode(m, &later)
		// The first link of a loop leaves the start cell, and the last link enters it.
		if c.loop && (u == c.start || len(g.path) == 1) && m.kind == SingleNode && n.kind == SingleNode && m.cells == n.cells {
			over = true
		}
		sum := effort + g.effortOfLink(m, n)
		if m.kind == GroupNode && m.cells.Meets(g.nodes[c.start/2].cells) {
			sum += 2 // so that "r1c1 is not 5, so …, so neither r1c1 nor …" is chosen less often, because it reads oddly
		}
		g.path = append(g.path, u)
		if u == c.start {
			g.recordBestPath(over, sum)
		} else {
			g.extendPathBack(u, later, over, sum)
		}
		g.path = g.path[:len(g.path)-1]
	}
}

// effortOfLink returns how hard the link from m to n is to see; a greater number is harder.
func (g *graph) effortOfLink(m, n *graphNode) int {
	switch {
	case n.kind != SingleNode:
		return 2 + int(n.kind)
	case m.kind == SingleNode && m.cells == n.cells:
		return 0
	case g.f.isInOneLine(m.cells.Or(n.cells)):
		return 1
	}
	return 2
}

// crossesNode reports whether the later part of a path uses cells of node m, so that the path must not contain m, too.
// If m is a group, only later single candidates count. In a chain that is not a loop, later groups never count.
func (g *graph) crossesNode(m *graphNode, later *taken) bool {
	c := &g.choice
	cells, barred := m.cells, later[SingleNode]
	if m.kind != GroupNode {
		barred = barred.Or(later[SetNode])
	}
	if c.loop {
		cells = cells.Without(g.nodes[c.start/2].cells)
		if m.kind == SingleNode {
			barred = barred.Or(later[GroupNode])
		}
	}
	return cells.Meets(barred)
}

// recordBestPath compares the complete path in g.path with the best paths so far, and keeps the better ones. Of equally
// good paths, it keeps all if c.worth is set, and otherwise only the first.
func (g *graph) recordBestPath(crossed bool, effort int) {
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
		c.groups, c.crossed, c.paths = groups, false, c.paths[:0]
	}
	if crossed {
		c.crossed = true
		return
	}
	value := 0
	if c.worth != nil {
		value = c.worth()
	}
	if len(c.paths) > 0 {
		switch order := cmp.Or(cmp.Compare(c.value, value), cmp.Compare(effort, c.effort)); {
		case order > 0 || order == 0 && c.worth == nil:
			return
		case order < 0:
			c.paths = c.paths[:0]
		}
	}
	c.value, c.effort = value, effort
	// Reuse the memory of earlier lists.
	k := len(c.paths)
	if k == cap(c.paths) {
		c.paths = append(c.paths, nil)
	}
	c.paths = c.paths[:k+1]
	c.paths[k] = append(c.paths[k][:0], g.path...)
}

// chooseReportedPath sets g.path to the first path that chooseChains stored. It returns false if there is no such path.
// It also returns false unless the path has groups or sets exactly if grouped is set.
func (g *graph) chooseReportedPath(grouped bool) bool {
	if len(g.choice.paths) == 0 {
		return false
	}
	g.path = append(g.path[:0], g.choice.paths[0]...)
	return g.hasOnlySingleNodes() != grouped
}
