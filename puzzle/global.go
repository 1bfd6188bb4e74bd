package puzzle

import (
	"slices"

	"nonet/message"
)

// This file has the kinds about the whole board.

func (p *Puzzle) allTwoByTwoSquares() (all [][]int) {
	for r := range p.Rows - 1 {
		for c := range p.Columns - 1 {
			if square := p.Square(r*p.Columns + c); square != nil {
				all = append(all, square)
			}
		}
	}
	return all
}

var (
	globalEntropy = newSquareKind("GlobalEntropy", "global-entropy", entropyClassOf)
	globalMod     = newSquareKind("GlobalMod", "global-mod", remainderModulo3)
)

// newSquareKind returns a kind that requires values of all three classes in every 2×2 square. class returns the class
// of a value: 0, 1 or 2. `word` selects the kind for generated puzzles.
func newSquareKind(name, word string, class func(p *Puzzle, v int) int) Kind {
	return Kind{
		Name:    name,
		Form:    FormNone,
		Lay:     Lay{Words: []string{word}, alike: exchangeKeepsClasses(class)},
		check:   func(g grid, c *Constraint) []int { return findSquareConflicts(g, class) },
		partial: true,
		Example: "." + name,
		valid:   checkThreeEqualClasses,
		compile: func(b *builder, c *Constraint) {
			for _, square := range b.allTwoByTwoSquares() {
				for remainder := range 3 {
					set := b.valuesWhere(func(v int) bool { return class(b.Puzzle, v) == remainder })
					b.into.Count(cspCells(square), set, 1, 2)
				}
			}
		},
	}
}

var dutchFlatmates = Kind{
	Name:    "DutchFlatmates",
	Form:    FormNone,
	Lay:     Lay{Words: []string{"dutch-flatmates"}, alike: exchangeKeepsValues(1, 5, 9)},
	Example: ".DutchFlatmates",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Low != 1 || p.High != 9 {
			return newMessage("rules.oneToNine")
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		for _, cell := range g.cellsOfBoard() {
			upper, lower := cell-g.Columns, cell+g.Columns
			one := upper >= 0 && g.v[upper] == 1 && !g.IsHole(upper)
			nine := lower < g.BoardCells() && g.v[lower] == 9 && !g.IsHole(lower)
			if g.v[cell] == 5 && !one && !nine {
				broken = append(broken, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		board := b.layerOf(0)
		for _, cell := range b.cellsOfBoard() {
			row, column := board.rowAndColumnOf(cell)
			ways := []alternativeRule{func(b *builder) { b.restrictValues([]int{cell}, func(v int) bool { return v != 5 }) }}
			if upper := board.cellAt(row-1, column); upper >= 0 {
				ways = append(ways, func(b *builder) { b.restrictValues([]int{upper}, func(v int) bool { return v == 1 }) })
			}
			if lower := board.cellAt(row+1, column); lower >= 0 {
				ways = append(ways, func(b *builder) { b.restrictValues([]int{lower}, func(v int) bool { return v == 9 }) })
			}
			b.addAlternatives(ways)
		}
	},
}

// doppelganger uses three groups: DGR for the values that columns lack, DGC for those that rows lack, and DGB for those
// that boxes lack. The names are those of Interactive Sudoku Solver, which also uses DGC for rows and DGR for columns.
var doppelganger = Kind{
	Name:    "Doppelganger",
	Form:    FormNone,
	Example: ".Shape~9x9~0-9.Doppelganger",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Rows != p.Columns || p.Low != 0 || p.High != p.Rows || p.Free {
			return newMessage("rules.doppelganger")
		}
		for _, name := range []string{"DGC", "DGR"} {
			if l, ok := p.layerNamed(name); !ok || l.count != p.Rows {
				return newMessage("rules.group", "name", name)
			}
		}
		if l, ok := p.layerNamed("DGB"); p.Box.Rows > 0 && (!ok || l.count != len(p.boxes())) {
			return newMessage("rules.group", "name", "DGB")
		}
		return nil
	},
	check: func(g grid, c *Constraint) (broken []int) {
		var missing [3][]int // the values that do not occur in each row, each column and each box
		for kind, cells := range g.rowsColumnsAndBoxes() {
			group, _ := g.layerNamed([...]string{"DGC", "DGR", "DGB"}[kind])
			for i, house := range cells {
				lacks := -1
				for v := g.Low; v <= g.High; v++ {
					if !slices.Contains(g.valuesAt(house), v) {
						lacks = v
					}
				}
				missing[kind] = append(missing[kind], lacks)
				if lacks == 0 || slices.Contains(missing[kind][:i], lacks) {
					broken = append(broken, house...)
				}
				if g.v[group.first+i] != lacks {
					broken = append(broken, group.first+i)
				}
			}
		}
		boxes := g.boxes()
		for _, cell := range g.cellsOfBoard() {
			if g.v[cell] != 0 {
				continue
			}
			lacks := []int{missing[0][cell/g.Columns], missing[1][cell%g.Columns]}
			for i, box := range boxes {
				if slices.Contains(box, cell) {
					lacks = append(lacks, missing[2][i])
				}
			}
			slices.Sort(lacks)
			if n := len(lacks); len(slices.Compact(lacks)) < n {
				broken = append(broken, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		var lacks [3]layer
		boxOf := map[int]int{}
		for kind, houses := range b.rowsColumnsAndBoxes() {
			lacks[kind], _ = b.layerNamed([...]string{"DGC", "DGR", "DGB"}[kind])
			for i, house := range houses {
				b.requireDistinct(append(slices.Clone(house), lacks[kind].first+i))
				if kind == 2 {
					for _, cell := range house {
						boxOf[cell] = i
					}
				}
			}
			b.restrictValues(lacks[kind].cells(), func(v int) bool { return v != 0 })
			b.requireDistinct(lacks[kind].cells())
		}
		for _, cell := range b.cellsOfBoard() {
			indices := []int{lacks[0].first + cell/b.Columns, lacks[1].first + cell%b.Columns}
			if box, in := boxOf[cell]; in {
				indices = append(indices, lacks[2].first+box)
			}
			b.addAlternatives([]alternativeRule{
				func(b *builder) { b.restrictValues([]int{cell}, func(v int) bool { return v != 0 }) },
				func(b *builder) { b.requireDistinct(indices) },
			})
		}
	},
}

// rowsColumnsAndBoxes returns the cells of each row, of each column and, if the board has boxes, of each box.
func (p *Puzzle) rowsColumnsAndBoxes() [][][]int {
	var rows, columns [][]int
	for i := range p.Rows {
		rows, columns = append(rows, p.row(i)), append(columns, p.column(i))
	}
	if p.Box.Rows == 0 {
		return [][][]int{rows, columns}
	}
	return [][][]int{rows, columns, p.boxes()}
}
