import { AttographError } from "../errors.js";
import type { Machine } from "../machine.js";
import { wrongType } from "../refuse.js";
import { DISPOSE, isLikeTensor } from "./dispose.js";
import type { Kind } from "./fields.js";
import type { FastGlue } from "./glue.js";

export { DISPOSE } from "./dispose.js";

/** What the handles of one engine share. */
export interface Home {
  readonly machine: Machine<FastGlue>;
  /** The handle that was made last, which is not registered yet. */
  newest: Handle | null;
}

/** What lives in an engine. */
export type Held = "tensor" | "weights" | "graph" | "sparse" | "encoder";

/** Where something lives: its number in one of the instances of an engine. */
export interface Place {
  readonly home: Home;
  readonly generation: number;
  readonly number: number;
  readonly held: Held;
}

/** Gives the memory of what was forgotten back, at some later time. */
const forgotten = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(giveBack) : null;

function giveBack({ home: { machine }, generation, number }: Place): void {
  if (machine.generation !== generation) return;
  try {
    machine.call((glue) => glue.free(number));
  } catch {
    // The instance trapped, and its memory is gone as a whole.
  }
}

/** The error of what lived in an instance that trapped. */
export function lost(): AttographError {
  const reason = "the instance in which it lived was replaced";
  return new AttographError("trapped", `this handle was lost by a trap: ${reason}`, { reason });
}

/** The error of what lives elsewhere, or nowhere. */
export const foreign = (home: "engine" | "pool"): AttographError =>
  new AttographError("foreign-handle", `this handle belongs to another ${home}`);

/** Something that lives in WebAssembly's memory until it is disposed of, so that calls cross with its number alone. */
export class Handle {
  #place: Place | null;

  /**
   * @internal Registers the handle before this one, unless that was disposed of: most results are before the next is made, and to register each would take
   * a small product a thirtieth of its time.
   */
  constructor(place: Place) {
    this.#place = place;
    const { home } = place;
    const before = home.newest;
    if (before) forgotten?.register(before, before.#place as Place, before);
    home.newest = this;
  }

  /** @internal Where it lives. */
  static placeOf(handle: Handle): Place {
    if (handle.#place) return handle.#place;
    throw new AttographError("disposed", "this handle was disposed of");
  }

  /** @internal Calls into the instance in which this lives. */
  protected ask<T>(question: (glue: FastGlue, number: number) => T): T {
    const { home } = Handle.placeOf(this);
    const number = numberIn(home, this);
    return home.machine.call((glue) => question(glue, number));
  }

  /** Gives its memory back. A handle that is forgotten gives it back at some later time. */
  dispose(): void {
    const place = this.#place;
    if (!place) return;
    this.#place = null;
    if (place.home.newest === this) place.home.newest = null;
    else forgotten?.unregister(this);
    giveBack(place);
  }

  /** As {@link Handle.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }

  /** @internal Whether a value is a handle, and no object that pretends to be one. */
  static is(value: unknown): value is Handle {
    return typeof value === "object" && value !== null && #place in value;
  }
}

/** A matrix of f32. */
export class FastTensor extends Handle {
  /** Rows and columns. */
  readonly shape: readonly [number, number];

  /** @internal */
  constructor(place: Place, shape: readonly [number, number]) {
    super(place);
    this.shape = shape;
  }

  /** As {@link FastTensor.read}, so that a handle can be given wherever a tensor can. */
  get data(): Float32Array {
    return this.read();
  }

  /** Copies the numbers out, row by row. */
  read(): Float32Array {
    return this.ask((glue, number) => glue.read(number));
  }
}

/** A right factor that many products share, laid out for them once. */
export class FastWeights extends Handle {}

/** A graph, normalized once. */
export class FastGraph extends Handle {}

/** A matrix of which only what is not 0 is kept. */
export class FastSparse extends Handle {}

/** An encoder layer with its weights. */
export class FastEncoder extends Handle {}

/** The handles of this engine by kind. */
export interface FastHandles {
  readonly tensor: FastTensor;
  readonly factor: FastTensor | FastWeights;
  readonly features: FastTensor | FastSparse;
  readonly graph: FastGraph;
  readonly encoder: FastEncoder;
}

/** What each kind of operand is called, and what it may be. */
const KINDS: Readonly<Record<Kind, { readonly called: string; readonly fits: readonly Held[] }>> = {
  tensor: { called: "a tensor", fits: ["tensor"] },
  factor: { called: "a tensor or weights", fits: ["tensor", "weights"] },
  features: { called: "a tensor or a sparse tensor", fits: ["tensor", "sparse"] },
  graph: { called: "a graph", fits: ["graph"] },
  encoder: { called: "an encoder", fits: ["encoder"] },
};

/** The handle that an operand is; it must be of a kind. What its class and its fields say counts for nothing, because a caller can change both. */
export function handleOf(input: string, value: unknown, kind: Kind): Handle {
  const { called, fits } = KINDS[kind];
  if (!Handle.is(value))
    throw isLikeTensor(value) ? foreign("engine") : wrongType(input, `${called} of this engine`, value);
  if (fits.includes(Handle.placeOf(value).held)) return value;
  throw wrongType(input, `${called} of this engine`, value);
}

/** The number of what lives in an engine, in its present instance. */
export function numberIn(home: Home, handle: Handle): number {
  const place = Handle.placeOf(handle);
  if (place.home !== home) throw foreign("engine");
  if (place.generation === home.machine.generation) return place.number;
  throw lost();
}
