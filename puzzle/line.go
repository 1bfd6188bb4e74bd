package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds about the values along a line.

var thermo = Kind{
	Name:     "Thermo",
	Form:     FormCells, // the first of Cells has the bulb
	closed:   closedRefused,
	Draw:     Look{Shape: ShapeLine, Start: "bulb", Width: 3},
	Lay:      Lay{Words: []string{"thermo"}, Least: 3, Most: 7, Share: 45},
	FPuzzles: "thermometer",
	Example:  ".Thermo~R1C1~R1C2~R1C3",
	possible: checkCellCount,
	pair:     &pairRule{pairs: successivePairs, values: &ascend, transitive: true},
}

var slowThermo = Kind{
	Name:     "SlowThermo",
	Form:     FormCells, // the first of Cells has the bulb
	closed:   closedRefused,
	Draw:     Look{Shape: ShapeLine, Start: "bulb", Width: 3, Core: []float64{0.4, 1.2}, CoreWidth: 0.8},
	Lay:      Lay{Words: []string{"slow-thermo"}, Least: 3, Most: 7, Share: 45},
	FPuzzles: "slowthermometer",
	Example:  `{"kind":"SlowThermo","cells":["r1c1","r1c2","r1c3"]}`,
	pair:     &pairRule{pairs: successivePairs, values: &notFall, transitive: true},
}

var whisper = Kind{
	Name:     "Whisper",
	Usual:    5,
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeLine, Colour: "green", Core: []float64{2, 1}},
	Lay:      Lay{Words: []string{"whisper"}, Least: 3, Most: 8, Share: 45, clue: newConstantClue(func(p *Puzzle) int { return (p.Values() + 1) / 2 }), alike: isReversalExchange},
	Twice:    true,
	FPuzzles: "whispers",
	Example:  ".Whisper~5~R1C1~R1C2~R2C2",
	valid:    checkNotNegative,
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) < 2 {
			return nil
		}
		return checkDifference(p, c)
	},
	pair: &pairRule{pairs: successivePairs, values: &farApart},
}

var renban = Kind{
	Name:     "Renban",
	closed:   closedSet,
	partial:  true,
	check:    findRenbanConflict,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine, Colour: "purple", Core: []float64{0.3, 0.9}, CoreWidth: 0.5},
	Lay:      Lay{Words: []string{"renban"}, Least: 3, Most: 6, Share: 45, alike: isReversalExchange},
	FPuzzles: "renban",
	Example:  ".Renban~R1C1~R1C2~R2C2",
	possible: checkOpenCellCount,
	compile: func(b *builder, c *Constraint) {
		cells := withoutClosingCell(c.Cells)
		if b.isFullHouse(cells) {
			return
		}
		var runs []csp.Set
		for from := b.Low; from+len(cells)-1 <= b.High; from++ {
			runs = append(runs, b.valuesWhere(func(v int) bool { return v >= from && v < from+len(cells) }))
		}
		b.into.OneOfSets(cspCells(cells), runs)
	},
}

var nabner = Kind{
	Name:     "Nabner",
	closed:   closedSet,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine, Colour: "yellow", Core: []float64{0.3, 2.2}, CoreWidth: 1.1},
	Lay:      Lay{Words: []string{"nabner"}, Least: 3, Most: 4, Share: 45, alike: isReversalExchange},
	FPuzzles: "nabner",
	Example:  `{"kind":"Nabner","cells":["r1c1","r1c2","r2c2"]}`,
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if most := (p.valueCountOf(c.Cells) + 1) / 2; len(withoutClosingCell(c.Cells)) > most {
			return newMessage("rules.tooMany", "n", len(withoutClosingCell(c.Cells)), "values", most)
		}
		return nil
	},
	pair: &pairRule{pairs: everyPair, values: &farApart, number: 2},
}

var palindrome = Kind{
	Name:     "Palindrome",
	Twice:    true,
	partial:  true,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine},
	Lay:      Lay{Words: []string{"palindrome"}, Least: 4, Most: 7, Share: 45, alike: acceptsEveryExchange},
	FPuzzles: "palindrome",
	Example:  ".Palindrome~R3C3~R4C4~R5C4",
	check: func(g grid, c *Constraint) (broken []int) {
		for i, cell := range c.Cells {
			if mirror := c.Cells[len(c.Cells)-1-i]; g.areDifferent(cell, mirror) {
				broken = append(broken, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for i, j := 0, len(c.Cells)-1; i < j; i, j = i+1, j-1 {
			b.into.Equal(cspCell(c.Cells[i]), cspCell(c.Cells[j]))
		}
	},
}

var between = Kind{
	Name:     "Between",
	closed:   closedRefused,
	partial:  true,
	Form:     FormCells, // the first and the last of Cells have circles
	Draw:     Look{Shape: ShapeLine, Start: "circle", End: "circle", Width: 1.6},
	Lay:      Lay{Words: []string{"between"}, Least: 3, Most: 6, Share: 45, alike: isReversalExchange},
	Least:    2,
	FPuzzles: "betweenline",
	Example:  ".Between~R1C1~R1C2~R1C3~R2C3",
	check: func(g grid, c *Constraint) (broken []int) {
		from, to := g.v[c.Cells[0]], g.v[c.Cells[len(c.Cells)-1]]
		if max(from, to) >= noValue {
			return nil
		}
		for _, cell := range c.Cells[1 : len(c.Cells)-1] {
			if !g.isEmpty(cell) && (g.v[cell] <= min(from, to) || g.v[cell] >= max(from, to)) {
				broken = append(broken, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		const mostEnds = 16 // the number of values above which the automaton costs more than two alternatives
		if b.net.Values() <= mostEnds {
			b.requireBetween(key{"betweenLine", 0, 0, 0}, c.Cells, func(low, high int) bool { return true },
				func(low, high, v int) bool { return low < v && v < high })
			return
		}
		from, to, inner := c.Cells[0], c.Cells[len(c.Cells)-1], c.Cells[1:len(c.Cells)-1]
		b.addAlternatives([]alternativeRule{
			func(b *builder) { b.requireInside(from, to, inner) },
			func(b *builder) { b.requireInside(to, from, inner) },
		})
	},
}

func (b *builder) requireInside(low, high int, inner []int) {
	for _, cell := range inner {
		b.addComparison(&ascend, 0, low, cell)
		b.addComparison(&ascend, 0, cell, high)
	}
	gap := min(len(inner), 1) + 1
	if len(inner) > 0 {
		b.addPairRelation("gap", gap, low, high, func(x, y int) bool { return y-x >= gap })
	}
}

// requireBetween restricts a line whose ends have the values low and high, in either order. `holdsFor` reports whether the
// ends can have these values. `holds` reports whether a cell between such ends can have the value v.
func (b *builder) requireBetween(k key, line []int, holdsFor func(low, high int) bool, holds func(low, high, v int) bool) {
	type state struct{ n, low, high int } // n is the number of ends read; low and high are their values
	last := len(line) - 1
	cells := slices.Concat(line[:1], line[last:], line[1:last])
	b.addAutomaton(k, cells, func() (any, stepper, func(any) bool) {
		step := func(from any, v int) (any, bool) {
			s := from.(state)
			switch s.n {
			case 0:
				return state{1, v, v}, true
			case 1:
				s = state{2, min(s.low, v), max(s.high, v)}
				return s, holdsFor(s.low, s.high)
			}
			return s, holds(s.low, s.high, v)
		}
		return state{}, step, func(end any) bool { return end.(state).n == 2 }
	})
}

var lockout = Kind{
	Name:     "Lockout",
	closed:   closedRefused,
	partial:  true,
	Usual:    4,
	Form:     FormNumber, // the first and the last of Cells have diamonds
	Draw:     Look{Shape: ShapeLine, Start: "diamond", End: "diamond", Colour: "sky", Core: []float64{0.8, 2}, CoreWidth: 0.6},
	Lay:      Lay{Words: []string{"lockout"}, Least: 3, Most: 5, Share: 45, clue: newConstantClue(func(p *Puzzle) int { return p.Values() / 2 }), alike: isReversalExchange},
	Least:    2,
	FPuzzles: "lockout",
	Example:  ".Lockout~4~R1C1~R1C2~R1C3~R2C3",
	valid:    checkNotNegative,
	possible: checkDifference,
	check: func(g grid, c *Constraint) (broken []int) {
		from, to := g.v[c.Cells[0]], g.v[c.Cells[len(c.Cells)-1]]
		if max(from, to) >= noValue {
			return nil
		}
		if max(from, to)-min(from, to) < c.Numbers[0] {
			broken = append(broken, c.Cells[0], c.Cells[len(c.Cells)-1])
		}
		for _, cell := range c.Cells[1 : len(c.Cells)-1] {
			if g.v[cell] >= min(from, to) && g.v[cell] <= max(from, to) {
				broken = append(broken, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		step := c.Numbers[0]
		if len(c.Cells) > 2 {
			b.requireBetween(key{"lockoutLine", step, 0, 0}, c.Cells, func(low, high int) bool { return high-low >= step },
				func(low, high, v int) bool { return v < low || v > high })
			return
		}
		b.addComparison(&farApart, step, c.Cells[0], c.Cells[1])
	},
}

var modular = Kind{
	Name:     "Modular",
	Twice:    true,
	partial:  true,
	Usual:    3,
	Form:     FormNumber,
	Draw:     Look{Shape: ShapeLine, Colour: "teal", Core: []float64{1, 1, 1, 2.6}},
	Lay:      Lay{Words: []string{"modular"}, Least: 4, Most: 6, Share: 45, clue: newConstantClue(func(p *Puzzle) int { return 3 }), alike: exchangeKeepsClasses(remainderModulo3)},
	FPuzzles: "modularline",
	Example:  ".Modular~3~R1C1~R1C2~R1C3~R2C3",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if c.Numbers[0] < 1 {
			return newMessage("rules.modulus", "n", c.Numbers[0])
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int { return g.brokenClasses(c.Cells, c.Numbers[0], modularClass(c)) },
	compile: func(b *builder, c *Constraint) {
		b.requireClasses("mod", c.Cells, c.Numbers[0], c.Numbers[0], modularClass(c))
	},
}

func modularClass(c *Constraint) func(*Puzzle, int) int {
	return func(_ *Puzzle, v int) int { return v % c.Numbers[0] }
}

// requireClasses requires any n successive cells of a line to have values of n different classes. It relates cells
// of different classes directly only if they are among the first `direct` cells; for the others this follows. name and
// n identify the relations in the cache.
func (b *builder) requireClasses(name string, line []int, n, direct int, class func(p *Puzzle, v int) int) {
	for i, cell := range line {
		for j := i + 1; j < min(i+n, direct, len(line)); j++ {
			b.addPairRelation(name+"Not", n, cell, line[j], func(x, y int) bool { return class(b.Puzzle, x) != class(b.Puzzle, y) })
		}
		if i+n < len(line) {
			b.addPairRelation(name, n, cell, line[i+n], func(x, y int) bool { return class(b.Puzzle, x) == class(b.Puzzle, y) })
		}
	}
}

// brokenClasses returns the cells of a line that break this rule: any n successive cells have values of n different
// classes.
func (g grid) brokenClasses(line []int, n int, class func(p *Puzzle, v int) int) (broken []int) {
	for i, cell := range line {
		for _, other := range line[max(0, i-n+1):i] {
			if max(g.v[cell], g.v[other]) < noValue && class(g.Puzzle, g.v[cell]) == class(g.Puzzle, g.v[other]) {
				broken = append(broken, other, cell)
			}
		}
	}
	return broken
}

// entropyClassOf returns the class of a value: 0 for low, 1 for middle, 2 for high. The classes are as equal in size as
// possible.
func entropyClassOf(p *Puzzle, v int) int { return (v - p.Low) * 3 / p.Values() }

// checkThreeEqualClasses refuses a board whose values do not form three classes of equal size.
func checkThreeEqualClasses(p *Puzzle, c *Constraint) *message.Message {
	if p.Values()%3 != 0 {
		return newMessage("rules.thirds", "n", p.Values())
	}
	return nil
}

var entropic = Kind{
	Name:     "Entropic",
	Twice:    true, // the classes repeat every three cells, so the rule also fits a line whose ends join
	partial:  true,
	Form:     FormCells,
	Draw:     Look{Shape: ShapeLine, Colour: "orange", Core: []float64{1, 0.5, 1, 0.5, 1, 2}},
	Lay:      Lay{Words: []string{"entropic"}, Least: 4, Most: 6, Share: 45, alike: exchangeKeepsClasses(entropyClassOf)},
	FPuzzles: "entropicline",
	Example:  ".Entropic~R1C1~R1C2~R1C3~R2C3",
	valid:    checkThreeEqualClasses,
	check:    func(g grid, c *Constraint) []int { return g.brokenClasses(c.Cells, 3, entropyClassOf) },
	compile: func(b *builder, c *Constraint) {
		b.requireClasses("entropic", c.Cells, 3, len(c.Cells), entropyClassOf)
	},
}
