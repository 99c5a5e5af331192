/**
 * Runs every consumer of the package, and prints a table of the results.
 *
 *   npm run consumers [-- --only vite,deno]     only those whose names contain one of the words
 *
 * Writes the rows into pkg-tests/consumers/RESULTS.md. Consumers install tools of exact versions from the npm registry; one that cannot be installed fails.
 */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { openHarness } from "./harness.mjs";
import { document, row, rowsIn, table } from "./report.mjs";
import { consumers } from "./table.mjs";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const words = values.only?.toLowerCase().split(",") ?? [""];
const chosen = consumers.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
if (chosen.length === 0) throw new Error(`no consumer is named ${values.only}`);

const harness = await openHarness();
const results = [];
try {
  for (const consumer of chosen) {
    const start = performance.now();
    const { found, wrong } = await harness.run(consumer);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${consumer.name}: ${wrong.length === 0 ? "passed" : `failed: ${wrong.join("; ")}`} (${seconds} s)`);
    results.push({ ...consumer, found, wrong });
  }
} finally {
  await harness.close();
}
console.log(`\n${table(results.map(row))}`);
const file = new URL("RESULTS.md", import.meta.url);
const rows = rowsIn(await readFile(file, "utf8").catch(() => ""));
for (const result of results) rows.set(result.name, row(result));
await writeFile(file, document(consumers.flatMap(({ name }) => rows.get(name) ?? [])));
const failed = results.filter(({ wrong }) => wrong.length > 0).length;
console.log(`\n${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
