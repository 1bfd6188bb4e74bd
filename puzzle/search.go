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
	// Seed varies the order of guesses, not the answer: the same seed makes the same search. The
	// engines of classic puzzles and the one that learns ignore it.
	Seed uint64
	// Valid says that [Puzzle.Validate] accepts the puzzle and need not be asked again. Readers of
	// package notation return such puzzles. The answer for a puzzle that it refuses is undefined.
	Valid bool
	// Threads is how many threads search a large board together; 0 is one.
	Threads int
}

// Bound is ctx with the time that a search may take.
func (l *Limits) Bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time > 0 {
		return context.WithTimeout(ctx, l.Time)
	}
	return ctx, func() {}
}

// Result is what a search found. Its zero value claims nothing.
type Result struct {
	// Solutions are the first found: a value for each cell, those of the groups included.
	Solutions [][]int
	sudoku.Tally
	// Engine is what answered: of [Puzzle.Search] CSP or Clauses; package solve has others. "" where
	// no search was needed.
	Engine string
}

// The engines of [Puzzle.Search].
const (
	CSP     = "csp"     // searches constraints over cells with sets of values
	Clauses = "clauses" // learns from contradictions, on large boards
)

// Search counts the solutions up to a limit and keeps the first of them, by the engine for
// constraints. If that engine does not finish soon on a large board without sums and counts,
// the engine that learns starts over. Whoever wants the fastest engine for a puzzle, a classic
// one among them, asks package solve.
//
// Two solutions differ in the value of some cell, those of the groups included. Exact is false
// where the limit was reached; then the error is nil. The error is the context's, or a
// [*sudoku.NodeLimitError], where the search was cut short; a [*ContradictionError] where Contradiction shows
// that there is no solution; and an [*Error], with nothing claimed, for a puzzle that Validate
// refuses or whose rules take more than half a second or 200 MB to set up.
func (p *Puzzle) Search(ctx context.Context, limits Limits) (Result, error) {
	if !limits.Valid {
		if err := p.Validate(); err != nil {
			return Result{}, err
		}
	}
	if err := p.Contradiction(); err != nil {
		return Result{Tally: sudoku.Tally{Exact: true}}, err
	}
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	ctx, cancel := limits.Bound(ctx)
	defer cancel()
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
	r := Result{Solutions: found.Solutions, Engine: CSP, Tally: sudoku.Tally{
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

// FromGrid is a classic puzzle.
func FromGrid(g sudoku.Grid) *Puzzle {
	p := New(9, 9)
	n := g.Givens()
	p.Givens = make([]Given, 0, n)
	values := make([]int, 0, n)
	for c, v := range g.Values() {
		if v != 0 {
			values = append(values, int(v))
			p.Givens = append(p.Givens, Given{Cell: c, Values: values[len(values)-1 : len(values) : len(values)]})
		}
	}
	return p
}

// GridValues returns the value of each cell of a grid, [Empty] where it has none.
func GridValues(g sudoku.Grid) []int {
	values := make([]int, sudoku.Cells)
	for cell, v := range g.Values() {
		if values[cell] = int(v); v == 0 {
			values[cell] = Empty
		}
	}
	return values
}

// GridOf returns the grid of 81 values; a cell with none of 1 to 9 is empty.
func GridOf(values []int) sudoku.Grid {
	var cells [sudoku.Cells]uint8
	for cell := range cells {
		if v := values[cell]; v >= 1 && v <= 9 {
			cells[cell] = uint8(v)
		}
	}
	g, _ := sudoku.FromCells(cells)
	return g
}

// Classic is the puzzle as a grid of nine rows and nine columns, where it is no more than
// that. Regions that are the boxes count as boxes.
func (p *Puzzle) Classic() (g sudoku.Grid, ok bool) {
	if p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 || p.Free || len(p.Groups)+len(p.Constraints)+len(p.Holes) > 0 || !p.hasClassicBoxes() {
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

// hasClassicBoxes reports whether the boxes and the regions are those of the classic board.
func (p *Puzzle) hasClassicBoxes() bool {
	if len(p.Regions) == 0 {
		return p.Box == (Box{3, 3})
	}
	if len(p.Regions) != 9 || p.Box != (Box{}) && p.Box != (Box{3, 3}) {
		return false
	}
	var seen [9 * 9]bool
	for _, region := range p.Regions {
		if len(region) != 9 {
			return false
		}
		for _, cell := range region {
			if cell < 0 || cell >= len(seen) || seen[cell] || cell/27 != region[0]/27 || cell%9/3 != region[0]%9/3 {
				return false
			}
			seen[cell] = true
		}
	}
	return true
}
