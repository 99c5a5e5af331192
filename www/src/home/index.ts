/** The home, with what it needs. */
import "../../styles/cards.css";
import "../../styles/home.css";
import "../../styles/word.css";
import { UNITS } from "../../units/index.ts";
import type { Front } from "../state/state.ts";
import { FIRST_UNIT } from "./home.ts";

export { home } from "./home.ts";
export { isSentence } from "./sentence.ts";

/** Loads what the home shows first. */
export const prepare = (front: Front): Promise<unknown> => Promise.all([fronts[front](), UNITS.open(FIRST_UNIT)]);

const fronts: Readonly<Record<Front, () => Promise<unknown>>> = {
  sentence: async () => Promise.all([import("./ag-sentence.ts"), (await import("./sentence.ts")).prepare()]),
  graph: async () => Promise.all([import("./ag-friends.ts"), (await import("./friends.ts")).prepare()]),
};
