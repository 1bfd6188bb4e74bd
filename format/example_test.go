package format_test

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"nonet/format"
)

func ExampleAll() {
	const text = `Grid 01
003020600
900305001
001806400
008102900
700000008
006708200
002609500
800203009
005010300

..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..
..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.
`
	for p, err := range format.All(strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.Kind, p.Line, p.Name, p.Grid)
	}
	// Output:
	// rows 2 Grid 01 ..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..
	// line 12  ..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..
	// line 13, column 81: a puzzle on one line has 81 characters, this has 80; 1 missing
}

func ExampleWriter() {
	p, err := format.ParseOne("..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..")
	if err != nil {
		fmt.Println(err)
		return
	}
	w := format.NewWriter(os.Stdout, format.Drawn)
	w.Write(p.Grid)
	w.Close()
	// Output:
	// +-------+-------+-------+
	// | . . 3 | . 2 . | 6 . . |
	// | 9 . . | 3 . 5 | . . 1 |
	// | . . 1 | 8 . 6 | 4 . . |
	// +-------+-------+-------+
	// | . . 8 | 1 . 2 | 9 . . |
	// | 7 . . | . . . | . . 8 |
	// | . . 6 | 7 . 8 | 2 . . |
	// +-------+-------+-------+
	// | . . 2 | 6 . 9 | 5 . . |
	// | 8 . . | 2 . 3 | . . 9 |
	// | . . 5 | . 1 . | 3 . . |
	// +-------+-------+-------+
}

// A flag, a field of JSON or a header can hold a notation's name as text.
func ExampleKind_UnmarshalText() {
	var k format.Kind
	fmt.Println(k.UnmarshalText([]byte("pretty")), k)
	_, hint, _ := strings.Cut(k.UnmarshalText([]byte("preety")).Error(), "; ")
	_, hint, _ = strings.Cut(hint, "; ")
	fmt.Println(hint)
	// Output:
	// <nil> drawn
	// did you mean pretty?
}

// Read a text that a person pasted, or report where it is wrong.
func ExampleParseOne() {
	for _, text := range []string{
		`[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5"]]`,
		"id;puzzle\n7;53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	} {
		p, err := format.ParseOne(text)
		var at *format.SyntaxError
		if errors.As(err, &at) {
			fmt.Printf("%d:%d: %v\n", at.Line, at.Column, at.What)
			continue
		}
		fmt.Println(p.Kind, p.Grid)
	}
	// Output:
	// 1:64: row 2 of the board has 6 cells, not 9
	// csv 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
}

// Goroutines can read pieces of a text at once, as Lines needs no context. If a piece has
// anything else, a Reader continues in order.
func ExampleLines() {
	const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	const text = line + line + "# a comment\n" + line

	r := format.NewReader(strings.NewReader(text), format.Options{})
	cells := make([][81]uint8, len(text)/82+1)
	n, size := format.Lines([]byte(text), cells)
	fmt.Println(n, "puzzles in", size, "bytes")

	r.Resume(strings.NewReader(text[size:]), n, int64(size))
	p, err := r.Next()
	fmt.Println("then one on line", p.Line, "named", p.Name, err)
	// Output:
	// 2 puzzles in 164 bytes
	// then one on line 4 named a comment <nil>
}
