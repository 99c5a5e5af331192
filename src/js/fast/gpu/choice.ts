import type { FastEngine } from "../engine.js";
import type { FastTensor } from "../handle.js";
import { workOf } from "../operations.js";
import type { Ops } from "../ops.js";

/** The key of `localStorage` under which the measurement is kept. */
const KEY = "attograph-gpu";

/** The numbers of tokens of the attention, 64 wide, with which the GPU and SIMD are compared. */
const SIZES = [256, 512, 1024, 2048];
const WIDTH = 64;

/** The largest ratio of the GPU's time to SIMD's at which the GPU is chosen: at 1 the choice would change from run to run. */
const AHEAD = 0.8;

interface Remembered {
  readonly device: string;
  readonly from: number | null;
}

/** The number of operations from which the GPU is faster than SIMD on this device: measured once, and kept. */
export class GpuChoice {
  readonly #device: string;
  #from: number | null | undefined;
  #measuring: Promise<void> | null = null;

  /** `device` identifies the device and its driver. */
  constructor(device: string) {
    this.#device = device;
    this.#from = recall(device);
  }

  /** The number of operations; null if the GPU is never faster, undefined while it is not known. */
  get from(): number | null | undefined {
    return this.#from;
  }

  /** Measures, unless that was done. */
  measure(engine: FastEngine, gpu: Ops, failed: () => boolean): Promise<void> {
    if (this.#from !== undefined) return Promise.resolve();
    this.#measuring ??= compare(engine, gpu, failed)
      .then((from) => {
        if (from === undefined) return;
        this.#from = from;
        remember({ device: this.#device, from });
      })
      .finally(() => {
        this.#measuring = null;
      });
    return this.#measuring;
  }
}

/** The fewest operations from which the GPU was always faster; undefined if it failed. */
async function compare(engine: FastEngine, gpu: Ops, failed: () => boolean): Promise<number | null | undefined> {
  let from: number | null = null;
  for (const tokens of SIZES) {
    const numbers = Float32Array.from({ length: tokens * WIDTH }, (_, place) => ((place * 37) % 64) / 64 - 0.5);
    const x = engine.tensor([tokens, WIDTH], numbers);
    try {
      // The first call compiles.
      (await gpu.attention(x, x, x)).dispose();
      const [there, here] = [await best(() => gpu.attention(x, x, x)), await best(() => engine.attention(x, x, x))];
      if (failed()) return undefined;
      if (there > AHEAD * here) from = null;
      else from ??= workOf("attention", [x, x, x]);
    } finally {
      x.dispose();
    }
  }
  return from;
}

/** The shorter of two runs, in milliseconds; before each, the page's other tasks may run. */
async function best(run: () => FastTensor | Promise<FastTensor>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    await new Promise((resume) => setTimeout(resume));
    const started = performance.now();
    const result = await run();
    times.push(performance.now() - started);
    result.dispose();
  }
  return Math.min(...times);
}

function recall(device: string): number | null | undefined {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "null") as Remembered | null;
    return known?.device === device && (known.from === null || typeof known.from === "number") ? known.from : undefined;
  } catch {
    // Storage is not accessible, or has something else.
    return undefined;
  }
}

function remember(known: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // It is measured again next time.
  }
}
