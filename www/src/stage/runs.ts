/** The runs of a stage, computed by the library when they are asked for, and remembered. */

import { askedOf } from "../lesson/asked.ts";
import type { ShownRun } from "../lesson/shown-run.ts";
import { type Counts, type Estimate, type Lab, stepsById, type Trace, type TraceStep } from "../library.ts";
import { type Labels, labelOf } from "../numbers/labels.ts";
import type { LabelOf } from "../pictures/picture.ts";
import { type GraphValue, type Inputs, isGraph, isTensor, type TensorValue } from "../state/state.ts";
import { nameText } from "../text.ts";
import type { Given, Run, Setting, Stage, Value, WayBack } from "./stage.ts";
import { ValueNames } from "./value-names.ts";

export interface Computed {
  readonly trace: Trace;
  readonly steps: ReadonlyMap<string, TraceStep>;
}

/** What is known of a setting, by the names of its runs. */
interface Recent {
  readonly setting: Setting;
  readonly runs: Map<string, Computed>;
  /** The graphs that pictures draw, as they are at first. */
  readonly graphs: Map<string, GraphValue | null>;
}

/** The name of a drawn graph among the changed inputs. */
export const GRAPH = "graph";

/** Runs that are remembered: those of two settings, and of a curve or of a slider that is dragged. */
const REMEMBERED = 64;
/** Settings whose runs are known without a look at their inputs: the two that are compared, and those of a frame before. */
const SETTINGS = 4;

/** Thrown where a task has computed for as long as it may, and needs another run or graph. */
const LATER = new Error("the rest is left to another task");

const tensorOf = ({ shape, data }: Pick<TraceStep, "shape" | "data">): TensorValue => ({
  shape: [...shape],
  data: Array.from(data),
});

/** Returns what names positions by some rules. */
const labelling =
  (rules: Labels): LabelOf =>
  (step, axis, position) => {
    const own = step.axes[axis];
    const rule = own === undefined ? undefined : rules[own];
    return nameText(labelOf(rules, own, position), rule && "as" in rule ? rule.as : own);
  };

const results = new WeakMap<TraceStep, TensorValue>();

/** The numbers of a step as an input: the same object each time, since one step is an input of several runs. */
function resultOf(step: TraceStep): TensorValue {
  const found = results.get(step) ?? tensorOf(step);
  results.set(step, found);
  return found;
}

/** Steps whose axes are called otherwise. */
const withAxes = (steps: Computed["steps"], called: Readonly<Record<string, string>>): Computed["steps"] =>
  new Map([...steps].map(([id, step]) => [id, { ...step, axes: step.axes.map((axis) => called[axis] ?? axis) }]));

function traced(lab: Lab, algorithm: string, inputs: Inputs, gradient: WayBack | undefined): Trace {
  if (!gradient) return lab.trace(algorithm, inputs);
  const { own, asked } = askedOf(inputs, gradient);
  return lab.gradient(algorithm, own, asked).trace;
}

/** After so many milliseconds a task that computes beside what is shown begins no other run: the longest run, and what is drawn, come on top. */
export const SOON = 12;

export class StageRuns<Own extends Stage = Stage> {
  readonly #lab: Lab;
  readonly #known = new Map<string, Computed>();
  #recent: readonly Recent[] = [];
  readonly #variants = new Map<string, Own>();
  readonly #names = new ValueNames();
  /** What names the positions of runs, by their names: the same function each time, by which a picture sees that nothing has changed. */
  readonly #labels = new WeakMap<Setting, Map<string, LabelOf>>();
  /** Until when this task may begin to compute another run or graph, once it has computed one. */
  #until = Number.POSITIVE_INFINITY;
  #computed = false;

  constructor(
    lab: Lab,
    readonly stage: Own,
  ) {
    this.#lab = lab;
  }

  /** The run that is meant where none is named. */
  get main(): string {
    return Object.keys(this.stage.runs)[0] ?? "";
  }

  /** Returns the stage as it is for some values. Throws the library's error. */
  stageAt(setting: Setting): Own {
    const { stage } = this;
    if (!stage.varies) return stage;
    const key = JSON.stringify(setting);
    const known = this.#variants.get(key);
    if (known) return known;
    const { runs, ...own } = stage.varies(this.given(setting));
    const kept = Object.entries(stage.runs).filter(([name]) => runs === undefined || runs.includes(name));
    const found = { ...stage, ...own, runs: Object.fromEntries(kept) };
    if (this.#variants.size > REMEMBERED) this.#variants.clear();
    this.#variants.set(key, found);
    return found;
  }

  /** Returns the names of positions in a run, by default the first. */
  namesAt(setting: Setting, name: string = this.main): Labels {
    const given = this.given(setting);
    return { ...this.stage.labels(given), ...this.#run(name).labels?.(given) };
  }

  /** Returns what names the positions of a run's steps. */
  labelsAt(setting: Setting, name: string = this.main): LabelOf {
    const known = this.#labels.get(setting) ?? new Map<string, LabelOf>();
    this.#labels.set(setting, known);
    const labels = known.get(name) ?? labelling(this.namesAt(setting, name));
    known.set(name, labels);
    return labels;
  }

  /** Returns the graph that the pictures of a run draw; null where there is none. */
  graphAt(setting: Setting, name: string = this.main): GraphValue | null {
    const { [GRAPH]: changed = null } = setting.inputs;
    if (isGraph(changed)) return changed;
    const { graphs } = this.#recentOf(setting);
    const known = graphs.get(name);
    if (known !== undefined) return known;
    const made = this.stage.graph?.(this.given(setting), name) ?? null;
    graphs.set(name, made);
    this.#computed = true;
    return made;
  }

  /** Returns a run, by default the first. Throws the library's error. */
  at(setting: Setting, name: string = this.main): Computed {
    const { runs } = this.#recentOf(setting);
    const computed = runs.get(name) ?? this.#find(setting, name);
    runs.set(name, computed);
    return computed;
  }

  /** Returns a run; null where the library refuses it. */
  found(setting: Setting, name?: string): Computed | null {
    try {
      return this.at(setting, name);
    } catch {
      return null;
    }
  }

  /**
   * Reads something of runs, for which it computes one run, or makes one graph of runs, and others only as long as it has taken less than so many milliseconds;
   * null where it needs more: the next call, in another task, goes on from there.
   */
  once<Found>(read: () => Found, milliseconds = 0): { readonly found: Found } | null {
    this.#until = performance.now() + milliseconds;
    this.#computed = false;
    try {
      return { found: read() };
    } catch (error) {
      if (error === LATER) return null;
      throw error;
    } finally {
      this.#until = Number.POSITIVE_INFINITY;
    }
  }

  /** What is known of a setting. */
  #recentOf(setting: Setting): Recent {
    const { values, inputs } = setting;
    const known = this.#recent.find((one) => one.setting.values === values && one.setting.inputs === inputs);
    if (known) return known;
    const recent = { setting, runs: new Map(), graphs: new Map() };
    this.#recent = [recent, ...this.#recent.slice(0, SETTINGS - 1)];
    return recent;
  }

  /** Throws where this task has done what one does. */
  #stayWithin(): void {
    if (this.#computed && performance.now() >= this.#until) throw LATER;
  }

  #find(setting: Setting, name: string): Computed {
    const { algorithm, gradient, axes } = this.#run(name);
    const inputs = this.inputsAt(setting, name);
    const key = `${axes ? JSON.stringify(axes) : ""}\n${this.#keyOf(algorithm, inputs, gradient)}`;
    const known = this.#known.get(key);
    if (!known) {
      this.#stayWithin();
      this.#computed = true;
    }
    // What was used last is forgotten last.
    this.#known.delete(key);
    const trace = known?.trace ?? traced(this.#lab, algorithm, inputs, gradient);
    const computed = known ?? { trace, steps: axes ? withAxes(stepsById(trace), axes) : stepsById(trace) };
    this.#known.set(key, computed);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return computed;
  }

  /** What runs are known by that are the same. */
  #keyOf(algorithm: string, inputs: Inputs, gradient: WayBack | undefined): string {
    const named = Object.entries(inputs).map(([name, value]) => `${name} ${this.#names.of(value)}`);
    return [gradient ? JSON.stringify(gradient) : "", algorithm, ...named].join("\n");
  }

  /** Returns what the library expects of a run. Throws the library's error. */
  estimate(setting: Setting, name: string = this.main): Estimate {
    return this.#lab.estimate(this.#run(name).algorithm, this.inputsAt(setting, name));
  }

  /** Returns how many operations a run takes, by its steps. */
  counts(setting: Setting, name: string = this.main): Counts {
    return this.#lab.count(this.#run(name).algorithm, this.inputsAt(setting, name));
  }

  /** Returns an input that pictures change, as it is. */
  input(setting: Setting, name: string): TensorValue {
    return this.given(setting).input(name);
  }

  /** Returns what the functions of the stage read. */
  given(setting: Setting): Given {
    const { values, inputs, names: own = null } = setting;
    const { stage } = this;
    const controlValue = (id: string): Value => {
      const value = values[id];
      if (value === undefined) throw new Error(`${stage.id} has no control ${id}`);
      return value;
    };
    const given: Given = {
      values,
      number: (id) => Number(controlValue(id)),
      choice: (id) => String(controlValue(id)),
      input: (name) => {
        const start = stage.inputs[name];
        if (!start) throw new Error(`${stage.id} has no input ${name}`);
        const { [name]: changed = null } = inputs;
        return isTensor(changed) ? changed : start(given);
      },
      graph: () => {
        const graph = this.graphAt(setting);
        if (!graph) throw new Error(`${stage.id} has no graph`);
        return graph;
      },
      called: (names) => names.map((name, at) => own?.[at] || name),
      random: (shape, options) => tensorOf(this.#lab.random(shape, options)),
      result: (run, step) => {
        const found = this.at(setting, run).steps.get(step);
        // What is made of a run is left to the task after.
        this.#stayWithin();
        if (!found) throw new Error(`${stage.id}: the run ${run} has no step ${step}`);
        return resultOf(found);
      },
    };
    return given;
  }

  #run(name: string): Run {
    const run = this.stage.runs[name];
    if (!run) throw new Error(`${this.stage.id} has no run ${name}`);
    return run;
  }

  /** Returns the inputs of a run. */
  inputsAt(setting: Setting, name: string = this.main): Inputs {
    const inputs = this.#run(name).inputs(this.given(setting));
    return Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
  }
}

/** Returns the algorithms that a stage runs, each once. */
export function algorithmsOf({ runs }: Pick<Stage, "runs">): readonly string[] {
  return [...new Set(Object.values(runs).map(({ algorithm }) => algorithm))];
}

/** Returns the positions of a slice, as a picture reports it, by the names of the axes. */
export function sliceByAxis(
  runs: StageRuns,
  setting: Setting,
  { step, slice }: { readonly step: string; readonly slice: readonly number[] },
): Record<string, number> {
  const names = Object.keys(runs.stageAt(setting).runs);
  const of = names.find((name) => runs.found(setting, name)?.steps.has(step));
  const axes = runs.found(setting, of)?.steps.get(step)?.axes ?? [];
  return Object.fromEntries(slice.map((position, at) => [axes[at] ?? "", position]));
}

/** Returns the names of the runs that pictures and tables of a stage draw. */
function drawnRuns({ main, stage }: StageRuns): readonly string[] {
  return [...new Set(stage.shown.map(({ run = main }) => run))];
}

/** Returns the runs that are shown for some settings, each once, with the steps of their tables; none where the library refuses one. `of`: all runs, or those that are drawn. */
export function shownRuns(runs: StageRuns, settings: readonly Setting[], of: "all" | "drawn" = "all"): ShownRun[] {
  const found = new Map<Trace, ShownRun>();
  for (const setting of settings) {
    try {
      const { shown, runs: named } = runs.stageAt(setting);
      for (const name of of === "drawn" ? drawnRuns(runs) : Object.keys(named)) {
        const { trace, steps } = runs.at(setting, name);
        const tables = shown.flatMap((one) =>
          "table" in one && (one.run ?? runs.main) === name ? (steps.get(one.table) ?? []) : [],
        );
        found.set(trace, { trace, steps: tables, cell: null });
      }
    } catch {
      // What is refused is said beside the controls.
    }
  }
  return [...found.values()];
}
