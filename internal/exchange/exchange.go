// Package exchange reads puzzles in the JSON of f-puzzles and SudokuPad, and in the text of Penpa+
// links. It returns the cells, the regions, the title, author and rules, and the clues as written,
// for a board of any size.
//
// The package knows no rules. Its callers decide what a member means and which boards are possible.
// It must not import packages that know digits or boards.
package exchange

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nonet/internal/lzstring"
	"nonet/internal/wording"
)

// Site is the web site whose notation a puzzle has.
type Site int

const (
	FPuzzles    Site = iota // "grid" holds rows of cells; each kind of constraint has a member
	SudokuPad               // "cells" holds rows of cells; other members are lists of drawings
	Penpa                   // each tool of the editor has a member with its drawings
	SudokuMaker             // used only for links; package format reads its JSON
)

// CellsMemberName returns the name of the JSON member that holds the cells.
func (s Site) CellsMemberName() string {
	if s == FPuzzles {
		return "grid"
	}
	return "cells"
}

// Link returns a link that opens text, the JSON of a puzzle, on the site.
func (s Site) Link(text string) string {
	packed := lzstring.Pack(text)
	if s == FPuzzles {
		return "https://www.f-puzzles.com/?load=" + packed
	}
	packed = strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packed)
	if s == SudokuMaker {
		return "https://sudokumaker.app/?puzzle=" + packed
	}
	return "https://sudokupad.app/?puzzleid=scl" + packed
}

// Puzzle is a puzzle as a site stores it. No field is checked against rules.
type Puzzle struct {
	Site
	Object                        // all members of the JSON
	Title, Author, Rules string   // texts as the site stores them
	Rows                 [][]Cell // rows of any length
	Solution             []string // the digit of each cell; "" if unknown
	// Cages lists SudokuPad's cages, whose kind of constraint the text does not state. It omits cages that hold facts
	// about the puzzle, such as "title: A name".
	Cages []Object
	Fog   bool // set if the text of some cage turns on fog
	// Drawn lists the tools of Penpa+ that the setter used on the board, except tools for digits and for the borders of
	// regions.
	Drawn []string
	// Extra holds elements that the reader of a site found outside the usual members.
	Extra []Element
	// Outlines lists the cages of a Penpa+ drawing.
	Outlines []Outline

	board     block   // the part of the grid that is the board; its side is 0 if the board is the whole grid
	areas     [][]int // the regions of a Penpa+ drawing
	sentences []wording.Sentence
}

// Outline is a closed line around cells, with its text. The cells are numbered row by row.
type Outline struct {
	Cells []int
	Text  string
}

// Cell is a cell of the board, with digits as written.
type Cell struct {
	Value                string // the digit; "" if the cell is empty
	Given                bool   // set if the value is a given, not a player's digit
	Only, Corner, Centre []string
	Colours              []string
	region               any  // the number of the region in f-puzzles, or nil
	hasRegion            bool // the text has a member for the region
}

// Site returns the site whose notation an object has, judged by the member that holds the cells.
func (o Object) Site() (s Site, ok bool) {
	switch {
	case o["grid"] != nil:
		return FPuzzles, true
	case o["cells"] != nil:
		return SudokuPad, true
	}
	return 0, false
}

// Read parses the JSON of f-puzzles or of SudokuPad, including SudokuPad's short form, or the content of a
// Penpa+ link.
func Read(text string) (*Puzzle, *Error) {
	if isPenpa(text) {
		return readPenpa(text)
	}
	v, e := Parse(text)
	if e != nil {
		return nil, e
	}
	o, _ := v.(Object)
	return ReadObject(o)
}

// ReadObject is [Read] for JSON that is already parsed.
func ReadObject(o Object) (*Puzzle, *Error) {
	site, ok := o.Site()
	if !ok {
		return nil, newError("format.holder.none")
	}
	p := &Puzzle{Site: site, Object: o}
	for i, row := range o.List(site.CellsMemberName()) {
		list, ok := row.([]any)
		if !ok {
			return nil, newError("format.holder.row", "part", site.CellsMemberName(), "row", i+1)
		}
		cells := make([]Cell, len(list))
		for j, cell := range list {
			if o, ok := cell.(Object); ok { // null and 0 stand for empty cells
				cells[j] = site.cellFromMembers(o)
			}
		}
		p.Rows = append(p.Rows, cells)
	}
	about, rules, cages := p.Metadata(), "ruleset", "cage"
	if site == SudokuPad {
		rules, cages = "rules", "cages"
	}
	p.Title, p.Author, p.Rules = about.Text("title"), about.Text("author"), about.Text(rules)
	p.Solution = Texts(about.List("solution"))
	if text, ok := about["solution"].(string); ok {
		p.Solution = strings.Split(text, "")
	}
	for _, cage := range o.List(cages) {
		if cage, _ := cage.(Object); !p.readMetadata(cage.Text("value"), len(cage.List("cells"))) && (cage.IsTrue("cells") || cage.Text("value") != "0") {
			p.Cages = append(p.Cages, cage)
		}
	}
	if site == SudokuPad {
		p.Rules = cmp.Or(p.Rules, about.Text("ruleset"), about.Text("description"), o.Text("rules"))
		p.cropMargin()
	}
	return p, nil
}

// Metadata returns the object with the title, the author and the rules.
func (p *Puzzle) Metadata() Object {
	if p.Site == FPuzzles {
		return p.Object
	}
	meta, _ := p.Object["metadata"].(Object)
	if meta == nil {
		meta, _ = p.Object["metaData"].(Object)
	}
	return meta
}

func (s Site) cellFromMembers(o Object) Cell {
	c := Cell{Value: strings.TrimSpace(o.Text("value")), Given: s == SudokuPad || o["given"] == true}
	if _, ok := o["value"].(bool); ok { // the boolean stays, so that a later check reports that it is not a digit
		c.Value = fmt.Sprint(o["value"])
	}
	colours := []string{"highlight", "c"}
	if s == FPuzzles {
		c.Only, c.Corner, c.Centre = Texts(o.List("givenPencilMarks")), Texts(o.List("cornerPencilMarks")), Texts(o.List("centerPencilMarks"))
		c.region, c.hasRegion = o["region"]
		for _, key := range []string{"highlightArray", "cArray"} {
			c.Colours = append(c.Colours, Texts(o.List(key))...)
		}
	} else {
		c.Corner = Texts(o.List("pencilMarks"))
		for _, key := range []string{"centremarks", "centerMarks", "candidates"} {
			c.Centre = append(c.Centre, Texts(o.List(key))...)
		}
		colours = append(colours, "color", "colour")
	}
	for _, key := range colours {
		c.Colours = append(c.Colours, o.Text(key))
	}
	return c
}

// readMetadata reads a cage's text of the form "key: text", which states a fact about the puzzle. The keys title,
// author and rules always state a fact. Another key states a fact only in a cage of at most one cell, and only if it
// consists of lower-case letters and does not begin with "anti". The key "foglight" and the text "FOW" state that the
// puzzle has fog.
func (p *Puzzle) readMetadata(text string, cells int) bool {
	key, rest, ok := strings.Cut(text, ":")
	var about *string
	switch strings.ToLower(key) {
	case "title":
		about = &p.Title
	case "author":
		about = &p.Author
	case "rules":
		about = &p.Rules
	case "solution":
		if len(p.Solution) == 0 {
			p.Solution = strings.Split(strings.TrimSpace(rest), "")
		}
	}
	switch {
	case strings.EqualFold(key, "foglight") || text == "FOW":
		p.Fog = true
		return true
	case about == &p.Rules && ok && *about != "" && !strings.Contains(*about, strings.TrimSpace(rest)):
		*about += "\n" + strings.TrimSpace(rest)
	case about != nil && ok && *about == "":
		*about = strings.TrimSpace(rest)
	}
	return ok && key != "" && (about != nil || cells < 2 && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz") == "" && !strings.HasPrefix(key, "anti"))
}

// Texts returns the elements of a list as texts. An element that is neither a text nor a number becomes "".
func Texts(list []any) []string {
	var all []string
	for _, one := range list {
		all = append(all, strings.TrimSpace(Object{"": one}.Text("")))
	}
	return all
}

// CellPairs returns the [row, column] pairs of a list. Rows and columns count from 0 at the board's corner. `bad` is
// the text of an invalid element.
func (p *Puzzle) CellPairs(list any) (pairs [][2]int, bad string) {
	pairs, bad = parseCellPairs(list)
	for i := range pairs {
		pairs[i][0], pairs[i][1] = pairs[i][0]-p.board.row, pairs[i][1]-p.board.column
	}
	return pairs, bad
}

// parseCellPairs is like CellPairs, but counts from the corner of the grid.
func parseCellPairs(list any) (pairs [][2]int, bad string) {
	all, ok := list.([]any)
	if !ok && list != nil {
		return nil, fmt.Sprint(list)
	}
	for _, one := range all {
		if o, ok := one.(Object); ok && o == nil { // in the short form, this element is empty
			continue
		}
		pair, _ := one.([]any)
		if len(pair) != 2 {
			return nil, fmt.Sprint(one)
		}
		row, ok := pair[0].(float64)
		column, ok2 := pair[1].(float64)
		if !ok || !ok2 || min(row, column) < 0 || max(row, column) > 1<<20 || row != math.Trunc(row) || column != math.Trunc(column) {
			return nil, fmt.Sprint(one)
		}
		pairs = append(pairs, [2]int{int(row), int(column)})
	}
	return pairs, ""
}

// Regions returns the cells of each region, numbered row by row on a board with the given number of columns. Boxes have
// boxRows rows and boxColumns columns; both are 0 if there are no boxes. A cell that the text puts in no region belongs
// to the region of its box. `usual` is set if the text has no regions, so that the boxes are the regions. `bad` is a
// place in the text that is not a cell.
func (p *Puzzle) Regions(rows, columns, boxRows, boxColumns int) (regions [][]int, usual bool, bad string) {
	switch p.Site {
	case Penpa:
		if regions = p.areas; len(regions) == 0 && p.hasUsualRules() {
			return nil, true, ""
		}
	case SudokuPad:
		// Without a list of regions, the board has the usual boxes. With an empty list, the board has boxes only if the
		// rules in words require them.
		lists := p.List("regions")
		if len(lists) == 0 {
			lists = p.regionsFromHiddenCages(rows, columns)
		}
		if len(lists) == 0 && p.Object["regions"] == nil {
			return nil, true, ""
		}
		for _, list := range lists {
			pairs, bad := p.CellPairs(list)
			if bad != "" {
				return nil, false, bad
			}
			var region []int
			for _, pair := range pairs {
				if pair[0] >= rows || pair[1] >= columns {
					return nil, false, fmt.Sprint(pair)
				}
				region = append(region, pair[0]*columns+pair[1])
			}
			if len(region) > 0 {
				regions = append(regions, region)
			}
		}
		if len(regions) == 0 && p.hasUsualRules() { // all regions are empty
			return nil, true, ""
		}
	default:
		hasRegions := false
		indexOf := map[float64]int{} // maps the number of a region to its index in `regions`
		for i, row := range p.Rows {
			for j, c := range row {
				number, in := c.region.(float64)
				switch {
				case c.hasRegion:
				case boxRows > 0:
					number, in = float64(i/boxRows*(columns/boxColumns)+j/boxColumns), true
				default: // on a board without boxes, f-puzzles initially makes each row a region
					number, in = float64(i), true
				}
				if hasRegions = hasRegions || c.hasRegion; in {
					n, known := indexOf[number]
					if !known {
						n = len(regions)
						indexOf[number], regions = n, append(regions, nil)
					}
					regions[n] = append(regions[n], i*columns+j)
				}
			}
		}
		if !hasRegions {
			return nil, true, ""
		}
	}
	return regions, false, ""
}

// regionsFromHiddenCages returns the invisible cages if they cover the board: they are then the regions of a jigsaw.
func (p *Puzzle) regionsFromHiddenCages(rows, columns int) (lists []any) {
	cells := map[string]bool{}
	for _, cage := range p.Cages {
		if list := cage.List("cells"); cage.IsTrue("hidden") && cage.IsTrue("unique") && len(list) == max(rows, columns) {
			lists = append(lists, list)
			for _, cell := range list {
				cells[fmt.Sprint(cell)] = true
			}
		}
	}
	if len(lists) != min(rows, columns) || len(cells) != rows*columns {
		return nil
	}
	return lists
}

// Sentences returns the sentences of the rules in words. If a SudokuPad puzzle has no rules in words, Sentences returns
// the sentences of the title that name a rule. Only the first call parses the text.
func (p *Puzzle) Sentences() []wording.Sentence {
	if p.sentences == nil {
		p.sentences = append([]wording.Sentence{}, wording.Read(p.Rules)...)
		if len(p.sentences) == 0 && p.Site == SudokuPad { // only the title, such as "Slow Thermos", may state a rule
			p.sentences = slices.DeleteFunc(wording.Read(p.Title), func(s wording.Sentence) bool { return !wording.NamesRule(s.Text) })
		}
	}
	return p.sentences
}

func (p *Puzzle) hasUsualRules() bool {
	for _, s := range p.Sentences() {
		for _, m := range s.Meanings {
			if m.Sense == wording.Usual {
				return true
			}
		}
	}
	return false
}

// flags lists SudokuPad's names for rules of the whole board.
var flags = []string{"antiknight", "antiking"}

// HasOtherFlags reports whether SudokuPad's member "global", for rules of the whole board, may turn on a rule that
// [Puzzle.Flags] does not return. The member then names such a rule, or is true instead of a list.
func (p *Puzzle) HasOtherFlags() bool {
	return p.IsTrue("global") && (len(p.List("global")) == 0 || slices.ContainsFunc(Texts(p.List("global")), func(name string) bool { return !slices.Contains(flags, name) }))
}

// Flags returns the names of rules for the whole board that SudokuPad's metadata or its list of such rules turns on.
func (p *Puzzle) Flags() (names []string) {
	for _, name := range flags {
		if p.Site == SudokuPad && (p.Metadata().IsTrue(name) || slices.Contains(Texts(p.List("global")), name)) {
			names = append(names, name)
		}
	}
	return names
}

// fogMembers lists members for fog, which hides clues from a player until digits are placed.
var fogMembers = []string{"fogofwar", "foglight", "foglink", "triggereffect"}

// HasFog reports whether fog hides clues from the player until digits are placed. p still has all clues.
func (p *Puzzle) HasFog() bool { return p.Fog || slices.ContainsFunc(fogMembers, p.IsTrue) }

// Colour is the colour of one cell.
type Colour struct {
	Row, Column int
	Text        string // the colour as the site stores it
}

// Colours returns SudokuPad's shapes that fill a whole cell, with the cell and the colour of each.
func (p *Puzzle) Colours() (all []Colour) {
	for _, drawn := range p.shownElements("underlays") {
		point, ok := p.pointOf(drawn["center"])
		if !ok || drawn["width"] != 1.0 || drawn["height"] != 1.0 || drawn.IsTrue("rounded") || drawn.IsTrue("text") {
			continue
		}
		i, j := int(point.Row), int(point.Column)
		if point.Row == float64(i)+0.5 && point.Column == float64(j)+0.5 && i >= 0 && i < len(p.Rows) && j >= 0 && j < len(p.Rows[i]) {
			all = append(all, Colour{i, j, drawn.Text("backgroundColor")})
		}
	}
	return all
}

// IsCage reports whether an element of SudokuPad's list of cages is a visible cage. The list of cages also has texts,
// regions, rows and columns.
func IsCage(cage Object) bool {
	style := cage.Text("style")
	return cage.IsTrue("cells") && !cage.IsTrue("hidden") && style != "box" && style != "rowcol"
}
