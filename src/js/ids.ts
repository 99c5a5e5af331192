import type { AlgorithmId, Differentiable, FormerInputs, Inputs, Outputs, StepId } from "./algorithms.js";
import type { Tensor } from "./types.js";

/**
 * The type of an id: a known one where it is a literal, so that the compiler refuses a misspelled one and names the nearest, or any `string` that is only
 * known when the program runs.
 */
export type IdOf<Known extends string, Id extends string> = string extends Id ? Id : Known;

/** The inputs of an algorithm; any object if its id is not known at compile time. */
export type InputsOf<Id extends string> = Id extends keyof FormerInputs
  ? Inputs[Id] | FormerInputs[Id]
  : Id extends AlgorithmId
    ? Inputs[Id]
    : object;

/** The outputs of an algorithm. */
export type OutputsOf<Id extends string> = Id extends AlgorithmId ? Outputs[Id] : Record<string, Tensor>;

/** The ids of the steps of an algorithm. */
export type StepsOf<Id extends string> = Id extends AlgorithmId ? StepId<Id> : string;

/** The names of an algorithm's inputs that are tensors or numbers, of which there may be a gradient. */
export type TensorsOf<Id extends string> = Id extends AlgorithmId ? Differentiable[Id] : string;

/** Inputs of an algorithm that show its point. */
export interface Example<Id extends string = string> {
  /** What `lab.trace` takes. */
  readonly inputs: InputsOf<Id>;
  /** The names of positions by axis, such as the words of `query`; an axis without names counts from 1. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}
