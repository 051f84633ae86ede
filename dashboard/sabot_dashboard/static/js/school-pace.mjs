// The time of a sitting as a thin bar that grows shorter. It has no figures: they would take the eye off the cards.

import { by } from "./page.mjs";

/** What is left of the time. The bar moves by itself until the next call, or stands where the reader wants no motion.
 *  @param {number} left_s @param {number} of_s */
export function pace(left_s, of_s) {
  const fill = by("pace").firstElementChild, now = `scaleX(${left_s / of_s})`;
  by("pace").hidden = !of_s;
  fill.getAnimations().forEach((one) => one.cancel());
  fill.style.transform = now;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  fill.animate([{ transform: now }, { transform: "scaleX(0)" }], { duration: left_s * 1000, fill: "forwards" });
}
