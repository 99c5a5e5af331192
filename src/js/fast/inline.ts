/** The fast engine for whoever can fetch nothing. */
import { compile, opener } from "../source.js";
import type { FastEngine } from "./engine.js";
import { copy } from "./inline-bytes.js";
import { type FastOptions, openFast } from "./load.js";

const open = opener({ copy }, compile);

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(open, options);
}
