package format

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/board"
	"nonet/internal/exchange"
	"nonet/puzzle"
)

// Programs for killer puzzles write an object with a list of cages. Each program has its own form of the following:
//
// 	cages   a list, or an object that maps names to cages. It is a member with "cage" or "killer" in its name,
// 	        perhaps in an object inside, or it is the whole text. Or each cell of a board has the number of its
// 	        cage, and a list or object has the sums
// 	cage    {"sum": 10, "cells": […]}, or [10, […]]; the sum is also called total, value or target, and
// 	        the cells positions or coordinates
// 	cell    [row, column], {"row": 0, "col": 1}, {"r": 0, "c": 1}, {"x": 1, "y": 0}, a number, "r1c2", "A2" or "0-1"
// 	board   a text or rows of numbers in "puzzle", "grid", "board", "givens", …; without it there are no givens
//
// Rows and columns count from 0 or from 1. A cell in the last row or column shows which.

var (
	cageMembers = []string{"cages", "areas"}
	sumMembers  = []string{"sum", "total", "value", "target", "targetsum", "cagesum", "clue", "result", "s", "first"}
	cellMembers = []string{"cells", "positions", "coordinates", "coords", "indices", "squares", "c", "second", "cellindices", "cellids"}
	sideMembers = []string{"size", "side", "n"}
	kindMembers = []string{"variant", "type", "kind"} // members whose value names the rules
	// regionMembers lists members with each cell's region.
	regionMembers = []string{"regions", "box_of", "boxes", "jigsaw", "region_map", "regionMap"}

	// killerBoards lists members with the board, in addition to puzzleColumns. killerSolutions lists members with the
	// solution.
	killerBoards    = []string{"mission", "initial", "start", "numbers", "cells"}
	killerSolutions = []string{"solution", "solved", "filledGrid", "answer"}
	// idleMembers lists members that state no rule, although their values are lists, objects or numbers.
	idleMembers = []string{"metadata", "meta", "tags", "id", "index", "color", "colour", "name", "label", "cage", "group", "size", "count", "length"}
)

// isPlainKind reports whether `text` names puzzles that have no rules besides a board and cages: "killer", "classic".
func isPlainKind(text string) bool {
	return isWordIn(" killer killersudoku sudoku classic classicsudoku standard regular normal vanilla 9x9 ", plainName(text))
}

func plainName(text string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune(" -_", r) {
			return -1
		}
		return r
	}, text))
}

// addMemberNotes adds notes about members that may state rules: flags that are true, lists, objects, and names of
// variants.
func (r *fpuzzlesReader) addMemberNotes(o exchange.Object) {
	known := slices.Concat(cageMembers, puzzleColumns, killerBoards, killerSolutions, sideMembers, idleMembers)
	for _, name := range slices.Sorted(maps.Keys(o)) {
		text, isText := o[name].(string)
		switch list, isList := o[name].([]any); {
		case slices.Contains(known, name):
		case isText && slices.Contains(kindMembers, name):
			plain := plainName(text)
			if b, err := board.Parse(strings.TrimSuffix(plain, "sudoku")); err == nil {
				r.AddHouses(b)
			} else if text != "" && !isPlainKind(text) && !(plain == "jigsaw" && r.Regions != nil) {
				r.addNote(name + ": " + text)
			}
		case slices.Contains(regionMembers, name) && r.Regions != nil:
		case o[name] == true, isList && len(list) > 0:
			r.addNote(name)
		default:
			if inner, ok := o[name].(exchange.Object); ok && len(inner) > 0 {
				r.addNote(name)
			}
		}
	}
}

// readKillerJSON returns the killer puzzle in an object, with notes about unread members.
func readKillerJSON(o exchange.Object) (*puzzle.Puzzle, []Note, error) {
	o = withPlainNames(o) // a copy, so that the caller's object stays unchanged
	listNumberedCages(o)
	board := findBoardCells(o, slices.Concat(puzzleColumns, killerBoards)...)
	solution := findBoardCells(o, killerSolutions...)
	if solution != nil && board != nil && len(solution) != len(board) {
		solution = nil
	}
	cages, notes, err := killerCages(o)
	if err != nil {
		return nil, nil, err
	}
	side, err := killerSide(o, board, solution)
	if err != nil {
		return nil, nil, err
	}
	from, err := firstNumberOf(cages, side)
	if err != nil {
		return nil, nil, err
	}
	p := puzzle.New(side, side)
	p.Title, p.Author, p.Rules = o.Text("title")+o.Text("name"), o.Text("author"), cmp.Or(o.Text("rules"), o.Text("ruleset"))
	r := newReaderOf(p, "board")
	r.notes = notes
	r.readRegionNumbers(o)
	r.addMemberNotes(o)
	for cell, text := range board {
		if text = strings.TrimSpace(text); text != "" && !isBlank(text) {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{r.parseInt(text)}})
		}
	}
	r.readSolution(solution)
	r.part = "cages"
	summed := !isListOfLists(o["cages"]) && !isListOfLists(o["areas"]) || r.Solution == nil || slices.Contains(r.Solution, puzzle.Empty) ||
		slices.ContainsFunc(cages, func(c killerCage) bool { return c.sum > 0 })
	for _, c := range cages {
		cells := r.cageCells(c.places, from)
		if !summed && r.err == nil {
			for _, cell := range cells {
				c.sum += r.Solution[cell]
			}
		}
		r.appendKind("Cage", []int{c.sum}, cells)
	}
	r.addSentences(nil)
	return validateResult(p, r.notes, r.err)
}

// killerSide returns the number of rows, which is also the number of columns. The board determines it; without a board,
// a member or else the solution does. The default is 9.
func killerSide(o exchange.Object, board, solution []string) (side int, err error) {
	for _, name := range sideMembers {
		if n, ok := integerOf(o[name]); ok && side == 0 {
			side = n
		}
	}
	if board != nil {
		side = boardSide(len(board))
	}
	if side == 0 && solution != nil {
		side = boardSide(len(solution))
	}
	if side == 0 {
		side = 9
	}
	if side < 1 || side > puzzle.Most {
		return 0, newPartError("", "rules.board", "rows", side, "columns", side, "most", puzzle.Most)
	}
	return side, nil
}

// firstNumberOf returns 0 if the text numbers rows and columns from 0, and 1 if it numbers them from 1.
func firstNumberOf(cages []killerCage, side int) (int, error) {
	largest, least, index, named := 0, 1<<20, false, true
	for _, c := range cages {
		named = named && c.named
		for _, cell := range c.places {
			if cell[0] < 0 {
				index = true
				continue
			}
			largest, least = max(largest, cell[0], cell[1]), min(least, cell[0], cell[1])
		}
	}
	switch {
	case index:
		return 0, nil
	case len(cages) == 0: // the board has no cages
	case named && least > 0: // names count from 1
		return 1, nil
	case least > 0 && largest == side:
		return 1, nil
	case least > 0:
		return 0, newPartError("cages", "format.killer.from", "side", side)
	}
	return 0, nil
}

// cageCells returns the cells at these places. `from` is the number that the text gives to the first row and column.
func (r *fpuzzlesReader) cageCells(places [][2]int, from int) (cage []int) {
	for _, cell := range places {
		row, column := cell[0]-from, cell[1]-from
		if cell[0] < 0 {
			row, column = cell[1]/r.Columns, cell[1]%r.Columns
		}
		if row < 0 || column < 0 || row >= r.Rows || column >= r.Columns {
			r.recordError("rules.noCell", "name", fmt.Sprint(cell[0], ",", cell[1]))
			continue
		}
		cage = append(cage, row*r.Columns+column)
	}
	return cage
}

// hasRuleWord reports whether a member's name contains a word for a rule. An object with such a member holds more than
// a grid.
func hasRuleWord(name string) bool {
	name = strings.ToLower(name)
	for _, part := range ruleNames {
		if strings.Contains(name, part) { // no closure here: the loop runs for each member of up to a million objects
			return true
		}
	}
	return false
}

var ruleNames = [...]string{"cage", "killer", "constraint", "thermo", "arrow", "kropki", "diagonal", "jigsaw", "knight"}

// withPlainNames returns a copy of o. In the copy, "cages" and "sums" name the members with the cages and the sums. If
// an object inside o has the cages, the copy also has this object's members.
func withPlainNames(o exchange.Object) exchange.Object {
	plain := maps.Clone(o)
	for _, name := range slices.Sorted(maps.Keys(o)) {
		small := strings.ToLower(name)
		switch inner, ok := o[name].(exchange.Object); {
		case ok && small != "cages" && hasRuleName(inner):
			delete(plain, name)
			for key, one := range withPlainNames(inner) {
				if plain[key] == nil {
					plain[key] = one
				}
			}
		case !ok && o.List(name) == nil || name == "cages":
		case o["cages"] == nil && isSummedList(o.List(name)):
			delete(plain, name)
			plain["cages"] = o[name]
		case strings.Contains(small, "cage") || strings.Contains(small, "killer"):
			if small = "cages"; strings.Contains(strings.ToLower(name), "sum") {
				small = "sums"
			}
			if plain[small] == nil {
				delete(plain, name)
				plain[small] = o[name]
			}
		}
	}
	return plain
}

func withPlainMembers(o exchange.Object) exchange.Object {
	plain := exchange.Object{}
	for _, name := range slices.Sorted(maps.Keys(o)) { // sorted, so that of two names such as "Sum" and "sum" always the same one counts
		plain[plainName(name)] = o[name]
	}
	return plain
}

func hasMember(o exchange.Object, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return o[name] != nil })
}

func isSummedList(list []any) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(one any) bool {
		cage, _ := one.(exchange.Object)
		cage = withPlainMembers(cage)
		return !hasMember(cage, cellMembers) || !hasMember(cage, sumMembers) || !isWordIn(" cage killer sum killercage ", plainName(cmp.Or(cage.Text("type"), "cage")))
	})
}

// readRegionNumbers reads the regions from a member that has the name or number of each cell's region. It ignores the
// member if a cell has no name or number, or if the size of a region differs from that of a row.
func (r *fpuzzlesReader) readRegionNumbers(o exchange.Object) {
	boards := findBoardCells(o, regionMembers...)
	if len(boards) != r.BoardCells() {
		return
	}
	byName := map[string][]int{}
	for cell, name := range boards {
		byName[name] = append(byName[name], cell)
	}
	var regions [][]int
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if regions = append(regions, byName[name]); len(byName[name]) != r.Columns {
			return
		}
	}
	r.Box, r.Regions = puzzle.Box{}, regions
}

// listNumberedCages converts cages to a list. In o, each cell has the number of its cage, and a list or object has the
// sums. If a sum belongs to no cage, the sums stay in the object, and a note names them.
func listNumberedCages(o exchange.Object) {
	boards := findBoardCells(o, "cages")
	sums, _ := o["sums"].(exchange.Object)
	list := o.List("sums")
	if boards == nil || sums == nil && list == nil {
		return
	}
	cells, greatest := map[string][]any{}, -1
	var names []string
	for cell, name := range boards {
		if n, err := strconv.Atoi(name); err == nil {
			greatest = max(greatest, n)
		}
		if name != "" {
			if cells[name] == nil {
				names = append(names, name)
			}
			cells[name] = append(cells[name], float64(cell))
		}
	}
	if first := greatest - len(list) + 1; list != nil && (first == 0 || first == 1) { // list[0] is the sum of the cage with the number first
		sums = exchange.Object{}
		for i, sum := range list {
			sums[strconv.Itoa(i+first)] = sum
		}
	}
	cages, isLacking := []any{}, false
	for _, name := range names {
		switch sum := sums[name]; {
		case name == "0" && (sum == nil || sum == 0.0): // 0 marks cells without a cage
		case sum == nil:
			isLacking = true
			cages = append(cages, exchange.Object{"cells": cells[name], "sum": "sum of " + name}) // a sum that is not a number, so that a note will name the cage
		default:
			cages = append(cages, exchange.Object{"cells": cells[name], "sum": sum})
		}
	}
	isSpare := func(name string) bool { return cells[name] == nil && sums[name] != nil && sums[name] != 0.0 }
	if o["cages"] = cages; isLacking || !slices.ContainsFunc(slices.Collect(maps.Keys(sums)), isSpare) {
		delete(o, "sums")
	}
}

// isListOfLists reports whether each cage is a list of cells without a sum. Then the sums follow from the solution,
// which is in the same object.
func isListOfLists(cages any) bool {
	list, _ := cages.([]any)
	return len(list) > 0 && !slices.ContainsFunc(list, func(cage any) bool { _, ok := cage.([]any); return !ok })
}

// killerCages returns the cages. notes describe cages whose clue is not a sum.
func killerCages(o exchange.Object) (cages []killerCage, notes []Note, err error) {
	var all []any
	for _, name := range cageMembers {
		switch v := o[name].(type) {
		case []any:
			all = append(all, v...)
		case exchange.Object: // the object maps names to cages
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if sum, ok := v[name].(float64); ok { // the member's name lists the cells of the cage
					v[name] = exchange.Object{"cells": name, "sum": sum}
				}
				all = append(all, v[name])
			}
		}
	}
	for i, one := range all {
		cage, other, ok := parseCage(one)
		switch {
		case !ok:
			return nil, nil, newPartError(fmt.Sprintf("cages: %d", i+1), "rules.noCell", "name", jsonText(one))
		case other != "":
			notes = append(notes, Note{Part: shortenPart("cages: " + other)})
		case len(cage.places) > 0:
			cages = append(cages, cage)
		}
	}
	return cages, notes, nil
}

// killerCage holds the cells and the sum of a cage. A cell is a row and a column, or −1 and the cell's number. The sum
// is 0 if the cage has none.
type killerCage struct {
	places [][2]int
	sum    int
	named  bool // set if the cells have names such as r1c1, so that rows and columns count from 1
}

// parseCage parses a cage. `other` is the text of a clue that is not a sum.
func parseCage(v any) (c killerCage, other string, ok bool) {
	var cells []any
	switch cage := v.(type) {
	case exchange.Object:
		cage = withPlainMembers(cage)
		for _, name := range cellMembers {
			if cells == nil {
				cells = cage.List(name)
			}
			if text, ok := cage[name].(string); ok && cells == nil {
				separators := ";|" // ; or | separates cells, as in "0,0;0,1"; a comma separates names, as in "r1c1,r1c2"
				if _, _, one := parseCellPlace(text); !one && !strings.ContainsAny(text, separators) {
					separators = " ,"
				}
				for _, one := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
					cells = append(cells, one)
				}
			}
		}
		summed := false
		for _, name := range sumMembers {
			if text := strings.TrimSpace(cage.Text(name)); text != "" {
				n, err := strconv.Atoi(text)
				if err != nil {
					return c, text, true
				}
				c.sum, summed = n, true
				break
			}
		}
		for _, name := range slices.Sorted(maps.Keys(cage)) { // members with other names: a number may be the sum
			if _, ok := cage[name].(float64); ok && !summed && !slices.Contains(idleMembers, name) && !slices.Contains(sumMembers, name) {
				return c, name + " " + cage.Text(name), true
			}
		}
		for _, name := range []string{"operation", "operator", "op"} {
			if text := strings.ToLower(cage.Text(name)); text != "" && !slices.Contains([]string{"+", "add", "sum", "plus", "addition"}, text) {
				return c, text, true
			}
		}
	case []any:
		for i := 0; i < 2 && len(cage) == 2; i++ {
			n, ok := integerOf(cage[i])
			if list, ok2 := cage[1-i].([]any); ok && ok2 {
				c.sum, cells = n, list
			}
		}
		if cells == nil {
			cells = cage
		}
	}
	for _, cell := range cells {
		place, one, ok := parseCellPlace(cell)
		if !ok {
			return c, "", false
		}
		c.places, c.named = append(c.places, place), one
	}
	return c, "", cells != nil && c.sum >= 0
}

// parseCellPlace parses a cell: a number, a pair, an object or a text. `place` has the row and the column as the text
// counts them, or −1 and the cell's number. fromOne is set if the text certainly counts from one, as in r1c1.
func parseCellPlace(v any) (place [2]int, fromOne, ok bool) {
	switch cell := v.(type) {
	case float64:
		n, ok := integerOf(cell)
		return [2]int{-1, n}, false, ok && n >= 0
	case []any:
		if pair, ok := integersOf(cell); ok && len(pair) == 2 && min(pair[0], pair[1]) >= 0 {
			return [2]int{pair[0], pair[1]}, false, true
		}
	case exchange.Object:
		for _, names := range [][2]string{{"row", "col"}, {"row", "column"}, {"r", "c"}, {"y", "x"}, {"i", "j"}, {"first", "second"}} {
			row, ok := integerOf(cell[names[0]])
			column, ok2 := integerOf(cell[names[1]])
			if ok && ok2 && min(row, column) >= 0 {
				return [2]int{row, column}, false, true
			}
		}
		for _, name := range []string{"index", "position", "pos", "cell"} {
			if cell[name] != nil {
				return parseCellPlace(cell[name])
			}
		}
	case string:
		text := strings.ToLower(strings.TrimSpace(cell))
		pair := func(down, across string) ([2]int, bool) {
			row, err := strconv.ParseUint(down, 10, 16)
			column, err2 := strconv.ParseUint(across, 10, 16)
			return [2]int{int(row), int(column)}, err == nil && err2 == nil
		}
		if down, across, cut := strings.Cut(strings.TrimPrefix(text, "r"), "c"); cut && text[0] == 'r' {
			place, ok = pair(down, across)
			return place, true, ok
		}
		if len(text) > 1 && text[0] >= 'a' && text[0] <= 'z' {
			if n, err := strconv.Atoi(text[1:]); err == nil && n > 0 {
				return [2]int{int(text[0]-'a') + 1, n}, true, true
			}
		}
		if two := strings.FieldsFunc(strings.Trim(text, "()[]"), func(r rune) bool { return strings.ContainsRune(" ,;:-_", r) }); len(two) == 2 {
			place, ok = pair(two[0], two[1])
			return place, false, ok
		}
	}
	return place, false, false
}

// findBoardCells returns the text of each cell of the board in one of the named members. The board is a text with one
// character per cell, rows of such texts, rows of numbers, or a list of all numbers.
func findBoardCells(o exchange.Object, names ...string) (cells []string) {
	var add func(v any, depth int) bool
	add = func(v any, depth int) bool {
		switch v := v.(type) {
		case nil:
			cells = append(cells, "")
		case float64:
			cells = append(cells, exchange.Object{"": v}.Text(""))
		case string:
			if depth == 2 || len(v) < 2 {
				cells = append(cells, v)
				break
			}
			for _, c := range strings.Join(strings.Fields(v), "") {
				cells = append(cells, string(c))
			}
		case []any:
			for _, one := range v {
				if depth == 2 || !add(one, depth+1) {
					return false
				}
			}
		case exchange.Object:
			return v["value"] != nil && add(v["value"], 2) || v["value"] == nil && add(nil, 2)
		default:
			return false
		}
		return true
	}
	for _, name := range names {
		if cells = nil; o[name] != nil && add(o[name], 0) && boardSide(len(cells)) > 0 {
			return cells
		}
	}
	return nil
}
