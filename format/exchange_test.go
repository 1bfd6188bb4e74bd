package format_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/internal/lzstring"
	"nonet/sudoku"

	"pgregory.net/rapid"
)

// played returns a random puzzle with a player's digits, notes, colours and texts.
func played(t *rapid.T) format.Puzzle {
	p := format.Puzzle{Grid: rapid.Custom(grids).Draw(t, "givens")}
	e := new(format.Extra)
	for range rapid.IntRange(0, 30).Draw(t, "marks") {
		c := rapid.IntRange(0, sudoku.Cells-1).Draw(t, "cell")
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			if p.Grid.At(sudoku.Cell(c)) == 0 {
				e.Values = e.Values.With(sudoku.Cell(c), sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit")))
			}
		case 1:
			e.Corner[c] = sudoku.Candidates(rapid.IntRange(0, 511).Draw(t, "corner"))
		case 2:
			e.Centre[c] = sudoku.Candidates(rapid.IntRange(0, 511).Draw(t, "centre"))
		default:
			e.Colours[c] = uint16(rapid.IntRange(0, 511).Draw(t, "colours")) << 1
		}
	}
	p.Extra = e
	words := rapid.StringOfN(rapid.RuneFrom([]rune("abcXYZ 0123456789.:#[]{}<>&'\"\\/数独題é😀")), 0, 40, -1)
	p.Describe(words.Draw(t, "title"), words.Draw(t, "author"), words.Draw(t, "rules")+"\n"+words.Draw(t, "more rules"))
	return p
}

// TestExchange writes and reads a puzzle in each kind of text. The result must have the parts that the kind
// keeps, and no others.
func TestExchange(t *testing.T) {
	for _, k := range format.WritableKinds() {
		t.Run(k.Style(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				want := played(t)
				text := format.AppendPuzzle(nil, k, want)
				in := format.NewReader(bytes.NewReader(text), format.Options{IgnoreUnknown: true})
				got, err := in.Next()
				got = got.WithoutRules()                                                       // the words may be unknown rules
				if err != nil || !readAs(k, got) && k != format.CSV || got.Grid != want.Grid { // a line after the header "grid" may be any notation
					t.Fatalf("%v %v, %v\n%s", got.Kind, got.Grid, err, text)
				}
				e, w := new(format.Extra), want.Extra
				if got.Extra != nil {
					e = got.Extra
				}
				if w == nil {
					w = new(format.Extra)
				}
				lost := map[format.Part]bool{}
				for _, part := range want.LostParts(k) {
					lost[part] = true
				}
				// SDK's headers are single lines without blank lines between.
				oneLined := func(s string) string {
					var lines []string
					for line := range strings.SplitSeq(s, "\n") {
						if line = strings.TrimSpace(line); line != "" {
							lines = append(lines, line)
						}
					}
					return strings.Join(lines, "\n")
				}
				for _, part := range []struct {
					format.Part
					same, empty bool
				}{
					{format.Values, e.Values == w.Values, e.Values == sudoku.Grid{}},
					{format.Notes, e.Corner == w.Corner && e.Centre == w.Centre, e.Corner == [sudoku.Cells]sudoku.Candidates{} && e.Centre == e.Corner},
					{format.CellColours, e.Colours == w.Colours, e.Colours == [sudoku.Cells]uint16{}},
					{format.Title, got.Name == want.Name, got.Name == ""},
					{format.About, e.Author == w.Author && oneLined(e.Rules) == oneLined(w.Rules), e.Author == "" && e.Rules == ""},
				} {
					if !part.same && !(lost[part.Part] && part.empty) {
						t.Fatalf("%s: %q %+v\nof %q %+v\n%s", part.Part, got.Name, e, want.Name, w, text)
					}
				}
			})
		})
	}
}

// TestBrokenLinks checks that a link cut anywhere is an error.
func TestBrokenLinks(t *testing.T) {
	p := format.Puzzle{Grid: sudoku.MustParse(line81)}
	p.Describe("A title", "Ann", "")
	for _, k := range []format.Kind{format.FPuzzles, format.SudokuPad} {
		whole := strings.TrimSpace(string(format.AppendPuzzle(nil, k, p)))
		for n := range len(whole) - 6 { // the last characters are the end and padding
			all, err := format.Parse(whole[:n])
			if len(all) > 0 || err == nil && n > 0 {
				t.Fatalf("%v of %s", all, whole[:n])
			}
		}
	}
}

// TestRules checks that nonet names the rules that make a puzzle of f-puzzles or SudokuPad not classic.
func TestRules(t *testing.T) {
	grid := `"grid":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") + `]`
	for text, want := range map[string]string{
		`{"size":9,` + grid + `,"killercage":[],"antiknight":false,"title":"none"}`:               "",
		`{"size":9,` + grid + `,"antiking":true,"thermometer":[{"lines":[["R1C1","R1C2"]]}]}`:     "AntiKing Thermo",
		`{` + grid + `,"diagonal+":true}`:                                                         "Diagonal",
		`{` + grid + `,"somethingNew":[1]}`:                                                       "words",
		`{` + grid + `,"ruleset":"Cells a knight's move apart differ."}`:                          "AntiKnight",
		`{` + grid + `,"ruleset":"Digits dance."}`:                                                "words",
		`{` + grid + `,"ruleset":"Anti-knight"}`:                                                  "AntiKnight",
		`{` + strings.Replace(grid, "grid", "cells", 1) + `,"lines":[{"x":1}]}`:                   "words",
		`{` + strings.Replace(grid, "grid", "cells", 1) + `,"cages":[{"cells":[[0,0]],"sum":5}]}`: "Cage",
	} {
		p, err := format.NewReader(strings.NewReader(text), format.Options{IgnoreUnknown: true}).ReadOne()
		var got []string
		for _, rule := range p.Rules() {
			got = append(got, rule.ID)
		}
		if strings.Join(got, " ") != want || err != nil {
			t.Errorf("%s: %v, %v, want %s", text[max(0, len(text)-60):], got, err, want)
		}
	}
	if _, err := format.ParseClassic(`{` + grid + `,"antiking":true}`); err == nil || !strings.Contains(err.Error(), "Anti-king") {
		t.Errorf("without being asked for: %v", err)
	}
}

// FuzzHolder reads any JSON of f-puzzles or SudokuPad, also in the short form. It must be read, or refused with
// a place inside the text.
func FuzzHolder(f *testing.F) {
	for _, name := range []string{"fpuzzles-json", "sudokupad-json"} {
		f.Add(accepted(f)[name])
	}
	f.Add(`{ce:[[{v:5},,],[]],ca:[{v:'title: A\'s'}],c2:FF0000}`)
	f.Add(`{"cells":[[` + strings.Repeat("[", 100))
	f.Fuzz(func(t *testing.T, text string) {
		for _, text := range []string{text, "scl" + lzstring.Pack(text)} {
			in := format.NewReader(strings.NewReader(text), format.Options{})
			for range len(text) + 2 {
				if _, err := in.Next(); err != nil && err.Error() == "EOF" {
					return
				}
			}
		}
	})
}

// TestMutations checks that randomly damaged texts are read or refused: nothing panics, hangs,
// or names a place outside the text. A fuzz run tries more texts.
func TestMutations(t *testing.T) {
	var seeds []string
	for _, text := range accepted(t) {
		seeds = append(seeds, text)
	}
	for _, bad := range badTexts {
		if len(bad.text) < 4096 {
			seeds = append(seeds, bad.text)
		}
	}
	slices.Sort(seeds)
	random := rand.New(rand.NewPCG(12, 0))
	for range soak.Pick(600, 2500) {
		b := []byte(seeds[random.IntN(len(seeds))])
		for range 1 + random.IntN(5) {
			i := random.IntN(len(b) + 1)
			switch random.IntN(4) {
			case 0:
				b = b[:i]
			case 1:
				b = append(b[:i:i], b[min(len(b), i+random.IntN(20)):]...)
			case 2:
				other := seeds[random.IntN(len(seeds))]
				b = append(append(b[:i:i], other[:random.IntN(len(other)+1)]...), b[i:]...)
			default:
				b = append(append(b[:i:i], "[]{}\"':,\n\r <>/=#0&\xff"[random.IntN(19)]), b[min(len(b), i+1):]...)
			}
		}
		for _, text := range []string{string(b), "scl" + lzstring.Pack(string(b))} {
			in := format.NewReader(strings.NewReader(text), format.Options{})
			for steps := 0; ; steps++ {
				_, err := in.Next()
				if err == io.EOF {
					break
				}
				var syntax *format.SyntaxError
				if errors.As(err, &syntax) {
					checkError(t, "mutation", text, syntax)
				}
				if steps > 2*len(text)+10 {
					t.Fatalf("stands still: %q", text)
				}
			}
		}
	}
}

// TestSolution checks that the solution in a puzzle's text is read as far as it is given.
// Callers compare it with the givens.
func TestSolution(t *testing.T) {
	cells := `"cells":[[{"value":5}` + strings.Repeat(",{}", 8) + `]` + strings.Repeat(",["+strings.Repeat("{},", 8)+"{}]", 8) + `]`
	for solution, want := range map[string]string{
		"53" + strings.Repeat("?", 79): "53" + strings.Repeat(".", 79),
		"35" + strings.Repeat("?", 79): "35" + strings.Repeat(".", 79),
		"53":                           strings.Repeat(".", 81),
	} {
		p, err := format.ParseOne(`{` + cells + `,"metadata":{"author":"Ann","solution":"` + solution + `"}}`)
		if err != nil || p.Extra.Solution.String() != want {
			t.Errorf("%s: %v, %v", solution, p.Extra, err)
		}
	}
}
