/** The lab Hash: tokens on the circle, the directions of their buckets in every round, and what hashing compares and misses. */
import { named } from "../examples/example.ts";
import { directions } from "../examples/things.ts";
import type { LabContent } from "../src/labs/lab.ts";
import { labelsOf } from "../src/numbers/labels.ts";
import type { Given, Reading, Shown } from "../src/stage/stage.ts";
import type { Inputs, TensorValue } from "../src/state/state.ts";
import { matrix, tensor } from "../src/state/values.ts";

/** The tokens that have names: eight words of four kinds. */
const words = Object.keys(directions);

const MOST_TOKENS = 64;
const [MOST_ROUNDS, MOST_DIRECTIONS] = [8, 8];
const ROUNDS = Array.from({ length: MOST_ROUNDS }, (_, round) => round + 1);

const tokens = (given: Given): TensorValue =>
  given.number("tokens") === words.length
    ? matrix(Object.values(directions))
    : given.random([given.number("tokens"), 2], { seed: given.number("draw"), distribution: "normal", decimals: 2 });

/** As many directions as the most rounds and buckets need, so that a round or a bucket more changes no other. */
const drawn = (given: Given): TensorValue =>
  given.random([1, 2, MOST_ROUNDS, MOST_DIRECTIONS], {
    seed: given.number("draw"),
    distribution: "normal",
    decimals: 2,
  });

/** All directions, turned by the angle that is chosen: R D, whose columns are the directions. */
function turned(given: Given): TensorValue {
  const all = given.input("rotations");
  return given.number("turn") === 0 ? all : { ...all, data: given.result("turned", "bucket.rotated").data };
}

/** The directions of the first rounds, as many as the buckets need: each has an opposite. */
function rotations(given: Given): TensorValue {
  const { data } = turned(given);
  const [rounds, count] = [given.number("rounds"), given.number("buckets") / 2];
  const rows = [0, 1].flatMap((feature) =>
    Array.from({ length: rounds }, (_, round) => {
      const start = (feature * MOST_ROUNDS + round) * MOST_DIRECTIONS;
      return data.slice(start, start + count);
    }),
  );
  return tensor([1, 2, rounds, count], rows.flat());
}

/** What does not depend on the hash. */
function attention(given: Given): Inputs {
  const length = given.number("length");
  return {
    x: given.input("x"),
    wQueryKey: tensor([2, 2], [length, 0, 0, length]),
    wValue: tensor([2, 2], [1, 0, 0, 1]),
    causal: given.choice("causal") === "yes",
  };
}

const number = (step: string, index: readonly number[] = []): Reading => ({ run: "error", step, index });

/** The wheels of the first rounds. */
const wheel = (rounds: number): Shown => ({
  picture: {
    kind: "wheel",
    points: "lsh.tokens",
    directions: ["lsh.orthogonal", "lsh.rotations"],
    buckets: "lsh.buckets",
    ...(rounds < MOST_ROUNDS ? { rounds: Array.from({ length: rounds }, (_, round) => round) } : {}),
    input: "x",
    directionInput: "rotations",
  },
  caption: "wheel",
  wide: true,
});
const PATTERN: Shown = { picture: { kind: "pattern", step: "lsh-error.seen" }, run: "error", caption: "pattern" };
const WORK: Shown = {
  picture: { kind: "curves", steps: ["share", "error"], along: 0, places: "share.places", cursor: 0 },
  caption: "curves",
};

export const lab: LabContent = {
  controls: [
    { kind: "stops", id: "tokens", stops: [words.length, 16, 32, MOST_TOKENS], start: words.length, resets: ["x"] },
    { kind: "slider", id: "rounds", from: 1, to: MOST_ROUNDS, step: 1, start: 2 },
    { kind: "slider", id: "buckets", from: 2, to: 2 * MOST_DIRECTIONS, step: 2, start: 4 },
    { kind: "stops", id: "chunk", stops: [2, 4, 8, 16, 32], start: 2 },
    { kind: "slider", id: "turn", from: -90, to: 90, step: 1, start: 0 },
    { kind: "slider", id: "length", from: 1, to: 12, step: 1, start: 4 },
    { kind: "choice", id: "kind", choices: ["given", "orthogonal"], start: "given" },
    { kind: "choice", id: "causal", choices: ["no", "yes"], start: "no" },
    { kind: "seed", id: "draw", start: 1, resets: ["x", "rotations"] },
  ],
  inputs: { x: tokens, rotations: drawn },
  // A direction that is drawn where it was turned to is not where its input is.
  fixed: (given) => (given.number("turn") === 0 ? [] : ["rotations"]),
  runs: {
    lsh: {
      algorithm: "lsh-attention",
      inputs: (given) => ({
        ...attention(given),
        rotations: rotations(given),
        rotationKind: given.choice("kind"),
        chunkLength: given.number("chunk"),
      }),
    },
    // In one chunk everyone is compared with everyone, whatever the directions.
    full: {
      algorithm: "lsh-attention",
      inputs: (given) => ({
        ...attention(given),
        rotations: tensor([1, 2, 1, 1], [1, 0]),
        chunkLength: given.number("tokens"),
      }),
    },
    error: {
      algorithm: "lsh-error",
      inputs: (given) => ({
        output: given.result("lsh", "lsh.output"),
        reference: given.result("full", "lsh.output"),
        sortOrder: given.result("lsh", "lsh.sort-order"),
        chunkLength: given.number("chunk"),
      }),
    },
    turn: { algorithm: "plane-rotation", inputs: (given) => ({ angle: given.number("turn") }) },
    // The product of the rotation with all directions, which is the first step of a hash of its rows.
    turned: {
      algorithm: "bucket-attention",
      inputs: (given) => ({
        x: given.result("turn", "plane.rotation"),
        rotation: tensor([2, MOST_ROUNDS * MOST_DIRECTIONS], given.input("rotations").data),
      }),
    },
  },
  series: [
    { id: "share", over: "rounds", at: ROUNDS, of: number("lsh-error.share", [0]) },
    { id: "error", over: "rounds", at: ROUNDS, of: number("error.mean") },
    {
      id: "hashed",
      over: "tokens",
      at: [8, 16, 32, 64, 128, 256, 512, 1024],
      of: { run: "lsh", estimate: "operations" },
    },
    {
      id: "full",
      over: "tokens",
      at: [8, 16, 32, 64, 128, 256, 512, 1024],
      of: { run: "full", estimate: "operations" },
    },
  ],
  labels: (given) => {
    const names = named(
      ...given.called(given.number("tokens") === words.length ? words : labelsOf({}, "token", given.number("tokens"))),
    );
    const fromZero = { from: 0 };
    return { query: names, key: names, position: names, round: fromZero, direction: fromZero, chunk: fromZero };
  },
  named: { of: (given) => ({ kind: "tokens", axis: "query", count: given.number("tokens") }) },
  shown: [
    wheel(MOST_ROUNDS),
    {
      picture: {
        kind: "sorting",
        order: "lsh.position",
        buckets: "lsh.buckets",
        chunk: "lsh.chunk-length",
        window: "lsh.window",
        named: true,
      },
      caption: "sorting",
      wide: true,
    },
    PATTERN,
    WORK,
    {
      picture: {
        kind: "curves",
        steps: ["hashed", "full"],
        along: 0,
        places: "hashed.places",
        cursor: 0,
        logX: true,
        logY: true,
      },
      caption: "cost",
    },
  ],
  facts: {
    pairs: number("lsh-error.pairs", [0]),
    all: number("lsh-error.all-pairs"),
    share: number("lsh-error.share", [0]),
    mean: number("error.mean"),
    maximum: number("error.maximum"),
  },
  listed: ["pairs", "all", "share", "mean", "maximum"],
  says: [{ id: "whole", when: { same: ["pairs", "all"] } }, { id: "part" }],
  presented: (given, compared) => ({
    controls: ["tokens", "rounds", "buckets", "turn"],
    shown: compared ? [PATTERN] : [wheel(Math.min(2, given.number("rounds"))), PATTERN, WORK],
  }),
  experiments: [
    { id: "turn", state: { rounds: 1 } },
    { id: "rounds", state: { tokens: MOST_TOKENS, buckets: 8, chunk: 4, rounds: 1, "other.rounds": 4 } },
    { id: "length", state: { tokens: MOST_TOKENS, buckets: 8, chunk: 4, length: 2, "other.length": 12 } },
    { id: "buckets", state: { tokens: MOST_TOKENS, chunk: 4, "other.buckets": 16 } },
  ],
  source: "Kitaev, Kaiser and Levskaya 2020 (Reformer), section 2 and appendix A",
};
