package notation

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/variant"
)

// published is a puzzle of the reference with its proved solution.
type published struct {
	name, text string
	solution   []int
	seconds    float64
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
		all = append(all, published{name: f[0], text: f[1], solution: nil})
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

// The published solution of each puzzle keeps every constraint that speaks of the board.
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
	}
}

var _ variant.Puzzle
