package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/message"
	"nonet/sudoku"
)

// exchanged is the puzzle easy with a digit, notes, a colour, a title, an author and rules.
func exchanged(t *testing.T) format.Puzzle {
	p := format.Puzzle{Grid: sudoku.MustParse(easy)}
	p.Describe("A title", "Ann", "Normal sudoku rules apply.")
	p.Extra.Values = p.Extra.Values.With(2, 4)
	p.Extra.Corner[3] = sudoku.CandidatesOf(2, 6)
	p.Extra.Centre[5] = sudoku.CandidatesOf(4, 8)
	p.Extra.Colours[8] = 1 << 5
	return p
}

// badText is a line of a text that package format refuses.
func badText(t *testing.T, name string, line int) string {
	b, err := os.ReadFile("../../../format/testdata/bad/" + name + ".txt")
	must(t, err)
	return strings.Split(string(b), "\n")[line-1]
}

// hasLabel waits until a cell's label has all these texts.
func (p *client) hasLabel(at string, parts ...string) {
	p.t.Helper()
	for _, part := range parts {
		p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label").includes(%s)`, js(cell(at)), js(part)))
	}
}

// TestExchangeIn checks that links and files of other programs open with all their contents. The page must
// report what it cannot open, without an error on the console.
func TestExchangeIn(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	want := exchanged(t)
	for _, k := range []format.Kind{format.FPuzzles, format.SudokuPad, format.OpenSudoku} {
		p.openPuzzle(empty)
		p.paste(string(format.AppendPuzzle(nil, k, want)))
		p.hasLabel("r1c1", "5")
		p.hasLabel("r1c4", p.text("page.cell.notes", "list", "2 6"))
		p.hasLabel("r1c6", p.text("page.cell.centre", "list", "4 8"))
		if k != format.SudokuPad {
			p.hasLabel("r1c3", "4")
		}
		if k != format.OpenSudoku {
			p.hasLabel("r1c9", p.text("page.colour.5"))
		}
		p.wait(`document.querySelector("#message").textContent.includes("A title") && document.querySelector("#about-title").textContent.includes("A title")`)
		if shown := p.textOf("#about-rules"); (shown == want.Extra.Rules) != (k != format.OpenSudoku) {
			t.Errorf("%s: the rules are %q", k, shown)
		}
	}

	// For a puzzle with other rules, the page names the rules, and opens the digits alone only
	// on request.
	killer := badText(t, "sudokupad", 11)
	p.paste(killer)
	p.wait(`document.querySelector("#picker")?.open`)
	for _, rule := range []string{"Killer cage", "Thermometer", "knight's move"} {
		if got := p.textOf("#picker-about"); !strings.Contains(got, rule) {
			t.Errorf("%s is not told: %q", rule, got)
		}
	}
	p.press("#picker-cancel")
	p.hasLabel("r1c2", "3")
	p.paste(killer)
	p.wait(`document.querySelector("#picker").open`)
	if got := p.textOf("#picker-open"); got != p.text("page.picker.digits") {
		t.Errorf("the button is %q", got)
	}
	p.press("#picker-open")
	p.waitBoard("5" + empty[1:])

	// A text without a puzzle is reported, and stays in the box.
	for text, key := range map[string]string{
		"fpuz" + badText(t, "fpuzzles", 1)[32:]:                 "format.link.cut",
		"hello, is there a puzzle?":                             "format.text",
		"https://sudokupad.app/clover/jan-1-2022":               "format.link.remote",
		"<?xml version=\"1.0\"?>\n<html><body>no</body></html>": "format.xml.root",
	} {
		p.paste(text)
		says := message.New(key, "site", "sudokupad.app", "name", "html", "text", text).String()
		p.wait(fmt.Sprintf(`document.querySelector("#notice-text").textContent.includes(%s)`, js(says)))
		if got := eval[string](p, `document.querySelector("#import-text").value`); strings.TrimSpace(got) != strings.TrimSpace(text) {
			t.Errorf("the box keeps %q of %q", got, text)
		}
		p.waitBoard("5" + empty[1:])
	}

	// The box selects the character that is wrong.
	p.press("#import > summary")
	eval[bool](p, `(document.querySelector("#import-text").value = "123456789\n12345%789\n", true)`)
	p.press(action("import"))
	p.wait(`document.querySelector("#import-text").selectionStart === 15`)

	// A link in the address.
	for _, address := range []string{"/?load=%s", "/?lang=en#load=%s", "/#fpuz%s", "/?fpuz=%s"} {
		link := strings.TrimSpace(string(format.AppendPuzzle(nil, format.FPuzzles, want)))
		_, packed, _ := strings.Cut(link, "load=")
		p.visit(fmt.Sprintf(address, packed))
		p.hasLabel("r1c4", p.text("page.cell.notes", "list", "2 6"))
		if got := eval[string](p, `location.search + location.hash`); strings.Contains(got, "N4Ig") {
			t.Errorf("%s: the address keeps the link: %s", address, got)
		}
		p.openPuzzle(empty)
	}
}

// TestExchangeOut checks that the export sheet writes the board in every format, and names what
// is lost.
func TestExchangeOut(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, false})
	want := exchanged(t)
	p.paste(string(format.AppendPuzzle(nil, format.FPuzzles, want)))
	p.hasLabel("r1c4", p.text("page.cell.notes", "list", "2 6"))
	eval[bool](p, sharing)
	p.press("#more > summary")
	p.press(action("export"))
	p.wait(`document.querySelector("#export")?.open && document.querySelector("#export-text").value`)
	styles := eval[[]string](p, `[...document.querySelectorAll("#export-format option")].map((o) => o.value)`)
	styles = slices.DeleteFunc(styles, func(style string) bool { return style == "svg" || style == "png" }) // pictures: TestPictures
	if want := len(format.WritableKinds()) - 2; len(styles) != want {                                       // iss and nonet are only for other rules
		t.Errorf("%d of %d formats are offered", len(styles), want)
	}
	for _, style := range styles {
		var k format.Kind
		must(t, k.UnmarshalText([]byte(style)))
		eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector("#export-format"); s.value = %s;
			document.querySelector("#export-text").value = ""; return s.dispatchEvent(new Event("change", {bubbles: true})); })()`, js(style)))
		p.wait(`document.querySelector("#export-text").value !== "" && !document.querySelector("#export-copy").disabled`)
		text := eval[string](p, `document.querySelector("#export-text").value`)
		got, err := format.ParseOne(text)
		if err != nil || got.Grid != want.Grid && got.Grid != want.Position() {
			t.Errorf("%s: %v, %v\n%s", style, got.Grid, err, text)
			continue
		}
		lost := want.LostParts(k)
		for _, part := range lost {
			if told := p.textOf("#export-note"); !strings.Contains(told, part.Message().In(message.Chinese)) && k != format.Candidates && k != format.Pencil729 {
				t.Errorf("%s: the loss of %s is not told: %q", style, part, told)
			}
		}
		if len(lost) == 0 && string(format.AppendPuzzle(nil, k, got)) != string(format.AppendPuzzle(nil, k, want)) {
			t.Errorf("%s: other content:\n%s", style, text)
		}
	}

	// Sharing sends a text as a file and a link as an address, with the title.
	for style, want := range map[string]string{"line": `sharedWith.files[0].name === "A title.txt"`, "sdk": `sharedWith.text.includes("53..7")`, "sudokupad": `sharedWith.url.startsWith("https://")`} {
		eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector("#export-format"); s.value = %s; window.sharedWith = null;
			document.querySelector("#export-text").value = ""; return s.dispatchEvent(new Event("change", {bubbles: true})); })()`, js(style)))
		p.wait(`document.querySelector("#export-text").value !== "" && !document.querySelector("#export-share").disabled`)
		p.press("#export-share")
		p.wait(`window.sharedWith?.title === "A title" && ` + want)
	}

	// One press opens SudokuPad, whatever format is chosen. If the browser opens no tab, a
	// message says what to do.
	eval[bool](p, `(window.open = () => ({ location: { replace: (to) => (window.padded = to) } }), true)`)
	p.press("#export-pad")
	p.wait(`window.padded?.startsWith("https://sudokupad.app/")`)
	if got, err := format.ParseOne(eval[string](p, `window.padded`)); err != nil || got.Grid != want.Grid {
		t.Errorf("SudokuPad is opened with %v, %v", got.Grid, err)
	}
	eval[bool](p, `(window.open = () => null, true)`)
	p.press("#export-pad")
	p.waitText("#export-note", p.text("page.export.blocked"))

	// A saved file has the title as its name and the previewed text as its content.
	saved := eval[string](p, `(async () => {
		let name = "", blob = null;
		const { click } = HTMLAnchorElement.prototype, { createObjectURL } = URL;
		URL.createObjectURL = (file) => createObjectURL((blob = file));
		HTMLAnchorElement.prototype.click = function () { name = this.download; };
		document.querySelector("#export-download").click();
		Object.assign(HTMLAnchorElement.prototype, { click });
		Object.assign(URL, { createObjectURL });
		return name + "\n" + (await blob.text());
	})()`)
	if name, text, _ := strings.Cut(saved, "\n"); !strings.HasPrefix(name, "A title.") || text != eval[string](p, `document.querySelector("#export-text").value`) {
		t.Errorf("saved as %q", saved)
	}
}
