package format

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/soak"
	"nonet/internal/lzstring"
	"nonet/message"
	"nonet/puzzle"
)

// drawnPad returns an empty SudokuPad board of nine rows with rules and drawings.
func drawnPad(rules, drawn string) string {
	row := "[" + strings.TrimSuffix(strings.Repeat("{},", 9), ",") + "]"
	return `{"cells":[` + strings.TrimSuffix(strings.Repeat(row+",", 9), ",") + `],"metadata":{"rules":` + jsonText(rules) + `}` + drawn + `}`
}

const (
	greenLine  = `,"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67f067ff","thickness":9.6}]`
	bulb       = `,"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#cccf","thickness":19}],"underlays":[{"center":[0.5,0.5],"width":0.8,"height":0.8,"rounded":true,"backgroundColor":"#cccf"}]`
	whiteDot   = `,"overlays":[{"center":[0.5,1],"width":0.3,"height":0.3,"rounded":true,"backgroundColor":"#fff","borderColor":"#000"}]`
	arrowDrawn = `,"overlays":[{"center":[4.5,4.5],"width":0.8,"height":0.8,"rounded":true,"backgroundColor":"#fff","borderColor":"#999"}],"arrows":[{"wayPoints":[[4.5,4.9],[4.5,6.5]],"color":"#999","thickness":3,"headLength":0.3}]`
	diagonal   = `,"arrows":[{"wayPoints":[[-0.26,2.74],[-0.06,2.94]],"color":"#000","thickness":3}],"overlays":[{"center":[-0.5,2.5],"width":1,"height":1,"text":"20","rounded":true}]`
	greyCircle = `,"underlays":[{"center":[4.5,4.5],"width":0.7,"height":0.7,"rounded":true,"backgroundColor":"#bbb"}]`
	lessThan   = `,"overlays":[{"center":[0.5,1],"width":0,"height":0.5,"text":"<"}]`
	twoShapes  = `,"underlays":[{"center":[0.5,0.5],"width":1,"height":1,"backgroundColor":"#bbb"},{"center":[0.5,1.5],"width":1,"height":1,"backgroundColor":"#bbb"},{"center":[4.5,4.5],"width":1,"height":1,"backgroundColor":"#bbb"},{"center":[4.5,5.5],"width":1,"height":1,"backgroundColor":"#bbb"}]`
	twoLines   = `,"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5]],"color":"#67f067","thickness":9},{"wayPoints":[[2.5,0.5],[2.5,2.5]],"color":"#d23be7","thickness":9}]`
)

// TestDrawn checks the meaning of drawings, with words and without. "!" precedes those without a
// meaning.
func TestDrawn(t *testing.T) {
	const usual = "Normal sudoku rules apply. "
	for _, one := range []struct{ rules, drawn, want string }{
		{usual + "Adjacent digits on a green line differ by at least 5.", greenLine, "Whisper[5][0 1 2]"},
		{usual + "Adjacent digits on a purple line differ by at least 5.", greenLine, "!green lines (1) !“Adjacent digits on a purple line differ by at least 5”"},
		{usual + "Green lines are palindromes.", greenLine, "Palindrome[][0 1 2]"},
		{usual, greenLine, "!green lines (1)"},
		{usual + "Green lines are enchanted.", greenLine, "!green lines (1) !“Green lines are enchanted”"},
		{usual + "Digits increase along a thermometer from the bulb.", bulb, "Thermo[][0 1 2]"},
		{usual + "Along a thermometer, digits increase or stay the same from the bulb.", bulb, "SlowThermo[][0 1 2]"},
		{usual, bulb, "Thermo[][0 1 2]"},
		{usual, whiteDot, "WhiteDot[][0 1]"},
		{usual + "Digits on an arrow sum to the digit in the circle.", arrowDrawn, "Arrow[][40 41 42]"},
		{usual + "Numbers outside the grid give the sum of the digits along the marked diagonal.", diagonal, "LittleKiller[20][3 13 23 33 43 53]"},
		{usual, greyCircle, "Odd[][40]"},
		{usual + "A grey circle marks an even digit.", greyCircle, "Even[][40]"},
		{usual + "Inequality signs point to the smaller digit.", lessThan, "GreaterThan[][1 0]"},
		{usual + "Digits do not repeat in a grey region.", twoShapes, "AllDifferent[][0 1] AllDifferent[][40 41]"},
		{usual + "The two grey shapes are clones.", twoShapes, "Clone[][] of [[0 1] [40 41]]"},
		{usual + "The grey regions contain the digits 1-9 once each.", twoShapes, "!grey shades (4)"},
		{usual + "Digits in grey cells are lower than their neighbours.", twoShapes, "GreaterThan[][9 0] GreaterThan[][10 1] GreaterThan[][2 1] GreaterThan[][31 40] GreaterThan[][49 40] GreaterThan[][39 40] GreaterThan[][32 41] GreaterThan[][50 41] GreaterThan[][42 41]"},
		{usual + "Neighbouring digits on whisper lines differ by at least 5. Digits on renban lines are consecutive in any order.", twoLines, "Whisper[5][0 1 2] Renban[][18 19 20]"},
	} {
		p, notes, err := readAny(drawnPad(one.rules, one.drawn))
		if err != nil {
			t.Errorf("%s: %v", one.rules, err)
			continue
		}
		var got []string
		for _, c := range p.Constraints {
			text := fmt.Sprintf("%s%v%v", c.Kind, c.Numbers, c.Cells)
			if c.Sets != nil {
				text += fmt.Sprint(" of ", c.Sets)
			}
			got = append(got, text)
		}
		for _, n := range notes {
			if n.IsOmission() && !n.Cosmetic {
				got = append(got, "!"+n.Part)
			}
		}
		if strings.Join(got, " ") != one.want {
			t.Errorf("%s %s: %s, not %s", one.rules, one.drawn, strings.Join(got, " "), one.want)
		}
	}
}

// TestDrawnKinds checks that every kind of the table exists in package puzzle, and builds valid
// constraints.
func TestDrawnKinds(t *testing.T) {
	for _, k := range drawnKinds {
		if k.classes == "" {
			t.Errorf("%s has no drawing", k.kind)
		}
	}
}

// TestHostileDrawings checks that random mixes of sentences and drawings are read or refused in
// bounded time, without a panic.
func TestHostileDrawings(t *testing.T) {
	words := strings.Fields("digits along a an the green purple line lines cage cages sum to 10 cannot repeat white black dot consecutive ratio 1:2 thermometer increase from bulb arrow circle diagonal not may between 1 and 9 same box adjacent differ by at least 5 odd even shaded cells . , : ; - all given X V 99999999999 第 行")
	numbers := []string{"0.5", "1", "4.5", "-0.5", "9.5", "-1e308", "1e308", "999", "0", "3.734", `"x"`, "null", "8.5"}
	colours := []string{`"#67f067"`, `"#fff"`, `"#000"`, `"#cccf"`, `""`, `"red"`, `"rgb(1,2)"`, `"#zzz"`, "5", "null"}
	random := rand.New(rand.NewPCG(29, 0))
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	point := func() string { return "[" + pick(numbers) + "," + pick(numbers) + "]" }
	many := soak.Pick(250, 10000)
	worst := time.Duration(0)
	for range many {
		var rules, lines, shapes, cages []string
		for range random.IntN(60) {
			rules = append(rules, pick(words))
		}
		for range random.IntN(8) {
			var points []string
			for range random.IntN(6) {
				points = append(points, point())
			}
			lines = append(lines, `{"wayPoints":[`+strings.Join(points, ",")+`],"color":`+pick(colours)+`,"thickness":`+pick(numbers)+`}`)
		}
		for range random.IntN(8) {
			shapes = append(shapes, `{"center":`+point()+`,"width":`+pick(numbers)+`,"height":`+pick(numbers)+`,"rounded":`+pick([]string{"true", "false", "0"})+
				`,"backgroundColor":`+pick(colours)+`,"borderColor":`+pick(colours)+`,"text":`+pick([]string{`""`, `"X"`, `"12"`, `"<"`, `"?"`, "7"})+`,"angle":`+pick(numbers)+`}`)
		}
		for range random.IntN(4) {
			cages = append(cages, `{"cells":[[0,`+pick([]string{"0", "1", "8", "9", "-1"})+`],[1,1]],"value":`+pick([]string{`""`, "5", `"?"`, "99999999"})+`}`)
		}
		half := len(shapes) / 2
		text := drawnPad(strings.Join(rules, " "), `,"`+pick([]string{"lines", "arrows", "thermos"})+`":[`+strings.Join(lines, ",")+`],"overlays":[`+strings.Join(shapes[:half], ",")+
			`],"underlays":[`+strings.Join(shapes[half:], ",")+`],"cages":[`+strings.Join(cages, ",")+`]`)
		began := time.Now()
		p, _, err := readAny("scl" + lzstring.Pack(text))
		worst = max(worst, time.Since(began))
		if err == nil && p.Validate() != nil {
			t.Fatalf("%s: %v", text, p.Validate())
		}
	}
	if t.Logf("the slowest took %v", worst); worst > 10*time.Second {
		t.Errorf("the slowest took %v", worst)
	}
}

// TestDrawnMachines checks that an automaton accepts the same values as its rule.
func TestDrawnMachines(t *testing.T) {
	r := newReaderOf(puzzle.New(4, 4), "")
	line := &picture{class: classLine, cells: []int{0, 1, 5}}
	for _, one := range []struct {
		each  func(*fpuzzlesReader, *picture, amount) []puzzle.Constraint
		holds func(a, b, c int) bool
	}{
		{parityLine, func(a, b, c int) bool { return a&1 != b&1 && b&1 != c&1 }},
		{closeLine, func(a, b, c int) bool { return max(a-b, b-a, b-c, c-b) <= 1 }},
		{sequenceLine, func(a, b, c int) bool { return b-a == c-b }},
		{differenceCountLine, func(a, b, c int) bool {
			x, y := max(a-b, b-a), max(b-c, c-b)
			return x == 2 && y == 2
		}},
	} {
		some := one.each(r, line, amount{number: 1})
		for n := range 64 {
			a, b, c := n/16+1, n/4%4+1, n%4+1
			values := make([]int, 16)
			for i := range values {
				values[i] = 1
			}
			values[0], values[1], values[5] = a, b, c
			p := puzzle.New(4, 4)
			p.Box, p.Free, p.Constraints = puzzle.Box{}, true, some
			broken, err := p.Check(values)
			if err != nil || (len(broken) == 0) != one.holds(a, b, c) {
				t.Fatalf("%d %d %d: %v, %v", a, b, c, broken, err)
			}
		}
	}
}

// TestDrawnBroken opens a puzzle with a line that cannot have its meaning, since it crosses itself. Notes name
// this line, and the others that look the same.
func TestDrawnBroken(t *testing.T) {
	text := `{"size":9,"ruleset":"Normal sudoku rules apply. Digits on a purple line form a set of consecutive digits in any order.","grid":[` +
		strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") +
		`],"line":[{"lines":[["R5C1","R5C4","R3C4","R3C3","R7C3"]],"outlineC":"#800080","width":0.3}]}`
	p, notes, err := readAny(text)
	if err != nil || len(p.Constraints) != 0 || len(notes) != 1 || !notes[0].IsOmission() || notes[0].Part != "purple lines (1)" {
		t.Errorf("%v, %+v, %v", p, notes, err)
	}
}

// TestVagueWords checks sentences that nonet writes for its kinds. None of them may be ignored as a sentence
// about missing clues. The board has no clues or, for kinds that are not drawn, another clue.
func TestVagueWords(t *testing.T) {
	row := "[" + strings.TrimSuffix(strings.Repeat("{},", 9), ",") + "]"
	grid := "[" + strings.TrimSuffix(strings.Repeat(row+",", 9), ",") + "]"
	for _, k := range puzzle.Kinds() {
		for i, clue := range []string{"", `,"thermometer":[{"lines":[["R1C1","R1C2"]]}]`} {
			if k.Name == "Nothing" || i > 0 && k.Draw.Shape != "" {
				continue
			}
			for _, lang := range message.Langs() {
				words := message.New("kind."+k.Name).In(lang) + ": " + message.New("kind."+k.Name+".rule").In(lang)
				p, notes, err := readAny(`{"size":9,"grid":` + grid + clue + `,"ruleset":` + jsonText(words) + `}`)
				if err != nil {
					t.Fatal(err)
				}
				if len(p.Constraints) == i && !slices.ContainsFunc(notes, func(n Note) bool { return !n.Cosmetic && n.IsOmission() }) {
					t.Errorf("%q vanishes", words)
				}
			}
		}
	}
}

// TestServed reads a puzzle as SudokuPad's server sends it, in the short form. It has fog, which is no rule,
// its solution in a cage, and parts that draw nothing.
func TestServed(t *testing.T) {
	row := "[" + strings.Repeat(",", 8) + "]"
	text := `{id:'abc',cs:50,ce:[` + strings.TrimSuffix(strings.Repeat(row+",", 9), ",") + `],re:[[]],ca:[{v:'title: A \'name\''},{v:'rules: Normal sudoku rules apply.'},` +
		`{v:'foglight: r1c1'},{v:0},{v:'solution: ` + strings.Repeat("123456789", 9) + `'}],a:[{c:#0,th:3,hl:0.2}]}`
	p, notes, err := readAny(text)
	if err != nil || p.Title != "A 'name'" || len(p.Solution) != 81 || slices.ContainsFunc(notes, func(n Note) bool { return !n.Cosmetic && n.IsOmission() }) {
		t.Errorf("%v, %+v, %v", p, notes, err)
	}
}

// TestCaptions checks that words in cells or beside the board are decoration. Letters that may be clues are
// not.
func TestCaptions(t *testing.T) {
	board := `{"size":4,"grid":[` + strings.TrimSuffix(strings.Repeat("[{},{},{},{}],", 4), ",") + `],"ruleset":"Normal sudoku rules apply.","text":[{"cells":["%s"],"value":"%s"}]}`
	for text, isClue := range map[string]bool{"Start": false, "Have fun": false, "hi": true, "AB": true, "ABC": true, "xvi": true, "Sum 5": true, "a+b": true, "?": true, "12": true} {
		for _, cell := range []string{"R1C1", "R0C2", "R5C5"} {
			_, notes, err := readAny(fmt.Sprintf(board, cell, text))
			if open := slices.ContainsFunc(notes, func(n Note) bool { return !n.Cosmetic && n.IsOmission() }); err != nil || open != isClue || len(notes) == 0 {
				t.Errorf("%s at %s: %+v, %v", text, cell, notes, err)
			}
		}
	}
}

// TestMargin reads a board in the middle of a larger grid of SudokuPad. The cells around the board have clues:
// digits, texts and cages. The result is the same puzzle with clues beside the board.
func TestMargin(t *testing.T) {
	const words = `"metadata":{"rules":"Normal sudoku rules apply. Clues outside the grid give the sum of the first X digits in that direction, where X is the first digit. Adjacent digits along a green line differ by at least 5."%s}`
	plain := `{"cells":[` + strings.TrimSuffix(strings.Repeat("[{},{},{},{},{},{},{},{},{}],", 9), ",") + `],"overlays":[{"center":[-0.5,2.5],"text":"20"},{"center":[4.5,-0.5],"text":"11"},{"center":[9.5,0.5],"text":"30"}],` +
		`"lines":[{"wayPoints":[[0.5,0.5],[2.5,0.5]],"color":"#0c0","thickness":9}],"cages":[{"cells":[[3,3],[3,4]],"value":"7"}],` + fmt.Sprintf(words, "")
	grid := func(row, column, side int) string {
		var rows, regions []string
		for i := range side {
			cells := slices.Repeat([]string{"{}"}, side)
			if i == row-1 {
				cells[column+2] = `{"value":"20"}`
			}
			rows = append(rows, "["+strings.Join(cells, ",")+"]")
		}
		for box := range 9 {
			var cells []string
			for i := range 9 {
				cells = append(cells, fmt.Sprintf("[%d,%d]", row+box/3*3+i/3, column+box%3*3+i%3))
			}
			regions = append(regions, "["+strings.Join(cells, ",")+"]")
		}
		solution := strings.Repeat(".", side*row+column) + strings.Repeat("123456789"+strings.Repeat(".", side-9), 9)
		return `{"cells":[` + strings.Join(rows, ",") + `],"regions":[` + strings.Join(regions, ",") + `],"overlays":[` + fmt.Sprintf(`{"center":[%v,%v],"text":"11"},`, float64(row)+4.5, float64(column)-0.5) +
			fmt.Sprintf(`{"center":[%v,%v],"width":1,"height":1,"backgroundColor":"#eee"}],`, float64(row)-0.5, float64(column)+0.5) +
			fmt.Sprintf(`"lines":[{"wayPoints":[[%v,%v],[%v,%v]],"color":"#0c0","thickness":9},{"wayPoints":[[0.1,0.1],[0.1,1.9]],"color":"#FFF","thickness":4}],`, float64(row)+0.5, float64(column)+0.5, float64(row)+2.5, float64(column)+0.5) +
			fmt.Sprintf(`"cages":[{"cells":[[%d,%d],[%d,%d]],"value":"7"},{"cells":[[%d,%d]],"value":"30"}],`, row+3, column+3, row+3, column+4, row+9, column) +
			fmt.Sprintf(words, `,"solution":"`+(solution + strings.Repeat(".", side*side))[:side*side]+`"`)
	}
	read := func(text string) *puzzle.Puzzle {
		t.Helper()
		p, notes, err := readAny(text + "}")
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			if !n.Cosmetic && n.IsOmission() {
				t.Errorf("left over: %s", n.Part)
			}
		}
		slices.SortFunc(p.Constraints, func(a, b puzzle.Constraint) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		return p
	}
	want := read(plain)
	if len(want.Constraints) != 5 {
		t.Fatalf("%+v", want.Constraints)
	}
	for _, at := range [][3]int{{1, 1, 11}, {1, 1, 10}, {2, 1, 12}} {
		text := grid(at[0], at[1], at[2])
		if at[2] == 10 { // no row below
			text = strings.Replace(text, fmt.Sprintf(`,{"cells":[[%d,%d]],"value":"30"}`, 10, 1), "", 1)
			text = strings.Replace(text, `"overlays":[`, `"overlays":[{"center":[10.5,1.5],"text":"30"},`, 1)
		}
		got := read(text)
		if fmt.Sprint(got.Constraints) != fmt.Sprint(want.Constraints) || got.Rows != 9 || got.Box != want.Box || len(got.Givens) > 0 || len(got.Solution) != 81 || got.Solution[80] != 9 {
			t.Errorf("%v: %+v; want %+v; solution %v", at, got.Constraints, want.Constraints, got.Solution)
		}
	}
}

// TestAs checks that corrections for drawings and sentences have priority over the words. Drawings with
// impossible corrections are left over.
func TestAs(t *testing.T) {
	text := `{"cells":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{}],`, 6), ",") + `],"lines":[{"wayPoints":[[0.5,0.5],[2.5,2.5]],"color":"#00f","thickness":9},` +
		`{"wayPoints":[[0.5,3.5],[3.5,3.5]],"color":"#0c0","thickness":9}],"metadata":{"rules":"Adjacent digits along a green line differ by at least 2. Frogs hop along blue lines."}}`
	const frogs = "“Frogs hop along blue lines”"
	for _, one := range []struct {
		as          map[string]string
		kinds, open string
	}{
		{nil, "Whisper[2]", "blue lines (1) " + frogs},
		{map[string]string{"blue lines": "Renban"}, "Whisper[2] Renban[]", frogs},
		{map[string]string{"blue lines": "", frogs: ""}, "Whisper[2]", ""},
		{map[string]string{"green lines": "Whisper 3", "blue lines": "Palindrome", frogs: ""}, "Whisper[3] Palindrome[]", ""},
		{map[string]string{"green lines": "Cage", "blue lines": "Lockout 4", "red dots": "X", "": "", "“Frogs”": ""}, "", "blue lines (1) green lines (1) " + frogs},
	} {
		p, err := readPart(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.ApplyCorrections(one.as); err != nil {
			t.Errorf("%v: %v", one.as, err)
		}
		var kinds []string
		for _, c := range p.Puzzle().Constraints {
			kinds = append(kinds, fmt.Sprintf("%s%v", c.Kind, c.Numbers))
		}
		slices.Sort(kinds)
		want := strings.Fields(one.kinds)
		slices.Sort(want)
		if open := strings.Join(p.UnknownRules(), " "); !slices.Equal(kinds, want) || open != one.open {
			t.Errorf("%v: %v, left over %s", one.as, kinds, open)
		}
	}
}

// TestAsOthers checks that a correction applies only to drawings with its look and meaning, and that only
// possible corrections are offered.
func TestAsOthers(t *testing.T) {
	board := `{"cells":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{}],`, 6), ",") + `],`
	letters := board + `"overlays":[{"center":[0.5,1],"text":"X","width":0.5,"height":0.5},{"center":[2.5,1],"text":"3","width":0.5,"height":0.5}],"metadata":{"rules":"Digits joined by X sum to 10."}}`
	crossed := board + `"lines":[{"wayPoints":[[0.5,0.5],[0.5,2.5],[1.5,1.5],[0.5,0.5],[0.5,1.5]],"color":"#00f","thickness":9},{"wayPoints":[[0.5,3.5],[3.5,3.5]],"color":"#808","thickness":9}],"metadata":{"rules":"Purple lines contain a set of consecutive digits in any order."}}`
	green := board + `"lines":[{"wayPoints":[[0.5,0.5],[2.5,2.5]],"color":"#0c0","thickness":9}],"metadata":{"rules":"Green lines are whispers: adjacent digits differ a lot."}}`
	for _, one := range []struct {
		text, want string
		as         map[string]string
	}{
		{letters, "letters=X letters 2=", nil},
		{letters, "letters=X letters 2=Difference*", map[string]string{"letters 2": "Difference"}},
		{letters, "letters=X letters 2=*", map[string]string{"letters 2": ""}},
		{letters, "letters=* letters 2=", map[string]string{"letters": ""}},
		{crossed, "purple lines=Renban blue lines=", nil},
		{crossed, "purple lines=Renban blue lines=", map[string]string{"blue lines": "Renban"}},
		{green, "green lines=Whisper 4*", map[string]string{"green lines": " Whisper 4 "}},
		{green, "green lines=Close 2*", map[string]string{"green lines": "Close 2"}},
		{green, "green lines=Renban*", map[string]string{"green lines": "Renban 7"}},
		{green, "green lines=", map[string]string{"green lines": "Whisper x"}},
	} {
		p, err := readPart(one.text)
		if err != nil {
			t.Fatal(err)
		}
		if one.as == nil {
			one.as = map[string]string{}
		}
		if err := p.ApplyCorrections(one.as); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, n := range p.Notes {
			if d := n.Drawn; d != nil && d.Class != Words {
				got[d.Name] = d.Kind
				if d.Number > 0 {
					got[d.Name] += fmt.Sprint(" ", d.Number)
				}
				if d.Stated {
					got[d.Name] += "*"
				}
				for _, kind := range []string{"FullSet", "Diagonal", "IndexLine"} {
					if slices.Contains(d.MayBe, kind) {
						t.Errorf("%v: %s may be %s", one.as, d.Name, kind)
					}
				}
			}
		}
		var parts []string
		for _, name := range []string{"letters", "letters 2", "purple lines", "green lines", "blue lines"} {
			if kind, is := got[name]; is {
				parts = append(parts, name+"="+kind)
			}
		}
		if text := strings.Join(parts, " "); text != one.want {
			t.Errorf("%v: %s, not %s", one.as, text, one.want)
		}
	}
}
