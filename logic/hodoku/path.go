package hodoku

import (
	"cmp"
	"context"
	"sync"

	"nonet/logic"
	"nonet/sudoku"
)

// pathNodes is how long a path looks for one technique in one position.
const pathNodes = 10_000_000

// options are those of HoDoKu's solver.
func options() logic.Options {
	return logic.Options{MissingCorners: true, Chains: logic.FirstByRow}
}

// solver is what a path needs, kept for the next one.
type solver struct {
	finder  logic.Finder
	singles singles
}

var solvers = sync.Pool{New: func() any { return new(solver) }}

// PathOf solves a position with the techniques of order, nil for [DefaultOrder], at each point with the first
// that finds a step, as HoDoKu does. Where none does, one cell is filled in from the solution, a
// step of [logic.BruteForce], whether order names it or not. A caller who knows the
// position's one solution hands it in; nil asks for a search where singles alone do not fill
// the grid.
//
// The outcome is Found with a full path, None if the position has no solution, several, or
// not the one handed in (with a *sudoku.ContradictionError if values clash), and Undecided
// with the context's error and the steps so far. A technique whose search takes more than
// ten million nodes has found nothing. Cost: about 0.03 ms an easy puzzle, 10 ms a hard one,
// 0.4 s the hardest.
func PathOf(ctx context.Context, s logic.State, order []logic.Technique, solution *sudoku.Grid) (logic.Path, sudoku.Outcome, error) {
	p := logic.Path{Start: s, End: s}
	if order == nil {
		order = DefaultOrder()
	}
	if solution != nil && !s.Allows(*solution) {
		return p, sudoku.None, nil
	}
	know := func() (sudoku.Outcome, error) {
		if solution != nil {
			return sudoku.Found, nil
		}
		found, outcome, err := logic.SolutionOf(ctx, &s)
		if outcome == sudoku.Found {
			solution = &found
		}
		return outcome, err
	}
	v := solvers.Get().(*solver)
	defer solvers.Put(v)
	v.finder.Options = options()
	v.finder.Options.Nodes = pathNodes
	queue := &v.singles
	now := &queue.state
	// Singles alone that fill a sound grid prove that there is no other: only if they
	// do not is the solution looked for.
	if !queue.reset(&s) {
		if outcome, err := know(); outcome != sudoku.Found {
			return p, outcome, err
		}
	}
	steps := make([]logic.Step, 0, s.EmptyCells().Len()+8) // a step a cell, and some
	for !now.Solved() {
		steps = append(steps, logic.Step{})
		step, found := &steps[len(steps)-1], false
		searching := false // for more than singles
		for i := 0; i < len(order) && !found; i++ {
			t := order[i]
			if single(t) {
				found = queue.next(t, step)
				continue
			}
			if !searching {
				if outcome, err := know(); outcome != sudoku.Found {
					return p, outcome, err
				}
				v.finder.Reset(*now)
				searching = true
			}
			// The three kinds of loop are one search, as they are to HoDoKu; so are the
			// two of forcing chains and those of nets.
			also := order[i+1 : i+kindred(order[i:])]
			i += len(also)
			if found = v.next(ctx, t, also, step); !found && ctx.Err() != nil {
				p.Steps, p.End = steps[:len(steps)-1], *now
				return p, sudoku.Undecided, context.Cause(ctx)
			}
		}
		if !found {
			if outcome, err := know(); outcome != sudoku.Found {
				return p, outcome, err
			}
			if !now.Allows(*solution) {
				return p, sudoku.None, nil // it was none
			}
			*step = logic.FromSolution(now, *solution)
		}
		queue.apply(step)
	}
	if solution != nil && !now.Allows(*solution) {
		return p, sudoku.None, nil
	}
	p.Steps, p.End = steps, *now
	return p, sudoku.Found, nil
}

// single reports whether a path takes steps of t from its queue.
func single(t logic.Technique) bool {
	return t == logic.FullHouse || t == logic.NakedSingle || t == logic.HiddenSingle
}

// kindred is how many techniques at the list's beginning are one search to HoDoKu.
func kindred(list []logic.Technique) int {
	n := 1
	switch list[0].Info().Family {
	case logic.FamilyLoop:
		n = 3
	case logic.FamilyForcing:
		n = 2
	}
	if len(list) < n {
		return 1
	}
	for _, t := range list[1:n] {
		if Of(t).Order != Of(list[0]).Order {
			return 1
		}
	}
	return n
}

// next is HoDoKu's step of t and its kin: the first, but of several chains that with the
// most eliminations, then the shortest, the nearest the first cell, loops before others.
func (v *solver) next(ctx context.Context, t logic.Technique, kin []logic.Technique, best *logic.Step) bool {
	family := t.Info().Family
	chains := family == logic.FamilyLoop || family == logic.FamilyChain
	found := false
	_ = v.finder.Each(ctx, t, func(s *logic.Step) bool { // cut short, it may have found something
		if !found || cmp.Or(
			cmp.Compare(len(best.Eliminations), len(s.Eliminations)),
			cmp.Compare(len(s.Nodes), len(best.Nodes)),
			cmp.Compare(indexSum(s), indexSum(best)),
			first(s.Loop, best.Loop)) < 0 {
			*best, found = s.Clone(), true
		}
		return chains
	}, kin...)
	return found
}

// first orders what is so before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// indexSum orders steps by their eliminations, the later ones weighing more.
func indexSum(s *logic.Step) int {
	sum := 0
	for i, e := range s.Eliminations {
		sum += logic.RowWeight(i, e)
	}
	return sum
}
