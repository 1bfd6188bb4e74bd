package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
)

// some returns the first n puzzles of a Spec.
func some(t *testing.T, s Spec, n int, l Limits) (all []Puzzle) {
	t.Helper()
	if l.Attempts == 0 {
		l.Attempts = 300
	}
	for p, err := range Puzzles(t.Context(), s, l) {
		if err != nil {
			t.Fatalf("%v: %v", s.Kinds, err)
		}
		if all = append(all, p); len(all) == n {
			break
		}
	}
	return all
}

// long skips a test in short mode. It is for tests that share nothing between goroutines.
func long(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
}

// small returns all full grids of a 4×4 board with these areas.
func small(areas [][]int) (all [][]int) {
	of := make([]int, 16)
	for i, area := range areas {
		for _, cell := range area {
			of[cell] = i
		}
	}
	values := make([]int, 16)
	var next func(cell int)
	next = func(cell int) {
		if cell == 16 {
			all = append(all, slices.Clone(values))
			return
		}
		for v := 1; v <= 4; v++ {
			fits := true
			for other := range cell {
				fits = fits && (values[other] != v || other/4 != cell/4 && other%4 != cell%4 && of[other] != of[cell])
			}
			if fits {
				values[cell] = v
				next(cell + 1)
			}
		}
	}
	next(0)
	return all
}

// larger holds a board size for each word that needs a board larger than 4×4.
var larger = map[string]int{
	"anti-king": 6, "anti-consecutive": 6, "anti-taxicab": 6, "nabner": 6, "entropic": 6, "pill-arrow": 6,
	"global-entropy": 6, "global-mod": 6, "dutch-flatmates": 9,
}

// For every word there are puzzles. Of all full grids of a 4×4 board the checkers accept only
// the solution.
func TestEveryWord(t *testing.T) {
	long(t)
	for _, word := range Words() {
		t.Run(word, func(t *testing.T) {
			size := cmp.Or(larger[word], 4)
			for p, err := range Puzzles(t.Context(), Spec{Seed: 5, Size: size, Kinds: []string{word}}, Limits{Workers: 1, Attempts: 100}) {
				if err != nil {
					t.Fatal(err)
				}
				if size > 4 {
					if broken, err := p.Puzzle.Check(p.Solution); err != nil || len(broken) > 0 {
						t.Errorf("%v %v", broken, err)
					}
					return
				}
				fitting := 0
				for _, grid := range small(p.Puzzle.Areas()) {
					broken, err := p.Puzzle.Check(grid)
					if err != nil {
						t.Fatal(err)
					}
					if len(broken) == 0 {
						if fitting++; !slices.Equal(grid, p.Solution) {
							t.Errorf("attempt %d: %v is a solution, too", p.Attempt, grid)
						}
					}
				}
				if fitting != 1 {
					t.Errorf("attempt %d: %d grids fit %+v", p.Attempt, fitting, p.Puzzle)
				}
				if p.Attempt > 8 {
					break
				}
			}
		})
	}
}

// If a word's rules do not distinguish certain values, they can be exchanged in the solution. The puzzle must
// have at least the required number of givens.
func TestExchanges(t *testing.T) {
	long(t)
	fewest := map[string]int{"x": 8, "palindrome": 8, "odd-even": 7, "entropic": 6, "modular": 6, "dutch-flatmates": 5,
		"whisper": 1, "renban": 1, "between": 1, "sandwich": 1, "consecutive": 1, "minimum": 1, "maximum": 1, "kropki": 0, "thermo": 0, "killer": 0}
	for _, word := range Words() {
		p, err := Spec{Kinds: []string{word}}.newPlan()
		if err != nil {
			t.Fatal(err)
		}
		need, _ := p.fewestGivens()
		if want, known := fewest[word]; known && need != want {
			t.Errorf("%s needs %d givens, not %d", word, need, want)
		}
		if need == 0 {
			continue
		}
		made := some(t, Spec{Kinds: []string{word}}, 1, Limits{Workers: 1})[0]
		bare := *made.Puzzle
		bare.Givens = nil
		for _, to := range p.exchange {
			values := make([]int, len(made.Solution))
			for cell, v := range made.Solution {
				values[cell] = to[v-1]
			}
			if broken, err := bare.Check(values); err != nil || len(broken) > 0 {
				t.Errorf("%s tells values apart that %v exchanges: %v %v", word, to, broken, err)
			}
		}
	}
}

// Constraints are chosen until few givens or none suffice, and no constraint is redundant.
func TestFewGivens(t *testing.T) {
	long(t)
	for _, s := range []Spec{
		{Size: 6, Kinds: []string{"thermo"}, NoGivens: true},
		{Size: 6, Kinds: []string{"difference", "between"}, Givens: Range{Max: 2}},
	} {
		for _, p := range some(t, s, 1, Limits{Attempts: 20}) {
			if len(p.Puzzle.Givens) > s.Givens.Max {
				t.Errorf("%v, attempt %d: %d givens", s.Kinds, p.Attempt, len(p.Puzzle.Givens))
			}
			if r, err := solve.Count(t.Context(), p.Puzzle, puzzle.Limits{Solutions: 2}); r.N != 1 || !slices.Equal(r.Solutions[0], p.Solution) {
				t.Errorf("%v, attempt %d: %d solutions, %v", s.Kinds, p.Attempt, r.N, err)
			}
		}
	}
}

// If deductions solve a puzzle, it has one solution, the one that they find.
func TestLogic(t *testing.T) {
	long(t)
	for _, s := range []Spec{
		{Kinds: []string{"killer"}, MaxLevel: hodoku.Hard},
		{Kinds: []string{"x", "thermo"}, MinLevel: hodoku.Medium, MaxLevel: hodoku.Medium},
		{Kinds: []string{"jigsaw"}, Size: 7, Hardest: "locked"},
		{Kinds: []string{"x"}, Hardest: "net", MinLevel: hodoku.Extreme},
	} {
		for _, p := range some(t, s, 1, Limits{Workers: 1}) {
			start, err := deduction.NewState(t.Context(), p.Puzzle)
			if err != nil {
				t.Fatal(err)
			}
			path, err := start.Path(t.Context(), false)
			if err != nil || !path.Solved {
				t.Fatalf("%v, attempt %d: %v", s.Kinds, p.Attempt, err)
			}
			if found, _ := path.End.Values(); !slices.Equal(found, p.Solution) {
				t.Errorf("%v, attempt %d: logic comes to another solution", s.Kinds, p.Attempt)
			}
			if p.Level < s.MinLevel || s.MaxLevel != 0 && p.Level > s.MaxLevel || s.Hardest != "" && p.Hardest != s.Hardest {
				t.Errorf("%v, attempt %d: %+v", s.Kinds, p.Attempt, p)
			}
		}
	}
}

// The same Spec gives the same puzzles with one worker and with two, and from any attempt on.
func TestSame(t *testing.T) {
	s := Spec{Seed: 3, Size: 6, Kinds: []string{"jigsaw", "killer", "arrow"}, Givens: Range{Max: 9}, Minimal: true}
	one, two := some(t, s, 6, Limits{Workers: 1}), some(t, s, 6, Limits{Workers: 2})
	if !reflect.DeepEqual(one, two) {
		t.Error("two workers make others")
	}
	s.From = one[5].Attempt
	if again := some(t, s, 1, Limits{}); !reflect.DeepEqual(again, one[5:]) {
		t.Error("from its attempt on another comes")
	}
	s.From, s.Seed = 0, 4
	if reflect.DeepEqual(some(t, s, 1, Limits{}), one[:1]) {
		t.Error("another seed makes the same")
	}
}

// Only rules of the whole board can be removed from a minimal puzzle.
func TestMinimal(t *testing.T) {
	for _, s := range []Spec{
		{Size: 6, Kinds: []string{"anti-knight", "renban", "quadruple"}, Minimal: true},
		{Size: 6, Kinds: []string{"killer", "x"}, Symmetry: Rotate180, Givens: Range{Max: 8}, Minimal: true},
	} {
		for _, p := range some(t, s, 3, Limits{}) {
			parts, err := solve.RedundantParts(t.Context(), p.Puzzle, puzzle.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range parts {
				if part.Given || puzzle.KindNamed(p.Puzzle.Constraints[part.Index].Kind).Way() != puzzle.WayBoard {
					t.Errorf("%v, attempt %d: %v could go", s.Kinds, p.Attempt, p.Puzzle.PartName(part))
				}
			}
		}
	}
}

// Givens, cages and regions have the symmetry.
func TestSymmetry(t *testing.T) {
	long(t)
	for _, symmetry := range []Symmetry{Rotate180, MirrorVertical, Rotate90, FullSymmetry} {
		s := Spec{Size: 8, Kinds: []string{"jigsaw", "killer"}, Symmetry: symmetry, Givens: Range{Max: 40}}
		p := some(t, s, 1, Limits{})[0]
		sets := map[string]bool{}
		add := func(kind string, cells []int) { sets[fmt.Sprint(kind, slices.Sorted(slices.Values(cells)))] = true }
		has := func(image []int, kind string, cells []int) {
			moved := make([]int, len(cells))
			for i, cell := range cells {
				moved[i] = image[cell]
			}
			slices.Sort(moved)
			if !sets[fmt.Sprint(kind, moved)] {
				t.Errorf("%v: %s %v has no image", symmetry, kind, cells)
			}
		}
		each := func(do func(kind string, cells []int)) {
			for _, g := range p.Puzzle.Givens {
				do("given", []int{g.Cell})
			}
			for _, c := range p.Puzzle.Constraints {
				do(c.Kind, c.Cells)
			}
			if symmetry != Rotate90 && symmetry != FullSymmetry { // rotated boxes are not boxes
				for _, r := range p.Puzzle.Regions {
					do("region", r)
				}
			}
		}
		each(add)
		for _, image := range symmetry.Images(8) {
			each(func(kind string, cells []int) { has(image, kind, cells) })
		}
	}
}

// Regions and cages are connected, cages do not overlap, and lines neither share cells nor cross.
func TestLook(t *testing.T) {
	long(t)
	for _, p := range some(t, Spec{Kinds: []string{"jigsaw", "killer", "thermo", "whisper", "renban"}, Givens: Range{Max: 81}}, 6, Limits{}) {
		piece := func(cells []int) {
			met := []int{cells[0]}
			for i := 0; i < len(met); i++ {
				for _, to := range p.Puzzle.Neighbours(met[i]) {
					if slices.Contains(cells, to) && !slices.Contains(met, to) {
						met = append(met, to)
					}
				}
			}
			if len(met) != len(cells) {
				t.Errorf("attempt %d: %v is in several pieces", p.Attempt, cells)
			}
		}
		for _, r := range p.Puzzle.Regions {
			piece(r)
		}
		caged, lined, crossed := map[int]bool{}, map[int]bool{}, map[int]bool{}
		once := func(in map[int]bool, at int, what string) {
			if in[at] {
				t.Errorf("attempt %d: %s twice at %d", p.Attempt, what, at)
			}
			in[at] = true
		}
		kinds := map[string]int{}
		for _, c := range p.Puzzle.Constraints {
			kinds[c.Kind]++
			if c.Kind == "Cage" {
				piece(c.Cells)
			}
			for i, cell := range c.Cells {
				if c.Kind == "Cage" {
					once(caged, cell, "a cage")
					continue
				}
				once(lined, cell, "a line")
				if i > 0 && cell/9 != c.Cells[i-1]/9 && cell%9 != c.Cells[i-1]%9 {
					once(crossed, cornerOf(9, cell, c.Cells[i-1]), "a crossing")
				}
			}
		}
		if len(caged) < 70 || kinds["Thermo"] == 0 || kinds["Whisper"] == 0 || kinds["Renban"] == 0 {
			t.Errorf("attempt %d: %d cells in cages, lines %v", p.Attempt, len(caged), kinds)
		}
	}
}

// A contradictory Spec is refused. If no puzzle is found, the error names the attempts.
func TestNotMet(t *testing.T) {
	for _, s := range []Spec{
		{Kinds: []string{"killers"}},
		{Kinds: []string{"x"}, Size: 3},
		{Kinds: []string{"x"}, Size: 17},
		{Kinds: []string{"anti-king"}, Size: 4},
		{Kinds: []string{"windoku"}, Size: 5},
		{Kinds: []string{"x"}, Givens: Range{Min: 5, Max: 4}},
		{Kinds: []string{"x"}, Givens: Range{Min: 82}},
		{Kinds: []string{"x"}, Givens: Range{Max: 7}},
		{Kinds: []string{"whisper", "renban"}, NoGivens: true},
		{Kinds: []string{"x"}, Symmetry: 99},
		{Kinds: []string{"x"}, Hardest: "search"},
		{Kinds: []string{"x"}, Hardest: "x-wing"}, // a technique for classic puzzles
		{Kinds: []string{"x"}, MinLevel: hodoku.Hard, MaxLevel: hodoku.Easy},
		{Kinds: []string{"x"}, Hardest: "locked", MinLevel: hodoku.Hard},
		{Kinds: []string{"x"}, Hardest: "locked", MaxLevel: hodoku.Easy},
	} {
		for _, err := range Puzzles(t.Context(), s, Limits{Attempts: 1}) {
			if _, refused := errors.AsType[*SpecError](err); !refused {
				t.Errorf("%+v: %v", s, err)
			}
			break
		}
	}
	for _, err := range Puzzles(t.Context(), Spec{Kinds: []string{"x"}, Givens: Range{Max: 8}}, Limits{Attempts: 3}) {
		if none, ok := errors.AsType[*LimitError](err); !ok || none.Rejected[WrongGivens] != 3 || none.Attempts != 3 {
			t.Errorf("with eight givens: %v", err)
		}
		break
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, err := range Puzzles(ended, Spec{Kinds: []string{"killer"}}, Limits{}) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
		break
	}
}

// CheckHardest refuses only techniques that cannot grade the puzzles.
func TestCheckHardest(t *testing.T) {
	for want, all := range map[bool][]Spec{
		true:  {{}, {Hardest: "x-wing"}, {Hardest: "locked", Size: 6}, {Hardest: "LOCKED", Kinds: []string{"x"}}, {Hardest: "x-wing", Kinds: []string{"no such"}}},
		false: {{Hardest: "locked"}, {Hardest: "x-wing", Size: 6}, {Hardest: "search", Kinds: []string{"x"}}},
	} {
		for _, s := range all {
			err := s.CheckHardest()
			unknown, ok := errors.AsType[*logic.UnknownTechniqueError](err)
			isClassic := s.Size == 0 && s.Kinds == nil // other refusals state the techniques themselves
			if (err == nil) != want || ok != (err != nil && isClassic) || ok && unknown.Name != s.Hardest {
				t.Errorf("%+v: %v", s, err)
			}
		}
	}
}
