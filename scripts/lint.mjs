/** Sets up, builds what the types depend on, and runs rustfmt, clippy, rustdoc, Biome and the TypeScript compiler on the sources. */
import { requireNode } from "./node-version.mjs";
import { setUp } from "./setup.mjs";
import { runScript } from "./steps.mjs";
import { NOTHING_RUN, runSuites } from "./test/run-suites.mjs";
import { building, lints } from "./test/suites.mjs";

requireNode();
await runScript(async () => {
  await setUp({ browser: false });
  process.exitCode = (await runSuites([...building, ...(await lints())])) ? 0 : 1;
}, NOTHING_RUN);
