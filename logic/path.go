package logic

import (
	"context"

	"nonet/sudoku"
)

// Path is the solution of a position, one step after another. hodoku.PathOf and hint.Path find paths.
type Path struct {
	Start State
	Steps []Step
	End   State // the last position: solved, unless the path was cut short
}

// SolutionOf returns the solution of a position on the classic board. The outcome is Found if the values have exactly
// one solution and the candidates allow it, and otherwise None. If values contradict each other, the error is a
// *sudoku.ContradictionError. If the context ends, the outcome is Undecided with the context's error. Cost: some
// microseconds.
func SolutionOf(ctx context.Context, s *State) (sudoku.Grid, sudoku.Outcome, error) {
	all, tally, err := sudoku.SolutionsUpTo(ctx, s.Grid(), 2, sudoku.AnyOrder, sudoku.Limits{})
	switch {
	case len(all) == 2 || tally.Exact && len(all) == 0:
		return sudoku.Grid{}, sudoku.None, err
	case len(all) == 0 || !tally.Exact:
		return sudoku.Grid{}, sudoku.Undecided, err
	case !s.Allows(all[0]):
		return sudoku.Grid{}, sudoku.None, nil
	}
	return all[0], sudoku.Found, nil
}

// Allows reports whether the solution, a full grid, agrees with the position. It must have the position's values, and
// its digits in empty cells must be candidates.
func (s *State) Allows(solution sudoku.Grid) bool {
	for c := range Cell(cells) {
		if v, d := s.Value(c), solution.At(c); d == 0 || v != d && (v != 0 || !s.cands[c].Has(d)) {
			return false
		}
	}
	return true
}
