package e2e

import (
	"fmt"
	"strings"
	"testing"

	"nonet/message"
)

// TestCards checks that a new visitor gets three cards on the real board: the rule, a first
// digit to enter, the buttons. They move no key, can be skipped, and do not return. A link to a
// puzzle shows none. On other boards each new kind of rule is explained once.
func TestCards(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		if p.visible("#cards") {
			t.Fatal("a link brings cards")
		}
		keys := func() string {
			return eval[string](p, `JSON.stringify([...document.querySelectorAll("#board, #board, #pad button, #pad .digits button")].filter((e) => e.checkVisibility()).map((e) => Object.values(e.getBoundingClientRect().toJSON()).map(Math.round)))`)
		}
		card := func(key string) {
			t.Helper()
			p.waitText("#cards-text", p.text(key))
		}
		examine := func(key string) {
			t.Helper()
			card(key)
			eval[bool](p, "("+"() => { "+axe+"; return true })()")
			for _, violation := range p.violations("#cards") {
				t.Errorf("%s: %s", key, violation)
			}
			if cut := eval[bool](p, `(({scrollHeight, clientHeight}) => scrollHeight > clientHeight + 1)(document.querySelector("#cards"))`); cut {
				t.Errorf("%s: it does not fit its card", key)
			}
			p.noSidewaysScroll()
		}
		p.wipe()
		p.visit("/")
		examine("cards.rule")
		if got := eval[int](p, `document.querySelectorAll("#board .house").length`); got != 3 {
			t.Errorf("%d houses are lit", got)
		}
		want := keys()
		p.look("card-1")
		p.press("#cards-next")
		p.wait(`document.querySelector("#cards").dataset.card === "first"`)
		at := p.selected()
		said := p.textOf("#cards-text")
		digit := said[strings.IndexAny(said, "123456789")] - '0'
		p.look("card-2")
		p.press(digitKey(int(digit)))
		p.waitText(cell(at), fmt.Sprint(digit))
		examine("cards.keys")
		p.look("card-3")
		if got := keys(); got != want {
			t.Errorf("the keys were at %s\nand are at %s", want, got)
		}
		p.press("#cards-next")
		p.wait(`!document.querySelector("#cards")`)
		if got := keys(); got != want {
			t.Errorf("the keys were at %s\nand are at %s", want, got)
		}
		if p.phone == false && eval[string](p, `document.activeElement.dataset.cell ?? ""`) == "" {
			t.Error("the focus is not on the board")
		}
		p.reload()
		p.wait(`document.querySelector("#badge").dataset.state !== "checking"`)
		if p.visible("#cards") {
			t.Error("they come again")
		}

		// The cards are skipped by the button and by a key.
		p.wipe()
		p.visit("/")
		card("cards.rule")
		p.press("#cards-skip")
		p.wait(`!document.querySelector("#cards") && !document.querySelector("#board .house")`)
		p.wipe()
		p.visit("/")
		card("cards.rule")
		p.keys("\x1b")
		p.wait(`!document.querySelector("#cards")`)

		// A generated puzzle of other rules shows a card for its kinds; a second one shows none.
		p.home()
		for i := range 2 {
			p.press(`[data-kind="killer"]`)
			p.wait(`document.querySelector("#field")?.checkVisibility() && document.querySelector("#board .board-face") && document.querySelector("#field-rules li")`)
			if i > 0 {
				if p.visible("#cards") {
					t.Error("what was met is told again")
				}
				break
			}
			p.wait(`document.querySelector("#cards")?.checkVisibility() && document.querySelector("#board .pointed")`)
			if got := p.textOf("#cards-text"); !strings.Contains(got, p.text("kind.Cage.rule")) {
				t.Errorf("the card says %q", got)
			}
			p.look("card-killer")
			// The card changes with the language.
			for _, lang := range []message.Lang{map[message.Lang]message.Lang{message.English: message.Chinese, message.Chinese: message.English}[p.lang], p.lang} {
				eval[bool](p, `(document.querySelector('[data-action="language"]').click(), true)`)
				p.wait(fmt.Sprintf(`document.querySelector("#cards-text").textContent.includes(%s)`, js(message.New("kind.Cage.rule").In(lang))))
			}
			p.press("#cards-next")
			p.wait(`!document.querySelector("#cards") && !document.querySelector("#board .pointed")`)
			p.leavePlace()
		}
	})
}
