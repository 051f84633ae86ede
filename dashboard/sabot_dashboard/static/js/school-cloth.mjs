// Draws the cloth of a question: hands, rows, a coup act by act, the wheel, the cloth of roulette, stacks of chips.

import { face, lay } from "./cards.mjs";
import { CHIPS, pile, units } from "./chips.mjs";
import { make } from "./desk.mjs";
import { by } from "./page.mjs";
import { dealShown, dealSpoken } from "./school-hand.mjs";
import { cardName, number, say, t } from "./words.mjs";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Draw} */
const svg = (tag, fields, text = "") => {
  const one = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(fields)) one.setAttribute(name, String(value));
  one.textContent = text;
  return one;
};

/** Nothing lies there. */
export function clear() {
  by("cards").replaceChildren();
  by("wheel").toggleAttribute("hidden", true);
  by("layout").toggleAttribute("hidden", true);
}

/** Lay what the question shows.
 *  @param {Shows} shows */
export function draw(shows) {
  clear();
  by("cloth").dataset.kind = shows.kind;
  if (shows.kind === "hands") hands(shows);
  else if (shows.kind === "rows") rows(shows);
  else if (shows.kind === "acts") acts(shows);
  else if (shows.kind === "wheel") wheel(shows);
  else if (shows.kind === "layout") layout(shows);
  else if (shows.kind === "evening") deal(shows);
  else stacks(shows);
}

/** Show what could not be seen before: the wheel with all its numbers, the act that was wrong.
 *  @param {Shows} shows @param {{ truth: string }} verdict */
export function lit(shows, { truth }) {
  if (shows.kind === "wheel") for (const pocket of by("wheel").querySelectorAll("[data-wheel]")) {
    pocket.classList.remove("blank");
    pocket.classList.toggle("true", pocket.dataset.wheel === truth);
  }
  if (shows.kind === "evening") for (const one of document.querySelectorAll("[data-mark]")) one.classList.toggle("true", truth.split(",").includes(one.dataset.mark ?? ""));
  if (shows.kind === "acts") document.querySelector(`[data-nth="${truth.split(" ")[0]}"]`)?.classList.add("guilty");
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {Hands} shows */
function hands({ places, stake }) {
  by("cards").className = "hands";
  by("cards").replaceChildren(...places.map(({ name, cards, owed }) => {
    const hand = make("div", { className: "hand" });
    lay(hand, cards, { owed: Boolean(owed), moving: false });
    const place = make("section", { className: owed ? "place owed" : "place", lang: "fr" }, make("h2", { textContent: capital(name) }), hand);
    place.dataset.place = name;
    if (stake && stake.where.endsWith(name)) place.append(make("p", { className: "stake" }, pile(units(stake.amount), CHIPS)));
    return place;
  }));
}

/** @param {Hands} shows */
function rows({ places }) {
  by("cards").className = "rows";
  by("cards").replaceChildren(...places.map(({ name, cards }) => {
    const row = make("section", { className: "row-of-cards", lang: "fr" }, make("h2", { textContent: capital(name) }), make("div", { className: "line" }, ...cards.map(face)));
    row.dataset.place = name;
    return row;
  }));
}

/** @param {Acts} shows */
function acts({ acts: all }) {
  by("cards").className = "acts-of-coup";
  by("cards").replaceChildren(...all.map((one, at) => {
    const tile = make("button", { type: "button", className: "tile", ariaPressed: "false" }, make("span", { className: "nth", textContent: String(at + 1) }));
    tile.dataset.nth = String(at + 1);
    if (one.card) {
      tile.classList.add("of-card");
      tile.append(make("b", { textContent: capital(one.place), lang: "fr" }), face(one.card));
    } else tile.append(make("b", { textContent: does(one), lang: one.sentence || one.does === "end" ? "" : "fr" }));
    return tile;
  }));
}

/** @param {ActShown} act */
const does = ({ sentence, ball, announces, says, does: what, closes }) => sentence ? say(sentence) : ball ? `La bille : ${ball}` : announces || says ?
  `«\u00a0${capital(announces ?? says ?? "")}\u00a0»` : what === "rnvp" ? closes ?? "Rien ne va plus" : t("The cards are collected");

/** @param {AskedPocket} shows */
function wheel({ pocket, side }) {
  by("wheel").toggleAttribute("hidden", false);
  by("asked-pocket").textContent = pocket;
  for (const one of by("wheel").querySelectorAll("[data-wheel]")) {
    one.classList.remove("true");
    one.classList.toggle("here", one.dataset.wheel === pocket && side !== 0);
    one.classList.toggle("blank", side === 0 || one.dataset.wheel !== pocket);
  }
}

/** @param {LaidChips} shows */
function layout({ chips, number }) {
  by("layout").toggleAttribute("hidden", false);
  for (const box of by("layout").querySelectorAll("[data-box]")) box.classList.toggle("here", box.dataset.box === number);
  by("chips").replaceChildren(...chips.flatMap(({ x, y, count }) => [
    svg("circle", { cx: x, cy: y, r: 3.3, class: "chip" }), svg("text", { x, y: y + .2, class: "chip-count" }, String(count))]));
}

/** @param {DealShown} shows */
function deal(shows) {
  by("cards").className = "deal-shown";
  by("cards").replaceChildren(...dealShown(shows));
}

/** @param {number} y @param {number} by */
const edges = (y, by) => [12, 46, 80].map((x) => `M${x + by} ${y}h12v13h-12z`).join(""); // no two chips lie turned alike
/** @type {{ [value: number]: string }} */
const COLOURS = { 1: "c1", 5: "c5", 10: "c10", 20: "c20", 50: "c50", 100: "c100" };

/** @param {Stacks} shows */
function stacks({ stacks: all }) {
  by("cards").className = "stacks";
  by("cards").replaceChildren(...all.map(({ value, count }) => {
    const tall = 14 * 20 + 24;
    const picture = svg("svg", { viewBox: `0 0 130 ${tall + 44}`, class: `stack ${COLOURS[value]}`, role: "img", "aria-label": t("{n} chips of {m}", { n: count, m: value }) });
    for (let nth = 0; nth < count; nth += 1) {
      const y = tall - 14 * (nth + 1) - 4 * Math.floor(nth / 5); // a little air after every fifth, as a croupier cuts them
      picture.append(svg("rect", { x: 10, y, width: 110, height: 13, rx: 4 }), svg("path", { class: "edge", d: edges(y, (nth * 37) % 23) }));
    }
    picture.append(svg("text", { x: 65, y: tall + 32 }, String(value)));
    return picture;
  }));
}

/** The table of the rules behind a question.
 *  @param {Tableau} table */
export function tableau({ of, columns, rows: all }) {
  const headed = all.length > 1;
  const heads = columns.map((head, nth) => { const th = make("th", { textContent: head, scope: "col" }); th.dataset.column = String(nth); return th; });
  const body = all.map(({ head, cells }) => make("tr", {}, ...headed ? [make("th", { textContent: head, scope: "row" })] : [],
    ...cells.map(({ cell, rule }) => { const td = make("td", { className: `law-${rule}`, textContent: t(rule) }); td.dataset.cell = cell; return td; })));
  const table = make("table", { className: "tableau", id: "table" },
    make("thead", {}, make("tr", {}, ...headed ? [make("td", {})] : [], ...heads)), make("tbody", {}, ...body));
  table.dataset.of = of;
  return table;
}

/** The same for somebody who cannot see it.
 *  @param {Shows} shows */
export function spoken(shows) {
  if (shows.kind === "evening") return dealSpoken(shows);
  if ("places" in shows) return shows.places.map(({ name, cards }) => `${name}: ${cards.map(cardName).join(", ") || "–"}`).join(". ");
  if ("chips" in shows) return shows.chips.map(({ bet, count }) => `${bet} ${count}`).join(", ");
  return "";
}

/** An answer to this question as a person reads it.
 *  @param {Question} question @param {string} value */
export function named(question, value) {
  if (question.typed === "several") return value.split(",").map((one) => labelled(question, one)).join(", ");
  const [nth, kind] = value.split(" ");
  if (question.typed === "act" && kind) return `${nth}: ${labelled(question, kind)}`;
  return question.acts.length ? labelled(question, value) : number(value);
}

/** @param {Question} question @param {string} value */
function labelled(question, value) {
  const one = question.acts.find((each) => each.answer === value);
  return number(one ? (one.spoken ? one.label : say(one.label)) : value);
}
