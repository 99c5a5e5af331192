/** Invalid values: a generator for property tests. */
import fc from "fast-check";
import { revoked } from "./refused.mjs";

const raise = (what) => () => {
  throw what;
};

/** A proxy each of whose traps throws. */
const throwing = (what, target = {}) => new Proxy(target, new Proxy({}, { get: () => raise(what) }));

const cycle = [];
cycle.push(cycle, { cycle });

const nested = (depth) => {
  let value = [];
  for (let i = 0; i < depth; i++) value = [value];
  return value;
};

/** A typed array whose memory was transferred elsewhere. */
export function detached(numbers) {
  structuredClone(numbers.buffer, { transfer: [numbers.buffer] });
  return numbers;
}

/** Objects that imitate a handle of the fast engine, and handles of which everything was changed that a caller can change. */
export function imitations(handle) {
  class Own extends Object.getPrototypeOf(handle).constructor {
    numberIn() {
      return 22;
    }
  }
  const lives = { machine: { generation: 1, call: (use) => use({}) }, newest: null };
  return [
    Object.create(handle),
    new Proxy(handle, {}),
    new Own({ home: lives, generation: 1, number: 22, held: "tensor" }, [4, 4]),
    { shape: [4, 4], data: [], read: () => [], numberIn: () => 22, dispose() {}, [Symbol.dispose]() {} },
  ];
}

const getter = (name, what) => Object.defineProperty({}, name, { get: raise(what), enumerable: true });

/** Values that are hard to read, each made anew. */
const UNREADABLE = [
  () => revoked({}),
  () => revoked([]),
  () => revoked(() => {}),
  () => throwing(new Error("no")),
  () => throwing(null),
  () => throwing(revoked({}), []),
  () => throwing(Object.create(null), () => {}),
  () => Object.assign(throwing(1n)),
  ...["shape", "data", "id", "seed", "nodes", "length", "steps", "0", "toJSON", "then"].map(
    (name) => () => getter(name, throwing("no")),
  ),
  () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : []) }),
  () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : 1) }),
  () => new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 32 - 1 : "query") }),
  () => new Proxy([], { get: (_, key) => (key === "length" ? Number.NaN : 1) }),
  () => new Proxy({}, { has: () => true, get: () => undefined }),
  () =>
    new Proxy(
      {},
      {
        ownKeys: () => ["a", "b"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: raise("no"),
      },
    ),
  () => ({ shape: [2, 2], data: { length: 1e9 } }),
  () => ({ shape: [2, 2], data: new Array(1e6) }),
  () => ({ shape: { length: 2, 0: 1, 1: 1 }, data: [1] }),
  () => ({ shape: [2 ** 31, 2 ** 31], data: [] }),
  () => ({ shape: [-0, 2], data: [] }),
  () => ({ shape: [1, 2], data: [1, 2], [Symbol.dispose]: 1, read: 2 }),
  () =>
    Object.defineProperty({ [Symbol.dispose]: 1, data: [], read: 2 }, "shape", { get: raise("no"), enumerable: true }),
  () => new Array(1e6),
  () => new Array(2 ** 32 - 1),
  () => cycle,
  () => nested(5000),
  () => ({ extra: nested(5000) }),
  () => Object.assign([[1, 2]], { [Symbol.iterator]: null }),
  () => Object.assign(Object.create(null), { toString: raise("no") }),
  () => ({ [Symbol.toPrimitive]: raise("no"), toString: raise("no") }),
  () => detached(new Float64Array(4)),
  () => detached(new Float32Array(4)),
  () => ({ shape: [0, 2], data: detached(new Float64Array(0)) }),
  () => new Float32Array(new SharedArrayBuffer(16)),
  () => new Float64Array(new ArrayBuffer(16, { maxByteLength: 64 })),
  () => new BigInt64Array(2),
  () => new DataView(new ArrayBuffer(8)),
  () => Promise.resolve(1),
  () => class {},
  () => Symbol("x"),
  () => "\u{d800}",
  () => "x".repeat(10_000),
  () => "__proto__",
  () => ({ ["__proto__"]: 1, constructor: 1 }),
  () => JSON.parse('{ "__proto__": [1], "constructor": 2 }'),
];

const NUMBERS = [
  0,
  -0,
  1,
  2,
  -1,
  0.5,
  7,
  Number.NaN,
  Infinity,
  -Infinity,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  1e21,
];

/** A function that returns a value, shown as that value in reports. */
const returning = (value) => Object.assign(() => value, { [fc.toStringMethod]: () => fc.stringify(value) });

/**
 * Functions that return anything at all. Most of it is wrong wherever it is passed. Functions, because fast-check looks into the values that it generates,
 * which some of these do not allow.
 */
const anything = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...UNREADABLE) },
  { weight: 1, arbitrary: fc.constantFrom(...[...NUMBERS, undefined, null, true, false, "", "1"].map(returning)) },
  {
    weight: 1,
    arbitrary: fc
      .anything({
        maxDepth: 2,
        maxKeys: 3,
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withObjectString: true,
        withSet: true,
        withSparseArray: true,
        withTypedArray: true,
      })
      .map(returning),
  },
);

const isPlain = (value) =>
  Array.isArray(value) || (value !== null && Object.getPrototypeOf(Object(value)) === Object.prototype);

/** Every place within arguments, as a path; [] are the arguments themselves. What is frozen, such as a trace, counts as one. */
function placesOf(value, path = []) {
  if (typeof value !== "object" || !isPlain(value) || Object.isFrozen(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => placesOf(part, [...path, key]))];
}

/** A copy of a value with another part at a place. */
function replaced(value, [key, ...path], part) {
  if (key === undefined) return part;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = replaced(copy[key], path, part);
  return copy;
}

/** How to spoil arguments: another part at a place, or, without a place, other arguments. */
export function spoils(args) {
  const all = fc.array(anything, { maxLength: args.length + 1 }).map((parts) => ({ parts }));
  const places = placesOf(args).filter((path) => path.length > 0);
  if (places.length === 0) return all;
  const place = fc.constantFrom(...places);
  const key = fc.constantFrom("extra", "read", "toJSON", "constructor", "then", "");
  return fc.oneof(
    { weight: 5, arbitrary: fc.record({ path: place, part: anything }) },
    {
      weight: 1,
      arbitrary: fc.record({ path: fc.tuple(place, key).map(([path, key]) => [...path, key]), part: anything }),
    },
    { weight: 1, arbitrary: all },
  );
}

/** Spoils arguments in one of the ways of {@link spoils}. */
export function spoil(args, { path, part, parts }) {
  return parts ? parts.map((part) => part()) : replaced(args, path, part());
}
