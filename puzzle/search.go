package puzzle

import (
	"context"
	"errors"
	"time"

	"nonet/internal/engine/csp"
	"nonet/internal/engine/csp/lanes"
	"nonet/sudoku"
)

// Limits holds the limits and options of a search, and the number of solutions to keep. The search also ends with its
// context.
type Limits struct {
	// Solutions is the number of solutions after which the search stops; 0 means 1.
	Solutions int
	// Keep is the number of solutions to keep, in the order found; 0 means 1.
	Keep int
	// Nodes limits the guesses of a search; 0 means no limit. The engine [Clauses], for large boards, limits the dead
	// ends of each thread instead.
	Nodes uint64
	// Further limits the dead ends of each thread of the engine [Clauses] between two solutions; 0 means no limit.
	Further uint64
	// Time is the time limit of the search, including compilation; 0 means no limit. A search that exceeds it ends with
	// context.DeadlineExceeded.
	Time time.Duration
	// Seed varies the order of guesses, but not the answer. The same seed gives the same search.
	// The engines for classic puzzles and the engine that learns ignore it.
	Seed uint64
	// Valid is set if [Puzzle.Validate] has accepted the puzzle. Then the search does not call Validate.
	// Readers of package format return such puzzles. Do not set it for a puzzle that you changed since: for an invalid
	// puzzle the result is undefined.
	Valid bool
	// Threads is the number of threads that search a large board together; 0 means 1.
	Threads int
}

// BoundContext returns ctx, with a timeout if the search has a time limit.
func (l *Limits) BoundContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time > 0 {
		return context.WithTimeout(ctx, l.Time)
	}
	return ctx, func() {}
}

// Result holds the solutions that a search kept, and the number found. The zero value means that nothing is known.
type Result struct {
	// Solutions are the kept solutions: a value per cell, including those of groups.
	Solutions [][]int
	sudoku.Tally
	// Engine names the engine that found the result: CSP or Clauses for [Puzzle.Search]; package solve has others. It
	// is "" if no search was needed.
	Engine string
}

// CSP and Clauses are the engines of [Puzzle.Search].
const (
	CSP     = "csp"     // propagates constraints over the sets of values of cells
	Clauses = "clauses" // learns clauses from dead ends; for boards of more than 9 values
)

// Search counts the solutions up to a limit, and keeps the first solutions. It uses the engine for constraints. If the
// board has more than 9 values, and no rule is about sums or counts, it stops this engine after some nodes, and starts
// the engine that learns from dead ends ([Clauses]). Package solve selects the fastest engine for each puzzle,
// including classic puzzles.
//
// Two solutions differ if they differ in any cell, including the cells of groups. If Search stops at the limit of
// solutions, Exact is false and the error is nil. If it is cut short, the error is the context's or a
// [*sudoku.NodeLimitError]. If Contradiction finds that the puzzle has no solution, the error is a [*ContradictionError].
// If Validate refuses the puzzle, the error is an [*Error] and the result is empty. The same holds if the rules take
// more than half a second or 200 MB to compile.
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
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	net, err := p.buildNetwork(ctx)
	if err != nil {
		return Result{}, err
	}
	nodes, most := limits.Nodes, uint64(stalled)
	if lanes.Supports(net) {
		most = stalledInLanes
	}
	learn := net.Values() > smallest && (nodes == 0 || nodes > most) && net.CanStateClauses()
	if learn {
		nodes = most
	}
	found := lanes.Count(ctx, net, csp.Limits{Solutions: limits.Solutions, Keep: limits.Keep, Nodes: int64(nodes), Seed: limits.Seed})
	if learn && found.Outcome == csp.Stopped && found.Err == nil && ctx.Err() == nil {
		large, candidates := buildClauseProblem(net)
		return countLarge(ctx, p.Cells(), large, candidates, limits)
	}
	return p.resultOf(ctx, found)
}

func (p *Puzzle) resultOf(ctx context.Context, found csp.Result) (Result, error) {
	if errors.Is(found.Err, csp.ErrLarge) {
		return Result{}, p.tooLargeError(&place{index: -1})
	}
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

// FromGrid returns the classic puzzle with the digits of g as givens.
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

// GridValues returns the value of each cell of a grid, or [Empty] for an empty cell.
func GridValues(g sudoku.Grid) []int {
	values := make([]int, sudoku.Cells)
	for cell, v := range g.Values() {
		if values[cell] = int(v); v == 0 {
			values[cell] = Empty
		}
	}
	return values
}

// GridOf returns the grid with these 81 values; a value outside 1 to 9 becomes an empty cell.
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

// Classic returns the puzzle as a classic grid. ok is false if the rules or the board are not classic. Regions that
// equal the boxes count as boxes.
func (p *Puzzle) Classic() (g sudoku.Grid, ok bool) {
	if p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9 || p.Free || len(p.Groups)+len(p.Constraints)+len(p.Holes) > 0 || !p.hasClassicBoxes() {
		return g, false
	}
	var cells [sudoku.Cells]uint8
	for _, given := range p.Givens {
		if given.Cell < 0 || given.Cell >= len(cells) || len(given.Values) != 1 {
			return g, false
		}
		domain, v := &cells[given.Cell], given.Values[0]
		if v < 1 || v > 9 || *domain != 0 && int(*domain) != v {
			return g, false
		}
		*domain = uint8(v)
	}
	g, err := sudoku.FromCells(cells)
	return g, err == nil
}

// hasClassicBoxes reports whether the areas of the puzzle are the boxes of the classic board, as regions or as boxes.
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
