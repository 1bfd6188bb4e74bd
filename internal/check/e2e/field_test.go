package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// gallery holds a mark of each shape.
const gallery = `{"nonet":1,"rows":9,"columns":9,"title":"Gallery","author":"Ann","rules":"Normal rules apply.","givens":{"r9c9":[5]},"constraints":[
	{"kind":"Cage","numbers":[15],"cells":["r1c1","r1c2","r2c1"]},
	{"kind":"Thermo","cells":["r3c1","r3c2","r4c2","r5c1"]},
	{"kind":"Arrow","cells":["r1c4","r1c5","r2c5","r3c4"]},
	{"kind":"WhiteDot","cells":["r1c7","r1c8"]},{"kind":"BlackDot","cells":["r2c7","r3c7"]},
	{"kind":"X","cells":["r1c9","r2c9"]},{"kind":"V","cells":["r2c8","r3c8"]},{"kind":"GreaterThan","cells":["r4c8","r4c9"]},
	{"kind":"Whisper","numbers":[5],"cells":["r5c4","r6c5","r6c6","r5c7"]},
	{"kind":"Renban","cells":["r6c1","r7c1","r7c2","r8c3"]},
	{"kind":"RegionSumLine","cells":["r7c4","r8c4","r8c5","r7c6","r7c7"]},
	{"kind":"Palindrome","cells":["r9c1","r9c2","r9c3","r9c4"]},
	{"kind":"Between","cells":["r6c8","r7c8","r7c9","r8c9"]},
	{"kind":"Quad","numbers":[1,2,3],"cells":["r3c5","r3c6","r4c5","r4c6"]},
	{"kind":"Odd","cells":["r4c4"]},{"kind":"Even","cells":["r5c5"]},
	{"kind":"ExtraRegion","cells":["r8c6","r8c7","r8c8","r9c5","r9c6","r9c7","r9c8","r6c7","r6c4"]},
	{"kind":"Diagonal","numbers":[-1]},
	{"kind":"Clone","sets":[["r4c7"],["r2c3"]]},
	{"kind":"LittleKiller","numbers":[22],"cells":["r1c6","r2c7","r3c8","r4c9"]},
	{"kind":"Sandwich","numbers":[8],"cells":["r5c1","r5c2","r5c3","r5c4","r5c5","r5c6","r5c7","r5c8","r5c9"]}]}`

// TestField checks a puzzle of other rules. It is drawn, can be played by keys and touch, explains
// contradictions, and can be solved.
func TestField(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		if p.phone {
			p.emulate("prefers-color-scheme", "dark")
		}
		p.fieldOpen(gallery)
		// The puzzle in Set keeps its own givens; the classic game's givens stay locked.
		if eval[bool](p, `(document.querySelector('#more [data-action="edit-givens"]').click(), document.querySelector('#more [data-action="edit-givens"]').getAttribute("aria-pressed") === "true" || !document.querySelector("#editing").hidden)`) {
			t.Error("the givens of the classic game are unlocked")
		}
		if got := p.textOf("#game-title"); got != "Gallery" {
			t.Errorf("it is called %q", got)
		}
		if got := eval[int](p, `document.querySelectorAll("#board [data-constraint]").length`); got != 22 {
			t.Errorf("%d marks are drawn", got)
		}
		// The pen draws through cells and along borders. A press marks a cell or a border. Keys draw, too. Undo
		// and the eraser remove strokes.
		const top = `document.querySelector("#pad").getBoundingClientRect().top + scrollY`
		before := eval[float64](p, top)
		p.keys("b")
		p.wait(fmt.Sprintf(`document.querySelector("#field-here").textContent.includes(%s)`, js(p.text("field.pen.about"))))
		if after := eval[float64](p, top); after != before {
			t.Errorf("the pen moved the pad from %v to %v", before, after)
		}
		p.drawOn("#board", at(2, 2), at(3, 3), at(3, 4))
		p.drawOn("#board", [2]float64{3, 6}, [2]float64{4, 6}, [2]float64{4, 7})
		p.drawOn("#board", at(9, 8))
		p.drawOn("#board", at(9, 8))
		p.drawOn("#board", [2]float64{7.03, 4.5})
		ink := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...document.querySelectorAll("#board .pen .ink")].map((e) => e.classList[1].slice(4) + e.classList[2].slice(4)).sort().join(" ") === %q`, want))
		}
		ink("cross7 edge7 edge7 line7 line7 side7")
		p.press("#board " + cell("r5c2"))
		p.keys("3" + kb.Enter)
		p.keys(kb.ArrowRight, chromedp.ModifierShift)
		p.keys(kb.ArrowUp, chromedp.ModifierCtrl)
		ink("cross3 cross7 edge3 edge7 edge7 line3 line7 line7 side7") // the press made a circle
		p.wait(fmt.Sprintf(`document.querySelector('#board [data-cell="r5c3"]').ariaLabel.includes(%s)`, js(strings.TrimSpace(p.text("field.pen.cell", "colour", p.text("page.colour.3"), "what", p.text("field.pen.line"), "where", "r5c2")))))
		p.look("gallery")
		p.keys("z", chromedp.ModifierCtrl)
		ink("cross3 cross7 edge7 edge7 line3 line7 line7 side7")
		p.press("#board " + cell("r1c9")) // a circle, which the eraser removes
		p.keys(kb.Delete)
		ink("cross3 cross7 edge7 edge7 line3 line7 line7 side7")
		p.keys("z")
		// The picture and the printed sheet show the board, and the sheet its rules.
		eval[bool](p, keepFiles)
		p.push(action("export"))
		p.wait(`document.querySelector("#export")?.open`)
		p.setField("#export-format", "svg")
		p.wait(`!document.querySelector("#export-download").disabled && document.querySelector("#export-picture svg")`)
		p.push("#export-download")
		if name, content := p.file(0); name != "Gallery.svg" || strings.Count(string(content), "#58c262") == 0 || strings.Count(string(content), "<text") < 8 {
			t.Errorf("%s: %s", name, content)
		}
		// The page names the rules that another program does not check. A format without the rules shows
		// nothing.
		drawn, _, _ := strings.Cut(p.text("field.export.drawn", "list", "|"), "|")
		p.setField("#export-format", "sudokupad")
		p.wait(fmt.Sprintf(`document.querySelector("#export-note").textContent.includes(%s)`, js(drawn)))
		p.tolerate("422")
		p.setField("#export-format", "line")
		p.wait(`document.querySelector("#export-text").value === "" && document.querySelector("#export-note").textContent.includes(" line")`)
		p.push(`#export form[method="dialog"] button`)
		p.wait(dialogsSettled)
		p.push(action("print"))
		p.wait(`document.querySelector("#print")?.open`)
		p.push("#print-now")
		p.wait(fmt.Sprintf(`printed === 1 && document.querySelector("#sheets h2").textContent === "Gallery" && document.querySelectorAll("#sheets svg").length === 1 && document.querySelector("#sheets").textContent.includes(%s)`, js(p.text("kind.Thermo.rule"))))
		p.push(`#print form[method="dialog"] button`)
		p.wait(dialogsSettled)
		// Pressing a rule's name highlights its marks; a cell's label names its rules.
		p.press(`#field-rules [data-kind="Thermo"]`)
		p.wait(`document.querySelectorAll("#board .pointed").length === 1`)
		p.press(`#board ` + cell("r1c2"))
		p.wait(fmt.Sprintf(`document.querySelector("#field-here").textContent.includes(%s)`, js(p.text("kind.Cage"))))
		if got := eval[string](p, `document.querySelector('#board [data-cell="r1c2"]').getAttribute("aria-label")`); !strings.Contains(got, p.text("kind.Cage")) {
			t.Errorf("of r1c2 is said %q", got)
		}
		// Labels list the values that remain for a constraint. Cells under a clue beside the board read the
		// clue out.
		for at, want := range map[string]string{"r6c1": "1234", "r5c9": "26", "r3c8": "22", "r1c4": "7 =", "r3c5": "1 2 3"} {
			p.press(`#board ` + cell(at))
			p.wait(fmt.Sprintf(`document.querySelector("#field-here").textContent.includes(%s)`, js(want)))
		}
		if got := eval[string](p, `document.querySelector('#board [data-cell="r5c9"]').getAttribute("aria-label")`); !strings.Contains(got, p.text("kind.Sandwich")+" 8") {
			t.Errorf("of r5c9 is said %q", got)
		}
		p.leavePlace()

		// A small puzzle is solved to the end: 1 2 3 4 / 3 4 1 2 / 2 1 4 3 / 4 3 2 1.
		p.fieldOpen(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~R2C1~R2C2.~R3C1_2.~R4C4_1")
		p.press(`#board ` + cell("r1c1"))
		p.keys("3")
		p.press(`#board ` + cell("r1c2"))
		p.press(`#pad [data-digit="2"]`)
		p.wait(fmt.Sprintf(`document.querySelector("#reasons").textContent.includes(%s)`, js(p.text("kind.Thermo.rule"))))
		p.wait(`document.querySelector('#board [data-cell="r1c1"]').getAttribute("aria-invalid") === "true"`)
		p.look("conflict")
		p.keys("z", chromedp.ModifierCtrl)
		p.keys("z", chromedp.ModifierCtrl)
		p.wait(`document.querySelector("#reasons").hidden && !document.querySelector("#board .conflict")`)
		p.keys("3", chromedp.ModifierShift)
		p.wait(`document.querySelectorAll("#board .note").length === 1`)
		for i, v := range "1234" + "3412" + "2143" + "4321" {
			name := fmt.Sprintf("r%dc%d", i/4+1, i%4+1)
			if name == "r3c1" || name == "r4c4" {
				continue
			}
			p.press(`#board ` + cell(name))
			p.keys(string(v))
			if name == "r2c1" { // the board is covered, so keys have no effect
				p.wait(`!document.querySelector("#clock-button").hidden`)
				p.keys("p")
				p.wait(`document.activeElement.id === "paused" && getComputedStyle(document.querySelector("#board .cells")).visibility === "hidden"`)
				p.keys("4")
				p.keys("p")
				p.wait(fmt.Sprintf(`document.activeElement.dataset.cell === "r2c1" && document.querySelector("#paused").hidden && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === %d`, 7))
			}
			if name == "r2c2" { // leave the game, and resume it
				p.leavePlace()
				eval[bool](p, `document.querySelector('[data-action="field"]').click() ?? true`)
				p.wait(`document.querySelector("#field").checkVisibility() && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 8`)
			}
		}
		p.wait(fmt.Sprintf(`document.querySelector("#message").textContent.endsWith(%s)`, js(strings.SplitAfter(p.text("field.solved"), "!")[len(strings.SplitAfter(p.text("field.solved"), "!"))-1])))
		// The usual dialog of a win, without a number of mistakes, because nothing counts them on these boards.
		p.wait(`document.querySelector("#win")?.open && document.querySelector("#win [data-figure=hints]") && !document.querySelector("#win [data-figure=mistakes]")`)
		p.look("win")
		p.press("#win .dialog-head button")
		p.wait(dialogsSettled)
		p.leavePlace()
		eval[bool](p, `document.querySelector('[data-action="statistics"]').click() ?? true`)
		p.wait(fmt.Sprintf(`document.querySelector("#statistics")?.open && [...document.querySelectorAll("#statistics-grades tr")].some((row) => row.textContent.startsWith(%s + "1"))`, js(p.text("page.statistics.rules"))))
	})
}

// TestFieldLarge checks larger boards: values of two digits, typed or pressed. Links and files of
// other programs offer the choice.
func TestFieldLarge(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.Chinese, true})
	p.fieldOpen(".Shape~16x16.~R1C1_16.Whisper~5~R2C2~R3C3~R4C3")
	p.press(`#board ` + cell("r1c2"))
	p.keysAtOnce("12")
	p.wait(`[...document.querySelectorAll("#board [role=gridcell]:not(:empty)")].map((e) => e.textContent).join() === "16,12"`)
	p.press(`#board ` + cell("r1c1")) // a given, from which the second figure removes nothing
	p.keysAtOnce("12")
	p.press(`#board ` + cell("r16c16"))
	p.press(`#pad [data-mode="centre"]`)
	p.press(`#pad [data-digit="15"]`)
	p.press(`#pad [data-digit="3"]`)
	p.wait(`document.querySelector("#board .note").textContent === "3 15"`)
	p.wait(`[...document.querySelectorAll("#board [role=gridcell]:not(:empty)")].map((e) => e.textContent).join() === "16,12"`)
	p.look("large")
	// A longer text moves nothing beyond the screen's edge.
	eval[bool](p, `(document.querySelector("#badge").textContent = "More than one solution, perhaps", document.querySelector("#clock").textContent = "12:34:56", document.querySelector("#clock-button").hidden = false, true)`)
	if wide := eval[bool](p, `document.querySelector(".game-line").scrollWidth > document.querySelector(".game-line").clientWidth`); wide {
		t.Error("it is wider than the screen")
	}
	p.leavePlace()

	// A step that follows from no house or constraint hides no notes: neither those of its cell nor those of
	// the cell that has its name on a board with nine columns.
	single := ".Shape~16x16"
	for value := 1; value < 16; value++ {
		at := fmt.Sprintf("R2C%d", value)
		if value > 8 {
			at = fmt.Sprintf("R%dC10", value-3)
		}
		single += fmt.Sprintf(".~%s_%d", at, value)
	}
	p.fieldOpen(strings.Replace(single, "R2C3_", "R1C12_", 1))
	p.push(action("walk"))
	p.wait(`document.querySelector('.picture [data-mark="placement"]')?.dataset.at === "r2c10:16"`)
	for _, name := range []string{"r2c3", "r2c10"} {
		if got := p.label(name); !strings.HasSuffix(got, " 16") {
			t.Errorf("%s is %q", name, got)
		}
	}
	p.look("large-step")
	p.leavePlace()

	p.paste(`{"size":9,"grid":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") + `],"killercage":[{"cells":["R1C1","R1C2"],"value":"4"}]}`)
	p.wait(`document.querySelector("#field").checkVisibility() && document.querySelectorAll("#board .cage").length === 1`)

	// Focus stays on a button pressed by key; if the button disappears, focus moves to the
	// board.
	enter := func(selector, then string) {
		t.Helper()
		eval[bool](p, fmt.Sprintf(`(document.querySelector(%s).focus(), true)`, js(selector)))
		p.keys(kb.Enter)
		p.wait(then)
	}
	enter(`#pad [data-mode="pen"]`, `document.querySelector("#pad").dataset.puts === "pen"`)
	enter(`#pad [data-digit="3"]`, `document.activeElement.dataset.digit === "3" && document.activeElement.ariaPressed === "true"`)
	enter(action("hint"), `document.querySelector("#hint").checkVisibility()`)
	enter(`#hint [data-action="hint-close"]`, `document.activeElement.closest("#board")`)
}

// TestFieldPlace checks the addresses of puzzles of other rules. A reload restores the game with its history,
// Back and Forward leave it and return, and the list of games has it. Without a server the engine answers.
func TestFieldPlace(t *testing.T) {
	t.Parallel()
	needEngine(t)
	p := openOn(t, setting{message.Chinese, true}, withEngine())
	p.tolerate("ERR_")
	const small = ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~R2C1~R2C2.~R3C1_2.~R4C4_1.~R2C1_3"
	isOpen := `document.querySelector("#field")?.checkVisibility() && document.querySelector("#board .board-face") && location.hash.startsWith("#puzzle=") && !history.state?.dialogs`
	p.fieldOpen(small)
	p.wait(isOpen)
	p.waitText("#badge", p.text("page.badge.unique"))
	p.press(`#board ` + cell("r1c1"))
	p.keys("2")
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4 && document.documentElement.dataset.kept === "true"`)
	p.reload()
	p.wait(isOpen + ` && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4 && !document.querySelector('[data-action=undo]').disabled`)
	p.press(action("undo"))
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 3`)
	p.press(action("redo"))
	// The drawer's own entry in the history goes first.
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4 && !history.state?.dialogs`)
	p.back()
	p.wait(`!document.querySelector("#field").checkVisibility() && !location.hash.startsWith("#puzzle=") && !history.state?.dialogs`)
	eval[bool](p, `history.forward() ?? true`)
	p.wait(isOpen + ` && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4`)

	// Without a server the game continues, and another puzzle opens.
	p.server.gone()
	p.press(action("check"))
	p.wait(`document.querySelector("#message").textContent.includes("r1c1") && document.querySelector('#board [data-cell="r1c1"]').getAttribute("aria-invalid") === "true"`)
	p.keys(kb.Backspace)
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 3`)
	p.press(action("hint"))
	for level := range 4 {
		p.wait(fmt.Sprintf(`document.querySelectorAll("#hint-dots .on").length === %d && document.querySelectorAll("#hint-texts li").length === %[1]d && document.querySelector("#hint-busy").hidden`, level+1))
		p.press(action("hint-more"))
	}
	p.wait(`document.querySelector('[data-action="hint-apply"]').checkVisibility() && document.querySelector("#board .above .picture").childElementCount > 0`)
	p.look("hint")
	before := eval[int](p, `document.querySelectorAll("#board [role=gridcell]:not(:empty), #board .note").length`)
	p.press(action("hint-apply"))
	p.wait(fmt.Sprintf(`document.querySelector("#hint").hidden && document.querySelectorAll("#board [role=gridcell]:not(:empty), #board .note").length !== %d && !document.querySelector("#board .above .picture").childElementCount`, before))
	p.press(action("undo"))
	p.press(`#board ` + cell("r1c2"))
	p.keys("y")
	p.wait(`document.querySelector("#why-digits button")?.checkVisibility()`)
	p.press(`#why-digits button:first-child`)
	p.wait(`document.querySelector("#why-text").textContent.length > 10 && document.querySelector("#board .above .picture").childElementCount > 0`)
	p.look("why")
	p.keys(kb.Escape)
	p.wait(`document.querySelector("#why").hidden && document.querySelector("#field").checkVisibility()`)
	// The path, step by step; closing it leaves the game unchanged.
	p.keys("w")
	p.wait(`!document.querySelector("#walk-player").hidden && document.querySelector("#board .above .picture").childElementCount > 0`)
	first := p.textOf("#walk-text")
	p.keys(".")
	p.wait(fmt.Sprintf(`document.querySelector("#walk-text").textContent !== %s`, js(first)))
	p.look("way")
	p.press(action("walk-last"))
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 16 && !document.querySelector("#board .above .picture").childElementCount`)
	p.keys(kb.Escape)
	p.wait(`document.querySelector("#walk").hidden && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 3`)
	p.press(`#board ` + cell("r1c1"))
	p.keys("1")
	p.wait(`document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4`)
	p.leavePlace()
	// A new puzzle as requested, also without a server.
	eval[bool](p, `document.querySelector('[data-action="new"]').click() ?? true`)
	p.wait(`document.querySelector("#maker")?.open && document.querySelector("#maker-technique").checkVisibility()`)
	p.press("#maker-rules summary")
	p.wait(`document.querySelectorAll("#maker-kinds button").length > 20`)
	p.press(`#maker [data-word="killer"]`)
	p.wait(`document.querySelector('#maker [data-word="killer"]').ariaPressed === "true" && !document.querySelector("#maker-technique").checkVisibility()`)
	eval[bool](p, `(document.querySelector("#maker-size").value = "6", true)`)
	// Without a kind the size stays, and the puzzle is a plain one.
	p.press(`#maker [data-word="killer"]`)
	p.wait(`document.querySelector('#maker [data-word="killer"]').ariaPressed === "false"`)
	p.look("maker-plain")
	p.press("#maker-make")
	p.wait(isOpen + ` && !document.querySelector("#maker")?.open && document.querySelectorAll("#board [role=gridcell]").length === 36`)
	p.leavePlace()
	eval[bool](p, `document.querySelector('[data-action="new"]').click() ?? true`)
	p.wait(`document.querySelector("#maker")?.open && document.querySelector("#maker-size").value === "9" && document.querySelector("#maker-technique").checkVisibility()`)
	eval[bool](p, `(document.querySelector("#maker-size").value = "6", document.querySelector("#maker-size").dispatchEvent(new Event("change")))`)
	p.wait(`!document.querySelector("#maker-technique").checkVisibility() && !document.querySelector("#maker-givens").disabled`)
	p.press("#maker-rules summary")
	p.press(`#maker [data-word="killer"]`)
	p.press(`#maker [data-word="thermo"]`)
	p.wait(`document.querySelector('#maker [data-word="thermo"]').ariaPressed === "true"`)
	if size := eval[string](p, `document.querySelector("#maker-size").value`); size != "6" {
		t.Errorf("after the last kind was dropped the size is %s", size)
	}
	eval[bool](p, `(document.querySelector("#maker-grade").value = "easy", true)`)
	p.look("maker")
	p.press("#maker-make")
	p.wait(isOpen + ` && !document.querySelector("#maker")?.open && document.querySelectorAll("#board .cage").length > 3 && document.querySelectorAll("#board .k-Thermo").length > 0`)
	p.waitText("#message", p.text("field.made.level", "level", p.text("explain.level.easy")))
	p.leavePlace()

	// A few combinations of a constraint are listed. Many are only counted, such as those of a long diagonal.
	p.fieldOpen(`{"nonet":1,"rows":9,"columns":9,"boxes":[3,3],"values":[1,9],"constraints":[{"kind":"Cage","numbers":[6],"cells":["r9c1","r9c2"]},{"kind":"LittleKiller","numbers":[40],"cells":["r1c1","r2c2","r3c3","r4c4","r5c5","r6c6","r7c7","r8c8","r9c9"]}]}`)
	p.wait(isOpen)
	p.press("#board " + cell("r9c1"))
	p.wait(`/15\D+24$/.test(document.querySelector("#field-here").textContent)`)
	p.press("#board " + cell("r5c5"))
	p.wait(fmt.Sprintf(`document.querySelector("#field-here").textContent.endsWith(%s)`, js(p.count("field.cage.atLeast", 127))))
	p.leavePlace()

	p.fieldOpen(".Shape~25x25.~R1C1_25.Arrow~R2C2~R2C3~R2C4")
	p.wait(isOpen)

	// Buttons and two fingers enlarge large boards; the selected cell stays visible.
	p.press("#zoom-larger")
	wide := `document.querySelector("#board").offsetWidth / document.querySelector("#frame").offsetWidth`
	p.wait(wide + ` > 1.3`)
	box := eval[[4]float64](p, `(({x, y, width, height}) => [x, y, width, height])(document.querySelector("#frame").getBoundingClientRect())`)
	touch := func(kind input.DispatchTouchEventType, apart float64) {
		points := []*input.TouchPoint{}
		for i, side := range []float64{-1, 1} {
			if apart > 0 {
				points = append(points, &input.TouchPoint{X: box[0] + box[2]/2 + side*apart, Y: box[1] + box[3]/2, ID: new(float64(i))})
			}
		}
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	touch(input.DispatchTouchEventTypeTouchStart, 30)
	for apart := 40.0; apart <= 90; apart += 10 {
		touch(input.DispatchTouchEventTypeTouchMove, apart)
	}
	touch(input.DispatchTouchEventTypeTouchEnd, 0)
	p.wait(wide + ` > 3`)
	p.look("zoomed")
	p.keys(strings.Repeat(kb.ArrowLeft, 2))
	p.wait(`(() => { const f = document.querySelector("#frame").getBoundingClientRect(), c = document.activeElement.getBoundingClientRect();
		return document.activeElement.dataset.cell && c.x >= f.x - 1 && c.right <= f.right + 1 && c.y >= f.y - 1 && c.bottom <= f.bottom + 1 })()`)
	p.keys(strings.Repeat("-", 8))
	p.wait(wide + ` === 1`)
	p.leavePlace()
	eval[bool](p, `document.querySelector('[data-action="games"]').click() ?? true`)
	p.wait(`document.querySelector("#games")?.open && [...document.querySelectorAll("#games .game-name")].some((e) => e.textContent.startsWith("25 × 25"))`)
	p.look("list")
	eval[bool](p, `[...document.querySelectorAll("#games .game")].find((e) => e.textContent.includes("4 × 4")).click() ?? true`)
	p.wait(isOpen + ` && document.querySelectorAll("#board [role=gridcell]:not(:empty)").length === 4`)
}

// TestFieldScore checks target play with a puzzle of any rules. Its weights are drawn and are in its address,
// and the page finds and proves the best score.
func TestFieldScore(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.Chinese, true})
	p.fieldOpen(".Shape~4x4.Thermo~R1C1~R1C2~R1C3.Cage~7~R2C1~R2C2.~R3C1_2.~R4C4_1")
	p.press("#field-target")
	now := func(score string) { p.waitText("#score", score) }
	now("18")
	// A long touch adds to the selection.
	p.press(`#board ` + cell("r4c1"))
	at := eval[[2]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('#board [data-cell="r1c4"]').getBoundingClientRect())`)
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
	p.wait(`document.querySelectorAll('#board [aria-selected="true"]').length === 2`)
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
	p.press(`#board ` + cell("r2c3"))
	p.keys("1")
	p.press("#field-weights summary")
	eval[bool](p, `(document.querySelector("#field-score-all").value = "1 2 3 4\n0 0 7 0\n-1 0 0 0\n0 0 0 5", true)`)
	p.press("#field-score-form button")
	now("10")
	p.look("score")
	p.press(action("target"))
	p.waitText("#best-score", "40")
	p.waitText("#best-label", p.text("page.target.proven.maximum"))
	p.press("#best-adopt")
	p.wait(fmt.Sprintf(`document.querySelector("#message").textContent.includes(%s)`, js(strings.Split(p.text("field.score.full.best"), "，")[1])))
	p.reload()
	now("40")
}

// TestFieldWhyTakesDigits checks that, during "Why not?" with a puzzle of other rules, typed values
// are questions everywhere.
func TestFieldWhyTakesDigits(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		asked := func(how, cell string, value int) {
			t.Helper()
			p.waitText("#why-title", p.text("page.why.title", "cell", cell, "digit", value))
			if cell != "r2c3" { // only on the large board, where the answer moves the next button out of view
				p.wait(fmt.Sprintf(`!["", %s].includes(document.querySelector("#why-text").textContent)`, js(p.text("page.why.busy"))))
			}
			if !eval[bool](p, `document.querySelector('[data-action=undo]').disabled`) {
				t.Errorf("%s was a move", how)
			}
		}
		waits := func(cell string) {
			t.Helper()
			p.waitText("#why-text", p.text("page.why.digit", "cell", cell))
		}
		p.fieldOpen(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~R2C1~R2C2.~R3C1_2.~R4C4_1.~R2C1_3")
		p.press("#board " + cell("r1c1"))
		p.push(action("why"))
		waits("r1c1")
		p.keys("2")
		asked("a key", "r1c1", 2)
		p.keys("1", chromedp.ModifierShift)
		asked("Shift and a key, after an answer,", "r1c1", 1)
		p.keys("3", chromedp.ModifierCtrl)
		asked("Ctrl and a key", "r1c1", 3)
		// A digit is faint if a peer has it, but not if it is the digit of the question.
		if eval[bool](p, `(() => { const probe = document.body.appendChild(document.createElement("i")); probe.style.color = "var(--on-accent)"; const want = getComputedStyle(probe).color; probe.remove(); return getComputedStyle(document.querySelector('#why-digits .all[aria-pressed="true"]')).color !== want; })()`) {
			t.Error("the digit that is asked about is as faint as those that cannot be")
		}
		p.press(`#pad [data-digit="2"]`)
		asked("the pad", "r1c1", 2)
		p.press(`#why-digits button:nth-child(4)`)
		asked("a button of the question", "r1c1", 4)
		p.shoot("field-why")
		p.press("#board " + cell("r1c2"))
		waits("r1c2")
		for i, layer := range []string{"corner", "centre", "colour", "pen"} {
			p.push(fmt.Sprintf("#pad [data-mode=%s]", layer))
			p.keys(fmt.Sprint(i + 1))
			asked(layer+", a key", "r1c2", i+1)
			p.press(fmt.Sprintf(`#pad [data-digit="%d"]`, 4-i))
			asked(layer+", the pad", "r1c2", 4-i)
		}
		// The pen selects the cell and draws nothing.
		p.press("#board " + cell("r3c3"))
		waits("r3c3")
		p.keys("2")
		asked("the pen", "r3c3", 2)
		// After "Why not?" is closed, typed digits are entries again.
		p.push("#pad [data-mode=digit]")
		p.push(`#why .coach-head button`)
		p.wait(`document.querySelector("#why").hidden`)
		p.keys("2")
		p.wait(`document.querySelector('#board [data-cell="r3c3"]').getAttribute("aria-label").startsWith(` + js(p.text("page.cell.entry", "row", 3, "column", 3, "digit", 2)) + `)`)
		p.push(action("undo"))
		// On a large board two digits make one value, in a question, too.
		p.fieldOpen(".Shape~16x16.~R1C1_1")
		p.wait(`document.querySelectorAll("#board [data-cell]").length === 256`)
		p.press("#board " + cell("r2c3"))
		p.push(action("why"))
		waits("r2c3")
		p.keysAtOnce("12")
		asked("two keys", "r2c3", 12)
	})
}

// fieldOpen pastes a puzzle of other rules and waits for its board.
func (p *client) fieldOpen(text string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %s);
		return document.body.dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`, js(text)))
	p.wait(`document.querySelector("#field")?.checkVisibility() && document.querySelector("#board .board-face")`)
}

// TestFieldOnItsSide checks a phone in landscape: the board is nearly as high as the screen, with the pad
// beside it.
func TestFieldOnItsSide(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.run(chromedp.EmulateViewport(844, 390, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateLandscape))
	p.fieldOpen(gallery)
	p.waitText("#badge", p.text("page.badge.none"))
	p.wait(`document.querySelector("#frame").getBoundingClientRect().height > 300`)
	p.noSidewaysScroll()
	if got := eval[[]float64](p, `["#frame", "#pad"].map((s) => document.querySelector(s).getBoundingClientRect()).flatMap(({left, right, bottom}) => [left, right, bottom])`); got[1] > got[3] || got[2] > 390 || got[5] > 390 {
		t.Errorf("the board and the pad end at %v", got)
	}
	p.push("#go-home")
	p.wait(`document.querySelector("#panel-home").checkVisibility()`)
}

// TestRulesWithNumbers opens whispers of 5 and of 4. The list has a sentence for each number, a press shows the lines
// that it is about, and broken rules and the printed sheet tell the numbers.
func TestRulesWithNumbers(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		p.fieldOpen(`{"nonet":1,"rows":9,"columns":9,"constraints":[
			{"kind":"Whisper","numbers":[5],"cells":["r1c1","r1c2","r1c3"]},
			{"kind":"Whisper","numbers":[4],"cells":["r9c1","r9c2","r9c3"]},
			{"kind":"Whisper","numbers":[5],"cells":["r5c1","r5c2","r5c3"]}]}`)
		which := func(ends ...string) string {
			return message.New("rules.part", "kind", ends[0], "cells", message.WordsOf(ends[1:])).In(p.lang)
		}
		five, four := message.New("kind.Whisper.rule.of", "number", 5).In(p.lang), message.New("kind.Whisper.rule.of", "number", 4).In(p.lang)
		name := p.text("kind.Whisper") + " "
		want := []string{name + which("5", "r1c1–r1c3", "r5c1–r5c3"), five, name + which("4", "r9c1–r9c3"), four}
		if got := eval[[]string](p, `[...document.querySelectorAll("#field-rules button, #field-rules span")].map((e) => e.textContent)`); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("the rules are %q, want %q", got, want)
		}
		p.press(`#field-rules li:nth-child(2) button`)
		p.wait(`[...document.querySelectorAll("#board .pointed")].map((e) => e.dataset.constraint).join() === "1" && document.querySelectorAll('#field-rules [aria-pressed="true"]').length === 1`)
		p.press(`#field-rules li:nth-child(1) button`)
		p.wait(`[...document.querySelectorAll("#board .pointed")].map((e) => e.dataset.constraint).sort().join() === "0,2"`)
		p.look("numbers")
		p.press("#board " + cell("r9c1"))
		p.keys("8")
		p.press("#board " + cell("r9c2"))
		p.keys("5")
		p.wait(fmt.Sprintf(`document.querySelector("#reasons").textContent.includes(%s) && document.querySelector("#reasons").textContent.includes("8 − 5 < 4")`, js(four)))
		p.look("numbers-broken")
		eval[bool](p, keepFiles)
		p.push(action("print"))
		p.wait(`document.querySelector("#print")?.open`)
		p.push("#print-now")
		p.wait(fmt.Sprintf(`printed === 1 && [%s, %s].every((text) => document.querySelector("#sheets").textContent.includes(text))`, js(five), js(four)))
	})
}

// leavePlace goes home from a puzzle of other rules.
func (p *client) leavePlace() {
	p.t.Helper()
	p.push("#tab-home")
	p.wait(`document.querySelector("#panel-home").dataset.ready && !document.querySelector(".place:not([hidden])") && !history.state?.dialogs`)
}

// look saves a screenshot in the directory NONET_LOOK, for visual inspection.
func (p *client) look(name string) {
	if dir := os.Getenv("NONET_LOOK"); dir != "" {
		must(p.t, os.WriteFile(fmt.Sprintf("%s/%s-%s.png", dir, name, strings.ReplaceAll(p.String(), "/", "-")), p.screenshot(), 0o666))
	}
}

// TestNoOtherBoardBefore checks that the address of a puzzle of other rules shows this puzzle's board, and
// shows no other board before.
func TestNoOtherBoardBefore(t *testing.T) {
	t.Parallel()
	needServer(t)
	p := open(t, setting{message.English, false})
	p.fieldOpen(".Shape~4x4.Cage~7~R2C1~R2C2.")
	p.wait(`location.hash.startsWith("#puzzle=")`)
	address := eval[string](p, `"/" + location.hash`)
	script, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		globalThis.seen = new Set();
		const look = () => {
			for (const [what, where] of [["board", "#board:not(.ruled)"], ["pad", "body:not([data-ruled]) #pad"], ["field", "#field"]]) if (document.querySelector(where)?.checkVisibility({visibilityProperty: true})) seen.add(what);
			requestAnimationFrame(look);
		};
		look();`})
	must(t, err)
	defer call(p, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: script.Identifier})
	p.leave("/healthz")
	p.server.hold("/api/v1/drawing")
	p.leave(address)
	p.wait(`document.querySelector("#busy")?.checkVisibility({visibilityProperty: true})`) // the page reports the wait, and offers to cancel
	p.server.release("/api/v1/drawing")
	p.wait(`seen.has("field")`)
	if got := eval[[]string](p, `[...seen]`); len(got) != 1 {
		t.Errorf("seen are %q", got)
	}
	// A text that cannot be read leaves the board unchanged.
	p.leave("/healthz")
	p.visit("/#puzzle=nonsense")
	p.wait(`document.querySelector("#board").checkVisibility({visibilityProperty: true}) && !document.querySelector("#notice").hidden`)
}

// TestFieldHoles checks that a Samurai's holes are empty and cannot be selected by a press, by keys, or by a
// screen reader.
func TestFieldHoles(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		docs, err := os.ReadFile("../../../docs/FORMATS.md")
		must(t, err)
		_, text, ok := strings.Cut(string(docs), "## Overlapping boards\n\n```\n")
		text, _, is := strings.Cut(text, "```")
		if !ok || !is {
			t.Fatal("docs/FORMATS.md has no Samurai")
		}
		p.fieldOpen(text)
		p.look("holes")
		cells := func(expression string) {
			t.Helper()
			p.wait(`(() => { const cells = [...document.querySelectorAll("#board [role=gridcell]")]; return ` + expression + ` })()`)
		}
		cells(`cells.length === 441 && cells.filter((e) => e.checkVisibility({visibilityProperty: true})).length === 369`)
		p.press("#board " + cell("r1c9"))
		cells(`cells[8].ariaSelected === "true"`)
		p.keys(kb.ArrowRight)
		cells(`cells[12].ariaSelected === "true" && document.activeElement === cells[12]`)
		p.keys(kb.ArrowLeft)
		cells(`cells[8].ariaSelected === "true"`)
		x, y := p.aim("#board " + cell("r1c9"))
		width := eval[float64](p, `document.querySelector("#board [data-cell=r1c9]").getBoundingClientRect().width`)
		p.tap(x+2*width, y)
		p.keys("5")
		cells(`cells[8].ariaLabel.includes("5") && cells.filter((e) => e.ariaSelected === "true").length === 1`)
		if n := eval[int](p, `document.querySelectorAll("#board [role=gridcell]:not(:empty)").length`); n != 121 {
			t.Errorf("%d digits are drawn", n)
		}
	})
}
