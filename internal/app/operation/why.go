package operation

import (
	"context"
	"time"

	"nonet/hint"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle/deduction"
	"nonet/sudoku"
	"nonet/wire"
)

// WhyRequest asks why a digit cannot be in a cell, in a player's position.
type WhyRequest struct {
	PositionRequest
	Cell  string `json:"cell" doc:"The cell asked about, such as r3c5"`
	Digit int    `json:"digit" minimum:"-1" maximum:"1000" doc:"The digit or value asked about"`

	asked deduction.Candidate
}

func (q *WhyRequest) prepare(c *Call) error {
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	asked, field, err := q.position.CandidateOf(q.Cell, q.Digit)
	q.asked = asked
	return c.invalidError(field, err, map[string]any{"cell": q.Cell, "digit": q.Digit}[field])
}

func (q *WhyRequest) answer(ctx context.Context, c *Call) any {
	w, _, _ := Why(c.reportTechniques(ctx, true), q.position, q.asked, c.Lang)
	return w
}

// unknownCell returns the error for a name that no cell has, which explains the names of cells.
func unknownCell(name string) error {
	return message.NewError("operation.unknownCell", "name", quoteStart(name))
}

// CellNamed returns the cell with a name such as r3c5.
func CellNamed(name string) (c sudoku.Cell, err error) {
	if c.UnmarshalText([]byte(name)) != nil {
		err = unknownCell(name)
	}
	return c, err
}

// CandidateOf returns the candidate for a cell's name and a value. The error is a [message.Messenger];
// field is the name of the wrong field, "cell" or "digit".
func (p *Position) CandidateOf(cell string, value int) (x deduction.Candidate, field string, err error) {
	if p.Rules != nil {
		return p.Rules.parseCandidate(cell, value)
	}
	at, err := CellNamed(cell)
	switch {
	case err != nil:
		return x, "cell", err
	case value < 1 || value > 9:
		return x, "digit", message.NewError("deduction.noValue", "cell", cell, "value", value, "low", 1, "high", 9)
	}
	return deduction.Candidate{Cell: int(at), Value: value}, "", nil
}

// Why answers "why not this digit?" for a player's position. The answer states whether the
// digit is right in the cell, with the easiest argument found ([hint.Argue]). Pencil marks
// that the player removed from the cell count as present. The outcome None or Undecided comes
// with the reason as the error.
func Why(ctx context.Context, p Position, x deduction.Candidate, lang message.Lang) (w wire.Argument, outcome sudoku.Outcome, err error) {
	start := time.Now()
	if p.Rules != nil {
		w = wire.Argument{Puzzle: p.Rules.PuzzleText(), Cell: p.Rules.CellName(x.Cell), Digit: x.Value}
		outcome, err = p.Rules.argue(ctx, &w, x, lang)
	} else {
		asked := logic.Candidate{Cell: sudoku.Cell(x.Cell), Digit: sudoku.Digit(x.Value)}
		w = wire.Argument{Puzzle: p.State.Grid().String(), Cell: asked.Cell.String(), Digit: x.Value}
		q := question{w: &w, ctx: ctx, p: p, asked: asked, lang: lang}
		outcome, err = q.explainDigit()
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	if err != nil {
		w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	}
	return w, outcome, err
}

// question is the state of answering one question.
type question struct {
	w     *wire.Argument
	ctx   context.Context
	p     Position
	asked logic.Candidate
	lang  message.Lang
}

// setAnswer sets the answer: the verdict, the kind of its argument (by), and the text for the key.
func (q *question) setAnswer(verdict, by string, key string, args ...any) (sudoku.Outcome, error) {
	q.w.Verdict, q.w.By = verdict, by
	q.w.Text = message.New("why."+key, append(args, "cell", q.asked.Cell, "digit", q.asked.Digit)...).In(q.lang)
	return sudoku.Found, nil
}

func (q *question) explainDigit() (sudoku.Outcome, error) {
	s, cell, digit := &q.p.State, q.asked.Cell, q.asked.Digit
	if contradictions := s.Grid().ContradictionsOn(s.Board()); contradictions != nil {
		return sudoku.None, &sudoku.ContradictionError{Contradictions: contradictions}
	}
	switch v := q.p.Givens.At(cell); {
	case v == digit:
		return q.setAnswer("right", "given", "right.given")
	case v != 0:
		return q.setAnswer("filled", "given", "filled", "value", v)
	}
	givens := logic.NewStateOn(s.Board(), q.p.Givens)
	solution, outcome, err := logic.SolutionOf(q.ctx, &givens)
	switch {
	case outcome == sudoku.Undecided:
		return outcome, err
	case outcome == sudoku.None:
		return q.answerManySolutions()
	}
	*s = withoutValue(s, cell)
	s.SetCandidates(cell, s.Candidates(cell).With(digit))
	if h, ok := hint.Mistake(s, solution); ok {
		q.w.Cells = []string{h.Cell.String()}
		return q.setAnswer("mistake", "", "mistake", "what", h.Texts[2])
	}
	return q.findArgument(solution.At(cell) == digit, true)
}

// answerManySolutions answers for a puzzle whose solution is not unique, from the values alone. Pencil
// marks are ignored, as there is no solution to compare them with.
func (q *question) answerManySolutions() (sudoku.Outcome, error) {
	s, cell, digit := &q.p.State, q.asked.Cell, q.asked.Digit
	grid := s.Grid().With(cell, 0)
	marks := logic.NewStateOn(s.Board(), grid)
	*s = marks
	with, without := false, false
	for d := range marks.Candidates(cell).Digits() {
		if d != digit && without {
			continue
		}
		all, tally, err := logic.Solutions(q.ctx, s.Board(), grid.With(cell, d), 1)
		switch {
		case len(all) == 0 && !tally.Exact:
			return sudoku.Undecided, err
		case len(all) > 0 && d == digit:
			with = true
		case len(all) > 0:
			without = true
		}
	}
	switch {
	case with && without:
		return q.setAnswer("possible", "", "possible")
	case !with && !without:
		return sudoku.None, noAnswerError("noSolution")
	}
	return q.findArgument(with, false)
}

// findArgument searches for an argument for the verdict.
func (q *question) findArgument(right, unique bool) (sudoku.Outcome, error) {
	s, verdict := &q.p.State, "refuted"
	if right {
		verdict = "right"
	}
	var seen []message.Message
	for c := range s.Board().Peers(q.asked.Cell).All() {
		if s.Value(c) == q.asked.Digit {
			q.w.Cells = append(q.w.Cells, c.String())
			seen = append(seen, message.New("explain.word", "x", c))
		}
	}
	if seen != nil {
		return q.setAnswer("seen", "", "seen", "cells", seen)
	}
	a, outcome, err := hint.Argue(q.ctx, *s, hint.Claim{Candidate: q.asked, On: right}, unique)
	if outcome != sudoku.Found {
		// No argument was found, but the solution itself proves the verdict.
		key := ".search"
		if outcome == sudoku.Undecided {
			key = ".cut"
		}
		_, q.w.Reason = wire.WhyStopped(err, q.lang)
		return q.setAnswer(verdict, "search", verdict+key)
	}
	at, n := *s, len(a.Steps)
	for i := range a.Steps {
		step := wireStep(&at, &a.Steps[i], q.lang)
		addInferences(&step, &a.Steps[i], logic.CellSet{}, q.lang)
		q.w.Steps = append(q.w.Steps, step)
		at.Apply(&a.Steps[i])
	}
	q.w.Effort = a.Effort
	by, key := "steps", ".steps"
	switch {
	case len(a.Steps[n-1].Branches) > 0 && n > 1:
		by, key, n = "supposition", ".supposedLater", n-1
	case len(a.Steps[n-1].Branches) > 0:
		by, key = "supposition", ".supposition"
	case n == 1:
		by, key = "step", ".step"
	}
	return q.setAnswer(verdict, by, verdict+key, "n", n)
}

// withoutValue returns the position with an empty cell in place of the given cell. The removed digit becomes a
// candidate again in the peers of this cell.
func withoutValue(s *logic.State, cell logic.Cell) logic.State {
	v := s.Value(cell)
	if v == 0 {
		return *s
	}
	t := logic.NewStateOn(s.Board(), s.Grid().With(cell, 0))
	var given logic.CellSet
	for c := range logic.Cell(sudoku.Cells) {
		if s.Given(c) {
			given.Add(c)
		}
	}
	t.SetGivens(given)
	for c := range s.EmptyCells().All() {
		marks := s.Candidates(c)
		if s.Board().Peers(cell).Has(c) {
			marks = marks.With(v)
		}
		t.SetCandidates(c, marks)
	}
	return t
}
