package operation

import (
	"context"
	"errors"
	"time"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// GradeRequest asks how hard a puzzle is.
type GradeRequest struct {
	PuzzleRequest
	RulesRequest
}

func (q *GradeRequest) prepare(c *Call) error { return q.readRules(c, &q.PuzzleRequest) }

func (q *GradeRequest) answer(ctx context.Context, c *Call) any {
	w, _, _ := Grade(ctx, q.subject, c.Lang)
	return w
}

// Grade grades a puzzle; it ignores pencil marks. The outcome None or Undecided comes with the
// reason as the error. If ctx ends, the result has the grades that were ready: HoDoKu's is
// first, Sudoku Explainer's, which may take seconds, last. If the puzzle is too hard for Sudoku
// Explainer's techniques, its grade is absent and Reason says so.
func Grade(ctx context.Context, r *Subject, lang message.Lang) (wire.Grade, sudoku.Outcome, error) {
	if r.classic == nil {
		return r.grade(ctx, lang)
	}
	start, p := time.Now(), r.classic
	w := wire.Grade{Puzzle: p.Grid.String()}
	if n := p.Eliminations(); n > 0 {
		w.Notes = []string{message.New("operation.gradePencil", "n", n).In(lang)}
	}
	outcome, err := gradeInto(ctx, &w, p.Grid)
	w.Outcome = outcome.String()
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	if outcome == sudoku.Found {
		err = nil
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w, outcome, err
}

func gradeInto(ctx context.Context, w *wire.Grade, g sudoku.Grid) (sudoku.Outcome, error) {
	path, outcome, err := hodoku.PathOf(ctx, logic.NewState(g), hodoku.DefaultOrder(), nil)
	if outcome == sudoku.None && err == nil {
		err = noAnswer("notOneGrade")
	}
	if outcome != sudoku.Found {
		return outcome, err
	}
	w.HoDoKu, w.Hardest = hodokuOf(&path)
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

// hodokuOf returns HoDoKu's grade of a path and the path's hardest technique; nil and "" if
// there is none.
func hodokuOf(path *logic.Path) (graded *wire.HoDoKu, hardest string) {
	if score, level, ok := grade.HoDoKu(path); ok {
		graded = &wire.HoDoKu{Level: level.String(), Score: score}
	}
	if t, ok := grade.Hardest(path.Steps); ok {
		hardest = t.String()
	}
	return graded, hardest
}
