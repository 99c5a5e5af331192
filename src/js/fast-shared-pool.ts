import type { FastPool } from "./fast-pool.js";
import { WORTH_SHARING } from "./fast-pool-ops.js";

/** Workers that all labs share, started when work is first large enough for them. */
export class SharedPool {
  readonly #open: () => Promise<FastPool>;
  #opening: Promise<void> | null = null;
  #pool: FastPool | null = null;

  constructor(open: () => Promise<FastPool>) {
    this.#open = open;
  }

  /** The workers, if work of so many operations pays there and they have started; the first such work has them started in the background. */
  for(work: number): FastPool | null {
    if (work < WORTH_SHARING) return null;
    this.#opening ??= this.#start();
    if (this.#pool?.ended) this.#pool = null;
    return this.#pool;
  }

  /** Waits until the workers that are being started have, or cannot be. */
  async settled(): Promise<void> {
    await this.#opening;
  }

  async #start(): Promise<void> {
    const pool = await this.#open().catch(() => null);
    // One worker would only add the way there and back.
    if (pool && pool.workers > 1) this.#pool = pool;
    else pool?.dispose();
  }
}
