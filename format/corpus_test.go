package format

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nonet/internal/check/reference"
	"nonet/puzzle"
	"nonet/solve"
)

// several is a puzzle of the collection that has more solutions than the published one. Interactive Sudoku
// Solver considers it unique, but accepts another solution as givens.
const several = "0-indexed: Sums and indexing"

// TestPublishedSolutions checks that the published solution of each puzzle satisfies every constraint. After a
// change of one or two values, it breaks a constraint. Values of cells beside the board are not published;
// TestCorpus finds them.
func TestPublishedSolutions(t *testing.T) {
	for _, one := range reference.Variants(t) {
		p, err := ReadISS(one.Text)
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		if len(p.Groups) > 0 {
			continue
		}
		broken, err := p.Check(one.Values())
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
		}
		for _, b := range broken {
			t.Errorf("%s: %s %d breaks at %v", one.Name, b.Kind, b.Constraint, p.CellNames(b.Cells))
		}
		if one.Name == several {
			continue
		}
		random := rand.New(rand.NewPCG(1, uint64(len(one.Text))))
		for range 20 {
			changed := slices.Clone(one.Values())
			a, b := random.IntN(len(changed)), random.IntN(len(changed))
			if changed[a] == changed[b] {
				changed[a] = p.Low + (changed[a]-p.Low+1)%p.Values()
			} else {
				changed[a], changed[b] = changed[b], changed[a]
			}
			if broken, err := p.Check(changed); err != nil || len(broken) == 0 {
				t.Errorf("%s: %s and %s changed break nothing, %v", one.Name, p.CellName(a), p.CellName(b), err)
			}
		}
	}
}

var (
	nodes   = flag.Uint64("nodes", 1000, "guesses for each puzzle of the corpus")
	verbose = flag.Bool("each", false, "tell nodes and time of each puzzle")
)

// TestCorpus solves each puzzle and proves its solution, which must be the published one. The
// checkers, which share no code with the engine, must agree. -short takes every tenth puzzle.
func TestCorpus(t *testing.T) {
	proved, open := 0, 0
	for i, one := range reference.Variants(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		p, err := ReadISS(one.Text)
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		began := time.Now()
		r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2, Nodes: *nodes})
		if err != nil {
			open++
			t.Logf("%s: after %d nodes %v", one.Name, r.Nodes, err)
			continue
		}
		if *verbose {
			t.Logf("%s: %d nodes, %v", one.Name, r.Nodes, time.Since(began))
		}
		if one.Name == several {
			if r.N != 2 {
				t.Errorf("%s: %d solutions", one.Name, r.N)
			}
			continue
		}
		if r.N != 1 || !r.Exact || !slices.Equal(r.Solutions[0][:p.BoardCells()], one.Values()) {
			t.Errorf("%s: %d solutions, %v; published %v", one.Name, r.N, r.Solutions, one.Values())
			continue
		}
		proved++
		if broken, err := p.Check(r.Solutions[0]); err != nil || len(broken) > 0 {
			t.Errorf("%s: the solution breaks %v, %v", one.Name, broken, err)
		}
	}
	t.Logf("%d solved and proved, %d not within the guesses", proved, open)
}
