package e2e

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"nonet/message"
)

// traceEvent is an event of the browser's trace, with times in microseconds.
type traceEvent struct {
	Name string
	Ph   string
	Pid  int
	Tid  int
	Ts   float64
	Dur  float64
	Tdur float64 // of the processor
	Args struct {
		Data         struct{ Type string }
		ElementCount int
		BeginData    struct {
			DirtyObjects  int
			TotalObjects  int
			PartialLayout bool
		}
	}
}

// trace returns the events of the browser's main thread while do runs, in order.
func (p *client) trace(do func()) []traceEvent {
	p.t.Helper()
	var all []traceEvent
	done := make(chan bool, 1)
	ctx, stop := context.WithCancel(p.ctx)
	defer stop()
	must(p.t, chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *tracing.EventDataCollected:
			for _, v := range ev.Value {
				var e traceEvent
				if json.Unmarshal(v, &e) == nil && e.Ph == "X" {
					all = append(all, e)
				}
			}
		case *tracing.EventTracingComplete:
			select {
			case done <- true:
			default:
			}
		}
	}))
	call(p, tracing.Start, tracing.StartParams{TraceConfig: &tracing.TraceConfig{
		IncludedCategories: []string{"devtools.timeline", "disabled-by-default-devtools.timeline"}, ExcludedCategories: []string{"*"},
	}})
	do()
	call(p, tracing.End, cdp.Empty{})
	select {
	case <-done:
	case <-p.ctx.Done():
		p.t.Fatal("the trace does not end")
	}
	i := slices.IndexFunc(all, func(e traceEvent) bool { return e.Name == "EventDispatch" && e.Args.Data.Type == "keydown" })
	if i < 0 {
		p.t.Fatalf("of %d events none is a key's", len(all))
	}
	main := all[i]
	all = slices.DeleteFunc(all, func(e traceEvent) bool { return e.Pid != main.Pid || e.Tid != main.Tid })
	slices.SortFunc(all, func(a, b traceEvent) int { return int(a.Ts - b.Ts) })
	return all
}

// TestKeystroke checks that a key changes little of the page. Few elements may get new styles, and layout may
// cover only a row of notes or a figure. It would cover the page if a text beside the board grew. It compares
// medians, since the clock sometimes advances as well.
//
// The times depend on the machine, so they are printed (go test -v) but not judged. They are the processor time
// from the key to the end of its frame, six times this time, and the time by the clock with a processor that is
// slowed down six times. The goal is 16 ms. The last is measured with NONET_MEASURE=1 only.
func TestKeystroke(t *testing.T) {
	p := open(t, setting{message.English, false})
	p.openPuzzle(easy)
	eval[bool](p, `document.querySelector('[data-action="note-all"]').click() ?? true`) // under More
	p.press(cell("r5c5"))
	p.wait(`document.querySelectorAll(".notes text").length > 100 && document.querySelector("#badge").dataset.state === "unique"`)
	slowed := func(rate float64) {
		call(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
	}
	t.Cleanup(func() { slowed(1) })
	for _, kind := range []struct {
		name, keys      string
		modifiers       []chromedp.Modifier
		styled, laidOut int // upper limits
	}{
		{"an arrow", kb.ArrowLeft + kb.ArrowUp + kb.ArrowRight + kb.ArrowDown, nil, 12, 10},
		{"a digit", "5" + kb.Backspace, nil, 8, 16},
		{"a corner note", "38", []chromedp.Modifier{chromedp.ModifierShift}, 4, 8},
		{"a colour", "12", []chromedp.Modifier{chromedp.ModifierAlt}, 4, 8},
	} {
		press := func(rounds int) func() {
			return func() {
				for range rounds {
					for _, key := range kind.keys {
						p.keys(string(key), kind.modifiers...)
						eval[bool](p, `new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true))))`)
					}
				}
			}
		}
		press(1)() // the first press compiles the code
		idle := costs(p.trace(press(3)))
		if len(idle) == 0 {
			t.Fatalf("%s drew no frame", kind.name)
		}
		median := func(of []cost, figure func(cost) float64) float64 {
			slices.SortFunc(of, func(a, b cost) int { return int(1000 * (figure(a) - figure(b))) })
			return figure(of[len(of)/2])
		}
		styled := int(median(idle, func(c cost) float64 { return float64(c.styled) }))
		laidOut := int(median(idle, func(c cost) float64 { return float64(c.laidOut) }))
		whole := median(idle, func(c cost) float64 { return float64(c.whole) }) > 0
		if styled > kind.styled || laidOut > kind.laidOut || whole {
			t.Errorf("with %s %d elements get a style, of %d at most, and %d are laid out, of %d (the whole page: %v)", kind.name, styled, kind.styled, laidOut, kind.laidOut, whole)
		}
		ms := median(idle, func(c cost) float64 { return c.busy })
		t.Logf("%-14s %d elements styled, %d laid out; %.1f ms of the processor to the end of the frame (%.1f to that of the key), six times that %.1f ms",
			kind.name, styled, laidOut, ms, median(idle, func(c cost) float64 { return c.key }), 6*ms)
		if os.Getenv("NONET_MEASURE") == "" {
			continue
		}
		slowed(6)
		slow := costs(p.trace(press(2)))
		slowed(1)
		if len(slow) == 0 {
			t.Fatalf("%s drew no frame when slowed down", kind.name)
		}
		t.Logf("%-14s slowed down six times %.1f ms on the clock", kind.name, median(slow, func(c cost) float64 { return c.clock }))
	}
}

// cost holds the figures of one key until its frame is submitted, with times in milliseconds.
type cost struct {
	styled, laidOut, whole int
	key, busy, clock       float64
}

func costs(events []traceEvent) []cost {
	var all []cost
	for i, key := range events {
		if key.Name != "EventDispatch" || key.Args.Data.Type != "keydown" {
			continue
		}
		end := slices.IndexFunc(events[i:], func(e traceEvent) bool { return e.Name == "Commit" })
		if end < 0 {
			continue
		}
		c := cost{key: key.Tdur / 1000, busy: key.Tdur / 1000}
		until := key.Ts // the time of nested events belongs to the outer one
		for _, e := range events[i : i+end+1] {
			switch e.Name {
			case "UpdateLayoutTree":
				c.styled += e.Args.ElementCount
			case "Layout":
				if c.laidOut += e.Args.BeginData.DirtyObjects; !e.Args.BeginData.PartialLayout {
					c.whole++
				}
			}
			if e.Ts < max(until, key.Ts+key.Dur) {
				continue
			}
			switch e.Name {
			case "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit", "HitTest":
				until = e.Ts + e.Dur
				c.busy += e.Tdur / 1000
				c.clock += e.Dur / 1000
			}
		}
		c.clock += key.Dur / 1000
		all = append(all, c)
	}
	return all
}
