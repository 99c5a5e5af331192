import { AttographError, crossed, reasonOf } from "./errors.js";
import type { Glue } from "./glue.js";
import type { PlatformMemory, PlatformModule } from "./platform.js";

/** A quarter of what an instance can address, so that a run has the other three quarters. */
const FULL = 2 ** 30;

/** The generated half of the bindings, which no instance is tied to yet. */
interface Startable {
  initSync(source: { module: PlatformModule }): { readonly memory: PlatformMemory };
}

/**
 * A WebAssembly instance, replaced by a new one when it traps.
 *
 * A trap leaves memory in an unknown state, so the instance is never used again. A new instance of the compiled module takes a fraction of a
 * millisecond. What the old instance kept is lost; `generation` identifies the instance.
 */
export class Machine<Its extends Startable = Glue> {
  readonly #module: PlatformModule;
  readonly #createGlue: () => Its;
  #glue: Its | null;
  #memory: PlatformMemory | null = null;
  #generation = 1;

  constructor(module: PlatformModule, createGlue: () => Its) {
    this.#module = module;
    this.#createGlue = createGlue;
    this.#glue = this.#start();
  }

  /** The number of the current instance. What one instance refers to by number means nothing in another. */
  get generation(): number {
    return this.#generation;
  }

  /** The size of the current instance's memory in bytes; 0 if the next call starts an instance. */
  get memory(): number {
    return this.#memory?.buffer.byteLength ?? 0;
  }

  /** Calls a function of the instance. Throws only AttographError; `trapped` if the instance trapped and was given up. */
  call<T>(use: (glue: Its) => T): T {
    try {
      this.#glue ??= this.#start();
      return use(this.#glue);
    } catch (thrown) {
      const error = thrown instanceof AttographError ? thrown : crossed(thrown);
      if (error) throw error;
      // A trap, an exhausted stack, or an exception that ran through WebAssembly frames: in each case nothing was unwound.
      this.#discard();
      const reason = reasonOf(thrown);
      const message = `the computation was stopped by a trap: ${reason}`;
      throw new AttographError("trapped", message, { reason }, { cause: thrown });
    }
  }

  /**
   * Gives up an instance whose memory has grown large: WebAssembly memory never shrinks, so that this is the only way to return it. Traces whose cells
   * are needed later are computed again.
   */
  makeRoom(): void {
    if (this.memory > FULL) this.#discard();
  }

  #discard(): void {
    this.#glue = null;
    this.#memory = null;
    this.#generation += 1;
  }

  #start(): Its {
    const glue = this.#createGlue();
    this.#memory = glue.initSync({ module: this.#module }).memory;
    return glue;
  }
}
