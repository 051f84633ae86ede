// The seats of a table at home: how many, what the players are called, who is simulated, who deals first, and with which chips.

import { make } from "./desk.mjs";
import { by, show } from "./page.mjs";
import { POINT, t } from "./words.mjs";

const LONGEST_NAME = 20;

/** The seats that a list names: `all`, `none`, or `2 3`.
 *  @param {string} listed @param {number} count */
const seatsOf = (listed, count) => new Set(Array.from({ length: count }, (_, nth) => nth + 1).filter((seat) => listed === "all" || listed.split(" ").includes(String(seat))));

/** @param {Set<number>} seats @param {number} count */
const listOf = (seats, count) => (seats.size === count ? "all" : seats.size ? [...seats].sort((one, other) => one - other).join(" ") : "none");

/** @param {string} label @param {Node} field */
const field = (label, field) => make("label", { className: "field" }, make("span", { textContent: label }), field);

/** A choice among words.
 *  @param {[value: string, text: string][]} choices @param {string} value @param {(value: string) => void} taken */
function select(choices, value, taken) {
  const one = make("select", {}, ...choices.map(([each, textContent]) => make("option", { value: each, textContent, selected: each === value })));
  one.addEventListener("change", () => taken(one.value));
  return one;
}

/** A seat: the name of its player, and whether one is simulated.
 *  @param {number} seat @param {HomeAsked} home @param {number} count */
function row(seat, home, count) {
  const names = home.names.split(","), simulated = seatsOf(home.simulated, count);
  const name = make("input", { value: (names[seat - 1] ?? "").trim(), maxLength: LONGEST_NAME, ariaLabel: t("Name at seat {n}", { n: seat }), autocomplete: "off" });
  name.addEventListener("change", () => {
    const now = Array.from({ length: count }, (_, nth) => (home.names.split(",")[nth] ?? "").trim());
    const before = now[seat - 1];
    now[seat - 1] = name.value.replaceAll(",", " ").trim();
    if (!before && now[seat - 1] && who.value) { who.value = ""; who.dispatchEvent(new Event("change")); } // who has a name is somebody here
    home.names = now.join(", ").replace(/[, ]+$/, "");
  });
  const who = select([["", t("a person")], ["simulated", t("a simulated player")]], simulated.has(seat) ? "simulated" : "", (value) => {
    const now = seatsOf(home.simulated, count);
    if (value) now.add(seat); else now.delete(seat);
    home.simulated = listOf(now, count);
  });
  who.ariaLabel = t("Who plays at seat {n}", { n: seat });
  who.disabled = home.deal === "cards";
  return make("div", { className: "pair" }, field(t("Seat {n}", { n: seat }), name), field(t("Played by"), who));
}

/** The seats in words: who deals the cards, who sits where, who deals first, and with which chips.
 *  @param {HomeAsked} home @param {number} count @return {[name: string, value: string][]} */
export function seatsTold(home, count) {
  const names = home.names.split(","), simulated = seatsOf(home.simulated, count);
  const seats = Array.from({ length: count }, (_, nth) => {
    const name = (names[nth] ?? "").trim() || t("Seat {n}", { n: nth + 1 });
    return simulated.has(nth + 1) ? t("{name} (simulated)", { name }) : name;
  });
  return [[t("The seats"), seats.join(", ")],
    [t("Who deals the cards?"), home.deal === "cards" ? t("people, with real cards") : t("the house, on screens")],
    [t("Who deals first?"), home.dealer ? (names[home.dealer - 1] ?? "").trim() || t("Seat {n}", { n: home.dealer }) : t("the lowest seat")],
    ...(home.chips ? [/** @type {[string, string]} */ ([t("Chips of each player"), home.chips.toFixed(2).replace(".", POINT)])] : [])];
}

/** Draws the seats of this game; nothing where it is played at a casino. `again` draws them once more.
 *  @param {HomeAsked} home @param {{ isHome: boolean, players: HouseRule | undefined }} game @param {() => void} again */
export function drawHome(home, { isHome, players }, again) {
  show(by("at-home"), isHome);
  if (!isHome || !players) return;
  const count = Number(players.value);
  home.names = home.names.split(",").slice(0, count).join(",");
  home.simulated = listOf(seatsOf(home.simulated, count), count);
  if (home.dealer > count) home.dealer = 0;
  const deals = select([["screens", t("the house, on screens")], ["cards", t("people, with real cards")]], home.deal, (value) => { home.deal = value; if (value === "cards") home.simulated = "none"; again(); });
  const seats = select(players.choices.map((each) => [each, each]), players.value, (value) => { players.value = value; again(); });
  const first = select([["0", t("the lowest seat")], ...Array.from({ length: count }, (_, nth) => /** @type {[string, string]} */ ([String(nth + 1), t("Seat {n}", { n: nth + 1 })]))], String(home.dealer), (value) => { home.dealer = Number(value); });
  const chips = make("input", { value: home.chips.toFixed(2).replace(".", POINT), inputMode: "decimal", maxLength: 9 });
  chips.addEventListener("change", () => { home.chips = Number(chips.value.replace(",", ".")) || 0; chips.value = home.chips.toFixed(2).replace(".", POINT); });
  by("at-home-fields").replaceChildren(
    make("div", { className: "pair" }, field(t("Who deals the cards?"), deals), field(t("How many play?"), seats)),
    make("div", { className: "pair" }, field(t("Who deals first?"), first), field(t("Chips of each player; 0: without chips"), chips)),
    ...Array.from({ length: count }, (_, nth) => row(nth + 1, home, count)));
}
