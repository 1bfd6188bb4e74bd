package notation

import (
	"slices"
	"strings"

	"nonet/format"
	"nonet/internal/exchange"
	"nonet/puzzle"
)

// Notation is one way to write puzzles.
type Notation string

const (
	ISS      Notation = "iss"
	JSON     Notation = "json"
	FPuzzles Notation = "fpuzzles"
	SCL      Notation = "sudokupad"
	Penpa    Notation = "penpa"
	Sized    Notation = "sized"
	Marks    Notation = "pencil729"
)

// Notations are all of them, in the order in which a text is tried.
func Notations() []Notation { return []Notation{ISS, JSON, FPuzzles, SCL, Penpa, Marks, Sized} }

// Of is the notation that a text looks like, "" where it is none of these: a classic
// puzzle, or anything else.
func Of(text string) Notation {
	n, _ := of(strings.TrimSpace(text))
	return n
}

// of is the notation of a text without blanks round it, and the puzzle of f-puzzles or SudokuPad in it.
func of(text string) (Notation, *exchange.Puzzle) {
	switch {
	case text == "":
		return "", nil
	case IsISS(text), format.IsRuledLine(text):
		return ISS, nil
	case text[0] == '{' && IsJSON(text):
		return JSON, nil
	}
	if held, ok, err := format.Held(text); ok && err == nil {
		p, wrong := exchange.Read(held)
		switch {
		case wrong != nil:
			return "", nil
		case p.Site == exchange.FPuzzles:
			return FPuzzles, p
		case p.Site == exchange.Penpa:
			return Penpa, p
		}
		return SCL, p
	}
	switch {
	case isMarks(text):
		return Marks, nil
	case IsSized(text):
		return Sized, nil
	}
	return "", nil
}

// Read reads a puzzle in any of the notations. notes are what the text says and the
// puzzle does not: members of f-puzzles' JSON that are not known, drawings whose meaning
// stands in words.
func Read(text string) (p *puzzle.Puzzle, notes []Note, err error) {
	return ReadLetters(text, LettersByContent)
}

// ReadLetters is Read, told what A stands for in a board of a character a cell.
func ReadLetters(text string, letters Letters) (p *puzzle.Puzzle, notes []Note, err error) {
	text = strings.TrimSpace(text)
	n, held := of(text)
	switch n {
	case ISS:
		return readISS(text)
	case JSON:
		p, err = ReadJSON(text)
	case FPuzzles:
		return readFPuzzles(held)
	case SCL:
		return readSudokuPad(held)
	case Penpa:
		r, err := begun(held)
		if err != nil {
			return nil, nil, err
		}
		for _, tool := range held.Drawn {
			r.note(tool)
		}
		return r.end(held)
	case Marks:
		p, err = ReadMarks(text)
	case Sized:
		p, err = ReadSized(text, letters)
	default:
		held, is, err := format.Held(text)
		if is && err != nil {
			return nil, nil, err
		}
		if is {
			_, _, err = ReadFPuzzles(held)
			return nil, nil, err
		}
		return nil, nil, wrong(text, "variant.notation")
	}
	return p, nil, err
}

// Note is something in a text that the puzzle lacks.
type Note struct {
	Part string // a member, a drawing, a clue
	// Replaces: of two clues in one place this is the later, and the one that counts.
	Replaces bool
	// Cosmetic: no rule depends on it. Part is one of [Digits], [Notes] and [Colours].
	Cosmetic bool
}

// Parts of a text that no rule depends on, and for which a [puzzle.Puzzle] has no place.
const (
	Digits  = "digits" // that a player has entered
	Notes   = "notes"  // that a player has written
	Colours = "colours"
)

func sortGivens(p *puzzle.Puzzle) {
	slices.SortStableFunc(p.Givens, func(a, b puzzle.Given) int { return a.Cell - b.Cell })
}

// common are the values of both.
func common(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(v int) bool { return !slices.Contains(b, v) })
}
