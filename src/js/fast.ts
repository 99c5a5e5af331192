/** The fast engine for browsers and bundlers. */
import { fastLoader } from "./fast-load.js";

export * from "./fast-public.js";

/** Loads the fast engine; every call gives one with memory of its own. */
export const loadFast = fastLoader(async (variant) => {
  // Written out in full, because bundlers recognize exactly this form.
  const answer = await fetch(
    variant === "relaxed"
      ? new URL("./attograph-fast-relaxed.wasm", import.meta.url)
      : new URL("./attograph-fast-simd.wasm", import.meta.url),
  );
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
});
