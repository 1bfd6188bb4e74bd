package puzzle

import (
	"context"
	"errors"
	"time"

	"nonet/internal/engine/csp"
	"nonet/internal/engine/csp/lanes"
	"nonet/sudoku"
)

// Limits bounds a search beside its context.
type Limits struct {
	// Solutions stops a search that has found so many; at least 1.
	Solutions int
	// Keep is how many of the first solutions are kept; at least 1.
	Keep int
	// Nodes is how many guesses the search may make, on large boards how many contradictions
	// a thread may meet; 0 leaves it to the context.
	Nodes uint64
	// Further is how many contradictions a thread may meet on a large board once there is a
	// solution, and again after each; 0 leaves it to the other limits.
	Further uint64
	// Time is how long the search may take, what is compiled before it included; 0 leaves it to
	// the context. A search that takes longer ends with context.DeadlineExceeded.
	Time time.Duration
	// Seed varies the order of guesses, not the answer: the same seed makes the same search. A
	// classic puzzle and the engine that learns pay no heed to it.
	Seed uint64
	// Valid says that Validate has nothing against the puzzle, as of one just read by package
	// notation, and need not be asked again. What is searched for one that it refuses is not
	// defined.
	Valid bool
	// Threads is how many threads search a large board together; 0 is one.
	Threads int
}

// Result is what a search found. Its zero value claims nothing.
type Result struct {
	// Solutions are the first found: a value for each cell, those of the groups included.
	Solutions [][]int
	sudoku.Tally
}

// Count is how many solutions the puzzle has, up to a limit, and the first of them. Two
// solutions differ in the value of some cell, those of the groups included. Exact is false
// where the limit was reached; then the error is nil. It is the context's, or a
// [*sudoku.NodeLimitError], where the search was cut short; a [*ClashError] where Clash shows
// that there is no solution; and an [*Error], with nothing claimed, for a puzzle that Validate
// refuses or whose rules take more than half a second or 200 MB to set up.
//
// A classic puzzle goes to the engine for those, every other to the one for constraints; if that
// comes to no end soon with a large board without sums and counts, the one that learns begins anew.
func (p *Puzzle) Count(ctx context.Context, limits Limits) (Result, error) {
	if !limits.Valid {
		if err := p.Validate(); err != nil {
			return Result{}, err
		}
	}
	if err := p.Clash(); err != nil {
		return Result{Tally: sudoku.Tally{Exact: true}}, err
	}
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	if limits.Time > 0 {
		bound, cancel := context.WithTimeout(ctx, limits.Time)
		defer cancel()
		ctx = bound
	}
	if g, ok := p.Classic(); ok {
		return countClassic(ctx, g, limits)
	}
	net, err := p.network(ctx)
	if err != nil {
		return Result{}, err
	}
	nodes, most := limits.Nodes, uint64(stalled)
	if lanes.Run(net) {
		most = stalledInLanes
	}
	learn := net.Values() > smallest && (nodes == 0 || nodes > most) && net.Stateable()
	if learn {
		nodes = most
	}
	found := lanes.Count(ctx, net, csp.Limits{Solutions: limits.Solutions, Keep: limits.Keep, Nodes: int64(nodes), Seed: limits.Seed})
	if errors.Is(found.Err, csp.ErrLarge) {
		return Result{}, p.tooLarge(&place{index: -1})
	}
	if learn && found.Outcome == csp.Stopped && ctx.Err() == nil {
		large, of := largeProblem(net)
		return countLarge(ctx, p.Cells(), large, of, limits)
	}
	return p.result(ctx, found)
}

// result is what the engine found; the error is why it did not come to an end.
func (p *Puzzle) result(ctx context.Context, found csp.Result) (Result, error) {
	r := Result{Solutions: found.Solutions, Tally: sudoku.Tally{
		N: uint64(found.Count), Exact: found.Outcome == csp.Complete, Nodes: uint64(found.Nodes),
	}}
	if found.Outcome == csp.Stopped {
		if err := ctx.Err(); err != nil {
			return r, context.Cause(ctx)
		}
		return r, &sudoku.NodeLimitError{Nodes: uint64(found.Nodes)}
	}
	return r, nil
}

func countClassic(ctx context.Context, g sudoku.Grid, limits Limits) (r Result, err error) {
	kept, tally, err := sudoku.SolutionsUpTo(ctx, g, min(limits.Keep, limits.Solutions), sudoku.AnyOrder, sudoku.Limits{Nodes: limits.Nodes})
	if err == nil && !tally.Exact && limits.Solutions > limits.Keep {
		tally, err = sudoku.Count(ctx, g, uint64(limits.Solutions), sudoku.Limits{Nodes: limits.Nodes})
	}
	for _, s := range kept {
		values := make([]int, sudoku.Cells)
		for c := range values {
			values[c] = int(s.At(sudoku.Cell(c)))
		}
		r.Solutions = append(r.Solutions, values)
	}
	r.Tally = tally
	return r, err
}

// FromGrid is a classic puzzle.
func FromGrid(g sudoku.Grid) *Puzzle {
	p := New(9, 9)
	for c, v := range g.Values() {
		if v != 0 {
			p.Givens = append(p.Givens, Given{Cell: c, Values: []int{int(v)}})
		}
	}
	return p
}

// Classic is the puzzle as a grid of nine rows and nine columns, where it is no more than
// that.
func (p *Puzzle) Classic() (g sudoku.Grid, ok bool) {
	if p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 || p.Free || p.Box != (Box{3, 3}) ||
		len(p.Regions)+len(p.Groups)+len(p.Constraints) > 0 {
		return g, false
	}
	var cells [sudoku.Cells]uint8
	for _, given := range p.Givens {
		if given.Cell < 0 || given.Cell >= len(cells) || len(given.Values) != 1 {
			return g, false
		}
		at, v := &cells[given.Cell], given.Values[0]
		if v < 1 || v > 9 || *at != 0 && int(*at) != v {
			return g, false
		}
		*at = uint8(v)
	}
	g, err := sudoku.FromCells(cells)
	return g, err == nil
}
