package operation

import (
	"context"

	"nonet/internal/app/input"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Question is a question about a position, without the position: a [HintRequest], [WhyRequest], [ExplainRequest] or
// [StepList].
type Question interface {
	ask(ctx context.Context, p Position, limits puzzle.Limits, lang message.Lang) Answered
}

// Answered is the answer to a [Question].
type Answered struct {
	Refused error // why the position was refused; then the other fields are zero
	Wire    any   // the answer as an object of package wire, or a [Path]
	Outcome sudoku.Outcome
	Err     error // the reason, if the outcome is None or Undecided
	Cut     bool  // true if the answer is correct, but a limit ended the search for an argument that proves it
}

// Asking is a question that a command asks about many positions, with the command's flags.
type Asking struct {
	Question
	Command string
	Flags   map[string]bool // the flags that not every puzzle accepts, and whether they are set
	Givens  *sudoku.Grid    // if not nil, the givens of a classic puzzle, which each position must contain
	Rules   bool            // true if flags add rules to every puzzle; then a library line stands for its puzzle, not for its position
	Limits  puzzle.Limits
	Note    func(message.Message) // called before the search, with each note on how the text was read
}

// Ask answers a question about e: the position of a library line, or a puzzle.
func (a *Asking) Ask(ctx context.Context, e *input.Entry, how Reading, lang message.Lang) Answered {
	p, notes, err := a.position(ctx, e, how)
	for _, note := range notes {
		a.Note(note)
	}
	if err != nil {
		return Answered{Refused: err}
	}
	return a.ask(ctx, p, a.Limits, lang)
}

func (a *Asking) position(ctx context.Context, e *input.Entry, how Reading) (p Position, notes []message.Message, err error) {
	r, notes, err := how.Understand(ctx, &e.Puzzle)
	if err != nil {
		return p, notes, err
	}
	if e.Case != nil && !a.Rules {
		p = libraryPosition(e)
	} else {
		row, _ := CapabilityOf(a.Command, "")
		if p, err = readPosition(r, row.For); err != nil {
			return p, notes, err
		}
	}
	p.library = e.Case
	if err = p.Subject.CheckFlags(a.Command, a.Flags); err == nil && a.Givens != nil {
		values := puzzle.GridValues(p.grid())
		p.Subject = GridSubject(*a.Givens)
		p.Puzzle = p.Subject.Puzzle
		err = p.setValues(values)
	}
	return p, notes, err
}
