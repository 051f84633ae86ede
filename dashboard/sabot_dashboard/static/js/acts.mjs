// One press is one act, however often it is sent; a held button sends nothing before its ring is full.

import { by, key } from "./page.mjs";
import { say, t } from "./words.mjs";

const HOLD_MS = 800;
const REST_MS = 600; // a second tap within this is the same tap
const message = by("message");
let quiet = 0;

/** @type {(text: string) => string} */
export function tell(text) {
  message.textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { message.textContent = ""; }, 6000);
  return text;
}

/** @param {object} body */
async function post(body) {
  return fetch("/acts", { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" }, body: JSON.stringify(body),
    signal: AbortSignal.timeout(5000) });
}

/** Send an act, at most three times under the same key. Returns why it was not taken, as text; empty when it was.
 *  @type {Send} */
export async function send(act, fields, live) {
  if (live.stale) return tell(t("Not sent: this picture is not live. Press again once it is."));
  const body = { act, key: key(), seen: live.seq, mark: live.mark, ...fields };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const answer = await (await post(body)).json();
      if (answer.needs) return await signed(body, answer);
      if (answer.enter) location.reload();
      const said = tell(answer.why ? say(answer.why) : "");
      return answer.taken ? "" : said;
    } catch { /* the same key again: it is taken once at most */ }
  }
  return tell(t("Not sent: the table does not answer. Try again."));
}

/** Send the same press with the PIN of the person who may decide; without a PIN nothing is done.
 *  @param {object} body @param {PinAsked} asked */
async function signed(body, asked) {
  /** @param {Given} pin */
  const attempt = async (pin) => {
    try {
      const answer = await (await post({ ...body, pin })).json();
      if (!answer.taken && answer.needs) return answer.why;
      tell(answer.why ? say(answer.why) : "");
    } catch { return t("Not sent: the table does not answer. Try again."); }
    return null;
  };
  const { askPin } = await later("keypad");
  return (await askPin(asked, attempt)) ? message.textContent : say(asked.why);
}

/** A module and its style, fetched at the first use; after a failure they are fetched again.
 *  @param {string} name */
export async function later(name) {
  const [module] = await Promise.all([import(`./${name}.mjs`), styled(`${document.body.dataset.assets}css/${name}.css`)]);
  return module;
}

/** @param {string} href */
function styled(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((there, lost) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: there, onerror: () => { link.remove(); lost(new Error(href)); } });
    document.head.append(link);
  });
}

/** Make `button` run its act when pressed, or, with the class `hold`, when its ring is full. `run` gets the mark of the
 *  picture at which the press began: people decide on what they saw then.
 *  @type {Arm} */
export function arm(button, run, live) {
  let resting = 0;
  /** @param {unknown} mark */
  const fire = (mark) => {
    if (button.getAttribute("aria-disabled") === "true" || performance.now() - resting < REST_MS && resting) return;
    resting = performance.now();
    run(mark);
  };
  if (button.classList.contains("hold")) held(button, fire, live);
  else button.addEventListener("click", () => fire(live.mark));
}

/** What keeps the page still: a button whose ring fills, a finger that is down.
 *  @type {Set<unknown>} */
const holds = new Set();
/** @type {Map<Function, () => void>} */
const waiting = new Map(); // by what draws: the newest of what was to be drawn meanwhile

/** `draw`, but for what it would move under a finger: while one is on a button it waits until that is let go.
 *  @type {Unheld} */
export const unheld = (draw) => (...given) => {
  if (holds.size) waiting.set(draw, () => draw(...given)); else draw(...given);
};

/** @param {unknown} held */
function letGo(held) {
  if (!holds.delete(held) || holds.size) return;
  const draws = [...waiting.values()];
  waiting.clear();
  for (const draw of draws) draw();
}

const FINGER = "finger", CLICK_MS = 300, FINGER_MS = 3000; // the click of a finger that lifts comes a little later; longer than this nothing waits
let lifts = 0;

/** @param {number} within */
function lift(within) {
  clearTimeout(lifts);
  lifts = setTimeout(letGo, within, FINGER);
}

// A button that is replaced while the finger is on it would not hear the press.
addEventListener("pointerdown", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("button, a, summary, label")) return;
  holds.add(FINGER);
  lift(FINGER_MS);
}, true);
addEventListener("pointerup", () => lift(CLICK_MS), true);
addEventListener("pointercancel", () => letGo(FINGER), true);
addEventListener("click", () => letGo(FINGER));

/** @type {Arm} */
function held(button, fire, live) {
  let timer = 0;
  const stop = () => {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    button.classList.remove("held");
    letGo(button);
  };
  const full = (/** @type {unknown} */ mark) => {
    if (button.isConnected) fire(mark); else tell(t("The table went on meanwhile. Look at it again."));
    stop();
  };
  const start = () => {
    if (timer) return;
    holds.add(button);
    button.classList.add("held");
    timer = setTimeout(full, HOLD_MS, live.mark);
  };
  button.addEventListener("pointerdown", (event) => { if (event.button === 0) start(); });
  for (const name of ["pointerup", "pointerleave", "pointercancel", "blur"]) button.addEventListener(name, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) start();
  });
  button.addEventListener("keyup", stop);
}
