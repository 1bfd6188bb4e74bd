package operation

import (
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/hint"
	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/sudoku"
	"nonet/wire"
)

// On boards with diagonals, windows and regions, questions about techniques have the same answers as on the classic
// board: each step of steps is a hint for its technique and is proven, and paths for goals reach the solution.
func TestHouses(t *testing.T) {
	text, err := os.ReadFile("../../../puzzle/testdata/boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	call := &Call{Lang: message.English, Limits: Limits{}.WithDefaults(), operation: "steps"}
	i := 0
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' {
			continue
		}
		if i++; i%soak.Pick(10, 1) > 0 {
			continue
		}
		fields := strings.Fields(line)
		on, givens, solution := fields[0], fields[1], sudoku.MustParse(fields[2])
		q := &StepsRequest{PositionRequest: PositionRequest{Puzzle: givens, BoardRequest: BoardRequest{Board: on}}, Limit: 5}
		if err := q.prepare(call); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		p := q.position
		state := p.State()
		if state.Board().String() != on || p.Subject.IsInScope(Classic) {
			t.Errorf("%s: the board is %s", on, state.Board())
		}
		var some []logic.Technique
		list := StepList{Limit: 5, More: func() {}, Cut: func(logic.Technique, error) {}}
		list.Yield = func(_ *logic.State, step *logic.Step) bool {
			if err := logic.Verify(state, step); err != nil {
				t.Errorf("%s: %s: %v", line, step.Technique, err)
			}
			some = append(some, step.Technique)
			return true
		}
		list.ask(t.Context(), p, puzzle.Limits{Nodes: StepNodes}, message.English)
		for _, technique := range some {
			q := HintRequest{technique: &technique, Level: hint.Levels}
			if a := q.ask(t.Context(), p, puzzle.Limits{}, message.English); a.Outcome != sudoku.Found || a.Wire.(wire.Hint).Step == nil {
				t.Errorf("%s: no hint for %s: %v, %v", line, technique, a.Outcome, a.Err)
			}
		}
		given := slices.IndexFunc([]byte(givens), func(c byte) bool { return c != '.' })
		for c := range state.Board().Peers(logic.Cell(given)).And(state.EmptyCells()).All() {
			q := WhyRequest{Cell: c.String(), Digit: int(givens[given] - '0')}
			a := q.ask(t.Context(), p, puzzle.Limits{}, message.English)
			if w := a.Wire.(wire.Argument); w.Verdict != "seen" || !slices.Contains(w.Cells, logic.Cell(given).String()) {
				t.Errorf("%s: why not %s=%d: %s, %v, %v", line, q.Cell, q.Digit, w.Verdict, w.Cells, a.Err)
			}
		}
		for _, goal := range soak.Pick([]hint.Goal{hint.AvoidHardest}, hint.Goals()[1:]) {
			found := (&ExplainRequest{goal: goal, Prune: true}).explain(t.Context(), p)
			if found.outcome != sudoku.Found || found.path.End.Grid() != solution {
				t.Errorf("%s: the path for %s: %v, %v", line, goal, found.outcome, found.err)
			}
			if w := found.wire(t.Context(), false, message.English); w.HoDoKu != nil || w.Level == "" {
				t.Errorf("%s: HoDoKu's score %v, level %q", line, w.HoDoKu, w.Level)
			}
		}
	}
}

// A removed value becomes a candidate again wherever the rules excluded it.
func TestReopenCandidate(t *testing.T) {
	of := puzzle.New(9, 9)
	of.Constraints = []puzzle.Constraint{{Kind: "AntiKnight"}}
	p := newPosition(&Subject{Puzzle: of})
	p.Values, p.Marks = slices.Repeat([]int{puzzle.Empty}, 81), slices.Repeat([][]int{{1}}, 81)
	p.Values[0] = 5
	p.reopenCandidate(deduction.Candidate{Cell: 0, Value: 2})
	for c, want := range map[int]bool{1: true, 80: false, 9: true, 10: true, 11: true, 19: true, 12: false} {
		if has := slices.Contains(p.Marks[c], 5); has != want {
			t.Errorf("cell %d has 5 again: %v", c, has)
		}
	}
}
