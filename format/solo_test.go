package format

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/check/reference"
	"nonet/message"
	"nonet/puzzle"
)

// TestSolo reads game ids that no program generated: each letter of the parameters, long runs,
// names after the id.
func TestSolo(t *testing.T) {
	for text, want := range map[string]string{
		"2x2:3_4c1d4c1_2":                         "boxes 2x2 givens 6 rules ",
		"3x2:b5a2_1c6b5d6_1d2b6c2_3a4b":           "boxes 3x2 givens 12 rules ",
		"2x2xdt:3a2j1a4":                          "boxes 2x2 givens 4 rules Diagonal Diagonal",
		"2x2kx:p,_a__a___aaaa__ba,5_7a6a3b5a7_7d": "boxes 2x2 givens 0 rules Diagonal Diagonal Cage Cage Cage Cage Cage Cage Cage",
		"4j:2_4a3_4f4_3a4_2,_a__a___g__c_":        "regions 4 givens 8 rules ",
		"2x2jr4:2_4a3_4f4_3a4_2,_a__a___g__c_":    "regions 4 givens 8 rules ",
		"4x1md4du:2_4a3_4f4_3a4_2,_a__a___g__c_":  "regions 4 givens 8 rules ",
		"2x2a:p # one":                            "boxes 2x2 givens 0 rules ",
		"3x4:zzzzzn":                              "boxes 3x4 givens 0 rules ",
		"3x4:12_" + "zzzzzm":                      "boxes 3x4 givens 1 rules ",
		"3x3#123456789":                           "!random seed",
		"9jx#a":                                   "!random seed",
		"2x2:o":                                   "!15 cells, not 16",
		"2x2:zzz":                                 "!cells, not 16",
		"2x2:5o":                                  "!",
		"2x2j:p":                                  "!1 parts",
		"2x2k:p,_a__a___aaaa__b,5_7a6a3b5a7_7d":   "!22 places",
		"2x2k:p,_a__a___aaaa__ba,5_7a6_6_3b5a7_6_7c": "!second sum",
		"99x99:a":                              "!up to 31",
		"2x2j:p,zz":                            "!",
		"2x2j:p,_____________________________": "!",
	} {
		p, err := ParseOne(text)
		if bad, is := strings.CutPrefix(want, "!"); is {
			if err == nil || !strings.Contains(err.Error(), bad) {
				t.Errorf("%q: %v, not %q", text, err, bad)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		o := p.Puzzle()
		got := "boxes " + strconv.Itoa(o.Box.Rows) + "x" + strconv.Itoa(o.Box.Columns)
		if len(o.Regions) > 0 {
			got = "regions " + strconv.Itoa(len(o.Regions))
		}
		var kinds []string
		for _, c := range o.Constraints {
			kinds = append(kinds, c.Kind)
		}
		if got += " givens " + strconv.Itoa(len(o.Givens)) + " rules " + strings.Join(kinds, " "); got != want || p.Kind != Solo {
			t.Errorf("%q is read as %v: %s, not %s", text, p.Kind, got, want)
		}
	}
}

// TestNotSolo checks other notations that begin with a size and a colon. They must not be read as game ids.
func TestNotSolo(t *testing.T) {
	for _, text := range []string{"3x3:d:k:3072:", "2x2: 1234341221434321", "2x2:1234341221434321", "3x3: Title", "9:53..7....6", "1x1:a", "3x3y:a", "3x3dq:a", "3x3:A", "x3:a"} {
		if g, ok := parseSolo(firstWord([]byte(text))); ok {
			t.Errorf("%q is a game id: %v", text, g)
		}
	}
}

// TestSoloCorpus checks that every game id of the reference is read, and written unchanged
// except for symmetry and difficulty.
func TestSoloCorpus(t *testing.T) {
	text, err := os.ReadFile(reference.File(t, "formats/solo.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		p, err := ParseOne(fields[1])
		if err != nil {
			t.Errorf("%s: %v", fields[1], err)
			continue
		}
		again, lost, err := Write(p.Puzzle(), Solo)
		if err != nil || len(lost.Rules) > 0 || strings.TrimSpace(again) != fields[1] {
			t.Errorf("%s comes back as %s, %v, %v", fields[1], again, lost, err)
		}
	}
}

// TestSoloRoundTrip checks that a board with boxes or regions, givens, diagonals and cages comes
// back from its game id.
func TestSoloRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		box := rapid.SampledFrom([]puzzle.Box{{Rows: 2, Columns: 2}, {Rows: 3, Columns: 2}, {Rows: 2, Columns: 4}, {Rows: 3, Columns: 3}, {Rows: 4, Columns: 4}, {Rows: 5, Columns: 6}}).Draw(t, "box")
		n := box.Rows * box.Columns
		p := puzzle.New(n, n)
		if p.Box = box; rapid.Bool().Draw(t, "jigsaw") { // Solo needs connected regions, and rows are connected
			p.Box = puzzle.Box{}
			for row := range n {
				var area []int
				for column := range n {
					area = append(area, row*n+column)
				}
				p.Regions = append(p.Regions, area)
			}
		}
		for cell := range n * n {
			if rapid.IntRange(0, 9).Draw(t, "given") == 0 {
				p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{rapid.IntRange(1, n).Draw(t, "value")}})
			}
		}
		if rapid.Bool().Draw(t, "diagonals") {
			p.Constraints = append(p.Constraints, puzzle.Constraint{Kind: "Diagonal", Numbers: []int{1}}, puzzle.Constraint{Kind: "Diagonal", Numbers: []int{-1}})
		}
		if n <= 9 {
			for cell := 0; cell+n < n*n; cell += n + 2 {
				p.Constraints = append(p.Constraints, puzzle.Constraint{Kind: "Cage", Numbers: []int{rapid.IntRange(0, 2*n-1).Draw(t, "sum")}, Cells: []int{cell, cell + n}})
			}
		}
		if p.Validate() != nil {
			t.Skip()
		}
		text, lost, err := Write(p, Solo)
		if err != nil || len(lost.Rules) > 0 {
			t.Fatal(text, lost, err)
		}
		back, err := ParseOne(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if got, want := WriteNonet(back.Puzzle()), WriteNonet(p); got != want {
			t.Fatalf("%s is %s, not %s", text, got, want)
		}
	})
}

// TestSoloLost checks that the rules that Solo lacks are named.
func TestSoloLost(t *testing.T) {
	for text, want := range map[string]string{
		".Thermo~R1C1~R1C2":             "Thermo",
		".Diagonal~1":                   "Diagonal",
		".Shape~12x12.Cage~5~R1C1~R1C2": "Cage",
		".Cage~5~R1C1~R2C2":             "Cage",
		".~R1C1_1_2":                    lostGivens,
	} {
		p, err := ReadISS(text)
		if err != nil {
			t.Fatal(err)
		}
		_, lost, err := Write(p, Solo)
		if err != nil || !slices.ContainsFunc(lost.Rules, func(m message.Message) bool { return m.String() == lossLabelOf(want).String() }) {
			t.Errorf("%s: lost %v, %v", text, lost, err)
		}
	}
	for _, text := range []string{".Shape~4x6", ".NoBoxes", ".Shape~9x9~0-8"} {
		p, err := ReadISS(text)
		if err != nil {
			t.Fatal(err)
		}
		if text, _, err := Write(p, Solo); err == nil {
			t.Error(text)
		}
	}
}
