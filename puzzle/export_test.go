package puzzle

import (
	"context"

	"nonet/internal/engine/csp"
)

// SearchPortable searches with the portable engine, whatever the machine supports.
func (p *Puzzle) SearchPortable(ctx context.Context, limits csp.Limits) (csp.Result, error) {
	net, err := p.buildNetwork(ctx)
	if err != nil {
		return csp.Result{}, err
	}
	return csp.Count(ctx, net, limits), nil
}

// fullChecker returns a function that checks full grids.
func (p *Puzzle) fullChecker() func(values []int) []Conflict {
	k := p.newConflictChecker(p.allConstraints())
	return func(values []int) []Conflict {
		broken, err := k.findConflicts(values)
		if err != nil {
			panic(err)
		}
		return broken
	}
}
