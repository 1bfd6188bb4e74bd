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

// valuesAt returns the values of the cells, in the order of the cells.
func (g grid) valuesAt(cells []int) []int {
	values := make([]int, len(cells))
	for i, c := range cells {
		values[i] = g.v[c]
	}
	return values
}

// sumOf returns the sum of the cells' values.
func (g grid) sumOf(cells []int) (sum int) {
	for _, c := range cells {
		sum += g.v[c]
	}
	return sum
}

// repeatedCells returns those of the cells whose value also occurs in another one of them.
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

// cellsUnless returns nil if holds is true, otherwise the cells.
func cellsUnless(holds bool, cells []int) []int {
	if holds {
		return nil
	}
	return cells
}

// Conflict describes a rule that a grid breaks.
type Conflict struct {
	// Kind is the kind of the broken constraint. For a rule of the board it is "row", "column", "box", "region",
	// "given" or "value".
	Kind string
	// Constraint is the index of the constraint in Constraints, or −1 for a rule of the board.
	Constraint int
	// Cells are the cells that break the rule, or all cells of the constraint if the checker cannot tell.
	Cells []int
}

// Name returns the rule's name for people.
func (b Conflict) Name() message.Message { return message.New("kind." + b.Kind) }

// Reason returns a sentence that explains how the filled cells break the rule.
func (p *Puzzle) Reason(b Conflict) message.Message {
	cells := p.CellWords(b.Cells)
	switch {
	case b.Constraint >= 0:
		k := KindNamed(b.Kind)
		return message.New("rules.broken", "name", k.Label(), "cells", cells, "rule", RuleOf(&p.Constraints[b.Constraint]))
	case b.Kind == "given":
		return message.New("rules.broken.given", "cells", cells)
	case b.Kind == "value":
		return message.New("rules.broken.value", "cells", cells, "low", p.Low, "high", p.High)
	}
	return message.New("rules.broken.house", "house", b.Name(), "cells", cells)
}

// BrokenSum returns the arithmetic of a broken sum, such as "1 + 5 ≠ 3". It returns "" for other rules, if a cell has
// no value yet, or if a cell has a factor.
func (p *Puzzle) BrokenSum(b Conflict, values []int) string {
	if b.Constraint < 0 || slices.ContainsFunc(p.Constraints, func(c Constraint) bool { return modifiesValues(c.Kind) }) {
		return ""
	}
	c := &p.Constraints[b.Constraint]
	wanted := map[string]int{"X": 10, "V": 5}[c.Kind]
	if (c.Kind == "Cage" || c.Kind == "LittleKiller") && len(c.Numbers) == 1 {
		wanted = c.Numbers[0]
	}
	sum, terms := 0, make([]string, len(c.Cells))
	for i, cell := range c.Cells {
		if cell >= len(values) || values[cell] == Empty {
			return ""
		}
		sum += values[cell]
		terms[i] = strconv.Itoa(values[cell])
	}
	if wanted == 0 || sum == wanted {
		return ""
	}
	return strings.Join(terms, " + ") + " ≠ " + strconv.Itoa(wanted)
}

// Check returns the rules that a full grid breaks, or none for a solution. values has a value for each cell, including
// the cells of groups. The checkers share no code with the engine. The error is an *[Error] if Validate refuses the
// puzzle, or if values has the wrong length.
func (p *Puzzle) Check(values []int) ([]Conflict, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if len(values) != p.Cells() {
		return nil, &Error{Constraint: -1, What: message.New("rules.gridLength", "n", len(values), "cells", p.Cells())}
	}
	return p.fullChecker()(values), nil
}

// fullChecker returns a function that checks full grids. What all grids need is computed only once.
func (p *Puzzle) fullChecker() func(values []int) []Conflict {
	explicit, houses := p.withExplicitValues(), p.houses()
	return func(values []int) []Conflict { return p.fullConflicts(grid{explicit, values}, houses) }
}

func (p *Puzzle) fullConflicts(g grid, houses []house) (all []Conflict) {
	add := func(kind string, constraint int, cells []int) {
		if len(cells) > 0 {
			all = append(all, Conflict{kind, constraint, p.toBoardCells(cells)})
		}
	}
	for c, v := range g.v {
		if (v < p.Low || v > p.layerOf(c).high) && !p.IsHole(c) {
			add("value", -1, []int{c})
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, h := range houses {
		add(h.kind, -1, g.repeatedCells(h.cells))
	}
	for _, given := range p.Givens {
		if !slices.Contains(given.Values, g.v[given.Cell]) {
			add("given", -1, []int{given.Cell})
		}
	}
	for i := range p.Constraints {
		add(p.Constraints[i].Kind, i, g.brokenCells(&g.Constraints[i]))
	}
	return all
}

// brokenCells returns the cells that break a constraint.
func (g grid) brokenCells(c *Constraint) []int { return KindNamed(c.Kind).check(g, c) }
