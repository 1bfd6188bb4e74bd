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

// These are the verdicts on the published solution: the solution that the text states.
const (
	publishedAgrees  = "agrees"  // the published solution is the puzzle's only one
	publishedDiffers = "differs" // the published solution does not solve the puzzle as read
	publishedSeveral = "several" // the published solution breaks no rule, but there are other solutions
	publishedNone    = "none"    // the puzzle as read has no solution
	publishedOpen    = "open"    // the published solution breaks no rule, but whether there are other solutions is not known
)

// These are keys of texts. The text publishedIs says that the published solution is the only solution. The text
// publishedKept says that the published solution breaks no rule.
const (
	publishedIs   = "operation.published.agrees"
	publishedKept = "operation.published.kept"
)

// compareSolution compares the solution in the text with the result of a search. `found` is the number of solutions,
// and `first` is one of them or nil. `broken` lists the rules that the text's solution breaks. w is nil if the text
// states no solution.
func (r *Subject) compareSolution(found sudoku.Tally, first []int) (w *wire.Published, broken []puzzle.Conflict) {
	if r.Puzzle == nil || r.Solution == nil {
		return nil, nil
	}
	shown := slices.Clone(r.Solution)
	isFirst, other := true, false
	for cell, v := range shown {
		switch {
		case v == puzzle.Empty:
			shown[cell], isFirst = 0, false
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
	case one && err == nil && (isFirst || first != nil):
		w.Verdict = publishedAgrees
	}
	return w, broken
}

// agreementText returns a text about the solution that was published with the puzzle. It says that the solution is the
// only one, differs from the only one, breaks no rule, or breaks a certain rule.
func (r *Subject) agreementText(w *wire.Published, broken []puzzle.Conflict) (m message.Message, ok bool) {
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

func (r *Subject) ruleOf(b puzzle.Conflict) message.Message {
	const few = 10
	if len(b.Cells) > few {
		return b.Name()
	}
	return message.New("rules.part", "kind", b.Name(), "cells", r.CellWords(b.Cells))
}

// publishedNotes compares the published solution with the result of a search. It returns the verdict, and notes that
// explain the verdict. If the published solution agrees with the search, a note says so only if a part of the text was
// not understood.
func (r *Subject) publishedNotes(found sudoku.Tally, first []int) (w *wire.Published, notes []message.Message) {
	w, broken := r.compareSolution(found, first)
	m, ok := r.agreementText(w, broken)
	agrees := m.Key == publishedIs || m.Key == publishedKept
	if ok && (!agrees || len(r.missingParts(false)) > 0) {
		notes = append(notes, m)
	}
	if w != nil && (w.Verdict == publishedNone || w.Verdict == publishedSeveral) {
		notes = append(notes, message.New("operation.published."+w.Verdict))
	}
	return w, notes
}

// addComparison compares the published solution with the result of a search. It stores the verdict in *to, and appends
// the new notes to *notes.
func (r *Subject) addComparison(to **wire.Published, notes *[]string, found sudoku.Tally, first []int, lang message.Lang) {
	w, all := r.publishedNotes(found, first)
	*to = w
	for _, m := range all {
		if note := m.In(lang); !slices.Contains(*notes, note) {
			*notes = append(*notes, note)
		}
	}
}

// CompareNotes returns notes that compare the published solution with the result of a search. It omits notes that were
// already shown when the text was read.
func (r *Subject) CompareNotes(found sudoku.Tally, first []int) (notes []message.Message) {
	before, _ := r.agreementText(r.compareSolution(sudoku.Tally{}, nil))
	_, notes = r.publishedNotes(found, first)
	return slices.DeleteFunc(notes, func(m message.Message) bool {
		return m.Key == before.Key && m.Key != publishedKept
	})
}

// shortTime limits a search that only serves to compare the published solution with the puzzle's solutions.
const shortTime = time.Second

// SearchedNotes searches the puzzle for at most a second, and returns the texts of [Subject.CompareNotes] for the
// result.
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
