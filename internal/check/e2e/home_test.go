package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nonet/logic/hodoku"
)

// home goes to the home page.
func (p *client) home() {
	p.t.Helper()
	p.press("#tab-home")
	p.wait(`document.querySelector("#panel-home").dataset.ready`)
}

// TestHome checks the home page. One press continues a game or a pack, opens a puzzle of a day, or makes a
// puzzle of a level or of other rules. A returning visitor starts there.
func TestHome(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		p.home()
		if p.visible("#home-last") {
			t.Error("what was not begun is to be gone on with")
		}
		p.press("#tab-play")
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		p.home()
		p.wait(`document.querySelector("#home-last .thumbnail .entry").getAttribute("d") !== ""`)

		// Today's puzzle, and one of an earlier day.
		p.press(`#home-daily [data-grade="hard"]`)
		p.waitBoard(daily(t, hodoku.Hard))
		p.home()
		p.press(`#home-week button:nth-child(5)`)
		p.wait(`document.querySelector("#home-week button:nth-child(5)").ariaPressed === "true"`)
		p.press(`#home-daily [data-grade="easy"]`)
		p.wait(fmt.Sprintf(`document.querySelector("#made-link").getAttribute("href").includes(%s)`, js(time.Now().AddDate(0, 0, -2).Format(time.DateOnly))))

		// A puzzle of a level in one press.
		p.home()
		p.press(`#home-levels [data-grade="medium"]`)
		p.waitText("#game-title", p.text("page.level.medium"))

		// A pack continues where it was left, and counts solved puzzles.
		p.home()
		p.press(`[data-pack="first"]`)
		p.waitText("#game-title", p.text("page.level.easy"))
		p.wait(fmt.Sprintf(`document.querySelector("#message").textContent === %s`, js(p.text("page.new.made", "level", p.text("explain.level.easy")))))
		first := p.board()
		at := strings.Index(first, ".")
		solution := p.solution(first)
		p.press(cell(fmt.Sprintf("r%dc%d", at/9+1, at%9+1)))
		p.keys(solution[at : at+1])
		p.home()
		p.press(`[data-pack="first"]`)
		p.waitBoard(first[:at] + solution[at:at+1] + first[at+1:])
		for cellAt, char := range p.board() {
			if char == '.' {
				p.push(cell(fmt.Sprintf("r%dc%d", cellAt/9+1, cellAt%9+1)))
				p.push(digitKey(int(solution[cellAt] - '0')))
			}
		}
		p.wait(`document.querySelector("#win")?.open`)
		// The next one is the pack's.
		p.waitText("#win-next", p.text("page.win.pack", "name", p.text("page.home.pack.first")))
		p.press("#win-next")
		p.wait(fmt.Sprintf(`!document.querySelector("#win").open && !history.state?.dialogs && document.querySelector("#message").textContent === %s`, js(p.text("page.new.made", "level", p.text("explain.level.easy")))))
		if second := p.board(); second == first || !strings.Contains(second, ".") {
			t.Errorf("after %s the pack goes on with %s", first, second)
		}
		p.home()
		p.waitText(`[data-pack="first"] .hint:last-child`, p.text("page.home.progress", "n", 1, "of", 20))
		p.waitText("#home-streak", p.count("page.home.streak", 1))

		// Other rules: a pack of them, and a single puzzle.
		p.press(`[data-pack="little"]`)
		p.wait(`document.querySelector("#field")?.checkVisibility() && document.querySelectorAll("#board .outside").length > 3 && !document.querySelector("dialog[open]")`)
		p.home()
		p.press(`[data-kind="killer"]`)
		p.wait(`document.querySelector("#field")?.checkVisibility() && document.querySelector("#board .board-face")`)
		p.back()
		p.wait(`!document.querySelector("#field").checkVisibility()`)
		// Rules that only add houses.
		p.home()
		p.press(`[data-kind="windoku"]`)
		p.wait(`document.querySelector("#field").checkVisibility() && document.querySelector("#board .k-Windoku")`)

		// Who comes again.
		eval[bool](p, `(sessionStorage.clear(), true)`)
		p.visit("/")
		p.wait(`document.body.dataset.tab === "home" && document.querySelector("#panel-home").dataset.ready`)
		p.press(".home-game")
		p.wait(`document.body.dataset.tab === "play"`)

		// A puzzle from outside is shown, whatever tab is open: pasted, or from a link.
		p.home()
		p.openPuzzle(easy)
		p.wait(`document.body.dataset.tab === "play"`)
		p.press("#tab-learn")
		p.openPuzzle(inkala)
		p.wait(`document.body.dataset.tab === "play"`)
		eval[bool](p, `(sessionStorage.clear(), true)`)
		p.visit("/?bd=" + easy)
		p.wait(`document.body.dataset.tab === "play" && location.hash.startsWith("#/play/")`)
		p.waitBoard(easy)

		// A part that arrives late does not remove what was said meanwhile.
		part := eval[string](p, `new URL("play/home.js", document.querySelector('script[src$="main.js"]').src).pathname`)
		p.server.hold(part)
		eval[bool](p, `(sessionStorage.clear(), true)`)
		p.visit("/?g=zzz")
		p.waitText("#notice-text", p.text("page.link.unreadable"))
		p.server.release(part)
		eval[bool](p, fmt.Sprintf(`import(%s).then(() => new Promise((done) => requestAnimationFrame(() => done(true))))`, js(part)))
		if !p.visible("#notice") {
			t.Error("the notice about the link is gone")
		}
	})
}

// solution returns the solution of a puzzle.
func (p *client) solution(puzzle string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`fetch("/api/v1/solve", {method: "POST", headers: {"content-type": "application/json"}, body: JSON.stringify({puzzle: %s})}).then((r) => r.json()).then(({solutions}) => solutions[0])`, js(puzzle)))
}
