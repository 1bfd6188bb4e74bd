// Package contest solves the Sudoku problems of programming contests. A Contest reads the input of an online judge's
// problem, or of one of the programs that this module grew from. It writes the expected output byte for byte, so that a
// student can compare both by diff.
//
// If a puzzle has several solutions, the answer is the lexicographically first solution. The original programs hang or
// print nonsense on malformed input and contradictory givens. Here malformed input is an error with line and column,
// and contradictory givens count as a puzzle without a solution.
//
// The package must not open files: the caller passes a reader and a writer. It must not import internal/app.
package contest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"

	"nonet/sudoku"
)

// Contest describes a problem of a programming contest, and can answer its input.
type Contest struct {
	// Name is the name of the contest on the command line, such as "poj2676". The text "oj.about."+Name describes the
	// input, the output, and the output for a puzzle without a solution.
	Name string
	// Example is a sample input, and Answer is the output for it.
	Example, Answer string

	run func(*judge) error
}

// All returns the contests in the order in which they are listed.
func All() []Contest { return slices.Clone(contests) }

// ByName looks up a contest by the name that `nonet oj` accepts. The second result is false if there is none.
func ByName(name string) (Contest, bool) {
	for _, c := range contests {
		if c.Name == name {
			return c, true
		}
	}
	return Contest{}, false
}

var contests = []Contest{
	{"poj2676", "1\n" + poj2676Example, "143628579\n572139468\n986754231\n391542786\n468917352\n725863914\n237481695\n619275843\n854396127\n", answerPOJ2676},
	{"poj3074",
		".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\nend\n",
		"527389416819426735436751829375692184194538267268174593643217958951843672782965341\n", answerPOJ3074},
	{"hdu1426",
		"7 1 2 ? 6 ? 3 5 8\n? 6 5 2 ? 7 1 ? 4\n? ? 8 5 1 3 6 7 2\n9 2 4 ? 5 6 ? 3 7\n5 ? 6 ? ? ? 2 4 1\n1 ? 3 7 2 ? 9 ? 5\n? ? 1 9 7 5 4 8 6\n6 ? 7 8 3 ? 5 1 9\n8 5 9 ? 4 ? ? 2 3\n",
		"7 1 2 4 6 9 3 5 8\n3 6 5 2 8 7 1 9 4\n4 9 8 5 1 3 6 7 2\n9 2 4 1 5 6 8 3 7\n5 7 6 3 9 8 2 4 1\n1 8 3 7 2 4 9 6 5\n2 3 1 9 7 5 4 8 6\n6 4 7 8 3 2 5 1 9\n8 5 9 6 4 1 7 2 3\n", answerHDU1426},
	{"p1784", inkalaIntegers, "8 1 2 7 5 3 6 4 9\n9 4 3 6 8 2 1 7 5\n6 7 5 4 9 1 2 8 3\n1 5 4 2 3 7 8 9 6\n3 6 9 8 4 5 7 2 1\n2 8 7 1 6 9 5 3 4\n5 2 1 9 7 4 3 6 8\n4 3 8 5 2 6 9 1 7\n7 9 6 3 1 8 4 5 2\n", answerP1784},
	{"p1074",
		"7 0 0 9 0 0 0 0 1\n1 0 0 0 0 5 9 0 0\n0 0 0 2 0 0 0 8 0\n0 0 5 0 2 0 0 0 3\n0 0 0 0 0 0 6 4 8\n4 1 3 0 0 0 0 0 0\n0 0 7 0 0 2 0 9 0\n2 0 1 0 6 0 8 0 4\n0 8 0 5 0 4 0 1 2\n",
		"2829\n", answerP1074},
	{"leetcode36", leetcodeExample, "true\n", answerLeetCode36},
	{"leetcode37", leetcodeExample, `[["5","3","4","6","7","8","9","1","2"],["6","7","2","1","9","5","3","4","8"],["1","9","8","3","4","2","5","6","7"],["8","5","9","7","6","1","4","2","3"],["4","2","6","8","5","3","7","9","1"],["7","1","3","9","2","4","8","5","6"],["9","6","1","5","3","7","2","8","4"],["2","8","7","4","1","9","6","3","5"],["3","4","5","2","8","6","1","7","9"]]` + "\n", answerLeetCode37},
	{"written-test", inkalaIntegers, "8 1 2   7 5 3   6 4 9   \n9 4 3   6 8 2   1 7 5   \n6 7 5   4 9 1   2 8 3   \n\n1 5 4   2 3 7   8 9 6   \n3 6 9   8 4 5   7 2 1   \n2 8 7   1 6 9   5 3 4   \n\n5 2 1   9 7 4   3 6 8   \n4 3 8   5 2 6   9 1 7   \n7 9 6   3 1 8   4 5 2   \n\n", answerWrittenTest},
	{"enumerate", "002753649\n943682175\n675491283\n154237896\n369845721\n287169534\n521974368\n438526917\n796318452\n", "812753649\n943682175\n675491283\n154237896\n369845721\n287169534\n521974368\n438526917\n796318452\n", writeAllSolutions},
}

const (
	poj2676Example  = "103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n"
	inkalaIntegers  = "8 0 0 0 0 0 0 0 0\n0 0 3 6 0 0 0 0 0\n0 7 0 0 9 0 2 0 0\n0 5 0 0 0 7 0 0 0\n0 0 0 0 4 5 7 0 0\n0 0 0 1 0 0 0 3 0\n0 0 1 0 0 0 0 6 8\n0 0 8 5 0 0 0 1 0\n0 9 0 0 0 0 4 0 0\n"
	leetcodeExample = `[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],[".","9","8",".",".",".",".","6","."],["8",".",".",".","6",".",".",".","3"],["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],[".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],[".",".",".",".","8",".",".","7","9"]]` + "\n"
)

// Run reads all of r and writes each answer to w as soon as it is found. For each puzzle without a solution it calls
// unsolved with the line on which the puzzle begins, and a *sudoku.ContradictionError or nil. The error is a
// *format.SyntaxError, or comes from ctx, r or w. If there is an error, the answers to earlier puzzles have been
// written all the same.
func (c Contest) Run(ctx context.Context, r io.Reader, w io.Writer, unsolved func(line int, err error)) error {
	j := judge{ctx: ctx, scanner: scanner{in: bufio.NewReaderSize(r, 64<<10), pos: position{1, 1}}, out: bufio.NewWriter(w), unsolved: unsolved}
	j.idle = func() { j.failed = j.solveWaitingPuzzles() }
	err := c.run(&j)
	if failed := j.solveWaitingPuzzles(); failed != nil {
		err = failed
	}
	return errors.Join(err, j.out.Flush())
}

// judge holds the input, the output and the waiting puzzles of one run of a contest.
type judge struct {
	scanner
	ctx      context.Context
	out      *bufio.Writer
	unsolved func(line int, err error)

	// puzzles collects a batch. The judge solves the batch when it is full, and before the scanner has to wait for
	// input.
	puzzles [][sudoku.Cells]uint8
	lines   []int
	results sudoku.Results
	show    func(solution *[sudoku.Cells]uint8)
	failed  error
}

const maxTogether = 2048

// queuePuzzle adds a puzzle, which begins on the given line, to the batch. Later the judge calls show with the
// lexicographically first solution, if the puzzle has a solution. The calls are in the order of the puzzles. The error
// may be about an earlier puzzle.
func (j *judge) queuePuzzle(values [sudoku.Cells]uint8, line int, show func(*[sudoku.Cells]uint8)) error {
	j.puzzles, j.lines, j.show = append(j.puzzles, values), append(j.lines, line), show
	if len(j.puzzles) == maxTogether {
		return j.solveWaitingPuzzles()
	}
	return j.failed
}

// solveWaitingPuzzles solves the batch and flushes the answers.
func (j *judge) solveWaitingPuzzles() error {
	if j.failed != nil || len(j.puzzles) == 0 {
		return j.failed
	}
	finished := sudoku.SolveBatch(j.ctx, j.puzzles, 2, sudoku.Limits{}, &j.results)
	for i := range finished {
		solution, unique := j.results.Unique(i)
		if !unique {
			g, err := sudoku.FromCells(j.puzzles[i])
			if err != nil {
				return err
			}
			first, ok, err := j.firstSolution(g, j.lines[i])
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			values := first.Values()
			solution = &values
		}
		j.show(solution)
	}
	j.puzzles, j.lines = j.puzzles[:0], j.lines[:0]
	return j.flushAnswer()
}

// firstSolution returns the lexicographically first solution. If there is none, it calls unsolved, and ok is false.
func (j *judge) firstSolution(g sudoku.Grid, line int) (solution sudoku.Grid, ok bool, err error) {
	solutions, tally, err := sudoku.SolutionsUpTo(j.ctx, g, 1, sudoku.Lexicographic, sudoku.Limits{})
	switch {
	case len(solutions) > 0:
		return solutions[0], true, nil
	case tally.Exact:
		j.unsolved(line, err)
		return sudoku.Grid{}, false, nil
	default:
		return sudoku.Grid{}, false, err
	}
}

func (j *judge) firstSolutionOrPuzzle(g sudoku.Grid, line int) (sudoku.Grid, error) {
	solution, ok, err := j.firstSolution(g, line)
	if !ok {
		solution = g
	}
	return solution, err
}

func (j *judge) writeRows(values *[sudoku.Cells]uint8, separator string) {
	for c, v := range values {
		j.out.WriteByte('0' + v)
		if c%9 == 8 {
			j.out.WriteByte('\n')
		} else {
			j.out.WriteString(separator)
		}
	}
}

// flushAnswer flushes the answer to a case, so that an interactive user sees it immediately.
func (j *judge) flushAnswer() error {
	if err := j.out.Flush(); err != nil {
		return err
	}
	return context.Cause(j.ctx)
}
