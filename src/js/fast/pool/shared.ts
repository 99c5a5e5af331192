import { reasonOf } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { Ops } from "../ops.js";
import { sharing } from "./ops.js";
import type { FastPool } from "./pool.js";

/** Workers that all labs share, started in the background when an operation is first large enough for them. */
export class SharedPool {
  readonly #open: () => Promise<FastPool>;
  #opening: Promise<void> | null = null;
  #pool: FastPool | null = null;
  #problem: string | null = null;

  constructor(open: () => Promise<FastPool>) {
    this.#open = open;
  }

  /** Why there are no workers, once they were to be started; otherwise null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** The engine's operations, `alone`, the large ones shared once the workers have started. `shared` is told how many did one. */
  sharing(engine: FastEngine, alone: Ops, shared: (workers: number) => void): Ops {
    return sharing(engine, alone, () => this.#ready(), shared);
  }

  /** Ends the workers; what they were to do, the engine does. */
  async dispose(): Promise<void> {
    await this.#opening;
    this.#pool?.dispose();
  }

  #ready(): FastPool | null {
    this.#opening ??= this.#start();
    return this.#pool?.ended ? null : this.#pool;
  }

  async #start(): Promise<void> {
    const pool = await this.#open().catch((thrown) => {
      this.#problem = reasonOf(thrown);
      return null;
    });
    // One worker would only add the way there and back.
    if (pool && pool.workers > 1) this.#pool = pool;
    else pool?.dispose();
  }
}
