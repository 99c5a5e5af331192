/** The places of words and of the lines between them. Lengths are in units. */

/** The type size of words. */
export const WORD = 17;
const PITCH = 38;
const SPACE = 10;
/** The width of the line of weight 1. */
const WIDEST = 14;
/** A weight that is not 0 is visible. */
const THINNEST = 0.75;
/** Room of a number of a few digits beside a word, in units, and what is free on both sides of a longer one. */
const NUMBER = 66;
const AROUND = 12;
/** Beside a word there is room for its frame. */
const FRAME = 8;
/** The chosen word is bold, and by this much wider. */
const BOLD = 1.12;
/** Words of a column take at most this share of the width. */
const WORDS = 0.3;
/** Lines between columns are at least so wide; longer words than these are cut before a drawing becomes smaller for them. */
const LINES = 70;
const LONG = 110;

export interface Word {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

/** Where two rows of words and the lines between them are. */
export interface ArcsShape {
  readonly width: number;
  /** The width below which words, lines and numbers would not stand beside each other. */
  readonly least: number;
  readonly height: number;
  /** The room of a word, in multiples of its type size. */
  readonly wordRoom: number;
  readonly queries: readonly Word[];
  readonly keys: readonly Word[];
  /** Where the numbers of the chosen query stand, by key. */
  readonly numbers: readonly Word[];
  /** Returns the line from a query to a key. */
  readonly line: (query: number, key: number) => string;
}

export interface Words {
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** The width of the widest word, in multiples of its type size. */
  readonly widest: number;
  /** The width of the widest number beside them, such as 6.04·10⁻¹⁰. */
  readonly widestNumber: number;
}

const numberRoom = ({ widestNumber }: Words): number => Math.max(NUMBER, widestNumber * WORD + AROUND);

/** Returns the width of a line; 0 for a pair without one. `largest`: the largest magnitude of all weights, or 1 where they are shares. */
export function lineWidth(weight: number, largest: number): number {
  if (!Number.isFinite(weight) || weight === 0 || largest <= 0) return 0;
  return Math.max(THINNEST, (WIDEST * Math.abs(weight)) / largest);
}

/** Words left and right, the shorter column in the middle of the longer one. */
export function columnsShape(words: Words, width: number): ArcsShape {
  const { queries, keys, widest } = words;
  const number = numberRoom(words);
  const rows = Math.max(queries.length, keys.length, 1);
  const height = rows * PITCH;
  const room = Math.min(widest * WORD * BOLD, width * WORDS);
  const left = FRAME + room + SPACE;
  const right = Math.max(left + 40, width - room - SPACE - number);
  const yOf = (count: number, at: number) => (at + 0.5 + (rows - count) / 2) * PITCH;
  const long = Math.min(widest * WORD * BOLD, LONG);
  return {
    width,
    least: Math.max(FRAME + 2 * long + 2 * SPACE + LINES + number, long / WORDS),
    height,
    wordRoom: room / WORD,
    queries: queries.map((_, at) => ({ x: FRAME + room, y: yOf(queries.length, at), anchor: "end" })),
    keys: keys.map((_, at) => ({ x: right + SPACE, y: yOf(keys.length, at), anchor: "start" })),
    numbers: keys.map((_, at) => ({ x: width - 4, y: yOf(keys.length, at), anchor: "end" })),
    line: (query, key) => {
      const [from, to] = [yOf(queries.length, query), yOf(keys.length, key)];
      const bend = (right - left) * 0.4;
      return `M${left} ${from}C${left + bend} ${from} ${right - bend} ${to} ${right} ${to}`;
    },
  };
}

/** Heights of arcs are at most this, and lower where the line of words is short. */
const HIGHEST = 190;
/** An arc back is lower than one forth, so that both directions of a pair can be seen. */
const BACK = 0.84;
const LOOP = 30;

/** One line of words: from left to right with arcs above, or, where they do not fit beside each other, from top to bottom with arcs to their left. */
export function lineShape(words: Words, width: number): ArcsShape {
  const { queries, keys, widest } = words;
  const number = numberRoom(words);
  const count = Math.max(queries.length, keys.length, 1);
  const pitch = width / count;
  const room = Math.max(widest * WORD, number) + SPACE;
  return pitch >= room ? across(count, width, widest) : down(count, { width, number }, widest);
}

/** Returns an arc over a line of words, in lengths along the line and above it. */
function arc(from: number, to: number, most: number, span: number): readonly (readonly [number, number])[] {
  if (from === to) {
    return [
      [from - 5, 0],
      [from - LOOP * 0.8, LOOP * 1.5],
      [from + LOOP * 0.8, LOOP * 1.5],
      [from + 5, 0],
    ];
  }
  const share = Math.sqrt(Math.abs(to - from) / span);
  const rise = (to > from ? 1 : BACK) * most * share * (4 / 3);
  const [start, end] = to > from ? [from + 7, to - 7] : [from - 7, to + 7];
  return [
    [start, 0],
    [start, rise],
    [end, rise],
    [end, 0],
  ];
}

function path(points: readonly (readonly [number, number])[]): string {
  const [start, ...others] = points.map(([x, y]) => `${+x.toFixed(2)} ${+y.toFixed(2)}`);
  return `M${start}C${others.join(" ")}`;
}

function across(count: number, width: number, widest: number): ArcsShape {
  const pitch = width / count;
  const most = Math.min(HIGHEST, Math.max(60, width * 0.3));
  const top = most + 8;
  const xOf = (at: number) => (at + 0.5) * pitch;
  const words = (y: number) => Array.from({ length: count }, (_, at): Word => ({ x: xOf(at), y, anchor: "middle" }));
  return {
    width,
    least: 0,
    height: top + 58,
    wordRoom: Math.min(widest, (pitch - 4) / WORD),
    queries: words(top + 18),
    keys: words(top + 18),
    numbers: words(top + 42),
    line: (query, key) =>
      path(arc(xOf(query), xOf(key), most, width - pitch).map(([along, above]) => [along, top - above])),
  };
}

function down(
  count: number,
  { width, number }: { readonly width: number; readonly number: number },
  widest: number,
): ArcsShape {
  const height = count * PITCH;
  const room = Math.min(widest * WORD, width * WORDS);
  const left = Math.max(60, width - number - room - 2 * SPACE);
  const most = Math.min(HIGHEST, left - 8);
  const yOf = (at: number) => (at + 0.5) * PITCH;
  const words = (x: number, anchor: Word["anchor"]) =>
    Array.from({ length: count }, (_, at): Word => ({ x, y: yOf(at), anchor }));
  return {
    width,
    least: 60 + number + Math.min(widest * WORD, LONG) + 2 * SPACE,
    height,
    wordRoom: room / WORD,
    queries: words(left + SPACE, "start"),
    keys: words(left + SPACE, "start"),
    numbers: words(width - 4, "end"),
    line: (query, key) =>
      path(
        arc(yOf(query), yOf(key), most, Math.max(PITCH, height - PITCH)).map(([along, above]) => [left - above, along]),
      ),
  };
}

/** Returns how many panels stand beside each other, and how wide each is. */
export function panelsIn(
  width: number,
  count: number,
  least: number,
): { readonly columns: number; readonly width: number } {
  const gap = 2 * SPACE;
  const columns = Math.max(1, Math.min(count, Math.floor((width + gap) / (least + gap))));
  return { columns, width: (width - (columns - 1) * gap) / columns };
}
