// The idle screen of a display: while the table is closed, and once it has rested long enough. It goes with the first card or stake.
// No part of it stands still for long: what does burns into a screen.

import { by, show, write } from "./page.mjs";
import { say } from "./words.mjs";

const DRIFT_MS = 60000, ASK_MS = 600000, FADE_MS = 3000;
/** Where the words stand one after the other, in parts of the room that is left. */
const PATH = [[0, 0], [.6, -.4], [1, .3], [.4, 1], [-.3, .6], [-1, .9], [-.7, 0], [-.9, -.8], [0, -1], [.7, -.9]];
/** After how many pictures they change sides with the words. */
const SIDE_PICTURES = 10;

const body = document.body, { idleS = "0", restedS = "0" } = by("idle").dataset;
let credit = Number(restedS) * 1000, falling = 0, moved = 0;
/** The minute of the day that the supervisor set for the next opening.
 *  @type {Shown["opens_minute"]} */
let said = null;
/** @type {{ pictures: string[], picture_s: number }} */
let house = { pictures: [], picture_s: 30 };
/** The loop of pictures: which one it is, whether it runs, the next picture, and its timer. */
const loop = { number: 0, runs: false, next: 0, timer: 0 };

setInterval(drift, DRIFT_MS);
setInterval(() => asleep() && ask(), ASK_MS);
addEventListener("resize", fit);
addEventListener("load", fit);

const asleep = () => body.classList.contains("resting");

/** What this picture of the table means for the idle screen.
 *  @param {Shown | Closed} picture */
export function rest(picture) {
  const shut = picture.phase === "shut", opens = body.classList.contains("shut") && !shut;
  body.classList.toggle("shut", shut);
  sayWhen();
  if (picture.phase === "closed" || shut) sleep();
  else if (!picture.rests || opens) wake();
  if (picture.phase !== "closed" && picture.rests && !falling && !asleep() && Number(idleS)) {
    falling = setTimeout(sleep, Math.max(0, Number(idleS) * 1000 - credit));
  }
  credit = 0;
  if (picture.phase === "closed" || picture.opens_minute === said) return;
  said = picture.opens_minute;
  if (asleep()) ask();
}

/** That the table is closed: by the next opening, where the house says it. */
function sayWhen() {
  const shut = body.classList.contains("shut"), known = Boolean(by("when").textContent);
  show(by("closed"), shut && !known);
  show(by("opens"), shut && known);
  fit();
}

/** Make all words as much smaller as they need to be; the drift stays inside the screen, too. */
function fit() {
  const sheet = by("sheet"), room = sheet.parentElement, idle = by("idle");
  idle.style.setProperty("--fit", "1");
  for (let tries = 0, part = 1; room && tries < 4; tries++) {
    const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(room);
    const high = room.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom), wide = room.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const over = Math.max(sheet.offsetHeight / high, sheet.scrollWidth / wide);
    if (!(over > 1.001) || !Number.isFinite(over)) break;
    part /= over;
    idle.style.setProperty("--fit", String(part));
  }
}

function sleep() {
  if (asleep()) return;
  body.classList.add("resting");
  fit();
  ask();
}

function wake() {
  clearTimeout(falling);
  falling = 0;
  stop();
  body.classList.remove("resting");
}

/** Ask for the pictures and the next opening. */
async function ask() {
  if (body.dataset.show === "overlay") return;
  const told = await fetch("/house/idle").then((answer) => (answer.ok ? answer.json() : null), () => null);
  if (!told || !asleep()) return;
  house = told;
  write(by("when"), say(told.opens));
  sayWhen();
  if (!loop.runs && house.pictures.length) {
    loop.runs = true;
    turn(++loop.number, 0);
  }
}

/** Show the next picture of this loop. What cannot be drawn is passed over; after a round without any the words stand alone.
 *  @param {number} number @param {number} failed */
async function turn(number, failed) {
  const name = house.pictures[loop.next++ % house.pictures.length];
  if (name === undefined || failed === house.pictures.length) { stop(); return; }
  const picture = Object.assign(new Image(), { alt: "", src: `/house/pictures/${encodeURIComponent(name)}` });
  const fits = await picture.decode().then(() => true, () => false);
  if (number !== loop.number || !loop.runs) return;
  if (!fits) { turn(number, failed + 1); return; }
  by("sight").append(picture);
  body.classList.add("sighted");
  body.classList.toggle("turned", Math.floor(loop.next / SIDE_PICTURES) % 2 === 1);
  fit();
  setTimeout(() => { while (picture.previousSibling) picture.previousSibling.remove(); }, FADE_MS);
  loop.timer = setTimeout(turn, house.picture_s * 1000, number, 0);
}

function stop() {
  clearTimeout(loop.timer);
  loop.runs = false;
  body.classList.remove("sighted");
  by("sight").replaceChildren();
  fit();
}

function drift() {
  const [x = 0, y = 0] = PATH[++moved % PATH.length] ?? [];
  by("sheet").style.setProperty("--x", String(x));
  by("sheet").style.setProperty("--y", String(y));
}
