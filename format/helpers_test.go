package format

import (
	"errors"
	"slices"
	"strings"

	"nonet/puzzle"
)

// told returns the notes that a person must see.
func told(notes []Note) []Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return n.Drawn != nil && n.Drawn.Silent })
}

// readPart is [ParseOne] without an error for unknown rules.
func readPart(text string) (Puzzle, error) {
	return NewReader(strings.NewReader(text), Options{IgnoreUnknown: true}).ReadOne()
}

// readAny returns the only puzzle of a text, with its notes.
func readAny(text string) (*puzzle.Puzzle, []Note, error) {
	p, err := readPart(text)
	if err != nil {
		return nil, nil, err
	}
	return p.Puzzle(), told(p.Notes), nil
}

// readHeld is readAny for the content of a link of f-puzzles or SudokuPad.
func readHeld(text string) (*puzzle.Puzzle, []Note, error) {
	p, wrong := readPuzzleJSON(text)
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
