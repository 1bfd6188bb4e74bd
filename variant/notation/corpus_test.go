package notation

import (
	"bufio"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/internal/check/reference"
	"nonet/variant"
)

// published is a puzzle of the reference with its proved solution.
type published struct {
	name, text string
	solution   []int
}

// corpus is the puzzles of Interactive Sudoku Solver's collection.
func corpus(t testing.TB) (all []published) {
	file, err := os.Open(reference.File(t, "variants/iss_corpus.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		f := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(f[0], "#") || len(f) < 3 {
			continue
		}
		all = append(all, published{name: f[0], text: f[1]})
		p := &all[len(all)-1]
		for _, c := range []byte(f[2]) {
			switch {
			case c >= 'A' && c <= 'Z':
				p.solution = append(p.solution, int(c-'A')+1)
			default:
				p.solution = append(p.solution, int(c-'0'))
			}
		}
	}
	return all
}

// several is a puzzle of the collection that has more solutions than the published one:
// Interactive Sudoku Solver takes it for unique, and accepts another one as givens.
const several = "0-indexed: Sums and indexing"

// The published solution of each puzzle keeps every constraint, and with a value or two
// changed it breaks one. Cells beside the board are not published: TestCorpus finds them.
func TestPublishedSolutions(t *testing.T) {
	for _, puzzle := range corpus(t) {
		p, err := ReadISS(puzzle.text)
		if err != nil {
			t.Errorf("%s: %v", puzzle.name, err)
			continue
		}
		if len(p.Groups) > 0 {
			continue
		}
		broken, err := p.Check(puzzle.solution)
		if err != nil {
			t.Errorf("%s: %v", puzzle.name, err)
		}
		for _, b := range broken {
			t.Errorf("%s: %s %d breaks at %v", puzzle.name, b.Kind, b.Constraint, p.CellNames(b.Cells))
		}
		if puzzle.name == several {
			continue
		}
		random := rand.New(rand.NewPCG(1, uint64(len(puzzle.text))))
		for range 20 {
			changed := slices.Clone(puzzle.solution)
			one, two := random.IntN(len(changed)), random.IntN(len(changed))
			if changed[one] == changed[two] {
				changed[one] = p.Low + (changed[one]-p.Low+1)%p.Values()
			} else {
				changed[one], changed[two] = changed[two], changed[one]
			}
			if broken, err := p.Check(changed); err != nil || len(broken) == 0 {
				t.Errorf("%s: %s and %s changed break nothing, %v", puzzle.name, p.CellName(one), p.CellName(two), err)
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
	for i, puzzle := range corpus(t) {
		if testing.Short() && i%10 != 0 {
			continue
		}
		p, err := ReadISS(puzzle.text)
		if err != nil {
			t.Errorf("%s: %v", puzzle.name, err)
			continue
		}
		began := time.Now()
		r, err := p.Count(t.Context(), variant.Limits{Solutions: 2, Nodes: *nodes})
		if err != nil {
			open++
			t.Logf("%s: after %d nodes %v", puzzle.name, r.Nodes, err)
			continue
		}
		if *verbose {
			t.Logf("%s: %d nodes, %v", puzzle.name, r.Nodes, time.Since(began))
		}
		if puzzle.name == several {
			if r.N != 2 {
				t.Errorf("%s: %d solutions", puzzle.name, r.N)
			}
			continue
		}
		if r.N != 1 || !r.Exact || !slices.Equal(r.Solutions[0][:p.BoardCells()], puzzle.solution) {
			t.Errorf("%s: %d solutions, %v; published %v", puzzle.name, r.N, r.Solutions, puzzle.solution)
			continue
		}
		proved++
		if broken, err := p.Check(r.Solutions[0]); err != nil || len(broken) > 0 {
			t.Errorf("%s: the solution breaks %v, %v", puzzle.name, broken, err)
		}
	}
	t.Logf("%d solved and proved, %d not within the guesses", proved, open)
}
