// A table at home: the seats around the cloth, the trick or the open cards in the middle, pots and stakes in chips. It knows no game.

import { face } from "./cards.mjs";
import { pile, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { by, changed, write } from "./page.mjs";
import { number, t } from "./words.mjs";

/** @type {Names} */
const names = JSON.parse(by("home").dataset.names ?? "{}");
/** The chips in which sums are drawn, in minor units. */
const CHIPS = [10, 50, 100, 500, 1000, 5000];
/** @type {Names} */
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** How far from the middle seats and played cards are, in hundredths of the cloth across and down; a power below 1 spreads them into the corners. */
const SEATS = { across: 40, down: 39, power: 0.7 }, TRICK = { across: 13, down: 17, power: 1 };

/** A seat by the name that is printed there.
 *  @param {number} seat */
export const seatName = (seat) => names[seat] ?? String(seat);

/** @param {HTMLElement} element @param {number} nth @param {number} count @param {typeof SEATS} ring */
function around(element, nth, count, { across, down, power }) {
  const turn = Math.PI / 2 + (2 * Math.PI * nth) / count; // the first seat is nearest to the reader; the others follow clockwise
  /** @param {number} part */
  const spread = (part) => Math.sign(part) * Math.abs(part) ** power;
  element.style.left = `${50 + across * spread(Math.cos(turn))}%`;
  element.style.top = `${50 + down * spread(Math.sin(turn))}%`;
}

/** @param {string} card */
function open(card) {
  if (card !== "JOKER") return face(card);
  return make("div", { className: "face joker", textContent: "★", role: "img", ariaLabel: t("the joker") });
}

/** @param {string} className @param {string} text @param {string} [label] */
function mark(className, text, label = "") {
  const one = make("span", { className, textContent: text });
  if (label) one.append(make("span", { className: "unseen", textContent: ` ${label}` }));
  return one;
}

/** @param {SeatAtHome} seat */
function plate({ seat, purse, deals, tricks, hand, bid, cards, stake, bank, in_deal, points }) {
  const parts = [make("h2", { textContent: seatName(seat) }, ...(deals ? [mark("dealer", "●", t("dealer"))] : []))];
  const facts = make("p", { className: "facts" });
  if (purse !== null) facts.append(mark("purse", number(purse)));
  if (in_deal !== null) facts.append(mark(in_deal.startsWith("-") ? "less" : "more", number(in_deal).replace("-", "−")));
  if (points !== null) facts.append(mark("points", t("{n} points", { n: points })));
  if (hand) facts.append(mark("hand-left", t("{n} cards", { n: hand })));
  if (tricks) facts.append(mark("taken", t("{n} tricks", { n: tricks })));
  parts.push(facts);
  if (bid) parts.push(make("p", { className: "bid", textContent: names[bid] ?? bid, lang: by("home").closest("[lang]")?.getAttribute("lang") ?? "" }));
  if (bank) parts.push(make("p", { className: "held-bank" }, t("Bank"), pile(units(bank), CHIPS)));
  if (stake) parts.push(make("p", { className: "stake" }, pile(units(stake), CHIPS)));
  if (cards.length) parts.push(make("div", { className: "open" }, ...cards.map(open)));
  return parts;
}

/** @param {HomeShown} home */
function drawSeats({ seats }) {
  const ring = by("seats-at-home");
  ring.style.setProperty("--seats", String(seats.length));
  seats.forEach((seat, nth) => {
    let item = /** @type {HTMLElement?} */ (ring.children[nth]);
    if (!item) ring.append(item = make("li", { className: "seat-at-home" }));
    const now = JSON.stringify(seat);
    around(item, nth, seats.length, SEATS);
    item.classList.toggle("next", seat.is_next);
    if (seat.is_next) item.setAttribute("aria-current", "true"); else item.removeAttribute("aria-current");
    if (item.dataset.now === now) return;
    item.dataset.now = now;
    item.replaceChildren(...plate(seat));
  });
  [...ring.children].slice(seats.length).forEach((extra) => extra.remove());
}

/** @param {HomeShown} home @param {boolean} moving */
function drawTrick({ seats, trick }, moving) {
  const lying = by("trick"), wanted = trick.map(({ seat, card }) => `${seat}:${card}`);
  for (const there of /** @type {HTMLElement[]} */ ([...lying.children])) if (!wanted.includes(there.dataset.laid ?? "")) there.remove();
  const known = new Set([...lying.children].map((one) => /** @type {HTMLElement} */ (one).dataset.laid));
  for (const { seat, card } of trick) {
    if (known.has(`${seat}:${card}`)) continue;
    const laid = make("figure", { className: moving ? "laid arriving" : "laid" }, open(card), make("figcaption", { textContent: seatName(seat) }));
    laid.dataset.laid = `${seat}:${card}`;
    around(laid, seats.findIndex((each) => each.seat === seat), seats.length, TRICK);
    lying.append(laid);
  }
}

const drawMiddle = changed(/** @param {HomeShown["contract"]} contract @param {string?} trump @param {string[]} turned @param {HomeShown["pots"]} pots */ (contract, trump, turned, pots) => {
  const [, seat, bid] = /^(\d+) (.+)$/.exec(contract ?? "") ?? [null, "", contract ?? ""];
  const said = [seat ? seatName(Number(seat)) : "", names[bid] ?? bid].filter(Boolean).join(": ");
  write(by("contract"), said);
  if (trump) by("contract").append(mark(`trump ${"DH".includes(trump) ? "red" : ""}`, SUITS[trump] ?? trump, t("trump")));
  by("turned").replaceChildren(...turned.map(open));
  by("pots").replaceChildren(...pots.map(({ name, amount }) => make("li", {}, name ? `${names[name] ?? name} ` : "", pile(units(amount), CHIPS))));
});

/** Draws the table; `moving`: a card that has just come slides in.
 *  @param {HomeShown | null | undefined} home @param {{ moving: boolean }} how */
export function drawHome(home, { moving }) {
  if (!home) return;
  drawSeats(home);
  drawTrick(home, moving);
  drawMiddle(home.contract, home.trump, home.turned, home.pots);
}
