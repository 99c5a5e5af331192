/** Which of the two WebAssembly files an engine can run. */
export type Variant = "simd" | "relaxed";

/** `\0asm`, version 1; one function without parameters that gives a vector. */
const HEAD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];

/** `i8x16.splat` of 0. */
const SPLAT = [65, 0, 253, 15];

/** A module whose one function has this body. */
function moduleOf(body: readonly number[]): Uint8Array<ArrayBuffer> {
  const code = [0, ...body, 11];
  return Uint8Array.from([...HEAD, 10, code.length + 2, 1, code.length, ...code]);
}

/** The best variant that this engine validates, or null when it has no vector instructions. */
export function bestVariant(): Variant | null {
  // i8x16.relaxed_swizzle
  if (WebAssembly.validate(moduleOf([...SPLAT, ...SPLAT, 253, 128, 2]))) return "relaxed";
  if (WebAssembly.validate(moduleOf(SPLAT))) return "simd";
  return null;
}
