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

// RulesPosition is a player's position in a puzzle of any rules.
type RulesPosition struct {
	*Subject
	Values []int   // a value for each cell of the board, [puzzle.Empty] for an open cell; nil means the givens
	Marks  [][]int // the player's pencil marks for each cell; an empty or nil list restricts nothing
}

// SetMarks sets the marks from the marks of a classic puzzle that has additional rules. pencil
// may be nil.
func (p *RulesPosition) SetMarks(pencil *[sudoku.Cells]sudoku.Candidates) {
	if pencil != nil && p.BoardCells() == sudoku.Cells {
		p.Marks = make([][]int, sudoku.Cells)
		for cell, marks := range pencil {
			for d := range marks.Digits() {
				p.Marks[cell] = append(p.Marks[cell], int(d))
			}
		}
	}
}

// deductionState returns the position for a deduction. It ignores the value and the marks in the cell but,
// about which the question asks. If but is −1, it ignores none.
func (p *RulesPosition) deductionState(ctx context.Context, but int) (*deduction.State, error) {
	s, err := deduction.NewState(ctx, p.Puzzle)
	if err != nil {
		return nil, err
	}
	values, marks := slices.Clone(p.Values), slices.Clone(p.Marks)
	if but >= 0 && but < len(values) {
		values[but] = puzzle.Empty
	}
	if but >= 0 && but < len(marks) {
		marks[but] = nil
	}
	s.Narrow(values, marks)
	return s, nil
}

// firstMistake returns the first cell other than but in which the player contradicts the solution. value is the
// value that is wrong there, or missing in the marks. The kind is [hint.StepHint] if there is none.
func (p *RulesPosition) firstMistake(solution []int, but int) (cell, value int, kind hint.Kind) {
	for c, v := range p.Values {
		if c != but && v != puzzle.Empty && v != solution[c] {
			return c, v, hint.WrongValue
		}
	}
	for c, marks := range p.Marks {
		if c != but && len(marks) > 0 && !slices.Contains(marks, solution[c]) && (p.Values == nil || p.Values[c] == puzzle.Empty) {
			return c, solution[c], hint.MissingMark
		}
	}
	return 0, 0, hint.StepHint
}

// solveByDeduction solves a position step by step. The outcome is Found if the steps lead to the solution. It
// is None without an error if there are no further steps, and None with a [*message.Error] if there is no
// solution. If ctx ends, it is Undecided with the context's error. The path is nil if the puzzle is
// contradictory from the start.
func solveByDeduction(ctx context.Context, p *RulesPosition, suppose bool) (*deduction.Path, sudoku.Outcome, error) {
	start, err := p.deductionState(ctx, -1)
	var path *deduction.Path
	if err == nil {
		path, err = start.Path(ctx, suppose)
	}
	switch {
	case err != nil && p.Contradiction() == nil:
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

// pathAnswer returns a path in JSON form.
func (r *Subject) pathAnswer(path *deduction.Path, outcome sudoku.Outcome, err error, took time.Duration, lang message.Lang) wire.Explain {
	w := wire.Explain{Puzzle: r.PuzzleText(), Outcome: outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(took)}
	if err == nil && outcome == sudoku.None {
		err = message.NewError("deduction.stuck")
	}
	_, w.Reason = wire.WhyStopped(err, lang)
	if path == nil {
		return w
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
		if w.Hardest = hardest.String(); outcome == sudoku.Found {
			w.Level = hardest.Level().String()
		}
	}
	return w
}

func (r *Subject) wireDeductions(from *deduction.State, steps []*deduction.Step, lang message.Lang) []wire.Deduction {
	all, at := []wire.Deduction{}, from.Clone()
	for _, step := range steps {
		told := r.wireDeduction(at, step, lang)
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

// wireDeduction returns the JSON form of a step in a position.
func (r *Subject) wireDeduction(at *deduction.State, step *deduction.Step, lang message.Lang) wire.Deduction {
	links := func(of []deduction.Link) (all []wire.DeductionLink) {
		for _, l := range of {
			all = append(all, wire.DeductionLink{CellValue: r.wireCandidate(l.Candidate), On: l.On, From: l.From})
		}
		return all
	}
	w := wire.Deduction{
		Technique: step.Technique.String(), Name: at.Title(step).In(lang), Cells: r.CellNames(step.Cells),
		Placements: r.wireCandidates(step.Places), Eliminations: r.wireCandidates(step.Removes), Chain: links(step.Chain),
		Text: at.Sentence(step).In(lang), Draw: r.drawDeduction(at, step, hintCandidates, lang),
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

// fillHint is like [Hint], for a puzzle of other rules. If a search proves within half of the time that the
// solution is unique, fillHint compares the player's values with it.
func (p *RulesPosition) fillHint(ctx context.Context, w *wire.Hint, level int, lang message.Lang) (sudoku.Outcome, error) {
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
		found, err := solve.Count(ctx, p.Puzzle, limits)
		switch {
		case err != nil && ctx.Err() != nil:
			return sudoku.Undecided, err
		case found.Exact && found.N == 0:
			return sudoku.None, cmp.Or(err, noAnswerError("noSolution"))
		case err == nil && found.N == 1:
			cell, value, kind := p.firstMistake(found.Solutions[0], -1)
			if kind == hint.StepHint {
				break
			}
			w.Kind = kind.String()
			if level >= 2 {
				w.Cell = p.CellName(cell)
			}
			if level >= 2 && kind == hint.WrongValue || level >= 4 {
				w.Value = &value
			}
			texts := hint.MistakeTexts(kind, p.CellName(cell), value)
			tell(texts[:])
			return sudoku.Found, nil
		}
	}
	s, err := p.deductionState(ctx, -1)
	var step *deduction.Step
	var told []message.Message // the steps about cells beside the board, where a person marks nothing
	if err == nil {
		step, told, err = s.NextOnBoard(ctx)
	}
	switch {
	case err != nil && p.Contradiction() == nil:
		return sudoku.Undecided, err
	case err != nil:
		return sudoku.None, err
	case s.IsContradictory():
		return sudoku.None, noAnswerError("noSolution")
	case step == nil:
		if p.isFull(s) {
			return sudoku.None, noAnswerError("done")
		}
		return sudoku.None, message.NewError("deduction.stuck")
	}
	w.Kind = "step"
	texts := s.Hint(step)
	texts[3] = message.JoinClauses("explain.then", append(told, texts[3]))
	tell(texts[:])
	w.DeductionDraw = p.drawDeduction(s, step, level, lang)
	if level >= 3 {
		w.Technique, w.Name = step.Technique.String(), s.Title(step).In(lang)
	}
	if level == Levels {
		one := p.wireDeduction(s, step, lang)
		one.Text = message.JoinClauses("explain.then", append(told, s.Sentence(step))).In(lang)
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

// argue is like [Why], for a puzzle of other rules. It looks for the shortest argument.
func (p *RulesPosition) argue(ctx context.Context, w *wire.Argument, x deduction.Candidate, lang message.Lang) (sudoku.Outcome, error) {
	say := func(verdict, by, key string, args ...any) (sudoku.Outcome, error) {
		w.Verdict, w.By = verdict, by
		w.Text = message.New(key, append(args, "cell", p.CellName(x.Cell), "digit", x.Value)...).In(lang)
		return sudoku.Found, nil
	}
	for _, g := range p.Givens {
		if g.Cell == x.Cell && len(g.Values) == 1 {
			if g.Values[0] == x.Value {
				return say("right", "given", "why.right.given")
			}
			return say("filled", "given", "why.filled", "value", g.Values[0])
		}
	}
	found, err := solve.Count(ctx, p.Puzzle, puzzle.Limits{Solutions: 2, Keep: 1})
	switch {
	case err != nil && found.N < 1:
		if found.Exact {
			return sudoku.None, err
		}
		return sudoku.Undecided, err
	case found.N == 0:
		return sudoku.None, noAnswerError("noSolution")
	}
	right := found.Solutions[0][x.Cell] == x.Value
	if found.N > 1 || err != nil {
		with, without, err := p.probeSolutions(ctx, x)
		switch {
		case err != nil:
			return sudoku.Undecided, err
		case with && without:
			return say("possible", "", "why.possible")
		}
		right = with
	} else if cell, value, kind := p.firstMistake(found.Solutions[0], x.Cell); kind != hint.StepHint {
		return say("mistake", "", "why.mistake", "what", hint.MistakeTexts(kind, p.CellName(cell), value)[2])
	}
	verdict := "refuted"
	if right {
		verdict = "right"
	}
	s, err := p.deductionState(ctx, x.Cell)
	if err != nil {
		return sudoku.Undecided, err
	}
	a, err := s.Why(ctx, x, right)
	_, w.Reason = wire.WhyStopped(err, lang)
	switch n := len(a.Steps); {
	case len(a.Breaks) > 0:
		var reasons []message.Message
		for _, b := range a.Breaks {
			w.Conflicts = append(w.Conflicts, p.wireConflict(b, lang))
			reasons = append(reasons, p.Puzzle.Reason(b))
		}
		return say(verdict, "rule", "deduction.why.breaks", "reason", reasons[0])
	case !a.Found() && err != nil:
		return say(verdict, "search", "why."+verdict+".cut")
	case !a.Found():
		return say(verdict, "search", "why."+verdict+".search")
	default:
		w.Deductions = p.wireDeductions(a.From, a.Steps, lang)
		if a.Contradiction != nil {
			at := a.From.Clone()
			for _, step := range a.Steps {
				at.Apply(step)
			}
			w.End = message.New("deduction.why.end", "clash", at.ContradictionText(*a.Contradiction)).In(lang)
			return say(verdict, "supposition", "why."+verdict+".supposition")
		}
		if n == 1 {
			return say(verdict, "step", "why."+verdict+".step")
		}
		return say(verdict, "steps", "why."+verdict+".steps", "n", n)
	}
}

// probeSolutions reports whether some solution has the value in the cell, and whether some solution has
// another value there.
func (p *RulesPosition) probeSolutions(ctx context.Context, x deduction.Candidate) (with, without bool, err error) {
	var others []int
	for v := range p.ValuesOf(x.Cell) {
		if v != x.Value {
			others = append(others, v)
		}
	}
	for i, values := range [][]int{{x.Value}, others} {
		fixed := *p.Puzzle
		fixed.Givens = append(slices.Clip(p.Givens), puzzle.Given{Cell: x.Cell, Values: values})
		if fixed.Contradiction() != nil { // a given contradicts it
			continue
		}
		found, err := solve.Count(ctx, &fixed, puzzle.Limits{Solutions: 1})
		if err != nil && found.N == 0 {
			return with, without, err
		}
		if i == 0 {
			with = found.N > 0
		} else {
			without = found.N > 0
		}
	}
	return with, without, nil
}

// invalidValueMessage returns the text for a word (what) that is not a value of the cell.
func (r *Subject) invalidValueMessage(cell int, what any) message.Message {
	return message.New("deduction.noValue", "cell", r.CellName(cell), "value", what, "low", r.Low, "high", r.High)
}

// parseCandidate returns the candidate for a cell's name and a value. The error is a [message.Messenger];
// field is the name of the wrong field, "cell" or "digit".
func (r *Subject) parseCandidate(cell string, value int) (x deduction.Candidate, field string, err error) {
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
