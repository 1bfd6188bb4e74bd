package solve_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// TestOptimum compares optima with the best of all solutions. The boards have cages, lines, diagonals, free
// rows and values from 0, and positive and negative weights.
func TestOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 9))
	cages := puzzle.New(6, 6)
	cages.Constraints = []puzzle.Constraint{{Kind: "Cage", Numbers: []int{10}, Cells: []int{0, 1, 6}}, {Kind: "Thermo", Cells: []int{35, 34, 33, 27}},
		{Kind: "Diagonal", Numbers: []int{1}}}
	free := puzzle.New(2, 3)
	free.Free, free.High = true, 4
	free.Constraints = []puzzle.Constraint{{Kind: "Whisper", Numbers: []int{2}, Cells: []int{0, 1, 2, 5}}}
	zero := puzzle.New(4, 4)
	zero.Low, zero.High = 0, 4
	zero.Constraints = []puzzle.Constraint{{Kind: "Cage", Numbers: []int{5}, Cells: []int{5, 6, 10}}}
	for i, p := range []*puzzle.Puzzle{puzzle.New(4, 4), cages, free, zero} {
		all, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1 << 20, Keep: 1 << 20})
		if err != nil || !all.Exact || all.N < 10 {
			t.Fatalf("puzzle %d: %d solutions, %v", i, all.N, err)
		}
		for round := range 4 {
			weights := p.RingWeights()
			if round > 0 {
				for cell := range weights {
					weights[cell] = int64(r.IntN(41) - 20)
				}
			}
			best := p.Score(weights, all.Solutions[0])
			for _, s := range all.Solutions {
				best = max(best, p.Score(weights, s))
			}
			o, err := solve.Best(t.Context(), p, solve.Scoring{Weights: weights}, puzzle.Limits{}, nil)
			if err != nil || o.Outcome != sudoku.Found || o.Score != best || o.Bound != best || p.Score(weights, o.Solution) != best {
				t.Errorf("puzzle %d, weights %v: %+v, %v, want %d of %d solutions", i, weights, o, err, best, all.N)
				continue
			}
			if broken, err := p.Check(o.Solution); err != nil || len(broken) > 0 {
				t.Errorf("puzzle %d: %v breaks %v, %v", i, o.Solution, broken, err)
			}
			scores := make([]int64, len(all.Solutions))
			for i, s := range all.Solutions {
				scores[i] = p.Score(weights, s)
			}
			slices.Sort(scores)
			slices.Reverse(scores)
			ties := uint64(0)
			for ties < uint64(len(scores)) && scores[ties] == best {
				ties++
			}
			if tally, err := solve.CountBest(t.Context(), p, solve.Scoring{Weights: weights}, puzzle.Limits{Solutions: len(scores)}, nil); err != nil || tally.N != ties || !tally.Exact {
				t.Errorf("puzzle %d, weights %v: %+v have the best score, %v, not %d", i, weights, tally, err, ties)
			}
			for _, most := range []int{1, 7, len(scores) + 1} {
				if round > 1 || most > 600 {
					continue
				}
				ranking, err := solve.BestSolutions(t.Context(), p, solve.Scoring{Weights: weights}, most, puzzle.Limits{}, nil)
				leaders, complete := ranking.Leaders, ranking.Complete
				if err != nil || most > len(scores) && !complete || len(leaders) != min(most, len(scores)) {
					t.Fatalf("puzzle %d, weights %v: %d of %d leaders, complete %v, %v", i, weights, len(leaders), most, complete, err)
				}
				for j, l := range leaders {
					broken, _ := p.Check(l.Solution)
					if l.Score != scores[j] || p.Score(weights, l.Solution) != l.Score || len(broken) > 0 ||
						slices.ContainsFunc(leaders[:j], func(other solve.ScoredSolution) bool { return slices.Equal(other.Solution, l.Solution) }) {
						t.Fatalf("puzzle %d, weights %v: leader %d of %d is %+v, not of %d", i, weights, j, most, l, scores[j])
					}
				}
			}
			// A search that is cut short must claim only proven facts.
			for _, nodes := range []uint64{1, 5, 40} {
				o, err := solve.Best(t.Context(), p, solve.Scoring{Weights: weights}, puzzle.Limits{Nodes: nodes}, nil)
				if o.Bound < best || o.Solution != nil && o.Score > best || (o.Outcome == sudoku.Found) != (err == nil) || err == nil && o.Score != best {
					t.Errorf("puzzle %d within %d nodes: %+v, %v, the best is %d", i, nodes, o, err, best)
				}
			}
		}
	}
}

func TestOptimumEnds(t *testing.T) {
	p := puzzle.New(9, 9)
	p.Constraints = []puzzle.Constraint{{Kind: "AntiKnight"}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := solve.Best(ctx, p, solve.Scoring{Weights: p.RingWeights()}, puzzle.Limits{}, nil); !errors.Is(err, context.Canceled) || o.Outcome != sudoku.Undecided {
		t.Errorf("ended: %+v, %v", o, err)
	}
	if o, err := solve.Best(t.Context(), p, solve.Scoring{Weights: p.RingWeights()[1:]}, puzzle.Limits{}, nil); err == nil || o.Outcome != sudoku.Undecided {
		t.Errorf("80 weights: %+v, %v", o, err)
	}
	weights := p.RingWeights()
	weights[80] = -111_111_112
	if _, err := solve.Best(t.Context(), p, solve.Scoring{Weights: weights}, puzzle.Limits{}, nil); err == nil {
		t.Error("a weight out of range is taken")
	}
	p.Givens = []puzzle.Given{{Cell: 0, Values: []int{1}}, {Cell: 11, Values: []int{1}}}
	if o, err := solve.Best(t.Context(), p, solve.Scoring{Weights: slices.Repeat([]int64{111_111_111}, 81)}, puzzle.Limits{}, nil); o.Outcome != sudoku.None {
		t.Errorf("without a solution: %+v, %v", o, err)
	}
}
