/**
 * Sets up, builds, and runs every suite; the last line is the sum.
 *
 *   npm test [-- --only native,biome]     builds, and runs only the suites whose names contain one of the words
 *   npm test -- --only page/course        of these suites only the files whose names contain what follows the slash
 *   npm test -- --only page/course/depth  and of the places that these files visit in turn, only those whose names contain what follows the second one
 *   npm test -- --long                    repeats more often what depends on chance
 */
// Named imports that an old Node lacks would fail before the error could be printed.
import util from "node:util";
import { requireNode } from "./node-version.mjs";
import { setUp } from "./setup.mjs";
import { runScript } from "./steps.mjs";
import { NOTHING_RUN, runSuites } from "./test/run-suites.mjs";
import { allSuites, building } from "./test/suites.mjs";

requireNode();
const { values } = util.parseArgs({ options: { only: { type: "string" }, long: { type: "boolean" } } });
if (values.long) process.env.ATTOGRAPH_LONG = "1";
await runScript(async () => {
  await setUp();
  const words = values.only?.split(",") ?? [""];
  const all = await allSuites();
  const chosen = words.flatMap((word) => {
    const [part, file, place] = word.split("/");
    const named = all.filter(({ name }) => name.includes(part));
    return file === undefined ? named : named.flatMap((suite) => suite.only?.(file, place) ?? []);
  });
  process.exitCode = (await runSuites([...building, ...new Set(chosen)])) ? 0 : 1;
}, NOTHING_RUN);
