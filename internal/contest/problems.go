package contest

import (
	"errors"
	"io"
	"strconv"

	"nonet/format"
	"nonet/sudoku"
	"nonet/target"
)

func digitOrZero(r rune) (uint8, bool) { return uint8(r - '0'), r >= '0' && r <= '9' }

func digitOrDot(r rune) (uint8, bool) { return digitOr('.', r) }

func digitOrQuestion(r rune) (uint8, bool) { return digitOr('?', r) }

func digitOr(empty, r rune) (uint8, bool) {
	if r == empty {
		return 0, true
	}
	return uint8(r - '0'), r >= '1' && r <= '9'
}

// answerPOJ2676 reads a number n and then n grids, each of nine lines of nine digits.
func answerPOJ2676(j *judge) error {
	j.skipSpace()
	if j.peek() == end {
		return j.fail(j.pos, "oj.countMissing")
	}
	count, err := j.readNumber(1_000_000_000, sudoku.Cells)
	if err != nil {
		return err
	}
	for n := range count {
		var values [sudoku.Cells]uint8
		first := 0
		for r := range 9 {
			j.skipSpace()
			if j.peek() == end {
				return j.fail(j.pos, "oj.countHigh", "count", count, "n", n, "rows", r)
			}
			if r == 0 {
				first = j.pos.line
			}
			if err := j.readRow(9, &values, 9*r, digitOrZero, "oj.notDigit"); err != nil {
				return err
			}
		}
		if err := j.answerRows(values, first, ""); err != nil {
			return err
		}
	}
	return j.expectNothingMore("oj.countLow")
}

// answerRows writes the solution of one case as nine lines. It writes nothing if there is no solution.
func (j *judge) answerRows(values [sudoku.Cells]uint8, line int, separator string) error {
	return j.queuePuzzle(values, line, func(solution *[sudoku.Cells]uint8) { j.writeRows(solution, separator) })
}

// answerPOJ3074 reads lines of 81 characters up to the line "end".
func answerPOJ3074(j *judge) error {
	var line []byte
	show := func(solution *[sudoku.Cells]uint8) {
		line = format.AppendLine(line[:0], solution)
		j.out.Write(line)
	}
	for {
		j.skipSpace()
		var values [sudoku.Cells]uint8
		line := j.pos.line
		if !j.readFullLine(&values) {
			switch j.peek() {
			case end:
				return j.fail(j.pos, "oj.endMissing")
			case 'e':
				if word, at := j.readWord(); word != "end" {
					return j.fail(at, "oj.notEnd", "word", word)
				}
				return j.expectNothingMore("oj.afterEnd")
			}
			if err := j.readRow(sudoku.Cells, &values, 0, digitOrDot, "oj.notDigitOrDot"); err != nil {
				return err
			}
		}
		if err := j.queuePuzzle(values, line, show); err != nil {
			return err
		}
	}
}

// answerHDU1426 reads cases of 81 digits and question marks up to the end of the input. It writes a blank line between
// two answers.
func answerHDU1426(j *judge) error {
	between := ""
	show := func(solution *[sudoku.Cells]uint8) {
		j.out.WriteString(between)
		j.writeRows(solution, " ")
		between = "\n"
	}
	for n := 0; ; n++ {
		j.skipSpace()
		if j.peek() == end && n > 0 {
			return j.err
		}
		g, line, err := j.readCells("oj.cellsMissing", func(cell int, values *[sudoku.Cells]uint8) error {
			return j.readRow(1, values, cell, digitOrQuestion, "oj.notDigitOrQuestion")
		})
		if err != nil {
			return err
		}
		if err := j.queuePuzzle(g.Values(), line, show); err != nil {
			return err
		}
	}
}

// answerOne reads a single grid of 81 integers, answers it, and requires the input to end after the grid.
func (j *judge) answerOne(answer func(g sudoku.Grid, line int) error) error {
	g, line, err := j.readIntegers()
	if err != nil {
		return err
	}
	if err := answer(g, line); err != nil {
		return err
	}
	if err := errors.Join(j.solveWaitingPuzzles(), j.flushAnswer()); err != nil {
		return err
	}
	return j.expectNothingMore("oj.afterGrid")
}

// answerP1784 reads one puzzle and writes the solution as nine lines of nine integers.
func answerP1784(j *judge) error {
	return j.answerOne(func(g sudoku.Grid, line int) error { return j.answerRows(g.Values(), line, " ") })
}

// answerP1074 reads one puzzle and writes the highest target score, or −1 if there is no solution.
func answerP1074(j *judge) error {
	return j.answerOne(func(g sudoku.Grid, line int) error {
		best, err := target.Optimum(j.ctx, g, target.RingWeights(), target.Options{})
		switch best.Outcome {
		case sudoku.Found:
			j.out.WriteString(strconv.FormatInt(best.Score, 10) + "\n")
		case sudoku.None:
			j.unsolved(line, err)
			j.out.WriteString("-1\n")
		default:
			return err
		}
		return nil
	})
}

// answerWrittenTest writes the grid as the program of the written test does: a space after each digit, two more after
// each box, and a blank line after each band. If there is no solution, it writes the puzzle itself, like that program.
func answerWrittenTest(j *judge) error {
	return j.answerOne(func(g sudoku.Grid, line int) error {
		filled, err := j.firstSolutionOrPuzzle(g, line)
		if err != nil {
			return err
		}
		for c, v := range filled.Values() {
			j.out.Write([]byte{'0' + v, ' '})
			if c%3 == 2 {
				j.out.WriteString("  ")
			}
			if c%9 == 8 {
				j.out.WriteByte('\n')
			}
			if c%27 == 26 {
				j.out.WriteByte('\n')
			}
		}
		return nil
	})
}

// writeAllSolutions writes every solution as nine lines of nine digits, in lexicographic order. The original program,
// in the 2014 post, contains its puzzle and reads no input. Instead, writeAllSolutions reads puzzles in every format of
// package format.
func writeAllSolutions(j *judge) error {
	in := format.NewReader(j.in, format.Options{})
	p, err := in.NextClassic()
	if err == io.EOF {
		return j.fail(j.pos, "oj.integersMissing", "n", 0)
	}
	if err != nil {
		return err
	}
	var contradiction *sudoku.ContradictionError
	n := 0
	for solution, err := range sudoku.Solutions(j.ctx, p.Grid, sudoku.Lexicographic) {
		switch {
		case err == nil:
			n++
			values := solution.Values()
			j.writeRows(&values, "")
		case !errors.As(err, &contradiction):
			return err
		}
	}
	switch {
	case contradiction != nil:
		j.unsolved(p.Line, contradiction)
	case n == 0:
		j.unsolved(p.Line, nil)
	}
	if err := j.flushAnswer(); err != nil {
		return err
	}
	more, err := in.NextClassic()
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return j.fail(position{more.Line, 1}, "oj.afterGrid")
	}
}

// readBoards reads LeetCode's test cases, each of which is a board, and calls answer for each board.
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

// readBoard reads a JSON array of nine arrays of nine strings. Each string is a digit or a dot.
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

func (j *judge) readArray(key string, element func(i int) error) error {
	if err := j.expectAfterSpace('['); err != nil {
		return err
	}
	for i := range 9 {
		if j.skipSpace(); i > 0 && j.peek() != ']' {
			if err := j.expectAfterSpace(','); err != nil {
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
	return j.expectAfterSpace(']')
}

func (j *judge) readCell(cell int, values *[sudoku.Cells]uint8) error {
	if err := j.expectAfterSpace('"'); err != nil {
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

func (j *judge) expectAfterSpace(char rune) error {
	j.skipSpace()
	return j.expectRune(char)
}

func (j *judge) expectRune(char rune) error {
	switch r := j.peek(); r {
	case char:
		j.skipRune()
		return nil
	case end:
		return j.fail(j.pos, "oj.jsonEnds", "want", string(char))
	default:
		return j.fail(j.pos, "oj.jsonExpected", "want", string(char), "char", showRune(r))
	}
}

// answerLeetCode36 writes for each board whether it is valid, which means that no house has a digit twice. A valid
// board may have no solution.
func answerLeetCode36(j *judge) error {
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

// answerLeetCode37 writes the solved board in LeetCode's notation. If there is no solution, it writes the board
// unchanged, like a program that solves in place.
func answerLeetCode37(j *judge) error {
	return j.readBoards(func(g sudoku.Grid, line int) error {
		filled, err := j.firstSolutionOrPuzzle(g, line)
		if err != nil {
			return err
		}
		_, err = j.out.Write(format.Append(nil, format.JSON, filled))
		return err
	})
}
