package deduction

import (
	"cmp"
	"math/bits"
	"slices"

	"nonet/message"
)

// findRegionsStep finds a step about regions that the solver must find. They have equal sizes, are connected, hold
// distinct values, and are numbered in the order of their first cells.
func (f *finder) findRegionsStep(a *argument) *Step {
	p := f.of.Puzzle
	first := f.firstRegionCell()
	if first == p.Cells() {
		return nil
	}
	g := &cellRectangle{f, first, p.BoardCells(), p.Columns}
	if step := g.findNumberBoundStep(); step != nil {
		return step
	}
	for n := p.Low; n < p.Low+p.BoardCells()/p.Size(); n++ {
		if step := g.findConnectionStep("regions", f.valuesBetween(n, n), p.Size(), "n", n, "size", p.Size()); step != nil {
			step.Values = []int{n}
			return step
		}
	}
	if step := g.findRegionDistinctStep(); step != nil {
		return step
	}
	return g.findRegionValueStep()
}

// findConnectedStep examines the cells with certain values, which form one connected group.
func (f *finder) findConnectedStep(a *argument) *Step {
	p := f.of.Puzzle
	g := &cellRectangle{f, 0, p.BoardCells(), p.Columns}
	at := g.count
	for _, group := range p.Groups {
		if group.Name == a.Text {
			g = &cellRectangle{f, at, group.Count, cmp.Or(group.Columns, p.Columns)}
		}
		at += group.Count
	}
	set := uint64(0)
	for _, v := range a.Numbers[1:] {
		set |= f.valuesBetween(v, v)
	}
	return g.findConnectionStep("connected", set, a.Numbers[0], "size", a.Numbers[0], "values", eitherText(a.Numbers[1:]))
}

// firstRegionCell returns the first cell of the group that holds the numbers of unknown regions. If the puzzle has no
// such regions, it returns the number of all cells.
func (s *State) firstRegionCell() int {
	p := s.pieces.Puzzle
	first := p.BoardCells()
	for _, g := range p.Groups {
		if g.Name == "CC" && g.Count >= p.BoardCells() {
			return first
		}
		first += g.Count
	}
	return p.Cells()
}

// cellRectangle is a rectangle of cells, numbered from the cell first on: the board, or the group of region numbers.
type cellRectangle struct {
	*finder
	first, count, columns int
}

// adjacentCells returns the neighbours of each cell. Both are indices in the rectangle: cell first is 0.
func (g *cellRectangle) adjacentCells() [][]int {
	key := [3]int{g.first, g.count, g.columns}
	lists, known := g.beside[key]
	if !known {
		lists = make([][]int, g.count)
		for c := range lists {
			for _, d := range [...]int{-g.columns, -1, 1, g.columns} {
				if to := c + d; to >= 0 && to < g.count && (d != -1 || c%g.columns > 0) && (d != 1 || to%g.columns > 0) && !slices.Contains(g.of.Puzzle.Holes, g.first+to) {
					lists[c] = append(lists[c], to)
				}
			}
		}
		g.beside[key] = lists
	}
	return lists
}

// distancesFrom walks from the cells in from over cells that may have a value of set. It returns the distance of each
// cell, or -1 if it was not reached, and the reached cells, the nearest first.
func (g *cellRectangle) distancesFrom(from []int, set uint64) (away, reached []int) {
	beside := g.adjacentCells()
	away, reached = make([]int, g.count), append(make([]int, 0, g.count), from...)
	for i := range away {
		away[i] = -1
	}
	for _, c := range from {
		away[c] = 0
	}
	for i := 0; i < len(reached); i++ {
		for _, next := range beside[reached[i]] {
			if away[next] < 0 && g.may[g.first+next]&set != 0 {
				away[next] = away[reached[i]] + 1
				reached = append(reached, next)
			}
		}
	}
	return away, reached
}

// cutOff describes the cells that a walk can no longer reach if one cell is missing.
type cutOff struct {
	visit, least int  // visit is when the walk reached the cell; least is the earliest visit next to it or to cells that it reached from there
	lost         int  // the number of cells that are cut off
	losesSure    bool // one of these cells has only values of the set
}

// cutOffByCell returns, for each cell, which cells a walk from start could no longer reach without it. The walk uses
// cells that may have a value of set.
func (g *cellRectangle) cutOffByCell(start int, set uint64) []cutOff {
	beside, all, visits := g.adjacentCells(), make([]cutOff, g.count), 0
	var walk func(cell int) (size int, sure bool)
	walk = func(cell int) (size int, sure bool) {
		visits++
		x := &all[cell]
		x.visit, x.least = visits, visits
		size, sure = 1, g.may[g.first+cell]&^set == 0
		for _, next := range beside[cell] {
			y := &all[next]
			if g.may[g.first+next]&set == 0 {
				continue
			}
			if y.visit > 0 {
				x.least = min(x.least, y.visit)
				continue
			}
			n, some := walk(next)
			size, sure, x.least = size+n, sure || some, min(x.least, y.least)
			if y.least >= x.visit {
				x.lost, x.losesSure = x.lost+n, x.losesSure || some
			}
		}
		return size, sure
	}
	walk(start)
	return all
}

// findNumberBoundStep finds a step from the order of the regions' numbers, which is that of their first cells: a cell's
// number is at most one greater than the greatest number before it.
func (g *cellRectangle) findNumberBoundStep() *Step {
	most := g.of.Puzzle.Low
	for cell := range g.of.Puzzle.BoardCells() {
		at := g.first + cell
		if removes := g.candidatesIn(at, ^g.valuesBetween(g.of.Puzzle.Low, most)); len(removes) > 0 {
			return &Step{Cells: []int{at}, Removes: removes, Reason: deductionText("regions.number", "cell", g.cellName(cell), "value", most)}
		}
		if g.may[at] != 0 {
			most = max(most, g.greatestCandidate(at)+1)
		}
	}
	return nil
}

// findConnectionStep examines the cells that have a value of set. These cells must be connected. If size is not 0,
// there must be size of them. A cell that is cut off or too far away cannot have a value of set. A cell without which
// the others would be disconnected, or too few, must have one. key and args select the texts.
func (g *cellRectangle) findConnectionStep(key string, set uint64, size int, args ...any) *Step {
	may := func(cell int) bool { return g.may[g.first+cell]&set != 0 }
	sureOf := func(cell int) bool { return may(cell) && g.may[g.first+cell]&^set == 0 }
	var sure []int
	for cell := range g.count {
		if sureOf(cell) {
			sure = append(sure, cell)
		}
	}
	if len(sure) == 0 || size > 0 && len(sure) > size {
		return nil
	}
	cells := func(of []int) []int {
		all := make([]int, len(of))
		for i, c := range of {
			all[i] = g.first + c
		}
		return all
	}
	// A cell that only holds a region's number has no name of its own, so texts name the board's cell instead.
	named := func(of []int) message.Message {
		if g.brief {
			return message.Message{}
		}
		if key == "regions" {
			return g.finder.cellsText(of)
		}
		return g.finder.cellsText(cells(of))
	}
	step := &Step{Cells: cells(sure)}
	because := func(reason string, more ...any) *Step {
		if len(step.Removes) == 0 {
			return nil
		}
		step.Reason = deductionText(key+"."+reason, append(args[:len(args):len(args)], more...)...)
		return step
	}
	away, _ := g.distancesFrom(sure, set)
	room, reached := g.distancesFrom(sure[:1], set)
	var gone []int
	for cell := range g.count {
		if may(cell) && (room[cell] < 0 || size > 0 && away[cell] > size-len(sure)) {
			if removes := g.candidatesIn(g.first+cell, set); len(removes) > 0 {
				step.Removes = append(step.Removes, removes...)
				gone = append(gone, cell)
			}
		}
	}
	reason, near := "cut", sure
	if key == "connected" && size > 0 {
		reason = "far"
	} else if key == "connected" {
		near = sure[:1] // one cell is enough, because all others are connected with it
	}
	if cut := because(reason, "cells", named(near), "gone", named(gone)); cut != nil {
		return cut
	}
	if len(reached) == size && size > len(sure) {
		for _, cell := range reached {
			g.addRemovals(step, g.first+cell, ^set)
		}
		if full := because("full", "cells", named(reached)); full != nil {
			return full
		}
	}
	joints := g.cutOffByCell(sure[0], set)
	for _, cell := range reached {
		if x := &joints[cell]; !sureOf(cell) && (x.losesSure || len(reached)-1-x.lost < size) {
			step.Removes = g.candidatesIn(g.first+cell, ^set)
			reason, apart := "room", sure
			if x.losesSure {
				reason, apart = "joint", g.partedBy(cell, sure, set)
			}
			if found := because(reason, "cells", named(apart), "cell", named([]int{cell})); found != nil {
				return found
			}
		}
	}
	return nil
}

// partedBy returns two cells of sure that are connected only through cell.
func (g *cellRectangle) partedBy(cell int, sure []int, set uint64) []int {
	without := *g.finder
	without.State = g.Clone()
	without.may[g.first+cell] &^= set
	away, _ := (&cellRectangle{&without, g.first, g.count, g.columns}).distancesFrom(sure[:1], set)
	return []int{sure[0], sure[slices.IndexFunc(sure, func(c int) bool { return away[c] < 0 })]}
}

// findRegionValueStep finds a value with a single place in a region that must hold every value: it has as many cells as
// there are values.
func (g *cellRectangle) findRegionValueStep() *Step {
	p := g.of.Puzzle
	board := p.BoardCells()
	if p.Size() != p.Values() || p.Free {
		return nil
	}
	for n := p.Low; n < p.Low+board/p.Size(); n++ {
		region := g.valuesBetween(n, n)
		for v := p.Low; v <= p.High; v++ {
			value, place, several := g.valuesBetween(v, v), -1, false
			for cell := range board {
				if g.may[g.first+cell]&region != 0 && g.may[cell]&value != 0 {
					several = several || place >= 0
					place = cell
				}
			}
			if place < 0 || several {
				continue
			}
			if removes := append(g.candidatesIn(place, ^value), g.candidatesIn(g.first+place, ^region)...); len(removes) > 0 {
				return &Step{Cells: []int{place, g.first + place}, Values: []int{v}, Removes: removes,
					Reason: deductionText("regions.needs", "n", n, "value", v, "cell", g.cellName(place))}
			}
		}
	}
	return nil
}

// findRegionDistinctStep finds a step from the fact that cells with the same value are in different regions.
func (g *cellRectangle) findRegionDistinctStep() *Step {
	board := g.of.Puzzle.BoardCells()
	single := func(cell int) bool { return bits.OnesCount64(g.may[cell]) == 1 }
	for a := range board {
		if !single(a) && !single(g.first+a) {
			continue
		}
		for b := range board {
			if a == b {
				continue
			}
			n, v := g.may[g.first+a], g.may[a]
			switch {
			case single(a) && single(g.first+a) && g.may[g.first+b] == n:
				if removes := g.candidatesIn(b, v); len(removes) > 0 {
					return &Step{Cells: []int{a, b, g.first + a, g.first + b}, Removes: removes,
						Reason: deductionText("regions.differ", "a", g.cellName(a), "b", g.cellName(b), "n", g.leastCandidate(g.first+a), "value", g.leastCandidate(a))}
				}
			case single(a) && single(g.first+a) && g.may[b] == v:
				if removes := g.candidatesIn(g.first+b, n); len(removes) > 0 {
					return &Step{Cells: []int{a, b, g.first + a, g.first + b}, Removes: removes,
						Reason: deductionText("regions.same", "a", g.cellName(a), "b", g.cellName(b), "n", g.leastCandidate(g.first+a), "value", g.leastCandidate(a))}
				}
			}
		}
	}
	return nil
}
