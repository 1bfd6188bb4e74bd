package format

import (
	"strings"
	"unicode"

	"nonet/message"
	"nonet/sudoku"
)

// Extra is what may stand beside the givens of a puzzle.
type Extra struct {
	Values  sudoku.Grid                     // the player's digits, none where a given stands
	Corner  [sudoku.Cells]sudoku.Candidates // notes in the corners of a cell
	Centre  [sudoku.Cells]sudoku.Candidates // notes in its middle
	Colours [sudoku.Cells]uint16            // bit n is colour n, 1 to [Colours]
	Author  string                          // printable, at most 200 characters
	Rules   string                          // what the puzzle says of its rules, of several lines, at most 4000 characters
	// Constraints are the rules that the classic board does not have, each once, in the
	// order of [Constraints]. The givens alone are another puzzle then.
	Constraints []Constraint
}

// Colours is how many colours a cell may have.
const Colours = 9

// palette is the colours 1 to 9 as other programs read them.
var palette = [Colours + 1][3]uint8{
	{}, {0xff, 0xa0, 0xa0}, {0xff, 0xc9, 0x80}, {0xff, 0xf0, 0x80}, {0xb0, 0xf0, 0xb0}, {0x90, 0xe0, 0xe0},
	{0xa0, 0xc4, 0xff}, {0xd0, 0xb0, 0xff}, {0xff, 0xb0, 0xe8}, {0xc0, 0xc0, 0xc0},
}

const hexDigits = "0123456789abcdef"

// hex is colour n as #rrggbb.
func hex(n int) string {
	text := []byte{'#'}
	for _, v := range palette[n] {
		text = append(text, hexDigits[v>>4], hexDigits[v&15])
	}
	return string(text)
}

// colourOf is the colour that is nearest to #rgb, #rgba, #rrggbb or #rrggbbaa; 0 for
// white, for what cannot be seen and for what is no colour.
func colourOf(text string) int {
	text, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "#")
	if len(text) == 3 || len(text) == 4 {
		var long []byte
		for _, b := range []byte(text) {
			long = append(long, b, b)
		}
		text = string(long)
	}
	if !ok || len(text) != 6 && len(text) != 8 {
		return 0
	}
	v := [4]int{3: 255}
	for i := range len(text) / 2 {
		high, low := strings.IndexByte(hexDigits, text[2*i]), strings.IndexByte(hexDigits, text[2*i+1])
		if high < 0 || low < 0 {
			return 0
		}
		v[i] = high<<4 | low
	}
	if v[3] == 0 || min(v[0], v[1], v[2]) > 0xf4 {
		return 0
	}
	best, least := 0, 1<<30
	for n := 1; n <= Colours; n++ {
		apart := 0
		for i, p := range palette[n] {
			apart += (v[i] - int(p)) * (v[i] - int(p))
		}
		if apart < least {
			best, least = n, apart
		}
	}
	return best
}

// none reports whether there is nothing beside the givens.
func (e *Extra) none() bool {
	return e.Values == sudoku.Grid{} && e.Corner == [sudoku.Cells]sudoku.Candidates{} && e.Centre == [sudoku.Cells]sudoku.Candidates{} &&
		e.Colours == [sudoku.Cells]uint16{} && e.Author == "" && e.Rules == "" && len(e.Constraints) == 0
}

// beside is e, nil if it says nothing.
func beside(e *Extra) *Extra {
	if e.none() {
		return nil
	}
	return e
}

// extra is what stands beside the givens, for reading only.
func (p *Puzzle) extra() *Extra {
	if p.Extra != nil {
		return p.Extra
	}
	return new(Extra)
}

// Position is the givens and the player's digits.
func (p *Puzzle) Position() sudoku.Grid {
	values := p.Grid.Values()
	for c, v := range p.extra().Values.Values() {
		if values[c] == 0 {
			values[c] = v
		}
	}
	g, _ := sudoku.FromCells(values)
	return g
}

// printableText is text of several lines, of at most 4000 characters, with nothing
// in it that a terminal would obey.
func printableText(text string) string {
	n := 0
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\t' {
			r = ' '
		}
		if n == 4000 || r == '\uFFFD' || r != '\n' && !unicode.IsGraphic(r) {
			return -1
		}
		n++
		return r
	}, text))
}

// Constraint is a rule that the classic board does not have.
type Constraint string

// constraints are all there are, by the names that f-puzzles gives them where it has
// one. The last rows are what cannot be told more exactly.
var constraints = []struct {
	id Constraint
	// words are what a text of rules calls it, in lower case.
	words []string
}{
	{"regions", []string{"irregular", "jigsaw", "不规则", "锯齿"}},
	{"diagonal", []string{"diagonal", "对角"}},
	{"antiknight", []string{"knight", "无马", "马步"}},
	{"antiking", []string{"king's", "kings move", "king move", "anti-king", "antiking", "无缘", "王步"}},
	{"nonconsecutive", []string{"consecutive", "连续"}},
	{"disjointgroups", []string{"disjoint"}},
	{"extraregion", []string{"extra region", "windoku", "额外区"}},
	{"killercage", []string{"killer", "杀手"}},
	{"littlekillersum", []string{"little killer", "小杀手"}},
	{"thermometer", []string{"thermo", "温度计"}},
	{"arrow", []string{"arrow", "箭头"}},
	{"palindrome", []string{"palindrome", "回文"}},
	{"renban", []string{"renban", "连号"}},
	{"whispers", []string{"whisper", "耳语"}},
	{"regionsumline", []string{"region sum", "区域和"}},
	{"betweenline", []string{"between line", "betweenline"}},
	{"lockout", []string{"lockout"}},
	{"difference", []string{"kropki", "white dot", "白点"}},
	{"ratio", []string{"black dot", "黑点"}},
	{"xv", nil},
	{"quadruple", []string{"quadruple"}},
	{"clone", []string{"clone", "克隆"}},
	{"odd", nil},
	{"even", nil},
	{"minimum", nil},
	{"maximum", nil},
	{"sandwichsum", []string{"sandwich", "三明治"}},
	{"xsum", []string{"x-sum", "x sum"}},
	{"skyscraper", []string{"skyscraper", "摩天楼"}},
	{"indexer", []string{"indexer", "indexing"}},
	{"fog", []string{"fog", "迷雾"}},
	{"negative", []string{"negative constraint"}},
	{"pencilmarks", nil},
	{"line", nil},
	{"shape", nil},
	{"clue", nil},
	{"other", nil},
}

// Constraints are all that a puzzle may have, in the order in which to list them.
func Constraints() []Constraint {
	var all []Constraint
	for _, c := range constraints {
		all = append(all, c.id)
	}
	return all
}

// Message is its name, of several of its kind, for any language of the catalogue.
func (c Constraint) Message() message.Message {
	return message.New("format.constraint." + string(c))
}

// constraintsOf are those in a set, in order.
func constraintsOf(set map[Constraint]bool) (all []Constraint) {
	for _, c := range constraints {
		if set[c.id] {
			all = append(all, c.id)
		}
	}
	return all
}

// addTold adds those that a text of rules speaks of.
func addTold(set map[Constraint]bool, rules string) {
	rules = strings.ToLower(rules) + " "
	for _, c := range constraints {
		for _, word := range c.words {
			if strings.Contains(rules, word) {
				set[c.id] = true
				break
			}
		}
	}
}
