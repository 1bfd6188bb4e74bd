package notation

import (
	"encoding/base64"
	"testing"

	"nonet/variant"
)

// What Interactive Sudoku Solver takes beside what it writes is read as what it means there.
func TestISSForms(t *testing.T) {
	regex := func(pattern string) string {
		return ".Regex~" + base64.RawURLEncoding.EncodeToString([]byte(pattern)) + "~R1C1~R1C2"
	}
	const pair = ".Pair~EAEBEAAQAAAAE~_1%3A3"
	for _, c := range []struct{ name, text, means string }{
		{"spaces, lines, small letters", " .Cage ~ 15~r1c1\n~R1c2 ", ".Cage~15~R1C1~R1C2"},
		{"And without parts", ".Thermo~R1C1~R1C2.And.End", ".Thermo~R1C1~R1C2"},
		{"Or of what always holds", ".Thermo~R1C1~R1C2.Or.Thermo~R2C1~R2C2.And.End.End", ".Thermo~R1C1~R1C2"},
		{"Or beside a clue that is not given", ".Or.XSum~R1~~.Thermo~R2C1~R2C2.End", ".Or.Thermo~R2C1~R2C2.End"},
		{"Or of two lists, one too short", ".Or" + pair + "~R1C1~~R2C1~R2C2.Thermo~R1C1~R1C2.End", ".Or" + pair + "~R2C1~R2C2.Thermo~R1C1~R1C2.End"},
		{"Replicate of nothing", ".Thermo~R1C1~R1C2.Replicate~H.And.End.End", ".Thermo~R1C1~R1C2"},
		{"a pair of one cell", pair + "~R1C1~~R2C1~R2C2", pair + "~R2C1~R2C2"},
		{"more sets than cells", ".SameValues~5~R1C1~R4C4", ".SameValues~2~R1C1~R4C4"},
		{"one set", ".SameValues~1~R1C1~R4C4.AntiKing", ".AntiKing"},
		{"cells that differ from themselves", ".AllDifferent~R1C1~R5C5~R1C1", ".AllDifferent~R1C1~R5C5"},
		{"no windows", ".Shape~5x5.Windoku.DisjointSets.AntiKing", ".Shape~5x5.AntiKing"},
		{"diamonds that need not be apart", ".Lockout~0~R1C1~R1C2~R1C3", ".Lockout~1~R1C1~R1C2~R1C3"},
		{"quantifiers one after another", regex("1*+2(3|4?*){2}?|[1-3]+?.{1,2}*"), regex("(1*)+2((3|(4?)*){2})?|([1-3]+)?(.{1,2})*")},
		{"a region's number beyond the regions", ".Shape~4x4~6.ChaosConstruction.~CC3_2_6", ".Shape~4x4~6.ChaosConstruction.~CC3_2"},
	} {
		got, err := ReadISS(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		want, err := ReadISS(c.means)
		if err != nil {
			t.Fatal(err)
		}
		if WriteJSON(got) != WriteJSON(want) {
			t.Errorf("%s: %s is read as %s", c.name, c.text, WriteJSON(got))
		}
	}
	// A line may come to a cell again.
	for _, text := range []string{".Palindrome~R1C1~R2C2~R2C2~R1C1", ".Modular~3~R1C1~R1C2~R1C3~R1C1", ".Zipper~R1C1~R1C2~R1C1", ".RegionSumLine~R1C3~R1C4~R1C3", ".SumLine~9~R1C1~R1C2~R2C2~R1C1"} {
		if _, err := ReadISS(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	// Sets with the same values of which one has a cell beside the other's, in its box.
	p, err := ReadISS(".Shape~6x6.SameValues~2~R1C1~R1C2~R2C2~R1C1")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := p.Count(t.Context(), variant.Limits{Solutions: 1}); err != nil || r.N != 0 || !r.Exact {
		t.Errorf("%v, %v; want no solution", r.Tally, err)
	}
}
