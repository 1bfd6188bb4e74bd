package format

import (
	"slices"
	"strconv"
	"strings"

	"nonet/internal/exchange"
	"nonet/internal/wording"
	"nonet/puzzle"
)

// f-puzzles stores a puzzle as an object with the members size and grid, and a member for each kind of constraint. Such
// a member is a flag or a list of objects.

// fpuzzlesReader builds a puzzle from the JSON of f-puzzles. Readers of similar texts embed it.
type fpuzzlesReader struct {
	ruleReader
	mentioned map[string]bool // the names of cells that occur in rules
	// sums is set if the number of a cage is a sum even without words. Then pictures includes the drawn cages.
	sums      bool
	typed     int   // how many constraints the text states directly, without drawings or words
	shaded    []int // cells whose colour states a rule
	pictures  []picture
	arrows    []picture
	bothRules bool // set if a sentence says that every line has all the rules for lines
	// explaining holds the meanings of sentences that explain clues.
	explaining []*wording.Meaning
	dots       [2]bool  // dots[0] is set if a sentence explains white dots, dots[1] if a sentence explains black dots
	assumed    []string // classes of pictures that no words explain, read by a convention
	silent     []Note   // notes for corrections, about pictures that were read by a convention
	readings   map[string]string
}

// newReaderOf returns a reader that adds constraints to p. Its errors name the member.
func newReaderOf(p *puzzle.Puzzle, member string) *fpuzzlesReader {
	return &fpuzzlesReader{ruleReader: ruleReader{Puzzle: p, part: member}, mentioned: map[string]bool{}}
}

// newPuzzleReader returns a reader for a puzzle of f-puzzles or SudokuPad. The reader already has the title, the
// author, the rules in words, the givens, the regions and the solution.
func newPuzzleReader(payload *exchange.Puzzle, readings map[string]string) (*fpuzzlesReader, error) {
	member := payload.CellsMemberName()
	rows, columns, size := len(payload.Rows), 0, 0
	if rows > 0 {
		columns = len(payload.Rows[0])
	}
	if payload.Site == exchange.FPuzzles {
		columns, size = rows, rows
		if n, ok := payload.Object["size"].(float64); ok {
			size = int(n)
		}
	}
	if min(rows, columns) < 1 || max(rows, columns) > puzzle.Most || size != 0 && size != rows {
		return nil, newPartError(member, "rules.grid", "n", rows, "size", max(size, columns))
	}
	r := newReaderOf(puzzle.New(rows, columns), member)
	r.readings = readings
	r.Title, r.Author, r.Rules = payload.Title, payload.Author, payload.Rules
	for i, row := range payload.Rows {
		if len(row) != columns {
			return nil, newPartError(member, "rules.grid", "n", len(row), "size", columns)
		}
		for j, c := range row {
			given := puzzle.Given{Cell: i*columns + j}
			switch {
			case c.Given && c.Value != "":
				given.Values = []int{r.parseInt(c.Value)}
			case len(c.Only) > 0:
				for _, text := range c.Only {
					given.Values = append(given.Values, r.parseInt(text))
				}
			default:
				continue
			}
			r.Givens = append(r.Givens, given)
		}
	}
	r.part = "regions"
	regions, usual, cell := payload.Regions(rows, columns, r.Box.Rows, r.Box.Columns)
	if cell != "" {
		r.recordError("rules.noCell", "name", cell)
	}
	if !usual && !r.areBoxes(r.Box, regions) {
		r.Box, r.Regions = puzzle.Box{}, regions
	}
	r.readSolution(payload.Solution)
	return r, r.err
}

// readSolution reads the solution, one text per cell. The solution is unknown in cells whose text is not a value. A
// list of another length is ignored.
func (r *fpuzzlesReader) readSolution(all []string) {
	if len(all) != r.BoardCells() {
		return
	}
	values, found := make([]int, len(all)), false
	for cell, text := range all {
		values[cell] = puzzle.Empty
		if n, err := strconv.Atoi(text); err == nil && n >= r.Low && n <= r.High {
			values[cell], found = n, true
		}
	}
	if found {
		r.Solution = values
	}
}

// finishPuzzle adds the flags and the rules in words, and validates the puzzle.
func (r *fpuzzlesReader) finishPuzzle(payload *exchange.Puzzle) (*puzzle.Puzzle, []Note, error) {
	for _, name := range payload.Flags() {
		r.addConstraint(fpuzzlesFlags[name])
	}
	if payload.HasFog() { // fog only hides clues from a player
		r.addCosmeticNote(noteDecoration)
	}
	for _, s := range r.readDrawingsAndWords(payload) {
		d := understoodSentence(s)
		d.Kind = ""
		if payload.Site == exchange.Penpa {
			d = nil // corrections cannot change sentences of Penpa+
		}
		r.notes = append(r.notes, Note{Part: "“" + s.Text + "”", Drawn: d})
	}
	if hasImage(payload) && slices.ContainsFunc(r.notes, isMeaningfulOmission) { // the image may show a rule that the puzzle lacks
		r.addNote("background image")
	}
	if r.err != nil {
		return nil, nil, r.err
	}
	if err := r.Validate(); err != nil {
		return nil, nil, err
	}
	r.addCosmeticNotes(payload)
	return r.Puzzle, append(r.notes, r.silent...), nil
}

// hasImage reports whether the board has a background image, whose meaning nonet cannot read.
func hasImage(payload *exchange.Puzzle) bool {
	return payload.IsTrue("bgimage") || payload.Metadata().IsTrue("bgimage")
}

func isMeaningfulOmission(n Note) bool { return !n.Cosmetic && n.IsOmission() }

// understoodSentence returns the sentence, with the first kind of constraint that it means, for a note.
func understoodSentence(s wording.Sentence) *Understood {
	d := &Understood{Class: Words, Name: "“" + s.Text + "”", N: 1}
	for _, m := range s.Meanings {
		if len(m.Kinds) > 0 && m.Sense != wording.Idle && d.Kind == "" {
			d.Kind, _, _ = strings.Cut(m.Kinds[0], " ")
			d.Number = max(0, m.Number)
		}
	}
	return d
}

// addCosmeticNotes adds notes about the player's entries and about colours of cells. A colour gets no note if it only
// shows a constraint.
func (r *fpuzzlesReader) addCosmeticNotes(payload *exchange.Puzzle) {
	shades := map[int]string{}
	for _, m := range r.Drawing() {
		if m.Shape == puzzle.ShapeArea {
			for _, cell := range m.Cells {
				shades[cell] = puzzle.KindNamed(m.Kind).Draw.Hex()
			}
		}
	}
	kinds := map[string]bool{}
	colour := func(cell int, text string) {
		if text != "" && !strings.EqualFold(text, shades[cell]) && !slices.Contains(r.shaded, cell) {
			kinds[noteColours] = true
		}
	}
	for i, row := range payload.Rows {
		for j, c := range row {
			if !c.Given && c.Value != "" {
				kinds[noteDigits] = true
			}
			if len(c.Corner)+len(c.Centre) > 0 {
				kinds[noteNotes] = true
			}
			for _, text := range c.Colours {
				colour(i*r.Columns+j, text)
			}
		}
	}
	for _, c := range payload.Colours() {
		colour(c.Row*r.Columns+c.Column, c.Text)
	}
	r.addPlayerNotes(kinds)
}

func (r *fpuzzlesReader) addPlayerNotes(kinds map[string]bool) {
	for _, part := range []string{noteDigits, noteNotes, noteColours} {
		if kinds[part] {
			r.notes = append(r.notes, Note{Part: part, Cosmetic: true})
		}
	}
}

func (r *fpuzzlesReader) addSentences(drawn []exchange.Element) {
	payload := exchange.Puzzle{Site: exchange.FPuzzles, Object: exchange.Object{}, Rules: r.Rules, Extra: drawn}
	for _, s := range r.readDrawingsAndWords(&payload) {
		r.notes = append(r.notes, Note{Part: "“" + s.Text + "”"})
	}
}

func validateResult(p *puzzle.Puzzle, notes []Note, err error) (*puzzle.Puzzle, []Note, error) {
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, nil, err
	}
	return p, notes, nil
}

// readRules reads a puzzle with its rules. The notes describe drawings, and name members that are unknown.
func readRules(payload *exchange.Puzzle, readings map[string]string) (*puzzle.Puzzle, []Note, error) {
	r, err := newPuzzleReader(payload, readings)
	if err != nil {
		return nil, nil, err
	}
	if own := ownPuzzle(payload); own != nil {
		own.Solution = r.Solution
		return own, nil, nil
	}
	switch payload.Site {
	case exchange.SudokuPad:
		r.readCages(payload)
	case exchange.Penpa:
		for _, cage := range payload.Outlines {
			r.pictures = append(r.pictures, picture{class: classCage, cells: cage.Cells, text: cage.Text, start: true})
		}
		for _, tool := range payload.Drawn {
			r.addNote(tool)
		}
	default:
		for _, name := range payload.Members() {
			if r.part = name; !slices.Contains(exchange.Drawings, name) {
				r.readMember(name, payload.Object[name])
			}
		}
		for _, name := range exchange.Drawings {
			r.part = name
			r.readDrawings(name, payload)
		}
	}
	return r.finishPuzzle(payload)
}

// placeOf returns a cell's row and column, counted from 1. For a cell outside the board, the row or the column is below
// 1 or above the board's size.
func (r *fpuzzlesReader) placeOf(name string) (row, column int) {
	name = strings.ToUpper(name)
	r.mentioned[name] = true
	down, across, cut := strings.Cut(name, "C")
	row, err := strconv.Atoi(strings.TrimPrefix(down, "R"))
	column, err2 := strconv.Atoi(across)
	if !cut || err != nil || err2 != nil || row < -1 || column < -1 || row > r.Rows+2 || column > r.Columns+2 {
		r.recordError("rules.noCell", "name", name)
	}
	return row, column
}

func (r *fpuzzlesReader) cellsOf(names []string) []int {
	cells := make([]int, 0, len(names))
	for _, name := range names {
		row, column := r.placeOf(name)
		if row < 1 || column < 1 || row > r.Rows || column > r.Columns {
			r.recordError("rules.noCell", "name", name)
		}
		cells = append(cells, (row-1)*r.Columns+column-1)
	}
	return cells
}

// lineSeenFrom returns the row or column of the board that begins next to `name`, a cell outside the board.
func (r *fpuzzlesReader) lineSeenFrom(name string) (cells []int) {
	row, column := r.placeOf(name)
	down, right := 0, 0
	switch {
	case column >= 1 && column <= r.Columns && row == 0:
		down = 1
	case column >= 1 && column <= r.Columns && row == r.Rows+1:
		down = -1
	case row >= 1 && row <= r.Rows && column == 0:
		right = 1
	case row >= 1 && row <= r.Rows && column == r.Columns+1:
		right = -1
	default:
		r.recordError("rules.noLine", "name", name)
		return nil
	}
	return cellsAlong(r.Puzzle, row-1+down, column-1+right, down, right)
}

// diagonalSeenFrom returns the diagonal of the board that begins next to the named cell, which is outside the board.
// direction is, for example, DR for down and right.
func (r *fpuzzlesReader) diagonalSeenFrom(name, direction string) (cells []int) {
	row, column := r.placeOf(name)
	down, right := 1, 1
	if strings.Contains(direction, "U") {
		down = -1
	}
	if strings.Contains(direction, "L") {
		right = -1
	}
	if r.err != nil {
		return nil
	}
	return cellsAlong(r.Puzzle, row-1+down, column-1+right, down, right)
}

// cellsAlong returns the cells from a place to the edge of the board. Each step goes `rowStep` rows down and `right`
// columns to the right. Rows and columns count from 0.
func cellsAlong(p *puzzle.Puzzle, row, column, rowStep, right int) (cells []int) {
	for row >= 0 && column >= 0 && row < p.Rows && column < p.Columns {
		cells = append(cells, row*p.Columns+column)
		row, column = row+rowStep, column+right
	}
	return cells
}

func (r *fpuzzlesReader) appendKind(kind string, numbers []int, cells []int) {
	r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: kind, Numbers: numbers, Cells: cells})
}

// fpuzzlesFlags maps each member that is true or false to the constraint that true means.
var fpuzzlesFlags = map[string]puzzle.Constraint{
	"diagonal+":      {Kind: "Diagonal", Numbers: []int{1}},
	"diagonal-":      {Kind: "Diagonal", Numbers: []int{-1}},
	"antiknight":     {Kind: "AntiKnight"},
	"antiking":       {Kind: "AntiKing"},
	"disjointgroups": {Kind: "DisjointSets"},
	"nonconsecutive": {Kind: "StrictDifference", Numbers: []int{1}},
}

func (r *fpuzzlesReader) readMember(name string, v any) {
	list, is := v.([]any)
	if c, flag := fpuzzlesFlags[name]; flag && v == true {
		r.Constraints = append(r.Constraints, c)
		return
	}
	switch {
	case v == nil, v == false, v == "", is && len(list) == 0:
		return
	case name == "negative" && is:
		for _, one := range list {
			switch one {
			case "xv":
				r.appendKind("StrictXV", nil, nil)
			case "ratio":
				r.appendKind("StrictRatio", []int{2}, nil) // the ratio 2 is always one of the numbers; the code below adds the ratios of the dots
			case "difference":
				if used := r.dotDifferences(); len(used) > 0 {
					r.appendKind("StrictDifference", used, nil)
				}
			default:
				r.addNote(name + ": " + exchange.Texts([]any{one})[0])
			}
		}
		return
	}
	clues := make([]exchange.Clue, len(list))
	for i, one := range list {
		clue, ok := exchange.ClueOf(one)
		is = is && ok
		clues[i] = clue
	}
	if !is || !r.readClues(name, clues) {
		r.addNote(name)
	}
}

// dotDifferences returns the differences that dots of the puzzle mark, ascending and without duplicates. Rules about
// pairs without a dot use these differences.
func (r *fpuzzlesReader) dotDifferences() (used []int) {
	for _, c := range r.Constraints {
		switch c.Kind {
		case "WhiteDot":
			used = append(used, 1)
		case "Difference":
			used = append(used, c.Numbers[0])
		}
	}
	slices.Sort(used)
	return slices.Compact(used)
}

// readClues reads a list of clues of one kind.
func (r *fpuzzlesReader) readClues(name string, clues []exchange.Clue) bool {
	switch name {
	case "rowindexer", "columnindexer", "boxindexer":
		for _, c := range clues {
			r.addIndexers(strings.ToUpper(name[:1]), r.cellsOf(c.Cells))
		}
		return true
	}
	kind := ""
	for _, k := range puzzle.Kinds() {
		if k.FPuzzles == name {
			kind = k.Name
		}
	}
	if kind == "" && name != "sum" {
		return false
	}
	switch name {
	case "odd", "even", "minimum", "maximum":
		var cells []int
		for _, c := range clues {
			cells = append(cells, r.cellsOf([]string{c.Cell})...)
		}
		slices.Sort(cells)
		r.appendKind(kind, nil, slices.Compact(cells))
		return true
	}
	for i := range clues {
		r.readClue(name, kind, &clues[i])
	}
	if name == "ratio" {
		for i := range r.Constraints {
			if strict := &r.Constraints[i]; strict.Kind == "StrictRatio" { // pairs without a dot must not have the ratios of the dots
				for k := range clues {
					if n := r.clueNumbers(&clues[k], 2)[0]; !slices.Contains(strict.Numbers, n) {
						strict.Numbers = append(strict.Numbers, n)
					}
				}
			}
		}
	}
	return true
}

// readClue reads a clue in the member called name. kind is the kind of the clue in package puzzle.
func (r *fpuzzlesReader) readClue(name, kind string, c *exchange.Clue) {
	switch name {
	case "sum": // the sum of two adjacent cells, like X and V
		switch cells := r.cellsOf(c.Cells); c.Value {
		case "": // the author has not entered the clue yet
		case "10":
			r.appendKind("X", nil, cells)
		case "5":
			r.appendKind("V", nil, cells)
		default:
			r.appendKind("Sum", []int{r.parseInt(c.Value)}, cells)
		}
	case "xv":
		if sign := strings.ToUpper(c.Value); sign == "X" || sign == "V" {
			r.appendKind(sign, nil, r.cellsOf(c.Cells))
		}
	case "difference":
		r.appendDot("WhiteDot", "Difference", 1, c)
	case "ratio":
		r.appendDot("BlackDot", "Ratio", 2, c)
	case "arrow":
		circle := r.cellsOf(c.Cells)
		for _, line := range c.Lines {
			switch along := r.cellsOf(line); {
			case len(along) < 2:
			case len(circle) == 1:
				r.appendKind("Arrow", nil, slices.Concat(circle, along[1:]))
			default:
				r.appendKind("PillArrow", []int{len(circle)}, slices.Concat(circle, along[1:]))
			}
		}
	case "killercage":
		r.Constraints = append(r.Constraints, r.cageOf(c.Value, r.cellsOf(c.Cells)))
	case "littlekillersum":
		if c.Value != "" && c.Value != "0" {
			r.appendKind(kind, r.clueNumbers(c, 0), r.diagonalSeenFrom(c.Cell, c.Direction))
		}
	case "sandwichsum", "xsum", "skyscraper":
		if c.Value != "" {
			r.appendKind(kind, r.clueNumbers(c, 0), r.lineSeenFrom(c.Cell))
		}
	case "quadruple":
		if len(c.Values) > 0 {
			r.appendKind(kind, c.Values, r.cellsOf(c.Cells))
		}
	case "clone":
		r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: kind, Sets: [][]int{r.cellsOf(c.Cells), r.cellsOf(c.CloneCells)}})
	case "extraregion":
		if len(c.Cells) != r.Values() {
			kind = "AllDifferent"
		}
		r.appendKind(kind, nil, r.cellsOf(c.Cells))
	case "whispers":
		r.addLines(kind, r.clueNumbers(c, (r.Rows+1)/2), c)
	case "modularline":
		r.addLines(kind, r.clueNumbers(c, 3), c)
	case "lockout":
		r.addLines(kind, r.clueNumbers(c, r.Rows/2), c)
	default:
		r.addLines(kind, nil, c)
	}
}

// appendDot appends the constraint of a dot: of the kind `plain` if the dot has the number `usual`, and otherwise of
// the kind `numbered`.
func (r *fpuzzlesReader) appendDot(plain, numbered string, usual int, c *exchange.Clue) {
	if n := r.clueNumbers(c, usual); n[0] == usual {
		r.appendKind(plain, nil, r.cellsOf(c.Cells))
	} else {
		r.appendKind(numbered, n, r.cellsOf(c.Cells))
	}
}

func (r *fpuzzlesReader) addLines(kind string, numbers []int, c *exchange.Clue) {
	for _, line := range c.Lines {
		r.appendKind(kind, slices.Clone(numbers), r.cellsOf(line))
	}
}

func (r *fpuzzlesReader) clueNumbers(c *exchange.Clue, otherwise int) []int {
	if c.Value == "" {
		return []int{otherwise}
	}
	return []int{r.parseInt(c.Value)}
}

// addIndexers adds one constraint for all cells of the list that index their row, column or box. `text` says which of
// the three.
func (r *fpuzzlesReader) addIndexers(text string, cells []int) {
	indexing := puzzle.Constraint{Kind: "Indexing", Text: text}
	for _, cell := range cells {
		if line, _ := r.IndexedCells(text, cell); line != nil { // skip a cell that would index a row or column outside the board
			indexing.Cells = append(indexing.Cells, cell)
		}
	}
	if len(indexing.Cells) > 0 {
		r.Constraints = append(r.Constraints, indexing)
	}
}

// cageOf returns the constraint for a cage. clue is a sum, a choice of sums, or empty.
func (r *fpuzzlesReader) cageOf(clue string, cells []int) puzzle.Constraint {
	least, most := r.SumRange(cells)
	sums, ok := puzzle.ParseCageSums(clue, least, most)
	switch {
	case !ok:
		sums = []int{r.parseInt(clue)}
	case len(sums) > 1:
		return puzzle.Constraint{Kind: "CageAmong", Numbers: sums, Cells: cells}
	case sums == nil:
		sums = []int{0}
	}
	return puzzle.Constraint{Kind: "Cage", Numbers: sums, Cells: cells}
}
