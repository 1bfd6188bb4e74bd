package operation

import (
	"context"
	"slices"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// A text may contain the solution that its author intends. If the puzzle as read has another solution, or several, some
// rule was read wrongly. This file compares the solution in the text with the puzzle's solutions, for classic and other
// puzzles.

// Verdicts on the solution that the text states.
const (
	publishedAgrees  = "agrees"  // it is the only solution
	publishedDiffers = "differs" // it is not a solution of the puzzle as read
	publishedSeveral = "several" // it is one of several solutions
	publishedNone    = "none"    // the puzzle as read has no solution
	publishedOpen    = "open"    // it breaks no rule, but there may be other solutions
)

// Keys of texts for a solution that breaks no rule.
const (
	publishedIs   = "operation.published.agrees"
	publishedKept = "operation.published.kept"
)

// compareSolution compares the solution in the text with the result of a search: its tally, and its first solution,
// which may be nil. broken has the rules that the text's solution breaks. w is nil if the text has no solution.
func (r *Subject) compareSolution(found sudoku.Tally, first []int) (w *wire.Published, broken []puzzle.Conflict) {
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

// agreementText returns a text about the solution that was published with the puzzle: it is the only one, it breaks no
// rule, or it breaks a certain rule. The second result is false if there is no text.
func (r *Subject) agreementText(w *wire.Published, broken []puzzle.Conflict) (m message.Message, is bool) {
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
		return m, false // a partial solution that breaks no rule proves nothing
	}
	return message.New(publishedKept), true
}

// ruleOf returns the name of a broken rule, and the names of its cells if there are few.
func (r *Subject) ruleOf(b puzzle.Conflict) message.Message {
	const few = 10
	if len(b.Cells) > few {
		return b.Name()
	}
	return message.New("rules.part", "kind", b.Name(), "cells", r.CellWords(b.Cells))
}

// publishedNotes compares the published solution with the result of a search. It returns the verdict and notes about
// it. If the two agree, there is a note only if a part of the text was not understood.
func (r *Subject) publishedNotes(found sudoku.Tally, first []int) (w *wire.Published, notes []message.Message) {
	w, broken := r.compareSolution(found, first)
	m, is := r.agreementText(w, broken)
	agrees := m.Key == publishedIs || m.Key == publishedKept
	if is && (!agrees || len(r.missingParts(false)) > 0) {
		notes = append(notes, m)
	}
	if w != nil && (w.Verdict == publishedNone || w.Verdict == publishedSeveral) {
		notes = append(notes, message.New("operation.published."+w.Verdict))
	}
	return w, notes
}

// addComparison compares the published solution with the result of a search. It stores the verdict in *to, and appends
// to *notes those notes that are not there yet.
func (r *Subject) addComparison(to **wire.Published, notes *[]string, found sudoku.Tally, first []int, lang message.Lang) {
	w, all := r.publishedNotes(found, first)
	*to = w
	for _, m := range all {
		if note := m.In(lang); !slices.Contains(*notes, note) {
			*notes = append(*notes, note)
		}
	}
}

// CompareNotes returns notes that compare the published solution with the result of a search. It leaves out notes that
// were given when the text was read.
func (r *Subject) CompareNotes(found sudoku.Tally, first []int) (notes []message.Message) {
	before, _ := r.agreementText(r.compareSolution(sudoku.Tally{}, nil))
	_, notes = r.publishedNotes(found, first)
	return slices.DeleteFunc(notes, func(m message.Message) bool {
		return m.Key == before.Key && m.Key != publishedKept
	})
}

// shortTime is the time limit of a search that only serves the comparison.
const shortTime = time.Second

// SearchedNotes is like [Subject.CompareNotes], after a search of its own.
func (r *Subject) SearchedNotes(ctx context.Context, lang message.Lang) (notes []string) {
	if r.Solution == nil {
		return nil
	}
	found, _ := solve.Count(ctx, r.Puzzle, puzzle.Limits{Solutions: 2, Keep: 1, Time: shortTime})
	for _, m := range r.CompareNotes(found.Tally, firstSolution(found.Solutions)) {
		notes = append(notes, m.In(lang))
	}
	return notes
}
