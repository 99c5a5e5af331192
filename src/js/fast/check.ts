import type { Check } from "../types.js";
import type { FastEngine } from "./engine.js";
import type { FastEncoder, FastTensor } from "./handle.js";
import { NAMES, OPERATIONS } from "./operations.js";
import { type OperationName, type Ops, operationsBy, perform, type RemoteOperations } from "./ops.js";
import type { EncodeOptions } from "./options.js";

/** How much of its bound a result takes; what is beyond it is beyond any that is not. */
const part = ({ within, deviation, bound }: Check): number =>
  within ? deviation / (bound || 1) : Number.POSITIVE_INFINITY;

/** Operations whose results are checked as one; others are put together from them, or have no check. */
type CheckedName = Exclude<OperationName, "multiHeadAttention" | "blockAttention" | "propagate" | "encode">;

const CHECKED = NAMES.filter((name): name is CheckedName => OPERATIONS[name].check !== undefined);

/**
 * An engine whose every result is compared with f64, kernel by kernel: rows of it are computed anew from the f32 operands that the kernel was given, and
 * must lie within the bound that the kernel promises.
 */
export class Checked extends operationsBy<
  Pick<RemoteOperations<Promise<FastTensor>>, CheckedName>,
  Promise<FastTensor>
>(CHECKED) {
  /** @internal */
  protected readonly ops: Ops;
  /** @internal */
  protected readonly engine: FastEngine;
  readonly #rows: number;
  readonly #gpu: boolean;
  #check: Check | null = null;

  /** `ops` computes, `engine` has the handles; at most `rows` rows of each result are looked at, by the bounds of a GPU's functions or a CPU's. */
  constructor(ops: Ops, engine: FastEngine, rows: number, gpu: boolean) {
    super();
    this.ops = ops;
    this.engine = engine;
    this.#rows = rows;
    this.#gpu = gpu;
  }

  /** The check that took the largest part of its bound, or passed it; null before anything was computed. */
  get check(): Check | null {
    return this.#check;
  }

  /** @internal Computes, and notes how the result compares. */
  override async run(name: CheckedName, given: readonly unknown[]): Promise<FastTensor> {
    const found = (await perform(this.ops, name, given)) as FastTensor;
    try {
      const compared = this.engine.compare(name, given, found, this.#rows, this.#gpu);
      const [deviation = 0, bound = 0, rows = 0, within = 0, scale = 0] = compared;
      const kernel = OPERATIONS[name].check as Check["kernel"];
      const check: Check = { kernel, deviation, bound, rows, scale, within: within === 1 };
      if (!this.#check || part(check) > part(this.#check)) this.#check = check;
      return found;
    } catch (thrown) {
      found.dispose();
      throw thrown;
    }
  }
}

/**
 * A {@link Checked} engine that also runs encoder layers. Comparing a whole layer takes the f64 engine as long as computing it; what its first norm does
 * with X shows whether f32 tells the numbers of a row apart.
 */
export class Guarded extends Checked {
  /** Present where it keeps its intermediate results on a GPU, which then are not compared. */
  readonly multiHeadAttention?: NonNullable<Ops["multiHeadAttention"]>;

  constructor(ops: Ops, engine: FastEngine, rows: number, gpu: boolean) {
    super(ops, engine, rows, gpu);
    if (ops.multiHeadAttention) this.multiHeadAttention = ops.multiHeadAttention.bind(ops);
  }

  async encode(encoder: FastEncoder, x: FastTensor, options: EncodeOptions = {}): Promise<FastTensor> {
    (await this.layerNorm(x)).dispose();
    return this.ops.encode?.(encoder, x, options) ?? this.engine.encode(encoder, x, options);
  }
}
