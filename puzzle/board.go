package puzzle

import (
	"nonet/board"
	"nonet/sudoku"
)

// OnBoard returns the puzzle of a grid on a board: regions instead of boxes, diagonals
// and windows are constraints.
func OnBoard(b *board.Board, g sudoku.Grid) *Puzzle {
	p := FromGrid(g)
	if b.Houses()&board.Box.Houses() == 0 {
		p.Box = Box{}
	}
	for h := range b.Houses().All() {
		switch h.Kind() {
		case board.Region:
			var cells []int
			for c := range b.Cells(h).All() {
				cells = append(cells, int(c))
			}
			p.Regions = append(p.Regions, cells)
		case board.Diagonal:
			way := 1 // up to the right
			if b.Cells(h).Has(0) {
				way = -1
			}
			p.Constraints = append(p.Constraints, Constraint{Kind: diagonal.Name, Numbers: []int{way}})
		}
	}
	if b.Houses()&board.Window.Houses() != 0 {
		p.Constraints = append(p.Constraints, Constraint{Kind: windoku.Name})
	}
	return p
}
