import { literal } from "lit/static-html.js";
import { besides, type Kind, keyOf, RANKS } from "../kind.ts";

/** `<ag-wheel>`: hashing by direction. Who falls into which bucket, in every round. All steps have two features. */
export interface WheelSpec {
  readonly kind: "wheel";
  /** The step whose rows are hashed, such as `bucket.tokens` or `lsh.query-key`. */
  readonly points: string;
  /** The step with the directions in its columns, such as `bucket.rotation` or `lsh.rotations`; of several the first that the run has. */
  readonly directions: string | readonly string[];
  /** The step with the bucket of each row, in each round. */
  readonly buckets: string;
  /** The rounds that stand beside each other; by default all. */
  readonly rounds?: readonly number[];
  /** The input whose rows the points are; they can be moved. */
  readonly input?: string;
  /** The input that the directions are; they can be turned. */
  readonly directionInput?: string;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly wheel: WheelSpec;
  }
}

/** The steps of hashing by direction: rows, directions (made orthogonal, where the run does that), and buckets. */
const HASHED: Readonly<Record<string, { readonly points: string; readonly directions: readonly string[] }>> = {
  "bucket.buckets": { points: "bucket.tokens", directions: ["bucket.orthogonal", "bucket.rotation"] },
  "lsh.buckets": { points: "lsh.query-key", directions: ["lsh.orthogonal", "lsh.rotations"] },
  "collision.buckets": { points: "collision.points", directions: ["collision.orthogonal", "collision.directions"] },
};

export const kind: Kind<WheelSpec> = {
  tag: literal`ag-wheel`,
  rank: RANKS.named,
  /** Buckets of rows of two features have a place on the circle. */
  suits: (step, steps) => {
    const hashed = HASHED[keyOf(step)];
    const points = hashed && besides(step, hashed.points, steps);
    const directions = hashed?.directions
      .map((name) => besides(step, name, steps))
      .find((found) => found !== undefined);
    if (!points || !directions || points.shape.at(-1) !== 2) return [];
    return [{ kind: "wheel", points: points.id, directions: directions.id, buckets: step.id }];
  },
};
