/** `attograph list`: prints the ids of what the library has. */
import type { Lab } from "../lab.js";
import { EXIT } from "./exit.js";
import { Failure } from "./failure.js";

const KINDS = ["algorithms", "exercises", "derivations", "errata", "polls"] as const;

type Kind = (typeof KINDS)[number];

/** Reads the argument of the command: what to list. */
export function readKind(args: readonly string[]): Kind {
  const [asked = "algorithms", ...more] = args;
  const kind = KINDS.find((known) => known === asked);
  if (kind && more.length === 0) return kind;
  throw new Failure(EXIT.usage, `list takes one of ${KINDS.join(", ")}`);
}

/** Prints the ids, one in each line; those of algorithms with their titles. */
export function printList(lab: Lab, kind: Kind): void {
  if (kind !== "algorithms") {
    process.stdout.write(
      lab[kind]()
        .map(({ id }) => `${id}\n`)
        .join(""),
    );
    return;
  }
  const catalog = lab.catalog();
  const width = Math.max(...catalog.map(({ id }) => id.length));
  process.stdout.write(catalog.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join(""));
}
