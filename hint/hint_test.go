package hint

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/grade"
	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// puzzles lists puzzles with one solution, from easy to harder than every technique.
var puzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
}

// A shortened path is no longer than the original and ends in the solution. Each of its steps is
// proven in its new position.
func TestShort(t *testing.T) {
	removed := 0
	for i, p := range puzzles {
		if testing.Short() && i%3 != 0 {
			continue
		}
		s := logic.NewState(sudoku.MustParse(p))
		whole, outcome, err := hodoku.PathOf(t.Context(), s, hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found {
			t.Fatal(p, outcome, err)
		}
		at := s
		for i := range whole.Steps {
			if !hasExactPattern(&at, &whole.Steps[i]) {
				t.Errorf("%s: step %d of the path is not open where it stands: %s", p, i+1, &whole.Steps[i])
			}
			at.Apply(&whole.Steps[i])
		}
		short := ShortenPath(t.Context(), whole)
		removed += len(whole.Steps) - len(short.Steps)
		for i := range short.Steps {
			if err := logic.Verify(s, &short.Steps[i]); err != nil {
				t.Errorf("%s: step %d: %v", p, i+1, err)
			}
			s.Apply(&short.Steps[i])
		}
		if !s.Solved() || s.Grid() != whole.End.Grid() {
			t.Errorf("%s: the shortened path does not end in the solution", p)
		}
	}
	if removed == 0 {
		t.Error("nothing was left out anywhere")
	}
}

// Mistakes come first, then steps.
func TestNext(t *testing.T) {
	givens := sudoku.MustParse(puzzles[0])
	solution, _, _ := sudoku.Solve(t.Context(), givens, sudoku.Limits{})
	r1c3 := sudoku.CellAt(1, 3)
	wrong := solution.At(sudoku.CellAt(1, 4))

	values := puzzle.GridValues(solution)
	if m, ok := FirstMistake(puzzle.GridValues(givens.With(r1c3, wrong)), nil, values); !ok || m != (Mistake{Cell: int(r1c3), Value: int(wrong)}) {
		t.Errorf("wrong value: %+v", m)
	}
	marks := make([][]int, sudoku.Cells)
	if m, ok := FirstMistake(nil, marks, values); ok {
		t.Errorf("no marks: %+v", m)
	}
	marks[r1c3] = []int{int(wrong)}
	if m, ok := FirstMistake(puzzle.GridValues(givens), marks, values); !ok || m != (Mistake{true, int(r1c3), values[r1c3]}) {
		t.Errorf("missing mark: %+v", m)
	}
	if _, ok := FirstMistake(values, marks, values); ok {
		t.Error("the marks of a filled cell are a mistake")
	}

	for i, p := range puzzles {
		if i%soak.PickOfThree(3, 2, 1) != 0 {
			continue
		}
		s := logic.NewState(sudoku.MustParse(p))
		solution, _, _ := logic.SolutionOf(t.Context(), &s)
		for _, goal := range Goals() {
			h := Help{State: s}
			outcome, err := h.findStep(t.Context(), solution, goal, nil)
			if outcome != sudoku.Found || err != nil {
				t.Fatalf("%s %s: %v %v", p, goal, outcome, err)
			}
			if err := logic.Verify(s, &h.Step); err != nil {
				t.Errorf("%s %s: %v", p, goal, err)
			}
		}
	}

	s := logic.NewState(givens)
	missing, open := logic.BUGPlus1, logic.HiddenSingle
	h := Help{State: s}
	if outcome, err := h.findStep(t.Context(), solution, Easiest, &missing); outcome != sudoku.None || !errors.As(err, new(*message.Error)) {
		t.Errorf("practice of what is not open: %v %v", outcome, err)
	}
	if outcome, _ := h.findStep(t.Context(), solution, Easiest, &open); outcome != sudoku.Found || h.Step.Technique != logic.HiddenSingle {
		t.Errorf("practice: %v %v", outcome, h.Step.Technique)
	}
	if outcome, err := (&Help{State: logic.NewState(solution)}).findStep(t.Context(), solution, Easiest, nil); outcome != sudoku.None || err == nil {
		t.Errorf("full grid: %v %v", outcome, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if outcome, err := h.findStep(ended, solution, Easiest, nil); outcome != sudoku.Undecided || err == nil {
		t.Errorf("cancelled: %v %v", outcome, err)
	}
}

// The goals differ: AvoidHardest takes a path without the hardest technique if there is one.
func TestAvoidHardest(t *testing.T) {
	data, err := os.ReadFile("../grade/testdata/hodoku.txt")
	if err != nil {
		t.Fatal(err)
	}
	avoided := 0
	for line := range strings.Lines(string(data)) {
		if avoided == 4 {
			break
		}
		if line[0] == '#' {
			continue
		}
		s := logic.NewState(sudoku.MustParse(strings.Fields(line)[0]))
		whole, _, _ := hodoku.PathOf(t.Context(), s, hodoku.DefaultOrder(), nil)
		hardest, _ := grade.Hardest(whole.Steps)
		order := slices.DeleteFunc(hodoku.DefaultOrder(), func(k logic.Technique) bool { return k == hardest })
		round, _, _ := hodoku.PathOf(t.Context(), s, order, nil)
		if h, _ := grade.Hardest(round.Steps); h == logic.BruteForce {
			continue
		}
		step, outcome, err := nextStep(t.Context(), s, whole.End.Grid(), AvoidHardest, nil)
		if outcome != sudoku.Found || err != nil || step.Technique == hardest || step.String() != round.Steps[0].String() {
			t.Errorf("%v: %v %v", &step, outcome, err)
		}
		avoided++
	}
	if avoided < 4 {
		t.Errorf("%d puzzles had a way round", avoided)
	}
}

// The name of each goal is parsed to the same goal. Any other name is an error.
func TestGoalText(t *testing.T) {
	for _, g := range Goals() {
		text, _ := g.MarshalText()
		var read Goal
		if err := read.UnmarshalText(text); err != nil || read != g {
			t.Errorf("%s is read as %s: %v", g, read, err)
		}
	}
	var g Goal
	for _, name := range []string{"", "practice", "Easiest"} {
		want := `there is no goal "` + name + `"; choose one of easiest, avoid-hardest, fewest`
		if err := g.UnmarshalText([]byte(name)); err == nil || err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A hint gets the solution as an argument: no function of this package calls a solver.
func TestNothingIsSolved(t *testing.T) {
	for _, name := range []string{"hint.go", "path.go"} {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if call := regexp.MustCompile(`sudoku\.(Sol|Count|Check|Enum)\w*\(|SolutionOf\(`).Find(source); call != nil {
			t.Errorf("%s calls %s", name, call)
		}
	}
}

// TestSinglesInBoxesFirst checks which single a hint shows. A digit with one place in a box comes before a naked
// single, unless the other digits of that cell stand in two of its houses.
func TestSinglesInBoxesFirst(t *testing.T) {
	solution := sudoku.MustParse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
	random := rand.New(rand.NewPCG(30, 0))
	boxed, naked, twoHouses := 0, 0, 0
	for range 300 {
		grid := solution
		for _, c := range random.Perm(81)[:30+random.IntN(25)] {
			grid = grid.With(sudoku.Cell(c), 0)
		}
		s := logic.NewState(grid)
		hint := Help{State: s}
		outcome, err := hint.findStep(t.Context(), solution, Easiest, nil)
		if outcome != sudoku.Found {
			t.Fatal(outcome, err)
		}
		inBox := false // a digit has one place in a box
		for h := range board.Box.Houses().All() {
			for d := logic.Digit(1); d <= 9; d++ {
				inBox = inBox || s.Places(d).And(s.Board().Cells(h)).Len() == 1
			}
		}
		switch hint.Step.Technique {
		case logic.HiddenSingle:
			if hint.Step.Base[0].Kind() == board.Box {
				boxed++
			} else if inBox {
				t.Errorf("%v: a hint shows %v, not a single in a box", grid, &hint.Step)
			}
		case logic.NakedSingle:
			naked++
			if !inBox {
				continue
			}
			var houses []map[uint8]bool
			for h := range s.Board().HousesOf(hint.Step.Placements[0].Cell).All() {
				seen := map[uint8]bool{}
				for c := range s.Board().Cells(h).All() {
					seen[uint8(s.Value(c))] = true
				}
				houses = append(houses, seen)
			}
			most := 0
			for i, one := range houses {
				for _, other := range houses[:i] {
					both := maps.Clone(one)
					maps.Copy(both, other)
					delete(both, 0)
					most = max(most, len(both))
				}
			}
			if most < 8 {
				t.Errorf("%v: a hint shows %v, which needs three houses", grid, &hint.Step)
			}
			twoHouses++
		}
	}
	if boxed < 20 || twoHouses < 20 {
		t.Errorf("only %d singles in boxes, %d naked singles, %d of them in two houses", boxed, naked, twoHouses)
	}
}

// TestOtherBoards asks for help on houses on a 4×4 board, for which package logic has no position.
func TestOtherBoards(t *testing.T) {
	p := puzzle.New(4, 4)
	for cell, value := range []int{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2} {
		p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{value}})
	}
	at := Position{Puzzle: p}
	if _, outcome, err := at.HelpOnHouses(t.Context(), Easiest, nil); outcome != sudoku.None || err == nil {
		t.Errorf("%v, %v", outcome, err)
	}
}
