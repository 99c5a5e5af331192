import { readCell } from "./cell.js";
import { AttographError, reading } from "./errors.js";
import { flattenInputs } from "./given.js";
import type { Given } from "./glue.js";
import { type Asked, readGradient } from "./gradient.js";
import type { Machine } from "./machine.js";
import { freeze } from "./plain.js";
import { AWAIT, describe, isPromise } from "./refuse.js";
import { traceLimit } from "./run-options.js";
import type { Join } from "./text/types.js";
import { assemble, checkIndex, declaredStep, ensured, tensorsOf } from "./trace.js";
import { stepOf, withMethods } from "./trace-methods.js";
import type { Gradient, Trace, TraceData } from "./trace-types.js";
import type { CatalogEntry, Cell, Limit } from "./types.js";

/** A run: its trace, what it was computed from, and its number in the instance. */
interface Origin {
  readonly trace: Trace;
  readonly entry: CatalogEntry;
  readonly given: readonly Given[];
  /** What was asked, if it goes back through the run. */
  readonly asked: Asked | null;
  readonly gradients: Gradient["gradients"];
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
  readonly #find: (id: unknown) => CatalogEntry;
  readonly #join: Join;
  /** The run of each trace, and of each copy of one whose cells were needed. */
  readonly #origins = new WeakMap<object, Origin>();

  /** `find` returns an algorithm, and `join` adds texts. */
  constructor(machine: Machine, find: (id: unknown) => CatalogEntry, join: Join) {
    this.#machine = machine;
    this.#find = find;
    this.#join = join;
  }

  /** Runs an algorithm within a limit and returns its trace, frozen except for the numbers in its typed arrays. */
  make(entry: CatalogEntry, given: readonly Given[], limit: Required<Limit>): Trace {
    const origin = this.#run(entry, given, null, limit);
    this.#origins.set(origin.trace, origin);
    return origin.trace;
  }

  /** Runs an algorithm and goes back through it within a limit, and returns the trace with the gradients of inputs, frozen alike. */
  back(entry: CatalogEntry, given: readonly Given[], asked: Asked, limit: Required<Limit>): Gradient {
    const origin = this.#run(entry, given, asked, limit);
    this.#origins.set(origin.trace, origin);
    return freeze({ trace: origin.trace, gradients: origin.gradients });
  }

  /** Returns the arithmetic of one number of a trace, or of a copy of one, which is computed again from its inputs. */
  cell(trace: unknown, id: string, index: readonly number[]): Cell {
    const origin = this.#originOf(trace);
    const { steps } = origin.trace;
    const step = reading(() => stepOf(origin.trace, id));
    const { template } = step.gradient ?? ensured(declaredStep(origin.entry, id), id);
    const place = reading(() => checkIndex(step, index));
    const cell = readCell(this.#numbersOf(origin, id, Uint32Array.from(place)), steps, step, place, template);
    if (!step.gradient) return cell;
    // What a step of a gradient is called depends on the step of the run that it serves.
    const { title, text } = step;
    return { ...cell, ...(title !== undefined && { title }), ...(text !== undefined && { text }) };
  }

  #run(entry: CatalogEntry, given: readonly Given[], asked: Asked | null, { seconds, bytes }: Required<Limit>): Origin {
    const machine = this.#machine;
    machine.makeRoom();
    const crossed = machine.call((glue) =>
      asked
        ? glue.gradient(entry.id, given, asked.crossing, seconds, bytes)
        : glue.trace(entry.id, given, seconds, bytes),
    );
    const trace = freeze(withMethods(this.#join("trace", assemble(entry, given, crossed, asked?.asked))));
    const gradients = tensorsOf(trace.steps, crossed.gradients);
    return { trace, entry, given, asked, gradients, number: crossed.trace, generation: machine.generation };
  }

  #originOf(trace: unknown): Origin {
    const known = typeof trace === "object" && trace !== null ? this.#origins.get(trace) : undefined;
    if (known) return known;
    const copy = reading(() => readCopy(trace));
    const entry = this.#find(copy.algorithm);
    const given = reading(() => flattenInputs(entry, copy.inputs));
    const asked =
      copy.gradient === undefined ? null : reading(() => readGradient(entry, copy.gradient, "trace.gradient"));
    const origin = this.#run(entry, given, asked, traceLimit({}));
    this.#origins.set(copy.itself, origin);
    return origin;
  }

  /** Returns a cell as it crosses, of the kept trace or of the trace computed again. */
  #numbersOf(origin: Origin, step: string, index: Uint32Array): Float64Array {
    const { entry, given, asked } = origin;
    const machine = this.#machine;
    if (origin.generation === machine.generation) {
      const numbers = machine.call((glue) => glue.cell(origin.number, step, index));
      if (numbers) return numbers;
    }
    machine.makeRoom();
    origin.number = machine.call((glue) => glue.retrace(entry.id, given, asked?.crossing ?? []));
    origin.generation = machine.generation;
    const numbers = machine.call((glue) => glue.cell(origin.number, step, index));
    if (numbers) return numbers;
    throw new AttographError("internal", `the trace of \`${entry.id}\` was not kept`, { step });
  }
}

/** Reads what a copy of a trace was computed from; throws `foreign-trace` for anything that is no such copy. */
function readCopy(copy: unknown): Pick<TraceData, "algorithm" | "inputs" | "gradient"> & { readonly itself: object } {
  const { algorithm, inputs, steps, gradient } = (copy ?? {}) as Partial<TraceData>;
  if (algorithm === undefined || inputs === undefined || !Array.isArray(steps)) {
    throw foreign(describe(copy), isPromise(copy) ? `; ${AWAIT}` : "");
  }
  if (!ArrayBuffer.isView(steps[0]?.data)) throw foreign("one from JSON", "; read it by `lab.fromJSON(value)`");
  return { algorithm, inputs, ...(gradient && { gradient }), itself: copy as object };
}

function foreign(found: string, advice: string): AttographError {
  const message = `\`trace\` must be a trace or a copy of one, but it is ${found}${advice}`;
  return new AttographError("foreign-trace", message, { found });
}
