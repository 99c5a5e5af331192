/** The home, with what it needs. */
import "../../styles/cards.css";
import "./ag-sentence.ts";
import { UNITS } from "../../units/index.ts";
import { FIRST_UNIT } from "./home.ts";
import { prepare as prepareSentence } from "./sentence.ts";

export { home } from "./home.ts";
export { isSentence } from "./sentence.ts";

/** Loads what the home shows first. */
export const prepare = (): Promise<unknown> => Promise.all([prepareSentence(), UNITS.open(FIRST_UNIT)]);
