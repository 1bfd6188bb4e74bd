package wire_test

import (
	"encoding/json"
	"fmt"

	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// Contradictions returns a puzzle's contradictions in the form of the API, in a person's language.
func ExampleContradictions() {
	grid, err := sudoku.Parse("8...8......36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	if err != nil {
		panic(err)
	}
	for _, lang := range []message.Lang{message.English, message.Chinese} {
		answer, err := json.Marshal(wire.Contradictions(grid.Contradictions(), lang))
		fmt.Println(string(answer), err)
	}
	// Output:
	// [{"cells":["r1c1","r1c5"],"digit":8,"house":"r1","message":"r1c1 and r1c5 are both 8 (row 1)"}] <nil>
	// [{"cells":["r1c1","r1c5"],"digit":8,"house":"r1","message":"r1c1 和 r1c5 都是 8（第 1 行）"}] <nil>
}
