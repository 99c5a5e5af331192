/**
 * The state of a lab, as it stands in an address: the values of controls that differ from the start, the inputs that pictures have changed, the places of nodes
 * that were moved or drawn, and, where two runs are compared, the value of the one control in which the other run differs, as `other.<control>`. Pure.
 */

import { NOWHERE, type Spot, type Spots, within } from "../elements/graph-spots.ts";
import type { Other } from "../stage/controls.ts";
import { GRAPH, type StageRuns } from "../stage/runs.ts";
import { kept, resetBy, settingWith, startValues } from "../stage/setting.ts";
import type { Control, OwnNames, Setting, Value, Values } from "../stage/stage.ts";
import { changedValues, valueFor } from "../stage/written.ts";
import { readNames } from "../state/names.ts";
import { type GraphValue, type Inputs, type InputValue, isGraph, isTensor, LARGEST_SEED } from "../state/state.ts";
import type { LabSpec } from "./lab.ts";
import { PLACES, readSpots, writeSpots } from "./lab-spots.ts";

/** The most nodes and edges of a lab's graph: of more, no line could be told from another. */
export const MOST_DRAWN = { nodes: 200, edges: 600 };

/** The name of the other run's value. */
const OTHER = "other.";
/** The name of the reader's names, and how they are written: one text. */
const NAMES = "names";
const BETWEEN = ", ";

/** The inputs that were changed have the graph among them. */
export interface LabState extends Setting {
  /** Where nodes of the graph are, other than in its layout. */
  readonly spots: Spots;
  readonly names: OwnNames;
  /** The control in which a second run differs, with its value there; null where nothing is compared. */
  readonly other: Other | null;
}

/** Returns the state in which a lab opens. */
export function startOf(spec: LabSpec): LabState {
  return { values: startValues(spec), inputs: {}, spots: NOWHERE, names: null, other: null };
}

/** Whether a graph is small enough to be drawn. */
export const isDrawable = ({ nodes, edges }: GraphValue): boolean =>
  nodes <= MOST_DRAWN.nodes && edges.length <= MOST_DRAWN.edges;

/** Whether a value is a graph that can be drawn and whose edges lead from node to node. */
function isWhole(value: InputValue): value is GraphValue {
  if (!isGraph(value) || value.nodes < 1 || !isDrawable(value)) return false;
  const { nodes, edges, weights, names } = value;
  const inGraph = edges.every((ends) => ends.every((node) => node < nodes));
  return inGraph && (weights?.length ?? edges.length) === edges.length && (names?.length ?? nodes) === nodes;
}

/** Reads the state of an address; null where a part of it is unknown, out of range, or of another shape. `runs` are those of the lab. */
export function readState(runs: StageRuns<LabSpec>, written: Inputs): LabState | null {
  const spec = runs.stage;
  const own = (values: Values): Setting => ({ values, inputs: {} });
  const start = startOf(spec);
  const values: Record<string, Value> = { ...start.values };
  const inputs: Record<string, Setting["inputs"][string]> = {};
  let other: LabState["other"] = null;
  let places: InputValue = null;
  let names: OwnNames = null;
  const controlOf = (id: string) => spec.controls.find((one) => one.id === id);
  for (const [name, value] of Object.entries(written)) {
    if (spec.draws && name === GRAPH) {
      if (!isWhole(value)) return null;
      inputs[name] = value;
      continue;
    }
    if (spec.draws && name === PLACES) {
      places = value;
      continue;
    }
    if (spec.named && name === NAMES) {
      if (typeof value !== "string") return null;
      names = namesOrNone(readNames(value));
      continue;
    }
    if (Object.hasOwn(spec.inputs, name)) {
      if (!isTensor(value)) return null;
      inputs[name] = value;
      continue;
    }
    const isOther = name.startsWith(OTHER);
    const id = isOther ? name.slice(OTHER.length) : name;
    const read = valueFor(controlOf(id), value);
    if (read === null || (isOther && other !== null)) return null;
    if (isOther) other = { control: id, value: read };
    else values[id] = read;
  }
  // The shape of an input is the same in both runs, or the other run would have other inputs.
  const all = other === null ? [values] : [values, { ...values, [other.control]: other.value }];
  const fitting = all.every((each) =>
    Object.entries(inputs).every(
      ([name, value]) => isGraph(value) || value.shape.join() === runs.input(own(each), name).shape.join(),
    ),
  );
  if (!fitting) return null;
  const settled = spec.settle?.(values) ?? values;
  if (places === null) return { values: settled, inputs, spots: NOWHERE, names, other };
  const { [GRAPH]: graph } = inputs;
  const spots = readSpots(places, isGraph(graph) ? graph.nodes : runs.given(own(settled)).graph().nodes);
  return spots && { values: settled, inputs, spots, names, other };
}

/** Writes a state for an address: only what differs from the start. */
export function writeState(spec: LabSpec, { values, inputs, spots, names, other }: LabState): Inputs {
  const changed = changedValues(values, startOf(spec).values);
  const compared = other ? { [OTHER + other.control]: other.value } : {};
  const moved = spots.size > 0 ? { [PLACES]: writeSpots(spots) } : {};
  const called = names ? { [NAMES]: names.join(BETWEEN) } : {};
  return { ...changed, ...inputs, ...moved, ...called, ...compared };
}

/** Returns a state with another value of a control, in the first run or in the other. Inputs whose shape follows it become those of the start. */
export function withValue(spec: LabSpec, state: LabState, id: string, value: Value, inOther = false): LabState {
  // Another graph has other nodes; that of the first run stays while the other run gets another one, unless it was drawn.
  const another = resetBy(spec, id).includes(GRAPH) && (!inOther || GRAPH in state.inputs);
  const spots = another ? NOWHERE : state.spots;
  const names = bringsOthers(spec, id) ? null : state.names;
  if (inOther) return { ...state, inputs: kept(spec, state.inputs, id), spots, names, other: { control: id, value } };
  return { ...state, ...settingWith(spec, state, id, value), spots, names };
}

/** Whether a control brings other tokens or nodes, which the reader has not named. */
const bringsOthers = ({ named }: LabSpec, id: string): boolean => named?.resetBy?.includes(id) === true;

/** Names up to the last that there is. */
function namesOrNone(names: readonly string[]): OwnNames {
  const last = names.findLastIndex((name) => name !== "");
  return last < 0 ? null : names.slice(0, last + 1);
}

/** Returns a state with other names; without any, those of the lab. */
export const withNames = (state: LabState, names: readonly string[]): LabState => ({
  ...state,
  names: namesOrNone(names),
});

/** Whether one list of names fits all that is shown: not where two runs have different things. */
export const isNameable = (spec: LabSpec, { other }: LabState): boolean =>
  other === null || !bringsOthers(spec, other.control);

/** Returns a state with another graph, with the places of nodes where they are given. */
export function withGraph(state: LabState, graph: GraphValue, spots: Spots = NOWHERE): LabState {
  return { ...state, inputs: { ...state.inputs, [GRAPH]: graph }, spots: within(spots, graph.nodes) };
}

/** Returns a state with a node at another place. */
export function withSpot(state: LabState, node: number, spot: Spot): LabState {
  return { ...state, spots: new Map(state.spots).set(node, spot) };
}

/** Returns the values of the other run; null where nothing is compared. */
export function otherValues({ settle }: LabSpec, { values, other }: LabState): Values | null {
  if (other === null) return null;
  const own = { ...values, [other.control]: other.value };
  return settle?.(own) ?? own;
}

/** Returns the value next to a control's own with which a comparison begins. */
export function valueBeside(control: Control, value: Value): Value {
  switch (control.kind) {
    case "slider": {
      const up = Number(value) + control.step;
      return up <= control.to ? up : Number(value) - control.step;
    }
    case "stops": {
      const at = control.stops.indexOf(Number(value));
      return control.stops[at + 1] ?? control.stops[at - 1] ?? control.start;
    }
    case "choice":
      return control.choices.find((choice) => choice !== value) ?? value;
    case "seed":
      return Number(value) >= LARGEST_SEED ? 0 : Number(value) + 1;
  }
}
