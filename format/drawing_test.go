package format_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/sudoku"
)

// frame is how a test draws a grid.
type frame struct {
	corners    string // corners of the upper line, the lines between, and the lower line
	dash       string
	bar        string
	gap        string // text on both sides of a bar
	between    string // text between two cells of a box
	empty      string
	ends       bool // whether lines have bars and corners at their ends
	everywhere bool // whether bars and lines are between all cells
	upper      bool // whether there is a line above the grid, and below it
	shut       bool // whether lines between bands begin and end with a bar
	marks      bool // candidates
	indent     string
	quote      string
	newline    string
}

func (f frame) String() string {
	return fmt.Sprintf("corners %q dash %q bar %q gap %q between %q empty %q ends %v everywhere %v upper %v candidates %v indent %q quote %q newline %q",
		f.corners, f.dash, f.bar, f.gap, f.between, f.empty, f.ends, f.everywhere, f.upper, f.marks, f.indent, f.quote, f.newline)
}

// draw draws a grid.
func (f frame) draw(g sudoku.Grid) string {
	var cells [81]string
	var widths [9]int
	for c, v := range g.Values() {
		switch {
		case v > 0:
			cells[c] = string(rune('0' + v))
		case f.marks:
			for d := range g.Candidates(sudoku.Cell(c)).Digits() {
				cells[c] += string(rune('0' + d))
			}
		default:
			cells[c] = f.empty
		}
		widths[c%9] = max(widths[c%9], len([]rune(cells[c])))
	}
	var out strings.Builder
	line := func(text string) { out.WriteString(f.quote + f.indent + text + f.newline) }
	join := func(bar string, gap string, between string, cell func(column int) string) string {
		text := ""
		if f.ends {
			text = bar + gap
		}
		for column := range 9 {
			text += cell(column)
			switch {
			case column == 8 && f.ends:
				text += gap + bar
			case column == 8:
			case column%3 == 2 || f.everywhere:
				text += gap + bar + gap
			default:
				text += between
			}
		}
		return text
	}
	ruler := func(corner string) {
		dashes := func(text string) string { return strings.Repeat(f.dash, len([]rune(text))) }
		text := []rune(join(corner, dashes(f.gap), dashes(f.between), func(column int) string { return strings.Repeat(f.dash, widths[column]) }))
		if f.shut && f.ends && corner == string([]rune(f.corners)[1]) {
			bar := []rune(f.bar)[0]
			text[0], text[len(text)-1] = bar, bar
		}
		line(string(text))
	}
	corner := func(i int) string { return string([]rune(f.corners)[i]) }
	for row := range 9 {
		switch {
		case row == 0 && f.upper:
			ruler(corner(0))
		case row > 0 && (row%3 == 0 || f.everywhere):
			ruler(corner(1))
		}
		line(join(f.bar, f.gap, f.between, func(column int) string {
			cell := cells[9*row+column]
			return cell + strings.Repeat(" ", widths[column]-len([]rune(cell)))
		}))
	}
	if f.upper {
		ruler(corner(2))
	}
	return out.String()
}

// drawnPuzzles holds a common puzzle, one of 17 givens with an empty row, and one with an empty
// first row.
var drawnPuzzles = []string{
	line81,
	"...........4..8.3..17..............9...6....2...5.......2........7...4...........",
	".........6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28..........5....8..7",
}

// frames returns hundreds of ways to draw a grid: every combination of some parts.
func frames() (all []frame) {
	corners := []string{"+++", "***", "...", ":::", "'''", "|||", "###", ",,,", ".:'", ".+'", "*|*", "---", "===", "┼┼┼", "┌┼└"}
	dashes := []string{"-", "=", "*", ".", "─", "_", "~"}
	bars := []string{"|", "!", ":", "I", "│", "║", "#"}
	gaps := [][2]string{{" ", " "}, {"", ""}, {"", " "}, {"  ", "  "}, {" ", ""}}
	empties := []string{".", "0", "_", "*", "-", "x", "?", " ", "·"}
	indents := []string{"", " ", "    ", "\t"}
	quotes := []string{"", "", "> ", ">> ", "> > "}
	newlines := []string{"\n", "\r\n", "\r"}
	n := 0
	for _, corner := range corners {
		for _, dash := range dashes {
			for _, bar := range bars {
				for _, gap := range gaps {
					n++
					f := frame{corners: corner, dash: dash, bar: bar, gap: gap[0], between: gap[1],
						empty: empties[n%len(empties)], ends: n%4 > 0, everywhere: n%7 == 0, upper: n%5 > 0, shut: n%6 == 0,
						indent: indents[n/2%len(indents)], quote: quotes[n/3%len(quotes)], newline: newlines[n/5%len(newlines)]}
					if f.everywhere && gap[0] == "" {
						f.between = ""
					}
					if n%3 == 0 {
						f.marks, f.between = true, " "
						if f.gap != "" {
							f.between = "  "
						}
					}
					if f.empty == f.bar || f.empty == " " && f.indent == "\t" {
						f.empty = "0"
					}
					all = append(all, f)
				}
			}
		}
	}
	return all
}

// readOnly returns the only puzzle of a text as lists of its cells, or the error.
func readOnly(text string, classic bool) string {
	r := format.NewReader(strings.NewReader(text), format.Options{})
	next := r.Next
	if classic {
		next = r.NextClassic
	}
	p, err := next()
	if err != nil {
		return err.Error()
	}
	if second, err := next(); err != io.EOF {
		return fmt.Sprintf("a second one: %v %v %v, %v", second.Kind, second.Grid, second.Puzzle(), err)
	}
	if !p.IsClassic() {
		return fmt.Sprintf("another board: %v", p.Puzzle())
	}
	return p.Grid.String()
}

// singles returns g with more givens: the candidate grid of g shows them as the only candidates of their cells.
func singles(g sudoku.Grid) string {
	values := []byte(g.String())
	for c := range sudoku.Cell(sudoku.Cells) {
		if marks := g.Candidates(c); g.At(c) == 0 && marks.Len() == 1 {
			for d := range marks.Digits() {
				values[c] = byte('0' + d)
			}
		}
	}
	return string(values)
}

// TestDrawnInEveryFrame draws puzzles in every frame. Each drawing must be read as that puzzle,
// by readers of classic puzzles and of any board.
func TestDrawnInEveryFrame(t *testing.T) {
	failed := 0
	all := frames()
	if len(all) < 1000 {
		t.Fatal(len(all), "frames")
	}
	for i, f := range all {
		g := sudoku.MustParse(drawnPuzzles[i%len(drawnPuzzles)])
		want := g.String()
		if f.marks {
			want = singles(g)
		}
		text := f.draw(g)
		for _, classic := range []bool{false, true} {
			if got := readOnly(text, classic); got != want {
				if failed++; failed <= 20 {
					t.Errorf("%v, classic %v:\n%s\ngives %s\nwant  %s", f, classic, strings.ReplaceAll(text, "\r", "\n"), got, want)
				}
				break
			}
		}
	}
	if failed > 0 {
		t.Errorf("%d of %d are not read", failed, len(all))
	}
}

// TestTwoDrawings draws two puzzles one below the other, with a blank line or words between them.
func TestTwoDrawings(t *testing.T) {
	for i, f := range frames() {
		if i%4 != 0 {
			continue
		}
		first, second := sudoku.MustParse(line81), sudoku.MustParse(drawnPuzzles[i%3])
		want := []string{first.String(), second.String()}
		if f.marks {
			want = []string{singles(first), singles(second)}
		}
		for _, between := range []string{f.newline, "another one" + f.newline, f.newline + "another one:" + f.newline + f.newline} {
			var got []string
			text := f.draw(first) + between + f.draw(second)
			for p, err := range classics(strings.NewReader(text)) {
				if err != nil {
					got = append(got, err.Error())
					continue
				}
				got = append(got, p.Grid.String())
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%v, %q between:\n%s\ngives %q\nwant %q", f, between, strings.ReplaceAll(text, "\r", "\n"), got, want)
			}
		}
	}
}

// TestBordersAreNoPuzzles reads lines of border characters alone, of every length.
func TestBordersAreNoPuzzles(t *testing.T) {
	step := soak.Pick(7, 1)
	for _, parts := range []string{"-", "=", "*", "_", "~", "+", ":", "'", "#", "|", ".", "+-", ".-", "*-", "*=", ":-", "'-", "#=", "|-", "*.", "-.", ":.", "+=", ",-", "─", "┼─", "═"} {
		runes := []rune(parts)
		for length := 1; length <= 300; length++ {
			if length == sudoku.Cells && parts == "." {
				continue // the empty grid
			}
			if length%step != 0 && (length < sudoku.Cells-9 || length > sudoku.Cells+9) {
				continue
			}
			text := make([]rune, length)
			for i := range text {
				text[i] = runes[len(runes)-1]
				if (i%(length/3+1) == 0 || i == length-1) && len(runes) > 1 {
					text[i] = runes[0]
				}
			}
			for _, lines := range []string{string(text), "  " + string(text) + "\n", "> " + string(text) + "\r\n", string(text) + "\n\n" + string(text) + "\n"} {
				for r := format.NewReader(strings.NewReader(lines), format.Options{}); ; {
					p, err := r.Next()
					if err == io.EOF {
						break
					}
					if err == nil {
						t.Fatalf("%q is a puzzle: %v %v %v", lines, p.Kind, p.Grid, p.Puzzle())
					}
				}
			}
		}
	}
}

// TestTwoDrawnGrids reads two grids that stand below each other without a blank line, the second
// with its first digit in any row.
func TestTwoDrawnGrids(t *testing.T) {
	grid := func(digit int) (text, line string) {
		const ruler = "+-------+-------+-------+\n"
		text = ruler
		for row := range 9 {
			first := "."
			if row == digit {
				first = "1"
			}
			text += "| " + first + " . . | . . . | . . . |\n"
			line += first + "........"
			if row%3 == 2 {
				text += ruler
			}
		}
		return text, line
	}
	for first := range 10 {
		for second := range 10 {
			above, want := grid(first)
			below, also := grid(second)
			got, err := format.Parse(above + below)
			if err != nil || len(got) != 2 || got[0].Grid.String() != want || got[1].Grid.String() != also {
				t.Errorf("first digits in rows %d and %d: %v, %v", first+1, second+1, got, err)
			}
		}
	}
}

// TestFullSmallBoard reads a small board without empty cells.
func TestFullSmallBoard(t *testing.T) {
	p, err := format.ParseOne("1234\n3412\n2143\n4321\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 2, 3, 4, 3, 4, 1, 2} {
		if g := p.Puzzle().Givens[i]; g.Cell != i || len(g.Values) != 1 || g.Values[0] != want {
			t.Errorf("given %d: %v, not %d", i, g, want)
		}
	}
}
