package operation

import (
	"context"
	"slices"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// A text may bring the solution that its author means. If what was read has another one, or
// several, a rule was read otherwise than it is meant. This is the one place where the two are
// compared, for classic puzzles and for others.

// How the solution that comes with a puzzle compares with what was found.
const (
	publishedAgrees  = "agrees"  // it is the only solution
	publishedDiffers = "differs" // it is no solution of what was read
	publishedSeveral = "several" // it is one of several
	publishedNone    = "none"    // there is no solution
	publishedOpen    = "open"    // it breaks no rule; whether it is the only solution is not known
)

// The keys of what a person is told where nothing contradicts the solution that comes with a puzzle.
const (
	publishedIs   = "operation.published.agrees"
	publishedKept = "operation.published.kept"
)

// Published compares the solution that comes with the puzzle with what a search found, and with
// the first solution, nil where that was not kept. It is nil where the text brings none.
func (r *Subject) Published(found sudoku.Tally, first []int) *wire.Published {
	w, _ := r.published(found, first)
	return w
}

// published is Published, with the rules that the solution breaks.
func (r *Subject) published(found sudoku.Tally, first []int) (w *wire.Published, broken []puzzle.Conflict) {
	if r.Puzzle == nil || r.Solution == nil {
		return nil, nil
	}
	shown := slices.Clone(r.Solution)
	whole, other := true, false
	for cell, v := range shown {
		switch {
		case v == puzzle.Empty:
			shown[cell], whole = 0, false
		case cell < len(first) && first[cell] != v:
			other = true
		}
	}
	w = &wire.Published{Solution: format.ValuesLine(r.Puzzle, shown), Verdict: publishedOpen}
	broken, err := r.Conflicts(r.Solution)
	switch one := found.Exact && found.N == 1; {
	case found.Exact && found.N == 0:
		w.Verdict = publishedNone
	case len(broken) > 0 || one && other:
		w.Verdict = publishedDiffers
	case found.N > 1:
		w.Verdict = publishedSeveral
	case one && err == nil && (whole || first != nil):
		w.Verdict = publishedAgrees
	}
	return w, broken
}

// agreement says whether the solution that comes with the puzzle agrees with what was read: it is
// the only solution, or breaks no rule, or breaks one, which is named. False: there is none, or
// nothing is known.
func (r *Subject) agreement(w *wire.Published, broken []puzzle.Conflict) (m message.Message, is bool) {
	switch {
	case w == nil:
		return m, false
	case len(broken) > 0:
		return message.New("operation.published.breaks", "rule", r.ruleOf(broken[0])), true
	case w.Verdict == publishedAgrees:
		return message.New(publishedIs), true
	case w.Verdict == publishedDiffers:
		return message.New("operation.published.differs"), true
	case w.Verdict == publishedNone:
		return m, false // part of a solution, which breaks nothing by itself
	}
	return message.New(publishedKept), true
}

// ruleOf names a broken rule, with its cells if they are few.
func (r *Subject) ruleOf(b puzzle.Conflict) message.Message {
	const few = 10
	if len(b.Cells) > few {
		return b.Name()
	}
	return message.New("rules.part", "kind", b.Name(), "cells", r.Spoken(b.Cells))
}

// publishedNotes are what a person has to know of a comparison. That the two agree is news only
// where some of the text was not read.
func (r *Subject) publishedNotes(found sudoku.Tally, first []int) (notes []message.Message) {
	w, broken := r.published(found, first)
	m, is := r.agreement(w, broken)
	agrees := m.Key == publishedIs || m.Key == publishedKept
	if is && (!agrees || len(r.lacked(false)) > 0) {
		notes = append(notes, m)
	}
	if w != nil && (w.Verdict == publishedNone || w.Verdict == publishedSeveral) {
		notes = append(notes, message.New("operation.published."+w.Verdict))
	}
	return notes
}

// compared adds a comparison to an answer.
func (r *Subject) compared(to **wire.Published, notes *[]string, found sudoku.Tally, first []int, lang message.Lang) {
	*to = r.Published(found, first)
	for _, m := range r.publishedNotes(found, first) {
		if note := m.In(lang); !slices.Contains(*notes, note) {
			*notes = append(*notes, note)
		}
	}
}

// Compared is what a person has to know of a comparison with what a search found, and has not
// been told when the text was read.
func (r *Subject) Compared(found sudoku.Tally, first []int) (notes []message.Message) {
	before, _ := r.agreement(r.published(sudoku.Tally{}, nil))
	return slices.DeleteFunc(r.publishedNotes(found, first), func(m message.Message) bool {
		return m.Key == before.Key && m.Key != publishedKept
	})
}

// classicTime is how long a classic puzzle may be searched only to compare its solution.
const classicTime = time.Second

// ClassicNotes is [Subject.Compared] of a classic puzzle, which it solves.
func (r *Subject) ClassicNotes(ctx context.Context, lang message.Lang) (notes []string) {
	g, classic := r.Classic()
	if !classic || r.Solution == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, classicTime)
	defer cancel()
	all, tally, _ := sudoku.SolutionsUpTo(ctx, g, 2, sudoku.AnyOrder, sudoku.Limits{})
	for _, m := range r.Compared(tally, firstOf(all)) {
		notes = append(notes, m.In(lang))
	}
	return notes
}

// firstOf returns the values of the first grid, nil if there is none.
func firstOf(all []sudoku.Grid) []int {
	if len(all) == 0 {
		return nil
	}
	return puzzle.GridValues(all[0])
}
