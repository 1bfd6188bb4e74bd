package contest

import (
	"nonet/format"
	"nonet/sudoku"
)

// readBoards reads the test cases of LeetCode, one board each, and calls answer for each board.
func (j *judge) readBoards(answer func(g sudoku.Grid, line int) error) error {
	for n := 0; ; n++ {
		j.skipSpace()
		if j.peek() == end && n > 0 {
			return j.err
		}
		line := j.pos.line
		g, err := j.readBoard()
		if err != nil {
			return err
		}
		if err := answer(g, line); err != nil {
			return err
		}
		if err := j.flushAnswer(); err != nil {
			return err
		}
	}
}

// readBoard reads a JSON array of nine arrays of nine strings, each with a digit or a dot.
func (j *judge) readBoard() (sudoku.Grid, error) {
	var values [sudoku.Cells]uint8
	err := j.readArray("oj.boardRows", func(r int) error {
		return j.readArray("oj.boardCells", func(c int) error {
			return j.readCell(9*r+c, &values)
		})
	})
	if err != nil {
		return sudoku.Grid{}, err
	}
	return sudoku.FromCells(values)
}

// readArray reads a JSON array of nine elements.
func (j *judge) readArray(key string, element func(i int) error) error {
	if err := j.expect('['); err != nil {
		return err
	}
	for i := range 9 {
		if j.skipSpace(); i > 0 && j.peek() != ']' {
			if err := j.expect(','); err != nil {
				return err
			}
		}
		if j.skipSpace(); j.peek() == ']' {
			return j.fail(j.pos, key, "n", i)
		}
		if err := element(i); err != nil {
			return err
		}
	}
	if j.skipSpace(); j.peek() == ',' {
		return j.fail(j.pos, key, "n", 10)
	}
	return j.expect(']')
}

func (j *judge) readCell(cell int, values *[sudoku.Cells]uint8) error {
	if err := j.expect('"'); err != nil {
		return err
	}
	v, ok := digitOrDot(j.peek())
	if !ok {
		if j.peek() == end {
			return j.fail(j.pos, "oj.jsonEnds", "want", `1–9 "."`)
		}
		return j.failIn(cell, j.pos, "oj.notDigitOrDot", "char", showRune(j.peek()))
	}
	values[cell] = v
	j.skipRune()
	return j.expectRune('"')
}

// expect skips white space and consumes one character; expectRune does not skip.
func (j *judge) expect(want rune) error {
	j.skipSpace()
	return j.expectRune(want)
}

func (j *judge) expectRune(want rune) error {
	switch r := j.peek(); r {
	case want:
		j.skipRune()
		return nil
	case end:
		return j.fail(j.pos, "oj.jsonEnds", "want", string(want))
	default:
		return j.fail(j.pos, "oj.jsonExpected", "want", string(want), "char", showRune(r))
	}
}

// leetcode36 writes for each board whether its givens are valid: no house has a digit twice. A
// valid board need not have a solution.
func leetcode36(j *judge) error {
	return j.readBoards(func(g sudoku.Grid, line int) error {
		answer := "true\n"
		if all := g.Contradictions(); all != nil {
			j.unsolved(line, &sudoku.ContradictionError{Contradictions: all})
			answer = "false\n"
		}
		_, err := j.out.WriteString(answer)
		return err
	})
}

// leetcode37 writes the solved board in LeetCode's notation. A board without a solution is
// written unchanged, like the result of a program that solves in place.
func leetcode37(j *judge) error {
	return j.readBoards(func(g sudoku.Grid, line int) error {
		filled, err := j.solutionOrPuzzle(g, line)
		if err != nil {
			return err
		}
		_, err = j.out.Write(format.Append(nil, format.JSON, filled))
		return err
	})
}
