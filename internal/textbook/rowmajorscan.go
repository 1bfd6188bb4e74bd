package textbook

// rowMajorScan is a programmer's answer to a written test, and the simplest program that works. It walks the cells row
// by row, tries 1 to 9 in each empty cell, and backtracks when no digit fits. To check a digit, it scans the row, the
// column and the box.
//
// Cost per node: one read for each cell passed and, for each digit tried, up to 27 reads of 21 different cells.
//
// The original also recurses over givens, and overwrites a digit by the next one. Neither difference changes the search
// tree.
type rowMajorScan struct {
	rowMajor
}

func newRowMajorScan(b *board) algorithm { return &rowMajorScan{rowMajor{board: b}} }

func (a *rowMajorScan) next(cell int, last placement) placement {
	for digit := last.digit + 1; digit <= 9; digit++ {
		if a.isLegal(cell, digit) {
			return placement{cell: uint8(cell), digit: digit}
		}
	}
	return placement{}
}

func (a *rowMajorScan) isLegal(cell int, digit uint8) bool {
	row, col, _ := housesOf(cell)
	for i := range 9 {
		if a.digitAt(row*9+i) == digit {
			return false
		}
	}
	for i := range 9 {
		if a.digitAt(i*9+col) == digit {
			return false
		}
	}
	top, left := row/3*3, col/3*3
	for r := top; r < top+3; r++ {
		for c := left; c < left+3; c++ {
			if a.digitAt(r*9+c) == digit {
				return false
			}
		}
	}
	return true
}

// rowMajor walks the cells in row-major order. All cells before start are filled.
type rowMajor struct {
	*board
	start int
}

func (w *rowMajor) choose() (int, bool) {
	for cell := w.start; cell < 81; cell++ {
		if w.digitAt(cell) == 0 {
			return cell, true
		}
	}
	return 0, false
}

func (w *rowMajor) place(p placement) { w.start = int(p.cell) + 1 }
func (w *rowMajor) undo(p placement)  { w.start = int(p.cell) }
