/** The examples of the page as data: for each algorithm the inputs that show its point, and the names of their positions. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { at } from "./paths.mjs";

/** What the examples are made of. */
export const EXAMPLE_SOURCES = ["www/examples", "www/src/state/values.ts"];

/** Returns the inputs and names of every example, as `lab.example` returns them. */
export async function examplesAsData() {
  const ids = (await readdir(at("www/examples/algorithms"))).map((name) => name.slice(0, -".ts".length)).sort();
  const imports = ids.map(
    (id, place) => `import { example as e${place} } from ${JSON.stringify(at("www/examples/algorithms", `${id}.ts`))};`,
  );
  const list = ids.map((id, place) => `[${JSON.stringify(id)}, e${place}]`);
  const folder = await mkdtemp(join(tmpdir(), "attograph-examples-"));
  try {
    const input = join(folder, "entry.js");
    await writeFile(input, `${imports.join("\n")}\nexport default [${list.join()}];\n`);
    const bundle = await rolldown({ input });
    const { output } = await bundle.generate({ format: "esm" });
    await bundle.close();
    const made = join(folder, "examples.mjs");
    await writeFile(made, output[0].code);
    const { default: examples } = await import(pathToFileURL(made));
    return Object.fromEntries(examples.map(([id, { inputs, labels }]) => [id, plain(inputs, labels)]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Inputs as the library takes them, and the lists of names by axis. */
function plain(inputs, labels) {
  const nested = {};
  for (const [name, value] of Object.entries(inputs)) {
    const [head, ...tail] = name.split(".");
    if (tail.length === 0) nested[head] = forLibrary(value);
    else nested[head] = { ...nested[head], [tail.join(".")]: forLibrary(value) };
  }
  const named = Object.entries(labels).flatMap(([axis, { names }]) => (names ? [[axis, names]] : []));
  return { inputs: nested, names: Object.fromEntries(named) };
}

/** A graph without weights has no field for them. */
function forLibrary(value) {
  if (typeof value !== "object" || value === null || value.weights !== null) return value;
  const { weights: _, ...graph } = value;
  return graph;
}
