package textbook

// rowMajorTables is a program for problem 2676 of the judge POJ. It visits cells in the same order as rowMajorScan, and
// has the same search tree. Three tables store the used digits of each row, column and box.
//
// Cost per node: one read for each cell passed, up to 3 for each digit tried, and six writes to place and undo.
//
// The original still tries the remaining digits at every level after the first solution. Here the search ends.
type rowMajorTables struct {
	usedTables
	rowMajor
}

func newRowMajorTables(b *board) algorithm {
	return &rowMajorTables{newUsedTables(b), rowMajor{board: b}}
}

func (a *rowMajorTables) place(p placement) {
	a.setUsed(p, true)
	a.rowMajor.place(p)
}

func (a *rowMajorTables) undo(p placement) {
	a.setUsed(p, false)
	a.rowMajor.undo(p)
}

// usedTables stores which digits are in which houses:
//
//	row[4][7]   7 is in row 4
//	col[0][7]   7 is in column 0
//	box[8][7]   7 is in box 8
type usedTables struct {
	*board
	row, col, box [9][10]bool
}

func newUsedTables(b *board) usedTables {
	t := usedTables{board: b}
	for cell, digit := range b.cells {
		if digit != 0 {
			t.setUsed(placement{cell: uint8(cell), digit: digit}, true)
		}
	}
	return t
}

func (t *usedTables) setUsed(p placement, used bool) {
	r, c, b := housesOf(int(p.cell))
	t.row[r][p.digit], t.col[c][p.digit], t.box[b][p.digit] = used, used, used
}

func (t *usedTables) next(cell int, last placement) placement {
	for digit := last.digit + 1; digit <= 9; digit++ {
		if t.isLegal(cell, digit) {
			return placement{cell: uint8(cell), digit: digit}
		}
	}
	return placement{}
}

func (t *usedTables) isLegal(cell int, digit uint8) bool {
	r, c, b := housesOf(cell)
	t.reads++
	if t.row[r][digit] {
		return false
	}
	t.reads++
	if t.col[c][digit] {
		return false
	}
	t.reads++
	return !t.box[b][digit]
}
