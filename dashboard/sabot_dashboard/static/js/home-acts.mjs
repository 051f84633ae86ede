// What the seat whose turn it is may do, by touch: one tablet passes for everyone. The referee says which acts there are; here is no rule.
//
// An act is a line of the script with slots: `play 2 CARD`, `raise 2 AMOUNT`. Each slot opens what fills it, one after the other.

import { send } from "./acts.mjs";
import { rack } from "./chips.mjs";
import { make } from "./desk.mjs";
import { seatName } from "./home.mjs";
import { by, changed } from "./page.mjs";
import { cardName, say, t } from "./words.mjs";

const SLOTS = ["SEAT", "NUMBER", "AMOUNT", "CARD", "CARDS", "SUIT", "CHANCE"];
const COUNTED_MOST = 20; // numbers that stand as buttons
const CHIPS = [10, 50, 100, 500, 1000, 5000];
/** @type {Names} */
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };
/** @type {{ [verb: string]: () => string }} */
const VERBS = {
  deal: () => t("The cards are dealt"), hand: () => t("Enter the hand"), bid: () => t("Bid"), name: () => t("Name it"), play: () => t("Play a card"),
  show: () => t("Lay open"), swap: () => t("Exchange"), draw: () => t("Cards that came"), buy: () => t("Buy a card"), stand: () => t("No more cards"),
  open: () => t("Open"), split: () => t("Split"), double: () => t("Double"), bet: () => t("Stake"), raise: () => t("Raise"), see: () => t("See"),
  fold: () => t("Fold"), wait: () => t("Wait"), cheap: () => t("Cheap"), claim: () => t("Claim tricks"), sit: () => t("Sit down"), leave: () => t("Leave the table"),
  dealer: () => t("Deals first"), CARD: () => t("A card is turned up"),
};
const SPOKEN = ["bid", "answer", "name"]; // the word alone says what it means
/** @type {Names} */
const names = JSON.parse(by("home").dataset.names ?? "{}");

/** A card with the sign of its suit; any other word as people read it.
 *  @param {string} word */
const signed = (word) => (/^[A2-9TJQK][SHCD]$/.test(word) ? (word.startsWith("T") ? "10" : word.charAt(0)) + SIGNS[word.charAt(1)] : word.replaceAll("_", " "));

/** An act as its button says it.
 *  @param {string} act @param {number} seat */
function label(act, seat) {
  const [verb = "", ...rest] = act.split(" ");
  const own = rest.filter((word, nth) => !SLOTS.includes(word) && !(nth === 0 && word === String(seat)));
  const words = own.map((word) => names[word] ?? SIGNS[word] ?? signed(word)).join(" ");
  const says = VERBS[verb]?.() ?? verb;
  if (!words) return says;
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

/** @param {number} least @param {number} most @param {string} title */
const cards = (title, least, most) => choose(title, (done) => {
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
  const pack = [..."SHCD"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
  const pad = make("div", { className: "pad" }, ...[...pack, "JOKER"].map((card) => key(card, (one) => touched(card, one))));
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
  return [box, ready];
});

/** What stands in a slot; null where nobody chose.
 *  @param {string} slot @param {string} title @param {TurnOffered} turn @param {number[]} seats */
async function filled(slot, title, { limits }, seats) {
  const [least = 0, most = 0] = limits ?? [];
  if (slot === "CARD") return cards(title, 1, 1);
  if (slot === "CARDS") return cards(title, limits ? least : 1, limits ? most : 52);
  if (slot === "SUIT") return words(title, [..."SHCD"].map((suit) => [SIGNS[suit] ?? suit, suit]));
  if (slot === "SEAT") return words(title, seats.map((seat) => [seatName(seat), String(seat)]));
  if (slot === "NUMBER") return words(title, Array.from({ length: Math.min((limits ? most : 13) - least + 1, COUNTED_MOST) }, (_, nth) => [String(least + nth), String(least + nth)]));
  return sum(title, limits ? least : 1, most);
}

/** @param {string} act @param {TurnOffered} turn @param {number[]} seats @param {Now} now */
async function does(act, turn, seats, now) {
  const said = [];
  for (const word of act.split(" ")) {
    const found = SLOTS.includes(word) ? await filled(word, `${seatName(turn.seat)}: ${label(act, turn.seat)}`, turn, seats) : word;
    if (found === null) return;
    said.push(found);
  }
  await (act === "CARD" ? send("card", { card: said[0] }, now) : send("say", { words: said.join(" ") }, now));
}

/** @param {TurnOffered} turn @param {number[]} seats @param {Now} now @param {string} className */
function buttons(turn, seats, now, className) {
  const keys = turn.acts.map((act) => button(label(act, turn.seat), () => does(act, turn, seats, now), className));
  return make("div", { className: "acts-of", role: "group", ariaLabel: seatName(turn.seat) }, make("b", { textContent: seatName(turn.seat) }), ...keys);
}

/** Draws the acts of the turn, and the rarer ones behind them.
 *  @param {Now} now @return {(turns: TurnOffered[], seats: number[]) => void} */
export const actsAtHome = (now) => changed(/** @param {TurnOffered[]} turns @param {number[]} seats */ (turns, seats) => {
  const [first, ...others] = turns.filter(({ acts }) => acts.length);
  const more = make("details", {}, make("summary", { textContent: t("Other acts") }), ...others.map((turn) => buttons(turn, seats, now, "key")));
  const why = first?.why ? [make("p", { className: "unseen", textContent: say(first.why) })] : [];
  by("acts-at-home").replaceChildren(...(first ? [buttons(first, seats, now, "key due")] : []), ...why, ...(others.length ? [more] : []));
});
