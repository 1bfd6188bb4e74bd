package format

import (
	_ "embed" // for the types of elements
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// SudokuMaker stores a puzzle as an object with "formatVersion" and "puzzle". The puzzle has its cells row by row, and
// a list of constraints. Each constraint has a number for its type. Places on a board of N columns have these numbers:
//
// 	cells    row by row from 0
// 	edges    2N a row: the vertical edges between the row's cells from 1, then the edges below its cells
// 	corners  row by row from 0, including those at the edge of the board, N+1 a row
// 	outside  row by row from 0 on a board with one more row or column on each side, N+2 a row

// makerType is a type of SudokuMaker's elements, and the constraint that it stands for. If several types have
// the same number, nonet reads the first that fits.
type makerType struct {
	number   int
	kind     string
	argument string // the constraint's number or text; "" if the type fixes none
	// reads is the member of f-puzzles' JSON that has such clues, or makerFlag or makerCells. It is "" for types with a
	// form of their own, which readOwnForm reads.
	reads string
	// content is the text that nonet writes after the type of an element for one constraint. A word with $ stands for a
	// part of the constraint; see [makerWriter.partsOf].
	content string
}

const (
	makerFlag  = "flag"  // no cells: the rule is about the whole board
	makerCells = "cells" // the element has a list of cells in its member "cells"
)

//go:embed sudokumaker.txt
var makerText string

// makerTypes holds the rows of sudokumaker.txt.
var makerTypes = sync.OnceValue(func() (types []makerType) {
	var names []string
	for line := range strings.Lines(makerText) {
		fields := strings.Split(strings.TrimSpace(line), " ; ")
		for i, field := range fields {
			if field == "-" {
				fields[i] = ""
			}
		}
		if fields[0] == "let" {
			names = append(names, "{"+fields[1]+"}", fields[2])
		} else if number, err := strconv.Atoi(fields[0]); err == nil {
			types = append(types, makerType{number, fields[1], fields[2], fields[3], strings.NewReplacer(names...).Replace(fields[4])})
		}
	}
	return types
})

// argumentOf returns the text by which [makerTypes] distinguishes constraints of one kind.
func argumentOf(c *puzzle.Constraint) string {
	if c.Kind == "Diagonal" {
		return strconv.Itoa(c.Numbers[0])
	}
	return c.Text
}

// makerDot is a kind of dot between two cells, with its type and value. Value 0 stands for all values that no earlier
// row has.
type makerDot struct {
	kind          string
	number, value int
}

var makerDots = []makerDot{
	{"WhiteDot", 200, 1}, {"Difference", 200, 0}, {"BlackDot", 201, 2}, {"Ratio", 201, 0}, {"X", 202, 10}, {"V", 202, 5}, {"Sum", 202, 0},
}

type sudokuMakerReader struct {
	*fpuzzlesReader
	element exchange.Object
	drawn   []exchange.Element // elements that only draw, without a rule
}

// readSudokuMaker converts an object of SudokuMaker to a puzzle. The notes name elements whose rule is unknown.
func readSudokuMaker(document exchange.Object) (*puzzle.Puzzle, []Note, error) {
	o, _ := document["puzzle"].(exchange.Object)
	cells := o.List("cells")
	rows, columns := 9, 9
	if n, ok := integerOf(o["size"]); ok {
		rows, columns = n, n
	}
	if n, ok := integerOf(o["width"]); ok && n > 0 {
		columns, rows = n, len(cells)/n
	}
	if n, ok := integerOf(o["height"]); ok {
		rows = n
	}
	if min(rows, columns) < 1 || max(rows, columns) > puzzle.Most || len(cells) != rows*columns {
		return nil, nil, newPartError("cells", "rules.grid", "n", len(cells), "size", max(rows, 0)*max(columns, 0))
	}
	p := puzzle.New(rows, columns)
	p.Box = puzzle.Box{}
	if n, ok := integerOf(o["minDigit"]); ok {
		p.Low, p.High = n, n+max(rows, columns)-1
	}
	if n, ok := integerOf(o["maxDigit"]); ok {
		p.High = n
	}
	p.Title, p.Author, p.Rules = o.Text("name"), o.Text("author"), o.Text("comment")
	p.Free = o.Text("type") == "custom"
	if err := p.Validate(); err != nil { // the code below relies on a valid board
		return nil, nil, err
	}
	r := &sudokuMakerReader{fpuzzlesReader: newReaderOf(p, "cells")}
	cosmetic := map[string]bool{}
	for i, cell := range cells {
		c, _ := cell.(exchange.Object)
		if v, ok := integerOf(c["value"]); ok {
			if c["given"] == true {
				p.Givens = append(p.Givens, puzzle.Given{Cell: i, Values: []int{v}})
			} else {
				cosmetic[noteDigits] = true
			}
		} else if c["value"] != nil {
			r.recordError("rules.notNumber", "text", fmt.Sprint(c["value"]))
		}
		isSet := func(member string) bool { n, _ := integerOf(c[member]); return n != 0 }
		cosmetic[noteNotes] = cosmetic[noteNotes] || isSet("candidates") || isSet("cornerPencilMarks")
		cosmetic[noteColours] = cosmetic[noteColours] || isSet("colors")
	}
	for _, one := range o.List("constraints") {
		r.element, _ = one.(exchange.Object)
		kind, ok := integerOf(r.element["type"])
		if r.element["disabled"] == true {
			continue
		}
		if !ok {
			r.addNote("constraints: " + shortenPart(fmt.Sprint(one)))
			continue
		}
		if r.part = "type " + strconv.Itoa(kind); !r.readElement(kind) {
			name := r.part
			if definition, _ := r.element["definition"].(exchange.Object); definition.IsTrue("name") {
				name = definition.Text("name")
			}
			r.addNote(name)
		}
	}
	r.addSentences(r.drawn)
	r.addPlayerNotes(cosmetic)
	return validateResult(p, r.notes, r.err)
}

// cellsOf returns the cells with the numbers in `list`, a list from JSON.
func (r *sudokuMakerReader) cellsOf(list any) []int {
	cells, ok := integersOf(list)
	if !ok {
		r.recordError("rules.noCell", "name", fmt.Sprint(list))
	}
	for _, cell := range cells {
		if cell < 0 || cell >= r.BoardCells() {
			r.recordError("rules.noCell", "name", strconv.Itoa(cell))
			return nil
		}
	}
	return cells
}

func (r *sudokuMakerReader) listsOf(member string) (all [][]int) {
	for _, list := range r.element.List(member) {
		if cells := r.cellsOf(list); len(cells) > 0 {
			all = append(all, cells)
		}
	}
	return all
}

func (r *sudokuMakerReader) objectsOf(member string) (all []exchange.Object) {
	for _, one := range r.element.List(member) {
		if o, ok := one.(exchange.Object); ok {
			all = append(all, o)
		}
	}
	return all
}

// cellsBesideEdge returns the two cells on either side of edge number v.
func (r *sudokuMakerReader) cellsBesideEdge(v any) []int {
	n, ok := integerOf(v)
	row, column := n/(2*r.Columns), n%(2*r.Columns)
	first, second := row*r.Columns+column-1, row*r.Columns+column
	inside := column >= 1 && column < r.Columns
	if column >= r.Columns {
		first = row*r.Columns + column - r.Columns
		second, inside = first+r.Columns, true
	}
	if !ok || n < 0 || !inside || second >= r.BoardCells() {
		r.recordError("rules.noCell", "name", "edge "+fmt.Sprint(v))
		return nil
	}
	return []int{first, second}
}

// outsideCellName returns f-puzzles' name of place number v outside the board.
func (r *sudokuMakerReader) outsideCellName(v any) string {
	n, ok := integerOf(v)
	if !ok || n < 0 {
		r.recordError("rules.noCell", "name", fmt.Sprint(v))
	}
	return fmt.Sprintf("R%dC%d", n/(r.Columns+2), n%(r.Columns+2))
}

// readElement reads r.element, whose type has the number kind.
func (r *sudokuMakerReader) readElement(kind int) bool {
	if kind >= 200 && kind <= 202 {
		clues := []string{"difference", "ratio", "sum"}[kind-200]
		r.readClues("", clues)
		return r.readNegative(kind)
	}
	for _, row := range makerTypes() {
		if row.number != kind || row.reads == "" || row.kind == "Thermo" && r.element["slow"] == true {
			continue
		}
		c := puzzle.Constraint{Kind: row.kind}
		switch row.reads {
		case makerFlag:
			if row.argument != "" {
				c.Numbers = []int{r.parseInt(row.argument)}
			}
			r.addConstraint(c)
		case makerCells:
			c.Text = row.argument
			if c.Cells = r.cellsOf(r.element["cells"]); len(c.Cells) > 0 {
				r.Constraints = append(r.Constraints, c)
			}
		default:
			r.readClues(row.kind, row.reads)
			return (kind != 401 || r.element["minDifference"] != nil) && (r.element["singleRegionTotals"] != true || len(r.listsOf("lines")) == 0)
		}
		return true
	}
	if kind < 2000 {
		return r.readOwnForm(kind)
	}
	return r.readDrawing(kind)
}

// readClues reads the element as clues of the given member in f-puzzles. Each object in the element's lists is a clue.
// Lines and cells of the element itself form one more clue.
func (r *sudokuMakerReader) readClues(kind, member string) {
	var clues []exchange.Clue
	for _, list := range []string{"clues", "cages", "bulbsWithArrows"} {
		for _, o := range r.objectsOf(list) {
			clues = append(clues, r.clueOf(o))
		}
	}
	if hasMember(r.element, []string{"cells", "lines", "thermometers"}) {
		if clue := r.clueOf(r.element); len(clue.Cells)+len(clue.Lines) > 0 {
			clues = append(clues, clue)
		}
	}
	for i := range clues {
		if clues[i].Value == "" && member == "lockout" {
			clues[i].Value = strconv.Itoa(r.Values() / 2)
		}
		r.readClue(member, kind, &clues[i])
	}
}

// clueOf converts a clue of SudokuMaker to one of f-puzzles.
func (r *sudokuMakerReader) clueOf(o exchange.Object) exchange.Clue {
	w := &fpuzzlesWriter{Puzzle: r.Puzzle}
	c := exchange.Clue{Value: strings.TrimSpace(o.Text("value") + o.Text("minDifference"))}
	var cells []int
	for _, list := range slices.Concat(o.List("lines"), o.List("thermometers"), o.List("arrows")) {
		if line := r.cellsOf(list); len(line) > 0 {
			c.Lines = append(c.Lines, w.cellNames(line))
		}
	}
	switch {
	case o["edge"] != nil:
		cells = r.cellsBesideEdge(o["edge"])
	case o["corner"] != nil:
		n, ok := integerOf(o["corner"])
		row, column := n/(r.Columns+1), n%(r.Columns+1)
		if !ok || row < 1 || column < 1 || row >= r.Rows || column >= r.Columns {
			r.recordError("rules.noCell", "name", "corner "+fmt.Sprint(o["corner"]))
			break
		}
		cells = r.Square((row-1)*r.Columns + column - 1)
		c.Values, _ = integersOf(o["digits"])
	case o["outerCell"] != nil:
		c.Cell = r.outsideCellName(o["outerCell"])
		if slope, _ := integerOf(o["diagonal"]); slope != 0 {
			c.Direction = r.directionOf(c.Cell, slope)
		}
	case o["bulbCells"] != nil:
		cells = r.cellsOf(o["bulbCells"])
		if slices.Reverse(cells); len(cells) == 0 { // SudokuMaker lists the cell of the number's first digit last
			c.Lines = nil
		}
	case o["lines"] == nil && o["thermometers"] == nil && o["arrows"] == nil: // a user may have removed all lines
		cells = r.cellsOf(o["cells"])
	}
	c.Cells = w.cellNames(cells)
	return c
}

// directionOf returns the direction of the diagonal that begins next to `name`, a cell outside the board. slope is 1 if
// the diagonal rises to the right, −1 if it falls.
func (r *sudokuMakerReader) directionOf(name string, slope int) string {
	for _, direction := range []string{"DR", "DL", "UR", "UL"} {
		rises := direction == "DL" || direction == "UR"
		if rises == (slope == 1) && len(r.diagonalSeenFrom(name, direction)) > 0 {
			return direction
		}
	}
	r.recordError("rules.noLine", "name", strings.ToLower(name))
	return ""
}

// readOwnForm reads an element that f-puzzles cannot express as clues.
func (r *sudokuMakerReader) readOwnForm(kind int) bool {
	groups, ok := integersOf(r.element["groups"])
	divisor, thirds := r.classifyValueGroups(groups)
	lines := r.listsOf("lines")
	switch kind {
	case 0: // the givens, which were read with the cells
	case 1:
		return r.readAreas()
	case 16:
		switch {
		case ok && thirds:
			r.addConstraint(puzzle.Constraint{Kind: "GlobalEntropy"})
		case ok && divisor == 3:
			r.addConstraint(puzzle.Constraint{Kind: "GlobalMod"})
		default:
			return r.addGroupSquares(groups)
		}
	case 302:
		r.readClones()
	case 304:
		for _, cage := range r.objectsOf("cages") {
			var numbers []int
			for _, digit := range strings.TrimSpace(cage.Text("value")) {
				numbers = append(numbers, r.parseInt(string(digit)))
			}
			r.appendKind("LookAndSay", numbers, r.cellsOf(cage["cells"]))
		}
	case 405:
		for _, line := range lines {
			if len(line) > 2 {
				r.Constraints = append(r.Constraints, sequenceLine(nil, &picture{cells: line}, amount{})...)
			}
		}
	case 406:
		for _, line := range lines {
			if thirds {
				r.appendKind("Entropic", nil, line)
			} else if divisor > 0 {
				r.appendKind("Modular", []int{divisor}, line)
			} else if !r.addGroupLine(groups, line) {
				return false
			}
		}
		return ok || len(lines) == 0
	default:
		return false
	}
	return true
}

// readDrawing reads an element about the whole board, or a drawing that only words explain. It returns false for an
// element of another kind, or with content that nonet cannot read.
func (r *sudokuMakerReader) readDrawing(kind int) bool {
	switch kind {
	case 2000:
		style := r.objectOf(r.element, "style")
		for _, line := range r.element.List("lines") {
			list, _ := line.([]any)
			e := exchange.Element{Shape: exchange.Line, Width: lengthOf(style, "thickness"), Colour: style.Text("color")}
			for _, place := range list {
				point, ok := parsePoint(place)
				if !ok || len(e.Points) == mostISS/64 {
					return false
				}
				e.Points = append(e.Points, point)
			}
			if len(e.Points) > 1 {
				r.drawn = append(r.drawn, e)
			}
		}
	case 2001:
		for _, cage := range r.objectsOf("cages") {
			if cells := r.cellsOf(cage["cells"]); strings.EqualFold(cage.Text("value"), "foglight") { // place these cells, SudokuPad lifts its fog
				continue
			} else if len(cells) > 0 {
				r.pictures = append(r.pictures, picture{class: classCage, cells: cells, text: strings.TrimSpace(cage.Text("value"))})
			}
		}
	case 2002:
		full := true
		for _, symbol := range r.objectsOf("symbols") {
			full = r.readSymbol(symbol) && full
		}
		return full
	case 2003: // rows and columns with distinct values, the usual rule
		if r.element.IsTrue("areas") {
			return r.readBoards()
		}
		r.Free = false
	case 4000, 4001: // fog only hides clues from a player
	default:
		return false
	}
	return true
}

func (r *sudokuMakerReader) objectOf(o exchange.Object, member string) exchange.Object {
	inner, _ := o[member].(exchange.Object)
	return inner
}

// parsePoint parses a point of a drawing. `point` is in cells, measured from the board's top left corner.
func parsePoint(v any) (point exchange.Point, ok bool) {
	o, is := v.(exchange.Object)
	x, ok1 := o["x"].(float64)
	y, ok2 := o["y"].(float64)
	return exchange.Point{Row: y, Column: x}, is && ok1 && ok2 && math.Abs(x) < 1000 && math.Abs(y) < 1000
}

// lengthOf returns the length in a member of o, in cells, limited to 0 to 1000.
func lengthOf(o exchange.Object, member string) float64 {
	n, _ := o[member].(float64)
	return max(0, min(n, 1000))
}

// readSymbol reads a shape or a text. It returns false for an arrow, an unknown symbol, or a symbol without a position.
func (r *sudokuMakerReader) readSymbol(symbol exchange.Object) bool {
	point, ok := parsePoint(symbol["position"])
	p := r.objectOf(symbol, "params")
	e := exchange.Element{At: point, Colour: p.Text("fill"), Border: p.Text("stroke")}
	if lengthOf(p, "strokeWidth") == 0 {
		e.Border = ""
	}
	switch angle, _ := p["angle"].(float64); p.Text("type") {
	case "rectangle":
		e.Shape, e.Width, e.Height = exchange.SquareAt(angle), lengthOf(p, "width"), lengthOf(p, "height")
	case "ellipse":
		e.Shape, e.Width, e.Height = exchange.Round, 2*lengthOf(p, "rx"), 2*lengthOf(p, "ry")
	case "text":
		e.Shape, e.Text = exchange.Text, strings.TrimSpace(p.Text("text"))
		if e.Text == "" {
			return ok
		}
	default: // an arrow
		return false
	}
	if ok {
		r.drawn = append(r.drawn, e)
	}
	return ok
}

// readAreas reads the regions: a number for each cell, negative if the cell is in no region.
func (r *sudokuMakerReader) readAreas() bool {
	regions, ok := integersOf(r.element["regions"])
	if !ok || len(regions) != r.BoardCells() {
		r.recordError("rules.grid", "n", len(regions), "size", r.BoardCells())
		return true
	}
	areas := slices.DeleteFunc(groupCellsByNumber(regions), func(cells []int) bool { return regions[cells[0]] < 0 })
	r.setAreas(areas)
	return true
}

// setAreas sets the puzzle's boxes, or the regions of a jigsaw. If not all areas have the size of a region, each area
// becomes a group of cells with different values.
func (r *fpuzzlesReader) setAreas(areas [][]int) {
	box := puzzle.BoxOf(r.Rows, r.Columns, r.Size())
	switch {
	case r.areBoxes(box, areas):
		r.Box = box
	case !r.Free && !slices.ContainsFunc(areas, func(cells []int) bool { return len(cells) != r.Size() }):
		r.Regions = areas
	default:
		for _, area := range areas {
			if len(area) > 1 {
				r.appendKind("AllDifferent", nil, area)
			}
		}
	}
}

// areBoxes reports whether the areas are the boxes of this size, each once.
func (r *fpuzzlesReader) areBoxes(box puzzle.Box, areas [][]int) bool {
	boxes := *r.Puzzle
	boxes.Box, boxes.Regions = box, nil
	numbers := numbersOfGroups(areas, r.BoardCells(), -1)
	for _, cells := range boxes.Areas() {
		if slices.ContainsFunc(cells, func(cell int) bool { return numbers[cell] < 0 || numbers[cell] != numbers[cells[0]] }) {
			return false
		}
	}
	return box.Rows > 0 && len(areas) == len(boxes.Areas()) && len(slices.Concat(areas...)) == r.BoardCells()
}

// readBoards reads several boards on one grid. A board is a rectangle. Each of its rows and columns has different
// values.
func (r *sudokuMakerReader) readBoards() bool {
	for _, area := range r.objectsOf("areas") {
		var side [4]int
		for i, key := range []string{"x", "y", "width", "height"} {
			n, ok := integerOf(area[key])
			if !ok || n < 0 {
				return false
			}
			side[i] = n
		}
		x, y, width, height := side[0], side[1], side[2], side[3]
		if x+width > r.Columns || y+height > r.Rows {
			return false
		}
		lines := make([][]int, height+width)
		for row := range height {
			for column := range width {
				cell := (y+row)*r.Columns + x + column
				lines[row] = append(lines[row], cell)
				lines[height+column] = append(lines[height+column], cell)
			}
		}
		for _, cells := range lines {
			if len(cells) > 1 {
				r.appendKind("AllDifferent", nil, cells)
			}
		}
	}
	return true
}

// readNegative reads the differences, ratios or sums that are forbidden in adjacent cells without a dot.
func (r *sudokuMakerReader) readNegative(kind int) bool {
	negative, _ := integersOf(r.element["negative"])
	if len(negative) == 0 {
		return true
	}
	slices.Sort(negative)
	switch kind {
	case 200, 201:
		override := r.element["overrideNegativeRatios"] == true || r.element["overrideNegativeDifferences"] == true
		name := map[int]string{200: "StrictDifference", 201: "StrictRatio"}[kind]
		r.appendKind(name, slices.Compact(negative), nil)
		return override // with this setting, the rule exempts cells with a dot of another kind
	default:
		r.appendKind("StrictXV", nil, nil)
		return slices.Equal(negative, []int{5, 10})
	}
}

// readClones reads sets of cells with equal values. Sets of equal length form one clone: r1c1 r5c5 and r1c2 r5c6 become
// a clone with the parts r1c1 r1c2 and r5c5 r5c6. If lengths differ, each set becomes a clone whose parts are its
// cells.
func (r *sudokuMakerReader) readClones() {
	groups := r.listsOf("groups")
	same := slices.IndexFunc(groups, func(g []int) bool { return len(g) != len(groups[0]) }) < 0
	if same && len(groups) > 0 && len(groups[0]) > 1 {
		parts := make([][]int, len(groups[0]))
		for _, group := range groups {
			for i, cell := range group {
				parts[i] = append(parts[i], cell)
			}
		}
		r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "Clone", Sets: parts})
		return
	}
	for _, group := range groups {
		if len(group) > 1 {
			parts := slices.Collect(slices.Chunk(group, 1))
			r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "Clone", Sets: parts})
		}
	}
}

// If a puzzle has a value of at least makerMost, nonet writes no groups of values for SudokuMaker.
const makerMost = 30

// groupValues divides the values of the puzzle into n groups, and returns the groups sorted as numbers. In a group, bit
// v stands for value v: 0b1010 has the values 1 and 3. Values v and w are in one group if class(v) equals class(w).
func groupValues(p *puzzle.Puzzle, n int, class func(v int) int) []int {
	groups := make([]int, n)
	for v := p.Low; v <= min(p.High, 62); v++ {
		groups[class(v)] |= 1 << v
	}
	slices.Sort(groups)
	return groups
}

// thirdsOf returns three groups of values: the low, the middle and the high ones; see groupValues.
func thirdsOf(p *puzzle.Puzzle) []int {
	return groupValues(p, 3, func(v int) int { return (v - p.Low) * 3 / p.Values() })
}

// remaindersOf groups the values by their remainders modulo `divisor`; see groupValues.
func remaindersOf(p *puzzle.Puzzle, divisor int) []int {
	return groupValues(p, divisor, func(v int) int { return (v%divisor + divisor) % divisor })
}

// classifyValueGroups determines how groups divide the values. `divisor` is the divisor if values are grouped by remainder.
// `thirds` is true if the groups are the low, the middle and the high values.
func (r *sudokuMakerReader) classifyValueGroups(groups []int) (divisor int, thirds bool) {
	groups = slices.Sorted(slices.Values(groups))
	if len(groups) == 3 && r.Values()%3 == 0 && slices.Equal(groups, thirdsOf(r.Puzzle)) {
		return 0, true
	}
	if divisor = len(groups); divisor > 1 && slices.Equal(groups, remaindersOf(r.Puzzle, divisor)) {
		return divisor, false
	}
	return 0, false
}
