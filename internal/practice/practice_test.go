package practice

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"nonet/generate"
	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// knownTechniques returns the techniques for which a position is known.
func knownTechniques() (all []logic.Technique) {
	for _, t := range hodoku.Techniques() {
		if FrequencyPerMille(t) > 0 {
			all = append(all, t)
		}
	}
	return all
}

// TestNext checks positions of every technique. The position belongs to the puzzle. No easier
// technique has a step, and the technique has one that agrees with the solution and that Check
// accepts.
func TestNext(t *testing.T) {
	ctx := context.Background()
	for _, technique := range knownTechniques() {
		t.Run(technique.String(), func(t *testing.T) {
			t.Parallel()
			seeds := uint64(2)
			if testing.Short() {
				seeds = 1
			}
			told := map[logic.State]bool{}
			for seed := range seeds {
				w := Wish{Technique: technique, Seed: seed}
				p, outcome, err := Next(ctx, w)
				if outcome != sudoku.Found || err != nil {
					t.Fatalf("seed %d: %v, %v", seed, outcome, err)
				}
				told[p.State] = true
				start := logic.NewState(p.Puzzle)
				if unique, outcome, err := logic.SolutionOf(ctx, &start); outcome != sudoku.Found || unique != p.Solution {
					t.Fatalf("seed %d: %v has the solution %v, not %v, %v", seed, p.Puzzle, unique, p.Solution, err)
				}
				if !p.State.Grid().Extends(p.Puzzle) || !p.State.Allows(p.Solution) || p.Level == 0 || p.Score == 0 {
					t.Errorf("seed %d: %v is not on the way from %v to %v (%v, %d)", seed, p.State, p.Puzzle, p.Solution, p.Level, p.Score)
				}
				for _, u := range EasierThan(technique) {
					if step, outcome, err := logic.NewFinder(p.State, finderOptions()).First(ctx, u); outcome != sudoku.None || err != nil {
						t.Errorf("seed %d: %v is open: %v, %v", seed, u, step, err)
					}
				}
				if len(p.Steps) == 0 {
					t.Fatalf("seed %d: no step", seed)
				}
				for i := range p.Steps {
					step := &p.Steps[i]
					if step.Technique != technique || len(step.Placements)+len(step.Eliminations) == 0 {
						t.Errorf("seed %d: %v", seed, step)
					}
					for _, e := range step.Eliminations {
						if p.Solution.At(e.Cell) == e.Digit {
							t.Errorf("seed %d: %v takes a digit of the solution", seed, step)
						}
					}
				}
				step := &p.Steps[0]
				f, err := Check(ctx, p.State, p.Solution, technique, step.Placements, step.Eliminations)
				if f.Verdict != Right || err != nil {
					t.Errorf("seed %d: %v is %v, %v", seed, step, f.Verdict, err)
				}
				again, _, _ := Next(ctx, w)
				if again.State != p.State || again.Puzzle != p.Puzzle {
					t.Errorf("seed %d gives two positions", seed)
				}
			}
			if len(told) != int(seeds) {
				t.Errorf("%d seeds give %d positions", seeds, len(told))
			}
		})
	}
}

// TestNone checks that the error gives the reason why there is no position.
func TestNone(t *testing.T) {
	ctx := context.Background()
	for _, technique := range []logic.Technique{logic.BruteForce, logic.Squirmbag} {
		var none *NoneError
		if _, outcome, err := Next(ctx, Wish{Technique: technique}); outcome != sudoku.None || !errors.As(err, &none) {
			t.Errorf("%v: %v, %v", technique, outcome, err)
		}
	}
	var refused *generate.SpecError
	if _, outcome, err := Next(ctx, Wish{Technique: logic.XWing, MaxLevel: hodoku.Easy}); outcome != sudoku.None || !errors.As(err, &refused) {
		t.Errorf("an easy puzzle with an X-Wing: %v, %v", outcome, err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, outcome, err := Next(gone, Wish{Technique: logic.XWing}); outcome != sudoku.Undecided || err == nil {
		t.Errorf("without time: %v, %v", outcome, err)
	}
}

// TestLevel checks that the puzzle's level is in the requested range.
func TestLevel(t *testing.T) {
	for _, w := range []Wish{
		{Technique: logic.HiddenSingle, MinLevel: hodoku.Easy, MaxLevel: hodoku.Easy},
		{Technique: logic.Pointing, MinLevel: hodoku.Extreme, MaxLevel: hodoku.Extreme},
		{Technique: logic.Swordfish, MinLevel: hodoku.Unfair, MaxLevel: hodoku.Extreme},
	} {
		p, outcome, err := Next(context.Background(), w)
		if outcome != sudoku.Found || p.Level < w.MinLevel || p.Level > w.MaxLevel {
			t.Errorf("%+v: %v, %v, %v", w, p.Level, outcome, err)
		}
	}
}

func TestIsomorph(t *testing.T) {
	var c chance
	g := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	s := logic.NewState(g)
	s.Eliminate(2, 1)
	for seed := range uint64(50) {
		c.Seed(seed, 0)
		m := c.randomIsomorph()
		cells, digits := map[logic.Cell]bool{}, map[logic.Digit]bool{}
		for _, at := range m.cell {
			cells[at] = true
		}
		for _, d := range m.digit[1:] {
			digits[d] = true
		}
		if len(cells) != 81 || len(digits) != 9 || digits[0] || m.digit[0] != 0 {
			t.Fatalf("%+v is no permutation", m)
		}
		for a := range logic.Cell(81) {
			for _, b := range []logic.Cell{0, 13, 40, 77} {
				if a != b && s.Board().Peers(a).Has(b) != s.Board().Peers(m.cell[a]).Has(m.cell[b]) {
					t.Fatalf("%v and %v see each other, or their images, not both", a, b)
				}
			}
		}
		to := m.applyToState(&s)
		if to.Candidates(m.cell[2]).Has(m.digit[1]) || to.EmptyCells().Len() != s.EmptyCells().Len() || !to.Given(m.cell[0]) {
			t.Errorf("%v is not the image of %v", to, s)
		}
	}
}

// TestCheck checks the verdicts on findings about a skyscraper.
func TestCheck(t *testing.T) {
	ctx := context.Background()
	p, outcome, err := Next(ctx, Wish{Technique: logic.Skyscraper, Seed: 4})
	if outcome != sudoku.Found {
		t.Fatal(outcome, err)
	}
	// A step with several eliminations.
	for seed := uint64(5); len(p.Steps) != 1 || len(p.Steps[0].Eliminations) < 2; seed++ {
		p, _, _ = Next(ctx, Wish{Technique: logic.Skyscraper, Seed: seed})
	}
	step := p.Steps[0]
	solved := func(c logic.Cell) logic.Candidate { return logic.Candidate{Cell: c, Digit: p.Solution.At(c)} }
	someEmpty := p.State.EmptyCells().First()
	// A correct elimination that the step does not have.
	var other logic.Candidate
	for c := range p.State.EmptyCells().All() {
		for d := range p.State.Candidates(c).Digits() {
			k := logic.Candidate{Cell: c, Digit: d}
			if d != p.Solution.At(c) && !slices.Contains(step.Eliminations, k) {
				other = k
			}
		}
	}
	for _, test := range []struct {
		name    string
		in, out []logic.Candidate
		want    []Verdict
	}{
		{"nothing", nil, nil, []Verdict{Nothing}},
		{"what is not there", nil, []logic.Candidate{{Cell: someEmpty, Digit: absentDigit(&p.State, someEmpty)}}, []Verdict{Nothing}},
		{"all", nil, step.Eliminations, []Verdict{Right}},
		{"one of several", nil, step.Eliminations[:1], []Verdict{Partial}},
		{"the solution's digit", nil, []logic.Candidate{solved(someEmpty)}, []Verdict{Wrong}},
		{"all and the solution's digit", nil, append(slices.Clone(step.Eliminations), solved(someEmpty)), []Verdict{Wrong}},
		{"a wrong digit", []logic.Candidate{other}, nil, []Verdict{Wrong}},
		{"something else", nil, []logic.Candidate{other}, []Verdict{Other, Unproven}},
	} {
		f, err := Check(ctx, p.State, p.Solution, logic.Skyscraper, test.in, test.out)
		if err != nil || !slices.Contains(test.want, f.Verdict) {
			t.Errorf("%s: %v, %v", test.name, f.Verdict, err)
		}
		if f.Verdict == Partial && f.Missing != len(step.Eliminations)-1 {
			t.Errorf("%s: %d are missing", test.name, f.Missing)
		}
		if f.Verdict == Other && (f.Step.Technique == logic.Skyscraper || f.Candidate != other) {
			t.Errorf("%s: %v by %v", test.name, f.Candidate, &f.Step)
		}
	}
	// Removing all other candidates of a cell is equivalent to placing its digit.
	single, _, _ := Next(ctx, Wish{Technique: logic.HiddenSingle, Seed: 1})
	place := single.Steps[0].Placements[0]
	var rest []logic.Candidate
	for d := range single.State.Candidates(place.Cell).Without(place.Digit).Digits() {
		rest = append(rest, logic.Candidate{Cell: place.Cell, Digit: d})
	}
	for _, moves := range [][2][]logic.Candidate{{{place}, nil}, {nil, rest}} {
		if f, err := Check(ctx, single.State, single.Solution, logic.HiddenSingle, moves[0], moves[1]); f.Verdict != Right || err != nil {
			t.Errorf("%v: %v, %v", moves, f.Verdict, err)
		}
	}
}

// TestCheckAnything checks that Check accepts any position and any moves: solved positions,
// positions without candidates, and naked singles unrelated to the technique.
func TestCheckAnything(t *testing.T) {
	ctx := context.Background()
	g := sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	start := logic.NewState(g)
	solution, _, _ := logic.SolutionOf(ctx, &start)
	step := soak.PickOfThree(logic.Cell(11), 5, 1)
	for _, technique := range []logic.Technique{logic.HiddenSingle, logic.NakedPair} {
		for c := logic.Cell(0); c < 81; c += step {
			for d := logic.Digit(1); d <= 9; d++ {
				k := []logic.Candidate{{Cell: c, Digit: d}}
				in, err := Check(ctx, start, solution, technique, k, nil)
				out, errOut := Check(ctx, start, solution, technique, nil, k)
				there := start.Candidates(c).Has(d)
				if err != nil || errOut != nil || there == (in.Verdict == Nothing) || there == (out.Verdict == Nothing) ||
					there && (in.Verdict == Wrong) != (solution.At(c) != d) || there && (out.Verdict == Wrong) != (solution.At(c) == d) {
					t.Fatalf("%v, %v: %v, %v; %v, %v", technique, k, in.Verdict, out.Verdict, err, errOut)
				}
			}
		}
	}
	solved := logic.NewState(solution)
	if f, err := Check(ctx, solved, solution, logic.XWing, nil, []logic.Candidate{{Cell: 5, Digit: 5}}); f.Verdict != Nothing || err != nil {
		t.Errorf("a solved grid: %v, %v", f.Verdict, err)
	}
}

// absentDigit returns a digit that is not a candidate of an empty cell.
func absentDigit(s *logic.State, c logic.Cell) logic.Digit {
	for d := logic.Digit(1); d <= 9; d++ {
		if !s.Candidates(c).Has(d) {
			return d
		}
	}
	return 0
}

var times = flag.Int("times", 0, "measure so many seeds a technique")

// TestTimes prints the times for finding positions, for docs/PRACTICE.md.
func TestTimes(t *testing.T) {
	if *times == 0 {
		t.Skip("without -times")
	}
	for _, technique := range knownTechniques() {
		var all []time.Duration
		for seed := range uint64(*times) {
			start := time.Now()
			if _, outcome, err := Next(context.Background(), Wish{Technique: technique, Seed: 1000 + seed}); outcome != sudoku.Found {
				t.Errorf("%v, seed %d: %v, %v", technique, seed, outcome, err)
			}
			all = append(all, time.Since(start))
		}
		slices.Sort(all)
		fmt.Printf("%-34v %7.3g‰ %3d rows, median %v, p95 %v\n", technique, FrequencyPerMille(technique), len(table().entries[technique].attempts), all[len(all)/2], all[len(all)*95/100])
	}
}
