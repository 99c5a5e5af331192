import { AttographError, crossed, reasonOf } from "../../errors.js";
import type { FastEngine } from "../engine.js";
import type { FastGlue, Processor } from "../glue.js";

/** How long a GPU may take to respond, in milliseconds; a program gets more, as it computes and compiles slowly. */
const PATIENCE = { hardware: 5000, software: 60_000 };

/** After so many consecutive failures it is not tried again. */
const FAILURES = 3;

/** What a GPU is, or why there is none. */
export type GpuState = { readonly name: string; readonly software: boolean } | { readonly reason: string };

/** The consecutive failures of a GPU. It outlives the instance, which a trap ends. */
export interface GpuRecord {
  failures: number;
  last: AttographError | null;
}

interface Opened {
  readonly held: Processor;
  /** Rejected when the device is lost. */
  readonly gone: Promise<never>;
}

/** Whether an error says that the GPU failed, and not that the work itself is wrong. */
export const isOfGpu = (thrown: unknown): thrown is AttographError =>
  thrown instanceof AttographError && thrown.code.startsWith("gpu-");

/** Why a GPU failed, never empty. */
export const reasonOfGpu = ({ facts, message }: AttographError): string => String(facts.reason || message);

/** A GPU that is opened when it is needed, and opened again after a loss. */
export class GpuDevice {
  /** Whether an adapter that is a program on the main processor is accepted. */
  readonly software: boolean;
  readonly #engine: FastEngine;
  readonly #record: GpuRecord;
  #opened: Promise<Opened> | null = null;
  #state: GpuState | null = null;

  constructor(engine: FastEngine, software: boolean, record: GpuRecord = { failures: 0, last: null }) {
    this.#engine = engine;
    this.software = software;
    this.#record = record;
  }

  /** What was found when it was last opened, or why it failed since; null before. */
  get state(): GpuState | null {
    return this.#state;
  }

  /** Opens it, and returns what it is, or why there is none. */
  async describe(): Promise<GpuState> {
    try {
      const { held } = await this.#open();
      return { name: held.name, software: held.software };
    } catch (thrown) {
      return { reason: reasonOf(thrown) };
    }
  }

  /** Does work on the device. Rejects with an error of the GPU when the device is lost, refuses, or does not respond in time. */
  async use<T>(work: (held: Processor) => Promise<T>): Promise<T> {
    const opening = this.#open();
    try {
      const { held, gone } = await opening;
      const result = await patiently(Promise.race([this.#call(() => work(held)), gone]), held.software);
      Object.assign(this.#record, { failures: 0, last: null });
      return result;
    } catch (thrown) {
      const error = crossed(thrown) ?? thrown;
      // What it cannot do says nothing about what it can.
      if (isOfGpu(error) && error.code !== "gpu-unsuited") this.#close(opening, error);
      throw error;
    }
  }

  #open(): Promise<Opened> {
    if (this.#opened) return this.#opened;
    const opening = this.#find();
    this.#opened = opening;
    // A device that is lost while nobody uses it is opened again at its next use.
    opening.then(({ gone }) => gone).catch((error) => this.#close(opening, error));
    return opening;
  }

  async #find(): Promise<Opened> {
    const { failures, last } = this.#record;
    if (last && failures >= FAILURES) {
      const reason = `${reasonOfGpu(last)} (not tried again after ${FAILURES} consecutive failures)`;
      throw new AttographError(last.code, `no GPU: ${reason}`, { reason }, { cause: last });
    }
    if (typeof navigator !== "object" || !("gpu" in navigator)) throw absent("there is no WebGPU here");
    const find = async () => {
      const adapter = await this.#call((glue) => glue.findAdapter(this.software));
      return this.#call(() => adapter.open());
    };
    const held = await patiently(find(), this.software).catch((thrown) => {
      throw crossed(thrown) ?? (thrown instanceof AttographError ? thrown : absent(reasonOf(thrown)));
    });
    const gone = held.untilLost().catch((thrown) => {
      throw crossed(thrown) ?? thrown;
    });
    this.#state = { name: held.name, software: held.software };
    return { held, gone };
  }

  /** Calls into the instance. A call of WebGPU that throws ends the instance, and another replaces it; that is a failure of the GPU. */
  #call<T>(question: (glue: FastGlue) => T): T {
    const { generation } = this.#engine;
    try {
      return this.#engine.ask(question);
    } catch (thrown) {
      if (this.#engine.generation === generation) throw thrown;
      const [reason = ""] = (thrown instanceof AttographError ? reasonOfGpu(thrown) : reasonOf(thrown)).split("\n");
      throw new AttographError("gpu-refused", `the GPU: ${reason}`, { reason }, { cause: thrown });
    }
  }

  /** Releases a device after a failure, if it is the current one; the next use opens another. */
  #close(opening: Promise<Opened>, error: unknown): void {
    if (this.#opened !== opening) return;
    this.#opened = null;
    this.#state = { reason: reasonOf(error) };
    if (isOfGpu(error) && this.#record.failures < FAILURES) {
      this.#record.failures++;
      this.#record.last = error;
    }
    opening.then(({ held }) => held.giveBack()).catch(() => {});
  }
}

function absent(reason: string): AttographError {
  return new AttographError("gpu-absent", `no GPU: ${reason}`, { reason });
}

/** A promise that settles: with an error after five seconds, or a minute for a program. */
async function patiently<T>(promise: Promise<T>, software: boolean): Promise<T> {
  const patience = PATIENCE[software ? "software" : "hardware"];
  let clock: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    const reason = `it did not respond within ${patience / 1000} s`;
    clock = setTimeout(() => reject(new AttographError("gpu-timed-out", `the GPU: ${reason}`, { reason })), patience);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(clock);
  }
}
