package format

import (
	"fmt"
	"slices"
	"strings"

	"nonet/puzzle"
)

// sudokuMakerText returns p as SudokuMaker's JSON, and records in l what SudokuMaker lacks. ok is always true.
func sudokuMakerText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	rest := puzzle.New(9, 9) // a puzzle of the parts that the JSON lacks
	rest.Groups, rest.Givens = p.Groups, p.Givens
	cells := slices.Repeat([]string{"{}"}, p.BoardCells())
	for _, g := range p.Givens {
		if g.Cell < len(cells) && len(g.Values) == 1 {
			cells[g.Cell] = fmt.Sprintf(`{"given":true,"value":%d}`, g.Values[0])
		}
	}
	w := &makerWriter{Puzzle: p, elements: []string{`{"type":0}`}}
	if !w.writeAreas() {
		rest.Box = puzzle.Box{}
	}
	var strict []puzzle.Constraint // rules about pairs without a dot, written after all dots
	for _, c := range p.Constraints {
		if strings.HasPrefix(c.Kind, "Strict") {
			strict = append(strict, c)
		} else if !w.writeElements(&c) {
			rest.Constraints = append(rest.Constraints, c)
		}
	}
	isWhole := len(rest.Constraints) == 0
	for _, c := range strict {
		if !isWhole || !w.writeForbiddenPairs(&c) {
			rest.Constraints = append(rest.Constraints, c)
		}
	}
	w.writeDots()
	l.p = rest
	l.recordBoardLosses(false)
	board := ""
	switch {
	case p.Rows != p.Columns:
		board = fmt.Sprintf(`"width":%d,"height":%d,`, p.Columns, p.Rows)
	case p.Rows != 9:
		board = fmt.Sprintf(`"size":%d,`, p.Rows)
	}
	if p.Low != 1 || p.High != max(p.Rows, p.Columns) {
		board += fmt.Sprintf(`"minDigit":%d,"maxDigit":%d,`, p.Low, p.High)
	}
	if p.Free {
		board += `"type":"custom",`
	}
	return fmt.Sprintf(`{"formatVersion":"1.5.0","puzzle":{"name":%s,"author":%s,"comment":%s,%s"cells":[%s],"constraints":[%s]}}`,
		jsonText(p.Title), jsonText(p.Author), jsonText(p.Rules), board, strings.Join(cells, ","), strings.Join(w.elements, ",")), true
}

// makerWriter collects the elements of the puzzle, as JSON.
type makerWriter struct {
	*puzzle.Puzzle
	elements  []string
	clues     [3]string // the dots of the types 200, 201 and 202, as JSON
	forbidden [3][]int  // for each type of dots, the values that pairs without a dot must not have
}

// writeAreas writes the boxes and regions. It returns false if areas overlap, or if nonet would read them as other
// rules.
func (w *makerWriter) writeAreas() bool {
	areas := w.Areas()
	if len(areas) == 0 {
		return true
	}
	regions := numbersOfGroups(areas, w.BoardCells(), -1)
	w.elements = append(w.elements, `{"type":1,"regions":`+jsonText(regions)+"}")
	back := newReaderOf(puzzle.New(w.Rows, w.Columns), "")
	back.Low, back.High, back.Free = w.Low, w.High, w.Free
	back.setAreas(areas)
	return len(back.Constraints) == 0 && len(areas)*w.Size() <= w.BoardCells() // more cells than the board has would mean that areas overlap
}

// writeElements adds the elements that express c.
func (w *makerWriter) writeElements(c *puzzle.Constraint) bool {
	if !areOnBoard(w.Puzzle, slices.Concat(append([][]int{c.Cells}, c.Sets...)...)) {
		return false
	}
	for _, dot := range makerDots {
		value := dot.value
		switch {
		case dot.kind != c.Kind || value == 0 && (len(c.Numbers) > 1 || len(c.Cells) > 2):
			continue
		case value == 0:
			value = c.Numbers[0]
		}
		pairs := w.Sides(c.Cells)
		for _, pair := range pairs {
			first, second := min(pair[0], pair[1]), max(pair[0], pair[1])
			edge := first/w.Columns*2*w.Columns + first%w.Columns + 1
			if second != first+1 { // the second cell is below the first one
				edge += w.Columns - 1
			}
			w.clues[dot.number-200] += fmt.Sprintf(`,{"value":%d,"edge":%d}`, value, edge)
		}
		return len(pairs) > 0
	}
	if c.Kind == "Windoku" {
		for _, cells := range w.Windows() {
			w.writeElements(&puzzle.Constraint{Kind: "ExtraRegion", Cells: cells})
		}
		return true
	}
	for _, t := range makerTypes() {
		if t.kind == c.Kind && t.argument == argumentOf(c) {
			parts, ok := w.partsOf(c)
			if content := strings.NewReplacer(parts...).Replace(t.content); ok && content != "" {
				w.elements = append(w.elements, fmt.Sprintf(`{"type":%d,%s}`, t.number, content))
			} else if ok {
				w.elements = append(w.elements, fmt.Sprintf(`{"type":%d}`, t.number))
			}
			return ok
		}
	}
	return c.Kind == "Nothing"
}

// partsOf returns pairs of texts: a word of makerType.content such as $cells, and the JSON that replaces this word.
func (w *makerWriter) partsOf(c *puzzle.Constraint) (parts []string, ok bool) {
	add := func(word string, value any) { parts = append(parts, word, jsonText(value)) }
	add("$cells", c.Cells)
	add("$numbers", c.Numbers)
	groups, n := [][]int(nil), 0
	if len(c.Numbers) > 0 {
		n = c.Numbers[0]
	}
	ok = true
	switch c.Kind {
	case "GlobalEntropy", "Entropic":
		add("$groups", thirdsOf(w.Puzzle))
		ok = w.High < makerMost
	case "GlobalMod", "Modular":
		if c.Kind == "GlobalMod" {
			n = 3
		}
		if ok = n > 1 && n <= w.Values() && w.High < makerMost; ok {
			add("$groups", remaindersOf(w.Puzzle, n))
		}
	case "Cage", "ExtraRegion", "AllDifferent":
		ok = len(uniqueCells(c.Cells)) == len(c.Cells)
	case "LookAndSay":
		text := strings.ReplaceAll(joinNumbers(c.Numbers), "_", "")
		add("$value", text)
		ok = len(text) == len(c.Numbers)
	case "Clone":
		for i := range c.Sets[0] {
			var group []int
			for _, set := range c.Sets {
				group = append(group, set[i])
			}
			groups = append(groups, group)
		}
		add("$groups", groups)
		ok = len(c.Sets) > 1
	case "Quad":
		first := slices.Min(c.Cells)
		add("$place", (first/w.Columns+1)*(w.Columns+1)+first%w.Columns+1)
	case "Arrow", "PillArrow":
		n = max(1, n)
		add("$bulb", reversed(slices.Sorted(slices.Values(c.Cells[:n])))) // SudokuMaker lists the last digit's cell first
		add("$arrow", c.Cells[n-1:])
		ok = len(c.Cells) > n
	case "Sum": // a line of three cells with equal differences
		ok = slices.Equal(c.Numbers, []int{0, 1, -2, 1}) && len(c.Cells) == 3
	case "Lockout":
		ok = n == w.Values()/2
	case "LittleKiller", "Sandwich", "XSum", "Skyscraper", "NumberedRoom":
		name, direction, seen := (&fpuzzlesWriter{Puzzle: w.Puzzle}).clueBeside(c.Cells, c.Kind == "LittleKiller")
		if ok = seen; ok {
			row, column := newReaderOf(w.Puzzle, "").placeOf(name)
			add("$place", row*(w.Columns+2)+column)
		}
		slope := -1
		if direction == "DL" || direction == "UR" {
			slope = 1
		}
		add("$slope", slope)
	}
	return append(parts, "$value", firstNumber(c)), ok
}

// writeForbiddenPairs adds a rule about pairs without a dot. It returns false if SudokuMaker exempts different pairs
// from the rule than c does.
func (w *makerWriter) writeForbiddenPairs(c *puzzle.Constraint) bool {
	other := ""
	switch c.Kind {
	case "StrictDifference":
		w.forbidden[0] = append(w.forbidden[0], c.Numbers...)
	case "StrictRatio":
		w.forbidden[1] = append(w.forbidden[1], c.Numbers...)
	case "StrictXV":
		other, w.forbidden[2] = "Sum", []int{5, 10}
	case "StrictKropki":
		other = "Difference Ratio"
		w.forbidden[0], w.forbidden[1] = append(w.forbidden[0], 1), append(w.forbidden[1], 2)
	}
	return !slices.ContainsFunc(w.Constraints, func(c puzzle.Constraint) bool { return strings.Contains(other, c.Kind) })
}

// writeDots writes an element for each type of dots. The rule about pairs without a dot exempts pairs with a dot of
// another kind.
func (w *makerWriter) writeDots() {
	for i, clues := range w.clues {
		if clues == "" && w.forbidden[i] == nil {
			continue
		}
		negative := jsonText(append([]int{}, w.forbidden[i]...))
		w.elements = append(w.elements, fmt.Sprintf(`{"type":%d,"clues":[%s],"negative":%s%s}`, 200+i, strings.TrimPrefix(clues, ","), negative,
			[]string{`,"overrideNegativeRatios":true`, `,"overrideNegativeDifferences":true`, ""}[i]))
	}
}
