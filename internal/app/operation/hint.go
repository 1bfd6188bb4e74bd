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
	technique *logic.Technique // if not nil, only this technique is tried, whatever the goal
}

// Check parses the technique and the goal. Call it once, before the question is asked.
func (q *HintRequest) Check() error {
	if q.Technique != "" {
		technique, err := TechniqueNamed(q.Technique)
		if err != nil {
			return err
		}
		q.technique = &technique
	}
	return q.goal.UnmarshalText([]byte(q.Goal))
}

func (q *HintRequest) prepare(c *Call) error {
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	if err := c.techniqueError(q.Check(), "technique"); err != nil {
		return err
	}
	return c.checkFields(q.position.Subject, map[string]bool{"technique": q.technique != nil, "goal": q.goal != hint.Easiest, "inferences": q.Inferences})
}

func (q *HintRequest) answer(ctx context.Context, c *Call) any {
	return q.ask(c.reportTechniques(ctx, q.Level >= 3), q.position, puzzle.Limits{}, c.Lang).Wire
}

// InferencesRequest is the part of a request that adds a sentence for each inference of chains and branches.
type InferencesRequest struct {
	Inferences bool `json:"inferences,omitempty" default:"false" doc:"Describe each link of a chain and each line of a branch in a sentence, too"`
}

// ask answers with a [wire.Hint].
func (q *HintRequest) ask(ctx context.Context, p Position, limits puzzle.Limits, lang message.Lang) (a Answered) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	start := time.Now()
	var h hint.Help
	if p.Subject.has(logicSteps) || q.technique != nil || q.goal != hint.Easiest {
		h, a.Outcome, a.Err = p.HelpOnHouses(ctx, q.goal, q.technique)
	} else {
		h, a.Outcome, a.Err = p.HelpByRules(ctx)
	}
	w := wire.Hint{Puzzle: p.answerText(), Outcome: a.Outcome.String(), Level: q.Level, Texts: []string{}}
	switch {
	case a.Outcome != sudoku.Found:
	case h.Mistake != nil:
		p.addMistake(&w, h.Mistake)
	case h.Rules != nil:
		p.addDeduction(ctx, &w, &h, lang)
	default:
		addHintDetails(&w, &h, q.Level, q.Inferences, lang)
	}
	if a.Outcome == sudoku.Found {
		w.Texts = InLanguage(h.Texts[:q.Level], lang)
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(a.Err, lang)
	a.Wire = w
	return a
}

func (p *Position) addMistake(w *wire.Hint, m *hint.Mistake) {
	w.Kind = m.String()
	if w.Level >= 2 {
		w.Cell = p.Subject.CellName(m.Cell)
		w.Draw = wire.NewDraw(nil, []string{w.Cell})
	}
	if w.Level >= 2 && !m.Missing || w.Level >= 4 {
		w.Digit = &m.Value
	}
}

func addHintDetails(w *wire.Hint, h *hint.Help, level int, inferences bool, lang message.Lang) {
	w.Kind = "step"
	w.Family, w.FamilyName = wire.FamilyOf(h.Step.Technique, lang)
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
		step := wireStep(&h.State, &h.Step, lang)
		if inferences {
			addInferences(&step, &h.Step, hidden, lang)
		}
		w.Draw.Digit, w.Draw.Links, w.Branches = step.Draw.Digit, step.Draw.Links, wire.ReasoningsOf(step.Branches, &h.Step, hidden)
	case hint.Levels:
		step := wireStep(&h.State, &h.Step, lang)
		if inferences {
			addInferences(&step, &h.Step, logic.CellSet{}, lang)
		}
		w.Step, w.Draw = &step, step.Draw
	}
}

// revealingCells returns the cells that would reveal the step's move: the cells that the step fills, and the cells
// outside the pattern that lose candidates.
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

// StepOf returns the JSON form of a step, with its sentence. If the board is not classic, the code and the points of
// HoDoKu are empty.
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
// seconds, comes last. If the puzzle needs a technique that Sudoku Explainer lacks, the answer has no Sudoku Explainer
// grade. The field Reason then says so.
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
		err = message.NewError("operation.notOneGrade")
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
