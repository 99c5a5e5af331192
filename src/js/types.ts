import type { PlatformSignal } from "./platform.js";

/** A tensor that the library returns: f64 in row-major order. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** Numbers in nested arrays; every row of one level has the same length. */
export type NestedNumbers = number | readonly NestedNumbers[];

/** Booleans in nested arrays, read as 1 and 0. */
export type NestedFlags = boolean | readonly NestedFlags[];

/** A typed array whose numbers f64 represents exactly. */
export type TypedNumbers =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** A tensor as an input: nested arrays (a row may be a typed array), or a shape with numbers in row-major order. */
export type TensorInput =
  | NestedNumbers
  | NestedFlags
  | TypedNumbers
  | readonly TypedNumbers[]
  | { readonly shape: readonly number[]; readonly data: ArrayLike<number> };

/**
 * An input of each member of a batch: one more axis in front, which counts the members. The results have that axis as well, and each member has the bits of a run of
 * its own.
 */
export interface BatchInput {
  readonly batch: TensorInput;
}

/** A graph. Messages travel from source to target; an undirected edge is listed once and carries both ways. */
export interface GraphInput {
  readonly nodes: number;
  /**
   * `[source, target]` pairs, or a tensor of shape [edges, 2]. A tensor of shape [2, edges], as the `edge_index` of PyTorch Geometric, is read as a row of
   * sources above a row of targets, except that two rows of two numbers are two pairs. An `edge_index` lists both directions of an undirected edge: set
   * `directed` with it.
   */
  readonly edges: TensorInput | readonly (readonly [number, number])[];
  /** Default false. */
  readonly directed?: boolean;
  /** One weight per edge; default 1 each. */
  readonly weights?: TensorInput;
}

/** Several graphs as one, whose nodes follow each other. */
export interface GraphUnion {
  /** An input of any algorithm on graphs. */
  readonly graph: {
    readonly nodes: number;
    readonly edges: Tensor;
    readonly directed: boolean;
    readonly weights?: Float64Array;
  };
  /** The number of the first node of each graph, and last that of all nodes: graph k has the nodes from `offsets[k]` up to, not including, `offsets[k + 1]`. */
  readonly offsets: readonly number[];
}

/** How a step comes from the steps it reads. */
export type Op = "given" | "size" | "contract" | "map" | "reduce" | "gather" | "scatter" | "rule" | "transpose";

/** The name of what an axis counts. The set of names is stable and grows with the catalog. */
export type Axis = string;

/** One operand of a step, with the einsum letters of its axes. */
export interface Read {
  /** Id of the step that is read. */
  readonly step: string;
  /** One letter for each axis; `(hk)` is an axis that merges two. The step sums, or reduces, over letters that its result lacks. */
  readonly index: string;
}

/**
 * The texts of a step. Fields named `title`, `text`, `explanation` and the like are there if the lab was loaded with `text` and the languages have a text;
 * otherwise they are absent.
 */
export interface StepText {
  /** Its name. */
  readonly title?: string;
  /** What is computed, from what, and what for. */
  readonly text?: string;
  /** What each axis counts. */
  readonly axisTitles?: readonly string[];
}

/** Something about a run that a reader of the result needs to know. */
export interface Notice {
  /** Stable, such as `fully-masked-row`, `node-without-neighbors`, `duplicate-edge`. */
  readonly code: string;
  /** A sentence, if the lab was loaded with `text`. It counts positions from 1. */
  readonly text?: string;
  /** The facts, such as `rows: [3]`. */
  readonly [fact: string]: unknown;
}

/** A number that another was computed from. */
export interface Operand {
  readonly step: string;
  readonly index: readonly number[];
  readonly value: number;
}

/** The arithmetic of one number, with the texts of its step. */
export interface Cell extends Pick<StepText, "title" | "text"> {
  readonly step: string;
  readonly index: readonly number[];
  readonly value: number;
  readonly op: Op;
  readonly function: string | null;
  /**
   * How to write it down, for ops `map`, `reduce`, `gather`, `scatter`, `size`, `rule` and `transpose`: `{0}`, `{1}` … stand for the operands in order, `{*}` for all of them
   * separated by commas, such as `exp({0} − {1})` or `max({*})`; null for `given` and `contract`.
   */
  readonly template: string | null;
  /**
   * `contract`: the value is the sum over `terms` of the product of each term's factors, in this order.
   * Every other op: one operand for each term, in the order of the template. `given`: empty.
   */
  readonly terms: readonly (readonly Operand[])[];
  /** A sentence where the equation is not enough, if the lab was loaded with `text`. */
  readonly explanation?: string;
}

/** One input of an algorithm. */
export interface CatalogInput {
  /** Field name; a dot nests, as in `attention.wQuery`. */
  readonly name: string;
  readonly kind: "tensor" | "integer" | "number" | "flag" | "choice" | "graph";
  readonly required: boolean;
  /** The value when it is left out; null if the algorithm then runs without it. */
  readonly default: number | boolean | string | null;
  /** For `choice`. */
  readonly choices: readonly string[];
  /** Its name, if the lab was loaded with `text`. */
  readonly title?: string;
  /** The names of the choices. */
  readonly choiceTexts?: Readonly<Record<string, string>>;
  /** For `tensor`: id of the given step that shows it, and the letters and names of its axes. */
  readonly step: string | null;
  readonly index: string | null;
  readonly axes: readonly Axis[];
  readonly axisTitles?: readonly string[];
  /** For `integer`: the smallest value allowed. */
  readonly minimum: number | null;
  /** Whether it is learned, and so belongs to the model. */
  readonly learned: boolean;
  /** Its former name, which is accepted until version 1.0; null if it had no other. */
  readonly former: string | null;
}

/** One step as the catalog declares it. */
export interface CatalogStep extends StepText {
  /** As in {@link StepData.id}, with `[]` for the number of a round. */
  readonly id: string;
  readonly symbol: string;
  readonly op: Op;
  readonly function: string | null;
  /** As in {@link Cell.template}. */
  readonly template: string | null;
  readonly index: string;
  readonly axes: readonly Axis[];
  /** TeX. */
  readonly formula: string;
  /**
   * The formula with `#1` before the letter of the first operand, `#2` before that of the second, where a run has the operand's own symbol:
   * {@link StepData.formula}. Null where the formula is the same in all runs.
   */
  readonly pattern: string | null;
  readonly source: string;
  /** For each operand the letters of its axes. Which step it is, a trace says: {@link StepData.reads}. */
  readonly reads: readonly { readonly index: string }[];
  /**
   * The input whose presence (or true) makes the step appear, or `input=word` for a choice; `!` in front turns it round, `&` joins several.
   * Null when it always appears.
   */
  readonly when: string | null;
  /** What its numbers are: any real numbers, shares of a whole from 0 to 1, names such as the number of a node, a token or a bucket, or counts: whole numbers from 0 on, and −1 for none. */
  readonly numbers: "amounts" | "shares" | "names" | "counts";
  /** The key of the chapter of a run that begins with it, such as `softmax`; null for most. */
  readonly begins: string | null;
}

/** One result of an algorithm, with the texts of its step. */
export interface CatalogOutput extends StepText {
  readonly name: string;
  /** Ids of the steps whose value it is (one of them is in a trace). */
  readonly steps: readonly string[];
  readonly index: string;
  readonly axes: readonly Axis[];
}

/** One algorithm. */
export interface CatalogEntry {
  readonly id: string;
  /** In English, or in the language of the lab. */
  readonly title: string;
  /** What it does, in a sentence, if the lab was loaded with `text`. */
  readonly text?: string;
  readonly source: string;
  readonly inputs: readonly CatalogInput[];
  readonly steps: readonly CatalogStep[];
  readonly outputs: readonly CatalogOutput[];
}

/** The engine of a lab. */
export interface Engine {
  /** The GPU, once a run or {@link Lab.backends} has opened one. */
  readonly gpu: null | { readonly name: string; readonly software: boolean };
  /** Why it was chosen, in a sentence. */
  readonly reason: string;
  readonly version: string;
}

/** An engine, and why it cannot compute if it cannot. */
export interface Backend {
  readonly backend: "reference" | "nalgebra" | "sparse" | "cpu" | "gpu";
  /** `f64`, the fast WebAssembly file, or the adapter; empty if there is none or the platform does not reveal it. */
  readonly name: string;
  /** Whether the GPU is emulated in software. */
  readonly software?: boolean;
  /** Why it cannot compute; null when it can. */
  readonly reason: string | null;
}

/** How to fill a tensor with seeded random numbers. */
export interface RandomOptions {
  readonly seed: number;
  /** `normal`: mean 0, variance 1 (default); `uniform`: from 0 to 1; `integers`: whole numbers from `minimum` to `maximum`, both included. */
  readonly distribution?: "normal" | "uniform" | "integers";
  readonly minimum?: number;
  readonly maximum?: number;
  /** Round to this many decimals; default: all digits. */
  readonly decimals?: number;
}

/** How an f32 result compares with f64. */
export interface Check {
  /** The kernel; of several in one algorithm, the one whose difference is the largest share of its bound. */
  readonly kernel:
    | "product"
    | "attention"
    | "window-attention"
    | "hash-attention"
    | "convolution"
    | "aggregation"
    | "restart"
    | "graph-attention"
    | "layer-norm"
    | "feed-forward";
  /** The largest difference from f64 computed on the same f32 operands; if numbers are beyond their bounds, the largest of these. */
  readonly deviation: number;
  /** The bound of that number. */
  readonly bound: number;
  /** How many rows were compared. */
  readonly rows: number;
  /** The largest magnitude of the exact numbers in these rows. */
  readonly scale: number;
  /** Whether every compared number is within its own bound, and no bound is useless: infinite, or larger than `scale`. */
  readonly within: boolean;
}

/** The result of {@link Lab.run}. */
export interface Evaluation<Outputs = Record<string, Tensor>> {
  /** The computed outputs: a fused f32 kernel computes only the final result, and `sparse` no matrix of all pairs of nodes. */
  readonly outputs: Partial<Outputs>;
  readonly notices: readonly Notice[];
  /**
   * The engine that computed: `gpu` and `cpu` are the f32 kernels; `nalgebra` is f64 with nalgebra's matrix products; `reference` is f64 summed in index
   * order, as in every trace; `sparse` is `nalgebra` with the matrices of a graph along its edges, where it sums as `reference` does.
   */
  readonly backend: "reference" | "nalgebra" | "sparse" | "cpu" | "gpu";
  /** The time from the call to the result, in milliseconds, including the time to load an engine. */
  readonly milliseconds: number;
  /** How many workers shared the work; absent if one engine computed everything. */
  readonly workers?: number;
  /** How the f32 result compares with f64, if `check` was set and a kernel ran. A result beyond its bound is not among the outputs. */
  readonly check?: Check;
}

/** The most that a run may be expected to cost. */
export interface Limit {
  /** The most {@link Estimate.seconds}; 60 by default. */
  readonly seconds?: number;
  /** The most {@link Estimate.bytes}; 2 147 483 648 by default. */
  readonly bytes?: number;
}

/** The options of {@link Lab.trace}. */
export interface TraceOptions {
  /** Beyond it, an error with the code `over-limit` and the estimate among its facts; `false` for no limit. */
  readonly limit?: Limit | false;
}

/** The options of {@link Lab.run}. */
export interface RunOptions {
  /**
   * What the f64 engine may cost: beyond it, an error with the code `over-limit` and the estimate among its facts; `false` for no limit. The f32 kernels
   * are not limited.
   */
  readonly limit?: Limit | false;
  /**
   * `auto` (default) uses the f32 kernels for large inputs, and the GPU if it was measured to be faster on this device; `cpu` and `gpu` use them for any input
   * that they support; `nalgebra`, `reference` and `sparse` never do. What the GPU cannot compute, SIMD computes, with a notice that says why; what has no f32
   * kernel, `nalgebra` computes in f64. The results of `reference` have the same bits as those of {@link Lab.trace}.
   *
   * `sparse` computes layers on graphs in f64 along the edges, in time and memory that follow the edges and not nodes²; what has no such form, `nalgebra` computes.
   * Where a matrix of all pairs of nodes is beyond the limit, `auto`, `cpu` and `gpu` have `sparse` compute what has no f32 kernel.
   */
  readonly backend?: "auto" | "reference" | "nalgebra" | "sparse" | "cpu" | "gpu";
  /**
   * Compares the f32 result with f64: 16 rows of the result of every kernel, or the given number. If a number is beyond its bound, or a bound is useless,
   * the f64 engine computes the result again, with a notice `bound-passed` or `bound-useless`. `auto` always compares a few rows.
   */
  readonly check?: boolean | number;
  /**
   * Cancels the run, which then ends with the signal's reason: between two kernels, and within a long product or attention on SIMD, which is cut into slices
   * of about 15 ms, so that a page goes on meanwhile. A run in f64 is one call, which nothing cuts.
   */
  readonly signal?: PlatformSignal;
}

/** The options of {@link Lab.gradient}. */
export interface GradientOptions<Output extends string = string, Input extends string = string> {
  /** The result whose gradient is taken; by default the main one, which the run computes last. */
  readonly of?: Output;
  /** One number of the result, by its index: a row of the Jacobian. */
  readonly at?: readonly number[];
  /** How a loss changes with the result, in the result's shape; by default 1 for each number, so that the loss is their sum. Excludes `at`. */
  readonly upstream?: TensorInput;
  /**
   * The inputs with respect to which the gradient is taken, each of which must have one: beside tensors also numbers. By default all tensors that were given
   * and have one; a notice `no-gradient` names each of the others.
   */
  readonly wrt?: readonly Input[];
  /** `closed-forms` (default): softmax and normalization by the formulas of books. `every-step`: back through each of their steps. */
  readonly through?: "closed-forms" | "every-step";
  /** As in {@link TraceOptions}, for the run and the way back together. */
  readonly limit?: Limit | false;
}

/** The options of {@link Lab.count}. */
export interface CostOptions {
  /** Also goes back through the run, as {@link Lab.gradient} with these options. */
  readonly gradient?: Omit<GradientOptions, "limit">;
}

/** The options of {@link Lab.estimate}. */
export interface EstimateOptions extends CostOptions {
  /** Estimates a run with this `backend`: `sparse` holds no matrix of all pairs of nodes. A gradient holds every step. */
  readonly backend?: "sparse";
}

/** The operations of a step or a run, counted for the plain loop: a number that is used twice is read twice. */
export interface Operations {
  /** Multiplications and divisions. */
  readonly multiplications: number;
  /** Additions and subtractions. */
  readonly additions: number;
  /** Exponentials, logarithms, roots and other functions of single numbers. */
  readonly functions: number;
  readonly comparisons: number;
  /** Operations of rules (a sort, a list of neighbors …): one for each number that a cell reads; of a running sum, one for each number that it adds. */
  readonly byRules: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
}

/** The result of {@link Lab.estimate}: what a run in f64 is expected to cost. */
export interface Estimate {
  /** Multiplications, additions, functions, comparisons and operations of rules together. */
  readonly operations: number;
  /** The bytes of the numbers of all steps: so much memory a run takes in WebAssembly. A trace copies as many to JavaScript. */
  readonly bytes: number;
  /** The expected seconds on one core of a server of 2023 (Intel Emerald Rapids), from measured constants. Other devices differ by a constant factor. */
  readonly seconds: number;
}

/** The cost of one step. An input costs nothing. */
export interface StepCount {
  readonly step: string;
  readonly shape: readonly number[];
  /** How many terms each cell sums or compares; 1 for a step that is computed cell by cell. */
  readonly sweeps: number;
  readonly operations: Operations;
}

/** The result of {@link Lab.count}. */
export interface Counts {
  readonly steps: readonly StepCount[];
  readonly total: Operations;
  /** The multiplications that theory expects, as TeX and as a number, where a formula is known. */
  readonly closedForm: { readonly formula: string; readonly multiplications: number } | null;
}

/** The options of {@link Lab.permutationTest}. */
export interface PermutationOptions {
  /** Names of the axes that carry tokens or nodes, such as `query`, `key`, `source`; default: all that do. */
  readonly axes?: readonly string[];
  /** Names of the inputs that are permuted; default: all but those that are learned. */
  readonly inputs?: readonly string[];
  /** Row i of a permuted input is row `permutation[i]` of the input; default: drawn from the seed. */
  readonly permutation?: readonly number[];
  /** Default 0. */
  readonly seed?: number;
  /** The largest difference that counts as none, relative to the largest magnitude above 1; default 1e-12. */
  readonly tolerance?: number;
}

/** The effect of another order of the tokens on one result. */
export interface PermutationAnswer {
  readonly output: string;
  readonly symmetry: "invariant" | "equivariant" | "neither";
  /** The largest difference between f(P x) and f(x). */
  readonly fromInvariance: number;
  /** The largest difference between f(P x) and P f(x); null for a result without an axis of tokens. */
  readonly fromEquivariance: number | null;
}

/** The result of {@link Lab.permutationTest}. */
export interface PermutationTest {
  readonly permutation: readonly number[];
  /** The inputs that were permuted. */
  readonly inputs: readonly string[];
  readonly answers: readonly PermutationAnswer[];
}
