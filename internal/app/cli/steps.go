package cli

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
	"nonet/wire"
)

// position is a state of play to reason about, and where it stood.
type position struct {
	operation.Entry
	place string
	n     int // counted from 0
}

// undecided reports a position that a limit kept from being decided.
func (a *app) undecided(place string, why error) {
	a.status = worse(a.status, Undecided)
	a.stderr.line(place + ": " + a.t("cli.undecided", "why", reason(why)))
}

// none reports a position without an answer: no solution, or another reason.
func (a *app) none(place string, why error) {
	a.status = worse(a.status, None)
	text := a.t("cli.none")
	var own *operation.NoAnswerError
	if errors.As(why, &own) {
		text = own.Message().In(a.lang)
	} else if why != nil {
		text = a.t("cli.noneWhy", "why", why)
	}
	a.stderr.line(place + ": " + text)
}

// positions calls each with every position of the arguments: puzzles, candidate
// grids, or lines of HoDoKu's library, on all processors; what it writes comes out
// in the order of the positions, of the first under way at once. Bad input is reported
// here.
func (a *app) positions(args []string, each func(*app, position) error) error {
	sources := a.sources(args)
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.out.onFailure(cancel)
	q := a.inOrder(ctx)
	defer q.leave()
	n := 0
	give := func(p position) error {
		p.n = n
		n++
		return q.add(func(a *app) error { return each(a, p) })
	}
	var err error
	for i := range sources {
		more := false
		if more, err = a.positionsOf(&sources[i], q, give); !more || err != nil || ctx.Err() != nil {
			break
		}
	}
	if err == nil {
		err = q.flush()
	}
	if err == errStop || errors.Is(err, errStop) {
		err = nil
	}
	return errors.Join(err, a.ctx.Err())
}

// positionsOf gives the positions of a source, and reports whether the run goes on with
// the next.
func (a *app) positionsOf(s *source, q *ordered, give func(position) error) (more bool, err error) {
	var stopped error
	// While a person types, the answers to what was typed come out.
	pause := func() { stopped = errors.Join(stopped, q.flush()) }
	file, err := s.reader(a.ctx, new(atomic.Int64), pause)
	if err != nil {
		a.fail(err)
		return a.keepGoing, nil
	}
	defer file.Close()
	in := operation.NewPositionReader(file)
	for first := true; ; first = false {
		p, err := in.Next()
		if stopped != nil {
			return false, stopped
		}
		switch {
		case err == io.EOF:
			return true, nil
		case err == nil:
			stopped = give(position{Entry: p, place: s.name + ":" + strconv.Itoa(p.Puzzle.Line)})
		default:
			if stopped = q.flush(); stopped != nil {
				return false, stopped
			}
			if a.fail(s.fault(err, first)); !a.keepGoing || !readable(err) {
				return a.keepGoing, nil
			}
		}
	}
}

// listing is a run of nonet steps.
type listing struct {
	app    *app
	names  []string
	wanted []logic.Technique // nil: all
	limit  uint64
	limits limits

	mu    sync.Mutex
	first position // of those below
	cut   int      // positions that have more steps than the limit
}

func (a *app) stepsCommand() *cobra.Command {
	l := &listing{app: a, limits: limits{nodes: operation.StepNodes}}
	cmd := a.puzzleCommand("steps", func(_ *cobra.Command, args []string) error { return l.run(args) })
	a.techniqueFlag(cmd, &l.names)
	cmd.Flags().Uint64Var(&l.limit, "limit", operation.StepsShown, a.t("cli.flag.limitSteps"))
	a.limitFlags(cmd, &l.limits)
	return cmd
}

func (l *listing) run(args []string) (err error) {
	if l.wanted, err = operation.TechniquesNamed(l.names); err != nil {
		return err
	}
	err = l.app.positions(args, l.each)
	if l.cut > 0 && err == nil {
		l.app.stderr.line("nonet: " + l.app.t("cli.steps.limited", "limit", l.limit, "n", l.cut, "first", l.first.place))
	}
	return err
}

func (a *app) techniqueFlag(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringSliceVar(names, "technique", nil, a.t("cli.steps.technique"))
	cmd.RegisterFlagCompletionFunc("technique", complete(operation.TechniqueIDs()...))
}

// each writes the steps of a position, each pattern once.
func (l *listing) each(a *app, p position) error {
	if clash := p.State.Grid().Contradictions(); clash != nil {
		a.none(p.place, &sudoku.ContradictionError{Contradictions: clash})
		return nil
	}
	ctx, cancel := l.limits.bound(a.ctx)
	defer cancel()
	options := func(t logic.Technique) logic.Options {
		o := operation.StepOptions(l.limits.nodes)
		if p.Case != nil && hodoku.Of(t).Code == p.Case.Code[:min(4, len(p.Case.Code))] {
			o = p.Case.Options()
			o.Nodes = l.limits.nodes
		}
		return o
	}
	var broken error
	n := uint64(0)
	operation.EachStep(ctx, p.State, l.wanted, options, func(s *logic.Step) bool {
		if n == l.limit && l.limit > 0 {
			l.more(p)
			return false
		}
		n++
		broken = a.object(wire.StepOf(s, a.sentence(&p.State, s), a.lang))
		return broken == nil
	}, func(t logic.Technique, err error) {
		if a.ctx.Err() == nil {
			a.undecided(p.place+": "+t.Name().In(a.lang), err)
		}
	})
	return errors.Join(broken, a.ctx.Err())
}

// more notes that a position has more steps than the limit.
func (l *listing) more(p position) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut == 0 || p.n < l.first.n {
		l.first = p
	}
	l.cut++
}

func (a *app) sentence(s *logic.State, step *logic.Step) string {
	return explain.Sentence(s, step).In(a.lang)
}
