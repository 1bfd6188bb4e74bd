package kernel

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"nonet/internal/check/soak"
	"nonet/internal/textbook"
)

// These are two well-known puzzles. The first appears in many explanations of the rules. The second was made to
// slow down a row-major search: its first row is empty, and its solution begins with 987654321.
const (
	example         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	exampleSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	againstRowMajor = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
)

// onEach runs a test on every engine of the registry, each as a subtest.
func onEach(t *testing.T, test func(t *testing.T, k Kernel)) {
	for _, k := range All() {
		t.Run(k.Name(), func(t *testing.T) { test(t, k) })
	}
}

func searchOne(t testing.TB, k Kernel, puzzle [81]uint8, limits Limits) Result {
	t.Helper()
	var r [1]Result
	if n := k.Search(context.Background(), [][81]uint8{puzzle}, limits, r[:]); n != 1 {
		t.Fatalf("%s returned %d final results, not 1", k.Name(), n)
	}
	return r[0]
}

// all returns the solutions that Enumerate yields.
func all(t testing.TB, k Kernel, puzzle [81]uint8, order Order, limits Limits) (found [][81]uint8, r Result) {
	t.Helper()
	r = k.Enumerate(context.Background(), &puzzle, order, limits, func(s *[81]uint8) bool {
		found = append(found, *s)
		*s = [81]uint8{} // the engine must not depend on the grid that yield leaves
		return true
	})
	if uint64(len(found)) != r.Solutions {
		t.Fatalf("%d solutions were yielded and %d counted", len(found), r.Solutions)
	}
	if len(found) > 0 && r.First != found[0] {
		t.Fatalf("First is %s, the first yielded was %s", line(r.First), line(found[0]))
	}
	return found, r
}

func TestRegistry(t *testing.T) {
	if len(All()) == 0 || Default().Name() != All()[0].Name() {
		t.Fatal("Default is not the first of All")
	}
	for _, k := range All() {
		got, err := ByName(k.Name())
		if err != nil || got.Name() != k.Name() {
			t.Errorf("ByName(%q) = %v, %v", k.Name(), got, err)
		}
	}
	if _, err := ByName("abacus"); err == nil || !strings.Contains(err.Error(), "scalar") {
		t.Errorf("the error of an unknown name must list the names there are: %v", err)
	}
}

func TestSearch(t *testing.T) {
	solution := grid(exampleSolution)
	swapped := solution
	swapped[0], swapped[1] = swapped[1], swapped[0]
	tests := []struct {
		name      string
		puzzle    [81]uint8
		limit     uint64
		solutions uint64
		outcome   Outcome
	}{
		{"unique", grid(example), 2, 1, Complete},
		{"unique, one asked for", grid(example), 1, 1, LimitReached},
		{"unique, none asked for", grid(example), 0, 1, LimitReached},
		{"against row-major", grid(againstRowMajor), 2, 1, Complete},
		{"full", solution, 2, 1, Complete},
		{"full and wrong", swapped, 2, 0, Complete},
		{"empty", [81]uint8{}, 1000, 1000, LimitReached},
		{"ten", [81]uint8{80: 10}, 2, 0, Complete},
		{"255 everywhere", [81]uint8(slices.Repeat([]uint8{255}, 81)), 2, 0, Complete},
		{"nine everywhere", [81]uint8(slices.Repeat([]uint8{9}, 81)), 2, 0, Complete},
		{"equal in row 1", [81]uint8{0: 8, 4: 8}, 2, 0, Complete},
		{"equal in column 1", [81]uint8{0: 8, 72: 8}, 2, 0, Complete},
		{"equal in box 1", [81]uint8{0: 8, 20: 8}, 2, 0, Complete},
		{"equal in box 9", [81]uint8{60: 8, 80: 8}, 2, 0, Complete},
		{"no place in row 1", grid("12345678........9" + strings.Repeat(".", 64)), 2, 0, Complete},
	}
	onEach(t, func(t *testing.T, k Kernel) {
		for _, test := range tests {
			r := searchOne(t, k, test.puzzle, Limits{Solutions: test.limit})
			if r.Solutions != test.solutions || r.Outcome != test.outcome {
				t.Errorf("%s: %d solutions, outcome %d; want %d, %d", test.name, r.Solutions, r.Outcome, test.solutions, test.outcome)
			}
			if r.Solutions > 0 {
				if what := wrong(r.First, test.puzzle); what != "" {
					t.Errorf("%s: the solution %s: %s", test.name, what, line(r.First))
				}
			}
			if r.Solutions == 0 && r.Nodes != 0 && test.name != "no place in row 1" {
				t.Errorf("%s: %d guesses to see a contradiction", test.name, r.Nodes)
			}
		}
		if r := searchOne(t, k, grid(example), Limits{Solutions: 1}); r.First != solution {
			t.Errorf("solved %s as %s", example, line(r.First))
		}
	})
}

// TestSearchBatch checks that each puzzle has the same result in a batch as alone, and that no
// puzzle affects the next one.
func TestSearchBatch(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	onEach(t, func(t *testing.T, k Kernel) {
		results := make([]Result, len(puzzles)+1)
		for i := range results {
			results[i] = Result{Solutions: 99, Nodes: 99, Outcome: LimitReached}
		}
		if n := k.Search(context.Background(), puzzles, Limits{Solutions: 10}, results); n != len(puzzles) {
			t.Fatalf("%d final results, want %d", n, len(puzzles))
		}
		for i, p := range puzzles {
			alone := searchOne(t, k, p, Limits{Solutions: 10})
			if _, shared := k.(*lanes); shared {
				// Puzzles share the lanes, so the solution found first and the number of guesses
				// depend on the other puzzles.
				if bad := wrong(results[i].First, p); results[i].Solutions > 0 && bad != "" {
					t.Errorf("%s: %s", line(p), bad)
				}
				alone.First, alone.Nodes = results[i].First, results[i].Nodes
			}
			if alone != results[i] {
				t.Errorf("%s: alone %+v, in the batch %+v", line(p), alone, results[i])
			}
		}
		if results[len(puzzles)].Solutions != 99 {
			t.Error("wrote past the last puzzle")
		}
		if n := k.Search(context.Background(), puzzles, Limits{Solutions: 1}, results[:3]); n != 3 {
			t.Errorf("%d final results in room for 3", n)
		}
		if n := k.Search(context.Background(), nil, Limits{Solutions: 1}, nil); n != 0 {
			t.Errorf("%d final results of no puzzle", n)
		}
	})
}

func TestAgreesWithOracle(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	if testing.Short() {
		puzzles = sample(puzzles, 20)
	}
	const limit = 50
	for _, p := range puzzles {
		want := solutionsOf(p, limit)
		slices.SortFunc(want, compareGrids)
		for _, k := range All() {
			for _, order := range []Order{Any, Lexicographic} {
				got, r := all(t, k, p, order, Limits{Solutions: limit})
				if len(got) != len(want) {
					t.Fatalf("%s: %s has %d solutions by the oracle, %d by order %d", k.Name(), line(p), len(want), len(got), order)
				}
				if len(want) == limit {
					continue // each engine may find another set of fifty solutions
				}
				if r.Outcome != Complete {
					t.Errorf("%s: %s: outcome %d", k.Name(), line(p), r.Outcome)
				}
				if order == Any {
					slices.SortFunc(got, compareGrids)
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %s: not the oracle's solutions, in order %d", k.Name(), line(p), order)
				}
			}
		}
	}
}

func compareGrids(a, b [81]uint8) int { return slices.Compare(a[:], b[:]) }

func TestAgreesWithTextbookOnSharedCorpora(t *testing.T) {
	links, ok := textbook.ByID(textbook.DancingLinks)
	if !ok {
		t.Fatal("the strategy is not there")
	}
	for _, name := range sharedCorpora {
		t.Run(name, func(t *testing.T) {
			puzzles := sample(sharedCorpus(t, name), soak.PickOfThree(150, 200, 600))
			want := make([]uint64, len(puzzles))
			for i, p := range puzzles {
				want[i] = links.Search(context.Background(), p, textbook.Limits{Solutions: 1000}, nil, nil).Solutions
			}
			for _, k := range All() {
				results := make([]Result, len(puzzles))
				k.Search(context.Background(), puzzles, Limits{Solutions: 1000}, results)
				for i, p := range puzzles {
					if got := results[i]; got.Solutions != want[i] {
						t.Errorf("%s: %s: %d solutions, dancing links find %d", k.Name(), line(p), got.Solutions, want[i])
					}
					if got := results[i]; got.Solutions > 0 {
						if what := wrong(got.First, p); what != "" {
							t.Errorf("%s: %s: the solution %s", k.Name(), line(p), what)
						}
					}
				}
			}
		})
	}
}

// TestSharedCorporaWhole checks the property for which each shared corpus was collected. Each puzzle of the
// first two has one solution; each puzzle of the third has several.
func TestSharedCorporaWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for name, want := range map[string]uint64{"17_clue": 1, "hardest_11plus": 1, "serg_multi": 2} {
		t.Run(name, func(t *testing.T) {
			puzzles := sharedCorpus(t, name)
			if name == "hardest_11plus" {
				puzzles = sample(puzzles, 5000)
			}
			results := make([]Result, len(puzzles))
			Default().Search(context.Background(), puzzles, Limits{Solutions: 2}, results)
			for i, r := range results {
				if r.Solutions != want || wrong(r.First, puzzles[i]) != "" {
					t.Fatalf("%s: %+v", line(puzzles[i]), r)
				}
			}
		})
	}
}

// TestLexicographicDoesNotStall checks grids that are hard to search in lexicographic order, because the search
// must branch on the first free cell, even if that is a bad choice. The first puzzle was made to slow down such
// a search, but propagation alone solves it. The other two have an empty first band, and the rest is hard.
// Without proofs of contradiction, the search would take 0.7 million guesses to the second puzzle's least
// solution. It would take over 2 million to find that the third has none.
func TestLexicographicDoesNotStall(t *testing.T) {
	tests := []struct {
		puzzle    string
		solutions uint64
	}{
		{againstRowMajor, 1},
		{"...........................47..9.6...1...3..26........7.......1......467.58......", 300},
		{"...........................1.4...3.7...2.....3...69.........45.........12.9..6...", 0},
	}
	onEach(t, func(t *testing.T, k Kernel) {
		for _, test := range tests {
			found, r := all(t, k, grid(test.puzzle), Lexicographic, Limits{Solutions: 300, Nodes: 2_000_000})
			if r.Outcome == Stopped || r.Solutions != test.solutions {
				t.Errorf("%s: %+v", test.puzzle, r)
			}
			if !slices.IsSortedFunc(found, compareGrids) {
				t.Errorf("%s: out of order", test.puzzle)
			}
			_, r = all(t, k, grid(test.puzzle), Lexicographic, Limits{Solutions: 1, Nodes: 20_000})
			if r.Outcome == Stopped {
				t.Errorf("%s: over 20000 guesses to the first solution or none", test.puzzle)
			}
		}
	})
}

func TestEmptyGridInOrder(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		found, _ := all(t, k, [81]uint8{}, Lexicographic, Limits{Solutions: 1000})
		if got := line(found[0]); got != "123456789456789123789123456214365897365897214897214365531642978642978531978531642" {
			t.Errorf("the least grid is not %s", got)
		}
		if !slices.IsSortedFunc(found, compareGrids) {
			t.Error("out of order")
		}
	})
}

func TestNodeLimit(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		var p [81]uint8
		var free Result
		for _, p = range readGrids(t, ownCorpus) {
			if free = searchOne(t, k, p, Limits{Solutions: 2, Nodes: 1000}); free.Nodes >= 10 {
				break
			}
		}
		if free.Nodes < 10 {
			t.Fatal("the corpus has no puzzle of 10 nodes")
		}
		if r := searchOne(t, k, p, Limits{Solutions: 2, Nodes: free.Nodes}); r != free {
			t.Errorf("with exactly the nodes it takes: %+v, without limit %+v", r, free)
		}
		for _, nodes := range []uint64{1, 2, free.Nodes - 1} {
			r := searchOne(t, k, p, Limits{Solutions: 2, Nodes: nodes})
			if r.Outcome != Stopped || r.Nodes != nodes {
				t.Errorf("with %d nodes: %+v", nodes, r)
			}
			_, r = all(t, k, p, Lexicographic, Limits{Solutions: 2, Nodes: nodes})
			if r.Outcome != Stopped || r.Nodes != nodes {
				t.Errorf("in order, with %d nodes: %+v", nodes, r)
			}
		}
		// A puzzle that hits the limit does not end the batch.
		var r [2]Result
		if n := k.Search(context.Background(), [][81]uint8{p, grid(example)}, Limits{Solutions: 2, Nodes: 1}, r[:]); n != 2 || r[1].Solutions != 1 {
			t.Errorf("%d final results: %+v", n, r)
		}
	})
}

func TestYieldEnds(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		for _, order := range []Order{Any, Lexicographic} {
			calls := uint64(0)
			r := k.Enumerate(context.Background(), &[81]uint8{}, order, Limits{Solutions: 1 << 40}, func(*[81]uint8) bool {
				calls++
				return calls < 7
			})
			if calls != 7 || r.Solutions != 7 || r.Outcome != Stopped {
				t.Errorf("order %d: yield called %d times, %+v", order, calls, r)
			}
			r = k.Enumerate(context.Background(), &[81]uint8{}, order, Limits{Solutions: 7}, nil)
			if r.Solutions != 7 || r.Outcome != LimitReached || wrong(r.First, [81]uint8{}) != "" {
				t.Errorf("order %d, nil yield: %+v", order, r)
			}
		}
	})
}

func TestCancel(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		var r [2]Result
		if n := k.Search(ended, make([][81]uint8, 2), Limits{Solutions: 1}, r[:]); n != 0 {
			t.Errorf("%d final results after the end", n)
		}
		if r := k.Enumerate(ended, &[81]uint8{}, Any, Limits{Solutions: 1}, nil); r.Outcome != Stopped || r.Solutions != 0 {
			t.Errorf("after the end: %+v", r)
		}

		// The context ends in the middle of a count that would take for ever.
		for _, order := range []Order{Any, Lexicographic} {
			ctx := &countingContext{Context: context.Background(), end: 50}
			if r := k.Enumerate(ctx, &[81]uint8{}, order, Limits{Solutions: 1 << 62}, nil); r.Outcome != Stopped || r.Solutions == 0 || r.Nodes == 0 {
				t.Errorf("order %d: %+v", order, r)
			}
		}
		// The context ends within a batch: the first result is final, the second is not.
		batch := &countingContext{Context: context.Background(), end: 5}
		if n := k.Search(batch, [][81]uint8{grid(example), {}}, Limits{Solutions: 1 << 62}, r[:]); n != 1 || r[0].Outcome != Complete || r[1].Outcome != Stopped || r[1].Nodes == 0 {
			t.Errorf("%d final results: %+v", n, r)
		}
		// yield itself cancels the context; the search ends at once.
		ctx, cancel := context.WithCancel(context.Background())
		calls := 0
		k.Enumerate(ctx, &[81]uint8{}, Any, Limits{Solutions: 1 << 62}, func(*[81]uint8) bool {
			calls++
			cancel()
			return true
		})
		if calls != 1 {
			t.Errorf("yield was called %d times after the end", calls-1)
		}
	})
}

// countingContext counts calls of Err. It is cancelled after the first end calls.
type countingContext struct {
	context.Context
	looks, end int
}

func (c *countingContext) Err() error {
	if c.looks++; c.looks > c.end {
		return context.Canceled
	}
	return nil
}

// TestLooksAtContext checks, without a clock, how often an engine checks its context: at least once in 256
// guesses, whether or not it finds solutions.
func TestLooksAtContext(t *testing.T) {
	onEach(t, func(t *testing.T, k Kernel) {
		puzzles := readGrids(t, ownCorpus)[:40] // the hard ones
		for len(puzzles) < 1000 {
			puzzles = append(puzzles, puzzles...)
		}
		ctx := &countingContext{Context: context.Background(), end: 1 << 30}
		results := make([]Result, len(puzzles))
		k.Search(ctx, puzzles, Limits{Solutions: 2}, results)
		nodes := 0
		for _, r := range results {
			nodes += int(r.Nodes)
		}
		if ctx.looks < nodes/256 {
			t.Errorf("%d looks in %d guesses", ctx.looks, nodes)
		}
		for _, order := range []Order{Any, Lexicographic} {
			ctx := &countingContext{Context: context.Background(), end: 100}
			r := k.Enumerate(ctx, &[81]uint8{}, order, Limits{Solutions: 1 << 40}, nil)
			if r.Outcome != Stopped || r.Nodes > 256*101 {
				t.Errorf("order %d: %d guesses at 100 looks", order, r.Nodes)
			}
		}
	})
}

// TestConcurrently checks that one engine serves several callers at once, and that yield may call
// the engine again.
func TestConcurrently(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	onEach(t, func(t *testing.T, k Kernel) {
		want := make([]Result, len(puzzles))
		k.Search(context.Background(), puzzles, Limits{Solutions: 2}, want)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				got := make([]Result, len(puzzles))
				k.Search(context.Background(), puzzles, Limits{Solutions: 2}, got)
				if !slices.Equal(got, want) {
					t.Error("another result beside other calls than alone")
				}
			})
		}
		wait.Wait()
		inner := uint64(0)
		r := k.Enumerate(context.Background(), &[81]uint8{}, Lexicographic, Limits{Solutions: 100}, func(s *[81]uint8) bool {
			inner += k.Enumerate(context.Background(), s, Lexicographic, Limits{Solutions: 2}, nil).Solutions
			return true
		})
		if inner != 100 || r.Solutions != 100 {
			t.Errorf("%d solutions, each solved within yield: %d", r.Solutions, inner)
		}
	})
}

func TestAllocatesNothing(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	onEach(t, func(t *testing.T, k Kernel) {
		results := make([]Result, len(puzzles))
		ctx := context.Background()
		run := func(n int) float64 {
			return testing.AllocsPerRun(20, func() { k.Search(ctx, puzzles[:n], Limits{Solutions: 2}, results) })
		}
		few, many := run(10), run(len(puzzles))
		if raceEnabled {
			t.Skip("the race detector makes sync.Pool drop what it holds")
		}
		if few > 0 || many > 0 {
			t.Errorf("%v allocations for 10 puzzles, %v for %d", few, many, len(puzzles))
		}
		for _, order := range []Order{Any, Lexicographic} {
			n := testing.AllocsPerRun(5, func() {
				k.Enumerate(ctx, &[81]uint8{}, order, Limits{Solutions: 10000}, func(*[81]uint8) bool { return true })
			})
			if n > 2 {
				t.Errorf("%v allocations to enumerate, order %d", n, order)
			}
		}
	})
}

func ExampleKernel() {
	puzzles := [][81]uint8{grid(example), {}}
	results := make([]Result, len(puzzles))
	Default().Search(context.Background(), puzzles, Limits{Solutions: 2}, results)
	for _, r := range results {
		fmt.Println(r.Solutions, r.Outcome == Complete)
	}
	// Output:
	// 1 true
	// 2 false
}
