package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/format"
	"nonet/message"
)

const (
	inkala         = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	inkalaSolution = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
	empty          = "................................................................................."
	// unsolvable has no visible contradiction, and no solution.
	unsolvable = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
)

// without returns a grid in which some digits are removed everywhere.
func without(grid, digits string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(digits, r) {
			return '.'
		}
		return r
	}, grid)
}

func TestOpensWithInkala(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		if got := p.board(); got != inkala {
			t.Errorf("the page opens with %s", got)
		}
		p.waitBadge("unique")
		want := map[message.Lang][3]string{
			message.English: {"Solve", "Restore", "Clear"},
			message.Chinese: {"一键生成答案", "还原数独", "清除填写"},
		}[p.lang]
		for i, name := range []string{"solve", "restore", "clear"} {
			if got := p.textOf(action(name)); got != want[i] {
				t.Errorf("the button %s says %q, want %q", name, got, want[i])
			}
		}
		if got := eval[string](p, `document.documentElement.lang`); got != string(p.lang) {
			t.Errorf("<html lang=%q>", got)
		}
		p.noSidewaysScroll()
	})
}

func TestTypingAndArrows(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(cell("r5c5"))
		for _, step := range []struct {
			keys string
			mods []chromedp.Modifier
			want string
		}{
			{keys: kb.ArrowRight, want: "r5c6"},
			{keys: kb.ArrowUp, want: "r4c6"},
			{keys: kb.ArrowLeft + kb.ArrowLeft, want: "r4c4"},
			{keys: kb.ArrowDown, want: "r5c4"},
			{keys: kb.Home, want: "r5c1"},
			{keys: kb.ArrowLeft, want: "r5c1"},
			{keys: kb.End, want: "r5c9"},
			{keys: kb.PageDown, want: "r8c9"},
			{keys: kb.Home, mods: []chromedp.Modifier{chromedp.ModifierCtrl}, want: "r1c1"},
			{keys: kb.End, mods: []chromedp.Modifier{chromedp.ModifierCtrl}, want: "r9c9"},
		} {
			p.keys(step.keys, step.mods...)
			if got := p.selected(); got != step.want {
				t.Fatalf("a key led to %q, want %q", got, step.want)
			}
			if got := eval[string](p, `document.activeElement.dataset.cell`); got != step.want {
				t.Fatalf("the focus is on %q, want %q", got, step.want)
			}
		}

		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		if got := eval[string](p, `document.querySelector('[data-cell="r1c2"]').dataset.kind`); got != "entry" {
			t.Errorf("a typed digit is a %s", got)
		}
		for _, erase := range []string{kb.Backspace, kb.Delete, "0"} {
			p.keys("2")
			p.waitText(cell("r1c2"), "2")
			p.keys(erase)
			p.waitText(cell("r1c2"), "")
		}
		p.keys("z", chromedp.ModifierCtrl)
		p.waitText(cell("r1c2"), "2")
		p.keys("y", chromedp.ModifierCtrl)
		p.waitText(cell("r1c2"), "")

		p.keys("n57")
		want := p.text("page.cell.empty", "row", 1, "column", 2) + p.text("list.separator") + p.text("page.cell.notes", "list", "5 7")
		if got := p.label("r1c2"); got != want {
			t.Errorf("notes are read as %q, want %q", got, want)
		}
		p.keys("n")
		// A digit removes its cell's notes and the same notes of its peers; undo restores all.
		p.press(cell("r1c3"))
		p.keys("5")
		if got := p.label("r1c2"); strings.Contains(got, "5") {
			t.Errorf("the note 5 stands beside the digit 5: %q", got)
		}
		p.keys("z", chromedp.ModifierCtrl)
		if got := p.label("r1c2"); got != want {
			t.Errorf("after undo the notes are %q, want %q", got, want)
		}
	})
}

// TestCellLabels checks that every cell's label has its position, its content and whether it is a
// given.
func TestCellLabels(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		type labelled struct{ Cell, Label, Role string }
		cells := eval[[]labelled](p, `[...document.querySelectorAll('[role="grid"] > [role="row"] > [role="gridcell"]')]
			.map((e) => ({Cell: e.dataset.cell, Label: e.getAttribute("aria-label"), Role: e.getAttribute("role")}))`)
		if len(cells) != 81 {
			t.Fatalf("there are %d cells", len(cells))
		}
		for i, c := range cells {
			row, column := i/9+1, i%9+1
			if want := fmt.Sprintf("r%dc%d", row, column); c.Cell != want {
				t.Errorf("cell %d is called %q", i, c.Cell)
			}
			want := p.text("page.cell.empty", "row", row, "column", column)
			if d := inkala[i]; d != '.' {
				want = p.text("page.cell.given", "row", row, "column", column, "digit", string(d))
			}
			if c.Label != want {
				t.Errorf("%s is read as %q, want %q", c.Cell, c.Label, want)
			}
		}
		want := map[message.Lang]string{message.English: "row 1, column 1: 8, given", message.Chinese: "第 1 行第 1 列：8，已知数"}[p.lang]
		if got := p.label("r1c1"); got != want {
			t.Errorf("r1c1 is read as %q, want %q", got, want)
		}
		// Exactly one cell is in the Tab order.
		if n := eval[int](p, `document.querySelectorAll('[data-cell][tabindex="0"]').length`); n != 1 {
			t.Errorf("%d cells are in the Tab order", n)
		}
	})
}

func TestContradictions(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		for _, c := range []struct{ cell, digit, with, house string }{
			{"r1c5", "8", "r1c1", "row"},
			{"r5c1", "8", "r1c1", "column"},
			{"r2c2", "8", "r1c1", "box"},
		} {
			p.press(cell(c.cell))
			p.keys(c.digit)
			reason := p.text("contradiction", "a", c.with, "b", c.cell, "digit", c.digit, "house", message.New("house."+c.house, "n", 1))
			p.waitText("#reasons", reason)
			told := p.text("page.told.digit", "cell", c.cell, "digit", c.digit)
			p.waitText("#live", told+p.text("list.separator")+reason)
			p.waitBadge("unique") // the badge is about the puzzle, whatever the player enters
			for _, name := range []string{c.cell, c.with} {
				if eval[string](p, fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-invalid") ?? ""`, js(cell(name)))) != "true" {
					t.Errorf("%s is not marked", name)
				}
			}
			p.press(action("solve"))
			p.waitSaid("page.solve.contradiction")
			p.press(action("undo"))
			p.wait(`document.querySelector("#reasons").hidden`)
			p.waitBadge("unique")
		}
		p.press(cell("r1c5"))
		p.keys("8")
		want := map[message.Lang]string{message.English: "r1c1 and r1c5 are both 8 (row 1)", message.Chinese: "r1c1 和 r1c5 都是 8"}[p.lang]
		if got := p.textOf("#reasons"); !strings.HasPrefix(got, want) {
			t.Errorf("the reason is %q, want %q", got, want)
		}
		p.noSidewaysScroll()
	})
}

func TestSolveRestoreClear(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(action("solve"))
		p.waitBoard(inkalaSolution)
		p.waitBadge("unique")
		p.wait(`document.querySelector("#message").textContent !== ""`)
		if p.visible("#pager") {
			t.Error("one solution has a pager")
		}
		kinds := eval[map[string]int](p, `Object.fromEntries(["given", "entry", "solution"].map((k) => [k, document.querySelectorAll('[data-cell][data-kind="' + k + '"]').length]))`)
		if kinds["given"] != 21 || kinds["entry"] != 0 || kinds["solution"] != 60 {
			t.Errorf("after solving there are %v", kinds)
		}

		p.press(action("restore"))
		p.waitBoard(inkala)
		p.waitSaid("page.restored")

		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		p.press(action("restore"))
		p.waitBoard(inkala)
		p.press(action("undo"))
		p.waitText(cell("r1c2"), "1")

		// Clear leaves the givens; one undo reverts it.
		p.press(cell("r1c3"))
		p.keys("2", chromedp.ModifierShift)
		p.hasLabel("r1c3", p.text("page.cell.notes", "list", "2"))
		p.press(action("clear"))
		p.wait(`document.querySelector("#confirm")?.open`)
		p.keys(kb.Escape)
		p.wait(`!document.querySelector("#confirm").open && !history.state?.dialogs`)
		p.waitText(cell("r1c2"), "1")
		p.press(action("clear"))
		p.press("#confirm-do")
		p.waitBoard(inkala)
		p.waitSaid("page.cleared")
		p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label") === %s`, js(cell("r1c3")), js(p.text("page.cell.empty", "row", 1, "column", 3))))
		p.press(action("clear"))
		p.waitSaid("page.cleared.nothing")
		p.waitBoard(inkala)
		p.press(action("undo"))
		p.waitText(cell("r1c2"), "1")
		p.hasLabel("r1c3", p.text("page.cell.notes", "list", "2"))
		p.press(action("redo"))
		p.waitBoard(inkala)
		// The givens of a game stay, also while they are edited.
		p.press("#more > summary")
		p.press(`#more [data-action="edit-givens"]`)
		p.press(action("clear"))
		p.waitSaid("page.cleared.nothing")
		p.waitBoard(inkala)
		// Undo removes a shown solution.
		p.press(action("solve"))
		p.waitBoard(inkalaSolution)
		p.press(action("undo"))
		p.waitBoard(inkala)
	})
}

// TestUndoStays checks that undo never leaves the puzzle, however it was opened. The previous
// game is in the list.
func TestUndoStays(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		fresh := func(how, board string) {
			t.Helper()
			p.waitBoard(board)
			p.wait(fmt.Sprintf(`document.querySelector(%s).disabled`, js(action("undo"))))
			p.press(cell("r1c1")) // the keys start from this cell
			p.keys("z", chromedp.ModifierCtrl)
			p.keys(kb.ArrowRight)
			p.waitSelected("r1c2") // the previous key has been handled
			if got := p.board(); got != board {
				t.Errorf("%s: undo led to %s", how, got)
			}
		}
		p.openPuzzle(easy)
		fresh("pasted", easy)
		p.press("#import > summary")
		p.press("#examples button:nth-child(3)")
		seventeen := ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
		fresh("an example", seventeen)
		p.visit("/?bd=" + unsolvable)
		fresh("a link", unsolvable)
		// Undo reverts the move, and then there is nothing left to undo.
		at := strings.Index(unsolvable, ".")
		place := fmt.Sprintf("r%dc%d", at/9+1, at%9+1)
		p.press(cell(place))
		p.keys("1")
		p.waitText(cell(place), "1")
		p.reload()
		p.waitText(cell(place), "1")
		p.press(action("undo"))
		fresh("a move undone", unsolvable)
		// The previous game continues from the list, with its own history.
		p.press(action("games"))
		p.wait(`document.querySelector("#games").open`)
		p.press("#games-list li:last-child .game")
		p.waitText(cell("r1c2"), "1")
		p.press(action("undo"))
		p.waitBoard(inkala)
	})
}

func TestSolvable(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		// A pair of digits taken from a solution leaves a handful of solutions.
		several := without(inkalaSolution, "146")
		p.openPuzzle(several)
		p.waitBadge("several")
		p.press(action("solve"))
		p.wait(`!document.querySelector("#pager").hidden`)
		n := eval[int](p, `Number(/\d+(?!.*\d)/.exec(document.querySelector("#pager-text").textContent)[0])`)
		if n < 3 {
			t.Fatalf("%d solutions; the test wants a few", n)
		}
		p.waitSaid("page.solve.several", "n", n, "count", n)
		seen := map[string]bool{}
		for i := range n {
			p.waitText("#pager-text", p.text("page.pager.of", "page", i+1, "count", n))
			grid := p.board()
			if strings.Contains(grid, ".") || seen[grid] {
				t.Errorf("solution %d is unfinished or comes twice: %s", i+1, grid)
			}
			seen[grid] = true
			p.press(action("pager-forward"))
		}
		p.waitText("#pager-text", p.text("page.pager.of", "page", 1, "count", n))
		p.press(action("pager-back"))
		p.waitText("#pager-text", p.text("page.pager.of", "page", n, "count", n))
		p.noSidewaysScroll()

		// The number of solutions is exact, however large; if it is limited, the user can page through the
		// solutions.
		p.openPuzzle("............67.12..9..3.65.....1...636.....................1....2......5.......61")
		p.press(action("solve"))
		p.waitText("#pager-text", p.text("page.pager.of", "page", 1, "count", "331,329,082"))
		p.waitText("#message", p.text("page.sentences", "first", p.count("page.solve.several", 331_329_082), "second", p.count("page.solve.paged", 500)))

		p.openPuzzle(unsolvable)
		p.waitBadge("none")
		p.press(action("solve"))
		p.waitSaid("page.solve.none")

		// The page distinguishes a wrong entry from a puzzle without a solution.
		p.openPuzzle(inkala)
		p.press(cell("r1c2"))
		p.keys("2")
		p.press(action("solve"))
		p.waitSaid("page.solve.wrongEntry")
		p.waitBadge("unique")
		if got := p.textOf(cell("r1c2")); got != "2" {
			t.Errorf("the wrong digit became %q", got)
		}
	})
}

func TestPad(t *testing.T) {
	fullerSetting(t, setting{message.Chinese, true}, func(t *testing.T, p *client) {
		p.press(`[data-digit="1"]`)
		p.waitSaid("page.hand", "digit", 1) // this digit is entered in the cells that are pressed next
		p.press(`[data-digit="1"]`)
		p.press(cell("r1c2"))
		for d := 1; d <= 9; d++ {
			p.press(fmt.Sprintf(`[data-digit="%d"]`, d))
			p.waitText(cell("r1c2"), fmt.Sprint(d))
		}
		p.press(action("erase"))
		p.waitText(cell("r1c2"), "")
		p.press(action("undo"))
		p.waitText(cell("r1c2"), "9")
		p.press(action("redo"))
		p.waitText(cell("r1c2"), "")
		p.press(mode("corner"))
		p.wait(`document.querySelector('[data-mode="corner"]').getAttribute("aria-pressed") === "true"`)
		p.press(`[data-digit="4"]`)
		p.wait(`document.querySelector(".notes text")?.textContent === "4"`)
		if got := p.textOf(cell("r1c2")); got != "" {
			t.Errorf("a note fills the cell with %q", got)
		}
		if !p.phone {
			return
		}
		// The pad is within reach without scrolling, and its keys are large enough for a thumb.
		size := eval[[]float64](p, `(() => { scrollTo(0, 0); const r = document.querySelector('[data-digit="9"]').getBoundingClientRect(); return [r.bottom, r.width, r.height] })()`)
		if size[0] > 844 || size[1] < 36 || size[2] < 44 {
			t.Errorf("the pad's 9 ends at %v of 844 px and is %v × %v px", size[0], size[1], size[2])
		}
	})
}

func TestPaste(t *testing.T) {
	rows := func(f func(row string) string) string {
		var b strings.Builder
		for i := 0; i < 81; i += 9 {
			b.WriteString(f(inkala[i : i+9]))
		}
		return b.String()
	}
	zeros := func(s string) string { return strings.ReplaceAll(s, ".", "0") }
	spaced := func(s, separator string) string { return strings.Join(strings.Split(s, ""), separator) }
	formats := map[string]string{
		"81 characters":         inkala,
		"81, a comment":         inkala + " # Inkala",
		"zeros, CRLF, BOM":      "\ufeff" + zeros(inkala) + "\r\n",
		"nine lines":            rows(func(r string) string { return r + "\n" }),
		"integers":              rows(func(r string) string { return spaced(zeros(r), " ") + "\n" }),
		"CSV":                   rows(func(r string) string { return strings.ReplaceAll(spaced(r, ","), ".", "") + "\n" }),
		"POJ 2676":              "1\n" + rows(func(r string) string { return zeros(r) + "\n" }),
		"LeetCode":              "[" + strings.TrimSuffix(rows(func(r string) string { return `["` + spaced(r, `","`) + `"],` }), ",") + "]",
		"a drawn grid":          "+-------+-------+-------+\n" + drawn() + "+-------+-------+-------+\n",
		"full-width digits":     strings.NewReplacer("1", "1", "8", "８", "3", "３").Replace(inkala),
		"nine lines, CRLF, NUL": rows(func(r string) string { return r + "\r\n" }),
	}
	eitherSetting(t, func(t *testing.T, p *client) {
		for name, text := range formats {
			p.openPuzzle(empty)
			p.paste(text)
			p.wait(fmt.Sprintf(`Array.from(document.querySelectorAll("[data-cell]"), (c) => c.textContent || ".").join("") === %s || !document.querySelector("#notice").hidden`, js(inkala)))
			if got := p.board(); got != inkala {
				t.Errorf("%s: the board became %s, and the page says %q", name, got, p.textOf("#notice-text"))
			}
		}
		p.wait(fmt.Sprintf(`document.querySelector("#message").textContent.startsWith(%s)`, js(p.count("page.opened", 21))))

		// A text that cannot be read is reported with the place of the error, and nothing is
		// lost.
		p.paste("123456789\n12345%789\n")
		p.wait(`!document.querySelector("#notice").hidden`)
		if got := p.textOf("#notice-text"); !strings.Contains(got, "2") || !strings.Contains(got, "6") {
			t.Errorf("no place in %q", got)
		}
		p.press("#notice-close")
		if got := p.board(); got != inkala {
			t.Errorf("a text that cannot be read left %s", got)
		}

		// Several puzzles are listed for a choice.
		p.paste(inkala + "\n" + unsolvable + "\n" + empty + "\n")
		p.wait(`document.querySelector("#picker").open`)
		if got := p.textOf("#picker-title"); got != p.count("page.picker.title", 3) {
			t.Errorf("the list's title is %q", got)
		}
		p.keys(kb.ArrowDown)
		p.press("#picker .primary")
		p.waitBoard(unsolvable)

		// In the import box, Ctrl+V pastes as usual.
		p.press("#import > summary")
		p.press("#import-text")
		p.keys("a", chromedp.ModifierCtrl) // the unreadable text is kept there
		p.paste(zeros(inkala))
		p.wait(fmt.Sprintf(`document.querySelector("#import-text").value === %s`, js(zeros(inkala))))
		p.waitBoard(unsolvable)
		p.press(action("import"))
		p.waitBoard(inkala)
		p.noSidewaysScroll()
	})
}

// TestPasteOverDialog checks that what is pasted closes a dialog that would cover it.
func TestPasteOverDialog(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(action("settings"))
		p.wait(`document.querySelector("#settings")?.open`)
		p.openPuzzle(easy)
		p.wait(`!document.querySelector("dialog[open]") && !history.state?.dialogs`)
	})
}

// TestPasteCandidates checks that a pasted candidate grid includes its pencil marks, and that hints
// use them.
func TestPasteCandidates(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		g, err := format.ParseOne(easy)
		must(t, err)
		text := string(format.Append(nil, format.Candidates, g.Grid))
		marked := strings.Replace(text, "124", "24", 1) // of r1c3
		if marked == text {
			t.Fatalf("r1c3 has other candidates:\n%s", text)
		}
		p.paste(marked)
		p.waitBoard(easy)
		if got, want := p.label("r1c3"), p.text("page.cell.notes", "list", "2 4"); !strings.Contains(got, want) {
			t.Errorf("r1c3 is %q, want %q", got, want)
		}
		p.more(1)
		// So does a line of HoDoKu's library.
		p.paste(":0003:4:" + easy + ":113 413:413::\n")
		p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label").includes(%s)`, js(cell("r1c3")), js(p.text("page.cell.notes", "list", "2"))))
		// A mark that the solution needs is missing.
		p.paste(strings.Replace(text, "124", "12", 1))
		p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label").includes(%s)`, js(cell("r1c3")), js(p.text("page.cell.notes", "list", "1 2"))))
		p.more(1)
		if got := p.disclosed()[0]; got != p.text("hint.missing.any") {
			t.Errorf("the hint is %q", got)
		}
	})
}

func drawn() string {
	var b strings.Builder
	for r := range 9 {
		if r == 3 || r == 6 {
			b.WriteString("|-------+-------+-------|\n")
		}
		for c := range 9 {
			if c%3 == 0 {
				b.WriteString("| ")
			}
			b.WriteByte(inkala[r*9+c])
			b.WriteByte(' ')
		}
		b.WriteString("|\n")
	}
	return b.String()
}

func TestFilesAndLinks(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		// A file, chosen and dropped.
		name := filepath.Join(t.TempDir(), "puzzle.txt")
		must(t, os.WriteFile(name, []byte(unsolvable), 0o600))
		p.press("#import > summary")
		node, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector("#import-file")`})
		must(t, err)
		call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{name}, ObjectID: node.Result.ObjectID})
		p.waitBoard(unsolvable)
		eval[bool](p, fmt.Sprintf(`(() => { const d = new DataTransfer(); d.items.add(new File([%s], "p.txt"));
			return document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: d})) })()`, js(inkala)))
		p.waitBoard(inkala)

		// Copies.
		p.press("#more > summary")
		p.grantClipboard()
		read := func(name, said string) string {
			clipboard.Lock()
			defer clipboard.Unlock()
			p.press(action(name))
			p.waitSaid(said)
			return eval[string](p, `navigator.clipboard.readText()`)
		}
		if got := read("copy", "page.copied"); got != inkala {
			t.Errorf("copied %q", got)
		}
		link := read("share", "page.shared")
		if want := p.server.URL + "/?bd=" + inkala; link != want {
			t.Errorf("the link is %q, want %q", link, want)
		}
		// A link distinguishes the player's digits from the givens.
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		played := inkala[:1] + "1" + inkala[2:]
		link = read("share", "page.shared")
		if want := p.server.URL + "/?bd=" + inkala + "&values=" + played; link != want {
			t.Errorf("the link is %q, want %q", link, want)
		}
		p.visit("/?bd=" + unsolvable)
		p.visit(strings.TrimPrefix(link, p.server.URL))
		p.waitBoard(played)
		if got := eval[string](p, fmt.Sprintf(`document.querySelector(%s).dataset.kind + location.search`, js(cell("r1c2")))); got != "entry" {
			t.Errorf("the digit of one's own is %q", got)
		}
		p.press(action("restore"))
		p.waitBoard(inkala)
		for _, query := range []string{"/?bd=" + unsolvable, "/?s=" + strings.ReplaceAll(inkala, ".", "0")} {
			p.visit(query)
		}
		p.waitBoard(inkala)
		// A link to the current puzzle does not open it again: typed digits stay.
		p.press(cell("r1c2"))
		p.keys("1")
		p.visit("/?s=" + inkala)
		p.waitText(cell("r1c2"), "1")
		// After a link a reload brings back the work, not the link.
		p.paste(unsolvable)
		p.waitBoard(unsolvable)
		p.reload()
		p.waitBoard(unsolvable)
		// A link without a puzzle is reported.
		p.tolerate("422")
		p.visit("/?bd=12x")
		p.wait(`!document.querySelector("#notice").hidden`)
		p.waitBoard(unsolvable)
	})
}

func TestWorkIsKept(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press(cell("r1c2"))
		p.keys("1")
		p.press(cell("r1c3"))
		p.keys("n2n")
		p.press("#tab-lab")
		p.reload()
		p.waitText(cell("r1c2"), "1")
		if got := p.label("r1c3"); !strings.Contains(got, "2") {
			t.Errorf("after a reload r1c3 is %q", got)
		}
		p.wait(`document.querySelector("#tab-lab").getAttribute("aria-selected") === "true"`)
		p.press("#tab-play")
		p.press(action("undo"))
		p.press(action("undo"))
		p.waitBoard(inkala)

		// A new tab continues the last tab's game.
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		eval[bool](p, `(sessionStorage.clear(), true)`)
		p.reload()
		p.press("#tab-play")
		p.waitText(cell("r1c2"), "1")

		// The chosen language and theme are kept, too.
		other := map[message.Lang]message.Lang{message.English: message.Chinese, message.Chinese: message.English}[p.lang]
		p.press("#lang")
		p.wait(fmt.Sprintf(`document.documentElement.lang === %s`, js(string(other))))
		p.waitText(action("solve"), message.New("page.solve").In(other))
		p.choose("theme", "light")
		p.wait(`document.documentElement.dataset.theme === "light"`)
		p.reload()
		p.waitText(action("solve"), message.New("page.solve").In(other))
		p.wait(`document.documentElement.dataset.theme === "light"`)
		if got := p.label("r1c1"); got != message.New("page.cell.given", "row", 1, "column", 1, "digit", 8).In(other) {
			t.Errorf("in the other language r1c1 is %q", got)
		}
	})
}
