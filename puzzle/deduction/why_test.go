package deduction

import (
	"slices"
	"testing"
	"time"

	"nonet/internal/check/soak"
	"nonet/puzzle"
	"nonet/sudoku"
)

// This test asks for an argument for candidates of classic puzzles from easy to the hardest, and of a killer. There
// must be one. Each step must be proven in its position. The last step must show the conclusion, or there is a
// contradiction after it.
func TestWhy(t *testing.T) {
	var took []time.Duration
	kinds, n := map[string]int{}, 0
	for _, text := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	} {
		p := puzzle.FromGrid(sudoku.MustParse(text))
		s, err := NewState(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Search(t.Context(), puzzle.Limits{Solutions: 2, Keep: 1})
		if err != nil || found.N != 1 {
			t.Fatal(found.N, err)
		}
		for c := range p.BoardCells() {
			for _, v := range s.valuesOf(s.may[c]) {
				if n++; s.placed[c] || n%soak.Pick(37, 7) != 0 {
					continue
				}
				start := time.Now()
				on := found.Solutions[0][c] == v
				a, err := s.Why(t.Context(), Candidate{c, v}, on)
				took = append(took, time.Since(start))
				if err != nil || len(a.Steps) == 0 {
					t.Fatalf("%s: r%dc%d=%d: %v, %d steps", text, c/9+1, c%9+1, v, err, len(a.Steps))
				}
				at, steps := a.From.Clone(), a.Steps
				kind := "steps"
				switch {
				case a.Contradiction != nil:
					kind = "supposition"
					at.Apply(steps[0])
					steps = steps[1:]
				case len(steps) == 1:
					kind = "step"
				}
				kinds[kind]++
				for _, step := range steps {
					if got, err := verifyStep(t.Context(), at, step); err != nil || got == verdictRefuted {
						t.Errorf("%s: r%dc%d=%d: %v: %v %v", text, c/9+1, c%9+1, v, step.Technique, got, err)
					}
					at.Apply(step)
				}
				is := at.may[c]>>at.bitOf(v)&1 != 0
				if shown := is == on && (!on || at.may[c] == 1<<at.bitOf(v)); a.Contradiction == nil && !shown || a.Contradiction != nil && !at.IsContradictory() {
					t.Errorf("%s: r%dc%d=%d: the steps show nothing", text, c/9+1, c%9+1, v)
				}
			}
		}
	}
	for _, kind := range []string{"step", "steps", "supposition"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing was shown by a %s", kind)
		}
	}
	slices.Sort(took)
	t.Log(kinds, "median", took[len(took)/2], "95th percentile", took[len(took)*95/100], "longest", took[len(took)-1])
}
