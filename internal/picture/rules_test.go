package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/puzzle"
	"nonet/sudoku"
)

// gallery holds a mark of each shape, and a clue outside the board on each side.
const gallery = `{"nonet":1,"rows":9,"columns":9,"title":"<Gallery & \"more\">","givens":{"r9c9":[5],"r8c1":[1,2]},"constraints":[
	{"kind":"Cage","numbers":[15],"cells":["r1c1","r1c2","r2c1"]},{"kind":"Thermo","cells":["r3c1","r3c2","r4c2","r5c1"]},
	{"kind":"Arrow","cells":["r1c4","r1c5","r2c5","r3c4"]},{"kind":"PillArrow","numbers":[2],"cells":["r9c1","r9c2","r9c3","r9c4"]},
	{"kind":"WhiteDot","cells":["r1c7","r1c8"]},{"kind":"BlackDot","cells":["r2c7","r3c7"]},{"kind":"X","cells":["r1c9","r2c9"]},
	{"kind":"GreaterThan","cells":["r4c8","r4c9"]},{"kind":"Whisper","numbers":[5],"cells":["r5c4","r6c5","r6c6","r5c7"]},
	{"kind":"Renban","cells":["r6c1","r7c1","r7c2","r8c3"]},{"kind":"Between","cells":["r6c8","r7c8","r7c9","r8c9"]},
	{"kind":"Quad","numbers":[1,2,3],"cells":["r3c5","r3c6","r4c5","r4c6"]},{"kind":"Odd","cells":["r4c4"]},{"kind":"Even","cells":["r5c5"]},
	{"kind":"Minimum","cells":["r2c3"]},{"kind":"Diagonal","numbers":[-1]},
	{"kind":"ExtraRegion","cells":["r8c6","r8c7","r8c8","r9c5","r9c6","r9c7","r9c8","r6c7","r6c4"]},
	{"kind":"LittleKiller","numbers":[22],"cells":["r1c6","r2c7","r3c8","r4c9"]},
	{"kind":"Sandwich","numbers":[8],"cells":["r5c1","r5c2","r5c3","r5c4","r5c5","r5c6","r5c7","r5c8","r5c9"]}]}`

func TestRulesSVG(t *testing.T) {
	read, err := format.ParseOne(gallery)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "testdata/rules.svg", string(SVG(&read, Look{})))
}

// A player's digits and colours are drawn whatever the rules are; a solution replaces them.
func TestPlayedRules(t *testing.T) {
	read, err := format.ParseOne(gallery)
	if err != nil {
		t.Fatal(err)
	}
	read.Extra = &format.Extra{Values: sudoku.Grid{}.With(2, 4)}
	read.Extra.Colours[2] = 1 << 3
	drawn := func(look Look, solution []int) string {
		s := newSVGPen(0, 0, 1, 1, "")
		Paint(s, &read, look, solution)
		return s.String()
	}
	const digit = `fill="#1f5fbf">4<`
	solution := slices.Repeat([]int{7}, 81)
	if got := drawn(Look{Values: true, Notes: true}, nil); !strings.Contains(got, digit) || !strings.Contains(got, `fill="#dcc4f5"`) {
		t.Error(got)
	}
	for _, got := range []string{drawn(Look{}, nil), drawn(Look{Values: true, Notes: true}, solution)} {
		if strings.Contains(got, digit) || strings.Contains(got, `fill="#dcc4f5"`) {
			t.Error(got)
		}
	}
}

// Every kind with a look draws something, in a known colour.
func TestEveryKindIsDrawn(t *testing.T) {
	for _, k := range puzzle.Kinds() {
		if k.Draw.Shape == "" || strings.HasPrefix(k.Name, "Chaos") {
			continue
		}
		text := k.Example
		if strings.HasPrefix(text, "{") {
			text = fmt.Sprintf(`{"nonet":1,"rows":9,"columns":9,"constraints":[%s]}`, text)
		}
		read, err := format.ParseOne(text)
		p := read.Puzzle()
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		bare := *p
		bare.Constraints = nil
		drawn := func(z *format.Puzzle) string {
			s := newSVGPen(0, 0, 1, 1, "")
			Paint(s, z, Look{}, nil)
			return s.String()
		}
		board, err := format.ParseOne(format.WriteNonet(&bare))
		if err != nil {
			t.Fatalf("%s: %v", k.Name, err)
		}
		got, none := drawn(&read), drawn(&board)
		if len(got) <= len(none) || strings.Contains(got, "NaN") || strings.Contains(got, "#000000") {
			t.Errorf("%s is drawn as\n%s", k.Name, got)
		}
	}
}
