package canon

import (
	"context"
	"iter"

	"nonet/internal/engine/minlex"
	"nonet/message"
	"nonet/sudoku"
)

// Grids is the number of full grids, if isomorphic grids count as one grid.
const Grids = 5_472_730_538

// Catalogue ranks the essentially different full grids, each represented by its least isomorph. Ranks begin with 1, in
// the order of [sudoku.Grid.Compare]. It keeps data between calls, and is not safe for concurrent use. The zero value
// is ready for use. A rank or a grid takes a few milliseconds.
type Catalogue struct{ lister minlex.Lister }

func (c *Catalogue) listerUntil(ctx context.Context) *minlex.Lister {
	c.lister.Stop = func() bool { return ctx.Err() != nil }
	return &c.lister
}

// Rank returns the rank of a full grid's least isomorph. The error is ctx.Err(), or says why the grid has no rank.
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

// Unrank returns the least isomorph with this rank. The error is ctx.Err(), or says why no grid has the rank.
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

// List yields the grids of a stretch (81 values, row by row) and their ranks, until ctx ends. It reuses the array for
// each grid.
func (c *Catalogue) List(ctx context.Context, s Stretch) iter.Seq2[uint64, *[sudoku.Cells]uint8] {
	return func(yield func(uint64, *[sudoku.Cells]uint8) bool) {
		rank := s.First()
		c.listerUntil(ctx).List(s.s, func(g *[sudoku.Cells]uint8) bool {
			rank++
			return yield(rank-1, g)
		})
	}
}

// Band returns the class, from 1 to 416, of the first band of a full grid's least isomorph. ok is false if g is
// not full or has contradictions.
func Band(g sudoku.Grid) (band int, ok bool) {
	if !g.Solved() {
		return 0, false
	}
	form := leastFullForm(g)
	v := form.Values()
	return minlex.FirstBandClass(&v) + 1, true
}

// Stretch is a range of the catalogue that can be listed in some milliseconds: at most a few hundred thousand grids.
type Stretch struct{ s minlex.Stretch }

// First returns the rank of the first grid in the stretch.
func (s Stretch) First() uint64 { return s.s.First + 1 }

// Len returns the number of grids in the stretch.
func (s Stretch) Len() uint64 { return s.s.Count }

// Stretches yields stretches that cover the ranks from `first` to `last`, in ascending order. If Stretches fails, the
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

func rankError(rank uint64) error {
	return message.NewError("canon.rank", "rank", rank, "n", uint64(Grids))
}

// newMissingBandError returns ctx.Err() if ctx has ended. Otherwise it returns the error for a class of bands that this
// program's table lacks; band is the class, from 1, or 0 if it is unknown.
func newMissingBandError(ctx context.Context, band int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return message.NewError("canon.lacking", "band", band)
}
