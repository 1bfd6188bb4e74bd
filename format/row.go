package format

import "nonet/sudoku"

// item is a cell of a grid, with its line and column in the text.
type item struct {
	place
	end   int               // the column after the item's last character
	digit uint8             // the cell's digit; 0 if the cell is empty
	empty byte              // the character of an empty cell; 0 for other cells
	marks sudoku.Candidates // the cell's candidates, or only its digit
	list  bool              // set if the cell lists candidates: two or more, or one with "?"
}

// cellWords returns the words of a line. ok is false if a character in them cannot be a cell.
func (r *Reader) cellWords(ln *line) (words []span, ok bool) {
	if ln.separator != 0 {
		return nil, false
	}
	words = r.splitWords(ln)
	return words, ln.odd < 0
}

// readCells sets r.cells to the cells of a line, which space or bars separate. ok reports whether the line may be part
// of a grid: it has nine cells, or up to 81 single digits without bars. `lists` reports whether some cell is a list of
// candidates.
func (r *Reader) readCells(ln *line) (ok, lists bool) {
	if ln.read {
		return ln.rowOK, ln.lists
	}
	ln.read, ln.rowOK, ln.lists = true, false, false
	words, ok := r.cellWords(ln)
	if !ok {
		return false, false
	}
	bars := ln.hasBars()
	if !bars || !r.readBlankCells(ln) {
		if len(words) == 0 || len(words) > sudoku.Cells {
			return false, false
		}
		r.cells = r.cells[:0]
		for _, s := range words {
			it, ok := itemAt(ln, s)
			if !ok {
				return false, false
			}
			r.cells = append(r.cells, it)
		}
	}
	for _, c := range r.cells {
		ln.lists = ln.lists || c.list
	}
	ln.rowOK = len(r.cells) == 9 || !bars && !ln.lists
	return ln.rowOK, ln.lists
}

func (r *Reader) setCells(ln *line, words ...span) {
	r.cells = r.cells[:0]
	for _, s := range words {
		for i := s.from; i < s.to; i++ {
			r.cells = append(r.cells, parseCellAt(ln, i))
		}
	}
}

func parseCellAt(ln *line, i int) item {
	b := ln.text[i]
	where := ln.placeAt(i)
	it := item{place: where, end: where.column + 1, digit: digits[b]}
	if it.digit == 0 {
		it.empty = b
	} else {
		it.marks = 1 << (it.digit - 1)
	}
	return it
}

// emptyCellAt returns an empty cell for which the line has no character. The place of the cell is index i of the line.
func emptyCellAt(ln *line, i int) item {
	return item{place: ln.placeAt(i), end: ln.columnOf(i), empty: ' '}
}

func gridOf(cells []item) sudoku.Grid {
	var values [sudoku.Cells]uint8
	for c, it := range cells {
		values[c] = it.digit
	}
	g, _ := sudoku.FromCells(values)
	return g
}
