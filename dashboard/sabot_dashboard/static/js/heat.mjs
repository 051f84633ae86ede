// The sectors of the wheel around its rim: the warmer, the more often the ball came there in the window that the score states.

import { make } from "./roads.mjs";

const INNER_RADIUS = 104, OUTER_RADIUS = 114, ALL_RADIUS = 116;

/** @param {number} radius @param {number} turn */
const at = (radius, turn) => `${(radius * Math.sin(turn)).toFixed(2)} ${(-radius * Math.cos(turn)).toFixed(2)}`;

/** The field outside one of `many` pockets.
 *  @param {number} nth @param {number} many */
function field(nth, many) {
  const turn = 2 * Math.PI / many, from = (nth - .47) * turn, to = (nth + .47) * turn;
  return `M${at(INNER_RADIUS, from)}L${at(OUTER_RADIUS, from)}A${OUTER_RADIUS} ${OUTER_RADIUS} 0 0 1 ${at(OUTER_RADIUS, to)}L${at(INNER_RADIUS, to)}A${INNER_RADIUS} ${INNER_RADIUS} 0 0 0 ${at(INNER_RADIUS, from)}`;
}

/** @param {Element} wheel @param {string[]} names */
function ring(wheel, names) {
  wheel.setAttribute("viewBox", `${-ALL_RADIUS} ${-ALL_RADIUS} ${2 * ALL_RADIUS} ${2 * ALL_RADIUS}`);
  wheel.prepend(...names.map((name, nth) => make("path", { class: "heat", d: field(nth, names.length), "data-heat": name })));
}

/** Draw how often each sector came, against the one that came most often; `heat` is in the order of the wheel.
 *  @param {Counts} heat */
export function drawHeat(heat) {
  const wheel = document.querySelector(".cylinder");
  if (!wheel) return;
  if (!wheel.querySelector(".heat")) ring(wheel, [...document.querySelectorAll(".pocket")].map((pocket) => pocket.dataset.pocket ?? ""));
  const most = Math.max(1, ...Object.values(heat));
  for (const each of wheel.querySelectorAll(".heat")) each.style.opacity = ((heat[each.dataset.heat ?? ""] ?? 0) / most).toFixed(2);
}
