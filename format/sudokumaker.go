package format

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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
	form     makerForm
	// content is the text that nonet writes after the type of an element for one constraint. A word with $ stands for a
	// part of the constraint; see [makerWriter.partsOf].
	content string
}

// makerForm is the form in which an element holds its cells.
type makerForm uint8

const (
	makerFlag    makerForm = iota // no cells: the rule is about the whole board
	makerCells                    // "cells": a list of cells
	makerLines                    // "lines": lists of cells
	makerOutside                  // "clues": objects, each with a place outside the board
	makerOwn                      // a form of its own, which readCellRule or readLineRule reads
)

const (
	makerCage    = `"cages":[{"cells":$cells,"value":$value}],"style":{"text":{"color":"#000000"},"cage":{"color":"#000000"}}`
	makerClue    = `"clues":[{"value":$value,"outerCell":$place}],"style":{"color":"#000000"}`
	makerShade   = `"style":{"color":"#00000033"}`
	makerRegion  = `"cells":$cells,"style":{"color":"#e7141433","offset":0.1}`
	makerThermos = `"thermometers":[$cells],"style":{"color":"#cccccc","thickness":0.3,"bulbRadius":0.4}`
	makerEnds    = `"lines":[$cells],"style":{"lines":{"color":"#aaaaaa","thickness":0.1},` +
		`"endPoints":{"size":0.8,"fill":"#ffffff80","stroke":{"color":"#aaaaaa","thickness":0.02}}}`
	makerArrow = `"bulbsWithArrows":[{"bulbCells":$bulb,"arrows":[$arrow]}],"style":{` +
		`"bulb":{"size":0.8,"fill":"#ffffff80","stroke":{"color":"#aaaaaa","thickness":0.02}},` +
		`"arrow":{"color":"#aaaaaa","thickness":0.05,"headSize":0.35}}`
)

var makerTypes = []makerType{
	{10, "Diagonal", "-1", makerFlag, `"style":{"color":"#34bbe6ff","thickness":0.02}`},
	{11, "Diagonal", "1", makerFlag, `"style":{"color":"#34bbe6ff","thickness":0.02}`},
	{12, "AntiKing", "", makerFlag, ""},
	{13, "AntiKnight", "", makerFlag, ""},
	{14, "DisjointSets", "", makerFlag, ""},
	{15, "AntiConsecutive", "", makerFlag, ""},
	{16, "GlobalEntropy", "", makerOwn, `"groups":$groups`},
	{16, "GlobalMod", "", makerOwn, `"groups":$groups`},
	{100, "Even", "", makerCells, `"cells":$cells,"style":{"color":"#00000033","size":0.8}`},
	{101, "Odd", "", makerCells, `"cells":$cells,"style":{"color":"#00000033","size":0.8}`},
	{102, "Maximum", "", makerCells, `"cells":$cells,` + makerShade},
	{103, "Minimum", "", makerCells, `"cells":$cells,` + makerShade},
	{300, "Thermo", "", makerOwn, `"slow":false,` + makerThermos},
	{300, "SlowThermo", "", makerOwn, `"slow":true,` + makerThermos},
	{301, "Cage", "", makerOwn, makerCage},
	{302, "Clone", "", makerOwn, `"groups":$groups,` + makerShade},
	{303, "Quad", "", makerOwn, `"clues":[{"corner":$place,"digits":$numbers}],"style":{"singleLine":false}`},
	{304, "LookAndSay", "", makerOwn, makerCage},
	{305, "ExtraRegion", "", makerOwn, makerRegion},
	{305, "AllDifferent", "", makerOwn, makerRegion},
	{400, "Renban", "", makerLines, `"lines":[$cells],"style":{"color":"#f067f0","thickness":0.15}`},
	{401, "Whisper", "", makerOwn, `"lines":[$cells],"minDifference":$value,"style":{"color":"#67f067","thickness":0.15}`},
	{402, "Palindrome", "", makerLines, `"lines":[$cells],"style":{"color":"#aaaaaa","thickness":0.15}`},
	{403, "Between", "", makerLines, makerEnds},
	{404, "RegionSumLine", "", makerOwn, `"lines":[$cells],"singleRegionTotals":false,"style":{"color":"#2ecbff","thickness":0.15}`},
	{405, "Sum", "", makerOwn, `"lines":[$cells],"style":{"color":"#bbbbbb","thickness":0.15}`},
	{406, "Modular", "", makerOwn, `"lines":[$cells],"groups":$groups,"style":{"color":"#33bbaa","thickness":0.15}`},
	{406, "Entropic", "", makerOwn, `"lines":[$cells],"groups":$groups,"style":{"color":"#ffccaa","thickness":0.15}`},
	{407, "Lockout", "", makerOwn, makerEnds},
	{408, "Arrow", "", makerOwn, makerArrow},
	{408, "PillArrow", "", makerOwn, makerArrow},
	{409, "DoubleArrow", "", makerLines, makerEnds},
	{500, "LittleKiller", "", makerOutside, `"clues":[{"value":$value,"outerCell":$place,"diagonal":$slope}],` +
		`"style":{"text":{"color":"#000000"},"arrow":{"color":"#000000"}}`},
	{501, "Sandwich", "", makerOutside, makerClue},
	{502, "XSum", "", makerOutside, makerClue},
	{503, "Skyscraper", "", makerOutside, makerClue},
	{504, "NumberedRoom", "", makerOutside, makerClue},
	{600, "Indexing", "R", makerCells, `"cells":$cells,"style":{"color":"#0080f955"}`},
	{601, "Indexing", "C", makerCells, `"cells":$cells,"style":{"color":"#f9000055"}`},
}

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

// readSudokuMaker reads SudokuMaker's object. The notes name elements whose rule is unknown. The error is a
// [*PartError] or a [*puzzle.Error].
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
		if v, is := integerOf(c["value"]); is {
			if c["given"] == true {
				p.Givens = append(p.Givens, puzzle.Given{Cell: i, Values: []int{v}})
			} else {
				cosmetic[noteDigits] = true
			}
		} else if c["value"] != nil {
			r.recordError("rules.notNumber", "text", newPartError(fmt.Sprint(c["value"]), "").Part)
		}
		isSet := func(member string) bool { n, _ := integerOf(c[member]); return n != 0 }
		cosmetic[noteNotes] = cosmetic[noteNotes] || isSet("candidates") || isSet("cornerPencilMarks")
		cosmetic[noteColours] = cosmetic[noteColours] || isSet("colors")
	}
	for _, one := range o.List("constraints") {
		r.element, _ = one.(exchange.Object)
		kind, is := integerOf(r.element["type"])
		if r.element["disabled"] == true {
			continue
		}
		if !is {
			r.addNote("constraints: " + newPartError(fmt.Sprint(one), "").Part)
			continue
		}
		if r.member = "type " + strconv.Itoa(kind); !r.readElement(kind) {
			name := r.member
			if definition, _ := r.element["definition"].(exchange.Object); definition.IsTrue("name") {
				name = definition.Text("name")
			}
			r.addNote(name)
		}
	}
	r.addSentences(r.drawn)
	r.addPlayerNotes(cosmetic)
	return validPuzzle(p, r.notes, r.err)
}

// cellsOf returns the cells with the numbers in `list`, a list from JSON.
func (r *sudokuMakerReader) cellsOf(list any) []int {
	cells, ok := integersOf(list)
	if !ok {
		r.recordError("rules.noCell", "name", newPartError(fmt.Sprint(list), "").Part)
	}
	for _, cell := range cells {
		if cell < 0 || cell >= r.BoardCells() {
			r.recordError("rules.noCell", "name", strconv.Itoa(cell))
			return nil
		}
	}
	return cells
}

// listsOf returns the lists of cells in a member of the element.
func (r *sudokuMakerReader) listsOf(member string) (all [][]int) {
	for _, list := range r.element.List(member) {
		if cells := r.cellsOf(list); len(cells) > 0 {
			all = append(all, cells)
		}
	}
	return all
}

// objectsOf returns the objects in a member of the element.
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
	row, at := n/(2*r.Columns), n%(2*r.Columns)
	first, second := row*r.Columns+at-1, row*r.Columns+at
	inside := at >= 1 && at < r.Columns
	if at >= r.Columns {
		first = row*r.Columns + at - r.Columns
		second, inside = first+r.Columns, true
	}
	if !ok || n < 0 || !inside || second >= r.BoardCells() {
		r.recordError("rules.noCell", "name", newPartError("edge "+fmt.Sprint(v), "").Part)
		return nil
	}
	return []int{first, second}
}

// outsideCellName returns f-puzzles' name of place number v outside the board.
func (r *sudokuMakerReader) outsideCellName(v any) string {
	n, ok := integerOf(v)
	if !ok || n < 0 {
		r.recordError("rules.noCell", "name", newPartError(fmt.Sprint(v), "").Part)
	}
	return fmt.Sprintf("R%dC%d", n/(r.Columns+2), n%(r.Columns+2))
}

// numberOf returns the number of a clue. ok is false if the clue has none.
func (r *sudokuMakerReader) numberOf(clue exchange.Object) (n int, ok bool) {
	if !clue.IsTrue("value") {
		return 0, false
	}
	return r.parseInt(clue.Text("value")), true
}

// readElement reads r.element, whose type has the number kind. It returns false if nonet cannot read the element.
func (r *sudokuMakerReader) readElement(kind int) bool {
	for i := range makerTypes {
		row := &makerTypes[i]
		if row.number != kind || row.form == makerOwn {
			continue
		}
		c := puzzle.Constraint{Kind: row.kind}
		switch row.form {
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
		case makerLines:
			r.appendEach(c.Kind, r.listsOf("lines"))
		case makerOutside:
			for _, clue := range r.objectsOf("clues") {
				if n, ok := r.numberOf(clue); ok {
					r.appendKind(c.Kind, []int{n}, r.seenLine(clue, c.Kind == "LittleKiller"))
				}
			}
		}
		return true
	}
	switch {
	case kind < 400:
		return r.readCellRule(kind)
	case kind < 2000:
		return r.readLineRule(kind)
	}
	return r.readDrawing(kind)
}

// readCellRule reads an element about cells, cages or places between cells. It returns false if the element has another
// kind, or if it cannot read the element.
func (r *sudokuMakerReader) readCellRule(kind int) bool {
	switch kind {
	case 0: // the givens, which were read with the cells
	case 1:
		return r.readAreas()
	case 16:
		groups, ok := integersOf(r.element["groups"])
		switch by, thirds := r.classifyValueGroups(groups); {
		case ok && thirds:
			r.addConstraint(puzzle.Constraint{Kind: "GlobalEntropy"})
		case ok && by == 3:
			r.addConstraint(puzzle.Constraint{Kind: "GlobalMod"})
		default:
			return r.addGroupSquares(groups)
		}
	case 200, 201, 202:
		return r.readDots(kind)
	case 300:
		name := "Thermo"
		if r.element["slow"] == true {
			name = "SlowThermo"
		}
		r.appendEach(name, r.listsOf("thermometers"))
	case 301:
		for _, cage := range r.objectsOf("cages") {
			n, _ := r.numberOf(cage)
			r.appendKind("Cage", []int{n}, r.cellsOf(cage["cells"]))
		}
	case 302:
		r.readClones()
	case 303:
		for _, clue := range r.objectsOf("clues") {
			n, ok := integerOf(clue["corner"])
			row, column := n/(r.Columns+1), n%(r.Columns+1)
			if !ok || row < 1 || column < 1 || row >= r.Rows || column >= r.Columns {
				r.recordError("rules.noCell", "name", newPartError("corner "+fmt.Sprint(clue["corner"]), "").Part)
				continue
			}
			if digits, _ := integersOf(clue["digits"]); len(digits) > 0 {
				r.appendKind("Quad", digits, r.Square((row-1)*r.Columns+column-1))
			}
		}
	case 304:
		for _, cage := range r.objectsOf("cages") {
			var numbers []int
			for _, digit := range strings.TrimSpace(cage.Text("value")) {
				numbers = append(numbers, r.parseInt(string(digit)))
			}
			r.appendKind("LookAndSay", numbers, r.cellsOf(cage["cells"]))
		}
	case 305:
		if cells := r.cellsOf(r.element["cells"]); len(cells) == r.Values() {
			r.appendKind("ExtraRegion", nil, cells)
		} else if len(cells) > 0 {
			r.appendKind("AllDifferent", nil, cells)
		}
	default:
		return false
	}
	return true
}

// readLineRule reads an element with lines or arrows. It returns false if the element has another kind, or if it cannot
// read the element.
func (r *sudokuMakerReader) readLineRule(kind int) bool {
	switch kind {
	case 401:
		n, ok := integerOf(r.element["minDifference"])
		r.appendEach("Whisper", r.listsOf("lines"), n)
		return ok
	case 404:
		r.appendEach("RegionSumLine", r.listsOf("lines"))
		return r.element["singleRegionTotals"] != true || len(r.listsOf("lines")) == 0
	case 405:
		for _, line := range r.listsOf("lines") {
			if len(line) > 2 {
				r.Constraints = append(r.Constraints, buildSequenceLines(nil, []picture{{cells: line}}, amount{})...)
			}
		}
	case 406:
		groups, ok := integersOf(r.element["groups"])
		by, thirds := r.classifyValueGroups(groups)
		for _, line := range r.listsOf("lines") {
			if thirds {
				r.appendKind("Entropic", nil, line)
			} else if by > 0 {
				r.appendKind("Modular", []int{by}, line)
			} else if !r.addGroupLine(groups, line) {
				return false
			}
		}
		return ok || len(r.listsOf("lines")) == 0
	case 407:
		r.appendEach("Lockout", r.listsOf("lines"), r.Values()/2)
	case 408:
		for _, arrow := range r.objectsOf("bulbsWithArrows") {
			bulb := r.cellsOf(arrow["bulbCells"])
			slices.Reverse(bulb) // SudokuMaker lists the cell of the number's first digit last
			for _, list := range arrow.List("arrows") {
				switch along := r.cellsOf(list); {
				case len(along) < 2 || len(bulb) == 0:
				case len(bulb) == 1:
					r.appendKind("Arrow", nil, append(slices.Clone(bulb), along[1:]...))
				default:
					r.appendKind("PillArrow", []int{len(bulb)}, append(slices.Clone(bulb), along[1:]...))
				}
			}
		}
	default:
		return false
	}
	return true
}

// readDrawing reads an element about the whole board, or a drawing that only words explain. It returns false if the
// element has another kind, or if it cannot read the element.
func (r *sudokuMakerReader) readDrawing(kind int) bool {
	switch kind {
	case 2000:
		style := r.objectOf(r.element, "style")
		for _, line := range r.element.List("lines") {
			list, _ := line.([]any)
			e := exchange.Element{Shape: exchange.Line, Width: lengthOf(style, "thickness"), Colour: style.Text("color")}
			for _, at := range list {
				point, ok := parsePoint(at)
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
			if cells := r.cellsOf(cage["cells"]); strings.EqualFold(cage.Text("value"), "foglight") { // at these cells, SudokuPad lifts its fog
				continue
			} else if len(cells) > 0 {
				r.pictures = append(r.pictures, picture{class: classCage, cells: cells, text: strings.TrimSpace(cage.Text("value"))})
			}
		}
	case 2002:
		whole := true
		for _, symbol := range r.objectsOf("symbols") {
			whole = r.readSymbol(symbol) && whole
		}
		return whole
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

// objectOf returns the object in a member of o, or an empty object.
func (r *sudokuMakerReader) objectOf(o exchange.Object, member string) exchange.Object {
	inner, _ := o[member].(exchange.Object)
	return inner
}

// parsePoint parses a point of a drawing. at is in cells, measured from the board's top left corner.
func parsePoint(v any) (at exchange.Point, ok bool) {
	o, is := v.(exchange.Object)
	x, ok1 := o["x"].(float64)
	y, ok2 := o["y"].(float64)
	return exchange.Point{Row: y, Column: x}, is && ok1 && ok2 && math.Abs(x) < 1000 && math.Abs(y) < 1000
}

// lengthOf returns the length in a member of o, in cells, or 0 without this member.
func lengthOf(o exchange.Object, member string) float64 {
	n, _ := o[member].(float64)
	return max(0, min(n, 1000))
}

// readSymbol reads a shape or a text. It returns false for an arrow, an unknown symbol, or a symbol without a position.
func (r *sudokuMakerReader) readSymbol(symbol exchange.Object) bool {
	at, ok := parsePoint(symbol["position"])
	p := r.objectOf(symbol, "params")
	e := exchange.Element{At: at, Colour: p.Text("fill"), Border: p.Text("stroke")}
	if lengthOf(p, "strokeWidth") == 0 {
		e.Border = ""
	}
	switch angle, _ := p["angle"].(float64); p.Text("type") {
	case "rectangle":
		e.Shape, e.Width, e.Height = exchange.Square, lengthOf(p, "width"), lengthOf(p, "height")
		if angle = math.Mod(math.Abs(angle), 90); angle > 30 && angle < 60 {
			e.Shape = exchange.Diamond
		}
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

// seenLine returns the cells that a clue outside the board is about, the nearest first.
func (r *sudokuMakerReader) seenLine(clue exchange.Object, diagonal bool) []int {
	name := r.outsideCellName(clue["outerCell"])
	if !diagonal {
		return r.lineSeenFrom(name)
	}
	row, column := r.placeOf(name)
	slope, _ := integerOf(clue["diagonal"]) // 1 if the diagonal rises to the right, −1 if it falls
	for _, direction := range []string{"DR", "DL", "UR", "UL"} {
		rises := direction == "DL" || direction == "UR"
		if cells := r.diagonalSeenFrom(name, direction); rises == (slope == 1) && len(cells) > 0 {
			return cells
		}
	}
	r.recordError("rules.noLine", "name", fmt.Sprintf("r%dc%d", row, column))
	return nil
}

// readAreas reads the regions: a number for each cell, negative if the cell is in no region.
func (r *sudokuMakerReader) readAreas() bool {
	of, ok := integersOf(r.element["regions"])
	if !ok || len(of) != r.BoardCells() {
		r.recordError("rules.grid", "n", len(of), "size", r.BoardCells())
		return true
	}
	areas := slices.DeleteFunc(groupCellsByNumber(of), func(cells []int) bool { return of[cells[0]] < 0 })
	r.setAreas(areas)
	return true
}

// setAreas sets the puzzle's boxes, or the regions of a jigsaw. If not all areas have the size of a region, each area
// becomes a group of cells with different values.
func (r *fpuzzlesReader) setAreas(areas [][]int) {
	box := puzzle.BoxOf(r.Rows, r.Columns, r.Size())
	boxes := box.Rows > 0 && len(areas) == r.BoardCells()/r.Size()
	size := true
	for _, area := range areas {
		size = size && len(area) == r.Size()
		for _, cell := range area {
			row, column := cell/r.Columns, cell%r.Columns
			boxes = boxes && len(area) == r.Size() && row/box.Rows == area[0]/r.Columns/box.Rows && column/box.Columns == area[0]%r.Columns/box.Columns
		}
	}
	switch {
	case boxes:
		r.Box = box
	case size && !r.Free:
		r.Regions = areas
	default:
		for _, area := range areas {
			if len(area) > 1 {
				r.appendKind("AllDifferent", nil, area)
			}
		}
	}
}

// readBoards reads several boards on one grid. A board is a rectangle. Each of its rows and columns has different
// values.
func (r *sudokuMakerReader) readBoards() bool {
	for _, area := range r.objectsOf("areas") {
		var at [4]int
		for i, key := range []string{"x", "y", "width", "height"} {
			n, ok := integerOf(area[key])
			if !ok || n < 0 {
				return false
			}
			at[i] = n
		}
		x, y, width, height := at[0], at[1], at[2], at[3]
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
		r.appendEach("AllDifferent", slices.DeleteFunc(lines, func(cells []int) bool { return len(cells) < 2 }))
	}
	return true
}

// readDots reads dots that mark differences, ratios or sums of adjacent cells. In adjacent cells without a dot, these
// differences, ratios or sums are forbidden.
func (r *sudokuMakerReader) readDots(kind int) bool {
	for _, clue := range r.objectsOf("clues") {
		cells := r.cellsBesideEdge(clue["edge"])
		n, ok := r.numberOf(clue)
		i := slices.IndexFunc(makerDots, func(d makerDot) bool {
			return d.number == kind && (d.value == n || d.value == 0 || !ok && kind != 202)
		})
		switch {
		case !ok && kind == 202:
		case makerDots[i].value == 0:
			r.appendKind(makerDots[i].kind, []int{n}, cells)
		default:
			r.appendKind(makerDots[i].kind, nil, cells)
		}
	}
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

// readClones reads sets of cells with equal values. Sets of equal length form one clone: part i of the clone has the
// i-th cell of each set. Otherwise each set is a clone whose parts are single cells.
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

// makerMost is the least value for which a group of values has no bit.
const makerMost = 30

// groupValues divides the values into n groups. In a group, bit v is set for value v. class returns the index of a
// value's group. The result is sorted as numbers.
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

// remaindersOf groups the values by their remainders modulo by; see groupValues.
func remaindersOf(p *puzzle.Puzzle, by int) []int {
	return groupValues(p, by, func(v int) int { return (v%by + by) % by })
}

// classifyValueGroups determines how groups divide the values. by is the divisor if values are grouped by remainder.
// thirds is true if the groups are the low, the middle and the high values.
func (r *sudokuMakerReader) classifyValueGroups(groups []int) (by int, thirds bool) {
	groups = slices.Sorted(slices.Values(groups))
	if len(groups) == 3 && r.Values()%3 == 0 && slices.Equal(groups, thirdsOf(r.Puzzle)) {
		return 0, true
	}
	if by = len(groups); by > 1 && slices.Equal(groups, remaindersOf(r.Puzzle, by)) {
		return by, false
	}
	return 0, false
}
