package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"nonet/internal/check/soak"
	"nonet/message"
)

// TestDrawer checks that a phone shows a line, the board and the keys. Everything else is in the
// drawer, which Back, Escape and a press outside close.
func TestDrawer(t *testing.T) {
	inSettings(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		for _, size := range [][2]int64{{360, 640}, {390, 844}, {768, 1024}} {
			p.resize(size[0], size[1])
			buttons := eval[[]string](p, `[...document.querySelectorAll("button:not([data-digit]), a, select, input, summary")].filter((e) => e.checkVisibility()).map((e) => e.dataset.action || e.id || e.textContent)`)
			slices.Sort(buttons)
			if got := strings.Join(buttons, " "); got != "drawer erase hint notes pause undo view" {
				t.Errorf("%v: beside the digits there are %s", size, got)
			}
			if below := eval[float64](p, `document.documentElement.scrollHeight - innerHeight`); below > 0 {
				t.Errorf("%v: the page is %v px longer than the screen", size, below)
			}
		}
		p.resize(390, 844)
		isOpen := `document.querySelector("#drawer").checkVisibility() && document.activeElement.id === "drawer-title" && history.state?.dialogs === 1`
		isClosed := `!document.querySelector("#drawer").checkVisibility() && !history.state?.dialogs`
		for how, closes := range map[string]func(){
			"Back":   p.back,
			"Escape": func() { p.keys(kb.Escape) },
			"beside": func() { p.tap(200, 20) },
			"close":  func() { p.press("#drawer-close") },
		} {
			p.press("#drawer-open")
			p.wait(isOpen)
			if reached := eval[bool](p, `document.querySelector(".stage").inert && document.querySelector("#pad").inert`); !reached {
				t.Errorf("%s: what is below the drawer can be reached", how)
			}
			closes()
			p.wait(isClosed)
		}
		// An action chosen in the drawer acts on the board.
		p.press(action("check"))
		p.wait(isClosed)
		p.waitSaid("page.check.nothing")
		if p.selected() != "" {
			t.Errorf("a press beside the drawer selects %s", p.selected())
		}
	}, soak.Pick([]setting{{message.Chinese, true}}, []setting{{message.English, true}, {message.Chinese, true}})...)
}

// TestMarks checks a setting. If it is on, the page shows a button for each kind of mark, also after a reload.
// If it is off, there is a single button Notes.
func TestMarks(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		if p.visible(mode("centre")) {
			t.Error("all modes have buttons from the start")
		}
		p.press(cell("r1c2"))
		p.press("#notes")
		p.press(`[data-digit="4"]`)
		p.hasLabel("r1c2", p.text("page.cell.notes", "list", "4"))
		p.wait(`document.querySelector("#notes").ariaPressed === "true"`)
		// A mode chosen by its key is named; a press on its name leaves it.
		p.keys("c")
		p.waitText("#notes-text", p.text("page.mode.centre.short"))
		p.press("#notes")
		p.waitText("#notes-text", p.text("page.notes"))
		p.wait(`document.querySelector("#notes").ariaPressed === "false"`)
		p.press("#marks")
		p.wait(fmt.Sprintf(`document.querySelector(%s).checkVisibility()`, js(mode("centre"))))
		p.reload()
		if !p.visible(mode("centre")) {
			t.Error("the buttons are gone after a reload")
		}
	})
}

// TestKeysStay checks that no message moves a key. There are messages after a digit, a contradiction, a hint, a
// check, and a paste that cannot be read.
func TestKeysStay(t *testing.T) {
	inSettings(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		keys := func() string {
			return eval[string](p, `JSON.stringify([...document.querySelectorAll("#board, #pad button")].filter((e) => e.checkVisibility()).map((e) => {
				const r = e.getBoundingClientRect();
				return [e.id || e.dataset.action + (e.dataset.digit ?? ""), ...[r.x, r.y, r.width, r.height].map(Math.round)];
			}))`)
		}
		want := keys()
		stay := func(what string) {
			t.Helper()
			if got := keys(); got != want {
				t.Errorf("%s: the keys were at %s\nand are at %s", what, want, got)
			}
		}
		p.press(cell("r1c2"))
		stay("a selection")
		p.press(`[data-digit="1"]`)
		p.waitText(cell("r1c2"), "1")
		stay("a digit")
		p.press(`[data-digit="8"]`)
		p.wait(`!document.querySelector("#reasons").hidden`)
		stay("a contradiction")
		p.keys("k")
		p.waitSaid("page.check.contradiction")
		stay("a check of it")
		p.press(action("undo"))
		p.keys("k")
		p.wait(`document.querySelector("#message").textContent !== ""`)
		stay("a check")
		p.press(action("hint"))
		p.waitLevel(1)
		stay("a hint")
		for level := 2; level <= 3; level++ {
			p.more(level)
			stay("more of it")
		}
		p.press(action("hint-close"))
		stay("a hint closed")
		p.paste("12345%789\n")
		p.wait(`!document.querySelector("#notice").hidden`)
		stay("a paste that cannot be read")
		p.press("#notice-close")
		stay("a notice closed")
		p.keys("n")
		stay("notes")
		p.keys("n")
		p.keys("p")
		p.wait(`!document.querySelector("#paused").hidden`)
		stay("a pause")
		p.keys("p")
		p.wait(`document.querySelector("#paused").hidden`)
		if onSite {
			return
		}
		// Other rules are played on the same board, with the same keys.
		p.fieldOpen(".Cage~3~R1C1~R1C2.Thermo~R5C5~R5C6~R5C7")
		p.wait(`document.querySelectorAll("#board .cage").length === 1 && document.querySelector("#badge").dataset.state === "several"`)
		stay("a puzzle of other rules")
		p.press("#board " + cell("r9c9"))
		p.press(`#pad [data-digit="7"]`)
		p.waitText("#live", p.text("page.told.digit", "cell", "r9c9", "digit", 7))
		p.press(action("undo"))
		p.press("#board " + cell("r1c1"))
		p.press(`#pad [data-digit="5"]`)
		p.wait(`!document.querySelector("#reasons").hidden`)
		stay("a broken cage")
		p.press(action("undo"))
		p.wait(`document.querySelector("#reasons").hidden`)
		p.press(action("hint"))
		p.wait(`!document.querySelector("#hint").hidden`)
		stay("a hint of it")
	}, soak.Pick([]setting{{message.English, false}, {message.Chinese, true}}, []setting{{message.English, false}, {message.English, true}, {message.Chinese, true}})...)
}

// TestCellNames checks that a setting names cells by row and column in every sentence: in hints,
// in the path, in messages and announcements.
func TestCellNames(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(skyscraping)
		p.waitBadge("unique")
		p.choose("cellNames", "words")
		words := p.text("page.cell.inWords", "row", 1, "column", 7)
		p.wish("skyscraper")
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		coded := `/\br\d+c\d+\b/.test(document.querySelector("main").innerText + document.querySelector("#live").textContent)`
		p.wait(fmt.Sprintf(`document.querySelector("#hint-texts").textContent.includes(%s)`, js(words)))
		if eval[bool](p, coded) {
			t.Errorf("a cell is named as a code: %q", p.textOf("#hint-texts"))
		}
		p.press(action("hint-close"))
		p.press(action("walk"))
		p.wait(`document.querySelector("#walk-text").textContent !== "" && !document.querySelector("#walk-player").hidden`)
		if eval[bool](p, coded) {
			t.Errorf("a cell is named as a code: %q", p.textOf("#walk"))
		}
		p.press(action("walk-close"))
		p.choose("cellNames", "code")
		p.press(action("hint"))
		p.waitLevel(1)
		for level := 2; level <= 3; level++ {
			p.more(level)
		}
		p.wait(`/\br\d+c\d+\b/.test(document.querySelector("#hint-texts").textContent)`)
	})
}

// TestNamesLight checks that a cell and a house light up on the board when their names are touched in a hint.
func TestNamesLight(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.waitBadge("unique")
		eval[bool](p, `(() => { const { animate } = Element.prototype; window.lit = [];
			Element.prototype.animate = function (...how) { lit.push(this.dataset.cell); return animate.apply(this, how); }; return true })()`)
		p.press(action("hint"))
		p.waitLevel(1)
		for level := 2; level <= 3; level++ {
			p.more(level)
		}
		for name, cells := range map[string]string{`r5c5`: "r5c5", `box 5|第 5 宫`: "r4c4 r4c5 r4c6 r5c4 r5c5 r5c6 r6c4 r6c5 r6c6"} {
			at := eval[[2]float64](p, fmt.Sprintf(`(() => {
				const texts = document.createTreeWalker(document.querySelector("#hint-texts"), NodeFilter.SHOW_TEXT);
				for (let text; (text = texts.nextNode()); ) {
					const [name] = /%s/.exec(text.data) ?? [];
					if (!name) continue;
					text.parentElement.scrollIntoView({ block: "nearest" });
					const range = document.createRange();
					range.setStart(text, text.data.indexOf(name));
					range.setEnd(text, text.data.indexOf(name) + name.length);
					const { x, y, width, height } = range.getBoundingClientRect();
					window.lit = [];
					return [x + width / 2, y + height / 2];
				}
			})()`, name))
			p.tap(at[0], at[1])
			p.wait(fmt.Sprintf(`lit.join(" ") === %s`, js(cells)))
		}
	})
}

// TestCrossing checks that the hint of a single in a box draws lines from the digits that leave it one place, before
// it tells the place. The chapter's example draws them, too.
func TestCrossing(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle("..567.8..8.64..5..342.8...165....1...1..3..6...4....529...5.238..7..89.5..8.927..")
		p.waitBadge("unique")
		lines := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...document.querySelectorAll("#board .crossing")].map((line) => line.dataset.crossing).join() === %s`, js(want)))
		}
		p.press(action("hint"))
		p.waitLevel(1)
		for level := 2; level <= 5; level++ {
			p.more(level)
			if level < 4 {
				lines("")
				continue
			}
			// 1 in box 1: rows 2 and 3 are left to r2c2, which the 1 in column 2 takes.
			lines("r5c2 column")
			for _, scheme := range []string{"light", "dark"} {
				p.emulate("prefers-color-scheme", scheme)
				p.look(fmt.Sprint("crossing-", level, scheme))
			}
			p.emulate()
			if placed := eval[bool](p, `Boolean(document.querySelector(".picture .placement"))`); placed != (level == 5) {
				t.Errorf("at level %d, the digit is in its place: %v", level, placed)
			}
		}
		p.press(action("hint-close"))
		p.wait(`!document.querySelector("#board .crossing")`)
		p.visit("/#/learn/hidden-single")
		p.wait(`document.querySelector("#chapter-example").textContent && document.querySelector("#board .crossing")`)
	})
}
