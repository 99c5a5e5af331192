/** Measures engines in turns, within the page. */

const clock = () => performance.now();

export const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

/** Returns the largest difference between two results, relative to the largest number. */
export function difference(a, b) {
  let [most, size] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    most = Math.max(most, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(a[i]));
  }
  return most / size;
}

/** Functions that run elsewhere measure their own time, and receive the number of repetitions. */
async function timeOf(run, times) {
  if (run.timesItself) return run(times);
  const start = clock();
  for (let i = 0; i < times; i++) await run();
  return (clock() - start) / times;
}

/** Returns the number of repetitions for about 30 ms: the clock of a page has a resolution of a tenth of a millisecond. */
async function repetitions(run) {
  if (run.timesItself) {
    await run(1);
    return 1;
  }
  for (let i = 0; i < 3; i++) await run();
  const start = clock();
  let times = 0;
  while (clock() - start < 120) {
    await run();
    times++;
  }
  return Math.max(1, Math.round(times / 4));
}

/** By how much the middle half of the numbers lies apart, as a part of their median. */
export function spread(list) {
  const sorted = [...list].sort((a, b) => a - b);
  return (sorted[(3 * sorted.length) >> 2] - sorted[sorted.length >> 2]) / median(list);
}

/** Medians in milliseconds, by name. */
export async function interleave(functions, rounds) {
  const times = await takeTurns(functions, rounds);
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** The times of each turn in milliseconds, by name: every function has one turn after the other, round after round. */
export async function takeTurns(functions, rounds) {
  const [times, repeated] = [{}, {}];
  for (const [name, run] of Object.entries(functions)) {
    repeated[name] = await repetitions(run);
    times[name] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(functions)) times[name].push(await timeOf(run, repeated[name]));
  }
  return times;
}
