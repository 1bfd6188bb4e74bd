package deduction

import (
	"context"
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// Level is how hard a puzzle is in a word: the hardest technique that it needs.
type Level uint8

const (
	Easy    Level = iota // singles, and rules of few open cells
	Medium               // locked candidates, subsets, rules of more cells
	Hard                 // what several houses or rules say together
	Unfair               // chains and cases
	Extreme              // nets, or more than all this
)

var levels = [...]string{"easy", "medium", "hard", "unfair", "extreme"}

// hardest is the last technique of each level.
var hardest = [...]Technique{byShortRule, byHiddenSubset, byTwoRules, byForcing, bySearch}

// String is the level's name in JSON.
func (l Level) String() string { return levels[int(l)%len(levels)] }

// Label is the level's name.
func (l Level) Label() message.Message { return message.New("explain.level." + l.String()) }

// Level is that of a puzzle whose hardest step is of the technique.
func (t Technique) Level() Level {
	for l, last := range hardest {
		if t <= last {
			return Level(l)
		}
	}
	return Extreme
}

// Grade is how hard a puzzle is for somebody who always makes every step of the easiest technique
// that has any, which is a round; the singles count as one technique. No
// step is chosen among others up to value shared by all ways, so that such a puzzle turned over has
// the same rounds; from chains on each step is a round, the first of the shortest.
type Grade struct {
	Level         Level
	Hardest       Technique // Search where the techniques do not suffice
	Rounds        int
	Steps         int  // those of all rounds
	Bottleneck    int  // the fewest candidates that a round decided
	Solved        bool // false where the techniques do not suffice; the figures are those up to there
	Contradictory bool // the steps ended in a contradiction: there is no solution
}

// GradeOf grades a puzzle by techniques up to a level; a puzzle that it solves has one solution.
// The errors are those of [puzzle.Puzzle.Search]. Cost: about that of a path, 5 to 100 ms for
// most puzzles of 9×9 and seconds for some of large boards.
func GradeOf(ctx context.Context, p *puzzle.Puzzle, most Level) (Grade, error) {
	var g Grade
	s, err := NewState(ctx, p)
	if err != nil {
		return g, err
	}
	f := finder{Hardest: min(hardest[most], byCases)}
	for !s.Contradictory() {
		steps, err := f.Round(ctx, s)
		if err != nil {
			return g, err
		}
		if len(steps) == 0 {
			break
		}
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
	if g.Contradictory = s.Contradictory(); !g.Contradictory {
		g.Solved = s.full()
	}
	if !g.Solved {
		g.Hardest, g.Bottleneck = bySearch, 0
	}
	g.Level = g.Hardest.Level()
	return g, nil
}

// Round is every step of the easiest technique that has any, all in the position as it is; from
// chains on it is one step. The singles are one technique. The error is the context's.
func (f *finder) Round(ctx context.Context, s *State) (steps []*Step, err error) {
	first, err := f.first(ctx, s)
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
		step := f.find(t)
		if step == nil && t == byNakedSingle && f.err == nil {
			t = byHiddenSingle
			step = f.find(t)
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
