package logic_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"nonet/explain"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// TestVerifyRefuses checks that Verify refuses a step that removes a candidate of the solution, and
// a step without one of its truths.
func TestVerifyRefuses(t *testing.T) {
	s := NewState(sudoku.MustParse(hardPuzzle))
	solution := solutionOf(&s)
	p, _, _ := hodoku.PathOf(context.Background(), s, hodoku.DefaultOrder(), nil)
	r := rand.New(rand.NewPCG(7, 7))
	wrong, robbed, kept := 0, 0, 0
	for i := range p.Steps {
		step := &p.Steps[i]
		if err := Verify(s, step); err != nil {
			t.Fatalf("%s: %v", step, err)
		}
		for range 5 {
			c := s.EmptyCells()
			for range r.IntN(c.Len()) {
				c.Remove(c.First())
			}
			lie := step.Clone()
			lie.Eliminations = append(lie.Eliminations, Candidate{c.First(), solution.At(c.First())})
			var unproven *UnprovenError
			if err := Verify(s, &lie); !errors.As(err, &unproven) || unproven.Reason != "search" {
				t.Fatalf("%s and a wrong elimination: %v", step, err)
			}
			wrong++
		}
		if step.Technique != BruteForce {
			for k := range step.Truths {
				lie := step.Clone()
				lie.Truths = append(append([]Truth{}, step.Truths[:k]...), step.Truths[k+1:]...)
				if Verify(s, &lie) == nil {
					kept++
				} else {
					robbed++
				}
			}
		}
		s.Apply(step)
	}
	t.Logf("%d wrong eliminations refused; of steps with one truth less, %d refused, %d proven all the same", wrong, robbed, kept)
	if robbed == 0 {
		t.Error("no truth is needed by any step")
	}
}

func TestVerifyRefusesNonsense(t *testing.T) {
	s := NewState(sudoku.MustParse(easyPuzzle))
	for name, step := range map[string]Step{
		"nothing":             {},
		"no reason":           {Technique: XWing, Eliminations: []Candidate{{2, 4}}},
		"no candidate":        {Eliminations: []Candidate{{0, 5}}},
		"no such cell":        {Eliminations: []Candidate{{200, 5}}},
		"no such digit":       {Placements: []Candidate{{2, 200}}},
		"no such house":       {Eliminations: []Candidate{{2, 4}}, Truths: []Truth{{Kind: HouseTruth, House: 99, Digit: 4}}},
		"no such truth cell":  {Eliminations: []Candidate{{2, 4}}, Truths: []Truth{{Kind: CellTruth, Cell: 250}}},
		"a filled cell":       {Eliminations: []Candidate{{2, 4}}, Truths: []Truth{{Kind: CellTruth, Cell: 0}}},
		"no rectangle":        {Eliminations: []Candidate{{2, 4}}, Uniqueness: Rectangle},
		"no sudoku.Cells":     {Eliminations: []Candidate{{2, 4}}, Uniqueness: Rectangle, Corners: [4]Cell{200, 201, 202, 203}},
		"no grave":            {Eliminations: []Candidate{{2, 4}}, Uniqueness: Grave},
		"an empty node":       {Eliminations: []Candidate{{2, 4}}, Nodes: []Node{{}, {}}},
		"a set from nowhere":  {Eliminations: []Candidate{{2, 4}}, Nodes: []Node{{Cells: CellsOf(2), Digit: 4, Kind: SetNode, Set: 9}}},
		"a link that is none": {Eliminations: []Candidate{{2, 4}}, Nodes: []Node{{Cells: CellsOf(2), Digit: 4, On: true}, {Cells: CellsOf(80), Digit: 4}}},
	} {
		if err := Verify(s, &step); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// randomState returns a position on the way to a random puzzle's solution. It may be changed so that it has no
// solution.
func randomState(r *rand.Rand) (State, sudoku.Grid) {
	solution, err := solvedGrid(r)
	if err != nil {
		panic(err)
	}
	s := NewState(sudoku.Grid{})
	var givens CellSet
	for _, c := range r.Perm(sudoku.Cells)[:r.IntN(60)] {
		s.Place(Cell(c), solution.At(Cell(c)))
		if r.IntN(2) == 0 {
			givens.Add(Cell(c))
		}
	}
	s.SetGivens(givens)
	gone := r.IntN(200)
	for range gone {
		c, d := Cell(r.IntN(sudoku.Cells)), Digit(r.IntN(9)+1)
		if solution.At(c) != d {
			s.Eliminate(c, d)
		}
	}
	return s, solution
}

// solvedGrid returns a full grid: an isomorph of a fixed one.
func solvedGrid(r *rand.Rand) (sudoku.Grid, error) {
	g, _, err := sudoku.Solve(context.Background(), sudoku.MustParse(hardPuzzle), sudoku.Limits{})
	m := randomIsomorph(r)
	var out sudoku.Grid
	for c := range Cell(sudoku.Cells) {
		out = out.With(m.cell[c], m.digit[g.At(c)])
	}
	return out, err
}

// TestRandomPositions checks positions with a known solution. Steps that do not rely on uniqueness must agree
// with it, even if there are others. Every step must be proven.
func TestRandomPositions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		s, solution := randomState(rand.New(rand.NewPCG(seed, 1)))
		everyStep(t, s, &solution, 20)
	})
}

// everyStep examines up to n steps of each technique. solution may be nil.
func everyStep(t testing.TB, s State, solution *sudoku.Grid, n int) {
	f := NewFinder(s, Options{MissingCorners: true, TwoCandidateRectangles: true, SetsInChains: true, Nodes: 1000})
	for _, k := range hodoku.Techniques() {
		if k.Info().Family == FamilyFish && hodoku.ColumnsOf(k).Score > 350 || k.Info().Family == FamilyTemplate {
			continue
		}
		left := n
		f.Each(context.Background(), k, func(step *Step) bool {
			if err := Verify(s, step); err != nil {
				t.Fatalf("%s: %v\n%s", step, err, explain.Drawing(&s, nil))
			}
			if solution != nil && step.Uniqueness == NoUniqueness {
				for _, e := range step.Eliminations {
					if solution.At(e.Cell) == e.Digit {
						t.Fatalf("%s is wrong\n%s", step, explain.Drawing(&s, nil))
					}
				}
				for _, p := range step.Placements {
					if solution.At(p.Cell) != p.Digit {
						t.Fatalf("%s is wrong\n%s", step, explain.Drawing(&s, nil))
					}
				}
			}
			left--
			return left > 0
		})
	}
}

// FuzzState turns any bytes into a position, possible or not: nothing panics, and every step is
// proven.
func FuzzState(f *testing.F) {
	f.Add([]byte(easyPuzzle))
	f.Add([]byte(hardPuzzle + "\x01\x02\x03"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := NewState(sudoku.Grid{})
		for i, b := range data {
			c := Cell(i % sudoku.Cells)
			switch {
			case i < sudoku.Cells && b >= '1' && b <= '9':
				s.Place(c, Digit(b-'0'))
			case i >= sudoku.Cells:
				s.SetCandidates(c, Digits(b)|Digits(i/sudoku.Cells%2)<<8)
			}
			if i > 3*sudoku.Cells {
				break
			}
		}
		if s.Broken() {
			return // anything follows from an impossible position
		}
		everyStep(t, s, nil, 3)
	})
}
