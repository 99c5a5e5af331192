/** The entry for browsers and bundlers: fetches the WebAssembly file, and falls back to the copy within the JavaScript. */

import { offerFast } from "./fast-offer.js";
import { inlineBytes } from "./inline-bytes.js";
import { loader } from "./load.js";

export * from "./public.js";

// Read only when a run asks for it.
offerFast(async () => (await import("./fast.js")).loadFast());

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader({
  // Written out in full, because bundlers recognize exactly this form; inside a function, so that nothing is computed before it is needed.
  file: (variant) =>
    fetch(
      variant === "relaxed"
        ? new URL("./attograph-relaxed.wasm", import.meta.url)
        : new URL("./attograph-simd.wasm", import.meta.url),
    ),
  inline: inlineBytes,
});
