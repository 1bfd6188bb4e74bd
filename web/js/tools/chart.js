// @ts-check
/**
 * A bar chart with a logarithmic scale, as SVG, for values that differ by
 * factors of a thousand. It is a picture of a table that stands beside it, so
 * it is one image with one label to a screen reader.
 *
 * @typedef {{name: string, value: number, text: string, capped: boolean}} Bar capped: stopped at a limit, so the true value is larger
 */
import { svg } from "../board/board.js";

const WIDTH = 400;
const LEFT = 4;
const ROW = 38;

/**
 * @param {Bar[]} bars
 * @param {{label: string, from: number}} options from is the value at the left edge, a power of ten
 */
export function barChart(bars, { label, from }) {
  const most = Math.max(from * 10, ...bars.map((bar) => bar.value));
  const decades = Math.ceil(Math.log10(most / from) - 1e-9);
  const right = WIDTH - 8;
  const bottom = bars.length * ROW + 4;
  /** @param {number} value */
  const x = (value) => LEFT + (Math.max(0, Math.log10(Math.max(value, from) / from)) / decades) * (right - LEFT);

  const chart = svg("svg", { viewBox: `0 0 ${WIDTH} ${bottom + 18}`, role: "img", "aria-label": label, class: "chart" });
  for (let decade = 0; decade <= decades; decade++) {
    const value = from * 10 ** decade;
    chart.append(svg("line", { class: "tick", x1: x(value), x2: x(value), y1: 0, y2: bottom }));
    const anchor = decade === 0 ? "start" : decade === decades ? "end" : "middle";
    chart.append(svg("text", { class: "axis", x: x(value), y: bottom + 13, "text-anchor": anchor }, short(value)));
  }
  bars.forEach((bar, i) => {
    const y = i * ROW;
    chart.append(svg("text", { class: "name", x: LEFT, y: y + 15 }, bar.name));
    chart.append(svg("text", { class: "value", x: right, y: y + 15, "text-anchor": "end" }, bar.text));
    chart.append(svg("rect", { class: bar.capped ? "bar capped" : "bar", x: LEFT, y: y + 20, height: 11, rx: 2, width: Math.max(2, x(bar.value) - LEFT) }));
  });
  return chart;
}

/** 1000 as 1k, for an axis. @param {number} value */
function short(value) {
  if (value >= 1e6) return `${value / 1e6}M`;
  if (value >= 1e3) return `${value / 1e3}k`;
  return String(Number(value.toPrecision(1)));
}
