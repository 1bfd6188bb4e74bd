//go:build !js

package operation

import (
	"cmp"
	"context"
	"time"

	"nonet/board"
	"nonet/internal/random"
	"nonet/internal/research/backdoor"
	"nonet/internal/research/minimal"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

// onlySolutionOf returns the only solution of a classic puzzle, as [onlySolution] does, but as a grid.
func onlySolutionOf(ctx context.Context, g sudoku.Grid) (sudoku.Grid, sudoku.Outcome, error) {
	solution, outcome, err := onlySolution(ctx, puzzle.FromGrid(g), puzzle.Limits{})
	if outcome != sudoku.Found {
		return sudoku.Grid{}, outcome, err
	}
	return puzzle.GridOf(solution), outcome, nil
}

// MinimalRequest asks for minimal puzzles whose givens are among the givens of a puzzle.
type MinimalRequest struct {
	SubjectRequest
	Limit     int     `json:"limit,omitempty" minimum:"0" maximum:"1000" default:"100" doc:"How many puzzles are shown"`
	MaxGivens int     `json:"max_givens,omitempty" minimum:"0" maximum:"81" doc:"How many givens they have at most; 0 sets no limit"`
	After     string  `json:"after,omitempty" doc:"A minimal puzzle inside this one: the answer begins after it, in order"`
	Samples   int     `json:"samples,omitempty" minimum:"0" maximum:"100000" doc:"How many to draw at random, in place of all in order; the total is then estimated"`
	Seed      *uint64 `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`

	minimal MinimalAsked
}

func (q *MinimalRequest) prepare(c *Call) (err error) {
	if err = q.SubjectRequest.prepare(c); err != nil {
		return err
	}
	q.minimal = MinimalAsked{Inside: minimal.Inside{Most: q.MaxGivens}, Samples: q.Samples, Seed: seedOr(q.Seed), Workers: 1}
	if q.Samples > 0 && (q.MaxGivens > 0 || q.After != "") {
		return c.invalidProblem("samples", message.New("error.together", "a", "samples", "b", "max_givens, after"), q.Samples)
	}
	if err := c.checkFields(q.subject, map[string]bool{"max_givens": q.MaxGivens > 0, "after": q.After != ""}); err != nil {
		return err
	}
	if q.After == "" {
		return nil
	}
	p, err := c.parseClassic(q.After, "after")
	q.minimal.Inside.After = p.Grid
	return err
}

func (q *MinimalRequest) answer(ctx context.Context, c *Call) any {
	shown := []string{}
	w, _, _ := q.minimal.Answer(ctx, q.subject, puzzle.Limits{}, c.Lang, func(text string) bool {
		if len(shown) < q.Limit {
			shown = append(shown, text)
		}
		return true
	})
	w.Puzzles = shown
	return w
}

// MinimalAsked states how many minimal puzzles to find, and with what seed and limits.
type MinimalAsked struct {
	minimal.Inside
	Samples int // how many random minimal puzzles to find; 0 finds all
	Seed    uint64
	Workers int // how many goroutines search for random puzzles; 0 means one per processor
}

// Answer calls the function yield with every minimal puzzle until the function returns false, and returns the summary.
// If the outcome is Undecided, err is the reason. If the puzzle has no unique solution, the outcome is None and err is
// the reason.
//
// For a puzzle of other rules, Answer may also remove constraints. It then finds only m.Samples random minimal puzzles,
// or one if m.Samples is 0. If it cannot prove that a puzzle is minimal, it stops with the outcome Undecided.
func (m *MinimalAsked) Answer(ctx context.Context, r *Subject, limits puzzle.Limits, lang message.Lang, yield func(text string) bool) (w wire.Minimal, outcome sudoku.Outcome, err error) {
	start := time.Now()
	w = wire.Minimal{Puzzle: r.PuzzleText(), Board: r.wireBoard(), Puzzles: []string{}}
	if r.has(allMinimal) {
		outcome, err = m.answerClassic(ctx, r.givenGrid(), &w, yield)
	} else {
		outcome, err = m.answerOtherRules(ctx, r, limits, &w, yield)
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	return w, outcome, err
}

func (m *MinimalAsked) answerClassic(ctx context.Context, g sudoku.Grid, w *wire.Minimal, yield func(text string) bool) (sudoku.Outcome, error) {
	solution, outcome, err := onlySolutionOf(ctx, g)
	if outcome != sudoku.Found {
		return outcome, err
	}
	if m.Samples > 0 {
		err = m.answerSamples(ctx, g, solution, w, yield)
	} else {
		w.Complete = true
		for x, fault := range m.All(ctx, g, solution) {
			if fault != nil {
				err, w.Complete = fault, false
				break
			}
			if w.Count++; !yield(x.String()) {
				w.Complete = false
				break
			}
		}
	}
	switch {
	case err != nil:
		return sudoku.Undecided, err
	case w.Count == 0:
		return sudoku.None, nil
	}
	return sudoku.Found, nil
}

func (m *MinimalAsked) answerOtherRules(ctx context.Context, r *Subject, limits puzzle.Limits, w *wire.Minimal, yield func(text string) bool) (sudoku.Outcome, error) {
	solution, outcome, err := onlySolution(ctx, r.Puzzle, limits)
	if outcome != sudoku.Found {
		return outcome, err
	}
	var chance random.Source
	for i := range max(m.Samples, 1) {
		chance.Reseed(m.Seed, uint64(i))
		parts := r.Parts()
		random.Shuffle(&chance, parts)
		left, open, fault := solve.MinimalParts(ctx, r.Puzzle, solution, parts, limits)
		text := (&Subject{Puzzle: left}).PuzzleText()
		if fault != nil || open > 0 {
			w.Reduced = text
			return sudoku.Undecided, cmp.Or(fault, message.NewError("operation.minimalOpen"))
		}
		if w.Count++; !yield(text) {
			break
		}
	}
	return sudoku.Found, nil
}

func (m *MinimalAsked) answerSamples(ctx context.Context, g, solution sudoku.Grid, w *wire.Minimal, yield func(text string) bool) error {
	var e minimal.Estimate
	defer func() {
		w.Count = uint64(e.N)
		w.Estimate = &wire.Estimate{Samples: e.N, Seed: m.Seed, Mean: e.Mean()}
		if e.N > 1 {
			w.Estimate.Error = e.Error()
		}
		for n, sum := range e.ByGivens {
			if sum > 0 {
				w.Estimate.ByGivens = append(w.Estimate.ByGivens, wire.EstimateGivens{Givens: n, Mean: sum / float64(e.N)})
			}
		}
	}()
	for s, err := range minimal.Samples(ctx, g, solution, m.Samples, m.Seed, m.Workers) {
		if err != nil {
			return err
		}
		if e.Add(s); !yield(s.Puzzle.String()) {
			return nil
		}
	}
	return nil
}

// MostUnavoidable limits the size of unavoidable sets on the command line. A request ([UnavoidableRequest]) has a lower
// limit. A grid has some million sets of 24 cells.
const MostUnavoidable = 24

// UnavoidableRequest asks for the unavoidable sets of a puzzle's solution, up to a size.
type UnavoidableRequest struct {
	PuzzleRequest
	Size    int  `json:"size,omitempty" minimum:"4" maximum:"16" default:"12" doc:"How many cells a set has at most"`
	Limit   int  `json:"limit,omitempty" minimum:"0" maximum:"1000" default:"1000" doc:"How many sets are shown"`
	Hitting bool `json:"hitting,omitempty" default:"false" doc:"Also find the fewest cells that meet all sets, and the most sets with no cell in common"`
}

func (q *UnavoidableRequest) answer(ctx context.Context, c *Call) any {
	w, sets, _, _ := UnavoidableOf(ctx, q.puzzle.Grid, q.Size, q.Hitting, c.Lang)
	w.Sets = CellSets(sets, q.Limit)
	return w
}

// CellSets returns the names of the cells in each set, for at most `limit` sets. For the set of r1c1 and r1c2 it has
// {"r1c1", "r1c2"}.
func CellSets(sets []board.CellSet, limit int) (all [][]string) {
	for _, s := range sets[:min(len(sets), limit)] {
		all = append(all, append([]string{}, wire.CellCodes(s)...))
	}
	return all
}

// UnavoidableOf returns the minimal unavoidable sets of up to `size` cells in a puzzle's unique solution, and their
// JSON form. If the outcome is None, err is the reason. If the outcome is Undecided, err is the context's. If the
// outcome is Undecided and w.Count is not 0, all sets were found, and only the hitting number is unknown.
func UnavoidableOf(ctx context.Context, g sudoku.Grid, size int, hitting bool, lang message.Lang) (w wire.Unavoidable, sets []board.CellSet, outcome sudoku.Outcome, err error) {
	start := time.Now()
	solution, outcome, err := onlySolutionOf(ctx, g)
	if outcome == sudoku.Found {
		w.Grid = solution.String()
		sets, err = minimal.UnavoidableSets(ctx, solution, size)
	}
	if outcome == sudoku.Found && err == nil {
		w.Count = len(sets)
		for _, s := range sets {
			if n := len(w.BySize); n == 0 || w.BySize[n-1].Size != s.Len() {
				w.BySize = append(w.BySize, wire.UnavoidableSize{Size: s.Len()})
			}
			w.BySize[len(w.BySize)-1].Count++
		}
		if hitting {
			disjoint, _ := minimal.DisjointSets(ctx, sets)
			hit, cells := minimal.HittingNumber(ctx, sets)
			w.Apart = &wire.Bounds{Least: disjoint.Least, Most: disjoint.Most}
			w.Hitting = &wire.Bounds{Least: hit.Least, Most: hit.Most, Cells: wire.CellCodes(cells)}
			if !hit.Exact() || !disjoint.Exact() {
				err = ctx.Err()
			}
		}
	}
	if outcome == sudoku.Found && err != nil {
		outcome = sudoku.Undecided
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	return w, sets, outcome, err
}

// BackdoorRequest asks for the smallest backdoors of a puzzle: sets of cells whose digits make the rest easy.
type BackdoorRequest struct {
	PuzzleRequest
	Limit int `json:"limit,omitempty" minimum:"0" maximum:"1000" default:"100" doc:"How many sets are shown"`
}

func (q *BackdoorRequest) answer(ctx context.Context, c *Call) any {
	w, sets, _, _ := BackdoorOf(ctx, q.puzzle.Grid, c.Lang)
	w.Sets = CellSets(sets, q.Limit)
	return w
}

// BackdoorOf returns the smallest backdoors of a puzzle and their JSON form. If the outcome is None, err is the reason.
// If the outcome is Undecided, err is the context's, and the size in w is a lower bound.
func BackdoorOf(ctx context.Context, g sudoku.Grid, lang message.Lang) (w wire.Backdoor, sets []board.CellSet, outcome sudoku.Outcome, err error) {
	start := time.Now()
	w.Puzzle = g.String()
	solution, outcome, err := onlySolutionOf(ctx, g)
	if outcome == sudoku.Found {
		if w.Size, sets, err = backdoor.Smallest(ctx, g, solution, 0); err != nil {
			outcome = sudoku.Undecided
		}
		w.Count = len(sets)
	}
	w.Outcome, w.Milliseconds = outcome.String(), wire.Milliseconds(time.Since(start))
	w.Contradictions, w.Reason = wire.WhyStopped(err, lang)
	return w, sets, outcome, err
}
