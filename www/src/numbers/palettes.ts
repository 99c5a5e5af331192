/**
 * Which palette a quantity has. Each step of the catalog declares what its numbers are; it is never guessed from them, so that one quantity has the same
 * colors with every input: shares of a whole from 0 to 1, numbers that name something, counts from 0 on, gradients, and everything else, which is signed.
 */
import facts from "../../generated/facts.json";

/** `plain`: a single number, which has nothing to be compared with. `counts`: what is below 0 says that there is none. */
export type PaletteKind = "weights" | "signed" | "counts" | "gradient" | "category" | "plain";

const SHARES: ReadonlySet<string> = new Set(facts.shares);
const NAMES: ReadonlySet<string> = new Set(facts.names);
const COUNTS: ReadonlySet<string> = new Set(facts.counts);

/** The ids of the steps of a gradient begin with this. */
const GRADIENT = "gradient/";

/** Returns the palette of a step; `layers[0]/attention.weights` has that of `attention.weights`. */
export function paletteOf(step: string, rank: number): PaletteKind {
  if (rank === 0) return "plain";
  if (step.startsWith(GRADIENT)) return "gradient";
  const own = step.slice(step.lastIndexOf("/") + 1);
  if (SHARES.has(own)) return "weights";
  if (NAMES.has(own)) return "category";
  return COUNTS.has(own) ? "counts" : "signed";
}
