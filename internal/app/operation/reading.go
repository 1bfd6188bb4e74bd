package operation

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// Subject is a puzzle of any board and any rules, as a text has it.
type Subject struct {
	*puzzle.Puzzle
	// Lacks lists what the text says and the puzzle lacks.
	Lacks []format.Note

	grid    string         // how answers show the puzzle, if it was read as a grid
	classic *format.Puzzle // the puzzle, if it is a classic one
}

// Asked is a puzzle as a question is asked about it: a classic one is shown by its 81 characters,
// without a board.
func Asked(p *format.Puzzle) *Subject {
	r := SubjectOf(p)
	if p.Other == nil {
		r.grid, r.classic = p.Grid.String(), p
	}
	return &r
}

// classicOf is a classic puzzle as a question is asked about it.
func classicOf(g sudoku.Grid) *Subject { return Asked(&format.Puzzle{Grid: g}) }

// UnknownRulesError says that a text has rules that nonet does not know: an answer without
// them is one to another puzzle.
type UnknownRulesError struct {
	Rules []string
	Drawn bool // they are drawings of Penpa+, whose names Rules are
	// Understood says what comes of the rules that nonet does know: whether they have one
	// solution, and whether that of the text agrees. It is empty where no search has told.
	Understood []message.Message
}

func (e *UnknownRulesError) Error() string { return e.Message().String() }

// Message says first what comes of the known rules, and then names the unknown ones.
func (e *UnknownRulesError) Message() message.Message {
	m := message.New("rules.unknownRules", "rules", strings.Join(e.Rules, ", "))
	if e.Drawn {
		m = message.New("rules.penpaDrawn", "rules", strings.Join(e.Rules, ", "))
	}
	for i := len(e.Understood) - 1; i >= 0; i-- {
		m = message.New("rules.understood.first", "first", e.Understood[i], "then", m)
	}
	return m
}

// The search for what a refusal says is short: nobody has asked for it.
const (
	understoodTime  = 500 * time.Millisecond
	understoodNodes = 20_000
)

// Spare is the time that a run has for the searches behind its refusals, all together. Workers share
// it. nil has no end.
type Spare struct{ spent atomic.Int64 }

// spareTime is how long a run searches for what its refusals say.
const spareTime = 10 * time.Second

// left is what a search may take, at most so much.
func (s *Spare) left(most time.Duration) time.Duration {
	if s == nil {
		return most
	}
	return min(most, spareTime-time.Duration(s.spent.Load()))
}

func (s *Spare) spend(d time.Duration) {
	if s != nil {
		s.spent.Add(int64(d))
	}
}

// understand fills Understood by a search of p, for at most so long and for no more than the run can
// spare. What it does not decide is not mentioned; if nothing can be spared, Understood says so.
func (e *UnknownRulesError) understand(ctx context.Context, p *format.Puzzle, most time.Duration, spare *Spare) {
	r := SubjectOf(p)
	if most = spare.left(most); most <= 0 {
		e.Understood = []message.Message{message.New("rules.understood.spent", "time", spareTime)}
		if m, is := r.agreement(r.published(sudoku.Tally{}, nil)); is {
			e.Understood = append(e.Understood, m)
		}
		return
	}
	defer func(start time.Time) { spare.spend(time.Since(start)) }(time.Now())
	ctx, cancel := within(ctx, most)
	defer cancel()
	// An error leaves the tally inexact, or proves that there is no solution.
	found, _ := solve.Count(ctx, r.Puzzle, puzzle.Limits{Solutions: 2, Nodes: understoodNodes, Valid: true})
	e.Understood = nil
	switch {
	case found.N > 1:
		e.Understood = append(e.Understood, message.New("rules.understood.several"))
	case found.Exact && found.N == 1:
		e.Understood = append(e.Understood, message.New("rules.understood.one"))
	case found.Exact:
		e.Understood = append(e.Understood, message.New("rules.understood.none"))
	}
	if m, is := r.agreement(r.published(found.Tally, firstFound(found.Solutions))); is {
		e.Understood = append(e.Understood, m)
	}
}

// Reading is how a text is read where it can be read in several ways.
type Reading struct {
	IgnoreUnknown bool           // rules that nonet does not know are passed over
	Digits        bool           // [Convert] takes the digits alone, whatever the rules
	Letters       format.Letters // what A stands for
	Spare         *Spare         // of the run
}

// ReadingOf is a way to read; letters say what A is: ten or one, else the content tells.
func ReadingOf(ignoreUnknown bool, letters string) Reading {
	of := map[string]format.Letters{"ten": format.LettersFromTen, "one": format.LettersFromOne}
	return Reading{IgnoreUnknown: ignoreUnknown, Letters: of[letters]}
}

// Known refuses a puzzle with rules that nonet does not know, unless they are to be passed over:
// the error is an *[UnknownRulesError]. A search of half a second at most, which ctx ends and how.Spare
// bounds, tells what comes of the rules that it does know.
func (how Reading) Known(ctx context.Context, p *format.Puzzle) error {
	if e := how.unknown(p); e != nil {
		e.understand(ctx, p, understoodTime, how.Spare)
		return e
	}
	return nil
}

// unknown is the error of Known without its search, or nil.
func (how Reading) unknown(p *format.Puzzle) *UnknownRulesError {
	if unknown := p.Unknown(); len(unknown) > 0 && !how.IgnoreUnknown {
		return &UnknownRulesError{Rules: unknown, Drawn: p.Kind == format.Penpa}
	}
	return nil
}

// lacked are the parts of a text that the puzzle lacks: rules, or what no rule depends on.
func (r *Subject) lacked(cosmetic bool) (parts []string) {
	for _, n := range r.Lacks {
		if n.Cosmetic == cosmetic && n.IsLacking() {
			parts = append(parts, n.Part)
		}
	}
	return parts
}

// SubjectOf is the puzzle of any rules that was read, one without rules among them.
func SubjectOf(p *format.Puzzle) Subject { return Subject{Puzzle: p.Puzzle(), Lacks: p.Notes} }

// Converted is a puzzle in another format.
type Converted struct {
	Text   string // with its newline
	Puzzle string // as understood
	Format string // in which it stood
	Name   string
	Lost   []message.Message // what the format has no place for
	Notes  []message.Message // what of it does not count
}

// ClassicFor decides whether a format gets the puzzle as a classic one: ok is false for a puzzle of
// other rules, and for pencil marks alone where the format has them as givens. The rules of p are
// gone afterwards if how wants the digits alone. The error is an *[UnknownRulesError].
func (how Reading) ClassicFor(p *format.Puzzle, to format.Kind) (classic format.Puzzle, ok bool, err error) {
	if how.Digits {
		*p = p.Digits()
	} else if e := how.unknown(p); e != nil {
		return classic, false, e
	}
	classic, ok = p.Classic()
	return classic, ok && (p.Other == nil || !to.AnyRules()), nil
}

// Lost lists what a format has no place for in a classic puzzle.
func Lost(p *format.Puzzle, to format.Kind) (parts []message.Message) {
	for _, part := range p.Lost(to) {
		parts = append(parts, part.Message())
	}
	return parts
}

// Convert writes a puzzle in another format. The error is an *[UnknownRulesError], a
// *[LostRulesError], or says that the format cannot have such a board.
func Convert(p format.Puzzle, to format.Kind, how Reading) (c Converted, err error) {
	noted := p
	classic, is, err := how.ClassicFor(&p, to)
	if err != nil {
		return c, err
	}
	c.Format, c.Name = noted.Kind.String(), p.Name
	if is {
		c.Puzzle, c.Text = classic.Grid.String(), string(format.AppendPuzzle(nil, to, classic))
		c.Lost = Lost(&classic, to)
	} else {
		r := SubjectOf(&p)
		if c.Text, c.Lost, err = r.write(to, how.Digits); err != nil {
			return c, err
		}
		c.Puzzle = r.Written()
	}
	told := Subject{Puzzle: noted.Puzzle(), Lacks: noted.Notes}
	c.Notes = told.told()
	return c, nil
}

// write returns the puzzle in a format, with a newline, and what the format has no place for.
// Unless it may lose rules, lost ones are a *[LostRulesError].
func (r *Subject) write(to format.Kind, mayLose bool) (text string, lost []message.Message, err error) {
	style := to
	if !to.AnyRules() {
		style = format.Line // which has the givens alone, as the formats for classic puzzles
	}
	text, without, err := format.Write(r.Puzzle, style)
	switch {
	case err == nil && len(without.Rules) > 0 && !mayLose:
		return "", nil, &LostRulesError{To: to.Style(), Rules: without.Rules}
	case style != to:
		_, _, err = format.Write(r.Puzzle, to)
	}
	return text, without.All(), err
}

// LostRulesError says that a format cannot say rules of a puzzle: without them the text would
// be another puzzle.
type LostRulesError struct {
	To    string // the format
	Rules []message.Message
}

func (e *LostRulesError) Error() string { return e.Message().String() }

// Message names the format, the rules, and the formats that keep them.
func (e *LostRulesError) Message() message.Message {
	return message.New("rules.lostRules", "format", e.To, "rules", e.Rules)
}
