package operation

import (
	"context"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Batches answer streams of puzzles at a lower cost per puzzle than single requests. One call of the engine searches
// all puzzles of a batch. If the call leaves a puzzle undecided, the batch searches this puzzle alone. Only one
// goroutine may use a batch at a time.
//
// The time of a puzzle in a batch is not measured; its answer reports an equal share of the batch's time. The node
// count in an answer also depends on the other puzzles of the batch. In a SolveBatch and a CheckBatch, the search of a
// puzzle stops at two solutions, and the node count is that of this search.

// batch is embedded in SolveBatch, CountBatch and CheckBatch, and holds the state that they share.
type batch struct {
	results sudoku.Results
	before  func() // if not nil, called before each search for one puzzle alone, because this search may take long
	from    int    // the index of the puzzle whose result is the first in results
	share   time.Duration
}

// If puzzles have a timeout, these constants limit the time of a search for all puzzles of a batch together. At the
// limit the batch searches the first unfinished puzzle alone, and then the rest together again.
const (
	togetherTime  = 200 * time.Millisecond
	checkTogether = time.Second // the limit for a CheckBatch, which also searches once for each given
)

// searchAll searches all puzzles, each up to `limit` solutions, and calls answer for each puzzle, in order. If the
// common search has no result for a puzzle, `alone` is true, and `answer` must search this puzzle itself. searchAll
// stops when answer returns false or ctx ends. It returns the number of puzzles answered.
func (b *batch) searchAll(ctx context.Context, puzzles [][sudoku.Cells]uint8, limit uint64, limits *puzzle.Limits, answer func(i int, alone bool) bool) int {
	for b.from = 0; b.from < len(puzzles); {
		shared, cancel := ctx, func() {}
		if limits.Time > 0 {
			shared, cancel = context.WithTimeout(ctx, min(togetherTime, limits.Time))
		}
		start := time.Now()
		finished := sudoku.SolveBatch(shared, puzzles[b.from:], limit, solve.NodeLimit(*limits), &b.results)
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

func (b *batch) waitForTurn() {
	if b.before != nil {
		b.before()
	}
}

// resultAt returns the result of the batch's puzzle i, counted from 0. The common search must have finished puzzle i.
func (b *batch) resultAt(i int) sudoku.Result { return b.results.At(i - b.from) }

// SolveBatch answers batches of classic puzzles with their solutions. Batches reuse its memory.
type SolveBatch struct {
	puzzle.Limits
	Limit uint64 // the number of solutions to return per puzzle, at least 1
	Order sudoku.Order
	Alike bool // find the same solution as a search of the puzzle alone, even in AnyOrder
	Lang  message.Lang

	batch
	found []sudoku.Grid
}

// Solved is the answer to a puzzle of a batch. It is valid until the next answer, which overwrites Solutions.
type Solved struct {
	Puzzle    sudoku.Grid
	Solutions []sudoku.Grid // the first solutions, at most Limit
	Tally     sudoku.Tally  // the number of solutions, counted up to Limit+1 to show whether there are more than Limit
	Err       error         // an error of [sudoku.Solve], or nil
	Took      time.Duration
}

// AnswerEach answers every puzzle, in order. For a puzzle with one solution it calls the function unique. It calls the
// function rest for a puzzle with no solution or several, and for a puzzle for which unique returns false. AnswerEach
// returns the number of puzzles answered. If this is less than len(puzzles), ctx ended.
func (b *SolveBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, unique func(i int, solution *[sudoku.Cells]uint8) bool, rest func(i int, s *Solved)) int {
	return b.searchAll(ctx, puzzles, 2, &b.Limits, func(i int, alone bool) bool {
		if !alone {
			if solution, ok := b.results.Unique(i - b.from); ok && unique(i, solution) {
				return true
			}
		}
		s := Solved{Took: b.share}
		s.Puzzle, _ = sudoku.FromCells(puzzles[i])
		if !alone {
			r := b.resultAt(i)
			s.Tally, s.Err = r.Tally(), r.Err(s.Puzzle)
			b.found = b.found[:0]
			if s.Tally.N > 0 {
				b.found = append(b.found, r.Solution())
			}
			lex := b.Order == sudoku.Lexicographic
			if alone = s.Tally.N > 1 && (b.Limit > 1 || lex && b.Time > 0 || b.Alike && !lex); s.Tally.N > 1 && !alone && lex {
				_, err := sudoku.Enumerate(ctx, s.Puzzle, 1, b.Order, solve.NodeLimit(b.Limits), func(g sudoku.Grid) bool {
					b.found[0] = g // the error is not needed: Enumerate fails only at the node limit or the end of ctx
					return true
				})
				if err != nil && ctx.Err() != nil {
					return false // b.found has a solution, but perhaps not the first in lexicographic order
				}
			}
		}
		if alone && !b.solveAlone(ctx, &s) {
			return false
		}
		s.Solutions = b.found
		rest(i, &s)
		return true
	})
}

// solveAlone searches the puzzle of s and stores the result in s and b.found.
func (b *SolveBatch) solveAlone(ctx context.Context, s *Solved) bool {
	b.waitForTurn()
	bounded, cancel := b.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	found := b.found[:0]
	tally, err := sudoku.Enumerate(bounded, s.Puzzle, b.Limit+1, b.Order, solve.NodeLimit(b.Limits), func(g sudoku.Grid) bool {
		if uint64(len(found)) < b.Limit { // drop the last solution, which only shows that there are more
			found = append(found, g)
		}
		return true
	})
	b.found, s.Tally, s.Err, s.Took = found, tally, err, time.Since(start)
	return err == nil || ctx.Err() == nil
}

// AppendUnique appends to dst the JSON line for puzzle number i. The puzzle must have exactly one solution and no
// notes.
func (b *SolveBatch) AppendUnique(dst []byte, puzzle, solution *[sudoku.Cells]uint8, i int) []byte {
	r := b.resultAt(i)
	return append(wire.AppendSolved(dst, puzzle, solution, r.Tally().Nodes, b.share), '\n')
}

// Result converts s to the result type of package puzzle. Solutions become lists of values.
func (b *SolveBatch) Result(s *Solved) puzzle.Result {
	found := puzzle.Result{Tally: s.Tally, Engine: solve.Kernel}
	for _, g := range s.Solutions {
		found.Solutions = append(found.Solutions, puzzle.GridValues(g))
	}
	found.Exact = found.Exact && found.N <= b.Limit
	return found
}

// Wire returns s as the JSON answer of the operation solve.
func (b *SolveBatch) Wire(s *Solved) wire.Solve {
	return GridSubject(s.Puzzle).Wire(b.Result(s), s.Err, len(s.Solutions), s.Took, b.Lang)
}

// CountBatch answers batches of classic puzzles with their numbers of solutions. Batches reuse its memory.
type CountBatch struct {
	puzzle.Limits
	Limit    uint64 // the count of each puzzle stops at this number of solutions; 0 counts all
	Lang     message.Lang
	Progress func(sudoku.Progress) // if not nil, receives the progress of a count that takes long

	batch
}

// Counted is the answer to a puzzle of a batch: the number of solutions, or a lower bound if Total is not exact.
type Counted struct {
	Puzzle sudoku.Grid
	Total  solve.Total
	Err    error // an error of [sudoku.Count], or nil
	Took   time.Duration
}

// AnswerEach answers every puzzle, in order. It calls the function counted for a puzzle with at least one solution if
// the common search counted all solutions, or stopped at b.Limit. In the second case, `complete` is false.
//
// AnswerEach calls the function rest for each puzzle for which it does not call counted, and for each puzzle for which
// counted returns false. It returns the number of puzzles answered. If ctx ends, it calls rest for the first puzzle
// that is not answered, with the partial count.
func (b *CountBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, counted func(i int, n uint64, complete bool) bool, rest func(i int, c *Counted)) int {
	most := uint64(sudoku.Visited)
	if b.Limit > 0 {
		most = min(most, b.Limit)
	}
	partial := -1 // the index of the puzzle whose partial count rest received when ctx ended; -1 if none
	n := b.searchAll(ctx, puzzles, most, &b.Limits, func(i int, alone bool) bool {
		if !alone {
			n, complete := b.results.Exact(i - b.from)
			if n > 0 && (complete || n == b.Limit) && counted(i, n, complete) {
				return true
			}
		}
		c := Counted{Took: b.share}
		c.Puzzle, _ = sudoku.FromCells(puzzles[i])
		if !alone {
			r := b.resultAt(i)
			c.Total = solve.TotalOfTally(r.Tally())
			if c.Err = r.Err(c.Puzzle); c.Total.Exact || c.Err != nil || most == b.Limit {
				rest(i, &c)
				return true
			}
		}
		more := b.countAlone(ctx, &c)
		rest(i, &c)
		if partial = i; more {
			partial = -1
		}
		return more
	})
	if n < len(puzzles) && n != partial {
		c := Counted{Total: solve.TotalOfTally(sudoku.Tally{}), Err: context.Cause(ctx)}
		c.Puzzle, _ = sudoku.FromCells(puzzles[n])
		rest(n, &c)
	}
	return n
}

// countAlone counts the solutions of c.Puzzle and stores the count in c.
func (b *CountBatch) countAlone(ctx context.Context, c *Counted) bool {
	b.waitForTurn()
	bounded, cancel := b.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	if b.Limit > 0 {
		var tally sudoku.Tally
		tally, c.Err = sudoku.Count(bounded, c.Puzzle, b.Limit, solve.NodeLimit(b.Limits))
		c.Total = solve.TotalOfTally(tally)
	} else {
		var total sudoku.Total
		total, c.Err = sudoku.CountAll(bounded, c.Puzzle, solve.NodeLimit(b.Limits), b.Progress)
		c.Total = solve.TotalOf(total)
	}
	c.Took = time.Since(start)
	return c.Err == nil || ctx.Err() == nil
}

// AppendCount appends the JSON line for puzzle number i to dst. The count must be complete, or have reached the limit.
func (b *CountBatch) AppendCount(dst []byte, puzzle *[sudoku.Cells]uint8, i int) []byte {
	r := b.resultAt(i)
	return append(wire.AppendCounted(dst, puzzle, r.Tally(), b.share), '\n')
}

// Wire returns c as the JSON answer of the operation count.
func (b *CountBatch) Wire(c *Counted) wire.Count {
	return GridSubject(c.Puzzle).WireCount(c.Total, c.Err, c.Took, b.Lang)
}

// CheckBatch reports for batches of classic puzzles whether each puzzle has one solution and is minimal. Batches reuse
// its memory.
type CheckBatch struct {
	puzzle.Limits

	batch
	unique []int // the indices of the puzzles with exactly one solution
	alike  [][sudoku.Cells]uint8
	spare  sudoku.RedundantGivens
}

// AnswerEach answers every puzzle, in order. It calls the function one, with the report, for a puzzle with exactly one
// solution. It calls the function rest for any other puzzle. That function must check the puzzle alone. AnswerEach
// stops if `rest` returns false or ctx ends. It returns the number of puzzles answered.
func (b *CheckBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, one func(i int, r *sudoku.Report, took time.Duration), rest func(i int) bool) int {
	shared, cancel := ctx, func() {}
	if b.Time > 0 {
		shared, cancel = context.WithTimeout(ctx, min(checkTogether, b.Time))
	}
	defer cancel()
	start := time.Now()
	finished := sudoku.SolveBatch(shared, puzzles, 2, solve.NodeLimit(b.Limits), &b.results)
	b.unique, b.alike, b.spare.Solutions = b.unique[:0], b.alike[:0], b.spare.Solutions[:0]
	for i := range finished {
		if solution, ok := b.results.Unique(i); ok {
			b.unique, b.alike, b.spare.Solutions = append(b.unique, i), append(b.alike, puzzles[i]), append(b.spare.Solutions, *solution)
		}
	}
	partial := sudoku.RedundantBatch(shared, b.alike, solve.NodeLimit(b.Limits), &b.spare)
	b.share = time.Since(start) / time.Duration(max(partial, 1))
	for i, next := 0, 0; i < len(puzzles); i++ {
		if ctx.Err() != nil {
			return i
		}
		if next >= partial || b.unique[next] != i {
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
