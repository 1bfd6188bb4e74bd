package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"nonet/internal/textbook"
	"nonet/message"
	"nonet/sudoku"
)

// againstRowMajor holds one solution, which row-major searches need some 70 million nodes to find.
const againstRowMajor = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

// pause is the time without typing after which the page asks for reachable results.
const pause = 250 * time.Millisecond

// targetPost is the seed's printed puzzle; it has 1024 solutions.
const targetPost = ".....6..3......6.......3......1..2......3...4.27....3.1...68479.9627.1.58...9.3.."

func TestTarget(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.press("#tab-target")
		p.waitText("#score", grouped(score(inkala)))
		p.waitText("#score-about", p.text("page.target.filled", "n", 21, "count", 21, "cells", 81))
		for i, weight := range []int{10, 9, 8, 7, 6} {
			ring := fmt.Sprintf("#rings li:nth-child(%d)", i+1)
			if got, want := p.textOf(ring), p.text(fmt.Sprintf("page.target.ring.%d", weight)); got != want || !strings.Contains(want, fmt.Sprint(weight)) {
				t.Errorf("the ring of %d is named %q", weight, got)
			}
		}
		// The board shows the weights, not only their colours: one 10, eight 9s, and so on
		// outwards.
		weights := eval[map[string]int](p, `[...document.querySelectorAll("#board .ring-weight")].filter((e) => getComputedStyle(e).display !== "none")
			.reduce((n, e) => ({...n, [e.textContent]: (n[e.textContent] ?? 0) + 1}), {})`)
		if fmt.Sprint(weights) != "map[10:1 6:32 7:24 8:16 9:8]" {
			t.Errorf("the weights on the board: %v", weights)
		}
		if n := eval[int](p, `new Set([...document.querySelectorAll(".ring")].map((e) => getComputedStyle(e).fill)).size`); n != 5 {
			t.Errorf("the rings have %d colours", n)
		}

		// The score changes with each typed digit.
		p.press(cell("r5c4"))
		p.keys("8")
		p.waitText("#score", grouped(score(inkala)+9*8))
		p.press(action("undo"))

		p.press(action("target"))
		p.waitSaid("page.target.found.maximum", "score", "2,860")
		p.waitText("#best-score", "2,860")
		p.waitText("#best-label", p.text("page.target.proven.maximum"))
		p.waitBoard(inkalaSolution)
		p.waitText("#score", "2,860")
		p.noSidewaysScroll()
		// Another tab does not give the solution away.
		p.press("#tab-lab")
		p.waitBoard(inkala)
		p.press("#tab-target")
		p.waitBoard(inkala)

		p.openPuzzle(targetPost)
		p.press(action("target"))
		p.waitSaid("page.target.found.maximum", "score", "2,864")
		p.waitText("#score", "2,864")

		// Without a solution there is no score.
		p.openPuzzle(unsolvable)
		p.press(action("target"))
		p.waitSaid("page.target.none")
		p.press(cell("r1c1"))
		p.keys("9")
		p.press(action("target"))
		p.waitSaid("page.target.contradiction")

		// While the search goes on, the best so far and the bound are shown; Cancel keeps the grid.
		p.openPuzzle(empty)
		given := p.server.stream("/api/v1/target/stream",
			"event: progress\ndata: {\"score\":null,\"bound\":5130,\"gap\":null,\"nodes\":0,\"ms\":1}\n\n"+
				"event: progress\ndata: {\"score\":2860,\"bound\":2900,\"gap\":40,\"grid\":\""+inkalaSolution+"\",\"nodes\":9,\"ms\":2}\n\n")
		p.press(action("target"))
		p.waitText("#best-label", p.text("page.target.sofar"))
		p.waitText("#best-score", "2,860")
		p.waitText("#gap-text", p.text("page.target.gap.maximum", "bound", "2,900", "gap", "40"))
		p.waitText("#busy-text", p.text("page.target.busy"))
		p.press("#cancel")
		p.waitSaid("page.cancelled")
		<-given
		p.wait(`document.querySelector("#busy").hidden`)
		p.waitBoard(inkalaSolution)
		p.press(action("undo"))
		p.waitBoard(empty)
	})
}

// TestTargetSamples checks that the contest's samples are one press away, and that their best
// scores are those of the contest.
func TestTargetSamples(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, true})
	p.press("#tab-target")
	for i, best := range []string{"2,829", "2,852"} {
		p.push(fmt.Sprintf("#samples button:nth-child(%d)", i+1))
		p.wait(`document.querySelector("#best").hidden`)
		p.push(action("target"))
		p.waitText("#best-score", best)
		p.waitText("#best-label", p.text("page.target.proven.maximum"))
	}
	p.look("samples")
	// The message is not about the lab's board.
	p.waitSaid("page.target.found.maximum", "score", "2,852")
	p.press("#tab-lab")
	p.waitText("#message", "")
}

// TestTargetCosts checks the costs that a player sees, against all solutions of a puzzle with 1024.
func TestTargetCosts(t *testing.T) {
	g, err := sudoku.Parse(targetPost)
	must(t, err)
	var all []string
	for solution, err := range sudoku.Solutions(context.Background(), g, sudoku.AnyOrder) {
		must(t, err)
		all = append(all, solution.String())
	}
	// best is the best score of the solutions that agree with a grid, or −1 if there is none.
	best := func(line string, better func(a, b int) int) int {
		found := -1
		for _, solution := range all {
			agrees := true
			for i := range line {
				agrees = agrees && (line[i] == '.' || line[i] == solution[i])
			}
			if s := score(solution); agrees && (found < 0 || better(s, found) == s) {
				found = s
			}
		}
		return found
	}
	highest := func(a, b int) int { return max(a, b) }
	lowest := func(a, b int) int { return min(a, b) }
	with := func(line, name string, digit byte) string {
		i := int(name[1]-'1')*9 + int(name[3]-'1')
		return line[:i] + string(digit) + line[i+1:]
	}

	eitherSetting(t, func(t *testing.T, p *client) {
		p.openPuzzle(targetPost)
		p.press("#tab-target")
		p.waitText("#reach", grouped(best(targetPost, highest)))
		p.waitText("#reach-about", p.text("page.target.reach.maximum"))
		if p.visible("#moves") {
			t.Error("without a move there are costs of moves")
		}

		// One move with a cost, one move without a cost, one move that leaves no solution, and one more move.
		line := targetPost
		var moves [][]string
		for _, m := range []struct{ cell, digit, said string }{
			{"r1c1", "5", "cost"}, {"r1c2", "8", "free"}, {"r4c1", "3", "fatal"}, {"r4c2", "4", "late"},
		} {
			before := best(line, highest)
			line = with(line, m.cell, m.digit[0])
			after := best(line, highest)
			p.press(cell(m.cell))
			p.keys(m.digit)
			name := p.text("page.target.move", "cell", m.cell, "digit", m.digit)
			p.waitSaid("page.target.move."+m.said, "move", name, "cost", grouped(before-after), "best", grouped(after))
			row := []string{name, grouped(after), "−" + grouped(before-after)}
			switch m.said {
			case "free":
				row[2] = "0"
			case "fatal":
				row[1], row[2] = "−∞", "−∞"
			case "late":
				row[1], row[2] = "−∞", "–"
			}
			moves = append([][]string{row}, moves...)
			p.waitText("#reach", row[1])
			if got := eval[[][]string](p, `[...document.querySelectorAll("#moves-list tr")].map((r) => [...r.children].map((c) => c.textContent))`); fmt.Sprint(got) != fmt.Sprint(moves) {
				t.Errorf("the costs of the moves are %q, want %q", got, moves)
			}
		}
		p.waitText("#reach-about", p.text("page.target.reach.none"))
		p.noSidewaysScroll()
		p.press(action("undo"))
		p.press(action("undo"))
		line = with(with(targetPost, "r1c1", '5'), "r1c2", '8')
		p.waitText("#reach", grouped(best(line, highest)))
		p.wait(`document.querySelectorAll("#moves-list tr").length === 2`)
		if got, want := p.textOf("#moves-all td:last-child"), "−"+grouped(best(targetPost, highest)-best(line, highest)); got != want {
			t.Errorf("all digits cost %q, want %q", got, want)
		}

		// Number keys show the best score with each digit and its cost, for the selected cell.
		p.press("#costs")
		for i, c := range []string{"r4c1", "r1c4", "r1c2"} {
			if i == 1 {
				// Selecting another cell cancels the search for the first.
				given := p.server.hold("/api/v1/target")
				p.press(cell("r5c1"))
				p.waitText("#busy-text", p.text("page.target.reach.busy"))
				p.press(cell(c))
				<-given
				p.server.release("/api/v1/target")
			}
			asked := p.server.count("/api/v1/target")
			p.press(cell(c))
			base := best(with(line, c, '.'), highest)
			var list []string
			for d := byte('1'); d <= '9'; d++ {
				key := fmt.Sprintf("[data-digit=%q]", string(d))
				after := best(with(line, c, d), highest)
				text, cost, label := grouped(after), "−"+grouped(base-after), p.text("page.pad.digit.cost", "digit", string(d), "best", grouped(after), "cost", grouped(base-after))
				switch after {
				case -1:
					text, cost, label = "−∞", "", p.text("page.pad.digit.none", "digit", string(d))
				case base:
					cost = "0"
					list = append(list, p.text("page.target.price.free", "digit", string(d)))
				default:
					list = append(list, p.text("page.target.price", "digit", string(d), "cost", grouped(base-after)))
				}
				p.wait(fmt.Sprintf(`document.querySelector(%s).dataset.text === %s && document.querySelector(%s).dataset.text === %s`, js(key+" .best"), js(text), js(key+" .cost"), js(cost)))
				p.wait(fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label") === %s`, js(key), js(label)))
			}
			p.waitText("#live", p.text("page.target.prices.others", "cell", c, "list", strings.Join(list, p.text("list.separator"))))
			if n := p.server.count("/api/v1/target") - asked; n > 10 {
				t.Errorf("%d requests for %s", n, c)
			}
		}
		p.noSidewaysScroll()
		// The page does not repeat the costs after the next announcement.
		p.press(action("target"))
		p.waitSaid("page.target.found.maximum", "score", grouped(best(line, highest)))
		time.Sleep(2 * pause)
		p.waitSaid("page.target.found.maximum", "score", grouped(best(line, highest)))

		// The other goal reverses the costs.
		eval[bool](p, `(() => { const e = document.querySelector("#goal"); e.value = "minimum"; return e.dispatchEvent(new Event("change")) })()`)
		p.waitText("#reach", grouped(best(line, lowest)))
		p.waitText("#reach-about", p.text("page.target.reach.minimum"))
		p.wait(fmt.Sprintf(`document.querySelector("#moves-all td:last-child").textContent === %s`, js(signed(best(line, lowest)-best(targetPost, lowest)))))

		// The best score for a full grid is its own. The setting is remembered; other tabs show
		// no costs.
		p.press("#tab-play")
		p.wait(`!document.querySelector("#digits").classList.contains("prices")`)
		p.visit("/?bd=" + inkalaSolution)
		p.press("#tab-target")
		p.wait(`document.querySelector("#costs").checked`)
		p.waitText("#reach", "2,860")
		p.waitText("#score", "2,860")
	})
}

// signed returns a cost for the goal of a low score.
func signed(n int) string {
	if n == 0 {
		return "0"
	}
	return "+" + grouped(n)
}

// score returns the target score of the filled cells.
func score(line string) int {
	sum := 0
	for i, c := range line {
		if c == '.' {
			continue
		}
		r, col := i/9-4, i%9-4
		sum += int(c-'0') * (10 - max(r, -r, col, -col))
	}
	return sum
}

// traced returns a strategy's trace on a puzzle, and its report.
func traced(t *testing.T, id textbook.ID, line string) ([]textbook.Event, textbook.Report) {
	t.Helper()
	s, ok := textbook.ByID(id)
	if !ok {
		t.Fatal("no strategy is called", id)
	}
	g, err := sudoku.Parse(line)
	must(t, err)
	var events []textbook.Event
	report := s.Search(context.Background(), g.Values(), textbook.Limits{Nodes: 1_000_000}, func(e textbook.Event) bool {
		events = append(events, e)
		return true
	}, nil)
	return events, report
}

// after returns the grid, the nodes and the depth after some events.
func after(line string, events []textbook.Event) (grid string, nodes, depth int) {
	b := []byte(line)
	for _, e := range events {
		switch e.Kind {
		case textbook.Place:
			b[e.Cell] = '0' + e.Digit
			nodes++
			depth++
		case textbook.Undo:
			b[e.Cell] = '.'
			depth--
		}
	}
	return string(b), nodes, depth
}

func (p *client) waitCounters(nodes, depth int) {
	p.t.Helper()
	p.waitText("#lab-nodes", grouped(nodes))
	p.waitText("#lab-depth", grouped(depth))
	p.waitText("#lab-backtracks", grouped(nodes-depth))
}

func TestLabSteps(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		events, report := traced(t, textbook.RowMajorScan, inkala)
		at := func(n int) {
			t.Helper()
			grid, nodes, depth := after(inkala, events[:n])
			p.waitBoard(grid)
			p.waitCounters(nodes, depth)
		}
		p.press("#tab-lab")
		p.waitText("#strategy-about", p.text("strategy.row-major-scan.about"))
		for n := 1; n <= 25; n++ {
			p.press(action("lab-forward"))
			if n%8 == 1 {
				at(n)
			}
		}
		at(25)
		for range 4 {
			p.press(action("lab-back"))
		}
		at(21)
		e := events[20]
		key := map[textbook.EventKind]string{textbook.Place: "page.lab.event.place", textbook.Undo: "page.lab.event.undo"}[e.Kind]
		p.waitText("#lab-event", p.text(key, "cell", sudoku.Cell(e.Cell), "digit", e.Digit))
		p.waitText("#live", p.text(key, "cell", sudoku.Cell(e.Cell), "digit", e.Digit))

		// The length is now known, so the user can jump to any event, even in another window.
		p.waitText("#lab-position-text", p.text("page.lab.of", "position", 21, "total", grouped(len(events))))
		seek := func(n int) {
			t.Helper()
			eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector("#lab-position"); e.value = %d; return e.dispatchEvent(new Event("change")) })()`, n))
			at(n)
		}
		seek(54_321)
		seek(4_001)
		p.press(action("lab-back"))
		p.press(action("lab-back"))
		at(3_999)
		p.press(action("lab-forward"))
		p.press(action("lab-forward"))
		at(4_001)
		p.press(action("lab-last"))
		p.waitBoard(inkalaSolution)
		p.waitCounters(int(report.Nodes), 60)
		p.waitText("#lab-event", p.text("page.lab.event.solution"))
		p.press(action("lab-forward"))
		p.press(action("lab-back"))
		p.waitText("#lab-position-text", p.text("page.lab.of", "position", grouped(len(events)-1), "total", grouped(len(events))))
		p.press(action("lab-first"))
		at(0)

		// Another tab shows the game; back in the lab, the trace is at the same place.
		p.press(action("lab-forward"))
		p.press("#tab-play")
		p.waitBoard(inkala)
		p.press("#tab-lab")
		at(1)
		p.noSidewaysScroll()
	})
}

func TestLabPlays(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		events, report := traced(t, textbook.DancingLinks, inkala)
		p.press("#tab-lab")
		p.wait(`document.querySelector('#strategy option[value="dancing-links"]') !== null`)
		eval[bool](p, `(() => { const e = document.querySelector("#strategy"); e.value = "dancing-links"; return e.dispatchEvent(new Event("change")) })()`)
		p.waitText("#strategy-about", p.text("strategy.dancing-links.about"))
		play := func(key string) {
			t.Helper()
			p.press(action("lab-play"))
			p.wait(fmt.Sprintf(`document.querySelector('[data-action="lab-play"]').getAttribute("aria-label") === %s`, js(p.text(key))))
		}
		p.run(focus("#lab-speed"))
		p.keys(kb.Home)
		p.waitText("#lab-speed-text", p.count("page.lab.perSecond", 1))
		play("page.lab.pause")
		p.wait(`document.querySelector("#lab-nodes").textContent !== "0"`)
		play("page.lab.play")
		// While paused nothing moves: two frames later the position is the same.
		still := eval[bool](p, `(async () => { const at = document.querySelector("#lab-position-text").textContent;
			for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
			return at === document.querySelector("#lab-position-text").textContent })()`)
		if !still {
			t.Error("the trace goes on after Pause")
		}
		p.run(focus("#lab-speed"))
		p.keys(kb.End)
		p.waitText("#lab-speed-text", p.count("page.lab.perSecond", 10_000))
		p.press(action("lab-play"))
		p.waitBoard(inkalaSolution)
		p.waitSaid("page.lab.solved")
		p.waitCounters(int(report.Nodes), report.MaxDepth)
		p.waitText("#lab-position-text", p.text("page.lab.of", "position", grouped(len(events)), "total", grouped(len(events))))
		// A change of the puzzle ends the trace.
		p.press(cell("r1c2"))
		p.keys("1")
		p.waitCounters(0, 0)
		p.waitText(cell("r1c3"), "")
	})
}

func TestLabCompares(t *testing.T) {
	inSettingsOn(t, unhurried, func(t *testing.T, p *client) {
		p.press("#tab-lab")
		p.press(action("compare"))
		p.wait(`document.querySelector("#runs table") !== null`)
		rows := eval[[][]string](p, `[...document.querySelectorAll("#runs tbody tr")].map((r) => [...r.children].map((c) => c.textContent))`)
		bars := eval[[]float64](p, `[...document.querySelectorAll("#runs td:nth-child(2)")].map((b) => Number(b.style.getPropertyValue("--share")))`)
		strategies := textbook.Strategies()
		if len(rows) <= len(strategies) || len(bars) != len(rows) {
			t.Fatalf("%d rows and %d bars for %d strategies and the engines", len(rows), len(bars), len(strategies))
		}
		cut := false
		for i, s := range strategies {
			if onSite && strings.HasPrefix(rows[i][1], "≥ ") { // on a busy machine the time limit comes first
				cut = true
				continue
			}
			_, report := traced(t, s.ID, inkala)
			want := []string{p.text("strategy." + string(s.ID) + ".name"), grouped(int(report.Nodes)), grouped(int(report.Backtracks)), grouped(report.MaxDepth)}
			if got := rows[i][:4]; fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("row %d is %q, want %q", i, got, want)
			}
		}
		if cut {
			return
		}
		// The search for the best score is listed, too.
		scoring := rows[len(rows)-1]
		if scoring[0] != p.text("page.lab.scoring", "score", "2,860", "bound", "2,860") || scoring[1] == "" || scoring[2] != "–" {
			t.Errorf("the search for the best score is %q", scoring)
		}
		p.waitText("#message", p.count("page.lab.compared", len(rows)))
		p.press("#tab-play")
		p.waitText("#message", "")
		if bars[3] <= bars[0] || bars[5] >= bars[4] {
			t.Errorf("the bars do not follow the nodes: %v", bars)
		}
		p.noSidewaysScroll()
	}, setting{message.English, false}, setting{message.Chinese, true})
}

// TestLabMarksWhatWasCutOff checks that a run that was cut short is marked, because its figures are lower
// bounds.
func TestLabMarksWhatWasCutOff(t *testing.T) {
	t.Parallel()
	p := openOn(t, setting{message.English, false}, unhurried())
	p.openPuzzle(againstRowMajor)
	p.press("#tab-lab")
	p.press(action("compare"))
	p.wait(`document.querySelectorAll("#runs .bar.capped").length >= 2`)
	const most = "1,000,000"
	got := eval[string](p, `document.querySelector("#runs tbody td").textContent`)
	if got != "≥ "+most && !(onSite && strings.HasPrefix(got, "≥ ")) { // on a busy machine, the time limit comes first there
		t.Errorf("the first strategy needed %q nodes", got)
	}
	p.waitText("#runs .hint", p.count("page.lab.capped", 1_000_000))
	p.press(action("lab-last"))
	p.waitText("#lab-nodes", most)
}
