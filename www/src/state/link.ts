/**
 * The address of a place: `#/algorithms/gcn-layer?step=4&cell=0,1` where the inputs are the example's, and with `i=v1.…` (JSON, deflated,
 * base64url) where the reader changed some; `#/exercises/gcn-steps?seed=7` for an exercise, and with `/solution` for its solution, which has steps
 * like a lesson; `#/?words=the,dog,drinks,tea` for the home with another sentence, `#/?show=graph` with a graph; `#/units/self-attention/long-key` for a scene, with `/answer` for its answer, and with `/steps` for its run step by step. With `view=print` it is the sheet for paper. `back=sum` adds the way back from the result to an algorithm's page. An address that cannot be read leads to the nearest default, with a message.
 */

import { formerLesson } from "./former.ts";
import { decodeInputs, encodeInputs, TooNew, Unreadable } from "./packed.ts";
import {
  ALGORITHMS,
  type Backward,
  type CellRef,
  DIFFICULTIES,
  EVERY_ALGORITHM,
  FRONTS,
  HOME,
  type Place,
  type Practice,
  readSeed,
  SECTIONS,
  type Section,
  VIEWS,
} from "./state.ts";

/** The suffix of an exercise's id in the address of its solution. */
const SOLUTION = "solution";
/** The suffix of a scene's id in the address of its answer. */
const ANSWER = "answer";
/** The suffix of a scene's id in the address of its steps. */
const STEPS = "steps";

/** The way back from the sum of all numbers of the result. */
const SUM = "sum";
/** The way back through each step of softmax and normalization. */
const EVERY_STEP = "every-step";

export type LinkProblem = "unknown-lesson" | "unreadable" | "too-new";

export interface Reading {
  readonly place: Place;
  readonly problem: LinkProblem | null;
}

const hasChanges = ({ changes }: Pick<Place, "changes">): boolean => Object.keys(changes).length > 0;

/** `shown` is the id of the step that is shown, which is omitted in cells. */
export function encodePlace(place: Place, shown: string | null = null): string {
  const path = pathOf(place);
  if (path === "") return homeAddress(place);
  const query: string[] = [];
  if (place.step !== null) query.push(`step=${place.step + 1}`);
  const [first, ...opened] = place.trail;
  if (first) query.push(`cell=${encodeCell(first, shown)}`);
  if (opened.length > 0) query.push(`path=${opened.map((cell) => encodeCell(cell, null)).join(";")}`);
  if (place.practice && place.practice.difficulty !== "easy") query.push(`difficulty=${place.practice.difficulty}`);
  if (place.seed !== HOME.seed) query.push(`seed=${place.seed}`);
  if (place.view !== "explore") query.push(`view=${place.view}`);
  if (place.backward) query.push(...encodeBackward(place.backward));
  if (hasChanges(place)) query.push(`i=${encodeInputs(place.changes)}`);
  return `#/${path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

function pathOf({ algorithm, practice }: Place): string {
  const pieces = practice ? practicePieces(practice) : algorithm === null ? [] : [ALGORITHMS, algorithm || null];
  return pieces.filter((piece) => piece !== null).join("/");
}

function practicePieces({ section, id, solution, scene = null, steps = false }: Practice): (string | null)[] {
  if (section === "units")
    return [section, id, scene, scene === null ? null : steps ? STEPS : solution ? ANSWER : null];
  return [section, id, solution ? SOLUTION : null];
}

/** Returns the place of a section for the rest of its path; null where that names none. */
function readPractice(section: Section, pieces: readonly string[]): Practice | null {
  const [id = null, ...more] = pieces;
  const practice = { section, id, difficulty: DIFFICULTIES[0], solution: false } as const;
  if (section === "units") {
    const [scene = null, suffix, ...rest] = more;
    if (rest.length > 0 || !(suffix === undefined || suffix === ANSWER || suffix === STEPS)) return null;
    return { ...practice, solution: suffix === ANSWER, scene, ...(suffix === STEPS ? { steps: true } : {}) };
  }
  const solution = id !== null && more[0] === SOLUTION;
  return more.length === (solution ? 1 : 0) ? { ...practice, solution } : null;
}

function piecesOf(hash: string): { readonly path: readonly string[]; readonly query: string } {
  const address = hash.replace(/^#?\/?/, "");
  const mark = address.indexOf("?");
  const path = mark < 0 ? address : address.slice(0, mark);
  return { path: path.split("/").filter((piece) => piece !== ""), query: mark < 0 ? "" : address.slice(mark + 1) };
}

/** Returns the place of an address. `algorithms` are the ids of those that have a page. */
export function decodePlace(hash: string, algorithms: readonly string[]): Reading {
  const { path, query } = piecesOf(hash);
  const [first, ...more] = path;
  if (first === undefined) return readQuery(HOME, query);
  const section = SECTIONS.find((name) => name === first);
  if (section) {
    const practice = readPractice(section, more);
    if (practice) return readQuery({ ...HOME, practice }, query);
    const nearest = { section, id: more[0] ?? null, difficulty: DIFFICULTIES[0], solution: false };
    return { place: { ...HOME, practice: nearest }, problem: "unknown-lesson" };
  }
  const former = formerLesson(path);
  if (former) {
    const inputs = former.inputs === undefined ? "" : `i=${former.inputs}&`;
    return readQuery({ ...HOME, algorithm: former.algorithm }, inputs + query);
  }
  const list = { ...HOME, algorithm: EVERY_ALGORITHM };
  const [algorithm = EVERY_ALGORITHM, ...rest] = more;
  if (first !== ALGORITHMS) return { place: HOME, problem: "unknown-lesson" };
  const known = rest.length === 0 && (algorithm === EVERY_ALGORITHM || algorithms.includes(algorithm));
  return known ? readQuery({ ...list, algorithm }, query) : { place: list, problem: "unknown-lesson" };
}

function readQuery(start: Place, query: string): Reading {
  let place = start;
  try {
    for (const piece of query.split("&").filter(Boolean)) {
      const [key, ...rest] = piece.split("=");
      place = { ...place, ...readField(key ?? "", rest.join("="), place) };
    }
    return { place, problem: null };
  } catch (error) {
    return { place: start, problem: error instanceof TooNew ? "too-new" : "unreadable" };
  }
}

function readField(key: string, value: string, place: Place): Partial<Place> {
  switch (key) {
    case "step":
      return { step: readCount(value, 1) - 1 };
    case "cell":
      return { trail: [decodeCell(value)] };
    case "path":
      return { trail: [...place.trail.slice(0, 1), ...decodeOpened(value)] };
    case "seed":
      return { seed: readSeed(value) ?? refuse() };
    case "difficulty": {
      const difficulty = DIFFICULTIES.find((name) => name === value);
      if (!place.practice || !difficulty) throw new Unreadable();
      return { practice: { ...place.practice, difficulty } };
    }
    case "back":
      return { backward: { at: readBack(value), every: place.backward?.every ?? false } };
    case "through":
      return place.backward && value === EVERY_STEP ? { backward: { ...place.backward, every: true } } : refuse();
    case "words":
      return { words: isHome(place) && /^[a-z]+(?:,[a-z]+)*$/.test(value) ? value.split(",") : refuse() };
    case "show":
      return { front: (isHome(place) && FRONTS.find((name) => name === value)) || refuse() };
    case "view":
      return { view: VIEWS.find((name) => name === value) ?? refuse() };
    case "i": {
      const changes = decodeInputs(value);
      // What the address of a former lesson changes, it changes in the inputs of that lesson.
      return { changes: hasChanges(place) ? { ...place.changes, ...changes } : changes };
    }
    default:
      throw new Unreadable();
  }
}

function homeAddress({ words, front }: Place): string {
  if (front !== HOME.front) return `#/?show=${front}`;
  return words === null ? "#/" : `#/?words=${words.join(",")}`;
}

const isHome = ({ algorithm, practice }: Place): boolean => algorithm === null && practice === null;

function refuse(): never {
  throw new Unreadable();
}

function readCount(text: string, least: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < least) throw new Unreadable();
  return value;
}

/** `back=sum`, or the index of one number of the result: `back=0,1`. */
function encodeBackward({ at, every }: Backward): string[] {
  return [`back=${at === null ? SUM : at.join(",")}`, ...(every ? [`through=${EVERY_STEP}`] : [])];
}

function readBack(text: string): readonly number[] | null {
  if (text === SUM) return null;
  return /^\d{1,6}(?:,\d{1,6})*$/.test(text) ? text.split(",").map(Number) : refuse();
}

/** `attention.scores:0,1`; a single number of rank 0 is `attention.scale:`. */
function encodeCell(cell: CellRef, shown: string | null): string {
  return cell.step === shown ? cell.index.join(",") : `${cell.step}:${cell.index.join(",")}`;
}

/** The step is empty where the address omits it; the caller fills in the step that is shown. */
function decodeCell(text: string): CellRef {
  const found = /^(?:([a-z][a-zA-Z0-9.[\]/-]*):)?((?:\d{1,6}(?:,\d{1,6})*)?)$/.exec(text);
  if (!found) throw new Unreadable();
  const [, step = "", index = ""] = found;
  return { step, index: index === "" ? [] : index.split(",").map(Number) };
}

/** So many cells are opened from one another at most: no run has as many steps in a row. */
const MOST_OPENED = 100;

function decodeOpened(text: string): CellRef[] {
  const cells = text.split(";", MOST_OPENED + 1);
  if (cells.length > MOST_OPENED) throw new Unreadable();
  return cells.map(decodeNamedCell);
}

function decodeNamedCell(text: string): CellRef {
  const cell = decodeCell(text);
  if (cell.step === "") throw new Unreadable();
  return cell;
}
