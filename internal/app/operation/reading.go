package operation

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

// Subject is the puzzle that a question is about. It may have any board and any rules.
type Subject struct {
	*puzzle.Puzzle
	read *format.Puzzle // the text's puzzle with its title and notes; nil if the puzzle was not read from a text
}

// SubjectOf returns the subject for a puzzle that was read from a text.
func SubjectOf(p *format.Puzzle) *Subject { return &Subject{p.Puzzle(), p} }

// GridSubject returns the subject for a classic puzzle with the givens of g.
func GridSubject(g sudoku.Grid) *Subject { return &Subject{Puzzle: puzzle.FromGrid(g)} }

// missingNotes returns a note for each part of the text that is not in the puzzle, such as unknown rules.
func (r *Subject) missingNotes() []format.Note {
	if r.read == nil {
		return nil
	}
	return r.read.Notes
}

// UnknownRulesError reports that a text has rules that nonet does not know. An answer without these rules would belong
// to another puzzle.
type UnknownRulesError struct {
	Rules []message.Message
	Drawn bool // true if Rules has names of drawings from Penpa+
	// Understood states the result of a search under the known rules: whether the solution is unique, and whether it is
	// the one in the text. Understood is empty if the search decided nothing.
	Understood []message.Message
}

func (e *UnknownRulesError) Error() string { return e.Message().String() }

// Message returns the sentences of e.Understood, followed by the names of the unknown rules.
func (e *UnknownRulesError) Message() message.Message {
	m := message.New("rules.unknownRules", "rules", e.Rules)
	if e.Drawn {
		m = message.New("rules.penpaDrawn", "rules", e.Rules)
	}
	for i := len(e.Understood) - 1; i >= 0; i-- {
		m = message.New("rules.understood.first", "first", e.Understood[i], "then", m)
	}
	return m
}

// These are limits of the search that adds facts to a refusal. They are small, because the user did not ask for a
// search.
const (
	understoodTime  = 500 * time.Millisecond
	understoodNodes = 20_000
)

// SharedTimeBudget counts the time that one run has spent on searches for UnknownRulesError.Understood. Workers share
// the budget. A nil budget has no limit.
type SharedTimeBudget struct{ spent atomic.Int64 }

// spareTime limits the total time of one run for searches that add facts to refusals.
const spareTime = 10 * time.Second

func (s *SharedTimeBudget) limitSearchTime(limit time.Duration) time.Duration {
	if s == nil {
		return limit
	}
	return min(limit, spareTime-time.Duration(s.spent.Load()))
}

// setKnownRulesOutcome searches p under its known rules and sets e.Understood. The search takes at most the time
// `limit`, and at most what is left of `spare`. Questions that the search leaves undecided are not in Understood. If no
// time is left, there is no search, and Understood has a message about this. proven is true if the known rules have one
// solution, and the text states this solution. Then the unknown rules cannot change the answer.
func (e *UnknownRulesError) setKnownRulesOutcome(ctx context.Context, p *format.Puzzle, limit time.Duration, spare *SharedTimeBudget) (proven bool) {
	r := SubjectOf(p)
	if limit = spare.limitSearchTime(limit); limit <= 0 {
		e.Understood = []message.Message{message.New("rules.understood.spent", "time", spareTime)}
		if m, ok := r.agreementText(r.compareSolution(sudoku.Tally{}, nil)); ok {
			e.Understood = append(e.Understood, m)
		}
		return false
	}
	if spare != nil {
		defer func(start time.Time) { spare.spent.Add(int64(time.Since(start))) }(time.Now())
	}
	ctx, cancel := withDeadline(ctx, limit)
	defer cancel()
	// The error is not needed: with an error, the tally is inexact, or there is no solution.
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
	w, broken := r.compareSolution(found.Tally, firstSolution(found.Solutions))
	if m, ok := r.agreementText(w, broken); ok {
		e.Understood = append(e.Understood, m)
	}
	return w != nil && w.Verdict == publishedAgrees && !slices.Contains(r.Solution, puzzle.Empty)
}

// Reading holds the options for reading a text with unknown rules or ambiguous letters.
type Reading struct {
	IgnoreUnknown bool              // ignore rules that nonet does not know
	Digits        bool              // true if [Convert] keeps only the digits and drops all rules
	Letters       format.Letters    // the value of the letter A in puzzles: 1, 10, or decided by each puzzle
	Spare         *SharedTimeBudget // the time budget for searches that add facts to refusals
}

// With returns a copy of the options `how` with these values. letters is "ten" or "one", the value of the letter A.
// With any other text, the content of each puzzle decides.
func (how Reading) With(ignoreUnknown bool, letters string) Reading {
	values := map[string]format.Letters{"ten": format.LettersFromTen, "one": format.LettersFromOne}
	how.IgnoreUnknown, how.Letters = ignoreUnknown, values[letters]
	return how
}

// Understand returns the subject for p, and notes about parts of the text that were ignored. The error is an
// *[UnknownRulesError] for a puzzle with unknown rules, unless the options ignore them, or the text's solution is the
// only one under the known rules. To decide this, Understand searches for at most half a second. The context and the
// options' field Spare may shorten this time.
func (how Reading) Understand(ctx context.Context, p *format.Puzzle) (*Subject, []message.Message, error) {
	if e := how.unknownError(p); e != nil && !e.setKnownRulesOutcome(ctx, p, understoodTime, how.Spare) {
		return nil, nil, e
	}
	r := SubjectOf(p)
	return r, r.ReadingNotes(), nil
}

// unknownError returns the error of Understand without searching, or nil if all rules are known or ignored.
func (how Reading) unknownError(p *format.Puzzle) *UnknownRulesError {
	var unknown []message.Message
	for _, n := range p.Notes {
		if !n.Cosmetic && n.IsOmission() {
			unknown = append(unknown, partName(n))
		}
	}
	if unknown == nil || how.IgnoreUnknown {
		return nil
	}
	return &UnknownRulesError{Rules: unknown, Drawn: p.Kind == format.Penpa}
}

// missingParts returns the names of parts of the text that are not in the puzzle. If cosmetic is true, it returns only
// parts that affect no rule. If cosmetic is false, it returns only rules.
func (r *Subject) missingParts(cosmetic bool) (parts []string) {
	for _, n := range r.missingNotes() {
		if n.Cosmetic == cosmetic && n.IsOmission() {
			parts = append(parts, n.Part)
		}
	}
	return parts
}

// Converted is the result of [Convert]: a puzzle in another format.
type Converted struct {
	Text   string // the converted puzzle, with a newline at its end
	Puzzle string // the puzzle as nonet understood it, on one line
	Format string // the format of the text that was read
	Name   string
	Lost   []message.Message // parts of the puzzle that the new format cannot express
	Drawn  []message.Message // rules that Text only draws and states in words, so that no program checks them
	Plain  *format.Puzzle    // the puzzle to pass to a [format.Writer]; nil if Text has rules, which a Writer cannot write
	Notes  []message.Message // notes about ignored parts of the original text
}

// InLanguage returns the text of each message in the language lang.
func InLanguage(all []message.Message, lang message.Lang) (texts []string) {
	for _, one := range all {
		texts = append(texts, one.In(lang))
	}
	return texts
}

// LostParts names the parts of a classic puzzle that the format `to` cannot express, such as pencil marks.
func LostParts(p *format.Puzzle, to format.Kind) (parts []message.Message) {
	for _, part := range p.LostParts(to) {
		parts = append(parts, part.Message())
	}
	return parts
}

// Convert writes p in the format `to`. The error is an *[UnknownRulesError] or a *[LostRulesError], or it states that
// the format does not support the board.
func Convert(p format.Puzzle, to format.Kind, how Reading) (c Converted, err error) {
	noted := p
	if how.Digits {
		p = p.WithoutRules()
	} else if e := how.unknownError(&p); e != nil {
		return c, e
	}
	c.Format, c.Name = noted.Kind.String(), p.Name
	if classic, ok := p.ClassicFor(to); ok {
		c.Puzzle, c.Text = classic.Grid.String(), string(format.AppendPuzzle(nil, to, classic))
		c.Lost, c.Plain = LostParts(&classic, to), &classic
	} else {
		r := SubjectOf(&p)
		text, lost, err := r.writeAs(to, how.Digits)
		if err != nil {
			return c, err
		}
		c.Text, c.Lost, c.Drawn = text, slices.Concat(lost.Rest, lost.Rules), lost.Drawn
		c.Puzzle = r.PuzzleText()
	}
	c.Notes = SubjectOf(&noted).ReadingNotes()
	return c, nil
}

// writeAs returns the puzzle in the format `to`, with a newline, and the parts that the format cannot express. A text
// without some rules would be another puzzle, so lost rules are an error unless mayLose is true.
func (r *Subject) writeAs(to format.Kind, mayLose bool) (text string, without format.Lost, err error) {
	style := to
	if !to.WritesAnyRules() {
		style = format.Line // formats without rules get one line of givens
	}
	text, without, err = format.Write(r.Puzzle, style)
	switch {
	case err == nil && len(without.Rules) > 0 && !mayLose:
		lost := &LostRulesError{To: to.Style(), Rules: without.Rules}
		if _, kept, err := format.Write(r.Puzzle, format.ISS); err != nil || len(kept.Rules) > 0 {
			lost.onlyNonet = true
		}
		return "", format.Lost{}, lost
	case style != to:
		_, _, err = format.Write(r.Puzzle, to)
	}
	return text, without, err
}

// LostRulesError reports that a format cannot express rules of a puzzle. A text without these rules would be another
// puzzle.
type LostRulesError struct {
	To        string // the name of the format
	Rules     []message.Message
	onlyNonet bool // true if not even the format iss can express the rules
}

func (e *LostRulesError) Error() string { return e.Message().String() }

// Message returns the reason, followed by the command that writes only the digits.
func (e *LostRulesError) Message() message.Message {
	return message.New("rules.lostRules.digits", "why", e.reasonText())
}

// reasonText returns the message for people without the command line. It names the format, the rules, and the formats
// that can express these rules.
func (e *LostRulesError) reasonText() message.Message {
	key := "rules.lostRules"
	if e.onlyNonet {
		key = "rules.lostRules.nonet"
	}
	return message.New(key, "format", e.To, "rules", e.Rules)
}
