/** The fast engine for whoever can request nothing: its file comes within the JavaScript. */
import base64 from "../base64-fast.js";
import { compile } from "../compile.js";
import { decode, opener } from "../source.js";
import type { FastEngine } from "./engine.js";
import { type FastOptions, openFast } from "./load.js";

export * from "./public.js";

const open = opener({ copy: () => decode(base64) }, compile);

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(open, options);
}
