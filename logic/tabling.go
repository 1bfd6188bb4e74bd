package logic

// This file finds chains as HoDoKu does. For each premise it lists the consequences: first the direct ones, in the
// order of rows, and then their consequences. Each consequence keeps its first predecessor unless a shorter path is
// found later. A set counts as more than one link. So the table has one chain for each premise and consequence. If this
// chain crosses itself, no chain between this premise and this consequence is reported.

const tableLength = 1000 // the maximum number of consequences of a premise

// tabling is the table of the consequences of one premise.
type tabling struct {
	list  []vertex // the premise, followed by its consequences
	lists []consequence
	turn  uint32
}

// consequence holds the predecessor and the distance of a vertex in the table.
type consequence struct {
	turn uint32 // equals the table's turn if the vertex is in the table
	pred vertex // the previous vertex in the vertex's chain
	dist uint16 // the length of the vertex's chain in links; a link from a set counts more
}

func (t *tabling) fillTable(g *graph, start vertex) {
	if n := 2 * len(g.nodes); len(t.lists) < n {
		t.lists, t.turn = make([]consequence, n), 0
	}
	t.turn++
	if t.turn == 0 {
		clear(t.lists)
		t.turn = 1
	}
	list, lists, turn := append(t.list[:0], start), t.lists, t.turn
	lists[start] = consequence{turn, start, 0}
	for i := 0; i < len(list); i++ {
		v := list[i]
		base := lists[v].dist
		for _, e := range g.edges[g.from[v]:g.from[v+1]] {
			w, d := e.to, base+uint16(e.length)
			switch k := &lists[w]; {
			case e.extra:
			case k.turn != turn:
				if len(list) < tableLength {
					*k = consequence{turn, v, d}
					list = append(list, w)
				}
			case d < k.dist && w != start && k.pred != start:
				k.pred, k.dist = v, d
			}
		}
	}
	t.list = list
}

// setPathTo sets g.path to the table's chain to `end`, with the last vertex first. It returns false if the chain
// crosses itself. A loop may pass through its start cell, but its first link leaves this cell and its last link enters
// it.
func (t *tabling) setPathTo(g *graph, end vertex, loop bool) bool {
	start := t.list[0]
	g.path = append(g.path[:0], end)
	for v := end; v != start; {
		v = t.lists[v].pred
		g.path = append(g.path, v)
	}
	n := len(g.path)
	head := func(i int) Cell { return g.nodes[g.path[i]/2].head }
	first := head(n - 1)
	if loop && (head(0) == head(1) || first == head(n-2)) {
		return false
	}
	var behind CellSet
	for i := n - 1; i >= 0; i-- {
		if behind.Has(head(i)) {
			return false
		}
		if i < n-1 && (!loop || head(i+1) != first) {
			behind = behind.Or(g.nodes[g.path[i+1]/2].cells)
		}
	}
	return true
}

// emitTableLoops builds the table of each premise, and emits its loops and chains.
func (f *Finder) emitTableLoops(grouped bool) {
	g := f.buildGraph(grouped, grouped && f.Options.SetsInChains)
	t := &g.tabling
	s := &f.state
	ahead := !g.withSets
	if ahead {
		g.ends.computeConsequences(g)
	}
	for _, isOn := range [2]vertex{1, 0} { // first build the loops whose premise is true, then the loops and chains whose premise is false
		for c := range s.digits[0].All() {
			lowest, highest := 2*nodeOf(c, 1), 2*nodeOf(c, 9)+1
			for d := range s.cands[c].Digits() {
				if f.countNode() {
					return
				}
				n := nodeOf(c, d)
				if ahead && !(isOn == 1 && g.ends.refutesItself(n) || isOn == 0 && g.ends.mayReachElimination(s, c, d)) {
					continue
				}
				t.fillTable(g, 2*n+isOn)
				for _, end := range t.list[1:] {
					if isOn == 1 && (end < lowest || end > highest) {
						continue // only a loop can begin like this
					}
					if t.lists[end].dist <= link1 || end >= 2*singles {
						continue
					}
					if g.nodes[end/2].head == c {
						f.examineTableLoop(g, loopEnds{c, d, g.nodes[end/2].digit, isOn == 0, end&1 == 1}, end)
					} else if isOn == 0 && end&1 == 1 {
						f.examineTableChain(g, c, d, end)
					}
				}
			}
		}
	}
}

// examineTableLoop emits the step of the loop that ends in the table's vertex `end`, if the loop proves anything.
func (f *Finder) examineTableLoop(g *graph, e loopEnds, end vertex) {
	if _, ok := f.loopTechnique(e, false); !ok || !g.tabling.setPathTo(g, end, true) {
		return
	}
	technique, _ := f.loopTechnique(e, !g.hasOnlySingleNodes())
	if !f.isWanted(technique) {
		return
	}
	if f.beginLoopStep(g, technique, e); f.hasEffect() {
		f.addChainReason(g)
		f.emitStep()
	}
}

// examineTableChain examines the chain that leads from "d is not in c" to `end`, a true candidate.
func (f *Finder) examineTableChain(g *graph, c Cell, d Digit, end vertex) {
	s := &f.state
	digit, e := g.nodes[end/2].head, g.nodes[end/2].digit
	if d == e && f.board.Peers(c).And(f.board.Peers(digit)).And(s.digits[d]).Len() < 2 || d != e && !(f.board.Peers(c).Has(digit) && s.cands[digit].Has(d) && s.cands[c].Has(e)) || !g.tabling.setPathTo(g, end, false) {
		return
	}
	f.emitChainStep(g, AIC, Candidate{c, d}, Candidate{digit, e})
}
