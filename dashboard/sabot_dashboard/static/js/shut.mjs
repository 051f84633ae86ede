// A table that stays shut: a supervisor's word, and then the wait for the table.

import { keypad } from "./keypad.mjs";
import { by, write } from "./page.mjs";
import { say, t } from "./words.mjs";

const LOOK_MS = 2000;

/** Give the word; the reason why it is not taken, empty where it is.
 *  @param {{ name: string, pin?: string }} given @return {Promise<Sentence>} */
async function accept(given) {
  try {
    const answer = await fetch("/accept", { method: "POST", headers: { "Content-Type": "application/json", "X-Sabot": "act" },
      body: JSON.stringify(given), signal: AbortSignal.timeout(60_000) });
    const said = await answer.json();
    return said.taken ? "" : said.why;
  } catch { return t("Not sent: the table does not answer. Try again."); }
}

const opens = () => write(by("came"), t("On record. The table opens in a moment."));
const box = by("pad");
if (box) {
  const pad = keypad(box, JSON.parse(box.dataset.names ?? "[]"), async (given) => {
    const why = await accept(given);
    if (why) pad.tell(why);
    else opens();
  });
  box.focus();
} else {
  by("open-as-it-is").addEventListener("click", async () => {
    const why = await accept({ name: by("chef-name").value });
    if (why) write(by("came"), say(why));
    else opens();
  });
}

// The table opens: here, or by a word given at a terminal.
setInterval(async () => {
  const answer = await fetch("/healthz").catch(() => null);
  if (answer?.ok) location.replace("/");
}, LOOK_MS);
