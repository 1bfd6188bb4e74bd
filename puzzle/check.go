package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"nonet/message"
)

// grid is a puzzle together with a value for each of its cells.
type grid struct {
	*Puzzle
	v []int
}

func (g grid) valuesAt(cells []int) []int {
	values := make([]int, len(cells))
	for i, c := range cells {
		values[i] = g.v[c]
	}
	return values
}

func (g grid) sumOf(cells []int) (sum int) {
	for _, c := range cells {
		sum += g.v[c]
	}
	return sum
}

// repeatedCells returns the cells of the list whose value occurs in another cell of the list, too.
func (g grid) repeatedCells(cells []int) (broken []int) {
	for i, a := range cells {
		for j, b := range cells {
			if i != j && g.v[a] == g.v[b] {
				broken = append(broken, a)
				break
			}
		}
	}
	return broken
}

func cellsUnless(holds bool, cells []int) []int {
	if holds {
		return nil
	}
	return cells
}

// Conflict is a rule that a grid breaks, with the cells that break it.
type Conflict struct {
	// Kind is the kind of the broken constraint. For a rule of the board it is "row", "column", "box", "region",
	// "given" or "value".
	Kind string
	// Constraint is the index of the constraint in Constraints, or −1 for a rule of the board.
	Constraint int
	// Cells are the cells that break the rule, each named once. If the checker cannot find them, they are all cells of the constraint.
	Cells []int
}

// Name returns the name of the broken rule.
func (b Conflict) Name() message.Message { return message.New("kind." + b.Kind) }

// Reason returns a text with the fault of the filled cells and the values that cause it.
func (p *Puzzle) Reason(b Conflict, values []int) message.Message {
	cells := p.CellWords(b.Cells)
	switch {
	case b.Constraint >= 0:
		reason := message.New("rules.broken", "name", KindNamed(b.Kind).Label(), "cells", cells, "rule", p.RuleOf(&p.Constraints[b.Constraint]))
		if sum := p.brokenSumText(b, values); sum != "" {
			reason = message.New("rules.broken.sum", "reason", reason, "sum", sum)
		} else if list := valueTexts(b.Cells, values); list != nil {
			reason = message.New("rules.broken.values", "reason", reason, "values", message.WordsOf(list))
		}
		return reason
	case b.Kind == "given":
		return message.New("rules.broken.given", "cells", cells)
	case b.Kind == "value":
		return message.New("rules.broken.value", "cells", cells, "low", p.Low, "high", p.High)
	}
	return message.New("rules.broken.house", "house", b.Name(), "cells", cells)
}

// valueTexts returns the values of cells as texts, "–" for a cell without a value.
func valueTexts(cells, values []int) (list []string) {
	for _, cell := range cells {
		if cell >= len(values) || len(cells) > mostTold {
			return nil
		}
		text := "–"
		if values[cell] != Empty {
			text = strconv.Itoa(values[cell])
		}
		list = append(list, text)
	}
	return list
}

// mostTold is the maximum number of values that a text lists.
const mostTold = 9

// brokenSumText returns a text that calculates with the values of a broken rule, such as "1 + 5 ≠ 3". It returns "" if
// there is no such calculation: for example, if a value is missing, or if the puzzle gives cells factors.
func (p *Puzzle) brokenSumText(b Conflict, values []int) string {
	c := &p.Constraints[b.Constraint]
	k, cells, stated, sign, relation := KindNamed(c.Kind), b.Cells, statedNumbersOf(c), " − ", " ≠ "
	if k.pair != nil {
		stated = k.pair.numbersOf(c)
	}
	switch {
	case slices.Contains([]*Kind{&cage, &cageAmong, &freeSum, &sumAmong, &littleKiller}, k):
		cells, sign = c.Cells, " + "
	case k == &product:
		cells, sign = c.Cells, " × "
	case k == &sumTen, k == &sumFive:
		sign = " + "
	case k == &blackDot, k == &ratio:
		sign = " ÷ "
	case k == &whisper:
		relation = " < "
	case k != &whiteDot && k != &difference:
		return ""
	}
	if len(cells) != 2 && k.Draw.Shape != ShapeCage && k.Draw.Shape != ShapeOutside || slices.Contains(stated, 0) ||
		k == &freeSum && len(stated) > 1 || slices.ContainsFunc(p.Constraints, func(c Constraint) bool { return modifiesValues(c.Kind) }) {
		return ""
	}
	var all []int
	for _, cell := range cells {
		if cell >= len(values) || values[cell] == Empty {
			return ""
		}
		all = append(all, values[cell])
	}
	if sign != " + " && sign != " × " && all[0] < all[1] {
		slices.Reverse(all)
	}
	if slices.Contains(stated, applySign(all, sign, stated[0])) {
		return ""
	}
	return strings.ReplaceAll(numbersText(all), " ", sign) + relation + strings.ReplaceAll(numbersText(stated), " ", ", ")
}

// applySign applies the operation sign to the values, and returns the result. For a quotient it returns `stated` if the
// values have this quotient, and otherwise 0.
func applySign(values []int, sign string, stated int) int {
	result := values[0]
	for _, v := range values[1:] {
		switch sign {
		case " + ":
			result += v
		case " − ":
			result -= v
		case " × ":
			result *= v
		default:
			if result == v*stated {
				return stated
			}
			return 0
		}
	}
	return result
}

// Check returns the rules that a full grid breaks, or nil for a solution. `values` has a value for each cell, including
// the cells of groups. The error is an *[Error] if Validate refuses the puzzle, if `values`
// has the wrong length, or if a cell has no value.
func (p *Puzzle) Check(values []int) ([]Conflict, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	k := p.newConflictChecker(p.allConstraints())
	broken, err := k.findConflicts(values)
	if err == nil && (len(values) != p.Cells() || !k.isFull()) {
		n := 0
		for cell, v := range values {
			if v != Empty && !p.IsHole(cell) {
				n++
			}
		}
		return nil, &Error{Constraint: -1, What: message.New("rules.gridLength", "n", n, "cells", p.Cells()-len(p.Holes))}
	}
	return broken, err
}

func (g grid) brokenCells(c *Constraint) []int { return KindNamed(c.Kind).brokenCells(g, c) }
