package e2e

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/internal/practice"
	"nonet/logic"
	"nonet/sudoku"
)

// axe is axe-core 4.14.1, by Deque Systems, under the Mozilla Public License 2.0. It is the minified file of
// the package, unchanged.
//
//go:embed testdata/axe/axe.min.js
var axe string

// violations returns the violations of WCAG 2.2 AA, and of some further rules, that axe finds in these parts of
// the page.
func (p *client) violations(within ...string) []string {
	p.t.Helper()
	// Wait until all animations have ended.
	p.wait(`document.getAnimations().every((a) => a.playState !== "running" || a.effect.getTiming().iterations === Infinity)`)
	context := map[string]any{"exclude": []string{"#toast"}}
	if !p.whole {
		context["exclude"] = []string{"#toast", "[role=grid] [role=row]:nth-child(n+4)"}
	}
	if len(within) > 0 {
		context["include"] = within
	}
	where, err := json.Marshal(context)
	must(p.t, err)
	return eval[[]string](p, `axe.run(`+string(where)+`, {
		runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
		rules: { "label-content-name-mismatch": { enabled: true }, "color-contrast": { enabled: `+strconv.FormatBool(p.whole)+` }, "target-size": { enabled: `+strconv.FormatBool(p.whole)+` } },
		resultTypes: ["violations"],
	}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) => nodes.slice(0, 3).map(({ html, failureSummary }) =>
		id + ": " + help + "\n\t" + html.slice(0, 160) + "\n\t" + failureSummary.split("\n").slice(1, 3).join(" ").slice(0, 300))))`)
}

// axeLooks adds axe to the page and returns a function that checks a view. The page is light on a desktop and
// dark on a phone. The function reports a violation that is on every view once. With -soak, all views are
// checked on all devices. Without it, most are checked on one device only, which depends on the length of the
// name.
func axeLooks(t *testing.T, p *client) (look func(where string, within ...string)) {
	// The script finds two small buttons side by side, and not those far from each other.
	for gap, want := range map[int]int{2: 2, 40: 0} {
		if got := eval[[]string](p, fmt.Sprintf(`(() => {
			const over = document.body.appendChild(document.createElement("div"));
			Object.assign(over.style, { position: "fixed", inset: 0, zIndex: 9 });
			for (const left of [99, %d]) {
				Object.assign(over.appendChild(document.createElement("button")).style, { all: "unset", position: "absolute", top: "99px", left: left + "px", width: "9px", height: "9px" });
			}
			const found = %s;
			over.remove();
			return found;
		})()`, 99+9+gap, smallTargets)); len(got) != want {
			t.Errorf("%d of 2 small buttons %d px apart are found: %q", len(got), gap, got)
		}
	}
	scheme := map[bool]string{false: "light", true: "dark"}[p.phone]
	p.emulate("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
	eval[bool](p, "("+"() => { "+axe+"; return true })()")
	var told []string
	return func(where string, within ...string) {
		t.Helper()
		always := []string{"play", "drawer"} // the drawer is opened on a phone only
		if !soak.On() && !slices.Contains(always, where) && p.phone != (len(where)%2 == 0) {
			return
		}
		// Most of axe's time goes into the cells of boards, and into two rules that look for what lies over what.
		// It checks both in two views. In the others it checks the cells of the first rows, and two scripts
		// check the two rules.
		p.whole = soak.On() || slices.Contains([]string{"play", "field"}, where)
		for _, v := range slices.Concat(p.violations(within...), eval[[]string](p, poorContrast), eval[[]string](p, smallTargets)) {
			if !slices.Contains(told, v) {
				told = append(told, v)
				t.Errorf("%s: %s", where, v)
			}
		}
	}
}

// smallTargets is a script. It lists pressable elements that have fewer than 24 pixels in a direction, unless
// nothing else pressable is within 12 pixels of their centre (WCAG 2.2, 2.5.8). Links in sentences may be
// smaller.
const smallTargets = `(() => {
	const shown = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
	const covered = (e, x, y) => [document.elementFromPoint(x, y)].some((hit) => hit && !e.contains(hit) && !hit.contains(e));
	const all = [...shown.querySelectorAll("button, select, input, textarea, summary, a[href], [role=gridcell], [role=button]")].flatMap((e) => {
		const { left, right, top, bottom, width, height } = e.getBoundingClientRect();
		return width && height && e.checkVisibility({ visibilityProperty: true }) && !e.matches(":disabled, .unseen, .unseen *") && !covered(e, (left + right) / 2, (top + bottom) / 2) ? [{ e, left, right, top, bottom, width, height }] : [];
	});
	const inText = ({ e }) => getComputedStyle(e).display === "inline" && e.parentElement.textContent.trim().length > e.textContent.trim().length;
	return all.filter((a) => Math.min(a.width, a.height) < 23.5 && !inText(a)).filter((a) => {
		const [x, y] = [(a.left + a.right) / 2, (a.top + a.bottom) / 2];
		return all.some((b) => a !== b && !a.e.contains(b.e) && !b.e.contains(a.e) && Math.hypot(Math.max(b.left - x, x - b.right, 0), Math.max(b.top - y, y - b.bottom, 0)) < 12);
	}).map(({ e, width, height }) => "target of " + width + " × " + height + " px: " + e.outerHTML.slice(0, 120));
})()`

// TestAxe checks that no view of Play violates WCAG 2.2 AA. It uses both languages, light and dark, a desktop
// and a phone. If a view opens a part of the page, that part is checked.
func TestAxe(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		look := axeLooks(t, p)
		close := func(id string) {
			t.Helper()
			p.keys(kb.Escape)
			p.wait(fmt.Sprintf(`!document.querySelector(%s).open && !history.state?.dialogs`, js("#"+id)))
		}
		// The dialog of a win, for a puzzle with a title and rules.
		won := format.Puzzle{Grid: sudoku.MustParse(easySolution[:80] + ".")}
		won.Describe("A title", "Ann", "Normal sudoku rules apply.")
		p.paste(string(format.AppendPuzzle(nil, format.FPuzzles, won)))
		p.waitBoard(easySolution[:80] + ".")
		p.press("#about-more summary")
		look("about", "#about")
		p.press(cell("r9c9"))
		p.keys("9")
		p.wait(`document.querySelector("#win")?.open`)
		look("win", "#win")
		close("win")

		p.home()
		look("home")
		p.press("#tab-play")
		if p.phone {
			p.press("#drawer-open")
			look("drawer")
			p.press("#drawer-close")
		}
		// All parts of Play that are not dialogs, unfolded.
		p.openPuzzle(skyscraping)
		eval[bool](p, `(document.querySelectorAll("#panel-play details").forEach((fold) => fold.setAttribute("open", "")), true)`)
		p.wait(`document.querySelectorAll("#hint-goal optgroup").length > 2`)
		p.press(action("note-all"))
		p.press(action("bookmark"))
		look("play")
		p.press(`[data-mode="colour"]`)
		look("colours", "#pad", "#board")
		p.press(`[data-mode="digit"]`)
		for _, d := range [][2]string{{"new", "maker"}, {"settings", "settings"}, {"help", "help"}, {"games", "games"}, {"statistics", "statistics"}, {"export", "export"}, {"print", "print"}} {
			if d[0] == "help" {
				p.keys("?") // the button is in the settings on a phone
			} else {
				p.press(action(d[0]))
			}
			p.wait(fmt.Sprintf(`document.querySelector(%s)?.open`, js("#"+d[1])))
			look(d[0], "#"+d[1])
			close(d[1])
		}
		for _, text := range []string{strings.Repeat(easy+"\n", 3), badText(t, "sudokupad", 11)} {
			p.paste(text)
			p.wait(`document.querySelector("#picker")?.open`)
			look("picker", "#picker")
			close("picker")
		}
		if !onSite { // the files alone read no puzzles of other rules
			p.fieldOpen(gallery)
			look("field", "main")
			p.push(action("new")) // opens over the current game
			p.wait(`document.querySelector("#maker")?.open`)
			look("maker", "#maker")
			p.push("#maker-cancel") // one Escape would close all dialogs that were opened without an action of the user
			p.wait(`!document.querySelector("#maker")?.open && !history.state?.dialogs`)
			p.leavePlace()
			p.push("#tab-play")
			p.wait(`document.querySelector("#field").checkVisibility()`)
			p.openPuzzle(skyscraping)
		}

		// The parts that explain steps.
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		look("hint", "#hint", "#board")
		p.press(action("hint-close"))
		p.press(action("walk"))
		p.wait(`!document.querySelector("#walk-profile").hidden && !document.querySelector("#walk-grades").hidden`)
		look("path", "#walk", "#board")
		p.press(action("walk-close"))
		p.openPuzzle(crowded)
		p.press(cell("r8c8"))
		p.press(action("why"))
		p.waitText("#why-text", p.text("page.why.digit", "cell", "r8c8"))
		look("why", "#why")
		p.press(`#why-digits [value="5"]`)
		p.wait(`document.querySelector("#why-step").textContent !== ""`)
		look("why not", "#why", "#board")
	})
}

// TestAxeOfTabs checks the same in the other tabs, when each opens and while it works. It is a separate test
// because axe takes time for every element, even for invisible ones.
func TestAxeOfTabs(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		look := axeLooks(t, p)
		p.press("#tab-learn")
		p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
		look("lessons")
		p.press(`#lessons-path [data-action="chapter"][data-technique="x-wing"]`)
		p.wait(`document.querySelector("#chapter-about").textContent.length > 40 && document.querySelector("#board .picture [data-mark]") !== null`)
		look("chapter", "#panel-learn", "#board")
		p.press("#chapter-practise")
		at := p.positionOf(logic.XWing)
		one := at.State.EmptyCells().First()
		p.strike(logic.Candidate{Cell: one, Digit: at.Solution.At(one)})
		p.press("#trainer-check")
		p.waitVerdict(practice.Wrong)
		look("trainer", "#panel-learn", "#board")

		p.draftOpen()
		p.waitText("#draft-verdict", p.count("page.set.atLeast", 1000))
		p.pick("Cage")
		p.setOn([2]float64{0.5, 0.5}, [2]float64{1.5, 0.5})
		p.keys("2") // a number that no two cells add up to
		p.wait(`document.querySelector("#draft-faults li")`)
		look("draft", "#draft")

		p.push("#tab-target")
		p.press(action("target"))
		p.wait(`!document.querySelector("#best").hidden && document.querySelector("#busy").hidden`)
		look("target")

		p.press("#tab-lab")
		p.press(action("compare"))
		p.wait(`document.querySelector("#runs").children.length > 0 && document.querySelector("#busy").hidden`)
		look("lab")
	})
}
