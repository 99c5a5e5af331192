/** The runs of a scene: its inputs with the values of its controls, computed by the library and remembered. */
import type { Change, Control, Scene, Takes, Values } from "../../units/scene.ts";
import { type Counts, type Lab, stepsById, type Trace, type TraceStep } from "../library.ts";
import { type Inputs, type InputValue, isTensor, type TensorValue } from "../state/state.ts";

export interface SceneRun {
  readonly inputs: Inputs;
  readonly trace: Trace;
  readonly steps: ReadonlyMap<string, TraceStep>;
}

/** The run that pictures and facts read where they name none. */
const MAIN = "main";
/** A slider that is dragged makes many runs; older ones are computed again. */
const REMEMBERED = 64;
/** Products of short decimal numbers stay short. */
const DIGITS = 12;

/** Returns the values of the controls before the answer, or those that the answer is about. */
export function valuesOf(scene: Scene, when: "start" | "answer"): Values {
  return Object.fromEntries((scene.controls ?? []).map((control) => [control.id, control[when]]));
}

/** Returns the inputs of a scene, or those of a run of another algorithm, for some values of the controls. */
export function inputsAt(scene: Scene, values: Values, run?: string): Inputs {
  const own = run === undefined ? scene.inputs : (scene.runs?.[run]?.inputs ?? {});
  let inputs = own;
  for (const control of scene.controls ?? []) {
    if (control.run === run) inputs = changedBy(control, values[control.id], inputs, own);
  }
  return inputs;
}

function changedBy(control: Control, value: number | string | undefined, inputs: Inputs, own: Inputs): Inputs {
  if (control.kind === "switch") return { ...inputs, ...control.choices[String(value)] };
  const number = typeof value === "number" ? value : control.start;
  let all = inputs;
  for (const change of control.changes) all = { ...all, [change.input]: changed(change, number, all, own) };
  return all;
}

function changed(change: Change, value: number, inputs: Inputs, own: Inputs): InputValue {
  const now = inputs[change.input];
  if ("timesRows" in change) {
    const base = own[change.input];
    return isTensor(now) && isTensor(base) ? withRows(now, base, change.timesRows, value) : (now ?? null);
  }
  return value;
}

function withRows(now: TensorValue, base: TensorValue, rows: readonly number[], factor: number): TensorValue {
  const width = base.shape.at(-1) ?? 1;
  const data = now.data.map((number, at) =>
    rows.includes(Math.floor(at / width)) ? Number(((base.data[at] ?? 0) * factor).toPrecision(DIGITS)) : number,
  );
  return { ...now, data };
}

/** Computes the runs of one scene. */
export class SceneRuns {
  readonly #lab: Lab;
  readonly #scene: Scene;
  readonly #known = new Map<string, SceneRun>();

  constructor(lab: Lab, scene: Scene) {
    this.#lab = lab;
    this.#scene = scene;
  }

  /** Returns a run for some values of the controls and some changed inputs. Throws the library's error. */
  at(values: Values, name: string = MAIN, edits: Inputs = {}): SceneRun {
    const key = JSON.stringify([name, values, edits]);
    const known = this.#known.get(key);
    if (known) return known;
    const run = this.#compute(values, name, edits);
    this.#known.set(key, run);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return run;
  }

  #compute(values: Values, name: string, edits: Inputs): SceneRun {
    const scene = this.#scene;
    const variant = scene.runs?.[name];
    const isOther = variant?.algorithm !== undefined;
    const own = isOther ? inputsAt(scene, values, name) : { ...inputsAt(scene, values), ...edits, ...variant?.inputs };
    const takes = isOther ? variant.takes : (variant?.takes ?? scene.takes);
    const inputs = { ...own, ...this.#taken(takes ?? {}, values, edits) };
    const present = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null));
    const trace = this.#lab.trace(this.#algorithmOf(name), present);
    return { inputs: present, trace, steps: stepsById(trace) };
  }

  /** Returns how many operations a run takes, for some values of the controls. */
  counts(values: Values, name: string = MAIN): Counts {
    return this.#lab.count(this.#algorithmOf(name), this.at(values, name).inputs);
  }

  #algorithmOf(name: string): string {
    return this.#scene.runs?.[name]?.algorithm ?? this.#scene.algorithm;
  }

  /** The inputs that are results of other runs. */
  #taken(takes: Takes, values: Values, edits: Inputs): Inputs {
    return Object.fromEntries(
      Object.entries(takes).map(([input, { run, step }]) => {
        const found = this.at(values, run, edits).steps.get(step);
        if (!found) throw new Error(`scene ${this.#scene.id}: the run ${run} has no step ${step}`);
        return [input, { shape: [...found.shape], data: Array.from(found.data) }];
      }),
    );
  }
}

/** Returns the algorithms that a scene runs, each once. */
export function algorithmsOf(scene: Scene): readonly string[] {
  const others = Object.values(scene.runs ?? {}).flatMap(({ algorithm }) => algorithm ?? []);
  return [...new Set([scene.algorithm, ...others])];
}
