import { readCell } from "./cell.js";
import { AttographError, reading } from "./errors.js";
import { freeze } from "./freeze.js";
import type { Given } from "./glue.js";
import type { Machine } from "./machine.js";
import { describe, refusal, wrongType } from "./refuse.js";
import type { Join } from "./text/types.js";
import { assemble, checkIndex, declaredStep, ensured } from "./trace.js";
import type { CatalogEntry, Cell, Limit, Trace } from "./types.js";

/** What a trace was computed from, and its number in the instance. */
interface Origin {
  readonly entry: CatalogEntry;
  readonly given: readonly Given[];
  /** The number of the trace in the instance of this generation. */
  number: number;
  generation: number;
}

/**
 * The traces of a lab. The WebAssembly instance keeps only the last ones; an older trace is computed again from its inputs when one of its cells is
 * needed. So memory is bounded without finalizers, which never run within a synchronous loop.
 */
export class Traces {
  readonly #machine: Machine;
  readonly #join: Join;
  readonly #origins = new WeakMap<object, Origin>();

  constructor(machine: Machine, join: Join) {
    this.#machine = machine;
    this.#join = join;
  }

  /** Runs an algorithm within a limit and returns its trace, frozen except for the numbers in its typed arrays. */
  make(entry: CatalogEntry, given: readonly Given[], { seconds, bytes }: Required<Limit>): Trace {
    const machine = this.#machine;
    machine.makeRoom();
    const crossed = machine.call((glue) => glue.trace(entry.id, given, seconds, bytes));
    const trace = freeze(this.#join("trace", assemble(entry, crossed)));
    this.#origins.set(trace, { entry, given, number: crossed.trace, generation: machine.generation });
    return trace;
  }

  /** Returns the arithmetic of one number of a trace. */
  cell(trace: Trace<unknown>, id: string, index: readonly number[]): Cell {
    const origin = typeof trace === "object" && trace !== null ? this.#origins.get(trace) : undefined;
    if (!origin) {
      const found = reading(() => describe(trace));
      throw new AttographError("foreign-trace", `\`trace\` must be a trace that this lab made, but it is ${found}`, {
        found,
      });
    }
    if (typeof id !== "string") throw reading(() => wrongType("step", "the id of a step", id));
    const step = trace.steps.find((candidate) => candidate.id === id);
    if (!step) throw refusal("unknown-step", { step: id });
    const declared = ensured(declaredStep(origin.entry, id), id);
    const place = reading(() => checkIndex(step, index));
    return readCell(this.#numbersOf(origin, id, Uint32Array.from(place)), trace.steps, step, place, declared);
  }

  /** Returns a cell as it crosses, of the kept trace or of the trace computed again. */
  #numbersOf(origin: Origin, step: string, index: Uint32Array): Float64Array {
    const { entry, given } = origin;
    const machine = this.#machine;
    if (origin.generation === machine.generation) {
      const numbers = machine.call((glue) => glue.cell(origin.number, step, index));
      if (numbers) return numbers;
    }
    machine.makeRoom();
    origin.number = machine.call((glue) => glue.retrace(entry.id, given));
    origin.generation = machine.generation;
    const numbers = machine.call((glue) => glue.cell(origin.number, step, index));
    if (numbers) return numbers;
    throw new AttographError("internal", `the trace of \`${entry.id}\` was not kept`, { step });
  }
}
