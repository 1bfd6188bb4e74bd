package format

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// sudokuMakerText returns a puzzle as SudokuMaker's JSON, and records in l what SudokuMaker lacks.
func sudokuMakerText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	o := exchange.Object{"name": p.Title, "author": p.Author, "comment": p.Rules, "cells": nil}
	switch {
	case p.Rows != p.Columns:
		o["width"], o["height"] = p.Columns, p.Rows
	case p.Rows != 9:
		o["size"] = p.Rows
	}
	if p.Low != 1 || p.High != max(p.Rows, p.Columns) {
		o["minDigit"], o["maxDigit"] = p.Low, p.High
	}
	if p.Free {
		o["type"] = "custom"
	}
	var lost []string
	cells := make([]exchange.Object, p.BoardCells())
	for i := range cells {
		cells[i] = exchange.Object{}
	}
	for _, g := range p.Givens {
		switch {
		case g.Cell >= len(cells): // a cell beside the board is lost with its group
		case len(g.Values) == 1:
			cells[g.Cell]["given"], cells[g.Cell]["value"] = true, g.Values[0]
		default:
			lost = append(lost, lostGivens)
		}
	}
	w := &makerWriter{Puzzle: p, elements: []exchange.Object{{"type": 0}}}
	if !w.writeAreas() {
		lost = append(lost, lostRegions)
	}
	if hasGroupsWithoutConstraint(p) {
		lost = append(lost, lostGroups)
	}
	for i := range p.Constraints {
		if c := &p.Constraints[i]; !strings.HasPrefix(c.Kind, "Strict") && !(w.isOnBoard(c) && w.write(c)) {
			lost = append(lost, c.Kind)
		}
	}
	isWhole := len(lost) == 0 // the rules about unmarked pairs need all marks
	for i := range p.Constraints {
		if c := &p.Constraints[i]; strings.HasPrefix(c.Kind, "Strict") && !(isWhole && w.writeStrict(c)) {
			lost = append(lost, c.Kind)
		}
	}
	slices.Sort(lost)
	for _, name := range slices.Compact(lost) {
		l.Rules = append(l.Rules, lossLabelOf(name))
	}
	o["cells"], o["constraints"] = cells, w.elements
	b, err := json.Marshal(exchange.Object{"formatVersion": "1.5.0", "puzzle": o})
	return string(b), err == nil
}

// makerWriter collects the elements of a puzzle.
type makerWriter struct {
	*puzzle.Puzzle
	elements []exchange.Object
}

func (w *makerWriter) isOnBoard(c *puzzle.Constraint) bool {
	return areOnBoard(w.Puzzle, slices.Concat(append(c.Sets, c.Cells)...))
}

// writeAreas writes the boxes and regions. It returns false if they would be read as other rules.
func (w *makerWriter) writeAreas() bool {
	areas := w.Areas()
	if len(areas) == 0 {
		return true
	}
	regions := slices.Repeat([]int{-1}, w.BoardCells())
	for i, cells := range areas {
		for _, cell := range cells {
			regions[cell] = i
		}
	}
	w.elements = append(w.elements, exchange.Object{"type": 1, "regions": regions})
	back := &fpuzzlesReader{Puzzle: puzzle.New(w.Rows, w.Columns)}
	back.Low, back.High, back.Free = w.Low, w.High, w.Free
	back.setAreas(areas)
	return len(back.Constraints) == 0 && len(areas)*w.Size() <= w.BoardCells() // otherwise areas overlap
}

// write writes a constraint. It returns false if SudokuMaker lacks the rule.
func (w *makerWriter) write(c *puzzle.Constraint) bool {
	for _, dot := range makerDots {
		switch {
		case dot.kind != c.Kind:
		case dot.value != 0:
			return w.writeDots(dot.number, dot.value, c.Cells)
		case len(c.Numbers) == 1 && len(c.Cells) == 2:
			return w.writeDots(dot.number, c.Numbers[0], c.Cells)
		}
	}
	if c.Kind == "Windoku" {
		for _, cells := range w.Windows() {
			w.write(&puzzle.Constraint{Kind: "ExtraRegion", Cells: cells})
		}
		return true
	}
	i := slices.IndexFunc(makerTypes, func(t makerType) bool {
		return t.rule.Kind == c.Kind && t.rule.Text == c.Text && (t.form != makerFlag || slices.Equal(t.rule.Numbers, c.Numbers))
	})
	if i < 0 {
		return c.Kind == "Nothing"
	}
	o := exchange.Object{"type": makerTypes[i].number}
	if style := makerTypes[i].style; style != "" {
		o["style"] = json.RawMessage(style)
	}
	ok := true
	switch makerTypes[i].form {
	case makerCells:
		o["cells"] = c.Cells
	case makerLines:
		o["lines"] = [][]int{c.Cells}
	case makerOutside:
		ok = w.writeOutside(o, c)
	case makerOwn:
		ok = w.writeCellRule(o, c) || w.writeLineRule(o, c)
	}
	if ok {
		w.elements = append(w.elements, o)
	}
	return ok
}

// writeOutside writes a clue beside the board into an element. It returns false if no place has such a clue.
func (w *makerWriter) writeOutside(o exchange.Object, c *puzzle.Constraint) bool {
	isDiagonal := c.Kind == "LittleKiller"
	name, direction, ok := (&fpuzzlesWriter{Puzzle: w.Puzzle}).clueBeside(c.Cells, isDiagonal)
	if !ok {
		return false
	}
	row, column := (&fpuzzlesReader{Puzzle: w.Puzzle, told: map[string]bool{}}).placeOf(name)
	clue := exchange.Object{"value": c.Numbers[0], "outerCell": row*(w.Columns+2) + column}
	if isDiagonal {
		clue["diagonal"] = -1
		if direction == "DL" || direction == "UR" {
			clue["diagonal"] = 1
		}
	}
	o["clues"] = []exchange.Object{clue}
	return true
}

// writeCellRule writes a rule about cells or cages into an element. It returns false if SudokuMaker lacks the rule, or
// if the rule is about a line.
func (w *makerWriter) writeCellRule(o exchange.Object, c *puzzle.Constraint) bool {
	isTwice := len(slices.Compact(slices.Sorted(slices.Values(c.Cells)))) < len(c.Cells)
	switch c.Kind {
	case "GlobalEntropy":
		o["groups"] = thirdsOf(w.Puzzle)
		return w.High < makerMost
	case "GlobalMod":
		o["groups"] = remaindersOf(w.Puzzle, 3)
		return w.High < makerMost
	case "Cage":
		o["cages"] = []exchange.Object{{"cells": c.Cells, "value": c.Numbers[0]}}
		return !isTwice
	case "LookAndSay":
		text := ""
		for _, n := range c.Numbers {
			text += strconv.Itoa(n)
		}
		o["cages"] = []exchange.Object{{"cells": c.Cells, "value": text}}
		return len(text) == len(c.Numbers)
	case "Clone":
		groups := make([][]int, len(c.Sets[0]))
		for _, set := range c.Sets {
			for i, cell := range set {
				groups[i] = append(groups[i], cell)
			}
		}
		o["groups"] = groups
		return len(c.Sets) > 1
	case "Quad":
		at := slices.Min(c.Cells)
		corner := (at/w.Columns+1)*(w.Columns+1) + at%w.Columns + 1
		o["clues"] = []exchange.Object{{"corner": corner, "digits": c.Numbers}}
		return true
	case "ExtraRegion", "AllDifferent":
		o["cells"] = c.Cells
		return !isTwice
	}
	return false
}

// writeLineRule writes a rule about a line or an arrow into an element. It returns false if SudokuMaker lacks the rule.
func (w *makerWriter) writeLineRule(o exchange.Object, c *puzzle.Constraint) bool {
	lines := [][]int{c.Cells}
	switch c.Kind {
	case "Thermo", "SlowThermo":
		o["thermometers"], o["slow"] = lines, c.Kind == "SlowThermo"
		return true
	case "Arrow", "PillArrow":
		n := 1
		if c.Kind == "PillArrow" {
			n = c.Numbers[0]
		}
		bulb := slices.Sorted(slices.Values(c.Cells[:n]))
		slices.Reverse(bulb) // the number's last digit comes first
		o["bulbsWithArrows"] = []exchange.Object{{"bulbCells": bulb, "arrows": [][]int{c.Cells[n-1:]}}}
		return len(c.Cells) > n
	}
	o["lines"] = lines
	switch c.Kind {
	case "Whisper":
		o["minDifference"] = c.Numbers[0]
	case "RegionSumLine":
		o["singleRegionTotals"] = false
	case "Sum": // three cells with equal steps
		return slices.Equal(c.Numbers, []int{0, 1, -2, 1}) && len(c.Cells) == 3
	case "Modular":
		by := c.Numbers[0]
		if by < 2 || by > w.Values() {
			return false
		}
		o["groups"] = remaindersOf(w.Puzzle, by)
		return w.High < makerMost
	case "Entropic":
		o["groups"] = thirdsOf(w.Puzzle)
		return w.High < makerMost
	case "Lockout":
		return c.Numbers[0] == w.Values()/2
	default:
		return false
	}
	return true
}

// dotsOf returns the element for all dots of a type.
func (w *makerWriter) dotsOf(number int) exchange.Object {
	i := slices.IndexFunc(w.elements, func(o exchange.Object) bool { return o["type"] == number })
	if i < 0 {
		i = len(w.elements)
		// A dot of the other colour always exempts its cells from the rule about cells without dots.
		w.elements = append(w.elements, exchange.Object{"type": number, "clues": []exchange.Object{}, "negative": []int{}})
		switch number {
		case 200:
			w.elements[i]["overrideNegativeRatios"] = true
		case 201:
			w.elements[i]["overrideNegativeDifferences"] = true
		}
	}
	return w.elements[i]
}

// writeDots writes a dot between each two neighbours among cells. It returns false if there are none.
func (w *makerWriter) writeDots(number, value int, cells []int) bool {
	pairs := w.Sides(cells)
	for _, at := range pairs {
		first, second := min(at[0], at[1]), max(at[0], at[1])
		edge := first/w.Columns*2*w.Columns + first%w.Columns + 1
		if second != first+1 { // the second cell is below the first
			edge += w.Columns - 1
		}
		o := w.dotsOf(number)
		o["clues"] = append(o["clues"].([]exchange.Object), exchange.Object{"value": value, "edge": edge})
	}
	return len(pairs) > 0
}

// writeStrict writes a rule about neighbours without a dot. It returns false if SudokuMaker would exempt other cells.
func (w *makerWriter) writeStrict(c *puzzle.Constraint) bool {
	others := []string{}
	forbid := map[int][]int{}
	switch c.Kind {
	case "StrictDifference":
		forbid[200] = c.Numbers
	case "StrictRatio":
		forbid[201] = c.Numbers
	case "StrictKropki":
		others, forbid[200], forbid[201] = []string{"Difference", "Ratio"}, []int{1}, []int{2}
	case "StrictXV":
		others, forbid[202] = []string{"Sum"}, []int{5, 10}
	}
	if slices.ContainsFunc(w.Constraints, func(c puzzle.Constraint) bool { return slices.Contains(others, c.Kind) }) {
		return false
	}
	for number, values := range forbid {
		o := w.dotsOf(number)
		o["negative"] = append(o["negative"].([]int), values...)
	}
	return len(forbid) > 0
}
