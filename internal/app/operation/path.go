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

	goal hint.Goal
}

func (q *ExplainRequest) prepare(c *Call) error {
	if err := q.goal.UnmarshalText([]byte(q.Goal)); err != nil {
		return err
	}
	if err := q.PositionRequest.prepare(c); err != nil {
		return err
	}
	return c.checkFields(q.position.Subject, map[string]bool{"goal": q.goal != hint.Easiest, "prune": q.Prune, "inferences": q.Inferences})
}

func (q *ExplainRequest) answer(ctx context.Context, c *Call) any {
	found := Explain(c.reportTechniques(ctx, true), q.position, ExplainAsked{q.goal, q.Prune, q.Suppose})
	w := found.Wire(ctx, true, c.Lang)
	if q.Inferences {
		for i := range w.Steps {
			addInferences(&w.Steps[i], &found.path.Steps[i], logic.CellSet{}, c.Lang)
		}
	}
	return w
}

// ExplainAsked holds the options of [Explain].
type ExplainAsked struct {
	Goal    hint.Goal
	Prune   bool // remove the steps that no later step needs
	Suppose bool // for a puzzle of other rules: suppose a value when no technique finds a step
}

// Explained is the path from a position to the solution. If the outcome is None or Undecided, Err is the reason, and
// the path has the steps so far. For a puzzle of other rules, None without an error means that the techniques found no
// further step.
type Explained struct {
	Outcome sudoku.Outcome
	Err     error

	took     time.Duration
	position Position
	byHouses bool            // true if the steps are in path, false if they are in other
	path     logic.Path      // the steps of package logic
	other    *deduction.Path // the steps of package deduction; nil if the puzzle is contradictory from the start
}

// Explain solves a position step by step, until ctx ends. Errors are in the field Err of the result.
func Explain(ctx context.Context, p Position, asked ExplainAsked) Explained {
	start, e := time.Now(), Explained{position: p}
	if e.byHouses = p.Subject.has(logicSteps) || asked.Goal != hint.Easiest || asked.Prune; !e.byHouses {
		e.other, e.Outcome, e.Err = solveByDeduction(ctx, &p, asked.Suppose)
	} else {
		e.path, e.Outcome, e.Err = p.pathByHouses(ctx, asked.Goal)
		switch {
		case e.Outcome == sudoku.None && e.Err == nil:
			e.Err = noAnswerError("notOne")
		case e.Outcome == sudoku.Found && asked.Prune:
			e.path = hint.ShortenPath(ctx, e.path)
		}
	}
	e.took = time.Since(start)
	return e
}

// pathByHouses solves a position with the steps of package logic. `goal` selects which steps are preferred.
func (p *Position) pathByHouses(ctx context.Context, goal hint.Goal) (logic.Path, sudoku.Outcome, error) {
	s := p.State()
	if p.Subject.has(logicSteps) { // faster: hint.Path itself searches for a classic solution, and only if it needs one
		return hint.Path(ctx, s, nil, goal)
	}
	if err := p.Contradiction(); err != nil {
		return logic.Path{Start: s}, sudoku.None, err
	}
	solution, outcome, err := p.solution(ctx, p.withValues())
	if outcome != sudoku.Found {
		return logic.Path{Start: s}, outcome, err
	}
	return hint.Path(ctx, s, &solution, goal)
}

// Wire returns the JSON form of e. If `pictures` is true, each step of package logic has its drawing.
func (e *Explained) Wire(ctx context.Context, pictures bool, lang message.Lang) wire.Explain {
	w := wire.Explain{Puzzle: e.position.answerText(), Outcome: e.Outcome.String(), Steps: []wire.Step{}, Milliseconds: wire.Milliseconds(e.took)}
	err := e.Err
	if err == nil && e.Outcome == sudoku.None {
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
	if e.Outcome != sudoku.Found {
		return w
	}
	if w.HoDoKu, w.Hardest = hodokuGrade(&e.path); !e.position.Subject.has(hodokuPoints) {
		w.Level, w.HoDoKu = w.HoDoKu.Level, nil
	}
	return w
}

// Drawings returns the board before each step of package logic and after the last, each as a text of several lines.
func (e *Explained) Drawings() (all []string) {
	at := e.path.Start
	for i := range e.path.Steps {
		all = append(all, explain.Drawing(&at, &e.path.Steps[i]))
		at.Apply(&e.path.Steps[i])
	}
	return append(all, explain.Drawing(&at, nil))
}

// EndNote returns a text that says why a path does not reach the solution. If the path ends in a contradiction, the
// result is the zero Message, because the last step states the contradiction.
func (e *Explained) EndNote() (m message.Message) {
	switch {
	case e.byHouses:
		return message.New("cli.explain.incomplete")
	case e.other == nil && e.Outcome == sudoku.None: // the puzzle is contradictory from the start
		return message.New("no solution") // the catalogue lacks this key, so the key itself is the text
	case e.other != nil && e.other.End.IsContradictory():
		return m
	}
	return message.New("deduction.stuck")
}

// StepsRequest asks for all steps that are possible in a position.
type StepsRequest struct {
	PositionRequest
	Techniques []string `json:"techniques,omitempty" maxItems:"200" doc:"Only these, by ID, HoDoKu code or name; without it all"`
	Limit      int      `json:"limit,omitempty" minimum:"1" maximum:"1000" default:"100" doc:"How many steps to return at most"`

	wanted []logic.Technique
}

func (q *StepsRequest) prepare(c *Call) (err error) {
	if err = q.PositionRequest.prepare(c); err == nil {
		q.wanted, err = c.techniquesOf(q.Techniques, "techniques")
	}
	return err
}

func (q *StepsRequest) answer(ctx context.Context, c *Call) any {
	return q.position.Steps(ctx, q.wanted, q.Limit, c.Lang)
}

// StepsShown is the default number of steps in an answer. Some grids have hundreds of thousands of steps, most of them
// fish that nobody looks for.
const StepsShown = 100

// StepNodes is the default node limit of the search for one technique.
const StepNodes = 2_000_000

// EachStep calls yield with each step that is possible in s, until yield returns false. It tries the given techniques,
// or all if techniques is nil, the easiest first. It yields each pattern once. options returns the finder's options for
// a technique. If a limit ends the search for a technique, EachStep calls cut. It then continues with the next
// technique, unless ctx has ended.
func EachStep(ctx context.Context, s logic.State, techniques []logic.Technique, options func(logic.Technique) logic.Options, yield func(*logic.Step) bool, cut func(logic.Technique, error)) {
	if techniques == nil {
		techniques = hodoku.Techniques()
	}
	f := logic.NewFinder(s, logic.Options{})
	going := true
	techniques = slices.Clone(techniques)
	hodoku.Sort(techniques)
	for _, t := range techniques {
		if ctx.Err() != nil {
			cut(t, context.Cause(ctx))
			return
		}
		f.Options = options(t)
		told := map[string]bool{}
		err := f.Each(ctx, t, func(step *logic.Step) bool {
			// Two steps are the same pattern if their JSON forms are equal.
			key, err := json.Marshal(wire.StepOf(step, "", message.English))
			if err == nil && !told[string(key)] {
				told[string(key)] = true
				going = yield(step)
			}
			return going
		})
		if err != nil {
			// If ctx has ended, report this as the reason, even if the search has also reached another limit.
			ended := ctx.Err() != nil
			if ended {
				err = context.Cause(ctx)
			}
			if cut(t, err); ended {
				return
			}
		}
		if !going {
			return
		}
	}
}

// StepOptions returns options for finding all steps of a position. `nodes` limits the search for each technique.
func StepOptions(nodes uint64) logic.Options {
	return logic.Options{MissingCorners: true, Nodes: nodes}
}

// Steps returns at most `limit` steps, the easiest first. If techniques is nil, it tries all techniques.
func (p *Position) Steps(ctx context.Context, techniques []logic.Technique, limit int, lang message.Lang) wire.Steps {
	start, s := time.Now(), p.State()
	w := wire.Steps{Puzzle: p.answerText(), Steps: []wire.Step{}, Complete: true}
	if err := p.Contradiction(); err != nil {
		w.Outcome = sudoku.None.String()
		w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
		return w
	}
	EachStep(ctx, s, techniques, func(logic.Technique) logic.Options { return StepOptions(StepNodes) }, func(step *logic.Step) bool {
		if len(w.Steps) == limit {
			w.Complete = false
			return false
		}
		w.Steps = append(w.Steps, wireStep(&s, step, lang))
		return true
	}, func(t logic.Technique, err error) {
		w.Complete = false
		if _, w.Reason = wire.WhyStopped(err, lang); !errors.Is(err, context.Cause(ctx)) {
			w.Reason = message.New("operation.cutTechnique", "technique", t.Name(), "why", err).In(lang)
		}
	})
	switch {
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
