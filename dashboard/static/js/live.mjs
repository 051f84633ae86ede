// One stream a page. What it says is drawn; when it falls silent, the page says so instead of showing the past as the present.

import { show, write } from "./page.mjs";
import { t } from "./words.mjs";

const STALE_MS = 3000;
const SILENT_MS = 8000; // then the connection is dead, whatever the browser thinks of it
const CONNECTING_MS = 20000;
const CHECK_MS = 250;

// Two clocks, for that of the page stands still while a tablet sleeps; the later word of the two counts.
const now = () => ({ ran: performance.now(), clock: Date.now() });
const since = ({ ran, clock }) => Math.max(performance.now() - ran, Date.now() - clock);

/**
 * Listen to the pictures for one kind of screen. `draw(picture, {first, seq})` is called for each; `first` is one that comes on
 * connection, so that nothing moves for it. Returns `{seq, mark, stale}`, which change: `mark` is
 * the picture's word for what lies on the cloth and is in dispute.
 */
export function live(audience, draw) {
  const state = { seq: null, mark: null, stale: true };
  const note = document.getElementById("stale");
  let heard = now(), good = heard, source = null, first = true, opened = false;

  function connect() {
    source?.close();
    first = true;
    heard = now();
    source = new EventSource(`/events?for=${audience}`);
    source.onmessage = (event) => {
      heard = good = now();
      state.seq = Number(event.lastEventId);
      opened = true;
      mark();
      const picture = JSON.parse(event.data);
      state.mark = picture.mark;
      draw(picture, { first, seq: state.seq });
      first = false;
    };
    source.addEventListener("alive", (event) => {
      heard = now();
      const silent = 1000 * JSON.parse(event.data).silent_s;
      good = { ran: heard.ran - silent, clock: heard.clock - silent };
      mark();
    });
  }

  function mark() {
    const age = since(good);
    state.stale = !opened || age > STALE_MS;
    document.body.classList.toggle("stale", state.stale);
    show(note, state.stale);
    const seconds = Math.max(1, Math.round(age / 1000));
    const text = opened ? t("Not live: this picture is {n} s old", { n: seconds })
      : t("Waiting for the table …");
    if (state.stale) write(note, text);
  }

  function check() {
    const silent = since(heard);
    const patience = source.readyState === EventSource.CONNECTING ? CONNECTING_MS : SILENT_MS;
    if (silent > patience || (source.readyState === EventSource.CLOSED && silent > 1500)) connect();
    mark();
  }

  function woken() {
    if (document.visibilityState === "visible" && since(heard) > STALE_MS) connect();
    mark();
  }

  connect();
  mark();
  setInterval(check, CHECK_MS);
  for (const name of ["pageshow", "online", "focus"]) addEventListener(name, woken);
  document.addEventListener("visibilitychange", woken);
  addEventListener("pageshow", ({ persisted }) => persisted && connect()); // back from the page after this one
  addEventListener("pagehide", () => source.close());
  return state;
}
