/** The fast engine for whoever brings its file. */
import { compile, opener } from "../source.js";
import type { FastEngine } from "./engine.js";
import { type FastOptions, openFast } from "./load.js";

const open = opener({}, compile);

/** Loads the fast engine from `options.bytes`; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(open, options);
}
