package e2e

import (
	"fmt"
	"testing"
	"time"
)

// moved starts to count animations (digits that pop, cells that light up) and to record sounds.
const moved = `(() => {
	globalThis.moved = {pops: 0, lit: 0, dialog: 0, tones: []};
	if (!globalThis.isCounted) {
		globalThis.isCounted = true;
		const {animate} = Element.prototype;
		Element.prototype.animate = function (frames, options) {
			globalThis.moved[frames.length > 1 ? "lit" : "pops"]++;
			globalThis.moved.dialog += document.querySelector("dialog[open]") ? 1 : 0;
			return animate.call(this, frames, options);
		};
		globalThis.AudioContext = class {
			currentTime = 0;
			createOscillator() { return {frequency: {set value(v) { globalThis.moved.tones.push(v); }}, connect: (next) => next, start() {}, stop() {}}; }
			createGain() { return {gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}, connect: (next) => next}; }
		};
	}
	return true;
})()`

// TestJoy checks animations on every board. A digit pops, a wave runs through a finished house, and a win
// sweeps the board before its dialog. There is no motion if a setting or the system forbids it. A win shows the
// earlier best time.
func TestJoy(t *testing.T) {
	eitherSetting(t, func(t *testing.T, p *client) {
		p.emulate("prefers-reduced-motion", "no-preference")
		waits := func(what string, pops, lit int) {
			t.Helper()
			p.wait(fmt.Sprintf(`moved.pops === %d && moved.lit === %d`, pops, lit))
			if eval[int](p, `moved.dialog`) > 0 {
				t.Errorf("%s: it moves under the dialog", what)
			}
			eval[bool](p, moved)
		}
		enter := func(board, name, digit string) {
			t.Helper()
			p.press(board + " " + cell(name))
			p.keys(digit)
		}
		closed := func() {
			t.Helper()
			p.press(`#win .dialog-head button`)
			p.wait(`!document.querySelector("#win").open && ` + dialogsSettled)
		}
		// Fill the last four cells, all at once.
		won := func(puzzle string) {
			t.Helper()
			p.openPuzzle(puzzle)
			p.waitBadge("unique")
			eval[bool](p, moved)
			enter("#board", "r9c7", easySolution[78:79])
			waits("a digit", 1, 0)
			enter("#board", "r8c7", easySolution[69:70])
			waits("a row and a column", 1, 17)
			enter("#board", "r9c8", easySolution[79:80])
			waits("a column", 1, 9)
			p.wait(`document.querySelector("#clock").textContent !== "0:00"`)
			enter("#board", "r9c9", easySolution[80:])
			waits("a win", 1, 81)
			p.wait(`document.querySelector("#win")?.open`)
			p.waitText("#win [data-figure=grade] dd", p.text("explain.level.easy"))
		}
		last := easySolution[:69] + "." + easySolution[70:78] + "..."
		won(last)
		if eval[bool](p, `document.querySelector("#win [data-figure=best]") !== null`) {
			t.Error("before the first win there is none that was best")
		}
		closed()
		p.press(action("undo"))
		waits("an undo", 0, 0)
		// A slow win from yesterday.
		eval[bool](p, fmt.Sprintf(`new Promise((done) => {
			indexedDB.open("nonet").onsuccess = ({target}) => {
				target.result.transaction("wins", "readwrite").objectStore("wins").openCursor().onsuccess = ({target}) => {
					target.result?.update({...target.result.value, seconds: 1000, day: %q}).addEventListener("success", () => done(true));
				};
			};
		})`, time.Now().AddDate(0, 0, -1).Format(time.DateOnly)))
		won(last)
		p.waitText("#win [data-figure=best] dd", "16:40")
		p.waitText("#win [data-figure=streak] dd", "2")
		p.wait(fmt.Sprintf(`document.querySelector("#win-title").textContent.includes(%s)`, js(p.text("page.win.record"))))
		p.look("win")
		closed()

		// With the page's setting there is sound but no motion. With the system's setting there is no motion on
		// other boards, either.
		p.toggle("joy")
		p.toggle("sounds")
		p.openPuzzle(last)
		eval[bool](p, moved)
		enter("#board", "r9c7", easySolution[78:79])
		p.wait(`moved.tones.length === 1 && !moved.pops`)
		p.toggle("joy")
		needServer(t)
		p.fieldOpen(".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.Cage~7~R2C1~R2C2.~R3C1_2.~R4C4_1")
		eval[bool](p, moved)
		for i, v := range "1234" + "3412" + "2143" + "4321" {
			name := fmt.Sprintf("r%dc%d", i/4+1, i%4+1)
			if name == "r3c1" || name == "r4c4" {
				continue
			}
			enter("#board", name, string(v))
			switch name {
			case "r1c3":
				waits("a value", 3, 0)
			case "r1c4":
				waits("a row", 1, 4)
				p.emulate("prefers-reduced-motion", "reduce")
			case "r4c2":
				waits("where the system wants calm", 0, 0)
				p.emulate("prefers-reduced-motion", "no-preference")
			}
		}
		waits("a win", 1, 16)
		p.wait(`document.querySelector("#win")?.open`)
	})
}
