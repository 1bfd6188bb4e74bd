package neighbours

import (
	"context"
	"hash/maphash"
	"iter"
	"slices"
	"sort"

	"nonet/internal/engine/kernel"
	"nonet/internal/engine/tally"
	"nonet/internal/ordered"
	"nonet/internal/research/canon"
	"nonet/sudoku"
)

// Search selects which puzzles to find; {Remove: 1, Add: 1, Rounds: 1} means {-1+1}. The zero value finds nothing.
type Search struct {
	Remove, Add int
	Minimal     bool // set to find only minimal puzzles
	Repeats     bool // set to include isomorphs of earlier puzzles; otherwise all initial puzzles are read first
	// Rounds is the greatest number of rounds. Each round starts from the puzzles that the previous round found. 0
	// means that the search ends when a round finds nothing new. Several rounds take memory for each puzzle found.
	Rounds int
	// Score, if not nil, is called for each puzzle found. Calls may be concurrent.
	Score func(ctx context.Context, puzzle sudoku.Grid) float64
	// Beam is the number of puzzles from which each further round starts, those with the highest scores; 0 means all.
	Beam int
	// Workers is the number of cores to use; 0 means all cores.
	Workers int
	// Seen yields puzzles that are excluded, together with their isomorphs. These puzzles take memory. Seen cannot be
	// combined with Repeats.
	Seen iter.Seq[sudoku.Grid]
	// Known lists puzzles that an earlier search found in complete rounds, in the order in which it found them. This
	// search continues after the puzzles in Known.
	Known []Found
}

// Found is a puzzle that the search has found, with its only solution.
type Found struct {
	Puzzle, Solution sudoku.Grid
	Round            int // the number of the round that found the puzzle, from 1
	Score            float64
}

// All yields the new puzzles, in an order that depends only on puzzles and s. If ctx ends, the last pair has ctx's
// error.
func (s Search) All(ctx context.Context, puzzles iter.Seq[sudoku.Grid]) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		seen := forms{seed: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, known: map[[2]uint64]struct{}{}}
		if s.Seen != nil {
			for range s.neighboursOf(ctx, s.Seen, &seen, 0, 0) {
			}
		}
		round := 1
		var begin []Found
		for _, f := range s.Known {
			if f.Round >= round {
				round, begin = f.Round+1, begin[:0]
			}
			begin = append(begin, f)
			if form, _, ok := canon.SolutionMinlex(f.Puzzle, f.Solution); ok {
				seen.addIfNew(form.Values())
			}
		}
		if begin != nil {
			// The initial puzzles count as seen, so they are not yielded.
			for range s.neighboursOf(ctx, puzzles, &seen, 0, 0) {
			}
			puzzles = s.nextStartPuzzles(begin)
		} else if !s.Repeats {
			// All initial puzzles count as seen, because a later one may be a neighbour of an earlier one.
			start := slices.Collect(puzzles)
			puzzles = slices.Values(start)
			for range s.neighboursOf(ctx, puzzles, &seen, 0, 0) {
			}
		}
		for ; s.Rounds == 0 || round <= s.Rounds; round++ {
			var fresh []Found
			for f := range s.neighboursOf(ctx, puzzles, &seen, s.Remove, s.Add) {
				if f.Round = round; s.Rounds != 1 || s.Score != nil {
					fresh = append(fresh, f)
				}
				if s.Score == nil && !yield(f, nil) {
					return
				}
			}
			if s.Score != nil {
				for f := range s.scorePuzzles(ctx, fresh) {
					if !yield(*f, nil) {
						return
					}
				}
			}
			if err := ctx.Err(); err != nil {
				yield(Found{}, err)
				return
			}
			if len(fresh) == 0 {
				return
			}
			puzzles = s.nextStartPuzzles(fresh)
		}
	}
}

// nextStartPuzzles yields the puzzles with which the next round starts.
func (s *Search) nextStartPuzzles(all []Found) iter.Seq[sudoku.Grid] {
	if s.Beam != 0 && len(all) > s.Beam {
		all = slices.Clone(all)
		sort.SliceStable(all, func(i, j int) bool { return all[i].Score > all[j].Score })
		all = all[:s.Beam]
	}
	return func(yield func(sudoku.Grid) bool) {
		for i := range all {
			if !yield(all[i].Puzzle) {
				return
			}
		}
	}
}

// forms is the set of forms seen so far. It stores two hashes of each form. Among 10⁹ forms, the probability of a
// collision is 10⁻²¹.
type forms struct {
	seed  [2]maphash.Seed
	known map[[2]uint64]struct{}
}

func (f *forms) addIfNew(form [sudoku.Cells]uint8) bool {
	key := [2]uint64{maphash.Bytes(f.seed[0], form[:]), maphash.Bytes(f.seed[1], form[:])}
	if _, old := f.known[key]; old {
		return false
	}
	f.known[key] = struct{}{}
	return true
}

// neighbourBatch holds one puzzle and its neighbours, while a worker finds them.
type neighbourBatch struct {
	puzzle                     sudoku.Grid
	own                        [1][sudoku.Cells]uint8 // the form of the puzzle itself
	unique                     bool
	puzzles, solutions, shapes [][sudoku.Cells]uint8
	changes                    [][2]int // for each neighbour, the finder's removed cell and added bit
	complete                   bool
}

// neighboursOf yields the new neighbours of the puzzles.
func (s *Search) neighboursOf(ctx context.Context, puzzles iter.Seq[sudoku.Grid], seen *forms, remove, add int) iter.Seq[Found] {
	return func(yield func(Found) bool) {
		next, stop := iter.Pull(puzzles)
		defer stop()
		work := ordered.Work[neighbourBatch]{
			Workers: s.Workers,
			Pull: func(_ context.Context, n *neighbourBatch) (ok bool) {
				n.puzzle, ok = next()
				return ok
			},
			Worker: func() func(context.Context, *neighbourBatch) {
				var f finder
				var redundants sudoku.RedundantGivens
				return func(ctx context.Context, n *neighbourBatch) { s.findNeighbours(ctx, n, &f, &redundants, remove, add) }
			},
		}
		for n := range work.DoneBatches(ctx) {
			if n.unique {
				seen.addIfNew(n.own[0])
			}
			if !n.complete {
				return
			}
			for i := range n.puzzles {
				if s.Repeats || seen.addIfNew(n.shapes[i]) {
					puzzle, _ := sudoku.FromCells(n.puzzles[i])
					solution, _ := sudoku.FromCells(n.solutions[i])
					if !yield(Found{Puzzle: puzzle, Solution: solution}) {
						return
					}
				}
			}
		}
	}
}

// findNeighbours finds the neighbours of the puzzle in n, and their forms.
func (s *Search) findNeighbours(ctx context.Context, n *neighbourBatch, f *finder, redundants *sudoku.RedundantGivens, remove, add int) {
	k := kernel.Default()
	var found [1]kernel.Result
	forms := [][sudoku.Cells]uint8{n.puzzle.Values()}
	n.unique, n.complete = false, false
	n.puzzles, n.solutions = n.puzzles[:0], n.solutions[:0]
	if k.Search(ctx, forms, kernel.Limits{Solutions: 2}, found[:]) == 1 && found[0].Solutions == 1 {
		n.unique = true
		canon.SolutionMinlexAll(n.own[:], forms, [][sudoku.Cells]uint8{found[0].First})
	}
	var others [sudoku.Cells]tally.Row
	f.others = nil
	known := s.Minimal && n.unique && remove == 1 && add == 1
	if known {
		f.others = &others
	}
	n.changes = n.changes[:0]
	if remove+add > 0 {
		if f.yieldNeighbours(ctx, k, &forms[0], remove, add, func(puzzle, solution *[sudoku.Cells]uint8) {
			n.puzzles, n.solutions = append(n.puzzles, *puzzle), append(n.solutions, *solution)
			n.changes = append(n.changes, [2]int{f.removed, f.added})
		}) != nil {
			return
		}
	}
	switch {
	case known && !n.removeNonMinimalPuzzles(ctx, k, &others):
		return
	case s.Minimal && !known:
		redundants.Solutions = n.solutions
		if sudoku.RedundantBatch(ctx, n.puzzles, sudoku.Limits{}, redundants) < len(n.puzzles) {
			return
		}
		n.keepWhere(func(i int) bool {
			cells, _ := redundants.At(i)
			return len(cells) == 0
		})
	}
	if !s.Repeats {
		n.shapes = slices.Grow(n.shapes[:0], len(n.puzzles))[:len(n.puzzles)]
		canon.SolutionMinlexAll(n.shapes, n.puzzles, n.solutions)
	}
	n.complete = ctx.Err() == nil
}

func (n *neighbourBatch) keepWhere(holds func(i int) bool) {
	kept := 0
	for i := range n.puzzles {
		if holds(i) {
			n.puzzles[kept], n.solutions[kept] = n.puzzles[i], n.solutions[i]
			kept++
		}
	}
	n.puzzles, n.solutions = n.puzzles[:kept], n.solutions[:kept]
}

// removeNonMinimalPuzzles removes the neighbours that are not minimal. others[c] has candidates that occur in solutions
// of the puzzle without its given in cell c. If others[c] has the added candidate, a neighbour needs its given in cell
// c. Otherwise a search tests whether the neighbour needs this given.
func (n *neighbourBatch) removeNonMinimalPuzzles(ctx context.Context, k kernel.Kernel, others *[sudoku.Cells]tally.Row) bool {
	type doubt struct{ puzzle, cell int }
	spared := make([]bool, len(n.puzzles))
	var doubts []doubt
	for i, change := range n.changes {
		removed, bit := change[0], change[1]
		if spared[i] = others[removed] == (tally.Row{}); spared[i] {
			continue // the added given is redundant
		}
		for c := range others {
			if n.puzzle.At(sudoku.Cell(c)) != 0 && c != removed && others[c][bit/64]>>(bit%64)&1 == 0 {
				doubts = append(doubts, doubt{i, c})
			}
		}
	}
	var results [tested]kernel.Result
	var puzzles [tested][sudoku.Cells]uint8
	for len(doubts) > 0 {
		undecided := doubts[:0]
		for ; len(doubts) > 0 && len(undecided) < tested; doubts = doubts[1:] {
			if d := doubts[0]; !spared[d.puzzle] {
				puzzles[len(undecided)] = n.puzzles[d.puzzle]
				puzzles[len(undecided)][d.cell] = 0
				undecided = append(undecided, d)
			}
		}
		if k.Search(ctx, puzzles[:len(undecided)], kernel.Limits{Solutions: 2}, results[:len(undecided)]) < len(undecided) {
			return false
		}
		for j, d := range undecided {
			spared[d.puzzle] = spared[d.puzzle] || results[j].Solutions == 1
		}
	}
	n.keepWhere(func(i int) bool { return !spared[i] })
	return true
}

func (s *Search) scorePuzzles(ctx context.Context, all []Found) iter.Seq[*Found] {
	return func(yield func(*Found) bool) {
		work := ordered.Work[*Found]{
			Workers: s.Workers,
			Pull: func(_ context.Context, f **Found) bool {
				if len(all) == 0 {
					return false
				}
				*f, all = &all[0], all[1:]
				return true
			},
			Worker: func() func(context.Context, **Found) {
				return func(ctx context.Context, f **Found) { (*f).Score = s.Score(ctx, (*f).Puzzle) }
			},
		}
		for f := range work.DoneBatches(ctx) {
			if ctx.Err() != nil || !yield(*f) {
				return
			}
		}
	}
}
