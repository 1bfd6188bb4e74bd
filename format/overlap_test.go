package format

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// samurai returns the example of docs/FORMATS.md.
func samurai(t *testing.T) string {
	b, err := os.ReadFile("../docs/FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(b), "## Overlapping boards")
	_, text, _ = strings.Cut(text, "```\n")
	text, _, ok := strings.Cut(text, "```")
	if !ok || strings.Count(text, "\n") != 21 {
		t.Fatal("docs/FORMATS.md has no Samurai")
	}
	return text
}

// padded returns the 21 lines with all their places.
func padded(text string) string {
	var out strings.Builder
	for row := range strings.Lines(text) {
		row = strings.TrimRight(row, "\n")
		out.WriteString(row + strings.Repeat(" ", 21-len(row)) + "\n")
	}
	return out.String()
}

// TestOverlap reads and solves one Samurai in the usual ways to write it.
func TestOverlap(t *testing.T) {
	text := samurai(t)
	full := padded(text)
	first, err := ParseOne(text)
	if err != nil || first.IsClassic() || first.Kind != Rows || first.Line != 1 {
		t.Fatal(first.Puzzle(), err)
	}
	p := first.Puzzle()
	if r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2, Nodes: 100_000}); r.N != 1 || err != nil {
		t.Fatal(r.N, "solutions", err)
	}
	want := contentTexts(p)
	if p.Rows != 21 || p.Columns != 21 || len(p.Constraints) != 5*18 || len(p.Holes) != 72 || p.Box != (puzzle.Box{Rows: 3, Columns: 3}) {
		t.Error(p.Rows, p.Columns, len(p.Constraints))
	}
	spaced := strings.Join(strings.Split(full, ""), " ")
	dots := strings.ReplaceAll(full, " ", ".")
	texts := map[string]string{
		"its own sign":     strings.ReplaceAll(full, " ", "#"),
		"minus":            strings.ReplaceAll(full, " ", "-"),
		"zeros":            strings.ReplaceAll(text, ".", "0"),
		"zeros and dots":   strings.ReplaceAll(strings.ReplaceAll(full, ".", "0"), " ", "."),
		"dots":             dots,
		"zeros everywhere": strings.ReplaceAll(dots, ".", "0"),
		"blanks between":   strings.ReplaceAll(spaced, "\n ", "\n"),
		"one line":         strings.ReplaceAll(dots, "\n", "") + "\n",
		"indented":         "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n",
		"Windows":          strings.ReplaceAll(text, "\n", "\r\n"),
		"a title":          "A Samurai of five\n" + text,
		"JSON":             `["` + strings.ReplaceAll(strings.TrimSuffix(dots, "\n"), "\n", `","`) + `"]`,
	}
	for _, kind := range []Kind{Line, Rows, Drawn, Nonet} {
		written, lost, err := Write(p, kind)
		if err != nil || len(lost.All()) > 0 {
			t.Error(kind, lost, err)
		}
		texts["written as "+kind.Style()] = written
	}
	for name, text := range texts {
		all, err := Parse(board81 + "\n\n" + text + "\n" + board81 + "\n")
		if err != nil || len(all) != 3 || all[1].Puzzle() == nil || !slices.Equal(contentTexts(all[1].Puzzle()), want) {
			t.Errorf("%s: %d puzzles, %v\n%s", name, len(all), err, text)
		}
	}
}

// TestOverlapShapes checks that every known shape, with and without blanks between its boards, is read as the
// right number of boards.
func TestOverlapShapes(t *testing.T) {
	solved := []byte("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	for _, shape := range overlapShapes {
		places := bytes.Repeat([]byte{' '}, shape.rows*(shape.columns+1))
		for _, board := range shape.boards {
			for i, b := range solved {
				places[(3*board[0]+i/9)*(shape.columns+1)+3*board[1]+i%9] = b
			}
		}
		for row := range shape.rows {
			places[(row+1)*(shape.columns+1)-1] = '\n'
		}
		for _, text := range []string{string(places), strings.ReplaceAll(string(places), " ", "."), strings.ReplaceAll(string(places), " ", "x")} {
			p, err := ParseOne(text)
			if err != nil || p.IsClassic() || !p.Puzzle().Free || p.Puzzle().High != 9 {
				t.Errorf("%v: %v\n%s", shape, err, text)
				continue
			}
			groups := 0
			for _, c := range p.Puzzle().Constraints {
				if c.Kind == "ExtraRegion" {
					groups++
				}
			}
			if boxes := map[[2]int]bool{}; true {
				for _, board := range shape.boards {
					for i := range 9 {
						boxes[[2]int{board[0] + i/3, board[1] + i%3}] = true
					}
				}
				if groups != 18*len(shape.boards) || len(p.Puzzle().Areas()) != len(boxes) {
					t.Errorf("%v: %d groups, %d boxes of %d", shape, groups, len(p.Puzzle().Areas()), len(boxes))
				}
			}
		}
	}
}

// TestOverlapWithoutBox reads two boards that share only some cells, at any distance, and writes them.
func TestOverlapWithoutBox(t *testing.T) {
	for _, at := range [][2]int{{8, 8}, {7, 7}, {8, 5}, {4, 8}, {-8, 8}, {-7, 3}} {
		down, right := max(0, at[0]), max(0, at[1])
		rows, columns := 9+max(at[0], -at[0]), 9+right
		places := make([][]byte, rows)
		for i := range places {
			places[i] = bytes.Repeat([]byte{' '}, columns)
		}
		for i := range 81 {
			places[down-at[0]+i/9][i%9], places[down+i/9][right+i%9] = '.', '.'
		}
		places[down-at[0]][0], places[down+8][right+8] = '1', '2'
		text := string(bytes.Join(places, []byte{'\n'})) + "\n"
		p, err := ParseOne(text)
		if err != nil || p.Puzzle().Rows != rows || p.Puzzle().Columns != columns || len(p.Puzzle().Givens) != 2 {
			t.Errorf("%v: %v\n%s", at, err, text)
			continue
		}
		if r, err := solve.Count(t.Context(), p.Puzzle(), puzzle.Limits{Solutions: 1, Nodes: 100_000}); r.N != 1 || err != nil {
			t.Errorf("%v: %d solutions, %v", at, r.N, err)
		}
		for _, k := range []Kind{Rows, Drawn, Nonet} {
			written, lost, err := Write(p.Puzzle(), k)
			back, err2 := ParseOne(written)
			if err != nil || err2 != nil || len(lost.All()) > 0 || !slices.Equal(contentTexts(back.Puzzle()), contentTexts(p.Puzzle())) {
				t.Errorf("%v as %v: %v, %v, %v\n%s", at, k, lost, err, err2, written)
			}
		}
	}
}

// TestNoOverlap checks that ambiguous or damaged texts are not read as boards that share boxes.
func TestNoOverlap(t *testing.T) {
	text := samurai(t)
	lines := strings.SplitAfter(text, "\n")
	row := "53..7....6..\n"
	for name, text := range map[string]string{
		"a line is missing":      strings.Join(slices.Delete(slices.Clone(lines), 4, 5), ""),
		"a line is there twice":  strings.Join(slices.Insert(slices.Clone(lines), 4, lines[4]), ""),
		"a row is too short":     strings.Replace(text, lines[3], lines[3][1:], 1),
		"a digit in a hole":      strings.Replace(padded(text), "   ", " 5 ", 1),
		"a letter":               strings.Replace(text, ".", "A", 1),
		"two boards beside":      strings.Repeat("53..7....   6..195...\n", 9),
		"two boards apart":       strings.Repeat("53..7....\n", 9) + strings.Repeat("         53..7....\n", 9),
		"a rectangle":            strings.Repeat(row, 12),
		"an empty board of 21":   strings.Repeat(strings.Repeat(".", 21)+"\n", 21),
		"few digits on 21":       strings.Repeat("1", 1) + strings.Repeat(".", 20) + "\n" + strings.Repeat(strings.Repeat(".", 21)+"\n", 20),
		"boards of three shapes": strings.Repeat("53..7....6..195\n", 9) + strings.Repeat("   53..7....6..\n", 3),
	} {
		all, _ := Parse(text)
		for _, p := range all {
			if !p.IsClassic() && p.Puzzle().Free {
				t.Errorf("%s is read as boards that share boxes\n%s", name, text)
			}
		}
	}
}

// TestOverlapDamage checks that reading a damaged text ends. A badly damaged text must not be read as the
// puzzle.
func TestOverlapDamage(t *testing.T) {
	text := []byte(padded(samurai(t)))
	random := rand.New(rand.NewPCG(29, 29))
	for range 2000 {
		damaged := bytes.Clone(text)
		for range 1 + random.IntN(4) {
			at := random.IntN(len(damaged))
			switch random.IntN(3) {
			case 0:
				damaged = slices.Delete(damaged, at, min(len(damaged), at+1+random.IntN(30)))
			case 1:
				damaged = slices.Insert(damaged, at, damaged[random.IntN(len(damaged))])
			default:
				damaged[at] = " .0#-|x5\n\t"[random.IntN(10)]
			}
		}
		for p, err := range All(bytes.NewReader(damaged)) {
			if err == nil && !p.IsClassic() && p.Puzzle().Free && p.Puzzle().Rows*p.Puzzle().Columns != 21*21 {
				t.Fatalf("read as %d×%d\n%s", p.Puzzle().Rows, p.Puzzle().Columns, damaged)
			}
		}
	}
}

// TestSDX reads a grid in SudoCue's format: givens, the player's digits, candidates as notes.
func TestSDX(t *testing.T) {
	text := `5 3 12 26 7 2468 1489 1249 248
6 u7 24 1 9 5 3478 234 2478
12 9 8 23 34 24 13457 6 24
8 125 1259 579 6 147 4579 2459 3
4 25 2569 8 5? 3 579 259 1
7 15 1359 59 2 14 4589 459 6
139 6 134579 357 35 7? 2 8 u4
23 278 237 4 1 9 36 3? 5
123 1245 123456789 2356 8 26 1346 7 9
`
	text = strings.NewReplacer("5?", "56", "7?", "78", "3?", "34").Replace(text)
	all, err := Parse("# name\n" + text + "\n" + text + board81)
	if err != nil || len(all) != 3 || all[0].Kind != kindSDX || all[0].Name != "name" {
		t.Fatal(all, err)
	}
	p := all[1]
	if p.Line != 12 || p.Grid != sudoku.MustParse(board81) || p.Extra.Values.Givens() != 2 || p.Extra.Centre[2].Len() != 2 || p.Extra.Centre[74] != 0 || p.Pencil != nil {
		t.Error(p.Line, p.Grid, p.Extra)
	}
	for _, wrong := range []string{"6 u71", "6 u", "6 u0", "6 uu1", "6 u7?"} {
		bad := strings.Replace(text, "6 u7", wrong, 1)
		for p, err := range All(strings.NewReader(bad)) {
			if err == nil {
				t.Errorf("%s: %v\n%s", p.Kind, p.Grid, bad)
			}
		}
	}
	if all, err := Parse(strings.ReplaceAll(text, "u", "")); err != nil || all[0].Kind != Candidates {
		t.Error("without a digit of the player's it is a candidate grid:", all, err)
	}
}
