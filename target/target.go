package target

import (
	"context"
	"errors"
	"time"

	"nonet/message"
	"nonet/sudoku"
)

// Goal is which end of the scores is wanted. Its zero value is Maximum.
type Goal uint8

const (
	Maximum Goal = iota // the greatest score
	Minimum             // the least
)

// String returns "maximum" or "minimum".
func (goal Goal) String() string { return [...]string{"maximum", "minimum"}[goal%2] }

// MarshalText returns String.
func (goal Goal) MarshalText() ([]byte, error) { return []byte(goal.String()), nil }

// UnmarshalText reads what MarshalText writes. The error names the goals there are.
func (goal *Goal) UnmarshalText(text []byte) error {
	for _, g := range []Goal{Maximum, Minimum} {
		if g.String() == string(text) {
			*goal = g
			return nil
		}
	}
	return &goalError{string(text)}
}

// goalError is a name of no goal.
type goalError struct{ Name string }

func (e *goalError) Error() string { return e.Message().String() }

// Message says what was read and what would do.
func (e *goalError) Message() message.Message { return message.New("target.goal", "name", e.Name) }

// Progress is how far a search has come.
type Progress struct {
	Score    int64 // of Grid, if HasScore
	HasScore bool
	Grid     sudoku.Grid   // the best completion so far, if HasScore
	Bound    int64         // no completion is better: none above for Maximum, none below for Minimum
	Nodes    uint64        // guesses made
	Elapsed  time.Duration // since the search began
	Optima   uint64        // completions counted so far that reach the optimum; 0 until it is proven
}

// Options says what to look for and how long.
type Options struct {
	Goal   Goal
	Limits sudoku.Limits
	// Progress, if not nil, is called on each better completion or bound, from
	// the goroutine that searches: scores only get better, bounds only tighter.
	Progress func(Progress)
}

// Result is what a search came to.
type Result struct {
	// Outcome is Found if Grid is proven to be an optimum, None if it is proven
	// that there is no completion, Undecided if the search was cut short.
	Outcome sudoku.Outcome
	Score   int64 // of Grid, if HasGrid
	HasGrid bool
	Grid    sudoku.Grid // the optimum, or the best completion found before the search was cut short
	Bound   int64       // no completion is better; the Score if Found, 0 if None
	Nodes   uint64      // guesses made
}

// Optimum returns the best completion of g under w, proven. Errors are those of
// [sudoku.Solve], and a *[WeightError] with Undecided. The same arguments make
// the same search on every machine.
func Optimum(ctx context.Context, g sudoku.Grid, w Weights, opt Options) (Result, error) {
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		return refused(err)
	}
	defer s.release()
	s.runToOptimum()
	return s.result()
}

// refused returns the result where newSearch makes no search.
func refused(err error) (Result, error) {
	if _, ok := errors.AsType[*WeightError](err); ok {
		return Result{}, err
	}
	return Result{Outcome: sudoku.None}, err
}
