// The score of a taille, in the drawing of its game. What is counted was counted by the table; here it is only drawn.

import { by } from "./page.mjs";
import { drawNext, drawRoad, make } from "./roads.mjs";
import { t } from "./words.mjs";

/** @param {Element} element @param {string} name */
const columns = (element, name) => Number(getComputedStyle(element).getPropertyValue(name)) || 12;

/** Draw `score` by its `kind`; `names` are the printed words of the cloth.
 *  @param {Score} score @param {Names} names */
export function drawScore(score, names) {
  const letters = Object.fromEntries(Object.entries(names).map(([mark, name]) => [mark, name.charAt(0)]));
  if (score.kind === "roads") roads(score, letters);
  else if (score.kind === "plates") plates(score, letters);
  else if (score.kind === "card") card(score, names);
  else numbers(score);
}

/** @param {string} name @param {number | string} number */
function count(name, number) {
  const element = document.querySelector(`[data-count="${name}"]`);
  if (element) element.textContent = String(number);
}

/** @param {Roads} score @param {Names} letters */
function roads({ roads: cells, counts, signs, next }, letters) {
  drawRoad(by("bead"), cells.bead, { columns: columns(by("bead"), "--columns"), letters });
  drawRoad(by("big"), cells.big, { columns: columns(by("big"), "--columns") });
  for (const derived of /** @type {const} */ (["eye", "small", "pig"])) {
    drawRoad(by(derived), cells[derived], { columns: columns(by(derived), "--columns"), derived });
    const marks = document.querySelector(`[data-next="${derived}"]`);
    if (marks) drawNext(marks, next, { letters, derived });
  }
  for (const [name, number] of Object.entries({ ...counts, ...signs })) count(name, number);
}

/** @param {Plates} score @param {Names} letters */
function plates({ plates: all, counts }, letters) {
  for (const [side, cells] of Object.entries(all)) {
    /** @type {SVGSVGElement?} */
    const svg = document.querySelector(`[data-plate="${side}"]`);
    if (svg) drawRoad(svg, cells, { columns: columns(svg, "--columns"), letters });
    for (const [winner, number] of Object.entries(counts[side] ?? {})) count(`${side} ${winner}`.trim(), number);
  }
}

const COLUMN = { rouge: 0, noir: 1, couleur: 2, inverse: 3 };

/** The card of trente et quarante: four columns of dots, the newest line nearest the present, figures bracketed beside their tableau.
 *  @param {CardOfRows} score @param {Names} names */
function card({ lines, figures, now, counts }, names) {
  const svg = by("card"), rows = columns(svg, "--rows"), across = getComputedStyle(svg).getPropertyValue("--across-card").trim() === "yes";
  const from = Math.max(0, lines.length - rows);
  const wide = across ? 1 : 3.1; // columns are wider than lines are high
  /** @type {(column: number, row: number) => [number, number]} */
  const at = (column, row) => (across ? [row - from + .5, column + .5 + (column > 1 ? .5 : 0)] : [(column + .5) * wide + (column > 1 ? .9 : 0), row - from + .5]);
  const [width, height] = across ? [rows, 5] : [4 * wide + 1.5, rows];
  svg.setAttribute("viewBox", `-.05 -.05 ${width + .1} ${height + .1}`);
  let ruled = "";
  for (let row = 0; row <= rows; row += 1) ruled += across ? `M${row} 0V2M${row} 2.5V4.500` : `M0 ${row}H${2 * wide}M${2 * wide + .9} ${row}H${4 * wide + .9}`;
  for (const edge of [0, 1, 2]) ruled += across ? `M0 ${edge}H${rows}M0 ${edge + 2.5}H${rows}` : `M${edge * wide} 0V${rows}M${(edge + 2) * wide + .9} 0V${rows}`;
  const dots = lines.slice(from).flatMap(([grand, petit], nth) => [grand, petit].map((mark) => {
    const [x, y] = at(COLUMN[mark], nth + from);
    return make("circle", { class: `dot ${mark}${nth + from === lines.length - 1 ? " newest" : ""}`, cx: x, cy: y, r: .39, "data-dot": `${nth + from},${mark}` });
  }));
  const brackets = figures.filter(([, figure, , last]) => figure !== "série" && last >= from).map(([tableau, figure, first, last]) => {
    const side = tableau === "grand" ? 2 * wide + .3 : 4 * wide + 1.2, top = Math.max(first, from) - from + .15, foot = last - from + .85;
    const bar = across ? `M${top} ${tableau === "grand" ? 2.25 : 4.75}H${foot}` : `M${side} ${top}V${foot}`;
    return make("path", { class: `figure ${figure.replaceAll(" ", "-")}`, d: bar });
  });
  svg.replaceChildren(make("path", { class: "grid", d: ruled }), ...dots, ...brackets);
  for (const [name, number] of Object.entries(counts)) count(name, number);
  by("runs").replaceChildren(...newest(now, names));
}

/** The figures that reach to the newest coup, in words, the longest of each tableau.
 *  @param {Figure[]} now @param {Names} names */
function newest(now, names) {
  return ["grand", "petit"].flatMap((tableau) => {
    const mine = now.filter(([of]) => of === tableau).sort((one, other) => other[5] - one[5]);
    return mine.slice(0, 1).map(([, figure, , , chance, length]) => Object.assign(document.createElement("li"),
      { className: chance, ariaLabel: `${figure}, ${names[chance]}`, textContent: figure === "série" ? `${figure} de ${length}` : figure }));
  });
}

/** A number that has fallen; one that a person entered says so.
 *  @param {Fallen} number */
export function chip([number, tone, byHand]) {
  const item = Object.assign(document.createElement("li"), { textContent: number, className: tone });
  item.classList.toggle("by-hand", byHand);
  if (byHand) item.ariaLabel = t("{card}, entered by hand", { card: number });
  return item;
}

/** @param {number} n @param {number} over */
const percent = (n, over) => (over ? t("{n}%", { n: Math.round(100 * n / over) }) : "–");

/** @param {Numbers} score */
function numbers({ numbers: fell, counts, over }) {
  by("fell").replaceChildren(...fell.slice(0, columns(by("fell"), "--shown")).map(chip));
  for (const [name, number] of Object.entries(counts)) count(name, percent(number, over));
}
