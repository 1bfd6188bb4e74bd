package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/generate"
	"nonet/logic/hodoku"
	"nonet/message"
)

// history returns the tab's history, as the browser's buttons use it.
func (p *client) history() page.GetNavigationHistoryResult {
	p.t.Helper()
	all, err := chromedp.Call(p.ctx, page.GetNavigationHistory, cdp.Empty{})
	must(p.t, err)
	return all
}

// back presses the browser's Back.
func (p *client) back() {
	p.t.Helper()
	all := p.history()
	call(p, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: all.Entries[all.CurrentIndex-1].ID})
}

// TestBackClosesDialogs checks that Back closes a dialog before it leaves the page. A dialog closed in another
// way must leave no entry in the history.
func TestBackClosesDialogs(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	before := p.history().CurrentIndex
	at := func(want int64) {
		t.Helper()
		p.wait(fmt.Sprintf(`(history.state?.dialogs ?? 0) === %d`, want))
		if got := p.history().CurrentIndex; got != before+want {
			t.Errorf("the history is at %d, not at %d", got, before+want)
		}
	}
	for _, dialog := range []struct{ opens, id string }{{"settings", "settings"}, {"new", "maker"}} {
		isOpen := fmt.Sprintf(`Boolean(document.querySelector("#%s")?.open)`, dialog.id)
		p.press(action(dialog.opens))
		p.wait(isOpen)
		at(1)
		p.back()
		p.wait("!" + isOpen)
		at(0)
		p.press(action(dialog.opens))
		p.wait(isOpen)
		at(1)
		p.keys(kb.Escape)
		p.wait("!" + isOpen)
		at(0)
	}
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText(cell("r1c2"), "1")
}

// wipe removes all data of the page from the browser, and leaves the page.
func (p *client) wipe() {
	p.t.Helper()
	p.leave("/healthz")
	eval[bool](p, `new Promise((done) => {
		sessionStorage.clear();
		localStorage.clear();
		indexedDB.deleteDatabase("nonet").onsuccess = () => done(true);
	})`)
}

// beside returns a client in another tab of the same profile.
func (p *client) beside() *client {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	must(p.t, chromedp.Do(ctx))
	for _, source := range []string{noWorker, userScript} {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source, RunImmediately: new(true)})
		must(p.t, err)
	}
	return &client{setting: p.setting, t: p.t, ctx: ctx, server: p.server}
}

// daily returns the puzzle of today.
func daily(t *testing.T, level hodoku.Level) string {
	t.Helper()
	puzzle, _, err := generate.One(t.Context(), generate.Daily(time.Now(), level), generate.Limits{})
	must(t, err)
	givens, _ := puzzle.Grids()
	return givens.String()
}

// TestFirstVisit checks that a new visitor gets the easy puzzle of the day, or a message if it is
// not available. A returning visitor gets the last game. A link continues the day's puzzle if it
// has been begun.
func TestFirstVisit(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.wipe()
		p.server.hold("/api/v1/daily")
		p.visit("/")
		p.wait(`document.querySelector("#cancel").checkVisibility()`)
		p.press("#cards-skip") // the card lies over the board
		p.press("#cancel")
		p.waitSaid("page.daily.builtIn")
		if p.visible("#cards") {
			t.Error("a card that was skipped comes back")
		}
		if board := p.board(); strings.Count(board, ".") != 47 {
			t.Errorf("without the puzzle of the day there is %s", board)
		}
		p.server.release("/api/v1/daily")

		p.wipe()
		p.visit("/")
		today := daily(t, hodoku.Easy)
		p.waitBoard(today)
		p.waitBadge("unique")
		if about := p.textOf("#made-text"); !strings.Contains(about, p.text("page.daily")) {
			t.Errorf("it is said to be %q", about)
		}
		at := strings.Index(today, ".")
		place := fmt.Sprintf("r%dc%d", at/9+1, at%9+1)
		p.press(cell(place))
		p.keys("1")
		p.waitText(cell(place), "1")
		p.openPuzzle(easy)
		p.reload()
		p.waitBoard(easy)
		p.home()
		p.wait(fmt.Sprintf(`document.querySelector("#home-daily [data-grade=easy]").ariaLabel === %s`, js(p.text("page.daily.started", "level", p.text("page.level.easy")))))
		p.press("#home-daily [data-grade=hard]")
		p.waitBoard(daily(t, hodoku.Hard))
		p.waitSaid("page.daily.opened", "level", p.text("explain.level.hard"))
		p.visit("/?daily=" + time.Now().Format(time.DateOnly) + "&grade=easy")
		p.waitText(cell(place), "1")
	})
}

// TestGames checks that games stay in the list with all their moves, and can be continued, deleted
// and restored.
func TestGames(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		rows := func(n int) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.querySelectorAll("#games-list .game").length === %d`, n))
		}
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitText(cell("r1c2"), "1")
		p.openPuzzle(easy)
		p.press(cell("r1c3"))
		p.keys("4")
		p.waitText(cell("r1c3"), "4")
		p.reload()
		p.waitText(cell("r1c3"), "4")
		p.press(action("games"))
		rows(2)
		p.shoot("games")
		if got := p.textOf("#games-list li:last-child .game-progress"); !strings.HasPrefix(got, strings.Split(p.text("page.games.progress", "filled", 1, "total", 60, "time", ""), p.text("list.separator"))[0]) {
			t.Errorf("Inkala's puzzle is said to be %q", got)
		}
		p.press("#games-find")
		p.keys("21")
		rows(1)
		p.keys(kb.Backspace + kb.Backspace)
		rows(2)
		p.press("#games-list li:last-child [data-does=delete]")
		rows(1)
		p.press("#games-list [data-does=restore]")
		rows(2)
		// By keys alone: the focus is on the restored game, and Enter continues it.
		p.wait(`document.activeElement.matches("#games-list li:last-child .game")`)
		p.keys(kb.Enter)
		p.wait(`!document.querySelector("#games").open`)
		p.waitText(cell("r1c2"), "1")
		p.press(action("undo"))
		p.waitBoard(inkala)
		p.noSidewaysScroll()
	})
}

// sharing replaces the system's share sheet, which a headless browser does not have.
const sharing = `(navigator.share = (what) => { window.sharedWith = what; return Promise.resolve() }, navigator.canShare = () => true, true)`

// TestNoWin checks that a full grid without contradictions is a win only if it is the puzzle's solution. A grid
// that is one of several solutions, or differs from the solution, is no win.
func TestNoWin(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	end := func(state string) {
		t.Helper()
		p.waitSaid("page.solved." + state)
		p.waitBadge(state)
		p.press(action("games"))
		p.wait(`document.querySelector("#games")?.open`)
		if got := p.textOf("#games-list .game-progress"); strings.Contains(got, p.text("page.games.solved")) {
			t.Errorf("the list says %q", got)
		}
		p.keys(kb.Escape)
		p.wait(`!document.querySelector("#games").open && !history.state?.dialogs`)
	}
	// Two rows and two digits: 1 and 2 can change places.
	p.openPuzzle(strings.NewReplacer("1", ".", "2", ".").Replace(easySolution))
	p.waitBadge("several")
	for i, digit := range easySolution {
		if digit == '1' || digit == '2' {
			p.press(cell(fmt.Sprintf("r%dc%d", i/9+1, i%9+1)))
			p.keys(string(digit))
		}
	}
	end("several")

	other := `{"size":9,"title":"odd","ruleset":"","solution":[` + strings.Join(strings.Split(strings.Replace(easySolution, "9", "0", 1), ""), ",") + `],"grid":[`
	for r := range 9 {
		var cells []string
		for c := range 9 {
			value := fmt.Sprintf(`{"value":%c,"given":true}`, easySolution[9*r+c])
			if 9*r+c == 80 {
				value = "{}"
			}
			cells = append(cells, value)
		}
		other += strings.Repeat(",", min(r, 1)) + "[" + strings.Join(cells, ",") + "]"
	}
	for _, c := range []struct{ last, state string }{{"8", "other"}, {"9", "done"}} {
		// The stored solution ends in another digit than the rows permit, or in the permitted digit.
		at := strings.LastIndex(other[:strings.Index(other, "grid")], "9")
		p.paste(other[:at] + c.last + other[at+1:] + "]}")
		p.waitBoard(easySolution[:80] + ".")
		p.press(cell("r9c9"))
		p.keys("9")
		if c.state == "other" {
			end("other")
			continue
		}
		p.wait(`document.querySelector("#win")?.open`)
	}
	p.keys(kb.Escape)

	// The grid is no win while the number of solutions is unknown; it becomes a win when the number is known.
	p.server.hold("/api/v1/solve")
	p.openPuzzle("." + easySolution[1:])
	p.press(cell("r1c1"))
	p.keys(easySolution[:1])
	p.waitSaid("page.solved.full")
	p.waitBadge("checking")
	if p.visible("#win") {
		t.Error("it counts as a win before it is known to be one")
	}
	p.server.release("/api/v1/solve")
	p.wait(`document.querySelector("#win").open`)
	p.waitBadge("done")
}

// TestWinStatisticsFile checks that a puzzle solved by the player is a win. The page reports it with its
// figures, counts it, shares it without its solution, and offers another puzzle. A file saves and restores all
// of this.
func TestWinStatisticsFile(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(easySolution[:79] + "..")
		p.waitBadge("unique")
		p.press(cell("r9c9"))
		p.keys("1")
		p.waitText(cell("r9c9"), "1")
		p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
		p.keys(kb.Backspace + "9")
		p.press(cell("r9c8"))
		p.press(action("hint"))
		p.waitLevel(1)
		p.press(action("hint-close"))
		p.press(cell("r9c8"))
		p.keys("7")
		p.wait(`document.querySelector("#win")?.open`)
		for figure, want := range map[string]string{"mistakes": "1", "hints": "1", "grade": p.text("explain.level.easy")} {
			p.waitText(fmt.Sprintf("#win [data-figure=%s] dd", figure), want)
		}
		p.shoot("win")
		clipboard.Lock()
		p.grantClipboard()
		p.press("#win-share")
		p.waitText("#win-note", p.text("page.win.shared"))
		shared := eval[string](p, `navigator.clipboard.readText()`)
		clipboard.Unlock()
		if strings.Contains(shared, easySolution) || !strings.Contains(shared, "/?bd="+easySolution[:79]+"..") || !strings.Contains(shared, p.count("page.win.mistakes.n", 1)) {
			t.Errorf("what is shared is %q", shared)
		}
		// If the system has a share sheet, the same text goes there.
		eval[bool](p, sharing)
		p.press("#win-share")
		p.wait(`window.sharedWith?.url.includes("/?bd=` + easySolution[:79] + `..&time=")`)
		if text := eval[string](p, `sharedWith.text`); !strings.HasPrefix(shared, text+"\n") {
			t.Errorf("%q is shared, and %q copied", text, shared)
		}
		if file := eval[string](p, `sharedWith.files.map((file) => file.type + " " + file.name).join()`); file != "image/png nonet.png" {
			t.Errorf("the picture shared is %q", file)
		}
		// The picture alone is saved as a file. It is drawn, not empty: most of it is paper, and a part is not.
		if ink := eval[float64](p, `createImageBitmap(sharedWith.files[0]).then((image) => {
			const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
			canvas.drawImage(image, 0, 0);
			const { data } = canvas.getImageData(0, 0, image.width, image.height);
			let dark = 0;
			for (let i = 0; i < data.length; i += 4) if (data[i] < 128) dark++;
			return dark / (image.width * image.height);
		})`); ink < 0.2 || ink > 0.6 {
			t.Errorf("%.0f %% of the picture is dark", ink*100)
		}
		p.press("#win-picture")
		p.waitText("#win-note", p.text("page.export.downloaded", "name", "nonet.png"))
		p.press("#win-next")
		p.wait(`!document.querySelector("#win").open && !document.querySelector("#maker")?.open`)
		p.waitSaid("page.new.made", "level", p.text("explain.level.easy"))
		// The next one can be a race against the time of this one.
		empty := eval[string](p, `[...document.querySelectorAll("[data-cell]")].find((cell) => !cell.textContent).dataset.cell`)
		p.press(cell(empty))
		p.keys("1")
		p.wait(`document.querySelector("[data-action=undo]:not(:disabled)")`)
		if p.visible("#race") {
			t.Error("there is a race that nobody asked for")
		}
		p.toggle("race")
		p.wait(`document.querySelector("#race").checkVisibility() && document.querySelector("#race").textContent`)
		p.toggle("race")
		p.wait(`!document.querySelector("#race").checkVisibility()`)

		// After the solution has been shown, a full grid is no win.
		p.openPuzzle(easySolution[:80] + ".")
		p.press(action("solve"))
		p.waitBoard(easySolution)
		p.keys(kb.Escape)
		p.press(cell("r9c9"))
		p.keys("9")
		p.waitBadge("done")

		statistics := func() {
			t.Helper()
			p.press(action("statistics"))
			p.wait(`document.querySelector("#statistics")?.open`)
			p.waitText("#statistics-figures div:first-child dd", "1")
			p.waitText("#statistics-grades tr:first-child .bar", "1")
			p.shoot("statistics")
			p.press("#statistics .dialog-head button")
			p.wait(`!document.querySelector("#statistics").open`)
		}
		statistics()

		dir := t.TempDir()
		_, err := chromedp.CallBrowser(p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
		must(t, err)
		p.press(action("games"))
		p.wait(`document.querySelectorAll("#games-list .game").length === 4`)
		p.press("#data > summary")
		p.press("#data-export")
		p.waitText("#data-told", p.count("page.data.exported", 4))
		file := filepath.Join(dir, "nonet-"+time.Now().Format(time.DateOnly)+".json")
		for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
			if b, err := os.ReadFile(file); err == nil && json.Valid(b) {
				break
			} else if time.Now().After(end) {
				t.Fatalf("no file: %v", err)
			}
		}
		p.wipe()
		p.visit("/?bd=" + inkala)
		p.press(action("games"))
		p.wait(`document.querySelectorAll("#games-list .game").length === 1`)
		p.press("#data > summary")
		bad := filepath.Join(dir, "bad.json")
		for content, want := range map[string]string{"{": "page.data.noJSON", `{"format":"other"}`: "page.data.notOurs", `{"format":"nonet","version":99}`: "page.data.later"} {
			must(t, os.WriteFile(bad, []byte(content), 0o600))
			p.run(chromedp.SetUploadFiles("#data-import", []string{bad}))
			p.waitText("#data-told", p.text(want, "name", "bad.json"))
		}
		for _, fresh := range []bool{true, false} {
			p.run(chromedp.SetUploadFiles("#data-import", []string{file}))
			games, wins, same := 0, 0, 5
			if fresh {
				games, wins, same = 4, 1, 0
			}
			p.waitText("#data-told", p.text("page.data.imported", "games", games, "wins", wins, "same", same))
			p.wait(`document.querySelectorAll("#games-list .game").length === 5`)
		}
		p.shoot("data")
		p.press("#games .dialog-head button")
		p.wait(`!document.querySelector("#games").open`)
		statistics()
	})
}

// TestRace checks that a link transfers notes, colours and digits to another browser. A link from a
// win includes its time, which is shown at the start and at the end.
func TestRace(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.visit("/?bd=" + easySolution[:80] + ".&time=3600")
		p.waitSaid("page.race", "time", "1:00:00")
		p.reload()
		p.press(cell("r9c9"))
		p.keys("9")
		p.wait(`document.querySelector("#win")?.open`)
		p.waitText("#win [data-figure=rival] dd", "1:00:00")
		if got := p.textOf("#win-title"); !strings.Contains(got, p.text("page.win.faster")) {
			t.Errorf("the win says %q", got)
		}
		// With a replay, the page tells while one plays who is ahead. The other one put the second digit after an
		// hour, or all of them at once.
		for replay, want := range map[string][2]string{"0.2s0": {p.text("page.race.level"), p.count("page.race.ahead", 1)}, "0.0.0.0": {p.count("page.race.behind", 3), p.count("page.race.behind", 2)}} {
			p.visit("/?bd=" + easySolution[:78] + "...&time=3600&replay=" + replay)
			p.waitSaid("page.race", "time", "1:00:00")
			if p.visible("#race") {
				t.Error("the race begins before the first move")
			}
			for i, at := range []string{"r9c7", "r9c8"} {
				p.press(cell(at))
				p.keys(easySolution[78+i : 79+i])
				p.waitText("#race", want[i])
			}
			p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
			p.press(cell("r9c9"))
			p.keys("9")
			p.wait(`document.querySelector("#win")?.open`)
			if p.visible("#race") {
				t.Error("the race goes on after the win")
			}
			eval[bool](p, sharing)
			p.wait(`document.querySelector("#win [data-figure=time]")`)
			p.press("#win-share")
			// The own replay goes with the link: three digits.
			p.wait(`/&time=[1-9]\d*&replay=[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+$/.test(window.sharedWith?.url)`)
			p.wipe()
		}
		for _, wrong := range []string{"-1", "1e9", "x", "0"} {
			p.visit("/?bd=" + easySolution[:79] + "..&time=" + wrong)
			p.waitBoard(easySolution[:79] + "..")
			if got := p.textOf("#message"); strings.Contains(got, strings.TrimSuffix(p.text("page.race", "time", ""), ".")) {
				t.Errorf("the time %s is told: %s", wrong, got)
			}
		}
	})
}

// TestRaceOfRules checks a race in a puzzle of other rules: the link of a win has its time and its replay, and who
// opens it hears who is ahead, there and at the end.
func TestRaceOfRules(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		// What is missing in row 1 is 3 and 4.
		p.fieldOpen(fourOfRules("R2C1~R2C2"))
		p.wait(`location.hash.startsWith("#puzzle=")`)
		address := eval[string](p, `location.hash`)
		p.wipe()
		for replay, want := range map[string][2]string{"0.2s0": {p.text("page.race.level"), p.count("page.race.ahead", 1)}, "0.0.0": {p.count("page.race.behind", 2), p.count("page.race.behind", 1)}} {
			p.visit("/?time=3600&replay=" + replay + address)
			p.waitSaid("page.race", "time", "1:00:00")
			if p.visible("#race") {
				t.Error("the race begins before the first move")
			}
			for i, at := range []string{"r1c2", "r1c3"} {
				p.press("#board " + cell(at))
				p.keys(string("23"[i]))
				p.waitText("#race", want[i])
			}
			p.look("race")
			// A reload keeps the race.
			p.reload()
			p.waitText("#race", want[1])
			p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
			p.press("#board " + cell("r1c4"))
			p.keys("4")
			p.wait(`document.querySelector("#win")?.open`)
			p.waitText("#win [data-figure=rival] dd", "1:00:00")
			if got := p.textOf("#win-title"); !strings.Contains(got, p.text("page.win.faster")) {
				t.Errorf("the win says %q", got)
			}
			if p.visible("#race") {
				t.Error("the race goes on after the win")
			}
			eval[bool](p, sharing)
			p.press("#win-share")
			p.wait(`/\?time=[1-9]\d*&replay=[0-9a-z]+\.[0-9a-z]+\.[0-9a-z]+#puzzle=1/.test(window.sharedWith?.url)`)
			p.wipe()
		}
	})
}

// fourOfRules returns a small puzzle of other rules with three empty cells, r1c2 to r1c4, and a cage of 7.
func fourOfRules(cage string) string {
	text := ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~" + cage
	for i, v := range "1234" + "3412" + "2143" + "4321" {
		if i == 0 || i > 3 {
			text += fmt.Sprintf(".~R%dC%d_%c", i/4+1, i%4+1, v)
		}
	}
	return text
}

// TestRaceOwnBest checks a race against the own best time, in puzzles of other rules, and in imported ones, whose
// level is not known before.
func TestRaceOwnBest(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		needServer(t)
		fill := func(digits string, names ...string) {
			t.Helper()
			for i, name := range names {
				p.press("#board " + cell(name))
				p.keys(digits[i : i+1])
				p.waitText("#board "+cell(name), digits[i:i+1])
			}
		}
		win := func(digits string, names ...string) {
			t.Helper()
			last := len(names) - 1
			fill(digits[:last], names[:last]...)
			p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
			fill(digits[last:], names[last])
			p.wait(`document.querySelector("#win")?.open`)
		}
		open := map[bool]func(string){false: p.openPuzzle, true: func(puzzle string) {
			was := eval[string](p, `location.hash`)
			p.fieldOpen(puzzle)
			p.wait(fmt.Sprintf(`location.hash !== %s`, js(was)))
		}}
		for _, ruled := range []bool{false, true} {
			first, second, cells := easySolution[:78]+"...", easySolution[:77]+"....", []string{"r9c7", "r9c8", "r9c9"}
			digits := "179"
			if ruled {
				first, second, cells, digits = fourOfRules("R2C1~R2C2"), fourOfRules("R4C1~R4C2"), []string{"r1c2", "r1c3", "r1c4"}, "234"
			}
			open[ruled](first)
			win(digits, cells...)
			if !ruled { // the win is graded, so that it can be compared
				p.waitText("#win [data-figure=grade] dd", p.text("explain.level.easy"))
			}
			p.press("#win .dialog-head button")
			p.wait(dialogsSettled)
			open[ruled](second)
			fill(digits, cells[0])
			p.toggle("race")
			p.wait(`document.querySelector("#race").checkVisibility() && document.querySelector("#race").textContent`)
			p.look(fmt.Sprint("best-", ruled))
			p.toggle("race")
			p.wait(`!document.querySelector("#race").checkVisibility()`)
		}
	})
}

func TestShareLinkWithNotes(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.press(cell("r1c2"))
	p.keys("1")
	p.press(cell("r1c3"))
	p.keys("n24n")
	p.keys("6", chromedp.ModifierCtrl)
	before := p.label("r1c3")
	p.press("#more > summary")
	clipboard.Lock()
	p.grantClipboard()
	p.press(action("share"))
	p.waitSaid("page.shared")
	link := eval[string](p, `navigator.clipboard.readText()`)
	clipboard.Unlock()
	if !strings.HasPrefix(link, p.server.URL+"/?g=1") || len(link) > 500 {
		t.Errorf("the link is %s", link)
	}
	p.wipe()
	p.visit(strings.TrimPrefix(link, p.server.URL))
	p.waitSaid("page.link.opened")
	p.waitText(cell("r1c2"), "1")
	if got := p.label("r1c3"); got != before {
		t.Errorf("r1c3 is %q, was %q", got, before)
	}
	p.press("#more > summary")
	p.press(action("restore"))
	p.waitBoard(inkala)
	p.visit("/?g=1" + link[len(link)-20:])
	p.waitText("#notice-text", p.text("page.link.unreadable"))
	p.waitBoard(inkala)
}

// TestTabs checks that two tabs with one game do not overwrite each other. The tab with the older state takes
// over the other's changes, or its game becomes a separate game.
func TestTabs(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText(cell("r1c2"), "1")
	p.reload() // the reload writes the game
	// Stop this tab's clock. Otherwise it would write the time every ten seconds, and overwrite the other tab's
	// changes.
	eval[bool](p, `((now) => { performance.now = () => now; return true })(performance.now())`)
	other := p.beside()
	other.visit("/")
	other.press("#tab-play")
	other.waitText(cell("r1c2"), "1")
	other.press(cell("r1c3"))
	other.keys("2")
	other.waitText(cell("r1c3"), "2")
	other.reload()
	p.press(cell("r1c4"))
	p.keys("4")
	p.waitText("#message", p.text("page.games.parted"))
	p.waitBoard("81.4" + inkala[4:])
	p.reload()
	p.waitBoard("81.4" + inkala[4:])
	other.reload()
	other.waitBoard("812." + inkala[4:])
	p.press(action("games"))
	p.wait(`document.querySelectorAll("#games-list .game").length === 2`)
}

// TestNothingKept checks that, without storage or with full storage, the page works and warns as
// soon as there is something to lose.
func TestNothingKept(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.wipe()
	script, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: `Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("", "SecurityError") } })`,
	})
	must(t, err)
	p.visit("/?bd=" + inkala)
	p.waitBadge("unique")
	if p.visible("#notice") {
		t.Errorf("before the first move: %s", p.textOf("#notice-text"))
	}
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText("#notice-text", p.text("page.games.denied"))
	p.press("#notice-close")
	p.openPuzzle(easy)
	p.press(action("games"))
	p.wait(`document.querySelectorAll("#games-list .game").length === 2`)
	p.waitText("#games-trouble", p.text("page.games.denied"))
	p.press("#games-list li:last-child .game")
	p.waitText(cell("r1c2"), "1")
	call(p, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: script.Identifier})

	// The page stops waiting, as after the machine slept, but then storage answers. Waiting data is stored, and
	// the warning disappears.
	p.wipe()
	script, err = chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		const { open } = IDBFactory.prototype, { setTimeout } = window;
		window.setTimeout = (f, ms, ...rest) => setTimeout(f, ms === 4000 ? 0 : ms, ...rest);
		let arrived;
		const late = new Promise((resolve) => (arrived = resolve));
		window.arrive = () => arrived() ?? true;
		IDBFactory.prototype.open = function (...args) {
			const request = open.apply(this, args);
			const told = (event) => { event.stopImmediatePropagation(); late.then(() => request.onsuccess(event)); };
			request.addEventListener("success", told, { once: true });
			return request;
		};`,
	})
	must(t, err)
	p.visit("/?bd=" + inkala)
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText("#notice-text", p.text("page.games.denied"))
	eval[bool](p, "window.arrive()")
	p.wait(`document.querySelector("#notice").hidden`)
	call(p, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: script.Identifier})
	p.reload()
	p.waitText(cell("r1c2"), "1")

	// Full.
	p.wipe()
	p.visit("/?bd=" + inkala)
	p.press(cell("r1c2"))
	p.keys("1")
	p.waitText(cell("r1c2"), "1")
	p.reload()
	// A real quota (storage.overrideQuotaForOrigin) gives the same message, but only after half
	// a minute.
	eval[bool](p, `(window.put = IDBObjectStore.prototype.put, IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError") }, true)`)
	p.press(cell("r1c3"))
	p.keys("2")
	p.waitText("#notice-text", p.text("page.games.full"))
	eval[bool](p, `(IDBObjectStore.prototype.put = window.put, true)`)
	p.keys("4")
	p.waitText(cell("r1c3"), "4")
	p.reload()
	p.waitText(cell("r1c3"), "4")
}
