// A trainee at the table, and the trainer's panel beside it.

import { make, post, watch } from "./desk.mjs";
import { by } from "./page.mjs";
import { number as written, say, t } from "./words.mjs";

const EVERY_MS = 1500;
let drawn = "";

/** @param {Seated} state */
function draw(state) {
  const same = JSON.stringify(state);
  if (same === drawn) return;
  drawn = same;
  const seated = state.mode === "off" ? null : state.who;
  by("seated").textContent = seated ? t("{name} deals; the table records.", { name: seated.name }) : t("No trainee is seated: the trainer’s page does that.");
  document.querySelector("#coups tbody")?.replaceChildren(...state.coups.map(({ number, seconds, faults }) => make("tr", {},
    make("td", { textContent: String(number) }), make("td", { textContent: written(seconds) }),
    make("td", { textContent: faults.length ? `▲ ${faults.map(say).join("; ")}` : "✓" }))));
}

async function look() {
  const state = await watch("/school/table/state");
  if (state) draw(state);
  setTimeout(look, EVERY_MS);
}

/** @param {string} text */
function tell(text) {
  by("said").textContent = text || `✓ ${t("Done")}`;
  by("said").classList.toggle("bad", Boolean(text));
}

const form = by("seat");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  tell(await post("/school/trainer/seat", { mode: fields.get("mode"), trainee: Number(fields.get("trainee")) || null }, ({ table }) => draw(table)));
});
for (const button of document.querySelectorAll("[data-deed]")) {
  button.addEventListener("click", async () => tell(await post("/school/trainer/fault", { fault: button.dataset.deed })));
}
for (const button of document.querySelectorAll("[data-remove]")) {
  button.addEventListener("click", async () => tell(await post("/school/trainer/remove", { trainee: Number(button.dataset.remove) }, () => location.reload())));
}
look();
