import type { IdOf } from "./ids.js";
import type { Axis, NestedNumbers, Notice, Op, Read, StepText, Tensor } from "./types.js";

/** One named intermediate of a run. */
export interface StepData<Id extends string = string> extends StepText {
  /**
   * Stable public id such as `attention.scores`. The id of a step of a part is prefixed with the name of the part, and with the number of the round if the
   * part repeats: `layers[1]/norm2/layer-norm.mean`. What follows the last `/` is the key of its explanation.
   */
  readonly id: Id;
  /** Short mathematical name as TeX, such as `S` or `\hat{A}`. */
  readonly symbol: string;
  readonly op: Op;
  /** Name of the map, reduction or rule, such as `exp-shifted`, `max`, `argmax-mirrored`; null for the other ops. */
  readonly function: string | null;
  /** Letters of the result's axes, as in {@link Read.index}. */
  readonly index: string;
  /** One name for each axis: `query`, `key`, `feature`, `head`, `target`, `source` … */
  readonly axes: readonly Axis[];
  readonly shape: readonly number[];
  /** Row-major. */
  readonly data: Float64Array;
  /** TeX, with the symbols that the operands have in this run. */
  readonly formula: string;
  /** Publication and equation number. */
  readonly source: string;
  readonly reads: readonly Read[];
  /** For a given step: the input it shows, such as `query`, or `w1[2]` for one layer's share; otherwise null. */
  readonly input: string | null;
  /** What it does on the way back, if it is a step of a gradient. */
  readonly gradient?: StepOfGradient;
}

/** What a step of a gradient does on the way back. */
export interface StepOfGradient {
  /**
   * `upstream`: the gradient that is given; `local`: a slope; `product`: a slope times the gradient behind; `contraction`, `passed`, `collected`, `spread`, `sent`,
   * `largest`, `transposed`: the gradient behind, taken back as the step asks; `softmax`, `normalization`: a part of the closed form; `paths`: the sum of
   * several ways back; `layers`: the gradients of the layers' shares of an input, put together; `rounds`: what differs between the rounds of a part that repeats,
   * put together.
   */
  readonly role:
    | "upstream"
    | "local"
    | "product"
    | "contraction"
    | "passed"
    | "collected"
    | "spread"
    | "sent"
    | "largest"
    | "transposed"
    | "paths"
    | "layers"
    | "rounds"
    | "softmax"
    | "log-softmax"
    | "normalization";
  /** The step of the run whose gradient it is, or serves. */
  readonly of: string;
  /** The step of the run that it goes back through, which reads that step; null for `upstream`, `paths` and `layers`. */
  readonly through: string | null;
  /** As in {@link Cell.template}. */
  readonly template: string | null;
}

/** What was asked of {@link Lab.gradient}: its options without the limit. */
export interface GradientAsked {
  readonly of?: string;
  readonly at?: readonly number[];
  readonly upstream?: Tensor;
  readonly wrt?: readonly string[];
  readonly through?: "closed-forms" | "every-step";
}

/** The result of {@link Lab.gradient}. */
export interface Gradient<Outputs = Record<string, Tensor>, Input extends string = string> {
  /** The run with its way back: the steps of the gradient follow those of the run, and their ids begin with `gradient/`. */
  readonly trace: Trace<Outputs>;
  /** The gradient of each input that has one, by its name, in the shape of the input. */
  readonly gradients: Readonly<Partial<Record<Input, Tensor>>>;
}

/** A step of a trace that the library returned. */
export interface TraceStep<Id extends string = string> extends StepData<Id> {
  /**
   * Returns the numbers in nested arrays, one level for each axis; a single number for a step without axes. How many axes a step has is not known from its id:
   * `nested<number[][]>()` says it, and its result can be indexed.
   */
  nested<Numbers extends NestedNumbers = NestedNumbers>(): Numbers;
}

/** The data of a trace, as `structuredClone` and `postMessage` copy them. */
export interface TraceData<Outputs = Record<string, Tensor>, Id extends string = string> {
  readonly algorithm: string;
  /** The inputs that were given, as the algorithm accepts them: `lab.trace(trace.algorithm, trace.inputs)` repeats the run. */
  readonly inputs: object;
  /** In the order of computation, inputs included. */
  readonly steps: readonly StepData<Id>[];
  readonly outputs: Outputs;
  readonly notices: readonly Notice[];
  /** What was asked, if the trace goes on past the result and back: `lab.gradient(trace.algorithm, trace.inputs, trace.gradient)` repeats it. */
  readonly gradient?: GradientAsked;
}

/** One run of an algorithm, with every step that it computed. The object is frozen; its methods are no fields, so that copies and comparisons lack them. */
export interface Trace<Outputs = Record<string, Tensor>, Id extends string = string> extends TraceData<Outputs, Id> {
  readonly steps: readonly TraceStep<Id>[];
  /** Returns the step with an id; throws `unknown-step` if there is none. */
  step<Name extends string>(id: IdOf<Id, Name>): TraceStep<Id>;
  /** Returns the trace as JSON has it, which `JSON.stringify` calls. `lab.fromJSON` reads it again. */
  toJSON(): TraceJSON;
}

/** A number in JSON, which has no other form for these four. */
export type JSONNumber = number | "NaN" | "Infinity" | "-Infinity" | "-0";

/** A tensor in JSON, in row-major order. */
export interface TensorJSON {
  readonly shape: readonly number[];
  readonly data: readonly JSONNumber[];
}

/** A trace in JSON. `attograph/trace.schema.json` is its schema. */
export interface TraceJSON {
  readonly algorithm: string;
  /** Tensors are objects of `shape` and `data`. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly steps: readonly (Omit<StepData, "data"> & TensorJSON)[];
  readonly outputs: Readonly<Record<string, TensorJSON>>;
  readonly notices: readonly Notice[];
  readonly gradient?: Omit<GradientAsked, "upstream"> & { readonly upstream?: TensorJSON };
}

/** The result of {@link Lab.fromJSON}. */
export interface Restored {
  /** The trace as it is computed from the stored inputs. */
  readonly trace: Trace;
  /** The gradients, if it is the trace of one. */
  readonly gradients?: Gradient["gradients"];
  /** How the stored steps and outputs differ from it; empty if every number has the same bits. */
  readonly differences: readonly TraceDifference[];
}

/** How one stored step, or one stored output, differs from the computed one. */
export type TraceDifference = ({ readonly step: string } | { readonly output: string }) &
  /** It is not stored. */
  (
    | { readonly kind: "missing" }
    /** It is stored, but not computed. */
    | { readonly kind: "unknown" }
    | { readonly kind: "shape"; readonly stored: readonly number[]; readonly computed: readonly number[] }
    /** Numbers differ: the first of them, and how many there are. */
    | {
        readonly kind: "number";
        readonly index: readonly number[];
        readonly stored: number;
        readonly computed: number;
        readonly count: number;
      }
  );
