import { tensor } from "../src/state/values.ts";
import { named, soft } from "./example.ts";

export const one = tensor([1, 1], [1]);

export const softLayer = { x: soft, w: soft, b: soft, wNeighbor: soft, wSelf: soft } as const;

export const newsLabel = named("news");
