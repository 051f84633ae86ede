// What the seat whose turn it is may do, by touch: one tablet passes for everyone. The referee says which acts there are; here is no rule.
//
// An act is a line of the script with slots: `play 2 CARD`, `raise 2 AMOUNT`. Each slot opens what fills it, one after the other.

import { send } from "./acts.mjs";
import { rack } from "./chips.mjs";
import { make } from "./desk.mjs";
import { seatName, worded, written } from "./home.mjs";
import { by, changed, show } from "./page.mjs";
import { cardName, number, say, t } from "./words.mjs";

const SLOTS = ["SEAT", "NUMBER", "AMOUNT", "CARD", "CARDS", "SUIT", "CHANCE"];
const REST_MS = 600, FINGER_PX = 40; // a touch so soon after another, and so near to it, is the same one
const COUNTED_MOST = 20; // numbers that stand as buttons
const KEYS_MOST = 8; // acts that stand as buttons, within reach of a thumb; the others are behind one more
const CHIPS = [10, 50, 100, 500, 1000, 5000];
/** @type {Names} */
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };
/** @type {{ [verb: string]: () => string }} */
const VERBS = {
  deal: () => t("The cards are dealt"), hand: () => t("Enter the hand"), bid: () => t("Bid"), name: () => t("Name it"), play: () => t("Play a card"),
  show: () => t("Lay open"), swap: () => t("Exchange"), draw: () => t("Cards that came"), buy: () => t("Buy a card"), stand: () => t("No more cards"),
  open: () => t("Open"), split: () => t("Split"), double: () => t("Double"), bet: () => t("Stake"), raise: () => t("Raise"), see: () => t("See"),
  fold: () => t("Fold"), wait: () => t("Wait"), cheap: () => t("Cheap"), claim: () => t("Claim tricks"), sit: () => t("Sit down"), leave: () => t("Leave the table"),
  dealer: () => t("Deals first"), CARD: () => t("A card is turned up"), DEAL: () => t("Deal"),
};
const SPOKEN = ["bid", "answer", "name"]; // the word alone says what it means
/** @type {Names} */
const names = JSON.parse(by("home").dataset.names ?? "{}");

/** A card with the sign of its suit, a suit by its sign; any other word as people read it.
 *  @param {string} word */
function signed(word) {
  if (!/^[A2-9TJQK][SHCD]$/.test(word)) return SIGNS[word] ?? worded(names[word] ? word : word.replaceAll("_", " "));
  return written(word);
}

/** An act as its button says it.
 *  @param {string} act @param {number} seat */
function label(act, seat) {
  const [verb = "", ...rest] = act.split(" ");
  const whose = verb === "bet" ? rest.length - 1 : 0; // where the seat stands
  const own = rest.filter((word, nth) => !SLOTS.includes(word) && !(nth === whose && word === String(seat)));
  const words = own.map(signed).join(" ");
  const says = VERBS[verb]?.() ?? verb;
  if (!words) return says;
  if (verb === "swap" && words === "0") return t("Exchange none");
  if (verb === "name" && own.length === 1 && own[0] && /^[SHCD]$|^[A2-9TJQK][SHCD]$/.test(own[0])) return own[0].length === 1 ? t("Trump {suit}", { suit: words }) : t("Ask {card}", { card: words });
  return SPOKEN.includes(verb) ? words : `${says} ${words}`;
}

/** A dialog in which one thing is chosen; null where it is closed.
 *  @param {string} title @param {(done: (text: string) => void) => (Node | string)[]} fill @return {Promise<string?>} */
function choose(title, fill) {
  return new Promise((chosen) => {
    /** @type {string?} */
    let found = null;
    const dialog = make("dialog", { className: "choose", ariaLabel: title });
    const close = make("button", { type: "button", className: "key", textContent: t("Close") });
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
    dialog.addEventListener("close", () => { dialog.remove(); chosen(found); });
    dialog.append(make("h2", { textContent: title }), ...fill((text) => { found = text; dialog.close(); }), close);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} text @param {() => void} pressed @param {string} [className] */
function button(text, pressed, className = "key") {
  const one = make("button", { type: "button", className, textContent: text });
  one.addEventListener("click", pressed);
  return one;
}

/** @param {string} title @param {number} least @param {number} most @param {string[]} pack */
const cards = (title, least, most, pack) => choose(title, (done) => {
  /** @type {Set<string>} */
  const picked = new Set();
  const ready = button(t("Done"), () => done([...picked].join(" ")));
  const count = () => { ready.disabled = picked.size < least || picked.size > most; ready.textContent = t("Done: {n} of {m} cards", { n: picked.size, m: most }); };
  /** @param {string} card @param {HTMLButtonElement} one */
  const touched = (card, one) => {
    if (most === 1) { done(card); return; }
    if (!picked.delete(card)) picked.add(card);
    one.setAttribute("aria-pressed", String(picked.has(card)));
    count();
  };
  count();
  const pad = make("div", { className: "pad" }, ...pack.map((card) => key(card, (one) => touched(card, one))));
  return most === 1 ? [pad] : [pad, ready];
});

/** @param {string} card @param {(key: HTMLButtonElement) => void} pressed */
function key(card, pressed) {
  const [rank = "", suit = ""] = card, joker = card === "JOKER";
  const one = make("button", { type: "button", className: "HD".includes(suit) && !joker ? "red" : "black", textContent: joker ? "★" : (rank === "T" ? "10" : rank) + SIGNS[suit] },
    make("span", { className: "unseen", textContent: ` ${joker ? t("the joker") : cardName(card)}` }));
  one.addEventListener("click", () => pressed(one));
  return one;
}

/** @param {string} title @param {[text: string, word: string][]} words */
const words = (title, words) => choose(title, (done) => [make("div", { className: "words" }, ...words.map(([text, word]) => button(text, () => done(word))))]);

/** @param {string} title @param {number} least @param {number} most minor units */
const sum = (title, least, most) => choose(title, (done) => {
  const box = make("div", {}), ready = button(t("Done"), () => done((jetons.amount() / 100).toFixed(2)));
  ready.disabled = true;
  const jetons = rack(box, { values: CHIPS, changed: (amount) => { ready.disabled = amount < least || (most > 0 && amount > most); } });
  return [make("p", { textContent: most ? `${number((least / 100).toFixed(2))} – ${number((most / 100).toFixed(2))}` : "" }), box, ready];
});

/** What stands in a slot; null where nobody chose.
 *  @param {string} slot @param {string} title @param {TurnOffered} turn @param {number[]} seats @param {string[]} pack */
async function filled(slot, title, { limits }, seats, pack) {
  const [least = 0, most = 0] = limits ?? [];
  if (slot === "CARD") return cards(title, 1, 1, pack);
  if (slot === "CARDS") return cards(title, limits ? least : 1, limits ? most : 52, pack);
  if (slot === "SUIT") return words(title, [..."SHCD"].map((suit) => [SIGNS[suit] ?? suit, suit]));
  if (slot === "SEAT") return words(title, seats.map((seat) => [seatName(seat), String(seat)]));
  if (slot === "NUMBER") return words(title, Array.from({ length: Math.min((limits ? most : 13) - least + 1, COUNTED_MOST) }, (_, nth) => [String(least + nth), String(least + nth)]));
  return sum(title, limits ? least : 1, most);
}

const WHOLE_PACK = [...[..."SHCD"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit)), "JOKER"];
const played = (by("home").dataset.pack ?? "").split(" ").filter(Boolean); // the cards of this game
export const packHere = () => played.length ? played : WHOLE_PACK;

/** What was done at the table's own tablet: a card that was turned up, a stake, or words.
 *  @param {Now} now @return {Says} */
const atTheTable = (now) => (act) => {
  const [verb = "", where = "", amount = "", seat = ""] = act.split(" ");
  if (act === "DEAL") return send("deal", {}, now);
  if (WHOLE_PACK.includes(act)) return send("card", { card: act }, now);
  return verb === "bet" ? send("stake", { where, amount, seat: Number(seat) }, now) : send("say", { words: act }, now);
};

let touched = { at: -REST_MS, x: 0, y: 0 };

/** Stops the second half of a double touch: the acts of the next seat may stand under the finger by then.
 *  @param {MouseEvent} event */
function rest(event) {
  const { clientX: x, clientY: y, detail } = event, at = performance.now(), isKey = detail === 0;
  const isSecond = !isKey && at - touched.at < REST_MS && Math.hypot(x - touched.x, y - touched.y) < FINGER_PX;
  if (isSecond && event.target instanceof Node && by("acts-at-home").contains(event.target)) event.stopPropagation();
  touched = { at, x, y };
}

document.addEventListener("click", rest, true);

let pressed = ""; // the act that was sent last, and its picture

/** Two touches on the same act of the same picture are one. What was not sent may be touched again.
 *  @param {Says} says @param {Now} now @return {Says} */
const once = (says, now) => async (act) => {
  const press = JSON.stringify([now.seq, now.mark, act]);
  if (press === pressed) return "";
  pressed = press;
  const why = await says(act);
  if (why) pressed = "";
  return why;
};

/** @param {string} act @param {TurnOffered} turn @param {number[]} seats @param {Doing} doing */
async function does(act, turn, seats, { says, pack }) {
  const said = [];
  for (const word of act.split(" ")) {
    const found = SLOTS.includes(word) ? await filled(word, `${seatName(turn.seat)}: ${label(act, turn.seat)}`, turn, seats, pack()) : word;
    if (found === null) return;
    said.push(found);
  }
  await says(said.join(" "));
}

/** Acts as buttons: trumps and the card that is asked with them are chosen one after the other, so those of one suit are one button.
 *  @param {TurnOffered} turn @return {[text: string, acts: string[]][]} */
function choices({ acts, seat }) {
  /** @type {Map<string, [string, string[]]>} */
  const found = new Map();
  for (const act of acts) {
    const [, suit] = /^name \d+ ([SHCD]) [A2-9TJQK][SHCD]$/.exec(act) ?? [], there = found.get(suit ?? act);
    if (there) there[1].push(act);
    else found.set(suit ?? act, [suit ? t("Trump {suit}", { suit: SIGNS[suit] ?? suit }) : label(act, seat), [act]]);
  }
  return [...found.values()];
}

/** The act that is meant; null where nobody chose.
 *  @param {string} text @param {string[]} acts */
const meant = async (text, acts) => acts.length > 1 ? words(t("{what}: which card is asked?", { what: text }), acts.map((act) => [t("Ask {card}", { card: signed(act.slice(-2)) }), act])) : acts[0] ?? null;

/** @param {TurnOffered} turn @param {number[]} seats @param {Doing} doing @param {string} className */
function buttons(turn, seats, doing, className) {
  /** @param {[text: string, acts: string[]]} choice */
  const chosen = async ([text, acts]) => { const act = await meant(text, acts); if (act) does(act, turn, seats, doing); };
  const all = choices(turn), few = all.length > KEYS_MOST + 1 ? all.slice(0, KEYS_MOST) : all;
  const keys = few.map((choice) => button(choice[0], () => chosen(choice), className));
  const rest = all.slice(few.length), more = async () => { const nth = await words(seatName(turn.seat), rest.map(([text], at) => [text, String(at)])), choice = nth && rest[Number(nth)]; if (choice) chosen(choice); };
  if (rest.length) keys.push(button(t("More …"), more, "key"));
  return make("div", { className: "acts-of", role: "group", ariaLabel: seatName(turn.seat) }, make("b", { textContent: seatName(turn.seat) }), ...keys);
}

/** What the last ruling was about: the seat, its act, the card, the trick in which it was made; and what happens now.
 *  @type {(ruling: Ruling | null) => void} */
export const drawRuling = changed(/** @param {Ruling | null} ruling */ (ruling) => {
  show(by("ruling"), ruling);
  if (!ruling) return;
  const { seat, said, card, trick, now } = ruling;
  const about = [seat && seatName(seat), said ? label(said, seat ?? 0) : card, trick && t("trick {n}", { n: trick })].filter(Boolean).join(" · ");
  by("ruling").replaceChildren(make("b", { textContent: about }), ` ${say(now)}`);
});

/** Draws the acts of the turn, and the rarer ones behind them. What is chosen goes to `says`, as the script says it; cards are chosen of `pack`.
 *  @param {Now} now @param {Partial<Doing>} [doing] @return {(turns: TurnOffered[], seats: number[]) => void} */
export const actsAtHome = (now, { says = atTheTable(now), pack = packHere } = {}) => changed(/** @param {TurnOffered[]} turns @param {number[]} seats */ (turns, seats) => {
  const doing = { says: once(says, now), pack };
  const [first, ...others] = turns.filter(({ acts }) => acts.length);
  const more = make("details", {}, make("summary", { textContent: t("Other acts") }), ...others.map((turn) => buttons(turn, seats, doing, "key")));
  const why = first?.why ? [make("p", { className: "unseen", textContent: say(first.why) })] : [];
  by("acts-at-home").replaceChildren(...(first ? [buttons(first, seats, doing, "key due")] : []), ...why, ...(others.length ? [more] : []));
});
