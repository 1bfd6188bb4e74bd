package format_test

import (
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
