package grade

import (
	"context"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Rounds is a grade that does not depend on the board's orientation, since no
// step is ever chosen among others: in each round every move of the easiest
// technique that has any is made at once. The singles count as one technique.
type Rounds struct {
	Hardest    logic.Technique // BruteForce where the techniques do not suffice
	N          int             // rounds
	Bottleneck int             // moves open in the narrowest round
	Solved     bool            // false where the techniques do not suffice
}

// RoundsOf grades a position in rounds with the techniques of order, the singles
// first; nil stands for [hodoku.DefaultOrder]. It is Undecided, with the context's error, if it was cut short. A puzzle
// must have one solution: some techniques rely on it.
func RoundsOf(ctx context.Context, s logic.State, order []logic.Technique) (Rounds, sudoku.Outcome, error) {
	var r Rounds
	if order == nil {
		order = hodoku.DefaultOrder()
	}
	f := logic.NewFinder(s, logic.Options{MissingCorners: true})
	for !s.Solved() {
		moves := map[logic.Candidate]bool{} // true: placed
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
