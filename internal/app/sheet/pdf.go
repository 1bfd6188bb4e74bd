// Package sheet draws puzzles: many in a PDF, or one in a PNG.
//
//	PDF   sheets to print, solutions at the end  pdf.go
//	PNG   a picture of a puzzle                  png.go
//
// Package picture decides how a puzzle looks. The package must import neither its users nor a server. It is not in the
// WebAssembly module, because its font is half as large as the engine.
package sheet

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"image/color"
	"io"
	"strings"
	"sync"

	"codeberg.org/go-pdf/fpdf"
	"github.com/andybalholm/brotli"
	"golang.org/x/image/font/sfnt"

	"nonet/format"
	"nonet/internal/picture"
	_ "nonet/internal/texts"
	"nonet/message"
)

// Sheets describes how puzzles are laid out on paper.
type Sheets struct {
	Paper     string // the paper size, one of [Papers]
	PerPage   int    // the number of puzzles on a page, one of [PuzzlesPerPageOptions]
	Title     string // the heading of each page; may be empty
	Solutions bool   // set to add solutions at the end, twelve on each page
	Look      picture.Look
	Lang      message.Lang
}

// Puzzle is a puzzle to print, with its caption.
type Puzzle struct {
	format.Puzzle
	Caption string // the text between the puzzle's number and its name; may be empty
}

// Papers returns the names of the paper sizes.
func Papers() []string { return []string{"a4", "letter"} }

// PuzzlesPerPageOptions returns the numbers of puzzles that a page may have.
func PuzzlesPerPageOptions() []int { return []int{1, 2, 4, 6} }

// columns maps the number of puzzles on a page to the number of puzzles in a row.
var columns = map[int]int{1: 1, 2: 1, 4: 2, 6: 2, solutionsPerPage: 3}

var (
	black = color.RGBA{0x11, 0x14, 0x18, 0xff}
	grey  = color.RGBA{0x55, 0x5b, 0x64, 0xff}
)

const (
	edge             = 14.0 // the margin of the paper; all lengths are in mm
	gap              = 7.0  // the distance between two puzzles
	headingSize      = 5.2
	captionSize      = 3.6
	textSize         = 3.1
	leading          = 1.4 // the height of a line, as a multiple of the font size
	solutionsPerPage = 12
)

// PDF writes puzzles on sheets to w. If a puzzle has not exactly one solution, a note replaces its solution. If ctx
// ends, PDF returns ctx's error and writes nothing.
func PDF(ctx context.Context, w io.Writer, puzzles []Puzzle, s Sheets) error {
	columns, ok := columns[s.PerPage]
	if !ok || s.PerPage == solutionsPerPage {
		return fmt.Errorf("sheet: %d puzzles a page: there may be %v", s.PerPage, PuzzlesPerPageOptions())
	}
	paper := map[string]string{"a4": "A4", "letter": "Letter"}[s.Paper]
	if paper == "" {
		return fmt.Errorf("sheet: no paper is called %q: there are %v", s.Paper, Papers())
	}
	d := &document{Fpdf: fpdf.New("P", "mm", paper, ""), sheets: s}
	d.SetCompression(true)
	d.SetAutoPageBreak(false, 0)
	d.SetMargins(0, 0, 0)
	d.AddUTF8FontFromBytes("sans", "", sans())
	d.SetCreator("nonet", true)
	title := replaceMissingGlyphs(strings.Join(strings.Fields(s.Title), " "))
	d.SetTitle(title, true)
	across, _ := d.GetPageSize()
	d.sheets.Title = d.shortenText(title, headingSize, across-2*edge) // shortened once, because a long title would take time on each of many pages
	d.SetLang(string(s.Lang))
	d.pages = countPages(len(puzzles), s.PerPage)
	if s.Solutions {
		d.pages += countPages(len(puzzles), solutionsPerPage)
	}
	for i := range puzzles {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.drawPuzzle(i, &puzzles[i], columns)
	}
	if s.Solutions {
		if err := d.drawSolutions(ctx, puzzles); err != nil {
			return err
		}
	}
	return d.Output(w)
}

func countPages(n, perPage int) int { return (n + perPage - 1) / perPage }

type document struct {
	*fpdf.Fpdf
	sheets Sheets
	free   slot // the area of the current page that is still free
	pages  int
}

// slot is a rectangle on the page, in mm.
type slot struct{ x, y, w, h float64 }

// beginPage adds a page with a heading, and returns the area below the heading.
func (d *document) beginPage(heading string) slot {
	d.AddPage()
	w, h := d.GetPageSize()
	free := slot{edge, edge, w - 2*edge, h - 2*edge}
	if heading != "" {
		d.drawCentred(w/2, edge+5, headingSize, black, d.shortenText(heading, headingSize, free.w))
		free.y, free.h = free.y+10, free.h-10
	}
	foot := message.New("sheet.page", "page", d.PageNo(), "pages", d.pages).In(d.sheets.Lang)
	d.drawCentred(w/2, h-edge+3, textSize, grey, foot)
	free.h -= 4
	return free
}

// gridSlot divides an area into `columns` × `rows` cells, and returns cell i, counted row by row from 0.
func (free slot) gridSlot(i, columns, rows int) slot {
	w, h := (free.w-gap*float64(columns-1))/float64(columns), (free.h-gap*float64(rows-1))/float64(rows)
	return slot{free.x + float64(i%columns)*(w+gap), free.y + float64(i/columns)*(h+gap), w, h}
}

func (d *document) drawPuzzle(i int, z *Puzzle, columns int) {
	n := d.sheets.PerPage
	if i%n == 0 {
		d.free = d.beginPage(d.sheets.Title)
	}
	place := d.free.gridSlot(i%n, columns, n/columns)
	name, author, text := puzzleTexts(z.Puzzle.Puzzle(), d.sheets.Lang)
	if name = replaceMissingGlyphs(name); author != "" {
		name = strings.TrimLeft(name+" · "+replaceMissingGlyphs(author), " ·")
	}
	if caption := replaceMissingGlyphs(z.Caption); caption != "" {
		name = strings.TrimRight(caption+" · "+name, " ·")
	}
	d.drawCaption(place, i, name)
	rules := d.wrappedRules(text, place)
	place.y, place.h = place.y+captionSize*leading, place.h-captionSize*leading
	height := float64(len(rules)) * textSize * leading
	bottom := d.drawBoard(slot{place.x, place.y, place.w, place.h - height - 2}, &z.Puzzle, d.sheets.Look, nil)
	for l, line := range rules {
		d.drawTextLeft(place.x, bottom+2+float64(l+1)*textSize*leading, textSize, grey, line)
	}
}

// wrappedRules returns as many lines of a puzzle's own rules as fit below its board. It returns none if a page has more
// than two puzzles.
func (d *document) wrappedRules(text string, place slot) []string {
	if text == "" || d.sheets.PerPage > 2 {
		return nil
	}
	d.SetFont("sans", "", 0)
	d.SetFontUnitSize(textSize)
	var lines []string
	for line := range strings.SplitSeq(replaceMissingGlyphs(text), "\n") {
		lines = append(lines, d.wrapText(line, place.w)...)
	}
	// The board keeps at least half of the area.
	return lines[:min(len(lines), int(place.h/2/(textSize*leading)))]
}

// wrapText breaks a line of text into lines of at most w mm. It breaks at spaces, and inside words that are wider, such
// as Chinese text.
func (d *document) wrapText(text string, w float64) (lines []string) {
	line, space := "", 0 // space is the index after the last space in line
	for _, r := range text {
		if line += string(r); r == ' ' {
			space = len(line)
		}
		if d.GetStringWidth(line) <= w || line == string(r) {
			continue
		}
		cut := space
		if cut == 0 || r >= 0x2e80 {
			cut = len(line) - len(string(r))
		}
		lines, line, space = append(lines, line[:cut]), line[cut:], 0
	}
	return append(lines, line)
}

// drawSolutions draws small boards with the solutions. Givens are black.
func (d *document) drawSolutions(ctx context.Context, puzzles []Puzzle) error {
	columns := columns[solutionsPerPage]
	for i := range puzzles {
		if i%solutionsPerPage == 0 {
			d.free = d.beginPage(message.New("sheet.solutions").In(d.sheets.Lang))
		}
		place := d.free.gridSlot(i%solutionsPerPage, columns, solutionsPerPage/columns)
		d.drawCaption(place, i, "")
		place.y, place.h = place.y+captionSize*leading, place.h-captionSize*leading
		if err := d.drawSolved(ctx, place, &puzzles[i].Puzzle); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) drawCaption(place slot, i int, name string) {
	d.drawTextLeft(place.x, place.y+captionSize*0.8, captionSize, black, d.shortenText(fmt.Sprint(i+1, ". ", name), captionSize, place.w))
}

// shortenText cuts a text to at most w mm, with "…" at its end.
func (d *document) shortenText(text string, size, w float64) string {
	d.SetFont("sans", "", 0)
	d.SetFontUnitSize(size)
	if d.GetStringWidth(text) <= w {
		return text
	}
	w -= d.GetStringWidth("…")
	for i, r := range text {
		if w -= d.GetStringWidth(string(r)); w < 0 {
			return text[:i] + "…"
		}
	}
	return text
}

func (d *document) drawTextLeft(x, y, size float64, ink color.RGBA, s string) {
	d.SetFont("sans", "", 0)
	d.SetFontUnitSize(size)
	d.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	d.Text(x, y, s)
}

func (d *document) drawCentred(x, y, size float64, ink color.RGBA, s string) {
	d.SetFont("sans", "", 0)
	d.SetFontUnitSize(size)
	d.drawTextLeft(x-d.GetStringWidth(s)/2, y, size, ink, s)
}

// drawBoard draws a puzzle at the top of an area, as large as possible. It returns the lower edge of the board.
// solution is nil or has a value for each cell.
func (d *document) drawBoard(place slot, z *format.Puzzle, look picture.Look, solution []int) (bottom float64) {
	box := picture.BoxOf(z.Puzzle())
	scale := min(place.w/box.W, place.h/box.H)
	picture.Paint(&pdfPen{d, place.x + (place.w-box.W*scale)/2 - box.X*scale, place.y - box.Y*scale, scale}, z, look, solution)
	return place.y + box.H*scale
}

type pdfPen struct {
	*document
	x, y, scale float64
}

func (p *pdfPen) Fill(x, y, w, h float64, ink color.RGBA) {
	p.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	p.Rect(p.x+x*p.scale, p.y+y*p.scale, w*p.scale, h*p.scale, "F")
}

func (p *pdfPen) Line(x1, y1, x2, y2, width float64, ink color.RGBA) {
	p.SetDrawColor(int(ink.R), int(ink.G), int(ink.B))
	p.SetLineWidth(width * p.scale)
	p.SetLineCapStyle("square")
	p.document.Line(p.x+x1*p.scale, p.y+y1*p.scale, p.x+x2*p.scale, p.y+y2*p.scale)
}

func (p *pdfPen) Text(x, y, size float64, ink color.RGBA, s string) {
	p.drawCentred(p.x+x*p.scale, p.y+y*p.scale, size*p.scale, ink, s)
}

var glyphs = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(sans())
	if err != nil {
		panic("sheet: the embedded font: " + err.Error())
	}
	return f
})

func replaceMissingGlyphs(text string) string {
	var b sfnt.Buffer
	return strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		if i, err := glyphs().GlyphIndex(&b, r); err != nil || i == 0 {
			return '□'
		}
		return r
	}, text)
}

//go:embed font/sans.ttf.br
var compressed []byte

// sans is the font of all texts. It has Latin characters and the Chinese characters of GB 2312.
var sans = sync.OnceValue(func() []byte {
	b, err := io.ReadAll(brotli.NewReader(bytes.NewReader(compressed)))
	if err != nil {
		panic("sheet: the embedded font: " + err.Error())
	}
	return b
})
