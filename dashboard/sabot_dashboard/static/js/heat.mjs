// The sectors of the wheel around its rim: the warmer, the more often the ball came there in the window that the score states.

import { make } from "./roads.mjs";
import { t } from "./words.mjs";

const CAPTION_RADIUS = 45.500, CAPTION_LOW_RADIUS = 52.500; // in the hub: what the rim shows above the number, over how many coups below it
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
  arc(wheel, "over", CAPTION_RADIUS);
  arc(wheel, "under", CAPTION_LOW_RADIUS);
}

/** Words along the upper or the lower half of the hub.
 *  @param {Element} wheel @param {"over" | "under"} half @param {number} radius */
function arc(wheel, half, radius) {
  const id = `heat-${half}`, path = make("path", { id, d: `M${-radius} 0A${radius} ${radius} 0 0 ${half === "over" ? 1 : 0} ${radius} 0`, fill: "none" });
  const text = make("text", { class: "window" }), along = make("textPath", { href: `#${id}`, startOffset: "50%", "data-window": half });
  text.append(along);
  wheel.append(path, text);
}

/** Draw how often each sector came, against the one that came most often; `heat` is in the order of the wheel. The hub says over how many coups.
 *  @param {Numbers} score */
export function drawHeat({ heat, over }) {
  const wheel = document.querySelector(".cylinder");
  if (!wheel) return;
  if (!wheel.querySelector(".heat")) ring(wheel, [...document.querySelectorAll(".pocket")].map((pocket) => pocket.dataset.pocket ?? ""));
  const most = Math.max(1, ...Object.values(heat));
  for (const each of wheel.querySelectorAll(".heat")) each.style.opacity = ((heat[each.dataset.heat ?? ""] ?? 0) / most).toFixed(2);
  for (const each of wheel.querySelectorAll("[data-window]")) each.textContent = each.dataset.window === "over" ? t("Sectors") : t("over {n} coups", { n: over });
}
