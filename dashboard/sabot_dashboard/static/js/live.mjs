// Draws what the table says; when it is silent, the page says how old the picture is.

import { CHECK_MS, STALE_MS, ago, line, since } from "./line.mjs";
import { by, show, write } from "./page.mjs";
import { t } from "./words.mjs";

const LOST_MS = 30000; // then what lays the line is itself dead
let shares = "SharedWorker" in window;

/** @type {Live} */
export function live(audience, draw) {
  /** @type {ReturnType<Live>} */
  const state = { seq: null, mark: null, stale: true };
  const note = by("stale");
  let heard = ago(0), good = heard, opened = false, waiting = true, full = false;
  /** @type {{ close(): void }?} */
  let ours = null;

  function connect() {
    release();
    heard = ago(0);
    ours = shares ? shared(audience, received, alone) : line(audience, received);
  }

  function release() {
    ours?.close();
    ours = null;
    waiting = true;
    mark();
  }

  function alone() {
    shares = false;
    connect();
  }

  /** @param {Told} told */
  function received({ age, data, seq, first, full: none, out }) {
    if (out) { location.reload(); return; } // who has left is asked to come in again
    full = Boolean(none);
    if (none !== undefined) { heard = ago(0); mark(); return; }
    if (!waiting && since(heard) > STALE_MS) { connect(); return; } // it may have lain here for as long
    heard = ago(0);
    good = ago(age);
    if (data) {
      opened = true;
      state.seq = seq;
    }
    if (opened) waiting = false;
    mark();
    if (!data) return;
    const picture = JSON.parse(data);
    state.mark = picture.mark;
    draw(picture, { first, seq });
  }

  function mark() {
    const age = since(good);
    state.stale = waiting || age > STALE_MS;
    document.body.classList.toggle("stale", state.stale);
    show(note, state.stale);
    const seconds = Math.max(1, Math.round(age / 1000));
    const old = opened && t("Not live: this picture is {n} s old", { n: seconds });
    const why = full ? t("The table has as many screens as it can serve. Close one; this one tries again by itself.") : old || t("Waiting for the table …");
    if (state.stale) write(note, old && full ? `${old}. ${why}` : why);
  }

  function check() {
    if (ours && since(heard) > LOST_MS) connect();
    mark();
  }

  function woken() {
    if (document.visibilityState === "visible" && (!ours || since(heard) > STALE_MS)) connect();
    mark();
  }

  connect();
  setInterval(check, CHECK_MS);
  for (const name of ["pageshow", "online", "focus"]) addEventListener(name, woken);
  // The browser has six lines: a page that nobody sees gives its line back.
  document.addEventListener("visibilitychange", () => (document.visibilityState === "hidden" && !shares ? release() : woken()));
  document.addEventListener("freeze", release);
  document.addEventListener("resume", woken);
  addEventListener("pageshow", ({ persisted }) => persisted && connect()); // back from the page after this one
  addEventListener("pagehide", release);
  return state;
}

/** @type {Share} */
function shared(audience, tell, broken) {
  const worker = new SharedWorker(new URL("share.mjs", import.meta.url), { type: "module" });
  const { port } = worker;
  worker.onerror = broken;
  port.onmessage = ({ data }) => tell(data);
  port.postMessage(audience);
  return { close: () => { worker.onerror = null; port.postMessage(""); port.close(); } };
}
