/** `attograph trace`: runs an algorithm with the inputs of a file, and prints every step. */
import { parseArgs } from "node:util";
import { reasonOf } from "../errors.js";
import type { Lab } from "../lab.js";
import { indexOf } from "../tensor.js";
import type { Trace } from "../trace-types.js";
import { writeRow } from "./csv.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";
import { readText } from "./files.js";

/** More than the inputs of any run that a page or a lecture shows. */
const MOST_BYTES = 2 ** 26;

/** The arguments of the command. */
export interface TraceArguments {
  readonly id: string;
  readonly inputs: string | undefined;
  readonly csv: boolean;
}

/** Reads the arguments of the command. */
export function readTraceArguments(args: string[]): TraceArguments {
  const options = { inputs: { type: "string" }, csv: { type: "boolean", default: false } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined || positionals.length > 1) throw new Failure(EXIT.usage, "trace needs the id of one algorithm");
  return { id, inputs: values.inputs, csv: values.csv };
}

/** Runs the algorithm and prints its trace as JSON, or as a table of its numbers. */
export async function printTrace(lab: Lab, { id, inputs: path, csv }: TraceArguments): Promise<void> {
  const inputs = path === undefined ? {} : await readInputs(path);
  const trace = lab.trace(id, inputs);
  if (csv) printTable(trace);
  else process.stdout.write(`${JSON.stringify(trace)}\n`);
}

async function readInputs(path: string): Promise<object> {
  try {
    return JSON.parse(await readText(path, MOST_BYTES));
  } catch (thrown) {
    throw new Failure(EXIT.unreadable, `${path} cannot be read: ${reasonOf(thrown)}`);
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
