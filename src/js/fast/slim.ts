/** The fast engine for whoever brings its file. */
import { compile } from "../compile.js";
import { request } from "../request.js";
import { type Bytes, opener } from "../source.js";
import type { FastEngine } from "./engine.js";
import type { FastModule } from "./engines.js";
import * as forLabs from "./for-labs.js";
import { openFast } from "./load.js";

const open = opener({ request }, compile);

/** Returns what a lab needs to use the engine of a file. The file is compiled once, since a Response can be read only once. */
export function withFile(file: Bytes): FastModule {
  let module: Promise<WebAssembly.Module> | null = null;
  const loadFast = async (): Promise<FastEngine> => {
    module ??= open({ name: "attograph-fast-simd.wasm", bytes: file }).then(({ ready }) => ready);
    return openFast(open, { bytes: await module });
  };
  return { loadFast, forLabs };
}
