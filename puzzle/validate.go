package puzzle

import (
	"slices"
	"strings"

	"nonet/message"
)

// Validate returns an *[Error] if the puzzle is not well-formed: the board is impossible, a cell or a kind does not
// exist, or an argument is invalid. The error names the cells concerned. A valid puzzle need not have a solution; see
// [Puzzle.Contradiction].
func (p *Puzzle) Validate() error {
	if err := p.invalidError(); err != nil {
		return err
	}
	return nil
}

// CheckConstraint returns an *[Error] if the constraint is not valid on this board, and nil if it
// may be added.
func (p *Puzzle) CheckConstraint(c *Constraint) error {
	if err := p.constraintError(c, 0); err != nil {
		return err
	}
	return nil
}

func (p *Puzzle) invalidError() *Error {
	board := func(cells []int, key string, args ...any) *Error {
		return &Error{Constraint: -1, Cells: p.CellNames(cells), What: message.New(key, args...)}
	}
	if p.Rows < 1 || p.Columns < 1 || p.Rows > Most || p.Columns > Most {
		return board(nil, "rules.board", "rows", p.Rows, "columns", p.Columns, "most", Most)
	}
	if p.Low < 0 || p.High < p.Low || p.High > MostValue || p.Values() > Most {
		return board(nil, "rules.values", "low", p.Low, "high", p.High, "most", Most, "greatest", MostValue)
	}
	if longer := max(p.Rows, p.Columns); !p.Free && p.Values() < longer {
		return board(nil, "rules.fewValues", "n", p.Values(), "cells", longer)
	}
	n, err := p.groupsError(board)
	if err != nil {
		return err
	}
	for i, cell := range p.Holes {
		if cell < 0 || cell >= p.BoardCells() || i > 0 && cell <= p.Holes[i-1] || len(p.Holes) == p.BoardCells() {
			return board(nil, "rules.badHoles")
		}
	}
	if err = p.regionsError(board); err == nil {
		err = p.givensError(n, board)
	}
	if err != nil {
		return err
	}
	if wrong := p.weightsError(p.Weights); p.Weights != nil && wrong != nil {
		return wrong
	}
	if len(p.Constraints) > mostConstraints {
		return board(nil, "rules.constraints", "n", len(p.Constraints), "most", mostConstraints)
	}
	inOr := p.kindsInOr()
	for i := range p.Constraints {
		if err := p.topConstraintError(i, inOr); err != nil {
			return err
		}
	}
	return nil
}

// topConstraintError returns the fault of constraint i of the puzzle, or nil. inOr is the result of kindsInOr.
func (p *Puzzle) topConstraintError(i int, inOr []*Kind) *Error {
	err := p.constraintError(&p.Constraints[i], 0)
	if err == nil && len(inOr) > 0 {
		err = checkMarksInOr(&p.Constraints[i], inOr)
	}
	if err != nil {
		err.Constraint = i
	}
	return err
}

// groupsError returns the number of cells, including those of groups. If a group is invalid, it returns an error for
// the first such group. The function `board` makes the error.
func (p *Puzzle) groupsError(board func(cells []int, key string, args ...any) *Error) (n int, err *Error) {
	n = p.BoardCells()
	for i, g := range p.Groups {
		low := g.High
		if g.High == 0 {
			low = p.Low
		}
		if g.Name == groupOfValues && g.High-p.Low >= Most {
			return n, board(nil, "rules.manyValues", "n", g.High-1, "most", Most-2+p.Low)
		}
		if g.Count < 1 || g.Count > MostCells-n || g.Columns < 0 || g.Columns > MostCells || low < p.Low || g.High-p.Low >= Most || !isGroupName(g.Name) ||
			slices.ContainsFunc(p.Groups[:i], func(other Group) bool { return other.Name == g.Name }) {
			return n, board(nil, "rules.badGroup", "name", g.Name)
		}
		n += g.Count
	}
	return n, nil
}

// givensError returns an error for the first given whose cell does not exist, whose cell is a hole, or whose value is
// impossible. n is the number of cells. The function `board` makes the error.
func (p *Puzzle) givensError(n int, board func(cells []int, key string, args ...any) *Error) *Error {
	for _, g := range p.Givens {
		if g.Cell < 0 || g.Cell >= n {
			return board(nil, "rules.cell", "n", g.Cell)
		}
		if p.IsHole(g.Cell) {
			return board([]int{g.Cell}, "rules.hole")
		}
		high := p.layerOf(g.Cell).high
		for _, v := range g.Values {
			if v < p.Low || v > high {
				return board([]int{g.Cell}, "rules.value", "value", v, "low", p.Low, "high", high)
			}
		}
	}
	return nil
}

// mostConstraints limits the number of constraints of a puzzle. Parts do not count.
const mostConstraints = 20_000

// checkMarksInOr refuses a rule about unmarked neighbours if one of its marks is within an Or.
func checkMarksInOr(c *Constraint, inOr []*Kind) *Error {
	for _, mark := range KindNamed(c.Kind).marks {
		if slices.Contains(inOr, KindNamed(mark)) {
			return &Error{Kind: c.Kind, What: message.New("rules.markInOr", "kind", message.New("kind."+mark))}
		}
	}
	for i := range c.Parts {
		if err := checkMarksInOr(&c.Parts[i], inOr); err != nil {
			return err
		}
	}
	return nil
}

// kindsInOr returns the kinds of all constraints within an Or.
func (p *Puzzle) kindsInOr() (all []*Kind) {
	var visit func(parts []Constraint, inOr bool)
	visit = func(parts []Constraint, inOr bool) {
		for i := range parts {
			c := &parts[i]
			if inOr {
				if k := KindNamed(c.Kind); k != nil && !slices.Contains(all, k) {
					all = append(all, k)
				}
			}
			visit(c.Parts, inOr || c.Kind == "Or")
		}
	}
	visit(p.Constraints, false)
	return all
}

// isGroupName reports whether a name can be the name of a group: up to 19 capital letters.
func isGroupName(name string) bool {
	for _, c := range []byte(name) {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return len(name) > 0 && len(name) < 20
}

func (p *Puzzle) regionsError(board func(cells []int, key string, args ...any) *Error) *Error {
	if b := p.Box; b != (Box{}) && (b.Rows < 1 || b.Columns < 1 || p.Rows%b.Rows != 0 || p.Columns%b.Columns != 0) {
		return board(nil, "rules.box", "rows", b.Rows, "columns", b.Columns)
	}
	if n := p.Box.Rows * p.Box.Columns; n > p.Values() {
		return board(p.boxes()[0], "rules.regionSize", "n", n, "size", p.Values())
	}
	if p.RegionSize < 0 || p.RegionSize > p.BoardCells() {
		return board(nil, "rules.size", "n", p.RegionSize)
	}
	indexOf := map[int]bool{}
	for _, cells := range p.Regions {
		for i, cell := range cells {
			switch {
			case cell < 0 || cell >= p.BoardCells():
				return board(nil, "rules.cell", "n", cell)
			case p.IsHole(cell):
				return board([]int{cell}, "rules.hole")
			case slices.Contains(cells[:i], cell):
				return board([]int{cell}, "rules.cellTwice")
			case indexOf[cell]:
				return board([]int{cell}, "rules.overlap")
			}
		}
		for _, cell := range cells {
			indexOf[cell] = true
		}
		if len(cells) != p.Size() {
			return board(cells, "rules.regionSize", "n", len(cells), "size", p.Size())
		}
		if len(cells) > p.Values() {
			return board(cells, "rules.tooMany", "n", len(cells), "values", p.Values())
		}
	}
	return nil
}

// wholeBoard lists the kinds that need whole rows and columns. They are not allowed on a board with holes.
var wholeBoard = []string{"Windoku", "DisjointSets", "FullRank", "FullRankTies", "Indexing", "Doppelganger", "ChaosConstruction", doublersName}

// mostDepth limits the nesting of constraints.
const mostDepth = 8

// constraintError returns the error of an invalid constraint, or nil. depth is the number of constraints that contain
// it.
func (p *Puzzle) constraintError(c *Constraint, depth int) *Error {
	k := KindNamed(c.Kind)
	if k == nil {
		return unknownKindError(c.Kind)
	}
	err := p.placeError(k, c, depth)
	if err == nil {
		err = p.cellsError(k, c)
	}
	if err != nil {
		return err
	}
	what := checkArguments(k, c)
	if what == nil && k.Form == FormClue && !p.isWholeLine(c.Cells) {
		what = newMessage("rules.notLine")
	}
	if what == nil && k.valid != nil {
		what = k.valid(p, c)
	}
	if what != nil {
		return p.newConstraintError(c, *what)
	}
	for i := range c.Parts {
		if err := p.constraintError(&c.Parts[i], depth+1); err != nil {
			return err
		}
	}
	return nil
}

// newConstraintError returns an error that names the cells of a constraint that exist on the board.
func (p *Puzzle) newConstraintError(c *Constraint, what message.Message) *Error {
	return &Error{Kind: c.Kind, Cells: p.CellNames(p.existingCells(c.Cells)), What: what}
}

// mostKindName limits the characters of an unknown kind's name in an error.
const mostKindName = 60

// unknownKindError returns the error for a name that no kind has. Names must match exactly.
func unknownKindError(name string) *Error {
	for _, k := range table {
		if strings.EqualFold(k.Name, name) {
			return &Error{What: message.New("rules.kindCase", "kind", name, "name", k.Name)}
		}
	}
	if shown := []rune(name); len(shown) > mostKindName {
		name = string(shown[:mostKindName]) + "…"
	}
	return &Error{What: message.New("rules.unknownKind", "kind", name)}
}

// placeError returns an error if the constraint is impossible on this board, or not allowed inside `depth` other
// constraints.
func (p *Puzzle) placeError(k *Kind, c *Constraint, depth int) *Error {
	switch {
	case depth > mostDepth:
		return p.newConstraintError(c, message.New("rules.deep", "most", mostDepth))
	case depth == 0 && countCopiedCells(c) > mostCopied:
		return &Error{Kind: c.Kind, What: message.New("rules.copies", "most", mostCopied)}
	case depth > 0 && modifiesValues(c.Kind):
		return p.newConstraintError(c, message.New("rules.part.whole"))
	case len(p.Holes) > 0 && slices.Contains(wholeBoard, c.Kind):
		return p.newConstraintError(c, message.New("rules.withHoles"))
	case k.closed == closedRefused && isClosed(c.Cells):
		return p.newConstraintError(c, message.New("rules.closed"))
	}
	return nil
}

// cellsError returns an error if a constraint names a hole, a cell that does not exist, or a cell twice. Some kinds
// permit a cell twice.
func (p *Puzzle) cellsError(k *Kind, c *Constraint) *Error {
	cells := c.Cells
	if k.closed == closedSet && isClosed(cells) {
		cells = cells[1:]
	}
	for n := -1; n < len(c.Sets); n++ {
		if n >= 0 {
			cells = c.Sets[n]
		}
		for i, cell := range cells {
			switch {
			case cell < 0 || cell >= p.Cells():
				return p.newConstraintError(c, message.New("rules.cell", "n", cell))
			case p.IsHole(cell):
				return &Error{Kind: c.Kind, Cells: []string{p.CellName(cell)}, What: message.New("rules.hole")}
			case !k.Twice && k.Form != FormParts && slices.Contains(cells[:i], cell):
				return &Error{Kind: c.Kind, Cells: []string{p.CellName(cell)}, What: message.New("rules.cellTwice")}
			}
		}
	}
	return nil
}

// checkArguments returns an error if the kind does not allow the constraint's arguments. Examples: too few or too many
// cells, a missing or too great number, empty sets, no parts, an unknown word, or an argument that the kind does not
// use.
func checkArguments(k *Kind, c *Constraint) *message.Message {
	least, number := k.Least, false
	switch k.Form {
	case FormCells, FormText:
		least = max(least, 1)
	case FormNumber, FormValues, FormClue, FormDiagonal, FormControl:
		least, number = max(least, 1), true
	case FormChoice:
		number = true
	case FormSets:
		if what := checkSetCount(c.Sets, 2); what != nil {
			return what
		}
		if slices.ContainsFunc(c.Sets, func(set []int) bool { return len(set) == 0 }) {
			return newMessage("rules.emptySet")
		}
	case FormMachine:
		if what := checkSetCount(c.Sets, 1); what != nil {
			return what
		}
	case FormParts:
		if len(c.Parts) == 0 {
			return newMessage("rules.noParts")
		}
	}
	switch {
	case len(c.Cells) < least:
		return newMessage("rules.tooFew", "n", len(c.Cells), "least", least)
	case k.Most > 0 && len(c.Cells) > k.Most:
		return newMessage("rules.tooManyCells", "n", len(c.Cells), "most", k.Most)
	case number && len(c.Numbers) == 0:
		return newMessage("rules.noNumber")
	}
	for _, n := range c.Numbers {
		if n < -mostNumber || n > mostNumber {
			return newMessage("rules.number", "n", n)
		}
	}
	if what := k.checkUnusedArguments(c); what != nil || k.Form != FormWord || k.Words == nil || slices.Contains(k.Words, c.Text) {
		return what
	}
	return newMessage("rules.word", "word", c.Text, "choices", strings.Join(k.Words, ", "))
}

// checkSetCount returns an error if `sets` has fewer than `minimum` sets, or if all of them are empty.
func checkSetCount(sets [][]int, minimum int) *message.Message {
	count := 0 // the number of non-empty sets
	for _, set := range sets {
		count += min(len(set), 1)
	}
	if len(sets) < minimum || count == 0 {
		return newMessage("rules.tooFew", "n", count, "least", minimum)
	}
	return nil
}

// isClosed reports whether the ends of a line join.
func isClosed(line []int) bool { return len(line) > 3 && line[0] == line[len(line)-1] }

// withoutClosingCell returns a closed line without the repetition of its first cell.
func withoutClosingCell(line []int) []int {
	for len(line) > 1 && line[0] == line[len(line)-1] {
		line = line[1:]
	}
	return line
}

// isWholeLine reports whether the cells are a whole row or column, in either direction. A hole ends a row or
// column, like the edge of the board.
func (p *Puzzle) isWholeLine(cells []int) bool {
	l := p.layerOf(0)
	row, column := l.rowAndColumnOf(cells[0])
	along := func(dr, dc int) bool {
		for i, cell := range cells {
			if l.cellAt(row+i*dr, column+i*dc) != cell {
				return false
			}
		}
		return l.cellAt(row-dr, column-dc) < 0 && l.cellAt(row+len(cells)*dr, column+len(cells)*dc) < 0
	}
	return along(0, 1) || along(0, -1) || along(1, 0) || along(-1, 0)
}

// mostNumber is the greatest number that a constraint may have, such as a sum.
const mostNumber = 1_000_000

func (p *Puzzle) existingCells(cells []int) []int {
	return slices.DeleteFunc(slices.Clone(cells), func(c int) bool { return c < 0 || c >= p.Cells() })
}
