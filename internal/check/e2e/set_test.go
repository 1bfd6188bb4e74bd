package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/sudoku"
)

// TestSet sets a puzzle by typing, with symmetry. Each digit shows what it leaves, and the game
// in Play does not change.
func TestSet(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		p.keys("4")
		played := p.board()
		p.press("#tab-set")
		p.waitBoard(empty)
		p.waitText("#set-count", p.count("page.set.atLeast", 4096))

		// The cells that symmetry requires, and the true candidates.
		p.press(cell("r1c2"))
		p.keys("1")
		p.hasLabel("r9c8", p.text("page.cell.wanted"))
		p.hasLabel("r1c3", p.text("page.cell.true", "list", "2 3 4 5 6 7 8 9"))
		p.keys("z", chromedp.ModifierCtrl)
		p.waitBoard(empty)
		p.keys("z", chromedp.ModifierCtrl)
		p.waitBoard(empty) // not the game in Play

		// After fast typing only the last result is announced.
		p.keys("23" + kb.ArrowRight + "2" + kb.ArrowDown + "5")
		p.hasLabel("r3c1", p.text("page.cell.true", "list", "1 4 6 7 8 9"))
		p.press(action("set-complete"))
		p.waitText("#set-count", p.text("page.set.unique"))
		made := sudoku.MustParse(p.board())
		for c := range sudoku.Cell(sudoku.Cells) {
			if (made.At(c) == 0) != (made.At(80-c) == 0) {
				t.Fatalf("%v is not symmetric in %v", made, c)
			}
		}
		if r, err := sudoku.Check(t.Context(), made, sudoku.Limits{}); err != nil || r.Unique != sudoku.Yes || made.At(1) != 3 || made.At(2) != 2 || made.At(11) != 5 {
			t.Fatalf("%v: %+v, %v", made, r, err)
		}

		// In a pasted puzzle the redundant givens are named and removed.
		p.openPuzzle(easy)
		p.waitText("#set-count", p.text("page.set.unique"))
		p.hasLabel("r1c1", p.text("page.cell.spare"))
		p.hasLabel("r1c3", p.text("page.cell.true", "list", "4"))
		p.press(action("set-minimise"))
		p.wait(`document.querySelector('[data-action="set-minimise"]').disabled || !document.querySelector("#set-spare").textContent.startsWith("2")`)
		p.wait(`document.querySelector("#set-count").dataset.state === "unique" && [...document.querySelectorAll("[data-cell]")].filter((e) => e.textContent).length < 30`)
		p.press(action("undo"))
		p.waitBoard(easy)

		// A dead end is reported at once with the digit that caused it; removing it removes the
		// mirror's digit, too.
		p.press(cell("r1c3"))
		p.keys("1")
		p.waitText("#set-count", p.text("page.set.none.since", "list", "r1c3 = 1"))
		p.waitText("#live", p.text("page.set.none.since", "list", "r1c3 = 1"))
		p.waitBadge("none")
		p.keys(kb.Backspace)
		p.waitText("#set-count", p.text("page.set.unique"))
		p.press(cell("r1c1"))
		p.keys(kb.Backspace)
		p.waitBoard("." + easy[1:80] + ".")
		p.keys("z", chromedp.ModifierCtrl)
		p.waitBoard(easy)

		p.press(action("set-grade"))
		p.wait(`document.querySelector("#set-level").textContent.includes(` + js(p.text("explain.level.easy")) + `)`)
		p.press("#set-title")
		p.keys("Nine" + kb.Tab)
		p.noSidewaysScroll()

		// Playing it opens a separate game; the previous game and the puzzle that was set do not
		// change.
		p.press(action("set-play"))
		p.wait(`document.querySelector("#tab-play").ariaSelected === "true" && document.querySelector('[data-cell="r1c1"]').ariaReadOnly === "true"`)
		p.waitBadge("unique")
		p.wait(fmt.Sprintf(`document.querySelector(%s).disabled`, js(action("undo"))))
		p.press(action("games"))
		p.wait(`document.querySelector("#games")?.open`)
		p.press("#games-list li:nth-last-child(2) .game") // the last entry is the very first puzzle
		p.waitBoard(played)
		p.press("#tab-set")
		p.waitBoard(easy)
		p.wait(`document.querySelector("#set-title").value === "Nine"`)
		p.reload()
		p.waitBoard(easy)
		p.press("#tab-play")
		p.waitBoard(played)
		if strings.Contains(p.label("r1c1"), p.text("page.cell.spare")) {
			t.Error("what is set shows in Play")
		}
		// The list of games marks it as being set, and opens it in Set.
		p.press(action("games"))
		set := fmt.Sprintf(`[...document.querySelectorAll("#games-list li")].find((e) => e.querySelector(".game-progress")?.textContent === %s)`, js(p.count("page.games.set", 30)))
		p.wait(set + ` !== undefined`)
		p.press(fmt.Sprintf(`[data-game="%s"] .game`, eval[string](p, set+`.dataset.game`)))
		p.wait(`document.querySelector("#tab-set").ariaSelected === "true"`)
		p.waitBoard(easy)
		p.hasLabel("r1c1", p.text("page.cell.spare"))
		p.press("#tab-play")
		p.waitBoard(played)
		// The arrow keys act on the board, not on the pressed tab; here givens are removed one
		// by one.
		p.keys(kb.ArrowRight)
		p.wait(`document.querySelector("#tab-play").ariaSelected === "true"`)
		p.press("#more summary")
		p.press(`#more [data-action="edit-givens"]`)
		p.press(cell("r1c1"))
		p.keys(kb.Backspace)
		p.waitBoard("." + played[1:])
	})
}
