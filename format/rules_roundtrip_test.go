package format

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/internal/exchange"
	"nonet/internal/lzstring"
	"nonet/puzzle"
	"nonet/solve"
)

// TestRoundTrip checks that each puzzle of the collection comes back from nonet's JSON and from
// the strings of Interactive Sudoku Solver. Only the order of constraints may change.
func TestRoundTrip(t *testing.T) {
	for _, one := range reference.Variants(t) {
		p, err := ReadISS(one.Text)
		if err != nil {
			t.Fatal(err)
		}
		text := WriteNonet(p)
		back, err := parseNonet(text)
		if err != nil {
			t.Errorf("%s: %v in %s", one.Name, err, text)
		} else if again := WriteNonet(back); again != text {
			t.Errorf("%s: JSON %s came back as %s", one.Name, text, again)
		}
		iss, ok := WriteISS(p)
		back, err = ReadISS(iss)
		if err != nil || !ok {
			t.Errorf("%s: %v in %s", one.Name, err, iss)
		} else if again := WriteNonet(back); again != text {
			t.Errorf("%s: %s came back as %s, not %s", one.Name, iss, again, text)
		}
	}
}

// TestFPuzzlesRoundTrip writes puzzles as f-puzzles links and reads them. All parts that f-puzzles has must
// come back.
func TestFPuzzlesRoundTrip(t *testing.T) {
	whole := 0
	for _, one := range reference.Variants(t) {
		p, err := ReadISS(one.Text)
		if err != nil {
			t.Fatal(err)
		}
		link, lost, ok := writeFPuzzlesJSON(p, nil)
		link = exchange.FPuzzles.Link(link)
		if !ok || len(lost) > 0 {
			continue
		}
		whole++
		back, notes, err := readAny(link)
		if err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v", one.Name, err, notes)
			continue
		}
		r, err := back.Check(one.Values())
		if err != nil || len(r) > 0 {
			t.Errorf("%s: %v; the published solution breaks %v", one.Name, err, r)
		}
		if len(back.Constraints) < len(p.Constraints) {
			t.Errorf("%s: %d constraints came back as %d", one.Name, len(p.Constraints), len(back.Constraints))
		}
	}
	if whole < 50 {
		t.Errorf("f-puzzles has only %d of the puzzles whole", whole)
	}
}

// TestFPuzzlesDots checks that dots of the usual numbers come back beside marks of other numbers, although f-puzzles has
// one member for both.
func TestFPuzzlesDots(t *testing.T) {
	for _, constraints := range []string{
		`{"kind":"Difference","cells":["r4c4","r4c3"],"numbers":[2]},{"kind":"WhiteDot","cells":["r4c3","r3c3"]}`,
		`{"kind":"BlackDot","cells":["r4c4","r4c3"]},{"kind":"Ratio","cells":["r4c3","r3c3"],"numbers":[3]}`,
	} {
		p, err := parseNonet(`{"nonet":1,"rows":9,"columns":9,"constraints":[` + constraints + `]}`)
		if err != nil {
			t.Fatal(err)
		}
		text, lost, ok := writeFPuzzlesJSON(p, nil)
		back, notes, err := readAny(exchange.FPuzzles.Link(text))
		if err != nil || !ok || len(lost) > 0 || len(notes) > 0 || !reflect.DeepEqual(back.Constraints, p.Constraints) {
			t.Errorf("%s: %v, %v, %v; read back as %+v, %v, %v", constraints, text, lost, ok, back, notes, err)
		}
	}
}

// TestFPuzzlesKinds checks members of f-puzzles' JSON. Each that is a kind must be read as this kind.
func TestFPuzzlesKinds(t *testing.T) {
	grid := make([][]struct{}, 9)
	for i := range grid {
		grid[i] = make([]struct{}, 9)
	}
	o := map[string]any{"size": 9, "grid": grid, "title": "T", "fogofwar": []string{"R1C1"}, "antiknight": true, "diagonal+": true, "nonconsecutive": true, "negative": []string{"xv", "ratio", "difference"},
		"boxindexer": []any{map[string]any{"cells": []string{"R1C1"}}}, "sum": []any{map[string]any{"cells": []string{"R5C1", "R6C1"}, "value": 7}}}
	cells := []string{"R1C1", "R1C2"}
	for _, k := range puzzle.Kinds() {
		if k.FPuzzles == "" {
			continue
		}
		clue := map[string]any{"cells": cells, "lines": [][]string{{"R1C1", "R1C2", "R1C3"}}, "value": "9", "cell": "R1C1", "values": []int{1, 2}, "cloneCells": []string{"R5C5", "R5C6"}}
		switch k.Name {
		case "Quad":
			clue["cells"] = []string{"R1C1", "R1C2", "R2C1", "R2C2"}
		case "Arrow":
			clue["cells"] = []string{"R1C1"}
		case "LittleKiller":
			clue["cell"], clue["direction"] = "R0C3", "DL"
		case "Sandwich", "XSum", "Skyscraper":
			clue["cell"] = "R10C3"
		case "Difference", "Ratio", "Whisper", "Modular":
			clue["value"] = 3
		case "Lockout":
			delete(clue, "value")
		case "ExtraRegion":
			clue["cells"] = []string{"R1C1", "R2C1", "R3C1", "R4C1", "R5C1", "R6C1", "R7C1", "R8C1", "R9C1"}
		}
		if k.FPuzzles == "xv" {
			clue["value"] = k.Name
		}
		before, _ := o[k.FPuzzles].([]any)
		o[k.FPuzzles] = append(before, clue)
	}
	b, _ := json.Marshal(o)
	p, notes, err := readAny("fpuz" + lzstring.Pack(string(b)))
	if err != nil || len(notes) != 1 || notes[0].Part != noteDecoration || !notes[0].Cosmetic || p.Title != "T" { // fog is not a rule
		t.Fatalf("%v, %v", err, notes)
	}
	var found []string
	var strict []int
	for _, c := range p.Constraints {
		found = append(found, c.Kind)
		switch c.Kind {
		case "LittleKiller":
			if names := strings.Join(p.CellNames(c.Cells), " "); names != "r1c2 r2c1" {
				t.Errorf("the little killer's cells are %s", names)
			}
		case "Skyscraper":
			if names := p.CellNames(c.Cells); names[0] != "r9c3" || len(names) != 9 {
				t.Errorf("the skyscraper's cells are %v", names)
			}
		case "Lockout":
			if c.Numbers[0] != 4 {
				t.Errorf("the ends of the lockout line differ by %d", c.Numbers[0])
			}
		case "Indexing":
			if c.Text != "B" || !slices.Equal(c.Cells, []int{0}) {
				t.Errorf("the indexer of a box is %+v", c)
			}
		case "StrictDifference":
			strict = append(strict, c.Numbers...)
		case "Sum":
			if c.Numbers[0] != 7 {
				t.Errorf("a sum of %d", c.Numbers[0])
			}
		case "StrictRatio":
			if !slices.Equal(c.Numbers, []int{2, 3}) {
				t.Errorf("ratios of %v", c.Numbers)
			}
		}
	}
	for _, k := range puzzle.Kinds() {
		if k.FPuzzles != "" && !slices.Contains(found, k.Name) {
			t.Errorf("%s was not read from %s", k.Name, k.FPuzzles)
		}
	}
	if !slices.Equal(strict, []int{3, 1}) || !slices.Contains(found, "Sum") || !slices.Contains(found, "Indexing") {
		t.Errorf("no differences of %v; read: %v", strict, found)
	}
	text, lost, ok := writeFPuzzlesJSON(p, nil)
	back, _, err := readHeld(text)
	if err != nil || !ok || len(lost) > 0 || len(back.Constraints) != len(p.Constraints) {
		t.Errorf("written and read again: %v, lost %v, %d constraints of %d", err, lost, len(back.Constraints), len(p.Constraints))
	}
}

func TestSudokuPad(t *testing.T) {
	text := `{"cellSize":50,"metadata":{"title":"Six"},"cells":[[{"value":1},{},{},{},{},{}],[{},{},{},{},{},{}],[{},{},{},{},{},{}],[{},{},{},{},{},{}],[{},{},{},{},{},{}],[{},{},{},{},{},{}]],
	"regions":[[[0,0],[0,1],[0,2],[1,0],[1,1],[1,2]],[[0,3],[0,4],[0,5],[1,3],[1,4],[1,5]],[[2,0],[2,1],[2,2],[3,0],[3,1],[3,2]],[[2,3],[2,4],[2,5],[3,3],[3,4],[3,5]],[[4,0],[4,1],[4,2],[5,0],[5,1],[5,2]],[[4,3],[4,4],[4,5],[5,3],[5,4],[5,5]]],
	"cages":[{"cells":[[0,1],[0,2]],"value":"7","style":"killer"},{"value":"author: A"}],"lines":[{"wayPoints":[[0.5,0.5],[1.5,0.5]]}]}`
	p, notes, err := readAny("scl" + lzstring.Pack(text))
	if err != nil {
		t.Fatal(err)
	}
	if p.Title != "Six" || p.Author != "A" || p.Box != (puzzle.Box{Rows: 2, Columns: 3}) || len(p.Constraints) != 1 || len(p.Givens) != 1 || len(notes) != 1 || notes[0].Part != "lines (1)" || !notes[0].IsOmission() {
		t.Errorf("%+v, %v", p, notes)
	}
}

// TestSudokuPadShort checks that the short form of SudokuPad's JSON is read as the long one.
func TestSudokuPadShort(t *testing.T) {
	text := `{cs:50,md:{t:'x'},metadata:{title:'Four'},ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:2}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],` +
		`ca:[{ce:[[0,1],[0,2]],v:5,unique:t,style:'killer'},{v:'author: A'}]}`
	for _, read := range []func() (*puzzle.Puzzle, []Note, error){
		func() (*puzzle.Puzzle, []Note, error) { return readHeld(text) },
		func() (*puzzle.Puzzle, []Note, error) { return readAny("scl" + lzstring.Pack(text)) },
	} {
		p, notes, err := read()
		if err != nil || len(notes) > 0 || p.Title != "Four" || p.Author != "A" || p.Box != (puzzle.Box{Rows: 2, Columns: 2}) || len(p.Constraints) != 1 || len(p.Givens) != 2 {
			t.Errorf("%.20s: %+v, %v, %v", text, p, notes, err)
		}
	}
}

// TestFPuzzlesCells checks that a cell without a region is an error. A cell filled by the player keeps only the
// values that the puzzle's own marks permit.
func TestFPuzzlesCells(t *testing.T) {
	grid := `[{"value":3,"givenPencilMarks":[1,"2"]},{},{},{}]` + strings.Repeat(`,[{},{},{},{}]`, 3)
	p, _, err := readAny(`{"size":4,"ruleset":["one","two"],"grid":[` + grid + `]}`)
	if err != nil || len(p.Givens) != 1 || !slices.Equal(p.Givens[0].Values, []int{1, 2}) || p.Box.Rows != 2 || p.Rules != "one\ntwo" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, _, err := readAny(`{"size":4,"grid":[` + strings.Replace(grid, "{}", `{"region":null}`, 1) + `]}`); err == nil || !strings.Contains(err.Error(), "region of 3 cells") {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestSized(t *testing.T) {
	for _, c := range []struct{ text, first string }{
		{"1..." + strings.Repeat(".", 12), "[1]"},
		{"G" + strings.Repeat(".", 254) + "1", "[16]"},                                                           // with digits: A = 10
		{"P" + strings.Repeat(".", 255), "[16]"},                                                                 // beyond G: A = 1
		{"12 " + strings.Repeat(". ", 255), "[12]"},                                                              // numbers
		{"A" + strings.Repeat("0", 255), "[1]"},                                                                  // letters alone: A = 1
		{strings.Repeat("16 2 . . | . . . .\n. . . . . . . .\n", 16)[:0] + "6" + strings.Repeat("_", 35), "[6]"}, // six rows of six
	} {
		p, _, err := readSized(c.text, LettersByContent)
		if err != nil || len(p.Givens) == 0 {
			t.Errorf("%.20q: %v", c.text, err)
			continue
		}
		if got := jsonText(p.Givens[0].Values); got != c.first {
			t.Errorf("%.20q begins with %s, not %s", c.text, got, c.first)
		}
		text, _, err := Write(p, Line)
		ok := err == nil
		back, _, err := readSized(text, LettersByContent)
		if !ok || err != nil || !reflect.DeepEqual(back, p) {
			t.Errorf("%.20q came back as %.20q, %v", c.text, text, err)
		}
	}
	if _, _, err := readSized("17 "+strings.Repeat(". ", 255), LettersByContent); err == nil || err.Error() != "“17”: r1c1 can hold only 1 to 16" {
		t.Errorf("17 of 16: %v", err)
	}
}

// TestSenseless checks that meaningless or impossible constraints are named with their cells
// before any search.
func TestSenseless(t *testing.T) {
	for text, want := range map[string]string{
		".Cage~46~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9":     "Killer cage at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9: 9 cells cannot add up to 46; their sum is 45 to 45",
		".Thermo~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R1C7~R1C8~R1C9~R2C9": "Thermometer at r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c9: 10 cells cannot all differ: there are only 9 values",
		".~R1C1_5~R1C9_5":      "r1c1 r1c9: the value 5 is given twice in one house (Row)",
		".~R1C1_10":            "r1c1: 10 is not a value of this cell; it can hold 1 to 9",
		".Cage~10~R1C1~R0C2":   "“.Cage~10~R1C1~R0C2”: there is no cell R0C2",
		".Cages~10~R1C1":       "“.Cages~10~R1C1”: there is no kind of constraint “Cages”; nonet kinds lists them",
		".Or.Thermo~R1C1":      "“.Or”: its .End is missing",
		".Whisper~9~R1C1~R1C2": "Whisper line at r1c1 r1c2: values cannot differ by 9, only by 8 at most",
		`{"nonet":1,"rows":4,"columns":4,"regions":["1112","1222","3344","3344"]}`: "",
		`{"nonet":1,"rows":4,"columns":4,"regions":["1112","1122","3344","3344"]}`: "r1c1 r1c2 r1c3 r2c1 r2c2: a region of 5 cells; it must have 4",
		`{"nonet":2,"rows":4,"columns":4}`:                                         "version 2 of the JSON; this program reads 1",
	} {
		p, _, err := readAny(text)
		if err == nil {
			err = p.Contradiction()
		}
		got := ""
		if err != nil {
			_, got, _ = strings.Cut(": "+err.Error(), ": ")
			got = strings.TrimPrefix(got, "line 1, column 1: ")
		}
		if got != want {
			t.Errorf("%s\nsays   %s\nand not %s", text, got, want)
		}
	}
}

// FuzzRead checks that the reader never panics, and that every puzzle it accepts can be written
// and checked.
func FuzzRead(f *testing.F) {
	for _, k := range puzzle.Kinds() {
		f.Add(k.Example)
	}
	f.Add(".Shape~6x6~0-5.RegionSize~6.Jigsaw~000000111111222222333333444444555555.~R1C1_0")
	f.Add(`{"nonet":1,"rows":4,"columns":4,"groups":[{"name":"VA","count":3}],"givens":{"VA1":[1]},"constraints":[{"kind":"Or","parts":[{"kind":"Cage","numbers":[3],"cells":["r1c1","r1c2"]}]}]}`)
	f.Add(`{"size":4,"grid":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"thermometer":[{"lines":[["R1C1","R1C2"]]}],"littlekillersum":[{"cell":"R0C3","direction":"DL","value":"5"}]}`)
	f.Add(`{"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"regions":[[[0,0],[0,1]]],"cages":[{"cells":[[0,0]],"value":5}]}`)
	f.Add("1 0 16 " + strings.Repeat("0 ", 253))
	f.Fuzz(func(t *testing.T, text string) {
		p, _, err := readAny(text)
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("read, and not valid: %v", err)
		}
		written := WriteNonet(p)
		back, err := parseNonet(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if again := WriteNonet(back); again != written {
			t.Fatalf("%s came back as %s", written, again)
		}
		WriteISS(p)
		writeFPuzzlesJSON(p, nil)
		values := make([]int, p.Cells())
		for i := range values {
			values[i] = p.Low
		}
		p.Check(values)
		if p.Cells() <= 400 {
			solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1, Nodes: 1})
		}
	})
}
