package canon

import (
	"nonet/internal/engine/minlex"
	"nonet/sudoku"
)

// Transformation is a map from a grid to an isomorph. First it transposes the grid, if at all. Then it reorders rows
// and columns within and among bands and stacks, and renames the digits. There are 2·6⁸·9! transformations. Compare
// them with ==. The zero value is not valid: use [Identity] or [Minlex].
type Transformation struct{ m minlex.Map }

// Identity returns the transformation that changes nothing.
func Identity() (t Transformation) {
	for i := range uint8(9) {
		t.m.Rows[i], t.m.Columns[i], t.m.Digits[i+1] = i, i, i+1
	}
	return t
}

// Apply returns the image of g under t.
func (t Transformation) Apply(g sudoku.Grid) sudoku.Grid {
	v := g.Values()
	return toGrid(t.m.Apply(&v))
}

// Cell returns the cell to which t moves the content of c.
func (t Transformation) Cell(c sudoku.Cell) sudoku.Cell {
	r, q := uint8(c)/9, uint8(c)%9
	if t.m.Transposed {
		r, q = q, r
	}
	rows, columns := inverseOf(t.m.Rows), inverseOf(t.m.Columns)
	return sudoku.Cell(9*rows[r] + columns[q])
}

// Then returns the transformation that first applies t, and then u.
func (t Transformation) Then(u Transformation) (both Transformation) {
	rows, columns := t.m.Rows, t.m.Columns
	if u.m.Transposed {
		rows, columns = columns, rows
	}
	both.m.Transposed = t.m.Transposed != u.m.Transposed
	for i := range 9 {
		both.m.Rows[i] = rows[u.m.Rows[i]]
		both.m.Columns[i] = columns[u.m.Columns[i]]
		both.m.Digits[i+1] = u.m.Digits[t.m.Digits[i+1]]
	}
	return both
}

// Inverse returns the transformation that undoes t.
func (t Transformation) Inverse() (back Transformation) {
	back.m.Transposed = t.m.Transposed
	back.m.Rows, back.m.Columns = inverseOf(t.m.Rows), inverseOf(t.m.Columns)
	if t.m.Transposed {
		back.m.Rows, back.m.Columns = back.m.Columns, back.m.Rows
	}
	for d, to := range t.m.Digits {
		back.m.Digits[to] = uint8(d)
	}
	return back
}

func inverseOf(order [9]uint8) (back [9]uint8) {
	for i, x := range order {
		back[x] = uint8(i)
	}
	return back
}

// FixedCells returns the number of cells that t leaves in place.
func (t Transformation) FixedCells() (n int) {
	for c := range sudoku.Cell(sudoku.Cells) {
		if t.Cell(c) == c {
			n++
		}
	}
	return n
}

// String returns the transformation as text. A leading "t" means that the transformation transposes the grid first. The
// digits after "r" are the old rows, in the order of the new rows. The digits after "c" are the old columns, in the
// order of the new columns. The digits after "d" are the new names of the digits 1 to 9. For example:
//
//	t r231456789 c123456789 d987654321
func (t Transformation) String() string {
	b := make([]byte, 0, 34)
	if t.m.Transposed {
		b = append(b, "t "...)
	}
	b = append(b, 'r')
	for _, x := range t.m.Rows {
		b = append(b, '1'+x)
	}
	b = append(b, " c"...)
	for _, x := range t.m.Columns {
		b = append(b, '1'+x)
	}
	b = append(b, " d"...)
	for _, x := range t.m.Digits[1:] {
		b = append(b, '0'+x)
	}
	return string(b)
}
