/** A whole network as one picture: a lane for each word or node, from what comes in to what comes out, and the parts between, each of which opens. */
import { startValues } from "../stage/setting.ts";
import type { Stage, Values } from "../stage/stage.ts";
import { changedValues, valueFor } from "../stage/written.ts";
import type { Inputs } from "../state/state.ts";

/** What is drawn of a part, beside its lanes. */
export type Figure =
  /** The names of the lanes, which begin here. */
  | { readonly kind: "names" }
  /** Rows of numbers, one for each lane, a block for each step. */
  | { readonly kind: "rows"; readonly steps: readonly string[] }
  /** Lines from lane to lane, as wide as the weights [head, to, from] or [to, from], and the rows that they make. */
  | { readonly kind: "crossing"; readonly weights: string; readonly steps: readonly string[] }
  /** The shares of one lane, a bar for each name. */
  | { readonly kind: "shares"; readonly step: string };

export interface Part {
  readonly id: string;
  /** The units that are about it and the parts after it, and how many parts these are together. */
  readonly units?: { readonly ids: readonly string[]; readonly parts: number };
  readonly figure: Figure;
  /** The run that computes it, and the beginnings of the ids of its steps. */
  readonly of: { readonly run: string; readonly steps: readonly string[] };
  /** The path around parts leaves here, goes past, or comes back and is added. */
  readonly around?: "leaves" | "passes" | "returns";
  /** Whether it belongs to the layer that is repeated. */
  readonly repeated?: boolean;
}

export interface Whole {
  readonly id: string;
  readonly stage: Stage;
  /** The controls whose choices are the names of the lanes, or the names themselves. */
  readonly lanes: { readonly controls: readonly string[] } | { readonly names: readonly string[] };
  /** The lane that is followed at first. */
  readonly lane: number;
  /** Between which lanes there are edges, where not between all. */
  readonly edges?: readonly (readonly [number, number])[];
  readonly parts: readonly Part[];
  /** The step whose rows are the shares of the words that may come next, the word that ends a sentence, and the control of the temperature: it can be written on. */
  readonly writes?: { readonly step: string; readonly end: string; readonly temperature: string };
  /** Inputs that are steps of another run, by id: their numbers are the same. */
  readonly from: Readonly<Record<string, string>>;
}

/** The name of a control of a whole in an address, where several stand on one page. */
const written = ({ id }: Whole, control: string): string => `${id}.${control}`;

/** Returns the values of the controls of a whole, as an address changes them. */
export function valuesIn(whole: Whole, changes: Inputs): Values {
  const { controls } = whole.stage;
  return Object.fromEntries(
    controls.map((control) => [
      control.id,
      valueFor(control, changes[written(whole, control.id)] ?? null) ?? control.start,
    ]),
  );
}

/** Returns the changes of an address with other values of a whole. */
export function changesWith(whole: Whole, changes: Inputs, values: Values): Inputs {
  const own = new Set(whole.stage.controls.map(({ id }) => written(whole, id)));
  const others = Object.entries(changes).filter(([name]) => !own.has(name));
  const changed = Object.entries(changedValues(values, startValues(whole.stage)));
  return Object.fromEntries([...others, ...changed.map(([id, value]) => [written(whole, id), value])]);
}

/** Whether wholes have all that an address changes. */
export function accepted(wholes: readonly Whole[], changes: Inputs): boolean {
  return Object.entries(changes).every(([name, value]) =>
    wholes.some((whole) =>
      whole.stage.controls.some((control) => written(whole, control.id) === name && valueFor(control, value) !== null),
    ),
  );
}

export function laneNames({ lanes }: Whole, values: Values): readonly string[] {
  return "names" in lanes ? lanes.names : lanes.controls.map((id) => String(values[id]));
}
