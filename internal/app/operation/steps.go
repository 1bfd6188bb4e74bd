package operation

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// StepsRequest asks for all steps that a position permits.
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
	return Steps(ctx, q.position.State, q.wanted, q.Limit, c.Lang)
}

// StepsShown is the default number of steps to return. Some grids have hundreds of thousands,
// nearly all of them fish that nobody looks for.
const StepsShown = 100

// StepNodes is the default limit of the search for one technique, in nodes.
const StepNodes = 2_000_000

// EachStep calls yield with each step that a position permits, until yield returns false. It
// tries the given techniques, or all if techniques is nil, the easiest first, and yields each
// pattern once. options returns the finder's options for a technique. If the search for a
// technique is cut short, EachStep calls cut, and continues with the next unless ctx has ended.
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
			// Steps with the same JSON form are the same pattern.
			key, err := json.Marshal(wire.StepOf(step, "", message.English))
			if err == nil && !told[string(key)] {
				told[string(key)] = true
				going = yield(step)
			}
			return going
		})
		if err != nil {
			// The end of ctx is the reason, even if the search reached another limit at the same time.
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

// StepOptions returns the finder's options for any technique, with a limit of nodes.
func StepOptions(nodes uint64) logic.Options {
	return logic.Options{MissingCorners: true, Nodes: nodes}
}

// Steps returns up to limit steps of the given techniques, or of all, the easiest first.
func Steps(ctx context.Context, s logic.State, techniques []logic.Technique, limit int, lang message.Lang) wire.Steps {
	start := time.Now()
	w := wire.Steps{Puzzle: s.Grid().String(), Steps: []wire.Step{}, Complete: true}
	if contradictions := s.Grid().ContradictionsOn(s.Board()); contradictions != nil {
		w.Outcome, w.Contradictions = sudoku.None.String(), wire.Contradictions(contradictions, lang)
		return w
	}
	EachStep(ctx, s, techniques, func(logic.Technique) logic.Options { return StepOptions(StepNodes) }, func(step *logic.Step) bool {
		if len(w.Steps) == limit {
			w.Complete = false
			return false
		}
		w.Steps = append(w.Steps, stepOf(&s, step, lang))
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
