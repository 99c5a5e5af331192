/**
 * Sets up, and builds the elements as one classic script for pages that are opened from a disk: `target/classic/attograph-elements.js`.
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
    title: "The elements as a classic script",
    work: async () => {
      const { buildClassic, classicSize } = await import("./build/classic.mjs");
      const state = (await buildClassic()) ? "in" : "up to date in";
      return `${state} target/classic/attograph-elements.js, ${((await classicSize()) / 1000).toFixed(0)} KB`;
    },
    help: "The messages above have the reason. If a package is missing, `npm ci` installs it.",
  };
  await runSteps([...setUpSteps({ browser: false }), ...buildSteps(), last]);
});
