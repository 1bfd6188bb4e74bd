package grade_test

import (
	"context"
	"fmt"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

func ExampleExplainer() {
	g := sudoku.MustParse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
	r, outcome, err := grade.Explainer(context.Background(), g, grade.ExplainerLimits{})
	fmt.Println(outcome, err)
	fmt.Printf("ER %v, EP %v, ED %v\n", r.ER, r.EP, r.ED)

	// With a ceiling, the rating does not search for harder steps.
	_, outcome, err = grade.Explainer(context.Background(), g, grade.ExplainerLimits{Ceiling: 20})
	fmt.Println(outcome, err)
	// Output:
	// found <nil>
	// ER 2.6, EP 1.2, ED 1.2
	// undecided the puzzle is rated above 2.0, where the rating had to stop
}

func ExampleHoDoKu() {
	s := logic.NewState(sudoku.MustParse("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"))
	path, outcome, err := hodoku.PathOf(context.Background(), s, hodoku.DefaultOrder(), nil)
	if outcome != sudoku.Found {
		fmt.Println("no path:", err)
		return
	}
	score, level := grade.HoDoKu(&path)
	hardest, _ := grade.Hardest(path.Steps)
	fmt.Printf("%v, %d points, %d steps, the hardest %v\n", level, score, len(path.Steps), hardest.Name())

	rounds, _, _ := grade.RoundsOf(context.Background(), s, hodoku.DefaultOrder())
	fmt.Printf("%d rounds, %d moves open in the narrowest\n", rounds.N, rounds.Bottleneck)
	// Output:
	// medium, 696 points, 71 steps, the hardest Locked Candidates (Pointing)
	// 18 rounds, 1 moves open in the narrowest
}
