// A trainee at the table, and the trainer's panel beside it.

import { lay } from "./cards.mjs";
import { make, post, watch } from "./desk.mjs";
import { by, changed, show, write } from "./page.mjs";
import { number as written, say, t } from "./words.mjs";

const EVERY_MS = 1500;
const SHOWS_MS = 200; // so long a card is on its way
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
  replay(state);
  if (by("dealing")) deal(state);
  if (state.now) drawNow(state.now);
}

/** Each act of a coup with what was right: ✓, ▲, or nothing where it was not the trainee's.
 *  @param {StepShown[]} steps */
const listed = (steps) => steps.map(({ text, right, why, s }) => make("li", { className: right === false ? "amiss" : "" },
  make("b", { textContent: `${right === null ? "–" : right ? "✓" : "▲"} ${say(text)}` }), why ? ` ${say(why)}` : "", make("small", { textContent: ` ${written(s)} s` })));

/** The newest coup, step by step.
 *  @param {Seated} state */
function replay({ coups: [newest] }) {
  show(by("replay"), newest?.steps.length);
  if (!newest) return;
  const n = newest.number;
  write(by("replayed"), newest.faults.length ? t("Coup {n}: {what}", { n, what: t("not right") }) : t("Coup {n}: all of it right", { n }));
  by("steps").replaceChildren(...listed(newest.steps));
}

/** The cards as they lie, the coach's word, and at a simulated table the acts by touch.
 *  @param {Seated} state */
function deal({ places, coach, due, hands }) {
  show(by("dealing"), places.length || hands.length);
  by("cards").replaceChildren(...places.map(({ name, cards, owed }) => {
    const hand = make("div", { className: "hand" });
    lay(hand, cards, { owed, moving: false });
    return make("section", { className: "place", lang: "fr" }, make("h2", { textContent: name }), hand);
  }));
  show(by("coach"), coach);
  write(by("coach"), say(coach));
  show(by("due"), due);
  write(by("due"), due ? [say(due.text), say(due.why)].filter(Boolean).join(" – ") : "");
  buttons(hands);
}

const buttons = changed(/** @param {Seated["hands"]} hands */ (hands) => by("hands").replaceChildren(...hands.map(({ hand, label }) => {
  const button = make("button", { className: "act", type: "button", textContent: say(label) });
  button.dataset.hand = hand;
  button.addEventListener("click", async () => { write(by("said"), await post("/school/table/deal", { hand })); setTimeout(look, SHOWS_MS); });
  return button;
})));

/** What the trainer sees in every mode.
 *  @param {NonNullable<Seated["now"]>} now */
function drawNow({ text, why, faults, steps }) {
  show(by("now"), true);
  write(by("now-text"), say(text));
  write(by("now-why"), say(why));
  by("now-faults").replaceChildren(...faults.map(({ title, because }) => make("li", {}, make("b", { textContent: `▲ ${say(title)}` }), ` ${say(because)}`)));
  by("now-steps").replaceChildren(...listed(steps));
}

const isTrainer = Boolean(by("now"));
let waiting = 0;

async function look() {
  clearTimeout(waiting);
  const state = await watch(isTrainer ? "/school/trainer/state" : "/school/table/state");
  if (state) draw(state);
  clearTimeout(waiting);
  waiting = setTimeout(look, EVERY_MS);
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
