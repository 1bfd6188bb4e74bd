package sheet

import (
	"bytes"
	"context"
	"errors"
	"image/color"
	"image/png"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"nonet/format"
	"nonet/internal/picture"
	"nonet/message"
	"nonet/puzzle"
)

const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func readOne(t *testing.T, text string) format.Puzzle {
	t.Helper()
	p, err := format.ParseOne(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPNG(t *testing.T) {
	z := readOne(t, easy)
	for _, pixels := range []int{MinPixels, 450, 901} {
		var b bytes.Buffer
		if err := PNG(&b, &z, picture.Look{}, pixels); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds().Size(); got.X != pixels || got.Y != pixels {
			t.Errorf("%d pixels: the picture has %v", pixels, got)
		}
		// There is ink in the cells with a digit, and in no others.
		for cell := range 81 {
			ink := false
			at := func(units float64) int { return int((units + 0.6) * float64(pixels) / 91.2) }
			for x := at(float64(cell%9)*10 + 1.5); x < at(float64(cell%9)*10+8.5); x++ {
				for y := at(float64(cell/9)*10 + 1.5); y < at(float64(cell/9)*10+8.5); y++ {
					ink = ink || color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 128
				}
			}
			if ink != (easy[cell] != '.') {
				t.Errorf("%d pixels: cell %d, which is %c, has ink: %t", pixels, cell, easy[cell], ink)
			}
		}
	}
	for _, pixels := range []int{-1, 0, MinPixels - 1, MaxPixels + 1} {
		if err := PNG(&bytes.Buffer{}, &z, picture.Look{}, pixels); err == nil {
			t.Errorf("%d pixels are taken", pixels)
		}
	}
}

// Every kind of constraint is drawn at the least size, beside the board, too. A cage's border is dashed, and a
// thermometer has a bulb.
func TestPNGOfRules(t *testing.T) {
	for _, k := range puzzle.Kinds() {
		text := k.Example
		if strings.HasPrefix(text, "{") {
			text = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + text + `]}`
		}
		z := readOne(t, text)
		if err := PNG(&bytes.Buffer{}, &z, picture.Look{}, MinPixels); err != nil {
			t.Errorf("%s: %v", k.Name, err)
		}
	}
	z := readOne(t, ".Shape~2x4.Thermo~R1C1~R1C2.Cage~5~R1C3~R1C4")
	var b bytes.Buffer
	if err := PNG(&b, &z, picture.Look{}, 412); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got.X != 412 || got.Y != 212 {
		t.Errorf("the picture of two rows of four cells has %v", got)
	}
	inked := func(x, y float64) bool {
		return color.GrayModel.Convert(img.At(int((x+0.6)*10), int((y+0.6)*10))).(color.Gray).Y < 230
	}
	for _, at := range []struct {
		x, y float64
		ink  bool
	}{{2, 5, true}, {5, 8, true}, {8, 8.5, false}, {9, 5, true}, {15, 5, true}, {15, 8, false}, {35, 5, false}} {
		if inked(at.x, at.y) != at.ink {
			t.Errorf("there is ink at %v, %v: %t", at.x, at.y, !at.ink)
		}
	}
	dashes := 0
	for x := 25.0; x < 38; x += 0.1 {
		if inked(x, 0.8) != inked(x+0.1, 0.8) {
			dashes++
		}
	}
	if dashes < 10 {
		t.Errorf("the cage's border changes %d times", dashes)
	}
}

var pageObject = regexp.MustCompile(`/Type /Page\n`)

func TestPDF(t *testing.T) {
	several := strings.Repeat(".", 81)
	impossible := "55" + several[2:]
	named := readOne(t, easy)
	named.Name = "数独 " + strings.Repeat("long ", 40)
	named.Extra = &format.Extra{Author: "😀 x", Rules: strings.Repeat("行、列、宫各含一至九。", 60) + "\n" + strings.Repeat("word ", 300)}
	puzzles := []Puzzle{{Puzzle: named, Caption: "简单"}, {Puzzle: readOne(t, several)}, {Puzzle: readOne(t, impossible)}, {Puzzle: readOne(t, withRules)}}
	for len(puzzles) < 13 {
		puzzles = append(puzzles, Puzzle{Puzzle: readOne(t, easy)})
	}
	for _, n := range PuzzlesPerPageOptions() {
		for i, paper := range Papers() {
			for _, solutions := range []bool{false, true} {
				var b bytes.Buffer
				s := Sheets{Paper: paper, PerPage: n, Title: "周日 Sunday", Solutions: solutions, Lang: message.Chinese}
				if err := PDF(t.Context(), &b, puzzles, s); err != nil {
					t.Fatal(err)
				}
				want := (13 + n - 1) / n
				if solutions {
					want += 2
				}
				if got := len(pageObject.FindAll(b.Bytes(), -1)); got != want {
					t.Errorf("%d a page, solutions %t: %d pages, not %d", n, solutions, got, want)
				}
				if size := []string{"/MediaBox [0 0 595.28 841.89]", "/MediaBox [0 0 612.00 792.00]"}[i]; !bytes.Contains(b.Bytes(), []byte(size)) {
					t.Errorf("%s has not %s", paper, size)
				}
				if n == 1 && i == 0 && solutions {
					checkPDF(t, b.Bytes())
				}
			}
		}
	}
}

// checkPDF checks the sheets with another program.
func checkPDF(t *testing.T, pdf []byte) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Log("there is no pdftotext to read the sheets: their words are not looked at")
		return
	}
	cmd := exec.Command("pdftotext", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"周日 Sunday", "1. 简单 · 数独 long", "行、列、宫各含一至九。", "1 / 15", "答案", "多解", "无解"} {
		if !strings.Contains(string(out), words) {
			t.Errorf("the sheets do not say %q", words)
		}
	}
}

// withRules is a puzzle of other rules with a line, a cage, a dot and a clue outside the board.
const withRules = `{"nonet":1,"rows":4,"columns":4,"title":"四宫","constraints":[{"kind":"Thermo","cells":["r1c1","r1c2","r1c3","r1c4"]},
		{"kind":"Cage","numbers":[7],"cells":["r2c1","r2c2"]},{"kind":"BlackDot","cells":["r3c1","r3c2"]},{"kind":"Arrow","cells":["r4c1","r4c2"]},{"kind":"LittleKiller","numbers":[6],"cells":["r1c2","r2c1"]}]}`

func TestPDFRefuses(t *testing.T) {
	all := []Puzzle{{Puzzle: readOne(t, easy)}}
	for _, s := range []Sheets{{Paper: "a5", PerPage: 1}, {Paper: "a4", PerPage: 3}, {Paper: "a4", PerPage: 12}, {Paper: "a4"}} {
		if err := PDF(t.Context(), &bytes.Buffer{}, all, s); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var b bytes.Buffer
	if err := PDF(ctx, &b, all, Sheets{Paper: "a4", PerPage: 1}); !errors.Is(err, context.Canceled) || b.Len() > 0 {
		t.Errorf("cancelled: %v, %d bytes", err, b.Len())
	}
}

// The font has the characters of all of nonet's texts.
func TestFontHasTheCatalogue(t *testing.T) {
	for _, key := range []string{"sheet.none", "sheet.page", "sheet.several", "sheet.solutions", "sheet.undecided"} {
		for _, lang := range message.Langs() {
			if text := message.New(key).In(lang); replaceMissingGlyphs(text) != text {
				t.Errorf("%s in %s: %q is shown as %q", key, lang, text, replaceMissingGlyphs(text))
			}
		}
	}
	if got := replaceMissingGlyphs("a\U0001f600\n数"); got != "a□\n数" {
		t.Errorf("shown as %q", got)
	}
}

func FuzzPDF(f *testing.F) {
	f.Add("title", "name", "rules\n规则")
	f.Add("\x00\xff", strings.Repeat("W", 500), strings.Repeat("无空格", 300))
	f.Fuzz(func(t *testing.T, title, name, rules string) {
		if len(title)+len(name)+len(rules) > 5000 {
			return
		}
		z := readOne(t, easy)
		z.Name, z.Extra = name, &format.Extra{Rules: rules}
		var b bytes.Buffer
		if err := PDF(t.Context(), &b, []Puzzle{{Puzzle: z}}, Sheets{Paper: "a4", PerPage: 2, Title: title}); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(b.Bytes(), []byte("%PDF-")) {
			t.Fatal("no PDF")
		}
	})
}

func BenchmarkPDF(b *testing.B) {
	z, err := format.ParseOne(easy)
	if err != nil {
		b.Fatal(err)
	}
	all := make([]Puzzle, 60)
	for i := range all {
		all[i].Puzzle = z
	}
	for b.Loop() {
		if err := PDF(b.Context(), &bytes.Buffer{}, all, Sheets{Paper: "a4", PerPage: 6, Solutions: true}); err != nil {
			b.Fatal(err)
		}
	}
}

// A title of a megabyte is cut quickly.
func TestLongTitle(t *testing.T) {
	d := &document{Fpdf: fpdf.New("P", "mm", "A4", "")}
	d.AddUTF8FontFromBytes("sans", "", sans())
	for _, long := range []string{strings.Repeat("i", 1<<20), strings.Repeat("漢 ", 1<<19)} {
		cut := d.shortenText(long, headingSize, 100)
		begins, ok := strings.CutSuffix(cut, "…")
		if n := len([]rune(long[:len(begins)])); !ok || !strings.HasPrefix(long, begins) || n < 15 || n > 100 || d.GetStringWidth(cut) > 100 {
			t.Errorf("%.9s… became %q", long, cut)
		}
		many := make([]Puzzle, 40)
		for i := range many {
			many[i].Puzzle = readOne(t, easy)
		}
		start := time.Now()
		if err := PDF(context.Background(), &bytes.Buffer{}, many, Sheets{Paper: "a4", PerPage: 1, Title: long}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%.9s…: sheets took %v", long, took)
		}
	}
	if short := d.shortenText("Sunday", headingSize, 100); short != "Sunday" {
		t.Errorf("%q was cut", short)
	}
}
