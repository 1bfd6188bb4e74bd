package sudoku

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	inkala         = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	inkalaSolution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
)

func TestParse(t *testing.T) {
	for _, test := range []struct{ in, err string }{
		{inkala, ""},
		{strings.NewReplacer(".", "0").Replace(inkala), ""},
		{strings.NewReplacer(".", "_").Replace(inkala), ""},
		{strings.NewReplacer(".", "*").Replace(inkala), ""},
		{"", "a grid has 81 cells, this has 0"},
		{inkala[:80], "a grid has 81 cells, this has 80"},
		{inkala + ".", "a grid has 81 cells, this has 82"},
		{"x" + inkala[1:], "position 1 (r1c1): 'x' is neither a digit 1–9 nor an empty cell (. 0 _ *)"},
		{inkala[:80] + "\x00", "position 81 (r9c9): 'U+0000' is neither a digit 1–9 nor an empty cell (. 0 _ *)"},
		{inkala[:9] + "数" + inkala[10:], "position 10 (r2c1): '数' is neither a digit 1–9 nor an empty cell (. 0 _ *)"},
		{inkala[:9] + "\xff" + inkala[10:], "position 10 (r2c1): 'U+FFFD' is neither a digit 1–9 nor an empty cell (. 0 _ *)"},
	} {
		g, err := Parse(test.in)
		switch {
		case test.err == "" && (err != nil || g.String() != inkala):
			t.Errorf("Parse(%q) is %s, %v", test.in, g, err)
		case test.err != "" && (err == nil || err.Error() != test.err):
			t.Errorf("Parse(%q): %v, want %s", test.in, err, test.err)
		}
	}
}

func TestFromCells(t *testing.T) {
	values := MustParse(inkala).Values()
	if g, err := FromCells(values); err != nil || g != MustParse(inkala) {
		t.Errorf("%s, %v", g, err)
	}
	values[12] = 10
	if _, err := FromCells(values); err == nil || err.Error() != "r2c4: 10 is no digit; a cell holds 1 to 9, or nothing (0)" {
		t.Errorf("a 10 at r2c4: %v", err)
	}
}

func TestContradictions(t *testing.T) {
	for _, test := range []struct {
		place map[string]Digit
		want  string
	}{
		{nil, ""},
		{map[string]Digit{"r1c1": 8, "r1c5": 8}, "r1c1 and r1c5 are both 8 (row 1)"},
		{map[string]Digit{"r2c9": 3, "r7c9": 3}, "r2c9 and r7c9 are both 3 (column 9)"},
		{map[string]Digit{"r4c4": 1, "r6c6": 1}, "r4c4 and r6c6 are both 1 (box 5)"},
		// Two cells with two common houses are reported once, with the line.
		{map[string]Digit{"r4c4": 1, "r4c6": 1}, "r4c4 and r4c6 are both 1 (row 4)"},
		{map[string]Digit{"r4c4": 1, "r5c4": 1}, "r4c4 and r5c4 are both 1 (column 4)"},
		{map[string]Digit{"r1c1": 9, "r1c2": 9, "r1c9": 9}, "r1c1 and r1c2 are both 9 (row 1); r1c1 and r1c9 are both 9 (row 1); r1c2 and r1c9 are both 9 (row 1)"},
	} {
		var g Grid
		for c := range Cell(Cells) {
			g = g.With(c, test.place[c.String()])
		}
		var got []string
		for _, k := range g.Contradictions() {
			got = append(got, k.String())
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", g, s, test.want)
		}
	}
}

func TestGridAsJSON(t *testing.T) {
	g := MustParse(inkala)
	b, err := json.Marshal(g)
	if err != nil || string(b) != `"`+inkala+`"` {
		t.Fatalf("%s, %v", b, err)
	}
	var back Grid
	if err := json.Unmarshal(b, &back); err != nil || back != g {
		t.Errorf("%s, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`"12"`), &back); err == nil {
		t.Error("two cells were read as a grid")
	}
}

func grids() *rapid.Generator[Grid] {
	return rapid.Custom(func(t *rapid.T) Grid {
		var g Grid
		for c := range Cell(Cells) {
			g = g.With(c, Digit(rapid.IntRange(0, 9).Draw(t, "digit")))
		}
		return g
	})
}

func TestStringAndParseAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grids().Draw(t, "grid")
		if back, err := Parse(g.String()); err != nil || back != g {
			t.Fatalf("%s came back as %s, %v", g, back, err)
		}
		if other := grids().Draw(t, "other"); (g.Compare(other) == 0) != (g == other) || g.Compare(other) != -other.Compare(g) {
			t.Fatalf("Compare is no order on %s, %s", g, other)
		}
	})
}

// TestContradictionsTold checks that a message names at most five contradictions, and the number of those not
// named.
func TestContradictionsTold(t *testing.T) {
	for text, want := range map[string]string{
		"1111":                  "r1c1 and r1c2 are both 1 (row 1), r1c1 and r1c3 are both 1 (row 1), r1c1 and r1c4 are both 1 (row 1), r1c2 and r1c3 are both 1 (row 1), r1c2 and r1c4 are both 1 (row 1), and 1 more",
		"111.2.2":               "r1c1 and r1c2 are both 1 (row 1), r1c1 and r1c3 are both 1 (row 1), r1c2 and r1c3 are both 1 (row 1), r1c5 and r1c7 are both 2 (row 1)",
		strings.Repeat("1", 81): "r1c1 and r1c2 are both 1 (row 1), r1c1 and r1c3 are both 1 (row 1), r1c1 and r1c4 are both 1 (row 1), r1c1 and r1c5 are both 1 (row 1), r1c1 and r1c6 are both 1 (row 1), and 805 more",
	} {
		g := MustParse(text + strings.Repeat(".", 81-len(text)))
		if got := (&ContradictionError{g.Contradictions()}).Error(); got != "the givens contradict each other: "+want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// TestContradictionsAgreeWithCandidates empties each filled cell. The grid must have contradictions exactly if
// some cell's old digit is then not a candidate.
func TestContradictionsAgreeWithCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grids().Draw(t, "grid")
		clash := false
		for c := range Cell(Cells) {
			if d := g.At(c); d != 0 && !g.With(c, 0).Candidates(c).Has(d) {
				clash = true
			}
		}
		if clash != (g.Contradictions() != nil) || clash == g.IsConsistent() {
			t.Fatalf("%s: contradictions %v, consistent %v", g, g.Contradictions(), g.IsConsistent())
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add(inkala)
	f.Add("")
	f.Add("\xef\xbb\xbf" + inkala)
	f.Fuzz(func(t *testing.T, s string) {
		g, err := Parse(s)
		if err == nil && strings.NewReplacer("0", ".", "_", ".", "*", ".").Replace(s) != g.String() {
			t.Errorf("%q was read as %s", s, g)
		}
		if err != nil && err.Error() == "" {
			t.Errorf("%q: an error without a word", s)
		}
	})
}
