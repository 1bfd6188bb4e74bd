package puzzle

import (
	"bytes"
	"slices"
	"strings"

	"nonet/board"
	"nonet/sudoku"
)

// AddHouses adds the regions, diagonals and windows of b to p. The regions replace the boxes and regions of p. The
// diagonals and windows become constraints, unless p already has these. On a board of another size than 9×9,
// [Puzzle.Validate] may refuse these constraints. If b has regions and p's board is not the classic one, AddHouses
// returns false and adds nothing.
func (p *Puzzle) AddHouses(b *board.Board) bool {
	regions := b.Houses()&board.Box.Houses() == 0
	if regions && (p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 || p.Free || !p.hasClassicBoxes()) {
		return false
	}
	if regions {
		p.Box, p.Regions = Box{}, nil
	}
	add := func(kind string, numbers ...int) {
		if !slices.ContainsFunc(p.Constraints, func(c Constraint) bool { return c.Kind == kind && slices.Equal(c.Numbers, numbers) }) {
			p.Constraints = append(slices.Clip(p.Constraints), Constraint{Kind: kind, Numbers: numbers})
		}
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
			way := 1 // the diagonal that rises to the right
			if b.Cells(h).Has(0) {
				way = -1
			}
			add(diagonal.Name, way)
		}
	}
	if b.Houses()&board.Window.Houses() != 0 {
		add(windoku.Name)
	}
	return true
}

// NamedBoard returns the board and the givens of a 9×9 puzzle whose only rules are the houses of a board that
// [board.Parse] knows. ok is false for any other puzzle.
func (p *Puzzle) NamedBoard() (b *board.Board, givens sudoku.Grid, ok bool) {
	plain := *p
	plain.Constraints, plain.Regions, plain.Box = nil, nil, Box{3, 3}
	if givens, ok = plain.Classic(); !ok {
		return nil, givens, false
	}
	names, rising, falling := []string{"classic"}, false, false
	if !p.hasClassicBoxes() {
		regions := bytes.Repeat([]byte{'.'}, sudoku.Cells)
		for i, region := range p.Regions {
			for _, cell := range region {
				if cell < 0 || cell >= len(regions) {
					return nil, givens, false
				}
				regions[cell] = 'a' + byte(i)
			}
		}
		names[0] = "jigsaw:" + string(regions)
		if p.Box != (Box{}) {
			names, ok = append(names, "classic"), p.Box == Box{3, 3}
		}
	}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		switch {
		case c.Kind == windoku.Name:
			names = append(names, "windoku")
		case c.Kind == diagonal.Name && slices.Equal(c.Numbers, []int{1}):
			rising = true
		case c.Kind == diagonal.Name:
			falling = true
		default:
			return nil, givens, false
		}
	}
	if rising && falling {
		names = append(names, "x")
	}
	b, err := board.Parse(strings.Join(names, "+"))
	return b, givens, ok && err == nil && rising == falling
}

// Board returns the puzzle's cells as a board. Each group of the board is a piece whose cells must differ. All other
// pairs of cells that must differ are peers on the board. pieces maps each group of the board to the index of its
// piece. ok is false if the puzzle has more cells or values than a board supports.
func (q *Pieces) Board() (b *board.Board, pieces map[board.House]int, ok bool) {
	s := board.Shape{Cells: q.Puzzle.Cells(), Values: q.Values()}
	if s.Cells > board.MostCells {
		return nil, nil, false
	}
	var indicesOf [4][]int // for each list of groups in s, the indices of the groups' pieces
	lists := [...]*[]board.CellSet{&s.Rows, &s.Columns, &s.Blocks, &s.Others}
	for i := range q.All {
		p := &q.All[i]
		if !p.Distinct && p.sets == nil {
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
		indicesOf[at] = append(indicesOf[at], i)
	}
	for a := range s.Cells {
		for b := range a {
			if q.MustDiffer(a, b) {
				s.Apart = append(s.Apart, [2]board.Cell{board.Cell(a), board.Cell(b)})
			}
		}
	}
	b, numbers, ok := board.New(s)
	if !ok {
		return nil, nil, false
	}
	pieces = map[board.House]int{}
	for i, piece := range slices.Concat(indicesOf[:]...) {
		if _, known := pieces[numbers[i]]; !known {
			pieces[numbers[i]] = piece
		}
	}
	return b, pieces, true
}
