package operation

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/engine/kernel"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// puzzle is the one puzzle in a text of any format, which stood in a field.
func (c *Call) puzzle(text, field string) (format.Puzzle, error) {
	p, err := format.ParseOne(text)
	if err != nil {
		return format.Puzzle{}, c.unreadable(err, field)
	}
	return p, nil
}

// unreadable is why the text of a field holds no puzzle, with line and column.
func (c *Call) unreadable(err error, field string) error {
	p := c.refused(wire.InvalidPuzzle, field, message.Of(err, c.Lang))
	if syntax, ok := errors.AsType[*format.SyntaxError](err); ok {
		p.Line, p.Column = syntax.Line, syntax.Column
	}
	return p
}

// refused is a problem with one field of a request.
func (c *Call) refused(code wire.ProblemCode, field, why string) *wire.Problem {
	p := wire.NewProblem(code, c.Lang)
	p.Detail = why
	return p.At(c.at(field))
}

// notesOn says what searches leave out of a puzzle, since they see its grid only.
func (c *Call) notesOn(p format.Puzzle) []string {
	if n := p.Eliminations(); n > 0 {
		return []string{message.New("api.note.pencil", "n", n).In(c.Lang)}
	}
	return nil
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

// ParseRequest asks for the puzzles in a text.
type ParseRequest struct {
	Text string `json:"text" doc:"Any number of puzzles in any format"`

	found wire.Parse
}

// MaxParsed is how many puzzles of a text the answer holds.
const MaxParsed = 1000

// prepare reads the puzzles of a text, or a library's positions; none is a problem.
func (q *ParseRequest) prepare(c *Call) error {
	q.found.Puzzles = []wire.Parsed{}
	for in := NewPositionReader(strings.NewReader(q.Text)); ; {
		e, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return c.unreadable(err, "text")
		case len(q.found.Puzzles) == MaxParsed:
			q.found.Truncated = true
			return nil
		}
		one := wire.Parsed{Puzzle: e.Puzzle.Grid.String(), Line: e.Puzzle.Line, Candidates: candidatesOf(e.Puzzle)}
		if e.Case == nil {
			one.Format, one.Name, one.Notes = e.Puzzle.Kind.String(), e.Puzzle.Name, c.notesOn(e.Puzzle)
		} else {
			one.Format, one.Name = "library", e.Case.Code
			if t, err := e.Case.Technique(); err == nil {
				one.Name = t.Name().In(c.Lang)
			}
		}
		q.found.Puzzles = append(q.found.Puzzles, one)
	}
}

func (q *ParseRequest) answer(context.Context, *Call) wire.Parse { return q.found }

// VersionRequest asks what answers, and what it allows.
type VersionRequest struct{}

func (*VersionRequest) prepare(*Call) error { return nil }
func (*VersionRequest) answer(_ context.Context, c *Call) wire.Version {
	l := c.Limits
	return wire.Version{Version: c.Version, Go: runtime.Version(), Kernels: kernel.Names(), Limits: wire.Limits{BodyBytes: l.Body, TimeoutMS: l.Time.Milliseconds(), Solutions: l.Solutions, Count: l.Count}}
}
