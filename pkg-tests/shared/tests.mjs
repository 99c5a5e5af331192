/** Node's functions that declare tests. While a file is read by `declarationsOf`, what it declares is kept instead of begun. */
import * as node from "node:test";

let kept = null;

const keeping =
  (declare) =>
  (...given) =>
    kept ? void kept.push(() => declare(...given)) : declare(...given);

export const after = keeping(node.after);
export const before = keeping(node.before);
export const test = keeping(node.test);

/** Loads a module, and returns the tests that it declares: functions, each of which declares one in the suite in which it is called. */
export async function declarationsOf(url) {
  kept = [];
  try {
    await import(url);
    return kept;
  } finally {
    kept = null;
  }
}
