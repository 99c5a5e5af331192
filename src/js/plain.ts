/** Plain data at the border of the library: copied on the way in, frozen on the way out. */

import { AttographError } from "./errors.js";
import { isDetached, kindOf, tooLarge, typedArray, wrongType } from "./refuse.js";

/** How many values plain data may hold, more than fit into a text of JSON. */
const MOST = 2 ** 25;

/** More levels than anything that this library writes has: what is deeper could take more stack than there is. */
const MAX_DEPTH = 64;

/**
 * Returns a copy of plain data, so that no getter, proxy or iterator of a caller runs later, and no length is counted that is only claimed. Typed arrays are
 * taken as they are. Throws `too-large` or `unreadable`.
 */
export function plainCopy(input: string, value: unknown, most = MOST, depth = MAX_DEPTH): unknown {
  let left = most;
  const count = (length: number): number => {
    left -= length;
    // A claimed length may be NaN.
    if (!(left >= 0)) throw tooLarge(input, [length], most);
    return length;
  };
  const copy = (part: unknown, levels: number): unknown => {
    if (typeof part !== "object" || part === null) return part;
    if (isDetached(part)) throw wrongType(input, "plain data", part);
    if (kindOf(part) !== undefined) return Object.hasOwn(part, "length") ? typedArray.slice.call(part) : part;
    if (levels === 0) throw tooDeep(depth);
    if (!Array.isArray(part)) {
      const entries = Object.entries(part);
      count(entries.length);
      return Object.fromEntries(entries.map(([name, inner]) => [name, copy(inner, levels - 1)]));
    }
    return Array.from({ length: count(part.length) }, (_, place) => copy(part[place], levels - 1));
  };
  return copy(value, depth);
}

function tooDeep(depth: number): AttographError {
  const reason = `it is nested more than ${depth} levels deep`;
  return new AttographError("unreadable", `what was passed cannot be read: ${reason}`, { reason });
}

/** Freezes a value and everything in it, except for typed arrays, which cannot be frozen, and returns it. */
export function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
