/**
 * Says what a release needs and does not have yet, and rehearses it: packs everything twice, from two copies of the tree, compares the bytes, and runs the
 * registries' programs without publishing.
 *
 *   npm run release:check                                    ends with code 1 where something is missing, and rehearses with what is there
 *   npm run release:check -- --repository https://github.com/owner/attograph [--homepage …] [--bugs …]
 *                                                            rehearses with these addresses, which are written nowhere else
 *   npm run release:check -- --list                          only lists what is missing
 *
 * What it packs is in target/release-check/packed/: the npm package, the crate's folder and the wheel.
 * Imports nothing but Node's own modules: what needs npm packages is imported when it is used, which is after set-up.
 */
// Named imports that an old Node lacks would fail before the error could be printed.
import util from "node:util";
import { requireNode } from "../node-version.mjs";
import { setUpSteps } from "../setup.mjs";
import { runScript, runSteps } from "../steps.mjs";

requireNode();
const address = { type: "string" };
const { values } = util.parseArgs({
  options: { repository: address, homepage: address, bugs: address, list: { type: "boolean", default: false } },
});
const { list, ...addresses } = values;
// Where faults are reported is beside the repository, unless it is said.
const beside = addresses.repository && { bugs: `${addresses.repository}/issues` };
const given = { ...beside, ...addresses };

await runScript(async () => {
  const { at } = await import("../build/paths.mjs");
  const { missing, wrongPlaces } = await import("./ready.mjs");
  const wrong = wrongPlaces(given);
  if (wrong.length > 0) {
    console.error(wrong.join("\n"));
    process.exitCode = 1;
    return;
  }
  const { rehearsal } = await import("./rehearse.mjs");
  if (!list) await runSteps([...setUpSteps({ browser: false }), ...rehearsal(given)]);
  const open = await missing(at(""), given);
  console.log(open.length > 0 ? `\nBefore a release:\n${open.map((line) => `- ${line}`).join("\n")}` : "\nReady.");
  // With addresses that are only tried out, what is missing beside them is told and no failure.
  if (open.length > 0 && Object.keys(given).length === 0) process.exitCode = 1;
});
