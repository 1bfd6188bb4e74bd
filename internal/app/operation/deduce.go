package operation

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nonet/hint"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// gradeByDeduction grades the puzzle with the techniques of package deduction, and sets the fields of w. If these
// techniques do not solve the puzzle, gradeByDeduction searches for a second solution until ctx ends.
func (r *Subject) gradeByDeduction(ctx context.Context, w *wire.Grade) (sudoku.Outcome, error) {
	g, _, err := deduction.GradeOf(ctx, r.Puzzle, hodoku.Extreme)
	switch {
	case err != nil && r.Contradiction() == nil:
		return sudoku.Undecided, err
	case err != nil:
		return sudoku.None, err
	case g.Contradictory:
		return sudoku.None, message.NewError("operation.notOneGrade")
	case !g.Solved:
		found, err := solve.Count(ctx, r.Puzzle, puzzle.Limits{Solutions: 2})
		switch {
		case found.N > 1 || err == nil && found.N == 0:
			return sudoku.None, message.NewError("operation.notOneGrade")
		case err != nil:
			return sudoku.Undecided, err
		}
	}
	w.Level, w.Hardest, w.Steps = g.Level.String(), g.Hardest.String(), g.Steps
	w.Nonet = &wire.Rounds{Hardest: w.Hardest, Rounds: g.Rounds, Bottleneck: g.Bottleneck, Solved: g.Solved}
	return sudoku.Found, nil
}

// solveByDeduction solves a position step by step. The outcome is Found if the steps lead to the solution. The outcome
// None has a [*message.Error] if there is no solution, and a nil error if the techniques find no further step. If ctx
// ends, the outcome is Undecided with the context's error. The path is nil if the puzzle is contradictory from the
// start.
func solveByDeduction(ctx context.Context, p *Position, suppose bool) (*deduction.Path, sudoku.Outcome, error) {
	start, err := p.Deduce(ctx)
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
		return path, sudoku.None, message.NewError("hint.noSolution")
	}
	return path, sudoku.None, nil
}

// addPath adds the path's steps, first candidates and level to the answer w.
func (r *Subject) addPath(ctx context.Context, w *wire.Explain, path *deduction.Path, lang message.Lang) {
	if path == nil {
		return
	}
	w.Suppositions, w.Steps = path.Supposed, r.wireDeductions(ctx, path.Start, path.Steps, lang)
	for cell := range r.BoardCells() {
		if r.IsHole(cell) {
			w.Start = append(w.Start, "")
			continue
		}
		w.Start = append(w.Start, strings.Trim(fmt.Sprint(r.valuesIn(path.Start.CandidateSet(cell))), "[]"))
	}
	if hardest, level, ok := path.Hardest(); ok {
		if w.Hardest = hardest.String(); path.Solved {
			w.Level = level.String()
		}
	}
}

// wireDeductions returns the JSON form of steps. The first of them is made in the position `from`.
func (r *Subject) wireDeductions(ctx context.Context, from *deduction.State, steps []*deduction.Step, lang message.Lang) []wire.Step {
	all, state, rules := []wire.Step{}, from.Clone(), deduction.Told{}
	for _, step := range steps {
		shown := r.wireDeduction(state, step, state.Parts(step), state.Sentence(ctx, step, rules), lang)
		before := state.Clone()
		if state.Apply(step); len(step.Places) > 0 {
			for cell := range r.BoardCells() {
				if slices.ContainsFunc(step.Places, func(x deduction.Candidate) bool { return x.Cell == cell }) {
					continue
				}
				for _, value := range r.valuesIn(before.CandidateSet(cell) &^ state.CandidateSet(cell)) {
					if removed := (wire.Candidate{Cell: r.CellName(cell), Digit: value}); !slices.Contains(shown.Eliminations, removed) {
						shown.Swept = append(shown.Swept, removed)
					}
				}
			}
		}
		all = append(all, shown)
	}
	return all
}

// valuesIn returns the values in a bit set, in ascending order. For a puzzle with the values 0 to 8, 0b101 contains 0
// and 2.
func (r *Subject) valuesIn(set uint64) (values []int) {
	for ; set != 0; set &= set - 1 {
		values = append(values, r.Low+bits.TrailingZeros64(set))
	}
	return values
}

func (r *Subject) wireCandidate(x deduction.Candidate) wire.Candidate {
	return wire.Candidate{Cell: r.CellName(x.Cell), Digit: x.Value}
}

func (r *Subject) wireCandidates(candidates []deduction.Candidate) []wire.Candidate {
	all := []wire.Candidate{}
	for _, x := range candidates {
		all = append(all, r.wireCandidate(x))
	}
	return all
}

// wireDeduction returns the JSON form of a step in the position `at`, with its sentence and a picture of its parts.
func (r *Subject) wireDeduction(at *deduction.State, step *deduction.Step, parts []deduction.Part, sentence message.Message, lang message.Lang) wire.Step {
	w := wire.Step{
		Technique: step.Technique.String(), Name: at.Title(step).In(lang), Level: step.Level().String(), Digits: append([]int{}, step.Values...),
		Placements: r.wireCandidates(step.Places), Eliminations: r.wireCandidates(step.Removes),
		Text: sentence.In(lang), Draw: r.drawDeduction(at, step, parts, hintCandidates, lang),
	}
	w.Draw.Placements, w.Draw.Eliminations, w.Marks = w.Placements, w.Eliminations, w.Draw.Marks
	chains := step.Cases
	if step.Chain != nil {
		chains = [][]deduction.Link{step.Chain}
	}
	for _, links := range chains {
		first := links[0]
		b := wire.Branch{Supposition: r.wireCandidate(first.Candidate), True: first.On, End: []int{len(links) - 1}}
		b.Contradiction = step.Chain != nil && (first.On && slices.Contains(step.Removes, first.Candidate) || !first.On && slices.Contains(step.Places, first.Candidate))
		for i, l := range links {
			x, role := r.wireCandidate(l.Candidate), "off"
			if l.On {
				role = "on"
			}
			line := wire.Line{Cell: x.Cell, Digit: x.Digit, True: l.On}
			if l.From >= 0 && l.From < i {
				line.From = []int{l.From}
				w.Draw.Links = append(w.Draw.Links, r.drawLink(links[l.From], l))
			}
			b.Nodes = append(b.Nodes, line)
			w.Draw.Marks = append(w.Draw.Marks, wire.Mark{Cell: x.Cell, Digit: x.Digit, Role: role})
		}
		w.Branches = append(w.Branches, b)
	}
	return w
}

// drawLink returns the line in a picture between two statements of a chain. The second statement follows from the
// first.
func (r *Subject) drawLink(from, to deduction.Link) wire.Link {
	end := func(l deduction.Link) wire.LinkEnd {
		return wire.LinkEnd{Cells: []string{r.CellName(l.Cell)}, Digit: l.Value}
	}
	kind := "weak"
	switch {
	case from.On == to.On:
		kind = "als"
	case to.On:
		kind = "strong"
	}
	return wire.Link{From: end(from), To: end(to), Kind: kind}
}

// The picture of a hint marks cells if the hint's level is at least hintCells. It also marks candidates if the level is
// at least hintCandidates.
const hintCells, hintCandidates = 2, 4

func (r *Subject) drawDeduction(state *deduction.State, step *deduction.Step, parts []deduction.Part, level int, lang message.Lang) *wire.Draw {
	w := wire.NewDraw(nil, nil)
	for _, part := range parts {
		w.Parts = append(w.Parts, wire.Part{Name: part.Name.In(lang), Index: part.Constraint, Kind: part.Kind, Cells: r.CellNames(part.Cells)})
	}
	if level >= hintCells {
		w.Cells = r.CellNames(step.Cells)
	}
	if level >= hintCandidates {
		for _, x := range r.wireCandidates(state.Pattern(step)) {
			w.Marks = append(w.Marks, wire.Mark{Cell: x.Cell, Digit: x.Digit, Role: "pattern"})
		}
	}
	return w
}

// addDeduction adds a step of package deduction to a hint.
func (p *Position) addDeduction(ctx context.Context, w *wire.Hint, h *hint.Help, lang message.Lang) {
	if w.Kind = "step"; w.Level >= 3 {
		w.Technique, w.Name = h.Deduction.Technique.String(), h.Rules.Title(h.Deduction).In(lang)
	}
	if w.Level < hint.Levels {
		w.Draw = p.Subject.drawDeduction(h.Rules, h.Deduction, h.Pieces, w.Level, lang)
		return
	}
	sentence := message.JoinClauses("explain.then", append(h.Earlier, h.Rules.Sentence(ctx, h.Deduction, nil)))
	one := p.Subject.wireDeduction(h.Rules, h.Deduction, h.Pieces, sentence, lang)
	w.Step, w.Draw = &one, one.Draw
}

// invalidValueMessage returns a text which says that the cell cannot have a value. The text calls the value `what`.
func (r *Subject) invalidValueMessage(cell int, what any) message.Message {
	return message.New("deduction.noValue", "cell", r.CellName(cell), "value", what, "low", r.Low, "high", r.High)
}

// parseCandidate returns the candidate for a cell's name and a value. The error is a [message.Messenger]. After an
// error, field names the request's invalid field: "cell" or "digit".
func (r *Subject) parseCandidate(cell string, value int) (x deduction.Candidate, field string, err error) {
	for c := range r.BoardCells() {
		if r.CellName(c) == cell && !r.IsHole(c) {
			if value < r.Low || value > r.High {
				return x, "digit", &message.Error{What: r.invalidValueMessage(c, value)}
			}
			return deduction.Candidate{Cell: c, Value: value}, "", nil
		}
	}
	return x, "cell", unknownCellError(cell)
}
