package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/certificate"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// optimaLimit is the default limit for counting best solutions. Counting a million best solutions takes seconds,
// because the search visits each of them. nonet count is faster, because it does not visit each solution.
const optimaLimit = 1_000_000

// targetRun holds the flags of nonet target, and the weights from the file of --weights.
type targetRun struct {
	app     *app
	grid    bool
	minimum bool
	best    int
	count   bool
	limit   uint64
	certify string
	verify  string
	file    string
	weights target.Weights
	unfit   *stream.InputError // the reason why the weights do not fit a classic puzzle; nil if they fit
	cells   []int64            // the weights in the order of the file; nil without a file
	limits  puzzle.Limits
}

func (a *app) targetCommand() *cobra.Command {
	o := &targetRun{app: a}
	cmd := a.puzzleCommand("target", o.run)
	cmd.Flags().BoolVar(&o.grid, "grid", false, a.TextOf("cli.flag.grid"))
	cmd.Flags().BoolVar(&o.minimum, "minimum", false, a.TextOf("cli.flag.minimum"))
	cmd.Flags().StringVar(&o.file, "weights", "", a.TextOf("cli.flag.weights"))
	cmd.Flags().Var(positiveFlag(&o.best), "best", a.TextOf("cli.flag.best"))
	cmd.Flags().BoolVar(&o.count, "count", false, a.TextOf("cli.flag.count"))
	cmd.Flags().Uint64Var(&o.limit, "limit", optimaLimit, a.TextOf("cli.flag.limitTarget"))
	cmd.Flags().StringVar(&o.certify, "certify", "", a.TextOf("cli.flag.certify"))
	cmd.Flags().StringVar(&o.verify, "verify", "", a.TextOf("cli.flag.verify"))
	a.addLimitFlags(cmd, &o.limits)
	a.addRulesFlags(cmd)
	return cmd
}

func (o *targetRun) run(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	for _, pair := range [][2]string{
		{"verify", "certify"}, {"verify", "best"}, {"verify", "count"}, {"verify", "grid"}, {"verify", "nodes"}, {"verify", "timeout"},
		{"verify", "keep-going"}, {"verify", "add"}, {"certify", "best"}, {"certify", "count"}, {"certify", "keep-going"}, {"best", "count"},
	} {
		if given(pair[0]) && given(pair[1]) {
			return stream.Problem("error.together", "a", "--"+pair[0], "b", "--"+pair[1])
		}
	}
	if given("limit") && !o.count {
		return stream.Problem("error.limitTarget")
	}
	o.weights = target.RingWeights()
	if given("weights") {
		if err := o.readWeights(); err != nil {
			return err
		}
		if o.unfit != nil && (given("verify") || given("certify")) {
			return o.unfit
		}
	}
	switch {
	case given("verify"):
		return o.verifyCertificate(args)
	case given("certify"):
		return o.certifyOptimum(args)
	}
	s := stream.Stage{Batch: 1, Slow: true}
	if o.best > 0 && !o.app.json {
		s.Between = "\n"
	}
	o.app.answerSubjects(&s, o.answerTarget)
	sum, err := o.app.Stream(args, s)
	o.app.printSummaryNotes(sum, o.limit)
	return err
}

func (o *targetRun) scoringGoal() target.Goal {
	if o.minimum {
		return target.Minimum
	}
	return target.Maximum
}

// optima holds the results of the searches for the best scores of one puzzle.
type optima struct {
	solve.Optimum     // Leaders has the solutions to print, the best first
	answer        any // the JSON form of the answer
}

func newOptima(best solve.Optimum, answer any) optima {
	if best.Leaders == nil && best.Solution != nil {
		best.Leaders = []solve.ScoredSolution{{Solution: best.Solution, Score: best.Score}}
	}
	return optima{best, answer}
}

// runSearch runs the search that --best and --count select.
func (o *targetRun) runSearch(ctx context.Context, p *subject) (optima, error) {
	goal, limits, start := o.scoringGoal(), o.limits, time.Now()
	scoring := solve.Scoring{Goal: goal, Weights: o.cells}
	switch {
	case o.best > 0:
		best, err := solve.BestSolutions(ctx, p.Puzzle, scoring, o.best, limits, o.showProgress)
		return newOptima(best, p.WireRanking(goal, best, err, time.Since(start), o.app.Lang)), err
	case o.count:
		limits.Solutions = int(min(cmp.Or(o.limit, math.MaxInt), math.MaxInt))
		best, err := solve.CountBest(ctx, p.Puzzle, scoring, limits, o.showProgress)
		return newOptima(best, p.WireTies(goal, best, err, time.Since(start), o.app.Lang)), err
	}
	best, err := solve.Best(ctx, p.Puzzle, scoring, limits, o.showProgress)
	return newOptima(best, p.WireTarget(goal, best, err, time.Since(start), o.app.Lang)), err
}

// writeCertificate finds the best score of a classic puzzle, and writes to out a certificate of this score.
func (o *targetRun) writeCertificate(ctx context.Context, p *subject, out io.Writer) (optima, error) {
	ctx, cancel := o.limits.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	optimumOf := func(r target.Result) solve.Optimum {
		best := solve.Optimum{Outcome: r.Outcome, Score: r.Score, Bound: r.Bound, Nodes: r.Nodes, Engine: solve.Target}
		if r.HasGrid {
			best.Solution = puzzle.GridValues(r.Grid)
		}
		return best
	}
	report := func(r target.Result) { o.showProgress(optimumOf(r)) }
	r, err := target.Certify(ctx, p.entry.Grid, o.weights, target.Options{Goal: o.scoringGoal(), Limits: solve.NodeLimit(o.limits), Progress: report}, out)
	best := optimumOf(r)
	return newOptima(best, p.WireTarget(o.scoringGoal(), best, err, time.Since(start), o.app.Lang)), err
}

func (o *targetRun) answerTarget(ctx context.Context, p *subject, r *stream.Report) bool {
	if o.unfit != nil && p.TakesDigitWeights() {
		return r.ReportFault(o.unfit)
	}
	found, err := o.runSearch(ctx, p)
	if refused, more := p.reportRefusal(r, found.Outcome == sudoku.None, err); refused {
		return more
	}
	if !o.recordOutcome(&p.entry, r, &found, err) {
		return false
	}
	o.writeScores(r, p.Puzzle, &found, err != nil)
	return ctx.Err() == nil || !errors.Is(err, ctx.Err())
}

// recordOutcome sets the exit status and adds notes about one search. It returns false if no answer is to be written.
func (o *targetRun) recordOutcome(e *stream.Entry, r *stream.Report, found *optima, err error) bool {
	var refused *target.WeightError
	interrupted := o.app.Ctx.Err() != nil && errors.Is(err, o.app.Ctx.Err())
	switch {
	case errors.As(err, &refused):
		r.Status.RaiseTo(stream.Bad)
		r.Note(nil, message.TextOf(err, o.app.Lang))
		return false
	case found.Outcome == sudoku.None:
		r.ReportNoSolution(e, err)
	case interrupted && found.Outcome == sudoku.Found: // only the count ended early, not the search
	case interrupted && len(found.Leaders) > 0:
		best := found.Leaders[0].Score
		r.Note(e, o.app.TextOf("cli.target.sofar", "score", best, "bound", found.Bound, "gap", max(found.Bound-best, best-found.Bound)))
	case interrupted:
		r.Note(e, o.app.TextOf("cli.target.sofarBound", "bound", found.Bound))
	case errors.Is(err, context.Canceled):
		return false // the reader of the output is gone
	case err != nil:
		r.ReportUndecided(e, err)
	case o.count && !found.Exact:
		r.Tally.Limited.Add(e)
	case o.best > len(found.Leaders) && !o.app.json:
		r.Note(e, o.app.TextOf("cli.target.fewer", "n", len(found.Leaders)))
	}
	if o.count && !found.Exact && err != nil && found.N > 0 {
		r.Note(e, o.app.TextOf("cli.target.atLeast", "n", found.N))
	}
	return true
}

// writeScores writes the scores, the count or the grids, as the flags select. Scores that are not proven, and a count
// that ended early, become comments.
func (o *targetRun) writeScores(r *stream.Report, p *puzzle.Puzzle, found *optima, cut bool) {
	if o.app.json {
		r.AddObject(found.answer)
		return
	}
	line := func(proven bool, best *solve.ScoredSolution) {
		counted := proven && (found.Exact || !cut)
		if counted || proven && !o.count {
			r.Out = strconv.AppendInt(r.Out, best.Score, 10)
			if o.count {
				r.Out = strconv.AppendUint(append(r.Out, ' '), found.N, 10)
			}
		} else {
			r.Out = append(r.Out, "# undecided"...)
			if best != nil {
				r.Out = fmt.Appendf(r.Out, ", score %d", best.Score)
			}
			if !proven {
				r.Out = fmt.Appendf(r.Out, ", bound %d", found.Bound)
			}
			if o.count && found.N > 0 {
				r.Out = fmt.Appendf(r.Out, ", at least %d", found.N)
			}
		}
		if best != nil && (o.grid || o.best > 0) {
			r.Out = append(append(r.Out, ' '), format.ValuesLine(p, best.Solution)...)
		}
		r.Out = append(r.Out, '\n')
	}
	switch {
	case found.Outcome == sudoku.None && o.file != "": // weights from a file can give the score −1, so it cannot mean "none"
		r.Out = append(r.Out, noSolution...)
	case found.Outcome == sudoku.None && o.count:
		r.Out = append(r.Out, "-1 0\n"...)
	case found.Outcome == sudoku.None:
		r.Out = append(r.Out, "-1\n"...)
	case len(found.Leaders) == 0:
		line(false, nil)
	default:
		for i := range found.Leaders {
			line(found.Outcome == sudoku.Found, &found.Leaders[i])
		}
	}
}

// showProgress updates the progress line with the best score so far and the bound.
func (o *targetRun) showProgress(p solve.Optimum) {
	o.app.Notes.Show(func(line *stream.Progress) {
		line.Set(int64(p.Nodes), func() string {
			switch {
			case p.N > 0:
				return o.app.TextOf("cli.target.progressCount", "score", p.Score, "n", p.N)
			case p.Solution == nil:
				return o.app.TextOf("cli.target.progressBound", "bound", p.Bound)
			}
			return o.app.TextOf("cli.target.progress", "score", p.Score, "bound", p.Bound, "gap", max(p.Bound-p.Score, p.Score-p.Bound))
		})
	})
}

// readWeights reads the weights, which are integers, from the file. Classic puzzles take 81 weights (one per cell) or
// 729 (nine per cell). Other boards take one weight per cell.
func (o *targetRun) readWeights() error {
	text, err := o.app.Contents(o.file, 1<<20)
	if err != nil {
		return err
	}
	text = strings.TrimPrefix(text, "\uFEFF")
	const digits = 9
	o.cells = []int64{}
	wrong := func(position int, key string, args ...any) *stream.InputError {
		before := text[:position]
		line, column := strings.Count(before, "\n")+1, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])+1
		return &stream.InputError{Source: o.file, Err: &format.SyntaxError{Line: line, Column: column, What: message.New(key, args...)}}
	}
	// Words are separated by commas and by the characters that unicode.IsSpace accepts.
	for _, match := range regexp.MustCompile(`[^\s\v\x{85}\p{Z},]+`).FindAllStringIndex(text, -1) {
		word := text[match[0]:match[1]]
		weight, err := strconv.ParseInt(word, 10, 64)
		switch n := len(o.cells); {
		case err != nil:
			return wrong(match[0], "error.weight", "word", fmt.Sprintf("%.20s", word))
		case n == puzzle.Most*puzzle.Most:
			return wrong(match[0], "error.weightsMany")
		case n == digits*sudoku.Cells:
			o.unfit = wrong(match[0], "error.weightsMany")
		}
		o.cells = append(o.cells, weight)
	}
	switch n := len(o.cells); {
	case n == 0:
		return wrong(len(text), "error.weightsFew", "n", n)
	case n == sudoku.Cells:
		o.weights = target.CellWeights([sudoku.Cells]int64(o.cells))
	case n == digits*sudoku.Cells:
		for i, weight := range o.cells {
			o.weights[i/digits][i%digits+1] = weight
		}
	case o.unfit == nil:
		o.unfit = wrong(len(text), "error.weightsFew", "n", n)
	}
	return nil
}

// onlyPuzzle returns the single puzzle that args name. It returns an error if args name no puzzle or several, or if the
// puzzle is not classic.
func (a *app) onlyPuzzle(args []string) (e stream.Entry, err error) {
	found := false
	for next, err := range stream.Puzzles(a.Ctx, a.Sources(args), false) {
		switch {
		case err != nil:
			return e, err
		case found:
			return e, &stream.InputError{Source: next.Source.Name, Err: stream.Problem("error.onePuzzle", "line", next.Line)}
		}
		e, found = next, true
	}
	if err := a.Ctx.Err(); err != nil {
		return e, err // the error may precede the first puzzle
	}
	if err = a.applyRuleFlags(&e.Puzzle); err == nil {
		e.Puzzle, err = e.Puzzle.Classic()
	}
	if err != nil {
		err = &stream.InputError{Source: e.Source.Name, Err: err}
	}
	return e, err
}

// certifyOptimum finds the best score of the puzzle that args name, and writes a certificate to the file of --certify.
func (o *targetRun) certifyOptimum(args []string) error {
	a := o.app
	a.asks = "--certify"
	e, err := a.onlyPuzzle(args)
	if err != nil {
		return err
	}
	if o.certify == "" {
		return stream.Problem("error.noName")
	}
	a.StartProgress(-1, true)
	p := &subject{Subject: operation.SubjectOf(&e.Puzzle), entry: e}
	var found optima
	var cause error // the error that ended the search early, or nil
	err = a.createFile(o.certify, func(out io.Writer) error {
		if found, cause = o.writeCertificate(a.Ctx, p, out); found.Outcome != sudoku.None && cause != nil {
			return stream.ErrStop
		}
		return nil
	})
	a.Notes.EndProgress()
	if err != nil {
		return err
	}
	r := a.NewReport()
	answered := o.recordOutcome(&e, r, &found, cause)
	if answered && o.certify != "-" {
		o.writeScores(r, p.Puzzle, &found, cause != nil)
	}
	r.WriteOut(false)
	return a.Ctx.Err()
}

// systemErrorOf returns the operating system's error inside err, without the file name that err adds.
func systemErrorOf(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// verifyCertificate verifies a certificate and prints what it proves. If the arguments and flags give a puzzle, weights
// or a goal, the certificate must be about these.
func (o *targetRun) verifyCertificate(args []string) error {
	a := o.app
	from := a.Stdin()
	if o.verify != "-" {
		from = stream.FileNamed(o.verify)
	}
	in, err := from.Reader(a.Ctx)
	if err != nil {
		return err
	}
	defer in.Close()
	claim, err := certificate.Verify(in)
	if a.Ctx.Err() != nil {
		return a.Ctx.Err()
	}
	wrong := func(err error) error { return &stream.InputError{Source: from.Name, Err: err} }
	if err != nil {
		return wrong(err)
	}
	if len(args) > 0 {
		a.asks = "--verify"
		e, err := a.onlyPuzzle(args)
		if err != nil {
			return err
		}
		if e.Grid.Values() != claim.Puzzle {
			proven, _ := sudoku.FromCells(claim.Puzzle)
			return wrong(stream.Problem("error.proofPuzzle", "proven", proven, "puzzle", e.Grid))
		}
	}
	proven := targetClaimOf(claim)
	if o.minimum && !claim.Minimum {
		return wrong(stream.Problem("error.proofGoal", "proven", proven.Goal, "goal", target.Minimum))
	}
	if o.file != "" {
		for c := range sudoku.Cell(sudoku.Cells) {
			for d := range 9 {
				if claimed, known := claim.Weights[c][d], o.weights[c][d+1]; claimed != known {
					return wrong(stream.Problem("error.proofWeights", "cell", c, "digit", d+1, "proven", claimed, "weight", known))
				}
			}
		}
	}
	t := table{right: []bool{false, false}}
	add := func(label string, value any) { t.addRow(a.TextOf("cli.verify."+label), fmt.Sprint(value)) }
	add("puzzle", proven.Puzzle)
	add("goal", proven.Goal)
	weights := "cli.verify.rings"
	if proven.Weights != nil {
		weights = "cli.verify.custom"
	}
	add("weights", a.TextOf(weights))
	if claim.None {
		add("optimum", a.TextOf("cli.verify.none"))
	} else {
		add("optimum", claim.Optimum)
		add("grid", proven.Grid)
	}
	add("proof", message.New("cli.verify.size", "n", claim.Lines, "tries", claim.Tries).In(a.Lang))
	return a.printTextOrObject(proven, t.String())
}

// targetClaimOf returns the JSON form of a claim that certificate.Verify has returned.
func targetClaimOf(c certificate.Claim) wire.TargetClaim {
	puzzle, _ := sudoku.FromCells(c.Puzzle) // no error, because Verify has checked the puzzle
	goal := target.Maximum
	if c.Minimum {
		goal = target.Minimum
	}
	t := wire.TargetClaim{Puzzle: puzzle.String(), Goal: goal.String(), Outcome: sudoku.None.String(), Lines: c.Lines, Tries: c.Tries}
	if !c.None {
		grid, _ := sudoku.FromCells(c.Grid)
		t.Outcome, t.Score, t.Grid = sudoku.Found.String(), &c.Optimum, grid.String()
	}
	rings := target.RingWeights()
	for cell := range c.Weights {
		if c.Weights[cell] != [9]int64(rings[cell][1:]) {
			for cell := range c.Weights {
				t.Weights = append(t.Weights, c.Weights[cell][:])
			}
			break
		}
	}
	return t
}
