package format

import (
	"slices"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// This file groups lines that branch. An end of a branch lies on an inner cell of a line that looks the same. A rule
// about all cells of a line treats a line and its branches as one line.

// groupBranchedLines returns groups of pictures: each line with the lines that branch off it.
func groupBranchedLines(all []picture) (groups [][]picture) {
	branch := func(a, b *picture) bool {
		n := len(b.cells)
		if a.colour != b.colour || a.aside || n < 3 || b.cells[0] == b.cells[n-1] {
			return false
		}
		inner := b.cells[1 : n-1]
		return slices.Contains(inner, a.cells[0]) || slices.Contains(inner, a.cells[len(a.cells)-1])
	}
	for i := range all {
		group := []picture{all[i]}
		groups = slices.DeleteFunc(groups, func(other []picture) bool {
			meets := slices.ContainsFunc(other, func(o picture) bool { return branch(&o, &all[i]) || branch(&all[i], &o) })
			if meets {
				group = append(other, group...)
			}
			return meets
		})
		groups = append(groups, group)
	}
	return groups
}

// buildRegionSums makes region sum lines. If the lines branch, the borders of regions divide them into
// connected parts.
func buildRegionSums(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	region := numbersOfGroups(r.Areas(), r.BoardCells(), 0)
	for _, group := range groupBranchedLines(all) {
		if first := group[0].cellSet(); len(group) == 1 && len(uniqueCells(first)) == len(first) {
			some = append(some, singleConstraint("RegionSumLine", group[0].cells)...)
			continue
		}
		next := map[int][]int{}
		for _, d := range group {
			for i, cell := range d.cells[1:] {
				next[d.cells[i]], next[cell] = append(next[d.cells[i]], cell), append(next[cell], d.cells[i])
			}
		}
		parts := exchange.ConnectedGroups(cellsOf(group), func(cell int) []int { return next[cell] }, func(a, b int) bool { return region[a] == region[b] })
		if len(parts) > 1 {
			some = append(some, puzzle.Constraint{Kind: "EqualSum", Sets: parts})
		} else {
			some = append(some, singleConstraint("Nothing", nil)...)
		}
	}
	return some
}
