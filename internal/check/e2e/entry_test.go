package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// spot returns the middle of a cell on the screen.
func (p *client) spot(name string) (x, y float64) {
	p.t.Helper()
	at := eval[[2]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%s).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, js(cell(name))))
	return at[0], at[1]
}

// drag moves the mouse, or a finger on a phone, from cell to cell.
func (p *client) drag(names ...string) {
	p.t.Helper()
	var way [][2]float64
	for _, name := range names {
		x, y := p.spot(name)
		way = append(way, [2]float64{x, y})
	}
	p.dragOver(way)
}

// dragOver moves the mouse or finger from place to place on the screen.
func (p *client) dragOver(way [][2]float64) {
	p.t.Helper()
	for i, at := range way {
		x, y := at[0], at[1]
		if p.phone {
			kind := input.DispatchTouchEventTypeTouchMove
			if i == 0 {
				kind = input.DispatchTouchEventTypeTouchStart
			}
			call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
			continue
		}
		kind := input.DispatchMouseEventTypeMouseMoved
		if i == 0 {
			kind = input.DispatchMouseEventTypeMousePressed
		}
		call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	if p.phone {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
		return
	}
	x, y := way[len(way)-1][0], way[len(way)-1][1]
	call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseReleased, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1})
}

// click clicks a cell, twice for a double click, with keys held down. The clicks of a double click have
// timestamps, because on a busy machine the second click is sent long after the first.
func (p *client) click(name string, times int, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	x, y := p.spot(name)
	first := time.Now()
	for n := 1; n <= times; n++ {
		at := first.Add(time.Duration(n-1) * 100 * time.Millisecond)
		dated := func(e *input.DispatchMouseEventParams) {
			e.Timestamp = input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)
		}
		p.run(chromedp.MouseClickXY(x, y, chromedp.ClickCount(n), chromedp.ButtonModifiers(modifiers...), dated))
	}
}

// waitSelected waits until exactly the named cells are selected, in reading order.
func (p *client) waitSelected(names ...string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`[...document.querySelectorAll('[role="gridcell"][aria-selected="true"]')].map((e) => e.dataset.cell).join(" ") === %s`, js(strings.Join(names, " "))))
}

func mode(name string) string   { return fmt.Sprintf("[data-mode=%q]", name) }
func digitKey(digit int) string { return fmt.Sprintf(`#digits [data-digit="%d"]`, digit) }
func (p *client) onBoard() bool {
	return eval[bool](p, `document.querySelector("#board").contains(document.activeElement)`)
}

// toggle turns a setting on or off in the sheet.
func (p *client) toggle(setting string) {
	p.t.Helper()
	field := fmt.Sprintf(`#settings [name=%q]`, setting)
	p.press("#settings-open")
	p.wait(fmt.Sprintf(`document.querySelector(%s)`, js(field)))
	p.press(field)
	p.press("#settings .primary")
	p.wait(`!document.querySelector("#settings").open && !history.state?.dialogs`)
}

// choose selects an option in the sheet of settings.
func (p *client) choose(setting, choice string) {
	p.t.Helper()
	field := fmt.Sprintf(`#settings [name=%q]`, setting)
	p.press("#settings-open")
	p.wait(fmt.Sprintf(`document.querySelector(%s)`, js(field)))
	eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector(%s); e.value = %s; return e.dispatchEvent(new Event("change", {bubbles: true})) })()`, js(field), js(choice)))
	p.press("#settings .primary")
	p.wait(`!document.querySelector("#settings").open && !history.state?.dialogs`)
}

// TestSelection checks that many cells can be selected by mouse and keys, as in a table, and by
// their content.
func TestSelection(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	if got := eval[string](p, `document.querySelector('[role="grid"]').getAttribute("aria-multiselectable")`); got != "true" {
		t.Errorf("aria-multiselectable is %q", got)
	}
	p.drag("r1c2", "r1c3", "r2c4", "r3c4") // over a corner
	p.waitSelected("r1c2", "r1c3", "r2c4", "r3c4")
	p.waitText("#live", p.count("page.told.selected", 4))
	p.click("r5c5", 1, chromedp.ModifierCtrl)
	p.click("r1c3", 1, chromedp.ModifierShift)
	p.waitSelected("r1c2", "r2c4", "r3c4", "r5c5")
	p.click("r9c9", 1)
	p.waitSelected("r9c9")
	p.keys(kb.ArrowUp+kb.ArrowUp, chromedp.ModifierShift)
	p.waitSelected("r7c9", "r8c9", "r9c9")
	p.keys(kb.ArrowLeft, chromedp.ModifierCtrl)
	p.keys(kb.Home, chromedp.ModifierShift)
	p.wait(`document.querySelectorAll('[aria-selected="true"][data-cell]').length === 11`)
	p.keys("a", chromedp.ModifierCtrl)
	p.wait(`document.querySelectorAll('[aria-selected="true"][data-cell]').length === 81`)
	p.keys(kb.Escape)
	p.waitSelected()
	p.waitText("#live", p.text("page.told.unselected"))
	p.click("r1c1", 2) // 8
	p.waitSelected("r1c1", "r7c9", "r8c3")
	p.click("r2c3", 1) // 3
	p.keys("s")
	p.waitSelected("r2c3", "r6c8")
	p.keys("i", chromedp.ModifierCtrl)
	p.wait(`document.querySelectorAll('[aria-selected="true"][data-cell]').length === 79`)
	if !p.onBoard() {
		t.Error("the focus is not on the board")
	}
}

func (p *client) long(selector string) {
	p.t.Helper()
	at := eval[[2]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%s).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, js(selector)))
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
	eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 600))`)
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
}

// TestTouch checks that a finger's drag selects cells, and extends the selection after a long
// touch.
func TestTouch(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, true})
	p.drag("r1c2", "r1c3", "r1c4")
	p.waitSelected("r1c2", "r1c3", "r1c4")
	p.long(cell("r3c5"))
	p.waitSelected("r1c2", "r1c3", "r1c4", "r3c5")
	p.long(cell("r1c3"))
	p.waitSelected("r1c2", "r1c4", "r3c5")
	// A long press on a key notes its digit.
	p.long(digitKey(1))
	p.wait(`document.querySelectorAll(".notes text").length === 2`) // r3c5 is a given
	p.press(cell("r1c2"))
	p.press(digitKey(1))
	p.waitText(cell("r1c2"), "1")

	// If no cell is selected, a digit is taken in hand until it is pressed again.
	p.keys(kb.Escape)
	p.waitSelected()
	p.press(digitKey(6))
	p.waitSaid("page.hand", "digit", 6)
	p.press(cell("r5c1"))
	p.press(cell("r5c2"))
	p.waitText(cell("r5c1"), "6")
	p.waitText(cell("r5c2"), "6")
	p.press(digitKey(6))
	p.press(digitKey(7))
	p.waitText(cell("r5c2"), "7")

	// Digit first: with this setting a digit is taken in hand, and a tap enters it.
	p.toggle("digitFirst")
	p.press(digitKey(4))
	p.press(cell("r2c1"))
	p.waitText(cell("r2c1"), "4")
	p.press(cell("r3c1"))
	p.waitText(cell("r3c1"), "4")
	p.press(action("undo"))
	p.waitText(cell("r3c1"), "")
	p.reload()
	p.press(digitKey(5))
	p.press(cell("r3c1"))
	p.waitText(cell("r3c1"), "5")
}

// TestBareClicks checks that a click without a pointer, as from screen readers and switches, acts like a
// finger. Browsers that do not report the origin of clicks do nothing twice.
func TestBareClicks(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.press(cell("r1c2"))
	// A long touch that the browser ends without a click, as on Android.
	finger := func(kind string) {
		eval[bool](p, fmt.Sprintf(`document.querySelector(%s).dispatchEvent(new PointerEvent(%q, {bubbles: true, pointerType: "touch", isPrimary: true}))`, js(digitKey(1)), kind))
	}
	finger("pointerdown")
	p.wait(`document.querySelectorAll(".notes text").length === 1`)
	finger("pointerup")
	p.push(digitKey(2))
	p.waitText(cell("r1c2"), "2")
	p.push(cell("r1c3"))
	p.waitSelected("r1c3")
	p.push(digitKey(4))
	p.waitText(cell("r1c3"), "4")
	p.push(mode("pen"))
	p.push(cell("r5c1"))
	p.wait(`document.querySelectorAll(".pen > *").length === 1`)
	p.push(action("undo"))
	p.wait(`document.querySelectorAll(".pen > *").length === 0`)
	p.push(mode("digit"))

	// Safari's clicks are not PointerEvents.
	eval[bool](p, `(document.addEventListener("pointerup", ({clientX, clientY}) => document.elementFromPoint(clientX, clientY)?.closest("#board [data-cell]")?.dispatchEvent(new MouseEvent("click", {bubbles: true, detail: 1}))), true)`)
	p.toggle("digitFirst")
	p.push(digitKey(4))
	p.press(cell("r2c1"))
	p.press(cell("r3c1"))
	p.waitText(cell("r3c1"), "4")
	p.waitText(cell("r2c1"), "4")

	p.push("#tab-learn")
	p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
	p.push(`#lessons-path [data-action="chapter"][data-technique="x-wing"]`)
	p.wait(`document.querySelector("#board .picture [data-mark]") !== null`)
	p.push(onDesk("r5c5"))
	p.wait(`document.querySelector('#board [data-cell="r5c5"]').getAttribute("aria-selected") === "true"`)
	if onSite { // the files alone read no puzzles of other rules
		return
	}
	p.push("#tab-play")
	p.fieldOpen(gallery)
	p.push("#board " + cell("r5c5"))
	p.push(`#pad [data-digit="3"]`) // this digit is in hand, because every board is now digit-first
	p.push("#board " + cell("r5c5"))
	p.wait(`document.querySelector('#board [data-cell="r5c5"]').ariaLabel.includes("3") && document.querySelector('#board [data-cell="r5c5"]') === document.activeElement`)
	p.push("#field-set")
	p.wait(`document.querySelector("#draft")?.checkVisibility() && document.querySelector("#draft .board-face")`)
	p.pick("Odd")
	odd := eval[int](p, `document.querySelectorAll("#draft nonet-board .k-Odd").length`)
	p.push("#draft " + cell("r5c6"))
	p.wait(fmt.Sprintf(`document.querySelectorAll("#draft nonet-board .k-Odd").length !== %d`, odd))
}

// TestModes checks the effect of digits in each mode: by keys, by the pad, and while Shift, Ctrl or
// Alt is down.
func TestModes(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	pressed := func(name string) {
		t.Helper()
		p.wait(fmt.Sprintf(`[...document.querySelectorAll('[data-mode][aria-pressed="true"]')].map((e) => e.dataset.mode).join() === %s`, js(name)))
	}
	p.drag("r1c2", "r1c3")
	for _, key := range []struct{ key, mode string }{{"x", "corner"}, {"c", "centre"}, {"v", "colour"}, {"b", "pen"}, {"t", "tint"}, {"z", "digit"}, {" ", "corner"}, {" ", "centre"}} {
		p.keys(key.key)
		pressed(key.mode)
		p.waitText("#live", p.text("page.told.mode", "mode", message.New("page.mode."+key.mode)))
	}
	p.keys(" ", chromedp.ModifierShift)
	pressed("corner")
	p.keys("z1")
	if got := p.board()[:3]; got != "811" {
		t.Errorf("a digit in two cells: %s", got)
	}
	p.keys("1") // again: taken back
	p.keys("2", chromedp.ModifierShift)
	p.waitText("#live", p.count("page.told.corner.several", 2))
	p.keys("5", chromedp.ModifierCtrl)
	p.keys("7", chromedp.ModifierAlt)
	p.press(cell("r1c2"))
	p.keys("v2")
	want := strings.Join([]string{p.text("page.cell.empty", "row", 1, "column", 2), p.text("page.cell.notes", "list", "2"), p.text("page.cell.centre", "list", "5"),
		p.text("page.cell.colours", "list", p.text("page.colour.2")+" "+p.text("page.colour.7"))}, p.text("list.separator"))
	p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label") === %s`, js(cell("r1c2")), js(want)))
	if n := eval[int](p, `document.querySelectorAll(".under polygon").length`); n != 3 {
		t.Errorf("%d wedges of colour are drawn, want two and one", n)
	}
	// Notes of a digit are highlighted while a cell with the digit is selected.
	p.press(cell("r3c7"))
	if n := p.standOut(); n != 2 {
		t.Errorf("%d notes stand out, want 2", n)
	}

	// A coloured candidate shows its colour on its note.
	p.press(mode("tint"))
	p.press(`#palette [data-colour="5"]`)
	p.press(cell("r1c2")) // the colour is on its centre note
	p.wait(`document.querySelectorAll(".notes circle.colour-5").length === 1`)
	p.press(digitKey(2))
	p.wait(`document.querySelectorAll(".notes circle.colour-5").length === 2`)
	p.press(digitKey(3))
	p.waitSaid("page.refused.unnoted")

	// The pen draws lines between the middles of cells; drawing a line again removes it.
	p.press(mode("pen"))
	p.press(digitKey(4))
	p.drag("r5c1", "r6c2", "r7c2")
	p.wait(`document.querySelectorAll(".pen path.pen-4").length === 2`)
	p.waitText("#live", p.count("page.told.pen", 2))
	p.drag("r5c1", "r6c2", "r7c2")
	p.wait(`document.querySelectorAll(".pen path").length === 0`)
	p.press(action("undo"))
	p.wait(`document.querySelectorAll(".pen path").length === 2`)
	p.press(mode("digit"))
	p.reload()
	p.wait(`document.querySelectorAll(".pen path").length === 2 && document.querySelectorAll(".under polygon").length === 3 && document.querySelectorAll(".notes circle").length === 2`)
}

// TestFocus checks that after every action the focus is on the board, and that keys work everywhere
// except in text fields.
func TestFocus(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(cell("r5c5"))
		p.keys("p")
		p.wait(`document.activeElement.id === "paused"`)
		p.keys("p")
		p.keys(kb.ArrowRight)
		p.waitSelected("r5c6")
		p.keys("7", chromedp.ModifierAlt) // a colour, which undo takes back
		p.press(action("hint"))
		p.waitLevel(1)
		for _, name := range []string{"hint-close", "restore", "clear", "undo", "check", "mode"} {
			p.press(action(name))
			if !p.onBoard() {
				t.Errorf("after %s the focus is on %s", name, eval[string](p, `document.activeElement.outerHTML.slice(0, 80)`))
			}
		}
		p.press(action("new"))
		p.wait(`document.querySelector("#maker")?.open`)
		p.press("#maker-cancel")
		p.wait(`!document.querySelector("#maker")?.open && document.querySelector("#board").contains(document.activeElement)`)
		p.press("#more > summary")
		p.keys(kb.ArrowLeft)
		p.waitSelected("r5c5")
		p.press("#import > summary")
		p.press("#import-text")
		p.keys("5" + kb.ArrowLeft)
		p.waitSelected("r5c5")
		if got := p.textOf(cell("r5c5")); got != "4" {
			t.Errorf("typing into a field made r5c5 %q", got)
		}
	})
}

// TestTold checks that every change is announced once, and that requested texts are read out.
func TestTold(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		eval[bool](p, `(() => { globalThis.told = []; new MutationObserver(() => told.push(document.querySelector("#live").textContent)).observe(document.querySelector("#live"), {childList: true, characterData: true, subtree: true}); return true })()`)
		told := func(keys string, want ...string) {
			t.Helper()
			eval[bool](p, `(told.length = 0, true)`)
			p.keys(keys)
			p.wait(fmt.Sprintf(`told.join("|") === %s`, js(strings.Join(want, "|"))))
		}
		digit := p.text("page.told.digit", "cell", "r1c2", "digit", 1)
		p.press(cell("r1c2"))
		told("1", digit)
		told(kb.Backspace, p.text("page.told.empty", "cell", "r1c2"))
		told("x", p.text("page.told.mode", "mode", message.New("page.mode.corner")))
		told("2", p.text("page.told.corner", "cell", "r1c2", "list", "2"))
		told("z", p.text("page.told.mode", "mode", message.New("page.mode.digit")))
		p.press(action("undo"))
		p.waitText("#live", p.text("page.told.undo", "what", p.text("page.told.corner", "cell", "r1c2", "list", p.text("page.told.none"))))
		told("8", p.text("page.told.digit", "cell", "r1c2", "digit", 8)+p.text("list.separator")+p.text("contradiction", "a", "r1c1", "b", "r1c2", "digit", 8, "house", message.New("house.row", "n", 1)))
		told("R", p.text("page.told.house", "house", message.New("house.row", "n", 1), "list", "8 8"+strings.Repeat(" "+p.text("page.told.blank"), 7)))
		told("N", p.text("page.told.candidates", "cell", "r1c2", "list", p.text("page.told.none")))
		p.keys("f")
		p.waitSelected("r1c1")
		p.keys("d")
		p.waitSelected("r1c2")
		p.keys("e")
		p.waitSelected("r1c3")
		p.keys("E")
		p.waitSelected("r9c9")
	})
}

// TestRoomForTheBoard checks that the board is as wide as a tablet in portrait. On a phone, the modes and the
// pad are visible beside the board. Enlarged four times, the board is completely visible, and an open hint does
// not cover it.
func TestRoomForTheBoard(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, true})
	p.openPuzzle(easy)
	p.resize(820, 1180)
	if width := eval[float64](p, `document.querySelector("#board").getBoundingClientRect().width`); width < 780 {
		t.Errorf("on a tablet the board is %.0f px wide", width)
	}
	for _, size := range [][2]int64{{360, 640}, {390, 844}} {
		p.resize(size[0], size[1])
		if low := eval[[]string](p, `(scrollTo(0, 0), [...document.querySelectorAll("#pad button")].filter((e) => e.checkVisibility()).filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > innerHeight || r.height < 44 || r.width < 44 }).map((e) => e.outerHTML.slice(0, 80)))`); len(low) > 0 {
			t.Errorf("%d × %d: out of sight, or too small for a thumb: %q", size[0], size[1], low)
		}
	}
	p.resize(320, 256)
	p.press(action("hint"))
	p.waitLevel(1)
	if over := eval[string](p, `(async () => {
		document.querySelector("#board").scrollIntoView({block: "start"});
		await new Promise(requestAnimationFrame);
		const r = document.querySelector("#board").getBoundingClientRect();
		if (r.height > innerHeight) return "it is " + r.height + " px high";
		for (const e of document.querySelectorAll("[data-cell]")) {
			const c = e.getBoundingClientRect();
			const on = document.elementFromPoint(c.x + c.width / 2, c.y + c.height / 2);
			if (!e.contains(on)) return e.dataset.cell + " is under " + on?.outerHTML.slice(0, 80);
		}
		return "" })()`); over != "" {
		t.Error("enlarged: " + over)
	}
	p.press(cell("r1c3"))
	p.press(digitKey(4))
	p.waitText(cell("r1c3"), "4")
}
