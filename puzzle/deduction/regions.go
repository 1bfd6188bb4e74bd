package deduction

import (
	"math/bits"
	"slices"

	"nonet/message"
)

// findRegionsStep finds a step about unknown regions. They have equal sizes, are connected, hold distinct values, and
// are numbered in the order of their first cells.
func (f *finder) findRegionsStep(a *argument) *Step {
	p := f.of.Puzzle
	cells := p.LayerCells(regionNumbers)
	if len(cells) < p.BoardCells() {
		return nil
	}
	g := &cellLayer{f, cells}
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

// findConnectedStep finds a step for a rule by which the cells with certain values form one connected group.
func (f *finder) findConnectedStep(a *argument) *Step {
	g := &cellLayer{f, f.of.Puzzle.LayerCells(a.Text)}
	return g.findConnectionStep("connected", f.setOf(a.Numbers[1:]), a.Numbers[0], "size", a.Numbers[0], "values", eitherText(a.Numbers[1:]))
}

// regionNumbers is the name of a group of cells beside the board. It has, for each cell of the board, the number of the
// cell's region.
const regionNumbers = "CC"

// cellLayer is either the cells of the board or the group of region numbers.
type cellLayer struct {
	*finder
	cells []int
}

// distancesFrom walks from the given cells, over cells that may have a value of `set`. It does not walk over the cell
// `excluded`. It returns the distance of each cell, or -1 for a cell not reached, and the reached cells, the nearest
// first.
func (g *cellLayer) distancesFrom(from []int, set uint64, excluded int) (away, reached []int) {
	if g.beside == nil {
		g.beside = make([][]int, len(g.may))
		for c := range g.beside {
			g.beside[c] = g.of.Puzzle.Neighbours(c)
		}
	}
	away, reached = make([]int, len(g.may)), append(make([]int, 0, len(g.cells)), from...)
	for i := range away {
		away[i] = -1
	}
	for _, c := range from {
		away[c] = 0
	}
	for i := 0; i < len(reached); i++ {
		for _, next := range g.beside[reached[i]] {
			if away[next] < 0 && g.may[next]&set != 0 && next != excluded {
				away[next] = away[reached[i]] + 1
				reached = append(reached, next)
			}
		}
	}
	return away, reached
}

// findNumberBoundStep finds a step from the numbers of regions. Regions are numbered in the order of their first cells,
// so a cell's number is at most one greater than the greatest number before it.
func (g *cellLayer) findNumberBoundStep() *Step {
	most := g.of.Puzzle.Low
	for cell, index := range g.cells {
		if removes := g.candidatesIn(index, ^g.valuesBetween(g.of.Puzzle.Low, most)); len(removes) > 0 {
			return &Step{Cells: []int{index}, Removes: removes, Reason: deductionText("regions.number", "cell", g.cellName(cell), "value", most)}
		}
		if g.may[index] != 0 {
			most = max(most, g.greatestCandidate(index)+1)
		}
	}
	return nil
}

// findConnectionStep examines the cells that have a value of `set`. These cells must be connected. If size is not 0,
// their number must be `size`. A cell that is cut off or too far away cannot have a value of `set`. If the other cells
// would be disconnected or too few without a cell, the cell must have a value of `set`. key and args select the texts.
func (g *cellLayer) findConnectionStep(key string, set uint64, size int, args ...any) *Step {
	mayHold := func(cell int) bool { return g.may[cell]&set != 0 }
	sureOf := func(cell int) bool { return mayHold(cell) && g.may[cell]&^set == 0 }
	sure := slices.DeleteFunc(slices.Clone(g.cells), func(cell int) bool { return !sureOf(cell) })
	if len(sure) == 0 || size > 0 && len(sure) > size {
		return nil
	}
	// A cell that only holds a region's number has no name of its own, so texts name the board's cell instead.
	named := func(list []int) message.Message {
		switch {
		case g.brief:
			return message.Message{}
		case key == "regions":
			list = slices.Clone(list)
			for i := range list {
				list[i] -= g.cells[0]
			}
		}
		return g.cellsText(list)
	}
	step := &Step{Cells: sure}
	because := func(reason string, more ...any) *Step {
		if len(step.Removes) == 0 {
			return nil
		}
		step.Reason = deductionText(key+"."+reason, append(args[:len(args):len(args)], more...)...)
		return step
	}
	away, _ := g.distancesFrom(sure, set, -1)
	room, reached := g.distancesFrom(sure[:1], set, -1)
	var removed []int
	for _, cell := range g.cells {
		if mayHold(cell) && (room[cell] < 0 || size > 0 && away[cell] > size-len(sure)) {
			if removes := g.candidatesIn(cell, set); len(removes) > 0 {
				step.Removes = append(step.Removes, removes...)
				removed = append(removed, cell)
			}
		}
	}
	reason, near := "cut", sure
	if key == "connected" && size > 0 {
		reason = "far"
	} else if key == "connected" {
		near = sure[:1] // one cell is enough, because all others are connected with it
	}
	if cut := because(reason, "cells", named(near), "gone", named(removed)); cut != nil {
		return cut
	}
	if len(reached) == size && size > len(sure) {
		for _, cell := range reached {
			g.addRemovals(step, cell, ^set)
		}
		if full := because("full", "cells", named(reached)); full != nil {
			return full
		}
	}
	for _, cell := range reached {
		if sureOf(cell) || len(reached) > size && !g.mayDisconnect(cell, set) {
			continue
		}
		distances, left := g.distancesFrom(sure[:1], set, cell)
		parted := slices.IndexFunc(sure, func(c int) bool { return distances[c] < 0 })
		if parted >= 0 || len(left) < size {
			step.Removes = g.candidatesIn(cell, ^set)
			reason, apart := "room", sure
			if parted >= 0 {
				reason, apart = "joint", []int{sure[0], sure[parted]}
			}
			if found := because(reason, "cells", named(apart), "cell", named([]int{cell})); found != nil {
				return found
			}
		}
	}
	return nil
}

// mayDisconnect reports whether a cell may be needed to connect those of its neighbours that may have a value of `set`.
// For n such neighbours, it returns false if at least n−1 pairs of them share another cell that may have such a
// value.
func (g *cellLayer) mayDisconnect(cell int, set uint64) bool {
	needed := -1
	for i, a := range g.beside[cell] {
		if g.may[a]&set == 0 {
			continue
		}
		needed++
		for _, b := range g.beside[cell][:i] {
			if g.may[b]&set != 0 && slices.ContainsFunc(g.beside[a], func(c int) bool {
				return c != cell && g.may[c]&set != 0 && slices.Contains(g.beside[b], c)
			}) {
				needed--
			}
		}
	}
	return needed > 0
}

// findRegionValueStep finds a value with a single place in a region. The region must hold every value, because it has
// as many cells as there are values.
func (g *cellLayer) findRegionValueStep() *Step {
	p := g.of.Puzzle
	board := p.BoardCells()
	if p.Size() != p.Values() || p.Free {
		return nil
	}
	for n := p.Low; n < p.Low+board/p.Size(); n++ {
		region := g.valuesBetween(n, n)
		for v := p.Low; v <= p.High; v++ {
			value, place, several := g.valuesBetween(v, v), -1, false
			for cell, index := range g.cells {
				if g.may[index]&region != 0 && g.may[cell]&value != 0 {
					several = several || place >= 0
					place = cell
				}
			}
			if place < 0 || several {
				continue
			}
			if removes := append(g.candidatesIn(place, ^value), g.candidatesIn(g.cells[place], ^region)...); len(removes) > 0 {
				return &Step{Cells: []int{place, g.cells[place]}, Values: []int{v}, Removes: removes,
					Reason: deductionText("regions.needs", "n", n, "value", v, "cell", g.cellName(place))}
			}
		}
	}
	return nil
}

// findRegionDistinctStep finds a step from the rule that cells with the same value are in different regions.
func (g *cellLayer) findRegionDistinctStep() *Step {
	board := g.of.Puzzle.BoardCells()
	for a := range board {
		n, v := g.may[g.cells[a]], g.may[a]
		if bits.OnesCount64(n) != 1 || bits.OnesCount64(v) != 1 {
			continue
		}
		for b := range board {
			key, cell, removed := "regions.differ", b, v
			switch {
			case a == b || g.may[g.cells[b]] != n && g.may[b] != v:
				continue
			case g.may[g.cells[b]] != n:
				key, cell, removed = "regions.same", g.cells[b], n
			}
			if removes := g.candidatesIn(cell, removed); len(removes) > 0 {
				return &Step{Cells: []int{a, b, g.cells[a], g.cells[b]}, Removes: removes,
					Reason: deductionText(key, "a", g.cellName(a), "b", g.cellName(b), "n", g.leastCandidate(g.cells[a]), "value", g.leastCandidate(a))}
			}
		}
	}
	return nil
}
