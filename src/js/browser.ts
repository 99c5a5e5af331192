/** The entry for browsers and bundlers: fetches the WebAssembly files, and falls back to the copies within the JavaScript. */
import { offerFast } from "./fast/offer.js";
import { inlineBytes } from "./inline-bytes.js";
import { loader } from "./load.js";

export * from "./public.js";

// Read only when a run asks for it.
offerFast(
  async () => (await import("./fast.js")).loadFast(),
  async () => (await import("./fast.js")).loadPool(),
);

// Written out in full, because bundlers recognize exactly this form; inside functions, so that nothing is computed before it is needed.
const FILES = {
  attention: {
    simd: () => new URL("./attograph-attention-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-attention-relaxed.wasm", import.meta.url),
  },
  transformer: {
    simd: () => new URL("./attograph-transformer-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-transformer-relaxed.wasm", import.meta.url),
  },
  position: {
    simd: () => new URL("./attograph-position-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-position-relaxed.wasm", import.meta.url),
  },
  graph: {
    simd: () => new URL("./attograph-graph-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-graph-relaxed.wasm", import.meta.url),
  },
  "graph-attention": {
    simd: () => new URL("./attograph-graph-attention-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-graph-attention-relaxed.wasm", import.meta.url),
  },
  sparse: {
    simd: () => new URL("./attograph-sparse-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-sparse-relaxed.wasm", import.meta.url),
  },
  "attention-practice": {
    simd: () => new URL("./attograph-attention-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-attention-practice-relaxed.wasm", import.meta.url),
  },
  "transformer-practice": {
    simd: () => new URL("./attograph-transformer-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-transformer-practice-relaxed.wasm", import.meta.url),
  },
  "graph-practice": {
    simd: () => new URL("./attograph-graph-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-graph-practice-relaxed.wasm", import.meta.url),
  },
  "graph-attention-practice": {
    simd: () => new URL("./attograph-graph-attention-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-graph-attention-practice-relaxed.wasm", import.meta.url),
  },
  "sparse-practice": {
    simd: () => new URL("./attograph-sparse-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-sparse-practice-relaxed.wasm", import.meta.url),
  },
  "hashing-practice": {
    simd: () => new URL("./attograph-hashing-practice-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-hashing-practice-relaxed.wasm", import.meta.url),
  },
  "sequence-errata": {
    simd: () => new URL("./attograph-sequence-errata-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-sequence-errata-relaxed.wasm", import.meta.url),
  },
  "graph-errata": {
    simd: () => new URL("./attograph-graph-errata-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-graph-errata-relaxed.wasm", import.meta.url),
  },
  polls: {
    simd: () => new URL("./attograph-polls-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-polls-relaxed.wasm", import.meta.url),
  },
  derivations: {
    simd: () => new URL("./attograph-derivations-simd.wasm", import.meta.url),
    relaxed: () => new URL("./attograph-derivations-relaxed.wasm", import.meta.url),
  },
};

/** Loads the library. Calls share one load; a load that failed can be tried again. */
export const load = loader({ file: (variant, topic) => fetch(FILES[topic][variant]()), inline: inlineBytes });
