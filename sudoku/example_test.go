package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/message"
	"nonet/sudoku"
)

const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// Parse and solve a puzzle, and check whether it is unique and minimal.
func Example() {
	ctx := context.Background()
	puzzle, err := sudoku.Parse(inkala)
	if err != nil {
		fmt.Println(err)
		return
	}
	solution, outcome, err := sudoku.Solve(ctx, puzzle, sudoku.Limits{})
	fmt.Println(outcome, err)
	fmt.Println(solution)

	report, err := sudoku.Check(ctx, puzzle, sudoku.Limits{})
	fmt.Println("unique:", report.Unique, "minimal:", report.Minimal, err)
	// Output:
	// found <nil>
	// 812753649943682175675491283154237896369845721287169534521974368438526917796318452
	// unique: yes minimal: yes <nil>
}

// A search that is cut short returns the outcome undecided and the cause.
func ExampleSolve_cutShort() {
	ctx, cancel := context.WithTimeout(context.Background(), -time.Second)
	defer cancel()
	_, outcome, err := sudoku.Solve(ctx, sudoku.MustParse(inkala), sudoku.Limits{})
	fmt.Println(outcome, errors.Is(err, context.DeadlineExceeded))
	// Output: undecided true
}

// An error has fields, an English text, and a text in each language of the catalogue.
func ExampleContradictionError() {
	_, outcome, err := sudoku.Solve(context.Background(), sudoku.MustParse("8...8"+inkala[5:]), sudoku.Limits{})
	fmt.Println(outcome)
	fmt.Println(err)
	fmt.Println(message.TextOf(err, message.Chinese))
	if contradiction, ok := errors.AsType[*sudoku.ContradictionError](err); ok {
		for _, c := range contradiction.Contradictions {
			fmt.Println(c.A, c.B, c.Digit)
		}
	}
	// Output:
	// none
	// the givens contradict each other: r1c1 and r1c5 are both 8 (row 1)
	// 已知数互相矛盾：r1c1 和 r1c5 都是 8（第 1 行）
	// r1c1 r1c5 8
}

// CountAll counts any number of solutions; Solutions yields them one at a time.
func ExampleSolutions() {
	ctx := context.Background()
	puzzle := sudoku.MustParse("123456789456789123789123456......................................................")
	total, err := sudoku.CountAll(ctx, puzzle, sudoku.Limits{}, nil)
	fmt.Println(total.N, total.Exact, err)
	for solution, err := range sudoku.Solutions(ctx, puzzle, sudoku.Lexicographic) {
		fmt.Println(solution.String()[:36], err)
		break
	}
	// Output:
	// 7802998272 true <nil>
	// 123456789456789123789123456214365897 <nil>
}

// SolveBatch solves many puzzles on one processor.
func ExampleSolveBatch() {
	puzzles := [][sudoku.Cells]uint8{sudoku.MustParse(inkala).Values(), sudoku.MustParse(inkala[:80] + "5").Values()}
	var results sudoku.Results
	for i := range sudoku.SolveBatch(context.Background(), puzzles, 2, sudoku.Limits{}, &results) {
		solved := results.At(i)
		fmt.Println(solved.Outcome(), solved.Tally().N)
	}
	// Output:
	// found 1
	// none 0
}
