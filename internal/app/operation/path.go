package operation

import (
	"context"
	"time"

	"nonet/explain"
	"nonet/hint"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle/deduction"
	"nonet/sudoku"
	"nonet/wire"
)

// ExplainRequest asks for the whole path to the solution.
type ExplainRequest struct {
	PositionRequest
	Goal    string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which path: the easiest step at each point; one that avoids the hardest technique if possible; or one of few steps, looking one step ahead"`
	Prune   bool   `json:"prune,omitempty" default:"false" doc:"Leave out steps that nothing later needs"`
	Suppose bool   `json:"suppose,omitempty" doc:"For other boards or rules: make a supposition where no other step is found"`
	InferencesRequest

	goal hint.Goal
}

func (q *ExplainRequest) prepare(c *Call) error {
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	return c.checkFields(q.position.subjectOf(), map[string]bool{"goal": q.goal != hint.Easiest, "prune": q.Prune, "inferences": q.Inferences})
}

func (q *ExplainRequest) answer(ctx context.Context, c *Call) any {
	found := Explain(c.reportTechniques(ctx, true), q.position, ExplainAsked{q.goal, q.Prune, q.Suppose})
	w := found.Wire(true, c.Lang)
	if q.Inferences {
		for i := range w.Steps {
			addInferences(&w.Steps[i], &found.path.Steps[i], logic.CellSet{}, c.Lang)
		}
	}
	return w
}

// ExplainAsked selects a path to the solution.
type ExplainAsked struct {
	Goal    hint.Goal
	Prune   bool // remove steps that no later step needs
	Suppose bool // of a puzzle of other rules: suppose a value if there is no other step
}

// Explained is a path to the solution. The outcome None or Undecided comes with the reason as
// the error; then the path has the steps so far. For a puzzle of other rules, None without an
// error means that there are no further steps.
type Explained struct {
	Outcome sudoku.Outcome
	Err     error

	took  time.Duration
	path  logic.Path
	rules *Subject // set for a puzzle of other rules, with other
	other *deduction.Path
}

// Explain returns the path to the solution from a position.
func Explain(ctx context.Context, p Position, asked ExplainAsked) (e Explained) {
	start := time.Now()
	if p.Rules != nil {
		e.rules = p.Rules.Subject
		e.other, e.Outcome, e.Err = solveByDeduction(ctx, p.Rules, asked.Suppose)
	} else {
		e.path, e.Outcome, e.Err = hint.Path(ctx, p.State, nil, asked.Goal)
		switch {
		case e.Outcome == sudoku.None && e.Err == nil:
			e.Err = noAnswer("notOne")
		case e.Outcome == sudoku.Found && asked.Prune:
			e.path = hint.ShortenPath(ctx, e.path)
		}
	}
	e.took = time.Since(start)
	return e
}

// Wire returns the path in JSON form. If pictures is set, each step has its drawing.
func (e *Explained) Wire(pictures bool, lang message.Lang) wire.Explain {
	if e.rules != nil {
		return e.rules.pathAnswer(e.other, e.Outcome, e.Err, e.took, lang)
	}
	w := wire.Explain{Puzzle: e.path.Start.Grid().String(), Outcome: e.Outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(e.took)}
	w.Contradictions, w.Reason = wire.WhyStopped(e.Err, lang)
	at := e.path.Start
	for i := range e.path.Steps {
		step := stepOf(&at, &e.path.Steps[i], lang)
		if !pictures {
			step.Draw = nil
		}
		w.Steps = append(w.Steps, step)
		at.Apply(&e.path.Steps[i])
	}
	if e.Outcome == sudoku.Found {
		w.HoDoKu, w.Hardest = hodokuOf(&e.path)
	}
	return w
}

// Drawings returns the board before each step and after the last; nil for a puzzle of other
// rules.
func (e *Explained) Drawings() (all []string) {
	if e.rules != nil {
		return nil
	}
	at := e.path.Start
	for i := range e.path.Steps {
		all = append(all, explain.Drawing(&at, &e.path.Steps[i]))
		at.Apply(&e.path.Steps[i])
	}
	return append(all, explain.Drawing(&at, nil))
}

// Ending is the way a path ends.
type Ending uint8

const (
	EndSolved     Ending = iota // at the solution
	EndUnsolved                 // before the solution: a classic puzzle without a unique solution, or a search that was cut short
	EndStuck                    // no further step was found
	EndBroken                   // at a contradiction
	EndNoSolution               // no path: the puzzle is contradictory from the start
)

// PathEnding returns how the path ends.
func (e *Explained) PathEnding() Ending {
	switch {
	case e.Outcome == sudoku.Found:
		return EndSolved
	case e.rules == nil:
		return EndUnsolved
	case e.other == nil && e.Outcome == sudoku.None:
		return EndNoSolution
	case e.other != nil && e.other.End.IsContradictory():
		return EndBroken
	}
	return EndStuck
}
