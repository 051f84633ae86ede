// Only what has changed is touched: a browser lays out and paints anew for every write, even of what stood there before.

export const by = (id) => document.getElementById(id);

export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

export function show(element, wanted) {
  if (element.hidden === Boolean(wanted)) element.hidden = !wanted;
}

/** `draw`, but only where it is given something else than the last time. */
export function changed(draw) {
  let before;
  return (...given) => {
    const now = JSON.stringify(given);
    if (now !== before) draw(...given);
    before = now;
  };
}

/** A double tap means one thing: what lies under its second half only since the first opened, closed or drew something is not touched. */
let touched = null;
addEventListener("click", (event) => {
  const here = event.target.closest("button, a, label, dialog") ?? event.target;
  const slipped = event.detail > 1 && here !== touched;
  touched = here;
  if (!slipped) return;
  event.stopPropagation();
  event.preventDefault();
}, true);
