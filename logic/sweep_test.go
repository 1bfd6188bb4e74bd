package logic_test

import (
	"cmp"
	"context"
	"flag"
	"slices"
	"testing"
	"time"

	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

var sweep = flag.Int("sweep", 0, "how many puzzles TestSweep solves instead of a sample")

// fraction lists the share of each corpus in a sweep, in hundredths.
var fraction = []struct {
	path string
	part int
}{
	{"corpora/hardest_11plus.txt", 3},
	{"corpora/17_clue.txt", 96},
	{"techniques/se_ratings.tsv", 1},
}

// TestSweep checks paths through the corpora: every step agrees with the solution and is proven. It
// logs the number of brute force steps with and without nets.
func TestSweep(t *testing.T) {
	n := *sweep
	if n == 0 {
		n = soak.PickOfThree(50, 150, 400)
	}
	old := slices.DeleteFunc(hodoku.DefaultOrder(), func(k Technique) bool { return k.Info().Family == FamilyForcing })
	for _, c := range fraction {
		puzzles := corpus(t, reference.File(t, c.path), n*c.part/100)
		count := map[Technique]int{}
		steps, guessed, guesses, before := 0, 0, 0, 0
		var took time.Duration
		for _, g := range puzzles {
			start := time.Now()
			p, outcome, err := hodoku.PathOf(context.Background(), NewState(g), hodoku.DefaultOrder(), nil)
			took += time.Since(start)
			if outcome != sudoku.Found || err != nil {
				t.Fatalf("%s: %s, %v", g, outcome, err)
			}
			s := p.Start
			brute, hard := 0, false
			for i := range p.Steps {
				step := &p.Steps[i]
				if !sound(t, s, step, p.End.Grid()) {
					return
				}
				count[step.Technique]++
				if step.Technique == BruteForce {
					brute++
				}
				hard = hard || step.Technique.Info().Family == FamilyForcing
				s.Apply(step)
			}
			steps += len(p.Steps)
			guesses += brute
			guessed += min(brute, 1)
			if hard || brute > 0 {
				// This is the path without forcing.
				p, _, _ := hodoku.PathOf(context.Background(), NewState(g), old, nil)
				if slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Technique == BruteForce }) {
					before++
				}
			}
		}
		order := hodoku.Techniques()
		slices.SortStableFunc(order, func(a, b Technique) int { return cmp.Compare(hodoku.ColumnsOf(a).Order, hodoku.ColumnsOf(b).Order) })
		t.Logf("%s: %d puzzles, %d steps, %s; brute force in %d (%d steps), without forcing in %d", c.path, len(puzzles), steps, took, guessed, guesses, before)
		for _, k := range order {
			if count[k] > 0 && hodoku.ColumnsOf(k).Order >= hodoku.ColumnsOf(BUGPlus1).Order {
				t.Logf("  %s %d", k, count[k])
			}
		}
	}
}
