package stream

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"nonet/message"
)

// A handler that panics on some puzzles fails only for these puzzles, however large the batches. The others are
// answered in order. Without KeepGoing, the puzzles before the first panic are answered.
func TestPanicsCostTheirPuzzleAlone(t *testing.T) {
	const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
	const n = 700
	for _, fatal := range [][]int{{1}, {n}, {2, 3, 400}, {5, 6, 7, 699}} {
		text := strings.Split(strings.Repeat(puzzle, n), "\n")[:n]
		is := map[int]bool{}
		for _, i := range fatal { // one digit more makes the handler panic
			text[i-1] = strings.Replace(text[i-1], "53.", "534", 1)
			is[i] = true
		}
		for _, batch := range []int{1, 7, 64, 2048} {
			for _, direct := range []bool{false, true} {
				for _, keepGoing := range []bool{true, false} {
					var out, notes bytes.Buffer
					r := &Run{Ctx: t.Context(), Lang: message.English, In: strings.NewReader(strings.Join(text, "\n")), Out: NewOutput(t.Context(), &out), KeepGoing: keepGoing}
					r.Notes = NewNotes(&notes, r.Out)
					line := 0
					stage := Stage{Batch: batch, Direct: direct, Bad: func(out []byte, _ error) []byte { return append(out, "bad\n"...) }, Handler: func() Handler {
						return func(_ context.Context, puzzles *Slots, r *Report) int {
							for i := range puzzles.Cells {
								if puzzles.Cells[i][2] != 0 {
									var none []int
									_ = none[i+1]
								}
								e := puzzles.Entry(i)
								r.Out = fmt.Appendf(r.Out, "%d\n", e.Line)
								r.Tally.More.Add(&e)
							}
							return len(puzzles.Cells)
						}
					}}
					sum, err := r.Stream(nil, stage)
					if r.Fail(err); r.Out.Close() != nil || err != nil {
						t.Fatal(err)
					}
					var want strings.Builder
					good := 0
					for line = 1; line <= n; line++ {
						switch {
						case !is[line]:
							good++
							want.WriteString("+\n")
						case keepGoing:
							want.WriteString("bad\n")
						}
						if is[line] && !keepGoing {
							break
						}
					}
					got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
					answers := strings.Split(strings.TrimSuffix(want.String(), "\n"), "\n")
					if len(got) != len(answers) {
						t.Fatalf("batches of %d, direct %v, keep going %v: %d answers, want %d", batch, direct, keepGoing, len(got), len(answers))
					}
					for i, answer := range answers {
						if (got[i] == "bad") != (answer == "bad") {
							t.Fatalf("batches of %d, direct %v: answer %d is %q", batch, direct, i, got[i])
						}
					}
					if r.Status != Bad || sum.More.N != int64(good) {
						t.Errorf("status %d, %d counted, want %d", r.Status, sum.More.N, good)
					}
					for _, i := range fatal[:1] {
						if place := fmt.Sprintf("<stdin>:%d:1: nonet itself failed here: runtime error: index out of range", i); !strings.Contains(notes.String(), place) || !strings.Contains(notes.String(), "guard_test.go") {
							t.Errorf("batches of %d: notes %q, want %q", batch, notes.String(), place)
						}
					}
				}
			}
		}
	}
}

// A panic outside a puzzle is reported, and ends the run.
func TestPanicBesideThePuzzles(t *testing.T) {
	var out, notes bytes.Buffer
	r := &Run{Ctx: t.Context(), Lang: message.English, In: strings.NewReader(strings.Repeat(".", 81)), Out: NewOutput(t.Context(), &out)}
	r.Notes = NewNotes(&notes, r.Out)
	_, err := r.Stream(nil, Stage{Batch: 1, Handler: func() Handler { panic("no handler") }})
	if r.Fail(err); r.Status != Bad || !strings.Contains(notes.String(), "nonet itself failed here: no handler (stream/guard_test.go:") {
		t.Errorf("%v, %q", r.Status, notes.String())
	}
}
