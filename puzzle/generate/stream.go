package generate

import (
	"context"
	"iter"

	classic "nonet/generate"
	"nonet/internal/ordered"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

// Puzzles yields puzzles of a Spec without end, using all cores. The same Spec gives the same
// puzzles in the same order. The sequence ends when the caller leaves the loop, or with an error
// and an empty puzzle. If the Spec is impossible, the error is a *[classic.SpecError]. If too
// many attempts in a row failed, or the context ended, it is a *[classic.LimitError], which
// unwraps to the context's error.
func Puzzles(ctx context.Context, s Spec, l classic.Limits) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		p, err := s.planOf()
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		if !p.jigsaw {
			found, err := p.board.Random(ctx, puzzle.Limits{Nodes: 10 * gridNodes})
			if found.Exact && found.N == 0 && err == nil {
				yield(Puzzle{}, &classic.SpecError{What: message.New("rules.make.noneAtAll", "size", p.Size)})
				return
			}
		}
		largest := 16 // the first chunks are small for a quick first puzzle, later ones large for speed
		if p.noGivens && len(p.free) > 0 {
			largest = 1 // the first puzzle may take long
		}
		next, size := s.From, 1
		work := ordered.Work[chunk]{
			Workers: l.Workers,
			Pull: func(_ context.Context, c *chunk) bool {
				*c = chunk{attempts: make([]attempt, size)}
				for i := range c.attempts {
					c.attempts[i] = attempt{plan: p, number: next}
					next++
				}
				size = min(2*size, largest)
				return true
			},
			Worker: func() func(context.Context, *chunk) {
				return func(ctx context.Context, c *chunk) { c.finished = c.run(ctx) }
			},
		}
		failed := classic.LimitError{}
		for c := range work.DoneBatches(ctx) {
			if !c.finished {
				break
			}
			for i := range c.attempts {
				a := &c.attempts[i]
				if a.rejected == accepted {
					failed = classic.LimitError{}
					if !yield(Puzzle{a.puzzle, a.solution, a.number, a.grade}, nil) {
						return
					}
					continue
				}
				failed.Attempts++
				failed.Rejected[a.rejected]++
				if failed.Attempts == l.Attempts {
					yield(Puzzle{}, &failed)
					return
				}
			}
		}
		failed.Cause = context.Cause(ctx)
		yield(Puzzle{}, &failed)
	}
}

// chunk is a sequence of attempts with consecutive numbers.
type chunk struct {
	attempts []attempt
	finished bool
}

// run runs all attempts and answers their questions together. It returns false if the context
// ended first.
func (c *chunk) run(ctx context.Context) bool {
	type going struct {
		*attempt
		asked question
		next  func() (question, bool)
		stop  func()
	}
	var all []*going
	defer func() {
		for _, g := range all {
			g.stop()
		}
	}()
	for i := range c.attempts {
		g := &going{attempt: &c.attempts[i]}
		g.ctx = ctx
		g.next, g.stop = iter.Pull(g.askQuestions())
		all = append(all, g)
	}
	var waiting [kindsOfAsking][]*going // by limits, as only searches with the same limits run together
	wait := func(g *going) bool {
		var more bool
		if g.asked, more = g.next(); !more {
			return g.err == nil
		}
		waiting[g.asked.asks] = append(waiting[g.asked.asks], g)
		return true
	}
	for _, g := range all {
		if !wait(g) {
			return false
		}
	}
	for {
		kind := questionKind(0)
		for other := range kindsOfAsking {
			if len(waiting[other]) > len(waiting[kind]) {
				kind = other
			}
		}
		asked := waiting[kind]
		if waiting[kind] = nil; len(asked) == 0 {
			return true
		}
		for _, g := range asked {
			found, err := solve.Count(ctx, g.asked.puzzle, c.attempts[0].searchLimitsFor(kind))
			if err != nil && ctx.Err() != nil {
				return false
			}
			g.answer, g.shown = g.asked.verdictOf(found, err, g.solution), found.Solutions
			if !wait(g) {
				return false
			}
		}
	}
}
