// The cloth of a wheel under a finger: the bet whose chip would lie nearest. The arrows go from chip to chip.

const NUMBERS_BELOW = 43.5, NUMBERS_RIGHT = 130; // the border of the numbers, in units of the drawing
const ZEROS_RIGHT = 7; // left of it nothing but zeros is meant
const PLEIN_BEFORE = 1.2; // a full number is meant rather than the line beside it
const START = { x: 65, y: 21 }; // from where the arrows go: 17, in the middle
const LINE_REACH = 4; // how far from a line between two dozens or columns it is meant

/** @param {Spot} spot @param {number} x @param {number} y */
const away = (spot, x, y) => Math.hypot(spot.x - x, spot.y - y) - (spot.on.length === 1 ? PLEIN_BEFORE : 0);

/** @param {Spot[]} spots @param {number} x @param {number} y */
const nearest = (spots, x, y) => spots.reduce((best, spot) => (away(spot, x, y) < away(best, x, y) ? spot : best));

/** The bet under a point of the cloth.
 *  @param {Spot[]} spots @param {number} x @param {number} y */
function betAt(spots, x, y) {
  const isInside = y < NUMBERS_BELOW && x < NUMBERS_RIGHT;
  const few = spots.filter(({ on }) => (on.length <= 6) === isInside);
  if (x < ZEROS_RIGHT) return nearest(spots.filter((spot) => spot.x < ZEROS_RIGHT), x, y);
  if (isInside) return nearest(few, x, y);
  const doubles = few.filter(({ name }) => /:\d-/.test(name) && name.length < 14), line = nearest(doubles, x, y);
  return away(line, x, y) < LINE_REACH ? line : nearest(few.filter((spot) => !doubles.includes(spot)), x, y);
}

/** The next bet in a direction: near, and not far aside.
 *  @param {Spot[]} spots @param {Spot} from @param {[number, number]} towards */
function beside(spots, from, [right, down]) {
  const cost = (/** @type {Spot} */ { x, y }) => {
    const along = (x - from.x) * right + (y - from.y) * down, aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
    return along > .5 ? along + 3 * aside : Infinity;
  };
  const best = spots.reduce((found, spot) => (cost(spot) < cost(found) ? spot : found));
  return cost(best) < Infinity ? best : from;
}

/** @type {{ [key: string]: [number, number] }} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {Felt} */
export function felt(cloth, { aimed, chosen }) {
  const aim = cloth.querySelector(".aim");
  /** @type {Spot[]} */
  const spots = JSON.parse(cloth.dataset.spots ?? "[]");
  let at = nearest(spots, START.x, START.y);

  /** @param {Spot} spot */
  function show(spot) {
    at = spot;
    aim?.removeAttribute("hidden");
    aim?.setAttribute("cx", String(spot.x));
    aim?.setAttribute("cy", String(spot.y));
    for (const box of cloth.querySelectorAll("[data-pocket]")) {
      const name = box.dataset.pocket ?? "";
      box.classList.toggle("here", name === spot.name || spot.on.includes(name) && spot.on.length <= 6);
    }
    aimed(spot);
  }

  /** @param {PointerEvent} event */
  function under({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(cloth.getScreenCTM()?.inverse());
    show(betAt(spots, x, y));
  }

  cloth.addEventListener("pointerdown", (event) => { if (event.button === 0) { cloth.setPointerCapture(event.pointerId); under(event); } });
  cloth.addEventListener("pointermove", (event) => { if (event.buttons) under(event); });
  cloth.addEventListener("pointerup", () => chosen(at));
  cloth.addEventListener("keydown", (event) => {
    const towards = ARROWS[event.key];
    if (towards) show(beside(spots, at, towards));
    else if (event.key === "Enter" || event.key === " ") chosen(at);
    else return;
    event.preventDefault();
  });

  /** The sums that lie, by bet.
   *  @param {Map<string, string>} sums */
  function lay(sums) {
    const there = spots.filter(({ name }) => sums.has(name));
    cloth.querySelector(".lying")?.replaceChildren(...there.flatMap(({ name, x, y }) => [drawn("circle", { cx: x, cy: y, r: 3.4 }), drawn("text", { x, y }, sums.get(name))]));
  }
  return { lay };
}

/** @type {Draw} */
function drawn(tag, attributes, text) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text) element.textContent = text;
  return element;
}
