/**
 * Sets up, builds the documentation as a site, serves it and prints its address.
 *
 *   npm run docs [-- --port 4174] [-- --host 127.0.0.1]      builds and serves
 *   npm run docs -- --check                                  builds, and looks at it in headless Chromium
 *   npm run docs -- --build [--base /attograph/]             builds, for a server that has it in this folder
 *
 * The course is a part of it, in course/.
 *
 * Imports nothing but Node's own modules: what needs npm packages is imported when it is used, which is after set-up.
 */
// Named imports that an old Node lacks would fail before the error could be printed.
import util from "node:util";
import { run } from "./build/run.mjs";
import { buildSteps } from "./build.mjs";
import { requireNode } from "./node-version.mjs";
import { setUpSteps } from "./setup.mjs";
import { runScript, runSteps, StepFailure } from "./steps.mjs";

requireNode();
const { values } = util.parseArgs({
  options: {
    port: { type: "string", default: "4174" },
    host: { type: "string", default: "127.0.0.1" },
    check: { type: "boolean", default: false },
    build: { type: "boolean", default: false },
    base: { type: "string", default: "/" },
  },
});
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`--port takes a whole number from 0 to 65535, and not \`${values.port}\`; 0 takes a free port.`);
  process.exit(1);
}

if (!/^\/(?:\S+\/)?$/.test(values.base)) {
  console.error(
    `--base takes a path that begins and ends with a slash, such as /attograph/, and not \`${values.base}\`.`,
  );
  process.exit(1);
}

const SITE = "The messages above say why. If a package is missing, `npm ci` installs it.";

const steps = [
  ...setUpSteps({ browser: values.check }),
  ...buildSteps({ page: true }),
  {
    title: "The pages of the algorithms",
    work: async () => (await import("./docs/site.mjs")).writePages(),
    help: SITE,
  },
  {
    title: "The reference of the types",
    work: async () => (await import("./docs/site.mjs")).writeTypeReference(),
    help: SITE,
  },
  {
    title: "The reference of the Rust library",
    work: async () => (await import("./docs/site.mjs")).writeRustReference(),
    help: "rustdoc says above why. Crates are downloaded once, which needs the network.",
  },
  {
    title: "The site",
    work: async () => (await import("./docs/site.mjs")).buildSite(values.base),
    help: "VitePress says above why. A dead link is listed with the page that has it.",
  },
];

/** Serves the site; an unavailable address is reported without a stack. */
async function serveSite() {
  const [{ serve }, { documentationPolicy }] = await Promise.all([import("./serve.mjs"), import("./policy.mjs")]);
  const { site } = await import("./docs/site.mjs");
  try {
    const { address } = await serve({ root: site, port, host: values.host, policy: documentationPolicy });
    console.log(`\nThe documentation is served at ${address}\nCtrl+C ends it.`);
  } catch ({ message }) {
    const help = "`npm run docs -- --port 0` takes a free port, `--host 127.0.0.1` this machine's own address.";
    throw new StepFailure(`The site is built, but cannot be served: ${message}\n  ${help}`);
  }
}

/** Opens the built pages in Chromium. */
async function checkSite() {
  await runSteps([
    {
      title: "The site in Chromium",
      work: () =>
        run(process.execPath, ["--test", "--import=./scripts/test/end-left-open.mjs", "pkg-tests/docs/site.test.mjs"]),
      help: "The tests say above what is wrong.",
    },
  ]);
}

await runScript(async () => {
  await runSteps(steps);
  if (values.check) await checkSite();
  else if (!values.build) await serveSite();
});
