package textbook

// mostFilled is the target post's program (靶形数独): fill first where most is filled already,
// as a person would. A cell's "accuracy" (精确度) is how many cells are filled in its row, its
// column and its box, 24 at most; a cell in two of them counts twice. The greatest comes
// next, the first in row-major order among equals.
//
// Cost per node: 81 reads of cells and 3 of counters for each empty cell to choose, up to 3
// for each digit tried, and 3 each to place and to undo.
//
// The original looks for an accuracy greater than 0, finds none on an empty grid and starts
// from variables that were never set; this one starts at r1c1. It also goes through all
// solutions, as it wants the best of them.
type mostFilled struct {
	usedTables
	rowFilled, colFilled, boxFilled [9]int
}

func newMostFilled(b *board) algorithm {
	a := &mostFilled{usedTables: newUsedTables(b)}
	for cell, digit := range b.cells {
		if digit != 0 {
			a.fill(cell, 1)
		}
	}
	return a
}

func (a *mostFilled) fill(cell, change int) {
	r, c, b := houses(cell)
	a.rowFilled[r] += change
	a.colFilled[c] += change
	a.boxFilled[b] += change
}

func (a *mostFilled) choose() (int, bool) {
	best, most := 0, -1
	for cell := range 81 {
		if a.read(cell) != 0 {
			continue
		}
		r, c, b := houses(cell)
		a.reads += 3
		if accuracy := a.rowFilled[r] + a.colFilled[c] + a.boxFilled[b]; accuracy > most {
			best, most = cell, accuracy
		}
	}
	return best, most >= 0
}

func (a *mostFilled) place(p placement) {
	a.mark(p, true)
	a.reads += 3
	a.fill(int(p.cell), 1)
}

func (a *mostFilled) undo(p placement) {
	a.mark(p, false)
	a.reads += 3
	a.fill(int(p.cell), -1)
}
