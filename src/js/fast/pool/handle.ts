import { AttographError } from "../../errors.js";
import { wrongType } from "../../refuse.js";
import { DISPOSE } from "../handle.js";
import type { Crew } from "./crew.js";
import type { Cuts } from "./cuts.js";

/** Where something lives: its number in every worker, and how its rows are split among them; null when every worker has all. */
export interface Place {
  handle: number;
  cuts: Cuts | null;
  /** While the parts of a tensor are put together in every worker. */
  assembling?: Promise<void> | undefined;
  disposed: boolean;
}

const forgotten = new FinalizationRegistry<{ crew: Crew; place: Place }>(({ crew, place }) => giveBack(crew, place));

function giveBack(crew: Crew, place: Place): void {
  if (!place.disposed) crew.free(place.handle);
  place.disposed = true;
}

/** Something that lives in the workers of a pool until it is disposed of. */
class PoolHandle {
  readonly #crew: Crew;
  readonly #place: Place;

  /** @internal */
  constructor(crew: Crew, place: Place) {
    this.#crew = crew;
    this.#place = place;
    forgotten.register(this, { crew, place }, this);
  }

  /** @internal Where it lives, for the pool that it is of. */
  placeIn(crew: Crew): Place {
    if (crew !== this.#crew) throw new AttographError("foreign-handle", "this handle belongs to another pool");
    if (this.#place.disposed) throw new AttographError("disposed", "this handle was disposed of");
    return this.#place;
  }

  /** Gives its memory back in every worker. A handle that is forgotten gives it back at some later time. */
  dispose(): void {
    forgotten.unregister(this);
    giveBack(this.#crew, this.#place);
  }

  /** As {@link PoolTensor.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }
}

/** A matrix of f32. */
export class PoolTensor extends PoolHandle {
  /** @internal */
  static readonly called = "tensor";
  /** Rows and columns. */
  readonly shape: readonly [number, number];
  readonly #read: () => Promise<Float32Array>;

  /** @internal */
  constructor(crew: Crew, place: Place, shape: readonly [number, number]) {
    super(crew, place);
    this.shape = shape;
    this.#read = async () => {
      const { handle, cuts } = this.placeIn(crew);
      if (!cuts) return crew.ask(0, "read", [handle]);
      const parts = await crew.all("read", () => [handle]);
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
export class PoolWeights extends PoolHandle {
  /** @internal */
  static readonly called = "right factor";
}

/** A graph, normalized once; each worker has the rows of some targets. */
export class PoolGraph extends PoolHandle {
  /** @internal */
  static readonly called = "graph";
  /** How many nodes. */
  readonly nodes: number;
  /** How many messages, those of self-loops among them. */
  readonly messages: number;

  /** @internal */
  constructor(crew: Crew, place: Place, { nodes, messages }: { readonly nodes: number; readonly messages: number }) {
    super(crew, place);
    this.nodes = nodes;
    this.messages = messages;
  }
}

/** A kind of handle, and what it is called. */
type Kind<Its extends PoolHandle> = { readonly called: string } & (abstract new (...given: never) => Its);

/** Where an operand lives; it must be of a kind, and of this pool. */
export function placeOf<Its extends PoolHandle>(crew: Crew, input: string, value: Its, kind: Kind<Its>): Place {
  if (value instanceof kind) return value.placeIn(crew);
  throw wrongType(input, `a ${kind.called} of this pool`, value);
}
