package logic_test

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

func readLibrary(t testing.TB, path string) []hodoku.Case {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []hodoku.Case
	for scan := bufio.NewScanner(file); scan.Scan(); {
		line := strings.TrimSpace(scan.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := hodoku.Read(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, c)
	}
	return all
}

// libraryPassed is the number of the 1112 cases that pass.
const libraryPassed = 1112

func TestLibrary(t *testing.T) {
	testCases(t, readLibrary(t, reference.File(t, "techniques/reglib-1.4.txt")))
}

func testCases(t *testing.T, cases []hodoku.Case) {
	fails := map[string][]string{}
	f := NewFinder(State{}, Options{})
	for i := range cases {
		c := &cases[i]
		if pass, found, err := c.Run(context.Background(), f, c.Options()); err != nil {
			t.Fatal(err)
		} else if !pass {
			fails[c.Text] = append(found, "")
		}
	}
	t.Log(tally(cases, fails))
	for text, found := range fails {
		t.Logf("%s\n  found %q", text, found)
	}
	passed := len(cases) - len(fails)
	t.Logf("%d of %d", passed, len(cases))
	if len(cases) == 1112 && passed < libraryPassed {
		t.Errorf("%d of %d pass, it was %d", passed, len(cases), libraryPassed)
	}
}

// tally lists the passed cases by code, failing codes first.
func tally(cases []hodoku.Case, fails map[string][]string) string {
	all, good := map[string]int{}, map[string]int{}
	for _, c := range cases {
		key := c.Code
		if c.Variant != "" {
			key += "-" + c.Variant
		}
		all[key]++
		if fails[c.Text] == nil {
			good[key]++
		}
	}
	keys := make([]string, 0, len(all))
	for k := range all {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	var bad, fine strings.Builder
	for _, k := range keys {
		if good[k] < all[k] {
			fmt.Fprintf(&bad, "%s %d of %d\n", k, good[k], all[k])
		} else {
			fmt.Fprintf(&fine, "%s %d  ", k, all[k])
		}
	}
	return "failing:\n" + bad.String() + "complete: " + fine.String()
}

// isomorph permutes bands, rows within bands, stacks, columns within stacks, and digits. It may transpose.
type isomorph struct {
	cell  [sudoku.Cells]Cell
	digit [10]Digit
}

func randomIsomorph(r *rand.Rand) isomorph {
	lines := func() (p [9]int) {
		bands := r.Perm(3)
		for i := range 3 {
			for j, k := range r.Perm(3) {
				p[i*3+j] = bands[i]*3 + k
			}
		}
		return p
	}
	var m isomorph
	rows, columns, turn := lines(), lines(), r.IntN(2) == 1
	for c := range Cell(sudoku.Cells) {
		row, column := rows[c.Row()-1], columns[c.Column()-1]
		if turn {
			row, column = column, row
		}
		m.cell[c] = sudoku.CellAt(row+1, column+1)
	}
	for i, d := range r.Perm(9) {
		m.digit[i+1] = Digit(d + 1)
	}
	return m
}

func (m *isomorph) state(s *State) State {
	t := NewState(sudoku.Grid{})
	var givens CellSet
	for c := range Cell(sudoku.Cells) {
		if v := s.Value(c); v != 0 {
			t.Place(m.cell[c], m.digit[v])
			if s.Given(c) {
				givens.Add(m.cell[c])
			}
		}
	}
	for c := range Cell(sudoku.Cells) {
		t.SetCandidates(m.cell[c], m.digits(s.Candidates(c)))
	}
	t.SetGivens(givens)
	return t
}

func (m *isomorph) digits(set Digits) (to Digits) {
	for d := range set.Digits() {
		to = to.With(m.digit[d])
	}
	return to
}

func (m *isomorph) candidates(list []Candidate) []Candidate {
	var to []Candidate
	for _, c := range list {
		to = append(to, Candidate{m.cell[c.Cell], m.digit[c.Digit]})
	}
	return to
}

func (m *isomorph) of(c hodoku.Case) hodoku.Case {
	c.Digits = m.digits(c.Digits)
	c.State = m.state(&c.State)
	c.Eliminated, c.Placed = m.candidates(c.Eliminated), m.candidates(c.Placed)
	return c
}

// TestLibraryIsomorphs checks every case again, relabelled: no technique may depend on the
// orientation.
func TestLibraryIsomorphs(t *testing.T) {
	seeds := soak.PickOfThree[uint64](1, 2, 5)
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			cases := readLibrary(t, reference.File(t, "techniques/reglib-1.4.txt"))
			r := rand.New(rand.NewPCG(seed, 5))
			for i := range cases {
				m := randomIsomorph(r)
				cases[i] = m.of(cases[i])
			}
			testCases(t, cases)
		})
	}
}

// TestLoopsTurnWithTheBoard takes the library's positions with a loop or chain. The effect of all loops and
// chains together must be the same under a random isomorph.
func TestLoopsTurnWithTheBoard(t *testing.T) {
	cases := readLibrary(t, reference.File(t, "techniques/reglib-1.4.txt"))
	r := rand.New(rand.NewPCG(3, 5))
	steps := 0
	did := func(s State, o Options, k Technique, m *isomorph) map[string]bool {
		all := map[string]bool{}
		NewFinder(s, o).Each(context.Background(), k, func(step *Step) bool {
			gone := step.Eliminations
			if m != nil {
				gone = m.candidates(gone)
				slices.SortFunc(gone, byDigit)
			}
			all[fmt.Sprint(gone)] = true
			return true
		})
		return all
	}
	for i := range cases {
		c := &cases[i]
		if c.Code < "0706" || c.Code > "0711" || i%soak.PickOfThree(5, 3, 1) > 0 {
			continue
		}
		m := randomIsomorph(r)
		for k := ContinuousNiceLoop; k <= GroupedAIC; k++ {
			here, there := did(c.State, c.Options(), k, &m), did(m.state(&c.State), c.Options(), k, nil)
			if !maps.Equal(here, there) {
				t.Errorf("%s: %s: %d and %d sets of eliminations, or not the same", c.Text, k, len(here), len(there))
			}
			steps += len(here)
		}
	}
	t.Logf("%d sets of eliminations", steps)
}
