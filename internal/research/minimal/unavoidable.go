package minimal

import (
	"context"

	"nonet/board"
	"nonet/internal/engine/unavoidable"
	"nonet/sudoku"
)

// Unavoidable returns the minimal unavoidable sets of a full grid without contradictions that have up to most
// cells, the smallest first: sets whose digits another solution has otherwise, and none inside them. Some
// hundred have up to 12 cells, which takes some ten milliseconds, and each cell more two to three times as long. The
// error is that of ctx, beside nothing.
func Unavoidable(ctx context.Context, grid sudoku.Grid, most int) ([]board.CellSet, error) {
	v := grid.Values()
	found, ok := unavoidable.Small(&v, most, func() bool { return ctx.Err() != nil })
	if !ok {
		return nil, ctx.Err()
	}
	all := make([]board.CellSet, len(found))
	for i, s := range found {
		all[i] = board.CellSetOf(s[0], s[1])
	}
	return all, nil
}
