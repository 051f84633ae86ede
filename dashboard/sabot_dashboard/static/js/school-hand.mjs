// A question about a deal among friends: what is known of it, the trick, the bids, hands, and cards that can be marked.

import { face } from "./cards.mjs";
import { make } from "./desk.mjs";
import { cardName, number, t } from "./words.mjs";

/** @type {Names} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A card by its rank and the sign of its suit.
 *  @param {string} card */
const short = (card) => card.charAt(0).replace("T", "10") + (SIGNS[card.charAt(1)] ?? "");

/** What a game says, with its sums as the reader writes them.
 *  @param {string} text */
const worded = (text) => text.replace(/\d+\.\d+/g, (sum) => number(sum));

/** @param {string} card */
const laid = (card) => card === "JOKER" ? make("div", { className: "face joker", textContent: "★", role: "img", ariaLabel: t("the joker") }) : face(card);

/** @param {DealShown} shows */
function facts({ trump, contract, asked, led, taken, lang, trick, hand }) {
  const found = make("p", { className: "facts-of-deal" });
  /** @param {string} text @param {string} [of] */
  const fact = (text, of = "") => found.append(make("span", { textContent: text, lang: of }));
  if (contract) fact(worded(contract), lang);
  if (trump) fact(t("Trumps: {suit}", { suit: SIGNS[trump] ?? trump }));
  else if (trump === null && (trick || hand)) fact(t("No trumps"));
  if (asked) fact(t("Asked: {card}", { card: short(asked) }));
  if (led) fact(t("Suits led before: {suits}", { suits: led.join(" ") || "–" }));
  if (taken !== undefined) fact(t("Tricks: {n}", { n: taken }));
  return found.children.length ? [found] : [];
}

/** Cards that lie beside each other, each under its seat.
 *  @param {NonNullable<DealShown["trick"]>} trick */
const trickLaid = (trick) => make("div", { className: "trick-laid" }, ...trick.map(({ seat, card }) =>
  make("figure", {}, laid(card), make("figcaption", { textContent: t("Seat {n}", { n: seat }) }))));

/** @param {NonNullable<DealShown["bids"]>} bids @param {string} lang */
const bidsMade = (bids, lang) => make("ol", { className: "bids-made" }, ...bids.map(({ seat, bid }) =>
  make("li", {}, t("Seat {n}", { n: seat }), ": ", make("b", { textContent: worded(bid), lang }))));

/** The cards of a hand; those that can be marked are buttons.
 *  @param {string[]} cards @param {boolean} marked */
const handHeld = (cards, marked) => make("div", { className: "hand-held" }, ...cards.map((card) => {
  if (!marked) return laid(card);
  const button = make("button", { type: "button", className: "mark", ariaPressed: "false" }, laid(card));
  button.dataset.mark = card;
  return button;
}));

/** @param {NonNullable<DealShown["hands"]>[number]} hand */
function handOpen({ seat, name, cards }) {
  const row = make("section", { className: "hand-open" }, make("h2", { textContent: seat ? t("Seat {n}", { n: seat }) : t(name ?? "") }), handHeld(cards, false));
  if (seat) row.dataset.place = String(seat);
  return row;
}

/** @param {NonNullable<DealShown["stakes"]>} stakes */
const stakesLaid = (stakes) => make("table", { className: "plain stakes-laid" }, make("thead", {}, make("tr", {},
  make("th", {}), make("th", { textContent: t("Stake") }), make("th", { textContent: t("Place of the hand") }))),
  make("tbody", {}, ...stakes.map(({ seat, amount, place }) => make("tr", {}, make("th", { textContent: t("Seat {n}", { n: seat }), scope: "row" }),
    make("td", { textContent: number(amount) }), make("td", { textContent: place === null ? t("has folded") : String(place) })))));

/** What a question about a deal shows.
 *  @param {DealShown} shows @return {HTMLElement[]} */
export function dealShown(shows) {
  const { trick, bids, hand, hands, stakes, lang } = shows;
  return [
    ...facts(shows),
    ...bids?.length ? [bidsMade(bids, lang)] : [],
    ...trick?.length ? [trickLaid(trick)] : [],
    ...hand?.length ? [handHeld(hand, Boolean(trick))] : [],
    ...(hands ?? []).map(handOpen),
    ...stakes ? [stakesLaid(stakes)] : [],
  ];
}

/** The same for somebody who cannot see it.
 *  @param {DealShown} shows */
export function dealSpoken({ trick, hand }) {
  const cards = (trick ?? []).map(({ seat, card }) => `${t("Seat {n}", { n: seat })}: ${cardName(card)}`);
  return [...cards, (hand ?? []).map(cardName).join(", ")].filter(Boolean).join(". ");
}
