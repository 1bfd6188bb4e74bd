package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/internal/app/httpapi"
	"nonet/message"
	"nonet/web"
)

const (
	// easy begins with the naked single 5 in r5c5; its r1c3 is 4.
	easy         = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	easySolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	// skyscraping holds a skyscraper of 2 in columns 7 and 9 that rules 2 out of r1c9.
	skyscraping = ".54..9.8.8...7...5.6..2.....4.76..2......2.......3..5.4.72.......26..79.59....8.."
	// crowded has finned fish, colours, almost locked sets and grouped chains from the start.
	crowded = "...2...3...179..84....45....9....5.1.4.3.6.......1..62.6....8...........8..127..."
)

// drawn returns what a hint draws on the board, as a list of short words in order.
func (p *client) drawn() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll(".picture [data-house], .picture [data-in], .picture [data-set], .picture [data-mark], .picture [data-link]")].map((e) => {
		const d = e.dataset;
		return d.house ?? d.in ?? (d.set ? "set " + d.set : d.link ? d.link + " " + d.from + " " + d.to : d.mark + " " + d.at + (d.end ? " end" : ""));
	})`)
}

func (p *client) expectDrawn(want ...string) {
	p.t.Helper()
	got := p.drawn()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.t.Errorf("drawn are\n%q, want\n%q", got, want)
	}
}

// disclosed returns the texts of the hint so far, one per level.
func (p *client) disclosed() []string {
	p.t.Helper()
	return eval[[]string](p, `[...document.querySelectorAll("#hint-texts li")].map((e) => (e.querySelector("p") ?? e).textContent)`)
}

// more requests the next level, and waits until its text is on the page and in the live region.
func (p *client) more(level int) {
	p.t.Helper()
	p.press(action(map[bool]string{true: "hint", false: "hint-more"}[level == 1]))
	p.waitLevel(level)
}

func (p *client) waitLevel(level int) {
	p.t.Helper()
	p.waitText("#hint-title", p.text("page.hint.level", "level", level, "levels", 5))
	p.wait(fmt.Sprintf(`document.querySelectorAll("#hint-texts li").length === %d && document.querySelector("#hint-busy").hidden`, level))
	said := p.disclosed()
	p.waitText("#live", p.text("page.sentences", "first", p.text("page.hint.level", "level", level, "levels", 5), "second", said[level-1]))
}

// wish selects a goal or a technique for hints.
func (p *client) wish(value string) {
	p.t.Helper()
	p.press("#hint-options > summary")
	p.wait(fmt.Sprintf(`[...document.querySelector("#hint-goal").options].some((o) => o.value === %s)`, js(value)))
	eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector("#hint-goal"); e.value = %s; return e.dispatchEvent(new Event("change")) })()`, js(value)))
	p.press("#hint-options > summary")
}

// place returns the position of an element in the document, as text.
func (p *client) place(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`(() => { const r = document.querySelector(%s).getBoundingClientRect(); return [r.x, r.y + scrollY, r.width, r.height].map(Math.round).join(" ") })()`, js(selector)))
}

func TestHintLevels(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.waitBadge("unique")
		board := p.place("nonet-board")
		for level, want := range [][]string{
			{},
			{"b5"},
			{"b5", "c5", "r5", "r5c5"}, // all houses whose digits leave one candidate
			{"b5", "c5", "r5", "r5c5"},
			{"b5", "c5", "r5", "placement r5c5:5"},
		} {
			p.more(level + 1)
			p.expectDrawn(want...)
			if got := p.place("nonet-board"); got != board {
				t.Errorf("level %d moves the board from %s to %s", level+1, board, got)
			}
		}
		said := p.disclosed()
		if p.lang == message.English && (said[0] != "Look for a step of this kind: Singles." || said[4] != "r5c5 must be 5.") {
			t.Errorf("the levels are %q", said)
		}
		// Only the last level, the move, contains the digit.
		for i, text := range said[:4] {
			if rest := strings.NewReplacer("r5c5", "", p.text("house.box", "n", 5), "").Replace(text); strings.Contains(rest, "5") {
				t.Errorf("level %d says %q", i+1, text)
			}
		}
		p.noSidewaysScroll()

		p.press(action("hint-apply"))
		p.waitText(cell("r5c5"), "5")
		p.waitText("#message", p.text("page.hint.applied", "move", said[4]))
		if p.visible("#hint") || len(p.drawn()) != 0 {
			t.Error("the hint stays after it was followed")
		}
		if !p.onBoard() {
			t.Error("the focus is not on the board")
		}
		p.press(action("undo"))
		p.waitBoard(easy)
		p.press(action("redo"))
		p.waitText(cell("r5c5"), "5")
	})
}

// TestHintChain checks that a chain's links are curves between candidates, strong or weak, and that
// eliminations are struck through. One move notes them together with the missing notes.
func TestHintChain(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(skyscraping)
		p.wish("skyscraper")
		pattern := []string{"c7", "c9", "r1c7", "r1c9", "r2c7", "r9c9"}
		chain := []string{"off r2c7:2 end", "on r1c7:2", "off r1c9:2", "on r9c9:2 end",
			"strong r2c7:2 r1c7:2", "weak r1c7:2 r1c9:2", "strong r1c9:2 r9c9:2"}
		for level, want := range [][]string{
			{},
			{"c7", "c9"},
			append([]string{"pattern r1c7:2", "pattern r1c9:2", "pattern r2c7:2", "pattern r9c9:2"}, pattern...),
			append(chain, pattern...),
			append(append([]string{"elimination r1c9:2"}, chain...), pattern...),
		} {
			p.more(level + 1)
			p.expectDrawn(want...)
		}
		if eval[bool](p, `[...document.querySelectorAll(".link .line")].some((e) => !/^M[-\d. ]+Q/.test(e.getAttribute("d")))`) {
			t.Error("a link is no curve")
		}
		weak := eval[[]string](p, `[...document.querySelectorAll(".link.weak .line, .link.strong .line")].map((e) => getComputedStyle(e).strokeDasharray)`)
		if weak[0] != "none" || weak[1] == "none" || weak[2] != "none" {
			t.Errorf("strong, weak and strong links are dashed %q", weak)
		}
		p.waitText(action("hint-apply"), p.text("page.hint.applyFilled"))
		p.waitText("#hint-note", p.text("page.hint.fills"))
		p.press(action("hint-apply"))
		p.wait(`/\S/.test(document.querySelector("#message").textContent)`)
		noted := func(name, digit string) bool {
			label := p.label(name)
			_, notes, ok := strings.Cut(label, p.text("page.cell.notes", "list", ""))
			return ok && strings.Contains(notes, digit)
		}
		if noted("r1c9", "2") || !noted("r1c7", "2") || !noted("r8c1", "1") {
			t.Errorf("after the step the notes are %q, %q, %q", p.label("r1c9"), p.label("r1c7"), p.label("r8c1"))
		}
		p.press(action("undo"))
		if label := p.label("r1c7"); strings.Contains(label, p.text("page.cell.notes", "list", "")) {
			t.Errorf("undo leaves notes: %q", label)
		}

		// With notes, the step removes only notes that are its own eliminations.
		p.press("#note-tools > summary")
		p.press(action("note-all"))
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		p.waitText(action("hint-apply"), p.text("page.hint.apply"))
		p.press(action("hint-apply"))
		p.wait(fmt.Sprintf(`!document.querySelector(%s).getAttribute("aria-label").includes("2 ")`, js(cell("r1c9"))))
		p.press(action("undo"))
		if !noted("r1c9", "2") {
			t.Errorf("after undo r1c9 is %q", p.label("r1c9"))
		}
	})
}

// TestHintForms checks that each part has its own look: fins, colours, groups, almost locked sets.
func TestHintForms(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.openPuzzle(crowded)
	for _, c := range []struct {
		technique string
		selectors []string
	}{
		{"finned-swordfish", []string{`.mark.fin polygon`, `.mark.pattern circle`}},
		{"simple-colours-trap", []string{`.mark.a circle`, `.mark.b rect`}},
		// The finder decides which chain comes first; testdata/modules.js tests branches.
		{"als-xz", []string{`.set-0 path`, `.set-1 text`, `.mark.restricted polygon + polygon`}},
		{"grouped-aic", []string{`.band`, `.link.weak polygon`, `.mark.off[data-end] .end`, `.mark.off rect`}},
		{"cell-forcing-chain", []string{`.mark.on[data-end] .supposed`}},
		{"nishio", []string{`.mark.on[data-supposed] .tag`, `.mark.clash polygon`}},
	} {
		p.wish(c.technique)
		for level := 1; level <= 4; level++ {
			p.keys("h")
			p.waitLevel(level)
		}
		for _, selector := range c.selectors {
			if n := eval[int](p, fmt.Sprintf(`document.querySelectorAll(".picture " + %s).length`, js(selector))); n == 0 {
				t.Errorf("%s: nothing is drawn as %s: %q", c.technique, selector, p.drawn())
			}
		}
		p.keys(kb.Escape)
		p.wait(`document.querySelector("#hint").hidden && !document.querySelector(".picture > *")`)
	}
}

func TestHintWrongFirst(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		p.keys("1")
		p.more(1)
		if got := p.disclosed()[0]; got != p.text("hint.wrong.any") {
			t.Errorf("the first thing said is %q", got)
		}
		for level := 2; level <= 5; level++ {
			p.more(level)
		}
		p.expectDrawn("r1c3")
		p.press(action("hint-apply"))
		p.waitBoard(easy)
		p.press(action("undo"))
		p.waitText(cell("r1c3"), "1")
	})
}

func TestHintMissingNote(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press("#note-tools > summary")
		p.press(action("note-all"))
		p.press(cell("r1c3"))
		p.keys("n4n")
		p.more(1)
		if got := p.disclosed()[0]; got != p.text("hint.missing.any") {
			t.Errorf("the first thing said is %q", got)
		}
		for level := 2; level <= 5; level++ {
			p.more(level)
		}
		p.press(action("hint-apply"))
		want := p.text("page.cell.notes", "list", "1 2 4")
		if got := p.label("r1c3"); !strings.Contains(got, want) {
			t.Errorf("r1c3 is %q, want %q", got, want)
		}
		p.press(action("undo"))
		if got := p.label("r1c3"); strings.Contains(got, want) {
			t.Errorf("after undo r1c3 is %q", got)
		}
	})
}

// TestHintPassesOverFewNotes checks that a few scattered notes do not count as candidates, so that other
// candidates do not count as missing notes.
func TestHintPassesOverFewNotes(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.openPuzzle(easy)
	p.press(cell("r1c3"))
	p.keys("n1")
	p.keys("n")
	p.more(1)
	if got := p.disclosed()[0]; got != "Look for a step of this kind: Singles." {
		t.Errorf("the hint is %q", got)
	}
}

func TestPractice(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.wish("bug-plus-1")
		p.press(action("hint"))
		name := message.New("technique.bug-plus-1")
		p.waitText("#hint-trouble", p.text("page.hint.none", "reason", message.New("hint.notOpen", "technique", name)))
		p.waitText("#live", p.textOf("#hint-trouble"))
		p.waitText("#hint-wish", name.In(p.lang))
		if p.visible(action("hint-retry")) {
			t.Error("an answer is offered to be asked for again")
		}
		// The page remembers the chosen goal.
		p.reload()
		p.press("#hint-options > summary")
		p.wait(`document.querySelector("#hint-goal").value === "bug-plus-1"`)
		p.press("#hint-options > summary")
		p.wish("fewest")
		p.more(1)
	})
}

// TestHintGoes checks that keys, Escape and any change of the board remove a hint.
func TestHintGoes(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.keys("h")
		p.waitLevel(1)
		p.keys("H")
		p.waitLevel(2)
		if got := eval[bool](p, `document.querySelector(".picture > *") !== null`); !got {
			t.Error("nothing is drawn")
		}
		p.keys(kb.Escape)
		p.wait(`document.querySelector("#hint").hidden && !document.querySelector(".picture > *")`)
		p.keys("h")
		p.waitLevel(1)
		p.press(cell("r1c3"))
		p.keys("4")
		p.wait(`document.querySelector("#hint").hidden`)

		// A long search reports what it looks for. The page cancels questions about an earlier board, and
		// ignores their answers.
		given := p.server.stream("/api/v1/hint/stream",
			"event: progress\ndata: {\"family\":\"forcing\",\"family_name\":\"Nets\",\"nodes\":2048,\"empty\":51,\"ms\":60}\n\n")
		p.keys("h")
		p.waitText("#hint-seeking", p.text("page.seeking.tried", "what", "Nets", "n", "2,048"))
		p.keys("0")
		<-given
		p.wait(`document.querySelector("#hint").hidden`)
		p.keys("h")
		p.wait(`!document.querySelector("#hint-busy").hidden`)
		p.press(action("hint-cancel"))
		<-given
		p.waitText("#hint-trouble", p.text("page.cancelled"))
		p.server.release("/api/v1/hint/stream")
		p.press(action("hint-retry"))
		p.waitLevel(1)
		// Showing the solution and changing the tab remove the hint, too.
		p.keys("h")
		p.waitLevel(2)
		p.press(action("hint-close"))
		p.press(action("solve"))
		p.waitBoard(easySolution)
		p.keys("h")
		p.waitLevel(1)
		p.waitBoard(easy)
		p.press(action("hint-close"))
		p.keys("h")
		p.waitLevel(1)
		p.press("#tab-target")
		p.wait(`document.querySelector("#hint").hidden`)
		p.keys("h")
		if p.visible("#hint") {
			t.Error("there is a hint in target mode")
		}
	})
}

func TestServerDiesAmidHint(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.tolerate("ERR_")
		p.openPuzzle(easy)
		p.waitBadge("unique")
		p.more(1)
		p.more(2)
		back := p.server.gone()
		p.press(action("hint-more"))
		p.waitText("#hint-trouble", p.text("page.failure.network"))
		if got := len(p.disclosed()); got != 2 {
			t.Errorf("%d levels are left", got)
		}
		p.expectDrawn("b5")
		p.press(action("hint-retry"))
		p.wait(`document.querySelector("#hint-busy").hidden`)
		p.waitText("#hint-trouble", p.text("page.failure.network"))
		back()
		p.press(action("hint-retry"))
		p.waitLevel(3)
	})
}

// TestHintSpeaksBoth checks that a change of language translates the levels of a hint.
func TestHintSpeaksBoth(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.openPuzzle(easy)
	p.more(1)
	p.more(2)
	p.press("#lang")
	p.lang = message.Chinese
	p.waitLevel(2)
	if got := p.disclosed()[0]; got != p.text("hint.family", "family", message.New("technique.family.single")) {
		t.Errorf("in Chinese the hint is %q", got)
	}
}

func TestNewPuzzle(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.waitBadge("unique")
		given := p.server.hold("/api/v1/generate")
		p.press(action("new"))
		p.wait(`document.querySelector("#maker")?.open && document.querySelector("#maker-technique").options.length > 20`)
		// Only techniques that paths use can be chosen; hints also practise the other techniques.
		eval[bool](p, `(() => { for (const id of ["squirmbag", "x-wing"]) if (Boolean(document.querySelector("#maker-technique option[value=" + id + "]")) !== (id === "x-wing") || !document.querySelector("#hint-goal option[value=" + id + "]")) throw new Error(id + " in the wrong menu"); return true })()`)
		for id, value := range map[string]string{"grade": "hard", "symmetry": "diagonal", "technique": ""} {
			eval[string](p, fmt.Sprintf(`document.querySelector("#maker-%s").value = %s`, id, js(value)))
		}
		p.press("#maker-make")
		p.wait(`!document.querySelector("#maker-busy").hidden`)
		p.waitText("#maker-seconds", p.count("page.new.seconds", 1))
		p.press("#maker-cancel")
		<-given
		p.waitText("#maker-trouble", p.text("page.cancelled"))
		if got := p.board(); got != inkala {
			t.Errorf("after Cancel the board is %s", got)
		}
		// Escape also cancels the search, and closes the dialog.
		p.press("#maker-make")
		p.wait(`!document.querySelector("#maker-busy").hidden`)
		p.keys(kb.Escape)
		<-given
		p.wait(`!document.querySelector("#maker")?.open`)
		if got := p.board(); got != inkala {
			t.Errorf("after Escape the board is %s", got)
		}
		p.server.release("/api/v1/generate")

		p.press(action("new"))
		p.press("#maker-make")
		p.wait(`!document.querySelector("#maker")?.open`)
		made := p.board()
		if made == inkala {
			t.Fatal("there is no new puzzle")
		}
		for i := range 81 {
			if r, c := i/9, i%9; (made[i] == '.') != (made[c*9+r] == '.') {
				t.Fatalf("no symmetry across the diagonal: %s", made)
			}
		}
		level := message.New("explain.level.hard")
		p.waitSaid("page.new.made", "level", level)
		p.waitBadge("unique")
		about := p.textOf("#made-text")
		if !strings.HasPrefix(about, level.In(p.lang)) {
			t.Errorf("it is said to be %q", about)
		}
		link := eval[string](p, `document.querySelector("#made-link").getAttribute("href")`)
		if link != "?bd="+made {
			t.Errorf("its link is %s", link)
		}
		// The observer runs before the first frame that shows the other puzzle.
		eval[bool](p, `(() => { const board = document.querySelector("#board"), before = board.textContent;
			window.besides = new Promise((done) => new MutationObserver(() => board.textContent !== before && done(!document.querySelector("#made").hidden)).observe(board, {subtree: true, childList: true, characterData: true}));
			return true })()`)
		p.openPuzzle(inkala)
		if eval[bool](p, `window.besides`) {
			t.Error("what is known of the new puzzle stands beside the old one")
		}
		p.visit(link)
		p.waitBoard(made)
		p.waitText("#made-text", about)
		p.noSidewaysScroll()
	})
}

// TestNewPuzzleNone checks that a wish that cannot be met is reported, and that the dialog stays
// open.
func TestNewPuzzleNone(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.press(action("new"))
	p.wait(`document.querySelector("#maker-technique")?.options.length > 20`)
	for id, value := range map[string]string{"grade": "easy", "technique": "xy-chain"} {
		eval[string](p, fmt.Sprintf(`document.querySelector("#maker-%s").value = %s`, id, js(value)))
	}
	p.press("#maker-make")
	p.wait(`/^There is no such puzzle: .*XY-Chain/.test(document.querySelector("#maker-trouble").textContent)`)
	if got := p.board(); got != inkala || !p.visible("#maker-make") {
		t.Errorf("the board is %s", got)
	}
}

func TestWalkThrough(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.waitBadge("unique")
		board := p.place("nonet-board")
		p.reach(action("walk"))
		p.run(focus(action("walk")))
		p.keys(kb.Enter)
		title := func(step int, name string) string {
			return p.text("page.walk.of", "step", step, "steps", 51, "name", message.New("technique."+name))
		}
		p.waitText("#walk-title", title(1, "naked-single"))
		p.expectDrawn("b5", "c5", "r5", "placement r5c5:5")
		p.waitBoard(easy)
		sentence := p.textOf("#walk-text")
		if !strings.Contains(sentence, "r5c5") {
			t.Errorf("the first step is %q", sentence)
		}
		p.waitText("#live", p.text("page.sentences", "first", p.textOf("#walk-title"), "second", sentence))
		p.wait(`/ER 1\.2 · EP 1\.2 · ED 1\.2/.test(document.querySelector("#walk-grades").textContent)`)
		for _, name := range []string{"HoDoKu", "nonet"} {
			if !strings.Contains(p.textOf("#walk-grades"), name) {
				t.Errorf("the grades are %q", p.textOf("#walk-grades"))
			}
		}
		p.keys(kb.ArrowRight)
		p.waitText(cell("r5c5"), "5")
		if got := eval[string](p, fmt.Sprintf(`document.querySelector(%s).dataset.kind`, js(cell("r5c5")))); got != "step" {
			t.Errorf("what a step put in is a %s", got)
		}
		p.keys(kb.ArrowLeft)
		p.waitBoard(easy)
		p.keys(kb.End)
		p.waitBoard(easySolution)
		p.waitText("#walk-title", p.text("page.walk.end"))
		p.waitText("#walk-text", p.count("page.walk.solved", 51))
		p.keys(kb.ArrowRight + kb.Home)
		p.waitText("#walk-title", title(1, "naked-single"))
		if got := p.place("nonet-board"); got != board {
			t.Errorf("the walk-through moves the board from %s to %s", board, got)
		}
		p.press("#walk-steps > summary")
		p.press("#walk-list li:nth-child(3) button")
		p.wait(`document.querySelector('#walk-list [aria-current="step"]').value === "2"`)
		p.noSidewaysScroll()

		// Escape restores the board and returns the focus to the button.
		p.keys(kb.Escape)
		p.waitBoard(easy)
		p.wait(`document.querySelector("#walk").hidden && document.querySelector("#board").contains(document.activeElement)`)

		// A typed digit and undo do the same.
		p.press(action("walk"))
		p.waitText("#walk-title", title(1, "naked-single"))
		p.press(action("walk-forward"))
		p.waitText(cell("r5c5"), "5")
		p.keys("z", chromedp.ModifierCtrl)
		p.waitBoard(easy)
		p.wait(`document.querySelector("#walk").hidden`)
	})
}

// TestWalkThroughNone checks the messages about contradictory, unfinished and slow paths.
func TestWalkThroughNone(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(unsolvable)
		p.press(action("walk"))
		p.waitText("#walk-trouble", p.text("page.walk.none", "reason", message.New("hint.notOne")))
		p.press(action("walk-close"))
		p.press(action("hint"))
		p.waitText("#hint-trouble", p.text("page.hint.none", "reason", message.New("hint.notOne")))
		p.press(action("hint-close"))
		// Two givens that contradict each other.
		p.openPuzzle("11" + strings.Repeat(".", 79))
		p.press(action("hint"))
		p.waitText("#hint-trouble", p.text("page.solve.contradiction"))
		p.press(action("walk"))
		p.waitText("#walk-trouble", p.text("page.solve.contradiction"))
		p.press(action("walk-close"))
		p.press(cell("r5c5"))
		p.press(action("why"))
		p.wait(`document.querySelector("#why-digits button") !== null`)
		p.push(`#why-digits [value="5"]`)
		p.wait(fmt.Sprintf(`document.querySelector("#why").textContent.includes(%s)`, js(p.text("page.solve.contradiction"))))
		p.press(action("why-close"))
		p.openPuzzle(unsolvable)
		given := p.server.hold("/api/v1/explain/stream")
		p.press(action("walk"))
		p.wait(`!document.querySelector("#walk-busy").hidden`)
		p.keys(kb.Escape)
		<-given
		p.wait(`document.querySelector("#walk").hidden`)
		if got := p.board(); got != unsolvable {
			t.Errorf("the board is %s", got)
		}
	})
}

// TestAnswerNotes checks the notes about parts that an answer ignores: they stay until the board changes.
func TestAnswerNotes(t *testing.T) {
	t.Parallel()
	real := httpapi.New(httpapi.Config{Assets: web.Files})
	p := openOn(t, setting{message.English, false}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/solve" {
			real.ServeHTTP(w, r)
			return
		}
		rec := httptest.NewRecorder()
		real.ServeHTTP(rec, r)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(strings.Replace(rec.Body.String(), "{", `{"notes": ["left out: <b>marks</b>"],`, 1)))
	}))
	p.waitText("#answer-notes", "left out: <b>marks</b>")
	p.waitBadge("unique")
	p.press(cell("r1c5"))
	p.keys("8")
	p.wait(`document.querySelector("#answer-notes").hidden`)
}

// TestHintOnSmallPhone checks that on the narrowest phones the board stays visible with a hint or a
// walk-through.
func TestHintOnSmallPhone(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.Chinese, true})
	p.openPuzzle(skyscraping)
	p.wish("skyscraper")
	for _, size := range [][2]int64{{320, 568}, {360, 640}, {390, 844}} {
		p.run(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
		inSight := func(what string) {
			t.Helper()
			if hidden := eval[float64](p, `(() => { const b = document.querySelector("nonet-board").getBoundingClientRect(); const s = [...document.querySelectorAll(".coach")].find((e) => !e.hidden).getBoundingClientRect();
				return Math.max(0, -b.top) + Math.max(0, b.bottom - s.top) })()`); hidden > 70 {
				t.Errorf("%v: %s hides %.0f px of the board", size, what, hidden)
			}
			p.noSidewaysScroll()
		}
		for level := 1; level <= 5; level++ {
			p.more(level)
		}
		inSight("the hint")
		p.press(action("hint-close"))
		p.press(action("walk"))
		p.wait(`!document.querySelector("#walk-player").hidden`)
		inSight("the walk-through")
		p.press(action("walk-close"))
		p.press(action("new"))
		p.wait(`document.querySelector("#maker")?.open`)
		p.noSidewaysScroll()
		p.press("#maker-cancel")
	}
}

// TestMarkContrast checks the contrast between candidates' digits and their marks, which are small
// on a phone.
func TestMarkContrast(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	for _, scheme := range []string{"light", "dark"} {
		p := open(t, setting{message.English, false})
		p.emulate("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce")
		for _, poor := range eval[[]string](p, `(() => {
			const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
			const rgb = (colour) => {
				canvas.clearRect(0, 0, 1, 1);
				canvas.fillStyle = colour;
				canvas.fillRect(0, 0, 1, 1);
				return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
			};
			const light = (colour) => {
				const [r, g, b] = rgb(colour).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
				return 0.2126 * r + 0.7152 * g + 0.0722 * b;
			};
			const layer = document.querySelector(".above .picture");
			const roles = ["pattern", "fin", "endofin", "pivot", "corner", "a", "b", "c", "d", "on", "off", "placement"].map((r) => "mark " + r);
			return [...roles, "elimination", "set set-0", "set set-1", "set set-2", "set set-3"].flatMap((name) => {
				const part = (n) => document.createElementNS("http://www.w3.org/2000/svg", n);
				const g = part("g");
				g.setAttribute("class", name);
				const form = part(name.startsWith("set") ? "rect" : "circle");
				const text = part("text");
				g.append(form, text);
				layer.append(g);
				const [a, b] = [light(getComputedStyle(form).fill), light(getComputedStyle(text).fill)];
				const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
				g.remove();
				return ratio < 4.5 ? [name + " " + ratio.toFixed(2)] : [];
			});
		})()`) {
			t.Errorf("%s: %s", scheme, poor)
		}
	}
}
