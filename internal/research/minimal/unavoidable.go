package minimal

import (
	"context"

	"nonet/board"
	"nonet/internal/engine/unavoidable"
	"nonet/sudoku"
)

// UnavoidableSets returns the minimal unavoidable sets of a grid that have at most the given number of cells, the
// smallest first. grid must be full and without contradictions. An unavoidable set is the set of cells in which some
// other full grid differs from this one. It is minimal if it contains no other unavoidable set. A grid has some hundred
// such sets with up to 12 cells. To find these sets takes some ten milliseconds. Each further cell takes two to three
// times as long. If ctx ends, the sets are nil and the error is ctx.Err().
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
