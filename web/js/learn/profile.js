/**
 * The difficulty of a path as a bar chart, one bar for each step. The height is the logarithm of
 * the step's points in HoDoKu's table. A press on a bar goes to its step; arrow keys do so too if
 * the chart has the focus.
 *
 * @import {Step} from "../engine/types.js"
 */
import { svg } from "../board/board.js";
import { LEVELS } from "../play/maker.js";
import { make, renew, styled } from "../text/status.js";

const HEIGHT = 40;

/** The height for a score between 0 and 10,000, the score of a guess. @param {number} score */
const heightOf = (score) => Math.max(3, (Math.log10(Math.max(score, 1)) / 4) * HEIGHT);

/**
 * Draws the profile in its element.
 * @param {HTMLElement} element
 * @param {readonly Step[]} steps
 * @param {number} at the current step; after the last, the end
 * @param {import("../text/i18n.js").I18n} i18n
 * @param {(at: number) => void} seek
 */
export async function drawProfile(element, steps, at, i18n, seek) {
  await styled("coach");
  renew(element, [steps.map(({ score }) => score), i18n.lang], () => {
    const width = steps.length * 4;
    const picture = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT + 4}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    picture.append(
      ...steps.map(({ name, score, level }, i) => {
        const bar = svg("g", { class: `bar ${level}`, "data-step": i });
        const height = heightOf(score);
        bar.append(svg("rect", { class: "hit", x: i * 4, y: 0, width: 4, height: HEIGHT + 4 }), svg("rect", { x: i * 4 + 0.4, y: HEIGHT - height, width: 3.2, height }), svg("title", {}, `${i + 1}. ${name}: ${i18n.number(score)}`));
        return bar;
      }),
    );
    element.onclick = (event) => {
      const bar = event.target instanceof Element ? event.target.closest(".bar") : null;
      if (bar instanceof SVGElement) seek(Number(bar.dataset.step));
    };
    return [picture, make("p", { className: "profile-key" }, ...LEVELS.filter((level) => steps.some((step) => step.level === level)).map((level) => make("span", { className: level }, i18n.t(`explain.level.${level}`))))];
  });
  for (const bar of element.querySelectorAll(".bar")) bar.classList.toggle("now", /** @type {SVGElement} */ (bar).dataset.step === String(at));
  element.setAttribute("aria-valuemax", String(steps.length));
  element.setAttribute("aria-valuenow", String(Math.min(at + 1, steps.length)));
  const step = steps[at];
  element.setAttribute("aria-valuetext", step ? `${step.name}: ${i18n.t("page.walk.points", { points: i18n.number(step.score), level: i18n.t(`explain.level.${step.level}`) })}` : i18n.t("page.walk.end"));
  element.hidden = false;
  element.setAttribute("aria-label", i18n.t("page.walk.profile"));
}
