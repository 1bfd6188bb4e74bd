package board

import (
	"errors"
	"iter"
	"math/bits"
	"strings"
)

// Kind is what sort of house a house is.
type Kind uint8

const (
	Row      Kind = iota
	Column        // as a row, from left to right
	Box           // 3×3 cells, counted row by row
	Region        // nine cells of any shape, in place of a box
	Diagonal      // 1 from r1c1 to r9c9, 2 from r1c9 to r9c1
	Window        // 3×3 cells in from the edge, counted row by row: r2c2, r2c6, r6c2, r6c6 and what follows
)

// kinds has a row a kind: its name, the letter of its code, its first house and
// how many houses a board may have of it.
var kinds = [...]struct {
	name   string
	letter byte
	first  House
	most   int
}{
	Row:      {"row", 'r', 0, 9},
	Column:   {"column", 'c', 9, 9},
	Box:      {"box", 'b', 18, 9},
	Region:   {"region", 'g', 27, 9},
	Diagonal: {"diagonal", 'd', 36, 2},
	Window:   {"window", 'w', 38, 4},
}

// houses is how many houses there are of all kinds.
const houses = 42

// String returns the kind's name: "row", "column", "box", "region", "diagonal", "window".
func (k Kind) String() string { return kinds[int(k)%len(kinds)].name }

// MarshalText returns String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Houses returns all houses of the kind that a board may have.
func (k Kind) Houses() HouseSet {
	row := kinds[int(k)%len(kinds)]
	return (1<<row.most - 1) << row.first
}

// Lines are the rows and columns, which every board has.
const Lines HouseSet = 1<<18 - 1

// House is nine cells that hold each digit once. Rows are 0–8, columns 9–17, boxes
// 18–26, regions 27–35, diagonals 36 and 37, windows 38–41, on every board; a board
// has some of them.
type House uint8

// HouseOf returns the house of a kind with a number, counted from 1.
func HouseOf(k Kind, number int) House { return kinds[int(k)%len(kinds)].first + House(number-1) }

// Kind returns whether the house is a row, a box, …
func (h House) Kind() Kind {
	k := Kind(len(kinds) - 1)
	for h < kinds[k].first {
		k--
	}
	return k
}

// Number returns the house's number among its kind, from 1.
func (h House) Number() int { return int(h-kinds[h.Kind()].first) + 1 }

// String returns the house's code, a letter and its number: r3, c3, b3 for row, column
// and box 3, g3 for region 3, d1 and d2 for the diagonals, w1 to w4 for the windows.
// It never changes: it is what programs exchange.
func (h House) String() string {
	return string([]byte{kinds[h.Kind()].letter, '0' + byte(h.Number())})
}

// MarshalText returns String.
func (h House) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads a code such as "b6".
func (h *House) UnmarshalText(text []byte) error {
	if len(text) == 2 {
		for _, row := range kinds {
			if n := int(text[1] - '1'); text[0] == row.letter && n >= 0 && n < row.most {
				*h = row.first + House(n)
				return nil
			}
		}
	}
	return errors.New("not a house such as r1, c1, b1, g1, d1 or w1: " + string(text))
}

// HouseSet is a set of houses, bit h for house h. It is a value and compares with ==.
type HouseSet uint64

// Has reports whether h is in the set.
func (s HouseSet) Has(h House) bool { return s>>h&1 != 0 }

// Len returns how many houses the set holds.
func (s HouseSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the least house of a set that is not empty.
func (s HouseSet) First() House { return House(bits.TrailingZeros64(uint64(s))) }

// Pop takes the least house out of a set that is not empty, and is that house.
func (s *HouseSet) Pop() House {
	h := s.First()
	*s &= *s - 1
	return h
}

// All yields the houses in ascending order: rows, columns, boxes, and so on.
func (s HouseSet) All() iter.Seq[House] {
	return func(yield func(House) bool) {
		for s := s; s != 0; {
			if !yield(s.Pop()) {
				return
			}
		}
	}
}

// LinesLast returns the set to be taken in another order: boxes first, which are the
// easiest to see, then other houses that are no lines, then rows and columns.
func (s HouseSet) LinesLast() LinesLast { return LinesLast(bits.RotateLeft64(uint64(s), -18)) }

// LinesLast is a set of houses whose lines come last; it is empty when it is 0.
type LinesLast uint64

// Pop takes the first house out of a set that is not empty, and is that house.
func (s *LinesLast) Pop() House {
	h := House(bits.TrailingZeros64(uint64(*s))+18) & 63
	*s &= *s - 1
	return h
}

// String returns the houses' codes in ascending order, such as "r1 b3".
func (s HouseSet) String() string {
	var codes []string
	for h := range s.All() {
		codes = append(codes, h.String())
	}
	return strings.Join(codes, " ")
}
