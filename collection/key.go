package collection

import (
	"context"
	"hash/maphash"
	"slices"

	"nonet/canon"
	"nonet/sudoku"
)

// Key stands for all isomorphs of a puzzle: two hashes of its form, with seeds of the process. Of
// 10⁸ puzzles, two that are no isomorphs have the same with a probability of 10⁻²².
type Key [2]uint64

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// Keyer computes keys; one goroutine at a time. The zero value is ready.
type Keyer struct {
	results           sudoku.Results
	unique, solutions [][sudoku.Cells]uint8
	others            [][sudoku.Cells]uint8
}

// Keys appends the key of each puzzle (values row by row, 0 for empty) to keys, or fewer if ctx
// ended. With exact, only equal puzzles share a key. It takes one core and less than a microsecond
// for a puzzle with one solution, some for another.
func (k *Keyer) Keys(ctx context.Context, keys []Key, puzzles [][sudoku.Cells]uint8, exact bool) []Key {
	if exact {
		for i := range puzzles {
			keys = append(keys, keyOf(&puzzles[i], 0))
		}
		return keys
	}
	n := sudoku.SolveBatch(ctx, puzzles, 2, sudoku.Limits{}, &k.results)
	k.unique, k.solutions, k.others = k.unique[:0], k.solutions[:0], k.others[:0]
	for i := range n {
		if solution, ok := k.results.Unique(i); ok {
			k.unique, k.solutions = append(k.unique, puzzles[i]), append(k.solutions, *solution)
		} else {
			k.others = append(k.others, puzzles[i])
		}
	}
	canon.SolutionMinlexAll(k.unique, k.unique, k.solutions)
	canon.MinlexAll(k.others, k.others)
	keys = slices.Grow(keys, n)
	unique, other := 0, 0
	for i := range n {
		if _, ok := k.results.Unique(i); ok {
			keys = append(keys, keyOf(&k.unique[unique], 1))
			unique++
		} else {
			keys = append(keys, keyOf(&k.others[other], 2))
			other++
		}
	}
	return keys
}

// keyOf is the key of a form, of which there are several kinds.
func keyOf(form *[sudoku.Cells]uint8, kind uint64) Key {
	return Key{maphash.Bytes(seeds[0], form[:]), maphash.Bytes(seeds[1], form[:]) + kind}
}
