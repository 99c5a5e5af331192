import { AttographError, crossed, reasonOf } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { HeldProcessor } from "../glue.js";

/** How long a GPU may be silent, in milliseconds; a program gets more, as it computes and compiles slowly. */
const PATIENCE = { hardware: 5000, software: 60_000 };

/** After so many failures one after the other it is not asked again. */
const FAILURES = 3;

interface Opened {
  readonly held: HeldProcessor;
  /** Rejected when the device goes away. */
  readonly gone: Promise<never>;
}

/** Whether an error says that the GPU did not do its work, and not that the work itself is wrong. */
export const isOfGpu = (thrown: unknown): thrown is AttographError =>
  thrown instanceof AttographError && thrown.code.startsWith("gpu-");

/** The GPU as it comes and goes: opened when it is needed, and opened again after a loss. */
export class GpuDevice {
  /** Whether a program on the main processor is as welcome. */
  readonly software: boolean;
  readonly #engine: FastEngine;
  #opened: Promise<Opened> | null = null;
  #failures = 0;

  constructor(engine: FastEngine, software: boolean) {
    this.#engine = engine;
    this.software = software;
  }

  /** What runs: the adapter's name, and whether it is a program. */
  async describe(): Promise<{ readonly name: string; readonly software: boolean }> {
    const { held } = await this.#open();
    return { name: held.name, software: held.software };
  }

  /** Does work on the device. Ends in an error of the GPU when that is lost, refuses, or is silent for five seconds. */
  async use<T>(work: (held: HeldProcessor) => Promise<T>): Promise<T> {
    const opening = this.#open();
    try {
      const { held, gone } = await opening;
      const result = await patiently(Promise.race([this.#engine.ask(() => work(held)), gone]), held.software);
      this.#failures = 0;
      return result;
    } catch (thrown) {
      const error = crossed(thrown) ?? thrown;
      // What it cannot do says nothing about what it can.
      if (isOfGpu(error) && error.code !== "gpu-unsuited") this.#close(opening);
      throw error;
    }
  }

  #open(): Promise<Opened> {
    if (this.#opened) return this.#opened;
    const opening = this.#ask();
    this.#opened = opening;
    // A device that goes away while nobody uses it is opened again for whoever comes next.
    opening.then(({ gone }) => gone).catch(() => this.#close(opening));
    return opening;
  }

  async #ask(): Promise<Opened> {
    if (this.#failures >= FAILURES) throw absent(`it failed ${FAILURES} times one after the other`);
    if (typeof navigator !== "object" || !("gpu" in navigator)) throw absent("there is no WebGPU here");
    const held = await patiently(
      this.#engine.ask((glue) => glue.openProcessor(this.software)),
      this.software,
    ).catch((thrown) => {
      throw crossed(thrown) ?? (isOfGpu(thrown) ? thrown : absent(reasonOf(thrown)));
    });
    const gone = held.untilLost().catch((thrown) => {
      throw crossed(thrown) ?? thrown;
    });
    return { held, gone };
  }

  /** Gives a device back, if it is the present one; the next work opens another. */
  #close(opening: Promise<Opened>): void {
    if (this.#opened !== opening) return;
    this.#opened = null;
    this.#failures++;
    opening.then(({ held }) => held.giveBack()).catch(() => {});
  }
}

function absent(reason: string): AttographError {
  return new AttographError("gpu-absent", `no GPU: ${reason}`, { reason });
}

/** A promise that ends: after five seconds, or a program's minute, with an error. */
async function patiently<T>(promise: Promise<T>, software: boolean): Promise<T> {
  const patience = PATIENCE[software ? "software" : "hardware"];
  let clock: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const reason = `it was silent for ${patience / 1000} s`;
    clock = setTimeout(() => reject(new AttographError("gpu-timed-out", `the GPU: ${reason}`, { reason })), patience);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(clock);
  }
}
