package hodoku_test

import (
	"context"
	"fmt"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Solve a puzzle in HoDoKu's order and list the steps that are harder than easy, with their scores.
func Example() {
	s := logic.NewState(sudoku.MustParse("9..24.....5.69.231.2..5..9..9.7..32...29356.7.7...29...69.2..7351..79.622.7.86..9"))
	path, outcome, err := hodoku.PathOf(context.Background(), s, hodoku.DefaultOrder(), nil)
	fmt.Println(outcome, err, len(path.Steps), "steps; harder than easy are")
	for i := range path.Steps {
		if row := hodoku.ColumnsOf(path.Steps[i].Technique); row.Level > hodoku.Easy {
			fmt.Println(&path.Steps[i], row.Level, row.Score)
		}
	}
	// Output:
	// found <nil> 48 steps; harder than easy are
	// pointing 4 -431 -433 medium 50
	// pointing 1 -198 medium 50
	// pointing 3 -334 medium 50
	// pointing 8 -817 -837 medium 50
	// claiming 1 -146 -164 medium 50
	// w-wing 48 -861 hard 150
	// xy-wing 348 -483 hard 160
	// xy-wing 348 -474 -476 hard 160
}

// Read a line of HoDoKu's regression library, find its step, and write the line again.
func ExampleRead() {
	const line = ":0803:16:....3.+4.+9..+48+5.3.26.+3.9.8.+7+4+35261+7+9+87...+8..4+6....7..+23.4..+25+6.1...7+1.9.+4.1..+48+2.5:713:618 626::"
	c, err := hodoku.Read(line)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, _ := c.Technique()
	pass, found, err := c.Run(context.Background(), new(logic.Finder), c.Options())
	fmt.Println(t, pass, found, err)
	fmt.Println(string(c.Append(nil)) == line)

	_, err = hodoku.Read(":0300:5:only the code::::")
	fmt.Println(err)
	// Output:
	// w-wing true [618 626:] <nil>
	// true
	// field 3 of the library line cannot be read: only the code
}
