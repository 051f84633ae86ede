// What the pages hold, for the check of the types of dashboard/static/js. Nothing of it is served.

/** The elements that are not plain HTMLElements, by their id. With `| null`: not every page that asks has it. */
interface Elements {
  "act": Whole<HTMLDialogElement>;
  "act-form": Form<{ reason: HTMLInputElement; counted: HTMLInputElement }>;
  "acknowledge": HTMLButtonElement;
  "answers": Form<{ name: HTMLInputElement; language: HTMLSelectElement; panel: RadioNodeList; game: RadioNodeList }>;
  "at": HTMLInputElement;
  "back": HTMLButtonElement;
  "bar": HTMLElement & { firstElementChild: HTMLElement };
  "bead": SVGSVGElement;
  "big": SVGSVGElement;
  "camera-other": HTMLInputElement;
  "camera-use": HTMLSelectElement;
  "card": SVGSVGElement;
  "chef-name": HTMLInputElement;
  "csv": HTMLAnchorElement;
  "day": HTMLInputElement;
  "digits": Whole<HTMLElement>;
  "enrol": HTMLFormElement | null;
  "evidence": HTMLElement & { firstElementChild: HTMLImageElement };
  "extra": HTMLInputElement;
  "eye": SVGSVGElement;
  "felt": SVGSVGElement | null;
  "focus": HTMLMeterElement;
  "forget": HTMLButtonElement;
  "gauge": Whole<HTMLElement>;
  "if-number": HTMLInputElement | null;
  "issue": Form<{ opens: HTMLInputElement; closes: HTMLInputElement; questions: HTMLInputElement }> | null;
  "keep": HTMLButtonElement;
  "lay": HTMLButtonElement;
  "layout": SVGSVGElement;
  "light": HTMLMeterElement;
  "lying": HTMLElement & Named;
  "misdealt": HTMLDialogElement;
  "name": HTMLInputElement;
  "named-pdf": HTMLAnchorElement;
  "new-sitting": HTMLFormElement;
  "numbers": HTMLDialogElement;
  "other-chance": HTMLInputElement | null;
  "pace": HTMLElement & { firstElementChild: HTMLElement };
  "paper": HTMLFormElement | null;
  "paying": Whole<HTMLDialogElement>;
  "pdf": HTMLAnchorElement;
  "person-name": HTMLInputElement;
  "person-pin": HTMLInputElement;
  "person-role": HTMLSelectElement;
  "picture": HTMLImageElement;
  "pit-enter": Form<{ name: HTMLInputElement; pin: HTMLInputElement }>;
  "pig": SVGSVGElement;
  "players": Whole<HTMLDialogElement>;
  "renew": HTMLButtonElement;
  "result": Whole<HTMLElement> & Named;
  "review-back": HTMLButtonElement;
  "review-done": HTMLButtonElement;
  "review-on": HTMLButtonElement;
  "ring": HTMLTemplateElement;
  "sabot": HTMLButtonElement | null;
  "seat": HTMLFormElement | null;
  "seat-code": HTMLInputElement;
  "see": HTMLDialogElement | null;
  "see-form": Form<{ word: HTMLInputElement }> | null;
  "seats": HTMLElement & { children: HTMLCollectionOf<HTMLElement> };
  "small": SVGSVGElement;
  "stake-chance": HTMLOutputElement | null;
  "steps": HTMLElement & { children: HTMLCollectionOf<HTMLElement> };
  "table": HTMLTableElement | null;
  "tableau": HTMLElement & { children: HTMLCollectionOf<HTMLElement> };
  "taps": SVGSVGElement;
  "turn": HTMLButtonElement;
  "unlay": HTMLButtonElement;
  "update": HTMLButtonElement | null;
  "update-not": HTMLButtonElement | null;
  "update-sure": HTMLButtonElement | null;
}

type ById = <Id extends string>(id: Id) => Id extends keyof Elements ? Elements[Id] : HTMLElement;

/** An element with the parts that the page looks for in it. */
type Whole<E extends Element> = { querySelector<Found extends Element = HTMLElement>(selectors: string): Found } & E;
type Form<Fields> = HTMLFormElement & { elements: HTMLFormControlsCollection & Fields };
type Named = { dataset: { names: string } };

/** The pages look for elements of HTML, except where a tag or a variable says otherwise. */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

/** No form of the pages sends a file. */
interface ObjectConstructor {
  fromEntries(form: FormData): { [name: string]: any };
}

/** What is pressed on a page is an element, and a page that joins a shared worker comes with its port. */
interface WindowEventMap {
  click: PointerEvent & { target: Element };
  keydown: KeyboardEvent & { target: Element };
  connect: MessageEvent & { ports: [MessagePort] };
}

/** The question of a drill, as the table asks it. */
interface Question {
  id: string;
  typed: string;
  ask: Sentence;
  shows: Shows;
  acts: { answer: string; label: string; spoken: boolean; key: string }[];
  left_s: number;
  within_s: number;
}

/** What the supervisor's page remembers. */
interface Watching {
  shift: Shift | null;
  coups: Map<number, CoupKept>;
  shown: number;
  filter: string;
  chosen: number;
  steps: Step[];
  at: number;
  asked: { do: string | undefined; key: string; seen: number | null; about: number } | null;
  seq: number;
}

/** A cell of a road: column, row, mark, the égalités after it, and what else happened, a letter each. */
type RoadCell = [column: number, row: number, mark: string, ties: number, happened: string];

/** What makes an element: its tag, its fields, its children. */
type Make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>, ...children: (Node | string)[]) => HTMLElementTagNameMap[Tag];

/** What is said in the reader's language: plain English, or a sentence with values, which may be sentences themselves. */
type Sentence = string | null | undefined | { id: string; values?: Values; game?: boolean };
type Values = { [slot: string]: any };
type Translate = (id: string, values?: Values) => string;

/** What a line to the table tells: a picture, as JSON, the first of a connection or a later one; that the last one was still right,
 *  `age` ms ago; or only whether the table has no line left (`full`), and whether one has to come in again (`out`). */
type Told =
  | { age: number; data: string; seq: number; first: boolean; full?: undefined; out?: undefined }
  | { age: number; data?: undefined; seq?: undefined; first?: undefined; full?: undefined; out?: undefined }
  | { age?: undefined; data?: undefined; seq?: undefined; first?: undefined; full: boolean; out: boolean };

/** What a person enters at the pad. */
type Given = { name: string; pin: string };

/** Listen as `audience`. A silent line is connected again, at once by `wake`. */
type Lay = (audience: string, tell: (told: Told) => void) => { wake(): void; close(): void };

/** As `Lay`, over the line that all pages of this browser share; `broken` is called where it cannot be had. */
type Share = (audience: string, tell: (told: Told) => void, broken: () => void) => { close(): void };
type Hear = (name: string, taken: (event: MessageEvent) => void) => void;

/** Listen to the pictures for one kind of screen. `draw` is called for each; nothing moves for the first of a connection. What comes back is kept up to date; `mark` stands
 *  for the cards and chips on the cloth. */
type Live = (audience: string, draw: (picture: any, at: { first: boolean; seq: number }) => void) =>
  { seq: number | null; mark: unknown; stale: boolean };

/** What the pages of one browser share: who listens, the newest picture, and when it was still right. */
type SharedLine = { pages: Set<MessagePort>; newest: Told | null; good: { ran: number; clock: number } };

type Pad = (box: HTMLElement, names: string[], done: (given: Given) => void) => { tell(why: Sentence): void };
type AskPin = (asked: { people: string[]; why: Sentence }, attempt: (given: Given) => Promise<Sentence>) => Promise<boolean>;

type Write = (element: Element, text: string) => void;
type Show = (element: HTMLElement, wanted: unknown) => void;
type Changed = <Given extends any[]>(draw: (...given: Given) => void) => (...given: Given) => void;
type Names = { [name: string]: string };
type Since = (moment: { ran: number; clock: number }) => number;

// --- the table

/** What a page knows of its line: the number of its picture, the mark of what lay open, and whether it is old. */
type Now = ReturnType<Live>;
type Send = (act: string | undefined, fields: object, live: Now) => Promise<string>;
type PinAsked = Parameters<AskPin>[0];
type Unheld = <Given extends unknown[]>(draw: (...given: Given) => void) => (...given: Given) => void;
type Arm = (button: HTMLElement, run: (mark: unknown) => void, live: Now) => void;

/** What the croupier presses in a dialog. */
type CardPad = (chosen: (act: string, card: string, ...more: unknown[]) => void) => (act: string, ...more: unknown[]) => void;
type Misdeal = (button: HTMLElement | null, does: { annul(mark: unknown): void; burn(): void; live: Now }) => void;

/** What any screen shows of the cloth. */
interface Cloth {
  places?: { name: string; cards: string[]; points: number | null; owed?: boolean }[];
  won?: string[];
  lost?: string[];
  unseen?: [place: string, card: string][];
  manual?: string[];
  number?: [name: string, tone: string] | null;
  score?: Score | null;
}

/** A number that has fallen, its colour, and whether a person entered it. */
type Fallen = [number: string, tone: string, byHand: boolean];

type LayCards = (hand: Element, cards: string[], look?: { owed?: boolean; moving?: boolean }) => void;
/** `tell` writes the points of a hand; `grew` says that a card has just come to it. */
type DrawPlaces = (picture: Cloth, look: { moving: boolean; ghosts: boolean; tell?: (element: Element, text: string, grew: boolean) => void }) => void;
type MarkNumber = (number: [name: string, tone: string], won: string[], manual: string[], last: Fallen[]) => void;

/** What makes an element of SVG: its tag, its attributes, its text. */
type Draw = (tag: string, attributes: { [name: string]: string | number }, text?: string) => SVGElement;

/** How a road is drawn: `letters` by mark for a bead plate, `derived` for a road without coups. */
type RoadLook = { letters?: Names; derived?: "eye" | "small" | "pig" };
type Road = { columns: number; there: Map<string, SVGElement>; lying: SVGElement };

type Figure = [tableau: string, figure: string, first: number, last: number, chance: string, length: number];

/** The score of a taille, by the drawing of its game. */
type Counts = { [name: string]: number };
type Roads = { kind: "roads"; coups: number; over?: number; counts: Counts; signs: Counts; roads: { [road in "bead" | "big" | "eye" | "small" | "pig"]: RoadCell[] };
  next: { [winner: string]: { [road in "eye" | "small" | "pig"]: string | null } } };
type Plates = { kind: "plates"; coups: number; over?: number; counts: { [side: string]: Counts }; plates: { [side: string]: RoadCell[] } };
type CardOfRows = { kind: "card"; coups: number; over?: number; counts: Counts; now: Figure[]; figures: Figure[]; lines: ["rouge" | "noir", "couleur" | "inverse"][] };
type Numbers = { kind: "numbers"; coups: number; over: number; counts: Counts; numbers: Fallen[]; heat: Counts };
type Score = Roads | Plates | CardOfRows | Numbers;

/** A table at home: its seats clockwise, the cards and chips in the middle. Sums are text, as everywhere in a picture. */
interface SeatAtHome {
  seat: number;
  purse: string | null;
  deals: boolean;
  is_next: boolean;
  tricks: number | null;
  hand: number | null;
  bid: string | null;
  stands: string | null;
  asks: string | null;
  cards: string[];
  stake: string | null;
  bank: string | null;
  in_deal: string | null;
  points: number | null;
}
interface HomeShown {
  seats: SeatAtHome[];
  trick: { seat: number; card: string }[];
  taken: { seat: number; cards: { seat: number; card: string }[] } | null;
  turned: string[];
  trump: string | null;
  asked: string | null;
  contract: string | null;
  pots: { name: string; amount: string }[];
  is_over: boolean;
  sheet: ScoreSheet | null;
}
type DealAtHome = { deal: number; money: Names; points: Counts };
/** The newest deals, and what each seat has won in all. Sums have their sign. */
type ScoreSheet = { seats: string[]; deals: DealAtHome[]; sums: { money: Names; points: Counts } };

/** The last ruling at home, besides its rule. */
type Ruling = { seat: number | null; said: string | null; card: string; trick: number | null; now: Sentence };

/** A ruling as a public display has it: what was broken, by whom, in which trick. */
type Announced = { title: Sentence; seat: number | null; trick: number | null; because: Sentence };

/** What a seat may do now, in words of the script with slots. */
type TurnOffered = { seat: number; acts: string[]; limits: number[] | null; why: Sentence };

/** How an act is done: `says` sends it, in words of the script; `pack` is what a card is chosen from. */
type Says = (act: string) => Promise<string>;
type Doing = { says: Says; pack: () => string[] };

/** A telephone of a seat: where it stands, and what its page draws. */
type SeatPlace = { seat: number | null; state: "none" | "holds" | "asks" | "asked"; left_s: number; why: Sentence };
interface OnTelephone {
  seq: number;
  asked_s: number | null;
  phase: Shown["phase"] | "closed";
  says: string;
  home?: HomeShown | null;
  hand: string[] | null;
  turns: TurnOffered[];
  ruling: { because: Sentence; seat: number | null; trick: number | null; now: Sentence } | null;
}

/** The telephones as the table sees them. */
type SeatsListed = { seats: { seat: number; state: "" | "code" | "holds" | "asked"; code: boolean }[]; address: string; longest_s: number };
type SeatCode = { seat: number; address: string; letters: string; svg: string };

/** A table that is not open yet. */
type Closed = { phase: "closed"; game?: undefined; rests?: undefined };

/** What a final result shows alone. */
interface Alone {
  text: string;
  tone: string;
  lines: [name: string, count: number | string, less: boolean][];
  note: string;
}

/** The picture of the public's display. */
interface Shown extends Cloth {
  game: string;
  phase: "bets-open" | "bets-closed" | "dealing" | "decided" | "moment" | "shut";
  coup: number;
  rests: boolean;
  opens_minute: number | null;
  says: string;
  simulated: boolean;
  manual: string[];
  home?: HomeShown | null;
  ruling: Announced | null;
  result: { alone: Alone; natural?: unknown } | null;
  score: Score | null;
}

/** Chips: an element with the discs of a sum and its figures; and a rack of chips to touch. Sums are minor units. */
type Pile = (amount: number, values: number[]) => HTMLElement;
type Rack = { amount(): number; put(value: number): void; back(): boolean; clear(): void };
type MakeRack = (box: HTMLElement, given: { values: number[]; changed(amount: number): void; last?: HTMLElement }) => Rack;

/** What a seat may do: why a chance takes no stake from it, and the calls that would be no fault. */
type Offers = { refused: { [where: string]: Sentence }; calls: { words: string; text: string; means: { id: string }; sum: boolean }[] };

/** Where the chip of a bet lies on the cloth of a wheel, and on which numbers. */
type Spot = { name: string; text: string; x: number; y: number; on: string[] };
type Felt = (cloth: SVGSVGElement, does: { aimed(spot: Spot): void; chosen(spot: Spot): void }) => { lay(sums: Map<string, string>): void };

/** What one stake returns. */
type Returned = { where: string; stake: string; returned: string; kept: string; rounded: string; held: string };

// --- the croupier's page

interface Call {
  text: string;
  lang: string;
  asks: string;
  to: string;
}

/** A button that answers for a fault, or says a word. */
interface Way {
  act: string;
  label: Sentence;
  by: string;
  hold: boolean;
  words: string;
  fault: string;
}

/** A cell of a tableau. */
type Cell = { of: string; row: number | string; column: string };

/** An instrument that is lost or in trouble, and those that still work. */
type Lost = { role: string; state: string; why: Sentence; since_ns: number; still: string[] };

/** The one thing that the croupier must read. */
interface Band {
  tone: string;
  text: { id: string; values?: Values; game?: boolean };
  why?: Sentence;
  coup?: number | null;
  ways: Way[];
  also: { title: Sentence; card: string }[];
  cell?: Cell | null;
  picture?: string | null;
  lost?: Lost;
}

type Sabot = { decks: number; cards: number; drawn: number; state: "open" | "last-coup" | "spent"; burning: number };
type Instrument = { role: string; state: string };
type Staked = { where: string; amount: string; seat: number | null };
type Prisoner = Staked & { level: number };

/** A line of money that went to a person or back: the keys are those of its event. */
type Settled = { event: string; bet: string; stake: string; returned: string; held: string; seat: number | null };
type Banked = { event: string; amount: string; seat: number | null; is_bank: boolean };

/** What the band is drawn from. */
interface Parts {
  band: Band;
  phase: "idle" | "bets-open" | "bets-closed" | "dealing" | "decision" | "decided" | "hold" | "unread";
  calls: Call[];
  settlements: Settled[];
  handed: (Settled & Banked)[];
  stakes: Staked[];
  ledger: Banked[];
  faults: { title: Sentence; coup: number; because: Sentence }[];
  coach: Sentence;
  notices: Sentence[];
}

/** The picture of the croupier's page. */
interface Picture extends Cloth, Parts {
  game: string;
  coup: number;
  sabot: Sabot | null;
  instruments: Instrument[];
  simulated: boolean;
  bank: { seat: number | null; amount: string; main: number } | null;
  prison: Prisoner[];
  aside: string[];
  home?: HomeShown | null;
  turns: TurnOffered[];
  ruling: Ruling | null;
  help_wanted: boolean;
  shut: boolean;
  held: boolean;
  events: string[];
}

// --- the other pages

/** A place in a picture, in thousandths of its sides. */
type Point = [right: number, down: number];

/** What is known of the eye. */
interface Sight {
  state: string;
  why: Sentence;
  said: Sentence;
  focus?: number;
  light?: number;
  dark?: number;
  bright?: number;
  width?: number;
  height?: number;
  pictures: number;
  bytes: number;
  corners?: unknown;
  cards?: [card: string, confidence: number, unsure: string][];
  letters?: { seen: string; language: string; contradict: boolean };
  learned?: Taught;
  mended?: { mm: number; at: number; times: number };
  view?: string;
  turned?: number;
}

/** What the eye has learned from the sabot: cards since a second; how many of them it could not read by their corners alone, and how many
 *  of these a head names that did not learn them; the same of new cards since it judges. `unforgotten`: why the disk still holds what it forgot. */
type Taught = { cards: number; since: number; unforgotten?: string } & (
  { judges?: false; least: number } | { judges: true; unsure: number; named: number; new: number; new_unsure: number; new_named: number });

/** A line to an instrument, with the newest messages on it. */
interface PitOffer {
  id: string;
  version: string;
  by: string;
  why: string;
  made_s: number;
  lapses_s: number;
  difference: string[];
}

interface Line {
  role: string;
  driver: string;
  where: string;
  state: string;
  why: Sentence;
  bytes: number;
  frames: number;
  repeats: number;
  refused: { [name: string]: number };
  about: string;
  program: Sentence;
  recent: { wall_ns: number; hex: string; text: string; sentences: Sentence[] }[];
}

type Chance = { p: number | null; spins_needed: number | null; alarm: boolean };

/** What the numbers of a wheel tell of it. */
interface WheelCounts {
  counts?: Counts;
  spins: number;
  wheel: string;
  spins_to_find_a_bias: number;
  pockets: Chance;
  sectors: Chance;
  drop_zone: Chance;
}

/** The trainee at the table. */
interface Seated {
  who: { name: string } | null;
  mode: string;
  coups: { number: number; seconds: number; faults: Sentence[]; steps: StepShown[] }[];
  places: { name: string; cards: string[]; owed: boolean }[];
  coach: Sentence | null;
  due: { text: Sentence; why: Sentence | null } | null;
  hands: { hand: string; label: Sentence }[];
  now?: { text: Sentence; why: Sentence | null; faults: { title: Sentence; because: Sentence }[]; steps: StepShown[] };
}

/** One act of a coup that a trainee dealt; `right`: null where it was not theirs. */
interface StepShown {
  text: Sentence;
  right: boolean | null;
  why: Sentence | null;
  s: number;
}

/** What a question shows, by its kind. */
type Laid = { places: { name: string; cards: string[]; owed?: boolean }[]; stake?: { where: string; amount: string } };
type Hands = Laid & ({ kind: "hands" } | { kind: "rows" });
type ActShown = { card?: string; place: string; sentence?: Sentence; ball?: string; announces?: string; says?: string; does?: string; closes?: string };
type Acts = { kind: "acts"; acts: ActShown[] };
type AskedPocket = { kind: "wheel"; pocket: string; side: number };
type LaidChips = { kind: "layout"; number: string; chips: { x: number; y: number; count: number; bet: string }[] };
type Stacks = { kind: "stacks"; stacks: { value: number; count: number }[] };
type DealShown = {
  kind: "evening"; lang: string; trump?: string | null; contract?: string; asked?: string; led?: string[]; taken?: number;
  trick?: { seat: number; card: string }[]; bids?: { seat: number; bid: string }[]; hand?: string[];
  hands?: { seat?: number; name?: string; cards: string[] }[]; stakes?: { seat: number; amount: string; place: number | null }[];
};
type Shows = Hands | DealShown | Acts | AskedPocket | LaidChips | Stacks;

/** The next question, or the end of an examination; with it how far that is. */
type Asked = { ended?: boolean; question: Question; nth: number; of: number; left_s: number };

/** The next question of the five minutes, or where they go on. */
type AskedInFive = Asked & { to?: string; right: number; answers: number; of_s: number; title: string; table: Tableau | null };

/** The table of the rules behind a drill. */
type Tableau = { of: string; columns: string[]; rows: { head: string; cells: { cell: string; rule: string }[] }[] };

/** A question of an examination that has ended. */
type Reviewed = { question: Question; answer: string | null; right: boolean; late: boolean; truth: string; why: Sentence; seconds: number };

/** What the table says of an answer. */
type Verdict = { right: boolean; late: boolean; why: Sentence; truth: string; cells: string[] };

// --- the virtual table

/** What a trainee does: the name of the act, and what it is about. */
type Fields = { act: string; [field: string]: unknown };
type Act = (fields: Fields) => void;

/** The stakes of a seat on one chance; `owing`: they are still to be taken or paid. */
type Lot = { seat: number | null; bet: string };
type Owing = Lot & { staked: string };
type Lying = Lot & { amount: string; owes: boolean };

/** What a player wants of the trainee. */
type Wish = { id: number; seat: number | null; place?: string | null; kind: string; text: Sentence; chips?: { bet: string; amount: string }[] };

/** A coup that was dealt, act by act; the cards and the number as they lay after each. */
interface Review {
  coup: number;
  right: boolean;
  steps: {
    text: Sentence;
    right: boolean;
    why: Sentence;
    truth: Sentence;
    s: number;
    places?: { name: string; cards: string[]; points?: number | null }[];
    number?: [name: string, tone: string] | null;
    cell?: Cell | null;
  }[];
}

/** A sitting at the virtual table as it stands. In silent mode the picture holds no word of what is owed. */
interface Dealing {
  n: number;
  picture: Cloth & { phase: string; band?: Band; stakes?: Staked[] };
  sitting: { mode: string; coup: number; coups: number | null; seats?: number; jammed?: boolean; over?: boolean; marked?: boolean; left_s?: number | null; of_s?: number };
  ball?: { phase: string; pocket: string | null } | null;
  hand: string | null;
  wishes: Wish[];
  owing: Owing[];
  acts: string[];
  calls: { word: string; text: Sentence }[];
  warning: Sentence;
  due?: { act: string; word?: string } | null;
  said: Sentence[];
  review: Review | null;
  again_ms: number | null;
  left_s?: number;
  ended?: boolean;
}

// --- the set-up

/** An instrument as the file names it; what else stands there is kept. */
type Wired = { driver: string; port: string; role: string; options: unknown; [other: string]: unknown };
type HouseRule = { name: string; doc: Sentence; value: string; default: string; choices: string[] };

/** The seats of a table at home, as the file has them. */
type HomeAsked = { deal: string; simulated: string; names: string; dealer: number; chips: number };

interface SetupAsked {
  table: { name: string; game: string; language: string };
  games: { [game: string]: HouseRule[] };
  instruments: Wired[];
  camera: { source: string; use: string };
  cameras: string[];
  panel: { use: string };
  home: HomeAsked;
  at_home: string[];
  reads: { role: string; driver: string; where: string; state: string }[];
  file: string;
  renews: boolean;
}

/** Answers that nobody wrote down yet; `over` is what stood in the file when they were given. */
interface SetupDraft {
  over: string;
  table: SetupAsked["table"];
  options: SetupAsked["games"];
  instruments: Wired[];
  camera: SetupAsked["camera"];
  panel: SetupAsked["panel"];
  home: HomeAsked;
}

/** What came over the ports while the set-up listens. */
interface Heard {
  listening: boolean;
  ports: { device: string; names: string[]; state: string; bytes: number }[];
  heard: { driver: string; port: string; names: string[]; options: unknown; what: string }[];
}

// --- the supervisor's page

/** A coup of the day. */
interface CoupKept {
  coup: number;
  ended_ns: number;
  cards: { [place: string]: string[] };
  result: { winner?: string | null } | null;
  won: string;
  faults: number;
  corrections: number;
  manual: number;
}

type Note = { wall_ns: number; about: number; sentence: Sentence };
type Verdicts = { id: string; values?: Values; game?: boolean }[];

/** A day at the table. */
interface Shift {
  day: string;
  seq: number;
  newest: number;
  coups: CoupKept[];
  faults: unknown[];
  notes: Note[];
  summary: { coups: number; unanswered: number; manual: number };
}

/** One act of a coup, what was said of it, and the cloth after it. */
interface Step {
  wall_ns: number;
  sentence: Sentence;
  verdicts: Verdicts;
  picture?: string | null;
  places: { name: string; cards: string[]; points: number | null }[];
  number: [number: string, tone: string] | null;
  manual: string[];
}

// --- the report of the pit

/** uPlot, as far as the report uses it. */
interface Plot {
  ctx: CanvasRenderingContext2D;
  cursor: { idx: number | null };
  setSize(size: { width: number; height: number }): void;
  setLegend(at: { idx: number }): void;
}
declare const uPlot: {
  new (options: object, data: unknown[], place: HTMLElement): Plot;
  paths: { bars(options: object): unknown };
};
