// What the tests need in every document, added before its own scripts. Defined once: to compile it
// with each press, and to add and remove listeners, would take the browser longer than the press.
{
	const {setTimeout} = globalThis;
	const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
	const LONG = 450; // the time after which the page treats a press as a long one
	let press; // the press that is watched, if any

	// The page's longer timeouts are multiplied by twenty: how long a test delays an answer depends on
	// the machine. Shorter ones, for messages, stay. During a press no press counts as a long one, since
	// a busy machine may delay the release.
	globalThis.setTimeout = (run, ms, ...more) => setTimeout(run, press && ms === LONG ? 1e8 : ms > 5000 ? 20 * ms : ms, ...more);

	const watch = (event) => {
		if (!press) return;
		const {find, button} = press;
		const on = (e) => (e?.contains(event.target) || find()?.contains(event.target)) ?? false;
		if (event.type === "pointerdown") press.astray = on(null) ? "" : event.type;
		// If a mouse is not released on the pressed element, there is no click.
		else if (event.type === "pointerup" && event.pointerType === "mouse" && button && !on(button)) press.astray ||= event.type;
		else if (event.type === "click" && button) {
			press.clicked = true;
			if (!on(button)) press.astray ||= event.type;
		}
		if (press.astray) event.stopImmediatePropagation();
		if (press.astray && event.cancelable) event.preventDefault();
	};
	for (const kind of ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click"]) addEventListener(kind, watch, {capture: true, passive: false});

	const all = (selector) => [...document.querySelectorAll(selector)];

	globalThis.user = {
		// Waits until a condition is true, at most ms. What takes long is asked less often.
		async until(holds, ms) {
			const end = performance.now() + ms;
			for (let pause = 8; ; pause = Math.min(1.3 * pause, 50)) {
				try { if (await holds()) return true } catch {}
				if (performance.now() > end) return false;
				await sleep(pause);
			}
		},

		// What a user presses first to reach an element: see client.reach.
		reach(selector) {
			const found = all(selector);
			const drawer = document.querySelector("#drawer");
			const open = document.body.matches("[data-drawer]");
			if (!found.length) return "";
			if (found.some((e) => e.checkVisibility())) return open && !found.some((e) => drawer.contains(e)) && !document.querySelector("dialog[open]") ? "close" : "";
			if (!document.querySelector("#drawer-open").checkVisibility() && !drawer.checkVisibility()) return "";
			if (found.some((e) => drawer.contains(e))) return open || drawer.checkVisibility() ? "" : "open";
			if (found[0].matches('[role="tab"]')) return found[0].ariaSelected === "true" ? "there" : "view";
			if (found[0].dataset.action && drawer.querySelector('[data-action="' + found[0].dataset.action + '"]')) return found[0].dataset.action;
			return found[0].matches("[data-mode]") ? "marks" : "";
		},

		// Where to press an element that has not moved for a frame. From then on the press is watched.
		async aim(selector, ms) {
			const end = performance.now() + ms;
			const find = () => { const found = all(selector); return found.find((e) => e.checkVisibility()) ?? found[0] };
			// A page that is not drawn for long has had only one try by then.
			for (let tries = 0; ; tries++) {
				const e = find();
				if (!e) return {Hit: "no such element"};
				e.scrollIntoView({block: "nearest", inline: "nearest"});
				const before = e.getBoundingClientRect();
				await new Promise(requestAnimationFrame);
				const r = e.getBoundingClientRect();
				const late = performance.now() > end && tries > 20;
				if (!late && (r.x !== before.x || r.y !== before.y)) continue;
				const [X, Y] = [r.x + r.width / 2, r.y + r.height / 2];
				const on = document.elementFromPoint(X, Y);
				if (e.contains(on)) {
					const button = find()?.closest("button:not(:disabled), summary, a");
					press = {find, button, astray: "", clicked: !button};
					return {X, Y, Hit: ""};
				}
				if (late) return {X, Y, Hit: on?.outerHTML.slice(0, 100) ?? "nothing, at " + [X, Y]};
			}
		},

		// Ends the watch. The answer is "" if the press hit its element.
		async endPress(ms) {
			const it = press;
			if (!it) return "";
			// A finger's click follows its release.
			for (const end = performance.now() + ms; !it.clicked && !it.astray && performance.now() < end;) await sleep(5);
			press = undefined;
			return it.astray || (it.clicked ? "" : "no click");
		},
	};
}
