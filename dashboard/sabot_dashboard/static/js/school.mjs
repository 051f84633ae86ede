// A drill: one question on the cloth, one act to answer it. What is right is the table's to say; this page holds no rule.

import { make, post } from "./desk.mjs";
import { by } from "./page.mjs";
import { clear, draw, lit, named, spoken, tableau } from "./school-cloth.mjs";
import { pace } from "./school-pace.mjs";
import { POINT, number, say, t } from "./words.mjs";

const { drill, exam } = by("drill").dataset;
const daily = !drill && !exam; // the five minutes, whose questions are of any drill
const RIGHT_MS = 300;
const GRACE_MS = 30; // the clock of a question runs out here a moment before it does at the table
/** @type {Question?} */
let asked = null;
/** @type {string | undefined | null} */
let picked = null; // the number of an act
/** @type {Set<string>} */
const marks = new Set(); // the answers that are marked, where several are right
let since = 0, busy = true, typed = "", ending = 0, waiting = 0, right = 0, answers = 0;

// --- asking

async function next() {
  clearTimeout(waiting);
  busy = true;
  const path = exam ? `/school/exams/${exam}/next` : daily ? "/school/daily/next" : "/school/ask";
  tell(await post(path, drill ? { drill } : {}, got));
}

/** @param {AskedInFive} answer */
function got(answer) {
  if (answer.ended) { location.replace(`/school/exams/${exam}`); return; }
  if (answer.to) { location.replace(answer.to); return; }
  if (exam) progress(answer);
  if (daily) partly(answer);
  show(answer.question);
}

/** One of five minutes: the time that is left, what was right so far, the drill with its table.
 *  @param {AskedInFive} asked */
function partly(asked) {
  pace(asked.left_s, asked.of_s);
  ({ right, answers } = asked);
  if (answers) by("count").textContent = t("Right: {n} of {m}", { n: right, m: answers });
  by("of").textContent = t(asked.title);
  by("tables").replaceChildren(...asked.table ? [tableau(asked.table)] : []);
}

/** @param {Question} question */
function show(question) {
  asked = question;
  typed = "";
  picked = null;
  by("verdict").hidden = true;
  by("drill").dataset.tone = "";
  by("ask").textContent = capital(say(question.ask));
  draw(question.shows);
  reach(question.acts.map((one) => one.answer));
  by("spoken").textContent = spoken(question.shows);
  for (const tile of document.querySelectorAll("[data-nth]")) tile.addEventListener("click", () => pick(tile));
  marks.clear();
  for (const card of document.querySelectorAll("[data-mark]")) card.addEventListener("click", () => choose(card.dataset.mark ?? ""));
  const several = question.typed === "several", onCloth = several && document.querySelector("[data-mark]");
  by("acts").replaceChildren(...onCloth ? [] : question.acts.map(act), ...several ? [finished()] : []);
  by("acts").hidden = !question.acts.length;
  by("typed").hidden = !["number", "money", "pocket"].includes(question.typed);
  by("shown").textContent = "";
  by("digits").querySelector("[data-digit='.']").hidden = question.typed !== "money";
  by("digits").classList.toggle("money", question.typed === "money");
  since = performance.now();
  busy = false;
  against(question.left_s, question.within_s);
}

/** What can be done on the cloth itself is done there too: a card is drawn where it is due, the next one goes to a place.
 *  @param {string[]} answers */
function reach(answers) {
  for (const place of by("cloth").querySelectorAll("[data-place]")) {
    const ghost = place.querySelector(".ghost"), drawn = ghost && answers.includes("draw");
    const value = drawn ? "draw" : answers.includes(place.dataset.place ?? "") ? place.dataset.place : "";
    if (!value) continue;
    const spot = drawn ? ghost : place;
    spot.classList.add("touched");
    spot.addEventListener("click", () => choose(value));
  }
}

/** The language of the game's own words. */
const ownTongue = () => (asked?.shows.kind === "evening" ? asked.shows.lang : "fr");

/** @param {Question["acts"][number]} one @param {number} nth */
function act(one, nth) {
  const button = make("button", { type: "button", className: "act" },
    make("kbd", { textContent: asked?.typed === "act" ? one.key.toUpperCase() : String(nth + 1), ariaHidden: "true" }),
    make("span", { textContent: number(one.spoken ? one.label : say(one.label)), lang: one.spoken ? ownTongue() : "" }));
  button.dataset.answer = one.answer;
  if (asked?.typed === "several") button.ariaPressed = "false";
  button.addEventListener("click", () => choose(one.answer));
  return button;
}

/** The button that ends the marking. */
function finished() {
  const button = make("button", { type: "button", className: "act finished" }, make("kbd", { textContent: "⏎", ariaHidden: "true" }), make("span", { textContent: t("Done") }));
  button.addEventListener("click", finish);
  return button;
}

function finish() {
  const marked = (asked?.acts ?? []).map((one) => one.answer).filter((one) => marks.has(one));
  if (marked.length) answer(marked.join(","));
  else tell(t("Touch at least one."));
}

/** @param {number} seconds @param {number} of */
function against(seconds, of) {
  const bar = by("bar");
  bar.hidden = !seconds;
  clearTimeout(ending);
  if (!seconds) return;
  const fill = bar.firstElementChild;
  fill.getAnimations().forEach((one) => one.cancel());
  fill.animate([{ transform: `scaleX(${seconds / of})` }, { transform: "scaleX(0)" }], { duration: seconds * 1000, fill: "forwards" });
  const mine = asked;
  ending = setTimeout(() => { if (asked === mine) answer(""); }, seconds * 1000 + GRACE_MS);
}

// --- answering

/** Mark an answer, or take its mark away.
 *  @param {string} value */
function turn(value) {
  if (busy) return;
  tell("");
  if (!marks.delete(value)) marks.add(value);
  for (const one of document.querySelectorAll(`[data-mark="${value}"], #acts [data-answer="${value}"]`)) one.setAttribute("aria-pressed", String(marks.has(value)));
}

/** @param {string} value */
function choose(value) {
  if (asked?.typed === "several") { turn(value); return; }
  if (asked?.typed !== "act" || value === "none") { answer(value); return; }
  if (picked === null) { tell(t("First touch the act that is wrong.")); return; }
  answer(`${picked} ${value}`);
}

/** @param {HTMLElement} tile */
function pick(tile) {
  if (busy) return;
  picked = tile.dataset.nth;
  tell("");
  for (const one of document.querySelectorAll("[data-nth]")) one.setAttribute("aria-pressed", String(one === tile));
}

/** @param {string} key */
function press(key) {
  if (busy || by("typed").hidden) return;
  if (key === "OK") { if (typed) answer(typed); return; }
  typed = key === "⌫" ? typed.slice(0, -1) : (typed + key).slice(0, 10);
  by("shown").textContent = typed.replace(".", POINT);
}

/** @param {string} value */
async function answer(value) {
  if (busy || !asked) return; // the same tap again
  busy = true;
  clearTimeout(ending);
  const ms = Math.max(1, Math.round(performance.now() - since));
  const body = { question: asked.id, answer: value, ms };
  tell(await post(exam ? `/school/exams/${exam}/answer` : "/school/answer", body, exam ? got : judged));
}

/** @param {Verdict} verdict */
function judged(verdict) {
  answers += 1;
  right += verdict.right ? 1 : 0;
  by("count").textContent = t("Right: {n} of {m}", { n: right, m: answers });
  by("bar").hidden = true;
  by("drill").dataset.tone = verdict.right ? "right" : "wrong";
  by("word").textContent = verdict.right ? `✓ ${t("Right")}` : `▲ ${verdict.late ? t("Too late") : t("Wrong")}`;
  if (verdict.right) {
    by("ask").textContent = `✓ ${t("Right")}`;
    waiting = setTimeout(next, RIGHT_MS);
    return;
  }
  by("why").textContent = stopped(say(verdict.why));
  by("truth").textContent = asked ? named(asked, verdict.truth) : "";
  mark(verdict.cells);
  if (asked) lit(asked.shows, verdict);
  by("verdict").hidden = false;
  by("next").focus({ preventScroll: true });
  by("verdict").scrollIntoView({ block: "nearest" });
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} text */
const stopped = (text) => (text ? capital(text) + (/[.!?…]$/.test(text) ? "" : ".") : "");

/** The cells of the table that tell what was right, with their heads; the first is brought into sight.
 *  @param {string[]} cells */
function mark(cells) {
  const table = by("table");
  if (!table) return;
  for (const one of table.querySelectorAll(".here")) one.classList.remove("here");
  for (const box of table.querySelectorAll("[data-cell]")) {
    if (!cells.includes(box.dataset.cell ?? "")) continue;
    const row = box.closest("tr"), nth = [...row?.querySelectorAll("td") ?? []].findIndex((one) => one === box);
    const heads = [row?.querySelector("th"), table.querySelectorAll("thead [data-column]")[nth]];
    for (const one of [box, ...heads]) one?.classList.add("here");
  }
}

// --- an examination's clock

let until = 0;

/** @param {Asked} asked */
function progress({ nth, of, left_s: left }) {
  by("count").textContent = t("Question {n} of {m}", { n: nth, m: of });
  by("clock").hidden = false;
  until = performance.now() + left * 1000;
  tick();
}

function tick() {
  const left = Math.max(0, Math.round((until - performance.now()) / 1000));
  by("clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  by("clock").classList.toggle("short", left <= 30);
}

if (exam) setInterval(() => { tick(); if (until && performance.now() > until + 500 && !busy) { until = 0; next(); } }, 500);

// --- fingers and keys

/** @param {string?} text */
function tell(text) { by("said").textContent = text ?? ""; if (text) busy = false; }

for (const key of ["1", "2", "3", "4", "5", ".", "⌫", "6", "7", "8", "9", "0", "OK"]) {
  const button = make("button", { type: "button", className: key === "OK" ? "digit ok" : "digit", textContent: key === "." ? POINT : key });
  button.dataset.digit = key;
  if (key === "⌫") button.ariaLabel = t("Delete");
  button.addEventListener("click", () => press(key));
  by("digits").append(button);
}
by("next").addEventListener("click", next);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const used = by("verdict").hidden ? onQuestion(event) : onVerdict(event);
  if (used) event.preventDefault();
});

/** @param {KeyboardEvent} pressed */
function onVerdict({ key }) {
  if (key !== "Enter" && key !== " ") return false;
  next();
  return true;
}

/** @type {Names} */
const KEYS = { Backspace: "⌫", Enter: "OK", ",": "." };

/** @param {KeyboardEvent & { target: Element }} pressed */
function onQuestion({ key, target }) {
  if (!asked || busy) return false;
  if (!by("typed").hidden) {
    const digit = KEYS[key] ?? key;
    if (!/^[0-9.⌫]$|^OK$/.test(digit) || (digit === "." && asked.typed !== "money")) return false;
    press(digit);
    return true;
  }
  if (key === "Enter" && asked.typed === "several" && (target === document.body || target.closest("#drill"))) { finish(); return true; } // the space bar marks
  if ((key === "Enter" || key === " ") && target.tagName === "BUTTON") return false;
  if (asked.typed === "act" && /^[0-9]$|^Arrow(Left|Right)$/.test(key)) return picks(key);
  const { acts, typed: way } = asked;
  const one = acts.find((each, nth) => each.key === key.toLowerCase() || (way !== "act" && key === String(nth + 1)));
  if (one) choose(one.answer);
  return Boolean(one);
}

/** The act of this number, 0 is the tenth; an arrow goes to the one beside it.
 *  @param {string} key */
function picks(key) {
  const nth = key.startsWith("Arrow") ? Number(picked ?? 0) + (key === "ArrowRight" ? 1 : -1) : Number(key) || 10;
  const tile = document.querySelector(`[data-nth="${nth}"]`);
  if (tile) pick(tile);
  return Boolean(tile);
}

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // back to a page that was left: the question of now
clear();
next();
