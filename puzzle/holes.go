package puzzle

import (
	"slices"
	"sort"
)

// Holes are places of the board that are not cells, such as those between the boards of a Samurai. A hole has a number
// like a cell, so that rows and columns are numbered as on a board without holes. In a list of values, the entry of a
// hole has no meaning.

// IsHole reports whether a place of the board is not a cell.
func (p *Puzzle) IsHole(cell int) bool {
	_, found := slices.BinarySearch(p.Holes, cell)
	return found
}

// withoutHoles removes the holes from a list of places. It reuses the list's memory.
func (p *Puzzle) withoutHoles(cells []int) []int {
	if len(p.Holes) > 0 {
		cells = slices.DeleteFunc(cells, p.IsHole)
	}
	return cells
}

func (p *Puzzle) cellsOfBoard() []int { return p.layerOf(0).cells() }

// FillHoles returns the puzzle on a board without holes, for notations that cannot express holes. Each hole becomes a
// cell with the least value as a given. The houses become constraints. ok is false if a rule about the whole board
// would also apply to the new cells.
func (p *Puzzle) FillHoles() (filled *Puzzle, ok bool) {
	if len(p.Holes) == 0 {
		return p, true
	}
	next := *p
	next.Holes, next.Regions, next.Box, next.Free = nil, nil, Box{}, true
	next.Givens, next.Constraints = slices.Clone(p.Givens), nil
	for _, hole := range p.Holes {
		next.Givens = append(next.Givens, Given{hole, []int{p.Low}})
	}
	sort.SliceStable(next.Givens, func(i, j int) bool { return next.Givens[i].Cell < next.Givens[j].Cell })
	for _, h := range p.houses() {
		if len(h.cells) > 1 {
			next.Constraints = append(next.Constraints, Constraint{Kind: allDifferent.Name, Cells: h.cells})
		}
	}
	next.Constraints = append(next.Constraints, p.Constraints...)
	return &next, !haveUnnamedCells(p.Constraints)
}

// haveUnnamedCells reports whether a constraint, or a part of one, restricts cells that it does not name.
func haveUnnamedCells(all []Constraint) bool {
	for i := range all {
		c := &all[i]
		if c.Parts != nil {
			if haveUnnamedCells(c.Parts) {
				return true
			}
		} else if len(c.Cells)+len(c.Sets) == 0 || c.Kind == indexing.Name || KindNamed(c.Kind).Form == FormNone {
			return true
		}
	}
	return false
}
