// The supervisor's page: it shows what is on record, and adds what the supervisor does. It decides nothing.

import { face } from "./cards.mjs";
import { ask, make, post } from "./desk.mjs";
import { live } from "./live.mjs";
import { by, key } from "./page.mjs";
import { clock, say, t } from "./words.mjs";

/** @type {Names} */
const names = JSON.parse(by("lying").dataset.names);
/** @type {Names} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
/** @param {string} card */
const short = (card) => card.slice(0, -1).replace("T", "10") + SIGNS[card.slice(-1)];
/** A place of the cloth; a seat in the reader's language.
 *  @param {string} place */
const named = (place) => (/^\d+$/.test(place) ? t("seat {n}", { n: place }).replace(/^./u, (first) => first.toUpperCase()) : names[place] ?? place);
/** @type {Map<number, { coup: CoupKept, row: HTMLElement }>} */
const rowsOf = new Map();
/** @type {Watching} */
const state = { shift: null, coups: new Map(), shown: 120, filter: "all", chosen: 0, steps: [], at: 0, asked: null, seq: -1 };
const now = live("supervisor", drawNow);

// --- now

/** @param {Picture | Closed} picture @param {{ seq: number }} at */
function drawNow(picture, { seq }) {
  if (picture.phase === "closed") return;
  const { coup, band, faults, sabot, shut, held } = picture;
  by("now").dataset.tone = band.tone;
  by("now-text").textContent = shut ? t("The table is closed") : say(band.text) || "–";
  const count = sabot ? ` · ${t("sabot")} ${sabot.drawn}/${sabot.cards}` : "";
  by("now-facts").textContent = `${t("coup")} ${coup}${count}`;
  by("now-faults").replaceChildren(...faults.map(faultRow));
  by("acknowledge").disabled = !faults.length;
  by("settle").hidden = !held;
  by("open-table").hidden = by("next-opening").hidden = !shut;
  by("close-table").hidden = shut;
  if (seq !== state.seq) { state.seq = seq; fetchSoon(); }
  const button = left && document.querySelector(`[data-do="${left.do}"]${left.about ? "[data-about]" : ""}`);
  if (button) asks(button, left);
  left = null;
}

/** An open fault; its coup is a touch away, at the very step and with its picture.
 *  @param {Picture["faults"][number]} fault */
function faultRow({ title, coup, because }) {
  const words = [make("b", { textContent: say(title) }), ` – ${t("Coup {n}: {what}", { n: coup || "–", what: because ?? "" })}`];
  if (!coup) return make("li", {}, ...words);
  const button = make("button", { type: "button" }, ...words);
  button.addEventListener("click", () => choose(coup));
  return make("li", {}, button);
}

let soon = 0;
function fetchSoon() {
  clearTimeout(soon);
  soon = setTimeout(fetchShift, state.shift ? 700 : 0);
}

// --- the day

async function fetchShift() {
  const day = by("day").value, known = state.shift;
  const after = known && known.day === day ? `&after=${known.seq}` : "";
  /** @type {Shift?} */
  const found = await ask(`/supervisor/shift?day=${day}${after}`);
  if (!found) return;
  if (!after) state.coups = new Map();
  for (const coup of found.coups) state.coups.set(coup.coup, coup);
  for (const number of [...state.coups.keys()]) if (number > found.newest) state.coups.delete(number);
  state.shift = found;
  if (!day) by("day").value = found.day;
  for (const link of /** @type {const} */ (["pdf", "csv"])) by(link).href = `/supervisor/report.${link}?day=${found.day}`;
  by("named-pdf").href = `/supervisor/report.pdf?names=yes&day=${found.day}`;
  drawShift();
}

function drawShift() {
  if (!state.shift) return;
  const { faults, notes, summary } = state.shift;
  by("counts").textContent = [t("{n} coups", { n: summary.coups }), t("{n} faults", { n: faults.length }),
    t("{n} not yet acknowledged", { n: summary.unanswered }), t("{n} entered by hand", { n: summary.manual })].join(", ");
  const coups = [...state.coups.values()].filter((coup) => state.filter === "all" || coup.faults).sort((one, other) => other.coup - one.coup);
  const rows = state.filter === "notes" ? [...notes].reverse().map(noteRow) : coups.slice(0, state.shown).map(keptRow);
  if (state.filter !== "notes" && coups.length > state.shown) rows.push(older(coups.length - state.shown));
  const list = by("coups");
  const wanted = rows.length ? rows : [make("li", { className: "entry", textContent: t("Nothing yet.") })];
  if (wanted.length !== list.children.length || wanted.some((row, nth) => row !== list.children[nth])) place(list, wanted);
}

/** The rows in this order; those that stand there already are not touched, so that a finger on one stays on it.
 *  @param {HTMLElement} list @param {Element[]} wanted */
function place(list, wanted) {
  const keep = new Set(wanted);
  for (const row of [...list.children]) if (!keep.has(row)) row.remove();
  wanted.forEach((row, nth) => { if (list.children[nth] !== row) list.insertBefore(row, list.children[nth] ?? null); });
}

/** The row of a coup, made again only when the coup has changed.
 *  @param {CoupKept} coup */
function keptRow(coup) {
  const held = rowsOf.get(coup.coup), row = held?.coup === coup ? held.row : coupRow(coup);
  rowsOf.set(coup.coup, { coup, row });
  if (coup.coup === state.chosen) row.firstElementChild?.setAttribute("aria-current", "true"); else row.firstElementChild?.removeAttribute("aria-current");
  return row;
}

/** @param {number} n */
function older(n) {
  const button = make("button", { type: "button", className: "press", textContent: t("{n} older ones", { n }) });
  button.addEventListener("click", () => { state.shown += 300; drawShift(); });
  return make("li", { className: "entry" }, button);
}

/** @param {CoupKept} coup */
function coupRow(coup) {
  const marks = [coup.faults ? `▲ ${coup.faults}` : "", coup.corrections ? `↶ ${coup.corrections}` : "", coup.manual ? `✎ ${coup.manual}` : ""].filter(Boolean);
  const cards = Object.entries(coup.cards).filter(([, held]) => held.length).map(([place, held]) => `${named(place)} ${held.map(short).join(" ")}`).join("   ");
  const label = make("span", { className: "marks", textContent: marks.join("  ") });
  if (marks.length) label.ariaLabel = [t("{n} faults", { n: coup.faults }), t("{n} acts withdrawn", { n: coup.corrections }), t("{n} entered by hand", { n: coup.manual })].join(", ");
  label.setAttribute("role", "img");
  if (!marks.length) label.setAttribute("aria-hidden", "true");
  const button = make("button", { type: "button" }, make("b", { textContent: String(coup.coup) }), make("time", { textContent: clock(coup.ended_ns) }),
    make("span", { textContent: outcome(coup) }), label, make("span", { className: "cards", textContent: cards }));
  button.dataset.coup = String(coup.coup);
  button.addEventListener("click", () => choose(coup.coup));
  return make("li", {}, button);
}

/** @param {CoupKept} coup */
const outcome = ({ result, won }) => (result ? (result.winner && named(result.winner) !== result.winner ? named(result.winner) : won || "–") : won === "void" ? t("annulled") : t("undecided"));
/** @param {Note} note */
const noteRow = (note) => make("li", { className: "entry" }, make("time", { textContent: `${clock(note.wall_ns)}  ` }), `${note.about ? t("Coup {n}: {what}", { n: note.about, what: note.sentence }) : say(note.sentence)}`);

// --- one coup

/** @param {number} number */
async function choose(number) {
  /** @type {Step[]?} */
  const steps = await ask(`/supervisor/coup/${number}`);
  if (!steps) return;
  Object.assign(state, { chosen: number, steps, at: steps.length - 1 });
  by("coup-title").textContent = (by("coup-title").dataset.shown ?? "").replace("{n}", String(number));
  by("shown").hidden = false;
  by("at").max = String(steps.length - 1);
  by("steps").replaceChildren(...steps.map(stepRow));
  drawShift();
  const fault = steps.findLastIndex(({ verdicts }) => verdicts.some(bad));
  show(fault >= 0 ? fault : Math.max(0, steps.findLastIndex(({ places, number: fallen }) => fallen || places.some(({ cards }) => cards.length))));
  by("coup").scrollIntoView({ block: "nearest" });
}

/** @param {Verdicts[number]} verdict */
const bad = (verdict) => verdict.id.startsWith("▲");

/** @param {Step} step @param {number} nth */
function stepRow({ wall_ns: wall, sentence, verdicts, picture }, nth) {
  const row = make("li", {}, make("time", { textContent: clock(wall) }), make("span", { textContent: say(sentence) }),
    ...verdicts.map((verdict) => make("span", { className: bad(verdict) ? "verdict bad" : "verdict", textContent: say(verdict) })));
  if (picture) row.append(make("a", { className: "picture", href: picture }, make("img", { src: picture, alt: t("Picture of the card"), loading: "lazy" })));
  row.addEventListener("click", () => show(nth));
  return row;
}

/** @param {number} nth */
function show(nth) {
  state.at = Math.max(0, Math.min(state.steps.length - 1, nth));
  const step = state.steps[state.at];
  if (!step) return;
  const { places, number, manual } = step;
  by("at").value = String(state.at);
  by("at").ariaValueText = t("Step {n} of {m}", { n: state.at + 1, m: state.steps.length });
  by("lying").replaceChildren(...places.map((place) => spot(place, manual)), ...(number ? [fell(number, manual)] : []));
  [...by("steps").children].forEach((row, each) => (each === state.at ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
  const list = by("steps"), row = list.children[state.at];
  if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

const byHand = () => make("span", { className: "by-hand", textContent: t("✎ by hand") });

/** @param {Step["places"][number]} place @param {string[]} manual */
function spot({ name, cards, points }, manual) {
  const laid = make("div", { className: "laid" }, ...cards.map((card) => make("figure", {}, face(card), ...(manual.includes(card) ? [byHand()] : []))));
  return make("section", { className: "spot" }, make("h3", {}, named(name), make("b", { textContent: String(points ?? "") })), laid);
}

/** @type {(fallen: [number: string, tone: string], manual: string[]) => HTMLElement} */
const fell = ([number, tone], manual) => make("p", { className: `fell-here ${tone}` }, number, ...(manual.includes(number) ? [byHand()] : []));

/** @type {{ [id: string]: () => number }} */
const MOVES = { first: () => 0, back: () => state.at - 1, on: () => state.at + 1, last: () => state.steps.length - 1 };
for (const [id, move] of Object.entries(MOVES)) by(id).addEventListener("click", () => show(move()));
by("at").addEventListener("input", () => show(Number(by("at").value)));
by("day").addEventListener("change", fetchShift);
for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => {
    state.filter = button.dataset.filter ?? "all";
    for (const each of document.querySelectorAll("[data-filter]")) each.setAttribute("aria-pressed", String(each === button));
    if (state.shift) drawShift();
  });
}

// --- what the supervisor puts on record

const dialog = by("act"), form = by("act-form");
/** @param {HTMLElement} button @param {{ about?: number, reason?: string, counted?: string }} [left] */
function asks({ dataset }, { about = "about" in dataset ? state.chosen : 0, reason = "", counted = "" } = {}) {
  state.asked = { do: dataset.do, key: key(), seen: now.seq, about };
  by("act-title").textContent = dataset.title ?? "";
  by("count-field").hidden = !dataset.count;
  by("count-label").textContent = dataset.count ?? "";
  by("act-note").hidden = dataset.do !== "withdraw";
  by("act-note").textContent = t("The last act at the table is taken back. It stays on record, with your name and reason.");
  by("act-said").textContent = "";
  form.elements.reason.value = reason;
  form.elements.counted.type = dataset.kind ?? "text";
  form.elements.counted.value = counted;
  dialog.showModal();
}

for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", () => asks(button));
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => sessionStorage.removeItem("act"));
const given = () => Object.fromEntries(new FormData(form));
// A person who must log in again finds what they wrote.
let left = JSON.parse(sessionStorage.getItem("act") ?? "null");
form.addEventListener("input", () => sessionStorage.setItem("act", JSON.stringify({ do: state.asked?.do, about: state.asked?.about, ...given() })));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const why = now.stale ? t("Not sent: this picture is not live. Press again once it is.") : await post("/supervisor/acts", { ...state.asked, ...given() });
  by("act-said").textContent = why;
  if (!why) { dialog.close(); by("said").textContent = t("✓ On record."); setTimeout(() => { by("said").textContent = ""; }, 5000); fetchSoon(); }
});

fetchShift();
