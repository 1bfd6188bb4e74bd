package operation

import (
	"context"
	"slices"
	"time"

	"nonet/hint"
	"nonet/internal/app/input"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// WhyRequest asks why a digit cannot be in a cell, in a player's position.
type WhyRequest struct {
	PositionRequest
	Cell  string `json:"cell" doc:"The cell asked about, such as r3c5"`
	Digit int    `json:"digit" minimum:"-1" maximum:"1000" doc:"The digit or value asked about"`
}

func (q *WhyRequest) prepare(c *Call) error {
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	_, field, err := q.position.Subject.parseCandidate(q.Cell, q.Digit)
	return c.invalidError(field, err, map[string]any{"cell": q.Cell, "digit": q.Digit}[field])
}

func (q *WhyRequest) answer(ctx context.Context, c *Call) any {
	return q.ask(c.reportTechniques(ctx, true), q.position, puzzle.Limits{}, c.Lang).Wire
}

// unknownCellError returns an error which says that no cell has this name, and how cells are named.
func unknownCellError(name string) error {
	return message.NewError("operation.unknownCell", "name", input.QuoteStart(name))
}

// ask answers "why not this digit?" with a [wire.Argument]. The answer states whether the digit is right in the cell,
// with the argument of [deduction.State.Why]. Pencil marks that the player removed from the cell count as present.
func (q *WhyRequest) ask(ctx context.Context, p Position, limits puzzle.Limits, lang message.Lang) (a Answered) {
	x, _, err := p.Subject.parseCandidate(q.Cell, q.Digit)
	if err != nil {
		return Answered{Refused: err}
	}
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	w := wire.Argument{Puzzle: p.answerText(), Cell: p.Subject.CellName(x.Cell), Digit: x.Value}
	of := question{w: &w, ctx: ctx, p: p, asked: x, lang: lang}
	a.Outcome, a.Err = of.explainValue()
	w.Outcome, w.Milliseconds = a.Outcome.String(), wire.Milliseconds(time.Since(start))
	if a.Err != nil {
		w.Contradictions, w.Reason = wire.WhyStopped(a.Err, lang)
	}
	a.Wire, a.Cut = w, a.Outcome == sudoku.Found && w.Reason != ""
	return a
}

// question is the state of a [WhyRequest] for one candidate.
type question struct {
	w     *wire.Argument
	ctx   context.Context
	p     Position
	asked deduction.Candidate
	lang  message.Lang
}

// setAnswer sets the answer's verdict, the kind of argument `source`, and the text with this key and these arguments.
func (q *question) setAnswer(verdict, source string, key string, args ...any) (sudoku.Outcome, error) {
	q.w.Verdict, q.w.By = verdict, source
	q.w.Text = message.New(key, append(args, "cell", q.w.Cell, "digit", q.asked.Value)...).In(q.lang)
	return sudoku.Found, nil
}

func (q *question) explainValue() (sudoku.Outcome, error) {
	p, x := &q.p, q.asked
	if err := p.Contradiction(); err != nil {
		return sudoku.None, err
	}
	for _, g := range p.Subject.Givens {
		if g.Cell == x.Cell && len(g.Values) == 1 {
			if g.Values[0] == x.Value {
				return q.setAnswer("right", "given", "why.right.given")
			}
			return q.setAnswer("filled", "given", "why.filled", "value", g.Values[0])
		}
	}
	found, err := solve.Count(q.ctx, p.Subject.Puzzle, puzzle.Limits{Solutions: 2, Keep: 1})
	switch {
	case err != nil && found.N < 1:
		if found.Exact {
			return sudoku.None, err
		}
		return sudoku.Undecided, err
	case found.N == 0:
		return sudoku.None, message.NewError("hint.noSolution")
	}
	p.reopenCandidate(x)
	unique := found.N == 1 && err == nil
	right := unique && found.Solutions[0][x.Cell] == x.Value
	if unique {
		if mistake, ok := hint.FirstMistake(p.Values, p.Marks, found.Solutions[0]); ok {
			name := p.Subject.CellName(mistake.Cell)
			q.w.Cells = []string{name}
			return q.setAnswer("mistake", "", "why.mistake", "what", mistake.Texts(name)[2])
		}
	} else {
		p.Marks = nil // only a unique solution could show whether the marks are right
		with, withoutIt, err := p.probeSolutions(q.ctx, x)
		switch {
		case err != nil:
			return sudoku.Undecided, err
		case with && withoutIt:
			return q.setAnswer("possible", "", "why.possible")
		case !with && !withoutIt:
			return sudoku.None, message.NewError("hint.noSolution")
		}
		right = with
	}
	verdict := "refuted"
	if right {
		verdict = "right"
	}
	return q.proveByArgument(verdict, right)
}

// reopenCandidate empties the cell of x and makes x a candidate there. If the cell had a value, this value excluded
// marks in cells that cannot have the same value as the cell of x. reopenCandidate adds the value to the marks of these
// cells.
func (p *Position) reopenCandidate(x deduction.Candidate) {
	values, marks := slices.Clone(p.Values), slices.Clone(p.Marks)
	p.Values, p.Marks = values, marks
	add := func(cell, value int) {
		if marks != nil && marks[cell] != nil {
			marks[cell] = append(slices.Clip(marks[cell]), value)
		}
	}
	if values == nil || values[x.Cell] == puzzle.Empty {
		add(x.Cell, x.Value)
		return
	}
	if marks != nil {
		marks[x.Cell] = nil
	}
	two := slices.Repeat([]int{puzzle.Empty}, len(values))
	two[x.Cell] = values[x.Cell]
	for c := range marks {
		if c != x.Cell && marks[c] != nil {
			two[c] = values[x.Cell]
			if broken, _ := p.Subject.Conflicts(two); len(broken) > 0 {
				add(c, values[x.Cell])
			}
			two[c] = puzzle.Empty
		}
	}
	values[x.Cell] = puzzle.Empty
}

// probeSolutions searches for solutions with the player's values. with is true if some solution has the value of x in
// its cell. `withoutIt` is true if some solution has another value there.
func (p *Position) probeSolutions(ctx context.Context, x deduction.Candidate) (with, withoutIt bool, err error) {
	from := p.WithValues()
	var others []int
	for v := range p.Subject.ValuesOf(x.Cell) {
		if v != x.Value {
			others = append(others, v)
		}
	}
	for i, values := range [][]int{{x.Value}, others} {
		fixed := *from
		fixed.Givens = append(slices.Clip(from.Givens), puzzle.Given{Cell: x.Cell, Values: values})
		if fixed.Contradiction() != nil { // a given excludes the value
			continue
		}
		found, err := solve.Count(ctx, &fixed, puzzle.Limits{Solutions: 1})
		if err != nil && found.N == 0 {
			return with, withoutIt, err
		}
		if i == 0 {
			with = found.N > 0
		} else {
			withoutIt = found.N > 0
		}
	}
	return with, withoutIt, nil
}

// proveByArgument searches for an argument that proves the verdict, and sets the answer. right is true if the digit is correct.
func (q *question) proveByArgument(verdict string, right bool) (sudoku.Outcome, error) {
	p := &q.p
	s, err := p.Deduce(q.ctx)
	if err != nil {
		return sudoku.Undecided, err
	}
	a, err := s.Why(q.ctx, q.asked, right)
	_, q.w.Reason = wire.WhyStopped(err, q.lang)
	switch {
	case len(a.Breaks) > 0:
		if seen := q.cellsInSight(a.Breaks); seen != nil {
			q.w.Cells = p.Subject.CellNames(seen)
			return q.setAnswer("seen", "", "why.seen", "cells", message.WordsOf(q.w.Cells))
		}
		for _, b := range a.Breaks {
			q.w.Conflicts = append(q.w.Conflicts, p.Subject.wireConflict(b, a.Values, q.lang))
		}
		return q.setAnswer(verdict, "rule", "deduction.why.breaks", "reason", p.Subject.Reason(a.Breaks[0], a.Values))
	case !a.Found():
		if err != nil {
			return q.setAnswer(verdict, "search", "why."+verdict+".cut")
		}
		return q.setAnswer(verdict, "search", "why."+verdict+".search")
	}
	q.w.Steps = p.Subject.wireDeductions(q.ctx, a.From, a.Steps, q.lang)
	switch n := len(a.Steps); {
	case a.Contradiction == nil && n == 1:
		return q.setAnswer(verdict, "step", "why."+verdict+".step")
	case a.Contradiction == nil:
		return q.setAnswer(verdict, "steps", "why."+verdict+".steps", "n", n)
	}
	end := a.From.Clone()
	for _, step := range a.Steps {
		end.Apply(step)
	}
	q.w.End = message.New("deduction.why.end", "clash", end.ContradictionText(*a.Contradiction)).In(q.lang)
	return q.setAnswer(verdict, "supposition", "why."+verdict+".supposition")
}

// cellsInSight returns the cells that share a house with the cell of the question and have the value of the question.
// `breaks` lists the rules that the value breaks.
func (q *question) cellsInSight(breaks []puzzle.Conflict) (cells []int) {
	board := q.p.Subject.houses() // on such a board, all constraints are houses
	for _, b := range breaks {
		if board != nil || slices.Contains([]string{"row", "column", "box", "region"}, b.Kind) {
			cells = append(cells, b.Cells...)
		}
	}
	slices.Sort(cells)
	return slices.DeleteFunc(slices.Compact(cells), func(c int) bool { return c == q.asked.Cell })
}
