/** The tasks of a page's own thread, read from what Chromium has recorded: each with the time of the processor, so that other work on the machine counts for nothing. */

/** What has tasks with their time of the processor, and marks. */
const CATEGORIES = ["disabled-by-default-devtools.timeline", "blink.user_timing"];

/** Records what a page does, and returns what `act` returns with the tasks: `{ begins, milliseconds }`, and the marks by name with the times at which they were set. */
export async function recordTasks({ browser, page, act }) {
  await browser.startTracing(page, { categories: CATEGORIES });
  const done = await act();
  return { done, ...read(String(await browser.stopTracing())) };
}

function read(trace) {
  const { traceEvents } = JSON.parse(trace);
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents
    .filter(({ name, ph, pid, tid }) => ph === "X" && name === "RunTask" && main.has(`${pid} ${tid}`))
    .map(({ ts, tdur = 0 }) => ({ begins: ts, milliseconds: tdur / 1000 }));
  const marks = new Map(traceEvents.filter(({ cat }) => cat === "blink.user_timing").map(({ name, ts }) => [name, ts]));
  return { tasks, marks };
}
