package puzzle

import (
	"slices"

	"nonet/message"
)

// This file has the kinds of clues outside the board. Their cells are a row, a column or a diagonal, in order
// from the clue.

var littleKiller = Kind{
	Name:     "LittleKiller",
	sum:      statedSum,
	Form:     FormDiagonal,
	Draw:     Look{Shape: ShapeOutside, End: "arrow"},
	Lay:      Lay{Words: []string{"little-killer"}, Share: 60, clue: newValuesClue(sumOf)},
	FPuzzles: "littlekillersum",
	Example:  ".LittleKiller~22~R1C5",
	possible: checkSumPossible,
}

var sandwich = Kind{
	Name:     "Sandwich",
	Form:     FormClue, // the clue's direction does not affect the sum
	Draw:     Look{Shape: ShapeOutside},
	Lay:      Lay{Words: []string{"sandwich"}, Share: 100, clue: newValuesClue(sumOfSandwich), alike: exchangesOnlyEnds},
	FPuzzles: "sandwichsum",
	Example:  ".Sandwich~8~R1",
	valid:    checkLinesDistinct,
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) < lunchbox.Least {
			return nil
		}
		return checkLunchboxSum(p, c)
	},
	check: func(g grid, c *Constraint) []int {
		// The crusts are the least and the greatest value of the puzzle. If a row may lack these values, they are the
		// least and the greatest value in the row instead. A line of one cell has only one crust.
		if len(c.Cells) < lunchbox.Least {
			return c.Cells
		}
		return g.brokenCells(&Constraint{Kind: lunchbox.Name, Cells: c.Cells, Numbers: c.Numbers})
	},
	compile: func(b *builder, c *Constraint) { lunchbox.compile(b, c) },
}

var xSum = Kind{
	Name:     "XSum",
	Form:     FormClue,
	Draw:     Look{Shape: ShapeOutside, Sign: "X"},
	Lay:      Lay{Words: []string{"x-sum"}, Ends: true, Share: 100, clue: xSumClue},
	FPuzzles: "xsum",
	Example:  ".XSum~R1~20~",
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		for n := max(1, p.Low); n <= min(len(c.Cells), p.High); n++ {
			others := n - 1
			least, most := n+others*p.Low, n+others*p.High
			if !p.Free { // the values of the line differ from each other
				least += others*(others-1)/2 + max(0, p.Low+others-n)
				most -= others*(others-1)/2 + max(0, n-(p.High-others))
			}
			if least <= c.Numbers[0] && c.Numbers[0] <= most {
				return nil
			}
		}
		return newMessage("rules.firstSum", "sum", c.Numbers[0])
	},
	check: func(g grid, c *Constraint) []int {
		n := g.v[c.Cells[0]]
		if n < 1 || n > len(c.Cells) {
			return c.Cells[:1]
		}
		return cellsUnless(g.sumOf(c.Cells[:n]) == c.Numbers[0], c.Cells[:n])
	},
	compile: func(b *builder, c *Constraint) {
		var ways []alternativeRule
		for n := max(1, b.Low); n <= min(len(c.Cells), b.High); n++ {
			ways = append(ways, func(b *builder) {
				b.into.Allow(cspCell(c.Cells[0]), b.net.SetOf(n))
				b.requireTotalOf(c.Cells[:n], c.Numbers[0])
			})
		}
		b.addAlternatives(ways)
	},
}

var skyscraper = Kind{
	Name:     "Skyscraper",
	Form:     FormClue,
	Draw:     Look{Shape: ShapeOutside, Sign: "▥"},
	Lay:      Lay{Words: []string{"skyscraper"}, Ends: true, Share: 100, clue: newValuesClue(countVisible)},
	FPuzzles: "skyscraper",
	Example:  ".Skyscraper~R1~3~",
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		least := min(1, p.Low) // end least one skyscraper is visible, unless all values are 0
		if c.Numbers[0] < least || c.Numbers[0] > len(c.Cells) {
			return newMessage("rules.seen", "n", c.Numbers[0], "least", least, "most", len(c.Cells))
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		return cellsUnless(countVisible(g.valuesAt(c.Cells)) == c.Numbers[0], c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		// n is the number of cells read; it stays 0 if values may repeat. If the values are distinct, the automaton
		// omits states that cannot occur or cannot be completed. In a state, n must not exceed the number of values up
		// to `highest`. Also, enough greater values must be left for the skyscrapers that must still be seen.
		type state struct{ n, seen, highest int }
		most, length := c.Numbers[0], len(c.Cells)
		if b.Free {
			length = 0
		}
		b.addAutomaton(key{"skyscraper", most, length, b.High}, c.Cells, func() (any, stepper, func(any) bool) {
			step := func(from any, v int) (any, bool) {
				s := from.(state)
				if v > s.highest {
					s = state{s.n, s.seen + 1, v}
				}
				if length > 0 {
					s.n++
					left := most - s.seen
					if s.n > s.highest-b.Low+1 || left > length-s.n || left > b.High-s.highest {
						return s, false
					}
				}
				return s, s.seen <= most
			}
			return state{}, step, func(end any) bool { return end.(state).seen == most }
		})
	},
}

var hiddenSkyscraper = Kind{
	Name:    "HiddenSkyscraper",
	Form:    FormClue,
	Draw:    Look{Shape: ShapeOutside, Sign: "▤"},
	Lay:     Lay{Words: []string{"hidden-skyscraper"}, Ends: true, Share: 100, clue: hiddenSkyscraperClue},
	Example: ".HiddenSkyscraper~R1~3~",
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if c.Numbers[0] == p.High {
			return newMessage("rules.highest", "value", p.High)
		}
		return checkClueValue(p, c)
	},
	check: func(g grid, c *Constraint) []int {
		hidden, found := hiddenSkyscraperClue(g, c.Cells)
		return cellsUnless(found && hidden[0] == c.Numbers[0], c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		hidden, done := c.Numbers[0], b.High+1
		once := 0 // 1 if the values of the line are distinct; then the clue's value may occur only in the hidden cell
		if !b.Free {
			once = 1
		}
		b.addAutomaton(key{"hidden", hidden, once, 0}, c.Cells, func() (any, stepper, func(any) bool) {
			step := func(from any, v int) (any, bool) {
				highest := from.(int)
				switch {
				case highest == done:
					return done, once == 0 || v != hidden
				case v >= highest:
					return v, once == 0 || v > highest && v != hidden
				}
				return done, v == hidden
			}
			return b.Low - 1, step, func(end any) bool { return end.(int) == done }
		})
	},
}

// checkLinesDistinct refuses a board whose rows and columns may contain a value twice.
func checkLinesDistinct(p *Puzzle, _ *Constraint) *message.Message {
	if p.Free {
		return newMessage("rules.free")
	}
	return nil
}

// checkClueValue refuses a clue that is no possible value of the line's cells.
func checkClueValue(p *Puzzle, c *Constraint) *message.Message {
	return checkValuesInRange(p, c.Cells, c.Numbers)
}

var numberedRoom = Kind{
	Name:     "NumberedRoom",
	Form:     FormClue,
	Draw:     Look{Shape: ShapeOutside, Sign: "№"},
	Lay:      Lay{Words: []string{"numbered-room"}, Ends: true, Share: 100, clue: numberedRoomClue},
	partial:  true,
	check:    findNumberedRoomConflict,
	Example:  ".NumberedRoom~R1~3~",
	possible: checkClueValue,
	compile:  func(b *builder, c *Constraint) { b.requireIndex(c.Cells[0], c.Cells, c.Numbers[0]) },
}

// requireIndex requires the control cell to name a place of `line` that holds `value`: if control has the value i, the
// i-th cell of the line has the value `value`.
func (b *builder) requireIndex(control int, line []int, value int) {
	b.restrictValues([]int{control}, func(v int) bool { return v >= 1 && v <= len(line) })
	for i, cell := range line {
		position := i + 1
		if cell == control {
			b.restrictValues([]int{control}, func(v int) bool { return v != position || v == value })
			continue
		}
		b.addKeyedPair(key{"index", position, value, 0}, control, cell, func(x, y int) bool { return x != position || y == value })
	}
}

var fullRank = Kind{
	Name:    "FullRank",
	Form:    FormClue,
	Draw:    Look{Shape: ShapeOutside, Sign: "#"},
	Lay:     Lay{Words: []string{"full-rank"}, Ends: true, Share: 40, clue: rankClue},
	partial: true,
	Example: ".FullRank~R1~5~",
	valid: combineChecks(checkLinesDistinct, func(p *Puzzle, c *Constraint) *message.Message {
		if p.Rows != p.Columns || p.Values() != p.Rows {
			return newMessage("rules.square")
		}
		return nil
	}),
	possible: func(p *Puzzle, c *Constraint) *message.Message {
		if c.Numbers[0] < 1 || c.Numbers[0] > 4*p.Rows {
			return newMessage("rules.rank", "n", c.Numbers[0], "most", 4*p.Rows)
		}
		return nil
	},
	check: func(g grid, c *Constraint) []int {
		if !g.isFull() {
			return findRankConflict(g, c)
		}
		values, less, equal := g.valuesAt(c.Cells), 0, 0
		for _, line := range g.linesInBothDirections() {
			switch slices.Compare(g.valuesAt(line), values) {
			case -1:
				less++
			case 0:
				equal++ // include the line itself
			}
		}
		return cellsUnless(less == c.Numbers[0]-1 && (equal == 1 || g.allowedRankTies() == "any"), c.Cells)
	},
	compile: func(b *builder, c *Constraint) { b.requireRank(c.Cells, c.Numbers[0]) },
}

func (p *Puzzle) linesInBothDirections() (all [][]int) {
	both := func(line []int) {
		back := slices.Clone(line)
		slices.Reverse(back)
		all = append(all, line, back)
	}
	for r := range p.Rows {
		both(p.row(r))
	}
	for c := range p.Columns {
		both(p.column(c))
	}
	return all
}

// allowedRankTies states which lines may have the same rank as another line: "any", "none", or "only-unclued", the
// default.
func (p *Puzzle) allowedRankTies() string {
	for i := range p.Constraints {
		if p.Constraints[i].Kind == "FullRankTies" {
			return p.Constraints[i].Text
		}
	}
	return "only-unclued"
}

var fullRankTies = Kind{
	Name:    "FullRankTies",
	Words:   []string{"none", "only-unclued", "any"},
	Form:    FormWord,
	Example: ".FullRankTies~none",
	valid:   checkLinesDistinct,
	check: func(g grid, c *Constraint) (broken []int) {
		if c.Text != "none" {
			return nil
		}
		lines := g.linesInBothDirections()
		for i, line := range lines {
			for _, other := range lines[:i&^1] { // exclude the line itself, in both directions
				if slices.Equal(g.valuesAt(line), g.valuesAt(other)) {
					broken = append(append(broken, other...), line...)
				}
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		if c.Text != "none" {
			return
		}
		lines := b.linesInBothDirections()
		for i := range lines {
			for j := range i {
				if j != i^1 && len(lines[i]) == len(lines[j]) {
					b.into.Add(&differentLines{cspCells(lines[i]), cspCells(lines[j])})
				}
			}
		}
	},
}
