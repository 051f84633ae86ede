// The wheel and its cloth: the number that has fallen is marked on both, and the last ones stand in a row.

import { by, changed, write } from "./page.mjs";
import { chip } from "./past.mjs";

/** Mark the number of `picture` wherever it is drawn; a game of cards has nothing to mark.
 *  @param {Cloth} picture */
export function drawWheel({ number, won, score, manual }) {
  if (by("number")) mark(number ?? ["", ""], won ?? [], manual ?? [], score?.kind === "numbers" ? score.numbers.slice(0, 14) : []);
}

const mark = changed(/** @type {MarkNumber} */ (([name, tone], won, manual, last) => {
  const large = by("number");
  write(large, name);
  large.dataset.tone = tone;
  large.classList.toggle("by-hand", Boolean(name) && manual.includes(name));
  for (const field of document.querySelectorAll("[data-pocket]")) {
    const here = field.dataset.pocket === name;
    field.classList.toggle("here", here);
    field.classList.toggle("won", !here && won.includes(field.dataset.pocket ?? ""));
  }
  by("last").replaceChildren(...last.map(chip));
}));
