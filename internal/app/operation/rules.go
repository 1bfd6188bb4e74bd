package operation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// Written is the puzzle as an answer shows it: items of Interactive Sudoku Solver, or our
// JSON where those lack something of what it asks.
func (r *Subject) Written() string {
	if r.grid != "" {
		return r.grid
	}
	if text, ok := format.WriteISS(r.Puzzle); ok && r.Weights == nil {
		return text
	}
	return format.WriteNonet(r.Puzzle)
}

// told is what of the text does not count, and why, and what its drawings have been read as.
func (r *Subject) told() (notes []message.Message) {
	var unknown, replacing []string
	var cosmetic []message.Message
	for _, n := range r.Lacks {
		switch {
		case n.Replaces:
			replacing = append(replacing, n.Part)
		case n.Drawn != nil && n.Drawn.Silent:
		case n.Drawn != nil && n.Drawn.Kind != "":
			cosmetic = append(cosmetic, drawnNote(n.Drawn))
		case n.Cosmetic:
			cosmetic = append(cosmetic, message.New("rules.cosmetic."+n.Part))
		default:
			unknown = append(unknown, n.Part)
		}
	}
	if len(unknown) > 0 {
		notes = append(notes, message.New("rules.ignoredRules", "rules", strings.Join(unknown, ", ")))
	}
	notes = append(notes, cosmetic...)
	if len(replacing) > 0 {
		notes = append(notes, message.New("rules.replacedClues", "clues", strings.Join(replacing, ", ")))
	}
	// Before a search nothing but a contradiction is certain.
	if m, is := r.agreement(r.published(sudoku.Tally{}, nil)); is && m.Key != publishedKept {
		notes = append(notes, m)
	}
	return notes
}

// drawnNote says what drawings have been read as, and why.
func drawnNote(d *format.Understood) message.Message {
	key := "rules.drawn.usual"
	if d.Words {
		key = "rules.drawn.words"
	}
	return message.New(key, "n", d.N, "what", lookOf(d), "rule", ruleOf(d.Kind, d.Number))
}

// Notes are what of the text does not count, and why.
func (r *Subject) Notes(lang message.Lang) (notes []string) {
	if r.classic != nil {
		return notesOn(r.classic, lang)
	}
	for _, m := range r.told() {
		notes = append(notes, m.In(lang))
	}
	return notes
}

func (r *Subject) board() *wire.Board {
	if r.classic != nil {
		return nil
	}
	return &wire.Board{Rows: r.Rows, Columns: r.Columns, Low: r.Low, High: r.High}
}

// beside are the values of the cells beside the board.
func (r *Subject) beside(values []int) (all []wire.Beside) {
	at := r.BoardCells()
	for _, g := range r.Groups {
		all = append(all, wire.Beside{Name: g.Name, Values: values[at : at+g.Count]})
		at += g.Count
	}
	return all
}

// Orderly tells whether the least of several solutions is soon found once there is any. On a
// board of more than 16 values each value tried for it may be a search without end.
func (r *Subject) Orderly() bool { return r.High-r.Low < 16 }

// Wire is the answer to "solve this": up to limit of its solutions.
func (r *Subject) Wire(found puzzle.Result, err error, limit int, took time.Duration, lang message.Lang) wire.Solve {
	w := wire.Solve{
		Puzzle: r.Written(), Board: r.board(), Outcome: found.Outcome().String(), Solutions: []string{}, Complete: found.Exact,
		Engine: found.Engine, Nodes: found.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	for i, s := range found.Solutions[:min(limit, len(found.Solutions))] {
		w.Solutions = append(w.Solutions, format.ValuesLine(r.Puzzle, s))
		if i == 0 {
			w.Beside = r.beside(s)
		}
	}
	w.Contradictions, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, found.Tally, firstFound(found.Solutions), lang)
	return w
}

// Random is the answer to "a solution by chance", with what was found and the error of the search.
func (r *Subject) Random(ctx context.Context, seed uint64, limits puzzle.Limits, lang message.Lang) (wire.Solve, puzzle.Result, error) {
	start := time.Now()
	found, err := solve.Random(ctx, r.Puzzle, seed, limits)
	w := r.Wire(found, err, 1, time.Since(start), lang)
	w.Seed = &seed
	return w, found, err
}

// Estimate is the answer to "how many solutions, about", with what was found and the error of the search.
func (r *Subject) Estimate(ctx context.Context, samples int, seed uint64, limits puzzle.Limits, lang message.Lang) (wire.Count, solve.Estimate, error) {
	start := time.Now()
	found, err := solve.EstimateOf(ctx, r.Puzzle, samples, seed, limits)
	w := r.WireCount(found.Total(), err, time.Since(start), lang)
	if !found.Exact && found.Samples > 0 {
		w.Estimate = &wire.Estimate{Samples: found.Samples, Seed: seed, Mean: found.Mean, Error: found.Error}
	}
	return w, found, err
}

// firstFound is the first of some solutions, nil where none was kept.
func firstFound(solutions [][]int) []int {
	if len(solutions) == 0 {
		return nil
	}
	return solutions[0]
}

// WireCount is the answer to "how many solutions".
func (r *Subject) WireCount(total solve.Total, err error, took time.Duration, lang message.Lang) wire.Count {
	tally := total.Tally()
	w := wire.Count{
		Puzzle: r.Written(), Board: r.board(), Count: tally.N, Complete: tally.Exact, Engine: total.Engine, Nodes: tally.Nodes,
		Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if tally.N > exactCount {
		w.Decimal = total.N.String()
	}
	w.Contradictions, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, tally, total.First, lang)
	return w
}

// parts are givens and constraints as answers name them.
func (r *Subject) parts(list []puzzle.Part, lang message.Lang) (all []wire.Part) {
	for _, p := range list {
		one := wire.Part{Kind: "Given", Index: -1, Name: r.PartName(p).In(lang)}
		if p.Given {
			one.Cells = r.CellNames([]int{r.Givens[p.Index].Cell})
		} else {
			c := &r.Constraints[p.Index]
			one.Kind, one.Index = c.Kind, p.Index
			one.Cells = r.CellNames(slices.Concat(append([][]int{c.Cells}, c.Sets...)...))
		}
		all = append(all, one)
	}
	return all
}

// WireCheck is the answer to "is this a proper puzzle".
func (r *Subject) WireCheck(c *solve.Report, err error, took time.Duration, lang message.Lang) wire.Check {
	w := wire.Check{
		Puzzle: r.Written(), Board: r.board(), Givens: len(r.Givens), Constraints: len(r.Constraints), Valid: c.Contradiction == nil,
		Solvable: c.Solvable().String(), Unique: c.Unique.String(), Minimal: c.Minimal.String(),
		Conflict: r.parts(c.Conflict, lang), Engine: c.Engine,
		Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if r.classic == nil {
		w.RedundantParts = r.parts(c.Redundant, lang)
	}
	for _, p := range c.Redundant {
		if p.Given {
			w.Redundant = append(w.Redundant, r.CellName(r.Givens[p.Index].Cell))
		}
	}
	for _, s := range c.Solutions {
		w.Solutions = append(w.Solutions, format.ValuesLine(r.Puzzle, s))
	}
	w.Contradictions, w.Reason = wire.Why(cmp.Or(err, c.Contradiction), lang)
	r.compared(&w.Published, &w.Notes, c.Tally, firstFound(c.Solutions), lang)
	return w
}

// Puzzle is the limits of a search as package puzzle has them.
func (l *SearchLimits) Puzzle() puzzle.Limits {
	return puzzle.Limits{Nodes: l.Nodes, Time: l.Timeout, Threads: l.Threads}
}

func (r *Subject) wireProgress(o solve.Optimum, took time.Duration) wire.TargetProgress {
	w := wire.TargetProgress{Bound: o.Bound, Optima: o.Tied, Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took)}
	if o.Solution != nil {
		w.Score, w.Grid = &o.Score, format.ValuesLine(r.Puzzle, o.Solution)
	}
	w.Gap = wire.Gap(w.Score, &w.Bound)
	return w
}

// WireTarget is the answer to "what is the best solution".
func (r *Subject) WireTarget(goal target.Goal, o solve.Optimum, err error, took time.Duration, lang message.Lang) wire.Target {
	w := wire.Target{
		Puzzle: r.Written(), Board: r.board(), Goal: goal.String(), Outcome: o.Outcome.String(),
		Engine: o.Engine, Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if o.Outcome != sudoku.None && !errors.As(err, new(*puzzle.Error)) && !errors.As(err, new(*target.WeightError)) { // which bound nothing
		w.Bound = &o.Bound
	}
	if o.Solution != nil {
		w.Score, w.Grid, w.Beside = &o.Score, format.ValuesLine(r.Puzzle, o.Solution), r.beside(o.Solution)
	}
	w.Gap = wire.Gap(w.Score, w.Bound)
	w.Contradictions, w.Reason = wire.Why(err, lang)
	return w
}

// WireRanking is the answer to "which are the best solutions".
func (r *Subject) WireRanking(goal target.Goal, found solve.Ranking, err error, took time.Duration, lang message.Lang) wire.TargetRanking {
	t := r.WireTarget(goal, found.Optimum, err, took, lang)
	w := wire.TargetRanking{
		Puzzle: t.Puzzle, Board: t.Board, Goal: t.Goal, Outcome: t.Outcome, Completions: []wire.TargetCompletion{}, Complete: found.Complete,
		Bound: t.Bound, Contradictions: t.Contradictions, Notes: t.Notes, Reason: t.Reason, Engine: t.Engine, Nodes: t.Nodes, Milliseconds: t.Milliseconds,
	}
	for _, l := range found.Leaders {
		w.Completions = append(w.Completions, wire.TargetCompletion{Score: l.Score, Grid: format.ValuesLine(r.Puzzle, l.Solution)})
	}
	return w
}

// WireTies is the answer to "how many solutions are the best".
func (r *Subject) WireTies(goal target.Goal, found solve.Ties, err error, took time.Duration, lang message.Lang) wire.TargetCount {
	return wire.TargetCount{Target: r.WireTarget(goal, found.Optimum, err, took, lang), Count: found.N, Complete: found.Exact}
}

// WireCandidates is the answer to "which values do the solutions have".
func (r *Subject) WireCandidates(c *solve.Each, err error, took time.Duration, lang message.Lang) wire.TrueCandidates {
	w := wire.TrueCandidates{
		Puzzle: r.Written(), Board: r.board(), Outcome: c.Outcome().String(), Candidates: r.lists(c.True),
		Count: c.N, Complete: c.Exact, Engine: c.Engine, Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if c.IsOpen() {
		w.Open = r.lists(c.Open)
	}
	if c.Counts != nil {
		w.Each = c.Counts[:r.BoardCells()]
	}
	w.Contradictions, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, c.Tally, nil, lang)
	return w
}

// lists are the values of each cell of the board: digits, or with greater ones numbers with
// blanks between them.
func (r *Subject) lists(values [][]int) []string {
	all := make([]string, r.BoardCells())
	var text []byte
	for cell := range all {
		text = text[:0]
		for i, v := range values[cell] {
			if i > 0 && r.High > 9 {
				text = append(text, ' ')
			}
			text = strconv.AppendInt(text, int64(v), 10)
		}
		all[cell] = string(text)
	}
	return all
}

// AppendCandidates appends the values of each cell as a grid of candidates, or, of a board of nine
// rows with nine digits, in a format of pencil marks.
func (r *Subject) AppendCandidates(dst []byte, to format.Kind, values [][]int) []byte {
	if r.classic == nil && to != format.Pencil729 {
		return format.AppendLists(dst, r.Puzzle, values)
	}
	var marked format.Puzzle
	if marked.Pencil = new([sudoku.Cells]sudoku.Candidates); r.classic != nil {
		// Digits that only the solutions hold are candidates, so that the givens stand out.
		marked.Grid = r.classic.Grid
	}
	for cell := range marked.Pencil {
		for _, v := range values[cell] {
			marked.Pencil[cell] |= sudoku.CandidatesOf(sudoku.Digit(v))
		}
	}
	return format.AppendPuzzle(dst, to, marked)
}
