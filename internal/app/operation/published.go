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

// Published compares the solution that comes with the puzzle with what a search found, and with
// the first solution, nil where that was not kept. It is nil where the text brings none.
func (r *Subject) Published(found sudoku.Tally, first []int) *wire.Published {
	if r.Puzzle == nil || r.Solution == nil {
		return nil
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
	w := &wire.Published{Solution: format.ValuesLine(r.Puzzle, shown), Verdict: publishedOpen}
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
	return w
}

// publishedNote is what a person has to know of a comparison; false where the two agree, or nothing is known.
func publishedNote(w *wire.Published) (m message.Message, is bool) {
	if w == nil || w.Verdict == publishedAgrees || w.Verdict == publishedOpen {
		return m, false
	}
	return message.New("operation.published." + w.Verdict), true
}

// compared adds a comparison to an answer.
func (r *Subject) compared(to **wire.Published, notes *[]string, found sudoku.Tally, first []int, lang message.Lang) {
	*to = r.Published(found, first)
	if m, is := publishedNote(*to); is && !slices.Contains(*notes, m.In(lang)) {
		*notes = append(*notes, m.In(lang))
	}
}

// Compared is what a person has to know of a comparison with what a search found, and has not
// been told when the text was read; false where there is nothing.
func (r *Subject) Compared(found sudoku.Tally, first []int) (m message.Message, told bool) {
	m, told = publishedNote(r.Published(found, first))
	if before, was := publishedNote(r.Published(sudoku.Tally{}, nil)); was && before.Key == m.Key {
		return m, false
	}
	return m, told
}

// classicTime is how long a classic puzzle may be searched only to compare its solution.
const classicTime = time.Second

// ClassicNote is [Subject.Compared] of a classic puzzle, which it solves; "" where there is nothing.
func (r *Subject) ClassicNote(ctx context.Context, lang message.Lang) string {
	g, classic := r.Classic()
	if !classic || r.Solution == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, classicTime)
	defer cancel()
	all, tally, _ := sudoku.SolutionsUpTo(ctx, g, 2, sudoku.AnyOrder, sudoku.Limits{})
	m, told := r.Compared(tally, firstOf(all))
	if !told {
		return ""
	}
	return m.In(lang)
}

// firstOf is the first of some grids as values.
func firstOf(all []sudoku.Grid) []int {
	if len(all) == 0 {
		return nil
	}
	return puzzle.GridValues(all[0])
}
