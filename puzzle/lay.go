package puzzle

import (
	"context"
	"slices"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/sudoku"
)

// Lay describes how package generate places constraints of a kind. The kind's [Way] determines the shape of a
// constraint's cells. Lay determines the number of cells, their places, and how to compute the clue from a solved
// board. A constraint is placed only if the kind's checker accepts it. The zero value means that puzzles of the kind
// are not generated.
type Lay struct {
	Words       []string // words that select the kind, such as "killer"; several kinds may have the same word
	Least, Most int      // the minimum and the maximum number of cells of an area or a line; 0 means the number of values
	Share       int      // the percentage of possible places that get a constraint; for areas and lines, the percentage of cells to cover
	Tiles       bool     // areas of the kind cover the board
	Ends        bool     // there may be clues at both ends of a row or column
	Straight    bool     // the cells of a constraint are consecutive in a row or a column
	Middle      bool     // a line grows from its middle, at both ends at once
	Numbers     [][]int  // for a rule of the whole board, the Numbers of each of its constraints
	// Negative is for a rule about places without a mark, such as neighbours without a dot. All possible marks are
	// placed, and none is removed.
	Negative bool
	// clue returns the numbers of the clue that the values of the cells determine. ok is false if the rule does not fit
	// the cells.
	clue func(g grid, cells []int) (numbers []int, ok bool)
	// together is for kinds with only one constraint on a board. It returns that constraint, chosen at random. `below`
	// returns a random number from 0 to n−1.
	together func(g grid, below func(n int) int) (c Constraint)
	// alike reports whether an exchange keeps the kind's rule: if a board satisfies the kind's constraints, it still
	// does after each value Low+i is replaced by to[i]. If alike is nil, Exchanges returns no exchange for the kind.
	alike func(p *Puzzle, to []int) bool
}

// Exchanges returns the exchanges of values that keep the rules of the kinds: a board that satisfies constraints of
// these kinds still satisfies them after the exchange. Element i of an exchange is the value that replaces Low+i.
// Exchanges tries every swap of two values, and the reversal of all values.
func (p *Puzzle) Exchanges(kinds []*Kind) (all [][]int) {
	try := func(exchange func(to []int)) {
		to := progression(p.Low, 1, p.Values())
		exchange(to)
		if !slices.ContainsFunc(kinds, func(k *Kind) bool { return k.Lay.alike == nil || !k.Lay.alike(p, to) }) {
			all = append(all, to)
		}
	}
	for b := range p.Values() {
		for a := range b {
			try(func(to []int) { to[a], to[b] = to[b], to[a] })
		}
	}
	try(slices.Reverse[[]int])
	return all
}

func acceptsEveryExchange(*Puzzle, []int) bool { return true }

// isReversalExchange reports whether an exchange swaps the least with the greatest value, the second least with the
// second greatest, and so on.
func isReversalExchange(p *Puzzle, to []int) bool {
	for i, v := range to {
		if v != p.High-i {
			return false
		}
	}
	return true
}

// exchangeKeepsClasses returns a function for the field `alike`. It reports whether the exchange maps all values of a
// class to values of one class. class returns the number of a value's class.
func exchangeKeepsClasses(class func(p *Puzzle, v int) int) func(*Puzzle, []int) bool {
	return func(p *Puzzle, to []int) bool {
		target := map[int]int{}
		for i, v := range to {
			from := class(p, p.Low+i)
			if other, known := target[from]; known && other != class(p, v) {
				return false
			}
			target[from] = class(p, v)
		}
		return true
	}
}

// exchangeKeepsValues returns a function for the field `alike`. It reports whether the exchange maps each of the given
// values to itself.
func exchangeKeepsValues(values ...int) func(*Puzzle, []int) bool {
	return func(p *Puzzle, to []int) bool {
		return !slices.ContainsFunc(values, func(v int) bool { return to[v-p.Low] != v })
	}
}

// exchangeKeepsParity reports whether an exchange maps odd values to odd values, and even values to even values.
func exchangeKeepsParity(p *Puzzle, to []int) bool {
	for i, v := range to {
		if (p.Low+i-v)%2 != 0 {
			return false
		}
	}
	return true
}

// exchangesOnlyEnds reports whether an exchange maps every value to itself, except perhaps the least and the greatest.
func exchangesOnlyEnds(p *Puzzle, to []int) bool { return exchangesOnly(p, to, p.Low, p.High) }

// exchangesOnly reports whether an exchange maps every value to itself, except perhaps the values a and b.
func exchangesOnly(p *Puzzle, to []int, a, b int) bool {
	for i, v := range to {
		if was := p.Low + i; v != was && was != a && was != b {
			return false
		}
	}
	return true
}

// isHarmlessExchange reports whether the same cells are minima, or maxima, after the values a and b are exchanged. For
// Minimum, a and b are the two greatest values. If boxes have several rows and columns, a cell has two neighbours in
// its box, with different values. So a cell with a or b has a neighbour less than both, and is no minimum.
func isHarmlessExchange(p *Puzzle, to []int, a, b int) bool {
	return exchangesOnly(p, to, a, b) && p.Box.Rows > 1 && p.Box.Columns > 1
}

func remainderModulo3(_ *Puzzle, v int) int { return (v%3 + 3) % 3 }

// LayWords returns the words that select kinds for generated puzzles, in the order of the table.
func LayWords() (all []string) {
	for _, k := range table {
		for _, word := range k.Lay.Words {
			if !slices.Contains(all, word) {
				all = append(all, word)
			}
		}
	}
	return all
}

// KindsToLay returns the kinds that a word selects. The word may also be the name of a kind. The result omits kinds
// that cannot be generated.
func KindsToLay(word string) (kinds []*Kind) {
	for _, k := range table {
		if slices.Contains(k.Lay.Words, word) {
			kinds = append(kinds, k)
		}
	}
	if len(kinds) == 0 {
		for _, k := range table {
			if len(k.Lay.Words) > 0 && strings.EqualFold(k.Name, word) {
				return []*Kind{k}
			}
		}
	}
	return kinds
}

// LayOnce returns a random constraint that a solved board satisfies, for a kind with only one constraint on a board.
// `one` is false for other kinds. `values` has the value of each cell of the board. `below` returns a random number
// from 0 to n−1.
func (p *Puzzle) LayOnce(k *Kind, values []int, below func(n int) int) (c Constraint, one bool) {
	if k.Lay.together != nil {
		c = k.Lay.together(grid{p, values}, below)
		c.Kind = k.Name
	}
	return c, k.Lay.together != nil
}

// LayConstraint returns the constraint of a kind on the given cells of a solved board. `values` has the value of each
// cell of the board. ok is false if the kind cannot have a constraint there. For a kind with sets, `cells` has two sets
// of equal length.
func (p *Puzzle) LayConstraint(k *Kind, cells, values []int) (c Constraint, ok bool) {
	g := grid{p, values}
	c = Constraint{Kind: k.Name, Cells: cells}
	if k.Form == FormSets {
		c.Cells, c.Sets = nil, splitEqually(cells, 2)
	}
	if k.Lay.clue != nil {
		if c.Numbers, ok = k.Lay.clue(g, cells); !ok {
			return c, false
		}
	}
	if len(cells) < k.Least || k.Most > 0 && len(cells) > k.Most ||
		k.valid != nil && k.valid(p, &c) != nil || k.possible != nil && k.possible(p, &c) != nil {
		return c, false
	}
	return c, len(k.brokenCells(g, &c)) == 0
}

// MayGrow reports whether an unfinished line or area with the given cells can become valid by adding cells. It returns
// true if the kind's checker cannot decide about unfinished constraints.
func (p *Puzzle) MayGrow(k *Kind, cells, values []int) bool {
	if k != &cage && k.pair == nil && k.groups == nil || len(cells) < 2 {
		return true
	}
	c := Constraint{Kind: k.Name, Cells: cells}
	if k == &cage {
		c.Numbers = []int{0} // any sum; the finished area gets its own sum as the clue
	} else if k.Form == FormNumber {
		if c.Numbers, _ = k.Lay.clue(grid{p, values}, cells); c.Numbers == nil {
			return false
		}
	}
	return len(k.brokenCells(grid{p, values}, &c)) == 0
}

// Satisfies reports whether a full grid satisfies a constraint.
func (p *Puzzle) Satisfies(c *Constraint, values []int) bool {
	return len(grid{p, values}.brokenCells(c)) == 0
}

// ExemptMarks is for a kind whose rule is about neighbours without a mark. It returns the kinds of these marks. It
// returns an empty list for any other kind.
func (k *Kind) ExemptMarks() []string { return slices.Clone(k.marks) }

// RandomSolution chooses a solution by Limits.Seed. The same seed gives the same solution on every machine. Every
// solution can be chosen, but not all are equally likely. If Limits.Solutions is above 1, the further solutions are
// similar to the first. The number of solutions and the error are as in a count with the same limits. RandomSolution
// takes a millisecond on a board of 81 cells, more if there are few solutions. Package solve has a function of this
// name whose choice is closer to uniform.
func (p *Puzzle) RandomSolution(ctx context.Context, limits Limits) (Result, error) {
	if err := p.Validate(); err != nil {
		return Result{}, err
	}
	if err := p.Contradiction(); err != nil {
		return Result{Tally: sudoku.Tally{Exact: true}}, err
	}
	net, err := p.buildNetwork(ctx)
	if err != nil {
		return Result{}, err
	}
	most := max(limits.Solutions, 1)
	found := csp.Count(ctx, net, csp.Limits{Solutions: most, Keep: most, Nodes: int64(limits.Nodes), Seed: limits.Seed, Shuffle: true})
	return p.resultOf(ctx, found)
}

// The following functions compute a clue from a solved board.

// newConstantClue returns a clue function whose clue is the same at every place, such as the minimum difference on a
// whisper.
func newConstantClue(number func(p *Puzzle) int) func(grid, []int) ([]int, bool) {
	return func(g grid, _ []int) ([]int, bool) { return []int{number(g.Puzzle)}, true }
}

func newValuesClue(number func(values []int) int) func(grid, []int) ([]int, bool) {
	return func(g grid, cells []int) ([]int, bool) { return []int{number(g.valuesAt(cells))}, true }
}

func differenceClue(g grid, cells []int) ([]int, bool) {
	a, b := g.v[cells[0]], g.v[cells[1]]
	return []int{max(a, b) - min(a, b)}, true
}

func ratioClue(g grid, cells []int) ([]int, bool) {
	few, many := min(g.v[cells[0]], g.v[cells[1]]), max(g.v[cells[0]], g.v[cells[1]])
	if few == 0 || many == few || many%few != 0 {
		return nil, false
	}
	return []int{many / few}, true
}

// quadrupleClue returns two to four of the square's values, ascending. The values also decide how many it returns.
func quadrupleClue(g grid, cells []int) ([]int, bool) {
	values := slices.Sorted(slices.Values(g.valuesAt(cells)))
	return values[:2+sumOf(values)%3], true
}

// regionSumClue returns no number, because the kind has none. The second result is false for a line within one region,
// which the rule does not restrict.
func regionSumClue(g grid, cells []int) ([]int, bool) { return nil, len(g.splitByBox(cells)) > 1 }

// sumLineClue returns a possible sum for the parts of the line. It adds up cells from the start of the line, until
// their sum exceeds the greatest value and divides the sum of all cells.
func sumLineClue(g grid, cells []int) ([]int, bool) {
	sum, total := 0, g.sumOf(cells)
	for _, cell := range cells[:len(cells)-1] {
		if sum += g.v[cell]; sum > g.High && total%sum == 0 {
			return []int{sum}, true
		}
	}
	return nil, false
}

func sumOfSandwich(values []int) int {
	low, high := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
	return sumOf(values[min(low, high)+1 : max(low, high)])
}

func xSumClue(g grid, cells []int) ([]int, bool) {
	n := g.v[cells[0]]
	if n < 1 || n > len(cells) {
		return nil, false
	}
	return []int{g.sumOf(cells[:n])}, true
}

func countVisible(values []int) (seen int) {
	highest := 0
	for _, v := range values {
		if v > highest {
			seen, highest = seen+1, v
		}
	}
	return seen
}

func hiddenSkyscraperClue(g grid, cells []int) ([]int, bool) {
	for i := 1; i < len(cells); i++ {
		if g.v[cells[i]] < g.v[cells[i-1]] {
			return []int{g.v[cells[i]]}, true
		}
	}
	return nil, false
}

func numberedRoomClue(g grid, cells []int) ([]int, bool) {
	n := g.v[cells[0]]
	if n < 1 || n > len(cells) {
		return nil, false
	}
	return []int{g.v[cells[n-1]]}, true
}

func rankClue(g grid, cells []int) ([]int, bool) {
	rank, values := 1, g.valuesAt(cells)
	for _, line := range g.linesInBothDirections() {
		if slices.Compare(g.valuesAt(line), values) < 0 {
			rank++
		}
	}
	return []int{rank}, true
}

// missingSumClue returns a number that no subset of the cells has as its sum. It is at least the greatest value of the
// puzzle, and less than the sum of all cells. The values of the cells decide which of these numbers it returns.
func missingSumClue(g grid, cells []int) ([]int, bool) {
	sums := map[int]bool{0: true}
	total := g.sumOf(cells)
	for _, v := range g.valuesAt(cells) {
		for sum := total; sum >= v; sum-- {
			sums[sum] = sums[sum] || sums[sum-v]
		}
	}
	var none []int
	for sum := g.High; sum < total; sum++ {
		if !sums[sum] {
			none = append(none, sum)
		}
	}
	if len(none) == 0 {
		return nil, false
	}
	return none[total%len(none) : total%len(none)+1], true
}

// randomCountingCircles returns circles in about a third of the board's cells. It chooses some values v, and for each
// of them v cells with this value.
func randomCountingCircles(g grid, below func(n int) int) (c Constraint) {
	left := g.BoardCells() / 3
	var values []int
	for v := max(g.Low, 1); v <= g.High; v++ {
		values = append(values, v)
	}
	for len(values) > 0 {
		i := below(len(values))
		v := values[i]
		values = slices.Delete(values, i, i+1)
		var cells []int
		for _, cell := range g.cellsOfBoard() {
			if g.v[cell] == v {
				cells = append(cells, cell)
			}
		}
		if v > left || v > len(cells) {
			continue
		}
		left -= v
		for range v {
			i := below(len(cells))
			c.Cells = append(c.Cells, cells[i])
			cells = slices.Delete(cells, i, i+1)
		}
	}
	slices.Sort(c.Cells)
	return c
}

// columnIndexingConstraint returns a constraint on all cells that index their column. A cell with the value v does so
// if cell v of its row holds the number of the cell's own column.
func columnIndexingConstraint(g grid, _ func(int) int) Constraint {
	c := Constraint{Text: "C"}
	for _, cell := range g.cellsOfBoard() {
		row, column := cell/g.Columns, cell%g.Columns
		if v := g.v[cell]; v >= 1 && v <= g.Columns && g.v[row*g.Columns+v-1] == column+1 {
			c.Cells = append(c.Cells, cell)
		}
	}
	return c
}
