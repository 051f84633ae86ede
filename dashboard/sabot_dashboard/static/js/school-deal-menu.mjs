// Which game is dealt at the virtual table, at which level, and how it is judged. The last choice is the first offer.

import { post } from "./desk.mjs";
import { by } from "./page.mjs";

const KEPT = "virtual-table";
const form = by("new-sitting");
let begins = false;

/** @param {{ [name: string]: string }} chosen */
function choose(chosen) {
  for (const [name, value] of Object.entries(chosen)) {
    for (const input of form.querySelectorAll("input")) if (input.name === name && input.value === value) input.checked = true;
  }
}

try { choose(JSON.parse(localStorage.getItem(KEPT) ?? "{}")); } catch { /* nothing is kept here */ }

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (begins) return; // the same tap again
  begins = true;
  const chosen = Object.fromEntries(new FormData(form));
  try { localStorage.setItem(KEPT, JSON.stringify(chosen)); } catch { /* this browser keeps nothing */ }
  by("said").textContent = await post("/school/deal", { ...chosen, level: Number(chosen.level), minutes: Number(chosen.minutes) }, ({ to }) => location.assign(to));
  begins = false;
});
addEventListener("pageshow", () => { begins = false; });
