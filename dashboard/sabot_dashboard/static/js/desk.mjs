// What the pages behind the table share: making elements, asking, and sending.

import { by, show, write } from "./page.mjs";
import { say, t } from "./words.mjs";

const STALE_MS = 3000;
let good = 0; // when what the table answered last was asked

/** An element with its fields and children.
 *  @type {Make} */
export const make = (tag, fields, ...children) => {
  const one = Object.assign(document.createElement(tag), fields);
  one.append(...children);
  return one;
};

/** What the table answers at `path`, or null; one who has left is asked to come in again.
 *  @param {string} path */
export async function ask(path, withinMs = 20000) {
  try {
    const answer = await fetch(path, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout(withinMs) });
    if (answer.status === 401) { location.reload(); return null; }
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}

/** `ask`, for what is shown as it is now and asked again and again: while no answer comes the page says how old it is.
 *  @param {string} path */
export async function watch(path) {
  const begun = performance.now();
  if (!good) { good = begun; setInterval(mark, 250); }
  const found = await ask(path, 5000);
  if (found) good = begun;
  return found;
}

function mark() {
  const age = performance.now() - good, note = by("stale");
  document.body.classList.toggle("stale", age > STALE_MS);
  show(note, age > STALE_MS);
  if (!note.hidden) write(note, t("Not live: this picture is {n} s old", { n: Math.round(age / 1000) }));
}

/** Send `body`; why it was not taken, as text, empty when it was. `taken(answer)` gets the answer,
 *  `refused(answer)` one that says no.
 *  @param {string} path @param {object} body @param {(answer: any) => void} taken @param {(answer: any) => void} refused */
export async function post(path, body, taken = () => {}, refused = () => {}) {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" }, body: JSON.stringify(body),
        signal: AbortSignal.timeout(20000) });
      const said = await answer.json();
      if (answer.status === 401) { location.reload(); return say(said.why); }
      if (said.taken) { taken(said); return ""; }
      refused(said);
      return say(said.why);
    } catch { /* the same key again */ }
  }
  return t("Not sent: the table does not answer. Try again.");
}
