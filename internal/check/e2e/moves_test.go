package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// TestEditGivens checks that givens are locked when a puzzle is opened, until the player unlocks
// them.
func TestEditGivens(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		kind := func(name, want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelector(%s).dataset.kind === %s`, js(cell(name)), js(want)))
		}
		p.press(cell("r1c1"))
		p.keys("7")
		p.waitSaid("page.refused.given")
		p.press(`[data-digit="8"]`)
		p.press(action("erase"))
		p.waitSaid("page.refused.given")
		if got := p.board(); got != inkala {
			t.Errorf("the board became %s", got)
		}
		p.press("#more > summary")
		p.press(`#more [data-action="edit-givens"]`)
		p.waitText("#live", p.text("page.editGivens.on"))
		p.wait(`!document.querySelector("#editing").hidden && document.querySelector('#more [data-action="edit-givens"]').getAttribute("aria-pressed") === "true"`)
		p.press(cell("r1c1"))
		p.keys("2")
		p.keys(kb.ArrowRight + "8") // with keys, because on a busy machine a touch may become a long touch
		p.waitBoard("28" + inkala[2:])
		kind("r1c2", "given")
		p.waitBadge("several")
		p.press("#editing button")
		p.wait(`document.querySelector("#editing").hidden`)
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitSaid("page.refused.given")
		p.press(action("undo"))
		p.press(action("undo"))
		p.waitBoard(inkala)
		p.waitBadge("unique")
	})
}

// TestErrorsShown checks the setting for errors: never, contradictions, or every wrong digit.
// The badge is about the puzzle alone.
func TestErrorsShown(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		choose := func(key string) {
			t.Helper()
			p.press("#settings-open")
			p.wait(`document.querySelector("#settings").open && document.querySelector('#settings [name="errors"]')`)
			p.run(focus(`#settings [name="errors"]`))
			p.keys(key)
			p.keys(kb.Escape)
			p.wait(`!document.querySelector("#settings").open`)
		}
		marked := func(want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`[...document.querySelectorAll("[data-cell][aria-invalid]")].map((c) => c.dataset.cell).join(" ") === %s`, js(want)))
		}
		p.waitBadge("unique")
		p.press(cell("r1c2"))
		p.keys("2") // legal, and wrong
		p.waitText(cell("r1c2"), "2")
		marked("")
		p.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight + "8")
		marked("r1c1 r1c5")
		choose(kb.ArrowDown) // everything
		marked("r1c1 r1c2 r1c5")
		if got := p.label("r1c2"); !strings.Contains(got, p.text("page.cell.wrong")) {
			t.Errorf("r1c2 is read as %q", got)
		}
		p.keys(kb.Home + kb.ArrowDown + "4")
		p.wait(fmt.Sprintf(`document.querySelector("#live").textContent.includes(%s)`, js(p.text("page.cell.wrong"))))
		p.press(action("undo"))
		choose(kb.ArrowUp)
		choose(kb.ArrowUp) // never
		marked("")
		p.wait(`document.querySelector("#reasons").hidden`)
		p.waitBadge("unique")
	})
}

// TestBookmarks checks that a bookmark restores its position, that undo reverts this, and that moves removed by
// undo are not lost.
func TestBookmarks(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		at := func(digits string) string { return inkala[:1] + digits + inkala[1+len(digits):] }
		p.keys("m")
		p.waitSaid("page.bookmark.marked", "id", 1)
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitBoard(at("1"))
		p.press("#bookmarks > summary")
		p.press(action("bookmark"))
		p.waitSaid("page.bookmark.marked", "id", 2)
		p.keys(kb.ArrowRight + "2")
		p.waitBoard(at("12"))
		p.press(`[data-bookmark="1"]`)
		p.waitBoard(inkala)
		p.waitSaid("page.bookmark.back", "id", 1)
		p.press(action("undo"))
		p.waitBoard(at("12"))
		p.keys("M") // Shift+M: back to the last bookmark
		p.waitBoard(at("1"))
		p.press(action("undo"))
		p.waitBoard(at("12"))
		p.press(action("undo"))
		p.press(action("undo"))
		p.keys(kb.ArrowRight + "3")
		p.waitBoard(inkala[:3] + "3" + inkala[4:])
		p.reload()
		p.press("#bookmarks > summary")
		p.waitText(`[data-bookmark="2"]`, p.text("page.bookmark.name", "id", 2, "filled", 1, "total", 60))
		p.press(`[data-bookmark="2"]`)
		p.waitBoard(at("1"))

		// A name is edited in place and kept; Escape restores the old one.
		name := func() {
			t.Helper()
			p.press(`[data-bookmark="2"][data-action="bookmark-name"]`)
			p.wait(`document.activeElement.matches("#bookmark-list input")`)
		}
		name()
		p.keys("if 1" + kb.Enter)
		p.waitText(`[data-bookmark="2"]`, "if 1")
		name()
		p.keys("no" + kb.Escape)
		p.waitText(`[data-bookmark="2"]`, "if 1")
		p.reload()
		p.press("#bookmarks > summary")
		p.waitText(`[data-bookmark="2"]`, "if 1")
		p.waitBoard(at("1"))
		p.press(`[data-bookmark="1"][data-action="bookmark-drop"]`)
		p.waitSaid("page.bookmark.dropped", "id", 1)
		p.wait(`document.querySelectorAll("#bookmark-list li").length === 1`)
		p.noSidewaysScroll()
	})
}

// TestAutomaticNotes checks that notes are filled in and cleaned. Cleaning belongs to the same
// step as the digit.
func TestAutomaticNotes(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		notes := func(name, want string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label").includes(%s)`, js(cell(name)), js(p.text("page.cell.notes", "list", want))))
		}
		p.press("#note-tools > summary")
		p.press(action("note-all"))
		notes("r1c2", "1 2 4 6")
		p.press(cell("r1c3"))
		p.keys("2")
		notes("r1c2", "1 4 6")
		p.press(action("undo"))
		notes("r1c2", "1 2 4 6")
		if got := p.textOf(cell("r1c3")); got != "" {
			t.Errorf("r1c3 is %q", got)
		}
		p.press(`[data-wipe="notes"]`)
		p.wait(`!document.querySelector(".notes text")`)
		p.press(action("undo"))
		notes("r1c2", "1 2 4 6")
		// By hand, in one step, if digits do not clean notes.
		p.toggle("cleanUp")
		p.press(cell("r1c3"))
		p.keys("2")
		notes("r1c2", "1 2 4 6")
		p.press(action("note-clean"))
		notes("r1c2", "1 4 6")
		p.press(action("undo"))
		notes("r1c2", "1 2 4 6")
		p.press(action("undo"))
		p.press(action("note-clean"))
		p.waitSaid("page.noteClean.none")
		if before := p.label("r9c9"); !strings.Contains(before, p.text("page.cell.notes", "list", "2 3 5 7")) {
			t.Errorf("r9c9 is %q", before)
		}
	})
}

// TestPressComesAgain checks that press tries again if the button moves away under the mouse, as when a text
// above it grows.
func TestPressComesAgain(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	eval[bool](p, fmt.Sprintf(`(addEventListener("pointerdown", () => { document.querySelector(%s).parentElement.style.marginTop = "150px" }, {once: true}), true)`, js(action("games"))))
	p.press(action("games"))
	p.wait(`!!document.querySelector("dialog[open] #games-list")`)
}
