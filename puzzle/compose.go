package puzzle

import (
	"slices"

	"nonet/message"
)

// This file has the kinds that combine other constraints, which are called their parts.

var or = Kind{
	Name:    "Or",
	partial: true,
	check:   findPartsConflict,
	Form:    FormParts,
	Example: ".Or.Thermo~R1C1~R1C2.Thermo~R1C2~R1C1.End",
	compile: func(b *builder, c *Constraint) {
		or := b.inOr
		b.inOr = true
		var ways []alternativeRule
		for i := range c.Parts {
			ways = append(ways, func(b *builder) { b.addConstraint(&c.Parts[i]) })
		}
		b.addAlternatives(ways)
		b.inOr = or
	},
}

var and = Kind{
	Name:    "And",
	partial: true,
	check:   findPartsConflict,
	Form:    FormParts,
	Example: ".Or.And.~R1C1_1.~R1C2_2.End.~R1C1_3.End",
	compile: func(b *builder, c *Constraint) {
		for i := range c.Parts {
			b.addConstraint(&c.Parts[i])
		}
	},
}

var replicate = Kind{
	Name:    "Replicate",
	extra:   useCells,
	partial: true,
	check:   findPartsConflict,
	Form:    FormParts, // the parts are written for the first cell; each further cell gets a copy, shifted to this cell
	Example: ".Replicate~H.Thermo~R1C1~R2C1.End",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if len(c.Cells) == 0 {
			return newMessage("rules.tooFew", "n", 0, "least", 1)
		}
		l := p.layerOf(c.Cells[0])
		row, column := l.rowAndColumnOf(c.Cells[0])
		for _, target := range c.Cells[1:] {
			if p.layerOf(target) != l {
				return newMessage("rules.layer", "cell", p.CellName(target))
			}
			down, right := l.rowAndColumnOf(target)
			for i := range c.Parts {
				for _, cell := range c.Parts[i].allCells() {
					r, columnHere := l.rowAndColumnOf(cell)
					if p.layerOf(cell) != l || l.cellAt(r+down-row, columnHere+right-column) < 0 {
						return newMessage("rules.shift", "cell", p.CellName(cell), "target", p.CellName(target))
					}
				}
			}
		}
		return nil
	},
	compile: func(b *builder, c *Constraint) {
		b.net.Spend(16 * countCopiedCells(c))
		copies := b.copyPartsToTargets(c)
		for i := range copies {
			b.addConstraint(&copies[i])
		}
	},
}

// allCells returns the cells that a constraint and its parts name.
func (c *Constraint) allCells() []int {
	cells := slices.Concat(append([][]int{c.Cells}, c.Sets...)...)
	for i := range c.Parts {
		cells = append(cells, c.Parts[i].allCells()...)
	}
	return cells
}

func (c *Constraint) mapCells(to func(cell int) int) Constraint {
	mapAll := func(cells []int) []int {
		if cells == nil {
			return nil
		}
		next := make([]int, len(cells))
		for i, cell := range cells {
			next[i] = to(cell)
		}
		return next
	}
	next := *c
	next.Cells = mapAll(c.Cells)
	next.Sets = slices.Clone(c.Sets)
	for i := range next.Sets {
		next.Sets[i] = mapAll(next.Sets[i])
	}
	next.Parts = slices.Clone(c.Parts)
	for i := range next.Parts {
		next.Parts[i] = c.Parts[i].mapCells(to)
	}
	return next
}

// mostCopied limits the number of cells in a constraint and its parts, counting every copy of a Replicate.
const mostCopied = 1 << 20

// countCopiedCells returns the number of cells in a constraint and its parts, counting every copy, plus one per
// constraint. If this exceeds mostCopied, the result is some number above mostCopied.
func countCopiedCells(c *Constraint) int {
	n := 0
	for i := range c.Parts {
		n += countCopiedCells(&c.Parts[i])
		if n > mostCopied {
			return n
		}
	}
	if c.Kind == "Replicate" {
		n *= max(1, len(c.Cells)) // no overflow: n stays below 2^40, because the text of a puzzle is limited
	}
	n += 1 + len(c.Cells)
	for _, set := range c.Sets {
		n += len(set)
	}
	return n
}

// copyPartsToTargets returns the copies of a Replicate's parts: all parts once for each target, shifted to it.
func (p *Puzzle) copyPartsToTargets(c *Constraint) (all []Constraint) {
	l := p.layerOf(c.Cells[0])
	row, column := l.rowAndColumnOf(c.Cells[0])
	for _, target := range c.Cells[1:] {
		down, right := l.rowAndColumnOf(target)
		for i := range c.Parts {
			all = append(all, c.Parts[i].mapCells(func(cell int) int {
				r, columnHere := l.rowAndColumnOf(cell)
				return l.cellAt(r+down-row, columnHere+right-column)
			}))
		}
	}
	return all
}
