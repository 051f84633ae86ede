// The camera's page: the picture and what is known of it, twice a second; four taps say where the table lies.

import { make, post, watch } from "./desk.mjs";
import { by } from "./page.mjs";
import { drawSight, refresh } from "./sight.mjs";
import { number, say, t } from "./words.mjs";

/** @type {Names} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const BEAT_MS = 500;
const STEP = 10;
/** @type {Point[] | null} */
let taps = null;
let language = "";
/** @type {Point} */
let cross = [500, 500];

if (by("frame")) start();

function start() {
  by("marks").addEventListener("click", () => act({ do: "marks" }, t("The marks are looked for.")));
  if (by("forget")) {
    by("forget").addEventListener("click", () => askToForget(true));
    by("forget-no").addEventListener("click", () => askToForget(false));
    by("forget-yes").addEventListener("click", async () => { await act({ do: "forget" }, t("The eye was told to forget it.")); askToForget(false); });
  }
  by("keep").addEventListener("click", () => act({ do: "keep" }, t("Saved in the configuration.")));
  for (const one of document.querySelectorAll("[data-fault]")) {
    one.addEventListener("click", () => act({ do: "fault", fault: one.dataset.fault }, t("Done. The eye needs a moment.")));
  }
  by("letters-yes").addEventListener("click", () => act({ do: "letters", letters: language }, t("Saved in the configuration.")));
  by("tap").addEventListener("click", () => tapping(taps === null));
  by("taps").addEventListener("click", tapped);
  addEventListener("keydown", steer);
  beat();
}

async function beat() {
  const status = await watch("/technician/camera/status");
  draw(status);
  if (status && (status.state === "fine" || status.width)) await refresh();
  setTimeout(beat, BEAT_MS);
}

/** @type {Names} */
const REASONS = { back: t("a back"), unclear: t("unclear"), small: t("too small"), "no index": t("no index"), covered: t("under other cards"), "indices disagree": t("the indices disagree"),
  "language not known": t("the language of its letter is not known"), "letter not known": t("a letter of a pack that the eye does not know"), "learned otherwise": t("learned otherwise from the sabot") };

/** What the eye has learned: a sentence before it judges, then figures. @param {Taught?} told */
function drawLearned(told) {
  const judges = told?.judges === true;
  by("learned-figures").hidden = !judges;
  by("forget").disabled = !told?.cards && !told?.unforgotten;
  const since = told ? new Date(told.since * 1000).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" }) : "";
  const cards = t("{n} cards since {day}", { n: told?.cards ?? 0, day: since });
  by("learned").textContent = !told ? "–" : told.cards ? `${cards}${unready(told)}.` : t("Nothing yet.");
  if (told?.unforgotten) by("learned").textContent += ` ${t("The disk still holds what was forgotten ({why}): after a restart the eye knows it again. Make the disk writable, then touch Forget again.", { why: told.unforgotten })}`;
  if (told?.judges !== true) return;
  const { unsure, named, new_unsure: unread } = told;
  const cells = { "held-cards": told.cards, "held-before": unsure, "held-now": unsure - named, "new-cards": told.new, "new-before": unread, "new-now": unread - told.new_named };
  for (const [id, cards] of Object.entries(cells)) by(id).textContent = number(cards);
}

/** When the camera was last knocked and found the table again. @param {{ mm: number, at: number, times: number }} last */
function knocks({ mm, at, times }) {
  const day = new Date(at * 1000).toLocaleString(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  return t("Last knocked by {mm} mm, {day}; found again by the marks ({times} × since the corners were saved).", { mm, day, times });
}

/** Why it does not judge yet. @param {Taught} told */
function unready(told) {
  if (told.judges === true) return "";
  return "; " + (told.cards < told.least ? t("it judges from {least} on", { least: told.least }) : t("it judges as soon as it has learned them"));
}

/** @param {boolean} asks */
function askToForget(asks) {
  by("forget").hidden = asks;
  for (const id of /** @type {const} */ (["forget-yes", "forget-no"])) by(id).hidden = !asks;
  by(asks ? "forget-no" : "forget").focus();
}

/** @param {Sight?} status */
function draw(status) {
  drawSight(status);
  if (!status) return;
  if (status.width) by("frame").style.aspectRatio = `${status.width} / ${status.height}`;
  for (const part of /** @type {const} */ (["dark", "bright"])) by(part).textContent = percent(status[part]);
  if (by("turned")) { drawWheel(status); return; }
  by("kept").textContent = `${status.pictures} · ${number((status.bytes / 1e6).toFixed(1))} MB`;
  drawLetters(status.letters);
  const cards = status.cards ?? [];
  by("no-cards").hidden = cards.length > 0;
  by("cards").replaceChildren(...cards.map(([card, confidence, unsure]) => make("li", { className: card ? "" : "unsure" },
    make("b", { textContent: card ? card.charAt(0).replace("T", "10") + SIGNS[card.charAt(1)] : "?" }), card ? percent(confidence) : t("not sure: {why}", { why: REASONS[unsure] ?? unsure }))));
  if (by("learned")) drawLearned(status.learned ?? null);
  by("where").textContent = status.corners ? t("Found. Check that the places fit, then save.") : t("Not known yet: cards are seen, but at no place.");
  if (status.mended) by("where").textContent += ` ${knocks(status.mended)}`;
  if (say(status.said)) by("where").textContent += ` ${say(status.said)}.`;
}

/** Where the ring of a wheel lies, and whether one turn of the rotor has shown that it does. @param {Sight} status */
function drawWheel(status) {
  const turned = Math.min(status.turned ?? 0, 1);
  by("where").textContent = status.view ? t("Found. Check that each number stands at its pocket.") : t("Not known yet: touch the four points of the ring.");
  if (say(status.said)) by("where").textContent += ` ${say(status.said)}.`;
  by("turned").textContent = !status.view ? "" : turned < 1 ? t("Push the rotor, without a ball: {part} of a turn seen.", { part: percent(turned) }) : t("One turn of the rotor fits. Save it.");
  by("keep").disabled = !status.view || turned < 1;
}

/** @type {Names} */
const PACKS = { en: t("an English pack (J Q K)"), fr: t("a French pack (V D R)"), nl: t("a Dutch pack (B V H)"), de: t("a German pack (B D K)"), ru: t("a Russian pack (В Д К)") };

/** What the letters of the courts suggest, until a language is chosen. @param {Sight["letters"]} found */
function drawLetters(found) {
  language = found?.language ?? "";
  by("letters").hidden = !language && !found?.contradict;
  by("letters-yes").hidden = !language;
  const letters = [...found?.seen ?? ""].join(" ");
  by("letters-seen").textContent = language ? t("Seen: {letters}. Is this {pack}?", { letters, pack: PACKS[language] })
    : t("Seen: {letters}. No pack has all of them.", { letters });
}

/** @param {number | undefined} part */
const percent = (part) => (part === undefined ? "–" : t("{n}%", { n: (part * 100).toFixed(1) }));

/** @param {object} body @param {string} fine */
async function act(body, fine) {
  const why = await post("/technician/camera", body);
  by("said").textContent = why || fine;
  by("said").classList.toggle("bad", Boolean(why));
}

// --- four taps

/** @param {boolean} on */
function tapping(on) {
  taps = on ? [] : null;
  by("tap").setAttribute("aria-pressed", String(on));
  by("frame").classList.toggle("taps", on);
  by("by-keys").hidden = !on;
  if (on) by("frame").scrollIntoView({ block: "nearest" });
  drawTaps();
}

/** @param {MouseEvent} event */
function tapped(event) {
  if (taps === null) return;
  const box = by("taps").getBoundingClientRect();
  set([(event.clientX - box.left) / box.width * 1000, (event.clientY - box.top) / box.height * 1000]);
}

/** @param {Point} point */
function set(point) {
  if (taps === null) return;
  taps.push(point);
  if (taps.length === 4) {
    const points = taps.map((tap) => tap.map((part) => Math.min(1, Math.max(0, part / 1000))));
    tapping(false);
    act({ do: "corners", points }, by("turned") ? t("Points set. It takes a second or two.") : t("Points set. Check that the places fit, then save."));
  }
  drawTaps();
}

/** @type {{ [key: string]: Point }} */
const ARROWS = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };

/** @param {KeyboardEvent} event */
function steer(event) {
  if (taps === null) return;
  const arrow = ARROWS[event.key];
  if (event.key === "Escape") tapping(false);
  else if (event.key === "Enter" && event.target !== by("tap")) set([...cross]);
  else if (arrow) move(arrow);
  else return;
  event.preventDefault();
  if (document.activeElement === by("tap")) by("tap").blur();
  drawTaps();
}

/** @param {Point} by */
function move([right, down]) {
  /** @param {number} part */
  const within = (part) => Math.min(1000, Math.max(0, part));
  cross = [within(cross[0] + right), within(cross[1] + down)];
}

function drawTaps() {
  /** @type {Draw} */
  const shape = (name, fields) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(fields)) one.setAttribute(key, String(value));
    return one;
  };
  if (taps === null) { by("taps").replaceChildren(); return; }
  by("taps").replaceChildren(
    ...(taps.length > 1 ? [shape("polygon", { points: taps.map((tap) => tap.join(",")).join(" ") })] : []),
    ...taps.map(([x, y]) => shape("circle", { cx: x, cy: y, r: 8 })),
    shape("line", { class: "cross", x1: cross[0] - 20, x2: cross[0] + 20, y1: cross[1], y2: cross[1] }),
    shape("line", { class: "cross", x1: cross[0], x2: cross[0], y1: cross[1] - 30, y2: cross[1] + 30 }));
}
