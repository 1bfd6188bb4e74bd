package main

import (
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// newProgram returns an empty program for a workspace, or for a part of one, at the address base.
func newProgram(base reg.Register, newLogic func(*program) logic) *program {
	p := &program{base: base, scratch: Mem{Base: base, Disp: offScratch}, known: map[uint16]value{}}
	p.logic = newLogic(p)
	p.isa, _ = p.logic.(isa)
	return p
}

func (p *program) vecAddress(offset, i int) Mem { return Mem{Base: p.base, Disp: offset + i*vecBytes} }

// applyLockedCandidates applies locked candidates in a chute. u[line][box] holds the digits of the three cells of a
// miniline. In each line and in each box, a digit takes one miniline. There are six ways to give each of the three
// lines a different box. The result is the union of the digits that each of these ways permits.
func applyLockedCandidates(m logic, u *[3][3]value) (a [3][3]value) {
	p0, q0 := m.and3(u[0][0], u[1][1], u[2][2]), m.and3(u[0][0], u[1][2], u[2][1])
	p1, q1 := m.and3(u[0][1], u[1][2], u[2][0]), m.and3(u[0][1], u[1][0], u[2][2])
	p2, q2 := m.and3(u[0][2], u[1][0], u[2][1]), m.and3(u[0][2], u[1][1], u[2][0])
	return [3][3]value{
		{m.or(p0, q0), m.or(p1, q1), m.or(p2, q2)},
		{m.or(p2, q1), m.or(p0, q2), m.or(p1, q0)},
		{m.or(p1, q2), m.or(p2, q0), m.or(p0, q1)},
	}
}

// cellLogic has the operations that removeSingles needs. isa and byteLogic include it.
type cellLogic interface {
	logic
	// andNotOr returns a &^ b | c, where c is a subset of a.
	andNotOr(a, b, c value) value
}

// removeSingles reads a band whose cells are from(0) to from(26), row by row. If a cell has only one digit, the other
// cells of the box lose this digit, and so do the cells of the column in later bands. Because the digit then has only
// one minirow in the box, applyLockedCandidates removes it from the row and the column. placed(c) holds the digits that
// earlier bands have placed in column c; the result column has those of this band, too. single returns cell i, whose
// digits are x, if it has one digit, and otherwise 0. removeSingles calls beforeBox before it reads a box. x are the
// cells, and unions the digits of each minirow by row and box.
func removeSingles(p *program, m cellLogic, from, placed func(i int) Mem, single func(x value, i int) value,
	beforeBox func(b int)) (x [27]value, unions [3][3]value, column [9]value) {
	for c := range column {
		column[c] = p.load(placed(c))
	}
	for b := range 3 {
		beforeBox(b)
		var s [9]value
		cell := func(i int) int { return i/3*9 + b*3 + i%3 }
		for i := range s {
			x[cell(i)] = p.load(from(cell(i)))
			s[i] = single(x[cell(i)], cell(i))
		}
		var inColumn [3]value
		for k := range inColumn {
			inColumn[k] = m.or3(s[k], s[k+3], s[k+6])
		}
		inBox := m.or3(inColumn[0], inColumn[1], inColumn[2])
		for k := range 3 {
			c := &column[b*3+k]
			gone := m.or(inBox, *c)
			for r := range 3 {
				i := r*3 + k
				x[cell(i)] = m.andNotOr(x[cell(i)], gone, s[i])
			}
			*c = m.or(*c, inColumn[k])
		}
		for r := range 3 {
			i := r*9 + b*3
			unions[r][b] = m.or3(x[i], x[i+1], x[i+2])
		}
	}
	return x, unions, column
}

// propagateBand propagates in one band, whose cells are from(0) to from(26), row by row; see removeSingles. If full is
// not nil, it gathers the digits with one place in each row.
func propagateBand(p *program, from, to, placed func(i int) Mem, full *value) {
	m := p.isa
	x, unions, column := removeSingles(p, m, from, placed, m.keepSingles, func(int) {})
	eachCellOfBand(m, &x, &unions, full, func(i int, keep, hidden value) {
		p.store(m.narrowCell(x[i], keep, hidden), to(i))
	})
	for c := range column {
		p.store(column[c], placed(c))
	}
}

// eachCellOfBand calls place for each cell i of a band. `keep` holds the digits that locked candidates leave in the
// cell, and `hidden` holds its hidden singles.
func eachCellOfBand(m isa, x *[27]value, unions *[3][3]value, full *value, place func(i int, keep, hidden value)) {
	a := applyLockedCandidates(m, unions)
	for r := range 3 {
		one := m.loneDigits(a[r][0], a[r][1], a[r][2])
		var hidden [3]value
		for b := range 3 {
			i := r*9 + b*3
			hidden[b] = m.hiddenDigits(none, m.loneDigits(x[i], x[i+1], x[i+2]), one, a[r][b])
			for k := range 3 {
				place(i+k, a[r][b], hidden[b])
			}
		}
		if full != nil {
			accumulate(full, m.or3(hidden[0], hidden[1], hidden[2]), m.and)
		}
	}
}

// propagateStack propagates in the stack whose cells are from(0) to from(26), row by row. `alive` is the minimum of all
// cells so far, and `sum` is their sum. propagateStack includes the cells of this stack in both.
func propagateStack(p *program, from, to func(i int) Mem, alive, sum *value) {
	m := p.isa
	var y [27]value
	var minicolumns [3][3]value // the digits of each minicolumn, by column and box
	for b := range 3 {
		for i := 9 * b; i < 9*b+9; i++ {
			y[i] = p.load(from(i))
		}
		for k := range 3 {
			i := 9*b + k
			minicolumns[k][b] = m.or3(y[i], y[i+3], y[i+6])
		}
	}
	a := applyLockedCandidates(m, &minicolumns)
	var one [3]value
	for k := range 3 {
		one[k] = m.loneDigits(a[k][0], a[k][1], a[k][2])
	}
	for b := range 3 {
		var inRow [3]value
		for r := range 3 {
			i := 9*b + 3*r
			inRow[r] = m.or3(y[i], y[i+1], y[i+2])
		}
		inBox := m.loneInBoth(m.loneDigits(a[0][b], a[1][b], a[2][b]), m.loneDigits(inRow[0], inRow[1], inRow[2]))
		for k := range 3 {
			i := 9*b + k
			hidden := m.hiddenDigits(inBox, m.loneDigits(y[i], y[i+3], y[i+6]), one[k], a[k][b])
			for r := range 3 {
				m.storeNarrowed(y[i+3*r], a[k][b], hidden, i+3*r, to(i+3*r), alive, sum)
			}
		}
	}
}

func storeStatus(p *program, alive, sum value) {
	m := p.isa
	m.storeEqualLanes(alive, m.constant(0), offDead)
	m.storeEqualLanes(sum, p.load(p.vecAddress(offPrev, 0)), offStill)
	m.storeEqualLanes(sum, m.constant(solvedSum), offFull)
	p.store(sum, p.vecAddress(offPrev, 0))
}

// countBivalueCells counts the bivalue cells of each house of a band whose cells are cell(0) to cell(26). For each such
// cell i, with candidates x, it adds unit(x, i) to the counts of the cell's houses, by the function add. first returns
// the initial count of a row; endRow gets the count of the row, and the digits of its minirows.
func countBivalueCells(m logic, cell func(i int) value, unit func(x value, i int) value, add func(a, b value) value, column []value, inBox *[3]value, first func(r int) value, endRow func(r int, inRow value, u [3]value)) {
	for r := range 3 {
		inRow := first(r)
		var u [3]value
		for b := range 3 {
			var x [3]value
			count := none
			for k := range 3 {
				c := b*3 + k
				x[k] = cell(r*9 + c)
				v := unit(x[k], r*9+c)
				accumulate(&column[c], v, add)
				accumulate(&count, v, add)
			}
			u[b] = m.or3(x[0], x[1], x[2])
			accumulate(&inRow, count, add)
			accumulate(&inBox[b], count, add)
		}
		endRow(r, inRow, u)
	}
}

// boundInColumn returns what bound returns for the digits of a column's three minicolumns. The cells of the column are
// cell(0) to cell(8).
func boundInColumn(m logic, bound func(a, b, c value) value, cell func(row int) value) value {
	var u [3]value
	for b := range u {
		u[b] = m.or3(cell(3*b), cell(3*b+1), cell(3*b+2))
	}
	return bound(u[0], u[1], u[2])
}
