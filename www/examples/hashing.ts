import { tensor } from "../src/state/values.ts";
import { namesOf, rowsOf } from "./example.ts";
import { directions } from "./things.ts";

export const x = rowsOf(directions);

export const words = namesOf(directions);

export const identity = tensor([2, 2], [1, 0, 0, 1]);

export const fromZero = { from: 0 };

export const onTheCircle = { distribution: "normal", decimals: 2 } as const;
