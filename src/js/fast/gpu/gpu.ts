import { AttographError } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { FastTensor } from "../handle.js";
import { attendByParts } from "../multi-head.js";
import { OPERATIONS, type OperationName } from "../operations.js";
import { type Ops, operationsBy, type Projections } from "../ops.js";
import type { AttentionOptions } from "../options.js";
import { type GpuDevice, isOfGpu, reasonOfGpu } from "./device.js";

/** Why SIMD did work that was meant for the GPU. */
export interface GpuNotice {
  /** `gpu-absent`, `gpu-software`, `gpu-lost`, `gpu-out-of-memory`, `gpu-refused`, `gpu-timed-out` or `gpu-unsuited`. */
  readonly code: string;
  /** What the platform says. */
  readonly reason: string;
}

/** The operations of the SIMD engine on a GPU. Every one ends in a result: what the GPU does not do, SIMD does, with a notice that says why. */
export class FastGpu extends operationsBy(Object.keys(OPERATIONS) as OperationName[]) implements Ops {
  readonly #device: GpuDevice;
  readonly #engine: FastEngine;
  readonly #notice: (notice: GpuNotice) => void;
  #failed = false;

  constructor(device: GpuDevice, engine: FastEngine, notice: (notice: GpuNotice) => void) {
    super();
    this.#device = device;
    this.#engine = engine;
    this.#notice = notice;
  }

  /** @internal Computes on the GPU, or else with SIMD. */
  override async run(name: OperationName, given: readonly unknown[]): Promise<FastTensor> {
    // After a failure the rest of the run waits for no GPU again.
    if (this.#failed) return this.#instead(name, given);
    try {
      const { unsuited: reason } = OPERATIONS[name];
      if (reason) throw new AttographError("gpu-unsuited", reason, { reason });
      return await this.#device.use((processor) => this.#engine.submit(processor, name, given));
    } catch (thrown) {
      if (!isOfGpu(thrown)) throw thrown;
      this.#failed = thrown.code !== "gpu-unsuited";
      this.#notice({ code: thrown.code, reason: reasonOfGpu(thrown) });
      return this.#instead(name, given);
    }
  }

  #instead(name: OperationName, given: readonly unknown[]): FastTensor | Promise<FastTensor> {
    if (name === "multiHeadAttention") {
      const [x, projections, options] = given as [FastTensor, Projections, AttentionOptions?];
      return attendByParts(this.#engine, x, projections, options);
    }
    return (this.#engine[name] as (...given: readonly unknown[]) => FastTensor).apply(this.#engine, given as unknown[]);
  }
}
