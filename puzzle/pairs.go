package puzzle

import "nonet/internal/engine/csp"

// This file has the rules about pairs of cells.

// pairRule is a rule about the values of pairs of cells. It replaces the functions check and compile of a kind.
type pairRule struct {
	pairs   func(p *Puzzle, c *Constraint) [][2]int // returns the pairs to which a constraint applies
	values  *comparison                             // the condition for the values of a pair
	number  int                                     // the number n of the comparison, for constraints without numbers
	reverse bool                                    // compare the second cell with the first

	// transitive is set if a rule that holds for all cells of a constraint also holds for any subset of them.
	transitive bool
}

// comparison is a condition for two values, perhaps with a number n. relation names the engine's relation.
type comparison struct {
	relation string
	holds    func(n, x, y int) bool
}

var (
	ascend    = comparison{"<", func(_, x, y int) bool { return x < y }}
	notFall   = comparison{"<=", func(_, x, y int) bool { return x <= y }}
	farApart  = comparison{"whisper", func(n, x, y int) bool { return x-y >= n || y-x >= n }}
	differBy  = comparison{"differ", func(n, x, y int) bool { return x == y+n || y == x+n }}
	areTimes  = comparison{"times", func(n, x, y int) bool { return x == n*y || y == n*x }}
	addUpTo   = comparison{"add", func(n, x, y int) bool { return x+y == n }}
	notDiffer = comparison{"notDiffer", func(n, x, y int) bool { return x-y != n && y-x != n }}
	notTimes  = comparison{"notTimes", func(n, x, y int) bool { return x != n*y && y != n*x }}
	notDotted = comparison{"kropki", func(_, x, y int) bool { return x != 2*y && y != 2*x && x != y+1 && y != x+1 }}
	notXV     = comparison{"xv", func(_, x, y int) bool { return x+y != 5 && x+y != 10 }}
)

// numbersOf returns the numbers n of the constraint; each pair must satisfy the rule for every n.
func (r *pairRule) numbersOf(c *Constraint) []int {
	if len(c.Numbers) > 0 {
		return c.Numbers
	}
	return []int{r.number}
}

// brokenCells returns the cells of the pairs that break the rule. It skips pairs with an empty cell.
func (r *pairRule) brokenCells(g grid, c *Constraint) (broken []int) {
	numbers := r.numbersOf(c)
	for _, pair := range r.pairs(g.Puzzle, c) {
		a, b := g.v[pair[0]], g.v[pair[1]]
		if r.reverse {
			a, b = b, a
		}
		if max(a, b) >= noValue {
			continue
		}
		for _, n := range numbers {
			if !r.values.holds(n, a, b) {
				broken = append(broken, pair[0], pair[1])
				break
			}
		}
	}
	return broken
}

func (r *pairRule) addTo(b *builder, c *Constraint) {
	numbers := r.numbersOf(c)
	relations := make([]*csp.Relation, len(numbers))
	for i, n := range numbers {
		relations[i] = b.comparisonRelation(r.values, n)
	}
	for _, pair := range r.pairs(b.Puzzle, c) {
		one, two := pair[0], pair[1]
		if r.reverse {
			one, two = two, one
		}
		for _, relation := range relations {
			b.addRelation(one, two, relation)
		}
	}
}

func (b *builder) addComparison(values *comparison, n, one, two int) {
	b.addRelation(one, two, b.comparisonRelation(values, n))
}

func (b *builder) comparisonRelation(values *comparison, n int) *csp.Relation {
	holds := func(x, y int) bool { return values.holds(n, x, y) }
	return b.relationFor(sharedKey{key: key{values.relation, n, 0, 0}, length: 2}, holds)
}

// successivePairs pairs each cell of Cells with the next one.
func successivePairs(_ *Puzzle, c *Constraint) (pairs [][2]int) {
	for i, cell := range c.Cells[1:] {
		pairs = append(pairs, [2]int{c.Cells[i], cell})
	}
	return pairs
}

// everyPair returns the pairs of cells of a line. If the line is closed, the cell where its ends meet counts once.
func everyPair(_ *Puzzle, c *Constraint) (pairs [][2]int) {
	cells := withoutClosingCell(c.Cells)
	for i, two := range cells {
		for _, one := range cells[:i] {
			pairs = append(pairs, [2]int{one, two})
		}
	}
	return pairs
}

func adjacentPairs(p *Puzzle, c *Constraint) [][2]int { return p.Sides(c.Cells) }

func borderPairs(p *Puzzle, c *Constraint) [][2]int { return p.BorderPairs(c.Cells) }

func unmarkedPairs(p *Puzzle, c *Constraint) [][2]int {
	return p.unmarkedNeighbourPairs(KindNamed(c.Kind).marks...)
}
