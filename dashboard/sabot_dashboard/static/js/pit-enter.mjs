// The way in to the pit: a name and a password.

import { by, write } from "./page.mjs";
import { say, t } from "./words.mjs";

const form = by("pit-enter"), said = by("said");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await fetch("/enter", { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" },
      body: JSON.stringify({ name: form.elements.name.value, pin: form.elements.pin.value, to: form.dataset.to }), signal: AbortSignal.timeout(8000) });
    const found = await answer.json();
    if (found.taken) location.replace(found.to);
    else write(said, say(found.why));
  } catch { write(said, t("Not sent: the table does not answer. Try again.")); }
});
