package operation

import (
	"context"
	"time"

	"nonet/hint"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// ExplainRequest asks for the whole way to the solution.
type ExplainRequest struct {
	PositionRequest
	Goal  string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which path: the easiest step at each point, without the hardest technique if there is a way round, or with few steps, looking one step ahead"`
	Prune bool   `json:"prune,omitempty" default:"false" doc:"Leave out steps that nothing later needs"`
	InferencesRequest

	goal hint.Goal
}

func (q *ExplainRequest) prepare(c *Call) error {
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	return q.PositionRequest.prepare(c)
}

func (q *ExplainRequest) answer(ctx context.Context, c *Call) wire.Explain {
	start := time.Now()
	path, outcome, err := Path(c.telling(ctx, true), q.position.State, q.goal, q.Prune)
	w := ExplainOf(&path, outcome, err, time.Since(start), true, c.Lang)
	if q.Inferences {
		for i := range w.Steps {
			infer(&w.Steps[i], &path.Steps[i], logic.CellSet{}, c.Lang)
		}
	}
	c.Outcome = w.Outcome
	return w
}

// Path is a path to the solution with a goal, on request without the steps that
// nothing later needs. The outcome is None or Undecided with the reason as the
// error, and then the path has the steps so far.
func Path(ctx context.Context, s logic.State, goal hint.Goal, prune bool) (logic.Path, sudoku.Outcome, error) {
	path, outcome, err := hint.Path(ctx, s, nil, goal)
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
func ExplainOf(path *logic.Path, outcome sudoku.Outcome, err error, took time.Duration, pictures bool, lang message.Lang) wire.Explain {
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
		w.HoDoKu, w.Hardest = hodokuOf(path)
	}
	return w
}
