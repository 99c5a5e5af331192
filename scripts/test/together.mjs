/**
 * Runs files of tests in a few processes, each of which takes one file after another, and reports on all of them.
 *
 *   node scripts/test/together.mjs <number of processes> <file> …
 *
 * Node would start a process for each file: its browser, its library and the page's sources take longer than many a file's tests.
 */
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { pathToFileURL } from "node:url";
import { at } from "../build/paths.mjs";

/** When a file of tests is ended, and when all are, in milliseconds: for what never comes. A file takes minutes on a machine that is slow and busy. */
const [FILE_NEVER_ENDS, NOTHING_ENDS] = [15 * 60 * 1000, 60 * 60 * 1000];

const [count, ...files] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "attograph-tests-"));
const runner = pathToFileURL(at("pkg-tests/shared/in-turn.mjs")).href;
const [list, options] = [files, { claims: folder, timeout: FILE_NEVER_ENDS }].map((value) => JSON.stringify(value));
// One that finds no file would count as a test.
const length = Math.min(Number(count), files.length);
const processes = Array.from({ length }, (_, position) => join(folder, `process-${position + 1}.mjs`));
for (const path of processes)
  await writeFile(
    path,
    `import { runInTurn } from ${JSON.stringify(runner)};\nawait runInTurn(${list}, ${options});\n`,
  );

const events = run({ files: processes, concurrency: processes.length, timeout: NOTHING_ENDS });
events.on("test:fail", () => {
  process.exitCode = 1;
});
const report = events.compose(new spec());
report.pipe(process.stdout);
await once(report, "end");
await rm(folder, { recursive: true, force: true });
