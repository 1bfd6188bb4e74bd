package logic

// This file computes the eliminations of loops, and converts chains to steps.

// loopEnds describes a loop that leaves its first cell from candidate x and returns to candidate y of the same cell.
// The first link is strong if x is false. The last link is strong if y is true.
type loopEnds struct {
	cell        Cell
	x, y        Digit
	first, last bool // first: the first link is strong; last: the last link is strong
}

// provesPlacement reports whether a discontinuous loop fills its cell, because x cannot be false.
func (e *loopEnds) provesPlacement() bool { return e.x == e.y && e.first }

// loopTechnique returns the technique of a loop. ok is false if the loop proves nothing.
func (f *Finder) loopTechnique(e loopEnds, grouped bool) (t Technique, ok bool) {
	t = DiscontinuousNiceLoop
	switch {
	case e.x == e.y && e.first != e.last, e.x != e.y && e.first == e.last && (e.first || f.state.cands[e.cell].Len() == 2):
		t = ContinuousNiceLoop
	case e.x != e.y && e.first == e.last:
		return 0, false
	}
	if grouped {
		t += GroupedContinuousNiceLoop - ContinuousNiceLoop
	}
	return t, true
}

func (t Technique) isContinuous() bool {
	return t == ContinuousNiceLoop || t == GroupedContinuousNiceLoop
}

// beginLoopStep begins the step of the loop in g.path, with its eliminations.
func (f *Finder) beginLoopStep(g *graph, t Technique, e loopEnds) {
	f.beginStep(t, digitBit(e.x)|digitBit(e.y))
	f.step.Loop = true
	switch {
	case t.isContinuous():
		f.eliminateByLoop(g, e.cell)
	case e.provesPlacement():
		f.eliminateAll(e.cell, f.state.cands[e.cell].Without(e.x))
	case e.x != e.y && e.first:
		f.eliminate(e.y, CellsOf(e.cell))
	default:
		f.eliminate(e.x, CellsOf(e.cell))
	}
}

// emitChainStep emits the step of the chain in g.path if the caller wants its technique, t or the grouped AIC. The
// chain shows that a or b, its ends, is true.
func (f *Finder) emitChainStep(g *graph, t Technique, a, b Candidate) {
	if !g.hasOnlySingleNodes() {
		t = GroupedAIC
	}
	if !f.isWanted(t) {
		return
	}
	f.beginStep(t, digitBit(a.Digit)|digitBit(b.Digit))
	if a.Digit == b.Digit {
		f.eliminate(a.Digit, f.board.Peers(a.Cell).And(f.board.Peers(b.Cell)))
	} else {
		f.eliminate(b.Digit, CellsOf(a.Cell))
		f.eliminate(a.Digit, CellsOf(b.Cell))
	}
	f.addChainReason(g)
	f.emitStep()
}

// eliminateByLoop adds the eliminations of a continuous loop. A weak link removes the candidates of its digit that see
// both ends of the link. If two strong links meet in a cell, the cell loses all digits except those of the two links.
// If a set of the loop has a digit that no link uses, the cells that see all places of this digit in the set lose the
// digit.
func (f *Finder) eliminateByLoop(g *graph, start Cell) {
	s := &f.state
	path := g.path // the path in reverse order, with the last vertex first
	vertexAt := func(i int) (vertex, *graphNode) { v := path[len(path)-1-i]; return v, &g.nodes[v/2] }
	last := len(path) - 1
	var body CellSet // the cells of all vertices of the chain except the last
	for i := range last {
		_, n := vertexAt(i)
		body = body.Or(n.cells)
	}
	if v0, n0 := vertexAt(0); v0&1 == 0 {
		if vl, nl := vertexAt(last); vl&1 == 1 {
			f.eliminateAll(start, s.cands[start]&^(digitBit(n0.digit)|digitBit(nl.digit)))
		}
	}
	for i := 1; i <= last; i++ {
		v, n := vertexAt(i)
		_, before := vertexAt(i - 1)
		if v&1 == 1 {
			continue
		}
		d := n.digit
		if n.kind == SingleNode && before.kind == SingleNode && n.cells == before.cells {
			f.eliminateAll(n.head, s.cands[n.head]&^(digitBit(d)|digitBit(before.digit)))
			continue
		}
		removed := f.cellsSeeing(before, d).And(f.cellsSeeing(n, d)).Without(body)
		removed.Remove(start)
		f.eliminate(d, removed)
		if n.kind != SetNode || i == last {
			continue
		}
		a := &f.sets.list[n.set]
		u, next := vertexAt(i + 1)
		exits := digitBit(next.digit)
		forced := u&1 == 1
		if forced {
			exits = s.cands[next.cells.First()].Without(next.digit)
		}
		for e := range (a.digits.Without(d) &^ exits).Digits() {
			f.eliminate(e, a.sees[e])
		}
		if forced {
			for e := range (exits & a.digits).Digits() {
				f.eliminate(e, a.sees[e].And(f.board.Peers(next.cells.First())))
			}
		}
	}
}

// cellsSeeing returns the cells that see all places of d in the node n.
func (f *Finder) cellsSeeing(n *graphNode, d Digit) CellSet {
	if n.kind == SetNode {
		return f.sets.list[n.set].sees[d]
	}
	return f.board.CommonPeers(n.cells)
}

// addChainReason adds to the step the chain in g.path, and the truths behind its strong links.
func (f *Finder) addChainReason(g *graph) {
	step := &f.step
	for i := len(g.path) - 1; i >= 0; i-- {
		v := g.path[i]
		n := &g.nodes[v/2]
		node := Node{Cells: n.cells, Digit: n.digit, On: v&1 == 1, Kind: n.kind}
		if n.kind == SetNode {
			a := &f.sets.list[n.set]
			node.Cells, node.Set = n.entry, uint8(len(step.Sets))
			f.addSetToStep(a)
		} else {
			step.markDigit(Pattern, n.digit, n.cells)
		}
		if k := len(step.Nodes); k > 0 && node.On {
			before := step.Nodes[k-1]
			if before.Kind == SetNode || before.Digit != node.Digit {
				step.addCellTruth(n.cells.First())
			} else {
				f.addConfiningHouseTruth(node.Digit, before.Cells.Or(node.Cells))
			}
		}
		step.Nodes = append(step.Nodes, node)
		if step.Technique != XYChain {
			step.Digits |= digitBit(n.digit)
		}
	}
}
