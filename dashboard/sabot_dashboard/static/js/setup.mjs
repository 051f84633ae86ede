// The set-up: one question after another. What is answered is kept here until it is written down.

import { face } from "./cards.mjs";
import { ask, make, post } from "./desk.mjs";
import { by, show, write } from "./page.mjs";
import { drawHome, seatsTold } from "./setup-home.mjs";
import { formOf, told } from "./setup-rules.mjs";
import { drawSight, refresh } from "./sight.mjs";
import { POINT, number, say, t } from "./words.mjs";

/** @type {SetupAsked} */
const asked = JSON.parse(by("asked").textContent);
const form = by("answers");
const steps = [...document.querySelectorAll("[data-step]")];
const over = JSON.stringify([asked.table, asked.games, asked.instruments, asked.camera, asked.panel, asked.home]); // what stood in the file when this page came
const draft = kept();
const options = draft?.options ?? structuredClone(asked.games);
const camera = draft?.camera ?? structuredClone(asked.camera), home = draft?.home ?? structuredClone(asked.home);
let instruments = draft?.instruments ?? structuredClone(asked.instruments), at = 0, hearing = 0;

/** The answers of this tab that nobody wrote down yet, if they were given over the same file.
 *  @return {SetupDraft?} */
function kept() {
  try {
    const found = JSON.parse(sessionStorage.getItem("setup") ?? "null");
    return found?.over === over ? found : null;
  } catch { return null; }
}

addEventListener("pagehide", () => {
  try { sessionStorage.setItem("setup", JSON.stringify({ over, table: tableNow(), options, instruments, camera, panel: panelNow(), home })); }
  catch { /* nothing is kept here */ }
});

const tableNow = () => ({ name: form.elements.name.value.trim(), game: game(), language: form.elements.language.value });

const panelNow = () => ({ use: form.elements.panel.value });

// --- the way

const STEPS_OF_A_HOUSE = ["instruments", "camera", "panel", "people"];

/** @param {number} nth */
function go(nth, { focus = true } = {}) {
  if (nth > at && !form.reportValidity()) return;
  at = Math.max(0, Math.min(steps.length - 1, nth));
  steps.forEach((step, each) => { step.hidden = each !== at; });
  document.querySelectorAll("[data-to]").forEach((button, each) => {
    button.classList.toggle("done", each < at);
    if (each === at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
  });
  by("back").disabled = at === 0;
  by("on").hidden = at === steps.length - 1;
  if (at === steps.length - 1) drawSum();
  history.replaceState(null, "", `#${steps[at]?.dataset.step}`);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".tongues a"))) link.hash = location.hash;
  if (focus) steps[at]?.focus();
}

/** The step before this one (-1) or after it (1). At home the way leaves out what few have there; the list leads to it.
 *  @param {1 | -1} way */
function beside(way) {
  let to = at + way;
  while (isHome() && STEPS_OF_A_HOUSE.includes(steps[to]?.dataset.step ?? "")) to += way;
  return to;
}

document.querySelectorAll("[data-to]").forEach((button, nth) => button.addEventListener("click", () => go(nth)));
by("back").addEventListener("click", () => go(beside(-1)));
by("on").addEventListener("click", () => go(beside(1)));
addEventListener("hashchange", () => go(Math.max(0, steps.findIndex((step) => `#${step.dataset.step}` === location.hash))));

// --- table, game, rules

const isHome = () => asked.at_home.includes(game());
const game = () => form.elements.game.value, rules = () => options[game()] ?? [];
/** @type {NodeListOf<HTMLInputElement>} */
const limits = document.querySelectorAll("[data-option]");
/** @param {string | undefined} name */
const option = (name) => rules().find((each) => each.name === name);

function drawGame() {
  for (const field of limits) {
    const limit = option(field.dataset.option);
    show(/** @type {HTMLElement} */ (field.closest("label")), limit);
    field.value = (limit?.value ?? "0").replace(".", POINT);
  }
  by("options").replaceChildren(...formOf(rules().filter(({ name }) => !isHome() || name !== "players"))); // how many play is asked with the seats
  drawHome(home, { isHome: isHome(), players: option("players") }, drawGame);
}

for (const field of limits) field.addEventListener("change", () => {
  const limit = option(field.dataset.option);
  if (limit) limit.value = field.value.trim().replace(",", ".") || "0";
});
for (const choice of document.querySelectorAll("[name=game]")) choice.addEventListener("change", drawGame);

// --- instruments

/** @type {(one: Wired, other: Wired) => boolean} */
const same = (one, other) => one.driver === other.driver && one.port === other.port;

/** What else the file says of an instrument, by its keys there: `parity even`. It is kept as it is.
 *  @param {Wired} instrument */
const besides = ({ driver, port, role, options, ...others }) => Object.entries(others).map(([key, value]) => `${key} ${value}`);

function drawChosen() {
  by("none").hidden = instruments.length > 0;
  by("chosen").replaceChildren(...instruments.map((each) => {
    const remove = make("button", { type: "button", className: "press", textContent: t("Remove") });
    remove.addEventListener("click", () => { instruments = instruments.filter((one) => one !== each); drawChosen(); });
    return make("li", {}, make("b", { textContent: each.driver }), make("span", { className: "where", textContent: [each.port, ...besides(each)].join(" · ") }), remove);
  }));
  const reads = asked.reads.map(({ role, driver, where, state }) => `${say(role)} (${driver}, ${where || "–"}): ${say(state === "found" ? "found" : "lost")}`);
  by("reads").textContent = reads.length ? `${t("The table reads now:")} ${reads.join("; ")}` : "";
}

/** @param {Heard} told */
function drawHeard({ listening, ports, heard }) {
  by("hearing").textContent = listening ? (ports.length ? t("Listening on {n} ports. Draw a card now.", { n: ports.length }) : "") : t("Not listening.");
  if (listening && !ports.length) by("hearing").textContent = t("No serial port is there. Is the cable in?");
  const newest = heard.at(-1);
  if (newest) {
    const what = /^[A-K2-9TJQ][CDHS]$/.test(newest.what) ? face(newest.what) : make("span", { className: "ball", textContent: newest.what });
    by("big-heard").replaceChildren(what, make("span", { className: "who", textContent: t("✓ heard from {driver} on {port}", newest) }));
  }
  const found = new Map(heard.map((each) => [`${each.driver} ${each.port}`, each]));
  const rows = [...found.values()].map((each) => {
    const wanted = { driver: each.driver, port: each.names[0] ?? each.port, role: "", options: each.options };
    const use = make("button", { type: "button", className: "press main", textContent: t("Use it"), disabled: instruments.some((one) => same(one, wanted)) });
    use.addEventListener("click", () => { instruments = [...instruments.filter((one) => one.port !== wanted.port), wanted]; use.disabled = true; drawChosen(); });
    return make("li", {}, make("b", { textContent: each.driver }), make("span", { className: "where", textContent: `${wanted.port} · ${each.what}` }), use);
  });
  const silent = ports.filter(({ device }) => !heard.some(({ port }) => port === device)).map(({ device, names, state, bytes }) =>
    make("li", {}, make("b", { textContent: device }), make("span", { className: "where", textContent: `${names[0] ?? ""} · ${state === "listening" ? t("{n} bytes, nothing understood yet", { n: bytes }) : state}` })));
  if (document.activeElement?.closest("#found") === null || rows.length !== by("found").querySelectorAll("button").length) by("found").replaceChildren(...rows, ...silent);
}

by("listen").addEventListener("click", async () => {
  by("big-heard").replaceChildren();
  by("listen").blur(); // a reader that types ends with Enter, which would press it again
  const why = await post("/setup/listen", { port: by("extra").value.trim() });
  if (why) { by("hearing").textContent = why; return; }
  clearInterval(hearing);
  hearing = setInterval(async () => {
    const heard = await ask("/setup/heard", 3000);
    if (!heard) { by("hearing").textContent = t("The table does not answer."); return; }
    drawHeard(heard);
    if (!heard.listening) clearInterval(hearing);
  }, 400);
});

// --- people

async function drawPeople() {
  const people = await ask("/setup/people");
  if (!people) return;
  by("people").replaceChildren(...(people.length ? people.map(person) : [make("tr", {}, make("td", { colSpan: 4, textContent: t("Nobody has a PIN yet.") }))]));
}

/** What the page says for want of a PIN is true of the people who have one now.
 *  @param {{ missing_pin?: Sentence }} answer */
function tellMissing({ missing_pin: missing }) {
  const text = say(missing), note = by("missing-pin");
  write(note, text);
  show(note, text);
}

/** Somebody who has a PIN, or only a name on record (no role).
 *  @param {{ name: string, role: string, pseudonym: string }} somebody */
function person({ name, role, pseudonym }) {
  const change = async (/** @type {object} */ how) => { by("people-said").textContent = await post("/setup/people", { name, ...how }, tellMissing); drawPeople(); };
  const remove = make("button", { type: "button", className: "press", textContent: t("Remove") });
  remove.ariaLabel = t("Remove {name}", { name });
  remove.addEventListener("click", () => change({ remove: true }));
  const erase = make("button", { type: "button", className: "press", textContent: t("Erase the name") });
  erase.ariaLabel = t("Erase the name {name}", { name });
  erase.addEventListener("click", () => { // twice: nothing brings the name back
    erase.textContent = t("Erase {name} for ever", { name });
    erase.removeAttribute("aria-label");
    erase.addEventListener("click", () => change({ erase: true }), { once: true });
  }, { once: true });
  return make("tr", {}, make("td", { textContent: name }), make("td", { textContent: role ? say(role) : t("no PIN") }), make("td", { textContent: pseudonym }), make("td", {}, ...(role ? [remove] : []), erase));
}

by("add").addEventListener("click", async () => {
  const why = await post("/setup/people", { name: by("person-name").value, role: by("person-role").value, pin: by("person-pin").value }, tellMissing);
  by("people-said").textContent = why;
  if (!why) { by("person-name").value = ""; by("person-pin").value = ""; by("person-name").focus(); }
  drawPeople();
});

// --- the camera

async function look() {
  if (steps[at]?.dataset.step === "camera") {
    const status = await ask("/technician/camera/status");
    drawSight(status);
    if (status?.width) await refresh();
  }
  setTimeout(look, 500);
}

/** A source without the password of a camera in the network.
 *  @param {string} source */
function shown(source) {
  return source.replace(/^(\w+:\/\/)([^/]*@)?([^?#]*).*/, "$1$3");
}

/** The cameras of this machine, and the one that stands in the file. */
function drawCameras() {
  const named = new Map([["", t("No camera")]]);
  for (const each of asked.cameras) named.set(each, each);
  named.set("simulated", t("a drawn cloth, to try it"));
  if (!named.has(camera.source)) named.set(camera.source, shown(camera.source));
  by("cameras").replaceChildren(...[...named].map(([source, name]) => {
    const field = make("input", { type: "radio", name: "camera", value: source, checked: source === camera.source });
    field.addEventListener("change", () => { camera.source = source; by("camera-other").value = ""; });
    return make("label", { className: "choice" }, field, make("span", { textContent: name }));
  }));
  by("camera-use").value = camera.use;
}

by("camera-other").addEventListener("change", () => { camera.source = by("camera-other").value.trim(); drawCameras(); });
by("camera-use").addEventListener("change", () => { camera.use = by("camera-use").value; });

// --- writing it down

/** What stands beside the button that is chosen. @param {string} name */
const chosen = (name) => form.querySelector(`[name=${name}]:checked`)?.parentElement?.textContent.trim() ?? "–";

/** A limit of the house; 0 sets none. @param {string} name @param {string} none */
const limit = (name, none) => (Number(option(name)?.value) ? number(option(name)?.value) : none);

function drawSum() {
  const rows = [[t("Table"), form.elements.name.value], [t("Language"), chosen("language")], [t("Game"), chosen("game")],
    ...(isHome() ? seatsTold(home, Number(option("players")?.value)) : []),
    ...(option("minimum") ? [[t("Limits"), `${limit("minimum", "0")} – ${limit("maximum", "∞")}`]] : []),
    [t("House rules"), rules().filter((each) => each.value !== each.default && !["minimum", "maximum", ...(isHome() ? ["players"] : [])].includes(each.name)).map(told).join("; ") || t("as usual")],
    [t("Instruments"), instruments.map(({ driver, port }) => `${driver} (${port})`).join(", ") || t("found by themselves, or simulated")],
    [t("Camera"), shown(camera.source) || t("No camera")],
    [t("Panel"), chosen("panel")]];
  by("sum").replaceChildren(...rows.flatMap(([name, value]) => [make("dt", { textContent: name }), make("dd", { textContent: value })]));
  by("file").textContent = asked.file;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const chosen = Object.fromEntries(rules().map(({ name, value }) => [name, value]));
  let waits = "", lacking = "";
  const why = await post("/setup", { table: tableNow(), options: chosen, instruments, camera, panel: panelNow(), ...(isHome() ? { home } : {}) },
    (answer) => { waits = answer.waits; lacking = answer.lacking.map(say).join("; "); });
  const but = waits || lacking;
  by("said").className = why || but ? "said bad" : "said";
  by("said").textContent = why || (but ? t("Saved. But: {why}", { why: but }) : t("✓ Saved. It applies from the next start."));
  by("renew").hidden = Boolean(why || waits) || !asked.renews;
});

/** Open the table again. If a coup would be lost, the page asks first: `loses` is what was shown then.
 *  @param {unknown} [loses] */
async function renew(loses) {
  by("renew").disabled = true;
  by("losing").hidden = true;
  clearInterval(hearing);
  by("said").textContent = t("The table reopens …");
  const why = await post("/setup/renew", { loses }, waitForTable, (refusal) => { if (refusal.loses) askWhetherToLose(refusal, loses); });
  if (why && by("losing").hidden) by("said").textContent = why;
  by("renew").disabled = !why;
}

/** @param {{ why: Sentence, loses: unknown }} refusal @param {unknown} seen what was shown before */
function askWhetherToLose({ why, loses }, seen) {
  by("said").textContent = seen ? t("The table went on meanwhile. Look at it again.") : "";
  by("losing-why").textContent = say(why);
  by("losing").hidden = false;
  by("losing").focus();
  by("lose").onclick = () => renew(loses);
}

function waitForTable() {
  const back = setInterval(async () => { // nobody is in any more: what a PIN guards would ask for it
    const there = await fetch("/", { signal: AbortSignal.timeout(3000) }).catch(() => null);
    if (there?.ok) { clearInterval(back); location.href = "/croupier"; }
  }, 1000);
}

by("renew").addEventListener("click", () => renew());
by("keep").addEventListener("click", () => { by("losing").hidden = true; by("renew").focus(); });

for (const name of /** @type {const} */ (["name", "game", "language"])) form.elements[name].value = (draft?.table ?? asked.table)[name];
form.elements.panel.value = (draft?.panel ?? asked.panel).use;
drawGame();
drawChosen();
drawCameras();
drawPeople();
go(Math.max(0, steps.findIndex((step) => `#${step.dataset.step}` === location.hash)), { focus: false });
if (by("sight")) look();
