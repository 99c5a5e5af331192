import { AttographError } from "../../errors.js";
import { refusal, wrongType } from "../../refuse.js";
import type { StepData, TraceData } from "../../trace-types.js";
import type { Tensor } from "../../types.js";
import { checkedOptions, checkedRun, checkedTrace } from "../checked.js";
import { inTorch } from "./dialect.js";
import { HELPERS, helpersOf } from "./helpers/index.js";
import { type Facts, GRAPH_FUNCTIONS, IMPORTED, LAYERS } from "./layers.js";
import { namesOf } from "./names.js";
import { literalOf } from "./numbers.js";
import { type Context, expressionOf } from "./steps.js";

/** What generated code compares with the run. */
export interface CodeOptions {
  /** The results (default), or every step. */
  readonly check?: "outputs" | "steps";
}

/** What distinguishes the libraries. */
interface Library {
  readonly name: string;
  /** The imports, given the rest of the program. */
  readonly imports: (body: string) => readonly string[];
  /** Translates code that is written for NumPy. */
  readonly write: (code: string) => string;
  /** Rules that the library has functions for. */
  readonly functions: Readonly<Record<string, string>>;
  readonly isForGraphs?: boolean;
  /** Whether the library goes back by itself, so that a program has the run alone. */
  readonly goesBack?: boolean;
}

const SETTINGS = ["import torch", "", "torch.set_default_dtype(torch.float64)"];

const NUMPY: Library = {
  name: "NumPy",
  // A softmax subtracts infinities where everything is masked, and replaces what comes of it.
  imports: (body) => [
    "import numpy as np",
    ...(/np\.(?:where|log)\(|@/.test(body) ? ["", 'np.seterr(all="ignore")'] : []),
  ],
  write: (code) => code,
  functions: {},
};

const TORCH: Library = { name: "PyTorch", imports: () => SETTINGS, write: inTorch, functions: {}, goesBack: true };

const PYG: Library = {
  name: "PyTorch Geometric",
  imports: (body) => {
    const used = Object.entries(IMPORTED).map(([from, names]): [string, string[]] => [
      from,
      names.filter((name) => new RegExp(`\\b${name}\\(`).test(body)),
    ]);
    const lines = used.flatMap(([from, names]) =>
      names.length > 0 ? [`from ${from} import ${names.join(", ")}`] : [],
    );
    return ["import torch", ...lines, ...SETTINGS.slice(1)];
  },
  write: inTorch,
  functions: GRAPH_FUNCTIONS,
  isForGraphs: true,
};

/** Steps of which another program may choose the sign. */
const OF_EITHER_SIGN = new Set(["eigenvectors", "sign-of-largest"]);

/** Returns a program in Python that computes a run, and its way back if it has one, step by step with NumPy, and asserts its results and gradients to 1e-8. */
export function numpy(trace: TraceData, options: CodeOptions = {}): string {
  return programOf(checkedTrace(trace), options, NUMPY);
}

/**
 * Returns a program in Python that computes a run step by step with PyTorch, and asserts its results to 1e-8. If the trace goes back, PyTorch's autograd does, too,
 * and its gradients are asserted to be those of the trace.
 */
export function pytorch(trace: TraceData, options: CodeOptions = {}): string {
  return programOf(checkedTrace(trace), options, TORCH);
}

/**
 * Returns a program in Python that computes a run on a graph with PyTorch Geometric, and asserts its results to 1e-8: by the layer of the algorithm if there is
 * one and the options of the run are its own, otherwise step by step.
 *
 * Throws `wrong-type` for a run without a graph.
 */
export function pyg(trace: TraceData, options: CodeOptions = {}): string {
  const checked = checkedRun(trace);
  if (!onGraph(checked)) {
    const facts = { input: "trace", expected: "a run on a graph", found: checked.algorithm };
    throw new AttographError(
      "wrong-type",
      `\`trace\` must be a run on a graph, but it is one of \`${checked.algorithm}\``,
      facts,
    );
  }
  return programOf(checked, options, PYG);
}

/** Returns whether a trace is of a run alone, and on a graph, so that {@link pyg} has a program for it. */
export const isOnGraph = (trace: TraceData): boolean => {
  const checked = checkedTrace(trace);
  return checked.gradient === undefined && onGraph(checked);
};

const onGraph = ({ algorithm, inputs }: TraceData): boolean => "graph" in inputs || Object.hasOwn(LAYERS, algorithm);

function programOf(trace: TraceData, options: CodeOptions, library: Library): string {
  const { check = "outputs" } = checkedOptions(options, ["check"]);
  const ofBatch = trace.steps.find(({ op, axes }) => op === "given" && axes[0] === "member");
  // A program for each rule of a member would be a loop that no step of the trace shows.
  if (ofBatch) throw refusal("no-batch", { input: ofBatch.input ?? ofBatch.id, why: "export" });
  if (check !== "outputs" && check !== "steps") throw wrongType("check", "outputs or steps", check);
  const byId = new Map(trace.steps.map((step) => [step.id, step]));
  const wayBack = trace.steps.filter((step) => step.gradient);
  const byLibrary = library.goesBack === true && wayBack.length > 0;
  const steps = byLibrary ? trace.steps.filter((step) => !step.gradient) : trace.steps;
  const gradients = gradientsOf(trace, byId);
  const isAsked = new Set(byLibrary ? gradients.flatMap(({ given }) => given) : []);
  const context: Context = {
    stepOf: (id) => byId.get(id),
    names: namesOf(trace.steps, Object.keys(HELPERS)),
    functions: library.functions,
    emptyRowIsNaN: "emptyRow" in trace.inputs && trace.inputs.emptyRow === "nan",
    goesBack: byLibrary,
    // The angle of parallel vectors depends on the last digit of their cosine.
    inIndexOrder: steps.some((step) => step.function === "arccosine"),
    inputOf: (name) => Number((trace.inputs as Readonly<Record<string, unknown>>)[name]),
  };
  const { write } = library;
  const repeated = hasRepeatedEigenvalues(trace);
  const textOf = (step: StepData): string => {
    const asks = isAsked.has(step) ? ".requires_grad_()" : "";
    const assigned = `${context.names.get(step.id)} = ${expressionOf(step, context)}${asks}`;
    const isChecked = check === "steps" && step.op !== "given" && !(repeated && step.id === "laplacian.encoding");
    const checked = isChecked ? `\n${assertion(step, step, context)}` : "";
    return `${commentOf(step)}\n${write(assigned + checked)}`;
  };
  const layer = library.isForGraphs ? layerOf(trace, context) : null;
  const computed = steps.filter(({ op }) => op !== "given");
  const isStepByStep = !byLibrary && gradients.length > 0;
  const body = [
    "# ---- inputs ----",
    ...steps.filter(({ op }) => op === "given").map(textOf),
    ...(library.isForGraphs ? edgesOf(trace, context) : []),
    layer ? "# ---- the layer ----" : "# ---- steps ----",
    ...(layer ? [write(layer)] : computed.filter(({ gradient }) => !gradient).map(textOf)),
    ...(isStepByStep ? ["# ---- the way back ----", ...computed.filter(({ gradient }) => gradient).map(textOf)] : []),
    ...(layer ? [] : ["# ---- results ----", ...assertionsOf(trace, context).map(write)]),
    ...(byLibrary && gradients.length > 0
      ? ["# ---- the way back ----", ...backwardOf(wayBack, context).map(write)]
      : []),
    ...(gradients.length > 0
      ? ["# ---- gradients ----", ...gradients.map((one) => write(gradientAssertion(one, context, byLibrary)))]
      : []),
    `print("${trace.algorithm}: the results agree")`,
  ].join("\n\n");
  const helpers = helpersOf(body).map(write);
  const needsMath = helpers.some((helper) => helper.includes("math."));
  const imports = [...(needsMath ? ["import math", ""] : []), ...library.imports(body)];
  return `${[
    `"""${trace.algorithm} in ${library.name}. Written by Attograph from a run, whose results are asserted."""`,
    imports.join("\n"),
    ...helpers.map((helper) => `\n${helper}`),
    `${helpers.length > 0 ? "\n" : ""}${body}`,
  ].join("\n\n")}\n`;
}

/** The gradient of an input: the steps that show the input, and the step of its gradient. */
interface GradientOfInput {
  readonly input: string;
  readonly given: readonly StepData[];
  readonly gradient: StepData;
}

/** The gradients of the inputs; of an input that several steps show, the gradients of all of them together. */
function gradientsOf({ steps }: TraceData, byId: ReadonlyMap<string, StepData>): GradientOfInput[] {
  const shown = new Map<string, StepData[]>();
  for (const step of steps)
    if (step.input !== null && !step.gradient) shown.set(step.input, [...(shown.get(step.input) ?? []), step]);
  return [...shown].flatMap(([input, given]) => {
    const gradient = byId.get(given.length === 1 ? `gradient/${given[0]?.id}` : `gradient/input/${input}`);
    return gradient ? [{ input, given, gradient }] : [];
  });
}

/** Goes back by the library itself, from the result and the gradient that is given. */
function backwardOf(wayBack: readonly StepData[], { names }: Context): string[] {
  const upstream = wayBack.find(({ gradient }) => gradient?.role === "upstream");
  if (!upstream) return [];
  return [`${commentOf(upstream)}\n${names.get(upstream.gradient?.of ?? "")}.backward(${literalOf(upstream)})`];
}

function gradientAssertion(
  { input, given, gradient }: GradientOfInput,
  { names }: Context,
  byLibrary: boolean,
): string {
  const graded = given.map(({ id }) => `${names.get(id)}.grad`);
  const own = names.get(gradient.id) ?? "";
  const value =
    byLibrary && given.length > 1 ? `sum(part for part in (${graded.join(", ")}) if part is not None)` : graded[0];
  return `# ${input}\n${compared(byLibrary ? (value ?? "") : own, gradient)}`;
}

/** The id, the formula and the publication of a step. */
function commentOf({ id, formula, source, input }: StepData): string {
  const from = input === null ? "" : `, the input ${input}`;
  return `# ${`${id}${from}: ${formula}${source && `  [${source}]`}`.replace(/\s+/g, " ")}`;
}

/** Compares a variable with numbers of the run. */
function compared(name: string, { shape, data }: Tensor): string {
  return `np.testing.assert_allclose(${name}, ${literalOf({ shape, data })}, rtol=1e-8, atol=1e-8, equal_nan=True)`;
}

function assertion(step: StepData, tensor: Tensor, { names }: Context): string {
  if (OF_EITHER_SIGN.has(step.function ?? "")) return "# The sign is free: what is computed with it is asserted below.";
  return compared(names.get(step.id) ?? "", tensor);
}

/** Compares each output with the numbers of the run. */
function assertionsOf(trace: TraceData, context: Context): string[] {
  const repeated = hasRepeatedEigenvalues(trace);
  return Object.entries(trace.outputs).map(([output, tensor]) => {
    const step = stepOfOutput(trace.steps, tensor);
    if (!step) throw wrongType(`trace.outputs.${output}`, "the numbers of a step", tensor);
    const isSpace = repeated && step.id === "laplacian.encoding";
    return `# ${output}\n${isSpace ? spaceAssertion(tensor, context) : assertion(step, tensor, context)}`;
  });
}

const hasRepeatedEigenvalues = ({ notices }: TraceData): boolean =>
  notices.some(({ code }) => code === "repeated-eigenvalue");

/** The step that an output shows. */
function stepOfOutput(steps: readonly StepData[], { shape, data }: Tensor): StepData | undefined {
  const same = (step: StepData): boolean =>
    `${step.shape}` === `${shape}` && step.data.every((number, place) => Object.is(number, data[place]));
  return steps.find((step) => step.data === data) ?? steps.findLast(same);
}

/** Where eigenvalues are repeated, another program finds other eigenvectors of the same space: the run's are asserted to be eigenvectors. */
function spaceAssertion(tensor: Tensor, { names }: Context): string {
  const nameOf = (id: string): string => names.get(id) ?? "";
  const [matrix, values, first] = ["laplacian.matrix", "laplacian.eigenvalues", "laplacian.skipped"].map(nameOf);
  return [
    "# Eigenvalues are repeated, so other eigenvectors would do as well: those of the run are asserted to be eigenvectors.",
    `columns = ${literalOf(tensor)}`,
    `count = min(${tensor.shape[1]}, len(${values}) - int(${first}))`,
    `stretched = columns[:, :count] * ${values}[int(${first}):int(${first}) + count]`,
    `np.testing.assert_allclose(${matrix} @ columns[:, :count], stretched, rtol=1e-8, atol=1e-8)`,
  ].join("\n");
}

/** The messages as PyTorch Geometric has them. */
function edgesOf({ steps }: TraceData, { names }: Context): string[] {
  const nameOf = (id: string): string | undefined => names.get(steps.find((step) => step.id.endsWith(id))?.id ?? "");
  const [messages, weights] = [nameOf("graph.messages"), nameOf("graph.message-weights")];
  if (!messages) return [];
  return [`edge_index = ${messages}.long().T\nedge_weight = ${weights ?? `torch.ones(len(${messages}))`}`];
}

/** What computes the output by a layer, and compares it; null without a layer. */
function layerOf(trace: TraceData, { names }: Context): string | null {
  const given = new Map(trace.steps.flatMap((step) => (step.input === null ? [] : [[step.input, step]])));
  const options = trace.inputs as Readonly<Record<string, unknown>>;
  const facts: Facts = {
    trace,
    name: (input) => names.get(given.get(input)?.id ?? ""),
    shape: (input) => given.get(input)?.shape ?? [],
    option: (input, fallback) => String(options[input] ?? fallback),
    has: (id) => trace.steps.some((step) => step.id === id),
  };
  const lines = LAYERS[trace.algorithm]?.(facts);
  const output = trace.outputs.output ?? Object.values(trace.outputs)[0];
  if (!lines || !output) return null;
  return [...lines, compared("output.detach()", output)].join("\n");
}
