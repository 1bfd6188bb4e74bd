package minimal

import (
	"context"

	"nonet/board"
	"nonet/internal/engine/unavoidable"
	"nonet/sudoku"
)

// UnavoidableSets returns the minimal unavoidable sets of a grid that have at most `limit` cells, the smallest first.
// grid must be full and without contradictions. An unavoidable set is the set of cells in which some other full grid
// differs from this one. It is minimal if it contains no other unavoidable set. A grid has some hundred minimal
// unavoidable sets with up to 12 cells. To find them takes some ten milliseconds. If `limit` grows by one, the time
// doubles or triples. If ctx ends, the sets are nil and the error is ctx.Err().
func UnavoidableSets(ctx context.Context, grid sudoku.Grid, limit int) ([]board.CellSet, error) {
	v := grid.Values()
	found, ok := unavoidable.SmallSets(&v, limit, func() bool { return ctx.Err() != nil })
	if !ok {
		return nil, ctx.Err()
	}
	all := make([]board.CellSet, len(found))
	for i, s := range found {
		all[i] = board.CellSetOf(s[0], s[1])
	}
	return all, nil
}
