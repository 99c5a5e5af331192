import { tensor } from "../src/state/values.ts";
import { soft } from "./example.ts";
import { trio } from "./things.ts";

export const one = tensor([1, 1], [1]);

export const identity = tensor([2, 2], [1, 0, 0, 1]);

/** Cups of tea a day of three friends. */
export const trioCups = tensor([3, 1], [0, 1, 3]);

export const trioLabels = { node: trio, source: trio, target: trio };

export const softAttention = { x: soft, w: soft, wQuery: soft, wKey: soft, wValue: soft } as const;
