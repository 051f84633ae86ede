// The players' telephones, at the table: a code for each seat, and which telephone is taken off.

import { tell } from "./acts.mjs";
import { ask, make, post } from "./desk.mjs";
import { seatName } from "./home.mjs";
import { changed, write } from "./page.mjs";
import { t } from "./words.mjs";

const LOOK_MS = 1500;
/** @type {{ [state: string]: () => string }} */
const STATES = { "": () => t("no telephone"), code: () => t("code shown"), holds: () => t("✓ telephone"), asked: () => t("another telephone asks") };

/** The dialog with the seats; it opens at this seat, or at the first one without a telephone.
 *  @param {number} [wanted] */
export async function telephones(wanted) {
  /** @type {SeatsListed?} */
  const first = await ask("/seats");
  if (!first) { tell(t("Not sent: the table does not answer. Try again.")); return; }
  const chosen = first.seats.find((each) => each.seat === wanted) ?? first.seats.find(({ state }) => state === "" || state === "code") ?? first.seats[0];
  const shows = make("section", { className: "code" }), list = make("div", { className: "seats-listed", role: "group", ariaLabel: t("The seats") });
  const off = make("button", { type: "button", className: "key", textContent: t("Take all telephones off") });
  const close = make("button", { type: "button", className: "key", textContent: t("Close"), autofocus: true }); // Enter takes nobody's telephone
  const dialog = make("dialog", { className: "telephones", ariaLabel: t("Telephones") }, shows, make("div", { className: "beside" }, make("h2", { textContent: t("Telephones") }), list, off, close));
  let seat = chosen?.seat ?? 1, used = false, said = 0; // `said`: how often something else was shown

  // A key stays as long as its seat: one that is replaced under a finger does not hear it.
  /** @type {Map<number, HTMLElement>} */
  const keys = new Map();
  /** @param {number} at */
  const keyOf = (at) => keys.get(at) ?? (() => {
    const key = make("button", { type: "button", className: "key" }, make("b", { textContent: seatName(at) }), make("small", {}));
    key.addEventListener("click", () => open(at));
    keys.set(at, key);
    return key;
  })();
  const draw = changed(/** @param {SeatsListed["seats"]} seats @param {number} here */ (seats, here) => {
    const wanted = seats.map((each) => {
      const key = keyOf(each.seat);
      key.setAttribute("aria-pressed", String(each.seat === here));
      if (key.lastElementChild) write(key.lastElementChild, STATES[each.state]?.() ?? each.state);
      return key;
    });
    if (wanted.length !== list.children.length || wanted.some((key, n) => key !== list.children[n])) list.replaceChildren(...wanted);
  });

  /** @param {string[]} words @param {(Node | string)[]} parts */
  const say = (words, ...parts) => { used = true; said += 1; shows.replaceChildren(make("h2", { textContent: seatName(seat) }), ...words.map((text) => make("p", { textContent: text })), ...parts); };

  /** A seat with a telephone says so, as the table knows it now; for any other the code is shown.
   *  @param {number} at */
  async function open(at) {
    seat = at;
    used = true;
    /** @type {SeatsListed?} */
    const found = await ask("/seats", 5000), state = found?.seats.find((each) => each.seat === at)?.state;
    if (!found || seat !== at) return; // another seat was touched meanwhile
    draw(found.seats, at);
    if (state === "holds" || state === "asked") held(found.longest_s); else await code();
  }

  /** @param {number} longest_s how long another telephone waits for an answer */
  function held(longest_s) {
    const another = make("button", { type: "button", className: "key", textContent: t("Another code for this seat") });
    const revoke = make("button", { type: "button", className: "key", textContent: t("Take the telephone off") });
    another.addEventListener("click", code);
    revoke.addEventListener("click", () => post("/seats/revoke", { seat }, () => open(seat)));
    say([t("This seat has its telephone. Another one that brings a code asks the first; without an answer it has the seat after {n} s.", { n: longest_s })], another, revoke);
  }

  async function code() {
    const why = await post("/seats/code", { seat }, (/** @type {SeatCode} */ found) => {
      if (found.seat !== seat) return;
      if (!found.address.startsWith("http")) { say([t("Other devices do not reach this table yet: set the host of its screens in the configuration.")]); return; }
      const drawn = URL.createObjectURL(new Blob([found.svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')], { type: "image/svg+xml" }));
      const picture = make("img", { className: "qr", alt: t("QR code of this seat"), src: drawn, onload: () => URL.revokeObjectURL(drawn) });
      say([t("Scan this code, or open the address and type the letters. It can be used once, for ten minutes.")], picture, make("p", { className: "address", textContent: found.address }), make("p", { className: "letters", textContent: found.letters }));
      used = false;
    });
    if (why) say([why]);
  }

  async function look() {
    const before = said;
    /** @type {SeatsListed?} */
    const found = await ask("/seats", 5000);
    if (!found || !dialog.open) return;
    draw(found.seats, seat);
    const here = found.seats.find((each) => each.seat === seat);
    if (!used && before === said && here && !here.code) open(seat); // its code was used, or is too old
  }

  off.addEventListener("click", () => post("/seats/revoke", { all: true }, () => look()));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
  const looking = setInterval(look, LOOK_MS);
  dialog.addEventListener("close", () => { clearInterval(looking); dialog.remove(); });
  document.body.append(dialog);
  dialog.showModal();
  open(seat);
}
