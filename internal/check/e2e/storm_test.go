package e2e

import (
	"flag"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"nonet/message"
)

// stormWatch observes the page during random events. It records every state and compares it when
// undo or redo returns to it. The board must show the state, and something must have the focus
// before every event.
const stormWatch = `(async () => {
	const { $game_midend: { Midend } } = await import(document.querySelector('script[src$="/main.js"]').src);
	const told = (state) => JSON.stringify(Object.entries(state).toSorted(([a], [b]) => (a < b ? -1 : 1)));
	const storm = window.storm = { wrong: [], events: 0, changes: 0, travels: 0, check() {}, midend: null };
	const wrong = (text) => storm.wrong.length < 5 && storm.wrong.push(text);
	// Actions that leave the page are disabled.
	window.print = () => {};
	addEventListener("click", (event) => event.target.closest?.("a[href], input[type=file], label[for=import-file]") && event.preventDefault(), true);

	const watch = (midend) => {
		const notes = new WeakMap(); // for each history, copies of its states when they were added
		let moments = midend.history.moments;
		const note = () => {
			const { history, state } = midend;
			const texts = notes.get(history);
			if (!texts) notes.set(history, history.moments.map(({ state }) => told(state))); // another game
			else if (history.moments === moments) {
				storm.travels++;
				if (texts[history.at] !== told(state)) wrong("moment " + history.at + " came back as " + told(state) + " and was " + texts[history.at]);
			} else {
				texts.length = history.at;
				texts.push(told(state));
			}
			moments = history.moments;
		};
		const draws = () => {
			const seen = [...document.querySelectorAll("#board [data-cell]")].map((cell) => Number(/\d/.exec(cell.textContent)?.[0] ?? 0));
			if (JSON.stringify(seen) !== JSON.stringify(midend.shown)) wrong("the board shows " + seen.join("") + " of " + midend.shown.join(""));
		};
		note();
		const { onChange } = midend;
		midend.onChange = (event) => {
			if (event === "change") storm.changes++, note();
			onChange(event);
			if (event === "change") draws();
		};
		storm.check = () => {
			note();
			draws();
		};
		storm.midend = midend;
	};
	const { select } = Midend.prototype;
	Midend.prototype.select = function (cells) {
		if (!storm.midend && this.onChange.length) watch(this);
		return select.call(this, cells);
	};

	// Only a press beside everything and Tab past the end may take the focus away, as on any
	// page. A dialog is left after a while.
	let last = [], beside = true, inside = 0;
	const isBeside = ({target}) => !target.closest?.("button, a, input, select, textarea, summary, [tabindex], nonet-board, .pad");
	// A finger's mousedown, which moves the focus, comes when the finger lifts: an answer may
	// have moved the element meanwhile.
	addEventListener("mousedown", (event) => {
		beside ||= isBeside(event);
		last = [...last.slice(-5), "mousedown on " + event.target.outerHTML.slice(0, 60)];
	}, true);
	for (const kind of ["keydown", "pointerdown", "keyup", "pointerup", "pointermove"]) addEventListener(kind, (event) => {
		storm.events++;
		if (kind !== "keydown" && kind !== "pointerdown") return;
		const { activeElement } = document;
		const nowhere = !activeElement || activeElement === document.body;
		if (nowhere && !beside) wrong("the focus was lost after " + last.join(", "));
		const dialog = document.querySelector("dialog[open]");
		inside = dialog ? inside + 1 : 0;
		if (inside > 8) dialog.close();
		beside = (nowhere && beside) || event.key === "Tab" || kind === "pointerdown" && isBeside(event);
		last = [...last.slice(-5), (event.key ?? event.target.outerHTML.slice(0, 90)) + " at " + activeElement?.outerHTML.slice(0, 60)];
	}, true);
	return true;
})()`

// stormEvents is the number of keys and presses in TestStorm.
var stormEvents = flag.Int("storm", 1200, "keys and presses of TestStorm; make soak has ten thousand")

// TestStorm sends random keys and presses, nearly the same in every run. There must be no
// exception, no lost focus, and no state that undo does not restore.
func TestStorm(t *testing.T) {
	fullerSetting(t, setting{message.English, false}, func(t *testing.T, p *client) {
		events := *stormEvents * 7 / 10
		if p.phone {
			events = *stormEvents * 3 / 10
		}
		p.tolerate("422") // for pasted texts, and for questions about a grid without a solution
		eval[bool](p, stormWatch)
		p.press(cell("r5c5"))
		p.wait(`storm.midend !== null`)
		rnd := rand.New(rand.NewPCG(12, uint64(len(p.lang))))
		screen := eval[[]float64](p, `[innerWidth, innerHeight]`)
		board := eval[[]float64](p, `(({x, y, width}) => [x, y, width / 9])(document.querySelector("#board").getBoundingClientRect())`)
		s := &storm{client: p, rnd: rnd}
		for s.sent < events {
			onBoard := func() (float64, float64) {
				return board[0] + board[2]*(9*rnd.Float64()), board[1] + board[2]*(9*rnd.Float64())
			}
			n := rnd.IntN(100)
			if n < 94 {
				s.key()
				continue
			}
			s.send()
			switch n {
			case 94, 95, 96:
				s.tap(onBoard())
			case 97:
				s.drag(onBoard)
			default:
				s.tap(rnd.Float64()*screen[0], rnd.Float64()*screen[1])
			}
		}
		s.send()
		got := eval[struct {
			Events, Changes, Travels int
			Wrong                    []string
		}](p, `(() => {
			for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
			const { midend } = storm;
			midend.show(null);
			const end = JSON.stringify(midend.state);
			let back = 0;
			while (midend.canUndo && midend.undo()) back++;
			for (let i = 0; i < back; i++) midend.redo();
			if (JSON.stringify(midend.state) !== end) storm.wrong.push("undone and redone it is another");
			storm.check();
			return storm;
		})()`)
		t.Logf("%d events, %d changes, %d by undo and redo", got.Events, got.Changes, got.Travels)
		for _, wrong := range got.Wrong {
			t.Error(wrong)
		}
		if got.Events < events*9/10 || got.Changes < events/20 || got.Travels < events/50 {
			t.Errorf("the page heard of %d events, changed %d times and went back or forth %d times", got.Events, got.Changes, got.Travels)
		}
	})
}

type storm struct {
	*client
	rnd  *rand.Rand
	keys []input.DispatchKeyEventParams // keys pressed but not sent
	sent int
}

// send sends the keys without waiting after each one, since waits and paints would take most of
// the time.
func (s *storm) send() {
	s.t.Helper()
	done := make(chan error, len(s.keys))
	for _, key := range s.keys {
		go func() {
			_, err := chromedp.Call(s.ctx, input.DispatchKeyEvent, key)
			done <- err
		}()
		runtime.Gosched() // so that nearly all keys are sent in order
	}
	for range s.keys {
		must(s.t, <-done)
	}
	s.keys = s.keys[:0]
}

// stormKeys lists the keys, each as often as it is to be pressed.
var stormKeys = strings.Fields(strings.Repeat("1 2 3 4 5 6 7 8 9 ArrowLeft ArrowUp ArrowRight ArrowDown ", 3) +
	"0 Backspace Delete Escape Escape Home End PageUp PageDown Enter Tab Space z x c v b t n e d f s a i y k h p m r w q g j l o u / ?")

func (s *storm) key() {
	name := stormKeys[s.rnd.IntN(len(stormKeys))]
	modifiers := []int64{0, 0, 0, 0, 0, 0, 8, 8, 2, 1, 10}[s.rnd.IntN(11)] // Shift 8, Ctrl 2, Alt 1
	if s.rnd.IntN(8) == 0 {
		name, modifiers = []string{"z", "z", "y"}[s.rnd.IntN(3)], 2
	}
	press := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: name, Modifiers: modifiers}
	switch {
	case name == "Space":
		press.Key, press.Code = " ", name
	case len(name) > 1:
		press.Code = name
	case strings.Contains("0123456789", name):
		press.Code = "Digit" + name
	case modifiers&8 != 0:
		press.Key, press.Code = strings.ToUpper(name), "Key"+strings.ToUpper(name)
	default:
		press.Code = "Key" + strings.ToUpper(name)
	}
	if len(press.Key) == 1 && modifiers&^8 == 0 {
		press.Text = press.Key
	}
	if name == "Enter" {
		press.Text = "\r"
	}
	release := press
	release.Type, release.Text = input.DispatchKeyEventTypeKeyUp, ""
	s.keys = append(s.keys, press, release)
	s.sent += 2
}

func (s *storm) tap(x, y float64) {
	s.pointer(input.DispatchMouseEventTypeMousePressed, x, y)
	s.pointer(input.DispatchMouseEventTypeMouseReleased, x, y)
}

func (s *storm) drag(where func() (float64, float64)) {
	x, y := where()
	s.pointer(input.DispatchMouseEventTypeMousePressed, x, y)
	for range 3 {
		x, y = where()
		s.pointer(input.DispatchMouseEventTypeMouseMoved, x, y)
	}
	s.pointer(input.DispatchMouseEventTypeMouseReleased, x, y)
}

// pointer moves or presses the mouse, or a finger on a phone.
func (s *storm) pointer(kind input.DispatchMouseEventType, x, y float64) {
	s.sent++
	if !s.phone {
		p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1, Modifiers: []int64{0, 0, 0, 8, 2}[s.rnd.IntN(5)]}
		if kind == input.DispatchMouseEventTypeMouseReleased {
			p.Buttons = 0
		}
		call(s.client, input.DispatchMouseEvent, p)
		return
	}
	touch := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd}
	switch kind {
	case input.DispatchMouseEventTypeMousePressed:
		touch.Type = input.DispatchTouchEventTypeTouchStart
	case input.DispatchMouseEventTypeMouseMoved:
		touch.Type = input.DispatchTouchEventTypeTouchMove
	}
	if touch.Type != input.DispatchTouchEventTypeTouchEnd {
		touch.TouchPoints = []*input.TouchPoint{{X: x, Y: y}}
	}
	call(s.client, input.DispatchTouchEvent, touch)
}
