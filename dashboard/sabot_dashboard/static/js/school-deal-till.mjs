// Taking and paying at the virtual table: one stake is chosen, a sum is laid together of chips or digits, and it is paid or taken.

import { CHIPS, figures, rack, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { chance, t } from "./words.mjs";

/** @type {Lot | null} */
let chosen = null;
let isTouched = false;
/** @type {Owing[]} */
let owing = [];
/** @type {Act} */
let act = () => {};
let redraw = () => {};
const jetons = rack(by("till-chips"), { values: CHIPS, changed: () => {} });
const field = by("till-chips").querySelector("input");

/** The stake that is being settled. */
export const settling = () => chosen;

/** @param {{ act: Act, redraw: () => void }} does */
export function ready(does) {
  ({ act, redraw } = does);
  by("till-acts").replaceChildren(button(t("Take"), "T", () => settle("take")), button(t("Pay"), "↵", () => settle("pay")),
    button(t("Leave it"), "L", () => settle("leave")));
}

/** @param {string} text @param {string} key @param {() => void} does */
function button(text, key, does) {
  const one = make("button", { type: "button", className: "press" }, make("span", { textContent: text }), make("kbd", { textContent: key, ariaHidden: "true" }));
  one.addEventListener("click", does);
  return one;
}

/** @param {Lot | undefined} one @param {Lot | null} other */
const same = (one, other) => one?.bet === other?.bet && one?.seat === other?.seat;

/** The first stake that is owed is chosen, unless another one was; if not `byItself`, none before it is touched.
 *  @param {Owing[]} now @param {{ byItself: boolean }} how */
export function drawTill(now, { byItself }) {
  owing = now;
  if (!owing.some((one) => same(one, chosen)) || (!byItself && !isTouched)) choose(byItself ? owing[0] ?? null : null);
  show(by("till"), chosen);
}

/** Settle the stake that was touched; touched again it is left for later.
 *  @param {Lot} lot */
export function touch(lot) {
  const again = isTouched && same(lot, chosen);
  choose(again ? null : lot);
  isTouched = !again;
}

/** @param {Lot | null} lot */
function choose(lot) {
  chosen = lot && { bet: lot.bet, seat: lot.seat };
  isTouched = false;
  jetons.clear();
  show(by("till"), chosen);
  redraw();
  const one = owing.find((each) => same(each, chosen));
  if (!one) return;
  const what = { chance: chance(one.bet), amount: figures(units(one.staked)), n: one.seat ?? 0 };
  write(by("till-what"), one.seat ? t("Seat {n}: {amount} on {chance}", what) : t("{amount} on {chance}", what));
}

/** @param {"take" | "pay" | "leave"} how */
function settle(how) {
  const sum = jetons.amount();
  if (!chosen || (how === "pay" && !sum)) return;
  const amount = how === "leave" ? "0" : sum ? (sum / 100).toFixed(2) : null;
  act({ act: how === "take" ? "take" : "pay", ...chosen, ...(amount ? { amount } : {}) });
  jetons.clear();
  field?.blur();
}

/** What a key does here; false where it does nothing. A digit goes into the sum.
 *  @param {string} key */
export function press(key) {
  if (!chosen) return owing.length > 0 && key.startsWith("Arrow") && turn(key === "ArrowRight" ? 1 : 0);
  if (/^[0-9]$/.test(key)) { field?.focus(); return false; }
  if (key === "Enter") settle("pay");
  else if (key === "Escape") choose(null);
  else if (key === "t") settle("take");
  else if (key === "l") settle("leave");
  else if (key === "ArrowRight" || key === "ArrowLeft") return turn(key === "ArrowRight" ? 1 : -1);
  else return false;
  return true;
}

/** The next stake, or the one before.
 *  @param {number} by */
function turn(by) {
  const at = owing.findIndex((one) => same(one, chosen));
  choose(owing.at((at + by) % owing.length) ?? null);
  return true;
}
