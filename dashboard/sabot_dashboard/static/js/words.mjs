// The reader's language: sentences by their English form, with what stands in their slots.

import { by } from "./page.mjs";

/** @type {Names} */
const words = JSON.parse(by("words").textContent);

/** A sentence `{id, values}` (or plain English text) in the reader's language; values may be sentences themselves,
 *  and a count `n` takes its singular where the catalogue has one.
 *  @param {Sentence} sentence @return {string} */
export function say(sentence) {
  if (sentence === null || sentence === undefined) return "";
  if (typeof sentence === "string") return words[sentence] ?? sentence;
  if (sentence.game) return sentence.id.replace(/ (?=[:;?!])/g, "\u00a0"); // no line begins with a sign
  const values = sentence.values ?? {};
  return (words[`${sentence.id}|${values.n}`] ?? words[sentence.id] ?? sentence.id).replace(/\{(\w+)\}/g, (slot, name) =>
    name in values ? (typeof values[name] === "object" ? say(values[name]) : number(values[name])) : slot);
}

/** `say` for a sentence of our own.
 *  @type {Translate} */
export const t = (id, values) => say({ id, values });

/** A chance as a croupier reads it: `carre:16-20` as `carré 16-20`, `finale-a-cheval:4-7` as `finale à cheval 4-7`.
 *  @param {string} name */
export const chance = (name) => name.replace(/^([a-z-]+)(:(?=\d))?/, (_, bet, on) => bet.replaceAll("-", " ") + (on ? " " : "")).replace("carre", "carré").replace("egalite", "égalité").replace("zero", "zéro").replace(" a ", " à ");

/** A chance as the table knows it, from what a person writes: `carré 16-20` is `carre:16-20`.
 *  @param {string} text */
export const notation = (text) => text.trim().toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").replace(/ (?=\d)/, ":").replaceAll(" ", "-");

/** What stands before the decimals. */
export const POINT = t("1.5").charAt(1);
const DECIMAL = /^-?\d+\.\d+(e-\d+)?$/;
/** What stands between thousands. */
const GAP = t("x,xxx").charAt(1);

/** The digits of a whole number, by thousands.
 *  @param {string} digits */
export const grouped = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, GAP);

/** A number with decimals as the reader writes it; any other text as it is.
 *  @param {unknown} value */
export function number(value) {
  const text = String(value), [whole = "", rest = ""] = text.split(".");
  return DECIMAL.test(text) ? grouped(whole) + POINT + rest : text;
}

/** A time of the day with 24 hours, from nanoseconds since 1970.
 *  @param {number} ns @param {Intl.DateTimeFormatOptions} [more] */
export const clock = (ns, more = {}) => new Date(ns / 1e6).toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit", ...more });

/** @type {Names} */
const RANKS = { A: "ace", J: "jack", Q: "queen", K: "king", T: "10" };
/** @type {Names} */
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };

/** The name of a card for somebody who cannot see its face.
 *  @param {string} card */
export const cardName = ([rank = "", suit = ""]) => t("{rank} of {suit}", { rank: say(RANKS[rank] ?? rank), suit: say(SUITS[suit]) });
