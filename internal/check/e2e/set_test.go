package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/sudoku"
)

// drafted is a cell of the setter's board.
func drafted(name string) string { return "#draft " + cell(name) }

// draftLine is JavaScript for the givens of the setter's board, in 81 characters.
const draftLine = `[...document.querySelectorAll("#draft [data-cell]")].map((e) => e.ariaReadOnly === "true" ? /[:：]\s*(\d)/.exec(e.ariaLabel)?.[1] : ".").join("")`

func (p *client) waitDraft(want string) {
	p.t.Helper()
	p.wait(draftLine + ` === ` + js(want))
}

// draftSays waits until a cell of the setter's board says something to a screen reader.
func (p *client) draftSays(name, part string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(%s).ariaLabel.includes(%s)`, js(drafted(name)), js(part)))
}

// A classic puzzle is set by typing, with symmetry. After each digit the verdict changes. The game
// in Play stays unchanged.
func TestSet(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		p.keys("4")
		played := p.board()
		p.draftOpen()
		p.waitDraft(empty)
		p.waitText("#draft-verdict", p.count("page.set.atLeast", 1000))

		// The board shows the cells that symmetry requires, and the candidates of the solutions.
		p.press(drafted("r1c2"))
		p.keys("1")
		p.draftSays("r9c8", p.text("page.cell.wanted"))
		p.wait(`document.querySelectorAll("#draft nonet-board .wanted").length === 1`)
		p.draftSays("r1c3", p.text("draft.cell.true", "list", "2 3 4 5 6 7 8 9"))
		p.keys("z", chromedp.ModifierCtrl)
		p.waitDraft(empty)
		p.keys("z", chromedp.ModifierCtrl)
		p.waitDraft(empty) // the candidates are about the draft, not about the game that is played

		// After fast typing, the verdict is about the last digit.
		p.keys("23" + kb.ArrowRight + "2" + kb.ArrowDown + "5")
		p.draftSays("r3c1", p.text("draft.cell.true", "list", "1 4 6 7 8 9"))
		p.wait(`document.querySelector("#draft-verdict").dataset.state === "several"`)
		p.push("#draft-complete")
		p.waitText("#draft-verdict", p.text("page.set.unique"))
		made := sudoku.MustParse(eval[string](p, draftLine))
		for c := range sudoku.Cell(sudoku.Cells) {
			if (made.At(c) == 0) != (made.At(80-c) == 0) {
				t.Fatalf("%v is not symmetric in %v", made, c)
			}
		}
		if r, err := sudoku.Check(t.Context(), made, sudoku.Limits{}); err != nil || r.Unique != sudoku.Yes || made.At(1) != 3 || made.At(2) != 2 || made.At(11) != 5 {
			t.Fatalf("%v: %+v, %v", made, r, err)
		}

		// For a pasted puzzle, redundant givens are named and can be removed.
		p.pasteDraft(easy)
		p.waitDraft(easy)
		p.waitText("#draft-verdict", p.text("page.set.unique"))
		p.draftSays("r1c1", p.text("page.cell.spare"))
		p.draftSays("r1c3", p.text("draft.cell.true", "list", "4"))
		p.push("#draft-minimise")
		p.wait(`document.querySelector("#draft-revised").textContent !== "" && (` + draftLine + `).replaceAll(".", "").length < 30`)
		p.wait(`document.querySelector("#draft-verdict").dataset.state === "unique" && !document.querySelector("#draft-undo").disabled`)
		p.push("#draft-undo")
		p.waitDraft(easy)

		// A dead end is reported with the digit that caused it. Removing the digit also removes the
		// symmetric one.
		p.press(drafted("r1c3"))
		p.keys("1")
		p.waitText("#draft-verdict", p.text("page.set.none.since", "list", "r1c3 = 1"))
		p.keys(kb.Backspace)
		p.waitText("#draft-verdict", p.text("page.set.unique"))
		p.press(drafted("r1c1"))
		p.keys(kb.Backspace)
		p.waitDraft("." + easy[1:80] + ".")
		p.keys("z", chromedp.ModifierCtrl)
		p.waitDraft(easy)

		// A press is not lost if the page has not asked about the changed draft yet.
		p.press(drafted("r1c3"))
		p.keys("4")
		p.draftSays("r1c3", p.text("page.cell.spare"))
		eval[bool](p, `(document.querySelector("#draft-undo").click(), document.querySelector("#draft-grade").click(), true)`)
		p.wait(`document.querySelector("#draft-revised").textContent.includes(` + js(p.text("explain.level.easy")) + `)`)
		p.waitDraft(easy)
		p.push("#draft-path")
		p.wait(`document.querySelectorAll("#draft-steps li").length > 20`)
		eval[bool](p, `(() => { const e = document.querySelector("#draft-name"); e.value = "Nine"; e.dispatchEvent(new Event("input")); return true })()`)
		p.look("draft-classic")
		p.noSidewaysScroll()

		// When the draft is played, it becomes a new game. The previous game and the draft stay unchanged.
		p.push("#draft-play")
		p.wait(`document.querySelector("#tab-play").ariaSelected === "true" && document.querySelector('[data-cell="r1c1"]').ariaReadOnly === "true"`)
		p.waitBadge("unique")
		p.wait(fmt.Sprintf(`document.querySelector(%s).disabled`, js(action("undo"))))
		p.press(action("games"))
		p.wait(`document.querySelector("#games")?.open`)
		p.press("#games-list li:nth-last-child(2) .game") // the last game is the first puzzle of all
		p.waitBoard(played)
		p.draftOpen()
		p.waitDraft(easy)
		p.wait(`document.querySelector("#draft-name").value === "Nine"`)
		p.reload()
		p.wait(`document.querySelector("#draft")?.checkVisibility()`)
		p.waitDraft(easy)
		p.push("#tab-play")
		p.waitBoard(played)
	})
}

// Drafts can be named, opened, deleted and restored. Drafts of earlier versions of the page open,
// too.
func TestDrafts(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.draftOpen()
		drafts := func(want ...string) {
			t.Helper()
			p.wait(fmt.Sprintf(`JSON.stringify([...document.querySelectorAll("#draft-drafts li > :first-child")].map((e) => e.textContent)) === JSON.stringify(%s)`, mustJSON(want)))
		}
		p.push("#draft-take")
		p.waitDraft(easy)
		p.push("#draft-drafts-box summary")
		p.press(drafted("r1c3"))
		p.keys("4")
		untitled := func(n int) string { return p.text("draft.untitled", "rows", 9, "columns", 9, "givens", n, "n", 0) }
		drafts(untitled(31))
		eval[bool](p, `(() => { const e = document.querySelector("#draft-called"); e.value = " 甲 & <b> "; e.dispatchEvent(new Event("change")); return true })()`)
		drafts("甲 & <b>")
		p.push("#draft-new")
		p.waitDraft(empty)
		p.wait(`document.querySelector("#draft-called").value === ""`)
		p.press(drafted("r5c5"))
		p.keys("9")
		drafts(untitled(1), "甲 & <b>")
		p.push("#draft-drafts li:nth-child(2) > button")
		p.waitDraft(easy[:2] + "4" + easy[3:])
		p.wait(`document.querySelector("#draft-called").value === "甲 & <b>"`)
		p.push("#draft-drafts li:nth-child(1) .icon")
		drafts(p.text("page.games.deleted", "name", untitled(1)), "甲 & <b>")
		p.wait(`document.querySelector("#draft-drafts-name").textContent === ` + js(p.count("draft.drafts", 1)))
		p.look("drafts")
		p.push("#draft-drafts li:nth-child(1) button")
		drafts(untitled(1), "甲 & <b>")
		p.push("#draft-drafts li:nth-child(1) .icon")
		p.wait(`document.querySelector("#draft-drafts-name").textContent === ` + js(p.count("draft.drafts", 1)))
		p.reload()
		p.wait(`document.querySelector("#draft")?.checkVisibility()`)
		drafts("甲 & <b>")
		p.wait(`document.querySelector("#draft-called").value === "甲 & <b>"`)
	})
}

// TestNoKeysByTouch checks that the setter says what keys do only where there may be a keyboard.
func TestNoKeysByTouch(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		p.press("#tab-set")
		way, keys, _ := strings.Cut(p.text("draft.way.givens"), "\n")
		p.wait(fmt.Sprintf(`document.querySelector("#draft-rule")?.textContent === %s && document.querySelector("#draft-keys").textContent === %s`, js(way), js(keys)))
		if got := p.visible("#draft-keys"); got == p.phone {
			t.Errorf("on a phone: %v; %q is seen: %v", p.phone, keys, got)
		}
	})
}
