package minimal

import (
	"context"
	"iter"

	"nonet/board"
	"nonet/internal/engine/kernel"
	"nonet/sudoku"
)

// Inside selects minimal puzzles. The zero value selects all minimal puzzles.
type Inside struct {
	// Most limits the number of givens of a puzzle; 0 means no limit.
	Most int
	// After, if it has givens, is the last puzzle that is skipped. Thus an interrupted search can continue.
	After sudoku.Grid
}

// All yields the minimal puzzles whose givens are among the givens of puzzle, in the order of [sudoku.Grid.Compare].
// solution must be the puzzle's only solution; otherwise All yields nothing. There may be many minimal puzzles, some
// 10¹⁵ in a full grid. In a puzzle of thirty givens, ten of them redundant, All finds some ten thousand minimal
// puzzles per second on one core. If ctx ends, the last pair has ctx's error.
func (o Inside) All(ctx context.Context, puzzle, solution sudoku.Grid) iter.Seq2[sudoku.Grid, error] {
	return func(yield func(sudoku.Grid, error) bool) {
		f := finder{ctx: ctx, k: kernel.Default(), solution: solution.Values(), limit: board.Cells, after: o.After, known: map[board.CellSet]struct{}{}}
		if o.Most > 0 {
			f.limit = o.Most
		}
		for c, d := range puzzle.Values() {
			if d != 0 {
				f.given.Add(board.Cell(c))
			}
		}
		f.yield = func(g sudoku.Grid) bool { return yield(g, nil) }
		f.query[0] = puzzle.Values()
		f.k.Search(ctx, f.query[:], kernel.Limits{Solutions: 2}, f.one[:])
		if solution.Solved() && solution.Extends(puzzle) && ctx.Err() == nil && f.one[0].Solutions == 1 {
			f.decideOpenCells(0, board.CellSet{}, f.given)
		}
		if err := ctx.Err(); err != nil && !f.ended {
			yield(sudoku.Grid{}, err)
		}
	}
}

// finder decides which givens stay, one after the other. It keeps a list of unavoidable sets, restricted to the givens,
// and adds sets when it needs them. Its rules are:
//
//   - If no cell of a set stays and only one of its cells is undecided, this cell stays.
//   - A given that stays must be the only staying cell of some set; otherwise it is redundant.
//   - A given is removed only if the other givens that stay or are undecided still meet all sets.
type finder struct {
	ctx      context.Context
	k        kernel.Kernel
	solution [81]uint8
	given    board.CellSet
	limit    int
	after    sudoku.Grid
	sets     []board.CellSet
	known    map[board.CellSet]struct{}
	levels   [board.Cells + 1]level
	yield    func(sudoku.Grid) bool
	ended    bool

	one    [1]kernel.Result
	query  [1][81]uint8
	banned [1]kernel.Candidate
}

// level holds the state at one depth of the search. `sets` holds the known sets in which at most one cell stays.
type level struct {
	sets []board.CellSet
	seen int // how many of the finder's sets the level has considered
}

// decideOpenCells finds all minimal puzzles in which the cells of `stay` stay. It decides which of the cells of `open`
// stay too.
func (f *finder) decideOpenCells(depth int, stay, open board.CellSet) {
	l, parent := &f.levels[depth], &f.levels[max(depth-1, 0)]
	if depth > 0 {
		l.sets, l.seen = append(l.sets[:0], parent.sets...), parent.seen
	}
	for {
		if f.ended || f.ctx.Err() != nil {
			return
		}
		l.sets = append(l.sets, f.sets[l.seen:]...)
		l.seen = len(f.sets)
		var needed, used board.CellSet // needed: cells that alone meet a set; used: cells of disjoint unmet sets
		met, forced, apart, kept := true, false, 0, 0
		for _, s := range l.sets {
			in := s.And(stay)
			if in.Empty() {
				could := s.And(open)
				if could.Empty() {
					return
				}
				if could.Single() {
					stay, open, forced = stay.Or(could), open.Without(could), true
				}
				if met = false; !could.Meets(used) {
					used = used.Or(could)
					apart++
				}
			} else if !in.Single() {
				continue
			}
			needed = needed.Or(in)
			l.sets[kept] = s
			kept++
		}
		l.sets = l.sets[:kept]
		if forced {
			continue
		}
		if stay.Len()+apart > f.limit {
			return
		}
		for left := stay.Without(needed); !left.Empty(); {
			c := board.CellsOf(left.Pop())
			if !f.hasOtherSolution(stay.Without(c), c) {
				return
			}
		}
		if !met {
			break
		}
		if !f.hasOtherSolution(stay, board.CellSet{}) {
			if g := f.gridOf(stay); f.ctx.Err() == nil && g.Compare(f.after) > 0 {
				f.ended = !f.yield(g)
			}
			return
		}
	}
	// The greatest puzzle in this branch keeps all open cells.
	if f.after != (sudoku.Grid{}) && f.gridOf(stay.Or(open)).Compare(f.after) <= 0 {
		return
	}
	c := board.CellsOf(open.First())
	rest := open.Without(c)
	if !f.hasOtherSolution(stay.Or(rest), c) {
		f.decideOpenCells(depth+1, stay, rest)
	}
	f.decideOpenCells(depth+1, stay.Or(c), rest)
}

func (f *finder) gridOf(cells board.CellSet) sudoku.Grid {
	g, _ := sudoku.FromCells(f.puzzleOf(cells))
	return g
}

func (f *finder) puzzleOf(cells board.CellSet) (p [81]uint8) {
	for c := range cells.All() {
		p[c] = f.solution[c]
	}
	return p
}

// hasOtherSolution reports whether a full grid other than the solution has the solution's digits in all cells of
// `cells`. If `union` has a cell, this full grid must differ from the solution in that cell. If such a grid exists,
// hasOtherSolution adds the unavoidable set of the cells in which it differs from the solution.
func (f *finder) hasOtherSolution(cells, union board.CellSet) bool {
	d := f.differenceOf(cells, union)
	if !d.Empty() {
		f.addUnavoidableSet(d, union)
	}
	return !d.Empty()
}

// differenceOf looks for a full grid as hasOtherSolution does, with the same parameters. It returns the givens in which
// this grid differs from the solution. If no such grid exists, it returns no cells.
func (f *finder) differenceOf(cells, union board.CellSet) (d board.CellSet) {
	f.query[0] = f.puzzleOf(cells)
	if union.Empty() {
		f.k.Enumerate(f.ctx, &f.query[0], kernel.Any, kernel.Limits{Solutions: 2}, func(s *[81]uint8) bool {
			d = f.differingCells(s)
			return d.Empty()
		})
		return d
	}
	c := union.First()
	f.banned[0] = kernel.Candidate{Cell: uint8(c), Digit: f.solution[c]}
	if f.k.Search(f.ctx, f.query[:], kernel.Limits{Solutions: 1, Without: f.banned[:]}, f.one[:]) == 1 && f.one[0].Solutions > 0 {
		d = f.differingCells(&f.one[0].First)
	}
	return d
}

func (f *finder) differingCells(s *[81]uint8) (d board.CellSet) {
	for c := range f.given.All() {
		if s[c] != f.solution[c] {
			d.Add(c)
		}
	}
	return d
}

// addUnavoidableSet adds a minimal unavoidable set that is a subset of d and contains `keep`. `keep` has at most one
// cell.
func (f *finder) addUnavoidableSet(d, keep board.CellSet) {
	for left := d.Without(keep); !left.Empty(); {
		c := left.Pop()
		if less := f.differenceOf(f.given.Without(d).Or(board.CellsOf(c)), keep); !less.Empty() {
			d = less
			left = left.And(d)
		}
	}
	if _, old := f.known[d]; !old && f.ctx.Err() == nil {
		f.known[d] = struct{}{}
		f.sets = append(f.sets, d)
	}
}
