package format

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/puzzle"
)

// WriteISS returns the puzzle in the notation of Interactive Sudoku Solver. For a kind that the solver lacks, it writes
// equivalent kinds. ok is false if the notation cannot express the board or a constraint, or if the solver would read
// the rows, columns or boxes differently.
func WriteISS(p *puzzle.Puzzle) (text string, ok bool) {
	w := &issWriter{Puzzle: p, placed: issPlaces{}}
	w.writeBoard()
	sortedGivens := slices.Clone(p.Givens)
	if len(sortedGivens) > 0 {
		args := make([]string, len(sortedGivens))
		for i, g := range sortedGivens {
			args[i] = w.formatGiven(g.Cell, g.Values)
		}
		w.writeItem("", args...)
	}
	for i := range p.Constraints {
		w.writeConstraint(&p.Constraints[i])
	}
	if w.out.Len() == 0 { // the puzzle is a classic board without constraints
		w.writeItem("Shape", "9x9")
	}
	read, err := ReadISS(w.out.String())
	exists := func(g puzzle.Group) bool {
		return slices.ContainsFunc(read.Groups, func(r puzzle.Group) bool { return r.Name == g.Name && r.Count == g.Count && r.High == g.High })
	}
	ok = err == nil && !w.failed && len(p.Holes) == 0 && read.Rows == p.Rows && read.Columns == p.Columns && read.Box == p.Box && read.Low == p.Low && read.High == p.High && read.Free == p.Free && len(read.Regions) == len(p.Regions) &&
		!slices.ContainsFunc(p.Groups, func(g puzzle.Group) bool { return !exists(g) })
	return w.out.String(), ok
}

type issWriter struct {
	*puzzle.Puzzle
	out    strings.Builder
	failed bool // set if the notation has no name for a cell, or cannot express a rule
	// placed holds the clues written so far. It is nil inside items that may contain several clues with the same place.
	placed issPlaces
	// either is true directly inside an Or, where each item is an alternative.
	either bool
}

func (w *issWriter) writeItem(kind string, args ...string) {
	w.out.WriteByte('.')
	w.out.WriteString(kind)
	for _, arg := range args {
		w.out.WriteByte('~')
		w.out.WriteString(arg)
	}
}

func (w *issWriter) writeBoard() {
	p := w.Puzzle
	shape := []string{strconv.Itoa(p.Rows) + "x" + strconv.Itoa(p.Columns)}
	switch {
	case p.Low != 1:
		shape = append(shape, strconv.Itoa(p.Low)+"-"+strconv.Itoa(p.High))
	case p.High != max(p.Rows, p.Columns):
		shape = append(shape, strconv.Itoa(p.High))
	case p.Free:
		shape = append(shape, "")
	}
	if p.Free {
		shape = append(shape, "Raw")
	}
	if len(shape) > 1 || p.Rows != 9 || p.Columns != 9 {
		w.writeItem("Shape", shape...)
	}
	if p.RegionSize > 0 {
		w.writeItem("RegionSize", strconv.Itoa(p.RegionSize))
	}
	if !p.Free && p.Box == (puzzle.Box{}) && puzzle.BoxOf(p.Rows, p.Columns, p.Size()) != (puzzle.Box{}) {
		w.writeItem("NoBoxes")
	}
	if len(p.Regions) > 0 {
		w.writeItem("Jigsaw", strings.ReplaceAll(strings.Join(regionRows(p), ""), ".", "_"))
	}
	for _, g := range p.Groups {
		if name, ours := strings.CutPrefix(g.Name, "V"); ours {
			size := strconv.Itoa(g.Count)
			if g.Columns > 0 {
				size = strconv.Itoa(g.Count/g.Columns) + "x" + strconv.Itoa(g.Columns)
			}
			w.writeItem("Var", name, escapeText(g.Label), size)
		}
	}
}

func escapeText(text string) string {
	var out strings.Builder
	for _, c := range []byte(text) {
		if c > ' ' && c < 0x7f && strings.IndexByte(".~%_", c) < 0 {
			out.WriteByte(c)
		} else {
			out.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
		}
	}
	return out.String()
}

const issDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

func (w *issWriter) cellName(cell int) string {
	if cell >= w.BoardCells() {
		return w.CellName(cell)
	}
	row, column := cell/w.Columns+1, cell%w.Columns+1
	if row >= len(issDigits) || column >= len(issDigits) {
		w.failed = true
		return "R1C1"
	}
	return "R" + issDigits[row:row+1] + "C" + issDigits[column:column+1]
}

func (w *issWriter) cellNames(cells []int) []string {
	names := make([]string, len(cells))
	for i, c := range cells {
		names[i] = w.cellName(c)
	}
	return names
}

func (w *issWriter) formatGiven(cell int, values []int) string {
	if len(values) == 0 {
		return w.cellName(cell)
	}
	return w.cellName(cell) + "_" + joinNumbers(values)
}

func joinNumbers(numbers []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", "_")
}

// lineName returns the name of the row or column with these cells, such as R3 or C3. `back` is true if the last cell
// comes first.
func (w *issWriter) lineName(cells []int) (name string, back bool) {
	if len(cells) == 0 {
		return "R1", false
	}
	first, last := cells[0], cells[len(cells)-1]
	if first/w.Columns == last/w.Columns && (len(cells) > 1 || w.Columns == 1) {
		return w.cellName(first)[:2], last < first
	}
	return w.cellName(first)[2:], last < first
}

func (w *issWriter) writeParts(c *puzzle.Constraint) {
	placed, either := w.placed, w.either
	w.placed, w.either = nil, c.Kind == "Or"
	if !w.either {
		w.placed = issPlaces{}
	}
	for i := range c.Parts {
		w.writeConstraint(&c.Parts[i])
	}
	w.placed, w.either = placed, either
}

// writeTogether writes constraints that must all hold.
func (w *issWriter) writeTogether(all ...puzzle.Constraint) {
	w.writeItem("And")
	w.writeParts(&puzzle.Constraint{Kind: "And", Parts: all})
	w.writeItem("End")
}

func (w *issWriter) writeConstraint(c *puzzle.Constraint) {
	if where, ok := clueOf(c); ok && w.placed != nil {
		if _, known := w.placed[where]; known { // outside an item And, this clue would replace the earlier one
			w.writeTogether(*c)
			return
		}
		w.placed[where] = 0
	}
	if w.writeOwnForm(c) {
		return
	} else if len(c.Parts) > 0 {
		w.writeItem(c.Kind)
		w.writeParts(c)
		w.writeItem("End")
	} else if other, ok := issEquivalents(w.Puzzle, c); ok && w.either && len(other) != 1 {
		w.writeTogether(other...)
	} else if ok {
		for i := range other {
			w.writeConstraint(&other[i])
		}
	} else {
		w.writeByForm(c)
	}
}

// writeOwnForm writes a constraint whose arguments do not have the order of its kind's form.
func (w *issWriter) writeOwnForm(c *puzzle.Constraint) bool {
	first := firstNumber(c)
	args, cells := []string{first}, c.Cells
	switch c.Kind {
	case "Doublers", "Multipliers": // kinds of nonet that the notation cannot express
		w.failed = true
		return true
	case "Replicate":
		w.writeReplicate(c)
		return true
	case "LittleKiller":
		w.writeLittleKiller(c)
		return true
	case "SumLine":
		if args = append(args, w.cellNames(cells)...); c.Text != "" {
			args = append(args, "LOOP")
		}
		cells = nil
	case "Given":
		w.writeItem("", w.formatGiven(cells[0], c.Numbers))
		return true
	case "Sum":
		if len(c.Numbers) > 1 {
			args[0] += "_=_" + joinNumbers(c.Numbers[1:])
		}
	case "Renban":
		args, cells = nil, uniqueCells(cells)
	case "LookAndSay":
		args[0] = strings.ReplaceAll(joinNumbers(c.Numbers), "_", "")
	case "Quad":
		args, cells = append(w.cellNames(cells[:1]), strings.Split(joinNumbers(c.Numbers), "_")...), nil
	case "Sandwich":
		name, _ := w.lineName(cells)
		args, cells = append(args, name), nil
	case "FullRankTies":
		args[0] = c.Text
	case "ConnectedValues":
		args, cells = []string{c.Text, joinNumbers(c.Numbers[1:])}, nil
		if c.Numbers[0] > 0 {
			args = append(args, first)
		}
	case "ChaosArrow", "ChaosCount":
		args, cells = append(w.cellNames(cells[:1]), first), nil
		args = append(args, w.namesOfSets(c.Sets)...)
	case "Regex":
		args[0] = base64.RawURLEncoding.EncodeToString([]byte(c.Text))
	default:
		return false
	}
	w.writeWithCells(c.Kind, cells, args...)
	return true
}

// writeLittleKiller writes a diagonal as its first cell, or as all its cells if it does not begin at an edge of the
// board.
func (w *issWriter) writeLittleKiller(c *puzzle.Constraint) {
	line := slices.Clone(c.Cells)
	if !w.isDiagonal(line) {
		if slices.Reverse(line); !w.isDiagonal(line) {
			w.writeWithCells("Sum", c.Cells, firstNumber(c))
			return
		}
	}
	w.writeItem(c.Kind, firstNumber(c), w.cellName(line[0]))
}

func (w *issWriter) writeWithCells(kind string, cells []int, first ...string) {
	w.writeItem(kind, append(first, w.cellNames(cells)...)...)
}

func firstNumber(c *puzzle.Constraint) string {
	if len(c.Numbers) == 0 {
		return ""
	}
	return strconv.Itoa(c.Numbers[0])
}

// writeByForm writes a constraint whose arguments have the order that the form of its kind defines.
func (w *issWriter) writeByForm(c *puzzle.Constraint) {
	switch k := puzzle.KindNamed(c.Kind); k.Form {
	case puzzle.FormWord: // the kind Indexing
		w.writeWithCells(c.Kind, c.Cells, c.Text)
	case puzzle.FormNone:
		w.writeItem(c.Kind)
	case puzzle.FormCells:
		w.writeWithCells(c.Kind, c.Cells)
	case puzzle.FormNumber, puzzle.FormChoice:
		w.writeWithCells(c.Kind, c.Cells, firstNumber(c))
	case puzzle.FormValues:
		w.writeWithCells(c.Kind, c.Cells, joinNumbers(c.Numbers))
	case puzzle.FormClue:
		name, back := w.lineName(c.Cells)
		if back {
			w.writeItem(c.Kind, name, "", firstNumber(c))
		} else {
			w.writeItem(c.Kind, name, firstNumber(c), "")
		}
	case puzzle.FormSets:
		w.writeItem(c.Kind, w.namesOfSets(c.Sets)...)
	case puzzle.FormText:
		w.writeWithCells(c.Kind, c.Cells, c.Text, "_"+escapeText(c.Label))
	case puzzle.FormMachine:
		w.writeItem(c.Kind, append([]string{c.Text, "_" + escapeText(c.Label)}, w.namesOfSets(c.Sets)...)...)
	}
}

func (w *issWriter) namesOfSets(sets [][]int) (names []string) {
	for i, set := range sets {
		if i > 0 {
			names = append(names, "-")
		}
		names = append(names, w.cellNames(set)...)
	}
	return names
}

// isDiagonal reports whether line equals the diagonal that diagonalFrom returns for its first cell.
func (w *issWriter) isDiagonal(line []int) bool {
	r := &issReader{ruleReader{Puzzle: w.Puzzle}}
	return len(line) > 1 && slices.Equal(r.diagonalFrom(line[0]), line)
}

func (w *issWriter) writeReplicate(c *puzzle.Constraint) {
	var bits []byte
	for _, target := range c.Cells[1:] {
		offset := target - c.Cells[0]
		if offset < 0 {
			w.failed = true
			continue
		}
		for len(bits) <= offset/6 {
			bits = append(bits, 0)
		}
		bits[offset/6] |= 1 << (offset % 6)
	}
	for i, six := range bits {
		bits[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[six]
	}
	args := []string{string(bits)}
	if c.Cells[0] != 0 {
		args = append(args, w.cellName(c.Cells[0]))
	}
	w.writeItem("Replicate", args...)
	w.writeParts(c)
	w.writeItem("End")
}

// issEquivalents returns constraints that together mean the same as c, and whose kinds Interactive Sudoku Solver has.
// ok is false if the solver has the kind of c.
func issEquivalents(p *puzzle.Puzzle, c *puzzle.Constraint) (others []puzzle.Constraint, ok bool) {
	line := func(kind string, cells []int, label string, holds func(a, b int) bool) {
		others = append(others, puzzle.Constraint{Kind: kind, Cells: cells, Text: puzzle.PairText(p, holds), Label: label})
	}
	n := 0
	if len(c.Numbers) > 0 {
		n = c.Numbers[0]
	}
	switch c.Kind {
	case "Nothing":
	case "Odd", "Even":
		for _, cell := range c.Cells {
			others = append(others, givenWhere(p, cell, func(v int) bool { return v%2 == 1 == (c.Kind == "Odd") }))
		}
	case "Minimum", "Maximum":
		for _, pair := range p.BorderPairs(c.Cells) {
			if c.Kind == "Minimum" {
				pair[0], pair[1] = pair[1], pair[0]
			}
			others = append(others, puzzle.Constraint{Kind: "GreaterThan", Cells: []int{pair[0], pair[1]}})
		}
	case "ExtraRegion":
		others = append(others, puzzle.Constraint{Kind: "AllDifferent", Cells: c.Cells})
	case "SlowThermo":
		line("Pair", c.Cells, "slow thermometer", func(a, b int) bool { return a <= b })
	case "Difference":
		line("Pair", c.Cells, "difference", func(a, b int) bool { return a-b == n || b-a == n })
	case "Ratio":
		line("Pair", c.Cells, "ratio", func(a, b int) bool { return a == b*n || b == a*n })
	case "Nabner":
		line("PairX", uniqueCells(c.Cells), "nabner", func(a, b int) bool { return a-b > 1 || b-a > 1 })
	case "Clone":
		others = equalCells(c.Sets)
	case "DisjointSets":
		if len(c.Numbers) == 0 {
			return nil, false
		}
		for _, cells := range p.DisjointGroups(c.Numbers) {
			others = append(others, puzzle.Constraint{Kind: "AllDifferent", Cells: cells})
		}
	case "AntiMove":
		values := c.MovedValues()
		for _, pair := range p.MovePairs(c.Numbers) {
			if len(values) == 0 {
				others = append(others, puzzle.Constraint{Kind: "AllDifferent", Cells: pair[:]})
			} else {
				line("Pair", pair[:], "move", func(a, b int) bool { return a != b || !slices.Contains(values, a) })
			}
		}
	case "Indexing":
		if len(c.Text) == 1 && c.Text != "B" {
			return nil, false
		}
		for _, cell := range c.Cells {
			others = append(others, indexingEquivalents(p, c.Text, cell)...)
		}
	case "StrictDifference", "StrictRatio":
		for _, pair := range p.UnmarkedPairs() {
			line("Pair", pair[:], "no mark", func(a, b int) bool {
				return !slices.ContainsFunc(c.Numbers, func(n int) bool {
					return c.Kind == "StrictDifference" && (a-b == n || b-a == n) || c.Kind == "StrictRatio" && (a == b*n || b == a*n)
				})
			})
		}
	default:
		return nil, false
	}
	return others, true
}

func givenWhere(p *puzzle.Puzzle, cell int, isWanted func(v int) bool) puzzle.Constraint {
	var all []int
	for v := p.Low; v <= p.High; v++ {
		if isWanted(v) {
			all = append(all, v)
		}
	}
	return puzzle.Constraint{Kind: "Given", Cells: []int{cell}, Numbers: all}
}

// equalCells returns constraints that make all clones equal. Each cell equals the cell with the same index in the first
// clone.
func equalCells(clones [][]int) (others []puzzle.Constraint) {
	for i, cell := range clones[0] {
		for _, set := range clones[1:] {
			if set[i] != cell {
				others = append(others, puzzle.Constraint{Kind: "SameValues", Cells: []int{cell, set[i]}, Numbers: []int{2}})
			}
		}
	}
	return others
}

// indexingEquivalents returns constraints that together state that a cell indexes its row, column or box. `text` says
// which of the three.
func indexingEquivalents(p *puzzle.Puzzle, text string, cell int) (others []puzzle.Constraint) {
	cells, own := p.IndexedCells(text, cell)
	for i, other := range cells {
		if other != cell {
			others = append(others, puzzle.Constraint{Kind: "Pair", Cells: []int{cell, other}, Label: "indexing",
				Text: puzzle.PairText(p, func(a, b int) bool { return a != i+1 || (b == own) != (text[0] == 'N') })})
		}
	}
	return append(others, givenWhere(p, cell, func(v int) bool {
		inside := v >= 1 && v <= len(cells)
		if text[0] == 'N' {
			return !inside || v != own || cells[v-1] != cell
		}
		return inside && (v == own || cells[v-1] != cell)
	}))
}
