package format

import (
	"slices"

	"nonet/puzzle"
)

// buildDifferentCircles requires different values in all circles, whether they have arrows or not.
func buildDifferentCircles(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	var cells []int
	for _, d := range all {
		if d.pill > 1 {
			return nil
		}
		cells = append(cells, d.cells[0])
	}
	slices.Sort(cells)
	if cells = slices.Compact(cells); len(cells) > r.Values() {
		return nil
	}
	return []puzzle.Constraint{{Kind: "AllDifferent", Cells: cells}}
}

// buildEqualDifferences requires that all marked pairs of cells have the same difference.
func buildEqualDifferences(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	c := puzzle.Constraint{Kind: "Or"}
	for n := 1; n <= r.High-r.Low; n++ {
		c.Parts = append(c.Parts, puzzle.Constraint{Kind: "And", Parts: numberedBuilder("Difference", -1)(r, all, amount{number: n})})
	}
	return []puzzle.Constraint{c}
}

// buildVaultedCages makes cages. Cells outside a cage that share an edge with it hold none of its values.
func buildVaultedCages(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		around := r.cellsAround(d.cells)
		for _, cell := range d.cells {
			for _, other := range around {
				some = append(some, puzzle.Constraint{Kind: "AllDifferent", Cells: []int{cell, other}})
			}
		}
	}
	return some
}

// cellsAround returns the cells that share an edge with one of the given cells and are not among them, in ascending
// order.
func (r *fpuzzlesReader) cellsAround(cells []int) (all []int) {
	for _, cell := range cells {
		for _, other := range r.edgeNeighbours(cell) {
			if !slices.Contains(cells, other) {
				all = append(all, other)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// buildLookAndSay makes cages whose text states how often each digit occurs.
func buildLookAndSay(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		c := puzzle.Constraint{Kind: "LookAndSay", Cells: d.cells}
		for _, digit := range d.text {
			c.Numbers = append(c.Numbers, int(digit-'0'))
		}
		if some = append(some, c); len(d.text)%2 == 1 || r.High > 9 {
			return nil
		}
	}
	return some
}
