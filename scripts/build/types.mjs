import { mkdir, readFile, writeFile } from "node:fs/promises";
import { at } from "./paths.mjs";
import { glueFile, LIBRARY, wasmFile } from "./wasm.mjs";

/** Starts the built library. */
async function openLibrary() {
  const { createGlue } = await import(`${glueFile}?${Date.now()}`);
  const glue = createGlue();
  glue.initSync({ module: new WebAssembly.Module(await readFile(wasmFile(LIBRARY))) });
  return glue;
}

const TYPES = { tensor: "TensorInput", graph: "GraphInput", integer: "number", number: "number", flag: "boolean" };

const EXAMPLES = `/** The inputs of every example, and the names of their positions, by the id of the algorithm. */
declare const examples: Readonly<
  Record<string, { readonly inputs: object; readonly names: Readonly<Record<string, readonly string[]>> }>
>;
export default examples;
`;

const COPY = `/** A WebAssembly file as the base64 of its gzip, for places where nothing can be fetched. */
declare const base64: string;
export default base64;
`;

const WORKER = `/** The worker of the pool as a script, for pages that cannot start it from its file. */
declare const text: string;
export default text;
`;

/** What a tensor may be that is not learned: several graphs are one graph, which no batch is. */
const withBatches = (inputs) => {
  const takesGraph = inputs.some(({ kind }) => kind === "graph");
  const ofMember = ({ kind, learned }) => kind === "tensor" && !learned && !takesGraph;
  return inputs.map((input) => ({ ...input, ofMember: ofMember(input) }));
};

const typeOf = (input) =>
  (input.ofMember ? "TensorInput | BatchInput" : null) ??
  TYPES[input.kind] ??
  input.choices.map((choice) => JSON.stringify(choice)).join(" | ");

function commentOf(input) {
  const parts = [];
  if (input.kind === "tensor") parts.push(input.axes.length ? `Axes: ${input.axes.join(", ")}.` : "A single number.");
  if (input.minimum !== null) parts.push(`At least ${input.minimum}.`);
  if (!input.required)
    parts.push(input.default === null ? "May be left out." : `Default ${JSON.stringify(input.default)}.`);
  return parts.length ? `/** ${parts.join(" ")} */\n` : "";
}

/** Inputs with dots in their names, as nested groups. */
function nest(inputs) {
  const tree = new Map();
  for (const input of inputs) {
    const path = input.name.split(".");
    let group = tree;
    for (const part of path.slice(0, -1)) {
      if (!group.has(part)) group.set(part, new Map());
      group = group.get(part);
    }
    group.set(path.at(-1), input);
  }
  return tree;
}

const isRequired = (node) => (node instanceof Map ? [...node.values()].some(isRequired) : node.required);

function writeGroup(tree, indent) {
  const lines = [...tree].map(([name, node]) => {
    const type = node instanceof Map ? `{\n${writeGroup(node, `${indent}  `)}${indent}}` : typeOf(node);
    const comment = node instanceof Map ? "" : commentOf(node).replace(/^(?=.)/, indent);
    const [mark, absent] = isRequired(node) ? ["", ""] : ["?", " | undefined"];
    return `${comment}${indent}readonly ${name}${mark}: ${type}${absent};\n`;
  });
  return lines.join("");
}

function writeInputs({ id, title, inputs }) {
  return `  /** ${title} */\n  readonly "${id}": Policies & {\n${writeGroup(nest(withBatches(inputs)), "    ")}  };\n`;
}

/** The inputs of an algorithm some of whose inputs had other names, by their former names. */
function writeFormer({ id, title, inputs }) {
  if (inputs.every(({ former }) => former === null)) return "";
  const formerly = inputs.map((input) => ({ ...input, name: input.former ?? input.name }));
  return writeInputs({ id, title, inputs: formerly });
}

function writeOutputs({ id, title, outputs }) {
  const fields = outputs.map(({ name, axes }) => {
    const comment = axes.length ? `Axes: ${axes.join(", ")}.` : "A single number.";
    return `    /** ${comment} */\n    readonly ${name}: Tensor;\n`;
  });
  return `  /** ${title} */\n  readonly "${id}": {\n${fields.join("")}  };\n`;
}

/** The names of the inputs of which there may be a gradient, the former ones among them. */
function writeDifferentiable({ id, title, inputs }) {
  const names = inputs
    .filter(({ kind }) => kind === "tensor" || kind === "number")
    .flatMap(({ name, former }) => (former === null ? [name] : [name, former]));
  return `  /** ${title} */\n  readonly "${id}": ${names.map((name) => JSON.stringify(name)).join(" | ") || "never"};\n`;
}

/** The type of a step's id: a number of any digits stands in the brackets of a part that repeats. */
const stepType = ({ id }) => (id.includes("[]") ? `\`${id.replaceAll("[]", `[\${number}]`)}\`` : JSON.stringify(id));

const unionOf = (entries) => entries.map(({ id }) => JSON.stringify(id)).join(" | ");

function writeSteps({ id, title, steps }) {
  const union = [...new Set(steps.map(stepType))].map((type) => `\n    | ${type}`).join("");
  return `  /** ${title} */\n  readonly "${id}":${union};\n`;
}

/** Writes the types of every algorithm's inputs, steps and outputs, of the ids of everything else, made from the catalog, and those of the generated texts. */
export async function writeTypes() {
  const library = await openLibrary();
  const catalog = library.catalog();
  const text = `import type { BatchInput, GraphInput, Tensor, TensorInput } from "./types.js";

/** What every algorithm takes beside its own inputs. */
export interface Policies {
  /** What a softmax row without any key becomes: zeros (default), NaN, or an error. */
  readonly emptyRow?: "zero" | "nan" | "error" | undefined;
  /** What to do about NaN and infinities in the inputs: refuse them (default), or compute with them. */
  readonly nonFinite?: "error" | "propagate" | undefined;
}

/** The inputs of every algorithm, by id. */
export interface Inputs {
${catalog.map(writeInputs).join("")}}

/**
 * The inputs of the algorithms some of whose inputs had other names, by their former names.
 *
 * @deprecated The former names are accepted until version 1.0.
 */
export interface FormerInputs {
${catalog.map(writeFormer).join("")}}

/** The outputs of every algorithm, by id. */
export interface Outputs {
${catalog.map(writeOutputs).join("")}}

/** The names of every algorithm's inputs of which there may be a gradient, by its id. */
export interface Differentiable {
${catalog.map(writeDifferentiable).join("")}}

/** The ids of every algorithm's steps, by its id; a number stands where a part repeats. */
export interface Steps {
${catalog.map(writeSteps).join("")}}

/** The id of an algorithm. */
export type AlgorithmId = ${unionOf(catalog)};

/** The id of a step of an algorithm; of any algorithm by default. */
export type StepId<Id extends AlgorithmId = AlgorithmId> = Steps[Id];

/** The id of an exercise. */
export type ExerciseId = ${unionOf(library.exercises())};

/** The id of a derivation. */
export type DerivationId = ${unionOf(library.derivations())};

/** The id of an erratum. */
export type ErratumId = ${unionOf(library.errata())};

/** The id of a poll. */
export type PollId = ${unionOf(library.polls())};
`;
  await mkdir(at("target/package/types"), { recursive: true });
  await writeFile(at("target/package/types/algorithms.d.ts"), text);
  for (const name of ["library", "fast"]) await writeFile(at(`target/package/types/base64-${name}.d.ts`), COPY);
  await writeFile(at("target/package/types/examples.d.ts"), EXAMPLES);
  await mkdir(at("target/package/types/fast/pool"), { recursive: true });
  await writeFile(at("target/package/types/fast/pool/worker-text.d.ts"), WORKER);
}
