package board

import (
	"errors"
	"iter"
	"math/bits"
	"strings"
)

// Kind states what a house of a named board is: a row, a column, a box, …
type Kind uint8

const (
	Row      Kind = iota
	Column        // numbered from left to right
	Box           // 3×3 cells, numbered row by row
	Region        // nine cells of any shape, instead of a box
	Diagonal      // diagonal 1 runs from r1c1 to r9c9, diagonal 2 from r1c9 to r9c1
	Window        // 3×3 cells inside the edge, numbered row by row; the first cells are r2c2, r2c6, r6c2, r6c6
)

// kinds has an entry for each kind of house: the kind's name, the letter of its codes (r in r3), its first house, and
// the maximum number of such houses on a board.
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

const houses = 42

// String returns the kind's name: "row", "column", "box", "region", "diagonal", "window".
func (k Kind) String() string { return kinds[int(k)%len(kinds)].name }

// Houses returns all houses of kind k, such as the nine rows. A board may have only some of them, or none.
func (k Kind) Houses() HouseSet {
	row := kinds[int(k)%len(kinds)]
	return (1<<row.most - 1) << row.first
}

// Lines are the rows and columns, which every named board has.
const Lines HouseSet = 1<<18 - 1

// House is the number of a group of cells whose values differ. On a named board, each such group has nine cells and
// holds each value once. Rows are 0–8, columns 9–17, boxes 18–26, regions 27–35, diagonals 36 and 37, windows
// 38–41. Each named board has only some of these houses.
type House uint8

// HouseOf returns the house of kind k with the given number, from 1.
func HouseOf(k Kind, number int) House { return kinds[int(k)%len(kinds)].first + House(number-1) }

// Kind returns what the house is: a row, a box, …
func (h House) Kind() Kind {
	k := Kind(len(kinds) - 1)
	for h < kinds[k].first {
		k--
	}
	return k
}

// Number returns the house's number among the houses of its kind, from 1.
func (h House) Number() int { return int(h-kinds[h.Kind()].first) + 1 }

// String returns the house's code, a letter and a number. Row 3 is r3, column 3 is c3, box 3 is b3, and region 3 is g3.
// The diagonals are d1 and d2, and the windows w1 to w4. Programs exchange these codes, so they never change.
func (h House) String() string {
	return string([]byte{kinds[h.Kind()].letter, '0' + byte(h.Number())})
}

// MarshalText returns the house's code, which also stands for the house in JSON.
func (h House) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText sets h to the house with a code such as "b6".
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

// HouseSet is a set of houses; bit h stands for house h. Sets can be compared by ==.
type HouseSet uint64

// Has reports whether h is in the set.
func (s HouseSet) Has(h House) bool { return s>>h&1 != 0 }

// Len returns the number of houses in the set.
func (s HouseSet) Len() int { return bits.OnesCount64(uint64(s)) }

// First returns the least house of the set. The set must not be empty.
func (s HouseSet) First() House { return House(bits.TrailingZeros64(uint64(s))) }

// Pop removes the least house from the set and returns it. The set must not be empty.
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

// HumanOrder returns the set in the order in which people check houses. Boxes come first, because they are easiest to
// see; rows and columns come last.
func (s HouseSet) HumanOrder() OrderedHouses { return OrderedHouses(bits.RotateLeft64(uint64(s), -18)) }

// OrderedHouses is a set of houses that yields rows and columns last. The empty set is 0.
type OrderedHouses uint64

// Pop removes the first house from the set and returns it. The set must not be empty.
func (s *OrderedHouses) Pop() House {
	h := House(bits.TrailingZeros64(uint64(*s))+18) & 63
	*s &= *s - 1
	return h
}

// String returns the codes of the houses in ascending order, such as "r1 b3".
func (s HouseSet) String() string {
	var codes []string
	for h := range s.All() {
		codes = append(codes, h.String())
	}
	return strings.Join(codes, " ")
}
