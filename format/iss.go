package format

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nonet/puzzle"
)

// Interactive Sudoku Solver writes a puzzle as items. An item is a dot, then a type and its arguments, separated by
// tildes. An item without a type has givens:
//
// 	.Shape~6x6~0-5  .NoBoxes  .~R1C1_3~R1C2_0_2  .Cage~12~R1C1~R1C2
// 	.Or  .Thermo~R1C1~R2C1  .Thermo~R2C1~R1C1  .End
//
// Rows and columns above 9 are letters: R1Ca is r1c10. Cells outside the board belong to named groups, and have the
// name of the group and a number: VL3, CC12.

// mostISS limits the bytes of a text of Interactive Sudoku Solver.
const mostISS = 1 << 20

// issReader builds a puzzle from the items of a text.
type issReader struct{ ruleReader }

// issNode is an item of a text. For an item that contains others, such as Or, inner has the items down to End.
type issNode struct {
	text  string
	kind  string
	row   *puzzle.Kind // the kind of constraint with the item's type as name; nil if none
	args  []string
	inner []*issNode
}

// ReadISS reads a puzzle in the format of Interactive Sudoku Solver. The error is a [*PartError] or a [*puzzle.Error].
//
// If two clues have the same place, the later one replaces the earlier, as in Interactive Sudoku Solver.
func ReadISS(text string) (*puzzle.Puzzle, error) {
	p, _, err := readISS(text)
	return p, err
}

// readISS returns the puzzle of ReadISS, and a note for each clue that a later clue replaces.
func readISS(text string) (*puzzle.Puzzle, []Note, error) {
	if len(text) > mostISS {
		return nil, nil, newPartError("", "rules.long", "most", mostISS)
	}
	if mayHaveSpaces(text) {
		text = strings.Join(strings.Fields(text), "")
	}
	if hasOtherRules([]byte(text)) {
		p, err := readKillerLine(text)
		return p, nil, err
	}
	root, err := parseISSItems(text)
	if err != nil {
		return nil, nil, err
	}
	r := &issReader{}
	if r.readBoard(root); r.err != nil {
		return nil, nil, r.err
	}
	var placed issPlaces
	for _, n := range root.inner {
		r.readTopLevelItem(n, &placed)
	}
	return validateResult(r.Puzzle, r.notes, r.err)
}

// mayHaveSpaces reports whether a text has an ASCII space, or any character outside ASCII, because some of these are
// spaces.
func mayHaveSpaces(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c >= utf8.RuneSelf })
}

// parseISSItems returns a root whose children are the items of a text.
func parseISSItems(text string) (*issNode, error) {
	if !strings.HasPrefix(text, ".") {
		return nil, newPartError(text, "rules.issDot")
	}
	root := &issNode{}
	stack := []*issNode{root}
	names := make([]string, 0, strings.Count(text, ".")+strings.Count(text, "~"))
	for end := 0; end < len(text); {
		from := end
		if end = strings.IndexByte(text[from+1:], '.') + from + 1; end == from {
			end = len(text)
		}
		item := text[from:end]
		first := len(names)
		for arg := range strings.SplitSeq(item[1:], "~") {
			names = append(names, arg)
		}
		args := names[first:len(names):len(names)]
		n := &issNode{text: item, kind: args[0], args: args[1:]}
		top := stack[len(stack)-1]
		switch n.kind {
		case "":
			n.kind = "Given"
		case "End":
			if len(stack) == 1 {
				return nil, newPartError("", "rules.issEnd")
			}
			stack = stack[:len(stack)-1]
			continue
		}
		top.inner = append(top.inner, n)
		if n.row = puzzle.KindNamed(n.kind); n.row != nil && n.row.Form == puzzle.FormParts {
			stack = append(stack, n)
		}
	}
	if len(stack) > 1 {
		return nil, newPartError(stack[len(stack)-1].text, "rules.issOpen")
	}
	return root, nil
}

// readBoard reads the items that all others need: the shape of the board, the size of regions, and the groups of cells
// outside the board.
func (r *issReader) readBoard(root *issNode) {
	rows, columns, high, low, free := 9, 9, 0, 1, false
	size, boxes := 0, true
	for _, n := range root.inner {
		r.part = n.text
		switch n.kind {
		case "Shape":
			rows, columns, low, high, free = r.readShape(n.args)
		case "RegionSize":
			size = r.parseInt(argumentAt(n.args, 0))
		case "NoBoxes":
			boxes = false
		}
	}
	r.Puzzle = &puzzle.Puzzle{Rows: rows, Columns: columns, Low: low, High: high, Free: free, RegionSize: size}
	if high == 0 {
		r.High = max(rows, columns)
	}
	if boxes && !free {
		r.Box = puzzle.BoxOf(rows, columns, r.Size())
	}
	if err := r.Validate(); err != nil { // the items read below need a valid board
		if r.err == nil {
			r.err = err
		}
		return
	}
	for _, n := range root.inner {
		r.part = n.text
		switch n.kind {
		case "Var":
			r.readGroup(n.args)
		case "ChaosConstruction":
			r.AddRegionsToFind()
		case "Doppelganger":
			r.AddGroupsOf(n.kind, nil)
		}
	}
}

func argumentAt(args []string, i int) string {
	if i < len(args) {
		return args[i]
	}
	return ""
}

func (r *issReader) readShape(args []string) (rows, columns, low, high int, isFree bool) {
	one, two, _ := strings.Cut(argumentAt(args, 0), "x")
	rows, columns, low = r.parseInt(one), r.parseInt(two), 1
	if from, to, ranged := strings.Cut(argumentAt(args, 1), "-"); ranged {
		low, high = r.parseInt(from), r.parseInt(to)
	} else if from != "" {
		high = r.parseInt(from)
	}
	if high == 0 {
		high = max(rows, columns)
	}
	switch kind := argumentAt(args, 2); kind {
	case "", "Sudoku":
	case "Raw":
		isFree = true
	default:
		r.recordError("rules.word", "word", kind, "choices", "Sudoku, Raw")
	}
	if rows < 1 || columns < 1 || rows > puzzle.Most || columns > puzzle.Most {
		r.recordError("rules.board", "rows", rows, "columns", columns, "most", puzzle.Most)
		rows, columns = 9, 9
	}
	return rows, columns, low, high, isFree
}

func (r *issReader) readGroup(args []string) {
	g := puzzle.Group{Name: "V" + argumentAt(args, 0), Label: unescapeISS(argumentAt(args, 1)), Count: 1}
	size := argumentAt(args, 2)
	if down, across, two := strings.Cut(size, "x"); two {
		g.Columns = r.parseInt(across)
		g.Count = min(r.parseInt(down), puzzle.MostCells) * min(g.Columns, puzzle.MostCells)
	} else if size != "" {
		g.Count = r.parseInt(size)
	}
	if g.Count < 1 || g.Count > puzzle.MostCells-r.Cells() {
		r.recordError("rules.badGroup", "name", g.Name)
		return
	}
	if i := slices.IndexFunc(r.Groups, func(other puzzle.Group) bool { return other.Name == g.Name }); i >= 0 {
		r.Groups[i] = g
		return
	}
	r.AddGroup(g)
}

// unescapeISS replaces each %xx of a text by its byte. If the result is not UTF-8, it returns the text with its
// escapes.
func unescapeISS(text string) string {
	if plain, _ := unescapeText([]byte(text)); utf8.ValidString(plain) {
		return plain
	}
	return strings.ToValidUTF8(text, string(utf8.RuneError))
}

// cellOf returns the cell with a name such as R1Ca or VL3. An unknown name is recorded as an error.
func (r *issReader) cellOf(name string) int {
	if len(name) == 4 && (name[0]|32) == 'r' && (name[2]|32) == 'c' {
		row, column := letterValue(name[1]), letterValue(name[3])
		if row > 0 && row <= r.Rows && column > 0 && column <= r.Columns {
			return (row-1)*r.Columns + column - 1
		}
	} else if cell, ok := r.CellNamed(name); ok {
		return cell
	}
	if name == "" {
		r.recordError("rules.noName")
	}
	r.recordError("rules.noCell", "name", name)
	return 0
}

// letterValue returns the value of a digit or letter: 0–9, a = 10 … z = 35.
func letterValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|32 >= 'a' && c|32 <= 'z':
		return int(c|32-'a') + 10
	}
	return 0
}

func (r *issReader) cellsOf(names []string) []int {
	if len(names) == 0 {
		return nil
	}
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	all := make([]int, 0, len(names))
	for _, name := range names {
		all = append(all, r.cellOf(name))
	}
	return all
}

// splitCellLists returns lists of cells. The name `mark` separates the lists.
func (r *issReader) splitCellLists(names []string, mark string) (all [][]int) {
	for {
		end := slices.Index(names, mark)
		if end < 0 {
			return append(all, r.cellsOf(names))
		}
		all = append(all, r.cellsOf(names[:end]))
		names = names[end+1:]
	}
}

// clue identifies a clue by its kind and its place: the first and last cell, and the number of cells.
type clue struct {
	kind           string
	first, last, n int
}

// issPlaces maps each clue to the index of its constraint in a list of constraints.
type issPlaces map[clue]int

// allowsOnlyOne reports whether two clues of the kind cannot have the same place.
func allowsOnlyOne(k *puzzle.Kind) bool {
	return k != nil && (k.Form == puzzle.FormClue || k.Form == puzzle.FormDiagonal || k.Name == "Quad" || k.Name == "FullRankTies")
}

// clueOf returns the kind and the place of a constraint. ok is false if several constraints of this kind may have the
// same place.
func clueOf(c *puzzle.Constraint) (where clue, ok bool) {
	if !allowsOnlyOne(puzzle.KindNamed(c.Kind)) {
		return clue{}, false
	}
	if where = (clue{kind: c.Kind, n: len(c.Cells)}); where.n > 0 {
		if where.first, where.last = c.Cells[0], c.Cells[where.n-1]; where.last < where.first && c.Kind == "Sandwich" { // a sandwich clue means the same from both ends
			where.first, where.last = where.last, where.first
		}
	}
	return where, true
}

// appendItem appends the constraints of an item to a list. A clue replaces the earlier clue with the same place.
func (r *issReader) appendItem(to []puzzle.Constraint, n *issNode, placed *issPlaces) []puzzle.Constraint {
	from := len(to)
	all, values := r.appendConstraints(to, n), allowsOnlyOne(n.row)
	to = all[:from]
	for i := from; i < len(all); i++ {
		c := &all[i]
		if isAlwaysTrue(c) {
			continue
		}
		if values {
			if where, ok := clueOf(c); ok {
				if n, known := (*placed)[where]; known {
					if !slices.Equal(to[n].Numbers, c.Numbers) || to[n].Text != c.Text {
						r.notes = append(r.notes, Note{Part: shortenPart(r.part), Replaces: true})
					}
					to[n] = *c
					continue
				}
				if *placed == nil {
					*placed = issPlaces{}
				}
				(*placed)[where] = len(to)
			}
		}
		if len(to) < i {
			all[len(to)] = *c
		}
		to = to[:len(to)+1]
	}
	return to
}

// mostBoardArguments returns the maximum number of arguments of an item that defines the board. ok is false for all
// other items.
func mostBoardArguments(kind string) (limit int, ok bool) {
	switch kind {
	case "NoBoxes", "ChaosConstruction":
		return 0, true
	case "RegionSize":
		return 1, true
	case "Jigsaw":
		return 2, true
	case "Shape", "Var":
		return 3, true
	}
	return 0, false
}

// readTopLevelItem stores the content of an item in the puzzle. The item is not inside another item.
func (r *issReader) readTopLevelItem(n *issNode, placed *issPlaces) {
	r.part = n.text
	if most, limited := mostBoardArguments(n.kind); limited {
		r.refuseExtraArguments(n.args, most)
	}
	switch n.kind {
	case "Shape", "RegionSize", "NoBoxes", "Var", "SearchPriority", "ChaosConstruction":
		return // readBoard has read the item, or the item has no meaning at the top level
	case "Given":
		for _, arg := range n.args {
			cell, values := r.parseGiven(arg)
			r.Givens = append(r.Givens, puzzle.Given{Cell: cell, Values: values})
		}
	case "Jigsaw":
		r.readJigsaw(argumentAt(n.args, max(0, len(n.args)-1)))
	default:
		r.Constraints = r.appendItem(r.Constraints, n, placed)
	}
}

// parseGiven parses a cell with its possible values, such as R1C1_3_5.
func (r *issReader) parseGiven(text string) (cell int, values []int) {
	name, rest, ok := strings.Cut(text, "_")
	cell = r.cellOf(name)
	if !ok {
		return cell, []int{}
	}
	for v := range strings.SplitSeq(rest, "_") {
		values = append(values, r.parseInt(v))
	}
	if cell >= r.BoardCells() && slices.Max(values) <= r.High { // the cell may hold the number of a region, and then has fewer values than other cells
		most := r.Low - 1
		for v := range r.ValuesOf(cell) {
			most = v
		}
		never := func(v int) bool { return v < r.Low || v > most }
		if slices.ContainsFunc(values, func(v int) bool { return !never(v) }) {
			values = slices.DeleteFunc(values, never)
		}
	}
	return cell, values
}

// readJigsaw reads regions from one character per cell. A region must have as many cells as a row. It drops a single
// region of another size, whose cells then are in no region; a second such region is an error.
func (r *issReader) readJigsaw(layout string) {
	if len(layout) != r.BoardCells() {
		r.recordError("rules.jigsaw", "n", len(layout), "cells", r.BoardCells())
		return
	}
	numbers := make([]int, len(layout))
	for cell := range numbers {
		numbers[cell] = int(layout[cell])
	}
	regions := groupCellsByNumber(numbers)
	if len(regions) == 1 {
		return
	}
	others := 0
	for _, cells := range regions {
		if len(cells) == r.Size() {
			r.Regions = append(r.Regions, cells)
		} else if others++; others > 1 {
			r.recordError("rules.regionSize", "n", len(cells), "size", r.Size())
		}
	}
}
