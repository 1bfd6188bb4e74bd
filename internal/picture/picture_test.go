package picture

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/sudoku"
)

const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// puzzleWithMarks returns a puzzle with everything that a picture shows.
func puzzleWithMarks(t *testing.T) *format.Puzzle {
	p, err := format.ParseOne(easy)
	if err != nil {
		t.Fatal(err)
	}
	x := &format.Extra{}
	x.Values = x.Values.With(2, 4)
	x.Corner[3] = sudoku.CandidatesOf(2, 6)
	x.Centre[5] = sudoku.CandidatesOf(1, 2, 4, 6, 8)
	x.Colours[80] = 1<<1 | 1<<4
	p.Extra, p.Name = x, `<A & "B">`
	return &p
}

// svgTexts returns the texts of a well-formed SVG.
func svgTexts(t *testing.T, svg []byte) (title string, all []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	d.Strict = true
	in := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return title, all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local
		case xml.EndElement:
			in = ""
		case xml.CharData:
			switch in {
			case "title":
				title = string(token)
			case "text":
				all = append(all, string(token))
			}
		}
	}
}

func TestSVG(t *testing.T) {
	z := puzzleWithMarks(t)
	svg := SVG(z, Look{Values: true, Notes: true})
	golden.Check(t, "testdata/played.svg", string(svg))
	title, all := svgTexts(t, svg)
	if title != z.Name {
		t.Errorf("the title is %q", title)
	}
	// 30 givens, one digit, two corner notes, one text with centre notes.
	if len(all) != 30+1+2+1 {
		t.Errorf("%d texts: %q", len(all), all)
	}
	title, all = svgTexts(t, SVG(&format.Puzzle{Grid: z.Grid, Extra: z.Extra}, Look{}))
	if title != "Sudoku 9×9" || strings.Join(all, "") != strings.ReplaceAll(easy, ".", "") {
		t.Errorf("without a name and a look: %q %q", title, all)
	}
}

// A pencil-mark grid's candidates are drawn as notes.
func TestPencil(t *testing.T) {
	z := &format.Puzzle{Pencil: &[sudoku.Cells]sudoku.Candidates{7: sudoku.CandidatesOf(3, 9)}}
	if _, all := svgTexts(t, SVG(z, Look{Notes: true})); strings.Join(all, " ") != "3 9" {
		t.Errorf("drawn are %q", all)
	}
}
