package minimal

import (
	"context"

	"nonet/board"
	"nonet/internal/engine/unavoidable"
	"nonet/sudoku"
)

// UnavoidableSets returns the minimal unavoidable sets of a grid whose size does not exceed most, the smallest
// first. grid must be full and without contradictions. An unavoidable set is the set of cells in which some
// other full grid differs from this one; it is minimal if it contains no other. A grid has some hundred such
// sets with up to 12 cells. They take some ten milliseconds, and each further cell two to three times as long.
// If ctx ends, the sets are nil and the error is ctx.Err().
func UnavoidableSets(ctx context.Context, grid sudoku.Grid, most int) ([]board.CellSet, error) {
	v := grid.Values()
	found, ok := unavoidable.SmallSets(&v, most, func() bool { return ctx.Err() != nil })
	if !ok {
		return nil, ctx.Err()
	}
	all := make([]board.CellSet, len(found))
	for i, s := range found {
		all[i] = board.CellSetOf(s[0], s[1])
	}
	return all, nil
}
