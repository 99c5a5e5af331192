/**
 * Sets up, builds, serves the page and prints its address.
 *
 *   npm start [-- --port 4173] [-- --host 127.0.0.1]
 *
 * Imports nothing but Node's own modules: what needs npm packages is imported when it is used, which is after set-up.
 */
// Named imports that an old Node lacks would fail before the error could be printed.
import util from "node:util";
import { at } from "./build/paths.mjs";
import { buildSteps } from "./build.mjs";
import { requireNode } from "./node-version.mjs";
import { setUpSteps } from "./setup.mjs";
import { runScript, runSteps, StepFailure } from "./steps.mjs";

requireNode();
const { values } = util.parseArgs({
  options: { port: { type: "string", default: "4173" }, host: { type: "string", default: "127.0.0.1" } },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`--port takes a whole number from 0 to 65535, and not \`${values.port}\`; 0 takes a free port.`);
  process.exit(1);
}

/** Serves the page; an unavailable address is reported without a stack. */
async function servePage() {
  const { serve } = await import("./serve.mjs");
  try {
    const { address } = await serve({ root: at("www/dist"), port, host: values.host });
    console.log(`\nAttograph is served at ${address}\nCtrl+C ends it.`);
  } catch ({ message }) {
    const help = "`npm start -- --port 0` takes a free port, `--host 127.0.0.1` this machine's own address.";
    throw new StepFailure(`The page is built, but cannot be served: ${message}\n  ${help}`);
  }
}

await runScript(async () => {
  await runSteps([...setUpSteps({ browser: false }), ...buildSteps({ page: true })]);
  await servePage();
});
