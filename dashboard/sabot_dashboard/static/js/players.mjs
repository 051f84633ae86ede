// What players say and stake, by touch: a seat, a place, chips. What may be done, the referee says; here is no rule.

import { later, send } from "./acts.mjs";
import { figures, pile, rack, units } from "./chips.mjs";
import { ask, make } from "./desk.mjs";
import { by, changed } from "./page.mjs";
import { say, t } from "./words.mjs";

/** Fetches the cloth for it once, and gives what opens it and what draws it again.
 *  @param {Now} now @return {Promise<{ open(picture: Picture | null): void, drawn(picture: Picture): void }>} */
export async function players(now) {
  const [answer] = await Promise.all([ask(`/players?lang=${document.documentElement.lang}`), later("chips")]);
  if (!answer) throw new Error("/players");
  document.body.append(...new DOMParser().parseFromString(answer.html, "text/html").body.children);
  return table(now);
}

/** @param {Picture} picture */
const lying = ({ places }) => (places ?? []).reduce((all, { cards }) => all + cards.length, 0);

/** Whether something has come that the croupier has to see on the page beneath: a fault, or a card.
 *  @param {Picture} before @param {Picture} picture */
const isCovered = (before, picture) => picture.faults.length > before.faults.length || lying(picture) > lying(before);

/** @param {Now} now */
async function table(now) {
  const dialog = by("players"), aimed = by("aimed"), lay = by("lay"), unlay = by("unlay");
  const values = (dialog.dataset.chips ?? "").split(" ").map(Number);
  /** @type {{ seat: number | null, where: string, words: string, text: string }} */
  const hand = { seat: null, where: "", words: "", text: "" }; // what was touched so far
  /** @type {Offers} */
  let may = { refused: {}, calls: [] };
  /** @type {Picture?} */
  let shown = null;
  /** The stake that this page laid last, and how many stakes lay then; without a count while no picture has it.
   *  @type {{ seat: number | null, count: number } | null} */
  let laid = null;
  let tried = { where: "", text: "" }; // the place that was touched last: whether it is free may come to be known later
  let asked = 0, sending = false;
  const jetons = rack(by("rack"), { values, changed: () => tell(), last: unlay });
  const cloth = by("felt");
  const wheel = cloth && (await import("./felt.mjs")).felt(cloth, { aimed: (spot) => { aimed.textContent = spot.text; }, chosen: (spot) => place(spot.name, spot.text) });

  /** What is in the hand now, or why it cannot be laid.
   *  @param {string} [why] */
  function tell(why = "") {
    const what = [hand.seat ? t("seat {n}", { n: hand.seat }) : "", hand.text, jetons.amount() ? figures(jetons.amount()) : ""];
    aimed.textContent = why || what.filter(Boolean).join(" · ");
    aimed.classList.toggle("why-not", Boolean(why));
    lay.disabled = !(hand.where || hand.words) || !jetons.amount();
    unlay.disabled = !jetons.amount() && !isLast();
    for (const one of dialog.querySelectorAll("[data-where], [data-words]")) {
      one.setAttribute("aria-pressed", String(Boolean(hand.where && one.dataset.where === hand.where || hand.words && one.dataset.words === hand.words)));
    }
  }

  /** @param {string} where @param {string} text */
  function place(where, text) {
    tried = { where, text };
    const why = may.refused[where];
    Object.assign(hand, why ? { where: "", words: "", text: "" } : { where, words: "", text });
    tell(why ? say(why) : "");
  }

  /** @param {number | null} seat */
  async function sit(seat) {
    hand.seat = seat;
    if (!hand.where) tried.where = "";
    for (const one of dialog.querySelectorAll("[data-seat]")) one.setAttribute("aria-pressed", String(one.dataset.seat === String(seat ?? "")));
    tell();
    await offered();
  }

  async function offered() {
    const nth = asked += 1;
    const found = await ask(`/offers${hand.seat ? `?seat=${hand.seat}` : ""}`, 5000);
    if (nth !== asked || !found) return; // another seat was touched meanwhile
    may = found;
    for (const one of dialog.querySelectorAll("[data-where]")) one.setAttribute("aria-disabled", String((one.dataset.where ?? "") in may.refused));
    by("said").replaceChildren(...may.calls.map(button));
    if (tried.where) place(tried.where, tried.text);
    else tell();
  }

  /** @param {Offers["calls"][number]} call */
  function button({ words, text, means, sum }) {
    const key = make("button", { type: "button", className: "call" }, make("b", { textContent: text }));
    if (means.id) key.append(make("small", { textContent: say(means), lang: document.documentElement.lang }));
    key.dataset.words = words;
    key.addEventListener("click", () => {
      if (!sum) { sent(() => send("say", { words }, now)); return; }
      tried.where = "";
      Object.assign(hand, { where: "", words, text });
      tell();
    });
    return key;
  }

  /** One act at a time; why it was not taken stands on the page until the next touch.
   *  @param {() => Promise<string>} act */
  async function sent(act) {
    if (sending) return false;
    sending = true;
    const why = await act();
    sending = false;
    tried.where = "";
    if (!why) Object.assign(hand, { where: "", words: "", text: "" });
    if (!why) jetons.clear();
    tell(why);
    return !why;
  }

  async function stake() {
    const amount = (jetons.amount() / 100).toFixed(2), { seat, where, words } = hand;
    if (words) { await sent(() => send("say", { words: words.replace("AMOUNT", amount) }, now)); return; }
    const count = shown?.stakes.length ?? 0;
    if (await sent(() => send("stake", { where, amount, seat }, now))) laid = { seat, count };
    tell();
  }

  /** Whether the stake that this page laid last is the last of all, and may still be taken back. */
  function isLast() {
    const stakes = shown?.stakes ?? [];
    return Boolean(laid && stakes.length > laid.count && stakes.at(-1)?.seat === laid.seat && shown?.phase === "bets-open");
  }

  /** The last chip goes back into the rack; with none in the hand the stake that was laid last. */
  async function takeBack() {
    if (jetons.back() || !isLast()) return;
    laid = null;
    await sent(() => send("undo", { by: "croupier", stakes: shown?.stakes.length }, now));
  }

  const drawLying = changed(/** @param {Staked[]} stakes @param {...unknown} _ what else decides what may be done */ (stakes, ..._) => {
    for (const one of dialog.querySelectorAll(".seat, .bet")) {
      const mine = stakes.filter(({ seat, where }) => (one.dataset.where ? where === one.dataset.where : String(seat ?? "") === one.dataset.seat));
      const sum = mine.reduce((all, { amount }) => all + units(amount), 0);
      one.querySelector(".lies")?.replaceChildren(...(sum ? [pile(sum, values)] : []));
    }
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const { where, amount } of stakes) sums.set(where, (sums.get(where) ?? 0) + units(amount));
    wheel?.lay(new Map([...sums].map(([where, sum]) => [where, figures(sum)])));
    if (dialog.open) offered();
  });

  /** @param {Picture} picture */
  function drawn(picture) {
    if (shown && isCovered(shown, picture)) dialog.close();
    shown = picture;
    drawLying(picture.stakes, picture.phase, picture.bank, picture.calls, picture.prison, picture.coup);
    unlay.disabled = !jetons.amount() && !isLast();
  }

  for (const one of dialog.querySelectorAll("[data-at]")) one.style.gridArea = one.dataset.at ?? "";
  for (const one of dialog.querySelectorAll("[data-seat]")) one.addEventListener("click", () => sit(Number(one.dataset.seat) || null));
  for (const one of dialog.querySelectorAll("[data-where]")) one.addEventListener("click", () => place(one.dataset.where ?? "", one.dataset.text ?? ""));
  lay.addEventListener("click", stake);
  unlay.addEventListener("click", takeBack);
  by("rack").addEventListener("keydown", ({ key, target }) => { if (key === "Enter" && target instanceof HTMLInputElement && !lay.disabled) stake(); });
  by("turn")?.addEventListener("click", () => turned());
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

  function turned() {
    const isTrack = Boolean(by("track").hidden);
    by("track").hidden = !isTrack;
    dialog.classList.toggle("on-track", isTrack);
    by("turn").setAttribute("aria-pressed", String(isTrack));
  }

  /** @param {Picture | null} picture */
  function open(picture) {
    if (picture) drawn(picture);
    dialog.showModal();
    sit(hand.seat);
  }
  return { open, drawn };
}
