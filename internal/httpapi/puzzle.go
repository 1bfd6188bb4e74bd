package httpapi

import (
	"errors"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/message"
	"nonet/logic"
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

// isLibrary tells a library in HoDoKu's format by what it begins with.
func isLibrary(text string) bool {
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line[0] == ':'
		}
	}
	return false
}

// positionsIn is [puzzlesIn] of such a library: each line's position, with its
// candidates, called by its technique.
func positionsIn(text string, lang message.Lang) (parseAnswer, *Problem) {
	answer := parseAnswer{Puzzles: []parsed{}}
	n := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if len(answer.Puzzles) == maxParsed {
			answer.Truncated = true
			break
		}
		c, err := logic.ParseLibraryCase(line)
		if err != nil {
			p := problem(invalidPuzzle, lang)
			p.Detail = message.Of(err, lang)
			if bad := new(logic.LibraryError); errors.As(err, &bad) && bad.Field == 0 {
				p.Detail = message.New("cli.reglib.fields").In(lang)
			}
			p.Line = n
			return parseAnswer{}, p.at("body.text")
		}
		one := parsed{Puzzle: c.State.Grid().String(), Format: "library", Line: n, Name: c.Code, Candidates: make([]string, sudoku.Cells)}
		if t, ok := logic.ByCode(c.Code); ok {
			one.Name = t.Name().In(lang)
		}
		for cell := range c.State.EmptyCells().All() {
			for d := range c.State.Candidates(cell).Digits() {
				one.Candidates[cell] += strconv.Itoa(int(d))
			}
		}
		answer.Puzzles = append(answer.Puzzles, one)
	}
	return answer, nil
}

// maxParsed is how many puzzles of a text the answer holds.
const maxParsed = 1000

// puzzlesIn are the puzzles of a text, up to maxParsed, and whether there are
// more; none at all is a problem.
func puzzlesIn(text string, lang message.Lang) (parseAnswer, *Problem) {
	if isLibrary(text) {
		return positionsIn(text, lang)
	}
	answer := parseAnswer{Puzzles: []parsed{}}
	for puzzle, err := range format.All(strings.NewReader(text)) {
		if err != nil {
			return parseAnswer{}, syntaxProblem(err, "body.text", lang)
		}
		if len(answer.Puzzles) == maxParsed {
			answer.Truncated = true
			break
		}
		answer.Puzzles = append(answer.Puzzles, parsed{
			Puzzle: puzzle.Grid.String(), Format: puzzle.Kind.String(), Line: puzzle.Line, Name: puzzle.Name,
			Candidates: candidatesOf(puzzle), Notes: notesOn(puzzle, lang),
		})
	}
	if len(answer.Puzzles) == 0 {
		_, err := format.ParseOne(text)
		return parseAnswer{}, syntaxProblem(err, "body.text", lang)
	}
	return answer, nil
}
