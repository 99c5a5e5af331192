/** The lab Hash: tokens on the circle, the directions of their buckets, and what attention within buckets finds and misses. */
import { named } from "../examples/example.ts";
import { directions } from "../examples/things.ts";
import { matrix, tensor } from "../lessons/lesson.ts";
import type { TensorValue } from "../src/state/state.ts";
import type { Given, LabCell, LabSpec } from "./lab.ts";

/** The tokens that have names: eight words of four kinds. */
const words = Object.keys(directions);

/** As many directions are drawn as the most buckets need, so that a bucket more moves no other. */
const [MOST_TOKENS, MOST_DIRECTIONS] = [64, 8];
const STOPS = [8, 16, 32, MOST_TOKENS];

const tokens = (given: Given): TensorValue =>
  given.number("tokens") === words.length
    ? matrix(Object.values(directions))
    : given.random([given.number("tokens"), 2], { seed: given.number("draw"), distribution: "normal", decimals: 2 });

/** The first directions, as many as the buckets need: each has an opposite. */
function rotation(given: Given): TensorValue {
  const { data } = given.input("rotation");
  const count = given.number("buckets") / 2;
  const rows = [0, 1].map((row) => data.slice(row * MOST_DIRECTIONS, row * MOST_DIRECTIONS + count));
  return tensor([2, count], rows.flat());
}

const number = (run: string, step: string): LabCell => ({ run, step, index: [] });

export const hash: LabSpec = {
  id: "hash",
  controls: [
    { kind: "stops", id: "tokens", stops: STOPS, start: 8, resets: ["x"] },
    { kind: "slider", id: "buckets", from: 2, to: 2 * MOST_DIRECTIONS, step: 2, start: 4 },
    { kind: "seed", id: "draw", start: 1, resets: ["x", "rotation"] },
  ],
  inputs: {
    x: tokens,
    rotation: (given) =>
      given.random([2, MOST_DIRECTIONS], { seed: given.number("draw"), distribution: "normal", decimals: 2 }),
  },
  runs: {
    bucket: {
      algorithm: "bucket-attention",
      inputs: (given) => ({ x: given.input("x"), rotation: rotation(given) }),
    },
    error: {
      algorithm: "pattern-error",
      inputs: (given) => ({
        query: given.input("x"),
        key: given.input("x"),
        value: given.input("x"),
        mask: given.result("bucket", "bucket.same-bucket"),
      }),
    },
  },
  series: [
    { id: "kept", over: "buckets", at: [2, 4, 6, 8, 10, 12, 14, 16], of: number("error", "error.mean-kept-mass") },
    { id: "missed", over: "buckets", at: [2, 4, 6, 8, 10, 12, 14, 16], of: number("error", "error.mean") },
  ],
  labels: (given) => {
    const names = given.number("tokens") === words.length ? named(...words) : { from: 1 };
    return { query: names, key: names, direction: { from: 0 } };
  },
  shown: [
    {
      picture: {
        kind: "wheel",
        points: "bucket.tokens",
        directions: "bucket.rotation",
        buckets: "bucket.buckets",
        input: "x",
        directionInput: "rotation",
      },
      caption: "wheel",
    },
    { picture: { kind: "pattern", step: "bucket.same-bucket" }, caption: "pattern" },
    {
      picture: { kind: "curves", steps: ["kept", "missed"], along: 0, places: "kept.places", cursor: 0 },
      caption: "curves",
      wide: true,
    },
  ],
  facts: {
    kept: number("error", "error.mean-kept-mass"),
    mean: number("error", "error.mean"),
    maximum: number("error", "error.maximum"),
  },
  listed: ["kept", "mean", "maximum"],
  says: [{ id: "kept" }],
  experiments: [
    { id: "many", state: { tokens: MOST_TOKENS } },
    { id: "compare", state: { tokens: MOST_TOKENS, "other.buckets": 16 } },
  ],
  source: "Kitaev, Kaiser and Levskaya 2020 (Reformer), section 2",
};
