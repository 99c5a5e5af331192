/**
 * Sets up, builds the package, serves the examples and prints the address of the lecture.
 *
 *   npm run slides [-- --port 4180]
 *
 * Imports nothing but Node's own modules: what needs npm packages is imported when it is used, which is after set-up.
 */
import util from "node:util";
import { root } from "./build/paths.mjs";
import { buildSteps } from "./build.mjs";
import { requireNode } from "./node-version.mjs";
import { setUpSteps } from "./setup.mjs";
import { runScript, runSteps, StepFailure } from "./steps.mjs";

requireNode();
const { values } = util.parseArgs({ options: { port: { type: "string", default: "4180" } } });

/** Reveal.js writes styles into the page, and its speaker view is a page with a script in it; all from this host. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:";

await runScript(async () => {
  await runSteps([...setUpSteps({ browser: false }), ...buildSteps()]);
  const { serve } = await import("./serve.mjs");
  try {
    const { address } = await serve({ root, port: Number(values.port), policy: POLICY });
    const deck = `${address}examples/slides/index.html`;
    console.log(
      `\nThe lecture: ${deck}\n  in Korean: ${deck}?lang=ko\n  as a PDF:  ${deck}?print-pdf, and print it\nCtrl+C ends it.`,
    );
  } catch ({ message }) {
    throw new StepFailure(
      `The examples cannot be served: ${message}\n  \`npm run slides -- --port 0\` takes a free port.`,
    );
  }
});
