package format

import (
	"slices"
	"strings"

	"nonet/internal/exchange"
	"nonet/message"
	"nonet/sudoku"
)

// f-puzzles and SudokuPad store a puzzle as a JSON object, whose cells internal/exchange reads. This file reads a
// player's entries. fpuzzles_read.go and sudokupad_read.go read the rules.

// fault is an error in another program's puzzle. Its place in the text is unknown.
type fault struct {
	what message.Message
	cell int // the cell with the error; −1 if none
}

func newFault(cell int, key string, args ...any) *fault {
	return &fault{message.New(key, args...), cell}
}

func faultFromError(err error) *fault { return &fault{place{}.syntaxError(err).What, -1} }

func (f *fault) errorAt(where place) *SyntaxError {
	return where.errorHere("format.link.holds", "what", f.what).inCell(f.cell)
}

// boardShapeFault returns a fault if the number of rows or the length of a row is wrong, and otherwise nil. Boards of
// f-puzzles are squares. Boards of SudokuPad have any number of rows, all of one length.
func boardShapeFault(payload *exchange.Puzzle) *fault {
	part, rows := payload.CellsMemberName(), payload.Rows
	if len(rows) == 0 {
		return newFault(-1, "format.holder.rows", "part", part, "n", 0)
	}
	ragged := slices.ContainsFunc(rows, func(row []exchange.Cell) bool { return len(row) != len(rows[0]) })
	if payload.Site == exchange.SudokuPad && !ragged {
		return nil
	}
	for i, row := range rows {
		switch {
		case len(row) == 9 && len(rows) < 9:
			return newFault(-1, "format.holder.rows", "part", part, "n", len(rows))
		case len(row) != 9 && len(rows) == 9:
			return newFault(-1, "format.holder.cells", "part", part, "row", i+1, "n", len(row))
		}
	}
	return nil
}

// readPuzzleJSON reads the JSON of f-puzzles, SudokuPad or a program in objectKinds, with its rules. On a 9×9 board it
// also reads the player's digits, notes and colours.
func readPuzzleJSON(text string) (p Puzzle, _ *fault) {
	v, wrong := exchange.Parse(text)
	if wrong != nil {
		return p, &fault{wrong.What, -1}
	}
	o, _ := v.(exchange.Object)
	if list, ok := v.([]any); ok { // the text is a list of cages without an object around it
		o = exchange.Object{"cages": list}
	}
	if k := objectKindOf(o); k != nil {
		return k.readPuzzle(o)
	}
	return readExchangeObject(o)
}

func readExchangeObject(o exchange.Object) (p Puzzle, _ *fault) {
	payload, wrong := exchange.ReadObject(o)
	if wrong != nil {
		return p, &fault{wrong.What, -1}
	}
	return readExchangePuzzle(payload, nil)
}

// readExchangePuzzle converts a puzzle of f-puzzles, SudokuPad or Penpa+. `readings` holds corrections for
// [Puzzle.ApplyCorrections].
func readExchangePuzzle(payload *exchange.Puzzle, readings map[string]string) (p Puzzle, _ *fault) {
	p.Kind = []Kind{exchange.FPuzzles: FPuzzles, exchange.SudokuPad: SudokuPad, exchange.Penpa: Penpa}[payload.Site]
	if payload.Site != exchange.Penpa {
		if wrong := boardShapeFault(payload); wrong != nil {
			return p, wrong
		}
		if len(payload.Rows) == 9 && len(payload.Rows[0]) == 9 {
			if wrong := p.copyCellsFrom(payload); wrong != nil {
				return p, wrong
			}
		}
	}
	read, notes, err := readRules(payload, readings)
	if err != nil {
		return p, faultFromError(err)
	}
	if p.storeParsed(read, notes); p.Extra != nil {
		p.Extra = nilIfEmpty(p.Extra)
	}
	if slices.ContainsFunc(notes, func(n Note) bool { return n.Drawn != nil }) {
		p.again = func(readings map[string]string) (Puzzle, *fault) {
			return readExchangePuzzle(payload, readings)
		}
	}
	return p, nil
}

func readPenpa(packed string) (Puzzle, *fault) {
	text, err := exchange.UnpackPenpa(packed)
	if err != nil {
		return Puzzle{}, newFault(-1, "format.link.damaged")
	}
	payload, wrong := exchange.Read(text)
	if wrong != nil {
		return Puzzle{}, &fault{wrong.What, -1}
	}
	return readExchangePuzzle(payload, nil)
}

// copyCellsFrom copies the title, the author and the rules to p. For each cell of a 9×9 board it copies the digit,
// notes, candidates and colours.
func (p *Puzzle) copyCellsFrom(payload *exchange.Puzzle) *fault {
	p.Name = printableName([]byte(payload.Title))
	p.Extra = &Extra{Author: printableName([]byte(payload.Author)), Rules: printableText(payload.Rules)}
	e := p.Extra
	var givens, values [sudoku.Cells]uint8
	for c := range sudoku.Cells {
		cell := &payload.Rows[c/9][c%9]
		d, ok := digitOf(cell.Value)
		switch {
		case !ok:
			return newFault(c, "format.number", "text", printableName([]byte(cell.Value)))
		case cell.Given:
			givens[c] = d
		default:
			values[c] = d
		}
		e.Corner[c], e.Centre[c] = markedDigits(cell.Corner), markedDigits(cell.Centre)
		if len(cell.Only) > 0 && givens[c] == 0 {
			if p.Pencil == nil {
				p.Pencil = new([sudoku.Cells]sudoku.Candidates)
			}
			p.Pencil[c] = markedDigits(cell.Only)
		}
		for _, colour := range cell.Colours {
			e.addColour(c, colour)
		}
	}
	p.Grid, _ = sudoku.FromCells(givens)
	e.Values, _ = sudoku.FromCells(values)
	if p.Pencil != nil {
		for c := range p.Pencil {
			if at := sudoku.Cell(c); p.Pencil[c] == 0 {
				p.Pencil[c] = p.Grid.Candidates(at)
			}
		}
	}
	for _, c := range payload.Colours() {
		e.addColour(c.Row*9+c.Column, c.Text)
	}
	if p.Eliminations() == 0 {
		p.Pencil = nil
	}
	return nil
}

// addColour adds the palette colour nearest to text to cell c.
func (e *Extra) addColour(c int, text string) {
	if n := nearestColour(text); n > 0 {
		e.Colours[c] |= 1 << n
	}
}

// digitOf parses the text of a cell. An empty text and "." are 0.
func digitOf(text string) (d uint8, ok bool) {
	if text = strings.TrimSpace(text); text == "" || text == "." {
		return 0, true
	}
	return text[0] - '0', len(text) == 1 && isDigit(text[0])
}

func markedDigits(list []string) (marks sudoku.Candidates) {
	for _, text := range list {
		if d, ok := digitOf(text); ok {
			marks = marks.With(sudoku.Digit(d))
		}
	}
	return marks
}

// addPlayed writes the player's digits, notes and colours to the cells of grid.
func (p *Puzzle) addPlayed(grid [][]exchange.GridCell) {
	e := p.extra()
	for c := range sudoku.Cells {
		at := sudoku.Cell(c)
		cell := &grid[c/9][c%9]
		if !cell.Given {
			cell.Value = int(e.Values.At(at))
		}
		cell.Centre, cell.Corner = digitsIn(e.Centre[c]), digitsIn(e.Corner[c])
		if p.Pencil != nil && !cell.Given && p.Grid.Candidates(at)&^p.Pencil[c] != 0 {
			cell.Only = digitsIn(p.Pencil[c])
		}
		if colours := coloursIn(e.Colours[c]); len(colours) > 0 {
			cell.Highlight = colours[0]
			if len(colours) > 1 {
				cell.Several = colours
			}
		}
	}
}

func digitsIn(marks sudoku.Candidates) (digits []int) {
	for d := range marks.Digits() {
		digits = append(digits, int(d))
	}
	return digits
}

func coloursIn(set uint16) (colours []string) {
	for n := 1; n <= Colours; n++ {
		if set>>n&1 != 0 {
			colours = append(colours, paletteHex(n))
		}
	}
	return colours
}
