// The wheel and its cloth: the number that has fallen is marked on both, and the last ones stand in a row.

/** Mark the number of `picture` wherever it is drawn; a game of cards has nothing to mark. */
export function drawWheel({ number, won, score, manual }) {
  const large = document.getElementById("number");
  if (!large) return;
  const [name, tone] = number ?? ["", ""];
  large.textContent = name;
  large.dataset.tone = tone;
  large.classList.toggle("by-hand", Boolean(name) && (manual ?? []).includes(name));
  for (const field of document.querySelectorAll("[data-pocket]")) {
    const here = field.dataset.pocket === name;
    field.classList.toggle("here", here);
    field.classList.toggle("won", !here && (won ?? []).includes(field.dataset.pocket));
  }
  const last = document.getElementById("last");
  last.replaceChildren(...(score?.numbers ?? []).slice(0, 14).map(([each, colour]) =>
    Object.assign(document.createElement("li"), { textContent: each, className: colour })));
}
