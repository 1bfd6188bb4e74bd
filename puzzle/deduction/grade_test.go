package deduction

import (
	"testing"

	"pgregory.net/rapid"

	"nonet/format"
	"nonet/logic/hodoku"
	"nonet/puzzle"
)

// TestGrade checks that a grade agrees with the path, and is the same for the transposed puzzle.
func TestGrade(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p, _ := random(rt)
		g, _, err := GradeOf(t.Context(), p, hodoku.Extreme)
		if err != nil {
			rt.Fatal(err)
		}
		path, err := pathOf(t.Context(), p, false)
		if err != nil {
			rt.Fatal(err)
		}
		if g.Solved != path.Solved && g.Hardest <= byTwoRules {
			rt.Fatalf("%s: graded %+v, path solved %v", format.WriteNonet(p), g, path.Solved)
		}
		over, _, err := GradeOf(t.Context(), turned(p), hodoku.Extreme)
		if err != nil {
			rt.Fatal(err)
		}
		over.Steps = g.Steps // two steps with the same removals may count as one or as two, depending on the order
		if g.Solved && g.Hardest < bySharedValue && g != over {
			rt.Fatalf("%s: %+v, turned over %+v", format.WriteNonet(p), g, over)
		}
	})
}

// turned returns a puzzle with rows and columns exchanged.
func turned(p *puzzle.Puzzle) *puzzle.Puzzle {
	q := *p
	q.Rows, q.Columns, q.Box = p.Columns, p.Rows, puzzle.Box{Rows: p.Box.Columns, Columns: p.Box.Rows}
	at := func(cell int) int { return cell%p.Columns*p.Rows + cell/p.Columns }
	q.Givens, q.Constraints = nil, nil
	for _, g := range p.Givens {
		q.Givens = append(q.Givens, puzzle.Given{Cell: at(g.Cell), Values: g.Values})
	}
	all := func(cells []int) (to []int) {
		for _, cell := range cells {
			to = append(to, at(cell))
		}
		return to
	}
	for _, c := range p.Constraints {
		d := c
		d.Cells, d.Sets = all(c.Cells), nil
		for _, set := range c.Sets {
			d.Sets = append(d.Sets, all(set))
		}
		q.Constraints = append(q.Constraints, d)
	}
	return &q
}

// Two puzzles on the board X. The longest net of shortNet has 6 statements, that of longNet 36.
const (
	shortNet = ".~R1C3_2~R1C4_9~R1C8_1~R3C1_7~R3C5_5~R4C2_7~R4C8_5~R4C9_1~R5C5_8~R5C8_9~R6C1_5~R6C6_4~R7C2_8~R8C3_6~R8C6_7~R8C7_9~R9C5_2~R9C6_3.Diagonal~1.Diagonal~-1"
	longNet  = ".~R2C4_6~R2C9_4~R3C3_4~R3C7_9~R4C1_6~R4C7_8~R4C9_3~R5C2_9~R5C7_7~R6C5_7~R7C2_3~R7C3_5~R7C4_1~R8C6_9~R8C9_5~R9C3_2~R9C6_7~R9C7_6.Diagonal~1.Diagonal~-1"
)

// TestGradeLevels checks that a level limits the techniques. A puzzle that logic cannot solve must not be
// solved.
func TestGradeLevels(t *testing.T) {
	for _, test := range []struct {
		text string
		most hodoku.Level
		want Grade
	}{
		{examples[0], hodoku.Extreme, Grade{Level: hodoku.Easy, Hardest: byPairRule, Rounds: 4, Steps: 15, Bottleneck: 3, Solved: true}},
		{shortNet, hodoku.Unfair, Grade{Level: hodoku.Unfair, Hardest: byNet, Rounds: 51, Steps: 101, Bottleneck: 1, Solved: true}},
		{longNet, hodoku.Unfair, Grade{Level: hodoku.Extreme, Hardest: bySearch, Rounds: 18, Steps: 22}},
		{longNet, hodoku.Extreme, Grade{Level: hodoku.Extreme, Hardest: byNet, Rounds: 92, Steps: 136, Bottleneck: 1, Solved: true}},
		{".Shape~4x4.~R1C1_1", hodoku.Extreme, Grade{Level: hodoku.Extreme, Hardest: bySearch}},
		{".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C2~R1C3", hodoku.Extreme, Grade{Level: hodoku.Extreme, Hardest: bySearch, Rounds: 2, Steps: 3, Contradictory: true}},
	} {
		if g, _, err := GradeOf(t.Context(), read(t, test.text), test.most); err != nil || g != test.want {
			t.Errorf("%s: %+v, %v; want %+v", test.text, g, err, test.want)
		}
	}
}
