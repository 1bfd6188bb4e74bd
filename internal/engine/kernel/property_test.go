package kernel

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/check/soak"
)

// puzzles draws puzzles with 0 to 81 givens, some with a wrong given.
func puzzles(rt *rapid.T) [81]uint8 {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
	p := withoutGivens(r, fullGrid(r), 81-rapid.IntRange(0, 81).Draw(rt, "givens"))
	if rapid.Bool().Draw(rt, "wrong") {
		p[rapid.IntRange(0, 80).Draw(rt, "cell")] = uint8(rapid.IntRange(1, 9).Draw(rt, "digit"))
	}
	return p
}

// TestIsomorphsHaveAsManySolutions checks that an isomorph of a puzzle has as many solutions as the puzzle.
func TestIsomorphsHaveAsManySolutions(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		rapid.Check(t, func(rt *rapid.T) {
			p := puzzles(rt)
			digits := rapid.Permutation([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(rt, "digits")
			bands := rapid.Permutation([]int{0, 1, 2}).Draw(rt, "bands")
			rows := rapid.Permutation([]int{0, 1, 2}).Draw(rt, "rows")
			transposed := rapid.Bool().Draw(rt, "transposed")
			var q [81]uint8
			for cell, d := range p {
				row, column := cell/9, cell%9
				to := bands[row/3]*27 + rows[row%3]*9 + column
				if transposed {
					to = to%9*9 + to/9
				}
				if d != 0 {
					q[to] = digits[d-1]
				}
			}
			a := searchOne(t, k, p, Limits{Solutions: 2000})
			b := searchOne(t, k, q, Limits{Solutions: 2000})
			if a.Solutions != b.Solutions || a.Outcome != b.Outcome {
				rt.Fatalf("%s: %+v\n%s: %+v", line(p), a, line(q), b)
			}
		})
	})
}

// TestEnumerated checks that each enumerated solution is valid, keeps the givens, and comes once; that
// lexicographic solutions ascend; and that a smaller limit gives the same first solutions.
func TestEnumerated(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		rapid.Check(t, func(rt *rapid.T) {
			p := puzzles(rt)
			limit := uint64(rapid.IntRange(1, 400).Draw(rt, "limit"))
			byOrder := [2][][81]uint8{}
			for _, order := range []Order{Any, Lexicographic} {
				found, r := all(t, k, p, order, Limits{Solutions: limit})
				if (r.Outcome == LimitReached) != (r.Solutions == limit) || r.Outcome == Stopped {
					rt.Fatalf("limit %d: %+v", limit, r)
				}
				for _, s := range found {
					if what := wrong(s, p); what != "" {
						rt.Fatalf("%s: the solution %s %s", line(p), line(s), what)
					}
				}
				if order == Lexicographic && !slices.IsSortedFunc(found, compareGrids) {
					rt.Fatalf("%s: out of order", line(p))
				}
				if count := searchOne(t, k, p, Limits{Solutions: limit}); count.Solutions != r.Solutions {
					rt.Fatalf("%s: %d enumerated in order %d, %d counted", line(p), r.Solutions, order, count.Solutions)
				}
				if half := limit/2 + 1; half <= r.Solutions {
					fewer, _ := all(t, k, p, order, Limits{Solutions: half})
					if !slices.Equal(fewer, found[:half]) {
						rt.Fatalf("%s: with limit %d other solutions come first than with %d", line(p), half, limit)
					}
				}
				sorted := slices.Clone(found)
				slices.SortFunc(sorted, compareGrids)
				if len(slices.Compact(sorted)) != len(found) {
					rt.Fatalf("%s: a solution came twice", line(p))
				}
				if r.Outcome == Complete {
					byOrder[order] = sorted
				}
			}
			if !slices.Equal(byOrder[Any], byOrder[Lexicographic]) {
				rt.Fatalf("%s: the two orders have different solutions", line(p))
			}
		})
	})
}

// FuzzSearch searches puzzles of any 81 bytes. It asks the oracle only if there are 20 nonzero bytes or more,
// because otherwise the oracle is too slow.
func FuzzSearch(f *testing.F) {
	for i, p := range readGrids(f, ownCorpus) {
		if i%soak.PickOfThree(4, 3, 1) == 0 {
			f.Add(p[:])
		}
	}
	f.Add(make([]byte, 80))
	f.Add([]byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p [81]uint8
		if copy(p[:], data) < 81 {
			return
		}
		givens := 0
		for _, d := range p {
			if d != 0 {
				givens++
			}
		}
		const limit = 3
		for _, k := range All() {
			r := searchOne(t, k, p, Limits{Solutions: limit})
			if r.Outcome == Stopped || r.Solutions > limit || (r.Outcome == LimitReached) != (r.Solutions == limit) {
				t.Fatalf("%+v", r)
			}
			if r.Solutions > 0 {
				if what := wrong(r.First, p); what != "" {
					t.Fatalf("the solution %s %s", line(r.First), what)
				}
			}
			lex, _ := all(t, k, p, Lexicographic, Limits{Solutions: limit})
			if uint64(len(lex)) != r.Solutions || !slices.IsSortedFunc(lex, compareGrids) {
				t.Fatalf("%d solutions, %d in order", r.Solutions, len(lex))
			}
			if stopped := searchOne(t, k, p, Limits{Solutions: limit, Nodes: 1}); stopped.Nodes > 1 || stopped.Solutions > r.Solutions {
				t.Fatalf("with one node %+v, without limit %+v", stopped, r)
			}
			ended := &countingContext{Context: context.Background(), end: 1}
			k.Enumerate(ended, &p, Any, Limits{Solutions: 1 << 40, Nodes: 10000}, nil)
			if givens >= 20 {
				if want := solutionsOf(p, limit); uint64(len(want)) != r.Solutions {
					t.Fatalf("%d solutions, the oracle finds %d", r.Solutions, len(want))
				}
			}
		}
	})
}

// TestWithout checks searches that forbid a candidate, of single puzzles and of batches. They must find as many
// solutions as there are in all, minus those with the candidate.
func TestWithout(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		rapid.Check(t, func(rt *rapid.T) {
			n := rapid.IntRange(1, 40).Draw(rt, "puzzles")
			free, with := make([][81]uint8, n), make([][81]uint8, n)
			without := make([]Candidate, rapid.IntRange(0, n).Draw(rt, "candidates"))
			r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
			for i := range free {
				free[i] = withoutGivens(r, fullGrid(r), 81-25-r.IntN(56))
				with[i] = free[i]
				if i < len(without) {
					x := Candidate{Cell: uint8(r.IntN(81)), Digit: uint8(r.IntN(10))}
					without[i] = x
					if given := free[i][x.Cell]; x.Digit == 0 || given != 0 && given != x.Digit {
						with[i][0] = 10 // no solution has this digit
					} else {
						with[i][x.Cell] = x.Digit
					}
				} else {
					with[i][0] = 10
				}
			}
			all, those, others := make([]Result, n), make([]Result, n), make([]Result, n)
			const many = 1 << 20
			k.Search(context.Background(), free, Limits{Solutions: many}, all)
			k.Search(context.Background(), with, Limits{Solutions: many}, those)
			k.Search(context.Background(), free, Limits{Solutions: many, Without: without}, others)
			for i := range free {
				if all[i].Solutions != those[i].Solutions+others[i].Solutions {
					rt.Fatalf("%s, %v of %v: %d with, %d without, %d in all", line(free[i]), i, without, those[i].Solutions, others[i].Solutions, all[i].Solutions)
				}
				if i < len(without) && without[i].Digit != 0 && others[i].Solutions > 0 && others[i].First[without[i].Cell] == without[i].Digit {
					rt.Fatalf("%s has a candidate forbidden: %v", line(others[i].First), without[i])
				}
			}
		})
	})
}
