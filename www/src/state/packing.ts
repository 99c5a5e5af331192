/** What packs inputs into addresses, once it is loaded. Most addresses have no inputs, so that it comes with the first that has some. */
import type { Inputs } from "./state.ts";

export interface Packing {
  /** Returns inputs as text. */
  encodeInputs(inputs: Inputs): string;
  /** Returns the inputs of a text; throws {@link Unreadable} or {@link TooNew}. */
  decodeInputs(text: string): Inputs;
}

/** An address of a later version of the page. */
export class TooNew extends Error {}
/** An address that this page has not written. */
export class Unreadable extends Error {}

let provided: Packing | null = null;

export function provide(packing: Packing): void {
  provided = packing;
}

/** Returns what packs inputs; null before it is loaded. */
export function packing(): Packing | null {
  return provided;
}
