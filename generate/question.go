package generate

import (
	"context"
	"slices"

	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// questionKind is a kind of question about the solutions of a puzzle.
type questionKind uint8

const (
	forTwo    questionKind = iota // does the puzzle have a second solution?
	forOther                      // does a puzzle that excludes the attempt's solution have any solution?
	forChoice                     // like forTwo, after random searches have found no other solution
	forProof                      // like forTwo, for the finished puzzle, with a higher limit
)

// nodeFactors has the factor of the node limit for each kind of question. The factor of forProof is high, so that the
// limit rejects no finished puzzle. Earlier searches have already proven such a puzzle unique.
var nodeFactors = [...]uint64{forTwo: 1, forOther: 1, forChoice: 60, forProof: 100}

// searchOtherSolution reports whether the puzzle has no solution other than the attempt's. shown holds the solutions
// found, at most two. If the context ends, the answer is unknown.
func (a *attempt) searchOtherSolution(p *puzzle.Puzzle, question questionKind) (isAlone sudoku.Answer, shown [][]int) {
	found, _ := solve.Count(a.ctx, p, a.searchLimitsFor(question))
	switch {
	case slices.ContainsFunc(found.Solutions, func(s []int) bool { return !slices.Equal(s, a.solution) }):
		isAlone = sudoku.No
	case found.Exact:
		isAlone = sudoku.Yes
	}
	return isAlone, found.Solutions
}

// isUnique reports whether a search proves that the puzzle has no solution other than the attempt's.
func (a *attempt) isUnique(p *puzzle.Puzzle) bool {
	isAlone, _ := a.searchOtherSolution(p, forTwo)
	return isAlone == sudoku.Yes
}

func (p *plan) searchLimitsFor(question questionKind) puzzle.Limits {
	n := uint64(p.Size * p.Size)
	l := puzzle.Limits{Solutions: 2, Keep: 2, Nodes: mostNodes * 81 * 81 / max(n*n, 81*81) * nodeFactors[question]}
	if question == forOther {
		l.Solutions = 1
	}
	return l
}

// refuseImpossibleRules returns a *SpecError if a search proves that no board satisfies the constraints on the whole
// board.
func (p *plan) refuseImpossibleRules(ctx context.Context) error {
	if p.jigsaw || len(p.board.Constraints) == 0 {
		return nil
	}
	found, err := p.board.RandomSolution(ctx, puzzle.Limits{Nodes: 10 * gridNodes})
	if found.Exact && found.N == 0 && err == nil {
		return newSpecError("rules.make.noneAtAll", "size", p.Size)
	}
	return nil
}
