import { AttographError, crossed, reasonOf } from "./errors.js";
import { createGlue, type Glue } from "./glue.js";

/** A quarter of what one instance can address: the next run has the other three. */
const FULL = 2 ** 30;

/**
 * One WebAssembly instance, and the next one when it traps.
 *
 * A trap leaves memory in an unknown state, so the instance is never used again. A fresh one from the compiled module costs a fraction of a
 * millisecond. Whatever lived in the old instance is gone: `generation` tells.
 */
export class Machine {
  readonly #module: WebAssembly.Module;
  #glue: Glue | null;
  #memory: WebAssembly.Memory | null = null;
  #generation = 1;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#glue = this.#start();
  }

  /** Counts the instances; a number from one means nothing in another. */
  get generation(): number {
    return this.#generation;
  }

  /** Calls into the instance. Throws AttographError only; `trapped` when the instance was given up. */
  call<T>(ask: (glue: Glue) => T): T {
    try {
      this.#glue ??= this.#start();
      return ask(this.#glue);
    } catch (thrown) {
      const error = crossed(thrown);
      if (error) throw error;
      // A trap, an exhausted stack, or an exception that ran through WebAssembly frames: in each case nothing was unwound.
      this.#leave();
      const reason = reasonOf(thrown);
      const message = `the computation was stopped by a trap: ${reason}`;
      throw new AttographError("trapped", message, { reason }, { cause: thrown });
    }
  }

  /**
   * Leaves an instance behind whose memory is well filled: it holds traces whose owners are gone, but of which the engine has not told yet, which it does
   * only between tasks. Whatever is still asked about is computed again.
   */
  makeRoom(): void {
    if (this.#memory && this.#memory.buffer.byteLength > FULL) this.#leave();
  }

  #leave(): void {
    this.#glue = null;
    this.#memory = null;
    this.#generation += 1;
  }

  #start(): Glue {
    const glue = createGlue();
    this.#memory = glue.initSync({ module: this.#module }).memory;
    return glue;
  }
}
