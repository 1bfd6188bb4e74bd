package cli

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// In formats with one line per puzzle, a comment replaces a missing solution. Readers of
// puzzles skip it.
const (
	noSolution  = "# no solution\n"
	oneSolution = "# one solution\n"
	notDecided  = "# undecided\n"
)

// badInputWriter returns a function that writes an answer for an unreadable puzzle, so that answer n
// belongs to puzzle n. The answer is a comment or, with --json, the object for the error's
// text.
func (a *app) badInputWriter(object func(reason string) any) func([]byte, error) []byte {
	return func(out []byte, why error) []byte {
		if !a.json {
			return append(out, "# bad input\n"...)
		}
		b, _ := json.Marshal(object(message.TextOf(why, a.Lang)))
		return append(append(out, b...), '\n')
	}
}

// passPuzzles passes the puzzles of the arguments through the stage.
func (a *app) passPuzzles(args []string, s stream.Stage) error {
	_, err := a.Stream(args, s)
	return err
}

// write writes an answer: with --json the object, otherwise the text.
func (a *app) write(r *stream.Report, object any, text string) {
	if a.json {
		r.AddObject(object)
	} else {
		r.Out = append(r.Out, text...)
	}
}

// together is the number of puzzles per call of the engine. The engines' lanes stay full, and
// the data fits into a core's cache.
const together = 2048

// solving is a run of nonet solve.
type solving struct {
	app    *app
	style  string
	limit  uint64
	all    bool
	order  string
	asked  bool // the flag --order was given
	random bool
	seed   uint64
	limits operation.SearchLimits
}

func (a *app) solveCommand() *cobra.Command {
	s := &solving{app: a}
	cmd := a.puzzleCommand("solve", s.run)
	a.addChoice(cmd, cmd.Flags(), &s.style, "format", "line", []string{"line", "grid", "pretty", "csv", "json"}, "cli.flag.format")
	cmd.Flags().Uint64Var(&s.limit, "limit", 1, a.TextOf("cli.flag.limitSolve"))
	cmd.Flags().BoolVar(&s.all, "all", false, a.TextOf("cli.flag.all"))
	a.addChoice(cmd, cmd.Flags(), &s.order, "order", "any", []string{"any", "lex"}, "cli.flag.order")
	cmd.Flags().BoolVar(&s.random, "random", false, a.TextOf("cli.solve.random"))
	a.addSeedFlag(cmd, &s.seed)
	a.addLimitFlags(cmd, &s.limits)
	a.addThreadsFlag(cmd, &s.limits)
	a.addRulesFlags(cmd)
	return cmd
}

// inBatch is the maximum number of solutions per puzzle that are kept in memory before writing.
const inBatch = 1000

func (s *solving) run(cmd *cobra.Command, args []string) error {
	if err := s.app.mergeJSONStyle(cmd, &s.style); err != nil {
		return err
	}
	if s.limit == 0 || s.all && cmd.Flags().Changed("limit") {
		return stream.Problem("error.limit")
	}
	for _, other := range []string{"limit", "all", "order"} {
		if s.random && cmd.Flags().Changed(other) {
			return stream.Problem("error.together", "a", "--random", "b", "--"+other)
		}
	}
	if s.limit = min(s.limit, math.MaxUint64-1); s.all { // the search asks for one solution more
		s.limit = math.MaxUint64 - 1
	}
	if s.asked = cmd.Flags().Changed("order"); s.limit == 1 && !s.asked {
		// In AnyOrder the solution depends on the engine and, in a batch, on the other puzzles. It
		// must not depend on them unless the flag asks for that order.
		s.order = "lex"
	}
	st := stream.Stage{Batch: together, Handler: func() stream.Handler { return s.newSolver().solveBatch }}
	switch {
	case s.limit > inBatch:
		st = stream.Stage{Batch: 1, Direct: true, Handler: stream.OneByOne(s.newSolver().solveOne)}
	case s.limits.Timeout > 0:
		st.Batch = 64
	case s.limit > 1: // all solutions of a batch are in memory
		st.Batch = max(64, 2*together/int(s.limit))
	}
	st.Bad = s.app.badInputWriter(func(reason string) any {
		return wire.Solve{Outcome: sudoku.Undecided.String(), Solutions: []string{}, Reason: reason}
	})
	switch s.style {
	case "csv":
		st.Bad = func(out []byte, _ error) []byte { return append(out, ",\n"...) }
		if !s.app.Continues() {
			s.app.Out.Write([]byte("puzzle,solution\n"))
		}
	case "grid", "pretty":
		st.Between = "\n"
	}
	if s.random {
		st.Batch, st.Handler = 1, nil
		s.app.answerSubjects(&st, s.writeRandomSolution)
	} else {
		s.app.acceptAnyRules(&st, s.solveRules)
	}
	sum, err := s.app.Stream(args, st)
	s.app.printSummaryNotes(sum, s.limit)
	return err
}

// printSummaryNotes prints notes, at the end of a run, on facts that the answers do not show.
func (a *app) printSummaryNotes(sum stream.Tally, shown uint64) {
	note := func(o stream.Occurrences, one, many string) {
		switch {
		case o.N == 0, a.Part != nil: // a shard's notes would repeat this too often
		case sum.Puzzles == 1:
			a.Notes.Line("nonet: " + a.TextOf(one, "n", shown))
		default:
			a.Notes.Line("nonet: " + a.TextOf(many, "n", o.N, "all", sum.Puzzles, "first", o.First, "shown", shown))
		}
	}
	note(sum.More, "cli.more.one", "cli.more.many")
	note(sum.Limited, "cli.limited.one", "cli.limited.many")
	note(sum.Pencil, "cli.pencil.one", "cli.pencil.many")
}

// writing writes the answers of a batch, or of one puzzle.
type writing struct {
	*solving
	n int // answers written so far
}

// writeBlankLine writes a blank line between answers of several lines.
func (w *writing) writeBlankLine(r *stream.Report) {
	if w.n > 0 && (w.style == "grid" || w.style == "pretty") {
		r.Out = append(r.Out, '\n')
	}
	w.n++
}

// writeReplacement writes the replacement for a missing solution; puzzle appends the puzzle as a CSV
// field.
func (w *writing) writeReplacement(r *stream.Report, none bool, puzzle func(out []byte) []byte) {
	switch {
	case w.style == "csv":
		r.Out = append(puzzle(r.Out), ",\n"...)
	case none:
		w.writeBlankLine(r)
		r.Out = append(r.Out, noSolution...)
	default:
		w.writeBlankLine(r)
		r.Out = append(r.Out, notDecided...)
	}
}

// solver is a worker of nonet solve.
type solver struct {
	writing
	batch operation.SolveBatch
}

func (s *solving) newSolver() *solver {
	w := &solver{writing: writing{solving: s}, batch: operation.SolveBatch{SearchLimits: s.limits, Limit: s.limit, Lang: s.app.Lang}}
	if s.order == "lex" {
		w.batch.Order = sudoku.Lexicographic
	}
	return w
}

// solveBatch writes the answers to a batch of classic puzzles and returns how many it has answered.
func (s *solver) solveBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	s.n = 0
	return s.batch.AnswerEach(ctx, puzzles.Cells, func(i int, solution *[sudoku.Cells]uint8) bool {
		if !puzzles.IsPlain(i) {
			return false
		}
		switch s.style {
		case "line":
			r.Out = format.AppendLine(r.Out, solution)
		case "json":
			r.Out = s.batch.AppendUnique(r.Out, &puzzles.Cells[i], solution, i)
		default:
			return false
		}
		return true
	}, func(i int, found *operation.Solved) {
		e := puzzles.Entry(i)
		if s.style == "json" {
			r.AddObject(s.batch.Wire(found))
			s.recordOutcome(&e, r, found.Tally, found.Err)
		} else {
			s.answer(&e, r, found)
		}
	})
}

// solveOne solves a puzzle and writes its solutions as they are found, without a limit on their
// number.
func (s *solver) solveOne(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
	s.n = 0
	one, cancel := s.limits.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	found := operation.Solved{Puzzle: e.Grid}
	object := func(tally sudoku.Tally, err error) {
		found.Tally, found.Err, found.Took = tally, err, time.Since(start)
		r.AddObject(s.batch.Wire(&found))
		found.Solutions = found.Solutions[:0]
	}
	var broken error
	n := uint64(0)
	tally, err := sudoku.Enumerate(one, e.Grid, s.limit+1, s.batch.Order, s.limits.Sudoku(), func(g sudoku.Grid) bool {
		switch n++; {
		case n > s.limit: // this one only shows that there are more
		case s.style != "json":
			s.writeSolution(e, r, g)
			broken = r.WriteCollected()
		default:
			if found.Solutions = append(found.Solutions, g); len(found.Solutions) == inBatch {
				object(sudoku.Tally{N: n}, nil)
				broken = r.WriteCollected()
			}
		}
		return broken == nil
	})
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) || broken != nil {
		return false
	}
	if s.style == "json" {
		object(tally, err)
		s.recordOutcome(e, r, tally, err)
	} else {
		found.Tally, found.Err = tally, err
		s.answer(e, r, &found)
	}
	return true
}

// recordOutcome sets the status and writes the notes on a search.
func (s *solver) recordOutcome(e *stream.Entry, r *stream.Report, tally sudoku.Tally, err error) {
	switch {
	case tally.N == 0 && tally.Exact:
		r.ReportNoSolution(e, err)
	case tally.N < s.limit && !tally.Exact:
		r.ReportUndecided(e, err)
	case tally.N > s.limit:
		r.Tally.More.Add(e)
	}
	if e.Pencil != nil && e.Eliminations() > 0 {
		r.Tally.Pencil.Add(e)
	}
}

// answer writes the solutions that were found, or a replacement if there are none.
func (s *solver) answer(e *stream.Entry, r *stream.Report, found *operation.Solved) {
	s.recordOutcome(e, r, found.Tally, found.Err)
	for _, g := range found.Solutions {
		s.writeSolution(e, r, g)
	}
	if found.Tally.N == 0 {
		s.writeReplacement(r, found.Tally.Exact, func(out []byte) []byte { return appendCells(out, e.Grid) })
	}
}

func (s *solver) writeSolution(e *stream.Entry, r *stream.Report, g sudoku.Grid) {
	s.writeBlankLine(r)
	switch s.style {
	case "grid":
		r.Out = format.Append(r.Out, format.Rows, g)
	case "pretty":
		from := len(r.Out)
		r.Out = format.Append(r.Out, format.Drawn, g)
		if s.app.hasColors() {
			r.Out = highlightDigits(r.Out, from, e.Grid)
		}
	case "csv":
		r.Out = append(appendCells(r.Out, e.Grid), ',')
		r.Out = append(appendCells(r.Out, g), '\n')
	default:
		r.Out = format.Append(r.Out, format.Line, g)
	}
}

// appendCells appends the puzzle in CSV without the newline.
func appendCells(dst []byte, g sudoku.Grid) []byte {
	dst = format.Append(dst, format.CSV, g)
	return dst[:len(dst)-1]
}

// highlightDigits makes the givens bold and the found digits green, in the drawing that begins at
// b[from].
func highlightDigits(b []byte, from int, puzzle sudoku.Grid) []byte {
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

// countPuzzles searches puzzles and calls each with the result, until ctx ends. It returns the
// number of puzzles done.
func countPuzzles(ctx context.Context, some []subject, limits puzzle.Limits, r *stream.Report, each func(p *subject, found puzzle.Result, err error, took time.Duration) bool) int {
	limits.Valid = true // the puzzles have been validated
	for i := range some {
		start := time.Now()
		found, err := solve.Count(ctx, some[i].Puzzle, limits)
		took := time.Since(start)
		if err != nil && ctx.Err() != nil {
			return i
		}
		if refused, more := some[i].reportRefusal(r, found.Exact, err); refused {
			if !more {
				return i
			}
			continue
		}
		some[i].compare(r, found.Tally, found.Solutions)
		if !each(&some[i], found, err, took) {
			return i
		}
	}
	return len(some)
}

// mostFurther limits the search of a large board after its first solution, in conflicts, if only
// one solution is shown and no limit is set. To prove that it is the only one may take for ever.
// Boards of 25×25 take up to 240,000 conflicts in all.
const mostFurther = 1_000_000

// solveRules answers puzzles of any rules.
func (s *solving) solveRules(ctx context.Context, some []subject, r *stream.Report) int {
	a, w := s.app, writing{solving: s}
	limits := s.limits.Puzzle()
	keep := int(min(s.limit, inBatch))
	limits.Solutions, limits.Keep = keep+1, keep
	if s.limit == 1 && limits.Nodes == 0 && limits.Time == 0 {
		limits.Further = mostFurther
	}
	return countPuzzles(ctx, some, limits, r, func(p *subject, found puzzle.Result, cut error, took time.Duration) bool {
		several := found.N > uint64(keep)
		if several && s.limit > inBatch {
			return s.solveOne(ctx, p, found.Solutions[0], r)
		}
		if s.order == "lex" && (s.asked || p.CanFindLeastSolution() && cut == nil) {
			least := found
			err := solve.LeastSolutions(ctx, p.Puzzle, &least, keep, s.limits.Puzzle())
			switch {
			case err != nil && ctx.Err() != nil:
				return false
			case err == nil:
				found = least
			case s.asked: // any order was requested, not the least solution
				found.Solutions, cut = nil, err
			}
		}
		limited := s.limit
		switch {
		case found.N == 0 && found.Exact:
			r.ReportNoSolution(&p.entry, cut)
		case cut != nil && uint64(len(found.Solutions)) < limited:
			r.ReportUndecided(&p.entry, cut)
		case several:
			r.Tally.More.Add(&p.entry)
		case cut != nil:
			r.Note(&p.entry, a.TextOf("cli.othersUndecided"))
		}
		shown := found.Solutions[:min(keep, len(found.Solutions))]
		if s.style == "json" {
			r.AddObject(p.Wire(found, cut, keep, took, a.Lang))
			return true
		}
		for _, solution := range shown {
			w.writeSolution(r, p, solution)
		}
		if len(shown) == 0 {
			w.writeReplacement(r, found.N == 0 && found.Exact, p.appendField)
		}
		return true
	})
}

// writeRandomSolution writes a random solution.
func (s *solving) writeRandomSolution(ctx context.Context, p *subject, r *stream.Report) (more bool) {
	w, found, err := p.Random(ctx, s.seed, s.limits.Puzzle(), s.app.Lang)
	if ctx.Err() != nil {
		return false
	}
	if refused, more := p.reportRefusal(r, found.Exact, err); refused {
		return more
	}
	drawn := len(found.Solutions) > 0
	switch {
	case found.N == 0 && found.Exact:
		r.ReportNoSolution(&p.entry, err)
	case !drawn:
		r.ReportUndecided(&p.entry, err)
	}
	text := writing{solving: s}
	switch {
	case s.style == "json":
		r.AddObject(w)
	case drawn:
		text.writeSolution(r, p, found.Solutions[0])
	default:
		text.writeReplacement(r, found.Exact, p.appendField)
	}
	return true
}

// solveOne writes the solutions of a puzzle as they are found, in order, without a limit on their
// number. known is the first solution that a search has found.
func (s *solving) solveOne(ctx context.Context, p *subject, known []int, r *stream.Report) bool {
	start, n, w := time.Now(), uint64(0), writing{solving: s}
	var kept [][]int
	object := func(exact bool, err error) {
		r.AddObject(p.Wire(puzzle.Result{Solutions: kept, Tally: sudoku.Tally{N: n, Exact: exact}}, err, len(kept), time.Since(start), s.app.Lang))
		kept = kept[:0]
	}
	var broken, cut error
	for solution, err := range solve.Ascending(ctx, p.Puzzle, known, s.limits.Puzzle()) {
		if err != nil {
			cut = err
			break
		}
		if n++; n > s.limit {
			break
		}
		if s.style == "json" {
			if kept = append(kept, solution); len(kept) == inBatch {
				object(false, nil)
				broken = r.WriteCollected()
			}
		} else {
			w.writeSolution(r, p, solution)
			broken = r.WriteCollected()
		}
		if broken != nil || ctx.Err() != nil {
			return false
		}
	}
	switch {
	case ctx.Err() != nil:
		return false
	case cut != nil:
		r.ReportUndecided(&p.entry, cut)
	case n > s.limit:
		n = s.limit
		r.Tally.More.Add(&p.entry)
	}
	if s.style == "json" {
		object(cut == nil && n < s.limit, cut)
	}
	return true
}

// writeSolution writes a solution in the requested style.
func (w *writing) writeSolution(r *stream.Report, p *subject, solution []int) {
	w.writeBlankLine(r)
	switch w.style {
	case "grid":
		r.Out = format.AppendRows(r.Out, p.Puzzle, solution)
	case "pretty":
		r.Out = format.AppendDrawn(r.Out, p.Puzzle, solution)
	case "csv":
		r.Out = append(p.appendField(r.Out), ',')
		fallthrough
	default:
		r.Out = append(append(r.Out, format.ValuesLine(p.Puzzle, solution)...), '\n')
	}
}

// appendField appends the puzzle as a CSV field.
func (p *subject) appendField(out []byte) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{p.PuzzleText()})
	w.Flush()
	return append(out, strings.TrimSuffix(b.String(), "\n")...)
}
