package format

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"nonet/message"
	"nonet/sudoku"
)

// Extra holds the parts of a text besides the givens: a player's entries, the author, rules in words, and the solution.
type Extra struct {
	Values  sudoku.Grid                     // the player's digits; empty where there is a given
	Corner  [sudoku.Cells]sudoku.Candidates // notes in the corners of a cell
	Centre  [sudoku.Cells]sudoku.Candidates // notes in the middle of a cell
	Colours [sudoku.Cells]uint16            // bit n is set if the cell has colour n, from 1 to [Colours]
	Author  string                          // the author's name: printable, at most 200 characters
	Rules   string                          // the rules in the author's words: several lines, at most 4000 characters
	// Solution holds the digits of the solution that the text states; some may be missing. SudokuPad's notations write
	// it if it is whole.
	Solution sudoku.Grid
}

// Colours is the number of colours with which a player can mark a cell. A cell may have all of them at once.
const Colours = 9

// palette holds the RGB values of colours 1 to 9 in texts for other programs. The page's light theme has the same
// colours.
var palette = [Colours + 1][3]uint8{
	{}, {0xc9, 0xcd, 0xd4}, {0xb5, 0xe3, 0xa8}, {0xdc, 0xc4, 0xf5}, {0xff, 0xcf, 0x94}, {0xff, 0xb3, 0xad},
	{0xfb, 0xec, 0x8f}, {0xa9, 0xcd, 0xfb}, {0xdc, 0xc0, 0xa4}, {0xa3, 0xe4, 0xe6},
}

const hexDigits = "0123456789abcdef"

// paletteHex returns colour number n of the palette as #rrggbb.
func paletteHex(n int) string {
	text := []byte{'#'}
	for _, v := range palette[n] {
		text = append(text, hexDigits[v>>4], hexDigits[v&15])
	}
	return string(text)
}

// nearestColour returns the palette's colour nearest to #rgb, #rgba, #rrggbb or #rrggbbaa. It returns 0 for white and
// transparent colours, and for texts of another form.
func nearestColour(text string) int {
	rgb, ok := parseColour(text)
	var v [3]int
	for i := range v {
		v[i] = int(math.Round(rgb[i] * 255))
	}
	if !ok || rgb[3] == 0 || min(v[0], v[1], v[2]) > 0xf4 {
		return 0
	}
	best, least := 0, 1<<30
	for n := 1; n <= Colours; n++ {
		distance := 0
		for i, p := range palette[n] {
			distance += (v[i] - int(p)) * (v[i] - int(p))
		}
		if distance < least {
			best, least = n, distance
		}
	}
	return best
}

func (e *Extra) isEmpty() bool {
	return e.Values == sudoku.Grid{} && e.Corner == [sudoku.Cells]sudoku.Candidates{} && e.Centre == [sudoku.Cells]sudoku.Candidates{} &&
		e.Colours == [sudoku.Cells]uint16{} && e.Author == "" && e.Rules == "" && e.Solution == sudoku.Grid{}
}

func nilIfEmpty(e *Extra) *Extra {
	if e.isEmpty() {
		return nil
	}
	return e
}

// extra returns p.Extra, or an empty Extra if p.Extra is nil. The caller must not change the result.
func (p *Puzzle) extra() *Extra {
	if p.Extra != nil {
		return p.Extra
	}
	return new(Extra)
}

// Position returns a grid with the givens and the player's digits.
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

// Describe sets the title, the author and the rules in words. An empty text changes nothing. Describe drops characters
// that cannot be printed, and cuts texts that are too long.
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
	p.Extra = nilIfEmpty(e)
	if p.general != nil {
		sum := *p.general
		sum.Title, sum.Author, sum.Rules = cmp.Or(title, sum.Title), cmp.Or(author, sum.Author), cmp.Or(rules, sum.Rules)
		p.general = &sum
	}
}

// printableText returns text without characters that control a terminal, cut to 4000 characters. It keeps line ends.
func printableText(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return printable(text, 4000, func(r rune) bool { return r == '\n' || unicode.IsGraphic(r) })
}

// Part names a part of a puzzle, besides its givens, that not every kind of text can store.
type Part string

const (
	Values      Part = "values" // the player's digits
	Notes       Part = "notes"  // notes in corners and centres of cells
	CellColours Part = "colours"
	Marks       Part = "marks" // the candidates that pencil marks exclude
	Title       Part = "title"
	About       Part = "about" // the author and the rules in words
)

// Message returns the part's name for people, in any language of the catalogue.
func (p Part) Message() message.Message { return message.New("format.part." + string(p)) }

// LostParts returns the parts of the puzzle that a text of kind k cannot store.
func (p Puzzle) LostParts(k Kind) (lost []Part) {
	e, keeps := p.extra(), k.notation().keeps
	none := [sudoku.Cells]sudoku.Candidates{}
	for _, part := range []struct {
		Part
		found bool
	}{
		{Values, e.Values != sudoku.Grid{}},
		{Notes, e.Corner != none || e.Centre != none},
		{CellColours, e.Colours != [sudoku.Cells]uint16{}},
		{Marks, p.Eliminations() > 0},
		{Title, p.Name != ""},
		{About, e.Author != "" || e.Rules != ""},
	} {
		if part.found && !slices.Contains(keeps, part.Part) {
			lost = append(lost, part.Part)
		}
	}
	return lost
}

func joinFirstParts(parts []string) string {
	const maxNotes = 5
	text := strings.Join(parts[:min(maxNotes, len(parts))], ", ")
	if len(parts) > maxNotes {
		text += ", …"
	}
	return text
}

// ColourRGB returns the RGB value of colour n, from 1 to [Colours].
func ColourRGB(n int) (r, g, b uint8) { return palette[n][0], palette[n][1], palette[n][2] }
