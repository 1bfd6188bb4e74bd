package operation

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/board"
	"nonet/format"
	"nonet/internal/app/picture"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/notation"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// Ruled is a puzzle of any board and any rules, as a text has it.
type Ruled struct {
	*puzzle.Puzzle
	// Unknown are what the text says and the puzzle lacks: rules that nonet does not know.
	Unknown []string
	// Cosmetic are what the text has and the puzzle lacks, but no rule depends on:
	// [notation.Digits], [notation.Notes] and [notation.Colours].
	Cosmetic []string
	// Replacing are clues each of which takes the place of another.
	Replacing []string

	// Of a grid on a board that was named beside it: the grid, and its contradictions.
	grid  string
	clash error
}

// OnBoard returns the puzzle of a grid on a board that was named beside it.
func OnBoard(b *board.Board, g sudoku.Grid) Ruled {
	r := Ruled{Puzzle: puzzle.OnBoard(b, g), grid: g.String()}
	if all := g.ContradictionsOn(b); all != nil {
		r.clash = &sudoku.ContradictionError{Contradictions: all}
	}
	return r
}

// UnknownRulesError says that a text has rules that nonet does not know: an answer without
// them is one to another puzzle.
type UnknownRulesError struct {
	Rules []string
	Drawn bool // they are drawings of Penpa+, whose names Rules are
}

func (e *UnknownRulesError) Error() string { return e.Message().String() }

// Message names them.
func (e *UnknownRulesError) Message() message.Message {
	if e.Drawn {
		return message.New("variant.penpaDrawn", "rules", strings.Join(e.Rules, ", "))
	}
	return message.New("variant.unknownRules", "rules", strings.Join(e.Rules, ", "))
}

// Reading is how a text is read where it can be read in several ways.
type Reading struct {
	IgnoreUnknown bool             // rules that nonet does not know are passed over
	Digits        bool             // [Convert] takes the digits alone, whatever the rules
	Letters       notation.Letters // what A stands for
}

// ReadingOf is a way to read; letters say what A is: ten or one, else the content tells.
func ReadingOf(ignoreUnknown bool, letters string) Reading {
	of := map[string]notation.Letters{"ten": notation.LettersFromTen, "one": notation.LettersFromOne}
	return Reading{IgnoreUnknown: ignoreUnknown, Letters: of[letters]}
}

// ReadRuled reads a puzzle that a [format.Reader] left as its text. Unless it is to be
// passed over, what it does not know in it is an *[UnknownRulesError]; else the error is the
// reader's.
func ReadRuled(text string, how Reading) (r Ruled, err error) {
	p, notes, err := notation.ReadLetters(text, how.Letters)
	if err != nil {
		return r, err
	}
	r.Puzzle = p
	for _, n := range notes {
		switch {
		case n.Replaces:
			r.Replacing = append(r.Replacing, n.Part)
		case n.Cosmetic:
			r.Cosmetic = append(r.Cosmetic, n.Part)
		default:
			r.Unknown = append(r.Unknown, n.Part)
		}
	}
	if len(r.Unknown) > 0 && !how.IgnoreUnknown {
		return r, &UnknownRulesError{r.Unknown, notation.Of(text) == notation.Penpa}
	}
	return r, nil
}

// RuledStyles are the formats for puzzles of any rules that classic ones have no others like.
func RuledStyles() []string { return slices.Clone(ruledStyles) }

// Converted is a puzzle in another format.
type Converted struct {
	Text   string // with its newline
	Puzzle string // as understood
	Format string // in which it stood
	Name   string
	Lost   []message.Message // what the format has no place for
	Notes  []message.Message // what of it does not count
}

// ClassicIn returns the puzzle that a reader left as its text, if it is a classic one, or if
// the digits alone of its 9×9 board are wanted.
func ClassicIn(p format.Puzzle, how Reading) (format.Puzzle, bool) {
	if p.Text == "" {
		return p, true
	}
	if how.Digits {
		how.IgnoreUnknown = true
		if held, err := format.NewReader(strings.NewReader(p.Text)).Constrained().Next(); err == nil {
			held.Line = p.Line // with the player's digits, notes and colours
			return held, true
		}
	}
	r, err := ReadRuled(p.Text, how)
	if err != nil {
		return p, false
	}
	if how.Digits {
		r = r.digits()
	}
	g, classic := r.classic()
	if held, err := format.ParseOne(p.Text); err == nil && (classic || held.Pencil != nil) {
		held.Line = p.Line // with the player's digits, notes and colours
		return held, true
	}
	if classic {
		p.Grid, p.Text = g, ""
		p.Describe(r.Title, r.Author, r.Rules)
	}
	return p, classic
}

// digits returns the board and its givens without rules. A board of 9×9 with the values 1 to 9
// becomes the classic one; of another the shape and the regions stay.
func (r *Ruled) digits() Ruled {
	p := *r.Puzzle
	if p.Rows == 9 && p.Columns == 9 && p.Low == 1 && p.High == 9 {
		p = *puzzle.New(9, 9)
		p.Title, p.Author, p.Rules = r.Title, r.Author, r.Rules
	}
	p.Constraints, p.Groups, p.Weights, p.Givens = nil, nil, nil, nil
	for _, g := range r.Givens {
		if g.Cell < p.BoardCells() && len(g.Values) == 1 {
			p.Givens = append(p.Givens, g)
		}
	}
	return Ruled{Puzzle: &p}
}

// Convert writes a puzzle of any rules in another format. The error is [ReadRuled]'s, a
// *[LostRulesError], or says that the format cannot have such a board.
func Convert(p format.Puzzle, to string, how Reading) (c Converted, err error) {
	var kind format.Kind
	known := kind.UnmarshalText([]byte(to)) == nil
	classic, is := ClassicIn(p, how)
	if is = is && (known || p.Text == "" || p.Kind != format.Pencil729); is { // whose marks the others can have
		c.Puzzle, c.Format, c.Name = classic.Grid.String(), classic.Kind.String(), classic.Name
		lost := classic.Lost(kind)
		if p.Text != "" && classic.Kind == format.Line {
			c.Format = string(notation.Of(p.Text))
		}
		if known {
			c.Text = string(format.AppendPuzzle(nil, kind, classic))
		} else {
			whole := puzzle.FromGrid(classic.Grid)
			if whole.Title = classic.Name; classic.Extra != nil {
				whole.Author, whole.Rules = classic.Extra.Author, classic.Extra.Rules
			}
			var without notation.Lost
			if c.Text, without, err = notation.Write(whole, to); err != nil {
				return c, err
			}
			c.Lost = without.All()
			lost = slices.DeleteFunc(classic.Lost(format.Line), func(part format.Part) bool { return part == format.Title || part == format.About })
		}
		for _, part := range lost {
			c.Lost = append(c.Lost, part.Message())
		}
		return c, nil
	}
	how.IgnoreUnknown = how.IgnoreUnknown || how.Digits
	r, err := ReadRuled(p.Text, how)
	if err != nil {
		return c, err
	}
	if how.Digits {
		r = r.digits()
	}
	if c.Text, c.Lost, err = r.write(to, how.Digits); err != nil {
		return c, err
	}
	c.Puzzle, c.Format, c.Notes = r.Written(), string(notation.Of(p.Text)), r.told()
	if c.Name = r.Title; c.Name == "" {
		c.Name = p.Name
	}
	return c, nil
}

// write returns the puzzle in a format, with a newline, and what the format has no place for.
// Unless it may lose rules, lost ones are a *[LostRulesError].
func (r *Ruled) write(to string, mayLose bool) (text string, lost []message.Message, err error) {
	style := to
	if !slices.Contains(notation.Styles(), to) {
		style = "line" // which has the givens alone, as the formats for classic puzzles
	}
	text, without, err := notation.Write(r.Puzzle, style)
	switch {
	case err == nil && len(without.Rules) > 0 && !mayLose:
		return "", nil, &LostRulesError{To: to, Rules: without.Rules}
	case style != to:
		return "", nil, &classicOnlyError{to}
	}
	return text, without.All(), err
}

// LostRulesError says that a format cannot say rules of a puzzle: without them the text would
// be another puzzle.
type LostRulesError struct {
	To    string // the format
	Rules []message.Message
}

func (e *LostRulesError) Error() string { return e.Message().String() }

// Message names the format, the rules, and the formats that keep them.
func (e *LostRulesError) Message() message.Message {
	return message.New("variant.lostRules", "format", e.To, "rules", e.Rules)
}

// classicOnlyError says that a format is for classic puzzles.
type classicOnlyError struct{ to string }

func (e *classicOnlyError) Error() string { return e.Message().String() }

// Message names the format, and those for other puzzles.
func (e *classicOnlyError) Message() message.Message {
	return message.New("variant.classicOnly", "format", e.to, "formats", strings.Join(notation.Styles(), " "))
}

// classic is the puzzle where its givens are all that there is to it.
func (r *Ruled) classic() (g sudoku.Grid, ok bool) {
	g, ok = r.Classic()
	return g, ok && len(r.Unknown) == 0 && r.Weights == nil
}

// Written is the puzzle as an answer shows it: items of Interactive Sudoku Solver, or our
// JSON where those lack something of what it asks.
func (r *Ruled) Written() string {
	if r.grid != "" {
		return r.grid
	}
	if text, ok := notation.WriteISS(r.Puzzle); ok && r.Weights == nil {
		return text
	}
	return notation.WriteJSON(r.Puzzle)
}

// told is what of the text does not count, and why.
func (r *Ruled) told() (notes []message.Message) {
	if len(r.Unknown) > 0 {
		notes = append(notes, message.New("variant.ignoredRules", "rules", strings.Join(r.Unknown, ", ")))
	}
	for _, part := range r.Cosmetic {
		notes = append(notes, message.New("variant.cosmetic."+part))
	}
	if len(r.Replacing) > 0 {
		notes = append(notes, message.New("variant.replacedClues", "clues", strings.Join(r.Replacing, ", ")))
	}
	if m, is := publishedNote(r.Published(sudoku.Tally{}, nil)); is {
		notes = append(notes, m)
	}
	return notes
}

// Notes are what of the text does not count, and why.
func (r *Ruled) Notes(lang message.Lang) (notes []string) {
	for _, m := range r.told() {
		notes = append(notes, m.In(lang))
	}
	return notes
}

func (r *Ruled) board() *wire.Board {
	return &wire.Board{Rows: r.Rows, Columns: r.Columns, Low: r.Low, High: r.High}
}

// beside are the values of the cells beside the board.
func (r *Ruled) beside(values []int) (all []wire.Beside) {
	at := r.BoardCells()
	for _, g := range r.Groups {
		all = append(all, wire.Beside{Name: g.Name, Values: values[at : at+g.Count]})
		at += g.Count
	}
	return all
}

// Orderly tells whether the least of several solutions is soon found once there is any. On a
// board of more than 16 values each value tried for it may be a search without end.
func (r *Ruled) Orderly() bool { return r.High-r.Low < 16 }

// Wire is the answer to "solve this": up to limit of its solutions.
func (r *Ruled) Wire(found puzzle.Result, err error, limit int, took time.Duration, lang message.Lang) wire.Solve {
	w := wire.Solve{
		Puzzle: r.Written(), Board: r.board(), Outcome: found.Outcome().String(), Solutions: []string{}, Complete: found.Exact,
		Nodes: found.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	for i, s := range found.Solutions[:min(limit, len(found.Solutions))] {
		w.Solutions = append(w.Solutions, notation.Line(r.Puzzle, s))
		if i == 0 {
			w.Beside = r.beside(s)
		}
	}
	_, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, found.Tally, firstFound(found.Solutions), lang)
	return w
}

// firstFound is the first of some solutions, nil where none was kept.
func firstFound(solutions [][]int) []int {
	if len(solutions) == 0 {
		return nil
	}
	return solutions[0]
}

// WireCount is the answer to "how many solutions".
func (r *Ruled) WireCount(total solve.Total, err error, took time.Duration, lang message.Lang) wire.Count {
	tally := total.Tally()
	w := wire.Count{
		Puzzle: r.Written(), Board: r.board(), Count: tally.N, Complete: tally.Exact, Nodes: tally.Nodes,
		Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	_, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, tally, total.First, lang)
	return w
}

// Check is [solve.Check]. Contradictions of a grid on a board that was named beside it come first.
func (r *Ruled) Check(ctx context.Context, limits puzzle.Limits) (solve.Report, error) {
	if r.clash == nil {
		return solve.Check(ctx, r.Puzzle, limits)
	}
	found := solve.Report{Unique: sudoku.No, Minimal: sudoku.No, Clash: r.clash}
	found.Exact = true
	return found, nil
}

// parts are givens and constraints as answers name them.
func (r *Ruled) parts(list []puzzle.Part, lang message.Lang) (all []wire.Part) {
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
func (r *Ruled) WireCheck(c *solve.Report, err error, took time.Duration, lang message.Lang) wire.Check {
	w := wire.Check{
		Puzzle: r.Written(), Board: r.board(), Givens: len(r.Givens), Constraints: len(r.Constraints), Valid: c.Clash == nil,
		Solvable: c.Solvable().String(), Unique: c.Unique.String(), Minimal: c.Minimal.String(),
		RedundantParts: r.parts(c.Redundant, lang), Conflict: r.parts(c.Conflict, lang),
		Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	for _, p := range c.Redundant {
		if p.Given {
			w.Redundant = append(w.Redundant, r.CellName(r.Givens[p.Index].Cell))
		}
	}
	for _, s := range c.Solutions {
		w.Solutions = append(w.Solutions, notation.Line(r.Puzzle, s))
	}
	w.Contradictions, w.Reason = wire.Why(cmp.Or(err, c.Clash), lang)
	r.compared(&w.Published, &w.Notes, c.Tally, firstFound(c.Solutions), lang)
	return w
}

// Variant is the limits of a search as package variant has them.
func (l *SearchLimits) Variant() puzzle.Limits {
	return puzzle.Limits{Nodes: l.Nodes, Time: l.Timeout, Threads: l.Threads}
}

// otherRules is why a text that no reader of classic puzzles takes is none, if it is one of
// another board or of other rules.
func otherRules(text string) (message.Message, bool) {
	p, err := format.NewReader(strings.NewReader(text)).Whole().Next()
	if err != nil || p.Text == "" {
		return message.Message{}, false
	}
	if _, held, _ := format.Held(p.Text); held {
		return message.Message{}, false // its constraints are named
	}
	if _, err := ReadRuled(p.Text, Reading{IgnoreUnknown: true}); err != nil {
		return message.Message{}, false
	}
	return message.New("variant.classicAlone"), true
}

// anyPuzzle is the one puzzle of a text of any notation: a classic one, or else one of any
// rules.
func (c *Call) anyPuzzle(text, field string, how RulesRequest) (p format.Puzzle, r *Ruled, err error) {
	in := format.NewReader(strings.NewReader(text)).Whole()
	if p, err = in.Next(); err != nil || p.Text == "" {
		p, err = c.puzzle(text, field)
		return p, nil, err
	}
	read, err := ReadRuled(p.Text, ReadingOf(how.IgnoreUnknown, how.Letters))
	if err == nil {
		if second, more := in.Next(); more == nil {
			err = &format.SyntaxError{Line: second.Line, Column: 1, What: message.New("format.several")}
		} else if more != io.EOF {
			err = more
		}
	}
	if err != nil {
		if at, syntax := errors.AsType[*format.SyntaxError](err); syntax && at.Line > 0 && read.Puzzle == nil {
			in := *at // of the puzzle's own text
			in.Line += p.Line - 1
			err = &in
		} else if m := message.Messenger(nil); !syntax && errors.As(err, &m) {
			err = &format.SyntaxError{Line: p.Line, Column: 1, What: m.Message()}
		}
		return p, nil, c.unreadable(err, field)
	}
	if grid, classic := read.classic(); classic {
		p.Grid, p.Text = grid, ""
		keepSolution(&p, read.Solution)
		return p, nil, nil
	}
	return p, &read, nil
}

func (q *SolveRequest) ruledAnswer(ctx context.Context, c *Call) wire.Solve {
	start := time.Now()
	found, err := solve.Solutions(ctx, q.ruled.Puzzle, q.order(), puzzle.Limits{Solutions: q.Limit, Valid: true})
	w := q.ruled.Wire(found, err, q.Limit, time.Since(start), c.Lang)
	c.Outcome = w.Outcome
	return w
}

func (q *CountRequest) ruledAnswer(ctx context.Context, c *Call) wire.Count {
	start := time.Now()
	most := q.most(c.Limits)
	total, err := solve.CountAll(ctx, q.ruled.Puzzle, most, puzzle.Limits{Valid: true}, nil)
	w := q.ruled.WireCount(total, err, time.Since(start), c.Lang)
	if c.Outcome = completeness(w.Complete); most != 0 && !w.Complete && w.Count >= most {
		c.Outcome = "limit"
	}
	return w
}

func (q *CheckRequest) ruledAnswer(ctx context.Context, c *Call) wire.Check {
	start := time.Now()
	found, err := q.ruled.Check(ctx, puzzle.Limits{})
	w := q.ruled.WireCheck(&found, err, time.Since(start), c.Lang)
	c.Outcome = completeness(w.Reason == "")
	return w
}

func (q *CandidatesRequest) ruledAnswer(ctx context.Context, c *Call) wire.TrueCandidates {
	start := time.Now()
	found, err := solve.CandidatesOf(ctx, q.ruled.Puzzle, q.Limit, puzzle.Limits{})
	w := q.ruled.WireCandidates(&found, err, time.Since(start), c.Lang)
	c.Outcome = w.Outcome
	return w
}

func (q *ScoreRequest) prepareRuled(c *Call) error {
	switch n := q.ruled.BoardCells(); {
	case q.Weights == nil:
		return nil
	case len(q.Weights) != n:
		return c.invalid("weights", message.New("variant.weights", "n", len(q.Weights), "cells", n), nil)
	}
	return c.cellWeights(q.Weights)
}

func (q *ScoreRequest) scoring() solve.Scoring {
	return solve.Scoring{Goal: q.goal, Weights: q.Weights}
}

// told tells how far a search is that began then, if anybody listens.
func (q *ScoreRequest) told(c *Call, start time.Time) func(solve.Optimum) {
	if c.Event == nil {
		return nil
	}
	return func(o solve.Optimum) { c.Event(q.ruled.wireProgress(o, time.Since(start))) }
}

func (q *TargetRequest) ruledAnswer(ctx context.Context, c *Call) wire.Target {
	start := time.Now()
	best, err := solve.Best(ctx, q.ruled.Puzzle, q.scoring(), puzzle.Limits{}, q.told(c, start))
	w := q.ruled.WireTarget(q.goal, best, err, time.Since(start), c.Lang)
	c.Outcome = w.Outcome
	return w
}

func (q *TargetBestRequest) ruledAnswer(ctx context.Context, c *Call) wire.TargetRanking {
	start := time.Now()
	found, err := solve.Leaders(ctx, q.ruled.Puzzle, q.scoring(), q.Limit, puzzle.Limits{}, q.told(c, start))
	w := q.ruled.WireRanking(q.goal, found, err, time.Since(start), c.Lang)
	c.Outcome = w.Outcome
	return w
}

func (q *TargetCountRequest) ruledAnswer(ctx context.Context, c *Call) wire.TargetCount {
	start := time.Now()
	limits := puzzle.Limits{Solutions: int(min(cmp.Or(*q.Limit, c.Limits.Count), exactCount))}
	found, err := solve.CountBest(ctx, q.ruled.Puzzle, q.scoring(), limits, q.told(c, start))
	w := q.ruled.WireTies(q.goal, found, err, time.Since(start), c.Lang)
	c.Outcome = w.Outcome
	return w
}

func (r *Ruled) wireProgress(o solve.Optimum, took time.Duration) wire.TargetProgress {
	w := wire.TargetProgress{Bound: o.Bound, Optima: o.Tied, Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took)}
	if o.Solution != nil {
		w.Score, w.Grid = &o.Score, notation.Line(r.Puzzle, o.Solution)
	}
	w.Gap = wire.Gap(w.Score, &w.Bound)
	return w
}

// WireTarget is the answer to "what is the best solution".
func (r *Ruled) WireTarget(goal target.Goal, o solve.Optimum, err error, took time.Duration, lang message.Lang) wire.Target {
	w := wire.Target{
		Puzzle: r.Written(), Board: r.board(), Goal: goal.String(), Outcome: o.Outcome.String(),
		Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if refused := (*puzzle.Error)(nil); o.Outcome != sudoku.None && !errors.As(err, &refused) {
		w.Bound = &o.Bound
	}
	if o.Solution != nil {
		w.Score, w.Grid, w.Beside = &o.Score, notation.Line(r.Puzzle, o.Solution), r.beside(o.Solution)
	}
	w.Gap = wire.Gap(w.Score, w.Bound)
	_, w.Reason = wire.Why(err, lang)
	return w
}

// WireRanking is the answer to "which are the best solutions".
func (r *Ruled) WireRanking(goal target.Goal, found solve.Ranking, err error, took time.Duration, lang message.Lang) wire.TargetRanking {
	t := r.WireTarget(goal, found.Optimum, err, took, lang)
	w := wire.TargetRanking{
		Puzzle: t.Puzzle, Board: t.Board, Goal: t.Goal, Outcome: t.Outcome, Completions: []wire.TargetCompletion{}, Complete: found.Complete,
		Bound: t.Bound, Contradictions: t.Contradictions, Notes: t.Notes, Reason: t.Reason, Nodes: t.Nodes, Milliseconds: t.Milliseconds,
	}
	for _, l := range found.Leaders {
		w.Completions = append(w.Completions, wire.TargetCompletion{Score: l.Score, Grid: notation.Line(r.Puzzle, l.Solution)})
	}
	return w
}

// WireTies is the answer to "how many solutions are the best".
func (r *Ruled) WireTies(goal target.Goal, found solve.Ties, err error, took time.Duration, lang message.Lang) wire.TargetCount {
	return wire.TargetCount{Target: r.WireTarget(goal, found.Optimum, err, took, lang), Count: found.N, Complete: found.Exact}
}

// WireCandidates is the answer to "which values do the solutions have".
func (r *Ruled) WireCandidates(c *solve.Candidates, err error, took time.Duration, lang message.Lang) wire.TrueCandidates {
	w := wire.TrueCandidates{
		Puzzle: r.Written(), Board: r.board(), Outcome: c.Outcome().String(), Candidates: r.lists(c.True),
		Count: c.N, Complete: c.Exact, Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if c.IsOpen() {
		w.Open = r.lists(c.Open)
	}
	_, w.Reason = wire.Why(err, lang)
	r.compared(&w.Published, &w.Notes, c.Tally, nil, lang)
	return w
}

// lists are the values of each cell of the board: digits, or with greater ones numbers with
// blanks between them.
func (r *Ruled) lists(values [][]int) []string {
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

// prepareRuled refuses what is for classic puzzles alone.
func (q *ExportRequest) prepareRuled(c *Call) error {
	for field, given := range map[string]bool{"values": q.Values != "", "candidates": q.Candidates != nil, "corner": q.Corner != nil, "centre": q.Centre != nil, "colours": q.Colours != nil} {
		if given {
			return c.invalid(field, message.New("variant.classicField"), nil)
		}
	}
	p := q.ruled.Puzzle
	p.Title, p.Author, p.Rules = cmp.Or(q.Title, p.Title), cmp.Or(q.Author, p.Author), cmp.Or(q.Rules, p.Rules)
	if q.To == svg {
		return nil
	}
	if _, _, err := q.ruled.write(q.To, false); err != nil {
		what := message.New("variant.cannotWrite", "style", q.To)
		if m := message.Messenger(nil); errors.As(err, &m) {
			what = m.Message()
		}
		return c.invalid("to", what, q.To)
	}
	return nil
}

func (q *ExportRequest) ruledAnswer(c *Call) wire.Export {
	if q.To == svg {
		return wire.Export{Text: string(picture.RuledSVG(q.ruled.Puzzle, nil)), Format: svg, File: svg}
	}
	p := q.puzzle
	var err error
	found := Converted{}
	if q.ruled != nil {
		found.Text, found.Lost, err = q.ruled.write(q.To, false)
	} else {
		found, err = Convert(p, q.To, ReadingOf(q.IgnoreUnknown, q.Letters))
	}
	if err != nil {
		return wire.Export{Text: message.Of(err, c.Lang)} // prepare has tried it
	}
	w := wire.Export{Text: found.Text, Format: q.To, File: "txt"}
	if q.To == "nonet" || strings.HasSuffix(q.To, "-json") {
		w.File = "json"
	}
	for _, what := range found.Lost {
		w.Lost = append(w.Lost, what.In(c.Lang))
	}
	return w
}
