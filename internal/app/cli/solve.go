package cli

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
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

// In formats with one line per puzzle, one of these comments stands in for a missing solution. Readers skip comments.
const (
	noSolution  = "# no solution\n"
	oneSolution = "# one solution\n"
	notDecided  = "# undecided\n"
)

// badInputWriter returns a function that appends an answer for an unreadable puzzle. Thus answer n always belongs to
// puzzle n. The appended answer is a comment. With --json it is a copy of object, whose field Reason has the error's
// text.
func (a *app) badInputWriter(object any) func([]byte, error) []byte {
	return func(out []byte, cause error) []byte {
		if !a.json {
			return append(out, "# bad input\n"...)
		}
		w := reflect.New(reflect.TypeOf(object)).Elem()
		w.Set(reflect.ValueOf(object))
		w.FieldByName("Reason").SetString(message.TextOf(cause, a.Lang))
		b, _ := json.Marshal(w.Interface())
		return append(append(out, b...), '\n')
	}
}

// passPuzzles reads the puzzles that args name, passes them through the stage, and prints notes at the end.
func (a *app) passPuzzles(args []string, s stream.Stage) error {
	_, err := a.Stream(args, s)
	return err
}

func (a *app) writeTextOrObject(r *stream.Report, object any, text string) {
	if a.json {
		r.AddObject(object)
	} else {
		r.Out = append(r.Out, text...)
	}
}

// printTextOrObject writes the object to standard output as a line of JSON with --json, and otherwise the text.
func (a *app) printTextOrObject(object any, text string) error {
	if a.json {
		return a.writeJSON(object)
	}
	_, err := a.Out.Write([]byte(text))
	return err
}

// batchSize is the number of puzzles per call of the engine. So many puzzles keep all lanes of the engine busy, and
// their data fits into the cache of a core.
const batchSize = 2048

type solveRun struct {
	app    *app
	style  string
	limit  uint64
	all    bool
	order  string
	isSet  bool // true if the user has set the flag --order
	random bool
	seed   uint64
	limits puzzle.Limits
}

func (a *app) solveCommand() *cobra.Command {
	s := &solveRun{app: a}
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

// inBatch is the largest number of solutions that a batch keeps in memory for each puzzle. If more are requested, nonet
// solve writes each solution as soon as it is found.
const inBatch = 1000

func (s *solveRun) run(cmd *cobra.Command, args []string) error {
	if err := s.app.unifyJSONFormat(cmd, &s.style); err != nil {
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
	if s.limit = min(s.limit, math.MaxUint64-1); s.all { // leave room for the one additional solution that shows whether there are more
		s.limit = math.MaxUint64 - 1
	}
	if s.isSet = cmd.Flags().Changed("order"); s.limit == 1 && !s.isSet {
		// In AnyOrder, the solution depends on the engine and, in a batch, on the other puzzles. Avoid this unless the
		// user asks for AnyOrder.
		s.order = "lex"
	}
	st := stream.Stage{Batch: batchSize, Handler: func() stream.Handler { return s.newSolver().solveBatch }}
	switch {
	case s.limit > inBatch:
		st = stream.Stage{Batch: 1, Direct: true, Handler: stream.OneByOne(s.newSolver().solveOne)}
	case s.limits.Time > 0:
		st.Batch = 64
	case s.limit > 1: // a small batch, because memory must hold all solutions of its puzzles
		st.Batch = max(64, 2*batchSize/int(s.limit))
	}
	st.Bad = s.app.badInputWriter(wire.Solve{Outcome: sudoku.Undecided.String(), Solutions: []string{}})
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
		s.app.acceptAnyRules(&st, s.solveAnyRules)
	}
	sum, err := s.app.Stream(args, st)
	s.app.printSummaryNotes(sum, s.limit)
	return err
}

// printSummaryNotes prints notes at the end of a run, such as the number of puzzles with more solutions than shown.
func (a *app) printSummaryNotes(sum stream.Tally, shown uint64) {
	note := func(o stream.Occurrences, one, many string) {
		switch {
		case o.N == 0, a.Part != nil: // in a job, every shard would repeat the notes
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

// solutionWriter appends the solutions of puzzles, in the style of --format, to reports.
type solutionWriter struct {
	*solveRun
	n int // how many answers have been written
}

// writeBlankLine writes a blank line before each answer but the first, in formats of several lines. It also counts the
// answers.
func (w *solutionWriter) writeBlankLine(r *stream.Report) {
	if w.n > 0 && (w.style == "grid" || w.style == "pretty") {
		r.Out = append(r.Out, '\n')
	}
	w.n++
}

// writeReplacement writes the line that stands in for a missing solution. none is true if the puzzle has no solution,
// and false if the search is undecided.
func (w *solutionWriter) writeReplacement(r *stream.Report, p *subject, none bool) {
	switch {
	case w.style == "csv":
		r.Out = append(p.appendCSVField(r.Out), ",\n"...)
	case none:
		w.writeBlankLine(r)
		r.Out = append(r.Out, noSolution...)
	default:
		w.writeBlankLine(r)
		r.Out = append(r.Out, notDecided...)
	}
}

// writeSolution writes one solution of p in the style of --format.
func (w *solutionWriter) writeSolution(r *stream.Report, p *subject, solution []int) {
	w.writeBlankLine(r)
	switch w.style {
	case "grid":
		r.Out = format.AppendRows(r.Out, p.Puzzle, solution)
	case "pretty":
		from := len(r.Out)
		r.Out = format.AppendDrawn(r.Out, p.Puzzle, solution)
		if w.app.hasColors() && p.Low > 0 && p.High <= 9 && len(p.Holes) == 0 {
			r.Out = highlightDigits(r.Out, from, p.Puzzle)
		}
	case "csv":
		r.Out = append(p.appendCSVField(r.Out), ',')
		fallthrough
	default:
		r.Out = append(append(r.Out, format.ValuesLine(p.Puzzle, solution)...), '\n')
	}
}

func (w *solutionWriter) canWriteGrid() bool {
	return w.style == "line" || w.style == "grid" || w.style == "csv"
}

// writeGrid writes what writeSolution writes for a classic puzzle, but faster.
func (w *solutionWriter) writeGrid(r *stream.Report, p, solution sudoku.Grid) {
	switch w.style {
	case "grid":
		w.writeBlankLine(r)
		r.Out = format.Append(r.Out, format.Rows, solution)
		return
	case "csv":
		r.Out = append(appendGridField(r.Out, p), ',')
	}
	r.Out = format.Append(r.Out, format.Line, solution)
}

// writeAnswer writes the solutions found, with notes. If no solution was found, it writes a line that says so. `cut` is
// the error that ended the search, or nil.
func (w *solutionWriter) writeAnswer(r *stream.Report, p *subject, found puzzle.Result, cut error, took time.Duration) {
	if uint64(len(found.Solutions)) > w.limit {
		found.Solutions = found.Solutions[:w.limit]
	}
	w.recordOutcome(r, &p.entry, found.Tally, len(found.Solutions), cut)
	if w.style == "json" {
		r.AddObject(p.Wire(found, cut, len(found.Solutions), took, w.app.Lang))
		return
	}
	for _, solution := range found.Solutions {
		w.writeSolution(r, p, solution)
	}
	if len(found.Solutions) == 0 {
		w.writeReplacement(r, p, found.N == 0 && found.Exact)
	}
}

// recordOutcome sets the exit status and adds notes about one search. `shown` is the number of solutions in the answer.
// `cut` is the error that ended the search, or nil.
func (w *solutionWriter) recordOutcome(r *stream.Report, e *stream.Entry, tally sudoku.Tally, shown int, cut error) {
	switch {
	case tally.N == 0 && tally.Exact:
		r.ReportNoSolution(e, cut)
	case cut != nil && uint64(shown) < w.limit:
		r.ReportUndecided(e, cut)
	case tally.N > w.limit:
		r.Tally.More.Add(e)
	case cut != nil:
		r.Note(e, w.app.TextOf("cli.othersUndecided"))
	}
}

// writeEnumeration writes the solutions of a puzzle as they are found, however many there are. enumerate calls its
// argument with every solution, as values or as a grid, until the argument returns false.
func (w *solutionWriter) writeEnumeration(ctx context.Context, p *subject, r *stream.Report, engine string, enumerate func(yield func([]int, *sudoku.Grid) bool) (sudoku.Tally, error)) bool {
	start, n := time.Now(), uint64(0)
	var solutions [][]int
	object := func(tally sudoku.Tally, err error) {
		tally.Exact = tally.Exact && tally.N <= w.limit
		r.AddObject(p.Wire(puzzle.Result{Solutions: solutions, Tally: tally, Engine: engine}, err, len(solutions), time.Since(start), w.app.Lang))
		solutions = solutions[:0]
	}
	var broken error
	tally, err := enumerate(func(solution []int, grid *sudoku.Grid) bool {
		if n++; n > w.limit { // not written: this solution only shows that there are more
			return false
		}
		switch {
		case w.style == "json":
			if grid != nil {
				solution = puzzle.GridValues(*grid)
			}
			if solutions = append(solutions, solution); len(solutions) < inBatch {
				return ctx.Err() == nil
			}
			object(sudoku.Tally{N: n}, nil)
		case grid == nil:
			w.writeSolution(r, p, solution)
		case w.style == "pretty":
			w.writeSolution(r, p, puzzle.GridValues(*grid))
		default:
			w.writeGrid(r, p.entry.Grid, *grid)
		}
		broken = r.WriteCollected()
		return broken == nil && ctx.Err() == nil
	})
	if ctx.Err() != nil || broken != nil {
		return false
	}
	w.recordOutcome(r, &p.entry, tally, int(min(n, w.limit, math.MaxInt)), err)
	if w.style == "json" {
		object(tally, err)
	} else if n == 0 {
		w.writeReplacement(r, p, tally.Exact)
	}
	return true
}

// solver holds the writer and the batch of one worker of nonet solve.
type solver struct {
	solutionWriter
	batch operation.SolveBatch
}

func (s *solveRun) newSolver() *solver {
	w := &solver{solutionWriter: solutionWriter{solveRun: s}, batch: operation.SolveBatch{Limits: s.limits, Limit: s.limit, Lang: s.app.Lang}}
	if s.order == "lex" {
		w.batch.Order = sudoku.Lexicographic
	}
	return w
}

// solveBatch writes the answers to classic puzzles, in order.
func (s *solver) solveBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
	s.n = 0
	return s.batch.AnswerEach(ctx, puzzles.Cells, func(i int, solution *[sudoku.Cells]uint8) bool {
		if !puzzles.HasNoPencilMarks(i) {
			return false
		}
		switch s.style {
		case "line":
			r.Out = format.AppendLine(r.Out, solution)
		case "json":
			r.Out = s.batch.AppendUnique(r.Out, &puzzles.Cells[i], solution, i)
		case "pretty":
			return false
		default:
			p, _ := sudoku.FromCells(puzzles.Cells[i]) // no error, because the engine has accepted both grids
			g, _ := sudoku.FromCells(*solution)
			s.writeGrid(r, p, g)
		}
		return true
	}, func(i int, found *operation.Solved) {
		e := puzzles.Entry(i)
		countIgnoredMarks(r, &e)
		if len(found.Solutions) > 0 && s.canWriteGrid() {
			s.recordOutcome(r, &e, found.Tally, len(found.Solutions), found.Err)
			for _, g := range found.Solutions {
				s.writeGrid(r, e.Grid, g)
			}
			return
		}
		p := s.app.subjectOf(e, nil)
		s.writeAnswer(r, &p, s.batch.Result(found), found.Err, found.Took)
	})
}

// solveOne writes all solutions of one classic puzzle as they are found.
func (s *solver) solveOne(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
	s.n = 0
	one, cancel := s.limits.BoundContext(ctx)
	defer cancel()
	p := s.app.subjectOf(*e, nil)
	more := s.writeEnumeration(ctx, &p, r, solve.Kernel, func(yield func([]int, *sudoku.Grid) bool) (sudoku.Tally, error) {
		var found sudoku.Grid // declared outside the function that may be called billions of times
		return sudoku.Enumerate(one, e.Grid, s.limit+1, s.batch.Order, solve.NodeLimit(s.limits), func(g sudoku.Grid) bool {
			found = g
			return yield(nil, &found)
		})
	})
	if more {
		countIgnoredMarks(r, e)
	}
	return more
}

func countIgnoredMarks(r *stream.Report, e *stream.Entry) {
	if operation.IgnoredMarks(&e.Puzzle) > 0 {
		r.Tally.Pencil.Add(e)
	}
}

// highlightDigits colours the drawing of a solution that begins at b[from]. Givens become bold, other digits green.
func highlightDigits(b []byte, from int, p *puzzle.Puzzle) []byte {
	given := map[int]bool{}
	for _, g := range p.Givens {
		given[g.Cell] = len(g.Values) == 1
	}
	drawing := append([]byte(nil), b[from:]...)
	b = b[:from]
	cell := 0
	for _, c := range drawing {
		if c < '1' || c > '9' {
			b = append(b, c)
			continue
		}
		style := "\x1b[32m"
		if given[cell] {
			style = "\x1b[1m"
		}
		b = append(append(append(b, style...), c), "\x1b[0m"...)
		cell++
	}
	return b
}

// mostFurther limits the dead ends of a search for a second solution, on a large board. It applies if the answer shows
// only one solution and the user sets no limit. Without mostFurther, proving that there is no second solution could
// take forever. Boards of 25×25 cells take up to 240,000 dead ends in all.
const mostFurther = 1_000_000

// solveAnyRules answers a puzzle of any rules.
func (s *solveRun) solveAnyRules(ctx context.Context, p *subject, r *stream.Report) (more bool) {
	limits := s.limits
	keep := int(min(s.limit, inBatch))
	limits.Solutions, limits.Keep, limits.Valid = keep+1, keep, true // skip the validation, which was done before
	if s.limit == 1 && limits.Nodes == 0 && limits.Time == 0 {
		limits.Further = mostFurther
	}
	start := time.Now()
	found, cut := solve.Count(ctx, p.Puzzle, limits)
	took := time.Since(start)
	if answered, more := p.isAnswered(ctx, r, cut, found.Tally, found.Solutions...); !answered {
		return more
	}
	w := solutionWriter{solveRun: s}
	if found.N > uint64(keep) && s.limit > inBatch {
		return w.writeEnumeration(ctx, p, r, "", func(yield func([]int, *sudoku.Grid) bool) (tally sudoku.Tally, err error) {
			for solution, err := range solve.AscendingSolutions(ctx, p.Puzzle, found.Solutions[0], s.limits) {
				if err != nil {
					return tally, err
				}
				if tally.N++; !yield(solution, nil) {
					return tally, nil
				}
			}
			tally.Exact = true
			return tally, nil
		})
	}
	// On a board with more than 16 values, finding the least solution may take too long, because it needs a search per
	// cell.
	if several := found.N > 1 || !found.Exact; several && s.order == "lex" && (s.isSet || p.Values() <= 16 && cut == nil) {
		least := found
		err := solve.LeastSolutions(ctx, p.Puzzle, &least, keep, s.limits)
		switch {
		case err != nil && ctx.Err() != nil:
			return false
		case err == nil:
			found = least
		case s.isSet: // the user asked for any solution, not the least one
			found.Solutions, cut = nil, err
		}
	}
	w.writeAnswer(r, p, found, cut, took)
	return true
}

// writeRandomSolution writes a solution of p that depends on the seed.
func (s *solveRun) writeRandomSolution(ctx context.Context, p *subject, r *stream.Report) (more bool) {
	answer, found, err := p.AnswerRandom(ctx, s.seed, s.limits, s.app.Lang)
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
	w := solutionWriter{solveRun: s}
	switch {
	case s.style == "json":
		r.AddObject(answer)
	case drawn:
		w.writeSolution(r, p, found.Solutions[0])
	default:
		w.writeReplacement(r, p, found.Exact)
	}
	return true
}

// appendCSVField appends the puzzle as a CSV field. In a classic puzzle, 0 stands for an empty cell.
func (p *subject) appendCSVField(out []byte) []byte {
	if p.IsInScope(operation.Classic) {
		return appendGridField(out, p.entry.Grid)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{p.PuzzleText()})
	w.Flush()
	return append(out, strings.TrimSuffix(b.String(), "\n")...)
}

func appendGridField(out []byte, g sudoku.Grid) []byte {
	out = format.Append(out, format.CSV, g)
	return out[:len(out)-1]
}
