/** `attograph trace` and `attograph gradient`: run an algorithm with the inputs of a file, the latter also goes back, and print every step. */
import { parseArgs } from "node:util";
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import { indexOf } from "../tensor.js";
import type { Trace } from "../trace-types.js";
import type { GradientOptions } from "../types.js";
import { writeRow } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import { readStandardInput, readText } from "./files.js";

/** More than the inputs of any run that a page or a lecture shows. */
const MOST_BYTES = 2 ** 26;

/** The arguments of the command. */
export interface TraceArguments {
  readonly id: string;
  /** The file of the inputs; `-` is the standard input. */
  readonly inputs: string | undefined;
  /** Whether the inputs are those of the example. */
  readonly example: boolean;
  readonly csv: boolean;
}

const GIVEN = {
  inputs: { type: "string" },
  example: { type: "boolean", default: false },
  csv: { type: "boolean", default: false },
} as const;

const refuseBoth = ({ inputs, example }: { readonly inputs?: string | undefined; readonly example: boolean }): void => {
  if (inputs !== undefined && example) throw new Failure(EXIT.usage, "take either --inputs or --example");
};

/** Reads the arguments of the command. */
export function readTraceArguments(args: string[]): TraceArguments {
  const options = GIVEN;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1) throw new Failure(EXIT.usage, "trace needs the id of one algorithm");
  refuseBoth(values);
  return { id, inputs: values.inputs, example: values.example, csv: values.csv };
}

/** The arguments of `attograph gradient`. */
export interface GradientArguments extends TraceArguments {
  readonly of: string | undefined;
  readonly at: readonly number[] | undefined;
  readonly wrt: readonly string[] | undefined;
  readonly through: GradientOptions["through"];
}

/** Reads the arguments of `attograph gradient`. */
export function readGradientArguments(args: string[]): GradientArguments {
  const text = { type: "string" } as const;
  const options = { ...GIVEN, of: text, at: text, wrt: text } as const;
  const every = { "every-step": { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options: { ...options, ...every }, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1)
    throw new Failure(EXIT.usage, "gradient needs the id of one algorithm");
  refuseBoth(values);
  if (values.at !== undefined && !/^\d+(,\d+)*$/.test(values.at))
    throw new Failure(EXIT.usage, "--at needs an index, such as 0,1");
  return {
    id,
    inputs: values.inputs,
    example: values.example,
    csv: values.csv,
    of: values.of,
    at: values.at?.split(",").map(Number),
    wrt: values.wrt?.split(","),
    through: values["every-step"] ? "every-step" : undefined,
  };
}

/** Runs the algorithm, and prints its trace as JSON, or as a table of its numbers. */
export async function printTrace(lab: Lab, asked: TraceArguments): Promise<void> {
  print(lab.trace(asked.id, await givenBy(lab, asked)), asked.csv);
}

/** Runs the algorithm and goes back through it, and prints the trace of both. */
export async function printGradient(lab: Lab, { of, at, wrt, through, ...given }: GradientArguments): Promise<void> {
  const asked = { ...(of && { of }), ...(at && { at }), ...(wrt && { wrt }), ...(through && { through }) };
  print(lab.gradient(given.id, await givenBy(lab, given), asked).trace, given.csv);
}

async function givenBy(lab: Lab, { id, inputs, example }: TraceArguments): Promise<object> {
  if (example) return (await lab.example(id)).inputs;
  return inputs === undefined ? {} : readInputs(inputs);
}

function print(trace: Trace, csv: boolean): void {
  if (csv) printTable(trace);
  else process.stdout.write(`${JSON.stringify(trace)}\n`);
}

async function readInputs(path: string): Promise<object> {
  try {
    return JSON.parse(await (path === "-" ? readStandardInput(MOST_BYTES) : readText(path, MOST_BYTES)));
  } catch (thrown) {
    const name = path === "-" ? "the standard input" : path;
    throw new Failure(EXIT.unreadable, `${name} cannot be read: ${reasonOf(thrown)}`);
  }
}

/** One row for each number of each step. */
function printTable({ steps }: Trace): void {
  process.stdout.write(writeRow(["step", "index", "value"]));
  for (const { id, shape, data } of steps) {
    const rows = Array.from(data, (value, place) =>
      // A spreadsheet takes an infinity for the name of something.
      writeRow([id, indexOf(place, shape).join(" "), Number.isFinite(value) ? value : String(value)]),
    );
    process.stdout.write(rows.join(""));
  }
}
