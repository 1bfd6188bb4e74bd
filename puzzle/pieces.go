package puzzle

import (
	"context"
	"slices"

	"nonet/internal/engine/csp"
)

// Piece is a rule in the form in which a person uses it, such as a house, a cage, or a relation of two cells of a line.
// A constraint is one piece, or several pieces that together have the same meaning.
type Piece struct {
	Constraint int      // the index of the piece's constraint in Constraints, or −1 for a house of the board
	House      string   // for a house of the board: row, column, box or region
	Cells      []int    // the piece's cells, without duplicates
	Distinct   bool     // the piece only requires distinct values
	Allowed    uint64   // if not 0, the piece has one cell, which must have one of these values
	Rows       []uint64 // for two cells: for each value of the first, the set of values that the second may have
	Terms      []int    // if not nil, a coefficient for each of Cells; the sum of coefficient × value must be Sum
	Sum        int
	From       []int // the pieces from which this piece follows; empty if the piece is a rule of the puzzle

	engine  []csp.Piece
	columns []uint64 // the transpose of Rows
	sets    []uint64 // if not nil, the values are distinct and together form one of these sets
}

// Differ reports whether the piece requires its cells to have distinct values, perhaps among other conditions.
func (p *Piece) Differ() bool {
	return p.Distinct || p.sets != nil || len(p.Cells) == 2 && p.Rows != nil && !isReflexive(p.Rows)
}

// Pieces holds the pieces of a puzzle, and further pieces that follow from them. In a set of values, bit i stands for
// the value Low+i. Several goroutines may use a Pieces at the same time if none of them calls AddSum.
type Pieces struct {
	Puzzle    *Puzzle
	All       []Piece
	net       *csp.Network
	piecesOf  [][]int // for each cell, the indices of its pieces
	differing [][]uint64
}

// Pieces splits the constraints and houses of the puzzle into pieces. Errors are the same as for [Puzzle.Search].
func (p *Puzzle) Pieces(ctx context.Context) (*Pieces, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := p.Contradiction(); err != nil {
		return nil, err
	}
	p = p.withExplicitValues()
	q := &Pieces{Puzzle: p}
	if err := p.buildWithinBudget(ctx, q.splitPuzzle); err != nil {
		return nil, err
	}
	q.net.SetBudget(nil)
	q.buildCellIndex()
	return q, nil
}

// splitPuzzle adds the pieces of all houses and constraints. It charges the work to `budget`, and stores the current
// constraint in *at.
func (q *Pieces) splitPuzzle(budget *csp.Budget, place *place) {
	p := q.Puzzle
	q.net = p.newUnconstrainedNetwork(budget)
	for _, h := range p.houses() {
		into := q.net.NewAlternative()
		(&builder{Puzzle: p, net: q.net, into: into, place: place, alone: true}).requireHouse(h)
		q.addPiecesOf(into, Piece{Constraint: -1, House: h.kind})
	}
	p.eachConstraint(place, func(c *Constraint) {
		into := q.net.NewAlternative()
		(&builder{Puzzle: p, net: q.net, into: into, place: place, alone: true}).addConstraint(c)
		q.addPiecesOf(into, Piece{Constraint: place.index})
	})
}

// puzzleCells returns the cells of the list that are cells of the puzzle. The other cells exist only in the network.
func (q *Pieces) puzzleCells(list []csp.Cell) (cells []int) {
	for _, c := range list {
		if int(c) < q.Puzzle.Cells() {
			cells = append(cells, int(c))
		}
	}
	return cells
}

func (q *Pieces) addPiecesOf(list *csp.Constraints, like Piece) {
	for _, e := range q.net.Pieces(list) {
		p := like
		p.engine, p.Cells = []csp.Piece{e}, q.puzzleCells(e.Cells)
		switch e.Form {
		case csp.FormDistinct:
			p.Distinct = true
		case csp.FormAllow:
			p.Allowed = uint64(e.Allowed)
		case csp.FormRelation:
			for _, row := range e.Relation.SecondByFirst() {
				p.Rows = append(p.Rows, uint64(row))
			}
		case csp.FormEqual:
			for v := range q.net.Values() {
				p.Rows = append(p.Rows, 1<<v)
			}
		}
		for v := range p.Rows {
			column := uint64(0)
			for w, row := range p.Rows {
				column |= row >> v & 1 << w
			}
			p.columns = append(p.columns, column)
		}
		for _, set := range e.Sets {
			p.sets = append(p.sets, uint64(set))
		}
		if e.Terms != nil && p.Rows == nil {
			p.Sum, p.Terms = e.Sum, make([]int, len(p.Cells))
			for _, t := range e.Terms {
				p.Terms[slices.Index(p.Cells, int(t.Cell))] += t.Coefficient
			}
		}
		q.All = append(q.All, p)
	}
}

// buildCellIndex computes, for each cell, its pieces and the cells that must differ from it.
func (q *Pieces) buildCellIndex() {
	n := q.Puzzle.Cells()
	q.piecesOf, q.differing = make([][]int, n), make([][]uint64, n)
	for c := range q.differing {
		q.differing[c] = make([]uint64, (n+63)/64)
	}
	for i := range q.All {
		p := &q.All[i]
		for _, a := range p.Cells {
			q.piecesOf[a] = append(q.piecesOf[a], i)
			if p.Differ() {
				for _, b := range p.Cells {
					if a != b {
						q.differing[a][b/64] |= 1 << (b % 64)
					}
				}
			}
		}
	}
}

// AddSum adds a piece that requires a weighted sum of the cells to equal sum. `times` has the weight of each cell.
// `from` has the indices of the pieces from which this sum follows.
func (q *Pieces) AddSum(cells, times []int, sum int, from []int) {
	var terms []csp.Term
	for i, c := range cells {
		terms = append(terms, csp.Term{Cell: csp.Cell(c), Coefficient: times[i]})
		q.piecesOf[c] = append(q.piecesOf[c], len(q.All))
	}
	list := q.net.NewAlternative()
	list.Sum(terms, sum, sum)
	q.All = append(q.All, Piece{Constraint: -1, Cells: cells, Terms: times, Sum: sum, From: from, engine: q.net.Pieces(list)})
}

func isReflexive(rows []uint64) bool {
	for v, row := range rows {
		if row>>v&1 != 0 {
			return true
		}
	}
	return false
}

// MustDiffer reports whether at least one piece requires the two cells to differ.
func (q *Pieces) MustDiffer(a, b int) bool { return q.differing[a][b/64]>>(b%64)&1 != 0 }

// PiecesAt returns the indices of the pieces that contain a cell.
func (q *Pieces) PiecesAt(cell int) []int { return q.piecesOf[cell] }

// Values returns the number of values, including the values of groups.
func (q *Pieces) Values() int { return q.net.Values() }

// StartValues returns the values that each cell may have, by the givens and by the pieces with only this cell. It
// ignores clues about ranks, so that deductions can explain these clues.
func (q *Pieces) StartValues() []uint64 {
	all := make([]uint64, q.Puzzle.Cells())
	for c := range all {
		all[c] = 1<<(q.Puzzle.layerOf(c).high-q.Puzzle.Low+1) - 1
	}
	for _, hole := range q.Puzzle.Holes {
		all[hole] = 1
	}
	for _, g := range q.Puzzle.Givens {
		all[g.Cell] &= uint64(q.net.SetOf(g.Values...))
	}
	for i := range q.All {
		p := &q.All[i]
		if p.Constraint >= 0 && q.Puzzle.Constraints[p.Constraint].Kind == fullRank.Name {
			continue
		}
		if p.engine[0].Form == csp.FormAllow {
			all[p.Cells[0]] &= p.Allowed
		}
	}
	return all
}

// Ways lists assignments of values to cells that satisfy some pieces.
type Ways struct {
	Cells []int   // the cells of the pieces, ascending
	List  [][]int // the first ways that the search found, each with a value for each of Cells
	All   bool    // List contains every way
}

// mostGuesses limits the guesses of the search for one way.
const mostGuesses = 2000

// Ways returns ways to fill the cells of some pieces, at most `limit` of them. Each way satisfies all these pieces, and
// gives cell c a value in may[c]. Two cells have different values if any piece of the puzzle requires that. The error
// is the context's.
func (q *Pieces) Ways(ctx context.Context, pieces []int, candidates []uint64, limit int) (Ways, error) {
	w := Ways{Cells: q.cellsOf(pieces)}
	sets := selectElements(candidates, w.Cells)
	if l := q.newLister(ctx, pieces, w.Cells); l != nil {
		if list, all, ok := l.listWays(sets, limit); ok {
			w.List, w.All = list, all
			return w, nil
		}
	}
	found, err := q.searchFillings(ctx, pieces, w.Cells, sets, limit)
	if err != nil {
		return w, err
	}
	w.All = found.Outcome == csp.Complete
	for _, solution := range found.Solutions {
		w.List = append(w.List, selectElements(solution, w.Cells))
	}
	return w, nil
}

// cellsOf returns the cells of some pieces, ascending.
func (q *Pieces) cellsOf(pieces []int) (cells []int) {
	for _, i := range pieces {
		cells = append(cells, q.All[i].Cells...)
	}
	return distinctCells(cells)
}

// FollowMachine runs the machine of a piece from cell to cell and back, with the candidates in `candidates`. It returns the
// piece's cells, and the values that remain possible in each cell. If the piece is no machine, it returns no cells.
func (q *Pieces) FollowMachine(piece int, candidates []uint64) (cells []int, left []uint64) {
	along, sets := q.All[piece].engine[0].PropagateAutomaton(func(c csp.Cell) csp.Set { return csp.Set(candidates[c]) })
	for i, c := range along {
		if int(c) >= len(candidates) {
			return nil, nil
		}
		cells, left = append(cells, int(c)), append(left, uint64(sets[i]))
	}
	return cells, left
}

func selectElements[T any](all []T, cells []int) []T {
	list := make([]T, len(cells))
	for i, c := range cells {
		list[i] = all[c]
	}
	return list
}

// requiredDistinctGroups returns groups of two or more of the cells. The cells of a group must differ, because one
// piece requires it.
func (q *Pieces) requiredDistinctGroups(cells []int) (groups [][]csp.Cell) {
	cellsOf := map[int][]csp.Cell{} // for each piece, those of the cells that it contains
	for _, c := range cells {
		for _, i := range q.piecesOf[c] {
			if p := &q.All[i]; p.Differ() || len(p.Cells) == 2 && q.MustDiffer(p.Cells[0], p.Cells[1]) {
				cellsOf[i] = append(cellsOf[i], csp.Cell(c))
			}
		}
	}
	for _, i := range sortedKeys(cellsOf) {
		if group := cellsOf[i]; len(group) > 1 && !slices.ContainsFunc(groups, func(other []csp.Cell) bool { return slices.Equal(other, group) }) {
			groups = append(groups, group)
		}
	}
	return groups
}

// searchFillings asks the engine for at most `limit` ways to fill each cell with a value of its set.
func (q *Pieces) searchFillings(ctx context.Context, pieces, cells []int, sets []uint64, limit int) (csp.Result, error) {
	domains := make([]csp.Set, q.Puzzle.Cells())
	for c := range domains {
		domains[c] = 1 // cells outside the pieces get a fixed value, which has no meaning
	}
	for i, c := range cells {
		domains[c] = csp.Set(sets[i])
	}
	var engine []csp.Piece
	for _, i := range pieces {
		engine = append(engine, q.All[i].engine...)
	}
	net := q.net.CopyWithPieces(domains, engine...)
	for _, shared := range q.requiredDistinctGroups(cells) {
		net.Distinct(shared...)
	}
	found := csp.Count(ctx, net, csp.Limits{Solutions: limit, Keep: limit, Nodes: mostGuesses})
	if found.Outcome == csp.Stopped && ctx.Err() != nil {
		return found, context.Cause(ctx)
	}
	return found, nil
}
