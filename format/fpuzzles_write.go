package format

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// writeFPuzzlesJSON returns p as JSON of f-puzzles. played is nil, or p with a player's entries if p is classic. lost
// names the rules that the JSON lacks.
func writeFPuzzlesJSON(p *puzzle.Puzzle, played *Puzzle) (text string, lost []string, ok bool) {
	if p.Rows != p.Columns || p.Low != 1 || p.High != p.Rows || p.Free {
		return "", nil, false
	}
	o := map[string]any{}
	grid := make([][]exchange.GridCell, p.Rows)
	region := numbersOfGroups(p.Areas(), p.BoardCells(), -1)
	tell := p.Box != puzzle.BoxOf(p.Rows, p.Columns, p.Rows) || len(p.Regions) > 0
	for i := range grid {
		grid[i] = make([]exchange.GridCell, p.Columns)
		for j := range grid[i] {
			if tell {
				grid[i][j].Region = json.RawMessage("null")
				if n := region[i*p.Columns+j]; n >= 0 {
					grid[i][j].Region = json.RawMessage(strconv.Itoa(n))
				}
			}
		}
	}
	for _, g := range p.Givens {
		if g.Cell >= p.BoardCells() {
			continue
		}
		cell := &grid[g.Cell/p.Columns][g.Cell%p.Columns]
		switch len(g.Values) {
		case 0:
			lost = append(lost, lostGivens)
		case 1:
			cell.Value, cell.Given = g.Values[0], true
		default:
			cell.Only = g.Values
		}
	}
	if played != nil {
		played.addPlayed(grid)
	}
	if hasGroupsWithoutConstraint(p) {
		lost = append(lost, lostGroups)
	}
	if p.RegionSize > 0 && len(p.Areas()) > 0 {
		lost = append(lost, lostRegions)
	}
	w := &fpuzzlesWriter{p, o}
	for i := range p.Constraints {
		if c := &p.Constraints[i]; !w.writeFlag(c) && !w.writeClue(c) {
			lost = append(lost, c.Kind)
		}
	}
	w.writeDrawings(grid, lost)
	slices.Sort(lost)
	text = exchange.WriteText(p.Title, p.Author, rulesOf(p), grid, o)
	if len(lost) > 0 { // readRules finds these rules only in ownMember, not in words or drawings
		payload, _ := exchange.Read(text)
		o[ownMember] = ownCopy{json.RawMessage(WriteNonet(p)), drawingDigest(payload)}
		text = exchange.WriteText(p.Title, p.Author, rulesOf(p), grid, o)
	}
	return text, slices.Compact(lost), true
}

type fpuzzlesWriter struct {
	*puzzle.Puzzle
	o map[string]any // the object's members for rules and drawings
}

func (w *fpuzzlesWriter) addToMember(member string, one any) {
	list, _ := w.o[member].([]any)
	w.o[member] = append(list, one)
}

// writeFlag writes c as a member that is true.
func (w *fpuzzlesWriter) writeFlag(c *puzzle.Constraint) bool {
	for name, flag := range fpuzzlesFlags {
		if flag.Kind == c.Kind && slices.Equal(flag.Numbers, c.Numbers) {
			w.o[name] = true
			return true
		}
	}
	switch {
	case c.Kind == "AntiConsecutive" && len(w.UnmarkedPairs()) == w.Rows*(w.Columns-1)+w.Columns*(w.Rows-1): // f-puzzles exempts pairs with a dot, so the rule is the same only without dots
		w.o["nonconsecutive"] = true
	case c.Kind == "StrictDifference" && slices.Equal(c.Numbers, newReaderOf(w.Puzzle, "").dotDifferences()):
		w.addToMember("negative", "difference")
	case c.Kind == "StrictXV":
		w.addToMember("negative", "xv")
	case c.Kind == "StrictRatio":
		for _, n := range c.Numbers { // f-puzzles' rule covers only 2 and the ratios that dots mark
			if n != 2 && !slices.ContainsFunc(w.Constraints, func(c puzzle.Constraint) bool { return c.Kind == "Ratio" && c.Numbers[0] == n }) {
				return false
			}
		}
		w.addToMember("negative", "ratio")
	default:
		return false
	}
	return true
}

func (w *fpuzzlesWriter) cellName(row, column int) string { return fmt.Sprintf("R%dC%d", row, column) }

func (w *fpuzzlesWriter) cellNames(cells []int) []string {
	all := make([]string, len(cells))
	for i, c := range cells {
		all[i] = w.cellName(c/w.Columns+1, c%w.Columns+1)
	}
	return all
}

// clueBeside returns the name of the cell outside the board from which a clue sees exactly these cells: a row, a column
// or a diagonal. For a diagonal, direction is, for example, DR for down and right.
func (w *fpuzzlesWriter) clueBeside(cells []int, diagonal bool) (name, direction string, ok bool) {
	directions := []string{"R", "L", "D", "U"}
	if diagonal {
		directions = []string{"DR", "DL", "UR", "UL"}
	}
	for _, direction = range directions {
		r := newReaderOf(w.Puzzle, "")
		row := cells[0]/w.Columns + 1 - strings.Count(direction, "D") + strings.Count(direction, "U")
		column := cells[0]%w.Columns + 1 - strings.Count(direction, "R") + strings.Count(direction, "L")
		name = w.cellName(row, column)
		if row >= 1 && row <= w.Rows && column >= 1 && column <= w.Columns {
			continue
		}
		if diagonal && slices.Equal(r.diagonalSeenFrom(name, direction), cells) {
			return name, direction, true
		}
		if !diagonal && slices.Equal(r.lineSeenFrom(name), cells) {
			return name, "", true
		}
	}
	return "", "", false
}

// writeClue writes c as an element of a list of clues.
func (w *fpuzzlesWriter) writeClue(c *puzzle.Constraint) bool {
	if !areOnBoard(w.Puzzle, slices.Concat(append([][]int{c.Cells}, c.Sets...)...)) {
		return false
	}
	name := puzzle.KindNamed(c.Kind).FPuzzles
	cells, number := w.cellNames(c.Cells), firstNumber(c)
	clue := exchange.Clue{Cells: cells}
	line := exchange.Clue{Lines: [][]string{cells}}
	switch c.Kind {
	case "Odd", "Even", "Minimum", "Maximum":
		for _, cell := range cells {
			w.addToMember(name, exchange.Clue{Cell: cell})
		}
		return true
	case "Arrow", "PillArrow":
		n := 1
		if c.Kind == "PillArrow" {
			name, n = "arrow", c.Numbers[0]
		}
		if len(cells) <= n {
			return false
		}
		clue.Cells, clue.Lines = cells[:n], [][]string{cells[n-1:]}
	case "Cage", "CageAmong", "AllDifferent":
		if name = "killercage"; c.Kind != "AllDifferent" {
			clue.Value = w.CageClue(c)
		}
	case "LittleKiller", "Sandwich", "XSum", "Skyscraper":
		place, direction, ok := w.clueBeside(c.Cells, c.Kind == "LittleKiller")
		if !ok {
			return false
		}
		clue = exchange.Clue{Cell: place, Direction: direction, Value: number}
	case "WhiteDot", "BlackDot", "X", "V":
		if name = map[string]string{"WhiteDot": "difference", "BlackDot": "ratio"}[c.Kind]; name == "" {
			name, clue.Value = "xv", c.Kind
		}
		for _, side := range w.Sides(c.Cells) {
			clue.Cells = w.cellNames(side[:])
			w.addToMember(name, clue)
		}
		return true
	case "Difference", "Ratio", "Sum":
		if name = strings.ToLower(c.Kind); len(w.Sides(c.Cells)) == 0 || c.Kind == "Sum" && len(c.Numbers)+len(c.Cells) > 3 {
			return false // f-puzzles permits such clues only between two adjacent cells
		}
		clue.Value = number
	case "Quad":
		clue.Values = c.Numbers
	case "Clone":
		clue.Cells = w.cellNames(c.Sets[0])
		for _, set := range c.Sets[1:] {
			clue.CloneCells = w.cellNames(set)
			w.addToMember(name, clue)
		}
		return true
	case "ExtraRegion":
	case "Indexing":
		if len(c.Text) > 1 {
			return false
		}
		name = map[string]string{"C": "columnindexer", "R": "rowindexer", "B": "boxindexer"}[c.Text]
	case "Whisper", "Modular":
		clue = line
		clue.Value = number
	case "Lockout":
		if c.Numbers[0] != w.Rows/2 { // f-puzzles stores no number for these lines; it assumes half the number of rows
			return false
		}
		clue = line
	case "Nothing":
		return true
	default:
		if name == "" {
			return false
		}
		clue = line
	}
	w.addToMember(name, clue)
	return true
}
