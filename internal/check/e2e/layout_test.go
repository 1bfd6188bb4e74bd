package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/internal/check/soak"
	"nonet/message"
)

// resize changes the size of the screen.
func (p *client) resize(width, height int64) {
	p.t.Helper()
	options := []chromedp.EmulateViewportOption{chromedp.EmulateMobile, chromedp.EmulateTouch}
	if height > width {
		options = append(options, chromedp.EmulatePortrait)
	} else {
		options = append(options, chromedp.EmulateLandscape)
	}
	p.run(chromedp.EmulateViewport(width, height, options...))
	// The page gets the event with the next frame, and its new layout is visible in the frame
	// after.
	eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
}

// TestThumbs checks phones: all controls are large enough for a thumb, the board has the full width, and the
// pad is visible.
func TestThumbs(t *testing.T) {
	t.Parallel()
	for _, lang := range message.Langs() {
		p := open(t, setting{lang, true})
		for _, size := range [][2]int64{{360, 740}, {390, 844}} {
			p.resize(size[0], size[1])
			for _, tab := range []string{"play", "target", "lab"} {
				p.press("#tab-" + tab)
				eval[bool](p, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
				if tab == "play" {
					p.press("#drawer-open")
				}
				if small := eval[[]string](p, `[...document.querySelectorAll("button, select, summary, textarea, a, label.check, input[type=range]")].flatMap((e) => {
					const r = e.getBoundingClientRect();
					return !e.checkVisibility() || (r.width >= 43.5 && r.height >= 43.5) ? [] : [(e.id || e.dataset.action || e.textContent) + " " + r.width + " × " + r.height];
				})`); len(small) > 0 {
					t.Errorf("%s, %v, %s: too small: %q", lang, size, tab, small)
				}
				p.noSidewaysScroll()
				// The tabs do not move under the thumb, whichever is open.
				if low := eval[float64](p, `document.querySelector(".settings").getBoundingClientRect().top - document.querySelector(".tabs").getBoundingClientRect().top`); low > 10 {
					t.Errorf("%s, %v, %s: the settings stand %v px below the tabs", lang, size, tab, low)
				}
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

// TestNothingMovesOnLoad checks that nothing moves while the page loads. It ignores the image of an incomplete
// document that a slow machine may show. In this image the status is before the pad, and on a phone below it.
func TestNothingMovesOnLoad(t *testing.T) {
	for _, phone := range []bool{true, false} {
		p := openOn(t, setting{message.English, phone}, keeping{handler()})
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

// TestSheetLeavesTheBoard checks that a sheet never covers the board, whatever its length.
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
		// Its parts stay below each other, even under a long sentence.
		eval[bool](p, `(document.querySelector("#walk-text").textContent = "a ".repeat(2000), true)`)
		if over := eval[float64](p, `document.querySelector("#walk-text").getBoundingClientRect().bottom - document.querySelector("#walk-steps").getBoundingClientRect().top`); over > 0 {
			t.Errorf("%v: the sentence lies %v px over the list of steps", size, over)
		}
		p.press(action("walk-close"))
	}
}

// TestBoardFillsTheScreen checks low screens, such as a phone in landscape or an enlarged page. The board and
// the pad must be side by side. Elsewhere the board is as large as the window permits.
func TestBoardFillsTheScreen(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, false})
	for _, c := range []struct {
		width, height int64
		least         float64 // as a share of the board's side
	}{{640, 400, 330}, {844, 390, 320}, {740, 360, 290}, {1280, 800, 680}, {1920, 1080, 880}} {
		p.run(chromedp.EmulateViewport(c.width, c.height))
		at := eval[[]float64](p, `(() => { const b = document.querySelector("nonet-board").getBoundingClientRect(); const d = document.querySelector('[data-digit="1"]').getBoundingClientRect();
			return [b.width, innerHeight - b.bottom, d.left - b.right, innerHeight - d.bottom] })()`)
		if at[0] < c.least || at[1] < 0 || at[2] < 0 || at[3] < 0 {
			t.Errorf("%d × %d: the board is %.0f px wide and ends %.0f px above the edge; the pad begins %.0f px beside it and its first row ends %.0f px above the edge", c.width, c.height, at[0], at[1], at[2], at[3])
		}
		p.noSidewaysScroll()
		// An opened hint is visible.
		p.press(action("hint"))
		p.waitLevel(1)
		p.wait(`(() => { const r = document.querySelector('[data-action="hint-more"]').getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })()`)
		p.press(action("hint-close"))
		eval[bool](p, `(scrollTo(0, 0), true)`)
	}
}

// TestNewestInSight checks that the newest text of a hint, and the button, are visible. The length of the hint
// must not matter. The board does not move.
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

// TestSaidOutOfSight checks that messages are visible even if the status is below the edge of the
// screen.
func TestSaidOutOfSight(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.resize(360, 400)
	eval[bool](p, `(scrollTo(0, 0), true)`)
	p.keys("k")
	p.waitSaid("page.check.nothing")
	p.waitText("#toast", p.text("page.check.nothing"))
	if !p.visible("#toast") {
		t.Error("the text is not to be seen")
	}
	// Error messages, too.
	eval[bool](p, `(() => { const d = new DataTransfer(); d.setData("text/plain", "12345%789\n"); return document.body.dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`)
	p.wait(`!document.querySelector("#notice").hidden && document.querySelector("#toast").textContent === document.querySelector("#notice-text").textContent`)
	// The next touch removes it, so that it covers no control.
	p.press(cell("r9c5"))
	p.wait(`document.querySelector("#toast").hidden`)
	// If the status is visible, the message appears once.
	p.resize(390, 1200)
	eval[bool](p, `(scrollTo(0, 0), true)`)
	p.keys("k")
	p.waitSaid("page.check.nothing")
	if p.visible("#toast") {
		t.Errorf("the text stands twice: %q", p.textOf("#toast"))
	}
}

// TestNothingCutOff checks that texts stay within their elements, with every part open.
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
		// The help opens at its top.
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

// cutOff is a function that returns the parts of the top view that are cut off sideways, with texts of some
// sizes in percent. Such parts are content wider than the page, a dialog or a scrolling part, and texts wider
// than their buttons. Elements that scroll by themselves, and the current choice of a list, may be longer.
const cutOff = `((sizes) => {
	const out = [];
	const shown = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest(".unseen, #toast, [data-cell], [inert]");
	const once = (of, known = new Map()) => (e) => known.get(e) ?? known.set(e, of(e)).get(e);
	const written = (e) => {
		const parts = [];
		const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
		for (let text = walker.nextNode(); text; text = walker.nextNode()) {
			if (text.parentElement.closest(".unseen")) continue;
			const range = document.createRange();
			range.selectNodeContents(text);
			parts.push(...range.getClientRects());
		}
		return parts.filter(({width}) => width > 0);
	};
	for (const size of sizes) {
		document.documentElement.style.fontSize = size + "%";
		const found = [];
		const {scrollWidth, clientWidth} = document.documentElement;
		const clips = once((e) => (({overflowX, clipPath}) => overflowX !== "visible" || clipPath !== "none")(getComputedStyle(e)));
		// What is in sight inside a part. Elements that scroll by themselves have no limits.
		const inside = once((part) => {
			if (!part) return [0, clientWidth];
			const [low, high] = inside(part.parentElement);
			if (low === -Infinity || !clips(part)) return [low, high];
			if (part.matches(".scroll, #draft-tools, .name, .tagline, .brand")) return [-Infinity, Infinity];
			const r = part.getBoundingClientRect();
			return [Math.max(low, r.left), Math.min(high, r.right)];
		});
		if (scrollWidth > clientWidth) found.push("the page is " + scrollWidth + " px wide on a screen of " + clientWidth);
		const dialogs = [...document.querySelectorAll("dialog[open]")];
		for (const e of dialogs) if (e.scrollWidth > e.clientWidth + 1) found.push("#" + e.id + " is " + e.scrollWidth + " px wide in " + e.clientWidth);
		for (const e of (dialogs.at(-1) ?? document.body).querySelectorAll("button, a, select, input, textarea, summary, label, h1, h2, h3, p, li, dt, dd, th, td, legend, .badge, .tally, .hint, .out")) {
			if (!shown(e) || clips(e) && !e.matches("select, input, textarea")) continue;
			const name = e.tagName + " " + (e.id || e.dataset.action || e.textContent.trim().slice(0, 30));
			const r = e.getBoundingClientRect();
			const [low, high] = inside(e.parentElement);
			if (r.width > 0 && (r.left < low - 1 || r.right > high + 1)) found.push(name + " lies at " + [r.left, r.right].map(Math.round) + ", in sight is " + [low, high].map(Math.round));
			else if (e.matches("button, .badge") && written(e).some((t) => t.left < r.left - 1 || t.right > r.right + 1)) found.push(name + " is narrower than its text");
		}
		for (const text of found) out.push(size + " %: " + text);
	}
	document.documentElement.style.fontSize = "";
	return out;
})`

// lookCut checks a view at three widths: a small phone, a tablet and a desktop. Texts are twice as large; on
// the phone it also uses the usual size. Chinese, whose words are short, is checked on the small phone. -soak
// adds a size and a width, and takes all sizes at all widths.
func (p *client) lookCut(where string) {
	p.t.Helper()
	widths := soak.Pick([]int64{320, 768, 1280}, []int64{320, 360, 768, 1280})
	if p.lang == message.Chinese && !soak.On() {
		widths = widths[:1]
	}
	for _, width := range widths {
		sizes := soak.Pick("200", "100, 150, 200")
		if width == 320 && !soak.On() {
			sizes = "100, 200"
		}
		p.resize(width, map[bool]int64{true: 740, false: 900}[width < 700])
		if out := eval[[]string](p, fmt.Sprintf("(%s)([%s])", cutOff, sizes)); len(out) > 0 {
			p.t.Errorf("%s, %d px: %s", where, width, strings.Join(out[:min(len(out), 8)], "\n\t"))
		}
	}
	p.resize(360, 740)
}

// unfold opens or closes all foldable elements in a part.
func (p *client) unfold(within string, open bool) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(document.querySelectorAll(%s).forEach((d) => { d.open = %v }), true)`, js(within+" details"), open))
}

// TestTextSize enlarges only the text, to 200 % (WCAG 2.2, 1.4.4). In Play and its dialogs, nothing may be cut
// off sideways.
func TestTextSize(t *testing.T) {
	inSettings(t, func(t *testing.T, p *client) {
		p.resize(360, 740)
		p.waitBadge("unique")
		p.lookCut("play")
		p.push(action("edit-givens"))
		p.push(action("bookmark"))
		p.unfold("#panel-play", true)
		p.wait(`document.querySelectorAll("#hint-goal optgroup").length > 2`)
		p.lookCut("play, unfolded")
		p.unfold("#panel-play", false)
		p.push(action("edit-givens"))
		p.push(mode("tint"))
		p.lookCut("tints")
		p.push(mode("digit"))
		for _, d := range [][2]string{{"new", "maker"}, {"settings", "settings"}, {"help", "help"}, {"games", "games"}, {"statistics", "statistics"}, {"export", "export"}, {"print", "print"}} {
			p.push(action(d[0]))
			p.wait(fmt.Sprintf(`document.querySelector(%s)?.open`, js("#"+d[1])))
			p.unfold("#"+d[1], true)
			p.lookCut(d[0])
			p.keys(kb.Escape)
			p.wait(`!document.querySelector("dialog[open]") && !history.state?.dialogs`)
		}

		p.openPuzzle(crowded)
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		p.lookCut("hint")
		p.push(action("hint-close"))
		p.push(action("walk"))
		p.wait(`!document.querySelector("#walk-profile").hidden && !document.querySelector("#walk-grades").hidden`)
		p.unfold("#walk", true)
		p.lookCut("path")
		p.push(action("walk-close"))
		p.press(cell("r8c8"))
		p.push(action("why"))
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r8c8"))
		p.push(`#why-digits [value="5"]`)
		p.wait(`document.querySelector("#why-step").textContent !== ""`)
		p.lookCut("why not")
		p.push(action("why-close"))

		p.openPuzzle(strings.Repeat(".", 9) + easySolution[9:27] + strings.Repeat(".", 54)) // an empty first row gives several solutions to page through
		p.push(action("solve"))
		p.wait(`!document.querySelector("#pager").hidden && document.querySelector("#busy").hidden`)
		p.lookCut("solutions")
	}, soak.Pick(phonesInEnglish, phonesInBoth)...)
}

// Texts are longer in English: only -soak checks Chinese as well.
var (
	phonesInEnglish = []setting{{message.English, true}}
	phonesInBoth    = []setting{{message.English, true}, {message.Chinese, true}}
)

// TestTextSizeOfTabs checks the same in the other tabs.
func TestTextSizeOfTabs(t *testing.T) {
	inSettings(t, func(t *testing.T, p *client) {
		p.resize(360, 740)
		p.push("#tab-home")
		p.wait(`document.querySelector("#panel-home").dataset.ready`)
		p.lookCut("home")
		p.push("#tab-learn")
		p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
		p.unfold("#panel-learn", true)
		p.lookCut("lessons")
		p.push(`#lessons-path [data-action="chapter"][data-technique="x-wing"]`)
		p.wait(`document.querySelector("#chapter-about").textContent.length > 40 && document.querySelector("#board .picture [data-mark]") !== null`)
		p.lookCut("chapter")
		p.push("#chapter-practise")
		p.wait(`document.querySelector("#trainer").checkVisibility() && !document.querySelector("#trainer-pad").hidden && document.querySelector("#trainer-busy").hidden`)
		p.lookCut("trainer")
		p.push("#tab-set")
		p.wait(`document.querySelector("#draft-verdict")?.dataset.state === "several"`)
		p.lookCut("set")
		p.push("#tab-target")
		p.push(action("target"))
		p.wait(`!document.querySelector("#best").hidden && document.querySelector("#busy").hidden`)
		p.lookCut("target")
		p.push("#tab-lab")
		p.push(action("compare"))
		p.wait(`document.querySelector("#runs").children.length > 0 && document.querySelector("#busy").hidden`)
		p.lookCut("lab")
	}, soak.Pick(phonesInEnglish, phonesInBoth)...)
}

// TestTextSizeOfField checks the same on boards of any rules, played, made and set.
func TestTextSizeOfField(t *testing.T) {
	inSettings(t, func(t *testing.T, p *client) {
		needServer(t)
		p.resize(360, 740)
		p.fieldOpen(gallery)
		p.wait(fmt.Sprintf(`document.querySelector("#badge").textContent === %s`, js(p.text("page.badge.none"))))
		p.unfold("#field", true)
		p.lookCut("field")
		p.push(action("hint"))
		p.wait(`!document.querySelector("#hint").hidden && document.querySelector("#hint-texts, #hint-trouble:not([hidden])") !== null && document.querySelector("#hint-busy").hidden`)
		p.lookCut("hint of the field")
		p.push(action("hint-close"))
		p.push("#field-target")
		p.wait(`!document.querySelector("#field-score").hidden`)
		p.lookCut("score of the field")
		p.push(action("new"))
		p.wait(`document.querySelector("#maker")?.open`)
		p.lookCut("new puzzle of other rules")
		p.push("#maker-cancel")
		p.wait(`!document.querySelector("#maker")?.open && !history.state?.dialogs`)
		p.push("#field-set")
		p.wait(`document.querySelector("#draft")?.checkVisibility() && document.querySelector(".draft-verdict").dataset.state === "none" && document.querySelector("#draft-parts").children.length > 0`)
		p.unfold("#draft", true)
		p.lookCut("draft")
	}, soak.Pick(phonesInEnglish, phonesInBoth)...)
}

// TestDescriptionOnPhone checks that the API's description fits the narrowest phone in both
// languages.
func TestDescriptionOnPhone(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.Chinese, true})
	for _, lang := range message.Langs() {
		p.run(chromedp.Navigate(p.server.URL + "/docs?lang=" + string(lang)))
		p.wait(`document.querySelectorAll("section").length > 10`)
		for _, width := range []int64{320, 390} {
			p.resize(width, 740)
			p.noSidewaysScroll()
			if narrow := eval[float64](p, `Math.min(...[...document.querySelectorAll("td:last-child")].filter((e) => e.textContent).map((e) => e.getBoundingClientRect().width)) / innerWidth`); narrow < .8 {
				t.Errorf("%d px, %s: a field's meaning has %.0f %% of the width", width, lang, 100*narrow)
			}
		}
	}
	p.visit("/")
}

// TestLessonOnTablet checks that board, keys and explanation of a lesson are visible together on an upright tablet, and
// that the head takes one line on a phone on its side.
func TestLessonOnTablet(t *testing.T) {
	t.Parallel()
	for _, lang := range message.Langs() {
		p := open(t, setting{lang, true})
		p.resize(768, 1024)
		p.press("#tab-learn")
		p.train("x-wing")
		p.wait(guided)
		p.wait(`document.querySelector("#board").getBoundingClientRect().top >= 0 && document.querySelector("#trainer-texts").getBoundingClientRect().bottom <= innerHeight`)
		p.resize(640, 360)
		for _, tab := range []string{"learn", "target", "lab", "play"} {
			p.press("#tab-" + tab)
			p.wait(`Math.abs(document.querySelector(".settings").getBoundingClientRect().top - document.querySelector(".tabs").getBoundingClientRect().top) < 10`)
		}
	}
}
