package exchange

import (
	"slices"
	"strings"
)

// SudokuPad has no place for clues beside the board. Therefore some setters take a larger grid, put the board in its
// middle, and write the clues in the cells around it:
//
// 	regions  cover a square block of the grid, which is the board
// 	margin   the other cells: their digits, and texts over them, are clues beside the board

// block is a square part of the grid: its first row and column, from 0, and the number of its rows.
type block struct{ row, column, side int }

func (b block) contains(row, column int) bool {
	return row >= b.row && row < b.row+b.side && column >= b.column && column < b.column+b.side
}

// boardInGrid returns the block of the grid that the regions cover exactly. The number of regions must equal the number
// of cells in each region. ok is false if there is no such block, or if the block is the whole grid.
func (p *Puzzle) boardInGrid() (b block, ok bool) {
	lists := p.List("regions")
	seen := map[[2]int]bool{}
	least, most := [2]int{1 << 20, 1 << 20}, [2]int{}
	for _, list := range lists {
		pairs, bad := parseCellPairs(list)
		if bad != "" || len(pairs) != len(lists) {
			return b, false
		}
		for _, pair := range pairs {
			seen[pair] = true
			for i := range pair {
				least[i], most[i] = min(least[i], pair[i]), max(most[i], pair[i])
			}
		}
	}
	b = block{least[0], least[1], len(lists)}
	ok = b.side > 1 && len(seen) == b.side*b.side && most[0]-least[0] == b.side-1 && most[1]-least[1] == b.side-1 && most[0] < len(p.Rows)
	for _, row := range p.Rows {
		ok = ok && most[1] < len(row) && len(row) == len(p.Rows[0])
	}
	return b, ok && (b.side < len(p.Rows) || b.side < len(p.Rows[0]))
}

// cropMargin removes the cells around the board. The contents of the removed cells become texts beside the board. Places
// in the text still count from the corner of the grid; pointOf and CellPairs convert them.
func (p *Puzzle) cropMargin() {
	b, ok := p.boardInGrid()
	if !ok {
		return
	}
	cages, texts, ok := b.moveCages(p.Cages)
	if !ok {
		return
	}
	if columns := len(p.Rows[0]); len(p.Solution) == columns*len(p.Rows) {
		var names []string
		for row := range b.side {
			names = append(names, p.Solution[(b.row+row)*columns+b.column:][:b.side]...)
		}
		p.Solution = names
	}
	for i, row := range p.Rows {
		for j, c := range row {
			if c.Value != "" && !b.contains(i, j) {
				texts = append(texts, b.textAt(i, j, c.Value))
			}
		}
	}
	rows := slices.Clone(p.Rows[b.row:][:b.side])
	for i := range rows {
		rows[i] = rows[i][b.column:][:b.side]
	}
	p.board, p.Rows, p.Cages, p.Extra = b, rows, cages, append(p.Extra, texts...)
}

// textAt returns a text in the middle of a cell of the grid, as an element of the board.
func (b block) textAt(row, column int, text string) Element {
	return Element{Shape: Text, At: Point{float64(row-b.row) + 0.5, float64(column-b.column) + 0.5}, Width: 1, Height: 1, Text: text}
}

// moveCages returns the cages on the board, with cells counted from the board's corner. A cage outside the board only
// frames a number, which becomes a text. ok is false if a cage lies across the edge of the board.
func (b block) moveCages(all []Object) (cages []Object, texts []Element, ok bool) {
	for _, cage := range all {
		pairs, bad := parseCellPairs(cage["cells"])
		inside := 0
		for _, pair := range pairs {
			if b.contains(pair[0], pair[1]) {
				inside++
			}
		}
		switch {
		case bad != "", inside > 0 && inside < len(pairs):
			return nil, nil, false
		case inside == len(pairs):
			cages = append(cages, cage)
		case cage.Text("value") != "":
			texts = append(texts, b.textAt(pairs[0][0], pairs[0][1], cage.Text("value")))
		}
	}
	return cages, texts, true
}

// isBackground reports whether an element only paints the margin or the whole grid: a square without text in a cell of
// the margin, a square larger than the board, or a white line outside the board.
func (b block) isBackground(o Object) bool {
	point, isShape := pointOf(o["center"])
	if isShape {
		outside := !b.contains(int(point.Row), int(point.Column)) || max(numberMember(o, "width"), numberMember(o, "height")) > float64(b.side)
		return outside && !o.IsTrue("text") && (!o.IsTrue("rounded") || o["rounded"] == 0.0)
	}
	if !strings.HasPrefix(strings.ToUpper(o.Text("color")), "#FFF") {
		return false
	}
	for _, point := range slices.Concat(o.List("wayPoints"), o.List("line")) {
		point, ok := pointOf(point)
		row, column := point.Row-float64(b.row), point.Column-float64(b.column)
		if !ok || row > 0 && column > 0 && row < float64(b.side) && column < float64(b.side) {
			return false
		}
	}
	return true
}
