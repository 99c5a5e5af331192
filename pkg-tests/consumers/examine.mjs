/** Compares what a consumer found with what it should have found. */
import { load } from "../../pkg/node.js";
import { disagreements } from "../shared/replay.mjs";
import { cases, first, given } from "./study.mjs";

/** How `engine.reason` begins, by where the WebAssembly came from. */
const REASONS = {
  file: /^the library's file was read/,
  inline: /^this entry uses the copy/,
  copy: /^the file could not be used/,
  bytes: /^the bytes were given/,
};

/** What the browser prints about a file that is not there: tools that do not know `import.meta.url` leave it behind. */
const MISSING = /Failed to load resource/;

let reference;

/** What is wrong with the numbers of a trace: they have to be those of the golden file, and to the bit those of this Node. */
async function wrongNumbers({ reason: _, ...outputs }) {
  reference ??= await first(load, given);
  const { reason: __, ...exact } = reference;
  const wrong = disagreements({ trace: () => ({ outputs }) }, cases);
  if (wrong.length === 0 && JSON.stringify(outputs) !== JSON.stringify(exact)) wrong.push("other bits than in Node");
  return wrong;
}

/** What is wrong with where the WebAssembly came from. */
function wrongOrigin({ reason }, from) {
  return REASONS[from].test(reason) ? [] : [`from the ${from} was expected, but ${reason}`];
}

/** What is wrong with the large run. `engine` is whether the fast engine has workers, is alone, or is not there. */
function wrongRun(large, engine) {
  if (engine === "none") return [];
  const { backend, workers, within } = large;
  const wrong = [];
  if (backend !== "cpu") wrong.push(`the backend was ${backend}`);
  if (within !== true) wrong.push("the fast engine is not within its bound");
  if (workers > 1 !== (engine === "workers")) wrong.push(`there were ${workers} workers`);
  return wrong;
}

/** What is wrong with the warnings: one that the copy is used where that is due, each with the cure, and none about the package elsewhere. */
function wrongWarnings({ warnings, later }, cure) {
  const own = (texts) => texts.filter((text) => /attograph/i.test(text));
  if (!cure) return own([...warnings, ...later]).map((text) => `warning: ${text}`);
  const due = own(warnings);
  const said = due.filter((text) => text.includes("copy of attograph.wasm")).length;
  const without = due.filter((text) => !cure.test(text)).map((text) => `a warning without the cure: ${text}`);
  return said === 1 ? without : [`the use of the copy was said ${said} times`, ...without];
}

/** What is above its limit. */
function excesses(found, most = {}) {
  const measured = { requests: found.requests, loaded: found.loaded, ...found.emitted };
  return Object.entries(most)
    .filter(([name, limit]) => !(measured[name] <= limit))
    .map(([name, limit]) => `${measured[name]} ${name}, and at most ${limit} are allowed`);
}

/** Everything that is wrong with what a consumer found, in words. */
export async function examine(found, { from, engine, cure, most }) {
  const origins = Array.isArray(from) ? from : found.results.map(() => from);
  const numbers = await Promise.all(found.results.map(wrongNumbers));
  return [
    ...numbers.flat(),
    ...found.results.flatMap((result, i) => wrongOrigin(result, origins[i])),
    ...wrongRun(found.large, engine),
    ...wrongWarnings(found, cure),
    ...found.problems.filter((text) => !(cure && MISSING.test(text))),
    ...excesses(found, most),
  ];
}
