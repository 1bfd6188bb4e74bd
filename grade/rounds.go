package grade

import (
	"context"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Rounds is a grade that is the same for all rotations of a board. The solver never chooses between steps: in each
// round, it makes all moves of the easiest technique that has a step. The singles count as one technique.
type Rounds struct {
	Hardest    logic.Technique // the hardest technique needed; BruteForce if the techniques do not suffice
	N          int             // number of rounds
	Bottleneck int             // the number of moves in the round with the fewest moves
	Solved     bool            // set if the techniques solve the puzzle
}

// RoundsOf grades a position in rounds. Each round tries the techniques in the order of `order`; a nil order means
// [hodoku.DefaultOrder]. Singles that are next to each other in `order` count as one technique. The outcome is Undecided,
// with the context's error, if ctx ended. The puzzle must have one solution, since some techniques rely on a unique
// solution.
func RoundsOf(ctx context.Context, s logic.State, order []logic.Technique) (Rounds, sudoku.Outcome, error) {
	var r Rounds
	if order == nil {
		order = hodoku.DefaultOrder()
	}
	f := logic.NewFinder(s, logic.Options{MissingCorners: true})
	for !s.Solved() {
		moves := map[logic.Candidate]bool{} // the candidates that the round changes: true if the candidate is placed, false if it is removed
		for i, t := range order {
			err := f.Each(ctx, t, func(step *logic.Step) bool {
				for _, p := range step.Placements {
					moves[p] = true
				}
				for _, e := range step.Eliminations {
					moves[e] = false
				}
				return true
			})
			if err != nil {
				return r, sudoku.Undecided, err
			}
			single := t.Info().Family == logic.FamilySingle
			if single && i+1 < len(order) && order[i+1].Info().Family == logic.FamilySingle {
				continue
			}
			if len(moves) > 0 {
				if r.N == 0 || Harder(t, r.Hardest) {
					r.Hardest = t
				}
				break
			}
		}
		if len(moves) == 0 {
			r.Hardest, r.Bottleneck = logic.BruteForce, 0
			return r, sudoku.Found, nil
		}
		if r.N++; r.N == 1 || len(moves) < r.Bottleneck {
			r.Bottleneck = len(moves)
		}
		for m, placed := range moves {
			if placed {
				s.Place(m.Cell, m.Digit)
			} else {
				s.Eliminate(m.Cell, m.Digit)
			}
		}
		f.Reset(s)
	}
	r.Solved = true
	return r, sudoku.Found, nil
}
