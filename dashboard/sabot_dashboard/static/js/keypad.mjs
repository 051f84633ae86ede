// A name and its PIN, by finger or by keyboard, or its passphrase. They show as dots, and go nowhere but to the table.

import { say, t } from "./words.mjs";

const MOST = 128;
/** @type {Make} */
const make = (tag, fields, ...children) => { const one = Object.assign(document.createElement(tag), fields); one.append(...children); return one; };

/** The pad itself, in `box`: `done({name, pin})` is called when it is entered. Returns `{tell}`.
 *  @type {Pad} */
export function keypad(box, names, done) {
  let pin = "";
  const dots = make("output", { className: "dots", ariaLabel: t("PIN") });
  const message = make("p", { className: "pad-message", role: "alert" });
  const list = make("div", { className: "names", ...(names.length ? { role: "radiogroup", ariaLabel: t("Who") } : {}) });
  const typed = make("input", { type: "text", maxLength: 40, autocomplete: "username", className: "typed-name", ariaLabel: t("Your name"), placeholder: t("Your name") });
  const phrase = make("input", { type: "password", maxLength: MOST, autocomplete: "current-password", className: "typed-name", placeholder: t("or a passphrase"), ariaLabel: t("or a passphrase") });
  const keys = make("div", { className: "digits" });
  const show = () => { dots.textContent = "●".repeat(pin.length); dots.ariaLabel = t("PIN: {n} digits", { n: pin.length }); };
  /** @param {string} key */
  const press = (key) => {
    if (key === "⌫") pin = pin.slice(0, -1);
    else if (pin.length < MOST) pin += key;
    show();
  };
  const enter = () => {
    /** @type {HTMLInputElement?} */
    const chosen = list.querySelector("input:checked"), name = names.length ? chosen?.value : typed.value.trim();
    if (name && (pin || phrase.value)) done({ name, pin: pin || phrase.value });
    else message.textContent = name ? t("Enter the PIN.") : t("Choose a name.");
  };
  if (!names.length) list.append(typed, phrase); // from another device nobody is told who works here
  names.forEach((name, nth) => list.append(make("label", { className: "name" },
    make("input", { type: "radio", name: "who", value: name, checked: names.length === 1 && nth === 0 }), make("span", { textContent: name }))));
  for (const key of ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0", "OK"]) {
    const button = make("button", { type: "button", className: key === "OK" ? "digit ok" : "digit", textContent: key });
    if (key === "⌫") button.ariaLabel = t("Delete");
    button.addEventListener("click", key === "OK" ? enter : () => press(key));
    keys.append(button);
  }
  box.addEventListener("keydown", (event) => {
    if ((event.target === typed || event.target === phrase) && event.key !== "Enter") return;
    if (/^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey || event.key === " " && pin && !(event.target instanceof HTMLButtonElement)) press(event.key);
    else if (event.key === "Backspace") press("⌫");
    else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) enter();
    else return;
    event.preventDefault();
  });
  box.append(list, make("div", { className: "entry" }, dots, keys, message));
  show();
  return { tell: (why) => { message.textContent = say(why); pin = phrase.value = ""; show(); } };
}

/** Ask for a name and its PIN over the page; null if nobody will. `attempt({name, pin})` gives a sentence as long as it is not right.
 *  @type {AskPin} */
export function askPin({ people, why }, attempt) {
  return new Promise((resolve) => {
    const dialog = make("dialog", { className: "keypad" }, make("h2", { textContent: say(why), id: "keypad-title" }));
    dialog.setAttribute("aria-labelledby", "keypad-title");
    const pad = keypad(dialog, people, async (given) => {
      const refusal = await attempt(given);
      if (refusal) pad.tell(refusal);
      else dialog.close("in");
    });
    const close = make("button", { type: "button", className: "key press", textContent: t("Close") });
    close.addEventListener("click", () => dialog.close(""));
    dialog.append(close);
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue === "in"); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
