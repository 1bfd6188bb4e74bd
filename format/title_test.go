package format

import (
	"fmt"
	"strings"
	"testing"
)

const titledRows = "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n"

// TestVariantTitles checks that a title makes rows of digits a puzzle with an unknown rule only if the title is the name
// of a variant.
func TestVariantTitles(t *testing.T) {
	bars := "+-----------+\n|" + strings.ReplaceAll(strings.TrimSpace(titledRows), "\n", "|\n|") + "|\n+-----------+\n"
	for title, want := range map[string]bool{
		"Windoku, medium": true, "Killer Sudoku 123": true, "KILLER": true, "Killer no. 4,567 (Deadly)": true, "Anti-knight": true,
		"The Times Killer Sudoku": true, "Sudoku: Jigsaw": true, "Diagonal Sudoku - hard": true, "杀手数独 第12题": true,
		"Knight Features": false, "Killer app": false, "Jigsaw of the day is on page 3": false, "Diabolical killer!": false,
		"Level: killer": false, "No killer today": false, "Sudoku 12 by Knight": false, "Arrow Games": false, "Diagonal": false,
		"Sudoku with arrows": false, "Skilled killers": false, "Grid 01": false,
	} {
		for _, grid := range []string{titledRows, "\n" + bars} {
			text := title + "\n" + grid
			p, err := NewReader(strings.NewReader(text), Options{IgnoreUnknown: true}).ReadOne()
			if unknown := p.UnknownRules(); err != nil || p.Name != title || len(p.Puzzle().Givens) != 30 || (len(unknown) == 1 && unknown[0] == title) != want || len(unknown) > 1 {
				t.Errorf("below %q: %q, %v, %v", title, p.Name, p.UnknownRules(), err)
			}
			if _, err = ParseOne(text); (err != nil) != want || want && err.(*SyntaxError).What.Key != UnknownRules {
				t.Errorf("below %q, without leave to ignore it: %v", title, err)
			}
		}
	}
}

// TestHeadIsNoRow checks that the numbers of the columns are no row of eight rows, even with other words above or below
// them. They are a row if they contradict none.
func TestHeadIsNoRow(t *testing.T) {
	eight := strings.TrimSuffix(titledRows, "000080079\n")
	spaced := func(text string) string {
		return strings.ReplaceAll(strings.Join(strings.Split(text, ""), " "), " \n ", "\n")
	}
	for _, text := range []string{
		"123456789\n" + eight,
		"123456789\n" + eight + "one row is missing\n",
		"A grid\n123456789\n" + eight + "# the last row is torn\n",
		spaced("123456789\n"+eight) + "\none row is missing\n",
		"|1|2|3|4|5|6|7|8|9|\n|" + strings.Join(strings.Split(strings.TrimSpace(strings.ReplaceAll(eight, "\n", "~")), ""), "|"),
	} {
		if strings.Contains(text, "~") {
			text = strings.TrimSuffix(strings.ReplaceAll(text, "|~", "|\n"), "|\n") + "|\n# seen in the paper\n"
		}
		if p, err := ParseOne(text); err == nil {
			t.Errorf("%s is read as %v", text, p.Grid)
		}
	}
	row := "123456789\n456000000\n" + strings.Repeat("000000000\n", 7)
	if p, err := ParseOne(row); err != nil || !strings.HasPrefix(p.Grid.String(), "123456789456......") {
		t.Errorf("a first row 1 to 9 is read as %v, %v", p.Grid, err)
	}
}

// TestEmptyX checks boards of 25×25 in letters: x is an empty cell if a row has two, otherwise the 24th value. X among A
// to Y could be both.
func TestEmptyX(t *testing.T) {
	for _, c := range []struct{ first, empty, want string }{
		{"AY" + strings.Repeat("x", 23), "x", "1 25"},
		{"AX" + strings.Repeat("x", 23), "x", "1 24"},
		{"AX" + strings.Repeat(".", 23), ".", "1 24"},
		{"1P" + strings.Repeat("X", 23), "X", "1 25"},
		{"AY" + strings.Repeat("X", 23), "X", ""},
	} {
		fields, boxes, line := "", "", "+"+strings.Repeat("-----+", 5)+"\n"
		for i := range 25 {
			row := c.first
			if i > 0 {
				row = strings.Repeat(c.empty, 25)
			}
			if i%5 == 0 {
				boxes += line
			}
			fields += "|" + strings.Join(strings.Split(row, ""), "|") + "|\n"
			boxes += "|" + row[:5] + "|" + row[5:10] + "|" + row[10:15] + "|" + row[15:20] + "|" + row[20:] + "|\n"
		}
		for _, text := range []string{fields, boxes + line} {
			p, err := ParseOne(text)
			got := ""
			if err == nil {
				for _, g := range p.Puzzle().Givens {
					got = strings.TrimSpace(fmt.Sprint(got, " ", g.Values[0]))
				}
			}
			if got != c.want {
				t.Errorf("%s: %.99q, not %q, %v", c.first, got, c.want, err)
			}
		}
	}
	row := "|A" + strings.Repeat("|.", 24) + "|\n"
	alone := row + strings.Replace(row, "A", "X", 1) + strings.Repeat(strings.Replace(row, "A", ".", 1), 23)
	if p, err := ParseOne(alone); err != nil || len(p.Puzzle().Givens) != 2 || p.Puzzle().Givens[1].Values[0] != 24 {
		t.Errorf("a row with only X is read as %v, %v", p.Puzzle().Givens, err)
	}
}
