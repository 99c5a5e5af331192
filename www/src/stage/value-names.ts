/**
 * Names for values by what they hold: equal ones have one name, which is found without writing them out. A graph of many edges is named in a fraction of the
 * time that its text takes.
 */
import { differs } from "../elements/differs.ts";
import type { InputValue } from "../state/state.ts";

/** Values that are known by what they hold: those of the runs that are remembered. */
const REMEMBERED = 128;

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** FNV-1a, 32 bits at a time. */
const mix = (hash: number, word: number): number => Math.imul(hash ^ word, 0x01000193);

function mixNumber(hash: number, value: number): number {
  // Most are positions.
  if (value === (value | 0) && !Object.is(value, -0)) return mix(hash, value);
  bits[0] = value;
  return mix(mix(hash, words[0] ?? 0), words[1] ?? 0);
}

function mixText(hash: number, text: string): number {
  let now = mix(hash, text.length);
  for (let at = 0; at < text.length; at += 1) now = mix(now, text.charCodeAt(at));
  return now;
}

/** What equal values have in common, and others rarely. */
function hashOf(value: unknown, hash: number): number {
  if (typeof value === "number") return mixNumber(hash, value);
  if (Array.isArray(value)) {
    let now = mix(hash, value.length);
    for (let at = 0; at < value.length; at += 1) now = hashOf(value[at], now);
    return now;
  }
  if (typeof value !== "object" || value === null) return mixText(hash, String(value));
  let now = hash;
  for (const [key, one] of Object.entries(value)) now = hashOf(one, mixText(now, key));
  return now;
}

export class ValueNames {
  readonly #names = new WeakMap<object, string>();
  /** By their hashes, the last used last. */
  readonly #known = new Map<number, { readonly value: object; readonly name: string }[]>();
  #count = 0;

  /** Returns a value's name: a simple one's is its text. */
  of(value: InputValue): string {
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const found = this.#names.get(value) ?? this.#nameOf(value);
    this.#names.set(value, found);
    return found;
  }

  #nameOf(value: object): string {
    const hash = hashOf(value, 0x811c9dc5);
    const alike = this.#known.get(hash) ?? [];
    const known = alike.find((one) => !differs(one.value, value));
    const found = known ?? { value, name: `#${this.#count++}` };
    this.#known.delete(hash);
    this.#known.set(hash, known ? alike : [...alike, found]);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return found.name;
  }
}
