// Cards in their places: a new card slides in, a withdrawn one goes.

import { write } from "./page.mjs";
import { cardName, t } from "./words.mjs";

const folder = document.body.dataset.assets;
const four = document.documentElement.dataset.suits === "four";

/** @type {Map<string, HTMLImageElement>} */
const kept = new Map(); // by card: its face in points

/** @param {string} card */
const address = (card) => `${folder}cards/${four && "CD".includes(card.charAt(1)) ? "four/" : ""}${card}.svg`;

/** The face of a card; of one that lies face down its back.
 *  @param {string} card */
export function face(card) {
  if (card === "back") {
    const back = document.createElement("div");
    back.className = "face back";
    back.setAttribute("role", "img");
    back.setAttribute("aria-label", t("a card face down"));
    return back;
  }
  const image = new Image(240, 336);
  image.className = "face";
  image.decoding = "sync"; // it is whole in its first frame
  image.src = kept.get(card)?.src ?? address(card);
  image.alt = cardName(card);
  image.draggable = false;
  return image;
}

/** @param {string?} content @param {boolean} moving */
function slot(content, moving) {
  const place = document.createElement("div");
  place.className = content ? "slot" : "slot ghost";
  if (content) {
    place.dataset.card = content;
    const image = place.appendChild(face(content));
    if (moving) image.classList.add("arriving");
  }
  return place;
}

/** Show `cards` in the element `hand`; `owed` adds the ghost of the card that is due.
 *  @type {LayCards} */
export function lay(hand, cards, { owed = false, moving = true } = {}) {
  const wanted = owed ? [...cards, null] : cards;
  const lying = /** @type {HTMLElement[]} */ ([...hand.children]);
  wanted.forEach((card, index) => {
    const there = lying[index];
    if (there && (there.dataset.card ?? null) === card) return;
    const fresh = slot(card, moving);
    if (there) there.replaceWith(fresh);
    else hand.append(fresh);
  });
  lying.slice(wanted.length).forEach((extra) => extra.remove());
}

const idle = () => new Promise((ready) => { requestIdleCallback(ready); });
let keeping = ""; // at which size

/** @type {Names?} */
let drawings = null; // by card, as they are in the files

/** Keep every face as pixels of its size, made while the page is idle: a card is there in its first frame. */
export async function fetchAll() {
  const wanted = size(), points = wanted.join();
  if (!document.querySelector("[data-place]") || keeping === points) return;
  keeping = points;
  drawings ??= await fetch(`${folder}cards/${four ? "four/" : ""}faces.json`).then((answer) => (answer.ok ? answer.json() : null), () => null);
  for (const [card, drawing] of Object.entries(drawings ?? {})) { // without them each is fetched when it comes
    await idle();
    if (keeping !== points) return; // the screen has another size now
    await keep(card, drawing, ...wanted).catch(() => {});
  }
}

addEventListener("resize", () => keeping && fetchAll());

/** @param {string} card @param {string} svg @param {number} width @param {number} height */
async function keep(card, svg, width, height) {
  const drawing = new Image(), points = Object.assign(document.createElement("canvas"), { width, height }), image = new Image();
  drawing.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await drawing.decode();
  URL.revokeObjectURL(kept.get(card)?.src ?? "");
  kept.set(card, drawing);
  const paper = points.getContext("2d");
  if (!paper) return;
  paper.drawImage(drawing, 0, 0, width, height);
  if (!paper.getImageData(width / 2, height / 2, 1, 1).data[3]) return; // a browser that draws nothing here keeps the drawing
  /** @type {Blob?} */
  const blob = await new Promise((done) => { points.toBlob(done); });
  if (!blob) return;
  image.src = URL.createObjectURL(blob);
  await image.decode();
  URL.revokeObjectURL(drawing.src);
  kept.set(card, image);
}

/** The points across and down of a card that lies on this screen.
 *  @return {[number, number]} */
function size() {
  const probe = document.body.appendChild(Object.assign(document.createElement("div"), { className: "face", hidden: true }));
  const { width, height } = getComputedStyle(probe);
  probe.remove();
  /** @param {string} length */
  const points = (length) => Math.ceil(parseFloat(length) * devicePixelRatio);
  return [points(width), points(height)];
}

/** The places of the cloth by name.
 *  @type {() => { [name: string]: Whole<HTMLElement> }} */
export const places = () => Object.fromEntries(
  [...document.querySelectorAll("[data-place]")].map((element) => [element.dataset.place, element]));

/** A card that a person entered says so, on every screen.
 *  @param {Element} element @param {string[]} manual */
function markByHand(element, manual) {
  for (const slot of element.querySelectorAll("[data-card]")) {
    const { card = "" } = slot.dataset, byHand = manual.includes(card), name = cardName(card);
    slot.classList.toggle("by-hand", byHand);
    const image = imageOf(slot);
    if (byHand && image.alt === name) image.alt = t("{card}, entered by hand", { card: name });
  }
}

/** @param {Element} slot */
const imageOf = (slot) => /** @type {HTMLImageElement} */ (slot.firstElementChild);

const LATE_MS = 3000;

/** Mark a dealt card that the eye does not see after a while; the sabot's word stands.
 *  @param {Element} element @param {string[]} missed */
function markUnseen(element, missed) {
  const left = [...missed];
  for (const slot of [...element.querySelectorAll("[data-card]")].reverse()) {
    const at = left.indexOf(slot.dataset.card ?? "");
    if (at >= 0) left.splice(at, 1);
    notSeen(slot, at >= 0);
  }
}

/** @param {HTMLElement} slot @param {boolean} missed */
function notSeen(slot, missed) {
  if (missed === Boolean(slot.dataset.missed)) return;
  const image = imageOf(slot), name = cardName(slot.dataset.card ?? "");
  if (missed) {
    slot.dataset.missed = String(setTimeout(() => {
      slot.classList.add("not-seen");
      image.alt = t("{card}, not seen by the eye", { card: name });
    }, LATE_MS));
    return;
  }
  clearTimeout(Number(slot.dataset.missed));
  delete slot.dataset.missed;
  slot.classList.remove("not-seen");
  image.alt = name;
}

/** Draw hands, points and winner on the cloth.
 *  @type {DrawPlaces} */
export function drawPlaces(picture, { moving, ghosts, tell = write }) {
  const elements = places();
  const won = picture.won ?? [], lost = picture.lost ?? [], there = new Set((picture.places ?? []).map(({ name }) => name));
  for (const [name, element] of Object.entries(elements)) element.toggleAttribute("hidden", !there.has(name));
  for (const { name, cards, points, owed } of picture.places ?? []) {
    const element = elements[name];
    if (!element) continue;
    const hand = element.querySelector(".hand"), grew = moving && cards.length > hand.children.length;
    lay(hand, cards, { owed: ghosts && Boolean(owed), moving });
    markUnseen(element, (picture.unseen ?? []).filter(([place]) => place === name).map(([, card]) => card));
    markByHand(element, picture.manual ?? []);
    tell(element.querySelector(".points"), String(points ?? ""), grew);
    element.classList.toggle("won", won.includes(name));
    element.classList.toggle("lost", lost.includes(name));
  }
  for (const print of document.querySelectorAll("[data-print]")) print.classList.toggle("won", won.includes(print.dataset.print ?? ""));
}
