// The floor and the wall of the pit: drawn by the server, fetched again and again, and a word for an alert.

import { post, watch } from "./desk.mjs";
import { by, show, write } from "./page.mjs";

const LOOK_MS = 1500;
const live = by("live"), asked = by("see"), form = by("see-form");
let shown = "", key = "";

async function look() {
  const found = await watch(live.dataset.from ?? "");
  const pressed = live.matches(":active"); // a button that is replaced under a finger does not hear it
  if (found && found.html !== shown && !pressed) draw(found.html);
  setTimeout(look, LOOK_MS);
}

/** Draw it, and leave the focus on the same button.
 *  @param {string} html */
function draw(html) {
  shown = html;
  const active = document.activeElement, held = active instanceof HTMLElement && live.contains(active) ? active.dataset.see : "";
  live.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  if (held) live.querySelector(`[data-see="${CSS.escape(held)}"]`)?.focus();
}

live.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-see]") : null;
  if (!(button instanceof HTMLElement) || !asked || !form) return;
  key = button.dataset.see ?? "";
  write(by("see-what"), button.dataset.what ?? "");
  write(by("said"), "");
  form.reset();
  asked.showModal();
});

if (asked && form) {
  by("see-not").addEventListener("click", () => asked.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const why = await post("/see", { key, word: form.elements.word.value }, () => asked.close());
    write(by("said"), why);
    show(by("said"), why);
    shown = "";
  });
}
setTimeout(look, LOOK_MS);
