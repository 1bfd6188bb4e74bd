package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"

	"nonet/internal/check/soak"
	"nonet/logic/hodoku"
)

// forward presses the browser's Forward.
func (p *client) forward() {
	p.t.Helper()
	all := p.history()
	call(p, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: all.Entries[all.CurrentIndex+1].ID})
}

// TestAddresses checks that each view, chapter and puzzle has an address, and that the address alone opens its
// view. Back and Forward follow the visits, and a reload stays in the view.
func TestAddresses(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		p.waitBadge("unique")
		today := time.Now().Format(time.DateOnly)
		type stop struct {
			address string
			shows   string
		}
		shown := func(s stop) {
			t.Helper()
			p.wait(fmt.Sprintf(`location.hash === %s && (%s)`, js(s.address), s.shows))
		}
		tab := func(name string) string {
			return fmt.Sprintf(`document.body.dataset.tab === %s`, js(name))
		}
		first := p.history().CurrentIndex
		way := []struct {
			stop
			goes func()
		}{
			{stop{"#/play/" + inkala, tab("play")}, func() {}},
			{stop{"#/home", tab("home") + ` && document.querySelector("#panel-home").dataset.ready`}, func() { p.press("#tab-home") }},
			{stop{"#/daily/" + today + "/hard", tab("play") + ` && document.querySelector("#made-link").href.includes("hard")`}, func() { p.press(`#home-daily [data-grade="hard"]`) }},
			{stop{"#/learn", tab("learn") + ` && document.querySelectorAll("#lessons-path li").length > 40`}, func() { p.press("#tab-learn") }},
			{stop{"#/learn/x-wing", tab("learn") + ` && !document.querySelector("#chapter").hidden`}, func() { p.press(`#lessons-path [data-action="chapter"][data-technique="x-wing"]`) }},
			{stop{"#/learn/x-wing/practice", tab("learn") + ` && !document.querySelector("#trainer").hidden`}, func() { p.press("#chapter-practise") }},
			{stop{"#/set", tab("set")}, func() { p.press("#tab-set") }},
			{stop{"#/target", tab("target")}, func() { p.push("#tab-target") }},
			{stop{"#/lab", tab("lab")}, func() { p.press("#tab-lab") }},
			{stop{"#/play/" + easy, tab("play") + ` && document.querySelector("#game-title").textContent !== ""`}, func() { p.openPuzzle(easy); p.press("#tab-play") }},
		}
		for _, w := range way {
			w.goes()
			shown(w.stop)
		}
		if got, want := p.history().CurrentIndex-first, int64(len(way)-1); got != want {
			t.Errorf("the history has %d entries, want %d: %v", got, want, p.history().Entries)
		}
		for i := len(way) - 2; i >= 0; i-- {
			p.back()
			shown(way[i].stop)
		}
		p.waitBoard(inkala)
		for i := 1; i < len(way); i++ {
			p.forward()
			shown(way[i].stop)
		}
		p.waitBoard(easy)

		// A dialog and the drawer leave no entries in the history.
		p.press(action("games"))
		p.wait(`document.querySelector("#games")?.open`)
		p.press("#games-list li:last-child .game")
		p.waitBoard(inkala)
		shown(way[0].stop)
		p.back()
		p.waitBoard(easy)
	})
}

// TestAddressAlone checks that an address works in a browser without stored data, and that an unknown address
// does no harm. A reload stays in the view. With -soak, all views are reloaded, not only those of Learn.
func TestAddressAlone(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{"en", true})
	today := time.Now().Format(time.DateOnly)
	for address, shows := range map[string]string{
		"#/learn/x-wing":             `!document.querySelector("#chapter").hidden && document.querySelector("#chapter-title").textContent === "X-Wing"`,
		"#/learn/nothing":            `document.querySelectorAll("#lessons-path li").length > 40`,
		"#/daily/" + today + "/hard": fmt.Sprintf(`Array.from(document.querySelectorAll("#board [data-cell]"), (c) => c.textContent || ".").join("") === %s`, js(daily(t, hodoku.Hard))),
		"#/play/" + easy:             fmt.Sprintf(`Array.from(document.querySelectorAll("#board [data-cell]"), (c) => c.textContent || ".").join("") === %s`, js(easy)),
		"#/play/12":                  `document.body.dataset.tab === "play"`,
		"#/%E0%A4%A/x":               `document.body.dataset.tab === "play"`,
		"#/home":                     `document.querySelector("#panel-home").dataset.ready`,
	} {
		p.wipe()
		p.visit("/" + address)
		p.wait(shows)
		if strings.HasPrefix(address, "#/learn/") || soak.On() {
			p.reload()
			p.wait(shows)
		}
	}
}

// TestTwoPartsAtOnce opens a part of the page and asks for another part before the first is loaded. The first
// part must still open.
func TestTwoPartsAtOnce(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		eval[bool](p, `document.querySelector("#tab-set").click() ?? document.querySelector('[data-action="help"]').click() ?? true`)
		p.wait(`document.querySelector("#draft")?.checkVisibility() && document.querySelector("#help")`)
	})
}

// TestTitles checks that the window's title names its view, so that a history and several windows can be told
// apart.
func TestTitles(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		const killer = ".Cage~3~R1C1~R1C2"
		p.waitBadge("unique")
		for _, at := range []struct{ address, want string }{
			{"#/play/" + easy, p.text("page.game.own")},
			{"#/learn", p.text("page.tab.learn")},
			{"#/learn/x-wing", p.text("technique.x-wing")},
			{"#/learn/swordfish/practice", p.text("technique.swordfish")},
			{"#/set", p.text("draft.title")},
			{"#/target", p.text("page.tab.target")},
			{"#/lab", p.text("page.tab.lab")},
			{killer, p.text("kind.Cage")},
			{"#/home", ""},
		} {
			if at.address == killer {
				p.push("#tab-play")
				p.fieldOpen(killer)
			} else {
				eval[bool](p, fmt.Sprintf(`(location.hash = %s, true)`, js(at.address)))
			}
			want := p.text("page.documentTitle")
			if at.want != "" {
				want = at.want + " · nonet"
			}
			p.wait(fmt.Sprintf(`document.title === %s`, js(want)))
		}
	})
}

// TestPasteOfNothing checks that a paste without text gets a message. An error in a text is not shown if
// another view has been opened since.
func TestPasteOfNothing(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		p.paste("Normal rules apply.")
		p.wait(`!document.querySelector("#notice").hidden`)
		p.push("#tab-home")
		p.wait(`document.querySelector("#panel-home").dataset.ready && document.querySelector("#notice").hidden`)
		p.paste(" \n ")
		p.waitText("#notice-text", p.text("page.import.none"))
		p.paste(easy)
		p.waitBoard(easy)
		p.wait(`document.querySelector("#notice").hidden`)
	})
}
