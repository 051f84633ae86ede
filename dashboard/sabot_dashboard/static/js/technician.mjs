// The technician's page: it asks every second for what came over the lines, and shows the newest on top.

import { ask, make, post, watch } from "./desk.mjs";
import { by } from "./page.mjs";
import { clock, grouped, say, t } from "./words.mjs";

/** What a driver says of what it refuses, by the name that it counts it under.
 *  @type {Names} */
const REFUSED = {
  half: t("cut short"), short: t("too short"), long: t("too long"), length: t("wrong length"), crc: t("wrong check sum"), bcc: t("wrong check sum"), bare: t("a number alone"),
  unknown: t("names no card"), pocket: t("names no pocket"), sensor: t("unknown sensor"), disagree: t("copies disagree"), type: t("unknown message"), kind: t("another device"),
  version: t("another version"), stranger: t("before its greeting"), gap: t("numbers missing"),
};
const language = document.documentElement.lang;
/** @param {number} ns */
const exactly = (ns) => clock(ns, { fractionalSecondDigits: 3 });
let held = false, before = "";

by("hold").addEventListener("click", () => {
  held = !held;
  by("hold").setAttribute("aria-pressed", String(held));
});

async function look() {
  const lines = held ? null : await watch("/technician/lines");
  const now = JSON.stringify(lines);
  if (!lines || now === before) return;
  before = now;
  by("lines").replaceChildren(...(lines.length ? lines.flatMap(line) : [make("p", { textContent: t("No line is read.") })]));
}

/** @param {Line} line */
function line({ role, driver, where, state, why, bytes, frames, repeats, refused, about, recent, program }) {
  const troubles = Object.entries(refused).map(([name, n]) => `${n} × ${REFUSED[name] ?? t("unreadable")}`).join(", ");
  const head = make("div", { className: "line-head" }, make("b", { textContent: `${say(role)} · ${driver}` }),
    make("span", { className: state === "found" ? "state" : "state lost", textContent: state === "found" ? say("found") : [say("lost"), say(why)].filter(Boolean).join(": ") }), make("span", { textContent: [where, about].filter(Boolean).join(" · ") }),
    ...[say(program)].filter(Boolean).map((textContent) => make("span", { className: "state lost", textContent })),
    make("span", { textContent: [t("{n} bytes", { n: bytes }), t("{n} messages", { n: frames }), t("{n} repeated", { n: repeats })].join(", ") }),
    make("span", { textContent: troubles ? t("refused: {what}", { what: troubles }) : "" }));
  const rows = recent.reverse().map(({ wall_ns: wall, hex, text, sentences }) => make("tr", {}, make("td", {}, make("time", { textContent: exactly(wall) })),
    make("td", { className: "hex", textContent: hex }), make("td", { className: "plain-text", textContent: text }), make("td", { className: "said-by", textContent: sentences.map(say).join("; ") })));
  const box = make("div", { className: "bytes", tabIndex: 0, ariaLabel: t("Bytes of {role}", { role: say(role) }) }, make("table", {}, make("tbody", {}, ...rows)));
  box.setAttribute("role", "region");
  return [head, rows.length ? box : make("p", { textContent: t("Nothing has been sent yet.") })];
}

/** @param {WheelCounts} found */
function wheelLine({ spins: n, wheel: name, spins_to_find_a_bias: most }) {
  const m = grouped(String(most));
  return name ? t("{n} numbers of wheel {name}; a pocket that comes a quarter too often shows after {m} spins", { n, name, m })
    : t("{n} numbers of the wheel; a pocket that comes a quarter too often shows after {m} spins", { n, m });
}

async function wheel() {
  /** @type {WheelCounts?} */
  const found = await ask("/technician/wheel");
  by("wheel-panel").hidden = !found?.counts;
  if (!found?.counts) return;
  const { counts } = found, names = { pockets: t("Pockets"), sectors: t("Sectors"), drop_zone: t("Where the ball drops") };
  const tests = /** @type {const} */ (["pockets", "sectors", "drop_zone"]).flatMap((key) => {
    const { p, spins_needed: needed, alarm } = found[key];
    const verdict = p === null ? t("says nothing before {n} spins", { n: needed ?? "–" }) : alarm ? t("▲ chance does not explain it (p = {p})", { p: p.toPrecision(2) }) : t("chance explains it (p = {p})", { p: p.toPrecision(2) });
    return [make("dt", { textContent: names[key] }), make("dd", { textContent: verdict })];
  });
  const most = Math.max(1, ...Object.values(counts));
  const bars = make("div", { className: "pockets", role: "img", ariaLabel: t("How often each pocket came, in the order of the wheel") }, ...Object.entries(counts).map(([name, n]) => {
    const bar = make("span", { title: `${name}: ${n}` });
    bar.style.height = `${100 * n / most}%`;
    return bar;
  }));
  by("wheel").replaceChildren(make("p", { textContent: wheelLine(found) }), bars, make("dl", { className: "sum" }, ...tests));
}

async function log() {
  const found = await ask("/technician/log");
  if (found) by("log").textContent = found.lines.length ? found.lines.reverse().join("\n") : t("The log is empty.");
}

by("look-newer").addEventListener("click", async () => {
  by("newer").textContent = t("A moment, please.");
  const found = await ask("/technician/update");
  by("newer").textContent = found ? found.said.map(say).join(" ") : t("The table does not answer.");
});

// --- an update: asked for with two touches, then waited for

const WAITS = ["asked", "running"];

/** What came of the last one; with `since`, waited for until there is an end, also while no table answers. */
async function came(since = 0) {
  const found = await ask("/technician/update/came");
  const when = found?.at_s ? `${new Date(found.at_s * 1000).toLocaleString(language, { hourCycle: "h23" })} · ` : "";
  if (found) by("came").textContent = found.state ? when + say(found.said) : "";
  else if (since) by("came").textContent = t("It is being updated: the table does not answer for now.");
  if (found?.state === "asked" && since && Date.now() - since > 60000) by("came").textContent = t("Nothing responds. Is sabot-update.path running?");
  if (!found || WAITS.includes(found.state)) setTimeout(came, 2000, since || Date.now());
  else if (since) location.reload();
}

/** @param {boolean} asked */
function sure(asked) {
  const update = by("update");
  by("sure").hidden = !asked;
  if (update) update.hidden = asked;
  by(asked ? "update-not" : "update")?.focus();
}

by("update")?.addEventListener("click", () => sure(true));
by("update-not")?.addEventListener("click", () => sure(false));
by("update-sure")?.addEventListener("click", async () => {
  sure(false);
  const why = await post("/technician/update", {});
  by("newer").textContent = why;
  if (!why) came(Date.now());
});

look(); wheel(); log(); came();
setInterval(look, 1000);
setInterval(log, 15000);
