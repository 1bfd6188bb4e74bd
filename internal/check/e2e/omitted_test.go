package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestOmitted checks that the parts of an original that nonet omits are listed until the list is
// closed, also after a reload. The list neither covers nor moves the board and the pad.
func TestOmitted(t *testing.T) {
	rows := strings.Repeat(",[{},{},{},{},{},{}]", 5)
	original := `{"cells":[[{"value":1},{"pencilMarks":[2]},{"color":"#FF0000"},{},{},{}]` + rows + `],` +
		`"cages":[{"cells":[[1,1],[1,2]],"value":"=frog","style":"killer"}],"lines":[{"wayPoints":[[0.5,0.5],[2.5,2.5]],"color":"#00f","thickness":9}],` +
		`"metadata":{"title":"Pond","rules":"Frogs hop along blue lines."}}`
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		all := []string{
			p.text("field.omitted.cages", "text", "=frog"), p.text("field.omitted.line"), p.text("field.omitted.words", "text", "“Frogs hop along blue lines”"),
			p.text("field.omitted.notes"), p.text("field.omitted.colours"),
		}
		shows := func(dialog string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelector("#%s")?.checkVisibility() && document.querySelector("#%[1]s-omitted li")?.checkVisibility()`, dialog))
			got := p.textOf("#" + dialog + "-omitted")
			for _, want := range all {
				if !strings.Contains(got, strings.TrimSuffix(want, "”")) {
					t.Errorf("%s: %q is not in %q", dialog, want, got)
				}
			}
			if n := eval[int](p, fmt.Sprintf(`document.querySelectorAll("#%s-omitted li").length`, dialog)); n != len(all) {
				t.Errorf("%s: %d lines, not %d: %s", dialog, n, len(all), got)
			}
		}
		// places returns the places of the board and the pad; covered returns which of them the list covers.
		places := func(dialog string) string {
			return eval[string](p, fmt.Sprintf(`JSON.stringify(["#%[1]s-board, [data-ruled] #board", "[data-ruled] #pad, #%[1]s-values"].map((it) => { const { x, y, width, height } = document.querySelector(it).getBoundingClientRect(); return [x, y, width, height].map(Math.round) }))`, dialog))
		}
		covered := func(dialog string) string {
			return eval[string](p, fmt.Sprintf(`(() => { const box = (it) => document.querySelector(it).getBoundingClientRect(), a = box("#%[1]s-omitted");
				return ["#%[1]s-board, [data-ruled] #board", "[data-ruled] #pad, #%[1]s-values"].filter((it) => { const b = box(it); return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom }).join() })()`, dialog))
		}
		gone := func(dialog string) string {
			return fmt.Sprintf(`document.querySelector("#%s")?.checkVisibility() && !document.querySelector("#%[1]s-omitted li") && document.querySelector("#%[1]s-board .board-face, [data-ruled] #board .board-face")`, dialog)
		}
		seen := func(dialog string) {
			t.Helper()
			shows(dialog)
			p.look("omitted-" + dialog)
			if is := eval[bool](p, fmt.Sprintf(`(() => { const r = document.querySelector("#%s-omitted").getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight - 30 && document.querySelector("#%[1]s-omitted > [role=status] li") !== null })()`, dialog)); !is {
				t.Errorf("%s: the list is not on screen, or not announced", dialog)
			}
			if got := covered(dialog); got != "" {
				t.Errorf("%s: the list covers %s", dialog, got)
			}
		}
		p.fieldOpen(original)
		seen("field")
		p.wait(`location.hash.startsWith("#puzzle=")`)
		p.reload()
		seen("field")
		before := places("field")
		p.press("#field-omitted button")
		p.wait(gone("field"))
		if got := places("field"); got != before {
			t.Errorf("closing the list moves the board or the pad from %s to %s", before, got)
		}
		p.reload()
		p.wait(gone("field"))
		p.wait(`document.querySelector("#game-title").textContent === "Pond"`)
		if !eval[bool](p, `document.querySelector("#badge").hidden`) {
			t.Error("a puzzle without all of its rules is said to have one solution or several")
		}
		// The setter lists the omitted parts, too.
		p.push("#field-set")
		seen("draft")
		before = places("draft")
		p.press("#draft-omitted button")
		p.wait(gone("draft"))
		if got := places("draft"); got != before {
			t.Errorf("closing the list moves the board or the pad from %s to %s", before, got)
		}

		// The original is pasted into the setter. The list returns with the draft.
		eval[bool](p, fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %s);
			return document.querySelector("#draft").dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`, js(original)))
		seen("draft")
	})
}

// TestReadings checks that the readings of a drawn puzzle are listed and can be corrected. After a correction
// the rules change at once and the game continues. A reload keeps both. Drawings without a rule are drawn all
// the same.
func TestReadings(t *testing.T) {
	rows := strings.Repeat(",[{},{},{},{},{},{}]", 5)
	original := `{"cells":[[{"value":1},{},{},{},{},{}]` + rows + `],"lines":[{"wayPoints":[[0.5,0.5],[2.5,2.5]],"color":"#00f","thickness":9},` +
		`{"wayPoints":[[0.5,3.5],[3.5,3.5]],"color":"#0c0","thickness":9}],"metadata":{"title":"Pond","rules":"Adjacent digits along a green line differ by at least 2. Frogs hop along blue lines."}}`
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		p.fieldOpen(original)
		choice := func(name string) string {
			return fmt.Sprintf("[...document.querySelectorAll('#field-read select')].find((one) => one.dataset.name === %s)", js(name))
		}
		choose := func(name, kind string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...%s?.options ?? []].some(({ value }) => value === %s)`, choice(name), js(kind)))
			eval[bool](p, fmt.Sprintf(`(() => { const it = %s; it.value = %s; return it.dispatchEvent(new Event("change")) })()`, choice(name), js(kind)))
		}
		kinds := func(want ...string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...document.querySelectorAll("#field-rules button")].map(({ dataset }) => dataset.kind).sort().join() === %s`, js(strings.Join(want, ","))))
		}
		const blue, frogs = "blue lines", "“Frogs hop along blue lines”"
		kinds("Whisper")
		p.wait(`document.querySelectorAll(".rule.s-line").length === 2`)
		p.press("#field-omitted button:last-child")
		p.wait(`document.querySelector("#field-read").open`)
		p.wait(choice(blue) + " === document.activeElement")
		p.look("readings")
		eval[bool](p, "("+"() => { "+axe+"; return true })()")
		for _, violation := range p.violations() {
			t.Error(violation)
		}
		p.emulate("prefers-color-scheme", "dark")
		p.look("readings-dark")
		p.emulate()
		p.press("#board [role=gridcell]:nth-child(2)")
		p.keys("3")
		p.wait(`document.querySelectorAll("#board [data-kind=entry]").length === 1`)
		choose(blue, "Renban")
		kinds("Renban", "Whisper")
		choose(frogs, "")
		p.wait(`!document.querySelector("#field-read [data-open]") && !document.querySelector("#field-omitted li")`)
		if n := eval[int](p, `document.querySelectorAll("#board [data-kind=entry]").length`); n != 1 {
			t.Errorf("%d digits after a correction, not the one that was entered", n)
		}
		before := eval[string](p, `location.hash`)
		choose("green lines", "")
		kinds("Renban")
		p.wait(`document.querySelectorAll(".rule.s-line").length === 2`)
		p.wait(`location.hash !== ` + js(before))
		p.reload()
		kinds("Renban")
		choose("green lines", "back")
		kinds("Renban", "Whisper")
		p.wait(`document.querySelectorAll("#board [data-kind=entry]").length === 1`)
		p.noSidewaysScroll()
	})
}

// TestReadingsByKeyboard removes the last rule of a 9×9 puzzle. The puzzle's readings can still be corrected,
// also after a reload. Setting a kind's number does not move the focus, and the list keeps its order for the
// arrow keys.
func TestReadingsByKeyboard(t *testing.T) {
	rows := strings.Repeat(",[{},{},{},{},{},{},{},{},{}]", 8)
	original := `{"cells":[[{},{},{},{},{},{},{},{},{}]` + rows + `],"lines":[{"wayPoints":[[0.5,3.5],[3.5,3.5]],"color":"#0c0","thickness":9}],` +
		`"metadata":{"title":"=\"<b>'","rules":"Normal sudoku rules apply. Green lines: adjacent digits differ by at least 5. Frogs = <i>hop</i> \"there\"."}}`
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		p.fieldOpen(original)
		const choice = `document.querySelector("#field-read select[data-name='green lines']")`
		const number = `document.querySelector("#field-read input[data-name='green lines']")`
		order := func() string {
			return eval[string](p, `[...`+choice+`.options].map(({ value }) => value.split(" ")[0]).join()`)
		}
		p.press("#board [role=gridcell]:nth-child(2)")
		p.keys("3")
		eval[bool](p, `document.querySelector("#field-read").open = true`)
		p.wait(number + `?.value === "5"`)
		eval[bool](p, `(() => { const it = `+number+`; it.focus(); it.value = "4"; return it.dispatchEvent(new Event("change")) })()`)
		p.wait(choice + `.value === "Whisper 4"`)
		p.wait(`document.activeElement === ` + number + ` && document.activeElement.value === "4"`)
		before := order()
		eval[bool](p, `(() => { const it = `+choice+`; it.focus(); it.value = "Renban"; return it.dispatchEvent(new Event("change")) })()`)
		p.wait(`document.querySelector("#field-rules button").dataset.kind === "Renban" && document.activeElement === ` + choice)
		if got := order(); got != before {
			t.Errorf("the list was %s, and is %s", before, got)
		}
		address := eval[string](p, `location.hash`)
		eval[bool](p, `(() => { const it = `+choice+`; it.value = ""; return it.dispatchEvent(new Event("change")) })()`)
		p.wait(`!document.querySelector("#field-rules button") && ` + choice + `.value === ""`)
		// The address changes last; by then the game is stored.
		p.wait(`location.hash !== ` + js(address))
		p.reload()
		p.wait(choice + `?.value === ""`)
		p.wait(`document.querySelectorAll("#board [data-kind=entry]").length === 1`)
		if n := eval[int](p, `document.querySelectorAll("#field-read :is(b, i)").length`); n != 0 {
			t.Error("a sentence is taken for HTML")
		}
		eval[bool](p, `(() => { const it = `+choice+`; it.value = "back"; return it.dispatchEvent(new Event("change")) })()`)
		p.wait(`document.querySelector("#field-rules button").dataset.kind === "Whisper"`)
		p.noSidewaysScroll()
	})
}
