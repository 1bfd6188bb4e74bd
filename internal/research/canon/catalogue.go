package canon

import (
	"context"
	"iter"

	"nonet/internal/engine/minlex"
	"nonet/message"
	"nonet/sudoku"
)

// Grids is the number of full grids up to isomorphism.
const Grids = 5_472_730_538

// Catalogue ranks the essentially different full grids. The least isomorph represents each grid. Their order
// is the order of [sudoku.Grid.Compare], from rank 1. A Catalogue keeps data between calls, and is for use by
// one goroutine. The zero value is ready. A rank or a grid takes a few milliseconds.
type Catalogue struct{ lister minlex.Lister }

func (c *Catalogue) listerUntil(ctx context.Context) *minlex.Lister {
	c.lister.Stop = func() bool { return ctx.Err() != nil }
	return &c.lister
}

// Rank returns the rank of the least isomorph of a full grid. The error is ctx.Err(), or has the
// reason for which the grid has no rank.
func (c *Catalogue) Rank(ctx context.Context, g sudoku.Grid) (uint64, error) {
	if !g.Solved() {
		return 0, message.NewError("canon.notFull")
	}
	form := leastFullForm(g)
	v := form.Values()
	n, ok := c.listerUntil(ctx).NumberOf(&v)
	if !ok {
		return 0, newMissingBandError(ctx, minlex.FirstBandClass(&v)+1)
	}
	return n + 1, nil
}

// Unrank returns the grid with this rank. The error is ctx.Err(), or has the reason for which there is no such grid.
func (c *Catalogue) Unrank(ctx context.Context, rank uint64) (sudoku.Grid, error) {
	if rank < 1 || rank > Grids {
		return sudoku.Grid{}, rankError(rank)
	}
	v, ok := c.listerUntil(ctx).GridAt(rank - 1)
	if !ok {
		return sudoku.Grid{}, newMissingBandError(ctx, 0)
	}
	return toGrid(v), nil
}

// List yields the grids of a stretch, 81 values row by row, with their ranks, until ctx ends. Each
// grid overwrites the array of the previous grid.
func (c *Catalogue) List(ctx context.Context, s Stretch) iter.Seq2[uint64, *[sudoku.Cells]uint8] {
	return func(yield func(uint64, *[sudoku.Cells]uint8) bool) {
		rank := s.First()
		c.listerUntil(ctx).List(s.s, func(g *[sudoku.Cells]uint8) bool {
			rank++
			return yield(rank-1, g)
		})
	}
}

// Band returns the class, from 1 to 416, of the first band of a full grid's form. This band is the least of the
// form. ok is false if g is not full or has contradictions.
func Band(g sudoku.Grid) (band int, ok bool) {
	if !g.Solved() {
		return 0, false
	}
	form := leastFullForm(g)
	v := form.Values()
	return minlex.FirstBandClass(&v) + 1, true
}

// Stretch is a range of the catalogue that takes some milliseconds to list: at most a few hundred thousand grids.
type Stretch struct{ s minlex.Stretch }

// First returns the rank of the first grid in the stretch.
func (s Stretch) First() uint64 { return s.s.First + 1 }

// Len returns the number of grids in the stretch.
func (s Stretch) Len() uint64 { return s.s.Count }

// Stretches yields stretches that cover the ranks from first to last, in order. If it fails, the
// last pair has the error that [Catalogue.Unrank] would return.
func Stretches(first, last uint64) iter.Seq2[Stretch, error] {
	return func(yield func(Stretch, error) bool) {
		for _, rank := range [2]uint64{first, last} {
			if rank < 1 || rank > Grids {
				yield(Stretch{}, rankError(rank))
				return
			}
		}
		going := true
		whole := minlex.Stretches(first-1, last, func(s minlex.Stretch) bool {
			going = yield(Stretch{s}, nil)
			return going
		})
		if going && !whole {
			yield(Stretch{}, newMissingBandError(context.Background(), 0))
		}
	}
}

// rankError is the error for a number that is not a rank.
func rankError(rank uint64) error {
	return message.NewError("canon.rank", "rank", rank, "n", uint64(Grids))
}

// newMissingBandError returns ctx.Err() if ctx ended. Otherwise it returns the error for a grid whose class of
// bands is not in this program's table. band is the class of the band, from 1, or 0 if unknown.
func newMissingBandError(ctx context.Context, band int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return message.NewError("canon.lacking", "band", band)
}
