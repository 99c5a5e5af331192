import { AttographError } from "../../errors.js";
import { wrongType } from "../../refuse.js";
import { DISPOSE } from "../dispose.js";
import type { Kind } from "../fields.js";
import { foreign, type Held } from "../handle.js";
import type { Cuts } from "./cuts.js";
import type { Workers } from "./workers.js";

/** Where something lives: its number in every worker, and how its rows are split among them; null when every worker has all. */
export interface PoolPlace {
  handle: number;
  cuts: Cuts | null;
  /** While the parts of a tensor are put together in every worker. */
  assembling?: Promise<void> | undefined;
  disposed: boolean;
}

const forgotten = new FinalizationRegistry<{ workers: Workers; place: PoolPlace }>(({ workers, place }) =>
  giveBack(workers, place),
);

function giveBack(workers: Workers, place: PoolPlace): void {
  if (!place.disposed) workers.free(place.handle);
  place.disposed = true;
}

/** Something that lives in the workers of a pool until it is disposed of. */
export class PoolHandle {
  readonly #workers: Workers;
  readonly #place: PoolPlace;
  readonly #held: Held;

  /** @internal */
  constructor(workers: Workers, place: PoolPlace, held: Held) {
    this.#workers = workers;
    this.#place = place;
    this.#held = held;
    forgotten.register(this, { workers, place }, this);
  }

  /** @internal Where a handle lives, for the pool that it is of. */
  static placeIn(workers: Workers, handle: PoolHandle): PoolPlace {
    if (workers !== handle.#workers) throw foreign("pool");
    if (handle.#place.disposed) throw new AttographError("disposed", "this handle was disposed of");
    return handle.#place;
  }

  /** @internal Whether it is what a kind of operand may be. */
  static fits(handle: PoolHandle, kinds: readonly Held[]): boolean {
    return kinds.includes(handle.#held);
  }

  /** Gives its memory back in every worker. A handle that is forgotten gives it back at some later time. */
  dispose(): void {
    forgotten.unregister(this);
    giveBack(this.#workers, this.#place);
  }

  /** As {@link PoolTensor.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }

  /** @internal Whether a value is a handle, and no object that pretends to be one. */
  static is(value: unknown): value is PoolHandle {
    return typeof value === "object" && value !== null && #place in value;
  }
}

/** A matrix of f32. */
export class PoolTensor extends PoolHandle {
  /** Rows and columns. */
  readonly shape: readonly [number, number];
  readonly #read: () => Promise<Float32Array>;

  /** @internal */
  constructor(workers: Workers, place: PoolPlace, shape: readonly [number, number]) {
    super(workers, place, "tensor");
    this.shape = shape;
    this.#read = async () => {
      const { handle, cuts } = PoolHandle.placeIn(workers, this);
      if (!cuts) return workers.send(0, "read", [handle]);
      const parts = await workers.all("read", () => [handle]);
      const numbers = new Float32Array(shape[0] * shape[1]);
      parts.forEach((part, worker) => {
        numbers.set(part, (cuts[worker] ?? 0) * shape[1]);
      });
      return numbers;
    };
  }

  /** Copies the numbers out, row by row. */
  read(): Promise<Float32Array> {
    return this.#read();
  }
}

/** A right factor that many products share, laid out for them once in every worker. */
export class PoolWeights extends PoolHandle {}

/** A graph, normalized once; each worker has the rows of some targets. */
export class PoolGraph extends PoolHandle {
  /** How many nodes. */
  readonly nodes: number;
  /** How many messages, those of self-loops among them. */
  readonly messages: number;

  /** @internal */
  constructor(
    workers: Workers,
    place: PoolPlace,
    { nodes, messages }: { readonly nodes: number; readonly messages: number },
  ) {
    super(workers, place, "graph");
    this.nodes = nodes;
    this.messages = messages;
  }
}

/** The handles of this pool by kind; there are neither sparse tensors nor encoder layers. */
export interface PoolHandles {
  readonly tensor: PoolTensor;
  readonly factor: PoolTensor | PoolWeights;
  readonly features: PoolTensor;
  readonly graph: PoolGraph;
  readonly encoder: never;
}

const KINDS: Readonly<Record<Kind, { readonly called: string; readonly fits: readonly Held[] }>> = {
  tensor: { called: "a tensor", fits: ["tensor"] },
  factor: { called: "a tensor or weights", fits: ["tensor", "weights"] },
  features: { called: "a tensor", fits: ["tensor"] },
  graph: { called: "a graph", fits: ["graph"] },
  encoder: { called: "an encoder", fits: [] },
};

/** The handle that an operand is; it must be of a kind, and of this pool. What its class and its fields say counts for nothing. */
export function poolHandleOf(workers: Workers, input: string, value: unknown, kind: Kind): PoolHandle {
  const { called, fits } = KINDS[kind];
  if (PoolHandle.is(value)) {
    PoolHandle.placeIn(workers, value);
    if (PoolHandle.fits(value, fits)) return value;
  }
  throw wrongType(input, `${called} of this pool`, value);
}
