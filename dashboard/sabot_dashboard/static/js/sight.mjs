// What the eye sees and how well: the picture, the state, focus and light, wherever a rig is set up.

import { by } from "./page.mjs";
import { say, t } from "./words.mjs";

let best = 1;

const PATIENCE_MS = 5000; // of a network that swallows what is asked no image ever says that it failed

/** The next picture, shown when it is whole. */
export function refresh() {
  return /** @type {Promise<void>} */ (new Promise((done) => {
    const next = new Image();
    next.addEventListener("load", () => { by("picture").src = next.src; by("picture").hidden = false; done(); });
    next.addEventListener("error", () => done());
    setTimeout(done, PATIENCE_MS);
    next.src = `/technician/camera/picture?at=${Date.now()}`;
  }));
}

/** @type {Names} */
const STATES = { fine: t("The eye sees"), waiting: t("Waiting for the picture …"), lost: t("The camera is lost"), silent: t("Nothing is heard of the eye"), black: t("The picture is black"),
  dim: t("Most of the light has gone"), white: t("The picture is white"), torn: t("Half pictures"), frozen: t("The picture is frozen"),
  late: t("The eye is late"), knocked: t("The camera was knocked"), unplaced: t("It is not known where the wheel lies"), resized: t("The pictures have another size") };

/** Draw what is known of the eye; null where the table does not answer.
 *  @param {{ state: string, why: Sentence, focus?: number, light?: number }?} status */
export function drawSight(status) {
  by("state").dataset.state = status?.state ?? "lost";
  if (!status) { by("state").textContent = t("The table does not answer."); return; }
  const why = say(status.why);
  by("state").textContent = (STATES[status.state] ?? STATES.waiting) + (why ? `: ${why}` : "");
  best = Math.max(best * 0.999, status.focus ?? 0);
  by("focus").value = (status.focus ?? 0) / best;
  by("focus-number").textContent = status.focus?.toFixed(0) ?? "–";
  by("light").value = status.light ?? 0;
  by("light-number").textContent = status.light?.toFixed(0) ?? "–";
}
