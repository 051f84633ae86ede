// The public's display. A final result stands alone for four seconds; then it is one of the past, and the cloth is the present.
// A display of the past alone shows its new entry at once. The cloth beneath it is drawn when it has settled, so that nothing is painted before it.

import { drawPlaces, fetchAll } from "./cards.mjs";
import { drawHeat } from "./heat.mjs";
import { rest } from "./idle.mjs";
import { live } from "./live.mjs";
import { by, changed, show, write } from "./page.mjs";
import { drawScore } from "./past.mjs";
import { countUp } from "./points.mjs";
import { drawWheel } from "./wheel.mjs";
import { t } from "./words.mjs";

const home = document.querySelector("#home") ? import("./home.mjs") : null; // a table at home
const scores = home && import("./home-sheet.mjs");
const RESULT_MS = 4000, SETTLED_MS = 500;
const names = JSON.parse(by("result").dataset.names);
/** @type {Shown?} */
let shown = null;
/** @type {number?} */
let decided = null;
let leaving = 0, beneath = 0;

live("display", draw);
addEventListener("load", () => fetchAll());
addEventListener("resize", () => shown && drawPast(shown.score));

/** @param {Shown | Closed} picture @param {{ first: boolean }} at */
function draw(picture, { first }) {
  rest(picture);
  if (picture.phase === "closed") return;
  const arrived = shown === null;
  shown = picture;
  if (picture.game !== document.body.dataset.game) { location.reload(); return; }
  if (isNews(picture) && !arrived && !home && document.body.dataset.show !== "past" && picture.result) stand(picture, picture.result.alone);
  if (!picture.result) leave();
  clearTimeout(beneath);
  scores?.then(({ drawSheet }) => drawSheet(picture.home, { first }));
  if (by("result").hidden) drawCloth(picture, { moving: !first });
  else beneath = setTimeout(drawCloth, SETTLED_MS, picture, { moving: false });
}

/** @param {Shown} picture */
function isNews({ result, coup }) {
  const news = result && decided !== coup;
  decided = result ? coup : null;
  return news;
}

/** @param {Shown} picture @param {{ moving: boolean }} how */
function drawCloth(picture, { moving }) {
  drawPlaces(picture, { moving, ghosts: false, tell: countUp });
  drawWheel(picture);
  home?.then(({ drawHome, drawAnnounced }) => { drawAnnounced(picture.ruling); drawHome(picture.home, { moving }); });
  write(by("says"), picture.says);
  by("says").classList.toggle("long", picture.says.length > 26);
  by("says").classList.toggle("longest", picture.says.length > 56);
  show(by("simulated"), picture.simulated);
  drawNews(picture.score);
}

/** @param {Shown} picture @param {Alone} result */
function stand(picture, { text, tone, lines, note }) {
  const { number, manual } = picture;
  const over = by("result");
  over.querySelector(".winner").textContent = text;
  over.querySelector(".winner").className = `winner ${tone}${number && manual.includes(number[0]) ? " by-hand" : ""}`;
  over.querySelector(".score").replaceChildren(...lines.map(total));
  over.querySelector(".natural").textContent = note;
  over.classList.toggle("celebrated", Boolean(picture.result?.natural));
  over.hidden = false;
  clearTimeout(leaving);
  leaving = setTimeout(() => { drawCloth(shown ?? picture, { moving: false }); leave(); }, RESULT_MS);
}

/** @param {Alone["lines"][number]} line */
function total([name, count, less]) {
  const number = Object.assign(document.createElement("b"), { textContent: String(count) });
  const label = Object.assign(document.createElement("span"), { textContent: name });
  if (less) label.className = "less";
  label.append(number);
  return label;
}

function leave() {
  clearTimeout(leaving);
  show(by("result"), false);
}

const drawNews = changed(drawPast);

/** @param {Score?} score */
function drawPast(score) {
  show(by("past"), score);
  if (!score) return;
  drawScore(score, names);
  if (score.kind === "numbers") drawHeat(score);
  by("over").textContent = t("over {n} coups", { n: score.over ?? score.coups });
}
