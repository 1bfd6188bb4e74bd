package exchange

import (
	"compress/flate"
	"encoding/base64"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Penpa+ packs lines of text by deflate and base64. Of these are read
//
//	0  the kind of grid, its columns and rows; title, author and rules are fields 15, 16 and 18
//	1  [top, bottom, left, right]: of the rows and columns those beside the board
//	3  what is drawn, an object with a member for each tool: that of numbers has by
//	   place [text, colour, size]; names of members are shortened to z and a character
//	5  the places of the cells, each as the difference to the one before
//
// Places are counted row by row in a grid with two more rows and columns on each side, first the
// cells', then those of the corners between cells, from the one at the first cell's lower right on.

// penpaNames undoes the shortening.
var penpaNames = strings.NewReplacer("zZ", "z", "z9", `"qa"`, "zQ", `"pu_q"`, "zA", `"pu_a"`, "zG", `"grid"`, "zM", `"edit_mode"`,
	"zS", `"surface"`, "zL", `"line"`, "zE", `"lineE"`, "zW", `"wall"`, "zC", `"cage"`, "zN", `"number"`, "zY", `"symbol"`, "zP", `"special"`,
	"zB", `"board"`, "zR", `"command_redo"`, "zU", `"command_undo"`, "z8", `"command_replay"`, "z1", `"numberS"`, "zF", `"freeline"`,
	"z2", `"freelineE"`, "zT", `"thermo"`, "z3", `"arrows"`, "zD", `"direction"`, "z0", `"squareframe"`, "z5", `"polygon"`,
	"z4", `"deletelineE"`, "z6", `"killercages"`, "z7", `"nobulbthermo"`, "z_", `"__a"`, "zO", "null")

// penpaSilent are the members that draw nothing.
var penpaSilent = []string{"command_redo", "command_undo", "command_replay", "deletelineE", "number", "lineE"}

const (
	mostPenpa = 1 << 22 // bytes
	margin    = 2       // rows and columns on each side
	mostSide  = 200
)

// UnpackPenpa is the text that a link's parameter p holds.
func UnpackPenpa(packed string) (string, error) {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.ReplaceAll(packed, " ", "+"), "="))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(data))), mostPenpa))
	return string(text), err
}

// isPenpa tells whether a text is one of Penpa+'s.
func isPenpa(text string) bool {
	kind, rest, _ := strings.Cut(text, ",")
	return len(rest) > 0 && len(kind) < 20 && kind != "" && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz_") == "" && strings.Count(text, "\n") >= 5
}

// readPenpa reads such a text: digits, and regions by the thick lines between cells.
func readPenpa(text string) (*Puzzle, *Error) {
	lines := strings.Split(text, "\n")
	head := strings.Split(lines[0], ",")
	field := func(i int, name string) string {
		if i >= len(head) {
			return ""
		}
		text := strings.NewReplacer("%2C", ",", "%2D", "\n", "%2E", "&", "%2F", "=").Replace(head[i])
		return strings.TrimSpace(strings.TrimPrefix(text, name))
	}
	if head[0] != "square" && head[0] != "sudoku" {
		return nil, wrong("rules.penpa.grid", "kind", head[0])
	}
	columns, _ := strconv.Atoi(field(1, ""))
	rows, _ := strconv.Atoi(field(2, ""))
	spaces := numbers(lines[1])
	if len(spaces) != 4 || min(rows, columns, slices.Min(spaces)) < 0 || max(rows, columns, slices.Max(spaces)) > mostSide {
		return nil, wrong("rules.penpa.size")
	}
	wide := columns + 2*margin
	top, left := margin+spaces[0], margin+spaces[2]
	rows, columns = rows-spaces[0]-spaces[1], columns-spaces[2]-spaces[3]
	if min(rows, columns) < 1 {
		return nil, wrong("rules.penpa.size")
	}
	high := (rows + spaces[0] + spaces[1] + 2*margin)
	cellAt := func(place int) int {
		row, column := place/wide-top, place%wide-left
		if place < 0 || row < 0 || row >= rows || column < 0 || column >= columns {
			return -1
		}
		return row*columns + column
	}
	there := map[int]bool{}
	place := 0
	for _, step := range numbers(lines[5]) {
		place += step
		if cell := cellAt(place); cell >= 0 {
			there[cell] = true
		}
	}
	if len(there) != rows*columns {
		return nil, wrong("rules.penpa.cells", "n", rows*columns-len(there))
	}
	v, e := Parse(penpaNames.Replace(lines[3]))
	if e != nil {
		return nil, e
	}
	drawn, _ := v.(Object)
	p := &Puzzle{Site: Penpa, Object: drawn, Title: field(15, "Title:"), Author: field(16, "Author:"), Rules: field(18, "")}
	p.Rows = make([][]Cell, rows)
	for i := range p.Rows {
		p.Rows[i] = make([]Cell, columns)
	}
	drawing := map[string]bool{}
	entries, _ := drawn["number"].(Object)
	for at, entry := range entries {
		place, err := strconv.Atoi(at)
		list, _ := entry.([]any)
		texts := Texts(list)
		if len(texts) > 0 && texts[0] == "" && !isList(list[0]) {
			continue
		}
		cell := cellAt(place)
		number := err == nil && cell >= 0 && len(texts) > 2 && slices.Contains([]string{"1", "5", "6", "10"}, texts[2]) // sizes
		if number {
			_, err = strconv.Atoi(texts[0])
		}
		if !number || err != nil {
			drawing["number"] = true
			continue
		}
		p.Rows[cell/columns][cell%columns] = Cell{Value: texts[0], Given: true}
	}
	walls := map[[2]int]bool{} // between neighbours, the lower first
	edges, _ := drawn["lineE"].(Object)
	for at, style := range edges {
		a, b, _ := strings.Cut(at, ",")
		from, err := strconv.Atoi(a)
		to, err2 := strconv.Atoi(b)
		from, to = from-wide*high, to-wide*high
		if from > to {
			from, to = to, from
		}
		first, second := -1, -1
		switch {
		case err != nil || err2 != nil || from < 0:
		case to == from+wide: // downwards: between the cells left and right of it
			first, second = cellAt(to), cellAt(to+1)
		case to == from+1:
			first, second = cellAt(to), cellAt(to+wide)
		default:
			from = -1
		}
		switch thick := style == 2.0 || style == 21.0; {
		case thick && first >= 0 && second >= 0:
			walls[[2]int{first, second}] = true
		case !thick || from < 0:
			drawing["lineE"] = true
		}
	}
	p.areas = areas(rows, columns, walls)
	for name := range drawn {
		if !slices.Contains(penpaSilent, name) && drawn.Says(name) {
			drawing[name] = true
		}
	}
	for name := range drawing {
		p.Drawn = append(p.Drawn, name)
	}
	slices.Sort(p.Drawn)
	return p, nil
}

func isList(v any) bool { _, is := v.([]any); return is }

// numbers are those of a list, none of what is no list of numbers.
func numbers(text string) (all []int) {
	v, _ := Parse(text)
	list, _ := v.([]any)
	for _, one := range list {
		n, is := one.(float64)
		if !is || n != float64(int32(n)) {
			return nil
		}
		all = append(all, int(n))
	}
	return all
}

// areas are cells that no wall parts; none where it is all of them.
func areas(rows, columns int, walls map[[2]int]bool) (all [][]int) {
	of := make([]bool, rows*columns)
	for first := range of {
		if of[first] {
			continue
		}
		of[first] = true
		area := []int{first}
		for i := 0; i < len(area); i++ {
			cell := area[i]
			next := func(other int, in bool) {
				if in && !of[other] && !walls[[2]int{min(cell, other), max(cell, other)}] {
					of[other] = true
					area = append(area, other)
				}
			}
			next(cell-columns, cell >= columns)
			next(cell+columns, cell < (rows-1)*columns)
			next(cell-1, cell%columns > 0)
			next(cell+1, cell%columns < columns-1)
		}
		slices.Sort(area)
		all = append(all, area)
	}
	if len(all) == 1 {
		return nil
	}
	return all
}
