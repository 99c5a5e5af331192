/// <reference lib="esnext.disposable" preserve="true" />
import { AttographError } from "../errors.js";
import type { Held, HeldEncoder, HeldGraph, HeldTensor, HeldWeights } from "./glue.js";

/** The symbol by which `using` disposes at the end of a block; older engines have none, and then nobody who would look for it. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);

/** Something that lives in WebAssembly's memory until it is disposed of, so that calls cross with its number alone. */
export class Handle<Inside extends Held> {
  #held: Inside | null;

  /** @internal */
  constructor(held: Inside) {
    this.#held = held;
  }

  /** @internal What the engine works with. */
  held(): Inside {
    if (this.#held) return this.#held;
    throw new AttographError("disposed", "this handle was disposed of");
  }

  /** Gives its memory back. A handle that is forgotten gives it back at some later time. */
  dispose(): void {
    const held = this.#held;
    this.#held = null;
    try {
      held?.free();
    } catch {
      // An instance that has trapped frees nothing any more: its memory goes as a whole.
    }
  }

  /** As {@link Handle.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }
}

/** A matrix of f32. */
export class FastTensor extends Handle<HeldTensor> {
  /** Rows and columns. */
  readonly shape: readonly [number, number];

  /** @internal */
  constructor(held: HeldTensor) {
    super(held);
    this.shape = [held.rows, held.columns];
  }

  /** As {@link FastTensor.read}, so that a handle can be given wherever a tensor can. */
  get data(): Float32Array {
    return this.read();
  }

  /** Copies the numbers out, row by row. */
  read(): Float32Array {
    return this.held().read();
  }
}

/** A right factor that many products share, laid out for them once. */
export class FastWeights extends Handle<HeldWeights> {}

/** A graph, normalized once. */
export class FastGraph extends Handle<HeldGraph> {}

/** A matrix of which only what is not 0 is kept. */
export class FastSparse extends Handle<Held> {}

/** An encoder layer with its weights. */
export class FastEncoder extends Handle<HeldEncoder> {}
