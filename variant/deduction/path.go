package deduction

import (
	"context"

	"nonet/variant"
)

// Path is the steps from the beginning to where no more is found.
type Path struct {
	Start, End *State
	Steps      []*Step
	Solved     bool // each cell has its value
	Supposed   int  // how many steps had to suppose something
}

// PathOf solves a puzzle step by step; with suppose it supposes where nothing else is found. A
// puzzle without a solution ends in a state that is broken. The errors are those of
// [variant.Puzzle.Count]; with the context's, the path so far comes along.
func PathOf(ctx context.Context, p *variant.Puzzle, suppose bool) (*Path, error) {
	start, err := NewState(ctx, p)
	if err != nil {
		return nil, err
	}
	path := &Path{Start: start, End: start.Clone()}
	f := Finder{Suppose: suppose}
	for !path.End.Broken() {
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
	path.Solved = path.End.full() && !path.End.Broken()
	return path, nil
}
