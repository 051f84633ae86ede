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
  "csv": HTMLAnchorElement;
  "day": HTMLInputElement;
  "digits": Whole<HTMLElement>;
  "enrol": HTMLFormElement | null;
  "evidence": HTMLElement & { firstElementChild: HTMLImageElement };
  "extra": HTMLInputElement;
  "eye": SVGSVGElement;
  "focus": HTMLMeterElement;
  "if-number": HTMLInputElement | null;
  "layout": SVGSVGElement;
  "light": HTMLMeterElement;
  "lying": HTMLElement & Named;
  "misdealt": HTMLDialogElement;
  "name": HTMLInputElement;
  "numbers": HTMLDialogElement;
  "other-chance": HTMLInputElement | null;
  "paper": HTMLFormElement | null;
  "paying": Whole<HTMLDialogElement>;
  "pdf": HTMLAnchorElement;
  "person-name": HTMLInputElement;
  "person-pin": HTMLInputElement;
  "person-role": HTMLSelectElement;
  "picture": HTMLImageElement;
  "pig": SVGSVGElement;
  "renew": HTMLButtonElement;
  "result": Whole<HTMLElement> & Named;
  "ring": HTMLTemplateElement;
  "seat": HTMLFormElement | null;
  "small": SVGSVGElement;
  "stake-chance": HTMLOutputElement | null;
  "steps": HTMLElement & { children: HTMLCollectionOf<HTMLElement> };
  "table": HTMLTableElement | null;
  "tableau": HTMLElement & { children: HTMLCollectionOf<HTMLElement> };
  "talking": Whole<HTMLDialogElement>;
  "taps": SVGSVGElement;
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
  ask: unknown;
  shows: any;
  acts: { answer: string; label: string; spoken: boolean; key: string }[];
  left_s: number;
  within_s: number;
}

/** What the supervisor's page remembers. */
interface Watching {
  shift: any;
  coups: Map<number, any>;
  shown: number;
  filter: string;
  chosen: number;
  steps: any[];
  at: number;
  asked: any;
  seq: number;
}

/** A cell of a road: column, row, mark, the égalités after it, and what else happened, a letter each. */
type RoadCell = [column: number, row: number, mark: string, ties: number, happened: string];

/** What makes an element: its tag, its fields, its children. */
type Make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, fields: Partial<HTMLElementTagNameMap[Tag]>, ...children: (Node | string)[]) => HTMLElementTagNameMap[Tag];

/** What is said in the reader's language: plain English, or a sentence with values, which may be sentences themselves. */
type Sentence = string | null | undefined | { id: string; values?: Values; game?: string };
type Values = { [slot: string]: any };
type Translate = (id: string, values?: Values) => string;

/** What a line to the table tells: a picture, as JSON, the first of a connection or a later one; that the last one was still right,
 *  `age` ms ago; or only whether the table has no line left. */
type Told =
  | { age: number; data: string; seq: number; first: boolean; full?: undefined }
  | { age: number; data?: undefined; seq?: undefined; first?: undefined; full?: undefined }
  | { age?: undefined; data?: undefined; seq?: undefined; first?: undefined; full: boolean };

/** What a person enters at the pad. */
type Given = { name: string; pin: string };

/** Listen as `audience`. A silent line is connected again, at once by `wake`. */
type Lay = (audience: string, tell: (told: Told) => void) => { wake(): void; close(): void };

/** As `Lay`, over the line that all pages of this browser share; `broken` is called where it cannot be had. */
type Share = (audience: string, tell: (told: Told) => void, broken: () => void) => { close(): void };
type Hear = (name: string, taken: (event: MessageEvent) => void) => void;

/** Listen to the pictures for one kind of screen. `draw` is called for each; nothing moves for the first of a connection. What comes back is kept up to date; `mark` stands
 *  for what lies on the cloth. */
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
