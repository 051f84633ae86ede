// What the pit offers: what would change, and the answer to it. It shows only while something is offered.

import { ask, make } from "./desk.mjs";
import { askPin } from "./keypad.mjs";
import { by, show } from "./page.mjs";
import { say, t } from "./words.mjs";

const LOOK_MS = 5000;
let before = "";

async function look() {
  /** @type {PitOffer[]?} */
  const offers = await ask("/pit-offers");
  const now = JSON.stringify(offers);
  if (!offers || now === before) return;
  before = now;
  show(by("pit-offers"), offers.length > 0);
  by("pit-offers-list").replaceChildren(...offers.flatMap(offered));
}

/** @param {number} seconds */
const when = (seconds) => new Date(seconds * 1000).toLocaleString(document.documentElement.lang, { hourCycle: "h23" });

/** @param {PitOffer} offer */
function offered(offer) {
  const lines = offer.difference.map((line) => make(line.startsWith("+") ? "ins" : line.startsWith("-") ? "del" : "span", { textContent: `${line}\n` }));
  const changes = make("pre", { tabIndex: 0, className: "difference", ariaLabel: t("What would change") }, ...lines);
  const why = make("input", { type: "text", maxLength: 150, autocomplete: "off", className: "typed-name", placeholder: t("Reason for a refusal"), ariaLabel: t("Reason for a refusal") });
  const accept = make("button", { type: "button", className: "press main", textContent: t("Accept") });
  const refuse = make("button", { type: "button", className: "press", textContent: t("Refuse") });
  accept.addEventListener("click", () => answer({ id: offer.id, accept: true }));
  refuse.addEventListener("click", () => answer({ id: offer.id, accept: false, why: why.value }));
  return [make("p", {}, make("b", { textContent: offer.version ? `${t("Version {version}", { version: offer.version })}: ${offer.why}` : offer.why }), make("span", { textContent: ` ${t("From {who}, {when}. It lapses {end}.", { who: offer.by, when: when(offer.made_s), end: when(offer.lapses_s) })}` })),
    changes, make("p", { className: "row" }, accept, refuse, why)];
}

/** Send an answer, with a PIN where one is asked for.
 *  @param {object} body */
async function answer(body) {
  by("pit-offers-said").textContent = "";
  const found = await post(body);
  if (!found?.needs) return done(found);
  /** @param {Given} pin */
  const attempt = async (pin) => {
    const next = await post({ ...body, pin });
    if (next?.needs) return next.why;
    done(next);
    return null;
  };
  await askPin(found, attempt);
}

/** @param {object} body */
async function post(body) {
  try {
    const answer = await fetch("/pit-offers", { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" }, body: JSON.stringify(body), signal: AbortSignal.timeout(20000) });
    return await answer.json();
  } catch { return null; }
}

/** @param {{taken: boolean, why?: Sentence}?} found */
function done(found) {
  by("pit-offers-said").textContent = !found ? t("Not sent: the table does not answer. Try again.") : found.taken ? "" : say(found.why);
  before = "";
  look();
}

look();
setInterval(look, LOOK_MS);
