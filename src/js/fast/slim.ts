/** The fast engine for whoever brings its file. */
import type { FastEngine } from "./engine.js";
import { compiler, type FastOptions, openFast } from "./load.js";

const compile = compiler({});

/** Loads the fast engine from `options.bytes`; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(compile, options);
}
