package puzzle

import (
	"math"
	"slices"

	"nonet/message"
)

// Empty stands for the value of a cell that is still to be filled.
const Empty = -1

// partial says what a kind's checker can tell of a grid that is not full.
type partial uint8

const (
	// partialCells: nothing, until all its cells are filled; without any, the whole board.
	partialCells partial = iota
	// partialPairs: the rule is one of pairs, and holds of values that no cell can have.
	partialPairs
	// partialSubset: what holds of all its cells holds of any of them, in their order.
	partialSubset
	// partialRuns: what holds of all its cells holds of any that follow each other.
	partialRuns
	// partialEnds: what holds of all its cells holds of the first, the last and any others.
	partialEnds
	// partialMirror: what holds of all its cells holds of any of them and their mirrors.
	partialMirror
	// partialSets: what holds of its sets holds of some places of each, the same in all.
	partialSets
	// partialSum: its cells add up to Numbers[0].
	partialSum
	// partialWhole: nothing, as it looks at more than its cells.
	partialWhole
	// partialParts: what can be told of its parts.
	partialParts
)

// Conflicts is the rules that the filled cells break already, by their checkers. values has one
// value a cell, [Empty] where it is not filled; those of groups may be left out. A grid with
// no conflict need not lead to a solution. The error is that of [Puzzle.Check].
func (p *Puzzle) Conflicts(values []int) ([]Conflict, error) {
	all := make([]int, len(p.Constraints))
	for i := range all {
		all[i] = i
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	c := p.newChecker(all)
	return c.conflicts(values)
}

// A Checker finds what grids break, one after the other: rules of the board, givens and some of the
// constraints. Two goroutines must not use it at once.
type Checker struct{ inner checker }

// Checker returns a checker of the constraints with these indices. The error is that of
// [Puzzle.Check].
func (p *Puzzle) Checker(constraints []int) (*Checker, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Checker{p.newChecker(constraints)}, nil
}

// May tells the checker which values the open cells may still have: one set a cell, with bit i for
// the value Low+i; nil: any value. The checker keeps hold of sets.
func (c *Checker) May(sets []uint64) { c.inner.may = sets }

// Conflicts is [Puzzle.Conflicts] for the constraints of the checker.
func (c *Checker) Conflicts(values []int) ([]Conflict, error) { return c.inner.conflicts(values) }

// checker is the inside of a [Checker].
type checker struct {
	grid
	houses      []house
	constraints []int
	filled      []bool
	may         []uint64 // what open cells may be; nil: anything
	some        []int    // cells of a house
}

func (p *Puzzle) newChecker(constraints []int) checker {
	return checker{grid: grid{p, make([]int, p.Cells())}, houses: p.houses(), constraints: constraints, filled: make([]bool, p.Cells())}
}

func (k *checker) conflicts(values []int) (all []Conflict, err error) {
	p := k.Puzzle
	if len(values) != p.Cells() && len(values) != p.BoardCells() {
		return nil, &Error{Constraint: -1, What: message.New("rules.gridLength", "n", len(values), "cells", p.Cells())}
	}
	for cell := range k.v {
		// Empty cells have values that no rule of pairs puts together with another's: far from
		// each other, and none a multiple of another.
		k.v[cell] = math.MaxInt32/2 + 7919*cell
		if p.IsHole(cell) {
			k.filled[cell] = true
			continue
		}
		if k.filled[cell] = cell < len(values) && values[cell] != Empty; k.filled[cell] {
			k.v[cell] = values[cell]
			if v := values[cell]; v < p.Low || v > p.layerOf(cell).high {
				all = append(all, Conflict{"value", -1, []int{cell}})
			}
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	add := func(kind string, constraint int, cells []int) {
		if k.may == nil { // else what open cells may be breaks it, too
			cells = k.filledOf(cells)
		}
		if len(cells) > 0 {
			all = append(all, Conflict{kind, constraint, cells})
		}
	}
	for _, h := range k.houses {
		some := k.some[:0]
		for _, cell := range h.cells {
			if k.filled[cell] {
				some = append(some, cell)
			}
		}
		if k.some = some; len(some) > 1 {
			add(h.kind, -1, k.repeated(some))
		}
	}
	for _, given := range p.Givens {
		if k.filled[given.Cell] && !slices.Contains(given.Values, k.v[given.Cell]) {
			add("given", -1, []int{given.Cell})
		}
	}
	full := !slices.Contains(k.filled, false)
	for _, i := range k.constraints {
		c := &p.Constraints[i]
		if full {
			add(c.Kind, i, k.brokenOf(c))
		} else {
			add(c.Kind, i, k.early(c))
		}
	}
	return all, nil
}

func (k *checker) open(cell int) bool { return !k.filled[cell] }

func (k *checker) filledOf(cells []int) []int { return slices.DeleteFunc(slices.Clone(cells), k.open) }

// early is the cells that break a constraint already.
func (k *checker) early(c *Constraint) []int {
	kind := KindNamed(c.Kind)
	cells := c.allCells()
	switch {
	case kind.early != nil:
		return kind.early(k, c)
	case kind.partial == partialParts:
		return k.earlyOf(c)
	case kind.partial == partialWhole:
	case kind.partial == partialPairs, len(cells) > 0 && !slices.ContainsFunc(cells, k.open):
		return kind.check(k.grid, c)
	case kind.partial == partialSum:
		if filled := k.filledOf(c.Cells); k.missesSum(c, filled) {
			return filled
		}
	case kind.partial == partialRuns:
		return k.earlyRuns(kind, c)
	case kind.partial == partialMirror, kind.partial == partialSets:
		some := k.matched(c)
		return kind.check(k.grid, &some)
	case kind.partial == partialSubset, kind.partial == partialEnds && k.filled[c.Cells[0]] && k.filled[c.Cells[len(c.Cells)-1]]:
		some := *c
		some.Cells = k.filledOf(c.Cells)
		if len(some.Cells) == 0 {
			return nil
		}
		if kind.partial == partialSubset && kind.Form == FormNumber { // a sum, which is not yet reached
			if c.Numbers[0] != 0 && k.missesSum(c, some.Cells) {
				return some.Cells
			}
			some.Numbers = []int{0}
		}
		return kind.check(k.grid, &some)
	}
	return nil
}

// missesSum reports whether the filled cells exceed the sum or the others cannot reach it.
func (k *checker) missesSum(c *Constraint, filled []int) bool {
	least, most := k.reach(c.Cells)
	return least > c.Numbers[0] || most < c.Numbers[0]
}

// earlyRuns is the same of each run of filled cells.
func (k *checker) earlyRuns(kind *Kind, c *Constraint) (broken []int) {
	some := *c
	for i := 0; i < len(c.Cells); i++ {
		from := i
		for i < len(c.Cells) && k.filled[c.Cells[i]] {
			i++
		}
		if some.Cells = c.Cells[from:i]; len(some.Cells) > 1 {
			broken = append(broken, kind.check(k.grid, &some)...)
		}
	}
	return broken
}

// matched is a constraint without the cells that are open, or whose mirrors or places in another
// set are.
func (k *checker) matched(c *Constraint) Constraint {
	some := *c
	some.Cells = nil
	for i, cell := range c.Cells {
		if k.filled[cell] && k.filled[c.Cells[len(c.Cells)-1-i]] {
			some.Cells = append(some.Cells, cell)
		}
	}
	some.Sets = make([][]int, len(c.Sets))
	for i := range slices.Concat(c.Sets[:min(1, len(c.Sets))]...) {
		if !slices.ContainsFunc(c.Sets, func(set []int) bool { return !k.filled[set[i]] }) {
			for j, set := range c.Sets {
				some.Sets[j] = append(some.Sets[j], set[i])
			}
		}
	}
	return some
}

// earlyOf is the same of what has parts: all of them hold, or, in an Or, one.
func (k *checker) earlyOf(c *Constraint) (broken []int) {
	parts := c.Parts
	if c.Kind == replicate.Name {
		parts = k.copies(c)
	}
	for i := range parts {
		one := k.early(&parts[i])
		if c.Kind == or.Name && len(one) == 0 {
			return nil
		}
		broken = append(broken, one...)
	}
	return broken
}
