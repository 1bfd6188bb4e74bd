package hint

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/sudoku"
)

// This test asks for an argument for every candidate of puzzles from easy to the hardest. It must agree with
// the solution, each step must be proven in its position, and the last step must settle the claim. There is no
// argument for a false claim.
//
// With NONET_WHY=FILE it measures a corpus instead, one puzzle a line.
func TestArgue(t *testing.T) {
	corpus, every := slices.Concat(puzzles, []string{"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"}), soak.Pick(71, 19)
	if file := os.Getenv("NONET_WHY"); file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		corpus, every = strings.Fields(string(data)), 1
	}
	var took []time.Duration
	var efforts, lengths []int
	kinds, n, searched, whole := map[string]int{}, 0, 0, 0
	for _, p := range corpus {
		s := logic.NewState(sudoku.MustParse(p))
		solution, _, _ := logic.SolutionOf(t.Context(), &s)
		for c := range s.EmptyCells().All() {
			for d := range s.Candidates(c).Digits() {
				if n++; n%every != 0 {
					continue
				}
				right := solution.At(c) == d
				claim := Claim{logic.Candidate{Cell: c, Digit: d}, right}
				if n%5 == 0 {
					if _, outcome, _ := Argue(t.Context(), s, Claim{claim.Candidate, !right}, true); outcome != sudoku.None {
						t.Errorf("%s: the contrary of %v is argued: %v", p, claim, outcome)
					}
				}
				start := time.Now()
				a, outcome, err := Argue(t.Context(), s, claim, true)
				if err != nil {
					t.Fatal(err)
				}
				took = append(took, time.Since(start))
				if outcome != sudoku.Found {
					searched++
					continue
				}
				if a.Whole {
					whole++
				}
				at, effort := s, 0
				for i := range a.Steps {
					step := &a.Steps[i]
					if err := logic.Verify(at, step); err != nil {
						t.Errorf("%s: %v: step %d: %v", p, claim, i+1, err)
					}
					if done := claim.isProvenBy(&at, step); done != (i == len(a.Steps)-1) {
						t.Errorf("%s: %v is settled: %t after %d steps of %d", p, claim, done, i+1, len(a.Steps))
					}
					effort += effortOf(step)
					at.Apply(step)
				}
				if effort != a.Effort {
					t.Errorf("%s: %v: effort %d, not %d", p, claim, effort, a.Effort)
				}
				kind := "steps"
				switch last := a.Steps[len(a.Steps)-1]; {
				case len(last.Branches) > 0:
					kind = last.Technique.String()
				case len(a.Steps) == 1:
					kind = "one step"
				}
				kinds[kind]++
				efforts, lengths = append(efforts, a.Effort), append(lengths, len(a.Steps))
			}
		}
	}
	if whole > 0 {
		t.Errorf("of %d arguments it is not known what they need", whole)
	}
	for _, kind := range []string{"steps", "one step", "forcing-net-contradiction"} {
		if kinds[kind] == 0 && soak.On() {
			t.Errorf("nothing was argued by %s", kind)
		}
	}
	slices.Sort(took)
	slices.Sort(efforts)
	slices.Sort(lengths)
	at := func(list []int, percent int) int { return list[len(list)*percent/100] }
	t.Logf("%d candidates: median %v, 95th percentile %v, longest %v", len(took), took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
	t.Logf("steps: median %d, p95 %d; effort: median %d, p95 %d", at(lengths, 50), at(lengths, 95), at(efforts, 50), at(efforts, 95))
	t.Log(kinds, "known from the solution alone:", searched)
}

// Argue must choose the easiest argument: no supposition if a step of few points suffices, and no long sequence
// of steps if a short supposition does.
func TestArgueEasiest(t *testing.T) {
	s := logic.NewState(sudoku.MustParse(puzzles[2]))
	solution, _, _ := logic.SolutionOf(t.Context(), &s)
	f := logic.NewFinder(s, logic.Options{})
	least := map[logic.Candidate]int{} // by one step of an easy technique
	for _, k := range []logic.Technique{logic.NakedSingle, logic.HiddenSingle, logic.LockedPair, logic.Pointing, logic.Claiming, logic.NakedPair, logic.HiddenPair} {
		f.Each(t.Context(), k, func(step *logic.Step) bool {
			for _, e := range step.Eliminations {
				if old, known := least[e]; !known || effortOf(step) < old {
					least[e] = effortOf(step)
				}
			}
			return true
		})
	}
	if len(least) < 5 {
		t.Fatalf("only %d candidates go by one easy step", len(least))
	}
	for c := range s.EmptyCells().All() {
		for d := range s.Candidates(c).Digits() {
			e := logic.Candidate{Cell: c, Digit: d}
			known, ok := least[e]
			if !ok {
				continue
			}
			a, outcome, _ := Argue(t.Context(), s, Claim{e, solution.At(c) == d}, true)
			if outcome != sudoku.Found || a.Effort > known {
				t.Errorf("%v goes by a step of %d points and was argued with %d", e, known, a.Effort)
			}
		}
	}
}
