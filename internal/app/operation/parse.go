package operation

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strconv"
	"strings"
	"time"

	"nonet/format"
	"nonet/internal/engine/kernel"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// puzzle is the one puzzle in a text of any format, which stood in a field.
func (c *Call) puzzle(text, field string) (format.Puzzle, error) {
	p, err := format.NewReader(strings.NewReader(text)).One()
	if err != nil {
		return format.Puzzle{}, c.unreadable(err, field)
	}
	return c.onlyClassic(p, field)
}

// onlyClassic is a classic puzzle that was read from a field. Others are refused.
func (c *Call) onlyClassic(p format.Puzzle, field string) (format.Puzzle, error) {
	classic, ok := p.Classic()
	if ok {
		return classic, nil
	}
	subject := SubjectOf(&p)
	return format.Puzzle{}, c.unreadable(p.At(subject.refusal(c.operation, Classic, subject.answers())), field)
}

// anyPuzzle is the one puzzle of a text of any format, of any board and any rules. Rules that
// nonet does not know are refused, unless they are to be passed over.
func (c *Call) anyPuzzle(text, field string, how RulesRequest) (p format.Puzzle, err error) {
	reading := ReadingOf(how.IgnoreUnknown, how.Letters)
	var added format.Added
	if how.on != nil {
		_ = added.On(how.on) // the first
	}
	if how.Add != "" {
		if err = added.Add(how.Add); err != nil {
			return p, c.badRules("add", how.Add, err)
		}
	}
	if p, err = format.NewReader(strings.NewReader(text)).Letters(reading.Letters).One(); err == nil && how.as != nil {
		err = p.As(how.as)
	}
	if err == nil {
		if err = added.To(&p); err != nil {
			if how.Add == "" || how.on != nil && keyOf(err) == format.OwnBoard {
				return p, c.badRules("board", how.on.String(), err)
			}
			return p, c.badRules("add", how.Add, err)
		}
		if e := reading.unknown(&p); e != nil {
			c.search(func(ctx context.Context, most time.Duration) { e.understand(ctx, &p, most, c.spare) })
			err = p.At(e)
		}
	}
	if err != nil {
		return p, c.unreadable(err, field)
	}
	return p, nil
}

// keyOf is the key of what an error says.
func keyOf(err error) string {
	var m message.Messenger
	if !errors.As(err, &m) {
		return ""
	}
	return m.Message().Key
}

// badRules is what is wrong with rules that are added by a field.
func (c *Call) badRules(field, text string, err error) error {
	var m message.Messenger
	errors.As(err, &m) // as all of them are
	return c.invalid(field, m.Message(), text)
}

// search makes a search that is part of reading the request, in a turn of its own, for no longer
// than the request may take. It may be made again, or not at all.
func (c *Call) search(short func(ctx context.Context, most time.Duration)) {
	most := understoodTime
	if c.timeout > 0 {
		most = min(most, c.timeout)
	}
	turn := c.Turn
	if turn == nil {
		turn = atOnce(context.Background())
	}
	turn(most, func(ctx context.Context) { short(ctx, most) })
}

// atOnce is a [Call.Turn] without a queue.
func atOnce(ctx context.Context) func(time.Duration, func(context.Context)) {
	return func(_ time.Duration, search func(context.Context)) { search(ctx) }
}

// unreadable is why the text of a field holds no puzzle, with line and column.
func (c *Call) unreadable(err error, field string) error {
	syntax, ok := errors.AsType[*format.SyntaxError](err)
	if ok && c.line > 0 {
		syntax.Line, syntax.Column = c.line, syntax.Column+c.column
	}
	p := c.refused(wire.InvalidPuzzle, field, message.Of(err, c.Lang))
	if ok {
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
func notesOn(p *format.Puzzle, lang message.Lang) []string {
	if n := p.Eliminations(); n > 0 {
		return []string{message.New("api.note.pencil", "n", n).In(lang)}
	}
	return nil
}

// candidatesOf are the pencil marks that a text gave, as a position has them: the
// digits of each cell, none where a digit is placed.
func candidatesOf(p format.Puzzle) []string {
	if p.Pencil == nil {
		return nil
	}
	marks := *p.Pencil
	for c := range marks {
		if p.Grid.At(sudoku.Cell(c)) != 0 {
			marks[c] = 0
		}
	}
	return digitsOf(&marks)
}

// digitsOf is the digits of each cell.
func digitsOf(marks *[sudoku.Cells]sudoku.Candidates) []string {
	all := make([]string, sudoku.Cells)
	for c, marks := range marks {
		for d := range marks.Digits() {
			all[c] += strconv.Itoa(int(d))
		}
	}
	return all
}

// parsed is a puzzle as parse answers it.
func (c *Call) parsed(e Entry) wire.Parsed {
	p := e.Puzzle
	one := wire.Parsed{Puzzle: p.Grid.String(), Line: p.Line, Candidates: candidatesOf(p)}
	if e.Case != nil {
		one.Format, one.Name = "library", e.Case.Code
		if t, err := e.Case.Technique(); err == nil {
			one.Name = t.Name().In(c.Lang)
		}
		// What is placed but not given is the player's; a library that marks nothing gives all.
		if (e.Givens != sudoku.Grid{}) && e.Givens != p.Grid {
			one.Puzzle, one.Values = e.Givens.String(), p.Grid.String()
		}
		return one
	}
	one.Format, one.Name, one.Notes = p.Kind.String(), p.Name, notesOn(&p, c.Lang)
	if p.Other != nil {
		one.Unread = p.Unknown()
		for _, rule := range p.Rules() {
			one.Constraints = append(one.Constraints, wire.Constraint{ID: rule.ID, Name: rule.Name.In(c.Lang)})
		}
	}
	extra := p.Extra
	if extra == nil {
		return one
	}
	one.Author, one.Rules = extra.Author, extra.Rules
	if extra.Solution != (sudoku.Grid{}) {
		one.Solution = extra.Solution.String()
	}
	if extra.Values != (sudoku.Grid{}) {
		one.Values = p.Position().String()
	}
	none := [sudoku.Cells]sudoku.Candidates{}
	if extra.Corner != none {
		one.Corner = digitsOf(&extra.Corner)
	}
	if extra.Centre != none {
		one.Centre = digitsOf(&extra.Centre)
	}
	if extra.Colours != ([sudoku.Cells]uint16{}) {
		var sets [sudoku.Cells]sudoku.Candidates // bit n−1 for colour n, as for digits
		for c, set := range extra.Colours {
			sets[c] = sudoku.Candidates(set >> 1)
		}
		one.Colours = digitsOf(&sets)
	}
	return one
}

// ParseRequest asks for the puzzles in a text.
type ParseRequest struct {
	Text string `json:"text" doc:"Any number of puzzles in any format"`

	found wire.Parse
}

// MaxParsed is how many puzzles of a text the answer holds.
const MaxParsed = 1000

// prepare reads the puzzles of a text, or the positions of a library, called by their
// techniques. What cannot be read is a part of the answer, not a problem: a person who
// pasted it asked nothing wrong.
func (q *ParseRequest) prepare(c *Call) error {
	q.found.Puzzles = []wire.Parsed{}
	for in := NewPositionReader(strings.NewReader(q.Text)).Any(); ; {
		e, err := in.Next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			q.found.Refusal = &wire.Refusal{Message: message.Of(err, c.Lang), Line: 1, Column: 1}
			if syntax, ok := errors.AsType[*format.SyntaxError](err); ok {
				q.found.Refusal.Line, q.found.Refusal.Column = syntax.Line, syntax.Column
			}
			return nil
		case len(q.found.Puzzles) == MaxParsed:
			q.found.Truncated = true
			return nil
		}
		if other := e.Puzzle.Other; other != nil {
			if q.found.Other = len(q.found.Puzzles) == 0; !e.Puzzle.Played() { // there are no digits to open alone
				_, err := format.ParseClassic(q.Text)
				q.found.Refusal = &wire.Refusal{Message: message.Of(err, c.Lang), Line: e.Puzzle.Line, Column: 1}
				return nil
			}
		}
		q.found.Puzzles = append(q.found.Puzzles, c.parsed(e))
	}
}

func (q *ParseRequest) answer(context.Context, *Call) wire.Parse {
	q.found.Other = q.found.Other && len(q.found.Puzzles) < 2
	return q.found
}

// VersionRequest asks what answers, and what it allows.
type VersionRequest struct{}

func (*VersionRequest) prepare(*Call) error { return nil }
func (*VersionRequest) answer(_ context.Context, c *Call) wire.Version {
	l := c.Limits
	return wire.Version{Version: c.Version, Go: runtime.Version(), Kernels: kernel.Names(), Limits: wire.Limits{BodyBytes: l.Body, TimeoutMS: l.Time.Milliseconds(), Solutions: l.Solutions, Count: l.Count}}
}
