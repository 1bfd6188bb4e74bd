package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/web"
)

// focus moves the focus to an element without a click.
func focus(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Focus(chromedp.CSS(selector))
}

func TestCancel(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		// What is cancelled before it reaches the server is never abandoned there.
		arrives := func(path string, send func()) {
			before := p.server.count(path)
			for send(); p.server.count(path) == before; {
				time.Sleep(time.Millisecond)
			}
		}
		given := p.server.hold("/api/v1/solve")
		arrives("/api/v1/solve", func() { p.press(action("solve")) })
		p.waitText("#busy-text", p.text("page.solve.busy"))
		p.press("#cancel")
		p.waitSaid("page.cancelled")
		<-given
		if got := p.board(); got != inkala || p.visible("#busy") {
			t.Errorf("after Cancel the board is %s", got)
		}

		// A change cancels a search without a message.
		arrives("/api/v1/solve", func() { p.press(action("solve")) })
		p.wait(`!document.querySelector("#busy").hidden`)
		p.press(cell("r1c2"))
		p.keys("1")
		<-given
		p.waitText("#message", "")

		// The result of a check that is out of date is ignored, too.
		arrives("/api/v1/solve", func() { p.openPuzzle(easy) })
		p.waitText("#busy-text", p.text("page.badge.checking"))
		p.openPuzzle("88" + empty[2:])
		<-given
		p.waitBadge("contradiction")

		// A slow background check can be cancelled as well.
		arrives("/api/v1/solve", func() { p.openPuzzle(unsolvable) })
		p.waitText("#busy-text", p.text("page.badge.checking"))
		p.press("#cancel")
		<-given
		p.waitBadge("undecided")

		p.server.release("/api/v1/solve")
		p.openPuzzle(inkala)
		p.press(action("solve"))
		p.waitBoard(inkalaSolution)

		given = p.server.hold("/api/v1/lab")
		p.press("#tab-lab")
		arrives("/api/v1/lab", func() { p.press(action("compare")) })
		p.waitText("#busy-text", p.text("page.lab.comparing"))
		p.press("#cancel")
		<-given
		p.waitSaid("page.cancelled")
		given = p.server.hold("/api/v1/parse")
		arrives("/api/v1/parse", func() { p.paste("1 2 3") })
		p.waitText("#busy-text", p.text("page.import.busy"))
		p.press("#cancel")
		<-given
		p.wait(`document.querySelector("#busy").hidden`)
	})
}

func TestServerDown(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.tolerate("ERR_")
		p.waitBadge("unique")
		for _, file := range []string{"target", "lab"} { // these files are loaded ahead if no worker keeps them
			p.wait(`performance.getEntriesByType("resource").some((e) => e.name.endsWith("/tools/` + file + `.js") && e.responseEnd > 0)`)
		}
		back := p.server.gone()

		p.press(action("solve"))
		p.waitText("#notice-text", p.text("page.failure.network"))
		p.waitBadge("offline")
		// The game continues without the server: digits, contradictions, undo, a paste of 81
		// characters.
		p.press(cell("r1c5"))
		p.keys("8")
		p.wait(`!document.querySelector("#reasons").hidden`)
		p.press(action("undo"))
		p.openPuzzle(easy)
		p.waitBadge("offline")
		p.openPuzzle(inkala)
		p.press(cell("r1c2"))
		p.keys("1")
		p.press("#tab-target")
		p.waitText("#reach-about", p.text("page.target.reach.unknown"))
		p.press(action("target"))
		p.waitText("#notice-text", p.text("page.failure.network"))
		p.press("#tab-lab") // a message about one tab must not remain in another tab
		p.wait(`document.querySelector("#notice").hidden`)
		p.press(action("compare"))
		p.waitText("#notice-text", p.text("page.failure.network"))
		p.press("#notice-close")
		for _, start := range []string{"lab-forward", "lab-play"} {
			p.press(action(start))
			p.waitText("#notice-text", p.text("page.failure.network"))
			p.press("#notice-close")
		}
		p.press("#tab-play")
		p.waitText(cell("r1c2"), "1")

		// When the server is back, everything works again.
		back()
		p.press(action("solve"))
		p.waitBoard(inkalaSolution)
		p.wait(`document.querySelector("#notice").hidden`)
	})
}

// TestStrictServer checks that the page respects the limits of a server that allows less than
// the page would request.
func TestStrictServer(t *testing.T) {
	t.Parallel()
	p := openOn(t, setting{message.English, false}, httpapi.New(httpapi.Config{
		Assets: web.Files, Limits: operation.Limits{Time: time.Second, Solutions: 7, Count: 50, Body: 1 << 11},
	}))
	p.openPuzzle(empty)
	p.waitBadge("several")
	p.press(action("solve"))
	p.waitText("#message", p.text("page.sentences", "first", p.count("page.solve.atLeast", 50), "second", p.count("page.solve.paged", 7)))
	p.press("#tab-target")
	p.press(action("target"))
	p.wait(`!document.querySelector("#best").hidden`)
	p.press("#tab-lab")
	p.press(action("lab-forward"))
	p.waitText("#lab-nodes", "1")
	p.press(action("compare"))
	p.wait(`document.querySelector("#runs table") !== null`)
	p.paste(strings.Repeat(inkala+"\n", 30))
	p.waitText("#notice-text", p.text("page.import.tooLarge", "kib", 2))
}

// TestKeyboardAlone checks that everything can be reached and done without a mouse, and that the
// focus is always visible.
func TestKeyboardAlone(t *testing.T) {
	fullerSetting(t, setting{message.English, false}, func(t *testing.T, p *client) {
		tab := func(to string, modifiers ...chromedp.Modifier) {
			t.Helper()
			for range 60 {
				p.keys(kb.Tab, modifiers...)
				if !eval[bool](p, `(() => { const e = document.activeElement; if (e === document.body) return true;
					const shown = e.matches(".unseen") ? e.previousElementSibling : e;
					const s = getComputedStyle(shown); return s.outlineStyle !== "none" || s.boxShadow !== "none" })()`) {
					t.Errorf("the focus does not show on %s", eval[string](p, `document.activeElement.outerHTML.slice(0, 100)`))
				}
				if eval[bool](p, fmt.Sprintf(`document.activeElement.matches(%s)`, js(to))) {
					return
				}
			}
			t.Fatalf("Tab never leads to %s", to)
		}
		tab(cell("r1c1"))
		if got := p.selected(); got != "r1c1" {
			t.Errorf("Tab to the board selects %q", got)
		}
		p.keys(kb.ArrowRight + "1")
		p.waitText(cell("r1c2"), "1")
		open := func() {
			t.Helper()
			if p.phone {
				tab("#drawer-open")
				p.keys(kb.Enter)
			}
		}
		open()
		tab(action("solve"))
		p.keys(kb.Enter)
		p.waitBoard(inkalaSolution)
		p.keys(kb.Escape)
		p.wait(`document.querySelector('[data-cell="r1c3"]').textContent === ""`)
		open()
		tab(action("restore"))
		p.keys(" ")
		p.waitBoard(inkala)
		open()
		tab("#import > summary")
		p.keys(kb.Enter)
		tab("#import-text")
		p.keys(unsolvable)
		tab(action("import"))
		p.keys(kb.Enter)
		p.waitBoard(unsolvable)

		if p.phone { // the place of the tabs
			tab("#go-home", chromedp.ModifierShift)
			p.keys(kb.Enter)
			tab("#tab-home")
			p.keys(kb.ArrowLeft)
		} else {
			tab("#tab-play", chromedp.ModifierShift)
			// With the focus on a tab, keys that the tab does not use act on the board.
			p.keys("?")
			p.wait(`document.querySelector("#help").open`)
			p.keys(kb.Escape)
			p.wait(`!document.querySelector("#help").open && !history.state?.dialogs && document.querySelector("#board").contains(document.activeElement)`)
			p.keys("n")
			p.wait(`document.querySelector('[data-mode="corner"]').getAttribute("aria-pressed") === "true"`)
			p.keys("n")
			tab("#tab-play", chromedp.ModifierShift)
			p.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight)
			p.wait(`document.activeElement.id === "tab-target" && !document.querySelector("#panel-target").hidden`)
			p.keys(strings.Repeat(kb.ArrowLeft, 5))
		}
		p.wait(`document.activeElement.id === "tab-lab" && !document.querySelector("#panel-lab").hidden`)
		tab(action("lab-forward"))
		p.keys(kb.Enter)
		p.wait(`document.querySelector("#lab-nodes").textContent === "1"`)

		p.keys("?")
		p.wait(`document.querySelector("#help").open`)
		p.keys(kb.Escape)
		// A dialog that has closed leaves the focus to the board, a little later.
		p.wait(`!document.querySelector("#help").open && !history.state?.dialogs && document.querySelector("#board").contains(document.activeElement)`)
		tab("#settings-open", chromedp.ModifierShift)
		p.keys(kb.Enter)
		p.wait(`document.querySelector("#settings").open`)
		tab(`#settings [name="theme"]`)
		p.keys(kb.ArrowDown + kb.ArrowDown)
		p.wait(`document.documentElement.dataset.theme === "dark"`)
	})
}

// poorContrast lists texts with too little contrast to their background.
const poorContrast = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	const once = (of, known = new Map()) => (e) => known.get(e) ?? known.set(e, of(e)).get(e);
	const blend = once((under) => once((colour) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = "rgb(" + under + ")";
		canvas.fillRect(0, 0, 1, 1);
		canvas.fillStyle = colour;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
	}));
	const over = (under, colour) => blend(under.join(","))(colour);
	const behind = once((e) => {
		if (!e) return [255, 255, 255];
		let under = behind(e.parentElement);
		if (e.dataset.cell && document.querySelector("nonet-board.rings")) {
			const [, r, c] = /r(\d)c(\d)/.exec(e.dataset.cell);
			under = over(under, getComputedStyle(document.querySelectorAll(".ring")[(r - 1) * 9 + (c - 1)]).fill);
		}
		if (e.dataset.cell) {
			const [, r, c] = /r(\d)c(\d)/.exec(e.dataset.cell);
			const square = "M" + 10 * (c - 1) + " " + 10 * (r - 1) + "h";
			for (const path of e.closest("nonet-board").querySelectorAll(".lit path")) if (path.getAttribute("d")?.includes(square)) under = over(under, getComputedStyle(path).fill);
		}
		return over(under, getComputedStyle(e).backgroundColor);
	});
	const light = (rgb) => {
		const [r, g, b] = rgb.map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const poor = [];
	for (const e of document.querySelectorAll("body *")) {
		const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
		if (!text || !e.checkVisibility() || e.closest("svg, .unseen, option") || e.matches(":disabled")) continue;
		const back = behind(e);
		const [a, b] = [light(back), light(over(back, getComputedStyle(e).color))];
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		if (ratio < (e.dataset.cell ? 3 : 4.5)) poor.push(ratio.toFixed(2) + " " + e.outerHTML.slice(0, 120));
	}
	return poor;
})()`

// TestContrast checks the contrast of texts to their background: 4.5 : 1, and 3 : 1 for the
// board's large digits (WCAG AA), light and dark, in every state of a cell.
func TestContrast(t *testing.T) {
	needBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		t.Run(scheme, func(t *testing.T) {
			t.Parallel()
			p := open(t, setting{message.English, false})
			// No transitions: a changing colour has no defined contrast.
			p.emulate("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
			check := func(where string) {
				t.Helper()
				for _, poor := range eval[[]string](p, poorContrast) {
					t.Errorf("%s, %s: %s", scheme, where, poor)
				}
			}
			if got := eval[string](p, `getComputedStyle(document.body).backgroundColor`); (got == "rgb(247, 246, 243)") != (scheme == "light") {
				t.Errorf("%s: the page is %s", scheme, got)
			}
			p.waitBadge("unique")
			p.press("#import > summary")
			p.press("#more > summary")
			p.press(cell("r1c5"))
			p.keys("8")
			p.wait(`!document.querySelector("#reasons").hidden`)
			check("contradiction")
			p.press(action("undo"))
			p.press(action("solve"))
			p.waitBoard(inkalaSolution)
			p.press(cell("r1c2"))
			check("solved")
			p.openPuzzle(skyscraping)
			p.wish("skyscraper")
			for level := 1; level <= 5; level++ {
				p.more(level)
			}
			check("hint")
			p.press(action("walk"))
			p.wait(`/ED/.test(document.querySelector("#walk-grades").textContent)`)
			p.press(action("walk-forward"))
			p.press("#walk-steps > summary")
			check("walk-through")
			p.press(action("walk-close"))
			p.press(action("new"))
			p.wait(`document.querySelector("#maker")?.open`)
			check("new puzzle")
			p.press("#maker-cancel")
			p.openPuzzle(inkala)
			p.press("#tab-target")
			p.press(action("target"))
			p.waitText("#best-label", p.text("page.target.proven.maximum"))
			check("target")
			p.press("#costs")
			p.press(cell("r1c3"))
			p.wait(`document.querySelector('[data-digit="2"] .best').dataset.text === "2,860"`)
			check("target, with costs")
			p.press("#tab-lab")
			p.press(action("lab-last"))
			p.waitText("#lab-event", p.text("page.lab.event.solution"))
			p.press(action("compare"))
			p.wait(`document.querySelector("#runs table") !== null`)
			check("lab")
			p.press("#tab-learn")
			p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
			check("lessons")
			p.train("hidden-single")
			p.wait(guided)
			check("trainer")
			p.press("#trainer-check")
			p.wait(`document.querySelector("#trainer-result").dataset.verdict === "nothing"`)
			check("verdict")
			p.press("#trainer-chapter")
			p.wait(`document.querySelector("#chapter-about").textContent !== ""`)
			check("chapter")
		})
	}
}

// TestSmallestPhone checks that the page works without storage and on a narrow screen.
func TestSmallestPhone(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	for _, size := range [][2]int64{{320, 568}, {360, 640}, {414, 896}} {
		p.run(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
		for _, tab := range []string{"#tab-target", "#tab-lab", "#tab-learn", "#tab-play"} {
			p.press(tab)
			p.noSidewaysScroll()
		}
	}
}

// TestPrint checks that print shows only the board.
func TestPrint(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.run(chromedp.EmulateViewport(1280, 1000))
	shown := func() []bool {
		return []bool{p.visible("nonet-board"), p.visible(".top"), p.visible(".side"), p.visible(".foot")}
	}
	if got := fmt.Sprint(shown()); got != "[true true true true]" {
		t.Fatalf("on the screen: %s", got)
	}
	p.emulateMedia("print")
	if got := fmt.Sprint(shown()); got != "[true false false false]" {
		t.Errorf("in print: board, head, side, foot: %s", got)
	}
}
