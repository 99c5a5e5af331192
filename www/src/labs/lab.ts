/**
 * A lab as data: a stage in which everything can be changed, a room for one question. Its state is the values of the controls and the inputs that pictures change;
 * all of it is in the address.
 */

import type { Claim, Given, Shown, Stage, StageVariant, Value } from "../stage/stage.ts";
import type { Inputs } from "../state/state.ts";
import type { Equation } from "./ag-terms.ts";

/** A sentence on the numbers of the run; the first whose claim holds is said. */
export interface LabSaying {
  readonly id: string;
  readonly when?: Claim;
}

/** What a lab is for some values, where that is not the same for all. */
export type LabVariant = StageVariant & Partial<Pick<LabSpec, "listed" | "says">>;

/** What is shown to a room: the controls that a lecturer moves, and the pictures, of which there is room for one at a time. */
export interface LabPresented {
  readonly controls: readonly string[];
  readonly shown: readonly Shown[];
}

/** A control whose stops are a way: it stands above the pictures, is dragged and played, and has a formula that changes term by term. */
export interface Track {
  readonly control: string;
  /** The equations of a stop. What a term says has the key `terms.<id>`, or `terms.<id>.<stop>` where it says something else from that stop on. */
  readonly formulaAt: (stop: number) => readonly Equation[];
}

/** Tokens or nodes, as many as there are, and an axis that has their names. */
export interface Renamed {
  readonly kind: "tokens" | "nodes";
  readonly axis: string;
  readonly count: number;
}

export interface LabSpec extends Stage {
  readonly track?: Track;
  /** The inputs that pictures cannot change as things are. */
  readonly fixed?: (given: Given) => readonly string[];
  /** Whether a reader draws and pastes other graphs: the graph is the input `graph` of the state, as controls name it that reset it. */
  readonly draws?: boolean;
  /** What a reader may call by other names, null where there are too many; and the controls that bring other things, which have names of their own. */
  readonly named?: { readonly of: (given: Given) => Renamed | null; readonly resetBy?: readonly string[] };
  /** The facts that are listed, in their order. */
  readonly listed: readonly string[];
  readonly says: readonly LabSaying[];
  /** `compared`: where two runs stand beside each other, each has half of the room. */
  readonly presented: (given: Given, compared: boolean) => LabPresented;
  readonly varies?: (given: Given) => LabVariant;
  /** Returns what a cursor that is moved along an axis changes; null where it only moves. */
  readonly moves?: (
    given: Given,
    axis: string,
    position: number,
  ) => { readonly control: string; readonly value: Value } | null;
  /** States to try, as they stand in an address, with a text that says what to do there. */
  readonly experiments: readonly { readonly id: string; readonly state: Inputs }[];
  /** Names of papers and sections; not translated. */
  readonly source: string;
}

/** What the file of a lab says; its name has the number and the id. */
export type LabContent = Omit<LabSpec, "id">;
