package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/format"
	"nonet/message"
)

// TestCheck checks that Check marks the digits that differ from the only solution, until the
// next move.
func TestCheck(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		marked := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...document.querySelectorAll('[data-cell].conflict')].map((c) => c.dataset.cell).join(" ") === %s`, js(want)))
		}
		p.press(action("check"))
		p.waitSaid("page.check.nothing")
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		p.press(action("check"))
		p.waitSaid("page.check.right", "n", 1, "count", 1)
		p.press(cell("r1c3"))
		p.keys("4")
		p.press(cell("r9c9"))
		p.keys("3k")
		p.waitSaid("page.check.wrong", "n", 2, "count", 2, "list", "r1c3"+p.text("list.separator")+"r9c9")
		marked("r1c3 r9c9")
		if got := p.label("r9c9"); !strings.Contains(got, p.text("page.cell.wrong")) {
			t.Errorf("r9c9 is read as %q", got)
		}
		p.keys("2")
		marked("")

		// Contradicting digits are found without a server.
		p.press(cell("r1c4"))
		p.keys("8")
		p.press(action("check"))
		p.waitSaid("page.check.contradiction")

		// With several solutions, Check reports only whether the digits lead to one of them.
		several := without(inkalaSolution, "146")
		p.openPuzzle(several)
		name := fmt.Sprintf("r1c%d", strings.Index(several, ".")+1)
		p.press(cell(name))
		p.keys(string(inkalaSolution[strings.Index(several, ".")]))
		p.press(action("check"))
		p.waitSaid("page.check.possible")
		p.openPuzzle(unsolvable)
		p.press(cell("r1c1"))
		p.keys("1")
		p.press(action("check"))
		p.waitSaid("page.check.unsolvable")
	})
}

// TestClock checks that the clock starts at the first move, stops while the board is covered,
// and continues after a reload.
func TestClock(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		if got := p.textOf("#clock"); got != "0:00" {
			t.Errorf("before the first move it is %s", got)
		}
		p.press(cell("r1c2"))
		p.keys("1")
		p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
		p.press("#clock-button")
		p.wait(`!document.querySelector("#paused").hidden && document.activeElement.id === "paused"`)
		if eval[bool](p, fmt.Sprintf(`document.querySelector(%s).checkVisibility({visibilityProperty: true})`, js(cell("r1c1")))) {
			t.Error("the covered board is to be seen")
		}
		stood := p.textOf("#clock")
		p.keys("7") // does nothing
		eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 1300))`)
		if got := p.textOf("#clock"); got != stood {
			t.Errorf("it went on from %s to %s", stood, got)
		}
		p.keys(kb.Escape)
		p.wait(`document.querySelector("#paused").hidden && document.querySelector("#board").contains(document.activeElement)`)
		if got := p.textOf(cell("r1c2")); got != "1" {
			t.Errorf("r1c2 became %q", got)
		}
		p.keys("p")
		p.wait(`!document.querySelector("#paused").hidden`)
		p.keys(kb.Enter)
		p.wait(`document.querySelector("#paused").hidden`)
		p.reload()
		p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
		// Another puzzle has its own time.
		p.openPuzzle(easy)
		if got := p.textOf("#clock"); got != "0:00" {
			t.Errorf("another puzzle begins at %s", got)
		}
		// The last digit stops the clock.
		p.openPuzzle(easySolution[:79] + "..")
		p.press(cell("r9c8"))
		p.keys(easySolution[79:80])
		p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
		p.press(cell("r9c9"))
		p.keys(easySolution[80:])
		p.wait(fmt.Sprintf(`document.querySelector("#message").textContent === %s.replace("{time}", document.querySelector("#clock").textContent)`, js(p.text("page.solved.in", "time", "{time}"))))
		p.waitBadge("done")
	})
}

// TestDigitsLeft checks that each digit key shows how many cells still lack its digit.
func TestDigitsLeft(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		left := func(digit, want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelector('[data-digit="%s"] .left').dataset.text === %s`, digit, js(want)))
		}
		left("8", "6")
		p.press(cell("r2c8"))
		p.keys("8")
		left("8", "5")
		if got := eval[string](p, `document.querySelector('[data-digit="8"]').getAttribute("aria-label")`); got != p.text("page.pad.digit.left", "digit", 8, "left", 5) {
			t.Errorf("the key is read as %q", got)
		}
		p.openPuzzle(inkalaSolution)
		left("8", "")
	})
}

// standOut returns how many notes are highlighted by a coloured disc.
func (p *client) standOut() int {
	p.t.Helper()
	return eval[int](p, `(() => { const discs = document.querySelector("#board .over .alike"); if (getComputedStyle(discs).fill === "none") throw new Error("not to be seen");
		return discs.getAttribute("d").split("M").length - 1 })()`)
}

// TestNotesOfADigit checks that the notes of the selected cell's digit are highlighted, and that
// Restore brings back pasted notes.
func TestNotesOfADigit(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	g, err := format.ParseOne(easy)
	must(t, err)
	p.paste(string(format.Append(nil, format.Candidates, g.Grid)))
	p.waitBoard(easy)
	p.press(cell("r1c1")) // 5
	n := p.standOut()
	all := eval[int](p, `[...document.querySelectorAll(".notes text")].filter((e) => e.textContent === "5").length`)
	if n == 0 || n != all {
		t.Errorf("of %d fives among the notes %d stand out", all, n)
	}
	before := p.label("r1c3")
	p.press(cell("r1c3"))
	p.keys("4")
	p.waitText(cell("r1c3"), "4")
	p.press(action("restore"))
	p.waitText(cell("r1c3"), "")
	if got := p.label("r1c3"); got != before {
		t.Errorf("restored, r1c3 is %q, before %q", got, before)
	}
}

// TestOffline checks that the page, once loaded, opens without its server, with the same game.
func TestOffline(t *testing.T) {
	t.Parallel()
	p := openOn(t, setting{message.English, false}, keeping{handler()})
	p.wait(`navigator.serviceWorker.controller || (await navigator.serviceWorker.ready).active?.state === "activated"`)
	p.press(cell("r1c2"))
	p.keys("1")
	p.tolerate("net::ERR")
	p.server.gone()
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "true"`)
	p.waitText(cell("r1c2"), "1")
	p.waitBadge("offline")
	p.press(cell("r1c3"))
	p.keys("2")
	p.waitText(cell("r1c3"), "2")
	p.press("#lang")
	p.waitText(action("solve"), message.New("page.solve").In(message.Chinese))
}
