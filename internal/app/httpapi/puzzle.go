package httpapi

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/app/operation"
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// puzzleIn is the one puzzle in a text of any format; location is where in the
// request the text stood.
func puzzleIn(text, location string, lang message.Lang) (format.Puzzle, *Problem) {
	puzzle, err := format.ParseOne(text)
	if err != nil {
		return format.Puzzle{}, syntaxProblem(err, location, lang)
	}
	return puzzle, nil
}

// notesOn says what searches leave out of a puzzle, since they see its grid only.
func notesOn(p format.Puzzle, lang message.Lang) []string {
	if n := p.Eliminations(); n > 0 {
		return []string{message.New("api.note.pencil", "n", n).In(lang)}
	}
	return nil
}

// syntaxProblem is why a text holds no puzzle, with line and column.
func syntaxProblem(err error, location string, lang message.Lang) *Problem {
	p := problem(invalidPuzzle, lang)
	p.Detail = message.Of(err, lang)
	p = p.at(location)
	var syntax *format.SyntaxError
	if errors.As(err, &syntax) {
		p.Line, p.Column = syntax.Line, syntax.Column
	}
	return p
}

// candidatesOf are the pencil marks that a text gave, as a position has them: the
// digits of each cell, none where a digit is placed.
func candidatesOf(p format.Puzzle) []string {
	if p.Pencil == nil {
		return nil
	}
	all := make([]string, sudoku.Cells)
	for c, marks := range p.Pencil {
		if p.Grid.At(sudoku.Cell(c)) != 0 {
			continue
		}
		for d := range marks.Digits() {
			all[c] += strconv.Itoa(int(d))
		}
	}
	return all
}

// maxParsed is how many puzzles of a text the answer holds.
const maxParsed = 1000

// puzzlesIn are the puzzles of a text, or the positions of a library, called by their
// techniques, up to maxParsed, and whether there are more; none at all is a problem.
func puzzlesIn(text string, lang message.Lang) (parseAnswer, *Problem) {
	answer := parseAnswer{Puzzles: []parsed{}}
	for in := operation.NewPositionReader(strings.NewReader(text)); ; {
		e, err := in.Next()
		switch {
		case err == io.EOF:
			return answer, nil
		case err != nil:
			return parseAnswer{}, syntaxProblem(err, "body.text", lang)
		case len(answer.Puzzles) == maxParsed:
			answer.Truncated = true
			return answer, nil
		}
		one := parsed{Puzzle: e.Puzzle.Grid.String(), Line: e.Puzzle.Line, Candidates: candidatesOf(e.Puzzle)}
		if e.Case == nil {
			one.Format, one.Name, one.Notes = e.Puzzle.Kind.String(), e.Puzzle.Name, notesOn(e.Puzzle, lang)
		} else {
			one.Format, one.Name = "library", e.Case.Code
			if t, ok := logic.ByCode(e.Case.Code); ok {
				one.Name = t.Name().In(lang)
			}
		}
		answer.Puzzles = append(answer.Puzzles, one)
	}
}
