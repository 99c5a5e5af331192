/**
 * Sets up, and builds the page as one file, which needs neither a server nor a network: `target/single/attograph.html`.
 *
 * Imports nothing but Node's own modules: what needs npm packages is imported when it is used, which is after set-up.
 */
import { buildSteps } from "./build.mjs";
import { requireNode } from "./node-version.mjs";
import { setUpSteps } from "./setup.mjs";
import { runScript, runSteps } from "./steps.mjs";

requireNode();
await runScript(async () => {
  const last = {
    title: "The page in one file",
    work: async () => {
      const { buildSingle, singleSize } = await import("./build/single.mjs");
      const state = (await buildSingle()) ? "in" : "up to date in";
      return `${state} target/single/attograph.html, ${((await singleSize()) / 1000).toFixed(0)} KB`;
    },
    help: "The messages above have the reason. If a package is missing, `npm ci` installs it.",
  };
  await runSteps([...setUpSteps({ browser: false }), ...buildSteps(), last]);
});
