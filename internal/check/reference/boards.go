package reference

import (
	"fmt"
	"strings"
	"testing"
)

// BoardPuzzle is a published puzzle of 81 cells with its solution.
type BoardPuzzle struct {
	Title, Board     string // the puzzle's title, and the board's name in package board
	Givens, Solution string // 81 characters each, . for an empty cell
}

// BoardPuzzles returns those puzzles of ../shared/variants whose rules are only about rows, columns, boxes, diagonals,
// windows and regions. It skips the test if the file is absent.
func BoardPuzzles(t testing.TB) (all []BoardPuzzle) {
	t.Helper()
	for _, v := range Variants(t) {
		if len(v.Solution) != 81 {
			continue
		}
		if p, ok := boardPuzzle(v.Text, v.Solution); ok {
			p.Title = v.Name
			all = append(all, p)
		}
	}
	return all
}

// boardPuzzle parses a puzzle of the corpus. The digits of the puzzle begin with 1 or with 0.
func boardPuzzle(text, solution string) (p BoardPuzzle, ok bool) {
	from := byte(1)
	if strings.Contains(text, ".Shape~9x9~0-8.") {
		from = 0
	}
	digit := func(d byte) byte { return d + 1 - from }
	givens := []byte(strings.Repeat(".", 81))
	boxes, parts := true, []string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(text, "."), ".") {
		name, rest, _ := strings.Cut(part, "~")
		switch {
		case part == "" || part == "Shape~9x9~0-8":
		case name == "":
			for field := range strings.SplitSeq(rest, "~") {
				var r, c int
				var d byte
				if n, _ := fmt.Sscanf(field, "R%dC%d_%c", &r, &c, &d); n != 3 || field != fmt.Sprintf("R%dC%d_%c", r, c, d) || r < 1 || r > 9 || c < 1 || c > 9 {
					return p, false
				}
				givens[9*r+c-10] = digit(d)
			}
		case (part == "Diagonal~1" || part == "Diagonal~-1") && strings.Count(text, ".Diagonal~") == 2:
			parts = append(parts, "x")
		case part == "Windoku":
			parts = append(parts, "windoku")
		case part == "NoBoxes":
			boxes = false
		case name == "Jigsaw" && len(rest) == 81:
			parts = append(parts, "jigsaw:"+rest)
		default:
			return p, false
		}
	}
	if boxes {
		parts = append(parts, "classic")
	} else if !strings.Contains(text, "Jigsaw") {
		return p, false
	}
	p.Board, p.Givens = strings.Join(parts, "+"), string(givens)
	p.Solution = strings.Map(func(r rune) rune { return rune(digit(byte(r))) }, solution)
	return p, true
}
