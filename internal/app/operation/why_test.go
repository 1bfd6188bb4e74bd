package operation

import (
	"strings"
	"testing"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// Each verdict, with its kind of argument.
func TestWhy(t *testing.T) {
	const (
		easy    = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		inkala  = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
		several = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9......." // the same puzzle without its last given
		full    = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	)
	all := func(strike string) *[sudoku.Cells]sudoku.Candidates {
		marks := new([sudoku.Cells]sudoku.Candidates)
		for c := range marks {
			if marks[c] = sudoku.AllDigits; strike != "" && sudoku.Cell(c).String() == strike[:4] {
				marks[c] = marks[c].Without(sudoku.Digit(strike[4] - '0'))
			}
		}
		return marks
	}
	for _, test := range []struct {
		name, givens, values string
		marks                *[sudoku.Cells]sudoku.Candidates
		cell                 string
		digit                sudoku.Digit
		outcome              sudoku.Outcome
		verdict, by          string
		in                   string // a part of the expected text
	}{
		{"given", easy, easy, nil, "r1c1", 5, sudoku.Found, "right", "given", "as given"},
		{"another given", easy, easy, nil, "r1c1", 4, sudoku.Found, "filled", "given", "it holds 5"},
		{"in sight", easy, easy, nil, "r1c3", 5, sudoku.Found, "seen", "", "it sees 5 in r1c1"},
		{"one step", easy, easy, nil, "r5c5", 5, sudoku.Found, "right", "step", "one step shows it"},
		{"steps", easy, easy, nil, "r1c3", 4, sudoku.Found, "right", "steps", "5 steps show it"},
		{"of a value that is right", easy, full, nil, "r5c5", 5, sudoku.Found, "right", "step", "one step"},
		{"of a value that is wrong", easy, "534" + easy[3:5] + "2" + easy[6:], nil, "r1c6", 2, sudoku.Found, "refuted", "", "r1c6 is not 2"},
		{"another value is wrong", easy, "534" + easy[3:5] + "2" + easy[6:], nil, "r1c4", 6, sudoku.Found, "mistake", "", "r1c6 is not 2"},
		{"a mark that was struck", easy, easy, all("r1c34"), "r1c3", 4, sudoku.Found, "right", "steps", "r1c3 is 4"},
		{"another mark was struck", easy, easy, all("r1c34"), "r1c4", 6, sudoku.Found, "mistake", "", "r1c3"},
		{"refuted", inkala, inkala, nil, "r9c9", 7, sudoku.Found, "refuted", "supposition", "leads to a contradiction"},
		{"several solutions", several, several, nil, "r9c9", 2, sudoku.Found, "possible", "", "several solutions"},
		{"of several", several, several, nil, "r9c9", 9, sudoku.Found, "seen", "", "sees 9"},
		{"none", "11" + strings.Repeat(".", 79), "11" + strings.Repeat(".", 79), nil, "r9c9", 1, sudoku.None, "", "", ""},
		{"no solution", strings.Repeat(".", 8) + "12345678." + strings.Repeat(".", 64), strings.Repeat(".", 8) + "12345678." + strings.Repeat(".", 64), nil, "r9c9", 5, sudoku.None, "", "", ""},
	} {
		p := gridPosition(t, test.givens)
		if err := p.setValues(puzzle.GridValues(sudoku.MustParse(test.values))); err != nil {
			t.Fatal(test.name, err)
		}
		p.setPencil(test.marks)
		a := (&WhyRequest{Cell: test.cell, Digit: int(test.digit)}).ask(t.Context(), p, puzzle.Limits{}, message.English)
		w, outcome, err := a.Wire.(wire.Argument), a.Outcome, a.Err
		if outcome != test.outcome || (err != nil) != (outcome == sudoku.None) || w.Verdict != test.verdict || test.by != "" && w.By != test.by || !strings.Contains(w.Text, test.in) {
			t.Errorf("%s: %v %v %q by %q: %s %s", test.name, outcome, err, w.Verdict, w.By, w.Text, w.Reason)
		}
		if told := len(w.Steps) > 0; told != (w.By == "step" || w.By == "steps" || w.By == "supposition") || (w.End != "") != (w.By == "supposition") {
			t.Errorf("%s: %d steps, by %q, end %q", test.name, len(w.Steps), w.By, w.End)
		}
	}
	for _, name := range []string{"", "r0c1", "r1c10", "R1C1", "e4", "r1c1 "} {
		if x, _, err := GridSubject(sudoku.Grid{}).parseCandidate(name, 1); err == nil {
			t.Errorf("%q is %v", name, x.Cell)
		}
	}
}

// gridPosition returns the initial position of a classic puzzle.
func gridPosition(t *testing.T, grid string) Position {
	p, err := readPosition(SubjectOf(&format.Puzzle{Grid: sudoku.MustParse(grid)}), Classic)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// If a puzzle has several solutions, a digit is refuted, right or possible according to the
// list of all solutions.
func TestWhySeveral(t *testing.T) {
	g := sudoku.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	// This leaves two rectangles whose digits can be exchanged, and some cells that are fixed.
	open := g
	for _, name := range []string{"r1c4", "r1c5", "r4c4", "r4c5", "r2c8", "r2c9", "r7c8", "r7c9", "r1c1", "r2c4", "r5c5", "r9c8", "r9c9"} {
		x, _, _ := GridSubject(g).parseCandidate(name, 1)
		open = open.With(sudoku.Cell(x.Cell), 0)
	}
	solutions, tally, err := sudoku.SolutionsUpTo(t.Context(), open, 100, sudoku.AnyOrder, sudoku.Limits{})
	if err != nil || !tally.Exact {
		t.Fatal(err)
	}
	for c := range sudoku.Cell(sudoku.Cells) {
		for d := sudoku.Digit(1); d <= 9 && open.At(c) == 0; d++ {
			with := 0
			for _, s := range solutions {
				if s.At(c) == d {
					with++
				}
			}
			p := gridPosition(t, open.String())
			q := WhyRequest{Cell: c.String(), Digit: int(d)}
			w := q.ask(t.Context(), p, puzzle.Limits{}, message.English).Wire.(wire.Argument)
			want := "possible"
			if with == 0 {
				want = "refuted"
			} else if with == len(solutions) {
				want = "right"
			}
			if w.Verdict != want && !(w.Verdict == "seen" && want == "refuted") {
				t.Errorf("%v %d: %s, want %s: %d of %d solutions", c, d, w.Verdict, want, with, len(solutions))
			}
		}
	}
	if len(solutions) != 4 {
		t.Errorf("%d solutions", len(solutions))
	}
}
