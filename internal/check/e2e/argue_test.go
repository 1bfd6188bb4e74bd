package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// story returns the sentence of the current inference, and the highlighted parts of the board.
func (p *client) story() (text string, lit []string) {
	p.t.Helper()
	return p.textOf(".story-text"), eval[[]string](p, `[...document.querySelectorAll(".picture :is([data-mark], [data-link]):not([data-dim])")].map((e) => e.dataset.link ? e.dataset.link + " " + e.dataset.from + " " + e.dataset.to : e.dataset.mark + " " + e.dataset.at)`)
}

// told opens a hint for a step of a technique, up to a level.
func (p *client) told(puzzle, technique string, level int) {
	p.t.Helper()
	p.openPuzzle(puzzle)
	p.wish(technique)
	for n := 1; n <= level; n++ {
		p.more(n)
	}
	p.wait(`document.querySelector("#hint-story .story") !== null`)
}

// TestStory checks the presentation of a chain link by link: by keys, by buttons and from the list,
// with announcements. Nothing is shown before the level of the move.
func TestStory(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.told(skyscraping, "skyscraper", 4)
		all := p.textOf(".story-count")
		if all != p.count("page.story.all", 3) {
			t.Errorf("there are %q", all)
		}
		p.keys(".")
		p.waitText(".story-count", p.text("page.story.of", "at", 1, "n", 3))
		text, lit := p.story()
		want := []string{"off r2c7:2", "on r1c7:2", "strong r2c7:2 r1c7:2"}
		if slices.Sort(lit); !slices.Equal(lit, want) {
			t.Errorf("%q lights %q, want %q", text, lit, want)
		}
		p.waitText("#live", p.text("page.sentences", "first", p.text("page.story.of", "at", 1, "n", 3), "second", text))
		p.keys(".,")
		p.waitText(".story-text", text)
		p.press(action("story-forward"))
		p.waitText(".story-count", p.text("page.story.of", "at", 2, "n", 3))
		// Past inferences stay bright, later ones are faint.
		if _, lit := p.story(); !slices.Contains(lit, "strong r2c7:2 r1c7:2") {
			t.Errorf("with the second link in hand the first is faint: %q", lit)
		}
		if dim := eval[int](p, `document.querySelectorAll(".picture [data-link][data-dim]").length`); dim != 1 {
			t.Errorf("with the second of three links in hand %d are faint", dim)
		}
		p.press(".story summary")
		p.press(".story li:nth-child(3) button")
		p.wait(`document.querySelectorAll(".story [aria-current=step]").length === 1 && document.querySelector(".story li:nth-child(3) button").getAttribute("aria-current") === "step"`)
		p.press(action("story-all"))
		p.waitText(".story-count", all)
		if _, lit := p.story(); len(lit) != 7 {
			t.Errorf("all together are %q", lit)
		}
		p.noSidewaysScroll()
		p.shoot("story")
		p.keys(kb.Escape)
		p.wait(`document.querySelector("#hint").hidden && document.querySelector(".picture [data-mark]") === null`)
	})
}

// TestForcingPicture checks the picture of three suppositions. They differ in form, letter and colour. True and
// false candidates differ in form. Strokes are behind digits. In forced colours lines have an outline. A net
// shows the current inference.
func TestForcingPicture(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.emulate("prefers-color-scheme", map[bool]string{true: "dark", false: "light"}[p.phone], "prefers-reduced-motion", "reduce")
		p.told(crowded, "cell-forcing-chain", 5)
		if got := eval[[]string](p, `[...document.querySelectorAll("[data-supposed] .tag text")].map((e) => e.textContent)`); !slices.Equal(got, []string{"A", "B", "C"}) {
			t.Errorf("the suppositions are %q", got)
		}
		if n := eval[int](p, `new Set([...document.querySelectorAll(".link .line")].map((e) => getComputedStyle(e).stroke)).size`); n != 3 {
			t.Errorf("links have %d colours", n)
		}
		if got := eval[string](p, `[...document.querySelectorAll(".strike")].map((e) => e.nextElementSibling?.textContent ?? "").join()`); got != "5" {
			t.Errorf("in front of strokes stands %q", got)
		}
		if !eval[bool](p, `document.querySelector("#hint-texts li:nth-child(4) details:not([open])") !== null`) {
			t.Error("a long reason does not fold")
		}
		p.shoot("cell")
		p.keys("...")
		p.wait(`document.querySelector(".picture [data-dim]") !== null`)
		p.shoot("cell3")
		p.emulate("forced-colors", "active")
		if eval[bool](p, `[...document.querySelectorAll(".link")].some((e) => getComputedStyle(e.querySelector(".casing")).stroke === getComputedStyle(e.querySelector(".line")).stroke)`) {
			t.Error("in forced colours a line does not stand out from its casing")
		}
		p.shoot("cell-forced")
		p.keys(kb.Escape)

		// If a net supposes that a candidate is false, the premise is visible next to its result.
		p.told(crowded, "forcing-net-verity", 5)
		n := eval[int](p, `document.querySelectorAll(".story li").length`)
		for i := range min(n, 4) {
			p.keys(".")
			p.waitText(".story-text", eval[string](p, fmt.Sprintf(`document.querySelector(".story li:nth-child(%d) button").lastChild.textContent`, i+1)))
		}
		p.shoot("net")
	})
}

// TestWhy checks "Why not?" by key and pad, and by the secondary mouse button on a candidate: one step, several
// steps, the visible parts, and a supposition. The board is then the player's again.
func TestWhy(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		if p.phone {
			p.press(action("why"))
		} else {
			p.keys("y")
		}
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r1c3"))
		if p.phone {
			p.press(`#why-digits [value="5"]`)
		} else {
			p.keys("5") // a digit of the question, not an entry
		}
		p.waitText("#why-text", p.text("why.seen", "cell", "r1c3", "digit", 5, "cells", "r1c1"))
		p.waitText("#live", p.textOf("#why-text"))
		p.press(`#why-digits [value="4"]`)
		p.waitText("#why-text", p.text("why.right.steps", "cell", "r1c3", "digit", 4, "n", 5))
		if got := p.board(); got != easy {
			t.Errorf("the board is %s", got)
		}
		for range 4 {
			p.press(action("why-forward"))
		}
		p.waitText("#why-count", p.text("page.walk.of", "step", 5, "steps", 5, "name", message.New("deduction.naked-single")))
		p.wait(`document.querySelector('.picture [data-mark="placement"][data-at="r1c3:4"]') !== null`)
		p.noSidewaysScroll()
		p.shoot("why-steps")
		// Pressing another cell asks about that cell.
		p.press(cell("r1c4"))
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r1c4"))
		p.waitBoard(easy)

		p.openPuzzle(crowded)
		p.wait(`document.querySelector("#why").hidden`)
		if p.phone {
			p.press(cell("r8c8"))
			p.press(action("why"))
			p.press(`#why-digits [value="5"]`)
		} else {
			x, y := eval[float64](p, `(() => { const r = document.querySelector('[data-cell="r8c8"]').getBoundingClientRect(); return r.x + r.width / 2 })()`), eval[float64](p, `(() => { const r = document.querySelector('[data-cell="r8c8"]').getBoundingClientRect(); return r.y + r.height / 2 })()`)
			p.run(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
		}
		p.waitText("#why-title", p.text("page.why.title", "cell", "r8c8", "digit", 5))
		p.waitText("#why-text", p.text("why.refuted.supposition", "cell", "r8c8", "digit", 5))
		p.wait(`document.querySelector("#why-step").textContent.includes("r8c8") && document.querySelector('.picture [data-mark="placement"][data-at="r8c8:5"]') !== null`)
		p.shoot("why")
		if p.phone {
			p.resize(360, 640)
			p.wait(`document.querySelector("#why-digits").getBoundingClientRect().bottom <= document.querySelector("#why-text").getBoundingClientRect().top`)
			p.resize(390, 844)
		}
		p.press(action("why-forward"))
		p.wait(`document.querySelector("#why-count").textContent.includes("2") && !document.querySelector("#why-step").textContent.includes("r8c8")`)
		p.shoot("why1")
		p.keys(kb.Escape)
		p.wait(`document.querySelector("#why").hidden && document.querySelector(".picture [data-mark]") === null`)
		p.waitBoard(crowded)
		if !eval[bool](p, `document.querySelector("nonet-board").contains(document.activeElement)`) {
			t.Error("the focus is not on the board")
		}
	})
}

// TestWhyTakesDigits checks that, during "Why not?", typed digits are questions everywhere and
// never entries.
func TestWhyTakesDigits(t *testing.T) {
	fullerSetting(t, setting{message.Chinese, true}, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		asked := func(how, cell string, digit int) {
			t.Helper()
			p.waitText("#why-title", p.text("page.why.title", "cell", cell, "digit", digit))
			if eval[bool](p, `document.querySelector('[data-kind="entry"], .pen path') !== null`) {
				t.Errorf("%s was a move", how)
			}
		}
		closed := func() {
			t.Helper()
			p.press(action("why-close"))
			p.wait(fmt.Sprintf(`document.querySelector("#why").hidden && document.querySelector(%s).disabled`, js(action("undo"))))
			p.waitBoard(easy)
		}
		p.press(cell("r1c3"))
		if !onSite {
			// Keys are typed before the module has loaded.
			module := eval[string](p, `new URL("learn/why.js", document.querySelector('script[type="module"]').src).pathname`)
			p.server.hold(module)
			p.press(action("why"))
			p.keys("5")
			p.server.release(module)
			asked("a key, early,", "r1c3", 5)
			p.keys(kb.Escape)
			p.wait(`document.querySelector("#why").hidden`)
		}
		p.press(action("why"))
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r1c3"))
		p.press(digitKey(1))
		asked("the pad", "r1c3", 1)
		if p.phone {
			p.long(digitKey(2))
			asked("a long press on the pad", "r1c3", 2)
		}
		p.keys("3")
		asked("a key", "r1c3", 3)
		p.keys("5", chromedp.ModifierShift)
		asked("Shift and a key", "r1c3", 5)
		p.keys("6", chromedp.ModifierCtrl)
		asked("Ctrl and a key", "r1c3", 6)
		p.keys("7", chromedp.ModifierAlt)
		asked("Alt and a key", "r1c3", 7)
		for i, name := range []string{"corner", "colour", "tint", "pen"} {
			p.press(mode(name))
			p.press(digitKey(i + 1))
			asked(name+", the pad", "r1c3", i+1)
			p.keys(fmt.Sprint(i + 5))
			asked(name+", a key", "r1c3", i+5)
		}
		// The pen selects the cell and draws nothing.
		p.press(cell("r1c4"))
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r1c4"))
		p.press(mode("digit"))
		p.shoot("why-pad")
		closed()

		// Choose the digit first, then the cell.
		p.keys(kb.Escape)
		p.waitSelected()
		p.press(action("why"))
		p.waitText("#why-text", p.text("page.why.cell"))
		p.press(digitKey(5))
		p.waitText("#why-text", p.text("page.why.cellFor", "digit", 5))
		p.press(cell("r1c3"))
		asked("the digit before the cell", "r1c3", 5)
		closed()

		// The same with a digit in hand.
		p.keys(kb.Escape)
		p.waitSelected()
		p.press(digitKey(6))
		p.waitSaid("page.hand", "digit", 6)
		p.press(action("why"))
		p.press(cell("r1c4"))
		asked("a digit in hand", "r1c4", 6)
		// After "Why not?" is closed, typed digits are entries again.
		closed()
		p.press(cell("r1c3"))
		p.waitText(cell("r1c3"), "6")
	})
}

// TestProfile checks the profile of a path. Each bar leads to its step, and so do arrow keys while the profile
// has the focus.
func TestProfile(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(skyscraping)
		p.press(action("walk"))
		p.wait(`document.querySelector("#walk-profile .bar") !== null`)
		steps := eval[int](p, `document.querySelectorAll("#walk-list li").length`)
		if n := eval[int](p, `document.querySelectorAll("#walk-profile .bar").length`); n != steps {
			t.Errorf("%d bars for %d steps", n, steps)
		}
		p.press(`#walk-profile .bar:nth-child(6)`)
		p.wait(`document.querySelector("#walk-profile .bar.now").dataset.step === "5" && document.querySelector('#walk-list [aria-current="step"]').value === "5"`)
		p.run(focus("#walk-profile"))
		p.keys(kb.ArrowRight)
		p.wait(`document.querySelector("#walk-profile").getAttribute("aria-valuenow") === "7" && document.querySelector("#walk-profile").getAttribute("aria-valuetext").length > 4`)
		p.noSidewaysScroll()
		p.shoot("profile")
	})
}
