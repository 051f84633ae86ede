// The months of a report, drawn by uPlot in the place of the server's picture: a day is read by pointing at it, and a
// span is looked at closer by drawing over it. Without this script the picture of the server stays.

import { by } from "./page.mjs";

const TALL_PX = 360, NARROW_PX = 60, FEWEST_SHOWN = 4, DAY_S = 86_400, LABEL_PX = 84;
const chart = by("months"), { days, coups, faults, by: part } = JSON.parse(by("months-data").textContent ?? "{}");
const language = document.documentElement.lang;
const inWords = (/** @type {Intl.DateTimeFormatOptions} */ form) => new Intl.DateTimeFormat(language, form);
const short = inWords(part === "month" ? { month: "short", year: "numeric" } : { day: "numeric", month: "short" });
const long = inWords(part === "month" ? { month: "long", year: "numeric" } : { day: "numeric", month: "long", year: "numeric" });
const counted = new Intl.NumberFormat(language);

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** @param {number} at_s */
const moment = (at_s) => new Date(1000 * at_s);
/** @param {number | null} value */
const figure = (value) => value === null ? "–" : counted.format(value);
const at_s = days.map((/** @type {string} */ day) => Date.parse(`${day}T00:00`) / 1000);
const half_s = DAY_S / 2 * (part === "month" ? 30 : 1), whole = [1, 2, 5].flatMap((each) => [0, 1, 2, 3, 4, 5, 6, 7].map((zeros) => each * 10 ** zeros)).sort((a, b) => a - b);

/** @param {unknown} _ @param {number} first @param {number} last */
const wider = (_, first, last) => [first - half_s, last + half_s];
/** @param {unknown} _ @param {number | null} _least @param {number | null} most */
const fromZero = (_, _least, most) => [0, Math.max(FEWEST_SHOWN, 1.1 * (most ?? 0))];

function drawn() {
  const font = `17px ${getComputedStyle(document.body).fontFamily}`, ink = colour("--ink-soft");
  const games = colour("--gilt"), faulty = colour("--error-on-rail");
  const grid = { stroke: "#B08D5766", width: 1 };
  const axis = { font, stroke: ink, grid, ticks: { show: false } };
  const values = (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map(figure);
  return new uPlot({
    width: chart.clientWidth, height: TALL_PX,
    hooks: { setCursor: [(/** @type {Plot} */ u) => u.cursor.idx === null && u.setLegend({ idx: days.length - 1 })] },
    scales: { x: { range: wider }, games: { range: fromZero }, faults: { range: fromZero } },
    axes: [
      { ...axis, space: LABEL_PX, values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((each) => short.format(moment(each))) },
      { ...axis, scale: "games", size: 70, incrs: whole, values },
      { ...axis, scale: "faults", size: NARROW_PX, side: 1, stroke: faulty, grid: { show: false }, incrs: whole, values },
    ],
    series: [
      { value: (/** @type {unknown} */ _, /** @type {number | null} */ at) => at === null ? "–" : long.format(moment(at)) },
      { label: chart.dataset.games, scale: "games", fill: games, width: 0, paths: uPlot.paths.bars({ size: [0.8, NARROW_PX] }), points: { show: false }, value: (/** @type {unknown} */ _, /** @type {number | null} */ n) => figure(n) },
      { label: chart.dataset.faults, scale: "faults", stroke: faulty, width: 3, points: { size: 8, fill: faulty }, value: (/** @type {unknown} */ _, /** @type {number | null} */ n) => figure(n) },
    ],
  }, [at_s, coups, faults], chart);
}

const picture = chart.firstElementChild, made = drawn();
picture?.remove();
by("months-legend").remove();  // the chart has its own, with the figures of the day that is pointed at
made.setLegend({ idx: days.length - 1 });
made.ctx.canvas.setAttribute("role", "img");
made.ctx.canvas.setAttribute("aria-label", chart.dataset.title ?? "");
new ResizeObserver(() => made.setSize({ width: chart.clientWidth, height: TALL_PX })).observe(chart);
