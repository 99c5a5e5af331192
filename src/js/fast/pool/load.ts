import { reading } from "../../errors.js";
import { wholeNumber } from "../../refuse.js";
import { loading } from "../../source.js";
import { choose, compiled, type FastOptions, type OpenFast } from "../load.js";
import { FastPool } from "./pool.js";
import { type StartWorker, Workers } from "./workers.js";

/** What `loadPool` may be told. */
export interface PoolOptions extends FastOptions {
  /** How many workers; as many as there are cores by default, but at most {@link MOST_BY_DEFAULT}. */
  readonly workers?: number;
}

/** Each worker holds a copy of what is uploaded, so that more of them cost memory where the memory's speed is soon the limit. */
const MOST_BY_DEFAULT = 4;

/** Beyond this, a number of workers is a mistake. */
const MOST = 64;

/** Starts workers, each with an instance of its own. */
export async function openPool(
  open: OpenFast,
  start: StartWorker,
  cores: number,
  options: PoolOptions = {},
): Promise<FastPool> {
  const choice = choose(options);
  const { workers = Math.max(1, Math.min(cores, MOST_BY_DEFAULT)) } = reading(() => ({ ...options }));
  const size = wholeNumber("workers", workers, 1, MOST);
  return loading("the worker pool", async () => {
    const { module, variant } = await compiled(open, choice);
    const pool = new Workers(start, size);
    try {
      await pool.all("open", () => [module]);
    } catch (thrown) {
      pool.close();
      throw thrown;
    }
    return new FastPool(pool, variant);
  });
}
