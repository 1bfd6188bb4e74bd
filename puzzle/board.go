package puzzle

import (
	"slices"

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

// Board returns the puzzle's cells as a board: pieces whose cells differ are its groups, other pairs
// that differ are peers. pieces has the piece of each group, by its number. ok is false if the
// puzzle has more cells or values than a board can have.
func (q *Pieces) Board() (b *board.Board, pieces map[board.House]int, ok bool) {
	s := board.Shape{Cells: q.Puzzle.Cells(), Values: q.Values()}
	if s.Cells > board.MostCells {
		return nil, nil, false
	}
	var of [4][]int // the pieces of each list of the shape
	lists := [...]*[]board.CellSet{&s.Rows, &s.Columns, &s.Blocks, &s.Others}
	for i := range q.All {
		p := &q.All[i]
		if !p.Distinct {
			continue
		}
		var cells board.CellSet
		for _, c := range p.Cells {
			cells.Add(board.Cell(c))
		}
		at := 3
		switch p.House {
		case "row":
			at = 0
		case "column":
			at = 1
		case "box", "region":
			at = 2
		}
		*lists[at] = append(*lists[at], cells)
		of[at] = append(of[at], i)
	}
	for a := range s.Cells {
		for b := range a {
			if q.Apart(a, b) {
				s.Apart = append(s.Apart, [2]board.Cell{board.Cell(a), board.Cell(b)})
			}
		}
	}
	b, numbers, ok := board.New(s)
	if !ok {
		return nil, nil, false
	}
	pieces = map[board.House]int{}
	for i, piece := range slices.Concat(of[:]...) {
		if _, known := pieces[numbers[i]]; !known {
			pieces[numbers[i]] = piece
		}
	}
	return b, pieces, true
}
