// The way in.

import { keypad } from "./keypad.mjs";
import { by } from "./page.mjs";
import { t } from "./words.mjs";

const box = by("pad");
const pad = keypad(box, JSON.parse(box.dataset.names ?? "[]"), async (given) => {
  try {
    const answer = await fetch("/enter", { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" },
      body: JSON.stringify({ ...given, to: box.dataset.to }), signal: AbortSignal.timeout(8000) });
    const said = await answer.json();
    if (said.taken) location.replace(said.to);
    else pad.tell(said.why);
  } catch { pad.tell(t("Not sent: the table does not answer. Try again.")); }
});
box.focus();
