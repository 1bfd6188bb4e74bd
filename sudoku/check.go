package sudoku

import (
	"context"

	"nonet/board"
)

// Answer is yes, no or unknown. The zero value is unknown.
type Answer uint8

const (
	Unknown Answer = iota
	No
	Yes
)

// String returns "unknown", "no" or "yes".
func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a%3] }

// MarshalText returns "unknown", "no" or "yes".
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Report is the result of [Check]: whether a puzzle is free of contradictions, unique and minimal.
type Report struct {
	Givens         int             // the number of givens
	Contradictions []Contradiction // pairs of givens that contradict each other; nil if there are none
	Solvable       Answer
	Unique         Answer // whether there is exactly one solution
	Minimal        Answer // whether the puzzle is unique and has no redundant givens
	Redundant      []Cell // if Unique is Yes: the givens that can each be removed alone
	Solution       Grid   // a solution, if Solvable is Yes
	Second         Grid   // another solution, if Solvable is Yes and Unique is No
	Nodes          uint64 // the number of guesses of all searches
}

// Check finds out whether the puzzle is free of contradictions, has exactly one solution, and is minimal. It costs one
// search for two solutions, and one search for each given of a unique puzzle. If a search was cut short, Check returns
// its error. Even a report with an error claims only what is proven.
func Check(ctx context.Context, g Grid, limits Limits) (Report, error) {
	report := Report{Givens: g.Givens(), Contradictions: g.ContradictionsOn(board.Classic())}
	if report.Contradictions != nil {
		report.Solvable, report.Unique, report.Minimal = No, No, No
		return report, nil
	}
	solutions, tally, err := SolutionsUpTo(ctx, g, 2, AnyOrder, limits)
	report.Nodes = tally.Nodes
	if len(solutions) > 0 {
		report.Solvable, report.Solution = Yes, solutions[0]
	}
	switch {
	case len(solutions) == 2:
		report.Second = solutions[1]
		report.Unique, report.Minimal = No, No
		return report, nil
	case err != nil:
		return report, err
	case len(solutions) == 0:
		report.Solvable, report.Unique, report.Minimal = No, No, No
		return report, nil
	}
	report.Unique = Yes
	for c := range Cell(Cells) {
		if g.At(c) == 0 {
			continue
		}
		tally, err := Count(ctx, g.With(c, 0), 2, limits)
		report.Nodes += tally.Nodes
		if err != nil && tally.N < 2 {
			if report.Redundant != nil {
				report.Minimal = No
			}
			return report, err
		}
		if tally.N == 1 {
			report.Redundant = append(report.Redundant, c)
		}
	}
	if report.Minimal = Yes; report.Redundant != nil {
		report.Minimal = No
	}
	return report, nil
}
