package deduction

import (
	"context"

	"nonet/puzzle"
)

// Path is the steps from the beginning to where no more is found.
type Path struct {
	Start, End *State
	Steps      []*Step
	Solved     bool // each cell has its value
	Supposed   int  // how many steps had to suppose something
}

// PathOf solves a puzzle step by step; with suppose it supposes where nothing else is found. A
// puzzle without a solution ends in a contradiction. The errors are those of
// [puzzle.Puzzle.Search]; with the context's, the path so far comes along.
func PathOf(ctx context.Context, p *puzzle.Puzzle, suppose bool) (*Path, error) {
	start, err := NewState(ctx, p)
	if err != nil {
		return nil, err
	}
	return start.Path(ctx, suppose)
}

// Path is [PathOf] from a position on. The error is the context's; the path so far comes along.
func (s *State) Path(ctx context.Context, suppose bool) (*Path, error) {
	f := finder{Suppose: suppose, Together: true}
	path, err := s.path(ctx, &f, func(*State) bool { return false })
	path.Solved = path.End.full() && !path.End.Contradictory()
	return path, err
}

// path goes on until done, or until nothing is found.
func (s *State) path(ctx context.Context, f *finder, done func(*State) bool) (*Path, error) {
	path := &Path{Start: s, End: s.Clone()}
	for !path.End.Contradictory() && !done(path.End) {
		step, err := f.Next(ctx, path.End)
		if err != nil {
			return path, err
		}
		if step == nil {
			break
		}
		if step.Technique >= Supposition {
			path.Supposed++
		}
		path.Steps = append(path.Steps, step)
		path.End.Apply(step)
	}
	return path, nil
}

// Hardest is the hardest technique of the steps; ok if there are any.
func (p *Path) Hardest() (hardest Technique, ok bool) {
	for _, step := range p.Steps {
		hardest = max(hardest, step.Technique)
	}
	return hardest, len(p.Steps) > 0
}
