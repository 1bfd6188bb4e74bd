package generate

import (
	"context"
	"iter"

	"nonet/puzzle"
	"nonet/solve"
)

// refuseImpossibleRules returns a *SpecError if no board satisfies the constraints on the whole board.
func (p *plan) refuseImpossibleRules(ctx context.Context) error {
	if p.jigsaw {
		return nil
	}
	found, err := p.board.RandomSolution(ctx, puzzle.Limits{Nodes: 10 * gridNodes})
	if found.Exact && found.N == 0 && err == nil {
		return newSpecError("rules.make.noneAtAll", "size", p.Size)
	}
	return nil
}

// makeChunk runs the attempts of a chunk and answers their questions together.
func (p *plan) makeChunk(ctx context.Context, c *chunk) {
	attempts := make([]attempt, len(c.puzzles))
	for i := range attempts {
		attempts[i] = attempt{plan: p, number: c.from + uint64(i)}
	}
	c.finished = p.answerQuestions(ctx, attempts)
	for i := range attempts {
		a := &attempts[i]
		c.puzzles[i], c.rejected[i] = Puzzle{Attempt: a.number, Puzzle: a.puzzle, Solution: a.solution}, a.rejected
		if g := a.grade; g != nil {
			c.puzzles[i].Level, c.puzzles[i].Hardest = g.Level, g.Hardest.String()
		}
	}
}

// answerQuestions runs attempts to their end. It searches the answers to their questions together. It returns false if
// the context ended first.
func (p *plan) answerQuestions(ctx context.Context, attempts []attempt) bool {
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
	for i := range attempts {
		g := &going{attempt: &attempts[i]}
		g.ctx = ctx
		g.next, g.stop = iter.Pull(g.askQuestions())
		all = append(all, g)
	}
	var waiting [kindsOfAsking][]*going // sorted by their limits, because only searches with the same limits run together
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
			found, err := solve.Count(ctx, g.asked.puzzle, p.searchLimitsFor(kind))
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
