package sudoku

import (
	"iter"
	"math/bits"

	"nonet/board"
	"nonet/message"
)

// Digit is 1 to 9, or 0 for an empty cell.
type Digit uint8

// Cell and House are other names of the types in package board, so that most callers need not import it.
type (
	Cell  = board.Cell
	House = board.House
)

// Cells is the number of cells of a grid.
const Cells = board.Cells

// CellAt returns the cell in the given row and column, each 1 to 9.
func CellAt(row, column int) Cell { return board.CellAt(row, column) }

// HouseName returns a house's name for people, such as "box 6". For programs, the code of [board.House.String] is used.
func HouseName(h House) message.Message {
	return message.New("house."+h.Kind().String(), "n", h.Number())
}

// Candidates is a set of digits; bit d−1 stands for digit d. It can hold the digits 1 to 16, for boards larger than
// 9×9.
type Candidates uint16

// AllDigits is the set of all nine digits.
const AllDigits Candidates = 1<<9 - 1

// CandidatesOf returns a set of digits without 0 and without values above 16.
func CandidatesOf(digits ...Digit) Candidates {
	var s Candidates
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}

// Has reports whether d is in the set.
func (s Candidates) Has(d Digit) bool { return s>>(d-1)&1 != 0 }

// With returns the set with d added; a d outside 1–16 changes nothing.
func (s Candidates) With(d Digit) Candidates { return s | 1<<(d-1) }

// Without returns the set without d.
func (s Candidates) Without(d Digit) Candidates { return s &^ (1 << (d - 1)) }

// Len returns the number of digits in the set.
func (s Candidates) Len() int { return bits.OnesCount16(uint16(s)) }

// Digits yields the set's digits in ascending order.
func (s Candidates) Digits() iter.Seq[Digit] {
	return func(yield func(Digit) bool) {
		for s := s; s != 0; s &= s - 1 {
			if !yield(Digit(bits.TrailingZeros16(uint16(s)) + 1)) {
				return
			}
		}
	}
}

// String returns the digits in ascending order, such as "147". The letters a to g stand for 10 to 16. For the empty set
// it returns "".
func (s Candidates) String() string {
	var b []byte
	for d := range s.Digits() {
		b = append(b, "0123456789abcdefg"[d])
	}
	return string(b)
}
