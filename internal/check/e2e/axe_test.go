package e2e

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// axe is axe-core 4.14.1, by Deque Systems, under the Mozilla Public License 2.0: the
// minified file of its package, as it stands.
//
//go:embed testdata/axe/axe.min.js
var axe string

// violations are what axe finds against WCAG 2.2 AA, and a little more, in what the
// page shows.
func (p *client) violations() []string {
	p.t.Helper()
	// What fades in is seen when it is there.
	p.wait(`document.getAnimations().every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity)`)
	return eval[[]string](p, `axe.run({ exclude: [["#toast"]] }, {
		runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
		rules: { "label-content-name-mismatch": { enabled: true } },
		resultTypes: ["violations"],
	}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) =>
		id + ": " + help + "\n\t" + html.slice(0, 160) + "\n\t" + failureSummary.split("\n").slice(1, 3).join(" ").slice(0, 300))))`)
}

// Nothing that can be opened violates WCAG 2.2 AA, in both languages, by day and by night.
func TestAxe(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		scheme := map[bool]string{false: "light", true: "dark"}[p.phone]
		p.emulate("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
		eval[bool](p, "("+"() => { "+axe+"; return true })()")
		var told []string
		look := func(where string) {
			t.Helper()
			for _, v := range p.violations() {
				// A fault that stands on each view is told once.
				if !slices.Contains(told, v) {
					told = append(told, v)
					t.Errorf("%s: %s", where, v)
				}
			}
		}
		inDialog := func(name, id string) {
			t.Helper()
			eval[bool](p, fmt.Sprintf(`(document.querySelector(%s).closest("details")?.setAttribute("open", ""), true)`, js(action(name))))
			p.press(action(name))
			p.wait(fmt.Sprintf(`document.querySelector(%s)?.open`, js("#"+id)))
			look(name)
			p.keys(kb.Escape)
			p.wait(fmt.Sprintf(`!document.querySelector(%s).open && !history.state?.dialogs`, js("#"+id)))
		}
		p.openPuzzle(skyscraping)
		look("play")
		p.press(`[data-mode="colour"]`)
		look("colours")
		p.press(`[data-mode="digit"]`)
		for _, d := range [][2]string{{"new", "maker"}, {"settings", "settings"}, {"games", "games"}, {"statistics", "statistics"}, {"export", "export"}, {"print", "print"}} {
			inDialog(d[0], d[1])
		}
		p.paste(strings.Repeat(easy+"\n", 3))
		p.wait(`document.querySelector("#picker")?.open`)
		look("picker")
		p.keys(kb.Escape)
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		look("hint")
		p.press(action("hint-close"))
		p.press(action("walk"))
		p.wait(`!document.querySelector("#walk-player").hidden`)
		look("path")
		p.press(action("walk-close"))
		for _, tab := range []string{"learn", "set", "target", "lab"} {
			if p.visible("#tab-" + tab) {
				p.press("#tab-" + tab)
				p.wait(fmt.Sprintf(`document.querySelector("#panel-%s").children.length > 0`, tab))
				look(tab)
			}
		}
	})
}
