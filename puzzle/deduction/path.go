package deduction

import (
	"context"

	"nonet/logic/hodoku"
)

// Path holds the steps from a position to a position in which no step is found.
type Path struct {
	Start, End *State
	Steps      []*Step
	Solved     bool // each cell has one value, and no rule is broken
	Supposed   int  // the number of steps that are suppositions or searches
}

// Path takes steps from the position until it finds none. If suppose is set, it makes suppositions when no other step
// is found. The path of a puzzle without a solution may end in a contradiction. If the context ends, Path returns the
// context's error and the path so far.
func (s *State) Path(ctx context.Context, suppose bool) (*Path, error) {
	return s.walkPath(ctx, &finder{Suppose: suppose, Together: true})
}

func (s *State) walkPath(ctx context.Context, f *finder) (path *Path, err error) {
	path = &Path{Start: s, End: s.Clone()}
	for !path.End.IsContradictory() {
		var step *Step
		if step, err = f.Next(ctx, path.End); step == nil {
			break
		}
		if step.Technique >= Supposition {
			path.Supposed++
		}
		path.Steps = append(path.Steps, step)
		path.End.Apply(step)
	}
	_, full := path.End.Values()
	path.Solved = full && !path.End.IsContradictory()
	return path, err
}

// Hardest returns the hardest technique of the path's steps, and their highest level. ok is false if the path has no
// steps.
func (p *Path) Hardest() (hardest Technique, level hodoku.Level, ok bool) {
	for _, step := range p.Steps {
		hardest, level = max(hardest, step.Technique), max(level, step.Level())
	}
	return hardest, level, len(p.Steps) > 0
}
