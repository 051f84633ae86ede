// Dialogs over the cloth: options of this device, a card or number by hand.

import { arm } from "./acts.mjs";
import { by } from "./page.mjs";
import { cardName } from "./words.mjs";

/** @param {HTMLElement} box */
function closable(box) {
  const dialog = /** @type {Whole<HTMLDialogElement>} */ (box);
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  return dialog;
}

/** The options of this device: each is a cookie that the server draws the page by.
 *  @param {HTMLElement} button */
export function options(button) {
  const dialog = closable(by("options"));
  button.addEventListener("click", () => dialog.showModal());
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (dialog.querySelectorAll("[data-option]"))) {
    choice.addEventListener("change", () => {
      document.cookie = `${choice.dataset.option}=${choice.value}; path=/; max-age=31536000; samesite=strict${location.protocol.endsWith("s:") ? "; secure" : ""}`;
      location.replace(location.pathname);
    });
  }
}

/** @type {Names} */
const SIGNS = { S: "♠", H: "♥", C: "♣", D: "♦" };

/** A pad of the 52 cards. The function returned opens it; `chosen(act, card, ...)` gets the answer.
 *  @type {CardPad} */
export function pad(chosen) {
  const dialog = closable(by("pad"));
  const keys = dialog.querySelector(".pad");
  /** @type {[string, ...unknown[]]} */
  let wanted = ["card"];
  for (const suit of "SHCD") {
    for (const rank of "A23456789TJQK") {
      const key = document.createElement("button");
      key.type = "button";
      key.className = "HD".includes(suit) ? "red" : "black";
      key.textContent = (rank === "T" ? "10" : rank) + SIGNS[suit];
      key.setAttribute("aria-label", cardName(rank + suit));
      key.dataset.pick = rank + suit;
      key.addEventListener("click", () => { dialog.close(); chosen(wanted[0], rank + suit, ...wanted.slice(1)); });
      keys.append(key);
    }
  }
  return (...act) => { wanted = act; dialog.showModal(); };
}

/** A misdeal: the coup is annulled, or a card that showed itself is burned.
 *  @type {Misdeal} */
export function misdeal(button, { annul, burn, live }) {
  if (!button) return;
  const dialog = closable(by("misdealt"));
  button.addEventListener("click", () => dialog.showModal());
  arm(by("annul"), (mark) => { dialog.close(); annul(mark); }, live);
  by("burn")?.addEventListener("click", () => { dialog.close(); burn(); });
}

/** The numbers of the wheel; `chosen(number)` is called with the one that was pressed.
 *  @param {HTMLElement} button @param {(number?: string) => void} chosen */
export function numbers(button, chosen) {
  if (!button) return;
  const dialog = closable(by("numbers"));
  button.addEventListener("click", () => dialog.showModal());
  for (const key of dialog.querySelectorAll("[data-pick]")) {
    key.addEventListener("click", () => { dialog.close(); chosen(key.dataset.pick); });
  }
}
