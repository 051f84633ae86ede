// A whole sitting, coup by coup: each opens with a touch.

import { make } from "./desk.mjs";
import { by } from "./page.mjs";
import { open, press, ready } from "./school-deal-review.mjs";
import { t } from "./words.mjs";

/** @type {Review[]} */
const coups = JSON.parse(by("replay").textContent);
let at = Math.max(coups.findIndex(({ right }) => !right), 0);

/** @param {number} nth */
function look(nth) {
  const coup = coups[nth];
  if (!coup) return;
  at = nth;
  [...by("coups").children].forEach((one, place) => one.setAttribute("aria-current", String(place === at)));
  open(coup, t("Next coup"));
  by("review-done").disabled = at === coups.length - 1;
}

by("coups").replaceChildren(...coups.map(({ coup, right }, nth) => {
  const button = make("button", { type: "button", className: right ? "press right" : "press amiss", textContent: `${right ? "✓" : "▲"} ${coup}`,
    ariaLabel: right ? t("Coup {n}: all of it right", { n: coup }) : t("Coup {n}: look at it again", { n: coup }) });
  button.addEventListener("click", () => look(nth));
  return button;
}));
ready(() => look(at + 1));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "BUTTON" && (event.key === "Enter" || event.key === " ")) return;
  if (/^Arrow/.test(event.key) && press(event.key)) event.preventDefault();
});
if (coups.length) look(at);
else by("coup").textContent = t("No coup was dealt.");
