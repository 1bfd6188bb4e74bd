package format

import (
	"errors"
	"slices"

	"nonet/puzzle"
)

// told are the notes of what needs saying.
func told(notes []Note) []Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return n.Drawn != nil && n.Drawn.Silent })
}

// readAny is the one puzzle of a text, and what of the text it lacks.
func readAny(text string) (*puzzle.Puzzle, []Note, error) {
	p, err := ParseOne(text)
	if err != nil {
		return nil, nil, err
	}
	return p.Puzzle(), told(p.Notes), nil
}

// readHeld is readAny of what a link of f-puzzles or SudokuPad holds.
func readHeld(text string) (*puzzle.Puzzle, []Note, error) {
	p, wrong := holder(text)
	if wrong != nil {
		return nil, nil, errors.New(wrong.what.String())
	}
	return p.Puzzle(), told(p.Notes), nil
}

func writeAs(p *puzzle.Puzzle, style string) (string, Lost, error) {
	var k Kind
	if err := k.UnmarshalText([]byte(style)); err != nil {
		return "", Lost{}, err
	}
	return Write(p, k)
}
