/** Checks the version of Node. Imports nothing that old versions lack, so that they can print the error. */
import { readFileSync } from "node:fs";

/** The oldest Node that package.json allows, as `[major, minor]`. */
function oldest() {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return engines.node.match(/\d+/g).map(Number);
}

/** Returns the problem with a version of Node, or null. */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  const [least, leastMinor = 0] = oldest();
  if (major > least || (major === least && minor >= leastMinor)) return null;
  return `Node ${least}.${leastMinor} or newer is needed, and this is ${version}. Install one from https://nodejs.org, and run the command again.`;
}

/** Ends the program where Node is too old. */
export function requireNode() {
  const problem = nodeProblem();
  if (problem === null) return;
  console.error(problem);
  process.exit(1);
}
