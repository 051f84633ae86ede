// The roads as pictures: the cells come from the table, here they are only drawn.

const SVG = "http://www.w3.org/2000/svg";
const ROWS = 6;

/** An SVG element with its attributes.
 *  @type {Draw} */
export function make(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** @param {number} columns */
function grid(columns) {
  let lines = "";
  for (let column = 0; column <= columns; column += 1) lines += `M${column} 0V${ROWS}`;
  for (let row = 0; row <= ROWS; row += 1) lines += `M0 ${row}H${columns}`;
  return make("path", { class: "grid", d: lines });
}

/** What is drawn in one cell of the bead plate.
 *  @param {string} letter */
function bead(letter) {
  return [make("circle", { class: "disc", r: .43 }), make("text", { y: letter === "É" ? .07 : .02 }, letter)];
}

/** What is drawn in one cell of the big road: a ring, and the égalités that followed it as a stroke and their number.
 *  @param {number} ties */
function ring(ties) {
  const parts = [make("circle", { class: "circle", r: .36 })];
  if (ties) parts.push(make("path", { class: "tie", d: "M-.34 .34L.34 -.34" }));
  if (ties > 1) parts.push(make("text", { class: "ties", y: .02 }, String(ties)));
  return parts;
}

/** @param {string} text */
function signs(text) {
  const parts = [];
  if (text.includes("p")) parts.push(make("circle", { class: "pair punto", cx: .33, cy: .33, r: .15 }));
  if (text.includes("b")) parts.push(make("circle", { class: "pair banco", cx: -.33, cy: -.33, r: .15 }));
  if (text.includes("n")) parts.push(make("rect", { class: "natural", x: .2, y: -.42, width: .2, height: .2, transform: "rotate(45 .3 -.32)" }));
  if (text.includes("!")) parts.push(make("rect", { class: "newest", x: -.47, y: -.47, width: .94, height: .94, rx: .1 }));
  return parts;
}

/** What is drawn in one cell of a derived road, each in its own shape. */
const DERIVED = {
  eye: () => [make("circle", { class: "circle", r: .34 })],
  small: () => [make("circle", { class: "disc", r: .42 })],
  pig: () => [make("path", { class: "stroke", d: "M-.36 .36L.36 -.36" })],
};

/** @param {RoadCell} cell @param {RoadLook} look */
function cellOf([column, row, mark, ties, text], { letters, derived }) {
  const cell = make("g", { class: mark, transform: `translate(${column} ${row})`, "data-cell": `${column},${row},${mark}` });
  cell.append(...(derived ? DERIVED[derived]() : letters ? bead(letters[mark] ?? "") : ring(ties)), ...signs(text));
  return cell;
}

/** @type {WeakMap<SVGElement, Road>} */
const roads = new WeakMap(); // by its picture: the columns of a road, the cells that lie on it by what they show, and what they lie on

/** @param {SVGElement} svg @param {number} columns */
function ruled(svg, columns) {
  /** @type {Road} */
  const road = { columns, there: new Map(), lying: make("g", {}) };
  svg.setAttribute("viewBox", `-.03 -.03 ${columns + .06} ${ROWS + .06}`);
  svg.replaceChildren(grid(columns), road.lying);
  roads.set(svg, road);
  return road;
}

/** Draw `cells` into `svg` from the left; a full one moves on by a column, so that the newest is always in view. `letters` by mark for a bead plate, `derived` the name of a road without coups.
 *  A coup adds one or two: those that lie there stay, and move together.
 *  @param {SVGElement} svg @param {RoadCell[]} cells @param {RoadLook & { columns: number }} look */
export function drawRoad(svg, cells, { columns, letters, derived }) {
  const known = roads.get(svg);
  const { there, lying } = known?.columns === columns ? known : ruled(svg, columns);
  const newest = Math.max(0, ...cells.map(([column]) => column));
  const shown = new Map(cells.filter(([column]) => column > newest - columns).map((cell) => [cell.join(), cell]));
  for (const [shows, element] of there) if (!shown.has(shows)) { element.remove(); there.delete(shows); }
  for (const [shows, cell] of shown) if (!there.has(shows)) there.set(shows, lying.appendChild(cellOf(cell, { letters, derived })));
  const moved = `translate(${Math.min(0, columns - 1 - newest) + .5} .5)`;
  if (lying.getAttribute("transform") !== moved) lying.setAttribute("transform", moved);
}

/** What each winner, if it comes next, draws in the road `derived`: its letter and the mark.
 *  @param {Element} svg @param {Roads["next"]} next @param {{ letters: Names, derived: "eye" | "small" | "pig" }} look */
export function drawNext(svg, next, { letters, derived }) {
  svg.replaceChildren(...Object.entries(next).flatMap(([winner, marks], nth) => {
    const mark = make("g", { class: marks[derived] ?? "", transform: `translate(${2.6 * nth + 1.7} .5)`, "data-next-mark": `${winner} ${marks[derived] ?? ""}` });
    if (marks[derived]) mark.append(...DERIVED[derived]());
    return [make("text", { class: `who ${winner}`, x: 2.6 * nth + .7, y: .5 }, letters[winner]), mark];
  }));
}
