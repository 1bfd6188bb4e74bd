package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/sudoku"

	"pgregory.net/rapid"
)

// grids returns a random grid; some are contradictory, full or empty.
func grids(t *rapid.T) sudoku.Grid {
	var values [sudoku.Cells]uint8
	switch rapid.IntRange(0, 3).Draw(t, "how full") {
	case 0:
		for range rapid.IntRange(0, 40).Draw(t, "givens") {
			values[rapid.IntRange(0, 80).Draw(t, "cell")] = rapid.Uint8Range(1, 9).Draw(t, "digit")
		}
	case 1:
		for c := range values {
			values[c] = rapid.Uint8Range(0, 9).Draw(t, "digit")
		}
	case 2:
		for c := range values {
			values[c] = rapid.Uint8Range(1, 9).Draw(t, "digit")
		}
	default:
		g := sudoku.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
		values = g.Values()
		for c := range values {
			if rapid.Bool().Draw(t, "empty") {
				values[c] = 0
			}
		}
	}
	g, err := sudoku.FromCells(values)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// isOnlyWritten reports whether a text written in k is always read as a text of another kind: SDM as Line, SudokuMaker's
// JSON as SudokuMaker.
func isOnlyWritten(k format.Kind) bool { return k == format.SDM || k.String() == "sudokumaker-json" }

// readAs reports whether p is a puzzle of the kind as which a text written in k is read. A candidate grid
// without a list of candidates looks like any other grid. A link of puzz.link with a full grid has 81 digits. SDX
// without a digit of the player's is a candidate grid or, if it is full, a list of numbers.
func readAs(k format.Kind, p format.Puzzle) bool {
	return p.Kind == k || k == format.SDM && p.Kind == format.Line || k.String() == p.Kind.String()+"-json" || k == format.Candidates && p.Kind == format.Drawn ||
		k.String() == "sdx" && (p.Kind == format.Candidates || p.Kind == format.Integers) || k.String() == "puzz-link" && p.Kind == format.Line && p.Grid.Givens() == sudoku.Cells
}

func TestRoundTrip(t *testing.T) {
	for _, k := range format.WritableKinds() {
		t.Run(k.Style(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := rapid.SliceOfN(rapid.Custom(grids), 0, 5).Draw(t, "grids")
				var out bytes.Buffer
				w := format.NewWriter(&out, k)
				for _, g := range want {
					if err := w.Write(g); err != nil {
						t.Fatal(err)
					}
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				got, err := format.Parse(out.String())
				if err != nil || len(got) != len(want) {
					t.Fatalf("%d of %d, %v:\n%s", len(got), len(want), err, out.String())
				}
				for i, p := range got {
					if p.Grid != want[i] || !readAs(k, p) || p.Name != "" || p.Eliminations() != 0 {
						t.Fatalf("%v %v %q, want %v\n%s", p.Kind, p.Grid, p.Name, want[i], out.String())
					}
				}
			})
		})
	}
}

// TestRoundTripMixed writes grids of all kinds into one text. A comment precedes a grid that would otherwise
// belong to a count of grids.
func TestRoundTripMixed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.Custom(grids), 1, 8).Draw(t, "grids")
		var text []byte
		var kinds []format.Kind
		for i, g := range want {
			k := rapid.SampledFrom(format.WritableKinds()).Draw(t, "kind")
			if i > 0 && rapid.Bool().Draw(t, "blank") {
				text = append(text, '\n')
			}
			if i > 0 && kinds[i-1] == format.POJ {
				text = append(text, "#\n"...)
			}
			kinds = append(kinds, k)
			text = format.Append(text, k, g)
		}
		if rapid.Bool().Draw(t, "Windows") {
			text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
		}
		got, err := format.Parse(string(text))
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d of %d, %v:\n%s", len(got), len(want), err, text)
		}
		for i, p := range got {
			if p.Grid != want[i] || !readAs(kinds[i], p) && kinds[i] != format.CSV {
				t.Fatalf("%v %v, want %v %v\n%s", p.Kind, p.Grid, kinds[i], want[i], text)
			}
		}
	})
}

// TestPencilRoundTrip writes pencil marks and reads them.
func TestPencilRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := format.Puzzle{Grid: rapid.Custom(grids).Draw(t, "grid"), Pencil: new([sudoku.Cells]sudoku.Candidates)}
		listed := false
		for c := range p.Pencil {
			if d := p.Grid.At(sudoku.Cell(c)); d != 0 {
				p.Pencil[c] = sudoku.CandidatesOf(d)
				continue
			}
			p.Pencil[c] = sudoku.Candidates(rapid.Uint16Range(0, uint16(sudoku.AllDigits)).Draw(t, "marks"))
			listed = true
		}
		for _, k := range []format.Kind{format.Candidates, format.Pencil729} {
			q := p
			if k == format.Pencil729 { // in this notation, a single candidate is a placed digit
				for c, marks := range q.Pencil {
					if marks.Len() == 1 {
						for d := range marks.Digits() {
							q.Grid = q.Grid.With(sudoku.Cell(c), d)
						}
					}
				}
			}
			text := string(format.AppendPuzzle(nil, k, q))
			got, err := format.ParseOne(text)
			if err != nil || got.Grid != q.Grid {
				t.Fatalf("%v: %v, want %v, %v\n%s", k, got.Grid, q.Grid, err, text)
			}
			if (got.Pencil == nil) != (k == format.Candidates && !listed) || got.Pencil != nil && *got.Pencil != *q.Pencil {
				t.Fatalf("%v: other marks\n%s", k, text)
			}
			if got.Pencil != nil && got.Eliminations() != q.Eliminations() {
				t.Fatalf("%v: %d eliminations, want %d", k, got.Eliminations(), q.Eliminations())
			}
		}
	})
}

// TestWriter pins the output of each style.
func TestWriter(t *testing.T) {
	var out strings.Builder
	g := sudoku.MustParse(line81)
	for _, k := range format.WritableKinds() {
		fmt.Fprintf(&out, "%s\n", k.Style())
		w := format.NewWriter(&out, k)
		for range 2 {
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	golden.Check(t, "testdata/styles.txt", out.String())
}

func TestFlush(t *testing.T) {
	var out strings.Builder
	w := format.NewWriter(&out, format.Line)
	if err := errors.Join(w.Write(sudoku.MustParse(line81)), w.Flush()); err != nil || out.String() != line81+"\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriterError(t *testing.T) {
	for _, k := range format.WritableKinds() {
		w := format.NewWriter(fullWriter{}, k)
		w.Write(sudoku.Grid{})
		if err := w.Close(); !errors.Is(err, errFull) {
			t.Errorf("%s: %v", k.Style(), err)
		}
	}
}

// TestDamage damages one of several grids: it drops a cell or a row, or replaces a cell by a
// letter. It expects an error, and the other grids unchanged.
func TestDamage(t *testing.T) {
	for _, k := range format.WritableKinds() {
		if k == format.Candidates || k > format.SDM { // a shorter list is still a list, and most characters are not cells
			continue
		}
		t.Run(k.Style(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := rapid.SliceOfN(rapid.Custom(grids), 1, 4).Draw(t, "grids")
				var out bytes.Buffer
				w := format.NewWriter(&out, k)
				for _, g := range want {
					w.Write(g)
				}
				if err := w.Close(); err != nil {
					t.Fatal(err)
				}
				text := out.String()
				lines := strings.SplitAfter(text, "\n")
				how := rapid.SampledFrom([]string{"cell", "letter", "row"}).Draw(t, "how")
				i := 0
				for { // a line of cells
					i = rapid.IntRange(0, len(lines)-1).Draw(t, "line")
					count := k == format.POJ && i == 0 || k == format.CSV && i == 0
					if !count && strings.ContainsAny(lines[i], ".0123456789") {
						break
					}
				}
				switch {
				case how == "row" && strings.Count(text, "\n") >= 9*len(want):
					lines[i] = ""
				case how == "row" || how == "cell" && k == format.JSON:
					t.Skip("a line is a grid; a string without its digit is an empty cell")
				default:
					var cells []int
					for at, b := range lines[i] {
						if b == '.' || b >= '0' && b <= '9' {
							cells = append(cells, at)
						}
					}
					at := rapid.SampledFrom(cells).Draw(t, "at")
					letter := ""
					if how == "letter" {
						letter = "k"
					}
					lines[i] = lines[i][:at] + letter + lines[i][at+1:]
				}
				damaged := strings.Join(lines, "")
				errs, next := 0, 0
				for p, err := range classics(strings.NewReader(damaged)) {
					if err != nil {
						errs++
						continue
					}
					for next < len(want) && want[next] != p.Grid {
						next++
					}
					if next == len(want) && k != format.POJ { // otherwise a missing row joins rows of two grids
						t.Fatalf("%v is none of the grids\n%s", p.Grid, damaged)
					}
					next++
				}
				if errs == 0 {
					t.Fatalf("no error\n%s", damaged)
				}
			})
		})
	}
}

// TestCodeByChance reads a link of f-puzzles with letters and digits that look like a code of
// sudokuwiki.org.
func TestCodeByChance(t *testing.T) {
	const link = "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc4lU0IiYA7BAFwyoF9ljyqEBWWvSat2MLj0rUATEIbN4bTtxCkpCAMxyRisRNW8Z2hUvEq1fGumEm95wwgCMx0csmWA7C91uD6+AAs3qYcALrIhH6WAGzBdu7UztbyrmYJCF7JOiH2/gAccb4W1AVZtkUO8El0KT5pUdSCZan6xZqF9W3wss11YRHp3R2tlU012fENAsO5MTODPePlnZXVNi2zRr05g2u1O1NVw+GRXaVLG4NB25NdsTcV/igPK/5j632b7S8j/lo/XyOAMG/wufROg3uYIOXWe0NulXOHxhq3mh0y8MeliR+wRfzRXT2Eyx1GumPEEMOi2ReMs1NxJKcBNRwKpzP8ROWvzmrK69OJr0snJalMJ7MsZJpjMC4tJsoQ/K5gOFn128qB5O51ChUopA0OOIFWoQkoZguoGN1xo1VsBisuhzhtrVvJZmuVx31XVBzsOPrN1pVKP89tVhyDtMS6tDwaF6ojnFCoQ4QA=="
	if got, err := format.Parse(link); err != nil || len(got) != 1 || got[0].Grid.At(0) != 9 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestOneDigit draws nine rows of blanks with one digit in the last row. Every other row could be decoration,
// and the rest a board of five rows.
func TestOneDigit(t *testing.T) {
	text := strings.Repeat("|       |       |       |\n", 8) + "| 1     |       |       |\n"
	want, _ := sudoku.FromCells([sudoku.Cells]uint8{72: 1})
	if got, err := format.Parse(text); err != nil || len(got) != 1 || got[0].Grid != want {
		t.Errorf("%v, %v", got, err)
	}
}

// TestFrameIsNoCell draws nine rows, each below a blank line, with two digits in one column. The first lines could be a
// board of five columns, if the text outside the frame were cells.
func TestFrameIsNoCell(t *testing.T) {
	const bare = "|       |       |       |\n"
	rows := slices.Repeat([]string{bare}, 18)
	rows[1], rows[5] = "| 1     |       |       |\n", "| 6     |       |       |\n"
	if got, err := format.Parse(strings.Join(rows, "")); err == nil || len(got) > 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestBlankRows draws grids with blank cells and decorative blank rows. Some blank rows are
// ambiguous, but no digit may move. Without an empty row, or with marks in empty cells, the grid
// must be read.
func TestBlankRows(t *testing.T) {
	const bare, border = "|       |       |       |\n", "+-------+-------+-------+\n"
	rapid.Check(t, func(t *rapid.T) {
		empty := rapid.SampledFrom([]string{" ", "."}).Draw(t, "empty")
		inBands := rapid.IntRange(0, 1).Draw(t, "in bands")
		between := rapid.IntRange(0, 2).Draw(t, "between bands")
		first := rapid.IntRange(0, 1).Draw(t, "first") * min(1, inBands+between)
		borders := rapid.Bool().Draw(t, "borders")
		want := rapid.SliceOfN(rapid.Custom(grids), 1, 3).Draw(t, "grids")
		var text strings.Builder
		emptyRow, alternate := false, false
		for _, g := range want {
			var drawn [9]byte // _ for a row without digits
			for row := range 9 {
				blank := inBands
				switch {
				case row == 0:
					blank = first
				case row%3 == 0:
					blank = between
				}
				if borders && row%3 == 0 {
					text.WriteString(border)
				}
				text.WriteString(strings.Repeat(bare, blank))
				filled := 0
				for c := range 9 {
					if c%3 == 0 {
						text.WriteString("| ")
					}
					cell := empty
					if d := g.At(sudoku.Cell(9*row + c)); d != 0 {
						cell = strconv.Itoa(int(d))
						filled++
					}
					text.WriteString(cell + " ")
				}
				text.WriteString("|\n")
				drawn[row] = 'x'
				if filled == 0 && empty == " " {
					emptyRow, drawn[row] = true, '_'
				}
			}
			alternate = alternate || string(drawn[:]) == "_x_x_x_x_" || string(drawn[:]) == "x_x_x_x_x"
			if borders {
				text.WriteString(border)
			}
			text.WriteString("\n")
		}
		got, err := format.Parse(text.String())
		for i, p := range got {
			if p.Grid != want[i] {
				t.Fatalf("%v, want %v\n%s", p.Grid, want[i], text.String())
			}
		}
		// A grid without decorative rows must be read, unless it could be half of a grid with such rows.
		certain := !emptyRow || inBands+between == 0 && !alternate
		if certain && (err != nil || len(got) != len(want)) {
			t.Fatalf("%d of %d, %v\n%s", len(got), len(want), err, text.String())
		}
	})
}
