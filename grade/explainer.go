package grade

import (
	"context"
	"fmt"

	"nonet/internal/explainer"
	"nonet/message"
	"nonet/sudoku"
)

// Tenths is a number on Sudoku Explainer's scale, in tenths: 72 is 7.2.
type Tenths int

// String returns the number with its decimal point, such as "7.2".
func (t Tenths) String() string { return fmt.Sprintf("%d.%d", t/10, t%10) }

// Rating is the rating of a puzzle by version 1.2.1 of Sudoku Explainer. A full grid has the zero Rating.
type Rating struct {
	ER    Tenths // the rating of the puzzle: the rating of its hardest step
	EP    Tenths // the pearl: the rating of the hardest step up to and including the first placement
	ED    Tenths // the diamond: the rating of the first step
	Steps int    // the number of steps of the path
}

// ExplainerLimits states when a rating ends early. A rating also ends with its context. The zero value sets no limit.
type ExplainerLimits struct {
	// Ceiling, if not 0, ends the rating before a search for a step that is rated above Ceiling. A ceiling saves time,
	// because the searches for the hardest steps take nearly all of the time.
	Ceiling Tenths
}

// Explainer rates a puzzle like version 1.2.1 of Sudoku Explainer. The rating depends on how the board is turned: about
// one puzzle in 20 has another rating after a rotation.
//
// With the outcome Found the error is nil. None means that the puzzle does not have exactly one solution; the error is
// a *sudoku.ContradictionError or a *SolutionsError. With Undecided there is no rating; the error is the context's, a
// *CeilingError, or ErrBeyond.
//
// A puzzle of 17 givens takes 0.1 ms. A puzzle rated 9 takes some tens of milliseconds, and a puzzle rated above 10.5
// takes a second. Memory grows to about 20 MB.
func Explainer(ctx context.Context, g sudoku.Grid, limits ExplainerLimits) (Rating, sudoku.Outcome, error) {
	tally, err := sudoku.Count(ctx, g, 2, sudoku.Limits{})
	switch {
	case tally.N > 1, tally.N == 0 && tally.Exact && err == nil:
		return Rating{}, sudoku.None, &SolutionsError{int(tally.N)}
	case tally.Exact && err != nil:
		return Rating{}, sudoku.None, err
	case err != nil:
		return Rating{}, sudoku.Undecided, err
	}
	puzzle := g.Values()
	r, outcome := explainer.Rate(ctx, &puzzle, int(limits.Ceiling))
	switch outcome {
	case explainer.Rated:
		return Rating{Tenths(r.ER), Tenths(r.EP), Tenths(r.ED), r.Steps}, sudoku.Found, nil
	case explainer.Above:
		return Rating{}, sudoku.Undecided, &CeilingError{limits.Ceiling}
	case explainer.Beyond:
		return Rating{}, sudoku.Undecided, ErrBeyond
	}
	return Rating{}, sudoku.Undecided, context.Cause(ctx)
}

// SolutionsError reports that a puzzle has no rating, because it has no solution, or several.
type SolutionsError struct {
	Solutions int // 0 for none, or 2 for several
}

func (e *SolutionsError) Error() string { return e.Message().String() }

// Message returns a sentence: the puzzle has no solution, or it has several.
func (e *SolutionsError) Message() message.Message {
	if e.Solutions == 0 {
		return message.New("grade.noSolution")
	}
	return message.New("grade.severalSolutions")
}

// CeilingError reports that a puzzle's rating is above the ceiling. The rating itself is unknown.
type CeilingError struct{ Ceiling Tenths }

func (e *CeilingError) Error() string { return e.Message().String() }

// Message returns a sentence that names the ceiling.
func (e *CeilingError) Message() message.Message {
	return message.New("grade.aboveCeiling", "ceiling", e.Ceiling)
}

// ErrBeyond reports that no technique of Sudoku Explainer finds the next step.
var ErrBeyond = message.NewError("grade.beyond")
