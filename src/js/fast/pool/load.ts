import { reading, reasonOf } from "../../errors.js";
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

const OPTIONS: readonly (keyof PoolOptions)[] = ["wasm", "bytes", "workers"];

/** How workers may be started: each way is tried where those before it fail. `advice` is what to do where all fail. */
export interface WaysToStart {
  readonly ways: readonly (() => Promise<StartWorker>)[];
  readonly advice?: string;
}

/** Starts workers, each with an instance of its own. */
export async function openPool(
  open: OpenFast,
  { ways, advice }: WaysToStart,
  cores: number,
  options: PoolOptions = {},
): Promise<FastPool> {
  const choice = choose(options, OPTIONS);
  const { workers = Math.max(1, Math.min(cores, MOST_BY_DEFAULT)) } = reading(() => ({ ...options }));
  const size = wholeNumber("workers", workers, 1, MOST);
  return loading("the worker pool", async () => {
    const { module, variant } = await compiled(open, choice);
    const problems: string[] = [];
    for (const way of ways) {
      try {
        return new FastPool(await started(await way(), size, module), variant);
      } catch (thrown) {
        problems.push(reasonOf(thrown));
      }
    }
    throw new Error([...problems, ...(advice ? [advice] : [])].join("; "));
  });
}

/** Starts workers and opens the file in each; ends them where one of them cannot. */
async function started(start: StartWorker, size: number, module: WebAssembly.Module): Promise<Workers> {
  const pool = new Workers(start, size);
  try {
    await pool.all("open", () => [module]);
    return pool;
  } catch (thrown) {
    pool.close();
    throw thrown;
  }
}
