package puzzle

import (
	"context"
	"errors"
	"slices"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/sudoku"
)

// Lay is how a kind's constraints come about where puzzles are made, by puzzle/generate: what
// cells one takes, beside what the kind's [Way] says, and the clue that a solved board gives it.
// What is drawn so is laid if the kind's checker says that it holds. The zero value: puzzles with
// the kind are not made.
type Lay struct {
	Words       []string // that ask for it, such as "killer"; several kinds may share one
	Least, Most int      // cells of an area or a line; 0: as many as there are values
	Share       int      // of a hundred places, or for areas and lines of a hundred cells, how many it takes
	Tiles       bool     // its areas cover the board
	Ends        bool     // its clues look from either end of a row or a column
	Straight    bool     // its cells follow each other in a row or a column
	Middle      bool     // it grows from its middle at both ends, as what stands as far from there goes together
	Numbers     [][]int  // of a rule of the whole board: a constraint for each
	// Negative: the rule is about what the marks of other kinds leave out, so that all of them
	// are laid, and stay.
	Negative bool
	// clue is the numbers that the board gives; not ok where there is no constraint to lay.
	clue func(g grid, cells []int) (numbers []int, ok bool)
	// together is the cells of the one constraint that a board has of the kind, drawn by chance;
	// below draws a number from 0 to n−1.
	together func(g grid, below func(n int) int) (c Constraint)
	// alike tells whether every board that keeps the kind's constraints does so after the values
	// have been exchanged: to[i] stands for the value Low+i. nil: none but the values as they are.
	alike func(p *Puzzle, to []int) bool
}

// Exchanges are of the values that some kinds do not tell from each other: every board that keeps
// their constraints does so after any of the exchanges, to[i] standing for the value Low+i. They
// are of two values with each other, and the one of the least with the greatest and so on.
func (p *Puzzle) Exchanges(kinds []*Kind) (all [][]int) {
	try := func(exchange func(to []int)) {
		to := make([]int, p.Values())
		for i := range to {
			to[i] = p.Low + i
		}
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

func anyValues(*Puzzle, []int) bool { return true }

// turned is the exchange of the least value with the greatest, and so on.
func turned(p *Puzzle, to []int) bool {
	for i, v := range to {
		if v != p.High-i {
			return false
		}
	}
	return true
}

// sameClasses are exchanges that take values of one class to values of one class.
func sameClasses(class func(p *Puzzle, v int) int) func(*Puzzle, []int) bool {
	return func(p *Puzzle, to []int) bool {
		is := map[int]int{}
		for i, v := range to {
			from := class(p, p.Low+i)
			if other, known := is[from]; known && other != class(p, v) {
				return false
			}
			is[from] = class(p, v)
		}
		return true
	}
}

// butFor are exchanges that leave some values what they are.
func butFor(values ...int) func(*Puzzle, []int) bool {
	return func(p *Puzzle, to []int) bool {
		return !slices.ContainsFunc(values, func(v int) bool { return to[v-p.Low] != v })
	}
}

// sameParity are exchanges among the odd values, and among the even ones.
func sameParity(p *Puzzle, to []int) bool {
	for i, v := range to {
		if (p.Low+i-v)%2 != 0 {
			return false
		}
	}
	return true
}

// exchangedEnds are exchanges of the least value and the greatest with each other alone.
func exchangedEnds(p *Puzzle, to []int) bool {
	for i, v := range to[1 : len(to)-1] {
		if v != p.Low+1+i {
			return false
		}
	}
	return true
}

// exchangedOnly is the exchange of two values with each other alone, on a board of which each cell
// has two neighbours that differ: beside a cell with one of the two both cannot be the other.
func exchangedOnly(p *Puzzle, to []int, a, b int) bool {
	for i, v := range to {
		if was := p.Low + i; v != was && !(was == a && v == b) && !(was == b && v == a) {
			return false
		}
	}
	return p.Box.Rows > 1 && p.Box.Columns > 1
}

func restOf3(_ *Puzzle, v int) int { return (v%3 + 3) % 3 }

func thirdOf(p *Puzzle, v int) int { return grid{Puzzle: p}.third(v) }

// LayWords are the words that ask for kinds which can be made, in the order of the table.
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

// KindsToLay are the kinds that a word asks for, or the one that it names, if it can be made.
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

// Together is the one constraint that a solved board has of a kind, drawn by chance, of which below
// gives numbers from 0 to n−1; one is false where the kind's constraints are laid one by one.
func (p *Puzzle) Together(k *Kind, values []int, below func(n int) int) (c Constraint, one bool) {
	if k.Lay.together != nil {
		c = k.Lay.together(grid{p, values}, below)
		c.Kind = k.Name
	}
	return c, k.Lay.together != nil
}

// Laid is the constraint of a kind over cells of a solved board, whose values are given; not ok
// where the kind cannot have one there. Of a kind with sets the cells are two of these.
func (p *Puzzle) Laid(k *Kind, cells, values []int) (c Constraint, ok bool) {
	g := grid{p, values}
	c = Constraint{Kind: k.Name, Cells: cells}
	if k.Form == FormSets {
		c.Cells, c.Sets = nil, parts(cells, 2)
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
	return c, len(k.check(g, &c)) == 0
}

// MayGrow tells whether cells, the beginning of a line or an area, may go on to one that can be
// laid: where the kind's checker can tell of a part.
func (p *Puzzle) MayGrow(k *Kind, cells, values []int) bool {
	if k.partial != partialPairs && k.partial != partialSubset || len(cells) < 2 {
		return true
	}
	c := Constraint{Kind: k.Name, Cells: cells}
	if k.Form == FormNumber {
		if k.partial == partialSubset { // a sum, which is what it comes to in the end
			c.Numbers = []int{0}
		} else if c.Numbers, _ = k.Lay.clue(grid{p, values}, cells); c.Numbers == nil {
			return false
		}
	}
	return len(k.check(grid{p, values}, &c)) == 0
}

// Keeps tells whether a full grid keeps a constraint of the puzzle's board.
func (p *Puzzle) Keeps(c *Constraint, values []int) bool {
	return len(grid{p, values}.brokenOf(c)) == 0
}

// Marks are the kinds that a rule about what is not marked speaks of.
func (k *Kind) Marks() []string { return slices.Clone(k.marks) }

// Random is a solution drawn by chance, as Limits.Seed has it, the same one on every machine:
// each has a chance, not all the same one. Limits.Solutions asks for others that are like it. The
// result is that of a count up to so many, and so is the error. Cost: a millisecond on a board of 81 cells, more where the rules leave few solutions.
func (p *Puzzle) Random(ctx context.Context, limits Limits) (Result, error) {
	if err := p.Validate(); err != nil {
		return Result{}, err
	}
	if err := p.Contradiction(); err != nil {
		return Result{Tally: sudoku.Tally{Exact: true}}, err
	}
	net, err := p.network(ctx)
	if err != nil {
		return Result{}, err
	}
	most := max(limits.Solutions, 1)
	found := csp.Count(ctx, net, csp.Limits{Solutions: most, Keep: most, Nodes: int64(limits.Nodes), Seed: limits.Seed, Shuffle: true})
	if errors.Is(found.Err, csp.ErrLarge) {
		return Result{}, p.tooLarge(&place{index: -1})
	}
	return p.result(ctx, found)
}

// Clues that a solved board gives.

// fixedClue is the same wherever the constraint lies.
func fixedClue(number func(p *Puzzle) int) func(grid, []int) ([]int, bool) {
	return func(g grid, _ []int) ([]int, bool) { return []int{number(g.Puzzle)}, true }
}

// clueOf is a clue that any cells have.
func clueOf(number func(values []int) int) func(grid, []int) ([]int, bool) {
	return func(g grid, cells []int) ([]int, bool) { return []int{number(g.valuesAt(cells))}, true }
}

func apartBy(g grid, cells []int) ([]int, bool) {
	a, b := g.v[cells[0]], g.v[cells[1]]
	return []int{max(a, b) - min(a, b)}, true
}

func timesAsMuch(g grid, cells []int) ([]int, bool) {
	few, many := min(g.v[cells[0]], g.v[cells[1]]), max(g.v[cells[0]], g.v[cells[1]])
	if few == 0 || many == few || many%few != 0 {
		return nil, false
	}
	return []int{many / few}, true
}

// someValues are two to four of a square's values, ascending; how many they decide themselves.
func someValues(g grid, cells []int) ([]int, bool) {
	values := slices.Sorted(slices.Values(g.valuesAt(cells)))
	return values[:2+sumOf(values)%3], true
}

// severalVisits is no number: a line that stays in one region says nothing.
func severalVisits(g grid, cells []int) ([]int, bool) { return nil, len(g.visits(cells)) > 1 }

// equalParts is the sum of the parts that a line falls into, if it falls into several.
func equalParts(g grid, cells []int) ([]int, bool) {
	sum, total := 0, g.sum(cells)
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

func firstSum(g grid, cells []int) ([]int, bool) {
	n := g.v[cells[0]]
	if n < 1 || n > len(cells) {
		return nil, false
	}
	return []int{g.sum(cells[:n])}, true
}

func skyline(values []int) (seen int) {
	for i := range values {
		if i == 0 || values[i] > slices.Max(values[:i]) {
			seen++
		}
	}
	return seen
}

func firstHidden(g grid, cells []int) ([]int, bool) {
	for i := 1; i < len(cells); i++ {
		if g.v[cells[i]] < g.v[cells[i-1]] {
			return []int{g.v[cells[i]]}, true
		}
	}
	return nil, false
}

func valueOfRoom(g grid, cells []int) ([]int, bool) {
	n := g.v[cells[0]]
	if n < 1 || n > len(cells) {
		return nil, false
	}
	return []int{g.v[cells[n-1]]}, true
}

func rankAmong(g grid, cells []int) ([]int, bool) {
	rank, own := 1, g.valuesAt(cells)
	for _, line := range g.lines() {
		if slices.Compare(g.valuesAt(line), own) < 0 {
			rank++
		}
	}
	return []int{rank}, true
}

// sumOfNone is a sum that no values of a few cells add up to, as large as theirs may be. Which,
// they decide themselves.
func sumOfNone(g grid, cells []int) ([]int, bool) {
	sums := map[int]bool{0: true}
	total := g.sum(cells)
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

// circlesThatCount are as many cells of some values as these say, a third of the board about.
func circlesThatCount(g grid, below func(n int) int) (c Constraint) {
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
		for cell := range g.boardCells() {
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

// columnsThatIndex are the cells that say where in their row the number of their column stands.
func columnsThatIndex(g grid, _ func(int) int) Constraint {
	c := Constraint{Text: "C"}
	for cell := range g.boardCells() {
		row, column := cell/g.Columns, cell%g.Columns
		if v := g.v[cell]; v >= 1 && v <= g.Columns && g.v[row*g.Columns+v-1] == column+1 {
			c.Cells = append(c.Cells, cell)
		}
	}
	return c
}
