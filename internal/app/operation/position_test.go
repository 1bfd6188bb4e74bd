package operation

import (
	"context"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/app/input"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// askFunc is a question that a function answers.
type askFunc func() Answered

func (f askFunc) ask(context.Context, Position, puzzle.Limits, message.Lang) Answered { return f() }

// A person reads how the text was understood before a search that may be long, and also if the puzzle is refused.
func TestNotesComeBeforeTheSearch(t *testing.T) {
	for command, want := range map[string]string{"hint": "note asked ", "steps": "note "} {
		all := ""
		a := Asking{
			Question: askFunc(func() Answered { all += "asked "; return Answered{} }),
			Command:  command,
			Note:     func(message.Message) { all += "note " },
		}
		e, err := input.NewReader(strings.NewReader(".AntiKnight"), format.Options{}).Next()
		if err != nil {
			t.Fatal(err)
		}
		e.Puzzle.Notes = []format.Note{{Part: "colours", Cosmetic: true}}
		found := a.Ask(t.Context(), &e, Reading{}, message.English)
		if all != want || (found.Refused != nil) != (command == "steps") {
			t.Errorf("%s: %q, want %q; refused: %v", command, all, want, found.Refused)
		}
	}
}

// A library line has the givens among the values, and the remaining candidates.
func TestLibraryPosition(t *testing.T) {
	const line = ":0300:5:6+4.+7.1..+2.9+8+4+25....+7236.4..+2...+3...14.7..+63.983.......+72..4.6...+8461297.+9...7+3..+4:329 378 518:579::"
	e, err := input.NewReader(strings.NewReader(line), format.Options{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	p, state := libraryPosition(&e), e.Case.State
	if got, want := e.Puzzle.Grid, state.Grid(); got != want {
		t.Errorf("values %v, want %v", got, want)
	}
	givens := p.Subject.givenGrid()
	for c := range sudoku.Cell(sudoku.Cells) {
		if given := givens.At(c) != 0; given != state.Given(c) {
			t.Errorf("%v is given: %t", c, given)
		}
		if got := e.Puzzle.Pencil[c]; e.Puzzle.Grid.At(c) == 0 && got != state.Candidates(c) || e.Puzzle.Grid.At(c) != 0 && got != 0 {
			t.Errorf("%v has the candidates %v", c, got)
		}
	}
	if e.Puzzle.Pencil[sudoku.CellAt(2, 9)].Has(3) {
		t.Error("the 3 of r2c9 was taken away")
	}
	if givens.At(0) != 6 || givens.At(1) != 0 || e.Puzzle.Grid.At(1) != 4 {
		t.Errorf("6 is given and 4 placed, not %v, %v", givens, e.Puzzle.Grid)
	}
	if p.State() != state {
		t.Error("the position is another one")
	}
}
