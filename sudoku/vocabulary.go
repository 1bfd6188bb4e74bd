package sudoku

import (
	"fmt"
	"iter"
	"math/bits"

	"nonet/message"
)

// Digit is 1 to 9, or 0 for an empty cell.
type Digit uint8

// Cell is one of the 81 cells, counted row by row: 0 is r1c1, 8 is r1c9, 80 is r9c9.
type Cell uint8

// Cells is how many cells a grid has.
const Cells = 81

// CellAt is the cell in the given row and column, each 1 to 9.
func CellAt(row, column int) Cell { return Cell((row-1)*9 + column - 1) }

// Row is 1 to 9.
func (c Cell) Row() int { return int(c)/9 + 1 }

// Column is 1 to 9.
func (c Cell) Column() int { return int(c)%9 + 1 }

// Box is 1 to 9, row by row.
func (c Cell) Box() int { return int(c)/27*3 + int(c)%9/3 + 1 }

// String is the cell's name, such as "r4c7".
func (c Cell) String() string { return fmt.Sprintf("r%dc%d", c.Row(), c.Column()) }

// Houses are the cell's row, column and box, in this order.
func (c Cell) Houses() [3]House {
	return [3]House{House(c.Row() - 1), House(9 + c.Column() - 1), House(18 + c.Box() - 1)}
}

// House is one of the 27 houses: 0–8 the rows from the top, 9–17 the columns
// from the left, 18–26 the boxes row by row.
type House uint8

// Houses is how many houses a grid has.
const Houses = 27

// HouseKind tells rows, columns and boxes apart.
type HouseKind uint8

const (
	Row HouseKind = iota
	Column
	Box
)

func (k HouseKind) String() string { return [...]string{"row", "column", "box"}[k%3] }

// Kind is whether the house is a row, a column or a box.
func (h House) Kind() HouseKind { return HouseKind(h / 9) }

// Number is the house's number among its kind, 1 to 9.
func (h House) Number() int { return int(h)%9 + 1 }

// String is the house's English name, such as "box 6".
func (h House) String() string { return h.Message().String() }

// Message is the house's name for any language of the catalogue.
func (h House) Message() message.Message {
	return message.New("house."+h.Kind().String(), "n", h.Number())
}

// Cells are the house's nine cells in ascending order.
func (h House) Cells() [9]Cell { return houseCells[h%Houses] }

var houseCells = func() (all [Houses][9]Cell) {
	var filled [Houses]int
	for c := range Cell(Cells) {
		for _, h := range c.Houses() {
			all[h][filled[h]] = c
			filled[h]++
		}
	}
	return all
}()

// Candidates is a set of digits; bit d−1 stands for digit d.
type Candidates uint16

// AllDigits is the set of all nine digits.
const AllDigits Candidates = 1<<9 - 1

// CandidatesOf is the set of the given digits; 0 and values above 9 are left out.
func CandidatesOf(digits ...Digit) Candidates {
	var s Candidates
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}

// Has reports whether d is in the set.
func (s Candidates) Has(d Digit) bool { return d >= 1 && d <= 9 && s>>(d-1)&1 != 0 }

// With is the set and d; d outside 1–9 changes nothing.
func (s Candidates) With(d Digit) Candidates {
	if d < 1 || d > 9 {
		return s
	}
	return s | 1<<(d-1)
}

// Without is the set less d.
func (s Candidates) Without(d Digit) Candidates {
	if d < 1 || d > 9 {
		return s
	}
	return s &^ (1 << (d - 1))
}

// Len is how many digits the set holds.
func (s Candidates) Len() int { return bits.OnesCount16(uint16(s)) }

// Digits yields the set's digits in ascending order.
func (s Candidates) Digits() iter.Seq[Digit] {
	return func(yield func(Digit) bool) {
		for s := s & AllDigits; s != 0; s &= s - 1 {
			if !yield(Digit(bits.TrailingZeros16(uint16(s)) + 1)) {
				return
			}
		}
	}
}

// String is the digits in ascending order, such as "147"; the empty set is "".
func (s Candidates) String() string {
	var b []byte
	for d := range s.Digits() {
		b = append(b, '0'+byte(d))
	}
	return string(b)
}
