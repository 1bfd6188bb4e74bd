//go:build !js

package operation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"nonet/message"
	"nonet/sudoku"
	"nonet/variant"
	"nonet/variant/notation"
	"nonet/wire"
)

// Ruled is a puzzle of any board and any rules, as a text has it.
type Ruled struct {
	*variant.Puzzle
	// Unknown are what the text says and the puzzle lacks: rules that nonet does not know.
	Unknown []string
}

// UnknownRulesError says that a text has rules that nonet does not know: an answer without
// them is one to another puzzle.
type UnknownRulesError struct{ Rules []string }

func (e *UnknownRulesError) Error() string { return e.Message().String() }

// Message names them.
func (e *UnknownRulesError) Message() message.Message {
	return message.New("variant.unknownRules", "rules", strings.Join(e.Rules, ", "))
}

// ReadRuled reads a puzzle that a [format.Reader] left as its text. Unless ignore, what it
// does not know in it is an *[UnknownRulesError]; else the error is the reader's.
func ReadRuled(text string, ignore bool) (r Ruled, err error) {
	p, notes, err := notation.Read(text)
	if err != nil {
		return r, err
	}
	r.Puzzle = p
	for _, n := range notes {
		r.Unknown = append(r.Unknown, n.Part)
	}
	if len(notes) > 0 && !ignore {
		return r, &UnknownRulesError{r.Unknown}
	}
	return r, nil
}

// Written is the puzzle as an answer shows it: items of Interactive Sudoku Solver, or our
// JSON where those lack something.
func (r *Ruled) Written() string {
	if text, ok := notation.WriteISS(r.Puzzle); ok {
		return text
	}
	return notation.WriteJSON(r.Puzzle)
}

func (r *Ruled) notes(lang message.Lang) []string {
	if len(r.Unknown) == 0 {
		return nil
	}
	return []string{message.New("variant.ignoredRules", "rules", strings.Join(r.Unknown, ", ")).In(lang)}
}

func (r *Ruled) board() *wire.Board {
	return &wire.Board{Rows: r.Rows, Columns: r.Columns, Low: r.Low, High: r.High}
}

// beside are the values of the cells beside the board.
func (r *Ruled) beside(values []int) (all []wire.Beside) {
	at := r.BoardCells()
	for _, g := range r.Groups {
		all = append(all, wire.Beside{Name: g.Name, Values: values[at : at+g.Count]})
		at += g.Count
	}
	return all
}

// Least is the least of the puzzle's solutions, in the order of their values row by row, of
// which one is known. Each value that it tries is a search within the limits; the error is
// that of one of them, and the solution then the least so far.
func (r *Ruled) Least(ctx context.Context, solution []int, limits variant.Limits) ([]int, error) {
	best := solution
	for s, err := range r.Ascending(ctx, solution, limits) {
		if s != nil {
			best = s
		}
		return best, err
	}
	return best, nil
}

// Wire is the answer to "solve this": up to limit of its solutions.
func (r *Ruled) Wire(found variant.Answer, limit int, took time.Duration, lang message.Lang) wire.Solve {
	w := wire.Solve{
		Puzzle: r.Written(), Board: r.board(), Outcome: found.Outcome().String(), Solutions: []string{}, Complete: found.Exact,
		Nodes: found.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.notes(lang),
	}
	for i, s := range found.Solutions[:min(limit, len(found.Solutions))] {
		w.Solutions = append(w.Solutions, notation.Line(r.Puzzle, s))
		if i == 0 {
			w.Beside = r.beside(s)
		}
	}
	_, w.Reason = wire.Why(found.Err, lang)
	return w
}

// WireCount is the answer to "how many solutions".
func (r *Ruled) WireCount(found variant.Answer, took time.Duration, lang message.Lang) wire.Count {
	w := wire.Count{
		Puzzle: r.Written(), Board: r.board(), Count: found.N, Complete: found.Exact, Nodes: found.Nodes,
		Milliseconds: wire.Milliseconds(took), Notes: r.notes(lang),
	}
	_, w.Reason = wire.Why(found.Err, lang)
	return w
}

// RuledReport is what a check found of a puzzle of any rules.
type RuledReport struct {
	variant.Result
	Unique, Minimal sudoku.Answer
	Redundant       []variant.Part // each of which, alone, could go
	Conflict        []variant.Part // of one without a solution, some that clash
	Err             error          // what cut it short
}

// Check is whether a puzzle has one solution, what of it could go, and what clashes in one
// without any. Limits are for each search.
func (r *Ruled) Check(ctx context.Context, limits variant.Limits) (c RuledReport) {
	limits.Solutions, limits.Keep = 2, 2
	c.Result, c.Err = r.Count(ctx, limits)
	switch {
	case c.N > 1:
		c.Unique, c.Minimal = sudoku.No, sudoku.No
	case c.Exact && c.N == 0:
		c.Unique, c.Minimal = sudoku.No, sudoku.No
		c.Conflict, c.Err = r.Conflict(ctx, limits)
	case c.Exact:
		c.Unique = sudoku.Yes
		switch c.Redundant, c.Err = r.Redundant(ctx, limits); {
		case len(c.Redundant) > 0:
			c.Minimal = sudoku.No
		case c.Err == nil:
			c.Minimal = sudoku.Yes
		}
	}
	return c
}

// parts are givens and constraints as answers name them.
func (r *Ruled) parts(list []variant.Part, lang message.Lang) (all []wire.Part) {
	for _, p := range list {
		one := wire.Part{Kind: "Given", Name: r.PartName(p).In(lang)}
		if p.Given {
			one.Cells = r.CellNames([]int{r.Givens[p.Index].Cell})
		} else {
			c := &r.Constraints[p.Index]
			one.Kind = c.Kind
			one.Cells = r.CellNames(slices.Concat(append([][]int{c.Cells}, c.Sets...)...))
		}
		all = append(all, one)
	}
	return all
}

// WireCheck is the answer to "is this a proper puzzle".
func (r *Ruled) WireCheck(c *RuledReport, took time.Duration, lang message.Lang) wire.Check {
	solvable := sudoku.Unknown
	switch {
	case c.N > 0:
		solvable = sudoku.Yes
	case c.Exact:
		solvable = sudoku.No
	}
	w := wire.Check{
		Puzzle: r.Written(), Board: r.board(), Givens: len(r.Givens), Constraints: len(r.Constraints), Valid: true,
		Solvable: solvable.String(), Unique: c.Unique.String(), Minimal: c.Minimal.String(),
		RedundantParts: r.parts(c.Redundant, lang), Conflict: r.parts(c.Conflict, lang),
		Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.notes(lang),
	}
	for _, p := range c.Redundant {
		if p.Given {
			w.Redundant = append(w.Redundant, r.CellName(r.Givens[p.Index].Cell))
		}
	}
	for _, s := range c.Solutions {
		w.Solutions = append(w.Solutions, notation.Line(r.Puzzle, s))
	}
	_, w.Reason = wire.Why(c.Err, lang)
	return w
}

// Ascending yields the solutions of a puzzle in the order of their values, row by row, in
// memory for one; solution is any of them. Every value that it tries is a search of its own
// within the limits. The error that ends it is that of a search.
func (r *Ruled) Ascending(ctx context.Context, solution []int, limits variant.Limits) func(yield func([]int, error) bool) {
	limits.Solutions, limits.Keep = 1, 1
	return func(yield func([]int, error) bool) {
		fixed := *r.Puzzle
		fixed.Givens = slices.Clip(fixed.Givens)
		var down func(cell int, known []int) bool
		down = func(cell int, known []int) bool {
			if cell == len(solution) {
				return yield(known, nil)
			}
			n := len(fixed.Givens)
			defer func() { fixed.Givens = fixed.Givens[:n] }()
			for v := range r.ValuesOf(cell) {
				fixed.Givens = append(fixed.Givens[:n], variant.Given{Cell: cell, Values: []int{v}})
				next := known
				if v < known[cell] || v > known[cell] {
					if fixed.Validate() != nil {
						continue
					}
					found, err := fixed.Count(ctx, limits)
					if err != nil && found.N == 0 {
						yield(nil, cmp.Or(context.Cause(ctx), err))
						return false
					}
					if found.N == 0 {
						continue
					}
					next = found.Solutions[0]
				}
				if !down(cell+1, next) {
					return false
				}
			}
			return true
		}
		down(0, solution)
	}
}

// RuledCandidates are the true candidates of a puzzle of any rules.
type RuledCandidates struct {
	True  [][]int // by cell, the values that some solution has, ascending
	Open  [][]int // those of which that is not known
	Tally sudoku.Tally
	Err   error // why not all is known
}

// Candidates are the values that some solution has in each cell, and how many solutions there
// are up to limit. It costs a search for each value that no solution so far has shown.
func (r *Ruled) Candidates(ctx context.Context, limit int, limits variant.Limits) (c RuledCandidates) {
	limits.Solutions, limits.Keep = max(limit, 2), 64
	found, err := r.Count(ctx, limits)
	c.Tally, c.Err = found.Tally, err
	seen := make([]map[int]bool, r.Cells())
	for i := range seen {
		seen[i] = map[int]bool{}
	}
	see := func(solutions [][]int) {
		for _, s := range solutions {
			for cell, v := range s {
				seen[cell][v] = true
			}
		}
	}
	see(found.Solutions)
	c.True, c.Open = make([][]int, r.Cells()), make([][]int, r.Cells())
	all := found.Exact && uint64(len(found.Solutions)) == found.N
	limits.Solutions, limits.Keep = 1, 1
	fixed := *r.Puzzle
	for cell := range c.True {
		for v := range r.ValuesOf(cell) {
			switch {
			case seen[cell][v]:
			case all:
				continue
			default:
				fixed.Givens = append(slices.Clip(r.Givens), variant.Given{Cell: cell, Values: []int{v}})
				if fixed.Validate() != nil {
					continue
				}
				found, err := fixed.Count(ctx, limits)
				if see(found.Solutions); found.N == 0 {
					if err != nil {
						c.Open[cell], c.Err = append(c.Open[cell], v), cmp.Or(c.Err, err)
					}
					continue
				}
			}
			c.True[cell] = append(c.True[cell], v)
		}
	}
	return c
}

// Variant is the limits of a search as package variant has them.
func (l *SearchLimits) Variant() variant.Limits {
	return variant.Limits{Nodes: l.Nodes, Time: l.Timeout}
}

// IsCut reports whether an error is a limit's, or the context's.
func IsCut(err error) bool {
	limit := new(sudoku.NodeLimitError)
	return errors.As(err, &limit) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}
