/** Inputs as a page gives them, in any form that is plain data: nested arrays, `{ shape, data }`, graphs, numbers, words. */
import type { CatalogInput } from "../library.ts";
import { type GraphValue, type Inputs, type InputValue, isTensor, type TensorValue } from "../state/state.ts";
import { parsed } from "./json.ts";
import { AttributeProblem, GivenProblem, nearest } from "./problem.ts";

const ATTRIBUTE = "inputs";

type Plain = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

/** Refuses an input, or a part of it: `query`, `query[1]`. */
const refuse = (attribute: string, key: string, params: Readonly<Record<string, string | number>>): never => {
  throw new GivenProblem(attribute, `given.${key}`, params);
};

/** Returns how a value is written in a message. */
function written(value: unknown): string {
  const text = isRecord(value) ? "{ … }" : typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function numberOf(attribute: string, place: string, value: unknown): number {
  return typeof value === "number" ? value : refuse(attribute, "number", { place, value: written(value) });
}

/** Returns the shape and numbers of nested arrays. Rows of different lengths are refused. */
function tensorOf(attribute: string, name: string, value: ArrayLike<unknown>): TensorValue {
  const shape: number[] = [];
  for (let at: unknown = value; isList(at); at = at[0]) {
    shape.push(at.length);
    if (at.length === 0) break;
  }
  const data: number[] = [];
  const read = (list: unknown, depth: number, place: string): void => {
    if (depth === shape.length) {
      data.push(numberOf(attribute, place, list));
      return;
    }
    const expected = shape[depth] ?? 0;
    if (!isList(list)) refuse(attribute, "row", { place, value: written(list), expected });
    else if (list.length !== expected) refuse(attribute, "ragged", { place, found: list.length, expected });
    else for (let at = 0; at < list.length; at += 1) read(list[at], depth + 1, `${place}[${at}]`);
  };
  read(value, 0, name);
  return { shape, data };
}

function numbersOf(attribute: string, name: string, value: unknown): number[] {
  if (!isList(value)) return refuse(attribute, "numbers", { place: name, value: written(value) });
  return Array.from(value, (one, at) => numberOf(attribute, `${name}[${at}]`, one));
}

function graphOf(attribute: string, name: string, { nodes, edges, directed, weights, names }: Plain): GraphValue {
  if (typeof nodes !== "number" || !isList(edges)) return refuse(attribute, "graph", { place: name });
  const pairs = Array.from(edges, (edge, at) => {
    const place = `${name}.edges[${at}]`;
    const [from, to, ...more] = numbersOf(attribute, place, edge);
    if (from === undefined || to === undefined || more.length > 0) return refuse(attribute, "edge", { place });
    return [from, to] as const;
  });
  const own = weights === undefined || weights === null ? null : numbersOf(attribute, `${name}.weights`, weights);
  if (names === undefined || names === null) return { nodes, edges: pairs, directed: directed === true, weights: own };
  if (!isList(names)) return refuse(attribute, "words", { axis: "node" });
  if (names.length !== nodes)
    return refuse(attribute, "positions", { axis: "node", found: names.length, expected: nodes });
  return { nodes, edges: pairs, directed: directed === true, weights: own, names: Array.from(names, String) };
}

function inputOf(attribute: string, name: string, value: unknown): InputValue {
  if (value === null || typeof value === "number" || typeof value === "boolean" || typeof value === "string")
    return value;
  if (isList(value)) return tensorOf(attribute, name, value);
  if (isRecord(value) && "edges" in value) return graphOf(attribute, name, value);
  if (!isRecord(value) || !("shape" in value && "data" in value))
    return refuse(attribute, "tensor", { place: name, value: written(value) });
  return {
    shape: numbersOf(attribute, `${name}.shape`, value.shape),
    data: numbersOf(attribute, `${name}.data`, value.data),
  };
}

/** Returns a tensor that is an attribute of its own. */
export function readTensor(attribute: string, value: unknown): TensorValue {
  const given = parsed(attribute, value);
  const read = inputOf(attribute, attribute, given);
  return isTensor(read) ? read : refuse(attribute, "tensor", { place: attribute, value: written(given) });
}

/** Returns the inputs by their flat names: `{ attention: { wQuery } }` has `attention.wQuery`. Names that the algorithm does not have are refused. */
export function readInputs(
  given: unknown,
  { inputs }: { readonly inputs: readonly Pick<CatalogInput, "name">[] },
): Inputs {
  const names = inputs.map(({ name }) => name);
  const found: Record<string, InputValue> = {};
  const read = (value: unknown, name: string): void => {
    if (names.includes(name)) found[name] = inputOf(ATTRIBUTE, name, value);
    else if (isRecord(value) && (name === "" || names.some((known) => known.startsWith(`${name}.`))))
      for (const [key, inner] of Object.entries(value)) read(inner, name === "" ? key : `${name}.${key}`);
    else if (name === "") refuse(ATTRIBUTE, "inputs", { value: written(value) });
    else throw new AttributeProblem(ATTRIBUTE, name, nearest(name, names));
  };
  read(parsed(ATTRIBUTE, given), "");
  return found;
}
