/** The runs of the lab Positions: encodings of positions and biases of scores, what compares their rows, and the matrix that shifts one. */

import type { Given, Run } from "../src/stage/stage.ts";
import type { Inputs, TensorValue } from "../src/state/state.ts";
import { tensor } from "../src/state/values.ts";

/** The heads of ALiBi. */
export const HEADS = 8;
/** As many rows as the buckets of T5 in both directions; from `FAR` positions on, the last one holds all. */
const BUCKETS = 16;
const FAR = 64;

/** An encoding: the step with a row for each position, and what of it can be changed. */
export interface Way extends Run {
  readonly step: string;
  readonly follows: readonly string[];
  /** Whether neighboring columns are the two coordinates of a clock hand. */
  readonly paired: boolean;
}

const numbers = (given: Given, ...names: readonly string[]): Inputs =>
  Object.fromEntries(names.map((name) => [name, given.number(name)]));

const drawn = (given: Given, shape: readonly number[]): TensorValue =>
  given.random(shape, { seed: given.number("draw"), distribution: "normal", decimals: 2 });

/** The same word at every position: each pair of its columns is (1, 0). */
function sameWord(given: Given): TensorValue {
  const shape = [given.number("length"), given.number("width")] as const;
  return tensor(
    shape,
    Array.from({ length: shape[0] * shape[1] }, (_, at) => (at + 1) % 2),
  );
}

export const ENCODINGS: Readonly<Record<string, Way>> = {
  sinusoidal: {
    algorithm: "sinusoidal-encoding",
    inputs: (given) => numbers(given, "length", "width", "base"),
    step: "position.encoding",
    follows: ["width", "base", "hand"],
    paired: true,
  },
  rotary: {
    algorithm: "rotary-encoding",
    inputs: (given) => ({ x: sameWord(given), ...numbers(given, "base") }),
    step: "rotary.rotated",
    follows: ["width", "base", "hand"],
    paired: true,
  },
  learned: {
    algorithm: "learned-position-embedding",
    inputs: (given) => ({ table: drawn(given, [given.number("length"), given.number("width")]) }),
    step: "learned-position.embedding",
    follows: ["width", "draw"],
    paired: false,
  },
  binary: {
    algorithm: "binary-position",
    inputs: (given) => numbers(given, "length"),
    step: "position.binary",
    follows: [],
    paired: false,
  },
  normalized: {
    algorithm: "normalized-index-position",
    inputs: (given) => numbers(given, "length"),
    step: "position.normalized",
    follows: [],
    paired: false,
  },
  index: {
    algorithm: "index-position",
    inputs: (given) => numbers(given, "length"),
    step: "position.positions",
    follows: [],
    paired: false,
  },
};

/** What is added to the scores instead of the tokens. */
export const BIASES: Readonly<Record<string, Way>> = {
  alibi: {
    algorithm: "alibi-bias",
    inputs: (given) => ({ ...numbers(given, "length"), heads: HEADS }),
    step: "alibi.bias",
    follows: ["head"],
    paired: false,
  },
  t5: {
    algorithm: "relative-position-bias",
    inputs: (given) => ({
      ...numbers(given, "length"),
      table: drawn(given, [BUCKETS]),
      buckets: "t5",
      maxDistance: FAR,
    }),
    step: "relative-position.bias",
    follows: ["draw"],
    paired: false,
  },
};

export const WAYS: Readonly<Record<string, Way>> = { ...ENCODINGS, ...BIASES };

export function wayOf(given: Given): Way {
  const way = WAYS[given.choice("encoding")];
  if (!way) throw new Error(`there is no encoding ${given.choice("encoding")}`);
  return way;
}

/** The encoding with a row for each position; one of single numbers is a column. */
export function encodingOf(given: Given): TensorValue {
  const found = given.result(given.choice("encoding"), wayOf(given).step);
  const { shape, data } = found;
  return shape.length === 2 ? found : { shape: [shape[0] ?? 0, shape[1] ?? 1], data };
}

function rowOf(given: Given, position: number): TensorValue {
  const { shape, data } = encodingOf(given);
  const width = shape[1] ?? 1;
  return { shape: [1, width], data: data.slice(position * width, (position + 1) * width) };
}

export const at = (given: Given) => given.number("position");
export const there = (given: Given) => given.number("position") + given.number("offset");

export const from = (position: number) => ({ from: position });
const compared = (inputs: Run["inputs"], labels?: Run["labels"]): Run => ({
  algorithm: "vector-comparison",
  inputs,
  ...(labels && { labels }),
});

/** The runs on an encoding, beside that of itself. */
export const COMPARISONS: Readonly<Record<string, Run>> = {
  /** All positions with all, and the distances at the offset. */
  pairs: compared((given) => ({ x: encodingOf(given), offset: given.number("offset") })),
  /** The position with all. */
  row: compared(
    (given) => ({ x: rowOf(given, at(given)), y: encodingOf(given) }),
    (given) => ({ vector: from(at(given)) }),
  ),
  /** The position, and the one that the offset leads to. */
  pair: compared(
    (given) => ({ x: rowOf(given, at(given)), y: rowOf(given, there(given)), offset: 0 }),
    (given) => ({ vector: from(at(given)), "other-vector": from(there(given)) }),
  ),
  /** Position 0, and the one that the offset leads to from there. */
  first: compared(
    (given) => ({ x: rowOf(given, 0), y: rowOf(given, given.number("offset")), offset: 0 }),
    (given) => ({ vector: from(0), "other-vector": from(given.number("offset")) }),
  ),
};

/** The ways back: from one product to a row, and from all biases to the table. */
export const BACK: Readonly<Record<string, Run>> = {
  felt: {
    ...compared(
      (given) => ({ x: rowOf(given, at(given)), y: rowOf(given, there(given)), offset: 0 }),
      (given) => ({ vector: from(at(given)), "other-vector": from(there(given)) }),
    ),
    gradient: { of: "products", wrt: ["x"] },
  },
  shared: { ...(BIASES.t5 as Way), gradient: { wrt: ["table"] } },
};

/** The runs on the matrix that shifts a sinusoidal encoding. */
export const SHIFTS: Readonly<Record<string, Run>> = {
  shift: {
    algorithm: "sinusoidal-shift",
    inputs: (given) => ({ ...numbers(given, "width", "base"), shift: given.number("offset") }),
  },
  moved: {
    algorithm: "bilinear-attention",
    inputs: (given) => ({
      query: rowOf(given, at(given)),
      key: rowOf(given, there(given)),
      value: rowOf(given, there(given)),
      w: given.result("shift", "position.shift-matrix"),
    }),
    labels: (given) => ({ query: from(at(given)), key: from(there(given)), "query-feature": from(0) }),
  },
  missed: compared(
    (given) => ({ x: given.result("moved", "attention.formed"), y: rowOf(given, there(given)), offset: 0 }),
    (given) => ({ vector: from(at(given)), "other-vector": from(there(given)) }),
  ),
};
