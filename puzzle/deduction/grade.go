package deduction

import (
	"context"
	"slices"

	"nonet/logic/hodoku"
	"nonet/puzzle"
)

// hardest lists the hardest technique of each level. Easy has singles and rules of few open cells. Medium has locked
// candidates, subsets and rules of more cells. Hard combines several houses or rules. Unfair has chains, almost locked
// sets and short nets. Extreme has long nets, cases, suppositions and searches.
var hardest = [...]Technique{hodoku.Easy: byShortRule, hodoku.Medium: byHiddenSubset, hodoku.Hard: byTwoRules, hodoku.Unfair: byNet, hodoku.Extreme: bySearch}

// longestUnfair limits the links of a net of level Unfair. Longer nets are of level Extreme.
const longestUnfair = 24

// Level returns the level of a puzzle whose hardest step is s.
func (s *Step) Level() hodoku.Level {
	if s.Technique == byNet && len(s.Chain) > longestUnfair {
		return hodoku.Extreme
	}
	return s.Technique.Level()
}

// Level returns the level of a puzzle whose hardest technique is t. Nets count as short.
func (t Technique) Level() hodoku.Level {
	level := hodoku.Easy
	for level < hodoku.Extreme && t > hardest[level] {
		level++
	}
	return level
}

// Levels returns the lowest and the highest level of puzzles whose hardest technique is t. They differ only for nets.
func (t Technique) Levels() (minimum, maximum hodoku.Level) {
	if t == byNet {
		return t.Level(), hodoku.Extreme
	}
	return t.Level(), t.Level()
}

// Grade is the difficulty of a puzzle for a solver that works in rounds. A round makes every step of the easiest
// technique that has a step; the singles count as one technique. For chains and harder techniques, a round makes only
// one step. If every step is easier than chains, a puzzle and its mirror image have the same rounds.
type Grade struct {
	Level         hodoku.Level
	Hardest       Technique // the hardest technique in the rounds, or the engine's search if the rounds do not solve the puzzle
	Rounds        int
	Steps         int  // the number of steps in all rounds
	Bottleneck    int  // the smallest number of candidates that a round decided; 0 if not solved
	Solved        bool // the steps solve the puzzle; otherwise the other fields describe only the steps found
	Contradictory bool // the steps led to a contradiction: there is no solution
}

// GradeOf grades a puzzle with the techniques up to the level `limit`. If Solved is true, the puzzle has exactly one
// solution. s is the last position that the techniques reached. Errors are the same as for
// [puzzle.Puzzle.Search]. The cost is about the same as for [State.Path]: 5 to 100 ms for most 9×9 puzzles,
// and seconds for some large boards.
func GradeOf(ctx context.Context, p *puzzle.Puzzle, limit hodoku.Level) (g Grade, s *State, err error) {
	if s, err = NewState(ctx, p); err != nil {
		return g, nil, err
	}
	g, err = s.Grade(ctx, limit)
	return g, s, err
}

// Grade makes rounds from the position s, with the techniques up to the level `limit`, and grades these rounds.
// Afterwards s is the last position of the rounds. The error is the context's.
func (s *State) Grade(ctx context.Context, limit hodoku.Level) (g Grade, err error) {
	g.Level = hodoku.Easy
	f := finder{Hardest: min(hardest[limit], byCases)}
	for !s.IsContradictory() {
		steps, err := f.Round(ctx, s)
		if err != nil {
			return g, err
		}
		if len(steps) == 0 || steps[0].Level() > limit {
			break
		}
		g.Level = max(g.Level, steps[0].Level())
		decided := map[Candidate]bool{}
		for _, step := range steps {
			for _, x := range slices.Concat(step.Places, step.Removes) {
				decided[x] = true
			}
			g.Hardest = max(g.Hardest, step.Technique)
			s.Apply(step)
		}
		if g.Rounds++; g.Rounds == 1 || len(decided) < g.Bottleneck {
			g.Bottleneck = len(decided)
		}
		g.Steps += len(steps)
	}
	if g.Contradictory = s.IsContradictory(); !g.Contradictory {
		_, g.Solved = s.Values()
	}
	if !g.Solved {
		g.Hardest, g.Level, g.Bottleneck = bySearch, hodoku.Extreme, 0
	}
	return g, nil
}

// Round returns all steps of the easiest technique that has a step in the position s. The singles count as one
// technique. For chains and harder techniques Round returns only one step. The error is the context's.
func (f *finder) Round(ctx context.Context, s *State) (steps []*Step, err error) {
	first, err := f.firstStep(ctx, s)
	if first == nil || err != nil {
		return nil, err
	}
	steps = []*Step{first}
	if first.Technique >= byChain {
		return steps, nil
	}
	f.after = s.Clone()
	defer func() { f.after = nil }()
	for t := first.Technique; ; {
		f.after.Apply(steps[len(steps)-1])
		step := f.findByTechnique(t)
		if step == nil && t == byNakedSingle && f.err == nil {
			t = byHiddenSingle
			step = f.findByTechnique(t)
		}
		if f.err != nil {
			return nil, f.err
		}
		if step == nil {
			return steps, nil
		}
		steps = append(steps, step)
	}
}
