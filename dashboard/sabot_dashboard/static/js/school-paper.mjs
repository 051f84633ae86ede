// An issued paper is begun: by the trainee's own PIN, or by that of a trainer who knows them.

import { post } from "./desk.mjs";
import { keypad } from "./keypad.mjs";
import { by } from "./page.mjs";

const box = by("pad");
const pad = keypad(box, JSON.parse(box.dataset.names ?? "[]"), async (given) => {
  const why = await post(`/school/papers/${box.dataset.paper}`, given, ({ to }) => location.replace(to));
  if (why) pad.tell(why);
});
box.focus();
