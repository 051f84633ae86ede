// What stakes return. The rules work it out, at the table; here it is asked and shown.

import { make, post } from "./desk.mjs";
import { by, key } from "./page.mjs";
import { chance as named, notation, number as written, t } from "./words.mjs";

/** The payout help behind `button`; the function returned opens it.
 *  @param {HTMLElement} button */
export function payout(button) {
  const dialog = by("paying");
  /** @type {{ where: string, amount: string }[]} */
  let stakes = [];
  /** @type {string[]} */
  let touched = [];
  let chance = "", amount = 0;
  const inside = [.../** @type {NodeListOf<HTMLDataElement>} */ (dialog.querySelectorAll("[data-on]"))].map((bet) => ({ name: bet.value, on: (bet.dataset.on ?? "").split(" ") }));
  for (const bet of /** @type {NodeListOf<HTMLOptionElement>} */ (dialog.querySelectorAll("#all-chances option"))) bet.value = named(bet.value);

  /** @param {string} name @param {string[]} numbers */
  function choose(name, numbers = []) {
    chance = name;
    touched = numbers;
    for (const one of dialog.querySelectorAll("[data-chance], [data-number]")) {
      one.setAttribute("aria-pressed", String(one.dataset.chance === name || numbers.includes(one.dataset.number ?? "")));
    }
    const shown = by("stake-chance");
    if (shown) shown.textContent = named(name);
  }

  /** One more number, or one less: a chip on the numbers that are touched together, or on the newest where no bet has them all.
   *  @param {string} number */
  function touch(number) {
    const wanted = touched.includes(number) ? touched.filter((one) => one !== number) : [...touched, number];
    /** @param {string[]} numbers */
    const held = (numbers) => inside.some(({ on }) => numbers.every((one) => on.includes(one)));
    const numbers = held(wanted) ? wanted : [number];
    choose(inside.find(({ on }) => on.length === numbers.length && numbers.every((one) => on.includes(one)))?.name ?? "", numbers);
  }
  const showAmount = () => { by("stake-amount").textContent = written((amount / 100).toFixed(amount % 100 ? 2 : 0)); };

  async function work() {
    const body = dialog.querySelector("#returns tbody"), foot = dialog.querySelector("#returns tfoot");
    if (!stakes.length) { body.replaceChildren(); foot.replaceChildren(); by("paying-said").textContent = ""; return; }
    const why = await post("/payout", { stakes, number: by("if-number")?.value.trim() ?? "", key: key() }, ({ lines, total }) => {
      body.replaceChildren(...lines.map(row));
      foot.replaceChildren(cells([t("in all"), total.stake, zero(total.kept), total.returned]));
    });
    by("paying-said").textContent = why;
    if (why) { body.replaceChildren(...stakes.map((stake) => cells([named(stake.where), stake.amount, "", "–"]))); foot.replaceChildren(); }
  }

  /** @param {string} sum */
  const zero = (sum) => (Number(sum) ? written(sum) : "–");
  /** @param {(string | Node)[]} texts */
  const cells = (texts) => make("tr", {}, ...texts.map((text) => make("td", {}, typeof text === "string" ? written(text) : text)));

  /** @param {Returned} line */
  function row({ where, stake, returned, kept, rounded, held }) {
    const house = make("span", { textContent: zero(kept) });
    if (Number(rounded)) house.append(make("small", { textContent: t("of it rounding {amount}", { amount: rounded }) }));
    const back = make("span", { textContent: held === "prison" ? t("→ prison") : written(returned) });
    if (held === "table") back.append(make("small", { textContent: t("stays") }));
    return cells([named(where), stake, house, back]);
  }

  async function lay() {
    const other = by("other-chance"), where = notation(other?.value ?? "") || chance;
    if (!where || !amount) { by("paying-said").textContent = t("Choose a chance and an amount."); return; }
    stakes = [...stakes.filter((each) => each.where !== where), { where, amount: (amount / 100).toFixed(2) }].slice(-30);
    amount = 0;
    if (other) other.value = "";
    if (inside.length) choose("");
    showAmount();
    await work();
  }

  const open = () => { dialog.showModal(); work(); };
  button.addEventListener("click", open);
  for (const one of dialog.querySelectorAll("[data-chance]")) one.addEventListener("click", () => choose(one.dataset.chance ?? ""));
  for (const one of dialog.querySelectorAll("[data-number]")) one.addEventListener("click", () => touch(one.dataset.number ?? ""));
  for (const chip of dialog.querySelectorAll("[data-chip]")) {
    chip.addEventListener("click", () => { amount = chip.dataset.chip ? Math.min(amount + Math.round(Number(chip.dataset.chip) * 100), 999_999_999) : 0; showAmount(); });
  }
  by("stake-add").addEventListener("click", lay);
  by("if-number")?.addEventListener("change", work);
  by("stakes-clear").addEventListener("click", () => { stakes = []; amount = 0; showAmount(); work(); });
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  const [only] = dialog.querySelectorAll(".key.chance");
  if (only) choose(only.dataset.chance ?? "");
  return open;
}
