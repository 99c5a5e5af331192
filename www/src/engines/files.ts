/** Addresses of the library's files in the build. */

import library from "attograph/attograph.wasm?url";
import relaxed from "attograph/attograph-fast-relaxed.wasm?url";
import simd from "attograph/attograph-fast-simd.wasm?url";

export const FILES = { library, simd, relaxed };
