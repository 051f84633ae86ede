// Draws the virtual table: cards on their places and in the hand, chips and wishes at the seats or on the cloth of the wheel.

import { drawPlaces, lay, places } from "./cards.mjs";
import { CHIPS, figures, pile, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { drawWheel } from "./wheel.mjs";
import { chance, say, t } from "./words.mjs";

const layout = document.querySelector(".layout");
/** @type {{ [bet: string]: [number, number] }} */
const SPOTS = JSON.parse(by("dealing").dataset.spots ?? "{}");
const SVG = "http://www.w3.org/2000/svg";

/** Buttons over the places, and the boxes of the cloth, that take a card or a number.
 *  @param {Act} act */
export function reach(act) {
  Object.entries(places()).forEach(([name, place], nth) => {
    const button = make("button", { type: "button", className: "lay", ariaLabel: t("Lay the card: {place}", { place: name }) },
      make("kbd", { textContent: String(nth + 1), ariaHidden: "true" }));
    button.addEventListener("click", () => act({ act: "lay", to: name }));
    place.append(button, make("div", { className: "wishes" }));
  });
  layout?.append(drawing("g", { class: "chips" }));
  for (const box of document.querySelectorAll(".layout [data-pocket]")) {
    if (/^\d+$/.test(box.dataset.pocket ?? "")) box.addEventListener("click", () => act({ act: "number", pocket: box.dataset.pocket }));
  }
}

/** @type {Draw} */
function drawing(tag, fields, text = "") {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(fields)) one.setAttribute(name, String(value));
  one.textContent = text;
  return one;
}

/** @param {Dealing} state @param {{ act: Act, choose: (lot: Lot) => void, chosen: Lot | null }} does */
export function drawCloth(state, does) {
  const { picture, hand, acts } = state;
  drawPlaces(picture, { moving: true, ghosts: true });
  drawBall(state);
  lay(by("hand"), hand ? [hand] : []);
  by("dealing").classList.toggle("holds", Boolean(hand));
  by("dealing").classList.toggle("marks", acts.includes("number"));
  by("dealing").dataset.phase = picture.phase;
  for (const button of by("cloth").querySelectorAll("button")) if (button.className === "lay") button.disabled = !hand || !acts.includes("lay");
  for (const field of by("cloth").querySelectorAll("[data-place], [data-print]")) {
    field.classList.toggle("chosen", (field.dataset.place ?? field.dataset.print) === does.chosen?.bet);
  }
  layout?.classList.toggle("due", state.due?.act === "number");
  drawSeats(state, does);
  if (layout) drawChips(state, does);
}

/** The ball runs, slows down, or rests; where it rests anybody can see.
 *  @param {Dealing} state */
function drawBall({ picture, ball }) {
  if (!ball) return;
  by("dealing").dataset.ball = ball.phase;
  const field = document.querySelector(`.pocket[data-pocket="${ball.pocket}"]`);
  const tone = ["rouge", "noir"].find((one) => field?.classList.contains(one)) ?? "zero";
  drawWheel({ ...picture, number: ball.pocket ? [ball.pocket, tone] : null });
}

/** @param {{ seat: number | null }} one */
const seatOf = ({ seat }) => seat ?? 0;
/** The chips on the cloth: once the coup is decided, what is still to be taken or paid. In silent mode that stands there as soon as no
 *  more stakes are taken, or it would tell that the coup is decided.
 *  @param {Dealing} state @return {Lying[]} */
const lying = ({ picture: { phase, stakes }, owing, sitting: { mode } }) => (phase === "decided" || (mode === "silent" && !["idle", "bets-open"].includes(phase)) ? owing.map(({ seat, bet, staked }) => ({ seat, bet, amount: staked, owes: true }))
  : (stakes ?? []).map(({ seat, where, amount }) => ({ seat, bet: where, amount, owes: false })));

/** @param {Lot} one @param {Lot | null} other */
const same = (one, other) => Boolean(other) && one.bet === other?.bet && one.seat === other.seat;

// --- the seats

/** @param {Dealing} state @param {{ act: Act, choose: (lot: Lot) => void, chosen: Lot | null }} does */
function drawSeats(state, { act, choose, chosen }) {
  const list = by("seats"), all = lying(state), first = state.wishes[0], elements = places();
  for (const [name, place] of Object.entries(elements)) {
    drawWishes(place, state.wishes.filter((one) => !one.seat && one.place === name), { act, first });
  }
  const wishes = state.wishes.filter(({ seat, place }) => seat || !(place && elements[place]));
  const most = Math.max(state.sitting.seats ?? 0, ...[...all, ...wishes].map(seatOf));
  show(list, most);
  const numbers = Array.from({ length: most }, (_, nth) => nth + 1);
  if ([...all, ...wishes].some((one) => !seatOf(one))) numbers.push(0);
  numbers.forEach((seat, nth) => {
    const place = list.children[nth] ?? list.appendChild(newSeat());
    write(place.querySelector(".seat-name") ?? place, seat ? String(seat) : "–");
    place.dataset.seat = String(seat);
    fill(place.querySelector(".stakes") ?? place, all.filter((one) => seatOf(one) === seat).map((one) => ({
      name: `${one.bet} ${one.amount} ${one.owes} ${same(one, chosen)}`, make: () => stake(one, { choose, chosen }) })));
    drawWishes(place, wishes.filter((one) => seatOf(one) === seat), { act, first });
    place.classList.toggle("asks", wishes.some((one) => seatOf(one) === seat));
  });
  [...list.children].slice(numbers.length).forEach((extra) => extra.remove());
}

/** @param {HTMLElement} place @param {Wish[]} wishes @param {{ act: Act, first: Wish | undefined }} does */
function drawWishes(place, wishes, { act, first }) {
  const box = place.querySelector(".wishes");
  if (!box) return;
  fill(box, wishes.map((one) => ({ name: `${one.id} ${one === first}`, make: () => wish(one, { act, isFirst: one === first }) })));
  box.toggleAttribute("data-more", wishes.length > 1); // one is seen, and how many wait behind it
  if (wishes.length > 1) box.setAttribute("data-more", `+${wishes.length - 1}`);
}

const newSeat = () => make("li", { className: "seat" }, make("div", { className: "wishes" }), make("b", { className: "seat-name" }), make("div", { className: "stakes" }));

/** Put what has these names into `box`; what is there already stays, so that nothing moves under a finger.
 *  @param {Element} box @param {{ name: string, make: () => HTMLElement }[]} wanted */
function fill(box, wanted) {
  const there = new Map([...box.children].map((child) => [child.getAttribute("data-name"), child]));
  const next = wanted.map(({ name, make: made }) => {
    const found = there.get(name) ?? made();
    found.setAttribute("data-name", name);
    return found;
  });
  next.forEach((child, nth) => { if (box.children[nth] !== child) box.insertBefore(child, box.children[nth] ?? null); });
  [...box.children].slice(next.length).forEach((extra) => extra.remove());
}

/** @param {Lying} one @param {{ choose: (lot: Lot) => void, chosen: Lot | null }} does */
function stake(one, { choose, chosen }) {
  const { bet, amount, owes } = one;
  const parts = [pile(units(amount), CHIPS), make("span", { textContent: chance(bet), lang: "fr" })];
  if (!owes) return make("p", { className: "stake" }, ...parts);
  const button = make("button", { type: "button", className: "stake owes", ariaPressed: String(same(one, chosen)) }, ...parts);
  button.addEventListener("click", () => choose(one));
  return button;
}

/** The two answers to a wish: to chips, to what somebody says, and to an interruption.
 *  @param {string} kind @return {[yes: string, no: string]} */
function answers(kind) {
  if (kind === "interruption") return [t("Answer"), t("Not now")];
  return ["stake", "change"].includes(kind) ? [t("Take it"), t("Refuse")] : [t("Agreed"), t("Not allowed")];
}

/** What a player wants, to be taken or refused: to touch it is to take it.
 *  @param {Wish} wish @param {{ act: Act, isFirst: boolean }} does */
function wish({ id, text, chips, kind }, { act, isFirst }) {
  const [yes, no] = answers(kind);
  const laid = (chips ?? []).map(({ bet, amount }) => make("span", {}, pile(units(amount), CHIPS), " ", make("span", { textContent: chance(bet), lang: "fr" })));
  const said = make("span", { className: laid.length ? "unseen" : "", textContent: say(text) });
  const take = make("button", { type: "button", className: "take" },
    ...(kind === "change" ? [t("Another stake instead")] : []), ...laid, said, make("b", { textContent: `✓ ${yes}` }));
  const refuse = make("button", { type: "button", className: "refuse" }, `✕ ${no}`, make("span", { className: "unseen", textContent: `: ${say(text)}` }));
  if (isFirst) for (const [button, key] of /** @type {[HTMLElement, string][]} */ ([[take, "Y"], [refuse, "X"]])) button.append(make("kbd", { textContent: key, ariaHidden: "true" }));
  take.addEventListener("click", () => act({ act: "accept", wish: id }));
  refuse.addEventListener("click", () => act({ act: "refuse", wish: id }));
  return make("div", { className: `wish of-${kind}` }, take, refuse);
}

// --- the cloth of the wheel

const BESIDE = 2.4; // how far the chips of two seats on one chance lie apart

/** @param {Dealing} state @param {{ choose: (lot: Lot) => void, chosen: Lot | null }} does */
function drawChips(state, { choose, chosen }) {
  /** @type {Map<string, number>} */
  const there = new Map();
  const chips = lying(state).filter(({ bet }) => SPOTS[bet]).map((one) => {
    const [x = 0, y = 0] = SPOTS[one.bet] ?? [], nth = there.get(one.bet) ?? 0;
    there.set(one.bet, nth + 1);
    const where = { transform: `translate(${x + nth * BESIDE} ${y - nth * BESIDE / 2})` };
    const chip = drawing("g", { ...where, "data-seat": seatOf(one), class: `on-cloth${same(one, chosen) ? " chosen" : ""}${one.owes ? " owes" : ""}` });
    chip.append(drawing("circle", { r: 3.6 }), drawing("text", {}, figures(units(one.amount))));
    if (one.owes) chip.addEventListener("click", () => choose(one));
    return chip;
  });
  layout?.querySelector(".chips")?.replaceChildren(...chips);
}
