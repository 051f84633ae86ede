// The house rules as a form: choices in sentences, numbers within their limits, one group after another.

import { make } from "./desk.mjs";
import { POINT, number, say, t } from "./words.mjs";

const MOST_CHOICES = 6; // more are a number, typed within its limits

/** The rules by what they are about; what stands nowhere is told last.
 *  @type {Record<string, string[]>} */
const GROUPS = {
  sabot: ["decks", "pockets", "min-cards", "after-cut", "brule", "player-shuffle", "seats"],
  course: ["close", "rnvp", "invitation", "faux-tirage", "settle-order", "banker-peeks-first", "ponte-five", "natural", "fin", "tapis-draw"],
  bank: ["first-bank", "direction", "may-refuse", "bank-minimum", "pass-offer", "suivi", "fixed-banker"],
  prison: ["zero-rule", "refait", "half-rest", "prison-levels", "prison-full"],
  paid: ["no-tax", "half-pay-total", "tax-percent", "tax-rounding", "egalite-pays", "pairs", "pair-pays", "double-dozen", "rake-percent",
    "insurance", "insurance-minimum", "insurance-percent", "premium-back", "guignot-small", "guignot-large", "guignot-threshold", "guignot-base"],
};
const OF_THE_FIRST_PAGE = ["minimum", "maximum"];

const heading = (/** @type {string} */ group) => ({
  sabot: t("What is played with"), course: t("The course of a coup"), bank: t("The bank"), prison: t("Zero, refait and prison"), paid: t("What is paid and kept"),
})[group] ?? t("Other rules");

/** The form of these rules, a section for each group that has one.
 *  @param {HouseRule[]} rules */
export function formOf(rules) {
  const shown = rules.filter(({ name }) => !OF_THE_FIRST_PAGE.includes(name));
  const named = Object.values(GROUPS).flat();
  const groups = [...Object.entries(GROUPS), /** @type {[string, string[]]} */ (["other", shown.map(({ name }) => name).filter((name) => !named.includes(name))])];
  return groups.flatMap(([group, names]) => {
    const here = shown.filter(({ name }) => names.includes(name));
    return here.length ? [make("section", { className: "rules" }, make("h3", { textContent: heading(group) }), ...here.map(row))] : [];
  });
}

/** A rule that is not as usual, in a sentence.
 *  @param {HouseRule} rule */
export const told = ({ name, doc, value }) => `${say(doc)}: ${choice(name, value)}`;

/** A choice of a house rule in words: `close: auto`, or one that means the same for every rule, `on`.
 *  @param {string} name @param {string} value */
function choice(name, value) {
  const own = `${name}: ${value}`, said = say(own);
  return said === own ? number(say(value)) : said;
}

/** @param {HouseRule} rule */
function row(rule) {
  const id = `option-${rule.name}`;
  const [first = "", ...rest] = say(rule.doc);
  const label = make("span", { id: `${id}-label` }, first.toLocaleUpperCase() + rest.join(""), make("small", { textContent: t("usual: {value}", { value: choice(rule.name, rule.default) }) }));
  const mark = () => label.classList.toggle("changed", rule.value !== rule.default);
  const take = (/** @type {string} */ value) => { rule.value = value; mark(); };
  mark();
  const isChoice = rule.choices.length > 0 && rule.choices.length <= MOST_CHOICES;
  const field = isChoice ? choices(rule, id, take) : figure(rule, id, take);
  return make("div", { className: isChoice ? "option of-choices" : "option" }, label, field);
}

/** @param {HouseRule} rule @param {string} id @param {(value: string) => void} take */
function choices(rule, id, take) {
  const group = make("div", { id, className: "choices", role: "radiogroup" }, ...rule.choices.map((value) => {
    const field = make("input", { type: "radio", name: id, value, checked: value === rule.value });
    field.addEventListener("change", () => take(value));
    return make("label", { className: "choice" }, field, make("span", { textContent: choice(rule.name, value) }));
  }));
  group.setAttribute("aria-labelledby", `${id}-label`);
  return group;
}

/** @param {HouseRule} rule @param {string} id @param {(value: string) => void} take */
function figure(rule, id, take) {
  const isSum = rule.default.includes("."), [least = "0"] = rule.choices, most = rule.choices.at(-1) ?? "";
  const field = isSum ? make("input", { id, value: rule.value.replace(".", POINT), inputMode: "decimal", maxLength: 12 })
    : make("input", { id, type: "number", min: least, max: most, step: "1", value: rule.value, required: true });
  field.setAttribute("aria-labelledby", `${id}-label`);
  field.addEventListener("change", () => { if (field.checkValidity()) take(field.value.trim().replace(",", ".") || "0"); });
  return field;
}
