// One stream a page. What it says is drawn; when it falls silent, the page says so instead of showing the past as the present.

import { t } from "./words.mjs";

const STALE_MS = 3000;
const SILENT_MS = 8000; // then the connection is dead, whatever the browser thinks of it
const CONNECTING_MS = 20000;
const CHECK_MS = 250;

/**
 * Listen to the pictures for one kind of screen. `draw(picture, {first, seq})` is called for each; `first` is one that comes on
 * connection, so that nothing moves for it. Returns `{seq, stale}`, which change.
 */
export function live(audience, draw) {
  const state = { seq: null, stale: true };
  const note = document.getElementById("stale");
  let heard = performance.now(), good = heard, source = null, first = true, opened = false;

  function connect() {
    source?.close();
    first = true;
    heard = performance.now();
    source = new EventSource(`/events?for=${audience}`);
    source.onmessage = (event) => {
      heard = good = performance.now();
      state.seq = Number(event.lastEventId);
      opened = true;
      mark();
      draw(JSON.parse(event.data), { first, seq: state.seq });
      first = false;
    };
    source.addEventListener("alive", (event) => {
      heard = performance.now();
      good = heard - 1000 * JSON.parse(event.data).silent_s;
      mark();
    });
  }

  function mark() {
    const age = performance.now() - good;
    state.stale = !opened || age > STALE_MS;
    document.body.classList.toggle("stale", state.stale);
    note.hidden = !state.stale;
    const seconds = Math.max(1, Math.round(age / 1000));
    const text = opened ? t("Not live: this picture is {n} s old", { n: seconds })
      : t("Waiting for the table …");
    if (state.stale && note.textContent !== text) note.textContent = text;
  }

  function check() {
    const silent = performance.now() - heard;
    const patience = source.readyState === EventSource.CONNECTING ? CONNECTING_MS : SILENT_MS;
    if (silent > patience || (source.readyState === EventSource.CLOSED && silent > 1500)) connect();
    mark();
  }

  function woken() {
    if (document.visibilityState === "visible" && performance.now() - heard > STALE_MS) connect();
    mark();
  }

  connect();
  mark();
  setInterval(check, CHECK_MS);
  for (const name of ["pageshow", "online", "focus"]) addEventListener(name, woken);
  document.addEventListener("visibilitychange", woken);
  addEventListener("pagehide", () => source.close());
  return state;
}
