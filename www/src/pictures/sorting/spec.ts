import { literal } from "lit/static-html.js";
import { besides, type Kind, keyOf, RANKS } from "../kind.ts";

/** `<ag-sorting>`: tokens in their order and sorted by bucket, joined by lines, and the chunks of the sorted list; a panel for each round. */
export interface SortingSpec {
  readonly kind: "sorting";
  /** The step with the token at each sorted place, such as `lsh.position`; its axes are head and sorted place. */
  readonly order: string;
  /** The step with the bucket of each token in each round, such as `lsh.buckets`. */
  readonly buckets: string;
  /** The step with the number of places of a chunk. */
  readonly chunk?: string;
  /** The step with the sorted places that each chunk is compared with, such as `lsh.window`. Chunks that a token is compared with are framed. */
  readonly window?: string;
  /** The token whose chunks are framed while none is pointed to or chosen. */
  readonly token?: number;
  /** Whether an only round has its name, where how many there are can be changed. */
  readonly named?: boolean;
}

declare module "../spec.ts" {
  interface Pictures {
    readonly sorting: SortingSpec;
  }
}

export const kind: Kind<SortingSpec> = {
  tag: literal`ag-sorting`,
  rank: RANKS.named,
  /** A sort by bucket is drawn with its buckets and chunks. */
  suits: (step, steps) => {
    if (!/^lsh\.(?:sort-order|position)$/.test(keyOf(step))) return [];
    const id = (name: string) => besides(step, name, steps)?.id;
    const [order, buckets, chunk, window] = [
      id("lsh.position"),
      id("lsh.buckets"),
      id("lsh.chunk-length"),
      id("lsh.window"),
    ];
    if (order === undefined || buckets === undefined) return [];
    return [
      {
        kind: "sorting",
        order,
        buckets,
        ...(chunk === undefined ? {} : { chunk }),
        ...(window === undefined ? {} : { window }),
      },
    ];
  },
};
