// A page that says for want of a PIN what anybody may do asks whether somebody has one now. It stops when nothing is missing.

import { by, show, write } from "./page.mjs";
import { say } from "./words.mjs";

const ASK_MS = 1500;

async function look() {
  const found = await fetch("/pins", { headers: { Accept: "application/json" } }).then((answer) => (answer.ok ? answer.json() : null), () => null);
  if (found) tell(found);
}

/** @param {{ missing: Sentence, is_guarded: boolean }} found */
function tell({ missing, is_guarded: isGuarded }) {
  const note = by("missing-pin"), badge = by("no-pins"), text = say(missing);
  if (note) { write(note, text); show(note, text); }
  if (badge) show(badge, !isGuarded);
  if (isGuarded) clearInterval(asking);
}

const asking = setInterval(look, ASK_MS);
