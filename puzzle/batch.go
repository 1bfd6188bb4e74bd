package puzzle

import "context"

// Answer is what Count says of one puzzle of a batch.
type Answer struct {
	Result
	Err error
}

// CountBatch is [Puzzle.Count] for each of the puzzles, which may differ in everything; the limits
// are for each. It writes to answers, as long as puzzles, and returns how many of them, from the
// front, are final: all, unless ctx ended; the others mean nothing. What memory answers hold is
// not kept, so they may be used again.
//
// It takes one core: who has many puzzles hands each core a few at a time, in order through
// internal/ordered, and reads them there, which takes as long as solving an easy one.
func CountBatch(ctx context.Context, puzzles []*Puzzle, limits Limits, answers []Answer) int {
	for i, p := range puzzles {
		r, err := p.Count(ctx, limits)
		if err != nil && ctx.Err() != nil {
			return i
		}
		answers[i] = Answer{r, err}
	}
	return len(puzzles)
}
