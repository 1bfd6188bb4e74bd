package operation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/textbook"
	"nonet/message"
	"nonet/sudoku"
)

var (
	inkala      = sudoku.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	solution    = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	several     = sudoku.MustParse(solution).With(0, 0).With(1, 0).With(9, 0).With(10, 0).With(20, 0).With(30, 0)
	unsolvable  = sudoku.MustParse("..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..")
	contrary    = sudoku.Grid{}.With(0, 8).With(4, 8)
	generous    = time.Minute
	oneSolution = textbook.Limits{Solutions: 1, Nodes: 5_000_000}
)

func TestCompareRunsEverythingInOrder(t *testing.T) {
	for _, lang := range message.Langs() {
		got, err := Compare(t.Context(), inkala, nil, oneSolution, generous, lang)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, run := range got.Runs {
			ids = append(ids, run.Strategy)
			if run.Outcome != "found" || run.Solution != solution || run.Solutions != 1 {
				t.Errorf("%s: %+v", run.Strategy, run)
			}
			if run.Name == "" || strings.Contains(run.Name, "{") || strings.HasPrefix(run.Name, "strategy.") {
				t.Errorf("%s in %s is called %q", run.Strategy, lang, run.Name)
			}
		}
		if !slices.Equal(ids, LabIDs()) {
			t.Errorf("ran %v, want %v", ids, LabIDs())
		}
	}
}

func TestCompareWithoutASolution(t *testing.T) {
	for _, g := range []sudoku.Grid{unsolvable, contrary} {
		got, err := Compare(t.Context(), g, []string{"mrv", "dancing-links", "kernel/scalar"}, oneSolution, generous, message.English)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range got.Runs {
			if run.Outcome != "none" || !run.Complete || run.Solution != "" {
				t.Errorf("%+v", run)
			}
		}
		if contradictory := g == contrary; contradictory != (len(got.Contradictions) == 1) {
			t.Errorf("contradictions: %v", got.Contradictions)
		}
	}
}

func TestCompareUnknownName(t *testing.T) {
	for _, id := range []string{"bogo", "", "kernel/", "kernel/bogo", "mrv ", "kernel/mrv"} {
		_, err := Compare(t.Context(), inkala, []string{"mrv", id}, oneSolution, generous, message.English)
		if err == nil || !strings.Contains(err.Error(), `"`+id+`"`) {
			t.Fatalf("%q: %v", id, err)
		}
		for _, lang := range message.Langs() {
			if text := message.TextOf(err, lang); !strings.Contains(text, "dancing-links, kernel/") {
				t.Errorf("%q in %s: %s", id, lang, text)
			}
		}
	}
	if _, err := StrategyByID("kernel/scalar"); err == nil {
		t.Error("an engine is no textbook strategy")
	}
}

// A run that takes too long is undecided, and the next run still takes place.
func TestCompareGivesEachItsTime(t *testing.T) {
	limits := textbook.Limits{Solutions: 1 << 40}
	got, err := Compare(t.Context(), sudoku.Grid{}, nil, limits, time.Millisecond, message.English)
	if err != nil || len(got.Runs) != len(LabIDs()) {
		t.Fatalf("%d runs, %v", len(got.Runs), err)
	}
	for _, run := range got.Runs {
		if run.Complete {
			t.Errorf("%+v", run)
		}
	}
}

func TestCompareCancelled(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	got, err := Compare(ctx, inkala, nil, oneSolution, generous, message.English)
	if !errors.Is(err, why) || len(got.Runs) != 0 {
		t.Errorf("%v, %v", got.Runs, err)
	}
}

// Adjacent windows of any size form the whole trace, and each window's board is the final board
// of the window before.
func TestWindowsMakeTheTrace(t *testing.T) {
	strategies := textbook.Strategies()
	rapid.Check(t, func(t *rapid.T) {
		s := strategies[rapid.IntRange(0, len(strategies)-1).Draw(t, "strategy")]
		g := rapid.SampledFrom([]sudoku.Grid{inkala, several, unsolvable, contrary, sudoku.MustParse(solution)}).Draw(t, "puzzle")
		limits := textbook.Limits{
			Solutions: rapid.Uint64Range(1, 3).Draw(t, "solutions"),
			Nodes:     rapid.Uint64Range(1, 300).Draw(t, "nodes"),
		}
		size := rapid.IntRange(1, 400).Draw(t, "size")

		var want [][3]int
		report := s.Search(context.Background(), g.Values(), limits, func(e textbook.Event) bool {
			want = append(want, [3]int{int(e.Kind), int(e.Cell), int(e.Digit)})
			return true
		}, nil)

		var got [][3]int
		board := g
		for from := uint64(0); ; from += uint64(size) {
			part := TraceWindow(context.Background(), s, g, from, size, limits, message.English)
			if part.Board != board.String() {
				t.Fatalf("window at %d starts from %s, want %s", from, part.Board, board)
			}
			for _, e := range part.Events {
				switch textbook.EventKind(e[0]) {
				case textbook.Place:
					board = board.With(sudoku.Cell(e[1]), sudoku.Digit(e[2]))
				case textbook.Undo:
					board = board.With(sudoku.Cell(e[1]), 0)
				case textbook.Solution:
					if !board.Solved() {
						t.Fatalf("announced as a solution: %s", board)
					}
				}
			}
			got = append(got, part.Events...)
			if part.Done {
				if part.Total == nil || *part.Total != uint64(len(want)) {
					t.Fatalf("total %v, want %d", part.Total, len(want))
				}
				if part.Run.Nodes != report.Nodes || part.Run.Complete != (report.Outcome == textbook.Complete) {
					t.Fatalf("run %+v, want %+v", part.Run, report)
				}
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d events, want %d", len(got), len(want))
		}
	})
}

func TestWindowBeyondTheEnd(t *testing.T) {
	s, err := StrategyByID("mrv")
	if err != nil {
		t.Fatal(err)
	}
	part := TraceWindow(t.Context(), s, inkala, 1<<60, 10, oneSolution, message.English)
	if !part.Done || part.Total == nil || len(part.Events) != 0 || part.Board != solution {
		t.Errorf("%+v", part)
	}
}

func TestWindowCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := StrategyByID("row-major-scan")
	part := TraceWindow(ctx, s, inkala, 0, 10, oneSolution, message.English)
	if !part.Done || part.Total != nil || part.Run.Outcome != "undecided" {
		t.Errorf("%+v", part)
	}
}
