// Chips: a rack to touch, and a pile as it lies on the cloth. It knows no bet and no table, and it sends nothing.
//
//   const jetons = rack(box, { values: [500, 1000, 10000], changed: (amount) => {}, last });
//   jetons.amount()      what was touched so far; every sum here is an integer of minor units (cents)
//   jetons.put(500)      one more, as its button does
//   jetons.back()        the last one away: false where none is left
//   jetons.clear()
//   pile(12500, values)  an element: the discs of a sum, largest first and five at most, and its figures
//
// `values` are the chips of the house, smallest first. `last` is a button of the page that takes the last chip
// away, by `back`; without one the rack has its own. A sum may be typed, too. css/chips.css is its style:
// link it, or fetch both by `later("chips")` of acts.mjs.

import { make } from "./desk.mjs";
import { POINT, grouped, number, t } from "./words.mjs";

/** The chips of the school in minor units, smallest first. */
export const CHIPS = [250, 500, 1000, 2000, 5000, 10000, 50000];
const DISCS = 5;
const LARGEST = 99_999_999_99;

/** A sum in figures, without cents where there are none.
 *  @param {number} amount */
export const figures = (amount) => amount % 100 ? number((amount / 100).toFixed(2)) : grouped(String(amount / 100));

/** The minor units that a text means; 0 where it is no sum above nothing.
 *  @param {string} text */
export function units(text) {
  const amount = Math.round(Number(text.trim().replace(",", ".")) * 100);
  return amount > 0 && amount <= LARGEST ? amount : 0;
}

/** A sum in chips, largest first; what no chip is worth is left out.
 *  @param {number} amount @param {number[]} values @return {number[]} */
export function broken(amount, values) {
  const found = [];
  for (const value of [...values].reverse()) {
    for (let left = Math.floor(amount / value); left > 0 && found.length < 100; left -= 1) found.push(value);
    amount %= value;
  }
  return found;
}

/** How a chip looks: the house's smallest is the first colour.
 *  @param {number} value @param {number[]} values */
const look = (value, values) => `jeton tone-${Math.max(0, values.indexOf(value)) % 8}`;

/** @type {Pile} */
export function pile(amount, values) {
  const discs = broken(amount, values).slice(0, DISCS).reverse();
  return make("span", { className: "pile" },
    ...discs.map((value) => make("span", { className: look(value, values) })), make("b", { textContent: figures(amount) }));
}

/** @type {MakeRack} */
export function rack(box, { values, changed, last }) {
  /** @type {number[]} */
  let touched = [];
  const field = make("input", { className: "sum", inputMode: "decimal", autocomplete: "off", maxLength: 12, ariaLabel: t("amount"), placeholder: "0" });
  const own = make("button", { type: "button", className: "key back", textContent: "⌫", ariaLabel: t("Take back the last chip") });
  /** As it is typed: no signs between the thousands. */
  const typed = () => (amount() / 100).toFixed(amount() % 100 ? 2 : 0).replace(".", POINT);
  const amount = () => touched.reduce((sum, value) => sum + value, 0);

  /** @param {number[]} chips */
  function set(chips) {
    touched = chips;
    changed(amount());
  }

  /** @param {number[]} chips */
  function lay(chips) {
    set(chips);
    field.value = amount() ? typed() : "";
  }

  /** @param {number} value */
  const put = (value) => { if (amount() + value <= LARGEST) lay([...touched, value]); };
  const back = () => { const had = touched.length > 0; lay(touched.slice(0, -1)); return had; };
  field.addEventListener("input", () => set([units(field.value)].filter(Boolean)));
  own.addEventListener("click", back);
  box.classList.add("rack");
  box.replaceChildren(...values.map((value) => {
    const chip = make("button", { type: "button", className: look(value, values), textContent: figures(value) });
    chip.dataset.jeton = String(value);
    chip.addEventListener("click", () => put(value));
    return chip;
  }), field, ...(last ? [] : [own]));
  return { amount, put, back, clear: () => lay([]) };
}
