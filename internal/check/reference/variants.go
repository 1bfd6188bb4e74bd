package reference

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// Variant is a puzzle of Interactive Sudoku Solver's collection, with the solution, which is proven to be the only one.
type Variant struct {
	Name, Text   string
	Solution     string  // one character per cell: a digit, or a letter with A = 1 on boards with more than nine values
	Milliseconds float64 // how long Interactive Sudoku Solver takes to read the puzzle and to count up to two solutions
	Guesses      string  // how many guesses Interactive Sudoku Solver makes
	Kinds        string
}

// Values returns the solution as numbers. A digit is its own value; A is 1, B is 2, and so on.
func (v *Variant) Values() []int {
	values := make([]int, len(v.Solution))
	for i, c := range []byte(v.Solution) {
		if values[i] = int(c - '0'); c >= 'A' {
			values[i] = int(c-'A') + 1
		}
	}
	return values
}

// Variants returns the puzzles of ../shared/variants. It skips the test if the file is absent.
func Variants(t testing.TB) (all []Variant) {
	t.Helper()
	text, err := os.ReadFile(File(t, "variants/iss_corpus.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		if line[0] == '#' {
			continue
		}
		if len(f) < 7 {
			t.Fatalf("%d columns in %q", len(f), line)
		}
		ms, err := strconv.ParseFloat(f[3], 64)
		if err != nil {
			t.Fatalf("%s: %v", f[0], err)
		}
		all = append(all, Variant{f[0], f[1], f[2], ms, f[5], f[6]})
	}
	return all
}
