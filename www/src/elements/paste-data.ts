/** What pasted data become: the tensor or the graph of an input, and what is said about it; or the reason why they become nothing. */
import { AttographError } from "attograph";
import { type Imported, type ReadOptions, read } from "attograph/import";
import { LONGEST_NAME } from "../state/names.ts";
import type { GraphValue, TensorValue } from "../state/state.ts";
import { graphIn, readForGraph } from "./paste-graph.ts";
import {
  type Answers,
  type Facts,
  FORMATS,
  type Mark,
  type Question,
  Refused,
  Unclear,
  type Wanted,
} from "./paste-types.ts";

export type Received =
  | {
      readonly ok: true;
      readonly value: TensorValue | GraphValue;
      readonly mark: Mark;
      /** The array of an archive that was taken. */
      readonly array: string | null;
      readonly imported: Imported;
    }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly facts: Facts;
      /** What has to be answered first; null where the data are refused. */
      readonly question: Question | null;
      readonly imported: Imported | null;
    };

/** The most numbers of an input. */
export const MOST_NUMBERS = 65_536;

/** The names of the arrays in an archive. */
export const arraysIn = ({ imported }: Received): string[] =>
  imported?.kind === "tensors" ? Object.keys(imported.tensors) : [];

/**
 * Reads data for an input, with the answers to what they may mean; `array` is the one that is taken of an archive, by default one that is called as the input.
 */
export async function receive(
  data: string | Uint8Array,
  wanted: Wanted,
  input: string,
  array: string | null,
  answers: Answers = {},
): Promise<Received> {
  let imported: Imported | null = null;
  try {
    const options = optionsOf(answers);
    imported =
      wanted.kind === "graph"
        ? await readForGraph(data, { ...options, directed: wanted.directed })
        : await read(data, { ...options, slices: wanted.rank !== 2 });
    const name = imported.kind === "tensors" ? chosen(Object.keys(imported.tensors), input, array) : null;
    const single = name === null ? imported : arrayOf(imported, name);
    const { value, mark } = wanted.kind === "graph" ? graphIn(single, wanted) : tensorIn(single, wanted.rank);
    return { ok: true, value, mark, array: name, imported };
  } catch (error) {
    const refused = { ok: false, question: null, imported } as const;
    if (error instanceof Refused) return { ...refused, problem: error.problem, facts: error.facts };
    if (error instanceof Unclear) return { ...refused, ...asked(error.question) };
    if (error instanceof AttographError)
      return { ...refused, ...(error.code === "ambiguous" ? asked(questionIn(error)) : problemIn(error)) };
    throw error;
  }
}

function optionsOf({ format, header, index, decimal }: Answers): ReadOptions {
  return {
    ...(format !== undefined && { format: format as NonNullable<ReadOptions["format"]> }),
    ...(header !== undefined && { header: header === "true" }),
    ...(index !== undefined && { index: index === "true" }),
    ...(decimal !== undefined && { decimal: decimal as NonNullable<ReadOptions["decimal"]> }),
  };
}

const asked = (question: Question) => ({ problem: "ambiguous", facts: question.facts, question });

function questionIn({ facts }: AttographError): Question {
  const { option, values, reason, line = 1, column = 1, found = "" } = facts;
  return {
    option: option as Question["option"],
    values: values as readonly string[],
    reason: String(reason),
    facts: { line, column, token: found } as Facts,
  };
}

const chosen = (names: readonly string[], input: string, array: string | null): string =>
  names.find((name) => name === array) ?? names.find((name) => name === input) ?? names[0] ?? "";

function arrayOf(imported: Imported, name: string): Imported {
  const tensor = imported.kind === "tensors" ? imported.tensors[name] : undefined;
  if (imported.kind !== "tensors" || !tensor) throw new Refused("bytes", { column: 1 });
  return { kind: "tensor", format: "npz", tensor, dtype: imported.dtypes[name] ?? "float64" };
}

/** The reason and the place of what the library refuses. */
function problemIn({ code, facts }: AttographError): { problem: string; facts: Facts } {
  const { line = 1, column = 1, found = "", reason, limit, program } = facts as Facts;
  if (code === "too-large") return { problem: "too-large", facts: { expected: limit ?? MOST_NUMBERS } };
  if (program !== undefined) return { problem: `foreign.${program}`, facts: {} };
  return { problem: String(reason ?? "unexpected"), facts: { line, column, token: found } };
}

/** One row, one column and one number are also lists and blocks: axes of length 1 are dropped or added where that gives the rank. */
function fitted(shape: readonly number[], rank: number | null): number[] {
  const result = [...shape];
  while (rank !== null && result.length > rank && result.includes(1)) result.splice(result.indexOf(1), 1);
  while (rank !== null && rank > 1 && result.length < rank && result.length > 0) result.unshift(1);
  if (rank !== null && result.length !== rank) throw new Refused("wrong-rank", { expected: rank, found: shape.length });
  return result;
}

/** The names of rows and columns, for the axes that have as many positions; what has none is counted. */
function namesOf(
  imported: Extract<Imported, { kind: "tensor" }>,
  shape: readonly number[],
): NonNullable<TensorValue["names"]> {
  const { rows, columns } = imported;
  const last = shape.length - 1;
  return shape.map((length, axis) => {
    const lists = axis === last ? (last === 0 ? [columns, rows] : [columns]) : axis === last - 1 ? [rows] : [];
    const names = lists.find((list) => list?.length === length);
    return names?.map((name) => name.slice(0, LONGEST_NAME)) ?? null;
  });
}

function tensorIn(imported: Imported, rank: number | null): { value: TensorValue; mark: Mark } {
  if (imported.kind !== "tensor") throw new Refused("no-tensor");
  const { format, tensor, dtype } = imported;
  const { length } = tensor.data;
  if (length === 0) throw new Refused("no-numbers");
  if (length > MOST_NUMBERS) throw new Refused("too-large", { expected: MOST_NUMBERS });
  const place = tensor.data.findIndex((number) => !Number.isFinite(number));
  if (place >= 0) throw new Refused("infinite", { token: String(tensor.data[place]), place: place + 1 });
  const shape = fitted(tensor.shape, rank);
  const facts = { format: FORMATS[format], shape: shape.join(" × ") };
  const converted = dtype !== undefined && dtype !== "float64" ? dtype : null;
  const mark = { key: shape.length === 0 ? "number" : "tensor", facts, dtype: converted, names: [] } as const;
  return { value: { shape, data: [...tensor.data], names: namesOf(imported, shape) }, mark };
}
