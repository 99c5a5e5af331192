/** Turns a scene, whose runs are declared, into a stage, whose runs are functions. */

import type { Control, Given, Run, Setting, Stage } from "../stage/stage.ts";
import { type Inputs, type InputValue, isGraph, isTensor, type TensorValue } from "../state/state.ts";
import type { Change, Scene, SceneControl, Takes, Variant } from "./scene.ts";

/** The run that pictures and facts read where they name none. */
export const MAIN = "main";
/** Products of short decimal numbers stay short. */
const DIGITS = 12;

/** Returns what a control changes to the inputs of a run, of which `own` are those that the scene declares. */
function changedBy(control: SceneControl, given: Given, inputs: Inputs, own: Inputs, run?: string): Inputs {
  if (control.kind === "choice") {
    const choices = control.run === run ? control.choices : control.others?.[run ?? ""];
    return { ...inputs, ...choices?.[given.choice(control.id)] };
  }
  const value = given.number(control.id);
  let all = inputs;
  for (const change of changesOf(control, run)) all = { ...all, [change.input]: changed(change, value, all, own) };
  return all;
}

/** Returns what a slider changes of a run, or, without one, of the scene's own inputs. */
const changesOf = ({ changes, run }: Extract<SceneControl, { changes: unknown }>, of: string | undefined) =>
  changes.filter((change) => (change.run ?? run) === of);

function changed(change: Change, value: number, inputs: Inputs, own: Inputs): InputValue {
  const [now, base] = [inputs[change.input] ?? null, own[change.input] ?? null];
  if ("shape" in change) return isTensor(base) ? sized(base, change.shape, value) : now;
  if ("entry" in change)
    return isTensor(now) ? { ...now, data: now.data.map((number, at) => (at === change.entry ? value : number)) } : now;
  if (!("timesRows" in change)) return value;
  return isTensor(now) && isTensor(base) ? withRows(now, base, change.timesRows, value) : now;
}

function sized(base: TensorValue, pattern: readonly (number | null)[], value: number): TensorValue {
  const shape = pattern.map((length) => length ?? value);
  const size = shape.reduce((product, length) => product * length, 1);
  return { shape, data: Array.from({ length: size }, (_, at) => base.data[at % base.data.length] ?? 0) };
}

function withRows(now: TensorValue, base: TensorValue, rows: readonly number[], factor: number): TensorValue {
  const width = base.shape.at(-1) ?? 1;
  const data = now.data.map((number, at) =>
    rows.includes(Math.floor(at / width)) ? Number(((base.data[at] ?? 0) * factor).toPrecision(DIGITS)) : number,
  );
  return { ...now, data };
}

/** Returns the scene's own inputs that a control changes. */
function inputsOf(control: SceneControl): readonly string[] {
  if (control.kind !== "choice") return changesOf(control, undefined).map(({ input }) => input);
  if (control.run !== undefined) return [];
  return [...new Set(Object.values(control.choices).flatMap(Object.keys))];
}

function controlOf(control: SceneControl): Control {
  const resets = inputsOf(control);
  if (control.kind === "choice") {
    const { kind, id, choices, start } = control;
    return { kind, id, choices: Object.keys(choices), start, resets };
  }
  const { changes: _changes, answer: _answer, run: _run, ...own } = control;
  return { ...own, resets };
}

const known = new WeakMap<Scene, Stage>();

/** Returns the stage of a scene; the same one each time. */
export function stageOf(scene: Scene): Stage {
  const stage = known.get(scene) ?? toStage(scene);
  known.set(scene, stage);
  return stage;
}

function toStage(scene: Scene): Stage {
  const { id, algorithm, labels, controls = [], runs = {}, series, graph, values, shown, facts } = scene;
  const moved = (given: Given, own: Inputs, run?: string) =>
    controls.reduce((inputs, control) => changedBy(control, given, inputs, own, run), own);
  const taken = (given: Given, takes: Takes = {}) =>
    Object.fromEntries(Object.entries(takes).map(([input, { run, step }]) => [input, given.result(run, step)]));
  /** The scene's own inputs, with what pictures have changed of them. */
  const own = (given: Given): Inputs =>
    Object.fromEntries(
      Object.entries(moved(given, scene.inputs)).map(([name, value]) => [
        name,
        isTensor(value) ? given.input(name) : value,
      ]),
    );
  const variant = (name: string, { algorithm: other, inputs, takes, gradient, labels: named }: Variant): Run => ({
    algorithm: other ?? algorithm,
    ...(gradient && { gradient }),
    inputs: (given) =>
      other === undefined
        ? { ...own(given), ...inputs, ...taken(given, takes ?? scene.takes) }
        : { ...moved(given, inputs, name), ...taken(given, takes) },
    ...(named && { labels: () => named }),
  });
  const names = new Set([...Object.keys(scene.inputs), ...controls.flatMap(inputsOf)]);
  return {
    ...{ id, shown, facts },
    controls: controls.map(controlOf),
    inputs: Object.fromEntries(
      [...names].map((name) => [name, (given: Given) => tensorIn(moved(given, scene.inputs), name)]),
    ),
    runs: {
      [MAIN]: {
        algorithm,
        inputs: (given) => ({ ...own(given), ...taken(given, scene.takes) }),
        ...(scene.gradient && { gradient: scene.gradient }),
      },
      ...Object.fromEntries(Object.entries(runs).map(([name, declared]) => [name, variant(name, declared)])),
    },
    labels: () => labels,
    ...(series && { series }),
    ...(values && { values }),
    ...(graph !== undefined && {
      graph: (_, run) => {
        const found = runs[run]?.inputs[graph] ?? scene.inputs[graph] ?? graphTaken(runs, scene.takes, graph);
        return isGraph(found) ? found : null;
      },
    }),
  };
}

/** The graph of the run from which inputs are taken: results without a graph of their own are drawn on it. */
function graphTaken(runs: Readonly<Record<string, Variant>>, takes: Takes = {}, graph: string): InputValue {
  const graphs = Object.values(takes).map(({ run }) => runs[run]?.inputs[graph]);
  return graphs.find(isGraph) ?? null;
}

function tensorIn(inputs: Inputs, name: string): TensorValue {
  const value = inputs[name] ?? null;
  if (!isTensor(value)) throw new Error(`the input ${name} is no tensor`);
  return value;
}

/** Returns the setting before the answer, or the one that the answer is about. */
export function settingOf({ controls = [] }: Scene, when: "start" | "answer"): Setting {
  return { values: Object.fromEntries(controls.map((control) => [control.id, control[when]])), inputs: {} };
}
