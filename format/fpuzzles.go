package format

import (
	"slices"
	"strings"

	"nonet/internal/exchange"
	"nonet/message"
	"nonet/sudoku"
)

// f-puzzles and SudokuPad keep a puzzle as an object, of which internal/exchange tells the cells.
// Of rules it is told here only that there are some: those that are drawn or unknown, too.

// fpuzzlesKeys are the members that are constraints, where they are not called as ours.
var fpuzzlesKeys = map[string]Constraint{
	"cage": "", "diagonal+": "diagonal", "diagonal-": "diagonal", "fogofwar": "fog", "foglight": "fog",
	"rowindexer": "indexer", "columnindexer": "indexer", "boxindexer": "indexer",
	"rectangle": "shape", "circle": "shape", "text": "clue", "clock": "line", "sum": "difference",
}

// fault is what is wrong in the JSON of f-puzzles or SudokuPad.
type fault struct {
	what message.Message
	cell int // the cell concerned, −1 if it is none
}

func faulty(cell int, key string, args ...any) *fault { return &fault{message.New(key, args...), cell} }

const sizeKey = "format.size"

// in is the error that stands at a place.
func (f *fault) in(at place) *SyntaxError {
	e := at.fail("format.link.holds", "what", f.what)
	if f.what.Key == sizeKey {
		e.What = f.what
	}
	return e.in(f.cell)
}

// holder reads JSON of either, of a classic board.
func holder(text string) (p Puzzle, _ *fault) {
	held, wrong := exchange.Read(text)
	if wrong != nil {
		return p, &fault{wrong.What, -1}
	}
	part := held.Part()
	for i, cells := range held.Rows {
		switch {
		case len(held.Rows) != 9 && len(held.Rows) == len(cells):
			return p, faulty(-1, sizeKey, "rows", len(held.Rows), "columns", len(cells))
		case len(cells) != 9:
			return p, faulty(-1, "format.holder.cells", "part", part, "row", i+1, "n", len(cells))
		}
	}
	if len(held.Rows) != 9 {
		return p, faulty(-1, "format.holder.rows", "part", part, "n", len(held.Rows))
	}
	p = Puzzle{Kind: FPuzzles, Name: printableName([]byte(held.Title)), Extra: &Extra{
		Author: printableName([]byte(held.Author)), Rules: printableText(held.Rules),
	}}
	e, set := p.Extra, map[Constraint]bool{}
	var givens, values [sudoku.Cells]uint8
	for c := range sudoku.Cells {
		cell := &held.Rows[c/9][c%9]
		d, ok := digitOf(cell.Value)
		switch {
		case !ok:
			return p, faulty(c, "format.number", "text", printableName([]byte(cell.Value)))
		case cell.Given:
			givens[c] = d
		default:
			values[c] = d
		}
		e.Corner[c], e.Centre[c] = marksOf(cell.Corner), marksOf(cell.Centre)
		if len(cell.Only) > 0 && givens[c] == 0 {
			if p.Pencil == nil {
				p.Pencil = new([sudoku.Cells]sudoku.Candidates)
			}
			p.Pencil[c] = marksOf(cell.Only)
		}
		for _, colour := range cell.Colours {
			e.colour(c, colour)
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
	p.solution(held.Solution)
	_, boxes, _ := held.Regions(9, 9, 3, 3)
	if !boxes {
		set["regions"] = true
	}
	if held.Site == exchange.SudokuPad {
		p.Kind = SudokuPad
		p.drawn(held, set)
	} else {
		for _, key := range held.Members() {
			id, known := fpuzzlesKeys[key]
			if !known {
				if id = Constraint(key); !slices.Contains(Constraints(), id) {
					id = "other"
				}
			}
			if id != "" && held.Says(key) {
				set[id] = true
			}
		}
		for _, cage := range held.Cages {
			if cage.Says("cells") {
				set["killercage"] = true
			}
		}
	}
	e.Unread = said(set, held.Sentences())
	if p.Eliminations() == 0 {
		p.Pencil = nil
	}
	e.Constraints = constraintsOf(set)
	p.Extra = beside(e)
	return p, nil
}

// colour adds a colour to a cell.
func (e *Extra) colour(c int, text string) {
	if n := colourOf(text); n > 0 {
		e.Colours[c] |= 1 << n
	}
}

// digitOf is a cell's value, 0 for none; not ok for what is no digit.
func digitOf(text string) (d uint8, ok bool) {
	if text = strings.TrimSpace(text); text == "" || text == "." {
		return 0, true
	}
	return text[0] - '0', len(text) == 1 && isDigit(text[0])
}

// marksOf is the digits of a list; what else stands in it is let be.
func marksOf(list []string) (marks sudoku.Candidates) {
	for _, text := range list {
		if d, ok := digitOf(text); ok {
			marks = marks.With(sudoku.Digit(d))
		}
	}
	return marks
}

func fpuzzlesJSON(p Puzzle) string {
	e := p.extra()
	grid := make([][]exchange.GridCell, 9)
	for c := range sudoku.Cells {
		if c%9 == 0 {
			grid[c/9] = make([]exchange.GridCell, 9)
		}
		at := sudoku.Cell(c)
		cell := &grid[c/9][c%9]
		cell.Value, cell.Given = int(p.Grid.At(at)), p.Grid.At(at) != 0
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
	return exchange.Written(p.Name, e.Author, e.Rules, grid, nil)
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
			colours = append(colours, hex(n))
		}
	}
	return colours
}

func appendFPuzzles(dst []byte, p Puzzle) []byte {
	return append(append(dst, exchange.FPuzzles.Link(fpuzzlesJSON(p))...), '\n')
}

func appendFPuzzlesJSON(dst []byte, p Puzzle) []byte {
	return append(append(dst, fpuzzlesJSON(p)...), '\n')
}
