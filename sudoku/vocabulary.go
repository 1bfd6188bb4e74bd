package sudoku

import (
	"iter"
	"math/bits"

	"nonet/board"
	"nonet/message"
)

// Digit is 1 to 9, or 0 for an empty cell.
type Digit uint8

// Cells and houses are those of package board.
type (
	Cell  = board.Cell
	House = board.House
)

// Cells is how many cells a grid has.
const Cells = board.Cells

// CellAt returns the cell in the given row and column, each 1 to 9.
func CellAt(row, column int) Cell { return board.CellAt(row, column) }

// HouseName returns a house's name for people, such as "box 6", in any language of the
// catalogue; programs exchange its code ([board.House]).
func HouseName(h House) message.Message {
	return message.New("house."+h.Kind().String(), "n", h.Number())
}

// Candidates is a set of digits up to 16, for boards of any size; bit d−1 stands for digit d.
type Candidates uint16

// AllDigits is the set of all nine digits.
const AllDigits Candidates = 1<<9 - 1

// CandidatesOf returns the set of the given digits; 0 and values above 16 are left out.
func CandidatesOf(digits ...Digit) Candidates {
	var s Candidates
	for _, d := range digits {
		s = s.With(d)
	}
	return s
}

// Has reports whether d is in the set.
func (s Candidates) Has(d Digit) bool { return s>>(d-1)&1 != 0 }

// With returns the set and d; d outside 1–16 changes nothing.
func (s Candidates) With(d Digit) Candidates { return s | 1<<(d-1) }

// Without returns the set less d.
func (s Candidates) Without(d Digit) Candidates { return s &^ (1 << (d - 1)) }

// Len returns how many digits the set holds.
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

// String returns the digits in ascending order, such as "147", with a to g for 10 to 16; the empty set is "".
func (s Candidates) String() string {
	var b []byte
	for d := range s.Digits() {
		b = append(b, "0123456789abcdefg"[d])
	}
	return string(b)
}
