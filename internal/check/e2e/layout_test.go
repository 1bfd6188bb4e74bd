package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"nonet/message"
)

// resize makes the screen another one.
func (p *client) resize(width, height int64) {
	p.t.Helper()
	options := []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch}
	if height > width {
		options = append(options, chromedp.EmulatePortrait)
	} else {
		options = append(options, chromedp.EmulateLandscape)
	}
	p.run(chromedp.EmulateViewport(width, height, options...))
}

// On phones everything that is pressed is large enough for a thumb, the board
// takes the width, and the pad is in sight.
func TestThumbs(t *testing.T) {
	t.Parallel()
	for _, lang := range message.Langs() {
		p := open(t, setting{lang, true})
		for _, size := range [][2]int64{{360, 740}, {390, 844}} {
			p.resize(size[0], size[1])
			for _, tab := range []string{"play", "target", "lab"} {
				p.press("#tab-" + tab)
				eval[bool](p, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
				if small := eval[[]string](p, `[...document.querySelectorAll("button, select, summary, textarea, a, label.check, input[type=range]")].flatMap((e) => {
					const r = e.getBoundingClientRect();
					return !e.checkVisibility() || (r.width >= 43.5 && r.height >= 43.5) ? [] : [(e.id || e.dataset.action || e.textContent) + " " + r.width + " × " + r.height];
				})`); len(small) > 0 {
					t.Errorf("%s, %v, %s: too small: %q", lang, size, tab, small)
				}
				p.noSidewaysScroll()
				eval[bool](p, `(document.querySelectorAll("details").forEach((d) => { d.open = false }), true)`)
			}
			p.press("#tab-play")
			at := eval[[]float64](p, `(() => { scrollTo(0, 0); const b = document.querySelector("nonet-board").getBoundingClientRect(); const u = document.querySelector('[data-action="undo"]').getBoundingClientRect();
				return [b.left, innerWidth - b.right, u.bottom - innerHeight] })()`)
			if at[0] > 8 || at[1] > 8 || at[2] > 0 {
				t.Errorf("%s, %v: beside the board are %v and %v px, and the tools end %v px below the screen", lang, size, at[0], at[1], at[2])
			}
		}
	}
}

// Nothing moves while the page comes up. What a slow machine paints of half a document, which
// then goes on, is left out: the status stands before the pad there, and on a phone below it.
func TestNothingMovesOnLoad(t *testing.T) {
	for _, phone := range []bool{true, false} {
		p := open(t, setting{message.English, phone})
		p.waitBadge("unique")
		moved := eval[struct {
			Sum  float64
			What []string
		}](p, `new Promise((done) => {
			const moved = {Sum: 0, What: []};
			const [{domInteractive}] = performance.getEntriesByType("navigation");
			new PerformanceObserver((list) => { for (const e of list.getEntries().filter((e) => e.startTime > domInteractive)) {
				moved.Sum += e.value;
				for (const {node, previousRect, currentRect} of e.sources) moved.What.push((node?.id || node?.className || node?.nodeName) + " " + [previousRect, currentRect].map((r) => [r.x, r.y, r.width, r.height].map(Math.round)).join(" to "));
			} }).observe({type: "layout-shift", buffered: true});
			setTimeout(() => done(moved), 300);
		})`)
		if moved.Sum > 0.02 {
			t.Errorf("phone %v: parts of the page move, by %.3f of it: %q", phone, moved.Sum, moved.What)
		}
	}
}

// A sheet leaves all of the board in sight, however much it says.
func TestSheetLeavesTheBoard(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.openPuzzle(skyscraping)
	p.wish("skyscraper")
	for _, size := range [][2]int64{{360, 740}, {390, 844}} {
		p.resize(size[0], size[1])
		inSight := func() {
			t.Helper()
			p.wait(`(() => { const b = document.querySelector("nonet-board").getBoundingClientRect(); const s = [...document.querySelectorAll(".coach")].find((e) => !e.hidden).getBoundingClientRect();
				return b.top >= 0 && b.bottom <= s.top })()`)
		}
		for level := 1; level <= 5; level++ {
			p.more(level)
			inSight()
		}
		p.press(action("hint-close"))
		p.press(action("walk"))
		p.wait(`!document.querySelector("#walk-player").hidden`)
		inSight()
		// Its parts stand below each other, also under a long sentence.
		eval[bool](p, `(document.querySelector("#walk-text").textContent = "a ".repeat(2000), true)`)
		if over := eval[float64](p, `document.querySelector("#walk-text").getBoundingClientRect().bottom - document.querySelector("#walk-steps").getBoundingClientRect().top`); over > 0 {
			t.Errorf("%v: the sentence lies %v px over the list of steps", size, over)
		}
		p.press(action("walk-close"))
	}
}

// On a low screen, a phone on its side or a page enlarged, the board and the
// pad stand beside each other; elsewhere it is as large as the window lets it.
func TestBoardFillsTheScreen(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, false})
	for _, c := range []struct {
		width, height int64
		least         float64 // of the board's side
	}{{640, 400, 330}, {844, 390, 320}, {740, 360, 290}, {1280, 800, 680}, {1920, 1080, 880}} {
		p.run(chromedp.EmulateViewport(c.width, c.height))
		at := eval[[]float64](p, `(() => { const b = document.querySelector("nonet-board").getBoundingClientRect(); const d = document.querySelector('[data-digit="1"]').getBoundingClientRect();
			return [b.width, innerHeight - b.bottom, d.left - b.right, innerHeight - d.bottom] })()`)
		if at[0] < c.least || at[1] < 0 || at[2] < 0 || at[3] < 0 {
			t.Errorf("%d × %d: the board is %.0f px wide and ends %.0f px above the edge; the pad begins %.0f px beside it and its first row ends %.0f px above the edge", c.width, c.height, at[0], at[1], at[2], at[3])
		}
		p.noSidewaysScroll()
		// A hint is in sight when it opens.
		p.press(action("hint"))
		p.waitLevel(1)
		p.wait(`(() => { const r = document.querySelector('[data-action="hint-more"]').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })()`)
		p.press(action("hint-close"))
		eval[bool](p, `(scrollTo(0, 0), true)`)
	}
}

// However much a hint has said, what is new and the button are in sight, and the board stays.
func TestNewestInSight(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.run(chromedp.EmulateViewport(1280, 720))
	p.openPuzzle(crowded)
	p.wish("als-xz")
	for level := 1; level <= 5; level++ {
		p.more(level)
		p.wait(`[document.querySelector("#hint-texts li:last-child"), document.querySelector("#hint .coach-foot button.primary:not([hidden])"), document.querySelector("nonet-board")].every((e) => {
			const r = e.getBoundingClientRect();
			return r.top >= 0 && r.bottom <= innerHeight;
		}) && document.querySelector("#hint-texts li:last-child").getBoundingClientRect().bottom <= document.querySelector("#hint .coach-foot").getBoundingClientRect().top`)
	}
}

// What is said is seen, also where the status is below the edge of the screen.
func TestSaidOutOfSight(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.resize(360, 560)
	eval[bool](p, `(scrollTo(0, 0), true)`)
	p.press(`[data-digit="5"]`)
	p.waitSaid("page.hand", "digit", 5)
	p.waitText("#toast", p.text("page.hand", "digit", 5))
	if !p.visible("#toast") {
		t.Error("the text is not to be seen")
	}
	// What went wrong, too.
	eval[bool](p, `(() => { const d = new DataTransfer(); d.setData("text/plain", "12345%789\n"); return document.body.dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`)
	p.wait(`!document.querySelector("#notice").hidden && document.querySelector("#toast").textContent === document.querySelector("#notice-text").textContent`)
	// The next touch takes it away, so that it covers nothing that is wanted.
	p.press(cell("r9c5"))
	p.wait(`document.querySelector("#toast").hidden`)
	// With the status in sight it is said once.
	p.resize(390, 1200)
	eval[bool](p, `(scrollTo(0, 0), true)`)
	p.press(action("clear"))
	p.waitSaid("page.cleared")
	if p.visible("#toast") {
		t.Errorf("the text stands twice: %q", p.textOf("#toast"))
	}
}

// Texts stay within what they belong to, with every part open.
func TestNothingCutOff(t *testing.T) {
	eachSetting(t, func(t *testing.T, p *client) {
		p.press("#hint-options > summary")
		p.wait(`document.querySelector("#hint-goal").options.length > 10`)
		for _, tab := range []string{"play", "target", "lab"} {
			p.press("#tab-" + tab)
			eval[bool](p, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
			if out := eval[[]string](p, `[...document.querySelectorAll("button, select, textarea, summary, p, span, label, td, th, dd")].flatMap((e) => {
				if (!e.checkVisibility() || e.closest(".unseen, .name, .tagline")) return [];
				const r = e.getBoundingClientRect();
				const frame = e.parentElement.closest(".card, .status, .pad, .actions, .coachbar, .top")?.getBoundingClientRect();
				const scrolls = e.closest(".scroll") !== null;
				const cut = e.scrollWidth > e.clientWidth + 1 && e.tagName === "BUTTON";
				return !cut && (scrolls || !frame || (r.left >= frame.left - 1 && r.right <= frame.right + 1)) ? [] : [e.tagName + " " + (e.id || e.dataset.action || e.textContent)];
			})`); len(out) > 0 {
				t.Errorf("%s: beyond their frame: %s", tab, strings.Join(out, ", "))
			}
		}
		// The help begins at its beginning.
		p.keys("?")
		p.wait(`document.querySelector("#help").open`)
		if at := eval[[]float64](p, `[document.querySelector("#help").scrollTop, document.querySelector("#help").scrollWidth - document.querySelector("#help").clientWidth]`); fmt.Sprint(at) != "[0 0]" {
			t.Errorf("the help is scrolled by %v", at)
		}
		if below := eval[float64](p, `document.querySelector("#help .primary").getBoundingClientRect().bottom - document.querySelector("#help").getBoundingClientRect().bottom`); below > 0 {
			t.Errorf("its button lies %v px below its edge", below)
		}
	})
}

// The API's description fits the narrowest phone in both languages.
func TestDescriptionOnPhone(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.Chinese, true})
	for _, width := range []int64{320, 390} {
		p.resize(width, 740)
		for _, lang := range message.Langs() {
			p.run(chromedp.Navigate(p.server.URL + "/docs?lang=" + string(lang)))
			p.wait(`document.querySelectorAll("section").length > 10`)
			p.noSidewaysScroll()
			if narrow := eval[float64](p, `Math.min(...[...document.querySelectorAll("td:last-child")].filter((e) => e.textContent).map((e) => e.getBoundingClientRect().width)) / innerWidth`); narrow < .8 {
				t.Errorf("%d px, %s: a field's meaning has %.0f %% of the width", width, lang, 100*narrow)
			}
		}
	}
	p.visit("/")
}
