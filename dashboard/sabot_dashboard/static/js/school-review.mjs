// An examination afterwards: each question on its cloth, with the answer and what was right.

import { make } from "./desk.mjs";
import { by } from "./page.mjs";
import { draw, named, spoken } from "./school-cloth.mjs";
import { number, say, t } from "./words.mjs";

/** @type {Reviewed[]} */
const asked = JSON.parse(by("asked").textContent ?? "[]");

/** @param {Reviewed} one */
const mark = (one) => (one.right ? `✓ ${t("Right")}` : one.answer === null ? `▲ ${t("No answer")}` : `▲ ${one.late ? t("Too late") : t("Wrong")}`);

/** @param {Reviewed} one */
function show({ question, answer, truth, seconds, why, right }) {
  draw(question.shows);
  by("spoken").textContent = spoken(question.shows);
  by("ask").textContent = say(question.ask);
  by("answer").textContent = answer ? named(question, answer) : "–";
  by("truth").textContent = named(question, truth);
  by("took").textContent = answer === null ? "–" : `${number(seconds.toFixed(1))} s`;
  by("why").textContent = right ? "" : say(why);
  for (const button of by("questions").querySelectorAll("button")) button.setAttribute("aria-current", String(button.dataset.key === question.id));
}

by("questions")?.append(...asked.map((one, nth) => {
  const button = make("button", { type: "button", className: one.right ? "press" : "press missed" },
    make("b", { textContent: `${nth + 1}` }), make("span", { textContent: say(one.question.ask) }), make("small", { textContent: mark(one) }));
  button.dataset.key = one.question.id;
  button.addEventListener("click", () => show(one));
  return make("li", {}, button);
}));
if (asked[0]) show(asked[0]);
