package operation

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"time"

	"nonet/hint"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// gradeByDeduction is like fillGrade, for a puzzle of other rules. If the techniques do not solve the puzzle,
// it searches for a second solution, within ctx.
func (r *Subject) gradeByDeduction(ctx context.Context, w *wire.Grade) (sudoku.Outcome, error) {
	g, _, err := deduction.GradeOf(ctx, r.Puzzle, hodoku.Extreme)
	switch {
	case err != nil && r.Contradiction() == nil:
		return sudoku.Undecided, err
	case err != nil:
		return sudoku.None, err
	case g.Contradictory:
		return sudoku.None, noAnswerError("notOneGrade")
	case !g.Solved:
		found, err := solve.Count(ctx, r.Puzzle, puzzle.Limits{Solutions: 2})
		switch {
		case found.N > 1 || err == nil && found.N == 0:
			return sudoku.None, noAnswerError("notOneGrade")
		case err != nil:
			return sudoku.Undecided, err
		}
	}
	w.Level, w.Hardest, w.Steps = g.Level.String(), g.Hardest.String(), g.Steps
	w.Nonet = &wire.Rounds{Hardest: w.Hardest, Rounds: g.Rounds, Bottleneck: g.Bottleneck, Solved: g.Solved}
	return sudoku.Found, nil
}

// deductionState returns the position in the form of package deduction.
func (p *Position) deductionState(ctx context.Context) (*deduction.State, error) {
	s, err := deduction.NewState(ctx, p.Subject.Puzzle)
	if err == nil {
		s.Narrow(p.Values, p.Marks)
	}
	return s, err
}

// firstMistake returns the first cell in which the player contradicts the solution. value is the value that is
// wrong there, or missing in the marks. The kind is [hint.StepHint] if there is none.
func (p *Position) firstMistake(solution []int) (cell, value int, kind hint.Kind) {
	for c, v := range p.Values {
		if v != puzzle.Empty && v != solution[c] {
			return c, v, hint.WrongValue
		}
	}
	for c, marks := range p.Marks {
		if marks != nil && !slices.Contains(marks, solution[c]) && (p.Values == nil || p.Values[c] == puzzle.Empty) {
			return c, solution[c], hint.MissingMark
		}
	}
	return 0, 0, hint.StepHint
}

// solveByDeduction solves a position step by step. The outcome is Found if the steps lead to the solution. It
// is None without an error if there are no further steps, and None with a [*message.Error] if there is no
// solution. If ctx ends, it is Undecided with the context's error. The path is nil if the puzzle is
// contradictory from the start.
func solveByDeduction(ctx context.Context, p *Position, suppose bool) (*deduction.Path, sudoku.Outcome, error) {
	start, err := p.deductionState(ctx)
	var path *deduction.Path
	if err == nil {
		path, err = start.Path(ctx, suppose)
	}
	switch {
	case err != nil && p.Subject.Contradiction() == nil:
		return path, sudoku.Undecided, err
	case err != nil:
		return path, sudoku.None, err
	case path.Solved:
		return path, sudoku.Found, nil
	case path.End.IsContradictory():
		return path, sudoku.None, noAnswerError("noSolution")
	}
	return path, sudoku.None, nil
}

// addPath adds a path to an answer; nil adds nothing.
func (r *Subject) addPath(w *wire.Explain, path *deduction.Path, lang message.Lang) {
	if path == nil {
		return
	}
	w.Suppositions, w.Deductions = path.Supposed, r.wireDeductions(path.Start, path.Steps, lang)
	for cell := range r.BoardCells() {
		if r.IsHole(cell) {
			w.Start = append(w.Start, "")
			continue
		}
		w.Start = append(w.Start, strings.Trim(fmt.Sprint(r.valuesIn(path.Start.CandidateSet(cell))), "[]"))
	}
	if hardest, ok := path.Hardest(); ok {
		if w.Hardest = hardest.String(); path.Solved {
			w.Level = hardest.Level().String()
		}
	}
}

func (r *Subject) wireDeductions(from *deduction.State, steps []*deduction.Step, lang message.Lang) []wire.Deduction {
	all, at, rules := []wire.Deduction{}, from.Clone(), deduction.Told{}
	for _, step := range steps {
		told := r.wireDeduction(at, step, rules, lang)
		before := at.Clone()
		if at.Apply(step); len(step.Places) > 0 {
			for cell := range r.BoardCells() {
				if slices.ContainsFunc(step.Places, func(x deduction.Candidate) bool { return x.Cell == cell }) {
					continue
				}
				for _, value := range r.valuesIn(before.CandidateSet(cell) &^ at.CandidateSet(cell)) {
					if gone := (wire.CellValue{Cell: r.CellName(cell), Value: value}); !slices.Contains(told.Eliminations, gone) {
						told.Swept = append(told.Swept, gone)
					}
				}
			}
		}
		all = append(all, told)
	}
	return all
}

// valuesIn returns the values of a set whose bit 0 is the puzzle's least value.
func (r *Subject) valuesIn(set uint64) (values []int) {
	for ; set != 0; set &= set - 1 {
		values = append(values, r.Low+bits.TrailingZeros64(set))
	}
	return values
}

func (r *Subject) wireCandidate(x deduction.Candidate) wire.CellValue {
	return wire.CellValue{Cell: r.CellName(x.Cell), Value: x.Value}
}

func (r *Subject) wireCandidates(of []deduction.Candidate) []wire.CellValue {
	all := []wire.CellValue{}
	for _, x := range of {
		all = append(all, r.wireCandidate(x))
	}
	return all
}

// wireDeduction returns the JSON form of a step in a position. Its text does not explain the rules in told.
func (r *Subject) wireDeduction(at *deduction.State, step *deduction.Step, told deduction.Told, lang message.Lang) wire.Deduction {
	links := func(of []deduction.Link) (all []wire.DeductionLink) {
		for _, l := range of {
			all = append(all, wire.DeductionLink{CellValue: r.wireCandidate(l.Candidate), On: l.On, From: l.From})
		}
		return all
	}
	w := wire.Deduction{
		Technique: step.Technique.String(), Name: at.Title(step).In(lang), Cells: r.CellNames(step.Cells),
		Placements: r.wireCandidates(step.Places), Eliminations: r.wireCandidates(step.Removes), Chain: links(step.Chain),
		Text: at.Sentence(step, told).In(lang), Draw: r.drawDeduction(at, step, hintCandidates, lang),
	}
	for _, one := range step.Cases {
		w.Cases = append(w.Cases, links(one))
	}
	return w
}

// These are the lowest levels at which a hint draws cells and candidates.
const hintCells, hintCandidates = 2, 4

func (r *Subject) drawDeduction(at *deduction.State, step *deduction.Step, level int, lang message.Lang) *wire.DeductionDraw {
	w := &wire.DeductionDraw{Parts: []wire.DeductionPart{}, Cells: []string{}, Candidates: []wire.CellValue{}}
	for _, part := range at.Parts(step) {
		w.Parts = append(w.Parts, wire.DeductionPart{Name: part.Name.In(lang), Constraint: part.Constraint, Kind: part.Kind, Cells: r.CellNames(part.Cells)})
	}
	if level >= hintCells {
		w.Cells = r.CellNames(step.Cells)
	}
	if level >= hintCandidates {
		w.Candidates = r.wireCandidates(at.Pattern(step))
	}
	return w
}

// hintByDeduction is like [Hint], with the steps of package deduction. If a search proves within half of the
// time that the solution is unique, hintByDeduction compares the player's values with it.
func (p *Position) hintByDeduction(ctx context.Context, w *wire.Hint, level int, lang message.Lang) (sudoku.Outcome, error) {
	tell := func(texts []message.Message) {
		for _, text := range texts[:level] {
			w.Texts = append(w.Texts, text.In(lang))
		}
	}
	if p.Values != nil || p.Marks != nil {
		limits := puzzle.Limits{Solutions: 2, Keep: 1}
		if end, ok := ctx.Deadline(); ok {
			limits.Time = max(time.Until(end)/2, 1)
		}
		found, err := solve.Count(ctx, p.Subject.Puzzle, limits)
		switch {
		case err != nil && ctx.Err() != nil:
			return sudoku.Undecided, err
		case found.Exact && found.N == 0:
			return sudoku.None, cmp.Or(err, noAnswerError("noSolution"))
		case err == nil && found.N == 1:
			cell, value, kind := p.firstMistake(found.Solutions[0])
			if kind == hint.StepHint {
				break
			}
			w.Kind = kind.String()
			if level >= 2 {
				w.Cell = p.Subject.CellName(cell)
			}
			if level >= 2 && kind == hint.WrongValue || level >= 4 {
				w.Value = &value
			}
			texts := hint.MistakeTexts(kind, p.Subject.CellName(cell), value)
			tell(texts[:])
			return sudoku.Found, nil
		}
	}
	s, err := p.deductionState(ctx)
	var step *deduction.Step
	var told []message.Message // the steps about cells beside the board, where a person marks nothing
	if err == nil {
		step, told, err = s.NextOnBoard(ctx)
	}
	switch {
	case err != nil && p.Subject.Contradiction() == nil:
		return sudoku.Undecided, err
	case err != nil:
		return sudoku.None, err
	case s.IsContradictory():
		return sudoku.None, noAnswerError("noSolution")
	case step == nil:
		if p.Subject.isFull(s) {
			return sudoku.None, noAnswerError("done")
		}
		return sudoku.None, message.NewError("deduction.stuck")
	}
	w.Kind = "step"
	texts := s.Hint(step)
	texts[3] = message.JoinClauses("explain.then", append(told, texts[3]))
	tell(texts[:])
	w.DeductionDraw = p.Subject.drawDeduction(s, step, level, lang)
	if level >= 3 {
		w.Technique, w.Name = step.Technique.String(), s.Title(step).In(lang)
	}
	if level == Levels {
		one := p.Subject.wireDeduction(s, step, nil, lang)
		one.Text = message.JoinClauses("explain.then", append(told, s.Sentence(step, nil))).In(lang)
		w.Deduction = &one
	}
	return sudoku.Found, nil
}

// isFull reports whether each cell of the board has one candidate.
func (r *Subject) isFull(s *deduction.State) bool {
	for cell := range r.BoardCells() {
		if may := s.CandidateSet(cell); !r.IsHole(cell) && may&(may-1) != 0 {
			return false
		}
	}
	return true
}

// invalidValueMessage returns the text for a word (what) that is not a value of the cell.
func (r *Subject) invalidValueMessage(cell int, what any) message.Message {
	return message.New("deduction.noValue", "cell", r.CellName(cell), "value", what, "low", r.Low, "high", r.High)
}

// ParseCandidate returns the candidate for a cell's name and a value. The error is a [message.Messenger];
// field is the name of the wrong field, "cell" or "digit".
func (r *Subject) ParseCandidate(cell string, value int) (x deduction.Candidate, field string, err error) {
	for c := range r.BoardCells() {
		if r.CellName(c) == cell && !r.IsHole(c) {
			if value < r.Low || value > r.High {
				return x, "digit", &message.Error{What: r.invalidValueMessage(c, value)}
			}
			return deduction.Candidate{Cell: c, Value: value}, "", nil
		}
	}
	return x, "cell", unknownCell(cell)
}
