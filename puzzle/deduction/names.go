package deduction

import (
	"slices"
	"strings"

	"nonet/message"
	"nonet/puzzle"
)

// cellName returns the name of a cell as an argument for a message.
func (s *State) cellName(cell int) any {
	if p := s.pieces.Puzzle; cell >= p.BoardCells() {
		return p.CellWords([]int{cell})
	}
	return s.pieces.Puzzle.CellName(cell)
}

func (s *State) cellsText(of []int) message.Message {
	p := s.pieces.Puzzle
	board := 0
	for board < len(of) && of[board] < p.BoardCells() {
		board++
	}
	names := p.CellNames(of[:board])
	if board > mostNamed {
		names = s.rangeNames(of[:board])
	}
	return joinParts(append(message.WordsOf(names), p.CellWords(of[board:])...))
}

func joinParts(parts []message.Message) message.Message {
	return message.JoinList("explain.and", parts)
}

// joinedNames joins names of houses and rules to a list such as "row 1 and box 3".
func joinedNames(parts []message.Message) message.Message {
	return message.JoinList("explain.houses", parts)
}

// eitherText joins ascending values with "or". It writes four or more consecutive values as a range.
func eitherText(values []int) message.Message {
	var parts []message.Message
	for len(values) > 0 {
		n := 1
		for n < len(values) && values[n] == values[0]+n {
			n++
		}
		if n < 4 {
			n = 1
			parts = append(parts, message.WordsOf(values[:1])...)
		} else {
			parts = append(parts, deductionText("span", "least", values[0], "most", values[n-1]))
		}
		values = values[n:]
	}
	return message.JoinList("explain.or", parts)
}

// pieceName returns the name of a piece, such as "row 3" or "killer cage at r1c1 r1c2".
func (s *State) pieceName(i int) message.Message {
	p := &s.pieces.All[i]
	if p.House != "" {
		return message.New("house."+p.House, "n", s.houseNumber(i))
	}
	if p.Constraint < 0 {
		return deductionText("sums", "sum", s.sumEquationOf(p), "houses", s.joinedPieceNames(s.housesOf(p)))
	}
	if c := &s.pieces.Puzzle.Constraints[p.Constraint]; p.Distinct && len(c.Cells) == 0 { // the constraint has several groups, and this piece is one of them
		ends := []string{s.pieces.Puzzle.CellName(p.Cells[0]), "…", s.pieces.Puzzle.CellName(p.Cells[len(p.Cells)-1])}
		return message.New("rules.part", "kind", message.New("kind."+c.Kind), "cells", strings.Join(ends, " "))
	}
	return s.ruleName(p.Constraint, p.Cells)
}

// joinedPieceNames returns one text with the names of pieces. In a list of houses, the word for their kind occurs once:
// "rows 1 and 2".
func (s *State) joinedPieceNames(pieces []int) message.Message {
	var parts []message.Message
	for len(pieces) > 0 {
		kind := s.pieces.All[pieces[0]].House
		var numbers []message.Message
		for _, i := range pieces {
			if index := slices.Index(housesWithNumbers[:], kind); index < 0 || s.pieces.All[i].House != kind {
				break
			}
			numbers = append(numbers, message.WordsOf([]int{s.houseNumber(i)})...)
		}
		n := max(len(numbers), 1)
		if n == 1 {
			parts = append(parts, s.pieceName(pieces[0]))
		} else {
			parts = append(parts, message.New("explain.houses."+kind, "numbers", message.JoinList("explain.numbers", numbers)))
		}
		pieces = pieces[n:]
	}
	return joinedNames(parts)
}

// housesWithNumbers lists the kinds of houses that a list can name together, such as "rows 1 and 2".
var housesWithNumbers = [...]string{"row", "column", "box", "region"}

// houseNumber returns the number of house i among the houses of its kind, from 1.
func (s *State) houseNumber(i int) int {
	n := 1
	for j := range i {
		if s.pieces.All[j].House == s.pieces.All[i].House {
			n++
		}
	}
	return n
}

// ruleName returns the name of a constraint, followed by the names of the given cells.
func (s *State) ruleName(constraint int, cells []int) message.Message {
	c := &s.pieces.Puzzle.Constraints[constraint]
	if slices.Equal(distinctCells(slices.Clone(c.Cells)), distinctCells(slices.Clone(cells))) {
		cells = c.Cells
	}
	kind := message.New("kind." + c.Kind)
	if c.Parts != nil {
		kind = deductionText("composite." + c.Kind)
	}
	switch puzzle.KindNamed(c.Kind).Form {
	case puzzle.FormNumber, puzzle.FormClue, puzzle.FormDiagonal:
		if slices.Contains(countingKinds, c.Kind) {
			break
		}
		kind = deductionText("numbered", "kind", kind, "n", c.Numbers[0])
	}
	if len(cells) == 0 || len(c.Cells) == 0 && len(cells) == s.pieces.Puzzle.BoardCells() {
		return kind
	}
	if slices.Max(cells) >= s.pieces.Puzzle.BoardCells() {
		return message.New("rules.part", "kind", kind, "cells", s.pieces.Puzzle.CellWords(cells))
	}
	names := s.rangeNames(cells)
	if n := len(names); n > mostRanges {
		alike := func(i int) bool { return i != constraint && s.pieces.Puzzle.Constraints[i].Kind == c.Kind }
		if !slices.ContainsFunc(allIndices(s.pieces.Puzzle.Constraints), alike) {
			return kind
		}
		names = []string{s.pieces.Puzzle.CellName(cells[0]), "…", s.pieces.Puzzle.CellName(cells[len(cells)-1])}
	}
	return message.New("rules.part", "kind", kind, "cells", strings.Join(names, " "))
}

// countingKinds lists kinds whose number counts cells or sets and is no clue. Names of constraints omit this number.
var countingKinds = []string{"PillArrow", "SameValues"}

// In a list of more than mostNamed cells, adjacent cells are written as ranges. If a rule has more than mostRanges
// ranges, only its first and last cell are named.
const mostNamed, mostRanges = 4, 8

// rangeNames returns the names of board cells, in the given order. It writes three or more successive cells in a
// straight line as a range.
func (s *State) rangeNames(of []int) (names []string) {
	p := s.pieces.Puzzle
	step := func(a, b int) [2]int { return [2]int{b/p.Columns - a/p.Columns, b%p.Columns - a%p.Columns} }
	for len(of) > 0 {
		n := 1
		for n < len(of) && step(of[n-1], of[n]) == step(of[0], of[1]) {
			n++
		}
		if d := step(of[0], of[n-1]); n >= 3 && max(d[0], -d[0], d[1], -d[1]) == n-1 {
			names = append(names, p.CellName(of[0])+"–"+p.CellName(of[n-1]))
		} else {
			n = 1
			names = append(names, p.CellName(of[0]))
		}
		of = of[n:]
	}
	return names
}
