package variant

import (
	"math"
	"slices"

	"nonet/message"
)

// Empty stands for the value of a cell that is still to be filled.
const Empty = -1

// Partial says what a kind's checker can tell of a grid that is not full.
type Partial uint8

const (
	// PartialCells: nothing, until all its cells are filled; without any, the whole board.
	PartialCells Partial = iota
	// PartialPairs: the rule is one of pairs, and holds of values that no cell can have.
	PartialPairs
	// PartialSubset: what holds of all its cells holds of any of them, in their order.
	PartialSubset
	// PartialWhole: nothing, as it looks at more than its cells.
	PartialWhole
)

// Conflicts is the rules that the filled cells break already, by their checkers. values has one
// value a cell, [Empty] where it is not filled; those of groups may be left out. A grid with
// no conflict need not lead to a solution. The error is that of [Puzzle.Check].
func (p *Puzzle) Conflicts(values []int) ([]Broken, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if len(values) != p.Cells() && len(values) != p.BoardCells() {
		return nil, &Error{Constraint: -1, What: message.New("variant.gridLength", "n", len(values), "cells", p.Cells())}
	}
	filled := make([]bool, p.Cells())
	// Empty cells have values that no rule of pairs puts together with another's: far from
	// each other, and none a multiple of another.
	g := grid{p, make([]int, p.Cells())}
	full := true
	var all []Broken
	for cell := range g.v {
		g.v[cell] = math.MaxInt32/2 + 7919*cell
		if cell < len(values) && values[cell] != Empty {
			g.v[cell], filled[cell] = values[cell], true
			if v := values[cell]; v < p.Low || v > p.layerOf(cell).high {
				all = append(all, Broken{"value", -1, []int{cell}})
			}
		}
		full = full && filled[cell]
	}
	switch {
	case len(all) > 0:
		return all, nil
	case full:
		return p.broken(g.v), nil
	}
	open := func(cell int) bool { return !filled[cell] }
	add := func(kind string, constraint int, cells []int) {
		if cells = slices.DeleteFunc(slices.Clone(cells), open); len(cells) > 0 {
			all = append(all, Broken{kind, constraint, cells})
		}
	}
	for _, h := range p.houses() {
		add(h.kind, -1, g.repeated(h.cells))
	}
	for _, given := range p.Givens {
		if filled[given.Cell] && !slices.Contains(given.Values, g.v[given.Cell]) {
			add("given", -1, []int{given.Cell})
		}
	}
	for i := range p.Constraints {
		c := &p.Constraints[i]
		k := KindNamed(c.Kind)
		cells := c.all()
		switch {
		case k.Partial == PartialWhole:
		case k.Partial == PartialPairs, len(cells) > 0 && !slices.ContainsFunc(cells, open):
			add(c.Kind, i, k.check(g, c))
		case k.Partial == PartialSubset:
			some := *c
			some.Cells = slices.DeleteFunc(slices.Clone(c.Cells), open)
			if len(some.Cells) == 0 {
				continue
			}
			if k.Form == FormNumber { // a sum, which is not yet reached
				if c.Numbers[0] != 0 && g.sum(some.Cells) > c.Numbers[0] {
					add(c.Kind, i, some.Cells)
					continue
				}
				some.Numbers = []int{0}
			}
			add(c.Kind, i, k.check(g, &some))
		}
	}
	return all, nil
}
