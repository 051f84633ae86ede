// Writes only what has changed: a browser paints for every write, also of the same text.

/** @type {ById} */
export const by = (id) => /** @type {any} */ (document.getElementById(id));

/** @type {Write} */
export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/** @type {Show} */
export function show(element, wanted) {
  if (element.hidden === Boolean(wanted)) element.hidden = !wanted;
}

/** `draw`, where it is given something else than last time.
 *  @type {Changed} */
export function changed(draw) {
  let before = "";
  return (...given) => {
    const now = JSON.stringify(given);
    if (now !== before) draw(...given);
    before = now;
  };
}

/** @param {number} bytes */
const random = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const PAGE = random(6);

/** A key that no other press has. It begins with what this page alone has, so that the table knows two screens apart. */
export const key = () => `${PAGE}-${random(12)}`;

/** A double tap means one thing: its second half touches nothing that the first opened, closed or drew.
 *  @type {Element?} */
let touched = null;
addEventListener("click", (event) => {
  const here = event.target.closest("button, a, label, dialog") ?? event.target;
  const slipped = event.detail > 1 && here !== touched;
  touched = here;
  if (!slipped) return;
  event.stopPropagation();
  event.preventDefault();
}, true);
