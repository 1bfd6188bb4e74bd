package puzzle

import (
	"slices"

	"nonet/message"
)

// grid is a puzzle and a value for each of its cells.
type grid struct {
	*Puzzle
	v []int
}

// valuesAt returns the values of cells, in their order.
func (g grid) valuesAt(cells []int) []int {
	values := make([]int, len(cells))
	for i, c := range cells {
		values[i] = g.v[c]
	}
	return values
}

// sum is the sum of the values of cells.
func (g grid) sum(cells []int) (sum int) {
	for _, c := range cells {
		sum += g.v[c]
	}
	return sum
}

// repeated are the cells whose value another of them has.
func (g grid) repeated(cells []int) (broken []int) {
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

// cellsUnless returns nil if the rule holds, else the cells.
func cellsUnless(holds bool, cells []int) []int {
	if holds {
		return nil
	}
	return cells
}

// Conflict is a rule that a grid breaks.
type Conflict struct {
	// Kind is that of the constraint, or row, column, box, region, given or value: what
	// the board itself asks for.
	Kind string
	// Constraint is its index in Constraints, -1 for what the board asks for.
	Constraint int
	// Cells are those that break it, where they can be told, else all of the constraint.
	Cells []int
}

// Name is what a person calls the rule.
func (b Conflict) Name() message.Message { return message.New("kind." + b.Kind) }

// Reason says what is wrong where filled cells break a rule of the puzzle.
func (p *Puzzle) Reason(b Conflict) message.Message {
	cells := p.Spoken(b.Cells)
	switch {
	case b.Constraint >= 0:
		k := KindNamed(b.Kind)
		return message.New("rules.broken", "name", k.Label(), "cells", cells, "rule", k.Rule())
	case b.Kind == "given":
		return message.New("rules.broken.given", "cells", cells)
	case b.Kind == "value":
		return message.New("rules.broken.value", "cells", cells, "low", p.Low, "high", p.High)
	}
	return message.New("rules.broken.house", "house", b.Name(), "cells", cells)
}

// Check is the rules that a full grid breaks, none if it is a solution. values has one
// value a cell, those of the groups included. The checkers share no code with the engine.
// The error is an *[Error] for a puzzle that Validate refuses, or grids of another length.
func (p *Puzzle) Check(values []int) ([]Conflict, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if len(values) != p.Cells() {
		return nil, &Error{Constraint: -1, What: message.New("rules.gridLength", "n", len(values), "cells", p.Cells())}
	}
	return p.fullConflicts(values), nil
}

func (p *Puzzle) fullConflicts(values []int) (all []Conflict) {
	g := grid{p, values}
	add := func(kind string, constraint int, cells []int) {
		if len(cells) > 0 {
			all = append(all, Conflict{kind, constraint, cells})
		}
	}
	for c, v := range values {
		if (v < p.Low || v > p.layerOf(c).high) && !p.IsHole(c) {
			add("value", -1, []int{c})
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, h := range p.houses() {
		add(h.kind, -1, g.repeated(h.cells))
	}
	for _, given := range p.Givens {
		if !slices.Contains(given.Values, values[given.Cell]) {
			add("given", -1, []int{given.Cell})
		}
	}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		add(c.Kind, i, g.brokenOf(c))
	}
	return all
}

// brokenOf is the cells that break one constraint.
func (g grid) brokenOf(c *Constraint) []int { return KindNamed(c.Kind).check(g, c) }
