/** The fast engine for whoever can fetch nothing. */

import { fromBase64 } from "../source.js";
import type { FastEngine } from "./engine.js";
import { compiler, type FastOptions, openFast } from "./load.js";

/** Reads the `simd` file from within the package's JavaScript. */
export const inlineFast = async (): Promise<Uint8Array<ArrayBuffer>> =>
  fromBase64((await import("../base64-fast.js")).default);

const compile = compiler({ inline: inlineFast });

/** Loads the fast engine; every call gives one with memory of its own. */
export function loadFast(options?: FastOptions): Promise<FastEngine> {
  return openFast(compile, options);
}
