package operation

import (
	"context"
	"math/big"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Batches are for streams of puzzles, which cost less each than asking one by one: all
// puzzles of a batch are searched in one call of the engine, and those few that it
// leaves open one by one. A batch belongs to one goroutine at a time.
//
// In a batch no puzzle has a time of its own: its answer says its share of the batch's, and
// the nodes of the search up to two solutions, which depend on the other puzzles.

// SearchLimits bound each search, also of a batch.
type SearchLimits struct {
	Nodes   uint64
	Timeout time.Duration // 0 for none
	Threads int           // that search one large board together; 0 is one
}

// Bound is ctx with the time that one search may take.
func (l *SearchLimits) Bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Timeout > 0 {
		return context.WithTimeout(ctx, l.Timeout)
	}
	return ctx, func() {}
}

// Sudoku is the limits as package sudoku has them.
func (l *SearchLimits) Sudoku() sudoku.Limits { return sudoku.Limits{Nodes: l.Nodes} }

// batch is the scratch of both kinds.
type batch struct {
	results sudoku.Results
	before  func() // called before a puzzle is searched alone, which may take long; may be nil
	from    int    // the puzzle that the first result is of
	share   time.Duration
}

// Where each puzzle has a time of its own, so long all are searched together; the puzzle
// that is then in the way is searched alone, and those behind it together again.
const (
	togetherTime  = 200 * time.Millisecond
	checkTogether = time.Second // in which each given is searched for
)

// each searches all puzzles up to limit and calls answer with each in order, and whether its
// search is still to be made, alone, until answer returns false or ctx ends: how many.
func (b *batch) each(ctx context.Context, puzzles [][sudoku.Cells]uint8, limit uint64, limits *SearchLimits, answer func(i int, alone bool) bool) int {
	for b.from = 0; b.from < len(puzzles); {
		together, cancel := ctx, func() {}
		if limits.Timeout > 0 {
			together, cancel = context.WithTimeout(ctx, min(togetherTime, limits.Timeout))
		}
		start := time.Now()
		finished := sudoku.SolveBatch(together, puzzles[b.from:], limit, limits.Sudoku(), &b.results)
		b.share = time.Since(start) / time.Duration(max(finished, 1))
		cancel()
		for i := range finished {
			if !answer(b.from+i, false) {
				return b.from + i
			}
		}
		if b.from += finished; b.from == len(puzzles) || ctx.Err() != nil {
			break
		}
		if !answer(b.from, true) {
			return b.from
		}
		b.from++
	}
	return b.from
}

func (b *batch) wait() {
	if b.before != nil {
		b.before()
	}
}

// at is the result of puzzle i.
func (b *batch) at(i int) sudoku.Result { return b.results.At(i - b.from) }

// SolveBatch answers "solve this" for batch after batch.
type SolveBatch struct {
	SearchLimits
	Limit uint64 // solutions of each, at least 1
	Order sudoku.Order
	Alike bool // in any order the one solution shown of several is that of a search of the puzzle alone
	Lang  message.Lang

	batch
	found []sudoku.Grid
}

// Solved is the answer to a puzzle of a batch. Its memory is used again for the next.
type Solved struct {
	Puzzle    sudoku.Grid
	Solutions []sudoku.Grid // up to the limit
	Tally     sudoku.Tally  // of a search for one more: it says whether there are more
	Err       error         // as [sudoku.Solve] has it
	Took      time.Duration
}

// Each calls each with the answer to every puzzle in order, but unique, unless that
// returns false, with the solution alone where it is the only one; a plain puzzle costs
// nothing beside its search then. It returns how many were answered: all, unless ctx ended.
func (b *SolveBatch) Each(ctx context.Context, puzzles [][sudoku.Cells]uint8, unique func(i int, solution *[sudoku.Cells]uint8) bool, each func(i int, s *Solved)) int {
	return b.each(ctx, puzzles, 2, &b.SearchLimits, func(i int, alone bool) bool {
		if !alone {
			if solution, ok := b.results.Unique(i - b.from); ok && unique(i, solution) {
				return true
			}
		}
		s := Solved{Took: b.share}
		s.Puzzle, _ = sudoku.FromCells(puzzles[i])
		if !alone {
			r := b.at(i)
			s.Tally, s.Err = r.Tally(), r.Err(s.Puzzle)
			b.found = b.found[:0]
			if s.Tally.N > 0 {
				b.found = append(b.found, r.Solution())
			}
			lex := b.Order == sudoku.Lexicographic
			if alone = s.Tally.N > 1 && (b.Limit > 1 || lex && b.Timeout > 0 || b.Alike && !lex); s.Tally.N > 1 && !alone && lex {
				_, err := sudoku.Enumerate(ctx, s.Puzzle, 1, b.Order, b.Sudoku(), func(g sudoku.Grid) bool {
					b.found[0] = g // unless the limit is in the way
					return true
				})
				if err != nil && ctx.Err() != nil {
					return false // what was found is any solution
				}
			}
		}
		if alone && !b.alone(ctx, &s) {
			return false
		}
		s.Solutions = b.found
		each(i, &s)
		return true
	})
}

// alone searches one puzzle; false means that ctx ended.
func (b *SolveBatch) alone(ctx context.Context, s *Solved) bool {
	b.wait()
	bounded, cancel := b.Bound(ctx)
	defer cancel()
	start := time.Now()
	found := b.found[:0]
	tally, err := sudoku.Enumerate(bounded, s.Puzzle, b.Limit+1, b.Order, b.Sudoku(), func(g sudoku.Grid) bool {
		if uint64(len(found)) < b.Limit { // the one more is only wanted to exist
			found = append(found, g)
		}
		return true
	})
	b.found, s.Tally, s.Err, s.Took = found, tally, err, time.Since(start)
	return err == nil || ctx.Err() == nil
}

// AppendUnique appends the JSON line of a puzzle with one solution, nothing more to be said.
func (b *SolveBatch) AppendUnique(dst []byte, puzzle, solution *[sudoku.Cells]uint8, i int) []byte {
	r := b.at(i)
	return append(wire.AppendSolved(dst, puzzle, solution, r.Tally().Nodes, b.share), '\n')
}

// Wire is the answer's JSON shape.
func (b *SolveBatch) Wire(s *Solved) wire.Solve {
	found := puzzle.Result{Tally: s.Tally, Engine: solve.Kernel}
	for _, g := range s.Solutions {
		found.Solutions = append(found.Solutions, puzzle.GridValues(g))
	}
	found.Exact = found.Exact && found.N <= b.Limit
	return classicOf(s.Puzzle).Wire(found, s.Err, len(found.Solutions), s.Took, b.Lang)
}

// CountBatch answers "how many solutions" for batch after batch.
type CountBatch struct {
	SearchLimits
	Limit    uint64 // where to stop; 0 counts them all
	Lang     message.Lang
	Progress func(sudoku.Progress) // of a long count; may be nil

	batch
}

// Counted is the answer to a puzzle of a batch.
type Counted struct {
	Puzzle sudoku.Grid
	Total  solve.Total
	Err    error // as [sudoku.Count] has it
	Took   time.Duration
}

// Each calls each with the answer to every puzzle in order, but exact, unless that
// returns false, with the number alone where there is a solution and that is all of them. It
// returns how many were answered: all, unless ctx ended; how far it then came with the
// next one, each has been told.
func (b *CountBatch) Each(ctx context.Context, puzzles [][sudoku.Cells]uint8, exact func(i int, n uint64) bool, each func(i int, c *Counted)) int {
	most := uint64(sudoku.Visited)
	if b.Limit > 0 {
		most = min(most, b.Limit)
	}
	told := -1 // the last puzzle, where ctx ended
	n := b.each(ctx, puzzles, most, &b.SearchLimits, func(i int, alone bool) bool {
		if !alone {
			if n, ok := b.results.Exact(i - b.from); ok && n > 0 && exact(i, n) {
				return true
			}
		}
		c := Counted{Took: b.share}
		c.Puzzle, _ = sudoku.FromCells(puzzles[i])
		if !alone {
			r := b.at(i)
			c.Total = totalOf(r.Tally())
			if c.Err = r.Err(c.Puzzle); c.Total.Exact || c.Err != nil || most == b.Limit {
				each(i, &c)
				return true
			}
		}
		more := b.alone(ctx, &c)
		each(i, &c)
		if told = i; more {
			told = -1
		}
		return more
	})
	if n < len(puzzles) && n != told {
		c := Counted{Total: totalOf(sudoku.Tally{}), Err: context.Cause(ctx)}
		c.Puzzle, _ = sudoku.FromCells(puzzles[n])
		each(n, &c)
	}
	return n
}

// alone counts one puzzle; false means that ctx ended.
func (b *CountBatch) alone(ctx context.Context, c *Counted) bool {
	b.wait()
	bounded, cancel := b.Bound(ctx)
	defer cancel()
	start := time.Now()
	if b.Limit > 0 {
		var tally sudoku.Tally
		tally, c.Err = sudoku.Count(bounded, c.Puzzle, b.Limit, b.Sudoku())
		c.Total = totalOf(tally)
	} else {
		var total sudoku.Total
		total, c.Err = sudoku.CountAll(bounded, c.Puzzle, b.Sudoku(), b.Progress)
		c.Total = solve.TotalOf(total)
	}
	c.Took = time.Since(start)
	return c.Err == nil || ctx.Err() == nil
}

func totalOf(tally sudoku.Tally) solve.Total {
	return solve.TotalOf(sudoku.Total{N: new(big.Int).SetUint64(tally.N), Exact: tally.Exact, Nodes: tally.Nodes})
}

// AppendExact appends the JSON line of a puzzle whose solutions are all counted.
func (b *CountBatch) AppendExact(dst []byte, puzzle *[sudoku.Cells]uint8, i int) []byte {
	r := b.at(i)
	return append(wire.AppendCounted(dst, puzzle, r.Tally().N, r.Tally().Nodes, b.share), '\n')
}

// Wire is the answer's JSON shape.
func (b *CountBatch) Wire(c *Counted) wire.Count {
	return classicOf(c.Puzzle).WireCount(c.Total, c.Err, c.Took, b.Lang)
}

// CheckBatch answers "is this a proper puzzle" for batch after batch.
type CheckBatch struct {
	SearchLimits

	batch
	unique []int // of the batch, those with one solution
	alike  [][sudoku.Cells]uint8
	spare  sudoku.Redundants
}

// Each calls one with the report on each puzzle in order, if that puzzle has exactly one solution, or
// else rest, which has to check it alone, and ends all if it returns false. It returns how many
// were told: all, unless ctx ended.
func (b *CheckBatch) Each(ctx context.Context, puzzles [][sudoku.Cells]uint8, one func(i int, r *sudoku.Report, took time.Duration), rest func(i int) bool) int {
	together, cancel := ctx, func() {}
	if b.Timeout > 0 {
		together, cancel = context.WithTimeout(ctx, min(checkTogether, b.Timeout))
	}
	defer cancel()
	start := time.Now()
	finished := sudoku.SolveBatch(together, puzzles, 2, b.Sudoku(), &b.results)
	b.unique, b.alike, b.spare.Solutions = b.unique[:0], b.alike[:0], b.spare.Solutions[:0]
	for i := range finished {
		if solution, ok := b.results.Unique(i); ok {
			b.unique, b.alike, b.spare.Solutions = append(b.unique, i), append(b.alike, puzzles[i]), append(b.spare.Solutions, *solution)
		}
	}
	told := sudoku.RedundantBatch(together, b.alike, b.Sudoku(), &b.spare)
	b.share = time.Since(start) / time.Duration(max(told, 1))
	for i, next := 0, 0; i < len(puzzles); i++ {
		if ctx.Err() != nil {
			return i
		}
		if next >= told || b.unique[next] != i {
			if !rest(i) {
				return i
			}
			continue
		}
		found := b.results.At(i)
		r := sudoku.Report{Solvable: sudoku.Yes, Unique: sudoku.Yes, Minimal: sudoku.Yes, Solution: found.Solution(), Nodes: found.Tally().Nodes}
		for _, d := range puzzles[i] {
			if d != 0 {
				r.Givens++
			}
		}
		cells, nodes := b.spare.At(next)
		if r.Nodes += nodes; len(cells) > 0 {
			r.Minimal, r.Redundant = sudoku.No, cells
		}
		one(i, &r, b.share)
		next++
	}
	return len(puzzles)
}
