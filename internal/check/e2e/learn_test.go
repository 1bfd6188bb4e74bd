package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/grade"
	"nonet/hint"
	"nonet/internal/practice"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// onDesk is a cell of the lessons' board.
func onDesk(name string) string { return "#board " + cell(name) }

// positionOf returns the position that the trainer shows, generated again from its seed.
func (p *client) positionOf(technique logic.Technique) practice.Position {
	p.t.Helper()
	p.wait(`JSON.parse(sessionStorage.getItem("nonet.learning"))?.seed !== undefined && !document.querySelector("#trainer-pad").hidden`)
	seed := eval[uint64](p, `JSON.parse(sessionStorage.getItem("nonet.learning")).seed`)
	at, outcome, err := practice.Next(p.ctx, practice.Wish{Technique: technique, Seed: seed})
	if outcome != sudoku.Found {
		p.t.Fatal(outcome, err)
	}
	return at
}

// candidateSpot returns the place of a candidate on the screen.
func (p *client) candidateSpot(c logic.Candidate) (x, y float64) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		document.querySelector("#board").scrollIntoView({block: "nearest"});
		const { left, top, width } = document.querySelector("#board .over").getBoundingClientRect();
		return [%d, %d].map((v, i) => [left, top][i] + (v * width) / 27);
	})()`, 3*(c.Cell.Column()-1)+(int(c.Digit)-1)%3, 3*(c.Cell.Row()-1)+(int(c.Digit)-1)/3))
	size := eval[float64](p, `document.querySelector("#board .over").getBoundingClientRect().width / 27`)
	return at[0] + size/2, at[1] + size/2
}

// strike removes a candidate. With the mouse it clicks the candidate's place; on a phone it uses the cell and
// the pad. A tap on the selected cell would remove the candidate below the finger, so strike does not tap a
// selected cell again.
func (p *client) strike(c logic.Candidate) {
	p.t.Helper()
	if p.phone {
		if spot := onDesk(c.Cell.String()); !eval[bool](p, fmt.Sprintf(`document.querySelector(%s).ariaSelected === "true"`, js(spot))) {
			p.press(spot)
		}
		p.press(fmt.Sprintf(`#trainer-digits [data-digit="%d"]`, c.Digit))
	} else {
		x, y := p.candidateSpot(c)
		p.run(chromedp.MouseClickXY(x, y))
	}
	p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label").split(%s)[1]?.match(/^[\d ]+/)[0].split(" ").includes("%d")`,
		js(onDesk(c.Cell.String())), js(p.text("page.learn.struck", "list", "")), c.Digit))
}

func (p *client) waitVerdict(verdict practice.Verdict) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#trainer-result").dataset.verdict === %q`, verdict))
	p.wait(`document.querySelector("#live").textContent === document.querySelector("#trainer-texts").textContent`)
}

// guided tells that the trainer shows the hint of the first position, which is done together.
const guided = `document.querySelectorAll("#trainer-texts li").length === 4 && document.querySelector("#trainer-result").dataset.verdict === "hint"`

// train opens a technique's trainer from the map of lessons.
func (p *client) train(technique string) {
	p.t.Helper()
	p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
	p.press(fmt.Sprintf(`#lessons-path [data-technique=%q]`, technique))
	p.press("#chapter-practise")
}

// TestTrainer opens a lesson and answers wrongly, in part and rightly. Progress survives a
// reload, and the game in Play does not change.
func TestTrainer(t *testing.T) {
	fullerSetting(t, setting{message.Chinese, true}, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		p.keys("4")
		game := p.board()
		p.press("#tab-learn")
		p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
		p.noSidewaysScroll()
		p.shoot("list")
		p.press(`#lessons-path [data-action="chapter"][data-technique="x-wing"]`)
		p.wait(`document.querySelector("#chapter-about").textContent.length > 40 && document.querySelector("#board .picture [data-mark]") !== null`)
		p.waitText("#chapter-title", p.text("technique.x-wing"))
		p.noSidewaysScroll()
		p.shoot("chapter")
		p.press("#chapter-practise")
		at := p.positionOf(logic.XWing)
		step := at.Steps[0]
		p.shoot("trainer")
		p.noSidewaysScroll()
		p.waitText("#trainer-task", p.text("page.sentences", "first", p.text("page.learn.guided"), "second", p.text("page.learn.taskStrike")))
		// The first position comes with a hint that tells all but the move.
		p.wait(guided)
		if n := eval[int](p, `[...document.querySelectorAll("nonet-board")].filter((board) => board.checkVisibility()).length`); n != 1 {
			t.Errorf("%d boards are seen", n)
		}

		// Wrong: strike a digit of the solution. Undo restores it.
		one := at.State.EmptyCells().First()
		wrong := logic.Candidate{Cell: one, Digit: at.Solution.At(one)}
		p.strike(wrong)
		p.press("#trainer-check")
		p.waitVerdict(practice.Wrong)
		p.waitText("#trainer-texts", p.text("practice.wrong", "cell", wrong.Cell, "digit", wrong.Digit))
		p.shoot("wrong")
		p.press("#trainer-undo")
		p.wait(guided)

		// First a part, if there are several eliminations; then all.
		for i, c := range step.Eliminations {
			p.strike(c)
			if i == 0 && len(step.Eliminations) > 1 && len(at.Steps) == 1 {
				p.press("#trainer-check")
				p.waitVerdict(practice.Partial)
			}
		}
		p.reload()
		p.wait(`!document.querySelector("#trainer-pad")?.hidden && document.querySelector("#board .picture") !== null`)
		if p.phone {
			p.press("#trainer-check")
		} else {
			p.keys("k")
		}
		p.waitVerdict(practice.Right)
		p.wait(`document.querySelector("#board .picture [data-mark]") !== null`)
		p.shoot("right")

		// A right answer with help is no exercise yet.
		p.press(`#trainer [data-action="lessons"]`)
		p.wait(`document.querySelector("#lessons-path .boxes")?.textContent === "○○○☆"`)
		p.reload()
		p.wait(`document.querySelector("#lessons-path .boxes")?.textContent === "○○○☆"`)
		p.shoot("list2")
		p.press("#tab-play")
		p.wait(`document.querySelector("#board").checkVisibility()`)
		if got := p.board(); got != game {
			t.Errorf("the game is %s, not %s", got, game)
		}
	})
}

// TestTrainerByKeys uses the keyboard alone. Digits strike out or place, hints show all five levels, and the
// trainer's keys do not change the game.
func TestTrainerByKeys(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.openPuzzle(easy)
	p.press("#tab-learn")
	p.train("hidden-single")
	go2 := func(c logic.Cell) {
		p.keys(kb.Home, chromedp.ModifierCtrl)
		for range c.Row() - 1 {
			p.keys(kb.ArrowDown)
		}
		for range c.Column() - 1 {
			p.keys(kb.ArrowRight)
		}
	}
	for n, marks := range []string{"○○○☆", "●○○☆", "●●○☆"} {
		at := p.positionOf(logic.HiddenSingle)
		place := at.Steps[0].Placements[0]
		p.wait(`document.activeElement?.closest("#board") !== null`)
		if n == 0 {
			p.wait(guided)
		}
		go2(place.Cell)
		p.keys(fmt.Sprint(place.Digit))
		p.waitText(onDesk(place.Cell.String()), fmt.Sprint(place.Digit))
		p.keys(kb.Enter)
		p.waitVerdict(practice.Right)
		p.waitText("#trainer-task", marks+" "+p.text("page.learn.exercises", "n", n, "of", 3))
		p.keys(kb.Enter)
		p.wait(`!document.querySelector("#trainer-pad").hidden`)
	}
	for level := 1; level <= hint.Levels; level++ {
		p.keys("h")
		p.wait(fmt.Sprintf(`document.querySelectorAll("#trainer-texts li").length === %d`, level))
	}
	p.wait(`document.querySelector("#trainer-pad").hidden`)
	p.waitText("#trainer-task", "●●○☆ "+p.text("page.learn.exercises", "n", 2, "of", 3)+" · "+p.text("page.learn.isDue"))
	p.keys(kb.Escape)
	p.wait(`!document.querySelector("#chapter").hidden`)
	p.keys(kb.Escape)
	p.wait(`!document.querySelector("#lessons").hidden`)
	p.keys("5n")
	p.press("#tab-play")
	if got := p.board(); got != easy {
		t.Errorf("the game is %s", got)
	}
}

// TestBadge finishes a lesson: after three exercises it offers a puzzle that needs the technique, and a win of it
// earns the badge on the map, which has a picture of each technique.
func TestBadge(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easy)
		p.press("#tab-learn")
		p.wait(`document.querySelectorAll("#lessons-path li").length > 40`)
		p.wait(`document.querySelector('#lessons-path .sketched[data-technique="locked-pair"] .gone') !== null`)
		eval[bool](p, `new Promise((done) => { indexedDB.open("nonet").onsuccess = ({target: {result: db}}) => {
			const writing = db.transaction("kept", "readwrite");
			writing.objectStore("kept").put({id: "learned.hidden-single", box: 2, due: 1, right: 2, tries: 3, row: 2});
			writing.oncomplete = () => (db.close(), done(true));
		} })`)
		p.press("#tab-play")
		p.press("#tab-learn")
		p.wait(`document.querySelector("#lessons-path .boxes")?.textContent === "●●○☆"`)
		p.train("hidden-single")
		at := p.positionOf(logic.HiddenSingle)
		place := at.Steps[0].Placements[0]
		p.wait(`document.querySelector("#trainer-texts").textContent === ""`)
		p.press(onDesk(place.Cell.String()))
		p.press(fmt.Sprintf(`#trainer-digits [data-digit="%d"]`, place.Digit))
		p.press("#trainer-check")
		p.waitVerdict(practice.Right)
		p.press("#trainer-needs")
		p.wait(`document.body.dataset.tab === "play" && !document.querySelector("dialog[open]") && document.querySelector("#made-text").textContent !== ""`)
		g, err := sudoku.Parse(p.board())
		must(t, err)
		path, _, err := hodoku.PathOf(p.ctx, logic.NewState(g), hodoku.DefaultOrder(), nil)
		must(t, err)
		if hardest, _ := grade.Hardest(path.Steps); hardest != logic.HiddenSingle {
			t.Errorf("%v needs %v", g, hardest)
		}
		solution, _, err := sudoku.Solve(p.ctx, g, sudoku.Limits{})
		must(t, err)
		state := logic.NewState(g)
		for c := range state.EmptyCells().All() {
			p.press(cell(c.String()))
			p.keys(fmt.Sprint(solution.At(c)))
		}
		p.wait(`document.querySelector("#win")?.open`)
		p.keys(kb.Escape)
		p.wait(`!document.querySelector("#win").open && !history.state?.dialogs`)
		p.press("#tab-learn")
		p.waitText("#trainer-task", "●●●★ "+p.text("page.learn.exercises", "n", 3, "of", 3)+" · "+p.text("page.learn.badge"))
		p.press(`#trainer [data-action="lessons"]`)
		p.wait(`document.querySelector('#lessons-path [data-state="badge"]')?.dataset.technique === "hidden-single" && document.querySelector("#lessons-path .boxes").textContent === "●●●★"`)
		p.shoot("badge")
	})
}

// TestHintToTrainer goes from a hint to the technique's chapter and to its trainer, while the
// game waits in Play.
func TestHintToTrainer(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(skyscraping)
		p.wish("skyscraper")
		for level := 1; level <= 3; level++ {
			p.more(level)
			if got := p.visible("#hint-chapter"); got != (level == 3) {
				t.Errorf("at level %d the way to the chapter is there: %v", level, got)
			}
		}
		p.press("#hint-chapter")
		p.waitText("#chapter-title", p.text("technique.skyscraper"))
		p.wait(`document.querySelector("#board .picture [data-mark]") !== null`)
		p.press("#chapter-practise")
		p.positionOf(logic.Skyscraper)
		p.waitText("#trainer-title", p.text("technique.skyscraper"))
		p.press("#tab-play")
		if got := p.board(); got != skyscraping {
			t.Errorf("the game is %s", got)
		}
	})
}

// TestNewPuzzleForTechnique checks that a new puzzle for a technique needs it and nothing
// harder, and that the page says so.
func TestNewPuzzleForTechnique(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.press(action("new"))
	p.wait(`document.querySelector("#maker")?.open && document.querySelector("#maker-technique").options.length > 20`)
	eval[bool](p, `(document.querySelector("#maker-grade").value = "any", document.querySelector("#maker-technique").value = "skyscraper", true)`)
	p.press("#maker-make")
	p.wait(`!document.querySelector("#maker")?.open`)
	g, err := sudoku.Parse(p.board())
	must(t, err)
	path, _, err := hodoku.PathOf(p.ctx, logic.NewState(g), hodoku.DefaultOrder(), nil)
	must(t, err)
	if hardest, _ := grade.Hardest(path.Steps); hardest != logic.Skyscraper {
		t.Errorf("%v needs %v", g, hardest)
	}
	p.wait(fmt.Sprintf(`document.querySelector("#made-text").textContent.includes(%s)`, js(p.text("technique.skyscraper"))))
}

// shoot writes a screenshot to the directory NONET_SHOTS, for visual inspection.
func (p *client) shoot(name string) {
	if dir := os.Getenv("NONET_SHOTS"); dir != "" {
		must(p.t, os.WriteFile(fmt.Sprintf("%s/%s-%s.png", dir, strings.ReplaceAll(p.String(), "/", "-"), name), p.screenshot(), 0o644))
	}
}
