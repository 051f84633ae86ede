// Who learns here, and which paper is sat.

import { post } from "./desk.mjs";
import { by } from "./page.mjs";

let begins = false;
/** @param {Promise<string>} sent */
const tell = async (sent) => { by("said").textContent = await sent; };
/** @param {string | undefined} name */
const enter = (name) => tell(post("/school/trainee", { name, to: by("trainees").dataset.to }, ({ to }) => location.assign(to)));

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
