package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds that restrict the values in a set of cells.

// checkSum refuses a sum that distinct values cannot have.
func checkSum(p *Puzzle, c *Constraint) *message.Message {
	if len(distinctCells(c.Cells)) < len(c.Cells) {
		return nil
	}
	if what := checkCellCount(p, c); what != nil || c.Numbers[0] == 0 {
		return what
	}
	least, most := p.SumRange(c.Cells)
	return sumRangeFault(c.Numbers[0], len(c.Cells), least, most)
}

// sumRangeFault returns an error text if the sum of n cells is not from `minimum` to `maximum`, and otherwise nil.
func sumRangeFault(sum, n, minimum, maximum int) *message.Message {
	if sum < minimum || sum > maximum {
		return newMessage("rules.sum", "sum", sum, "n", n, "least", minimum, "most", maximum)
	}
	return nil
}

// distinctCells returns the cells in ascending order, each only once.
func distinctCells[C int | csp.Cell](cells []C) []C {
	cells = slices.Clone(cells)
	slices.Sort(cells)
	return slices.Compact(cells)
}

var cage = Kind{
	Name:     "Cage",
	Form:     FormNumber, // the sum; 0 means any sum
	Draw:     Look{Shape: ShapeCage},
	Lay:      Lay{Words: []string{"killer"}, Tiles: true, Least: 2, Most: 5, clue: newValuesClue(sumOf)},
	FPuzzles: "killercage",
	Example:  ".Cage~15~R1C1~R1C2~R2C1",
	Twice:    true, // a cell that occurs twice counts twice in the sum
	possible: checkSum,
	distinct: true,
	sum: func(p *Puzzle, c *Constraint) weightedSum {
		if c.Numbers[0] == 0 {
			return weightedSum{cells: c.Cells}
		}
		return statedSum(p, c)
	},
}

var cageAmong = Kind{
	Name:     "CageAmong",
	sum:      statedSum,
	distinct: true,
	Form:     FormValues, // the possible sums
	Draw:     Look{Shape: ShapeCage},
	Example:  ".CageAmong~8_9~R1C1~R1C2~R2C1",
	possible: func(p *Puzzle, c *Constraint) (what *message.Message) {
		if what = checkCellCount(p, c); what != nil {
			return what
		}
		least, most := p.SumRange(c.Cells)
		for _, n := range c.Numbers {
			if what = sumRangeFault(n, len(c.Cells), least, most); what == nil {
				return nil
			}
		}
		return what
	},
}

// SumRange returns the least and the greatest sum of cells with distinct values.
func (p *Puzzle) SumRange(cells []int) (minimum, maximum int) {
	n := len(cells)
	return n*p.Low + n*(n-1)/2, n*p.greatestValueOf(cells) - n*(n-1)/2
}

// ParseCageSums returns the sums that the text of a cage's clue permits. "12" permits 12, "8/9" permits 8 and 9, and
// "<10" permits all sums from `minimum` to 9. For "?" and "" it returns nil, which means any sum. ok is false for other
// texts. If the text is a single number, it permits this sum even below `minimum` or above `maximum`.
func ParseCageSums(text string, minimum, maximum int) (sums []int, ok bool) {
	text = strings.NewReplacer(" ", "", "\u00a0", "", "≤", "<=", "≥", ">=", "=<", "<=", "=>", ">=", "or", "/", "|", "/", "＜", "<", "＞", ">").Replace(strings.ToLower(text))
	number := func(text string) (v int, ok bool) {
		v, err := strconv.Atoi(text)
		return v, err == nil && v > 0 && v < 1<<16 && strings.Trim(text, "0123456789") == ""
	}
	switch {
	case strings.Trim(text, "?") == "":
		return nil, true
	case text[0] == '<' || text[0] == '>':
		rest, equal := strings.CutPrefix(text[1:], "=")
		bound, ok := number(rest)
		switch from := bound; {
		case text[0] == '<' && equal:
			maximum = min(maximum, bound)
		case text[0] == '<':
			maximum = min(maximum, bound-1)
		default:
			if !equal {
				from++
			}
			minimum = max(minimum, from)
		}
		for sum := minimum; sum <= maximum; sum++ {
			sums = append(sums, sum)
		}
		if sums == nil {
			sums = []int{bound}
		}
		return sums, ok
	}
	for part := range strings.SplitSeq(text, "/") {
		sum, ok := number(part)
		if !ok {
			return nil, false
		}
		sums = append(sums, sum)
	}
	return distinctCells(sums), true
}

// CageClue returns the clue of a Cage or a CageAmong in the form that [ParseCageSums] reads, or "" for any sum.
func (p *Puzzle) CageClue(c *Constraint) string {
	sums := distinctCells(c.Numbers)
	if len(sums) == 1 && sums[0] == 0 {
		return ""
	}
	least, most := p.SumRange(c.Cells)
	first, last := sums[0], sums[len(sums)-1]
	switch run := last-first == len(sums)-1 && len(sums) > 2; {
	case run && first == least && last < most:
		return "<" + strconv.Itoa(last+1)
	case run && last == most && first > least:
		return ">" + strconv.Itoa(first-1)
	}
	return strings.ReplaceAll(numbersText(sums), " ", "/")
}

var freeSum = Kind{
	Name:    "Sum",
	Form:    FormNumber, // the sum, and then a coefficient for each cell; without coefficients all are 1
	extra:   useNumbers,
	Draw:    Look{Shape: ShapeCage, Sign: "Σ"},
	Twice:   true,
	Example: ".Sum~20~R1C1~R2C1~R3C1",
	sum: func(_ *Puzzle, c *Constraint) weightedSum {
		s := weightedSum{cells: c.Cells, totals: c.Numbers[:1]}
		if len(c.Numbers) > 1 {
			s.times = c.Numbers[1:]
		}
		return s
	},
	possible: checkSumPossible,
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Numbers) > 1 && len(c.Numbers) != len(c.Cells)+1 {
			return newMessage("rules.coefficients", "n", len(c.Numbers)-1, "cells", len(c.Cells))
		}
		for _, n := range c.Numbers[1:] {
			if n < -1000 || n > 1000 {
				return newMessage("rules.coefficient", "n", n)
			}
		}
		return nil
	},
}

var rellikCage = Kind{
	Name:     "RellikCage",
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeCage, Sign: "≠"},
	Lay:      Lay{Words: []string{"rellik"}, Least: 3, Most: 5, Share: 60, clue: missingSumClue},
	Example:  ".RellikCage~9~R1C1~R1C2~R2C1",
	possible: checkCellCount,
	set: func(_ *Puzzle, c *Constraint, values []int) bool {
		sum := c.Numbers[0]
		if sum < 0 || sum > sumOf(values) {
			return true
		}
		sums := make([]bool, sum+1) // sums[s] is set if some subset of the values so far, perhaps empty, has the sum s
		sums[0] = true
		for _, v := range values {
			if v <= sum && sums[sum-v] {
				return false
			}
			for s := sum; s >= v; s-- {
				sums[s] = sums[s] || sums[s-v]
			}
		}
		return true
	},
}

var equalityCage = Kind{
	Name:    "EqualityCage",
	Form:    FormCells,
	Draw:    Look{Shape: ShapeCage, Sign: "="},
	Lay:     Lay{Words: []string{"equality-cage"}, Least: 4, Most: 6, Share: 40, alike: isReversalExchange},
	Least:   2,
	Example: ".EqualityCage~R1C1~R1C2~R2C1~R2C2",
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells)%2 != 0 {
			return newMessage("rules.even", "n", len(c.Cells))
		}
		return checkCellCount(p, c)
	},
	set: func(p *Puzzle, _ *Constraint, values []int) bool {
		evens, low, high := 0, 0, 0
		for _, v := range values {
			evens += 1 - v&1
			if 2*v < p.Low+p.High {
				low++
			}
			if 2*v > p.Low+p.High {
				high++
			}
		}
		return 2*evens == len(values) && 2*low == len(values) && 2*high == len(values)
	},
}

// checkLunchboxSum refuses a sum that no distinct values have. The values must lie strictly between the least and the
// greatest value of the cells.
func checkLunchboxSum(p *Puzzle, c *Constraint) *message.Message {
	if what := checkCellCount(p, c); what != nil {
		return what
	}
	sum, inner, high := c.Numbers[0], len(c.Cells)-2, p.greatestValueOf(c.Cells)
	if sum == 0 {
		return nil
	}
	for least := p.Low; least+inner < high; least++ {
		for most := least + inner + 1; most <= high; most++ {
			for n := 1; n <= inner; n++ { // n cells between the ends have distinct values, greater than least and less than most
				if sum >= n*least+n*(n+1)/2 && sum <= n*most-n*(n+1)/2 {
					return nil
				}
			}
		}
	}
	return newMessage("rules.between", "sum", sum)
}

var lunchbox = Kind{
	Name:     "Lunchbox",
	partial:  true,
	check:    findLunchboxConflict,
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeCage, Sign: "⇥"},
	Lay:      Lay{Words: []string{"lunchbox"}, Least: 4, Most: 6, Share: 60, Straight: true, clue: newValuesClue(sumOfSandwich)},
	Least:    2,
	Example:  ".Lunchbox~7~R1C1~R1C2~R1C3~R1C4",
	possible: checkLunchboxSum,
	compile: func(b *builder, c *Constraint) {
		b.requireDistinct(c.Cells)
		if len(c.Cells) <= b.Values() && b.Values() <= mostListed {
			b.into.Add(&extremesSum{cspCells(c.Cells), b.fillingsWithSum(c.Numbers[0])})
			return
		}
		if len(c.Cells) == b.Values() {
			b.requireSumBetween(c.Cells, b.Low, b.High, c.Numbers[0])
			return
		}
		// The least and the greatest value may be in any two cells, in either order. So there are two alternatives for
		// each two cells, unless the cells between these two cannot have the sum.
		var ways []alternativeRule
		for i, one := range c.Cells {
			for j := i + 1; j < len(c.Cells); j++ {
				inner, two := c.Cells[i+1:j], c.Cells[j]
				least, most := 0, 0
				for k := range inner {
					least += b.Low + 1 + k
					most += b.High - 1 - k
				}
				if c.Numbers[0] < least || c.Numbers[0] > most {
					continue
				}
				others := slices.Concat(c.Cells[:i], inner, c.Cells[j+1:])
				ends := func(low, high int) alternativeRule {
					return func(b *builder) {
						b.requireInside(low, high, others)
						b.requireTotalOf(inner, c.Numbers[0])
					}
				}
				ways = append(ways, ends(one, two), ends(two, one))
			}
		}
		b.addAlternatives(ways)
	},
}

// mostListed limits the number of values of a puzzle for which all sets of values are enumerated.
const mostListed = 12

// fillingsWithSum returns the sets of values that have the sum and contain neither the least nor the greatest value of
// the puzzle. The sets with n values are at index n.
func (b *builder) fillingsWithSum(sum int) [][]csp.Set {
	return cachedValue(sharedKey{key: key{"fillings", sum, 0, 0}, first: b.net.FirstNumber(), values: b.Values()}, func() ([][]csp.Set, int) {
		sets := make([][]csp.Set, b.Values()-1)
		var next func(from, left int, s csp.Set)
		next = func(from, left int, s csp.Set) {
			b.net.Spend(8)
			if left == 0 {
				sets[s.Len()] = append(sets[s.Len()], s)
			}
			for v := from; v < b.High && v <= left; v++ {
				next(v+1, left-v, s|b.net.SetOf(v))
			}
		}
		next(b.Low+1, sum, 0)
		return sets, 8 << mostListed
	})
}

// requireSumBetween requires the cells to contain the values `low` and `high`. The cells between those with `low` and
// `high` must have the sum `sum`.
func (b *builder) requireSumBetween(cells []int, low, high, sum int) {
	type state struct{ seen, sum int } // seen is 0 before both ends, 1 after low, 2 after high, 3 after both
	b.addAutomaton(key{"between", low, high, sum}, cells, func() (any, stepper, func(any) bool) {
		step := func(from any, v int) (any, bool) {
			s := from.(state)
			switch {
			case v == low || v == high:
				mark := 1
				if v == high {
					mark = 2
				}
				if s.seen&mark != 0 {
					return s, false
				}
				s.seen |= mark
				if s.seen == 3 {
					if s.sum != sum {
						return s, false
					}
					s.sum = 0
				}
			case s.seen == 1 || s.seen == 2:
				s.sum += v
			}
			return s, s.sum <= sum
		}
		return state{}, step, func(end any) bool { return end.(state).seen == 3 }
	})
}

var quad = Kind{
	Name:     "Quad",
	Form:     FormValues, // Cells are a 2×2 square
	Draw:     Look{Shape: ShapeQuad},
	Lay:      Lay{Words: []string{"quadruple"}, Share: 30, clue: quadrupleClue},
	Least:    4,
	Most:     4,
	FPuzzles: "quadruple",
	Example:  ".Quad~R1C1~2~3~5",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if square := p.Square(slices.Min(c.Cells)); !slices.Equal(square, slices.Sorted(slices.Values(c.Cells))) {
			return newMessage("rules.notSquare")
		}
		return nil
	},
	possible: checkListedValues,
	check:    checkListContained,
	compile:  func(b *builder, c *Constraint) { b.into.RequiredNumbers(cspCells(c.Cells), c.Numbers...) },
}

// checkListContained returns all cells of the constraint if these contain a listed value too seldom. Example: a value
// that is listed twice must occur at least twice.
func checkListContained(g grid, c *Constraint) []int {
	values := g.valuesAt(c.Cells)
	for _, v := range c.Numbers {
		if countOf(values, v) < countOf(c.Numbers, v) {
			return c.Cells
		}
	}
	return nil
}

func countOf(values []int, v int) (n int) {
	for _, other := range values {
		if other == v {
			n++
		}
	}
	return n
}

// checkListedValues refuses a list with more values than cells, or with values that the cells cannot have.
func checkListedValues(p *Puzzle, c *Constraint) *message.Message {
	if len(c.Numbers) > len(c.Cells) {
		return newMessage("rules.tooManyValues", "n", len(c.Numbers), "cells", len(c.Cells))
	}
	return checkValuesInRange(p, c.Cells, c.Numbers)
}

var containAtLeast = Kind{
	Name:     "ContainAtLeast",
	Form:     FormValues,
	Draw:     Look{Shape: ShapeCage, Sign: "∋"},
	Example:  ".ContainAtLeast~1_1_2~R3C3~R4C4~R5C5",
	possible: checkListedValues,
	check:    checkListContained,
	compile:  func(b *builder, c *Constraint) { b.into.RequiredNumbers(cspCells(c.Cells), c.Numbers...) },
}

var containExact = Kind{
	Name:     "ContainExact",
	Form:     FormValues,
	Draw:     Look{Shape: ShapeCage, Sign: "∋"},
	Example:  ".ContainExact~1_2~R1C1~R2C2~R3C3",
	possible: checkListedValues,
	check: func(g grid, c *Constraint) []int {
		values := g.valuesAt(c.Cells)
		for _, v := range c.Numbers {
			if countOf(values, v) != countOf(c.Numbers, v) {
				return c.Cells
			}
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) { b.requireListedCounts(c.Cells, c.Numbers) },
}

// requireListedCounts requires each listed value to occur in the cells exactly as often as in the list.
func (b *builder) requireListedCounts(cells, values []int) {
	b.into.RequiredNumbers(cspCells(cells), values...)
	times := map[int]int{}
	for _, v := range values {
		times[v]++
	}
	for _, v := range sortedKeys(times) {
		b.into.Count(cspCells(cells), b.net.SetOf(v), times[v], times[v])
	}
}

var lookAndSay = Kind{
	Name:    "LookAndSay",
	Form:    FormValues, // Numbers has pairs: how many times a value occurs, and then the value
	Draw:    Look{Shape: ShapeCage},
	Example: ".LookAndSay~1223~R3C3~R4C4~R5C5~R6C6",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Numbers)%2 != 0 {
			return newMessage("rules.even", "n", len(c.Numbers))
		}
		for i := 0; i < len(c.Numbers); i += 2 {
			if c.Numbers[i] < 0 {
				return newMessage("rules.number", "n", c.Numbers[i])
			}
		}
		return nil
	},
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		total := 0
		for i := 0; i < len(c.Numbers); i += 2 {
			if c.Numbers[i] > 0 {
				if what := checkValuesInRange(p, c.Cells, c.Numbers[i+1:i+2]); what != nil {
					return what
				}
			}
			total += c.Numbers[i]
		}
		if total > len(c.Cells) {
			return newMessage("rules.tooManyValues", "n", total, "cells", len(c.Cells))
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		values := g.valuesAt(c.Cells)
		for i := 0; i < len(c.Numbers); i += 2 {
			if countOf(values, c.Numbers[i+1]) != c.Numbers[i] {
				return c.Cells
			}
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		for i := 0; i < len(c.Numbers); i += 2 {
			n := c.Numbers[i]
			b.into.Count(cspCells(c.Cells), b.net.SetOf(c.Numbers[i+1]), n, n)
		}
	},
}
