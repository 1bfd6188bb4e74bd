package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
	"time"

	"nonet/board"
	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// Puzzles of any board and any rules come through the same stream as classic ones, as texts
// that workers read. Those that turn out to be classic go on to the command's handler for
// these, in their order.

// subject is a puzzle of a batch, and where it stands.
type subject struct {
	operation.Subject
	entry stream.Entry
	bad   func(out []byte, why error) []byte // what is written of bad input, or nil
	lang  message.Lang
}

// refused reports rules that are too much to set up as bad input; more is false where nothing is
// to be read after that.
func (p *subject) refused(r *stream.Report, exact bool, err error) (refused, more bool) {
	var fault *puzzle.Error
	if exact || !errors.As(err, &fault) {
		return false, true
	}
	if more = r.Bad(&p.entry, err); more && p.bad != nil {
		r.Out = p.bad(r.Out, err)
	}
	return true, more
}

// compare notes where the solution that comes with the puzzle is not the one that was found.
func (p *subject) compare(r *stream.Report, found sudoku.Tally, solutions [][]int) {
	var first []int
	if len(solutions) > 0 {
		first = solutions[0]
	}
	if m, told := p.Compared(found, first); told {
		r.Note(&p.entry, m.In(p.lang))
	}
}

// reading is how the flags have texts read.
func (a *app) reading() operation.Reading {
	return operation.ReadingOf(a.ignore, a.letters)
}

// understood is a puzzle as it is searched: of any rules, or plain and classic. What of its text
// is passed over is told. The error says what is wrong with it, or with the flags.
func (a *app) understood(p *format.Puzzle, note func(string)) (r operation.Subject, grid sudoku.Grid, plain bool, err error) {
	if wrong := p.Read(); wrong != nil {
		return r, grid, false, wrong
	}
	if err = a.reading().Known(p); err != nil {
		return r, grid, false, err
	}
	r = operation.SubjectOf(p)
	for _, one := range r.Notes(a.Lang) {
		note(one)
	}
	if p.Other == nil {
		if one := r.ClassicNote(a.Ctx, a.Lang); one != "" && a.on.board == nil {
			note(one)
		}
		return r, p.Grid, true, nil
	}
	if a.on.board != nil {
		err = stream.Problem("rules.ownBoard")
	}
	return r, grid, false, err
}

// onBoardBatch is how many grids on the board that --on names are searched together.
const onBoardBatch = 16

// rules makes the stage take puzzles of any rules, classic grids on another board among them:
// answer answers some in a row, and returns how many, all unless ctx ended. Bad input has been
// reported.
func (a *app) rules(s *stream.Stage, answer func(ctx context.Context, some []subject, r *stream.Report) int) {
	if b := a.on.Board(); b != board.Classic() {
		bad := s.Bad
		s.Batch, s.Handler = onBoardBatch, func() stream.Handler {
			return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
				some := make([]subject, len(puzzles.Cells))
				for i := range some {
					e := puzzles.Entry(i)
					some[i] = subject{operation.OnBoard(b, e.Grid), e, bad, a.Lang}
				}
				return answer(ctx, some, r)
			}
		}
	}
	s.Letters = a.reading().Letters
	s.Wrong = func(p *format.Puzzle) error { return a.reading().Known(p) }
	s.Rules = func() stream.Handler {
		classic := s.Handler()
		return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
			return a.anyBatch(ctx, puzzles, r, s, classic, answer)
		}
	}
}

func (a *app) anyBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report, s *stream.Stage, classic stream.Handler, answer func(context.Context, []subject, *stream.Report) int) int {
	var grids [][sudoku.Cells]uint8 // those before i that are not yet answered: classic ones, …
	var some []subject              // … or others
	i := 0
	flush := func() bool {
		n, done := len(grids)+len(some), 0
		if len(grids) > 0 {
			done = classic(ctx, puzzles.Classic(i-n, grids), r)
		} else if n > 0 {
			done = answer(ctx, some, r)
		}
		grids, some = grids[:0], some[:0]
		i -= n - done
		return done == n
	}
	for ; i < len(puzzles.Cells); i++ {
		if ctx.Err() != nil {
			break
		}
		var notes []string
		p, grid, plain, err := a.understood(puzzles.Other(i), func(note string) { notes = append(notes, note) })
		if err != nil || plain && len(some) > 0 || !plain && len(grids) > 0 {
			if !flush() {
				return i
			}
		}
		switch {
		case err != nil:
			e := puzzles.Entry(i)
			if !r.Bad(&e, err) {
				return i
			}
			if s.Bad != nil {
				r.Out = s.Bad(r.Out, err)
			}
		case plain:
			grids = append(grids, grid.Values())
		default:
			some = append(some, subject{p, puzzles.Entry(i), s.Bad, a.Lang})
		}
		if e := puzzles.Entry(i); err == nil {
			for _, note := range notes {
				r.Note(&e, note)
			}
		}
	}
	flush()
	return i
}

// counted searches puzzles and hands each on with what was found, until ctx ends: how many.
func counted(ctx context.Context, some []subject, limits puzzle.Limits, r *stream.Report, each func(p *subject, found puzzle.Result, err error, took time.Duration) bool) int {
	limits.Valid = true // as they have been read
	for i := range some {
		start := time.Now()
		found, err := solve.Count(ctx, some[i].Puzzle, limits)
		took := time.Since(start)
		if err != nil && ctx.Err() != nil {
			return i
		}
		if refused, more := some[i].refused(r, found.Exact, err); refused {
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

// mostFurther is how many contradictions the search of a large board may meet after a solution
// where no more than that is shown, and no limit is set: to prove that it is the only one may be
// a search without end. The boards of 25×25 take up to 240,000 in all.
const mostFurther = 1_000_000

// rules answers puzzles of any rules.
func (s *solving) rules(ctx context.Context, some []subject, r *stream.Report) int {
	a, n := s.app, 0
	limits := s.limits.Puzzle()
	keep := int(min(s.limit, inBatch))
	limits.Solutions, limits.Keep = keep+1, keep
	if s.limit == 1 && limits.Nodes == 0 && limits.Time == 0 {
		limits.Further = mostFurther
	}
	separate := func() {
		if n > 0 && (s.style == "grid" || s.style == "pretty") {
			r.Out = append(r.Out, '\n')
		}
		n++
	}
	return counted(ctx, some, limits, r, func(p *subject, found puzzle.Result, cut error, took time.Duration) bool {
		several := found.N > uint64(keep)
		if several && s.limit > inBatch {
			return s.each(ctx, p, found.Solutions[0], r)
		}
		if s.order == "lex" && (s.asked || p.Orderly() && cut == nil) {
			least := found
			err := solve.Least(ctx, p.Puzzle, &least, keep, s.limits.Puzzle())
			switch {
			case err != nil && ctx.Err() != nil:
				return false
			case err == nil:
				found = least
			case s.asked: // not the least
				found.Solutions, cut = nil, err
			}
		}
		limited := s.limit
		switch {
		case found.N == 0 && found.Exact:
			r.None(&p.entry, cut)
		case cut != nil && uint64(len(found.Solutions)) < limited:
			r.Undecided(&p.entry, cut)
		case several:
			r.Tally.More.Add(&p.entry)
		case cut != nil:
			r.Note(&p.entry, a.T("cli.othersUndecided"))
		}
		shown := found.Solutions[:min(keep, len(found.Solutions))]
		if s.style == "json" {
			r.Object(p.Wire(found, cut, keep, took, a.Lang))
			return true
		}
		for _, solution := range shown {
			separate()
			r.Out = s.written(r.Out, p, solution)
		}
		if len(shown) == 0 {
			mark := noSolution
			if found.N > 0 || !found.Exact {
				mark = notDecided
			}
			if s.style == "csv" {
				r.Out = append(appendField(r.Out, p.Written()), ",\n"...)
			} else {
				separate()
				r.Out = append(r.Out, mark...)
			}
		}
		return true
	})
}

// each writes the solutions of a puzzle as they are found, however many: in their order, as
// one is known.
func (s *solving) each(ctx context.Context, p *subject, known []int, r *stream.Report) bool {
	start, n := time.Now(), uint64(0)
	var kept [][]int
	object := func(exact bool, err error) {
		r.Object(p.Wire(puzzle.Result{Solutions: kept, Tally: sudoku.Tally{N: n, Exact: exact}}, err, len(kept), time.Since(start), s.app.Lang))
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
				broken = r.Spill()
			}
		} else {
			if n > 1 && (s.style == "grid" || s.style == "pretty") {
				r.Out = append(r.Out, '\n')
			}
			r.Out = s.written(r.Out, p, solution)
			broken = r.Spill()
		}
		if broken != nil || ctx.Err() != nil {
			return false
		}
	}
	switch {
	case ctx.Err() != nil:
		return false
	case cut != nil:
		r.Undecided(&p.entry, cut)
	case n > s.limit:
		n = s.limit
		r.Tally.More.Add(&p.entry)
	}
	if s.style == "json" {
		object(cut == nil && n < s.limit, cut)
	}
	return true
}

// written is a solution in the style asked for.
func (s *solving) written(out []byte, p *subject, solution []int) []byte {
	switch s.style {
	case "grid":
		return format.AppendRows(out, p.Puzzle, solution)
	case "pretty":
		return format.AppendDrawn(out, p.Puzzle, solution)
	case "csv":
		out = append(appendField(out, p.Written()), ',')
	}
	return append(append(out, format.ValuesLine(p.Puzzle, solution)...), '\n')
}

// appendField is a field of CSV.
func appendField(out []byte, text string) []byte {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write([]string{text})
	w.Flush()
	return append(out, strings.TrimSuffix(b.String(), "\n")...)
}

// rules counts the solutions of puzzles of any rules.
func (c *counting) rules(ctx context.Context, some []subject, r *stream.Report) int {
	limits := c.limits.Puzzle()
	limits.Valid = true // as they have been read
	for i := range some {
		p := &some[i]
		start := time.Now()
		found, err := solve.CountAll(ctx, p.Puzzle, c.limit, limits, nil)
		took := time.Since(start)
		if err != nil && ctx.Err() != nil {
			return i
		}
		if refused, more := p.refused(r, found.Exact, err); refused {
			if !more {
				return i
			}
			continue
		}
		tally := found.Tally()
		var first [][]int
		if found.First != nil {
			first = [][]int{found.First}
		}
		p.compare(r, tally, first)
		switch {
		case tally.Exact && tally.N == 0:
			r.None(&p.entry, err)
		case tally.Exact:
		case err == nil:
			r.Tally.Limited.Add(&p.entry)
		default:
			r.Undecided(&p.entry, err)
			if tally.N > 0 {
				r.Note(&p.entry, c.app.T("cli.atLeast", "n", tally.N))
			}
		}
		switch {
		case c.app.json:
			r.Object(p.WireCount(found, err, took, c.app.Lang))
		case err != nil && !tally.Exact && tally.N > 0:
			r.Out = fmt.Appendf(r.Out, "# undecided, at least %d\n", tally.N)
		case err != nil && !tally.Exact:
			r.Out = append(r.Out, notDecided...)
		default:
			r.Out = fmt.Appendln(r.Out, tally.N)
		}
	}
	return len(some)
}

// checkRules tells of puzzles of any rules whether they have one solution, and what could
// go; of one without a solution, what clashes.
func (a *app) checkRules(ctx context.Context, some []subject, r *stream.Report, l operation.SearchLimits) int {
	for i := range some {
		p := &some[i]
		start := time.Now()
		found, err := p.Check(ctx, l.Puzzle())
		if ctx.Err() != nil {
			return i
		}
		if refused, more := p.refused(r, found.Unique != sudoku.Unknown, err); refused {
			if !more {
				return i
			}
			continue
		}
		p.compare(r, found.Tally, found.Solutions)
		switch {
		case found.Unique == sudoku.No:
			r.Status.Worse(stream.None)
		case err != nil:
			r.Undecided(&p.entry, err)
		}
		if a.json {
			r.Object(p.WireCheck(&found, err, time.Since(start), a.Lang))
		} else {
			r.Out = append(r.Out, a.rulesVerdict(p, &found, err)+"\n"...)
		}
	}
	return len(some)
}

// rulesVerdict is a check's line for a person.
func (a *app) rulesVerdict(p *subject, found *solve.Report, err error) string {
	answer := func(x sudoku.Answer) string { return a.T("cli.answer." + x.String()) }
	names := func(parts []puzzle.Part) string {
		var all []string
		for _, part := range parts {
			if part.Given {
				all = append(all, p.CellName(p.Givens[part.Index].Cell))
			} else {
				all = append(all, p.PartName(part).In(a.Lang))
			}
		}
		return strings.Join(all, ", ")
	}
	valid := sudoku.Yes
	if found.Clash != nil {
		valid = sudoku.No
	}
	line := a.T("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", len(p.Givens))
	why := ""
	switch {
	case found.N > 1:
		why = a.T("cli.check.several")
	case found.Exact && found.N == 0:
		if why = a.T("cli.none"); found.Clash != nil {
			why = a.T("cli.noneWhy", "why", found.Clash)
		}
		if len(found.Conflict) > 0 {
			why += "; " + a.T("cli.check.conflict", "list", names(found.Conflict))
		}
	case len(found.Redundant) > 0:
		key := "cli.check.redundant"
		if err != nil {
			key = "cli.check.redundantSome"
		}
		why = a.T(key, "list", names(found.Redundant))
	}
	if why != "" {
		line += a.T("cli.check.because", "why", why)
	}
	return line
}

// candidatesRules are the true candidates of puzzles of any rules.
func (a *app) candidatesRules(ctx context.Context, some []subject, r *stream.Report, style string, limit uint64, l operation.SearchLimits) int {
	for i := range some {
		p := &some[i]
		if style == format.Pencil729.Style() && (p.Rows != 9 || p.Columns != 9 || p.Low != 1 || p.High != 9) {
			err := stream.Problem("cli.candidates.sized", "format", style)
			if !r.Bad(&p.entry, err) {
				return i
			}
			r.Out = p.bad(r.Out, err)
			continue
		}
		start := time.Now()
		found, err := solve.CandidatesOf(ctx, p.Puzzle, limit, l.Puzzle())
		if ctx.Err() != nil {
			return i
		}
		if refused, more := p.refused(r, found.Exact, err); refused {
			if !more {
				return i
			}
			continue
		}
		p.compare(r, found.Tally, nil)
		none := found.Exact && found.N == 0
		switch {
		case none:
			r.None(&p.entry, err)
		case found.IsOpen() || err != nil && found.N == 0:
			r.Undecided(&p.entry, err)
		}
		switch {
		case style == "json":
			r.Object(p.WireCandidates(&found, err, time.Since(start), a.Lang))
		case none:
			r.Out = append(r.Out, noSolution...)
		case found.IsOpen():
			r.Out = append(r.Out, notDecided...)
		case style == format.Pencil729.Style():
			var all [sudoku.Cells]sudoku.Candidates
			for cell := range all {
				for _, v := range found.True[cell] {
					all[cell] |= sudoku.CandidatesOf(sudoku.Digit(v))
				}
			}
			r.Out = format.AppendPuzzle(r.Out, format.Pencil729, format.Puzzle{Pencil: &all})
		default:
			r.Out = format.AppendLists(r.Out, p.Puzzle, found.True)
		}
	}
	return len(some)
}

// classic is the classic puzzle in any notation; the error says that others are not taken.
func (a *app) classic(p format.Puzzle) (format.Puzzle, error) {
	if err := p.Read(); err != nil {
		return p, err
	}
	return p.OnlyClassic()
}
