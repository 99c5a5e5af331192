/** The runs of a lab, computed by the library when they are asked for, and remembered. */

import type { Given, LabCell, LabRun, LabSpec, LabValue, LabValues, LabVariant } from "../../labs/lab.ts";
import type { ShownRun } from "../lesson/shown-run.ts";
import { type Lab, stepsById, type Trace, type TraceStep } from "../library.ts";
import type { AxisLabels } from "../numbers/labels.ts";
import { valueAt } from "../pictures/picture.ts";
import { type Inputs, isGraph, isTensor, type TensorValue } from "../state/state.ts";
import { GRAPH, type LabState, type OwnInputs } from "./lab-state.ts";

export interface Computed {
  readonly trace: Trace;
  readonly steps: ReadonlyMap<string, TraceStep>;
}

/** Runs that are remembered: those of two states, and of a curve. */
const REMEMBERED = 40;

/** A lab as it is for some values. */
export type LabAt = LabSpec & Pick<LabVariant, "slices">;

/** The changed inputs and the values that a run is for. */
export interface Setting {
  readonly values: LabValues;
  readonly inputs: LabState["inputs"];
}

/** Settings whose runs are known without a look at their inputs: the two that are compared, and those of a frame before. */
const SETTINGS = 4;

export class LabRuns {
  readonly #lab: Lab;
  readonly #spec: LabSpec;
  readonly #known = new Map<string, Computed>();
  #recent: readonly { readonly setting: Setting; readonly runs: Map<string, Computed> }[] = [];
  readonly #variants = new Map<string, LabAt>();

  constructor(lab: Lab, spec: LabSpec) {
    this.#lab = lab;
    this.#spec = spec;
  }

  get spec(): LabSpec {
    return this.#spec;
  }

  get #main(): string {
    return Object.keys(this.#spec.runs)[0] ?? "";
  }

  /** Returns the lab as it is for some values. Throws the library's error. */
  specAt(setting: Setting): LabAt {
    const spec = this.#spec;
    if (!spec.varies) return spec;
    const key = JSON.stringify(setting);
    const known = this.#variants.get(key);
    if (known) return known;
    const { runs, ...own } = spec.varies(this.given(setting));
    const kept = Object.entries(spec.runs).filter(([name]) => runs === undefined || runs.includes(name));
    const found = { ...spec, ...own, runs: Object.fromEntries(kept) };
    if (this.#variants.size > REMEMBERED) this.#variants.clear();
    this.#variants.set(key, found);
    return found;
  }

  /** Returns the names of positions in a run, by default the first. */
  labelsAt(setting: Setting, name: string = this.#main): Readonly<Record<string, AxisLabels>> {
    const given = this.given(setting);
    return { ...this.#spec.labels(given), ...this.#run(name).labels?.(given) };
  }

  /** Returns a run, by default the first. Throws the library's error. */
  at(setting: Setting, name: string = this.#main): Computed {
    const own = this.#runsOf(setting);
    const computed = own.get(name) ?? this.#find(setting, name);
    own.set(name, computed);
    return computed;
  }

  /** The runs of a setting that are known. */
  #runsOf(setting: Setting): Map<string, Computed> {
    const { values, inputs } = setting;
    const known = this.#recent.find((one) => one.setting.values === values && one.setting.inputs === inputs);
    if (known) return known.runs;
    const runs = new Map<string, Computed>();
    this.#recent = [{ setting, runs }, ...this.#recent.slice(0, SETTINGS - 1)];
    return runs;
  }

  #find(setting: Setting, name: string): Computed {
    const { algorithm } = this.#run(name);
    const inputs = this.#inputsOf(setting, name);
    const key = JSON.stringify([algorithm, inputs]);
    const known = this.#known.get(key);
    // What was used last is forgotten last.
    this.#known.delete(key);
    const trace = known?.trace ?? this.#lab.trace(algorithm, inputs);
    const computed = known ?? { trace, steps: stepsById(trace) };
    this.#known.set(key, computed);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return computed;
  }

  /** Returns a number of a run. Throws the library's error, and where the run has no such cell. */
  number(setting: Setting, { run, step, index }: LabCell): number {
    const found = this.at(setting, run).steps.get(step);
    const value = found ? valueAt(found, index) : Number.NaN;
    if (Number.isNaN(value)) throw new Error(`lab ${this.#spec.id}: the run ${run} has no ${step}[${index.join()}]`);
    return value;
  }

  /** Returns how many operations the library expects of a run. */
  operations(setting: Setting, name: string): number {
    return this.#lab.estimate(this.#run(name).algorithm, this.#inputsOf(setting, name)).operations;
  }

  /** Returns an input that pictures change, as it is. */
  input(setting: Setting, name: string): TensorValue {
    return this.given(setting).input(name);
  }

  /** What the lab's own inputs are. */
  readonly own: OwnInputs = {
    shapeOf: (name, values) => this.input({ values, inputs: {} }, name).shape,
    nodesOf: (values) => this.given({ values, inputs: {} }).graph().nodes,
  };

  /** Returns what the functions of the lab read. */
  given({ values, inputs }: Setting): Given {
    const controlValue = (id: string): LabValue => {
      const value = values[id];
      if (value === undefined) throw new Error(`lab ${this.#spec.id} has no control ${id}`);
      return value;
    };
    const given: Given = {
      values,
      number: (id) => Number(controlValue(id)),
      choice: (id) => String(controlValue(id)),
      input: (name) => {
        const start = this.#spec.inputs[name];
        if (!start) throw new Error(`lab ${this.#spec.id} has no input ${name}`);
        const changed = inputs[name];
        return isTensor(changed) ? changed : start(given);
      },
      graph: () => {
        const changed = inputs[GRAPH];
        if (isGraph(changed)) return changed;
        if (!this.#spec.graph) throw new Error(`lab ${this.#spec.id} has no graph`);
        return this.#spec.graph(given);
      },
      random: (shape, options) => {
        const drawn = this.#lab.random(shape, options);
        return { shape: [...drawn.shape], data: Array.from(drawn.data) };
      },
      result: (run, step) => {
        const found = this.at({ values, inputs }, run).steps.get(step);
        if (!found) throw new Error(`lab ${this.#spec.id}: the run ${run} has no step ${step}`);
        return { shape: [...found.shape], data: Array.from(found.data) };
      },
    };
    return given;
  }

  #run(name: string): LabRun {
    const run = this.#spec.runs[name];
    if (!run) throw new Error(`lab ${this.#spec.id} has no run ${name}`);
    return run;
  }

  #inputsOf(setting: Setting, name: string): Inputs {
    const inputs = this.#run(name).inputs(this.given(setting));
    return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
  }
}

/** Returns the algorithms that a lab runs, each once. */
export function algorithmsOf({ runs }: LabSpec): readonly string[] {
  return [...new Set(Object.values(runs).map(({ algorithm }) => algorithm))];
}

/** Returns the runs that a lab shows for some settings, each once, with the steps of its tables; none where the library refuses one. */
export function shownRuns(runs: LabRuns, settings: readonly (readonly [string, Setting])[]): ShownRun[] {
  const found = new Map<Trace, ShownRun>();
  for (const [, setting] of settings) {
    try {
      const { shown, runs: named } = runs.specAt(setting);
      for (const name of Object.keys(named)) {
        const { trace, steps } = runs.at(setting, name);
        const tables = shown.flatMap((one) =>
          "table" in one && (one.run ?? Object.keys(named)[0]) === name ? (steps.get(one.table) ?? []) : [],
        );
        found.set(trace, { trace, steps: tables, cell: null });
      }
    } catch {
      // What is refused is said beside the controls.
    }
  }
  return [...found.values()];
}
