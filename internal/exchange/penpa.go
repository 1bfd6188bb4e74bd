package exchange

import (
	"compress/flate"
	"encoding/base64"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Penpa+ packs lines of text by deflate and base64. These lines are read:
//
// 	0  the kind of grid, its columns and rows; title, author and rules are fields 15, 16 and 18
// 	1  [top, bottom, left, right]: how many rows and columns lie outside the board on each side
// 	3  the drawing, an object with a member for each tool; names of members are shortened to z and
// 	   a character; the member for numbers has [text, colour, size] by place
// 	5  the places of the cells, each as the difference from the place before
//
// Places are numbered row by row, in a grid with two more rows and columns on each side. The cells come first. The
// corners between cells follow, from the lower right corner of the first cell on.

// penpaNames expands the shortened names of members, such as "zG" for "grid".
var penpaNames = strings.NewReplacer("zZ", "z", "z9", `"qa"`, "zQ", `"pu_q"`, "zA", `"pu_a"`, "zG", `"grid"`, "zM", `"edit_mode"`,
	"zS", `"surface"`, "zL", `"line"`, "zE", `"lineE"`, "zW", `"wall"`, "zC", `"cage"`, "zN", `"number"`, "zY", `"symbol"`, "zP", `"special"`,
	"zB", `"board"`, "zR", `"command_redo"`, "zU", `"command_undo"`, "z8", `"command_replay"`, "z1", `"numberS"`, "zF", `"freeline"`,
	"z2", `"freelineE"`, "zT", `"thermo"`, "z3", `"arrows"`, "zD", `"direction"`, "z0", `"squareframe"`, "z5", `"polygon"`,
	"z4", `"deletelineE"`, "z6", `"killercages"`, "z7", `"nobulbthermo"`, "z_", `"__a"`, "zO", "null")

// penpaSilent lists the members that cause no warning: other code reads them, or they draw nothing.
var penpaSilent = []string{"surface", "symbol", "line", "freeline", "thermo", "nobulbthermo", "arrows", "killercages", "numberS", "command_redo", "command_undo", "command_replay", "deletelineE", "number", "lineE"}

const (
	mostPenpa = 1 << 22 // the greatest number of bytes of an unpacked text
	margin    = 2       // the number of extra rows and columns on each side of the board
	mostSide  = 200
)

// UnpackPenpa returns the text that the parameter p of a Penpa+ link contains.
func UnpackPenpa(packed string) (string, error) {
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.ReplaceAll(packed, " ", "+"), "="))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(strings.NewReader(string(data))), mostPenpa))
	return string(text), err
}

func isPenpa(text string) bool {
	kind, rest, _ := strings.Cut(text, ",")
	return len(rest) > 0 && len(kind) < 20 && kind != "" && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz_") == "" && strings.Count(text, "\n") >= 5
}

// readPenpa parses the text of a Penpa+ link. Thick lines between cells separate regions.
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
		return nil, newError("rules.penpa.grid", "kind", head[0])
	}
	columns, _ := strconv.Atoi(field(1, ""))
	rows, _ := strconv.Atoi(field(2, ""))
	spaces := numbersIn(lines[1])
	if len(spaces) != 4 || min(rows, columns, slices.Min(spaces)) < 0 || max(rows, columns, slices.Max(spaces)) > mostSide {
		return nil, newError("rules.penpa.size")
	}
	width := columns + 2*margin
	top, left := margin+spaces[0], margin+spaces[2]
	rows, columns = rows-spaces[0]-spaces[1], columns-spaces[2]-spaces[3]
	if min(rows, columns) < 1 {
		return nil, newError("rules.penpa.size")
	}
	high := (rows + spaces[0] + spaces[1] + 2*margin)
	cellAt := func(place int) int {
		row, column := place/width-top, place%width-left
		if place < 0 || row < 0 || row >= rows || column < 0 || column >= columns {
			return -1
		}
		return row*columns + column
	}
	seen := map[int]bool{}
	place := 0
	for _, step := range numbersIn(lines[5]) {
		place += step
		if cell := cellAt(place); cell >= 0 {
			seen[cell] = true
		}
	}
	if len(seen) != rows*columns {
		return nil, newError("rules.penpa.cells", "n", rows*columns-len(seen))
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
	d := &penpaDrawing{p: p, drawn: drawn, left: map[string]bool{}, width: width, high: high, top: top, left0: left, cellAt: cellAt}
	for _, line := range lines[6:] { // these lines hold the colours that the setter chose
		if v, e := Parse(penpaNames.Replace(line)); e == nil {
			if d.colours, _ = v.(Object); d.colours["line"] != nil || d.colours["surface"] != nil {
				break
			}
		}
	}
	d.readNumbers()
	if p.areas = SeparatedAreas(rows, columns, d.readWalls()); len(p.areas) == 1 {
		p.areas = nil
	}
	d.readDrawing()
	for name := range drawn {
		if !slices.Contains(penpaSilent, name) && drawn.IsTrue(name) {
			d.left[name] = true
		}
	}
	p.Drawn = slices.Sorted(maps.Keys(d.left))
	return p, nil
}

// readNumbers reads the entries that Penpa+ calls numbers, which can be any text. A large number in a cell is a given.
// All other numbers become texts.
func (d *penpaDrawing) readNumbers() {
	p := d.p
	columns := len(p.Rows[0])
	entries, _ := d.drawn["number"].(Object)
	for _, at := range entries.sortedKeys() {
		place, err := strconv.Atoi(at)
		list, _ := entries[at].([]any)
		texts := Texts(list)
		if len(texts) > 0 && texts[0] == "" && !isList(list[0]) {
			continue
		}
		cell := d.cellAt(place)
		number := err == nil && cell >= 0 && len(texts) > 2 && slices.Contains([]string{"1", "5", "6", "10"}, texts[2]) // a given has one of these sizes
		if number {
			_, err = strconv.Atoi(texts[0])
		}
		if !number || err != nil {
			if at, ok := d.pointOfPlace(at); ok && len(texts) > 2 && texts[2] != "2" && texts[2] != "3" {
				e := Element{Shape: Text, At: at, Text: strings.TrimSpace(texts[0])}
				if style, _ := list[1].(float64); style == 6 || style == 7 { // the number stands in a circle
					e.Shape, e.Width, e.Height, e.Colour, e.Border = Round, 0.84, 0.84, nthColour(penpaShades, style-5), "#000"
				}
				p.Extra = append(p.Extra, e)
				continue
			}
			d.left["number"] = true
			continue
		}
		p.Rows[cell/columns][cell%columns] = Cell{Value: texts[0], Given: true}
	}
}

// readWalls returns the thick edges between cells, as walls for SeparatedAreas.
func (d *penpaDrawing) readWalls() map[[2]int]bool {
	width, cellAt := d.width, d.cellAt
	walls := map[[2]int]bool{}
	edges, _ := d.drawn["lineE"].(Object)
	for edge, style := range edges {
		a, b, _ := strings.Cut(edge, ",")
		from, err := strconv.Atoi(a)
		to, err2 := strconv.Atoi(b)
		from, to = from-width*d.high, to-width*d.high
		if from > to {
			from, to = to, from
		}
		first, second := -1, -1
		switch {
		case err != nil || err2 != nil || from < 0:
		case to == from+width: // to is the right neighbour of from, so the edge between them is vertical
			first, second = cellAt(to), cellAt(to+1)
		case to == from+1:
			first, second = cellAt(to), cellAt(to+width)
		default:
			from = -1
		}
		switch thick := style == 2.0 || style == 21.0; {
		case thick && first >= 0 && second >= 0:
			walls[[2]int{first, second}] = true
		case !thick || from < 0:
			d.left["lineE"] = true
		}
	}
	return walls
}

func isList(v any) bool { _, ok := v.([]any); return ok }

func numbersIn(text string) (all []int) {
	v, _ := Parse(text)
	list, _ := v.([]any)
	for _, one := range list {
		n, ok := one.(float64)
		if !ok || n != float64(int32(n)) {
			return nil
		}
		all = append(all, int(n))
	}
	return all
}

// SeparatedAreas returns the sets of cells into which walls divide the board. A wall is a pair of adjacent cells, the
// cell with the lower number first.
func SeparatedAreas(rows, columns int, walls map[[2]int]bool) [][]int {
	all := make([]int, rows*columns)
	for cell := range all {
		all[cell] = cell
	}
	return ConnectedGroups(all, func(cell int) []int {
		return slices.DeleteFunc(Neighbours(rows, columns, cell), func(other int) bool { return walls[[2]int{min(cell, other), max(cell, other)}] })
	}, func(int, int) bool { return true })
}

// Neighbours returns the cells that share an edge with a cell. Cells are numbered row by row.
func Neighbours(rows, columns, cell int) (all []int) {
	for _, step := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		row, column := cell/columns+step[0], cell%columns+step[1]
		if row >= 0 && column >= 0 && row < rows && column < columns {
			all = append(all, row*columns+column)
		}
	}
	return all
}

// ConnectedGroups returns the groups of connected cells that are alike. `next` returns the neighbours of a cell. The
// groups are in the order of their first cells in the list `cells`; the cells of a group ascend.
func ConnectedGroups(cells []int, next func(cell int) []int, areAlike func(a, b int) bool) (groups [][]int) {
	seen := map[int]bool{}
	for _, first := range cells {
		if seen[first] {
			continue
		}
		seen[first] = true
		group := []int{first}
		for i := 0; i < len(group); i++ {
			for _, cell := range next(group[i]) {
				if !seen[cell] && areAlike(first, cell) {
					seen[cell] = true
					group = append(group, cell)
				}
			}
		}
		slices.Sort(group)
		groups = append(groups, group)
	}
	return groups
}

// penpaDrawing converts drawings to elements, except digits and thick lines. Places are numbered in this order: cells,
// corners, the lower sides of cells, the right sides of cells, and finally four places in each cell, beginning at the
// upper left.
type penpaDrawing struct {
	p                       *Puzzle
	drawn, colours          Object
	left                    map[string]bool // the members that have entries which cannot be read
	width, high, top, left0 int
	cellAt                  func(place int) int
}

// penpaShades has the colours of circles and squares, by style. penpaSurfaces has the colours of cells, and penpaLines
// has the colours of lines.
const (
	penpaShades   = "#fff #000 #ccc - #ccc #fff - #fff #ccc #fff #f00 #282"
	penpaSurfaces = "#444 #bfb #ccc #000 #cef #faa #ffa #999 #fbf #fc8 #c9f #ecb"
	penpaLines    = "- #000 #282 - #999 #999 - #f00 #18c"
)

// nthColour returns the n-th colour of a list, counted from 1, or "" if there is none.
func nthColour(list string, n float64) string {
	all := strings.Fields(list)
	if n == 21 && list == penpaLines {
		n = 2
	}
	if n < 1 || int(n) > len(all) || all[int(n)-1] == "-" {
		return ""
	}
	return all[int(n)-1]
}

// penpaSize returns the width of a shape in cells, or 0 for an unknown shape.
func penpaSize(name string) float64 {
	shape, size, _ := strings.Cut(name, "_")
	if shape != "circle" && shape != "square" && shape != "diamond" {
		return 0
	}
	return map[string]float64{"LL": 1, "L": 0.83, "M": 0.7, "S": 0.44, "SS": 0.26}[size]
}

// sortedKeys returns the names of an object's members in ascending order, so that a result does not depend on the order
// of a map.
func (o Object) sortedKeys() []string {
	return slices.Sorted(maps.Keys(o))
}

// pointOfPlace returns the point for the number of a place in Penpa+, in cells from the board's top left corner.
func (d *penpaDrawing) pointOfPlace(text string) (point Point, ok bool) {
	n, err := strconv.Atoi(strings.TrimSuffix(text, "E"))
	all := d.width * d.high
	if err != nil || n < 0 || n >= 8*all {
		return point, false
	}
	layer := n / all
	if layer >= 4 {
		n, layer = n-4*all, 4
		quarter := n % 4
		n /= 4
		point.Column, point.Row = float64(quarter%2)/2-0.25, float64(quarter/2)/2-0.25
	} else {
		n %= all
	}
	if layer == 1 || layer == 3 {
		point.Column += 0.5
	}
	if layer == 1 || layer == 2 {
		point.Row += 0.5
	}
	return Point{Row: point.Row + float64(n/d.width-d.top) + 0.5, Column: point.Column + float64(n%d.width-d.left0) + 0.5}, true
}

// colourOf returns the colour that the setter chose for an entry of a member.
func (d *penpaDrawing) colourOf(member, key string, usual string) string {
	switch list := d.colours[member].(type) {
	case Object:
		if chosen, ok := list[key].(string); ok {
			return chosen
		}
	case []any:
		if i, err := strconv.Atoi(key); err == nil && i >= 0 && i < len(list) {
			if chosen, ok := list[i].(string); ok {
				return chosen
			}
		}
	}
	return usual
}

// eachEntry calls take with each entry of a member, in the order of the keys. It adds the member to d.left if take
// returns false, or if the drawing has too many elements.
func (d *penpaDrawing) eachEntry(member string, take func(key string, v any) bool) {
	entries, _ := d.drawn[member].(Object)
	for _, key := range entries.sortedKeys() {
		if !take(key, entries[key]) || len(d.p.Extra) > mostElements {
			d.left[member] = true
		}
	}
}

// pointsOf converts a list of places to the points of a line. ok is false if an element is no place, or if there are
// more than mostPoints.
func (d *penpaDrawing) pointsOf(v any) (points []Point, ok bool) {
	list, _ := v.([]any)
	if len(list) > mostPoints {
		return nil, false
	}
	for _, text := range Texts(list) {
		point, ok := d.pointOfPlace(text)
		if !ok {
			return nil, false
		}
		points = append(points, point)
	}
	return points, true
}

func (d *penpaDrawing) addElement(e Element) { d.p.Extra = append(d.p.Extra, e) }

func (d *penpaDrawing) readDrawing() {
	d.eachEntry("surface", func(key string, v any) bool {
		point, ok := d.pointOfPlace(key)
		n, _ := v.(float64)
		shade := d.colourOf("surface", key, nthColour(penpaSurfaces, n))
		d.addElement(Element{Shape: Square, At: point, Width: 1, Height: 1, Colour: shade})
		return ok && shade != ""
	})
	d.eachEntry("symbol", func(key string, v any) bool {
		list, _ := v.([]any)
		point, ok := d.pointOfPlace(key)
		if len(list) < 2 {
			return false
		}
		n, _ := list[0].(float64)
		name, _ := list[1].(string)
		e := Element{Shape: Round, At: point, Width: penpaSize(name), Height: penpaSize(name), Colour: d.colourOf("symbol", key, nthColour(penpaShades, n)), Border: "#000"}
		switch {
		case strings.HasPrefix(name, "square"):
			e.Shape = Square
		case strings.HasPrefix(name, "diamond"):
			e.Shape = Diamond
		}
		if n == 3 || n == 7 {
			e.Border = ""
		}
		if ok = ok && e.Width > 0 && e.Colour != ""; ok {
			d.addElement(e)
		}
		return ok
	})
	for _, member := range []string{"thermo", "nobulbthermo", "arrows"} {
		for i, v := range d.drawn.List(member) {
			points, ok := d.pointsOf(v)
			if !ok {
				d.left[member] = true
			}
			if len(points) == 0 {
				continue
			}
			e := Element{Shape: Line, Points: points, Width: 0.3, Colour: d.colourOf(member, strconv.Itoa(i), "#ccc")}
			round := Element{Shape: Round, At: points[0], Width: 0.8, Height: 0.8, Colour: e.Colour}
			switch member {
			case "thermo":
				d.addElement(round)
			case "arrows":
				e.Head, e.Width, round.Colour, round.Border = true, 0.05, "#fff", "#000"
				d.addElement(round)
			}
			d.addElement(e)
		}
	}
	for _, member := range []string{"line", "freeline"} {
		d.readLines(member)
	}
	d.readCages()
}

// readLines reads the lines of a member, and joins pieces of one colour whose ends meet.
func (d *penpaDrawing) readLines(member string) {
	endsOf := Object{} // maps a colour and then a place to the other ends of the pieces with this colour and an end at this place
	d.eachEntry(member, func(key string, v any) bool {
		from, to, ok := strings.Cut(key, ",")
		style, _ := v.(float64)
		colour := d.colourOf(member, key, nthColour(penpaLines, style))
		if !ok || colour == "" {
			return false
		}
		next, _ := endsOf[colour].(map[string][]string)
		if next == nil {
			next = map[string][]string{}
			endsOf[colour] = next
		}
		next[from], next[to] = append(next[from], to), append(next[to], from)
		return true
	})
	for _, colour := range endsOf.sortedKeys() {
		next, _ := endsOf[colour].(map[string][]string)
		follow := func(from string) {
			for len(next[from]) > 0 {
				path, place := []string{from}, from
				for len(next[place]) > 0 && len(path) < mostPoints {
					to := next[place][0]
					next[place] = next[place][1:]
					next[to] = slices.Delete(next[to], slices.Index(next[to], place), slices.Index(next[to], place)+1)
					path, place = append(path, to), to
					if len(next[place]) > 1 { // lines cross or meet at this place
						break
					}
				}
				var list []any
				for _, place := range path {
					list = append(list, place)
				}
				points, ok := d.pointsOf(list)
				if !ok {
					d.left[member] = true
					continue
				}
				d.addElement(Element{Shape: Line, Points: points, Width: 0.2, Colour: colour})
			}
		}
		places := slices.Sorted(maps.Keys(next))
		for _, ends := range []bool{true, false} { // lines are followed from their ends, then loops, which have no ends, from any place
			for _, place := range places {
				if len(next[place]) == 1 || !ends {
					follow(place)
				}
			}
		}
	}
}

// readCages reads killer cages. The first small number in a cage's cells becomes the text of the cage.
func (d *penpaDrawing) readCages() {
	small := map[int]string{} // the small number of each cell
	d.eachEntry("numberS", func(key string, v any) bool {
		list, _ := v.([]any)
		point, ok := d.pointOfPlace(key)
		row, column := math.Floor(point.Row), math.Floor(point.Column)
		texts := Texts(list)
		if !ok || len(texts) == 0 || row < 0 || column < 0 || row >= float64(len(d.p.Rows)) || column >= float64(len(d.p.Rows[0])) {
			return false
		}
		if cell := int(row)*len(d.p.Rows[0]) + int(column); small[cell] == "" && texts[0] != "" {
			small[cell] = texts[0]
		}
		return true
	})
	for _, v := range d.drawn.List("killercages") {
		list, _ := v.([]any)
		cage := Outline{}
		for _, text := range Texts(list) {
			n, err := strconv.Atoi(text)
			cell := -1
			if err == nil {
				cell = d.cellAt(n)
			}
			if cell < 0 {
				d.left["killercages"] = true
				continue
			}
			cage.Cells = append(cage.Cells, cell)
		}
		for _, cell := range cage.Cells {
			if small[cell] != "" {
				cage.Text = small[cell]
				delete(small, cell)
				break
			}
		}
		if len(cage.Cells) > 0 {
			d.p.Outlines = append(d.p.Outlines, cage)
		}
	}
	if len(small) > 0 {
		d.left["numberS"] = true
	}
}
