package format

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"nonet/puzzle"
	"nonet/solve"
)

// TestISSExtraArguments checks that no argument is ignored.
func TestISSExtraArguments(t *testing.T) {
	for text, part := range map[string]string{
		".AntiKnight~R1C1": "R1C1", ".Windoku~3": "3", ".StrictKropki~1": "1", ".GlobalEntropy~2": "2", ".AntiMove~1_2~3~4": "4",
		".Sandwich~5~R1~C3": "C3", ".LittleKiller~5~R1C2~R2C2": "R2C2", ".XSum~R1~5~6~7": "7", ".FullRankTies~any~x": "x",
		".ConnectedValues~~1_2~3~4": "4", ".And~3.AntiKnight.End": "3", ".Or.And~x.AntiKnight.End.AntiKing.End": "x",
		".Replicate~H~R1C1~R2C2.AntiKing.End": "R2C2", ".Shape~9x9~9~Sudoku~raw": "raw", ".RegionSize~9~9": "9", ".NoBoxes~1": "1",
		".Var~X~a~3~4": "4", ".ChaosConstruction~3": "3", ".Jigsaw~9~9~" + strings.Repeat("0", 81): strings.Repeat("0", mostPart) + "…",
	} {
		if _, err := ReadISS(text); err == nil || !strings.Contains(err.Error(), "“"+part+"”") {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{".Thermo~R1C1~~R1C3", ".EqualSum~R1C1~~R1C2~-~R2C1"} {
		if _, err := ReadISS(text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
	if _, err := ReadISS(".AntiKnight~.XSum~R1~5~~.NoBoxes~~.Thermo~R1C1~R1C2~"); err != nil {
		t.Errorf("empty arguments at the end: %v", err)
	}
}

// TestISSDisjointGroup checks that single disjoint groups are read. They are written as cells that differ,
// because Interactive Sudoku Solver would take the item to mean all groups.
func TestISSDisjointGroup(t *testing.T) {
	p, err := ReadISS(".DisjointSets~5_1")
	if err != nil {
		t.Fatal(err)
	}
	const want = ".AllDifferent~R1C1~R1C4~R1C7~R4C1~R4C4~R4C7~R7C1~R7C4~R7C7.AllDifferent~R2C2~R2C5~R2C8~R5C2~R5C5~R5C8~R8C2~R8C5~R8C8"
	if text, ok := WriteISS(p); text != want || !ok {
		t.Errorf("%s, %v", text, ok)
	}
	for _, text := range []string{".DisjointSets~0", ".DisjointSets~10", ".DisjointSets~5_5", ".DisjointSets~x"} {
		if _, err := ReadISS(text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

// TestISSAlternatives checks that an alternative of an Or stays one alternative, even if Interactive Sudoku Solver needs
// no constraint or several constraints for it.
func TestISSAlternatives(t *testing.T) {
	for parts, want := range map[string]string{
		`{"kind":"Odd","cells":["r1c1","r1c2"]},{"kind":"Given","cells":["r2c3"],"numbers":[1]}`:                 "And.~R1C1_1_3.~R1C2_1_3.End.~R2C3_1",
		`{"kind":"Odd","cells":["r1c1"]},{"kind":"Even","cells":["r1c2"]}`:                                       "~R1C1_1_3.~R1C2_2_4",
		`{"kind":"Nothing","cells":["r1c1"]},{"kind":"Odd","cells":["r1c1"]}`:                                    "And.End.~R1C1_1_3",
		`{"kind":"AntiMove","numbers":[7,8]},{"kind":"Odd","cells":["r1c1"]}`:                                    "And.End.~R1C1_1_3",
		`{"kind":"Clone","sets":[["r1c1","r1c2"],["r2c3","r2c4"]]},{"kind":"Odd","cells":["r3c1"]}`:              "And.SameValues~2~R1C1~R2C3.SameValues~2~R1C2~R2C4.End.~R3C1_1_3",
		`{"kind":"Indexing","cells":["r1c1","r1c2"],"text":"C"},{"kind":"DisjointSets","numbers":[1]}`:           "Indexing~C~R1C1~R1C2.AllDifferent~R1C1~R1C3~R3C1~R3C3",
		`{"kind":"And","parts":[{"kind":"Even","cells":["r1c1","r1c2"]}]},{"kind":"Odd","cells":["r1c1"]}`:       "And.~R1C1_2_4.~R1C2_2_4.End.~R1C1_1_3",
		`{"kind":"Or","parts":[{"kind":"Odd","cells":["r1c1","r2c1"]}]},{"kind":"Even","cells":["r3c1","r4c1"]}`: "Or.And.~R1C1_1_3.~R2C1_1_3.End.End.And.~R3C1_2_4.~R4C1_2_4.End",
	} {
		p, err := parseNonet(`{"nonet":1,"rows":4,"columns":4,"constraints":[{"kind":"Or","parts":[` + parts + `]}]}`)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := WriteISS(p)
		if !ok || text != ".Shape~4x4.Or."+want+".End" {
			t.Errorf("%s: %s, %v", parts, text, ok)
		}
		back, err := ReadISS(text)
		if err != nil {
			t.Fatal(err)
		}
		before, err := solve.Count(t.Context(), p, puzzle.Limits{})
		after, err2 := solve.Count(t.Context(), back, puzzle.Limits{})
		if err != nil || err2 != nil || before.N != after.N {
			t.Errorf("%s: %v solutions before, %v after, %v, %v", parts, before.N, after.N, err, err2)
		}
	}
}

// TestISSForms checks texts that Interactive Sudoku Solver accepts but does not write. They must mean the same
// here.
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
		{"sums of which there is one", ".EqualSum~R1C1~R2C2~-.EqualSum~R1C1~R1C2.AntiKing", ".AntiKing"},
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
		if WriteNonet(got) != WriteNonet(want) {
			t.Errorf("%s: %s is read as %s", c.name, c.text, WriteNonet(got))
		}
	}
	// A line may visit a cell twice.
	for _, text := range []string{".Palindrome~R1C1~R2C2~R2C2~R1C1", ".Modular~3~R1C1~R1C2~R1C3~R1C1", ".Zipper~R1C1~R1C2~R1C1", ".RegionSumLine~R1C3~R1C4~R1C3", ".SumLine~9~R1C1~R1C2~R2C2~R1C1"} {
		if _, err := ReadISS(text); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	// An impossible part of an Or leaves the other parts.
	for _, part := range []string{"ContainAtLeast~1_2_9~R1C1~R1C2~R1C3", "ContainExact~1_2_3~R1C1~R1C2", "Quad~R1C1~7", "LookAndSay~17~R1C1~R1C2", "LookAndSay~2412~R1C1~R1C2",
		"NumberedRoom~R1~8~", "HiddenSkyscraper~R1~8~", "FullRank~R1~25~", "Cage~40~R1C1~R1C2", "Thermo~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6~R2C6"} {
		p, err := ReadISS(".Shape~6x6.Or." + part + ".Thermo~R1C1~R1C2~R1C3~R1C4~R1C5~R1C6.End.Or." + part + ".And.~R4C4_5.~R6C1_2.End.End")
		if err != nil {
			t.Errorf("%s: %v", part, err)
			continue
		}
		if alone, err := ReadISS(".Shape~6x6." + part); err != nil || alone.Contradiction() == nil {
			t.Errorf("%s alone: %v, or it is possible", part, err)
		}
		r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1})
		if err != nil || r.N != 1 || !slices.Equal(r.Solutions[0][:6], []int{1, 2, 3, 4, 5, 6}) {
			t.Errorf("%s: %+v, %v; want the first row of the other part", part, r, err)
			continue
		}
		if broken, err := p.Check(r.Solutions[0]); err != nil || len(broken) > 0 {
			t.Errorf("%s: the solution breaks %v, %v", part, broken, err)
		}
	}
	// Two sets with the same values; one set has a cell in the box of the other's cells.
	p, err := ReadISS(".Shape~6x6.SameValues~2~R1C1~R1C2~R2C2~R1C1")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1}); err != nil || r.N != 0 || !r.Exact {
		t.Errorf("%v, %v; want no solution", r.Tally, err)
	}
}

// TestSandwiches checks what the engine knows about a sandwich: the values inside it and outside it are
// together a row of different values. This knowledge saves guesses: with sums alone there were 1,202 and 2,425.
func TestSandwiches(t *testing.T) {
	for _, text := range []string{
		".~R4C3_6~R5C6_7~R7C3_9~R7C4_3~R9C5_2~R9C7_8.Sandwich~27~R1.Sandwich~5~C2.Sandwich~23~C4.Sandwich~18~C5.Sandwich~19~C8" +
			".Sandwich~13~R2.Sandwich~16~R3.Sandwich~25~R5.Sandwich~17~R6.Sandwich~24~R7.Sandwich~35~R9",
		".~R5C3_1.AntiKing.Sandwich~35~C1.Sandwich~20~C2.Sandwich~25~C4.Sandwich~4~C5.Sandwich~17~C6" +
			".Sandwich~17~C8.Sandwich~23~C9.Sandwich~17~R5.Sandwich~15~R6.Sandwich~24~R7.Sandwich~6~R8",
	} {
		p, err := ReadISS(text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2, Nodes: 200}); err != nil || r.N != 1 {
			t.Errorf("%s: %+v, %v; want one solution", text, r.Tally, err)
		}
	}
}

// TestSumLines checks that neighbours on a sum line in one house differ, so 5+5 is excluded. Before the engine
// knew this, lanes took 1,727 nodes. A cell that the line visits twice in a row is not its own neighbour.
func TestSumLines(t *testing.T) {
	for _, c := range []struct {
		text      string
		nodes, is uint64
	}{
		{".SumLine~10~R1C3~R1C2~R1C1~R2C1~R3C1.SumLine~10~R3C4~R3C3~R3C2~R2C2~R2C3~R1C4.SumLine~10~R1C5~R1C6~R2C6~R3C6.SumLine~10~R1C7~R2C7~R3C7~R3C8~R3C9" +
			".SumLine~10~R4C4~R3C5~R4C6~R5C7.SumLine~10~R7C1~R6C1~R6C2~R6C3.SumLine~10~R8C2~R7C2~R7C3~R7C4.SumLine~10~R6C6~R7C5~R8C4~R9C3" +
			".SumLine~10~R8C7~R7C8~R7C9~R6C8~R6C7.SumLine~10~R4C5~R5C6~R6C5~R5C4~LOOP", 1200, 2},
		{".Shape~4x4.SumLine~4~R1C1~R1C1~R1C2~R1C3~R1C4.~R1C2_4", 0, 2},
	} {
		p, err := ReadISS(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2, Nodes: c.nodes}); err != nil || r.N != c.is {
			t.Errorf("%s: %+v, %v; want %d solutions", c.text, r.Tally, err, c.is)
		}
	}
}

func TestLinesWithRules(t *testing.T) {
	regions := "aababbccc" + strings.Repeat("aaabbbccc", 2) + strings.Repeat("dddeeefff", 3) + strings.Repeat("ggghhhiii", 3)
	for _, c := range []struct{ name, text, means string }{
		{"SumoCue", "3x3:d:k:" + "769:769:" + strings.Repeat("0:", 78) + "11778:", ".Diagonal~1.Diagonal~-1.Cage~3~R1C1~R1C2.Cage~46~R9C9"},
		{"cells point to sums", "3<A^" + strings.Repeat("0", 77), ""},
		{"a pointer goes round", "<>" + strings.Repeat("0", 79), ""},
		{"a jigsaw", "1" + strings.Repeat(".", 80) + regions, ".NoBoxes.Jigsaw~" + regions + ".~R1C1_1"},
		{"a puzzle and its solution", strings.Repeat(".", 81) + "534678912672195348198342567859761423426853791713924856961537284287419635345286179", ""},
	} {
		p, _, err := readAny(c.text)
		switch c.name {
		case "cells point to sums":
			if err == nil || !strings.Contains(err.Error(), "r1c4") {
				t.Errorf("%s: %v", c.name, err)
			}
			p, _, err = readAny("3<A<" + strings.Repeat("0", 76) + "v")
			if err == nil {
				t.Errorf("below the last row there is nothing: %v", p)
			}
			continue
		case "SumoCue":
			if err != nil || p.Contradiction() == nil || !strings.Contains(p.Contradiction().Error(), "46") { // out of reach
				t.Errorf("%s: %v", c.name, err)
			}
			p, _, err = readAny(strings.Replace(c.text, "11778:", "2306:", 1))
			c.means = strings.Replace(c.means, "~46~", "~9~", 1)
		}
		if c.means == "" {
			if err == nil {
				t.Errorf("%s is read as %s", c.name, WriteNonet(p))
			}
			continue
		}
		want, fault := ReadISS(c.means)
		if fault != nil {
			t.Fatal(fault)
		}
		if err != nil || WriteNonet(p) != WriteNonet(want) {
			t.Errorf("%s: %s is read as %s, %v", c.name, c.text, WriteNonet(p), err)
		}
	}
	p, _, err := readAny("3<A<" + strings.Repeat("0", 77))
	if err != nil || len(p.Constraints) != 79 || !slices.Equal(p.Constraints[1].Cells, []int{2, 3}) || p.Constraints[1].Numbers[0] != 10 {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestLettersBeginLikeItems checks a board of letters that begins like an item. It also checks that an empty
// board is written as a board.
func TestLettersBeginLikeItems(t *testing.T) {
	rows := ""
	for row := range 25 {
		for column := range 25 {
			rows += string(rune('A' + (5*(row%5)+row/5+column)%25))
		}
	}
	text := "." + rows[1:]
	p, _, err := readAny(text)
	if err != nil || p.Rows != 25 || len(p.Givens) != 624 || p.Givens[0].Values[0] != 2 {
		t.Errorf("%v, %v", p, err)
	}
	for _, items := range []string{".AntiKnight.Foo", ".X~R1C1~R1C2", ".V~R1C1~R1C2", ".NFAX~R1C1"} {
		if !isISSItemLine([]byte(items)) {
			t.Errorf("%s is not read as items", items)
		}
	}
	if text, ok := WriteISS(puzzle.New(9, 9)); !ok || text != ".Shape~9x9" {
		t.Errorf("an empty board is written %q, %v", text, ok)
	}
	nothing := puzzle.New(9, 9)
	nothing.Constraints = []puzzle.Constraint{{Kind: "Nothing", Cells: []int{0}}}
	if text, ok := WriteISS(nothing); !ok || text != ".Shape~9x9" {
		t.Errorf("a rule that always holds is written %q, %v", text, ok)
	}
}
