package puzzle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/puzzle"
)

// exampleOf returns a puzzle with a kind's example.
func exampleOf(t *testing.T, k *puzzle.Kind) *puzzle.Puzzle {
	t.Helper()
	text := k.Example
	if strings.HasPrefix(text, "{") {
		text = fmt.Sprintf(`{"nonet":1,"rows":9,"columns":9,"constraints":[%s]}`, text)
	}
	read, err := format.ParseOne(text)
	p := read.Puzzle()
	if err != nil {
		t.Fatalf("%s: %v", k.Name, err)
	}
	return p
}

// Every kind with a look is drawn from its example, on the board or outside it. The other kinds appear in
// words.
func TestDrawing(t *testing.T) {
	for _, k := range puzzle.Kinds() {
		p := exampleOf(t, k)
		marks := p.Drawing()
		drawn := slices.ContainsFunc(marks, func(m puzzle.Mark) bool { return m.Kind == k.Name })
		chaos := strings.HasPrefix(k.Name, "Chaos") // such a kind uses cells beside the board
		if want := k.Draw.Shape != ""; drawn != want && !chaos {
			t.Errorf("%s is drawn: %v, should be: %v", k.Name, drawn, want)
		}
		for _, m := range marks {
			if m.X < -2 || m.Y < -2 || m.X > float64(p.Columns)+2 || m.Y > float64(p.Rows)+2 {
				t.Errorf("%s is drawn at %v, %v", k.Name, m.X, m.Y)
			}
			if len(m.Cells) == 0 && m.X == 0 && m.Y == 0 {
				t.Errorf("%s is drawn nowhere", k.Name)
			}
		}
	}
}

func TestDrawnWhere(t *testing.T) {
	p, err := format.ReadISS(".Cage~10~R1C1~R1C2.LittleKiller~22~R1C5.XSum~R1~20~.Skyscraper~R1~3~5.Quad~R1C1~2~3.V~R1C1~R2C1.GreaterThan~R5C5~R5C6.Multipliers~3~R2C2")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range p.Drawing() {
		got = append(got, fmt.Sprintln(m.Kind, m.Shape, p.CellNames(m.Cells), m.X, m.Y, m.DX, m.DY, m.Text))
	}
	want := `Multipliers area [r2c2] 0 0 0 0 
Cage cage [r1c1 r1c2] 0 0 0 0 10
LittleKiller outside [r1c5 r2c4 r3c3 r4c2 r5c1] 5.5 -0.5 -1 1 22
XSum outside [r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9] -0.5 0.5 1 0 X20
Skyscraper outside [r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9] -1.5 0.5 1 0 ▥3
Skyscraper outside [r1c9 r1c8 r1c7 r1c6 r1c5 r1c4 r1c3 r1c2 r1c1] 9.5 0.5 -1 0 ▥5
Quad quad [] 1 1 0 0 2 3
V letter [] 0.5 1 0 -1 V
GreaterThan greater [] 5 4.5 -1 0 
Multipliers letter [] 1.81 1.1400000000000001 0 0 ×3
`
	if text := strings.Join(got, ""); text != want {
		t.Errorf("drawn are\n%swant\n%s", text, want)
	}
}

// If a partly filled grid has a conflict, every grid that extends it has a conflict, too. No part of a solution
// has conflicts. The conflicts of a full grid are the rules that it breaks.
func TestConflicts(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 1))
	early := 0
	for _, k := range puzzle.Kinds() {
		p := exampleOf(t, k)
		if p.BoardCells() > 100 {
			continue
		}
		values := make([]int, p.Cells())
		for range 20 {
			for cell := range values {
				values[cell] = p.Low + rnd.IntN(p.High-p.Low+1)
			}
			all, err := p.Check(values)
			if err != nil {
				t.Fatal(err)
			}
			broken := map[int]bool{}
			for _, b := range all {
				broken[b.Constraint] = true
			}
			part := slices.Clone(values)
			for cell := range part {
				if rnd.IntN(3) == 0 {
					part[cell] = puzzle.Empty
				}
			}
			some, err := p.Conflicts(part)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range some {
				if !broken[b.Constraint] && b.Kind != "FullRank" { // this kind assumes that rows contain each value
					t.Fatalf("%s: a part breaks it, the whole does not: %v", b.Kind, part)
				}
				if b.Constraint >= 0 {
					early++
				}
			}
		}
	}
	if early < 20 {
		t.Errorf("only %d conflicts were seen before the grid was full", early)
	}
}

// A square with one empty cell conflicts if its three values are of one class.
func TestSquareConflictsEarly(t *testing.T) {
	for name, low := range map[string][3]int{"GlobalEntropy": {1, 2, 3}, "GlobalMod": {1, 4, 7}} {
		p := exampleOf(t, puzzle.KindNamed(name))
		values := make([]int, p.Cells())
		for cell := range values {
			values[cell] = puzzle.Empty
		}
		values[0], values[1], values[p.Columns] = low[0], low[1], low[2]
		if all, err := p.Conflicts(values); err != nil || len(all) != 1 || all[0].Kind != name || len(all[0].Cells) != 3 {
			t.Errorf("%s: %+v, %v", name, all, err)
		}
	}
}

// TestDrawDisjointGroups checks that a constraint for single groups shades them, and that a constraint for all
// groups shades nothing.
func TestDrawDisjointGroups(t *testing.T) {
	p := puzzle.New(9, 9)
	p.Constraints = []puzzle.Constraint{{Kind: "DisjointSets"}, {Kind: "DisjointSets", Numbers: []int{5, 9}}}
	if marks := p.Drawing(); len(marks) != 2 || marks[0].Shape != puzzle.ShapeArea || marks[0].Cells[0] != 10 || marks[1].Cells[8] != 80 {
		t.Errorf("%+v", marks)
	}
	p.Constraints[1].Numbers = []int{10}
	if p.Validate() == nil {
		t.Error("a box of nine cells has a tenth place")
	}
}
