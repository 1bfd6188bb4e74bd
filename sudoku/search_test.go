package sudoku

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"nonet/board"
	"nonet/internal/check/soak"
	"nonet/internal/textbook"
)

var (
	empty         Grid
	contradictory = MustParse("8...8" + inkala[5:])
	// r1c9 has no candidate left, though no two givens contradict each other.
	unsolvable = MustParse("12345678.........9" + empty.String()[18:])
	// Two solutions: a full grid without the four cells of a rectangle of two digits.
	twofold = func() Grid {
		g := MustParse(inkalaSolution)
		for _, c := range swappableRectangles(g)[0] {
			g = g.With(c, 0)
		}
		return g
	}()
)

// swappableRectangles returns all sets of four cells in two rows, two columns and two boxes that have two digits
// crosswise. If these cells are emptied, the digits can be exchanged.
func swappableRectangles(g Grid) (all [][4]Cell) {
	for a := range Cell(Cells) {
		for d := a + 1; d < Cells; d++ {
			b, c := CellAt(a.Row(), d.Column()), CellAt(d.Row(), a.Column())
			box := board.Classic().Block
			twoBoxes := (box(a) == box(b)) != (box(a) == box(c))
			if a.Row() != d.Row() && a.Column() < d.Column() && twoBoxes && g.At(a) == g.At(d) && g.At(b) == g.At(c) {
				all = append(all, [4]Cell{a, b, c, d})
			}
		}
	}
	return all
}

func TestSolve(t *testing.T) {
	ctx := t.Context()
	for _, test := range []struct {
		name   string
		puzzle Grid
		want   Outcome
		err    string
	}{
		{"Inkala", MustParse(inkala), Found, ""},
		{"full", MustParse(inkalaSolution), Found, ""},
		{"empty", empty, Found, ""},
		{"unsolvable", unsolvable, None, ""},
		{"contradictory", contradictory, None, "the givens contradict each other: r1c1 and r1c5 are both 8 (row 1)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, outcome, err := Solve(ctx, test.puzzle, Limits{})
			if outcome != test.want || (err == nil) != (test.err == "") || err != nil && err.Error() != test.err {
				t.Fatalf("%v, %v", outcome, err)
			}
			if outcome == Found && !(g.Solved() && g.Extends(test.puzzle)) {
				t.Errorf("%s does not solve %s", g, test.puzzle)
			}
			if outcome != Found && g != empty {
				t.Errorf("%v, yet a grid: %s", outcome, g)
			}
		})
	}
	if g, _, _ := Solve(ctx, MustParse(inkala), Limits{}); g.String() != inkalaSolution {
		t.Errorf("Inkala's solution is %s", g)
	}
}

func TestSearchesCutShort(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, outcome, err := Solve(cancelled, MustParse(inkala), Limits{}); outcome != Undecided || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v, %v", outcome, err)
	}
	var limit *NodeLimitError
	if tally, err := Count(t.Context(), empty, 1<<62, Limits{Nodes: 1000}); tally.Exact || !errors.As(err, &limit) {
		t.Errorf("1000 nodes on the empty grid: %+v, %v", tally, err)
	}
	// The deadline passes after some solutions, long before the limit.
	if tally, err := Count(contextEndingAfter(t, 100), empty, 1<<62, Limits{}); tally.Exact || tally.N == 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cut short on the empty grid: %+v, %v", tally, err)
	}
	// A real deadline ends a count in the same way; how far it gets depends on the machine.
	soon, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if total, err := CountAll(soon, empty, Limits{}, nil); total.Exact || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("20 ms on the empty grid: %+v, %v", total, err)
	}
}

// contextEndingAfter returns a context whose deadline passes after this number of calls of Err, however fast the
// machine is.
func contextEndingAfter(t *testing.T, looks int64) context.Context {
	ctx, end := context.WithCancelCause(t.Context())
	t.Cleanup(func() { end(nil) })
	c := &countdown{Context: ctx, end: end}
	c.left.Store(looks)
	return c
}

type countdown struct {
	context.Context
	end  context.CancelCauseFunc
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		c.end(context.DeadlineExceeded)
	}
	return c.Context.Err()
}

func TestSolutionsUpTo(t *testing.T) {
	ctx := t.Context()
	all, tally, err := SolutionsUpTo(ctx, twofold, 10, Lexicographic, Limits{})
	if err != nil || len(all) != 2 || !tally.Exact || all[0].Compare(all[1]) >= 0 {
		t.Errorf("twofold: %v, %+v, %v", all, tally, err)
	}
	all, tally, err = SolutionsUpTo(ctx, empty, 5, Lexicographic, Limits{})
	if err != nil || len(all) != 5 || tally.Exact || tally.N != 5 {
		t.Errorf("five of the empty grid's: %v, %+v, %v", all, tally, err)
	}
	if all[0].String() != "123456789456789123789123456214365897365897214897214365531642978642978531978531642" {
		t.Errorf("the lexicographically first grid is %s", all[0])
	}
	if all, tally, err = SolutionsUpTo(ctx, twofold, -3, AnyOrder, Limits{}); len(all) != 1 || tally.Exact || err != nil {
		t.Errorf("a limit below 1: %v, %+v, %v", all, tally, err)
	}
}

// TestSolutions checks that a loop may be left at any time, and that an iteration that was cut short is
// reported.
func TestSolutions(t *testing.T) {
	n := 0
	for g, err := range Solutions(t.Context(), empty, AnyOrder) {
		if err != nil || !g.Solved() {
			t.Fatalf("%s, %v", g, err)
		}
		if n++; n == 100 {
			break
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range Solutions(ctx, empty, AnyOrder) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled stream ends with %v", last)
	}
	for g, err := range Solutions(t.Context(), contradictory, AnyOrder) {
		var contradiction *ContradictionError
		if !errors.As(err, &contradiction) || g != empty {
			t.Errorf("contradictory: %s, %v", g, err)
		}
	}
	for g, err := range Solutions(t.Context(), unsolvable, AnyOrder) {
		t.Errorf("unsolvable: %s, %v", g, err)
	}
}

func TestCheck(t *testing.T) {
	extra := MustParse(inkala).With(CellAt(1, 2), 1)
	for _, test := range []struct {
		name                      string
		puzzle                    Grid
		solvable, unique, minimal Answer
		redundant                 bool
	}{
		{"Inkala", MustParse(inkala), Yes, Yes, Yes, false},
		{"Inkala and one more", extra, Yes, Yes, No, true},
		{"full", MustParse(inkalaSolution), Yes, Yes, No, true},
		{"twofold", twofold, Yes, No, No, false},
		{"empty", empty, Yes, No, No, false},
		{"unsolvable", unsolvable, No, No, No, false},
		{"contradictory", contradictory, No, No, No, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := Check(t.Context(), test.puzzle, Limits{})
			if err != nil || r.Solvable != test.solvable || r.Unique != test.unique || r.Minimal != test.minimal || (r.Redundant != nil) != test.redundant {
				t.Errorf("%+v, %v", r, err)
			}
			if r.Solvable == Yes && !(r.Solution.Solved() && r.Solution.Extends(test.puzzle)) {
				t.Errorf("the solution %s", r.Solution)
			}
			if r.Solvable == Yes && r.Unique == No && (r.Second == r.Solution || !r.Second.Solved()) {
				t.Errorf("the second solution %s", r.Second)
			}
		})
	}
	if r, _ := Check(t.Context(), extra, Limits{}); !slices.Contains(r.Redundant, CellAt(1, 2)) {
		t.Errorf("r1c2 is redundant, and %v are said to be", r.Redundant)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := Check(cancelled, MustParse(inkala), Limits{}); r.Unique != Unknown || r.Minimal != Unknown || err == nil {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
}

// TestCountAgreesWithTheTextbook compares Count with dancing links, which shares no code with it.
func TestCountAgreesWithTheTextbook(t *testing.T) {
	oracle, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("the strategy is not there")
	}
	solution := MustParse(inkalaSolution)
	for blank := range 64 {
		g := solution
		for i := range blank {
			g = g.With(Cell((i*37+blank*11)%Cells), 0)
		}
		report := oracle.Search(t.Context(), g.Values(), textbook.Limits{Solutions: 500}, nil, nil)
		tally, err := Count(t.Context(), g, 500, Limits{})
		if err != nil || tally.N != report.Solutions || tally.Exact != (report.Outcome == textbook.Complete) {
			t.Errorf("%s: %+v, %v; the textbook has %+v", g, tally, err, report)
		}
	}
}

// TestCountOfTheEmptyGrid checks numbers beyond 64 bits: CountAll returns them, Count stops at the
// greatest limit.
func TestCountOfTheEmptyGrid(t *testing.T) {
	if soak.On() { // the command line's count_all.txtar has the number in every run
		total, err := CountAll(t.Context(), empty, Limits{}, nil)
		if err != nil || !total.Exact || total.N.String() != "6670903752021072936960" {
			t.Errorf("%s, %+v, %v", total.N, total, err)
		}
		if tally, err := Count(t.Context(), empty, ^uint64(0), Limits{}); err != nil || tally.Exact || tally.N != ^uint64(0) {
			t.Errorf("up to the greatest limit: %+v, %v", tally, err)
		}
	}
	if total, err := CountAll(t.Context(), contradictory, Limits{}, nil); err == nil || !total.Exact || total.N.Sign() != 0 {
		t.Errorf("contradictory: %+v, %v", total, err)
	}
	var limit *NodeLimitError
	if total, err := CountAll(t.Context(), empty, Limits{Nodes: 10_000}, nil); total.Exact || total.N.Sign() == 0 || !errors.As(err, &limit) {
		t.Errorf("10,000 nodes: %+v, %v", total, err)
	}
	if total, err := CountAll(contextEndingAfter(t, 100), empty, Limits{}, nil); total.Exact || total.N.Sign() == 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cut short: %+v, %v", total, err)
	}
}
