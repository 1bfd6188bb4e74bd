package format

import (
	"strconv"
	"strings"

	"nonet/puzzle"
)

// This file reads puzzles on one line for a 9×9 board: killer puzzles from forums and of SumoCue, and jigsaws.
// Interactive Sudoku Solver also accepts such lines.

// readKillerLine reads a line for which [hasOtherRules] is true.
func readKillerLine(text string) (*puzzle.Puzzle, error) {
	p := puzzle.New(9, 9)
	cages := map[int]*puzzle.Constraint{} // maps a cage's number to the cage
	var order []int
	cage := func(id, sum, cell int) {
		if cages[id] == nil {
			cages[id] = &puzzle.Constraint{Kind: "Cage", Numbers: []int{sum}}
			order = append(order, id)
		}
		cages[id].Cells = append(cages[id].Cells, cell)
	}
	switch n := p.BoardCells(); {
	case strings.HasPrefix(text, sumoCue):
		// In a line 3x3:d:k:3072:…, the number of a cell is 256 times the sum of its cage, plus the cage's number.
		// The d stands for diagonals.
		parts := strings.Split(text, ":")
		if parts[1] == "d" {
			p.Constraints = []puzzle.Constraint{{Kind: "Diagonal", Numbers: []int{1}}, {Kind: "Diagonal", Numbers: []int{-1}}}
		}
		for cell, part := range parts[3 : 3+n] {
			number, err := strconv.Atoi(part)
			if err != nil || number < 0 || number >= 1<<16 {
				return nil, newPartError(part, "rules.notNumber", "text", part)
			}
			if number >= 256 {
				cage(number%256, number/256, cell)
			}
		}
	case len(text) == 2*n: // the text has the digits of all cells, then one character for the region of each cell
		r := &issReader{ruleReader{Puzzle: p, part: text[n:]}}
		p.Box = puzzle.Box{}
		for cell, c := range []byte(text[:n]) {
			if c >= '1' && c <= '9' {
				p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{int(c - '0')}})
			}
		}
		if r.readJigsaw(text[n:]); r.err != nil {
			return nil, r.err
		}
	default: // one cell of each cage holds the sum, A = 10 … Z = 35, a = 36 …; the other cells point to this cell
		step := map[byte]int{'<': -1, '>': 1, '^': -9, 'v': 9, '`': -10, '\'': -8, ',': 8, '.': 10}
		for from := range n {
			cell := from
			for range n {
				delta := step[text[cell]]
				if next := cell + delta; delta == 0 || next < 0 || next >= n {
					break
				} else {
					cell = next
				}
			}
			c := text[cell]
			switch sum := sumCharacterValue(c); {
			case step[c] != 0:
				return nil, newPartError(text, "rules.cageEnd", "cell", p.CellName(from))
			default:
				cage(cell, sum, from)
			}
		}
	}
	for _, id := range order {
		p.Constraints = append(p.Constraints, *cages[id])
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

// sumCharacterValue returns the sum that a character stands for: a digit, A = 10 … Z = 35, a = 36 … j = 45.
func sumCharacterValue(c byte) int {
	switch {
	case c >= 'a':
		return int(c-'a') + 36
	case c >= 'A':
		return int(c-'A') + 10
	}
	return int(c - '0')
}
