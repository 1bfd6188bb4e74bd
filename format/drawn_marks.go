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
		same := puzzle.Constraint{Kind: "And"}
		for _, d := range all {
			same.Parts = append(same.Parts, singleConstraint("Difference", d.cells, n)...)
		}
		c.Parts = append(c.Parts, same)
	}
	return []puzzle.Constraint{c}
}

// vaultedCage returns constraints: a cell that shares an edge with the cage, but lies outside, holds none of the cage's
// values.
func vaultedCage(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	some := []puzzle.Constraint{} // not nil: a cage may cover the board
	around := r.cellsAround(d.cells)
	for _, cell := range d.cells {
		for _, other := range around {
			some = append(some, singleConstraint("AllDifferent", []int{cell, other})...)
		}
	}
	return some
}

// cellsAround returns the cells that share an edge with one of the given cells and are not among them, in ascending
// order.
func (r *fpuzzlesReader) cellsAround(cells []int) (all []int) {
	for _, pair := range r.BorderPairs(cells) {
		all = append(all, pair[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lookAndSay returns a cage whose text states how often each digit occurs.
func lookAndSay(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	if len(d.text)%2 == 1 || r.High > 9 {
		return nil
	}
	return singleConstraint("LookAndSay", d.cells, digitsOfText(d.text)...)
}
