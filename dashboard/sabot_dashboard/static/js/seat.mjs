// A player's telephone: the hand of its seat, what may be done there now, and the open cards and sums. It knows no rule.
//
// The public picture says that something is new; what belongs to this seat is then asked for, and comes to nobody else.

import { tell, unheld } from "./acts.mjs";
import { face } from "./cards.mjs";
import { pile, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { actsAtHome, packHere } from "./home-acts.mjs";
import { pointsOf, seatName, signed, worded, written } from "./home.mjs";
import { live } from "./live.mjs";
import { by, changed, key, show, write } from "./page.mjs";
import { cardName, number, say, t } from "./words.mjs";

const LOOK_MS = 3000; // how soon a telephone hears that another one asks
const CHIPS = [10, 50, 100, 500, 1000, 5000];
/** @type {Names} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const FEWEST_ACROSS = 5, MOST_ACROSS = 7; // cards of a hand in one row
const SUITS = "SHCD", RANKS = "AKQJT98765432";
const seat = Number(document.body.dataset.seat), here = `/seat/${seat}`;
/** @type {Names} */
const names = JSON.parse(by("home").dataset.names ?? "{}");

/** @type {string[]} */
let held = [];
let holds = false, asking = false, again = false, waits = false, chosen = "";
const now = live("display", () => refresh());
const acts = actsAtHome(now, { says, pack: () => held.length ? held : packHere() });

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const sent = body && { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" }, body: JSON.stringify(body) };
  const answer = await fetch(here + path, { ...sent, signal: AbortSignal.timeout(5000) });
  return { status: answer.status, said: await answer.json() };
}

/** What the table answers is said here, where it says no.
 *  @param {string} path @param {object} body */
async function post(path, body) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const { said } = await ask(path, body);
      const why = tell(said.why ? say(said.why) : "");
      return said.taken ? "" : why;
    } catch { /* the same key again: it is taken once at most */ }
  }
  return tell(t("Not sent: the table does not answer. Try again."));
}

/** @param {string} act */
async function says(act) {
  if (now.stale) return tell(t("Not sent: this picture is not live. Press again once it is."));
  chosen = "";
  const why = await post("/act", { words: act, key: key(), seen: now.seq });
  refresh();
  return why;
}

/** Where this telephone stands; then the page shows that. */
async function look() {
  try {
    /** @type {SeatPlace} */
    const place = (await ask("/place")).said;
    holds = place.seat === seat && (place.state === "holds" || place.state === "asked");
    waits = place.seat === seat && place.state === "asks";
    if (waits) write(by("waiting-text"), t("Another telephone holds this seat. If it does not answer within {n} s, the seat is yours.", { n: place.left_s }));
    if (place.why) write(by("door-why"), say(place.why));
    if (place.seat !== null && place.seat !== seat) write(by("door-why"), t("This telephone holds another seat: {name}.", { name: seatName(place.seat) }));
  } catch { return; }
  show(by("door"), !holds && !waits);
  show(by("waiting"), waits);
  show(by("playing"), holds);
  if (holds) refresh();
}

async function refresh() {
  if (!holds) return;
  if (asking) { again = true; return; }
  asking = true;
  try {
    const { status, said } = await ask("/now");
    if (status === 403) { holds = false; look(); } else if (status === 200) draws(said);
  } catch { /* the next picture asks again */ }
  asking = false;
  if (again) { again = false; refresh(); }
}

/** @param {OnTelephone} picture */
function draw(picture) {
  if (picture.phase === "closed" || !picture.home) return;
  const { home, turns, ruling } = picture;
  drawAsked(picture.asked_s);
  const next = home.seats.find(({ is_next }) => is_next)?.seat ?? null;
  drawWhose(turns.length > 0 && next === seat, next, picture.says, picture.phase, turns[0]?.why ?? null);
  drawRuling(ruling);
  drawSelf(home.seats.find((each) => each.seat === seat));
  drawOpen(home);
  held = picture.hand ?? [];
  drawHand(held, turns.flatMap((turn) => turn.acts));
  acts(turns.map((turn) => ({ ...turn, acts: turn.acts.filter((act) => !cardOf(act)) })), home.seats.map((each) => each.seat));
}

const draws = unheld(draw);

const drawAsked = changed(/** @param {number?} left */ (left) => {
  show(by("asked"), left !== null);
  if (left !== null) write(by("asked-left"), t("{n} s", { n: left }));
});

const drawWhose = changed(/** @param {boolean} mine @param {number?} next @param {string} says @param {string} phase @param {Sentence} why */ (mine, next, says, phase, why) => {
  const stands = ["moment", "shut", "decided"].includes(phase) || next === null;
  by("whose").classList.toggle("yours", mine);
  const over = phase === "decided" && says !== "";
  write(by("whose"), over ? says : mine ? t("Your turn") : stands ? says : t("{name} is to act", { name: seatName(next) }));
  if (over && mine) by("whose").append(make("small", { textContent: t("Your turn") }));
  if (mine && why && !over) by("whose").append(make("small", { textContent: say(why) }));
});

const drawRuling = changed(/** @param {OnTelephone["ruling"]} ruling */ (ruling) => {
  show(by("ruling"), ruling);
  if (!ruling) return;
  const where = [ruling.seat ? seatName(ruling.seat) : "", ruling.trick ? t("trick {n}", { n: ruling.trick }) : ""].filter(Boolean).join(", ");
  write(by("ruling"), `▲ ${where ? `${where}: ` : ""}${say(ruling.because)}.`);
  if (ruling.now) by("ruling").append(make("small", { textContent: say(ruling.now) }));
});

const drawSelf = changed(/** @param {SeatAtHome | undefined} self */ (self) => {
  const facts = self ? [self.purse === null ? "" : signed(self.purse), self.points === null ? "" : pointsOf(self.points), self.in_deal === null ? "" : `(${signed(self.in_deal)})`] : [t("Nobody sits at this seat.")];
  by("facts").replaceChildren(...facts.filter(Boolean).map((text, nth) => make("span", { className: nth ? "" : "purse", textContent: text })));
});

/** @param {string} card */
const open = (card) => card === "JOKER" ? make("div", { className: "face joker", textContent: "★", role: "img", ariaLabel: t("the joker") }) : face(card);

const drawOpen = changed(/** @param {HomeShown} home */ ({ seats, trick, taken, turned, trump, asked, contract, pots }) => {
  const [, who, bid] = /^(\d+) (.+)$/.exec(contract ?? "") ?? [null, "", contract ?? ""];
  write(by("contract"), [who ? seatName(Number(who)) : "", worded(bid)].filter(Boolean).join(": "));
  if (trump) by("contract").append(make("span", { className: `trump ${"DH".includes(trump) ? "red" : ""}`, textContent: SIGNS[trump] ?? trump }, make("span", { className: "unseen", textContent: ` ${t("trump")}` })));
  if (asked) by("contract").append(make("small", { textContent: t("asks {card}", { card: written(asked) }) }));
  const over = trick.length === 0 && taken !== null; // until the next card the trick lies there that was taken last
  by("trick").replaceChildren(...(over ? taken.cards : trick).map((laid) => make("figure", { className: over && laid.seat === taken.seat ? "wins" : "" }, open(laid.card), make("figcaption", { textContent: seatName(laid.seat) }))));
  by("turned").replaceChildren(...turned.map(open));
  by("pots").replaceChildren(...pots.map(({ name, amount }) => make("li", {}, name ? `${names[name] ?? name} ` : "", pile(units(amount), CHIPS))));
  by("seats-at-home").replaceChildren(...seats.map(plate));
});

/** @param {SeatAtHome} each */
function plate(each) {
  const said = [each.bid && worded(each.bid), each.stake && number(each.stake), each.bank && `${t("Bank")} ${number(each.bank)}`, each.tricks ? t("{n} tricks", { n: each.tricks }) : "",
    each.points === null ? "" : pointsOf(each.points), each.hand ? t("{n} cards", { n: each.hand }) : "", each.in_deal && signed(each.in_deal)].filter(Boolean).join(" · ");
  const item = make("li", { className: `${each.is_next ? "next" : ""} ${each.seat === seat ? "self" : ""}` }, make("b", { textContent: seatName(each.seat) }));
  if (each.deals) item.append(make("span", { className: "dealer", textContent: "●" }, make("span", { className: "unseen", textContent: t("dealer") })));
  item.append(make("span", { className: "said", textContent: said }));
  if (each.cards.length) item.append(make("div", { className: "open" }, ...each.cards.map(open)));
  return item;
}

/** The card of the own hand with which this act is done; empty for any other act.
 *  @param {string} act */
function cardOf(act) {
  const [verb, who, card = "", more] = act.split(" ");
  return verb === "play" && Number(who) === seat && !more && held.includes(card) ? card : "";
}

/** @param {string} one @param {string} other */
const bySuit = (one, other) => SUITS.indexOf(one.charAt(1)) - SUITS.indexOf(other.charAt(1)) || RANKS.indexOf(one.charAt(0)) - RANKS.indexOf(other.charAt(0));

const drawHand = changed(/** @param {string[]} hand @param {string[]} due */ (hand, due) => {
  const may = due.map(cardOf).filter(Boolean);
  if (!may.includes(chosen)) chosen = "";
  const cards = [...hand].sort(bySuit);
  by("own-hand").style.setProperty("--columns", String(Math.max(FEWEST_ACROSS, Math.min(MOST_ACROSS, cards.length))));
  by("own-hand").classList.toggle("choosing", may.length > 0);
  by("own-hand").replaceChildren(...cards.map((card) => cardKey(card, may.includes(card))), ...(may.length ? [playKey()] : []));
});

/** @param {string} card @param {boolean} may */
function cardKey(card, may) {
  if (!may) return make("div", { className: "own-card" }, open(card));
  const one = make("button", { type: "button", className: "own-card may", ariaPressed: String(card === chosen) }, open(card));
  one.addEventListener("click", () => {
    chosen = card;
    for (const each of by("own-hand").querySelectorAll("button.own-card")) each.setAttribute("aria-pressed", String(each === one));
    by("own-hand").querySelector(".play")?.replaceWith(playKey());
  });
  return one;
}

/** What plays the chosen card. */
function playKey() {
  const one = make("button", { type: "button", className: "key due play", disabled: !chosen, textContent: chosen ? t("Play: {card}", { card: chosen === "JOKER" ? t("the joker") : cardName(chosen) }) : t("Touch a card") });
  one.addEventListener("click", () => { const card = chosen; if (card) says(`play ${seat} ${card}`); });
  return one;
}

/** @param {string} code */
async function join(code) {
  await post("/join", { code });
  await look();
}

by("join")?.addEventListener("submit", (event) => { event.preventDefault(); join(by("seat-code").value); });
by("keep-seat").addEventListener("click", () => post("/answer", { keeps: true }).then(look));
by("give-seat").addEventListener("click", () => post("/answer", { keeps: false }).then(look));
by("leave-seat").addEventListener("click", () => post("/leave", {}).then(look));
setInterval(() => { if (document.visibilityState === "visible" && (holds || waits)) look(); }, LOOK_MS);

/** The code in the address is used once, and stays in no history. */
function bring() {
  const code = location.hash.slice(1);
  history.replaceState(null, "", location.pathname + location.search);
  if (code) join(code); else look();
}

addEventListener("hashchange", bring); // another code was scanned while this page was open
bring();
