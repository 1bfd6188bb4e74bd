package format

import (
	"slices"
	"strings"
	"unicode"

	"nonet/internal/wording"
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
	// Solution is the one that the text brings, as far as it does. Nothing is written of it.
	Solution sudoku.Grid
	// Constraints are the rules that the classic board does not have, each once, in the
	// order of [Constraints]. The givens alone are another puzzle then.
	Constraints []Constraint
	// Unread are sentences of the rules that no phrase known here covers. They may say anything:
	// where there are some, Constraints has "words".
	Unread []string
}

// Colours is how many colours a cell may have.
const Colours = 9

// palette is the colours 1 to 9 as other programs read them: those of the page by day.
var palette = [Colours + 1][3]uint8{
	{}, {0xc9, 0xcd, 0xd4}, {0xb5, 0xe3, 0xa8}, {0xdc, 0xc4, 0xf5}, {0xff, 0xcf, 0x94}, {0xff, 0xb3, 0xad},
	{0xfb, 0xec, 0x8f}, {0xa9, 0xcd, 0xfb}, {0xdc, 0xc0, 0xa4}, {0xa3, 0xe4, 0xe6},
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
		e.Colours == [sudoku.Cells]uint16{} && e.Author == "" && e.Rules == "" && e.Solution == sudoku.Grid{} && len(e.Constraints) == 0
}

// solution takes what a text says the solution is: 81 digits, in one text or as a list,
// other signs for what it does not tell. What does not agree with the givens is none.
func (p *Puzzle) solution(all []string) {
	if len(all) != sudoku.Cells {
		return
	}
	var digits [sudoku.Cells]uint8
	for c, one := range all {
		if d, ok := digitOf(one); ok {
			digits[c] = d
		}
		if given := p.Grid.At(sudoku.Cell(c)); given != 0 && digits[c] != 0 && sudoku.Digit(digits[c]) != given {
			return
		}
	}
	p.Extra.Solution, _ = sudoku.FromCells(digits)
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

// Describe gives a puzzle a title, an author and a text of rules, each unless it is
// empty: what of them can be printed, and no more than there is room for.
func (p *Puzzle) Describe(title, author, rules string) {
	e := p.extra()
	for to, text := range map[*string]string{&p.Name: title, &e.Author: author} {
		if text = printableName([]byte(strings.Join(strings.Fields(text), " "))); text != "" {
			*to = text
		}
	}
	if rules = printableText(rules); rules != "" {
		e.Rules = rules
	}
	p.Extra = beside(e)
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

// Part is something beside the givens that some kinds have no place for.
type Part string

const (
	Values      Part = "values" // the player's digits
	Notes       Part = "notes"  // in corners and centres
	CellColours Part = "colours"
	Marks       Part = "marks" // what Pencil rules out
	Title       Part = "title"
	About       Part = "about" // author and rules
)

// Parts are all there are, in the order in which to list them.
func Parts() []Part { return []Part{Values, Notes, CellColours, Marks, Title, About} }

// Message is what it is called.
func (p Part) Message() message.Message { return message.New("format.part." + string(p)) }

// Lost are the parts that a puzzle has and that a text of that kind has not.
func (p Puzzle) Lost(k Kind) (lost []Part) {
	e, keeps := p.extra(), k.notation().keeps
	none := [sudoku.Cells]sudoku.Candidates{}
	for _, part := range []struct {
		Part
		there bool
	}{
		{Values, e.Values != sudoku.Grid{}},
		{Notes, e.Corner != none || e.Centre != none},
		{CellColours, e.Colours != [sudoku.Cells]uint16{}},
		{Marks, p.Eliminations() > 0},
		{Title, p.Name != ""},
		{About, e.Author != "" || e.Rules != ""},
	} {
		if part.there && !slices.Contains(keeps, part.Part) {
			lost = append(lost, part.Part)
		}
	}
	return lost
}

// Constraint is a rule that the classic board does not have.
type Constraint string

// constraints are all there are, by the names that f-puzzles gives them where it has
// one. The last rows are what cannot be told more exactly.
var constraints = []struct {
	id Constraint
	// hints are what a sentence that is not understood may call it, in lower case.
	hints []string
	// kinds are what phrases call it.
	kinds []string
}{
	{"regions", []string{"irregular", "jigsaw", "不规则", "锯齿"}, []string{"Irregular"}},
	{"diagonal", []string{"diagonals", "main diagonal", "marked diagonal", "long diagonal", "对角线"}, []string{"Diagonal 1", "Diagonal -1"}},
	{"antiknight", []string{"knight", "无马", "马步"}, []string{"AntiKnight"}},
	{"antiking", []string{"king's", "kings move", "king move", "anti-king", "antiking", "无缘", "王步"}, []string{"AntiKing"}},
	{"nonconsecutive", []string{"nonconsecutive", "non-consecutive", "not be consecutive", "cannot be consecutive", "不连续"}, []string{"StrictDifference 1"}},
	{"disjointgroups", []string{"disjoint"}, []string{"DisjointSets"}},
	{"extraregion", []string{"extra region", "windoku", "额外区"}, []string{"AllDifferent", "ExtraRegion"}},
	{"killercage", []string{"killer", "杀手"}, []string{"Cage"}},
	{"littlekillersum", []string{"little killer", "小杀手"}, []string{"LittleKiller"}},
	{"thermometer", []string{"thermo", "温度计"}, []string{"Thermo", "SlowThermo"}},
	{"arrow", []string{"arrow", "箭头"}, []string{"Arrow", "PillArrow"}},
	{"palindrome", []string{"palindrome", "回文"}, []string{"Palindrome"}},
	{"renban", []string{"renban", "连号"}, []string{"Renban"}},
	{"whispers", []string{"whisper", "耳语"}, []string{"Whisper"}},
	{"regionsumline", []string{"region sum", "区域和"}, []string{"RegionSumLine"}},
	{"betweenline", []string{"between line", "betweenline"}, []string{"Between"}},
	{"lockout", []string{"lockout"}, []string{"Lockout"}},
	{"difference", []string{"kropki", "white dot", "白点"}, []string{"WhiteDot", "Difference"}},
	{"ratio", []string{"black dot", "黑点"}, []string{"BlackDot", "Ratio"}},
	{"xv", nil, []string{"X", "V", "Sum"}},
	{"quadruple", []string{"quadruple"}, []string{"Quad"}},
	{"clone", []string{"clone", "克隆"}, []string{"Clone"}},
	{"odd", nil, []string{"Odd"}},
	{"even", nil, []string{"Even"}},
	{"minimum", nil, []string{"Minimum"}},
	{"maximum", nil, []string{"Maximum"}},
	{"sandwichsum", []string{"sandwich", "三明治"}, []string{"Sandwich"}},
	{"xsum", []string{"x-sum", "x sum"}, []string{"XSum"}},
	{"skyscraper", []string{"skyscraper", "摩天楼"}, []string{"Skyscraper"}},
	{"indexer", []string{"indexer", "indexing"}, nil},
	{"fog", []string{"fog", "迷雾"}, nil},
	{"negative", []string{"negative constraint"}, nil},
	{"pencilmarks", nil, nil},
	{"line", nil, []string{"Zipper", "Modular", "Entropic", "Nabner"}},
	{"shape", nil, nil},
	{"clue", nil, nil},
	{"words", nil, nil},
	{"other", nil, nil},
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

// drawn are those that say no more than that something is drawn, or is not known.
var drawn = []Constraint{"line", "shape", "clue", "other"}

// said adds what sentences say of rules that the classic board does not have, and returns
// those that are not understood. What they may be about is added, too, where nothing else
// is known by name, and for anti-knight and anti-king, which are never drawn.
func said(set map[Constraint]bool, sentences []wording.Sentence) (unread []string) {
	for _, s := range sentences {
		if s.Meanings == nil {
			unread = append(unread, s.Text)
		}
		for _, m := range s.Meanings {
			switch {
			case m.Sense == wording.Irregular:
				set["regions"] = true
			case len(m.Kinds) > 0:
				add := m.Kinds
				if m.Sense == wording.Explains { // one of them
					if slices.ContainsFunc(m.Kinds, func(kind string) bool { return set[constraintOf(kind)] }) {
						continue
					}
					add = m.Kinds[:1]
				}
				for _, kind := range add {
					set[constraintOf(kind)] = true
				}
			case !m.Fits(9, 9, 1, 9, 3, 3):
				unread = append(unread, s.Text)
			}
		}
	}
	if len(unread) == 0 {
		return nil
	}
	named := false
	for c := range set {
		named = named || !slices.Contains(drawn, c)
	}
	rules := strings.ToLower(strings.Join(unread, "\n"))
	set["words"] = true
	for _, c := range constraints {
		text := rules
		if c.id == "killercage" {
			text = strings.ReplaceAll(rules, "little killer", "")
		}
		if named && c.id != "antiknight" && c.id != "antiking" {
			continue
		}
		for _, hint := range c.hints {
			if strings.Contains(text, hint) {
				set[c.id] = true
				break
			}
		}
	}
	return slices.Compact(unread)
}

// quoted is the first of some sentences, in quotation marks.
func quoted(sentences []string) string {
	const most = 5
	text := "“" + strings.Join(sentences[:min(most, len(sentences))], "”, “") + "”"
	if len(sentences) > most {
		text += ", …"
	}
	return text
}

// constraintOf is what a kind is called here.
func constraintOf(kind string) Constraint {
	for _, c := range constraints {
		if slices.Contains(c.kinds, kind) {
			return c.id
		}
	}
	return "other"
}

// ColourRGB is colour n, 1 to [Colours], as other programs read it.
func ColourRGB(n int) (r, g, b uint8) { return palette[n][0], palette[n][1], palette[n][2] }
