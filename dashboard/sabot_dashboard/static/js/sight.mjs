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

const STATES = { fine: t("The eye sees"), waiting: t("Waiting for the picture …"), lost: t("The camera is lost"), silent: t("Nothing is heard of the eye"), black: t("The picture is black"),
  dim: t("Most of the light has gone"), white: t("The picture is white"), torn: t("Half pictures"), frozen: t("The picture is frozen"),
  late: t("The eye is late") };

/** Draw what is `told` of the eye; null where the table does not answer. */
export function drawSight(told) {
  by("state").dataset.state = told?.state ?? "lost";
  if (!told) { by("state").textContent = t("The table does not answer."); return; }
  const why = say(told.why);
  by("state").textContent = (STATES[told.state] ?? STATES.waiting) + (why ? `: ${why}` : "");
  best = Math.max(best * 0.999, told.focus ?? 0);
  by("focus").value = (told.focus ?? 0) / best;
  by("focus-number").textContent = told.focus?.toFixed(0) ?? "–";
  by("light").value = told.light ?? 0;
  by("light-number").textContent = told.light?.toFixed(0) ?? "–";
}
