/** Counts passed and failed tests in the output of a suite. Each function returns `{ passed, failed }`. */

const sum = (output, pattern) => [...output.matchAll(pattern)].reduce((total, [, count]) => total + Number(count), 0);

/** A suite that is one check: it passes when its program succeeds. */
export const countOne = (_, ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** cargo test, natively and under wasm-bindgen. */
export const countCargo = (output) => ({
  passed: sum(output, /^test result: .*?(\d+) passed/gm),
  failed: sum(output, /^test result: .*?(\d+) failed/gm),
});

/** node --test with its `spec` report. */
export const countNode = (output) => ({
  passed: sum(output, /^ℹ pass (\d+)$/gm),
  failed: sum(output, /^ℹ fail (\d+)$/gm) + sum(output, /^ℹ cancelled (\d+)$/gm),
});

/** vitest. */
export const countVitest = (output) => ({
  passed: sum(output, /^\s*Tests .*?(\d+) passed/gm),
  failed: sum(output, /^\s*Tests .*?(\d+) failed/gm),
});
