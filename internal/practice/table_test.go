package practice

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/generate"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

var (
	collect  = flag.Int("collect", 0, "look through so many puzzles and rewrite table.txt")
	searched = flag.Int("searched", 100_000, "in how many of them techniques are searched for that paths do not use")
)

// rows is the maximum number of attempts on a line of the table.
const rows = 16

// searchNodes limits the search for a technique that paths do not use.
const searchNodes = 20_000

// frequent is the perMille from which on Next generates new puzzles. Next then needs 5 puzzles on average, and 18 in
// the worst of 50 cases.
const frequent = 200

// TestTable rewrites the table if requested. It takes about 0.4 ms per puzzle and processor.
func TestTable(t *testing.T) {
	if *collect == 0 {
		t.Skip("without -collect")
	}
	ctx := context.Background()
	type place struct {
		attempt uint64
		score   int
	}
	count := map[logic.Technique]int{}
	places := map[logic.Technique][]place{}
	var rare []logic.Technique // techniques that may be next in a position in which the path uses another technique
	easier := map[logic.Technique][]logic.Technique{}
	for _, u := range hodoku.Techniques() {
		// Some techniques have equal order, and a path does not reach all of them.
		alone := !slices.ContainsFunc(hodoku.DefaultOrder(), func(v logic.Technique) bool { return v != u && hodoku.ColumnsOf(v).Order == hodoku.ColumnsOf(u).Order })
		if !hodoku.ColumnsOf(u).Default || !alone {
			rare, easier[u] = append(rare, u), EasierThan(u)
		}
	}
	var f logic.Finder
	n := 0
	for p, err := range generate.Puzzles(ctx, generate.Spec{Seed: tableSeed, Graded: true}, generate.Limits{}) {
		if err != nil {
			t.Fatal(err)
		}
		met := slices.DeleteFunc(p.Techniques, func(u logic.Technique) bool { return slices.Contains(rare, u) })
		// No technique that paths do not use is easier than those that make a puzzle hard.
		if p.Level >= hodoku.Hard && n < *searched {
			givens, solution := p.Grids()
			path, _, err := hodoku.PathOf(ctx, logic.NewState(givens), hodoku.DefaultOrder(), &solution)
			if err != nil {
				t.Fatal(err)
			}
			at := path.Start
			for i := range path.Steps {
				step := &path.Steps[i]
				f.Reset(at)
				for _, u := range rare {
					if slices.Contains(easier[u], step.Technique) || slices.Contains(met, u) || hodoku.ColumnsOf(u).Default && hodoku.ColumnsOf(u).Order != hodoku.ColumnsOf(step.Technique).Order {
						continue
					}
					f.Options = logic.Options{MissingCorners: true, Nodes: searchNodes}
					if _, outcome, err := f.First(ctx, u); outcome == sudoku.Found && err == nil {
						if outcome, _ := checkNextTechnique(ctx, logic.NewFinder(at, finderOptions()), EasierThan(u), u); outcome == sudoku.Found {
							met = append(met, u)
						}
					}
				}
				at.Apply(step)
			}
		}
		for _, u := range met {
			count[u]++
			places[u] = append(places[u], place{p.Attempt, p.Score})
			// Keep the easiest puzzles, which are the fastest to search.
			if len(places[u]) > 40*rows {
				slices.SortFunc(places[u], func(a, b place) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.attempt, b.attempt)) })
				places[u] = places[u][:20*rows]
			}
		}
		if n++; n == *collect {
			break
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Made by go generate ./internal/practice. DO NOT EDIT.\npuzzles %d\n", n)
	for _, u := range hodoku.Techniques() {
		if u == logic.BruteForce {
			continue
		}
		of := n
		if slices.Contains(rare, u) {
			of = min(n, *searched)
		}
		perMille := 1000 * float64(count[u]) / float64(of)
		fmt.Fprintf(&b, "%v %.3g", u, perMille)
		slices.SortFunc(places[u], func(a, b place) int { return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(a.attempt, b.attempt)) })
		kept := 0
		for _, at := range places[u] {
			if perMille < frequent && kept < rows && hasPositions(t, u, at.attempt) {
				fmt.Fprintf(&b, " %d", at.attempt)
				kept++
			}
		}
		b.WriteString("\n")
	}
	if err := os.WriteFile("table.txt", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// hasPositions reports whether isomorphs of an attempt's puzzle have positions for u.
func hasPositions(t *testing.T, u logic.Technique, attempt uint64) bool {
	s := seeker{Wish: Wish{Technique: u}, easier: EasierThan(u)}
	s.chance.Seed(attempt, 0)
	for range 2 {
		if _, outcome, err := s.findInTable(context.Background(), []uint64{attempt}); err != nil || outcome != sudoku.Found {
			return false
		}
	}
	return true
}
