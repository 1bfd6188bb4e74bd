package notation

import (
	"slices"
	"strings"

	"nonet/format"
	"nonet/variant"
)

// Notation is one way to write puzzles.
type Notation string

const (
	ISS      Notation = "iss"
	JSON     Notation = "json"
	FPuzzles Notation = "fpuzzles"
	SCL      Notation = "sudokupad"
	Sized    Notation = "sized"
	Marks    Notation = "pencil729"
)

// Notations are all of them, in the order in which a text is tried.
func Notations() []Notation { return []Notation{ISS, JSON, FPuzzles, SCL, Marks, Sized} }

// Of is the notation that a text looks like, "" where it is none of these: a classic
// puzzle, or anything else.
func Of(text string) Notation {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return ""
	case IsISS(text), format.IsRuledLine(text):
		return ISS
	case text[0] == '{' && IsJSON(text):
		return JSON
	}
	if held, ok := unpacked(text); ok {
		return heldIn(held)
	}
	switch {
	case isMarks(text):
		return Marks
	case IsSized(text):
		return Sized
	}
	return ""
}

// Read reads a puzzle in any of the notations. notes are what the text says and the
// puzzle does not: members of f-puzzles' JSON that are not known, drawings whose meaning
// stands in words.
func Read(text string) (p *variant.Puzzle, notes []Note, err error) {
	return ReadLetters(text, LettersByContent)
}

// ReadLetters is Read, told what A stands for in a board of a character a cell.
func ReadLetters(text string, letters Letters) (p *variant.Puzzle, notes []Note, err error) {
	text = strings.TrimSpace(text)
	switch Of(text) {
	case ISS:
		p, err = ReadISS(text)
	case JSON:
		p, err = ReadJSON(text)
	case FPuzzles:
		held, _ := unpacked(text)
		return ReadFPuzzles(held)
	case SCL:
		held, _ := unpacked(text)
		return ReadSudokuPad(held)
	case Marks:
		p, err = ReadMarks(text)
	case Sized:
		p, err = ReadSized(text, letters)
	default:
		if _, is, err := format.Held(text); is && err != nil {
			return nil, nil, err
		}
		return nil, nil, wrong(text, "variant.notation")
	}
	return p, nil, err
}

// Note is something in a text that the puzzle lacks.
type Note struct {
	Part string // a member or a drawing
}

func sortGivens(p *variant.Puzzle) {
	slices.SortStableFunc(p.Givens, func(a, b variant.Given) int { return a.Cell - b.Cell })
}

// common are the values of both.
func common(a, b []int) []int {
	return slices.DeleteFunc(slices.Clone(a), func(v int) bool { return !slices.Contains(b, v) })
}
