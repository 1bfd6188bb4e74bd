package puzzle

import "nonet/internal/engine/csp"

// This file has the rules about pairs of cells.

// pairRule is a rule about the values of pairs of cells. It replaces the functions check and compile of a kind.
type pairRule struct {
	pairs   func(p *Puzzle, c *Constraint) [][2]int // returns the pairs to which a constraint applies
	values  *comparison                             // the condition for the values of a pair
	number  int                                     // the number n of the comparison, for constraints without numbers
	reverse bool                                    // compare the second cell with the first
}

// comparison compares two values, perhaps with a number n. The function `holds` states the condition for the checker,
// and the function `related` states it for the engine. The two share no code, so that each tests the other. relation
// names the engine's relation.
type comparison struct {
	relation       string
	holds, related func(n, x, y int) bool
}

var (
	ascend   = comparison{"<", func(_, a, b int) bool { return a < b }, func(_, x, y int) bool { return x < y }}
	notFall  = comparison{"<=", func(_, a, b int) bool { return a <= b }, func(_, x, y int) bool { return x <= y }}
	farApart = comparison{
		"whisper",
		func(n, a, b int) bool { return max(a, b)-min(a, b) >= n },
		func(n, x, y int) bool { return x-y >= n || y-x >= n },
	}
	differBy = comparison{
		"differ",
		func(n, a, b int) bool { return a-b == n || b-a == n },
		func(n, x, y int) bool { return x == y+n || y == x+n },
	}
	areTimes = comparison{
		"times",
		func(n, a, b int) bool { return a == b*n || b == a*n },
		func(n, x, y int) bool { return x == n*y || y == n*x },
	}
	addUpTo = comparison{
		"add",
		func(n, a, b int) bool { return n-a == b },
		func(n, x, y int) bool { return x+y == n },
	}
	notDiffer = comparison{
		"notDiffer",
		func(n, a, b int) bool { return a-b != n && b-a != n },
		func(n, x, y int) bool { return max(x, y)-min(x, y) != n },
	}
	notTimes = comparison{
		"notTimes",
		func(n, a, b int) bool { return a != b*n && b != a*n },
		func(n, x, y int) bool { return x != y*n && y != x*n },
	}
	notDotted = comparison{
		"kropki",
		func(_, a, b int) bool { return a-b != 1 && b-a != 1 && a+a != b && b+b != a },
		func(_, x, y int) bool { return x != 2*y && y != 2*x && x != y+1 && y != x+1 },
	}
	notXV = comparison{
		"xv",
		func(_, a, b int) bool { return a+b != 5 && a+b != 10 },
		func(_, x, y int) bool { return x+y != 5 && x+y != 10 },
	}
)

// numbersOf returns the numbers n of the constraint; each pair must satisfy the rule for every n.
func (r *pairRule) numbersOf(c *Constraint) []int {
	if len(c.Numbers) > 0 {
		return c.Numbers
	}
	return []int{r.number}
}

func (r *pairRule) brokenCells(g grid, c *Constraint) (broken []int) {
	numbers := r.numbersOf(c)
	for _, at := range r.pairs(g.Puzzle, c) {
		a, b := g.v[at[0]], g.v[at[1]]
		if r.reverse {
			a, b = b, a
		}
		for _, n := range numbers {
			if !r.values.holds(n, a, b) {
				broken = append(broken, at[0], at[1])
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
	for _, at := range r.pairs(b.Puzzle, c) {
		one, two := at[0], at[1]
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
	holds := func(x, y int) bool { return values.related(n, x, y) }
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
