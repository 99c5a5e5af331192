import type { Variant } from "../../probe.js";
import { MAX_U32 } from "../../refuse.js";
import { DISPOSE } from "../dispose.js";
import { type Operands, type Options, type Owner, readMatrix } from "../fields.js";
import { OPERANDS, OPERATIONS } from "../operations.js";
import { operationsBy, type SharedOperations } from "../ops.js";
import type { GraphOptions } from "../options.js";
import type { Cuts } from "./cuts.js";
import {
  PoolGraph,
  PoolHandle,
  type PoolHandles,
  type PoolPlace,
  PoolTensor,
  PoolWeights,
  poolHandleOf,
} from "./handle.js";
import type { Size } from "./jobs.js";
import { SHARED, type SharedName, type Stage, stagesOf } from "./stages.js";
import type { Workers } from "./workers.js";

type Results = SharedOperations<PoolHandles, Promise<PoolTensor>>;

/**
 * The kernels of {@link FastEngine} on several cores: every worker has an instance of its own and computes some rows of each result. Numbers are those of one
 * engine, to the bit.
 *
 * What is uploaded is whole in every worker. A result is split by rows; where it becomes an operand that every worker needs as a whole (any but the left factor
 * of a product), its parts are first exchanged, once.
 */
export class FastPool extends operationsBy<Results, Promise<PoolTensor>>(SHARED) {
  /** Which WebAssembly file runs. */
  readonly wasm: Variant;
  readonly #workers: Workers;
  readonly #owner: Owner<PoolHandle>;
  #handles = 0;

  /** @internal */
  constructor(workers: Workers, wasm: Variant) {
    super();
    this.#workers = workers;
    this.#owner = { operand: (input, value, kind) => poolHandleOf(workers, input, value, kind) };
    this.wasm = wasm;
  }

  /** How many workers. */
  get workers(): number {
    return this.#workers.size;
  }

  /** Whether the workers have ended: disposed of, lost, or stopped by a trap. */
  get ended(): boolean {
    return this.#workers.ended;
  }

  /** How many bytes the memories of all workers have together; they never shrink. */
  async memory(): Promise<number> {
    const bytes = await this.#workers.all("memory", () => []);
    return bytes.reduce((sum, more) => sum + more, 0);
  }

  /** Copies a matrix into every worker, row by row. */
  async tensor(shape: readonly [number, number], data: Float32Array | readonly number[]): Promise<PoolTensor> {
    const { size, numbers } = readMatrix(shape, data);
    const handle = await this.#kept((to) => this.#workers.all("tensor", () => [to, size, numbers.slice()]));
    return new PoolTensor(this.#workers, place(handle), size);
  }

  /** Lays a right factor out for many products. */
  async weights(matrix: PoolTensor): Promise<PoolWeights> {
    const { operands } = OPERANDS.weights([matrix], this.#owner);
    const from = await this.#whole(operands[0] as PoolHandle);
    const handle = await this.#kept((to) => this.#workers.all("weights", () => [to, from]));
    return new PoolWeights(this.#workers, place(handle), "weights");
  }

  /** Normalizes a graph, as {@link FastEngine.graph}; each worker keeps the rows of some targets, with about as many messages as any other's. */
  async graph(nodes: number, messages: Uint32Array, options?: GraphOptions): Promise<PoolGraph> {
    const { options: read } = OPERANDS.graph([nodes, messages, options], this.#owner);
    const parts = this.workers;
    let facts: { nodes: number; messages: number; cuts: Iterable<number> } = { nodes: 0, messages: 0, cuts: [] };
    const handle = await this.#kept(async (to) => {
      const made = await this.#workers.all("graph", (part) => [to, copied(read), part, parts]);
      facts = made[0] ?? facts;
    });
    return new PoolGraph(this.#workers, { handle, cuts: [...facts.cuts], disposed: false }, facts);
  }

  /** @internal Has every worker compute its rows of an operation's result. */
  override async run(name: SharedName, given: readonly unknown[]): Promise<PoolTensor> {
    const { operands, options } = OPERATIONS[name].read(given, this.#owner);
    // Of a left factor, each worker takes the rows that it has.
    const wholes = name === "product" ? [operands[1]] : operands;
    await Promise.all(wholes.map((operand) => operand && this.#whole(operand)));
    let made: PoolTensor | null = null;
    for (const stage of stagesOf(name, operands, this.#workers, options)) {
      const before: PoolTensor | null = made;
      try {
        if (before) await this.#whole(before);
        const [graph, x, ...others] = operands;
        made = await this.#compute(stage, [graph, before ?? x, ...others], options);
      } finally {
        before?.dispose();
      }
    }
    return made as PoolTensor;
  }

  /** Ends the workers; what they hold is gone, and what is under way ends with the code `disposed`. */
  dispose(): void {
    this.#workers.close();
  }

  /** As {@link FastPool.dispose}. */
  [DISPOSE](): void {
    this.dispose();
  }

  /** Has every worker compute its rows of the result of a stage. */
  async #compute(
    { name, cuts, isSplit }: Stage,
    given: Operands<PoolHandle>,
    options: Options | undefined,
  ): Promise<PoolTensor> {
    const operands = given.map((operand) =>
      operand === 0 ? 0 : PoolHandle.placeIn(this.#workers, operand).handle,
    ) as Operands<number>;
    let columns = 0;
    const handle = await this.#kept(async (to) => {
      const sizes: readonly Size[] = await this.#workers.all("compute", (worker) => {
        const span = isSplit ? ([0, MAX_U32] as const) : ([cuts[worker] ?? 0, cuts[worker + 1] ?? 0] as const);
        return [to, { name, span, operands, options: copied(options) }];
      });
      columns = sizes[0]?.[1] ?? 0;
    });
    return new PoolTensor(this.#workers, { handle, cuts, disposed: false }, [cuts.at(-1) ?? 0, columns]);
  }

  /** Makes something in every worker, or leaves nothing of it in any. */
  async #kept(make: (to: number) => Promise<unknown>): Promise<number> {
    const to = ++this.#handles;
    try {
      await make(to);
      return to;
    } catch (thrown) {
      this.#workers.free(to);
      throw thrown;
    }
  }

  /** The number of an operand that every worker has as a whole, once it has it. */
  async #whole(operand: PoolHandle): Promise<number> {
    const place = PoolHandle.placeIn(this.#workers, operand);
    if (place.cuts && operand instanceof PoolTensor) {
      place.assembling ??= this.#assemble(place, place.cuts, operand.shape).finally(() => {
        place.assembling = undefined;
      });
      await place.assembling;
    }
    return PoolHandle.placeIn(this.#workers, operand).handle;
  }

  /** Exchanges the parts of a tensor, so that every worker has all of it. */
  async #assemble(place: PoolPlace, cuts: Cuts, shape: Size): Promise<void> {
    const old = place.handle;
    const parts = await this.#workers.all("read", () => [old]);
    const last = this.workers - 1;
    const handle = await this.#kept((to) =>
      this.#workers.all("assemble", (worker) => {
        // Its last receiver takes a part as it is, all others a copy.
        const others = parts.flatMap((numbers, from): [number, Float32Array][] => {
          if (from === worker) return [];
          const isLast = worker === (from === last ? last - 1 : last);
          return [[cuts[from] ?? 0, isLast ? numbers : numbers.slice()]];
        });
        return [to, shape, old, cuts[worker] ?? 0, others];
      }),
    );
    this.#workers.free(old);
    if (place.disposed) return this.#workers.free(handle);
    place.handle = handle;
    place.cuts = null;
  }
}

const place = (handle: number): PoolPlace => ({ handle, cuts: null, disposed: false });

/** Options whose arrays have memory of their own, to be handed over. */
const copied = (options: Options = {}): Options =>
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value) ? (value as Float32Array | Uint32Array | Uint8Array).slice() : value,
    ]),
  );
