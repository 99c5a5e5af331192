import { reasonOf } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { Ops } from "../ops.js";
import { GpuChoice } from "./choice.js";
import { GpuDevice } from "./device.js";
import { FastGpu, type GpuNotice } from "./gpu.js";

/** From how many operations on it is worth while to look for a GPU at all: below, SIMD needs less than the way there and back. */
const WORTH_LOOKING = 2e7;

/** What a GPU is, or why there is none. */
export type GpuState = { readonly name: string; readonly software: boolean } | { readonly reason: string };

/** A GPU beside the SIMD engine, with what is known about when it pays. */
export class SharedGpu {
  readonly #engine: FastEngine;
  readonly #device: GpuDevice;
  #choice: GpuChoice | null = null;
  #looking: Promise<void> | null = null;
  #state: GpuState | null = null;

  constructor(engine: FastEngine, software: boolean) {
    this.#engine = engine;
    this.#device = new GpuDevice(engine, software);
  }

  /** The operations on it; whatever SIMD does in its place is noted. */
  noting(notice: (notice: GpuNotice) => void): Ops {
    return new FastGpu(this.#device, this.#engine, notice);
  }

  /** What was found when it was last asked; null before. */
  get state(): GpuState | null {
    return this.#state;
  }

  /** Opens it, and says what it is, or why there is none. */
  async describe(): Promise<GpuState> {
    try {
      this.#state = await this.#device.describe();
    } catch (thrown) {
      this.#state = { reason: reasonOf(thrown) };
    }
    return this.#state;
  }

  /** Whether work of so many operations is done sooner there, as far as is known; the first large work has it measured in the background. */
  pays(work: number): boolean {
    if (work < WORTH_LOOKING) return false;
    this.#looking ??= this.#look();
    const from = this.#choice?.from;
    return typeof from === "number" && work >= from;
  }

  /** Waits until what is being measured is known. */
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
