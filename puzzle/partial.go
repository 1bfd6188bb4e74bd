package puzzle

import (
	"math"
	"slices"

	"nonet/message"
)

// Empty marks a cell without a value in a list of values.
const Empty = -1

// noValue is less than the numbers that stand for empty cells in a grid, and greater than all values.
const noValue = math.MaxInt32 / 2

func (g grid) isEmpty(cell int) bool { return g.v[cell] >= noValue }

func (g grid) isFull() bool { return slices.Max(g.v) < noValue }

// areDifferent reports whether two cells have different values. It returns false if one of them is empty.
func (g grid) areDifferent(a, b int) bool {
	return g.v[a] != g.v[b] && !g.isEmpty(a) && !g.isEmpty(b)
}

// Conflicts returns the rules that the filled cells already break, as the checkers of the kinds find them. `values` has
// a value for each cell, or [Empty] for a cell without one. The cells of groups may be omitted. A grid without
// conflicts may still have no solution. The error is an *[Error], as for [Puzzle.Check], but empty cells are no error.
func (p *Puzzle) Conflicts(values []int) ([]Conflict, error) {
	c, err := p.Checker(p.allConstraints())
	if err != nil {
		return nil, err
	}
	return c.Conflicts(values)
}

func (p *Puzzle) allConstraints() []int { return progression(0, 1, len(p.Constraints)) }

// Checker finds conflicts in one grid after another, for the board, the givens and a choice of constraints. Only one
// goroutine at a time may use it.
type Checker struct{ inner conflictChecker }

// Checker returns a checker for the constraints with these indices. The error is an *[Error] if Validate refuses the
// puzzle.
func (p *Puzzle) Checker(constraints []int) (*Checker, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Checker{p.newConflictChecker(constraints)}, nil
}

// Conflicts is like [Puzzle.Conflicts], for the checker's constraints.
func (c *Checker) Conflicts(values []int) ([]Conflict, error) { return c.inner.findConflicts(values) }

// conflictChecker does the work of a [Checker].
type conflictChecker struct {
	named *Puzzle // the puzzle as its author stated it, before withExplicitValues
	grid
	houses      []house
	constraints []int
	some        []int // scratch memory for the filled cells of a house
}

func (p *Puzzle) newConflictChecker(constraints []int) conflictChecker {
	return conflictChecker{named: p, grid: grid{p.withExplicitValues(), make([]int, p.Cells())}, houses: p.houses(), constraints: constraints}
}

func (k *conflictChecker) findConflicts(values []int) (all []Conflict, err error) {
	p := k.Puzzle
	if len(values) != p.Cells() && len(values) != p.BoardCells() {
		return nil, &Error{Constraint: -1, What: message.New("rules.gridLength", "n", len(values), "cells", p.Cells())}
	}
	for cell := range k.v {
		switch {
		case p.IsHole(cell):
			k.v[cell] = noValue - 1 // no value, and not empty
		case cell >= len(values) || values[cell] == Empty:
			k.v[cell] = noValue + cell // no two empty cells are equal
		default:
			v := values[cell]
			if k.v[cell] = v; v < p.Low || v > p.layerOf(cell).high {
				all = append(all, Conflict{"value", -1, []int{cell}})
			}
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	if len(values) == p.BoardCells() {
		k.fillValues()
	}
	add := func(kind string, constraint int, cells []int) {
		var once []int
		for _, cell := range k.named.toBoardCells(k.filledCellsOf(cells)) {
			if !slices.Contains(once, cell) {
				once = append(once, cell)
			}
		}
		if once != nil {
			all = append(all, Conflict{kind, constraint, once})
		}
	}
	for _, h := range k.houses {
		filled := k.some[:0]
		for _, cell := range h.cells {
			if !k.isEmpty(cell) {
				filled = append(filled, cell)
			}
		}
		if k.some = filled; len(filled) > 1 {
			add(h.kind, -1, k.repeatedCells(filled))
		}
	}
	for _, given := range p.Givens {
		if !k.isEmpty(given.Cell) && !slices.Contains(given.Values, k.v[given.Cell]) {
			add("given", -1, []int{given.Cell})
		}
	}
	for _, i := range k.constraints {
		add(k.named.Constraints[i].Kind, i, k.findConflict(&p.Constraints[i]))
	}
	return all, nil
}

// fillValues computes the value of each filled cell, and stores it for the matching cell of VAL. It does nothing if the
// solver must find the doubled cells.
func (k *conflictChecker) fillValues() {
	w, ok := k.findValueCells()
	if !ok || slices.ContainsFunc(k.Constraints, func(c Constraint) bool { return c.Kind == doublersName }) {
		return
	}
	for cell := range k.BoardCells() {
		if !k.isEmpty(cell) && !k.IsHole(cell) {
			k.v[w.first+cell] = k.v[cell] + w.plus
		}
	}
	for _, c := range k.Constraints {
		if c.Kind != multipliersName {
			continue
		}
		for _, cell := range c.Cells {
			if v := w.first + cell; !k.isEmpty(v) {
				k.v[v] = k.v[cell]*c.Numbers[0] + w.plus
			}
		}
	}
}

func (g grid) filledCellsOf(cells []int) []int {
	return slices.DeleteFunc(slices.Clone(cells), g.isEmpty)
}

// findConflict returns the filled cells that already break a constraint.
func (g grid) findConflict(c *Constraint) []int {
	kind := KindNamed(c.Kind)
	if !kind.findsEarly() {
		if cells := c.allCells(); len(cells) == 0 && !g.isFull() || slices.ContainsFunc(cells, g.isEmpty) {
			return nil
		}
	}
	if kind.pair != nil && kind.pair.transitive && slices.ContainsFunc(c.Cells, g.isEmpty) {
		reduced := *c
		if reduced.Cells = g.filledCellsOf(c.Cells); len(reduced.Cells) == 0 {
			return nil
		}
		c = &reduced
	}
	return kind.brokenCells(g, c)
}
