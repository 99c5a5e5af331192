/** Runs rustfmt, clippy, Biome and the TypeScript compiler over the sources. */
import { setUp } from "./setup.mjs";
import { runSuites } from "./test/run-suites.mjs";
import { building, lints } from "./test/suites.mjs";

await setUp({ browser: false });
process.exitCode = (await runSuites([...building, ...lints])) ? 0 : 1;
