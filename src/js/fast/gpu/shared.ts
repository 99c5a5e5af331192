import type { FastEngine } from "../engine.js";
import type { Ops } from "../ops.js";
import { GpuChoice } from "./choice.js";
import { GpuDevice, type GpuRecord, type GpuState } from "./device.js";
import { FastGpu, type GpuNotice } from "./gpu.js";

/** The number of operations from which a GPU is looked for at all: below, SIMD takes less time than the transfers. */
const WORTH_LOOKING = 2e7;

/** A GPU beside the SIMD engine, with what was measured about when it is faster. */
export class SharedGpu {
  readonly #engine: FastEngine;
  readonly #device: GpuDevice;
  #choice: GpuChoice | null = null;
  #looking: Promise<void> | null = null;

  constructor(engine: FastEngine, software: boolean, record: GpuRecord) {
    this.#engine = engine;
    this.#device = new GpuDevice(engine, software, record);
  }

  /** Its operations; `notice` gets the reason whenever SIMD computes in its place. */
  noting(notice: (notice: GpuNotice) => void): Ops {
    return new FastGpu(this.#device, this.#engine, notice);
  }

  /** What was found when it was last opened, or why it failed since; null before. */
  get state(): GpuState | null {
    return this.#device.state;
  }

  /** Opens it, and returns what it is, or why there is none. */
  describe(): Promise<GpuState> {
    return this.#device.describe();
  }

  /** Whether work of so many operations is known to be faster there; the first large work starts a measurement in the background. */
  pays(work: number): boolean {
    if (work < WORTH_LOOKING) return false;
    this.#looking ??= this.#look();
    const from = this.#choice?.from;
    return typeof from === "number" && work >= from;
  }

  /** Waits for a measurement that is under way. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async #look(): Promise<void> {
    const state = await this.describe();
    if ("reason" in state) return;
    this.#choice = new GpuChoice(`${state.name} ${navigator.userAgent}`);
    let failed = false;
    const note = (): void => {
      failed = true;
    };
    await this.#choice.measure(this.#engine, this.noting(note), () => failed).catch(note);
  }
}
