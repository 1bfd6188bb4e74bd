package textbook

// mostFilled is the program in a post on target Sudoku (靶形数独). Like a person, it chooses the cell that has the
// greatest number of filled neighbours. A cell's "accuracy" (精确度) is the number of filled cells in its row, its
// column and its box, at most 24. A neighbour in two of these houses counts twice. The next cell is the first with the
// greatest accuracy.
//
// Cost per node: to choose, 81 reads of cells and 3 of counters for each empty cell; up to 3 reads for each digit
// tried, and 3 each to place and to undo.
//
// The original requires an accuracy above 0. On an empty grid the original finds no such cell, and starts from
// uninitialised variables; mostFilled starts at r1c1. The original also visits all solutions, because it looks for the
// one with the best score.
type mostFilled struct {
	usedTables
	rowFilled, colFilled, boxFilled [9]int
}

func newMostFilled(b *board) algorithm {
	a := &mostFilled{usedTables: newUsedTables(b)}
	for cell, digit := range b.cells {
		if digit != 0 {
			a.changeFilledCounts(cell, 1)
		}
	}
	return a
}

func (a *mostFilled) changeFilledCounts(cell, change int) {
	r, c, b := housesOf(cell)
	a.rowFilled[r] += change
	a.colFilled[c] += change
	a.boxFilled[b] += change
}

func (a *mostFilled) choose() (int, bool) {
	best, most := 0, -1
	for cell := range 81 {
		if a.digitAt(cell) != 0 {
			continue
		}
		r, c, b := housesOf(cell)
		a.reads += 3
		if accuracy := a.rowFilled[r] + a.colFilled[c] + a.boxFilled[b]; accuracy > most {
			best, most = cell, accuracy
		}
	}
	return best, most >= 0
}

func (a *mostFilled) place(p placement) {
	a.setUsed(p, true)
	a.reads += 3
	a.changeFilledCounts(int(p.cell), 1)
}

func (a *mostFilled) undo(p placement) {
	a.setUsed(p, false)
	a.reads += 3
	a.changeFilledCounts(int(p.cell), -1)
}
