package operation

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"nonet/explain"
	"nonet/hint"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/sudoku"
	"nonet/wire"
)

// ExplainRequest asks for all steps from a position to the solution.
type ExplainRequest struct {
	PositionRequest
	Goal    string `json:"goal,omitempty" enum:"easiest,avoid-hardest,fewest" default:"easiest" doc:"Which path: the easiest step at each point; one that avoids the hardest technique if possible; or one of few steps, looking one step ahead"`
	Prune   bool   `json:"prune,omitempty" default:"false" doc:"Leave out steps that nothing later needs"`
	Suppose bool   `json:"suppose,omitempty" doc:"For other boards or rules: make a supposition where no other step is found"`
	InferencesRequest
	Boards bool // for the command line: draw the board before each step, in [Path.Boards]

	goal hint.Goal
}

// Check parses the goal. Call it once, before the question is asked.
func (q *ExplainRequest) Check() error { return q.goal.UnmarshalText([]byte(q.Goal)) }

func (q *ExplainRequest) prepare(c *Call) error {
	if err := q.Check(); err != nil {
		return err
	}
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	return c.checkFields(q.position.Subject, map[string]bool{"goal": q.goal != hint.Easiest, "prune": q.Prune, "inferences": q.Inferences})
}

func (q *ExplainRequest) answer(ctx context.Context, c *Call) any {
	found := q.explain(c.reportTechniques(ctx, true), q.position)
	w := found.wire(ctx, true, c.Lang)
	if q.Inferences {
		for i := range w.Steps {
			addInferences(&w.Steps[i], &found.path.Steps[i], logic.CellSet{}, c.Lang)
		}
	}
	return w
}

// Path is the answer to an [ExplainRequest] of the command line. If its outcome is None and there is no error, the
// techniques found no further step.
type Path struct {
	wire.Explain
	Boards []string        `json:"-"` // the board before each step and after the last, each a text of several lines
	End    message.Message `json:"-"` // why the path does not reach the solution; the zero Message if its last step says so
}

// ask answers with a [Path] whose steps have no pictures.
func (q *ExplainRequest) ask(ctx context.Context, p Position, limits puzzle.Limits, lang message.Lang) Answered {
	bounded, cancel := limits.BoundContext(ctx)
	defer cancel()
	found := q.explain(bounded, p)
	path := Path{Explain: found.wire(ctx, false, lang)}
	if q.Boards {
		at := found.path.Start
		for i := range found.path.Steps {
			path.Boards = append(path.Boards, explain.Drawing(&at, &found.path.Steps[i]))
			at.Apply(&found.path.Steps[i])
		}
		path.Boards = append(path.Boards, explain.Drawing(&at, nil))
	}
	switch {
	case found.outcome == sudoku.Found, found.other != nil && found.other.End.IsContradictory():
	case found.byHouses:
		path.End = message.New("cli.explain.incomplete")
	case found.other == nil && found.outcome == sudoku.None: // the puzzle is contradictory from the start
		path.End = message.New("no solution") // the catalogue lacks this key, so the key itself is the text
	default:
		path.End = message.New("deduction.stuck")
	}
	return Answered{Wire: path, Outcome: found.outcome, Err: found.err}
}

// explained is the path from a position to the solution. If the outcome is None or Undecided, err is the reason, and
// the path has the steps so far. But for steps of package deduction, a nil err with None means that no further step was
// found.
type explained struct {
	outcome sudoku.Outcome
	err     error

	took     time.Duration
	position Position
	byHouses bool            // true if the steps are in path, false if they are in other
	path     logic.Path      // the steps of package logic
	other    *deduction.Path // the steps of package deduction; nil if the puzzle is contradictory from the start
}

// explain solves a position step by step, until ctx ends. Errors are in the field err of the result.
func (q *ExplainRequest) explain(ctx context.Context, p Position) explained {
	start, e := time.Now(), explained{position: p}
	if e.byHouses = p.Subject.has(logicSteps) || q.goal != hint.Easiest || q.Prune; !e.byHouses {
		e.other, e.outcome, e.err = solveByDeduction(ctx, &p, q.Suppose)
	} else {
		e.path, e.outcome, e.err = p.pathByHouses(ctx, q.goal)
		switch {
		case e.outcome == sudoku.None && e.err == nil:
			e.err = message.NewError("hint.notOne")
		case e.outcome == sudoku.Found && q.Prune:
			e.path = hint.ShortenPath(ctx, e.path)
		}
	}
	e.took = time.Since(start)
	return e
}

// pathByHouses solves a position with the steps of package logic. `goal` selects which steps are preferred.
func (p *Position) pathByHouses(ctx context.Context, goal hint.Goal) (logic.Path, sudoku.Outcome, error) {
	s := p.State()
	if p.Subject.has(logicSteps) { // faster, because hint.Path searches for the classic puzzle's solution only if it needs the solution
		return hint.Path(ctx, s, nil, goal)
	}
	if err := p.Contradiction(); err != nil {
		return logic.Path{Start: s}, sudoku.None, err
	}
	return p.PathOnHouses(ctx, goal)
}

// wire returns the JSON form of e. If pictures is true, each step of package logic has its drawing.
func (e *explained) wire(ctx context.Context, pictures bool, lang message.Lang) wire.Explain {
	w := wire.Explain{Puzzle: e.position.answerText(), Outcome: e.outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(e.took)}
	err := e.err
	if err == nil && e.outcome == sudoku.None {
		err = message.NewError("deduction.stuck")
	}
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	if !e.byHouses {
		e.position.Subject.addPath(ctx, &w, e.other, lang)
		return w
	}
	at := e.path.Start
	for i := range e.path.Steps {
		step := wireStep(&at, &e.path.Steps[i], lang)
		if !pictures {
			step.Draw = nil
		}
		w.Steps = append(w.Steps, step)
		at.Apply(&e.path.Steps[i])
	}
	if e.outcome != sudoku.Found {
		return w
	}
	if w.HoDoKu, w.Hardest = hodokuGrade(&e.path); !e.position.Subject.has(hodokuPoints) {
		w.Level, w.HoDoKu = w.HoDoKu.Level, nil
	}
	return w
}

// StepsRequest asks for all steps that are possible in a position.
type StepsRequest struct {
	PositionRequest
	Techniques []string `json:"techniques,omitempty" maxItems:"200" doc:"Only these, by ID, HoDoKu code or name; without it all"`
	Limit      int      `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"100" doc:"How many steps to return at most"`

	techniques []logic.Technique
}

func (q *StepsRequest) prepare(c *Call) (err error) {
	if err = q.PositionRequest.prepare(c); err == nil {
		q.techniques, err = c.techniquesOf(q.Techniques, "techniques")
	}
	return err
}

func (q *StepsRequest) answer(ctx context.Context, c *Call) any {
	start := time.Now()
	w := wire.Steps{Puzzle: q.position.answerText(), Steps: []wire.Step{}, Complete: true}
	list := StepList{
		Techniques: q.techniques,
		Limit:      uint64(q.Limit),
		Yield: func(s *logic.State, step *logic.Step) bool {
			w.Steps = append(w.Steps, wireStep(s, step, c.Lang))
			return true
		},
		More: func() { w.Complete = false },
		Cut: func(t logic.Technique, err error) {
			w.Complete = false
			if _, w.Reason = wire.WhyStopped(err, c.Lang); !errors.Is(err, context.Cause(ctx)) {
				w.Reason = message.New("operation.cutTechnique", "technique", t.Name(), "why", err).In(c.Lang)
			}
		},
	}
	found := list.ask(ctx, q.position, puzzle.Limits{Nodes: StepNodes}, c.Lang)
	switch {
	case found.Err != nil:
		w.Outcome, w.Complete = found.Outcome.String(), true
		w.Contradictions, w.Reason = wire.WhyStopped(found.Err, c.Lang)
		return w
	case len(w.Steps) > 0:
		w.Outcome = sudoku.Found.String()
	case w.Complete:
		w.Outcome = sudoku.None.String()
	default:
		w.Outcome = sudoku.Undecided.String()
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}

// StepsShown is the default number of steps in an answer. Some grids have hundreds of thousands of steps, most of them
// fish that nobody looks for.
const StepsShown = 100

// StepNodes is the default node limit of the search for one technique.
const StepNodes = 2_000_000

// StepList is a [Question] for all steps that are possible in a position, each pattern once.
type StepList struct {
	Techniques []logic.Technique // the techniques to try, the easiest first; nil means all
	Limit      uint64            // the maximum number of steps; 0 means no limit
	// Yield receives each step with its position, until it returns false.
	Yield func(*logic.State, *logic.Step) bool
	More  func()                       // called if there are more steps than the limit
	Cut   func(logic.Technique, error) // called for each technique whose search a limit ended
}

// ask passes the steps to l.Yield. In a contradictory position, the outcome is None. limits apply to each technique.
func (l *StepList) ask(ctx context.Context, p Position, limits puzzle.Limits, _ message.Lang) Answered {
	if err := p.Contradiction(); err != nil {
		return Answered{Outcome: sudoku.None, Err: err}
	}
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	s := p.State()
	f, techniques := logic.NewFinder(s, logic.Options{}), slices.Clone(l.Techniques)
	if techniques == nil {
		techniques = hodoku.Techniques()
	}
	hodoku.Sort(techniques)
	n, going := uint64(0), true
	for _, t := range techniques {
		if ctx.Err() != nil {
			l.Cut(t, context.Cause(ctx))
			break
		}
		f.Options = logic.Options{MissingCorners: true}
		if c := p.library; c != nil && hodoku.ColumnsOf(t).Code == c.Code[:min(4, len(c.Code))] {
			f.Options = c.Options()
		}
		f.Options.Nodes = limits.Nodes
		names := map[string]bool{}
		err := f.Each(ctx, t, func(step *logic.Step) bool {
			// Two steps are the same pattern if their JSON forms are equal.
			key, err := json.Marshal(wire.StepOf(step, "", message.English))
			if err != nil || names[string(key)] {
				return going
			}
			names[string(key)] = true
			if n == l.Limit && l.Limit > 0 {
				l.More()
				going = false
			} else {
				n++
				going = l.Yield(&s, step)
			}
			return going
		})
		if err != nil {
			// If ctx has ended, report this as the reason, even if the search has also reached another limit.
			ended := ctx.Err() != nil
			if ended {
				err = context.Cause(ctx)
			}
			if l.Cut(t, err); ended {
				break
			}
		}
		if !going {
			break
		}
	}
	return Answered{Outcome: sudoku.Found}
}
