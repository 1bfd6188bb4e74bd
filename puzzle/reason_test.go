package puzzle_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
)

// TestReasons breaks the rule of each kind at random. The reason has the constraint's numbers and the values of the
// cells, in both languages, as separate numbers.
func TestReasons(t *testing.T) {
	numbers := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	}
	kinds := 0
	for _, k := range puzzle.Kinds() {
		text := k.Example
		if strings.HasPrefix(text, "{") {
			text = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + text + `]}`
		}
		read, err := format.ParseOne(text)
		if err != nil {
			t.Fatal(k.Name, err)
		}
		p := read.Puzzle()
		switch k.Name {
		case "Given", "Nothing", "And", "FullRankTies": // its parts, the clues of FullRank are broken, or nothing
			continue
		}
		r := rand.New(rand.NewPCG(1, 2))
		told := 0
		for range 200 {
			values := make([]int, p.Cells())
			for i := range values {
				values[i] = p.Low + r.IntN(p.High-p.Low+1)
			}
			for i := p.BoardCells(); i < len(values); i++ { // these may have other values
				values[i] = 1
			}
			broken, err := p.Check(values)
			if err != nil {
				t.Fatal(k.Name, err)
			}
			for _, b := range broken {
				if b.Kind != k.Name {
					continue
				}
				told++
				for _, lang := range message.Langs() {
					reason := p.Reason(b, values).In(lang)
					has := numbers(reason)
					for _, n := range p.Constraints[b.Constraint].Numbers {
						if (k.TypedForm() == "number" || k.TypedForm() == "values") && !slices.Contains(has, strconv.Itoa(n)) {
							t.Fatalf("%s: no %d in %q", k.Name, n, reason)
						}
					}
					for _, cell := range b.Cells {
						if len(b.Cells) <= 9 && !slices.Contains(has, strconv.Itoa(values[cell])) {
							t.Fatalf("%s: no %d in %q", k.Name, values[cell], reason)
						}
					}
					if told == 1 {
						t.Log(reason)
					}
				}
			}
		}
		if told == 0 {
			t.Errorf("%s is never broken", k.Name)
		} else {
			kinds++
		}
	}
	if kinds < 75 {
		t.Errorf("only %d kinds", kinds)
	}
}

// TestBrokenSums checks the calculations with broken rules. There is none in these cases: another part of the rule is
// broken, a cell has no value, a cage has no sum, or values count twice.
func TestBrokenSums(t *testing.T) {
	for _, c := range []struct {
		kind    string
		numbers []int
		values  []int
		want    string
	}{
		{"Cage", []int{3}, []int{1, 4}, "Here 1 + 4 ≠ 3."},
		{"Cage", []int{3}, []int{puzzle.Empty, 4}, "Here: –, 4."},
		{"Cage", []int{4}, []int{2, 2}, "Here: 2, 2."},
		{"Cage", []int{0}, []int{1, 1}, "Here: 1, 1."},
		{"CageAmong", []int{7, 3}, []int{1, 4}, "Here 1 + 4 ≠ 3, 7."},
		{"Sum", []int{3}, []int{4, 4}, "Here 4 + 4 ≠ 3."},
		{"Sum", []int{3, 1, 2}, []int{4, 4}, "Here: 4, 4."},
		{"Product", []int{6}, []int{1, 4}, "Here 1 × 4 ≠ 6."},
		{"V", nil, []int{2, 4}, "Here 2 + 4 ≠ 5."},
		{"X", nil, []int{2, 4}, "Here 2 + 4 ≠ 10."},
		{"WhiteDot", nil, []int{2, 4}, "Here 4 − 2 ≠ 1."},
		{"BlackDot", nil, []int{1, 4}, "Here 4 ÷ 1 ≠ 2."},
		{"Difference", []int{3}, []int{2, 4}, "Here 4 − 2 ≠ 3."},
		{"Ratio", []int{3}, []int{2, 4}, "Here 4 ÷ 2 ≠ 3."},
		{"Whisper", []int{3}, []int{2, 4}, "Here 4 − 2 < 3."},
		{"Arrow", nil, []int{3, 4}, "Here: 3, 4."},
		{"Thermo", nil, []int{3, 1}, "Here: 3, 1."},
	} {
		p := puzzle.New(4, 4)
		p.Constraints = []puzzle.Constraint{{Kind: c.kind, Numbers: c.numbers, Cells: []int{0, 1}}}
		values := append(slices.Clone(c.values), slices.Repeat([]int{puzzle.Empty}, 14)...)
		b := puzzle.Conflict{Kind: c.kind, Cells: []int{0, 1}}
		if got := p.Reason(b, values).In(message.English); !strings.HasSuffix(got, " "+c.want) {
			t.Errorf("%s %v with %v: %q, want %q", c.kind, c.numbers, c.values, got, c.want)
		}
		if got := p.Reason(b, nil).In(message.English); strings.Contains(got, "Here") {
			t.Errorf("without values: %q", got)
		}
		p.Constraints = append(p.Constraints, puzzle.Constraint{Kind: "Doublers"})
		if got := p.Reason(b, values).In(message.English); strings.ContainsAny(got, "≠<÷") {
			t.Errorf("with doublers: %q", got)
		}
	}
}
