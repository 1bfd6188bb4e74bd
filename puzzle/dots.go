package puzzle

import (
	"slices"

	"nonet/message"
)

// This file has the kinds about two adjacent cells, and the kinds about adjacent cells without a mark.

// Sides returns the pairs of orthogonal neighbours among the cells. In each pair, the cell that is earlier in `cells`
// comes first.
func (p *Puzzle) Sides(cells []int) (pairs [][2]int) {
	for i, a := range cells {
		later := make([]int, 0, 4) // the positions of the neighbours that come later in the list
		for _, b := range p.Neighbours(a) {
			if j := slices.Index(cells[i+1:], b); j >= 0 {
				later = append(later, i+1+j)
			}
		}
		slices.Sort(later)
		for _, j := range later {
			pairs = append(pairs, [2]int{a, cells[j]})
		}
	}
	return pairs
}

// allSides returns the pairs of orthogonal neighbours on the board.
func (p *Puzzle) allSides() (pairs [][2]int) {
	for _, cell := range p.cellsOfBoard() {
		if cell%p.Columns+1 < p.Columns && !p.IsHole(cell+1) {
			pairs = append(pairs, [2]int{cell, cell + 1})
		}
		if cell+p.Columns < p.BoardCells() && !p.IsHole(cell+p.Columns) {
			pairs = append(pairs, [2]int{cell, cell + p.Columns})
		}
	}
	return pairs
}

// checkTouching refuses cells if no two of them are neighbours.
func checkTouching(p *Puzzle, c *Constraint) *message.Message {
	if len(p.Sides(c.Cells)) == 0 {
		return newMessage("rules.apart")
	}
	return nil
}

func (p *Puzzle) greatestValueOf(cells []int) int {
	high := p.High
	if len(p.Groups) > 0 {
		for _, cell := range cells {
			high = max(high, p.layerOf(cell).high)
		}
	}
	return high
}

// valueCountOf returns the number of values from Low to the greatest value that any of the cells may have.
func (p *Puzzle) valueCountOf(cells []int) int { return p.greatestValueOf(cells) - p.Low + 1 }

func checkNotNegative(p *Puzzle, c *Constraint) *message.Message {
	if n := slices.Min(c.Numbers); n < 0 {
		return newMessage("rules.difference", "n", n, "most", p.greatestValueOf(c.Cells)-p.Low)
	}
	return nil
}

// checkDifference refuses a difference that no two values have.
func checkDifference(p *Puzzle, c *Constraint) *message.Message {
	if n, most := slices.Max(c.Numbers), p.greatestValueOf(c.Cells)-p.Low; n > most {
		return newMessage("rules.difference", "n", n, "most", most)
	}
	return nil
}

func checkRatioAtLeastOne(p *Puzzle, c *Constraint) *message.Message {
	if n := slices.Min(c.Numbers); n < 1 {
		return newMessage("rules.ratio", "n", n)
	}
	return nil
}

// checkRatio refuses a ratio that no two values have.
func checkRatio(p *Puzzle, c *Constraint) *message.Message {
	if n := slices.Max(c.Numbers); n*p.Low > p.greatestValueOf(c.Cells) {
		return newMessage("rules.ratio", "n", n)
	}
	return nil
}

func combineChecks(one, two func(*Puzzle, *Constraint) *message.Message) func(*Puzzle, *Constraint) *message.Message {
	return func(p *Puzzle, c *Constraint) *message.Message {
		if what := one(p, c); what != nil {
			return what
		}
		return two(p, c)
	}
}

var whiteDot = Kind{
	Name:    "WhiteDot",
	Form:    FormCells,
	Draw:    Look{Shape: ShapeDot, End: "white"},
	Lay:     Lay{Words: []string{"kropki", "consecutive"}, Share: 100, alike: isReversalExchange},
	Least:   2,
	Example: ".WhiteDot~R1C1~R1C2",
	valid:   checkTouching,
	pair:    &pairRule{pairs: adjacentPairs, values: &differBy, number: 1},
}

var difference = Kind{
	Name:     "Difference",
	Usual:    1,
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeDot, End: "white"},
	Lay:      Lay{Words: []string{"difference"}, Share: 30, clue: differenceClue, alike: isReversalExchange},
	Least:    2,
	Most:     2,
	FPuzzles: "difference",
	Example:  `{"kind":"Difference","numbers":[3],"cells":["r1c1","r1c2"]}`,
	valid:    checkNotNegative,
	possible: checkDifference,
	pair:     &pairRule{pairs: successivePairs, values: &differBy},
}

var blackDot = Kind{
	Name:    "BlackDot",
	Form:    FormCells,
	Draw:    Look{Shape: ShapeDot, End: "black"},
	Lay:     Lay{Words: []string{"kropki"}, Share: 100},
	Least:   2,
	Example: ".BlackDot~R1C1~R1C2",
	valid:   checkTouching,
	pair:    &pairRule{pairs: adjacentPairs, values: &areTimes, number: 2},
}

var ratio = Kind{
	Name:     "Ratio",
	Usual:    2,
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeDot, End: "black"},
	Lay:      Lay{Words: []string{"ratio"}, Share: 100, clue: ratioClue},
	Least:    2,
	Most:     2,
	FPuzzles: "ratio",
	Example:  `{"kind":"Ratio","numbers":[3],"cells":["r1c1","r1c2"]}`,
	valid:    checkRatioAtLeastOne,
	possible: checkRatio,
	pair:     &pairRule{pairs: successivePairs, values: &areTimes},
}

var (
	sumTen  = newPairSumKind("X", 10)
	sumFive = newPairSumKind("V", 5)
)

// newPairSumKind returns the kind `name`: a mark, such as X or V, between two cells with the given sum.
func newPairSumKind(name string, sum int) Kind {
	return Kind{
		Name:     name,
		Form:     FormCells,
		Draw:     Look{Shape: ShapeLetter, Sign: name},
		Lay:      Lay{Words: []string{"xv"}, Share: 100},
		Least:    2,
		FPuzzles: "xv",
		Example:  "." + name + "~R1C1~R1C2",
		valid:    checkTouching,
		possible: func(p *Puzzle, c *Constraint) *message.Message {
			return sumRangeFault(sum, 2, 2*p.Low, 2*p.greatestValueOf(c.Cells))
		},
		pair: &pairRule{pairs: adjacentPairs, values: &addUpTo, number: sum},
	}
}

var greaterThan = Kind{
	Name:    "GreaterThan",
	Form:    FormCells,
	Draw:    Look{Shape: ShapeGreater},
	Lay:     Lay{Words: []string{"greater-than"}, Share: 50},
	Least:   2,
	Example: ".GreaterThan~R1C1~R1C2",
	valid:   checkTouching,
	pair:    &pairRule{pairs: adjacentPairs, values: &ascend, reverse: true},
}

// unmarkedNeighbourPairs returns the pairs of neighbours on the board that have no mark of the kinds. Marks
// within And and Replicate count, too.
func (p *Puzzle) unmarkedNeighbourPairs(kinds ...string) (pairs [][2]int) {
	marked := map[[2]int]bool{}
	var mark func(all []Constraint)
	mark = func(all []Constraint) {
		for i := range all {
			c := &all[i]
			switch c.Kind {
			case "And":
				mark(c.Parts)
			case "Replicate":
				mark(p.copyPartsToTargets(c))
			}
			for _, kind := range kinds {
				if c.Kind == kind {
					for _, side := range p.Sides(c.Cells) {
						marked[[2]int{min(side[0], side[1]), max(side[0], side[1])}] = true
					}
				}
			}
		}
	}
	mark(p.Constraints)
	for _, side := range p.allSides() {
		if !marked[side] {
			pairs = append(pairs, side)
		}
	}
	return pairs
}

var (
	kropkiMarks = []string{"WhiteDot", "BlackDot"}
	dotMarks    = []string{"Difference", "WhiteDot", "Ratio", "BlackDot"}
	xvMarks     = []string{"X", "V"}
)

var strictKropki = Kind{
	Name:    "StrictKropki",
	Form:    FormNone,
	Lay:     Lay{Words: []string{"kropki"}, Negative: true},
	Example: ".StrictKropki",
	marks:   kropkiMarks,
	pair:    &pairRule{pairs: unmarkedPairs, values: &notDotted},
}

var strictXV = Kind{
	Name:    "StrictXV",
	Form:    FormNone,
	Lay:     Lay{Words: []string{"xv"}, Negative: true},
	Example: ".StrictXV",
	marks:   xvMarks,
	pair:    &pairRule{pairs: unmarkedPairs, values: &notXV},
}

// strictDifference and strictRatio are the negative constraints of f-puzzles. Both apply to neighbours without a dot of
// either colour. strictDifference forbids the differences in Numbers, and strictRatio forbids the ratios in Numbers.
var strictDifference = Kind{
	Name:    "StrictDifference",
	extra:   useNumbers,
	Usual:   1,
	Form:    FormChoice,
	Lay:     Lay{Words: []string{"consecutive"}, Numbers: [][]int{{1}}, Negative: true, alike: isReversalExchange},
	Example: `{"kind":"StrictDifference","numbers":[1]}`,
	valid:   combineChecks(checkNotNegative, checkDifference), // an impossible difference is refused, because it forbids nothing
	marks:   dotMarks,
	pair:    &pairRule{pairs: unmarkedPairs, values: &notDiffer},
}

// UnmarkedPairs returns the pairs of neighbours to which a StrictDifference or a StrictRatio applies.
func (p *Puzzle) UnmarkedPairs() [][2]int { return p.unmarkedNeighbourPairs(dotMarks...) }

var strictRatio = Kind{
	Name:    "StrictRatio",
	extra:   useNumbers,
	Usual:   2,
	Form:    FormChoice,
	Example: `{"kind":"StrictRatio","numbers":[2]}`,
	valid:   combineChecks(checkRatioAtLeastOne, checkRatio),
	marks:   dotMarks,
	pair:    &pairRule{pairs: unmarkedPairs, values: &notTimes},
}

var antiConsecutive = Kind{
	Name:    "AntiConsecutive",
	Form:    FormNone,
	Lay:     Lay{Words: []string{"anti-consecutive"}, alike: isReversalExchange},
	Example: ".AntiConsecutive",
	pair:    &pairRule{pairs: func(p *Puzzle, _ *Constraint) [][2]int { return p.allSides() }, values: &notDiffer, number: 1},
}

var antiTaxicab = Kind{
	Name:    "AntiTaxicab",
	partial: true,
	Form:    FormNone,
	Lay:     Lay{Words: []string{"anti-taxicab"}},
	Example: ".AntiTaxicab",
	check: func(g grid, c *Constraint) (broken []int) {
		g.eachPair(func(one, two, rows, columns int) {
			if v := g.v[one]; v == g.v[two] && v == rows+columns {
				broken = append(broken, one, two)
			}
		})
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		b.eachPair(func(one, two, rows, columns int) {
			away := rows + columns
			if (b.Free || rows != 0 && columns != 0) && away >= b.Low && away <= b.High {
				b.into.NotBoth(cspCell(two), cspCell(one), b.net.SetOf(away))
			}
		})
	},
}
