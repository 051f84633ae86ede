// The points of a hand count up when a card has come to it: first the card is in its place, then the number follows.

import { write } from "./page.mjs";

const CARD_MS = 180, COUNT_MS = 320, STEP_MS = 45;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {WeakMap<Element, { text: string, timer: number }>} */
const counting = new WeakMap();

/** Show `text` as the points of a hand; where a card `grew` it, count up to it. Points of baccarat go on from 9 with 0.
 *  @param {Element} element @param {string} text @param {boolean} grew */
export function countUp(element, text, grew) {
  const under = counting.get(element);
  if (under?.text === text) return;
  clearTimeout(under?.timer);
  counting.delete(element);
  const from = Number(element.textContent), steps = stepsTo(from, Number(text));
  if (!grew || !text || still.matches || !steps) { write(element, text); return; }
  const pause = Math.min(STEP_MS, COUNT_MS / steps);
  step(element, { text, from, left: steps, pause }, CARD_MS);
}

/** @param {number} from @param {number} to */
const stepsTo = (from, to) => (to >= from ? to - from : to - from + 10);

/** @param {Element} element @param {{ text: string, from: number, left: number, pause: number }} count @param {number} wait */
function step(element, count, wait) {
  const timer = setTimeout(() => {
    const { text, from, left, pause } = count;
    if (left === 1) { counting.delete(element); write(element, text); return; }
    const next = Number(text) < from ? (from + 1) % 10 : from + 1;
    write(element, String(next));
    step(element, { text, from: next, left: left - 1, pause }, pause);
  }, wait);
  counting.set(element, { text: count.text, timer });
}
