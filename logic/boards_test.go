package logic_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"nonet/board"
	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"

	"pgregory.net/rapid"
)

// boardPuzzle is a puzzle on a board other than the classic one.
type boardPuzzle struct {
	state    State
	solution sudoku.Grid
}

func (p *boardPuzzle) kind() string {
	kind, _, _ := strings.Cut(p.state.Board().String(), ":")
	return kind
}

// stateOn returns the first position of a puzzle on a board.
func stateOn(b *board.Board, g sudoku.Grid) State {
	values, candidates := make([]Digit, sudoku.Cells), make([]Digits, sudoku.Cells)
	for c := range Cell(sudoku.Cells) {
		if values[c] = g.At(c); values[c] == 0 {
			candidates[c] = sudoku.AllDigits
			for peer := range b.Peers(c).All() {
				candidates[c] = candidates[c].Without(g.At(peer))
			}
		}
	}
	s, _ := NewStateFrom(b, values, candidates)
	s.SetGivens(board.AllCells())
	return s
}

// boardPuzzles returns 120 puzzles, 20 of each kind.
func boardPuzzles(t testing.TB) (all []boardPuzzle) {
	t.Helper()
	text, err := os.ReadFile("../puzzle/testdata/boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		b, err := board.Parse(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, boardPuzzle{stateOn(b, sudoku.MustParse(fields[1])), sudoku.MustParse(fields[2])})
	}
	if len(all) != 120 {
		t.Fatalf("%d puzzles", len(all))
	}
	return all
}

// TestPathsOnBoards solves each puzzle step by step, by logic alone. Every step agrees with the
// solution and is proven.
func TestPathsOnBoards(t *testing.T) {
	type count struct{ puzzles, steps, guessed, uniqueness int }
	counts := map[string]*count{}
	for i, p := range boardPuzzles(t) {
		if testing.Short() && i%12 > 0 {
			continue
		}
		path, outcome, err := hodoku.PathOf(context.Background(), p.state, hodoku.DefaultOrder(), &p.solution)
		if outcome != sudoku.Found || err != nil || path.End.Grid() != p.solution {
			t.Fatalf("puzzle %d on %v: %v, %v", i, p.state.Board(), outcome, err)
		}
		c := counts[p.kind()]
		if c == nil {
			c = &count{}
			counts[p.kind()] = c
		}
		s := path.Start
		guesses := 0
		for k := range path.Steps {
			step := &path.Steps[k]
			if !sound(t, s, step, p.solution) {
				t.Fatalf("puzzle %d on %v", i, p.state.Board())
			}
			if step.Technique == BruteForce {
				guesses++
			}
			if step.Uniqueness != NoUniqueness {
				c.uniqueness++
			}
			s.Apply(step)
		}
		c.puzzles++
		c.steps += len(path.Steps)
		c.guessed += min(guesses, 1)
	}
	for kind, c := range counts {
		t.Logf("%-15s %+v", kind, *c)
		if c.guessed > 0 {
			t.Errorf("%s: %d of %d are not solved by logic", kind, c.guessed, c.puzzles)
		}
	}
}

// TestPublishedOnBoards does the same for published puzzles and their solutions.
func TestPublishedOnBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	told := map[string]bool{} // some occur twice
	for i, p := range reference.BoardPuzzles(t) {
		if every := soak.Pick(4, 1); told[p.Givens] || i%every != every/2 { // some take ten seconds: make soak has them
			continue
		}
		told[p.Givens] = true
		b, err := board.Parse(p.Board)
		if err != nil {
			t.Fatal(err)
		}
		solution := sudoku.MustParse(p.Solution)
		path, outcome, err := hodoku.PathOf(context.Background(), stateOn(b, sudoku.MustParse(p.Givens)), hodoku.DefaultOrder(), &solution)
		if outcome != sudoku.Found || path.End.Grid().String() != p.Solution {
			t.Fatalf("%s: %v, %v", p.Title, outcome, err)
		}
		s, hardest, guesses := path.Start, 0, 0
		for i := range path.Steps {
			if !sound(t, s, &path.Steps[i], path.End.Grid()) {
				t.Fatal(p.Title)
			}
			if path.Steps[i].Technique == BruteForce {
				guesses++
			}
			hardest = max(hardest, hodoku.ColumnsOf(path.Steps[i].Technique).Score)
			s.Apply(&path.Steps[i])
		}
		t.Logf("%-40s %d steps, the hardest of %d points, %d from the solution", p.Title, len(path.Steps), hardest, guesses)
	}
}

// TestEveryTechniqueOnBoards checks every technique at positions along the paths: its steps are
// proven and agree with the solution.
func TestEveryTechniqueOnBoards(t *testing.T) {
	verified := map[string]int{}
	found := map[Technique]bool{}
	every := soak.Pick(54, 9)
	for i, p := range boardPuzzles(t) {
		if i%soak.PickOfThree(40, 4, 1) > 0 {
			continue
		}
		path, _, _ := hodoku.PathOf(context.Background(), p.state, hodoku.DefaultOrder(), &p.solution)
		s := path.Start
		f := NewFinder(s, Options{MissingCorners: true, TwoCandidateRectangles: true, Nodes: 20_000})
		for k := range path.Steps {
			full := k%every == i%every && path.Steps[k].Technique.Info().Family != FamilySingle
			f.Reset(s)
			for _, technique := range Techniques() {
				if full || technique.Info().Family == FamilyUnique { // such steps are rare on these boards
					left := 10
					_ = f.Each(context.Background(), technique, func(step *Step) bool { // the steps before a cut are valid
						if !sound(t, s, step, p.solution) {
							t.Fatalf("puzzle %d on %v", i, p.state.Board())
						}
						found[step.Technique] = true
						verified[p.kind()]++
						left--
						return left > 0
					})
				}
			}
			s.Apply(&path.Steps[k])
		}
	}
	var never []string
	for _, k := range Techniques() {
		if !found[k] {
			never = append(never, k.String())
		}
	}
	t.Logf("verified %v; never found: %v", verified, never)
	if !testing.Short() && (len(verified) != 6 || len(never) > 25) {
		t.Error("too little was found")
	}
}

// TestNoPosition checks that the zero State has the classic board, and that nothing panics on it.
func TestNoPosition(t *testing.T) {
	var s State
	if s.Board() != board.Classic() {
		t.Errorf("on %v", s.Board())
	}
	s.Place(0, 1)
	s.SetCandidates(40, 0b101)
	f := NewFinder(s, Options{Nodes: 1000})
	for _, k := range Techniques() {
		_ = f.Each(context.Background(), k, func(step *Step) bool {
			_ = Verify(s, step)
			return true
		})
	}
	_ = s.Broken()
}

// TestRandomPositionsOnBoards checks positions with random values and eliminations. Each step must be proven.
// Steps that do not rely on uniqueness must agree with the solution.
func TestRandomPositionsOnBoards(t *testing.T) {
	all := boardPuzzles(t)
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		r := rand.New(rand.NewPCG(seed, 2))
		p := all[r.IntN(len(all))]
		s := p.state
		for range r.IntN(50) {
			c := Cell(r.IntN(sudoku.Cells))
			s.Place(c, p.solution.At(c))
		}
		for range r.IntN(150) {
			if c, d := Cell(r.IntN(sudoku.Cells)), Digit(r.IntN(9)+1); p.solution.At(c) != d {
				s.Eliminate(c, d)
			}
		}
		everyStep(t, s, &p.solution, 20)
	})
}

// TestVerifyKnowsTheBoard checks patterns that are deadly only on the classic board. Verify must refuse them on
// other boards.
func TestVerifyKnowsTheBoard(t *testing.T) {
	x := board.X()
	refused, accepted := 0, 0
	for i := range board.Classic().Rectangles() {
		r := board.Classic().Rectangle(i)
		deadly := x.Swappable(CellsOf(r[0], r[3]), CellsOf(r[1], r[2]))
		// Three corners have 1 and 2, the fourth also has 3: on the classic board it would be 3.
		step := &Step{Technique: UniqueRectangle1, Uniqueness: Rectangle, Corners: r, Pair: [2]Digit{1, 2},
			Eliminations: []Candidate{{Cell: r[3], Digit: 1}, {Cell: r[3], Digit: 2}}}
		for _, c := range r {
			step.Truths = append(step.Truths, Truth{Kind: CellTruth, Cell: c})
		}
		for _, b := range []*board.Board{board.Classic(), x} {
			s := stateOn(b, sudoku.Grid{})
			for j, c := range r {
				s.SetCandidates(c, Digits(0b11|j/3<<2))
			}
			err := Verify(s, step)
			if want := b == board.Classic() || deadly; (err == nil) != want {
				t.Fatalf("%v on %v: %v", r, b, err)
			}
			if err != nil {
				refused++
			} else {
				accepted++
			}
			f := NewFinder(s, Options{})
			first, outcome, _ := f.First(context.Background(), UniqueRectangle1)
			if (outcome == sudoku.Found) != (err == nil) {
				t.Fatalf("%v on %v: found %v", r, b, &first)
			}
		}
	}
	t.Logf("%d rectangles refused, %d accepted", refused, accepted)
	if refused == 0 {
		t.Error("none refused")
	}
}

// TestVerifyRefusesOnBoards checks that a step that removes a candidate of the solution is refused,
// whatever its reason.
func TestVerifyRefusesOnBoards(t *testing.T) {
	refused := 0
	for i, p := range boardPuzzles(t) {
		if i%5 > 0 {
			continue
		}
		path, _, _ := hodoku.PathOf(context.Background(), p.state, hodoku.DefaultOrder(), &p.solution)
		s := path.Start
		for k := range path.Steps {
			lie := path.Steps[k].Clone()
			c := s.EmptyCells().First()
			lie.Eliminations = append(lie.Eliminations, Candidate{Cell: c, Digit: p.solution.At(c)})
			if Verify(s, &lie) == nil {
				t.Fatalf("puzzle %d on %v: %v", i, p.state.Board(), &lie)
			}
			refused++
			s.Apply(&path.Steps[k])
		}
	}
	t.Logf("%d refused", refused)
}

// TestLargeBoards checks that steps on a board of 256 cells agree with a solution and are proven.
func TestLargeBoards(t *testing.T) {
	shape := board.Shape{Cells: 256, Values: 16, Rows: make([]CellSet, 16), Columns: make([]CellSet, 16), Blocks: make([]CellSet, 16)}
	var solution [256]Digit
	for i := range solution {
		row, column := i/16, i%16
		for list, at := range map[*[]CellSet]int{&shape.Rows: row, &shape.Columns: column, &shape.Blocks: row/4*4 + column/4} {
			(*list)[at].Add(Cell(i))
		}
		solution[i] = Digit((row%4*4+row/4+column)%16 + 1)
	}
	b, _, ok := board.New(shape)
	if !ok {
		t.Fatal("no board")
	}
	rnd := rand.New(rand.NewPCG(28, 1))
	found := map[Technique]int{}
	for range 30 {
		candidates := make([]Digits, 256)
		for i := range candidates {
			candidates[i] = Digits(rnd.Uint32() & rnd.Uint32()).With(solution[i])
		}
		s, ok := NewStateFrom(b, make([]Digit, 256), candidates)
		if !ok {
			t.Fatal("no state")
		}
		f := NewFinder(s, Options{Nodes: 20_000})
		for _, technique := range Techniques() {
			n := 0
			_ = f.Each(t.Context(), technique, func(step *Step) bool { // the search may be cut short
				for _, e := range step.Eliminations {
					if solution[e.Cell] == e.Digit {
						t.Errorf("%v takes the solution's %d from cell %d", step.Technique, e.Digit, e.Cell)
					}
				}
				for _, p := range step.Placements {
					if solution[p.Cell] != p.Digit {
						t.Errorf("%v places %d in cell %d", step.Technique, p.Digit, p.Cell)
					}
				}
				if err := Verify(s, step); err != nil {
					t.Errorf("%v: %v", step.Technique, err)
				}
				n++
				return n < 20 && !t.Failed()
			})
			found[technique] += n
		}
	}
	t.Log(found)
	for _, technique := range []Technique{NakedSingle, HiddenSingle, Pointing, Claiming, NakedPair, NakedTriple, HiddenPair, Swordfish, Skyscraper, EmptyRectangle} {
		if found[technique] == 0 {
			t.Errorf("no %v was found", technique)
		}
	}
}
