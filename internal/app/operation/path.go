package operation

import (
	"context"
	"time"

	"nonet/grade"
	"nonet/hint"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// Path is a path to the solution with a goal, on request without the steps that
// nothing later needs. The outcome is None or Undecided with the reason as the
// error, and then the path has the steps so far.
func Path(ctx context.Context, s logic.State, goal hint.Goal, prune bool) (logic.Solution, sudoku.Outcome, error) {
	path, outcome, err := hint.Path(ctx, s, goal)
	switch {
	case outcome == sudoku.None && err == nil:
		err = noAnswer("notOne")
	case outcome == sudoku.Found && prune:
		path = hint.Short(ctx, path)
	}
	return path, outcome, err
}

// ExplainOf is the wire form of what [Path] returned; pictures adds to each step
// what to draw.
func ExplainOf(path *logic.Solution, outcome sudoku.Outcome, err error, took time.Duration, pictures bool, lang message.Lang) wire.Explain {
	w := wire.Explain{Puzzle: path.Start.Grid().String(), Outcome: outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(took)}
	w.Contradictions, w.Reason = wire.Why(err, lang)
	at := path.Start
	for i := range path.Steps {
		step := stepOf(&at, &path.Steps[i], lang)
		if !pictures {
			step.Draw = nil
		}
		w.Steps = append(w.Steps, step)
		at.Apply(&path.Steps[i])
	}
	if outcome == sudoku.Found {
		score, level := grade.HoDoKu(path.Steps)
		w.HoDoKu = &wire.HoDoKu{Level: level.String(), Score: score}
		if hardest, ok := grade.Hardest(path.Steps); ok {
			w.Hardest = hardest.String()
		}
	}
	return w
}
