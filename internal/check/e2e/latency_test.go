package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// What a keystroke costs: the main thread's time of this processor from the key
// to the frame (scripts, styles, layout, paint; the goal is 16 ms on one six
// times slower), and, with the processor slowed down six times, the time on the
// clock until the next frame is shown, which waits for the screen and for
// whatever else the machine does. The figures are printed (go test -v), not
// judged: they are the machine's as much as the page's.
func TestKeystroke(t *testing.T) {
	p := open(t, setting{message.English, false})
	p.openPuzzle(easy)
	eval[bool](p, `document.querySelector('[data-action="note-all"]').click() ?? true`) // under More
	p.press(cell("r5c5"))
	p.wait(`document.querySelectorAll(".notes text").length > 100 && document.querySelector("#badge").dataset.state === "unique"`)
	eval[bool](p, `(() => { globalThis.frames = []; new PerformanceObserver((list) => frames.push(...list.getEntries().filter((e) => e.name === "keydown").map((e) => e.duration)))
		.observe({type: "event", durationThreshold: 16}); return true })()`)
	call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	t.Cleanup(func() { call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1}) })
	spent := func() (all, script, style, layout float64) {
		t.Helper()
		r, err := chromedp.Call(p.ctx, performance.GetMetrics, struct{}{})
		must(t, err)
		m := map[string]float64{}
		for _, metric := range r.Metrics {
			m[metric.Name] = 1000 * metric.Value
		}
		return m["TaskDuration"], m["ScriptDuration"], m["RecalcStyleDuration"], m["LayoutDuration"]
	}
	for _, kind := range []struct {
		name, keys string
		modifiers  []chromedp.Modifier
	}{
		{"an arrow", kb.ArrowLeft + kb.ArrowUp + kb.ArrowRight + kb.ArrowDown, nil},
		{"a digit", "5" + kb.Backspace, nil},
		{"a corner note", "38", []chromedp.Modifier{chromedp.ModifierShift}},
		{"a colour", "12", []chromedp.Modifier{chromedp.ModifierAlt}},
	} {
		const rounds = 8
		press := func() {
			for range rounds {
				p.keys(kind.keys, kind.modifiers...)
			}
			eval[bool](p, `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))`)
		}
		call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
		all, script, style, layout := spent()
		press()
		n := float64(rounds * len([]rune(kind.keys)))
		all2, script2, style2, layout2 := spent()
		if all2 <= all {
			t.Errorf("%s took no time", kind.name)
		}
		call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 6})
		eval[bool](p, `(frames.length = 0, true)`)
		press()
		t.Logf("%-14s %.1f ms a key (scripts %.1f, styles %.1f, layout %.1f), six times that %.1f ms; slowed down, %s of %.0f frames took over 16 ms, their median %s ms",
			kind.name, (all2-all)/n, (script2-script)/n, (style2-style)/n, (layout2-layout)/n, 6*(all2-all)/n,
			eval[string](p, `String(frames.length)`), n, eval[string](p, `String(frames.sort((a, b) => a - b)[frames.length >> 1] ?? "–")`))
	}
}
