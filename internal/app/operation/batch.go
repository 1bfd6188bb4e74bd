package operation

import (
	"context"
	"sync"
	"time"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// Batches answer streams of puzzles at a lower cost per puzzle than single requests. One call of the engine searches
// all puzzles of a batch. The few puzzles that the call does not decide are searched one by one. Only one goroutine may
// use a batch at a time.
//
// The time of a puzzle in a batch is not measured; its answer reports an equal share of the batch's time. The number of
// nodes in the answer is that of a search for up to two solutions, and also depends on the other puzzles.

// batch is the state that all kinds of batches have in common.
type batch struct {
	results *sudoku.Results // the memory of resultsPool, during AnswerEach
	before  func()          // called before a search for a single puzzle, which may take long; may be nil
	from    int             // the index of the puzzle to which the first result belongs
	share   time.Duration
}

// resultsPool lends memory to batches, because a job answers each of its shards with a new batch.
var resultsPool = sync.Pool{New: func() any { return new(sudoku.Results) }}

// borrowResults gets b.results. The caller calls release after the last answer.
func (b *batch) borrowResults() (release func()) {
	b.results = resultsPool.Get().(*sudoku.Results)
	return func() { resultsPool.Put(b.results) }
}

// If puzzles have a timeout, a batch first searches all puzzles together, for at most this time. The first puzzle that
// is not done by then is searched alone, and after that the rest together again.
const (
	togetherTime  = 200 * time.Millisecond
	checkTogether = time.Second // for a check, which also searches once for each given
)

// searchAll searches all puzzles, each up to limit solutions, and calls answer for each puzzle, in order. If the common
// search did not decide a puzzle, alone is true, and answer must search the puzzle itself. searchAll stops when answer
// returns false or ctx ends, and returns the number of puzzles answered.
func (b *batch) searchAll(ctx context.Context, puzzles [][sudoku.Cells]uint8, limit uint64, limits *puzzle.Limits, answer func(i int, alone bool) bool) int {
	defer b.borrowResults()()
	for b.from = 0; b.from < len(puzzles); {
		together, cancel := ctx, func() {}
		if limits.Time > 0 {
			together, cancel = context.WithTimeout(ctx, min(togetherTime, limits.Time))
		}
		start := time.Now()
		finished := sudoku.SolveBatch(together, puzzles[b.from:], limit, sudoku.Limits{Nodes: limits.Nodes}, b.results)
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

// resultAt returns the result of puzzle i.
func (b *batch) resultAt(i int) sudoku.Result { return b.results.At(i - b.from) }

// SolveBatch solves one batch of puzzles after another.
type SolveBatch struct {
	puzzle.Limits
	Limit uint64 // the number of solutions to return per puzzle, at least 1
	Order sudoku.Order
	Alike bool // find the solution that a search of the puzzle alone would find, even in AnyOrder
	Lang  message.Lang

	batch
	found []sudoku.Grid
}

// Solved is the answer to a puzzle of a batch. It is valid until the next answer, which reuses its memory.
type Solved struct {
	Puzzle    sudoku.Grid
	Solutions []sudoku.Grid // the first solutions, at most Limit
	Tally     sudoku.Tally  // the tally of a search for one solution more than Limit, which shows whether there are more
	Err       error         // the error of [sudoku.Solve]
	Took      time.Duration
}

// AnswerEach answers every puzzle, in order. For a puzzle with one solution it calls unique, at no cost beyond the
// search. For all others, and if unique returns false, it calls each. It returns the number of puzzles answered, which
// is less than all only if ctx ended.
func (b *SolveBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, unique func(i int, solution *[sudoku.Cells]uint8) bool, each func(i int, s *Solved)) int {
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
				_, err := sudoku.Enumerate(ctx, s.Puzzle, 1, b.Order, sudoku.Limits{Nodes: b.Nodes}, func(g sudoku.Grid) bool {
					b.found[0] = g // an error is possible only if the search reaches the node limit
					return true
				})
				if err != nil && ctx.Err() != nil {
					return false // b.found has some solution, but not necessarily the one wanted
				}
			}
		}
		if alone && !b.solveAlone(ctx, &s) {
			return false
		}
		s.Solutions = b.found
		each(i, &s)
		return true
	})
}

// solveAlone searches one puzzle, and returns false if ctx ended.
func (b *SolveBatch) solveAlone(ctx context.Context, s *Solved) bool {
	b.waitForTurn()
	bounded, cancel := b.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	found := b.found[:0]
	tally, err := sudoku.Enumerate(bounded, s.Puzzle, b.Limit+1, b.Order, sudoku.Limits{Nodes: b.Nodes}, func(g sudoku.Grid) bool {
		if uint64(len(found)) < b.Limit { // drop the last solution, which only shows that there are more
			found = append(found, g)
		}
		return true
	})
	b.found, s.Tally, s.Err, s.Took = found, tally, err, time.Since(start)
	return err == nil || ctx.Err() == nil
}

// AppendUnique appends the JSON line for puzzle number i, which has exactly one solution and no notes.
func (b *SolveBatch) AppendUnique(dst []byte, puzzle, solution *[sudoku.Cells]uint8, i int) []byte {
	r := b.resultAt(i)
	return append(wire.AppendSolved(dst, puzzle, solution, r.Tally().Nodes, b.share), '\n')
}

// Result converts the answer to the result of a search by package puzzle.
func (b *SolveBatch) Result(s *Solved) puzzle.Result {
	found := puzzle.Result{Tally: s.Tally, Engine: solve.Kernel}
	for _, g := range s.Solutions {
		found.Solutions = append(found.Solutions, puzzle.GridValues(g))
	}
	found.Exact = found.Exact && found.N <= b.Limit
	return found
}

// Wire returns the answer in its JSON form.
func (b *SolveBatch) Wire(s *Solved) wire.Solve {
	return GridSubject(s.Puzzle).Wire(b.Result(s), s.Err, len(s.Solutions), s.Took, b.Lang)
}

// CountBatch counts the solutions of one batch of puzzles after another.
type CountBatch struct {
	puzzle.Limits
	Limit    uint64 // the number of solutions at which a count stops; 0 counts all
	Lang     message.Lang
	Progress func(sudoku.Progress) // receives the progress of a long count; may be nil

	batch
}

// Counted is the answer to a puzzle of a batch.
type Counted struct {
	Puzzle sudoku.Grid
	Total  solve.Total
	Err    error // the error of [sudoku.Count]
	Took   time.Duration
}

// AnswerEach answers every puzzle, in order. If the common search has counted all solutions of a puzzle, or has reached
// the limit, and found at least one, it calls counted with their number; complete is false at the limit. It calls each
// for all other puzzles, and if counted returns false. AnswerEach returns the number of puzzles answered. If ctx ends,
// it calls each for the first puzzle that is not answered, with the partial count.
func (b *CountBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, counted func(i int, n uint64, complete bool) bool, each func(i int, c *Counted)) int {
	most := uint64(sudoku.Visited)
	if b.Limit > 0 {
		most = min(most, b.Limit)
	}
	told := -1 // the puzzle whose partial count was reported when ctx ended
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
				each(i, &c)
				return true
			}
		}
		more := b.countAlone(ctx, &c)
		each(i, &c)
		if told = i; more {
			told = -1
		}
		return more
	})
	if n < len(puzzles) && n != told {
		c := Counted{Total: solve.TotalOfTally(sudoku.Tally{}), Err: context.Cause(ctx)}
		c.Puzzle, _ = sudoku.FromCells(puzzles[n])
		each(n, &c)
	}
	return n
}

// countAlone counts the solutions of one puzzle, and returns false if ctx ended.
func (b *CountBatch) countAlone(ctx context.Context, c *Counted) bool {
	b.waitForTurn()
	bounded, cancel := b.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	if b.Limit > 0 {
		var tally sudoku.Tally
		tally, c.Err = sudoku.Count(bounded, c.Puzzle, b.Limit, sudoku.Limits{Nodes: b.Nodes})
		c.Total = solve.TotalOfTally(tally)
	} else {
		var total sudoku.Total
		total, c.Err = sudoku.CountAll(bounded, c.Puzzle, sudoku.Limits{Nodes: b.Nodes}, b.Progress)
		c.Total = solve.TotalOf(total)
	}
	c.Took = time.Since(start)
	return c.Err == nil || ctx.Err() == nil
}

// AppendCount appends the JSON line for puzzle number i, whose solutions were counted completely or up to the limit.
func (b *CountBatch) AppendCount(dst []byte, puzzle *[sudoku.Cells]uint8, i int) []byte {
	r := b.resultAt(i)
	return append(wire.AppendCounted(dst, puzzle, r.Tally(), b.share), '\n')
}

// Wire returns the answer in its JSON form.
func (b *CountBatch) Wire(c *Counted) wire.Count {
	return GridSubject(c.Puzzle).WireCount(c.Total, c.Err, c.Took, b.Lang)
}

// CheckBatch checks one batch of puzzles after another.
type CheckBatch struct {
	puzzle.Limits

	batch
	unique []int // the indices of the batch's puzzles that have one solution
	alike  [][sudoku.Cells]uint8
	spare  sudoku.RedundantGivens
}

// AnswerEach answers every puzzle, in order. It passes a puzzle with exactly one solution, with the report, to the
// function one. It passes the index of any other puzzle to rest, which must check this puzzle alone. If rest returns
// false, AnswerEach stops. It returns the number of puzzles answered, which is less than all only if rest returned
// false or ctx ended.
func (b *CheckBatch) AnswerEach(ctx context.Context, puzzles [][sudoku.Cells]uint8, one func(i int, r *sudoku.Report, took time.Duration), rest func(i int) bool) int {
	together, cancel := ctx, func() {}
	if b.Time > 0 {
		together, cancel = context.WithTimeout(ctx, min(checkTogether, b.Time))
	}
	defer cancel()
	defer b.borrowResults()()
	start := time.Now()
	finished := sudoku.SolveBatch(together, puzzles, 2, sudoku.Limits{Nodes: b.Nodes}, b.results)
	b.unique, b.alike, b.spare.Solutions = b.unique[:0], b.alike[:0], b.spare.Solutions[:0]
	for i := range finished {
		if solution, ok := b.results.Unique(i); ok {
			b.unique, b.alike, b.spare.Solutions = append(b.unique, i), append(b.alike, puzzles[i]), append(b.spare.Solutions, *solution)
		}
	}
	told := sudoku.RedundantBatch(together, b.alike, sudoku.Limits{Nodes: b.Nodes}, &b.spare)
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
