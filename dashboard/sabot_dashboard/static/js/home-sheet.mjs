// The score sheet on a display: a row for each seat, the newest deals, and what each has won in all. It stands between two deals.

import { make } from "./desk.mjs";
import { seatName, signed } from "./home.mjs";
import { by, changed, show } from "./page.mjs";
import { t } from "./words.mjs";

const AFTER_MS = 5000; // the last trick and who won are seen first
const always = by("score-sheet").dataset.shown === "past", never = by("score-sheet").dataset.shown === "coup";
let waiting = 0;

/** @param {ScoreSheet} sheet @param {string} seat */
function row({ deals, sums }, seat) {
  const cells = deals.map(({ money }) => make("td", { className: "deal", textContent: signed(money[seat] ?? "") }));
  const points = Object.keys(sums.points).length ? [make("td", { textContent: signed(String(sums.points[seat] ?? 0)) })] : [];
  return make("tr", {}, make("th", { scope: "row", textContent: seatName(Number(seat)) }), ...cells, ...points, make("td", { className: "sum", textContent: signed(sums.money[seat] ?? "0.00") }));
}

/** @param {string} textContent @param {string} [className] */
const head = (textContent, className = "") => make("th", { scope: "col", textContent, className });

const fill = changed(/** @param {ScoreSheet} sheet */ (sheet) => {
  const points = Object.keys(sheet.sums.points).length ? [head(t("Points"))] : [];
  const top = make("tr", {}, head(t("Deal no.")), ...sheet.deals.map(({ deal }) => head(String(deal), "deal")), ...points, head(t("Sum"), "sum"));
  by("score-sheet").style.setProperty("--rows", String(sheet.seats.length + 1));
  by("score-sheet").replaceChildren(make("thead", {}, top), make("tbody", {}, ...sheet.seats.map((seat) => row(sheet, seat))));
});

/** @param {HomeShown | null | undefined} home @param {{ first: boolean }} at */
export function drawSheet(home, { first }) {
  const sheet = home?.sheet;
  if (sheet) fill(sheet);
  clearTimeout(waiting);
  if (!sheet || never || !(always || home?.is_over)) show(by("score-sheet"), false);
  else if (always || first || !by("score-sheet").hidden) show(by("score-sheet"), true);
  else waiting = setTimeout(show, AFTER_MS, by("score-sheet"), true);
}
