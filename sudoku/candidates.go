package sudoku

import (
	"context"

	"nonet/internal/engine/kernel"
)

// TrueCandidates holds the candidates of a puzzle that occur in its solutions. The zero value claims nothing.
type TrueCandidates struct {
	True [Cells]Candidates // the digits that the cell has in some solution
	Open [Cells]Candidates // the digits that the cell may have in a solution, but whose searches were cut short
	// Solvable states whether the puzzle has a solution, and Unique whether it has exactly one.
	Solvable, Unique Answer
	Nodes            uint64 // the number of guesses of all searches
}

// batchSize is how many candidates are searched together. The solution found for one candidate may contain other
// candidates, which then need no search. With a larger number, more lanes would be in use, but more searches would be
// needless.
const batchSize = 16

// TrueCandidatesOf finds out, for each cell and digit, whether some solution has the digit in the cell. It first
// searches for two solutions. Then it searches for a solution with each candidate that was in no earlier solution. A
// puzzle with at most one solution takes only the first search; the empty grid takes a few milliseconds. The error is a
// *ContradictionError, or the error of a search that was cut short. Even if a search was cut short, the result claims
// only what is proven.
func TrueCandidatesOf(ctx context.Context, g Grid, limits Limits) (all TrueCandidates, err error) {
	solutions, tally, err := SolutionsUpTo(ctx, g, 2, AnyOrder, limits)
	all.Nodes = tally.Nodes
	if tally.Exact && len(solutions) == 0 {
		all.Solvable, all.Unique = No, No
		return all, err
	}
	for c := range Cell(Cells) {
		all.Open[c] = g.Candidates(c)
	}
	for _, s := range solutions {
		all.Solvable = Yes
		all.addSolution(&s.cells)
	}
	switch {
	case len(solutions) == 2:
		all.Unique = No
	case tally.Exact:
		all.Unique, all.Open = Yes, [Cells]Candidates{}
		return all, nil
	case err != nil:
		return all, err
	}
	var puzzles [batchSize][Cells]uint8
	var candidates [batchSize]kernel.Candidate
	var results [batchSize]kernel.Result
	bounds := kernel.Limits{Solutions: 1, Nodes: limits.Nodes}
	var cut error
	for c, d := uint8(0), uint8(1); c < Cells; {
		n := 0
		for ; c < Cells && n < batchSize; d++ {
			if d > 9 {
				c, d = c+1, 0
				continue
			}
			if all.Open[c].Has(Digit(d)) {
				puzzles[n], candidates[n] = g.cells, kernel.Candidate{Cell: c, Digit: d}
				puzzles[n][c] = d
				n++
			}
		}
		final := kernel.Default().Search(ctx, puzzles[:n], bounds, results[:n])
		for i, r := range results[:final] {
			all.Nodes += r.Nodes
			switch {
			case r.Solutions > 0:
				all.addSolution(&results[i].First)
			case r.Outcome == kernel.Complete:
				open := &all.Open[candidates[i].Cell]
				*open = open.Without(Digit(candidates[i].Digit))
			default:
				cut = searchStopError(ctx, r.Nodes)
			}
		}
		if final < n {
			return all, searchStopError(ctx, all.Nodes)
		}
	}
	return all, cut
}

func (t *TrueCandidates) addSolution(solution *[Cells]uint8) {
	for c, d := range solution {
		t.True[c] = t.True[c].With(Digit(d))
		t.Open[c] = t.Open[c].Without(Digit(d))
	}
}
