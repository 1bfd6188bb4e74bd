package puzzle

import (
	"slices"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds that give cells a value other than their digit. The group VAL has the value of each cell of
// the board: the digit times a factor. No cell of a puzzle can have a value below Low, which is at least 1 here. So if
// a factor is 0 or -1, the cells of VAL hold the value plus a constant. Rules about sums read values. Rules of lines
// and dots read values if the Text of the constraint with the factors is "lines". All other rules read digits.
// [Puzzle.withExplicitValues] turns each rule about values into a rule about cells of VAL. Checkers and searches use
// the puzzle that it returns.

const (
	doublersName    = "Doublers"
	multipliersName = "Multipliers"
)

// lines is a Text of a Doublers or Multipliers constraint. With it, lines and dots compare multiplied values instead of
// digits.
const lines = "lines"

var doublers = Kind{
	Name:    doublersName,
	extra:   useNumbers | useText, // the factors; every row, column and box has one cell with each factor; without numbers, the only factor is 2
	Form:    FormNone,
	Example: ".Doublers",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		if p.Free {
			return newMessage("rules.free")
		}
		n := 0
		for i := range p.Constraints {
			if modifiesValues(p.Constraints[i].Kind) {
				n++
			}
		}
		if n > 1 {
			return newMessage("rules.oneModifier")
		}
		return p.checkFactors(c, factorsOf(c))
	},
	check: func(g grid, c *Constraint) (broken []int) {
		w, _ := g.findValueCells()
		factors := factorsOf(c)
		const none = mostFactor + 1
		with := make([]int, g.BoardCells()) // for each cell, its factor; 1 for a cell without a factor
		for cell := range with {
			for _, f := range append(factors, 1) {
				if g.v[w.first+cell] == f*g.v[cell]+w.plus {
					with[cell] = f
					break
				}
				with[cell] = none
			}
			if with[cell] == none {
				broken = append(broken, w.first+cell)
			}
		}
		for _, f := range factors {
			var digits []int
			for _, cells := range g.cellsOfHouses() {
				var own []int
				for _, cell := range cells {
					if with[cell] == f {
						own = append(own, cell)
					}
				}
				if len(own) != 1 {
					broken = append(broken, cells...)
				}
			}
			for cell, other := range with {
				if other == f {
					if slices.Contains(digits, g.v[cell]) {
						broken = append(broken, cell)
					}
					digits = append(digits, g.v[cell])
				}
			}
		}
		return distinctCells(broken)
	},
	compile: func(b *builder, c *Constraint) {
		w, _ := b.findValueCells()
		factors := factorsOf(c)
		// For each cell and factor there is a hidden cell. It holds the cell's digit if the cell has this factor.
		// Otherwise it holds none, a value that is no digit.
		none := b.High + 1
		digits := b.valuesWhere(func(v int) bool { return v >= b.Low && v <= b.High })
		products := make([][]csp.Cell, len(factors))
		type state struct{ read, factor, digit int }
		for cell := range b.BoardCells() {
			if b.alone { // a network for pieces has no hidden cells
				b.addKeyedPair(key{"worth " + numbersText(factors), w.plus, 0, 0}, cell, w.first+cell, func(x, y int) bool {
					return y == x+w.plus || slices.Contains(factors, (y-w.plus)/max(1, x)) && (y-w.plus)%max(1, x) == 0
				})
				continue
			}
			var scope []csp.Cell
			for i := range factors {
				products[i] = append(products[i], b.net.AddHiddenCell(digits|b.net.SetOf(none)))
				scope = append(scope, products[i][cell])
			}
			scope = append(scope, cspCell(cell), cspCell(w.first+cell))
			b.into.Automaton(scope, b.cachedAutomaton(sharedKey{key: key{"doublers", none, w.plus, 0}, text: numbersText(factors), length: -1}, func() *csp.Automaton {
				return b.newAutomaton(state{0, 1, none}, func(before any, v int) (any, bool) {
					s := before.(state)
					s.read++
					switch index := s.read - 1 - len(factors); {
					case index < 0 && v == none:
						return s, true
					case index < 0: // the cell may have only one factor
						last := s
						s.factor, s.digit = factors[s.read-1], v
						return s, last.digit == none && v <= b.High
					case index == 0:
						fits := s.digit == none || s.digit == v
						s.digit = v
						return s, fits
					default:
						return s, index == 1 && v == s.factor*s.digit+w.plus
					}
				}, func(s any) bool { return s.(state).read == len(factors)+2 })
			}))
		}
		if b.alone {
			return
		}
		for _, hidden := range products {
			for _, cells := range b.cellsOfHouses() {
				own := make([]csp.Cell, len(cells))
				for i, cell := range cells {
					own[i] = hidden[cell]
				}
				b.into.Count(own, digits, 1, 1)
			}
			for v := b.Low; v <= b.High; v++ {
				least := 0
				if b.Rows == b.Values() {
					least = 1
				}
				b.into.Count(hidden, b.net.SetOf(v), least, 1)
			}
		}
	},
}

func (p *Puzzle) cellsOfHouses() (all [][]int) {
	for _, h := range p.houses() {
		all = append(all, h.cells)
	}
	return all
}

var multipliers = Kind{
	Name:    multipliersName,
	extra:   useText,
	Form:    FormNumber,
	Draw:    Look{Shape: ShapeArea, Colour: "yellow", Sign: "×"},
	Usual:   2,
	Example: ".Multipliers~2~R1C1~R5C5",
	valid: func(p *Puzzle, c *Constraint) *message.Message {
		for _, cell := range c.Cells {
			if cell >= p.BoardCells() {
				return newMessage("rules.onBoard", "cell", p.CellName(cell))
			}
			for i := range p.Constraints {
				if other := &p.Constraints[i]; other.Kind == doublersName || other.Kind == c.Kind && slices.Contains(other.Cells, cell) && !slices.Equal(other.Numbers, c.Numbers) {
					return newMessage("rules.oneModifier")
				}
			}
		}
		return p.checkFactors(c, c.Numbers)
	},
	check: func(g grid, c *Constraint) (broken []int) {
		w, _ := g.findValueCells()
		any := g.multipliedCells()
		for _, cell := range g.cellsOfBoard() {
			f := 1
			if slices.Contains(c.Cells, cell) {
				f = c.Numbers[0]
			} else if slices.Contains(any, cell) {
				continue
			}
			if v := w.first + cell; !g.isEmpty(cell) && !g.isEmpty(v) && g.v[v] != f*g.v[cell]+w.plus {
				broken = append(broken, v)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		w, _ := b.findValueCells()
		times := func(cell, f int) {
			if f == 1 && w.plus == 0 && !b.alone {
				b.into.Equal(cspCell(cell), cspCell(w.first+cell))
				return
			}
			b.addKeyedPair(key{"multiplier", f, w.plus, 0}, cell, w.first+cell, func(x, y int) bool { return y == f*x+w.plus })
		}
		for _, cell := range c.Cells {
			times(cell, c.Numbers[0])
		}
		isFirst := func(other Constraint) bool { return other.Kind == c.Kind }
		if i := slices.IndexFunc(b.Constraints, isFirst); i >= 0 && c != &b.Constraints[i] {
			return // the first constraint of the kind handles the cells without a factor
		}
		any := b.multipliedCells()
		for cell := range b.BoardCells() { // also the holes, so that their values are fixed
			if !slices.Contains(any, cell) {
				times(cell, 1)
			}
		}
	},
}

func (p *Puzzle) multipliedCells() (cells []int) {
	for i := range p.Constraints {
		if c := &p.Constraints[i]; c.Kind == multipliersName {
			cells = append(cells, c.Cells...)
		}
	}
	return cells
}

// modifiesValues reports whether constraints of a kind give cells values other than their digits.
func modifiesValues(kind string) bool { return kind == doublersName || kind == multipliersName }

func factorsOf(c *Constraint) []int {
	if len(c.Numbers) == 0 {
		return []int{2}
	}
	return c.Numbers
}

// groupOfValues is the name of the group with the value of each cell of the board.
const groupOfValues = "VAL"

const mostFactor = 9

// checkFactors refuses impossible factors or words, a board with the digit 0, and a board without a suitable group VAL.
// It also refuses a rule that could mean either digits or values.
func (p *Puzzle) checkFactors(c *Constraint, factors []int) *message.Message {
	l, ok := p.layerNamed(groupOfValues)
	if p.Low < 1 {
		return newMessage("rules.digitZero")
	}
	w, _ := p.findValueCells()
	for i, f := range factors {
		if f < -1 || f > mostFactor || f == 1 || slices.Contains(factors[:i], f) {
			return newMessage("rules.factor", "n", f, "most", mostFactor)
		}
		if !ok || l.count != p.BoardCells() || l.high < max(f, 1)*p.High+max(w.plus, 1) {
			return newMessage("rules.group", "name", groupOfValues)
		}
	}
	if c.Text != "" && c.Text != lines {
		return newMessage("rules.word", "word", c.Text, "choices", lines)
	}
	for i := range p.Constraints {
		if k := w.findUnsupportedKind(p, &p.Constraints[i]); k != nil {
			return newMessage("rules.noValues", "kind", k.Label())
		}
	}
	return nil
}

// valueCells describes the cells of the group VAL, which hold the values of the board's cells.
type valueCells struct {
	first int  // the first cell of the group VAL
	plus  int  // the constant that VAL adds to each value so that it is at least 1
	lines bool // rules of lines and dots compare values, not digits
}

// offsetOf returns the constant that VAL adds to each value.
func offsetOf(factors []int, high int) int {
	switch least := slices.Min(append(factors[:len(factors):len(factors)], 1)); {
	case least < 0:
		return 1 + high
	case least == 0:
		return 1
	}
	return 0
}

// findValueCells returns the cells that hold the values of the board's cells. ok is false if the value of each
// cell is its digit.
func (p *Puzzle) findValueCells() (w valueCells, ok bool) {
	if len(p.Groups) == 0 {
		return w, false
	}
	l, ok := p.layerNamed(groupOfValues)
	if !ok {
		return w, false
	}
	w.first, ok = l.first, false
	for i := range p.Constraints {
		c := &p.Constraints[i]
		if modifiesValues(c.Kind) {
			ok = true
			w.lines = w.lines || c.Text == lines
			w.plus = max(w.plus, offsetOf(c.Numbers, p.High))
		}
	}
	return w, ok
}

// withExplicitValues returns a copy of the puzzle in which each rule about values is a rule about cells of the group
// VAL. The constraints keep their order. If no constraint gives cells a factor, the result is the puzzle itself.
func (p *Puzzle) withExplicitValues() *Puzzle {
	w, ok := p.findValueCells()
	if !ok {
		return p
	}
	next := *p
	next.Constraints = make([]Constraint, len(p.Constraints))
	for i := range next.Constraints {
		next.Constraints[i] = w.constraintOnValueCells(p, &p.Constraints[i])
	}
	return &next
}

// toBoardCells returns the cells, with each cell of VAL replaced by its cell on the board.
func (p *Puzzle) toBoardCells(cells []int) []int {
	w, ok := p.findValueCells()
	if !ok {
		return cells
	}
	own := slices.Clone(cells)
	for i, cell := range own {
		if cell >= w.first && cell < w.first+p.BoardCells() {
			own[i] -= w.first
		}
	}
	return own
}

// comparing lists the kinds of lines and dots whose rule can compare values instead of digits. dividingV lists the
// kinds in comparing that are about a ratio. If VAL adds a constant to the values, their ratio changes.
var (
	comparing = []*Kind{&thermo, &slowThermo, &whisper, &palindrome, &greaterThan, &difference, &whiteDot, &blackDot, &ratio}
	dividingV = []*Kind{&blackDot, &ratio}
)

// findUnsupportedKind returns the kind of the constraint, or of one of its parts, if the rule is ambiguous when cells
// have factors. Otherwise it returns nil.
func (w valueCells) findUnsupportedKind(p *Puzzle, c *Constraint) *Kind {
	for i := range c.Parts {
		if k := w.findUnsupportedKind(p, &c.Parts[i]); k != nil {
			return k
		}
	}
	k := KindNamed(c.Kind)
	none := []*Kind{&lunchbox, &rellikCage, &pillArrow, &strictXV}
	if w.plus > 0 {
		none = append(none, &sumLine, &differentSums)
		if w.lines {
			none = append(none, dividingV...)
		}
	}
	if w.lines {
		none = append(none, &renban, &nabner, &between, &lockout, &modular, &entropic, &strictKropki, &strictDifference, &strictRatio, &antiConsecutive)
	}
	if k == &sandwich && len(c.Cells) != p.Values() || slices.Contains(none, k) {
		return k
	}
	return nil
}

// constraintOnValueCells returns the constraint itself if it is about digits. A rule about values becomes a rule about
// cells of VAL. A constraint that names cells beside the board stays as it is.
func (w valueCells) constraintOnValueCells(p *Puzzle, c *Constraint) Constraint {
	if KindNamed(c.Kind).Form == FormParts {
		next := *c
		if next.Parts = slices.Clone(c.Parts); c.Kind == replicate.Name {
			next = Constraint{Kind: and.Name, Parts: p.copyPartsToTargets(c)}
		}
		for i := range next.Parts {
			next.Parts[i] = w.constraintOnValueCells(p, &next.Parts[i])
		}
		return next
	}
	if slices.ContainsFunc(c.allCells(), func(cell int) bool { return cell >= p.BoardCells() }) {
		return *c
	}
	switch k := KindNamed(c.Kind); {
	case k == &sumTen || k == &sumFive:
		var list []Constraint
		for _, at := range p.Sides(c.Cells) {
			list = append(list, w.totalConstraint(k.pair.number, at[:]))
		}
		return newAndConstraint(list...)
	case k == &xSum:
		return w.explicitXSum(p, c.Cells, c.Numbers[0])
	case k == &sandwich:
		return w.explicitSandwich(p, c.Cells, c.Numbers[0])
	case k.equal != nil:
		var list []Constraint
		sets := k.equal(p, c)
		for _, set := range sets[min(1, len(sets)):] {
			list = append(list, w.sumConstraint(weightedSum{cells: set, less: sets[0], totals: []int{0}}))
		}
		return newAndConstraint(list...)
	case k.sum != nil:
		switch s := k.sum(p, c); {
		case s.totals == nil:
		case k.distinct:
			return newAndConstraint(Constraint{Kind: allDifferent.Name, Cells: distinctCells(c.Cells)}, w.sumConstraint(s))
		default:
			return w.sumConstraint(s)
		}
	case k == &differentSums || k == &sumLine || w.lines && slices.Contains(comparing, k):
		return w.onValueCells(c)
	}
	return *c
}

// explicitXSum returns an Or with one alternative for each value n of the first cell: the first n cells add up to sum.
func (w valueCells) explicitXSum(p *Puzzle, cells []int, sum int) Constraint {
	var ways []Constraint
	for n := max(1, p.Low); n <= min(len(cells), p.High); n++ {
		ways = append(ways, newAndConstraint(valueRule(cells[0], n), w.totalConstraint(sum, cells[:n])))
	}
	return Constraint{Kind: or.Name, Parts: ways}
}

// explicitSandwich returns an Or with one alternative for each pair of cells that may hold the least and the greatest
// value: the cells between them add up to sum.
func (w valueCells) explicitSandwich(p *Puzzle, cells []int, sum int) Constraint {
	var ways []Constraint
	for i, one := range cells {
		for j, two := range cells[i+1:] {
			between := noConstraint()
			if inner := cells[i+1 : i+1+j]; len(inner) > 0 {
				between = w.totalConstraint(sum, inner)
			} else if sum != 0 {
				continue
			}
			ways = append(ways, newAndConstraint(valueRule(one, p.Low), valueRule(two, p.High), between), newAndConstraint(valueRule(one, p.High), valueRule(two, p.Low), between))
		}
	}
	return Constraint{Kind: or.Name, Parts: ways}
}

func noConstraint() Constraint { return Constraint{Kind: nothing.Name} }

func newAndConstraint(list ...Constraint) Constraint {
	switch len(list) {
	case 0:
		return noConstraint()
	case 1:
		return list[0]
	}
	return Constraint{Kind: and.Name, Parts: list}
}

func valueRule(cell, value int) Constraint {
	return Constraint{Kind: given.Name, Cells: []int{cell}, Numbers: []int{value}}
}

func (w valueCells) onValueCells(c *Constraint) Constraint {
	return c.mapCells(func(cell int) int { return w.first + cell })
}

// sumConstraint returns a constraint that requires the condition of the values of the cells, instead of their digits.
func (w valueCells) sumConstraint(s weightedSum) Constraint {
	next := Constraint{Kind: freeSum.Name}
	var times []int
	shift := 0
	for _, t := range s.terms() {
		next.Cells, times = append(next.Cells, w.first+int(t.Cell)), append(times, t.Coefficient)
		shift += w.plus * t.Coefficient
	}
	for _, n := range s.totals {
		next.Numbers = append(next.Numbers, n+shift)
	}
	if len(s.totals) > 1 {
		next.Kind = sumAmong.Name
	} else {
		next.Numbers = append(next.Numbers, times...)
	}
	return next
}

func (w valueCells) totalConstraint(total int, cells []int) Constraint {
	return w.sumConstraint(weightedSum{cells: cells, totals: []int{total}})
}
