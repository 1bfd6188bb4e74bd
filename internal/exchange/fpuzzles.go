package exchange

import (
	"encoding/json"
	"slices"
	"strings"
)

// Clue is an object in a list of clues in f-puzzles' JSON. Each kind of constraint uses some of the fields.
type Clue struct {
	Cell       string     `json:"cell,omitempty"` // a cell's name, such as R1C1
	Cells      []string   `json:"cells,omitempty"`
	CloneCells []string   `json:"cloneCells,omitempty"`
	Lines      [][]string `json:"lines,omitempty"`
	Values     []int      `json:"values,omitempty"`
	Value      string     `json:"value,omitempty"`
	Direction  string     `json:"direction,omitempty"`
}

// Drawing is an object in one of the members [Drawings]. Lengths are in cells, colours are #rrggbb.
type Drawing struct {
	Lines   [][]string `json:"lines,omitempty"`
	Cells   []string   `json:"cells,omitempty"`
	Value   string     `json:"value,omitempty"`
	Base    string     `json:"baseC,omitempty"`
	Outline string     `json:"outlineC,omitempty"`
	Font    string     `json:"fontC,omitempty"`
	Width   float64    `json:"width,omitempty"`
	Height  float64    `json:"height,omitempty"`
	Size    float64    `json:"size,omitempty"`
	From    string     `json:"fromConstraint,omitempty"` // the constraint that this drawing shows; "" if the JSON lacks this constraint
}

// Drawings lists the members of f-puzzles' JSON that are drawings without a rule.
var Drawings = []string{"cage", "circle", "line", "rectangle", "text"}

// aboutMembers lists the members of f-puzzles' JSON that cannot be constraints.
var aboutMembers = []string{
	"size", "title", "author", "ruleset", "grid", "solution", "successMessage", "msgcorrect", "disabledlogic",
	"truecandidatesoptions", "highlightConflicts", "uniqueId", "nonetPuzzle", "nonet",
}

// Members returns the members of f-puzzles' JSON that may be constraints, sorted.
func (p *Puzzle) Members() []string {
	var names []string
	for name := range p.Object {
		if !slices.Contains(aboutMembers, name) && !slices.Contains(fogMembers, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// ClueOf converts an object of a list to a Clue. ok is false if a member has the wrong type.
func ClueOf(v any) (c Clue, ok bool) {
	o, ok := v.(Object)
	texts := func(v any) []string {
		list, is := v.([]any)
		if ok = ok && (is || v == nil); !ok {
			return nil
		}
		all := make([]string, len(list))
		for i, one := range list {
			text, is := one.(string)
			all[i], ok = text, ok && is
		}
		return all
	}
	text := func(key string) string {
		text, is := o[key].(string)
		ok = ok && (is || o[key] == nil)
		return text
	}
	c.Cell, c.Direction = text("cell"), text("direction")
	c.Cells, c.CloneCells = texts(o["cells"]), texts(o["cloneCells"])
	for _, line := range o.List("lines") {
		c.Lines = append(c.Lines, texts(line))
	}
	for _, v := range o.List("values") {
		n, is := v.(float64)
		ok = ok && is && n == float64(int(n))
		c.Values = append(c.Values, int(n))
	}
	c.Value = strings.TrimSpace(o.Text("value"))
	return c, ok
}

// GridCell is a cell of the grid in f-puzzles' JSON.
type GridCell struct {
	Value     int             `json:"value,omitempty"`
	Given     bool            `json:"given,omitempty"`
	Centre    []int           `json:"centerPencilMarks,omitempty"`
	Corner    []int           `json:"cornerPencilMarks,omitempty"`
	Only      []int           `json:"givenPencilMarks,omitempty"`
	Highlight string          `json:"highlight,omitempty"`
	Several   []string        `json:"highlightArray,omitempty"`
	Colour    string          `json:"c,omitempty"`
	Region    json.RawMessage `json:"region,omitempty"` // the number of the region; null if the cell is in no region
}

// WriteText returns the JSON of f-puzzles. grid has the cells, and members the constraints.
func WriteText(title, author, rules string, grid [][]GridCell, members map[string]any) string {
	text, err := json.Marshal(struct {
		Size   int          `json:"size"`
		Title  string       `json:"title,omitempty"`
		Author string       `json:"author,omitempty"`
		Rules  string       `json:"ruleset,omitempty"`
		Grid   [][]GridCell `json:"grid"`
	}{len(grid), title, author, rules, grid})
	if len(members) > 0 && err == nil {
		var rest []byte
		rest, err = json.Marshal(members)
		text = append(append(text[:len(text)-1], ','), rest[1:]...)
	}
	if err != nil {
		panic(err) // cannot happen: JSON can express all these values
	}
	return string(text)
}
