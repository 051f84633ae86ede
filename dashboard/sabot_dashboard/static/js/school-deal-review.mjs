// A coup that was dealt, act by act: what was done, what was right, and the cards as they lay then.

import { drawPlaces } from "./cards.mjs";
import { make } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { drawWheel } from "./wheel.mjs";
import { number, say, t } from "./words.mjs";

/** @type {Review?} */
let shown = null;
let at = 0;
let done = () => {};

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} text */
const stopped = (text) => (text ? capital(text) + (/[.!?…]$/.test(text) ? "" : ".") : "");

/** Whether a coup is being looked at. */
export const looking = () => Boolean(shown);

/** @param {() => void} closes */
export function ready(closes) {
  done = closes;
  by("review-back").addEventListener("click", () => go(at - 1));
  by("review-on").addEventListener("click", () => go(at + 1));
  by("review-done").addEventListener("click", close);
}

function close() {
  shown = null;
  by("dealing").classList.remove("looks-back");
  show(by("review"), false);
  done();
}

/** Look at this coup, at its first act that was wrong.
 *  @param {Review} review @param {string} [closing] */
export function open(review, closing = t("Go on")) {
  const fault = review.steps.findIndex(({ right }) => !right);
  shown = review;
  by("dealing").classList.add("looks-back");
  show(by("review"), true);
  write(by("review-coup"), review.right ? `✓ ${t("Coup {n}: all of it right", { n: review.coup })}` : `▲ ${t("Coup {n}: look at it again", { n: review.coup })}`);
  write(by("review-done"), closing);
  by("review-steps").replaceChildren(...review.steps.map(mark));
  go(fault < 0 ? review.steps.length - 1 : fault);
  by("review-done").focus({ preventScroll: true });
}

/** @param {Review["steps"][number]} step @param {number} nth */
function mark({ right, text }, nth) {
  const button = make("button", { type: "button", className: right ? "right" : "amiss", textContent: right ? "✓" : "▲", ariaLabel: `${nth + 1}: ${say(text)}` });
  button.addEventListener("click", () => go(nth));
  return make("li", {}, button);
}

/** @param {number} nth */
function go(nth) {
  const steps = shown?.steps ?? [];
  at = Math.min(Math.max(nth, 0), steps.length - 1);
  const step = steps[at];
  if (!step) return;
  by("review").dataset.tone = step.right ? "right" : "wrong";
  write(by("review-text"), `${step.right ? "✓" : "▲"} ${capital(say(step.text))}${step.s ? ` · ${number(step.s)} s` : ""}`);
  write(by("review-why"), stopped(say(step.why)));
  write(by("review-truth"), stopped(say(step.truth)));
  by("review-back").disabled = at === 0;
  by("review-on").disabled = at === steps.length - 1;
  [...by("review-steps").children].forEach((one, place) => one.firstElementChild?.setAttribute("aria-current", place === at ? "step" : "false"));
  by("review-steps").children[at]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (step.places) drawPlaces({ places: step.places.map((place) => ({ points: null, ...place })) }, { moving: true, ghosts: false });
  if (step.number !== undefined) drawWheel({ number: step.number });
  drawCell(step.cell);
}

/** The row of the tableau in which the act stands, with its cell.
 *  @param {Cell?} [cell] */
function drawCell(cell) {
  show(by("tableau"), cell);
  for (const table of by("tableau").children) {
    show(table, table.dataset.of === cell?.of);
    for (const row of table.querySelectorAll("tbody tr")) show(row, row.dataset.row === String(cell?.row));
    for (const box of table.querySelectorAll("[data-column]")) box.classList.toggle("here", box.dataset.column === cell?.column);
  }
}

/** What a key does while a coup is looked at; false where it does nothing.
 *  @param {string} key */
export function press(key) {
  if (key === "ArrowRight" || key === "ArrowLeft") go(at + (key === "ArrowRight" ? 1 : -1));
  else if (key === "Escape" || key === " " || key === "Enter") close();
  else return false;
  return true;
}
