package e2e

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nonet/message"
)

// keepFiles collects the page's downloads in base64 instead of saving them.
const keepFiles = `(globalThis.files = [], URL.createObjectURL = (file) => {
	file.arrayBuffer().then((b) => files.push([file.name, btoa(Array.from(new Uint8Array(b), (c) => String.fromCharCode(c)).join(""))]));
	return "#";
}, globalThis.printed = 0, globalThis.print = () => { printed++; }, true)`

// file returns the n-th file that the page has saved.
func (p *client) file(n int) (name string, content []byte) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`files.length > %d`, n))
	kept := eval[[]string](p, fmt.Sprintf(`files[%d]`, n))
	content, err := base64.StdEncoding.DecodeString(kept[1])
	must(p.t, err)
	return kept[0], content
}

// setField changes a field as a user does.
func (p *client) setField(selector, value string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const f = document.querySelector(%s); f.value = %s; return f.dispatchEvent(new Event("change", {bubbles: true})); })()`, js(selector), js(value)))
}

// readPDF returns the words of sheets, as another program reads them; "" if there is none.
func readPDF(t *testing.T, pdf []byte) string {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		return ""
	}
	cmd := exec.Command("pdftotext", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	words, err := cmd.Output()
	must(t, err)
	return string(words)
}

var pdfPages = regexp.MustCompile(`/Type /Page\b[^s]`)

// TestSheets checks that sheets are saved as PDF, and laid out for the browser's own printing,
// page for page.
func TestSheets(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, false})
	eval[bool](p, keepFiles)
	p.openPuzzle(easy)
	p.press("#more > summary")
	p.press(action("print"))
	p.wait(`document.querySelector("#print")?.open`)
	if got := eval[float64](p, `(([title, close]) => Math.abs(title.top + title.bottom - close.top - close.bottom) / 2)(["h2", "button"].map((e) => document.querySelector("#print .dialog-head " + e).getBoundingClientRect()))`); got > 8 {
		t.Errorf("the button that closes the dialog is %v px below its title", got)
	}
	if onSite && p.visible("#print-pdf") {
		t.Error("a PDF is offered, which only a server draws")
	}
	needServer(t)
	p.press("#print-pdf")
	name, pdf := p.file(0)
	if name != "sudoku.pdf" || !bytes.HasPrefix(pdf, []byte("%PDF-")) || len(pdfPages.FindAll(pdf, -1)) != 2 {
		t.Errorf("%s has %d pages", name, len(pdfPages.FindAll(pdf, -1)))
	}
	easily := p.text("page.level.easy")
	if got := readPDF(t, pdf); got != "" && !strings.Contains(got, "1. "+easily) {
		t.Errorf("the PDF does not say how hard the puzzle is: %q", got)
	}
	p.setField("#print-what", "easy")
	p.setField("#print-number", "5")
	p.setField("#print-heading", "周日")
	p.press("#print-now")
	p.wait(`printed === 1`)
	if got := eval[string](p, `[...document.querySelectorAll("#sheets section")].map((s) => s.querySelectorAll("svg").length + s.querySelector("h2").textContent).join()`); got != "4周日,1周日,5"+p.text("sheet.solutions") {
		t.Errorf("the pages are %s", got)
	}
	if got := eval[string](p, `[...document.querySelectorAll("#sheets figcaption")].slice(0, 6).map((c) => c.textContent.trim()).join("|")`); got != "1. "+easily+"|2. "+easily+"|3. "+easily+"|4. "+easily+"|5. "+easily+"|1." {
		t.Errorf("above the puzzles stands %s", got)
	}
	sheets, err := chromedp.Call(p.ctx, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true)})
	must(t, err)
	if got := len(pdfPages.FindAll(sheets.Data, -1)); got != 3 {
		t.Errorf("the browser prints %d pages", got)
	}
	eval[bool](p, `(dispatchEvent(new Event("afterprint")), document.querySelector("#sheets") === null) || null`)
	p.noSidewaysScroll()
}

// TestPictures checks that a picture is saved as SVG and as PNG.
func TestPictures(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	eval[bool](p, keepFiles)
	p.openPuzzle(easy)
	p.press("#more > summary")
	p.press(action("export"))
	p.wait(`document.querySelector("#export")?.open`)
	for i, kind := range []string{"svg", "png"} {
		p.setField("#export-format", kind)
		p.wait(`!document.querySelector("#export-download").disabled && document.querySelector("#export-text").value.startsWith("<svg")`)
		p.press("#export-download")
		name, content := p.file(i)
		if name != "sudoku."+kind {
			t.Errorf("it is called %s", name)
		}
		if kind == "png" {
			img, err := png.Decode(bytes.NewReader(content))
			must(t, err)
			if img.Bounds().Dx() != 1200 || img.Bounds().Dy() != 1200 {
				t.Errorf("it has %v pixels", img.Bounds())
			}
			dark := 0
			for y := range 1200 {
				for x := range 1200 {
					if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
						dark++
					}
				}
			}
			// Ten lines in each direction, thick and thin, and thirty digits.
			if dark < 60_000 || dark > 250_000 {
				t.Errorf("%d dark pixels", dark)
			}
		} else if bytes.Count(content, []byte("<text")) != 30 {
			t.Errorf("it has %d digits", bytes.Count(content, []byte("<text")))
		}
	}
}
