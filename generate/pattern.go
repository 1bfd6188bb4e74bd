package generate

import (
	"math/bits"
	"slices"
	"sync"

	"nonet/board"
	"nonet/internal/engine/kernel"
)

// fillPattern is a local search. Each round compares several changes of one given. It makes the change that leaves the
// fewest solutions, but at least one.
const (
	patternRounds    = 300  // the number of rounds in each attempt
	patternChanges   = 32   // the number of changes that a round compares
	patternSolutions = 4000 // the number of solutions at which a count stops; puzzles with more count as equal
)

// fillPattern puts digits on the cells of the pattern, so that they make a puzzle with one solution. The result does
// not depend on the engine, because all engines count the same solutions.
func (a *attempt) fillPattern() Rejection {
	var puzzle grid
	fillRandomly(&puzzle, &a.chance)
	var places []uint8
	for c, given := range a.Pattern {
		if given {
			places = append(places, uint8(c))
		} else {
			puzzle[c] = 0
		}
	}
	var changed [patternChanges]grid
	var results [patternChanges]kernel.Result
	count := uint64(patternSolutions)
	for range patternRounds {
		for i := range changed {
			changed[i] = puzzle
			// Make one change or, in every fourth round, two, to escape from a local minimum.
			for n := 1 + i%4/3; n > 0; n-- {
				c := places[a.chance.Below(len(places))]
				used := uint16(1) << puzzle[c]
				for _, p := range peers()[c] {
					used |= 1 << changed[i][p]
				}
				free := 0x3fe &^ used
				if free == 0 {
					continue
				}
				for skip := a.chance.Below(bits.OnesCount16(free)); skip > 0; skip-- {
					free &= free - 1
				}
				changed[i][c] = uint8(bits.TrailingZeros16(free))
			}
		}
		if kernel.Default().Search(a.ctx, changed[:], kernel.Limits{Solutions: count}, results[:]) < len(changed) {
			return NotUnique
		}
		best := -1
		for i := range results {
			if n := results[i].Solutions; n > 0 && n <= count && (best < 0 || n < results[best].Solutions) {
				best = i
			}
		}
		if best < 0 {
			continue
		}
		puzzle = changed[best]
		count = max(results[best].Solutions, 2)
		if results[best].Solutions == 1 {
			return a.finishGrid(&puzzle, &results[best].First, true)
		}
	}
	return NotUnique
}

var peers = sync.OnceValue(func() (all [cells][]board.Cell) {
	for c := range board.Cell(cells) {
		all[c] = slices.Collect(board.Classic().Peers(c).All())
	}
	return all
})
