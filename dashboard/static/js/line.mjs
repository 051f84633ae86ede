// A line to the table: what it says and how old that is. One that falls silent is laid anew.

export const STALE_MS = 3000;
const SILENT_MS = 8000; // then the connection is dead, whatever the browser thinks of it
const CONNECTING_MS = 20000;
const CLOSED_MS = 1500; // refused, for now
export const CHECK_MS = 250;

// Two clocks, for that of the page stands still while a tablet sleeps; the later word of the two counts.
export const ago = (ms) => ({ ran: performance.now() - ms, clock: Date.now() - ms });
export const since = ({ ran, clock }) => Math.max(performance.now() - ran, Date.now() - clock);

/**
 * Listen as `audience`. `tell({age, data, seq, first})` gets each word: `age` is the milliseconds since the picture was known to be that of
 * the table; `data`, its JSON, and `seq`, its number, come with a new one, `first` with the first of a connection. Returns `{wake, close}`;
 * `wake` lays a line anew that has been silent. `{full}` alone: the line was refused; whether the table has none left.
 */
export function line(audience, tell) {
  let source = null, first = true, heard = ago(0);

  function lay() {
    source?.close();
    begin();
    source = new EventSource(`/events?for=${audience}`);
    source.onopen = begin; // also when the browser has connected again by itself
    source.onerror = ({ target }) => target.readyState === 2 && fetch(target.url, { method: "HEAD" }).then(({ status }) => status === 503, () => false).then((full) => tell({ full }));
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

  /** What comes after a silence may have lain on the way for as long: the table is asked anew. */
  function hear(name, taken) {
    source.addEventListener(name, (event) => {
      if (since(heard) > STALE_MS) { lay(); return; }
      heard = ago(0);
      taken(event);
    });
  }

  function check() {
    const patience = [CONNECTING_MS, SILENT_MS, CLOSED_MS][source.readyState];
    if (since(heard) > patience) lay();
  }

  lay();
  const checks = setInterval(check, CHECK_MS);
  return { wake: () => { if (since(heard) > STALE_MS) lay(); }, close: () => { clearInterval(checks); source.close(); } };
}
