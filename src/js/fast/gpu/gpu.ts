import { AttographError } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { FastTensor } from "../handle.js";
import { NAMES, OPERATIONS } from "../operations.js";
import { type OperationName, operationsBy, perform, type RemoteOperations } from "../ops.js";
import { type GpuDevice, isOfGpu, reasonOfGpu } from "./device.js";

/** Why SIMD did work that was meant for the GPU. */
export interface GpuNotice {
  /** `gpu-absent`, `gpu-software`, `gpu-lost`, `gpu-out-of-memory`, `gpu-refused`, `gpu-timed-out` or `gpu-unsuited`. */
  readonly code: string;
  /** What the platform says. */
  readonly reason: string;
}

/** The operations of the SIMD engine on a GPU. Every one ends in a result: what the GPU does not do, SIMD does, with a notice that says why. */
export class FastGpu extends operationsBy<RemoteOperations<Promise<FastTensor>>, Promise<FastTensor>>(NAMES) {
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

  async #instead(name: OperationName, given: readonly unknown[]): Promise<FastTensor> {
    return (await perform(this.#engine, name, given)) as FastTensor;
  }
}
