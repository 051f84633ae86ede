// The croupier's page. It knows no rule.

import { arm, later, send, tell, unheld } from "./acts.mjs";
import { drawPlaces, face, fetchAll } from "./cards.mjs";
import { misdeal, numbers, options, pad } from "./dialogs.mjs";
import { live } from "./live.mjs";
import { by, changed, show, write } from "./page.mjs";
import { chance, clock, number, say, t } from "./words.mjs";

const { layout, sound } = document.body.dataset;
const wheel = layout === "wheel" ? import("./wheel.mjs") : null; // parts that only some pages fetch
const home = document.querySelector("#home") ? import("./home.mjs") : null;
const heard = sound === "off" ? null : import("./sound.mjs").then(({ sounds }) => sounds(sound));

const now = live("croupier", home ? unheld(draw) : draw); // at home all of the page moves with a band that grows
const atHome = home && import("./home-acts.mjs").then(({ actsAtHome, drawRuling }) => ({ drawActs: actsAtHome(now), drawRuling }));
const askCard = pad((act, card, mark) => send(act, { card, by: "croupier", mark }, now));

for (const button of document.querySelectorAll(".keys [data-act]")) {
  arm(button, (mark) => send(button.dataset.act, button.dataset.by ? { by: button.dataset.by, mark } : { mark }, now), now);
}
options(by("gear"));
misdeal(by("misdeal"), { annul: (mark) => send("annul", { by: "chef de table", mark }, now), burn: () => askCard("burn", now.mark), live: now });
numbers(by("by-hand"), (pocket) => send("ball", { pocket }, now));
/** @type {Promise<any>?} */
let paying = null;
by("payout").addEventListener("click", () => {
  paying ??= later("payout").then(({ payout }) => payout(by("payout"))(), () => { paying = null; tell(t("Not sent: the table does not answer. Try again.")); });
});
/** @type {Promise<any>?} */
let playing = null;
/** @type {Picture?} */
let newest = null;
by("talk")?.addEventListener("click", async () => {
  playing ??= later("players").then(({ players }) => players(now));
  try { (await playing).open(newest); } catch { playing = null; tell(t("Not sent: the table does not answer. Try again.")); }
});
/** @param {number} [seat] */
const codes = (seat) => later("telephones").then(({ telephones }) => telephones(seat), () => tell(t("Not sent: the table does not answer. Try again.")));
by("telephones")?.addEventListener("click", () => codes());
if (by("telephones")) by("seats-at-home").addEventListener("click", ({ target }) => { // a seat that is touched shows its code
  const at = [...by("seats-at-home").children].findIndex((one) => one.contains(/** @type {Node} */ (target)));
  if (at >= 0) codes(newest?.home?.seats[at]?.seat);
});
addEventListener("load", () => fetchAll());

/** @param {Picture | Closed} picture @param {{ first: boolean }} at */
function draw(picture, { first }) {
  if (picture.phase === "closed") return;
  if (picture.game !== document.body.dataset.game) { location.reload(); return; }
  newest = picture;
  drawPlaces(picture, { moving: !first, ghosts: true });
  playing?.then(({ drawn }) => drawn(picture), () => {});
  drawStrip(picture);
  wheel?.then(({ drawWheel }) => drawWheel(picture));
  home?.then(({ drawHome }) => drawHome(picture.home, { moving: !first }));
  atHome?.then(({ drawActs, drawRuling }) => { drawActs(picture.turns, picture.home?.seats.map(({ seat }) => seat) ?? []); drawRuling(picture.ruling); });
  drawPrison(picture.prison);
  drawAside(picture.aside);
  drawBand(parts(picture));
  heard?.then((hear) => hear(picture, { first }));
  drawHelp(picture.help_wanted);
  const halted = picture.band.tone === "fault", shut = picture.shut && picture.phase !== "decided";
  drawDue(picture.faults.length || halted || shut ? "" : DUE[picture.phase] ?? "");
}

/** The act that comes next is the one that is lit, by the phase of the coup.
 *  @type {Names} */
const DUE = { idle: "rnvp", "bets-open": "rnvp", decided: "end" };

const drawDue = changed(/** @param {string} due */ (due) => {
  for (const button of document.querySelectorAll(".keys [data-act]")) button.classList.toggle("due", button.dataset.act === due);
});

const drawHelp = changed(/** @param {boolean} wanted */ (wanted) => {
  by("chef").classList.toggle("on", wanted);
  by("chef").setAttribute("aria-pressed", String(wanted));
});

/** @param {Picture} picture */
function drawStrip({ coup, sabot, instruments, simulated, bank }) {
  show(by("bank"), bank);
  if (bank) write(by("bank"), bank.seat === 0 ? t("bank {amount}", bank) : t("bank {amount}, seat {n}", { amount: bank.amount, n: bank.seat ?? bank.main }));
  show(by("simulated"), simulated);
  write(by("coup"), String(coup || "–"));
  show(by("gauge"), sabot);
  if (sabot) drawGauge(by("gauge"), sabot);
  drawInstruments(instruments.map(({ role, state }) => ({ role, state })));
}

/** @param {Whole<HTMLElement>} gauge @param {Sabot} sabot */
function drawGauge(gauge, { drawn, cards, state }) {
  const part = Math.min(1, drawn / cards), cut = gauge.querySelector(".cut");
  gauge.querySelector(".fill").style.transform = `scaleX(${part})`;
  show(cut, state !== "open");
  if (!cut.hidden) cut.style.left = `${part * 100}%`;
  write(gauge.querySelector("b"), `${drawn}/${cards}`);
  write(gauge.querySelector("em"), { open: "", "last-coup": t("◆ last coup"), spent: t("◆ sabot spent") }[state]);
}

const drawInstruments = changed(/** @param {Instrument[]} instruments */ (instruments) => by("instruments").replaceChildren(...instruments.map(({ role, state }) => {
  const item = document.createElement("span");
  item.className = "instrument";
  item.dataset.state = state;
  item.textContent = say(role);
  item.append(state === "found" ? unseen(` ${say(state)}`) : ` ${say(state)}`);
  return item;
})));

/** @param {string} text */
function unseen(text) {
  const span = document.createElement("span");
  span.className = "unseen";
  span.textContent = text;
  return span;
}

const drawPrison = changed(/** @param {Prisoner[]} lots */ (lots) => {
  show(by("prison"), lots.length);
  const label = Object.assign(document.createElement("li"), { textContent: t("in prison") });
  by("prison").replaceChildren(label, ...lots.map(({ where, amount, seat, level }) => Object.assign(document.createElement("li"),
    { textContent: `${chance(where)} ${number(amount)}${seat ? ` · ${t("seat {n}", { n: seat })}` : ""}${level > 1 ? ` · ${level}` : ""}` })));
});

const drawAside = changed(/** @param {string[]} cards */ (cards) => {
  const aside = by("aside");
  show(aside, cards.length);
  const label = document.createElement("span");
  label.textContent = t("aside");
  aside.replaceChildren(label, ...cards.slice(-3).map(face));
});

/** @param {Picture} picture @return {Parts} */
const parts = ({ band, phase, calls, settlements, handed, stakes, ledger, faults, coach, notices }) => ({ band, phase, calls, settlements, handed, stakes, ledger, faults, coach, notices });

const drawBand = changed(/** @param {Parts} picture */ (picture) => {
  const { band } = picture;
  by("band").dataset.tone = band.tone;
  const text = say(band.text) || "–";
  write(by("text"), (["fault", "refused"].includes(band.tone) ? "▲ " : "") + text);
  by("text").className = `text${band.text.game ? " game" : ""}${text.length > 60 ? " longest" : text.length > 24 ? " long" : text.length > 17 ? " fair" : ""}`;
  const lang = band.text.game ? picture.calls[0]?.lang ?? "fr" : "";
  if (by("text").lang !== lang) by("text").lang = lang;
  write(by("why"), stopped(band.coup ? t("Coup {n}: {what}", { n: band.coup, what: band.why ?? "" }) : say(band.why)) + others(band.also));
  by("why").classList.toggle("more", band.also.length > 0);
  drawEvidence(band.picture);
  drawNotice(band.lost, picture.notices);
  show(by("coach"), picture.coach);
  write(by("coach"), capital(stopped(say(picture.coach))));
  drawTableau(band.cell);
  drawSide(band, picture);
});

let standing = ""; // the ways out that stand there
/** What stands beside the band. A new fault brings new buttons, even with the same words; other news leaves them alone. */
const drawSide = unheld(/** @param {Band} band @param {Parts} picture */ (band, picture) => {
  const wanted = band.ways.length ? JSON.stringify([band.ways, picture.faults]) : "";
  if (!wanted || wanted !== standing) fillSide(band, picture);
  standing = wanted;
  by("band").classList.toggle("wide", !by("side").childElementCount);
});

const NAMED = 3;

/** The other open faults, each name once.
 *  @param {Band["also"]} also */
function others(also) {
  if (!also.length) return "";
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { title, card } of also) {
    const name = `${say(title)} ${card}`.trim();
    times.set(name, (times.get(name) ?? 0) + 1);
  }
  const shown = [...times].slice(0, NAMED), left = [...times].slice(NAMED).reduce((sum, [, n]) => sum + n, 0);
  const names = shown.map(([name, n]) => (n > 1 ? `${n}\u00a0×\u00a0${name}` : name)).join(", ");
  const more = left ? ` ${t("And {n} more.", { n: left })}` : "";
  return ` ▲ ${t("Also open: {names}.", { names })}${more}`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @param {string} text */
const stopped = (text) => (text && !/[.!?…]$/.test(text) ? `${text}.` : text);

/** @param {string?} [name] */
function drawEvidence(name) {
  show(by("evidence"), name);
  if (name) by("evidence").firstElementChild.src = `/pictures/${name}`;
}

/** @param {Lost | undefined} lost @param {Sentence[]} notices */
function drawNotice(lost, notices) {
  show(by("notice"), lost || notices.length);
  by("notice").classList.toggle("more", notices.length > 0);
  const besides = notices.map((notice) => `${capital(say(notice))}.`).join(" ");
  if (!lost) { write(by("notice"), besides); return; }
  const since = clock(lost.since_ns);
  const what = { role: say(lost.role), time: since };
  const fact = lost.state === "lost" ? t("{role} lost since {time}", what) : t("{role}: trouble since {time}", what);
  const byHand = layout === "wheel" ? t("Numbers can be entered by hand.") : t("Cards can be entered by hand.");
  const still = lost.still.length ? t("Still working: {roles}.", { roles: lost.still.map((role) => say(role)).join(", ") }) : byHand;
  write(by("notice"), `▲ ${capital(fact)}${lost.why ? ` (${say(lost.why)})` : ""}. ${still} ${besides}`.trim());
}

/** @param {Cell?} [cell] */
function drawTableau(cell) {
  show(by("tableau"), cell);
  if (!cell) return;
  for (const table of by("tableau").children) {
    show(table, table.dataset.of === cell.of);
    for (const row of table.querySelectorAll("tbody tr")) show(row, row.dataset.row === String(cell.row));
    for (const box of table.querySelectorAll("[data-column]")) box.classList.toggle("here", box.dataset.column === cell.column);
  }
}

/** @param {Band} band @param {Parts} picture */
function fillSide(band, { calls, settlements, handed, stakes, ledger, phase }) {
  const side = by("side");
  side.classList.toggle("spoken", band.ways.some(({ act }) => act === "say"));
  if (band.ways.length) return side.replaceChildren(...band.ways.map(way));
  if (phase === "decided" && settlements.length) return side.replaceChildren(paid(settlements, after), ...ledger.map(bankLine));
  const back = handed.filter(({ event }) => event === "settlement");
  if (handed.length && phase.startsWith("bets-")) return side.replaceChildren(...handed.map(bankLine), ...(back.length ? [paid(back, after)] : []));
  const news = calls.filter((call) => call.text.toLowerCase() !== band.text.id.toLowerCase());
  if (!news.length) return side.replaceChildren(...(stakes.length ? [paid(stakes, laid)] : []));
  const list = document.createElement("ul");
  list.className = "calls";
  list.append(...news.map((call) => Object.assign(document.createElement("li"), { textContent: call.text, lang: call.lang })));
  const label = Object.assign(document.createElement("p"), { className: "say", textContent: t("To announce") });
  return side.replaceChildren(label, list);
}

/** @param {Banked} line */
function bankLine({ event, amount, seat, is_bank }) {
  if (event === "paid") return sayLine(seat ? t("Paid out: {amount}, seat {n}", { amount, n: seat }) : t("Paid out: {amount}", { amount }));
  if (!is_bank) return "";
  const stands = seat ? t("Bank after the coup: {amount}, seat {n}", { amount, n: seat }) : t("Bank after the coup: {amount}", { amount });
  const text = Number(amount) ? stands : t("The bank is lost");
  return sayLine(text);
}

/** @param {string} text */
const sayLine = (text) => Object.assign(document.createElement("p"), { className: "say", textContent: text });

/** @param {Way} way */
function way({ act, label, by: who, hold, words, fault }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = hold ? "way hold" : "way";
  button.dataset.way = act;
  if (hold) button.append(by("ring").content.cloneNode(true));
  button.append(say(label), Object.assign(document.createElement("span"), { className: "by", textContent: home ? (hold ? t("hold") : "") : hold ? t("{who} – hold", { who: say(who) }) : say(who) }));
  if (words) button.dataset.words = words;
  const run = act === "card" || act === "name-card" ? /** @param {unknown} mark */ (mark) => askCard(act, mark) : /** @param {unknown} mark */ (mark) => send(act, words ? { words } : { by: who, fault, mark }, now);
  arm(button, run, now);
  return button;
}

const ROWS = 7;
/** @param {string} bet */
const whole = (bet) => chance(bet).replace("-", "\u2060-\u2060"); // carré 16-20 is not broken at its sign
/** @param {number?} seat */
const inWords = (seat) => (seat ? t("seat {n}", { n: seat }) : "");
/** @param {Settled} line */
const after = ({ seat, bet, stake, returned, held }) => [inWords(seat), whole(bet), stake, held === "prison" ? t("→ prison") : `→ ${number(returned)}`];
/** @param {Staked} line */
const laid = ({ seat, where, amount }) => [inWords(seat), whole(where), amount];

/** A small table; `cells` gives a row.
 *  @template {Staked | Settled} Line @param {Line[]} lines @param {(line: Line) => string[]} cells */
function paid(lines, cells) {
  const table = Object.assign(document.createElement("table"), { className: "paid" });
  const shown = lines.length > ROWS ? lines.slice(0, ROWS - 1) : lines;
  for (const line of shown) {
    const row = table.insertRow();
    if ("returned" in line && Number(line.returned) === 0) row.className = "none";
    for (const text of cells(line)) row.insertCell().textContent = number(text);
  }
  if (shown.length < lines.length) table.insertRow().insertCell().textContent = t("And {n} more.", { n: lines.length - shown.length });
  return table;
}
