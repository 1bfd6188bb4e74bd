package operation

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"nonet/format"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// PuzzleText returns the puzzle as answers show it: a classic puzzle as 81 characters, any other with its rules.
func (r *Subject) PuzzleText() string {
	if r.has(lineText) {
		return r.givenGrid().String()
	}
	return r.rulesText()
}

// rulesText returns the puzzle in the notation of Interactive Sudoku Solver, or in nonet's JSON if that notation cannot
// express it.
func (r *Subject) rulesText() string {
	if text, ok := format.WriteISS(r.Puzzle); ok && r.Weights == nil {
		return text
	}
	return format.WriteNonet(r.Puzzle)
}

// ReadingNotes returns notes about the text: which parts are ignored and why, and how drawings were read.
func (r *Subject) ReadingNotes() (notes []message.Message) {
	var replacing []string
	var unknown, cosmetic []message.Message
	for _, n := range r.missingNotes() {
		switch {
		case n.Added != nil:
			cosmetic = append(cosmetic, *n.Added)
		case n.Replaces:
			replacing = append(replacing, n.Part)
		case n.Drawn != nil && n.Drawn.Silent:
		case n.Drawn != nil && n.Drawn.Kind != "":
			cosmetic = append(cosmetic, drawingNote(n.Drawn))
		case n.Cosmetic:
			cosmetic = append(cosmetic, message.New("rules.cosmetic."+n.Part))
		default:
			unknown = append(unknown, partName(n))
		}
	}
	if len(unknown) > 0 {
		notes = append(notes, message.New("rules.ignoredRules", "rules", unknown))
	}
	notes = append(notes, cosmetic...)
	if len(replacing) > 0 {
		notes = append(notes, message.New("rules.replacedClues", "clues", strings.Join(replacing, ", ")))
	}
	// Before a search, report only a solution in the text that breaks a rule.
	if m, ok := r.agreementText(r.compareSolution(sudoku.Tally{}, nil)); ok && m.Key != publishedKept {
		notes = append(notes, m)
	}
	return notes
}

// partName names the part of the text that n is about. The names of drawings depend on the reader's language.
func partName(n format.Note) message.Message {
	if n.Drawn == nil || n.Drawn.Class == format.Words {
		return message.New(n.Part) // the catalogue lacks this key, so the key itself is the text
	}
	return message.New("rules.drawn.unread", "what", DrawingName(n.Drawn), "n", n.Drawn.N)
}

// drawingNote returns a note that says which rule drawings were read as, and why.
func drawingNote(d *format.Understood) message.Message {
	key := "rules.drawn.usual"
	if d.Stated {
		key = "rules.drawn.asked"
	} else if d.Words {
		key = "rules.drawn.words"
	}
	return message.New(key, "n", d.N, "what", DrawingName(d), "rule", KindLabel(d.Kind, d.Number))
}

// Notes returns notes on the parts of the text that were ignored, each with the reason.
func (r *Subject) Notes(lang message.Lang) []string {
	notes := ignoredMarkNotes(r.read, lang)
	for _, m := range r.ReadingNotes() {
		notes = append(notes, m.In(lang))
	}
	return notes
}

func (r *Subject) wireBoard() *wire.Board {
	if r.has(lineText) {
		return nil
	}
	return &wire.Board{Rows: r.Rows, Columns: r.Columns, Low: r.Low, High: r.High}
}

// outsideCellValues returns the values of the cells outside the board, for each group of such cells.
func (r *Subject) outsideCellValues(values []int) (all []wire.Beside) {
	index := r.BoardCells()
	for _, g := range r.Groups {
		all = append(all, wire.Beside{Name: g.Name, Values: values[index : index+g.Count]})
		index += g.Count
	}
	return all
}

// Wire returns the JSON answer of the operation solve, with at most `limit` of the solutions in `found`.
func (r *Subject) Wire(found puzzle.Result, err error, limit int, took time.Duration, lang message.Lang) wire.Solve {
	w := wire.Solve{
		Puzzle: r.PuzzleText(), Board: r.wireBoard(), Outcome: found.Outcome().String(), Solutions: []string{}, Complete: found.Exact,
		Engine: found.Engine, Nodes: found.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	for i, s := range found.Solutions[:min(limit, len(found.Solutions))] {
		w.Solutions = append(w.Solutions, format.ValuesLine(r.Puzzle, s))
		if i == 0 {
			w.Beside = r.outsideCellValues(s)
		}
	}
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	r.addComparison(&w.Published, &w.Notes, found.Tally, firstSolution(found.Solutions), lang)
	return w
}

// AnswerRandom searches for a random solution. It returns the JSON answer, and the result and the error of the search.
func (r *Subject) AnswerRandom(ctx context.Context, seed uint64, limits puzzle.Limits, lang message.Lang) (wire.Solve, puzzle.Result, error) {
	start := time.Now()
	found, err := solve.RandomSolution(ctx, r.Puzzle, seed, limits)
	w := r.Wire(found, err, 1, time.Since(start), lang)
	w.Seed = &seed
	return w, found, err
}

// AnswerEstimate estimates the number of solutions from random samples. It returns the JSON answer, and the result and
// the error of the search.
func (r *Subject) AnswerEstimate(ctx context.Context, samples int, seed uint64, limits puzzle.Limits, lang message.Lang) (wire.Count, solve.Estimate, error) {
	start := time.Now()
	found, err := solve.EstimateOf(ctx, r.Puzzle, samples, seed, limits)
	w := r.WireCount(found.Total(), err, time.Since(start), lang)
	if !found.Exact && found.Samples > 0 {
		w.Estimate = &wire.Estimate{Samples: found.Samples, Seed: seed, Mean: found.Mean, Error: found.Error}
	}
	return w, found, err
}

func firstSolution(solutions [][]int) []int {
	if len(solutions) == 0 {
		return nil
	}
	return solutions[0]
}

// WireCount returns the JSON answer of the operation count. took is the time of the search.
func (r *Subject) WireCount(total solve.Total, err error, took time.Duration, lang message.Lang) wire.Count {
	tally := total.Tally()
	w := wire.Count{
		Puzzle: r.PuzzleText(), Board: r.wireBoard(), Count: tally.N, Complete: tally.Exact, Engine: total.Engine, Nodes: tally.Nodes,
		Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if tally.N > exactCount {
		w.Decimal = total.N.String()
	}
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	r.addComparison(&w.Published, &w.Notes, tally, total.First, lang)
	return w
}

// wireParts returns the JSON form of the givens and constraints in `list`, with names in the language lang.
func (r *Subject) wireParts(list []puzzle.Part, lang message.Lang) (all []wire.Part) {
	for _, p := range list {
		one := wire.Part{Kind: "Given", Index: -1, Name: r.PartName(p).In(lang)}
		if p.Given {
			one.Cells = r.CellNames([]int{r.Givens[p.Index].Cell})
		} else {
			c := &r.Constraints[p.Index]
			one.Kind, one.Index = c.Kind, p.Index
			one.Cells = r.CellNames(slices.Concat(append([][]int{c.Cells}, c.Sets...)...))
		}
		all = append(all, one)
	}
	return all
}

// WireCheck returns the JSON answer of the operation check. took is the time of the search.
func (r *Subject) WireCheck(c *solve.Report, err error, took time.Duration, lang message.Lang) wire.Check {
	w := wire.Check{
		Puzzle: r.PuzzleText(), Board: r.wireBoard(), Givens: len(r.Givens), Constraints: len(r.Constraints), Valid: c.Contradiction == nil,
		Solvable: c.Solvable().String(), Unique: c.Unique.String(), Minimal: c.Minimal.String(),
		Conflict: r.wireParts(c.Conflict, lang), Engine: c.Engine,
		Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if w.Board != nil {
		w.RedundantParts = r.wireParts(c.Redundant, lang)
	}
	for _, p := range c.Redundant {
		if p.Given {
			w.Redundant = append(w.Redundant, r.CellName(r.Givens[p.Index].Cell))
		}
	}
	for _, s := range c.Solutions {
		w.Solutions = append(w.Solutions, format.ValuesLine(r.Puzzle, s))
	}
	w.Contradictions, w.Reason = wire.WhyStopped(cmp.Or(err, c.Contradiction), lang)
	r.addComparison(&w.Published, &w.Notes, c.Tally, firstSolution(c.Solutions), lang)
	return w
}

func (r *Subject) wireProgress(o solve.Optimum, took time.Duration) wire.TargetProgress {
	w := wire.TargetProgress{Bound: o.Bound, Optima: o.N, Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took)}
	if o.Solution != nil {
		w.Score, w.Grid = &o.Score, format.ValuesLine(r.Puzzle, o.Solution)
	}
	w.Gap = wire.GapOf(w.Score, &w.Bound)
	return w
}

// WireTarget returns the JSON answer of the operation target: the best solution, its score and a bound.
func (r *Subject) WireTarget(goal target.Goal, o solve.Optimum, err error, took time.Duration, lang message.Lang) wire.Target {
	w := wire.Target{
		Puzzle: r.PuzzleText(), Board: r.wireBoard(), Goal: goal.String(), Outcome: o.Outcome.String(),
		Engine: o.Engine, Nodes: o.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if o.Outcome != sudoku.None && !errors.As(err, new(*puzzle.Error)) && !errors.As(err, new(*target.WeightError)) { // after these errors, the search has no bound
		w.Bound = &o.Bound
	}
	if o.Solution != nil {
		w.Score, w.Grid, w.Beside = &o.Score, format.ValuesLine(r.Puzzle, o.Solution), r.outsideCellValues(o.Solution)
	}
	w.Gap = wire.GapOf(w.Score, w.Bound)
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	return w
}

// WireRanking returns the JSON answer of the operation target/best: several solutions, the best first.
func (r *Subject) WireRanking(goal target.Goal, found solve.Optimum, err error, took time.Duration, lang message.Lang) wire.TargetRanking {
	t := r.WireTarget(goal, found, err, took, lang)
	w := wire.TargetRanking{
		Puzzle: t.Puzzle, Board: t.Board, Goal: t.Goal, Outcome: t.Outcome, Completions: []wire.TargetCompletion{}, Complete: found.Complete,
		Bound: t.Bound, Contradictions: t.Contradictions, Notes: t.Notes, Reason: t.Reason, Engine: t.Engine, Nodes: t.Nodes, Milliseconds: t.Milliseconds,
	}
	for _, l := range found.Leaders {
		w.Completions = append(w.Completions, wire.TargetCompletion{Score: l.Score, Grid: format.ValuesLine(r.Puzzle, l.Solution)})
	}
	return w
}

// WireTies returns the JSON answer of the operation target/count: how many solutions have the best score.
func (r *Subject) WireTies(goal target.Goal, found solve.Optimum, err error, took time.Duration, lang message.Lang) wire.TargetCount {
	return wire.TargetCount{Target: r.WireTarget(goal, found, err, took, lang), Count: found.N, Complete: found.Exact}
}

// WireCandidates returns the JSON answer of the operation candidates: each cell's values in the solutions.
func (r *Subject) WireCandidates(c *solve.Candidates, err error, took time.Duration, lang message.Lang) wire.TrueCandidates {
	w := wire.TrueCandidates{
		Puzzle: r.PuzzleText(), Board: r.wireBoard(), Outcome: c.Outcome().String(), Candidates: r.valueLists(c.True),
		Count: c.N, Complete: c.Exact, Engine: c.Engine, Nodes: c.Nodes, Milliseconds: wire.Milliseconds(took), Notes: r.Notes(lang),
	}
	if c.IsOpen() {
		w.Open = r.valueLists(c.Open)
	}
	if c.Counts != nil {
		w.Each = slices.Clone(c.Counts[:r.BoardCells()])
		for _, hole := range r.Holes {
			w.Each[hole] = []uint64{}
		}
	}
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	r.addComparison(&w.Published, &w.Notes, c.Tally, nil, lang)
	return w
}

// valueLists returns a text for each cell of the board, with the cell's values: as digits, or as numbers separated by
// blanks if the puzzle has values above 9.
func (r *Subject) valueLists(values [][]int) []string {
	all := make([]string, r.BoardCells())
	var text []byte
	for cell := range all {
		if r.IsHole(cell) {
			continue
		}
		text = text[:0]
		for i, v := range values[cell] {
			if i > 0 && r.High > 9 {
				text = append(text, ' ')
			}
			text = strconv.AppendInt(text, int64(v), 10)
		}
		all[cell] = string(text)
	}
	return all
}

// AppendCandidates appends a candidate grid with each cell's values to dst. For a board of nine rows and nine digits,
// `to` may also be a format for pencil marks.
func (r *Subject) AppendCandidates(dst []byte, to format.Kind, values [][]int) []byte {
	if to != format.Pencil729 && !r.has(lineText) {
		return format.AppendLists(dst, r.Puzzle, values)
	}
	// Only givens become values. A cell without a given keeps even a single value as a candidate, so that the givens
	// stand out.
	marked := format.Puzzle{Grid: r.givenGrid(), Pencil: new([sudoku.Cells]sudoku.Candidates)}
	for cell := range marked.Pencil {
		for _, v := range values[cell] {
			marked.Pencil[cell] |= sudoku.CandidatesOf(sudoku.Digit(v))
		}
	}
	return format.AppendPuzzle(dst, to, marked)
}
