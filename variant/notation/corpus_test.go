package notation

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonet/internal/check/reference"
	"nonet/variant"
)

// several is a puzzle of the collection that has more solutions than the published one:
// Interactive Sudoku Solver takes it for unique, and accepts another one as givens.
const several = "0-indexed: Sums and indexing"

// The published solution of each puzzle keeps every constraint, and with a value or two
// changed it breaks one. Cells beside the board are not published: TestCorpus finds them.
func TestPublishedSolutions(t *testing.T) {
	for _, puzzle := range reference.Variants(t) {
		p, err := ReadISS(puzzle.Text)
		if err != nil {
			t.Errorf("%s: %v", puzzle.Name, err)
			continue
		}
		if len(p.Groups) > 0 {
			continue
		}
		broken, err := p.Check(puzzle.Values())
		if err != nil {
			t.Errorf("%s: %v", puzzle.Name, err)
		}
		for _, b := range broken {
			t.Errorf("%s: %s %d breaks at %v", puzzle.Name, b.Kind, b.Constraint, p.CellNames(b.Cells))
		}
		if puzzle.Name == several {
			continue
		}
		random := rand.New(rand.NewPCG(1, uint64(len(puzzle.Text))))
		for range 20 {
			changed := slices.Clone(puzzle.Values())
			one, two := random.IntN(len(changed)), random.IntN(len(changed))
			if changed[one] == changed[two] {
				changed[one] = p.Low + (changed[one]-p.Low+1)%p.Values()
			} else {
				changed[one], changed[two] = changed[two], changed[one]
			}
			if broken, err := p.Check(changed); err != nil || len(broken) == 0 {
				t.Errorf("%s: %s and %s changed break nothing, %v", puzzle.Name, p.CellName(one), p.CellName(two), err)
			}
		}
	}
}

var (
	nodes   = flag.Uint64("nodes", 1000, "guesses for each puzzle of the corpus")
	verbose = flag.Bool("each", false, "tell nodes and time of each puzzle")
)

// Each puzzle is solved and proved, the solution is the published one, and the checkers,
// which share nothing with the engine, agree. -short takes every tenth.
func TestCorpus(t *testing.T) {
	proved, open := 0, 0
	for i, puzzle := range reference.Variants(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		p, err := ReadISS(puzzle.Text)
		if err != nil {
			t.Errorf("%s: %v", puzzle.Name, err)
			continue
		}
		began := time.Now()
		r, err := p.Count(t.Context(), variant.Limits{Solutions: 2, Nodes: *nodes})
		if err != nil {
			open++
			t.Logf("%s: after %d nodes %v", puzzle.Name, r.Nodes, err)
			continue
		}
		if *verbose {
			t.Logf("%s: %d nodes, %v", puzzle.Name, r.Nodes, time.Since(began))
		}
		if puzzle.Name == several {
			if r.N != 2 {
				t.Errorf("%s: %d solutions", puzzle.Name, r.N)
			}
			continue
		}
		if r.N != 1 || !r.Exact || !slices.Equal(r.Solutions[0][:p.BoardCells()], puzzle.Values()) {
			t.Errorf("%s: %d solutions, %v; published %v", puzzle.Name, r.N, r.Solutions, puzzle.Values())
			continue
		}
		proved++
		if broken, err := p.Check(r.Solutions[0]); err != nil || len(broken) > 0 {
			t.Errorf("%s: the solution breaks %v, %v", puzzle.Name, broken, err)
		}
	}
	t.Logf("%d solved and proved, %d not within the guesses", proved, open)
}
