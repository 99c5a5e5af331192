/** Inputs as a page gives them, in any form that is plain data: nested arrays, `{ shape, data }`, graphs, numbers, words. */
import type { CatalogEntry } from "../library.ts";
import { type GraphValue, type Inputs, type InputValue, isTensor, type TensorValue } from "../state/state.ts";
import { parsed } from "./json.ts";
import { AttributeProblem, nearest } from "./problem.ts";

const ATTRIBUTE = "inputs";

type Plain = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

function refuse(name: string, attribute = ATTRIBUTE): never {
  throw new AttributeProblem(attribute, name, ["number", "[[1, 2], [3, 4]]", '{ "shape": [2], "data": [1, 2] }']);
}

/** Returns the shape and numbers of nested arrays. Rows of different lengths are refused. */
function tensorOf(name: string, value: ArrayLike<unknown>): TensorValue {
  const shape: number[] = [];
  for (let at: unknown = value; isList(at); at = at[0]) {
    shape.push(at.length);
    if (at.length === 0) break;
  }
  const data: number[] = [];
  const read = (list: unknown, depth: number): void => {
    if (depth === shape.length) {
      if (typeof list !== "number") refuse(name);
      data.push(list);
    } else if (!isList(list) || list.length !== shape[depth]) refuse(name);
    else for (let at = 0; at < list.length; at += 1) read(list[at], depth + 1);
  };
  read(value, 0);
  return { shape, data };
}

function numbersOf(name: string, value: unknown): number[] {
  if (!isList(value)) refuse(name);
  return Array.from(value, (one) => (typeof one === "number" ? one : refuse(name)));
}

function graphOf(name: string, { nodes, edges, directed, weights, names }: Plain): GraphValue {
  if (typeof nodes !== "number" || !isList(edges)) refuse(name);
  const pairs = Array.from(edges, (edge) => {
    const [from, to, ...more] = numbersOf(name, edge);
    return from === undefined || to === undefined || more.length > 0 ? refuse(name) : ([from, to] as const);
  });
  const own = weights === undefined || weights === null ? null : numbersOf(name, weights);
  if (names === undefined || names === null) return { nodes, edges: pairs, directed: directed === true, weights: own };
  if (!Array.isArray(names) || names.length !== nodes) refuse(name);
  return { nodes, edges: pairs, directed: directed === true, weights: own, names: names.map(String) };
}

function inputOf(name: string, value: unknown): InputValue {
  if (value === null || typeof value === "number" || typeof value === "boolean" || typeof value === "string")
    return value;
  if (isList(value)) return tensorOf(name, value);
  if (!isRecord(value)) refuse(name);
  if ("edges" in value) return graphOf(name, value);
  if (!("shape" in value && "data" in value)) refuse(name);
  return { shape: numbersOf(name, value.shape), data: numbersOf(name, value.data) };
}

/** Returns a tensor that is an attribute of its own. */
export function readTensor(attribute: string, value: unknown): TensorValue {
  try {
    const read = inputOf(attribute, parsed(value));
    if (isTensor(read)) return read;
  } catch (error) {
    if (!(error instanceof AttributeProblem)) throw error;
  }
  return refuse(isRecord(value) ? "{ … }" : String(value).slice(0, 40), attribute);
}

/** Returns the inputs by their flat names: `{ attention: { wQuery } }` has `attention.wQuery`. Names that the algorithm does not have are refused. */
export function readInputs(given: unknown, { inputs }: Pick<CatalogEntry, "inputs">): Inputs {
  const names = inputs.map(({ name }) => name);
  const found: Record<string, InputValue> = {};
  const read = (value: unknown, name: string): void => {
    if (names.includes(name)) found[name] = inputOf(name, value);
    else if (isRecord(value) && (name === "" || names.some((known) => known.startsWith(`${name}.`))))
      for (const [key, inner] of Object.entries(value)) read(inner, name === "" ? key : `${name}.${key}`);
    else throw new AttributeProblem(ATTRIBUTE, name, nearest(name, names));
  };
  read(parsed(given), "");
  return found;
}
