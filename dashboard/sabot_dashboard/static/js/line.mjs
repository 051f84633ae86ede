// A line to the table: what it says and how old that is. A silent line is connected again.

export const STALE_MS = 3000;
const SILENT_MS = 8000; // then the connection is dead, even if the browser does not notice
const CONNECTING_MS = 20000;
const CLOSED_MS = 1500; // refused, for now
export const CHECK_MS = 250;

// Two clocks: the page's own stops while a tablet sleeps. The larger value counts.
/** @param {number} ms */
export const ago = (ms) => ({ ran: performance.now() - ms, clock: Date.now() - ms });
/** @type {Since} */
export const since = ({ ran, clock }) => Math.max(performance.now() - ran, Date.now() - clock);

/** @type {Lay} */
export function line(audience, tell) {
  /** @type {EventSource} */
  let source;
  let first = true, heard = ago(0);

  function lay() {
    source?.close();
    begin();
    source = new EventSource(`/events?for=${audience}`);
    source.onopen = begin; // also when the browser has connected again by itself
    source.onerror = function () { if (this.readyState === 2) fetch(this.url, { method: "HEAD" }).then(({ status }) => status, () => 0).then((why) => tell({ full: why === 503, out: why === 401 })); };
    hear("message", ({ data, lastEventId }) => {
      tell({ age: 0, data, seq: Number(lastEventId), first });
      first = false;
    });
    hear("alive", ({ data }) => tell({ age: 1000 * JSON.parse(data).silent_s }));
  }

  function begin() {
    first = true;
    heard = ago(0);
  }

  /** A message after a silence may be old: the table is asked again.
   *  @type {Hear} */
  function hear(name, taken) {
    source.addEventListener(name, (event) => {
      if (since(heard) > STALE_MS) { lay(); return; }
      heard = ago(0);
      taken(event);
    });
  }

  function check() {
    const patience = [CONNECTING_MS, SILENT_MS, CLOSED_MS][source.readyState] ?? 0;
    if (since(heard) > patience) lay();
  }

  lay();
  const checks = setInterval(check, CHECK_MS);
  return { wake: () => { if (since(heard) > STALE_MS) lay(); }, close: () => { clearInterval(checks); source.close(); } };
}
