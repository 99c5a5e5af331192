/** Inputs as a part of an address: JSON, deflated, base64url. */
import { deflateSync, Inflate, strFromU8, strToU8 } from "fflate";
import * as v from "valibot";
import { LONGEST_NAME } from "./names.ts";
import { type Inputs, NO_CHANGES } from "./state.ts";

const VERSION = 1;
/** A longer text than this was not written by this page. */
const LONGEST_TEXT = 4_000_000;

/** An address of a later version of the page. */
export class TooNew extends Error {}
/** An address that this page has not written. */
export class Unreadable extends Error {}

const finite = v.pipe(v.number(), v.finite());
/** As one check: of many numbers, one for each would take long. */
const numbers = v.custom<number[]>((list) => Array.isArray(list) && list.every(Number.isFinite));
/** The largest length of an axis, and number of nodes. */
const MOST = 100_000;
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST));
const words = v.array(v.pipe(v.string(), v.maxLength(LONGEST_NAME)));
const tensor = v.pipe(
  v.strictObject({
    shape: v.pipe(v.array(count), v.maxLength(8)),
    data: numbers,
    names: v.exactOptional(v.array(v.nullable(words))),
  }),
  v.check(({ shape, data }) => shape.reduce((size, length) => size * length, 1) === data.length),
  v.check(({ shape, names }) => names === undefined || names.length === shape.length),
);
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
const isEdge = (edge: unknown) => Array.isArray(edge) && edge.length === 2 && edge.every(isCount);
const graph = v.pipe(
  v.strictObject({
    nodes: count,
    edges: v.custom<[number, number][]>((list) => Array.isArray(list) && list.every(isEdge)),
    directed: v.boolean(),
    weights: v.nullable(numbers),
    names: v.exactOptional(v.nullable(words)),
  }),
  v.check(({ nodes, names }) => !names || names.length === nodes),
);
/** Valid names of inputs, which excludes names such as `__proto__`. */
const name = v.pipe(v.string(), v.regex(/^[a-zA-Z][a-zA-Z0-9]*(\.[a-zA-Z][a-zA-Z0-9]*)*$/));
const changed = v.strictObject({
  inputs: v.record(name, v.union([finite, v.boolean(), v.pipe(v.string(), v.maxLength(100)), v.null(), tensor, graph])),
});

const encoded = new WeakMap<Inputs, string>();

/** Returns inputs as text. Each is written once, since every step and every chosen cell has an address. */
export function encodeInputs(inputs: Inputs): string {
  const known = encoded.get(inputs) ?? written(inputs);
  encoded.set(inputs, known);
  return known;
}

const written = (inputs: Inputs): string => packText(JSON.stringify({ inputs }));

/** Returns a text as a part of an address. */
export function packText(text: string): string {
  const bytes = deflateSync(strToU8(text), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `v${VERSION}.${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Returns the inputs of a text; throws {@link Unreadable} or {@link TooNew}. */
export function decodeInputs(text: string): Inputs {
  const json: unknown = JSON.parse(unpackText(text));
  const inputs = Object.entries(v.parse(changed, json).inputs as Inputs);
  if (inputs.length === 0) return NO_CHANGES;
  // Learned inputs had `params.` in front of their names.
  const found = Object.fromEntries(inputs.map(([key, input]) => [key.replace(/^params\./, ""), input]));
  encoded.set(found, text);
  return found;
}

/** Returns the text that {@link packText} has packed; throws where it is none. */
export function unpackText(text: string): string {
  const [, version, code = ""] = /^v(\d{1,4})\.([A-Za-z0-9_-]+)$/.exec(text) ?? [];
  if (version === undefined) throw new Unreadable();
  if (Number(version) > VERSION) throw new TooNew();
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return inflate(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}

/** Decompresses in chunks, so that a small address cannot fill the memory. */
function inflate(packed: Uint8Array): string {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const stream = new Inflate((chunk, final) => {
    chunks.push(chunk.slice());
    size += chunk.length;
    ended = final;
    if (size > LONGEST_TEXT) throw new Unreadable();
  });
  stream.push(packed, true);
  if (!ended) throw new Unreadable();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return strFromU8(whole);
}
