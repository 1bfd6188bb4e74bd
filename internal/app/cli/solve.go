package cli

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/engine/kernel"
	"nonet/sudoku"
	"nonet/wire"
)

// What stands in place of a solution in the output is a comment in the formats
// of one line a puzzle: one line in gives one line out, and what reads puzzles
// passes over it.
const (
	noSolution = "# no solution\n"
	notDecided = "# undecided\n"
)

// together is how many puzzles are searched in one call: enough for the engines'
// lanes to be full, few enough for what belongs to them to stay in a core's cache.
const together = 2048

// solving is a run of nonet solve.
type solving struct {
	app    *app
	style  string
	limit  uint64
	all    bool
	order  string
	limits limits
}

func (a *app) solveCommand() *cobra.Command {
	s := &solving{app: a}
	cmd := a.puzzleCommand("solve", s.run)
	a.choice(cmd, cmd.Flags(), &s.style, "format", "line", []string{"line", "grid", "pretty", "csv", "json"}, "cli.flag.format")
	cmd.Flags().Uint64Var(&s.limit, "limit", 1, a.t("cli.flag.limitSolve"))
	cmd.Flags().BoolVar(&s.all, "all", false, a.t("cli.flag.all"))
	a.choice(cmd, cmd.Flags(), &s.order, "order", "any", []string{"any", "lex"}, "cli.flag.order")
	a.limitFlags(cmd, &s.limits)
	return cmd
}

// inBatch is up to how many solutions of a puzzle are kept before they are
// written; more are written as they are found.
const inBatch = 1000

func (s *solving) run(cmd *cobra.Command, args []string) error {
	if s.app.json {
		s.style = "json"
	}
	if s.limit == 0 || s.all && cmd.Flags().Changed("limit") {
		return problem("error.limit")
	}
	if s.all {
		s.limit = math.MaxUint64 - 1
	}
	if s.limit == 1 && !cmd.Flags().Changed("order") {
		// The engines' own order depends on the engine, and in a batch on what
		// else is in it; an answer shall not, unless that is asked for.
		s.order = "lex"
	}
	st := stage{direct: s.limit > inBatch, handler: func() handler { return (&solver{solving: s}).each }}
	switch {
	case st.direct:
		st.batch = 1
	case s.limit == 1 && s.limits.timeout == 0 && s.style != "json":
		st.batch, st.searcher = together, func() searcher { return (&solver{solving: s}).together }
	case s.limit > 1:
		st.batch = 64
	default:
		st.batch = 512
	}
	if s.style == "grid" || s.style == "pretty" {
		st.between = "\n"
	}
	if s.style == "csv" {
		s.app.out.Write([]byte("puzzle,solution\n"))
	}
	sum, err := s.app.run(args, st)
	s.app.sumUp(sum, s.limit)
	return err
}

// sumUp says once, at the end, what the answers alone do not show.
func (a *app) sumUp(sum tally, shown uint64) {
	note := func(o occurrences, one, many string) {
		switch {
		case o.n == 0:
		case sum.puzzles == 1:
			a.stderr.line("nonet: " + a.t(one, "n", shown))
		default:
			a.stderr.line("nonet: " + a.t(many, "n", o.n, "all", sum.puzzles, "first", o.first, "shown", shown))
		}
	}
	note(sum.more, "cli.more.one", "cli.more.many")
	note(sum.limited, "cli.limited.one", "cli.limited.many")
	note(sum.pencil, "cli.pencil.one", "cli.pencil.many")
}

// solver is a worker of nonet solve with its scratch space.
type solver struct {
	*solving
	batchSearch
	found []sudoku.Grid
	n     int // answers in the batch so far
}

// batchSearch holds the results of the last search.
type batchSearch struct{ results []kernel.Result }

// search searches all puzzles in one call and returns how many results are final.
// This is the one place where the command line hands whole batches to an engine.
func (b *batchSearch) search(ctx context.Context, puzzles *slots, limits kernel.Limits) int {
	if len(b.results) < len(puzzles.cells) {
		b.results = make([]kernel.Result, len(puzzles.cells))
	}
	return kernel.Default().Search(ctx, puzzles.cells, limits, b.results)
}

// together solves a batch in one call, each puzzle to two solutions: the second
// is not shown, but tells that there are several.
func (s *solver) together(ctx context.Context, puzzles *slots, r *report) int {
	s.n = 0
	finished := s.search(ctx, puzzles, kernel.Limits{Solutions: 2, Nodes: s.limits.nodes})
	for i := range finished {
		result := &s.results[i]
		if s.style == "line" && result.Solutions == 1 && result.Outcome == kernel.Complete && puzzles.apart[i].pencil == nil {
			r.out = format.AppendLine(r.out, &result.First) // nothing else is to be said
			continue
		}
		e := puzzles.entry(i)
		tally, err := tallyOf(&e, result)
		s.found = s.found[:0]
		if tally.N > 1 && s.order == "lex" {
			s.first(ctx, &e)
		}
		if tally.N > 0 && len(s.found) == 0 {
			if g, broken := sudoku.FromCells(result.First); broken == nil {
				s.found = append(s.found, g)
			}
		}
		s.answer(&e, r, tally, err)
	}
	return finished
}

// first finds the lexicographically first solution, unless a limit is in the way.
func (s *solver) first(ctx context.Context, e *entry) {
	limits := kernel.Limits{Solutions: 1, Nodes: s.limits.nodes}
	enumerate(ctx, e.Grid, true, limits, func(g sudoku.Grid, _ uint64) bool {
		s.found = append(s.found, g)
		return true
	})
}

// tallyOf is a final result as package sudoku gives it.
func tallyOf(e *entry, result *kernel.Result) (sudoku.Tally, error) {
	tally := sudoku.Tally{N: result.Solutions, Exact: result.Outcome == kernel.Complete, Nodes: result.Nodes}
	switch {
	case result.Outcome == kernel.Stopped:
		return tally, &sudoku.NodeLimitError{Nodes: result.Nodes}
	case result.Solutions == 0:
		if all := e.Grid.Contradictions(); all != nil {
			return tally, &sudoku.ContradictionError{Contradictions: all}
		}
	}
	return tally, nil
}

// each solves puzzle by puzzle: in order, in time, or with many solutions.
func (s *solver) each(ctx context.Context, entries []entry, r *report) int {
	s.n = 0
	for i := range entries {
		e := &entries[i]
		one, cancel := s.limits.bound(ctx)
		start := time.Now()
		s.found = s.found[:0]
		var broken error
		tally, err := enumerate(one, e.Grid, s.order == "lex", kernel.Limits{Solutions: s.limit + 1, Nodes: s.limits.nodes}, func(g sudoku.Grid, n uint64) bool {
			if n > s.limit {
				return true // it is only wanted to exist
			}
			if s.style != "json" && r.direct {
				s.solution(e, r, g)
				broken = r.spill()
				return broken == nil
			}
			s.found = append(s.found, g)
			if len(s.found) == inBatch && r.direct {
				s.object(e, r, sudoku.Tally{N: n, Nodes: 0}, nil, time.Since(start))
				s.found = s.found[:0]
				broken = r.spill()
			}
			return broken == nil
		})
		cancel()
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) || broken != nil {
			return i
		}
		if s.style == "json" {
			s.object(e, r, tally, err, time.Since(start))
			s.judge(e, r, tally, err)
		} else {
			s.answer(e, r, tally, err)
		}
	}
	return len(entries)
}

// bound is ctx with the time that one search may take.
func (l *limits) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.timeout > 0 {
		return context.WithTimeout(ctx, l.timeout)
	}
	return ctx, func() {}
}

// enumerate yields solutions of g, counted from 1, until yield returns false or
// a limit is reached; its results are those of sudoku.SolutionsUpTo, which
// keeps them all.
func enumerate(ctx context.Context, g sudoku.Grid, lex bool, limits kernel.Limits, yield func(g sudoku.Grid, n uint64) bool) (sudoku.Tally, error) {
	if all := g.Contradictions(); all != nil {
		return sudoku.Tally{Exact: true}, &sudoku.ContradictionError{Contradictions: all}
	}
	order := kernel.Any
	if lex {
		order = kernel.Lexicographic
	}
	puzzle, n := g.Values(), uint64(0)
	result := kernel.Default().Enumerate(ctx, &puzzle, order, limits, func(s *[sudoku.Cells]uint8) bool {
		n++
		solution, err := sudoku.FromCells(*s)
		return err == nil && yield(solution, n)
	})
	tally := sudoku.Tally{N: result.Solutions, Exact: result.Outcome == kernel.Complete, Nodes: result.Nodes}
	switch {
	case result.Outcome != kernel.Stopped:
		return tally, nil
	case ctx.Err() != nil:
		return tally, context.Cause(ctx)
	default:
		return tally, &sudoku.NodeLimitError{Nodes: result.Nodes}
	}
}

// judge sets the status and writes the notes for a search.
func (s *solver) judge(e *entry, r *report, tally sudoku.Tally, err error) {
	switch {
	case tally.N == 0 && tally.Exact:
		r.none(e, err)
	case tally.N < s.limit && !tally.Exact:
		r.undecided(e, err)
	case tally.N > s.limit:
		r.tally.more.add(1, e.place())
	}
	if e.Pencil != nil && e.Eliminations() > 0 {
		r.tally.pencil.add(1, e.place())
	}
}

// answer writes what was found, and something in its place if that is nothing.
func (s *solver) answer(e *entry, r *report, tally sudoku.Tally, err error) {
	s.judge(e, r, tally, err)
	for _, g := range s.found {
		s.solution(e, r, g)
	}
	if tally.N > 0 {
		return
	}
	mark := noSolution
	if !tally.Exact {
		mark = notDecided
	}
	if s.style == "csv" {
		r.out = append(appendCells(r.out, e.Grid), ",\n"...)
		return
	}
	s.separate(r)
	r.out = append(r.out, mark...)
}

// separate parts the answers that take several lines.
func (s *solver) separate(r *report) {
	if s.n > 0 && (s.style == "grid" || s.style == "pretty") {
		r.out = append(r.out, '\n')
	}
	s.n++
}

func (s *solver) solution(e *entry, r *report, g sudoku.Grid) {
	s.separate(r)
	switch s.style {
	case "grid":
		r.out = format.Append(r.out, format.Rows, g)
	case "pretty":
		from := len(r.out)
		r.out = format.Append(r.out, format.Drawn, g)
		if s.app.colored() {
			r.out = highlight(r.out, from, e.Grid)
		}
	case "csv":
		r.out = append(appendCells(r.out, e.Grid), ',')
		r.out = append(appendCells(r.out, g), '\n')
	default:
		r.out = format.Append(r.out, format.Line, g)
	}
}

// appendCells is the 81 digits of CSV, without the newline.
func appendCells(dst []byte, g sudoku.Grid) []byte {
	dst = format.Append(dst, format.CSV, g)
	return dst[:len(dst)-1]
}

// highlight makes the givens bold and the found digits green in the drawing that
// starts at from.
func highlight(b []byte, from int, puzzle sudoku.Grid) []byte {
	drawing := append([]byte(nil), b[from:]...)
	b = b[:from]
	cell := sudoku.Cell(0)
	for _, c := range drawing {
		if c < '1' || c > '9' {
			b = append(b, c)
			continue
		}
		style := "\x1b[32m"
		if puzzle.At(cell) != 0 {
			style = "\x1b[1m"
		}
		b = append(append(append(b, style...), c), "\x1b[0m"...)
		cell++
	}
	return b
}

// object writes the solutions at hand as a JSON object. Of a puzzle with more
// than inBatch solutions only the last object can say that it is complete.
func (s *solver) object(e *entry, r *report, tally sudoku.Tally, err error, took time.Duration) {
	o := wire.SolveOf(e.Grid, s.found, tally, err, took, s.app.lang)
	if tally.N > s.limit {
		o.Complete = false
	}
	r.object(o)
}

// object writes a JSON object on a line of its own.
func (r *report) object(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		r.status = worse(r.status, Bad)
		return
	}
	r.out = append(append(r.out, b...), '\n')
}
