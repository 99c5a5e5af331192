/** The entry for Node: reads the WebAssembly files from the package's folder. */
import { readFile } from "node:fs/promises";
import { offerFast } from "./fast/offer.js";
import { inlineBytes } from "./inline-bytes.js";
import { loader } from "./load.js";

export * from "./public.js";

// Read only when a run asks for it.
offerFast(
  async () => (await import("./fast-node.js")).loadFast(),
  async () => (await import("./fast-node.js")).loadPool(),
);

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader({
  file: async (variant, topic) =>
    Uint8Array.from(await readFile(new URL(`attograph-${topic}-${variant}.wasm`, import.meta.url))),
  inline: inlineBytes,
});
