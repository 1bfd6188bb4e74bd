package format

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
	"nonet/sudoku"
)

// KSudoku writes XML. A save has a graph, values and a solution; a shape has only a graph.
//
// 	<graph order="9" type="sudoku">       9×9 with boxes; "roxdoku": a cube; "custom": as follows
// 	<graph … sizeX="21" sizeY="21" sizeZ="1">
// 	  <sudokugroups at="12" withblocks="1"/>     a board of order×order that begins at a cell
// 	  <roxdokugroups at="0"/>                    a cube; each plane has all values
// 	  <clique size="9">0 1 2 …</clique>          cells with different values
// 	  <cage operator="4" value="10" size="3">    1 ÷, 2 −, 3 ×, 4 +
// 	<values>__b…</values>                 a character a cell: b is 1, _ is empty, . is no cell
// 	<simple-event index="4" value="7"/>   the player's moves, in their order: a digit, 0 for none,
// 	<simple-event index="5" markers="011000000"/>   or notes, a character for each value
//
// Cells are numbered first along z, then along y, then along x. On a flat board this means column by column.

func recogniseKSudoku(_ *Reader, ln *line) answer {
	text := strings.ToLower(string(ln.text[ln.all.from:min(ln.all.to, ln.all.from+20)]))
	return yes.onlyIf(strings.HasPrefix(text, "<!doctype ksudoku") || strings.HasPrefix(text, "<ksudoku"))
}

// readKSudoku reads the lines up to the end of the document and outputs the puzzle.
func readKSudoku(r *Reader, ln *line) {
	no, text := ln.number, bytes.Clone(ln.rawFrom(ln.all.from))
	n := 0
	for ; !bytes.Contains(text, []byte("</ksudoku")) && len(text) < MaxLine; n++ {
		raw, ok := r.lineAhead(n)
		if !ok {
			break
		}
		text = append(append(text, '\n'), raw...)
	}
	r.skipLines(n)
	r.inRun = false
	p := Puzzle{Kind: kindKSudoku, Line: no}
	if !bytes.Contains(text, []byte("</ksudoku")) {
		r.emitPuzzleError(p.startPlace().errorHere("format.ksudoku.end", "n", MaxLine>>10))
		return
	}
	where, contents := p.startPlace(), string(text)
	p.later = func() (Puzzle, *SyntaxError) {
		read, notes, play, err := readKSudokuText(contents)
		p, wrong := newResultConverter(kindKSudoku, where)(read, notes, err)
		if wrong == nil && p.IsClassic() {
			p.addPlayerEntries(play)
		}
		if p.Extra == nil {
			p.Notes = append(p.Notes, play.lossNotes()...)
		}
		return p, wrong
	}
	r.emitPuzzle(p)
}

// ksudokuGraph describes a board: its sizes, and groups of cells with different values. Groups list cell numbers.
type ksudokuGraph struct {
	order, base int
	x, y, z     int
	groups      [][]int
	plain       bool // set if the graph is a single board; then its first groups are the rows and columns
	blocks      bool // set if the board has boxes
}

func (g *ksudokuGraph) cellAt(x, y, z int) (int, bool) {
	return (x*g.y+y)*g.z + z, x < g.x && y < g.y && z < g.z
}

// boardCell converts a cell's number in the graph to its number in the puzzle.
func (g *ksudokuGraph) boardCell(number int) int {
	z, y, x := number%g.z, number/g.z%g.y, number/g.z/g.y
	return y*g.x*g.z + z*g.x + x
}

func (g *ksudokuGraph) addGroup(n int, pointOf func(i int) (x, y, z int)) bool {
	group := make([]int, n)
	for i := range group {
		cell, ok := g.cellAt(pointOf(i))
		if !ok {
			return false
		}
		group[i] = cell
	}
	g.groups = append(g.groups, group)
	return true
}

func (g *ksudokuGraph) addSudoku(first int, blocks bool) bool {
	x, y := first/g.z/g.y, first/g.z%g.y
	for i := range g.order {
		ok := g.addGroup(g.order, func(j int) (int, int, int) { return x + j, y + i, 0 }) &&
			g.addGroup(g.order, func(j int) (int, int, int) { return x + i, y + j, 0 })
		if !ok {
			return false
		}
		box := puzzle.BoxOf(g.order, g.order, g.order)
		if blocks && box.Rows > 0 {
			top, left := i/(g.order/box.Columns)*box.Rows, i%(g.order/box.Columns)*box.Columns
			if !g.addGroup(g.order, func(j int) (int, int, int) { return x + left + j%box.Columns, y + top + j/box.Columns, 0 }) {
				return false
			}
		}
	}
	return true
}

func (g *ksudokuGraph) addCube(first int) bool {
	x, y, z := first/g.z/g.y, first/g.z%g.y, first%g.z
	n := g.base
	for i := range n {
		ok := g.addGroup(n*n, func(j int) (int, int, int) { return x + i, y + j/n, z + j%n }) &&
			g.addGroup(n*n, func(j int) (int, int, int) { return x + j/n, y + i, z + j%n }) &&
			g.addGroup(n*n, func(j int) (int, int, int) { return x + j/n, y + j%n, z + i })
		if !ok {
			return false
		}
	}
	return true
}

// readKSudokuText parses a document of KSudoku.
func readKSudokuText(text string) (read *puzzle.Puzzle, notes []Note, play playerEntries, err error) {
	nodes := tagsOf(text)
	index := slices.IndexFunc(nodes, func(n tag) bool { return n.name == "graph" })
	if index < 0 {
		return nil, nil, play, newPartError("", "format.ksudoku.graph")
	}
	graph := &nodes[index]
	g := &ksudokuGraph{order: graph.intAttribute("order", 0), z: 1}
	for g.base = 1; (g.base+1)*(g.base+1) <= g.order; g.base++ {
	}
	kind := graph.attributes["type"]
	bad := newPartError("graph", "format.ksudoku.order", "order", graph.attributes["order"], "type", kind)
	if g.order < 2 || g.order > puzzle.Most {
		return nil, nil, play, bad
	}
	if g.x, g.y = g.order, g.order; kind == "roxdoku" {
		g.x, g.y, g.z = g.base, g.base, g.base
	} else if kind == "custom" {
		g.x, g.y, g.z = graph.intAttribute("sizeX", g.order), graph.intAttribute("sizeY", g.order), graph.intAttribute("sizeZ", 1)
	}
	if min(g.x, g.y, g.z) < 1 || g.y > puzzle.Most || g.x > puzzle.Most || g.z > puzzle.Most || g.x*g.z > puzzle.Most {
		return nil, nil, play, bad
	}
	ok := true
	var cliques [][]int
	var cages []*tag
	boards := 0
	for i := range nodes {
		switch n := &nodes[i]; n.name {
		case "sudokugroups":
			g.plain, g.blocks, boards = n.intAttribute("at", 0) == 0, n.attributes["withblocks"] != "0", boards+1
			ok = ok && g.addSudoku(n.intAttribute("at", 0), n.attributes["withblocks"] != "0")
		case "roxdokugroups":
			boards++
			ok = ok && g.addCube(n.intAttribute("at", 0))
		case "clique", "cage":
			if n.name == "cage" {
				cages = append(cages, n)
				continue
			}
			group := g.cellsOf(n.text)
			ok = ok && group != nil
			cliques = append(cliques, group)
		}
	}
	switch kind {
	case "sudoku":
		g.plain, g.blocks, boards = true, true, 1
	case "roxdoku":
		ok = ok && g.addCube(0)
	}
	g.plain = g.plain && boards == 1 && g.z == 1 && g.x == g.order && g.y == g.order
	if !ok {
		return nil, nil, play, newPartError("clique", "rules.noCell", "name", graph.attributes["name"])
	}
	p := puzzle.New(g.y, g.x*g.z)
	p.Low, p.High = 1, g.order
	p.Title = graph.attributes["name"]
	r := newReaderOf(p, "graph")
	r.addGroups(g, cliques)
	for _, cage := range cages {
		cells := g.boardCells(g.cellsOf(cage.text))
		value := cage.intAttribute("value", 0)
		switch operator := cage.intAttribute("operator", 0); {
		case cells == nil:
			r.recordError("rules.noCell", "name", cage.text)
		case operator == 4 && !strings.EqualFold(graph.attributes["specific-type"], "Mathdoku"):
			r.appendKind("Cage", []int{value}, cells)
		default:
			r.addMathCage(operator, value, cells)
		}
	}
	for _, n := range nodes {
		if n.name == "values" || n.name == "solution" {
			r.readSymbols(g, n.name, n.text)
		}
	}
	play, wrong := replayMoves(nodes, p.High, p.BoardCells())
	if wrong != "" {
		r.part = "history"
		r.recordError("format.ksudoku.event", "text", wrong)
	}
	read, notes, err = validateResult(p, r.notes, r.err)
	return read, notes, play, err
}

// addMathCage adds a cage with an operator: 1 is ÷, 2 is −, 3 is ×, 4 is +, and 0 is a single cell. If no rule that
// nonet knows fits the operator and the number of cells, it adds a note instead.
func (r *fpuzzlesReader) addMathCage(operator, value int, cells []int) {
	switch {
	case operator == 4 || operator == 0 && len(cells) == 1:
		r.appendKind("Sum", []int{value}, cells)
	case operator == 3 && len(cells) > 0:
		r.appendKind("Product", []int{value}, cells)
	case operator == 2 && len(cells) == 2 && value > 0:
		r.appendKind("Difference", []int{value}, cells)
	case operator == 1 && len(cells) == 2 && value > 1:
		r.appendKind("Ratio", []int{value}, cells)
	default:
		r.addNote("cage: " + map[int]string{1: "÷", 2: "−", 3: "×"}[operator] + strconv.Itoa(value))
	}
}

// playerEntries holds the digits and notes that remain after the player's moves, indexed by the cell's number in the
// graph.
type playerEntries struct {
	values map[int]int
	marks  map[int][]int
}

func (y playerEntries) lossNotes() (all []Note) {
	if len(y.values) > 0 {
		all = append(all, Note{Part: noteDigits, Cosmetic: true})
	}
	if len(y.marks) > 0 {
		all = append(all, Note{Part: noteNotes, Cosmetic: true})
	}
	return all
}

// replayMoves applies the moves of a game in order. `wrong` is the first impossible move, or "".
func replayMoves(nodes []tag, high, cells int) (play playerEntries, wrong string) {
	values, marks := map[int]int{}, map[int][]int{}
	for i := range nodes {
		event := &nodes[i]
		if event.name != "simple-event" {
			continue
		}
		index, value := event.intAttribute("index", -1), event.intAttribute("value", -1)
		notes, noted := event.attributes["markers"]
		if index < 0 || index >= cells || value > high || (value >= 0) == noted || strings.Trim(notes, "01") != "" {
			return play, fmt.Sprintf("index=%q value=%q markers=%q", event.attributes["index"], event.attributes["value"], notes)
		}
		delete(values, index)
		delete(marks, index)
		if value > 0 {
			values[index] = value
		}
		for k := range min(len(notes), high) {
			if notes[k] == '1' {
				marks[index] = append(marks[index], k+1)
			}
		}
	}
	return playerEntries{values, marks}, ""
}

// addPlayerEntries adds a player's digits and notes to a classic puzzle. `play` numbers the cells column by column.
func (p *Puzzle) addPlayerEntries(play playerEntries) {
	e := *p.extra()
	var all [sudoku.Cells]uint8
	cell := func(n int) sudoku.Cell { return sudoku.Cell(n%9*9 + n/9) }
	for n, value := range play.values {
		if p.Grid.At(cell(n)) == 0 {
			all[cell(n)] = uint8(value)
		}
	}
	for n, digits := range play.marks {
		for _, d := range digits {
			e.Corner[cell(n)] = e.Corner[cell(n)].With(sudoku.Digit(d))
		}
	}
	e.Values, _ = sudoku.FromCells(all)
	p.Extra = nilIfEmpty(&e)
}

func (g *ksudokuGraph) cellsOf(text string) (cells []int) {
	for _, word := range strings.Fields(text) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n >= g.x*g.y*g.z {
			return nil
		}
		cells = append(cells, n)
	}
	return cells
}

func (g *ksudokuGraph) boardCells(numbers []int) (cells []int) {
	for _, n := range numbers {
		cells = append(cells, g.boardCell(n))
	}
	return cells
}

// addGroups adds the groups of a graph as regions, as diagonals, or as cells that must differ. Places without a group
// become holes.
func (r *fpuzzlesReader) addGroups(g *ksudokuGraph, cliques [][]int) {
	differ := func(cells []int) {
		switch kind := "AllDifferent"; {
		case len(cells) < 2:
		case g.plain && r.diagonalDirection(cells) != 0:
			r.appendKind("Diagonal", []int{r.diagonalDirection(cells)}, nil)
		default:
			if len(cells) == r.Values() {
				kind = "ExtraRegion"
			}
			r.appendKind(kind, nil, cells)
		}
	}
	if g.plain {
		if !g.blocks {
			r.Box = puzzle.Box{}
		}
		var regions [][]int
		covered := map[int]bool{}
		for _, clique := range cliques {
			cells := slices.Sorted(slices.Values(g.boardCells(clique)))
			if !g.blocks && len(cells) == g.order && !slices.ContainsFunc(cells, func(cell int) bool { return covered[cell] }) {
				for _, cell := range cells {
					covered[cell] = true
				}
				regions = append(regions, cells)
				continue
			}
			differ(cells)
		}
		if len(covered) == r.BoardCells() {
			r.setAreas(regions)
		} else {
			for _, cells := range regions {
				differ(cells)
			}
		}
		return
	}
	r.Free, r.Box = true, puzzle.Box{}
	seen := map[string]bool{}
	key := func(cells []int) string { return strings.Join(r.CellNames(cells), "") }
	var groups [][]int
	for _, group := range append(g.groups, cliques...) {
		cells := slices.Sorted(slices.Values(g.boardCells(group)))
		if !seen[key(cells)] {
			seen[key(cells)] = true
			groups = append(groups, cells)
		}
	}
	in := make([]bool, r.BoardCells())
	for _, cell := range slices.Concat(groups...) {
		in[cell] = true
	}
	for cell := range in {
		if !in[cell] {
			r.Holes = append(r.Holes, cell)
		}
	}
	isBox := map[string]bool{}
	if g.z == 1 && len(r.Holes) > 0 && r.Rows%g.base == 0 && r.Columns%g.base == 0 {
		r.Box = puzzle.Box{Rows: g.base, Columns: g.base}
		for _, cells := range r.Areas() {
			isBox[key(cells)] = true
		}
		for box := range isBox {
			if !seen[box] {
				r.Box, isBox = puzzle.Box{}, nil
				break
			}
		}
	}
	for _, cells := range groups {
		if !isBox[key(cells)] {
			differ(cells)
		}
	}
}

// diagonalDirection returns 1 if the cells are the diagonal that rises to the right, −1 if they are the diagonal that
// falls to the right, and 0 otherwise.
func (r *fpuzzlesReader) diagonalDirection(cells []int) int {
	rises, falls := len(cells) == r.Rows, len(cells) == r.Rows
	for i, cell := range cells {
		falls = falls && cell == i*r.Columns+i
		rises = rises && cell == (i+1)*(r.Columns-1)
	}
	switch {
	case rises:
		return 1
	case falls:
		return -1
	}
	return 0
}

// readSymbols reads the characters of the element called `name`, which is values or solution, and stores them in the
// puzzle.
func (r *fpuzzlesReader) readSymbols(g *ksudokuGraph, name, text string) {
	if len(text) != r.BoardCells() {
		if len(text) > 0 {
			r.part = name
			r.recordError("rules.grid", "n", len(text), "size", r.BoardCells())
		}
		return
	}
	solution := make([]string, len(text))
	for i := range len(text) {
		cell, v := g.boardCell(i), int(text[i])-'a'
		switch {
		case v < 1 || v > r.High:
			if text[i] != '_' && text[i] != '.' {
				r.part = name
				r.recordError("rules.notNumber", "text", text[i:i+1])
			}
		case name == "values":
			r.Givens = append(r.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		default:
			solution[cell] = strconv.Itoa(v)
		}
	}
	if name == "solution" {
		r.readSolution(solution)
	}
	sortGivens(r.Puzzle)
}

// ksudokuText returns p as a save of KSudoku, and records in l what the save lacks. ok is false if KSudoku does not
// support the board. The board must be square, with 4 to 25 rows and the values 1 to n. A jigsaw must have n regions of
// n cells.
func ksudokuText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	n := p.Rows
	if p.Columns != n || n < 4 || n > 25 || p.Low != 1 || p.High != n || p.Free {
		return "", false
	}
	l.recordTextLosses(false)
	others := *p // a copy, in which only the parts remain that the save lacks
	others.Constraints, others.Box, others.Regions = nil, puzzle.New(n, n).Box, nil
	g := &ksudokuGraph{order: n, x: n, y: n, z: 1, blocks: p.Box.Rows == p.Box.Columns && p.Box.Rows*p.Box.Columns == n}
	var dst []byte
	add := func(start string, cells []int) {
		dst = fmt.Appendf(dst, "%s size=\"%d\">", start, len(cells))
		for i, cell := range cells {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendInt(dst, int64(g.boardCell(cell)), 10) // on a square board, boardCell is its own inverse
		}
		dst = fmt.Appendf(dst, "</%s>\n", strings.Fields(start[1:])[0])
	}
	kind := "Plain"
	if areas := p.Areas(); !g.blocks && len(areas) > 0 {
		if kind = "Jigsaw"; len(areas) != n || slices.ContainsFunc(areas, func(cells []int) bool { return len(cells) != n }) {
			return "", false
		}
		for _, cells := range areas {
			add("<clique", cells)
		}
	}
	for _, c := range p.Constraints {
		switch {
		case c.Kind == "Diagonal" && len(c.Numbers) == 1:
			cells := evenlySpaced(0, n+1, n)
			if c.Numbers[0] > 0 {
				cells = evenlySpaced(n-1, n-1, n)
			}
			kind = "XSudoku"
			add("<clique", cells)
		case c.Kind == "ExtraRegion" && len(c.Cells) == n:
			add("<clique", c.Cells)
		case c.Kind == "Cage" && len(c.Numbers) == 1 && c.Numbers[0] > 0 && len(c.Cells) > 0:
			kind = "KillerSudoku"
			add(fmt.Sprintf("<cage operator=\"4\" value=\"%d\"", c.Numbers[0]), c.Cells)
		default:
			others.Constraints = append(others.Constraints, c)
		}
	}
	l.p = &others
	l.recordBoardLosses(false)
	var all []byte
	if g.blocks && len(dst) == 0 {
		all = fmt.Appendf(all, "<graph order=\"%d\" type=\"sudoku\" specific-type=\"Plain\"/>\n", n)
	} else {
		blocks := 0
		if g.blocks {
			blocks = 1
		}
		all = fmt.Appendf(all, "<graph order=\"%d\" type=\"custom\" specific-type=\"%s\" sizeX=\"%[1]d\" sizeY=\"%[1]d\" sizeZ=\"1\">\n<sudokugroups at=\"0\" withblocks=\"%[3]d\"/>\n%[4]s</graph>\n", n, kind, blocks, dst)
	}
	values, moves := make([]byte, n*n), []byte(nil)
	for cell, v := range givensOf(p) {
		at := g.boardCell(cell)
		if values[at] = '_'; v > 0 {
			values[at] = 'a' + byte(v)
		}
		if l.played != nil {
			if v := l.played.extra().Values.At(sudoku.Cell(cell)); v > 0 {
				moves = fmt.Appendf(moves, "<simple-event index=\"%d\" value=\"%d\"/>\n", at, v)
			}
		}
	}
	return fmt.Sprintf("<!DOCTYPE ksudoku>\n<ksudoku>\n<game>\n<puzzle>\n%s<values>%s</values>\n</puzzle>\n<history>\n%s</history>\n</game>\n</ksudoku>", all, values, moves), true
}
