package format

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"nonet/internal/lzstring"
	"nonet/sudoku"
)

// f-puzzles keeps a puzzle as an object: grid, nine rows of nine objects, and a member
// for each kind of constraint.

// fpuzzlesKeys are the members that are constraints, where they are not called as ours.
// Those that are none map to nothing; what is not listed is one that nonet does not know.
var fpuzzlesKeys = map[string]Constraint{
	"size": "", "title": "", "author": "", "ruleset": "", "grid": "", "solution": "", "successMessage": "", "msgcorrect": "",
	"disabledlogic": "", "truecandidatesoptions": "", "highlightConflicts": "", "uniqueId": "", "cage": "",
	"diagonal+": "diagonal", "diagonal-": "diagonal", "fogofwar": "fog", "foglight": "fog",
	"rowindexer": "indexer", "columnindexer": "indexer", "boxindexer": "indexer",
	"rectangle": "shape", "circle": "shape", "text": "clue", "clock": "line", "sum": "difference",
}

func fromFPuzzles(o object) (p Puzzle, _ *fault) {
	cells, wrong := cellsOf(o, "grid")
	if wrong != nil {
		return p, wrong
	}
	p = Puzzle{Kind: FPuzzles, Extra: new(Extra)}
	e, set := p.Extra, map[Constraint]bool{}
	var givens, values, regions [sudoku.Cells]uint8
	for c, cell := range cells {
		d, ok := digitOf(cell["value"])
		switch {
		case !ok:
			return p, faulty(c, "format.number", "text", printableName([]byte(cell.text("value"))))
		case cell["given"] == true:
			givens[c] = d
		default:
			values[c] = d
		}
		e.Corner[c], e.Centre[c] = marksOf(cell.list("cornerPencilMarks")), marksOf(cell.list("centerPencilMarks"))
		if cell.says("givenPencilMarks") && d == 0 {
			if p.Pencil == nil {
				p.Pencil = new([sudoku.Cells]sudoku.Candidates)
			}
			p.Pencil[c] = marksOf(cell.list("givenPencilMarks"))
		}
		for _, key := range []string{"highlight", "c"} {
			e.colour(c, cell.text(key))
		}
		for _, key := range []string{"highlightArray", "cArray"} {
			for _, one := range cell.list(key) {
				if text, ok := one.(string); ok {
					e.colour(c, text)
				}
			}
		}
		regions[c] = uint8(c/27*3 + c%9/3)
		if v, there := cell["region"]; there {
			n, isNumber := v.(float64)
			if !isNumber { // null: of no region
				n = 255
			}
			regions[c] = uint8(max(0, min(n, 255)))
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
	if !areBoxes(&regions) {
		set["regions"] = true
	}
	for key := range o {
		id, known := fpuzzlesKeys[key]
		if !known {
			if id = Constraint(key); !slices.Contains(Constraints(), id) {
				id = "other"
			}
		}
		if id != "" && o.says(key) {
			set[id] = true
		}
	}
	p.Name = printableName([]byte(o.text("title")))
	e.Author = printableName([]byte(o.text("author")))
	e.Rules = printableText(o.text("ruleset"))
	p.solution(o)
	for _, cage := range o.list("cage") {
		cage, _ := cage.(object)
		e.cage(&p, cage, set)
	}
	p.finish(set)
	return p, nil
}

// colour adds a colour to a cell.
func (e *Extra) colour(c int, text string) {
	if n := colourOf(text); n > 0 {
		e.Colours[c] |= 1 << n
	}
}

// cage takes a cage that has no rule of its own: one without cells, or one whose text
// begins with a key and a colon, says something of the puzzle.
func (e *Extra) cage(p *Puzzle, cage object, set map[Constraint]bool) {
	key, text, is := strings.Cut(cage.text("value"), ":")
	is = is && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") == ""
	text = strings.TrimSpace(text)
	switch {
	case is && key == "title" && p.Name == "":
		p.Name = printableName([]byte(text))
	case is && key == "author" && e.Author == "":
		e.Author = printableName([]byte(text))
	case is && key == "rules" && e.Rules == "":
		e.Rules = printableText(text)
	case is && key == "foglight" || cage.text("value") == "FOGLIGHT" || cage.text("value") == "FOW":
		set["fog"] = true
	case !is && cage.says("cells"):
		set["killercage"] = true
	}
}

// finish settles what a puzzle's constraints are: those of a set, and those that its
// rules speak of.
func (p *Puzzle) finish(set map[Constraint]bool) {
	addTold(set, p.Extra.Rules)
	if p.Eliminations() == 0 {
		p.Pencil = nil
	}
	p.Extra.Constraints = constraintsOf(set)
	p.Extra = beside(p.Extra)
}

// digitOf is a cell's value, 0 for none; not ok for what is no digit.
func digitOf(v any) (d uint8, ok bool) {
	switch v := v.(type) {
	case nil:
		return 0, true
	case float64:
		return uint8(v), v >= 0 && v <= 9 && v == math.Trunc(v)
	case string:
		if v = strings.TrimSpace(v); v == "" || v == "." {
			return 0, true
		}
		return v[0] - '0', len(v) == 1 && isDigit(v[0])
	}
	return 0, false
}

// marksOf is the digits of a list; what else stands in it is let be.
func marksOf(list []any) (marks sudoku.Candidates) {
	for _, v := range list {
		if d, ok := digitOf(v); ok {
			marks = marks.With(sudoku.Digit(d))
		}
	}
	return marks
}

// areBoxes reports whether regions are the boxes, whatever their numbers are.
func areBoxes(regions *[sudoku.Cells]uint8) bool {
	boxes := map[uint8]int{}
	for c, n := range regions {
		box := c/27*3 + c%9/3
		if of, known := boxes[n]; known && of != box {
			return false
		}
		boxes[n] = box
	}
	return len(boxes) == 9
}

// fpuzzlesCell is a cell as f-puzzles writes it.
type fpuzzlesCell struct {
	Value     int      `json:"value,omitempty"`
	Given     bool     `json:"given,omitempty"`
	Centre    []int    `json:"centerPencilMarks,omitempty"`
	Corner    []int    `json:"cornerPencilMarks,omitempty"`
	Only      []int    `json:"givenPencilMarks,omitempty"`
	Highlight string   `json:"highlight,omitempty"`
	Several   []string `json:"highlightArray,omitempty"`
}

func fpuzzlesJSON(p Puzzle) []byte {
	e := p.extra()
	var grid [9][9]fpuzzlesCell
	for c := range sudoku.Cells {
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
	text, _ := json.Marshal(struct {
		Size    int                `json:"size"`
		Title   string             `json:"title,omitempty"`
		Author  string             `json:"author,omitempty"`
		Ruleset string             `json:"ruleset,omitempty"`
		Grid    [9][9]fpuzzlesCell `json:"grid"`
	}{9, p.Name, e.Author, e.Rules, grid})
	return text
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
	return append(append(append(dst, "https://www.f-puzzles.com/?load="...), lzstring.Pack(string(fpuzzlesJSON(p)))...), '\n')
}

func appendFPuzzlesJSON(dst []byte, p Puzzle) []byte {
	return append(append(dst, fpuzzlesJSON(p)...), '\n')
}
