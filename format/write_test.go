package format

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/internal/exchange"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

// exampleOf returns the puzzle of a kind's example alone.
func exampleOf(t *testing.T, k *puzzle.Kind) *puzzle.Puzzle {
	text := k.Example
	if strings.HasPrefix(text, "{") {
		text = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + text + `]}`
	}
	p, _, err := readAny(text)
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	return p
}

// TestWrittenAndReadAgain writes puzzles in a style and reads them again. They must have the same solutions,
// unless the style reported a part as lost.
func TestWrittenAndReadAgain(t *testing.T) {
	several := func(p *puzzle.Puzzle) [][]int {
		r, _ := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 4, Keep: 4, Nodes: 300})
		return r.Solutions
	}
	kept := map[string]int{}
	for _, k := range puzzle.Kinds() {
		p := exampleOf(t, k)
		solutions := several(p)
		for _, style := range []string{"iss", "nonet", "fpuzzles", "sudokupad-json"} {
			text, lost, err := writeAs(p, style)
			if err != nil {
				if style == "nonet" {
					t.Errorf("%s as %s: %v", k.Name, style, err)
				}
				continue
			}
			if len(lost.All()) > 0 {
				continue
			}
			back, notes, err := readAny(text)
			if err != nil || len(notes) > 0 {
				t.Errorf("%s as %s is read with %v, %v: %.200s", k.Name, style, notes, err, text)
				continue
			}
			kept[style]++
			for _, other := range []struct {
				p         *puzzle.Puzzle
				solutions [][]int
			}{{back, solutions}, {p, several(back)}} {
				for _, s := range other.solutions {
					if broken, err := other.p.Check(s); err != nil || len(broken) > 0 {
						t.Errorf("%s as %s is another puzzle: %v, %v", k.Name, style, broken, err)
					}
				}
			}
		}
	}
	for style, least := range map[string]int{"iss": 70, "nonet": 75, "fpuzzles": 30, "sudokupad-json": 1} {
		if kept[style] < least {
			t.Errorf("%s keeps %d kinds", style, kept[style])
		}
	}
}

// TestLost checks that parts that a style cannot express are named.
func TestLost(t *testing.T) {
	p, err := ReadISS(".Shape~6x6.RegionSize~6.Var~A~clue~2.~R1C1_1_2.Thermo~R1C1~R1C2.Cage~5~R2C1~R2C2.NFA~RhX_AqqA6v_q____6qo~_x~R1C1~R1C2~R2C2")
	if err != nil {
		t.Fatal(err)
	}
	p.Title = "A title"
	for style, want := range map[string]string{
		"iss":            "the title",
		"nonet":          "",
		"fpuzzles":       "State machine, cells beside the board, boxes or regions",
		"sudokupad-json": "State machine, Thermometer, the board's shape or values, givens with several possible values, cells beside the board",
		"line":           "the title, Killer cage, State machine, Thermometer, givens with several possible values, cells beside the board",
	} {
		_, lost, err := writeAs(p, style)
		var got []string
		for _, one := range lost.All() {
			got = append(got, one.In(message.English))
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%s loses %q and not %q, %v", style, strings.Join(got, ", "), want, err)
		}
	}
}

// TestNoKindIsLostInSilence checks that no style loses a rule without a report. Either the style names the kind
// as lost, or reading the text again finds the rule or reports an unknown rule. The puzzle's own words change
// nothing.
func TestNoKindIsLostInSilence(t *testing.T) {
	named := 0
	for _, k := range puzzle.Kinds() {
		if k.Name == "Given" || k.Name == "Nothing" { // no text needs these kinds
			continue
		}
		for _, words := range []string{"", "Enjoy!"} {
			p := exampleOf(t, k)
			p.Rules = words
			for _, style := range AnyRulesStyles() {
				text, lost, err := writeAs(p, style)
				if err != nil {
					continue // nothing is written
				}
				told := 0
				for _, c := range p.Constraints {
					label := puzzle.KindNamed(c.Kind).Label().String()
					if slices.ContainsFunc(lost.Rules, func(m message.Message) bool { return m.String() == label }) {
						told++
					}
				}
				named += told
				back, notes, err := readAny(text)
				if err != nil || len(notes) > 0 {
					continue // the text is not read as the puzzle
				}
				// Odd and even cells may come back as givens of several values.
				if told+len(back.Constraints)+len(back.Givens) < len(p.Constraints)+len(p.Givens) {
					t.Errorf("%s with the words %q loses %s as %v: %.300s", style, words, k.Name, lost, text)
				}
			}
		}
	}
	if least := 4 * len(puzzle.Kinds()); named < least {
		t.Errorf("%d lost kinds are named, fewer than %d", named, least)
	}
}

// TestFPuzzlesBoxes checks that boxes in other places than f-puzzles assumes are written as
// regions.
func TestFPuzzlesBoxes(t *testing.T) {
	p, _ := parseNonet(`{"nonet":1,"rows":6,"columns":6,"boxes":[3,2]}`)
	text, lost, err := writeAs(p, "fpuzzles")
	back, _, err2 := readAny(text)
	if err != nil || err2 != nil || len(lost.All()) > 0 || len(back.Areas()) != 6 {
		t.Fatal(text, lost, err, err2)
	}
	sorted := func(areas [][]int) [][]int { slices.SortFunc(areas, slices.Compare); return areas }
	if a, b := sorted(p.Areas()), sorted(back.Areas()); !slices.EqualFunc(a, b, slices.Equal[[]int]) {
		t.Errorf("%v became %v", a, b)
	}
}

// TestSudokuPadWritten checks that SudokuPad's links return digits, regions and cages.
func TestSudokuPadWritten(t *testing.T) {
	p, _ := ReadISS(".Shape~4x6.~R1C1_2.Cage~5~R2C1~R2C2.Cage~0~R3C1~R3C2")
	p.Title, p.Rules = "T", "Normal sudoku rules apply."
	link, lost, err := writeAs(p, "sudokupad")
	if err != nil || len(lost.All()) > 0 {
		t.Fatal(lost, err)
	}
	back, notes, err := readAny(link)
	if err != nil || len(notes) > 0 || WriteNonet(back) != WriteNonet(p) {
		t.Errorf("%v, %v\n%s\n%s", notes, err, WriteNonet(p), WriteNonet(back))
	}
}

// TestSudokuPadRoundTrip writes kinds that SudokuPad can only draw. Each must come back as a rule from nonet's
// own text and link, together with the solution. If the drawing was changed meanwhile, the new drawing counts,
// and is not a rule.
func TestSudokuPadRoundTrip(t *testing.T) {
	kinds, altered := 0, 0
	for _, k := range puzzle.Kinds() {
		if k.Name == "Given" || k.Name == "Nothing" { // no text needs these kinds
			continue
		}
		p := exampleOf(t, k)
		p.Title, p.Rules = "T", "Rules of its own."
		for _, style := range []string{"sudokupad", "sudokupad-json"} {
			text, lost, err := writeAs(p, style)
			if err != nil {
				t.Fatal(k.Name, err)
			}
			if len(lost.Drawn)+len(lost.Rules) == 0 {
				continue // SudokuPad has this kind
			}
			kinds++
			back, notes, err := readAny(text)
			if err != nil || len(notes) > 0 || WriteNonet(back) != WriteNonet(p) {
				t.Errorf("%s by %s: %v, %v\n%s\n%s", k.Name, style, notes, err, WriteNonet(p), WriteNonet(back))
			}
			if other := strings.Replace(text, `"cages":[`, `"cages":[{"cells":[[0,0],[0,1]],"value":"3"},`, 1); style == "sudokupad-json" && other != text {
				altered++
				if back, notes, err := readAny(other); err == nil && len(notes) == 0 && WriteNonet(back) == WriteNonet(p) {
					t.Errorf("%s: another drawing is taken for the same puzzle", k.Name)
				}
			}
		}
	}
	if kinds < 60 || altered < 30 {
		t.Errorf("only %d texts were read again, %d altered", kinds, altered)
	}
	p, _ := ReadISS(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4")
	p.Solution = []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	text, _, err := writeAs(p, "sudokupad-json")
	back, _, err2 := readAny(text)
	if err != nil || err2 != nil || !slices.Equal(back.Solution, p.Solution) || !strings.Contains(text, `"solution":"1234341221434321"`) {
		t.Errorf("the solution: %v, %v, %v in %s", err, err2, back, text)
	}
}

// TestFPuzzlesDrawn checks parts of an f-puzzles link that SudokuPad does not draw. They must also be written
// as drawings. Such a drawing is not read as a rule. If it lacks the name of its rule, it is an unknown rule.
func TestFPuzzlesDrawn(t *testing.T) {
	for _, k := range puzzle.Kinds() {
		p := exampleOf(t, k)
		text, lost, ok := writeFPuzzlesJSON(p, nil)
		if !ok || k.Draw.Shape == "" || k.Name == "Diagonal" || k.Name == "AllDifferent" {
			continue
		}
		drawings := regexp.MustCompile(`"(cage|circle|line|rectangle|text)":\[`).FindAllString(text, -1)
		_, notes, err := readHeld(text)
		switch isLost := slices.Contains(lost, k.Name); {
		case err != nil:
			t.Errorf("%s: %v", k.Name, err)
		case !isLost && slices.Contains(padDraws, k.FPuzzles):
			if len(drawings) > 0 {
				t.Errorf("%s is drawn twice: %s", k.Name, text)
			}
		case k.Draw.Shape != puzzle.ShapeArea && len(drawings) == 0 || k.Draw.Shape == puzzle.ShapeArea && !strings.Contains(text, `"c":"#`):
			t.Errorf("%s is not drawn: %s", k.Name, text)
		case !isLost && len(notes) > 0:
			t.Errorf("%s is read with %v", k.Name, notes)
		case len(drawings) > 0:
			if _, notes, _ := readHeld(strings.NewReplacer(`"fromConstraint"`, `"from"`, `"drawn":"`, `"drawn":"x`).Replace(text)); len(notes) == 0 {
				t.Errorf("%s: its drawing is taken for nothing: %s", k.Name, text)
			}
		}
	}
}

// TestCluesInOnePlace checks two clues in one place. If Interactive Sudoku Solver reads only the later clue,
// only this clue counts; otherwise both count. A puzzle of another notation with two such clues keeps both in
// its items.
func TestCluesInOnePlace(t *testing.T) {
	for text, want := range map[string]string{
		".Sandwich~8~R1.Sandwich~9~R1":                           ".Sandwich~9~R1",
		".Quad~R1C1~1~2.V~R5C5~R5C6.Quad~R1C1~3":                 ".Quad~R1C1~3.V~R5C5~R5C6",
		".XSum~R1~20~.XSum~R1~~21":                               ".XSum~R1~20~.XSum~R1~~21",
		".LittleKiller~22~R1C5.LittleKiller~22~R1C5":             ".LittleKiller~22~R1C5",
		".And.Skyscraper~C1~3~.Skyscraper~C1~4~.V~R5C5~R5C6.End": ".And.Skyscraper~C1~4~.V~R5C5~R5C6.End",
		".Or.Skyscraper~C1~3~.Skyscraper~C1~4~.End":              ".Or.Skyscraper~C1~3~.Skyscraper~C1~4~.End",
		".Quad~R1C1~1~2.And.Quad~R1C1~3.End":                     ".Quad~R1C1~1~2.And.Quad~R1C1~3.End",
		".Var~A~x~2.Var~A~y~1.Sum~9~R1C1~VA":                     ".Var~A~y~1.Sum~9~R1C1~VA",
	} {
		p, notes, err := readAny(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, _ := WriteISS(p); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
		replaced := text != want && !strings.HasPrefix(want, ".Little") && !strings.HasPrefix(want, ".Var")
		if len(notes) != map[bool]int{true: 1}[replaced] || replaced && !notes[0].Replaces {
			t.Errorf("%s is read with %v", text, notes)
		}
	}
	both := `{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"Quad","cells":["r1c1","r1c2","r2c1","r2c2"],"numbers":[1,2]},{"kind":"Quad","cells":["r1c1","r1c2","r2c1","r2c2"],"numbers":[3]}]}`
	p, err := parseNonet(both)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []string{"iss", "fpuzzles", "nonet"} {
		text, _, err := writeAs(p, style)
		back, notes, err2 := readAny(text)
		if err != nil || err2 != nil || len(notes) > 0 || !reflect.DeepEqual(back.Constraints, p.Constraints) {
			t.Errorf("%s: %v, %v, %v: %s", style, err, err2, notes, text)
		}
	}
}

// TestGroupsThatHaveNoItem checks cells beside the board that no item of Interactive Sudoku Solver contains.
// They must remain part of the puzzle.
func TestGroupsThatHaveNoItem(t *testing.T) {
	p, _, err := readAny(`{"nonet":1,"rows":2,"columns":3,"groups":[{"name":"X","count":2,"columns":2,"high":2}]}`)
	if err != nil {
		t.Fatal(err)
	}
	if text, ok := WriteISS(p); ok {
		t.Errorf("it is written as %s", text)
	}
	if p, _, err = readAny(".Shape~4x4.Var~A~one~2.ChaosConstruction.NoBoxes"); err != nil {
		t.Fatal(err)
	}
	if text, ok := WriteISS(p); !ok {
		t.Errorf("those that have are not written: %s", text)
	}
}

// TestWriteHole checks a board with a hole that is not a Samurai. It must not be written as cells alone,
// because the text would be read as another board.
func TestWriteHole(t *testing.T) {
	p := puzzle.New(4, 4)
	p.Holes = []int{3}
	for _, k := range []Kind{Line, Rows, Drawn} {
		if text, _, err := Write(p, k); err == nil {
			t.Errorf("%v: %q", k, text)
		}
	}
}

// TestOwnPuzzlesReadBack checks nonet's texts for f-puzzles and SudokuPad. All rules must come back, even those
// that are only words and drawings there. If a drawing was changed, the new drawing is read.
func TestOwnPuzzlesReadBack(t *testing.T) {
	back := 0
	for _, k := range puzzle.Kinds() {
		p := exampleOf(t, k)
		want := WriteNonet(p)
		written, lost, ok := writeFPuzzlesJSON(p, nil)
		pad, _ := writeSudokuPadJSON(p, nil)
		for i, text := range []string{written, exchange.FPuzzles.Link(written), pad} {
			if i < 2 && (!ok || len(lost) == 0) {
				continue // f-puzzles has the kind, or cannot have the board
			}
			read, notes, err := readAny(text)
			if err != nil || len(notes) > 0 {
				t.Errorf("%s: %v, %v", k.Name, err, notes)
				continue
			}
			if again := WriteNonet(read); again != want && (i < 2 || strings.Contains(pad, `"nonet"`)) {
				t.Errorf("%s: %s came back as %s", k.Name, want, again)
			}
			back++
		}
		if changed := strings.Replace(written, `"grid":[[{}`, `"grid":[[{"value":5,"given":true}`, 1); changed != written && len(lost) > 0 {
			if read, _, err := readAny(changed); err == nil && len(read.Givens) != len(p.Givens)+1 {
				t.Errorf("%s: the added given is not read", k.Name)
			}
		}
	}
	if back < 60 {
		t.Errorf("only %d texts", back)
	}
}
