// One line for all pages of this browser, in a shared worker. A browser opens six connections to a host: a seventh page
// would wait for ever, and so would the presses of the others.

import { ago, line, since } from "./line.mjs";

const lines = new Map(); // by audience

/** @param {string} audience */
function begun(audience) {
  /** @type {SharedLine} */
  const one = { pages: new Set(), newest: null, good: ago(0) };
  lines.set(audience, one);
  return Object.assign(one, line(audience, (word) => {
    if (!("full" in word)) one.good = ago(word.age);
    if (word.data) one.newest = word;
    for (const page of one.pages) page.postMessage(word);
  }));
}

/** @param {MessagePort} page @param {string} audience */
function joins(page, audience) {
  const one = lines.get(audience) ?? begun(audience);
  one.pages.add(page);
  one.wake();
  if (one.newest) page.postMessage({ ...one.newest, first: true, age: since(one.good) });
}

/** @param {MessagePort} page */
function leaves(page) {
  for (const [audience, one] of lines) {
    if (!one.pages.delete(page) || one.pages.size) continue;
    one.close();
    lines.delete(audience);
  }
}

addEventListener("connect", ({ ports: [page] }) => {
  page.onmessage = ({ data: audience }) => (audience ? joins(page, audience) : leaves(page));
});
