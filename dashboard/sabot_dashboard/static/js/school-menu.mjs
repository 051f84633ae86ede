// Who learns here, the five minutes and the goal of a day, and which paper is sat.

import { post } from "./desk.mjs";
import { by } from "./page.mjs";

let begins = false;
/** @param {Promise<string>} sent */
const tell = async (sent) => { by("said").textContent = await sent; };
/** @param {string | undefined} name */
const enter = (name) => tell(post("/school/trainee", { name, to: by("trainees").dataset.to }, ({ to }) => location.assign(to)));

/** @param {string} path @param {object} body */
const go = (path, body = {}) => tell(post(path, body, ({ to }) => location.assign(to)));
by("somebody-else")?.addEventListener("click", () => go("/school/leave"));
by("five")?.addEventListener("click", () => go("/school/daily"));
by("first-coup")?.addEventListener("click", () => go("/school/deal", { game: by("first-coup").dataset.game, level: 1, mode: "coach" }));
by("enough")?.addEventListener("click", () => go("/school/daily/end"));
for (const one of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-goal]"))) {
  one.addEventListener("submit", (event) => {
    event.preventDefault();
    const { amount, ...rest } = Object.fromEntries(new FormData(one));
    go("/school/goal", { kind: one.dataset.goal, amount: Number(amount), ...rest });
  });
}
for (const button of document.querySelectorAll("[data-name]")) button.addEventListener("click", () => enter(button.dataset.name));
by("enrol")?.addEventListener("submit", (event) => { event.preventDefault(); enter(by("name").value); });
const form = by("paper");
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (begins) return; // the same tap again
  begins = true;
  const fields = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, name === "group" ? value : Number(value)]));
  await tell(post("/school/exams", fields, ({ to }) => location.assign(to)));
  begins = false;
});
