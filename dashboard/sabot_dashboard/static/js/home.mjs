// A table at home: the seats around the cloth, the trick or the open cards in the middle, pots and stakes in chips. It knows no game.
// A card slides from its player, a trick to the one who took it, a chip where money goes.

import { face } from "./cards.mjs";
import { pile, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { by, changed, show, write } from "./page.mjs";
import { number, say, t } from "./words.mjs";

/** @type {Names} */
const names = JSON.parse(by("home").dataset.names ?? "{}");
/** The chips in which sums are drawn, in minor units. */
const CHIPS = [10, 50, 100, 500, 1000, 5000];
/** @type {Names} */
const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** How few seats spread into the corners, below 1 more than on an oval; how many lie on one; in how short a row none lies in a corner. */
const CORNERS = 0.7, OVAL_MOST = 6, ROW_INSET = 3, CROWD_MOST = 5;
/** How far from the middle the cards of a trick lie, in widths and heights of a card; wider where many play. */
const TRICK = { across: 1.06, down: 0.53 }, WIDE_TRICK = { across: 2, down: 0.62 };
const CLOSE_MOST = 4, SHAPE = 5 / 7, GAP = 14;
const BESIDE_UPRIGHT = 27, TRICK_UPRIGHT = 66; // how far down, in hundredths, two seats lie that face each other across an upright screen, and the trick below them
/** @param {number} count seats */
const trickOf = (count) => (count > CLOSE_MOST ? WIDE_TRICK : TRICK);

/** How far down the middle of the trick lies, in hundredths.
 *  @param {number} count @param {boolean} upright */
const trickDown = (count, upright) => (count === CLOSE_MOST && upright ? TRICK_UPRIGHT : 50);

/** A seat by the name that is printed there.
 *  @param {number} seat */
export const seatName = (seat) => names[seat] ?? String(seat);

/** Which way a seat lies: the first is nearest to the reader, the others follow clockwise.
 *  @param {number} nth @param {number} count */
const turnOf = (nth, count) => Math.PI / 2 + (2 * Math.PI * nth) / count;

/** How a row of plates spreads over the border, in hundredths, from the left or from above.
 *  @param {number} count */
const spread = (count) => Array.from({ length: count }, (_, nth) => (count > ROW_INSET ? (100 * nth) / (count - 1) : (100 * (nth + 0.5)) / count));

/** Where the plates lie, across and down, in hundredths: few on an oval that leans into the corners, many on a rectangle.
 *  @param {number} count @param {boolean} upright @return {{ at: [number, number][], row: number }} `row`: how many share a width at most */
function places(count, upright) {
  /** @param {number} part */
  const lean = (part) => 50 + 50 * Math.sign(part) * Math.abs(part) ** CORNERS;
  const oval = Array.from({ length: count }, (_, nth) => /** @type {[number, number]} */ ([lean(Math.cos(turnOf(nth, count))), lean(Math.sin(turnOf(nth, count)))]));
  if (count === CLOSE_MOST && upright) return { at: oval.map(([across], nth) => [across, nth % 2 ? BESIDE_UPRIGHT : nth ? 0 : 100]), row: 2 };
  if (count <= OVAL_MOST) return { at: oval, row: upright ? 2 : Math.max(1, count - 2) };
  const below = upright ? 1 : count > 10 ? 5 : 3, left = upright ? Math.floor((count - 2) / 2) : 1, above = upright ? 1 : count - below - 2;
  const bottom = spread(below).map((across) => /** @type {[number, number]} */ ([across, 100])).reverse(), half = (below - 1) / 2;
  const sides = (/** @type {number} */ across, /** @type {number} */ many) => spread(many).map((down) => /** @type {[number, number]} */ ([across, down]));
  const at = [...bottom.slice(half), ...sides(0, left).reverse(), ...spread(above).map((across) => /** @type {[number, number]} */ ([across, 0])), ...sides(100, count - below - left - above), ...bottom.slice(0, half)];
  return { at, row: Math.max(below, above, 3) };
}

/** How large plates, and the words and cards between them, may be: tried in turn until none covers a plate. */
const SIZES = [1, 0.85, 0.72, 0.6, 0.5];

/** @param {string} selector */
const boxes = (selector) => [...by("home").querySelectorAll(selector)].map((one) => one.getBoundingClientRect());

/** @param {DOMRect} a @param {DOMRect} b */
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** @param {string} part a property of the style that says how large a part is @param {() => boolean} isCrowded */
const lessen = (part, isCrowded) => SIZES.some((size) => {
  by("home").style.setProperty(part, String(size));
  return !isCrowded();
});

/** The middle of the highest strip of an upright cloth that no plate reaches into.
 *  @param {DOMRect[]} plates @param {DOMRect} cloth */
function freeStrip(plates, cloth) {
  let from = cloth.top, most = 0, middle = cloth.top + cloth.height / 2;
  for (const { top, bottom } of [...plates].sort((one, other) => one.top - other.top)) {
    if (top - from > most) [most, middle] = [top - from, (top + from) / 2];
    from = Math.max(from, bottom);
  }
  return middle;
}

/** Keeps the bid that stands, cards that were turned up, and the pots between the plates: on an upright cloth below or above those at the sides. */
function fitMiddle() {
  const cloth = by("home").getBoundingClientRect(), { left, width, top, height } = cloth, x = left + width / 2, plates = boxes(".seat-at-home");
  const isBelow = height > width && plates.length <= OVAL_MOST && by("trick").childElementCount === 0, y = isBelow ? freeStrip(plates, cloth) : top + height / 2;
  const beside = isBelow ? [] : plates.filter((one) => (one.left > x || one.right < x) && one.top < top + 0.7 * height && one.bottom > top + 0.3 * height);
  const free = Math.min(width / 2, ...beside.map((one) => Math.max(one.left - x, x - one.right)));
  by("home").style.setProperty("--between", `${Math.floor(2 * (free - GAP))}px`);
  by("home").style.setProperty("--middle-down", `${Math.round(y - top - height / 2)}px`);
  lessen("--middle", () => boxes("#contract, #turned .face, #pots > li").some((one) => one.width > 0 && plates.some((plate) => meet(one, plate))));
}

/** Lays each plate at the border of the cloth and never over it. */
function arrange() {
  const cloth = by("home"), plates = /** @type {HTMLElement[]} */ ([...by("seats-at-home").children]);
  const upright = cloth.clientHeight > cloth.clientWidth, { at, row } = places(plates.length, upright);
  cloth.style.setProperty("--row", String(row));
  cloth.style.setProperty("--crowd", String(upright && plates.length > OVAL_MOST ? CROWD_MOST : row)); // letters are small where three stand in the width of an upright screen
  cloth.style.setProperty("--trick-down", `${trickDown(plates.length, upright)}%`);
  plates.forEach((plate, nth) => {
    const [across = 50, down = 50] = at[nth] ?? [];
    plate.style.setProperty("--across", `${Math.round(1000 * across) / 1000}%`);
    plate.style.setProperty("--down", `${Math.round(1000 * down) / 1000}%`);
  });
  lessen("--plates", () => boxes(".seat-at-home").some((one, nth, all) => all.slice(nth + 1).some((other) => meet(one, other))));
  fit();
}

/** @param {HTMLElement} card @param {number} nth @param {number} count */
function inTrick(card, nth, count) {
  const { across, down } = trickOf(count), turn = turnOf(nth, count);
  card.style.left = `calc(50% + var(--card-w) * ${(across * Math.cos(turn)).toFixed(3)})`;
  card.style.top = `calc(var(--trick-down, 50%) + var(--card-h) * ${(down * Math.sin(turn)).toFixed(3)})`;
}

/** Makes the cards as large as a trick fits between the plates, wherever these are and however much is said on them. */
function fit() {
  const cloth = by("home").getBoundingClientRect(), plates = [...by("seats-at-home").children];
  const { across, down } = trickOf(plates.length), x = cloth.left + cloth.width / 2, y = cloth.top + (cloth.height * trickDown(plates.length, cloth.height > cloth.width)) / 100;
  const heights = plates.map((plate) => {
    const box = plate.getBoundingClientRect();
    const aside = Math.max(box.left - x, x - box.right), apart = Math.max(box.top - y, y - box.bottom);
    return Math.max((aside - GAP) / (SHAPE * (across + 0.5)), (apart - GAP) / (down + 0.5));
  });
  if (cloth.height) by("home").style.setProperty("--fits", `${Math.floor(Math.min(...heights))}px`);
}

/** A card as people write it: 10♥.
 *  @param {string} card */
export const written = (card) => (card.startsWith("T") ? "10" : card.charAt(0)) + (SUITS[card.charAt(1)] ?? "");

/** A sum with the sign of printers where it is below zero, and with a plus where it has one.
 *  @param {string} sum */
export const signed = (sum) => (/^[+-]/.test(sum) ? (sum.startsWith("+") ? "+" : "−") + number(sum.slice(1)) : number(sum));

/** The points of a seat as people read them.
 *  @param {number} points */
export const pointsOf = (points) => (points < 0 ? "−" : "") + t("{n} points", { n: Math.abs(points) });

/** A bid as people read it: a number stays one, though a seat has it for its name, and a card is written as one.
 *  @param {string} bid */
export const worded = (bid) => (/^[\d.]+$/.test(bid) ? number(bid) : names[bid] ?? (/^[2-9TJQKA][CDHS]$/.test(bid) ? written(bid) : bid));

/** @param {string} trump */
const sign = (trump) => mark(`trump ${"DH".includes(trump) ? "red" : ""}`, SUITS[trump] ?? trump, t("trump"));

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

/** What seats and cards slide from and to; nothing moves where the device asks for less motion. */
const still = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE_MS = 180, GATHER_MS = 400;

/** The way to the middle of one element, as a translation of another whose place is its own middle.
 *  @param {Element | undefined} there @param {Element} here */
function apart(there, here) {
  if (!there) return "-50% -50%";
  const a = there.getBoundingClientRect(), b = here.getBoundingClientRect();
  return `calc(-50% + ${a.left + a.width / 2 - b.left - b.width / 2}px) calc(-50% + ${a.top + a.height / 2 - b.top - b.height / 2}px)`;
}

/** @param {number} seat */
const plateOf = (seat) => [...by("seats-at-home").children].find((one) => /** @type {HTMLElement} */ (one).dataset.seat === String(seat));

/** @param {SeatAtHome} seat */
function plate({ seat, purse, deals, tricks, hand, bid, stands, asks, cards, stake, bank, in_deal, points }) {
  const said = bid ? [make("p", { className: stands === null ? "bid" : "bid stands" }, worded(bid), ...(stands ? [sign(stands)] : []))] : [];
  const parts = [make("div", { className: "head" }, make("h2", { textContent: seatName(seat) }, ...(deals ? [mark("dealer", "●", t("dealer"))] : [])), ...said)];
  const facts = make("p", { className: "facts" });
  if (asks) facts.append(mark("asks", t("asks {card}", { card: written(asks) })));
  if (purse !== null) facts.append(mark("purse", signed(purse)));
  if (in_deal !== null) facts.append(mark(in_deal.startsWith("-") ? "less" : "more", `${in_deal.startsWith("-") ? "▼" : "▲"}\u00a0${number(in_deal.slice(1))}`));
  if (points !== null) facts.append(mark("points", pointsOf(points)));
  if (hand && !tricks) facts.append(mark("hand-left", t("{n} cards", { n: hand })));
  if (tricks) facts.append(mark("taken", t("{n} tricks", { n: tricks })));
  parts.push(facts);
  if (bank) parts.push(make("p", { className: "held-bank" }, t("Bank"), ...(units(bank) ? [pile(units(bank), CHIPS)] : [])));
  if (stake) parts.push(make("p", { className: "stake" }, pile(units(stake), CHIPS)));
  if (cards.length) parts.push(make("div", { className: "open" }, ...cards.map(open)));
  return parts;
}

/** @param {HomeShown} home */
function drawSeats({ seats }) {
  const ring = by("seats-at-home");
  by("home").style.setProperty("--seats", String(seats.length));
  seats.forEach((seat, nth) => {
    let item = /** @type {HTMLElement?} */ (ring.children[nth]);
    if (!item) ring.append(item = make("li", { className: "seat-at-home" }));
    const now = JSON.stringify(seat);
    item.dataset.seat = String(seat.seat);
    item.classList.toggle("next", seat.is_next);
    if (seat.is_next) item.setAttribute("aria-current", "true"); else item.removeAttribute("aria-current");
    if (item.dataset.now === now) return;
    item.dataset.now = now;
    item.replaceChildren(...plate(seat));
  });
  [...ring.children].slice(seats.length).forEach((extra) => extra.remove());
  arrange();
}

/** The trick on the table; before the next one begins, the one that was taken last, with the card that took it.
 *  @param {HomeShown} home @param {boolean} moving */
function drawTrick({ seats, trick, taken }, moving) {
  const lying = by("trick"), over = trick.length === 0 && taken !== null, shown = over ? taken.cards : trick;
  const wanted = shown.map(({ seat, card }) => `${seat}:${card}`);
  for (const there of /** @type {HTMLElement[]} */ ([...lying.children])) if (!wanted.includes(there.dataset.laid ?? "")) gather(there, taken, moving);
  const known = new Map([...lying.children].map((one) => [/** @type {HTMLElement} */ (one).dataset.laid, one]));
  for (const { seat, card } of shown) {
    const there = known.get(`${seat}:${card}`) ?? lay(seat, card, seats, moving);
    there.classList.toggle("wins", over && seat === taken.seat);
  }
}

/** @param {number} seat @param {string} card @param {SeatAtHome[]} seats @param {boolean} moving */
function lay(seat, card, seats, moving) {
  const laid = make("figure", { className: "laid" }, open(card), make("figcaption", { textContent: seatName(seat) }));
  laid.dataset.laid = `${seat}:${card}`;
  inTrick(laid, seats.findIndex((each) => each.seat === seat), seats.length);
  by("trick").append(laid);
  if (moving && !still.matches) laid.animate({ translate: [apart(plateOf(seat), laid), "-50% -50%"] }, { duration: SLIDE_MS, easing: "ease-out" });
  return laid;
}

/** A card goes to the seat that took its trick.
 *  @param {HTMLElement} card @param {HomeShown["taken"]} taken @param {boolean} moving */
function gather(card, taken, moving) {
  if (card.classList.contains("gone")) return;
  if (!moving || still.matches || !taken) { card.remove(); return; }
  card.classList.add("gone");
  const slide = card.animate({ translate: ["-50% -50%", apart(plateOf(taken.seat), card)], opacity: [1, 0] }, { duration: GATHER_MS, easing: "ease-in" });
  slide.addEventListener("finish", () => card.remove());
}

/** @type {Map<number, number>} */
const had = new Map(); // what each seat had before

/** A chip goes from each seat that paid into the middle, and from there to each that was paid.
 *  @param {SeatAtHome[]} seats @param {boolean} moving */
function moveChips(seats, moving) {
  for (const { seat, purse } of seats) {
    const has = Number(purse ?? 0), before = had.get(seat) ?? has;
    had.set(seat, has);
    if (has !== before && moving && !still.matches) fly(seat, has > before);
  }
}

/** @param {number} seat @param {boolean} towards */
function fly(seat, towards) {
  const disc = make("span", { className: "jeton tone-1 flying", ariaHidden: "true" });
  by("home").append(disc);
  const way = ["-50% -50%", apart(plateOf(seat), disc)];
  disc.animate({ translate: towards ? way : way.reverse() }, { duration: GATHER_MS, easing: "ease-in-out" }).addEventListener("finish", () => disc.remove());
}

const drawMiddle = changed(/** @param {HomeShown["contract"]} contract @param {string?} trump @param {string?} asked @param {string[]} turned @param {HomeShown["pots"]} pots */ (contract, trump, asked, turned, pots) => {
  const [, seat, bid] = /^(\d+) (.+)$/.exec(contract ?? "") ?? [null, "", contract ?? ""];
  const said = [seat ? seatName(Number(seat)) : "", worded(bid ?? "")].filter(Boolean).join(": ");
  write(by("contract"), said);
  by("contract").classList.toggle("seated", Boolean(seat));
  if (trump) by("contract").append(sign(trump));
  if (asked) by("contract").append(make("small", { textContent: t("asks {card}", { card: written(asked) }) }));
  by("turned").style.setProperty("--cards", String(turned.length));
  by("turned").replaceChildren(...turned.map(open));
  by("pots").replaceChildren(...pots.map(({ name, amount }) => make("li", {}, name ? `${names[name] ?? name} ` : "", pile(units(amount), CHIPS))));
});

/** What was broken, quietly beneath the cloth of a display.
 *  @type {(ruling: Announced | null) => void} */
export const drawAnnounced = changed(/** @param {Announced | null} ruling */ (ruling) => {
  show(by("ruling"), ruling);
  if (!ruling) return;
  const about = [say(ruling.title), ruling.seat && seatName(ruling.seat), ruling.trick && t("trick {n}", { n: ruling.trick })].filter(Boolean).join(" · ");
  by("ruling").replaceChildren(make("b", { textContent: about }), " ", say(ruling.because));
});

/** Draws the table; `moving`: a card that has just come slides in.
 *  @param {HomeShown | null | undefined} home @param {{ moving: boolean }} how */
export function drawHome(home, { moving }) {
  if (!home) return;
  drawSeats(home);
  drawTrick(home, moving);
  moveChips(home.seats, moving);
  drawMiddle(home.contract, home.trump, home.asked, home.turned, home.pots);
  fitMiddle();
}

if (by("trick").classList.contains("trick")) new ResizeObserver(() => { arrange(); fitMiddle(); }).observe(by("home"));
