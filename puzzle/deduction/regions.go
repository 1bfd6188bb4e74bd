package deduction

import (
	"math/bits"
	"slices"
)

// regions examines regions to be found: they have equal sizes, are connected, hold distinct values,
// and are numbered in the order of their first cells.
func (f *finder) regions(a *argument) *Step {
	p := f.of.Puzzle
	first := f.regionsAt()
	if first == p.Cells() {
		return nil
	}
	g := &grounds{finder: f, first: first, size: p.Size()}
	if step := g.numbers(); step != nil {
		return step
	}
	for n := p.Low; n < p.Low+p.BoardCells()/g.size; n++ {
		if step := g.region(n); step != nil {
			return step
		}
	}
	return g.differing()
}

// regionsAt returns the first cell that holds the number of a region, or the number of all cells if
// there are no regions to be found.
func (s *State) regionsAt() int {
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

// grounds examines such regions. The cell first+c holds the number of the region of board cell c.
type grounds struct {
	*finder
	first, size int
}

func (g *grounds) beside(cell int) (all []int) {
	p := g.of.Puzzle
	row, column := cell/p.Columns, cell%p.Columns
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if r, c := row+d[0], column+d[1]; r >= 0 && r < p.Rows && c >= 0 && c < p.Columns {
			all = append(all, r*p.Columns+c)
		}
	}
	return all
}

// numbers uses that a region's number is at most one greater than those of the regions that begin
// before it.
func (g *grounds) numbers() *Step {
	most := g.of.Puzzle.Low
	for cell := range g.of.Puzzle.BoardCells() {
		at := g.first + cell
		if removes := g.removing(at, ^g.within(g.of.Puzzle.Low, most)); len(removes) > 0 {
			return &Step{Cells: []int{at}, Removes: removes, Reason: text("regions.number", "cell", g.name(cell), "value", most)}
		}
		if g.may[at] != 0 {
			most = max(most, g.most(at)+1)
		}
	}
	return nil
}

// region examines region n: cells that are cut off from it or too far away are not in it, and a
// cell without which it cannot be connected or large enough is.
func (g *grounds) region(n int) *Step {
	set := g.within(n, n)
	board := g.of.Puzzle.BoardCells()
	may := func(cell int) bool { return g.may[g.first+cell]&set != 0 }
	var sure []int
	for cell := range board {
		if g.may[g.first+cell] == set {
			sure = append(sure, cell)
		}
	}
	if len(sure) == 0 || len(sure) > g.size {
		return nil
	}
	// walk returns the distances from some cells by cells that may be in the region, and the cells
	// reached.
	walk := func(from []int, without int) (away []int, reached []int) {
		away = make([]int, board)
		for i := range away {
			away[i] = -1
		}
		for _, c := range from {
			away[c] = 0
		}
		reached = slices.Clone(from)
		for i := 0; i < len(reached); i++ {
			for _, next := range g.beside(reached[i]) {
				if next != without && may(next) && away[next] < 0 {
					away[next] = away[reached[i]] + 1
					reached = append(reached, next)
				}
			}
		}
		return away, reached
	}
	cells := func(of []int) []int {
		all := make([]int, len(of))
		for i, c := range of {
			all[i] = g.first + c
		}
		return all
	}
	away, reached := walk(sure, -1)
	room := g.size - len(sure)
	step := &Step{Cells: cells(sure), Values: []int{n}}
	var gone []int
	for cell := range board {
		if may(cell) && (away[cell] < 0 || away[cell] > room) {
			if removes := g.removing(g.first+cell, set); len(removes) > 0 {
				step.Removes = append(step.Removes, removes...)
				gone = append(gone, cell)
			}
		}
	}
	if len(step.Removes) > 0 {
		step.Reason = text("regions.cut", "n", n, "cells", g.finder.cells(sure), "size", g.size, "gone", g.finder.cells(gone))
		return step
	}
	if len(reached) == g.size && room > 0 {
		for _, cell := range reached {
			g.remove(step, g.first+cell, ^set)
		}
		if len(step.Removes) > 0 {
			step.Reason = text("regions.full", "n", n, "size", g.size, "cells", g.finder.cells(reached))
			return step
		}
	}
	for _, joint := range reached {
		if g.may[g.first+joint] == set {
			continue
		}
		_, rest := walk(sure[:1], joint)
		lost := slices.ContainsFunc(sure, func(c int) bool { return !slices.Contains(rest, c) })
		if removes := g.removing(g.first+joint, ^set); (lost || len(rest) < g.size) && len(removes) > 0 {
			step.Removes = removes
			key := "regions.joint"
			if !lost {
				key = "regions.room"
			}
			step.Reason = text(key, "n", n, "cells", g.finder.cells(sure), "cell", g.name(joint), "size", g.size)
			return step
		}
	}
	return nil
}

// differing uses that cells of one region differ, and that cells with the same value are in
// different regions.
func (g *grounds) differing() *Step {
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
				if removes := g.removing(b, v); len(removes) > 0 {
					return &Step{Cells: []int{a, b, g.first + a, g.first + b}, Removes: removes,
						Reason: text("regions.differ", "a", g.name(a), "b", g.name(b), "n", g.least(g.first+a), "value", g.least(a))}
				}
			case single(a) && single(g.first+a) && g.may[b] == v:
				if removes := g.removing(g.first+b, n); len(removes) > 0 {
					return &Step{Cells: []int{a, b, g.first + a, g.first + b}, Removes: removes,
						Reason: text("regions.same", "a", g.name(a), "b", g.name(b), "n", g.least(g.first+a), "value", g.least(a))}
				}
			}
		}
	}
	return nil
}
