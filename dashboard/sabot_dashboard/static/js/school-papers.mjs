// A trainer issues a paper: who sits it, what it asks, and when.

import { post } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { t } from "./words.mjs";

const MINUTE_MS = 60_000, PROPOSED_MS = 8 * 60 * MINUTE_MS; // a paper is open for a day's work
let sends = false;
const form = by("issue");

/** @param {number} moment_ms */
const local = (moment_ms) => new Date(moment_ms - MINUTE_MS * new Date(moment_ms).getTimezoneOffset()).toISOString().slice(0, 16);
/** @param {Element} group */
const ticks = (group) => [...group.querySelectorAll("input:not([data-all])")].map((one) => /** @type {HTMLInputElement} */ (one));

/** How many of a group are chosen, beside its name.
 *  @param {Element} group */
function counted(group) {
  const label = group.querySelector(".chosen"), chosen = ticks(group).filter((one) => one.checked).length;
  if (label) label.textContent = chosen ? `${chosen}/${label.dataset.of}` : "";
}

/** @param {HTMLFormElement} form */
function asked(form) {
  const fields = new FormData(form);
  /** @param {string} name */
  const whole = (name) => Number(fields.get(name));
  /** @param {string} name */
  const moment_ms = (name) => new Date(String(fields.get(name))).getTime();
  return {
    subject: fields.get("subject"), game: fields.get("game"), level: whole("level"),
    trainees: fields.getAll("trainees").map(Number), drills: fields.getAll("drills"), is_same: fields.has("is_same"),
    questions: whole("questions"), minutes: whole("minutes"), pass_percent: whole("pass_percent"),
    opens_ms: moment_ms("opens"), closes_ms: moment_ms("closes"),
  };
}

/** Show what this subject asks, and nothing of the other.
 *  @param {NonNullable<Elements["issue"]>} form */
function turn(form) {
  const subject = String(new FormData(form).get("subject"));
  for (const one of form.querySelectorAll("[data-for]")) show(one, one.dataset.for === subject);
  write(by("of-what"), subject === "coups" ? t("Coups") : t("Questions"));
  const { questions } = form.elements;
  questions.max = questions.dataset[subject] ?? "";
  questions.value = String(Math.min(Number(questions.value), Number(questions.max)));
}

for (const button of document.querySelectorAll("[data-withdraw]")) button.addEventListener("click", async () => {
  by("said").textContent = await post(`/school/trainer/papers/${button.dataset.withdraw}/withdraw`, {}, () => location.reload());
});

if (form) {
  by("subjects").addEventListener("change", () => turn(form));
  turn(form);
  const now_ms = Date.now();
  form.elements.opens.value = local(now_ms - now_ms % MINUTE_MS);
  form.elements.closes.value = local(now_ms + PROPOSED_MS);
  for (const group of form.querySelectorAll("details, fieldset")) {
    group.addEventListener("change", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      if (target.dataset.all !== undefined && target.closest("details, fieldset") === group) for (const one of ticks(group)) one.checked = target.checked;
      counted(group);
    });
    counted(group);
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (sends) return; // the same tap again
    sends = true;
    by("said").textContent = await post("/school/trainer/papers", asked(form), () => location.reload());
    sends = false;
  });
}
