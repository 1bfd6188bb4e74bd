package grade

import (
	"context"
	"fmt"

	"nonet/internal/explainer"
	"nonet/message"
	"nonet/sudoku"
)

// Technique is one of Sudoku Explainer's techniques.
type Technique explainer.Technique

// String returns the technique's identifier, such as "x-wing".
func (t Technique) String() string { return explainer.Technique(t).String() }

// MarshalText returns String.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// Message returns the technique's name for any language of the catalogue.
func (t Technique) Message() message.Message { return message.New("grade.technique." + t.String()) }

// Tenths is a figure on Sudoku Explainer's scale, in tenths: 72 is 7.2.
type Tenths int

// String returns the figure with its decimal point, such as "7.2".
func (t Tenths) String() string { return fmt.Sprintf("%d.%d", t/10, t%10) }

// Rating is a puzzle's rating by Sudoku Explainer in SE-1.2.1-compatible mode. A
// full grid, which needs no step, has the zero Rating.
type Rating struct {
	ER Tenths // the hardest step
	EP Tenths // the hardest up to the first placement, that included
	ED Tenths // the first step
	// The first technique that was as hard as ER, EP, ED say.
	ERTechnique, EPTechnique, EDTechnique Technique
	// Steps is how many steps the path took.
	Steps int
}

// ExplainerLimits bounds a rating beside its context. The zero value bounds nothing.
type ExplainerLimits struct {
	// Ceiling, if not 0, ends the rating as soon as a step above it is needed,
	// before any search for one: nearly all time goes into the hardest steps.
	Ceiling Tenths
}

// Explainer rates a puzzle as Sudoku Explainer does in SE-1.2.1-compatible mode.
// The rating depends on the orientation of the board: one in 20 puzzles is rated
// otherwise after a rotation.
//
// Found comes with the rating and no error. None means that there is nothing to
// rate, since the puzzle has not exactly one solution: a *sudoku.ContradictionError
// or a *SolutionsError. Undecided comes with the reason: the context's error, a
// *CeilingError, or ErrBeyond; no rating is returned then.
//
// A puzzle of 17 givens takes a tenth of a millisecond, one rated 9 a few tens of
// milliseconds, one rated above 10.5 a second; memory grows to some 20 MB.
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
		return Rating{
			Tenths(r.ER), Tenths(r.EP), Tenths(r.ED),
			Technique(r.Hardest), Technique(r.UntilPlacement), Technique(r.First), r.Steps,
		}, sudoku.Found, nil
	case explainer.Above:
		return Rating{}, sudoku.Undecided, &CeilingError{limits.Ceiling}
	case explainer.Beyond:
		return Rating{}, sudoku.Undecided, ErrBeyond
	}
	return Rating{}, sudoku.Undecided, context.Cause(ctx)
}

// SolutionsError says that a puzzle cannot be rated, for it has no solution, or
// more than one.
type SolutionsError struct {
	Solutions int // 0, or 2 for two or more
}

func (e *SolutionsError) Error() string { return e.Message().String() }

// Message says which.
func (e *SolutionsError) Message() message.Message {
	if e.Solutions == 0 {
		return message.New("grade.noSolution")
	}
	return message.New("grade.severalSolutions")
}

// CeilingError says that a puzzle is rated above the ceiling asked for, which is
// proven; how far above is not known.
type CeilingError struct{ Ceiling Tenths }

func (e *CeilingError) Error() string { return e.Message().String() }

// Message names the ceiling.
func (e *CeilingError) Message() message.Message {
	return message.New("grade.aboveCeiling", "ceiling", e.Ceiling)
}

// ErrBeyond says that no technique of Sudoku Explainer finds the next step.
var ErrBeyond error = beyondError{}

type beyondError struct{}

func (e beyondError) Error() string { return e.Message().String() }

// Message says so.
func (beyondError) Message() message.Message { return message.New("grade.beyond") }
