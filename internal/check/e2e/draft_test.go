package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// draftOpen opens the setter.
func (p *client) draftOpen() {
	p.t.Helper()
	p.push("#tab-set")
	p.wait(`document.querySelector("#draft")?.checkVisibility() && document.querySelector("#draft .board-face")`)
}

// pasteDraft pastes a text where a puzzle is set.
func (p *client) pasteDraft(text string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %s); return document.querySelector("#draft").dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`, js(text)))
}

// setOn drags over the setter's board from place to place, in cells from its top left corner.
func (p *client) setOn(places ...[2]float64) {
	p.t.Helper()
	p.drawOn("#draft nonet-board", places...)
}

// drawOn is like setOn on another board.
func (p *client) drawOn(board string, places ...[2]float64) {
	p.t.Helper()
	box := eval[[3]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector("%[1]s .cells").getBoundingClientRect(); return [r.x, r.y, r.height / document.querySelectorAll('%[1]s [role="row"]').length] })()`, board))
	for i, at := range places {
		places[i] = [2]float64{box[0] + at[0]*box[2], box[1] + at[1]*box[2]}
	}
	p.dragOver(places)
}

// at returns the middle of a cell, for setOn.
func at(row, column int) [2]float64 { return [2]float64{float64(column) - 0.5, float64(row) - 0.5} }

// push presses a button beside the board without a pointer. Content above the button may still grow, so that a
// pointer would miss the button.
func (p *client) push(selector string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`document.querySelector(%s).click() ?? true`, js(selector)))
}

// pick selects the kind to set.
func (p *client) pick(kind string) {
	p.t.Helper()
	p.push(fmt.Sprintf("#draft-kinds [data-kind=%s]", kind))
}

// exported returns the draft in a format.
func (p *client) exported(format string) string {
	p.t.Helper()
	p.push("#draft-share")
	p.wait(`document.querySelector("#export")?.open`)
	eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector("#export-format"); e.value = %q; document.querySelector("#export-text").value = ""; e.dispatchEvent(new Event("change")); return true })()`, format))
	begins := map[string]string{"nonet": "{", "link": "http", "fpuzzles": "https://", "svg": "<svg", "pdf": "<svg", "iss": "."}[format]
	p.wait(fmt.Sprintf(`document.querySelector("#export-text").value.startsWith(%q) && !document.querySelector("#export-copy").disabled`, begins))
	text := eval[string](p, `document.querySelector("#export-text").value`)
	p.push(`#export form[method="dialog"] button`) // one Escape would close all dialogs that the user did not open
	p.wait(`!document.querySelector("#export").open && !history.state?.dialogs`)
	return strings.TrimSpace(text)
}

type draftDoc struct {
	Title       string
	Givens      map[string][]int
	Constraints []struct {
		Kind    string
		Cells   []string
		Sets    [][]string
		Numbers []int
		Text    string
	}
}

func (d *draftDoc) list() (all []string) {
	for _, c := range d.Constraints {
		all = append(all, strings.TrimSpace(fmt.Sprint(c.Kind, " ", strings.Join(c.Cells, " "), c.Sets, c.Numbers, c.Text)))
	}
	return all
}

// TestDraft sets a puzzle of other rules, each kind of mark by mouse or finger. Other programs can
// unpack its links, and a reload restores it.
func TestDraft(t *testing.T) {
	fullerSetting(t, setting{message.English, false}, func(t *testing.T, p *client) {
		needServer(t)
		if p.phone {
			p.emulate("prefers-color-scheme", "dark")
		}
		p.draftOpen()
		p.pick("Thermo")
		p.setOn(at(3, 1), at(3, 2), at(4, 2), at(5, 1))
		p.pick("Cage")
		p.setOn(at(1, 1), at(1, 2), at(2, 1))
		p.keys("15")
		p.wait(`document.querySelector("#draft nonet-board .k-Cage .clue")?.textContent === "15"`)
		p.pick("WhiteDot")
		p.setOn([2]float64{7.05, 0.5})
		p.pick("GreaterThan")
		p.setOn([2]float64{8, 3.5})
		p.setOn([2]float64{8, 3.5}) // a second drag reverses the sign
		p.pick("Quad")
		p.setOn([2]float64{5, 3})
		p.keys("123")
		p.pick("Odd")
		p.setOn(at(4, 4))
		p.setOn(at(4, 5))
		p.pick("Clone")
		p.setOn(at(7, 4), at(7, 5))
		p.setOn(at(8, 7))
		p.push("#draft-done")
		p.pick("Sandwich")
		p.setOn([2]float64{-0.5, 4.5})
		p.keys("8")
		p.pick("LittleKiller")
		p.setOn([2]float64{4.5, -0.5})
		p.setOn([2]float64{4.5, -0.5}) // the other diagonal
		p.keys("22")
		p.pick("AntiKnight")
		p.wait(`document.querySelector("#draft nonet-board .k-LittleKiller")`)
		p.look("draft-set")
		p.push(`#draft-tools [data-tool="givens"]`)
		p.setOn(at(9, 9))
		if got := eval[int](p, `((all) => all.filter((one) => one.offsetTop === all[0].offsetTop).length)([...document.querySelector("#draft-values").children])`); got != 5 {
			t.Errorf("%d digits stand in the pad's first row", got)
		}
		p.push(`#draft-values [data-value="5"]`)
		p.wait(`document.querySelectorAll("#draft-list li").length === 10 && document.querySelector('#draft [data-cell="r9c9"]').ariaLabel.includes("5")`)
		eval[bool](p, `(() => { const e = document.querySelector("#draft-name"); e.value = "名 & <b>"; e.dispatchEvent(new Event("input")); return true })()`)

		want := []string{
			"Thermo r3c1 r3c2 r4c2 r5c1[] []", "Cage r1c1 r1c2 r2c1[] [15]", "WhiteDot r1c7 r1c8[] []", "GreaterThan r4c9 r4c8[] []", "Quad r3c5 r3c6 r4c5 r4c6[] [1 2 3]",
			"Odd r4c4 r4c5[] []", "Clone [[r7c4 r7c5] [r8c7 r8c8]] []", "Sandwich r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9[] [8]", "LittleKiller r1c4 r2c3 r3c2 r4c1[] [22]", "AntiKnight [] []",
		}
		as := func(text string) (d draftDoc) {
			t.Helper()
			if err := json.Unmarshal([]byte(text), &d); err != nil {
				t.Fatalf("%v in %q", err, text)
			}
			return d
		}
		if d := as(p.exported("nonet")); !slices.Equal(d.list(), want) || d.Title != "名 & <b>" || !reflect.DeepEqual(d.Givens, map[string][]int{"r9c9": {5}}) {
			t.Errorf("set were %q, givens %v, title %q", d.list(), d.Givens, d.Title)
		}
		if p.phone { // the rest is the same on a phone
			return
		}
		// The links, unpacked by independent code.
		_, letters, _ := strings.Cut(p.exported("link"), "#puzzle=1")
		b, err := base64.RawURLEncoding.DecodeString(letters)
		must(t, err)
		plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
		must(t, err)
		if d := as(string(plain)); !slices.Equal(d.list(), want) {
			t.Errorf("the link holds %q", d.list())
		}
		_, letters, _ = strings.Cut(p.exported("fpuzzles"), "?load=")
		letters, err = url.QueryUnescape(strings.ReplaceAll(letters, "+", "%2B"))
		must(t, err)
		var members map[string]json.RawMessage
		must(t, json.Unmarshal([]byte(unlz(letters)), &members))
		for _, name := range []string{"killercage", "thermometer", "difference", "quadruple", "odd", "clone", "sandwichsum", "littlekillersum", "antiknight"} {
			if members[name] == nil {
				t.Errorf("the link for f-puzzles has no %s: %s", name, unlz(letters))
			}
		}
		if svg := p.exported("svg"); !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, ">22</text>") || strings.Contains(svg, "var(") {
			t.Errorf("the picture is %.300s", svg)
		}
		// A sheet from the server; without one, the browser's own printing is offered.
		eval[bool](p, keepFiles)
		for i := range 2 {
			p.exported("pdf")
			p.push("#export-download")
			if i == 1 || onSite {
				p.wait(`document.querySelector("#print")?.open && !document.querySelector("#export").open`)
				p.push("#print .dialog-head button")
				p.wait(`!document.querySelector("#print").open && !history.state?.dialogs`)
			} else if name, pdf := p.file(i); name != "名  b.pdf" || !bytes.HasPrefix(pdf, []byte("%PDF-")) || len(pdfPages.FindAll(pdf, -1)) != 1 {
				t.Errorf("%q has %d bytes and %d pages", name, len(pdf), len(pdfPages.FindAll(pdf, -1)))
			}
			eval[bool](p, `(globalThis.fetch = ((real) => (what, ...rest) => (String(what?.url ?? what).includes("api/v1/print") ? Promise.reject(new TypeError("gone")) : real(what, ...rest)))(fetch), true)`)
		}
		p.reload()
		p.wait(`document.querySelector("#draft")?.checkVisibility() && document.querySelectorAll("#draft-list li").length === 10 && document.querySelector("#draft-name").value.startsWith("名")`)
	})
}

// TestDraftKeys uses the setter with keys alone. It collects cells, writes clues, reads the verdict with its
// contradictions, removes clues, and takes a suggested clue. At the end the network fails.
func TestDraftKeys(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.English, false})
	p.draftOpen()
	size := func(n string) {
		eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector("#draft-size"); e.value = %q; e.dispatchEvent(new Event("change")); document.querySelector('#draft [data-cell="r1c1"]').focus(); return true })()`, n))
	}
	state := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.querySelector("#draft-verdict").dataset.state === %q`, want))
	}
	list := func(want ...string) {
		t.Helper()
		p.wait(fmt.Sprintf(`JSON.stringify([...document.querySelectorAll("#draft-list li")].map((e) => e.textContent)) === %s`, js(mustJSON(want))))
	}
	size("4")
	state("several")
	p.pick("Cage")
	p.keys(kb.ArrowRight, chromedp.ModifierShift)
	p.keys(kb.Enter + "1")
	p.wait(`document.querySelector("#draft-faults").textContent.includes("add up to 1")`)
	p.keys(kb.Backspace + "3" + kb.Enter)
	list("Killer cage at r1c1 r1c2: 3")
	// Two cages that contradict each other, and nothing else.
	p.keys(kb.ArrowDown + kb.ArrowLeft + " " + kb.ArrowRight + " " + kb.Enter + "4" + kb.Enter)
	state("none")
	p.wait(`[...document.querySelectorAll("#draft-parts .clash")].length === 2 && document.querySelectorAll("#draft nonet-board .clash").length === 2`)
	p.keys("z", chromedp.ModifierCtrl)
	p.keys("z", chromedp.ModifierCtrl)
	list("Killer cage at r1c1 r1c2: 3")
	// A dot, a reversed sign, and a clue beside the board; an arrow key selects the end of the clue.
	p.pick("GreaterThan")
	p.keys(kb.ArrowDown, chromedp.ModifierShift)
	p.pick("Skyscraper")
	p.keys(kb.ArrowLeft, chromedp.ModifierShift)
	p.keys("2" + kb.Enter)
	list("Killer cage at r1c1 r1c2: 3", "Greater than at r2c2 r3c2", "Skyscraper at r2c1 r2c2 r2c3 r2c4: 2")
	state("several")
	p.wait(`document.querySelector('#draft [data-cell="r1c1"]').ariaLabel.includes("can be 1 2")`)
	p.push("#draft-suggest")
	p.wait(`document.querySelector("#draft-clues button")`)
	p.push("#draft-clues button")
	state("unique")
	p.wait(`document.querySelector("#draft-note").textContent !== ""`)

	// While no engine answers, constraints are drawn at once. They are checked when an engine answers.
	p.tolerate("")
	back := p.server.gone()
	p.pick("Renban")
	p.keys(kb.ArrowRight, chromedp.ModifierShift)
	p.keys(kb.Enter)
	state("offline")
	p.wait(`document.querySelectorAll("#draft nonet-board .sketch-line").length === 1`)
	back()
	p.wait(`document.querySelectorAll("#draft nonet-board .k-Renban").length === 1 && document.querySelector("#draft-verdict").dataset.state !== "offline"`)
	p.keys(kb.Escape + kb.Escape + kb.Escape)
	p.push("#tab-play")
	p.wait(`!document.querySelector("#draft").checkVisibility()`)
}

// TestDraftComposites checks composite constraints and cells beside the board. They must survive changes of
// other parts, and words must describe them.
func TestDraftComposites(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.English, false})
	const text = `{"nonet":1,"rows":4,"columns":4,"values":[1,4],"boxes":[2,2],"groups":[{"name":"VX","label":"the sum","count":1}],"givens":{"VX":[3,4],"r4c4":[1]},"constraints":[` +
		`{"kind":"Thermo","cells":["r4c1","r4c2"]},` +
		`{"kind":"Or","parts":[{"kind":"Thermo","cells":["r1c1","r1c2"]},{"kind":"And","parts":[{"kind":"Cage","cells":["r1c1","r1c2"],"numbers":[3]},{"kind":"Given","cells":["r3c1"],"numbers":[2]}]}]},` +
		`{"kind":"Replicate","cells":["r1c1","r1c1","r3c3"],"parts":[{"kind":"Thermo","cells":["r1c1","r2c1"]}]},` +
		`{"kind":"Arrow","cells":["VX","r2c1","r2c2"]}]}`
	type whole struct{ Groups, Constraints []any }
	var want whole
	must(t, json.Unmarshal([]byte(text), &want))
	p.draftOpen()
	paste := func(text string) {
		p.pasteDraft(text)
		p.wait(`document.querySelectorAll("#draft-list li").length === 4`)
	}
	paste(text)
	p.wait(`["One of: Thermometer at r1c1 r1c2; (All of: Killer cage 3 at r1c1 r1c2; Given 2 at r3c1)", "the sum, r2c1 r2c2"].every((words) => document.querySelector("#draft-list").textContent.includes(words))`)
	p.wait(`document.querySelector('#draft [data-cell="r3c1"]').ariaLabel.includes("One of: ")`)
	// Each constraint is selected and released. Then the test enters a given, a value of two digits and a
	// title, and removes and restores a constraint.
	for i := range 4 {
		p.push(fmt.Sprintf("#draft-list li:nth-child(%d) button", i+1))
		p.wait(`!document.querySelector("#draft-one").hidden`)
	}
	p.push("#draft-remove")
	p.wait(`document.querySelectorAll("#draft-list li").length === 3 && !document.querySelector("#draft-undo").disabled`)
	p.push("#draft-undo")
	p.wait(`document.querySelectorAll("#draft-list li").length === 4`)
	eval[bool](p, `(document.querySelector('#draft [data-cell="r2c4"]').focus(), true)`)
	p.keys("1", chromedp.ModifierShift)
	p.keys("3", chromedp.ModifierShift)
	p.wait(`document.querySelector('#draft [data-cell="r2c4"]').ariaLabel.includes("must be 1 or 3")`)
	eval[bool](p, `(() => { const e = document.querySelector("#draft-name"); e.value = "T"; e.dispatchEvent(new Event("input")); return true })()`)
	check := func(how, text string) {
		t.Helper()
		var got whole
		var d draftDoc
		must(t, json.Unmarshal([]byte(text), &got))
		must(t, json.Unmarshal([]byte(text), &d))
		if !reflect.DeepEqual(got, want) || !slices.Equal(d.Givens["r2c4"], []int{1, 3}) || !slices.Equal(d.Givens["VX"], []int{3, 4}) {
			t.Errorf("%s: %s", how, text)
		}
	}
	check("edited", p.exported("nonet"))
	_, letters, _ := strings.Cut(p.exported("link"), "#puzzle=1")
	b, err := base64.RawURLEncoding.DecodeString(letters)
	must(t, err)
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	must(t, err)
	check("by link", string(plain))
	iss := p.exported("iss")
	p.push("#draft-new")
	p.wait(`!document.querySelector("#draft-list li")`)
	paste(iss)
	if got := p.exported("iss"); got != iss {
		t.Errorf("by ISS: %s, then %s", iss, got)
	}
}

func mustJSON(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// unlz unpacks LZ-string's letters of base64. The code follows the description of the format, independently of
// package lzstring.
func unlz(letters string) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	at := 0
	read := func(bits int) (n int) {
		for i := range bits {
			if at/6 < len(letters) && max(strings.IndexByte(alphabet, letters[at/6]), 0)>>(5-at%6)&1 == 1 {
				n |= 1 << i
			}
			at++
		}
		return n
	}
	words := [][]uint16{nil, nil, nil}
	var out, last []uint16
	width := 2
	for at/6 < len(letters) {
		code := read(width)
		if code < 2 {
			words = append(words, []uint16{uint16(read(8 * (code + 1)))})
			code = len(words) - 1
			if last == nil {
				last, out, width = words[code], words[code], 3
				continue
			}
		} else if code == 2 {
			break
		}
		if len(words)+1 > 1<<width {
			width++
		}
		word := slices.Clone(last)
		if code < len(words) {
			word = words[code]
		} else {
			word = append(word, last[0])
		}
		out = append(out, word...)
		words = append(words, append(slices.Clone(last), word[0]))
		last = word
		if len(words)+1 > 1<<width {
			width++
		}
	}
	return string(utf16.Decode(out))
}
