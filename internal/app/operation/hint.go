package operation

import (
	"context"
	"errors"
	"time"

	"nonet/board"
	"nonet/explain"
	"nonet/grade"
	"nonet/hint"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// HintRequest asks for a hint in a player's position.
type HintRequest struct {
	PositionRequest
	Level     int    `json:"level,omitempty" minimum:"1" maximum:"5" default:"1" doc:"How much to show: 1 the kind of step, 2 where to look, 3 the pattern, 4 the reason, 5 the move"`
	Goal      string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which step: the easiest, one that avoids the hardest technique, or the one after which the path is shortest"`
	Technique string `json:"technique,omitempty" doc:"To practise: a step of this technique and no other, by ID, HoDoKu code or name"`
	InferencesRequest

	goal      hint.Goal
	technique *logic.Technique
}

func (q *HintRequest) prepare(c *Call) error {
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	if q.Technique != "" {
		wanted, err := c.techniquesOf([]string{q.Technique}, "technique")
		if err != nil {
			return err
		}
		q.technique = &wanted[0]
	}
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	return c.checkFields(q.position.Subject, map[string]bool{"technique": q.technique != nil, "goal": q.goal != hint.Easiest, "inferences": q.Inferences})
}

func (q *HintRequest) answer(ctx context.Context, c *Call) any {
	w, _, _ := Hint(c.reportTechniques(ctx, q.Level >= 3), q.position, HintAsked{q.goal, q.technique, q.Level, q.Inferences}, c.Lang)
	return w
}

// Levels is the number of levels of a hint. Each level reveals more than the one before.
const Levels = hint.Levels

// InferencesRequest is the part of a request that adds a sentence for each inference of chains and branches.
type InferencesRequest struct {
	Inferences bool `json:"inferences,omitempty" default:"false" doc:"Describe each link of a chain and each line of a branch in a sentence, too"`
}

// HintAsked selects which hint to find, and how much of it to show.
type HintAsked struct {
	Goal       hint.Goal
	Technique  *logic.Technique // if not nil, only this technique is tried, whatever the goal
	Level      int              // how much to reveal, from 1 to [Levels]
	Inferences bool             // add a sentence for each inference of chains and branches
}

// Hint returns a hint for a position in JSON form. If the outcome is None or Undecided, err is the reason.
func Hint(ctx context.Context, p Position, asked HintAsked, lang message.Lang) (w wire.Hint, outcome sudoku.Outcome, err error) {
	start := time.Now()
	w = wire.Hint{Puzzle: p.answerText(), Level: asked.Level, Texts: []string{}}
	if p.Subject.has(logicSteps) || asked.Technique != nil || asked.Goal != hint.Easiest {
		outcome, err = p.hintByHouses(ctx, &w, asked, lang)
	} else {
		outcome, err = p.hintByDeduction(ctx, &w, asked.Level, lang)
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	return w, outcome, err
}

// hintByHouses answers [Hint] with the steps of package logic.
func (p *Position) hintByHouses(ctx context.Context, w *wire.Hint, asked HintAsked, lang message.Lang) (sudoku.Outcome, error) {
	technique, level := asked.Technique, asked.Level
	state := p.State()
	solution, outcome, err := p.solution(ctx, p.Subject.Puzzle)
	unique := outcome == sudoku.Found
	var h hint.Hint
	switch {
	case unique && p.hintMistake(w, puzzle.GridValues(solution), level, lang):
		return sudoku.Found, nil
	case unique && technique != nil:
		h, outcome, err = hint.Practise(ctx, state, *technique)
	case unique:
		h, outcome, err = hint.Next(ctx, state, solution, asked.Goal)
	}
	if outcome == sudoku.None && err == nil {
		err = noAnswerError("done")
	}
	if outcome != sudoku.Found {
		return outcome, err
	}
	w.Kind, w.Texts = "step", InLanguage(h.Texts[:level], lang)
	addHintDetails(w, &state, &h, level, asked.Inferences, lang)
	return outcome, nil
}

func addHintDetails(w *wire.Hint, s *logic.State, h *hint.Hint, level int, inferences bool, lang message.Lang) {
	family := h.Step.Technique.Info().Family
	w.Family, w.FamilyName = family.String(), family.Name().In(lang)
	if level < 2 {
		return
	}
	w.Draw = wire.NewDraw(h.Houses, nil)
	if level >= 3 {
		w.Technique, w.Name = h.Step.Technique.String(), h.Step.Technique.Name().In(lang)
		w.Draw = wire.NewDraw(h.Houses, wire.CellCodes(h.Cells))
		w.Draw.AddPattern(&h.Step, false)
	}
	switch level {
	case 4:
		hidden := revealingCells(&h.Step)
		step := wireStep(s, &h.Step, lang)
		if inferences {
			addInferences(&step, &h.Step, hidden, lang)
		}
		w.Draw.Digit, w.Draw.Links, w.Branches = step.Draw.Digit, step.Draw.Links, wire.ReasoningsOf(step.Branches, &h.Step, hidden)
	case Levels:
		step := wireStep(s, &h.Step, lang)
		if inferences {
			addInferences(&step, &h.Step, logic.CellSet{}, lang)
		}
		w.Step, w.Draw = &step, step.Draw
	}
}

// revealingCells returns the cells that would reveal the step's move: filled cells, and cells outside the pattern that
// lose candidates.
func revealingCells(step *logic.Step) (cells logic.CellSet) {
	pattern := explain.PatternCells(step)
	for _, c := range step.Eliminations {
		if !pattern.Has(c.Cell) {
			cells.Add(c.Cell)
		}
	}
	for _, c := range step.Placements {
		cells.Add(c.Cell)
	}
	return cells
}

// StepOf returns the JSON form of a step, with its sentence. Outside classic boards, HoDoKu's code and points are
// empty.
func StepOf(s *logic.State, step *logic.Step, lang message.Lang) wire.Step {
	w := wire.StepOf(step, explain.Sentence(s, step).In(lang), lang)
	if s.Board() != board.Classic() {
		w.Code, w.Score = "", 0
	}
	return w
}

// wireStep returns the result of StepOf with the step's picture.
func wireStep(s *logic.State, step *logic.Step, lang message.Lang) wire.Step {
	w := StepOf(s, step, lang)
	w.Draw = wire.NewDraw(explain.Where(s, step), wire.CellCodes(explain.PatternCells(step)))
	w.Draw.AddPattern(step, true)
	w.Draw.AddLinks(step)
	w.Draw.AddMove(step)
	return w
}

// addInferences adds sentences about a step's inferences to w. It omits sentences that would name a cell in hidden.
func addInferences(w *wire.Step, step *logic.Step, hidden logic.CellSet, lang message.Lang) {
	for i, m := range explain.Links(step) {
		w.Draw.Links[i].Text = m.In(lang)
	}
	for i := range step.Branches {
		b := &w.Branches[i]
		for k, m := range explain.Inferences(&step.Branches[i], hidden) {
			switch {
			case m.Key == "":
			case k == len(b.Nodes):
				b.Text = m.In(lang)
			default:
				b.Nodes[k].Text = m.In(lang)
			}
		}
	}
}

// GradeRequest asks how hard a puzzle is.
type GradeRequest struct{ SubjectRequest }

func (q *GradeRequest) answer(ctx context.Context, c *Call) any {
	w, _, _ := Grade(ctx, q.subject, c.Lang)
	return w
}

// Grade grades a puzzle; it ignores pencil marks. If the outcome is None or Undecided, err is the reason. If ctx ends,
// the result has the grades that were ready. HoDoKu's grade comes first. Sudoku Explainer's grade, which may take
// seconds, comes last. If the puzzle is too hard for Sudoku Explainer's techniques, the answer has no such grade, and
// Reason says so.
func Grade(ctx context.Context, r *Subject, lang message.Lang) (w wire.Grade, outcome sudoku.Outcome, err error) {
	start := time.Now()
	w = wire.Grade{Puzzle: r.PuzzleText(), Board: r.wireBoard()}
	if r.has(hodokuPoints) {
		if n := IgnoredMarks(r.read); n > 0 {
			w.Notes = []string{message.New("operation.gradePencil", "n", n).In(lang)}
		}
		outcome, err = fillGrade(ctx, &w, r.givenGrid())
	} else {
		w.Notes = r.Notes(lang)
		outcome, err = r.gradeByDeduction(ctx, &w)
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	if outcome == sudoku.Found {
		err = nil
	}
	return w, outcome, err
}

func fillGrade(ctx context.Context, w *wire.Grade, g sudoku.Grid) (sudoku.Outcome, error) {
	path, outcome, err := hodoku.PathOf(ctx, logic.NewState(g), hodoku.DefaultOrder(), nil)
	if outcome == sudoku.None && err == nil {
		err = noAnswerError("notOneGrade")
	}
	if outcome != sudoku.Found {
		return outcome, err
	}
	w.HoDoKu, w.Hardest = hodokuGrade(&path)
	w.Steps = len(path.Steps)
	rounds, outcome, err := grade.RoundsOf(ctx, logic.NewState(g), hodoku.DefaultOrder())
	if outcome != sudoku.Found {
		return outcome, err
	}
	w.Nonet = &wire.Rounds{Hardest: rounds.Hardest.String(), Rounds: rounds.N, Bottleneck: rounds.Bottleneck, Solved: rounds.Solved}
	rating, outcome, err := grade.Explainer(ctx, g, grade.ExplainerLimits{})
	switch {
	case outcome == sudoku.Found:
		w.SE = &wire.SE{ER: float64(rating.ER) / 10, EP: float64(rating.EP) / 10, ED: float64(rating.ED) / 10}
	case errors.Is(err, grade.ErrBeyond):
		outcome = sudoku.Found
	}
	return outcome, err
}

// hodokuGrade returns HoDoKu's grade of a path and the name of the path's hardest technique. The name is "" for a path
// without steps.
func hodokuGrade(path *logic.Path) (graded *wire.HoDoKu, hardest string) {
	score, level := grade.HoDoKu(path)
	graded = &wire.HoDoKu{Level: level.String(), Score: score}
	if t, ok := grade.Hardest(path.Steps); ok {
		hardest = t.String()
	}
	return graded, hardest
}
