package api

import (
	"context"
	"go/types"
	"io"
	"strings"
	"testing"

	"nonet/format"
	"nonet/generate"
	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
)

// one is a puzzle with one solution, which singles find.
var one = sudoku.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

// zeros lists the functions with parameters for limits, options, a wish or an order. With zero
// values, each must return the result of its defaults.
var zeros = map[string]func(context.Context) bool{
	"format.NewReader": func(context.Context) bool {
		want, failed := format.ParseOne(one.String())
		got, err := format.NewReader(strings.NewReader(one.String()), format.Options{}).ReadOne()
		return failed == nil && err == nil && got.Grid == want.Grid && got.Grid == one
	},
	"generate.One": func(ctx context.Context) bool {
		_, outcome, _ := generate.One(ctx, generate.Spec{}, generate.Limits{})
		return outcome == sudoku.Found
	},
	"generate.Puzzles": func(ctx context.Context) bool {
		for _, err := range generate.Puzzles(ctx, generate.Spec{}, generate.Limits{}) {
			return err == nil
		}
		return false
	},
	"grade.Explainer": func(ctx context.Context) bool {
		r, outcome, _ := grade.Explainer(ctx, one, grade.ExplainerLimits{})
		return outcome == sudoku.Found && r.ER > 0 && r.ER < 30
	},
	"grade.RoundsOf": func(ctx context.Context) bool {
		want, _, _ := grade.RoundsOf(ctx, logic.NewState(one), hodoku.DefaultOrder())
		got, outcome, _ := grade.RoundsOf(ctx, logic.NewState(one), nil)
		return outcome == sudoku.Found && got == want && got.Solved
	},
	"logic.NewFinder": func(ctx context.Context) bool {
		_, outcome, err := logic.NewFinder(logic.NewState(one), logic.Options{}).First(ctx, logic.HiddenSingle)
		return outcome == sudoku.Found && err == nil
	},
	"logic/hodoku.PathOf": func(ctx context.Context) bool {
		want, _, _ := hodoku.PathOf(ctx, logic.NewState(one), hodoku.DefaultOrder(), nil)
		got, outcome, _ := hodoku.PathOf(ctx, logic.NewState(one), nil, nil)
		score, _ := grade.HoDoKu(&got)
		best, _ := grade.HoDoKu(&want)
		return outcome == sudoku.Found && score == best && score < 1000
	},
	"sudoku.Check": func(ctx context.Context) bool {
		r, err := sudoku.Check(ctx, one, sudoku.Limits{})
		return err == nil && r.Unique == sudoku.Yes
	},
	"sudoku.Count": func(ctx context.Context) bool {
		tally, err := sudoku.Count(ctx, one, 2, sudoku.Limits{})
		return err == nil && tally.Exact && tally.N == 1
	},
	"sudoku.CountAll": func(ctx context.Context) bool {
		total, err := sudoku.CountAll(ctx, one, sudoku.Limits{}, nil)
		return err == nil && total.Exact
	},
	"sudoku.Enumerate": func(ctx context.Context) bool {
		tally, err := sudoku.Enumerate(ctx, one, 0, sudoku.AnyOrder, sudoku.Limits{}, func(sudoku.Grid) bool { return true })
		return err == nil && tally.N == 1
	},
	"sudoku.RedundantBatch": func(ctx context.Context) bool {
		var r sudoku.RedundantGivens
		return sudoku.RedundantBatch(ctx, [][81]uint8{one.Values()}, sudoku.Limits{}, &r) == 1
	},
	"sudoku.SolutionsUpTo": func(ctx context.Context) bool {
		all, _, err := sudoku.SolutionsUpTo(ctx, one, 2, sudoku.AnyOrder, sudoku.Limits{})
		return err == nil && len(all) == 1
	},
	"sudoku.Solve": func(ctx context.Context) bool {
		_, outcome, _ := sudoku.Solve(ctx, one, sudoku.Limits{})
		return outcome == sudoku.Found
	},
	"sudoku.SolveBatch": func(ctx context.Context) bool {
		var r sudoku.Results
		return sudoku.SolveBatch(ctx, [][81]uint8{one.Values()}, 2, sudoku.Limits{}, &r) == 1
	},
	"sudoku.TrueCandidatesOf": func(ctx context.Context) bool {
		_, err := sudoku.TrueCandidatesOf(ctx, one, sudoku.Limits{})
		return err == nil
	},
	"target.BestCompletions": func(ctx context.Context) bool {
		_, err := target.BestCompletions(ctx, one, target.RingWeights(), 1, target.Options{})
		return err == nil
	},
	"target.Certify": func(ctx context.Context) bool {
		r, err := target.Certify(ctx, one, target.RingWeights(), target.Options{}, io.Discard)
		return err == nil && r.Outcome == sudoku.Found
	},
	"target.CountOptima": func(ctx context.Context) bool {
		_, err := target.CountOptima(ctx, one, target.RingWeights(), 0, target.Options{})
		return err == nil
	},
	"target.Optimum": func(ctx context.Context) bool {
		r, err := target.Optimum(ctx, one, target.RingWeights(), target.Options{})
		return err == nil && r.Outcome == sudoku.Found
	},
	"solve.Best": func(ctx context.Context) bool {
		best, err := solve.Best(ctx, small(), solve.Scoring{}, puzzle.Limits{}, nil)
		return err == nil && best.Outcome == sudoku.Found
	},
	"solve.CandidatesOf": func(ctx context.Context) bool {
		e, err := solve.CandidatesOf(ctx, small(), 0, 0, puzzle.Limits{})
		return err == nil && e.Counts == nil
	},
	"solve.EstimateOf": func(ctx context.Context) bool {
		e, err := solve.EstimateOf(ctx, small(), 0, 0, puzzle.Limits{})
		return err == nil && e.Samples == 0
	},
	"solve.RandomSolution": func(ctx context.Context) bool {
		r, err := solve.RandomSolution(ctx, small(), 0, puzzle.Limits{})
		return err == nil && len(r.Solutions) == 1
	},
	"solve.Check": func(ctx context.Context) bool {
		r, err := solve.Check(ctx, small(), puzzle.Limits{})
		return err == nil && r.Unique != sudoku.Unknown
	},
	"solve.ContradictingParts": func(ctx context.Context) bool {
		_, err := solve.ContradictingParts(ctx, small(), puzzle.Limits{})
		return err == nil
	},
	"solve.Count": func(ctx context.Context) bool {
		r, err := solve.Count(ctx, small(), puzzle.Limits{})
		return err == nil && r.N == 1 && len(r.Solutions) == 1
	},
	"solve.CountAll": func(ctx context.Context) bool {
		total, err := solve.CountAll(ctx, small(), 0, puzzle.Limits{}, nil)
		return err == nil && total.Exact
	},
	"solve.CountBest": func(ctx context.Context) bool {
		ties, err := solve.CountBest(ctx, small(), solve.Scoring{}, puzzle.Limits{}, nil)
		return err == nil && ties.N == 1
	},
	"solve.BestSolutions": func(ctx context.Context) bool {
		ranking, err := solve.BestSolutions(ctx, small(), solve.Scoring{}, 0, puzzle.Limits{}, nil)
		return err == nil && len(ranking.Leaders) == 1
	},
	"solve.LeastSolutions": func(ctx context.Context) bool {
		p := small()
		found, _ := solve.Count(ctx, p, puzzle.Limits{})
		return solve.LeastSolutions(ctx, p, &found, 1, puzzle.Limits{}) == nil && len(found.Solutions) == 1
	},
	"solve.AscendingSolutions": func(ctx context.Context) bool {
		p := small()
		found, _ := solve.Count(ctx, p, puzzle.Limits{})
		for _, err := range solve.AscendingSolutions(ctx, p, found.Solutions[0], puzzle.Limits{}) {
			return err == nil
		}
		return false
	},
	"solve.NodeLimit": func(context.Context) bool { return solve.NodeLimit(puzzle.Limits{}) == sudoku.Limits{} },
	"solve.MinimalParts": func(ctx context.Context) bool {
		p := small()
		found, _ := solve.Count(ctx, p, puzzle.Limits{})
		_, open, err := solve.MinimalParts(ctx, p, found.Solutions[0], p.Parts(), puzzle.Limits{})
		return err == nil && open == 0
	},
	"solve.RedundantParts": func(ctx context.Context) bool {
		_, err := solve.RedundantParts(ctx, small(), puzzle.Limits{})
		return err == nil
	},
	"solve.Solutions": func(ctx context.Context) bool {
		r, err := solve.Solutions(ctx, small(), sudoku.AnyOrder, puzzle.Limits{})
		return err == nil && len(r.Solutions) == 1
	},
}

// small returns a puzzle of another board.
func small() *puzzle.Puzzle {
	read, err := format.ParseOne(`{"nonet":1,"rows":4,"columns":4,"givens":{"r1c1":[1],"r1c2":[2],"r2c1":[3],"r3c2":[1],"r4c4":[1]}}`)
	if err != nil {
		panic(err)
	}
	return read.Puzzle()
}

// isWish reports whether a parameter selects a way of doing something, so that its zero value is the default.
func isWish(v *types.Var) bool {
	if slice, is := v.Type().(*types.Slice); is {
		_, named := slice.Elem().(*types.Named)
		return named && v.Name() == "order"
	}
	n, is := v.Type().(*types.Named)
	if !is {
		return false
	}
	_, is = n.Underlying().(*types.Struct)
	name := n.Obj().Name()
	return is && (strings.HasSuffix(name, "Options") || strings.HasSuffix(name, "Limits") || name == "Spec")
}

// TestZeroIsTheDefault checks that zero limits, options, wishes and orders mean the defaults.
func TestZeroIsTheDefault(t *testing.T) {
	found := map[string]bool{}
	for _, pkg := range libraries(t) {
		path := strings.TrimPrefix(pkg.Path(), module)
		for _, name := range pkg.Scope().Names() {
			f, is := pkg.Scope().Lookup(name).(*types.Func)
			if !is || !f.Exported() {
				continue
			}
			for v := range f.Signature().Params().Variables() {
				if isWish(v) {
					found[path+"."+name] = true
				}
			}
		}
	}
	for name := range found {
		if zeros[name] == nil {
			t.Errorf("%s takes a wish, and this test does not know what it gives for none", name)
		}
	}
	for name, ask := range zeros {
		if !found[name] {
			t.Errorf("%s is no function that takes a wish", name)
		}
		t.Run(name, func(t *testing.T) {
			if !ask(t.Context()) {
				t.Errorf("%s with nothing set does not give what its default gives", name)
			}
		})
	}
}
