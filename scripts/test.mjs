/**
 * Sets up, builds, and runs every suite; the last line is the sum.
 *
 *   npm test [-- --only native,biome]     builds, and runs only the suites whose names hold one of the words
 */
import { parseArgs } from "node:util";
import { setUp } from "./setup.mjs";
import { runSuites } from "./test/run-suites.mjs";
import { allSuites, building } from "./test/suites.mjs";

const { values } = parseArgs({ options: { only: { type: "string" } } });
await setUp();
const words = values.only?.split(",") ?? [""];
const chosen = (await allSuites()).filter(({ name }) => words.some((word) => name.includes(word)));
process.exitCode = (await runSuites([...building, ...chosen])) ? 0 : 1;
