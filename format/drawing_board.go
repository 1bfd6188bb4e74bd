package format

import (
	"slices"
	"strings"

	"nonet/sudoku"
)

func (d *drawing) countLinesOfKind(kind lineKind) (n int) {
	for k := d.from; k < len(d.lines); k++ {
		if d.lines[k].kind == kind {
			n++
		}
	}
	return n
}

// canBeRow reports whether a line without values may be an empty row.
func (d *drawing) canBeRow(l *drawnLine) bool {
	return l.kind == plainLine && l.row && (!d.marked || d.empties[l.empty])
}

func (d *drawing) countEmptyRows() (n int) {
	for k := d.from; k < len(d.lines); k++ {
		if d.canBeRow(&d.lines[k]) {
			n++
		}
	}
	return n
}

// recogniseSoFar reports whether the lines read so far are a drawing. `all` is set if no more lines follow.
func (d *drawing) recogniseSoFar(all bool) recognition {
	if d.sample < 0 || d.n == 0 {
		if all {
			return noDrawing
		}
		return undecided
	}
	rows, maybe := d.countLinesOfKind(valueLine), d.countEmptyRows()
	complete := rows == d.n
	switch {
	case rows > d.n, rows+maybe < d.n && all:
		return noDrawing
	case (rows == d.n || all) && rows+maybe == d.n+1 && !d.hasBars() && d.canBeRow(&d.lines[d.from]):
		return noDrawing // there is one line more than rows, and the first line is empty
	case rows < d.n && all:
		complete = true
	case rows < d.n && rows+maybe == d.n && d.marked && !d.empties[' '] && d.countLinesOfKind(plainLine)-maybe > 1:
		if d.arrangeRows(true) && d.looksDrawn() {
			return aDrawing
		}
		return undecided
	case rows < d.n:
		return undecided
	}
	if complete && !d.hasUnreadFrame() && (d.style.fields != "" && d.arrangeRows(true) || !d.several && d.arrangeRows(false)) && d.looksDrawn() {
		return aDrawing
	}
	return noDrawing
}

// looksDrawn reports whether the grid has bars or drawn lines, or rows whose empty cells are dashes, underscores or
// asterisks. In a grid that is not 9×9 and has no bars, the cells must also stand in columns.
func (d *drawing) looksDrawn() bool {
	if d.hasBars() {
		return true
	}
	sample := &d.lines[d.sample]
	if d.n != 9 {
		for _, k := range d.rows {
			l := &d.lines[k]
			for i, c := range d.cellsOf(l) {
				if sampleCell := d.cellsOf(sample)[i]; c.from-l.all.from != sampleCell.from-sample.all.from && c.to-l.all.from != sampleCell.to-sample.all.from {
					return false
				}
			}
		}
	}
	isDash := func(k int) bool { return strings.IndexByte("-_*", d.lines[k].empty) >= 0 }
	return d.countLinesOfKind(plainLine) > len(d.rows)-d.countLinesOfKind(valueLine) || slices.ContainsFunc(d.rows, isDash)
}

// hasUnreadFrame reports whether the bars at the ends of the rows are a frame, although the style has no frame. This is
// so if each line that may be a row begins and ends with a bar, and some line has a blank field between two bars. The
// fields outside the frame are then no empty cells.
func (d *drawing) hasUnreadFrame() bool {
	if d.style.fields == "" || d.style.framed {
		return false
	}
	blank := false
	for k := d.from; k < len(d.lines); k++ {
		l := &d.lines[k]
		if l.kind != valueLine && !d.canBeRow(l) {
			continue
		}
		fields := d.fieldsOf(l)
		if last := len(fields) - 1; fields[0].length() > 0 || fields[last].length() > 0 {
			return false
		}
		blank = blank || slices.ContainsFunc(fields, func(s span) bool { return s.length() > 0 && d.isBlank(s) })
	}
	return blank
}

// hasBars reports whether the rows have bars between their cells.
func (d *drawing) hasBars() bool {
	return slices.ContainsFunc(d.barsOf(&d.lines[d.sample]), func(bar uint32) bool { return bar != 0 })
}

// arrangeRows sets d.rows to the lines that are rows. A choice of rows must put drawn lines at equal distances.
// arrangeRows returns false if there is no such choice, or if there are two equally likely ones. A choice with drawn
// lines between its rows is likelier than a choice without. Drawn lines both above the first row and below the last
// row, or at neither place, make a choice likelier still. If certain is set, every line that may be a row is one.
func (d *drawing) arrangeRows(certain bool) bool {
	ways, likeliest, decided := 0, 0, d.countLinesOfKind(valueLine) == d.n
	for height := 2; height <= d.n; height++ {
		if d.n%height != 0 || d.n == 9 && height != 3 {
			continue
		}
		for top := range mostPlain + 1 {
			for inner := range 4 {
				for band := range 5 {
					last, ok := d.tryRowLayout(height, top, inner, band, certain, decided)
					if !ok || ways > 0 && slices.Equal(d.trial, d.rows) {
						continue
					}
					likely := 0
					if inner+band > 0 {
						likely += 2
					}
					if (top > 0) == (last+1 < len(d.lines) && d.lines[last+1].kind == plainLine) {
						likely++
					}
					switch {
					case ways == 0 || likely > likeliest:
						d.rows, d.trial = d.trial, d.rows
						ways, likeliest = 1, likely
					case likely == likeliest:
						ways++
					}
				}
			}
		}
	}
	d.several = ways > 1
	return ways == 1
}

// tryRowLayout tests one layout: `top` lines above the first row, `inner` lines between two rows of a band, and `band`
// lines between two bands. height is the number of rows of a band. `decided` is set if the number of lines with values
// equals the number of rows. If `certain` is set, every line that may be a row is a row. tryRowLayout sets d.trial to
// the rows and returns the index of the last row.
func (d *drawing) tryRowLayout(height, top, inner, band int, certain, decided bool) (last int, ok bool) {
	var shapes [2][5]uint32
	d.trial = d.trial[:0]
	offset := d.from
	for row := range d.n {
		if d.style.table && offset == 1 {
			offset++
		}
		n, middle, first := inner, &shapes[0], row == 1
		switch {
		case row == 0:
			n, middle = top, nil
		case row%height == 0:
			n, middle, first = band, &shapes[1], row == height
		}
		for k := range n {
			if offset == len(d.lines) || d.lines[offset].kind < plainLine || certain && d.canBeRow(&d.lines[offset]) || middle == nil && !decided && d.lines[offset].row && d.lines[offset].empty == ' ' {
				return 0, false
			}
			shape := d.lines[offset].shape
			if middle != nil && !first && middle[k] != shape {
				return 0, false
			}
			if middle != nil {
				middle[k] = shape
			}
			offset++
		}
		if offset == len(d.lines) || d.lines[offset].kind != valueLine && !d.canBeRow(&d.lines[offset]) {
			return 0, false
		}
		d.trial = append(d.trial, offset)
		offset++
	}
	if d.style.fields != "" && (d.style.table && top+inner+band > 0 || d.n != 9 && (band < inner || max(inner, band-1) > 1) || slices.ContainsFunc(d.trial, func(k int) bool {
		l := &d.lines[k]
		return l.kind != valueLine && (d.n != 9 || l.empty != ' ') && (slices.Contains(shapes[0][:], l.shape) || slices.Contains(shapes[1][:], l.shape))
	})) {
		return 0, false
	}
	for k := offset; k < len(d.lines); k++ {
		if l := &d.lines[k]; l.kind == valueLine || certain && d.canBeRow(l) || d.style.fields != "" && l.kind == plainLine && (l.row && l.empty == ' ' || k-offset > 1 || k > offset && d.n != 9) {
			return 0, false
		}
	}
	return offset - 1, true
}

// hasUnambiguousRows reports whether every line that may be an empty row, down to the last row, is a row of the grid.
func (d *drawing) hasUnambiguousRows() bool {
	for k := d.from; k < d.rows[len(d.rows)-1]; k++ {
		if d.canBeRow(&d.lines[k]) && !slices.Contains(d.rows, k) {
			return false
		}
	}
	return true
}

// classicGrid returns the values of a classic grid. `marks` is nil unless some cell is a list of candidates. ok is
// false if the grid has both lists and empty cells.
func (d *drawing) classicGrid() (values [sudoku.Cells]uint8, marks *[sudoku.Cells]sudoku.Candidates, ok bool) {
	if d.lists {
		marks = new([sudoku.Cells]sudoku.Candidates)
	}
	for r, k := range d.rows {
		for c, cell := range d.cellsOf(&d.lines[k]) {
			word := d.buf[cell.from:cell.to]
			if len(word) == 1 {
				values[9*r+c] = digits[word[0]]
			}
			if marks == nil {
				continue
			}
			if digits[d.markOf(cell)] == 0 && len(word) == 1 {
				return values, nil, false // the cell is neither a list nor a digit
			}
			marks[9*r+c], _ = parseCandidates(word)
		}
	}
	return values, marks, true
}

// boardText returns the text of a board that is not 9×9: one line for each row.
func (d *drawing) boardText() string {
	var out []byte
	for i, k := range d.rows {
		if i > 0 {
			out = append(out, '\n')
		}
		for c, cell := range d.cellsOf(&d.lines[k]) {
			if c > 0 && !d.characters {
				out = append(out, ' ')
			}
			if word := d.buf[cell.from:cell.to]; len(word) == 0 || len(word) == 1 && word[0] != '0' && digits[word[0]] == 0 && !(d.n >= sideWithX && isX(word)) {
				out = append(out, '.')
			} else {
				out = append(out, d.buf[cell.from:cell.to]...)
			}
		}
	}
	return string(out)
}
