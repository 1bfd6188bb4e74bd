package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/message"
	"nonet/puzzle"
)

// version is the current version of nonet's JSON, the value of its member "nonet".
const version = 1

// file is a puzzle in nonet's JSON. Cells have names such as r10c12. Cells outside the board have the name of their
// group and a number, such as VL3.
type file struct {
	Version     int              `json:"nonet"`
	Title       string           `json:"title,omitempty"`
	Author      string           `json:"author,omitempty"`
	Rules       string           `json:"rules,omitempty"`
	Rows        int              `json:"rows"`
	Columns     int              `json:"columns"`
	Values      *[]int           `json:"values,omitempty"` // the least and the greatest value; nil means 1 and the longer side
	Free        bool             `json:"free,omitempty"`   // rows and columns may contain a value twice
	Boxes       *[]int           `json:"boxes,omitempty"`  // the rows and columns of a box; [] means no boxes; nil means the usual boxes
	RegionSize  int              `json:"regionSize,omitempty"`
	Regions     []string         `json:"regions,omitempty"` // one string per row, one character per cell; a dot marks a cell without a region
	Holes       []string         `json:"holes,omitempty"`   // the names of places that are not cells
	Groups      []group          `json:"groups,omitempty"`
	Givens      map[string][]int `json:"givens,omitempty"` // maps a cell with a given to its possible values
	Constraints []constraint     `json:"constraints,omitempty"`
	Weights     []int64          `json:"weights,omitempty"` // each cell's weight in the score, row by row
}

type group struct {
	Name    string `json:"name"`
	Label   string `json:"label,omitempty"`
	Count   int    `json:"count"`
	Columns int    `json:"columns,omitempty"`
	High    int    `json:"high,omitempty"`
}

type constraint struct {
	Kind    string       `json:"kind"`
	Cells   []string     `json:"cells,omitempty"`
	Sets    [][]string   `json:"sets,omitempty"`
	Numbers []int        `json:"numbers,omitempty"`
	Text    string       `json:"text,omitempty"`
	Label   string       `json:"label,omitempty"`
	Parts   []constraint `json:"parts,omitempty"`
}

// IsNonet reports whether text begins like nonet's JSON.
func IsNonet(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return false
	}
	var v struct {
		Version json.RawMessage `json:"nonet"`
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	return decoder.Decode(&v) == nil && v.Version != nil
}

// parseNonet parses a puzzle in nonet's JSON. The error is a [*PartError], a [*puzzle.Error], or a [*SyntaxError] with
// the place in the text.
func parseNonet(text string) (*puzzle.Puzzle, error) {
	p, err := ReadDraft(text)
	if err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

// ReadDraft parses a draft in nonet's JSON: a puzzle that a person is still setting. Its constraints may have faults;
// see [puzzle.Puzzle.SoundPart].
func ReadDraft(text string) (*puzzle.Puzzle, error) {
	var f file
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&f); err != nil {
		return nil, syntaxErrorOf(text, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, newPartError("", "rules.jsonMore")
	}
	if f.Version != version {
		return nil, newPartError("", "rules.version", "version", f.Version, "known", version)
	}
	if f.Rows < 1 || f.Columns < 1 || f.Rows > puzzle.Most || f.Columns > puzzle.Most {
		return nil, newPartError("", "rules.board", "rows", f.Rows, "columns", f.Columns, "most", puzzle.Most)
	}
	p := puzzle.New(f.Rows, f.Columns)
	p.Title, p.Author, p.Rules = f.Title, f.Author, f.Rules
	p.Free, p.RegionSize, p.Weights = f.Free, f.RegionSize, f.Weights
	if f.Values != nil {
		if len(*f.Values) != 2 {
			return nil, newPartError("values", "rules.valuesPair")
		}
		p.Low, p.High = (*f.Values)[0], (*f.Values)[1]
	}
	switch {
	case f.Boxes == nil && (f.Free || f.Regions != nil):
		p.Box = puzzle.Box{}
	case f.Boxes == nil:
		p.Box = puzzle.BoxOf(p.Rows, p.Columns, p.Size())
	case len(*f.Boxes) == 0:
		p.Box = puzzle.Box{}
	case len(*f.Boxes) == 2:
		p.Box = puzzle.Box{Rows: (*f.Boxes)[0], Columns: (*f.Boxes)[1]}
	default:
		return nil, newPartError("boxes", "rules.boxes")
	}
	for _, g := range f.Groups {
		if g.Count < 1 || g.Count > puzzle.MostCells-p.Cells() {
			return nil, newPartError("groups", "rules.badGroup", "name", g.Name)
		}
		p.Groups = append(p.Groups, puzzle.Group(g))
	}
	if err := p.Validate(); err != nil { // the code below relies on a valid board
		return nil, err
	}
	for i := range f.Constraints { // the text may omit groups that these constraints need
		p.AddGroupsOf(f.Constraints[i].Kind, f.Constraints[i].Numbers)
	}
	r := &nonetReader{ruleReader: ruleReader{Puzzle: p, part: "holes"}}
	for _, name := range f.Holes {
		p.Holes = append(p.Holes, r.cellOf(name))
	}
	slices.Sort(p.Holes)
	r.readRegions(f.Regions)
	r.part = "givens"
	for _, name := range slices.Sorted(maps.Keys(f.Givens)) { // sorted, so that of several errors always the same is reported
		p.Givens = append(p.Givens, puzzle.Given{Cell: r.cellOf(name), Values: f.Givens[name]})
	}
	sortGivens(p)
	for i := range f.Constraints {
		r.index = i
		p.Constraints = append(p.Constraints, r.convertConstraint(&f.Constraints[i]))
	}
	if r.err != nil {
		return nil, r.err
	}
	return p, nil
}

// syntaxErrorOf adds the place in the text to err, an error of encoding/json.
func syntaxErrorOf(text string, err error) error {
	offset, what := int64(-1), message.New("rules.json", "what", strings.TrimPrefix(err.Error(), "json: "))
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		expected := "number"
		switch kind.Type.Kind() {
		case reflect.String:
			expected = "text"
		case reflect.Bool:
			expected = "bool"
		case reflect.Slice:
			expected = "list"
		case reflect.Struct, reflect.Map:
			expected = "object"
		}
		offset, what = kind.Offset-1, message.New("rules.json.type", "name", kind.Field, "wanted", message.New("rules.json."+expected))
	} else if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset - 1
	} else if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		offset, what = int64(strings.Index(text, name)), message.New("rules.json.unknown", "name", shortenPart(strings.Trim(name, `"`)))
	}
	before := text[:max(0, min(offset, int64(len(text))))]
	line := strings.Count(before, "\n") + 1
	return &SyntaxError{Line: line, Column: utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1, What: what}
}

type nonetReader struct {
	ruleReader
	index int // the index of the current constraint
}

// cellOf returns the index of the cell called `name`. For an unknown name it records an error.
func (r *nonetReader) cellOf(name string) int {
	cell, ok := r.CellNamed(name)
	if !ok {
		r.recordError("rules.noCell", "name", name)
	}
	return cell
}

func (r *nonetReader) cellsOf(names []string) []int {
	if names == nil {
		return nil
	}
	cells := make([]int, len(names))
	for i, name := range names {
		cells[i] = r.cellOf(name)
	}
	return cells
}

func (r *nonetReader) readRegions(rows []string) {
	if rows == nil {
		return
	}
	r.part = "regions"
	if len(rows) != r.Rows {
		r.recordError("rules.jigsawRows", "n", len(rows), "rows", r.Rows)
		return
	}
	var offsets []int // the character of each cell
	for i, row := range rows {
		if len(row) != r.Columns {
			r.recordError("rules.jigsawRow", "row", i+1, "n", utf8.RuneCountInString(row), "columns", r.Columns)
			return
		}
		for _, b := range []byte(row) {
			offsets = append(offsets, int(b))
		}
	}
	r.Regions = slices.DeleteFunc(groupCellsByNumber(offsets), func(cells []int) bool { return offsets[cells[0]] == '.' })
}

func (r *nonetReader) convertConstraint(c *constraint) puzzle.Constraint {
	r.part = "constraints[" + strconv.Itoa(r.index) + "] " + c.Kind
	next := puzzle.Constraint{Kind: c.Kind, Cells: r.cellsOf(c.Cells), Numbers: c.Numbers, Text: c.Text, Label: c.Label}
	for _, set := range c.Sets {
		next.Sets = append(next.Sets, r.cellsOf(set))
	}
	for i := range c.Parts {
		next.Parts = append(next.Parts, r.convertConstraint(&c.Parts[i]))
	}
	return next
}

// WriteNonet returns the puzzle in nonet's JSON, on one line. [ParseOne] can read it.
func WriteNonet(p *puzzle.Puzzle) string {
	f := file{
		Version: version, Title: p.Title, Author: p.Author, Rules: p.Rules,
		Rows: p.Rows, Columns: p.Columns, Values: &[]int{p.Low, p.High}, Free: p.Free, RegionSize: p.RegionSize,
		Boxes: &[]int{}, Weights: p.Weights,
	}
	if p.Box.Rows > 0 {
		*f.Boxes = []int{p.Box.Rows, p.Box.Columns}
	}
	if len(p.Regions) > 0 {
		f.Regions = regionRows(p)
	}
	if len(p.Holes) > 0 {
		f.Holes = p.CellNames(p.Holes)
	}
	for _, g := range p.Groups {
		f.Groups = append(f.Groups, group(g))
	}
	for _, given := range p.Givens {
		if f.Givens == nil {
			f.Givens = map[string][]int{}
		}
		name := p.CellName(given.Cell)
		if before, twice := f.Givens[name]; twice {
			given.Values = commonValues(before, given.Values)
		}
		f.Givens[name] = given.Values
	}
	for i := range p.Constraints {
		f.Constraints = append(f.Constraints, constraintJSONOf(p, &p.Constraints[i]))
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(f); err != nil { // impossible, because JSON can express all fields of a file
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func constraintJSONOf(p *puzzle.Puzzle, c *puzzle.Constraint) constraint {
	next := constraint{Kind: c.Kind, Cells: p.CellNames(c.Cells), Numbers: c.Numbers, Text: c.Text, Label: c.Label}
	for _, set := range c.Sets {
		next.Sets = append(next.Sets, p.CellNames(set))
	}
	for i := range c.Parts {
		next.Parts = append(next.Parts, constraintJSONOf(p, &c.Parts[i]))
	}
	return next
}

// regionLetters holds one character for each region: character i stands for region i.
const regionLetters = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0+-*/=?!"

// regionRows returns a string for each row of the board. Each character of a string stands for the region of a cell.
func regionRows(p *puzzle.Puzzle) []string {
	all := bytes.Repeat([]byte("."), p.BoardCells())
	for i, cells := range p.Regions {
		for _, cell := range cells {
			all[cell] = regionLetters[i%len(regionLetters)]
		}
	}
	rows := make([]string, p.Rows)
	for i := range rows {
		rows[i] = string(all[i*p.Columns : (i+1)*p.Columns])
	}
	return rows
}
