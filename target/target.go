package target

import (
	"context"
	"errors"

	"nonet/message"
	"nonet/sudoku"
)

// Goal states whether the greatest or the least score is the best. The zero value is Maximum.
type Goal uint8

const (
	Maximum Goal = iota // the greatest score is the best
	Minimum             // the least score is the best
)

// String returns "maximum" or "minimum".
func (goal Goal) String() string { return [...]string{"maximum", "minimum"}[goal%2] }

// MarshalText returns "maximum" or "minimum".
func (goal Goal) MarshalText() ([]byte, error) { return []byte(goal.String()), nil }

// UnmarshalText parses "maximum" or "minimum". For any other text, the error lists the goals.
func (goal *Goal) UnmarshalText(text []byte) error {
	for _, g := range []Goal{Maximum, Minimum} {
		if g.String() == string(text) {
			*goal = g
			return nil
		}
	}
	return message.NewError("target.goal", "name", string(text))
}

// Options selects the goal and the limits of a search.
type Options struct {
	Goal   Goal
	Limits sudoku.Limits
	// Progress, if not nil, is called whenever a better completion or bound is found, in the goroutine of the search.
	Progress func(Result)
}

// Result is what a search has found.
type Result struct {
	// Outcome is Found if Grid is proven to be optimal, and Completions to be the best ones. It is None if there is no
	// completion, and Undecided if the search still runs or was cut short.
	Outcome sudoku.Outcome
	Score   int64 // the score of Grid, if HasGrid is true
	HasGrid bool
	Grid    sudoku.Grid // the best completion found
	Bound   int64       // no completion scores more (for Maximum), or less (for Minimum); 0 if None
	Nodes   uint64      // the number of guesses made

	// CountOptima sets N, the number of optimal completions found, at most the limit. If Exact is set, there are no
	// others.
	N     uint64
	Exact bool

	// BestCompletions sets Completions, the best first. Completions with equal scores are in ascending order of the
	// grids. If Complete is set, Completions has all completions of the puzzle.
	Completions []Completion
	Complete    bool
}

// Optimum returns a best completion of g under w, and proves that no other is better. Errors are the same as for
// [sudoku.Solve]; in addition, a *[WeightError] may come with Undecided. The same arguments give the same search on
// every machine.
func Optimum(ctx context.Context, g sudoku.Grid, w Weights, opt Options) (Result, error) {
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		return resultWithoutSearch(err)
	}
	defer s.release()
	s.runToOptimum()
	return s.finalResult()
}

// resultWithoutSearch returns the result for a newSearch that returned no search. err is the error of newSearch, or
// nil.
func resultWithoutSearch(err error) (Result, error) {
	if _, ok := errors.AsType[*WeightError](err); ok {
		return Result{}, err
	}
	return Result{Outcome: sudoku.None, Exact: true, Complete: true}, err
}
