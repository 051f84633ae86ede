// Sounds of the croupier's page, off unless this device wants them: each alarm its own tone, the calls as words.

// [frequency in Hz, from s, for s]; distinct by rhythm and direction, not by pitch alone.
/** @type {{ [alarm: string]: [pitch: number, from: number, length: number][] }} */
const TONES = {
  fault: [[880, 0, .16], [660, .2, .16], [880, .4, .16], [660, .6, .3]],
  lost: [[330, 0, .35], [330, .5, .35]],
  refused: [[520, 0, .12], [390, .14, .2]],
  check: [[523, 0, .14], [659, .17, .14], [784, .34, .3]],
  help: [[988, 0, .1], [988, .15, .1], [988, .3, .1]],
};

/** @type {AudioContext} */
let context;

/** @param {string} name */
function tone(name) {
  context ??= new AudioContext();
  context.resume();
  const now = context.currentTime + .01;
  for (const [pitch, from, length] of TONES[name] ?? []) {
    const oscillator = new OscillatorNode(context, { type: name === "lost" ? "square" : "triangle", frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, now + from);
    volume.gain.linearRampToValueAtTime(.35, now + from + .015);
    volume.gain.setTargetAtTime(0, now + from + length, .02);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(now + from);
    oscillator.stop(now + from + length + .2);
  }
}

/** Sound once the picture is on the screen: the first tone costs ten milliseconds, for which no frame waits.
 *  @param {string} name */
function sounded(name) {
  if (document.hidden) tone(name); else requestAnimationFrame(() => setTimeout(tone, 0, name));
}

/** @type {string[]} */
const waiting = [];
/** @type {HTMLAudioElement?} */
let speaking = null;

/** @param {Call} call */
function speak({ text, lang }) {
  waiting.push(`/spoken?${new URLSearchParams({ text, lang })}`);
  waiting.splice(0, waiting.length - 3);
  if (!speaking) following();
}

function following() {
  const next = waiting.shift();
  speaking = next ? new Audio(next) : null;
  if (!speaking) return;
  speaking.onended = speaking.onerror = following;
  speaking.play().catch(following);
}

/** What is heard of each picture, as this device wants it: `off`, `alarms`, or `calls` besides.
 *  @param {string | undefined} wanted @return {(picture: Picture, at: { first: boolean }) => void} */
export function sounds(wanted) {
  let before = { tone: "", open: 0, help: false, calls: "" };
  /** @type {string[]} */
  const heard = [];
  if (wanted !== "off") document.body.dataset.heard = "";
  return ({ band, help_wanted: help, calls, events }, { first }) => {
    const now = { tone: band.tone, open: band.also.length, help, calls: JSON.stringify(calls) };
    if (!first && wanted !== "off") {
      const alarm = (now.tone !== before.tone || now.open > before.open) && now.tone in TONES ? now.tone : help && !before.help ? "help" : "";
      if (alarm) { sounded(alarm); heard.push(alarm); document.body.dataset.heard = heard.slice(-6).join(" "); }
      if (wanted === "calls" && events.includes("call") && now.calls !== before.calls) calls.slice(-1).forEach(speak);
    }
    before = now;
  };
}
