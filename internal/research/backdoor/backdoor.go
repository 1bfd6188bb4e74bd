// Package backdoor finds the smallest backdoors of a puzzle. A backdoor is a set of cells: if their digits were given,
// singles would solve the puzzle. The size of the smallest backdoors measures how far a puzzle is from an easy one.
//
// The package must not import anything that reads or writes files, nor any package above sudoku.
package backdoor

import (
	"context"

	"nonet/board"
	"nonet/sudoku"
)

// Smallest returns the smallest backdoors of a puzzle. solution must be its only solution. size is the number of cells
// in each of these backdoors. If singles (naked and hidden) solve the puzzle, size is 0, and `sets` has only the empty
// set. `sets` is in the order of the cells. If `limit` is not 0, it limits the cells of a backdoor. If ctx ends the
// search, or if no set within this limit is a backdoor, `sets` is nil and `size` is a lower bound. The error is
// ctx.Err(). Sizes up to 2 take a few milliseconds, and size 3 a tenth of a second. Each further cell multiplies the
// time by about twenty. If solution is not a solution of the puzzle, Smallest returns zero values.
func Smallest(ctx context.Context, puzzle, solution sudoku.Grid, limit int) (size int, sets []board.CellSet, err error) {
	if !solution.Solved() || !solution.Extends(puzzle) {
		return 0, nil, nil
	}
	f := finder{ctx: ctx, solution: solution.Values()}
	start := newPosition(puzzle, &f.solution)
	if limit <= 0 {
		limit = board.Cells
	}
	for size = 0; size <= limit; size++ {
		f.tryMoreGivens(&start, board.CellSet{}, size)
		if err := ctx.Err(); err != nil {
			return size, nil, err
		}
		if f.found != nil {
			return size, f.found, nil
		}
	}
	return size, nil, nil
}

type finder struct {
	ctx      context.Context
	solution [sudoku.Cells]uint8
	found    []board.CellSet
	ticks    int
	ended    bool
}

// tryMoreGivens tries all sets of n further cells in addition to the chosen cells. It skips cells whose digits follow
// from the chosen cells, because no smallest backdoor contains them.
func (f *finder) tryMoreGivens(p *position, chosen board.CellSet, n int) {
	if n == 0 {
		if p.open.Empty() {
			f.found = append(f.found, chosen)
		}
		return
	}
	cells := p.open
	for c := range chosen.All() { // sets with cells before this one have been tried
		for !cells.Empty() && cells.First() < c {
			cells.Pop()
		}
	}
	for !cells.Empty() {
		c := cells.Pop()
		if f.ticks++; f.ticks&63 == 0 && f.ctx.Err() != nil {
			f.ended = true
		}
		if f.ended {
			return
		}
		next := *p
		next.placeDigit(c, f.solution[c])
		next.setSingles(&f.solution)
		f.tryMoreGivens(&next, chosen.Or(board.CellsOf(c)), n-1)
	}
}

type position struct {
	places [10]board.CellSet
	open   board.CellSet
}

func newPosition(puzzle sudoku.Grid, solution *[sudoku.Cells]uint8) position {
	p := position{open: board.AllCells()}
	for d := range p.places {
		p.places[d] = board.AllCells()
	}
	for c := range board.Cell(board.Cells) {
		if d := puzzle.At(c); d != 0 {
			p.placeDigit(c, uint8(d))
		}
	}
	p.setSingles(solution)
	return p
}

func (p *position) placeDigit(c board.Cell, d uint8) {
	p.open.Remove(c)
	for i := 1; i < len(p.places); i++ {
		p.places[i].Remove(c)
	}
	p.places[d] = p.places[d].Without(board.Classic().Peers(c))
}

// setSingles places the solution's digit in every single, until there are no more singles.
func (p *position) setSingles(solution *[sudoku.Cells]uint8) {
	b := board.Classic()
	for again := true; again && !p.open.Empty(); {
		again = false
		var one, two board.CellSet // the cells with at least one candidate, and with at least two
		for _, s := range p.places[1:] {
			two = two.Or(one.And(s))
			one = one.Or(s)
		}
		for left := p.open; !left.Empty(); {
			c := left.Pop()
			d := solution[c]
			isSingle := func(h board.House) bool { return p.places[d].And(b.Cells(h)).Single() }
			if !two.Has(c) || isSingle(b.Row(c)) || isSingle(b.Column(c)) || isSingle(b.Block(c)) {
				p.placeDigit(c, d)
				again = true
			}
		}
	}
}
