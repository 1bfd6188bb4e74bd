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
	named := p.nameCells(p.Constraints)
	next.Constraints = append(next.Constraints, named...)
	return &next, !next.haveUnnamedCells(named)
}

// nameCells replaces constraints that depend on boxes or neighbours by constraints on the cells that they concern.
func (p *Puzzle) nameCells(all []Constraint) []Constraint {
	all = slices.Clone(all)
	for i, c := range all {
		switch {
		case c.Kind == regionSumLine.Name:
			all[i] = Constraint{Kind: equalSum.Name, Sets: p.splitByBox(c.Cells)}
			if len(all[i].Sets) < 2 {
				all[i] = Constraint{Kind: nothing.Name, Cells: c.Cells}
			}
		case c.Kind == minimum.Name || c.Kind == maximum.Name:
			greater := []Constraint{{Kind: nothing.Name, Cells: c.Cells}}
			for _, pair := range p.BorderPairs(c.Cells) {
				if c.Kind == minimum.Name {
					slices.Reverse(pair[:])
				}
				greater = append(greater, Constraint{Kind: greaterThan.Name, Cells: pair[:]})
			}
			all[i] = newAndConstraint(greater...)
		case c.Parts != nil && c.Kind != replicate.Name: // the parts of a Replicate are moved
			all[i].Parts = p.nameCells(c.Parts)
		}
	}
	return all
}

// haveUnnamedCells reports whether a constraint, or a part of one, restricts cells that it does not name.
func (p *Puzzle) haveUnnamedCells(all []Constraint) bool {
	return slices.ContainsFunc(all, func(c Constraint) bool {
		form := KindNamed(c.Kind).Form
		if c.Parts != nil {
			return p.haveUnnamedCells(c.Parts)
		}
		return len(c.Cells)+len(c.Sets) == 0 || form == FormNone || form == FormClue && !p.isWholeLine(c.Cells) ||
			slices.Contains([]string{indexing.Name, regionSumLine.Name, minimum.Name, maximum.Name}, c.Kind)
	})
}
