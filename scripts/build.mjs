/**
 * Builds the npm package into pkg/, and with --page the page into www/dist/.
 *
 *   node scripts/build.mjs [--page]
 *
 * Skips work whose sources have not changed. Modules that need npm packages are imported when they are used, which is after set-up.
 */
import { pathToFileURL } from "node:url";
import { requireNode } from "./node-version.mjs";
import { runScript, runSteps } from "./steps.mjs";

const COMPILER =
  "The output of the compiler above has the reason. Crates are downloaded once, which needs the network; crates and build scripts need a C linker (on Debian: apt-get install build-essential).";
const PACKAGES = "The messages above have the reason. If a package is missing, `npm ci` installs it.";

const told = (worked, place) => (worked ? `in ${place}` : `up to date in ${place}`);

/** The steps of a build, for `runSteps`. */
export function buildSteps({ page = false } = {}) {
  const steps = [
    {
      title: "WebAssembly",
      work: async () => told(await (await import("./build/wasm.mjs")).buildWasm(), "target/package/"),
      help: COMPILER,
    },
    {
      title: "The npm package",
      work: async () => told(await (await import("./build/package.mjs")).buildPackage(), "pkg/"),
      help: PACKAGES,
    },
  ];
  steps.push({
    title: "The elements for any page",
    work: async () => told(await (await import("./build/elements.mjs")).buildElements(), "pkg/elements/"),
    help: PACKAGES,
  });
  if (!page) return steps;
  const last = {
    title: "The page",
    work: async () => told(await (await import("./build/page.mjs")).buildPage(), "www/dist/"),
    help: PACKAGES,
  };
  return [...steps, last];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  requireNode();
  await runScript(async () => {
    await runSteps(buildSteps({ page: process.argv.includes("--page") }));
    await (await import("./build/sizes.mjs")).printSizes();
  });
}
