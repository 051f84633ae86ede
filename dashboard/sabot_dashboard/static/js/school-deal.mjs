// The virtual table: each touch is an act of the trainee, sent to the table. What is right is the referee's to say; this page holds no rule.

import { ask, make, post } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { drawCloth, reach } from "./school-deal-cloth.mjs";
import { pace } from "./school-pace.mjs";
import * as review from "./school-deal-review.mjs";
import * as till from "./school-deal-till.mjs";
import { say, t } from "./words.mjs";

const { path, exam, closed, daily } = by("dealing").dataset;
const FIVE_MINUTES_S = 300; // a sitting that ends the five minutes of a day
const RETRY_MS = 2000;

/** @type {Dealing?} */
let state = null;
/** @type {Fields | null} */
let sending = null;
/** @type {Fields | null} */
let next = null; // one act may wait for the answer to the one before
let sent = 0, timer = 0, reviewed = "", typed = "", paced_at = 0;

// --- acts

/** Send an act, or the one after it once the table has answered. The same act again is the second half of a double tap.
 *  @type {Act} */
function act(fields) {
  if (review.looking()) return;
  if (sending) {
    if (JSON.stringify(fields) !== JSON.stringify(sending)) next = fields;
    return;
  }
  send(fields);
}

/** @param {Fields} fields */
async function send(fields) {
  sending = fields;
  sent += 1;
  clearTimeout(timer);
  tell("");
  let fresh = null;
  const why = await post(`${path}/act`, { ...fields, n: state?.n }, (answer) => { fresh = answer.state; });
  sending = null;
  const then = next;
  next = null;
  if (why) tell(why);
  if (fresh) draw(fresh);
  else look();
  if (then && !why && !review.looking()) send(then);
}

/** The state of now: a player may have acted meanwhile. */
async function look() {
  clearTimeout(timer);
  const before = sent, fresh = await ask(`${path}/state`);
  if (before !== sent || sending) return; // an act has gone out since, and its answer is newer
  if (fresh) draw(fresh);
  else timer = setTimeout(look, RETRY_MS);
}

/** @param {string} text */
function tell(text) { write(by("said"), text); }

// --- drawing

/** @param {Dealing} fresh */
function draw(fresh) {
  if (fresh.ended) { location.replace(path ?? ""); return; } // an examination is over
  state = fresh;
  by("dealing").dataset.n = String(fresh.n); // what is drawn
  clearTimeout(timer);
  if (fresh.left_s !== undefined) runs(fresh.left_s);
  if (fresh.again_ms !== null) timer = setTimeout(look, Math.max(fresh.again_ms, 50));
  const { sitting, warning, said } = fresh;
  write(by("coup"), sitting.coups ? t("Coup {n} of {m}", { n: sitting.coup, m: sitting.coups }) : t("Coup {n}", { n: sitting.coup }));
  write(by("said-last"), fresh.ball && fresh.ball.phase !== "rests" ? BALL[fresh.ball.phase]?.() ?? "" : say(said.at(-1)));
  write(by("warning"), warning ? `◆ ${capital(say(warning))}` : "");
  paced(sitting);
  by("dealing").classList.toggle("jammed", Boolean(sitting.jammed));
  if (!fresh.acts.includes("number")) typed = "";
  if (review.looking()) return; // the cloth shows what lay then
  till.drawTill(fresh.acts.includes("take") ? fresh.owing : [], { byItself: settles(fresh) });
  drawCloth(fresh, { act, choose: till.touch, chosen: till.settling() });
  drawActs(fresh);
  drawCalls(fresh);
  lightUp(fresh.due);
  drawFault(fresh);
  drawReview(fresh);
}

/** The bar is told once a coup: in between it moves by itself.
 *  @param {Dealing["sitting"]} sitting */
function paced({ coup, left_s: left, of_s: of }) {
  if (!of || paced_at === coup) return;
  paced_at = coup;
  pace(left ?? 0, daily === undefined ? of : FIVE_MINUTES_S);
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether a coach turns to the stakes now.
 *  @param {Dealing} state */
const settles = ({ due }) => due?.act === "settle";

/** @type {{ [phase: string]: () => string }} */
const BALL = {
  runs: () => t("The ball runs"), slow: () => t("The ball slows down"), rests: () => t("The ball rests"),
  out: () => t("The ball leaves the wheel"), stuck: () => t("The ball does not leave its track"), stands: () => t("The rotor stands still"),
};

/** @type {{ [act: string]: [key: string, text: () => string] }} */
const BUTTONS = {
  close: ["r", () => closed ?? ""],
  spin: ["v", () => t("Launch the ball")],
  free: ["j", () => (by("sabot") ? t("Free the sabot") : t("No spin"))],
  burn: ["b", () => t("Burn the card")],
  "new-sabot": ["n", () => t("New sabot")],
  end: ["e", () => t("End of the coup")],
};

/** @param {Dealing} state */
function drawActs({ acts, sitting }) {
  const offered = Object.entries(BUTTONS).filter(([name]) => acts.includes(name));
  keep(by("acts"), offered.map(([name, [key, text]]) => ({ name, key, text: text(), lang: name === "close" ? "fr" : "", does: () => act({ act: name }) })));
  const sabot = by("sabot");
  if (sabot) sabot.disabled = !acts.includes("draw");
  if (sitting.over && !exam) over();
}

const KEYS_OF_CALLS = "asdfghkqwuiopzcm";
/** @param {Dealing} state */
function drawCalls({ calls }) {
  keep(by("calls"), calls.map(({ word, text }, nth) => ({ name: word, key: KEYS_OF_CALLS.charAt(nth), text: typeof text === "string" ? text : say(text), lang: "",
    does: () => act({ act: "call", word }) })));
}

/** Buttons that stay where they are while they are the same.
 *  @param {HTMLElement} box @param {{ name: string, key: string, text: string, lang: string, does: () => void }[]} wanted */
function keep(box, wanted) {
  const now = JSON.stringify(wanted);
  if (box.dataset.drawn === now) return;
  box.dataset.drawn = now;
  box.replaceChildren(...wanted.map(({ name, key, text, lang, does }) => {
    const button = make("button", { type: "button", className: "act", lang }, make("kbd", { textContent: key.toUpperCase(), ariaHidden: "true" }), make("span", { textContent: text }));
    button.classList.toggle("short", text.length < 9);
    button.classList.toggle("long", text.length > 24);
    button.classList.toggle("longest", text.length > 44);
    button.dataset.name = name;
    button.dataset.key = key;
    button.addEventListener("click", does);
    return button;
  }));
}

/** The act that is due is the one that is lit; only a coach knows it.
 *  @param {Dealing["due"]} due */
function lightUp(due) {
  by("sabot")?.classList.toggle("due", due?.act === "draw");
  const name = due?.word ?? due?.act;
  for (const button of document.querySelectorAll("button")) if (button.dataset.key) button.classList.toggle("due", button.dataset.name === name);
}

/** @param {Dealing} state */
function drawFault({ acts, picture: { band } }) {
  const wanted = acts.includes("answer") && band;
  show(by("fault"), wanted);
  if (!wanted) return;
  const button = make("button", { type: "button", className: "press", textContent: t("Understood") });
  button.addEventListener("click", () => act({ act: "answer", what: "seen" }));
  by("fault").replaceChildren(make("b", { textContent: `▲ ${say(band.text)}` }), make("span", { textContent: say(band.why) }), button);
}

/** What was wrong is looked at at once; that all was right is said in one line.
 *  @param {Dealing} fresh */
function drawReview({ review: found, sitting }) {
  const now = found ? `${found.coup} ${found.steps.length} ${found.right}` : "";
  if (!found || now === reviewed) return;
  reviewed = now;
  if (!found.right) review.open(found);
  else if (!sitting.over) tellGood(t("Coup {n}: all of it right", { n: found.coup }));
}

/** @param {string} text */
function tellGood(text) { write(by("warning"), `✓ ${text}`); }

function over() {
  const link = make("a", { className: "press main", href: `${path}/replay`, textContent: t("Look at the sitting again") });
  const again = make("a", { className: "press", href: "/school/deal", textContent: t("Another sitting") });
  const five = make("a", { className: "press main", href: "/school/daily", textContent: t("What was right") });
  by("acts").replaceChildren(...daily === undefined ? [link, again] : [five]);
  delete by("acts").dataset.drawn;
}

// --- an examination's clock

let until = 0;

/** @param {number} left_s */
function runs(left_s) {
  if (!until) setInterval(tick, 500);
  until = performance.now() + left_s * 1000;
  tick();
}

function tick() {
  const left = Math.max(0, Math.round((until - performance.now()) / 1000));
  write(by("clock"), `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
  if (!left && !sending) look();
}

// --- fingers and keys

reach(act);
till.ready({ act, redraw: () => { if (state) drawCloth(state, { act, choose: till.touch, chosen: till.settling() }); } });
review.ready(() => {
  if (state?.acts.includes("answer")) act({ act: "answer", what: "seen" });
  else if (state) draw(state);
});
by("sabot")?.addEventListener("click", () => act({ act: "draw" }));
document.querySelector(".ball .cylinder")?.addEventListener("click", () => { if (state?.acts.includes("spin")) act({ act: "spin" }); });
by("stop")?.addEventListener("click", () => act({ act: "stop" }));
addEventListener("click", (event) => { if (event.detail) event.target.closest("button")?.blur(); }); // a key after a touch is a key of the table

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const { tagName } = event.target;
  if (tagName === "INPUT" && !/^(Enter|Escape|[tl]|Arrow.*)$/.test(event.key)) return; // a sum is typed
  if ((event.key === "Enter" || event.key === " ") && (tagName === "BUTTON" || tagName === "A")) return;
  if (review.looking() ? review.press(event.key) : pressed(event.key)) event.preventDefault();
});

/** @param {string} key */
function pressed(key) {
  if (!state) return false;
  const { acts, hand, wishes, sitting } = state;
  if (key === " ") { if (acts.includes("draw")) act({ act: "draw" }); return true; }
  if (hand && /^[1-9]$/.test(key)) return touch(document.querySelectorAll("button.lay")[Number(key) - 1]);
  if (acts.includes("number") && !sitting.marked && marks(key)) return true;
  if (till.press(key)) return true;
  const first = wishes[0];
  if (first && (key === "y" || key === "x")) { act({ act: key === "y" ? "accept" : "refuse", wish: first.id }); return true; }
  return touch(document.querySelector(`.controls [data-key="${key.toLowerCase()}"]`));
}

/** @param {string} key */
function marks(key) {
  if (key === "Enter" && typed) { act({ act: "number", pocket: typed }); typed = ""; }
  else if (/^[0-9]$/.test(key)) typed = (typed + key).slice(-2);
  else return false;
  tell(typed && t("Number: {n}", { n: typed }));
  return true;
}

/** @param {Element | null | undefined} button */
function touch(button) {
  if (!(button instanceof HTMLButtonElement)) return false;
  button.click(); // one that is off does nothing
  return true;
}

addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
look();
