/** A state of a lab is shown once its runs are computed: at once where that is soon done, else after several tasks. */
import type { ReactiveControllerHost } from "lit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LABS } from "../../labs/index.ts";
import { openLibrary } from "../library.ts";
import { readFacts } from "../stage/facts.ts";
import { StageRuns } from "../stage/runs.ts";
import { LabBehind } from "./lab-behind.ts";
import { type LabState, startOf, withValue } from "./lab-state.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The lab Patterns, in which each run seems to take so many milliseconds. */
async function opened(milliseconds: number) {
  const own = await openLibrary();
  await LABS.open("patterns");
  const spec = LABS.get("patterns");
  if (!spec) throw new Error("there is no lab Patterns");
  let [now, computed] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const trace: typeof own.trace = (...given) => {
    now += milliseconds;
    computed += 1;
    return own.trace(...given);
  };
  const runs = new StageRuns({ ...own, trace }, spec);
  const known = new Map<LabState, readonly { values: LabState["values"]; inputs: LabState["inputs"] }[]>();
  const settingsOf = (state: LabState) => {
    const found = known.get(state) ?? [{ values: state.values, inputs: state.inputs }];
    known.set(state, found);
    return found;
  };
  const host: ReactiveControllerHost = {
    addController: () => {},
    removeController: () => {},
    requestUpdate: () => {},
    updateComplete: Promise.resolve(true),
  };
  const behind = new LabBehind(host, () => ({ runs, settingsOf }));
  const start = startOf(spec);
  behind.show(start);
  const setting = settingsOf(start)[0];
  if (setting) readFacts(runs, setting);
  return { behind, spec, runs, start, settingsOf, computed: () => computed };
}

test("what is soon computed is shown at once", async () => {
  const { behind, spec, start } = await opened(0);
  const next = withValue(spec, start, "window", 8);
  behind.follow(next);
  expect(behind.state).toBe(next);
  expect(vi.getTimerCount()).toBe(0);
});

test("what takes long is shown after tasks of one run each; until then the state before, and then the last one that was wanted", async () => {
  const { behind, spec, start, runs, settingsOf, computed } = await opened(30);
  const states = [8, 16, 32].map((window) => withValue(spec, start, "window", window));
  for (const state of states) behind.follow(state);
  expect(behind.state).toBe(start);
  const seen: (LabState | null)[] = [];
  const tasks: number[] = [];
  while (vi.getTimerCount() > 0) {
    const before = computed();
    vi.advanceTimersToNextTimer();
    tasks.push(computed() - before);
    if (behind.state !== seen.at(-1)) seen.push(behind.state);
  }
  expect(Math.max(...tasks)).toBe(1);
  expect(tasks.length).toBeGreaterThan(4);
  // What was begun is shown; what was passed by is not.
  expect(seen.filter((state) => state !== start)).toEqual([states[0], states[2]]);
  // Nothing is left to be computed when it is drawn.
  const before = computed();
  const [setting] = states[2] ? settingsOf(states[2]) : [];
  if (setting) for (const { run } of runs.stageAt(setting).shown) runs.at(setting, run);
  expect(computed()).toBe(before);
});
